//! Orders to agents: which agents an order addresses, how queued orders follow one another, and how each order is
//! updated from tick to tick.
//!
//! An order is over: `MoveTo` and `MoveInFormation` when the agent has arrived, or as near as it can get, or has no
//! path; `Stop` when it stands; `Wait` when its time is up; patrolling and guarding a path that is walked once at its
//! last point; following on sight when the leader is lost; following and fleeing when the other agent is gone. All other
//! orders never end by themselves: what is queued behind one is not begun.

/// Agents that the game itself moves.
pub mod displacing;
/// The order to flee from an agent.
pub mod flight;
/// Formations, and crowds that share a flow field.
pub mod formation;
/// The order to guard a path against an agent.
pub mod guarding;
/// Agents that leave once their orders are carried out.
pub mod leaving;
/// The order to patrol along a path.
pub mod patrol;
/// The order to follow an agent.
pub mod pursuit;
/// Orders of agents that steer by rays.
pub mod roaming;
/// Adding and removing agents.
pub mod spawning;
/// Orders about the nearest of a team.
pub mod teams;
/// The order to wander.
pub mod wandering;

use glam::Vec2;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::agent::{Agent, AgentId, AgentState, Route};
use crate::format::plain_fields::PlainFields;
use crate::format::table::{SEARCH, ValueType};
use crate::level::{Afterwards, FieldValue, Order, Target, Whom, limits};
use crate::nav::Method;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::jobs::JobKind;
use crate::sim::orders::flight::{FlightTurn, update_fleeing};
use crate::sim::orders::formation::{is_crowd, keep_formations, ranks, remember_formation};
use crate::sim::orders::guarding::update_guarding;
use crate::sim::orders::patrol::{patrol_problem, update_patrol};
use crate::sim::orders::pursuit::update_following;
use crate::sim::orders::roaming::wander_by_rays;
use crate::sim::orders::wandering::update_wandering;
use crate::sim::refusal::refuse;
use crate::sim::tuning::REPEAT_PAUSE;
use crate::sim::world::World;
use crate::sim::{Event, Refusal, Selection, TICKS_A_SECOND};
use crate::sorting;

/// World units. An agent this near the end of its route counts as nearly there even if its acceptance radius is
/// smaller, so that a radius of 0 does not keep it from ever turning to what is queued.
const END_TOLERANCE: f32 = 0.01;

/// World units, and a fraction of the distance to the goal. A moving goal must have drifted farther than the sum of the
/// two from the end of the route before the route is replanned; without them every step of the goal would cost a
/// search.
const MIN_GOAL_DRIFT: f32 = 0.1;
const GOAL_DRIFT_RATIO: f32 = 0.05;

/// Gives agents an order to carry out now and clears their queues.
pub fn give_order(world: &World, agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection, order: &Order) {
    let addressees = addressees(world, agents, events, selection, order);
    let is_crowd = is_crowd(world, agents, &addressees, order);
    let ranks = ranks(world, agents, &addressees, order, |agent| agent.body.position);
    remember_formation(agents, &addressees, &ranks);
    for (number, &index) in addressees.iter().enumerate() {
        drop_queue(agents, index);
        start_order(agents, index, ranks.get(number).unwrap_or(order).clone());
        if is_crowd {
            agents.list[index].task.progress.shares_route = true;
        }
    }
}

/// Appends an order to the queues of agents, as far as they have room: without a bound a queue behind an order that never ends
/// would grow for as long as anybody orders.
pub fn queue_order(world: &World, agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection, order: &Order) {
    let addressees = addressees(world, agents, events, selection, order);
    let ranks = ranks(world, agents, &addressees, order, |agent| agent.plan.slot.unwrap_or(agent.body.position));
    remember_formation(agents, &addressees, &ranks);
    for (number, &index) in addressees.iter().enumerate() {
        if agents.list[index].task.queue.len() >= limits::ORDERS {
            refuse(events, Refusal::QueueFull { agent: agents.list[index].identity.id, most: limits::ORDERS });
            continue;
        }
        let task = &mut agents.list[index].task;
        task.queue.push_back(ranks.get(number).unwrap_or(order).clone());
        task.afterwards = Afterwards::Stay;
        agents.to_update.insert(agents.list[index].identity.id);
    }
}

