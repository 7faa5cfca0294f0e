//! Steering by rays alone: straight to the goal, and away from what rays cast ahead meet.
//!
//! A ray is as wide as the body (a disc swept along it), so that the body meets nothing that its rays missed. What a
//! ray meets pushes along the normal there, the harder the nearer it is, as in the tutorials from which this project
//! comes, and the straighter the ray meets it; the shorter rays beside the middle one are the whiskers of I. Millington
//! ("Artificial Intelligence for Games", 2006). Where the straight line to the goal is blocked, the agent makes a
//! [detour](Detour): it goes along what blocks it, on one side, until the line is free, as in the Bug algorithms of
//! V. Lumelsky and A. Stepanov ("Path-planning strategies for a point mobile automaton moving amidst unknown obstacles of
//! arbitrary shape", 1987). So it passes a convex obstacle in open ground in any case. There is no search: it does not find
//! its way out of a bay.
//!
//! At edges and corners a push would change from tick to tick. To keep agents from shaking there, what a ray only
//! grazes hardly counts, the normals of walls that meet in a corner are blended, and no push is harder than the body
//! can follow.

use glam::Vec2;

use super::{Blend, Mover, arrive, seek};
use crate::agent::body::{MovingBody, blended_normal, first_contact};
use crate::agent::tuning::{GREATEST_PUSH, HEADING_WEIGHT, PUSH_STIFFNESS, PUSH_TIME, RAY_FAN, RAY_TILES, UNDECIDED};
use crate::angle;
use crate::nav::Solid;
use crate::profile::Rays;

/// What rays can meet.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The ground, for the profile whose body it stops.
    pub solid: Solid<'a>,
    /// The dynamic obstacles, which are no part of the ground.
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
    /// How much that counts, from 0 at the end of the ray or where it only grazes, to 1: the more the nearer and the
    /// straighter.
    pub weight: f32,
}

/// Casts a ray as wide as the body, `length` world units along `direction`, a unit vector, against closed tiles, ledges
/// and the obstacles on `layers`, standing or moving. In inner corners the normal is a [blend](blended_normal).
pub fn cast(scene: Scene, from: Vec2, direction: Vec2, length: f32, layers: u32) -> RayCast {
    match first_contact(&scene.solid, scene.moving, from, direction, length, layers) {
        Some((distance, normal)) => {
            let (to, margin) = (from + direction * distance, scene.solid.profile.radius);
            let blended = blended_normal(&scene.solid, scene.moving, to, margin, layers);
            let normal = if blended.dot(direction) < 0.0 { blended } else { normal };
            let nearness = 1.0 - distance / length.max(f32::MIN_POSITIVE);
            RayCast { from, to, normal: Some(normal), weight: nearness * -normal.dot(direction) }
        }
        None => RayCast { from, to: from + direction * length, normal: None, weight: 0.0 },
    }
}

/// The rays of an agent that looks along `forward`, a unit vector: as many as its [whiskers](Rays::whiskers), the
/// middle one first, none longer than `most`, the distance to the goal, as nothing behind the goal matters.
pub fn whiskers(scene: Scene, rays: &Rays, position: Vec2, forward: Vec2, most: f32) -> Vec<RayCast> {
    let count = usize::from(rays.whiskers).min(RAY_FAN.len());
    let ray = |&(degrees, part): &(f32, f32)| {
        let turn = angle::direction(degrees);
        cast(scene, position, turn.rotate(forward), (part * rays.look_ahead).min(most), rays.layers)
    };
    RAY_FAN[..count].iter().map(ray).collect()
}

/// The velocity by which rays that meet something push an agent away: along each normal, by the [force](Rays::force)
/// times its [weight](RayCast::weight). Never more than three quarters of `speed`.
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

/// On which side an agent goes along what blocks the straight line to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Detour {
    /// To its left: its right hand is towards the obstacle.
    Left,
    /// To its right: its left hand is towards the obstacle.
    Right,
}

impl Detour {
    /// The other side.
    ///
    /// ```
    /// use footpath::agent::steering::Detour;
    /// assert_eq!(Detour::Left.turned_back(), Detour::Right);
    /// ```
    pub fn turned_back(self) -> Detour {
        match self {
            Detour::Left => Detour::Right,
            Detour::Right => Detour::Left,
        }
    }

    /// The direction in which it leads along what has a normal, a unit vector: y grows downward.
    fn along(self, normal: Vec2) -> Vec2 {
        match self {
            Detour::Left => normal.perp(),
            Detour::Right => -normal.perp(),
        }
    }
}

/// How an agent steers by rays: plain data, which can be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RaysSteering {
    /// The rays that the agent cast.
    pub rays: Vec<RayCast>,
    /// What its behaviours ask for.
    pub blend: Blend,
    /// How it goes round what blocks it; `None` where nothing does.
    pub detour: Option<Detour>,
}

/// What an agent would do if nothing were in between.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    /// What its behaviours ask for.
    pub blend: Blend,
    /// The direction in which it looks for obstacles: a unit vector, or zero.
    pub direction: Vec2,
    /// How far it looks at most, in world units.
    pub reach: f32,
}

impl Intent {
    /// To go to a point and stand there; nothing behind it matters.
    pub fn arrive(mover: Mover, position: Vec2, velocity: Vec2, goal: Vec2) -> Intent {
        let carried = mover.carried_to(position, velocity);
        let speed = mover.approach_speed(carried.distance(goal), 0.0);
        let mut blend = Blend::default();
        blend.add("arrive", arrive(carried, goal, speed, mover.acceleration), 1.0);
        Intent { blend, direction: (goal - position).normalize_or_zero(), reach: position.distance(goal) }
    }

