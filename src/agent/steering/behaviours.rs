//! Steering behaviours: each says with what velocity an agent would go, if nothing else were to be minded.
//!
//! They are those of C. Reynolds, "Steering Behaviors For Autonomous Characters" (Game Developers Conference, 1999), but
//! for arriving, whose speed falls so that the agent brakes evenly, and for separation, alignment and cohesion, which are
//! from his "Flocks, Herds, and Schools: A Distributed Behavioral Model" (SIGGRAPH, 1987). Positions are in world units,
//! velocities and speeds in world units a second, and no result is longer than the speed that was given.

use glam::Vec2;

/// Straight to a point, at full speed; zero where one is there.
///
/// ```
/// use footpath::agent::steering::seek;
/// use glam::{Vec2, vec2};
/// assert_eq!(seek(vec2(1.0, 1.0), vec2(1.0, 9.0), 3.0), vec2(0.0, 3.0));
/// ```
pub fn seek(position: Vec2, target: Vec2, speed: f32) -> Vec2 {
    (target - position).normalize_or_zero() * speed
}

/// Straight away from a point, at full speed; zero where one is there.
///
/// ```
/// use footpath::agent::steering::flee;
/// use glam::{Vec2, vec2};
/// assert_eq!(flee(vec2(1.0, 1.0), vec2(1.0, 9.0), 3.0), vec2(0.0, -3.0));
/// ```
pub fn flee(position: Vec2, threat: Vec2, speed: f32) -> Vec2 {
    seek(threat, position, speed)
}

/// Straight to a point so as to stand there: at a distance d no faster than the square root of 2 a d, the speed from
/// which a braking of `braking`, in world units a second squared, leads to rest on that distance.
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

/// Where one that moves on as it does is met by one that goes straight there at `speed`; at most `most` seconds ahead, and
/// so far ahead where it is never met.
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

/// To where another that moves on as it does is [met](pursued).
///
/// ```
/// use footpath::agent::steering::pursue;
/// use glam::{Vec2, vec2};
/// assert_eq!(pursue(Vec2::ZERO, 5.0, vec2(4.0, 0.0), vec2(0.0, 3.0), 9.0), vec2(4.0, 3.0));
/// ```
pub fn pursue(position: Vec2, speed: f32, other: Vec2, velocity: Vec2, most: f32) -> Vec2 {
    seek(position, pursued(position, speed, other, velocity, most), speed)
}

/// Away from where another that moves on as it does would be [met](pursued).
///
/// ```
/// use footpath::agent::steering::evade;
/// use glam::{Vec2, vec2};
/// assert_eq!(evade(Vec2::ZERO, 5.0, vec2(4.0, 0.0), vec2(0.0, 3.0), 9.0), vec2(-4.0, -3.0));
/// ```
pub fn evade(position: Vec2, speed: f32, other: Vec2, velocity: Vec2, most: f32) -> Vec2 {
    flee(position, pursued(position, speed, other, velocity, most), speed)
}

/// Aimlessly onward: to a point that strays about on a circle which is held ahead of one. `stray` is that point as seen
/// from the middle of the circle, a unit vector, `nudge` how it strays this time, in parts of the circle's radius; gives
/// the velocity, and where the point is now. The circle is as far ahead as 1.5 times its radius, so that one never turns
/// by more than 42 degrees at a time.
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

/// Along a way: to the point of it that is `ahead` world units on from where it comes nearest to where one will be in a
/// moment; straight on, as long as that is within `radius` of the way.
///
/// ```
/// use footpath::agent::steering::follow_path;
/// use glam::{Vec2, vec2};
/// let way = [vec2(0.0, 0.0), vec2(10.0, 0.0)];
/// assert_eq!(follow_path(vec2(2.0, 0.1), vec2(2.0, 0.0), &way, 0.5, 1.0, 2.0), vec2(2.0, 0.0));
/// assert!(follow_path(vec2(2.0, 3.0), vec2(2.0, 0.0), &way, 0.5, 1.0, 2.0).y < 0.0);
/// ```
pub fn follow_path(position: Vec2, velocity: Vec2, way: &[Vec2], radius: f32, ahead: f32, speed: f32) -> Vec2 {
    let soon = position + velocity * MOMENT;
    let nearest = |pair: &[Vec2]| nearest_on_line(soon, pair[0], pair[1]);
    let legs = || way.windows(2).enumerate();
    let distance = |pair: &[Vec2]| nearest(pair).distance_squared(soon);
    let Some((leg, pair)) = legs().min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))) else {
        return way.first().map_or(Vec2::ZERO, |&point| seek(position, point, speed));
    };
    let point = nearest(pair);
    if point.distance(soon) <= radius && velocity.dot(pair[1] - pair[0]) > 0.0 {
        return velocity.normalize_or_zero() * speed;
    }
    seek(position, point_ahead(point, &way[leg + 1..], ahead), speed)
}

/// How far ahead, in seconds, is "in a moment".
const MOMENT: f32 = 0.25;

/// The point of a way that is so far on from another one; its end, where it is not so long.
fn point_ahead(from: Vec2, way: &[Vec2], mut ahead: f32) -> Vec2 {
    let mut from = from;
    for &corner in way {
        let length = from.distance(corner);
        if length >= ahead {
            return from + (corner - from).normalize_or_zero() * ahead;
        }
        (from, ahead) = (corner, ahead - length);
    }
    from
}

/// Back towards the middle line of a corridor, by the whole speed where one is at its edge or beyond it, by nothing where
/// one is in its middle, and in between in proportion.
///
/// ```
/// use footpath::agent::steering::stay_in_corridor;
/// use glam::{Vec2, vec2};
/// let back = stay_in_corridor(vec2(3.0, 0.5), Vec2::ZERO, vec2(9.0, 0.0), 1.0, 4.0);
/// assert_eq!(back, vec2(0.0, -2.0));
/// ```
pub fn stay_in_corridor(position: Vec2, from: Vec2, to: Vec2, half_width: f32, speed: f32) -> Vec2 {
    let away = nearest_on_line(position, from, to) - position;
    away.normalize_or_zero() * (speed * (away.length() / half_width).min(1.0))
}

fn nearest_on_line(point: Vec2, from: Vec2, to: Vec2) -> Vec2 {
    let along = to - from;
    let length_squared = along.length_squared();
    let part = if length_squared > 0.0 { ((point - from).dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    from + along * part
}

/// Away from all others that are nearer than `distance`, from each the more the nearer it is: nothing at that distance,
/// the whole speed from one that is at the same place (for which no direction is known, so it does not count).
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

/// As the others go, on the whole: the mean of their velocities; zero where there are none.
///
/// ```
/// use footpath::agent::steering::alignment;
/// use glam::{Vec2, vec2};
/// assert_eq!(alignment([vec2(2.0, 0.0), vec2(0.0, 2.0)], 9.0), vec2(1.0, 1.0));
/// ```
pub fn alignment(velocities: impl IntoIterator<Item = Vec2>, speed: f32) -> Vec2 {
    mean(velocities).unwrap_or(Vec2::ZERO).clamp_length_max(speed)
}

/// To the middle of the others, at full speed; zero where there are none.
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
