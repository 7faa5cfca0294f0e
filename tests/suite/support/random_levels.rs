//! Random levels of every kind that the format knows, all of them valid.

use footpath::level::Level;
use footpath::scenarios::{Dice, torture};
use proptest::prelude::*;

/// A valid level with terrains, profiles, places and agents of its own.
pub fn level() -> impl Strategy<Value = Level> {
    any::<u64>().prop_map(|seed| torture::level(&mut Dice::of(seed)))
}
