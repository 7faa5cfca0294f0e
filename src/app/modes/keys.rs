//! The one table of keys: what each does, and what the help calls that; and which keys hold where the user has changed
//! some of them.

use std::collections::BTreeMap;

use macroquad::input::KeyCode;

use footpath::sorting;

use crate::app::ui::key_names;
use crate::app::view::overlays::Overlay;

/// Everything that a key or a button of the HUD can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Pause,
    StepOnce,
    Restart,
    RestartAgents,
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
    ToSelection,
    Minimap,
    Pin,
    Lab,
    Edit,
    Save,
    CopyLink,
    SaveReplay,
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
    Overlay(Overlay),
    SearchPanel,
    BakePanel,
    Inspector,
    NextAlgorithm,
    PreviousAlgorithm,
    Compare,
    Replay,
    ReplayForward,
    ReplayBack,
    Commands,
    Settings,
    FullScreen,
    KeyPointer,
}

impl Action {
    /// Whether it goes on for as long as the key is held.
    pub fn is_held(self) -> bool {
        matches!(self, Action::PanUp | Action::PanLeft | Action::PanDown | Action::PanRight)
    }
}

/// What some keys do in a mode whose actions are `A`.
#[derive(Debug)]
pub struct Binding<A> {
    /// The keys, the one first that hints show.
    pub keys: &'static [KeyCode],
    /// What they ask for.
    pub action: A,
    /// By which name the settings know that: it stays the same from version to version.
    pub name: &'static str,
    /// What that does, as the help says it.
    pub help: &'static str,
}

