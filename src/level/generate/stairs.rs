//! Stairs: walls in steps from edge to edge, one behind the other, each with one door.

use super::{Bays, MapDice, bay_rect, dig};
use crate::grid::{Grid, Rect};

/// Corridors that go down in steps from the right to the left, side by side, with a door drawn by lot between each and the
/// next: exactly one path between any two places.
///
/// The bays whose column and row add up to 2 n or 2 n + 1 are the nth corridor: each is beside the next one of the other
/// sum.
pub(super) fn stairs(width: u32, height: u32, corridor: u32, dice: &mut MapDice) -> Grid<bool> {
    let (across, down) = (Bays::of(width, corridor), Bays::of(height, corridor));
    let room = |(column, row): (u32, u32)| bay_rect(across.span(column), down.span(row));
    let mut walls = Grid::filled(width, height, true);
    for sum in 0..across.count + down.count - 1 {
        let mut doors = Vec::new();
        for column in sum.saturating_sub(down.count - 1)..across.count.min(sum + 1) {
            let row = sum - column;
            dig(&mut walls, room((column, row)));
            let right = (column + 1 < across.count).then(|| across_column(across.span(column).1, down.span(row)));
            let below = (row + 1 < down.count).then(|| across_row(across.span(column), down.span(row).1));
            doors.extend([right, below].into_iter().flatten());
        }
        if sum % 2 == 0 {
            doors.into_iter().for_each(|door| dig(&mut walls, door));
        } else if !doors.is_empty() {
            dig(&mut walls, doors[dice.below(doors.len() as u32) as usize]);
        }
    }
    walls
}

/// A piece of an upright wall.
fn across_column(column: u32, rows: (u32, u32)) -> Rect {
    bay_rect((column, column + 1), rows)
}

/// A piece of a level wall.
fn across_row(columns: (u32, u32), row: u32) -> Rect {
    bay_rect(columns, (row, row + 1))
}
