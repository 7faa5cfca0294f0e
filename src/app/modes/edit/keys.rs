//! What keys, mouse and fingers do in the edit mode.

use macroquad::input::KeyCode;

use crate::app::modes::edit::Page;
use crate::app::modes::edit::ground::Tool;
use crate::app::modes::hand::KeyAction;
use crate::app::modes::keys::Binding;
use crate::app::ui::icons::Icon;

/// Everything that a key or a button can ask for in the edit mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditAction {
    Select,
    /// Take a tool that draws.
    Take(Tool),
    Layer,
    Smaller,
    Larger,
    Mirror,
    Snap,
    Duplicate,
    Turn,
    Remove,
    Undo,
    Redo,
    Save,
    New,
    /// Open a page of the panel, or close it.
    Open(Page),
    Pause,
    StepOnce,
    Restart,
    Frame,
    PanUp,
    PanLeft,
    PanDown,
    PanRight,
    Help,
    Close,
    Commands,
    Settings,
    FullScreen,
    KeyPointer,
    Lab,
    Leave,
}

impl KeyAction for EditAction {
    fn is_held(self) -> bool {
        matches!(self, EditAction::PanUp | EditAction::PanLeft | EditAction::PanDown | EditAction::PanRight)
    }

    fn repeats(self) -> bool {
        matches!(self, EditAction::Undo | EditAction::Redo | EditAction::Smaller | EditAction::Larger)
    }
}

/// The buttons that are always there.
pub const TOOLBAR: &[(Icon, EditAction)] = &[
    (Icon::Arrow, EditAction::Select),
    (Icon::Brush, EditAction::Take(Tool::Brush)),
    (Icon::NewAgent, EditAction::Open(Page::Thing)),
    (Icon::Levels, EditAction::Open(Page::List)),
    (Icon::Bake, EditAction::Open(Page::Map)),
    (Icon::Undo, EditAction::Undo),
    (Icon::Redo, EditAction::Redo),
    (Icon::Save, EditAction::Save),
    (Icon::Pause, EditAction::Pause),
    (Icon::Restart, EditAction::Restart),
    (Icon::Frame, EditAction::Frame),
    (Icon::Lab, EditAction::Lab),
    (Icon::Commands, EditAction::Commands),
    (Icon::Settings, EditAction::Settings),
    (Icon::Help, EditAction::Help),
    (Icon::Close, EditAction::Leave),
];

/// What the mouse and the fingers do in the edit mode, for the help: gesture, meaning.
pub const GESTURES: &[(&str, &str)] = &[
    ("Click a thing", "select it; with Shift, add it to the selection or take it out"),
    ("Drag a thing or a handle", "move it: agents, goals, ends of links, points of paths, edges of zones"),
    ("Drag over the ground", "with a drawing tool: draw; with the arrow: select with a box"),
    ("Middle or right drag, two fingers", "move the map"),
    ("Wheel, two fingers", "zoom"),
    ("Ctrl or Cmd with Z; with Shift+Z or Y", "undo; redo"),
    ("Ctrl or Cmd with S", "save: the file keeps its comments and its layout"),
    ("Ctrl or Cmd with C, X, V, A", "copy, cut, paste, select everything"),
    ("Ctrl or Cmd with E", "to the edit mode, and back"),
    ("Tab, Shift+Tab", "move the keyboard's focus; Enter presses, the arrows change a number"),
];

/// What fingers do in the edit mode, for the help on a touch screen: gesture, meaning.
pub const TOUCHES: &[(&str, &str)] = &[
    ("Tap a thing", "select it"),
    ("Drag a thing or a handle", "move it: agents, goals, ends of links, points of paths, edges of zones"),
    ("Drag over the ground", "with a drawing tool: draw; with the arrow: select with a box"),
    ("Two fingers", "move the map, and zoom"),
    ("A finger held on a button", "say what the button does, without pressing it"),
];

