//! Distances inside one chunk.

use crate::grid::{Cell, Rect};
use crate::nav::baked_ground::BakedCell;
use crate::nav::baked_ground::BakedGround;
use crate::nav::bucket_queue::BucketQueue;
use crate::nav::canonical::{OnwardMoves, ROOT, onward};
use crate::nav::expansion_meter::ObservedCell;
use crate::nav::moves::{MOVES, MoveRules, TILE_COST};
use crate::nav::trace::{Side, Subject};

/// No path is known.
pub const FAR: u32 = u32::MAX;

/// What a straight step costs for each hundredth of its two cells' costs, in the unit of the hierarchy: a tile of
/// cost 1 is 1000. (The grid's own unit would need wider numbers.)
const STRAIGHT: u32 = 5;

/// What a diagonal step costs for each hundredth of its two cells' costs, times 2^10: 5 times the square root of 2.
const DIAGONAL: u32 = 7241;

/// What a step costs between cells whose costs, in hundredths, have this sum.
#[inline]
pub fn step_cost(is_diagonal: bool, sum: u32) -> u32 {
    if is_diagonal { (sum * DIAGONAL) >> 10 } else { sum * STRAIGHT }
}

/// The most that a step costs for going up, however steep it is: so all paths in the largest rectangle fit into 32
/// bits.
const STEEPEST: u32 = 1_000_000;

/// What a step costs on top for going up, between two neighbouring cells by their numbers.
pub fn climb_cost(grid: &BakedGround, from: u32, to: u32) -> u32 {
    (grid.climb(from, to) / GRID_UNIT).min(u64::from(STEEPEST)) as u32
}

/// How many of the grid's units make one of the hierarchy's.
pub const GRID_UNIT: u64 = TILE_COST / 1000;

/// A cost of the hierarchy in tiles of cost 1.
pub fn tiles(cost: u64) -> f64 {
    cost as f64 / 1000.0
}

/// Room for a row, and for the rows, of the largest rectangle.
const STRIDE: usize = 64;
const ROOM: usize = STRIDE * STRIDE;

/// By how much the place of a cell changes with each of the [`MOVES`].
const OFFSETS: [usize; 8] = {
    let mut offsets = [0; 8];
    let mut at = 0;
    while at < 8 {
        offsets[at] = (MOVES[at].dy as usize).wrapping_mul(STRIDE).wrapping_add(MOVES[at].dx as usize);
        at += 1;
    }
    offsets
};

/// Dijkstra's search over the cells of one rectangle, which it never leaves; at most 64 x 64 cells.
///
/// Going up costs more, going down does not: so a path costs more than its reverse by the [rise](LocalDijkstra::rise)
/// between its ends, and the cheapest path is the same in both directions.
#[derive(Clone, Debug)]
pub struct LocalDijkstra {
    rect: Rect,
    /// Whether it searches forward from a start, or backward from a goal.
    side: Side,
    /// The moves worth trying.
    onward: &'static OnwardMoves,
    /// The rectangle's cells, row by row; what lies outside it counts as not passable.
    ground: Box<[BakedCell; ROOM]>,
    /// Their heights, as the cost of climbing there; empty if climbing costs nothing.
    heights: Vec<i32>,
    /// For each cell the cost of the best path found.
    cost: Box<[u32; ROOM]>,
    /// For each cell the place in [`MOVES`] of the move that led there.
    arrived_by: Box<[u8; ROOM]>,
    /// What the cheapest and the most expensive step cost here.
    step_costs: (u32, u32),
    /// The open cells, with the cost that they had when they were put in.
    open: BucketQueue<OpenCell>,
}

/// An open cell, by its place among the rectangle's, with the cost that it had when it was put in.
#[derive(Clone, Copy, Debug)]
struct OpenCell {
    place: u32,
    cost: u32,
}

impl Default for LocalDijkstra {
    fn default() -> LocalDijkstra {
        LocalDijkstra {
            rect: Rect::of_cell(Cell::new(0, 0)),
            side: Side::Start,
            onward: onward(MoveRules::WALKING),
            ground: Box::new([BakedCell::default(); ROOM]),
            heights: Vec::new(),
            cost: Box::new([FAR; ROOM]),
            arrived_by: Box::new([ROOT; ROOM]),
            step_costs: (0, 0),
            open: BucketQueue::default(),
        }
    }
}

