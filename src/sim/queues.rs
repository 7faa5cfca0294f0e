//! Queues at passages: how long agents are on their way when those before them go through first.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::route::{Passage, Route};
use crate::sim::agents::Agents;
use crate::sim::tuning::PASSAGE_FLOW;
use crate::sim::world::World;

/// The next passage of a route that an agent at a position has not entered yet, and how far away it begins, in world units.
pub fn next_passage(route: &Route, position: Vec2) -> Option<(&Passage, f32)> {
    let passage = route.line.passages.iter().find(|passage| passage.is_ahead(route.line.next, position))?;
    Some((passage, passage.points[0].position.distance(position)))
}

/// How long an agent waits at a passage when `before` others go through first, in seconds; `distance` is how far it has
/// to go there, in world units.
///
/// Bodies go through lane by lane, each at a rate of its own (S. Hoogendoorn and W. Daamen, "Pedestrian behavior at
/// bottlenecks", 2005).
pub fn wait_at(world: &World, agent: &Agent, passage: &Passage, distance: f32, before: usize) -> f32 {
    let profile = world.profile_of(agent);
    let rate = PASSAGE_FLOW * passage.lanes(profile.radius) as f32 * profile.speed / (2.0 * profile.radius);
    (before as f32 / rate - distance / profile.speed).max(0.0)
}

/// How long an agent is on its way along a route that it has or may take, in seconds, with the wait at the next passage.
pub fn time_along(world: &World, agents: &Agents, agent: &Agent, route: &Route) -> f32 {
    let wait = next_passage(route, agent.body.position).map_or(0.0, |(passage, distance)| {
        let comes_before = |other: &&Agent| {
            let is_other = other.identity.id != agent.identity.id;
            is_other && comes_to(other, passage).is_some_and(|theirs| theirs < distance)
        };
        let before = agents.list.iter().filter(comes_before).count();
        wait_at(world, agent, passage, distance, before)
    });
    route.left_from(agent.body.position) / world.profile_of(agent).speed + wait
}

/// How far an agent has to go to a passage, in world units, if that is its next one.
fn comes_to(agent: &Agent, passage: &Passage) -> Option<f32> {
    let (next, distance) = next_passage(agent.active_route()?, agent.body.position)?;
    is_same(next, passage).then_some(distance)
}

/// Whether two routes lead through the same passage.
pub fn is_same(one: &Passage, other: &Passage) -> bool {
    let reach = one.middle().room.max(other.middle().room);
    one.middle().position.distance_squared(other.middle().position) <= reach * reach
}
