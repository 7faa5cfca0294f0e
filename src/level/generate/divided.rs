//! Mazes by recursive division: a wall with one gap parts a chamber in two, and each of these again.

use super::{Bays, MapDice, bay_rect, dig};
use crate::grid::{Cell, Grid, Rect};

/// A maze with exactly one path between any two corridors, and long straight walls. `vertical`: how many of these are, in
/// percent; `None`: each divides the longer side of its chamber.
pub(super) fn divided(width: u32, height: u32, corridor: u32, vertical: Option<u32>, dice: &mut MapDice) -> Grid<bool> {
    let (across, down) = (Bays::of(width, corridor), Bays::of(height, corridor));
    let mut walls = Grid::filled(width, height, true);
    dig(&mut walls, bay_rect((across.first, across.end), (down.first, down.end)));
    // Chambers that are to be divided, in bays.
    let mut chambers = vec![Rect { min: Cell::new(0, 0), max: Cell::new(across.count as i32, down.count as i32) }];
    while let Some(chamber) = chambers.pop() {
        let Rect { min, max } = chamber;
        let (columns, rows) = ((max.x - min.x) as u32, (max.y - min.y) as u32);
        if columns < 2 || rows < 2 {
            continue;
        }
        let is_upright = match vertical {
            Some(percent) => dice.chance(percent),
            None if columns == rows => dice.chance(50),
            None => columns > rows,
        };
        let (along, beside) = if is_upright { (&down, &across) } else { (&across, &down) };
        let (from, to, first, sides) =
            if is_upright { (min.y, max.y, min.x, columns) } else { (min.x, max.x, min.y, rows) };
        let last_before = first as u32 + dice.below(sides - 1);
        let gap = from as u32 + dice.below((to - from) as u32);
        let wall = beside.span(last_before).1;
        let ends = (along.span(from as u32).0, along.span(to as u32 - 1).1);
        let across_wall = |span| {
            if is_upright { bay_rect((wall, wall + 1), span) } else { bay_rect(span, (wall, wall + 1)) }
        };
        for cell in across_wall(ends).cells() {
            walls[cell] = true;
        }
        dig(&mut walls, across_wall(along.span(gap)));
        let middle = last_before as i32 + 1;
        if is_upright {
            chambers.push(Rect { min, max: Cell::new(middle, max.y) });
            chambers.push(Rect { min: Cell::new(middle, min.y), max });
        } else {
            chambers.push(Rect { min, max: Cell::new(max.x, middle) });
            chambers.push(Rect { min: Cell::new(min.x, middle), max });
        }
    }
    walls
}
