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

use super::canonical::{LINK, Onward, ROOT, onward};
use super::expansion_meter::ExpansionMeter;
use super::heuristic::{Estimate, greatest_share};
use super::illegal_moves::hear_illegal;
use super::moves::{MOVES, MoveRules, in_tiles, move_indices};
use super::open_list::OpenList;
use super::query::{Algorithm, Heuristic};
use super::trace::{Listener, Reason, Side, StepKind, Subject, TraceStep};
use super::{NavGrid, NavLink, Problem, Progress};

/// The memory of a search from both ends. As in a best-first search, nodes are never cleared.
#[derive(Clone, Debug, Default)]
pub(super) struct Bidirectional {
    asked: Option<Asked>,
    known: Known,
}

/// What the search knows.
#[derive(Clone, Debug, Default)]
struct Known {
    nodes: Vec<Node>,
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
struct Node {
    /// By side: the cost of the best path found from its end; `UNSEEN` while none is.
    g: [u64; 2],
    generation: u32,
    /// By side: the place in `MOVES` of the move that led here, or `ROOT`, or `LINK`.
    arrived_by: [u8; 2],
    /// The side that has closed it, or `NEITHER`.
    closed_by: u8,
}

const UNSEEN: u64 = u64::MAX;
const NEITHER: u8 = 2;
const SIDES: [Side; 2] = [Side::Start, Side::Goal];

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
struct Asked {
    rules: MoveRules,
    onward: &'static Onward,
    is_consistent: bool,
    /// By how much the number of a cell changes with each move.
    offsets: [u32; 8],
    /// By side: of the cost to its other end.
    estimates: [Estimate; 2],
}

impl Asked {
    fn new(problem: &Problem) -> Asked {
        let Problem { grid, start, goals, method, .. } = *problem;
        let kind = match method.algorithm {
            Algorithm::BidirectionalDijkstra => Heuristic::Zero,
            _ => method.heuristic,
        };
        let rules = MoveRules::from(method);
        let to = |cells: &[Cell]| Estimate::on(grid, kind, rules, cells);
        Asked {
            rules,
            onward: onward(rules),
            is_consistent: greatest_share(kind, rules) <= 1.0,
            offsets: MOVES.map(|step| (step.dy * grid.stride() as i32 + step.dx) as u32),
            estimates: [to(goals), to(&[start])],
        }
    }

    /// The cost of a move for a side: the goals' side goes backward.
    fn cost(&self, side: usize, index: usize, here: u16, there: u16) -> u64 {
        match SIDES[side] {
            Side::Start => self.rules.cost(MOVES[index], here, there),
            Side::Goal => self.rules.cost(MOVES[(index + 4) % 8], there, here),
        }
    }
}

impl Node {
    fn unseen(generation: u32) -> Node {
        Node { g: [UNSEEN; 2], generation, arrived_by: [ROOT; 2], closed_by: NEITHER }
    }
}

impl Bidirectional {
    pub fn bytes(&self) -> usize {
        self.known.nodes.capacity() * size_of::<Node>() + self.known.open.iter().map(OpenList::bytes).sum::<usize>()
    }

    /// Forgets the last search and prepares for a new one.
    pub fn begin(&mut self, problem: &Problem, meter: &mut ExpansionMeter<impl Listener>) {
        let Problem { grid, start, goals, .. } = *problem;
        let asked = self.asked.insert(Asked::new(problem));
        self.known.forget(grid.ground().len());
        for (side, roots) in [&[start], goals].into_iter().enumerate() {
            let estimate = &asked.estimates[side];
            let estimates = roots.iter().map(|&root| estimate.at(root));
            let (least, most) = (estimates.clone().min().unwrap_or(0), estimates.max().unwrap_or(0));
            // A step that leads away raises g by its cost and h by about as much; a climb mostly by no more again.
            let most_expensive = u64::from(grid.highest_cost()) << u32::from(grid.has_climbs());
            let rise = 2 * most_expensive * asked.rules.diagonal_length() + estimate.steepest();
            self.known.open[side].begin(least, rise.max(most - least));
            self.known.least[side] = least;
            for &root in roots {
                let root = Arrival { cell: root, number: grid.number(root), by: ROOT, g: 0 };
                self.known.reach(grid, asked, side, root, meter);
            }
        }
    }

