//! Search from both ends: bidirectional A*, and with no estimate bidirectional Dijkstra.
//!
//! Two searches, one from the start and one from all goals over the edges taken backward, share the map: a cell that
//! one of them has closed the other never expands, so none is expanded twice (W. Pijls and H. Post, "Yet another
//! bidirectional algorithm for finding the shortest path", 2009). The first meeting is not the end: the search goes on
//! until no open cell of one side can be part of a path cheaper than the cheapest known. A cell is left out if either
//! estimate shows that it cannot: the one of its own side, or the least f of the other side less what that side
//! estimates at the cell.
//!
//! Moves are left out as in `canonical.rs`, on each side by itself. That the cheapest path is found all the same: let d
//! be true costs, L the cost of the cheapest path known so far, and call a cell v *needed* while d(start, v) + d(v,
//! goals) < L. Every cell on a cheapest path between a needed cell and either end is needed too. The order of
//! `canonical.rs` gives a cell its lowest cost by way of cells that lie on cheapest paths to it, and looks no further;
//! and whatever is done here with a cell besides expanding it, be it left out, be it closed by the other side, happens
//! only when it is not needed, or makes it so: once both sides have its true cost, L is no more than their sum. So on
//! needed cells each side does what it would do alone, and closes them at their true cost; and as long as L is too
//! high, every cell of a cheapest path is needed, and both sides have one of them open. All this takes estimates that
//! are consistent. By others some path is found, and no move is left out.

use crate::grid::Cell;
use crate::nav::baked_ground::BakedGround;

use crate::method::{Algorithm, Heuristic};
use crate::nav::canonical::{LINK, OnwardMoves, ROOT, onward};
use crate::nav::expansion_meter::ExpansionMeter;
use crate::nav::heuristic::{Estimate, greatest_share};
use crate::nav::illegal_moves::observe_illegal;
use crate::nav::moves::{MOVES, MoveRules, in_tiles, move_indices};
use crate::nav::nav_link::NavLink;
use crate::nav::open_list::OpenList;
use crate::nav::problem::{PathfindingProblem, SearchProgress};
use crate::nav::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep};

/// The memory of a search from both ends. As in a best-first search, nodes are never cleared.
///
/// It counts in the wide numbers alone: in small ones, as a [best-first search](super::best_first) does, it would be a third
/// faster on the maps of the Moving AI benchmark, but nothing chooses it by itself, and it is here to be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Bidirectional {
    asked: Option<Asked>,
    nodes: Vec<SearchNode>,
    /// The number of the present search, from 1.
    generation: u32,
    /// From the start, and from the goals.
    open: [OpenList; 2],
    /// How many entries each of them holds.
    waiting: [u32; 2],
    /// No open cell of a side has an f below this.
    least: [u64; 2],
    /// The cost of the cheapest path known, `UNSEEN` while none is, and where on it the sides have met.
    cheapest: u64,
    meeting: Option<Cell>,
}

/// What both sides know about a cell.
#[derive(Clone, Copy, Debug, Default)]
struct SearchNode {
    /// By side: the cost of the best path found from its end; meaningless while none is.
    g: [u64; 2],
    state: CellState,
}

/// From the lowest bit: four for each side, for the place in `MOVES` of the move that led here, or `ROOT`, `LINK` or
/// `NO_PATH`; two for the side that has closed the cell, or `NEITHER`; the rest for the number of the search in which
/// this was so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellState(u32);

/// Instead of a move: no path to here is known.
const NO_PATH: u8 = LINK + 1;

impl CellState {
    const CLOSED_BY: u32 = 8;
    const GENERATION: u32 = 10;

    fn unseen(generation: u32) -> CellState {
        let no_path = u32::from(NO_PATH);
        CellState(
            generation << CellState::GENERATION | u32::from(NEITHER) << CellState::CLOSED_BY | no_path << 4 | no_path,
        )
    }

    #[inline]
    fn arrived_by(self, side: usize) -> u8 {
        (self.0 >> (4 * side) & 15) as u8
    }

