//! Steering: from a stretch of the route to a wanted velocity, and from that to an acceleration.
//!
//! All functions here are pure; none knows of walls or of other agents. Seeking, arriving and path following are those
//! of C. Reynolds ("Steering Behaviors For Autonomous Characters", GDC 1999). Mass is a first-order lag: velocity
//! follows the wanted velocity with the time constant `mass / 60` seconds, so that the motion does not depend on how
//! often it is computed.
//!
//! An agent that looked only at its position would circle its goal or creep up to it, the more so the heavier it is.
//! Instead it looks at the point to which its momentum carries it when it stops wanting anything: one time constant
//! times its velocity ahead. With a gain of one over the time constant the distance from there falls without overshoot
//! (the system is critically damped, with both poles at the inverse time constant).

mod behaviours;
mod blend;
mod rays;

use glam::Vec2;

use super::tuning::{CORNER_SPEED, EASE, EASE_ANGLE, LINE_GAIN, PLANNED_BRAKING};
use crate::angle;
use crate::profile::AgentProfile;
pub use behaviours::{
    alignment, arrive, cohesion, evade, flee, follow_path, pursue, pursued, seek, separation, stay_in_corridor, wander,
};
pub use blend::{Blend, Contribution};
pub use rays::{Detour, Intent, RayCast, RaysSteering, Scene, avoid_obstacles, cast, steer_by_rays, whiskers};

/// Cosine of the angle between two headings that count as the same.
const SAME: f32 = 0.999_99;

/// Cosine. An agent that can turn by more than this in a tick reaches a heading that is [the same](SAME) at once.
const NEARLY_SAME: f32 = 0.999_9;

/// How a body moves, as far as steering needs to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// The time constant of the velocity, in seconds; at least one tick.
    pub response: f32,
    /// How far momentum carries it, in seconds of its velocity: the time constant less the tick that passes before a
    /// wanted velocity shows.
    pub momentum: f32,
    /// Wanted speed for each unit of distance, in 1/s.
    pub gain: f32,
    /// The greatest speed, in world units a second.
    pub speed: f32,
    /// The greatest acceleration, in world units a second squared.
    pub acceleration: f32,
    /// How far before its slot it may stop, in world units.
    pub stopping: f32,
    /// Whether it brakes in time to stand at the end of its route.
    pub brakes: bool,
    /// How fast it turns at most, in radians a second.
    pub turning: f32,
    /// The greatest turn of the heading in a tick, as the x axis turned by it.
    pub turn: Vec2,
}

impl Mover {
    /// How agents of a profile move when their velocity is computed every `tick` seconds.
    pub fn new(profile: &AgentProfile, tick: f32) -> Mover {
        let response = profile.time_constant().max(tick);
        Mover {
            response,
            momentum: response - tick,
            gain: 1.0 / response.max(2.0 * tick),
            speed: profile.speed,
            acceleration: profile.acceleration,
            stopping: profile.stopping_distance,
            brakes: profile.auto_braking,
            turning: profile.angular_speed.to_radians(),
            turn: angle::direction((profile.angular_speed * tick).min(90.0)),
        }
    }

    /// The time between two computations of the velocity, in seconds.
    pub fn tick(&self) -> f32 {
        self.response - self.momentum
    }

    fn braking(&self) -> f32 {
        PLANNED_BRAKING * self.acceleration
    }

    /// How far ahead the agent must look to slow down in time for anything, in world units.
    pub fn foresight(&self) -> f32 {
        self.stopping_distance(self.speed)
    }

    /// The distance in which it stops from `speed` without overshoot, in world units.
    pub fn stopping_distance(&self, speed: f32) -> f32 {
        2.0 * self.response * speed + speed * speed / (2.0 * self.braking())
    }

    /// The greatest speed at `distance` before a point that may be passed with at most `speed_there`.
    ///
    /// ```
    /// use footpath::agent::steering::Mover;
    /// use footpath::profile::AgentProfile;
    /// let mover = Mover::new(&AgentProfile::default(), 1.0 / 60.0);
    /// assert_eq!(mover.approach_speed(0.0, 1.5), 1.5);
    /// assert!(mover.approach_speed(0.1, 0.0) < mover.approach_speed(0.2, 0.0));
    /// assert_eq!(mover.approach_speed(100.0, 0.0), 3.0);
    /// ```
    pub fn approach_speed(&self, distance: f32, speed_there: f32) -> f32 {
        let distance = distance.max(0.0);
        let braking = (speed_there * speed_there + 2.0 * self.braking() * distance).sqrt() - speed_there;
        (speed_there + braking.min(distance * self.gain)).min(self.speed)
    }

