//! Any-angle search and string pulling, against a search that looks from every cell to every other.

use footpath::grid::{Cell, Rect};
use footpath::nav::trace::StepKind;
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, DiagonalCost, Guarantee, Method, NavGrid, Path, PathQuery, PathStatus, Search,
    Trace, find_path, trace_path,
};
use proptest::prelude::*;

use crate::support::allocations::allocations_when_repeated;
use crate::support::ground::Ground;
use crate::support::maps::{agent, bake, baked, map_of};

const ANY_ANGLE: Method = Method {
    algorithm: Algorithm::AnyAngle,
    heuristic: footpath::nav::Heuristic::Octile,
    weight: 2.0,
    connectivity: Connectivity::Eight,
    corners: CornerRule::Never,
    diagonal: footpath::nav::DiagonalCost::Exact,
    expansion_limit: 1_000_000,
    smooth: false,
    textbook: footpath::nav::Textbook::Off,
    mistake: footpath::nav::Mistake::None,
};

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
        let Some(here) = open.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b])) else {
            return lengths;
        };
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
            let last = |value: f64, first: i32| {
                if (value - f64::from(first)).abs() < 1e-7 { first } else { first + 1 }
            };
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

/// The same by steps from cell to cell, in tiles of cost 1.
fn best_by_steps(ground: &Ground, places: &[Cell]) -> f64 {
    let lowest = places[1..].iter().filter_map(|&goal| ground.lowest(places[0], goal)).min();
    lowest.map_or(f64::INFINITY, |cost| cost as f64 / (985.0 * 200.0))
}

/// The complete path for a query, when there is one and start and goals are passable.
fn complete(grid: &NavGrid, query: &PathQuery) -> Option<Path> {
    let path = find_path(grid, query, &mut Search::default()).ok()?;
    (path.status == PathStatus::Complete && grid.is_passable(query.start)).then_some(path)
}

