//! What only the game does, of all that a user can ask for.

use footpath::agent::AgentId;
use footpath::nav::Algorithm;
use footpath::profile::Property;
use glam::Vec2;

use crate::app::modes::play::inspector::InspectorPage;
use crate::app::modes::play::workbench::Quantity;
use crate::app::view::overlays::Overlay;

/// What a player asks the game for. Places are in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayAction {
    RestartAgents,
    Stop,
    Scatter,
    Formation,
    Follow,
    Flee,
    Wander,
    /// Have the next clicks be the points of a patrol; again: end it, or go along the next path.
    Patrol,
    /// Go along the path at this place of the level's list.
    PatrolPath(usize),
    Course,
    Wait,
    /// Send the selected agents there; `afterwards`: when they have done what they are doing.
    Send {
        at: Vec2,
        afterwards: bool,
    },
    /// Send all agents where the player clicked while none was selected.
    SendAll,
    /// Have the selected agents follow this one; `afterwards`: when they have done what they are doing.
    FollowAgent {
        agent: AgentId,
        afterwards: bool,
    },
    Select {
        agent: AgentId,
        toggle: bool,
    },
    SelectBox {
        from: Vec2,
        to: Vec2,
        add: bool,
    },
    /// Keep the selected agents as the group of this number, 0 to 9.
    KeepGroup(u8),
    /// Select the group of this number; asked for twice: and look at it.
    Group(u8),
    /// Hold Shift, as it were, until asked again: for fingers.
    Add,
    /// What was taken hold of at `from` is dragged to here; `dropped`: and stays.
    DragThing {
        from: Vec2,
        to: Vec2,
        dropped: bool,
    },
    AddAgent,
    /// Have the next click say where a new agent is to stand, or no longer.
    PlaceAgent,
    RemoveSelected,
    Brush,
    /// Let time pass faster, or slower, or at its own speed again.
    Speed(Option<bool>),
    FoldCard,
    FollowCamera,
    ToSelection,
    /// Look at what the small map has at a place.
    LookAt(Vec2),
    Minimap,
    Pin,
    /// Have the next click say which cell's card is to be pinned, or no longer.
    PinNext,
    /// Take the pinned card at this place away.
    Unpin(usize),
    Levels,
    /// Play the level at this place of the list.
    Level(usize),
    /// Play the marked level of the list, or end the patrol whose points are clicked.
    Accept,
    /// Filter the level list by the text of the field.
    Filter,
    Messages,
    Debug,
    DebugEverything,
    /// Draw of paths, velocities, orders and senses those of selected agents only, or of all.
    SelectedOnly,
    /// Show or hide a part of the overlays.
    Overlay(Overlay),
    SearchPanel,
    /// Search by this algorithm.
    By(Algorithm),
    Compare,
    Replay,
    ReplayForward,
    ReplayBack,
    BakePanel,
    /// Something in the panel of baking.
    Bake(BakeAction),
    Inspector,
    /// Something in the inspector.
    Inspect(InspectAction),
    /// Something on the bar of the replay that is played.
    Watch(WatchAction),
}

/// Something that the panel of baking can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BakeAction {
    /// Move a number by this many of its steps.
    Adjust(Quantity, i32),
    /// Choose the next profile, or the one before.
    Turn(bool),
    /// Have an index for exact paths made with the ground, or not.
    Index,
    /// Bake the ground with what the panel holds.
    Bake,
    /// Forget what is baked.
    Clear,
    /// Turn the links of the name that this link of the map has on or off.
    Switch(usize),
}

impl BakeAction {
    /// Whether it changes the world, not only what the panel holds.
    pub fn is_for_world(self) -> bool {
        matches!(self, BakeAction::Bake | BakeAction::Clear | BakeAction::Switch(_))
    }
}

/// Something that the inspector can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InspectAction {
    /// Show another page.
    Turn(InspectorPage),
    /// Select the next agent, or the one before.
    Agent(bool),
    /// Move a property of the agent's profile by this many of its steps.
    Adjust(&'static Property, i32),
}

/// What can be asked of a replay that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchAction {
    /// Go back by a second.
    Back,
    /// Go to where the knob of the slider is.
    Seek,
    /// Leave the replay and go on as a game from where it is.
    PlayOn,
    /// Leave the replay and begin its level as a game.
    Close,
}
