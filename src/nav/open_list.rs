//! The open list: a priority queue for searches whose priorities seldom decrease.
//!
//! Entries far from their turn lie unordered in buckets, each for a range of f (R. Dial, "Algorithm 360: Shortest-Path
//! Forest with Topological Ordering", 1969, with wider buckets). A bucket is sorted only when its turn comes; what is
//! put into it after that goes to its end, if it is due before all others, or into a binary heap beside it. What lies
//! further ahead than the ring of buckets reaches, for instance at the far end of an expensive link, waits in a heap of
//! its own. So most of the work on an entry takes constant time, and still the order is total. With a binary heap alone A* takes
//! 1.5 times as long, in wide numbers too, and the hierarchical search 1.3 times (the means over the 23 maps of the README).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::grid::Cell;
use crate::sorting;

use super::heuristic::GREATEST;

/// A number type for the costs of a search.
pub(super) trait Cost: Copy + Default + Ord + std::fmt::Debug {
    /// An entry of the open list. Of entries in one bucket the order is the order of expansion: by f, by h (at equal f,
    /// smaller h is larger g), by row and by column.
    type Entry: Copy + Ord + std::fmt::Debug;

    /// Whether it can be used only where [`fits`] says so.
    const IS_NARROW: bool;

    fn new(cost: u64) -> Self;

    /// The cost as it was given to `new`, unless it has overflowed.
    fn told(self) -> u64;

    fn plus(self, other: Self) -> Self;

    fn is_below(self, other: Self) -> bool;

    /// The number with its lowest `shift` bits cleared.
    fn floor(self, shift: u32) -> Self;

    /// By how much it is above another number that is not too far away, without the lowest `shift` bits.
    fn ahead_of(self, other: Self, shift: u32) -> i64;

    fn entry(f: Self, h: Self, cell: Cell) -> Self::Entry;

    fn cell(entry: Self::Entry) -> Cell;
}

/// Bits of a row or a column: enough for 4096.
const PLACE_BITS: u32 = 12;

fn place(cell: Cell) -> u32 {
    (cell.y as u32) << PLACE_BITS | cell.x as u32
}

fn cell_at(place: u32) -> Cell {
    let mask = (1 << PLACE_BITS) - 1;
    Cell::new((place & mask) as i32, (place >> PLACE_BITS & mask) as i32)
}

/// Bits of h in a narrow entry: enough for the largest map, on which it stays below 2^23 where all ground costs the same,
/// and for smaller ones where some ground costs several times as much as the cheapest.
const NARROW_H_BITS: u32 = 24;

/// Bits of f in a narrow entry; no bucket may be wider.
const NARROW_F_BITS: u32 = 16;

/// Whether `u32` suffices for a search in which no h is above `greatest_h` and no f rises by more than `rise` from an
/// entry taken out to one put in after it.
pub(super) fn fits(greatest_h: u64, rise: u64) -> bool {
    greatest_h >> NARROW_H_BITS == 0 && bucket_shift(rise) <= NARROW_F_BITS
}

/// Buckets are 2 to the power of this wide: so wide that the ring holds what rises by this much.
fn bucket_shift(rise: u64) -> u32 {
    (rise / (BUCKETS as u64 - 2) + 1).next_power_of_two().trailing_zeros()
}

/// Costs in units that divide the cost of every step, or steps; only with a consistent estimate, on ground where no step
/// costs more than the two cells do.
///
/// They may wrap around: only values near each other are ever compared, since two paths to a cell that a consistent
/// search sees differ in length by no more than a few steps.
///
/// An entry holds f without its upper half (which are the same for all in a bucket), h, and the place.
impl Cost for u32 {
    type Entry = u64;

    const IS_NARROW: bool = true;

    fn new(cost: u64) -> u32 {
        cost as u32
    }

    fn told(self) -> u64 {
        u64::from(self)
    }

    #[inline]
    fn plus(self, other: u32) -> u32 {
        self.wrapping_add(other)
    }

