//! Jump point search.

use crate::grid::Cell;

use super::trace::Listener;
use super::{Effort, Problem, Progress};

#[derive(Clone, Debug, Default)]
pub(super) struct JumpPoint {}

impl JumpPoint {
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

    pub fn bytes(&self) -> usize {
        0
    }
}