/// Returns the indices of the agents that an order addresses, in the order in which they are served; none if it cannot
/// be carried out.
fn addressees(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    selection: &Selection,
    order: &Order,
) -> Vec<usize> {
    if let Some(reason) = order_problem(world, agents, order) {
        refuse(events, reason);
        return Vec::new();
    }
    for value in order.values() {
        match value {
            FieldValue::Target(target) => return nearest_first(world, agents, events, selection, &target),
            FieldValue::Whom(Whom::Agent(agent)) => {
                return selected_except(agents, events, selection, AgentId(agent));
            }
            FieldValue::Whom(Whom::Team(_)) | FieldValue::Path(_) | FieldValue::Number(_) | FieldValue::Switch(_) => {}
        }
    }
    selected(agents, events, selection)
}

/// Returns why no agent could carry out an order; `None` if one could.
fn order_problem(world: &World, agents: &Agents, order: &Order) -> Option<Refusal> {
    let kind = order.kind();
    let mut fields = kind.of.fields.iter().zip(order.values());
    fields.find_map(|(field, value)| match (&field.value, value) {
        (_, FieldValue::Target(target)) => world.check(&target).err(),
        (_, FieldValue::Path(name)) => patrol_problem(world, &name),
        (_, FieldValue::Whom(Whom::Agent(agent))) => {
            agents.agent(AgentId(agent)).is_none().then_some(Refusal::NoAgent(AgentId(agent)))
        }
        (_, FieldValue::Whom(Whom::Team(team))) => world.check_team(&team).err(),
        (ValueType::Number(range, _), FieldValue::Number(value)) if !range.contains(&value) => {
            let what = kind.number_words.to_owned();
            Some(Refusal::OutOfRange { what, value, range: (*range.start(), *range.end()) })
        }
        (_, FieldValue::Number(_) | FieldValue::Switch(_)) => None,
    })
}

/// Makes an order an agent's current one.
pub fn start_order(agents: &mut Agents, index: usize, order: Order) {
    agents.stop_yielding(index);
    let agent = &mut agents.list[index];
    agents.to_update.insert(agent.identity.id);
    agent.task.order = Some(order.clone());
    (agent.task.home, agent.task.progress) = (agent.body.position, Default::default());
    agent.task.no_path_told = false;
    agent.status.arrived_tick = None;
    agent.status.walked = 0.0;
    match order {
        Order::MoveTo(target) | Order::MoveInFormation(target) => go_to(agents, index, target),
        // The first destination of these is chosen when they are updated.
        Order::Patrol(_) | Order::Guard { .. } | Order::Wander(_) => {}
        Order::Follow { .. } | Order::Flee { .. } | Order::Stop | Order::Wait(_) => agents.stop(index),
    }
}

/// Updates every order that is more than a walk to one place, or that has something queued behind it.
pub fn update_orders(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, rng: &mut Xoshiro256PlusPlus) {
    let mut due = std::mem::take(&mut agents.to_update);
    teams::choose(world, agents, due.iter().copied());
    let last = flight::last_turn(world, agents, due.iter().copied());
    due.retain(|&id| agents.index_of(id).is_some_and(|index| update(world, agents, obstacles, rng, index, last)));
    due.append(&mut agents.to_update);
    agents.to_update = due;
    keep_formations(world, agents);
}

/// Updates an agent's order. Returns whether it needs an update in the next tick too.
fn update(
    world: &World,
    agents: &mut Agents,
    obstacles: &DynamicObstacles,
    rng: &mut Xoshiro256PlusPlus,
    index: usize,
    last_flight: Option<FlightTurn>,
) -> bool {
    let agent = &agents.list[index];
    let (leaves, repeats) = (agent.task.afterwards == Afterwards::Leave, agent.task.afterwards == Afterwards::Repeat);
    if agent.task.progress.is_over {
        agents.list[index].task.progress.stood += u32::from(repeats);
        return start_next_order(agents, index) || leaves || repeats;
    }
    let whom = agent.whom();
    match agent.task.order {
        Some(Order::Patrol(_)) => update_patrol(world, agents, obstacles, index),
        Some(Order::Guard { distance, .. }) => update_guarding(world, agents, obstacles, index, whom, distance),
        Some(Order::Follow { agent: Whom::Team(_), .. } | Order::Flee { agent: Whom::Team(_), .. })
            if whom.is_none() =>
        {
            wait_for_team(agents, index);
        }
        Some(Order::Follow { distance, on_sight, .. }) => {
            update_following(world, agents, index, whom, distance, on_sight);
        }
        Some(Order::Flee { distance, .. }) => update_fleeing(world, agents, index, (whom, distance), last_flight),
        Some(Order::Wander(_)) if world.steers_by_rays(agent) => wander_by_rays(world, agents, rng, index),
        Some(Order::Wander(distance)) => update_wandering(world, agents, rng, index, distance),
        Some(Order::Wait(seconds)) => update_waiting(agents, index, seconds),
        Some(Order::MoveTo(_) | Order::MoveInFormation(_) | Order::Stop) | None => {
            if agent.task.queue.is_empty() {
                return leaves;
            }
            if agent.stands() || is_nearly_there(agents, index, world.profile_of(agent).acceptance_radius) {
                agents.list[index].task.progress.stood += u32::from(repeats);
                start_next_order(agents, index);
            }
        }
    }
    true
}

