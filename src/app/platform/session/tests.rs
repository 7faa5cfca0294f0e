//! The game as a player has it, from input to report, in a window that nobody sees.

mod player;
mod playing;

/// A field with a wall around it, and two walkers on it.
const FIELD: &str = include_str!("tests/field.ron");

/// The field with the first of its walkers alone.
fn lone_field() -> String {
    FIELD.replace(", (profile: \"walker\", tile: (4, 7))", "")
}
