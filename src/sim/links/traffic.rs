//! Links on which there is not room for all: whose turn it is, and where the others wait.
//!
//! There is one queue for both ends of a link. Its order goes by when who wants over came, and every step of avoidance
//! priority is worth so many ticks of waiting: the important go first, and yet nobody waits for ever, as those who come
//! long enough after it stand behind it whatever they are. All who are on a link go one way. While it is in use that way,
//! at most as many as have room on it may follow before one on the other side who came earlier.

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

/// What a step of avoidance priority is worth, in ticks of waiting.
const PRIORITY_TICKS: u64 = 12;

/// How far before a link, in world units, one begins to queue at the least.
const QUEUE_REACH: f32 = 1.5;

/// After so many ticks who was let on and has not come goes to the end of the queue.
const TOO_LATE: u64 = 600;

/// For so many ticks at the most the next one lets the last one get away.
const GRACE: u64 = 60;

/// The room that is left between those who wait, in world units.
const APART: f32 = 0.1;

/// Eighths of a turn, as cosine and sine, those that lead least aside last: who waits leaves the way free.
const TURNS: [(f32, f32); 8] = {
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    [(HALF, HALF), (HALF, -HALF), (0.0, 1.0), (0.0, -1.0), (-HALF, HALF), (-HALF, -HALF), (1.0, 0.0), (-1.0, 0.0)]
};

/// What goes on at a link on which there is not room for all.
#[derive(Clone, Debug)]
pub struct Traffic {
    /// The place of the link in the map's.
    pub link: usize,
    capacity: u32,
    /// Those who want over and may not yet.
    pub waiting: Vec<Waiter>,
    /// Whether those who cross it go from its end to its beginning.
    pub backward: bool,
    /// How many were let on since that changed.
    pub gone: u32,
    /// Who came off it last, and in which tick.
    pub last_off: Option<(AgentId, u64)>,
    /// Of a lift: where it is, from 0 at the link's beginning to 1 at its end, and how far it goes in a tick.
    pub lift: Option<(f32, f32)>,
}

/// One who waits before a link.
#[derive(Clone, Copy, Debug)]
pub struct Waiter {
    pub agent: AgentId,
    /// The less, the earlier is its turn; of the same, the lower number comes first.
    pub rank: u64,
    pub backward: bool,
}

/// Who uses a link, or is about to.
#[derive(Clone, Copy, Default)]
struct Use {
    /// How many were let on and are not on it yet.
    coming: u32,
    on: u32,
    backward: bool,
}

impl Traffic {
    /// One for each link of limited room.
    pub fn of_links(links: &[Link]) -> Vec<Traffic> {
        let of = |(link, laid): (usize, &Link)| {
            let capacity = laid.room()?;
            let speed = laid.speed.unwrap_or(LinkKind::LIFTING);
            let step = speed * TICK / laid.from.distance(laid.to).max(0.01);
            let lift = (laid.kind == LinkKind::Lift).then_some((0.0, step));
            Some(Traffic { link, capacity, waiting: Vec::new(), backward: false, gone: 0, last_off: None, lift })
        };
        links.iter().enumerate().filter_map(of).collect()
    }

    /// Who may go on now, in order; `used` tells who uses the link, and `has_room` whether one finds room upon it.
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

    /// Whether the platform is where those get on who go forward or backward; always where there is none.
    fn lift_is_at(&self, backward: bool) -> bool {
        self.lift.is_none_or(|(at, _)| at == if backward { 1.0 } else { 0.0 })
    }

