//! Yielding: where two agents meet and there is no room to pass, one goes back to the nearest point off the other's
//! route, waits there until that has passed, and returns.
//!
//! A standing agent yields to a walking one; of two walking agents the one with the lower right of way yields, or, if
//! it has nowhere to go, the other. A yielding agent has the right of way of the agent that it lets pass, so that those
//! behind it yield in turn. Clearing the route of one agent at a time is what makes methods complete that move many
//! agents over a graph step by step: Boris de Wilde, Adriaan ter Mors and Cees Witteveen, "Push and Rotate: a complete
//! multi-agent pathfinding algorithm", Journal of Artificial Intelligence Research 51, 2014.

use glam::Vec2;

use crate::agent::body::distance_to_segment;
use crate::agent::route::{Purpose, Route};
use crate::agent::{Agent, AgentId, AgentState, Waiting, WaitingFor, Yielding};
use crate::grid::Cell;
use crate::level::Target;
use crate::nav::PathStatus;
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::crowd::stalls::{has_room, is_displaced_for_good};
use crate::sim::crowd::tuning::{
    ASKS_AFTER, ASKS_EVERY, BLOCKING_AHEAD, BLOCKING_REACH, CELL_SLACK, GIVES_UP_AFTER, PASSING_ROOM, YIELD_CHAIN,
    YIELD_SCAN_CELLS, YIELDS_FOR,
};
use crate::sim::jobs::JobKind;
use crate::sim::planning::Planner;
use crate::sim::slot_search::FreeSlot;
use crate::sim::world::World;

/// Lets a stalled agent ask the one in its way to let it pass.
pub fn ask_to_yield(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize) {
    let agent = &agents.list[index];
    let is_stalled = agent.active_route().is_some_and(|route| route.stalled >= ASKS_AFTER);
    let is_time = (world.tick + u64::from(agent.identity.id.0)).is_multiple_of(ASKS_EVERY);
    let has_patience = agent.recovery.stalls < GIVES_UP_AFTER;
    let is_tired = !has_patience || is_displaced_for_good(world, agents, index);
    if !is_stalled || !is_time || is_tired || agent.crossing.waiting.is_some() || agent.body.in_wall {
        return;
    }
    let Some(other) = blocking_agent(world, agents, index) else { return };
    let other_first = !agents.list[other].stands() && rank(world, agents, other) < rank(world, agents, index);
    let (first, second) = if other_first { (other, index) } else { (index, other) };
    let helps = swap_slots(world, agents, planner, index, other)
        || start_yielding(world, agents, planner, second, first)
        || !agents.list[other].stands() && start_yielding(world, agents, planner, first, second);
    agents.list[index].recovery.stalls += u8::from(helps);
}

/// The agent right ahead of one that stands there, or comes the other way, or does not get past it either.
pub fn blocking_agent(world: &World, agents: &Agents, index: usize) -> Option<usize> {
    let agent = &agents.list[index];
    let onward = (agent.active_route()?.heads_for(agent.body.position) - agent.body.position).normalize_or_zero();
    let radius = world.profiles[agent.identity.profile].radius;
    let is_in_the_way = |other: &Agent| {
        let profile = &world.profiles[other.identity.profile];
        let (away, reach) = (other.body.position - agent.body.position, BLOCKING_REACH * (radius + profile.radius));
        let is_ahead = away.length_squared() < reach * reach && away.dot(onward) > BLOCKING_AHEAD * away.length();
        let is_stuck = other.active_route().is_some_and(|route| route.stalled >= ASKS_AFTER);
        let hinders =
            other.motion.wanted_velocity.dot(onward) < 0.0 || is_stuck && other.motion.wanted_velocity.dot(away) < 0.0;
        let opposes = other.crossing.waiting.is_none() && hinders;
        let minds = profile.avoidance_quality != AvoidanceQuality::None;
        other.identity.id != agent.identity.id
            && is_ahead
            && minds
            && other.crossing.on_link.is_none()
            && (other.stands() || opposes)
    };
    let distance = |other: usize| agents.list[other].body.position.distance_squared(agent.body.position);
    let others = (0..agents.list.len()).filter(|&other| is_in_the_way(&agents.list[other]));
    others.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}

