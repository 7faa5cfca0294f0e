//! Which cells can be reached from which: known before any search, and kept up to date when the ground changes.
//!
//! The map is divided into chunks of 64 x 64 cells. In each, the cells that straight steps join have the same label
//! (found by runs: K. Wu, E. Otoo and K. Suzuki, "Optimizing two-pass connected-component labeling algorithms", Pattern
//! Analysis and Applications, 2009). Chunks are joined into blocks, those into larger ones, up to the whole map; only
//! what touches the rim of a block is handed up, for all else is complete. So a change of a few cells concerns the
//! chunk where they are and the one block on each level above it, and nothing takes time in the number of all cells.
//!
//! By the rules that let a step pass a corner only where a side is free, straight steps lead wherever diagonal ones do.
//! For [`CornerRule::Always`] there is a second set of parts, joined where cells touch at their corners too.

mod chunk;
mod chunk_layout;
mod goal_tree;
mod labels;
mod nearest;
mod tree;
mod union_find;

use crate::grid::Cell;
use crate::parallel;
use crate::sorting;

use super::bit_grid::BitGrid;
use super::blocked_edges::BlockedEdges;
use crate::method::CornerRule;
use chunk::{BlockedInChunk, LabelledChunk, Labeller};
pub(super) use chunk_layout::{ChunkLayout, SIDE};
pub(crate) use goal_tree::GoalTree;
use labels::ChunkLabels;
pub(crate) use nearest::NearestSearch;
use tree::{ComponentTree, Root};
pub(super) use union_find::UnionFind;

/// The parts of the ground that no path connects.
///
/// Equal to those made from scratch for the same ground, whatever changes led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Components {
    layout: ChunkLayout,
    /// For each chunk, which of its parts its cells belong to.
    labels: Vec<ChunkLabels>,
    /// By straight steps: what every rule but [`CornerRule::Always`] comes to.
    tight: ComponentTree,
    /// By all eight steps.
    loose: ComponentTree,
}

/// Fewer chunks than this are labelled before another thread has started.
const FEWEST_CHUNKS: usize = 16;

impl Components {
    /// The components of a map where nothing is passable.
    pub fn new(width: u32, height: u32) -> Components {
        let layout = ChunkLayout::of(width, height);
        let tree = ComponentTree::new(layout);
        Components { layout, labels: vec![ChunkLabels::default(); layout.chunks()], tight: tree.clone(), loose: tree }
    }

    /// Updates some chunks: all in which the passability of a cell has changed, or an edge or square has become blocked
    /// or free (a square across the right side of a chunk belongs to the next chunk too). In rising order, none twice.
    pub fn learn(&mut self, bits: &BitGrid, blocked_edges: Option<&BlockedEdges>, changed: &[u32]) {
        let mut labelled: Vec<(usize, Option<LabelledChunk>)> =
            changed.iter().map(|&chunk| (chunk as usize, None)).collect();
        let layout = self.layout;
        let label = |_, (chunk, found): &mut (usize, Option<LabelledChunk>), labeller: &mut Labeller| {
            *found = Some(label(layout, bits, blocked_edges, *chunk, labeller));
        };
        parallel::each(labelled.iter_mut().collect(), FEWEST_CHUNKS, label);
        for (chunk, found) in labelled {
            let Some(LabelledChunk { labels, tight, loose, loose_part_of }) = found else { continue };
            self.labels[chunk] = labels;
            let identity = (0..tight.len() as u16).collect();
            self.tight.set_chunk(chunk, tight, identity);
            self.loose.set_chunk(chunk, loose, loose_part_of);
        }
        let mut concerned: Vec<u32> = changed.iter().flat_map(|&chunk| self.with_neighbours_before(chunk)).collect();
        sorting::sort(&mut concerned);
        concerned.dedup();
        for chunk in concerned {
            self.meet_neighbours(bits, blocked_edges, chunk as usize);
        }
        self.tight.join(changed);
        self.loose.join(changed);
    }

