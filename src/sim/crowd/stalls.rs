//! Hold-ups: what becomes of an agent whom others keep from getting on, or from its place.

use glam::Vec2;

use crate::agent::body::{distance_to_segment, fits};
use crate::agent::route::Route;
use crate::agent::{Agent, AgentState};
use crate::grid::Cell;
use crate::level::Order;
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::crowd::yielding::{bodies_beside, go_on_after_making_way, walk_along, who_blocks};
use crate::sim::crowd::{AT_REST, NEAR_PLACE, UNMOVED};
use crate::sim::planning::Planner;
use crate::sim::slot_search::FreePlace;
use crate::sim::world::World;
use crate::sim::world::invalidation::lose_way;
use crate::sim::{Event, TICK};

/// After so many hold-ups in a row, of four seconds each or ended by the help of others, an agent settles where it is,
/// whoever it is that holds it up.
pub const MOST_HOLD_UPS: u8 = 12;

/// After so many, whoever is shut off from its place by those who stand settles before them.
const SHUT_OFF: u8 = 2;

/// So many fewer suffice for an agent that had arrived and had to leave its place again, or that is to go nowhere.
const HOLD_UPS_BEFORE: u8 = 9;

/// Whoever stands, and cannot come back to its place, stands where it is, if that is nobody's place, after so many eighths
/// of a tick: a second and a half without moving. After the second number it does so in any case.
const KEPT_OFF: u16 = 720;
const KEPT_OFF_FOR_GOOD: u16 = 4 * KEPT_OFF;

/// From how far off its place, in radii, whoever is being pushed along does not take to where it is.
const FAR_PUSHED: f32 = 4.0;

/// Who stands where it happens to be, among others, may overlap them by a twenty-fifth of its radius: where bodies stand
/// close together nobody has the very last room.
const TIGHT: f32 = 0.96;

/// Whoever was given so many ways one after the other that lead no nearer is held up.
const IN_VAIN: u8 = 4;

/// So often whoever stands comes back to its place when it was driven off it, each time within so many ticks, 20 seconds, of
/// the time before.
const MOST_RETURNS: u8 = 2;
const IN_A_ROW: u64 = 1200;

/// How many cells are looked at for a way round those who stand.
const MOST_CELLS: usize = 5000;

/// After so many a way round those who stand is not tried any more.
const MOST_ROUNDS: u8 = 3;

/// What an agent finds that looks for its place among those who stand.
struct Outlook {
    /// The cells of the way there, if there is any and it is not the one that the agent is on.
    round: Option<Vec<Cell>>,
    /// Whether those who stand are in its way.
    is_shut: bool,
    /// Of the free places that it can come to the nearest to its own, and the cells of the way there.
    nearest: Option<(Vec<Cell>, FreePlace)>,
}

/// Has an agent that does not get on look for a way round those who stand, or for another way and place, or, if that
/// has not helped, settle near it, or at the very last right where it is.
pub fn evade(world: &World, agents: &mut Agents, planner: &mut Planner, events: &mut Vec<Event>, index: usize) {
    let agent = &mut agents.list[index];
    agent.stalls = agent.stalls.saturating_add(1);
    if agent.yielding.is_some() {
        return go_on_after_making_way(agents, index);
    }
    let only_returns = agent.arrived_tick.is_some() || agent.goal.is_none();
    let hold_ups = agent.stalls.saturating_add(if only_returns { HOLD_UPS_BEFORE } else { 0 });
    if agent.in_wall && hold_ups < MOST_HOLD_UPS || !world.profiles[agent.profile].auto_repath {
        return lose_way(world, agents, index);
    }
    let outlook =
        outlook(world, agents, planner, index).unwrap_or(Outlook { round: None, is_shut: false, nearest: None });
    match outlook.round {
        Some(cells) if hold_ups < MOST_ROUNDS => go_round(world, agents, index, &cells),
        _ if hold_ups >= MOST_HOLD_UPS => settle_before(world, agents, events, index, None),
        _ if outlook.is_shut && hold_ups >= SHUT_OFF => settle_before(world, agents, events, index, outlook.nearest),
        _ => lose_way(world, agents, index),
    }
}

