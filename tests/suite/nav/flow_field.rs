//! Flow fields: every cell against Dijkstra, and a field that is kept for the next query.

use footpath::grid::{Cell, Rect};
use footpath::level::Link;
use footpath::nav::moves::MoveRules;
use footpath::nav::trace::{Side, StepKind};
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, FlowField, FlowStep, Method, NavGrid, Path, PathQuery, PathStatus, Search,
    Trace, find_path, trace_path,
};
use proptest::prelude::*;

use crate::support::ground::Ground;
use crate::support::maps::{agent, bake, baked, map_of};
use crate::support::searching::{query, rules};
use crate::support::worlds::{World, worlds};

fn flow_field() -> Method {
    Method { algorithm: Algorithm::FlowField, ..Method::default() }
}

/// That each cell has the lowest cost, and a move that leads on at that cost.
fn check_field(field: &FlowField, ground: &Ground, rules: Method, goals: &[Cell]) {
    let left = ground.left(rules, goals);
    let left = |cell: Cell| left[ground.index(cell)];
    let cells = Rect { min: Cell::new(0, 0), max: Cell::new(ground.width, ground.height) }.cells();
    for cell in cells {
        let cost = field.cost(cell).map(|cost| (cost * 197_000.0).round() as u64);
        assert_eq!(cost, left(cell), "{cell:?} {goals:?} {ground:?}");
        let onward = field.direction(cell).map(|step| step.from(cell));
        let expected = left(cell).filter(|&left| left > 0);
        let by_step = onward.map(|next| ground.step_by(rules, cell, next).unwrap() + left(next).unwrap());
        assert_eq!(by_step, expected, "{cell:?} to {onward:?} {goals:?} {ground:?}");
    }
    let outside = Cell::new(-1, 0);
    assert_eq!((field.cost(outside), field.direction(outside)), (None, None));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn every_cell_of_a_field_is_as_cheap_as_dijkstra((width, costs, goals) in worlds(), rules in rules()) {
        let (ground, grid) = Ground::with_grid(width, costs);
        let passable: Vec<Cell> = goals.iter().copied().filter(|&goal| grid.is_passable(goal)).collect();
        let field = FlowField::build(&grid, &goals, MoveRules::from(rules));
        check_field(&field, &ground, rules, &passable);
    }

    #[test]
    fn paths_along_a_field_are_as_cheap_as_dijkstra(world in worlds(), rules in rules()) {
        let world = World::new(world, rules);
        prop_assume!(world.is_some());
        let world = world.unwrap();
        let trace = world.check(Method { algorithm: Algorithm::FlowField, ..rules });
        let field = trace.steps.iter().filter(|step| step.kind != StepKind::Found);
        prop_assert!(field.clone().all(|step| step.side == Side::Goal && step.h == 0.0));
        let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).count();
        prop_assert_eq!(expanded, world.left.iter().flatten().count(), "each cell once");
    }

    /// The next query only follows the field while ground, goals and rules are the same.
    #[test]
    fn a_field_serves_every_start_for_the_same_goals(
        world in worlds(), other in worlds(), rules in rules(), starts in proptest::collection::vec((0..15, 0..13), 1..5),
    ) {
        let (world, other) = (World::new(world, rules), World::new(other, rules));
        prop_assume!(world.is_some());
        let world = world.unwrap();
        let method = Method { algorithm: Algorithm::FlowField, ..rules };
        let from = |start| PathQuery::to_any(start, world.goals.clone()).by(method);
        let mut search = Search::default();
        let first = find_path(&world.grid, &from(world.start), &mut search).unwrap();
        prop_assert!(first.statistics.expanded > 0);
        let starts = starts.into_iter().map(|(x, y)| Cell::new(x, y)).filter(|&start| world.grid.is_passable(start));
        for start in starts.filter(|&start| world.left(start).is_some()) {
            let path = find_path(&world.grid.clone(), &from(start), &mut search).unwrap();
            prop_assert_eq!(path.statistics.expanded, 0, "a copy of the ground is the same ground");
            prop_assert_eq!(world.ground.path_cost(rules, &path.cells).ok(), world.left(start), "from {:?}", start);
        }
        if let Some(other) = other {
            let query = PathQuery::to_any(other.start, other.goals.clone()).by(method);
            let path = find_path(&other.grid, &query, &mut search).unwrap();
            prop_assert_eq!(other.ground.path_cost(rules, &path.cells).ok(), other.left(other.start));
            prop_assert_eq!(&find_path(&world.grid, &from(world.start), &mut search).unwrap(), &first, "made again");
        }
    }
}

#[test]
fn a_field_is_made_again_when_the_ground_changes() {
    let mut map = map_of(&["......", "......", "......"]);
    let mut grid = NavGrid::bake(&map, &agent(0.3));
    let asked = query((0, 1), &[(5, 1)]).by(flow_field());
    let mut search = Search::default();
    let mut ask = |grid: &NavGrid| -> Path { find_path(grid, &asked, &mut search).unwrap() };
    assert_eq!(ask(&grid).length, 5.0);
    map.tiles[Cell::new(3, 1)] = map.terrain_named("wall").unwrap();
    grid.rebake(&map, Rect::of_cell(Cell::new(3, 1)));
    let round = ask(&grid);
    assert!(round.length > 5.0 && round.statistics.expanded == 17, "{round:?}");
    assert_eq!(ask(&grid).statistics.expanded, 0);
    // As many times baked again, and other ground all the same.
    let mut other = NavGrid::bake(&map, &agent(0.3));
    map.tiles[Cell::new(3, 0)] = map.terrain_named("wall").unwrap();
    other.rebake(&map, Rect::of_cell(Cell::new(3, 0)));
    assert_eq!(grid.revision(), other.revision());
    assert_eq!(ask(&other).statistics.expanded, 16);
}

