//! The open list of a search of the abstract graph.

use super::entrances::Entrance;
use crate::grid::Cell;
use crate::nav::open_list::OpenList;

/// Entrances in order of priority, then of number: the open list of all searches, in which the number of an entrance stands in
/// the place of a cell.
#[derive(Clone, Debug, Default)]
pub struct EntranceQueue(OpenList);

/// Of the number of an entrance, these are the bits that stand in the place of a column.
const COLUMN_BITS: u32 = 12;

/// By how much the priority of an entrance is mostly above that of the one from which it is found: the cost of some regions of the
/// cheapest ground.
const RISE: u64 = 64_000;

impl EntranceQueue {
    pub fn clear(&mut self) {
        self.0.begin(0, RISE);
    }

    #[inline]
    pub fn push(&mut self, priority: u64, entrance: Entrance) {
        let place = Cell::new((entrance & ((1 << COLUMN_BITS) - 1)) as i32, (entrance >> COLUMN_BITS) as i32);
        self.0.push(priority, 0, place);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<(u64, Entrance)> {
        let (priority, place) = self.0.pop_with_priority()?;
        Some((priority, (place.y as u32) << COLUMN_BITS | place.x as u32))
    }

    /// The lowest priority.
    pub fn lowest(&mut self) -> Option<u64> {
        self.0.lowest()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
