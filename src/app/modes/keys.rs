//! The one table of keys: what each does, what the help calls it, and how a script names it.

use macroquad::input::KeyCode;

use crate::app::view::overlays::Part;

/// Everything that a key or a button of the HUD can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Pause,
    StepOnce,
    Restart,
    Stop,
    Scatter,
    Formation,
    Follow,
    Flee,
    Wander,
    Patrol,
    Course,
    Wait,
    AddAgent,
    RemoveSelected,
    Brush,
    Frame,
    Faster,
    Slower,
    FoldCard,
    FollowCamera,
    Pin,
    Lab,
    PanUp,
    PanLeft,
    PanDown,
    PanRight,
    Levels,
    NextLevel,
    PreviousLevel,
    Accept,
    Help,
    Messages,
    Close,
    Debug,
    DebugEverything,
    /// Show or hide a part of the overlays.
    Overlay(Part),
    SearchPanel,
    BakePanel,
    Inspector,
    NextAlgorithm,
    PreviousAlgorithm,
    Compare,
    Replay,
    ReplayForward,
    ReplayBack,
}

impl Action {
    /// Whether it goes on for as long as the key is held.
    pub fn is_held(self) -> bool {
        matches!(self, Action::PanUp | Action::PanLeft | Action::PanDown | Action::PanRight)
    }

    /// The first key that asks for it.
    pub fn key_name(self) -> &'static str {
        binding_of(BINDINGS, self).map_or("", |binding| binding.keys[0].1)
    }
}

/// What some keys do in a mode whose actions are `A`.
pub struct Binding<A> {
    /// The keys, each with the name that the help shows and a script uses.
    pub keys: &'static [(KeyCode, &'static str)],
    /// What they ask for.
    pub action: A,
    /// What that does, as the help says it.
    pub help: &'static str,
}

