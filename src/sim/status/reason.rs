//! Why an agent does not move.

use glam::Vec2;

use crate::agent::tuning::CRAWL;
use crate::agent::{Agent, AgentId, AgentState, Route, Urge, WaitingFor};
use crate::grid::{Cell, Rect};
use crate::level::{Obstacle, Order, Trigger};
use crate::nav::{CornerRule, Reach};
use crate::sim::TICKS_A_SECOND;
use crate::sim::agents::Agents;
use crate::sim::blocking::{agent_ahead, blocking_agent};
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving, moving};
use crate::sim::own_place::goal_is_free;
use crate::sim::status::unreachable::{Unreachable, why_unreachable};
use crate::sim::world::World;

/// Why an agent does not move.
#[derive(Clone, Debug, PartialEq)]
pub enum StuckReason {
    /// It was told to stop.
    Stopped,
    /// Its path is still being searched for.
    PathPending,
    /// The agent that it follows or flees from no longer exists.
    Gone(AgentId),
    /// It follows on sight, and does not see the agent that it follows.
    OutOfSight(AgentId),
    /// It flees, and its pursuer has cornered it.
    CorneredBy(AgentId),
    /// It was told to wait; the seconds that are left.
    Waiting(f64),
    /// It has a path, but may not walk on yet.
    WaitingFor(WaitingFor),
    /// It waits for the links of this name to be switched on; the name may be empty.
    WaitingForBridge(String),
    /// It waits for the door of this name to be switched open; the name may be empty.
    WaitingForDoor(String),
    /// It steers by rays, which lead it no nearer.
    NoWayByRays,
    /// It could not reach its goal, or get any nearer to it.
    Unreachable {
        /// Whether it came as near as possible; otherwise there was no path at all.
        came_near: bool,
        /// Why it could get no nearer.
        why: Unreachable,
    },
    /// It queues at a door, behind this agent.
    QueueingBehind(AgentId),
    /// It stands aside to let others pass.
    LettingOthersPass,
    /// This agent is in its way.
    ObstructedBy(AgentId),
}

/// Clearance in radii. Where there is less, two agents cannot pass each other, and the one behind queues.
const NARROW_CLEARANCE: f32 = 2.0;

/// World units. How far ahead along the route a narrow place counts as the door at which an agent queues.
const DOOR_REACH: f32 = 4.0;

/// Looks. A search for a cell of a place with many tiles that can be reached takes so few that the panel can ask in every
/// frame.
const MOST_LOOKS: u32 = 2000;

/// Returns why an agent does not move; `None` while it moves or has nothing to do.
pub fn stuck_reason(
    world: &World,
    agents: &Agents,
    obstacles: &DynamicObstacles,
    agent: &Agent,
) -> Option<StuckReason> {
    if agent.crossing.on_link.is_some() {
        return None;
    }
    match agent.state() {
        AgentState::Idle | AgentState::Arrived => reason_by_order(world, agents, agent),
        AgentState::Stopped => {
            let has_order = agent.task.order.as_ref().is_some_and(|order| *order != Order::Stop);
            reason_by_order(world, agents, agent).or_else(|| (!has_order).then_some(StuckReason::Stopped))
        }
        AgentState::Waiting => agents.seeks_path(agent.identity.id).then_some(StuckReason::PathPending),
        AgentState::NoWay | AgentState::ArrivedNear => Some(reason_of_no_way(world, agents, obstacles, agent)),
        AgentState::Moving => {
            if let Some(waiting) = agent.crossing.waiting {
                return Some(StuckReason::WaitingFor(waiting.reason));
            }
            let is_slow = agent.body.velocity.length() < CRAWL * world.profile_of(agent).speed;
            match (agent.active_route(), agent.task.progress.urge) {
                (Some(route), _) if is_slow => reason_on_route(world, agents, obstacles, agent, route),
                (None, Some(Urge::Pursue { .. })) if is_slow => Some(StuckReason::NoWayByRays),
                (None, Some(Urge::Evade(_))) if is_slow => reason_by_order(world, agents, agent),
                _ => None,
            }
        }
    }
}

/// Returns what an agent's order waits for.
fn reason_by_order(world: &World, agents: &Agents, agent: &Agent) -> Option<StuckReason> {
    let other = agent.whom();
    match agent.task.order {
        Some(Order::Follow { .. } | Order::Flee { .. }) if agents.agent(other?).is_none() => {
            Some(StuckReason::Gone(other?))
        }
        Some(Order::Follow { on_sight: true, .. }) if !agent.task.progress.in_sight => {
            Some(StuckReason::OutOfSight(other?))
        }
        Some(Order::Flee { distance, .. }) => {
            let radii = |other: &Agent| world.profile_of(agent).radius + world.profile_of(other).radius;
            let is_near = |other: &Agent| agent.body.position.distance(other.body.position) - radii(other) < distance;
            agents.agent(other?).is_some_and(is_near).then_some(StuckReason::CorneredBy(other?))
        }
        Some(Order::Wait(seconds)) if !agent.task.progress.is_over => {
            let left = f64::from(seconds) - f64::from(agent.task.progress.stood) / TICKS_A_SECOND;
            Some(StuckReason::Waiting(left.max(0.0)))
        }
        _ => None,
    }
}