/// What the mouse and the fingers do, for the help: gesture, meaning.
pub const GESTURES: &[(&str, &str)] = &[
    ("Click or tap", "send the selected agents there (all, when none is selected and they are few)"),
    ("Shift+click", "queue: with Shift every order comes after the earlier ones"),
    ("Click an agent", "select it; with Shift, add it or take it out"),
    ("Double-click an agent", "select all of its kind that are in sight"),
    ("The button with the plus", "Shift for touch: stays on until it is pressed again"),
    ("Drag", "select with a box"),
    ("Drag a goal", "move the goal; the path follows"),
    ("Drag the flag of a start", "agents that begin there are put there, and go to their goals from there"),
    ("Drag an obstacle", "move it if it has a name; the map is baked again"),
    ("Click or drag on the small map", "look there"),
    ("Right click", "send; on an agent: follow it"),
    ("Wheel, two fingers", "zoom"),
    ("Middle or right drag, two fingers", "move the map"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("Tab, Shift+Tab", "move the keyboard's focus; Enter presses, the arrows change a number"),
    ("Ctrl or Cmd with K", "find a command or a level"),
    ("Ctrl or Cmd with A", "select all agents"),
    ("Ctrl or Cmd with A, C, X, V", "in a text field: select all, copy, cut, paste"),
    ("Ctrl or Cmd with E", "edit this level; again: back to the game"),
    ("Ctrl or Cmd with S", "save this level"),
    ("Ctrl or Cmd with V", "play the level on the clipboard: a link to it, or its text"),
    ("Ctrl or Cmd with Z", "take back what was done to the ground, or an order of the last five seconds"),
    ("Ctrl or Cmd with Shift and Z, or Y", "do again what was taken back of the ground"),
];

/// What fingers do, for the help on a touch screen: gesture, meaning.
pub const TOUCHES: &[(&str, &str)] = &[
    ("Tap the ground", "send the selected agents there (all, when none is selected and they are few)"),
    ("Tap an agent", "select it"),
    ("Drag", "select with a box"),
    ("Drag a goal", "move the goal; the path follows"),
    ("Drag an obstacle", "move it if it has a name; the map is baked again"),
    ("Two fingers", "move the map, and zoom"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("The button with the plus", "add to the selection, and queue orders: stays on until it is pressed again"),
    ("The button with the lines", "everything that can be done, and every level"),
    ("The button with the wheel", "the settings: colours, full screen"),
];

/// Every key, in the order of the help.
pub const BINDINGS: &[Binding<Action>] = &[
    Binding { keys: &[KeyCode::Space], action: Action::Pause, name: "pause", help: "pause, resume" },
    Binding { keys: &[KeyCode::Period], action: Action::StepOnce, name: "step-once", help: "one tick (pauses)" },
    Binding { keys: &[KeyCode::R], action: Action::Restart, name: "restart", help: "restart the level" },
    Binding {
        keys: &[KeyCode::Home],
        action: Action::RestartAgents,
        name: "restart-agents",
        help: "restart the agents, keep my walls",
    },
    Binding { keys: &[KeyCode::X], action: Action::Stop, name: "stop", help: "stop the selected agents" },
    Binding { keys: &[KeyCode::C], action: Action::Scatter, name: "scatter", help: "scatter them to random places" },
    Binding {
        keys: &[KeyCode::Key1],
        action: Action::Formation,
        name: "formation",
        help: "formation: a selected group keeps its formation, or not",
    },
    Binding {
        keys: &[KeyCode::Key2],
        action: Action::Follow,
        name: "follow",
        help: "follow: then choose an agent; press twice: only while in sight",
    },
    Binding { keys: &[KeyCode::Key3], action: Action::Flee, name: "flee", help: "flee: then choose an agent" },
    Binding { keys: &[KeyCode::Key4], action: Action::Wander, name: "wander", help: "wander around here" },
    Binding {
        keys: &[KeyCode::Key5],
        action: Action::Patrol,
        name: "patrol",
        help: "patrol along the level's next path",
    },
    Binding {
        keys: &[KeyCode::Key6],
        action: Action::Course,
        name: "course",
        help: "patrol that path in a loop, back and forth, or once",
    },
    Binding { keys: &[KeyCode::Key7], action: Action::Wait, name: "wait", help: "wait for three seconds" },
    Binding { keys: &[KeyCode::N], action: Action::AddAgent, name: "add-agent", help: "add a walker at the pointer" },
    Binding {
        keys: &[KeyCode::Delete, KeyCode::Backspace],
        action: Action::RemoveSelected,
        name: "remove-selected",
        help: "remove the selected agents",
    },
    Binding { keys: &[KeyCode::B], action: Action::Brush, name: "brush", help: "brush: paint and erase walls" },
    Binding { keys: &[KeyCode::F], action: Action::Frame, name: "frame", help: "show the whole map" },
    Binding {
        keys: &[KeyCode::Equal],
        action: Action::Faster,
        name: "faster",
        help: "let time pass faster, or the replay that is open",
    },
    Binding {
        keys: &[KeyCode::Minus],
        action: Action::Slower,
        name: "slower",
        help: "let time pass slower, or the replay that is open",
    },
    Binding {
        keys: &[KeyCode::F4],
        action: Action::FoldCard,
        name: "fold-card",
        help: "what the level is about: unfold or fold its card",
    },
    Binding {
        keys: &[KeyCode::Key8],
        action: Action::FollowCamera,
        name: "follow-camera",
        help: "let the camera follow the selected agent, until the map is moved",
    },
    Binding {
        keys: &[KeyCode::Key0],
        action: Action::Pin,
        name: "pin",
        help: "pin what is known of the cell at the pointer, or take it away",
    },
    Binding { keys: &[KeyCode::F9], action: Action::Lab, name: "lab", help: "the lab: watch searches on this level" },
    Binding {
        keys: &[KeyCode::Comma],
        action: Action::Edit,
        name: "edit",
        help: "edit this level: draw and furnish it",
    },
    Binding { keys: &[KeyCode::Backslash], action: Action::Save, name: "save", help: "save this level" },
    Binding {
        keys: &[KeyCode::F12],
        action: Action::CopyLink,
        name: "copy-link",
        help: "copy a link that plays this level as it is now",
    },
    Binding {
        keys: &[KeyCode::Apostrophe],
        action: Action::SaveReplay,
        name: "save-replay",
        help: "save a replay of this run, from the level's beginning",
    },
    Binding { keys: &[KeyCode::W, KeyCode::Up], action: Action::PanUp, name: "pan-up", help: "pan up" },
    Binding { keys: &[KeyCode::A, KeyCode::Left], action: Action::PanLeft, name: "pan-left", help: "pan left" },
    Binding { keys: &[KeyCode::S, KeyCode::Down], action: Action::PanDown, name: "pan-down", help: "pan down" },
    Binding { keys: &[KeyCode::D, KeyCode::Right], action: Action::PanRight, name: "pan-right", help: "pan right" },
    Binding { keys: &[KeyCode::L], action: Action::Levels, name: "levels", help: "the list of levels" },
    Binding { keys: &[KeyCode::PageDown], action: Action::NextLevel, name: "next-level", help: "the next level" },
    Binding {
        keys: &[KeyCode::PageUp],
        action: Action::PreviousLevel,
        name: "previous-level",
        help: "the previous level",
    },
    Binding {
        keys: &[KeyCode::Enter],
        action: Action::Accept,
        name: "accept",
        help: "play the marked level of the list",
    },
    Binding {
        keys: &[KeyCode::I],
        action: Action::Debug,
        name: "debug",
        help: "overlays: show or hide the debug layer",
    },
    Binding {
        keys: &[KeyCode::Q],
        action: Action::DebugEverything,
        name: "debug-everything",
        help: "every overlay, or none",
    },
    Binding {
        keys: &[KeyCode::G],
        action: Action::Overlay(Overlay::Grid),
        name: "overlay-grid",
        help: "grid lines and origin",
    },
    Binding {
        keys: &[KeyCode::O],
        action: Action::Overlay(Overlay::Obstacles),
        name: "overlay-obstacles",
        help: "obstacles and clearance",
    },
    Binding {
        keys: &[KeyCode::P],
        action: Action::Overlay(Overlay::Paths),
        name: "overlay-paths",
        help: "paths, waypoints and their radius",
    },
    Binding {
        keys: &[KeyCode::E],
        action: Action::Overlay(Overlay::Search),
        name: "overlay-search",
        help: "cells explored: open and closed set",
    },
    Binding {
        keys: &[KeyCode::V],
        action: Action::Overlay(Overlay::Vectors),
        name: "overlay-vectors",
        help: "velocities: wanted, preferred, chosen; corrections",
    },
    Binding {
        keys: &[KeyCode::F7],
        action: Action::Overlay(Overlay::Orders),
        name: "overlay-orders",
        help: "orders: patrol paths, queues, followers",
    },
    Binding {
        keys: &[KeyCode::F8],
        action: Action::Overlay(Overlay::Senses),
        name: "overlay-senses",
        help: "senses: sight, rays, avoidance radius",
    },
    Binding {
        keys: &[KeyCode::Key9],
        action: Action::Overlay(Overlay::Heat),
        name: "overlay-heat",
        help: "heat map: cost, clearance, traffic, wear, off",
    },
    Binding {
        keys: &[KeyCode::T],
        action: Action::Overlay(Overlay::Numbers),
        name: "overlay-numbers",
        help: "numbers: the last search, times",
    },
    Binding {
        keys: &[KeyCode::K],
        action: Action::SearchPanel,
        name: "search-panel",
        help: "the search panel: algorithm and settings",
    },
    Binding {
        keys: &[KeyCode::F2],
        action: Action::BakePanel,
        name: "bake-panel",
        help: "the bake panel: agent size, steps, slopes, open cells",
    },
    Binding {
        keys: &[KeyCode::F3],
        action: Action::Inspector,
        name: "inspector",
        help: "the inspector: an agent's state and its profile",
    },
    Binding {
        keys: &[KeyCode::RightBracket],
        action: Action::NextAlgorithm,
        name: "next-algorithm",
        help: "the next algorithm",
    },
    Binding {
        keys: &[KeyCode::LeftBracket],
        action: Action::PreviousAlgorithm,
        name: "previous-algorithm",
        help: "the previous algorithm",
    },
    Binding {
        keys: &[KeyCode::J],
        action: Action::Compare,
        name: "compare",
        help: "compare every algorithm on the last search",
    },
    Binding {
        keys: &[KeyCode::Y],
        action: Action::Replay,
        name: "replay",
        help: "replay the last search; pause, resume",
    },
    Binding {
        keys: &[KeyCode::U],
        action: Action::ReplayForward,
        name: "replay-forward",
        help: "one step of the search forward",
    },
    Binding {
        keys: &[KeyCode::Z],
        action: Action::ReplayBack,
        name: "replay-back",
        help: "one step of the search back",
    },
    Binding {
        keys: &[KeyCode::End],
        action: Action::ToSelection,
        name: "to-selection",
        help: "show the selected agents in the middle",
    },
    Binding {
        keys: &[KeyCode::F10],
        action: Action::Minimap,
        name: "minimap",
        help: "the whole map in a corner, where the window shows a part: show or hide it",
    },
    Binding {
        keys: &[KeyCode::Slash],
        action: Action::Commands,
        name: "commands",
        help: "find a command or a level: type a part of its name",
    },
    Binding {
        keys: &[KeyCode::F6],
        action: Action::Settings,
        name: "settings",
        help: "the settings: colours, keys, full screen",
    },
    Binding {
        keys: &[KeyCode::F11],
        action: Action::FullScreen,
        name: "full-screen",
        help: "full screen, or a window",
    },
    Binding { keys: &[KeyCode::M], action: Action::Messages, name: "messages", help: "messages of the level file" },
    Binding {
        keys: &[KeyCode::Semicolon],
        action: Action::KeyPointer,
        name: "key-pointer",
        help: "a pointer for the keyboard: the arrows move it, with Shift further; Enter clicks, held it drags",
    },
    Binding { keys: &[KeyCode::H, KeyCode::F1], action: Action::Help, name: "help", help: "this help" },
    Binding {
        keys: &[KeyCode::Escape],
        action: Action::Close,
        name: "close",
        help: "close what is open, then deselect",
    },
];

/// What the user has changed in a table of keys: the keys of an action, by their names, by the name of the action.
pub type ChangedKeys = BTreeMap<String, Vec<String>>;

/// The keys of a mode that hold: those of its table, but for what the user has changed.
#[derive(Clone, Debug)]
pub struct KeyMap<A: 'static> {
    bindings: &'static [Binding<A>],
    /// The keys of each binding, in the order of the table.
    keys: Vec<Vec<KeyCode>>,
}

/// What became of a key that was given to an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// No other action had it, or the same one.
    Free,
    /// The action at this place of the table had it, and has got the key that the other one gave up.
    Swapped(usize),
    /// This key closes whatever is open, always; or it is the key of that.
    Refused,
}

