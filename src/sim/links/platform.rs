//! The platform of a lift: where its riders stand, beside each other.
//!
//! It is as wide as a tile, or as wide as it takes where an author lets more ride. Its places are those of a square grid
//! along the link, as narrow as the body of who looks for one; there must be ground for it at both landings.

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::{Agent, AgentId};
use crate::sim::agents::Agents;
use crate::sim::links::Links;
use crate::sim::world::World;

/// So much room, in world units, is left around each rider.
const GAP: f32 = 0.005;

/// A platform has no more places to a side: enough for all whom an author could let on.
const MOST_ACROSS: u32 = 32;

/// A rider: who, where it stands from the middle of the platform, and its radius; in world units.
#[derive(Clone, Copy, Debug)]
struct Rider {
    agent: AgentId,
    place: Vec2,
    radius: f32,
}

/// Who stands where on a platform, and where those could who wait for it.
#[derive(Clone, Debug, Default)]
pub struct Platform {
    riders: Vec<Rider>,
    /// Of each who waits: its radius, and every place that is wide enough for it.
    waiting: Vec<(AgentId, f32, Vec<Vec2>)>,
}

impl Platform {
    /// Gives who waits the first place where it touches nobody; whether there is one.
    pub fn takes(&mut self, agent: AgentId) -> bool {
        let Some((_, radius, places)) = self.waiting.iter().find(|(waiter, ..)| *waiter == agent) else { return false };
        let is_free = |place: &&Vec2| {
            let gap = |rider: &Rider| rider.place.distance(**place) - rider.radius - radius;
            self.riders.iter().all(|rider| gap(rider) >= 0.0)
        };
        let place = places.iter().find(is_free).copied();
        let rider = place.map(|place| Rider { agent, place, radius: *radius });
        self.riders.extend(rider);
        rider.is_some()
    }

    /// The place that a rider was given; the middle for anybody else.
    pub fn place_of(&self, agent: AgentId) -> Vec2 {
        self.riders.iter().find(|rider| rider.agent == agent).map_or(Vec2::ZERO, |rider| rider.place)
    }
}

/// The platform of a lift for which somebody waits, by the place of its traffic; `None` where there is none.
pub fn platform_of(world: &World, agents: &Agents, links: &Links, at: usize) -> Option<Platform> {
    let traffic = &links.traffic[at];
    traffic.lift.filter(|_| !traffic.waiting.is_empty())?;
    let is_on = |agent: &&Agent| {
        let link = agent.crossing.on_link.and_then(|(link, _)| link.authored());
        link.or(agent.crossing.admitted.map(|(link, _)| link)) == Some(traffic.link)
    };
    let radius = |agent: &Agent| world.profile_of(agent).radius;
    let rider =
        |agent: &Agent| Rider { agent: agent.identity.id, place: agent.crossing.on_platform, radius: radius(agent) };
    let riders = agents.list.iter().filter(is_on).map(rider).collect();
    let waiters = traffic.waiting.iter().filter_map(|waiter| agents.agent(waiter.agent));
    let waiting =
        waiters.map(|agent| (agent.identity.id, radius(agent), places_on(world, traffic.link, agent))).collect();
    Some(Platform { riders, waiting })
}

/// The places on the platform of a lift that are wide enough for an agent: on the whole of it or, where that makes room
/// for more as the ground ends near the landings, on its middle line. The middle, where there is no other.
fn places_on(world: &World, link: usize, agent: &Agent) -> Vec<Vec2> {
    let ground = world.ground(agent.identity.profile);
    let lattice = ground.nav.lattice();
    let Some(way) = ground.nav.links().find(|way| way.authored() == Some(link)) else { return vec![Vec2::ZERO] };
    let ends = [way.from, way.to].map(|cell| lattice.centre(cell));
    let along = (ends[1] - ends[0]).normalize_or_zero();
    let pitch = 2.0 * (ground.radius() + GAP);
    let asked_for = world.map.links[link].capacity.map_or(1, |capacity| (f64::from(capacity)).sqrt().ceil() as u32);
    let side = ((world.map.lattice.tile_size / pitch) as u32).clamp(asked_for, MOST_ACROSS);
    let has_ground = |place: &Vec2| {
        ends.iter().all(|&end| fits(&ground.solid, end + *place) && ground.is_straight(end, end + *place))
    };
    let offset = |number: u32, count: u32| (number as f32 - 0.5 * (count - 1) as f32) * pitch;
    let places = |rows: u32| {
        let all = (0..rows).flat_map(|row| (0..side).map(move |column| (row, column)));
        let place = |(row, column)| along * offset(row, rows) + along.perp() * offset(column, side);
        all.map(place).filter(has_ground).collect::<Vec<Vec2>>()
    };
    let (whole, line) = (places(side), places(1));
    let most = if line.len() > whole.len() { line } else { whole };
    if most.is_empty() { vec![Vec2::ZERO] } else { most }
}
