//! Agents that keep each other from their goals, and whether they get on together.

use glam::Vec2;

use super::may_take_part;
use super::places::{is_off_slot, leaves};
use crate::agent::neighbours::PointGrid;
use crate::agent::recovery::Recovery;
use crate::agent::tuning::STALL_TICKS;
use crate::agent::{Agent, AgentId, AgentState, WaitingFor};
use crate::level::Target;
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::blocking::is_blocked;
use crate::sim::tuning::{BLOCKING_REACH, GETS_ON, MOST_REORDERED};
use crate::sim::world::World;
use crate::sorting;

/// Agents on their way, one touching the other or an agent that stands between them.
#[derive(Clone, Debug, Default)]
pub struct Group {
    members: Vec<GroupMember>,
    /// How many it is with those that stand between them.
    pub bodies: usize,
    /// The tick in which it was last seen to get on.
    since: u64,
}

/// One of a group that is on its way.
#[derive(Clone, Debug)]
struct GroupMember {
    id: AgentId,
    /// `None` for one that goes back to its slot.
    goal: Option<Target>,
    radius: f32,
    /// The way that was left to its goal when the group last got on, and that is left now, in world units; `None` as
    /// long as it has had no path to it.
    left: Option<(f32, f32)>,
}

impl Group {
    fn of(world: &World, agents: &Agents, members: &[&Agent]) -> Group {
        let member = |agent: &&Agent| {
            let left = left(world, agent).map(|left| (left, left));
            let goal = agent.task.goal.clone();
            GroupMember { id: agent.identity.id, goal, radius: world.profile_of(agent).radius, left }
        };
        let bodies = members.len();
        let members = members.iter().filter(|agent| is_kept(world, agents, agent)).map(member).collect();
        Group { members, bodies, since: world.tick }
    }

    /// By how much its members must have come nearer to their goals together for it to get on, in world units.
    fn least_gain(&self) -> f32 {
        let radii: f32 = self.members.iter().map(|member| member.radius).sum();
        radii * (GETS_ON / self.members.len() as f32).min(1.0)
    }

    /// Those of it that are on their way, in order of id.
    pub fn members(&self) -> impl Iterator<Item = AgentId> {
        self.members.iter().map(|member| member.id)
    }

    /// Whether it has not got on [for a while](STALL_TICKS).
    pub fn is_stuck(&self, tick: u64) -> bool {
        tick - self.since >= u64::from(STALL_TICKS)
    }

    /// Looks how far its members have come. Returns whether it still is a group that does not get on: it may have come apart, or have
    /// other goals. Like one agent it gets on when it has come nearer by its radius: that is when its members have on average; of
    /// many, when together they have come as far as [some](GETS_ON) by their radius. Who steps forward and back does not count for
    /// more than where it is, and what one gains and another loses is no gain.
    pub fn observe_progress(&mut self, world: &World, agents: &Agents) -> bool {
        let (mut gained, mut is_held_up) = (0.0, false);
        for member in &mut self.members {
            let agent = agents.agent(member.id).filter(|agent| agent.task.goal == member.goal);
            let takes_part = |agent: &&Agent| may_take_part(world, agent) && has_open_way(world, agent);
            let Some(agent) = agent.filter(takes_part) else { return false };
            if let Some(now) = left(world, agent) {
                member.left = Some((member.left.map_or(now, |(before, _)| before), now));
            }
            gained += member.left.map_or(0.0, |(before, now)| before - now);
            is_held_up |= has_stalled(world, agents, agent);
        }
        is_held_up && gained < self.least_gain()
    }
}