impl<A: Copy + PartialEq> KeyMap<A> {
    /// The keys of a table with what is changed. A name that no action and no key has is left out.
    pub fn of(bindings: &'static [Binding<A>], changed: &ChangedKeys) -> KeyMap<A> {
        let keys_of = |binding: &Binding<A>| {
            let named = changed.get(binding.name).into_iter().flatten();
            let keys: Vec<KeyCode> = named.filter_map(|name| key_names::named(name)).collect();
            if keys.is_empty() { binding.keys.to_vec() } else { keys }
        };
        KeyMap { bindings, keys: bindings.iter().map(keys_of).collect() }
    }

    /// The same without the keys of all other actions: those that an open dialog has.
    pub fn only(mut self, actions: &[A]) -> KeyMap<A> {
        let others = self.bindings.iter().zip(&mut self.keys).filter(|(binding, _)| !actions.contains(&binding.action));
        others.for_each(|(_, keys)| keys.clear());
        self
    }

    /// What differs from the table.
    pub fn changed(&self) -> ChangedKeys {
        let differing = self.bindings.iter().zip(&self.keys).filter(|(binding, keys)| binding.keys != *keys);
        let names = |keys: &Vec<KeyCode>| keys.iter().map(|key| name(*key).to_owned()).collect();
        sorting::map(differing.map(|(binding, keys)| (binding.name.to_owned(), names(keys))))
    }

