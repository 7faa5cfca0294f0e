//! Commands that put, move and remove obstacles.

use glam::Vec2;

use crate::format::plain_fields::PlainFields;
use crate::format::table::{MOTION, OBSTACLE};
use crate::level::{Motion, Obstacle, Shape, Solid, Trigger};
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving, obstacle, turn_obstacles};
use crate::sim::refusal::refuse;
use crate::sim::world::World;
use crate::sim::world::edits::bake_again;
use crate::sim::{Event, Named, ObstacleProblem, Refusal};

/// Adds an obstacle, or replaces the one of the same name. Until it has stood for its standing time, agents avoid it
/// like a moving one.
pub fn put_obstacle(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    obstacle: &Obstacle,
) {
    if let Some(problem) = obstacle_problem(world, obstacle) {
        return refuse(events, Refusal::Obstacle { obstacle: obstacle.name.clone(), problem });
    }
    if !obstacle.name.is_empty() {
        take_obstacle(world, agents, obstacles, &obstacle.name);
    }
    if obstacle.motion.is_some() || obstacle.standing_time > 0.0 {
        obstacles.moving.push(Moving::new(obstacle.clone()));
    }
    if obstacle.is_door_for_some() || obstacle.motion.is_none() && obstacle.standing_time == 0.0 {
        world.map.obstacles.push(obstacle.clone());
        bake_around(world, agents, obstacle, false);
    }
    events.push(Event::ObstacleChanged { obstacle: obstacle.name.clone() });
}

/// Moves the obstacle of this name so that its centre is at a point.
pub fn move_obstacle(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    name: &str,
    to: Vec2,
) {
    let Some(known) = known_obstacle(world, obstacles, events, name) else { return };
    let moved = Obstacle { at: to, ..known };
    put_obstacle(world, agents, obstacles, events, &moved);
}

/// Removes the obstacle of this name, and reports a refusal if there is none.
pub fn remove_obstacle(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    name: &str,
) {
    if known_obstacle(world, obstacles, events, name).is_some() {
        take_obstacle(world, agents, obstacles, name);
        events.push(Event::ObstacleChanged { obstacle: name.to_owned() });
    }
}

/// Turns the obstacles of this name on or off that move when they are switched.
pub fn switch_obstacle(world: &World, obstacles: &mut DynamicObstacles, events: &mut Vec<Event>, name: &str, on: bool) {
    if known_obstacle(world, obstacles, events, name).is_some() && !turn_obstacles(obstacles, events, name, |_| on) {
        refuse(events, Refusal::NotSwitched(name.to_owned()));
    }
}

/// Returns the obstacle of this name; reports a refusal if there is none.
fn known_obstacle(
    world: &World,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    name: &str,
) -> Option<Obstacle> {
    let known = obstacle(world, obstacles, name).cloned();
    if known.is_none() {
        let moving = obstacles.moving.iter().map(|moving| &moving.obstacle);
        let names = moving.chain(world.map.obstacles.iter()).map(|obstacle| obstacle.name.as_str());
        refuse(events, Refusal::unknown(Named::Obstacle, name, names));
    }
    known
}

/// Removes the obstacle of this name, if there is one.
fn take_obstacle(world: &mut World, agents: &mut Agents, obstacles: &mut DynamicObstacles, name: &str) {
    obstacles.moving.retain(|moving| moving.obstacle.name != name);
    if let Some(at) = world.map.obstacles.iter().position(|known| known.name == name) {
        let old = world.map.obstacles.remove(at);
        bake_around(world, agents, &old, true);
    }
}

/// Returns what is wrong with an obstacle, if anything is.
fn obstacle_problem(world: &World, obstacle: &Obstacle) -> Option<ObstacleProblem> {
    if world.map.lattice.tile_inside(obstacle.at).is_none() {
        let map = (world.map.lattice.origin, world.map.lattice.origin + world.map.lattice.size());
        return Some(ObstacleProblem::Outside { at: obstacle.at, map });
    }
    let layers = world.map.layers.len();
    if usize::from(obstacle.layer) >= layers {
        return Some(ObstacleProblem::Layer { layer: obstacle.layer, layers });
    }
    let fault = OBSTACLE.fault_of_number("standing_time", obstacle.standing_time).or_else(|| match obstacle.shape {
        Shape::Circle(radius) => OBSTACLE.fault_of_number("radius", radius),
        Shape::Box { half, .. } => {
            [half.x, half.y].into_iter().find_map(|half| OBSTACLE.fault_of_number("size", 2.0 * half))
        }
    });
    if let Some(fault) = fault {
        return Some(ObstacleProblem::Field(fault));
    }
    if let Some(problem) = obstacle.motion.as_ref().and_then(|motion| motion_problem(world, motion)) {
        return Some(problem);
    }
    match obstacle.shape {
        Shape::Box { along, .. } if (along.length() - 1.0).abs() > 1e-3 || !along.is_finite() => {
            Some(ObstacleProblem::Direction(along))
        }
        _ => None,
    }
}

/// Returns what is wrong with the motion of an obstacle, if anything is.
fn motion_problem(world: &World, motion: &Motion) -> Option<ObstacleProblem> {
    let fault_of_trigger = || match motion.trigger {
        Trigger::Near(distance) => MOTION.fault_of_number("when", distance),
        Trigger::Always | Trigger::Switched(_) => None,
    };
    let fault =
        motion.fault(&MOTION).or_else(|| MOTION.fault_of_count("to", motion.to.len())).or_else(fault_of_trigger);
    let outside = motion.to.iter().find(|&&point| world.map.lattice.tile_inside(point).is_none());
    fault.map(ObstacleProblem::Field).or(outside.map(|&point| ObstacleProblem::MovesOutside(point)))
}

/// Bakes the ground again around an obstacle that has become part of it, or no longer is.
pub fn bake_around(world: &mut World, agents: &mut Agents, obstacle: &Obstacle, is_gone: bool) {
    let tiles = Solid::tiles_around(&world.map, obstacle);
    bake_again(world, agents, &[tiles], is_gone);
}
