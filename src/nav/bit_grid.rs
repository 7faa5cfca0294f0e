//! Which cells are passable, one bit each, in words of 64: for searches that look along rows and columns.
//!
//! Every cell is stored twice, in its row and in its column, so that scans along both work alike (D. Harabor and A.
//! Grastien, "Improving Jump Point Search", ICAPS 2014, scan blocks of cells like this). There is a rim of cells that
//! are not passable, at which every scan along a line ends.

use crate::grid::Cell;

/// The passable cells of a map, by rows and by columns.
///
/// Its places are those of a grid with a rim one cell wide: cell (x, y) of the map lies in column x + 1 of row y + 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BitGrid {
    /// A line for each row, a place in it for each column.
    pub rows: BitLines,
    /// A line for each column, a place in it for each row.
    pub columns: BitLines,
}

/// Lines of cells next to each other, a bit for each cell: 1 where it is passable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BitLines {
    /// In strips 64 places wide, one after the other; in each a word for every line, the first place its lowest bit. So
    /// the words of lines that are neighbours are neighbours too. One more word before and behind all of them, so that
    /// the lines of the rim have neighbours.
    words: Vec<u64>,
    /// How many lines there are, with those of the rim.
    lines: usize,
}

impl BitGrid {
    /// A map of this size, nothing of it passable.
    pub fn new(width: u32, height: u32) -> BitGrid {
        let (columns, rows) = (width as usize + 2, height as usize + 2);
        BitGrid { rows: BitLines::new(rows, columns), columns: BitLines::new(columns, rows) }
    }

    /// Notes which cells of the map, from one cell to the right, are passable: those whose cost is not 0. Calls
    /// `changed` with a cell of each word of the row that has changed.
    pub fn set_row(&mut self, from: Cell, costs: &[u16], mut changed: impl FnMut(Cell)) {
        let (column, row) = ((from.x + 1) as usize, (from.y + 1) as usize);
        let first = self.columns.index(column, row);
        let words = &mut self.columns.words[first..];
        for (word, &cost) in words.iter_mut().zip(costs) {
            *word = *word & !(1 << (row % 64)) | u64::from(cost > 0) << (row % 64);
        }
        let is_passable = |cost: u16| cost > 0;
        self.rows.set(row, column, costs, is_passable, |column, _| changed(Cell::new(column as i32 - 1, from.y)));
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + self.columns.bytes()
    }
}

impl BitLines {
    /// `count` lines of `length` places each, rim included, all bits 0.
    pub fn new(lines: usize, places: usize) -> BitLines {
        BitLines { words: vec![0; lines * places.div_ceil(64) + 2], lines }
    }

    /// Sets the bits of a line from a place on: 1 where `is_one` says so of a value. Calls `changed` with the first of
    /// these places in each word that has changed, and its changed bits.
    pub fn set<T: Copy>(
        &mut self,
        line: usize,
        place: usize,
        values: &[T],
        is_one: impl Fn(T) -> bool,
        mut changed: impl FnMut(usize, u64),
    ) {
        let mut at = 0;
        while at < values.len() {
            let first = (place + at) % 64;
            let values = &values[at..values.len().min(at + 64 - first)];
            let bits = packed(values, &is_one) << first;
            let mask = !0 >> (64 - values.len()) << first;
            let index = self.index(line, place + at);
            let word = &mut self.words[index];
            let others = (*word ^ bits) & mask;
            if others != 0 {
                *word ^= others;
                changed(place + at, others);
            }
            at += values.len();
        }
    }

    /// Calls `each` with those of `count` places of a line, counted from a place on, whose bit is 1.
    pub fn each(&self, line: usize, place: usize, count: usize, mut each: impl FnMut(usize)) {
        for strip in place / 64..(place + count).div_ceil(64) {
            let mut word = self.words[self.index(line, 64 * strip)];
            while word != 0 {
                let found = 64 * strip + word.trailing_zeros() as usize;
                if (place..place + count).contains(&found) {
                    each(found - place);
                }
                word &= word - 1;
            }
        }
    }

