//! Going through many things a part at a time.

/// How far something has come that is done piece by piece, and what may still be done now.
///
/// Work is counted, not timed, so that the same is done on every machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Pass {
    /// The first thing that has not had its turn.
    next: usize,
    /// Units of work: a few nanoseconds each.
    left: u64,
}

impl Pass {
    /// Allows so much work, and no more.
    pub fn allow(&mut self, work: u64) {
        self.left = work;
    }

    /// Whether the work that was allowed is done.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Goes on with things of which there are `count`, in order; `visit` is given the number of each and returns the work that it
    /// took. Returns whether all have had their turn: then the next pass begins.
    pub fn go_on(&mut self, count: usize, mut visit: impl FnMut(usize) -> u64) -> bool {
        while self.next < count {
            if self.left == 0 {
                return false;
            }
            self.left = self.left.saturating_sub(visit(self.next).max(1));
            self.next += 1;
        }
        self.next = 0;
        true
    }

    /// Goes on with things of which it is not known how many there are, until `visit` has none left; returns whether there are
    /// none. Each takes `each` units.
    pub fn go_on_while(&mut self, each: u64, mut visit: impl FnMut() -> bool) -> bool {
        while self.left > 0 {
            if !visit() {
                return true;
            }
            self.left = self.left.saturating_sub(each);
        }
        false
    }
}
