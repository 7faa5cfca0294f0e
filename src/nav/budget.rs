//! How many cells may be expanded, and how many were.

/// How many cells may be expanded in one go, and how many were: what is spent is counted also where it is more than there
/// was.
///
/// ```
/// use footpath::nav::budget::Budget;
/// let mut budget = Budget::new(100);
/// budget.spend(30);
/// assert_eq!((budget.left(), budget.spent()), (70, 30));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    limit: u32,
    spent: u32,
}

impl Budget {
    /// Of this many cells.
    pub fn new(limit: u32) -> Budget {
        Budget { limit, spent: 0 }
    }

    /// How many cells may still be expanded.
    pub fn left(&self) -> u32 {
        self.limit.saturating_sub(self.spent)
    }

    /// How many cells were expanded.
    pub fn spent(&self) -> u32 {
        self.spent
    }

    /// Whether no cell may be expanded any more.
    pub fn is_used_up(&self) -> bool {
        self.spent >= self.limit
    }

    /// Counts cells that were expanded.
    pub fn spend(&mut self, cells: u32) {
        self.spent = self.spent.saturating_add(cells);
    }
}