    /// A chunk and those that know what contacts they have with it: the left one and the three above.
    fn with_neighbours_before(&self, chunk: u32) -> impl Iterator<Item = u32> + use<> {
        let ChunkLayout { across, .. } = self.layout;
        let (x, y) = (chunk % across, chunk / across);
        let (left, right, up) = (x > 0, x + 1 < across, y > 0);
        let all = [
            Some(chunk),
            left.then(|| chunk - 1),
            up.then(|| chunk - across),
            (left && up).then(|| chunk - across - 1),
            (right && up).then(|| chunk - across + 1),
        ];
        all.into_iter().flatten()
    }

    /// Finds where the parts of a chunk touch those of the next one to the right and of the three below.
    fn meet_neighbours(&mut self, bits: &BitGrid, blocked_edges: Option<&BlockedEdges>, chunk: usize) {
        let mut meeting = chunk::ContactFinder::new(&self.labels, self.layout, chunk);
        meeting.right(bits, blocked_edges);
        meeting.below(bits, blocked_edges);
        let chunk::ContactFinder { tight, mut loose, .. } = meeting;
        loose.extend_from_slice(&tight);
        self.tight.set_contacts(chunk, tight);
        self.loose.set_contacts(chunk, loose);
    }

    /// The component of a cell, a number; two cells have the same one if and only if a path leads from one to the other
    /// under this rule, with 4 and with 8 neighbours (for [`CornerRule::Always`]: with 8). `None` where a cell is not
    /// passable or lies outside the map.
    ///
    /// It is the number of the component's first cell, row by row in the map with its rim.
    pub fn component(&self, cell: Cell, corners: CornerRule) -> Option<u32> {
        let tree = self.tree(corners);
        self.root(cell, corners).map(|root| tree.part(root).first)
    }

    /// How many cells a component has.
    pub fn size(&self, component: u32, corners: CornerRule) -> u32 {
        let root = self.root(self.layout.cell_of_number(component), corners);
        root.map_or(0, |root| self.tree(corners).part(root).size)
    }

    /// The cell number `n` of a component, from 0 up to its [size](Components::size) (exclusive), in an order that
    /// depends only on the ground. `None` beyond.
    pub fn nth_cell(&self, component: u32, corners: CornerRule, n: u32) -> Option<Cell> {
        let root = self.root(self.layout.cell_of_number(component), corners)?;
        let tree = self.tree(corners);
        let (chunk, part, n) = tree.nth(root, n)?;
        let part_of = tree.part_of(chunk);
        let is_in = |label: u16| u32::from(part_of[label as usize - 1]) == part;
        let runs = (0..SIDE).flat_map(|row| self.labels[chunk].runs(row).map(move |run| (row, run)));
        let runs = runs.filter(|&(_, (_, _, label))| is_in(label));
        let places = runs.flat_map(|(row, (start, end, _))| row * SIDE + start..row * SIDE + end);
        places.map(|place| self.layout.cell(chunk, place)).nth(n as usize)
    }

    /// Begins a search for the cells of some components that are nearest to a goal by straight distance: for `all` that are
    /// equally near, or for one of them.
    pub fn search_nearest(
        &self,
        components: &[u32],
        corners: CornerRule,
        goals: &GoalTree,
        all: bool,
    ) -> NearestSearch {
        let root = |&component: &u32| self.root(self.layout.cell_of_number(component), corners);
        NearestSearch::new(components.iter().filter_map(root), self.tree(corners), goals, all)
    }

    /// Goes on with such a search, for about `most` looks; whether it is done.
    pub fn advance(&self, search: &mut NearestSearch, corners: CornerRule, goals: &GoalTree, most: u32) -> bool {
        let tree = self.tree(corners);
        nearest::Nearest { layout: self.layout, labels: &self.labels, tree, goals, search }.advance(most)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.labels.iter().map(ChunkLabels::bytes).sum::<usize>() + self.tight.bytes() + self.loose.bytes()
    }

    fn root(&self, cell: Cell, corners: CornerRule) -> Option<Root> {
        if !self.layout.contains(cell) {
            return None;
        }
        let (chunk, place) = self.layout.place(cell);
        let label = self.labels[chunk].label(place);
        (label > 0).then(|| self.tree(corners).root(chunk, label - 1))
    }

    fn tree(&self, corners: CornerRule) -> &ComponentTree {
        if corners == CornerRule::Always { &self.loose } else { &self.tight }
    }
}