/// Returns why no path leads to where an agent was sent.
fn reason_of_no_way(world: &World, agents: &Agents, obstacles: &DynamicObstacles, agent: &Agent) -> StuckReason {
    let came_near = agent.state() == AgentState::ArrivedNear;
    let unreachable = |why: Unreachable| StuckReason::Unreachable { came_near, why };
    if !world.is_baked {
        return unreachable(Unreachable::NotBaked);
    }
    if world.patrol_path(agent).is_some() {
        return unreachable(Unreachable::PatrolPoints);
    }
    if agent.task.goal.is_none() {
        return unreachable(why_given_up(world, agents, agent));
    }
    let (reach, profile) = (reach_from(world, agent), agent.identity.profile);
    let (goals, nav) = (goals_for(world, agent, reach.as_ref()), world.nav_grid(profile));
    if world.steers_by_rays(agent) && goals.iter().any(|&goal| nav.is_passable(goal)) {
        let middle = |&goal: &Cell| nav.lattice().centre(goal);
        let is_met = !goals.iter().any(|goal| are_rays_free(world, obstacles, agent, middle(goal)));
        return if is_met { StuckReason::NoWayByRays } else { unreachable(why_given_up(world, agents, agent)) };
    }
    if reach.is_some_and(|reach| goals.iter().any(|&goal| reach.contains(goal))) {
        return unreachable(why_given_up(world, agents, agent));
    }
    if let Some(bridge) = reach.and_then(|reach| bridge_to(world, profile, &reach, &goals)) {
        return StuckReason::WaitingForBridge(bridge.to_owned());
    }
    if let Some(door) = reach.and_then(|reach| door_to(world, obstacles, profile, &reach, &goals)) {
        return StuckReason::WaitingForDoor(door.to_owned());
    }
    unreachable(what_separates(world, agent))
}

/// Why an agent stands short of a place to which the ground leads.
fn why_given_up(world: &World, agents: &Agents, agent: &Agent) -> Unreachable {
    if !world.profile_of(agent).auto_repath {
        return Unreachable::Blocked;
    }
    if are_others_in_the_way(world, agents, agent) { Unreachable::OthersInTheWay } else { Unreachable::GivenUp }
}

/// Whether another is so near to an agent that its body does not fit in between, or has its slot where the agent is sent.
fn are_others_in_the_way(world: &World, agents: &Agents, agent: &Agent) -> bool {
    let radius = world.profile_of(agent).radius;
    let is_near = |other: &Agent| {
        let gap = other.body.position.distance(agent.body.position) - radius - world.profile_of(other).radius;
        other.identity.id != agent.identity.id && other.crossing.on_link.is_none() && gap < 2.0 * radius
    };
    let has_goal = agent.task.goal.is_some();
    has_goal && !goal_is_free(world, agents, agent) || agents.list.iter().any(is_near)
}

/// Whether nothing that rays meet lies straight between an agent and a point.
fn are_rays_free(world: &World, obstacles: &DynamicObstacles, agent: &Agent, point: Vec2) -> bool {
    let ground = world.ground(agent.identity.profile);
    let (here, radius) = (agent.body.position, ground.radius());
    let reach = radius + 0.5 * here.distance(point);
    let is_between = |(obstacle, _): (&Obstacle, Vec2)| obstacle.distance(0.5 * (here + point)) < reach;
    ground.is_straight(here, point) && !moving(obstacles).any(is_between)
}

/// Returns why an agent cannot reach where it is sent; `None` if it can, or could if a link or a door were switched.
pub fn why_goal_unreachable(
    world: &World,
    agents: &Agents,
    obstacles: &DynamicObstacles,
    agent: &Agent,
) -> Option<Unreachable> {
    use Unreachable::{Blocked, GivenUp, OthersInTheWay};
    match reason_of_no_way(world, agents, obstacles, agent) {
        StuckReason::Unreachable { why: OthersInTheWay | GivenUp | Blocked, .. } => None,
        StuckReason::Unreachable { why, .. } => Some(why),
        _ => None,
    }
}

/// Returns what keeps an agent from where it is sent, also where a link or a door could be switched.
pub fn what_separates(world: &World, agent: &Agent) -> Unreachable {
    let reach = reach_from(world, agent);
    let goals = goals_for(world, agent, reach.as_ref());
    why_unreachable(world, agent.identity.profile, tile_of(world, agent), reach.as_ref(), &goals)
}

