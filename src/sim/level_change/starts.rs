//! The agents of a changed level: which is which, who stays, and who is put to its start.

use crate::agent::body::fits;
use crate::agent::{Agent, AgentId, AgentState};
use crate::angle;
use crate::level::{AgentStart, Level, Order};
use crate::nav::Solid;
use crate::sim::agents::{Agents, order_of_ids};
use crate::sim::jobs::JobKind;
use crate::sim::orders::formation::assign_formations;
use crate::sim::orders::start_next_order;
use crate::sim::world::World;
use crate::sim::world::invalidation::request;
use crate::sorting;

use super::LevelChange;
use super::pairs::{Pairs, key_of};

/// The agents that two levels have in common: equal ones first, then those of the same name, then those of the same profile.
pub fn paired(before: &Level, after: &Level, profiles: &Pairs) -> Pairs {
    let (old, new) = (&before.agents, &after.agents);
    let is_of_profile =
        |one: usize, other: usize| profiles.after.get(old[one].profile).copied().flatten() == Some(new[other].profile);
    let is_equal = |one: usize, other: usize| {
        let (first, second) = (&old[one], &new[other]);
        is_of_profile(one, other)
            && (&first.name, first.position, first.heading) == (&second.name, second.position, second.heading)
            && (&first.search, first.afterwards) == (&second.search, second.afterwards)
            && first.orders.iter().map(Order::name).eq(second.orders.iter().map(Order::name))
    };
    let is_of_name = |one: usize, other: usize| !new[other].name.is_empty() && old[one].name == new[other].name;
    let positions = (|one: usize| key_of(old[one].position), |other: usize| key_of(new[other].position));
    let names = (|one: usize| &old[one].name, |other: usize| &new[other].name);
    let kinds =
        (|one: usize| profiles.after.get(old[one].profile).copied().flatten(), |other: usize| Some(new[other].profile));
    let equal = Pairs::of_lengths(old.len(), new.len()).with(positions, is_equal);
    equal.with(names, is_of_name).with(kinds, is_of_profile)
}

/// Removes the agents that the level no longer has, and those of profiles that are gone.
pub fn remove_gone(agents: &mut Agents, change: &LevelChange) {
    let gone_starts = change.agents.after.iter().zip(&change.ids[0]).filter(|(new, _)| new.is_none());
    let mut gone: Vec<AgentId> = gone_starts.map(|(_, id)| *id).collect();
    sorting::sort(&mut gone);
    let has_place = |id: AgentId| change.ids[1].contains(&id);
    let is_gone = |agent: &Agent| {
        let id = agent.identity.id;
        let loses_profile = change.profiles.after.get(agent.identity.profile).copied().flatten().is_none();
        gone.binary_search(&id).is_ok() || loses_profile && !has_place(id)
    };
    let indices: Vec<usize> = (0..agents.list.len()).filter(|&index| is_gone(&agents.list[index])).collect();
    agents.remove(&indices);
}

/// Lets agents call profiles, places and paths as the level that is taken does. An agent whose profile is gone has that of
/// its start.
pub fn rename(agents: &mut Agents, change: &LevelChange) {
    for agent in &mut agents.list {
        let profile = change.profiles.after.get(agent.identity.profile).copied().flatten();
        let of_start = || {
            let place = change.ids[1].iter().position(|id| *id == agent.identity.id);
            place.map_or(0, |place| change.after.agents[place].profile)
        };
        agent.identity.profile = profile.unwrap_or_else(of_start);
        let task = &mut agent.task;
        task.order = task.order.as_ref().map(|order| change.names.order_after(order));
        task.goal = task.goal.as_ref().map(|goal| change.names.target_after(goal));
        task.queue.iter_mut().for_each(|order| *order = change.names.order_after(order));
        if let Some(route) = &mut agent.plan.route {
            route.purpose.target = change.names.target_after(&route.purpose.target);
        }
    }
}

/// Lets agents find their way on a map of another shape. Those that are no longer in the open on it are removed, or, where
/// the level has a start for them, returned to be put there. If all links are still the same, agents stay on them.
pub fn relocate(world: &World, agents: &mut Agents, change: &LevelChange, keeps_links: bool) -> Vec<AgentId> {
    let (mut lost, mut removed) = (Vec::new(), Vec::new());
    for index in 0..agents.list.len() {
        agents.drop_route(index);
        let agent = &mut agents.list[index];
        agent.crossing.waiting = None;
        if !keeps_links {
            (agent.crossing.on_link, agent.crossing.admitted) = (None, None);
        }
        let is_on_link = agent.crossing.on_link.is_some();
        let (id, position, stands) = (agent.identity.id, agent.body.position, agent.stands());
        let solid = Solid::new(&world.map, &world.profiles[agent.identity.profile]);
        if is_on_link || fits(&solid, position) {
            if !stands {
                agents.list[index].enter(AgentState::Waiting);
                agents.put_job(index, JobKind::FindPath);
            }
        } else if change.ids[1].contains(&id) {
            lost.push(id);
        } else {
            removed.push(index);
        }
    }
    agents.remove(&removed);
    lost
}

