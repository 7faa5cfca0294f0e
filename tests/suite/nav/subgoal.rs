//! Search in an index of subgoals: on random even ground, with links and after edits, against a plain Dijkstra.

use std::sync::Arc;

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Level, TerrainId, TileMap};
use footpath::nav::cache::{BakedSet, CacheError};
use footpath::nav::trace::StepKind;
use footpath::nav::{
    Algorithm, DiagonalCost, IndexPreparation, Method, NavGrid, PathQuery, PathStatus, Prepared, Search, SubgoalIndex,
    Trace, find_path, trace_path,
};
use footpath::profile::AgentProfile;
use proptest::prelude::*;

use crate::support::baked_ground::{HEADER, signed};
use crate::support::ground::Ground;
use crate::support::maps::{bake, map_of_tiles};
use crate::support::searching::find_in_slices;

/// Of the built-in terrains.
const GRASS: TerrainId = TerrainId(0);
const WALL: TerrainId = TerrainId(1);

fn by(algorithm: Algorithm) -> Method {
    Method { algorithm, ..Method::default() }
}

/// Sizes small and large: beyond 64 and 128 cells a line takes several words.
fn sizes() -> impl Strategy<Value = (u32, u32)> {
    prop_oneof![
        4 => (1..20u32, 1..20u32),
        1 => (60..70u32, 1..8u32),
        1 => (1..8u32, 60..70u32),
        2 => (120..140u32, 2..60u32),
        1 => (2..24u32, 120..200u32),
    ]
}

