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

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn deepening_finds_ways_as_cheap_as_dijkstra(world in worlds(), rules in rules()) {
        let world = World::new(world, rules);
        prop_assume!(world.is_some());
        let world = world.unwrap();
        for heuristic in Heuristic::ALL {
            let method = Method { algorithm: Algorithm::IdaStar, heuristic, ..rules };
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
        let whole = find_path(&world.grid, &query.clone().by(Method { algorithm: Algorithm::IdaStar, ..rules }), &mut search);
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

/// More cells than the table remembers: what is forgotten is searched again, and the answer is the same.
#[test]
fn deepening_ends_where_the_table_is_too_small() {
    let wall = "#".repeat(199) + ".";
    let rows: Vec<String> = (0..170).map(|row| if row == 75 { wall.clone() } else { ".".repeat(200) }).collect();
    let (grid, asked) = (baked(&rows), query((195, 70), &[(195, 80)]));
    let path = find_path(&grid, &asked.clone().by(ida_star()), &mut Search::default()).unwrap();
    let a_star = Method { algorithm: Algorithm::AStar, ..Method::default() };
    assert_eq!(path.length, find_path(&grid, &asked.by(a_star), &mut Search::default()).unwrap().length);
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
                let found = find_path(grid, &asked.clone().by(Method { algorithm, ..Method::default() }), &mut search);
                found.map(|_| search.bytes())
            };
            if let (Ok(deepening), Ok(a_star)) = (bytes(Algorithm::IdaStar), bytes(Algorithm::AStar)) {
                assert!(deepening < a_star, "{name}: {deepening} bytes, A* {a_star}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "{compared}");
}
