//! Looking for jump points, 64 cells at once.
//!
//! A path along a line of cells of even ground needs to turn only where a cell beside the line is passable and the one
//! before it is not: without the wall an earlier diagonal step leads there at a lower cost. As bits, towards higher
//! places: `beside & !(beside << 1)`.

use crate::grid::Cell;
use crate::nav::bit_grid::{BitGrid, BitLines};
use crate::nav::moves::MOVES;

/// A cell by its place in a [`BitGrid`], which has a rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) struct PaddedCell {
    pub column: usize,
    pub row: usize,
}

impl PaddedCell {
    pub fn of(cell: Cell) -> PaddedCell {
        PaddedCell { column: (cell.x + 1) as usize, row: (cell.y + 1) as usize }
    }

    pub fn cell(self) -> Cell {
        Cell::new(self.column as i32 - 1, self.row as i32 - 1)
    }

    /// Where `steps` moves lead, those of [`MOVES`] at `index`.
    pub fn after(self, index: usize, steps: usize) -> PaddedCell {
        let along = |place: usize, by: i32| (place as i32 + by * steps as i32) as usize;
        PaddedCell { column: along(self.column, MOVES[index].dx), row: along(self.row, MOVES[index].dy) }
    }
}

/// A jump point that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    pub spot: PaddedCell,
    /// How many straight steps lead there, after the diagonal ones.
    pub straights: usize,
    /// The moves by which a path may continue from there, a bit for each in the order of [`MOVES`].
    pub exits: u8,
}

/// The moves by which a path may continue after a straight one: straight on, and around a wall that ended beside it.
#[derive(Clone, Copy, Debug)]
struct Exits {
    on: u8,
    /// To the lower rows or columns: straight, and diagonally on.
    lower: u8,
    /// To the higher ones.
    higher: u8,
}

const EAST: Exits = Exits { on: 0b0000_0001, lower: 0b1100_0000, higher: 0b0000_0110 };
const SOUTH: Exits = Exits { on: 0b0000_0100, lower: 0b0001_1000, higher: 0b0000_0011 };
const WEST: Exits = Exits { on: 0b0001_0000, lower: 0b0110_0000, higher: 0b0000_1100 };
const NORTH: Exits = Exits { on: 0b0100_0000, lower: 0b0011_0000, higher: 0b1000_0001 };

/// The first jump point in the row of a passable cell, to the right or to the left of it. `None` when a wall comes
/// first.
#[inline]
pub(super) fn run_in_row<const RIGHT: bool>(bits: &BitGrid, from: PaddedCell) -> Option<Jump> {
    in_row::<RIGHT>(&bits.rows, bits.rows.around(from.row, from.column), from)
}

/// The first jump point in the column of a passable cell, below or above it. `None` when a wall comes first.
#[inline]
pub(super) fn run_in_column<const DOWN: bool>(bits: &BitGrid, from: PaddedCell) -> Option<Jump> {
    in_column::<DOWN>(&bits.columns, bits.columns.around(from.column, from.row), from)
}

/// Goes diagonally from a passable cell until a wall ends it, and looks from each cell on the path straight to both
/// sides: calls `meet` with the number of steps so far and the jump point that it saw. Returns the number of steps to
/// the end.
#[inline]
pub(super) fn run_diagonally<const RIGHT: bool, const DOWN: bool>(
    bits: &BitGrid,
    from: PaddedCell,
    mut meet: impl FnMut(usize, Jump),
) -> usize {
    let BitGrid { rows, columns } = bits;
    let PaddedCell { mut column, mut row } = from;
    for steps in 1.. {
        column = if RIGHT { column + 1 } else { column - 1 };
        row = if DOWN { row + 1 } else { row - 1 };
        let around = [rows.around(row, column), columns.around(column, row)];
        let beside = [around[0][if DOWN { 0 } else { 2 }], around[1][if RIGHT { 0 } else { 2 }]];
        if (around[0][1] & beside[0]) >> (column % 64) & beside[1] >> (row % 64) & 1 == 0 {
            return steps - 1;
        }
        let here = PaddedCell { column, row };
        if let Some(jump) = in_row::<RIGHT>(rows, around[0], here) {
            meet(steps, jump);
        }
        if let Some(jump) = in_column::<DOWN>(columns, around[1], here) {
            meet(steps, jump);
        }
    }
    unreachable!("the rim ends it")
}