    /// What a key asks for.
    pub fn action_of(&self, key: KeyCode) -> Option<A> {
        let index = self.keys.iter().position(|keys| keys.contains(&key))?;
        Some(self.bindings[index].action)
    }

    /// The name of the first key that asks for an action.
    pub fn key_name(&self, action: A) -> &'static str {
        self.index_of(action).map_or("", |index| name(self.keys[index][0]))
    }

    /// What an action does, and the key that asks for it unless a finger does: the tooltip of a button.
    pub fn hint(&self, action: A, is_by_finger: bool) -> String {
        let help = self.index_of(action).map_or("", |index| self.bindings[index].help);
        self.with_key(action, help, is_by_finger)
    }

    /// Words, and in brackets the key that asks for an action, unless a finger does.
    pub fn with_key(&self, action: A, words: &str, is_by_finger: bool) -> String {
        if is_by_finger { words.to_owned() } else { format!("{words} ({})", self.key_name(action)) }
    }

    /// The keys of every action as the help shows them, `H or F1`, and what they do, in the order of the table.
    pub fn rows(&self) -> impl Iterator<Item = (String, &'static str)> {
        self.bindings.iter().zip(&self.keys).map(|(binding, keys)| (in_words(keys), binding.help))
    }

    /// The key that does now what a key of the table does there.
    pub fn in_place_of(&self, key: KeyCode) -> Option<KeyCode> {
        let place = |binding: &Binding<A>| binding.keys.iter().position(|listed| *listed == key);
        let (index, place) =
            self.bindings.iter().enumerate().find_map(|(index, binding)| Some((index, place(binding)?)))?;
        self.keys[index].get(place).or(self.keys[index].first()).copied()
    }

    /// Gives a key to the action at a place of the table, in place of its first one. An action that had the key gets that
    /// one, so that none is ever without a key.
    pub fn give(&mut self, index: usize, key: KeyCode) -> Given {
        let is_fixed = |index: usize| self.bindings[index].keys.contains(&KeyCode::Escape);
        let holder = self.keys.iter().position(|keys| keys.contains(&key));
        if is_fixed(index) || holder.is_some_and(is_fixed) {
            return Given::Refused;
        }
        let before = std::mem::replace(&mut self.keys[index][0], key);
        let Some(holder) = holder else { return Given::Free };
        // In the holder's own list the new first key is left out.
        let first = usize::from(holder == index);
        if let Some(slot) = self.keys[holder][first..].iter_mut().find(|held| **held == key) {
            *slot = before;
        }
        if holder == index { Given::Free } else { Given::Swapped(holder) }
    }

    fn index_of(&self, action: A) -> Option<usize> {
        self.bindings.iter().position(|binding| binding.action == action)
    }
}

