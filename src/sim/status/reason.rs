//! Why an agent does not move, in a sentence.

use glam::Vec2;

use crate::agent::{Agent, AgentId, AgentState, Route, Urge};
use crate::grid::{Cell, Rect};
use crate::level::{Obstacle, Order, Trigger};
use crate::nav::{CornerRule, Reach, exit_from};
use crate::sim::TICKS_A_SECOND;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving};
use crate::sim::world::World;

/// Below this part of its speed an agent does not get on.
const SLOW: f32 = 0.1;

/// An agent is a hindrance when it is no farther ahead than so many times the sum of the two radii.
const AHEAD: f32 = 1.6;

/// Where nobody passes another: clearance, in radii.
const NARROW: f32 = 2.0;

/// From how far, in world units, an agent is held up by a door to which it goes.
const DOOR_AHEAD: f32 = 4.0;

/// Why those do not get on who find no ways.
const BY_RAYS: &str = "steers by rays alone, and finds no way round";

/// Why an agent does not move; `None` while it does, or where it has nothing to do.
pub fn reason_to_stand(world: &World, agents: &Agents, obstacles: &DynamicObstacles, agent: &Agent) -> Option<String> {
    if agent.on_link.is_some() {
        return None;
    }
    match agent.state {
        AgentState::Idle | AgentState::Arrived => reason_by_order(world, agents, agent),
        AgentState::Stopped => {
            let has_order = agent.order.as_ref().is_some_and(|order| *order != Order::Stop);
            reason_by_order(world, agents, agent).or_else(|| (!has_order).then(|| "stopped".to_owned()))
        }
        AgentState::Waiting => agents.seeks_way(agent.id).then(|| "waits for its path".to_owned()),
        AgentState::NoWay => Some(reason_of_no_way(world, obstacles, agent, "no path")),
        AgentState::ArrivedNear => Some(reason_of_no_way(world, obstacles, agent, "as near as it can come")),
        AgentState::Moving if agent.waiting.is_some() => {
            agent.waiting.map(|waiting| waiting.reason.describe().to_owned())
        }
        AgentState::Moving => {
            let is_slow = agent.velocity.length() < SLOW * world.profile_of(agent).speed;
            match (agent.walking(), agent.progress.urge) {
                (Some(route), _) if is_slow => reason_to_linger(world, agents, agent, route),
                (None, Some(Urge::Pursue { .. })) if is_slow => Some(BY_RAYS.to_owned()),
                (None, Some(Urge::Evade(_))) if is_slow => reason_by_order(world, agents, agent),
                _ => None,
            }
        }
    }
}

/// What an order waits for.
fn reason_by_order(world: &World, agents: &Agents, agent: &Agent) -> Option<String> {
    match agent.order {
        Some(Order::Follow { agent: other, .. } | Order::Flee { agent: other, .. })
            if agents.agent(AgentId(other)).is_none() =>
        {
            Some(format!("agent {other} is gone"))
        }
        Some(Order::Follow { agent: other, on_sight: true, .. }) if !agent.progress.in_sight => {
            Some(format!("agent {other} is out of sight"))
        }
        Some(Order::Flee { agent: other, distance }) => {
            let radii = |other: &Agent| world.profile_of(agent).radius + world.profile_of(other).radius;
            let is_near = |other: &Agent| agent.position.distance(other.position) - radii(other) < distance;
            let cornered = agents.agent(AgentId(other)).is_some_and(is_near);
            cornered.then(|| format!("agent {other} has it cornered"))
        }
        Some(Order::Wait(seconds)) if !agent.progress.is_over => {
            let left = f64::from(seconds) - f64::from(agent.progress.stood) / TICKS_A_SECOND;
            Some(format!("waits for {:.1} more seconds", left.max(0.0)))
        }
        _ => None,
    }
}

