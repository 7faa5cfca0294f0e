//! Steering by rays alone: straight to the goal, and off what rays that are cast ahead meet.
//!
//! A ray is as wide as the body (a disc that is swept along it), so that nothing is met by the body that its rays missed.
//! What it meets pushes along the normal there, the harder the nearer it is, as in the tutorials from which this project
//! comes, and the straighter the ray meets it; the shorter rays beside the middle one are the whiskers of I. Millington
//! ("Artificial Intelligence for Games", 2006). Where the straight way to the goal is barred, one goes along what bars it
//! rather than against it, to the side to which one is going already. There is no search: out of a bay it does not find.
//!
//! Rays see edges and corners, and at these a push would change from one tick to the next. So that nobody shakes there, what
//! is only grazed hardly counts, the normals of walls that meet in a corner are blended, and no force is harder than the
//! body can follow.

use glam::Vec2;

use super::{Blend, Mover, arrive, seek};
use crate::agent::body::{MovingBody, blended_normal, first_contact};
use crate::angle;
use crate::nav::Solid;
use crate::profile::Rays;

/// The angles between the ray in the middle and the others, in degrees, and how long those are in parts of that.
const FAN: [(f32, f32); 5] = [(0.0, 1.0), (25.0, 0.8), (-25.0, 0.8), (55.0, 0.5), (-55.0, 0.5)];

/// For how long a push is taken to last, in seconds: what makes a velocity of it.
const PUSH_TIME: f32 = 0.25;

/// The greatest part of the speed that pushes may come to together, so that they never drown the direction to the goal.
const GREATEST_PUSH: f32 = 0.75;

/// No force pushes harder than lets the body, whose velocity lags behind, come to rest where pushes and wish balance: the
/// product of that lag, in seconds, and of how much the push grows with each unit of distance is at most this.
const STIFFNESS: f32 = 0.125;

/// Below this part of the speed one has no side to which one is going.
const UNDECIDED: f32 = 0.05;

/// The side to which one looks counts like a speed to that side, of this part of the speed: so who stands keeps its side.
const LOOK: f32 = 0.3;

/// In corners the normals of walls that are no farther from each other than so many radii are blended.
const CORNER: f32 = 1.0;

/// What rays can meet.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The ground, and whose body it stops.
    pub solid: Solid<'a>,
    /// The obstacles that are no part of it, as they move.
    pub moving: &'a [MovingBody<'a>],
}

/// A ray that was cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// Where it begins, in world units.
    pub from: Vec2,
    /// Where it ends: at what it meets, or at its full length.
    pub to: Vec2,
    /// The normal of what it meets, a unit vector that points back; `None` where it meets nothing.
    pub normal: Option<Vec2>,
    /// How much that counts: the more the nearer it is and the straighter the ray meets it, from 0 at the very end of the ray,
    /// or where it only grazes, to 1.
    pub weight: f32,
}

/// Casts a ray as wide as the body, of a length in world units along `direction`, a unit vector, against closed tiles,
/// ledges, and the obstacles on `layers`, whether they stand or move. In inner corners the normal is a
/// [blend](blended_normal).
pub fn cast(scene: Scene, from: Vec2, direction: Vec2, length: f32, layers: u32) -> RayCast {
    match first_contact(&scene.solid, scene.moving, from, direction, length, layers) {
        Some((distance, normal)) => {
            let (to, margin) = (from + direction * distance, CORNER * scene.solid.profile.radius);
            let blended = blended_normal(&scene.solid, scene.moving, to, margin, layers);
            let normal = if blended.dot(direction) < 0.0 { blended } else { normal };
            let nearness = 1.0 - distance / length.max(f32::MIN_POSITIVE);
            RayCast { from, to, normal: Some(normal), weight: nearness * -normal.dot(direction) }
        }
        None => RayCast { from, to: from + direction * length, normal: None, weight: 0.0 },
    }
}

/// The rays of an agent that looks along `forward`, a unit vector: as many as its [whiskers](Rays::whiskers), the middle
/// one first, none longer than `most`, the distance to the goal: what lies behind that is none of its business.
pub fn whiskers(scene: Scene, rays: &Rays, position: Vec2, forward: Vec2, most: f32) -> Vec<RayCast> {
    let count = usize::from(rays.whiskers).min(FAN.len());
    let ray = |&(degrees, part): &(f32, f32)| {
        let turn = angle::direction(degrees);
        cast(scene, position, turn.rotate(forward), (part * rays.look_ahead).min(most), rays.layers)
    };
    FAN[..count].iter().map(ray).collect()
}

/// The velocity by which rays that meet something push an agent away: along each normal, by the [force](Rays::force) in
/// proportion to how much it [counts](RayCast::weight). Never more than three quarters of `speed`.
///
/// ```
/// use footpath::agent::steering::{RayCast, avoid_obstacles};
/// use glam::{Vec2, vec2};
/// let meets = |weight: f32| RayCast { from: Vec2::ZERO, to: Vec2::X, normal: Some(Vec2::NEG_X), weight };
/// assert_eq!(avoid_obstacles(&[meets(0.5)], 8.0, 4.0), vec2(-1.0, 0.0));
/// assert_eq!(avoid_obstacles(&[meets(1.0), meets(1.0)], 80.0, 4.0), vec2(-3.0, 0.0));
/// ```
pub fn avoid_obstacles(rays: &[RayCast], force: f32, speed: f32) -> Vec2 {
    let push = |ray: &RayCast| ray.normal.unwrap_or(Vec2::ZERO) * (force * ray.weight * PUSH_TIME);
    rays.iter().map(push).sum::<Vec2>().clamp_length_max(GREATEST_PUSH * speed)
}