    /// Expands cells until the meter is used up.
    pub fn advance(&mut self, problem: &Problem, meter: &mut ExpansionMeter<impl Listener>) -> Progress {
        let Bidirectional { asked, known } = self;
        let asked = asked.as_ref().expect("the search has begun");
        while !meter.is_used_up() {
            let side = usize::from(known.waiting[1] < known.waiting[0]);
            // With nothing open on one side, there is no further path to find.
            let Some(cell) = known.open[side].pop() else { return Progress::Found };
            known.waiting[side] -= 1;
            let number = problem.grid.number(cell);
            let node = &mut known.nodes[number as usize];
            if node.closed_by != NEITHER {
                continue;
            }
            known.least[side] = known.least[side].max(node.g[side] + asked.estimates[side].at(cell));
            if known.least[side] >= known.cheapest {
                return Progress::Found;
            }
            node.closed_by = side as u8;
            let arrival = Arrival { cell, number, by: node.arrived_by[side], g: node.g[side] };
            known.expand(problem.grid, asked, side, arrival, meter);
        }
        Progress::Paused
    }

    /// Appends the cells of the path found to `cells`, the root of the search first.
    pub fn append_path(&self, problem: &Problem, cells: &mut Vec<Cell>) {
        let before = |cell: Cell, side: usize| self.known.before(problem.grid, side, cell);
        let begin = cells.len();
        let meeting = self.known.meeting.expect("a way was found");
        cells.extend(std::iter::successors(Some(meeting), |&cell| before(cell, 0)));
        cells[begin..].reverse();
        cells.extend(std::iter::successors(before(meeting, 1), |&cell| before(cell, 1)));
    }
}

/// A cell reached by one side: by the move at this place in `MOVES`, or by a `LINK`, or as a `ROOT`, at a cost.
#[derive(Clone, Copy)]
struct Arrival {
    cell: Cell,
    number: u32,
    by: u8,
    g: u64,
}

impl Known {
    fn forget(&mut self, cells: usize) {
        self.nodes.resize(self.nodes.len().max(cells), Node::default());
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
        (self.cheapest, self.meeting, self.waiting) = (UNSEEN, None, [0; 2]);
    }

    /// Records a path from the end of a side to a cell, if none as cheap is known.
    #[inline]
    fn reach(
        &mut self,
        grid: &NavGrid,
        asked: &Asked,
        side: usize,
        to: Arrival,
        meter: &mut ExpansionMeter<impl Listener>,
    ) {
        let node = &mut self.nodes[to.number as usize];
        if node.generation != self.generation {
            *node = Node::unseen(self.generation);
        }
        let known = node.g[side];
        let whole = to.g.saturating_add(node.g[1 - side]);
        let is_closed = node.closed_by != NEITHER;
        // A closed cell matters only if it makes a better path.
        if known <= to.g || is_closed && (node.closed_by == side as u8 || whole >= self.cheapest) {
            let reason = if is_closed { Reason::Closed } else { Reason::NotBetter };
            self.hear_left_out(meter.listener, reason, grid, asked, side, to);
            return;
        }
        node.g[side] = to.g;
        node.arrived_by[side] = to.by;
        if whole < self.cheapest {
            (self.cheapest, self.meeting) = (whole, Some(to.cell));
            self.hear(meter.listener, StepKind::Met, grid, side, Arrival { g: whole, ..to }, 0);
        }
        let h = asked.estimates[side].at(to.cell);
        if is_closed || self.is_too_dear(asked, side, to, h) {
            let reason = if is_closed { Reason::Closed } else { Reason::TooDear };
            self.hear_left_out(meter.listener, reason, grid, asked, side, to);
            return;
        }
        self.open[side].push(to.g + h, h, to.cell);
        self.waiting[side] += 1;
        meter.statistics.generated += 1;
        self.hear(
            meter.listener,
            if known == UNSEEN { StepKind::Generated } else { StepKind::Improved },
            grid,
            side,
            to,
            h,
        );
    }

    /// Whether no path through a cell that neither side has closed can be cheaper than the cheapest known.
    #[inline]
    fn is_too_dear(&self, asked: &Asked, side: usize, to: Arrival, h: u64) -> bool {
        if self.cheapest == UNSEEN {
            return false;
        }
        let left = (self.least[1 - side]).saturating_sub(asked.estimates[1 - side].at(to.cell));
        to.g + h.max(left) >= self.cheapest
    }

