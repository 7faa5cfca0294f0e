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

use crate::grid::{Cell, Rect};

use super::canonical::{ONWARD, ROOT};
use super::moves::{DIAGONAL, MOVES, STRAIGHT, TILE_COST};
use super::open_set::{Entry, OpenSet};
use super::{Effort, NavGrid};

/// The memory of a search, owned by the caller and used again for every query.
///
/// It keeps one node for each cell of the largest map it has seen, and never clears them: a node
/// counts only when it bears the number of the present search. Asking again on the same map allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Search {
    nodes: Vec<Node>,
    /// The number of the present search, from 1.
    generation: u32,
    open: OpenSet,
    /// The cells seen, in the order in which they were.
    seen: Vec<u32>,
    heuristic: Heuristic,
    /// By how much cell numbers grow from one row to the next.
    stride: u32,
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

/// In which set a cell is when a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeSet {
    /// Seen, not expanded.
    Open,
    /// Expanded.
    Closed,
}

/// What the last search knows of a cell, costs in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView {
    /// Open or closed.
    pub set: NodeSet,
    /// Cost of the best way found from the start (where the start is not passable: from the first passable
    /// cell of the path).
    pub g: f64,
    /// The heuristic's estimate of the cost from here to the nearest goal; never more than it is.
    pub h: f64,
    /// The cell before it on that way; `None` for the start.
    pub parent: Option<Cell>,
}

impl NodeView {
    /// The estimated cost of the cheapest way through here, by which the open set is ordered.
    pub fn f(&self) -> f64 {
        self.g + self.h
    }
}

impl Search {
    /// What the last search knows of `cell`; `None` when it never saw the cell.
    pub fn node(&self, cell: Cell) -> Option<NodeView> {
        let width = self.stride.checked_sub(2)?;
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < width;
        let number = inside.then(|| self.number(cell))?;
        let node = *self.nodes.get(number).filter(|node| node.generation == self.generation && node.g != UNSEEN)?;
        let tiles = |cost: u64| cost as f64 / TILE_COST as f64;
        Some(NodeView {
            set: if node.closed { NodeSet::Closed } else { NodeSet::Open },
            g: tiles(node.g),
            h: tiles(self.heuristic.estimate(cell)),
            parent: MOVES.get(node.arrived_by as usize).map(|step| Cell::new(cell.x - step.dx, cell.y - step.dy)),
        })
    }

    /// Every cell that the last search saw, in the order in which it did, and what it knows of it.
    pub fn seen(&self) -> impl Iterator<Item = (Cell, NodeView)> {
        self.seen.iter().filter_map(|&number| {
            let cell = self.cell(number);
            Some((cell, self.node(cell)?))
        })
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.bytes() + self.seen.capacity() * size_of::<u32>()
    }

    /// Forgets the last search and makes room for one on `grid`.
    pub(super) fn begin(&mut self, grid: &NavGrid, goals: &[Cell]) {
        self.stride = grid.stride();
        self.seen.clear();
        self.nodes.resize(self.nodes.len().max(grid.ground().len()), Node::default());
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
        let passable = goals.iter().copied().filter(|&goal| grid.is_passable(goal));
        for goal in passable.clone() {
            self.nodes[grid.number(goal) as usize] = Node { goal: true, ..Node::unseen(self.generation) };
        }
        self.heuristic = Heuristic::new(passable, grid.lowest_cost());
    }

