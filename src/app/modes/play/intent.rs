//! What is made of the input: what lies under the pointer, and what the player wants.

use footpath::agent::AgentId;
use footpath::nav::Algorithm;
use glam::Vec2;

use crate::app::modes::keys::Action;
use crate::app::modes::lesson::LessonPress;
use crate::app::modes::play::{BakePress, InspectPress, WatchPress};
use crate::app::modes::search_setting::Setting;
use crate::app::ui::hit_areas::Request;
use crate::app::ui::icons::Icon;

/// What of the world lies under a place of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Under {
    /// The marker of a goal, and whose goal it is.
    Goal(Vec<AgentId>),
    /// An agent; `goal_of`: on the marker of these agents' goal, which a drag moves; `start`: on this flag, where agents begin.
    Agent { agent: AgentId, goal_of: Vec<AgentId>, start: Option<usize> },
    /// The flag of this number, of a place where agents begin.
    Start(usize),
    /// An obstacle that can be moved, by its name.
    Obstacle(String),
    /// The whole map in a corner.
    Minimap,
    /// The map, or what is beyond it.
    Ground,
}

/// What a widget asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The same as a key.
    Do(Action),
    /// Play the level at this place of the list.
    Play(usize),
    /// Hold Shift, as it were, until pressed again: for fingers.
    Add,
    /// Give a setting of the search its next value, or the one before.
    Turn(Setting, bool),
    /// Search by this algorithm.
    By(Algorithm),
    /// Have the next click say where a new agent is to stand, or no longer.
    PlaceAgent,
    /// Have the next click say which cell's card is to be pinned, or no longer.
    PinNext,
    /// Take the pinned card at this place away.
    Unpin(usize),
    /// Send all agents where the player clicked while none was selected.
    SendAll,
    /// Take back what was done last.
    Undo,
    /// Let time pass faster, or slower, or at its own speed again.
    Speed(Option<bool>),
    /// Play the replay of a search faster, or slower.
    ReplayPace(bool),
    /// Open a level file.
    OpenFile,
    /// Open the level's file at a line in a text editor.
    OpenText { line: usize },
    /// End the replay of a search.
    EndReplay,
    /// Put the replay of a search at the place of the slider's knob.
    Seek,
    /// Filter the level list by the text of the field.
    Filter,
    /// Something in the panel of baking.
    Bake(BakePress),
    /// Something in the inspector.
    Inspect(InspectPress),
    /// Go along the path at this place of the level's list.
    Patrol(usize),
    /// Something on the card of the lesson.
    Lesson(LessonPress),
    /// Show the tour.
    Tour,
    /// Something on the bar of the replay that is played.
    Watch(WatchPress),
}

/// What stands on a button of the toolbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Icon(Icon),
    Words(&'static str),
    /// How fast time passes.
    Speed,
}

/// The buttons that are always there: what stands on each, and what it asks for.
pub const TOOLBAR: &[(Face, Press)] = &[
    (Face::Icon(Icon::Pause), Press::Do(Action::Pause)),
    (Face::Icon(Icon::Step), Press::Do(Action::StepOnce)),
    (Face::Words("−"), Press::Speed(Some(false))),
    (Face::Speed, Press::Speed(None)),
    (Face::Words("+"), Press::Speed(Some(true))),
    (Face::Icon(Icon::Restart), Press::Do(Action::Restart)),
    (Face::Icon(Icon::Stop), Press::Do(Action::Stop)),
    (Face::Icon(Icon::Scatter), Press::Do(Action::Scatter)),
    (Face::Icon(Icon::Add), Press::Add),
    (Face::Icon(Icon::NewAgent), Press::PlaceAgent),
    (Face::Icon(Icon::Brush), Press::Do(Action::Brush)),
    (Face::Icon(Icon::Debug), Press::Do(Action::Debug)),
    (Face::Icon(Icon::Search), Press::Do(Action::SearchPanel)),
    (Face::Icon(Icon::Bake), Press::Do(Action::BakePanel)),
    (Face::Icon(Icon::Lab), Press::Do(Action::Lab)),
    (Face::Icon(Icon::Edit), Press::Do(Action::Edit)),
    (Face::Icon(Icon::Frame), Press::Do(Action::Frame)),
    (Face::Icon(Icon::Levels), Press::Do(Action::Levels)),
    (Face::Icon(Icon::Commands), Press::Do(Action::Commands)),
    (Face::Icon(Icon::Settings), Press::Do(Action::Settings)),
    (Face::Icon(Icon::Help), Press::Do(Action::Help)),
];

/// Those that matter most, where a panel on a phone on its side leaves no room for all: they stand in one column.
pub const TOOLBAR_BESIDE_PANEL: &[Press] = &[
    Press::Do(Action::Pause),
    Press::Do(Action::StepOnce),
    Press::Do(Action::Restart),
    Press::Do(Action::Stop),
    Press::Do(Action::Brush),
    Press::Do(Action::Debug),
    Press::Do(Action::Frame),
];

/// What the player wants. Positions in logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// A widget asks for something.
    Widget(Request<Press>),
    /// A key was pressed.
    Do(Action),
    /// Send the selected agents there; `afterwards`: when they have done what they are doing.
    Send {
        at: Vec2,
        afterwards: bool,
    },
    Select {
        agent: AgentId,
        toggle: bool,
    },
    /// Have the selected agents follow this one; `afterwards`: when they have done what they are doing.
    Follow {
        agent: AgentId,
        afterwards: bool,
    },
    SelectAll,
    SelectBox {
        from: Vec2,
        to: Vec2,
        add: bool,
    },
    /// The goal of these agents is dragged to here; `dropped`: and stays.
    MoveGoal {
        agents: Vec<AgentId>,
        to: Vec2,
        dropped: bool,
    },
    /// The flag of this number, where agents begin, is dragged to here, and they with it; `dropped`: and stays.
    MoveStart {
        flag: usize,
        to: Vec2,
        dropped: bool,
    },
    /// The obstacle of this name, which was taken at `from`, is dragged to here; `dropped`: and stays.
    MoveObstacle {
        obstacle: String,
        from: Vec2,
        to: Vec2,
        dropped: bool,
    },
    /// The brush touches the ground.
    BrushDown(Vec2),
    /// The brush moves on from where it last was.
    BrushTo(Vec2),
    BrushUp,
    /// Take back what was done last: an order, or something that was done to the ground.
    Undo,
    /// Do again what was taken back last of what was done to the ground.
    Redo,
    Pan(Vec2),
    /// Look at what the small map has at a place.
    LookAt(Vec2),
    Zoom {
        at: Vec2,
        factor: f32,
    },
}
