//! Orders to agents: who they are for, how one comes after the other, and what becomes of each from tick to tick.
//!
//! An order says by itself when it is over: `MoveTo` and `MoveInFormation` when the agent is there, or as near as it can
//! come, or has no way; `Stop` when it stands; `Wait` when it has stood for so long; a patrol that is made once at its
//! last point; following on sight when the other is lost; following and fleeing when the other is gone. The rest goes on
//! for ever, so what is queued behind it begins at the end of the present leg: of a patrol when the agent comes to its
//! next point, of a stroll when it comes to its place, of following as soon as the other is near enough, of fleeing when
//! it stands where it is safe.

pub mod flight;
pub mod formation;
pub mod patrol;
pub mod pursuit;
pub mod roaming;
pub mod spawning;
pub mod wandering;

use glam::Vec2;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::agent::{AgentId, AgentState, OrderProgress, Route};
use crate::level::{Order, Target, limits};
use crate::nav::{CornerRule, Method, Reach, exit_from};
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::jobs::Errand;
use crate::sim::orders::flight::tend_fleeing;
use crate::sim::orders::formation::{is_crowd, ranks};
use crate::sim::orders::patrol::{problem_of_patrol, tend_patrol};
use crate::sim::orders::pursuit::tend_following;
use crate::sim::orders::roaming::tend_straying;
use crate::sim::orders::wandering::tend_wandering;
use crate::sim::refusal::refuse;
use crate::sim::world::World;
use crate::sim::{Event, Refusal, Selection, TICKS_A_SECOND};
use crate::sorting;

/// How near the end of its way, in world units, an agent is there in any case.
const AT_END: f32 = 0.01;

/// By how much a goal that moves may be elsewhere before the way there is found again: by so many world units, and by
/// this part of the distance.
const LEAST_DRIFT: f32 = 0.1;
const DRIFT: f32 = 0.05;

/// Has agents do something now, and forget what was queued.
pub fn give_order(world: &World, agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection, order: &Order) {
    let addressed = addressed(world, agents, events, selection, order);
    let is_crowd = is_crowd(world, agents, &addressed, order);
    let ranks = ranks(world, agents, &addressed, order, |agent| agent.body.position);
    for (place, &index) in addressed.iter().enumerate() {
        agents.list[index].task.queue.clear();
        set_about(agents, index, ranks.get(place).unwrap_or(order).clone());
        agents.list[index].task.progress.shares_route = is_crowd;
    }
}

/// Has agents do something after all that they have to do already.
pub fn queue_order(world: &World, agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection, order: &Order) {
    let addressed = addressed(world, agents, events, selection, order);
    let ranks = ranks(world, agents, &addressed, order, |agent| agent.plan.slot.unwrap_or(agent.body.position));
    for (place, &index) in addressed.iter().enumerate() {
        agents.list[index].task.queue.push_back(ranks.get(place).unwrap_or(order).clone());
        agents.tended.insert(agents.list[index].identity.id);
    }
}

/// The agents that an order is for, in the order in which they are served; none when it cannot be carried out.
fn addressed(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    selection: &Selection,
    order: &Order,
) -> Vec<usize> {
    if let Some(reason) = problem_of_order(world, agents, order) {
        refuse(events, reason);
        return Vec::new();
    }
    match order {
        Order::MoveTo(target) | Order::MoveInFormation(target) => called(world, agents, events, selection, target),
        Order::Follow { agent, .. } | Order::Flee { agent, .. } => all_but(agents, events, selection, AgentId(*agent)),
        _ => selected(agents, events, selection),
    }
}

/// Why an order cannot be carried out by anybody, in a sentence.
fn problem_of_order(world: &World, agents: &Agents, order: &Order) -> Option<Refusal> {
    let (what, value, range) = match order {
        Order::MoveTo(target) | Order::MoveInFormation(target) => return world.tiles_of(target).err(),
        Order::Patrol(name) => return problem_of_patrol(world, name),
        Order::Stop => return None,
        Order::Follow { agent, .. } | Order::Flee { agent, .. } if agents.agent(AgentId(*agent)).is_none() => {
            return Some(Refusal::NoAgent(AgentId(*agent)));
        }
        Order::Follow { distance, .. } => ("a distance to follow at", *distance, limits::FOLLOW_DISTANCE),
        Order::Flee { distance, .. } => ("a distance to keep away by", *distance, limits::FLEE_DISTANCE),
        Order::Wander(distance) => ("a distance to wander within", *distance, limits::WANDER),
        Order::Wait(seconds) => ("a time to wait", *seconds, limits::WAIT),
    };
    (!range.contains(&value)).then(|| Refusal::OutOfRange {
        what: what.to_owned(),
        value,
        range: (*range.start(), *range.end()),
    })
}