    /// Searches from `root`, a passable cell, until a goal is expanded, which it returns, or until there is
    /// nothing left to expand.
    pub(super) fn run(&mut self, grid: &NavGrid, root: Cell, effort: &mut Effort) -> Option<Cell> {
        let Search { nodes, open, seen, heuristic, .. } = self;
        let (generation, heuristic, ground) = (self.generation, *heuristic, grid.ground());
        let nodes = &mut nodes[..ground.len()];
        // By how much the number of a cell changes with each move.
        let offsets = MOVES.map(|step| (step.dy * grid.stride() as i32 + step.dx) as u32);
        let onward = &*ONWARD;

        // A step that leads away raises both g and h by its cost, at most.
        let dearest = 2 * u64::from(grid.highest_cost()) * DIAGONAL;
        open.begin(heuristic.estimate(root), 2 * dearest);
        let goal = nodes[grid.number(root) as usize].is_goal(generation);
        nodes[grid.number(root) as usize] = Node { g: 0, goal, ..Node::unseen(generation) };
        seen.push(grid.number(root));
        open.push(Entry::new(0, heuristic.estimate(root), root));
        effort.generated += 1;

        while let Some(entry) = open.pop() {
            let cell = entry.cell();
            let number = grid.number(cell);
            let node = &mut nodes[number as usize];
            if node.closed {
                continue;
            }
            node.closed = true;
            effort.expanded += 1;
            if node.goal {
                return Some(cell);
            }
            let Node { g, arrived_by, .. } = *node;
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
                if known == UNSEEN {
                    seen.push(number);
                }
                let goal = is_known && node.goal;
                *node = Node { g, generation, arrived_by: index as u8, closed: false, goal };
                let next = MOVES[index].from(cell);
                open.push(Entry::new(g, heuristic.estimate(next), next));
                effort.generated += 1;
            }
        }
        None
    }

    /// Puts the cells of the best way found to `cell` behind `cells`, the root of the search first.
    pub(super) fn append_way_to(&self, cell: Cell, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut last = cell;
        cells.push(last);
        while let Some(step) = MOVES.get(self.nodes[self.number(last)].arrived_by as usize) {
            last = Cell::new(last.x - step.dx, last.y - step.dy);
            cells.push(last);
        }
        cells[begin..].reverse();
    }

    /// Of all cells seen, the one nearest to any of the goals: by straight distance, then by the cost of the way
    /// to it, then by its number.
    pub(super) fn nearest_to(&self, goals: impl Iterator<Item = Cell> + Clone) -> Option<Cell> {
        let around = Rect::around(goals.clone())?;
        let mut best: Option<(u64, u64, u32)> = None;
        for &number in &self.seen {
            let cell = self.cell(number);
            let inside =
                Cell::new(cell.x.clamp(around.min.x, around.max.x - 1), cell.y.clamp(around.min.y, around.max.y - 1));
            if best.is_some_and(|(distance, ..)| distance < cell.distance_squared(inside)) {
                continue;
            }
            let distance = goals.clone().map(|goal| cell.distance_squared(goal)).min()?;
            let rank = (distance, self.nodes[number as usize].g, number);
            best = Some(best.map_or(rank, |best| best.min(rank)));
        }
        best.map(|(_, _, number)| self.cell(number))
    }

    fn number(&self, cell: Cell) -> usize {
        (cell.y as usize + 1) * self.stride as usize + cell.x as usize + 1
    }

    fn cell(&self, number: u32) -> Cell {
        Cell::new((number % self.stride) as i32 - 1, (number / self.stride) as i32 - 1)
    }
}

/// The octile distance to the rectangle around the goals over ground of the lowest cost. Exact in the open
/// for a single goal; 0 everywhere when there is no goal.
#[derive(Clone, Copy, Debug, Default)]
struct Heuristic {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    /// What a straight step over ground of the lowest cost costs, and how much more a diagonal one.
    straight: u64,
    turn: u64,
}

impl Heuristic {
    fn new(goals: impl Iterator<Item = Cell>, lowest_cost: u16) -> Heuristic {
        match Rect::around(goals) {
            Some(rect) => Heuristic {
                left: rect.min.x,
                right: rect.max.x - 1,
                top: rect.min.y,
                bottom: rect.max.y - 1,
                straight: 2 * u64::from(lowest_cost) * STRAIGHT,
                turn: 2 * u64::from(lowest_cost) * (DIAGONAL - STRAIGHT),
            },
            None => Heuristic::default(),
        }
    }

    fn estimate(&self, cell: Cell) -> u64 {
        let dx = (self.left - cell.x).max(cell.x - self.right).max(0) as u64;
        let dy = (self.top - cell.y).max(cell.y - self.bottom).max(0) as u64;
        dx.max(dy) * self.straight + dx.min(dy) * self.turn
    }
}
