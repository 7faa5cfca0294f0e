//! Where leaps can begin at all, for whole rows of cells at a time: most of the ground is nowhere near an edge.

use crate::grid::{Cell, Lattice, Rect};
use crate::level::{Obstacle, Surface, TileMap};
use crate::nav::moves::MOVES;
use crate::nav::walkability::differs;

/// Void, and borders between tiles with different surfaces, for the cells of a window that may reach beyond the map.
pub(super) struct Edges {
    window: Rect,
    /// For each cell of the window, row by row, [`VOID`], [`RIGHT`], [`BELOW`] and [`NEAR_OBSTACLE`].
    flags: Vec<u8>,
}

/// There is no ground.
pub(super) const VOID: u8 = 1;
/// Somewhere between the cell's tile and what is to the right of the cell the ground may rise or fall.
const RIGHT: u8 = 2;
/// Somewhere between the cell's tile and what is below the cell the ground may rise or fall.
const BELOW: u8 = 4;
/// A body that leaps here may touch an obstacle.
const NEAR_OBSTACLE: u8 = 8;

impl Edges {
    /// The edges of the cells of a window. The bit [`VOID`] of `kinds` tells which terrains are void.
    pub fn of(map: &TileMap, kinds: &[u8; 256], window: Rect) -> Edges {
        let (width, height) = ((window.max.x - window.min.x) as usize, (window.max.y - window.min.y) as usize);
        let mut edges = Edges { window, flags: vec![0; width * height] };
        let (cells, by) = (map.cells(), map.bake.cells_per_tile as usize);
        let known = window.clipped(cells.width, cells.height);
        let (left, right) = (known.min.x as usize / by, (known.max.x as usize).div_ceil(by));
        let mut tiles = Vec::new();
        for y in known.min.y..known.max.y {
            if tiles.is_empty() || (y as usize).is_multiple_of(by) {
                lie_of_tiles(map, kinds, y as usize / by, left..right, &mut tiles);
            }
            let from = edges.place(Cell::new(known.min.x, y));
            let row = &mut edges.flags[from..from + (known.max.x - known.min.x) as usize];
            if by == 1 {
                row.copy_from_slice(&tiles);
            } else {
                row.iter_mut().zip(known.min.x as usize..).for_each(|(flags, x)| *flags = tiles[x / by - left]);
            }
        }
        edges
    }

    /// Notes where a body may touch an obstacle to which its middle must not come nearer than `least`.
    pub fn note_obstacle(&mut self, cells: &Lattice, obstacle: &Obstacle, least: f32) {
        for cell in around(cells, obstacle, least).intersection(self.window).cells() {
            let place = self.place(cell);
            self.flags[place] |= NEAR_OBSTACLE;
        }
    }

    /// Whether a body that leaps over a cell may touch an obstacle.
    pub fn is_near_obstacle(&self, cell: Cell) -> bool {
        self.flags[self.place(cell)] & NEAR_OBSTACLE != 0
    }

    /// For each cell of a row, from one cell to the right, the straight moves (bit `i` stands for `MOVES[i]`) on which
    /// there is void or a border between unlike tiles within `reach` cells: on the others there is nothing to leap
    /// over.
    pub fn look(&self, from: Cell, within: i32, directions: &mut [u8]) {
        directions.fill(0);
        for index in (0..8).step_by(2) {
            let way = MOVES[index];
            let border = if way.dx != 0 { RIGHT } else { BELOW };
            for steps in 1..=within {
                let ahead = Cell::new(from.x + steps * way.dx, from.y + steps * way.dy);
                // A border is noted on its left or its upper side.
                let side = if way.dx + way.dy > 0 { way.back().from(ahead) } else { ahead };
                let rows = self.row(side, directions.len()).iter().zip(self.row(ahead, directions.len()));
                for (directions, (side, ahead)) in directions.iter_mut().zip(rows) {
                    *directions |= u8::from(side & border | ahead & VOID != 0) << index;
                }
            }
        }
    }

    fn place(&self, cell: Cell) -> usize {
        let width = (self.window.max.x - self.window.min.x) as usize;
        (cell.y - self.window.min.y) as usize * width + (cell.x - self.window.min.x) as usize
    }

    fn row(&self, from: Cell, count: usize) -> &[u8] {
        &self.flags[self.place(from)..][..count]
    }
}

/// Cells enough to hold every point that is nearer than `least` to the upright rectangle about an obstacle.
pub(super) fn around(cells: &Lattice, obstacle: &Obstacle, least: f32) -> Rect {
    let (low, high) = obstacle.bounds();
    Rect { min: cells.tile_at(low - least), max: cells.tile_at(high + least) }.grown(2)
}

/// Puts the flags of some tiles of a row in the place of what is in `row`.
fn lie_of_tiles(map: &TileMap, kinds: &[u8; 256], y: usize, columns: std::ops::Range<usize>, row: &mut Vec<u8>) {
    let width = map.lattice.width as usize;
    let first = y * width + columns.start;
    row.clear();
    row.extend(map.tiles.values()[first..first + columns.len()].iter().map(|tile| kinds[tile.0 as usize] & VOID));
    let Some(relief) = &map.relief else { return };
    let here = &relief.surfaces.values()[first..];
    let beside = here.get(1..).unwrap_or_default();
    let below = here.get(width..).unwrap_or_default();
    let flag = |is_on: bool, flag: u8| if is_on { flag } else { 0 };
    let slopes = |surface: &Surface| flag(surface.slope != glam::Vec2::ZERO, RIGHT | BELOW);
    // Once over the surfaces, which take much more memory than the flags; the last ones have nothing beside or below.
    let count = columns.len().min(beside.len()).min(below.len());
    let cells = row.iter_mut().zip(&here[..count]).zip(beside.iter().zip(below));
    cells.for_each(|((flags, here), (beside, below))| {
        *flags |= slopes(here) | flag(differs(here, beside), RIGHT) | flag(differs(here, below), BELOW);
    });
    for (at, flags) in row.iter_mut().enumerate().skip(count) {
        let differs = |there: Option<&Surface>| there.is_some_and(|there| differs(&here[at], there));
        *flags |= slopes(&here[at]) | flag(differs(beside.get(at)), RIGHT) | flag(differs(below.get(at)), BELOW);
    }
}
