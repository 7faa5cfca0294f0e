//! Making way: where two meet and there is no room to pass, one goes back to the nearest place that is off the way of the
//! other, waits there until that has passed, and comes back.
//!
//! Whoever stands makes way for whoever walks; of two who walk, the less important does, or, where it has nowhere to go,
//! the other. Who makes way is as important meanwhile as the one that it lets pass, so that those behind it make
//! way in their turn. Clearing the way of one agent at a time is what makes the methods complete that move many agents
//! step by step over a graph: Boris de Wilde, Adriaan ter Mors and Cees Witteveen, "Push and Rotate: a complete multi-agent
//! pathfinding algorithm", Journal of Artificial Intelligence Research 51, 2014.

use glam::Vec2;

use crate::agent::body::distance_to_segment;
use crate::agent::route::{Purpose, Route};
use crate::agent::{Agent, AgentId, AgentState, Waiting, WaitingFor, Yielding};
use crate::grid::Cell;
use crate::level::Target;
use crate::nav::PathStatus;
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::crowd::stalls::{MOST_HOLD_UPS, has_room, is_driven_off};
use crate::sim::jobs::Errand;
use crate::sim::planning::Planner;
use crate::sim::slot_search::FreePlace;
use crate::sim::world::World;

/// After so many eighths of a tick without coming nearer an agent asks who is in its way to let it pass: two seconds, as
/// one that others hold up counts four a tick. After so many more it asks again.
pub const ASKS_AFTER: u32 = 480;
const ASKS_EVERY: u64 = 30;

/// Who is in the way is no farther than so many times the sum of the two radii, and ahead: the cosine is at least this.
const NEAR: f32 = 1.25;
const AHEAD: f32 = 0.3;

/// So much room, in world units, is left to whoever passes.
const ROOM: f32 = 0.05;

/// How many cells are looked at for a place out of the way.
const MOST_CELLS: usize = 3000;

/// Nobody makes way for longer than so many ticks, eight seconds.
const LONGEST: u64 = 480;

/// So many agents at most make way for each other in a row.
const MOST_IN_A_ROW: usize = 8;

/// Bodies may be so much nearer to the middle of a cell than would touch, as a part of both radii: the way does not lead
/// through the very middles.
const SLACK: f32 = 0.1;

/// Has an agent that does not get on ask who is in its way to let it pass.
pub fn ask_to_pass(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize) {
    let agent = &agents.list[index];
    let is_stalled = agent.active_route().is_some_and(|route| route.stalled >= ASKS_AFTER);
    let is_time = (world.tick + u64::from(agent.id.0)).is_multiple_of(ASKS_EVERY);
    let has_patience = agent.stalls < MOST_HOLD_UPS;
    let is_tired = !has_patience || is_driven_off(world, agents, index);
    if !is_stalled || !is_time || is_tired || agent.waiting.is_some() || agent.in_wall {
        return;
    }
    let Some(other) = who_blocks(world, agents, index) else { return };
    let other_first = !agents.list[other].stands() && rank(world, agents, other) < rank(world, agents, index);
    let (first, second) = if other_first { (other, index) } else { (index, other) };
    let helps = trade_places(world, agents, planner, index, other)
        || have_make_way(world, agents, planner, second, first)
        || !agents.list[other].stands() && have_make_way(world, agents, planner, first, second);
    agents.list[index].stalls += u8::from(helps);
}

/// Who is right ahead of an agent and stands there, or wants to come the other way, or not past
/// it and does not get on either.
pub fn who_blocks(world: &World, agents: &Agents, index: usize) -> Option<usize> {
    let agent = &agents.list[index];
    let onward = (agent.active_route()?.heads_for(agent.position) - agent.position).normalize_or_zero();
    let radius = world.profiles[agent.profile].radius;
    let is_in_the_way = |other: &Agent| {
        let profile = &world.profiles[other.profile];
        let (away, reach) = (other.position - agent.position, NEAR * (radius + profile.radius));
        let is_ahead = away.length_squared() < reach * reach && away.dot(onward) > AHEAD * away.length();
        let is_stuck = other.active_route().is_some_and(|route| route.stalled >= ASKS_AFTER);
        let hinders = other.wanted_velocity.dot(onward) < 0.0 || is_stuck && other.wanted_velocity.dot(away) < 0.0;
        let opposes = other.waiting.is_none() && hinders;
        let minds = profile.avoidance_quality != AvoidanceQuality::None;
        other.id != agent.id && is_ahead && minds && other.on_link.is_none() && (other.stands() || opposes)
    };
    let distance = |other: usize| agents.list[other].position.distance_squared(agent.position);
    let others = (0..agents.list.len()).filter(|&other| is_in_the_way(&agents.list[other]));
    others.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}

