//! Search in an index of subgoals: exact paths on even ground in a fraction of the time of a search over cells.
//!
//! A shortest path on even ground turns only beside obstacles' corners, at subgoals (`layout.rs`). The graph between them
//! is contracted in an order (`order.rs`), so that every shortest path between two subgoals goes up that order and then
//! down (`hierarchy.rs`). A query joins its start and its goals to the subgoals in reach, and searches upwards from both
//! sides (T. Uras and S. Koenig, "Understanding Subgoal Graphs by Augmenting Contraction Hierarchies", IJCAI 2018). The ends
//! of links are subgoals too, and links edges between them.
//!
//! The index is made by [`NavGrid::prepare_index`] and belongs to the ground as it is then. After a change of the ground jump
//! points answer until [`NavGrid::repair_index`] has made it true again: subgoals appear and vanish beside what has changed,
//! the edges of those are looked for again whose reach the change touches, and arcs follow that depend on these.

mod cells;
mod hierarchy;
pub(super) mod index;
mod order;
mod side;

use crate::grid::Cell;

use super::expansion_meter::{ExpansionMeter, ObservedCell};
use super::heuristic::Estimate;
use super::jump_point::put_run_back;
use super::jump_point::scan::{DiagonalFirst, PaddedCell};
use super::moves::{MoveRules, TILE_COST};
use super::nav_grid::NavGrid;
use super::problem::{PathfindingProblem, SearchProgress};
use super::trace::{Observer, Side, Subject};
use crate::method::{Heuristic, Method};
pub(super) use cells::SubgoalCells;
use hierarchy::FAR;
pub(super) use hierarchy::Stand;
use index::{ArcDirection, SubgoalIndex, Way, open_cost, tile_cost};
pub(super) use order::Dissection;
use side::{Predecessor, SearchSide};

/// With more goals than this another search is used.
const MOST_GOALS: usize = 16;

/// Whether the index can answer a query: it is there, for the rules by which agents walk.
pub(super) fn serves(method: Method, grid: &NavGrid, goals: usize) -> bool {
    MoveRules::from(method) == MoveRules::WALKING && grid.index().is_some() && goals <= MOST_GOALS
}

/// Whether jump points find one of the goals sooner than a search in the index of a grid would.
pub(super) fn is_near(grid: &NavGrid, start: Cell, goals: &[Cell]) -> bool {
    let from = grid.index().map_or(0, |index| index.worthwhile_from());
    goals.iter().any(|&goal| distance(start, goal) < from)
}

/// How far a goal is from a start.
pub(super) fn distance(start: Cell, goal: Cell) -> u32 {
    start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y))
}

/// The memory of a search in an index.
#[derive(Clone, Debug, Default)]
pub(super) struct Subgoal {
    /// From the start, and from the goals.
    sides: [SearchSide; 2],
    /// The best path found so far, and what it costs.
    best: (u64, Meeting),
    estimates: Option<[Estimate; 2]>,
}

/// Where the two halves of a path meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Meeting {
    /// No path is known.
    #[default]
    Nowhere,
    /// The path leads straight to the goal of this index.
    Goal(u32),
    /// The halves meet at a subgoal.
    Subgoal(u32),
}

