//! Levels for tests: drawn in rows, or those that are shipped.

use footpath::grid::{Cell, Grid, Lattice};
use footpath::level::{AgentStart, Level, Terrain, TerrainId, TileMap, built_in};
use footpath::sim::Simulation;
use glam::Vec2;

/// A level drawn in rows, `#` for wall and all else for grass, with tiles of `tile_size` and no agents.
pub fn level(rows: &[impl AsRef<str>], tile_size: f32) -> Level {
    let (width, height) = (rows[0].as_ref().len() as u32, rows.len() as u32);
    let letters = rows.iter().flat_map(|row| row.as_ref().bytes());
    let tiles = letters.map(|letter| TerrainId(u8::from(letter == b'#'))).collect();
    let lattice = Lattice { origin: Vec2::ZERO, tile_size, width, height };
    let map = TileMap::new(lattice, Terrain::built_in(), Grid::from_rows(width, height, tiles));
    Level { name: "A test".to_owned(), ..Level::on(map) }
}

/// A level read from a file's text: rows, and more of its fields. `.` is grass, `#` wall, a space void; `1` is floor at a
/// height of 1, `2` at 0.3 and `3` at 0.6; `-` is a ramp from east to west.
pub fn read_level(rows: &[&str], fields: &str) -> Level {
    let rows: String = rows.iter().map(|row| format!("{row:?},")).collect();
    let legend = "'.': \"grass\", '#': \"wall\", ' ': \"void\", '1': (terrain: \"floor\", height: 1.0), \
                  '2': (terrain: \"floor\", height: 0.3), '3': (terrain: \"floor\", height: 0.6), \
                  '-': (terrain: \"floor\", ramp: \"east-west\")";
    let text = format!("(version: 1, name: \"A test\", legend: {{{legend}}}, rows: [{rows}], {fields})");
    Level::parse("test.ron", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// Adds an agent of the given profile in the middle of a tile.
pub fn with_agent(level: Level, profile: usize, tile: (i32, i32)) -> Level {
    let position = level.map.lattice.centre(Cell::new(tile.0, tile.1));
    with_agent_at(level, profile, position)
}

/// Adds an agent of the given profile at a point.
pub fn with_agent_at(mut level: Level, profile: usize, position: Vec2) -> Level {
    level.agents.push(AgentStart::at(profile, position));
    level
}

/// Adds an agent of the first profile in the middle of each of these tiles.
pub fn with_agents(level: Level, tiles: &[(i32, i32)]) -> Level {
    tiles.iter().fold(level, |level, &tile| with_agent(level, 0, tile))
}

/// A level that is shipped.
pub fn shipped(name: &str) -> Level {
    let built_in = built_in::named(name).unwrap_or_else(|| panic!("there is no level {name}"));
    Level::parse(name, built_in.text).unwrap_or_else(|error| panic!("{error}"))
}

/// A level that is shipped, before its first tick.
pub fn open(name: &str) -> Simulation {
    Simulation::new(shipped(name), None)
}