/// Why no way leads to where an agent was told to go; `told` says what became of it.
fn reason_of_no_way(world: &World, obstacles: &DynamicObstacles, agent: &Agent, told: &str) -> String {
    if !world.is_baked {
        return format!("{told}: nothing is baked");
    }
    if world.patrol_path(agent).is_some() {
        return format!("{told}: none of the points of its patrol can be reached");
    }
    let goals = goals_for(world, agent);
    let nav = world.nav_grid(agent.profile);
    if !goals.iter().any(|&goal| nav.is_passable(goal)) {
        let solid = world.ground(agent.profile).solid;
        let is_wall = |goal: &Cell| solid.closed(world.map.tile_of_cell(*goal)).is_some();
        let why = if goals.iter().any(is_wall) { "in a wall" } else { "where it is too narrow" };
        return format!("{told}: the goal is {why}");
    }
    if world.steers_by_rays(agent) {
        return BY_RAYS.to_owned();
    }
    match reach_from(world, agent) {
        None => format!("{told}: the goal is on an island"),
        Some(reach)
            if agent.state == AgentState::ArrivedNear
                && world.profile_of(agent).auto_repath
                && goals.iter().any(|&goal| reach.contains(goal)) =>
        {
            format!("{told}: others will not let it pass")
        }
        Some(reach) if goals.iter().any(|&goal| reach.contains(goal)) => {
            format!("{told}: its path is blocked, and it does not look for another by itself")
        }
        Some(reach) => match bridge_to(world, agent.profile, &reach, &goals) {
            Some("") => "waiting for a bridge".to_owned(),
            Some(bridge) => format!("waiting for a bridge: {bridge:?} is off"),
            None => match door_to(world, obstacles, agent.profile, &reach, &goals) {
                Some("") => "waiting for a door that is shut".to_owned(),
                Some(door) => format!("waiting for a door: {door:?} is shut"),
                None => format!("{told}: the goal is on an island"),
            },
        },
    }
}

/// Whether an agent has come as near to its goal as it can, and can only come there once a link or a door is switched.
pub fn waits_for_switch(world: &World, obstacles: &DynamicObstacles, agent: &Agent) -> bool {
    let is_held = matches!(agent.state, AgentState::NoWay | AgentState::ArrivedNear) && world.is_baked;
    if !is_held || world.map.links.iter().all(|link| link.active) && switched_doors(obstacles).next().is_none() {
        return false;
    }
    let goals = goals_for(world, agent);
    let cut_off = reach_from(world, agent).filter(|reach| !goals.iter().any(|&goal| reach.contains(goal)));
    cut_off.is_some_and(|reach| {
        let is_off = bridge_to(world, agent.profile, &reach, &goals).is_some();
        is_off || door_to(world, obstacles, agent.profile, &reach, &goals).is_some()
    })
}

/// The obstacles that stand in the way until somebody switches them.
fn switched_doors(obstacles: &DynamicObstacles) -> impl Iterator<Item = &Obstacle> {
    let is_shut =
        |door: &&Moving| door.is_ground && door.is_shut() && matches!(door.trigger(), Some(Trigger::Switched(_)));
    obstacles.moving.iter().filter(is_shut).map(|door| &door.obstacle)
}

/// The name of such a one, beside which there is both ground that can be reached and ground from which one of the
/// goals can be.
fn door_to<'a>(
    world: &World,
    obstacles: &'a DynamicObstacles,
    profile: usize,
    reach: &Reach,
    goals: &[Cell],
) -> Option<&'a str> {
    let nav = world.nav_grid(profile);
    let lattice = nav.lattice();
    let margin = Vec2::splat(world.profiles[profile].radius + lattice.tile_size);
    let leads_on = |cell: Cell| {
        let beyond = Reach::of(nav, cell, CornerRule::Never);
        beyond.is_some_and(|beyond| goals.iter().any(|&goal| beyond.contains(goal)))
    };
    let mut doors = switched_doors(obstacles).filter(|door| {
        let (min, max) = door.bounds();
        let (first, last) = (lattice.tile_at(min - margin), lattice.tile_at(max + margin));
        let beside = Rect::of_cell(first).union(Rect::of_cell(last)).clipped(lattice.width, lattice.height);
        beside.cells().any(|cell| reach.contains(cell)) && beside.cells().any(leads_on)
    });
    doors.next().map(|door| door.name.as_str())
}

