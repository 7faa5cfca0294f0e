//! Obstacles that move, and those that were put down a moment ago.
//!
//! They are no part of the ground: path searches ignore them, and agents avoid them when they come near. An obstacle
//! that has stood still for its standing time becomes part of the ground, which is baked again around it, a few
//! obstacles a tick; before it moves again it is removed from the ground. Doors that open for approaching agents never
//! become part of the ground: a search treats them as open. One that opens for some alone lies on the ground as well, where it is
//! at the start: there it [stops](Obstacle::stops) the others.
//!
//! No agent is ever inside a dynamic obstacle: it pushes agents out of its way, and stops where that is impossible. Where that lasts,
//! one that moves by itself goes back to where it came from, so that those whom it has pushed into a corner come out.

/// Contact between agents and moving obstacles.
pub mod bodies;
/// Which moving obstacles are near a point.
pub mod by_place;
mod course;
/// Waiting at doors that are opening.
pub mod doors;
mod nearby;
/// Commands that put, move and remove obstacles.
pub mod placing;

use glam::Vec2;

use crate::agent::body::{MovingBody, TOUCH, depth_in};
use crate::level::{Obstacle, Obstacles, Trigger};
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::bodies::push_aside;
use crate::sim::dynamic_obstacles::placing::bake_around;
use crate::sim::world::World;
use crate::sim::{Event, TICKS_A_SECOND};
use by_place::ByPlace;
pub use course::Moving;
use nearby::Nearby;

/// Obstacles that become part of the ground in one tick, at most; more would bake too much in a tick.
const MAX_BAKED_PER_TICK: usize = 4;

/// Ticks. An obstacle that will move on sooner than this does not become part of the ground: baking would cost more
/// than it gains.
const MIN_STAY: u32 = 30;

/// The obstacles that move, and those that were put down a moment ago.
#[derive(Clone, Debug, serde::Serialize)]
pub struct DynamicObstacles {
    pub moving: Vec<Moving>,
    /// Whether any agent waits at a door (see [`Agent::waiting`](crate::agent::Agent::waiting)); saves asking every
    /// agent in every tick.
    pub an_agent_waits: bool,
}

impl DynamicObstacles {
    /// Takes the moving obstacles out of a map's obstacles. Those that stand at the start stay in the map as static
    /// ones, too, and doors that open for some alone stay as they are.
    pub fn take_from(obstacles: &mut Obstacles) -> DynamicObstacles {
        let mut moving = Vec::new();
        if obstacles.iter().any(|obstacle| obstacle.motion.is_some()) {
            for obstacle in std::mem::take(&mut **obstacles) {
                if obstacle.motion.is_none() {
                    obstacles.push(obstacle);
                    continue;
                }
                let begun = Moving::begun(obstacle);
                obstacles.extend(begun.on_ground());
                moving.push(begun);
            }
        }
        DynamicObstacles { moving, an_agent_waits: false }
    }

    /// Those that stand, or are held up, without being part of the ground. A door that opens by itself does not count.
    pub fn standing(&self) -> impl Iterator<Item = &Moving> {
        let opens = |moving: &Moving| matches!(moving.trigger(), Some(Trigger::Near(_)));
        self.moving.iter().filter(move |moving| !moving.is_ground && moving.velocity == Vec2::ZERO && !opens(moving))
    }
}

/// Returns the obstacles that are not part of the [ground](Simulation::map) at present, because they move or have not
/// stood long enough, each with its velocity in world units a second.
pub fn moving(obstacles: &DynamicObstacles) -> impl Iterator<Item = (&Obstacle, Vec2)> {
    let moving = obstacles.moving.iter().filter(|moving| !moving.is_ground);
    moving.map(|moving| (&moving.obstacle, moving.velocity))
}

/// Returns the obstacle of this name as it is now, moving or not.
pub fn obstacle<'a>(world: &'a World, obstacles: &'a DynamicObstacles, name: &str) -> Option<&'a Obstacle> {
    let moving = obstacles.moving.iter().map(|moving| &moving.obstacle);
    moving.chain(world.map.obstacles.iter()).find(|obstacle| !name.is_empty() && obstacle.name == name)
}

/// Returns the moving obstacles that are in the way of bodies.
pub fn moving_bodies<'a>(world: &World, obstacles: &'a DynamicObstacles) -> Vec<MovingBody<'a>> {
    moving_on(obstacles, world.map.bake.layers)
}

/// Returns the moving obstacles on these layers (a bit mask).
pub fn moving_on(obstacles: &DynamicObstacles, layers: u32) -> Vec<MovingBody<'_>> {
    bodies::all(&obstacles.moving, layers)
}

