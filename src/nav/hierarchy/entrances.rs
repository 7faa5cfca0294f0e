//! Where one can go from one chunk to the next.

use crate::grid::{Cell, Rect};
use crate::nav::NavGrid;
use crate::nav::moves::{MOVES, Move};

use super::layout::{Layout, SLOTS};

/// An entrance, by its number: that of the chunk on its left or upper side times [`SLOTS`], and its place there.
pub type Entrance = u32;

/// Room for the entrances on the right side of a chunk, and again for those on its lower side.
pub const SIDE_SLOTS: u32 = SLOTS / 2;

/// Instead of a cell, where a chunk has no further entrance.
pub const NOWHERE: [u16; 2] = [u16::MAX; 2];

/// A border that can be crossed along so many cells in a row has an entrance for about each of them.
const SPACING: i32 = 12;

/// Whether an entrance leads to the right, not downward.
pub fn is_on_the_right(entrance: Entrance) -> bool {
    entrance % SLOTS < SIDE_SLOTS
}

/// What a cell costs, in hundredths; 0 where it is not passable.
pub fn cost_at(grid: &NavGrid, cell: Cell) -> u32 {
    u32::from(grid.ground()[grid.number(cell) as usize].cost)
}

/// Puts into the slots of a chunk the entrances that it owns: those on its right side, then those on its lower one.
pub fn put_entrances(grid: &NavGrid, layout: &Layout, chunk: u32, slots: &mut [[u16; 2]]) {
    let Rect { min, max } = layout.rect(chunk);
    let [right, below] = layout.after(chunk);
    let (to_the_right, downward) = slots.split_at_mut(SIDE_SLOTS as usize);
    if right.is_some() {
        let border = (min.y..max.y).map(|y| Cell::new(max.x - 1, y));
        put_side(grid, border, MOVES[0], to_the_right);
    }
    if below.is_some() {
        let border = (min.x..max.x).map(|x| Cell::new(x, max.y - 1));
        put_side(grid, border, MOVES[2], downward);
    }
}

/// Puts the entrances of one side, given the cells along it and the way out.
fn put_side(grid: &NavGrid, border: impl Iterator<Item = Cell>, out: Move, slots: &mut [[u16; 2]]) {
    let mut slots = slots.iter_mut();
    let mut stretch: Vec<(u32, Cell)> = Vec::new();
    // One cell more ends the last stretch.
    for cell in border.map(Some).chain([None]) {
        let crossing = cell.and_then(|cell| {
            let (here, there) = (cost_at(grid, cell), cost_at(grid, out.from(cell)));
            (here > 0 && there > 0).then_some((here + there, cell))
        });
        match crossing {
            Some(crossing) => stretch.push(crossing),
            None => {
                let chosen = chosen_from(&stretch).zip(&mut slots);
                chosen.for_each(|(cell, slot)| *slot = [cell.x as u16, cell.y as u16]);
                stretch.clear();
            }
        }
    }
}

/// The entrances for a stretch of border, given what it costs to cross it at each cell in a row: in each of a few pieces
/// of about the same length the cheapest cell, of those the one nearest to the middle of the piece.
fn chosen_from(stretch: &[(u32, Cell)]) -> impl Iterator<Item = Cell> {
    let length = stretch.len() as i32;
    let pieces = ((length + SPACING / 2) / SPACING).max(1);
    (0..pieces).filter_map(move |piece| {
        let part = (length * piece / pieces) as usize..(length * (piece + 1) / pieces) as usize;
        let twice_the_middle = (part.start + part.end) as i32 - 1;
        let best = part.min_by_key(|&at| (stretch[at].0, (2 * at as i32 - twice_the_middle).abs(), at));
        best.map(|at| stretch[at].1)
    })
}
