//! Search over the cells of some chunks only.

use crate::grid::{Cell, Rect};
use crate::method::Heuristic;
use crate::nav::baked_ground::BakedCell;
use crate::nav::baked_ground::BakedGround;
use crate::nav::canonical::{ROOT, onward};
use crate::nav::heuristic::Estimate;
use crate::nav::illegal_moves::observe_illegal;
use crate::nav::moves::{DIAGONAL, MOVES, MoveRules, in_tiles, move_indices};
use crate::nav::open_list::OpenList;
use crate::nav::trace::{Observer, Reason, Side, StepKind, Subject};
use crate::sorting;

use super::borders::ChunkBorders;
use crate::nav::expansion_meter::{ExpansionMeter, ObservedCell};

/// A* that never leaves the chunks that it is given.
#[derive(Clone, Debug, Default)]
pub struct Corridor {
    /// For each chunk of the map which of `chunks` it is, if it is in the corridor.
    places: Vec<Option<u32>>,
    chunks: Vec<Chunk>,
    nodes: Vec<SearchNode>,
    open: OpenList,
    estimate: Option<Estimate>,
    targets: Vec<Cell>,
    end: Option<Cell>,
}

/// A chunk in the corridor.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    number: u32,
    rect: Rect,
    /// Where its nodes begin.
    first: usize,
}

/// What the search knows about a cell.
#[derive(Clone, Copy, Debug)]
struct SearchNode {
    /// Cost of the best path found, as the grid counts; `u64::MAX` while none is.
    g: u64,
    /// The place in [`MOVES`] of the move that led here, [`ROOT`], or [`LINK`].
    arrived_by: u8,
    closed: bool,
    /// Column and row of the cell from which a link led here.
    from: [u16; 2],
}

/// Instead of a move, where a link led to a cell.
const LINK: u8 = ROOT + 1;

impl SearchNode {
    /// The cell before this one.
    fn parent(self, cell: Cell) -> Option<Cell> {
        if self.arrived_by == LINK {
            return Some(Cell::new(i32::from(self.from[0]), i32::from(self.from[1])));
        }
        MOVES.get(self.arrived_by as usize).map(|step| Cell::new(cell.x - step.dx, cell.y - step.dy))
    }
}

const UNSEEN: SearchNode = SearchNode { g: u64::MAX, arrived_by: ROOT, closed: false, from: [0; 2] };

impl Corridor {
    /// Forgets all chunks.
    pub fn clear(&mut self, layout: &ChunkBorders) {
        for chunk in self.chunks.drain(..) {
            if let Some(place) = self.places.get_mut(chunk.number as usize) {
                *place = None;
            }
        }
        self.places.resize(layout.chunks(), None);
        self.nodes.clear();
        self.targets.clear();
        self.end = None;
    }

    /// Makes a chunk part of the corridor.
    pub fn open_chunk(&mut self, layout: &ChunkBorders, number: u32) {
        if self.places[number as usize].is_none() {
            self.places[number as usize] = Some(self.chunks.len() as u32);
            let (rect, first) = (layout.rect(number), self.nodes.len());
            let size = (rect.max.x - rect.min.x) * (rect.max.y - rect.min.y);
            self.nodes.resize(first + size as usize, UNSEEN);
            self.chunks.push(Chunk { number, rect, first });
        }
    }

    /// Opens the chunks beside and at the corners of those that are open now.
    pub fn widen(&mut self, layout: &ChunkBorders) {
        for at in 0..self.chunks.len() {
            for number in layout.around(self.chunks[at].number) {
                self.open_chunk(layout, number);
            }
        }
    }

