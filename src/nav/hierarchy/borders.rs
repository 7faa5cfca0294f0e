//! Where the borders of the chunks lie.

use std::ops::Range;

use crate::grid::{Cell, Rect};
use crate::nav::baked_ground::BakedGround;
use crate::nav::bit_grid::BitLines;

/// The usual side of a chunk, in cells.
pub const SIDE: i32 = 32;
/// The shortest and the longest side of a chunk (the last of a row or column may be shorter).
pub const SIDES: [i32; 2] = [16, 48];
/// Room for the entrances that a chunk owns: one for each cell of two sides, where ledges part each from the next.
pub const SLOTS: u32 = 2 * SIDES[1] as u32;
/// Room for those in a region or at its border.
pub const LOCAL: usize = ((GROUP + 1) * (GROUP + 1) * SLOTS) as usize;
/// The side of a region, in chunks.
pub const GROUP: u32 = 4;

/// The borders of the chunks: lines between two columns or rows that run through the whole map.
///
/// Their position matters: a border between rooms is crossed at a few doors, one through the middle of the rooms nearly
/// anywhere. So a border follows a line that is *narrow*, crossed at less than a quarter of the places of a usual one,
/// if there is one near; else it keeps the usual distance. Only the number of places where each line can be crossed
/// matters, so an edit rarely moves a border.
#[derive(Clone, Debug, PartialEq)]
pub struct ChunkBorders {
    /// Columns with those of the borders between them.
    pub across: AxisBorders,
    /// Rows with those of the borders between them.
    pub down: AxisBorders,
}

/// The borders along one axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisBorders {
    /// The first column (or row) of each chunk, and at the end the number of columns.
    starts: Vec<i32>,
    /// For each column in which chunk it lies.
    chunk: Vec<u16>,
    /// For each column the number of rows in which it can be entered from the one before.
    crossings: Vec<u32>,
}

impl ChunkBorders {
    pub fn of(grid: &BakedGround) -> ChunkBorders {
        let (width, height) = (grid.lattice().width as usize, grid.lattice().height as usize);
        let mut layout = ChunkBorders { across: AxisBorders::new(width), down: AxisBorders::new(height) };
        layout.across.update(&grid.bits().columns, 0..width);
        layout.down.update(&grid.bits().rows, 0..height);
        layout
    }

    /// Records a change of the ground between the lines around a rectangle; returns whether any border has moved.
    pub fn update(&mut self, grid: &BakedGround, changed: Rect) -> bool {
        let Rect { min, max } = changed;
        let across = self.across.update(&grid.bits().columns, min.x as usize..max.x as usize + 1);
        across | self.down.update(&grid.bits().rows, min.y as usize..max.y as usize + 1)
    }

    /// How many chunks there are.
    pub fn chunks(&self) -> usize {
        self.across.len() as usize * self.down.len() as usize
    }

    /// The chunk that holds a cell. They are numbered row by row.
    #[inline]
    pub fn chunk_at(&self, cell: Cell) -> u32 {
        u32::from(self.down.chunk[cell.y as usize]) * self.across.len() + u32::from(self.across.chunk[cell.x as usize])
    }

    /// The cells of a chunk.
    pub fn rect(&self, chunk: u32) -> Rect {
        let (column, row) = (chunk % self.across.len(), chunk / self.across.len());
        let corner =
            |column: u32, row: u32| Cell::new(self.across.starts[column as usize], self.down.starts[row as usize]);
        Rect { min: corner(column, row), max: corner(column + 1, row + 1) }
    }

    /// The number of columns of regions.
    pub fn region_columns(&self) -> u32 {
        self.across.len().div_ceil(GROUP)
    }

    /// How many regions there are.
    pub fn regions(&self) -> usize {
        (self.region_columns() * self.down.len().div_ceil(GROUP)) as usize
    }

    /// The region that holds a chunk.
    pub fn region_of(&self, chunk: u32) -> u32 {
        let (column, row) = (chunk % self.across.len(), chunk / self.across.len());
        row / GROUP * self.region_columns() + column / GROUP
    }

    /// The chunks of a region, row by row.
    pub fn chunks_of(&self, region: u32) -> impl Iterator<Item = u32> {
        let (left, top) = (region % self.region_columns() * GROUP, region / self.region_columns() * GROUP);
        let (columns, rows) = (self.across.len(), self.down.len());
        (top..(top + GROUP).min(rows))
            .flat_map(move |row| (left..(left + GROUP).min(columns)).map(move |column| row * columns + column))
    }

    /// The chunks on the left and above.
    pub fn before(&self, chunk: u32) -> [Option<u32>; 2] {
        let columns = self.across.len();
        [(!chunk.is_multiple_of(columns)).then(|| chunk - 1), chunk.checked_sub(columns)]
    }

