//! A large map is baked on another thread while the game loop goes on: `cargo run --example background_bake`.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::{TerrainId, TileMap};
use footpath::nav::NavGrid;
use footpath::profile::AgentProfile;

/// Tiles along each side of the map.
const SIDE: u32 = 2048;
const FRAME: Duration = Duration::from_millis(16);

fn main() -> Result<(), Box<dyn Error>> {
    let walker = AgentProfile::default();
    // Grass with a square block in every 8 x 8 tiles.
    let mut map = TileMap::plain(Grid::filled(SIDE, SIDE, TerrainId(0)));
    let wall = map.terrain_named("wall").expect("it is built in");
    for tile in map.tiles.rect().cells().filter(|tile| tile.x % 8 < 4 && tile.y % 8 < 4) {
        map.tiles[tile] = wall;
    }

    // The thread bakes a copy, so that the game can go on changing the map.
    let copy = map.clone();
    let baking = thread::spawn(move || NavGrid::bake(&copy, &walker));
    let mut built = Vec::new();
    while !baking.is_finished() {
        let began = Instant::now();
        // What a frame of this game does: one more tile of a wall across the map, on row 500.
        let tile = Cell::new(built.len() as i32, 500);
        if map.lattice.contains(tile) {
            map.tiles[tile] = wall;
            built.push(tile);
        }
        thread::sleep(FRAME.saturating_sub(began.elapsed()));
    }
    let mut grid = baking.join().map_err(|_| "the thread that bakes has panicked")?;
    println!("{} frames went by while {SIDE} x {SIDE} tiles were baked", built.len());

    // What was built in the meantime is baked again: a small rectangle, within a frame.
    let began = Instant::now();
    if let Some(tiles) = Rect::around(built) {
        grid.rebake(&map, tiles);
        println!("the wall was baked into it in {:.1} ms", began.elapsed().as_secs_f64() * 1000.0);
    }

    let path = grid.path(Cell::new(4, 4), Cell::new(SIDE as i32 - 1, SIDE as i32 - 1))?;
    println!("from corner to corner it is {:.1} tiles", path.length);
    Ok(())
}
