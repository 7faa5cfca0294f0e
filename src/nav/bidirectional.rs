//! Search from both ends: bidirectional A*, and with no estimate bidirectional Dijkstra.
//!
//! Two searches, one from the start and one from all goals over the edges taken backward, share the map: a cell that
//! one of them has closed the other never expands, so none is expanded twice (W. Pijls and H. Post, "Yet another
//! bidirectional algorithm for finding the shortest path", 2009). The first meeting is not the end: the search goes
//! on until no open cell of one side can be part of a way cheaper than the cheapest known. A cell is left out if
//! either estimate shows that it cannot: the one of its own side, or the least f of the other side less what that
//! side estimates at the cell.
//!
//! Moves are left out as in `canonical.rs`, on each side by itself. That the cheapest way is found all the same:
//! let d be true costs, L the cost of the cheapest way known so far, and call a cell v *needed* while
//! d(start, v) + d(v, goals) < L. Every cell on a cheapest way between a needed cell and either end is needed too. The
//! order of `canonical.rs` gives a cell its lowest cost by way of cells that lie on cheapest ways to it, and looks no
//! further; and whatever is done here with a cell besides expanding it, be it left out, be it closed by the other
//! side, happens only when it is not needed, or makes it so: once both sides have its true cost, L is no more than
//! their sum. So on needed cells each side does what it would do alone, and closes them at their true cost; and as
//! long as L is too high, every cell of a cheapest way is needed, and both sides have one of them open. All this
//! takes estimates that are consistent. By others some way is found, and no move is left out.

use crate::grid::Cell;

use super::canonical::{Onward, ROOT, onward};
use super::heuristic::{Estimate, greatest_share};
use super::moves::{MOVES, MoveRules, TILE_COST};
use super::open_set::OpenSet;
use super::query::{Algorithm, Heuristic};
use super::trace::{Listener, Side, StepKind, TraceStep};
use super::{Effort, NavGrid, Problem, Progress};

/// The memory of a search from both ends. As in a best-first search, nodes are never cleared.
#[derive(Clone, Debug, Default)]
pub(super) struct Bidirectional {
    nodes: Vec<Node>,
    /// The number of the present search, from 1.
    generation: u32,
    /// From the start, and from the goals.
    open: [OpenSet; 2],
    asked: Option<Asked>,
    /// Below this no open cell of a side has its f.
    least: [u64; 2],
    /// Which side is to expand a cell.
    turn: usize,
    /// The cost of the cheapest way known, `UNSEEN` while none is, and where on it the sides have met.
    cheapest: u64,
    meeting: Option<Cell>,
}

/// What both sides know of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// By side: the cost of the best way found from its end; `UNSEEN` while none is.
    g: [u64; 2],
    generation: u32,
    /// By side: the place in `MOVES` of the move that led here, or `ROOT`.
    arrived_by: [u8; 2],
    /// The side that has closed it, or `NEITHER`.
    closed_by: u8,
}

const UNSEEN: u64 = u64::MAX;
const NEITHER: u8 = 2;
const SIDES: [Side; 2] = [Side::Start, Side::Goal];

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
struct Asked {
    rules: MoveRules,
    onward: &'static Onward,
    is_consistent: bool,
    /// By side: of the cost to its other end.
    estimates: [Estimate; 2],
}

impl Asked {
    fn new(problem: &Problem) -> Asked {
        let Problem { grid, start, goals, method, .. } = *problem;
        let kind = match method.algorithm {
            Algorithm::BidirectionalDijkstra => Heuristic::Zero,
            _ => method.heuristic,
        };
        let rules = MoveRules::from(method);
        let to = |cells: &[Cell]| Estimate::new(kind, rules, grid.lowest_cost(), cells);
        Asked {
            rules,
            onward: onward(rules),
            is_consistent: greatest_share(kind, rules) <= 1.0,
            estimates: [to(goals), to(&[start])],
        }
    }

    /// The cost of a move as a side sees it: the goals' side goes backward.
    fn cost(&self, side: usize, index: usize, here: u16, there: u16) -> u64 {
        match SIDES[side] {
            Side::Start => self.rules.cost(MOVES[index], here, there),
            Side::Goal => self.rules.cost(MOVES[(index + 4) % 8], there, here),
        }
    }
}

impl Node {
    fn unseen(generation: u32) -> Node {
        Node { g: [UNSEEN; 2], generation, arrived_by: [ROOT; 2], closed_by: NEITHER }
    }
}