/// Has an agent begin with an order.
pub fn set_about(agents: &mut Agents, index: usize, order: Order) {
    agents.stop_yielding(index);
    let agent = &mut agents.list[index];
    agents.tended.insert(agent.identity.id);
    agent.task.order = Some(order.clone());
    agent.task.progress = OrderProgress { home: agent.body.position, ..OrderProgress::default() };
    agent.task.no_path_told = false;
    agent.status.arrived_tick = None;
    agent.status.walked = 0.0;
    match order {
        Order::MoveTo(target) | Order::MoveInFormation(target) => go_to(agents, index, target),
        // Where these lead is found when they are tended.
        Order::Patrol(_) | Order::Wander(_) => {}
        Order::Follow { .. } | Order::Flee { .. } | Order::Stop | Order::Wait(_) => agents.stop(index),
    }
}

/// Goes on with every order that is more than a way to one place, or behind which something is queued.
pub fn tend_orders(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, rng: &mut Xoshiro256PlusPlus) {
    let mut tended = std::mem::take(&mut agents.tended);
    tended.retain(|&id| agents.index_of(id).is_some_and(|index| tend(world, agents, obstacles, rng, index)));
    tended.append(&mut agents.tended);
    agents.tended = tended;
}

/// Goes on with an agent's order; whether that is to be done again in the next tick.
fn tend(
    world: &World,
    agents: &mut Agents,
    obstacles: &DynamicObstacles,
    rng: &mut Xoshiro256PlusPlus,
    index: usize,
) -> bool {
    let agent = &agents.list[index];
    if agent.task.progress.is_over {
        return begin_next(agents, index);
    }
    match agent.task.order {
        Some(Order::Patrol(_)) => tend_patrol(world, agents, obstacles, index),
        Some(Order::Follow { agent, distance, on_sight }) => {
            tend_following(world, agents, index, AgentId(agent), distance, on_sight);
        }
        Some(Order::Flee { agent, distance }) => tend_fleeing(world, agents, index, AgentId(agent), distance),
        Some(Order::Wander(_)) if world.steers_by_rays(agent) => tend_straying(world, agents, rng, index),
        Some(Order::Wander(distance)) => tend_wandering(world, agents, rng, index, distance),
        Some(Order::Wait(seconds)) => tend_waiting(agents, index, seconds),
        Some(Order::MoveTo(_) | Order::MoveInFormation(_) | Order::Stop) | None => {
            if agent.task.queue.is_empty() {
                return false;
            }
            if agent.stands() || is_nearly_there(agents, index, world.profile_of(agent).acceptance_radius) {
                begin_next(agents, index);
            }
        }
    }
    true
}

/// Where the way ends that an agent walks to where its order leads it; `None` while it has none, or is on a link.
fn end_of_way(agents: &Agents, index: usize) -> Option<Vec2> {
    let agent = &agents.list[index];
    let leads_there = |route: &&Route| matches!(route.ending, AgentState::Arrived | AgentState::ArrivedNear);
    let route = agent.active_route().filter(leads_there)?;
    (agent.state() == AgentState::Moving && agent.crossing.on_link.is_none()).then(|| route.end())
}

/// Whether an agent is on the last bit of its way and within a distance, in world units, of its end.
fn is_nearly_there(agents: &Agents, index: usize, distance: f32) -> bool {
    let agent = &agents.list[index];
    let near = end_of_way(agents, index).filter(|end| end.distance(agent.body.position) <= distance.max(AT_END));
    near.is_some() && agent.active_route().is_some_and(Route::is_on_last_bit)
}

fn tend_waiting(agents: &mut Agents, index: usize, seconds: f32) {
    let agent = &mut agents.list[index];
    agent.task.progress.stood += u32::from(agent.stands());
    if f64::from(agent.task.progress.stood) > f64::from(seconds) * TICKS_A_SECOND {
        end_order(agents, index);
    }
}

/// Lets an agent turn to what is queued, as nothing of its order is left to do; if nothing is, it stands.
fn end_order(agents: &mut Agents, index: usize) {
    if !begin_next(agents, index) {
        agents.list[index].task.progress.is_over = true;
        agents.stop(index);
    }
}

pub fn scatter(
    world: &World,
    agents: &mut Agents,
    rng: &mut Xoshiro256PlusPlus,
    events: &mut Vec<Event>,
    selection: &Selection,
) {
    for index in selected(agents, events, selection) {
        let nav = world.ground(agents.list[index].identity.profile).nav;
        let root = world.start_cell(&agents.list[index]).and_then(|start| exit_from(nav, start));
        let reach = root.and_then(|root| Reach::of(nav, root, CornerRule::Never));
        let mut draw = |size: u32| rng.random_range(0..size.max(1));
        let Some(cell) = reach.and_then(|reach| reach.nth(draw(reach.size()))) else {
            refuse(events, Refusal::NowhereToGo(agents.list[index].identity.id));
            continue;
        };
        let target = if world.map.bake.cells_per_tile == 1 {
            Target::Tile(cell)
        } else {
            Target::Point(world.nav_grid(agents.list[index].identity.profile).lattice().centre(cell))
        };
        agents.list[index].task.queue.clear();
        set_about(agents, index, Order::MoveTo(target));
    }
}

