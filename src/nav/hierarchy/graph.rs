//! The abstract graph: entrances, and what it costs to go from one to another.

use crate::grid::{Cell, Rect};
use crate::nav::NavGrid;
use crate::nav::moves::MOVES;

use super::layout::{LOCAL, Layout, SLOTS};
use super::matrix::Matrix;
use super::part::Part;
use super::wave::{FAR, Wave, step_cost};

/// An entrance, by its number: that of the chunk on its left or upper side times [`SLOTS`], and its place there.
pub type Entrance = u32;

/// Room for the entrances on the right side of a chunk, and again for those on its lower side.
const SIDE_SLOTS: u32 = SLOTS / 2;

/// A border that can be crossed along so many cells in a row has an entrance for about each of them.
const SPACING: i32 = 12;

/// Places in [`MOVES`].
const EAST: usize = 0;
const SOUTH: usize = 2;

/// Instead of a cell, where a chunk has no further entrance.
const NOWHERE: [u16; 2] = [u16::MAX; 2];

/// The map in chunks and regions of chunks.
///
/// An *entrance* is a pair of passable cells on either side of a border between two chunks; it stands in the left or
/// upper one of them. Going by entrances one comes wherever one can come at all: from each stretch of a border
/// that can be crossed at any place, one or more are chosen.
///
/// All of it is a function of the ground alone, whatever edits have led there.
#[derive(Clone, Debug, PartialEq)]
pub struct Hierarchy {
    pub layout: Layout,
    /// Where each entrance stands.
    places: Vec<[u16; 2]>,
    /// For each chunk its entrances and the ways between them.
    pub chunks: Vec<Part>,
    /// For each region the entrances at its outer border, and the ways between them inside it.
    pub regions: Vec<Part>,
}

/// Memory to build parts in.
#[derive(Default)]
struct Workshop {
    wave: Wave,
    matrix: Matrix,
    entrances: Vec<Entrance>,
    /// For each entrance in and around a region its place in the matrix.
    index: Vec<u32>,
}

impl Hierarchy {
    /// Builds it for a map. Time is linear in the cells; uses all processors, where there are threads.
    pub fn of(grid: &NavGrid) -> Hierarchy {
        let layout = Layout::of(grid);
        let mut places = vec![NOWHERE; layout.chunks() * SLOTS as usize];
        let slots = places.chunks_mut(SLOTS as usize).collect();
        share_out(slots, |chunk, slots, _| put_entrances(grid, &layout, chunk, slots));
        let parts = |count| vec![Part::default(); count];
        let (chunks, regions) = (parts(layout.chunks()), parts(layout.regions()));
        let mut hierarchy = Hierarchy { layout, places, chunks: Vec::new(), regions: Vec::new() };
        hierarchy.chunks = hierarchy.fill(chunks, |this, chunk, shop| this.chunk_part(grid, chunk, shop));
        hierarchy.regions = hierarchy.fill(regions, Hierarchy::region_part);
        hierarchy
    }

    fn fill(&self, mut parts: Vec<Part>, make: impl Fn(&Hierarchy, u32, &mut Workshop) -> Part + Sync) -> Vec<Part> {
        share_out(parts.iter_mut().collect(), |number, part, shop| *part = make(self, number, shop));
        parts
    }

    /// Builds again what a change of the ground in a rectangle has touched. False where the borders between the
    /// chunks have moved: then it has to be built anew as a whole.
    #[must_use]
    pub fn rebuild(&mut self, grid: &NavGrid, changed: Rect) -> bool {
        if self.layout.update(grid, changed) {
            return false;
        }
        let size = grid.lattice();
        let mut touched = self.chunks_in(changed);
        for chunk in self.chunks_in(changed.grown(1).clipped(size.width, size.height)) {
            let slots = chunk as usize * SLOTS as usize..(chunk as usize + 1) * SLOTS as usize;
            let mut now = [NOWHERE; SLOTS as usize];
            put_entrances(grid, &self.layout, chunk, &mut now);
            let before = &mut self.places[slots];
            for (side, other) in self.layout.after(chunk).into_iter().enumerate() {
                let side = side * SIDE_SLOTS as usize..(side + 1) * SIDE_SLOTS as usize;
                if before[side.clone()] != now[side] {
                    touched.extend([Some(chunk), other].into_iter().flatten());
                }
            }
            before.copy_from_slice(&now);
        }
        touched.sort_unstable();
        touched.dedup();
        let mut shop = Workshop::default();
        for &chunk in &touched {
            self.chunks[chunk as usize] = self.chunk_part(grid, chunk, &mut shop);
        }
        let mut regions: Vec<u32> = touched.iter().map(|&chunk| self.layout.region_of(chunk)).collect();
        regions.sort_unstable();
        regions.dedup();
        for region in regions {
            self.regions[region as usize] = self.region_part(region, &mut shop);
        }
        true
    }