    #[inline]
    fn is_below(self, other: u32) -> bool {
        (self.wrapping_sub(other) as i32) < 0
    }

    fn floor(self, shift: u32) -> u32 {
        self >> shift << shift
    }

    #[inline]
    fn ahead_of(self, other: u32, shift: u32) -> i64 {
        i64::from(self.wrapping_sub(other) as i32) >> shift
    }

    #[inline]
    fn entry(f: u32, h: u32, cell: Cell) -> u64 {
        u64::from(f) << (NARROW_H_BITS + 2 * PLACE_BITS) | u64::from(h) << (2 * PLACE_BITS) | u64::from(place(cell))
    }

    #[inline]
    fn cell(entry: u64) -> Cell {
        cell_at(entry as u32)
    }
}

/// Costs on any ground: on the largest and most expensive map, 4096 x 4096 cells of cost 100, g stays below 2^49, and h
/// below [`GREATEST`].
impl Cost for u64 {
    type Entry = u128;

    const IS_NARROW: bool = false;

    fn new(cost: u64) -> u64 {
        cost
    }

    fn told(self) -> u64 {
        self
    }

    #[inline]
    fn plus(self, other: u64) -> u64 {
        self + other
    }

    #[inline]
    fn is_below(self, other: u64) -> bool {
        self < other
    }

    fn floor(self, shift: u32) -> u64 {
        self >> shift << shift
    }

    #[inline]
    fn ahead_of(self, other: u64, shift: u32) -> i64 {
        self.wrapping_sub(other) as i64 >> shift
    }

    #[inline]
    fn entry(f: u64, h: u64, cell: Cell) -> u128 {
        let below_f = u128::from(h) << (2 * PLACE_BITS) | u128::from(place(cell));
        u128::from(f) << (GREATEST.trailing_ones() + 2 * PLACE_BITS) | below_f
    }

    #[inline]
    fn cell(entry: u128) -> Cell {
        cell_at(entry as u32)
    }
}

/// The number of buckets; a power of two.
const BUCKETS: usize = 256;

/// A priority queue of entries. It is fast as long as few entries are due before the one taken out last when they are
/// put in.
#[derive(Clone, Debug)]
pub(super) struct OpenList<C: Cost = u64> {
    /// The entries of the current bucket when its turn came, the one due first last, and those put in since then that
    /// were due before all others.
    due: Vec<C::Entry>,
    /// The other entries put into it since then.
    late: BinaryHeap<Reverse<C::Entry>>,
    /// The following buckets, as a ring.
    later: Vec<Vec<C::Entry>>,
    /// The entries beyond the ring, with their f.
    far: BinaryHeap<Reverse<(C, C::Entry)>>,
    /// Which buckets hold anything, a bit for each.
    occupied: [u64; BUCKETS / 64],
    /// The number of buckets in use, a power of two, less 1.
    mask: usize,
    /// The index of the current bucket in the ring, and the lowest f that belongs into it.
    present: usize,
    lowest: C,
    /// A bucket is 2 to the power of this wide.
    shift: u32,
}

impl<C: Cost> Default for OpenList<C> {
    fn default() -> OpenList<C> {
        OpenList {
            due: Vec::new(),
            late: BinaryHeap::new(),
            later: Vec::new(),
            far: BinaryHeap::new(),
            occupied: Default::default(),
            mask: 0,
            present: 0,
            lowest: C::default(),
            shift: 0,
        }
    }
}

impl<C: Cost> OpenList<C> {
    /// Clears it. The first entry will have the f `lowest`, and others be put in with an f mostly at most `rise` above
    /// that of the entry taken out last; with [narrow](Cost::IS_NARROW) costs, never more.
    pub fn begin(&mut self, lowest: C, rise: u64) {
        self.later.resize(BUCKETS, Vec::new());
        while let Some(bucket) = self.next_occupied() {
            self.later[bucket].clear();
            self.occupied[bucket / 64] &= !(1 << (bucket % 64));
        }
        self.due.clear();
        self.late.clear();
        self.far.clear();
        // The width and number of buckets are such that new entries fall into the current one or those that follow in
        // the ring.
        self.shift = bucket_shift(rise);
        self.mask = ((rise >> self.shift) as usize + 2).next_power_of_two() - 1;
        (self.present, self.lowest) = (0, lowest.floor(self.shift));
    }

