//! Agents that the game itself moves: put elsewhere, pushed, given a velocity.

use std::ops::RangeInclusive;

use glam::Vec2;

use crate::agent::body::{fits, slide};
use crate::agent::{AgentId, AgentState};
use crate::level::Target;
use crate::nav::Solid;
use crate::sim::Refusal;
use crate::sim::agents::Agents;
use crate::sim::jobs::JobKind;
use crate::sim::orders::spawning::in_the_way;
use crate::sim::world::World;

/// How far an agent is pushed at once, in world units.
const PUSH: RangeInclusive<f32> = 0.0..=100.0;

/// How fast an agent is made to move, in world units a second.
const SPEED: RangeInclusive<f32> = 0.0..=100.0;

/// Puts an agent at a point, at rest. One that was under way finds its way on from there; one that stood stands there.
pub fn put(world: &World, agents: &mut Agents, id: AgentId, to: Vec2) -> Result<(), Refusal> {
    let index = agents.index_of(id).ok_or(Refusal::NoAgent(id))?;
    world.check(&Target::Point(to))?;
    let profile = &world.profiles[agents.list[index].identity.profile];
    let is_open = fits(&Solid::new(&world.map, profile), to);
    let other = in_the_way(world, agents, profile.radius, to, Some(id)).filter(|_| is_open);
    if !is_open || other.is_some() {
        return Err(Refusal::NoRoom { profile: profile.name.clone(), radius: profile.radius, agent: other });
    }
    agents.drop_job(index);
    agents.drop_route(index);
    agents.give_up_slot(index);
    let agent = &mut agents.list[index];
    agent.halt();
    (agent.crossing, agent.recovery, agent.motion.detour) = Default::default();
    agent.body.in_wall = false;
    agent.body.position = to;
    agent.body.height = world.map.height_at(to);
    (agent.body.previous_position, agent.body.previous_height) = (to, agent.body.height);
    let is_fulfilled = agent.state() == AgentState::Arrived;
    if agent.stands() && (is_fulfilled || agent.task.goal.is_none()) {
        // What it had come to is elsewhere.
        agent.task.goal = None;
        if is_fulfilled {
            agent.enter(AgentState::Stopped);
        }
        agents.keep_slot(index, to, &world.profiles);
        agents.displace_others(index, &world.profiles);
    } else {
        agent.enter(AgentState::Waiting);
        agents.put_job(index, JobKind::FindPath);
    }
    Ok(())
}

/// Pushes an agent, as far as walls let it; it finds its way on, or back to where it stood, by itself.
pub fn push(world: &World, agents: &mut Agents, id: AgentId, by: Vec2) -> Result<(), Refusal> {
    let index = on_ground(agents, id)?;
    check_length("a push", by, PUSH)?;
    let agent = &mut agents.list[index];
    let solid = Solid::new(&world.map, &world.profiles[agent.identity.profile]);
    let (mut position, mut by) = (agent.body.position, by);
    slide(&solid, &mut position, &mut by, 1.0);
    // Out of a wall that was built upon it, but not deeper into it.
    if agent.body.in_wall && !fits(&solid, position) {
        return Ok(());
    }
    agent.body.position = position;
    agent.body.height = world.map.height_at(position);
    Ok(())
}

/// Gives an agent a velocity, from which it goes over to that which it wants, as fast as it can accelerate.
pub fn set_velocity(agents: &mut Agents, id: AgentId, velocity: Vec2) -> Result<(), Refusal> {
    let index = on_ground(agents, id)?;
    check_length("a speed", velocity, SPEED)?;
    let agent = &mut agents.list[index];
    agent.body.velocity = velocity;
    agent.motion.preferred_velocity = velocity;
    Ok(())
}

/// The index of an agent that is not on a link: those on links move as the links do.
fn on_ground(agents: &Agents, id: AgentId) -> Result<usize, Refusal> {
    let index = agents.index_of(id).ok_or(Refusal::NoAgent(id))?;
    if agents.list[index].crossing.on_link.is_some() {
        return Err(Refusal::OnLink(id));
    }
    Ok(index)
}

fn check_length(what: &str, vector: Vec2, range: RangeInclusive<f32>) -> Result<(), Refusal> {
    let value = vector.length();
    if range.contains(&value) {
        return Ok(());
    }
    Err(Refusal::OutOfRange { what: what.to_owned(), value, range: (*range.start(), *range.end()) })
}
