//! The cells of some components that are nearest to a goal: the nearest blocks that hold any of it are looked at first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::goal_tree::GoalTree;
use super::tree::{ComponentTree, Root};
use super::{Components, SIDE};
use crate::grid::{Cell, Rect};
use crate::sorting;

pub(super) struct Nearest<'a> {
    components: &'a Components,
    tree: &'a ComponentTree,
    goals: GoalTree,
    /// The components among whose cells the nearest are looked for, in order.
    roots: Vec<Root>,
    /// The chunks whose cells have been looked at.
    seen: BTreeSet<u32>,
    least: u64,
    cells: Vec<Cell>,
}

impl<'a> Nearest<'a> {
    pub fn new(
        components: &'a Components,
        tree: &'a ComponentTree,
        goals: &[Cell],
        roots: impl Iterator<Item = Root>,
    ) -> Nearest<'a> {
        let (goals, mut roots) = (GoalTree::of(goals), roots.collect::<Vec<Root>>());
        sorting::sort(&mut roots);
        Nearest { components, tree, goals, roots, seen: BTreeSet::new(), least: u64::MAX, cells: Vec::new() }
    }

    /// All of them, row by row; none when there are no goals.
    pub fn find(mut self) -> Vec<Cell> {
        let reversed = |root: &Root| Reverse((self.goals.distance_squared(self.rect_of(*root), self.least), *root));
        let mut waiting: BinaryHeap<Reverse<(u64, Root)>> = self.roots.iter().map(reversed).collect();
        while let Some(Reverse((bound, part))) = waiting.pop() {
            if bound > self.least || self.goals.is_empty() {
                break;
            }
            if part.level == 0 && self.seen.insert(part.block) {
                self.look_into(part.block as usize);
            }
            for member in self.tree.members(part) {
                let bound = self.goals.distance_squared(self.rect_of(member), self.least);
                if bound <= self.least {
                    waiting.push(Reverse((bound, member)));
                }
            }
        }
        sorting::sort_by_key(&mut self.cells, |cell| (cell.y, cell.x));
        self.cells
    }

    /// Looks at the cells of a chunk that are in any of the components, all at once: a chunk may have hundreds of parts.
    fn look_into(&mut self, chunk: usize) {
        let labels = &self.components.labels[chunk];
        let count = self.tree.part_of(chunk).len();
        let is_in = |label| self.roots.binary_search(&self.tree.root(chunk, label as u16)).is_ok();
        let is_in: Vec<bool> = (0..count).map(is_in).collect();
        let corner = self.components.layout.cell(chunk, 0);
        for (y, row) in (corner.y..).zip(0..SIDE) {
            let line = Rect { min: Cell::new(corner.x, y), max: Cell::new(corner.x + SIDE as i32, y + 1) };
            if self.goals.distance_squared(line, self.least) > self.least {
                continue;
            }
            for (start, end, _) in labels.runs(row).filter(|&(_, _, label)| is_in[label as usize - 1]) {
                (start..end).for_each(|column| self.consider(Cell::new(corner.x + column as i32, y)));
            }
        }
    }

    fn consider(&mut self, cell: Cell) {
        let distance = self.goals.distance_squared(Rect::of_cell(cell), self.least);
        if distance < self.least {
            self.least = distance;
            self.cells.clear();
        }
        if distance == self.least {
            self.cells.push(cell);
        }
    }

    fn rect_of(&self, part: Root) -> Rect {
        let (first, end) = self.tree.chunks_of(part);
        let cell = |(x, y): (u32, u32)| Cell::new(x as i32 * SIDE as i32 - 1, y as i32 * SIDE as i32 - 1);
        Rect { min: cell(first), max: cell(end) }
    }
}
