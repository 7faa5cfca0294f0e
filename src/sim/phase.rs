//! The phases of a tick, and how long each took.

use serde::Serialize;

/// One part of a tick, in which everything in the world does the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// What the player, a script or a program asked for is carried out, edits of the ground included.
    Commands,
    /// Orders set goals.
    Orders,
    /// Paths and slots are searched.
    Planning,
    /// Agents queue at links, doors and passages.
    Queues,
    /// Every agent takes from its route, or from its rays, the velocity that it wants.
    Steering,
    /// Agents avoid each other and walls, everything moves, and overlaps are resolved.
    Motion,
    /// It is decided who has arrived, and what those do that are blocked.
    Arrivals,
    /// What zones and wear cost is counted anew.
    Costs,
}

impl Phase {
    /// All of them, in the order of a tick.
    pub const ALL: [Phase; 8] = [
        Phase::Commands,
        Phase::Orders,
        Phase::Planning,
        Phase::Queues,
        Phase::Steering,
        Phase::Motion,
        Phase::Arrivals,
        Phase::Costs,
    ];

    /// What people call it: one word in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Commands => "commands",
            Phase::Orders => "orders",
            Phase::Planning => "planning",
            Phase::Queues => "queues",
            Phase::Steering => "steering",
            Phase::Motion => "motion",
            Phase::Arrivals => "arrivals",
            Phase::Costs => "costs",
        }
    }
}

/// How long each phase of a tick took, in the unit of the clock that was read.
///
/// ```
/// use footpath::sim::{Phase, PhaseTimes};
///
/// let mut times = PhaseTimes::default();
/// times.add(Phase::Planning, 3.0);
/// times.add(Phase::Motion, 1.0);
/// assert_eq!((times.total(), times.longest()), (4.0, (Phase::Planning, 3.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseTimes([f64; Phase::ALL.len()]);

impl PhaseTimes {
    /// Counts that a phase took so much more.
    pub fn add(&mut self, phase: Phase, time: f64) {
        self.0[phase as usize] += time;
    }

    /// How long a phase took.
    pub fn of(&self, phase: Phase) -> f64 {
        self.0[phase as usize]
    }

    /// The time that all phases took.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The phase that took longest, the first of equal ones, and how long.
    pub fn longest(&self) -> (Phase, f64) {
        let times = Phase::ALL.into_iter().zip(self.0);
        times.fold((Phase::Commands, 0.0), |longest, next| if next.1 > longest.1 { next } else { longest })
    }
}
