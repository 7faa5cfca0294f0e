//! Grids made without a level: drawn as rows of characters, or from a function of the cell.

use super::NavGrid;
use crate::format::limits::COST;
use crate::grid::{Cell, Grid, GridError, Lattice};
use crate::level::{Terrain, TerrainId, TileMap};
use crate::profile::AgentProfile;

impl NavGrid {
    /// A grid drawn as rows of characters, all of the same length: `.` is open, `#` a wall, `=` a road (a step costs
    /// half as much as on open ground) and `~` a swamp (five times as much).
    ///
    /// A cell is one world unit wide, the upper left corner of the first one is the origin, and y grows downward. The
    /// grid is for bodies no wider than a cell: every cell that is not a wall can be entered. For other bodies,
    /// heights, links or a map that changes, make a [`TileMap::from_rows`] and [bake](NavGrid::bake) it.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::nav::NavGrid;
    ///
    /// let grid = NavGrid::from_rows(&[
    ///     ".#.",
    ///     ".#.",
    ///     "...",
    /// ])?;
    /// let path = grid.path(Cell::new(0, 0), Cell::new(2, 0))?;
    /// assert_eq!(path.cells.len(), 7, "two down, two across, two up");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are no cells or more than [`MAX_SIDE`](crate::grid::MAX_SIDE) in a row or column, when rows differ in
    /// length, or when a character has no meaning.
    pub fn from_rows(rows: &[impl AsRef<str>]) -> Result<NavGrid, GridError> {
        let map = TileMap::from_rows(rows)?;
        Ok(NavGrid::bake(&map, &narrow_body(map.lattice.tile_size)))
    }

    /// A grid whose cells cost what a function says: a tile's length of a cell that it gives `Some(cost)` for costs 0.1
    /// to 100 (1 is normal ground; it is rounded to a hundredth), a cell that it gives `None` for is a wall.
    ///
    /// It is asked once for each cell, row by row. As with [`NavGrid::from_rows`] every cell that is not a wall can be
    /// entered. When the ground changes, make a new grid: [`NavGrid::rebake`] is for grids that are baked from a map.
    ///
    /// ```
    /// use footpath::grid::{Cell, Lattice};
    /// use footpath::nav::NavGrid;
    /// use glam::vec2;
    ///
    /// // The game's own map: tiles of 32 world units, with the height of water on them.
    /// let water = [[0.0, 0.0, 0.0], [0.0, 0.3, 2.0], [0.0, 0.0, 0.0]];
    /// let depth = |cell: Cell| water[cell.y as usize][cell.x as usize];
    ///
    /// let lattice = Lattice { tile_size: 32.0, ..Lattice::new(3, 3) };
    /// let grid = NavGrid::from_fn(lattice, |cell| (depth(cell) < 1.0).then(|| 1.0 + 20.0 * depth(cell)))?;
    /// assert_eq!(grid.cost(Cell::new(1, 1)), Some(700), "in hundredths");
    /// assert!(!grid.is_passable(Cell::new(2, 1)));
    ///
    /// let path = grid.path(vec2(16.0, 40.0), vec2(80.0, 16.0))?;
    /// assert!(!path.cells.contains(&Cell::new(1, 1)), "it keeps out of the water");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are no cells or more than [`MAX_SIDE`](crate::grid::MAX_SIDE) in a row or column, when the lattice
    /// does not lie at a finite place or its tiles are not 0.1 to 1024 world units wide, or when a cost is out of its
    /// range.
    pub fn from_fn(lattice: Lattice, mut cost: impl FnMut(Cell) -> Option<f32>) -> Result<NavGrid, GridError> {
        let Lattice { width, height, tile_size, .. } = lattice;
        lattice.check()?;
        let in_hundredths = |cell: Cell| {
            let Some(cost) = cost(cell) else { return Ok(0) };
            if COST.contains(&cost) { Ok((cost * 100.0).round() as u16) } else { Err(GridError::Cost { cell, cost }) }
        };
        let costs = lattice.rect().cells().map(in_hundredths).collect::<Result<Vec<u16>, GridError>>()?;
        let terrain = |&cost: &u16| TerrainId(u8::from(cost == 0));
        let tiles = Grid::from_rows(width, height, costs.iter().map(terrain).collect());
        let mut grid = NavGrid::bake(&TileMap::new(lattice, Terrain::built_in(), tiles), &narrow_body(tile_size));
        grid.set_costs(&costs);
        Ok(grid)
    }
}

/// A profile whose body is just as wide as a cell, so that it fits wherever there is no wall.
fn narrow_body(tile_size: f32) -> AgentProfile {
    AgentProfile { radius: 0.5 * tile_size, ..AgentProfile::default() }
}
