//! The open set: a priority queue for searches whose priorities seldom fall.
//!
//! Entries far from their turn are thrown unordered into buckets, each for a range of f (R. Dial, "Algorithm 360:
//! Shortest-Path Forest with Topological Ordering", 1969, with wider buckets). Only when its turn comes is a bucket
//! sorted; what is put into it after that goes into a binary heap beside it. So most of the work on an entry
//! takes constant time, and still they come out in exactly one order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::grid::Cell;

use super::heuristic::GREATEST;

/// An entry of the open set, in one number whose order is the order of expansion: f in the upper bits, below it h (at
/// equal f, smaller h is larger g), row and column.
///
/// On the largest and dearest map, 4096 x 4096 cells of cost 100, g stays below 2^49, and h below [`GREATEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u128);

/// Bits of a row or column: enough for 4096.
const PLACE_BITS: u32 = 13;

/// Bits below f.
const F_SHIFT: u32 = GREATEST.trailing_ones() + 2 * PLACE_BITS;

impl Entry {
    #[inline]
    pub fn new(f: u64, h: u64, cell: Cell) -> Entry {
        let place = u128::from(cell.y as u32) << PLACE_BITS | u128::from(cell.x as u32);
        Entry(u128::from(f) << F_SHIFT | u128::from(h) << (2 * PLACE_BITS) | place)
    }

    pub fn cell(self) -> Cell {
        let (place, mask) = (self.0 as u32, (1 << PLACE_BITS) - 1);
        Cell::new((place & mask) as i32, (place >> PLACE_BITS & mask) as i32)
    }

    pub fn f(self) -> u64 {
        (self.0 >> F_SHIFT) as u64
    }
}

/// How many ranges of f are told apart; a power of two.
const BUCKETS: u64 = 256;

/// A priority queue of entries. It is fast as long as few of them, when they are put in, are due before the one taken
/// out last.
#[derive(Clone, Debug)]
pub(super) struct OpenSet {
    /// The entries that the present bucket held when its turn came, the one due first last.
    due: Vec<Entry>,
    /// Those that were put into it since.
    late: BinaryHeap<Reverse<Entry>>,
    /// Those of the buckets that follow: bucket `n` lies at `n % BUCKETS`.
    later: Vec<Vec<Entry>>,
    /// How many entries `later` holds.
    waiting: usize,
    /// The number of the present bucket: f without its lowest `shift` bits.
    present: u64,
    shift: u32,
}

impl Default for OpenSet {
    fn default() -> OpenSet {
        let later = vec![Vec::new(); BUCKETS as usize];
        OpenSet { due: Vec::new(), late: BinaryHeap::new(), later, waiting: 0, present: 0, shift: 0 }
    }
}

impl OpenSet {
    /// Empties it. The first entry will have the f `lowest`, and others be put in with an f at most `rise` above that
    /// of the entry taken out last.
    pub fn begin(&mut self, lowest: u64, rise: u64) {
        self.due.clear();
        self.late.clear();
        self.later.iter_mut().for_each(Vec::clear);
        self.waiting = 0;
        // Buckets so wide that what is put in falls into the present one or those that follow in the ring.
        self.shift = (rise / (BUCKETS - 2) + 1).next_power_of_two().trailing_zeros();
        self.present = lowest >> self.shift;
    }

    #[inline]
    pub fn push(&mut self, entry: Entry) {
        let bucket = entry.f() >> self.shift;
        debug_assert!(bucket < self.present + BUCKETS, "an entry rises too far");
        if bucket <= self.present {
            self.late.push(Reverse(entry));
        } else {
            self.later[(bucket % BUCKETS) as usize].push(entry);
            self.waiting += 1;
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        if self.due.is_empty() && self.late.is_empty() && self.waiting > 0 {
            self.turn();
        }
        match (self.due.last(), self.late.peek()) {
            (Some(due), Some(Reverse(late))) if late < due => self.late.pop().map(|Reverse(entry)| entry),
            (None, _) => self.late.pop().map(|Reverse(entry)| entry),
            _ => self.due.pop(),
        }
    }

    /// Makes the next bucket that holds anything the present one.
    fn turn(&mut self) {
        self.present += 1;
        while self.later[(self.present % BUCKETS) as usize].is_empty() {
            self.present += 1;
        }
        // Not swapped: each keeps the memory that it will need again.
        self.due.append(&mut self.later[(self.present % BUCKETS) as usize]);
        self.waiting -= self.due.len();
        self.due.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        let entries = self.due.capacity() + self.late.capacity() + self.later.iter().map(Vec::capacity).sum::<usize>();
        entries * size_of::<Entry>() + self.later.capacity() * size_of::<Vec<Entry>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_entry_holds_the_largest_numbers() {
        let far = Entry::new((1 << 49) + GREATEST, GREATEST, Cell::new(4095, 4094));
        assert_eq!((far.f(), far.cell()), ((1 << 49) + GREATEST, Cell::new(4095, 4094)));
        assert!(Entry::new(10, 5, Cell::new(9, 9)) < Entry::new(10, 6, Cell::new(0, 0)), "larger g first");
        assert!(Entry::new(10, 5, Cell::new(9, 3)) < Entry::new(10, 5, Cell::new(0, 4)), "then by row");
    }

    proptest! {
        /// Whatever is put in while taking out, each entry that comes out is the least of those inside.
        #[test]
        fn comes_out_in_order(
            rise in 0..1_000_000u64, first in 0..10_000_000u64,
            steps in proptest::collection::vec((any::<u64>(), any::<u64>(), 0..4usize), 1..200),
            fall in prop_oneof![Just(0), 1..2_000_000u64],
        ) {
            let mut open = OpenSet::default();
            open.begin(first, rise);
            let mut inside = vec![Entry::new(first, first, Cell::new(0, 0))];
            open.push(inside[0]);
            let mut least = first;
            for (up, g, takes) in steps {
                let f = (least + up % (rise + 1)).saturating_sub(g % (fall + 1));
                let entry = Entry::new(f, g % (f + 1), Cell::new((up % 97) as i32, (g % 89) as i32));
                open.push(entry);
                inside.push(entry);
                for _ in 0..takes {
                    inside.sort_by_key(|&entry| Reverse(entry));
                    let expected = inside.pop();
                    prop_assert_eq!(open.pop(), expected);
                    least = expected.map_or(least, Entry::f);
                }
            }
        }
    }
}
