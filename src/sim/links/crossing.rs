//! Moving the agents that are on links.

use crate::agent::AgentId;
use crate::agent::link_crossing::{Passage, cross, step_off};
use crate::level::LinkKind;
use crate::nav::NavLink;
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::heading::turn;
use crate::sim::links::Links;
use crate::sim::links::traffic::{platform, traffic_of};
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
pub fn cross_links(world: &World, agents: &mut Agents, links: &mut Links, on_links: &[usize]) -> Vec<usize> {
    let mut across = Vec::new();
    let crossers: Vec<Crosser> = on_links.iter().filter_map(|&index| crosser(world, agents, index)).collect();
    for crosser in &crossers {
        let (index, link) = (crosser.index, crosser.link);
        let passage = Passage { room: room_before(crosser, &crossers), platform: platform(world, links, &link) };
        let agent = &mut agents.list[index];
        let ground = world.ground(agent.identity.profile);
        let is_across = cross(agent, ground, &link, passage, TICK);
        turn(agent, ground);
        if is_across {
            step_off(agent, ground, &link);
            let id = agent.identity.id;
            record_exit(world, links, &link, id);
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

/// Records who has stepped off a link last, so that the next agent lets it get away.
fn record_exit(world: &World, links: &mut Links, link: &NavLink, agent: AgentId) {
    if let Some(traffic) = traffic_of(links, link) {
        let at = &mut links.traffic[traffic];
        at.last_off = Some((agent, world.tick));
    }
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
