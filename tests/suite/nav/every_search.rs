//! Every search by every rule, heuristic and kind of goal, on any map and from anywhere, against a plain Dijkstra.

use std::collections::BTreeSet;

use footpath::grid::{Cell, Rect};
use footpath::nav::{
    Algorithm, DiagonalCost, Guarantee, Heuristic, Method, NavGrid, Path, PathError, PathQuery, PathStatus, Search,
    Trace, find_path, trace_path,
};
use proptest::prelude::*;

use crate::support::ground::Ground;
use crate::support::maps::{agent, map_of, rows_of, terrain};
use crate::support::searching::{find_in_slices, rules, textbooks, without_statistics};

fn weights() -> impl Strategy<Value = f64> {
    prop_oneof![0.0..4.0, Just(0.0), Just(-2.0), Just(1e300), Just(f64::INFINITY), Just(f64::NAN)]
}

fn distances() -> impl Strategy<Value = f64> {
    prop_oneof![4 => Just(0.0), 2 => 0.0..6.0, 1 => prop::sample::select(&[-1.0, 1e300, f64::INFINITY, f64::NAN][..])]
}

prop_compose! {
    /// A method but for its algorithm.
    fn methods()(
        rules in rules(), heuristic in prop::sample::select(Heuristic::ALL.to_vec()), weight in weights(),
        expansion_limit in prop_oneof![Just(0), 1..400u32], smooth in prop::bool::weighted(0.1),
        textbook in textbooks(),
    ) -> Method {
        Method { heuristic, weight, expansion_limit, smooth, textbook, ..rules }
    }
}

prop_compose! {
    /// A map of up to 13 x 11 cells, with no wall, some, or nothing else, of one cost or of several; and a question.
    fn worlds()(
        width in 1..14usize, height in 1..12usize, walls in 0..8u32, open in prop_oneof![1 => Just(0u32), 9 => Just(6)],
        kinds in prop::collection::vec(10..10_001u16, 1..4),
    )(
        costs in prop::collection::vec(
            prop_oneof![walls.max(1 - open.min(1)) => Just(0), open => prop::sample::select(kinds)], width * height,
        ),
        (width, query) in (Just(width), queries(width, height)),
    ) -> (usize, Vec<u16>, PathQuery) {
        (width, costs, query)
    }
}

prop_compose! {
    /// Start and goals, in walls too, some named twice, and once in a while outside a map of this size.
    fn queries(width: usize, height: usize)(
        start in places(width, height), goals in prop::collection::vec(places(width, height), 0..5),
        within in distances(), method in methods(),
    ) -> PathQuery {
        PathQuery { within, ..PathQuery::to_any(start, goals).by(method) }
    }
}

fn places(width: usize, height: usize) -> impl Strategy<Value = Cell> {
    let (width, height) = (width as i32, height as i32);
    prop_oneof![19 => (0..width, 0..height), 1 => (-2..width + 2, -2..height + 2)].prop_map(|(x, y)| Cell::new(x, y))
}

/// What a query should find.
struct Expected {
    status: PathStatus,
    /// Where the path leaves its wall, or the start.
    root: Cell,
    /// Where it may end, and the lowest cost from the root to any of them.
    ends: BTreeSet<Cell>,
    lowest: u64,
}