/// Returns the end of the route along which an agent walks to its order's destination; `None` while it has none or is
/// on a link.
fn end_of_route(agents: &Agents, index: usize) -> Option<Vec2> {
    let agent = &agents.list[index];
    let leads_to_goal = |route: &&Route| matches!(route.purpose.ending, AgentState::Arrived | AgentState::ArrivedNear);
    let route = agent.active_route().filter(leads_to_goal)?;
    (agent.state() == AgentState::Moving && agent.crossing.on_link.is_none()).then(|| route.end())
}

/// Whether an agent is on the last segment of its route and within `distance` (world units) of its end.
fn is_nearly_there(agents: &Agents, index: usize, distance: f32) -> bool {
    let agent = &agents.list[index];
    let near =
        end_of_route(agents, index).filter(|end| end.distance(agent.body.position) <= distance.max(END_TOLERANCE));
    near.is_some() && agent.active_route().is_some_and(Route::is_on_last_bit)
}

/// Nobody of the team is there: the agent stands until somebody is.
fn wait_for_team(agents: &mut Agents, index: usize) {
    let task = &agents.list[index].task;
    if task.goal.is_some() || task.progress.urge.is_some() {
        agents.stop(index);
    }
}

fn update_waiting(agents: &mut Agents, index: usize, seconds: f32) {
    let agent = &mut agents.list[index];
    agent.task.progress.stood += u32::from(agent.stands());
    if f64::from(agent.task.progress.stood) > f64::from(seconds) * TICKS_A_SECOND {
        end_order(agents, index);
    }
}

/// Ends an agent's order: turns it to what is queued, or stops it if nothing is.
fn end_order(agents: &mut Agents, index: usize) {
    if !start_next_order(agents, index) {
        agents.list[index].task.progress.is_over = true;
        agents.stop(index);
    }
}

/// Sends each of the selected agents to a random cell that it can reach.
pub fn scatter(
    world: &World,
    agents: &mut Agents,
    rng: &mut Xoshiro256PlusPlus,
    events: &mut Vec<Event>,
    selection: &Selection,
) {
    for index in selected(agents, events, selection) {
        let profile = agents.list[index].identity.profile;
        let reach = world.start_cell(&agents.list[index]).and_then(|start| world.reach_from(profile, start));
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
        drop_queue(agents, index);
        start_order(agents, index, Order::MoveTo(target));
    }
}

/// Sets the search method of agents. If the selection is all of them, agents that are added later use it too.
pub fn choose_method(
    world: &mut World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    selection: &Selection,
    method: Method,
) {
    if method.weight != f64::INFINITY && !SEARCH.range("weight").contains(&(method.weight as f32)) {
        return refuse(events, Refusal::Weight(method.weight));
    }
    if let Some(fault) = method.fault(&SEARCH) {
        return refuse(events, Refusal::Search(fault));
    }
    if *selection == Selection::All {
        world.method = method;
    }
    for index in selected(agents, events, selection) {
        let agent = &mut agents.list[index];
        agent.identity.method = if *selection == Selection::All { None } else { Some(Box::new(method)) };
        let seeks = matches!(agent.state(), AgentState::Waiting | AgentState::Moving | AgentState::NoWay);
        if seeks && agent.task.goal.is_some() {
            agents.put_job(index, JobKind::FindPath);
        }
    }
}

/// Returns the indices of the agents that a command selects, and refuses every id that no agent has. It costs by how many
/// are selected, not by how many there are: thousands of orders may come in one tick, each to one agent.
fn selected(agents: &Agents, events: &mut Vec<Event>, selection: &Selection) -> Vec<usize> {
    let Selection::These(ids) = selection else { return (0..agents.list.len()).collect() };
    let mut selected = Vec::with_capacity(ids.len());
    for &id in ids {
        match agents.index_of(id) {
            Some(index) => selected.push(index),
            None => refuse(events, Refusal::NoAgent(id)),
        }
    }
    sorting::sort(&mut selected);
    selected.dedup();
    selected
}

