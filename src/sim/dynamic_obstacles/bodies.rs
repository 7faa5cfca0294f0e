//! Contact between agents and moving obstacles: neither enters the other.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::body::{MovingBody, TOUCH, depth_in, fits, push_out_of, slide, slide_along};
use crate::level::{Obstacle, Solid};
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::by_place::ByPlace;
use crate::sim::dynamic_obstacles::nearby::Nearby;
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving};
use crate::sim::tuning::LEAST_PUSHED;
use crate::sim::world::World;

/// Fraction of the radius. How deep a pushed agent may come to overlap another; a deeper overlap counts as no room, and
/// the obstacle stops.
const MAX_PUSH_OVERLAP: f32 = 0.1;

/// A push aside: the index of the agent, its new position, and its new velocity.
type Push = (usize, Vec2, Vec2);

/// Returns the obstacles on these layers (a bit mask) that are not part of the ground.
pub fn all(moving: &[Moving], layers: u32) -> Vec<MovingBody<'_>> {
    moving.iter().filter(|moving| moving.is_body(layers)).map(Moving::as_body).collect()
}

/// Pushes aside the agents into which an obstacle has moved. Returns whether there is room for all of them; if not,
/// no agent is pushed.
pub fn push_aside(
    world: &World,
    agents: &mut Agents,
    obstacles: &DynamicObstacles,
    at: usize,
    (nearby, by_place): (&mut Nearby, &ByPlace),
) -> bool {
    let Some(pushes) = pushes(world, agents, obstacles, at, (nearby, by_place)) else { return false };
    for (index, position, velocity) in pushes {
        nearby.note_moved(index);
        let agent = &mut agents.list[index];
        agent.motion.correction += position - agent.body.position;
        (agent.body.position, agent.body.velocity) = (position, velocity);
    }
    true
}

/// Returns the pushes to the agents into which an obstacle has moved; `None` if there is no room for one of them.
fn pushes(
    world: &World,
    agents: &Agents,
    obstacles: &DynamicObstacles,
    at: usize,
    (nearby, by_place): (&Nearby, &ByPlace),
) -> Option<Vec<Push>> {
    let moving = &obstacles.moving[at];
    if world.map.bake.layers >> moving.obstacle.layer & 1 == 0 {
        return Some(Vec::new());
    }
    let this = moving.as_body();
    let was_in = |position: Vec2, radius: f32| {
        let before = Obstacle { at: moving.obstacle.at - moving.velocity * TICK, ..moving.obstacle.clone() };
        MovingBody { obstacle: &before, velocity: Vec2::ZERO }.depth(position, radius) > TOUCH
    };
    // Pushed farther, out of another obstacle that was put on top of it too, an agent would be thrown.
    let most = (2.0 * moving.velocity.length() + LEAST_PUSHED) * TICK;
    let mut pushes = Vec::new();
    let near = nearby.around(moving.obstacle.bounds(), nearby.widest);
    let near = near.into_iter().map(|index| (index, &agents.list[index]));
    for (index, agent) in near.filter(|(_, agent)| agent.crossing.on_link.is_none()) {
        let profile = world.profile_of(agent);
        let is_in = this.depth(agent.body.position, profile.radius) > TOUCH;
        // An agent that was inside before comes out by itself.
        if !is_in || agent.body.in_wall || was_in(agent.body.position, profile.radius) {
            continue;
        }
        let (mut position, mut velocity) = (agent.body.position, agent.body.velocity);
        let solid = Solid::new(&world.map, profile);
        let bodies = by_place.bodies(&obstacles.moving, world.map.bake.layers, position, most + profile.radius);
        if !push_out_of(&solid, &bodies, &mut position, &mut velocity)
            || position.distance(agent.body.position) > most
            || is_pressed_into(world, agents, agent, position, nearby)
        {
            return None;
        }
        pushes.push((index, position, velocity));
    }
    Some(pushes)
}

/// Whether an agent pushed to `position` would overlap another too deeply, and more than it does now.
fn is_pressed_into(world: &World, agents: &Agents, agent: &Agent, position: Vec2, nearby: &Nearby) -> bool {
    let radius = world.profile_of(agent).radius;
    let near = nearby.around((position, position), radius + nearby.widest);
    let others = near
        .iter()
        .map(|&index| &agents.list[index])
        .filter(|other| other.identity.id != agent.identity.id && other.crossing.on_link.is_none());
    others.into_iter().any(|other| {
        let least = radius * (1.0 - MAX_PUSH_OVERLAP) + world.profile_of(other).radius;
        let distance = other.body.position.distance(position);
        distance < least && distance < other.body.position.distance(agent.body.position)
    })
}

/// Returns the positions of the agents before they move, `None` for agents on links; empty if there are no moving
/// obstacles.
pub fn positions(agents: &Agents, obstacles: &DynamicObstacles) -> Vec<Option<Vec2>> {
    let on_ground = |agent: &Agent| agent.crossing.on_link.is_none().then_some(agent.body.position);
    if obstacles.moving.is_empty() { Vec::new() } else { agents.list.iter().map(on_ground).collect() }
}

/// Keeps agents that have moved in this tick out of moving obstacles, given their positions before; an agent that was
/// on a link had none.
pub fn keep_off_bodies(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, before: &[Option<Vec2>]) {
    let by_place = ByPlace::of(&obstacles.moving);
    for (agent, from) in agents.list.iter_mut().zip(before).filter(|(agent, _)| agent.crossing.on_link.is_none()) {
        let ground = world.ground(agent.identity.profile);
        let (from, to) = (from.unwrap_or(agent.body.position), agent.body.position);
        let reach = ground.radius() + 0.5 * from.distance(to) + TOUCH;
        let near = by_place.bodies(&obstacles.moving, world.map.bake.layers, 0.5 * (from + to), reach);
        keep_off(agent, &ground.solid, &near, from);
    }
}

/// Keeps an agent that has moved from a point to its position out of the moving bodies near that way.
fn keep_off(agent: &mut Agent, solid: &Solid, near: &[MovingBody], from: Vec2) {
    let radius = solid.profile.radius;
    let to = agent.body.position;
    // A body that was in a wall is led out of that first: slid from there it could end anywhere, also off the map.
    if near.is_empty() || !fits(solid, from) {
        return;
    }
    let mut velocity = agent.body.velocity;
    if depth_in(near, from, radius) <= 2.0 * TOUCH {
        let slid = slide_along(solid, near, from, to, &mut velocity);
        agent.body.velocity = if slid.is_some() { velocity } else { Vec2::ZERO };
        agent.body.position = slid.unwrap_or(from);
        return;
    }
    // The obstacle was put on top of the agent, which comes out little by little.
    let mut out = to;
    if push_out_of(solid, near, &mut out, &mut velocity) {
        let mut step = (out - from).clamp_length_max(LEAST_PUSHED * TICK) / TICK;
        agent.body.position = from;
        // The straight line there may cut the corner of a wall.
        slide(solid, &mut agent.body.position, &mut step, TICK);
        agent.motion.correction += agent.body.position - to;
        agent.body.velocity = velocity;
    }
}
