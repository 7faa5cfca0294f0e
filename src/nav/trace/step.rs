//! One thing that a search did.

use glam::Vec2;

use crate::grid::{Cell, Rect};

/// One thing that a search did. Costs are in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceStep {
    /// What the search did.
    pub kind: StepKind,
    /// From which end it searches.
    pub side: Side,
    /// What its cell stands for.
    pub subject: Subject,
    /// The cell that it concerns.
    pub cell: Cell,
    /// The cell from which the search came to it; `None` at the root.
    pub parent: Option<Cell>,
    /// The cost of the path found to it.
    pub g: f64,
    /// The estimate of the cost that is left, as it counts for this search (0 where it has none).
    pub h: f64,
}

impl TraceStep {
    /// The estimated cost of the path through it.
    pub fn f(&self) -> f64 {
        self.g + self.h
    }
}

/// What a search did with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Saw it for the first time and put it into the open list.
    Generated,
    /// Took it from the open list and looked at its neighbours.
    Expanded,
    /// Found a better path to it while it was in the open list.
    Improved,
    /// Found a better path to it after it had been expanded, and put it back into the open list.
    Reopened,
    /// Left it out, for a reason. `g` is what the path to it would have cost.
    LeftOut(Reason),
    /// Jumped over it, or came to it in a jump without stopping.
    Jumped,
    /// Went back from it along the path, because all that can follow it has been tried.
    Backtracked,
    /// Began again with a higher bound on f, which is `h`.
    Threshold,
    /// Joined the paths from both ends there: a cheaper path than any known before, of cost `g`.
    Met,
    /// Began a part of its work.
    Phase(SearchPhase),
    /// Took a chunk into the corridor in which it looks for the cells of the path; the chunk is the step's [`StepShape`].
    ChunkOpened,
    /// Found the path, which ends there and costs `g`.
    Found,
    /// Has expanded all that can be reached, and come to no goal.
    RanOut,
    /// Reached the limit of its expansions.
    GaveUp,
}

impl StepKind {
    /// Whether a step puts its cell into no set, and goes past it.
    pub(super) fn is_passed(self) -> bool {
        matches!(self, StepKind::LeftOut(_) | StepKind::Jumped)
    }

    /// Whether a step puts its cell into the open or the closed set.
    pub(super) fn is_of_set(self) -> bool {
        use StepKind::{Expanded, Generated, Improved, Reopened};
        matches!(self, Generated | Expanded | Improved | Reopened)
    }
}

/// Why a search leaves a cell out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not passable.
    Wall,
    /// It is passable, but a ledge or an obstacle blocks the step to it.
    BlockedEdge,
    /// The step is diagonal and would cut a corner.
    Corner,
    /// Another path to it that costs no more does without the cell that the search is at.
    Needless,
    /// The search does not think of it, by [mistake](crate::nav::Mistake).
    Forgotten,
    /// It is closed, and was reached at no greater cost; to greedy search, whatever it cost.
    Closed,
    /// It was reached before at no greater cost.
    NotBetter,
    /// It lies on the path that is being tried.
    OnPath,
    /// Its f exceeds the bound.
    BeyondBound,
    /// No path through it can cost less than the best one known.
    TooDear,
    /// Its chunk is not in the corridor in which the cells of the path are looked for.
    OutsideCorridor,
}

impl Reason {
    /// Whether the cell itself is left out for it, rather than just this way to a cell that another one leads to or that
    /// no path can enter.
    pub fn is_of_cell(self) -> bool {
        matches!(self, Reason::Needless | Reason::BeyondBound | Reason::TooDear)
    }
}

/// What the cell of a step stands for.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The cell stands for itself.
    #[default]
    Cell,
    /// An entrance between chunks, which stands there.
    Entrance,
    /// A point from which an any-angle search looks around: the start, a corner or a goal.
    Corner,
    /// The side of a polygon of which a part is seen; the cell is near its middle, and the part the step's [`StepShape`].
    Interval,
}

/// A part of the work of a hierarchical search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPhase {
    /// Finds the costs from the start to the entrances of its chunk, cell by cell.
    StartChunk,
    /// Finds the costs to a goal from the entrances of its chunk, cell by cell.
    GoalChunk,
    /// Finds the costs from the start to the entrances of its region.
    StartRegion,
    /// Finds the costs to the goals from the entrances of their region.
    GoalRegion,
    /// Looks for the entrances between regions on the path.
    BetweenRegions,
    /// Looks for the entrances between the chunks of one region on the path.
    WithinRegion,
    /// Looks for the cells of the path, in the chunks that it leads through and no others.
    Cells,
}

/// What there is to draw for a step beside its cell. Points are in cells: the cell (x, y) covers x to x + 1 and y to
/// y + 1, and its middle is at (x + 0.5, y + 0.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepShape {
    /// What an any-angle search sees of a side, and from where.
    Interval {
        /// The last point where the path has turned.
        root: Vec2,
        /// The right and the left end of what is seen, for an observer at the root who looks that way on the map.
        ends: [Vec2; 2],
    },
    /// The cells of a chunk.
    Chunk(Rect),
    /// The cells of a region: of several chunks.
    Region(Rect),
}

/// From which end a search looks.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From the start.
    #[default]
    Start,
    /// From a goal.
    Goal,
}
