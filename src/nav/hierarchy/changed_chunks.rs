//! Which chunks are near a change of the ground.

use crate::grid::{Cell, Rect};
use crate::nav::baked_ground::BakedGround;

use super::borders::ChunkBorders;

/// What has changed since a hierarchy was built: any number of changes, in constant memory.
#[derive(Clone, Debug)]
pub struct ChangedChunks {
    /// A rectangle around all of them.
    lines: Rect,
    /// For each chunk how near to it the nearest is, in cells; [`NO_CHANGE`] where none is near.
    distances: Vec<u8>,
}

const NO_CHANGE: u8 = u8::MAX;
/// Changes within this many cells of a chunk affect it.
const REACH: u8 = 2;

impl ChangedChunks {
    /// A record without changes.
    pub fn new(layout: &ChunkBorders) -> ChangedChunks {
        let nothing = Rect { min: Cell::new(0, 0), max: Cell::new(0, 0) };
        ChangedChunks { lines: nothing, distances: vec![NO_CHANGE; layout.chunks()] }
    }

    /// The ground has changed in a rectangle of the map.
    pub fn add(&mut self, grid: &BakedGround, layout: &ChunkBorders, rect: Rect) {
        let (width, height) = (grid.lattice().width, grid.lattice().height);
        self.lines = if self.lines.max.x == 0 { rect } else { self.lines.union(rect) };
        for distance in (0..=REACH).rev() {
            for chunk in layout.chunks_in(rect.grown(i32::from(distance)).clipped(width, height)) {
                let known = &mut self.distances[chunk as usize];
                *known = distance.min(*known);
            }
        }
    }

    /// A rectangle with all rows and columns in which something has changed.
    pub fn lines(&self) -> Rect {
        self.lines
    }

    /// The chunks with a change in them or within `distance` cells of them, at most [`REACH`], in order.
    pub fn chunks_within(&self, distance: u8) -> Vec<u32> {
        (0..).zip(&self.distances).filter(|&(_, &nearest)| nearest <= distance).map(|(chunk, _)| chunk).collect()
    }
}
