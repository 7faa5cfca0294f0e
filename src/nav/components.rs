//! Which cells can be reached from which.
//!
//! (A first form: everything is labelled anew with each change.)

use crate::grid::{Cell, Grid};

use super::moves::MOVES;
use super::query::CornerRule;

/// The parts of the ground between which no way leads.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// By straight moves: what every rule but [`CornerRule::Always`] comes to.
    tight: Grid<u32>,
    /// By all eight.
    loose: Grid<u32>,
}

const NONE: u32 = u32::MAX;

impl Components {
    pub fn of(passable: &Grid<bool>) -> Components {
        Components { tight: label(passable, false), loose: label(passable, true) }
    }

    /// The component of a cell, a number; two cells have the same one if and only if a way leads from one to the other
    /// under this rule, with 4 and with 8 neighbours (for [`CornerRule::Always`]: with 8). `None` where a cell is not
    /// passable or lies outside the map.
    pub fn component(&self, cell: Cell, corners: CornerRule) -> Option<u32> {
        self.labels(corners).get(cell).copied().filter(|&label| label != NONE)
    }

    /// The cells of a component that are nearest to any of `goals` by straight distance; several where several
    /// are as near. In order of rows, then columns. Goals may lie anywhere.
    pub fn nearest(&self, component: u32, corners: CornerRule, goals: &[Cell]) -> Vec<Cell> {
        let labels = self.labels(corners);
        let mut cells: Vec<Cell> = labels.rect().cells().filter(|&cell| labels[cell] == component).collect();
        let distance = |cell: Cell| goals.iter().map(|&goal| cell.distance_squared(goal)).min().unwrap_or(0);
        let least = cells.iter().map(|&cell| distance(cell)).min();
        cells.retain(|&cell| Some(distance(cell)) == least);
        cells
    }

    fn labels(&self, corners: CornerRule) -> &Grid<u32> {
        if corners == CornerRule::Always { &self.loose } else { &self.tight }
    }
}

fn label(passable: &Grid<bool>, diagonally: bool) -> Grid<u32> {
    let mut labels = Grid::filled(passable.width(), passable.height(), NONE);
    let mut next = 0;
    let mut waiting = Vec::new();
    for cell in passable.rect().cells() {
        if !passable[cell] || labels[cell] != NONE {
            continue;
        }
        labels[cell] = next;
        waiting.push(cell);
        while let Some(cell) = waiting.pop() {
            for step in MOVES.iter().filter(|step| diagonally || !step.is_diagonal()) {
                let other = step.from(cell);
                if passable.get(other) == Some(&true) && labels[other] == NONE {
                    labels[other] = next;
                    waiting.push(other);
                }
            }
        }
        next += 1;
    }
    labels
}
