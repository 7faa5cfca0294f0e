//! One of the two searches of a query: upwards from the start, or from the goals.

use super::hierarchy::FAR;

/// What a search from one end knows.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchSide {
    /// By number; what an earlier search wrote is not cleared but has its number.
    known: Vec<KnownSubgoal>,
    /// A bit for each number: whether the subgoal is still to be expanded.
    open: Vec<u64>,
    /// No bit is set in the words before this one: what is reached has a higher number than that from which it is.
    first: usize,
    /// The number of this search.
    run: u32,
}

/// What is known about a subgoal.
#[derive(Clone, Copy, Debug)]
struct KnownSubgoal {
    /// What the best path to it costs.
    cost: u64,
    /// The subgoal before it; or, from [`FIRST_END`] on, the index of the end from which it is reached.
    before: u32,
    /// The search that knows this.
    run: u32,
}

/// Where a path to a subgoal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predecessor {
    /// Straight from the start, or from the goal of this index.
    End(u32),
    /// From a subgoal with a lower number.
    Subgoal(u32),
}

/// No subgoal has a number as high as this: a map has no more than 2 to the 24 cells.
const FIRST_END: u32 = 1 << 31;

impl SearchSide {
    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<KnownSubgoal>() + self.open.capacity() * size_of::<u64>()
    }

    /// Forgets the last search, for an index in which all numbers are less than `count`.
    pub fn begin(&mut self, count: usize) {
        self.open.clear();
        self.open.resize(count.div_ceil(64), 0);
        self.first = 0;
        self.run = self.run.wrapping_add(1);
        if self.known.len() < count || self.run == 0 {
            self.known.clear();
            self.known.resize(count, KnownSubgoal { cost: FAR, before: FIRST_END, run: 0 });
            self.run = 1;
        }
    }

    /// Records a better path to a subgoal.
    #[inline]
    pub fn reach(&mut self, number: u32, cost: u64, before: Predecessor) {
        let before = match before {
            Predecessor::End(end) => FIRST_END + end,
            Predecessor::Subgoal(number) => number,
        };
        self.known[number as usize] = KnownSubgoal { cost, before, run: self.run };
        self.open[number as usize / 64] |= 1 << (number % 64);
    }

    /// The lowest subgoal that is still to be expanded: no better path to it will be found.
    #[inline]
    pub fn lowest(&mut self) -> Option<u32> {
        while *self.open.get(self.first)? == 0 {
            self.first += 1;
        }
        Some(self.first as u32 * 64 + self.open[self.first].trailing_zeros())
    }

    /// Takes the [lowest](SearchSide::lowest).
    #[inline]
    pub fn take_lowest(&mut self) {
        let word = &mut self.open[self.first];
        *word &= word.wrapping_sub(1);
    }

    /// What the best path found to a subgoal costs; [`FAR`] where none was.
    #[inline]
    pub fn cost(&self, number: u32) -> u64 {
        let known = &self.known[number as usize];
        if known.run == self.run { known.cost } else { FAR }
    }

    /// Where the best path to a subgoal comes from, of those that were reached.
    pub fn before(&self, number: u32) -> Predecessor {
        match self.known[number as usize].before {
            end @ FIRST_END.. => Predecessor::End(end - FIRST_END),
            before => Predecessor::Subgoal(before),
        }
    }
}