/// Every key of the edit mode, in the order of the help.
pub const BINDINGS: &[Binding<EditAction>] = &[
    Binding { keys: &[KeyCode::V], action: EditAction::Select, name: "select", help: "arrow: select and move things" },
    Binding {
        keys: &[KeyCode::B],
        action: EditAction::Take(Tool::Brush),
        name: "brush",
        help: "brush: draw on the chosen layer",
    },
    Binding { keys: &[KeyCode::L], action: EditAction::Take(Tool::Line), name: "line", help: "draw straight lines" },
    Binding {
        keys: &[KeyCode::Q],
        action: EditAction::Take(Tool::Rectangle),
        name: "rectangle",
        help: "draw filled rectangles",
    },
    Binding {
        keys: &[KeyCode::G],
        action: EditAction::Take(Tool::Fill),
        name: "fill",
        help: "fill connected tiles of the same kind",
    },
    Binding {
        keys: &[KeyCode::I],
        action: EditAction::Take(Tool::Pick),
        name: "pick",
        help: "pick up what a tile has, to draw with it",
    },
    Binding {
        keys: &[KeyCode::S],
        action: EditAction::Take(Tool::Stamp),
        name: "stamp",
        help: "stamp: drag over a part of the map to copy it, then press where to draw it again",
    },
    Binding {
        keys: &[KeyCode::Y],
        action: EditAction::Layer,
        name: "layer",
        help: "the next layer: terrain, height, ceiling, places",
    },
    Binding { keys: &[KeyCode::LeftBracket], action: EditAction::Smaller, name: "smaller", help: "a smaller brush" },
    Binding { keys: &[KeyCode::RightBracket], action: EditAction::Larger, name: "larger", help: "a larger brush" },
    Binding {
        keys: &[KeyCode::M],
        action: EditAction::Mirror,
        name: "mirror",
        help: "draw mirrored: left and right, top and bottom, both, or not",
    },
    Binding {
        keys: &[KeyCode::A],
        action: EditAction::Snap,
        name: "snap",
        help: "snap things to the middle of tiles, or not",
    },
    Binding {
        keys: &[KeyCode::D],
        action: EditAction::Duplicate,
        name: "duplicate",
        help: "duplicate the selection, one tile further",
    },
    Binding { keys: &[KeyCode::T], action: EditAction::Turn, name: "turn", help: "turn the selection by 45 degrees" },
    Binding {
        keys: &[KeyCode::Delete, KeyCode::Backspace],
        action: EditAction::Remove,
        name: "remove",
        help: "remove the selection",
    },
    Binding { keys: &[KeyCode::Z], action: EditAction::Undo, name: "undo", help: "undo" },
    Binding { keys: &[KeyCode::X], action: EditAction::Redo, name: "redo", help: "redo" },
    Binding { keys: &[KeyCode::W], action: EditAction::Save, name: "save", help: "save the level" },
    Binding { keys: &[KeyCode::N], action: EditAction::New, name: "new", help: "a new level: an empty map" },
    Binding {
        keys: &[KeyCode::Key1],
        action: EditAction::Open(Page::Draw),
        name: "draw-page",
        help: "the drawing page: tools, layers, terrains",
    },
    Binding {
        keys: &[KeyCode::Key2],
        action: EditAction::Open(Page::Thing),
        name: "thing-page",
        help: "the page with the properties of the selection, and with what can be added",
    },
    Binding {
        keys: &[KeyCode::Key3],
        action: EditAction::Open(Page::List),
        name: "list-page",
        help: "the list of everything",
    },
    Binding {
        keys: &[KeyCode::Key4],
        action: EditAction::Open(Page::Map),
        name: "map-page",
        help: "the page of the map: its name, its size, how it is baked",
    },
    Binding {
        keys: &[KeyCode::Key5],
        action: EditAction::Open(Page::History),
        name: "history-page",
        help: "the history: go back to any edit",
    },
    Binding { keys: &[KeyCode::Space], action: EditAction::Pause, name: "pause", help: "pause, resume" },
    Binding { keys: &[KeyCode::Period], action: EditAction::StepOnce, name: "step-once", help: "one tick (pauses)" },
    Binding {
        keys: &[KeyCode::R],
        action: EditAction::Restart,
        name: "restart",
        help: "begin the level anew, as it is drawn now",
    },
    Binding { keys: &[KeyCode::F], action: EditAction::Frame, name: "frame", help: "show the whole map" },
    Binding { keys: &[KeyCode::Up], action: EditAction::PanUp, name: "pan-up", help: "move the map down" },
    Binding { keys: &[KeyCode::Left], action: EditAction::PanLeft, name: "pan-left", help: "move the map right" },
    Binding { keys: &[KeyCode::Down], action: EditAction::PanDown, name: "pan-down", help: "move the map up" },
    Binding { keys: &[KeyCode::Right], action: EditAction::PanRight, name: "pan-right", help: "move the map left" },
    Binding { keys: &[KeyCode::H, KeyCode::F1], action: EditAction::Help, name: "help", help: "this help" },
    Binding {
        keys: &[KeyCode::Escape],
        action: EditAction::Close,
        name: "close",
        help: "cancel, then deselect, then close the panel",
    },
    Binding {
        keys: &[KeyCode::Slash],
        action: EditAction::Commands,
        name: "commands",
        help: "find a command or a level",
    },
    Binding {
        keys: &[KeyCode::F6],
        action: EditAction::Settings,
        name: "settings",
        help: "the settings: colours, keys, full screen",
    },
    Binding { keys: &[KeyCode::F11], action: EditAction::FullScreen, name: "full-screen", help: "full screen, or not" },
    Binding {
        keys: &[KeyCode::Semicolon],
        action: EditAction::KeyPointer,
        name: "key-pointer",
        help: "a pointer for the keyboard: the arrows move it, with Shift further; Enter clicks, held it drags",
    },
    Binding {
        keys: &[KeyCode::F9],
        action: EditAction::Lab,
        name: "lab",
        help: "the lab: watch searches on this level",
    },
    Binding { keys: &[KeyCode::Comma], action: EditAction::Leave, name: "leave", help: "back to the game" },
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
