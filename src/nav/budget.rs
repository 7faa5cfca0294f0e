//! How many cells may be expanded, and how many were.

/// How many cells are looked at in the time in which one is expanded. 1, and a crowd that is sent through a gate sets out over
/// several ticks; without a limit a thousand orders on a large map take 40 ms.
const LOOKS_AS_A_CELL: u32 = 4;

/// How many places are scanned for jump points in the time in which a cell is expanded. Without it a thousand that search on
/// open ground of 4096 x 4096 cells, where one expansion looks at hundreds, take up to 36 ms in one tick, not 19.
pub(super) const SCANS_AS_A_CELL: u32 = 16;

/// How many steps across a path are measured in the time in which a cell is expanded. Without it small bodies that set out
/// together in a maze take 55 ms in one tick, and bodies of radius 8 that set out together 36 ms.
const STEPS_AS_A_CELL: u32 = 17;

/// How many steps across a path may be measured before they use up any cells: about 1.5 ms. Without them, searches that are
/// limited to a few cells a tick would wait for paths to be measured.
const FREE_STEPS: u32 = 100_000;

/// How many cells may be expanded in one go, and how many were: what is spent is counted also where it is more than there
/// was. Cells that are only looked at, such as those of a path that is laid out over the ground, take about as long and use it
/// up too: where a search finds long paths in a few expansions, these alone would not bound the time. So do the places that
/// are scanned for jump points, and the steps in which the width of a path is measured, beyond the first 100,000: many where
/// bodies are small, which have several places in a cell, and where they are large.
///
/// ```
/// use footpath::nav::budget::Budget;
/// let mut budget = Budget::new(100);
/// budget.spend(30);
/// assert_eq!((budget.left(), budget.spent()), (70, 30));
/// assert_eq!(budget.looks_left(), 280);
/// budget.look_at(20);
/// budget.measure(100_000);
/// assert_eq!((budget.left(), budget.spent()), (65, 30));
/// budget.measure(85);
/// assert_eq!((budget.left(), budget.spent()), (60, 30));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    limit: u32,
    spent: u32,
    looked_at: u32,
    scanned: u32,
    measured: u32,
}

impl Budget {
    /// Of this many cells.
    pub fn new(limit: u32) -> Budget {
        Budget { limit, ..Budget::default() }
    }

    /// How many cells may still be expanded, if none is looked at besides.
    pub fn left(&self) -> u32 {
        let measured = self.measured.saturating_sub(FREE_STEPS) / STEPS_AS_A_CELL;
        let besides = self.looked_at / LOOKS_AS_A_CELL + self.scanned / SCANS_AS_A_CELL + measured;
        self.limit.saturating_sub(self.spent).saturating_sub(besides)
    }

    /// How many cells may still be looked at, if nothing is done besides.
    pub fn looks_left(&self) -> u32 {
        self.left().saturating_mul(LOOKS_AS_A_CELL)
    }

    /// How many cells were expanded.
    pub fn spent(&self) -> u32 {
        self.spent
    }

    /// Whether no cell may be expanded any more.
    pub fn is_used_up(&self) -> bool {
        self.left() == 0
    }

    /// Counts cells that were expanded.
    pub fn spend(&mut self, cells: u32) {
        self.spent = self.spent.saturating_add(cells);
    }

    /// Counts cells that were looked at without being expanded: those of a path that was laid out, or of a place with many
    /// tiles.
    pub fn look_at(&mut self, cells: usize) {
        self.looked_at = self.looked_at.saturating_add(u32::try_from(cells).unwrap_or(u32::MAX));
    }

    /// Counts places that were scanned for jump points.
    pub(super) fn scan(&mut self, places: u32) {
        self.scanned = self.scanned.saturating_add(places);
    }

    /// Counts steps in which the width of a path was measured.
    pub fn measure(&mut self, steps: usize) {
        self.measured = self.measured.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
    }
}
