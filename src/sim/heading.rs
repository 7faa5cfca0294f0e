//! Where an agent faces.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::route::Ground;
use crate::agent::steering::turned;
use crate::profile::Navigation;
use crate::sim::TICK;
use crate::sim::tuning::NEAR_SLOT;

/// The speed below which an agent keeps its heading, in world units a second. Without it an agent that hardly moves shakes
/// its head.
const TURNING_SPEED: f32 = 0.1;

/// The part of its speed from which on an agent turns its heading as fast as it can.
const FULL_TURN: f32 = 0.25;

/// The part of a change of its velocity that an agent follows with its look in a tick. Without it one that is jostled turns
/// its head to and fro from tick to tick.
const LOOK_RESPONSE: f32 = 0.25;

/// The length of the path, in radii, along whose mean direction an obstructed agent looks. Without it one in a queue turns its
/// head twice a second from one gap to the next.
const LOOK_LENGTH: f32 = 4.0;

/// The radius of the circle on which an obstructed agent, and one that steers by rays, turns, in radii. Without it an agent
/// spins on the spot where it is jostled.
const TURNING_CIRCLE: f32 = 2.0;

/// An agent that steers by rays turns at least as fast as if it went at this part of its speed, and the end of its route
/// counts for its heading like a velocity of this part of its speed. Rays go out from the heading: without it an agent caught
/// in a corner never looks out of it.
const ONWARD: f32 = 0.3;

/// The part of its speed with which an agent at its slot, or one that waits before a passage, counts for turning, so that it does not spin round for the step
/// aside, or back to the slot that it was pushed past.
const ASIDE: f32 = 0.25;

/// Turns an agent towards its velocity and, half as much, towards the velocity that it wants, so that it looks into a
/// curve. Slow agents turn slowly, and obstructed ones only as they walk: otherwise they shake their heads or spin
/// where they are jostled. Agents that steer by rays, which go out from the heading, look along their velocity and
/// towards the end of their route.
pub fn turn(agent: &mut Agent, ground: Ground) {
    let moved = agent.body.position.distance(agent.body.previous_position);
    let (direction, turn) = match ground.solid.profile.navigation {
        Navigation::Search => {
            let eased = eased_turn(agent, ground, moved / TICK);
            let (turn, response) = match agent.is_obstructed() {
                true => {
                    let response = moved / (LOOK_LENGTH * ground.radius());
                    (slower_of(eased, turn_on_circle(ground, moved)), response.min(LOOK_RESPONSE))
                }
                false => (eased, LOOK_RESPONSE),
            };
            let look = agent.body.velocity + 0.5 * agent.motion.wanted_velocity;
            agent.motion.look += response * (look - agent.motion.look);
            (agent.motion.look, turn)
        }
        Navigation::Rays => {
            let onward = onward(agent, ground);
            let moved = moved.max(onward.length() * TICK);
            (agent.body.velocity + onward, slower_of(ground.mover.turn, turn_on_circle(ground, moved)))
        }
    };
    if direction.length_squared() > TURNING_SPEED * TURNING_SPEED {
        agent.body.heading = turned(agent.body.heading, direction.normalize(), turn);
    }
}

/// The greatest turn in a tick at a speed, as the x axis turned by it.
fn eased_turn(agent: &Agent, ground: Ground, speed: f32) -> Vec2 {
    let near = NEAR_SLOT * ground.radius();
    let is_near = |slot: Vec2| slot.distance_squared(agent.body.position) < near * near;
    let steps_aside = agent.stands() || agent.waits_at_passage() || agent.plan.slot.is_some_and(is_near);
    let ease = (speed / (FULL_TURN * ground.mover.speed)).min(if steps_aside { ASIDE } else { 1.0 });
    Vec2::X.lerp(ground.mover.turn, ease * ease).normalize()
}

/// The turn in a tick of an agent that has moved this far in it and turns on a circle, as a unit vector.
fn turn_on_circle(ground: Ground, moved: f32) -> Vec2 {
    Vec2::new(1.0, moved / (TURNING_CIRCLE * ground.radius())).normalize()
}

fn slower_of(one: Vec2, other: Vec2) -> Vec2 {
    if one.x > other.x { one } else { other }
}

/// A velocity towards the end of the route of an agent that steers by rays; zero if it goes to no point.
fn onward(agent: &Agent, ground: Ground) -> Vec2 {
    let onward =
        agent.active_route().map_or(Vec2::ZERO, |route| (route.end() - agent.body.position).normalize_or_zero());
    onward * (ONWARD * ground.mover.speed)
}