impl LocalDijkstra {
    /// Reads the ground of a rectangle of the map.
    pub fn load(&mut self, grid: &BakedGround, rect: Rect) {
        self.rect = rect;
        let width = (rect.max.x - rect.min.x) as usize;
        let (mut least, mut most) = (10_000, 10);
        for (y, row) in (rect.min.y..rect.max.y).zip(self.ground.chunks_mut(STRIDE)) {
            let first = grid.number(Cell::new(rect.min.x, y)) as usize;
            row[..width].copy_from_slice(&grid.ground()[first..first + width]);
            for cost in row[..width].iter().map(|ground| u32::from(ground.cost)).filter(|&cost| cost > 0) {
                (least, most) = (least.min(cost), most.max(cost));
            }
        }
        self.close_the_rim();
        self.heights.clear();
        let steepest = if grid.has_climbs() { self.load_heights(grid) } else { 0 };
        self.step_costs = (step_cost(false, 2 * least), step_cost(true, 2 * most) + steepest);
    }

    /// Reads the heights of the cells; returns the most that a step costs for going up. If that would exceed
    /// [`STEEPEST`], all climbs here are scaled down.
    fn load_heights(&mut self, grid: &BakedGround) -> u32 {
        self.heights.resize(ROOM, 0);
        let Rect { min, max } = self.rect;
        let corner = grid.number(min);
        for (y, row) in (min.y..max.y).zip(self.heights.chunks_mut(STRIDE)) {
            for (x, cell) in (min.x..max.x).zip(row) {
                let number = grid.number(Cell::new(x, y));
                let height = grid.climb(corner, number) as i64 - grid.climb(number, corner) as i64;
                *cell = (height / GRID_UNIT as i64) as i32;
            }
        }
        let (width, height) = ((max.x - min.x) as usize, (max.y - min.y) as usize);
        let places = (0..height).flat_map(|row| row * STRIDE..row * STRIDE + width);
        let this = &*self;
        let climbs = places.filter(|&place| this.ground[place].cost > 0).flat_map(|place| {
            let open = (0..OFFSETS.len()).filter(move |exit| this.ground[place].around >> exit & 1 == 1);
            open.map(move |exit| this.heights[place].abs_diff(this.heights[place.wrapping_add(OFFSETS[exit]) % ROOM]))
        });
        let steepest = climbs.max().unwrap_or(0);
        let by = (steepest / STEEPEST + 1).next_power_of_two().ilog2();
        self.heights.iter_mut().filter(|_| by > 0).for_each(|height| *height >>= by);
        (steepest >> by) + 1
    }

    /// What the step between a place and the next one costs for going up.
    fn climb(&self, place: usize, next: usize) -> u32 {
        let rise = self.heights[next] - self.heights[place];
        (if self.side == Side::Start { rise } else { -rise }).max(0) as u32
    }

    /// By how much a path from a cell of the rectangle to another costs more than its reverse.
    pub fn rise(&self, from: Cell, to: Cell) -> i32 {
        let height = |cell| self.heights.get(self.place(cell)).copied().unwrap_or(0);
        height(to) - height(from)
    }

    /// Removes the neighbours outside the rectangle from the cells at its edge.
    fn close_the_rim(&mut self) {
        let except =
            |is_outward: fn(usize) -> bool| !(0..8).filter(|&i| is_outward(i)).fold(0u8, |bits, i| bits | 1 << i);
        let (up, down) = (except(|i| MOVES[i].dy < 0), except(|i| MOVES[i].dy > 0));
        let (left, right) = (except(|i| MOVES[i].dx < 0), except(|i| MOVES[i].dx > 0));
        let Rect { min, max } = self.rect;
        let (width, height) = ((max.x - min.x) as usize, (max.y - min.y) as usize);
        let ground = &mut self.ground;
        ground[..width].iter_mut().for_each(|ground| ground.around &= up);
        ground[(height - 1) * STRIDE..][..width].iter_mut().for_each(|ground| ground.around &= down);
        for row in ground.chunks_mut(STRIDE).take(height) {
            row[0].around &= left;
            row[width - 1].around &= right;
        }
    }

    /// Begins from some passable cells of the rectangle, to find the costs from there; on the side of the goal, the
    /// costs to go there.
    pub fn begin(&mut self, side: Side, from: impl IntoIterator<Item = Cell>) {
        self.side = side;
        let rows = (self.rect.max.y - self.rect.min.y) as usize;
        self.cost[..rows * STRIDE].fill(FAR);
        let (cheapest, most_expensive) = self.step_costs;
        self.open.begin(cheapest, most_expensive);
        for cell in from {
            let place = self.place(cell);
            self.cost[place] = 0;
            self.arrived_by[place] = ROOT;
            self.open.push(OpenCell { place: place as u32, cost: 0 }, 0);
        }
    }

