//! How a map is divided into chunks.

use crate::grid::{Cell, Rect};

/// How a map is divided. Chunks are counted from the rim around the map, like the words of a [`BitGrid`](crate::nav::bit_grid::BitGrid).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) struct ChunkLayout {
    pub width: u32,
    pub height: u32,
    /// Chunks in a row.
    pub across: u32,
    /// Rows of chunks.
    pub down: u32,
}

/// The cells along the side of a chunk.
pub(in crate::nav) const SIDE: usize = 64;
/// The cells of a chunk.
pub(super) const AREA: usize = SIDE * SIDE;

impl ChunkLayout {
    pub fn of(width: u32, height: u32) -> ChunkLayout {
        let chunks = |cells: u32| (cells + 2).div_ceil(SIDE as u32);
        ChunkLayout { width, height, across: chunks(width), down: chunks(height) }
    }

    /// The chunk in which a cell of the map lies.
    pub fn chunk_of(self, cell: Cell) -> u32 {
        self.place(cell).0 as u32
    }

    /// The cells of a chunk, of which some may lie outside the map.
    pub fn cells_of_chunk(self, chunk: u32) -> Rect {
        let min = self.cell(chunk as usize, 0);
        Rect { min, max: Cell::new(min.x + SIDE as i32, min.y + SIDE as i32) }
    }

    /// How many there are.
    pub fn chunks(self) -> usize {
        (self.across * self.down) as usize
    }

    /// The chunk of a cell of the map, and the cell's place in it.
    pub fn place(self, cell: Cell) -> (usize, usize) {
        let (column, row) = ((cell.x + 1) as usize, (cell.y + 1) as usize);
        (row / SIDE * self.across as usize + column / SIDE, row % SIDE * SIDE + column % SIDE)
    }

    /// The cell at a place of a chunk.
    pub fn cell(self, chunk: usize, place: usize) -> Cell {
        let (x, y) = (chunk % self.across as usize * SIDE, chunk / self.across as usize * SIDE);
        Cell::new((x + place % SIDE) as i32 - 1, (y + place / SIDE) as i32 - 1)
    }

    /// The number of a cell among all of the map and its rim, row by row.
    pub fn number(self, cell: Cell) -> u32 {
        (cell.y + 1) as u32 * (self.width + 2) + (cell.x + 1) as u32
    }

    pub fn cell_of_number(self, number: u32) -> Cell {
        Cell::new((number % (self.width + 2)) as i32 - 1, (number / (self.width + 2)) as i32 - 1)
    }

    pub fn contains(self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < self.width && (cell.y as u32) < self.height
    }
}
