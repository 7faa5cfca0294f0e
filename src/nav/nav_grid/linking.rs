//! The links of a grid, kept up to date as the ground changes.

use std::sync::OnceLock;

use super::{NavGrid, Traits};
use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::nav::nav_link::{self, Leaps, NavLink};

/// Updates the links after the ground has changed in a rectangle of cells.
pub(super) fn link_rect(grid: &mut NavGrid, map: &TileMap, changed: Rect) {
    forget_crossings(grid);
    let leaps = Leaps::new(map, &grid.profile, grid);
    // If nothing can be leapt over any more, no leap is left.
    let again =
        leaps.as_ref().map(|leaps| changed.grown(leaps.reach()).clipped(grid.lattice.width, grid.lattice.height));
    let costs = leaps.as_ref().map_or(Vec::new(), Leaps::costs);
    let found = again.zip(leaps).map_or(Vec::new(), |(rect, leaps)| leaps.in_rect(rect));
    let authored = nav_link::authored(map, &grid.profile, grid);
    let mut differ = match again {
        Some(rect) if rect.cells().next().is_none() => Vec::new(),
        again => grid.links.replace_leaps(again, found, costs),
    };
    differ.extend(grid.links.replace_authored(authored));
    note_links(grid, &differ);
}

/// Marks the ends of links that were added or removed.
pub(super) fn note_links(grid: &mut NavGrid, changed: &[NavLink]) {
    if !changed.is_empty() {
        grid.touch_hierarchy(Rect { min: Cell::new(0, 0), max: Cell::new(0, 0) });
    }
    for cell in changed.iter().flat_map(|link| [link.from, link.to]) {
        let number = grid.number(cell);
        let traits = &mut grid.ground[number as usize].traits;
        *traits = traits.with(Traits::LINKED, grid.links.touch(number));
    }
    if !changed.is_empty() {
        grid.least_by_link = grid.links.least_cost().unwrap_or(u16::MAX);
    }
}

/// Discards what was computed from links and components, after one of them has changed.
pub(super) fn forget_crossings(grid: &mut NavGrid) {
    grid.crossings = [const { OnceLock::new() }; 2];
}
