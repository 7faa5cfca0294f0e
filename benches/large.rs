//! Large maps: the hierarchy on 4096 x 4096 cells (building, first steps, costs compared with the optimum, edits), and
//! a flow field of 512 x 512 cells of several costs.
//!
//! ```sh
//! cargo measure large
//! ```

use std::time::Instant;

use footpath::grid::{Cell, Rect};
use footpath::level::generate::{Generate, Kind, Patch, generate};
use footpath::level::{Terrain, TerrainId, TileMap};
use footpath::nav::{Algorithm, CornerRule, Method, NavGrid, Path, PathQuery, PathStatus, Reach, Search, find_path};
use footpath::profile::AgentProfile;
use footpath_benches::{Sample, milliseconds};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const SIDE: u32 = 4096;
const SEED: u64 = 7;
/// How many pairs of cells are asked for first steps, and how many of these for the optimum as well.
const PAIRS: usize = 200;
const COMPARED: usize = 40;
const EDITS: usize = 60;

fn main() {
    hierarchy("rooms of 32, one door", Kind::Rooms { size: 32, doors: 1 });
    hierarchy("caves", Kind::Caves { density: 45, rounds: 5 });
    flow_field("caves", Kind::Caves { density: 42, rounds: 4 });
    flow_field("open ground, 5 % blocked", Kind::Open { density: 5 });
}

fn map_of(wanted: &Generate) -> TileMap {
    TileMap::plain(generate(wanted))
}

fn hierarchy(name: &str, kind: Kind) {
    let mut map = map_of(&Generate::new(kind, SIDE, SIDE, SEED));
    let profile = &AgentProfile::default();
    let begin = Instant::now();
    let mut grid = NavGrid::bake(&map, profile);
    println!("{name}, {SIDE} x {SIDE}");
    println!("  bake                      {:8.0} ms, {:.1} bytes a cell", milliseconds(begin), per_cell(grid.bytes()));
    let builds: Vec<f64> = (0..3).map(|_| time_build(&grid)).collect();
    let bytes = grid.prepare_hierarchy();
    println!("  build of the hierarchy    {:8.0} ms, {:.1} MB", Sample::of(builds).percentile(0), bytes as f64 / 1e6);
    let pairs = random_pairs(&grid);
    time_queries(&grid, &pairs);
    compare(&grid, &pairs[..COMPARED]);
    time_edits(&mut map, &mut grid);
}

fn per_cell(bytes: usize) -> f64 {
    bytes as f64 / f64::from(SIDE) / f64::from(SIDE)
}

fn time_build(grid: &NavGrid) -> f64 {
    let fresh = grid.clone();
    let begin = Instant::now();
    fresh.prepare_hierarchy();
    milliseconds(begin)
}

/// Pairs of cells connected by a path.
fn random_pairs(grid: &NavGrid) -> Vec<(Cell, Cell)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut cell = || Cell::new(rng.random_range(0..SIDE as i32), rng.random_range(0..SIDE as i32));
    let part = |cell| grid.component(cell, CornerRule::Never);
    let mut pairs = Vec::new();
    while pairs.len() < PAIRS {
        let (start, goal) = (cell(), cell());
        if part(start).is_some() && part(start) == part(goal) {
            pairs.push((start, goal));
        }
    }
    pairs
}

fn query((start, goal): (Cell, Cell), algorithm: Algorithm) -> PathQuery {
    PathQuery::between(start, goal).by(Method { algorithm, ..Method::default() })
}

fn time_queries(grid: &NavGrid, pairs: &[(Cell, Cell)]) {
    for (what, first_steps) in [("first steps", true), ("whole path", false)] {
        let mut search = Search::default();
        let mut time = |&pair: &(Cell, Cell)| {
            let query = PathQuery { first_steps, ..query(pair, Algorithm::Hierarchical) };
            let begin = Instant::now();
            let path = find_path(grid, &query, &mut search).expect("the pairs are connected");
            let time = milliseconds(begin);
            search.reuse(path);
            time
        };
        pairs.iter().take(3).for_each(|pair| _ = time(pair));
        let times = Sample::of(pairs.iter().map(time).collect());
        let (median, most) = (times.percentile(50), times.percentile(99));
        println!("  {what:<11}               {median:8.3} ms median, {most:.3} ms for 99 %");
    }
}

