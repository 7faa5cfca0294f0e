//! What a search did, in order: for the debug layer, for numbers and for tests.

use crate::grid::{Cell, Grid};

/// Receives what a search does. A search is compiled once for each kind of listener, so that not listening costs
/// nothing.
pub(super) trait Listener {
    /// Whether it listens at all.
    fn listens(&self) -> bool;

    /// Records a step. Called only by searches that asked [`Listener::listens`] first.
    fn hear(&mut self, step: TraceStep);
}

/// No listener.
impl Listener for () {
    #[inline(always)]
    fn listens(&self) -> bool {
        false
    }

    #[inline(always)]
    fn hear(&mut self, _: TraceStep) {}
}

/// Listens if there is a trace.
impl Listener for Option<&mut Trace> {
    #[inline]
    fn listens(&self) -> bool {
        self.is_some()
    }

    fn hear(&mut self, step: TraceStep) {
        if let Some(trace) = self {
            trace.record(step);
        }
    }
}

/// The listener of a search that is not traced.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn no_listener() -> impl Listener {}

/// The listener of a search that is not traced. In the browser, to keep the download small, there is one copy of each
/// search, which checks at run time.
#[cfg(target_arch = "wasm32")]
pub(super) fn no_listener() -> impl Listener {
    None::<&mut Trace>
}

/// The most steps of a search that are recorded.
pub const MOST_STEPS: usize = 1_000_000;

/// Beyond this many, steps that put no cell into a set ([`StepKind::Jumped`], [`StepKind::Pruned`]) are left out: on a
/// large map they would crowd out the others.
const MOST_STEPS_WITH_PASSED: usize = MOST_STEPS / 4;

/// A record of one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The steps in order; at most [`MOST_STEPS`].
    pub steps: Vec<TraceStep>,
    /// Whether there were more steps than that.
    pub is_cut_short: bool,
}

impl Trace {
    fn record(&mut self, step: TraceStep) {
        if is_passed(step.kind) && self.steps.len() >= MOST_STEPS_WITH_PASSED {
            return;
        }
        if self.steps.len() < MOST_STEPS {
            self.steps.push(step);
        } else {
            self.is_cut_short = true;
        }
    }
}

/// One thing that a search did. Costs are in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceStep {
    /// The kind of step.
    pub kind: StepKind,
    /// From which end it searches.
    pub side: Side,
    /// The cell that it concerns.
    pub cell: Cell,
    /// The cell from which the search came to it; `None` at the root.
    pub parent: Option<Cell>,
    /// The cost of the path found to it.
    pub g: f64,
    /// The estimate of the cost that is left, as it counts for this search (0 where it has none).
    pub h: f64,
}

impl TraceStep {
    /// The estimated cost of the path through it.
    pub fn f(&self) -> f64 {
        self.g + self.h
    }
}

/// What a search did with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Saw it for the first time and put it into the open list.
    Generated,
    /// Took it from the open list and looked at its neighbours.
    Expanded,
    /// Found a better path to it while it was in the open list.
    Improved,
    /// Found a better path to it after it had been expanded, and put it back into the open list.
    Reopened,
    /// Left it out: no cheapest path needs it from here, or the bound forbids it.
    Pruned,
    /// Jumped over it, or came to it in a jump without stopping.
    Jumped,
    /// Began again with a higher bound on f, which is `h`.
    Threshold,
}

/// From which end a search looks.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From the start.
    #[default]
    Start,
    /// From a goal.
    Goal,
}

/// In which set a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeSet {
    /// Seen, waiting to be expanded.
    Open,
    /// Expanded.
    Closed,
}

/// What a search knows of a cell. Costs are in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView {
    /// Open or closed.
    pub set: NodeSet,
    /// From which end it was found last.
    pub side: Side,
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

/// A trace played back: the open and closed sets after any number of its steps.
///
/// It takes four bytes for each cell of the map, and a step for each cell that the search came to.
#[derive(Clone, Debug)]
pub struct Replay {
    /// For each cell its possible index in `known`; valid if the step found there is about that cell.
    places: Grid<u32>,
    /// The last step about each cell that was seen.
    known: Vec<TraceStep>,
    played: usize,
    begun: usize,
}

impl Replay {
    /// Before the first step, on a map of `width` x `height` cells.
    pub fn new(width: u32, height: u32) -> Replay {
        Replay { places: Grid::filled(width, height, 0), known: Vec::new(), played: 0, begun: 0 }
    }

    /// Plays on, or restarts from the beginning, until `steps` steps of the trace have been played, or all. Every call
    /// must be given the same trace.
    pub fn play(&mut self, trace: &Trace, steps: usize) {
        let steps = steps.min(trace.steps.len());
        if steps < self.played {
            (self.played, self.begun) = (0, 0);
            self.known.clear();
        }
        // Steps before the last restart no longer count.
        let is_beginning = |step: &TraceStep| step.kind == StepKind::Threshold;
        if let Some(last) = trace.steps[self.played..steps].iter().rposition(is_beginning) {
            self.begun = self.played + last + 1;
            self.played = self.begun;
            self.known.clear();
        }
        trace.steps[self.played..steps].iter().for_each(|step| self.play_step(*step));
        self.played = steps;
    }

