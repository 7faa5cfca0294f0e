//! Links of limited capacity: whose turn it is, and where the others wait.
//!
//! Both ends of a link share one queue. It is ordered by the time of arrival, and each step of avoidance priority
//! counts as some ticks of waiting: important agents go first, and still none waits forever, because those that arrive
//! long enough after an agent are behind it whatever their priority. All agents on a link go the same way. After an
//! agent on the other side has been passed over, at most as many as the link's capacity may still follow in the current
//! direction.

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::{Agent, AgentId, WaitingFor};
use crate::level::{Link, LinkKind};
use crate::nav::NavLink;
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::links::Links;
use crate::sim::links::platform::platform_of;
use crate::sim::world::World;
use crate::sorting;

/// Ticks of waiting that one step of avoidance priority counts as. With 0 priorities do not matter at links.
const PRIORITY_TICKS: u64 = 12;

/// World units. The least distance before a link at which an agent starts to queue; a shorter one would let fast agents
/// block the way off the link.
const QUEUE_REACH: f32 = 1.5;

/// Ticks. An admitted agent that has not entered the link by then queues again, so that one that is held up does not
/// block the link.
const ADMISSION_TIMEOUT: u64 = 600;

/// Ticks, at most, for which the next agent lets the previous one get away from the end of the link.
const EXIT_GRACE: u64 = 60;

/// World units. The gap between agents that wait.
const WAITING_GAP: f32 = 0.1;

/// Multiples of an eighth turn, as cosine and sine. Directions away from the link's axis come first, so that waiting
/// agents leave the way free.
const WAITING_DIRECTIONS: [(f32, f32); 8] = {
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    [(HALF, HALF), (HALF, -HALF), (0.0, 1.0), (0.0, -1.0), (-HALF, HALF), (-HALF, -HALF), (1.0, 0.0), (-1.0, 0.0)]
};

/// The state of a link of limited capacity.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Traffic {
    /// The index of the link in the map.
    pub link: usize,
    capacity: u32,
    /// Agents that want to cross and are not admitted yet.
    pub waiting: Vec<Waiter>,
    /// Whether the link is in use from its end to its start.
    pub backward: bool,
    /// The number of agents admitted since the direction changed.
    pub gone: u32,
    /// The last agent that stepped off, and the tick in which it did.
    pub last_off: Option<(AgentId, u64)>,
    /// Of a lift: the position of the platform, from 0 at the link's start to 1 at its end, and how far it moves in a
    /// tick.
    pub lift: Option<(f32, f32)>,
}

/// An agent that waits before a link.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Waiter {
    pub agent: AgentId,
    /// The lowest rank goes first; of equal ranks, the lowest agent id.
    pub rank: u64,
    pub backward: bool,
}

/// How many agents use a link, or are about to.
#[derive(Clone, Copy, Default)]
struct Use {
    /// The number of admitted agents that are not on the link yet.
    coming: u32,
    on: u32,
    backward: bool,
}

impl Traffic {
    /// Creates the traffic of each link of limited capacity.
    pub fn of_links(links: &[Link]) -> Vec<Traffic> {
        let of = |(index, authored): (usize, &Link)| {
            let capacity = authored.room()?;
            let speed = authored.speed.unwrap_or(LinkKind::LIFTING);
            let step = speed * TICK / authored.from.distance(authored.to).max(0.01);
            let lift = (authored.kind == LinkKind::Lift).then_some((0.0, step));
            Some(Traffic { link: index, capacity, waiting: Vec::new(), backward: false, gone: 0, last_off: None, lift })
        };
        links.iter().enumerate().filter_map(of).collect()
    }