    #[inline]
    fn expand(
        &mut self,
        grid: &NavGrid,
        asked: &Asked,
        side: usize,
        from: Arrival,
        meter: &mut ExpansionMeter<impl Listener>,
    ) {
        let h = asked.estimates[side].at(from.cell);
        if self.is_too_dear(asked, side, from, h) {
            self.hear(meter.listener, StepKind::LeftOut(Reason::TooDear), grid, side, from, h);
            return;
        }
        meter.statistics.expanded += 1;
        self.hear(meter.listener, StepKind::Expanded, grid, side, from, h);
        let (ground, has_climbs) = (grid.ground(), grid.has_climbs());
        let here = ground[from.number as usize];
        let last = if asked.is_consistent { from.by.min(ROOT) } else { ROOT };
        let mut exits = asked.onward[here.traits.pruning()][last as usize][here.around as usize];
        if meter.listener.wants_rejected() {
            self.hear_untried(meter.listener, grid, asked, side, from, exits);
        }
        while exits != 0 {
            let index = exits.trailing_zeros() as usize;
            exits &= exits - 1;
            let number = from.number.wrapping_add(asked.offsets[index]);
            let mut g = from.g + asked.cost(side, index, here.cost, ground[number as usize].cost);
            if has_climbs {
                g += climb(grid, side, from.number, number);
            }
            let to = Arrival { cell: MOVES[index].from(from.cell), number, by: index as u8, g };
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
        grid: &NavGrid,
        asked: &Asked,
        side: usize,
        from: Arrival,
        meter: &mut ExpansionMeter<impl Listener>,
    ) {
        let mut cross = |link: &NavLink, cell: Cell| {
            let to = Arrival { cell, number: grid.number(cell), by: LINK, g: from.g + link.cost };
            self.reach(grid, asked, side, to, meter);
        };
        match SIDES[side] {
            Side::Start => grid.link_table().from(from.number).for_each(|link| cross(&link, link.to)),
            Side::Goal => grid.link_table().to(from.number).for_each(|link| cross(&link, link.from)),
        }
    }

    /// The cell before one that a side has reached, on its way there.
    fn before(&self, grid: &NavGrid, side: usize, cell: Cell) -> Option<Cell> {
        let number = grid.number(cell);
        let node = self.nodes[number as usize];
        let by = node.arrived_by[side];
        if by < ROOT {
            let step = MOVES[by as usize];
            return Some(Cell::new(cell.x - step.dx, cell.y - step.dy));
        }
        // After a link: one whose other end this side has closed at the remaining cost.
        let led = |link: &NavLink, end: Cell| {
            let before = self.nodes[grid.number(end) as usize];
            let is_closed = before.generation == self.generation && before.closed_by == side as u8;
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
    fn hear_untried(
        &self,
        listener: &mut impl Listener,
        grid: &NavGrid,
        asked: &Asked,
        side: usize,
        from: Arrival,
        exits: u8,
    ) {
        let here = grid.ground()[from.number as usize];
        hear_illegal(listener, grid, asked.rules, (SIDES[side], from.cell), in_tiles(from.g));
        let needless = asked.rules.legal(here.around) & !exits;
        for index in move_indices(needless) {
            let number = from.number.wrapping_add(asked.offsets[index]);
            let step = asked.cost(side, index, here.cost, grid.ground()[number as usize].cost);
            let g = from.g + step + climb(grid, side, from.number, number);
            let to = Arrival { cell: MOVES[index].from(from.cell), number, by: index as u8, g };
            self.hear_left_out(listener, Reason::Needless, grid, asked, side, to);
        }
    }

    /// Reports a path to a cell that is left out.
    #[inline]
    fn hear_left_out(
        &self,
        listener: &mut impl Listener,
        reason: Reason,
        grid: &NavGrid,
        asked: &Asked,
        side: usize,
        to: Arrival,
    ) {
        if listener.wants_rejected() {
            let parent = match to.by {
                LINK | ROOT => self.before(grid, side, to.cell),
                by => Some(MOVES[by as usize].back().from(to.cell)),
            };
            let (kind, h) = (StepKind::LeftOut(reason), asked.estimates[side].at(to.cell));
            let (side, subject) = (SIDES[side], Subject::Cell);
            listener.hear(TraceStep { kind, side, subject, cell: to.cell, parent, g: in_tiles(to.g), h: in_tiles(h) });
        }
    }

    #[inline]
    fn hear<L: Listener>(&self, listener: &mut L, kind: StepKind, grid: &NavGrid, side: usize, at: Arrival, h: u64) {
        if listener.listens() {
            let parent = self.before(grid, side, at.cell);
            let (side, subject) = (SIDES[side], Subject::Cell);
            listener.hear(TraceStep { kind, side, subject, cell: at.cell, parent, g: in_tiles(at.g), h: in_tiles(h) });
        }
    }
}

/// What going up costs on top of a step between the cells of two numbers: the goals' side goes it backward.
fn climb(grid: &NavGrid, side: usize, from: u32, to: u32) -> u64 {
    match SIDES[side] {
        Side::Start => grid.climb(from, to),
        Side::Goal => grid.climb(to, from),
    }
}
