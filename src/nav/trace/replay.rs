//! A trace played back.

use crate::grid::{Cell, Rect};

use super::{SearchPhase, Side, StepKind, Subject, Trace, TraceStep};

/// In which set a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeSet {
    /// Seen, waiting to be expanded.
    Open,
    /// Expanded, and not put into the open list again since.
    Closed,
}

/// What a search knows of a cell. Costs are in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView {
    /// Open or closed.
    pub set: NodeSet,
    /// From which end it was found last.
    pub side: Side,
    /// What the cell stands for.
    pub subject: Subject,
    /// The cost of the best path found to it.
    pub g: f64,
    /// The estimate of the cost that is left.
    pub h: f64,
    /// The cell before it on that path; `None` at the root.
    pub parent: Option<Cell>,
}

impl NodeView {
    /// The estimated cost of the path through it.
    pub fn f(&self) -> f64 {
        self.g + self.h
    }
}

/// A trace played back: the open and closed sets after any number of its steps. To go to any step, forwards or
/// backwards, takes no time; to know what was known of a cell then, time that grows with the logarithm of the number of
/// steps about that cell.
///
/// It takes four bytes for each cell of the map and each step, beside the trace itself.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::trace::{NodeSet, TraceReplay};
/// use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search, Trace, trace_path};
///
/// let grid = NavGrid::from_rows(&["....", "...."])?;
/// let method = Method { algorithm: Algorithm::Dijkstra, ..Method::default() };
/// let (start, goal) = (Cell::new(0, 0), Cell::new(3, 1));
/// let mut trace = Trace::default();
/// trace_path(&grid, &PathQuery::between(start, goal).by(method), &mut Search::default(), &mut trace)?;
///
/// let mut replay = TraceReplay::new(trace, 4, 2);
/// replay.play(1);
/// assert_eq!(replay.node(start).map(|node| node.set), Some(NodeSet::Open));
/// replay.play(2);
/// assert_eq!(replay.node(start).map(|node| node.set), Some(NodeSet::Closed));
/// replay.play(0);
/// assert_eq!(replay.node(start), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TraceReplay {
    trace: Trace,
    map: Rect,
    /// For each cell, row by row, where in `by_cell` its steps begin; and where the last one's end.
    first: Vec<u32>,
    /// The indices of the steps that tell what is known of a cell, in their order.
    by_cell: Vec<u32>,
    /// The cells that have such steps, in the order of the first.
    seen: Vec<Cell>,
    /// The indices of the steps with which the search [began again](StepKind::Threshold).
    thresholds: Vec<u32>,
    /// The indices of the steps with which a [part](SearchPhase) of it began.
    phases: Vec<u32>,
    played: usize,
}

/// The last step that was played, with what is needed to tell why it was taken.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The trace that is played.
    pub trace: &'a Trace,
    /// The index of the step.
    pub index: usize,
    /// The step that was played last.
    pub step: TraceStep,
    /// What the search knew of the cell before the step.
    pub before: Option<NodeView>,
    /// The cell from which the search had come to the one before the step's cell.
    pub came_from: Option<Cell>,
    /// The bound on f at the time; used by IDA* only.
    pub bound: f64,
    /// The part of the search to which the step belongs, where it has several.
    pub phase: Option<SearchPhase>,
}

impl Moment<'_> {
    /// Whether the cell is a goal of the search.
    pub(crate) fn is_goal(&self) -> bool {
        self.trace.goals.contains(&self.step.cell)
    }
}

impl TraceReplay {
    /// Before the first step of a trace, on a map of `width` x `height` cells. Steps about cells that are not on the map
    /// count as steps, but nothing is known of the cells.
    pub fn new(trace: Trace, width: u32, height: u32) -> TraceReplay {
        let map = Rect { min: Cell::new(0, 0), max: Cell::new(width as i32, height as i32) };
        let cells = width as usize * height as usize;
        let mut replay = TraceReplay {
            trace,
            map,
            first: vec![0; cells + 1],
            by_cell: Vec::new(),
            seen: Vec::new(),
            thresholds: Vec::new(),
            phases: Vec::new(),
            played: 0,
        };
        replay.sort_by_cell();
        let indices = |is_meant: fn(StepKind) -> bool| {
            let steps = replay.trace.steps.iter().enumerate();
            steps.filter(|(_, step)| is_meant(step.kind)).map(|(index, _)| index as u32).collect()
        };
        (replay.thresholds, replay.phases) =
            (indices(|kind| kind == StepKind::Threshold), indices(|kind| matches!(kind, StepKind::Phase(_))));
        replay
    }

