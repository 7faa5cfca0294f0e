//! The keys of the lab.

use macroquad::input::KeyCode;

use crate::app::modes::keys::{Binding, binding_of};

/// Everything that a key of the lab asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabAction {
    RandomStart,
    RandomGoal,
    RandomObstacles,
    ClearPath,
    ClearWalls,
    ClearAll,
    NextSheet,
    Walk,
    Play,
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
    Cells,
    Brush,
    Markers,
    SearchPage,
    SheetPage,
    Frame,
    PanUp,
    PanLeft,
    PanDown,
    PanRight,
    NextLevel,
    PreviousLevel,
    Help,
    Close,
    Leave,
}

impl LabAction {
    /// Whether it goes on for as long as the key is held.
    pub fn is_held(self) -> bool {
        matches!(self, LabAction::PanUp | LabAction::PanLeft | LabAction::PanDown | LabAction::PanRight)
    }

    /// The first key that asks for it.
    pub fn key_name(self) -> &'static str {
        binding_of(BINDINGS, self).map_or("", |binding| binding.keys[0].1)
    }

    /// What it does, as the help says it.
    pub fn help(self) -> &'static str {
        binding_of(BINDINGS, self).map_or("", |binding| binding.help)
    }
}

/// What the mouse and the fingers do in the lab, for the help: gesture, meaning.
pub const GESTURES: &[(&str, &str)] = &[
    ("Drag the start or the goal", "move it; path and explored cells follow"),
    ("Drag on the ground", "draw walls, or other ground; begun on a wall, it erases"),
    ("Click with the markers' tool", "place the start, then the goal, and so on"),
    ("Wheel, two fingers", "zoom"),
    ("Middle or right drag, two fingers", "move the map"),
    ("A finger held on a button", "say what the button does, without pressing it"),
];

/// Every key of the lab, in the order of the help.
pub const BINDINGS: &[Binding<LabAction>] = &[
    Binding { keys: &[(KeyCode::S, "S")], action: LabAction::RandomStart, help: "the start to a random place" },
    Binding { keys: &[(KeyCode::G, "G")], action: LabAction::RandomGoal, help: "the goal to a random place" },
    Binding { keys: &[(KeyCode::O, "O")], action: LabAction::RandomObstacles, help: "random obstacles" },
    Binding { keys: &[(KeyCode::P, "P")], action: LabAction::ClearPath, help: "clear the path and the explored cells" },
    Binding { keys: &[(KeyCode::X, "X")], action: LabAction::ClearWalls, help: "clear the walls" },
    Binding { keys: &[(KeyCode::C, "C")], action: LabAction::ClearAll, help: "clear all" },
    Binding { keys: &[(KeyCode::N, "N")], action: LabAction::NextSheet, help: "another sheet: the next seed" },
    Binding { keys: &[(KeyCode::Enter, "Enter")], action: LabAction::Walk, help: "walk it: send an agent along" },
    Binding {
        keys: &[(KeyCode::Space, "Space"), (KeyCode::Y, "Y")],
        action: LabAction::Play,
        help: "play the search step by step; pause, resume",
    },
    Binding {
        keys: &[(KeyCode::Period, "."), (KeyCode::U, "U")],
        action: LabAction::Forward,
        help: "one step of the search forward",
    },
    Binding {
        keys: &[(KeyCode::Comma, ","), (KeyCode::Z, "Z")],
        action: LabAction::Back,
        help: "one step of the search back",
    },
    Binding { keys: &[(KeyCode::Home, "Home")], action: LabAction::First, help: "to the beginning of the search" },
    Binding { keys: &[(KeyCode::End, "End")], action: LabAction::Last, help: "to its end" },
    Binding { keys: &[(KeyCode::Equal, "=")], action: LabAction::Faster, help: "play it faster" },
    Binding { keys: &[(KeyCode::Minus, "-")], action: LabAction::Slower, help: "play it slower" },
    Binding { keys: &[(KeyCode::RightBracket, "]")], action: LabAction::NextAlgorithm, help: "the next algorithm" },
    Binding {
        keys: &[(KeyCode::LeftBracket, "[")],
        action: LabAction::PreviousAlgorithm,
        help: "the previous algorithm",
    },
    Binding {
        keys: &[(KeyCode::J, "J")],
        action: LabAction::AddLane,
        help: "another search beside: two to four at a time",
    },
    Binding {
        keys: &[(KeyCode::Delete, "Delete"), (KeyCode::Backspace, "Backspace")],
        action: LabAction::RemoveLane,
        help: "take the chosen search away",
    },
    Binding {
        keys: &[(KeyCode::T, "T")],
        action: LabAction::ByTime,
        help: "play searches side by side by time, or by steps",
    },
    Binding {
        keys: &[(KeyCode::I, "I")],
        action: LabAction::CopyTable,
        help: "copy the table of the searches as text",
    },
    Binding { keys: &[(KeyCode::E, "E")], action: LabAction::Cells, help: "explored cells: open and closed set" },
    Binding {
        keys: &[(KeyCode::B, "B")],
        action: LabAction::Brush,
        help: "brush: draw and erase; again: other ground",
    },
    Binding { keys: &[(KeyCode::V, "V")], action: LabAction::Markers, help: "click the start, then the goal" },
    Binding { keys: &[(KeyCode::K, "K")], action: LabAction::SearchPage, help: "the panel of the search" },
    Binding { keys: &[(KeyCode::L, "L")], action: LabAction::SheetPage, help: "the panel of the sheet" },
    Binding { keys: &[(KeyCode::F, "F")], action: LabAction::Frame, help: "show the whole sheet" },
    Binding { keys: &[(KeyCode::Up, "Up")], action: LabAction::PanUp, help: "pan up" },
    Binding { keys: &[(KeyCode::Left, "Left")], action: LabAction::PanLeft, help: "pan left" },
    Binding { keys: &[(KeyCode::Down, "Down")], action: LabAction::PanDown, help: "pan down" },
    Binding { keys: &[(KeyCode::Right, "Right")], action: LabAction::PanRight, help: "pan right" },
    Binding { keys: &[(KeyCode::PageDown, "PageDown")], action: LabAction::NextLevel, help: "the next level" },
    Binding { keys: &[(KeyCode::PageUp, "PageUp")], action: LabAction::PreviousLevel, help: "the previous level" },
    Binding { keys: &[(KeyCode::H, "H"), (KeyCode::F1, "F1")], action: LabAction::Help, help: "this help" },
    Binding { keys: &[(KeyCode::Escape, "Esc")], action: LabAction::Close, help: "close what is open" },
    Binding { keys: &[(KeyCode::F9, "F9")], action: LabAction::Leave, help: "back to the game" },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::modes::keys::{assert_nothing_is_listed_twice, markdown};

    #[test]
    fn no_key_no_name_and_no_action_is_listed_twice() {
        assert_nothing_is_listed_twice(BINDINGS);
    }

    #[test]
    fn the_readme_shows_this_table() {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("it is there");
        let table = markdown(GESTURES, BINDINGS);
        assert!(readme.contains(&table), "README.md is to contain:\n\n{table}");
    }
}
