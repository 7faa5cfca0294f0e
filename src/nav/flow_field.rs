//! Flow fields: for every cell the move that leads to the nearest goal and the cost of the path, computed once for all
//! agents that go there (the integration and flow field of E. Emerson, "Crowd Pathfinding and Steering Using Flow Field
//! Tiles", Game AI Pro, 2013).
//!
//! The costs are those of Dijkstra's search from the goals, over edges taken backward, with a
//! [bucket queue](super::bucket_queue) as its open list.
//!
//! Costs are 32 bits wide while they are compared; before they overflow, those that are settled are stored in 64 bits
//! elsewhere and the rest restart from a lower number.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::grid::{Cell, Lattice};

use super::bucket_queue::BucketQueue;
use super::canonical::{ROOT, onward};
use super::expansion_meter::ExpansionMeter;
use super::illegal_moves::observe_illegal;
use super::moves::{MOVES, Move, MoveRules, STRAIGHT, TILE_COST, in_tiles, move_indices};
use super::nav_grid::NavGrid;
use super::nav_link::NavLink;
use super::path::SearchStatistics;
use super::problem::{PathfindingProblem, SearchProgress};
use super::trace::{Observer, Reason, Side, StepKind, Subject, TraceStep, no_observer};

/// The path to the nearest of some goals from every cell of a map.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::nav::moves::{Move, MoveRules};
/// use footpath::nav::{FlowField, NavGrid};
///
/// let grid = NavGrid::from_rows(&["........"; 6])?;
///
/// let field = FlowField::build(&grid, &[Cell::new(0, 0), Cell::new(7, 0)], MoveRules::WALKING);
/// assert_eq!(field.direction(Cell::new(2, 0)), Some(Move { dx: -1, dy: 0 }));
/// assert_eq!(field.cost(Cell::new(5, 0)), Some(2.0));
/// assert_eq!(field.direction(Cell::new(7, 0)), None, "a goal");
/// # Ok::<(), footpath::grid::GridError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowField {
    made_for: Option<MadeFor>,
    /// By cell number.
    nodes: Vec<FieldCell>,
    /// What node costs count from.
    base: u64,
    /// Full costs of the cells that were settled before `base` was last raised; empty as long as it is 0.
    put_aside: Vec<u64>,
    queue: BucketQueue<u32>,
    /// Offers too expensive for the queue, the cheapest first.
    far: BinaryHeap<Reverse<Far>>,
    /// The links by which paths were found from cells, in order of the cell numbers.
    links: Vec<(u32, NavLink)>,
}

/// What to do in a cell to reach a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlowStep {
    /// Go to a neighbour.
    Step(Move),
    /// Use the link, which begins there.
    Link(NavLink),
}

/// A path from a cell whose first part is expensive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Far {
    /// Of the whole path.
    cost: u64,
    from: u32,
    /// The cell to which it first leads.
    to: u32,
    /// The place in `MOVES` of the move that leads there, or `LINK`.
    exit: u8,
}

/// What a field was made for.
#[derive(Clone, Debug, PartialEq)]
struct MadeFor {
    stamp: u64,
    lattice: Lattice,
    rules: MoveRules,
    goals: Vec<Cell>,
}

/// What is known about a cell.
#[derive(Clone, Copy, Debug)]
struct FieldCell {
    /// Cost of the cheapest path found from it to a goal, less the field's `base`; `UNSEEN` while there is none, and 0
    /// where no path can be cheaper: in cells not passable, and those set aside.
    cost: u32,
    /// What a tile's length of it costs, in hundredths; 0 where it is not passable.
    ground: u16,
    /// The moves by which a search may leave it, a bit for each.
    legal: u8,
    /// The place in `MOVES` of the move to make there, `LINK`, or `ROOT` in a goal and where there is no path; with
    /// `SETTLED`.
    exit: u8,
}

const UNSEEN: u32 = u32::MAX;
/// Instead of a move, where a link is to be used.
const LINK: u8 = ROOT + 1;
/// Marks a cell that is settled: its neighbours know the path from it.
const SETTLED: u8 = 1 << 4;
/// How much more than its cells a step up may cost, and a link more than a step, to go into the queue with the others.
const ALLOWANCE: u64 = 8 * TILE_COST;

impl FlowField {
    /// The field for the goals that are passable, by these rules. Time is linear in the cells, but for a part that
    /// grows with the ratio of the greatest cost to the least.
    pub fn build(grid: &NavGrid, goals: &[Cell], rules: MoveRules) -> FlowField {
        let mut field = FlowField::default();
        let mut observer = no_observer();
        let mut meter = ExpansionMeter::new(SearchStatistics::default(), u32::MAX, &mut observer);
        field.start(grid, goals, rules, &mut meter);
        field.spread(grid, &mut meter);
        field
    }