    /// Continues until the costs of some cells are final, or all that can be reached is done.
    pub fn run_to(&mut self, cells: impl Iterator<Item = Cell>) {
        let is_final = |dijkstra: &LocalDijkstra, cell: Cell| {
            let cost = dijkstra.cost(cell);
            cost != FAR && dijkstra.open.is_due(cost)
        };
        for cell in cells {
            while !is_final(self, cell) {
                if self.expand().is_none() {
                    return;
                }
            }
        }
    }

    /// Expands the next cell; returns it and its cost, or `None` when all that can be reached is done.
    #[inline]
    pub fn expand(&mut self) -> Option<(LocalCell, u32)> {
        let (place, cost) = self.take()?;
        self.reach_neighbours(place, cost, |_, _, _| {});
        Some((place, cost))
    }

    /// Takes the next cell from the open list; returns it and its cost.
    #[inline]
    pub fn take(&mut self) -> Option<(LocalCell, u32)> {
        self.pop().map(|OpenCell { place, cost }| (LocalCell(place as usize % ROOM), cost))
    }

    /// Puts the neighbours to which a better path leads from a cell that was [taken](LocalDijkstra::take) into the open
    /// list; tells each of them, and whether it is the first path to it.
    #[inline]
    pub fn reach_neighbours(
        &mut self,
        LocalCell(place): LocalCell,
        cost: u32,
        mut tell: impl FnMut(&LocalDijkstra, LocalCell, bool),
    ) {
        let BakedCell { cost: own, around, traits } = self.ground[place];
        let own = u32::from(own);
        let mut exits = self.onward[traits.pruning()][self.arrived_by[place] as usize][around as usize];
        while exits != 0 {
            let exit = exits.trailing_zeros() as usize;
            exits &= exits - 1;
            let next = place.wrapping_add(OFFSETS[exit]) % ROOM;
            let sum = own + if traits.is_even() { own } else { u32::from(self.ground[next].cost) };
            let mut cost = cost + step_cost(exit % 2 == 1, sum);
            if !self.heights.is_empty() {
                cost += self.climb(place, next);
            }
            if cost < self.cost[next] {
                let is_first = self.cost[next] == FAR;
                self.cost[next] = cost;
                self.arrived_by[next] = exit as u8;
                self.open.push(OpenCell { place: next as u32, cost }, cost);
                tell(self, LocalCell(next), is_first);
            }
        }
    }

    /// What an observer is told about the cell at a place that was reached.
    pub fn expansion(&self, place: LocalCell) -> ObservedCell {
        let (cell, parent, g) = (self.cell(place), self.parent(place), tiles(self.cost[place.0].into()));
        ObservedCell { side: self.side, subject: Subject::Cell, cell, parent, g, h: 0.0 }
    }

    #[inline]
    fn pop(&mut self) -> Option<OpenCell> {
        loop {
            let Some(next) = self.open.next() else {
                if self.open.turn() {
                    continue;
                }
                return None;
            };
            if self.cost[next.place as usize % ROOM] == next.cost {
                return Some(next);
            }
        }
    }

    /// The cost of the best path found to a cell of the rectangle; [`FAR`] where there is none.
    pub fn cost(&self, cell: Cell) -> u32 {
        self.cost[self.place(cell)]
    }

    fn place(&self, cell: Cell) -> usize {
        (cell.y - self.rect.min.y) as usize * STRIDE + (cell.x - self.rect.min.x) as usize
    }

    /// The cell at a place.
    pub fn cell(&self, LocalCell(place): LocalCell) -> Cell {
        Cell::new(self.rect.min.x + (place % STRIDE) as i32, self.rect.min.y + (place / STRIDE) as i32)
    }

    /// The cell from which the search came to the one at a place.
    pub fn parent(&self, place: LocalCell) -> Option<Cell> {
        let cell = self.cell(place);
        let back = MOVES.get(self.arrived_by[place.0] as usize);
        back.map(|step| Cell::new(cell.x - step.dx, cell.y - step.dy))
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        ROOM * (size_of::<BakedCell>() + 5) + self.heights.capacity() * 4 + self.open.bytes()
    }
}

/// A cell of a [`LocalDijkstra`].
#[derive(Clone, Copy, Debug)]
pub struct LocalCell(usize);