prop_compose! {
    /// A map with a few walls or many, and some places in it.
    fn maps()((width, height) in sizes(), permille in prop_oneof![0..25u32, 20..60u32, 250..550u32])(
        walls in proptest::collection::vec(0..1000u32, (width * height) as usize),
        places in proptest::collection::vec((0..width as i32, 0..height as i32), 2..9),
        (width, height, permille) in Just((width, height, permille)),
    ) -> (TileMap, Vec<Cell>) {
        let tiles = walls.into_iter().map(|dice| if dice < permille { WALL } else { GRASS }).collect();
        (map_of_tiles(Grid::from_rows(width, height, tiles)), places.into_iter().map(|(x, y)| Cell::new(x, y)).collect())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn paths_are_legal_and_as_cheap_as_dijkstra((map, places) in maps(), slice in 1..5u32) {
        let (mut grid, ground) = (bake(&map), Ground::of_map(&map));
        prop_assume!(grid.is_passable(places[0]) && grid.prepare_index().is_some());
        let lowest = ground.dijkstra(places[0]);
        let to = |cell: Cell| lowest[(cell.y * ground.width + cell.x) as usize];
        let mut search = Search::default();
        for goals in places[1..].iter().map(std::slice::from_ref).chain([&places[1..]]) {
            let query = PathQuery::to_any(places[0], goals.to_vec()).by(by(Algorithm::Subgoal));
            let Some(expected) = goals.iter().filter_map(|&goal| to(goal)).min() else { continue };
            let path = find_path(&grid, &query, &mut search).unwrap();
            prop_assert_eq!(
                (path.algorithm, path.status),
                (Algorithm::Subgoal, PathStatus::Complete),
                "to {:?}",
                goals,
            );
            prop_assert_eq!(path.cells[0], places[0], "to {:?}", goals);
            prop_assert!(goals.contains(path.cells.last().unwrap()), "to {:?}", goals);
            prop_assert_eq!(ground.path_cost(Method::default(), &path.cells), Ok(expected), "to {:?}", goals);
            let mut trace = Trace::default();
            prop_assert_eq!(&trace_path(&grid, &query, &mut search, &mut trace).unwrap(), &path, "traced");
            prop_assert_eq!(&find_in_slices(&grid, &query, &[slice], &mut Search::default()).unwrap(), &path, "in slices");
            let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).count();
            prop_assert_eq!(expanded as u32, path.statistics.expanded, "to {:?}", goals);
            let auto = find_path(&grid, &query.by(by(Algorithm::Auto)), &mut search).unwrap();
            prop_assert!(matches!(auto.algorithm, Algorithm::Subgoal | Algorithm::JumpPoint), "{:?}", auto.algorithm);
            prop_assert_eq!(ground.path_cost(Method::default(), &auto.cells), Ok(expected), "by auto");
        }
    }

    /// Links that are cheaper and dearer than the ground, one way and both, with other links beside them.
    #[test]
    fn links_are_edges(
        (map, places) in maps(),
        links in proptest::collection::vec((0..200u32, 0..200u32, 0..200u32, 0..200u32, 1..60u32, any::<bool>()), 1..6),
    ) {
        let (size, mut map) = (map_size(&map), map);
        let centre = |x: u32, y: u32| map.lattice.centre(Cell::new((x % size.0) as i32, (y % size.1) as i32));
        map.links = links.into_iter().map(|(x, y, to_x, to_y, cost, both_ways)| footpath::level::Link {
            cost: Some(cost as f32 / 10.0),
            both_ways,
            ..footpath::level::Link::between(centre(x, y), centre(to_x, to_y))
        }).collect();
        let mut grid = bake(&map);
        prop_assume!(grid.is_passable(places[0]) && grid.prepare_index().is_some());
        let mut search = Search::default();
        for &goal in &places[1..] {
            let mut asked = |algorithm| find_path(&grid, &PathQuery::between(places[0], goal).by(by(algorithm)), &mut search);
            match (asked(Algorithm::Subgoal), asked(Algorithm::Dijkstra)) {
                (Ok(path), Ok(expected)) => {
                    prop_assert_eq!(path.algorithm, Algorithm::Subgoal, "to {:?}", goal);
                    prop_assert!((path.cost - expected.cost).abs() < 1e-6, "{} instead of {}", path.cost, expected.cost);
                    prop_assert!(path.is_walkable && path.status == expected.status, "to {:?}", goal);
                }
                (path, expected) => prop_assert_eq!(path, expected),
            }
        }
    }

    /// No edit leaves an index of the ground before it, and one that is repaired fits the ground as it is: at once, or in
    /// steps between which the ground changes further. Links come and go with the cells at their ends, by themselves, and
    /// with other costs.
    #[test]
    fn after_any_edit_paths_are_exact(
        (map, places) in maps(),
        edits in proptest::collection::vec((0..200i32, 0..200i32, 0..9i32, 0..2u8), 1..8),
        links in proptest::collection::vec((0..200u32, 0..200u32, 0..200u32, 0..200u32, 1..60u32), 0..3),
        work in prop_oneof![Just(u64::MAX), 1..2000u64],
    ) {
        let (mut map, mut search) = (map, Search::default());
        let (width, height) = map_size(&map);
        let centre = |x: u32, y: u32| map.lattice.centre(Cell::new((x % width) as i32, (y % height) as i32));
        map.links = links.into_iter().map(|(x, y, to_x, to_y, cost)| footpath::level::Link {
            cost: Some(cost as f32 / 10.0),
            ..footpath::level::Link::between(centre(x, y), centre(to_x, to_y))
        }).collect();
        let mut grid = bake(&map);
        grid.prepare_index();
        for (number, (x, y, size, terrain)) in edits.into_iter().enumerate() {
            let changed = Rect::of_cell(Cell::new(x % width as i32, y % height as i32)).grown(size).clipped(width, height);
            let before = grid.clone();
            if number % 3 == 2 && !map.links.is_empty() {
                let cost = map.links[0].cost.map(|cost| 7.0 - cost);
                map.links[0].cost = cost;
                grid.relink(&map);
            } else {
                changed.cells().for_each(|cell| map.tiles[cell] = TerrainId(terrain));
                grid.rebake(&map, changed);
            }
            prop_assert!(grid.index().is_none() || before.difference(&grid).is_none(), "it is out of date");
            if work == u64::MAX {
                grid.repair_index();
            } else if let Some(mut repair) = IndexPreparation::repair(&mut grid) {
                repair.step(&grid, work);
                changed.grown(1).clipped(width, height).cells().for_each(|cell| map.tiles[cell] = TerrainId(1 - terrain));
                grid.rebake(&map, changed.grown(1).clipped(width, height));
                let index = loop {
                    match repair.step(&grid, work) {
                        Prepared::GoesOn => {}
                        Prepared::Done(index) => break Some(index),
                        Prepared::Nothing => break None,
                    }
                };
                if let Some(index) = index {
                    prop_assert!(grid.adopt_index(Arc::new(*index)), "edit {}", number);
                }
            }
            if !grid.is_passable(places[0]) {
                continue;
            }
            for &goal in &places[1..] {
                let mut asked = |algorithm| find_path(&grid, &PathQuery::between(places[0], goal).by(by(algorithm)), &mut search);
                match (asked(Algorithm::Subgoal), asked(Algorithm::Dijkstra)) {
                    (Ok(path), Ok(expected)) => {
                        prop_assert_eq!(
                            path.algorithm == Algorithm::Subgoal,
                            grid.index().is_some(),
                            "edit {}, to {:?}",
                            number,
                            goal,
                        );
                        prop_assert!((path.cost - expected.cost).abs() < 1e-6, "{} instead of {}", path.cost, expected.cost);
                        prop_assert!(
                            path.is_walkable && path.status == expected.status,
                            "edit {}, to {:?}",
                            number,
                            goal,
                        );
                    }
                    (path, expected) => prop_assert_eq!(path, expected),
                }
            }
        }
    }

    /// A damaged index is refused, or can be searched: nothing panics.
    #[test]
    fn damaged_bytes_do_no_harm(at in 0.0..1.0f64, byte: u8) {
        let (level, bytes) = baked_with_index();
        let mut bytes = bytes.to_vec();
        let last = bytes.len() - 1;
        let at = HEADER + ((last - HEADER) as f64 * at) as usize;
        bytes[at] = byte;
        if let Ok(set) = BakedSet::read(&signed(bytes), 7, &level.map, &level.profiles) {
            for profile in &level.profiles {
                let grid = set.grid(&level.map, profile).unwrap();
                for goal in [Cell::new(0, 0), Cell::new(23, 15), Cell::new(12, 3)] {
                    _ = find_path(grid, &PathQuery::between(Cell::new(1, 14), goal), &mut Search::default());
                }
            }
        }
    }
}

