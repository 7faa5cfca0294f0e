//! Half-planes of velocities, and the velocity nearest to a wish under them.

use glam::Vec2;

use super::{Body, Wall};
use crate::agent::tuning::{CLOSING_TIME, SPARE_ROOM};

/// The velocities `v` with `normal . v <= bound`; `softness`, 0 or more, says how cheaply that is violated.
#[derive(Clone, Copy, Default)]
struct HalfPlane {
    normal: Vec2,
    bound: f32,
    softness: f32,
    /// The multiplier of the quadratic program: how hard it pushes.
    force: f32,
}

/// The most half-planes in one set.
pub(super) const MOST: usize = 16;

/// A set of half-planes.
pub(super) struct HalfPlanes {
    planes: [HalfPlane; MOST],
    count: usize,
    most: usize,
}

impl HalfPlanes {
    /// An empty set that never has more than `most`, 1 to [`MOST`]: beyond that the softest are dropped.
    pub fn up_to(most: usize) -> HalfPlanes {
        HalfPlanes { planes: [HalfPlane::default(); MOST], count: 0, most: most.clamp(1, MOST) }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds one, and drops the softest of all where there is no room.
    pub fn add(&mut self, normal: Vec2, bound: f32, softness: f32) {
        let plane = HalfPlane { normal, bound, softness, force: 0.0 };
        if self.count < self.most {
            self.planes[self.count] = plane;
            self.count += 1;
            return;
        }
        let mut softest = 0;
        for number in 1..self.most {
            if self.planes[number].softness > self.planes[softest].softness {
                softest = number;
            }
        }
        if self.planes[softest].softness > softness {
            self.planes[softest] = plane;
        }
    }

    /// Adds all of another set, and makes room for them, up to [`MOST`].
    pub fn add_all(&mut self, others: &HalfPlanes) {
        self.most = (self.most + others.count).min(MOST);
        for plane in &others.planes[..others.count] {
            self.add(plane.normal, plane.bound, plane.softness);
        }
    }

    /// Limits the approach to a wall, which is to keep `room` world units away; below 0 where the body squeezes
    /// through. Whether it is so near that a correction may be needed.
    pub fn add_wall(&mut self, me: &Body, wall: &Wall, room: f32, tick: f32) -> bool {
        let to = wall.nearest - me.position;
        let distance = to.length();
        if distance < 1e-5 {
            return true;
        }
        let (normal, gap) = (to / distance, distance - me.radius - room);
        let allowed = if gap > 0.0 { gap / CLOSING_TIME } else { gap / tick };
        self.add(normal, wall.velocity.dot(normal) + allowed, 0.0);
        gap < 0.25 * SPARE_ROOM
    }

    /// The velocity of least cost: the sum of its squared distance from `wish` and the squared violations, each divided
    /// by the softness of its half-plane. An approximation, after at most `rounds` rounds.
    pub fn solve(&mut self, wish: Vec2, rounds: usize) -> Vec2 {
        let mut velocity = wish;
        for _ in 0..rounds {
            let mut largest_step = 0.0f32;
            for plane in &mut self.planes[..self.count] {
                let excess = plane.normal.dot(velocity) - plane.bound - plane.softness * plane.force;
                let force = (plane.force + excess / (1.0 + plane.softness)).max(0.0);
                let step = force - plane.force;
                velocity -= plane.normal * step;
                plane.force = force;
                largest_step = largest_step.max(step.abs());
            }
            if largest_step < 1e-3 {
                break;
            }
        }
        velocity
    }
}
