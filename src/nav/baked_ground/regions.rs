//! Regions: connected ground that may be too small to be walkable.

use crate::grid::Cell;
use crate::level::TileMap;
use crate::method::CornerRule;
use crate::nav::bit_grid::BitGrid;
use crate::nav::components::Components;

/// The ground as it is before small regions are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Regions {
    /// A region with fewer cells than this is left out.
    pub(super) least: u32,
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
    pub fn counts(&self, cell: Cell) -> bool {
        self.size(cell) >= self.least
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.bits.bytes() + self.components.bytes()
    }
}
