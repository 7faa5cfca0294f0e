//! Moving the agents that are on links.

use glam::Vec2;

use crate::agent::link_crossing::{CrossingConditions, LinkLine, cross, step_off};
use crate::agent::tuning::{AT_END, YIELDS_FOR};
use crate::agent::{Agent, LinkEnd};
use crate::level::LinkKind;
use crate::nav::NavLink;
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::heading::turn;
use crate::sim::links::LinkTraffic;
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

/// Moves the agents on links (given by index, in order) on by one tick, each as far as those ahead of it and those at the end
/// leave room. Returns the indices of the agents that have come off.
pub fn cross_links(world: &World, agents: &mut Agents, links: &LinkTraffic, on_links: &[usize]) -> Vec<usize> {
    let mut across = Vec::new();
    let crossers: Vec<Crosser> = on_links.iter().filter_map(|&index| crosser(world, agents, index)).collect();
    for crosser in &crossers {
        let (index, link) = (crosser.index, crosser.link);
        let before_end = come_to_end(world, agents, index, &link);
        let room = room_before(crosser, &crossers).min(before_end);
        let passage = CrossingConditions { room, platform: platform(world, links, &link) };
        let agent = &mut agents.list[index];
        let ground = world.ground(agent.identity.profile);
        let is_across = cross(agent, ground, &link, passage, TICK);
        turn(agent, ground);
        if is_across && before_end > 0.0 {
            agent.crossing.end = LinkEnd::Ahead;
            step_off(agent, ground, &link);
            across.push(index);
        }
    }
    across
}

fn crosser(world: &World, agents: &Agents, index: usize) -> Option<Crosser> {
    let agent = &agents.list[index];
    let (link, part) = agent.crossing.on_link?;
    let start = world.nav_grid(agent.identity.profile).lattice().centre(link.from);
    let course = LinkLine::of(&world.map, &link);
    let come = if course.is_straight() { start.distance(agent.body.position) } else { part * course.length() };
    let radius = world.profiles[agent.identity.profile].radius;
    Some(Crosser { index, link, come, radius })
}

/// Notes whether the end of its link is free for an agent that is on it, and returns how far it may go before it touches those
/// who are there, in world units: 0 where it may not come off.
fn come_to_end(world: &World, agents: &mut Agents, index: usize, link: &NavLink) -> f32 {
    let agent = &agents.list[index];
    if !can_stop_on(link.kind) {
        return f32::INFINITY;
    }
    let course = LinkLine::of(&world.map, link);
    if agent.crossing.on_link.is_some_and(|(_, part)| !course.is_last_bit(part)) {
        agents.list[index].crossing.end = LinkEnd::Ahead;
        return f32::INFINITY;
    }
    let left = agent.body.position.distance(end_of(world, agent, link));
    let near = 2.0 * world.profile_of(agent).radius;
    let room = room_before_end(world, agents, agent, link);
    let is_at_end = if walks_on(link.kind) { left.min(room) <= near } else { left <= AT_END };
    let agent = &mut agents.list[index];
    agent.crossing.end = match agent.crossing.end {
        _ if !is_at_end => LinkEnd::Ahead,
        _ if room.is_infinite() => LinkEnd::Free,
        LinkEnd::Taken(ticks) => LinkEnd::Taken(ticks.saturating_add(1)),
        LinkEnd::Ahead | LinkEnd::Free => LinkEnd::Taken(0),
    };
    if is_patient(agent.crossing.end) { room } else { f32::INFINITY }
}

/// Whether one still waits before the end of a link for those who are there. Where nobody makes room for as long as others yield,
/// there is nowhere to go for them: then it comes off, and bodies are pushed apart.
fn is_patient(end: LinkEnd) -> bool {
    !matches!(end, LinkEnd::Taken(ticks) if u64::from(ticks) >= YIELDS_FOR)
}

/// Whether an agent on a link of this kind moves as on the ground.
fn walks_on(kind: LinkKind) -> bool {
    matches!(kind, LinkKind::Walk | LinkKind::Ladder | LinkKind::Rope)
}