    /// Whether all bits are 0.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// All bits, as they are kept.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Takes over all bits as they are kept in lines of the same size.
    pub fn set_words(&mut self, words: Vec<u64>) {
        assert_eq!(words.len(), self.words.len(), "the lines have their size");
        self.words = words;
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Sets the bit at a place of a line.
    pub fn set_bit(&mut self, line: usize, place: usize, is_one: bool) {
        let index = self.index(line, place);
        let bit = 1 << (place % 64);
        self.words[index] = if is_one { self.words[index] | bit } else { self.words[index] & !bit };
    }

    /// Sets the word of a line in which a place lies.
    pub fn set_word(&mut self, line: usize, place: usize, word: u64) {
        let index = self.index(line, place);
        self.words[index] = word;
    }

    /// Where the word of a place is.
    #[inline]
    pub fn index(&self, line: usize, place: usize) -> usize {
        place / 64 * self.lines + line + 1
    }

    /// Whether the cell at a place of a line is passable.
    #[inline]
    pub fn is_passable(&self, line: usize, place: usize) -> bool {
        self.words[self.index(line, place)] >> (place % 64) & 1 == 1
    }

    /// The words of a strip from a line on, one for each line: 64 of them, or as many as there are.
    pub fn block(&self, strip: usize, line: usize) -> &[u64] {
        let first = self.index(line, 64 * strip);
        &self.words[first..first + (self.lines - line).min(64)]
    }

    /// The word of a line in which a place lies.
    #[inline]
    pub fn word(&self, line: usize, place: usize) -> u64 {
        self.words[self.index(line, place)]
    }

    /// Of the strip in which a place lies, the words of the line before this one, of this one and of the one after it.
    #[inline]
    pub fn around(&self, line: usize, place: usize) -> [u64; 3] {
        let index = self.index(line, place);
        let [before, here, after] = self.words[index - 1..index + 2] else { unreachable!("three words") };
        [before, here, after]
    }

    /// The three words of [`BitLines::around`], or zeros where the strip would lie behind the last.
    pub fn around_or_empty(&self, line: usize, place: usize) -> [u64; 3] {
        if self.index(line, place) + 1 < self.words.len() { self.around(line, place) } else { [0; 3] }
    }

    /// At how many places one can step between a line and the one before it.
    pub fn crossings(&self, line: usize) -> u32 {
        let lines = self.words[1..].chunks_exact(self.lines);
        lines.map(|strip| (strip[line - 1] & strip[line]).count_ones()).sum()
    }

    /// The first place behind `place` in a line that is not passable. `place` lies before the rim's last.
    #[inline]
    pub fn wall_after(&self, line: usize, place: usize) -> usize {
        let (mut strip, mut index) = (place / 64, self.index(line, place));
        let mut walls = !self.words[index] & !1 << (place % 64);
        while walls == 0 {
            (strip, index) = (strip + 1, index + self.lines);
            walls = !self.words[index];
        }
        strip * 64 + walls.trailing_zeros() as usize
    }

    /// The last place before `place` in a line that is not passable. `place` lies behind the rim's first.
    #[inline]
    pub fn wall_before(&self, line: usize, place: usize) -> usize {
        let (mut strip, mut index) = (place / 64, self.index(line, place));
        let mut walls = !self.words[index] & !(!0 << (place % 64));
        while walls == 0 {
            (strip, index) = (strip - 1, index - self.lines);
            walls = !self.words[index];
        }
        strip * 64 + 63 - walls.leading_zeros() as usize
    }
}

/// A bit for each of up to 64 values, from the lowest on: 1 where `is_one` says so.
fn packed<T: Copy>(values: &[T], is_one: impl Fn(T) -> bool) -> u64 {
    /// Moves the lowest bits of eight bytes side by side, into the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut bytes = [0_u8; 64];
    bytes.iter_mut().zip(values).for_each(|(byte, &value)| *byte = u8::from(is_one(value)));
    let eights = bytes.as_chunks::<8>().0.iter().rev();
    eights.fold(0, |bits, &eight| bits << 8 | u64::from_le_bytes(eight).wrapping_mul(GATHER) >> 56)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Rect};
    use crate::level::{TerrainId, TileMap};
    use crate::nav::NavGrid;
    use crate::profile::AgentProfile;
    use proptest::prelude::*;

    proptest! {
        /// After any edits a navigation grid has the bits of one baked from scratch, and they agree with its costs.
        #[test]
        fn edits_keep_them_true(
            (width, height) in (1..150u32, 1..80u32),
            edits in proptest::collection::vec((0..150i32, 0..80i32, 0..9i32, 0..2u8), 1..8),
        ) {
            let tiles = Grid::filled(width, height, TerrainId(0));
            let mut map = TileMap::plain(tiles);
            let profile = AgentProfile::default();
            let mut grid = NavGrid::bake(&map, &profile);
            for (x, y, size, terrain) in edits {
                let changed = Rect::of_cell(Cell::new(x, y)).grown(size).clipped(width, height);
                changed.cells().for_each(|cell| map.tiles[cell] = TerrainId(terrain));
                grid.rebake(&map, changed);
            }
            let afresh = NavGrid::bake(&map, &profile);
            prop_assert_eq!(grid.bits(), afresh.bits());
            for cell in map.tiles.rect().grown(1).cells() {
                let (column, row) = ((cell.x + 1) as usize, (cell.y + 1) as usize);
                let bits = [grid.bits().rows.is_passable(row, column), grid.bits().columns.is_passable(column, row)];
                prop_assert_eq!(bits, [grid.is_passable(cell); 2], "{:?}", cell);
            }
        }
    }

    #[test]
    fn walls_are_found_across_words() {
        let mut bits = BitGrid::new(200, 3);
        let costs: Vec<u16> = (0..200).map(|x| u16::from(x != 130)).collect();
        bits.set_row(Cell::new(0, 1), &costs, |_| ());
        let (row, rows) = (2, &bits.rows);
        assert_eq!(rows.wall_after(row, 1), 131);
        assert_eq!(rows.wall_after(row, 63), 131);
        assert_eq!(rows.wall_after(row, 130), 131);
        assert_eq!(rows.wall_after(row, 132), 201, "the rim");
        assert_eq!(rows.wall_before(row, 200), 131);
        assert_eq!(rows.wall_before(row, 64), 0, "the rim");
        assert_eq!(bits.columns.wall_after(5, 2), 3);
        assert_eq!(bits.columns.wall_before(5, 2), 1);
        assert_eq!((rows.crossings(row), bits.columns.crossings(row)), (0, 1));
        assert!(rows.is_passable(row, 1) && !rows.is_passable(row, 131) && !rows.is_passable(row + 1, 1));
        assert!(bits.columns.is_passable(1, row) && !bits.columns.is_passable(131, row));
    }
}
