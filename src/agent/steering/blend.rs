//! How steering behaviours are combined: by priority, and by weight.

use glam::Vec2;

/// What one behaviour asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The name of the behaviour.
    pub name: &'static str,
    /// The velocity that it asks for, in world units a second.
    pub velocity: Vec2,
    /// The factor on that velocity.
    pub weight: f32,
}

/// The velocities that several behaviours ask for, the most important first: plain data, which can be shown.
///
/// They are added in that order, each multiplied by its weight, until the sum of their lengths reaches the greatest
/// speed; the rest is cut off (the prioritized running sum of M. Buckland, "Programming Game AI by Example", 2005). So
/// a less important behaviour never drowns a more important one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blend {
    /// The most important first.
    pub contributions: Vec<Contribution>,
}

impl Blend {
    /// Adds a contribution, less important than those before.
    pub fn add(&mut self, name: &'static str, velocity: Vec2, weight: f32) {
        self.contributions.push(Contribution { name, velocity, weight });
    }

    /// The combined velocity, never faster than `speed`, in world units a second.
    ///
    /// ```
    /// use footpath::agent::steering::Blend;
    /// use glam::{Vec2, vec2};
    /// let mut blend = Blend::default();
    /// blend.add("avoid", vec2(0.0, 2.0), 1.0);
    /// blend.add("seek", vec2(3.0, 0.0), 1.0);
    /// assert_eq!(blend.velocity(3.0), vec2(1.0, 2.0));
    /// ```
    pub fn velocity(&self, speed: f32) -> Vec2 {
        let (mut sum, mut left) = (Vec2::ZERO, speed);
        for part in &self.contributions {
            let velocity = (part.velocity * part.weight).clamp_length_max(left);
            (sum, left) = (sum + velocity, (left - velocity.length()).max(0.0));
        }
        sum
    }
}
