//! Looking for jump points, 64 cells at once.
//!
//! One who goes along a line between cells of even ground needs to turn only where a cell beside the line is passable
//! and the one before it is not: without the wall a diagonal step, taken earlier, leads there at a lower cost. As bits,
//! going to higher places: `beside & !(beside << 1)`.

use crate::grid::Cell;
use crate::nav::bit_grid::{BitGrid, BitLines};
use crate::nav::moves::MOVES;

/// A cell by its place in a [`BitGrid`], which has a rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub column: usize,
    pub row: usize,
}

impl Spot {
    pub fn of(cell: Cell) -> Spot {
        Spot { column: (cell.x + 1) as usize, row: (cell.y + 1) as usize }
    }

    pub fn cell(self) -> Cell {
        Cell::new(self.column as i32 - 1, self.row as i32 - 1)
    }

    /// Where `steps` moves lead, those of [`MOVES`] at `index`.
    pub fn after(self, index: usize, steps: usize) -> Spot {
        let along = |place: usize, by: i32| (place as i32 + by * steps as i32) as usize;
        Spot { column: along(self.column, MOVES[index].dx), row: along(self.row, MOVES[index].dy) }
    }
}

/// The first jump point straight ahead of a passable cell, or `None` when a wall comes first. `index` is that of a
/// straight move in [`MOVES`].
#[inline]
pub(super) fn straight_run(bits: &BitGrid, Spot { column, row }: Spot, index: usize) -> Option<Spot> {
    let BitGrid { rows, columns } = bits;
    match index {
        0 => run::<true>(rows, rows.around(row, column), row, column).map(|column| Spot { column, row }),
        2 => run::<true>(columns, columns.around(column, row), column, row).map(|row| Spot { column, row }),
        4 => run::<false>(rows, rows.around(row, column), row, column).map(|column| Spot { column, row }),
        _ => run::<false>(columns, columns.around(column, row), column, row).map(|row| Spot { column, row }),
    }
}

/// Goes diagonally from a passable cell until a wall ends it, and looks from each cell on the way straight to both
/// sides: tells `meet` how many steps it had gone, which jump point it saw, and whether that lies in the same row (or
/// in the same column). Returns the number of steps to the end.
#[inline]
pub(super) fn diagonal_run<const RIGHT: bool, const DOWN: bool>(
    bits: &BitGrid,
    from: Spot,
    mut meet: impl FnMut(usize, Spot, bool),
) -> usize {
    let BitGrid { rows, columns } = bits;
    let Spot { mut column, mut row } = from;
    for steps in 1.. {
        column = if RIGHT { column + 1 } else { column - 1 };
        row = if DOWN { row + 1 } else { row - 1 };
        let in_row = rows.around(row, column);
        let in_column = columns.around(column, row);
        let beside = [in_row[if DOWN { 0 } else { 2 }], in_column[if RIGHT { 0 } else { 2 }]];
        if (in_row[1] & beside[0]) >> (column % 64) & beside[1] >> (row % 64) & 1 == 0 {
            return steps - 1;
        }
        if let Some(column) = run::<RIGHT>(rows, in_row, row, column) {
            meet(steps, Spot { column, row }, true);
        }
        if let Some(row) = run::<DOWN>(columns, in_column, column, row) {
            meet(steps, Spot { column, row }, false);
        }
    }
    unreachable!("the rim ends it")
}

/// The next place along a line at which to turn, or `None` when a wall comes first: to higher places if `AHEAD`, else
/// to lower ones. `around` are the [words](BitLines::around) in which it begins.
#[inline]
fn run<const AHEAD: bool>(lines: &BitLines, around: [u64; 3], line: usize, place: usize) -> Option<usize> {
    let seen = if AHEAD { !1 << (place % 64) } else { !(!0 << (place % 64)) };
    let stops = stops::<AHEAD>(around, [0, 0]) & seen;
    if stops == 0 {
        return run_on::<AHEAD>(lines, around, line, place);
    }
    stop::<AHEAD>(stops, around[1], place)
}

/// The same, from the next word on.
fn run_on<const AHEAD: bool>(lines: &BitLines, mut around: [u64; 3], line: usize, mut place: usize) -> Option<usize> {
    loop {
        // Whether the last place of the word before is passable, beside the line.
        let last = |word: u64| if AHEAD { word >> 63 } else { word << 63 };
        let before = [last(around[0]), last(around[2])];
        place = if AHEAD { place + 64 } else { place - 64 };
        around = lines.around(line, place);
        let stops = stops::<AHEAD>(around, before);
        if stops != 0 {
            return stop::<AHEAD>(stops, around[1], place);
        }
    }
}

/// Where in a word a run ends, at a turn or at a wall.
#[inline]
fn stops<const AHEAD: bool>([above, here, below]: [u64; 3], before: [u64; 2]) -> u64 {
    let openings = |beside: u64, before: u64| beside & !(before | if AHEAD { beside << 1 } else { beside >> 1 });
    !here | openings(above, before[0]) | openings(below, before[1])
}

/// The first of these stops, unless it is a wall; in the word in which `place` lies.
#[inline]
fn stop<const AHEAD: bool>(stops: u64, here: u64, place: usize) -> Option<usize> {
    let bit = if AHEAD { stops.trailing_zeros() } else { 63 - stops.leading_zeros() };
    (here >> bit & 1 == 1).then_some(place / 64 * 64 + bit as usize)
}

/// The way from one cell to another that goes diagonally first, then straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    from: Spot,
    to: Spot,
    /// How many of its moves are diagonal.
    diagonals: usize,
    /// The index of its first move in [`MOVES`].
    pub first: usize,
    /// That of its last.
    pub last: usize,
}

impl Course {
    /// From one cell to a different one.
    pub fn between(from: Spot, to: Spot) -> Course {
        let dx = to.column as i32 - from.column as i32;
        let dy = to.row as i32 - from.row as i32;
        let diagonal = match (dx > 0, dy > 0) {
            (true, true) => 1,
            (false, true) => 3,
            (false, false) => 5,
            (true, false) => 7,
        };
        let straight = match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
            (true, true, _) => 0,
            (false, _, true) => 2,
            (true, false, _) => 4,
            (false, _, false) => 6,
        };
        let diagonals = dx.abs().min(dy.abs()) as usize;
        let first = if diagonals > 0 { diagonal } else { straight };
        let last = if dx.abs() == dy.abs() { diagonal } else { straight };
        Course { from, to, diagonals, first, last }
    }

    /// Whether it is legal.
    pub fn is_free(self, bits: &BitGrid) -> bool {
        let turn = self.from.after(self.first, self.diagonals);
        let Spot { column, row } = self.to;
        let is_straight_free = match self.last {
            0 => bits.rows.wall_after(row, turn.column) > column,
            2 => bits.columns.wall_after(column, turn.row) > row,
            4 => bits.rows.wall_before(row, turn.column) < column,
            6 => bits.columns.wall_before(column, turn.row) < row,
            _ => true,
        };
        is_straight_free && self.is_diagonal_free(&bits.rows)
    }

    fn is_diagonal_free(self, rows: &BitLines) -> bool {
        (1..=self.diagonals).all(|steps| {
            let before = self.from.after(self.first, steps - 1);
            let here = self.from.after(self.first, steps);
            rows.is_passable(here.row, here.column)
                && rows.is_passable(before.row, here.column)
                && rows.is_passable(here.row, before.column)
        })
    }
}
