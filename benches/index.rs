//! The index of subgoals: making it, its size, and repairing it after edits.
//!
//! ```sh
//! cargo measure index
//! cargo measure index -- MAPS/orz900d.map
//! ```
//!
//! Without maps of the Moving AI benchmark it takes caves of 1024 x 1024 tiles. 1,000 times 16 x 16 tiles at a random place
//! are closed, or opened again, and the index is repaired; after each edit some random paths must cost what a search by jump
//! points finds. In the end all is as it was at first, and every scenario in a file beside the map, `X.map.scen`, must be
//! solved at its published length.

use std::path::Path;
use std::time::Instant;

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Terrain, TerrainId, TileMap, import};
use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, PathStatus, Search, find_path};
use footpath::profile::AgentProfile;
use footpath_benches::{Sample, milliseconds};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const SEED: u64 = 7;
const EDITS: usize = 1000;
/// Tiles.
const SIDE: i32 = 16;
const PATHS_AN_EDIT: usize = 5;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if files.is_empty() {
        let caves = Generate::new(Kind::Caves { density: 45, rounds: 4 }, 1024, 1024, SEED);
        measure("caves", TileMap::plain(generate(&caves)), "");
    }
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let map = import::moving_ai(&file, &text).unwrap_or_else(|error| panic!("{file}: {error}")).map;
        let scenarios = Path::new(&format!("{file}.scen")).to_owned();
        measure(&file, map, &std::fs::read_to_string(scenarios).unwrap_or_default());
    }
}

/// Prints the median of times in milliseconds, the longest of 95 of 100, and the longest.
fn report(what: &str, times: Vec<f64>) {
    let times = Sample::of(times);
    let (median, most, longest) = (times.median(), times.percentile(95), times.percentile(100));
    println!("  {what:<28} {median:9.3} ms median, {most:.3} ms for 95 %, {longest:.3} ms at most");
}

fn measure(name: &str, mut map: TileMap, scenarios: &str) {
    let mut grid = NavGrid::bake(&map, &AgentProfile::default());
    let (width, height) = (grid.lattice().width, grid.lattice().height);
    let begin = Instant::now();
    let Some(bytes) = grid.prepare_index() else { return println!("{name}: there is no index") };
    let (time, cells) = (milliseconds(begin), f64::from(width) * f64::from(height));
    let index = grid.index().expect("it is made");
    println!(
        "{name}, {width} x {height}: {} subgoals, {} arcs, {:.2} bytes a cell, made in {time:.1} ms",
        index.len(),
        index.arc_count(),
        bytes as f64 / cells
    );
    let tiles = map.tiles.clone();
    edit(&mut map, &mut grid);
    map.tiles.clone_from(&tiles);
    grid.rebake(&map, tiles.rect());
    grid.repair_index();
    check_scenarios(name, scenarios, &grid);
}

fn edit(map: &mut TileMap, grid: &mut NavGrid) {
    let named = |name: &str| {
        let place = map.terrains.iter().position(|terrain: &Terrain| terrain.name == name);
        TerrainId(place.expect("a built-in terrain") as u8)
    };
    let terrains = [named("wall"), tile_that_is_passable(map, grid)];
    let (mut rng, mut search) = (Xoshiro256PlusPlus::seed_from_u64(SEED), Search::default());
    let (width, height) = (grid.lattice().width as i32, grid.lattice().height as i32);
    let (mut bakes, mut repairs, mut made_anew) = (Vec::new(), Vec::new(), 0);
    for edit in 0..EDITS {
        // Edits where nobody walks would cost nothing.
        let at = loop {
            let cell = Cell::new(rng.random_range(0..width), rng.random_range(0..height));
            if grid.is_passable(cell) {
                break cell;
            }
        };
        let min = Cell::new(at.x - SIDE / 2, at.y - SIDE / 2);
        let rect = Rect { min, max: Cell::new(min.x + SIDE, min.y + SIDE) }.clipped(width as u32, height as u32);
        let before = map.tiles.clone();
        let terrain = terrains[edit / 2 % 2];
        for is_back in [false, true] {
            if is_back {
                put_back(map, &before, rect);
            } else {
                rect.cells().for_each(|cell| map.tiles[cell] = terrain);
            }
            let begin = Instant::now();
            grid.rebake(map, rect);
            bakes.push(milliseconds(begin));
            let begin = Instant::now();
            let had_none = grid.index().is_none();
            grid.repair_index();
            if had_none {
                repairs.push(milliseconds(begin));
            }
            made_anew += usize::from(repairs.last().is_some_and(|&time| time > 50.0));
            compare(grid, &mut rng, &mut search);
        }
        if edit % 10 == 9 {
            // Every tenth edit stays.
            rect.cells().for_each(|cell| map.tiles[cell] = terrain);
            grid.rebake(map, rect);
            grid.repair_index();
        }
    }
    println!("  {} repairs, {made_anew} of them longer than 50 ms", repairs.len());
    report("baking the edit", bakes);
    report("repairing the index", repairs);
}

fn put_back(map: &mut TileMap, before: &Grid<TerrainId>, rect: Rect) {
    rect.cells().for_each(|cell| map.tiles[cell] = before[cell]);
}

fn tile_that_is_passable(map: &TileMap, grid: &NavGrid) -> TerrainId {
    let cell = map.tiles.rect().cells().find(|&cell| grid.is_passable(cell));
    map.tiles[cell.expect("some cell is passable")]
}

/// Paths between random cells cost the same with the index and without.
fn compare(grid: &NavGrid, rng: &mut Xoshiro256PlusPlus, search: &mut Search) {
    let (width, height) = (grid.lattice().width as i32, grid.lattice().height as i32);
    for _ in 0..PATHS_AN_EDIT {
        let mut cell = || Cell::new(rng.random_range(0..width), rng.random_range(0..height));
        let (start, goal) = (cell(), cell());
        let [path, other] = [Algorithm::Subgoal, Algorithm::JumpPoint].map(|algorithm| {
            let query = PathQuery::between(start, goal).by(Method { algorithm, ..Method::default() });
            find_path(grid, &query, search).ok().map(|path| (path.status, path.cost))
        });
        assert_eq!(path, other, "from {start:?} to {goal:?}");
    }
}

fn check_scenarios(name: &str, text: &str, grid: &NavGrid) {
    if text.is_empty() {
        return;
    }
    let scenarios = import::moving_ai_scenarios(name, text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut search = Search::default();
    for scenario in &scenarios {
        let query = PathQuery::between(scenario.start, scenario.goal);
        let query = query.by(Method { algorithm: Algorithm::Subgoal, ..Method::default() });
        let path = find_path(grid, &query, &mut search).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(path.status == PathStatus::Complete && scenario.is_solved_by(path.length), "{scenario:?}");
    }
    println!("  {} scenarios solved at their published lengths after all edits", scenarios.len());
}
