//! What a search answers: a path, or why there is none.

use crate::grid::Cell;
use crate::method::Algorithm;

use super::nav_link::NavLink;
use super::query::Guarantee;

/// Whether a path ends at a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum PathStatus {
    /// It ends at a goal.
    Complete,
    /// No goal can be reached; it ends at the reachable cell nearest to one.
    Partial,
}

/// A path from the start of a query.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Path {
    /// Whether it reaches a goal.
    pub status: PathStatus,
    /// The cells whose middles it connects, by straight lines or by links; the start first; never empty, no cell twice.
    /// Every cell on the path, except for any-angle and smoothed paths, which list only the cells where they turn.
    pub cells: Vec<Cell>,
    /// Where it continues after its last cell, if only the [first steps](super::PathQuery::first_steps) were asked for: cells
    /// far apart on the rest of the path, the last one its end. The path from each to the next is a query of its own.
    pub ahead: Vec<Cell>,
    /// Where it uses links instead of steps, in the order of the path: wherever a link from one cell to the next costs
    /// less than the step, or no such step exists.
    pub links: Vec<PathLink>,
    /// The sum of its steps in tiles: a cell's length for a straight one, the square root of 2 times that for a
    /// diagonal one, the straight distance for a link. Of `cells` only.
    pub length: f64,
    /// The sum of what its steps cost in tiles: each step's length multiplied by the mean cost of its two cells,
    /// diagonal steps at the cost that the method sets, plus the cost of going up; links at their own cost. Of `cells`
    /// only.
    pub cost: f64,
    /// How much work the search did.
    pub statistics: SearchStatistics,
    /// The algorithm that found it: never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    /// What is guaranteed about its cost (for a partial path: among the paths to its end).
    pub guarantee: Guarantee,
    /// Whether an agent can walk it: false where it cuts a corner, as the looser rules allow. (How it leaves a start
    /// that is not passable does not count.)
    pub is_walkable: bool,
}

/// Where a path uses a link.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PathLink {
    /// The index in [`Path::cells`] of the cell where the link begins; it ends at the next one.
    pub at: usize,
    /// The link that the path uses.
    pub link: NavLink,
}

/// How much work a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SearchStatistics {
    /// Cells taken from the open list.
    pub expanded: u32,
    /// Times that a cell was put into the open list, or moved up in it.
    pub generated: u32,
}

/// Why there is no path at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// The start is not a cell of the map.
    #[error("the start is outside the map")]
    StartOutside,
    /// None of the goals is a cell of the map.
    #[error("the goal is outside the map")]
    GoalOutside,
    /// No goal can be reached (and, where the way to the nearest reachable cell would do, none is nearer than the
    /// start). A [textbook](super::Method::is_textbook) has looked at all that can be.
    #[error("no path leads to the goal")]
    NoPath(SearchStatistics),
    /// There is nothing to search, because nothing is baked.
    #[error("nothing is baked")]
    NotBaked,
    /// The search reached its limit of expansions before it found a path.
    #[error("gave up after {} expansions, the limit", .0.expanded)]
    Limit(SearchStatistics),
}
