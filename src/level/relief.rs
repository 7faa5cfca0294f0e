//! How high the ground lies, how steep it is, and how low the ceilings are.

use glam::Vec2;

use crate::grid::Grid;

/// The lie of the land.
#[derive(Clone, Debug, PartialEq)]
pub struct Relief {
    /// For each tile how it lies; as many as the map has.
    pub surfaces: Grid<Surface>,
}

/// How a tile lies: a plane. Where the planes of two tiles do not meet at their border there is a step.
#[derive(Clone, Copy, Debug, PartialEq)]
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
