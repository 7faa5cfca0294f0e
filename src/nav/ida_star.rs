//! Iterative deepening A* (R. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
//! Intelligence 27, 1985).
//!
//! Depth first from the start, no further than f = g + h exceeds a bound; then again from the start, with the least f
//! that exceeded it as the new bound, until a goal lies within. The neighbour with the least f is tried first, of
//! several the one with the least h.
//!
//! Its memory is one path with the moves still to be tried along it, a bit a cell for what lies on that path, and a
//! table (A. Reinefeld and T. Marsland, "Enhanced Iterative-Deepening Search", 1994) with the lowest costs found of
//! cells. A cell reached at a higher cost than the table has, or at the same cost a second time under one bound, is not
//! searched from. On a small map each cell has a place of its own, and takes half as much memory as in A*; on larger
//! ones the table grows no further, and of two cells that contend for a place the later one has it: what is forgotten is
//! only searched again. Moves are left out as in `canonical.rs`, which holds for any order as long as a cell is searched
//! from again when its cost falls.
//!
//! This loses nothing: on a cheapest path no cell is ever reached at less than its true cost, and if the cells before
//! one are searched from at theirs, it is reached at its own. So under each bound either a goal is found, or the first
//! cell of a cheapest path that lies beyond the bound sets the next one.
//!
//! On ground of many costs, f takes many different values: the bound hardly rises each time, and the work grows with
//! the square of that of A*: hence the limit.

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;

use super::canonical::{LINK, Onward, ROOT, onward};
use super::cell_set::CellSet;
use super::expansion_meter::ExpansionMeter;
use super::heuristic::Estimate;
use super::illegal_moves::observe_illegal;
use super::moves::{MOVES, MoveRules, in_tiles, move_indices};
use super::problem::{Problem, Progress};
use super::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep};

/// The memory of an iterative deepening search.
#[derive(Clone, Debug, Default)]
pub(super) struct IdaStar {
    /// The path, and after each of its cells the neighbours still to be tried, the next one last.
    stack: Vec<Frame>,
    on_path: CellSet,
    goals: CellSet,
    table: Table,
    bound: u64,
    /// The least f that exceeded it.
    next_bound: u64,
    asked: Option<Asked>,
}

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
struct Asked {
    rules: MoveRules,
    onward: &'static Onward,
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

/// The lowest costs found of cells.
#[derive(Clone, Debug, Default)]
struct Table {
    /// For each place, `u64::MAX` where no cost is known.
    lowest: Vec<u64>,
    /// On a map with more cells than [`MOST_OWN`], whose cost that is.
    numbers: Vec<u32>,
    /// Which of the cells were searched from at that cost under the present bound.
    searched: CellSet,
}

/// The most cells of which each has a place of its own in the table: 256 KiB.
const MOST_OWN: usize = 1 << 15;

/// How many places there are for more: 192 KiB.
const SHARED: usize = 1 << 14;

impl Table {
    fn bytes(&self) -> usize {
        self.lowest.capacity() * size_of::<u64>() + self.numbers.capacity() * size_of::<u32>() + self.searched.bytes()
    }

    /// Forgets everything, for a map of this number of cells.
    fn clear(&mut self, cells: usize) {
        let is_shared = cells > MOST_OWN;
        let places = if is_shared { SHARED } else { cells };
        self.lowest.clear();
        self.lowest.resize(places, u64::MAX);
        self.numbers.clear();
        self.numbers.resize(if is_shared { SHARED } else { 0 }, 0);
        self.searched.clear(places);
    }

    fn place(&self, number: u32) -> u32 {
        if self.numbers.is_empty() { number } else { number % SHARED as u32 }
    }

    /// The lowest cost of a cell, or `u64::MAX`.
    fn lowest(&self, number: u32, place: u32) -> u64 {
        let is_its_own = self.numbers.get(place as usize).is_none_or(|known| *known == number);
        if is_its_own { self.lowest[place as usize] } else { u64::MAX }
    }

