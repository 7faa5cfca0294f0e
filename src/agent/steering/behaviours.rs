//! Steering behaviours: each is the velocity that an agent would take if nothing else mattered.
//!
//! They are those of C. Reynolds, "Steering Behaviors For Autonomous Characters" (Game Developers Conference, 1999),
//! except arriving, which brakes evenly, and separation, alignment and cohesion, which are from his "Flocks, Herds, and
//! Schools: A Distributed Behavioral Model" (SIGGRAPH, 1987). Positions are in world units, velocities and speeds in
//! world units a second; no result is longer than the given speed.

use glam::Vec2;

use crate::agent::tuning::FORESIGHT;
use crate::segment::nearest_on_segment;

/// Straight to a point at full speed; zero at the point.
///
/// ```
/// use footpath::agent::steering::seek;
/// use glam::{Vec2, vec2};
/// assert_eq!(seek(vec2(1.0, 1.0), vec2(1.0, 9.0), 3.0), vec2(0.0, 3.0));
/// ```
pub fn seek(position: Vec2, target: Vec2, speed: f32) -> Vec2 {
    (target - position).normalize_or_zero() * speed
}

/// Straight away from a point at full speed; zero at the point.
///
/// ```
/// use footpath::agent::steering::flee;
/// use glam::{Vec2, vec2};
/// assert_eq!(flee(vec2(1.0, 1.0), vec2(1.0, 9.0), 3.0), vec2(0.0, -3.0));
/// ```
pub fn flee(position: Vec2, threat: Vec2, speed: f32) -> Vec2 {
    seek(threat, position, speed)
}

/// Straight to a point so as to stop there: at distance d no faster than the square root of 2 a d, the speed from which
/// the deceleration a, `braking` in world units a second squared, comes to rest within d.
///
/// ```
/// use footpath::agent::steering::arrive;
/// use glam::{Vec2, vec2};
/// assert_eq!(arrive(Vec2::ZERO, vec2(2.0, 0.0), 9.0, 4.0), vec2(4.0, 0.0));
/// assert_eq!(arrive(Vec2::ZERO, vec2(2.0, 0.0), 3.0, 4.0), vec2(3.0, 0.0));
/// ```
pub fn arrive(position: Vec2, target: Vec2, speed: f32, braking: f32) -> Vec2 {
    seek(position, target, speed.min((2.0 * braking * position.distance(target)).sqrt()))
}

/// The point where an agent that goes straight at `speed` meets another that keeps its velocity: at most `most` seconds
/// ahead, and `most` seconds ahead where the two never meet.
///
/// ```
/// use footpath::agent::steering::pursued;
/// use glam::{Vec2, vec2};
/// assert_eq!(pursued(Vec2::ZERO, 5.0, vec2(4.0, 0.0), vec2(0.0, 3.0), 9.0), vec2(4.0, 3.0));
/// assert_eq!(pursued(Vec2::ZERO, 1.0, vec2(4.0, 0.0), vec2(2.0, 0.0), 9.0), vec2(22.0, 0.0));
/// assert_eq!(pursued(Vec2::ZERO, 1.0, vec2(4.0, 0.0), vec2(-3.0, 0.0), 9.0), vec2(1.0, 0.0));
/// ```
pub fn pursued(position: Vec2, speed: f32, other: Vec2, velocity: Vec2, most: f32) -> Vec2 {
    // The first time t after which | away + velocity t | = speed t, if there is one.
    let away = other - position;
    let (a, b, c) = (speed * speed - velocity.length_squared(), away.dot(velocity), away.length_squared());
    let square = b * b + a * c;
    let root = square.max(0.0).sqrt();
    let time = match b > 0.0 {
        true if a > 0.0 => (b + root) / a,
        // A faster one is met only where it comes nearer.
        false if square >= 0.0 && root > b => c / (root - b),
        _ => most,
    };
    other + velocity * time.clamp(0.0, most)
}

/// Towards the point where another that keeps its velocity is [met](pursued).
///
/// ```
/// use footpath::agent::steering::pursue;
/// use glam::{Vec2, vec2};
/// assert_eq!(pursue(Vec2::ZERO, 5.0, vec2(4.0, 0.0), vec2(0.0, 3.0), 9.0), vec2(4.0, 3.0));
/// ```
pub fn pursue(position: Vec2, speed: f32, other: Vec2, velocity: Vec2, most: f32) -> Vec2 {
    seek(position, pursued(position, speed, other, velocity, most), speed)
}

/// Away from the point where another that keeps its velocity would be [met](pursued).
///
/// ```
/// use footpath::agent::steering::evade;
/// use glam::{Vec2, vec2};
/// assert_eq!(evade(Vec2::ZERO, 5.0, vec2(4.0, 0.0), vec2(0.0, 3.0), 9.0), vec2(-4.0, -3.0));
/// ```
pub fn evade(position: Vec2, speed: f32, other: Vec2, velocity: Vec2, most: f32) -> Vec2 {
    flee(position, pursued(position, speed, other, velocity, most), speed)
}

/// Aimlessly onward: to a point that strays on a circle ahead of the agent. `stray` is that point as a unit vector from
/// the middle of the circle, `nudge` how it moves this time, in radii of the circle. Gives the velocity and the new
/// `stray`. The circle is 1.5 radii ahead, so that the agent never turns by more than 42 degrees at a time.
///
/// ```
/// use footpath::agent::steering::wander;
/// use glam::{Vec2, vec2};
/// let (velocity, stray) = wander(Vec2::X, Vec2::Y, vec2(0.5, 0.0), 2.0);
/// assert!((velocity.length() - 2.0).abs() < 1e-6 && velocity.x > 0.0 && velocity.y > 0.0);
/// assert!((stray.length() - 1.0).abs() < 1e-6 && stray.x > 0.0);
/// ```
pub fn wander(heading: Vec2, stray: Vec2, nudge: Vec2, speed: f32) -> (Vec2, Vec2) {
    let stray = (stray + nudge).try_normalize().unwrap_or(stray);
    ((heading * 1.5 + stray).normalize_or_zero() * speed, stray)
}

