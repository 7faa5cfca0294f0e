//! Links as [gates](crate::sim::gate): who may step upon one, and where the others wait.
//!
//! All agents on a link go the same way. While others wait on the other side, a direction keeps its turn until it is
//! over, and as many have gone as are let in at once. An end is entered only where it is free: by a leap, a fall or a teleport one
//! sets out only when nobody is at the other end or on the way there; from any other link one steps off only when there is
//! room. While one that goes the same way is on the link, the next draws up to the mouth.

use glam::Vec2;

use crate::agent::right_of_way::Claim;
use crate::agent::{Admission, Agent, AgentId, LinkEnd, WaitingFor};
use crate::level::{Link, LinkKind};
use crate::nav::NavLink;
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::gate::{Looks, Mouth, is_turn_over, queue_reach, waiting_place};
use crate::sim::links::LinkTraffic;
use crate::sim::links::crossing::may_step_upon;
use crate::sim::links::platform::platform_of;
use crate::sim::tuning::{ADMITTED_FOR, COMING_AT_ONCE, TURN_TICKS};
use crate::sim::world::World;
use crate::sorting;

/// The state of a link as a gate.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Traffic {
    /// The index of the link in the map.
    pub link: usize,
    /// How many may be on it at once.
    capacity: u32,
    /// Whether the next may come to the mouth while one is on the link.
    draws_up: bool,
    /// Agents that want to cross and are not admitted yet; those first that may go first.
    pub waiting: Vec<Waiter>,
    /// Whether the link is in use from its end to its start.
    pub backward: bool,
    /// The tick in which the turn of this direction began, and the number of agents admitted since.
    turn: (u64, u32),
    /// Of a lift: the position of the platform, from 0 at the link's start to 1 at its end, and how far it moves in a
    /// tick.
    pub lift: Option<(f32, f32)>,
}

/// An agent that waits before a link.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Waiter {
    pub agent: AgentId,
    pub backward: bool,
    /// Of those that came in the time of one turn the nearest to the mouth goes first.
    claim: Claim,
    /// How far it is from the mouth, in world units.
    distance: f32,
}

/// How many agents use a link, or are about to.
#[derive(Clone, Copy, Default)]
struct Use {
    /// The number of admitted agents that are not on the link yet.
    coming: u32,
    on: u32,
    backward: bool,
    /// How far from the mouth others are to stay, in world units, since one that has stepped on is still near it.
    keeps_off: f32,
}

impl Traffic {
    /// Creates the traffic of each link.
    pub fn of_links(links: &[Link]) -> Vec<Traffic> {
        let of = |(index, authored): (usize, &Link)| {
            let speed = authored.speed.unwrap_or(LinkKind::LIFTING);
            let step = speed * TICK / authored.from.distance(authored.to).max(0.01);
            let lift = (authored.kind == LinkKind::Lift).then_some((0.0, step));
            // Who teleports is still at the beginning.
            let draws_up = !matches!(authored.kind, LinkKind::Lift | LinkKind::Teleport);
            let (waiting, turn) = (Vec::new(), (0, 0));
            Traffic { link: index, capacity: authored.room(), draws_up, waiting, backward: false, turn, lift }
        };
        links.iter().enumerate().map(of).collect()
    }

    /// Takes over who waits, whose turn it is and where the platform is, from the same link before an edit.
    pub fn go_on_from(&mut self, before: &Traffic) {
        (self.backward, self.turn) = (before.backward, before.turn);
        self.waiting.clone_from(&before.waiting);
        if let (Some((at, _)), Some((before, _))) = (&mut self.lift, before.lift) {
            *at = before;
        }
    }

    /// Returns the agents that may enter now, in order. `used` tells how the link is in use, and `may` whether an agent finds
    /// room on it.
    fn admit(&mut self, mut used: Use, now: u64, mut may: impl FnMut(&Waiter) -> bool) -> Vec<AgentId> {
        sorting::sort_by_key(&mut self.waiting, |waiter| waiter.claim);
        let mut admitted = Vec::new();
        for at in 0..self.waiting.len() {
            let waiter = self.waiting[at];
            let in_use = used.on + used.coming > 0;
            let draws_up = self.draws_up && used.coming == 0 && used.on > 0 && waiter.distance >= used.keeps_off;
            if used.on + used.coming >= self.capacity && !draws_up {
                break;
            }
            let is_against = in_use && waiter.backward != used.backward;
            let has_turn = !is_against && !self.is_turn_over(waiter.backward, now) && self.lift_is_at(waiter.backward);
            if !has_turn || !may(&waiter) {
                continue;
            }
            let is_alone = !in_use && self.waiting.iter().all(|other| other.backward == waiter.backward);
            if waiter.backward != self.backward || is_alone {
                (self.backward, self.turn) = (waiter.backward, (now, 0));
            }
            admitted.push(waiter.agent);
            (used.backward, used.coming, self.turn.1) = (waiter.backward, used.coming + 1, self.turn.1 + 1);
        }
        admitted
    }

