//! Stalls: what becomes of an agent that others keep from making progress, or from its slot.

use glam::Vec2;

use crate::agent::body::{distance_to_segment, fits};
use crate::agent::route::Route;
use crate::agent::{Agent, AgentState};
use crate::grid::Cell;
use crate::level::Order;
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::crowd::tuning::{
    AT_REST, DETOURS, FAR_PUSHED, GIVES_UP_AFTER, KEPT_OFF, KEPT_OFF_FOR_GOOD, NEAR_SLOT, PATHS_IN_VAIN, RETURNS,
    RETURNS_WITHIN, SETTLES_AFTER, SLOT_SCAN_CELLS, STALLS_OF_RETURNING, TIGHT, UNMOVED,
};
use crate::sim::crowd::yielding::{blocking_agent, bodies_around, finish_yielding, walk_along};
use crate::sim::planning::Planner;
use crate::sim::slot_search::FreeSlot;
use crate::sim::world::World;
use crate::sim::world::invalidation::lose_path;
use crate::sim::{Event, TICK};

/// What a stalled agent finds when it looks for its slot among standing agents.
struct SlotScan {
    /// The cells of a detour to its slot, if there is one and it is not the present route.
    round: Option<Vec<Cell>>,
    /// Whether standing agents block its route.
    is_shut: bool,
    /// The free slot nearest to its own that it can reach, and the cells of the path there.
    nearest: Option<(Vec<Cell>, FreeSlot)>,
}

/// Finds a stalled agent a detour around standing agents, or another path and slot; if that has not helped, lets it
/// settle near its slot, and in the end right where it is.
pub fn handle_stall(world: &World, agents: &mut Agents, planner: &mut Planner, events: &mut Vec<Event>, index: usize) {
    let agent = &mut agents.list[index];
    agent.recovery.stalls = agent.recovery.stalls.saturating_add(1);
    if agent.recovery.yielding.is_some() {
        return finish_yielding(agents, index);
    }
    let only_returns = agent.status.arrived_tick.is_some() || agent.task.goal.is_none();
    let stalls = agent.recovery.stalls.saturating_add(if only_returns { STALLS_OF_RETURNING } else { 0 });
    if agent.body.in_wall && stalls < GIVES_UP_AFTER || !world.profiles[agent.identity.profile].auto_repath {
        return lose_path(world, agents, index);
    }
    let scan_for_slot =
        scan_for_slot(world, agents, planner, index).unwrap_or(SlotScan { round: None, is_shut: false, nearest: None });
    match scan_for_slot.round {
        Some(cells) if stalls < DETOURS => take_detour(world, agents, index, &cells),
        _ if stalls >= GIVES_UP_AFTER => settle_near_slot(world, agents, events, index, None),
        _ if scan_for_slot.is_shut && stalls >= SETTLES_AFTER => {
            settle_near_slot(world, agents, events, index, scan_for_slot.nearest)
        }
        _ => lose_path(world, agents, index),
    }
}

/// Looks for the slot of an agent among standing agents. `None` if its route leads over links, if it finds no paths, or
/// if its slot is too far off to scan for.
fn scan_for_slot(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize) -> Option<SlotScan> {
    let agent = &agents.list[index];
    let (route, slot) = (agent.active_route()?, agent.plan.slot?);
    let (start, end) = (world.start_cell(&agents.list[index])?, world.cell_of(agent.identity.profile, slot)?);
    if route.links_ahead().next().is_some() || world.steers_by_rays(agent) || agents.seeks_path(agent.identity.id) {
        return None;
    }
    let mut scout = std::mem::take(&mut planner.scout);
    let ground = world.ground(agents.list[index].identity.profile);
    let stands = |other: usize| agents.list[other].stands();
    let bodies = bodies_around(world, agents, index, stands);
    scout.begin_among(&ground.nav.lattice(), start, agents.list[index].body.position, bodies);
    let mut nearest: Option<(f32, FreeSlot)> = None;
    let mut found = None;
    for _ in 0..SLOT_SCAN_CELLS {
        if planner.budget.is_used_up() {
            break;
        }
        planner.budget.spend(1);
        let next = scout.next(ground);
        if next.is_none_or(|cell| cell == end) {
            found = Some(next.is_some());
            break;
        }
        let free = next.and_then(|cell| scout.free_slot(ground, &agents.slots, cell));
        let better = free.map(|free| (free.point.distance(slot), free));
        nearest = nearest.into_iter().chain(better).min_by(|a, b| a.0.total_cmp(&b.0));
    }
    let is_barred = !found.unwrap_or(false) || route_crosses_standing(world, agents, index);
    let scan_for_slot = found.map(|is_found| SlotScan {
        round: (is_found && is_barred && end != start).then(|| scout.path_to(ground, end)),
        is_shut: is_barred && is_blocked_by_standing(world, agents, index),
        nearest: nearest.map(|(_, slot)| (scout.path_to(ground, slot.cell), slot)),
    });
    planner.scout = scout;
    scan_for_slot
}

