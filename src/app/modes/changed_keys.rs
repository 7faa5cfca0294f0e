//! The keys that the user has changed, in each mode.

use macroquad::input::KeyCode;
use serde::{Deserialize, Serialize};

use crate::app::modes::ModeName;
use crate::app::modes::keys::{ChangedKeys, Given, KeyMap};

/// What the user has changed in each table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Keys {
    pub game: ChangedKeys,
    pub lab: ChangedKeys,
    pub edit: ChangedKeys,
}

impl Keys {
    /// The keys that hold in a mode.
    pub fn of(&self, mode: ModeName) -> KeyMap {
        let changed = match mode {
            ModeName::Game => &self.game,
            ModeName::Lab => &self.lab,
            ModeName::Edit => &self.edit,
        };
        KeyMap::of(mode, changed)
    }

    fn changed_in(&mut self, mode: ModeName) -> &mut ChangedKeys {
        match mode {
            ModeName::Game => &mut self.game,
            ModeName::Lab => &mut self.lab,
            ModeName::Edit => &mut self.edit,
        }
    }

    /// Gives a key to the action at a place of a table, in place of its first one; says what has become of it.
    pub fn give(&mut self, mode: ModeName, index: usize, key: KeyCode) -> String {
        let mut keys = self.of(mode);
        let rows = |keys: &KeyMap| keys.rows().map(|(keys, row)| (keys, row.help)).collect::<Vec<_>>();
        let before = rows(&keys);
        let given = keys.give(index, key);
        *self.changed_in(mode) = keys.changed();
        let after = rows(&keys);
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
        self.changed_in(mode).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::modes::actions::Action;
    use crate::app::modes::lab::actions::LabAction;

    #[test]
    fn a_swap_is_told_with_both_actions() {
        let mut changed = Keys::default();
        let said = changed.give(ModeName::Lab, 0, KeyCode::G);
        assert_eq!(
            said,
            "G: the start to a random place. That was the key of \"the goal to a random place\", which has S now"
        );
        assert_eq!(changed.of(ModeName::Lab).action_of(KeyCode::S), Some(Action::Lab(LabAction::RandomGoal)));
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