/// Puts agents whose entries have changed, and those that are lost, to their starts, adds those that are new, and lets all
/// of them begin their orders.
pub fn take_starts(world: &World, agents: &mut Agents, change: &LevelChange, lost: &[AgentId]) {
    let [old_ids, new_ids] = &change.ids;
    let mut begun = Vec::new();
    for (place, start) in change.after.agents.iter().enumerate() {
        let orders: Vec<Order> = start.orders.iter().map(|order| order_of_ids(order, new_ids)).collect();
        let id = new_ids[place];
        match change.agents.before[place] {
            Some(old) => {
                let Some(index) = agents.index_of(id) else { continue };
                let is_kept = is_unchanged(change, (&change.before.agents[old], old_ids), (start, &orders));
                if !is_kept || lost.binary_search(&id).is_ok() {
                    put_to_start(world, agents, index, start);
                    begun.push((id, orders));
                }
            }
            None => {
                let radius = world.profiles[start.profile].radius;
                let index = agents.add(start.profile, start.position, radius, world.map.height_at(start.position));
                debug_assert_eq!(agents.list[index].identity.id, id, "ids are given in order");
                begun.push((id, orders));
            }
        }
        let Some((index, (_, orders))) = agents.index_of(id).zip(begun.last().filter(|begun| begun.0 == id)) else {
            continue;
        };
        let agent = &mut agents.list[index];
        agent.face(angle::direction(start.heading));
        agent.identity.method = start.search.clone();
        agent.task.queue = orders.iter().cloned().collect();
        agent.task.afterwards = start.afterwards;
    }
    agents.of_level.clone_from(new_ids);
    for (start, id) in change.after.agents.iter().zip(new_ids) {
        if let Some(index) = agents.index_of(*id) {
            agents.join(index, start.team.as_deref());
        }
    }
    let mut indices: Vec<usize> = begun.iter().filter_map(|(id, _)| agents.index_of(*id)).collect();
    sorting::sort(&mut indices);
    assign_formations(world, agents, &indices);
    for &index in &indices {
        start_next_order(agents, index);
        // The job that kept its turn in the queue for the job of the new order.
        let id = agents.list[index].identity.id;
        if agents.jobs.of(id).is_some_and(|job| matches!(job.kind, JobKind::FindOtherSlot)) {
            agents.drop_job(index);
        }
    }
    for &index in &indices {
        let agent = &agents.list[index];
        let solid = Solid::new(&world.map, world.profile_of(agent));
        if !fits(&solid, agent.body.position) {
            agents.list[index].body.in_wall = true;
            request(world, agents, index);
        }
        agents.displace_others(index, &world.profiles);
    }
}

/// Whether an agent is to do the same from the same place as before. Both orders name agents by their ids.
fn is_unchanged(change: &LevelChange, old: (&AgentStart, &[AgentId]), new: (&AgentStart, &[Order])) -> bool {
    let ((before, ids), (after, orders)) = (old, new);
    let order = |order: &Order| change.names.order_after(&order_of_ids(order, ids));
    change.profiles.after.get(before.profile).copied().flatten() == Some(after.profile)
        && (before.position, before.heading) == (after.position, after.heading)
        && (&before.search, before.afterwards) == (&after.search, after.afterwards)
        && before.orders.iter().map(order).eq(orders.iter().cloned())
}

/// Makes an agent stand at its start as if it had never done anything.
fn put_to_start(world: &World, agents: &mut Agents, index: usize, start: &AgentStart) {
    agents.drop_route(index);
    agents.give_up_slot(index);
    let id = agents.list[index].identity.id;
    if agents.jobs.of(id).is_some() {
        agents.put_job(index, JobKind::FindOtherSlot);
    }
    agents.slots.keep(id, start.position, world.profiles[start.profile].radius);
    let height = world.map.height_at(start.position);
    agents.list[index] = Agent::at_rest(id, start.profile, start.position, height);
}
