//! The cells of some components that are nearest to a goal: the nearest blocks that hold any of it are looked at first.
//!
//! What waits for its turn are blocks of several sizes, by the square of a distance: the [open list](crate::nav::open_list) of searches,
//! whose buckets are as wide as the steps of a path, is for cells.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::chunk_layout::{ChunkLayout, SIDE};
use super::goal_tree::GoalTree;
use super::labels::ChunkLabels;
use super::tree::{ComponentTree, Root};
use crate::grid::{Cell, Rect};
use crate::sorting;

/// A search for the reachable cells nearest to a goal, which can be paused: [`Reach::advance`](crate::nav::Reach::advance).
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct NearestSearch {
    /// The components among whose cells the nearest are looked for, in order. Like all but `looks` no state: it follows from
    /// that, the ground and the goals.
    #[serde(skip)]
    roots: Vec<Root>,
    /// Parts of them that may be nearer than what is known, by how near.
    #[serde(skip)]
    waiting: BinaryHeap<Reverse<(u64, Root)>>,
    /// The chunks whose cells have been looked at.
    #[serde(skip)]
    seen: BTreeSet<u32>,
    #[serde(skip)]
    least: u64,
    /// Whether all cells are wanted that are equally near, and not just one.
    #[serde(skip)]
    all: bool,
    #[serde(skip)]
    cells: Vec<Cell>,
    /// How many nodes of the tree of goals were looked under.
    looks: u32,
}

impl NearestSearch {
    pub(super) fn new(
        roots: impl Iterator<Item = Root>,
        tree: &ComponentTree,
        goals: &GoalTree,
        all: bool,
    ) -> NearestSearch {
        let mut roots: Vec<Root> = roots.collect();
        sorting::sort(&mut roots);
        let mut looks = 0;
        let bound = |root: &Root| {
            let (bound, more) = goals.distance_squared(rect_of(tree, *root), u64::MAX);
            looks += more;
            Reverse((bound, *root))
        };
        let waiting = roots.iter().map(bound).collect();
        NearestSearch { roots, waiting, seen: BTreeSet::new(), least: u64::MAX, all, cells: Vec::new(), looks }
    }

    /// How much work it has taken: how many nodes of the tree of goals were looked under.
    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// The square of the distance from the cells that were found to the nearest goal: 0 if one is a goal.
    pub fn distance_squared(&self) -> u64 {
        self.least
    }

    /// Whether nothing that is this far from the goals is wanted.
    fn is_done_at(&self, bound: u64) -> bool {
        bound > self.least || bound == self.least && !self.all
    }

    /// The cells that were found, row by row; if one of them is a goal, no more than that one.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = self.cells.clone();
        sorting::sort_by_key(&mut cells, |cell| (cell.y, cell.x));
        cells
    }
}

/// A search with all that it looks at.
pub(super) struct Nearest<'a> {
    pub layout: ChunkLayout,
    pub labels: &'a [ChunkLabels],
    pub tree: &'a ComponentTree,
    pub goals: &'a GoalTree,
    pub search: &'a mut NearestSearch,
}

impl Nearest<'_> {
    /// Goes on until it has taken about `most` looks more; whether it is done. The cells of a chunk are looked at
    /// in one go. Of cells that are goals it finds one.
    pub fn advance(&mut self, most: u32) -> bool {
        let last = self.search.looks.saturating_add(most);
        while self.search.looks < last {
            if self.goals.is_empty() || self.search.least == 0 {
                return true;
            }
            let Some(Reverse((bound, part))) = self.search.waiting.pop() else { return true };
            if self.search.is_done_at(bound) {
                return true;
            }
            if part.level == 0 && self.search.seen.insert(part.block) {
                self.look_into(part.block as usize);
            }
            for member in self.tree.members(part) {
                let bound = self.distance_squared(rect_of(self.tree, member));
                if !self.search.is_done_at(bound) {
                    self.search.waiting.push(Reverse((bound, member)));
                }
            }
        }
        false
    }

    /// Looks at the cells of a chunk that are in any of the components, all at once: a chunk may have hundreds of parts.
    fn look_into(&mut self, chunk: usize) {
        let labels = &self.labels[chunk];
        let count = self.tree.part_of(chunk).len();
        let is_in = |label| self.search.roots.binary_search(&self.tree.root(chunk, label as u16)).is_ok();
        let is_in: Vec<bool> = (0..count).map(is_in).collect();
        let corner = self.layout.cell(chunk, 0);
        let columns = |y, from: usize, to: usize| Rect {
            min: Cell::new(corner.x + from as i32, y),
            max: Cell::new(corner.x + to as i32, y + 1),
        };
        // First whole runs, of which few have one of the nearest cells.
        let mut near: Vec<(u64, Rect)> = Vec::new();
        for (y, row) in (corner.y..).zip(0..SIDE) {
            let distance = self.distance_squared(columns(y, 0, SIDE));
            if self.search.is_done_at(distance) {
                continue;
            }
            for (start, end, _) in labels.runs(row).filter(|&(_, _, label)| is_in[label as usize - 1]) {
                let run = columns(y, start, end);
                near.push((self.distance_squared(run), run));
            }
        }
        let least = near.iter().map(|&(distance, _)| distance).min().unwrap_or(u64::MAX);
        for cell in near.iter().filter(|&&(distance, _)| distance == least).flat_map(|(_, run)| run.cells()) {
            if self.search.is_done_at(least) || self.search.least == 0 {
                return;
            }
            self.consider(cell);
        }
    }

    fn consider(&mut self, cell: Cell) {
        let distance = self.distance_squared(Rect::of_cell(cell));
        let search = &mut *self.search;
        if search.is_done_at(distance) {
            return;
        }
        if distance < search.least {
            search.least = distance;
            search.cells.clear();
        }
        search.cells.push(cell);
    }

    fn distance_squared(&mut self, rect: Rect) -> u64 {
        let (distance, looks) = self.goals.distance_squared(rect, self.search.least);
        self.search.looks = self.search.looks.saturating_add(looks);
        distance
    }
}

/// The rectangle around the cells of a part, with those of the chunks that it touches.
fn rect_of(tree: &ComponentTree, part: Root) -> Rect {
    let (first, end) = tree.chunks_of(part);
    let cell = |(x, y): (u32, u32)| Cell::new(x as i32 * SIDE as i32 - 1, y as i32 * SIDE as i32 - 1);
    Rect { min: cell(first), max: cell(end) }
}