/// Swaps the slots of two agents with the same goal, if that brings both together nearer to them, or if the other
/// stands between an agent and its slot. Returns whether it does.
fn swap_slots(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize, other: usize) -> bool {
    let (one, two) = (&agents.list[index], &agents.list[other]);
    let (Some(slot), Some(others_slot)) = (one.plan.slot, two.plan.slot) else { return false };
    if world.steers_by_rays(one) || world.steers_by_rays(two) {
        return false;
    }
    let radius = |agent: &Agent| world.profiles[agent.identity.profile].radius;
    let left = |there: Vec2, others: Vec2| one.body.position.distance(there) + two.body.position.distance(others);
    let is_between =
        two.stands() && two.body.position.distance(slot) < one.body.position.distance(slot) - 0.5 * radius(one);
    let least = if is_between { -radius(one) } else { radius(one) };
    let is_worth_while = left(others_slot, slot) < left(slot, others_slot) - least;
    let is_shared = one.task.goal.is_some() && one.task.goal == two.task.goal;
    if !is_shared || !is_worth_while || one.recovery.yielding.is_some() || two.recovery.yielding.is_some() {
        return false;
    }
    agents.give_up_slot(index);
    agents.give_up_slot(other);
    let fits = has_room(world, agents, index, others_slot) && has_room(world, agents, other, slot);
    let slots = if fits { [others_slot, slot] } else { [slot, others_slot] };
    for (index, slot) in [index, other].into_iter().zip(slots) {
        agents.keep_slot(index, slot, &world.profiles);
        if fits && walk_to_slot(world, agents, planner, index, slot).is_none() {
            agents.list[index].enter(AgentState::Waiting);
            agents.put_job(index, JobKind::FindPath);
        }
    }
    fits
}

/// Sends an agent to the slot that it has now; `None` if no path there is short enough.
fn walk_to_slot(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize, slot: Vec2) -> Option<()> {
    let agent = &agents.list[index];
    let ending = if agent.stands() {
        agent.state()
    } else {
        agent.plan.route.as_ref().map_or(agent.state(), |route| route.ending)
    };
    let status = if ending == AgentState::Arrived { PathStatus::Complete } else { PathStatus::Partial };
    let (cell, start) = (world.cell_of(agent.identity.profile, slot)?, world.start_cell(&agents.list[index])?);
    let mut scout = std::mem::take(&mut planner.scout);
    let ground = world.ground(agents.list[index].identity.profile);
    scout.begin(&ground.nav.lattice(), start, slot);
    let is_found = planner.cells(&mut scout, ground, YIELD_SCAN_CELLS).any(|next| next == cell);
    let cells = scout.path_to(ground, if is_found { cell } else { start });
    planner.scout = scout;
    is_found.then(|| walk_along(world, agents, index, &cells, FreeSlot { cell, point: slot }, status, ending))
}

/// The agents for which one yields in the end: itself, the agent that it lets pass, the one that this lets pass, and so
/// on.
fn yield_chain(agents: &Agents, index: usize) -> Vec<usize> {
    let mut row = vec![index];
    while row.len() < YIELD_CHAIN
        && let Some(yielding) = agents.list[row[row.len() - 1]].recovery.yielding
        && let Some(next) = agents.index_of(yielding.to).filter(|next| !row.contains(next))
    {
        row.push(next);
    }
    row
}

/// The right of way of an agent where only one can pass: the lesser goes first.
fn rank(world: &World, agents: &Agents, index: usize) -> (u8, AgentId, usize) {
    let row = yield_chain(agents, index);
    let last = &agents.list[row[row.len() - 1]];
    (world.profiles[last.identity.profile].avoidance_priority, last.identity.id, row.len())
}

/// Lets an agent yield to another. Returns whether it does: not if there is nowhere to go, if it has tried in vain, or
/// if it steers by rays, as a search finds the way there.
fn start_yielding(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize, first: usize) -> bool {
    let (agent, to) = (&agents.list[index], agents.list[first].identity.id);
    if agent.recovery.yielding.is_some_and(|yielding| yielding.to == to) {
        let is_stuck = agent.active_route().is_some_and(|route| route.stalled >= ASKS_AFTER);
        if is_stuck {
            finish_yielding(agents, index);
        }
        return !is_stuck;
    }
    let is_busy =
        agent.crossing.waiting.is_some() || agent.crossing.on_link.is_some() || agents.seeks_path(agent.identity.id);
    if is_busy || agent.body.in_wall || world.steers_by_rays(agent) || is_displaced_for_good(world, agents, first) {
        return false;
    }
    let Some((cells, slot)) = find_yield_point(world, agents, planner, index, first) else { return false };
    let agent = &agents.list[index];
    let stood = match agent.recovery.yielding {
        Some(yielding) => yielding.stood,
        None => agent.stands().then_some(agent.state()),
    };
    let ending = stood.or(agent.plan.route.as_ref().map(|route| route.ending)).unwrap_or(AgentState::ArrivedNear);
    walk_along(world, agents, index, &cells, slot, PathStatus::Complete, ending);
    let agent = &mut agents.list[index];
    agent.recovery.yielding = Some(Yielding { to, since: world.tick, stood });
    let id = agent.identity.id.0;
    // An agent that comes out of a corner to yield has to be let out first; the other waits meanwhile.
    let first = &mut agents.list[first];
    first.motion.avoidance.yield_to(id);
    first.plan.route.iter_mut().for_each(Route::pause);
    true
}

