//! How far a search may go, and who hears of it.

use crate::grid::Cell;
use crate::nav::SearchStatistics;
use crate::nav::trace::{Listener, Side, StepKind, TraceStep};

/// Counts expansions up to where a search must pause, and tells a listener of them.
pub struct ExpansionMeter<'a, L> {
    pub statistics: &'a mut SearchStatistics,
    pub last: u32,
    pub listener: &'a mut L,
}

impl<L: Listener> ExpansionMeter<'_, L> {
    pub fn is_used_up(&self) -> bool {
        self.statistics.expanded >= self.last
    }

    /// Takes note of an expansion, and of how many were put into the open set by it.
    #[inline]
    pub fn expanded(&mut self, generated: u32, step: impl FnOnce() -> Expansion) {
        self.statistics.expanded += 1;
        self.statistics.generated += generated;
        if self.listener.listens() {
            let Expansion { side, cell, parent, g, h } = step();
            self.listener.hear(TraceStep { kind: StepKind::Expanded, side, cell, parent, g, h });
        }
    }
}

/// What a listener is told of a cell, or the cell of an entrance; g and h in tiles.
pub struct Expansion {
    pub side: Side,
    pub cell: Cell,
    pub parent: Option<Cell>,
    pub g: f64,
    pub h: f64,
}

/// A cost of the abstract graph in tiles.
pub fn tiles(cost: u64) -> f64 {
    cost as f64 / 1000.0
}
