//! A queue of path requests, served with a bounded amount of work at a time.

use std::collections::VecDeque;

use super::budget::Budget;
use super::nav_grid::NavGrid;
use super::path::{Path, PathError, SearchStatistics};
use super::query::PathQuery;
use super::search::Search;

/// The number of a request; never used again in the same queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct RequestId(pub u64);

/// What became of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestOutcome {
    /// A path, complete or partial as its [status](Path::status) says.
    Found(Path),
    /// There is no path, or the search gave up.
    Failed(PathError),
    /// It was cancelled before it was answered.
    Cancelled,
}

/// The single answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The request that it answers.
    pub id: RequestId,
    /// The query of the request.
    pub query: PathQuery,
    /// What became of the request.
    pub outcome: RequestOutcome,
    /// The [layout](super::BakedGround::layout) of the grid when the request was made.
    pub asked_at: u64,
    /// The layout of the grid that was searched; for a cancelled request the one when it was made.
    pub found_at: u64,
}

impl Answer {
    /// The work of the search; of its last attempt, if it was restarted.
    pub fn statistics(&self) -> SearchStatistics {
        match &self.outcome {
            RequestOutcome::Found(path) => path.statistics,
            RequestOutcome::Failed(PathError::NoPath(statistics) | PathError::Limit(statistics)) => *statistics,
            _ => SearchStatistics::default(),
        }
    }

    /// Whether the layout has changed since the request was made: its goals may have been chosen for other ground, even
    /// if the path that was found is still valid as long as it [holds](Answer::holds_on). Changed costs alone do not
    /// make it stale.
    pub fn is_stale(&self, now: &NavGrid) -> bool {
        self.asked_at != now.layout()
    }

    /// Whether it was found on ground with the same layout as now; otherwise the path may lead through a wall.
    pub fn holds_on(&self, now: &NavGrid) -> bool {
        self.found_at == now.layout()
    }
}

/// Requests that wait for their answers, served in order.
///
/// Each ends in exactly one [`Answer`]. The work is done in slices: a search that has used up its budget pauses and
/// continues exactly where it was; when the grid is baked again in between, it restarts on the new one. A grid may
/// change all the time, at least in its costs: so a search that has restarted a few times keeps a copy of the grid as it
/// is then, and is answered from that.
///
/// Any-angle searches need polygons, which on a large map take longer than a portion of work should: until they are
/// [prepared](NavGrid::prepare_polygons), such a query is answered by the fastest exact search over the cells.
///
/// A queue serves several grids, for instance one [`NavGrid`] for each profile, by the numbers that the caller gives
/// them, and keeps a [`Search`] for each: what a search remembers about its grid speeds up the requests that follow.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::budget::Budget;
/// use footpath::nav::requests::{RequestOutcome, RequestQueue};
/// use footpath::nav::{Algorithm, Method, NavGrid, PathQuery};
///
/// let grid = NavGrid::from_rows(&["........"; 6])?;
///
/// let mut queue = RequestQueue::default();
/// let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
/// let id = queue.push(0, &grid, PathQuery::between(Cell::new(0, 0), Cell::new(7, 5)).by(method));
/// let mut budget = Budget::new(3);
/// assert_eq!(queue.serve(&|_| &grid, &mut budget), None, "three expansions are not enough");
/// assert!(budget.is_used_up());
///
/// budget = Budget::new(100);
/// let answer = queue.serve(&|_| &grid, &mut budget).expect("a hundred are");
/// assert_eq!(answer.id, id);
/// assert!(matches!(answer.outcome, RequestOutcome::Found(path) if path.cells.len() == 8));
/// assert_eq!(budget.spent(), 8 - 3, "each of the eight cells was expanded once");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct RequestQueue {
    /// In the order in which they were made.
    waiting: VecDeque<WaitingQuery>,
    /// The answers to cancelled requests: nothing is done with them but to hand them over.
    #[serde(skip)]
    cancelled: VecDeque<Answer>,
    /// By grid number. Of the state only how much work each has done: the rest is memory that makes searches faster.
    #[serde(serialize_with = "statistics_of")]
    searches: Vec<Search>,
    /// The search for the first request, while it is in progress.
    under_way: Option<UnderWay>,
    next_id: u64,
}