    /// Whether a cell need not be searched from at this cost: because it can be reached at less, or was searched from
    /// already.
    fn is_known(&self, number: u32, g: u64) -> bool {
        let place = self.place(number);
        let lowest = self.lowest(number, place);
        lowest < g || lowest == g && self.searched.has(place)
    }

    /// Records the cost of a cell that is not known.
    fn note(&mut self, number: u32, g: u64) {
        let place = self.place(number);
        if self.lowest(number, place) != g {
            self.lowest[place as usize] = g;
            self.searched.set(place, false);
            if let Some(known) = self.numbers.get_mut(place as usize) {
                *known = number;
            }
        }
    }

    /// Records that a cell is searched from at this cost.
    fn search(&mut self, number: u32, g: u64) {
        self.note(number, g);
        self.searched.set(self.place(number), true);
    }
}

impl IdaStar {
    pub fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Frame>() + self.table.bytes() + self.on_path.bytes() + self.goals.bytes()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin(&mut self, problem: &Problem, meter: &mut ExpansionMeter<impl Observer>) {
        let Problem { grid, start, goals, method, .. } = *problem;
        let rules = MoveRules::from(method);
        let estimate = Estimate::on(grid, method.heuristic, rules, goals);
        self.asked = Some(Asked { rules, onward: onward(rules), estimate });
        self.on_path.clear(grid.ground().len());
        self.goals.clear(grid.ground().len());
        goals.iter().for_each(|&goal| self.goals.set(grid.number(goal), true));
        self.table.clear(grid.ground().len());
        self.stack.clear();
        self.begin_iteration(start, estimate.at(start));
        meter.statistics.generated += 1;
        observe(meter.observer, StepKind::Generated, self.stack[0]);
    }

    fn begin_iteration(&mut self, start: Cell, bound: u64) {
        self.table.searched.clear(self.table.lowest.len());
        (self.bound, self.next_bound) = (bound, u64::MAX);
        let h = self.asked.expect("the search has begun").estimate.at(start);
        self.stack.push(Frame { cell: start, before: start, g: 0, h, arrived_by: ROOT, is_on_path: false });
    }

    /// Expands cells until the meter is used up, and never more than the method's limit in all.
    pub fn advance(&mut self, problem: &Problem, meter: &mut ExpansionMeter<impl Observer>) -> Progress {
        let limit = problem.method.expansion_limit;
        loop {
            let Some(&frame) = self.stack.last() else {
                self.raise_bound(problem.start, meter);
                continue;
            };
            let number = problem.grid.number(frame.cell);
            if frame.is_on_path {
                self.on_path.set(number, false);
                self.stack.pop();
                observe(meter.observer, StepKind::Backtracked, frame);
                continue;
            }
            if self.table.is_known(number, frame.g) {
                self.stack.pop();
                observe(meter.observer, StepKind::LeftOut(Reason::NotBetter), frame);
                continue;
            }
            if meter.statistics.expanded >= limit {
                return Progress::Limit;
            }
            if meter.is_used_up() {
                return Progress::Paused;
            }
            meter.statistics.expanded += 1;
            observe(meter.observer, StepKind::Expanded, frame);
            self.table.search(number, frame.g);
            self.on_path.set(number, true);
            self.stack.last_mut().expect("this frame").is_on_path = true;
            if self.goals.has(number) {
                return Progress::Found;
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

    /// Puts a cell onto the stack, among those from `first` on, unless it is known or lies beyond the bound.
    fn try_cell(&mut self, number: u32, frame: Frame, first: usize, meter: &mut ExpansionMeter<impl Observer>) {
        if self.on_path.has(number) {
            observe(meter.observer, StepKind::LeftOut(Reason::OnPath), frame);
            return;
        }
        let is_known = self.table.is_known(number, frame.g);
        if !is_known {
            self.table.note(number, frame.g);
        }
        let f = frame.g + frame.h;
        if is_known || f > self.bound {
            self.next_bound = self.next_bound.min(if is_known { u64::MAX } else { f });
            let reason = if is_known { Reason::NotBetter } else { Reason::BeyondBound };
            observe(meter.observer, StepKind::LeftOut(reason), frame);
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
    pub fn append_path(&self, _: &Problem, cells: &mut Vec<Cell>) {
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