/// What the mouse and the fingers do, for the help: gesture, meaning.
pub const GESTURES: &[(&str, &str)] = &[
    ("Click or tap", "send the selected agents there (all, when none is selected and they are few)"),
    ("Shift+click", "queue: with Shift every order comes after the earlier ones"),
    ("Click an agent", "select it; with Shift, add it or take it out"),
    ("The button with the plus", "Shift for touch: stays on until it is pressed again"),
    ("Drag", "select with a box"),
    ("Drag a goal", "move the goal; the path follows"),
    ("Drag an obstacle", "move it if it has a name; the map is baked again"),
    ("Right click", "send; on an agent: follow it"),
    ("Wheel, two fingers", "zoom"),
    ("Middle or right drag, two fingers", "move the map"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("Tab, Shift+Tab", "move the keyboard's focus; Enter presses, the arrows change a number"),
    ("Ctrl or Cmd with A, C, X, V", "in a text field: select all, copy, cut, paste"),
    ("Ctrl or Cmd with Z", "take the last order back, within five seconds"),
];

/// Every key, in the order of the help.
pub const BINDINGS: &[Binding<Action>] = &[
    Binding { keys: &[(KeyCode::Space, "Space")], action: Action::Pause, help: "pause, resume" },
    Binding { keys: &[(KeyCode::Period, ".")], action: Action::StepOnce, help: "one tick (pauses)" },
    Binding { keys: &[(KeyCode::R, "R")], action: Action::Restart, help: "restart the level" },
    Binding { keys: &[(KeyCode::X, "X")], action: Action::Stop, help: "stop the selected agents" },
    Binding { keys: &[(KeyCode::C, "C")], action: Action::Scatter, help: "scatter them to random places" },
    Binding {
        keys: &[(KeyCode::Key1, "1")],
        action: Action::Formation,
        help: "formation: a selected group keeps its formation, or not",
    },
    Binding {
        keys: &[(KeyCode::Key2, "2")],
        action: Action::Follow,
        help: "follow: then click an agent; press twice: only while in sight",
    },
    Binding { keys: &[(KeyCode::Key3, "3")], action: Action::Flee, help: "flee: then click an agent" },
    Binding { keys: &[(KeyCode::Key4, "4")], action: Action::Wander, help: "wander around here" },
    Binding { keys: &[(KeyCode::Key5, "5")], action: Action::Patrol, help: "patrol along the level's next path" },
    Binding {
        keys: &[(KeyCode::Key6, "6")],
        action: Action::Course,
        help: "patrol that path in a loop, back and forth, or once",
    },
    Binding { keys: &[(KeyCode::Key7, "7")], action: Action::Wait, help: "wait for three seconds" },
    Binding { keys: &[(KeyCode::N, "N")], action: Action::AddAgent, help: "add a walker at the pointer" },
    Binding {
        keys: &[(KeyCode::Delete, "Delete"), (KeyCode::Backspace, "Backspace")],
        action: Action::RemoveSelected,
        help: "remove the selected agents",
    },
    Binding { keys: &[(KeyCode::B, "B")], action: Action::Brush, help: "brush: paint and erase walls" },
    Binding { keys: &[(KeyCode::F, "F")], action: Action::Frame, help: "show the whole map" },
    Binding {
        keys: &[(KeyCode::Equal, "=")],
        action: Action::Faster,
        help: "let time pass faster, or the replay that is open",
    },
    Binding {
        keys: &[(KeyCode::Minus, "-")],
        action: Action::Slower,
        help: "let time pass slower, or the replay that is open",
    },
    Binding {
        keys: &[(KeyCode::F4, "F4")],
        action: Action::FoldCard,
        help: "what the level is about: unfold or fold its card",
    },
    Binding {
        keys: &[(KeyCode::Key8, "8")],
        action: Action::FollowCamera,
        help: "let the camera follow the selected agent, until the map is moved",
    },
    Binding {
        keys: &[(KeyCode::Key0, "0")],
        action: Action::Pin,
        help: "pin what is known of the cell at the pointer, or take it away",
    },
    Binding { keys: &[(KeyCode::F9, "F9")], action: Action::Lab, help: "the lab: watch searches on this level" },
    Binding { keys: &[(KeyCode::W, "W"), (KeyCode::Up, "Up")], action: Action::PanUp, help: "pan up" },
    Binding { keys: &[(KeyCode::A, "A"), (KeyCode::Left, "Left")], action: Action::PanLeft, help: "pan left" },
    Binding { keys: &[(KeyCode::S, "S"), (KeyCode::Down, "Down")], action: Action::PanDown, help: "pan down" },
    Binding { keys: &[(KeyCode::D, "D"), (KeyCode::Right, "Right")], action: Action::PanRight, help: "pan right" },
    Binding { keys: &[(KeyCode::L, "L")], action: Action::Levels, help: "the list of levels" },
    Binding { keys: &[(KeyCode::PageDown, "PageDown")], action: Action::NextLevel, help: "the next level" },
    Binding { keys: &[(KeyCode::PageUp, "PageUp")], action: Action::PreviousLevel, help: "the previous level" },
    Binding { keys: &[(KeyCode::Enter, "Enter")], action: Action::Accept, help: "play the marked level of the list" },
    Binding { keys: &[(KeyCode::I, "I")], action: Action::Debug, help: "overlays: show or hide the debug layer" },
    Binding { keys: &[(KeyCode::Q, "Q")], action: Action::DebugEverything, help: "every overlay, or none" },
    Binding { keys: &[(KeyCode::G, "G")], action: Action::Overlay(Part::Grid), help: "grid lines and origin" },
    Binding { keys: &[(KeyCode::O, "O")], action: Action::Overlay(Part::Obstacles), help: "obstacles and clearance" },
    Binding {
        keys: &[(KeyCode::P, "P")],
        action: Action::Overlay(Part::Paths),
        help: "paths, waypoints and their radius",
    },
    Binding {
        keys: &[(KeyCode::E, "E")],
        action: Action::Overlay(Part::Search),
        help: "cells explored: open and closed set",
    },
    Binding {
        keys: &[(KeyCode::V, "V")],
        action: Action::Overlay(Part::Vectors),
        help: "velocities: wanted, preferred, chosen; corrections",
    },
    Binding {
        keys: &[(KeyCode::F7, "F7")],
        action: Action::Overlay(Part::Orders),
        help: "orders: patrol paths, queues, followers",
    },
    Binding {
        keys: &[(KeyCode::F8, "F8")],
        action: Action::Overlay(Part::Senses),
        help: "senses: sight, rays, avoidance radius",
    },
    Binding {
        keys: &[(KeyCode::Key9, "9")],
        action: Action::Overlay(Part::Heat),
        help: "heat map: cost, clearance, traffic, wear, off",
    },
    Binding {
        keys: &[(KeyCode::T, "T")],
        action: Action::Overlay(Part::Numbers),
        help: "numbers: the last search, times",
    },
    Binding {
        keys: &[(KeyCode::K, "K")],
        action: Action::SearchPanel,
        help: "the search panel: algorithm and settings",
    },
    Binding {
        keys: &[(KeyCode::F2, "F2")],
        action: Action::BakePanel,
        help: "the bake panel: agent size, steps, slopes, open cells",
    },
    Binding {
        keys: &[(KeyCode::F3, "F3")],
        action: Action::Inspector,
        help: "the inspector: an agent's state and its profile",
    },
    Binding { keys: &[(KeyCode::RightBracket, "]")], action: Action::NextAlgorithm, help: "the next algorithm" },
    Binding { keys: &[(KeyCode::LeftBracket, "[")], action: Action::PreviousAlgorithm, help: "the previous algorithm" },
    Binding { keys: &[(KeyCode::J, "J")], action: Action::Compare, help: "compare every algorithm on the last search" },
    Binding { keys: &[(KeyCode::Y, "Y")], action: Action::Replay, help: "replay the last search; pause, resume" },
    Binding { keys: &[(KeyCode::U, "U")], action: Action::ReplayForward, help: "one step of the search forward" },
    Binding { keys: &[(KeyCode::Z, "Z")], action: Action::ReplayBack, help: "one step of the search back" },
    Binding { keys: &[(KeyCode::M, "M")], action: Action::Messages, help: "messages of the level file" },
    Binding { keys: &[(KeyCode::H, "H"), (KeyCode::F1, "F1")], action: Action::Help, help: "this help" },
    Binding { keys: &[(KeyCode::Escape, "Esc")], action: Action::Close, help: "close what is open, then deselect" },
];

/// What a key asks for.
pub fn action_of(key: KeyCode) -> Option<Action> {
    action_in(BINDINGS, key)
}

/// What a key asks for in a mode with these keys.
pub fn action_in<A: Copy>(bindings: &[Binding<A>], key: KeyCode) -> Option<A> {
    bindings.iter().find(|binding| binding.keys.iter().any(|(code, _)| *code == key)).map(|binding| binding.action)
}

/// The keys in a mode with these that ask for an action.
pub fn binding_of<A: PartialEq>(bindings: &[Binding<A>], action: A) -> Option<&Binding<A>> {
    bindings.iter().find(|binding| binding.action == action)
}

/// The key that the help of the game lists under `name`, whatever the case of its letters.
pub fn key_named(name: &str) -> Option<KeyCode> {
    let keys = BINDINGS.iter().flat_map(|binding| binding.keys);
    keys.into_iter().find(|(_, listed)| listed.eq_ignore_ascii_case(name)).map(|(code, _)| *code)
}

/// The names of a binding's keys as the help shows them: `H or F1`.
pub fn names<A>(binding: &Binding<A>) -> String {
    binding.keys.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(" or ")
}

/// Asserts that none of a mode's keys, of their names and of its actions is listed twice.
#[cfg(test)]
pub fn assert_nothing_is_listed_twice<A: PartialEq + std::fmt::Debug>(bindings: &[Binding<A>]) {
    let keys: Vec<_> = bindings.iter().flat_map(|binding| binding.keys).collect();
    for (index, (code, name)) in keys.iter().enumerate() {
        for (other_code, other_name) in &keys[..index] {
            assert_ne!(code, other_code, "{name} and {other_name}");
            assert!(!name.eq_ignore_ascii_case(other_name), "{name} twice");
        }
    }
    for (index, binding) in bindings.iter().enumerate() {
        assert!(bindings[..index].iter().all(|other| other.action != binding.action), "{:?}", binding.action);
    }
}

/// A mode's gestures and keys as a table of the README.
#[cfg(test)]
pub fn markdown<A>(gestures: &[(&str, &str)], bindings: &[Binding<A>]) -> String {
    let gestures = gestures.iter().map(|(gesture, help)| format!("| {gesture} | {help} |\n"));
    let keys = bindings.iter().map(|binding| format!("| {} | {} |\n", names(binding), binding.help));
    format!("| key or gesture | what it does |\n|---|---|\n{}", gestures.chain(keys).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn keys_are_found_by_the_name_of_the_help() {
        assert_eq!(key_named("g"), Some(KeyCode::G));
        assert_eq!(key_named("Esc"), Some(KeyCode::Escape));
        assert_eq!(key_named("Nonsense"), None);
        assert_eq!(key_named("Home"), None, "a key of the lab, where no script is played");
        assert_eq!(action_of(KeyCode::F1), Some(Action::Help));
    }
}
