//! The cells of some components that are nearest to a goal: the nearest blocks that hold any of it are looked at first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::tree::{ComponentTree, Root};
use super::{AREA, Components, SIDE};
use crate::grid::{Cell, Rect};
use crate::sorting;

pub(super) struct Nearest<'a> {
    components: &'a Components,
    tree: &'a ComponentTree,
    goals: &'a [Cell],
    least: u64,
    cells: Vec<Cell>,
}

impl<'a> Nearest<'a> {
    pub fn new(components: &'a Components, tree: &'a ComponentTree, goals: &'a [Cell]) -> Nearest<'a> {
        Nearest { components, tree, goals, least: u64::MAX, cells: Vec::new() }
    }

    /// All of them, row by row; none when there are no goals.
    pub fn find(mut self, roots: impl Iterator<Item = Root>) -> Vec<Cell> {
        let mut waiting: BinaryHeap<Reverse<(u64, Root)>> =
            roots.map(|root| Reverse((self.bound(self.rect_of(root)), root))).collect();
        while let Some(Reverse((bound, part))) = waiting.pop() {
            if bound > self.least || self.goals.is_empty() {
                break;
            }
            if part.level == 0 {
                self.look_into(part);
            }
            for member in self.tree.members(part) {
                let bound = self.bound(self.rect_of(member));
                if bound <= self.least {
                    waiting.push(Reverse((bound, member)));
                }
            }
        }
        sorting::sort_by_key(&mut self.cells, |cell| (cell.y, cell.x));
        self.cells
    }

    fn look_into(&mut self, part: Root) {
        let chunk = part.block as usize;
        let labels = &self.components.labels[chunk * AREA..(chunk + 1) * AREA];
        let part_of = self.tree.part_of(chunk);
        let corner = self.components.layout.cell(chunk, 0);
        for (y, row) in (corner.y..).zip(labels.chunks(SIDE)) {
            let line = Rect { min: Cell::new(corner.x, y), max: Cell::new(corner.x + SIDE as i32, y + 1) };
            if self.bound(line) > self.least {
                continue;
            }
            for (x, &label) in (corner.x..).zip(row) {
                if label > 0 && u32::from(part_of[label as usize - 1]) == part.part {
                    self.consider(Cell::new(x, y));
                }
            }
        }
    }

    fn consider(&mut self, cell: Cell) {
        let distance = self.bound(Rect::of_cell(cell));
        if distance < self.least {
            self.least = distance;
            self.cells.clear();
        }
        if distance == self.least {
            self.cells.push(cell);
        }
    }

    /// The square of the distance from the nearest goal to the nearest cell of a rectangle.
    fn bound(&self, rect: Rect) -> u64 {
        let distance = |goal: &Cell| {
            let nearest = Cell::new(goal.x.clamp(rect.min.x, rect.max.x - 1), goal.y.clamp(rect.min.y, rect.max.y - 1));
            nearest.distance_squared(*goal)
        };
        self.goals.iter().map(distance).min().unwrap_or(0)
    }

    fn rect_of(&self, part: Root) -> Rect {
        let (first, end) = self.tree.chunks_of(part);
        let cell = |(x, y): (u32, u32)| Cell::new(x as i32 * SIDE as i32 - 1, y as i32 * SIDE as i32 - 1);
        Rect { min: cell(first), max: cell(end) }
    }
}
