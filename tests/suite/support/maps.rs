//! Maps and grids for tests of searches, drawn in rows of letters.

use footpath::grid::{Cell, Grid, Lattice, Rect};
use footpath::level::{Relief, Surface, Terrain, TerrainId, TileMap};
use footpath::nav::NavGrid;
use footpath::profile::AgentProfile;

/// The terrain that a letter stands for: `.` grass (cost 1), `=` road (0.5), `~` swamp (5), `#` wall, `o` void; a digit is
/// grass at that height in world units.
pub fn terrain(letter: char) -> &'static str {
    match letter {
        '.' | '0'..='9' => "grass",
        '=' => "road",
        '~' => "swamp",
        '#' => "wall",
        'o' => "void",
        _ => panic!("no terrain for {letter:?}"),
    }
}

/// A map with tiles of size 1 of these terrains.
pub fn map_of_tiles(tiles: Grid<TerrainId>) -> TileMap {
    TileMap::plain(tiles)
}

/// A map drawn in rows of letters, see [`terrain`].
pub fn map_of(rows: &[impl AsRef<str>]) -> TileMap {
    let terrains = Terrain::built_in();
    let id = |letter| TerrainId(terrains.iter().position(|kind| kind.name == terrain(letter)).unwrap() as u8);
    let mut map = map_of_tiles(Grid::drawn(rows, |letter| Some(id(letter))).unwrap());
    if rows.iter().any(|row| row.as_ref().contains(|letter: char| letter.is_ascii_digit())) {
        let surface = |letter: char| Surface { height: letter.to_digit(10).unwrap_or(0) as f32, ..Surface::FLAT };
        map.relief = Some(Relief { surfaces: Grid::drawn(rows, |letter| Some(surface(letter))).unwrap() });
    }
    map
}

/// Letters as rows of a width.
pub fn rows_of(letters: &[char], width: usize) -> Vec<String> {
    letters.chunks(width).map(|row| row.iter().collect()).collect()
}

/// The built-in walker with another radius, in world units.
pub fn agent(radius: f32) -> AgentProfile {
    AgentProfile { radius, ..AgentProfile::default() }
}

/// What an agent of radius 0.3 can walk on.
pub fn bake(map: &TileMap) -> NavGrid {
    NavGrid::bake(map, &agent(0.3))
}

/// What an agent of radius 0.3 can walk on, of a map drawn in rows.
pub fn baked(rows: &[impl AsRef<str>]) -> NavGrid {
    bake(&map_of(rows))
}

/// All cells of a grid, row by row.
pub fn cells(grid: &NavGrid) -> impl Iterator<Item = Cell> + use<> {
    let Lattice { width, height, .. } = grid.lattice();
    Rect { min: Cell::new(0, 0), max: Cell::new(width as i32, height as i32) }.cells()
}