/// A search in progress.
#[derive(Clone, Debug, serde::Serialize)]
struct UnderWay {
    /// The [revision](super::BakedGround::revision) of the grid that it began on: no state, as grids are baked earlier or later.
    #[serde(skip)]
    revision: u64,
    /// How many times it has begun.
    times: u32,
    /// The grid on which it runs to its end, whatever happens to the real one meanwhile.
    #[serde(skip)]
    kept: Option<Box<NavGrid>>,
}

/// A search that has begun this many times does not restart again: it continues on a copy of the grid. Without this limit a
/// grid that changes in every tick would keep a search from ever ending; as the copy of 1024 x 1024 cells takes some
/// milliseconds, it is not made at once.
const MOST_TIMES: u32 = 4;

#[derive(Clone, Debug, serde::Serialize)]
struct WaitingQuery {
    id: RequestId,
    ground: usize,
    query: PathQuery,
    /// The [layout](super::BakedGround::layout) of the grid at that time: no state, as a grid may be baked earlier or later.
    #[serde(skip)]
    asked_at: u64,
}

fn statistics_of<S: serde::Serializer>(searches: &[Search], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(searches.iter().map(Search::statistics))
}

impl WaitingQuery {
    fn answer(self, outcome: RequestOutcome, found_at: u64) -> Answer {
        Answer { id: self.id, query: self.query, outcome, asked_at: self.asked_at, found_at }
    }
}

impl RequestQueue {
    /// Adds a request for a path over the grid of this number, which is `grid` at present.
    pub fn push(&mut self, ground: usize, grid: &NavGrid, query: PathQuery) -> RequestId {
        let id = RequestId(self.next_id);
        self.next_id += 1;
        self.waiting.push_back(WaitingQuery { id, ground, query, asked_at: grid.layout() });
        id
    }

    /// Cancels a request: the next [`serve`](RequestQueue::serve) answers it as cancelled. Returns whether there was
    /// such a request without an answer.
    pub fn cancel(&mut self, id: RequestId) -> bool {
        let Ok(place) = self.waiting.binary_search_by_key(&id, |request| request.id) else { return false };
        let Some(request) = self.waiting.remove(place) else { return false };
        if place == 0 {
            self.under_way = None;
        }
        let asked_at = request.asked_at;
        self.cancelled.push_back(request.answer(RequestOutcome::Cancelled, asked_at));
        true
    }

    /// How many requests have been made.
    pub fn asked(&self) -> u64 {
        self.next_id
    }

    /// How many requests have no answer yet.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether every request has been answered.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The requests without an answer, the next one first.
    pub fn waiting(&self) -> impl Iterator<Item = RequestId> {
        self.waiting.iter().map(|request| request.id)
    }

    /// How much work the search for the first request has taken so far.
    pub fn statistics(&self) -> SearchStatistics {
        let search = self.waiting.front().filter(|_| self.under_way.is_some());
        search.map_or(SearchStatistics::default(), |first| self.searches[first.ground].statistics())
    }

    /// The next answer: to cancelled requests first, then to the one that has waited longest. `None` when no request
    /// waits, or `budget` was not enough.
    ///
    /// Spends from `budget` what was expanded: at least one for each answer of a search. `ground` returns the present grid
    /// of a number.
    pub fn serve<'g>(&mut self, ground: &dyn Fn(usize) -> &'g NavGrid, budget: &mut Budget) -> Option<Answer> {
        if let Some(answer) = self.cancelled.pop_front() {
            return Some(answer);
        }
        let first = self.waiting.front().filter(|_| !budget.is_used_up())?;
        let grid = ground(first.ground);
        if self.searches.len() <= first.ground {
            self.searches.resize_with(first.ground + 1, Search::default);
        }
        let search = &mut self.searches[first.ground];
        let (found, layout) = go_on(search, grid, &first.query, &mut self.under_way, budget)?;
        self.under_way = None;
        let outcome = found.map_or_else(RequestOutcome::Failed, RequestOutcome::Found);
        self.waiting.pop_front().map(|request| request.answer(outcome, layout))
    }
}