    /// Begins from one cell of the corridor to the nearest of some others; those outside the corridor are left out.
    pub fn begin(&mut self, grid: &BakedGround, layout: &ChunkBorders, start: Cell, targets: &[Cell]) {
        let places = &self.places;
        self.targets
            .extend(targets.iter().copied().filter(|&target| places[layout.chunk_at(target) as usize].is_some()));
        sorting::sort(&mut self.targets);
        let estimate = Estimate::new(Heuristic::Octile, MoveRules::WALKING, grid.least_cost(), &self.targets);
        self.open.begin(estimate.at(start), 2 * u64::from(grid.highest_cost()) * DIAGONAL + estimate.steepest());
        self.open.push(estimate.at(start), estimate.at(start), start);
        self.estimate = Some(estimate);
        let (_, node) = self.node(layout, start).expect("the start is in the corridor");
        self.nodes[node].g = 0;
    }

    /// The place of a cell's chunk in `chunks`, and of its node; `None` where it is not in the corridor.
    fn node(&self, layout: &ChunkBorders, cell: Cell) -> Option<(usize, usize)> {
        let place = self.places[layout.chunk_at(cell) as usize]? as usize;
        Some((place, self.chunks[place].node(cell)))
    }

    /// Expands the next cell; returns false when it is a target.
    pub fn expand(
        &mut self,
        grid: &BakedGround,
        layout: &ChunkBorders,
        meter: &mut ExpansionMeter<impl Observer>,
    ) -> bool {
        let onward = onward(MoveRules::WALKING);
        let has_climbs = grid.has_climbs();
        while let Some(cell) = self.open.pop() {
            let (place, index) = self.node(layout, cell).expect("only cells of the corridor are put in");
            if std::mem::replace(&mut self.nodes[index].closed, true) {
                continue;
            }
            if self.targets.binary_search(&cell).is_ok() {
                self.end = Some(cell);
                return false;
            }
            let SearchNode { g, arrived_by, .. } = self.nodes[index];
            meter.expanded(0, || self.expansion(layout, cell));
            let here = self.ground_at(grid, layout, cell, &self.chunks[place]);
            let mut exits = onward[here.traits.pruning()][arrived_by.min(ROOT) as usize][here.around as usize];
            if meter.observer.wants_rejected() {
                self.observe_left_out(grid, layout, (cell, g), (here.around, exits), meter);
            }
            while exits != 0 {
                let exit = exits.trailing_zeros() as usize;
                exits &= exits - 1;
                let next = MOVES[exit].from(cell);
                let mut g = g + MOVES[exit].cost(here.cost, grid.ground()[grid.number(next) as usize].cost);
                if has_climbs {
                    g += grid.climb(grid.number(cell), grid.number(next));
                }
                let node = if self.chunks[place].rect.contains(next) {
                    self.chunks[place].node(next)
                } else {
                    self.node(layout, next).expect("no other cells are around").1
                };
                self.reach(
                    layout,
                    node,
                    next,
                    SearchNode { g, arrived_by: exit as u8, closed: false, from: [0; 2] },
                    meter,
                );
            }
            if here.traits.is_linked() {
                self.follow_links(grid, layout, cell, g, meter);
            }
            return true;
        }
        false
    }

    /// Records a path to a cell, whose node is the one at this index, if it is better than what is known.
    #[inline]
    fn reach(
        &mut self,
        layout: &ChunkBorders,
        index: usize,
        cell: Cell,
        path: SearchNode,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        let known = self.nodes[index];
        let estimate = self.estimate.expect("the search has begun");
        if path.g < known.g {
            let h = estimate.at(cell);
            self.nodes[index] = path;
            self.open.push(path.g + h, h, cell);
            meter.statistics.generated += 1;
            meter.reached(known.g == UNSEEN.g, || self.expansion(layout, cell));
        } else if meter.observer.wants_rejected() {
            let reason = if known.closed { Reason::Closed } else { Reason::NotBetter };
            meter.tell(StepKind::LeftOut(reason), || told(cell, path, estimate.at(cell)));
        }
    }

    /// Follows the links from a cell that was reached at this cost.
    fn follow_links(
        &mut self,
        grid: &BakedGround,
        layout: &ChunkBorders,
        cell: Cell,
        g: u64,
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        for link in grid.link_table().from(grid.number(cell)) {
            let Some((_, node)) = self.node(layout, link.to) else { continue };
            let from = [cell.x as u16, cell.y as u16];
            let path = SearchNode { g: g + link.cost, arrived_by: LINK, closed: false, from };
            self.reach(layout, node, link.to, path, meter);
        }
    }