impl Subgoal {
    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.sides.iter().map(SearchSide::bytes).sum()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin<L: Observer>(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<L>) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        let index = grid.index().expect("it serves");
        let estimate = |to: &[Cell]| Estimate::on(grid, Heuristic::Octile, MoveRules::WALKING, to);
        self.estimates = Some([estimate(goals), estimate(&[start])]);
        self.best = (FAR, Meeting::Nowhere);
        self.sides.iter_mut().for_each(|side| side.begin(index.end()));
        self.go_straight(problem);
        if self.estimate(FORE, start) < self.best.0 {
            self.join(problem, meter, FORE, Predecessor::End(0), start);
            for (number, &goal) in (0..).zip(goals) {
                self.join(problem, meter, BACK, Predecessor::End(number), goal);
            }
        }
    }

    /// Looks whether a path leads over open ground from the start to a goal.
    fn go_straight(&mut self, problem: &PathfindingProblem) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        for (number, &goal) in (0..).zip(goals) {
            let cost = open_cost(tile_cost(grid), start, goal);
            let is_free = || {
                start == goal
                    || DiagonalFirst::between(PaddedCell::of(start), PaddedCell::of(goal)).is_free(grid.bits())
            };
            if cost < self.best.0 && is_free() {
                self.best = (cost, Meeting::Goal(number));
            }
        }
    }

    /// Joins an end of the path to the subgoals in reach.
    fn join<L: Observer>(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<L>,
        side: usize,
        end: Predecessor,
        cell: Cell,
    ) {
        let (index, tile) = (problem.grid.index().expect("it serves"), tile_cost(problem.grid));
        let mut reach = |to: Cell| {
            let number = index.number(to).expect("it is a subgoal");
            self.reach(index, meter, side, number, open_cost(tile, cell, to), end);
        };
        match index.number(cell) {
            Some(_) => reach(cell),
            None => index.each_in_reach(cell, reach),
        }
    }

    /// Expands subgoals until the meter is used up: in the order of their numbers, so each once, whatever the paths to it cost.
    pub fn advance<L: Observer>(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<L>,
    ) -> SearchProgress {
        let index = problem.grid.index().expect("it serves");
        while !meter.is_used_up() {
            let [fore, back] = [FORE, BACK].map(|side| self.sides[side].lowest());
            let (number, side) = match (fore, back) {
                (None, None) => return SearchProgress::Found,
                (Some(fore), None) => (fore, FORE),
                (None, Some(back)) => (back, BACK),
                (Some(fore), Some(back)) => {
                    if back < fore {
                        (back, BACK)
                    } else {
                        (fore, FORE)
                    }
                }
            };
            self.sides[side].take_lowest();
            self.expand(index, side, number, meter);
        }
        SearchProgress::Paused
    }

    fn expand<L: Observer>(&mut self, index: &SubgoalIndex, side: usize, number: u32, meter: &mut ExpansionMeter<L>) {
        let cost = self.sides[side].cost(number);
        if cost + self.estimate(side, index.cell(number)) >= self.best.0 {
            return;
        }
        meter.expanded(0, || self.told(index, side, number));
        for arc in index.arcs(number) {
            let there = cost + arc.cost(DIRECTIONS[side]);
            if there < self.best.0 {
                self.reach(index, meter, side, arc.to, there, Predecessor::Subgoal(number));
            }
        }
    }

    /// Records a path to a subgoal, and the whole path if the other side has come there.
    ///
    /// Most arcs lead to where a path as good is known: that is told in the loop over them, without a call.
    #[inline(always)]
    fn reach<L: Observer>(
        &mut self,
        index: &SubgoalIndex,
        meter: &mut ExpansionMeter<L>,
        side: usize,
        number: u32,
        cost: u64,
        before: Predecessor,
    ) {
        if cost < self.sides[side].cost(number) {
            self.reach_better(index, meter, side, number, cost, before);
        }
    }

    /// Records a path to a subgoal to which no path as good is known.
    #[inline(never)]
    fn reach_better<L: Observer>(
        &mut self,
        index: &SubgoalIndex,
        meter: &mut ExpansionMeter<L>,
        side: usize,
        number: u32,
        cost: u64,
        before: Predecessor,
    ) {
        if cost + self.estimate(side, index.cell(number)) >= self.best.0 {
            return;
        }
        let is_first = self.sides[side].cost(number) == FAR;
        self.sides[side].reach(number, cost, before);
        meter.statistics.generated += 1;
        meter.reached(is_first, || self.told(index, side, number));
        let whole = cost + self.sides[1 - side].cost(number);
        if whole < self.best.0 {
            self.best = (whole, Meeting::Subgoal(number));
        }
    }

    fn estimate(&self, side: usize, cell: Cell) -> u64 {
        self.estimates.expect("the search has begun")[side].at(cell)
    }

    /// What an observer is told about a subgoal that a side has reached.
    fn told(&self, index: &SubgoalIndex, side: usize, number: u32) -> ObservedCell {
        let cell = index.cell(number);
        let parent = match self.sides[side].before(number) {
            Predecessor::Subgoal(before) => Some(index.cell(before)),
            Predecessor::End(_) => None,
        };
        let in_tiles = |cost: u64| cost as f64 / TILE_COST as f64;
        let (g, h) = (in_tiles(self.sides[side].cost(number)), in_tiles(self.estimate(side, cell)));
        let side = if side == FORE { Side::Start } else { Side::Goal };
        ObservedCell { side, subject: Subject::Cell, cell, parent, g, h }
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&self, problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        let legs = self.legs(problem);
        let begin = cells.len();
        for &Leg { from, to, is_link } in legs.iter().rev().filter(|leg| leg.from != leg.to) {
            if is_link { cells.push(to) } else { put_run_back(from, to, cells) }
        }
        cells.push(problem.start);
        cells[begin..].reverse();
    }

    /// The path found, from subgoal to subgoal.
    fn legs(&self, problem: &PathfindingProblem) -> Vec<Leg> {
        let index = problem.grid.index().expect("it serves");
        let walk = |from, to| Leg { from, to, is_link: false };
        let (start, goal) = (problem.start, |number: u32| problem.goals[number as usize]);
        let meeting = match self.best.1 {
            Meeting::Nowhere => unreachable!("a path was found"),
            Meeting::Goal(number) => return vec![walk(start, goal(number))],
            Meeting::Subgoal(number) => number,
        };
        let up = self.back_to_end(FORE, meeting).0;
        let (down, end) = self.back_to_end(BACK, meeting);
        let mut legs = vec![walk(start, index.cell(up[up.len() - 1]))];
        up.windows(2).rev().for_each(|pair| unpack(problem.grid, pair[1], pair[0], &mut legs));
        down.windows(2).for_each(|pair| unpack(problem.grid, pair[0], pair[1], &mut legs));
        legs.push(walk(index.cell(down[down.len() - 1]), goal(end)));
        legs
    }

    /// The subgoals from one that a side has reached back to the first, and from which end that was reached.
    fn back_to_end(&self, side: usize, from: u32) -> (Vec<u32>, u32) {
        let mut numbers = vec![from];
        let mut last = from;
        loop {
            match self.sides[side].before(last) {
                Predecessor::Subgoal(before) => last = before,
                Predecessor::End(end) => return (numbers, end),
            }
            numbers.push(last);
        }
    }
}

/// The sides of a search: from the start, and from the goals.
const FORE: usize = 0;
const BACK: usize = 1;

/// In which direction each side walks the arcs.
const DIRECTIONS: [ArcDirection; 2] = [ArcDirection::There, ArcDirection::Back];

/// A part of a path: straight over open ground, or by a link.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Cell,
    to: Cell,
    is_link: bool,
}

/// Appends the legs of an arc.
fn unpack(grid: &NavGrid, from: u32, to: u32, legs: &mut Vec<Leg>) {
    let index = grid.index().expect("it serves");
    let mut left = vec![(from, to)];
    while let Some((from, to)) = left.pop() {
        let is_link = match index.way(grid, from, to) {
            Way::Over(middle) => {
                left.extend([(middle, to), (from, middle)]);
                continue;
            }
            way => way == Way::Link,
        };
        legs.push(Leg { from: index.cell(from), to: index.cell(to), is_link });
    }
}
