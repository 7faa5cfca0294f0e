//! What it takes to bake the ground: `cargo bench --bench bake`. Fastest of many times, in milliseconds.

use std::time::Instant;

use footpath::grid::{Cell, Grid, Lattice, Rect};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Obstacle, Relief, Shape, Solid, Surface, Terrain, TerrainId, TileMap};
use footpath::nav::NavGrid;
use footpath::profile::AgentProfile;
use glam::{Vec2, vec2};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const SIDE: u32 = 1024;

fn main() {
    let walker = AgentProfile::built_in().swap_remove(0);
    let leaper = AgentProfile { jump_distance: 2.0, drop_height: 1.0, ..walker.clone() };
    measure("caves", caves(), &walker);
    measure("hills, obstacles and links", hills(), &leaper);
    let mut fine = caves();
    fine.lattice = Lattice { width: SIDE / 4, height: SIDE / 4, ..fine.lattice };
    fine.tiles = generate(&Generate::new(Kind::Caves { density: 45, rounds: 4 }, SIDE / 4, SIDE / 4, 1));
    fine.bake.cells_per_tile = 4;
    measure("caves of four cells a tile", fine, &walker);
}

fn caves() -> TileMap {
    let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: SIDE, height: SIDE };
    let tiles = generate(&Generate::new(Kind::Caves { density: 45, rounds: 4 }, SIDE, SIDE, 1));
    TileMap::new(lattice, Terrain::built_in(), tiles)
}

/// The same in terraces, with a ravine here and there, ceilings, and a thousand crates.
fn hills() -> TileMap {
    let mut map = caves();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut surfaces = Grid::filled(SIDE, SIDE, Surface::FLAT);
    let void = map.terrain_named("void").expect("it is built in");
    for _ in 0..4000 {
        let min = Cell::new(rng.random_range(0..SIDE as i32), rng.random_range(0..SIDE as i32));
        let max = Cell::new(min.x + rng.random_range(2..30), min.y + rng.random_range(2..30));
        let height = rng.random_range(0..5) as f32 * 0.3;
        let rect = Rect { min, max }.clipped(SIDE, SIDE);
        if rng.random_range(0..20) == 0 {
            rect.cells().filter(|cell| cell.x - min.x < 2).for_each(|cell| map.tiles[cell] = void);
        } else {
            rect.cells().for_each(|cell| surfaces[cell].height = height);
        }
    }
    map.relief = Some(Relief { surfaces });
    for _ in 0..1000 {
        let at = vec2(rng.random_range(0..SIDE) as f32, rng.random_range(0..SIDE) as f32) + vec2(0.3, 0.6);
        map.obstacles.push(Obstacle { name: String::new(), at, shape: Shape::Circle(0.4), layer: 0 });
    }
    map
}

fn fastest(times: usize, mut what: impl FnMut()) -> f64 {
    let time = |_| {
        let begin = Instant::now();
        what();
        begin.elapsed().as_secs_f64() * 1e3
    };
    (0..times).map(time).fold(f64::INFINITY, f64::min)
}

fn measure(what: &str, mut map: TileMap, profile: &AgentProfile) {
    let mut grid = NavGrid::bake(&map, profile);
    let cells = grid.lattice().width as usize * grid.lattice().height as usize;
    println!("{what}, {cells} cells");
    println!("  {:8.3} bytes a cell, {} links", grid.bytes() as f64 / cells as f64, grid.links().count());
    println!("  {:8.3} bake", fastest(30, || _ = NavGrid::bake(&map, profile)));
    let side = 16 / map.bake.cells_per_tile as i32;
    let middle = Cell::new(map.lattice.width as i32 / 2 + 20, map.lattice.height as i32 / 2 + 5);
    let rect = Rect { min: middle, max: Cell::new(middle.x + side, middle.y + side) };
    let mut walls = false;
    let edit = fastest(400, || {
        walls = !walls;
        rect.cells().for_each(|tile| map.tiles[tile] = TerrainId(u8::from(walls)));
        grid.rebake(&map, rect);
    });
    println!("  {edit:8.3} rebake of 16 x 16 cells");
    let crate_at = |at: Vec2| Obstacle { name: String::new(), at, shape: Shape::Circle(0.6), layer: 0 };
    map.obstacles.push(crate_at(map.lattice.centre(middle)));
    let moved = fastest(400, || {
        let last = map.obstacles.len() - 1;
        let before = Solid::tiles_around(&map, &map.obstacles[last]);
        map.obstacles[last].at.x += if walls { 0.7 } else { -0.7 };
        walls = !walls;
        grid.rebake(&map, before.union(Solid::tiles_around(&map, &map.obstacles[last])));
    });
    println!("  {moved:8.3} rebake of a crate that moved");
    let size = grid.lattice();
    map.fields.danger = Some(Grid::filled(size.width, size.height, 0));
    let cells = map.cells_of_tiles(rect);
    let mut value = 0;
    let costs = fastest(400, || {
        value = (value + 37) % 500;
        let danger = map.fields.danger.as_mut().expect("it was put there");
        cells.cells().for_each(|cell| danger[cell] = value);
        grid.recost(&map, cells);
    });
    println!("  {costs:8.3} other costs of 16 x 16 cells");
}