    /// The inverse of [`Mover::approach_speed`]: the speed beyond which an agent that comes to `distance` world units
    /// before a point with `speed` need not yet brake; 0 where it would have to brake in any case.
    ///
    /// ```
    /// use footpath::agent::steering::Mover;
    /// use footpath::profile::AgentProfile;
    /// let mover = Mover::new(&AgentProfile::default(), 1.0 / 60.0);
    /// assert_eq!(mover.speed_beyond(1.0, 2.0), 0.0);
    /// assert!(mover.speed_beyond(0.2, 3.0) > 1.0 && mover.speed_beyond(0.1, 3.0) > mover.speed_beyond(0.2, 3.0));
    /// ```
    pub fn speed_beyond(&self, distance: f32, speed: f32) -> f32 {
        // After the lag, `distance - (speed - beyond) * momentum` is left, for which `approach_speed` must give
        // `speed`.
        let lag = self.braking() * self.momentum;
        let by_braking = ((lag + speed) * (lag + speed) - 2.0 * self.braking() * distance).max(0.0).sqrt() - lag;
        let by_gain = speed - distance * self.gain / (1.0 + self.momentum * self.gain);
        by_braking.max(by_gain).max(0.0)
    }

    /// The greatest speed at a corner where the route turns from the unit vector `from` to `to`, at which the agent,
    /// which cannot turn on the spot, overshoots the new line by less than half of `margin` world units.
    pub fn corner_speed(&self, margin: f32, from: Vec2, to: Vec2) -> f32 {
        let cosine = from.dot(to);
        let across = if cosine > 0.0 { (1.0 - cosine * cosine).max(0.0).sqrt() } else { 1.0 };
        if across < 1e-3 {
            return self.speed;
        }
        let margin = margin.max(0.0);
        let by_lag = CORNER_SPEED.0 * margin / self.response;
        let by_acceleration = CORNER_SPEED.1 * (2.0 * self.braking() * margin).sqrt();
        // On the arc that overshoots the corner by the margin, at most a right angle at a time.
        let half = (0.5 * (1.0 + cosine.max(0.0))).sqrt();
        let by_turning = self.turning * margin * half / (1.0 - half);
        (by_lag.min(by_acceleration) / across).min(by_turning).min(self.speed)
    }

    /// The point where an agent comes to rest if it wants nothing from now on, as long as its acceleration suffices.
    pub fn carried_to(&self, position: Vec2, velocity: Vec2) -> Vec2 {
        position + velocity * self.momentum
    }

    /// The velocity wanted by an agent whose momentum carries it to `carried`, and which follows the line through
    /// `start` in direction `along`, a unit vector, with at most the speed `allowed`: along the line, and back to it.
    pub fn follow_line(&self, carried: Vec2, start: Vec2, along: Vec2, allowed: f32) -> Vec2 {
        let offset = carried - start;
        let aside = offset - along * offset.dot(along);
        let distance = aside.length();
        if distance < 1e-6 {
            return along * allowed;
        }
        let back = self.approach_speed(distance, 0.0).min(distance * LINE_GAIN);
        let ahead = allowed.min((self.speed * self.speed - back * back).max(0.0).sqrt());
        along * ahead - aside * (back / distance)
    }

    /// The acceleration from `velocity` towards `wanted`, never more than the greatest; the part across the unit vector
    /// `along` comes first.
    ///
    /// ```
    /// use footpath::agent::steering::Mover;
    /// use footpath::profile::AgentProfile;
    /// use glam::{Vec2, vec2};
    /// let mover = Mover::new(&AgentProfile::default(), 1.0 / 60.0);
    /// let steering = mover.acceleration_towards(vec2(0.0, 2.0), vec2(3.0, 0.0), Vec2::X);
    /// assert_eq!(steering, vec2(0.0, -mover.acceleration));
    /// ```
    pub fn acceleration_towards(&self, velocity: Vec2, wanted: Vec2, along: Vec2) -> Vec2 {
        let needed = (wanted - velocity) / self.response;
        let limit = self.acceleration;
        if needed.length_squared() <= limit * limit {
            return needed;
        }
        let ahead = needed.dot(along);
        let across = (needed - along * ahead).clamp_length_max(limit);
        let left = (limit * limit - across.length_squared()).max(0.0).sqrt();
        across + along * ahead.clamp(-left, left)
    }
}

