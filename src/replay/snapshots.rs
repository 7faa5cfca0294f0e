//! States that a player keeps of a run, to go back to.

use crate::sim::Simulation;

/// The ticks between two snapshots at first: ten seconds.
const EVERY: u64 = 600;

/// How many tiles the snapshots may hold together, by which their number is limited: a snapshot takes some hundred bytes a
/// tile, so that they stay below a few gigabytes on the largest maps and below 200 MB on maps of 256 x 256.
const TILES: u64 = 1 << 22;

/// The most snapshots, and the fewest. When there are as many, every second one is dropped and they are made half as often.
const MOST: u64 = 64;
const FEWEST: u64 = 2;

/// A state of the run.
#[derive(Clone, Debug)]
pub(super) struct RunSnapshot {
    /// The number of ticks after which it was taken.
    pub tick: u64,
    /// How many entries of the replay had been carried out.
    pub entries: usize,
    /// How many of them were edits.
    pub edits: usize,
    pub simulation: Simulation,
}

/// Snapshots, in order of their ticks. The beginning of the run is always one of them.
#[derive(Clone, Debug)]
pub(super) struct Snapshots {
    kept: Vec<RunSnapshot>,
    every: u64,
}

impl Snapshots {
    pub fn begin(simulation: &Simulation) -> Snapshots {
        let first = RunSnapshot { tick: 0, entries: 0, edits: 0, simulation: simulation.clone() };
        Snapshots { kept: vec![first], every: EVERY }
    }

    /// Whether a snapshot is wanted of the state after `tick` ticks.
    pub fn wants(&self, tick: u64) -> bool {
        tick.is_multiple_of(self.every) && self.kept.last().is_some_and(|last| last.tick < tick)
    }

    pub fn keep(&mut self, snapshot: RunSnapshot) {
        let lattice = &snapshot.simulation.map().lattice;
        let tiles = u64::from(lattice.width) * u64::from(lattice.height);
        self.kept.push(snapshot);
        if self.kept.len() as u64 > (TILES / tiles.max(1)).clamp(FEWEST, MOST) {
            self.every *= 2;
            let every = self.every;
            self.kept.retain(|snapshot| snapshot.tick.is_multiple_of(every));
        }
    }

    /// The last one at a tick or before it.
    pub fn before(&self, tick: u64) -> &RunSnapshot {
        &self.kept[self.kept.partition_point(|snapshot| snapshot.tick <= tick).max(1) - 1]
    }
}
