//! Gates: places that take few at a time, [passages](crate::agent::route::Passage), the doors in them, and
//! [links](crate::level::Link), lifts among them.
//!
//! All gates are worked alike. One direction goes at a time, and keeps its turn for a [bounded time](TURN_TICKS) while others
//! wait on the other side. Who may not enter waits outside: in half rings around the mouth, on both sides of a lane that is left
//! to those that come out, and gives way to them. Of those that wait in one direction the nearest to the mouth goes first,
//! among those that came at about the same time.
//!
//! Single railway tracks are worked like this: one direction at a time, and who may not enter waits outside. That a
//! direction keeps its turn for a bounded time is how signals at a crossing clear long queues without starving the
//! others.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::body::fits;
use crate::agent::route::Ground;
use crate::sim::agents::Agents;
use crate::sim::tuning::{
    TURN_TICKS, WAITING_AREA, WAITING_DISTANCE, WAITING_LOOKS, WAITING_RINGS, WAITING_ROOM, WAITING_WALK,
};
use crate::sim::world::World;

/// Where a gate is entered.
#[derive(Clone, Copy, Debug)]
pub struct Mouth {
    /// Where the gate is entered, in world units.
    pub position: Vec2,
    /// The direction into the gate, a unit vector.
    pub along: Vec2,
}

/// How often places to wait at may still be tried in this tick.
#[derive(Clone, Copy, Debug)]
pub struct Looks(pub u32);

impl Default for Looks {
    fn default() -> Looks {
        Looks(WAITING_LOOKS)
    }
}

/// Whether the turn of a direction is over that began in a tick.
pub fn is_turn_over(began: u64, now: u64) -> bool {
    now - began > TURN_TICKS
}

/// How near to a mouth, in world units, an agent of a radius comes before it looks for a place to wait at, where `nearer` others
/// wait nearer to it.
pub fn queue_reach(radius: f32, nearer: usize) -> f32 {
    let (apart, least) = (WAITING_DISTANCE * radius, WAITING_ROOM.0 * radius);
    (least * least + WAITING_AREA * nearer as f32 * apart * apart).sqrt() + apart
}

/// The free place near an agent and near the mouth of a gate where it can wait; where there is none, or the `looks` are used
/// up before one is found, the point where it comes to rest.
pub fn waiting_place(world: &World, agents: &Agents, index: usize, mouth: Mouth, looks: &mut Looks) -> Vec2 {
    let agent = &agents.list[index];
    let ground = world.ground(agent.identity.profile);
    let (here, radius) = (agent.body.position, ground.radius());
    let (apart, least) = (WAITING_DISTANCE * radius, WAITING_ROOM.0 * radius);
    let taken = taken_near(agents, index, mouth, least + f32::from(WAITING_RINGS) * apart + apart);
    let is_free = |place: Vec2| {
        taken.iter().all(|other| other.distance(place) >= 0.9 * apart)
            && ground.may_stop(place)
            && fits(&ground.solid, place)
            && ground.is_straight(here, place)
    };
    let mut best = (f32::INFINITY, None);
    for ring in 0..WAITING_RINGS {
        let far = least + f32::from(ring) * apart;
        if far >= best.0 || looks.0 == 0 {
            break;
        }
        for direction in half_ring(mouth.along, (3.0 * far / apart) as i32) {
            let place = mouth.position + direction * far;
            let aside = (direction * far).perp_dot(mouth.along).abs();
            let cost = far + WAITING_WALK * place.distance(here);
            if aside < WAITING_ROOM.1 * radius || cost >= best.0 {
                continue;
            }
            looks.0 = looks.0.saturating_sub(1);
            if is_free(place) {
                best = (cost, Some(place));
            }
        }
    }
    best.1.unwrap_or_else(|| stop_ahead(agent, ground))
}

/// Where others stand or wait within a distance of a mouth.
fn taken_near(agents: &Agents, index: usize, mouth: Mouth, reach: f32) -> Vec<Vec2> {
    let place = |agent: &Agent| match agent.crossing.waiting {
        Some(waiting) => Some(waiting.position),
        None => agent.stands().then_some(agent.body.position),
    };
    let others = agents.list.iter().enumerate().filter(|&(other, _)| other != index);
    let places = others.filter_map(|(_, other)| place(other));
    places.filter(|place| place.distance(mouth.position) <= reach).collect()
}

/// Directions into the half plane behind `along`, from one side to the other.
fn half_ring(along: Vec2, parts: i32) -> impl Iterator<Item = Vec2> {
    (0..=parts).map(move |part| {
        let across = 2.0 * part as f32 / parts.max(1) as f32 - 1.0;
        (along.perp() * across - along * (1.0 - across.abs())).normalize_or_zero()
    })
}

/// Where an agent stops if it brakes now.
pub fn stop_ahead(agent: &Agent, ground: Ground) -> Vec2 {
    let velocity = agent.body.velocity;
    agent.body.position + velocity.normalize_or_zero() * ground.mover.stopping_distance(velocity.length())
}
