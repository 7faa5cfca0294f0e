//! What the code that is shown takes as given: ground, and the path along the parents.

use std::collections::HashMap;

/// Column and row.
pub type Cell = (i32, i32);

/// Ground drawn as rows of characters: `#` is a wall. Steps go to eight neighbours and cut no corner.
pub struct Ground {
    pub rows: Vec<&'static str>,
}

impl Ground {
    pub fn is_open(&self, (x, y): Cell) -> bool {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        let tile = row.zip(usize::try_from(x).ok()).and_then(|(row, x)| row.as_bytes().get(x));
        tile.is_some_and(|tile| *tile != b'#')
    }

    pub fn neighbours(&self, (x, y): Cell) -> Vec<Cell> {
        let around = (-1..=1).flat_map(|by| (-1..=1).map(move |bx| (bx, by)));
        let is_legal = |(bx, by): &Cell| {
            let is_step = (*bx, *by) != (0, 0) && self.is_open((x + bx, y + by));
            is_step && self.is_open((x + bx, y)) && self.is_open((x, y + by))
        };
        around.filter(is_legal).map(|(bx, by)| (x + bx, y + by)).collect()
    }

    pub fn step(&self, from: Cell, to: Cell) -> u32 {
        if from.0 != to.0 && from.1 != to.1 { 1393 } else { 985 }
    }

    /// The octile estimate.
    pub fn h(&self, from: Cell, to: Cell) -> u32 {
        let (x, y) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        985 * (x.max(y) - x.min(y)) + 1393 * x.min(y)
    }
}

/// The cells from the start, which has no parent or is its own, to a cell.
pub fn path(parent: &HashMap<Cell, Cell>, mut cell: Cell) -> Vec<Cell> {
    let mut cells = vec![cell];
    while let Some(before) = parent.get(&cell).filter(|before| **before != cell) {
        cell = *before;
        cells.push(cell);
    }
    cells.reverse();
    cells
}
