//! A search in progress: from the query to the path, by any algorithm.

mod stretches;

use crate::grid::{Cell, Rect};
use crate::profile::AreaFilter;
use crate::sorting;

use super::algorithms::Algorithms;
use super::exit::exit_from;
use super::expansion_meter::ExpansionMeter;
use super::goal_area::Near;
use super::jump_point;
use super::moves::MoveRules;
use super::nav_grid::NavGrid;
use super::path::{Path, PathError, PathLink, PathStatus, SearchStatistics};
use super::problem::{PathfindingProblem, SearchProgress};
use super::query::PathQuery;
use super::reach::Reach;
use super::subgoal;
use super::trace::{Observer, Side, StepKind, Subject, TraceStep, no_observer};
use crate::method::{Algorithm, Connectivity, CornerRule, Method};

/// The memory of a search, owned by the caller and reused for every query.
///
/// It keeps what it has allocated: another query on the same map by the same method allocates nothing but the path, and
/// not even that when the last path is [given back](Search::reuse).
///
/// [`find_path`](super::find_path) searches to the end. A search can also run in slices:
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search};
///
/// let grid = NavGrid::from_rows(&["........"; 6])?;
///
/// let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
/// let mut search = Search::default();
/// search.begin(&grid, &PathQuery::between(Cell::new(0, 0), Cell::new(7, 5)).by(method))?;
/// assert_eq!(search.advance(&grid, 3), None, "three expansions are not enough");
/// assert_eq!(search.statistics().expanded, 3);
///
/// let path = search.advance(&grid, 100).expect("a hundred are")?;
/// assert_eq!(path.cells.len(), 8);
/// search.reuse(path);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Search {
    algorithms: Algorithms,
    /// The query in progress.
    asked: Option<ResolvedQuery>,
    goals: Vec<Cell>,
    /// The grid as filtered for the last query with an area filter.
    filtered: Option<Box<Filtered>>,
    /// Whether the query in progress runs on the filtered grid.
    is_filtered: bool,
    /// How many places were scanned when it last advanced.
    scanned: u32,
    /// Memory for the cells and links of the next path.
    spare: Vec<Cell>,
    spare_links: Vec<PathLink>,
}

/// A grid with an area filter applied.
#[derive(Clone, Debug)]
struct Filtered {
    /// The stamp of the grid that was filtered.
    of: u64,
    areas: AreaFilter,
    grid: NavGrid,
}

/// A query that has been checked and resolved.
#[derive(Clone, Debug)]
struct ResolvedQuery {
    start: Cell,
    /// Where the search itself begins: the start, or the passable cell through which the path leaves a wall.
    root: Cell,
    near: Option<Near>,
    method: Method,
    status: PathStatus,
    first_steps: bool,
    statistics: SearchStatistics,
}