    /// Moves the platform: with who is on it when nobody else is coming, or else to who waits first.
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

/// Where the platform of a lift is, by the place of its link in the map's: from 0 at the link's beginning to 1 at its
/// end. `None` for any other link.
pub fn lift_at(links: &Links, link: usize) -> Option<f32> {
    let traffic = links.traffic.iter().find(|traffic| traffic.link == link)?;
    traffic.lift.map(|(at, _)| at)
}

/// How many stand before an agent in the queue at a link; `None` for one that is in no queue.
pub fn place_in_queue(links: &Links, agent: AgentId) -> Option<usize> {
    links.traffic.iter().find_map(|traffic| traffic.waiting.iter().position(|waiter| waiter.agent == agent))
}

/// The place of a link's traffic; `None` where there is room for all.
pub fn traffic_of(links: &Links, link: &NavLink) -> Option<usize> {
    let place = link.authored()?;
    links.traffic.iter().position(|traffic| traffic.link == place)
}

/// How far the platform of a lift has come, for who goes that way by a link.
pub fn platform(world: &World, links: &Links, link: &NavLink) -> f32 {
    let at = link.authored().and_then(|place| lift_at(links, place)).unwrap_or(0.0);
    if is_backward(world, link) { 1.0 - at } else { at }
}

/// Whether a link, as someone takes it, leads from its end to its beginning.
fn is_backward(world: &World, link: &NavLink) -> bool {
    let Some(laid) = link.authored().map(|place| &world.map.links[place]) else { return false };
    let from = world.map.cells().centre(link.from);
    from.distance_squared(laid.to) < from.distance_squared(laid.from)
}

/// Has those queue who come to a link on which there is not room for them, and lets on whose turn it is.
pub fn queue_at_links(world: &World, agents: &mut Agents, links: &mut Links) {
    let obeys = |profile: &crate::profile::AgentProfile| profile.auto_traverse_links;
    if world.map.links.is_empty() && world.profiles.iter().all(obeys) {
        return;
    }
    let mut uses = vec![Use::default(); links.traffic.len()];
    for index in 0..agents.list.len() {
        note_use(world, agents, links, index, &mut uses);
        come_to_link(world, agents, links, index);
    }
    leave_queues(world, agents, links);
    for (at, used) in uses.into_iter().enumerate() {
        serve_queue(world, agents, links, at, used);
    }
}

/// Counts an agent that is on a link, or was let on; who did not come in time must queue again.
fn note_use(world: &World, agents: &mut Agents, links: &Links, index: usize, uses: &mut [Use]) {
    let agent = &agents.list[index];
    let on = agent.crossing.on_link.map(|(link, _)| link);
    let coming = agent.crossing.admitted.and_then(|(place, since)| {
        let next = agent.active_route()?.links_ahead().next()?;
        let is_it = next.authored() == Some(place) && !agent.stands() && world.tick - since < TOO_LATE;
        is_it.then_some(*next)
    });
    if let Some(link) = on.or(coming)
        && let Some(at) = traffic_of(links, &link)
    {
        let used = &mut uses[at];
        *(if on.is_some() { &mut used.on } else { &mut used.coming }) += 1;
        used.backward = is_backward(world, &link);
    }
    if coming.is_none() {
        agents.list[index].crossing.admitted = None;
    }
}

/// Has an agent wait before the link to which it has come, if it may not step upon it.
fn come_to_link(world: &World, agents: &mut Agents, links: &mut Links, index: usize) {
    let agent = &agents.list[index];
    let Some((link, reason)) = barred_link(world, agent) else {
        let agent = &mut agents.list[index];
        agent.crossing.waiting = agent.crossing.waiting.filter(|waiting| !waiting.reason.is_for_link());
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
        None => place_before(world, agents, index, &link),
    };
    agents.wait_for(index, reason, place);
}

/// The link before which an agent is to wait, and why.
fn barred_link(world: &World, agent: &Agent) -> Option<(NavLink, WaitingFor)> {
    if agent.crossing.on_link.is_some() || agent.stands() {
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

/// Has those leave the queues who do not wait any more.
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

/// Lets those on whose turn it is, and moves the lift.
fn serve_queue(world: &World, agents: &mut Agents, links: &mut Links, at: usize, used: Use) {
    let is_active = world.map.links[links.traffic[at].link].active;
    let mut coming = used.coming;
    if is_active && !is_exit_taken(world, agents, links, at) {
        let mut platform = platform_of(world, agents, links, at);
        for id in links.traffic[at].admit(used, |id| platform.as_mut().is_none_or(|platform| platform.takes(id))) {
            coming += 1;
            if let Some(index) = agents.index_of(id) {
                agents.list[index].crossing.on_platform =
                    platform.as_ref().map_or(Vec2::ZERO, |platform| platform.place_of(id));
                agents.list[index].crossing.waiting = None;
                agents.list[index].crossing.admitted = Some((links.traffic[at].link, world.tick));
            }
            links.traffic[at].waiting.retain(|waiter| waiter.agent != id);
        }
    }
    links.traffic[at].move_lift(Use { coming, ..used });
}

/// Whether who came off a link last is still where it came off, and gets away.
fn is_exit_taken(world: &World, agents: &Agents, links: &Links, at: usize) -> bool {
    let traffic = &links.traffic[at];
    let Some((last, tick)) = traffic.last_off else { return false };
    let Some(agent) = agents.agent(last).filter(|agent| !agent.stands() && world.tick - tick < GRACE) else {
        return false;
    };
    let link = &world.map.links[traffic.link];
    let end = link.from.distance(agent.body.position).min(link.to.distance(agent.body.position));
    end < 2.0 * world.profiles[agent.identity.profile].radius + APART
}

/// Where an agent is to wait that has come to a link: near its beginning, but aside, so that who comes off it can get
/// away, and clear of where others wait; where it is, if there is no such place.
fn place_before(world: &World, agents: &Agents, index: usize, link: &NavLink) -> Vec2 {
    let agent = &agents.list[index];
    let ground = world.ground(agent.identity.profile);
    let lattice = ground.nav.lattice();
    let (start, end) = (lattice.centre(link.from), lattice.centre(link.to));
    let (back, radius) = ((start - end).normalize_or_zero(), ground.radius());
    let others = agents.list.iter().filter(|other| other.identity.id != agent.identity.id);
    let taken: Vec<(Vec2, f32)> = others
        .filter_map(|other| {
            Some((other.crossing.waiting?.position, radius + world.profiles[other.identity.profile].radius + APART))
        })
        .collect();
    let mut best = (f32::INFINITY, agent.body.position);
    for ring in 0..6_i16 {
        let far = 2.0 * radius + 2.0 * APART + f32::from(ring) * (2.0 * radius + APART);
        for (at, (cosine, sine)) in TURNS.into_iter().enumerate() {
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
