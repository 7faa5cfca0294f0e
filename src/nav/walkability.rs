//! Walkability by tiles, cell by cell: closed tiles, and the ledges between open ones.

use glam::Vec2;

use crate::grid::{Cell, Grid, Rect};
use crate::level::{Relief, Solid, Surface, TileMap};

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
        match &map.relief {
            Some(relief) => walkability.push_relief(solid, &open, relief, tiles),
            None => {
                for y in tiles.min.y..tiles.max.y {
                    let row = part_of_row(&map.tiles, y, tiles.min.x, tiles.max.x);
                    walkability.push_row(map, row.iter().map(|tile| open[tile.0 as usize]));
                }
            }
        }
        walkability
    }

    /// Adds the cells of some tiles of a map with a relief.
    fn push_relief(&mut self, solid: &Solid, open: &[u8; 256], relief: &Relief, tiles: Rect) {
        let (map, left, right) = (solid.map, tiles.min.x, tiles.max.x);
        // One column more, if there is one: a ledge is between two tiles.
        let beyond = (right + 1).min(map.lattice.width as i32);
        let surfaces = |y: i32| part_of_row(&relief.surfaces, y, left, beyond);
        let learn = |y: i32, row: &mut Vec<u8>| {
            row.clear();
            if y < map.lattice.height as i32 {
                let tiles = part_of_row(&map.tiles, y, left, beyond).iter().zip(surfaces(y));
                row.extend(tiles.map(|(tile, surface)| open[tile.0 as usize] & u8::from(solid.fits(surface))));
            }
        };
        let (mut row, mut below, mut flags) = (Vec::new(), Vec::new(), Vec::new());
        learn(tiles.min.y, &mut row);
        for y in tiles.min.y..tiles.max.y {
            learn(y + 1, &mut below);
            flags.clear();
            flags.extend_from_slice(&row[..(right - left) as usize]);
            let here = surfaces(y);
            let mut note = |beside: &[Surface], is_open: &[u8], (dx, dy): (i32, i32), flag: u8| {
                let tiles = flags.iter_mut().zip(here).zip(beside.iter().zip(is_open)).zip(left..);
                for (((flags, here), (beside, is_open)), x) in tiles {
                    if differs(here, beside) && *flags & is_open & OPEN != 0 {
                        let tile = Cell::new(x, y);
                        let is_ledge = solid.is_ledge(tile, Cell::new(x + dx, y + dy));
                        *flags |= if is_ledge { flag } else { 0 };
                    }
                }
            };
            note(&here[1..], &row[1..], (1, 0), LEDGE_RIGHT);
            if !below.is_empty() {
                note(surfaces(y + 1), &below, (0, 1), LEDGE_BELOW);
            }
            self.has_ledges |= flags.iter().fold(0, |all, flags| all | flags) & (LEDGE_RIGHT | LEDGE_BELOW) != 0;
            self.push_row(map, flags.iter().copied());
            std::mem::swap(&mut row, &mut below);
        }
    }

    /// Adds the cells of a row of tiles, given the flags of the tiles.
    fn push_row(&mut self, map: &TileMap, tiles: impl Iterator<Item = u8> + Clone) {
        let by = map.bake.cells_per_tile as usize;
        if by == 1 {
            self.flags.extend(tiles);
            return;
        }
        for down in 0..by {
            let below = if down + 1 == by { LEDGE_BELOW } else { 0 };
            let last = |across: usize| if across + 1 == by { LEDGE_RIGHT } else { 0 };
            let cells =
                tiles.clone().flat_map(|flags| (0..by).map(move |across| flags & (OPEN | below | last(across))));
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

/// What a grid holds in a row from one column up to another (exclusive).
fn part_of_row<T>(grid: &Grid<T>, y: i32, left: i32, right: i32) -> &[T] {
    let from = y as usize * grid.width() as usize;
    &grid.values()[from + left as usize..from + right as usize]
}

/// Whether there can be a step between two tiles with these surfaces: not between level ones of the same height.
pub(super) fn differs(here: &Surface, there: &Surface) -> bool {
    here.height != there.height || here.slope != Vec2::ZERO || there.slope != Vec2::ZERO
}
