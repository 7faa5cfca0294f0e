//! The height and slope of the ground, and the height of ceilings.

use glam::Vec2;

use crate::format::Axis;
use crate::grid::{Cell, Grid};

/// The lie of the land.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Relief {
    /// The surface of each tile of the map.
    pub surfaces: Grid<Surface>,
}

/// The surface of a tile: a plane. If the planes of two tiles do not meet at their border, there is a step.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Surface {
    /// How high its middle is, in world units.
    pub height: f32,
    /// How far it rises on one world unit to the right, and on one downward: nothing, but on a ramp.
    pub slope: Vec2,
    /// How much room there is above the ground, in world units; infinite under the open sky.
    pub ceiling: f32,
}

impl Surface {
    /// Level, at height 0, under the open sky.
    pub const FLAT: Surface = Surface { height: 0.0, slope: Vec2::ZERO, ceiling: f32::INFINITY };
}

impl Axis {
    pub fn other(self) -> Axis {
        match self {
            Axis::EastWest => Axis::NorthSouth,
            Axis::NorthSouth => Axis::EastWest,
        }
    }

    /// The tile at a distance in tiles: to the right, or downward.
    pub fn along(self, tile: Cell, by: i32) -> Cell {
        match self {
            Axis::EastWest => Cell::new(tile.x + by, tile.y),
            Axis::NorthSouth => Cell::new(tile.x, tile.y + by),
        }
    }

    /// How its first and its last end are called.
    pub fn ends(self) -> [&'static str; 2] {
        match self {
            Axis::EastWest => ["west", "east"],
            Axis::NorthSouth => ["north", "south"],
        }
    }
}

/// Ramp tiles of one axis, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ramp {
    pub axis: Axis,
    /// The one furthest to the left, or at the top.
    pub first: Cell,
    /// How many tiles it is long.
    pub length: u32,
}

impl Ramp {
    /// Every ramp of a map of which `axes` tells the ramp tiles, in the order of their first tiles.
    pub fn all(axes: &Grid<Option<Axis>>) -> Vec<Ramp> {
        let axis_at = |tile: Cell| axes.get(tile).copied().flatten();
        let begins = |&tile: &Cell| {
            axis_at(tile).filter(|&axis| axis_at(axis.along(tile, -1)) != Some(axis)).map(|axis| (tile, axis))
        };
        let ramp = |(first, axis): (Cell, Axis)| Ramp::through(first, axis, |tile| axis_at(tile) == Some(axis));
        axes.rect().cells().filter_map(|tile| begins(&tile)).map(ramp).collect()
    }

    /// The longest ramp along an axis through a tile, of tiles that are ramps as `is_ramp` tells.
    pub fn through(tile: Cell, axis: Axis, is_ramp: impl Fn(Cell) -> bool) -> Ramp {
        let before = (1..).take_while(|&by| is_ramp(axis.along(tile, -by))).count() as i32;
        let behind = (1..).take_while(|&by| is_ramp(axis.along(tile, by))).count() as i32;
        Ramp { axis, first: axis.along(tile, -before), length: (before + 1 + behind) as u32 }
    }

    /// The tiles before and behind it, whether or not the map has them.
    pub fn ends(&self) -> [Cell; 2] {
        [self.axis.along(self.first, -1), self.axis.along(self.first, self.length as i32)]
    }

    pub fn tiles(&self) -> impl Iterator<Item = Cell> + use<> {
        let Ramp { axis, first, length } = *self;
        (0..length as i32).map(move |by| axis.along(first, by))
    }

    /// How its tiles lie when it rises evenly from the height before it to the one behind it: their heights and their
    /// slope.
    pub fn lie(&self, [before, behind]: [f32; 2], tile_size: f32) -> (impl Iterator<Item = f32> + use<>, Vec2) {
        let (rise, length) = (behind - before, self.length as f32);
        let heights = (0..self.length).map(move |tile| before + rise * ((tile as f32 + 0.5) / length));
        let steepness = rise / (length * tile_size);
        let slope = match self.axis {
            Axis::EastWest => Vec2::new(steepness, 0.0),
            Axis::NorthSouth => Vec2::new(0.0, steepness),
        };
        (heights, slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_rises_evenly_from_the_tile_before_it_to_the_tile_behind_it() {
        let mut axes = Grid::filled(6, 2, None);
        for x in 1..5 {
            axes[Cell::new(x, 1)] = Some(Axis::EastWest);
        }
        axes[Cell::new(2, 0)] = Some(Axis::NorthSouth);
        let ramps = Ramp::all(&axes);
        assert_eq!(ramps.len(), 2);
        assert_eq!(ramps[0], Ramp { axis: Axis::NorthSouth, first: Cell::new(2, 0), length: 1 });
        assert_eq!(ramps[1].ends(), [Cell::new(0, 1), Cell::new(5, 1)]);
        let (heights, slope) = ramps[1].lie([1.0, 3.0], 2.0);
        assert_eq!(heights.collect::<Vec<f32>>(), [1.25, 1.75, 2.25, 2.75]);
        assert_eq!(slope, Vec2::new(0.25, 0.0));
        let (_, down) = ramps[0].lie([1.0, 0.0], 1.0);
        assert_eq!(down, Vec2::new(0.0, -1.0));
    }
}
