//! Best-first search where turns cost something: over cells and the steps by which they are reached.
//!
//! What a path costs from a cell on depends on its last step, so the search keeps a cost for each cell and each last step.
//! A path is left out if another to the same cell, with the turn from its last step to that of the first, costs no more: the
//! other can go on in every direction at no greater cost. On open ground that leaves little more than one path for each
//! cell.
//!
//! A link to a cell that is no neighbour keeps the last step before it. So no cheapest path comes to a cell twice: what it
//! turns between is never less than the turn that is left when the loop is cut out.
//!
//! Its open list is a binary heap of its own: what is open is a cell with a last step, and the cost by which an entry that is out of
//! date is known, for which an entry of the [open list](crate::nav::open_list) of other searches has no room.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Priority, observe};
use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;
use crate::nav::canonical::ROOT;
use crate::nav::expansion_meter::ExpansionMeter;
use crate::nav::illegal_moves::observe_illegal;
use crate::nav::moves::{MOVES, MoveRules, eighths_between, in_tiles, move_index, move_indices};
use crate::nav::problem::{PathfindingProblem, SearchProgress};
use crate::nav::trace::{Observer, Reason, Side, StepKind};

/// In the place of a last step: the path has none.
const NO_STEP: usize = MOVES.len();

/// The cost of a path where none is known; more than any path costs, turns included, and far from overflow.
const FAR: u64 = u64::MAX >> 4;

/// For each last step of a path, and for a path without one, by how many times 45 degrees at most another path turns more that goes
/// on as it does, by the other's last step.
const MORE_TURNS: [[u64; NO_STEP + 1]; NO_STEP + 1] = {
    let mut turns = [[0; NO_STEP + 1]; NO_STEP + 1];
    let mut last = 0;
    while last <= NO_STEP {
        let mut other = 0;
        while other < NO_STEP {
            turns[last][other] = if last == NO_STEP { MOVES.len() as u64 / 2 } else { eighths_between(other, last) };
            other += 1;
        }
        last += 1;
    }
    turns
};

/// The memory of a search with turns; it grows with the cells that are seen, not with the map but for four bytes a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct WithTurns {
    /// By cell number: one more than the place in `seen`; 0 where nothing is known of the cell.
    places: Vec<u32>,
    seen: Vec<KnownCell>,
    open: BinaryHeap<Reverse<OpenPath>>,
    /// The goal that was reached, and the last step.
    end: Option<(Cell, usize)>,
    /// What 45 degrees of turn cost.
    turn_cost: u64,
}

/// What is known of a cell.
#[derive(Clone, Debug)]
struct KnownCell {
    number: u32,
    is_goal: bool,
    is_expanded: bool,
    /// The last step of the cheapest path of all.
    best: u8,
    /// By the last step, or `NO_STEP`: what the cheapest path found costs; `FAR` without one.
    g: [u64; NO_STEP + 1],
}

/// An open path, in the order of expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct OpenPath {
    f: u64,
    h: u64,
    /// By row and column.
    cell: (i32, i32),
    last: usize,
    g: u64,
}

/// A way on from a path: a cell, the last step there, and what it costs.
struct Successor {
    cell: Cell,
    last: usize,
    cost: u64,
}