/// Moves every obstacle on by one tick, as far as there is room.
pub fn move_obstacles(world: &mut World, agents: &mut Agents, obstacles: &mut DynamicObstacles) {
    if obstacles.moving.is_empty() {
        return;
    }
    let mut nearby = Nearby::of(&agents.list, &world.profiles);
    let by_place = ByPlace::of(&obstacles.moving);
    for at in 0..obstacles.moving.len() {
        let is_near = is_an_agent_near(world, agents, &obstacles.moving[at], &nearby);
        match obstacles.moving[at].step(is_near) {
            Some(to) => move_on(world, agents, obstacles, (at, to), (&mut nearby, &by_place)),
            None => obstacles.moving[at].stand(),
        }
    }
    make_standing_ones_ground(world, agents, obstacles, &nearby);
}

/// Moves an obstacle to a point and pushes agents aside; leaves it where it is if it cannot.
fn move_on(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    (at, to): (usize, Vec2),
    lookups: (&mut Nearby, &ByPlace),
) {
    lift(world, agents, obstacles, at);
    let from = obstacles.moving[at].obstacle.at;
    obstacles.moving[at].go(to);
    if push_aside(world, agents, obstacles, at, lookups) {
        obstacles.moving[at].held_up = 0;
    } else {
        obstacles.moving[at].go_back(from);
    }
}

/// Removes an obstacle that is about to move from the ground.
fn lift(world: &mut World, agents: &mut Agents, obstacles: &mut DynamicObstacles, at: usize) {
    if std::mem::replace(&mut obstacles.moving[at].is_ground, false) {
        let known = obstacles.moving[at].as_ground();
        if let Some(place) = world.map.obstacles.iter().position(|obstacle| *obstacle == known) {
            world.map.obstacles.remove(place);
            bake_around(world, agents, &known, true);
        }
    }
}

/// Makes obstacles part of the ground that have stood long enough and overlap no agent.
fn make_standing_ones_ground(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    nearby: &Nearby,
) {
    let mut left = MAX_BAKED_PER_TICK;
    let mut at = 0;
    while at < obstacles.moving.len() && left > 0 {
        let may = obstacles.moving[at].may_become_ground()
            && !overlaps_an_agent(world, agents, &obstacles.moving[at], nearby);
        if may {
            left -= 1;
            let new = obstacles.moving[at].as_ground();
            world.map.obstacles.push(new.clone());
            obstacles.moving[at].is_ground = true;
            bake_around(world, agents, &new, false);
        }
        if may && obstacles.moving[at].obstacle.motion.is_none() {
            obstacles.moving.remove(at);
        } else {
            at += 1;
        }
    }
}

fn overlaps_an_agent(world: &World, agents: &Agents, moving: &Moving, nearby: &Nearby) -> bool {
    let body = [MovingBody { obstacle: &moving.obstacle, velocity: Vec2::ZERO }];
    let near = nearby.around(moving.obstacle.bounds(), nearby.widest);
    let on_ground = near.iter().map(|&index| &agents.list[index]).filter(|agent| agent.crossing.on_link.is_none());
    let mut depths = on_ground.map(|agent| depth_in(&body, agent.body.position, world.profile_of(agent).radius));
    depths.any(|depth| depth > TOUCH)
}

/// Whether an agent for which it opens is near enough to a door that opens by itself.
fn is_an_agent_near(world: &World, agents: &Agents, moving: &Moving, nearby: &Nearby) -> bool {
    let Some(Trigger::Near(distance)) = moving.trigger() else { return false };
    let (low, high) = moving.obstacle.bounds();
    let home = moving.home - moving.obstacle.at;
    nearby.any_around((low + home, high + home), distance, |index| {
        let agent = &agents.list[index];
        moving.distance_at_home(agent.body.position) <= distance && moving.opens_for(world.profile_of(agent))
    })
}

/// Sets the switched obstacles of this name to what `on` makes of their present state. Returns whether there are any.
pub fn turn_obstacles(
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    name: &str,
    on: impl Fn(bool) -> bool,
) -> bool {
    let mut changed = None;
    let mut is_any = false;
    for moving in obstacles.moving.iter_mut().filter(|moving| moving.obstacle.name == name) {
        let Some(is_on) = moving.switch() else { continue };
        is_any = true;
        let turned = on(*is_on);
        if turned != *is_on {
            *is_on = turned;
            changed.get_or_insert(turned);
        }
    }
    if let Some(on) = changed {
        events.push(super::Event::Switched { link: name.to_owned(), on });
    }
    is_any
}

/// Converts seconds into whole ticks.
fn ticks(seconds: f32) -> u32 {
    (f64::from(seconds) * TICKS_A_SECOND).round() as u32
}
