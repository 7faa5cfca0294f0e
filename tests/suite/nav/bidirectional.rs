//! Bidirectional A* and Dijkstra, by every heuristic and every rule.

use std::collections::BTreeSet;

use footpath::grid::Cell;
use footpath::nav::trace::{Side, StepKind};
use footpath::nav::{
    Algorithm, Guarantee, Heuristic, Method, NavGrid, PathQuery, PathStatus, Search, Trace, find_path, trace_path,
};
use proptest::prelude::*;

use crate::nav::best_first::{cost_by_hand, find_in_slices, ground_of, left_by_hand, rules, worlds};
use crate::nav::find_path::{baked, query};
use crate::support::dijkstra::Ground;

/// A search that has a way: start, and the goals that can be reached. What is left from each cell, by hand.
pub struct World {
    pub ground: Ground,
    pub grid: NavGrid,
    pub start: Cell,
    pub goals: Vec<Cell>,
    pub left: Vec<Option<u64>>,
}

impl World {
    /// Of a random map, the first place being the start; `None` when it leads nowhere.
    pub fn new((width, costs, places): (usize, Vec<u16>, Vec<Cell>), rules: Method) -> Option<World> {
        let (ground, grid) = ground_of(width, costs);
        let start = places[0];
        if ground.cost(start.x, start.y) == 0 {
            return None;
        }
        let lowest = ground.dijkstra_by(rules, start);
        let is_reachable = |goal: &Cell| lowest[(goal.y * ground.width + goal.x) as usize].is_some();
        let goals: Vec<Cell> = places[1..].iter().copied().filter(is_reachable).collect();
        let left = left_by_hand(&ground, rules, &goals);
        (!goals.is_empty()).then_some(World { ground, grid, start, goals, left })
    }

    pub fn left(&self, cell: Cell) -> Option<u64> {
        self.left[(cell.y * self.ground.width + cell.x) as usize]
    }

    /// That the path is legal, leads where it should, costs what its guarantee says, and is the same when nobody listens
    /// and in slices. Gives back the trace.
    pub fn check(&self, method: Method) -> Trace {
        let query = PathQuery::to_any(self.start, self.goals.clone()).by(method);
        let mut trace = Trace::default();
        let path = trace_path(&self.grid, &query, &mut Search::default(), &mut trace).unwrap();
        let shown = format!("{method:?} from {:?} to {:?} on {:?}: {path:?}", self.start, self.goals, self.ground);
        let cost = cost_by_hand(&self.ground, method, &path.cells).unwrap_or_else(|error| panic!("{error} {shown}"));
        let best = self.left(self.start).unwrap();
        match path.guarantee {
            Guarantee::Shortest => assert_eq!(cost, best, "{shown}"),
            Guarantee::AtMost(factor) => assert!(cost as f64 <= factor * best as f64 * (1.0 + 1e-9), "{best} {shown}"),
            Guarantee::None => assert!(cost >= best, "{shown}"),
        }
        assert_eq!((path.status, path.algorithm), (PathStatus::Complete, method.algorithm), "{shown}");
        assert!(path.cells[0] == self.start && self.goals.contains(path.cells.last().unwrap()), "{shown}");
        assert_eq!(path.cells.iter().collect::<BTreeSet<_>>().len(), path.cells.len(), "{shown}");
        let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).count();
        assert!(trace.is_cut_short || path.statistics.expanded as usize == expanded, "{shown}");
        assert_eq!(find_path(&self.grid, &query, &mut Search::default()).unwrap(), path, "not heard");
        assert_eq!(find_in_slices(&self.grid, &query, &[1, 3, 2]), path, "in slices");
        trace
    }
}

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
                prop_assert_eq!(found, find_path(&world.grid, &query, &mut Search::default()).unwrap());
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
        assert_eq!(path.cost, a_star.cost);
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
