//! What a search did, in order: for the debug layer, for numbers and for tests.

mod replay;
mod step;

use crate::grid::Cell;

use crate::method::Method;
pub use replay::{Moment, NodeSet, NodeView, TraceReplay};
pub use step::{Reason, SearchPhase, Side, StepKind, StepShape, Subject, TraceStep};

/// Receives what a search does. A search is compiled once for each kind of observer, so that not listening costs
/// nothing.
pub(super) trait Observer {
    /// Whether it listens at all.
    fn listens(&self) -> bool;

    /// Whether it also wants to be told of the neighbours that are [left out](StepKind::LeftOut).
    fn wants_rejected(&self) -> bool;

    /// A search begins, by a chosen method and for these goals.
    fn begin(&mut self, method: Method, goals: &[Cell]);

    /// Records a step. Called only by searches that asked [`Observer::listens`] first.
    #[inline]
    fn observe(&mut self, step: TraceStep) {
        self.observe_with(step, None);
    }

    /// Records a step with what there is to draw for it, if anything.
    fn observe_with(&mut self, step: TraceStep, shape: Option<StepShape>);
}

/// The observer that listens to nothing, for searches that nobody watches.
impl Observer for () {
    #[inline(always)]
    fn listens(&self) -> bool {
        false
    }

    #[inline(always)]
    fn wants_rejected(&self) -> bool {
        false
    }

    #[inline(always)]
    fn begin(&mut self, _: Method, _: &[Cell]) {}

    #[inline(always)]
    fn observe_with(&mut self, _: TraceStep, _: Option<StepShape>) {}
}

/// Listens if there is a trace.
impl Observer for Option<&mut Trace> {
    #[inline]
    fn listens(&self) -> bool {
        self.is_some()
    }

    #[inline]
    fn wants_rejected(&self) -> bool {
        self.as_ref().is_some_and(|trace| !trace.omits_rejected)
    }

    fn begin(&mut self, method: Method, goals: &[Cell]) {
        if let Some(trace) = self {
            trace.method = method;
            trace.goals.clear();
            trace.goals.extend_from_slice(goals);
        }
    }

    fn observe_with(&mut self, step: TraceStep, shape: Option<StepShape>) {
        if let Some(trace) = self {
            trace.record(step, shape);
        }
    }
}

/// The observer of a search that is not traced.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn no_observer() -> impl Observer {}

/// The observer of a search that is not traced. In the browser, to keep the download small, there is one copy of each
/// search, which checks at run time.
#[cfg(target_arch = "wasm32")]
pub(super) fn no_observer() -> impl Observer {
    None::<&mut Trace>
}

/// The most steps of a search that are recorded.
pub const MOST_STEPS: usize = 1_000_000;

/// Beyond this many, steps that put no cell into a set ([`StepKind::Jumped`], [`StepKind::LeftOut`]) are left out: on a
/// large map they would crowd out the others.
const MOST_STEPS_WITH_PASSED: usize = MOST_STEPS / 4;

/// A record of one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The steps in order; at most [`MOST_STEPS`].
    pub steps: Vec<TraceStep>,
    /// What there is to draw for some of the steps: the index of the step, and the shape; in the order of the steps.
    pub shapes: Vec<(u32, StepShape)>,
    /// Whether there were more than [`MOST_STEPS`] steps.
    pub is_cut_short: bool,
    /// The method that searched: never [`Algorithm::Auto`](super::Algorithm::Auto), unless nothing was searched.
    pub method: Method,
    /// Where the path could end: passable cells that can be reached, except for a [textbook](Method::is_textbook); none if that was an [area](super::PathQuery::area).
    pub goals: Vec<Cell>,
    /// Whether no step is to be recorded for a neighbour that is [left out](StepKind::LeftOut): a setting, false unless
    /// the caller sets it. Then a trace is several times as short, for a picture of the sets alone.
    pub omits_rejected: bool,
}

impl Trace {
    /// Forgets what was recorded, and keeps the setting and the memory.
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.shapes.clear();
        self.goals.clear();
        self.is_cut_short = false;
        self.method = Method::default();
    }

    fn record(&mut self, step: TraceStep, shape: Option<StepShape>) {
        let is_rejected = matches!(step.kind, StepKind::LeftOut(_));
        let is_crowding_out = step.kind.is_passed() && self.steps.len() >= MOST_STEPS_WITH_PASSED;
        if is_crowding_out || is_rejected && self.omits_rejected {
            return;
        }
        if self.steps.len() < MOST_STEPS {
            self.shapes.extend(shape.map(|shape| (self.steps.len() as u32, shape)));
            self.steps.push(step);
        } else {
            self.is_cut_short = true;
        }
    }

    /// What there is to draw for the step of this index, if it has a shape of its own.
    pub fn shape(&self, step: usize) -> Option<StepShape> {
        let at = self.shapes.binary_search_by_key(&(step as u32), |&(index, _)| index).ok()?;
        Some(self.shapes[at].1)
    }
}