    /// Returns the agents that may enter now, in order. `used` tells how the link is in use, and `has_room` whether an
    /// agent finds room on it.
    fn admit(&mut self, mut used: Use, mut has_room: impl FnMut(AgentId) -> bool) -> Vec<AgentId> {
        sorting::sort_by_key(&mut self.waiting, |waiter| (waiter.rank, waiter.agent.0));
        let (mut admitted, mut is_passed) = (Vec::new(), false);
        for waiter in &self.waiting {
            let in_use = used.on + used.coming > 0;
            if used.on + used.coming >= self.capacity || is_passed && self.gone >= self.capacity {
                break;
            }
            if in_use && waiter.backward != used.backward || !self.lift_is_at(waiter.backward) {
                is_passed = true;
                continue;
            }
            if !has_room(waiter.agent) {
                break;
            }
            if !in_use {
                (self.backward, self.gone, used.backward) = (waiter.backward, 0, waiter.backward);
            }
            admitted.push(waiter.agent);
            (self.gone, used.coming) = (self.gone + 1, used.coming + 1);
        }
        admitted
    }

    /// Whether the platform is at the end where agents enter in this direction; always true for links that are no
    /// lifts.
    fn lift_is_at(&self, backward: bool) -> bool {
        self.lift.is_none_or(|(at, _)| at == if backward { 1.0 } else { 0.0 })
    }

    /// Moves the platform: with its riders once no other is coming, otherwise to the first agent that waits.
    fn move_lift(&mut self, used: Use) {
        let Some((at, step)) = &mut self.lift else { return };
        let first = self.waiting.first().filter(|_| used.on == 0);
        let goes_on = match first {
            _ if used.coming > 0 => return,
            _ if used.on > 0 => !used.backward,
            Some(first) => first.backward,
            None => return,
        };
        *at = if goes_on { (*at + *step).min(1.0) } else { (*at - *step).max(0.0) };
    }
}

/// Returns the position of a lift's platform, by the index of its link in the map: from 0 at the link's start to 1 at
/// its end. `None` for any other link.
pub fn lift_at(links: &Links, link: usize) -> Option<f32> {
    let traffic = links.traffic.iter().find(|traffic| traffic.link == link)?;
    traffic.lift.map(|(at, _)| at)
}

/// Returns the number of agents ahead of one in the queue at a link; `None` for one that does not queue.
pub fn place_in_queue(links: &Links, agent: AgentId) -> Option<usize> {
    links.traffic.iter().find_map(|traffic| traffic.waiting.iter().position(|waiter| waiter.agent == agent))
}

/// Returns the index of a link's traffic; `None` if its capacity is not limited.
pub fn traffic_of(links: &Links, link: &NavLink) -> Option<usize> {
    let place = link.authored()?;
    links.traffic.iter().position(|traffic| traffic.link == place)
}

/// Returns the position of a lift's platform as seen by an agent that enters the link in this direction.
pub fn platform(world: &World, links: &Links, link: &NavLink) -> f32 {
    let at = link.authored().and_then(|place| lift_at(links, place)).unwrap_or(0.0);
    if is_backward(world, link) { 1.0 - at } else { at }
}

/// Whether a link, as taken by an agent, runs from its end to its start.
fn is_backward(world: &World, link: &NavLink) -> bool {
    let Some(authored) = link.authored().map(|place| &world.map.links[place]) else { return false };
    let from = world.map.cells().centre(link.from);
    from.distance_squared(authored.to) < from.distance_squared(authored.from)
}

/// Queues the agents that come to links without room for them, and admits those whose turn it is.
pub fn queue_at_links(world: &World, agents: &mut Agents, links: &mut Links) {
    let obeys = |profile: &crate::profile::AgentProfile| profile.auto_traverse_links;
    if world.map.links.is_empty() && world.profiles.iter().all(obeys) {
        return;
    }
    let mut uses = vec![Use::default(); links.traffic.len()];
    for index in 0..agents.list.len() {
        count_use(world, agents, links, index, &mut uses);
        wait_at_link(world, agents, links, index);
    }
    leave_queues(world, agents, links);
    for (at, used) in uses.into_iter().enumerate() {
        serve_queue(world, agents, links, at, used);
    }
}

