//! Bodies among moving obstacles, which are no part of the ground, but which no body may be in.

use glam::Vec2;

use super::contact::{Contact, with_obstacle};
use super::{PUSHES, TOUCH, fits, push_out};
use crate::level::{Obstacle, Shape};
use crate::nav::Solid;

/// An obstacle that moves, is about to, or has not stood long enough to be part of the ground.
#[derive(Clone, Copy, Debug)]
pub struct MovingBody<'a> {
    /// Its shape, and where it is now.
    pub obstacle: &'a Obstacle,
    /// Its velocity, in world units a second.
    pub velocity: Vec2,
}

impl MovingBody<'_> {
    /// How deep an agent of this radius is in it, in world units; 0 where it does not touch it.
    pub fn depth(&self, middle: Vec2, radius: f32) -> f32 {
        self.contact(middle, radius).map_or(0.0, |contact| contact.depth)
    }

    /// How far it reaches from its middle in a direction, a unit vector, and in the opposite one, in world units.
    pub fn half_width(&self, direction: Vec2) -> f32 {
        match self.obstacle.shape {
            Shape::Circle(radius) => radius,
            Shape::Box { half, along } => {
                half.x * along.dot(direction).abs() + half.y * along.perp().dot(direction).abs()
            }
        }
    }

    fn contact(&self, middle: Vec2, radius: f32) -> Option<Contact> {
        if self.obstacle.distance(middle) >= radius {
            return None;
        }
        Some(with_obstacle(self.obstacle, middle, radius)).filter(|contact| contact.depth > 0.0)
    }
}

/// How deep an agent of this radius is in that of some moving bodies in which it is deepest, in world units.
pub fn depth_in(bodies: &[MovingBody], middle: Vec2, radius: f32) -> f32 {
    bodies.iter().map(|body| body.depth(middle, radius)).fold(0.0, f32::max)
}

/// Pushes an agent out of moving bodies, but not into walls, and takes from its velocity what points into them. Whether
/// it is then in none of them, nor in a wall.
pub fn push_out_of(solid: &Solid, bodies: &[MovingBody], middle: &mut Vec2, velocity: &mut Vec2) -> bool {
    let radius = solid.profile.radius;
    for _ in 0..PUSHES {
        let contacts = bodies.iter().filter_map(|body| body.contact(*middle, radius));
        let deepest = contacts.fold(None, |worst: Option<Contact>, contact| match worst {
            Some(worst) if worst.depth >= contact.depth => Some(worst),
            _ => Some(contact),
        });
        let Some(contact) = deepest.filter(|contact| contact.depth > 0.1 * TOUCH) else { break };
        *middle += contact.out * contact.depth;
        *velocity -= contact.out * velocity.dot(contact.out).min(0.0);
        push_out(solid, middle, velocity);
    }
    depth_in(bodies, *middle, radius) <= TOUCH && fits(solid, *middle)
}

/// Where an agent that goes straight from one point to another among moving bodies arrives: it slides along those that
/// it meets. `None` where it is enclosed by them and the walls.
pub fn slide_along(solid: &Solid, bodies: &[MovingBody], from: Vec2, to: Vec2, velocity: &mut Vec2) -> Option<Vec2> {
    let steps = (from.distance(to) / (0.5 * solid.profile.radius)).ceil().max(1.0);
    let step = (to - from) / steps;
    let mut middle = from;
    for _ in 0..steps as u32 {
        middle += step;
        if !push_out_of(solid, bodies, &mut middle, velocity) {
            return None;
        }
    }
    Some(middle)
}
