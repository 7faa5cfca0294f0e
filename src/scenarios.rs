//! How well a crowd walks: scenarios, and what is measured of them.
//!
//! A [`Scenario`] is a level whose agents have goals, and when each counts as arrived. A [`Run`] plays it for a seed and
//! has a [`Meter`] look at every tick; what that makes of it are the [`Figures`]. The clock is the caller's.

mod bench;
mod meter;
mod open_field;
mod overlaps;
mod random_case;
mod run;
mod scenario;
mod stillness;
mod trip;

use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::profile::AgentProfile;
pub use bench::{NAMES, named};
pub use meter::{Figures, Meter, Seen};
pub use open_field::open_field;
pub use random_case::{RANDOM_CASES, is_good, random_case};
pub use run::Run;
pub use scenario::{Arrival, Scenario};
pub use trip::{Region, Trip};

/// Who walks in the scenarios: the profile `pedestrian` of the levels in `levels/bench/`.
pub fn pedestrian() -> AgentProfile {
    AgentProfile {
        name: "pedestrian".to_owned(),
        radius: 0.3,
        speed: 1.5,
        max_speed: 2.0,
        acceleration: 8.0,
        mass: 1.0,
        ..AgentProfile::built_in()[0].clone()
    }
}

/// A number from `low` up to `high`, not included.
fn between(dice: &mut Xoshiro256PlusPlus, low: f32, high: f32) -> f32 {
    low + (high - low) * (dice.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
}