/// Has two who were sent to the same goal trade the places that they have there, if that brings both together nearer to
/// them, or if the other stands between an agent and its place: it is nearer to that. Whether it does.
fn trade_places(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize, other: usize) -> bool {
    let (one, two) = (&agents.list[index], &agents.list[other]);
    let (Some(place), Some(others_place)) = (one.slot, two.slot) else { return false };
    if world.steers_by_rays(one) || world.steers_by_rays(two) {
        return false;
    }
    let radius = |agent: &Agent| world.profiles[agent.profile].radius;
    let left = |there: Vec2, others: Vec2| one.position.distance(there) + two.position.distance(others);
    let is_between = two.stands() && two.position.distance(place) < one.position.distance(place) - 0.5 * radius(one);
    let least = if is_between { -radius(one) } else { radius(one) };
    let is_worth_while = left(others_place, place) < left(place, others_place) - least;
    let is_shared = one.goal.is_some() && one.goal == two.goal;
    if !is_shared || !is_worth_while || one.yielding.is_some() || two.yielding.is_some() {
        return false;
    }
    agents.give_up_place(index);
    agents.give_up_place(other);
    let fits = has_room(world, agents, index, others_place) && has_room(world, agents, other, place);
    let places = if fits { [others_place, place] } else { [place, others_place] };
    for (index, place) in [index, other].into_iter().zip(places) {
        agents.keep_place(index, place, &world.profiles);
        if fits && go_to_place(world, agents, planner, index, place).is_none() {
            agents.list[index].enter(AgentState::Waiting);
            agents.entrust(index, Errand::FindWay);
        }
    }
    fits
}

/// Has an agent that has another place now go there; `None` where it finds no way that is short enough.
fn go_to_place(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize, place: Vec2) -> Option<()> {
    let agent = &agents.list[index];
    let ending =
        if agent.stands() { agent.state } else { agent.route.as_ref().map_or(agent.state, |route| route.ending) };
    let status = if ending == AgentState::Arrived { PathStatus::Complete } else { PathStatus::Partial };
    let (cell, start) = (world.cell_of(agent.profile, place)?, world.start_cell(&agents.list[index])?);
    let mut scout = std::mem::take(&mut planner.scout);
    let ground = world.ground(agents.list[index].profile);
    scout.begin(&ground.nav.lattice(), start, place);
    let is_found = planner.cells(&mut scout, ground, MOST_CELLS).any(|next| next == cell);
    let cells = scout.way_to(ground, if is_found { cell } else { start });
    planner.scout = scout;
    is_found.then(|| walk_along(world, agents, index, &cells, FreePlace { cell, point: place }, status, ending))
}

/// Those for whom an agent makes way in the end: itself, whom it lets pass, whom that one lets pass, and so on.
fn served_by(agents: &Agents, index: usize) -> Vec<usize> {
    let mut row = vec![index];
    while row.len() < MOST_IN_A_ROW
        && let Some(making_way) = agents.list[row[row.len() - 1]].yielding
        && let Some(next) = agents.index_of(making_way.to).filter(|next| !row.contains(next))
    {
        row.push(next);
    }
    row
}

/// How important an agent is where only one can pass: less is more important.
fn rank(world: &World, agents: &Agents, index: usize) -> (u8, AgentId, usize) {
    let row = served_by(agents, index);
    let last = &agents.list[row[row.len() - 1]];
    (world.profiles[last.profile].avoidance_priority, last.id, row.len())
}

/// Has an agent make way for another. Whether it does: not where there is nowhere to go, or if it has tried in vain; nor
/// if it steers by rays, as the way there is one that a search has found.
fn have_make_way(world: &World, agents: &mut Agents, planner: &mut Planner, index: usize, first: usize) -> bool {
    let (agent, to) = (&agents.list[index], agents.list[first].id);
    if agent.yielding.is_some_and(|making_way| making_way.to == to) {
        let is_stuck = agent.active_route().is_some_and(|route| route.stalled >= ASKS_AFTER);
        if is_stuck {
            go_on_after_making_way(agents, index);
        }
        return !is_stuck;
    }
    let is_busy = agent.waiting.is_some() || agent.on_link.is_some() || agents.seeks_way(agent.id);
    if is_busy || agent.in_wall || world.steers_by_rays(agent) || is_driven_off(world, agents, first) {
        return false;
    }
    let Some((cells, place)) = place_aside(world, agents, planner, index, first) else { return false };
    let agent = &agents.list[index];
    let stood = match agent.yielding {
        Some(making_way) => making_way.stood,
        None => agent.stands().then_some(agent.state),
    };
    let ending = stood.or(agent.route.as_ref().map(|route| route.ending)).unwrap_or(AgentState::ArrivedNear);
    walk_along(world, agents, index, &cells, place, PathStatus::Complete, ending);
    let agent = &mut agents.list[index];
    agent.yielding = Some(Yielding { to, since: world.tick, stood });
    let id = agent.id.0;
    // Whoever comes out of a corner to make way has to be let out first; the other has patience meanwhile.
    let first = &mut agents.list[first];
    first.avoidance.yield_to(id);
    first.route.iter_mut().for_each(Route::pause);
    true
}