    #[inline]
    fn set_arrived_by(&mut self, side: usize, by: u8) {
        self.0 = self.0 & !(15 << (4 * side)) | u32::from(by) << (4 * side);
    }

    #[inline]
    fn closed_by(self) -> u8 {
        (self.0 >> CellState::CLOSED_BY & 3) as u8
    }

    /// Closes the cell, which is open.
    #[inline]
    fn close(&mut self, side: usize) {
        self.0 = self.0 & !(3 << CellState::CLOSED_BY) | (side as u32) << CellState::CLOSED_BY;
    }

    #[inline]
    fn is_of(self, generation: u32) -> bool {
        self.0 >> CellState::GENERATION == generation
    }
}

const UNSEEN: u64 = u64::MAX;
const NEITHER: u8 = 2;
/// The greatest number of a search.
const LAST_GENERATION: u32 = u32::MAX >> CellState::GENERATION;
const SIDES: [Side; 2] = [Side::Start, Side::Goal];

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
struct Asked {
    rules: MoveRules,
    onward: &'static OnwardMoves,
    is_consistent: bool,
    /// By how much the number of a cell changes with each move.
    offsets: [u32; 8],
    /// By side: of the cost to its other end.
    estimates: [Estimate; 2],
    /// The most by which f rises from a cell to its neighbour.
    rise: u64,
}

impl Asked {
    fn new(problem: &PathfindingProblem) -> Asked {
        let PathfindingProblem { grid, start, goals, method, .. } = *problem;
        let kind = match method.algorithm {
            Algorithm::BidirectionalDijkstra => Heuristic::Zero,
            _ => method.heuristic,
        };
        let rules = MoveRules::from(method);
        let to = |cells: &[Cell]| Estimate::on(grid, kind, rules, cells);
        let estimates = [to(goals), to(&[start])];
        // A step that leads away raises g by its cost and h by about as much; a climb mostly by no more again.
        let most_expensive = u64::from(grid.highest_cost()) << u32::from(grid.has_climbs());
        Asked {
            rules,
            onward: onward(rules),
            is_consistent: greatest_share(kind, rules) <= 1.0,
            offsets: MOVES.map(|step| (step.dy * grid.stride() as i32 + step.dx) as u32),
            estimates,
            rise: 2 * most_expensive * rules.diagonal_length() + estimates[0].steepest(),
        }
    }
}

impl SearchNode {
    /// The cost of the best path found from the end of a side; `UNSEEN` while none is.
    #[inline]
    fn g(&self, side: usize) -> u64 {
        if self.state.arrived_by(side) == NO_PATH { UNSEEN } else { self.g[side] }
    }
}

/// A cell reached by one side: by the move at this place in `MOVES`, or by a `LINK`, or as a `ROOT`, at a cost.
#[derive(Clone, Copy)]
struct ReachedCell {
    cell: Cell,
    number: u32,
    by: u8,
    g: u64,
}

