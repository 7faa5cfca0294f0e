//! The platform of a lift: where its riders stand beside each other.
//!
//! It is as wide as a tile, or wider if the author lets more agents ride than a tile holds. The spots to stand on form
//! a square grid along the link, with a pitch that suits the body of the agent that looks for one; there must be ground
//! for a spot at both ends of the lift.

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::{Agent, AgentId};
use crate::sim::agents::Agents;
use crate::sim::links::LinkTraffic;
use crate::sim::world::World;

/// World units. The gap left around each rider, so that rounding does not make riders touch.
const RIDER_GAP: f32 = 0.005;

/// Spots along each side, at most: enough for every capacity that an author can set.
const MAX_SPOTS_PER_SIDE: u32 = 32;

/// A rider, where it stands relative to the centre of the platform, and its radius; in world units.
#[derive(Clone, Copy, Debug)]
struct Rider {
    agent: AgentId,
    spot: Vec2,
    radius: f32,
}

/// Which agent stands where on a platform, and where those that wait for it could stand.
#[derive(Clone, Debug, Default)]
pub struct Platform {
    riders: Vec<Rider>,
    /// Each waiting agent's radius, and the spots that are wide enough for it.
    waiting: Vec<(AgentId, f32, Vec<Vec2>)>,
}

impl Platform {
    /// Gives a waiting agent the first spot where it touches no other. Returns whether there is one.
    pub fn takes(&mut self, agent: AgentId) -> bool {
        let Some((_, radius, spots)) = self.waiting.iter().find(|(waiter, ..)| *waiter == agent) else { return false };
        let is_free = |spot: &&Vec2| {
            let gap = |rider: &Rider| rider.spot.distance(**spot) - rider.radius - radius;
            self.riders.iter().all(|rider| gap(rider) >= 0.0)
        };
        let spot = spots.iter().find(is_free).copied();
        let rider = spot.map(|spot| Rider { agent, spot, radius: *radius });
        self.riders.extend(rider);
        rider.is_some()
    }

    /// Returns the spot that a rider was given; the centre for any other agent.
    pub fn spot_of(&self, agent: AgentId) -> Vec2 {
        self.riders.iter().find(|rider| rider.agent == agent).map_or(Vec2::ZERO, |rider| rider.spot)
    }
}

/// Returns the platform of a lift for which agents wait, by the index of its traffic; `None` for other links, or while
/// no agent waits.
pub fn platform_of(world: &World, agents: &Agents, links: &LinkTraffic, at: usize) -> Option<Platform> {
    let traffic = &links.traffic[at];
    traffic.lift.filter(|_| !traffic.waiting.is_empty())?;
    let is_on = |agent: &&Agent| {
        let link = agent.crossing.on_link.and_then(|(link, _)| link.authored());
        link.or(agent.crossing.admitted.map(|admission| admission.link)) == Some(traffic.link)
    };
    let radius = |agent: &Agent| world.profile_of(agent).radius;
    let rider =
        |agent: &Agent| Rider { agent: agent.identity.id, spot: agent.crossing.on_platform, radius: radius(agent) };
    let riders = agents.list.iter().filter(is_on).map(rider).collect();
    let waiters = traffic.waiting.iter().filter_map(|waiter| agents.agent(waiter.agent));
    let waiting =
        waiters.map(|agent| (agent.identity.id, radius(agent), spots_on(world, traffic.link, agent))).collect();
    Some(Platform { riders, waiting })
}

/// Returns the spots on a platform that are wide enough for an agent: a square of them or, if more fit because there is
/// little ground around the ends, a single row. The centre if there is no other.
fn spots_on(world: &World, link: usize, agent: &Agent) -> Vec<Vec2> {
    let ground = world.ground(agent.identity.profile);
    let lattice = ground.nav.lattice();
    let Some(laid) = ground.nav.links().find(|laid| laid.authored() == Some(link)) else { return vec![Vec2::ZERO] };
    let ends = [laid.from, laid.to].map(|cell| lattice.centre(cell));
    let along = (ends[1] - ends[0]).normalize_or_zero();
    let pitch = 2.0 * (ground.radius() + RIDER_GAP);
    let asked_for = world.map.links[link].capacity.map_or(1, |capacity| (f64::from(capacity)).sqrt().ceil() as u32);
    let side = ((world.map.lattice.tile_size / pitch) as u32).clamp(asked_for, MAX_SPOTS_PER_SIDE);
    let has_ground =
        |spot: &Vec2| ends.iter().all(|&end| fits(&ground.solid, end + *spot) && ground.is_straight(end, end + *spot));
    let offset = |number: u32, count: u32| (number as f32 - 0.5 * (count - 1) as f32) * pitch;
    let spots = |rows: u32| {
        let all = (0..rows).flat_map(|row| (0..side).map(move |column| (row, column)));
        let spot = |(row, column)| along * offset(row, rows) + along.perp() * offset(column, side);
        all.map(spot).filter(has_ground).collect::<Vec<Vec2>>()
    };
    let (whole, line) = (spots(side), spots(1));
    let most = if line.len() > whole.len() { line } else { whole };
    if most.is_empty() { vec![Vec2::ZERO] } else { most }
}
