//! One of the two searches of a query: upwards from the start, or from the goals.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::contraction::FAR;
use super::index::{Direction, SubgoalIndex};

/// What a search from one end knows.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchSide {
    /// By number; what an earlier search wrote is not cleared but has its number.
    known: Vec<Known>,
    /// What a whole path costs at least, without its lowest bits, and below it the number of the subgoal.
    open: BinaryHeap<Reverse<u64>>,
    /// The number of this search, twice.
    run: u32,
    /// How many bits a number takes, and how many of the lowest bits of costs are left out.
    number_bits: u32,
    left_out: u32,
}

/// What is known about a subgoal.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// What the best path to it costs.
    cost: u64,
    /// The subgoal before it; or, from [`FIRST_END`] on, the index of the end from which it is reached.
    before: u32,
    /// The search that knows this, twice; one more when the path has been followed.
    run: u32,
}

/// Where a path to a subgoal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
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
        self.known.capacity() * size_of::<Known>() + self.open.capacity() * size_of::<u64>()
    }

    /// Forgets the last search, for an index of `count` subgoals between which no path costs more than `most`.
    pub fn begin(&mut self, count: usize, most: u64) {
        self.open.clear();
        self.run = self.run.wrapping_add(2);
        if self.known.len() < count || self.run == 0 {
            self.known.clear();
            self.known.resize(count, Known { cost: FAR, before: FIRST_END, run: 0 });
            self.run = 2;
        }
        self.number_bits = usize::BITS - count.leading_zeros();
        self.left_out = (self.number_bits + 1).saturating_sub(most.leading_zeros());
    }

    /// Records a better path to a subgoal, by which a whole path costs `least` or more.
    #[inline]
    pub fn reach(&mut self, number: u32, cost: u64, least: u64, before: Before) {
        let before = match before {
            Before::End(end) => FIRST_END + end,
            Before::Subgoal(number) => number,
        };
        self.known[number as usize] = Known { cost, before, run: self.run };
        self.open.push(Reverse(least >> self.left_out << self.number_bits | u64::from(number)));
    }

    /// What a path through the subgoal that is due costs at least; [`FAR`] when none is left.
    #[inline]
    pub fn least(&self) -> u64 {
        self.open.peek().map_or(FAR, |Reverse(entry)| entry >> self.number_bits << self.left_out)
    }

    /// Takes the subgoal that is due, and its cost; `None` if it has been taken before.
    #[inline]
    pub fn expand(&mut self) -> Option<(u32, u64)> {
        let Reverse(entry) = self.open.pop()?;
        let number = (entry & ((1 << self.number_bits) - 1)) as u32;
        let known = &mut self.known[number as usize];
        let is_due = known.run == self.run;
        known.run = self.run + 1;
        is_due.then_some((number, known.cost))
    }

    /// What the best path found to a subgoal costs; [`FAR`] where none was.
    #[inline]
    pub fn cost(&self, number: u32) -> u64 {
        let known = &self.known[number as usize];
        if known.run | 1 == self.run | 1 { known.cost } else { FAR }
    }

    /// Where the best path to a subgoal comes from, of those that were reached.
    pub fn before(&self, number: u32) -> Before {
        match self.known[number as usize].before {
            end @ FIRST_END.. => Before::End(end - FIRST_END),
            before => Before::Subgoal(before),
        }
    }

    /// Whether a better path to a subgoal comes down from one that was reached: then nothing leads on from it that is
    /// cheapest (R. Geisberger and others call it stalled).
    #[inline]
    pub fn comes_from_above(&self, index: &SubgoalIndex, direction: Direction, number: u32, cost: u64) -> bool {
        index.arcs(number).iter().any(|arc| self.cost(arc.to) + arc.cost(direction.reversed()) < cost)
    }
}
