//! One agent by itself: what it wants, and how it moves by the velocity that was chosen.

use glam::Vec2;

use super::{AT_PLACE, Grounds};
use crate::agent::Agent;
use crate::agent::body::{fits, penetration, slide};
use crate::agent::order::{Ground, Progress};
use crate::agent::steering::turned;
use crate::profile::Navigation;
use crate::sim::TICK;

/// Below this speed, in world units a second, an agent keeps its heading.
const TURNING_SPEED: f32 = 0.1;

/// From how far, in world units, an agent that stands and was pushed away looks whether it can go straight back.
const FAR_OFF: f32 = 0.5;

/// Has an agent think out where it wants to go, and what mass makes of that: its preferred velocity.
pub(super) fn prefer(agent: &mut Agent, grounds: &Grounds) -> Progress {
    let ground = grounds.of(agent.profile);
    let mover = ground.mover;
    let (progress, along) = if agent.stands() { want_back(agent, ground) } else { want_on(agent, grounds) };
    let steering = mover.acceleration_towards(agent.velocity, agent.wanted_velocity, along);
    agent.preferred_velocity = if agent.is_pressed() {
        // Whoever is held up goes on wanting what it wanted: the lag is that of its wish, not of its body.
        let lag = TICK / mover.response;
        agent.preferred_velocity + (agent.wanted_velocity - agent.preferred_velocity) * lag
    } else {
        agent.velocity + steering * TICK
    };
    agent.preferred_velocity = agent.preferred_velocity.clamp_length_max(mover.speed);
    progress
}

/// Where its route leads it, and along which line.
fn want_on(agent: &mut Agent, grounds: &Grounds) -> (Progress, Vec2) {
    let ground = grounds.of(agent.profile);
    agent.wanted_velocity = Vec2::ZERO;
    let (position, velocity, is_pressed) = (agent.position, agent.velocity, agent.is_pressed());
    if let Some(waiting) = agent.waiting {
        let left = waiting.place - ground.mover.carried_to(position, velocity);
        agent.wanted_velocity = left.normalize_or_zero() * ground.mover.approach_speed(left.length(), 0.0);
        return (Progress::OnTrack, agent.wanted_velocity.normalize_or_zero());
    }
    if ground.solid.profile.navigation == Navigation::Rays {
        let steering = grounds.steering_by_rays(agent);
        agent.wanted_velocity = steering.map_or(Vec2::ZERO, |steering| steering.blend.velocity(ground.mover.speed));
        return (Progress::OnTrack, Vec2::ZERO);
    }
    let Some(route) = agent.route.as_mut().filter(|route| !route.is_finished()) else {
        return (Progress::OnTrack, Vec2::ZERO);
    };
    if is_pressed {
        let progress = route.advance_pressed(ground, position, velocity);
        agent.wanted_velocity = route.wanted_straight(ground.mover, position, velocity);
        return (progress, route.along());
    }
    let progress = route.advance(ground, position, velocity);
    agent.wanted_velocity = route.wanted_velocity(ground.mover, position, velocity);
    (progress, route.along())
}

/// Back to its place, if it was pushed off that.
fn want_back(agent: &mut Agent, ground: Ground) -> (Progress, Vec2) {
    agent.wanted_velocity = Vec2::ZERO;
    let Some(place) = agent.place else { return (Progress::OnTrack, Vec2::ZERO) };
    let left = place - ground.mover.carried_to(agent.position, agent.velocity);
    let distance = left.length();
    if distance <= AT_PLACE {
        return (Progress::OnTrack, Vec2::ZERO);
    }
    agent.wanted_velocity = left * (ground.mover.approach_speed(distance, 0.0) / distance);
    let is_cut_off = distance > FAR_OFF && !ground.is_straight(agent.position, place);
    (if is_cut_off { Progress::Lost } else { Progress::OnTrack }, left / distance)
}

/// Moves an agent for one tick by the velocity that was chosen for it. Says whether it has just left the wall that was
/// built upon it.
pub(super) fn move_by(agent: &mut Agent, ground: Ground, chosen: Vec2) -> Wall {
    agent.steering = (chosen - agent.velocity) / TICK;
    agent.chosen_velocity = chosen;
    agent.velocity = chosen;
    let before = agent.position;
    let wall = go(agent, ground);
    let walked = agent.position.distance(before);
    agent.walked += walked;
    if let Some(route) = agent.route.as_mut() {
        route.walked += walked;
    }
    turn(agent, ground);
    if ground.solid.map.relief.is_some() {
        agent.height = ground.solid.map.height_at(agent.position);
    }
    wall
}

/// Pushes an agent aside, as far as walls allow.
pub(super) fn push(agent: &mut Agent, ground: Ground, by: Vec2) {
    let before = agent.position;
    let mut velocity = by / TICK;
    slide(&ground.solid, &mut agent.position, &mut velocity, TICK);
    agent.correction += agent.position - before;
    if ground.solid.map.relief.is_some() {
        agent.height = ground.solid.map.height_at(agent.position);
    }
}

/// Whether an agent has just left the wall that was built upon it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wall {
    Left,
    NotLeft,
}

/// Carries an agent on by its velocity and keeps it out of walls.
fn go(agent: &mut Agent, ground: Ground) -> Wall {
    let step = agent.velocity * TICK;
    if agent.in_wall {
        agent.position += step;
        agent.in_wall = !fits(&ground.solid, agent.position);
        return if agent.in_wall { Wall::NotLeft } else { Wall::Left };
    }
    if is_far_from_walls(ground, agent.position, ground.radius() + step.length()) {
        agent.position += step;
        return Wall::NotLeft;
    }
    slide(&ground.solid, &mut agent.position, &mut agent.velocity, TICK);
    agent.wall_penetration = agent.wall_penetration.max(penetration(&ground.solid, agent.position));
    Wall::NotLeft
}

/// Whether it is known, without a closer look, that nothing solid is within a distance of a point.
pub(super) fn is_far_from_walls(ground: Ground, point: Vec2, distance: f32) -> bool {
    // Within a cell, clearance differs from that of the middle by at most half of the diagonal.
    let lattice = ground.nav.lattice();
    ground.nav.clearance(lattice.tile_at(point)) > distance + 0.7072 * lattice.tile_size
}

/// Turns an agent to where it goes and, half as much, to where it wants to go, so that it looks into a turn.
pub(in crate::sim) fn turn(agent: &mut Agent, ground: Ground) {
    let direction = agent.velocity + 0.5 * agent.wanted_velocity;
    if direction.length_squared() > TURNING_SPEED * TURNING_SPEED {
        agent.heading = turned(agent.heading, direction.normalize(), ground.mover.turn);
    }
}