    /// The chunks on the right and below.
    pub fn after(&self, chunk: u32) -> [Option<u32>; 2] {
        let columns = self.across.len();
        let right = (chunk % columns + 1 < columns).then_some(chunk + 1);
        [right, Some(chunk + columns).filter(|&below| below < columns * self.down.len())]
    }

    /// The chunks that share cells with a rectangle of the map, in order; it is not empty.
    pub fn chunks_in(&self, rect: Rect) -> impl Iterator<Item = u32> {
        let last = Cell::new(rect.max.x - 1, rect.max.y - 1);
        let (first, last) = (self.chunk_at(rect.min), self.chunk_at(last));
        let columns = self.across.len();
        let all = first / columns..=last / columns;
        all.flat_map(move |row| (first % columns..=last % columns).map(move |column| row * columns + column))
    }

    /// A chunk with those beside it and at its corners.
    pub fn around(&self, chunk: u32) -> impl Iterator<Item = u32> {
        let (columns, rows) = (self.across.len(), self.down.len());
        let (column, row) = (chunk % columns, chunk / columns);
        let near = |at: u32, length: u32| at.saturating_sub(1)..(at + 2).min(length);
        near(row, rows).flat_map(move |row| near(column, columns).map(move |column| row * columns + column))
    }

    /// A small number for an entrance in a region or at its border, less than [`LOCAL`].
    pub fn local(&self, region: u32, entrance: u32) -> usize {
        let (left, top) = (region % self.region_columns() * GROUP, region / self.region_columns() * GROUP);
        let (column, row) = (entrance / SLOTS % self.across.len(), entrance / SLOTS / self.across.len());
        (((row + 1 - top) * (GROUP + 1) + column + 1 - left) * SLOTS + entrance % SLOTS) as usize
    }

    /// When the entrances between a chunk of a region and the next chunk of it, on the right or below, are left out,
    /// where halves of halves are put together first (A. George, "Nested Dissection of a Regular Finite Element Mesh",
    /// SIAM Journal on Numerical Analysis 10, 1973).
    pub fn turn(&self, chunk: u32, to_the_right: bool) -> u32 {
        let (column, row) = (chunk % self.across.len() % GROUP, chunk / self.across.len() % GROUP);
        if to_the_right { column % 2 * 2 } else { row % 2 * 2 + 1 }
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let of = |axis: &AxisBorders| axis.starts.len() * 4 + axis.chunk.len() * 2 + axis.crossings.len() * 4;
        of(&self.across) + of(&self.down)
    }
}

impl AxisBorders {
    fn new(length: usize) -> AxisBorders {
        AxisBorders { starts: Vec::new(), chunk: vec![0; length], crossings: vec![0; length] }
    }

    /// Counts again how often some lines can be crossed and places the borders; returns whether any has moved.
    fn update(&mut self, lines: &BitLines, changed: Range<usize>) -> bool {
        for line in changed.start..changed.end.min(self.crossings.len()) {
            // The lines of bits have a rim.
            self.crossings[line] = lines.crossings(line + 1);
        }
        self.divide()
    }

    /// How many chunks it is divided into.
    pub fn len(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Places the borders; returns whether any has moved.
    fn divide(&mut self) -> bool {
        let length = self.crossings.len() as i32;
        let all: u64 = self.crossings.iter().map(|&count| u64::from(count)).sum();
        let is_narrow = |line: &i32| u64::from(self.crossings[*line as usize]) * 4 * (length as u64) < all;
        let mut starts = vec![0];
        let mut last = 0;
        while last + SIDES[1] < length {
            let near = last + SIDES[0]..=last + SIDES[1];
            let usual = last + SIDE;
            last = near.filter(is_narrow).min_by_key(|line| (line - usual).abs()).unwrap_or(usual);
            starts.push(last);
        }
        starts.push(length);
        let has_moved = starts != self.starts;
        if has_moved {
            for (number, ends) in starts.windows(2).enumerate() {
                self.chunk[ends[0] as usize..ends[1] as usize].fill(number as u16);
            }
            self.starts = starts;
        }
        has_moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(crossings: Vec<u32>) -> Vec<i32> {
        let mut axis = AxisBorders::new(crossings.len());
        axis.crossings = crossings;
        assert!(axis.divide());
        assert!(!axis.divide(), "a second time nothing moves");
        axis.starts
    }

    #[test]
    fn borders_follow_narrow_lines() {
        assert_eq!(starts(vec![80; 100]), [0, 32, 64, 100], "none");
        assert_eq!(starts(vec![80; 40]), [0, 40]);
        let walls = |every: usize| (0..150).map(|line| if line % every < 2 { 3 } else { 80 }).collect();
        assert_eq!(starts(walls(33)), [0, 33, 66, 99, 132, 150]);
        assert_eq!(starts(walls(14)), [0, 29, 57, 85, 113, 150], "every other wall");
    }
}
