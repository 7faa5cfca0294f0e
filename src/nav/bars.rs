//! What stands between neighbouring cells, though both may be passable: ledges, and obstacles that are no tiles.

use super::bit_grid::BitLines;

/// Which ways between neighbouring cells are barred. Where a line or a place comes in, it is as in the rows of a
/// [`BitGrid`](super::bit_grid::BitGrid): with a rim of one cell around the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bars {
    /// Between a cell and the one to the right of it.
    pub right: BitLines,
    /// Between a cell and the one below it.
    pub below: BitLines,
    /// Somewhere in the square between the middle of a cell, that to the right, that below and that below on the right:
    /// neither of its diagonals is a way.
    pub square: BitLines,
}

impl Bars {
    /// For a map of this size, on which nothing is barred.
    pub fn new(width: u32, height: u32) -> Bars {
        let lines = BitLines::new(height as usize + 2, width as usize + 2);
        Bars { right: lines.clone(), below: lines.clone(), square: lines }
    }
}
