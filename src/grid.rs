//! Cells, rectangles of cells, grids of values, and the lattice that ties tiles to world units.

use std::ops::{Index, IndexMut};

use glam::Vec2;

/// One square of a grid: column `x` counted from the left, row `y` counted downward, both from 0.
///
/// A cell may lie outside a particular grid; [`Lattice::contains`] and [`Grid::get`] tell whether it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Cell {
    /// Column, growing to the right.
    pub x: i32,
    /// Row, growing downward.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` of row `y`.
    pub const fn new(x: i32, y: i32) -> Cell {
        Cell { x, y }
    }

    /// The square of the straight distance to `other`, in cells.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// assert_eq!(Cell::new(1, 1).distance_squared(Cell::new(4, 5)), 25);
    /// ```
    pub fn distance_squared(self, other: Cell) -> u64 {
        let dx = self.x.abs_diff(other.x) as u64;
        let dy = self.y.abs_diff(other.y) as u64;
        dx * dx + dy * dy
    }
}

/// A rectangle of cells, from `min` (inside it) to `max` (just outside it): half-open on both axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Rect {
    /// The first column and row inside.
    pub min: Cell,
    /// The first column and row outside.
    pub max: Cell,
}

impl Rect {
    /// The rectangle of exactly one cell.
    pub fn of_cell(cell: Cell) -> Rect {
        Rect { min: cell, max: Cell::new(cell.x + 1, cell.y + 1) }
    }

    /// The smallest rectangle that holds all of `cells`, or `None` when there are none.
    pub fn around(cells: impl IntoIterator<Item = Cell>) -> Option<Rect> {
        cells.into_iter().map(Rect::of_cell).reduce(Rect::union)
    }

    /// The smallest rectangle that holds both.
    pub fn union(self, other: Rect) -> Rect {
        Rect {
            min: Cell::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Cell::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// The part that both have in common; empty when there is none.
    pub fn intersection(self, other: Rect) -> Rect {
        let min = Cell::new(self.min.x.max(other.min.x), self.min.y.max(other.min.y));
        let max = Cell::new(self.max.x.min(other.max.x), self.max.y.min(other.max.y));
        Rect { min, max: Cell::new(max.x.max(min.x), max.y.max(min.y)) }
    }

    /// Whether `cell` lies inside.
    pub fn contains(self, cell: Cell) -> bool {
        (self.min.x..self.max.x).contains(&cell.x) && (self.min.y..self.max.y).contains(&cell.y)
    }

    /// This rectangle with `margin` more cells on every side.
    pub fn grown(self, margin: i32) -> Rect {
        Rect {
            min: Cell::new(self.min.x - margin, self.min.y - margin),
            max: Cell::new(self.max.x + margin, self.max.y + margin),
        }
    }

    /// The part of it that lies in a grid of `width` x `height` cells; empty when none does.
    pub fn clipped(self, width: u32, height: u32) -> Rect {
        let clip = |value: i32, limit: u32| value.clamp(0, limit as i32);
        Rect {
            min: Cell::new(clip(self.min.x, width), clip(self.min.y, height)),
            max: Cell::new(clip(self.max.x, width), clip(self.max.y, height)),
        }
    }

    /// Every cell inside, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.min.y..self.max.y).flat_map(move |y| (self.min.x..self.max.x).map(move |x| Cell::new(x, y)))
    }
}

/// The most columns, and the most rows, of a map on which paths are found.
pub const MAX_SIDE: u32 = 4096;

/// What is wrong with a grid made from rows of characters or from costs.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// There is no row, or the first one has no cells.
    #[error("the grid has no cells")]
    Empty,
    /// There are more than [`MAX_SIDE`] columns or rows.
    #[error("a grid of {width} x {height} cells is too large: {MAX_SIDE} is the most on each side")]
    TooLarge {
        /// The number of columns that the grid would have.
        width: usize,
        /// The number of rows that the grid would have.
        height: usize,
    },
    /// Not all rows have as many cells as the first.
    #[error("row {row} has {cells} cells, row 0 has {expected}")]
    Ragged {
        /// The first row of another length, counted from 0.
        row: usize,
        /// How many cells it has.
        cells: usize,
        /// How many cells the first row has.
        expected: usize,
    },
    /// A character stands for nothing.
    #[error("the character {character:?} at column {}, row {} has no meaning here", .cell.x, .cell.y)]
    Character {
        /// The character without a meaning.
        character: char,
        /// The cell for which it stands.
        cell: Cell,
    },
    /// A cost is not 0.1 to 100.
    #[error("the cost {cost} at column {}, row {} is not 0.1 to 100", .cell.x, .cell.y)]
    Cost {
        /// The cell that was to have this cost.
        cell: Cell,
        /// What it was to cost.
        cost: f32,
    },
    /// A lattice does not lie at a finite place, or its tiles are not 0.1 to 1024 world units wide.
    #[error("tiles of {tile_size} world units at {origin}: their side must be 0.1 to 1024, their place finite")]
    Lattice {
        /// The side of a tile, in world units.
        tile_size: f32,
        /// The upper left corner of the first tile, in world units.
        origin: Vec2,
    },
}