    /// The move to make in a cell; `None` in a goal, where a [link](FlowField::next) is to be used, and where no path
    /// leads to a goal. Of equally good moves always the same one.
    pub fn direction(&self, cell: Cell) -> Option<Move> {
        let node = self.nodes.get(self.number(cell)?)?;
        MOVES.get(usize::from(node.exit & !SETTLED)).copied()
    }

    /// What to do in a cell: make the move of its [direction](FlowField::direction), or use a link; `None` in a goal,
    /// and where no path leads to one.
    pub fn next(&self, cell: Cell) -> Option<FlowStep> {
        let number = self.number(cell)?;
        if self.nodes.get(number)?.exit & !SETTLED == LINK {
            let at = self.links.binary_search_by_key(&(number as u32), |&(from, _)| from).ok()?;
            return Some(FlowStep::Link(self.links[at].1));
        }
        self.direction(cell).map(FlowStep::Step)
    }

    /// The cell to which the path leads from another.
    fn next_cell(&self, cell: Cell) -> Option<Cell> {
        self.next(cell).map(|next| match next {
            FlowStep::Step(step) => step.from(cell),
            FlowStep::Link(link) => link.to,
        })
    }

    /// The cost of the path from a cell to the nearest goal in tiles, exact to 3 parts in 10 million; `None` where
    /// there is none.
    pub fn cost(&self, cell: Cell) -> Option<f64> {
        let number = self.number(cell)?;
        let node = self.nodes.get(number).filter(|node| node.ground > 0 && node.cost != UNSEEN)?;
        let put_aside = self.put_aside.get(number).copied().filter(|&cost| cost != u64::MAX);
        Some(in_tiles(put_aside.unwrap_or(self.base + u64::from(node.cost))))
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<FieldCell>()
            + self.put_aside.capacity() * size_of::<u64>()
            + self.made_for.as_ref().map_or(0, |made_for| made_for.goals.capacity() * size_of::<Cell>())
            + self.queue.bytes()
            + self.far.capacity() * size_of::<Far>()
            + self.links.capacity() * size_of::<(u32, NavLink)>()
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        let lattice = self.made_for.as_ref()?.lattice;
        let inside = lattice.contains(cell);
        inside.then(|| (cell.y as usize + 1) * (lattice.width as usize + 2) + cell.x as usize + 1)
    }

    /// Continues the field that it has, if that is for the same goals on the same ground and nobody listens; otherwise
    /// begins a new one.
    pub(super) fn begin(&mut self, problem: &PathfindingProblem, meter: &mut ExpansionMeter<impl Observer>) {
        let PathfindingProblem { grid, goals, method, .. } = *problem;
        let rules = MoveRules::from(method);
        let serves = |known: &MadeFor| known.stamp == grid.stamp() && known.rules == rules && known.goals == goals;
        if meter.observer.listens() || !self.made_for.as_ref().is_some_and(serves) {
            self.start(grid, goals, rules, meter);
        }
    }

    fn start(&mut self, grid: &NavGrid, goals: &[Cell], rules: MoveRules, meter: &mut ExpansionMeter<impl Observer>) {
        let mut known_goals = self.made_for.take().map_or(Vec::new(), |known| known.goals);
        known_goals.clear();
        known_goals.extend_from_slice(goals);
        self.made_for = Some(MadeFor { stamp: grid.stamp(), lattice: grid.lattice(), rules, goals: known_goals });
        let legal = &onward(rules)[0][ROOT as usize];
        self.nodes.clear();
        self.nodes.extend(grid.ground().iter().map(|ground| FieldCell {
            cost: if ground.cost > 0 { UNSEEN } else { 0 },
            ground: ground.cost,
            legal: legal[ground.around as usize],
            exit: ROOT,
        }));
        self.base = 0;
        self.put_aside.clear();
        self.far.clear();
        self.links.clear();
        let allowance = if grid.is_plain() { 0 } else { ALLOWANCE };
        let most_expensive = 2 * u64::from(grid.highest_cost()) * rules.diagonal_length() + allowance;
        self.queue.begin(2 * u32::from(grid.lowest_cost()) * STRAIGHT as u32, most_expensive as u32);
        for &goal in goals.iter().filter(|&&goal| grid.is_passable(goal)) {
            let number = grid.number(goal);
            self.nodes[number as usize].cost = 0;
            self.queue.push(number, 0);
            meter.statistics.generated += 1;
            self.observe(meter.observer, StepKind::Generated, number);
        }
    }