    /// Reports the moves from a cell that are not among `exits`, and why; `around` are the neighbours in the corridor.
    #[cold]
    fn observe_left_out(
        &self,
        grid: &BakedGround,
        layout: &ChunkBorders,
        (cell, g): (Cell, u64),
        (around, exits): (u8, u8),
        meter: &mut ExpansionMeter<impl Observer>,
    ) {
        observe_illegal(meter.observer, grid, MoveRules::WALKING, (Side::Start, cell), in_tiles(g));
        let here = grid.ground()[grid.number(cell) as usize];
        let left_out = MoveRules::WALKING.legal(here.around) & !exits;
        for exit in move_indices(left_out) {
            let next = MOVES[exit].from(cell);
            let there = grid.number(next);
            let step = MOVES[exit].cost(here.cost, grid.ground()[there as usize].cost);
            let g = g + step + grid.climb(grid.number(cell), there);
            let is_outside = MoveRules::WALKING.legal(around) >> exit & 1 == 0;
            let reason = if is_outside { Reason::OutsideCorridor } else { Reason::Needless };
            let h = self.estimate.filter(|_| self.node(layout, next).is_some()).map_or(0, |estimate| estimate.at(next));
            let path = SearchNode { g, arrived_by: exit as u8, closed: false, from: [0; 2] };
            meter.tell(StepKind::LeftOut(reason), || told(next, path, h));
        }
    }

    /// The ground at a cell, cells outside the corridor counted as not passable.
    fn ground_at(&self, grid: &BakedGround, layout: &ChunkBorders, cell: Cell, chunk: &Chunk) -> BakedCell {
        let mut here = grid.ground()[grid.number(cell) as usize];
        if !chunk.rect.grown(-1).contains(cell) {
            let is_open = |next: Cell| self.places[layout.chunk_at(next) as usize].is_some();
            for (bit, step) in MOVES.iter().enumerate() {
                if here.around >> bit & 1 == 1 && !is_open(step.from(cell)) {
                    here.around ^= 1 << bit;
                }
            }
        }
        here
    }

    /// What an observer is told about a cell that was seen.
    pub fn expansion(&self, layout: &ChunkBorders, cell: Cell) -> ObservedCell {
        let (_, node) = self.node(layout, cell).expect("the cell is in the corridor");
        told(cell, self.nodes[node], self.estimate.map_or(0, |estimate| estimate.at(cell)))
    }

    /// The cells of the chunks in the corridor.
    pub fn chunks(&self) -> impl Iterator<Item = Rect> {
        self.chunks.iter().map(|chunk| chunk.rect)
    }

    /// Appends the cells of the path to `cells`, from the start on.
    pub fn append_path(&self, layout: &ChunkBorders, cells: &mut Vec<Cell>) {
        let begin = cells.len();
        let mut last = Some(self.end.expect("the corridor holds a edge"));
        while let Some(cell) = last {
            cells.push(cell);
            let (_, node) = self.node(layout, cell).expect("the edge is in the corridor");
            last = self.nodes[node].parent(cell);
        }
        cells[begin..].reverse();
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Option<u32>>()
            + self.chunks.capacity() * size_of::<Chunk>()
            + self.nodes.capacity() * size_of::<SearchNode>()
            + self.open.bytes()
    }
}

/// What an observer is told about a path to a cell.
fn told(cell: Cell, path: SearchNode, h: u64) -> ObservedCell {
    let (side, subject, parent) = (Side::Start, Subject::Cell, path.parent(cell));
    ObservedCell { side, subject, cell, parent, g: in_tiles(path.g), h: in_tiles(h) }
}

impl Chunk {
    #[inline]
    fn node(&self, cell: Cell) -> usize {
        let Rect { min, max } = self.rect;
        self.first + ((cell.y - min.y) * (max.x - min.x) + cell.x - min.x) as usize
    }
}
