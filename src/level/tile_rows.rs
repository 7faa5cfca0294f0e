//! Maps made in code: of tiles, or drawn as rows of characters.

use super::tilemap::{Terrain, TerrainId, TileMap};
use crate::grid::{Grid, GridError, Lattice};

impl TileMap {
    /// Flat ground of the [built-in](Terrain::built_in) terrains, with nothing on it: tiles of one world unit, the upper
    /// left corner of the first one at the origin.
    pub fn plain(tiles: Grid<TerrainId>) -> TileMap {
        TileMap::new(Lattice::new(tiles.width(), tiles.height()), Terrain::built_in(), tiles)
    }

    /// A [plain](TileMap::plain) map drawn as rows of characters, all of the same length: `.` is grass (cost 1), `#` wall,
    /// `=` road (0.5) and `~` swamp (5).
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::level::TileMap;
    /// use footpath::nav::NavGrid;
    /// use footpath::profile::AgentProfile;
    ///
    /// let mut map = TileMap::from_rows(&["..#..", "....."])?;
    /// map.lattice.tile_size = 32.0;
    /// let giant = AgentProfile { radius: 20.0, ..AgentProfile::default() };
    /// let grid = NavGrid::bake(&map, &giant);
    /// assert!(!grid.is_passable(Cell::new(2, 1)), "it is wider than the gap");
    ///
    /// let error = TileMap::from_rows(&["..x"]).unwrap_err();
    /// assert_eq!(error.to_string(), "the character 'x' at column 2, row 0 has no meaning here");
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Grid::drawn`].
    pub fn from_rows(rows: &[impl AsRef<str>]) -> Result<TileMap, GridError> {
        let terrains = Terrain::built_in();
        let named = |name: &str| terrains.iter().position(|terrain| terrain.name == name);
        let terrain = |character| match character {
            '.' => named("grass"),
            '#' => named("wall"),
            '=' => named("road"),
            '~' => named("swamp"),
            _ => None,
        };
        Ok(TileMap::plain(Grid::drawn(rows, |character| terrain(character).map(|at| TerrainId(at as u8)))?))
    }
}
