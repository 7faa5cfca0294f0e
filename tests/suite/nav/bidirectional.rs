//! Bidirectional A* and Dijkstra, by every heuristic and every rule.

use std::collections::BTreeSet;

use footpath::grid::Cell;
use footpath::nav::trace::{Side, StepKind};
use footpath::nav::{Algorithm, Heuristic, Method, PathQuery, Search, Trace, find_path, trace_path};
use proptest::prelude::*;

use crate::support::maps::baked;
use crate::support::searching::{query, rules};
use crate::support::worlds::{World, worlds};

fn methods(rules: Method) -> impl Iterator<Item = Method> {
    let by_all = Heuristic::ALL.iter().map(|&heuristic| (Algorithm::BidirectionalAStar, heuristic));
    let all = by_all.chain([(Algorithm::BidirectionalDijkstra, Heuristic::Octile)]);
    all.map(move |(algorithm, heuristic)| Method { algorithm, heuristic, ..rules })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn from_both_ends_ways_are_as_cheap_as_dijkstra(world in worlds(), rules in rules()) {
        let world = World::new(world, rules);
        prop_assume!(world.is_some());
        let world = world.unwrap();
        for method in methods(rules) {
            let trace = world.check(method);
            let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded);
            let distinct: BTreeSet<Cell> = expanded.clone().map(|step| step.cell).collect();
            prop_assert_eq!(distinct.len(), expanded.count(), "a cell is expanded by one side, and once: {:?}", method);
        }
    }

    /// The memory of one search serves the next, whatever that is.
    #[test]
    fn searches_from_both_ends_follow_each_other(worlds in proptest::collection::vec((worlds(), rules()), 1..6)) {
        let mut search = Search::default();
        for (world, rules) in worlds {
            let Some(world) = World::new(world, rules) else { continue };
            let query = PathQuery::to_any(world.start, world.goals.clone());
            for method in methods(rules) {
                let query = query.clone().by(method);
                let found = find_path(&world.grid, &query, &mut search).unwrap();
                prop_assert_eq!(found, find_path(&world.grid, &query, &mut Search::default()).unwrap(), "{:?}", method);
            }
        }
    }
}

/// Where the frontiers first meet is not always on the cheapest way: here the straight way lies through a swamp.
#[test]
fn the_first_meeting_is_not_the_end() {
    let rows = ["......", ".~~~~.", "......"];
    let grid = baked(&rows);
    for algorithm in [Algorithm::BidirectionalAStar, Algorithm::BidirectionalDijkstra] {
        let by = |algorithm| query((0, 1), &[(5, 1)]).by(Method { algorithm, ..Method::default() });
        let path = find_path(&grid, &by(algorithm), &mut Search::default()).unwrap();
        let a_star = find_path(&grid, &by(Algorithm::AStar), &mut Search::default()).unwrap();
        assert_eq!(path.cost, a_star.cost, "{algorithm:?}");
        assert!(path.cells.iter().all(|cell| grid.cost(*cell) == Some(100)), "{:?}", path.cells);
    }
}

#[test]
fn both_sides_take_part() {
    let wall = "#".repeat(29) + ".";
    let rows: Vec<String> = (0..21).map(|row| if row == 10 { wall.clone() } else { ".".repeat(30) }).collect();
    for algorithm in [Algorithm::BidirectionalAStar, Algorithm::BidirectionalDijkstra] {
        let asked = query((3, 3), &[(5, 17)]).by(Method { algorithm, ..Method::default() });
        let mut trace = Trace::default();
        trace_path(&baked(&rows), &asked, &mut Search::default(), &mut trace).unwrap();
        for side in [Side::Start, Side::Goal] {
            let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded && step.side == side);
            assert!(expanded.count() > 20, "{side:?}");
        }
    }
}

/// From the open field many cells wait, from the corridor one: the search goes on along the corridor.
#[test]
fn the_side_goes_on_where_less_waits() {
    let field = [".".repeat(40), ".".repeat(40), ".".repeat(40)].map(|row| "#".repeat(60) + &row);
    let corridor = ".".repeat(100);
    let rows: Vec<&str> = field.iter().chain([&corridor]).chain(&field).map(String::as_str).collect();
    let method = Method { algorithm: Algorithm::BidirectionalDijkstra, ..Method::default() };
    let mut trace = Trace::default();
    trace_path(&baked(&rows), &query((0, 3), &[(80, 3)]).by(method), &mut Search::default(), &mut trace).unwrap();
    let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded && step.side == Side::Goal);
    let expanded = expanded.count();
    assert!(expanded < 10, "{expanded} cells were expanded from the field");
}