    /// Whether the turn of a direction is over: others wait on the other side, and it has lasted long enough.
    fn is_turn_over(&self, backward: bool, now: u64) -> bool {
        let others_wait = || self.waiting.iter().any(|other| other.backward != backward);
        let least = self.capacity.max(COMING_AT_ONCE as u32);
        backward == self.backward && self.turn.1 >= least && is_turn_over(self.turn.0, now) && others_wait()
    }

    /// Whether the platform is at the end where agents enter in this direction; always true for links that are no
    /// lifts.
    fn lift_is_at(&self, backward: bool) -> bool {
        self.lift.is_none_or(|(at, _)| at == if backward { 1.0 } else { 0.0 })
    }

    /// Moves the platform: with its riders once no other is coming, otherwise to the first agent that waits and whose turn is not
    /// over.
    fn move_lift(&mut self, used: Use, now: u64) {
        let first = self.waiting.iter().find(|waiter| !self.is_turn_over(waiter.backward, now)).copied();
        let first = first.filter(|_| used.on == 0);
        let Some((at, step)) = &mut self.lift else { return };
        let goes_on = match first {
            _ if used.coming > 0 => return,
            _ if used.on > 0 => !used.backward,
            Some(first) => first.backward,
            None => return,
        };
        *at = if goes_on { (*at + *step).min(1.0) } else { (*at - *step).max(0.0) };
    }
}

/// Whether one can stop on a link of this kind, before its end.
pub fn can_stop_on(kind: LinkKind) -> bool {
    matches!(kind, LinkKind::Walk | LinkKind::Ladder | LinkKind::Rope | LinkKind::Lift)
}

/// Returns the position of a lift's platform, by the index of its link in the map: from 0 at the link's start to 1 at
/// its end. `None` for any other link.
pub fn lift_at(links: &LinkTraffic, link: usize) -> Option<f32> {
    let traffic = links.traffic.iter().find(|traffic| traffic.link == link)?;
    traffic.lift.map(|(at, _)| at)
}

/// Returns the number of agents ahead of one in the queue at a link; `None` for one that does not queue. One that has drawn up
/// to the mouth is the first of the queue.
pub fn place_in_queue(agents: &Agents, links: &LinkTraffic, agent: AgentId) -> Option<usize> {
    let drawn_up = |link: usize| {
        let has_drawn_up = |agent: &&Agent| {
            agent.crossing.on_link.is_none() && agent.crossing.admitted.is_some_and(|admission| admission.link == link)
        };
        let is_on = |agent: &Agent| agent.crossing.on_link.is_some_and(|(on, _)| on.authored() == Some(link));
        agents.list.iter().find(has_drawn_up).filter(|_| agents.list.iter().any(is_on)).map(|agent| agent.identity.id)
    };
    links.traffic.iter().find_map(|traffic| {
        let waiting = traffic.waiting.iter().map(|waiter| waiter.agent);
        drawn_up(traffic.link).into_iter().chain(waiting).position(|waiter| waiter == agent)
    })
}

/// Returns the index of a link's traffic; `None` for one that follows from the ground.
pub fn traffic_of(links: &LinkTraffic, link: &NavLink) -> Option<usize> {
    let place = link.authored()?;
    links.traffic.iter().position(|traffic| traffic.link == place)
}

/// Returns the position of a lift's platform as seen by an agent that enters the link in this direction.
pub fn platform(world: &World, links: &LinkTraffic, link: &NavLink) -> f32 {
    let at = link.authored().and_then(|place| lift_at(links, place)).unwrap_or(0.0);
    if is_backward(world, link) { 1.0 - at } else { at }
}

