//! Jump point search (D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011): A*
//! that runs over cells with nothing to decide. For plain and even ground, 8 neighbours, and no corner cut.
//!
//! Among the paths that cost the same only one counts (see `canonical.rs`): diagonally first, then straight. Such a
//! path turns only where it comes round a corner, after a straight run past a wall: at a jump point. From one jump
//! point the search looks straight, and along the diagonals to both sides of every cell of them, for the next
//! (`scan.rs`); only these are put into the open list. The turn from a diagonal into a straight run is no node of its
//! own, and the looking is done for 64 cells at once (both: D. Harabor and A. Grastien, "Improving Jump Point Search",
//! ICAPS 2014, there called pruning and block-based scanning). Nothing is computed before the search but the
//! [bits](super::bit_grid) of passable cells.
//!
//! The last run, from a jump point to a goal, turns at most once, from a diagonal into a straight line: so when a jump
//! point is expanded, whether a goal lies in view is asked once, and no scan minds the goals. Where such a goal is as
//! near as the estimate says, no path is shorter, and no other goal need be looked for.

mod nodes;
pub(super) mod scan;

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;

use super::expansion_meter::ExpansionMeter;
use super::heuristic::Estimate;
use super::moves::{MoveRules, STRAIGHT, TILE_COST};
use super::problem::{PathfindingProblem, SearchProgress};
use super::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep};
use crate::method::{Connectivity, CornerRule, Heuristic, Method};
use nodes::{Improvement, Nodes};

use scan::{DiagonalFirst, Jump, PaddedCell, run_diagonally, run_in_column, run_in_row};

/// The memory of a jump point search.
#[derive(Clone, Debug, Default)]
pub(super) struct JumpPoint {
    nodes: Nodes,
    estimate: Option<Estimate>,
    /// The node of the goal that was reached.
    end: u32,
}

/// The node where a search begins.
const ROOT: u32 = 0;

/// With more goals than this, another search is used.
const MOST_GOALS: usize = 16;

/// Whether jump point search can answer a query.
pub(super) fn serves(method: Method, grid: &BakedGround, goals: usize) -> bool {
    method.connectivity == Connectivity::Eight
        && method.corners == CornerRule::Never
        && grid.is_even()
        && grid.is_plain()
        && goals <= MOST_GOALS
}

/// The cost of a straight step here: the ground costs the same everywhere, so its cost does not matter.
const STEP: u64 = 2 * STRAIGHT;

impl JumpPoint {
    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin<L: Observer>(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<L>) {
        let PathfindingProblem { grid, start, goals, method, .. } = *problem;
        let estimate = Estimate::new(Heuristic::Octile, MoveRules::from(method), 1, goals);
        self.estimate = Some(estimate);
        self.nodes.begin(grid.lattice().width as usize + 2, grid.lattice().height as usize + 2, estimate.at(start));
        self.nodes.find(PaddedCell::of(start), 0, ROOT, !0, || estimate.at(start));
        meter.statistics.generated += 1;
        observe(meter.observer, problem, StepKind::Generated, start, None, 0, estimate.at(start));
    }

    /// Expands jump points until the meter is used up.
    pub fn advance<L: Observer>(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<L>,
    ) -> SearchProgress {
        let estimate = self.estimate.expect("the search has begun");
        while !meter.is_used_up() {
            let index = self.nodes.expand().expect("every goal can be reached");
            meter.statistics.expanded += 1;
            let node = *self.nodes.node(index);
            let cell = node.spot().cell();
            if meter.observer.listens() {
                let before = (index != ROOT).then(|| self.nodes.node(node.before).spot().cell());
                observe(meter.observer, problem, StepKind::Expanded, cell, before, node.g, estimate.at(cell));
            }
            if problem.goals.contains(&cell) {
                self.end = index;
                return SearchProgress::Found;
            }
            let diagonal = 2 * MoveRules::from(problem.method).diagonal_length();
            let (nodes, from) = (&mut self.nodes, node.spot());
            let mut expansion = Expansion { problem, nodes, estimate, meter, index, from, g: node.g, diagonal };
            expansion.expand(node.exits);
        }
        SearchProgress::Paused
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&self, _problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut last = self.end;
        while last != ROOT {
            let node = self.nodes.node(last);
            put_run_back(self.nodes.node(node.before).spot().cell(), node.spot().cell(), cells);
            last = node.before;
        }
        cells.push(self.nodes.node(last).spot().cell());
        cells[begin..].reverse();
    }
}

/// Appends the cells of a run between jump points from its end back to its beginning, which is left out: so its
/// diagonal part comes last.
pub(super) fn put_run_back(from: Cell, to: Cell, cells: &mut Vec<Cell>) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let diagonals = dx.abs().min(dy.abs());
    let straights = dx.abs().max(dy.abs()) - diagonals;
    let across = Cell::new(dx.signum(), dy.signum());
    let turn = Cell::new(from.x + diagonals * across.x, from.y + diagonals * across.y);
    let along = Cell::new((to.x - turn.x).signum(), (to.y - turn.y).signum());
    cells.extend((1..=straights).rev().map(|steps| Cell::new(turn.x + steps * along.x, turn.y + steps * along.y)));
    cells.extend((1..=diagonals).rev().map(|steps| Cell::new(from.x + steps * across.x, from.y + steps * across.y)));
}