    /// Sorts the steps by cell: counts those of each, then puts each where it belongs.
    fn sort_by_cell(&mut self) {
        let mut first = std::mem::take(&mut self.first);
        for place in self.trace.steps.iter().filter_map(|step| self.place_of(step)) {
            first[place + 1] += 1;
        }
        for place in 1..first.len() {
            first[place] += first[place - 1];
        }
        let mut next = first.clone();
        self.by_cell = vec![0; first[first.len() - 1] as usize];
        for (index, step) in self.trace.steps.iter().enumerate() {
            let Some(place) = self.place_of(step) else { continue };
            if next[place] == first[place] {
                self.seen.push(step.cell);
            }
            self.by_cell[next[place] as usize] = index as u32;
            next[place] += 1;
        }
        self.first = first;
    }

    /// The place of a step's cell, if the step tells what is known of it.
    fn place_of(&self, step: &TraceStep) -> Option<usize> {
        let tells = step.kind.is_of_set() || is_told_of_cell(step.kind);
        if tells { self.place(step.cell) } else { None }
    }

    /// The place of a cell in `first`.
    fn place(&self, cell: Cell) -> Option<usize> {
        let width = self.map.max.x as usize;
        self.map.contains(cell).then(|| cell.y as usize * width + cell.x as usize)
    }

    /// The trace that it plays.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Gives the trace back, to record another search in its memory.
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// Goes to where `steps` steps of the trace have been played, or all.
    pub fn play(&mut self, steps: usize) {
        self.played = steps.min(self.trace.steps.len());
    }

    /// How many steps have been played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// The number of steps before those that count: a search that [began again](StepKind::Threshold) has forgotten
    /// what it did before.
    pub fn begun(&self) -> usize {
        self.begun_at(self.played)
    }

    fn begun_at(&self, played: usize) -> usize {
        last_before(&self.thresholds, played).map_or(0, |index| index + 1)
    }

    /// The steps about a cell that count after `played` steps, the last one first.
    fn steps_about(&self, cell: Cell, played: usize) -> impl Iterator<Item = &TraceStep> {
        let about = self
            .place(cell)
            .map_or(&[][..], |place| &self.by_cell[self.first[place] as usize..self.first[place + 1] as usize]);
        let until = about.partition_point(|&index| (index as usize) < played);
        let begun = self.begun_at(played);
        let counting =
            about[..until].iter().rev().map(|&index| index as usize).take_while(move |&index| index >= begun);
        counting.map(|index| &self.trace.steps[index])
    }

    fn node_at(&self, cell: Cell, played: usize) -> Option<NodeView> {
        let step = self.steps_about(cell, played).find(|step| step.kind.is_of_set())?;
        let TraceStep { kind, side, subject, parent, g, h, .. } = *step;
        let set = if kind == StepKind::Expanded { NodeSet::Closed } else { NodeSet::Open };
        Some(NodeView { set, side, subject, g, h, parent })
    }

    /// What the search knew of a cell then; `None` when it had not seen it.
    pub fn node(&self, cell: Cell) -> Option<NodeView> {
        self.node_at(cell, self.played)
    }

    /// The step that only went past a cell: [`StepKind::Jumped`], or [`StepKind::LeftOut`] for a reason that holds for
    /// [the cell itself](super::Reason::is_of_cell). `None` for every cell that is open or closed.
    pub fn passed(&self, cell: Cell) -> Option<TraceStep> {
        let mut last = None;
        for step in self.steps_about(cell, self.played) {
            if step.kind.is_of_set() {
                return None;
            }
            last = last.or(Some(*step));
        }
        last
    }

    /// Every cell that it had seen by then and what it knew of it, in the order in which it came to them first.
    pub fn nodes(&self) -> impl Iterator<Item = (Cell, NodeView)> {
        self.seen.iter().filter_map(|&cell| Some((cell, self.node(cell)?)))
    }