/// Whether a link, as taken by an agent, runs from its end to its start.
fn is_backward(world: &World, link: &NavLink) -> bool {
    let Some(authored) = link.authored().map(|place| &world.map.links[place]) else { return false };
    let from = world.map.cells().centre(link.from);
    from.distance_squared(authored.to) < from.distance_squared(authored.from)
}

/// Queues the agents that come to links, and admits those whose turn it is.
pub fn queue_at_links(world: &World, agents: &mut Agents, links: &mut LinkTraffic) {
    let obeys = |profile: &crate::profile::AgentProfile| profile.auto_traverse_links;
    if world.map.links.is_empty() && world.profiles.iter().all(obeys) {
        return;
    }
    let mut uses = vec![Use::default(); links.traffic.len()];
    let mut looks = Looks::default();
    for index in 0..agents.list.len() {
        count_use(world, agents, links, index, &mut uses);
        wait_at_link(world, agents, links, index, &mut looks);
    }
    leave_queues(world, agents, links);
    for (at, used) in uses.into_iter().enumerate() {
        serve_queue(world, agents, links, at, used);
    }
}

/// Counts an agent that is on a link or was admitted to it. One that was admitted and did not come in time must queue
/// again.
fn count_use(world: &World, agents: &mut Agents, links: &LinkTraffic, index: usize, uses: &mut [Use]) {
    let agent = &agents.list[index];
    let on = agent.crossing.on_link.map(|(link, _)| link);
    let coming = agent.crossing.admitted.and_then(|admission| {
        let next = agent.active_route()?.links_ahead().next()?;
        let is_it = next.authored() == Some(admission.link) && is_backward(world, next) == admission.backward;
        let comes = !agent.stands() && !agent.waits_at_passage() && world.tick - admission.since < ADMITTED_FOR;
        (is_it && comes).then_some(*next)
    });
    if let Some(link) = on.or(coming)
        && let Some(at) = traffic_of(links, &link)
    {
        let used = &mut uses[at];
        *(if on.is_some() { &mut used.on } else { &mut used.coming }) += 1;
        used.backward = is_backward(world, &link);
        let agent = &agents.list[index];
        let near = 2.0 * world.profile_of(agent).radius;
        if on.is_some() && mouth(world, agent, &link).position.distance(agent.body.position) < near {
            used.keeps_off = used.keeps_off.max(2.0 * near);
        }
    }
    if coming.is_none() && agent.crossing.admitted.is_some() {
        let crossing = &mut agents.list[index].crossing;
        crossing.admitted = None;
        if on.is_none() {
            crossing.end = LinkEnd::Ahead;
        }
    }
}

/// Makes an agent wait before the next link of its route if it may not enter it.
fn wait_at_link(world: &World, agents: &mut Agents, links: &mut LinkTraffic, index: usize, looks: &mut Looks) {
    let agent = &agents.list[index];
    let Some((link, reason)) = blocking_link(world, links, agent) else {
        return draw_up(world, agents, links, index);
    };
    let mouth = mouth(world, agent, &link);
    let distance = mouth.position.distance(agent.body.position);
    if let (WaitingFor::Turn(_), Some(at)) = (reason, traffic_of(links, &link)) {
        let waiting = &mut links.traffic[at].waiting;
        match waiting.iter_mut().find(|waiter| waiter.agent == agent.identity.id) {
            Some(waiter) => (waiter.claim, waiter.distance) = (waiter.claim.at(distance), distance),
            None => waiting.push(Waiter {
                agent: agent.identity.id,
                backward: is_backward(world, &link),
                claim: world.claim(agent).since(world.tick / TURN_TICKS).at(distance),
                distance,
            }),
        }
    }
    let place = match agent.crossing.waiting.filter(|waiting| waiting.reason.is_for_link()) {
        Some(waiting) => waiting.position,
        None if reason == WaitingFor::Leave => mouth.position,
        None => waiting_place(world, agents, index, mouth, looks),
    };
    agents.wait_for(index, reason, place);
}

/// Lets an agent that has its turn come to the mouth, and wait there until it may step upon the link; any other goes on.
fn draw_up(world: &World, agents: &mut Agents, links: &LinkTraffic, index: usize) {
    let agent = &agents.list[index];
    let has_turn = agent.crossing.admitted.is_some() && agent.crossing.on_link.is_none();
    let next = agent.active_route().filter(|_| has_turn).and_then(|route| route.next_link()).copied();
    match next.filter(|link| !may_step_upon(world, agents, links, agent, link)) {
        Some(link) => {
            let mouth = mouth(world, agent, &link).position;
            agents.wait_for(index, WaitingFor::Turn(link.kind), mouth);
        }
        None if agent.crossing.waiting.is_some_and(|waiting| waiting.reason.is_for_link()) => {
            agents.list[index].crossing.waiting = None;
        }
        None => {}
    }
}