/// What a key of a table is called.
fn name(key: KeyCode) -> &'static str {
    key_names::name_of(key).unwrap_or("")
}

/// Some keys as the help shows them: `H or F1`.
fn in_words(keys: &[KeyCode]) -> String {
    keys.iter().map(|key| name(*key)).collect::<Vec<_>>().join(" or ")
}

/// The key that the help of the game lists under `name`, whatever the case of its letters; the user's changes do not count.
pub fn key_named(name: &str) -> Option<KeyCode> {
    let is_listed = |key: &KeyCode| BINDINGS.iter().any(|binding| binding.keys.contains(key));
    key_names::named(name).filter(is_listed)
}

/// Asserts that none of a mode's keys, of their names and of its actions is listed twice, and that every key has a name.
#[cfg(test)]
pub fn assert_nothing_is_listed_twice<A: PartialEq + std::fmt::Debug>(bindings: &[Binding<A>]) {
    let keys: Vec<KeyCode> = bindings.iter().flat_map(|binding| binding.keys).copied().collect();
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key) && !name(*key).is_empty(), "{key:?}");
    }
    for (index, binding) in bindings.iter().enumerate() {
        let is_other = |other: &Binding<A>| other.action != binding.action && other.name != binding.name;
        assert!(bindings[..index].iter().all(is_other), "{:?}", binding.action);
    }
}

