//! The keys that the user has changed, in each mode.

use macroquad::input::KeyCode;
use serde::{Deserialize, Serialize};

use crate::app::modes::edit::keys::{self as edit_keys, EditAction};
use crate::app::modes::keys::{self, Action, ChangedKeys, Given, KeyMap};
use crate::app::modes::lab::keys::{self as lab_keys, LabAction};

/// A mode with a table of keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeName {
    Game,
    Lab,
    Edit,
}

/// What the user has changed in each table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Keys {
    pub game: ChangedKeys,
    pub lab: ChangedKeys,
    pub edit: ChangedKeys,
}

impl Keys {
    /// The keys that hold in the game.
    pub fn in_game(&self) -> KeyMap<Action> {
        KeyMap::of(keys::BINDINGS, &self.game)
    }

    /// The keys that hold in the lab.
    pub fn in_lab(&self) -> KeyMap<LabAction> {
        KeyMap::of(lab_keys::BINDINGS, &self.lab)
    }

    /// The keys that hold in the edit mode.
    pub fn in_edit(&self) -> KeyMap<EditAction> {
        KeyMap::of(edit_keys::BINDINGS, &self.edit)
    }

    /// The keys of every action and what it does, in the order of the table.
    pub fn rows(&self, mode: ModeName) -> Vec<(String, &'static str)> {
        match mode {
            ModeName::Game => self.in_game().rows().collect(),
            ModeName::Lab => self.in_lab().rows().collect(),
            ModeName::Edit => self.in_edit().rows().collect(),
        }
    }

    /// Gives a key to the action at a place of a table, in place of its first one; says what has become of it.
    pub fn give(&mut self, mode: ModeName, index: usize, key: KeyCode) -> String {
        let before = self.rows(mode);
        let given = match mode {
            ModeName::Game => {
                let mut keys = self.in_game();
                let given = keys.give(index, key);
                self.game = keys.changed();
                given
            }
            ModeName::Lab => {
                let mut keys = self.in_lab();
                let given = keys.give(index, key);
                self.lab = keys.changed();
                given
            }
            ModeName::Edit => {
                let mut keys = self.in_edit();
                let given = keys.give(index, key);
                self.edit = keys.changed();
                given
            }
        };
        let after = self.rows(mode);
        match given {
            Given::Refused => "Esc closes what is open, always".to_owned(),
            Given::Free => format!("{}: {}", after[index].0, after[index].1),
            Given::Swapped(other) => format!(
                "{}: {}. That was the key of \"{}\", which has {} now",
                after[index].0, after[index].1, before[other].1, after[other].0
            ),
        }
    }

    /// Takes back every change of a table.
    pub fn reset(&mut self, mode: ModeName) {
        match mode {
            ModeName::Game => self.game.clear(),
            ModeName::Lab => self.lab.clear(),
            ModeName::Edit => self.edit.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_told_with_both_actions() {
        let mut changed = Keys::default();
        let said = changed.give(ModeName::Lab, 0, KeyCode::G);
        assert_eq!(
            said,
            "G: the start to a random place. That was the key of \"the goal to a random place\", which has S now"
        );
        assert_eq!(changed.in_lab().action_of(KeyCode::S), Some(LabAction::RandomGoal));
        assert_eq!(changed.game, ChangedKeys::new(), "the game has keys of its own");
        changed.reset(ModeName::Lab);
        assert_eq!(changed, Keys::default());
    }

    #[test]
    fn the_key_that_closes_stays() {
        let mut changed = Keys::default();
        assert_eq!(changed.give(ModeName::Game, 0, KeyCode::Escape), "Esc closes what is open, always");
        assert_eq!(changed, Keys::default());
    }
}
