//! A row of the table of actions.

use macroquad::input::KeyCode;

use crate::app::modes::actions::Action;

/// An action in a mode: its keys, its name, and what the help says of it.
#[derive(Debug)]
pub struct Binding {
    /// The keys, the one first that hints show.
    pub keys: &'static [KeyCode],
    /// What they ask for.
    pub action: Action,
    /// By which name the settings know that: it stays the same from version to version.
    pub name: &'static str,
    /// What that does, as the help says it.
    pub help: &'static str,
}

/// A row of the table.
pub const fn row(keys: &'static [KeyCode], action: Action, name: &'static str, help: &'static str) -> Binding {
    Binding { keys, action, name, help }
}
