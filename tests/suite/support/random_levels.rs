//! Random levels of every kind that the format knows, all of them valid, and random bytes to decide by.

use footpath::level::Level;
use footpath::scenarios::{Dice, torture};
use proptest::prelude::*;

/// A valid level with terrains, profiles, places and agents of its own.
pub fn level() -> impl Strategy<Value = Level> {
    any::<u64>().prop_map(|seed| torture::level(&mut Dice::of(seed)))
}

/// Bytes to decide by, none left being zero.
pub struct Bytes(std::vec::IntoIter<u8>);

impl Bytes {
    /// Draws from these; when they are used up, zeros.
    pub fn new(bytes: Vec<u8>) -> Bytes {
        Bytes(bytes.into_iter())
    }

    /// A number less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % count
    }
}
