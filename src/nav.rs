//! Path finding: [`find_path`] over a [`NavGrid`].

mod any_angle;
mod baked_ground;
pub mod baking;
mod best_first;
mod bidirectional;
mod bit_grid;
mod blocked_edges;
mod bucket_queue;
pub mod budget;
pub mod cache;
mod canonical;
mod cell_set;
mod clearance;
pub mod closed;
mod components;
mod crossings;
mod depth_first;
mod expansion_meter;
mod flow_field;
pub mod footprint;
mod goal_area;
mod grid_path;
mod heuristic;
mod hierarchy;
mod ida_star;
mod illegal_moves;
mod index_preparation;
mod indexes;
mod jump_point;
mod links;
mod middle;
pub mod moves;
mod nav_grid;
mod nav_link;
mod open_list;
pub mod query;
mod reach;
pub mod requests;
pub mod search;
pub mod steps;
mod string_pulling;
mod subgoal;
pub mod trace;
mod walkability;

use crate::grid::Cell;
pub use crate::level::{Closed, Solid};
pub use baked_ground::BakedGround;
pub(crate) use components::{GoalTree, NearestSearch};
pub use flow_field::{FlowField, FlowStep};
pub use goal_area::GoalArea;
pub(crate) use goal_area::Near;
pub use grid_path::{GridPath, Place};
pub use index_preparation::{IndexPreparation, Prepared};
pub use middle::middle_of_largest_part;
pub use nav_grid::NavGrid;
pub use nav_link::{LinkOrigin, NavLink};
pub use query::{Algorithm, Connectivity, CornerRule, DiagonalCost, Guarantee, Heuristic, Method, PathQuery};
pub use reach::Reach;
pub use search::Search;
pub use subgoal::SubgoalIndex;
pub use trace::{Trace, TraceStep};

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
    /// Where it continues after its last cell, if only the [first steps](PathQuery::first_steps) were asked for: cells
    /// far apart on the rest of the path, the last one its end. The path from each to the next is a query of its own.
    pub ahead: Vec<Cell>,
    /// Where it uses links instead of steps, in the order of the path: wherever a link from one cell to the next costs
    /// less than the step, or no such step exists.
    pub links: Vec<PathLink>,
    /// The sum of its steps in tiles: a cell's length for a straight one, the square root of 2 times that for a
    /// diagonal one, the straight distance for a link. Of `cells` only.
    pub length: f64,
    /// The same with each step multiplied by the mean cost of its two cells, diagonal steps at the cost that the method
    /// sets, plus the cost of going up; links at their own cost.
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

impl Path {
    /// Shortens it to its first `most` steps, if it has more and none [ahead](Path::ahead) yet; the rest becomes cells ahead,
    /// `leg` steps apart, both at least 1. Its length and its cost are then those of what is left.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::nav::{NavGrid, PathQuery, Search, find_path};
    ///
    /// let grid = NavGrid::from_rows(&["........."])?;
    /// let query = PathQuery::between(Cell::new(0, 0), Cell::new(8, 0));
    /// let mut path = find_path(&grid, &query, &mut Search::default())?;
    /// path.shorten(&grid, 3, 2);
    /// assert_eq!((path.cells.len(), path.length), (4, 3.0));
    /// assert_eq!(path.ahead, [5, 7, 8].map(|x| Cell::new(x, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shorten(&mut self, grid: &NavGrid, most: usize, leg: usize) {
        search::shorten(grid, self, most, leg);
    }
}

/// Where a path uses a link.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PathLink {
    /// The index in [`Path::cells`] of the cell where the link begins; it ends at the next one.
    pub at: usize,
    /// Which link.
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
    /// start).
    #[error("no path leads to the goal")]
    NoPath(SearchStatistics),
    /// There is nothing to search, because nothing is baked.
    #[error("nothing is baked")]
    NotBaked,
    /// The search reached its limit of expansions before it found a path.
    #[error("gave up after {} expansions, the limit", .0.expanded)]
    Limit(SearchStatistics),
}

/// A query after it has been checked and resolved: what a search works on.
struct Problem<'a> {
    grid: &'a NavGrid,
    /// A passable cell.
    start: Cell,
    /// Passable cells, each once; all can be reached from the start by the method's rules. At least one if none is `near`.
    goals: &'a [Cell],
    /// Goals of which it is not known whether any can be reached. Only for best-first searches.
    near: Option<&'a Near>,
    /// A [chosen](Method::chosen) one.
    method: Method,
    first_steps: bool,
}

/// How a search stands when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// It has found a path.
    Found,
    /// It has used up this budget and can continue.
    Paused,
    /// It has reached the limit of its method.
    Limit,
    /// It has looked at all that can be reached, and came to no goal.
    NoPath,
}

/// Finds a path over `grid` from the start to any one of the goals: the cheapest, unless the [`Method`] guarantees
/// less.
///
/// Steps lead to neighbouring cells by the method's [rules](moves), [links](NavGrid::links) from their beginning to
/// their end. Goals outside the map are ignored. When no goal can be reached, which is known before the search begins,
/// the path is [`PathStatus::Partial`] and leads to the reachable cell nearest to a goal: by straight distance, then by
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
/// use footpath::nav::trace::{NodeSet, Replay};
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
/// let mut replay = Replay::new(trace, grid.lattice().width, grid.lattice().height);
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

/// The passable cell to which a path from `start` first goes: `start` itself where that is passable. `None`
/// when nothing is.
pub fn exit_from(grid: &NavGrid, start: Cell) -> Option<Cell> {
    if grid.is_passable(start) {
        return Some(start);
    }
    if grid.lowest_cost() == 0 {
        return None;
    }
    let size = grid.lattice();
    let furthest = size.width.max(size.height) as i32;
    (1..furthest).find_map(|steps| {
        let passable = ring(start, steps).filter(|&cell| grid.is_passable(cell));
        passable.min_by_key(|&cell| (cell.distance_squared(start), cell.y, cell.x))
    })
}

/// The cells that are `steps` steps from a cell, diagonal ones included; some of them may lie outside the map. Only these are looked
/// at: all cells up to each ring would be as many as the side of the map to the third.
fn ring(middle: Cell, steps: i32) -> impl Iterator<Item = Cell> {
    let rows =
        (-steps..=steps).flat_map(move |by| [-steps, steps].map(|down| Cell::new(middle.x + by, middle.y + down)));
    let sides = (1 - steps..steps)
        .flat_map(move |by| [-steps, steps].map(|across| Cell::new(middle.x + across, middle.y + by)));
    rows.chain(sides)
}