#[inline]
fn in_row<const RIGHT: bool>(
    rows: &BitLines,
    around: [u64; 3],
    PaddedCell { column, row }: PaddedCell,
) -> Option<Jump> {
    let (place, exits) = run::<RIGHT>(rows, around, row, column, if RIGHT { EAST } else { WEST })?;
    Some(Jump { spot: PaddedCell { column: place, row }, straights: place.abs_diff(column), exits })
}

#[inline]
fn in_column<const DOWN: bool>(
    columns: &BitLines,
    around: [u64; 3],
    PaddedCell { column, row }: PaddedCell,
) -> Option<Jump> {
    let (place, exits) = run::<DOWN>(columns, around, column, row, if DOWN { SOUTH } else { NORTH })?;
    Some(Jump { spot: PaddedCell { column, row: place }, straights: place.abs_diff(row), exits })
}

/// The next place along a line at which to turn, and how, or `None` when a wall comes first: to higher places if
/// `AHEAD`, else to lower ones. `around` are the [words](BitLines::around) in which it begins.
#[inline]
fn run<const AHEAD: bool>(
    lines: &BitLines,
    around: [u64; 3],
    line: usize,
    place: usize,
    exits: Exits,
) -> Option<(usize, u8)> {
    let unseen = if AHEAD { !(!1 << (place % 64)) } else { !0 << (place % 64) };
    let openings = openings::<AHEAD>(around, [0, 0]);
    let stops = (!around[1] | openings[0] | openings[1]) & !unseen;
    if stops == 0 {
        return run_on::<AHEAD>(lines, around, line, place, exits);
    }
    stop::<AHEAD>(stops, around[1], openings, place, exits)
}

/// Goes on as [`run`] does, from the next word on.
fn run_on<const AHEAD: bool>(
    lines: &BitLines,
    mut around: [u64; 3],
    line: usize,
    mut place: usize,
    exits: Exits,
) -> Option<(usize, u8)> {
    loop {
        // Whether the last place of the word before is passable, beside the line.
        let last = |word: u64| if AHEAD { word >> 63 } else { word << 63 };
        let before = [last(around[0]), last(around[2])];
        place = if AHEAD { place + 64 } else { place - 64 };
        around = lines.around(line, place);
        let openings = openings::<AHEAD>(around, before);
        let stops = !around[1] | openings[0] | openings[1];
        if stops != 0 {
            return stop::<AHEAD>(stops, around[1], openings, place, exits);
        }
    }
}

/// The places in the two lines beside one that are passable where the one before is not. `before` has the bits that
/// come before those of the words.
#[inline]
fn openings<const AHEAD: bool>([lower, _, higher]: [u64; 3], before: [u64; 2]) -> [u64; 2] {
    let openings = |beside: u64, before: u64| beside & !(before | if AHEAD { beside << 1 } else { beside >> 1 });
    [openings(lower, before[0]), openings(higher, before[1])]
}

/// The first of these stops, unless it is a wall; in the word in which `place` lies.
#[inline]
fn stop<const AHEAD: bool>(
    stops: u64,
    here: u64,
    openings: [u64; 2],
    place: usize,
    Exits { on, lower, higher }: Exits,
) -> Option<(usize, u8)> {
    let bit = if AHEAD { stops.trailing_zeros() } else { 63 - stops.leading_zeros() };
    let [is_lower, is_higher] = openings.map(|openings| (openings >> bit & 1) as u8);
    let exits = on | (lower * is_lower) | (higher * is_higher);
    (here >> bit & 1 == 1).then_some((place / 64 * 64 + bit as usize, exits))
}

/// The path from one cell to another that goes diagonally first, then straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) struct DiagonalFirst {
    from: PaddedCell,
    to: PaddedCell,
    /// How many of its moves are diagonal.
    pub diagonals: usize,
    /// How many are straight.
    pub straights: usize,
    /// The index of its first move in [`MOVES`].
    pub first: usize,
    /// The index of its last move in [`MOVES`].
    last: usize,
}

impl DiagonalFirst {
    /// From one cell to a different one.
    pub fn between(from: PaddedCell, to: PaddedCell) -> DiagonalFirst {
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
        let straights = dx.abs().max(dy.abs()) as usize - diagonals;
        let first = if diagonals > 0 { diagonal } else { straight };
        let last = if straights > 0 { straight } else { diagonal };
        DiagonalFirst { from, to, diagonals, straights, first, last }
    }

    /// Whether it is legal.
    pub fn is_free(self, bits: &BitGrid) -> bool {
        let turn = self.from.after(self.first, self.diagonals);
        let PaddedCell { column, row } = self.to;
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