/// Counts an agent that is on a link or was admitted to it. One that was admitted and did not come in time must queue
/// again.
fn count_use(world: &World, agents: &mut Agents, links: &Links, index: usize, uses: &mut [Use]) {
    let agent = &agents.list[index];
    let on = agent.crossing.on_link.map(|(link, _)| link);
    let coming = agent.crossing.admitted.and_then(|(place, since)| {
        let next = agent.active_route()?.links_ahead().next()?;
        let is_it = next.authored() == Some(place) && !agent.stands() && world.tick - since < ADMISSION_TIMEOUT;
        is_it.then_some(*next)
    });
    if let Some(link) = on.or(coming)
        && let Some(at) = traffic_of(links, &link)
    {
        let used = &mut uses[at];
        *(if on.is_some() { &mut used.on } else { &mut used.coming }) += 1;
        used.backward = is_backward(world, &link);
    }
    if coming.is_none() && agent.crossing.admitted.is_some() {
        agents.list[index].crossing.admitted = None;
    }
}

/// Makes an agent wait before the next link of its route if it may not enter it.
fn wait_at_link(world: &World, agents: &mut Agents, links: &mut Links, index: usize) {
    let agent = &agents.list[index];
    let Some((link, reason)) = blocking_link(world, agent) else {
        let agent = &mut agents.list[index];
        if agent.crossing.waiting.is_some_and(|waiting| waiting.reason.is_for_link()) {
            agent.crossing.waiting = None;
        }
        return;
    };
    if let (WaitingFor::Turn(_), Some(at)) = (reason, traffic_of(links, &link))
        && links.traffic[at].waiting.iter().all(|waiter| waiter.agent != agent.identity.id)
    {
        let priority = u64::from(world.profiles[agent.identity.profile].avoidance_priority);
        let rank = world.tick + PRIORITY_TICKS * priority;
        let waiter = Waiter { agent: agent.identity.id, rank, backward: is_backward(world, &link) };
        links.traffic[at].waiting.push(waiter);
    }
    let place = match agent.crossing.waiting.filter(|waiting| waiting.reason.is_for_link()) {
        Some(waiting) => waiting.position,
        None if reason == WaitingFor::Leave => world.nav_grid(agent.identity.profile).lattice().centre(link.from),
        None => waiting_point(world, agents, index, &link),
    };
    agents.wait_for(index, reason, place);
}

/// Returns the link before which an agent has to wait, and why.
fn blocking_link(world: &World, agent: &Agent) -> Option<(NavLink, WaitingFor)> {
    if agent.crossing.on_link.is_some() || agent.stands() || agent.is_reordered() {
        return None;
    }
    let route = agent.active_route()?;
    let link = *route.links_ahead().next()?;
    let profile = &world.profiles[agent.identity.profile];
    let is_off = link.authored().is_some_and(|place| !world.map.links[place].active);
    let reason = match () {
        () if !profile.auto_traverse_links => WaitingFor::Leave,
        () if is_off => WaitingFor::Link(link.kind),
        () if link.capacity.is_some() && agent.crossing.admitted.is_none() => WaitingFor::Turn(link.kind),
        () => return None,
    };
    let ground = world.ground(agent.identity.profile);
    let reach = ground.mover.foresight() + 3.0 * profile.radius + QUEUE_REACH;
    let left = agent.body.position.distance(ground.nav.lattice().centre(link.from));
    let is_there =
        agent.crossing.waiting.is_some() && left <= 3.0 * reach || route.next_link().is_some() && left <= reach;
    is_there.then_some((link, reason))
}

