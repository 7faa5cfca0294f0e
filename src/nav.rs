//! Path finding: [`find_path`] over a [`NavGrid`].

pub mod nav_grid;

use crate::grid::Cell;
pub use nav_grid::NavGrid;

/// What is asked of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct PathQuery {
    /// Where the path begins.
    pub start: Cell,
    /// Where it may end: any one of these, the cheapest to reach.
    pub goals: Vec<Cell>,
}

/// Whether a path ends where it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStatus {
    /// It ends at a goal.
    Complete,
    /// No goal can be reached; it ends at the reachable cell nearest to one.
    Partial,
}

/// A way from the start of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Whether it reaches a goal.
    pub status: PathStatus,
    /// Every cell on the way, the start first; never empty, no cell twice.
    pub cells: Vec<Cell>,
    /// The sum of its steps in tiles: 1 for a straight one, the square root of 2 for a diagonal one.
    pub length: f64,
    /// The same, each step times the mean cost of its two cells.
    pub cost: f64,
    /// What finding it took.
    pub effort: Effort,
}

/// How much a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Cells taken from the open set.
    pub expanded: u32,
    /// Times that a cell was put into the open set, or moved up in it.
    pub generated: u32,
}

/// Why there is no path at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// The start is not a cell of the map.
    #[error("the start lies outside the map")]
    StartOutside,
    /// None of the goals is a cell of the map.
    #[error("the goal lies outside the map")]
    GoalOutside,
    /// No goal can be reached, and no reachable cell is nearer to one than the start is.
    #[error("there is no way that leads any nearer")]
    NoWay(Effort),
}

/// The memory of a search, owned by the caller and used again for every query.
#[derive(Clone, Debug, Default)]
pub struct Search {}

/// In which set a cell is when a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeSet {
    /// Seen, not expanded.
    Open,
    /// Expanded.
    Closed,
}

/// What the last search knows of a cell, costs in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView {
    /// Open or closed.
    pub set: NodeSet,
    /// Cost of the best way found from the start.
    pub g: f64,
    /// The heuristic's estimate of the cost from here to the nearest goal.
    pub h: f64,
    /// The cell before it on that way; `None` for the start.
    pub parent: Option<Cell>,
}

impl Search {
    /// What the last search knows of `cell`; `None` when it never saw the cell.
    pub fn node(&self, cell: Cell) -> Option<NodeView> {
        let _ = cell;
        todo!("nav branch")
    }
}

/// Finds the cheapest way over `grid` from the start to any one of the goals.
///
/// # Errors
/// When the start or every goal lies outside the map, or no way leads any nearer.
pub fn find_path(grid: &NavGrid, query: &PathQuery, search: &mut Search) -> Result<Path, PathError> {
    let _ = (grid, query, search);
    todo!("nav branch")
}
