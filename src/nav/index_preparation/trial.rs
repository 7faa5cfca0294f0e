//! From which distance on an index is faster than jump points: tried out on paths all over the map.
//!
//! On small or wide open maps a search by jump points has found a near goal before one in an index has joined both ends to
//! the subgoals around them. How near depends on the map alone. It is told by what both searches count, not by a clock, so
//! that the answer is the same everywhere.

use std::sync::Arc;

use crate::grid::Cell;
use crate::method::{Algorithm, Method};
use crate::nav::nav_grid::NavGrid;
use crate::nav::query::PathQuery;
use crate::nav::search::Search;
use crate::sorting;

use crate::nav::subgoal::distance;
use crate::nav::subgoal::index::SubgoalIndex;

/// The paths that are tried. Of few, one that happens to be long would decide.
const TRIED: usize = 128;

/// The most pairs of cells that are looked at, though some were not passable.
const MOST_PAIRS: u32 = 4096;

/// Of this many pairs one has its ends anywhere on the map; in the others they lie within the size of the map of each
/// other, halved once or more often, so that near ones are tried too.
const RANGES: u32 = 4;

/// Jump points are not followed further than this: the index is faster by far.
const MOST_EXPANDED: u32 = 1000;

/// Nanoseconds, of which only the ratio matters: what it takes to put a jump point, or a subgoal, into the open list, with
/// all that is looked at and not put there, and to join start and goal to the index. They were fitted to the times of
/// both searches on the 23 Moving AI maps of the README and rounded; the two of the index are the less certain.
const JUMP_POINT: i64 = 77;
const SUBGOAL: i64 = 42;
const JOINING: i64 = 250;

/// Nanoseconds, about: a look at a way between subgoals, which work is counted in.
const LOOK: i64 = 20;

/// An index that is tried out, pair by pair.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// The ground with the index, as the search wants it.
    grid: NavGrid,
    search: Search,
    /// How many pairs have been looked at.
    pairs: u32,
    /// The distance of each pair that was tried, and how many nanoseconds the index gains.
    tried: Vec<(u32, i64)>,
}

impl Trial {
    /// Begins to try out an index, which is true of the grid.
    pub fn begin(grid: &NavGrid, index: SubgoalIndex) -> Trial {
        let mut grid = grid.clone();
        grid.adopt_index(Arc::new(index));
        Trial { grid, search: Search::default(), pairs: 0, tried: Vec::new() }
    }

    /// How much of it is done, from 0 to 1.
    pub fn part(&self) -> f32 {
        (self.tried.len() as f32 / TRIED as f32).max(self.pairs as f32 / MOST_PAIRS as f32)
    }

    /// Goes on until that has taken about `work` looks at ways between subgoals; whether it is done.
    pub fn advance(&mut self, work: u64) -> bool {
        let mut left = i64::try_from(work).unwrap_or(i64::MAX / LOOK).saturating_mul(LOOK);
        while self.tried.len() < TRIED && self.pairs < MOST_PAIRS {
            if left <= 0 {
                return false;
            }
            left -= self.try_next();
        }
        true
    }

    /// Tries out the next pair; how many nanoseconds that takes, about.
    fn try_next(&mut self) -> i64 {
        self.pairs += 1;
        let Some((start, goal)) = pair(&self.grid, self.pairs - 1) else { return 0 };
        let by_jump_points = self.generated(start, goal, Algorithm::JumpPoint).map(|count| JUMP_POINT * count);
        let by_index = self.generated(start, goal, Algorithm::Subgoal).map(|count| SUBGOAL * count + JOINING);
        if let (Some(by_jump_points), Some(by_index)) = (by_jump_points, by_index) {
            self.tried.push((distance(start, goal), by_jump_points - by_index));
        }
        by_jump_points.unwrap_or(0) + by_index.unwrap_or(0)
    }

    /// How many cells a search puts into the open list; `None` where there is no path.
    fn generated(&mut self, start: Cell, goal: Cell, algorithm: Algorithm) -> Option<i64> {
        let query = PathQuery::between(start, goal).by(Method { algorithm, ..Method::default() });
        self.search.begin(&self.grid, &query).ok()?;
        let statistics = match self.search.advance(&self.grid, MOST_EXPANDED) {
            Some(path) => path.ok()?.statistics,
            None => self.search.statistics(),
        };
        Some(i64::from(statistics.generated))
    }

    /// The index as it was.
    pub fn into_index(mut self) -> SubgoalIndex {
        let index = self.grid.take_index();
        drop(self);
        Arc::unwrap_or_clone(index.expect("it was given one"))
    }

    /// The distance between start and goal, in tiles of the greater of columns and rows, from which on a search in the index
    /// takes less time than one by jump points.
    pub fn worthwhile_from(&mut self) -> u32 {
        sorting::sort_by_key(&mut self.tried, |(distance, _)| std::cmp::Reverse(distance));
        let (mut gain, mut best) = (0, (0, u32::MAX));
        for same in self.tried.chunk_by(|one, other| one.0 == other.0) {
            gain += same.iter().map(|(_, gain)| gain).sum::<i64>();
            if gain > best.0 {
                best = (gain, same[0].0);
            }
        }
        best.1
    }
}

/// A start and a goal, spread evenly over the map (by the additive recurrence of M. Roberts, "The Unreasonable
/// Effectiveness of Quasirandom Sequences", 2018); `None` where one of them is not passable.
fn pair(grid: &NavGrid, number: u32) -> Option<(Cell, Cell)> {
    let size = [grid.lattice().width, grid.lattice().height];
    // The powers of 1 / 1.1673, the root of x^5 = x + 1, as fractions of 2 to the power of 32.
    let parts: [u32; 4] = [0xdb4f_0b91, 0xbbe0_5633, 0xa0f2_ec75, 0x89e1_8285].map(|by| number.wrapping_mul(by));
    let share = |part: u32, of: u32| ((u64::from(part) * u64::from(of)) >> 32) as i32;
    let start = Cell::new(share(parts[0], size[0]), share(parts[1], size[1]));
    // Within reach of the start, in its row or its column.
    let along = |start: i32, part: u32, size: u32| {
        let reach = (size >> (number % RANGES)) as i32;
        let (first, last) = ((start - reach).max(0), (start + reach).min(size as i32 - 1));
        first + share(part, (last - first + 1) as u32)
    };
    let goal = Cell::new(along(start.x, parts[2], size[0]), along(start.y, parts[3], size[1]));
    (grid.is_passable(start) && grid.is_passable(goal)).then_some((start, goal))
}