/// Returns the indices of the selected agents except the one that the command is about, and refuses a selection of only
/// that one.
fn selected_except(agents: &mut Agents, events: &mut Vec<Event>, selection: &Selection, other: AgentId) -> Vec<usize> {
    let mut selected = selected(agents, events, selection);
    let is_alone = selected.len() == 1 && agents.list[selected[0]].identity.id == other;
    if is_alone {
        refuse(events, Refusal::AboutItself(other));
    }
    selected.retain(|&index| agents.list[index].identity.id != other);
    selected
}

/// Returns the indices of the agents that are sent to a target, the nearest first.
fn nearest_first(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    selection: &Selection,
    target: &Target,
) -> Vec<usize> {
    let indices = selected(agents, events, selection);
    // Floats that are not negative sort like their bits.
    let distance = |index: usize| {
        let position = agents.list[index].body.position;
        world.target_point(target, position).map_or(0, |point| point.distance_squared(position).to_bits())
    };
    let mut ranked: Vec<(u32, usize)> = indices.into_iter().map(|index| (distance(index), index)).collect();
    sorting::sort(&mut ranked);
    ranked.into_iter().map(|(_, index)| index).collect()
}

/// Sends an agent to a target. It keeps walking along its old route until the new path is found.
fn go_to(agents: &mut Agents, index: usize, target: Target) {
    agents.give_up_slot(index);
    let agent = &mut agents.list[index];
    agent.task.goal = Some(target);
    agent.task.drop_urge();
    agent.recovery.set_out();
    agent.enter(AgentState::Waiting);
    agents.put_job(index, JobKind::FindPath);
}

/// Whether an agent may replan its route to something that moves: not while its path is being searched for, nor before its
/// [next look](OrderProgress::next_look).
fn may_follow(world: &World, agents: &Agents, index: usize) -> bool {
    let agent = &agents.list[index];
    world.tick >= agent.task.progress.next_look && !agents.seeks_path(agent.identity.id)
}

/// Replans an agent's route to something that moves and is at `point` now. Does nothing while it [may not](may_follow), or
/// while the goal has not drifted far from the end of the route. After a replan the agent does not look again for `pause` ticks.
fn follow_moving_goal(world: &World, agents: &mut Agents, index: usize, point: Vec2, pause: u64) {
    let agent = &agents.list[index];
    let drift = match agent.task.goal {
        Some(Target::Point(goal)) => goal.distance(point),
        _ => f32::INFINITY,
    };
    let is_near_enough = drift <= MIN_GOAL_DRIFT + GOAL_DRIFT_RATIO * agent.body.position.distance(point);
    if is_near_enough || !may_follow(world, agents, index) {
        return;
    }
    let agent = &mut agents.list[index];
    agent.task.progress.next_look = world.tick + pause;
    if agent.state() == AgentState::Moving && agent.task.progress.urge.is_none() {
        agent.task.goal = Some(Target::Point(point));
        agents.put_job(index, JobKind::FindPath);
    } else {
        go_to(agents, index, Target::Point(point));
    }
}

/// Returns the distance between the bodies of two agents, in world units; negative where they overlap.
fn gap(world: &World, agents: &Agents, index: usize, other: usize) -> f32 {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    agent.body.position.distance(other.body.position) - world.profile_of(agent).radius - world.profile_of(other).radius
}

/// Makes an agent forget what was to come after its order.
fn drop_queue(agents: &mut Agents, index: usize) {
    let task = &mut agents.list[index].task;
    (task.queue, task.afterwards) = (Default::default(), Afterwards::Stay);
}

/// Starts the first order of an agent's queue, where there is one. Returns whether it has anything to do.
pub fn start_next_order(agents: &mut Agents, index: usize) -> bool {
    let Agent { task, status, .. } = &mut agents.list[index];
    if task.afterwards == Afterwards::Repeat
        && let Some(order) = &task.order
    {
        let leads_nowhere = status.walked == 0.0 && !matches!(order, Order::Wait(_));
        if leads_nowhere && task.progress.stood < REPEAT_PAUSE {
            return false;
        }
        task.queue.push_back(order.clone());
    }
    let next = agents.list[index].task.queue.pop_front();
    let begun = next.is_some();
    if agents.list[index].task.queue.is_empty() {
        // Most agents never have a second order: what held the first would be kept for each of them.
        agents.list[index].task.queue.clear();
    }
    if let Some(order) = next {
        start_order(agents, index, order);
    }
    begun
}
