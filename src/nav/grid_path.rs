//! The short way to ask for a path: from place to place, with the answer in cells and in world units.

use glam::Vec2;

use crate::grid::Cell;

use super::find_path::find_path;
use super::nav_grid::NavGrid;
use super::path::{PathError, PathStatus};
use super::query::PathQuery;
use super::search::Search;

/// A place on a grid: a cell, or a point in world units. Either can be given where a place is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// The middle of a cell.
    Cell(Cell),
    /// A point, in world units.
    Point(Vec2),
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Place {
        Place::Cell(cell)
    }
}

impl From<Vec2> for Place {
    fn from(point: Vec2) -> Place {
        Place::Point(point)
    }
}

/// A path from place to place, as [`NavGrid::path`] finds it.
#[derive(Clone, Debug, PartialEq)]
pub struct GridPath {
    /// Every cell on the path, the first one and the last one included; each is a neighbour of the one before.
    pub cells: Vec<Cell>,
    /// Where to walk, in world units: from the start through the middles of the cells to the goal, straight from each
    /// point to the next. Never empty; a single point where the path leads nowhere else.
    pub points: Vec<Vec2>,
    /// The length of the line through the points, in world units.
    pub length: f32,
    /// What the cells cost, in tiles of cost 1: each step by the mean cost of its two cells.
    pub cost: f64,
}

impl NavGrid {
    /// The cheapest path from one place to another, each a [`Cell`] or a point in world units.
    ///
    /// It goes to the eight neighbours of a cell and cuts no corner of a wall. A start inside a wall is left by the
    /// shortest path. For another [`Method`](super::Method) of searching, several goals, or the path to the nearest
    /// cell that can be reached where the goal cannot, ask [`find_path`]: it also uses the memory of one [`Search`]
    /// again, which this allocates for each call.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::nav::{NavGrid, PathError};
    /// use glam::vec2;
    ///
    /// let grid = NavGrid::from_rows(&["..#.", "..#.", "..#."])?;
    /// let path = grid.path(vec2(0.25, 0.25), Cell::new(0, 2))?;
    /// assert_eq!(path.cells, [Cell::new(0, 0), Cell::new(0, 1), Cell::new(0, 2)]);
    /// assert_eq!(path.points, [vec2(0.25, 0.25), vec2(0.5, 1.5), vec2(0.5, 2.5)]);
    ///
    /// // No way leads across the wall, and there is nothing beyond the border.
    /// assert!(matches!(grid.path(Cell::new(0, 0), Cell::new(3, 0)), Err(PathError::NoPath(_))));
    /// assert_eq!(grid.path(Cell::new(0, 0), vec2(9.0, 1.0)), Err(PathError::GoalOutside));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the start or the goal lies outside the grid (or is not a number), or the goal cannot be reached.
    pub fn path(&self, from: impl Into<Place>, to: impl Into<Place>) -> Result<GridPath, PathError> {
        let (start, begin) = self.cell_and_point(from.into()).ok_or(PathError::StartOutside)?;
        let (goal, end) = self.cell_and_point(to.into()).ok_or(PathError::GoalOutside)?;
        let path = find_path(self, &PathQuery::between(start, goal), &mut Search::default())?;
        if path.status == PathStatus::Partial {
            return Err(PathError::NoPath(path.statistics));
        }
        let between = path.cells.iter().skip(1).take(path.cells.len().saturating_sub(2));
        let mut points: Vec<Vec2> =
            std::iter::once(begin).chain(between.map(|&cell| self.lattice().centre(cell))).collect();
        if path.cells.len() > 1 || begin != end {
            points.push(end);
        }
        let length = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        Ok(GridPath { cells: path.cells, points, length, cost: path.cost })
    }

    /// The cell of a place and the point where it is, in world units; `None` outside the grid.
    fn cell_and_point(&self, place: Place) -> Option<(Cell, Vec2)> {
        let lattice = self.lattice();
        match place {
            Place::Cell(cell) => lattice.contains(cell).then(|| (cell, lattice.centre(cell))),
            Place::Point(point) => lattice.tile_inside(point).map(|cell| (cell, point)),
        }
    }
}