/// The ground is few large convex polygons, not the triangles that they are made of: a search looks through few of them.
#[test]
fn a_search_past_blocks_looks_at_little() {
    let mut map = map_of(&vec![".".repeat(40); 40]);
    for (x, y) in [(8, 8), (24, 8), (8, 24), (24, 24)] {
        let block = Rect { min: Cell::new(x, y), max: Cell::new(x + 8, y + 8) };
        block.cells().for_each(|tile| map.tiles[tile] = map.terrain_named("wall").unwrap());
    }
    let asked = PathQuery::between(Cell::new(1, 12), Cell::new(38, 27)).by(ANY_ANGLE);
    let path = find_path(&bake(&map), &asked, &mut Search::default()).unwrap();
    assert!(path.statistics.expanded <= 10, "{:?}", path.statistics);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_angle_is_the_shortest((rows, places) in maps(&['.']), goals in 1..7usize) {
        let places = &places[..places.len().min(goals + 1)];
        let grid = baked(&rows);
        let ground = Ground::of_grid(&grid);
        let query = query(places, ANY_ANGLE);
        let best = best_by_hand(&ground, places);
        match complete(&grid, &query) {
            None => prop_assert!(best.is_infinite() || !grid.is_passable(places[0])),
            Some(path) => {
                prop_assert!((path.length - best).abs() < 1e-9, "{} instead of {best}: {:?}", path.length, path.cells);
                let steps = best_by_steps(&ground, places);
                prop_assert!(path.length <= steps * (1.0 + 1e-6), "{} by steps, {} in lines", steps, path.length);
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

    #[test]
    fn a_pause_or_a_listener_changes_nothing((rows, places) in maps(&['.']), budgets in proptest::collection::vec(0..4u32, 1..5)) {
        let grid = baked(&rows);
        let query = query(&places, ANY_ANGLE);
        let found = find_path(&grid, &query, &mut Search::default());
        let mut trace = Trace::default();
        prop_assert_eq!(&found, &trace_path(&grid, &query, &mut Search::default(), &mut trace));
        let steps = |kinds: &[StepKind]| trace.steps.iter().filter(|step| kinds.contains(&step.kind)).count() as u32;
        if let Ok(path) = &found {
            prop_assert_eq!(path.statistics.expanded, steps(&[StepKind::Expanded]));
            prop_assert_eq!(path.statistics.generated, steps(&[StepKind::Generated, StepKind::Improved]));
        }
        let mut search = Search::default();
        let mut answer = search.begin(&grid, &query).err().map(Err);
        for budget in budgets.iter().chain([&1]).cycle() {
            if answer.is_some() {
                break;
            }
            answer = search.advance(&grid, *budget);
        }
        prop_assert_eq!(Some(found), answer);
    }

    #[test]
    fn it_goes_by_the_ground_as_it_is_now(
        (rows, places) in maps(&['.']), changes in proptest::collection::vec((0..11usize, 0..10usize, any::<bool>()), 1..6),
    ) {
        let mut map = map_of(&rows);
        let mut grid = bake(&map);
        let (query, mut search) = (query(&places, ANY_ANGLE), Search::default());
        for (x, y, is_wall) in changes {
            find_path(&grid, &query, &mut search).ok();
            let cell = Cell::new((x % rows[0].len()) as i32, (y % rows.len()) as i32);
            map.tiles[cell] = map.terrain_named(if is_wall { "wall" } else { "grass" }).unwrap();
            grid.rebake(&map, Rect::of_cell(cell));
            let afresh = find_path(&bake(&map), &query, &mut Search::default());
            prop_assert_eq!(find_path(&grid, &query, &mut search), afresh, "with {:?} a wall: {}", cell, is_wall);
        }
    }

    #[test]
    fn a_disc_of_the_baked_radius_fits_all_along((rows, places) in maps(&['.', '.', '~']), radius in 0.05..2.6f32) {
        let map = map_of(&rows);
        let grid = NavGrid::bake(&map, &agent(radius));
        for method in [ANY_ANGLE, Method { algorithm: Algorithm::AStar, smooth: true, ..ANY_ANGLE }] {
            let Some(path) = complete(&grid, &query(&places, method)) else { continue };
            let around = map.tiles.rect().grown(3).cells().filter(|&tile| !map.is_walkable(tile));
            for (tile, leg) in around.flat_map(|tile| path.cells.windows(2).map(move |leg| (tile, leg))) {
                let gap = gap_to_tile(leg[0], leg[1], tile);
                prop_assert!(gap > f64::from(radius) - 2e-4, "{gap} between {leg:?} and {tile:?}");
            }
        }
    }

    #[test]
    fn pulling_keeps_to_the_ground_and_costs_no_more((rows, places) in maps(&['.', '~', '='])) {
        let grid = baked(&rows);
        let ground = Ground::of_grid(&grid);
        let steps = Method { algorithm: Algorithm::AStar, ..ANY_ANGLE };
        let Some(before) = complete(&grid, &query(&places, steps)) else { return Ok(()) };
        for method in [Method { smooth: true, ..steps }, ANY_ANGLE] {
            let after = complete(&grid, &query(&places, method)).unwrap();
            prop_assert!(
                after.cost <= before.cost * (1.0 + 1e-9) && after.length <= before.length * (1.0 + 1e-9),
                "smooth: {}",
                method.smooth,
            );
            prop_assert_eq!(after.cells.last(), before.cells.last(), "smooth: {}", method.smooth);
            assert_walkable(&ground, &after.cells)?;
            prop_assert!(
                (after.cost - cost_by_sampling(&ground, &after.cells)).abs() < 0.02 * after.cost + 1e-9,
                "smooth: {}",
                method.smooth,
            );
        }
    }

    #[test]
    fn pulling_leaves_no_slack_on_even_ground((rows, places) in maps(&['.'])) {
        let grid = baked(&rows);
        let ground = Ground::of_grid(&grid);
        let steps = Method { algorithm: Algorithm::AStar, smooth: true, ..ANY_ANGLE };
        let Some(path) = complete(&grid, &query(&places, steps)) else { return Ok(()) };
        assert_walkable(&ground, &path.cells)?;
        assert_taut(&ground, &path.cells)?;
        prop_assert!(path.length <= best_by_steps(&ground, &places) * (1.0 + 1e-6));
    }
}

/// The cost of a way in lines: by looking at the cell at many places of each.
fn cost_by_sampling(ground: &Ground, cells: &[Cell]) -> f64 {
    let leg_cost = |leg: &[Cell]| {
        let samples = 4000;
        let cost = |sample: i32| {
            let along = (f64::from(sample) + 0.5) / f64::from(samples);
            let between = |from: i32, to: i32| f64::from(from) + along * f64::from(to - from);
            let (x, y) = (between(leg[0].x, leg[1].x), between(leg[0].y, leg[1].y));
            f64::from(ground.cost(x.round() as i32, y.round() as i32))
        };
        distance(leg[0], leg[1]) * (0..samples).map(cost).sum::<f64>() / f64::from(samples) / 100.0
    };
    cells.windows(2).map(leg_cost).sum()
}

/// The distance between the straight line from one middle to another and a tile.
fn gap_to_tile(from: Cell, to: Cell, tile: Cell) -> f64 {
    let place = |cell: Cell| (f64::from(cell.x), f64::from(cell.y));
    let ((x, y), (end_x, end_y)) = (place(from), place(to));
    let (left, top) = (f64::from(tile.x) - 0.5, f64::from(tile.y) - 0.5);
    // The distance to a convex shape, along a line, falls and then rises.
    let gap = |along: f64| {
        let (x, y) = (x + along * (end_x - x), y + along * (end_y - y));
        let (dx, dy) = ((left - x).max(x - left - 1.0).max(0.0), (top - y).max(y - top - 1.0).max(0.0));
        (dx * dx + dy * dy).sqrt()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if gap(a) <= gap(b) {
            high = b;
        } else {
            low = a;
        }
    }
    gap(low)
}

#[test]
fn it_turns_at_the_corner_of_an_obstacle() {
    let grid = baked(&[".......", ".......", "..##...", "..##...", ".......", "......."]);
    let path = find_path(&grid, &query(&[Cell::new(0, 4), Cell::new(6, 0)], ANY_ANGLE), &mut Search::default());
    let path = path.unwrap();
    assert_eq!(path.cells, [Cell::new(0, 4), Cell::new(1, 1), Cell::new(6, 0)]);
    assert_eq!(path.length, 10f64.sqrt() + 26f64.sqrt());
}

#[test]
fn it_goes_through_corridors_and_touching_corners() {
    // Two rooms joined by a corridor one cell wide, and by squares that touch in a corner.
    let picture = ["...####...", "..........", "...####...", "...####..."];
    let grid = baked(&picture);
    let path = find_path(&grid, &query(&[Cell::new(0, 3), Cell::new(9, 3)], ANY_ANGLE), &mut Search::default());
    assert_eq!(path.unwrap().cells, [Cell::new(0, 3), Cell::new(2, 1), Cell::new(7, 1), Cell::new(9, 3)]);
    let touching = ["...##", "...##", ".....", "##...", "##..."];
    let grid = baked(&touching);
    let path = find_path(&grid, &query(&[Cell::new(0, 1), Cell::new(4, 3)], ANY_ANGLE), &mut Search::default());
    assert_eq!(path.unwrap().cells, [Cell::new(0, 1), Cell::new(4, 3)]);
}

#[test]
fn on_ground_of_several_costs_it_is_a_path_by_steps_pulled_straight() {
    let grid = baked(&["......", "......", "~~~~~.", "......"]);
    let path = find_path(&grid, &query(&[Cell::new(0, 0), Cell::new(0, 3)], ANY_ANGLE), &mut Search::default());
    let path = path.unwrap();
    assert_eq!((path.algorithm, path.guarantee), (Algorithm::AStar, Guarantee::ShortestBySteps));
    let classic = Method { diagonal: DiagonalCost::TenFourteen, ..ANY_ANGLE };
    let path = find_path(&grid, &query(&[Cell::new(0, 0), Cell::new(0, 3)], classic), &mut Search::default()).unwrap();
    assert_eq!(path.guarantee, Guarantee::None, "a diagonal of 1.4 is shorter than any line");
    let even = baked(&["......", "......"]);
    let four = Method { connectivity: Connectivity::Four, ..ANY_ANGLE };
    let path = find_path(&even, &query(&[Cell::new(0, 0), Cell::new(5, 1)], four), &mut Search::default()).unwrap();
    assert_eq!((path.algorithm, path.guarantee), (Algorithm::AStar, Guarantee::ShortestBySteps));
    assert_eq!(path.cells, [Cell::new(0, 0), Cell::new(5, 1)]);
}

#[test]
fn a_repeated_query_allocates_nothing() {
    let picture = ["......####", ".##..........", "..#..#####", ".....#...."].map(|row| format!("{row:.<13}"));
    let grid = baked(&picture);
    let query = query(&[Cell::new(0, 3), Cell::new(9, 3), Cell::new(12, 3)], ANY_ANGLE);
    assert_eq!(allocations_when_repeated(&grid, &query), 0);
}