impl WithTurns {
    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u32>()
            + self.seen.capacity() * size_of::<KnownCell>()
            + self.open.capacity() * size_of::<Reverse<OpenPath>>()
    }

    pub fn begin(&mut self, problem: &PathfindingProblem, priority: &Priority) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        for seen in self.seen.drain(..) {
            self.places[seen.number as usize] = 0;
        }
        self.places.resize(self.places.len().max(grid.ground().len()), 0);
        self.open.clear();
        self.end = None;
        self.turn_cost = grid.turn_cost();
        for &goal in goals {
            self.seen(grid, goal).is_goal = true;
        }
        let root = self.seen(grid, start);
        (root.g[NO_STEP], root.best) = (0, NO_STEP as u8);
        let h = priority.h(start);
        self.open.push(Reverse(OpenPath { f: h, h, cell: (start.y, start.x), last: NO_STEP, g: 0 }));
    }

    /// What is known of a cell, from now on.
    fn seen(&mut self, grid: &BakedGround, cell: Cell) -> &mut KnownCell {
        let number = grid.number(cell);
        let place = &mut self.places[number as usize];
        if *place == 0 {
            self.seen.push(KnownCell { number, is_goal: false, is_expanded: false, best: 0, g: [FAR; NO_STEP + 1] });
            *place = self.seen.len() as u32;
        }
        &mut self.seen[*place as usize - 1]
    }

    /// Expands open paths until the meter is used up.
    pub fn advance<L: Observer>(
        &mut self,
        problem: &PathfindingProblem,
        priority: &Priority,
        meter: &mut ExpansionMeter<L>,
    ) -> SearchProgress {
        let grid = problem.grid;
        while !meter.is_used_up() {
            let Some(Reverse(OpenPath { cell: (y, x), last, g, h, .. })) = self.open.pop() else {
                return SearchProgress::NoPath;
            };
            let cell = Cell::new(x, y);
            let turn_cost = self.turn_cost;
            let seen = self.seen(grid, cell);
            // A better one was found since, or one that makes it needless.
            if !seen.is_best(last, g, turn_cost) {
                continue;
            }
            let is_end = seen.is_goal || problem.near.is_some_and(|near| near.has(cell));
            seen.is_expanded = true;
            meter.statistics.expanded += 1;
            if meter.observer.listens() {
                let parent = self.before(problem, priority, (cell, last)).map(|before| before.0);
                observe(meter.observer, StepKind::Expanded, cell, parent, g, h);
            }
            if is_end {
                self.end = Some((cell, last));
                return SearchProgress::Found;
            }
            if meter.observer.wants_rejected() {
                let rules = MoveRules::from(problem.method);
                observe_illegal(meter.observer, grid, rules, (Side::Start, cell), in_tiles(g));
            }
            each_way_on(grid, priority, (cell, last), |onward| {
                self.reach(grid, priority, cell, Successor { cost: g + onward.cost, ..onward }, meter);
            });
        }
        SearchProgress::Paused
    }

    /// Records a path to a cell, whose whole cost is given, through the cell before it, unless it is needless.
    fn reach<L: Observer>(
        &mut self,
        grid: &BakedGround,
        priority: &Priority,
        from: Cell,
        to: Successor,
        meter: &mut ExpansionMeter<L>,
    ) {
        let Successor { cell, last, cost: g } = to;
        let turn_cost = self.turn_cost;
        let seen = self.seen(grid, cell);
        if !seen.is_better(last, g, turn_cost) {
            if meter.observer.wants_rejected() {
                let reason = if seen.is_expanded { Reason::Closed } else { Reason::NotBetter };
                observe(meter.observer, StepKind::LeftOut(reason), cell, Some(from), g, priority.h(cell));
            }
            return;
        }
        let h: u64 = priority.h(cell);
        let least = seen.g[seen.best as usize];
        seen.g[last] = g;
        if g < least {
            seen.best = last as u8;
        }
        let kind = match () {
            () if least == FAR => StepKind::Generated,
            () if seen.is_expanded => StepKind::Reopened,
            () => StepKind::Improved,
        };
        self.open.push(Reverse(OpenPath { f: priority.f(g, h), h, cell: (cell.y, cell.x), last, g }));
        meter.statistics.generated += 1;
        // Of a dearer path that turns less later nothing is told: the cell is open or closed as it was.
        if g < least {
            observe(meter.observer, kind, cell, Some(from), g, h);
        }
    }

    /// The cell before one on the path found to it by a last step, and the last step there.
    fn before(
        &self,
        problem: &PathfindingProblem,
        priority: &Priority,
        (cell, last): (Cell, usize),
    ) -> Option<(Cell, usize)> {
        let grid = problem.grid;
        let beside = MOVES.get(last).map(|step| Cell::new(cell.x - step.dx, cell.y - step.dy));
        let links = grid.link_table().to(grid.number(cell)).map(|link| link.from);
        let mut best = None;
        for from in beside.into_iter().chain(links) {
            let Some(place) = (self.places[grid.number(from) as usize] as usize).checked_sub(1) else { continue };
            for (before, &g) in self.seen[place].g.iter().enumerate().filter(|(_, g)| **g < FAR) {
                each_way_on(grid, priority, (from, before), |onward| {
                    let known = (g + onward.cost, from.y, from.x, before);
                    let leads_here = (onward.cell, onward.last) == (cell, last);
                    best = best.filter(|best| !leads_here || *best <= known).or(leads_here.then_some(known));
                });
            }
        }
        let is_root = cell == problem.start && last == NO_STEP;
        best.filter(|_| !is_root).map(|(_, y, x, before)| (Cell::new(x, y), before))
    }

    pub fn append_path(&self, problem: &PathfindingProblem, priority: &Priority, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut at = self.end.expect("a way was found");
        cells.push(at.0);
        while let Some(before) = self.before(problem, priority, at) {
            at = before;
            cells.push(at.0);
        }
        cells[begin..].reverse();
    }
}

impl KnownCell {
    /// Whether a path that costs `g` is better in some direction than every path that is known.
    fn is_better(&self, last: usize, g: u64, turn_cost: u64) -> bool {
        let is_as_good = |other: usize| self.g[other] + MORE_TURNS[last][other] * turn_cost <= g;
        // Most are worse than the cheapest of all.
        !is_as_good(self.best.into()) && !(0..self.g.len()).any(is_as_good)
    }

    /// Whether a path that is known and costs `g` is still the best one in some direction.
    fn is_best(&self, last: usize, g: u64, turn_cost: u64) -> bool {
        let is_as_good = |other: usize| self.g[other] + MORE_TURNS[last][other] * turn_cost <= g;
        self.g[last] == g && !(0..self.g.len()).any(|other| other != last && is_as_good(other))
    }
}

/// Calls `each` with every way on from a cell that was reached by a last step.
fn each_way_on(grid: &BakedGround, priority: &Priority, (cell, last): (Cell, usize), mut each: impl FnMut(Successor)) {
    let (number, turn_cost) = (grid.number(cell), grid.turn_cost());
    let here = grid.ground()[number as usize];
    let turn_to = |index: usize| if last == NO_STEP { 0 } else { eighths_between(last, index) * turn_cost };
    for index in move_indices(priority.onward[0][ROOT as usize][here.around as usize]) {
        let next = MOVES[index].from(cell);
        let there = grid.number(next);
        let step: u64 = priority.step::<u64, false>(index, here.cost, grid.ground()[there as usize].cost);
        let climb: u64 = priority.climb(grid, number, there);
        each(Successor { cell: next, last: index, cost: step + climb + turn_to(index) });
    }
    if here.traits.is_linked() {
        for link in grid.link_table().from(number) {
            let cost: u64 = priority.link(&link);
            let step = move_index(cell, link.to);
            each(Successor { cell: link.to, last: step.unwrap_or(last), cost: cost + step.map_or(0, turn_to) });
        }
    }
}