/// Fails unless the page of keys and modes has a mode's gestures and keys as a table.
#[cfg(test)]
pub fn assert_the_page_shows<A>(gestures: &[(&str, &str)], bindings: &[Binding<A>]) {
    let gestures = gestures.iter().map(|(gesture, help)| format!("| {gesture} | {help} |\n"));
    let keys = bindings.iter().map(|binding| format!("| {} | {} |\n", in_words(binding.keys), binding.help));
    let rows: String = gestures.chain(keys).collect();
    let table = format!("| key or gesture | what it does |\n|---|---|\n{rows}");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/app/modes/README.md");
    let page = std::fs::read_to_string(file).expect("it is there");
    assert!(page.contains(&table), "{file} is to contain:\n\n{table}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_no_name_and_no_action_is_listed_twice() {
        assert_nothing_is_listed_twice(BINDINGS);
    }

    #[test]
    fn the_page_shows_this_table() {
        assert_the_page_shows(GESTURES, BINDINGS);
    }

    #[test]
    fn keys_are_found_by_the_name_of_the_help() {
        assert_eq!(key_named("g"), Some(KeyCode::G));
        assert_eq!(key_named("Esc"), Some(KeyCode::Escape));
        assert_eq!(key_named("Nonsense"), None);
        assert_eq!(key_named("Insert"), None, "a key that does nothing");
    }

    /// The list of commands is for fingers too; only the keyboard's pointer clicks.
    #[test]
    fn no_command_asks_for_a_click() {
        let lab = crate::app::modes::lab::keys::BINDINGS.iter().map(|binding| (binding.name, binding.help));
        let edit = crate::app::modes::edit::keys::BINDINGS.iter().map(|binding| (binding.name, binding.help));
        for (name, help) in BINDINGS.iter().map(|binding| (binding.name, binding.help)).chain(lab).chain(edit) {
            assert!(name == "key-pointer" || !help.contains("click"), "{help}");
        }
    }

    fn place(action: Action) -> usize {
        BINDINGS.iter().position(|binding| binding.action == action).expect("it is in the table")
    }

    #[test]
    fn a_key_that_is_taken_is_swapped_and_no_action_is_without_one() {
        let mut keys = KeyMap::of(BINDINGS, &ChangedKeys::new());
        assert_eq!(keys.give(place(Action::Pause), KeyCode::F), Given::Swapped(place(Action::Frame)));
        assert_eq!(keys.action_of(KeyCode::F), Some(Action::Pause));
        assert_eq!(keys.action_of(KeyCode::Space), Some(Action::Frame));
        assert_eq!(keys.give(place(Action::Help), KeyCode::Insert), Given::Free);
        assert_eq!(
            [KeyCode::H, KeyCode::F1, KeyCode::Insert].map(|key| keys.action_of(key)),
            [None, Some(Action::Help), Some(Action::Help)]
        );
        assert_eq!(keys.give(place(Action::Help), KeyCode::F1), Given::Free, "its own second key");
        assert_eq!(keys.key_name(Action::Help), "F1");
        for index in 0..BINDINGS.len() {
            keys.give(index, KeyCode::G);
        }
        assert!(keys.keys.iter().all(|keys| !keys.is_empty()));
        let mut held: Vec<KeyCode> = keys.keys.concat();
        held.sort_by_key(|key| *key as u32);
        assert!(held.is_sorted_by(|one, other| one != other), "no key asks for two things");
        assert_eq!(keys.action_of(KeyCode::Escape), Some(Action::Close), "Esc always closes");
    }

    #[test]
    fn what_is_changed_is_kept_and_nothing_else() {
        let mut keys = KeyMap::of(BINDINGS, &ChangedKeys::new());
        assert_eq!(keys.changed(), ChangedKeys::new());
        keys.give(place(Action::Pause), KeyCode::F);
        let changed = keys.changed();
        let written = [("frame", "Space"), ("pause", "F")].map(|(name, key)| (name.to_owned(), vec![key.to_owned()]));
        assert_eq!(changed, ChangedKeys::from(written));
        assert_eq!(KeyMap::of(BINDINGS, &changed).keys, keys.keys);
        assert_eq!(keys.give(place(Action::Pause), KeyCode::Space), Given::Swapped(place(Action::Frame)));
        assert_eq!(keys.changed(), ChangedKeys::new(), "back to the table");
    }

    #[test]
    fn names_that_nothing_has_change_nothing() {
        let nonsense =
            [("no-action", "F"), ("pause", "no key")].map(|(name, key)| (name.to_owned(), vec![key.to_owned()]));
        assert_eq!(KeyMap::of(BINDINGS, &ChangedKeys::from(nonsense)).action_of(KeyCode::Space), Some(Action::Pause));
    }

    #[test]
    fn a_script_presses_the_keys_of_the_table() {
        let mut keys = KeyMap::of(BINDINGS, &ChangedKeys::new());
        keys.give(place(Action::Pause), KeyCode::F);
        assert_eq!(keys.in_place_of(KeyCode::Space), Some(KeyCode::F));
        assert_eq!(keys.in_place_of(KeyCode::F1), Some(KeyCode::F1));
    }
}
