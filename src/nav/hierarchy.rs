//! Hierarchical search: between the entrances of chunks first, then inside them.
//!
//! After A. Botea, M. Müller and J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (Journal of Game Development 1,
//! 2004): the map is divided into chunks, the places where one can go from one to the next are thinned to a few
//! entrances, and what it costs to go between the entrances of a chunk is known beforehand. A query adds its start and
//! its goals to this graph for as long as it lasts.
//!
//! Three things differ here. Borders follow walls where there are any (`layout.rs`). Groups of chunks are regions, a
//! second level that keeps only the entrances at its border; on both levels a path that another entrance divides is not
//! kept (`matrix.rs`). And the abstract path only says through which chunks to go: the cells are then found by A* over
//! just those chunks (`corridor.rs`), so that the path is not bound to the entrances.
//!
//! Links join the places where they begin and end, which are entrances of their own (`link_portals.rs`). Where going up
//! costs something, each direction of a path has its own cost: the search from a goal takes paths, and links, against
//! their direction.
//!
//! A query takes these steps, each of which can be paused: the start's chunk, the chunks with goals, the start's
//! region, the regions with goals, the regions between, the chunks of each region on the path, the cells. Where only
//! the first steps are wanted, only the first few chunks take part in the last two.

mod borders;
mod changed_chunks;
mod corridor;
mod entrance_queue;
mod entrances;
pub(super) mod graph;
pub(super) mod lazy;
mod link_portals;
mod local_dijkstra;
mod local_graph;
mod matrix;
mod region_search;
mod route;
mod top;

use crate::grid::Cell;

use super::expansion_meter::ExpansionMeter;
use super::moves::MoveRules;
use super::problem::{PathfindingProblem, SearchProgress};
use super::trace::{Observer, SearchPhase, Side, StepKind, StepShape, Subject, TraceStep};
use crate::method::Method;

use corridor::Corridor;
use route::{EntranceSearch, FIRST_CELLS, observe_phase};

/// With more goals than this A* is better: each may lie in a chunk of its own.
const MOST_GOALS: usize = 256;

/// Whether hierarchical search can answer a query: by the rules by which agents walk, for not too many goals.
pub(super) fn serves(method: Method, goals: usize) -> bool {
    MoveRules::from(method) == MoveRules::WALKING && goals <= MOST_GOALS
}

/// If the abstract path has at most this many entrances, the chunks beside its own are searched too.
const WIDENED: usize = 40;

/// The memory of a hierarchical search.
#[derive(Clone, Debug, Default)]
pub(super) struct Hierarchical {
    route: EntranceSearch,
    corridor: Corridor,
    /// Whether the route is known, and the cells are being searched.
    is_in_corridor: bool,
}

impl Hierarchical {
    pub fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        self.route.begin(problem, meter);
        self.is_in_corridor = false;
    }

    /// Expands cells and entrances until the meter is used up.
    pub fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        if !self.is_in_corridor && self.route.advance(problem, meter) {
            self.begin_corridor(problem, meter);
        }
        if self.is_in_corridor && self.search_corridor(problem, meter) {
            return SearchProgress::Found;
        }
        SearchProgress::Paused
    }

    fn begin_corridor(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        let hierarchy = grid.hierarchy();
        let (layout, entrances) = (&hierarchy.layout, self.route.entrances());
        self.corridor.clear(layout);
        self.corridor.open_chunk(layout, layout.chunk_at(start));
        for chunk in entrances.iter().flat_map(|&entrance| hierarchy.joined(entrance)) {
            self.corridor.open_chunk(layout, chunk);
        }
        if entrances.len() <= WIDENED {
            self.corridor.widen(layout);
        }
        observe_phase(meter, SearchPhase::Cells, start, None);
        if meter.observer.listens() {
            for chunk in self.corridor.chunks() {
                let (kind, side, subject) = (StepKind::ChunkOpened, Side::Start, Subject::Cell);
                let step = TraceStep { kind, side, subject, cell: chunk.min, parent: None, g: 0.0, h: 0.0 };
                meter.observer.observe_with(step, Some(StepShape::Chunk(chunk)));
            }
        }
        match entrances.last().filter(|_| self.route.is_cut()) {
            Some(&last) => self.corridor.begin(grid, layout, start, &[hierarchy.cell(last)]),
            None => self.corridor.begin(grid, layout, start, goals),
        }
        meter.tell(StepKind::Generated, || self.corridor.expansion(layout, start));
        self.is_in_corridor = true;
    }

    fn search_corridor(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) -> bool {
        let layout = &problem.grid.hierarchy().layout;
        while !meter.is_used_up() {
            if !self.corridor.expand(problem.grid, layout, meter) {
                return true;
            }
        }
        false
    }

    /// Appends the cells of the path found to `cells`: all of it, or its first steps.
    pub fn append_path(&self, problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        self.corridor.append_path(&problem.grid.hierarchy().layout, cells);
        if self.route.is_cut() {
            // Near its end the path leans towards an entrance that it need not use.
            let steps = cells.len() - begin;
            cells.truncate(begin + steps.min(FIRST_CELLS.max(steps / 2)));
        }
    }

    /// The rest of the path, if only the first steps were asked for: cells far apart, its end the last.
    pub fn ahead(&self, problem: &PathfindingProblem) -> Vec<Cell> {
        self.route.ahead(problem)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.route.bytes() + self.corridor.bytes()
    }
}
