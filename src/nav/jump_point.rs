//! Jump point search (D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011): A*
//! that runs over cells with nothing to decide. For even ground, 8 neighbours, and no corner cut.
//!
//! Among the ways that cost the same only one counts (see `canonical.rs`): diagonally first, then straight. Such a way
//! turns only where it comes round a corner, after a straight run past a wall: at a jump point. From one jump point
//! the search looks straight, and along the diagonals to both sides of every cell of them, for the next (`scan.rs`);
//! only these are put into the open set. The turn from a diagonal into a straight run is no node of its own, and the
//! looking is done for 64 cells at once (both: D. Harabor and A. Grastien, "Improving Jump Point Search", ICAPS 2014,
//! there called pruning and block-based scanning). Nothing is computed before the search but the
//! [bits](super::bit_grid) of passable cells.
//!
//! The last run, from a jump point to a goal, turns at most once, from a diagonal into a straight line: so
//! when a jump point is expanded, whether a goal lies in view is asked once, and no scan minds the goals. Where such a
//! goal is as near as the estimate has it, no way is shorter, and no other need be looked for.

mod nodes;
mod scan;

use crate::grid::Cell;

use super::canonical::{ROOT, onward};
use super::heuristic::Estimate;
use super::moves::{MoveRules, STRAIGHT, TILE_COST};
use super::query::{Connectivity, CornerRule, Heuristic, Method};
use super::trace::{Listener, Side, StepKind, TraceStep};
use super::{Effort, NavGrid, Problem, Progress};
use nodes::{Found, Nodes};
use scan::{Course, Spot, diagonal_run, straight_run};

/// The memory of a jump point search.
#[derive(Clone, Debug, Default)]
pub(super) struct JumpPoint {
    nodes: Nodes,
    estimate: Option<Estimate>,
    /// The goal that was reached.
    end: Option<Cell>,
}

/// Of more goals than these, another search finds the nearest.
const MOST_GOALS: usize = 16;

/// Whether jump point search can do what is asked.
pub(super) fn serves(method: Method, grid: &NavGrid, goals: usize) -> bool {
    method.connectivity == Connectivity::Eight
        && method.corners == CornerRule::Never
        && grid.lowest_cost() == grid.highest_cost()
        && goals <= MOST_GOALS
}

/// What a straight step costs here, where nothing depends on what the ground costs: it is the same everywhere.
const STEP: u64 = 2 * STRAIGHT;

impl JumpPoint {
    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
    }

    /// Forgets the last search and makes room for one.
    pub fn begin<L: Listener>(&mut self, problem: &Problem, effort: &mut Effort, listener: &mut L) {
        let Problem { grid, start, goals, method, .. } = *problem;
        let estimate = Estimate::new(Heuristic::Octile, MoveRules::from(method), 1, goals);
        self.estimate = Some(estimate);
        self.nodes.begin(grid.lattice().width as usize + 2, grid.lattice().height as usize + 2);
        let root = Spot::of(start);
        self.nodes.find(root, 0, ROOT, root, || estimate.at(start));
        effort.generated += 1;
        hear(listener, problem, StepKind::Generated, start, None, 0, estimate.at(start));
    }

    /// Expands at most `budget` jump points.
    pub fn advance<L: Listener>(
        &mut self,
        problem: &Problem,
        budget: u32,
        effort: &mut Effort,
        listener: &mut L,
    ) -> Progress {
        let estimate = self.estimate.expect("the search has begun");
        let last = effort.expanded.saturating_add(budget);
        while effort.expanded < last {
            let node = self.nodes.expand().expect("every goal can be reached");
            effort.expanded += 1;
            let cell = node.spot.cell();
            if L::LISTENS {
                let before = (node.arrived_by != ROOT).then(|| self.nodes.before(node.spot).cell());
                hear(listener, problem, StepKind::Expanded, cell, before, node.g, estimate.at(cell));
            }
            if problem.goals.contains(&cell) {
                self.end = Some(cell);
                return Progress::Found;
            }
            let nodes = &mut self.nodes;
            Expansion { problem, nodes, estimate, effort, listener, from: node.spot, g: node.g }
                .expand(node.arrived_by);
        }
        Progress::Paused
    }

    /// Puts the cells of the way found behind `cells`, the root of the search first.
    pub fn append_way(&self, _problem: &Problem, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut last = Spot::of(self.end.expect("a way was found"));
        loop {
            let before = self.nodes.before(last);
            if before == last {
                break;
            }
            put_run_back(before.cell(), last.cell(), cells);
            last = before;
        }
        cells.push(last.cell());
        cells[begin..].reverse();
    }
}

