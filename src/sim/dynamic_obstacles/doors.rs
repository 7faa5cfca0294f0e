//! Waiting at a door until it has opened.
//!
//! A door that takes one at a time stands in a passage, and is worked like any [gate](crate::sim::gate): who has the turn draws
//! up to the door, and keeps the turn while it opens; who has not waits outside. A wider one takes many at a time: all that
//! come draw up to it.

use crate::agent::{Agent, WaitingFor};
use crate::level::Trigger;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::nearby::Nearby;
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving};
use crate::sim::gate::stop_ahead;
use crate::sim::tuning::DOOR_GAP;
use crate::sim::world::World;

/// Makes agents wait whose way leads through a door that is about to open for them.
pub fn wait_at_doors(world: &World, agents: &mut Agents, obstacles: &mut DynamicObstacles) {
    let doors: Vec<usize> =
        (0..obstacles.moving.len()).filter(|&at| may_be_waited_for(world, &obstacles.moving[at])).collect();
    if doors.is_empty() && !obstacles.an_agent_waits {
        return;
    }
    obstacles.an_agent_waits = false;
    let is_held = held_at_doors(world, agents, obstacles, &doors);
    for (index, is_held) in is_held.into_iter().enumerate() {
        let agent = &agents.list[index];
        let was = agent.crossing.waiting.filter(|waiting| waiting.reason == WaitingFor::Door);
        if agent.crossing.waiting.is_some() && was.is_none() {
            continue;
        }
        if !is_held {
            if was.is_some() {
                agents.list[index].crossing.waiting = None;
            }
            continue;
        }
        let place = was.map_or_else(|| stop_ahead(agent, world.ground(agent.identity.profile)), |was| was.position);
        agents.wait_for(index, WaitingFor::Door, place);
        obstacles.an_agent_waits = true;
    }
}

/// For each agent whether it is just before one of these doors.
fn held_at_doors(world: &World, agents: &Agents, obstacles: &DynamicObstacles, doors: &[usize]) -> Vec<bool> {
    let mut is_held = vec![false; agents.list.len()];
    let nearby = Nearby::of(&agents.list, &world.profiles);
    let looks = agents.list.iter().map(|agent| look(world, agent) + world.profile_of(agent).radius + room(agent));
    let farthest = looks.fold(0.0, f32::max);
    for door in doors.iter().map(|&at| &obstacles.moving[at]) {
        for index in nearby.around(door.obstacle.bounds(), farthest) {
            is_held[index] = is_held[index] || is_before(world, &agents.list[index], door);
        }
    }
    is_held
}

/// The gap that an agent leaves to a door, in world units: twice as much where it waits already, so that it stays.
fn room(agent: &Agent) -> f32 {
    let waits = agent.crossing.waiting.is_some_and(|waiting| waiting.reason == WaitingFor::Door);
    if waits { 2.0 * DOOR_GAP } else { DOOR_GAP }
}

/// How far an agent looks for doors, in world units.
fn look(world: &World, agent: &Agent) -> f32 {
    let mover = world.ground(agent.identity.profile).mover;
    mover.stopping_distance(agent.body.velocity.length()) + room(agent)
}

fn may_be_waited_for(world: &World, door: &Moving) -> bool {
    let opens = match door.trigger() {
        Some(Trigger::Near(_)) => true,
        Some(Trigger::Switched(_)) => door.is_on,
        _ => false,
    };
    opens && door.is_shut() && !door.is_ground && world.map.bake.layers >> door.obstacle.layer & 1 == 1
}

/// Whether an agent would touch a door before it could stop, and is within the door's range.
fn is_before(world: &World, agent: &Agent, door: &Moving) -> bool {
    let Some(route) = agent.active_route().filter(|_| !agent.stands() && agent.crossing.on_link.is_none()) else {
        return false;
    };
    if let Some(Trigger::Near(distance)) = door.trigger()
        && (door.distance_at_home(agent.body.position) > distance || !door.opens_for(world.profile_of(agent)))
    {
        return false;
    }
    let ground = world.ground(agent.identity.profile);
    let to_corner = route.heads_for(agent.body.position) - agent.body.position;
    let ahead = agent.body.position + to_corner.clamp_length_max(look(world, agent));
    door.obstacle.distance_to_segment(agent.body.position, ahead) < ground.radius() + room(agent)
        && door.obstacle.distance(ahead) < door.obstacle.distance(agent.body.position)
}
