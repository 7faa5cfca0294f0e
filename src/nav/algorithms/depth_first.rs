//! Depth-first search (C. Trémaux's way through a maze, in É. Lucas, "Récréations mathématiques" 1, 1882; as an algorithm
//! on graphs R. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1, 1972).
//!
//! From each cell on to a neighbour that was not visited, for as long as there is one; then back along the path to the
//! last cell that has another. It knows no costs and no estimate. In a maze with one path it finds that one in the memory
//! of a path; on open ground it winds through most of the cells before it comes to the goal, and so does the path that it
//! finds: it is here to be watched.
//!
//! Its stack holds the path, and above each cell of it the neighbours still to be tried, the one in the direction that
//! stands first in [`MOVES`] on top. A cell may be on the stack several times. It is visited when it is first taken, so
//! the cell before it on the path is the last one that has seen it.

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;

use crate::nav::cell_set::CellSet;
use crate::nav::expansion_meter::ExpansionMeter;
use crate::nav::illegal_moves::observe_illegal;
use crate::nav::moves::{MOVES, MoveRules, in_tiles, move_indices};
use crate::nav::problem::{PathfindingProblem, SearchProgress};
use crate::nav::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep};

/// The memory of a depth-first search.
#[derive(Clone, Debug, Default)]
pub(super) struct DepthFirst {
    stack: Vec<Frame>,
    visited: CellSet,
    goals: CellSet,
}

/// A cell on the path, or one to be tried from the last cell on the path below it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    cell: Cell,
    /// The cell before it; `None` where the search begins.
    before: Option<Cell>,
    /// The cost of the path to it by way of that.
    g: u64,
    is_on_path: bool,
}

impl DepthFirst {
    pub fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Frame>() + self.visited.bytes() + self.goals.bytes()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        self.visited.clear(grid.ground().len());
        self.goals.clear(grid.ground().len());
        goals.iter().for_each(|&goal| self.goals.set(grid.number(goal), true));
        self.stack.clear();
        self.put(Frame { cell: start, before: None, g: 0, is_on_path: false }, meter);
    }

    /// Expands cells until the meter is used up.
    pub fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        loop {
            let frame = *self.stack.last().expect("every goal can be reached");
            let number = problem.grid.number(frame.cell);
            if frame.is_on_path {
                self.stack.pop();
                observe(meter.observer, StepKind::Backtracked, frame);
                continue;
            }
            if self.visited.has(number) {
                self.stack.pop();
                observe(meter.observer, StepKind::LeftOut(Reason::Closed), frame);
                continue;
            }
            if meter.is_used_up() {
                return SearchProgress::Paused;
            }
            meter.statistics.expanded += 1;
            observe(meter.observer, StepKind::Expanded, frame);
            self.visited.set(number, true);
            self.stack.last_mut().expect("this frame").is_on_path = true;
            if self.goals.has(number) {
                return SearchProgress::Found;
            }
            self.try_neighbours(problem.grid, problem.method.into(), frame, meter);
        }
    }

    /// Puts the neighbours that were not visited, and the far ends of links, onto the stack.
    fn try_neighbours(
        &mut self,
        grid: &BakedGround,
        rules: MoveRules,
        from: Frame,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        let number = grid.number(from.cell);
        let here = grid.ground()[number as usize];
        let frame =
            |cell: Cell, cost: u64| Frame { cell, before: Some(from.cell), g: from.g + cost, is_on_path: false };
        if meter.observer.wants_rejected() {
            observe_illegal(meter.observer, grid, rules, (Side::Start, from.cell), in_tiles(from.g));
        }
        if here.traits.is_linked() {
            for link in grid.link_table().from(number) {
                self.try_cell(grid.number(link.to), frame(link.to, link.cost), meter);
            }
        }
        let mut moves: [Option<usize>; MOVES.len()] = [None; MOVES.len()];
        move_indices(rules.legal(here.around)).for_each(|index| moves[index] = Some(index));
        for index in moves.into_iter().rev().flatten() {
            let cell = MOVES[index].from(from.cell);
            let to = grid.number(cell);
            let step = rules.cost(MOVES[index], here.cost, grid.ground()[to as usize].cost);
            self.try_cell(to, frame(cell, step + grid.climb(number, to)), meter);
        }
    }

    /// Puts a cell onto the stack unless it was visited.
    fn try_cell(&mut self, number: u32, frame: Frame, meter: &mut ExpansionMeter<impl Observer>) {
        if self.visited.has(number) {
            observe(meter.observer, StepKind::LeftOut(Reason::Closed), frame);
        } else {
            self.put(frame, meter);
        }
    }

    fn put(&mut self, frame: Frame, meter: &mut ExpansionMeter<impl Observer>) {
        meter.statistics.generated += 1;
        observe(meter.observer, StepKind::Generated, frame);
        self.stack.push(frame);
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&self, _: &PathfindingProblem, cells: &mut Vec<Cell>) {
        cells.extend(self.stack.iter().filter(|frame| frame.is_on_path).map(|frame| frame.cell));
    }
}

fn observe<L: Observer>(observer: &mut L, kind: StepKind, frame: Frame) {
    if observer.listens() {
        let Frame { cell, before: parent, g, .. } = frame;
        let (side, subject) = (Side::Start, Subject::Cell);
        observer.observe(TraceStep { kind, side, subject, cell, parent, g: in_tiles(g), h: 0.0 });
    }
}