/// The groups in which somebody has stalled of whom `is_new` holds, but not those that are too large to be reordered.
pub fn groups(world: &World, agents: &Agents, is_new: impl Fn(&Agent) -> bool) -> Vec<Group> {
    let is_seed = |index: &usize| {
        let agent = &agents.list[*index];
        has_stalled(world, agents, agent) && is_among_others(world, agent) && is_new(agent)
    };
    let seeds: Vec<usize> = (0..agents.list.len()).filter(is_seed).collect();
    if seeds.is_empty() {
        return Vec::new();
    }
    let largest = world.profiles.iter().map(|profile| profile.radius).fold(0.0, f32::max);
    let mut near = PointGrid::default();
    let point = |agent: &Agent| is_among_others(world, agent).then_some(agent.body.position);
    near.rebuild(&agents.list, point, 2.0 * BLOCKING_REACH * largest);
    let mut is_known = vec![false; agents.list.len()];
    let mut groups = Vec::new();
    for seed in seeds {
        if std::mem::replace(&mut is_known[seed], true) {
            continue;
        }
        let (mut found, mut next) = (vec![seed], 0);
        while let Some(&index) = found.get(next) {
            next += 1;
            let (here, radius) = (agents.list[index].body.position, world.profile_of(&agents.list[index]).radius);
            let reach = Vec2::splat(BLOCKING_REACH * (radius + largest));
            for place in near.runs(here - reach, here + reach).flatten() {
                let other = near.order()[place] as usize;
                let least = BLOCKING_REACH * (radius + world.profile_of(&agents.list[other]).radius);
                let touches = agents.list[other].body.position.distance_squared(here) < least * least;
                if touches && !std::mem::replace(&mut is_known[other], true) {
                    found.push(other);
                }
            }
        }
        if (2..=MOST_REORDERED).contains(&found.len()) {
            sorting::sort(&mut found);
            let members: Vec<&Agent> = found.iter().map(|&index| &agents.list[index]).collect();
            groups.push(Group::of(world, agents, &members));
        }
    }
    groups
}

/// Whether an agent can be in the way of others, and does not wait for its turn where that comes without the group.
fn is_among_others(world: &World, agent: &Agent) -> bool {
    may_take_part(world, agent) && agent.crossing.waiting.is_none_or(|waiting| waiting.reason == WaitingFor::Pass)
}

/// Whether an agent gets on no further because of others, has given up because of them, or is driven off its slot by them.
fn has_stalled(world: &World, agents: &Agents, agent: &Agent) -> bool {
    let is_held =
        leaves(world, agents, agent) && (agent.stands() || is_blocked(agent) || agent.recovery.state.stalls() > 0);
    (is_held || is_driven_off(world, agent)) && has_open_way(world, agent)
}

/// Whether an agent is on its way, has given up, or is driven off its slot, and nothing but others can keep it from its goal.
fn is_kept(world: &World, agents: &Agents, agent: &Agent) -> bool {
    (leaves(world, agents, agent) || is_driven_off(world, agent)) && has_open_way(world, agent)
}

/// Whether others push an agent along that stood, or it is on its way back. Two that each have to pass the other would otherwise
/// drive each other off in turn: what one gains is what the other loses.
fn is_driven_off(world: &World, agent: &Agent) -> bool {
    let is_kept_off = matches!(agent.recovery.state, Recovery::KeptOff { .. }) && is_off_slot(world, agent);
    match agent.state() {
        AgentState::Arrived | AgentState::Idle | AgentState::Stopped => is_kept_off,
        _ => agent.task.goal.is_none() && is_blocked(agent),
    }
}

/// Whether the ground leads an agent to its goal, or back to its slot, whoever stands on it.
pub fn has_open_way(world: &World, agent: &Agent) -> bool {
    match (agent.active_route(), &agent.task.goal) {
        (Some(route), _) => route.purpose.status == PathStatus::Complete,
        (None, None) => agent.plan.slot.is_some(),
        (None, Some(goal)) => {
            let (profile, here) = (agent.identity.profile, agent.body.position);
            let reach = world.start_cell(agent).and_then(|start| world.reach_from(profile, start));
            let goals = world.goals_near(profile, goal, here).unwrap_or_default();
            reach.is_some_and(|reach| goals.iter().any(|&cell| reach.contains(cell)))
        }
    }
}

/// The way that is left to the goal of an agent, or to its slot if it stood there, in world units; `None` where it has no path
/// to it. A path may end short of it.
fn left(world: &World, agent: &Agent) -> Option<f32> {
    let here = agent.body.position;
    let off_slot = agent.plan.slot.map_or(0.0, |slot| slot.distance(here));
    let straight = agent.task.goal.as_ref().and_then(|goal| world.target_point(goal, here));
    let straight = straight.map_or(off_slot, |goal| goal.distance(here));
    match agent.state() {
        AgentState::Arrived | AgentState::Idle | AgentState::Stopped => Some(off_slot),
        AgentState::ArrivedNear => Some(straight),
        _ => {
            let route = agent.active_route().filter(|_| agent.recovery.yielding().is_none())?;
            Some(route.left_from(here).max(straight))
        }
    }
}
