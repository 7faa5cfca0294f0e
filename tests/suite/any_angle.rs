//! Any-angle search and string pulling, against a search that looks from every cell to every other.

use footpath::grid::{Cell, Grid, Lattice, Rect};
use footpath::level::{Terrain, TerrainId, TileMap};
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, Guarantee, Method, NavGrid, Path, PathQuery, PathStatus, Search, Trace,
    find_path, trace_path,
};
use footpath::profile::AgentProfile;
use glam::Vec2;
use proptest::prelude::*;

use crate::dijkstra::Ground;

const ANY_ANGLE: Method = Method {
    algorithm: Algorithm::AnyAngle,
    heuristic: footpath::nav::Heuristic::Octile,
    weight: 2.0,
    connectivity: Connectivity::Eight,
    corners: CornerRule::Never,
    diagonal: footpath::nav::DiagonalCost::Exact,
    expansion_limit: 1_000_000,
    smooth: false,
};

/// The terrain that a letter stands for.
fn terrain(letter: char) -> &'static str {
    match letter {
        '.' => "grass",
        '=' => "road",
        '~' => "swamp",
        _ => "wall",
    }
}

fn map_of(rows: &[String]) -> TileMap {
    let terrains = Terrain::built_in();
    let id = |letter| terrains.iter().position(|kind| kind.name == terrain(letter)).unwrap() as u8;
    let tiles = rows.iter().flat_map(|row| row.chars()).map(|letter| TerrainId(id(letter))).collect();
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width, height };
    TileMap { lattice, terrains, tiles: Grid::from_rows(width, height, tiles) }
}

fn baked(map: &TileMap, radius: f32) -> NavGrid {
    NavGrid::bake(map, &AgentProfile { radius, ..AgentProfile::built_in()[0].clone() })
}

fn ground_of(grid: &NavGrid) -> Ground {
    let Lattice { width, height, .. } = grid.lattice();
    let cells = Rect { min: Cell::new(0, 0), max: Cell::new(width as i32, height as i32) }.cells();
    let costs = cells.map(|cell| grid.cost(cell).unwrap_or(0)).collect();
    Ground { width: width as i32, height: height as i32, costs }
}

/// Whether the straight line between two middles stays where an agent's middle may be: told square by square, by the
/// sides of the line on which a square's corners lie.
fn is_visible(ground: &Ground, from: Cell, to: Cell) -> bool {
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    let passable = |x, y| ground.cost(x, y) > 0;
    if left == right || top == bottom {
        return (top..=bottom).all(|y| (left..=right).all(|x| passable(x, y)));
    }
    let side = |x: i32, y: i32| (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
    let squares = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    squares.into_iter().all(|(x, y)| {
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let is_crossed = corners.iter().any(|&(x, y)| side(x, y) < 0) && corners.iter().any(|&(x, y)| side(x, y) > 0);
        !is_crossed || corners.iter().all(|&(x, y)| passable(x, y))
    })
}

fn distance(a: Cell, b: Cell) -> f64 {
    (a.distance_squared(b) as f64).sqrt()
}

/// The length of the shortest way to each cell by lines between middles that see each other; infinite where none leads.
fn shortest_by_hand(ground: &Ground, start: Cell) -> Vec<f64> {
    let cells: Vec<Cell> = (0..ground.height).flat_map(|y| (0..ground.width).map(move |x| Cell::new(x, y))).collect();
    let mut lengths = vec![f64::INFINITY; cells.len()];
    let mut is_done: Vec<bool> = ground.costs.iter().map(|&cost| cost == 0).collect();
    lengths[(start.y * ground.width + start.x) as usize] = 0.0;
    loop {
        let open = (0..cells.len()).filter(|&index| !is_done[index] && lengths[index].is_finite());
        let Some(here) = open.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b])) else { return lengths };
        is_done[here] = true;
        for there in 0..cells.len() {
            let length = lengths[here] + distance(cells[here], cells[there]);
            if !is_done[there] && length < lengths[there] && is_visible(ground, cells[here], cells[there]) {
                lengths[there] = length;
            }
        }
    }
}

fn length_of(cells: &[Cell]) -> f64 {
    cells.windows(2).map(|leg| distance(leg[0], leg[1])).sum()
}

