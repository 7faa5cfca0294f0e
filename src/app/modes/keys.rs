//! Which keys hold in a mode: those of the table of actions, but for what the user has changed.

use std::collections::BTreeMap;

use macroquad::input::KeyCode;

use footpath::sorting;

use crate::app::modes::ModeName;
use crate::app::modes::actions::Action;
use crate::app::modes::actions::binding::{Binding, Chord, Shortcut};
use crate::app::modes::actions::table::{bindings, gestures, shortcuts, touches};
use crate::app::ui::key_names;

/// What the user has changed in a table of keys: the keys of an action, by their names, by the name of the action.
pub type ChangedKeys = BTreeMap<String, Vec<String>>;

/// The keys of a mode that hold: those of its table, but for what the user has changed.
#[derive(Clone, Debug)]
pub struct KeyMap {
    mode: ModeName,
    shortcuts: Vec<&'static Shortcut>,
    bindings: Vec<&'static Binding>,
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

impl KeyMap {
    /// The keys of a mode with what is changed. A name that no action and no key has is left out.
    pub fn of(mode: ModeName, changed: &ChangedKeys) -> KeyMap {
        let bindings = bindings(mode);
        let keys_of = |binding: &&Binding| {
            let named = changed.get(binding.name).into_iter().flatten();
            let keys: Vec<KeyCode> = named.filter_map(|name| key_names::named(name)).collect();
            if keys.is_empty() { binding.keys.to_vec() } else { keys }
        };
        let keys = bindings.iter().map(keys_of).collect();
        KeyMap { mode, shortcuts: shortcuts(mode), bindings, keys }
    }

    /// This map with only the keys of `actions`, which are those of an open dialog. All other actions have no key.
    pub fn only(mut self, actions: &[Action]) -> KeyMap {
        let others = self.bindings.iter().zip(&mut self.keys).filter(|(binding, _)| !actions.contains(&binding.action));
        others.for_each(|(_, keys)| keys.clear());
        self.shortcuts.retain(|row| actions.contains(&(row.action)(0)));
        self
    }

    /// What differs from the table.
    pub fn changed(&self) -> ChangedKeys {
        let differing = self.bindings.iter().zip(&self.keys).filter(|(binding, keys)| binding.keys != *keys);
        let names = |keys: &Vec<KeyCode>| keys.iter().map(|key| name(*key).to_owned()).collect();
        sorting::map(differing.map(|(binding, keys)| (binding.name.to_owned(), names(keys))))
    }

    /// What a key asks for.
    pub fn action_of(&self, key: KeyCode) -> Option<Action> {
        let index = self.keys.iter().position(|keys| keys.contains(&key))?;
        Some(self.bindings[index].action)
    }

    /// What a key with Control or Cmd asks for. Where nothing is listed for it with Shift, that counts as not held.
    pub fn shortcut(&self, key: KeyCode, with_shift: bool) -> Option<Action> {
        let asked_by = |chord: Chord| {
            let place = |row: &Shortcut| row.chords.iter().position(|listed| *listed == chord);
            self.shortcuts.iter().find_map(|row| place(row).map(row.action))
        };
        asked_by(Chord { key, with_shift }).or_else(|| asked_by(Chord { key, with_shift: false }))
    }

    /// What the help of the mode lists: gestures and keys, and what each does; for fingers their gestures alone.
    pub fn help(&self, is_by_finger: bool) -> Vec<(String, &'static str)> {
        let gestures = if is_by_finger { touches(self.mode) } else { gestures(self.mode) };
        let gestures = gestures.iter().map(|(gesture, help)| ((*gesture).to_owned(), *help));
        let shortcuts = self.shortcuts.iter().map(|row| (row.keys(), row.help));
        let keys = self.rows().map(|(keys, row)| (keys, row.help));
        gestures.chain(shortcuts.chain(keys).filter(|_| !is_by_finger)).collect()
    }

    /// The name of the first key that asks for an action.
    pub fn key_name(&self, action: Action) -> &'static str {
        self.index_of(action).map_or("", |index| name(self.keys[index][0]))
    }

    /// What an action does, and the key that asks for it unless a finger does: the tooltip of a button.
    pub fn hint(&self, action: Action, is_by_finger: bool) -> String {
        let help = self.index_of(action).map_or("", |index| self.bindings[index].help);
        self.with_key(action, help, is_by_finger)
    }

    /// Words, and in brackets the key that asks for an action, unless a finger does.
    pub fn with_key(&self, action: Action, words: &str, is_by_finger: bool) -> String {
        if is_by_finger { words.to_owned() } else { format!("{words} ({})", self.key_name(action)) }
    }

    /// The keys of every action as the help shows them, `H or F1`, and its row, in the order of the table.
    pub fn rows(&self) -> impl Iterator<Item = (String, &'static Binding)> {
        self.bindings.iter().zip(&self.keys).map(|(binding, keys)| (in_words(keys), *binding))
    }