fn map_size(map: &TileMap) -> (u32, u32) {
    (map.lattice.width, map.lattice.height)
}

/// A level whose ground has an index, and its baked ground.
fn baked_with_index() -> (Level, Vec<u8>) {
    let text = r#"(version: 1, name: "Index", legend: {'.': "grass", '#': "wall"}, rows: [
        "........................", "..####......#######.....", "..#..#......#.....#.....", "..#..#......#.....#.....",
        "..#.........#...........", "..####......#######.....", "........................", "........................",
        "....##########..........", "........................", "........................", "..##........######......",
        "..##..............#.....", "..................#.....", "............#######.....", "........................",
    ], links: [(from: (tile: (3, 3)), to: (tile: (14, 3)), cost: 2.0)], bake: (index: true))"#;
    let level = Level::parse("index", text).unwrap();
    let bytes = BakedSet::bake(&level.map, &level.profiles).to_bytes(7);
    (level, bytes)
}

#[test]
fn it_is_saved_with_the_bake() {
    let (level, bytes) = baked_with_index();
    let read = |bytes: &[u8]| BakedSet::read(bytes, 7, &level.map, &level.profiles);
    let (baked, set) = (BakedSet::bake(&level.map, &level.profiles), read(&bytes).unwrap());
    let grids = [&baked, &set].map(|set| set.grid(&level.map, &level.profiles[0]).unwrap());
    let counts = grids.map(|grid| grid.index().map(|index| (index.len(), index.arc_count())));
    assert!(counts[0].is_some_and(|(subgoals, arcs)| subgoals > 20 && arcs > 20), "{counts:?}");
    assert_eq!(counts[0], counts[1]);
    let cells: Vec<Cell> = level.map.cells().rect().cells().filter(|&cell| grids[0].is_passable(cell)).collect();
    for (index, &start) in cells.iter().enumerate() {
        let query = PathQuery::between(start, cells[index * 7919 % cells.len()]);
        let paths = grids.map(|grid| find_path(grid, &query, &mut Search::default()));
        assert_eq!(paths[0], paths[1], "from {start:?} to {:?}", query.goals[0]);
        assert!(
            paths[0].as_ref().is_ok_and(|path| path.algorithm == Algorithm::Subgoal) || start == query.goals[0],
            "from {start:?} to {:?}",
            query.goals[0]
        );
    }
    assert_eq!(read(&bytes[..bytes.len() - 1]).map(|_| ()), Err(CacheError::Truncated));
}

