//! Every algorithm: where its memory is, how it is called, when it serves a query, and what it promises.
//!
//! An algorithm that nothing else needs lies in a file below this one.

mod best_first;
mod bidirectional;
mod depth_first;
mod ida_star;

use best_first::BestFirst;
use bidirectional::Bidirectional;
use depth_first::DepthFirst;
use ida_star::IdaStar;

use crate::grid::Cell;
use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method, Textbook};

use super::any_angle::AnyAngle;
use super::baked_ground::BakedGround;
use super::expansion_meter::ExpansionMeter;
use super::flow_field::FlowField;
use super::heuristic;
use super::hierarchy::{self, Hierarchical};
use super::jump_point::{self, JumpPoint};
use super::moves::MoveRules;
use super::nav_grid::NavGrid;
use super::problem::{PathfindingProblem, SearchProgress};
use super::query::Guarantee;
use super::subgoal::{self, Subgoal};
use super::trace::Observer;

/// The memory of every algorithm.
#[derive(Clone, Debug, Default)]
pub(super) struct Algorithms {
    best_first: BestFirst,
    depth_first: DepthFirst,
    bidirectional: Bidirectional,
    ida_star: IdaStar,
    jump_point: JumpPoint,
    subgoal: Subgoal,
    any_angle: AnyAngle,
    hierarchical: Hierarchical,
    flow_field: FlowField,
}

/// Applies an expression to the part of [`Algorithms`] that an algorithm uses.
macro_rules! with_algorithm {
    ($all:expr, $algorithm:expr, $part:ident => $do:expr) => {
        match $algorithm {
            Algorithm::Auto => unreachable!("a chosen method names its algorithm"),
            Algorithm::Dijkstra
            | Algorithm::AStar
            | Algorithm::WeightedAStar
            | Algorithm::Greedy
            | Algorithm::BreadthFirst => {
                let $part = &mut $all.best_first;
                $do
            }
            Algorithm::DepthFirst => {
                let $part = &mut $all.depth_first;
                $do
            }
            Algorithm::IdaStar => {
                let $part = &mut $all.ida_star;
                $do
            }
            Algorithm::BidirectionalAStar | Algorithm::BidirectionalDijkstra => {
                let $part = &mut $all.bidirectional;
                $do
            }
            Algorithm::JumpPoint => {
                let $part = &mut $all.jump_point;
                $do
            }
            Algorithm::Subgoal => {
                let $part = &mut $all.subgoal;
                $do
            }
            Algorithm::AnyAngle => {
                let $part = &mut $all.any_angle;
                $do
            }
            Algorithm::Hierarchical => {
                let $part = &mut $all.hierarchical;
                $do
            }
            Algorithm::FlowField => {
                let $part = &mut $all.flow_field;
                $do
            }
        }
    };
}

impl Algorithms {
    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.best_first.bytes()
            + self.depth_first.bytes()
            + self.bidirectional.bytes()
            + self.ida_star.bytes()
            + self.jump_point.bytes()
            + self.subgoal.bytes()
            + self.any_angle.bytes()
            + self.hierarchical.bytes()
            + self.flow_field.bytes()
    }

    /// Forgets the last search by the problem's algorithm, and prepares for a new one.
    pub fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        with_algorithm!(self, problem.method.algorithm, part => part.begin(problem, meter));
    }

    /// Expands cells until the meter is used up.
    pub fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        with_algorithm!(self, problem.method.algorithm, part => part.advance(problem, meter))
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&mut self, problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        with_algorithm!(self, problem.method.algorithm, part => part.append_path(problem, cells));
    }

    /// The rest of the path found, where only its first steps were asked for: cells far apart, its end the last.
    pub fn ahead(&self, problem: &PathfindingProblem) -> Vec<Cell> {
        match problem.method.algorithm {
            Algorithm::Hierarchical => self.hierarchical.ahead(problem),
            _ => Vec::new(),
        }
    }
}

impl Method {
    /// The method that is actually used on a map for a number of goals: [`Algorithm::Auto`] is replaced by an
    /// algorithm, and an algorithm that cannot answer the query by A* (jump points on ground of several costs, or with
    /// links). Where [turns cost something](crate::profile::AgentProfile::turn_cost), only Dijkstra's search, A* and weighted A*
    /// count them; greedy, breadth-first and depth-first search, which promise nothing, and textbooks go on without, all
    /// others run as A*, and no path is pulled straight. Where there is an index, a search by [`Algorithm::Auto`] still finds
    /// goals by jump points that are nearer than the index is [worthwhile](crate::nav::SubgoalIndex::worthwhile_from).
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