/// The heading one tick later of an agent that faces `heading` and turns towards `towards`, both unit vectors, by at
/// most the angle between `turn` and the x axis.
///
/// ```
/// use footpath::agent::steering::turned;
/// use footpath::angle::direction;
/// use glam::Vec2;
/// let (mut heading, turn) = (Vec2::X, direction(12.0));
/// for _ in 0..40 {
///     heading = turned(heading, Vec2::NEG_X, turn);
/// }
/// assert_eq!(heading, Vec2::NEG_X);
/// ```
pub fn turned(heading: Vec2, towards: Vec2, turn: Vec2) -> Vec2 {
    let cosine = heading.dot(towards);
    if cosine > SAME && turn.x < NEARLY_SAME {
        return towards;
    }
    if cosine >= EASE_ANGLE.min(turn.x) {
        let eased = heading.lerp(towards, EASE).normalize();
        if heading.dot(eased) >= turn.x {
            return if cosine > SAME { towards } else { eased };
        }
    }
    let side = if heading.perp_dot(towards) < 0.0 { -turn.y } else { turn.y };
    Vec2::new(heading.x * turn.x - heading.y * side, heading.x * side + heading.y * turn.x).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: f32 = 1.0 / 60.0;

    /// Runs a mover along a line to a point; how far it overshoots, and how many ticks it takes.
    fn arrive(mover: Mover, from: f32, speed: f32) -> (f32, usize) {
        let (mut left, mut velocity, mut past) = (Vec2::new(from, 0.0), Vec2::new(-speed, 0.0), 0.0_f32);
        for tick in 0..60 * 600 {
            if left.length() < 0.01 && velocity.length() < 0.05 {
                return (past, tick);
            }
            let carried = mover.carried_to(left, velocity);
            let wanted = -carried.normalize_or_zero() * mover.approach_speed(carried.length(), 0.0);
            velocity += mover.acceleration_towards(velocity, wanted, Vec2::X) * TICK;
            left += velocity * TICK;
            past = past.max(-left.x);
        }
        panic!("{mover:?} never arrives");
    }

    #[test]
    fn every_mover_stops_within_its_stopping_distance() {
        for mass in [0.5, 1.0, 1.5, 2.0, 5.0, 20.0, 100.0] {
            for speed in [0.1, 1.0, 10.0, 50.0] {
                for acceleration in [0.5, 8.0, 40.0, 1000.0] {
                    let profile = AgentProfile { mass, speed, acceleration, ..AgentProfile::default() };
                    let mover = Mover::new(&profile, TICK);
                    let (past, _) = arrive(mover, mover.stopping_distance(speed), speed);
                    assert!(past < 0.02, "mass {mass}, speed {speed}, acceleration {acceleration}: {past} past");
                }
            }
        }
    }

    #[test]
    fn heavy_movers_take_longer() {
        let mover = |mass| Mover::new(&AgentProfile { mass, ..AgentProfile::default() }, TICK);
        let times = [1.0, 5.0, 20.0].map(|mass| arrive(mover(mass), 5.0, 0.0).1);
        assert!(times[0] < times[1] && times[1] < times[2], "{times:?}");
    }

    #[test]
    fn corners_are_slower_the_sharper_and_the_narrower_they_are() {
        let mover = Mover::new(&AgentProfile::built_in()[2], TICK);
        let (right, slant) = (Vec2::Y, Vec2::ONE.normalize());
        assert_eq!(mover.corner_speed(0.2, Vec2::X, Vec2::X), mover.speed);
        assert!(mover.corner_speed(0.2, Vec2::X, right) < mover.corner_speed(0.2, Vec2::X, slant));
        assert!(mover.corner_speed(0.1, Vec2::X, right) < mover.corner_speed(0.2, Vec2::X, right));
    }
}
