//! Moving the agents that are on links.

use crate::agent::Agent;
use crate::agent::link_crossing::{Passage, cross, step_off};
use crate::agent::tuning::YIELDS_FOR;
use crate::level::LinkKind;
use crate::nav::NavLink;
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::heading::turn;
use crate::sim::links::Links;
use crate::sim::links::traffic::{can_stop_on, has_room, platform};
use crate::sim::world::World;

/// An agent on a link.
#[derive(Clone, Copy)]
struct Crosser {
    index: usize,
    link: NavLink,
    /// Distance from the start of the link, in world units.
    come: f32,
    radius: f32,
}

/// Moves the agents on links (given by index, in order) on by one tick, each as far as those ahead of it leave room.
/// Returns the indices of the agents that have reached the end.
pub fn cross_links(world: &World, agents: &mut Agents, links: &Links, on_links: &[usize]) -> Vec<usize> {
    let mut across = Vec::new();
    let crossers: Vec<Crosser> = on_links.iter().filter_map(|&index| crosser(world, agents, index)).collect();
    for crosser in &crossers {
        let (index, link) = (crosser.index, crosser.link);
        let passage = Passage { room: room_before(crosser, &crossers), platform: platform(world, links, &link) };
        let is_held = can_stop_on(link.kind) && is_end_taken(world, agents, index, &link);
        let agent = &mut agents.list[index];
        let ground = world.ground(agent.identity.profile);
        let is_across = cross(agent, ground, &link, passage, TICK);
        turn(agent, ground);
        if is_across && is_held {
            agent.crossing.held += 1;
        } else if is_across {
            agent.crossing.held = 0;
            step_off(agent, ground, &link);
            across.push(index);
        }
    }
    across
}

fn crosser(world: &World, agents: &Agents, index: usize) -> Option<Crosser> {
    let agent = &agents.list[index];
    let (link, _) = agent.crossing.on_link?;
    let start = world.nav_grid(agent.identity.profile).lattice().centre(link.from);
    let (come, radius) = (start.distance(agent.body.position), world.profiles[agent.identity.profile].radius);
    Some(Crosser { index, link, come, radius })
}

/// The agent on the ground where an agent would come off a link, if it would touch one there.
pub fn at_end<'a>(world: &World, agents: &'a Agents, agent: &Agent, link: &NavLink) -> Option<&'a Agent> {
    let end = world.map.cells().centre(link.to) + agent.crossing.on_platform;
    let radius = world.profile_of(agent).radius;
    let is_there = |other: &&Agent| {
        let touch = radius + world.profile_of(other).radius;
        let is_near = other.body.position.distance_squared(end) < touch * touch;
        is_near && other.crossing.on_link.is_none() && other.identity.id != agent.identity.id
    };
    agents.list.iter().find(is_there)
}

/// Whether another keeps an agent from coming off a link. One that has not made room for as long as others yield has nowhere to
/// go: then bodies are pushed apart.
fn is_end_taken(world: &World, agents: &Agents, index: usize, link: &NavLink) -> bool {
    let agent = &agents.list[index];
    let is_patient = u64::from(agent.crossing.held) < YIELDS_FOR;
    is_patient && link.authored().is_some() && at_end(world, agents, agent, link).is_some()
}

/// Whether an agent that stands at the beginning of a link may step upon it: there is room, and where it could not stop on the
/// way, nobody is at the other end or comes there.
pub fn may_step_upon(world: &World, agents: &Agents, links: &Links, index: usize, link: &NavLink) -> bool {
    let on = agents.list.iter().filter_map(|agent| agent.crossing.on_link.map(|(link, _)| link));
    let used = on.filter(|other| other.origin == link.origin).count();
    link.authored().is_none()
        || has_room(links, link, used) && (can_stop_on(link.kind) || !is_end_taken(world, agents, index, link))
}

/// Returns how far an agent on a link may move before it touches the next one that goes the same way, in world units.
fn room_before(crosser: &Crosser, crossers: &[Crosser]) -> f32 {
    if !matches!(crosser.link.kind, LinkKind::Walk | LinkKind::Ladder | LinkKind::Rope) {
        return f32::INFINITY;
    }
    let is_ahead = |other: &&Crosser| {
        let same_way = other.link.origin == crosser.link.origin && other.link.from == crosser.link.from;
        same_way && (other.come, crosser.index) > (crosser.come, other.index)
    };
    let room = |other: &Crosser| other.come - crosser.come - other.radius - crosser.radius;
    crossers.iter().filter(is_ahead).map(room).fold(f32::INFINITY, f32::min)
}
