//! A path query.

use std::sync::Arc;

use crate::grid::Cell;
pub use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method, Mistake, Textbook};

use crate::profile::AreaFilter;

use super::goal_area::GoalArea;

/// A question for a path: from where, to where, and by which method.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PathQuery {
    /// Where the path begins.
    pub start: Cell,
    /// Where it may end: any one of these, the cheapest to reach.
    pub goals: Vec<Cell>,
    /// Instead of these, an area: the path ends at the cell of it, or [near it](PathQuery::within), that is the cheapest to
    /// reach. Where none can be reached, the path does not lead as near as possible: there is
    /// [none](super::PathError::NoPath), which is known once all that can be reached was looked at. Not part of the state of a
    /// simulation, which knows the target.
    #[serde(skip)]
    pub area: Option<Arc<GoalArea>>,
    /// How near to a goal the path may end: the straight distance between the middles of two cells, in cells; 0 for the
    /// goal itself.
    pub within: f64,
    /// The method by which the path is searched.
    pub method: Method,
    /// Whether [`Algorithm::Hierarchical`] may find only the first steps cell by cell and leave the rest as
    /// [`Path::ahead`](super::Path::ahead).
    pub first_steps: bool,
    /// Which areas the path may enter and what they cost, if that differs from what the grid was baked for. It can
    /// forbid areas that the grid allows, but not allow areas that the grid forbids.
    pub areas: Option<AreaFilter>,
}

impl PathQuery {
    /// From one cell to another, by the default [`Method`].
    pub fn between(start: Cell, goal: Cell) -> PathQuery {
        PathQuery::to_any(start, vec![goal])
    }

    /// From one cell to the one of several that is the cheapest to reach, by the default [`Method`].
    pub fn to_any(start: Cell, goals: Vec<Cell>) -> PathQuery {
        PathQuery { start, goals, area: None, within: 0.0, method: Method::default(), first_steps: false, areas: None }
    }

    /// From one cell to the one of an area that is the cheapest to reach, by the default [`Method`]. Any method but a
    /// best-first search is replaced by A*.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use footpath::grid::{Cell, Rect};
    /// use footpath::nav::{GoalArea, NavGrid, PathQuery, Search, find_path};
    ///
    /// let grid = NavGrid::from_rows(&["...#....", "...#....", "........"])?;
    /// let right: Vec<Cell> = Rect { min: Cell::new(4, 0), max: Cell::new(8, 3) }.cells().collect();
    /// let query = PathQuery::to_area(Cell::new(0, 1), Arc::new(GoalArea::of_tiles(&right, 1)));
    /// let path = find_path(&grid, &query, &mut Search::default())?;
    /// assert_eq!(path.cells.last(), Some(&Cell::new(4, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_area(start: Cell, area: Arc<GoalArea>) -> PathQuery {
        PathQuery { area: Some(area), ..PathQuery::to_any(start, Vec::new()) }
    }

    /// This query by another method.
    pub fn by(self, method: Method) -> PathQuery {
        PathQuery { method, ..self }
    }
}

/// What is guaranteed about a path's cost.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Guarantee {
    /// No path costs less.
    Shortest,
    /// No path of steps from cell to cell costs less. It has been pulled straight; among paths of straight lines there may be
    /// one that costs less.
    ShortestBySteps,
    /// It may not be the shortest, but costs at most this many times as much; more than 1.
    AtMost(f64),
    /// Nothing is guaranteed.
    None,
}

impl Guarantee {
    /// The guarantee that a path costs at most `factor` times as much as the cheapest.
    pub(super) fn at_most(factor: f64) -> Guarantee {
        if factor > 1.0 { Guarantee::AtMost(factor) } else { Guarantee::Shortest }
    }
}
