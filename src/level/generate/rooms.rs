//! Rooms in rows and columns, like the "rooms" maps of the Moving AI Lab's grid benchmark.

use super::{Bays, MapDice, bay_rect, dig};
use crate::grid::{Cell, Grid};

/// Rooms with doors to every neighbouring room: all of the floor is connected.
pub(super) fn rooms(width: u32, height: u32, size: u32, doors: u32, dice: &mut MapDice) -> Grid<bool> {
    let (across, down) = (Bays::of(width, size), Bays::of(height, size));
    let mut walls = Grid::filled(width, height, true);
    for row in 0..down.count {
        for column in 0..across.count {
            let (columns, rows) = (across.span(column), down.span(row));
            dig(&mut walls, bay_rect(columns, rows));
            if column + 1 < across.count {
                each_door(rows, doors, dice, |y| walls[Cell::new(columns.1 as i32, y)] = false);
            }
            if row + 1 < down.count {
                each_door(columns, doors, dice, |x| walls[Cell::new(x, rows.1 as i32)] = false);
            }
        }
    }
    walls
}

/// Draws places for doors in a wall, no place twice and every choice of places equally likely (D. Knuth, The Art of
/// Computer Programming 2, section 3.4.2, Algorithm S).
fn each_door((from, to): (u32, u32), doors: u32, dice: &mut MapDice, mut open: impl FnMut(i32)) {
    let mut wanted = doors.min(to - from);
    for place in from..to {
        if dice.below(to - place) < wanted {
            open(place as i32);
            wanted -= 1;
        }
    }
}
