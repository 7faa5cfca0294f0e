//! Regions: connected ground that may be too small to be walkable.

use super::NavGrid;
use super::bake_cells::Changed;
use super::bake_cells::set_row;
use super::prices::Prices;
use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::nav::bit_grid::BitGrid;
use crate::nav::components::Components;
use crate::nav::query::CornerRule;
use crate::sorting;

/// The ground as it is before small regions are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Regions {
    /// A region with fewer cells than this is left out.
    least: u32,
    pub(super) bits: BitGrid,
    pub(super) components: Components,
}

impl Regions {
    /// For a map on which nothing is known to be passable yet; `None` if all regions are walkable, however small.
    pub fn new(map: &TileMap) -> Option<Box<Regions>> {
        let cells = map.cells();
        let least = (map.bake.smallest_region / (cells.tile_size * cells.tile_size) - 1e-3).ceil();
        (least > 1.0).then(|| {
            let (bits, components) =
                (BitGrid::new(cells.width, cells.height), Components::new(cells.width, cells.height));
            Box::new(Regions { least: least as u32, bits, components })
        })
    }

    /// How many cells the region of a cell has; 0 where the body does not fit.
    pub fn size(&self, cell: Cell) -> u32 {
        let component = self.components.component(cell, CornerRule::Never);
        component.map_or(0, |component| self.components.size(component, CornerRule::Never))
    }

    /// Whether the body fits at a cell, and its region is large enough.
    fn counts(&self, cell: Cell) -> bool {
        self.size(cell) >= self.least
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.bits.bytes() + self.components.bytes()
    }
}

/// Given the costs of the cells of a rectangle, row by row, and the chunks whose blocked edges have changed, sets
/// the cost of cells in too small a region to 0. Returns the chunks in which regions may have changed.
pub(super) fn leave_out_small_regions(
    grid: &mut NavGrid,
    rect: Rect,
    costs: &mut [u16],
    mut chunks: Vec<u32>,
) -> Vec<u32> {
    let Some(regions) = &mut grid.regions else { return Vec::new() };
    let width = (rect.max.x - rect.min.x).max(1) as usize;
    for (y, costs) in (rect.min.y..rect.max.y).zip(costs.chunks(width)) {
        let components = &regions.components;
        regions.bits.set_row(Cell::new(rect.min.x, y), costs, |cell| chunks.push(components.chunk_of(cell)));
    }
    sorting::sort(&mut chunks);
    chunks.dedup();
    regions.components.learn(&regions.bits, grid.blocked_edges.as_deref(), &chunks);
    for (cell, cost) in rect.cells().zip(costs).filter(|(_, cost)| **cost > 0) {
        *cost *= u16::from(regions.counts(cell));
    }
    chunks
}

/// Opens and closes cells outside a rectangle, whose own cells are right already, whose region has become large
/// enough or too small by a change in some chunks. Each such region has cells in those chunks, beside them or
/// beside the rectangle; from there the rest is found.
pub(super) fn flip_regions(grid: &mut NavGrid, map: &TileMap, rect: Rect, chunks: &[u32], changed: &mut Changed) {
    let Some(regions) = grid.regions.take() else { return };
    let (all, prices) = (grid.clearance.rect(), Prices::of(map, &grid.profile));
    let mut waiting: Vec<Cell> = rect.grown(1).intersection(all).cells().filter(|&cell| !rect.contains(cell)).collect();
    let mut chunks = chunks.iter();
    loop {
        while let Some(cell) = waiting.pop() {
            let counts = regions.counts(cell);
            if counts == grid.is_passable(cell) {
                continue;
            }
            let mut cost = [0];
            if counts {
                prices.put_row(cell, &mut cost);
            }
            set_row(grid, cell, &cost, changed);
            waiting.extend(Rect::of_cell(cell).grown(1).intersection(all).cells());
        }
        let Some(&chunk) = chunks.next() else { break };
        waiting.extend(grid.components.cells_of_chunk(chunk).grown(1).intersection(all).cells());
    }
    grid.regions = Some(regions);
}
