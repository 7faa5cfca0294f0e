//! What is asked of a search, and which method answers it.

use crate::grid::Cell;
pub use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};

use crate::profile::AreaFilter;

use super::moves::MoveRules;
use super::{NavGrid, heuristic, hierarchy, jump_point};

/// What is asked of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct PathQuery {
    /// Where the path begins.
    pub start: Cell,
    /// Where it may end: any one of these, the cheapest to reach.
    pub goals: Vec<Cell>,
    /// How near to one of the goals is near enough: the straight distance between the middles of two cells, in
    /// cells; 0 for the goal itself.
    pub within: f64,
    /// How to search.
    pub method: Method,
    /// Whether [`Algorithm::Hierarchical`] may lay only the first steps in cells, and leave the rest as
    /// [`Path::ahead`](super::Path::ahead).
    pub first_steps: bool,
    /// Which areas the path may enter and what they cost, where that is not what the grid was baked for. It may forbid
    /// areas to which the grid is open, not open those to which it is closed.
    pub areas: Option<AreaFilter>,
}

impl PathQuery {
    /// From one cell to another, by the default [`Method`].
    pub fn between(start: Cell, goal: Cell) -> PathQuery {
        PathQuery::to_any(start, vec![goal])
    }

    /// From one cell to the one of several that is the cheapest to reach, by the default [`Method`].
    pub fn to_any(start: Cell, goals: Vec<Cell>) -> PathQuery {
        PathQuery { start, goals, within: 0.0, method: Method::default(), first_steps: false, areas: None }
    }

    /// The same by another method.
    pub fn by(self, method: Method) -> PathQuery {
        PathQuery { method, ..self }
    }
}

/// What can be promised of a path's cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guarantee {
    /// There is none that costs less.
    Shortest,
    /// It is not guaranteed to be the shortest, but costs at most so many times as much; more than 1.
    AtMost(f64),
    /// Nothing.
    None,
}

impl Method {
    /// The method that is used on a map for a number of goals: the algorithm is the one that [`Algorithm::Auto`]
    /// stands for, and A* where the one asked for cannot serve (jump points on ground of several costs, or with links,
    /// say).
    pub fn chosen(self, grid: &NavGrid, goals: usize) -> Method {
        let is_even = grid.is_even() && grid.is_plain();
        let walks = self.connectivity == Connectivity::Eight && self.corners == CornerRule::Never;
        match self.algorithm {
            Algorithm::Auto if jump_point::serves(self, grid, goals) && !grid.is_cluttered() => {
                Method { algorithm: Algorithm::JumpPoint, ..self }
            }
            Algorithm::JumpPoint if jump_point::serves(self, grid, goals) => self,
            Algorithm::Hierarchical if hierarchy::serves(self, goals) => self,
            // Exact by every rule: the octile estimate never exceeds what is left.
            Algorithm::Auto | Algorithm::JumpPoint | Algorithm::Hierarchical => {
                Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, ..self }
            }
            Algorithm::AnyAngle if !is_even || !walks => {
                Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, smooth: true, ..self }
            }
            // As straight as can be already, and there are no diagonal steps.
            Algorithm::AnyAngle => Method { diagonal: DiagonalCost::Exact, smooth: false, ..self },
            _ => self,
        }
    }

    /// What a [chosen](Method::chosen) method promises of the paths that it finds on a map.
    pub fn guarantee(self, grid: &NavGrid) -> Guarantee {
        let rules = MoveRules::from(self);
        let share = heuristic::greatest_share(self.heuristic, rules);
        let is_even = grid.is_even() && grid.is_plain();
        match self.algorithm {
            // It costs no more than before, but how much less another might, pulled straight, nobody knows.
            _ if self.smooth => Guarantee::None,
            Algorithm::Auto
            | Algorithm::Dijkstra
            | Algorithm::BidirectionalDijkstra
            | Algorithm::JumpPoint
            | Algorithm::FlowField => Guarantee::Shortest,
            Algorithm::AStar | Algorithm::IdaStar => Guarantee::at_most(share),
            // The weight of nothing is nothing, however great.
            Algorithm::WeightedAStar if self.weight.is_finite() => Guarantee::at_most(self.weight * share),
            // By the fewest steps: at worst each is diagonal where a straight one would do.
            Algorithm::BreadthFirst if is_even => Guarantee::at_most(rules.longest_step()),
            // The two ends promise nothing of each other where either overestimates.
            Algorithm::BidirectionalAStar if share <= 1.0 => Guarantee::Shortest,
            Algorithm::AnyAngle if is_even => Guarantee::Shortest,
            Algorithm::WeightedAStar
            | Algorithm::BreadthFirst
            | Algorithm::BidirectionalAStar
            | Algorithm::AnyAngle
            | Algorithm::Greedy
            | Algorithm::Hierarchical => Guarantee::None,
        }
    }
}

impl Guarantee {
    /// That a path costs at most so many times as much as the cheapest.
    fn at_most(factor: f64) -> Guarantee {
        if factor > 1.0 { Guarantee::AtMost(factor) } else { Guarantee::Shortest }
    }
}
