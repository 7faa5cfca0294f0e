//! Random maps of a few cells, with what every path over them must keep to.

use std::collections::BTreeSet;

use footpath::grid::Cell;
use footpath::nav::trace::StepKind;
use footpath::nav::{Guarantee, Method, NavGrid, PathQuery, PathStatus, Search, Trace, find_path, trace_path};
use proptest::prelude::*;

use crate::support::ground::Ground;
use crate::support::searching::find_in_full_slices;

prop_compose! {
    /// A map of up to 14 x 12 cells, of one cost or of several, and two places in it.
    pub fn worlds()(width in 1..15usize, height in 1..13usize, walls in 0..5u32, kinds in proptest::collection::vec(10..10_001u16, 1..5))(
        costs in proptest::collection::vec(
            prop_oneof![walls => Just(0), 6 => proptest::sample::select(kinds)], width * height,
        ),
        places in proptest::collection::vec((0..width as i32, 0..height as i32), 2..6),
        width in Just(width),
    ) -> (usize, Vec<u16>, Vec<Cell>) {
        (width, costs, places.into_iter().map(|(x, y)| Cell::new(x, y)).collect())
    }
}

/// A map with a start and goals that can be reached, and the lowest cost from each cell to a goal by the reference.
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
        let (ground, grid) = Ground::with_grid(width, costs);
        let start = places[0];
        if ground.cost(start.x, start.y) == 0 {
            return None;
        }
        let lowest = ground.dijkstra_by(rules, start);
        let is_reachable = |goal: &Cell| lowest[ground.index(*goal)].is_some();
        let goals: Vec<Cell> = places[1..].iter().copied().filter(is_reachable).collect();
        let left = ground.left(rules, &goals);
        (!goals.is_empty()).then_some(World { ground, grid, start, goals, left })
    }

    pub fn left(&self, cell: Cell) -> Option<u64> {
        self.left[self.ground.index(cell)]
    }

    /// Checks that the path is legal, leads to a goal, costs what its guarantee says, and is the same without a trace and in
    /// slices. Returns the trace.
    pub fn check(&self, method: Method) -> Trace {
        let query = PathQuery::to_any(self.start, self.goals.clone()).by(method);
        let mut trace = Trace::default();
        let path = trace_path(&self.grid, &query, &mut Search::default(), &mut trace).unwrap();
        let shown = format!("{method:?} from {:?} to {:?} on {:?}: {path:?}", self.start, self.goals, self.ground);
        let cost = self.ground.path_cost(method, &path.cells).unwrap_or_else(|error| panic!("{error} {shown}"));
        let best = self.left(self.start).unwrap();
        match path.guarantee {
            Guarantee::Shortest => assert_eq!(cost, best, "{shown}"),
            Guarantee::AtMost(factor) => assert!(cost as f64 <= factor * best as f64 * (1.0 + 1e-9), "{best} {shown}"),
            Guarantee::None => assert!(cost >= best, "{shown}"),
            Guarantee::ShortestBySteps => unreachable!("it is not pulled straight"),
        }
        assert_eq!((path.status, path.algorithm), (PathStatus::Complete, method.algorithm), "{shown}");
        assert!(path.cells[0] == self.start && self.goals.contains(path.cells.last().unwrap()), "{shown}");
        assert_eq!(path.cells.iter().collect::<BTreeSet<_>>().len(), path.cells.len(), "{shown}");
        let expanded = trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).count();
        assert!(trace.is_cut_short || path.statistics.expanded as usize == expanded, "{shown}");
        assert_eq!(find_path(&self.grid, &query, &mut Search::default()).unwrap(), path, "not observed");
        assert_eq!(find_in_full_slices(&self.grid, &query, &[1, 3, 2]).unwrap(), path, "in slices");
        trace
    }
}