#[test]
fn it_is_made_for_even_ground_alone() {
    let index = |rows: &[&str]| NavGrid::from_rows(rows).unwrap().prepare_index();
    assert!(index(&["........", "...##...", "........", "........", "........"]).is_some());
    assert!(index(&["~~~~~~~~", "~~~##~~~", "~~~~~~~~", "~~~~~~~~", "~~~~~~~~"]).is_some(), "all of it costs the same");
    assert_eq!(index(&["........", "...##...", "........", "........", "...~...."]), None);
    let scattered = generate(&Generate::new(Kind::Open { density: 20 }, 64, 64, 1));
    assert_eq!(NavGrid::bake(&TileMap::plain(scattered), &AgentProfile::default()).prepare_index(), None);
}

#[test]
fn other_rules_are_answered_by_other_searches() {
    let mut grid = NavGrid::from_rows(&["........", "...##...", "........", "........", "........"]).unwrap();
    let used = |grid: &NavGrid, method| by_method(grid, method);
    assert_eq!(used(&grid, by(Algorithm::Subgoal)), Algorithm::JumpPoint, "there is no index");
    grid.prepare_index();
    assert_eq!(used(&grid, by(Algorithm::Subgoal)), Algorithm::Subgoal);
    let other = Method { diagonal: DiagonalCost::TenFourteen, ..by(Algorithm::Subgoal) };
    assert_eq!(used(&grid, other), Algorithm::JumpPoint);
}

fn by_method(grid: &NavGrid, method: Method) -> Algorithm {
    let query = PathQuery::between(Cell::new(0, 1), Cell::new(7, 1)).by(method);
    find_path(grid, &query, &mut Search::default()).unwrap().algorithm
}

/// As many edits one after the other as `FOOTPATH_EDITS` says, or sixty, of up to 16 x 16 cells: after each, paths between
/// many places cost what Dijkstra's search finds.
#[test]
fn after_many_edits_paths_are_exact() {
    let edits = std::env::var("FOOTPATH_EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    for (kind, seed) in [(Kind::Caves { density: 45, rounds: 3 }, 5u64), (Kind::Caves { density: 40, rounds: 5 }, 6)] {
        let mut map = TileMap::plain(generate(&Generate::new(kind, 150, 130, seed)));
        let mut grid = bake(&map);
        grid.prepare_index();
        let (mut state, mut search, mut by_index) = (seed, Search::default(), 0);
        let mut dice = |below: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % below as u64) as i32
        };
        for edit in 0..edits {
            let min = Cell::new(dice(150), dice(130));
            let changed = Rect { min, max: Cell::new(min.x + 1 + dice(16), min.y + 1 + dice(16)) }.clipped(150, 130);
            let terrain = if dice(2) == 0 { WALL } else { GRASS };
            changed.cells().for_each(|cell| map.tiles[cell] = terrain);
            grid.rebake(&map, changed);
            grid.repair_index();
            by_index += u32::from(grid.index().is_some());
            for _ in 0..4 {
                let start = Cell::new(dice(150), dice(130));
                if !grid.is_passable(start) {
                    continue;
                }
                let ground = Ground::of_map(&map);
                let lowest = ground.dijkstra(start);
                for _ in 0..20 {
                    let goal = Cell::new(dice(150), dice(130));
                    let Some(expected) = lowest[(goal.y * ground.width + goal.x) as usize] else { continue };
                    let query = PathQuery::between(start, goal).by(by(Algorithm::Subgoal));
                    let path = find_path(&grid, &query, &mut search).unwrap();
                    assert_eq!(ground.path_cost(Method::default(), &path.cells), Ok(expected), "after edit {edit}");
                }
            }
        }
        assert!(by_index * 10 > edits * 9, "{by_index} of {edits}");
    }
}