/// Whether a grid of this size can be made.
fn check_size(width: usize, height: usize) -> Result<(), GridError> {
    match width.max(height) {
        _ if width.min(height) == 0 => Err(GridError::Empty),
        side if side > MAX_SIDE as usize => Err(GridError::TooLarge { width, height }),
        _ => Ok(()),
    }
}

/// A value for each cell of a rectangle that starts at (0, 0), kept row by row.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Grid<T> {
    width: u32,
    height: u32,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid of `width` x `height` cells whose values are given row by row.
    ///
    /// # Panics
    /// When there are not exactly `width * height` values.
    pub fn from_rows(width: u32, height: u32, values: Vec<T>) -> Grid<T> {
        assert_eq!(values.len(), width as usize * height as usize, "a grid needs one value for each cell");
        Grid { width, height, values }
    }

    /// A grid drawn as rows of characters, all of the same length, given what each character stands for.
    ///
    /// ```
    /// use footpath::grid::{Cell, Grid, GridError};
    /// let depths = Grid::drawn(&["012", "340"], |character| character.to_digit(10))?;
    /// assert_eq!(depths[Cell::new(1, 1)], 4);
    ///
    /// let ragged = Grid::drawn(&["01", "2"], |character| character.to_digit(10));
    /// assert_eq!(ragged, Err(GridError::Ragged { row: 1, cells: 1, expected: 2 }));
    /// # Ok::<(), GridError>(())
    /// ```
    ///
    /// # Errors
    /// When there are no cells or more than [`MAX_SIDE`] in a row or column, when rows differ in length, or when a
    /// character stands for nothing.
    pub fn drawn(rows: &[impl AsRef<str>], mut value: impl FnMut(char) -> Option<T>) -> Result<Grid<T>, GridError> {
        let width = rows.first().map_or(0, |row| row.as_ref().chars().count());
        check_size(width, rows.len())?;
        let mut values = Vec::with_capacity(width * rows.len());
        for (y, row) in rows.iter().enumerate() {
            for (x, character) in row.as_ref().chars().enumerate() {
                let cell = Cell::new(x as i32, y as i32);
                values.push(value(character).ok_or(GridError::Character { character, cell })?);
            }
            let cells = values.len() - y * width;
            if cells != width {
                return Err(GridError::Ragged { row: y, cells, expected: width });
            }
        }
        Ok(Grid { width: width as u32, height: rows.len() as u32, values })
    }

    /// A grid of `width` x `height` cells, all holding `value`.
    pub fn filled(width: u32, height: u32, value: T) -> Grid<T>
    where
        T: Clone,
    {
        Grid { width, height, values: vec![value; width as usize * height as usize] }
    }

    /// The number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The whole grid as a rectangle.
    pub fn rect(&self) -> Rect {
        Rect { min: Cell::new(0, 0), max: Cell::new(self.width as i32, self.height as i32) }
    }

    /// The values row by row; the value of cell (x, y) stands at `y * width + x`.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values row by row, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The index of `cell` in [`Grid::values`], or `None` when it lies outside.
    pub fn index_of(&self, cell: Cell) -> Option<usize> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < self.width && (cell.y as u32) < self.height;
        inside.then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// The value at `cell`, or `None` when it lies outside.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.index_of(cell).map(|index| &self.values[index])
    }

    /// The value at `cell`, to change, or `None` when it lies outside.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.index_of(cell).map(|index| &mut self.values[index])
    }
}