/// The cost compared with the optimum: of whole paths, and of first steps with each leg after them.
fn compare(grid: &NavGrid, pairs: &[(Cell, Cell)]) {
    let mut search = Search::default();
    let mut find = |query: &PathQuery| find_path(grid, query, &mut search).expect("the pairs are connected");
    let (mut whole, mut walked) = (Vec::new(), Vec::new());
    for &pair in pairs {
        let best = find(&query(pair, Algorithm::Auto)).cost;
        let above = |cost: f64| (cost / best - 1.0) * 100.0;
        let path = find(&query(pair, Algorithm::Hierarchical));
        assert!(path.status == PathStatus::Complete && path.cells.last() == Some(&pair.1));
        whole.push(above(path.cost));
        let first = PathQuery { first_steps: true, ..query(pair, Algorithm::Hierarchical) };
        walked.push(above(walk(find(&first), &mut find)));
    }
    for (what, above) in [("whole path", whole), ("leg by leg", walked)] {
        let above = Sample::of(above);
        println!("  {what} over the optimum {:7.2} % mean, {:.2} % greatest", above.mean(), above.percentile(100));
    }
}

/// The cost of first steps and of every leg after them, each a query of its own.
fn walk(mut path: Path, find: &mut impl FnMut(&PathQuery) -> Path) -> f64 {
    let mut cost = path.cost;
    let mut ahead: Vec<Cell> = path.ahead.iter().rev().copied().collect();
    while let Some(next) = ahead.pop() {
        let here = path.cells[path.cells.len() - 1];
        let leg = PathQuery { first_steps: true, ..query((here, next), Algorithm::Hierarchical) };
        path = find(&leg);
        cost += path.cost;
        ahead.extend(path.ahead.iter().rev());
    }
    cost
}

/// Fills squares of 16 x 16 cells with wall, or clears them, and bakes again: components and hierarchy included.
fn time_edits(map: &mut TileMap, grid: &mut NavGrid) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut times = Vec::new();
    for edit in 0..EDITS {
        let mut place = || rng.random_range(0..SIDE as i32 - 16);
        let min = Cell::new(place(), place());
        let rect = Rect { min, max: Cell::new(min.x + 16, min.y + 16) };
        for cell in rect.cells() {
            map.tiles[cell] = TerrainId((edit % 2) as u8);
        }
        let begin = Instant::now();
        grid.rebake(map, rect);
        times.push(milliseconds(begin));
        assert!(grid.prepare_hierarchy() > 0);
    }
    let times = Sample::of(times);
    let (median, most) = (times.percentile(50), times.percentile(95));
    println!("  edit of 16 x 16 cells     {median:8.3} ms median, {most:.3} ms for 95 %");
}

fn flow_field(name: &str, kind: Kind) {
    let patch = |name, share, size| {
        let terrain = Terrain::built_in().iter().position(|terrain| terrain.name == name);
        Patch { terrain: TerrainId(terrain.expect("a built-in terrain") as u8), share, size }
    };
    let patches = vec![patch("road", 15, 24), patch("forest", 20, 20), patch("swamp", 15, 12)];
    let map = map_of(&Generate { patches, ..Generate::new(kind, 512, 512, SEED) });
    let grid = NavGrid::bake(&map, &AgentProfile::default());
    let goal = reach(&grid, largest(&grid)).nth(1000).expect("the largest part is large");
    let (mut search, method) = (Search::default(), Method { algorithm: Algorithm::FlowField, ..Method::default() });
    // Neighbouring goals in turn, because a field is reused for the same goals.
    let goals = [goal, reach(&grid, goal).nth(1001).expect("the largest part is large")];
    let mut time = |turn: usize| {
        let query = PathQuery::between(goals[turn % 2], goals[turn % 2]).by(method);
        let begin = Instant::now();
        let path = find_path(&grid, &query, &mut search).expect("it is there already");
        let time = milliseconds(begin);
        search.reuse(path);
        time
    };
    let times = Sample::of((0..80).map(&mut time).collect());
    let (least, median) = (times.percentile(0), times.percentile(50));
    println!("flow field, 512 x 512 {name} of four costs (0.5 to 5), {} cells reached", reach(&grid, goal).size());
    println!("  build, directions included {least:7.2} ms at the quickest, {median:.2} ms median");
}

/// What can be reached from one of its cells.
fn reach(grid: &NavGrid, cell: Cell) -> Reach<'_> {
    Reach::of(grid, cell, CornerRule::Never).expect("it is passable")
}

/// A cell of the largest connected part of the map.
fn largest(grid: &NavGrid) -> Cell {
    let size = grid.lattice();
    let cells = (0..size.height as i32).flat_map(|y| (0..size.width as i32).map(move |x| Cell::new(x, y)));
    let size = |cell: &Cell| Reach::of(grid, *cell, CornerRule::Never).map_or(0, |reach| reach.size());
    cells.max_by_key(size).expect("a map has cells")
}