/// The nearest place that is off the way of another agent, and of those whom that lets pass, and the cells of the way
/// there, which leads through none of them nor through anybody who stands.
fn place_aside(
    world: &World,
    agents: &mut Agents,
    planner: &mut Planner,
    index: usize,
    first: usize,
) -> Option<(Vec<Cell>, FreePlace)> {
    let row = served_by(agents, first);
    if row.contains(&index) {
        return None;
    }
    let start = world.start_cell(&agents.list[index])?;
    let mut scout = std::mem::take(&mut planner.scout);
    let ground = world.ground(agents.list[index].profile);
    let lattice = ground.nav.lattice();
    let is_solid = |other: usize| row.contains(&other) || agents.list[other].stands();
    scout.begin_among(&lattice, start, lattice.centre(start), bodies_beside(world, agents, index, is_solid));
    let ways: Vec<(Vec<Vec2>, f32)> = row.iter().map(|&other| way_before(world, agents, other, index)).collect();
    let is_off = |point: Vec2| ways.iter().all(|(way, least)| distance_to_way(point, way) >= *least + ROOM);
    let place = planner
        .cells(&mut scout, ground, MOST_CELLS)
        .find(|&cell| ground.nav.is_passable(cell) && is_off(lattice.centre(cell)));
    let found = place.map(|cell| (scout.way_to(ground, cell), FreePlace { cell, point: lattice.centre(cell) }));
    planner.scout = scout;
    found
}

/// Of all others that count as solid, where they are, and how far from there the middle of a cell must be for an agent.
pub fn bodies_beside(
    world: &World,
    agents: &Agents,
    index: usize,
    is_solid: impl Fn(usize) -> bool,
) -> impl Iterator<Item = (Vec2, f32)> {
    let others = (0..agents.list.len()).filter(move |&other| other != index && is_solid(other));
    let radius = world.profiles[agents.list[index].profile].radius;
    others.filter(|&other| agents.list[other].on_link.is_none()).map(move |other| {
        let other = &agents.list[other];
        (other.position, (1.0 - SLACK) * (radius + world.profiles[other.profile].radius))
    })
}

/// The way that an agent still has to go, and how far from it the middle of another must be not to be touched.
fn way_before(world: &World, agents: &Agents, index: usize, other: usize) -> (Vec<Vec2>, f32) {
    let agent = &agents.list[index];
    let onward = agent.active_route().into_iter().flat_map(Route::remaining);
    let radius = |index: usize| world.profiles[agents.list[index].profile].radius;
    (std::iter::once(agent.position).chain(onward).collect(), radius(index) + radius(other))
}

/// Sends an agent along cells to a place, from which others do not keep off on that account.
pub fn walk_along(
    world: &World,
    agents: &mut Agents,
    index: usize,
    cells: &[Cell],
    place: FreePlace,
    status: PathStatus,
    ending: AgentState,
) {
    agents.drop_route(index);
    let agent = &agents.list[index];
    let target = agent.goal.clone().unwrap_or(Target::Point(place.point));
    let purpose = Purpose { target, status, ending, onward: None };
    let route = Route::lay_along(world.ground(agent.profile), agent.position, cells, place.point, purpose);
    let agent = &mut agents.list[index];
    agent.route = Some(route);
    agent.enter(AgentState::Moving);
    agent.kept_from_slot = 0;
}

/// Has those wait who have come out of the way, and go on whom nobody needs to pass any more.
pub fn tend_making_way(world: &World, agents: &mut Agents, index: usize) {
    let Some(making_way) = agents.list[index].yielding else { return };
    let is_over = match agents.index_of(making_way.to) {
        Some(other) => has_passed(world, agents, index, other) || world.tick - making_way.since > LONGEST,
        None => true,
    };
    if is_over {
        go_on_after_making_way(agents, index);
    }
}

/// Whether an agent is no longer in the way of another.
fn has_passed(world: &World, agents: &Agents, index: usize, other: usize) -> bool {
    if agents.list[other].stands() || agents.list[other].on_link.is_some() {
        return true;
    }
    let here = agents.list[index].position;
    let (way, least) = way_before(world, agents, other, index);
    let left = distance_to_way(here, &way);
    left >= least && way[0].distance(here) <= left + 1e-3
}

/// Has an agent that made way go on, or back to its place.
pub fn go_on_after_making_way(agents: &mut Agents, index: usize) {
    let Some(making_way) = agents.stop_making_way(index) else { return };
    match making_way.stood {
        Some(state) => {
            agents.drop_route(index);
            agents.list[index].enter(state);
        }
        None => {
            // Where it made way to is not where it was sent.
            agents.list[index].enter(AgentState::Waiting);
            agents.entrust(index, Errand::FindWay);
        }
    }
}

/// Has an agent that has come out of the way wait there.
pub fn wait_aside(agents: &mut Agents, index: usize, place: Vec2) {
    agents.list[index].waiting = Some(Waiting { reason: WaitingFor::Pass, position: place });
}

/// The distance from a point to a line through others, in world units.
fn distance_to_way(point: Vec2, way: &[Vec2]) -> f32 {
    let first = way.first().map_or(f32::INFINITY, |first| first.distance(point));
    way.windows(2).map(|ends| distance_to_segment(point, ends[0], ends[1])).fold(first, f32::min)
}