    /// Puts in a cell of priority `f`, of which `h` is estimated.
    #[inline]
    pub fn push(&mut self, f: C, h: C, cell: Cell) {
        let entry = C::entry(f, h, cell);
        let ahead = f.ahead_of(self.lowest, self.shift);
        debug_assert!(!C::IS_NARROW || ahead <= self.mask as i64, "an entry rises too far");
        if !C::IS_NARROW && ahead > self.mask as i64 {
            self.far.push(Reverse((f, entry)));
        } else if ahead > 0 {
            let bucket = (self.present + ahead as usize) & self.mask;
            self.later[bucket].push(entry);
            self.occupied[bucket / 64] |= 1 << (bucket % 64);
        } else if self.due.last().is_none_or(|&last| entry < last) {
            self.due.push(entry);
        } else {
            self.late.push(Reverse(entry));
        }
    }

    /// Takes out the cell that is due first.
    #[inline]
    pub fn pop(&mut self) -> Option<Cell> {
        self.pop_entry().map(C::cell)
    }

    /// The entry that is due first.
    fn first_entry(&mut self) -> Option<C::Entry> {
        if self.due.is_empty() && self.late.is_empty() {
            self.turn();
        }
        let late = self.late.peek().map(|&Reverse(entry)| entry);
        self.due.last().copied().into_iter().chain(late).min()
    }

    #[inline]
    fn pop_entry(&mut self) -> Option<C::Entry> {
        if self.due.is_empty() && self.late.is_empty() {
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
        let in_ring = self.next_occupied().map(|bucket| bucket.wrapping_sub(self.present) & self.mask);
        let Some(ahead) = in_ring.into_iter().chain(self.far_ahead()).min() else { return };
        let bucket = self.present.wrapping_add(ahead) & self.mask;
        self.present = bucket;
        self.lowest = self.lowest.plus(C::new((ahead as u64) << self.shift));
        self.occupied[bucket / 64] &= !(1 << (bucket % 64));
        // Not swapped, so that each keeps the memory that it will need again.
        self.due.append(&mut self.later[bucket]);
        while self.far_ahead() == Some(0) {
            self.due.extend(self.far.pop().map(|Reverse((_, entry))| entry));
        }
        if self.due.len() > 1 {
            sorting::sort_by_key(&mut self.due, Reverse);
        }
    }

    /// By how many buckets the first of the entries beyond the ring is ahead of the present one.
    fn far_ahead(&self) -> Option<usize> {
        self.far.peek().map(|Reverse((f, _))| f.ahead_of(self.lowest, self.shift) as usize)
    }

    /// The place in the ring of the next bucket after the present one that holds anything.
    fn next_occupied(&self) -> Option<usize> {
        let first = (self.present + 1) & self.mask;
        // All words in turn, and at the end the first word once more, for its lower bits.
        (0..=self.occupied.len()).find_map(|step| {
            let word = (first / 64 + step) % self.occupied.len();
            let from = if step == 0 { u64::MAX << (first % 64) } else { u64::MAX };
            let bits = self.occupied[word] & from;
            (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize)
        })
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let entries = self.due.capacity() + self.late.capacity() + self.later.iter().map(Vec::capacity).sum::<usize>();
        entries * size_of::<C::Entry>()
            + self.later.capacity() * size_of::<Vec<C::Entry>>()
            + self.far.capacity() * size_of::<(C, C::Entry)>()
    }
}

impl OpenList {
    /// The priority of what is due first.
    pub fn lowest(&mut self) -> Option<u64> {
        self.first_entry().map(priority)
    }