/// Removes the agents that no longer wait from the queues.
fn leave_queues(world: &World, agents: &Agents, links: &mut Links) {
    for at in 0..links.traffic.len() {
        let mut waiting = std::mem::take(&mut links.traffic[at].waiting);
        let link = links.traffic[at].link;
        waiting.retain(|waiter| {
            let agent = agents.agent(waiter.agent).filter(|agent| agent.crossing.waiting.is_some());
            let next = agent.and_then(|agent| agent.active_route()?.links_ahead().next());
            next.is_some_and(|next| next.authored() == Some(link) && is_backward(world, next) == waiter.backward)
        });
        links.traffic[at].waiting = waiting;
    }
}

/// Admits the agents whose turn it is, and moves the lift.
fn serve_queue(world: &World, agents: &mut Agents, links: &mut Links, at: usize, used: Use) {
    let is_active = world.map.links[links.traffic[at].link].active;
    let mut coming = used.coming;
    if is_active && !is_exit_taken(world, agents, links, at) {
        let mut platform = platform_of(world, agents, links, at);
        for id in links.traffic[at].admit(used, |id| platform.as_mut().is_none_or(|platform| platform.takes(id))) {
            coming += 1;
            if let Some(index) = agents.index_of(id) {
                agents.list[index].crossing.on_platform =
                    platform.as_ref().map_or(Vec2::ZERO, |platform| platform.spot_of(id));
                agents.list[index].crossing.waiting = None;
                agents.list[index].crossing.admitted = Some((links.traffic[at].link, world.tick));
            }
            links.traffic[at].waiting.retain(|waiter| waiter.agent != id);
        }
    }
    links.traffic[at].move_lift(Use { coming, ..used });
}

/// Whether the last agent to step off a link is still at the exit and on its way.
fn is_exit_taken(world: &World, agents: &Agents, links: &Links, at: usize) -> bool {
    let traffic = &links.traffic[at];
    let Some((last, tick)) = traffic.last_off else { return false };
    let Some(agent) = agents.agent(last).filter(|agent| !agent.stands() && world.tick - tick < EXIT_GRACE) else {
        return false;
    };
    let link = &world.map.links[traffic.link];
    let end = link.from.distance(agent.body.position).min(link.to.distance(agent.body.position));
    end < 2.0 * world.profiles[agent.identity.profile].radius + WAITING_GAP
}

/// Returns where an agent that has come to a link waits: near its start, but aside, so that others can get off it, and
/// clear of others' waiting points. The agent's own position if there is no such point.
fn waiting_point(world: &World, agents: &Agents, index: usize, link: &NavLink) -> Vec2 {
    let agent = &agents.list[index];
    let ground = world.ground(agent.identity.profile);
    let lattice = ground.nav.lattice();
    let (start, end) = (lattice.centre(link.from), lattice.centre(link.to));
    let (back, radius) = ((start - end).normalize_or_zero(), ground.radius());
    let others = agents.list.iter().filter(|other| other.identity.id != agent.identity.id);
    let taken: Vec<(Vec2, f32)> = others
        .filter_map(|other| {
            Some((
                other.crossing.waiting?.position,
                radius + world.profiles[other.identity.profile].radius + WAITING_GAP,
            ))
        })
        .collect();
    let mut best = (f32::INFINITY, agent.body.position);
    for ring in 0..6_i16 {
        let far = 2.0 * radius + 2.0 * WAITING_GAP + f32::from(ring) * (2.0 * radius + WAITING_GAP);
        for (at, (cosine, sine)) in WAITING_DIRECTIONS.into_iter().enumerate() {
            let place = start + (back * cosine + back.perp() * sine) * far;
            let in_the_way = if at < 6 { 0.0 } else { 4.0 * radius };
            let cost = far + 0.5 * place.distance(agent.body.position) + in_the_way;
            let is_free = || taken.iter().all(|(other, least)| other.distance(place) >= *least);
            if cost < best.0 && is_free() && fits(&ground.solid, place) && ground.is_straight(place, start) {
                best = (cost, place);
            }
        }
    }
    best.1
}
