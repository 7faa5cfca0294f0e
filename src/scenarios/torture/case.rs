//! Everything that it takes to play a run again.

use super::action::WorldAction;

/// Everything that it takes to play a run again: what it begins with, and what is done when.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The text of the level.
    pub text: String,
    /// The seed of the simulation.
    pub seed: u64,
    /// What is done, and before which tick, in order.
    pub actions: Vec<(u64, WorldAction)>,
    /// How many ticks it lasts.
    pub ticks: u64,
}