/// Whether the agent right ahead stands: one that stands farther on may yield in the meantime.
fn is_blocked_by_standing(world: &World, agents: &Agents, index: usize) -> bool {
    blocking_agent(world, agents, index).is_some_and(|other| agents.list[other].stands())
}

/// Whether the route of an agent leads through the body of a standing one.
fn route_crosses_standing(world: &World, agents: &Agents, index: usize) -> bool {
    let agent = &agents.list[index];
    let Some(route) = agent.active_route() else { return false };
    let way: Vec<Vec2> = std::iter::once(agent.body.position).chain(route.remaining()).collect();
    let stands = |other: usize| agents.list[other].stands();
    let mut bodies = bodies_around(world, agents, index, stands);
    bodies.any(|(at, least)| way.windows(2).any(|ends| distance_to_segment(at, ends[0], ends[1]) < least))
}

/// Sends an agent to its slot along other cells.
fn take_detour(world: &World, agents: &mut Agents, index: usize, cells: &[Cell]) {
    let agent = &agents.list[index];
    let (Some(route), Some(point)) = (agent.active_route(), agent.plan.slot) else { return };
    let (status, ending, cell) = (route.status, route.ending, cells[cells.len() - 1]);
    walk_along(world, agents, index, cells, FreeSlot { cell, point }, status, ending);
}

/// Settles an agent as near to its slot as others allow: at a slot that it can reach, or right where it is.
fn settle_near_slot(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    index: usize,
    nearest: Option<(Vec<Cell>, FreeSlot)>,
) {
    let agent = &agents.list[index];
    let (here, slot) = (agent.body.position, agent.plan.slot.unwrap_or(agent.body.position));
    let radius = world.profiles[agent.identity.profile].radius;
    agents.give_up_slot(index);
    let worth_while = if has_room(world, agents, index, here) { here.distance(slot) - radius } else { f32::INFINITY };
    let nearest = nearest.filter(|(_, free)| free.point.distance(slot) < worth_while);
    let stands_at = nearest.as_ref().map_or(here, |(_, free)| free.point);
    let (status, ending) = match agents.list[index].active_route() {
        Some(route)
            if stands_at.distance(slot) <= NEAR_SLOT * radius
                || is_as_near_goal(world, agents, index, stands_at, slot) =>
        {
            (route.status, route.ending)
        }
        _ => (PathStatus::Partial, AgentState::ArrivedNear),
    };
    match nearest {
        Some((cells, free)) => {
            agents.keep_slot(index, free.point, &world.profiles);
            walk_along(world, agents, index, &cells, free, status, ending);
        }
        None => stop_among_others(world, agents, events, index, status, ending),
    }
}

