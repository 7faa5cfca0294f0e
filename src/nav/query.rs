//! A path query, and which method answers it.

use std::sync::Arc;

use crate::grid::Cell;
pub use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};

use crate::profile::AreaFilter;

use super::moves::MoveRules;
use super::{GoalArea, NavGrid, heuristic, hierarchy, jump_point, subgoal};

/// A path query.
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
    /// How to search.
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

    /// The same query by another method.
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
    /// Nothing.
    None,
}

impl Method {
    /// The method that is actually used on a map for a number of goals: [`Algorithm::Auto`] is replaced by an
    /// algorithm, and an algorithm that cannot answer the query by A* (jump points on ground of several costs, or with
    /// links). Where there is an index, a search by [`Algorithm::Auto`] still finds goals by jump points that are nearer than
    /// the index is [worthwhile](crate::nav::SubgoalIndex::worthwhile_from).
    pub fn chosen(self, grid: &NavGrid, goals: usize) -> Method {
        let is_even = grid.is_even() && grid.is_plain();
        let walks = self.connectivity == Connectivity::Eight && self.corners == CornerRule::Never;
        match self.algorithm {
            Algorithm::Auto | Algorithm::Subgoal if subgoal::serves(self, grid, goals) => {
                Method { algorithm: Algorithm::Subgoal, ..self }
            }
            Algorithm::Auto | Algorithm::Subgoal if jump_point::serves(self, grid, goals) && !grid.is_cluttered() => {
                Method { algorithm: Algorithm::JumpPoint, ..self }
            }
            Algorithm::JumpPoint if jump_point::serves(self, grid, goals) => self,
            Algorithm::Hierarchical if hierarchy::serves(self, goals) => self,
            // Exact by every rule: the octile estimate never exceeds what is left.
            Algorithm::Auto | Algorithm::JumpPoint | Algorithm::Subgoal | Algorithm::Hierarchical => {
                Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, ..self }
            }
            Algorithm::AnyAngle if !is_even || !walks => {
                Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, smooth: true, ..self }
            }
            // Its paths are straight already, and have no diagonal steps.
            Algorithm::AnyAngle => Method { diagonal: DiagonalCost::Exact, smooth: false, ..self },
            _ => self,
        }
    }

    /// This method if it is a best-first search, or else A*: for goals that are not listed.
    pub(super) fn best_first(self) -> Method {
        match self.algorithm {
            Algorithm::Dijkstra
            | Algorithm::AStar
            | Algorithm::WeightedAStar
            | Algorithm::Greedy
            | Algorithm::BreadthFirst => self,
            _ => Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, ..self },
        }
    }

    /// What a [chosen](Method::chosen) method guarantees about the paths that it finds on a map.
    pub fn guarantee(self, grid: &NavGrid) -> Guarantee {
        let rules = MoveRules::from(self);
        let share = heuristic::greatest_share(self.heuristic, rules);
        let is_even = grid.is_even() && grid.is_plain();
        match self.algorithm {
            // It costs no more than before, but another path, pulled straight, might cost less.
            _ if self.smooth => match (Method { smooth: false, ..self }.guarantee(grid), self.diagonal) {
                (Guarantee::Shortest, DiagonalCost::Exact) => Guarantee::ShortestBySteps,
                // A straight line costs its length, and a diagonal of 1.4 less than that.
                _ => Guarantee::None,
            },
            Algorithm::Auto
            | Algorithm::Dijkstra
            | Algorithm::BidirectionalDijkstra
            | Algorithm::JumpPoint
            | Algorithm::Subgoal
            | Algorithm::FlowField => Guarantee::Shortest,
            Algorithm::AStar | Algorithm::IdaStar => Guarantee::at_most(share),
            // A share of zero stays zero, whatever the weight.
            Algorithm::WeightedAStar if self.weight.is_finite() => Guarantee::at_most(self.weight * share),
            // It minimises the number of steps: at worst each is diagonal where a straight one would do.
            Algorithm::BreadthFirst if is_even => Guarantee::at_most(rules.longest_step()),
            // When an estimate is too high, the two searches may miss the cheapest path.
            Algorithm::BidirectionalAStar if share <= 1.0 => Guarantee::Shortest,
            Algorithm::AnyAngle if is_even => Guarantee::Shortest,
            Algorithm::WeightedAStar
            | Algorithm::BreadthFirst
            | Algorithm::BidirectionalAStar
            | Algorithm::AnyAngle
            | Algorithm::Greedy
            | Algorithm::DepthFirst
            | Algorithm::Hierarchical => Guarantee::None,
        }
    }
}

impl Guarantee {
    /// The guarantee that a path costs at most `factor` times as much as the cheapest.
    fn at_most(factor: f64) -> Guarantee {
        if factor > 1.0 { Guarantee::AtMost(factor) } else { Guarantee::Shortest }
    }
}
