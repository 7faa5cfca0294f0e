//! How a search finds its path: plain data, so that levels can name it too.

use crate::named::named;

/// How a search finds its path.
///
/// ```
/// use footpath::nav::{Algorithm, Heuristic, Method};
/// let method = Method { algorithm: Algorithm::AStar, heuristic: Heuristic::Manhattan, ..Method::default() };
/// assert_eq!(method.weight, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Method {
    /// The algorithm that finds the path.
    pub algorithm: Algorithm,
    /// How it estimates the cost that is left. Dijkstra, breadth-first, depth-first, jump point, any-angle,
    /// hierarchical and flow field searches have an estimate of their own, or none.
    pub heuristic: Heuristic,
    /// The factor of the estimate in [`Algorithm::WeightedAStar`] (H : G in some tutorials): 0 makes it Dijkstra's
    /// search, 1 A*, infinity greedy search. Never negative, never NaN.
    pub weight: f64,
    /// To how many neighbours a step may lead.
    pub connectivity: Connectivity,
    /// When a diagonal step may pass an obstacle's corner.
    pub corners: CornerRule,
    /// What a diagonal step costs.
    pub diagonal: DiagonalCost,
    /// The number of expansions after which [`Algorithm::IdaStar`] gives up with
    /// [`PathError::Limit`](crate::nav::PathError::Limit).
    pub expansion_limit: u32,
    /// Whether the path is pulled straight afterwards, as far as clearance and cost allow.
    pub smooth: bool,
    /// Whether Dijkstra's search, A*, weighted A*, greedy and breadth-first search run as a textbook prints them. The others
    /// are not affected.
    #[serde(default, skip_serializing_if = "Textbook::is_off")]
    pub textbook: Textbook,
    /// What is wrong with a textbook's search. The others make none.
    #[serde(default, skip_serializing_if = "Mistake::is_none")]
    pub mistake: Mistake,
}

impl Default for Method {
    fn default() -> Method {
        Method {
            algorithm: Algorithm::Auto,
            heuristic: Heuristic::Octile,
            weight: 2.0,
            connectivity: Connectivity::Eight,
            corners: CornerRule::Never,
            diagonal: DiagonalCost::Exact,
            expansion_limit: 1_000_000,
            smooth: false,
            textbook: Textbook::Off,
            mistake: Mistake::None,
        }
    }
}

named! {
    /// The algorithm of a search.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    pub enum Algorithm {
        /// The fastest that is exact for this map and query.
        Auto = "auto",
        /// Outward from the start, the cheapest first.
        Dijkstra = "dijkstra",
        /// By the cost of the path so far and an estimate of what is left.
        AStar = "a-star",
        /// A* with the estimate multiplied by [`Method::weight`].
        WeightedAStar = "weighted-a-star",
        /// By the estimate alone.
        Greedy = "greedy",
        /// Outward from the start, the fewest steps first, whatever they cost.
        BreadthFirst = "breadth-first",
        /// Along one path as far as it goes, whatever it costs; then back to the last cell with another way on.
        DepthFirst = "depth-first",
        /// Depth first with a rising bound on the cost, in the memory of one path.
        IdaStar = "ida-star",
        /// A* from both ends. Here to learn from: plain A* is faster on most maps.
        BidirectionalAStar = "bidirectional-a-star",
        /// Dijkstra's search from both ends.
        BidirectionalDijkstra = "bidirectional-dijkstra",
        /// A* that jumps over cells with nothing to decide.
        JumpPoint = "jump-point",
        /// Between obstacles' corners, in an index that was [made before](crate::nav::NavGrid::prepare_index).
        Subgoal = "subgoal",
        /// The shortest path of straight lines in any direction.
        AnyAngle = "any-angle",
        /// Between the entrances of chunks first, then inside them.
        Hierarchical = "hierarchical",
        /// Outward from the goals, once for all agents that go there.
        FlowField = "flow-field",
    }

    /// An estimate of the cost between two cells, dx columns and dy rows apart, in tiles of the map's lowest cost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    pub enum Heuristic {
        /// 0: nothing is estimated.
        Zero = "zero",
        /// dx + dy.
        Manhattan = "manhattan",
        /// The straight distance.
        Euclidean = "euclidean",
        /// The largest number of diagonal steps, then straight ones: exact in the open.
        Octile = "octile",
        /// The greater of dx and dy.
        Chebyshev = "chebyshev",
    }

    /// To how many neighbours a step may lead.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    pub enum Connectivity {
        /// The four beside, above and below.
        Four = "4",
        /// The four at the corners as well.
        Eight = "8",
    }

    /// When a diagonal step is legal, by the two cells that it passes between.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    pub enum CornerRule {
        /// Only where both are passable. Agents walk by this rule: a disc fits through nothing less.
        Never = "never",
        /// Where at least one is passable.
        OneFree = "one-free",
        /// A diagonal step may pass any corner.
        Always = "always",
    }

    /// Whether a search runs as a textbook prints it, and which of the cells of equal priority it then expands first.
    ///
    /// Such a search tries every legal move from a cell, and does not know beforehand whether a goal can be reached: where
    /// none can, it expands all that can be, its open list runs empty, and there is
    /// [no path](crate::nav::PathError::NoPath), not one to the nearest cell.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    pub enum Textbook {
        /// It leaves out moves that cannot be part of the one path that counts, and of equal cells expands the one that is
        /// furthest along.
        #[default]
        Off = "off",
        /// As printed; of equal cells the one that has been in the open list longest.
        Oldest = "oldest",
        /// As printed; of equal cells the one that was put into it last.
        Newest = "newest",
        /// As printed; of equal cells the one with the least h.
        LeastH = "least-h",
    }

    /// A mistake that is often made where a search is written by hand, to learn from: what it finds is legal, but may cost more
    /// than it must, or nothing is found.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    pub enum Mistake {
        /// The search makes no mistake.
        #[default]
        None = "none",
        /// The start is not put into the open list.
        StartNotOpened = "start-not-opened",
        /// Two of the eight neighbours are not looked at: down to the right, and up to the left.
        SixNeighbours = "six-neighbours",
        /// Of a cell that is in the open list already, cost and parent are written over, better or not, and its place in the
        /// list stays as it was.
        CostOverwritten = "cost-overwritten",
        /// A column is compared with the number of rows: what lies further to the right is not looked at.
        WrongBound = "wrong-bound",
    }

    /// What a diagonal step costs, where a straight one costs 1.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    pub enum DiagonalCost {
        /// The square root of 2 (1393 / 985).
        Exact = "exact",
        /// 1.4: the classic 10 and 14.
        TenFourteen = "10-14",
    }
}

impl Algorithm {
    /// Whether it estimates by [`Method::heuristic`].
    pub fn uses_heuristic(self) -> bool {
        use Algorithm::{AStar, BidirectionalAStar, Greedy, IdaStar, WeightedAStar};
        matches!(self, AStar | WeightedAStar | Greedy | IdaStar | BidirectionalAStar)
    }
}

impl Textbook {
    /// Whether the search does not run as a textbook prints it.
    pub fn is_off(&self) -> bool {
        *self == Textbook::Off
    }
}

impl Mistake {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Mistake::None
    }
}
