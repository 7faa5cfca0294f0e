//! Walkability by tiles, cell by cell: closed tiles, and the ledges between open ones.

use glam::Vec2;

use crate::grid::{Cell, Rect};
use crate::level::{Solid, Surface};

/// The walkability of the cells in a window of the map.
pub(super) struct Walkability {
    /// Whole tiles, in cells.
    window: Rect,
    /// For each cell of the window, row by row, [`OPEN`], [`LEDGE_RIGHT`] and [`LEDGE_BELOW`].
    flags: Vec<u8>,
    has_ledges: bool,
}

/// The tile is open to the body.
pub(super) const OPEN: u8 = 1;
/// There is a ledge between the cell and the one to the right of it, both open.
pub(super) const LEDGE_RIGHT: u8 = 2;
/// There is a ledge between the cell and the one below it, both open.
pub(super) const LEDGE_BELOW: u8 = 4;

impl Walkability {
    /// Reads the tiles in which the cells of a rectangle of the map lie.
    pub fn of(solid: &Solid, cells: Rect) -> Walkability {
        let map = solid.map;
        let last = map.tile_of_cell(Cell::new(cells.max.x - 1, cells.max.y - 1));
        let tiles = Rect { min: map.tile_of_cell(cells.min), max: Cell::new(last.x + 1, last.y + 1) };
        let tiles = tiles.clipped(map.lattice.width, map.lattice.height);
        let window = map.cells_of_tiles(tiles);
        let mut walkability = Walkability { window, flags: Vec::with_capacity(area(window)), has_ledges: false };
        let open = open_terrains(solid);
        for y in tiles.min.y..tiles.max.y {
            walkability.push_row(solid, &open, (tiles.min.x, tiles.max.x), y);
        }
        walkability
    }

    /// Adds the cells of a row of tiles.
    fn push_row(&mut self, solid: &Solid, open: &[u8; 256], (left, right): (i32, i32), y: i32) {
        let map = solid.map;
        let from = y as usize * map.lattice.width as usize;
        let tiles = &map.tiles.values()[from + left as usize..from + right as usize];
        let by = map.bake.cells_per_tile as usize;
        if map.relief.is_none() && by == 1 {
            self.flags.extend(tiles.iter().map(|tile| open[tile.0 as usize]));
            return;
        }
        let mut row: Vec<u8> = tiles.iter().map(|tile| open[tile.0 as usize]).collect();
        if map.relief.is_some() {
            for (x, flags) in (left..right).zip(&mut row) {
                *flags = lie(solid, open, Cell::new(x, y), *flags);
                self.has_ledges |= *flags & (LEDGE_RIGHT | LEDGE_BELOW) != 0;
            }
        }
        for down in 0..by {
            let below = if down + 1 == by { LEDGE_BELOW } else { 0 };
            let last = |across: usize| if across + 1 == by { LEDGE_RIGHT } else { 0 };
            let cells = row.iter().flat_map(|flags| (0..by).map(move |across| flags & (OPEN | below | last(across))));
            self.flags.extend(cells);
        }
    }

    /// The cells that are known.
    pub fn window(&self) -> Rect {
        self.window
    }

    /// Whether there is any ledge.
    pub fn has_ledges(&self) -> bool {
        self.has_ledges
    }

    /// The cells of a row of the window from one column on up to another (exclusive).
    pub fn row(&self, y: i32, left: i32, right: i32) -> &[u8] {
        let width = (self.window.max.x - self.window.min.x) as usize;
        let from = (y - self.window.min.y) as usize * width;
        &self.flags[from + (left - self.window.min.x) as usize..from + (right - self.window.min.x) as usize]
    }
}

fn area(rect: Rect) -> usize {
    (rect.max.x - rect.min.x).max(0) as usize * (rect.max.y - rect.min.y).max(0) as usize
}

/// [`OPEN`] for each terrain that is open to the body on flat ground.
fn open_terrains(solid: &Solid) -> [u8; 256] {
    let mut open = [0; 256];
    for (open, terrain) in open.iter_mut().zip(&solid.map.terrains) {
        *open = u8::from(terrain.walkable && solid.profile.areas.allows(terrain.area));
    }
    open
}

/// The flags of a tile, given whether its terrain is open.
fn lie(solid: &Solid, open: &[u8; 256], tile: Cell, flags: u8) -> u8 {
    let is_open = |tile: Cell| {
        let id = solid.map.tiles.get(tile);
        id.is_some_and(|id| open[id.0 as usize] == OPEN) && solid.fits(&solid.map.surface(tile))
    };
    if flags == 0 || !is_open(tile) {
        return 0;
    }
    let ledge = |beside: Cell, flag: u8| {
        let can_step = differs(&solid.map.surface(tile), &solid.map.surface(beside));
        let is_step = can_step && solid.is_ledge(tile, beside);
        if is_step && is_open(beside) { flag } else { 0 }
    };
    OPEN | ledge(Cell::new(tile.x + 1, tile.y), LEDGE_RIGHT) | ledge(Cell::new(tile.x, tile.y + 1), LEDGE_BELOW)
}

/// Whether there can be a step between two tiles with these surfaces: not between level ones of the same height.
pub(super) fn differs(here: &Surface, there: &Surface) -> bool {
    here.height != there.height || here.slope != Vec2::ZERO || there.slope != Vec2::ZERO
}
