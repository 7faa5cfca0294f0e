//! What must hold in every world after every tick, and where it did not.

use std::fmt;

/// A promise of the simulation that is checked after every tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Numbers are finite, headings unit vectors.
    Numbers,
    /// Bodies are on the map, and in no wall deeper than 0.001.
    Walls,
    /// A body that a wall was built upon leaves it within two seconds, or stands still.
    LeavesWall,
    /// The velocity that an agent chooses is within its profile's limits, and its body moves no farther than that and
    /// what pushes it.
    Speed,
    /// It is reached from the velocity before by no more than the profile's acceleration.
    Acceleration,
    /// A route leads over passable cells, by steps that cut no corner and links that there are.
    Route,
    /// No two agents that stand have the same slot where there is room for both.
    Slots,
    /// What is kept is bounded by the number of agents.
    Memory,
    /// Events tell of what there is; commands are refused only when there are any.
    Events,
    /// What is kept up to date piece by piece equals the same made from nothing.
    Increments,
    /// The text of the level, written and read again, is the same level.
    Text,
    /// A copy of the simulation, and one that is made again, come to the same state and the same events.
    Replay,
    /// Agents that are told to stop come to rest.
    Rest,
    /// No part of the program panics.
    Panic,
}

impl Check {
    /// What reports call it.
    pub fn name(self) -> &'static str {
        match self {
            Check::Numbers => "numbers",
            Check::Walls => "walls",
            Check::LeavesWall => "leaves-wall",
            Check::Speed => "speed",
            Check::Acceleration => "acceleration",
            Check::Route => "route",
            Check::Slots => "slots",
            Check::Memory => "memory",
            Check::Events => "events",
            Check::Increments => "increments",
            Check::Text => "text",
            Check::Replay => "replay",
            Check::Rest => "rest",
            Check::Panic => "panic",
        }
    }
}

/// Something that did not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The check that failed.
    pub check: Check,
    /// The number of ticks after which it did not hold.
    pub tick: u64,
    /// What was found, in words.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after tick {}: {}", self.check.name(), self.tick, self.found)
    }
}