/// Looks from an agent, among those who stand, for its place; `None` where its way leads over links or it finds no ways,
/// or where its place is too far off to look for.
fn outlook(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize) -> Option<Outlook> {
    let agent = &agents.list[index];
    let (route, place) = (agent.active_route()?, agent.slot?);
    let (start, end) = (world.start_cell(&agents.list[index])?, world.cell_of(agent.profile, place)?);
    if route.links_ahead().next().is_some() || world.steers_by_rays(agent) || agents.seeks_way(agent.id) {
        return None;
    }
    let mut scout = std::mem::take(&mut planner.scout);
    let ground = world.ground(agents.list[index].profile);
    let stands = |other: usize| agents.list[other].stands();
    let bodies = bodies_beside(world, agents, index, stands);
    scout.begin_among(&ground.nav.lattice(), start, agents.list[index].position, bodies);
    let mut nearest: Option<(f32, FreePlace)> = None;
    let mut found = None;
    for _ in 0..MOST_CELLS {
        if planner.budget.is_used_up() {
            break;
        }
        planner.budget.spend(1);
        let next = scout.next(ground);
        if next.is_none_or(|cell| cell == end) {
            found = Some(next.is_some());
            break;
        }
        let free = next.and_then(|cell| scout.free_place(ground, &agents.slots, cell));
        let better = free.map(|free| (free.point.distance(place), free));
        nearest = nearest.into_iter().chain(better).min_by(|a, b| a.0.total_cmp(&b.0));
    }
    let is_barred = !found.unwrap_or(false) || leads_through_others(world, agents, index);
    let outlook = found.map(|is_found| Outlook {
        round: (is_found && is_barred && end != start).then(|| scout.way_to(ground, end)),
        is_shut: is_barred && is_before_others(world, agents, index),
        nearest: nearest.map(|(_, place)| (scout.way_to(ground, place.cell), place)),
    });
    planner.scout = scout;
    outlook
}

/// Whether it is somebody who stands that an agent has come to: who stands farther on may give way in the meantime.
fn is_before_others(world: &World, agents: &Agents, index: usize) -> bool {
    who_blocks(world, agents, index).is_some_and(|other| agents.list[other].stands())
}

/// Whether an agent's way leads through the body of somebody who stands.
fn leads_through_others(world: &World, agents: &Agents, index: usize) -> bool {
    let agent = &agents.list[index];
    let Some(route) = agent.active_route() else { return false };
    let way: Vec<Vec2> = std::iter::once(agent.position).chain(route.remaining()).collect();
    let stands = |other: usize| agents.list[other].stands();
    let mut bodies = bodies_beside(world, agents, index, stands);
    bodies.any(|(at, least)| way.windows(2).any(|ends| distance_to_segment(at, ends[0], ends[1]) < least))
}

/// Has an agent go another way to its place.
fn go_round(world: &World, agents: &mut Agents, index: usize, cells: &[Cell]) {
    let agent = &agents.list[index];
    let (Some(route), Some(point)) = (agent.active_route(), agent.slot) else { return };
    let (status, ending, cell) = (route.status, route.ending, cells[cells.len() - 1]);
    walk_along(world, agents, index, cells, FreePlace { cell, point }, status, ending);
}

/// Has an agent settle as near to its place as others allow: at a place that it can come to, or right where it is.
fn settle_before(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    index: usize,
    nearest: Option<(Vec<Cell>, FreePlace)>,
) {
    let agent = &agents.list[index];
    let (here, place) = (agent.position, agent.slot.unwrap_or(agent.position));
    let radius = world.profiles[agent.profile].radius;
    agents.give_up_place(index);
    let worth_while = if has_room(world, agents, index, here) { here.distance(place) - radius } else { f32::INFINITY };
    let nearest = nearest.filter(|(_, free)| free.point.distance(place) < worth_while);
    let stands_at = nearest.as_ref().map_or(here, |(_, free)| free.point);
    let (status, ending) = match agents.list[index].active_route() {
        Some(route)
            if stands_at.distance(place) <= NEAR_PLACE * radius
                || is_as_near(world, agents, index, stands_at, place) =>
        {
            (route.status, route.ending)
        }
        _ => (PathStatus::Partial, AgentState::ArrivedNear),
    };
    match nearest {
        Some((cells, free)) => {
            agents.keep_place(index, free.point, &world.profiles);
            walk_along(world, agents, index, &cells, free, status, ending);
        }
        None => stand_among_others(world, agents, events, index, status, ending),
    }
}