/// Whether the point lies in a free square or on a free segment, edges included: told in numbers with a tolerance.
fn is_inside(ground: &Ground, x: f64, y: f64) -> bool {
    let near = |value: f64| {
        let low = (value - 1e-7).floor() as i32;
        low..=(value + 1e-7).floor() as i32
    };
    near(x).any(|column| {
        near(y).any(|row| {
            let last = |value: f64, first: i32| if (value - f64::from(first)).abs() < 1e-7 { first } else { first + 1 };
            (row..=last(y, row)).all(|row| (column..=last(x, column)).all(|column| ground.cost(column, row) > 0))
        })
    })
}

fn assert_walkable(ground: &Ground, cells: &[Cell]) -> Result<(), TestCaseError> {
    for leg in cells.windows(2) {
        let steps = 24 * distance(leg[0], leg[1]).ceil() as i32;
        for step in 0..=steps {
            let along = f64::from(step) / f64::from(steps);
            let between = |from: i32, to: i32| f64::from(from) + along * f64::from(to - from);
            let (x, y) = (between(leg[0].x, leg[1].x), between(leg[0].y, leg[1].y));
            prop_assert!(is_inside(ground, x, y), "{leg:?} leaves the ground at {x}, {y}");
        }
    }
    Ok(())
}

/// No cell in the middle can be left out.
fn assert_taut(ground: &Ground, cells: &[Cell]) -> Result<(), TestCaseError> {
    for turn in cells.windows(3) {
        prop_assert!(!is_visible(ground, turn[0], turn[2]), "{turn:?} can be pulled straight");
    }
    Ok(())
}

prop_compose! {
    /// A map of up to 11 x 10 tiles of one kind, or of several, and places in it.
    fn maps(kinds: &'static [char])(width in 1..12usize, height in 1..11usize, walls in 0..5u32)(
        letters in proptest::collection::vec(
            prop_oneof![10 - walls => proptest::sample::select(kinds), walls => Just('#')], width * height,
        ),
        width in Just(width),
        places in proptest::collection::vec((0..width as i32, 0..height as i32), 2..8),
    ) -> (Vec<String>, Vec<Cell>) {
        let rows = letters.chunks(width).map(|row| row.iter().collect()).collect();
        (rows, places.into_iter().map(|(x, y)| Cell::new(x, y)).collect())
    }
}

fn query(places: &[Cell], method: Method) -> PathQuery {
    PathQuery::to_any(places[0], places[1..].to_vec()).by(method)
}

/// The shortest length to any of the goals by the search by hand.
fn best_by_hand(ground: &Ground, places: &[Cell]) -> f64 {
    let lengths = shortest_by_hand(ground, places[0]);
    let goals = places[1..].iter().map(|goal| lengths[(goal.y * ground.width + goal.x) as usize]);
    goals.fold(f64::INFINITY, f64::min)
}

/// The complete path for a query, when there is one and start and goals are passable.
fn complete(grid: &NavGrid, query: &PathQuery) -> Option<Path> {
    let path = find_path(grid, query, &mut Search::default()).ok()?;
    (path.status == PathStatus::Complete && grid.is_passable(query.start)).then_some(path)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_angle_is_the_shortest((rows, places) in maps(&['.']), goals in 1..7usize) {
        let places = &places[..places.len().min(goals + 1)];
        let grid = baked(&map_of(&rows), 0.3);
        let ground = ground_of(&grid);
        let query = query(places, ANY_ANGLE);
        let best = best_by_hand(&ground, places);
        match complete(&grid, &query) {
            None => prop_assert!(best.is_infinite() || !grid.is_passable(places[0])),
            Some(path) => {
                prop_assert!((path.length - best).abs() < 1e-9, "{} instead of {best}: {:?}", path.length, path.cells);
                prop_assert!((path.length - length_of(&path.cells)).abs() < 1e-9);
                prop_assert!((path.cost - path.length).abs() < 1e-9);
                prop_assert_eq!((path.algorithm, path.guarantee), (Algorithm::AnyAngle, Guarantee::Shortest));
                prop_assert!(path.is_walkable && path.cells[0] == places[0]);
                prop_assert!(places[1..].contains(path.cells.last().unwrap()));
                assert_walkable(&ground, &path.cells)?;
                assert_taut(&ground, &path.cells)?;
            }
        }
    }
}