/// Along a path: to its point `ahead` world units on from the one nearest to where the agent will be in a quarter of a
/// second; straight on as long as that is within `radius` of the path.
///
/// ```
/// use footpath::agent::steering::follow_path;
/// use glam::{Vec2, vec2};
/// let path = [vec2(0.0, 0.0), vec2(10.0, 0.0)];
/// assert_eq!(follow_path(vec2(2.0, 0.1), vec2(2.0, 0.0), &path, 0.5, 1.0, 2.0), vec2(2.0, 0.0));
/// assert!(follow_path(vec2(2.0, 3.0), vec2(2.0, 0.0), &path, 0.5, 1.0, 2.0).y < 0.0);
/// ```
pub fn follow_path(position: Vec2, velocity: Vec2, path: &[Vec2], radius: f32, ahead: f32, speed: f32) -> Vec2 {
    let soon = position + velocity * FORESIGHT;
    let nearest = |pair: &[Vec2]| nearest_on_segment(soon, pair[0], pair[1]);
    let lines = || path.windows(2).enumerate();
    let distance = |pair: &[Vec2]| nearest(pair).distance_squared(soon);
    let Some((line, pair)) = lines().min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))) else {
        return path.first().map_or(Vec2::ZERO, |&point| seek(position, point, speed));
    };
    let point = nearest(pair);
    if point.distance(soon) <= radius && velocity.dot(pair[1] - pair[0]) > 0.0 {
        return velocity.normalize_or_zero() * speed;
    }
    seek(position, point_ahead(point, &path[line + 1..], ahead), speed)
}

/// The point `ahead` world units on from `from` along the corners of a path; its end where the path is shorter.
fn point_ahead(mut from: Vec2, corners: &[Vec2], mut ahead: f32) -> Vec2 {
    for &corner in corners {
        let length = from.distance(corner);
        if length >= ahead {
            return from + (corner - from).normalize_or_zero() * ahead;
        }
        (from, ahead) = (corner, ahead - length);
    }
    from
}

/// Back towards the middle line of a corridor: at full speed from its edge or beyond, at rest in its middle, and in
/// proportion in between.
///
/// ```
/// use footpath::agent::steering::stay_in_corridor;
/// use glam::{Vec2, vec2};
/// let back = stay_in_corridor(vec2(3.0, 0.5), Vec2::ZERO, vec2(9.0, 0.0), 1.0, 4.0);
/// assert_eq!(back, vec2(0.0, -2.0));
/// ```
pub fn stay_in_corridor(position: Vec2, from: Vec2, to: Vec2, half_width: f32, speed: f32) -> Vec2 {
    let away = nearest_on_segment(position, from, to) - position;
    away.normalize_or_zero() * (speed * (away.length() / half_width).min(1.0))
}

/// Away from all others nearer than `distance`, from each the faster the nearer it is, in proportion. One at the very
/// same point does not count, as it gives no direction.
///
/// ```
/// use footpath::agent::steering::separation;
/// use glam::{Vec2, vec2};
/// let apart = separation(Vec2::ZERO, [vec2(1.0, 0.0), vec2(0.0, 9.0)], 2.0, 3.0);
/// assert_eq!(apart, vec2(-1.5, 0.0));
/// ```
pub fn separation(position: Vec2, others: impl IntoIterator<Item = Vec2>, distance: f32, speed: f32) -> Vec2 {
    let push = |other: Vec2| {
        let away = position - other;
        away.normalize_or_zero() * (1.0 - away.length() / distance).max(0.0)
    };
    (others.into_iter().map(push).sum::<Vec2>() * speed).clamp_length_max(speed)
}

/// The mean velocity of the others; zero where there are none.
///
/// ```
/// use footpath::agent::steering::alignment;
/// use glam::{Vec2, vec2};
/// assert_eq!(alignment([vec2(2.0, 0.0), vec2(0.0, 2.0)], 9.0), vec2(1.0, 1.0));
/// ```
pub fn alignment(velocities: impl IntoIterator<Item = Vec2>, speed: f32) -> Vec2 {
    mean(velocities).unwrap_or(Vec2::ZERO).clamp_length_max(speed)
}

/// To the middle of the others at full speed; zero where there are none.
///
/// ```
/// use footpath::agent::steering::cohesion;
/// use glam::{Vec2, vec2};
/// assert_eq!(cohesion(Vec2::ZERO, [vec2(2.0, 0.0), vec2(4.0, 0.0)], 1.5), vec2(1.5, 0.0));
/// ```
pub fn cohesion(position: Vec2, others: impl IntoIterator<Item = Vec2>, speed: f32) -> Vec2 {
    mean(others).map_or(Vec2::ZERO, |middle| seek(position, middle, speed))
}

fn mean(vectors: impl IntoIterator<Item = Vec2>) -> Option<Vec2> {
    let (mut sum, mut count) = (Vec2::ZERO, 0.0);
    for vector in vectors {
        (sum, count) = (sum + vector, count + 1.0);
    }
    (count > 0.0).then(|| sum / count)
}