#[test]
fn an_index_of_other_ground_is_refused() {
    let mut map = TileMap::plain(Grid::filled(12, 9, GRASS));
    map.tiles[Cell::new(5, 4)] = WALL;
    let mut grid = bake(&map);
    let index = Arc::new(SubgoalIndex::of(&grid).unwrap());
    assert!(grid.clone().adopt_index(index.clone()));
    map.tiles[Cell::new(5, 5)] = WALL;
    grid.rebake(&map, Rect::of_cell(Cell::new(5, 5)));
    assert!(!grid.adopt_index(index) && grid.index().is_none());
}

/// Among a few walls jump points have found a near goal before a search in the index has; in caves seldom.
#[test]
fn near_goals_are_found_by_jump_points_where_that_is_faster() {
    let mut map = TileMap::plain(Grid::filled(150, 130, GRASS));
    for wall in [(30, 20, 50, 24), (90, 60, 94, 100), (20, 90, 60, 93), (120, 15, 124, 40)] {
        let rect = Rect { min: Cell::new(wall.0, wall.1), max: Cell::new(wall.2, wall.3) };
        rect.cells().for_each(|cell| map.tiles[cell] = WALL);
    }
    let caves = TileMap::plain(generate(&Generate::new(Kind::Caves { density: 45, rounds: 3 }, 150, 130, 5)));
    let [mut open, caves] = [&map, &caves].map(|map| {
        let mut grid = bake(map);
        grid.prepare_index().expect("there are corners");
        grid
    });
    let worthwhile_from = |grid: &NavGrid| grid.index().map(|index| index.worthwhile_from());
    let before = worthwhile_from(&open);

    let mut search = Search::default();
    let mut used = [0; 2];
    let passable = |grid: &NavGrid| -> Vec<Cell> {
        Rect { min: Cell::new(0, 0), max: Cell::new(150, 130) }.cells().filter(|&cell| grid.is_passable(cell)).collect()
    };
    for grid in [&open, &caves] {
        let from = worthwhile_from(grid).unwrap();
        let cells = passable(grid);
        for (number, &start) in cells.iter().enumerate().step_by(41) {
            let goal = cells[number * 7919 % cells.len()];
            let mut find = |algorithm| find_path(grid, &PathQuery::between(start, goal).by(by(algorithm)), &mut search);
            let (Ok(path), Ok(indexed)) = (find(Algorithm::Auto), find(Algorithm::Subgoal)) else { continue };
            let is_near = start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y)) < from;
            let expected = if is_near { Algorithm::JumpPoint } else { Algorithm::Subgoal };
            if path.status != PathStatus::Complete {
                continue;
            }
            assert_eq!(path.algorithm, expected, "{start:?} to {goal:?}");
            assert!((path.cost - indexed.cost).abs() < 1e-9, "{start:?} to {goal:?}");
            used[usize::from(is_near)] += 1;
        }
    }
    assert!(used[0] > 50 && used[1] > 50, "{used:?}");

    // A repair does not try it out again: that would take longer than the repair.
    let changed = Rect::of_cell(Cell::new(70, 60));
    map.tiles[changed.min] = WALL;
    open.rebake(&map, changed);
    open.repair_index();
    assert_eq!(worthwhile_from(&open), before);
}