/// The value at a cell.
///
/// # Panics
/// When the cell lies outside the grid; [`Grid::get`] does not.
impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        self.get(cell).expect("the cell lies inside the grid")
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        self.get_mut(cell).expect("the cell lies inside the grid")
    }
}

/// Where a map's tiles lie in the world: its size in tiles, the world position of the upper left
/// corner of tile (0, 0), and the side of a tile in world units.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Lattice {
    /// The upper left corner of tile (0, 0), in world units; may be negative.
    pub origin: Vec2,
    /// The side of a tile in world units; positive.
    pub tile_size: f32,
    /// The number of columns of tiles.
    pub width: u32,
    /// The number of rows of tiles.
    pub height: u32,
}

impl Lattice {
    /// Tiles of one world unit, the upper left corner of the first one at the origin.
    ///
    /// ```
    /// use footpath::grid::Lattice;
    /// // Tiles of 32 units; everything else stays.
    /// let lattice = Lattice { tile_size: 32.0, ..Lattice::new(20, 15) };
    /// assert_eq!(lattice.size(), glam::vec2(640.0, 480.0));
    /// ```
    pub fn new(width: u32, height: u32) -> Lattice {
        Lattice { origin: Vec2::ZERO, tile_size: 1.0, width, height }
    }

    /// Whether paths can be found on it.
    ///
    /// # Errors
    /// When it has no tiles or more than [`MAX_SIDE`] in a row or column, does not lie at a finite place, or its tiles
    /// are not 0.1 to 1024 world units wide.
    pub fn check(&self) -> Result<(), GridError> {
        let Lattice { origin, tile_size, width, height } = *self;
        check_size(width as usize, height as usize)?;
        let is_sound = (0.1..=1024.0).contains(&tile_size) && origin.is_finite();
        if is_sound { Ok(()) } else { Err(GridError::Lattice { tile_size, origin }) }
    }

    /// The whole map as a rectangle of tiles.
    pub fn rect(&self) -> Rect {
        Rect { min: Cell::new(0, 0), max: Cell::new(self.width as i32, self.height as i32) }
    }

    /// The tile that holds a point of the world, whether or not the map has such a tile.
    ///
    /// Half-open on both axes: a tile holds its left and upper edge, not its right and lower one.
    ///
    /// ```
    /// use footpath::grid::{Cell, Lattice};
    /// use glam::vec2;
    /// let lattice = Lattice { origin: vec2(-2.0, 0.0), tile_size: 2.0, width: 3, height: 3 };
    /// assert_eq!(lattice.tile_at(vec2(-2.0, 0.0)), Cell::new(0, 0));
    /// assert_eq!(lattice.tile_at(vec2(0.0, 1.9)), Cell::new(1, 0));
    /// assert_eq!(lattice.tile_at(vec2(-2.1, 0.0)), Cell::new(-1, 0));
    /// ```
    pub fn tile_at(&self, point: Vec2) -> Cell {
        let tile = (point - self.origin) / self.tile_size;
        Cell::new(floor(tile.x), floor(tile.y))
    }

    /// The tile of the map that holds `point`, or `None` when the point lies outside the map (or is
    /// not a number).
    pub fn tile_inside(&self, point: Vec2) -> Option<Cell> {
        // Inside, numbers are rounded down by dropping what is behind the point, in half the time.
        let at = (point - self.origin) / self.tile_size;
        let is_inside = at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32;
        is_inside.then(|| Cell::new(at.x as i32, at.y as i32))
    }

    /// Whether the map has this tile.
    pub fn contains(&self, tile: Cell) -> bool {
        tile.x >= 0 && tile.y >= 0 && (tile.x as u32) < self.width && (tile.y as u32) < self.height
    }

    /// The middle of a tile, in world units.
    pub fn centre(&self, tile: Cell) -> Vec2 {
        self.corner(tile) + Vec2::splat(0.5 * self.tile_size)
    }

    /// The upper left corner of a tile, in world units.
    pub fn corner(&self, tile: Cell) -> Vec2 {
        self.origin + Vec2::new(tile.x as f32, tile.y as f32) * self.tile_size
    }

