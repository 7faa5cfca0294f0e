//! The heights of the cells, if they affect the costs of paths.

use super::NavGrid;
use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::nav::moves::TILE_COST;
use crate::profile::AgentProfile;

/// The heights of the cells of a grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    /// By cell number, in hundredths of a world unit, at most 327 units up or down; empty if all are the same, or going
    /// up costs nothing.
    pub cells: Vec<i16>,
    /// Two tiles with different surfaces, if any are known: as long as these differ, not all tiles need to be looked
    /// at.
    differing: Option<[Cell; 2]>,
}

/// What a hundredth of a world unit of going up costs, in the integers of [`moves`](crate::nav::moves): so that a world
/// unit costs as much as `climb_cost` tiles of cost 1.
pub(super) fn climb(map: &TileMap, profile: &AgentProfile) -> u64 {
    let tile = f64::from(map.bake.cells_per_tile) * TILE_COST as f64;
    (f64::from(profile.climb_cost) * tile / 100.0).round() as u64
}

/// Sets the heights of the cells of a rectangle. Returns the cells whose evenness may have changed.
pub(super) fn set_heights(grid: &mut NavGrid, map: &TileMap, rect: Rect) -> Option<Rect> {
    let before = grid.has_climbs();
    if grid.climb == 0 || !grid.heights.find_differing(map) {
        grid.heights.cells = Vec::new();
        return before.then(|| grid.clearance.rect());
    }
    let all = grid.clearance.rect();
    let rect = if before { rect } else { all };
    grid.heights.cells.resize(grid.ground.len(), 0);
    let mut changed: Option<Rect> = None;
    for y in rect.min.y..rect.max.y {
        let number = grid.number(Cell::new(rect.min.x, y)) as usize;
        let mut differs = false;
        for (height, x) in grid.heights.cells[number..].iter_mut().zip(rect.min.x..rect.max.x) {
            let new = hundredths(map, Cell::new(x, y));
            differs |= std::mem::replace(height, new) != new;
        }
        if differs {
            let row = Rect { min: Cell::new(rect.min.x, y), max: Cell::new(rect.max.x, y + 1) };
            changed = Some(changed.map_or(row, |changed| changed.union(row)));
        }
    }
    changed
}

impl Heights {
    /// Whether any two tiles have different surfaces, or one is not level.
    fn find_differing(&mut self, map: &TileMap) -> bool {
        let Some(relief) = &map.relief else { return false };
        let lie = |tile: Cell| (relief.surfaces[tile].height, relief.surfaces[tile].slope);
        let differ = |a: Cell, b: Cell| lie(a) != lie(b) || lie(a).1 != glam::Vec2::ZERO;
        if self.differing.is_some_and(|[a, b]| differ(a, b)) {
            return true;
        }
        let first = Cell::new(0, 0);
        self.differing = relief.surfaces.rect().cells().find(|&tile| differ(first, tile)).map(|tile| [first, tile]);
        self.differing.is_some()
    }
}

/// The height of the middle of a cell.
fn hundredths(map: &TileMap, cell: Cell) -> i16 {
    let surface = map.surface(map.tile_of_cell(cell));
    let height =
        if surface.slope == glam::Vec2::ZERO { surface.height } else { map.height_at(map.cells().centre(cell)) };
    (height * 100.0).round() as i16
}