/// Begins a search if none is in progress on the present grid, and continues it as far as the budget allows. The result
/// comes with the [layout](super::BakedGround::layout) of the grid on which it was found.
fn go_on(
    search: &mut Search,
    grid: &NavGrid,
    query: &PathQuery,
    under_way: &mut Option<UnderWay>,
    budget: &mut Budget,
) -> Option<(Result<Path, PathError>, u64)> {
    let goes_on = under_way.as_ref().is_some_and(|known| known.kept.is_some() || known.revision == grid.revision());
    if !goes_on {
        let times = under_way.as_ref().map_or(1, |known| known.times + 1);
        let other = query.area.is_none().then(|| grid.without_waiting(query.method)).flatten();
        let other = other.map(|method| PathQuery { method, ..query.clone() });
        if let Err(error) = search.begin(grid, other.as_ref().unwrap_or(query)) {
            budget.spend(1);
            return Some((Err(error), grid.layout()));
        }
        let kept = (times >= MOST_TIMES).then(|| Box::new(grid.clone()));
        *under_way = Some(UnderWay { revision: grid.revision(), times, kept });
    }
    let ground = under_way.as_ref().and_then(|known| known.kept.as_deref()).unwrap_or(grid);
    let before = search.statistics().expanded;
    let found = search.advance(ground, budget.left());
    let after = match &found {
        None => search.statistics().expanded,
        Some(Ok(path)) => path.statistics.expanded,
        Some(Err(PathError::Limit(statistics) | PathError::NoPath(statistics))) => statistics.expanded,
        Some(Err(_)) => before,
    };
    budget.spend(after.saturating_sub(before).max(1));
    budget.scan(search.scanned());
    found.map(|found| (found, ground.layout()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Grid, Rect};
    use crate::level::{TerrainId, TileMap};
    use crate::nav::{Algorithm, Method, PathStatus, find_path};
    use crate::profile::AgentProfile;

    fn bake(map: &TileMap) -> NavGrid {
        NavGrid::bake(map, &AgentProfile::default())
    }

    const HALLS: [&str; 7] = [
        "............",
        "..########..",
        ".........#..",
        ".........#..",
        ".........#..",
        "..########..",
        "............",
    ];

    fn query() -> PathQuery {
        let method = Method { algorithm: Algorithm::Dijkstra, ..Method::default() };
        PathQuery::between(Cell::new(5, 3), Cell::new(11, 3)).by(method)
    }

    fn way(answer: &Answer) -> &Path {
        let RequestOutcome::Found(path) = &answer.outcome else { panic!("{answer:?}") };
        path
    }

    #[test]
    fn a_search_in_small_portions_finds_the_same_and_takes_no_more() {
        let map = TileMap::from_rows(&HALLS).unwrap();
        let (grid, mut queue) = (bake(&map), RequestQueue::default());
        let whole = find_path(&grid, &query(), &mut Search::default()).expect("there is a way");
        queue.push(0, &grid, query());
        let (mut spent, portion) = (0, 7);
        loop {
            let mut budget = Budget::new(portion);
            let answer = queue.serve(&|_| &grid, &mut budget);
            spent += budget.spent();
            let Some(answer) = answer else {
                assert_eq!((budget.spent(), queue.statistics().expanded), (portion, spent));
                continue;
            };
            assert_eq!(way(&answer), &whole);
            assert!(!answer.is_stale(&grid) && answer.holds_on(&grid));
            break;
        }
        assert_eq!(spent, whole.statistics.expanded);
        assert!(queue.is_empty() && spent > portion);
    }

    /// One expansion looks far over open ground.
    #[test]
    fn places_that_are_scanned_for_jump_points_use_the_budget_up() {
        let post = |x: u32, y: u32| if (13 * x + 29 * y) % 97 == 5 { '#' } else { '.' };
        let rows: Vec<String> = (0..300).map(|y| (0..300).map(|x| post(x, y)).collect()).collect();
        let grid = bake(&TileMap::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>()).unwrap());
        let mut queue = RequestQueue::default();
        let method = Method { algorithm: Algorithm::JumpPoint, ..Method::default() };
        queue.push(0, &grid, PathQuery::between(Cell::new(0, 0), Cell::new(299, 140)).by(method));
        let mut budget = Budget::new(40);
        assert_eq!(queue.serve(&|_| &grid, &mut budget), None);
        assert!(budget.is_used_up() && budget.spent() < 30, "{} expanded", budget.spent());
        let answer = std::iter::repeat_with(|| queue.serve(&|_| &grid, &mut Budget::new(40))).flatten().next();
        assert!(
            matches!(answer.unwrap().outcome, RequestOutcome::Found(path) if path.algorithm == Algorithm::JumpPoint)
        );
    }

    /// Making the polygons of a large map takes longer than a portion of work.
    #[test]
    fn an_any_angle_search_does_not_wait_for_its_polygons() {
        let post = |x: u32, y: u32| if (13 * x + 29 * y) % 97 == 5 { '#' } else { '.' };
        let rows: Vec<String> = (0..200).map(|y| (0..200).map(|x| post(x, y)).collect()).collect();
        let mut map = TileMap::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let (mut grid, mut queue) = (bake(&map), RequestQueue::default());
        let method = Method { algorithm: Algorithm::AnyAngle, ..Method::default() };
        let query = PathQuery::between(Cell::new(0, 0), Cell::new(199, 140)).by(method);
        let shortest = find_path(&grid, &query, &mut Search::default()).expect("there is a way").length;
        let mut ask = |grid: &NavGrid| {
            queue.push(0, grid, query.clone());
            let answer = queue.serve(&|_| grid, &mut Budget::new(100_000)).expect("there is a way");
            assert_eq!(answer.query, query);
            (way(&answer).algorithm, way(&answer).length)
        };
        // That somebody has made them by a search of his own does not count: answers do not depend on what others look at.
        let (algorithm, length) = ask(&grid);
        assert_eq!(algorithm, Algorithm::JumpPoint);
        assert!(
            length >= shortest && length < 1.09 * shortest,
            "{length}, not {shortest}: it is the shortest by steps"
        );
        while !grid.prepare_polygons(u64::MAX) {}
        assert_eq!(ask(&grid), (Algorithm::AnyAngle, shortest));

        let tile = Cell::new(100, 20);
        map.tiles[tile] = map.terrain_named("wall").unwrap();
        grid.rebake(&map, Rect::of_cell(tile));
        assert_eq!(ask(&grid).0, Algorithm::JumpPoint);
        let portions =
            1 + std::iter::repeat_with(|| grid.prepare_polygons(10_000)).take_while(|is_done| !is_done).count();
        assert!(portions > 10, "{portions} portions of 10,000");
        assert_eq!(ask(&grid).0, Algorithm::AnyAngle);
    }

    #[test]
    fn a_search_begins_again_when_the_ground_changes_under_it() {
        let mut map = TileMap::from_rows(&HALLS).unwrap();
        let (mut grid, mut queue) = (bake(&map), RequestQueue::default());
        queue.push(0, &grid, query());
        assert_eq!(queue.serve(&|_| &grid, &mut Budget::new(20)), None);
        assert_eq!(queue.statistics().expanded, 20);
        let gate = Cell::new(9, 3);
        map.tiles[gate] = TerrainId(0);
        grid.rebake(&map, Rect::of_cell(gate));
        let answer = queue.serve(&|_| &grid, &mut Budget::new(1000)).expect("there is a way");
        assert_eq!(way(&answer), &find_path(&grid, &query(), &mut Search::default()).expect("there is a way"));
        assert_eq!(way(&answer).length, 6.0, "through the new gate");
        assert!(answer.is_stale(&grid) && answer.holds_on(&grid));
        grid.rebake(&map, Rect::of_cell(gate));
        assert!(!answer.holds_on(&grid), "it was found before the last change");
    }

    /// Danger that comes and goes makes other ways better, and no way wrong; nor does it keep a search from ending, and the
    /// search that goes on to its end takes no more in one go than it may.
    #[test]
    fn costs_that_always_change_keep_no_search_from_ending() {
        let mut map = TileMap::from_rows(&HALLS).unwrap();
        let (mut grid, mut queue) = (bake(&map), RequestQueue::default());
        let everywhere = map.tiles.rect();
        queue.push(0, &grid, query());
        for times in 1..MOST_TIMES {
            assert_eq!(queue.serve(&|_| &grid, &mut Budget::new(20)), None, "begun {times} times");
            map.fields.danger = Some(Grid::filled(12, 7, times as u16));
            grid.recost(&map, everywhere);
        }
        let kept = find_path(&grid, &query(), &mut Search::default()).expect("there is a way");
        let mut portions = 0;
        let answer = loop {
            let mut budget = Budget::new(20);
            let answer = queue.serve(&|_| &grid, &mut budget);
            assert!(budget.spent() <= 20, "{budget:?}");
            portions += 1;
            if let Some(answer) = answer {
                break answer;
            }
            map.fields.danger = Some(Grid::filled(12, 7, 100 + portions));
            grid.recost(&map, everywhere);
        };
        assert!(portions > 1, "it is paused");
        assert_eq!(way(&answer), &kept, "as the ground was when it began for the last time");
        assert!(!answer.is_stale(&grid), "only costs have changed");
        map.fields.danger = None;
        grid.recost(&map, everywhere);
        assert!(answer.holds_on(&grid));
        grid.relink(&map);
        assert!(answer.is_stale(&grid) && !answer.holds_on(&grid), "links may have");
    }

    #[test]
    fn every_failure_is_an_answer() {
        let grid = bake(&TileMap::from_rows(&["..#.", "..#.", "###."]).unwrap());
        let mut queue = RequestQueue::default();
        let (inside, outside) = (Cell::new(1, 1), Cell::new(9, 9));
        let mut ask = |from, to| queue.push(0, &grid, PathQuery::between(from, to));
        let ids = [
            ask(outside, inside),
            ask(inside, outside),
            ask(inside, Cell::new(3, 1)),
            ask(Cell::new(0, 0), Cell::new(3, 0)),
            ask(inside, inside),
        ];
        assert!(queue.cancel(ids[4]) && !queue.cancel(ids[4]));
        let mut budget = Budget::new(100);
        let answers: Vec<Answer> = std::iter::from_fn(|| queue.serve(&|_| &grid, &mut budget)).collect();
        assert_eq!(answers.iter().map(|answer| answer.id).collect::<Vec<_>>(), [4, 0, 1, 2, 3].map(RequestId));
        assert_eq!(answers[0].outcome, RequestOutcome::Cancelled);
        assert_eq!(answers[1].outcome, RequestOutcome::Failed(PathError::StartOutside));
        assert_eq!(answers[2].outcome, RequestOutcome::Failed(PathError::GoalOutside));
        assert!(matches!(answers[3].outcome, RequestOutcome::Failed(PathError::NoPath(_))));
        assert_eq!(way(&answers[4]).status, PathStatus::Partial);
        assert!(budget.spent() >= 4, "each costs something");
    }

    #[test]
    fn the_next_one_begins_afresh_when_the_one_under_way_is_cancelled() {
        let grid = bake(&TileMap::from_rows(&HALLS).unwrap());
        let mut queue = RequestQueue::default();
        let first = queue.push(0, &grid, query());
        let second = queue.push(0, &grid, PathQuery::between(Cell::new(0, 0), Cell::new(0, 6)));
        assert_eq!(queue.serve(&|_| &grid, &mut Budget::new(10)), None);
        assert!(queue.cancel(first));
        let mut budget = Budget::new(1000);
        let mut next = || queue.serve(&|_| &grid, &mut budget).expect("an answer");
        assert_eq!((next().id, next().id), (first, second));
        assert_eq!((queue.len(), queue.serve(&|_| &grid, &mut budget)), (0, None));
    }
}
