//! Iterative deepening A* (R. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
//! Intelligence 27, 1985).
//!
//! Depth first from the start, no further than f = g + h exceeds a bound; then again from the start, with the least f
//! that exceeded it as the new bound, until a goal lies within. The neighbour with the least f is tried first, of
//! several the one with the least h.
//!
//! Its memory is one path with the moves still to be tried along it, whatever the size of the map: so a cell to which
//! several paths lead is searched from once for each of them, unless it lies on the path already. Moves are left out as in
//! `canonical.rs`, of which no memory is needed, and with which few cells of open ground have several paths. Where
//! obstacles or costs leave many, and where costs take so many values that the bound hardly rises each time, the work
//! grows without measure: hence the limit.

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;

use crate::nav::canonical::{LINK, OnwardMoves, ROOT, onward};
use crate::nav::expansion_meter::ExpansionMeter;
use crate::nav::heuristic::Estimate;
use crate::nav::illegal_moves::observe_illegal;
use crate::nav::moves::{MOVES, MoveRules, in_tiles, move_indices};
use crate::nav::problem::{PathfindingProblem, SearchProgress};
use crate::nav::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep};

/// The memory of an iterative deepening search.
#[derive(Clone, Debug, Default)]
pub(super) struct IdaStar {
    /// The path, and after each of its cells the neighbours still to be tried, the next one last.
    stack: Vec<Frame>,
    /// The numbers of the cells of the path.
    path: Vec<u32>,
    bound: u64,
    /// The least f that exceeded it.
    next_bound: u64,
    asked: Option<Asked>,
}

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
struct Asked {
    rules: MoveRules,
    onward: &'static OnwardMoves,
    estimate: Estimate,
}

/// A cell on the path, or one to be tried from the last cell on the path below it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    cell: Cell,
    /// The cell before it; itself where the search begins.
    before: Cell,
    g: u64,
    h: u64,
    /// The place in `MOVES` of the move that led here, or `ROOT`, or `LINK`.
    arrived_by: u8,
    is_on_path: bool,
}

