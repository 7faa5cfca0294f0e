//! The keys of the lab.

use macroquad::input::KeyCode;

use crate::app::modes::hand::KeyAction;
use crate::app::modes::keys::Binding;
use crate::app::ui::icons::Icon;

/// A page of the panel at the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// How is searched, and what came of it.
    Search,
    /// What the ground is made from, and drawn with.
    Sheet,
}

/// Everything that a key of the lab asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabAction {
    RandomStart,
    RandomGoal,
    Via,
    RandomObstacles,
    ClearPath,
    ClearWalls,
    ClearAll,
    NextSheet,
    Walk,
    Play,
    Predict,
    Forward,
    Back,
    First,
    Last,
    Faster,
    Slower,
    NextAlgorithm,
    PreviousAlgorithm,
    AddLane,
    RemoveLane,
    ByTime,
    CopyTable,
    CopyPath,
    CopyMap,
    SavePicture,
    SaveFilm,
    Language,
    Cells,
    Brush,
    Markers,
    /// Open a page of the panel, or close it.
    Page(Page),
    Frame,
    PanUp,
    PanLeft,
    PanDown,
    PanRight,
    NextLevel,
    PreviousLevel,
    Save,
    CopyLink,
    CopyEmbed,
    Help,
    Close,
    Leave,
    Commands,
    Settings,
    FullScreen,
    KeyPointer,
}

impl KeyAction for LabAction {
    fn is_held(self) -> bool {
        matches!(self, LabAction::PanUp | LabAction::PanLeft | LabAction::PanDown | LabAction::PanRight)
    }

    fn repeats(self) -> bool {
        matches!(self, LabAction::Forward | LabAction::Back)
    }
}

/// The buttons that are always there.
pub const TOOLBAR: &[(Icon, LabAction)] = &[
    (Icon::Search, LabAction::Page(Page::Search)),
    (Icon::Bake, LabAction::Page(Page::Sheet)),
    (Icon::Brush, LabAction::Brush),
    (Icon::Markers, LabAction::Markers),
    (Icon::Die, LabAction::RandomObstacles),
    (Icon::Restart, LabAction::NextSheet),
    (Icon::Debug, LabAction::Cells),
    (Icon::Split, LabAction::AddLane),
    (Icon::NewAgent, LabAction::Walk),
    (Icon::Frame, LabAction::Frame),
    (Icon::Commands, LabAction::Commands),
    (Icon::Settings, LabAction::Settings),
    (Icon::Help, LabAction::Help),
    (Icon::Close, LabAction::Leave),
];

/// What keys do while the help is open; all others do nothing.
pub const OF_HELP: &[LabAction] = &[
    LabAction::Help,
    LabAction::Close,
    LabAction::PanUp,
    LabAction::PanDown,
    LabAction::NextLevel,
    LabAction::PreviousLevel,
];

