//! Best-first searches: one loop, a priority for each.
//!
//! - **Dijkstra's search** (E. Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1,
//!   1959): by g, the cost of the way so far.
//! - **A\*** (P. Hart, N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//!   Paths", IEEE Transactions on Systems Science and Cybernetics, 1968): by g + h, where h estimates what is left.
//! - **Weighted A\*** (I. Pohl, "Heuristic Search Viewed as Path Finding in a Graph", Artificial Intelligence 1, 1970):
//!   by g + weight x h.
//! - **Greedy search**: by h alone.
//! - **Breadth-first search** (E. Moore, "The Shortest Path Through a Maze", 1959): by the number of steps, as if each
//!   cost the same.
//!
//! Cells of equal priority come in the order of larger g (of two that promise the same, the one that is further along),
//! then of rows and columns: a total order, so that a search repeats exactly. A cell whose g improves is put in again;
//! its older, worse entry is recognised when it surfaces, because by then the cell is closed.
//!
//! A closed cell to which a better way is found is opened again. With a consistent heuristic that never happens; it
//! keeps the result exact with one that is merely admissible, and keeps weighted A* within its bound. Greedy search,
//! to which cost is nothing, never does.
//!
//! The goal is taken when it is expanded, not when it is first seen. Moves that cannot be part of the one cheapest way
//! that counts are not tried (`canonical.rs`).

use crate::grid::Cell;

use super::canonical::{Onward, ROOT, onward};
use super::heuristic::Estimate;
use super::moves::{MOVES, MoveRules, TILE_COST};
use super::nav_grid::Ground;
use super::open_set::{Entry, OpenSet};
use super::query::{Algorithm, Heuristic};
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
    priority: Option<Priority>,
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

/// What a way counts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Cost,
    /// Each step as much as a tile of cost 1.
    Steps,
    /// By its cost, which has no say in the order.
    Nothing,
}

/// What tells one best-first search from another.
#[derive(Clone, Copy, Debug)]
struct Priority {
    measure: Measure,
    /// With its weight.
    estimate: Estimate,
    onward: &'static Onward,
    rules: MoveRules,
}

impl Priority {
    fn new(problem: &Problem) -> Priority {
        let Problem { grid, goals, method, .. } = *problem;
        let weight = match method.algorithm {
            Algorithm::Dijkstra | Algorithm::BreadthFirst => 0.0,
            Algorithm::WeightedAStar => method.weight.max(0.0),
            Algorithm::Greedy => f64::INFINITY,
            _ => 1.0,
        };
        let measure = match method.algorithm {
            Algorithm::BreadthFirst => Measure::Steps,
            _ if weight.is_infinite() => Measure::Nothing,
            _ => Measure::Cost,
        };
        let rules = MoveRules::from(method);
        let kind = if weight == 0.0 { Heuristic::Zero } else { method.heuristic };
        let estimate = Estimate::new(kind, rules, grid.lowest_cost(), goals);
        let estimate = if weight == 1.0 || weight.is_infinite() { estimate } else { estimate.weighted(weight) };
        Priority { measure, estimate, onward: onward(rules), rules }
    }

    /// By how much it may rise, at most, from a cell to its neighbour.
    fn steepest(&self, highest_cost: u16) -> u64 {
        let way = match self.measure {
            Measure::Cost => MOVES.map(|step| self.rules.cost(step, highest_cost, highest_cost)).into_iter().max(),
            Measure::Steps => Some(TILE_COST),
            Measure::Nothing => None,
        };
        way.unwrap_or(0) + self.estimate.steepest()
    }

    #[inline]
    fn entry(&self, g: u64, h: u64, cell: Cell) -> Entry {
        let way = if self.measure == Measure::Nothing { 0 } else { g };
        Entry::new(way + h, h, cell)
    }

    #[inline]
    fn step(&self, index: usize, from: u16, to: u16) -> u64 {
        if self.measure == Measure::Steps { TILE_COST } else { self.rules.cost(MOVES[index], from, to) }
    }