impl Bidirectional {
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.iter().map(OpenSet::bytes).sum::<usize>()
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
        let asked = Asked::new(problem);
        self.asked = Some(asked);
        (self.turn, self.cheapest, self.meeting) = (0, UNSEEN, None);
        // A step that leads away raises g by its cost and h by as much, if not more.
        let dearest = 2 * u64::from(grid.highest_cost()) * asked.rules.diagonal_length();
        for (side, roots) in [&[start], goals].into_iter().enumerate() {
            let estimate = asked.estimates[side];
            self.least[side] = roots.iter().map(|&root| estimate.at(root)).min().unwrap_or(0);
            self.open[side].begin(self.least[side], dearest + estimate.steepest());
            for &root in roots {
                self.reach(grid, side, (root, ROOT), 0, effort, listener);
            }
        }
    }

    /// Takes note of a way from the end of a side to a cell, arriving by a move, if none as cheap is known.
    #[inline]
    fn reach(
        &mut self,
        grid: &NavGrid,
        side: usize,
        (cell, arrived_by): (Cell, u8),
        g: u64,
        effort: &mut Effort,
        listener: &mut impl Listener,
    ) {
        let node = &mut self.nodes[grid.number(cell) as usize];
        if node.generation != self.generation {
            *node = Node::unseen(self.generation);
        }
        let known = node.g[side];
        let whole = g.saturating_add(node.g[1 - side]);
        // What the other side has closed is of use only where it makes a better way.
        if known <= g || node.closed_by != NEITHER && (node.closed_by == side as u8 || whole >= self.cheapest) {
            return;
        }
        node.g[side] = g;
        node.arrived_by[side] = arrived_by;
        if whole < self.cheapest {
            (self.cheapest, self.meeting) = (whole, Some(cell));
        }
        let estimates = self.asked.expect("the search has begun").estimates;
        let h = estimates[side].at(cell);
        if node.closed_by != NEITHER || self.is_too_dear(side, g, g + h, || estimates[1 - side].at(cell)) {
            return;
        }
        self.open[side].push(g + h, h, cell);
        effort.generated += 1;
        let kind = if known == UNSEEN { StepKind::Generated } else { StepKind::Improved };
        hear(listener, kind, side, (cell, arrived_by), g, h);
    }

    /// Whether no way through a cell that the other side has not closed can be cheaper than the cheapest known.
    #[inline]
    fn is_too_dear(&self, side: usize, g: u64, f: u64, other_estimate: impl Fn() -> u64) -> bool {
        self.cheapest != UNSEEN
            && (f >= self.cheapest || (g + self.least[1 - side]).saturating_sub(other_estimate()) >= self.cheapest)
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
        let estimates = self.asked.expect("the search has begun").estimates;
        let last = effort.expanded.saturating_add(budget);
        while effort.expanded < last {
            let side = self.turn;
            // With nothing open on one side, no way is left to be found.
            let Some(cell) = self.open[side].pop() else { return Progress::Found };
            let node = &mut self.nodes[grid.number(cell) as usize];
            if node.closed_by != NEITHER {
                continue;
            }
            let f = node.g[side] + estimates[side].at(cell);
            self.least[side] = self.least[side].max(f);
            if self.least[side] >= self.cheapest {
                return Progress::Found;
            }
            node.closed_by = side as u8;
            let node = *node;
            self.expand(grid, side, cell, node, effort, listener);
            self.turn = 1 - side;
        }
        Progress::Paused
    }

    #[inline]
    fn expand(
        &mut self,
        grid: &NavGrid,
        side: usize,
        cell: Cell,
        node: Node,
        effort: &mut Effort,
        listener: &mut impl Listener,
    ) {
        let asked = self.asked.expect("the search has begun");
        let (g, arrived_by) = (node.g[side], node.arrived_by[side]);
        let h = asked.estimates[side].at(cell);
        if self.is_too_dear(side, g, g + h, || asked.estimates[1 - side].at(cell)) {
            hear(listener, StepKind::Pruned, side, (cell, arrived_by), g, h);
            return;
        }
        effort.expanded += 1;
        hear(listener, StepKind::Expanded, side, (cell, arrived_by), g, h);
        let number = grid.number(cell);
        let here = grid.ground()[number as usize];
        let last = if asked.is_consistent { arrived_by } else { ROOT };
        let mut exits = asked.onward[here.even as usize][last as usize][here.around as usize];
        while exits != 0 {
            let index = exits.trailing_zeros() as usize;
            exits &= exits - 1;
            let next = MOVES[index].from(cell);
            let there = grid.ground()[grid.number(next) as usize].cost;
            let g = g + asked.cost(side, index, here.cost, there);
            self.reach(grid, side, (next, index as u8), g, effort, listener);
        }
    }

    /// Puts the cells of the way found behind `cells`, the root of the search first.
    pub fn append_way(&self, problem: &Problem, cells: &mut Vec<Cell>) {
        let before =
            |cell: Cell, side: usize| parent(cell, self.nodes[problem.grid.number(cell) as usize].arrived_by[side]);
        let begin = cells.len();
        let meeting = self.meeting.expect("a way was found");
        cells.extend(std::iter::successors(Some(meeting), |&cell| before(cell, 0)));
        cells[begin..].reverse();
        cells.extend(std::iter::successors(before(meeting, 1), |&cell| before(cell, 1)));
    }
}

fn parent(cell: Cell, arrived_by: u8) -> Option<Cell> {
    MOVES.get(arrived_by as usize).map(|step| Cell::new(cell.x - step.dx, cell.y - step.dy))
}

#[inline]
fn hear<L: Listener>(listener: &mut L, kind: StepKind, side: usize, (cell, arrived_by): (Cell, u8), g: u64, h: u64) {
    if L::LISTENS {
        let tiles = |cost: u64| cost as f64 / TILE_COST as f64;
        let (side, parent) = (SIDES[side], parent(cell, arrived_by));
        listener.hear(TraceStep { kind, side, cell, parent, g: tiles(g), h: tiles(h) });
    }
}