/// Where an agent enters a link.
fn mouth(world: &World, agent: &Agent, link: &NavLink) -> Mouth {
    let lattice = world.nav_grid(agent.identity.profile).lattice();
    let (start, end) = (lattice.centre(link.from), lattice.centre(link.to));
    Mouth { position: start, along: (end - start).normalize_or_zero() }
}

/// Returns the link before which an agent has to wait, and why.
fn blocking_link(world: &World, links: &LinkTraffic, agent: &Agent) -> Option<(NavLink, WaitingFor)> {
    if agent.crossing.on_link.is_some() || agent.stands() || agent.is_reordered() || agent.waits_at_passage() {
        return None;
    }
    let route = agent.active_route()?;
    let link = *route.links_ahead().next()?;
    let profile = &world.profiles[agent.identity.profile];
    let is_off = link.authored().is_some_and(|place| !world.map.links[place].active);
    let reason = match () {
        () if !profile.auto_traverse_links => WaitingFor::Leave,
        () if is_off => WaitingFor::Link(link.kind),
        () if link.authored().is_some() && agent.crossing.admitted.is_none() => WaitingFor::Turn(link.kind),
        () => return None,
    };
    let mouth = mouth(world, agent, &link);
    let left = agent.body.position.distance(mouth.position);
    let is_nearer = |waiter: &&Waiter| waiter.backward == is_backward(world, &link) && waiter.distance < left;
    let nearer = traffic_of(links, &link).map_or(0, |at| links.traffic[at].waiting.iter().filter(is_nearer).count());
    let reach = world.ground(agent.identity.profile).mover.foresight() + queue_reach(profile.radius, nearer);
    let is_there =
        agent.crossing.waiting.is_some() && left <= 2.0 * reach || route.next_link().is_some() && left <= reach;
    is_there.then_some((link, reason))
}

/// Removes the agents that no longer wait from the queues.
fn leave_queues(world: &World, agents: &Agents, links: &mut LinkTraffic) {
    for at in 0..links.traffic.len() {
        let mut waiting = std::mem::take(&mut links.traffic[at].waiting);
        let link = links.traffic[at].link;
        waiting.retain(|waiter| {
            let waits = |agent: &&Agent| agent.crossing.waiting.is_some_and(|waiting| waiting.reason.is_for_link());
            let agent = agents.agent(waiter.agent).filter(waits);
            let next = agent.and_then(|agent| agent.active_route()?.links_ahead().next());
            next.is_some_and(|next| next.authored() == Some(link) && is_backward(world, next) == waiter.backward)
        });
        links.traffic[at].waiting = waiting;
    }
}

/// Admits the agents whose turn it is, and moves the lift.
fn serve_queue(world: &World, agents: &mut Agents, links: &mut LinkTraffic, at: usize, used: Use) {
    let is_active = world.map.links[links.traffic[at].link].active;
    let mut coming = used.coming;
    if is_active && !links.traffic[at].waiting.is_empty() {
        let mut platform = platform_of(world, agents, links, at);
        let may = |waiter: &Waiter| platform.as_mut().is_none_or(|platform| platform.takes(waiter.agent));
        for id in links.traffic[at].admit(used, world.tick, may) {
            coming += 1;
            if let Some(index) = agents.index_of(id) {
                agents.list[index].crossing.on_platform =
                    platform.as_ref().map_or(Vec2::ZERO, |platform| platform.spot_of(id));
                agents.list[index].crossing.waiting = None;
                let (link, backward) = (links.traffic[at].link, links.traffic[at].backward);
                agents.list[index].crossing.admitted = Some(Admission { link, backward, since: world.tick });
            }
            links.traffic[at].waiting.retain(|waiter| waiter.agent != id);
        }
    }
    links.traffic[at].move_lift(Use { coming, ..used }, world.tick);
}

/// Whether there is room on a link for one more, `used` of which are on it in the same direction.
pub fn has_room(links: &LinkTraffic, link: &NavLink, used: usize) -> bool {
    traffic_of(links, link).is_none_or(|at| used < links.traffic[at].capacity as usize)
}