    /// To pass a point within a distance, in world units, with at most `speed_there`, in world units a second. An agent
    /// that would miss it with its present velocity is to stand there, so that it does not circle the point.
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

    /// To do what behaviours without a goal ask for.
    pub fn roam(mover: Mover, blend: Blend) -> Intent {
        let direction = blend.velocity(mover.speed).normalize_or_zero();
        Intent { blend, direction, reach: f32::INFINITY }
    }
}

/// How an agent at `position` that faces `heading`, a unit vector, steers [by rays](crate::profile::Navigation::Rays):
/// away from what they meet, and otherwise as it intends or, where that direction is blocked, along what blocks it. There
/// it goes on with the `detour` that it has begun. A new one leads to the side to which it moves and looks; if that is
/// undecided to the side of the goal, and if the goal is straight behind the obstacle to the right.
///
/// Its rays follow its heading rather than its velocity, which at rest may point anywhere from one tick to the next: a
/// body in balance stays at rest.
pub fn steer_by_rays(
    scene: Scene,
    mover: Mover,
    (position, velocity): (Vec2, Vec2),
    heading: Vec2,
    intent: Intent,
    detour: Option<Detour>,
) -> RaysSteering {
    let Rays { whiskers: count, force, layers, look_ahead } = scene.solid.profile.rays;
    let look_ahead = look_ahead.min(RAY_TILES * scene.solid.map.lattice.tile_size);
    let mut rays =
        whiskers(scene, &Rays { whiskers: count, force, layers, look_ahead }, position, heading, intent.reach);
    let force = force.min(PUSH_STIFFNESS * look_ahead / (mover.response * PUSH_TIME));
    let push = avoid_obstacles(&rays, force, mover.speed);
    let ahead =
        (!rays.is_empty()).then(|| cast(scene, position, intent.direction, look_ahead.min(intent.reach), layers));
    rays.extend(ahead);
    let mut blend = Blend::default();
    let Some(RayCast { normal: Some(normal), weight, .. }) = ahead else {
        blend.add("avoid obstacles", aside(push, intent.direction, 1.0), 1.0);
        blend.contributions.extend(intent.blend.contributions);
        return RaysSteering { rays, blend, detour: None };
    };
    let wanted = intent.blend.velocity(mover.speed);
    let detour = detour.unwrap_or_else(|| {
        let motion = velocity + heading * (HEADING_WEIGHT * mover.speed);
        let right = Detour::Right.along(normal);
        let side = |motion: Vec2| Some(motion.dot(right)).filter(|side| side.abs() > UNDECIDED * mover.speed);
        if side(motion).or(side(wanted)).unwrap_or(1.0) < 0.0 { Detour::Left } else { Detour::Right }
    });
    let along = slide(scene, position, along(normal, wanted, detour, weight), layers);
    let open = (along.length() / wanted.length().max(f32::MIN_POSITIVE)).min(1.0);
    blend.add("avoid obstacles", aside(push, along.normalize_or_zero(), open), 1.0);
    blend.add("go along", along, 1.0);
    RaysSteering { rays, blend, detour: Some(detour) }
}

/// A velocity along what the body touches in its direction: without what leads into it, the less of that the nearer it is.
fn slide(scene: Scene, position: Vec2, wanted: Vec2, layers: u32) -> Vec2 {
    let (direction, near) = (wanted.normalize_or_zero(), scene.solid.profile.radius);
    match first_contact(&scene.solid, scene.moving, position, direction, near, layers) {
        Some((distance, normal)) => wanted - normal * (wanted.dot(normal).min(0.0) * (1.0 - distance / near)),
        None => wanted,
    }
}

/// What is left of a push on an agent that goes along `way`, a unit vector or zero, which is open by a part from 0 to 1:
/// all that leads aside, and where the way is not open what leads back. Pushes bend an open way, but never hold the agent
/// up: otherwise there are places in open ground where they and its goal balance.
fn aside(push: Vec2, way: Vec2, open: f32) -> Vec2 {
    push - way * (push.dot(way).min(0.0) * open)
}

/// The wanted velocity turned along an obstacle, wholly where `turn` is 1, to the side of the detour.
fn along(normal: Vec2, wanted: Vec2, detour: Detour, turn: f32) -> Vec2 {
    let direction = wanted.normalize_or_zero();
    let into = direction.dot(normal).min(0.0);
    let turned = direction - normal * (into * turn.sqrt()) + detour.along(normal) * turn;
    turned.normalize_or_zero() * wanted.length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Lattice};
    use crate::level::{Terrain, TerrainId, TileMap};
    use crate::profile::AgentProfile;

    #[test]
    fn no_ray_looks_at_more_than_so_many_tiles() {
        let lattice = Lattice { origin: Vec2::ZERO, tile_size: 0.5, width: 400, height: 400 };
        let map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(400, 400, TerrainId(0)));
        for (look_ahead, length) in [(4.0, 4.0), (1000.0, 0.5 * RAY_TILES)] {
            let rays = Rays { whiskers: 5, look_ahead, ..Rays::default() };
            let profile = AgentProfile { radius: 0.3, rays, ..AgentProfile::default() };
            let scene = Scene { solid: Solid::new(&map, &profile), moving: &[] };
            let here = (Vec2::splat(100.0), Vec2::ZERO);
            let mut blend = Blend::default();
            blend.add("seek", Vec2::X, 1.0);
            let mover = Mover::new(&profile, 1.0 / 60.0);
            let steering = steer_by_rays(scene, mover, here, Vec2::X, Intent::roam(mover, blend), None);
            let longest = steering.rays.iter().map(|ray| ray.from.distance(ray.to)).fold(0.0, f32::max);
            assert!((longest - length).abs() < 1e-3, "{longest}");
        }
    }
}
