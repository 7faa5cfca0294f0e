//! Benchmarks of the path search: `cargo measure paths`.
//!
//! First A* over the 128 x 128 level on 1,000 random pairs, compared with `pathfinding::directed::astar` on the same
//! pairs with the same moves, costs and heuristic; every pair's cost must be the same. The other library runs twice: as
//! its documentation shows, with a function that finds a cell's neighbours in the baked grid, and with lists of
//! neighbours and costs that are prepared outside the timing. Then, with criterion, one path across the level, and
//! baking it.

use std::hint::black_box;
use std::time::Instant;

use criterion::Criterion;
use footpath::grid::{Cell, Rect};
use footpath::level::{Level, TileMap};
use footpath::nav::{NavGrid, PathQuery, PathStatus, Search, find_path, moves, steps};
use footpath::profile::AgentProfile;
use pathfinding::directed::astar::astar;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const PAIRS: usize = 1000;
/// How often each library solves all pairs, alternating; the fastest time of each pair counts.
const ROUNDS: usize = 9;

fn main() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../levels/wide-land.ron");
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let map = Level::parse(file, &text).unwrap_or_else(|error| panic!("{error}")).map;
    let profile = &AgentProfile::default();
    let grid = NavGrid::bake(&map, profile);
    let pairs = random_pairs(&grid);
    compare(&grid, &pairs);

    let mut criterion = Criterion::default().configure_from_args();
    let mut search = Search::default();
    let query = PathQuery::between(pairs[0].0, pairs[0].1);
    criterion.bench_function("a path", |bench| bench.iter(|| find_path(&grid, black_box(&query), &mut search)));
    criterion.bench_function("bake", |bench| bench.iter(|| NavGrid::bake(black_box(&map), profile)));
    bench_rebake(&mut criterion, map, profile);
    criterion.final_summary();
}

/// Pairs of cells connected by a path.
fn random_pairs(grid: &NavGrid) -> Vec<(Cell, Cell)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let size = grid.lattice();
    let mut cell = || Cell::new(rng.random_range(0..size.width as i32), rng.random_range(0..size.height as i32));
    let mut search = Search::default();
    let mut pairs = Vec::new();
    while pairs.len() < PAIRS {
        let (start, goal) = (cell(), cell());
        let found = find_path(grid, &PathQuery::between(start, goal), &mut search);
        if grid.is_passable(start) && found.is_ok_and(|path| path.status == PathStatus::Complete) {
            pairs.push((start, goal));
        }
    }
    pairs
}

fn compare(grid: &NavGrid, pairs: &[(Cell, Cell)]) {
    let size = grid.lattice();
    let lowest = 2 * u64::from(grid.lowest_cost());
    let octile = |at: Cell, goal: Cell| {
        let (dx, dy) = (u64::from(at.x.abs_diff(goal.x)), u64::from(at.y.abs_diff(goal.y)));
        (dx.abs_diff(dy) * moves::STRAIGHT + dx.min(dy) * moves::DIAGONAL) * lowest
    };
    let neighbours = |cell: Cell| {
        let near = moves::MOVES.into_iter().map(move |step| step.from(cell));
        near.filter_map(move |next| Some((next, steps::move_cost(grid, cell, next)?)))
    };
    let plain = |start: Cell, goal: Cell| {
        let cost = astar(&start, |&at| neighbours(at), |&at| octile(at, goal), |&at| at == goal)?.1;
        Some(cost)
    };
    let cells = Rect { min: Cell::new(0, 0), max: Cell::new(size.width as i32, size.height as i32) };
    let number = |cell: Cell| cell.y as u32 * size.width + cell.x as u32;
    let lists: Vec<Vec<(u32, u64)>> =
        cells.cells().map(|cell| neighbours(cell).map(|(next, cost)| (number(next), cost)).collect()).collect();
    let prepared = |start: Cell, goal: Cell| {
        let cell = |at: u32| Cell::new((at % size.width) as i32, (at / size.width) as i32);
        let next = |&at: &u32| lists[at as usize].iter().copied();
        Some(astar(&number(start), next, |&at| octile(cell(at), goal), |&at| at == number(goal))?.1)
    };
    let mut search = Search::default();
    let mut ours = |start: Cell, goal: Cell| find_path(grid, &PathQuery::between(start, goal), &mut search);

    let (mut expanded, mut steps) = (0, 0);
    for &(start, goal) in pairs {
        let path = ours(start, goal).expect("the pairs are connected");
        let cost: u64 = path.cells.windows(2).filter_map(|pair| steps::move_cost(grid, pair[0], pair[1])).sum();
        assert_eq!(Some(cost), plain(start, goal), "from {start:?} to {goal:?}");
        assert_eq!(Some(cost), prepared(start, goal), "from {start:?} to {goal:?}");
        (expanded, steps) = (expanded + path.statistics.expanded as usize, steps + path.cells.len() - 1);
    }
    let mut best = [(); 3].map(|()| vec![f64::INFINITY; PAIRS]);
    for _ in 0..ROUNDS {
        time_each(pairs, &mut best[0], |start, goal| ours(start, goal).is_ok());
        time_each(pairs, &mut best[1], |start, goal| plain(start, goal).is_some());
        time_each(pairs, &mut best[2], |start, goal| prepared(start, goal).is_some());
    }
    let [ours, plain, prepared] = best.map(|times| times.iter().sum::<f64>() / PAIRS as f64);
    println!("A* on {} x {} cells, mean over {PAIRS} random pairs, all costs equal:", size.width, size.height);
    println!("  footpath                               {ours:8.2} us a path");
    println!("  pathfinding::astar                     {plain:8.2} us a path, {:5.2} times", plain / ours);
    println!("  pathfinding::astar, prepared neighbours {prepared:7.2} us a path, {:5.2} times", prepared / ours);
    println!("  {} steps and {} cells expanded a path", steps / PAIRS, expanded / PAIRS);
}

/// Records the microseconds that each pair takes, if fewer than before.
fn time_each(pairs: &[(Cell, Cell)], best: &mut [f64], mut solve: impl FnMut(Cell, Cell) -> bool) {
    for (&(start, goal), best) in pairs.iter().zip(best) {
        let begun = Instant::now();
        assert!(solve(black_box(start), black_box(goal)));
        *best = best.min(begun.elapsed().as_secs_f64() * 1e6);
    }
}

/// Puts a wall on one tile near the middle of the map and removes it again.
fn bench_rebake(criterion: &mut Criterion, mut map: TileMap, profile: &AgentProfile) {
    let mut grid = NavGrid::bake(&map, profile);
    let tile = Cell::new(map.lattice.width as i32 / 2, map.lattice.height as i32 / 2);
    let mut other = map.terrain_named("wall").expect("every level has walls");
    criterion.bench_function("rebake of a tile", |bench| {
        bench.iter(|| {
            std::mem::swap(&mut map.tiles[tile], &mut other);
            grid.rebake(&map, Rect::of_cell(tile));
        });
    });
}
