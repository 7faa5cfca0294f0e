//! What every search does while it runs: it counts, pauses in time, and tells an observer.

use crate::grid::Cell;

use super::budget::SCANS_AS_A_CELL;
use super::path::SearchStatistics;
use super::trace::{Observer, Side, StepKind, Subject, TraceStep};

/// Counts what a search does up to where it must pause, and knows who listens to it.
pub(super) struct ExpansionMeter<'a, L> {
    pub statistics: SearchStatistics,
    /// The search pauses when it has expanded as many as this since it began.
    last: u32,
    /// How many places it has scanned since it last paused.
    scanned: u32,
    pub observer: &'a mut L,
}

impl<'a, L: Observer> ExpansionMeter<'a, L> {
    /// For a search that goes on after what it has done already, for at most `budget` expansions.
    pub fn new(statistics: SearchStatistics, budget: u32, observer: &'a mut L) -> ExpansionMeter<'a, L> {
        ExpansionMeter { statistics, last: statistics.expanded.saturating_add(budget), scanned: 0, observer }
    }

    /// Whether the search must pause.
    #[inline]
    pub fn is_used_up(&self) -> bool {
        self.statistics.expanded.saturating_add(self.scanned / SCANS_AS_A_CELL) >= self.last
    }

    /// Counts places that were scanned by one expansion: many where jump points lie far apart.
    #[inline]
    pub fn scan(&mut self, places: usize) {
        self.scanned = self.scanned.saturating_add(places as u32);
    }

    /// How many places have been scanned since the search last paused.
    pub fn scanned(&self) -> u32 {
        self.scanned
    }

    /// Records an expansion, and of how many were put into the open list by it.
    #[inline]
    pub fn expanded(&mut self, generated: u32, step: impl FnOnce() -> ObservedCell) {
        self.statistics.expanded += 1;
        self.statistics.generated += generated;
        if self.observer.listens() {
            self.observer.observe(step().step(StepKind::Expanded));
        }
    }

    /// Tells of a step that has been counted, or does not count.
    #[inline]
    pub fn tell(&mut self, kind: StepKind, step: impl FnOnce() -> ObservedCell) {
        if self.observer.listens() {
            self.observer.observe(step().step(kind));
        }
    }

    /// Tells of a path to a cell that is put into the open list, the first to it or a better one.
    #[inline]
    pub fn reached(&mut self, is_first: bool, step: impl FnOnce() -> ObservedCell) {
        self.tell(if is_first { StepKind::Generated } else { StepKind::Improved }, step);
    }

    /// Lets a search run on of which the observer is told nothing.
    pub fn unobserved<T>(&mut self, run: impl FnOnce(&mut ExpansionMeter<()>) -> T) -> T {
        let ExpansionMeter { statistics, last, scanned, .. } = *self;
        let mut meter = ExpansionMeter { statistics, last, scanned, observer: &mut () };
        let result = run(&mut meter);
        (self.statistics, self.scanned) = (meter.statistics, meter.scanned);
        result
    }
}

/// What an observer is told about a cell, or about the cell of an entrance; g and h in tiles.
#[derive(Clone, Copy)]
pub(super) struct ObservedCell {
    pub side: Side,
    pub subject: Subject,
    pub cell: Cell,
    pub parent: Option<Cell>,
    pub g: f64,
    pub h: f64,
}

impl ObservedCell {
    /// As a step of a kind.
    pub fn step(self, kind: StepKind) -> TraceStep {
        let ObservedCell { side, subject, cell, parent, g, h } = self;
        TraceStep { kind, side, subject, cell, parent, g, h }
    }
}