/// All of it told by looking at each cell.
fn expected(ground: &Ground, query: &PathQuery) -> Result<Expected, &'static str> {
    let map = Rect { min: Cell::new(0, 0), max: Cell::new(ground.width, ground.height) };
    let is_inside = |cell: &Cell| ground.width > cell.x && ground.height > cell.y && cell.x >= 0 && cell.y >= 0;
    let start = query.start;
    let goals: Vec<Cell> = query.goals.iter().copied().filter(is_inside).collect();
    if !is_inside(&start) {
        return Err("start outside");
    } else if goals.is_empty() {
        return Err("goal outside");
    }
    let steps = |cell: Cell| (cell.x - start.x).abs().max((cell.y - start.y).abs());
    let passable = map.cells().filter(|cell| ground.cost(cell.x, cell.y) > 0);
    let exit = passable.min_by_key(|&cell| (steps(cell), cell.distance_squared(start), cell.y, cell.x));
    let root = exit.ok_or("no way")?;
    let costs = ground.dijkstra_by(query.method, root);
    let reachable: Vec<(u64, Cell, u64)> = (map.cells().zip(costs))
        .filter_map(|(cell, cost)| Some((goals.iter().map(|goal| cell.distance_squared(*goal)).min()?, cell, cost?)))
        .collect();
    let nearest = reachable.iter().map(|&(distance, ..)| distance).min().unwrap();
    let reach = query.within.max(0.0);
    let is_complete = nearest as f64 <= reach * reach;
    let is_end = |distance: u64| {
        if is_complete { distance as f64 <= reach * reach } else { distance == nearest }
    };
    let ends = reachable.iter().filter(|&&(distance, ..)| is_end(distance));
    let lowest = ends.clone().map(|&(.., cost)| cost).min().unwrap();
    let ends: BTreeSet<Cell> = ends.map(|&(_, cell, _)| cell).collect();
    let status = if is_complete { PathStatus::Complete } else { PathStatus::Partial };
    if !is_complete && ends.contains(&start) { Err("no way") } else { Ok(Expected { status, root, ends, lowest }) }
}

/// That a path is legal, leads where it should, and costs what it says and no more than its guarantee.
fn check_path(ground: &Ground, grid: &NavGrid, query: &PathQuery, path: &Path, expected: &Expected) {
    let chosen = query.method.chosen(grid, expected.ends.len());
    assert_eq!((path.status, path.algorithm), (expected.status, chosen.algorithm));
    assert_eq!((path.cells[0], path.guarantee), (query.start, chosen.guarantee(grid)));
    assert!(expected.ends.contains(path.cells.last().unwrap()));
    assert_eq!(path.cells.iter().collect::<BTreeSet<_>>().len(), path.cells.len(), "no cell twice");
    let root = path.cells.iter().position(|&cell| cell == expected.root).expect("by way of the root");
    let (way_out, way) = path.cells.split_at(root);
    assert!(way_out.iter().all(|cell| ground.cost(cell.x, cell.y) == 0));
    let counted = cost_in_tiles(ground, query.method, &path.cells);
    if chosen.algorithm == Algorithm::AnyAngle || chosen.smooth {
        // Lines count by their length, diagonal ones too.
        let share = if query.method.diagonal == chosen.diagonal { 1.0 } else { 2f64.sqrt() / 1.4 };
        let most = cost_in_tiles(ground, chosen, &path.cells[..=root]) + share * expected.lowest as f64 / 197_000.0;
        assert!(path.guarantee == Guarantee::None || path.cost <= most * (1.0 + 1e-6), "at most {most}");
        return;
    }
    assert!((path.cost - counted).abs() <= 1e-6 * (1.0 + counted), "{counted}");
    let cost = ground.path_cost(query.method, way).unwrap();
    match path.guarantee {
        Guarantee::Shortest => assert_eq!(cost, expected.lowest),
        Guarantee::AtMost(factor) => assert!(cost as f64 <= factor * expected.lowest as f64 * (1.0 + 1e-9)),
        Guarantee::None => assert!(cost >= expected.lowest),
        Guarantee::ShortestBySteps => unreachable!("it is not pulled straight"),
    }
    assert_eq!(path.is_walkable, ground.path_cost(Method::default(), way).is_ok());
}

/// The cost of steps from cell to neighbour in tiles, walls counting 1.
fn cost_in_tiles(ground: &Ground, method: Method, cells: &[Cell]) -> f64 {
    let hundredths = |cell: Cell| match ground.cost(cell.x, cell.y) {
        0 => 100.0,
        cost => f64::from(cost),
    };
    let diagonal = if method.diagonal == DiagonalCost::Exact { 2f64.sqrt() } else { 1.4 };
    let length = |a: Cell, b: Cell| if a.x == b.x || a.y == b.y { 1.0 } else { diagonal };
    cells.windows(2).map(|leg| length(leg[0], leg[1]) * (hundredths(leg[0]) + hundredths(leg[1])) / 200.0).sum()
}