impl IdaStar {
    pub fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Frame>() + self.path.capacity() * size_of::<u32>()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let PathfindingProblem { grid, start, goals, method, .. } = *problem;
        let rules = MoveRules::from(method);
        let estimate = Estimate::on(grid, method.heuristic, rules, goals);
        self.asked = Some(Asked { rules, onward: onward(rules), estimate });
        self.stack.clear();
        self.path.clear();
        self.begin_iteration(start, estimate.at(start));
        meter.statistics.generated += 1;
        observe(meter.observer, StepKind::Generated, self.stack[0]);
    }

    fn begin_iteration(&mut self, start: Cell, bound: u64) {
        (self.bound, self.next_bound) = (bound, u64::MAX);
        let h = self.asked.expect("the search has begun").estimate.at(start);
        self.stack.push(Frame { cell: start, before: start, g: 0, h, arrived_by: ROOT, is_on_path: false });
    }

    /// Expands cells until the meter is used up, and never more than the method's limit in all.
    pub fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        let limit = problem.method.expansion_limit;
        loop {
            let Some(&frame) = self.stack.last() else {
                self.raise_bound(problem.start, meter);
                continue;
            };
            let number = problem.grid.number(frame.cell);
            if frame.is_on_path {
                self.path.pop();
                self.stack.pop();
                observe(meter.observer, StepKind::Backtracked, frame);
                continue;
            }
            if meter.statistics.expanded >= limit {
                return SearchProgress::Limit;
            }
            if meter.is_used_up() {
                return SearchProgress::Paused;
            }
            meter.statistics.expanded += 1;
            observe(meter.observer, StepKind::Expanded, frame);
            self.path.push(number);
            self.stack.last_mut().expect("this frame").is_on_path = true;
            if problem.goals.contains(&frame.cell) {
                return SearchProgress::Found;
            }
            self.try_neighbours(problem.grid, frame, meter);
        }
    }

    fn raise_bound(&mut self, start: Cell, meter: &mut ExpansionMeter<impl Observer>) {
        assert!(self.next_bound > self.bound && self.next_bound < u64::MAX, "every goal can be reached");
        self.begin_iteration(start, self.next_bound);
        observe(meter.observer, StepKind::Threshold, Frame { h: self.bound, ..self.stack[0] });
        meter.statistics.generated += 1;
        observe(meter.observer, StepKind::Generated, self.stack[0]);
    }

    /// Puts the neighbours worth trying, and the far ends of links, onto the stack.
    fn try_neighbours(&mut self, grid: &BakedGround, from: Frame, meter: &mut ExpansionMeter<impl Observer>) {
        let Asked { rules, onward, estimate } = self.asked.expect("the search has begun");
        let number = grid.number(from.cell);
        let here = grid.ground()[number as usize];
        let first = self.stack.len();
        let row = &onward[here.traits.pruning()][from.arrived_by.min(ROOT) as usize];
        let mut exits = row[here.around as usize];
        let frame = |cell: Cell, arrived_by: u8, cost: u64| Frame {
            cell,
            before: from.cell,
            g: from.g + cost,
            h: estimate.at(cell),
            arrived_by,
            is_on_path: false,
        };
        let by = |index: usize| {
            let cell = MOVES[index].from(from.cell);
            let to = grid.number(cell);
            let step = rules.cost(MOVES[index], here.cost, grid.ground()[to as usize].cost);
            (to, frame(cell, index as u8, step + grid.climb(number, to)))
        };
        if meter.observer.wants_rejected() {
            observe_illegal(meter.observer, grid, rules, (Side::Start, from.cell), in_tiles(from.g));
            let needless = rules.legal(here.around) & !exits;
            for index in move_indices(needless) {
                observe(meter.observer, StepKind::LeftOut(Reason::Needless), by(index).1);
            }
        }
        while exits != 0 {
            let index = exits.trailing_zeros() as usize;
            exits &= exits - 1;
            let (to, frame) = by(index);
            self.try_cell(to, frame, first, meter);
        }
        if here.traits.is_linked() {
            for link in grid.link_table().from(number) {
                self.try_cell(grid.number(link.to), frame(link.to, LINK, link.cost), first, meter);
            }
        }
    }

    /// Puts a cell onto the stack, among those from `first` on, unless it is on the path or lies beyond the bound.
    fn try_cell(&mut self, number: u32, frame: Frame, first: usize, meter: &mut ExpansionMeter<impl Observer>) {
        if self.path.contains(&number) {
            observe(meter.observer, StepKind::LeftOut(Reason::OnPath), frame);
            return;
        }
        let f = frame.g + frame.h;
        if f > self.bound {
            self.next_bound = self.next_bound.min(f);
            observe(meter.observer, StepKind::LeftOut(Reason::BeyondBound), frame);
            return;
        }
        meter.statistics.generated += 1;
        observe(meter.observer, StepKind::Generated, frame);
        self.put(frame, first);
    }

    /// Puts a frame among those from `first` on, which are in order, the one to be tried next last.
    fn put(&mut self, frame: Frame, first: usize) {
        let rank = |frame: &Frame| (frame.g + frame.h, frame.h);
        let mut place = self.stack.len();
        while place > first && rank(&self.stack[place - 1]) <= rank(&frame) {
            place -= 1;
        }
        self.stack.insert(place, frame);
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&self, _: &PathfindingProblem, cells: &mut Vec<Cell>) {
        cells.extend(self.stack.iter().filter(|frame| frame.is_on_path).map(|frame| frame.cell));
    }
}

fn observe<L: Observer>(observer: &mut L, kind: StepKind, frame: Frame) {
    if observer.listens() {
        let Frame { cell, g, h, .. } = frame;
        let parent = (frame.arrived_by != ROOT).then_some(frame.before);
        let (side, subject) = (Side::Start, Subject::Cell);
        observer.observe(TraceStep { kind, side, subject, cell, parent, g: in_tiles(g), h: in_tiles(h) });
    }
}