    /// The last step that was played; `None` before the first.
    pub fn moment(&self) -> Option<Moment<'_>> {
        let index = self.played.checked_sub(1)?;
        let step = self.trace.steps[index];
        let first_bound = self.trace.steps[0].h;
        let bound = last_before(&self.thresholds, self.played).map_or(first_bound, |index| self.trace.steps[index].h);
        let phase = last_before(&self.phases, self.played).and_then(|index| match self.trace.steps[index].kind {
            StepKind::Phase(phase) => Some(phase),
            _ => None,
        });
        let before = self.node_at(step.cell, index);
        let came_from = step.parent.and_then(|parent| self.node_at(parent, index)?.parent);
        Some(Moment { trace: &self.trace, index, step, before, came_from, bound, phase })
    }

    /// The steps from the last expansion on that was played, itself first: what came of it so far. Without any, all that
    /// was played.
    pub fn since_expanded(&self) -> &[TraceStep] {
        let played = &self.trace.steps[self.begun()..self.played];
        let last = played.iter().rposition(|step| step.kind == StepKind::Expanded);
        &played[last.unwrap_or(0)..]
    }
}

/// Whether a step that puts its cell into no set tells something about the cell all the same.
fn is_told_of_cell(kind: StepKind) -> bool {
    match kind {
        StepKind::Jumped => true,
        StepKind::LeftOut(reason) => reason.is_of_cell(),
        _ => false,
    }
}

/// The last of some indices, in order, that is below a number.
fn last_before(indices: &[u32], number: usize) -> Option<usize> {
    let count = indices.partition_point(|&index| (index as usize) < number);
    Some(indices[count.checked_sub(1)?] as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(kind: StepKind, x: i32) -> TraceStep {
        let (side, subject) = (Side::Start, Subject::Cell);
        TraceStep { kind, side, subject, cell: Cell::new(x, 0), parent: None, g: f64::from(x), h: 0.0 }
    }

    fn trace() -> Trace {
        use StepKind::*;
        let kinds = [(Generated, 0), (Expanded, 0), (Jumped, 1), (Generated, 2), (Jumped, 2), (Improved, 1)];
        let again =
            [(Threshold, 0), (Generated, 0), (LeftOut(crate::nav::trace::Reason::BeyondBound), 3), (Expanded, 0)];
        let steps = kinds.iter().chain(&again).map(|(kind, x)| step(*kind, *x)).collect();
        Trace { steps, ..Trace::default() }
    }

    fn after(steps: usize) -> TraceReplay {
        let mut replay = TraceReplay::new(trace(), 4, 1);
        replay.play(steps);
        replay
    }

    fn sets(replay: &TraceReplay) -> Vec<(i32, NodeSet)> {
        replay.nodes().map(|(cell, node)| (cell.x, node.set)).collect()
    }

    #[test]
    fn cells_go_from_the_open_to_the_closed_set() {
        assert_eq!(sets(&after(1)), [(0, NodeSet::Open)]);
        assert_eq!(sets(&after(6)), [(0, NodeSet::Closed), (1, NodeSet::Open), (2, NodeSet::Open)]);
    }

    #[test]
    fn what_is_passed_is_in_no_set_and_takes_nothing_out_of_one() {
        let replay = after(5);
        assert_eq!(replay.passed(Cell::new(1, 0)).map(|step| step.kind), Some(StepKind::Jumped));
        assert_eq!((replay.node(Cell::new(1, 0)), replay.passed(Cell::new(2, 0))), (None, None));
        assert_eq!(replay.node(Cell::new(2, 0)).map(|node| node.set), Some(NodeSet::Open));
    }

    #[test]
    fn a_new_bound_begins_again() {
        let replay = after(usize::MAX);
        assert_eq!((replay.played(), replay.begun()), (10, 7));
        assert_eq!(sets(&replay), [(0, NodeSet::Closed)]);
        assert!(replay.passed(Cell::new(3, 0)).is_some());
    }

    #[test]
    fn every_moment_is_the_same_forwards_and_backwards() {
        let mut back = after(usize::MAX);
        for steps in (0..=back.trace().steps.len()).rev() {
            let (at_once, mut one_by_one) = (after(steps), after(0));
            (0..=steps).for_each(|step| one_by_one.play(step));
            back.play(steps);
            for replay in [&one_by_one, &back] {
                assert_eq!((sets(replay), replay.begun()), (sets(&at_once), at_once.begun()), "after {steps}");
            }
        }
    }

    #[test]
    fn a_moment_knows_what_was_known_before_it() {
        let replay = after(6);
        let moment = replay.moment().unwrap();
        assert_eq!((moment.index, moment.step.kind, moment.before), (5, StepKind::Improved, None));
        assert_eq!(after(2).moment().unwrap().before.map(|node| node.set), Some(NodeSet::Open));
        assert!(after(0).moment().is_none());
        assert_eq!(after(4).since_expanded().len(), 3);
    }
}
