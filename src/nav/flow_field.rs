//! Flow fields: for every cell the move that leads to the nearest goal, and what the way costs, found once for all
//! who go there (the integration and flow field of E. Emerson, "Crowd Pathfinding and Steering Using Flow Field
//! Tiles", Game AI Pro, 2013).
//!
//! The costs are those of Dijkstra's search from the goals, over edges taken backward. Its queue is one of buckets no
//! wider than the cheapest step costs (E. Denardo and B. Fox, "Shortest-Route Methods: 1. Reaching, Pruning, and
//! Buckets", Operations Research 27, 1979): cells of one bucket cannot make each other cheaper, so in their turn they
//! are settled in any order, and nothing is ever sorted.
//!
//! Costs are 32 bits wide while they are compared; before they run over, those that are settled are put aside in full
//! and the rest start again from a lower number.

use crate::grid::{Cell, Lattice};

use super::canonical::{ROOT, onward};
use super::moves::{MOVES, Move, MoveRules, STRAIGHT, TILE_COST};
use super::trace::{Listener, Side, StepKind, TraceStep, nobody};
use super::{Effort, NavGrid, Problem, Progress};

/// The way to the nearest of some goals from every cell of a map.
///
/// ```
/// use footpath::grid::{Cell, Grid, Lattice};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use footpath::nav::moves::{Move, MoveRules};
/// use footpath::nav::{FlowField, NavGrid};
/// use footpath::profile::AgentProfile;
///
/// let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 8, height: 6 };
/// let map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(8, 6, TerrainId(0)));
/// let grid = NavGrid::bake(&map, &AgentProfile::built_in()[0]);
///
/// let field = FlowField::build(&grid, &[Cell::new(0, 0), Cell::new(7, 0)], MoveRules::WALKING);
/// assert_eq!(field.direction(Cell::new(2, 0)), Some(Move { dx: -1, dy: 0 }));
/// assert_eq!(field.cost(Cell::new(5, 0)), Some(2.0));
/// assert_eq!(field.direction(Cell::new(7, 0)), None, "a goal");
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowField {
    made_for: Option<MadeFor>,
    /// By cell number.
    nodes: Vec<Node>,
    /// What node costs count from.
    base: u64,
    /// Costs of the cells that were settled before `base` was last raised; empty as long as it is 0.
    put_aside: Vec<u64>,
    queue: Buckets,
}

/// What a field holds for.
#[derive(Clone, Debug, PartialEq)]
struct MadeFor {
    stamp: u64,
    lattice: Lattice,
    rules: MoveRules,
    goals: Vec<Cell>,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Cost of the cheapest way found from it to a goal, less the field's `base`; `UNSEEN` while there is none,
    /// and 0 where no way can be cheaper: in cells not passable, and those put aside.
    cost: u32,
    /// What a tile's length of it costs, in hundredths; 0 where it is not passable.
    ground: u16,
    /// The moves by which a search may leave it, a bit for each.
    legal: u8,
    /// The place in `MOVES` of the move to make there, or `ROOT` in a goal and where there is none; with `SETTLED`.
    way: u8,
}

const UNSEEN: u32 = u32::MAX;
/// Marks a cell whose cost is final.
const SETTLED: u8 = 1 << 4;

impl FlowField {
    /// The field for the goals that are passable, by these rules. Time is linear in the cells, but for a part that
    /// grows with the ratio of the greatest cost to the least.
    pub fn build(grid: &NavGrid, goals: &[Cell], rules: MoveRules) -> FlowField {
        let mut field = FlowField::default();
        field.start(grid, goals, rules, &mut Effort::default(), &mut nobody());
        field.spread(u32::MAX, &mut Effort::default(), &mut nobody());
        field
    }

    /// The move to make in a cell; `None` in a goal, and where no way leads to one. Of moves that are as good, always
    /// the same.
    pub fn direction(&self, cell: Cell) -> Option<Move> {
        let node = self.nodes.get(self.number(cell)?)?;
        MOVES.get(usize::from(node.way & !SETTLED)).copied()
    }

    /// The cost of the way from a cell to the nearest goal in tiles, exact to 3 parts in 10 million; `None` where there
    /// is none.
    pub fn cost(&self, cell: Cell) -> Option<f64> {
        let number = self.number(cell)?;
        let node = self.nodes.get(number).filter(|node| node.ground > 0 && node.cost != UNSEEN)?;
        let put_aside = self.put_aside.get(number).copied().filter(|&cost| cost != u64::MAX);
        Some(put_aside.unwrap_or(self.base + u64::from(node.cost)) as f64 / TILE_COST as f64)
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.put_aside.capacity() * size_of::<u64>()
            + self.made_for.as_ref().map_or(0, |made_for| made_for.goals.capacity() * size_of::<Cell>())
            + self.queue.bytes()
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        let lattice = self.made_for.as_ref()?.lattice;
        let inside = lattice.contains(cell);
        inside.then(|| (cell.y as usize + 1) * (lattice.width as usize + 2) + cell.x as usize + 1)
    }

