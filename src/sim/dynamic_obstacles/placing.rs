//! Obstacles that are no tiles: put, moved and taken away.

use glam::Vec2;

use crate::level::{Motion, Obstacle, Shape, Solid, hint};
use crate::sim::Event;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving, obstacle, turn_obstacles};
use crate::sim::event::refuse;
use crate::sim::world::World;
use crate::sim::world::edits::bake_again;

/// Puts an obstacle down, in the place of the one that has its name; until it has stood for its standing time it is
/// avoided as something that moves.
pub fn put_obstacle(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    obstacle: &Obstacle,
) {
    if let Some(reason) = problem_of_obstacle(world, obstacle) {
        return refuse(events, reason);
    }
    if !obstacle.name.is_empty() {
        take_obstacle(world, agents, obstacles, &obstacle.name);
    }
    if obstacle.motion.is_some() || obstacle.standing_time > 0.0 {
        obstacles.moving.push(Moving::new(obstacle.clone()));
    } else {
        world.map.obstacles.push(obstacle.clone());
        bake_around(world, agents, obstacle, false);
    }
    events.push(Event::ObstacleChanged { obstacle: obstacle.name.clone() });
}

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

pub fn switch_obstacle(world: &World, obstacles: &mut DynamicObstacles, events: &mut Vec<Event>, name: &str, on: bool) {
    if known_obstacle(world, obstacles, events, name).is_some() && !turn_obstacles(obstacles, events, name, |_| on) {
        refuse(events, format!("the obstacle {name:?} is not one that moves when it is switched"));
    }
}

/// The obstacle of this name as it is; if there is none, that is told.
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
        let hint = hint(name, names);
        refuse(events, format!("there is no obstacle called {name:?}{hint}"));
    }
    known
}

/// Takes the obstacle of a name away, if there is one.
fn take_obstacle(world: &mut World, agents: &mut Agents, obstacles: &mut DynamicObstacles, name: &str) {
    obstacles.moving.retain(|moving| moving.obstacle.name != name);
    if let Some(at) = world.map.obstacles.iter().position(|known| known.name == name) {
        let old = world.map.obstacles.remove(at);
        bake_around(world, agents, &old, true);
    }
}

/// Why there cannot be such an obstacle, in a sentence.
fn problem_of_obstacle(world: &World, obstacle: &Obstacle) -> Option<String> {
    let name = &obstacle.name;
    let is_size = |size: f32| size.is_finite() && size > 0.0;
    if world.map.lattice.tile_inside(obstacle.at).is_none() {
        let (low, high) = (world.map.lattice.origin, world.map.lattice.origin + world.map.lattice.size());
        return Some(format!("obstacle {name:?} cannot be at {}: the map spans {low} to {high}", obstacle.at));
    }
    let layers = world.map.layers.len();
    if usize::from(obstacle.layer) >= layers {
        return Some(format!("obstacle {name:?} cannot lie on layer {}: there are {layers}", obstacle.layer));
    }
    if !(0.0..=60.0).contains(&obstacle.standing_time) {
        let time = obstacle.standing_time;
        return Some(format!("obstacle {name:?} cannot have the standing time {time}: it is 0 to 60 seconds"));
    }
    if let Some(problem) = obstacle.motion.as_ref().and_then(|motion| problem_of_motion(world, motion)) {
        return Some(format!("obstacle {name:?} cannot move so: {problem}"));
    }
    match obstacle.shape {
        Shape::Circle(radius) if !is_size(radius) => {
            Some(format!("obstacle {name:?} cannot have the radius {radius}: it is more than 0"))
        }
        Shape::Box { half, .. } if !is_size(half.x) || !is_size(half.y) => {
            Some(format!("obstacle {name:?} cannot be {} by {}: both are more than 0", 2.0 * half.x, 2.0 * half.y))
        }
        Shape::Box { along, .. } if (along.length() - 1.0).abs() > 1e-3 || !along.is_finite() => {
            Some(format!("obstacle {name:?} cannot point to {along}: that is no unit vector"))
        }
        _ => None,
    }
}

/// Why an obstacle cannot move like this, in a clause.
fn problem_of_motion(world: &World, motion: &Motion) -> Option<String> {
    let Motion { speed, wait, .. } = *motion;
    let outside = motion.to.iter().find(|&&point| world.map.lattice.tile_inside(point).is_none());
    match outside {
        _ if motion.to.is_empty() => Some("there is no point to which it goes".to_owned()),
        Some(point) => Some(format!("it would go to {point}, outside the map")),
        None if !(0.05..=50.0).contains(&speed) => Some(format!("a speed of {speed} is not 0.05 to 50")),
        None if !(0.0..=3600.0).contains(&wait) => Some(format!("a wait of {wait} is not 0 to 3600 seconds")),
        None => None,
    }
}

/// Makes the ground true to an obstacle that is part of it now, or no longer.
pub fn bake_around(world: &mut World, agents: &mut Agents, obstacle: &Obstacle, is_gone: bool) {
    let tiles = Solid::tiles_around(&world.map, obstacle);
    bake_again(world, agents, tiles, is_gone);
}