/// Has agents find their paths by a method; all of them: whoever comes later as well.
pub fn choose_method(
    world: &mut World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    selection: &Selection,
    method: Method,
) {
    if method.weight.is_nan() || method.weight < 0.0 {
        return refuse(events, Refusal::Weight(method.weight));
    }
    if *selection == Selection::All {
        world.method = method;
    }
    for index in selected(agents, events, selection) {
        let agent = &mut agents.list[index];
        agent.identity.method = if *selection == Selection::All { None } else { Some(method) };
        let seeks = matches!(agent.state(), AgentState::Waiting | AgentState::Moving | AgentState::NoWay);
        if seeks && agent.task.goal.is_some() {
            agents.entrust(index, Errand::FindWay);
        }
    }
}

/// The agents that a command means, by index; whom it names in vain is answered.
fn selected(agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection) -> Vec<usize> {
    let Selection::These(ids) = selection else { return (0..agents.list.len()).collect() };
    let mut is_meant = vec![false; agents.list.len()];
    for &id in ids {
        match agents.index_of(id) {
            Some(index) => is_meant[index] = true,
            None => refuse(events, Refusal::NoAgent(id)),
        }
    }
    (0..is_meant.len()).filter(|&index| is_meant[index]).collect()
}

/// The agents that a command means, but for one that it is about; that it means nobody else is answered.
fn all_but(agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection, other: AgentId) -> Vec<usize> {
    let mut selected = selected(agents, events, selection);
    let is_alone = selected.len() == 1 && agents.list[selected[0]].identity.id == other;
    if is_alone {
        refuse(events, Refusal::AboutItself(other));
    }
    selected.retain(|&index| agents.list[index].identity.id != other);
    selected
}

/// The agents that are sent to a target, the nearest first.
fn called(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    selection: &Selection,
    target: &Target,
) -> Vec<usize> {
    let indices = selected(agents, events, selection);
    // The bits of numbers that are not negative have the order of the numbers.
    let distance = |index: usize| {
        let position = agents.list[index].body.position;
        world.target_point(target, position).map_or(0, |point| point.distance_squared(position).to_bits())
    };
    let mut ranked: Vec<(u32, usize)> = indices.into_iter().map(|index| (distance(index), index)).collect();
    sorting::sort(&mut ranked);
    ranked.into_iter().map(|(_, index)| index).collect()
}

/// Sends an agent somewhere now. It keeps walking until its path is found.
fn go_to(agents: &mut Agents, index: usize, target: Target) {
    agents.give_up_slot(index);
    let agent = &mut agents.list[index];
    (agent.task.goal, agent.task.progress.urge) = (Some(target), None);
    agent.recovery.stalls = 0;
    agent.enter(AgentState::Waiting);
    agents.entrust(index, Errand::FindWay);
}

/// Leads an agent after something that moves, which is at `point` now: not while its way is being found, nor before it
/// may [look again](OrderProgress::next_look), and only when that has moved too far from where its way leads. After
/// that it may not look again for `pause` ticks.
fn lead_after(world: &World, agents: &mut Agents, index: usize, point: Vec2, pause: u64) {
    let agent = &agents.list[index];
    let drift = match agent.task.goal {
        Some(Target::Point(goal)) => goal.distance(point),
        _ => f32::INFINITY,
    };
    let is_near_enough = drift <= LEAST_DRIFT + DRIFT * agent.body.position.distance(point);
    if is_near_enough || world.tick < agent.task.progress.next_look || agents.seeks_path(agent.identity.id) {
        return;
    }
    let agent = &mut agents.list[index];
    agent.task.progress.next_look = world.tick + pause;
    if agent.state() == AgentState::Moving && agent.task.progress.urge.is_none() {
        agent.task.goal = Some(Target::Point(point));
        agents.entrust(index, Errand::FindWay);
    } else {
        go_to(agents, index, Target::Point(point));
    }
}

/// The distance from the body of one agent to that of another, in world units; negative where they overlap.
fn gap(world: &World, agents: &Agents, index: usize, other: usize) -> f32 {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    agent.body.position.distance(other.body.position) - world.profile_of(agent).radius - world.profile_of(other).radius
}

/// Turns an agent to the first order of its queue, if there is one.
pub fn begin_next(agents: &mut Agents, index: usize) -> bool {
    let next = agents.list[index].task.queue.pop_front();
    let begun = next.is_some();
    if let Some(order) = next {
        set_about(agents, index, order);
    }
    begun
}
