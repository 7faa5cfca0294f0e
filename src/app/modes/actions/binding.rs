//! The rows of the table of actions.

use macroquad::input::KeyCode;

use crate::app::modes::actions::Action;
use crate::app::ui::key_names;

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

/// A key with Control or Cmd, and with Shift too or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    pub key: KeyCode,
    pub with_shift: bool,
}

/// An action in a mode that keys with Control or Cmd ask for; nobody can change these.
#[derive(Debug)]
pub struct Shortcut {
    /// Any of these asks for it.
    pub chords: &'static [Chord],
    /// What the chord at a place of the list asks for.
    pub action: fn(usize) -> Action,
    /// What that does, as the help says it.
    pub help: &'static str,
}

impl Shortcut {
    /// Its keys as the help shows them: `Ctrl or Cmd with Shift and Z, or Y`.
    pub fn keys(&self) -> String {
        let chord = |chord: &Chord| {
            let name = key_names::name_of(chord.key).unwrap_or_default();
            if chord.with_shift { format!("Shift and {name}") } else { name.to_owned() }
        };
        let last = |chord: &Chord| key_names::name_of(chord.key).unwrap_or_default();
        match self.chords {
            [first, _, .., end] => format!("Ctrl or Cmd with {} to {}", chord(first), last(end)),
            chords => format!("Ctrl or Cmd with {}", chords.iter().map(chord).collect::<Vec<_>>().join(", or ")),
        }
    }
}

/// A key with Control or Cmd.
pub const fn with(key: KeyCode) -> Chord {
    Chord { key, with_shift: false }
}

/// A key with Control or Cmd and Shift.
pub const fn with_shift(key: KeyCode) -> Chord {
    Chord { key, with_shift: true }
}

/// A row of the table.
pub const fn shortcut(chords: &'static [Chord], action: fn(usize) -> Action, help: &'static str) -> Shortcut {
    Shortcut { chords, action, help }
}
