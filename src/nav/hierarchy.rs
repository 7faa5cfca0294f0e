//! Hierarchical search.

use crate::grid::Cell;

use super::trace::Listener;
use super::{Effort, Problem, Progress};

#[derive(Clone, Debug, Default)]
pub(super) struct Hierarchical {}

impl Hierarchical {
    pub fn begin(&mut self, _problem: &Problem, _effort: &mut Effort, _listener: &mut impl Listener) {
        unimplemented!()
    }

    pub fn advance(
        &mut self,
        _problem: &Problem,
        _budget: u32,
        _effort: &mut Effort,
        _listener: &mut impl Listener,
    ) -> Progress {
        unimplemented!()
    }

    pub fn append_way(&self, _problem: &Problem, _cells: &mut Vec<Cell>) {
        unimplemented!()
    }

    /// The rest of the way, where only the first steps were asked for.
    pub fn ahead(&self, _problem: &Problem) -> Vec<Cell> {
        unimplemented!()
    }

    pub fn bytes(&self) -> usize {
        0
    }
}