fn tile_of(world: &World, agent: &Agent) -> Cell {
    world.map.lattice.tile_at(agent.body.position)
}

/// Whether an agent is as near to its goal as possible and could only reach it if a link or a door were switched.
pub fn waits_for_switch(world: &World, obstacles: &DynamicObstacles, agent: &Agent) -> bool {
    let is_held = matches!(agent.state(), AgentState::NoWay | AgentState::ArrivedNear) && world.is_baked;
    if !is_held || world.map.links.iter().all(|link| link.active) && switched_doors(obstacles).next().is_none() {
        return false;
    }
    let reach = reach_from(world, agent);
    let goals = goals_for(world, agent, reach.as_ref());
    let cut_off = reach.filter(|reach| !goals.iter().any(|&goal| reach.contains(goal)));
    cut_off.is_some_and(|reach| {
        let is_off = bridge_to(world, agent.identity.profile, &reach, &goals).is_some();
        is_off || door_to(world, obstacles, agent.identity.profile, &reach, &goals).is_some()
    })
}

/// Returns the obstacles that block the way until someone switches them.
fn switched_doors(obstacles: &DynamicObstacles) -> impl Iterator<Item = &Obstacle> {
    let is_shut =
        |door: &&Moving| door.is_ground && door.is_shut() && matches!(door.trigger(), Some(Trigger::Switched(_)));
    obstacles.moving.iter().filter(is_shut).map(|door| &door.obstacle)
}

/// Returns the name of a switched door that separates ground that can be reached from ground that is connected to one
/// of the goals.
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

/// Returns the cells to which an agent was sent: of a place with many tiles one that it can reach, or else the nearest.
fn goals_for(world: &World, agent: &Agent, reach: Option<&Reach>) -> Vec<Cell> {
    let Some(goal) = &agent.task.goal else { return Vec::new() };
    let Some(area) = world.area_of(goal) else {
        return world.goals_of(agent.identity.profile, goal).unwrap_or_default();
    };
    let goals = area.goals();
    let reached = reach.and_then(|reach| {
        let mut search = reach.search_nearest(&goals, false);
        reach.advance(&mut search, &goals, MOST_LOOKS);
        (search.distance_squared() == 0).then(|| search.cells())
    });
    reached.unwrap_or_else(|| area.nearest(world.map.cells().tile_at(agent.body.position)).into_iter().collect())
}

/// Returns the ground that an agent can reach; `None` in a wall.
fn reach_from<'a>(world: &'a World, agent: &Agent) -> Option<Reach<'a>> {
    let (profile, position) = (agent.identity.profile, agent.body.position);
    let start = world.cell_of(profile, position).unwrap_or(world.nav_grid(profile).lattice().tile_at(position));
    world.reach_from(profile, start)
}

/// Returns the name of a link that is off and would connect ground that can be reached to one of the goals.
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

/// Returns why an agent does not advance along its route.
fn reason_on_route(
    world: &World,
    agents: &Agents,
    obstacles: &DynamicObstacles,
    agent: &Agent,
    route: &Route,
) -> Option<StuckReason> {
    if let Some(waiting) = agent.crossing.waiting {
        return Some(StuckReason::WaitingFor(waiting.reason));
    }
    if agents.seeks_path(agent.identity.id) {
        return Some(StuckReason::PathPending);
    }
    match agent_in_the_way(world, agents, agent) {
        Some(other) if is_at_door(world, agent, route) => Some(StuckReason::QueueingBehind(other)),
        _ if agent.motion.queueing => Some(StuckReason::LettingOthersPass),
        Some(other) => Some(StuckReason::ObstructedBy(other)),
        None if world.steers_by_rays(agent) => {
            (!are_rays_free(world, obstacles, agent, route.end())).then_some(StuckReason::NoWayByRays)
        }
        None => None,
    }
}

/// Returns the agent that yields to one, or that blocks it, or that is right ahead of it.
fn agent_in_the_way(world: &World, agents: &Agents, agent: &Agent) -> Option<AgentId> {
    let yields = |other: &&Agent| other.recovery.yielding().is_some_and(|yielding| yielding.to == agent.identity.id);
    let blocks = || blocking_agent(world, agents, agent).or_else(|| agent_ahead(world, agents, agent, |_| true));
    agents.list.iter().find(yields).or_else(blocks).map(|other| other.identity.id)
}

/// Whether the next part of an agent's route is so narrow that agents cannot pass each other.
fn is_at_door(world: &World, agent: &Agent, route: &Route) -> bool {
    let nav = world.nav_grid(agent.identity.profile);
    let radius = world.profile_of(agent).radius;
    let mut near =
        route.cells.iter().filter(|&&cell| nav.lattice().centre(cell).distance(agent.body.position) < DOOR_REACH);
    near.any(|&cell| nav.clearance(cell) < NARROW_CLEARANCE * radius)
}