/// Asks by every algorithm, with and without a trace, at once and in slices, in fresh memory and in used.
fn check_all(ground: &Ground, grid: &NavGrid, query: &PathQuery) {
    let expected = expected(ground, query);
    let mut used = Search::default();
    for algorithm in Algorithm::ALL {
        let query = query.clone().by(Method { algorithm, ..query.method });
        let found = find_path(grid, &query, &mut Search::default());
        println!("{query:?} on {ground:?}: {found:?}");
        let is_unaimed = |expected: &&Expected| !query.method.is_textbook() || expected.status == PathStatus::Complete;
        let expected = expected.as_ref().map_err(|reason| *reason);
        match (&found, &expected.and_then(|expected| Some(expected).filter(is_unaimed).ok_or("no way"))) {
            (Ok(path), Ok(expected)) => check_path(ground, grid, &query, path, expected),
            (Err(PathError::StartOutside), Err("start outside")) => {}
            (Err(PathError::GoalOutside), Err("goal outside")) => {}
            (Err(PathError::NoPath(_)), Err("no way")) => {}
            (Err(PathError::Limit(statistics)), Ok(_)) => {
                assert_eq!((algorithm, statistics.expanded), (Algorithm::IdaStar, query.method.expansion_limit));
            }
            (_, Ok(_)) => panic!("there is a way"),
            (_, Err(reason)) => panic!("{reason}"),
        }
        assert_eq!(trace_path(grid, &query, &mut Search::default(), &mut Trace::default()), found, "observed");
        assert_eq!(find_in_slices(grid, &query, &[1, 0, 5, 2], &mut Search::default()), found, "in slices");
        for times in ["first", "again"] {
            let found = without_statistics(found.clone());
            assert_eq!(without_statistics(find_path(grid, &query, &mut used)), found, "in used memory, {times}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_search_answers_every_question((width, costs, query) in worlds()) {
        let (ground, grid) = Ground::with_grid(width, costs);
        check_all(&ground, &grid, &query);
    }

    /// One memory for all of them: what is kept from before a change is not believed after it.
    #[test]
    fn every_search_goes_by_the_ground_as_it_is_now(
        letters in prop::collection::vec(prop::sample::select(&['.', '.', '.', '#', '~'][..]), 12 * 9), even: bool,
        query in queries(12, 9), edits in prop::collection::vec((0..12i32, 0..9i32, prop::sample::select(&['.', '#', '~'][..])), 1..4),
    ) {
        let even_or = |letter| if even && letter == '~' { '.' } else { letter };
        let letters: Vec<char> = letters.into_iter().map(even_or).collect();
        let mut map = map_of(&rows_of(&letters, 12));
        let mut grid = NavGrid::bake(&map, &agent(0.3));
        let mut search = Search::default();
        for (x, y, letter) in edits {
            let queries = || Algorithm::ALL.iter().map(|&algorithm| query.clone().by(Method { algorithm, ..query.method }));
            queries().for_each(|query| _ = find_path(&grid, &query, &mut search));
            map.tiles[Cell::new(x, y)] = map.terrain_named(terrain(even_or(letter))).unwrap();
            grid.rebake(&map, Rect::of_cell(Cell::new(x, y)));
            let fresh = NavGrid::bake(&map, &agent(0.3));
            for query in queries() {
                let afresh = find_path(&fresh, &query, &mut Search::default());
                let found = find_path(&grid, &query, &mut search);
                prop_assert_eq!(without_statistics(found), without_statistics(afresh), "{:?}", query);
            }
        }
    }
}

/// The widest maps that there are, and the highest: one way along, and its end.
#[test]
fn every_search_serves_the_longest_maps() {
    for (width, height) in [(4096, 1), (1, 4096), (4096, 3)] {
        let (ground, grid) = Ground::with_grid(width, vec![100; width * height]);
        let corner = Cell::new(width as i32 - 1, height as i32 - 1);
        let method = Method { expansion_limit: 100_000, ..Method::default() };
        for (start, goal) in [(Cell::new(0, 0), corner), (corner, Cell::new(0, 0)), (corner, corner)] {
            check_all(&ground, &grid, &PathQuery::between(start, goal).by(method));
        }
    }
}
