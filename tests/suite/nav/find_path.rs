//! Path search: on random maps against a plain Dijkstra, and the mistakes of the tutorials, a test each.

use std::collections::BTreeSet;

use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Terrain, TileMap};
use footpath::nav::trace::NodeSet;
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method, Mistake, NavGrid, Path, PathError, PathQuery,
    PathStatus, Search, Textbook, find_path,
};
use glam::Vec2;
use proptest::prelude::*;

use crate::support::ground::Ground;
use crate::support::maps::{agent, baked, map_of, rows_of, terrain};
use crate::support::searching::{query, traced};

fn solve(rows: &[impl AsRef<str>], start: (i32, i32), goal: (i32, i32)) -> Result<Path, PathError> {
    find_path(&baked(rows), &query(start, &[goal]), &mut Search::default())
}

const A_STAR: Method = Method {
    algorithm: Algorithm::AStar,
    heuristic: Heuristic::Octile,
    weight: 1.0,
    connectivity: Connectivity::Eight,
    corners: CornerRule::Never,
    diagonal: DiagonalCost::Exact,
    expansion_limit: u32::MAX,
    smooth: false,
    textbook: Textbook::Off,
    mistake: Mistake::None,
};

/// A map as it is written in a test, with the cells of a path as `o`.
fn picture(map: &TileMap, path: &[Cell]) -> String {
    let letter = |cell: Cell| match map.terrain_at(cell).map(|terrain| terrain.name.as_str()) {
        _ if path.contains(&cell) => 'o',
        Some("grass") => '.',
        Some("road") => '=',
        Some("swamp") => '~',
        _ => '#',
    };
    let width = map.lattice.width as usize;
    let letters: Vec<char> = map.tiles.rect().cells().map(letter).collect();
    letters.chunks(width).map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// Distance from the middle of a tile to the nearest obstacle's square or the edge, found by looking at each.
fn clearance_by_hand(map: &TileMap, cell: Cell) -> f64 {
    let gap = |a: i32, b: i32| ((a - b).abs() as f64 - 0.5).max(0.0);
    let around = map.tiles.rect().grown(1);
    let blocked = around.cells().filter(|&tile| !map.is_walkable(tile));
    let squared = blocked.map(|tile| gap(cell.x, tile.x).powi(2) + gap(cell.y, tile.y).powi(2));
    squared.fold(f64::INFINITY, f64::min).sqrt() * f64::from(map.lattice.tile_size)
}

fn ground_by_hand(map: &TileMap, radius: f32) -> Ground {
    let cost = |cell: Cell| {
        let fits = map.is_walkable(cell) && clearance_by_hand(map, cell) > f64::from(radius) - 5e-5;
        if fits { (map.terrain_at(cell).unwrap().cost * 100.0).round() as u16 } else { 0 }
    };
    let costs = map.tiles.rect().cells().map(cost).collect();
    Ground { width: map.lattice.width as i32, height: map.lattice.height as i32, costs }
}

prop_compose! {
    /// A map of up to 14 x 12 tiles and two lists of places in it.
    fn maps()(width in 1..15usize, height in 1..13usize, walls in 1..6u32)(
        letters in proptest::collection::vec(
            prop_oneof![6 - walls.min(5) => Just('.'), walls => Just('#'), 1 => Just('='), 1 => Just('~')],
            width * height,
        ),
        places in proptest::collection::vec((0..width as i32, 0..height as i32), 2..6),
        width in Just(width),
    ) -> (TileMap, Vec<Cell>) {
        (map_of(&rows_of(&letters, width)), places.into_iter().map(|(x, y)| Cell::new(x, y)).collect())
    }
}

/// In hundredths: a radius that is larger than a gap by less than the tolerance of fitting says nothing about the search.
fn radii() -> impl Strategy<Value = f32> {
    prop_oneof![3 => Just(0.3f32), 1 => Just(0.5), 2 => (5..250u8).prop_map(|hundredths| f32::from(hundredths) / 100.0)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn clearance_is_exact((map, _) in maps(), tile_size in 0.25..4.0f32) {
        let mut map = map;
        map.lattice.tile_size = tile_size;
        let grid = NavGrid::bake(&map, &agent(0.3));
        for cell in map.tiles.rect().grown(1).cells() {
            let measured = if map.is_walkable(cell) { clearance_by_hand(&map, cell) } else { 0.0 };
            // Where a body just fits, by the tolerance, the clearance is its radius.
            let least = if grid.is_passable(cell) { f64::from(0.3f32) } else { 0.0 };
            let expected = measured.min(f64::from(grid.most_clearance())).max(least);
            let clearance = f64::from(grid.clearance(cell));
            prop_assert!((clearance - expected).abs() < 1e-5 * (1.0 + expected), "{cell:?}: {clearance}, not {expected}\n{}", picture(&map, &[]));
        }
    }

    #[test]
    fn paths_are_legal_and_as_cheap_as_dijkstra((map, places) in maps(), radius in radii()) {
        let grid = NavGrid::bake(&map, &agent(radius));
        let ground = ground_by_hand(&map, radius);
        let (start, goals) = (places[0], &places[1..]);
        prop_assume!(grid.is_passable(start));
        let lowest = ground.dijkstra(start);
        let cost_to = |cell: Cell| lowest[(cell.y * ground.width + cell.x) as usize];
        let mut search = Search::default();
        let found = find_path(&grid, &PathQuery::to_any(start, goals.to_vec()), &mut search);
        let cells = found.as_ref().map_or(&[][..], |path| &path.cells);
        let shown = format!("{start:?} to {goals:?}\n{}{found:?}", picture(&map, cells));
        // Which cells may be the end, and at what cost: the cheapest goal, or the nearest reachable cell.
        let distance = |cell: Cell| goals.iter().map(|&goal| cell.distance_squared(goal)).min().unwrap();
        let best_goal = goals.iter().filter_map(|&goal| cost_to(goal)).min();
        let reachable = map.tiles.rect().cells().filter_map(|cell| Some((distance(cell), cost_to(cell)?, cell.y, cell.x)));
        let nearest = reachable.min().unwrap();
        match &found {
            Ok(path) => {
                let end = *path.cells.last().unwrap();
                let cost = ground.path_cost(Method::default(), &path.cells);
                prop_assert_eq!(path.cells[0], start, "{}", shown);
                prop_assert_eq!(&cost, &Ok(cost_to(end).unwrap()), "{}", shown);
                prop_assert!((path.cost - cost.unwrap() as f64 / 197_000.0).abs() < 1e-6 * (1.0 + path.cost), "{}", shown);
                if let Some(best) = best_goal {
                    prop_assert_eq!(path.status, PathStatus::Complete, "{}", shown);
                    prop_assert!(goals.contains(&end) && cost_to(end) == Some(best), "{}", shown);
                } else {
                    prop_assert_eq!(path.status, PathStatus::Partial, "{}", shown);
                    prop_assert_eq!((distance(end), cost_to(end)), (nearest.0, Some(nearest.1)), "{}", shown);
                }
                let distinct: BTreeSet<Cell> = path.cells.iter().copied().collect();
                prop_assert_eq!(distinct.len(), path.cells.len(), "{}", shown);
            }
            Err(PathError::NoPath(_)) => {
                prop_assert!(best_goal.is_none() && (nearest.2, nearest.3) == (start.y, start.x), "{}", shown);
            }
            Err(error) => prop_assert!(false, "{error}: {}", shown),
        }
        // What is kept of the search agrees with it.
        for (cell, node) in traced(&grid, &PathQuery::to_any(start, goals.to_vec())).1.nodes() {
            let at_least = cost_to(cell).unwrap() as f64 / 197_000.0;
            prop_assert!(node.g >= at_least - 1e-9, "{cell:?} {node:?} {}", shown);
            prop_assert!(node.set == NodeSet::Open || node.g <= at_least + 1e-9, "{cell:?} {node:?} {}", shown);
        }
    }

    #[test]
    fn rebake_equals_a_fresh_bake(
        (map, places) in maps(), radius in radii(), tile_size in prop_oneof![Just(1.0f32), Just(16.0), 4.0..40.0f32],
        letters in proptest::collection::vec(prop_oneof![Just('.'), Just('#'), Just('~')], 5),
    ) {
        let mut map = map;
        map.lattice.tile_size = tile_size;
        let profile = agent(radius * tile_size);
        let mut grid = NavGrid::bake(&map, &profile);
        for (&place, &letter) in places.iter().zip(&letters) {
            map.tiles[place] = map.terrain_named(terrain(letter)).unwrap();
            grid.rebake(&map, Rect::of_cell(place));
            let fresh = NavGrid::bake(&map, &profile);
            for cell in map.tiles.rect().cells() {
                let told = |grid: &NavGrid| (grid.cost(cell), grid.clearance(cell), grid.lowest_cost());
                prop_assert_eq!(told(&grid), told(&fresh), "{:?} after {:?}\n{}", cell, place, picture(&map, &[]));
            }
            let query = PathQuery::between(places[0], places[1]);
            let solve = |grid| find_path(grid, &query, &mut Search::default());
            prop_assert_eq!(solve(&grid), solve(&fresh), "\n{}", picture(&map, &[]));
        }
        prop_assert_eq!(grid.revision(), places.len().min(letters.len()) as u64);
    }

    #[test]
    fn a_start_in_a_wall_is_left_by_the_nearest_cell((map, places) in maps(), radius in radii()) {
        let grid = NavGrid::bake(&map, &agent(radius));
        let (start, goal) = (places[0], places[1]);
        prop_assume!(!grid.is_passable(start));
        let chebyshev = |cell: Cell| (cell.x - start.x).abs().max((cell.y - start.y).abs());
        let passable = map.tiles.rect().cells().filter(|&cell| grid.is_passable(cell));
        let exit = passable.min_by_key(|&cell| (chebyshev(cell), cell.distance_squared(start), cell.y, cell.x));
        match (find_path(&grid, &PathQuery::between(start, goal), &mut Search::default()), exit) {
            (Ok(path), Some(exit)) => {
                let first_free = path.cells.iter().position(|&cell| grid.is_passable(cell)).unwrap();
                prop_assert_eq!(path.cells[0], start);
                prop_assert_eq!((path.cells[first_free], first_free as i32), (exit, chebyshev(exit)));
                let legally = find_path(&grid, &PathQuery::between(exit, goal), &mut Search::default());
                let rest = legally.map_or_else(|_| vec![exit], |path| path.cells);
                prop_assert_eq!(&path.cells[first_free..], &rest[..], "\n{}", picture(&map, &path.cells));
            }
            (Err(PathError::NoPath(_)), None) => {}
            (found, exit) => prop_assert!(false, "{found:?} though the exit is {exit:?}\n{}", picture(&map, &[])),
        }
    }
}

/// Two cells are equally near to a goal inside a wall, and cost the same to reach, one through a swamp: either will do.
#[test]
fn of_equally_near_cells_any_of_the_cheapest_is_the_end() {
    let path = solve(&["...", ".#.", ".~#", ".#."], (0, 1), (2, 2)).unwrap();
    assert_eq!((path.status, path.cost), (PathStatus::Partial, 4.0));
    assert!([Cell::new(2, 1), Cell::new(1, 2)].contains(path.cells.last().unwrap()), "{path:?}");
}

/// Of cells that promise the same, the one further along comes first: no cell beside the path is expanded.
#[test]
fn open_ground_expands_only_the_path() {
    let grid = baked(&vec![".".repeat(60); 40]);
    for goal in [(59, 39), (59, 0), (31, 17), (0, 39), (1, 0)] {
        let query = query((0, 0), &[goal]).by(A_STAR);
        let path = find_path(&grid, &query, &mut Search::default()).unwrap();
        assert_eq!(path.statistics.expanded as usize, path.cells.len(), "to {goal:?}");
    }
}

/// The original overwrote cost and parent of a node already open, whether or not the new way was better.
#[test]
fn worse_parent_never_replaces_better() {
    // (1, 1) is opened from the start; then (1, 0) offers it a longer way.
    let (_, search) = traced(&baked(&["....", "....", "...."]), &query((0, 0), &[(3, 0)]).by(A_STAR));
    assert_eq!(search.node(Cell::new(1, 0)).unwrap().set, NodeSet::Closed);
    let beside = search.node(Cell::new(1, 1)).unwrap();
    assert_eq!((beside.set, beside.parent), (NodeSet::Open, Some(Cell::new(0, 0))));
    assert!((beside.g - 2f64.sqrt()).abs() < 1e-6);
}

/// The original changed the cost of an open node without ordering the open list again.
#[test]
fn improved_node_moves_up() {
    // From the swamp the goal's neighbour is opened dearly at first; the way round over the road is cheaper.
    let rows = ["======", "=~~~.=", "=~~~.=", "======"];
    let map = map_of(&rows);
    let ground = ground_by_hand(&map, 0.3);
    let mut improved = 0;
    for (start, goal) in map.tiles.rect().cells().flat_map(|a| map.tiles.rect().cells().map(move |b| (a, b))) {
        let (found, search) = traced(&baked(&rows), &PathQuery::between(start, goal));
        let found = found.unwrap();
        improved += found.statistics.generated as usize - search.nodes().count();
        assert_eq!(
            ground.path_cost(Method::default(), &found.cells),
            Ok(ground.lowest(start, goal).unwrap()),
            "{start:?} to {goal:?}"
        );
    }
    assert!(improved > 0, "no open cell was ever improved: the test shows nothing");
}

/// The original's comparator never said "equal", so that equal nodes came in any order.
#[test]
fn queue_order_is_total() {
    // Full of ties: the answer is the same each time, whatever the memory was used for before.
    let grid = baked(&vec![".".repeat(30); 30]);
    let mut used = Search::default();
    let first = find_path(&grid, &query((3, 3), &[(20, 9)]), &mut Search::default()).unwrap();
    for other in [(29, 29), (0, 7), (13, 2)] {
        find_path(&grid, &query(other, &[(15, 15)]), &mut used).unwrap();
        assert_eq!(find_path(&grid, &query((3, 3), &[(20, 9)]), &mut used).unwrap(), first, "after {other:?}");
    }
    // Two goals that are equally cheap: the upper one, and in one row the left one.
    let end = |goals: &[(i32, i32)]| {
        *find_path(&grid, &query((10, 10), goals), &mut Search::default()).unwrap().cells.last().unwrap()
    };
    assert_eq!(end(&[(10, 14), (10, 6)]), Cell::new(10, 6));
    assert_eq!(end(&[(14, 10), (6, 10)]), Cell::new(6, 10));
}

/// The original's start was a copy, not the grid's own node, so that a path could come back through it.
#[test]
fn path_never_repeats_a_cell() {
    let rows = ["..........", ".########.", ".#......#.", ".#.####.#.", ".#.#..#.#.", ".#...##...", "....#....."];
    let path = solve(&rows, (4, 4), (0, 0)).unwrap();
    let distinct: BTreeSet<Cell> = path.cells.iter().copied().collect();
    assert_eq!((distinct.len(), path.status), (path.cells.len(), PathStatus::Complete));
}

#[test]
fn f_is_g_plus_h() {
    let (path, search) = traced(&baked(&["...~..", ".##~#.", "......"]), &query((0, 0), &[(5, 2)]));
    let path = path.unwrap();
    assert!(search.nodes().all(|(_, node)| node.f() == node.g + node.h));
    // On a path f never falls, and it ends at the cost of the path.
    let along: Vec<f64> = path.cells.iter().map(|&cell| search.node(cell).unwrap().f()).collect();
    assert!(along.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9), "{along:?}");
    assert!((along.last().unwrap() - path.cost).abs() < 1e-5);
}

/// The original swapped rows and columns, which a square map hides.
#[test]
fn non_square_map() {
    let wide = ["....................", ".###################", "...................."];
    assert_eq!(solve(&wide, (19, 0), (19, 2)).unwrap().length, 40.0);
    let tall: Vec<String> = (0..20).map(|y| if y == 0 { "...".to_owned() } else { ".#.".to_owned() }).collect();
    assert_eq!(solve(&tall, (0, 19), (2, 19)).unwrap().length, 40.0);
}

/// The original kept its lists in static fields.
#[test]
fn searches_share_nothing() {
    let (left, right) = (baked(&["...", ".#.", "..."]), baked(&["....", "...."]));
    let (mut a, mut b) = (Search::default(), Search::default());
    let first = find_path(&left, &query((0, 0), &[(2, 2)]), &mut a).unwrap();
    let other = find_path(&right, &query((3, 1), &[(0, 0)]), &mut b).unwrap();
    // The same memory on a map of another size keeps nothing of the first.
    assert_eq!(find_path(&right, &query((3, 1), &[(0, 0)]), &mut a).unwrap(), other);
    assert_eq!(find_path(&left, &query((0, 0), &[(2, 2)]), &mut b).unwrap(), first);
}

#[test]
fn never_cuts_corner() {
    assert_eq!(solve(&["..", "#."], (0, 0), (1, 1)).unwrap().length, 2.0);
    assert_eq!(
        solve(&[".#", "#."], (0, 0), (1, 1)),
        Err(PathError::NoPath(footpath::nav::SearchStatistics::default()))
    );
}

/// The original took the goal as reached when it was first generated: too long with costs.
#[test]
fn goal_is_taken_on_expansion() {
    // The goal is first generated through the swamp beside the start.
    let rows = ["=====", "=###=", "=.~.=", "=.#.="];
    let map = map_of(&rows);
    let path = solve(&rows, (1, 2), (3, 2)).unwrap();
    let ground = ground_by_hand(&map, 0.3);
    assert_eq!(
        ground.path_cost(Method::default(), &path.cells),
        Ok(ground.lowest(Cell::new(1, 2), Cell::new(3, 2)).unwrap())
    );
    let direct = ground.path_cost(Method::default(), &[Cell::new(1, 2), Cell::new(2, 2), Cell::new(3, 2)]).unwrap();
    assert!(path.cost < direct as f64 / 197_000.0, "the way round is to be the cheaper one: {path:?}");
}

/// The original's test `i == j` dropped two of the four diagonals.
#[test]
fn neighbours_are_symmetric() {
    let grid = baked(&["...", "...", "..."]);
    let centre = Cell::new(1, 1);
    for cell in Rect::of_cell(centre).grown(1).cells().filter(|&cell| cell != centre) {
        let there = footpath::nav::steps::move_cost(&grid, centre, cell);
        assert!(there.is_some(), "{cell:?}");
        assert_eq!(footpath::nav::steps::move_cost(&grid, cell, centre), there, "{cell:?}");
    }
    assert_eq!(footpath::nav::steps::move_cost(&grid, centre, centre), None);
}

#[test]
fn goal_in_wall_never_ends_the_path_in_a_wall() {
    let rows = ["......", "..###.", "..###.", "..###.", "......"];
    let path = solve(&rows, (0, 0), (3, 2)).unwrap();
    // (3, 0), (3, 4), (1, 2) and (5, 2) are two away each; (1, 2) is the cheapest to reach.
    assert_eq!((path.status, *path.cells.last().unwrap()), (PathStatus::Partial, Cell::new(1, 2)));
    assert_eq!(solve(&rows, (1, 2), (3, 2)).map_err(|error| matches!(error, PathError::NoPath(_))), Err(true));
    // Standing in the wall and sent there: out of it, since no agent can stand there.
    let path = solve(&rows, (3, 2), (3, 2)).unwrap();
    assert_eq!(
        (path.status, path.cells),
        (PathStatus::Partial, vec![Cell::new(3, 2), Cell::new(3, 1), Cell::new(3, 0)])
    );
}

/// The original made the start its own parent: a cycle when start and goal were one.
#[test]
fn start_equals_goal() {
    let (path, search) = traced(&baked(&["..", ".."]), &query((1, 0), &[(1, 0)]));
    let path = path.unwrap();
    assert_eq!(
        (path.status, path.cells, path.length, path.cost),
        (PathStatus::Complete, vec![Cell::new(1, 0)], 0.0, 0.0)
    );
    assert_eq!(search.node(Cell::new(1, 0)).unwrap().parent, None);
}

/// The original's heuristic was in world units, truncated to whole numbers.
#[test]
fn result_does_not_depend_on_cell_size() {
    let mut map = map_of(&["....~.....", ".####.###.", "....=....~", ".~.###.##.", ".........."]);
    let solved = |map: &TileMap| {
        let grid = NavGrid::bake(map, &agent(0.3 * map.lattice.tile_size));
        find_path(&grid, &query((0, 0), &[(9, 4)]), &mut Search::default())
    };
    let expected = solved(&map);
    assert!(expected.is_ok());
    for tile_size in [0.05, 0.3, 2.0, 17.0, 30.0] {
        map.lattice.tile_size = tile_size;
        map.lattice.origin = Vec2::new(-3.7, 100.0) * tile_size;
        assert_eq!(solved(&map), expected, "tiles of {tile_size}");
    }
}

#[test]
fn closed_set_holds_no_walls() {
    let rows = ["..........", ".####.###.", "....#....~", ".~.###.##.", ".........."];
    let (_, search) = traced(&baked(&rows), &query((0, 0), &[(9, 4)]));
    assert!(search.nodes().any(|(_, node)| node.set == NodeSet::Closed));
    assert!(search.nodes().all(|(cell, _)| map_of(&rows).is_walkable(cell)));
}

#[test]
fn unreachable_ends() {
    let rows = ["......", "..###.", "..#.#.", "..###.", "......"];
    let path = solve(&rows, (0, 0), (3, 2)).unwrap();
    assert_eq!(path.status, PathStatus::Partial);
    assert!(matches!(solve(&rows, (3, 2), (0, 0)), Err(PathError::NoPath(_))));
    assert_eq!(solve(&rows, (0, 0), (6, 0)), Err(PathError::GoalOutside));
    assert_eq!(solve(&rows, (-1, 0), (3, 0)), Err(PathError::StartOutside));
    assert!(matches!(solve(&["##", "##"], (0, 0), (1, 1)), Err(PathError::NoPath(_))));
}

/// The original looked for obstacles with a circle inscribed in the cell, which misses its corners. Here an
/// obstacle that touches a cell's corner keeps out agents wider than the distance to that corner.
#[test]
fn obstacle_in_a_cell_corner_blocks() {
    let map = map_of(&["....", "....", "..#.", "...."]);
    let corner_cell = Cell::new(1, 1);
    assert_eq!(NavGrid::bake(&map, &agent(0.3)).clearance(corner_cell), 0.5f32.sqrt());
    assert!(NavGrid::bake(&map, &agent(0.7)).is_passable(corner_cell));
    assert!(!NavGrid::bake(&map, &agent(0.72)).is_passable(corner_cell));
}

/// The original marked only the cell of an obstacle's centre.
#[test]
fn wide_obstacle_blocks_all_its_cells() {
    let map = map_of(&["........", "..####..", "..####..", "........"]);
    let grid = NavGrid::bake(&map, &agent(0.3));
    for cell in map.tiles.rect().cells() {
        assert_eq!(grid.is_passable(cell), map.is_walkable(cell), "{cell:?}");
    }
}

/// The original baked once: an obstacle that moved went on blocking where it had been.
#[test]
fn moved_obstacle_is_baked_again() {
    let mut map = map_of(&[".#...", ".....", "....."]);
    let mut grid = NavGrid::bake(&map, &agent(0.3));
    let (before, after) = (Cell::new(1, 0), Cell::new(3, 2));
    let (grass, wall) = (map.terrain_named("grass").unwrap(), map.terrain_named("wall").unwrap());
    (map.tiles[before], map.tiles[after]) = (grass, wall);
    grid.rebake(&map, Rect::around([before, after]).unwrap());
    assert!(grid.is_passable(before) && !grid.is_passable(after));
    assert_eq!((grid.clearance(before), grid.revision()), (0.5, 1));
}

/// What `auto` stands for is told from the ground: jumps are short among scattered obstacles.
#[test]
fn auto_takes_what_suits_the_ground() {
    let chosen = |kind| {
        let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 96, height: 64 };
        let tiles = generate(&Generate::new(kind, lattice.width, lattice.height, 3));
        let grid = NavGrid::bake(&TileMap::new(lattice, Terrain::built_in(), tiles), &agent(0.3));
        Method::default().chosen(&grid, 1).algorithm
    };
    assert_eq!(chosen(Kind::Open { density: 10 }), Algorithm::AStar);
    assert_eq!(chosen(Kind::Open { density: 1 }), Algorithm::JumpPoint);
    assert_eq!(chosen(Kind::Rooms { size: 12, doors: 1 }), Algorithm::JumpPoint);
    assert_eq!(chosen(Kind::Caves { density: 45, rounds: 4 }), Algorithm::JumpPoint);
    assert_eq!(Method::default().chosen(&baked(&["..~", "..."]), 1).algorithm, Algorithm::AStar, "uneven ground");
}