    fn play_step(&mut self, step: TraceStep) {
        let Some(place) = self.places.get_mut(step.cell) else { return };
        match self.known.get_mut(*place as usize).filter(|known| known.cell == step.cell) {
            Some(known) if is_passed(step.kind) && !is_passed(known.kind) => {}
            Some(known) => *known = step,
            None => {
                *place = self.known.len() as u32;
                self.known.push(step);
            }
        }
    }

    fn known(&self, cell: Cell) -> Option<&TraceStep> {
        let place = *self.places.get(cell)? as usize;
        self.known.get(place).filter(|known| known.cell == cell)
    }

    /// How many steps have been played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// The number of steps before those that count: a search that [began again](StepKind::Threshold) has forgotten
    /// what it did before.
    pub fn begun(&self) -> usize {
        self.begun
    }

    /// What the search knew of a cell then; `None` when it had not seen it.
    pub fn node(&self, cell: Cell) -> Option<NodeView> {
        let TraceStep { kind, side, parent, g, h, .. } = *self.known(cell).filter(|known| !is_passed(known.kind))?;
        let set = if kind == StepKind::Expanded { NodeSet::Closed } else { NodeSet::Open };
        Some(NodeView { set, side, g, h, parent })
    }

    /// The step that only went past a cell: [`StepKind::Jumped`] or [`StepKind::Pruned`]. `None` for every cell that is
    /// open or closed.
    pub fn passed(&self, cell: Cell) -> Option<TraceStep> {
        self.known(cell).copied().filter(|known| is_passed(known.kind))
    }

    /// Every cell that it had seen by then and what it knew of it, in the order in which it came to them.
    pub fn nodes(&self) -> impl Iterator<Item = (Cell, NodeView)> {
        self.known.iter().filter_map(|step| Some((step.cell, self.node(step.cell)?)))
    }

    /// Every cell that it had seen by then, row by row.
    pub fn seen(&self) -> impl Iterator<Item = (Cell, NodeView)> {
        self.places.rect().cells().filter_map(|cell| Some((cell, self.node(cell)?)))
    }
}

/// Whether a step puts its cell into no set.
fn is_passed(kind: StepKind) -> bool {
    matches!(kind, StepKind::Pruned | StepKind::Jumped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(kind: StepKind, x: i32) -> TraceStep {
        TraceStep { kind, side: Side::Start, cell: Cell::new(x, 0), parent: None, g: f64::from(x), h: 0.0 }
    }

    fn trace() -> Trace {
        use StepKind::*;
        let kinds = [(Generated, 0), (Expanded, 0), (Jumped, 1), (Generated, 2), (Jumped, 2), (Improved, 1)];
        let again = [(Threshold, 0), (Generated, 0), (Pruned, 3), (Expanded, 0)];
        let steps = kinds.iter().chain(&again).map(|(kind, x)| step(*kind, *x)).collect();
        Trace { steps, is_cut_short: false }
    }

    fn sets(replay: &Replay) -> Vec<(i32, NodeSet)> {
        replay.seen().map(|(cell, node)| (cell.x, node.set)).collect()
    }

    #[test]
    fn cells_go_from_the_open_to_the_closed_set() {
        let (trace, mut replay) = (trace(), Replay::new(4, 1));
        replay.play(&trace, 1);
        assert_eq!(sets(&replay), [(0, NodeSet::Open)]);
        replay.play(&trace, 6);
        assert_eq!(sets(&replay), [(0, NodeSet::Closed), (1, NodeSet::Open), (2, NodeSet::Open)]);
    }

    #[test]
    fn what_is_passed_is_in_no_set_and_takes_nothing_out_of_one() {
        let (trace, mut replay) = (trace(), Replay::new(4, 1));
        replay.play(&trace, 5);
        assert_eq!(replay.passed(Cell::new(1, 0)).map(|step| step.kind), Some(StepKind::Jumped));
        assert_eq!((replay.node(Cell::new(1, 0)), replay.passed(Cell::new(2, 0))), (None, None));
        assert_eq!(replay.node(Cell::new(2, 0)).map(|node| node.set), Some(NodeSet::Open));
    }

    #[test]
    fn a_new_bound_begins_again() {
        let (trace, mut replay) = (trace(), Replay::new(4, 1));
        replay.play(&trace, usize::MAX);
        assert_eq!((replay.played(), replay.begun()), (10, 7));
        assert_eq!(sets(&replay), [(0, NodeSet::Closed)]);
        assert!(replay.passed(Cell::new(3, 0)).is_some());
    }

    #[test]
    fn every_moment_is_the_same_forwards_and_backwards() {
        let (trace, mut back) = (trace(), Replay::new(4, 1));
        for steps in (0..=trace.steps.len()).rev() {
            let (mut at_once, mut one_by_one) = (Replay::new(4, 1), Replay::new(4, 1));
            at_once.play(&trace, steps);
            (0..=steps).for_each(|step| one_by_one.play(&trace, step));
            back.play(&trace, steps);
            for replay in [&one_by_one, &back] {
                assert_eq!((sets(replay), replay.begun()), (sets(&at_once), at_once.begun()), "after {steps}");
            }
        }
    }
}