/// The nearest point off the routes of an agent and of those that it lets pass, and the cells of the path there, which
/// leads through none of them nor through any standing agent.
fn find_yield_point(
    world: &World,
    agents: &mut Agents,
    planner: &mut Planner,
    index: usize,
    first: usize,
) -> Option<(Vec<Cell>, FreeSlot)> {
    let row = yield_chain(agents, first);
    if row.contains(&index) {
        return None;
    }
    let start = world.start_cell(&agents.list[index])?;
    let mut scout = std::mem::take(&mut planner.scout);
    let ground = world.ground(agents.list[index].identity.profile);
    let lattice = ground.nav.lattice();
    let is_solid = |other: usize| row.contains(&other) || agents.list[other].stands();
    scout.begin_among(&lattice, start, lattice.centre(start), bodies_around(world, agents, index, is_solid));
    let ways: Vec<(Vec<Vec2>, f32)> = row.iter().map(|&other| remaining_route(world, agents, other, index)).collect();
    let is_off = |point: Vec2| ways.iter().all(|(way, least)| distance_to_route(point, way) >= *least + PASSING_ROOM);
    let slot = planner
        .cells(&mut scout, ground, YIELD_SCAN_CELLS)
        .find(|&cell| ground.nav.is_passable(cell) && is_off(lattice.centre(cell)));
    let found = slot.map(|cell| (scout.path_to(ground, cell), FreeSlot { cell, point: lattice.centre(cell) }));
    planner.scout = scout;
    found
}

/// The positions of all other agents that count as solid, and how far from there the middle of a cell must be for an
/// agent to pass.
pub fn bodies_around(
    world: &World,
    agents: &Agents,
    index: usize,
    is_solid: impl Fn(usize) -> bool,
) -> impl Iterator<Item = (Vec2, f32)> {
    let others = (0..agents.list.len()).filter(move |&other| other != index && is_solid(other));
    let radius = world.profiles[agents.list[index].identity.profile].radius;
    others.filter(|&other| agents.list[other].crossing.on_link.is_none()).map(move |other| {
        let other = &agents.list[other];
        (other.body.position, (1.0 - CELL_SLACK) * (radius + world.profiles[other.identity.profile].radius))
    })
}

/// The rest of the route of an agent, and how far from it the middle of another must be to leave it free.
fn remaining_route(world: &World, agents: &Agents, index: usize, other: usize) -> (Vec<Vec2>, f32) {
    let agent = &agents.list[index];
    let onward = agent.active_route().into_iter().flat_map(Route::remaining);
    let radius = |index: usize| world.profiles[agents.list[index].identity.profile].radius;
    (std::iter::once(agent.body.position).chain(onward).collect(), radius(index) + radius(other))
}

/// Sends an agent along cells to a slot, which other agents may take meanwhile.
pub fn walk_along(
    world: &World,
    agents: &mut Agents,
    index: usize,
    cells: &[Cell],
    slot: FreeSlot,
    status: PathStatus,
    ending: AgentState,
) {
    agents.drop_route(index);
    let agent = &agents.list[index];
    let target = agent.task.goal.clone().unwrap_or(Target::Point(slot.point));
    let purpose = Purpose { target, status, ending, onward: None };
    let route = Route::lay_along(world.ground(agent.identity.profile), agent.body.position, cells, slot.point, purpose);
    let agent = &mut agents.list[index];
    agent.plan.route = Some(route);
    agent.enter(AgentState::Moving);
    agent.recovery.kept_from_slot = 0;
}

/// Lets an agent that yields go on when the other has passed.
pub fn update_yielding(world: &World, agents: &mut Agents, index: usize) {
    let Some(yielding) = agents.list[index].recovery.yielding else { return };
    let is_over = match agents.index_of(yielding.to) {
        Some(other) => has_passed(world, agents, index, other) || world.tick - yielding.since > YIELDS_FOR,
        None => true,
    };
    if is_over {
        finish_yielding(agents, index);
    }
}

/// Whether an agent is no longer in the way of another.
fn has_passed(world: &World, agents: &Agents, index: usize, other: usize) -> bool {
    if agents.list[other].stands() || agents.list[other].crossing.on_link.is_some() {
        return true;
    }
    let here = agents.list[index].body.position;
    let (way, least) = remaining_route(world, agents, other, index);
    let left = distance_to_route(here, &way);
    left >= least && way[0].distance(here) <= left + 1e-3
}

/// Lets an agent that has yielded go on, or back to its slot.
pub fn finish_yielding(agents: &mut Agents, index: usize) {
    let Some(yielding) = agents.stop_yielding(index) else { return };
    match yielding.stood {
        Some(state) => {
            agents.drop_route(index);
            agents.list[index].enter(state);
        }
        None => {
            // Its yield point is not where it was sent.
            agents.list[index].enter(AgentState::Waiting);
            agents.put_job(index, JobKind::FindPath);
        }
    }
}

/// Lets an agent wait that has come to its yield point.
pub fn wait_at_yield_point(agents: &mut Agents, index: usize, slot: Vec2) {
    agents.list[index].crossing.waiting = Some(Waiting { reason: WaitingFor::Pass, position: slot });
}

/// The distance from a point to a line through points, in world units.
fn distance_to_route(point: Vec2, way: &[Vec2]) -> f32 {
    let first = way.first().map_or(f32::INFINITY, |first| first.distance(point));
    way.windows(2).map(|ends| distance_to_segment(point, ends[0], ends[1])).fold(first, f32::min)
}
