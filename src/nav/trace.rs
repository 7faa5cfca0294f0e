//! What a search did, in order: for the debug layer, for numbers and for tests.

use crate::grid::{Cell, Grid};

/// Hears what a search does. A search is compiled once for each listener, so that one who does not listen costs nothing.
pub(super) trait Listener {
    /// Whether it listens at all.
    const LISTENS: bool;

    /// Takes note of a step. Called only by searches that asked [`Listener::LISTENS`] first.
    fn hear(&mut self, step: TraceStep);
}

/// Nobody listens.
impl Listener for () {
    const LISTENS: bool = false;

    fn hear(&mut self, _: TraceStep) {}
}

impl Listener for Trace {
    const LISTENS: bool = true;

    fn hear(&mut self, step: TraceStep) {
        if self.steps.len() < MOST_STEPS {
            self.steps.push(step);
        } else {
            self.is_cut_short = true;
        }
    }
}

/// So many steps of a search are recorded, and no more.
pub const MOST_STEPS: usize = 1_000_000;

/// A record of one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// What it did, in order; at most [`MOST_STEPS`].
    pub steps: Vec<TraceStep>,
    /// Whether it did more than that.
    pub is_cut_short: bool,
}

/// One thing that a search did. Costs are in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceStep {
    /// What it was.
    pub kind: StepKind,
    /// From which end it searches.
    pub side: Side,
    /// The cell that it concerns.
    pub cell: Cell,
    /// The cell from which the search came to it; `None` at the root.
    pub parent: Option<Cell>,
    /// The cost of the way found to it.
    pub g: f64,
    /// The estimate of the cost that is left, as it counts for this search (0 where it has none).
    pub h: f64,
}

impl TraceStep {
    /// The estimated cost of the way through it.
    pub fn f(&self) -> f64 {
        self.g + self.h
    }
}

/// What a search did with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Saw it for the first time and put it into the open set.
    Generated,
    /// Took it from the open set and looked at its neighbours.
    Expanded,
    /// Found a better way to it while it was in the open set.
    Improved,
    /// Found a better way to it after it had been expanded, and put it back into the open set.
    Reopened,
    /// Left it out: no cheapest way needs it from here, or the bound forbids it.
    Pruned,
    /// Jumped over it, or came to it in a jump without stopping.
    Jumped,
    /// Began again with a higher bound on f, which is `h`.
    Threshold,
}

/// From which end a search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From the start.
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
    /// The cost of the best way found to it.
    pub g: f64,
    /// The estimate of the cost that is left.
    pub h: f64,
    /// The cell before it on that way; `None` at the root.
    pub parent: Option<Cell>,
}

impl NodeView {
    /// The estimated cost of the way through it.
    pub fn f(&self) -> f64 {
        self.g + self.h
    }
}

/// A trace played again: the open and closed set after any number of its steps.
#[derive(Clone, Debug)]
pub struct Replay {
    nodes: Grid<Option<NodeView>>,
    played: usize,
}

impl Replay {
    /// Before the first step, on a map of `width` x `height` cells.
    pub fn new(width: u32, height: u32) -> Replay {
        Replay { nodes: Grid::filled(width, height, None), played: 0 }
    }

    /// Plays on, or again from the beginning, until `steps` have been played, or all there are.
    pub fn play(&mut self, trace: &Trace, steps: usize) {
        let steps = steps.min(trace.steps.len());
        if steps < self.played {
            *self = Replay::new(self.nodes.width(), self.nodes.height());
        }
        for step in &trace.steps[self.played..steps] {
            let set = match step.kind {
                StepKind::Generated | StepKind::Improved | StepKind::Reopened => NodeSet::Open,
                StepKind::Expanded => NodeSet::Closed,
                StepKind::Pruned | StepKind::Jumped => continue,
                StepKind::Threshold => {
                    self.nodes = Grid::filled(self.nodes.width(), self.nodes.height(), None);
                    continue;
                }
            };
            if let Some(node) = self.nodes.get_mut(step.cell) {
                *node = Some(NodeView { set, side: step.side, g: step.g, h: step.h, parent: step.parent });
            }
        }
        self.played = steps;
    }

    /// What the search knew of a cell then; `None` when it had not seen it.
    pub fn node(&self, cell: Cell) -> Option<NodeView> {
        self.nodes.get(cell).copied().flatten()
    }

    /// Every cell that it had seen by then, row by row.
    pub fn seen(&self) -> impl Iterator<Item = (Cell, NodeView)> {
        self.nodes.rect().cells().filter_map(|cell| Some((cell, self.node(cell)?)))
    }
}
