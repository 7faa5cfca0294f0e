//! Along a link: straight to its end, whatever the route is by now.

use super::AT_PLACE;
use super::walking::turn;
use crate::agent::Agent;
use crate::agent::body::fits;
use crate::agent::order::Ground;
use crate::nav::NavLink;
use crate::sim::TICK;

/// The least speed on a link, as a part of the greatest.
const LEAST_CROSSING: f32 = 0.1;

/// Whether an agent on a link has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossing {
    /// Not yet.
    UnderWay,
    /// It stands on the ground at the end.
    Across,
}

/// Carries an agent on along a link for one tick.
pub(super) fn cross(agent: &mut Agent, ground: Ground, link: &NavLink) -> Crossing {
    let (mover, lattice) = (ground.mover, ground.nav.lattice());
    let (start, end) = (lattice.centre(link.from), lattice.centre(link.to));
    let left = end.distance(agent.position);
    let along = (end - agent.position).normalize_or_zero();
    let speed = agent.velocity.dot(along).max(0.0);
    let on_way = agent.walking().filter(|route| route.is_on(link));
    let allowed = match on_way {
        Some(route) => route.wanted_velocity(mover, agent.position, along * speed).dot(along),
        None => mover.approach_speed(left - speed * mover.momentum, 0.0),
    };
    agent.wanted_velocity = along * allowed.max(LEAST_CROSSING * mover.speed);
    agent.steering = mover.acceleration_towards(along * speed, agent.wanted_velocity, along);
    let speed = (along * speed + agent.steering * TICK).dot(along).clamp(0.0, mover.speed);
    agent.preferred_velocity = along * speed;
    agent.chosen_velocity = agent.preferred_velocity;
    agent.velocity = agent.chosen_velocity;
    let step = (speed * TICK).min(left);
    agent.walked += step;
    if let Some(route) = agent.route.as_mut() {
        route.walked += step;
    }
    if left - step <= AT_PLACE {
        step_off(agent, ground, link);
        turn(agent, ground);
        return Crossing::Across;
    }
    agent.position += along * step;
    let part = (1.0 - (left - step) / start.distance(end)).clamp(0.0, 1.0);
    let height = |point| ground.solid.map.height_at(point);
    agent.height = height(start) + (height(end) - height(start)) * part;
    agent.on_link = Some((*link, part));
    turn(agent, ground);
    Crossing::UnderWay
}

/// Puts an agent upon the ground at the end of a link.
fn step_off(agent: &mut Agent, ground: Ground, link: &NavLink) {
    agent.position = ground.nav.lattice().centre(link.to);
    agent.height = ground.solid.map.height_at(agent.position);
    agent.on_link = None;
    agent.in_wall = !fits(&ground.solid, agent.position);
    if let Some(route) = agent.route.as_mut() {
        route.step_off_link(link);
    }
}