/// Whether a point is in one of the goal cells of an agent, or, where these are full, in sight of the nearest of them
/// and as near to it as the slot of the agent is to the one nearest to that.
fn is_as_near_goal(world: &World, agents: &Agents, index: usize, point: Vec2, slot: Vec2) -> bool {
    let agent = &agents.list[index];
    let ground = world.ground(agent.identity.profile);
    let lattice = ground.nav.lattice();
    let goals =
        agent.task.goal.as_ref().and_then(|goal| world.goals_of(agent.identity.profile, goal).ok()).unwrap_or_default();
    let nearest = |point: Vec2| {
        let distances = goals.iter().map(|&goal| (lattice.centre(goal).distance(point), goal));
        distances.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let (Some((distance, goal)), Some((most, _))) = (nearest(point), nearest(slot)) else { return false };
    let is_near = distance <= most + ground.radius() && ground.is_straight(point, lattice.centre(goal));
    is_near || goals.contains(&lattice.tile_at(point))
}

/// Lets an agent stand where it is, as it can reach neither its goal nor any slot near it.
fn stop_among_others(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    index: usize,
    status: PathStatus,
    ending: AgentState,
) {
    agents.drop_job(index);
    agents.drop_route(index);
    let agent = &mut agents.list[index];
    agent.enter(ending);
    if matches!(ending, AgentState::Arrived | AgentState::ArrivedNear) {
        agent.status.arrived_tick = Some(world.tick);
        if !agent.task.order.as_ref().is_some_and(Order::is_roving) || agent.task.progress.is_over {
            events.push(Event::Arrived { agent: agent.identity.id, status });
        }
    }
    take_slot_here(world, agents, index);
}

/// Whether an agent can stand at a point that is no slot of another.
pub fn has_room(world: &World, agents: &Agents, index: usize, point: Vec2) -> bool {
    let ground = world.ground(agents.list[index].identity.profile);
    fits(&ground.solid, point) && agents.slots.is_free(point, TIGHT * ground.radius())
}

/// Whether an agent has stalled for so long that it needs another route, or was given one path after another none of
/// which leads nearer.
pub fn makes_no_progress(agents: &Agents, index: usize) -> bool {
    let is_in_vain = |route: &Route| route.attempts.since > 0 && route.attempts.since.is_multiple_of(PATHS_IN_VAIN);
    agents.list[index].active_route().is_some_and(|route| route.has_stalled() || is_in_vain(route))
}

/// Brings a standing agent back that was pushed to where it cannot go straight to its slot; one that was pushed off
/// again and again stays where it is.
pub fn return_to_slot(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    if agents.jobs.of(agent.identity.id).is_some() {
        return;
    }
    let times = if world.tick - agent.recovery.displaced.1 <= RETURNS_WITHIN { agent.recovery.displaced.0 } else { 0 };
    agents.list[index].recovery.displaced = (times.saturating_add(1), world.tick);
    if is_displaced_for_good(world, agents, index) && !agents.list[index].body.in_wall {
        settle_where_displaced(world, agents, index);
    } else {
        lose_path(world, agents, index);
    }
}

/// Whether a standing agent was pushed off its slot again and again, and no longer comes back.
pub fn is_displaced_for_good(world: &World, agents: &Agents, index: usize) -> bool {
    let (times, last) = agents.list[index].recovery.displaced;
    times > RETURNS && world.tick - last <= RETURNS_WITHIN
}

/// Gives a standing agent a slot where it was pushed to.
fn settle_where_displaced(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let slot = agent.plan.slot.unwrap_or(agent.body.position);
    if agent.state() == AgentState::Arrived && !is_as_near_goal(world, agents, index, agent.body.position, slot) {
        agents.list[index].enter(AgentState::ArrivedNear);
    }
    take_slot_here(world, agents, index);
}

/// Gives a standing agent that others keep from its slot for good a slot where it is.
pub fn settle_if_kept_from_slot(world: &World, agents: &mut Agents, index: usize, rests: bool) {
    let agent = &mut agents.list[index];
    if agent.stands() && agent.body.position.distance(agent.body.previous_position) <= UNMOVED {
        // Wedged in between walls and others it may have a velocity and not move.
        agent.body.velocity = Vec2::ZERO;
    }
    if rests || !agent.stands() || agent.motion.wanted_velocity == Vec2::ZERO || agent.crossing.on_link.is_some() {
        agent.recovery.kept_from_slot = 0;
        return;
    }
    let radius = world.profiles[agent.identity.profile].radius;
    let is_far = agent.plan.slot.is_some_and(|slot| slot.distance(agent.body.position) > FAR_PUSHED * radius);
    let ticks = match agent.body.velocity.length() <= 2.0 * AT_REST {
        true => 8,
        // Pushed along a narrow passage it comes back when that is free again.
        false if is_far => 0,
        false => 1,
    };
    agent.recovery.kept_from_slot = (agent.recovery.kept_from_slot + ticks).min(KEPT_OFF_FOR_GOOD);
    let (kept_from_slot, here) = (agent.recovery.kept_from_slot, agent.body.position);
    if kept_from_slot >= KEPT_OFF && agents.slots.is_free(here, TIGHT * radius)
        || kept_from_slot >= KEPT_OFF_FOR_GOOD && overlaps_nobody(world, agents, index)
    {
        take_slot_here(world, agents, index);
    }
}

/// Whether the body of an agent overlaps no other.
fn overlaps_nobody(world: &World, agents: &Agents, index: usize) -> bool {
    let agent = &agents.list[index];
    let radius = |agent: &Agent| world.profiles[agent.identity.profile].radius;
    let is_apart =
        |other: &Agent| other.body.position.distance(agent.body.position) >= TIGHT * radius(agent) + radius(other);
    agents.list.iter().all(|other| other.identity.id == agent.identity.id || is_apart(other))
}

/// Gives an agent a slot where it is or comes to rest; an agent that had its slot there looks for another.
fn take_slot_here(world: &World, agents: &mut Agents, index: usize) {
    agents.give_up_slot(index);
    let agent = &agents.list[index];
    let (here, speed) = (agent.body.position, agent.body.velocity.length());
    let ground = world.ground(agent.identity.profile);
    let stop = here + agent.body.velocity.normalize_or_zero() * ground.mover.stopping_distance(speed);
    let moves = here.distance(agent.body.previous_position) > 3.0 * AT_REST * TICK;
    if moves && ground.is_straight(here, stop) && has_room(world, agents, index, stop) {
        agents.keep_slot(index, stop, &world.profiles);
    } else {
        agents.list[index].halt();
        agents.keep_slot(index, here, &world.profiles);
    }
    agents.displace_others(index, &world.profiles);
}