/// Costs that 32 bits do not hold: 1,500 steps over the dearest ground, and cheap ground between.
#[test]
fn the_longest_ways_are_counted_in_full() {
    let cost = |index: usize| match index % 3000 {
        700 => 10,
        1500..1510 => 4321,
        _ => 10_000,
    };
    let (ground, grid) = Ground::with_grid(1500, (0..3000).map(cost).collect());
    let goals = [Cell::new(3, 1)];
    let field = FlowField::build(&grid, &goals, MoveRules::WALKING);
    check_field(&field, &ground, Method::default(), &goals);
    assert!(field.cost(Cell::new(1499, 0)).unwrap() * 197_000.0 > 6.0 * f64::from(u32::MAX));
}

/// A link dearer than any step, and one dearer than 32 bits hold, is the way where there is no other.
#[test]
fn a_field_leads_over_a_dear_link_and_counts_it_in_full() {
    for cost in [20.0, 300.0, 1e6] {
        let mut map = map_of(&["...o...", "...o..."]);
        let centre = |x| map.lattice.centre(Cell::new(x, 0));
        map.links = vec![Link { cost: Some(cost), ..Link::between(centre(2), centre(4)) }];
        let field = FlowField::build(&bake(&map), &[Cell::new(6, 0)], MoveRules::WALKING);
        // Two steps on either side, and the two tiles of the link.
        let expected = 4.0 + 2.0 * f64::from(cost);
        let found = field.cost(Cell::new(0, 0)).unwrap_or_else(|| panic!("no way at a cost of {cost}"));
        assert!((found - expected).abs() < 1e-4 * expected, "at a cost of {cost}: {found}");
        let onward = |&cell: &Cell| match field.next(cell)? {
            FlowStep::Step(step) => Some(step.from(cell)),
            FlowStep::Link(link) => Some(link.to),
        };
        let path: Vec<Cell> = std::iter::successors(Some(Cell::new(0, 0)), onward).collect();
        assert_eq!(path, [0, 1, 2, 4, 5, 6].map(|x| Cell::new(x, 0)), "at a cost of {cost}");
    }
}

/// A question put aside half answered, and asked again: the field goes on where it was.
#[test]
fn a_field_half_made_is_not_begun_again() {
    let grid = baked(&vec![".".repeat(20); 20]);
    let asked = query((0, 0), &[(10, 10)]).by(flow_field());
    let mut search = Search::default();
    search.begin(&grid, &asked).unwrap();
    assert!(search.advance(&grid, 150).is_none());
    let path = find_path(&grid, &asked, &mut search).unwrap();
    assert_eq!((path.statistics.expanded, path.cells.len()), (250, 11));
}

#[test]
fn a_field_without_goals_leads_nowhere() {
    let grid = baked(&["..#", "..."]);
    let rock = FlowField::build(&grid, &[Cell::new(2, 0), Cell::new(9, 9)], MoveRules::WALKING);
    for (name, field) in [("made for nothing", FlowField::default()), ("to rock and beyond the map", rock)] {
        for cell in (0..3).map(|x| Cell::new(x, 1)) {
            assert_eq!((field.direction(cell), field.cost(cell)), (None, None), "{name}: {cell:?}");
        }
    }
}

/// A search that is traced makes its field anew: there would be nothing to see of one that was kept.
#[test]
fn a_traced_search_makes_its_field_anew() {
    let grid = baked(&["....", "...."]);
    let (mut search, mut trace) = (Search::default(), Trace::default());
    let asked = query((0, 0), &[(3, 1)]).by(flow_field());
    trace_path(&grid, &asked, &mut search, &mut trace).unwrap();
    assert_eq!(trace.steps.iter().filter(|step| step.kind == StepKind::Generated).count(), 8);
    let first = trace.clone();
    trace_path(&grid, &asked, &mut search, &mut trace).unwrap();
    assert_eq!(trace, first);
    assert_eq!(find_path(&grid, &asked, &mut search).unwrap().statistics.expanded, 0, "that one is kept");
}

/// With four neighbours a cell beyond a corner is out of reach under every corner rule: the path is partial.
#[test]
fn with_four_neighbours_corners_are_no_way() {
    let grid = baked(&["..#..", "..#..", "##...", "....."]);
    for &algorithm in &[Algorithm::FlowField, Algorithm::BidirectionalAStar, Algorithm::IdaStar, Algorithm::AStar] {
        let method =
            Method { algorithm, connectivity: Connectivity::Four, corners: CornerRule::Always, ..Method::default() };
        let path = find_path(&grid, &query((0, 0), &[(4, 3)]).by(method), &mut Search::default()).unwrap();
        assert_eq!((path.status, path.cells.last()), (PathStatus::Partial, Some(&Cell::new(1, 1))), "{algorithm:?}");
    }
}
