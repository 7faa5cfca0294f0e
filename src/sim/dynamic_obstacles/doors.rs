//! Waiting at a door until it has opened.

use glam::Vec2;

use crate::agent::{Agent, WaitingFor};
use crate::level::Trigger;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving};
use crate::sim::world::World;

/// World units. The gap that waiting agents leave to an opening door; without it they would be pushed by it.
const DOOR_GAP: f32 = 0.15;

/// Makes agents wait whose way leads through a door that is about to open for them.
pub fn wait_at_doors(world: &World, agents: &mut Agents, obstacles: &mut DynamicObstacles) {
    let doors: Vec<usize> =
        (0..obstacles.moving.len()).filter(|&at| may_be_waited_for(world, &obstacles.moving[at])).collect();
    if doors.is_empty() && !obstacles.an_agent_waits {
        return;
    }
    obstacles.an_agent_waits = false;
    for index in 0..agents.list.len() {
        let agent = &agents.list[index];
        let was = agent.crossing.waiting.filter(|waiting| waiting.reason == WaitingFor::Door);
        if agent.crossing.waiting.is_some() && was.is_none() {
            continue;
        }
        let reach = if was.is_some() { 2.0 * DOOR_GAP } else { DOOR_GAP };
        let is_held = doors.iter().any(|&at| is_before(world, agent, &obstacles.moving[at], reach));
        if !is_held {
            if was.is_some() {
                agents.list[index].crossing.waiting = None;
            }
            continue;
        }
        let place = was.map_or_else(|| stop_ahead(world, agent), |was| was.position);
        agents.wait_for(index, WaitingFor::Door, place);
        obstacles.an_agent_waits = true;
    }
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
fn is_before(world: &World, agent: &Agent, door: &Moving, room: f32) -> bool {
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
    let look = ground.mover.stopping_distance(agent.body.velocity.length()) + room;
    let ahead = agent.body.position + to_corner.clamp_length_max(look);
    door.obstacle.distance_to_segment(agent.body.position, ahead) < ground.radius() + room
        && door.obstacle.distance(ahead) < door.obstacle.distance(agent.body.position)
}

/// Returns where an agent would stop if it braked now.
fn stop_ahead(world: &World, agent: &Agent) -> Vec2 {
    let mover = world.ground(agent.identity.profile).mover;
    let speed = agent.body.velocity.length();
    agent.body.position + agent.body.velocity.normalize_or_zero() * mover.stopping_distance(speed)
}