    /// Goes on with the field that it has, where that holds for the same goals on the same ground; else begins one.
    pub(super) fn begin(&mut self, problem: &Problem, effort: &mut Effort, listener: &mut impl Listener) {
        let Problem { grid, goals, method, .. } = *problem;
        let rules = MoveRules::from(method);
        let serves = |known: &MadeFor| known.stamp == grid.stamp() && known.rules == rules && known.goals == goals;
        if !self.made_for.as_ref().is_some_and(serves) {
            self.start(grid, goals, rules, effort, listener);
        }
    }

    fn start(
        &mut self,
        grid: &NavGrid,
        goals: &[Cell],
        rules: MoveRules,
        effort: &mut Effort,
        listener: &mut impl Listener,
    ) {
        let mut known_goals = self.made_for.take().map_or(Vec::new(), |known| known.goals);
        known_goals.clear();
        known_goals.extend_from_slice(goals);
        self.made_for = Some(MadeFor { stamp: grid.stamp(), lattice: grid.lattice(), rules, goals: known_goals });
        let legal = &onward(rules)[0][ROOT as usize];
        self.nodes.clear();
        self.nodes.extend(grid.ground().iter().map(|ground| Node {
            cost: if ground.cost > 0 { UNSEEN } else { 0 },
            ground: ground.cost,
            legal: legal[ground.around as usize],
            way: ROOT,
        }));
        self.base = 0;
        self.put_aside.clear();
        let dearest = 2 * u64::from(grid.highest_cost()) * rules.diagonal_length();
        self.queue.begin(2 * u32::from(grid.lowest_cost()) * STRAIGHT as u32, dearest as u32);
        for &goal in goals.iter().filter(|&&goal| grid.is_passable(goal)) {
            let number = grid.number(goal);
            self.nodes[number as usize].cost = 0;
            self.queue.push(number, 0);
            effort.generated += 1;
            self.hear(listener, StepKind::Generated, number);
        }
    }

    /// Settles at most `budget` cells.
    pub(super) fn advance(
        &mut self,
        _: &Problem,
        budget: u32,
        effort: &mut Effort,
        listener: &mut impl Listener,
    ) -> Progress {
        self.spread(budget, effort, listener)
    }

    fn spread(&mut self, budget: u32, effort: &mut Effort, listener: &mut impl Listener) -> Progress {
        let Some(MadeFor { lattice, rules, .. }) = self.made_for else { return Progress::Found };
        let stride = lattice.width as i32 + 2;
        let neighbours = Neighbours {
            offsets: MOVES.map(|step| (step.dy * stride + step.dx) as u32),
            // As `MoveRules::cost` has it, which is the same in both directions.
            lengths: MOVES.map(|step| rules.cost(step, 1, 0) as u32),
        };
        let last = effort.expanded.saturating_add(budget);
        while effort.expanded < last {
            let Some(number) = self.queue.next() else {
                if !self.queue.turn() {
                    return Progress::Found;
                }
                self.raise_base();
                continue;
            };
            let node = &mut self.nodes[number as usize];
            if node.way & SETTLED != 0 {
                continue;
            }
            node.way |= SETTLED;
            effort.expanded += 1;
            self.hear(listener, StepKind::Expanded, number);
            self.reach_neighbours(&neighbours, number, effort, listener);
        }
        Progress::Paused
    }

    #[inline]
    fn reach_neighbours(
        &mut self,
        neighbours: &Neighbours,
        number: u32,
        effort: &mut Effort,
        listener: &mut impl Listener,
    ) {
        let nodes = &self.nodes;
        let here = nodes[number as usize];
        // First all are looked at, without a branch; then the few that it concerns are changed.
        let mut costs = [0; 8];
        let mut cheaper = 0u8;
        for (index, (&offset, &length)) in neighbours.offsets.iter().zip(&neighbours.lengths).enumerate() {
            let there = nodes[number.wrapping_add(offset) as usize];
            costs[index] = here.cost + length * (u32::from(here.ground) + u32::from(there.ground));
            cheaper |= u8::from(costs[index] < there.cost) << index;
        }
        cheaper &= here.legal;
        while cheaper != 0 {
            let index = cheaper.trailing_zeros() as usize;
            cheaper &= cheaper - 1;
            let number = number.wrapping_add(neighbours.offsets[index]);
            let there = &mut self.nodes[number as usize];
            let kind = if there.cost == UNSEEN { StepKind::Generated } else { StepKind::Improved };
            there.cost = costs[index];
            there.way = (index as u8 + 4) % 8;
            self.queue.push(number, costs[index]);
            effort.generated += 1;
            self.hear(listener, kind, number);
        }
    }