    /// The moves to try from a cell. Greedy search tries all: it may close a cell by a bad way, and what is left out
    /// then is not made up for.
    #[inline]
    fn exits(&self, here: Ground, arrived_by: u8) -> u8 {
        let (even, arrived_by) = match self.measure {
            Measure::Cost => (here.even, arrived_by),
            Measure::Steps => (false, arrived_by),
            Measure::Nothing => (false, ROOT),
        };
        self.onward[even as usize][arrived_by as usize][here.around as usize]
    }
}

impl BestFirst {
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.bytes()
    }

    /// Forgets the last search and makes room for one.
    pub fn begin(&mut self, problem: &Problem, effort: &mut Effort, listener: &mut impl Listener) {
        let Problem { grid, start, goals, .. } = *problem;
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
        let priority = Priority::new(problem);
        let (h, number) = (priority.estimate.at(start), grid.number(start) as usize);
        let entry = priority.entry(0, h, start);
        self.open.begin(entry.f(), priority.steepest(grid.highest_cost()));
        let goal = self.nodes[number].is_goal(generation);
        self.nodes[number] = Node { g: 0, goal, ..Node::unseen(generation) };
        self.open.push(entry);
        self.priority = Some(priority);
        effort.generated += 1;
        hear(listener, StepKind::Generated, start, None, 0, h);
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
        let BestFirst { nodes, open, generation, .. } = self;
        let priority = self.priority.expect("the search has begun");
        let (generation, ground) = (*generation, grid.ground());
        let nodes = &mut nodes[..ground.len()];
        // By how much the number of a cell changes with each move.
        let offsets = MOVES.map(|step| (step.dy * grid.stride() as i32 + step.dx) as u32);
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
            hear(listener, StepKind::Expanded, cell, parent(cell, arrived_by), g, priority.estimate.at(cell));
            if goal {
                self.end = Some(cell);
                return Progress::Found;
            }
            let here = ground[number as usize];
            let mut exits = priority.exits(here, arrived_by);
            hear_pruned(listener, problem, &priority, (cell, g), exits);
            while exits != 0 {
                let index = exits.trailing_zeros() as usize;
                exits &= exits - 1;
                let number = number.wrapping_add(offsets[index]);
                let node = &mut nodes[number as usize];
                let g = g + priority.step(index, here.cost, ground[number as usize].cost);
                let seen = if node.generation == generation { *node } else { Node::unseen(generation) };
                if seen.g <= g || seen.closed && priority.measure == Measure::Nothing {
                    continue;
                }
                *node = Node { g, generation, arrived_by: index as u8, closed: false, goal: seen.goal };
                let next = MOVES[index].from(cell);
                let h = priority.estimate.at(next);
                open.push(priority.entry(g, h, next));
                effort.generated += 1;
                let kind = match seen {
                    Node { g: UNSEEN, .. } => StepKind::Generated,
                    Node { closed: true, .. } => StepKind::Reopened,
                    _ => StepKind::Improved,
                };
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

/// Tells of the legal moves from a cell, to which the way found costs `g`, that are not among `exits`.
#[inline]
fn hear_pruned<L: Listener>(
    listener: &mut L,
    problem: &Problem,
    priority: &Priority,
    (cell, g): (Cell, u64),
    exits: u8,
) {
    if L::LISTENS {
        let ground = |cell: Cell| problem.grid.ground()[problem.grid.number(cell) as usize];
        let here = ground(cell);
        let pruned = priority.onward[0][ROOT as usize][here.around as usize] & !exits;
        for index in (0..MOVES.len()).filter(|index| pruned >> index & 1 == 1) {
            let next = MOVES[index].from(cell);
            let g = g + priority.step(index, here.cost, ground(next).cost);
            hear(listener, StepKind::Pruned, next, Some(cell), g, priority.estimate.at(next));
        }
    }
}
