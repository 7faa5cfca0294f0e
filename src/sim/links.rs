//! Links in the world: agents that cross them, what turns them on and off, and which agents that concerns.

/// Moving agents along links.
pub mod crossing;
mod platform;
/// Queues at links.
pub mod traffic;

use crate::agent::{Agent, AgentState};
use crate::grid::Rect;
use crate::level::{Link, LinkKind, Switch};
use crate::nav::{LinkOrigin, NavLink, PathStatus};
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, turn_obstacles};
use crate::sim::jobs::JobKind;
use crate::sim::refusal::refuse;
use crate::sim::tuning::SWITCHED_IN_VAIN;
use crate::sim::world::World;
use crate::sim::world::invalidation::{could_be_cheaper, request};
use crate::sim::{Event, Named, Refusal};
use crossing::may_step_upon;
pub use traffic::Traffic;

/// The traffic at all links of a map.
#[derive(Clone, Debug, serde::Serialize)]
pub struct LinkTraffic {
    /// The traffic of each link, in order of their indices in the map.
    pub traffic: Vec<Traffic>,
}

impl LinkTraffic {
    /// Creates the traffic of a map's links, on which no agent is yet.
    pub fn of(links: &[Link]) -> LinkTraffic {
        LinkTraffic { traffic: Traffic::of_links(links) }
    }
}

/// Whether an agent walks along a link, above whatever lies beneath.
pub fn is_on_bridge(agent: &Agent) -> bool {
    agent.crossing.on_link.is_some_and(|(link, _)| link.kind == LinkKind::Walk)
}

/// Turns the links of this name on or off.
pub fn switch(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, name: &str, on: bool) {
    if known_or_refused(world, events, name) {
        set_links(world, agents, events, name, |_| on);
    }
}

/// Looks for a link of this name and refuses the command if there is none; gives whether there is one.
fn known_or_refused(world: &World, events: &mut Vec<Event>, name: &str) -> bool {
    let names = || world.map.links.iter().map(|link| link.name.as_str()).filter(|name| !name.is_empty());
    let is_known = !name.is_empty() && names().any(|known| known == name);
    if !is_known {
        refuse(events, Refusal::unknown(Named::Link, name, names()));
    }
    is_known
}

/// Sets every link of this name to what `on` makes of its present state, and reports the new state of the first that
/// changed.
fn set_links(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, name: &str, on: impl Fn(bool) -> bool) {
    let mut changed = Vec::new();
    for (index, link) in world.map.links.iter_mut().enumerate().filter(|(_, link)| link.name == name) {
        let is_on = on(link.active);
        if is_on != link.active {
            link.active = is_on;
            changed.push((index, is_on));
        }
    }
    let Some(&(_, on)) = changed.first() else { return };
    events.push(Event::Switched { link: name.to_owned(), on });
    world.map_revision += 1;
    if world.is_baked {
        world.grids.baked().for_each(|(_, grid)| grid.relink(&world.map));
    }
    for index in 0..agents.list.len() {
        if is_affected_by_links(world, &agents.list[index], &changed) {
            request(world, agents, index);
        }
    }
}

/// Whether an agent must, or had better, find its path again after links, given by their indices in the map, were
/// turned on or off.
fn is_affected_by_links(world: &World, agent: &Agent, changed: &[(usize, bool)]) -> bool {
    let turned_on = changed.iter().any(|&(_, on)| on);
    if matches!(agent.state(), AgentState::ArrivedNear | AgentState::NoWay) {
        return turned_on && agent.task.goal.is_some();
    }
    let Some(route) = agent.active_route() else { return false };
    let is_off = |link: &NavLink| changed.iter().any(|&(index, on)| !on && link.origin == LinkOrigin::Authored(index));
    // One that turns a switch on its way to and fro would otherwise be sent to and fro by it for ever.
    let hopes = route.history.attempts.since < SWITCHED_IN_VAIN;
    !route.ahead.is_empty()
        || route.links_ahead().any(is_off)
        || turned_on
            && hopes
            && (route.purpose.status == PathStatus::Partial || is_better_by_link(world, agent, changed))
}

/// Whether a path over one of these links could be cheaper than an agent's route.
fn is_better_by_link(world: &World, agent: &Agent, changed: &[(usize, bool)]) -> bool {
    let grid = world.nav_grid(agent.identity.profile);
    let is_meant = |link: &NavLink| changed.iter().any(|&(index, _)| link.origin == LinkOrigin::Authored(index));
    let ends = grid.links().filter(is_meant).flat_map(|link| [link.from, link.to]);
    ends.into_iter().any(|end| could_be_cheaper(world, agent, Rect::of_cell(end)))
}

/// Toggles the links or the obstacle of a switch when an agent has stepped onto its tile, from another tile or off a
/// link.
pub fn step_on_switch(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    index: usize,
    was_on_link: bool,
) {
    let agent = &agents.list[index];
    if world.level.switches.is_empty() || agent.crossing.on_link.is_some() {
        return;
    }
    let lattice = &world.map.lattice;
    let (tile, before) = (lattice.tile_at(agent.body.position), lattice.tile_at(agent.body.previous_position));
    if tile == before && !was_on_link {
        return;
    }
    let team = agent.identity.team.map(|team| &agents.teams[usize::from(team)]);
    let heeds = |switch: &&Switch| switch.tile == tile && (switch.team.is_none() || switch.team.as_ref() == team);
    let switches = world.level.switches.iter().filter(heeds);
    let names: Vec<String> = switches.map(|switch| switch.turns.clone()).collect();
    for name in &names {
        turn(world, agents, obstacles, events, name, None);
    }
}

/// Turns every link and every switched obstacle of a name on or off, or each the other way.
pub fn turn(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    name: &str,
    on: Option<bool>,
) {
    set_links(world, agents, events, name, |is_on| on.unwrap_or(!is_on));
    turn_obstacles(obstacles, events, name, |is_on| on.unwrap_or(!is_on));
}

/// Whether an agent that stands at the start of the next link of its route may enter it.
pub fn may_enter_link(world: &World, agents: &Agents, links: &LinkTraffic, agent: &Agent, link: &NavLink) -> bool {
    let has_turn = match link.authored() {
        None => agent.crossing.waiting.is_none(),
        Some(place) => {
            let is_admitted = agent.crossing.admitted.is_some_and(|admission| admission.link == place);
            is_admitted && !agent.waits_at_gate()
        }
    };
    has_turn && may_step_upon(world, agents, links, agent, link)
}

/// Handles an agent that has reached the end of a link: if it no longer has anywhere to go, it finds a slot to stand
/// there.
pub fn leave_link(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    if agent.body.in_wall {
        return request(world, agents, index);
    }
    let has_task = agents.jobs.of(agent.identity.id).is_some();
    if agent.active_route().is_none() && !has_task {
        let ending = if agent.task.goal.is_some() { AgentState::NoWay } else { AgentState::Stopped };
        agents.put_job(index, JobKind::Settle(ending));
    }
}
