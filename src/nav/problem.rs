//! What a search works on, and how it stands.

use crate::grid::Cell;
use crate::method::Method;

use super::goal_area::Near;
use super::nav_grid::NavGrid;

/// A query after it has been checked and resolved: what a search works on.
pub(super) struct PathfindingProblem<'a> {
    pub grid: &'a NavGrid,
    /// A passable cell.
    pub start: Cell,
    /// Passable cells, each once; all can be reached from the start by the method's rules. At least one if none is `near`.
    /// Only for a [textbook](Method::is_textbook) they need be neither.
    pub goals: &'a [Cell],
    /// Goals of which it is not known whether any can be reached. Only for best-first searches.
    pub near: Option<&'a Near>,
    /// A [chosen](Method::chosen) one.
    pub method: Method,
    pub first_steps: bool,
}

/// How a search stands when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchProgress {
    /// It has found a path.
    Found,
    /// It has used up this budget and can continue.
    Paused,
    /// It has reached the limit of its method.
    Limit,
    /// It has looked at all that can be reached, and came to no goal.
    NoPath,
}