    /// The width and height of the whole map, in world units.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width as f32, self.height as f32) * self.tile_size
    }
}

/// The greatest integer not greater than `number`, clamped to the range of `i32`; 0 for NaN. Plain arithmetic, because
/// `f32::floor` is a library call where the processor has no instruction for it.
#[inline]
fn floor(number: f32) -> i32 {
    let towards_zero = number as i32;
    towards_zero.saturating_sub(i32::from(towards_zero as f32 > number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn bounds_are_half_open_on_each_axis() {
        // Neither square nor centred, so that swapping the axes would fail the test.
        let lattice = Lattice { origin: vec2(-3.0, 5.0), tile_size: 2.0, width: 4, height: 2 };
        let inside = |x, y| lattice.tile_inside(vec2(x, y));
        assert_eq!(inside(-3.0, 5.0), Some(Cell::new(0, 0)));
        assert_eq!(inside(-1.0, 7.0), Some(Cell::new(1, 1)));
        assert_eq!(inside(4.999, 8.999), Some(Cell::new(3, 1)));
        assert_eq!(inside(5.0, 6.0), None);
        assert_eq!(inside(0.0, 9.0), None);
        assert_eq!(inside(-3.001, 6.0), None);
        assert_eq!(inside(0.0, 4.999), None);
        assert_eq!(inside(f32::NAN, 6.0), None);
        let rect = Rect { min: Cell::new(1, 2), max: Cell::new(4, 3) };
        assert!(rect.contains(Cell::new(1, 2)) && rect.contains(Cell::new(3, 2)));
        assert!(!rect.contains(Cell::new(4, 2)) && !rect.contains(Cell::new(1, 3)));
        assert_eq!(rect.cells().collect::<Vec<Cell>>(), [1, 2, 3].map(|x| Cell::new(x, 2)));
    }

    #[test]
    fn negative_coordinates_floor() {
        let lattice = Lattice { origin: vec2(0.0, 0.0), tile_size: 1.0, width: 3, height: 3 };
        assert_eq!(lattice.tile_at(vec2(-0.25, -1.0)), Cell::new(-1, -1));
        assert_eq!(lattice.tile_at(vec2(-1.25, 0.25)), Cell::new(-2, 0));
        assert_eq!(lattice.tile_inside(vec2(-0.25, 0.5)), None);
        let numbers = [0.0, -0.0, 0.999, -1e-30, 7.0, -7.0, 16_777_215.5, -8_388_607.5, 3e9, -3e9, f32::MAX, f32::NAN];
        for number in numbers.into_iter().chain([f32::INFINITY, f32::NEG_INFINITY, -2_147_483_648.0]) {
            assert_eq!(floor(number), number.floor() as i32, "{number}");
        }
    }

    #[test]
    fn tiles_and_points_convert_both_ways() {
        let lattice = Lattice { origin: vec2(-9_999.5, 9_999.25), tile_size: 0.1, width: 4096, height: 4096 };
        for cell in [Cell::new(0, 0), Cell::new(4095, 1), Cell::new(17, 4095), Cell::new(-3, -7)] {
            assert_eq!(lattice.tile_at(lattice.centre(cell)), cell);
        }
    }

    #[test]
    fn a_grid_has_nothing_outside() {
        let grid = Grid::from_rows(3, 2, vec![0, 1, 2, 10, 11, 12]);
        assert_eq!(grid[Cell::new(2, 1)], 12);
        assert_eq!(grid.get(Cell::new(3, 0)), None);
        assert_eq!(grid.get(Cell::new(0, 2)), None);
        assert_eq!(grid.get(Cell::new(-1, 0)), None);
    }

    #[test]
    fn rectangles_grow_and_are_clipped() {
        let around = Rect::around([Cell::new(4, 1), Cell::new(2, 5)]).unwrap();
        assert_eq!(around, Rect { min: Cell::new(2, 1), max: Cell::new(5, 6) });
        assert_eq!(around.grown(3).clipped(6, 7), Rect { min: Cell::new(0, 0), max: Cell::new(6, 7) });
        assert_eq!(around.clipped(2, 1).cells().count(), 0);
        assert_eq!(Rect::around([]), None);
    }
}