/// Whether a point is in one of the cells to which an agent was sent, or, where these are full, in sight of the nearest
/// of them and as near to it as the agent's place is to the one nearest to that.
fn is_as_near(world: &World, agents: &Agents, index: usize, point: Vec2, place: Vec2) -> bool {
    let agent = &agents.list[index];
    let ground = world.ground(agent.profile);
    let lattice = ground.nav.lattice();
    let goals = agent.goal.as_ref().and_then(|goal| world.goals_of(agent.profile, goal).ok()).unwrap_or_default();
    let nearest = |point: Vec2| {
        let distances = goals.iter().map(|&goal| (lattice.centre(goal).distance(point), goal));
        distances.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let (Some((distance, goal)), Some((most, _))) = (nearest(point), nearest(place)) else { return false };
    let is_near = distance <= most + ground.radius() && ground.is_straight(point, lattice.centre(goal));
    is_near || goals.contains(&lattice.tile_at(point))
}

/// Has an agent stand where it is, as it can come neither to its goal nor to any place near it.
fn stand_among_others(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    index: usize,
    status: PathStatus,
    ending: AgentState,
) {
    agents.dismiss(index);
    agents.drop_route(index);
    let agent = &mut agents.list[index];
    agent.enter(ending);
    if matches!(ending, AgentState::Arrived | AgentState::ArrivedNear) {
        agent.arrived_tick = Some(world.tick);
        if !agent.order.as_ref().is_some_and(Order::is_roving) || agent.progress.is_over {
            events.push(Event::Arrived { agent: agent.id, status });
        }
    }
    stand_aside(world, agents, index);
}

/// Whether an agent can stand at a point, which is nobody's place.
pub fn has_room(world: &World, agents: &Agents, index: usize, point: Vec2) -> bool {
    let ground = world.ground(agents.list[index].profile);
    fits(&ground.solid, point) && agents.slots.is_free(point, TIGHT * ground.radius())
}

/// Whether an agent has not come on along its way for so long that it needs another one, or has been given one way
/// after the other and none leads nearer.
pub fn gets_nowhere(agents: &Agents, index: usize) -> bool {
    let is_in_vain = |route: &Route| route.attempts.since > 0 && route.attempts.since.is_multiple_of(IN_VAIN);
    agents.list[index].active_route().is_some_and(|route| route.has_stalled() || is_in_vain(route))
}

/// Has an agent come back that stands, and was pushed to where it cannot go straight to its place; who was driven off so
/// again and again is content to stand where it is.
pub fn come_back(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    if agents.jobs.of(agent.id).is_some() {
        return;
    }
    let times = if world.tick - agent.displaced.1 <= IN_A_ROW { agent.displaced.0 } else { 0 };
    agents.list[index].displaced = (times.saturating_add(1), world.tick);
    if is_driven_off(world, agents, index) && !agents.list[index].in_wall {
        stay_off(world, agents, index);
    } else {
        lose_way(world, agents, index);
    }
}

/// Whether an agent that had come to stand was driven off its place again and again, and does not go on coming back.
pub fn is_driven_off(world: &World, agents: &Agents, index: usize) -> bool {
    let (times, last) = agents.list[index].displaced;
    times > MOST_RETURNS && world.tick - last <= IN_A_ROW
}

/// Has an agent that had come to stand take its place where it has been pushed.
fn stay_off(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let place = agent.slot.unwrap_or(agent.position);
    if agent.state == AgentState::Arrived && !is_as_near(world, agents, index, agent.position, place) {
        agents.list[index].enter(AgentState::ArrivedNear);
    }
    stand_aside(world, agents, index);
}

/// Lets an agent that stands, and that others keep off its place for good, have its place where it is.
pub fn come_to_terms(world: &World, agents: &mut Agents, index: usize, rests: bool) {
    let agent = &mut agents.list[index];
    if agent.stands() && agent.position.distance(agent.previous_position) <= UNMOVED {
        // Between walls and others it may have a velocity and not move.
        agent.velocity = Vec2::ZERO;
    }
    if rests || !agent.stands() || agent.wanted_velocity == Vec2::ZERO || agent.on_link.is_some() {
        agent.kept_from_slot = 0;
        return;
    }
    let radius = world.profiles[agent.profile].radius;
    let is_far = agent.slot.is_some_and(|place| place.distance(agent.position) > FAR_PUSHED * radius);
    let ticks = match agent.velocity.length() <= 2.0 * AT_REST {
        true => 8,
        // Pushed along a narrow way it comes back when that is free again.
        false if is_far => 0,
        false => 1,
    };
    agent.kept_from_slot = (agent.kept_from_slot + ticks).min(KEPT_OFF_FOR_GOOD);
    let (kept_from_slot, here) = (agent.kept_from_slot, agent.position);
    if kept_from_slot >= KEPT_OFF && agents.slots.is_free(here, TIGHT * radius)
        || kept_from_slot >= KEPT_OFF_FOR_GOOD && touches_nobody(world, agents, index)
    {
        stand_aside(world, agents, index);
    }
}

/// Whether an agent's body overlaps nobody else's.
fn touches_nobody(world: &World, agents: &Agents, index: usize) -> bool {
    let agent = &agents.list[index];
    let radius = |agent: &Agent| world.profiles[agent.profile].radius;
    let is_apart = |other: &Agent| other.position.distance(agent.position) >= TIGHT * radius(agent) + radius(other);
    agents.list.iter().all(|other| other.id == agent.id || is_apart(other))
}

/// Has an agent keep the place where it is, or comes to rest; whoever was to stand there gets another one.
fn stand_aside(world: &World, agents: &mut Agents, index: usize) {
    agents.give_up_place(index);
    let agent = &agents.list[index];
    let (here, speed) = (agent.position, agent.velocity.length());
    let ground = world.ground(agent.profile);
    let stop = here + agent.velocity.normalize_or_zero() * ground.mover.stopping_distance(speed);
    let moves = here.distance(agent.previous_position) > 3.0 * AT_REST * TICK;
    if moves && ground.is_straight(here, stop) && has_room(world, agents, index, stop) {
        agents.keep_place(index, stop, &world.profiles);
    } else {
        agents.list[index].halt();
        agents.keep_place(index, here, &world.profiles);
    }
    agents.displace_others(index, &world.profiles);
}
