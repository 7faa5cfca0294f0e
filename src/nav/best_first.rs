//! Best-first search: A* (P. Hart, N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic
//! Determination of Minimum Cost Paths", 1968).
//!
//! The open set is a priority queue ordered by f = g + h, then by larger g (of two cells that promise the
//! same, the one that is further along), then by cell number: a total order, so that a search
//! repeats exactly. A cell whose g improves is put in again; its older, worse entry is recognised when it
//! surfaces, because by then the cell is closed.
//!
//! On even ground, moves that cannot be part of the one cheapest way that counts are not tried (`canonical.rs`).
//!
//! The heuristic is the octile distance to the rectangle around the goals, times the lowest cost of
//! the map. From a cell to its neighbour it never falls by more than the move costs (it is consistent), so
//! a cell's g is final when it is expanded: closed cells are never opened again, and the first goal to be
//! expanded is the cheapest.

use crate::grid::Cell;

use super::canonical::{ONWARD, ROOT};
use super::heuristic::Estimate;
use super::moves::{DIAGONAL, MOVES, MoveRules, TILE_COST};
use super::open_set::{Entry, OpenSet};
use super::trace::{Listener, Side, StepKind, TraceStep};
use super::{Effort, Problem, Progress};

/// The memory of a best-first search.
///
/// It keeps one node for each cell of the largest map it has seen, and never clears them: a node
/// counts only when it bears the number of the present search. Asking again on the same map allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct BestFirst {
    nodes: Vec<Node>,
    /// The number of the present search, from 1.
    generation: u32,
    open: OpenSet,
    estimate: Option<Estimate>,
    /// The goal that was reached.
    end: Option<Cell>,
}

/// What the present search knows of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Cost of the best way found from the root; `UNSEEN` while none is.
    g: u64,
    generation: u32,
    /// The place in `MOVES` of the move that led here, or `ROOT`.
    arrived_by: u8,
    closed: bool,
    goal: bool,
}

const UNSEEN: u64 = u64::MAX;

impl Node {
    fn is_goal(&self, generation: u32) -> bool {
        self.generation == generation && self.goal
    }

    fn unseen(generation: u32) -> Node {
        Node { g: UNSEEN, generation, arrived_by: ROOT, closed: false, goal: false }
    }
}

impl BestFirst {
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.bytes()
    }

    /// Forgets the last search and makes room for one.
    pub fn begin(&mut self, problem: &Problem, effort: &mut Effort, listener: &mut impl Listener) {
        let Problem { grid, start, goals, method, .. } = *problem;
        self.nodes.resize(self.nodes.len().max(grid.ground().len()), Node::default());
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
        let generation = self.generation;
        for &goal in goals {
            self.nodes[grid.number(goal) as usize] = Node { goal: true, ..Node::unseen(generation) };
        }
        let estimate = Estimate::new(method.heuristic, MoveRules::from(method), grid.lowest_cost(), goals);
        self.estimate = Some(estimate);
        // A step that leads away raises both g and h by its cost, at most.
        let dearest = 2 * u64::from(grid.highest_cost()) * DIAGONAL;
        self.open.begin(estimate.at(start), 2 * dearest);
        let goal = self.nodes[grid.number(start) as usize].is_goal(generation);
        self.nodes[grid.number(start) as usize] = Node { g: 0, goal, ..Node::unseen(generation) };
        self.open.push(Entry::new(0, estimate.at(start), start));
        effort.generated += 1;
        hear(listener, StepKind::Generated, start, None, 0, estimate.at(start));
    }

    /// Expands at most `budget` cells.
    pub fn advance(
        &mut self,
        problem: &Problem,
        budget: u32,
        effort: &mut Effort,
        listener: &mut impl Listener,
    ) -> Progress {
        let grid = problem.grid;
        let BestFirst { nodes, open, .. } = self;
        let estimate = self.estimate.expect("the search has begun");
        let (generation, ground) = (self.generation, grid.ground());
        let nodes = &mut nodes[..ground.len()];
        // By how much the number of a cell changes with each move.
        let offsets = MOVES.map(|step| (step.dy * grid.stride() as i32 + step.dx) as u32);
        let onward = &*ONWARD;
        let last = effort.expanded.saturating_add(budget);

        while effort.expanded < last {
            let entry = open.pop().expect("every goal can be reached");
            let cell = entry.cell();
            let number = grid.number(cell);
            let node = &mut nodes[number as usize];
            if node.closed {
                continue;
            }
            node.closed = true;
            effort.expanded += 1;
            let Node { g, arrived_by, goal, .. } = *node;
            hear(listener, StepKind::Expanded, cell, parent(cell, arrived_by), g, estimate.at(cell));
            if goal {
                self.end = Some(cell);
                return Progress::Found;
            }
            let here = ground[number as usize];
            let mut exits = onward[here.even as usize][arrived_by as usize][here.around as usize];
            while exits != 0 {
                let index = exits.trailing_zeros() as usize;
                exits &= exits - 1;
                let number = number.wrapping_add(offsets[index]);
                let node = &mut nodes[number as usize];
                let g = g + MOVES[index].cost(here.cost, ground[number as usize].cost);
                let is_known = node.generation == generation;
                let known = if is_known { node.g } else { UNSEEN };
                if known <= g {
                    continue;
                }
                let goal = is_known && node.goal;
                *node = Node { g, generation, arrived_by: index as u8, closed: false, goal };
                let next = MOVES[index].from(cell);
                let h = estimate.at(next);
                open.push(Entry::new(g, h, next));
                effort.generated += 1;
                let kind = if known == UNSEEN { StepKind::Generated } else { StepKind::Improved };
                hear(listener, kind, next, Some(cell), g, h);
            }
        }
        Progress::Paused
    }

    /// Puts the cells of the way found behind `cells`, the root of the search first.
    pub fn append_way(&self, problem: &Problem, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut last = self.end.expect("a way was found");
        cells.push(last);
        while let Some(before) = parent(last, self.nodes[problem.grid.number(last) as usize].arrived_by) {
            last = before;
            cells.push(last);
        }
        cells[begin..].reverse();
    }
}

fn parent(cell: Cell, arrived_by: u8) -> Option<Cell> {
    MOVES.get(arrived_by as usize).map(|step| Cell::new(cell.x - step.dx, cell.y - step.dy))
}

#[inline]
fn hear<L: Listener>(listener: &mut L, kind: StepKind, cell: Cell, parent: Option<Cell>, g: u64, h: u64) {
    if L::LISTENS {
        let tiles = |cost: u64| cost as f64 / TILE_COST as f64;
        listener.hear(TraceStep { kind, side: Side::Start, cell, parent, g: tiles(g), h: tiles(h) });
    }
}