/// Where an agent comes off a link.
fn end_of(world: &World, agent: &Agent, link: &NavLink) -> Vec2 {
    let lattice = world.nav_grid(agent.identity.profile).lattice();
    lattice.centre(link.to) + if link.kind == LinkKind::Lift { agent.crossing.on_platform } else { Vec2::ZERO }
}

/// The agents on the ground whom an agent would touch that comes off a link. Where it walks there, those count too whom
/// it would touch on its last bit of way, which is as long as its body.
pub fn those_at_end<'a>(
    world: &'a World,
    agents: &'a Agents,
    agent: &'a Agent,
    link: &NavLink,
) -> impl Iterator<Item = &'a Agent> {
    let (radius, end) = (world.profile_of(agent).radius, end_of(world, agent, link));
    let last_bit = if walks_on(link.kind) { 2.0 * radius } else { 0.0 };
    let begin = end + (agent.body.position - end).clamp_length_max(last_bit);
    let is_there = move |other: &&Agent| {
        let touch = radius + world.profile_of(other).radius;
        other.crossing.on_link.is_none()
            && other.identity.id != agent.identity.id
            && nearest_on([begin, end], other.body.position).distance_squared(other.body.position) < touch * touch
    };
    agents.list.iter().filter(is_there)
}

/// The point of a line that is nearest to another point.
fn nearest_on([from, to]: [Vec2; 2], point: Vec2) -> Vec2 {
    let line = to - from;
    let part = (point - from).dot(line) / line.length_squared().max(f32::MIN_POSITIVE);
    from + line * part.clamp(0.0, 1.0)
}

/// How far an agent may go on straight to the end of its link before it touches one who is there, in world units; infinitely far where
/// nobody is.
fn room_before_end(world: &World, agents: &Agents, agent: &Agent, link: &NavLink) -> f32 {
    let (here, radius) = (agent.body.position, world.profile_of(agent).radius);
    let along = (end_of(world, agent, link) - here).normalize_or_zero();
    let room = |other: &Agent| {
        let (touch, offset) = (radius + world.profile_of(other).radius, other.body.position - here);
        let beside = offset.perp_dot(along);
        (offset.dot(along) - (touch * touch - beside * beside).max(0.0).sqrt()).max(0.0)
    };
    those_at_end(world, agents, agent, link).map(room).fold(f32::INFINITY, f32::min)
}

/// Whether an agent that has its turn may step upon a link: there is room, and where it could not stop on the way, nobody is at the
/// other end.
pub fn may_step_upon(world: &World, agents: &Agents, links: &LinkTraffic, agent: &Agent, link: &NavLink) -> bool {
    let on = agents.list.iter().filter_map(|agent| agent.crossing.on_link.map(|(link, _)| link));
    let used = on.filter(|other| other.origin == link.origin).count();
    has_room(links, link, used)
        && (can_stop_on(link.kind)
            || !is_patient(agent.crossing.end)
            || those_at_end(world, agents, agent, link).next().is_none())
}

/// What an agent that steps upon a link, or waits at its beginning until it may, has to do with its end from now on.
pub fn end_from_start(agent: &Agent, link: &NavLink, steps_on: bool) -> LinkEnd {
    match agent.crossing.end {
        _ if can_stop_on(link.kind) => LinkEnd::Ahead,
        end if steps_on && is_patient(end) => LinkEnd::Free,
        LinkEnd::Taken(ticks) => LinkEnd::Taken(ticks.saturating_add(1)),
        LinkEnd::Ahead | LinkEnd::Free => LinkEnd::Taken(0),
    }
}

/// Returns how far an agent on a link may move before it touches the next one that goes the same way, in world units.
fn room_before(crosser: &Crosser, crossers: &[Crosser]) -> f32 {
    if !walks_on(crosser.link.kind) {
        return f32::INFINITY;
    }
    let is_ahead = |other: &&Crosser| {
        let same_way = other.link.origin == crosser.link.origin && other.link.from == crosser.link.from;
        same_way && (other.come, crosser.index) > (crosser.come, other.index)
    };
    let room = |other: &Crosser| other.come - crosser.come - other.radius - crosser.radius;
    crossers.iter().filter(is_ahead).map(room).fold(f32::INFINITY, f32::min)
}
