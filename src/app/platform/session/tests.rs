//! The game as a player has it, from input to report, in a window that nobody sees.

mod editing;
mod files;
mod games;
mod keyboard;
mod lab;
mod languages;
mod lessons;
mod panels;
mod player;
mod playing;
mod searching;
mod sounds;

/// A field with a wall around it, and two walkers on it.
const FIELD: &str = include_str!("tests/field.ron");

/// A wall with a gap of one tile, and a crate beside it.
const GAP: &str = include_str!("tests/gap.ron");

/// The field, with paths to patrol along.
const ROUNDS: &str = include_str!("tests/rounds.ron");

/// Walls to search around, on even ground and in the small.
const COURT: &str = include_str!("tests/court.ron");

/// The field with the first of its walkers alone.
fn lone_field() -> String {
    FIELD.replace(", (profile: \"walker\", tile: (4, 7))", "")
}