    /// The chunks that share cells with a rectangle of the map.
    fn chunks_in(&self, rect: Rect) -> Vec<u32> {
        let last = Cell::new(rect.max.x - 1, rect.max.y - 1);
        let (first, last) = (self.layout.chunk_at(rect.min), self.layout.chunk_at(last));
        let columns = self.layout.across.len();
        let all = first / columns..=last / columns;
        all.flat_map(|row| (first % columns..=last % columns).map(move |column| row * columns + column)).collect()
    }

    /// The cell in which an entrance stands.
    #[inline]
    pub fn cell(&self, entrance: Entrance) -> Cell {
        let [x, y] = self.places[entrance as usize];
        Cell::new(i32::from(x), i32::from(y))
    }

    /// The two chunks that an entrance joins: the one where it stands first.
    pub fn joined(&self, entrance: Entrance) -> [u32; 2] {
        let chunk = entrance / SLOTS;
        let [right, below] = self.layout.after(chunk);
        [chunk, if is_on_the_right(entrance) { right } else { below }.expect("an entrance has two sides")]
    }

    /// Where one who comes through an entrance, or goes to it, sets foot in one of its chunks, and what the step between
    /// there and the entrance costs.
    pub fn threshold(&self, grid: &NavGrid, entrance: Entrance, chunk: u32) -> (Cell, u32) {
        let cell = self.cell(entrance);
        if entrance / SLOTS == chunk {
            return (cell, 0);
        }
        let inside = MOVES[if is_on_the_right(entrance) { EAST } else { SOUTH }].from(cell);
        (inside, step_cost(false, cost_at(grid, cell) + cost_at(grid, inside)))
    }

    /// Whether an entrance leads into a region, or from one chunk of it to another.
    pub fn is_in_region(&self, entrance: Entrance, region: u32) -> bool {
        self.joined(entrance).iter().any(|&chunk| self.layout.region_of(chunk) == region)
    }

    /// The region through which the cheapest way leads from one entrance to the next, if both lie at its border.
    pub fn region_between(&self, from: Entrance, to: Entrance) -> u32 {
        let regions = self.joined(from).map(|chunk| self.layout.region_of(chunk));
        let cost = |region: u32| {
            let ways = self.regions[region as usize].ways_from(from).iter();
            ways.filter(|way| way.to == to).map(|way| way.cost).next().unwrap_or(FAR)
        };
        if cost(regions[0]) <= cost(regions[1]) { regions[0] } else { regions[1] }
    }

    /// Numbers of entrances are less than this.
    pub fn slots(&self) -> usize {
        self.places.len()
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        let parts = self.chunks.iter().chain(&self.regions);
        self.layout.bytes() + self.places.len() * size_of::<[u16; 2]>() + parts.map(Part::bytes).sum::<usize>()
    }

    /// The entrances of a chunk, in the order of their numbers.
    fn entrances_of(&self, chunk: u32) -> impl Iterator<Item = Entrance> {
        let [left, above] = self.layout.before(chunk);
        let side = |chunk: u32, side: u32| {
            let first = chunk * SLOTS + side * SIDE_SLOTS;
            (first..first + SIDE_SLOTS).take_while(|&entrance| self.places[entrance as usize] != NOWHERE)
        };
        let outer = above.into_iter().flat_map(move |above| side(above, 1));
        let outer = outer.chain(left.into_iter().flat_map(move |left| side(left, 0)));
        outer.chain(side(chunk, 0)).chain(side(chunk, 1))
    }

    fn chunk_part(&self, grid: &NavGrid, chunk: u32, shop: &mut Workshop) -> Part {
        let Workshop { wave, matrix, entrances, .. } = shop;
        entrances.clear();
        entrances.extend(self.entrances_of(chunk));
        matrix.begin(entrances.len());
        if entrances.len() > 1 {
            wave.load(grid, self.layout.rect(chunk));
        }
        for from in 0..entrances.len().saturating_sub(1) {
            let (start, first_step) = self.threshold(grid, entrances[from], chunk);
            wave.begin([start]);
            wave.run_to(entrances[from + 1..].iter().map(|&to| self.threshold(grid, to, chunk).0));
            for to in from + 1..entrances.len() {
                let (end, last_step) = self.threshold(grid, entrances[to], chunk);
                let cost = wave.cost(end);
                if cost != FAR {
                    matrix.lower(from, to, cost + first_step + last_step);
                }
            }
        }
        Part::of(entrances, matrix)
    }