impl Bidirectional {
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<SearchNode>() + self.open.iter().map(OpenList::bytes).sum::<usize>()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let PathfindingProblem { grid, start, goals, .. } = *problem;
        let asked = *self.asked.insert(Asked::new(problem));
        self.forget(grid.ground().len());
        for (side, roots) in [&[start], goals].into_iter().enumerate() {
            let estimate = &asked.estimates[side];
            let estimates = roots.iter().map(|&root| estimate.at(root));
            let (least, most) = (estimates.clone().min().unwrap_or(0), estimates.max().unwrap_or(0));
            self.open[side].begin(least, asked.rise.max(most - least));
            self.least[side] = least;
            for &root in roots {
                let root = ReachedCell { cell: root, number: grid.number(root), by: ROOT, g: 0 };
                self.reach(grid, &asked, side, root, meter);
            }
        }
    }

    /// Expands cells until the meter is used up.
    pub fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        let asked = self.asked.expect("the search has begun");
        while !meter.is_used_up() {
            let side = usize::from(self.waiting[1] < self.waiting[0]);
            // With nothing open on one side, there is no further path to find.
            let Some(cell) = self.open[side].pop() else { return SearchProgress::Found };
            self.waiting[side] -= 1;
            let number = problem.grid.number(cell);
            let node = &mut self.nodes[number as usize];
            if node.state.closed_by() != NEITHER {
                continue;
            }
            let g = node.g[side];
            self.least[side] = self.least[side].max(g + asked.estimates[side].at(cell));
            if self.least[side] >= self.cheapest {
                return SearchProgress::Found;
            }
            node.state.close(side);
            let arrival = ReachedCell { cell, number, by: node.state.arrived_by(side), g };
            self.expand(problem.grid, &asked, side, arrival, meter);
        }
        SearchProgress::Paused
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&self, problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        let before = |cell: Cell, side: usize| self.before(problem.grid, side, cell);
        let begin = cells.len();
        let meeting = self.meeting.expect("a way was found");
        cells.extend(std::iter::successors(Some(meeting), |&cell| before(cell, 0)));
        cells[begin..].reverse();
        cells.extend(std::iter::successors(before(meeting, 1), |&cell| before(cell, 1)));
    }

    fn forget(&mut self, cells: usize) {
        self.nodes.resize(self.nodes.len().max(cells), SearchNode::default());
        if self.generation == LAST_GENERATION {
            self.nodes.fill(SearchNode::default());
            self.generation = 0;
        }
        self.generation += 1;
        (self.cheapest, self.meeting, self.waiting) = (UNSEEN, None, [0; 2]);
    }

    /// Records a path from the end of a side to a cell, if none as cheap is known.
    #[inline]
    fn reach(
        &mut self,
        grid: &BakedGround,
        asked: &Asked,
        side: usize,
        to: ReachedCell,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        let node = &mut self.nodes[to.number as usize];
        if !node.state.is_of(self.generation) {
            node.state = CellState::unseen(self.generation);
        }
        let known = node.g(side);
        let whole = to.g.saturating_add(node.g(1 - side));
        let is_closed = node.state.closed_by() != NEITHER;
        // A closed cell matters only if it makes a better path.
        if known <= to.g || is_closed && (node.state.closed_by() == side as u8 || whole >= self.cheapest) {
            let reason = if is_closed { Reason::Closed } else { Reason::NotBetter };
            self.observe_left_out(meter.observer, reason, grid, asked, side, to);
            return;
        }
        node.g[side] = to.g;
        node.state.set_arrived_by(side, to.by);
        if whole < self.cheapest {
            (self.cheapest, self.meeting) = (whole, Some(to.cell));
            self.observe(meter.observer, StepKind::Met, grid, side, ReachedCell { g: whole, ..to }, 0);
        }
        let h = asked.estimates[side].at(to.cell);
        if is_closed || self.is_too_dear(asked, side, to, h) {
            let reason = if is_closed { Reason::Closed } else { Reason::TooDear };
            self.observe_left_out(meter.observer, reason, grid, asked, side, to);
            return;
        }
        self.open[side].push(to.g + h, h, to.cell);
        self.waiting[side] += 1;
        meter.statistics.generated += 1;
        self.observe(
            meter.observer,
            if known == UNSEEN { StepKind::Generated } else { StepKind::Improved },
            grid,
            side,
            to,
            h,
        );
    }

    /// Whether no path through a cell that neither side has closed can be cheaper than the cheapest known.
    #[inline]
    fn is_too_dear(&self, asked: &Asked, side: usize, to: ReachedCell, h: u64) -> bool {
        if self.cheapest == UNSEEN {
            return false;
        }
        let left = (self.least[1 - side]).saturating_sub(asked.estimates[1 - side].at(to.cell));
        to.g + h.max(left) >= self.cheapest
    }

    #[inline]
    fn expand(
        &mut self,
        grid: &BakedGround,
        asked: &Asked,
        side: usize,
        from: ReachedCell,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        let h = asked.estimates[side].at(from.cell);
        if self.is_too_dear(asked, side, from, h) {
            self.observe(meter.observer, StepKind::LeftOut(Reason::TooDear), grid, side, from, h);
            return;
        }
        meter.statistics.expanded += 1;
        self.observe(meter.observer, StepKind::Expanded, grid, side, from, h);
        let (ground, has_climbs) = (grid.ground(), grid.has_climbs());
        let here = ground[from.number as usize];
        let last = if asked.is_consistent { from.by.min(ROOT) } else { ROOT };
        let mut exits = asked.onward[here.traits.pruning()][last as usize][here.around as usize];
        if meter.observer.wants_rejected() {
            self.observe_untried(meter.observer, grid, asked, side, from, exits);
        }
        while exits != 0 {
            let index = exits.trailing_zeros() as usize;
            exits &= exits - 1;
            let number = from.number.wrapping_add(asked.offsets[index]);
            let step = asked.rules.cost(MOVES[index], here.cost, ground[number as usize].cost);
            let mut g = from.g + step;
            if has_climbs {
                g += climb(grid, side, from.number, number);
            }
            let to = ReachedCell { cell: MOVES[index].from(from.cell), number, by: index as u8, g };
            self.reach(grid, asked, side, to, meter);
        }
        if here.traits.is_linked() {
            self.cross_links(grid, asked, side, from, meter);
        }
    }

    /// Reaches the other ends of the links that begin at a cell, or, from the goals, end there.
    #[cold]
    fn cross_links(
        &mut self,
        grid: &BakedGround,
        asked: &Asked,
        side: usize,
        from: ReachedCell,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        let mut cross = |link: &NavLink, cell: Cell| {
            let to = ReachedCell { cell, number: grid.number(cell), by: LINK, g: from.g + link.cost };
            self.reach(grid, asked, side, to, meter);
        };
        match SIDES[side] {
            Side::Start => grid.link_table().from(from.number).for_each(|link| cross(&link, link.to)),
            Side::Goal => grid.link_table().to(from.number).for_each(|link| cross(&link, link.from)),
        }
    }

    /// The cell before one that a side has reached, on its way there.
    fn before(&self, grid: &BakedGround, side: usize, cell: Cell) -> Option<Cell> {
        let number = grid.number(cell);
        let node = self.nodes[number as usize];
        let by = node.state.arrived_by(side);
        if by < ROOT {
            let step = MOVES[by as usize];
            return Some(Cell::new(cell.x - step.dx, cell.y - step.dy));
        }
        // After a link: one whose other end this side has closed at the remaining cost.
        let led = |link: &NavLink, end: Cell| {
            let before = self.nodes[grid.number(end) as usize];
            let is_closed = before.state.is_of(self.generation) && before.state.closed_by() == side as u8;
            (is_closed && before.g[side] + link.cost == node.g[side]).then_some(end)
        };
        match SIDES[side] {
            _ if by == ROOT => None,
            Side::Start => grid.link_table().to(number).find_map(|link| led(&link, link.from)),
            Side::Goal => grid.link_table().from(number).find_map(|link| led(&link, link.to)),
        }
    }

    /// Reports the moves from a cell that are not among `exits`, and why.
    #[cold]
    fn observe_untried(
        &self,
        observer: &mut impl Observer,
        grid: &BakedGround,
        asked: &Asked,
        side: usize,
        from: ReachedCell,
        exits: u8,
    ) {
        let here = grid.ground()[from.number as usize];
        observe_illegal(observer, grid, asked.rules, (SIDES[side], from.cell), in_tiles(from.g));
        let needless = asked.rules.legal(here.around) & !exits;
        for index in move_indices(needless) {
            let number = from.number.wrapping_add(asked.offsets[index]);
            let step = asked.rules.cost(MOVES[index], here.cost, grid.ground()[number as usize].cost);
            let g = from.g + step + climb(grid, side, from.number, number);
            let to = ReachedCell { cell: MOVES[index].from(from.cell), number, by: index as u8, g };
            self.observe_left_out(observer, Reason::Needless, grid, asked, side, to);
        }
    }

    /// Reports a path to a cell that is left out.
    #[inline]
    fn observe_left_out(
        &self,
        observer: &mut impl Observer,
        reason: Reason,
        grid: &BakedGround,
        asked: &Asked,
        side: usize,
        to: ReachedCell,
    ) {
        if observer.wants_rejected() {
            let parent = match to.by {
                LINK | ROOT => self.before(grid, side, to.cell),
                by => Some(MOVES[by as usize].back().from(to.cell)),
            };
            let (kind, h) = (StepKind::LeftOut(reason), asked.estimates[side].at(to.cell));
            let (side, subject) = (SIDES[side], Subject::Cell);
            observer.observe(TraceStep {
                kind,
                side,
                subject,
                cell: to.cell,
                parent,
                g: in_tiles(to.g),
                h: in_tiles(h),
            });
        }
    }

    #[inline]
    fn observe<L: Observer>(
        &self,
        observer: &mut L,
        kind: StepKind,
        grid: &BakedGround,
        side: usize,
        at: ReachedCell,
        h: u64,
    ) {
        if observer.listens() {
            let parent = self.before(grid, side, at.cell);
            let (side, subject) = (SIDES[side], Subject::Cell);
            observer.observe(TraceStep {
                kind,
                side,
                subject,
                cell: at.cell,
                parent,
                g: in_tiles(at.g),
                h: in_tiles(h),
            });
        }
    }
}

