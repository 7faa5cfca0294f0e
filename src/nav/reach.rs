//! What can be reached from a cell, by steps and by links.

use crate::grid::Cell;

use super::NavGrid;
use super::query::CornerRule;

/// All cells to which a way leads from one of them.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    grid: &'a NavGrid,
    corners: CornerRule,
    /// The component in which it begins.
    component: u32,
}

impl<'a> Reach<'a> {
    /// What can be reached from a cell by this rule (with 4 or 8 neighbours; by [`CornerRule::Always`] with 8); `None`
    /// where the cell is not passable.
    pub fn of(grid: &'a NavGrid, cell: Cell, corners: CornerRule) -> Option<Reach<'a>> {
        let component = grid.component(cell, corners)?;
        Some(Reach { grid, corners, component })
    }

    /// Whether a way leads there.
    pub fn contains(&self, cell: Cell) -> bool {
        self.grid.component(cell, self.corners) == Some(self.component)
    }

    /// Of the cells that can be reached those that lie nearest to any of `goals` by straight distance; several where
    /// several are as near, the upper ones first, then the left ones.
    pub fn nearest(&self, goals: &[Cell]) -> Vec<Cell> {
        self.grid.components().nearest(self.component, self.corners, goals)
    }

    /// How many cells can be reached.
    pub fn size(&self) -> u32 {
        self.grid.components().size(self.component, self.corners)
    }

    /// One of the cells that can be reached: another for each `n` from 0 up to the [number of them](Reach::size), not
    /// included, in an order that depends on nothing but the ground; `None` from there on.
    pub fn nth(&self, n: u32) -> Option<Cell> {
        self.grid.components().nth_cell(self.component, self.corners, n)
    }
}