    /// Settles cells until the meter is used up.
    pub(super) fn advance(
        &mut self,
        problem: &PathfindingProblem,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> SearchProgress {
        self.spread(problem.grid, meter)
    }

    fn spread(&mut self, grid: &NavGrid, meter: &mut ExpansionMeter<impl Observer>) -> SearchProgress {
        let Some(MadeFor { lattice, rules, .. }) = self.made_for else { return SearchProgress::Found };
        let stride = lattice.width as i32 + 2;
        let neighbours = MoveTable {
            offsets: MOVES.map(|step| (step.dy * stride + step.dx) as u32),
            // As in `MoveRules::cost`, which is the same in both directions.
            lengths: MOVES.map(|step| rules.cost(step, 1, 0) as u32),
        };
        let is_plain = !grid.has_climbs() && grid.link_table().is_empty();
        while !meter.is_used_up() {
            let Some(number) = self.queue.next() else {
                self.fetch_far(grid, meter);
                if !self.queue.turn() {
                    return SearchProgress::Found;
                }
                if let Some(rise) = self.queue.fall_back() {
                    self.raise_base(u64::from(rise));
                }
                continue;
            };
            let node = &mut self.nodes[number as usize];
            if node.exit & SETTLED != 0 {
                continue;
            }
            node.exit |= SETTLED;
            meter.statistics.expanded += 1;
            self.observe(meter.observer, StepKind::Expanded, number);
            if meter.observer.wants_rejected() {
                let here = self.cell(number);
                observe_illegal(meter.observer, grid, rules, (Side::Goal, here), self.cost(here).unwrap_or(0.0));
            }
            if is_plain {
                self.reach_neighbours(&neighbours, number, meter);
            } else {
                self.reach_all(grid, &neighbours, number, meter);
            }
        }
        SearchProgress::Paused
    }

    #[inline]
    fn reach_neighbours(&mut self, neighbours: &MoveTable, number: u32, meter: &mut ExpansionMeter<impl Observer>) {
        let nodes = &self.nodes;
        let here = nodes[number as usize];
        // First all neighbours are checked, without a branch; then the few that become cheaper are changed.
        let mut costs = [0; 8];
        let mut cheaper = 0u8;
        for (index, (&offset, &length)) in neighbours.offsets.iter().zip(&neighbours.lengths).enumerate() {
            let there = nodes[number.wrapping_add(offset) as usize];
            costs[index] = here.cost + length * (u32::from(here.ground) + u32::from(there.ground));
            cheaper |= u8::from(costs[index] < there.cost) << index;
        }
        cheaper &= here.legal;
        if meter.observer.wants_rejected() {
            for index in move_indices(here.legal & !cheaper) {
                let from = number.wrapping_add(neighbours.offsets[index]);
                self.observe_left_out(meter.observer, from, number, self.base + u64::from(costs[index]));
            }
        }
        while cheaper != 0 {
            let index = cheaper.trailing_zeros() as usize;
            cheaper &= cheaper - 1;
            let number = number.wrapping_add(neighbours.offsets[index]);
            let there = &mut self.nodes[number as usize];
            let kind = if there.cost == UNSEEN { StepKind::Generated } else { StepKind::Improved };
            there.cost = costs[index];
            there.exit = (index as u8 + 4) % 8;
            self.queue.push(number, costs[index]);
            meter.statistics.generated += 1;
            self.observe(meter.observer, kind, number);
        }
    }

    /// Like [`FlowField::reach_neighbours`], for ground with climbs or links.
    fn reach_all(
        &mut self,
        grid: &NavGrid,
        neighbours: &MoveTable,
        number: u32,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        let here = self.nodes[number as usize];
        let cost = self.base + u64::from(here.cost);
        let mut moves = here.legal;
        while moves != 0 {
            let index = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let from = number.wrapping_add(neighbours.offsets[index]);
            let sum = u32::from(here.ground) + u32::from(self.nodes[from as usize].ground);
            let cost = cost + u64::from(neighbours.lengths[index] * sum) + grid.climb(from, number);
            self.offer(grid, Far { from, to: number, cost, exit: (index as u8 + 4) % 8 }, meter);
        }
        if grid.ground()[number as usize].traits.is_linked() {
            for link in grid.link_table().to(number) {
                let offer = Far { from: grid.number(link.from), to: number, cost: cost + link.cost, exit: LINK };
                self.offer(grid, offer, meter);
            }
        }
    }

    /// Accepts an offer if nothing better is known; keeps it for later if it is too expensive for the queue.
    fn offer(&mut self, grid: &NavGrid, offer: Far, meter: &mut ExpansionMeter<impl Observer>) {
        if !self.queue.holds(offer.cost - self.base) {
            self.far.push(Reverse(offer));
            return;
        }
        let cost = (offer.cost - self.base) as u32;
        let node = &mut self.nodes[offer.from as usize];
        if cost >= node.cost {
            self.observe_left_out(meter.observer, offer.from, offer.to, offer.cost);
            return;
        }
        let kind = if node.cost == UNSEEN { StepKind::Generated } else { StepKind::Improved };
        (node.cost, node.exit) = (cost, offer.exit);
        if offer.exit == LINK {
            self.note_link(grid, offer);
        }
        self.queue.push(offer.from, cost);
        meter.statistics.generated += 1;
        self.observe(meter.observer, kind, offer.from);
    }

    /// Remembers by which link to go from a cell.
    fn note_link(&mut self, grid: &NavGrid, Far { from, to, .. }: Far) {
        let mut links = grid.link_table().from(from);
        let link = links.find(|link| grid.number(link.to) == to).expect("a link is offered where there is one");
        match self.links.binary_search_by_key(&from, |&(from, _)| from) {
            Ok(at) => self.links[at].1 = link,
            Err(at) => self.links.insert(at, (from, link)),
        }
    }

    /// Moves into the queue what is no longer too expensive for it.
    fn fetch_far(&mut self, grid: &NavGrid, meter: &mut ExpansionMeter<impl Observer>) {
        while let Some(&Reverse(far)) = self.far.peek() {
            let ahead = far.cost - self.base;
            if self.queue.is_empty() && !self.queue.skip_to(ahead) {
                self.raise_base(ahead);
            }
            if !self.queue.holds(far.cost - self.base) {
                return;
            }
            self.far.pop();
            self.offer(grid, far, meter);
        }
    }

    /// Stores the costs of settled cells elsewhere, and counts the others from a base that is higher by `rise`.
    fn raise_base(&mut self, rise: u64) {
        self.put_aside.resize(self.nodes.len(), u64::MAX);
        for (node, put_aside) in self.nodes.iter_mut().zip(&mut self.put_aside) {
            if node.exit & SETTLED == 0 {
                let is_open = node.ground > 0 && node.cost != UNSEEN;
                node.cost -= if is_open { rise as u32 } else { 0 };
            } else if *put_aside == u64::MAX {
                *put_aside = self.base + u64::from(std::mem::take(&mut node.cost));
            }
        }
        self.base += rise;
    }

    /// Puts the cells from the start to the nearest goal behind `cells`.
    pub(super) fn append_path(&self, problem: &PathfindingProblem, cells: &mut Vec<Cell>) {
        cells.extend(std::iter::successors(Some(problem.start), |&cell| self.next_cell(cell)));
    }

    /// The cell of a number.
    fn cell(&self, number: u32) -> Cell {
        let stride = self.made_for.as_ref().map_or(2, |made_for| made_for.lattice.width + 2);
        Cell::new((number % stride) as i32 - 1, (number / stride) as i32 - 1)
    }

    /// Reports that a path from a cell by way of another is left out, because one that costs no more is known.
    #[inline]
    fn observe_left_out(&self, observer: &mut impl Observer, from: u32, to: u32, cost: u64) {
        if observer.wants_rejected() {
            let is_closed = self.nodes[from as usize].exit & SETTLED != 0;
            let kind = StepKind::LeftOut(if is_closed { Reason::Closed } else { Reason::NotBetter });
            let (side, subject, g) = (Side::Goal, Subject::Cell, in_tiles(cost));
            let (cell, parent) = (self.cell(from), Some(self.cell(to)));
            observer.observe(TraceStep { kind, side, subject, cell, parent, g, h: 0.0 });
        }
    }

    #[inline]
    fn observe<L: Observer>(&self, observer: &mut L, kind: StepKind, number: u32) {
        if observer.listens() {
            let cell = self.cell(number);
            let parent = self.next_cell(cell);
            let g = self.cost(cell).unwrap_or(0.0);
            let (side, subject) = (Side::Goal, Subject::Cell);
            observer.observe(TraceStep { kind, side, subject, cell, parent, g, h: 0.0 });
        }
    }
}

/// By move: how a cell's number changes, and what the move's length counts.
struct MoveTable {
    offsets: [u32; 8],
    lengths: [u32; 8],
}
