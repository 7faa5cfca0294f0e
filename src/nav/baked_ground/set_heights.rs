//! Reading the heights of cells from the relief of a map.

use super::BakedGround;
use super::heights::CellHeights;
use crate::grid::{Cell, Rect};
use crate::level::{Relief, TileMap};
use crate::nav::moves::TILE_COST;
use crate::parallel;
use crate::profile::AgentProfile;

/// What a hundredth of a world unit of going up costs, in the integers of [`moves`](crate::nav::moves): so that a world
/// unit costs as much as `climb_cost` tiles of cost 1.
pub(super) fn climb(map: &TileMap, profile: &AgentProfile) -> u64 {
    let tile = f64::from(map.bake.cells_per_tile) * TILE_COST as f64;
    (f64::from(profile.climb_cost) * tile / 100.0).round() as u64
}

/// Sets the heights of the cells of a rectangle. Returns the cells whose evenness may have changed.
pub(super) fn set_heights(grid: &mut BakedGround, map: &TileMap, rect: Rect) -> Option<Rect> {
    let before = grid.has_climbs();
    let relief = map.relief.as_ref().filter(|relief| grid.costs.climb > 0 && grid.heights.find_differing(relief));
    let Some(relief) = relief else {
        grid.heights.cells = CellHeights::Level;
        return before.then(|| grid.clearance.rect());
    };
    let all = grid.clearance.rect();
    if !before || rect == all {
        return set_all(grid, map, relief);
    }
    let mut changed: Option<Rect> = None;
    let mut row = vec![0; (rect.max.x - rect.min.x).max(0) as usize];
    for y in rect.min.y..rect.max.y {
        let from = Cell::new(rect.min.x, y);
        put_row(map, relief, from, &mut row);
        let number = grid.number(from) as usize;
        if grid.heights.cells.set(number, &row) {
            let row = Rect { min: from, max: Cell::new(rect.max.x, y + 1) };
            changed = Some(changed.map_or(row, |changed| changed.union(row)));
        }
    }
    changed
}

/// Sets the heights of all cells of the map.
fn set_all(grid: &mut BakedGround, map: &TileMap, relief: &Relief) -> Option<Rect> {
    let (stride, columns) = (grid.stride() as usize, grid.lattice.width as usize);
    let mut heights = vec![0; grid.ground.len()];
    let rows = parallel::rows_per_thread(grid.lattice.height as i32, columns);
    let bands = heights[stride..stride * (grid.lattice.height as usize + 1)].chunks_mut(rows * stride);
    parallel::each(bands.collect(), 1, |band, cells: &mut [i16], _: &mut ()| {
        for (row, cells) in (band as usize * rows..).zip(cells.chunks_mut(stride)) {
            put_row(map, relief, Cell::new(0, row as i32), &mut cells[1..=columns]);
        }
    });
    let changed = !grid.heights.cells.are(&heights);
    grid.heights.cells = CellHeights::of(heights);
    changed.then(|| grid.clearance.rect())
}

/// Puts the heights of the middles of cells of a row, from one to the right, into `heights`.
fn put_row(map: &TileMap, relief: &Relief, from: Cell, heights: &mut [i16]) {
    let by = map.bake.cells_per_tile as usize;
    let cells = map.cells();
    let surfaces = &relief.surfaces.values()[from.y as usize / by * map.lattice.width as usize..];
    let rounded = |height: f32| (height * 100.0).round() as i16;
    // Neighbours are most often as high.
    let mut last = (0.0, 0);
    for (height, x) in heights.iter_mut().zip(from.x as usize..) {
        let surface = surfaces[if by == 1 { x } else { x / by }];
        if surface.slope != glam::Vec2::ZERO {
            *height = rounded(map.height_at(cells.centre(Cell::new(x as i32, from.y))));
            continue;
        }
        if surface.height != last.0 {
            last = (surface.height, rounded(surface.height));
        }
        *height = last.1;
    }
}