/// What the mouse and the fingers do in the lab, for the help: gesture, meaning.
pub const GESTURES: &[(&str, &str)] = &[
    ("Drag the start, the goal or V", "move it; path and explored cells follow"),
    ("Drag on the ground", "draw walls, or other ground; begun on a wall, it erases"),
    ("Click with the markers' tool", "place the start, then the goal, and so on"),
    ("Wheel, two fingers", "zoom"),
    ("Middle or right drag, two fingers", "move the map"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("Ctrl or Cmd with K", "find a command or a level"),
    ("Ctrl or Cmd with S", "save the sheet as a level, with start and goal"),
    ("Ctrl or Cmd with V", "take the ground of the level on the clipboard: a link to it, or its text"),
];

/// What fingers do in the lab, for the help on a touch screen: gesture, meaning.
pub const TOUCHES: &[(&str, &str)] = &[
    ("Drag the start, the goal or V", "move it; path and explored cells follow"),
    ("Drag on the ground", "draw walls, or other ground; begun on a wall, it erases"),
    ("Tap with the markers' tool", "place the start, then the goal, and so on"),
    ("Two fingers", "move the map, and zoom"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("The button with the lines", "everything that can be done, and every level"),
    ("The button with the wheel", "the settings: colours, full screen"),
];

/// Every key of the lab, in the order of the help.
pub const BINDINGS: &[Binding<LabAction>] = &[
    Binding {
        keys: &[KeyCode::S],
        action: LabAction::RandomStart,
        name: "random-start",
        help: "the start to a random place",
    },
    Binding {
        keys: &[KeyCode::G],
        action: LabAction::RandomGoal,
        name: "random-goal",
        help: "the goal to a random place",
    },
    Binding {
        keys: &[KeyCode::M],
        action: LabAction::Via,
        name: "via",
        help: "via point: search in two legs, or in one again",
    },
    Binding {
        keys: &[KeyCode::O],
        action: LabAction::RandomObstacles,
        name: "random-obstacles",
        help: "random obstacles",
    },
    Binding {
        keys: &[KeyCode::P],
        action: LabAction::ClearPath,
        name: "clear-path",
        help: "clear the path and the explored cells",
    },
    Binding { keys: &[KeyCode::X], action: LabAction::ClearWalls, name: "clear-walls", help: "clear the walls" },
    Binding { keys: &[KeyCode::C], action: LabAction::ClearAll, name: "clear-all", help: "clear all" },
    Binding {
        keys: &[KeyCode::N],
        action: LabAction::NextSheet,
        name: "next-sheet",
        help: "another sheet: the next seed",
    },
    Binding { keys: &[KeyCode::Enter], action: LabAction::Walk, name: "walk", help: "walk it: send an agent along" },
    Binding {
        keys: &[KeyCode::Space, KeyCode::Y],
        action: LabAction::Play,
        name: "play",
        help: "play the search step by step; pause, resume",
    },
    Binding {
        keys: &[KeyCode::Q],
        action: LabAction::Predict,
        name: "predict",
        help: "be asked which cell the search expands next",
    },
    Binding {
        keys: &[KeyCode::Period, KeyCode::U],
        action: LabAction::Forward,
        name: "forward",
        help: "one step of the search forward",
    },
    Binding {
        keys: &[KeyCode::Comma, KeyCode::Z],
        action: LabAction::Back,
        name: "back",
        help: "one step of the search back",
    },
    Binding { keys: &[KeyCode::Home], action: LabAction::First, name: "first", help: "to the beginning of the search" },
    Binding { keys: &[KeyCode::End], action: LabAction::Last, name: "last", help: "to its end" },
    Binding { keys: &[KeyCode::Equal], action: LabAction::Faster, name: "faster", help: "play it faster" },
    Binding { keys: &[KeyCode::Minus], action: LabAction::Slower, name: "slower", help: "play it slower" },
    Binding {
        keys: &[KeyCode::RightBracket],
        action: LabAction::NextAlgorithm,
        name: "next-algorithm",
        help: "the next algorithm",
    },
    Binding {
        keys: &[KeyCode::LeftBracket],
        action: LabAction::PreviousAlgorithm,
        name: "previous-algorithm",
        help: "the previous algorithm",
    },
    Binding {
        keys: &[KeyCode::J],
        action: LabAction::AddLane,
        name: "add-lane",
        help: "another search beside: two to four at a time",
    },
    Binding {
        keys: &[KeyCode::Delete, KeyCode::Backspace],
        action: LabAction::RemoveLane,
        name: "remove-lane",
        help: "take the chosen search away",
    },
    Binding {
        keys: &[KeyCode::T],
        action: LabAction::ByTime,
        name: "by-time",
        help: "play searches side by side by time, or by steps",
    },
    Binding {
        keys: &[KeyCode::I],
        action: LabAction::CopyTable,
        name: "copy-table",
        help: "copy the table of the searches as text",
    },
    Binding {
        keys: &[KeyCode::D],
        action: LabAction::CopyPath,
        name: "copy-path",
        help: "copy the cells of the path as a list",
    },
    Binding {
        keys: &[KeyCode::A],
        action: LabAction::SavePicture,
        name: "save-picture",
        help: "save a picture of the sheets (PNG)",
    },
    Binding {
        keys: &[KeyCode::F7],
        action: LabAction::SaveFilm,
        name: "save-film",
        help: "save the searches as a moving picture (GIF, on the desktop)",
    },
    Binding {
        keys: &[KeyCode::R],
        action: LabAction::Language,
        name: "language",
        help: "the code beside a search that is played: in pseudo-code, Rust, or C#",
    },
    Binding { keys: &[KeyCode::W], action: LabAction::CopyMap, name: "copy-map", help: "copy the map as text" },
    Binding {
        keys: &[KeyCode::E],
        action: LabAction::Cells,
        name: "cells",
        help: "explored cells: open and closed set",
    },
    Binding {
        keys: &[KeyCode::B],
        action: LabAction::Brush,
        name: "brush",
        help: "brush: draw and erase; again: other ground",
    },
    Binding {
        keys: &[KeyCode::V],
        action: LabAction::Markers,
        name: "markers",
        help: "place the start, then the goal",
    },
    Binding {
        keys: &[KeyCode::K],
        action: LabAction::Page(Page::Search),
        name: "search-page",
        help: "the panel of the search",
    },
    Binding {
        keys: &[KeyCode::L],
        action: LabAction::Page(Page::Sheet),
        name: "sheet-page",
        help: "the panel of the sheet",
    },
    Binding { keys: &[KeyCode::F], action: LabAction::Frame, name: "frame", help: "show the whole sheet" },
    Binding { keys: &[KeyCode::Up], action: LabAction::PanUp, name: "pan-up", help: "pan up" },
    Binding { keys: &[KeyCode::Left], action: LabAction::PanLeft, name: "pan-left", help: "pan left" },
    Binding { keys: &[KeyCode::Down], action: LabAction::PanDown, name: "pan-down", help: "pan down" },
    Binding { keys: &[KeyCode::Right], action: LabAction::PanRight, name: "pan-right", help: "pan right" },
    Binding { keys: &[KeyCode::PageDown], action: LabAction::NextLevel, name: "next-level", help: "the next level" },
    Binding {
        keys: &[KeyCode::PageUp],
        action: LabAction::PreviousLevel,
        name: "previous-level",
        help: "the previous level",
    },
    Binding {
        keys: &[KeyCode::F12],
        action: LabAction::CopyLink,
        name: "copy-link",
        help: "copy a link that opens the lab as it is now",
    },
    Binding {
        keys: &[KeyCode::F8],
        action: LabAction::CopyEmbed,
        name: "copy-embed",
        help: "copy the frame that shows these sheets in an article",
    },
    Binding {
        keys: &[KeyCode::Backslash],
        action: LabAction::Save,
        name: "save",
        help: "save the sheet as a level, with start and goal",
    },
    Binding {
        keys: &[KeyCode::Slash],
        action: LabAction::Commands,
        name: "commands",
        help: "find a command or a level: type a part of its name",
    },
    Binding {
        keys: &[KeyCode::F6],
        action: LabAction::Settings,
        name: "settings",
        help: "the settings: colours, keys, full screen",
    },
    Binding {
        keys: &[KeyCode::F11],
        action: LabAction::FullScreen,
        name: "full-screen",
        help: "full screen, or a window",
    },
    Binding {
        keys: &[KeyCode::Semicolon],
        action: LabAction::KeyPointer,
        name: "key-pointer",
        help: "a pointer for the keyboard: the arrows move it, with Shift further; Enter clicks, held it drags",
    },
    Binding { keys: &[KeyCode::H, KeyCode::F1], action: LabAction::Help, name: "help", help: "this help" },
    Binding { keys: &[KeyCode::Escape], action: LabAction::Close, name: "close", help: "close what is open" },
    Binding {
        keys: &[KeyCode::F9],
        action: LabAction::Leave,
        name: "leave",
        help: "back to the game, which is as it was",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::modes::keys::{assert_nothing_is_listed_twice, assert_the_page_shows};

    #[test]
    fn no_key_no_name_and_no_action_is_listed_twice() {
        assert_nothing_is_listed_twice(BINDINGS);
    }

    #[test]
    fn the_page_shows_this_table() {
        assert_the_page_shows(GESTURES, BINDINGS);
    }
}