    /// The key that does now what a key of the table does there.
    pub fn in_place_of(&self, key: KeyCode) -> Option<KeyCode> {
        let place = |binding: &Binding| binding.keys.iter().position(|listed| *listed == key);
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

    fn index_of(&self, action: Action) -> Option<usize> {
        self.bindings.iter().position(|binding| binding.action == action)
    }
}

/// What a key of a table is called.
fn name(key: KeyCode) -> &'static str {
    key_names::name_of(key).unwrap_or("")
}

/// Some keys as the help shows them: `H or F1`.
pub fn in_words(keys: &[KeyCode]) -> String {
    keys.iter().map(|key| name(*key)).collect::<Vec<_>>().join(" or ")
}

/// The key that the help of the game lists under `name`, whatever the case of its letters; the user's changes do not count.
pub fn key_named(name: &str) -> Option<KeyCode> {
    let is_listed = |key: &KeyCode| bindings(ModeName::Game).iter().any(|binding| binding.keys.contains(key));
    key_names::named(name).filter(is_listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_by_the_name_of_the_help() {
        assert_eq!(key_named("g"), Some(KeyCode::G));
        assert_eq!(key_named("Esc"), Some(KeyCode::Escape));
        assert_eq!(key_named("Nonsense"), None);
        assert_eq!(key_named("F5"), None, "a key that does nothing");
    }

    fn place(action: Action) -> usize {
        bindings(ModeName::Game).iter().position(|binding| binding.action == action).expect("it is in the table")
    }

    #[test]
    fn a_key_that_is_taken_is_swapped_and_no_action_is_without_one() {
        let mut keys = KeyMap::of(ModeName::Game, &ChangedKeys::new());
        assert_eq!(keys.give(place(Action::Pause), KeyCode::F), Given::Swapped(place(Action::Frame)));
        assert_eq!(keys.action_of(KeyCode::F), Some(Action::Pause));
        assert_eq!(keys.action_of(KeyCode::Space), Some(Action::Frame));
        assert_eq!(keys.give(place(Action::Help), KeyCode::F5), Given::Free);
        assert_eq!(
            [KeyCode::H, KeyCode::F1, KeyCode::F5].map(|key| keys.action_of(key)),
            [None, Some(Action::Help), Some(Action::Help)]
        );
        assert_eq!(keys.give(place(Action::Help), KeyCode::F1), Given::Free, "its own second key");
        assert_eq!(keys.key_name(Action::Help), "F1");
        for index in 0..bindings(ModeName::Game).len() {
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
        let mut keys = KeyMap::of(ModeName::Game, &ChangedKeys::new());
        assert_eq!(keys.changed(), ChangedKeys::new());
        keys.give(place(Action::Pause), KeyCode::F);
        let changed = keys.changed();
        let written = [("frame", "Space"), ("pause", "F")].map(|(name, key)| (name.to_owned(), vec![key.to_owned()]));
        assert_eq!(changed, ChangedKeys::from(written));
        assert_eq!(KeyMap::of(ModeName::Game, &changed).keys, keys.keys);
        assert_eq!(keys.give(place(Action::Pause), KeyCode::Space), Given::Swapped(place(Action::Frame)));
        assert_eq!(keys.changed(), ChangedKeys::new(), "back to the table");
    }

    #[test]
    fn names_that_nothing_has_change_nothing() {
        let nonsense =
            [("no-action", "F"), ("pause", "no key")].map(|(name, key)| (name.to_owned(), vec![key.to_owned()]));
        assert_eq!(
            KeyMap::of(ModeName::Game, &ChangedKeys::from(nonsense)).action_of(KeyCode::Space),
            Some(Action::Pause)
        );
    }

    #[test]
    fn a_chord_with_shift_means_the_one_without_where_it_has_no_meaning_of_its_own() {
        let mut keys = KeyMap::of(ModeName::Game, &ChangedKeys::new());
        assert_eq!(keys.shortcut(KeyCode::Z, false), Some(Action::Undo));
        assert_eq!(
            [(KeyCode::Z, true), (KeyCode::Y, false)].map(|(key, shift)| keys.shortcut(key, shift)),
            [Some(Action::Redo); 2]
        );
        assert_eq!(keys.shortcut(KeyCode::A, true), Some(Action::SelectAll));
        assert_eq!(keys.shortcut(KeyCode::B, false), None);
        keys = keys.only(&[Action::Undo]);
        assert_eq!([KeyCode::Z, KeyCode::A].map(|key| keys.shortcut(key, false)), [Some(Action::Undo), None]);
    }

    #[test]
    fn a_script_presses_the_keys_of_the_table() {
        let mut keys = KeyMap::of(ModeName::Game, &ChangedKeys::new());
        keys.give(place(Action::Pause), KeyCode::F);
        assert_eq!(keys.in_place_of(KeyCode::Space), Some(KeyCode::F));
        assert_eq!(keys.in_place_of(KeyCode::F1), Some(KeyCode::F1));
    }
}
