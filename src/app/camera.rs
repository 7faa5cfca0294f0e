//! What part of the world the window shows.

use glam::Vec2;

/// The middle of the view, its scale, and the size of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the world in the middle of the window, in world units.
    pub centre: Vec2,
    /// Logical pixels to one world unit; positive.
    pub scale: f32,
    /// The size of the window in logical pixels.
    pub viewport: Vec2,
}

impl Camera {
    /// Where a point of the world appears, in logical pixels from the upper left of the window.
    pub fn to_screen(&self, world: Vec2) -> Vec2 {
        (world - self.centre) * self.scale + self.viewport * 0.5
    }

    /// The point of the world that appears at a logical pixel.
    pub fn to_world(&self, screen: Vec2) -> Vec2 {
        (screen - self.viewport * 0.5) / self.scale + self.centre
    }
}
