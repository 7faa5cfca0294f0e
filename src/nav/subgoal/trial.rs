//! From which distance on an index is faster than jump points: tried out on paths all over the map.
//!
//! On small or wide open maps a search by jump points has found a near goal before one in an index has joined both ends to
//! the subgoals around them. How near depends on the map alone. It is told by what both searches count, not by a clock, so
//! that the answer is the same everywhere.

use crate::grid::Cell;
use crate::nav::{Algorithm, Method, NavGrid, PathQuery, Search};
use crate::sorting;

/// So many paths are tried, which takes a few milliseconds. Of fewer, one that happens to be long would decide.
const TRIED: usize = 128;

/// After so many pairs of cells no more are looked at, though some were not passable.
const MOST_PAIRS: u32 = 4096;

/// Of this many pairs one has its ends anywhere on the map; in the others they lie within the size of the map of each
/// other, halved once or more often, so that near ones are tried too.
const RANGES: u32 = 4;

/// Jump points are not followed further than this: the index is faster by far.
const MOST_EXPANDED: u32 = 1000;

/// What it takes to put a jump point, or a subgoal, into the open list, with all that is looked at and not put there, and
/// to join start and goal to the index: nanoseconds in the mean of the Moving AI maps. Only their ratio matters.
const JUMP_POINT: i64 = 77;
const SUBGOAL: i64 = 42;
const JOINING: i64 = 250;

/// The distance between start and goal, in tiles of the greater of columns and rows, from which on a search in the index of
/// a grid takes less time than one by jump points; 0 where these cannot be used.
pub(super) fn worthwhile_from(grid: &NavGrid) -> u32 {
    if !grid.is_plain() {
        return 0;
    }
    let mut search = Search::default();
    let tried = (0..MOST_PAIRS).filter_map(|number| {
        let (start, goal) = pair(grid, number)?;
        let mut work = |algorithm| {
            let method = Method { algorithm, ..Method::default() };
            search.begin(grid, &PathQuery::between(start, goal).by(method)).ok()?;
            let found = search.advance(grid, MOST_EXPANDED);
            let statistics = match found {
                Some(path) => path.ok()?.statistics,
                None => search.statistics(),
            };
            Some(i64::from(statistics.generated))
        };
        let gain = JUMP_POINT * work(Algorithm::JumpPoint)? - SUBGOAL * work(Algorithm::Subgoal)? - JOINING;
        Some((distance(start, goal), gain))
    });
    let mut tried: Vec<(u32, i64)> = tried.take(TRIED).collect();
    sorting::sort_by_key(&mut tried, |(distance, _)| std::cmp::Reverse(distance));
    let (mut gain, mut best) = (0, (0, u32::MAX));
    for same in tried.chunk_by(|one, other| one.0 == other.0) {
        gain += same.iter().map(|(_, gain)| gain).sum::<i64>();
        if gain > best.0 {
            best = (gain, same[0].0);
        }
    }
    best.1
}

/// How far a goal is from a start.
pub(super) fn distance(start: Cell, goal: Cell) -> u32 {
    start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y))
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