/// The cells to which an agent was told to go.
fn goals_for(world: &World, agent: &Agent) -> Vec<Cell> {
    agent.goal.as_ref().and_then(|goal| world.goals_of(agent.profile, goal).ok()).unwrap_or_default()
}

/// Where an agent can come to; `None` in a wall.
fn reach_from<'a>(world: &'a World, agent: &Agent) -> Option<Reach<'a>> {
    let nav = world.nav_grid(agent.profile);
    let start = world.cell_of(agent.profile, agent.position).unwrap_or(nav.lattice().tile_at(agent.position));
    exit_from(nav, start).and_then(|root| Reach::of(nav, root, CornerRule::Never))
}

/// The name of a link that is off, and that would lead from what can be reached to where one of the goals can be.
fn bridge_to<'a>(world: &'a World, profile: usize, reach: &Reach, goals: &[Cell]) -> Option<&'a str> {
    let nav = world.nav_grid(profile);
    let cell = |point: Vec2| nav.lattice().tile_at(point);
    let leads_over = |from: Vec2, to: Vec2| {
        let beyond = Reach::of(nav, cell(to), CornerRule::Never).filter(|_| reach.contains(cell(from)));
        beyond.is_some_and(|beyond| goals.iter().any(|&goal| beyond.contains(goal)))
    };
    let bridge = world.map.links.iter().find(|link| {
        let back = link.both_ways && leads_over(link.to, link.from);
        !link.active && (leads_over(link.from, link.to) || back)
    });
    bridge.map(|link| link.name.as_str())
}

/// Why an agent does not get on along its way.
fn reason_to_linger(world: &World, agents: &Agents, agent: &Agent, route: &Route) -> Option<String> {
    if let Some(waiting) = agent.waiting {
        return Some(waiting.reason.describe().to_owned());
    }
    if agents.seeks_way(agent.id) {
        return Some("waits for its path".to_owned());
    }
    let ahead = who_stands_before(world, agents, agent, route);
    match ahead {
        Some(other) if is_at_door(world, agent, route) => Some(format!("queueing at a door, behind agent {}", other.0)),
        _ if agent.queueing => Some("queueing: it lets others pass".to_owned()),
        Some(other) => Some(format!("agent {} is in its way", other.0)),
        None if world.steers_by_rays(agent) => Some(BY_RAYS.to_owned()),
        None => None,
    }
}

/// Who stands right before an agent, the nearest.
fn who_stands_before(world: &World, agents: &Agents, agent: &Agent, route: &Route) -> Option<AgentId> {
    let onward = route.remaining().next()? - agent.position;
    let radius = world.profile_of(agent).radius;
    let in_the_way = |other: &&Agent| {
        let away = other.position - agent.position;
        let reach = AHEAD * (radius + world.profile_of(other).radius);
        other.id != agent.id && away.dot(onward) > 0.0 && away.length_squared() < reach * reach
    };
    let distance = |other: &Agent| other.position.distance_squared(agent.position);
    let others = agents.list.iter().filter(in_the_way);
    others.min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|other| other.id)
}

/// Whether the next bit of an agent's way leads through where only one passes at a time.
fn is_at_door(world: &World, agent: &Agent, route: &Route) -> bool {
    let nav = world.nav_grid(agent.profile);
    let radius = world.profile_of(agent).radius;
    let mut near = route.cells.iter().filter(|&&cell| nav.lattice().centre(cell).distance(agent.position) < DOOR_AHEAD);
    near.any(|&cell| nav.clearance(cell) < NARROW * radius)
}
