//! The open list of a search of the abstract graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::entrances::Entrance;

/// Entrances in order of priority, then of number.
#[derive(Clone, Debug, Default)]
pub struct EntranceQueue(BinaryHeap<Reverse<u64>>);

/// The bits of an entrance's number: enough for 4096 x 4096 cells in the smallest chunks, and as many portals. The
/// other 41 bits hold the priority: enough for the longest path over the most expensive such map.
const BITS: u32 = 23;

impl EntranceQueue {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub fn push(&mut self, priority: u64, entrance: Entrance) {
        self.0.push(Reverse(priority << BITS | u64::from(entrance)));
    }

    #[inline]
    pub fn pop(&mut self) -> Option<(u64, Entrance)> {
        self.0.pop().map(|Reverse(entry)| (entry >> BITS, entry as u32 & ((1 << BITS) - 1)))
    }

    /// The lowest priority.
    pub fn lowest(&self) -> Option<u64> {
        self.0.peek().map(|Reverse(entry)| entry >> BITS)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}
