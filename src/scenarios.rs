//! What `footpath crowd` walks and measures.
//!
//! A [`Scenario`] is a level whose agents have goals, with the condition under which each counts as arrived. A [`Run`]
//! plays it with a seed; its [`Meter`] observes every tick and returns the [`Figures`]. The caller takes the times.

mod bench;
mod jams;
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
pub use jams::{JAMS, jam};
pub use meter::{Figures, Meter, Seen};
pub use open_field::open_field;
pub use random_case::{RANDOM_CASES, is_good, random_case};
pub use run::Run;
pub use scenario::{Arrival, Scenario};
pub use trip::{Region, Trip};

/// The agents of the scenarios: the profile `pedestrian` of the levels in `levels/bench/`.
pub fn pedestrian() -> AgentProfile {
    AgentProfile {
        name: "pedestrian".to_owned(),
        radius: 0.3,
        speed: 1.5,
        max_speed: 2.0,
        acceleration: 8.0,
        mass: 1.0,
        ..AgentProfile::default()
    }
}

/// A random number from `low` up to, but not including, `high`.
fn between(dice: &mut Xoshiro256PlusPlus, low: f32, high: f32) -> f32 {
    low + (high - low) * (dice.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
}