/// The expansion of a jump point.
struct Expansion<'a, 'm, L> {
    problem: &'a PathfindingProblem<'a>,
    nodes: &'a mut Nodes,
    estimate: Estimate,
    meter: &'a mut ExpansionMeter<'m, L>,
    index: u32,
    from: PaddedCell,
    g: u64,
    /// What a diagonal step costs.
    diagonal: u64,
}

impl<L: Observer> Expansion<'_, '_, L> {
    /// Looks for the next jump points in all directions in which the path may continue.
    fn expand(&mut self, exits: u8) {
        if self.find_goals(exits) {
            return;
        }
        let (bits, from) = (self.problem.grid.bits(), self.from);
        let is_exit = |index: u32| exits >> index & 1 == 1;
        if is_exit(0) {
            self.find_straight(run_in_row::<true>(bits, from));
        }
        if is_exit(2) {
            self.find_straight(run_in_column::<true>(bits, from));
        }
        if is_exit(4) {
            self.find_straight(run_in_row::<false>(bits, from));
        }
        if is_exit(6) {
            self.find_straight(run_in_column::<false>(bits, from));
        }
        if is_exit(1) {
            self.run_diagonally::<true, true>(1);
        }
        if is_exit(3) {
            self.run_diagonally::<false, true>(3);
        }
        if is_exit(5) {
            self.run_diagonally::<false, false>(5);
        }
        if is_exit(7) {
            self.run_diagonally::<true, false>(7);
        }
    }

    /// Puts the goals in view into the open list. Returns whether the path to one of them is as short as possible.
    fn find_goals(&mut self, exits: u8) -> bool {
        let problem = self.problem;
        let mut is_least = false;
        for &goal in problem.goals {
            let course = DiagonalFirst::between(self.from, PaddedCell::of(goal));
            if exits >> course.first & 1 == 1 && course.is_free(problem.grid.bits()) {
                self.find(course.diagonals, Jump { spot: PaddedCell::of(goal), straights: course.straights, exits: 0 });
                is_least |= self.cost(course.diagonals, course.straights) == self.estimate.at(self.from.cell());
            }
        }
        is_least
    }

    #[inline]
    fn find_straight(&mut self, jump: Option<Jump>) {
        if let Some(jump) = jump {
            self.find(0, jump);
        }
    }

    fn run_diagonally<const RIGHT: bool, const DOWN: bool>(&mut self, index: usize) {
        let from = self.from;
        let bits = self.problem.grid.bits();
        let steps = run_diagonally::<RIGHT, DOWN>(bits, from, |diagonals, jump| self.find(diagonals, jump));
        self.meter.scan(steps);
        if self.meter.observer.listens() {
            for steps in 1..=steps {
                let cell = from.after(index, steps).cell();
                let (g, h) = (self.g + self.cost(steps, 0), self.estimate.at(cell));
                observe(self.meter.observer, self.problem, StepKind::Jumped, cell, Some(from.cell()), g, h);
            }
        }
    }

    #[inline]
    fn cost(&self, diagonals: usize, straights: usize) -> u64 {
        diagonals as u64 * self.diagonal + straights as u64 * STEP
    }

    /// Records a path from here to a jump point or goal: first the diagonal steps, then the straight ones.
    #[inline]
    fn find(&mut self, diagonals: usize, Jump { spot, straights, exits }: Jump) {
        self.meter.scan(1);
        let (g, estimate) = (self.g + self.cost(diagonals, straights), self.estimate);
        let found = self.nodes.find(spot, g, self.index, exits, || estimate.at(spot.cell()));
        if found == Improvement::Known {
            if self.meter.observer.wants_rejected() {
                let (kind, before) = (StepKind::LeftOut(Reason::NotBetter), Some(self.from.cell()));
                observe(self.meter.observer, self.problem, kind, spot.cell(), before, g, estimate.at(spot.cell()));
            }
            return;
        }
        self.meter.statistics.generated += 1;
        if self.meter.observer.listens() {
            let kind = if found == Improvement::First { StepKind::Generated } else { StepKind::Improved };
            let before = Some(self.from.cell());
            observe(self.meter.observer, self.problem, kind, spot.cell(), before, g, estimate.at(spot.cell()));
        }
    }
}

#[inline]
fn observe<L: Observer>(
    observer: &mut L,
    problem: &PathfindingProblem,
    kind: StepKind,
    cell: Cell,
    parent: Option<Cell>,
    g: u64,
    h: u64,
) {
    if observer.listens() {
        let scale = f64::from(problem.grid.lowest_cost()) / TILE_COST as f64;
        let tiles = |cost: u64| cost as f64 * scale;
        let (side, subject) = (Side::Start, Subject::Cell);
        observer.observe(TraceStep { kind, side, subject, cell, parent, g: tiles(g), h: tiles(h) });
    }
}
