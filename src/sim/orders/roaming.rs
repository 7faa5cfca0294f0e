//! Wandering, fleeing and following for agents that steer by rays: without a path, from what they see and what other
//! agents do (C. Reynolds, "Steering Behaviors For Autonomous Characters", Game Developers Conference, 1999).

use glam::Vec2;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::agent::steering::wander;
use crate::agent::{AgentState, Urge};
use crate::sim::agents::Agents;
use crate::sim::orders::gap;
use crate::sim::world::World;

/// Fraction of the wander circle's radius: the most that the wander target moves in a tick along each axis. It makes
/// the turns smooth; a larger step makes the agent jitter.
const WANDER_STEP: f32 = 0.15;

/// World units. An agent that has got away or caught up does nothing until the distance has changed by this much;
/// without it the agent would start and stop at the border.
const HYSTERESIS: f32 = 0.3;

/// Updates the order to wander, by steering alone.
pub fn wander_by_rays(world: &World, agents: &mut Agents, rng: &mut Xoshiro256PlusPlus, index: usize) {
    let mut nudge = || rng.random_range(-WANDER_STEP..=WANDER_STEP);
    let nudge = Vec2::new(nudge(), nudge());
    let agent = &agents.list[index];
    let stray = match agent.task.progress.urge {
        Some(Urge::Wander(stray)) => stray,
        _ => agent.body.heading,
    };
    let (_, stray) = wander(agent.body.heading, stray, nudge, 1.0);
    roam(world, agents, index, Urge::Wander(stray));
}

/// Steers an agent away from another that is nearer than `distance`, in world units from body to body.
pub fn evade_by_rays(world: &World, agents: &mut Agents, index: usize, other: usize, distance: f32) {
    let is_on = agents.list[index].task.progress.urge.is_some();
    if gap(world, agents, index, other) < distance + if is_on { HYSTERESIS } else { 0.0 } {
        roam(world, agents, index, Urge::Evade(agents.list[other].identity.id));
    } else if is_on {
        agents.stop(index);
    }
}

/// Steers an agent towards another until they are `distance` apart, in world units from body to body.
pub fn pursue_by_rays(world: &World, agents: &mut Agents, index: usize, other: usize, distance: f32) {
    let is_on = agents.list[index].task.progress.urge.is_some();
    let gap = gap(world, agents, index, other);
    if gap > distance + if is_on { 0.0 } else { HYSTERESIS } {
        roam(world, agents, index, Urge::Pursue { agent: agents.list[other].identity.id, distance });
    } else if is_on {
        agents.stop(index);
    }
}

/// Drops an agent's route and lets `urge` steer it, unless it is on a link or nothing is baked.
fn roam(world: &World, agents: &mut Agents, index: usize, urge: Urge) {
    let agent = &agents.list[index];
    if !world.is_baked || agent.crossing.on_link.is_some() {
        return;
    }
    if agent.task.progress.urge.is_none() || agent.state() != AgentState::Moving {
        agents.drop_job(index);
        agents.drop_route(index);
        agents.give_up_slot(index);
        let agent = &mut agents.list[index];
        agent.task.goal = None;
        agent.enter(AgentState::Moving);
    }
    agents.list[index].task.progress.urge = Some(urge);
}
