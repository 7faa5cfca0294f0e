//! The keys that are held over a map.

use glam::Vec2;
use macroquad::input::KeyCode;

use crate::app::modes::actions::Action;
use crate::app::modes::keys::KeyMap;

/// The keys that are held, each with what it asked for when it was pressed.
#[derive(Clone, Debug, Default)]
pub struct HeldKeys(Vec<(KeyCode, Option<Action>)>);

impl HeldKeys {
    /// Takes in that a key is pressed, and gives what it asks for; `keys` are those that hold.
    pub fn press(&mut self, key: KeyCode, keys: &KeyMap) -> Option<Action> {
        let action = keys.action_of(key);
        if self.0.iter().all(|(held, _)| *held != key) {
            self.0.push((key, action));
        }
        action
    }

    /// Takes in that a key is let go.
    pub fn release(&mut self, key: KeyCode) {
        self.0.retain(|(held, _)| *held != key);
    }

    /// Lets go of all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether Shift is held.
    pub fn with_shift(&self) -> bool {
        self.0.iter().any(|(key, _)| matches!(key, KeyCode::LeftShift | KeyCode::RightShift))
    }

    /// In which direction they move the map.
    pub fn direction(&self) -> Vec2 {
        self.0.iter().filter_map(|(_, action)| *action).map(Action::direction).sum()
    }
}
