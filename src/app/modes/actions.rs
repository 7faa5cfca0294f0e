//! Everything that a user can ask for. Widgets, keys and the pointer make an [`Action`]; the mode that is on does it, or hands it
//! up to the session. The [table](table) says which keys ask for it in each mode, and what the help says of it.

pub mod binding;
pub mod table;

use glam::Vec2;

use crate::app::modes::edit::actions::EditAction;
use crate::app::modes::import::actions::ImportAction;
use crate::app::modes::lab::actions::LabAction;
use crate::app::modes::menu::actions::MenuAction;
use crate::app::modes::menu::question::Reply;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::search_setting::Setting;

/// What a user asks for. Places and distances are in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// What the session does, whatever mode is on.
    Session(SessionAction),

    // What several modes do, each in its way.
    /// Move the map for as long as the key is held.
    PanUp,
    PanLeft,
    PanDown,
    PanRight,
    /// Move the map by this much.
    PanBy(Vec2),
    Zoom {
        at: Vec2,
        factor: f32,
    },
    /// Show the whole map.
    Frame,
    /// Take hold of what is there on the map, or begin a stroke.
    Press(Vec2),
    /// Go on with what was pressed, to this place.
    Drag(Vec2),
    /// Let go of what was pressed, or end the stroke.
    Release,
    /// Open the help, or close it.
    Help,
    /// Close what is open, the nearest first.
    Close,
    NextLevel,
    PreviousLevel,
    Pause,
    StepOnce,
    Restart,
    Faster,
    Slower,
    /// Give a setting of the search its next value, or the one before.
    Turn(Setting, bool),
    /// Put the search that is played at the place of the slider's knob.
    Seek,
    /// End the playing of a search.
    EndReplay,
    /// Something on the card of the lesson.
    Lesson(LessonAction),
    /// Take back what was done last.
    Undo,
    /// Do again what was taken back last.
    Redo,
    SelectAll,
    Copy,
    Cut,
    Paste,

    // What one room does alone.
    Play(PlayAction),
    Lab(LabAction),
    Edit(EditAction),
    Menu(MenuAction),
    Import(ImportAction),
}

/// What the session does, whatever mode is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionAction {
    /// Turn to the game.
    Play,
    /// Watch searches on the level that is played.
    Lab,
    /// Edit the level that is played.
    Edit,
    /// Save the level's text.
    Save,
    /// Save the level's text in another file, whose name is asked for.
    SaveAs,
    /// Put a link that plays the level on the clipboard.
    CopyLink,
    /// Put on the clipboard what shows the lab in another page.
    CopyEmbed,
    /// Save a picture of what the lab shows.
    SavePicture,
    /// Save the searches of the lab as a moving picture.
    SaveFilm,
    /// Save a replay of the run.
    SaveReplay,
    /// Open the level's file at a line in a text editor.
    OpenText { line: usize },
    /// Open a level file.
    OpenFile,
    /// Find a command.
    Commands,
    /// Change the settings.
    Settings,
    /// Fill the screen, or have a window again.
    FullScreen,
    /// Let sounds be heard, or none any more.
    Sound,
    /// Have a pointer that keys move, or none again.
    KeyPointer,
    /// Go on with the next level of the list, or the one before, in the lab.
    LevelInLab { next: bool },
    /// Go on with the lesson of the built-in level at this place of the list.
    LessonOf(usize),
    /// Play the built-in level at this place of the list.
    PlayLevel(usize),
    /// Search on the ground of that level, in the lab.
    SearchOn(usize),
    /// Begin the level anew, and its lesson.
    StartOver,
    /// Begin the tour, the lesson of the first built-in level.
    Tour,
    /// Answer the question that was asked.
    Reply(Reply),
    /// Give up the work that is under way.
    CancelWork,
}

/// What the widgets of a lesson ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonAction {
    /// The text is read.
    Next,
    /// Go back to the step before.
    Back,
    /// Begin again, on the ground as it was at first.
    StartOver,
    /// Fold the card; the tour ends.
    Fold,
    /// Show the whole card again.
    Unfold,
    /// Go on with the next lesson.
    NextLesson,
}

impl Action {
    /// Whether it is done again and again while its key is held.
    pub fn repeats(self) -> bool {
        matches!(
            self,
            Action::Undo
                | Action::Redo
                | Action::Lab(LabAction::Forward | LabAction::Back)
                | Action::Edit(EditAction::Size(_))
        )
    }

    /// The direction in which it moves the map.
    pub fn direction(self) -> Vec2 {
        match self {
            Action::PanUp => Vec2::Y,
            Action::PanLeft => Vec2::X,
            Action::PanDown => Vec2::NEG_Y,
            Action::PanRight => Vec2::NEG_X,
            _ => Vec2::ZERO,
        }
    }
}
