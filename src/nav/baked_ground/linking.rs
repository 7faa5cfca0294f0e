//! The links of a grid, kept up to date as the ground changes.

mod authored_links;
mod generated_links;
mod one_ways;

use super::ChangedGround;
use super::{BakedGround, Traits};
use crate::grid::Rect;
use crate::level::TileMap;
use crate::nav::nav_link::NavLink;
pub(super) use authored_links::{area_cost, authored, cost, slowness};
pub(super) use generated_links::{Leaps, leap_costs};
pub(super) use one_ways::{price_one_ways, priced};

/// Updates the links after the ground has changed in a rectangle of cells.
pub(super) fn link_rect(grid: &mut BakedGround, map: &TileMap, rect: Rect, changed: &mut ChangedGround) {
    let leaps = Leaps::new(map, &grid.profile, grid);
    // If nothing can be leapt over any more, no leap is left.
    let again = leaps.as_ref().map(|leaps| rect.grown(leaps.reach()).clipped(grid.lattice.width, grid.lattice.height));
    let costs = leaps.as_ref().map_or(Vec::new(), Leaps::costs);
    let found = again.zip(leaps).map_or(Vec::new(), |(rect, leaps)| leaps.in_rect(rect));
    let authored = authored(map, &grid.profile, grid);
    let mut differ = match again {
        Some(rect) if rect.cells().next().is_none() => Vec::new(),
        again => grid.links.replace_leaps(again, found, costs),
    };
    differ.extend(grid.links.replace_authored(authored));
    note_links(grid, &differ, changed);
}

/// Marks the ends of links that were added or removed.
pub(super) fn note_links(grid: &mut BakedGround, links: &[NavLink], changed: &mut ChangedGround) {
    for cell in links.iter().flat_map(|link| [link.from, link.to]) {
        let number = grid.number(cell);
        let traits = &mut grid.ground[number as usize].traits;
        *traits = traits.with(Traits::LINKED, grid.links.touch(number));
    }
    if !links.is_empty() {
        changed.links = true;
        grid.costs.least_by_link = grid.links.least_cost().unwrap_or(u16::MAX);
    }
}
