//! Entrances: where a border between two chunks can be crossed.

use crate::grid::{Cell, Rect};
use crate::nav::baked_ground::BakedGround;
use crate::nav::moves::{MOVES, Move};

use super::borders::{ChunkBorders, SLOTS};

/// An entrance, by its number: that of the chunk on its left or upper side times [`SLOTS`], and its place there.
pub type Entrance = u32;

/// Room for the entrances on the right side of a chunk, and again for those on its lower side.
pub const SIDE_SLOTS: u32 = SLOTS / 2;

/// Instead of a cell, where a chunk has no further entrance.
pub const NOWHERE: [u16; 2] = [u16::MAX; 2];

/// About how many cells of an open border share one entrance.
const SPACING: i32 = 12;

/// Whether an entrance leads to the right, not downward.
pub fn is_on_the_right(entrance: Entrance) -> bool {
    entrance % SLOTS < SIDE_SLOTS
}

/// The cost of a cell, in hundredths; 0 if it is not passable.
pub fn cost_at(grid: &BakedGround, cell: Cell) -> u32 {
    u32::from(grid.ground()[grid.number(cell) as usize].cost)
}

/// Fills the slots of a chunk with the entrances that it owns: those on its right side, then those on its lower side.
pub fn put_entrances(grid: &BakedGround, layout: &ChunkBorders, chunk: u32, slots: &mut [[u16; 2]]) {
    let Rect { min, max } = layout.rect(chunk);
    let sides = [(Cell::new(max.x - 1, min.y), MOVES[2], MOVES[0]), (Cell::new(min.x, max.y - 1), MOVES[0], MOVES[2])];
    let sides = sides.into_iter().zip(layout.after(chunk)).zip(slots.chunks_mut(SIDE_SLOTS as usize));
    for (((first, along, out), other), slots) in sides {
        if let Some(other) = other {
            let chunks = [chunk, other].map(|chunk| layout.rect(chunk));
            Border { grid, first, along, out, chunks }.put_entrances(slots);
        }
    }
}

/// The border between two chunks.
struct Border<'a> {
    grid: &'a BakedGround,
    /// The first cell along it, in the chunk on the left or above.
    first: Cell,
    /// Leads from each of these cells to the next.
    along: Move,
    /// Leads across the border.
    out: Move,
    /// On this side and on the other.
    chunks: [Rect; 2],
}

impl Border<'_> {
    fn put_entrances(&self, slots: &mut [[u16; 2]]) {
        let Rect { min, max } = self.chunks[0];
        let length = (max.x - min.x) * self.along.dx + (max.y - min.y) * self.along.dy;
        let mut slots = slots.iter_mut();
        let mut stretch = Vec::new();
        // The last place where the border can be crossed.
        let mut last = None;
        for at in 0..=length {
            let crossing = self.crossing(at, length);
            let is_end = last.is_some_and(|last| match crossing {
                Some(_) => !self.goes_on(last, at),
                None => at == length || at > last + 1,
            });
            if is_end {
                let chosen = chosen_from(&stretch).zip(&mut slots);
                chosen.for_each(|(cell, slot)| *slot = [cell.x as u16, cell.y as u16]);
                stretch.clear();
                last = None;
            }
            if let Some(cost) = crossing {
                stretch.push((cost, self.cell(at)));
                last = Some(at);
            }
        }
    }

    fn cell(&self, at: i32) -> Cell {
        Cell::new(self.first.x + at * self.along.dx, self.first.y + at * self.along.dy)
    }

    /// What the two cells at a place of the border cost together; `None` where it cannot be crossed.
    fn crossing(&self, at: i32, length: i32) -> Option<u32> {
        let cell = (0..length).contains(&at).then(|| self.cell(at))?;
        is_open(self.grid, cell, self.out).then(|| cost_at(self.grid, cell) + cost_at(self.grid, self.out.from(cell)))
    }

    /// Whether of two places where the border can be crossed, at most one place apart, either can stand in for the
    /// other: one can go from one to the other in either chunk.
    fn goes_on(&self, last: i32, at: i32) -> bool {
        let (here, there) = (self.cell(last), self.cell(at));
        let inward = self.out.back();
        self.is_joined(self.chunks[0], here, there, inward)
            && self.is_joined(self.chunks[1], self.out.from(here), self.out.from(there), self.out)
    }

    /// Whether one can go along the border from a cell of a chunk to another without leaving the chunk: straight, or
    /// one row further in.
    fn is_joined(&self, chunk: Rect, from: Cell, to: Cell, inward: Move) -> bool {
        let goes_along = |from: Cell, to: Cell| {
            let mut cell = from;
            while cell != to && is_open(self.grid, cell, self.along) {
                cell = self.along.from(cell);
            }
            cell == to
        };
        let is_open_behind = |cell: Cell| chunk.contains(inward.from(cell)) && is_open(self.grid, cell, inward);
        goes_along(from, to)
            || is_open_behind(from) && is_open_behind(to) && goes_along(inward.from(from), inward.from(to))
    }
}

/// Whether a straight move leads from a cell of the map to a passable cell, with nothing in its way.
fn is_open(grid: &BakedGround, cell: Cell, step: Move) -> bool {
    let ground = grid.ground()[grid.number(cell) as usize];
    let bit = MOVES.iter().position(|&known| known == step).unwrap_or_default();
    ground.cost > 0 && ground.around >> bit & 1 == 1
}

/// The entrances for a stretch of border, given what it costs to cross it at each cell: in each of a few pieces
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