    /// Before costs run over, puts those aside that are settled, and counts the others from a higher base.
    fn raise_base(&mut self) {
        let Some(rise) = self.queue.fall_back() else { return };
        self.put_aside.resize(self.nodes.len(), u64::MAX);
        for (node, put_aside) in self.nodes.iter_mut().zip(&mut self.put_aside) {
            if node.way & SETTLED == 0 {
                let is_open = node.ground > 0 && node.cost != UNSEEN;
                node.cost -= if is_open { rise } else { 0 };
            } else if *put_aside == u64::MAX {
                *put_aside = self.base + u64::from(std::mem::take(&mut node.cost));
            }
        }
        self.base += u64::from(rise);
    }

    /// Puts the cells from the start to the nearest goal behind `cells`.
    pub(super) fn append_way(&self, problem: &Problem, cells: &mut Vec<Cell>) {
        let next = |&cell: &Cell| self.direction(cell).map(|step| step.from(cell));
        cells.extend(std::iter::successors(Some(problem.start), next));
    }

    #[inline]
    fn hear<L: Listener>(&self, listener: &mut L, kind: StepKind, number: u32) {
        if listener.listens() {
            let stride = self.made_for.as_ref().map_or(2, |made_for| made_for.lattice.width + 2);
            let cell = Cell::new((number % stride) as i32 - 1, (number / stride) as i32 - 1);
            let parent = self.direction(cell).map(|step| step.from(cell));
            let g = self.cost(cell).unwrap_or(0.0);
            listener.hear(TraceStep { kind, side: Side::Goal, cell, parent, g, h: 0.0 });
        }
    }
}

/// By move: how a cell's number changes, and what the move's length counts.
struct Neighbours {
    offsets: [u32; 8],
    lengths: [u32; 8],
}

/// A queue of cell numbers by their cost, rounded down to a bucket's width.
#[derive(Clone, Debug, Default)]
struct Buckets {
    /// The bucket whose turn it is, and how much of it has been taken.
    due: Vec<u32>,
    taken: usize,
    /// Those that follow: bucket `n` lies at `n % later.len()`, a power of two.
    later: Vec<Vec<u32>>,
    /// How many entries `later` holds.
    waiting: usize,
    /// The number of the bucket whose turn it is: a cost without its lowest `shift` bits.
    present: u32,
    shift: u32,
    dearest: u32,
}

impl Buckets {
    /// Empties it. Costs will be pushed that lie at least `cheapest` and at most `dearest` above those taken last.
    fn begin(&mut self, cheapest: u32, dearest: u32) {
        self.due.clear();
        self.later.iter_mut().for_each(Vec::clear);
        self.shift = cheapest.max(1).ilog2();
        let buckets = ((dearest >> self.shift) as usize + 2).next_power_of_two();
        self.later.resize(buckets, Vec::new());
        (self.taken, self.waiting, self.present, self.dearest) = (0, 0, 0, dearest);
    }

    #[inline]
    fn push(&mut self, number: u32, cost: u32) {
        let ring = self.later.len() - 1;
        self.later[(cost >> self.shift) as usize & ring].push(number);
        self.waiting += 1;
    }

    /// The next entry of the present bucket.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let number = self.due.get(self.taken).copied();
        self.taken += usize::from(number.is_some());
        number
    }

    /// Makes the next bucket that holds anything the present one; whether there is any.
    fn turn(&mut self) -> bool {
        self.due.clear();
        self.taken = 0;
        if self.waiting == 0 {
            return false;
        }
        let ring = self.later.len() - 1;
        while self.later[self.present as usize & ring].is_empty() {
            self.present += 1;
        }
        // Not swapped: each keeps the memory that it will need again.
        self.due.append(&mut self.later[self.present as usize & ring]);
        self.waiting -= self.due.len();
        true
    }

    /// Where the costs to come might run over: begins to count again from a whole turn of the ring at most, and says
    /// by how much costs are to be lowered.
    fn fall_back(&mut self) -> Option<u32> {
        if self.present + 1 < (u32::MAX - self.dearest) >> self.shift {
            return None;
        }
        let ring = self.later.len() as u32 - 1;
        let rise = self.present & !ring;
        self.present -= rise;
        Some(rise << self.shift)
    }

    fn bytes(&self) -> usize {
        let entries = self.due.capacity() + self.later.iter().map(Vec::capacity).sum::<usize>();
        entries * size_of::<u32>() + self.later.capacity() * size_of::<Vec<u32>>()
    }
}