    fn region_part(&self, region: u32, shop: &mut Workshop) -> Part {
        let Workshop { matrix, entrances, index, .. } = shop;
        entrances.clear();
        entrances.extend(self.layout.chunks_of(region).flat_map(|chunk| self.entrances_of(chunk)));
        // In the end those at the outer border; before them, in the order in which they are left out, those inside.
        let order = |entrance: Entrance| {
            let [one, other] = self.joined(entrance);
            let is_inside = self.layout.region_of(one) == self.layout.region_of(other);
            if is_inside { self.layout.turn(one, is_on_the_right(entrance)) } else { u32::MAX }
        };
        entrances.sort_unstable_by_key(|&entrance| (order(entrance), entrance));
        entrances.dedup();
        let inner = entrances.iter().take_while(|&&entrance| order(entrance) != u32::MAX).count();
        matrix.begin(entrances.len());
        index.resize(LOCAL, 0);
        for (&entrance, number) in entrances.iter().zip(0..) {
            index[self.layout.local(region, entrance)] = number;
        }
        let index = |entrance| index[self.layout.local(region, entrance)] as usize;
        for chunk in self.layout.chunks_of(region) {
            let part = &self.chunks[chunk as usize];
            for &from in part.entrances() {
                for edge in part.ways_from(from) {
                    matrix.lower(index(from), index(edge.to), edge.cost);
                }
            }
        }
        matrix.leave_out(inner);
        entrances.drain(..inner);
        Part::of(entrances, matrix)
    }
}

fn is_on_the_right(entrance: Entrance) -> bool {
    entrance % SLOTS < SIDE_SLOTS
}

fn cost_at(grid: &NavGrid, cell: Cell) -> u32 {
    u32::from(grid.ground()[grid.number(cell) as usize].cost)
}

/// Puts into the slots of a chunk the entrances that it owns: those on its right side, then those on its lower one.
fn put_entrances(grid: &NavGrid, layout: &Layout, chunk: u32, slots: &mut [[u16; 2]]) {
    let Rect { min, max } = layout.rect(chunk);
    let [right, below] = layout.after(chunk);
    let (to_the_right, downward) = slots.split_at_mut(SIDE_SLOTS as usize);
    if right.is_some() {
        let border = (min.y..max.y).map(|y| Cell::new(max.x - 1, y));
        put_side(grid, border, EAST, to_the_right);
    }
    if below.is_some() {
        let border = (min.x..max.x).map(|x| Cell::new(x, max.y - 1));
        put_side(grid, border, SOUTH, downward);
    }
}

/// Puts the entrances of one side, given the cells along it.
fn put_side(grid: &NavGrid, border: impl Iterator<Item = Cell>, out: usize, slots: &mut [[u16; 2]]) {
    let mut slots = slots.iter_mut();
    let mut stretch: Vec<(u32, Cell)> = Vec::new();
    let mut end_stretch = |stretch: &mut Vec<(u32, Cell)>| {
        let length = stretch.len() as i32;
        let pieces = ((length + SPACING / 2) / SPACING).max(1);
        for piece in 0..pieces {
            let part = (length * piece / pieces) as usize..(length * (piece + 1) / pieces) as usize;
            // The cheapest crossing of the piece, and of those the one nearest to its middle.
            let middle = (part.start + part.end - 1) as i32;
            let best = part.min_by_key(|&at| (stretch[at].0, (2 * at as i32 - middle).abs(), at));
            if let (Some(at), Some(slot)) = (best, slots.next()) {
                *slot = [stretch[at].1.x as u16, stretch[at].1.y as u16];
            }
        }
        stretch.clear();
    };
    for cell in border {
        let (here, there) = (cost_at(grid, cell), cost_at(grid, MOVES[out].from(cell)));
        if here > 0 && there > 0 {
            stretch.push((here + there, cell));
        } else if !stretch.is_empty() {
            end_stretch(&mut stretch);
        }
    }
    if !stretch.is_empty() {
        end_stretch(&mut stretch);
    }
}

/// Does some work for each of many items, given its number: each processor takes a share of them.
fn share_out<T: Send>(mut items: Vec<T>, work: impl Fn(u32, T, &mut Workshop) + Sync) {
    let workers =
        if cfg!(target_arch = "wasm32") { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) };
    let share = items.len().div_ceil(workers).max(MIN_SHARE);
    let do_share = |first: usize, items: Vec<T>| {
        let mut shop = Workshop::default();
        items.into_iter().zip(first as u32..).for_each(|(item, number)| work(number, item, &mut shop));
    };
    if items.len() <= share {
        return do_share(0, items);
    }
    let do_share = &do_share;
    std::thread::scope(|scope| {
        while items.len() > share {
            let first = items.len() - share;
            let last_ones = items.split_off(first);
            scope.spawn(move || do_share(first, last_ones));
        }
        do_share(0, items);
    });
}

/// It is not worth while to begin a thread for fewer parts.
const MIN_SHARE: usize = 64;