/// Puts the cells of a run between jump points from its end back to its beginning, which is left out: the straight
/// part comes last in it.
fn put_run_back(from: Cell, to: Cell, cells: &mut Vec<Cell>) {
    let mut cell = to;
    while cell != from {
        cells.push(cell);
        let (dx, dy) = (cell.x - from.x, cell.y - from.y);
        let is_diagonal = dx.abs() == dy.abs();
        cell.x -= if is_diagonal || dx.abs() > dy.abs() { dx.signum() } else { 0 };
        cell.y -= if is_diagonal || dy.abs() > dx.abs() { dy.signum() } else { 0 };
    }
}

/// A jump point at work.
struct Expansion<'a, L> {
    problem: &'a Problem<'a>,
    nodes: &'a mut Nodes,
    estimate: Estimate,
    effort: &'a mut Effort,
    listener: &'a mut L,
    from: Spot,
    g: u64,
}

impl<L: Listener> Expansion<'_, L> {
    /// Looks for the next jump points in all directions in which a way can go on.
    fn expand(mut self, arrived_by: u8) {
        let grid = self.problem.grid;
        let around = grid.ground()[grid.number(self.from.cell()) as usize].around;
        let exits = onward(MoveRules::WALKING)[1][arrived_by as usize][around as usize];
        if self.find_goals(exits) {
            return;
        }
        for index in [0, 2, 4, 6] {
            if exits >> index & 1 == 1
                && let Some(spot) = straight_run(grid.bits(), self.from, index)
            {
                self.find(spot, index);
            }
        }
        if exits & 1 << 1 != 0 {
            self.run_diagonally::<true, true>(1, [0, 2]);
        }
        if exits & 1 << 3 != 0 {
            self.run_diagonally::<false, true>(3, [4, 2]);
        }
        if exits & 1 << 5 != 0 {
            self.run_diagonally::<false, false>(5, [4, 6]);
        }
        if exits & 1 << 7 != 0 {
            self.run_diagonally::<true, false>(7, [0, 6]);
        }
    }

    /// Puts the goals in view into the open set. Returns whether a way to one of them is as short as any can be.
    fn find_goals(&mut self, exits: u8) -> bool {
        let problem = self.problem;
        let least = self.estimate.at(self.from.cell());
        let mut is_least = false;
        for &goal in problem.goals {
            let course = Course::between(self.from, Spot::of(goal));
            if exits >> course.first & 1 == 1 && course.is_free(problem.grid.bits()) {
                self.find(Spot::of(goal), course.last);
                is_least |= self.distance(Spot::of(goal)) == least;
            }
        }
        is_least
    }

    fn run_diagonally<const RIGHT: bool, const DOWN: bool>(&mut self, index: usize, sides: [usize; 2]) {
        let from = self.from;
        let steps = diagonal_run::<RIGHT, DOWN>(self.problem.grid.bits(), from, |_, spot, in_row| {
            self.find(spot, sides[usize::from(!in_row)]);
        });
        if L::LISTENS {
            for steps in 1..=steps {
                let spot = from.after(index, steps);
                let g = self.g + self.distance(spot);
                let h = self.estimate.at(spot.cell());
                hear(self.listener, self.problem, StepKind::Jumped, spot.cell(), Some(from.cell()), g, h);
            }
        }
    }

    /// What a way costs from here to where it goes diagonally, then straight.
    #[inline]
    fn distance(&self, to: Spot) -> u64 {
        let (dx, dy) = (to.column.abs_diff(self.from.column), to.row.abs_diff(self.from.row));
        let turn = 2 * (MoveRules::from(self.problem.method).diagonal_length() - STRAIGHT);
        dx.max(dy) as u64 * STEP + dx.min(dy) as u64 * turn
    }

    /// Takes note of a way from here to a jump point or goal.
    #[inline]
    fn find(&mut self, spot: Spot, by: usize) {
        let (g, estimate) = (self.g + self.distance(spot), self.estimate);
        let found = self.nodes.find(spot, g, by as u8, self.from, || estimate.at(spot.cell()));
        if found == Found::Known {
            return;
        }
        self.effort.generated += 1;
        if L::LISTENS {
            let kind = if found == Found::First { StepKind::Generated } else { StepKind::Improved };
            let before = Some(self.from.cell());
            hear(self.listener, self.problem, kind, spot.cell(), before, g, estimate.at(spot.cell()));
        }
    }
}

#[inline]
fn hear<L: Listener>(
    listener: &mut L,
    problem: &Problem,
    kind: StepKind,
    cell: Cell,
    parent: Option<Cell>,
    g: u64,
    h: u64,
) {
    if L::LISTENS {
        let scale = f64::from(problem.grid.lowest_cost()) / TILE_COST as f64;
        let tiles = |cost: u64| cost as f64 * scale;
        listener.hear(TraceStep { kind, side: Side::Start, cell, parent, g: tiles(g), h: tiles(h) });
    }
}
