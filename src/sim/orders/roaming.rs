//! Wandering, fleeing and following of those who steer by rays: without a way to anywhere, by what they see and what others
//! do (C. Reynolds, "Steering Behaviors For Autonomous Characters", Game Developers Conference, 1999).

use glam::Vec2;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::agent::steering::wander;
use crate::agent::{AgentState, Urge};
use crate::sim::agents::Agents;
use crate::sim::orders::{begin_next, gap};
use crate::sim::world::World;

/// How far the point to which one strays moves in a tick at the most, to each side, in parts of its circle's radius.
const NUDGE: f32 = 0.15;

/// What is queued begins when one has strayed about for so many ticks.
const STROLL: u64 = 240;

/// Who has got away, or has caught up, does no more before the other is so much nearer or farther, in world units.
const SLACK: f32 = 0.3;

/// Lets an agent stray about.
pub fn tend_straying(world: &World, agents: &mut Agents, rng: &mut Xoshiro256PlusPlus, index: usize) {
    let agent = &mut agents.list[index];
    if agent.task.progress.next_look == 0 {
        agent.task.progress.next_look = world.tick + STROLL;
    }
    if world.tick >= agent.task.progress.next_look && begin_next(agents, index) {
        return;
    }
    let mut nudge = || rng.random_range(-NUDGE..=NUDGE);
    let nudge = Vec2::new(nudge(), nudge());
    let agent = &agents.list[index];
    let stray = match agent.task.progress.urge {
        Some(Urge::Wander(stray)) => stray,
        _ => agent.body.heading,
    };
    let (_, stray) = wander(agent.body.heading, stray, nudge, 1.0);
    roam(world, agents, index, Urge::Wander(stray));
}

/// Lets an agent get away from another that is nearer than a distance, in world units from body to body.
pub fn tend_evading(world: &World, agents: &mut Agents, index: usize, other: usize, distance: f32) {
    let is_on = agents.list[index].task.progress.urge.is_some();
    if gap(world, agents, index, other) < distance + if is_on { SLACK } else { 0.0 } {
        roam(world, agents, index, Urge::Evade(agents.list[other].identity.id));
    } else if is_on {
        agents.stop(index);
    } else if agents.list[index].stands() {
        begin_next(agents, index);
    }
}

/// Lets an agent go to meet another, up to a distance, in world units from body to body.
pub fn tend_pursuing(world: &World, agents: &mut Agents, index: usize, other: usize, distance: f32, on_sight: bool) {
    let is_on = agents.list[index].task.progress.urge.is_some();
    let gap = gap(world, agents, index, other);
    if gap > distance + if is_on { 0.0 } else { SLACK } {
        roam(world, agents, index, Urge::Pursue { agent: agents.list[other].identity.id, distance });
    } else if (on_sight || !begin_next(agents, index)) && is_on {
        agents.stop(index);
    }
}

/// Has an agent do without a way, unless it is on a link or nothing is baked.
fn roam(world: &World, agents: &mut Agents, index: usize, urge: Urge) {
    let agent = &agents.list[index];
    if !world.is_baked || agent.crossing.on_link.is_some() {
        return;
    }
    if agent.task.progress.urge.is_none() || agent.state() != AgentState::Moving {
        agents.dismiss(index);
        agents.drop_route(index);
        agents.give_up_slot(index);
        let agent = &mut agents.list[index];
        agent.task.goal = None;
        agent.enter(AgentState::Moving);
    }
    agents.list[index].task.progress.urge = Some(urge);
}