/// Finds the parts of a chunk.
fn label(
    layout: ChunkLayout,
    bits: &BitGrid,
    blocked_edges: Option<&BlockedEdges>,
    chunk: usize,
    labeller: &mut Labeller,
) -> LabelledChunk {
    let across = layout.across as usize;
    let (strip, row) = (chunk % across, chunk / across * SIDE);
    let (rows, blocked) =
        (bits.rows.block(strip, row), blocked_edges.and_then(|edges| BlockedInChunk::of(edges, strip, row)));
    labeller.label(rows, blocked, |place| layout.number(layout.cell(chunk, place)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Rect};
    use crate::nav::moves::{MOVES, Move};
    use proptest::prelude::*;

    const RULES: [CornerRule; 2] = [CornerRule::Never, CornerRule::Always];

    /// Passable cells, blocked edges between them, and what is computed from them as they change.
    struct Land {
        passable: Grid<bool>,
        /// For each cell whether the edges to the right and below and the square to the lower right are blocked.
        blocked: Grid<[bool; 3]>,
        bits: BitGrid,
        blocked_edges: Option<BlockedEdges>,
        components: Components,
    }

    impl Land {
        fn new(passable: Grid<bool>) -> Land {
            let blocked = Grid::filled(passable.width(), passable.height(), [false; 3]);
            Land::with_blocked_edges(passable, blocked)
        }

        fn with_blocked_edges(passable: Grid<bool>, blocked: Grid<[bool; 3]>) -> Land {
            let (width, height) = (passable.width(), passable.height());
            let (bits, components) = (BitGrid::new(width, height), Components::new(width, height));
            let blocked_edges =
                blocked.values().iter().any(|blocked| blocked[2]).then(|| BlockedEdges::new(width, height));
            let mut land = Land { passable, blocked, bits, blocked_edges, components };
            land.learn(land.passable.rect());
            land
        }

        /// Blocks edges as ledges do: a square is blocked where any of its sides is.
        fn block(&mut self, rect: Rect, mut is_blocked: impl FnMut() -> bool) {
            self.blocked_edges.get_or_insert_with(|| BlockedEdges::new(self.passable.width(), self.passable.height()));
            for cell in rect.cells() {
                self.blocked[cell] = [is_blocked(), is_blocked(), is_blocked() && is_blocked()];
            }
            let touched = rect.grown(1).clipped(self.passable.width(), self.passable.height());
            for cell in touched.cells() {
                let side = |x: i32, y: i32, side: usize| {
                    self.blocked.get(Cell::new(cell.x + x, cell.y + y)).is_some_and(|blocked| blocked[side])
                };
                let any = side(0, 0, 0) || side(0, 0, 1) || side(1, 0, 1) || side(0, 1, 0);
                self.blocked[cell][2] |= any;
            }
            self.learn(touched);
        }

        fn learn(&mut self, rect: Rect) {
            let mut changed = Vec::new();
            for y in rect.min.y..rect.max.y {
                let from = Cell::new(rect.min.x, y);
                let row = || (rect.min.x..rect.max.x).map(move |x| Cell::new(x, y));
                let costs: Vec<u16> = row().map(|cell| u16::from(self.passable[cell])).collect();
                let layout = self.components.layout;
                self.bits.set_row(from, &costs, |cell| changed.push(layout.chunk_of(cell)));
                let Some(blocked_edges) = &mut self.blocked_edges else { continue };
                let blocked: Vec<[bool; 3]> = row().map(|cell| self.blocked[cell]).collect();
                for (index, lines) in [&mut blocked_edges.right, &mut blocked_edges.below, &mut blocked_edges.square]
                    .into_iter()
                    .enumerate()
                {
                    let (line, place) = ((y + 1) as usize, (from.x + 1) as usize);
                    lines.set(line, place, &blocked, |blocked| blocked[index], |_, _| ());
                }
                let width = self.passable.width() as i32;
                let touched = row().flat_map(|cell| [cell, Cell::new((cell.x + 1).min(width - 1), y)]);
                changed.extend(touched.map(|cell| layout.chunk_of(cell)));
            }
            sorting::sort(&mut changed);
            changed.dedup();
            self.components.learn(&self.bits, self.blocked_edges.as_ref(), &changed);
        }

        /// Whether a step between two neighbouring cells is blocked.
        fn is_blocked(&self, cell: Cell, step: Move) -> bool {
            let corner = Cell::new(cell.x + step.dx.min(0), cell.y + step.dy.min(0));
            let index = if step.is_diagonal() { 2 } else { usize::from(step.dx == 0) };
            self.blocked.get(corner).is_some_and(|blocked| blocked[index])
        }
    }

    /// For each cell the first one that can be reached from it, row by row; by looking at every neighbour of every
    /// cell.
    fn first_cells(land: &Land, corners: CornerRule) -> Grid<Option<Cell>> {
        let passable = &land.passable;
        let mut first = Grid::filled(passable.width(), passable.height(), None);
        for start in passable.rect().cells().filter(|&cell| passable[cell]) {
            let mut waiting = if first[start].is_none() { vec![start] } else { Vec::new() };
            while let Some(cell) = waiting.pop() {
                first[cell] = Some(start);
                let steps = MOVES.iter().filter(|step| corners == CornerRule::Always || !step.is_diagonal());
                let next = steps.filter(|step| !land.is_blocked(cell, **step)).map(|step| step.from(cell));
                waiting.extend(next.filter(|&next| passable.get(next) == Some(&true) && first[next].is_none()));
            }
        }
        first
    }

    fn agree(land: &Land) -> Result<(), TestCaseError> {
        for corners in RULES {
            let firsts = first_cells(land, corners);
            for cell in land.passable.rect().cells() {
                let first = firsts[cell].map(|first| land.components.layout.number(first));
                prop_assert_eq!(land.components.component(cell, corners), first, "{:?} {:?}", cell, corners);
            }
        }
        let afresh = Land::with_blocked_edges(land.passable.clone(), land.blocked.clone());
        prop_assert_eq!(&afresh.components, &land.components);
        Ok(())
    }

    /// Ground with about `share` hundredths of walls.
    fn ground() -> impl Strategy<Value = Grid<bool>> {
        (1..300u32, 1..220u32, prop::sample::select(&[0u64, 3, 20, 38, 45, 60, 100][..]), any::<u64>()).prop_map(
            |(width, height, walls, mut state)| {
                let mut draw = || {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (state >> 33) % 100 >= walls
                };
                Grid::from_rows(width, height, (0..width * height).map(|_| draw()).collect())
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn edits_come_to_the_same_as_a_fresh_start(
            passable in ground(),
            edits in prop::collection::vec((any::<(u16, u16)>(), 1..70i32, 1..70i32, any::<u32>()), 0..5),
        ) {
            let mut land = Land::new(passable);
            for ((x, y), width, height, pattern) in edits {
                let (columns, rows) = (land.passable.width(), land.passable.height());
                let min = Cell::new(i32::from(x) % columns as i32, i32::from(y) % rows as i32);
                let rect = Rect { min, max: Cell::new(min.x + width, min.y + height) }.clipped(columns, rows);
                for (index, cell) in rect.cells().enumerate() {
                    land.passable[cell] = pattern >> (index % 31) & 1 == 1;
                }
                land.learn(rect);
            }
            agree(&land)?;
        }

        #[test]
        fn blocked_ways_join_nothing(
            passable in ground(),
            edits in prop::collection::vec((any::<(u16, u16)>(), 1..140i32, 1..70i32, 0..90u64, any::<u64>()), 1..5),
            walls: bool,
        ) {
            let mut land = Land::new(passable);
            for ((x, y), width, height, share, mut state) in edits {
                let (columns, rows) = (land.passable.width(), land.passable.height());
                let min = Cell::new(i32::from(x) % columns as i32, i32::from(y) % rows as i32);
                let rect = Rect { min, max: Cell::new(min.x + width, min.y + height) }.clipped(columns, rows);
                let mut draw = || {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (state >> 33) % 100 < share
                };
                if walls {
                    rect.cells().for_each(|cell| land.passable[cell] = !draw());
                    land.learn(rect);
                }
                land.block(rect, draw);
            }
            agree(&land)?;
        }

        #[test]
        fn every_cell_of_a_component_is_drawn_once(passable in ground(), pick: u32) {
            let land = Land::new(passable);
            let cells: Vec<Cell> = land.passable.rect().cells().filter(|&cell| land.passable[cell]).collect();
            prop_assume!(!cells.is_empty());
            let start = cells[pick as usize % cells.len()];
            for corners in RULES {
                let number = land.components.component(start, corners).unwrap();
                let mut expected = cells.clone();
                expected.retain(|&cell| land.components.component(cell, corners) == Some(number));
                let size = land.components.size(number, corners);
                prop_assert_eq!(size as usize, expected.len());
                prop_assert_eq!(land.components.nth_cell(number, corners, size), None);
                // All of a small one, some of a large one: each check looks at a whole chunk.
                let step = (size / 300).max(1) as usize;
                let mut drawn: Vec<Cell> =
                    (0..size).step_by(step).filter_map(|n| land.components.nth_cell(number, corners, n)).collect();
                prop_assert_eq!(drawn.len(), (size as usize).div_ceil(step));
                drawn.sort_unstable();
                drawn.dedup();
                prop_assert_eq!(drawn.len(), (size as usize).div_ceil(step));
                prop_assert!(drawn.iter().all(|&cell| land.components.component(cell, corners) == Some(number)));
            }
        }

        #[test]
        fn the_nearest_cells_are_the_nearest(
            passable in ground(),
            pick: u32,
            goals in prop::collection::vec(any::<(u16, u16)>(), 1..4),
            portion in prop_oneof![Just(1), Just(u32::MAX)],
        ) {
            let land = Land::new(passable);
            let (width, height) = (land.passable.width() as i32, land.passable.height() as i32);
            let goals: Vec<Cell> =
                goals.iter().map(|&(x, y)| Cell::new(i32::from(x) % width, i32::from(y) % height)).collect();
            let cells: Vec<Cell> = land.passable.rect().cells().filter(|&cell| land.passable[cell]).collect();
            prop_assume!(!cells.is_empty());
            let start = cells[pick as usize % cells.len()];
            for corners in RULES {
                let number = land.components.component(start, corners);
                let distance = |cell: &Cell| goals.iter().map(|goal| cell.distance_squared(*goal)).min();
                let mut expected = cells.clone();
                expected.retain(|&cell| land.components.component(cell, corners) == number);
                let least = expected.iter().map(distance).min().unwrap();
                expected.retain(|cell| distance(cell) == least);
                let tree = GoalTree::of_cells(&goals);
                for all in [true, false] {
                    let mut search = land.components.search_nearest(&[number.unwrap()], corners, &tree, all);
                    while !land.components.advance(&mut search, corners, &tree, portion) {}
                    prop_assert_eq!(Some(search.distance_squared()), least);
                    if all && least > Some(0) {
                        prop_assert_eq!(search.cells(), expected.clone());
                    } else {
                        prop_assert!(matches!(search.cells()[..], [cell] if expected.contains(&cell)));
                    }
                }
            }
        }
    }

    #[test]
    fn corners_join_across_chunks_and_blocks() {
        // A staircase down both diagonals of a map of several blocks: all of it touches at corners only.
        let side = 700;
        let on_stairs = |cell: &Cell| cell.x == cell.y || cell.x + cell.y == side - 1;
        let cells: Vec<bool> =
            Grid::filled(side as u32, side as u32, ()).rect().cells().map(|c| on_stairs(&c)).collect();
        let land = Land::new(Grid::from_rows(side as u32, side as u32, cells));
        let ends = [Cell::new(0, 0), Cell::new(699, 699), Cell::new(0, 699), Cell::new(699, 0)];
        let loose = ends.map(|cell| land.components.component(cell, CornerRule::Always));
        assert!(loose.iter().all(|&number| number.is_some() && number == loose[0]));
        assert_eq!(land.components.size(loose[0].unwrap(), CornerRule::Always), 2 * 700);
        let tight = ends.map(|cell| land.components.component(cell, CornerRule::OneFree));
        assert!((1..4).all(|index| tight[index] != tight[0]));
        assert_eq!(land.components.size(tight[1].unwrap(), CornerRule::OneFree), 1);
    }
}
