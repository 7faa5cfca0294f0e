//! Iterative deepening A*, by every heuristic and every rule.

use footpath::grid::Cell;
use footpath::nav::trace::{Reason, StepKind};
use footpath::nav::{
    Algorithm, Heuristic, Method, PathError, PathQuery, Search, SearchStatistics, Trace, find_path, trace_path,
};
use proptest::prelude::*;

use crate::support::levels::open;
use crate::support::maps::baked;
use crate::support::searching::{query, rules};
use crate::support::worlds::{World, worlds};

fn ida_star() -> Method {
    Method { algorithm: Algorithm::IdaStar, ..Method::default() }
}

/// Expansions: without a table, some of the maps would take many more.
const ENOUGH: u32 = 20_000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn deepening_finds_ways_as_cheap_as_dijkstra(world in worlds(), rules in rules()) {
        let world = World::new(world, rules);
        prop_assume!(world.is_some());
        let world = world.unwrap();
        for heuristic in Heuristic::ALL {
            let method = Method { algorithm: Algorithm::IdaStar, heuristic, expansion_limit: ENOUGH, ..rules };
            let query = PathQuery::to_any(world.start, world.goals.clone()).by(method);
            if let Err(PathError::Limit(_)) = find_path(&world.grid, &query, &mut Search::default()) {
                continue;
            }
            let trace = world.check(method);
            let bounds: Vec<f64> =
                trace.steps.iter().filter(|step| step.kind == StepKind::Threshold).map(|step| step.h).collect();
            prop_assert!(bounds.windows(2).all(|pair| pair[0] < pair[1]), "{:?} {:?}", bounds, method);
            let within = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded);
            let bound = bounds.last().copied().unwrap_or(trace.steps[0].h);
            prop_assert!(within.clone().all(|step| step.f() <= bound + 1e-9), "{:?}", method);
        }
    }

    /// The limit ends a search after exactly that number of expansions; one that needs no more ends as without it.
    #[test]
    fn the_limit_is_kept(world in worlds(), rules in rules(), share in 0.0..1.5f64) {
        let world = World::new(world, rules);
        prop_assume!(world.is_some());
        let world = world.unwrap();
        let query = PathQuery::to_any(world.start, world.goals.clone());
        let mut search = Search::default();
        let unlimited = Method { algorithm: Algorithm::IdaStar, expansion_limit: ENOUGH, ..rules };
        let whole = find_path(&world.grid, &query.clone().by(unlimited), &mut search);
        prop_assume!(whole.is_ok());
        let needed = whole.as_ref().unwrap().statistics.expanded;
        let expansion_limit = (f64::from(needed) * share) as u32;
        let limited = Method { algorithm: Algorithm::IdaStar, expansion_limit, ..rules };
        let found = find_path(&world.grid, &query.by(limited), &mut search);
        if expansion_limit >= needed {
            prop_assert_eq!(found, whole);
        } else {
            let is_limit = matches!(found, Err(PathError::Limit(SearchStatistics { expanded, .. })) if expanded == expansion_limit);
            prop_assert!(is_limit, "{:?} at {} of {}", found, expansion_limit, needed);
        }
    }
}

#[test]
fn on_an_open_map_deepening_goes_straight() {
    let rows = vec![".".repeat(60); 50];
    let path = find_path(&baked(&rows), &query((3, 40), &[(55, 2)]).by(ida_star()), &mut Search::default()).unwrap();
    assert_eq!(path.statistics.expanded as usize, path.cells.len());
    assert_eq!(path.cells.len(), 53);
}

/// A path through one gap of a wall, on maps of which one has a hundred times as many cells.
#[test]
fn the_memory_is_that_of_a_path_and_not_of_the_map() {
    let bytes = |side: usize| {
        let mut rows = vec![".".repeat(side); side];
        (0..6).for_each(|row| rows[row].replace_range(5..6, "#"));
        let mut search = Search::default();
        let path = find_path(&baked(&rows), &query((2, 2), &[(8, 2)]).by(ida_star()), &mut search).unwrap();
        (search.bytes() - Search::default().bytes(), path.cells.len())
    };
    assert_eq!(bytes(12), bytes(120));
    assert!(bytes(120).0 < 8 << 10, "{}", bytes(120).0);
}

#[test]
fn the_trace_of_deepening_shows_what_the_bound_forbids() {
    let rows = ["....", ".##.", "...."];
    let mut trace = Trace::default();
    trace_path(&baked(&rows), &query((0, 1), &[(3, 1)]).by(ida_star()), &mut Search::default(), &mut trace).unwrap();
    let count = |kind| trace.steps.iter().filter(|step| step.kind == kind).count();
    assert!(count(StepKind::Threshold) > 0 && count(StepKind::LeftOut(Reason::BeyondBound)) > 0);
    let [.., expanded, found] = trace.steps[..] else { panic!("a search takes steps") };
    assert_eq!((expanded.kind, expanded.cell), (StepKind::Expanded, Cell::new(3, 1)));
    assert_eq!((found.kind, found.cell), (StepKind::Found, Cell::new(3, 1)));
}

/// It is the choice that saves memory: on every map, the small ones of the tutorials among them.
#[test]
fn deepening_takes_less_memory_than_a_star() {
    let names =
        ["tutorial/ten-by-ten", "first-steps", "tutorial/two-cubes", "maze", "tutorial/baked-field", "market-town"];
    let mut compared = 0;
    for name in names {
        let simulation = open(name);
        let grid = simulation.nav_grid(simulation.agents()[0].profile());
        let cells: Vec<Cell> = simulation.map().cells().rect().cells().filter(|&cell| grid.is_passable(cell)).collect();
        for pick in 0..8 {
            let cell = |part: usize| cells[part * 977 % cells.len()];
            let asked = PathQuery::between(cell(pick), cell(pick + 5));
            let bytes = |algorithm| {
                let mut search = Search::default();
                let method = Method { algorithm, expansion_limit: ENOUGH, ..Method::default() };
                let found = find_path(grid, &asked.clone().by(method), &mut search);
                found.map(|_| search.bytes()).or_else(|error| match error {
                    PathError::Limit(_) => Ok(search.bytes()),
                    error => Err(error),
                })
            };
            if let (Ok(deepening), Ok(a_star)) = (bytes(Algorithm::IdaStar), bytes(Algorithm::AStar)) {
                assert!(deepening < a_star, "{name}: {deepening} bytes, A* {a_star}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "{compared}");
}