/// What an agent does that steers by rays: plain data, which can be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RaysSteering {
    /// The rays that it has cast.
    pub rays: Vec<RayCast>,
    /// What its behaviours ask for.
    pub blend: Blend,
}

/// What an agent would do if nothing were in its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    /// What its behaviours ask for.
    pub blend: Blend,
    /// Where it looks whether the way is barred: a unit vector, or zero.
    pub direction: Vec2,
    /// How far it looks at the most, in world units.
    pub reach: f32,
}

impl Intent {
    /// To go to a point and stand there; what lies behind it does not matter.
    pub fn arrive(mover: Mover, position: Vec2, velocity: Vec2, goal: Vec2) -> Intent {
        let carried = mover.carried_to(position, velocity);
        let speed = mover.approach_speed(carried.distance(goal), 0.0);
        let mut blend = Blend::default();
        blend.add("arrive", arrive(carried, goal, speed, mover.acceleration), 1.0);
        Intent { blend, direction: (goal - position).normalize_or_zero(), reach: position.distance(goal) }
    }

    /// To go to a point and pass it, within a distance, with at most `speed_there`, in world units and units a second. Whoever
    /// would miss it as it goes now is to stand there, so that nobody circles it.
    pub fn pass(mover: Mover, position: Vec2, velocity: Vec2, goal: Vec2, within: f32, speed_there: f32) -> Intent {
        let intent = Intent::arrive(mover, position, velocity, goal);
        let (left, speed) = (goal - position, velocity.length());
        if left.dot(velocity) <= 0.0 || left.perp_dot(velocity).abs() > within * speed {
            return intent;
        }
        let after_lag = left.length() - (speed - speed_there).max(0.0) * mover.momentum;
        let mut blend = Blend::default();
        blend.add("seek", seek(position, goal, mover.approach_speed(after_lag, speed_there)), 1.0);
        Intent { blend, ..intent }
    }

    /// To go on as behaviours ask for that have no goal.
    pub fn roam(mover: Mover, blend: Blend) -> Intent {
        let direction = blend.velocity(mover.speed).normalize_or_zero();
        Intent { blend, direction, reach: f32::INFINITY }
    }
}

/// How an agent at `position` that faces `heading`, a unit vector, steers that has
/// [no other means](crate::profile::Navigation::Rays) than its rays: off what these meet; and else as it intends, or, where
/// that way is barred, along what bars it.
///
/// Its rays go out from where it faces and not from where its velocity happens to point, which at rest may be anywhere from
/// one tick to the next: what balances is to stay at rest.
pub fn steer_by_rays(
    scene: Scene,
    mover: Mover,
    position: Vec2,
    velocity: Vec2,
    heading: Vec2,
    intent: Intent,
) -> RaysSteering {
    let rays = &scene.solid.profile.rays;
    let Rays { force, layers, look_ahead, .. } = *rays;
    let mut rays = whiskers(scene, rays, position, heading, intent.reach);
    let force = force.min(STIFFNESS * look_ahead / (mover.response * PUSH_TIME));
    let ahead =
        (!rays.is_empty()).then(|| cast(scene, position, intent.direction, look_ahead.min(intent.reach), layers));
    let barred = ahead.map_or(0.0, |ahead| ahead.weight);
    let push = aside(avoid_obstacles(&rays, force, mover.speed), intent.direction, barred);
    rays.extend(ahead);
    let mut blend = Blend::default();
    blend.add("avoid obstacles", push, 1.0);
    match ahead.and_then(|ahead| ahead.normal) {
        Some(normal) => {
            let wanted = intent.blend.velocity(mover.speed);
            // Before the push would hold it, it goes along.
            let turn = barred.max(push.length() / (GREATEST_PUSH * mover.speed)).min(1.0);
            let motion = velocity + heading * (LOOK * mover.speed);
            blend.add("go along", along(normal, wanted, motion, turn, mover.speed), 1.0);
        }
        None => blend.contributions.extend(intent.blend.contributions),
    }
    RaysSteering { rays, blend }
}

/// What is left of a push where the way in `direction` is free, or barred by so much: all that leads aside, and of what leads
/// back as much as it is barred. So posts on both sides of a gap do not keep anybody out of it.
fn aside(push: Vec2, direction: Vec2, barred: f32) -> Vec2 {
    push - direction * (push.dot(direction).min(0.0) * (1.0 - barred))
}

/// The wanted velocity turned along what bars the way, wholly where `turn` is 1: to the side to which one is in motion; who
/// is undecided goes to where the goal lies, and who would run straight into it goes right.
fn along(normal: Vec2, wanted: Vec2, motion: Vec2, turn: f32, speed: f32) -> Vec2 {
    // As y grows downward, the right hand of one who looks against the normal.
    let right = -normal.perp();
    let decided = |motion: Vec2| Some(motion.dot(right)).filter(|side| side.abs() > UNDECIDED * speed);
    let side = decided(motion).or(decided(wanted)).unwrap_or(1.0);
    let aside = if side < 0.0 { -right } else { right };
    let direction = wanted.normalize_or_zero();
    let into = direction.dot(normal).min(0.0);
    let turned = direction - normal * (into * turn.sqrt()) + aside * turn;
    turned.normalize_or_zero() * wanted.length()
}
