//! Sidesteps: how a body passes what it would run into later on.

use glam::Vec2;

use super::Body;
use super::half_planes::HalfPlanes;
use crate::agent::body::MovingBody;
use crate::agent::tuning::{BODY_SKIN, FAR_WEIGHT, HORIZON, RIGHT_HAND, SIDESTEP_TIME, SLOWEST_APPROACH, SPARE_ROOM};

/// A velocity to one side, at which a body passes beside what is ahead of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sidestep {
    /// The direction of the side, a unit vector.
    pub(super) away: Vec2,
    /// The speed to that side, in world units a second.
    pub(super) speed: f32,
    /// Seconds until the two meet.
    pub(super) time: f32,
}

impl Sidestep {
    /// The sidestep before a moving obstacle, which does not give way: to the nearer of the sides on which the body can pass,
    /// which stays the nearer one from then on. `is_open` tells whether the body can go straight to a point beside the
    /// obstacle. `None` where the two do not meet soon, or no side is open.
    pub fn before(me: &Body, obstacle: &MovingBody, is_open: impl Fn(Vec2) -> bool) -> Option<Sidestep> {
        // What one that stands wants is back to its place.
        let own = if me.stands { Vec2::ZERO } else { me.preferred };
        let relative = own - obstacle.velocity;
        let speed = relative.length();
        if speed < SLOWEST_APPROACH {
            return None;
        }
        let ahead = relative / speed;
        let (aside, to) = (ahead.perp(), obstacle.obstacle.at - me.position);
        let (along, across) = (to.dot(ahead), to.dot(aside));
        let room = me.radius + BODY_SKIN + SPARE_ROOM + obstacle.half_width(aside);
        let half_length = obstacle.half_width(ahead);
        let time = ((along - half_length - me.radius) / speed).max(0.0);
        // One that has stepped aside stays there until the other has passed.
        let spare = if me.stands { me.radius } else { 0.0 };
        if along + half_length <= 0.0 || time > HORIZON || across.abs() >= room + spare {
            return None;
        }
        // Where neither side is nearer, bodies pass on the right.
        let first = if across < RIGHT_HAND.1 * room { 1.0 } else { -1.0 };
        let shift = |side: f32| room + side * across;
        let beside = |side: f32| me.position + ahead * along + aside * (side * shift(side));
        let side = [first, -first].into_iter().find(|&side| is_open(beside(side)))?;
        let speed = (shift(side).max(0.0) / time.max(SIDESTEP_TIME)).min(me.max_speed);
        Some(Sidestep { away: aside * side, speed, time })
    }

    /// Whether there may be a [sidestep](Sidestep::before) before an obstacle that is at a place, has a velocity, and lies within
    /// `reach` of that place, in world units. Where this says no there is none.
    pub fn may_be_before(me: &Body, (at, velocity): (Vec2, Vec2), reach: f32) -> bool {
        let own = if me.stands { Vec2::ZERO } else { me.preferred };
        let relative = own - velocity;
        let speed = relative.length();
        let to = at - me.position;
        // Both times the speed.
        let (along, across) = (to.dot(relative), to.perp_dot(relative));
        let spare = if me.stands { me.radius } else { 0.0 };
        speed >= SLOWEST_APPROACH
            && along > -reach * speed
            && along <= (HORIZON * speed + reach + me.radius) * speed
            && across.abs() < (me.radius + BODY_SKIN + SPARE_ROOM + reach + spare) * speed
    }

    /// Asks for it: the sooner the two meet, the more urgently. One that stands has nothing better to do.
    pub(super) fn ask(&self, me: &Body, soft: &mut HalfPlanes) {
        if me.stands {
            return soft.add(-self.away, -self.speed, 0.0);
        }
        soft.add(-self.away, -(self.away.dot(me.preferred) + self.speed), Sidestep::softness(self.time));
    }

    /// How cheaply a sidestep is left out before what is met in `time` seconds.
    pub(super) fn softness(time: f32) -> f32 {
        let urgency = 1.0 - time / HORIZON;
        1.0 / (FAR_WEIGHT * urgency * urgency).max(1e-3)
    }
}