/// What going up costs on top of a step between the cells of two numbers: the goals' side goes it backward.
fn climb(grid: &BakedGround, side: usize, from: u32, to: u32) -> u64 {
    match SIDES[side] {
        Side::Start => grid.climb(from, to),
        Side::Goal => grid.climb(to, from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::level::{TerrainId, TileMap};
    use crate::nav::NavGrid;
    use crate::nav::{Method, SearchStatistics};
    use crate::profile::AgentProfile;

    /// Ground with stripes of two terrains.
    fn striped_ground(terrains: [u8; 2]) -> NavGrid {
        let mut map = TileMap::plain(Grid::filled(12, 9, TerrainId(0)));
        for (x, y) in (0..9).flat_map(|y| (0..12).map(move |x| (x, y))) {
            map.tiles[Cell::new(x, y)] = TerrainId(terrains[((x + y) / 3) as usize % 2]);
        }
        NavGrid::bake(&map, &AgentProfile::default())
    }

    fn solve(search: &mut Bidirectional, grid: &NavGrid, algorithm: Algorithm) -> (SearchStatistics, Vec<Cell>) {
        let goals = [Cell::new(11, 4), Cell::new(2, 8)];
        let method = Method { algorithm, ..Method::default() };
        let problem =
            PathfindingProblem { grid, start: Cell::new(1, 0), goals: &goals, near: None, method, first_steps: false };
        let (mut cells, mut observer) = (Vec::new(), ());
        let mut meter = ExpansionMeter::new(SearchStatistics::default(), u32::MAX, &mut observer);
        search.begin(&problem, &mut meter);
        assert_eq!(search.advance(&problem, &mut meter), SearchProgress::Found);
        search.append_path(&problem, &mut cells);
        (meter.statistics, cells)
    }

    /// When the numbers have run out, nodes of the first searches must not become valid again.
    #[test]
    fn numbers_of_searches_begin_again() {
        let (mut search, grid) = (Bidirectional::default(), striped_ground([0, 3]));
        let first = solve(&mut search, &grid, Algorithm::BidirectionalAStar);
        search.generation = LAST_GENERATION - 1;
        for _ in 0..3 {
            assert_eq!(solve(&mut search, &grid, Algorithm::BidirectionalAStar), first);
        }
        assert_eq!(search.generation, 2);
    }
}