impl Search {
    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.algorithms.bytes()
            + self.filtered.as_ref().map_or(0, |filtered| filtered.grid.bytes())
            + (self.goals.capacity() + self.spare.capacity()) * size_of::<Cell>()
            + self.spare_links.capacity() * size_of::<PathLink>()
    }

    /// Takes back a path that is no longer needed, to reuse its memory for the next one.
    pub fn reuse(&mut self, path: Path) {
        (self.spare, self.spare_links) = (path.cells, path.links);
    }

    /// Begins a query. [`Search::advance`] does the work.
    ///
    /// # Errors
    /// When there is nothing to search: the start or all goals lie outside the map, or no reachable cell is nearer to a
    /// goal.
    pub fn begin(&mut self, grid: &NavGrid, query: &PathQuery) -> Result<(), PathError> {
        self.begin_observed(grid, query, &mut no_observer())
    }

    /// Continues the query that was [begun](Search::begin) on the same grid, for at most `budget` expansions. Returns
    /// the result, or `None` when the budget was not enough. A query has one result: afterwards, and before the first
    /// query, `None`.
    pub fn advance(&mut self, grid: &NavGrid, budget: u32) -> Option<Result<Path, PathError>> {
        self.advance_observed(grid, budget, &mut no_observer())
    }

    /// How much work the query in progress has taken so far.
    pub fn statistics(&self) -> SearchStatistics {
        self.asked.as_ref().map_or(SearchStatistics::default(), |asked| asked.statistics)
    }

    /// How many places were scanned for jump points when it last [advanced](Search::advance).
    pub(super) fn scanned(&self) -> u32 {
        self.scanned
    }

    pub(super) fn find(
        &mut self,
        grid: &NavGrid,
        query: &PathQuery,
        observer: &mut impl Observer,
    ) -> Result<Path, PathError> {
        self.begin_observed(grid, query, observer)?;
        loop {
            if let Some(answer) = self.advance_observed(grid, u32::MAX, observer) {
                return answer;
            }
        }
    }

    fn begin_observed(
        &mut self,
        grid: &NavGrid,
        query: &PathQuery,
        observer: &mut impl Observer,
    ) -> Result<(), PathError> {
        self.asked = None;
        self.is_filtered = false;
        let Some(areas) = query.areas.as_ref().filter(|areas| **areas != AreaFilter::default()) else {
            return self.begin_on(grid, query, observer);
        };
        let known = self.filtered.take().filter(|known| known.of == grid.stamp() && known.areas == *areas);
        let filtered = known.unwrap_or_else(|| {
            Box::new(Filtered { of: grid.stamp(), areas: areas.clone(), grid: grid.filtered(areas) })
        });
        let begun = self.begin_on(&filtered.grid, query, observer);
        self.is_filtered = true;
        self.filtered = Some(filtered);
        begun
    }

    fn begin_on(&mut self, grid: &NavGrid, query: &PathQuery, observer: &mut impl Observer) -> Result<(), PathError> {
        if !grid.lattice().contains(query.start) {
            return Err(PathError::StartOutside);
        }
        let lattice = grid.lattice();
        let is_inside = match &query.area {
            Some(area) => area.around().intersection(lattice.rect()).cells().next().is_some(),
            None => query.goals.iter().any(|&goal| lattice.contains(goal)),
        };
        if !is_inside {
            return Err(PathError::GoalOutside);
        }
        let no_path = PathError::NoPath(SearchStatistics::default());
        let root = exit_from(grid, query.start).ok_or(no_path.clone())?;
        let status = self.understand_goals(grid, query, root);
        let is_nearest_itself = status == PathStatus::Partial && self.goals.contains(&query.start);
        if is_nearest_itself {
            return Err(no_path);
        }
        let method = match &query.area {
            Some(_) => query.method.best_first(grid),
            None => self.choose(grid, query.method, root),
        };
        observer.begin(method, &self.goals);
        let mut meter = ExpansionMeter::new(SearchStatistics::default(), 0, observer);
        let (goals, first_steps) = (std::mem::take(&mut self.goals), query.first_steps);
        let most = query.within.clamp(0.0, 1e5);
        // Rounding must not exclude what is just so far.
        let distance_squared = (most * most + 1e-3) as u64;
        let near = query.area.clone().map(|area| Near { area, distance_squared });
        let problem = PathfindingProblem { grid, start: root, goals: &goals, near: near.as_ref(), method, first_steps };
        self.algorithms.begin(&problem, &mut meter);
        self.goals = goals;
        let statistics = meter.statistics;
        self.asked = Some(ResolvedQuery { start: query.start, root, near, method, status, first_steps, statistics });
        Ok(())
    }

    /// The method by which the goals are looked for.
    fn choose(&self, grid: &NavGrid, asked: Method, root: Cell) -> Method {
        let method = asked.chosen(grid, self.goals.len());
        let may_choose = asked.algorithm == Algorithm::Auto && method.algorithm == Algorithm::Subgoal;
        let is_by_jump_points = may_choose
            && jump_point::serves(method, grid, self.goals.len())
            && subgoal::is_near(grid, root, &self.goals);
        if is_by_jump_points { Method { algorithm: Algorithm::JumpPoint, ..method } } else { method }
    }

    /// Fills `goals` with the cells where the path may end.
    fn understand_goals(&mut self, grid: &NavGrid, query: &PathQuery, root: Cell) -> PathStatus {
        // With four neighbours no corner is ever cut, so fewer cells can be reached than by the loosest rule.
        let corners = match query.method.connectivity {
            Connectivity::Four => CornerRule::Never,
            Connectivity::Eight => query.method.corners,
        };
        let reach = Reach::of(grid, root, corners).expect("a search begins in a passable cell");
        self.goals.clear();
        if query.area.is_some() {
            return PathStatus::Complete;
        }
        let inside = query.goals.iter().copied().filter(|&goal| grid.lattice().contains(goal));
        let is_textbook = query.method.is_textbook();
        let reachable = |cell: &Cell| is_textbook || reach.contains(*cell);
        if query.within > 0.0 {
            let reach = query.within.min(1e4);
            for goal in inside.clone() {
                let size = grid.lattice();
                let near = Rect::of_cell(goal).grown(reach as i32).clipped(size.width, size.height).cells();
                let near = near.filter(|cell| cell.distance_squared(goal) as f64 <= reach * reach);
                self.goals.extend(near.filter(reachable));
            }
        } else {
            self.goals.extend(inside.clone().filter(reachable));
        }
        if self.goals.len() > 1 {
            sorting::sort_by_key(&mut self.goals, |cell| (cell.y, cell.x));
            self.goals.dedup();
        }
        if !self.goals.is_empty() {
            return PathStatus::Complete;
        }
        let goals: Vec<Cell> = inside.collect();
        self.goals = reach.nearest(&goals);
        PathStatus::Partial
    }

    fn advance_observed(
        &mut self,
        grid: &NavGrid,
        budget: u32,
        observer: &mut impl Observer,
    ) -> Option<Result<Path, PathError>> {
        if !self.is_filtered {
            return self.advance_on(grid, budget, observer);
        }
        let filtered = self.filtered.take()?;
        let answer = self.advance_on(&filtered.grid, budget, observer);
        self.filtered = Some(filtered);
        answer
    }

    fn advance_on(
        &mut self,
        grid: &NavGrid,
        budget: u32,
        observer: &mut impl Observer,
    ) -> Option<Result<Path, PathError>> {
        let mut asked = self.asked.take()?;
        let goals = std::mem::take(&mut self.goals);
        let ResolvedQuery { root, method, first_steps, .. } = asked;
        let problem =
            PathfindingProblem { grid, start: root, goals: &goals, near: asked.near.as_ref(), method, first_steps };
        let mut meter = ExpansionMeter::new(asked.statistics, budget, observer);
        let progress = self.algorithms.advance(&problem, &mut meter);
        (asked.statistics, self.scanned) = (meter.statistics, meter.scanned());
        let answer = match progress {
            SearchProgress::Paused => None,
            SearchProgress::Limit => Some(Err(PathError::Limit(asked.statistics))),
            SearchProgress::NoPath => Some(Err(PathError::NoPath(asked.statistics))),
            SearchProgress::Found => Some(Ok(self.path(&problem, &asked))),
        };
        match &answer {
            Some(Ok(path)) => observe_end(observer, StepKind::Found, &path.cells, path.cost),
            Some(Err(PathError::NoPath(_))) => observe_end(observer, StepKind::RanOut, &[root], 0.0),
            Some(Err(_)) => observe_end(observer, StepKind::GaveUp, &[root], 0.0),
            None => {}
        }
        self.goals = goals;
        if answer.is_none() {
            self.asked = Some(asked);
        }
        answer
    }

    fn path(&mut self, problem: &PathfindingProblem, asked: &ResolvedQuery) -> Path {
        let PathfindingProblem { grid, method, .. } = *problem;
        let (mut cells, mut links) = (std::mem::take(&mut self.spare), std::mem::take(&mut self.spare_links));
        cells.clear();
        put_path_out(asked.start, asked.root, &mut cells);
        let legal_from = cells.len();
        self.algorithms.append_path(problem, &mut cells);
        let rules = MoveRules::from(method);
        stretches::find_links(grid, rules, &cells, &mut links);
        if method.smooth {
            stretches::pull_between_links(grid, legal_from, &mut cells, &mut links);
        }
        let ahead = self.algorithms.ahead(problem);
        let (length, cost) = stretches::count(grid, rules, &cells, &links);
        let is_walkable =
            method.corners == CornerRule::Never || stretches::cut_no_corner(grid, legal_from, &cells, &links);
        Path {
            status: asked.status,
            cells,
            ahead,
            links,
            length,
            cost,
            statistics: asked.statistics,
            algorithm: method.algorithm,
            guarantee: method.guarantee(grid),
            is_walkable,
        }
    }
}

/// Reports the end of a search, at the last of some cells, which costs `g` tiles to reach.
fn observe_end(observer: &mut impl Observer, kind: StepKind, cells: &[Cell], g: f64) {
    if observer.listens()
        && let [.., cell] = *cells
    {
        let parent = cells.len().checked_sub(2).map(|before| cells[before]);
        observer.observe(TraceStep { kind, side: Side::Start, subject: Subject::Cell, cell, parent, g, h: 0.0 });
    }
}

/// Appends the cells from a start that is not passable to where the search begins, which is left out.
fn put_path_out(start: Cell, root: Cell, cells: &mut Vec<Cell>) {
    let mut last = start;
    while last != root {
        cells.push(last);
        last = Cell::new(last.x + (root.x - last.x).signum(), last.y + (root.y - last.y).signum());
    }
}
