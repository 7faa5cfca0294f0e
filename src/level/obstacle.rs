//! Obstacles that are no tiles: circles and turned boxes.

use glam::Vec2;

/// Something that stands on the ground and can be moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// The name by which commands call it; empty for one that nobody calls.
    pub name: String,
    /// Its middle, in world units.
    pub at: Vec2,
    /// Its form.
    pub shape: Shape,
    /// On which layer it lies: its place in [`TileMap::layers`](super::TileMap::layers), less than 32.
    pub layer: u8,
}

/// The form of an obstacle about its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A disc of this radius, in world units.
    Circle(f32),
    /// A rectangle.
    Box {
        /// Half its length and half its width, in world units.
        half: Vec2,
        /// Where its length points: a unit vector.
        along: Vec2,
    },
}

impl Obstacle {
    /// The lower and the upper corner of the upright rectangle around it.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let reach = match self.shape {
            Shape::Circle(radius) => Vec2::splat(radius),
            Shape::Box { half, along } => half.x * along.abs() + half.y * along.perp().abs(),
        };
        (self.at - reach, self.at + reach)
    }

    /// The distance of a point from it, in world units; 0 inside.
    ///
    /// ```
    /// use footpath::level::{Obstacle, Shape};
    /// use glam::{Vec2, vec2};
    /// let shape = Shape::Box { half: vec2(2.0, 1.0), along: Vec2::Y };
    /// let obstacle = Obstacle { name: String::new(), at: vec2(5.0, 5.0), shape, layer: 0 };
    /// assert_eq!(obstacle.distance(vec2(7.0, 6.5)), 1.0);
    /// assert_eq!(obstacle.distance(vec2(5.5, 6.5)), 0.0);
    /// ```
    pub fn distance(&self, point: Vec2) -> f32 {
        match self.shape {
            Shape::Circle(radius) => (point.distance(self.at) - radius).max(0.0),
            Shape::Box { half, along } => {
                let away = point - self.at;
                let own = Vec2::new(away.dot(along), away.dot(along.perp()));
                (own.abs() - half).max(Vec2::ZERO).length()
            }
        }
    }
}