    /// Takes out the cell that is due first, with its priority.
    #[inline]
    pub fn pop_with_priority(&mut self) -> Option<(u64, Cell)> {
        self.pop_entry().map(|entry| (priority(entry), u64::cell(entry)))
    }
}

/// The f of a wide entry.
fn priority(entry: u128) -> u64 {
    (entry >> (GREATEST.trailing_ones() + 2 * PLACE_BITS)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_entry_holds_the_largest_numbers() {
        let (f, far) = ((1 << 49) + GREATEST, Cell::new(4095, 4094));
        assert_eq!(u64::cell(u64::entry(f, GREATEST, far)), far);
        assert_eq!(u64::entry(f, GREATEST, far) >> 70, u128::from(f));
        let h = 4095 * 1393;
        assert_eq!(u32::cell(u32::entry(u32::MAX, h, far)), far);
        assert_eq!(u32::entry(u32::MAX, h, far) >> 24, 0xffff << 24 | u64::from(h));
    }

    fn assert_order<C: Cost>() {
        let entry = |h, x, y| C::entry(C::new(10), C::new(h), Cell::new(x, y));
        assert!(entry(5, 9, 9) < entry(6, 0, 0), "larger g first");
        assert!(entry(5, 9, 3) < entry(5, 0, 4), "then by row");
        assert!(entry(5, 3, 4) < entry(5, 4, 4), "then by column");
        assert!(entry(9, 9, 9) < C::entry(C::new(11), C::new(0), Cell::new(0, 0)), "smaller f before all");
    }

    #[test]
    fn equals_come_in_one_order() {
        assert_order::<u32>();
        assert_order::<u64>();
    }

    proptest! {
        /// Entries may be put in between; each one that comes out is the least of those inside.
        #[test]
        fn comes_out_in_order(
            rise in 0..1_000_000u64, first in 0..10_000_000u64,
            steps in proptest::collection::vec((any::<u64>(), any::<u64>(), 0..4usize), 1..200),
            fall in prop_oneof![Just(0), 1..2_000_000u64], further in prop_oneof![Just(1), 1..10_000u64],
        ) {
            let mut open = OpenList::default();
            open.begin(first, rise);
            let mut inside = vec![(first, u64::entry(first, first, Cell::new(0, 0)))];
            open.push(first, first, Cell::new(0, 0));
            let mut least = first;
            for (up, g, takes) in steps {
                // Every fourth one may rise further than the others.
                let rise = if up % 4 == 0 { rise * further } else { rise };
                let f = (least + up % (rise + 1)).saturating_sub(g % (fall + 1));
                let (h, cell) = (g % (f + 1), Cell::new((up % 97) as i32, (g % 89) as i32));
                open.push(f, h, cell);
                inside.push((f, u64::entry(f, h, cell)));
                for _ in 0..takes {
                    inside.sort_by_key(|&entry| Reverse(entry));
                    let expected = inside.pop();
                    prop_assert_eq!(open.pop_entry(), expected.map(|(_, entry)| entry));
                    least = expected.map_or(least, |(f, _)| f);
                }
            }
        }

        /// Small numbers may wrap around: entries come out in the same order as with wide ones.
        #[test]
        fn numbers_may_run_over(
            first in prop_oneof![any::<u32>(), u32::MAX - 5000..u32::MAX],
            steps in proptest::collection::vec((0..2787u32, 0..1u32 << 23, 0..4usize), 1..200),
        ) {
            let (mut narrow, mut wide) = (OpenList::<u32>::default(), OpenList::<u64>::default());
            let mut least = u64::from(first);
            narrow.begin(first, 2787);
            wide.begin(least, 2787);
            let mut f_of = std::collections::BTreeMap::new();
            for (number, (up, h, takes)) in (0..).zip(steps) {
                let f = least + u64::from(up);
                let cell = Cell::new(number, 0);
                f_of.insert(cell, f);
                narrow.push(f as u32, h, cell);
                wide.push(f, u64::from(h), cell);
                for _ in 0..takes {
                    let (a, b) = (narrow.pop(), wide.pop());
                    prop_assert_eq!(a, b);
                    least = b.map_or(least, |cell| f_of[&cell]);
                }
            }
        }
    }
}
