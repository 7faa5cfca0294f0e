//! What `footpath crowd` walks and measures, and what `footpath torture` plays and checks.
//!
//! A [`CrowdScenario`] is a level whose agents have goals, with the condition under which each counts as arrived. A
//! [`ScenarioRun`] plays it with a seed; its [`Meter`] observes every tick and returns the [`CrowdFigures`]. The caller takes the
//! times.

mod bench;
mod dice;
mod in_order;
mod jams;
mod meter;
mod open_field;
mod overlaps;
mod random_case;
mod run;
mod scenario;
mod stillness;
pub mod torture;
mod town;
mod trip;

use crate::profile::AgentProfile;
pub use bench::{NAMES, named};
pub use dice::Dice;
pub use in_order::{IN_ORDER, in_order};
pub use jams::{JAMS, jam};
pub use meter::{AgentSample, CrowdFigures, Meter};
pub use open_field::open_field;
pub use random_case::{RANDOM_CASES, is_good, random_case};
pub use run::ScenarioRun;
pub use scenario::{ArrivalCriterion, CrowdScenario};
pub use town::{next_errand, town};
pub use trip::{ArrivalRegion, Trip};

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
