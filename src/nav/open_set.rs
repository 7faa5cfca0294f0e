//! The open set: a priority queue for searches whose priorities never fall.
//!
//! Entries far from their turn are thrown unordered into buckets, each for a range of f (R. Dial, "Algorithm 360:
//! Shortest-Path Forest with Topological Ordering", 1969, with wider buckets). Only the entries of the
//! bucket whose turn it is are ordered, in a binary heap. So most of the work on an entry takes constant time,
//! and still they come out in exactly one order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::grid::Cell;

/// An entry of the open set: f, h, row and column in one number, whose order is the order of expansion: by f,
/// then, at equal f, by smaller h (which is larger g), then by row and column.
///
/// On the largest and dearest map g is less than 2^49: 4096 x 4096 cells of 2 x 10000 hundredths x 1393.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u128);

/// Bits of a row or column: enough for 4096.
const PLACE_BITS: u32 = 13;
/// Bits of h.
const H_BITS: u32 = 50;

impl Entry {
    pub fn new(g: u64, h: u64, cell: Cell) -> Entry {
        let place = u64::from(cell.y as u32) << PLACE_BITS | u64::from(cell.x as u32);
        Entry(u128::from(g + h) << (H_BITS + 2 * PLACE_BITS) | u128::from(h) << (2 * PLACE_BITS) | u128::from(place))
    }

    pub fn cell(self) -> Cell {
        let mask = (1 << PLACE_BITS) - 1;
        Cell::new((self.0 & mask) as i32, (self.0 >> PLACE_BITS & mask) as i32)
    }

    fn f(self) -> u64 {
        (self.0 >> (H_BITS + 2 * PLACE_BITS)) as u64
    }
}

/// As many as the bits of the number that says which of them hold anything.
const BUCKETS: u64 = u64::BITS as u64;

/// A priority queue of entries of which none, when it is put in, is due before the one taken out last.
#[derive(Clone, Debug)]
pub(super) struct OpenSet {
    /// The entries of the present bucket.
    now: BinaryHeap<Reverse<Entry>>,
    /// Those of the buckets that follow: bucket `n` lies at `n % BUCKETS`.
    later: Vec<Vec<Entry>>,
    /// Bit `i` says that `later[i]` is not empty.
    filled: u64,
    /// The number of the present bucket: f without its lowest `shift` bits.
    present: u64,
    shift: u32,
}

impl Default for OpenSet {
    fn default() -> OpenSet {
        let later = vec![Vec::new(); BUCKETS as usize];
        OpenSet { now: BinaryHeap::new(), later, filled: 0, present: 0, shift: 0 }
    }
}

impl OpenSet {
    /// Empties it. Entries will have an f of at least `lowest`, and be put in with an f at most `rise` above that of
    /// the entry taken out last.
    pub fn begin(&mut self, lowest: u64, rise: u64) {
        self.now.clear();
        self.later.iter_mut().for_each(Vec::clear);
        self.filled = 0;
        // Buckets so wide that what is put in falls into the present one or the 63 that follow.
        self.shift = (rise / (BUCKETS - 2) + 1).next_power_of_two().trailing_zeros();
        self.present = lowest >> self.shift;
    }

    pub fn push(&mut self, entry: Entry) {
        let bucket = entry.f() >> self.shift;
        debug_assert!(bucket < self.present + BUCKETS, "an entry rises too far");
        if bucket <= self.present {
            self.now.push(Reverse(entry));
        } else {
            let at = bucket % BUCKETS;
            self.later[at as usize].push(entry);
            self.filled |= 1 << at;
        }
    }

    pub fn pop(&mut self) -> Option<Entry> {
        if self.now.is_empty() && self.filled != 0 {
            let following = self.filled.rotate_right(((self.present + 1) % BUCKETS) as u32);
            self.present += 1 + u64::from(following.trailing_zeros());
            let at = self.present % BUCKETS;
            self.filled &= !(1 << at);
            self.now.extend(self.later[at as usize].drain(..).map(Reverse));
        }
        self.now.pop().map(|Reverse(entry)| entry)
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        let entries = self.now.capacity() + self.later.iter().map(Vec::capacity).sum::<usize>();
        entries * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_entry_holds_the_largest_numbers() {
        let far = Entry::new(1 << 49, (1 << 49) - 1, Cell::new(4095, 4094));
        assert_eq!((far.f(), far.cell()), ((1 << 50) - 1, Cell::new(4095, 4094)));
        assert!(Entry::new(5, 5, Cell::new(9, 9)) < Entry::new(4, 6, Cell::new(0, 0)), "larger g first");
        assert!(Entry::new(5, 5, Cell::new(9, 3)) < Entry::new(5, 5, Cell::new(0, 4)), "then by row");
    }

    proptest! {
        /// Whatever is put in while taking out, each entry that comes out is the least of those inside.
        #[test]
        fn comes_out_in_order(
            rise in 0..1_000_000u64, first in 0..10_000_000u64,
            steps in proptest::collection::vec((any::<u64>(), any::<u64>(), 0..4usize), 1..200),
        ) {
            let mut open = OpenSet::default();
            open.begin(first, rise);
            let mut inside = vec![Entry::new(0, first, Cell::new(0, 0))];
            open.push(inside[0]);
            let mut least = first;
            for (up, g, takes) in steps {
                let f = least + up % (rise + 1);
                let entry = Entry::new(g % (f + 1), f - g % (f + 1), Cell::new((up % 97) as i32, (g % 89) as i32));
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
