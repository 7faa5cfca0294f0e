//! Path finding: [`find_path`] over a [`NavGrid`].

pub mod best_first;
mod canonical;
pub mod clearance;
pub mod moves;
pub mod nav_grid;
mod open_set;

use std::f64::consts::SQRT_2;

use crate::grid::{Cell, Rect};
pub use best_first::{NodeSet, NodeView, Search};
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

/// Finds the cheapest way over `grid` from the start to any one of the goals.
///
/// Steps lead to one of the eight neighbours and never cut a corner ([`moves`]). Goals outside the map are
/// left out. Where no goal can be reached, the path is [`PathStatus::Partial`] and leads to the reachable cell
/// nearest to a goal: by straight distance, then by the cost of the way, then the upper and the left one.
///
/// Where the start is not passable (a wall was put there, or the body is too wide for the place), the path
/// first leaves it: straight through whatever there is to the nearest passable cell (by steps to any of the
/// eight neighbours, then by straight distance, then the upper and the left one), and legally from there.
/// On these first steps a cell that is not passable counts with the cost 1.
///
/// ```
/// use footpath::grid::{Cell, Grid, Lattice};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use footpath::nav::{NavGrid, PathQuery, PathStatus, Search, find_path};
/// use footpath::profile::AgentProfile;
///
/// let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 8, height: 6 };
/// let map = TileMap { lattice, terrains: Terrain::built_in(), tiles: Grid::filled(8, 6, TerrainId(0)) };
/// let grid = NavGrid::bake(&map, &AgentProfile::built_in()[0]);
///
/// let query = PathQuery { start: Cell::new(0, 0), goals: vec![Cell::new(7, 5)] };
/// let path = find_path(&grid, &query, &mut Search::default())?;
/// assert_eq!(path.status, PathStatus::Complete);
/// assert_eq!(path.length, 2.0 + 5.0 * 2f64.sqrt());
/// # Ok::<(), footpath::nav::PathError>(())
/// ```
///
/// # Errors
/// When the start or every goal lies outside the map, or no way leads any nearer.
pub fn find_path(grid: &NavGrid, query: &PathQuery, search: &mut Search) -> Result<Path, PathError> {
    let in_map = |cell: &Cell| grid.lattice().contains(*cell);
    let mut goals = query.goals.iter().copied().filter(in_map).peekable();
    search.begin(grid, &query.goals);
    if !in_map(&query.start) {
        return Err(PathError::StartOutside);
    }
    if goals.peek().is_none() {
        return Err(PathError::GoalOutside);
    }
    let mut effort = Effort::default();
    let mut cells = way_out(grid, query.start).ok_or(PathError::NoWay(effort))?;
    let root = cells.pop().unwrap_or(query.start);
    let (status, end) = match search.run(grid, root, &mut effort) {
        Some(goal) => (PathStatus::Complete, goal),
        None => (PathStatus::Partial, search.nearest_to(goals).unwrap_or(root)),
    };
    if status == PathStatus::Partial && end == query.start {
        return Err(PathError::NoWay(effort));
    }
    search.append_way_to(end, &mut cells);
    let (length, cost) = count_steps(grid, &cells);
    Ok(Path { status, cells, length, cost, effort })
}

/// The passable cell to which a path from `start` first goes: `start` itself where that is passable. `None`
/// when nothing is.
pub fn exit_from(grid: &NavGrid, start: Cell) -> Option<Cell> {
    let size = grid.lattice();
    let furthest = size.width.max(size.height) as i32;
    (0..furthest).find_map(|steps| {
        let ring = Rect::of_cell(start).grown(steps);
        let on_ring = |cell: &Cell| (cell.x - start.x).abs().max((cell.y - start.y).abs()) == steps;
        let passable = ring.clipped(size.width, size.height).cells().filter(on_ring);
        passable
            .filter(|&cell| grid.is_passable(cell))
            .min_by_key(|&cell| (cell.distance_squared(start), cell.y, cell.x))
    })
}

/// The cells from `start` to the nearest passable one, both included: a single one when `start` is passable
/// itself. `None` when nothing is passable.
fn way_out(grid: &NavGrid, start: Cell) -> Option<Vec<Cell>> {
    let exit = exit_from(grid, start)?;
    let mut cells = vec![start];
    let mut last = start;
    while last != exit {
        last = Cell::new(last.x + (exit.x - last.x).signum(), last.y + (exit.y - last.y).signum());
        cells.push(last);
    }
    Some(cells)
}

/// The length and the cost of a path in tiles, counted from its steps.
fn count_steps(grid: &NavGrid, cells: &[Cell]) -> (f64, f64) {
    let (mut straight, mut diagonal, mut cost) = (0.0, 0.0, 0.0);
    for pair in cells.windows(2) {
        let is_straight = pair[0].x == pair[1].x || pair[0].y == pair[1].y;
        let hundredths = |cell| f64::from(grid.cost(cell).unwrap_or(100));
        let both = hundredths(pair[0]) + hundredths(pair[1]);
        *(if is_straight { &mut straight } else { &mut diagonal }) += 1.0;
        cost += both * if is_straight { 1.0 } else { SQRT_2 };
    }
    (straight + diagonal * SQRT_2, cost / 200.0)
}
