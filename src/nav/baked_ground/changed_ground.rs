//! What a change of baked ground has come to.

use crate::grid::Rect;
use crate::sorting;

/// What has changed on the ground: all that is computed from it must know.
#[derive(Default)]
pub(in crate::nav) struct ChangedGround {
    /// Contains all cells whose cost or blocked edges have changed.
    pub cells: Option<Rect>,
    /// Contains all cells whose height has changed.
    pub heights: Option<Rect>,
    /// The chunks in which the passability of a cell or a blocked edge has changed; while it is collected in no order, and
    /// perhaps with repetitions.
    pub chunks: Vec<u32>,
    /// Whether links were added or removed.
    pub links: bool,
}

impl ChangedGround {
    /// The cells of a rectangle have changed too.
    pub fn add(&mut self, rect: Rect) {
        self.cells = Some(self.cells.map_or(rect, |all| all.union(rect)));
    }

    /// Puts the chunks in order, none twice.
    pub fn sort_chunks(&mut self) {
        sorting::sort(&mut self.chunks);
        self.chunks.dedup();
    }
}
