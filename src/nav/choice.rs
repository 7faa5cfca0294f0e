//! Which method answers a query, and what it guarantees.

use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method, Textbook};

use super::baked_ground::BakedGround;
use super::moves::MoveRules;
use super::nav_grid::NavGrid;
use super::query::Guarantee;
use super::{heuristic, hierarchy, jump_point, subgoal};

impl Method {
    /// The method that is actually used on a map for a number of goals: [`Algorithm::Auto`] is replaced by an
    /// algorithm, and an algorithm that cannot answer the query by A* (jump points on ground of several costs, or with
    /// links). Where [turns cost something](crate::profile::AgentProfile::turn_cost), only Dijkstra's search, A* and weighted A*
    /// count them; greedy, breadth-first and depth-first search, which promise nothing, and textbooks go on without, all
    /// others run as A*, and no path is pulled straight. Where there is an index, a search by [`Algorithm::Auto`] still finds goals by jump points that are nearer than
    /// the index is [worthwhile](crate::nav::SubgoalIndex::worthwhile_from).
    pub fn chosen(self, grid: &NavGrid, goals: usize) -> Method {
        if grid.turn_cost() > 0 {
            return self.counting_turns();
        }
        let is_even = grid.is_even() && grid.is_plain();
        let walks = self.connectivity == Connectivity::Eight && self.corners == CornerRule::Never;
        // Exact by every rule: the octile estimate never exceeds what is left.
        let by_a_star = Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, ..self };
        match self.algorithm {
            Algorithm::Auto if self.is_textbook() => by_a_star,
            Algorithm::Auto | Algorithm::Subgoal if subgoal::serves(self, grid, goals) => {
                Method { algorithm: Algorithm::Subgoal, ..self }
            }
            Algorithm::Auto | Algorithm::Subgoal if jump_point::serves(self, grid, goals) && !grid.is_cluttered() => {
                Method { algorithm: Algorithm::JumpPoint, ..self }
            }
            Algorithm::JumpPoint if jump_point::serves(self, grid, goals) => self,
            Algorithm::Hierarchical if hierarchy::serves(self, goals) => self,
            Algorithm::Auto | Algorithm::JumpPoint | Algorithm::Subgoal | Algorithm::Hierarchical => {
                Method { textbook: Textbook::Off, ..by_a_star }
            }
            Algorithm::AnyAngle if !is_even || !walks => Method { smooth: true, textbook: Textbook::Off, ..by_a_star },
            // Its paths are straight already, and have no diagonal steps.
            Algorithm::AnyAngle => Method { diagonal: DiagonalCost::Exact, smooth: false, ..self },
            _ => self,
        }
    }

    /// Whether it runs as a [textbook](crate::nav::Textbook) prints it.
    pub fn is_textbook(self) -> bool {
        !self.textbook.is_off() && (self.algorithm == Algorithm::Auto || self.is_best_first())
    }

    fn is_best_first(self) -> bool {
        use Algorithm::{AStar, BreadthFirst, Dijkstra, Greedy, WeightedAStar};
        matches!(self.algorithm, Dijkstra | AStar | WeightedAStar | Greedy | BreadthFirst)
    }

    /// This method if it is a best-first search, or else A*: for goals that are not listed.
    pub(super) fn best_first(self, grid: &BakedGround) -> Method {
        let method = match self.is_best_first() {
            true => self,
            false => Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, ..self },
        };
        if grid.turn_cost() > 0 { method.counting_turns() } else { method }
    }

    /// This method where turns cost something.
    fn counting_turns(self) -> Method {
        let textbook = if self.is_textbook() { self.textbook } else { Textbook::Off };
        match self.is_best_first() || self.algorithm == Algorithm::DepthFirst {
            true => Method { smooth: false, ..self },
            false => {
                Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Octile, smooth: false, textbook, ..self }
            }
        }
    }

    /// Whether it looks for the path whose steps and turns together cost least, where turns cost something.
    pub(super) fn counts_turns(self) -> bool {
        use Algorithm::{AStar, Dijkstra, WeightedAStar};
        !self.is_textbook() && matches!(self.algorithm, Dijkstra | AStar | WeightedAStar)
    }

    /// What a [chosen](Method::chosen) method guarantees about the paths that it finds on a map.
    pub fn guarantee(self, grid: &NavGrid) -> Guarantee {
        let rules = MoveRules::from(self);
        let share = heuristic::greatest_share(self.heuristic, rules);
        let is_even = grid.is_even() && grid.is_plain();
        if self.is_textbook() && !self.mistake.is_none() || grid.turn_cost() > 0 && !self.counts_turns() {
            return Guarantee::None;
        }
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
