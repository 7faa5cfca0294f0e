//! Leaving out ground that hangs together but is too small to be walkable.

use super::prices::Prices;
use super::set_row::set_row;
use super::{BakedGround, ChangedGround};
use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::sorting;

/// Given the costs of the cells of a rectangle, row by row, and the chunks whose blocked edges have changed, sets
/// the cost of cells in too small a region to 0. Returns the chunks in which regions may have changed.
pub(super) fn leave_out_small_regions(
    grid: &mut BakedGround,
    rect: Rect,
    costs: &mut [u16],
    mut chunks: Vec<u32>,
) -> Vec<u32> {
    let layout = grid.chunks();
    let Some(regions) = &mut grid.regions else { return Vec::new() };
    let width = (rect.max.x - rect.min.x).max(1) as usize;
    for (y, costs) in (rect.min.y..rect.max.y).zip(costs.chunks(width)) {
        regions.bits.set_row(Cell::new(rect.min.x, y), costs, |cell| chunks.push(layout.chunk_of(cell)));
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
pub(super) fn flip_regions(
    grid: &mut BakedGround,
    map: &TileMap,
    rect: Rect,
    chunks: &[u32],
    changed: &mut ChangedGround,
) {
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
        waiting.extend(grid.chunks().cells_of_chunk(chunk).grown(1).intersection(all).cells());
    }
    grid.regions = Some(regions);
}
