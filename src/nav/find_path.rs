//! Searches from the query to the path, in one call.

use super::nav_grid::NavGrid;
use super::path::{Path, PathError};
use super::query::PathQuery;
use super::search::Search;
use super::trace::{self, Trace};

/// Finds a path over `grid` from the start to any one of the goals: the cheapest, unless the [`Method`](super::Method) guarantees
/// less.
///
/// Steps lead to neighbouring cells by the method's [rules](super::moves), [links](super::BakedGround::links) from their beginning to
/// their end. Goals outside the map are ignored. When no goal can be reached, which is known before the search begins,
/// the path is [`PathStatus::Partial`](super::PathStatus::Partial) and leads to the reachable cell nearest to a goal: by straight distance, then by
/// the cost of the path.
///
/// When the start is not passable (a wall was built there, or the body is too wide for the place), the path first
/// leaves it: straight through any obstacle to the nearest passable cell (by the number of steps to any of the eight
/// neighbours, then by straight distance, then the upper and the left one), and legally from there. On these first
/// steps a cell that is not passable has the cost 1, and going up costs nothing.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::{NavGrid, PathQuery, PathStatus, Search, find_path};
///
/// let grid = NavGrid::from_rows(&["........"; 6])?;
///
/// let query = PathQuery::between(Cell::new(0, 0), Cell::new(7, 5));
/// let path = find_path(&grid, &query, &mut Search::default())?;
/// assert_eq!(path.status, PathStatus::Complete);
/// assert_eq!(path.length, 2.0 + 5.0 * 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the start or every goal lies outside the map, when no reachable cell is nearer to a goal than the start, or
/// when the method's limit is reached.
pub fn find_path(grid: &NavGrid, query: &PathQuery, search: &mut Search) -> Result<Path, PathError> {
    search.find(grid, query, &mut trace::no_observer())
}

/// Like [`find_path`], and records in `trace`, which is cleared first but for its settings, what the search did.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::trace::{NodeSet, TraceReplay};
/// use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search, Trace, trace_path};
///
/// let grid = NavGrid::from_rows(&["........"; 6])?;
///
/// let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
/// let query = PathQuery::between(Cell::new(0, 0), Cell::new(7, 5)).by(method);
/// let mut trace = Trace::default();
/// let path = trace_path(&grid, &query, &mut Search::default(), &mut trace)?;
///
/// // What it knew in the end: it has expanded the cells of the path, and the goal is as far as the path is long.
/// let mut replay = TraceReplay::new(trace, grid.lattice().width, grid.lattice().height);
/// replay.play(usize::MAX);
/// assert!(path.cells.iter().all(|&cell| replay.node(cell).is_some_and(|node| node.set == NodeSet::Closed)));
/// assert!((replay.node(Cell::new(7, 5)).unwrap().g - path.length).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`find_path`].
pub fn trace_path(
    grid: &NavGrid,
    query: &PathQuery,
    search: &mut Search,
    trace: &mut Trace,
) -> Result<Path, PathError> {
    trace.clear();
    search.find(grid, query, &mut Some(trace))
}
