//! Obstacles that are no tiles: put, moved and taken away.

use glam::Vec2;

use super::moving::Moving;
use super::{Event, Simulation};
use crate::level::{Motion, Obstacle, Shape, Solid, hint};

impl Simulation {
    /// Puts an obstacle down, in the place of the one that has its name; until it has stood for its standing time it is
    /// avoided as something that moves.
    pub(super) fn put_obstacle(&mut self, obstacle: &Obstacle) {
        if let Some(reason) = self.problem_of_obstacle(obstacle) {
            return self.refuse(reason);
        }
        if !obstacle.name.is_empty() {
            self.take_obstacle(&obstacle.name);
        }
        if obstacle.motion.is_some() || obstacle.standing_time > 0.0 {
            self.moving.push(Moving::new(obstacle.clone()));
        } else {
            self.map.obstacles.push(obstacle.clone());
            self.bake_around(obstacle, false);
        }
        self.events.push(Event::ObstacleChanged { obstacle: obstacle.name.clone() });
    }

    pub(super) fn move_obstacle(&mut self, name: &str, to: Vec2) {
        let Some(known) = self.known_obstacle(name) else { return };
        let moved = Obstacle { at: to, ..known };
        self.put_obstacle(&moved);
    }

    pub(super) fn remove_obstacle(&mut self, name: &str) {
        if self.known_obstacle(name).is_some() {
            self.take_obstacle(name);
            self.events.push(Event::ObstacleChanged { obstacle: name.to_owned() });
        }
    }

    pub(super) fn switch_obstacle(&mut self, name: &str, on: bool) {
        if self.known_obstacle(name).is_some() && !self.turn_obstacles(name, |_| on) {
            self.refuse(format!("the obstacle {name:?} is not one that moves when it is switched"));
        }
    }

    /// The obstacle of this name as it is; if there is none, that is told.
    fn known_obstacle(&mut self, name: &str) -> Option<Obstacle> {
        let known = self.obstacle(name).cloned();
        if known.is_none() {
            let moving = self.moving.iter().map(|moving| &moving.obstacle);
            let names = moving.chain(self.map.obstacles.iter()).map(|obstacle| obstacle.name.as_str());
            let hint = hint(name, names);
            self.refuse(format!("there is no obstacle called {name:?}{hint}"));
        }
        known
    }

    /// Takes the obstacle of a name away, if there is one.
    fn take_obstacle(&mut self, name: &str) {
        self.moving.retain(|moving| moving.obstacle.name != name);
        if let Some(at) = self.map.obstacles.iter().position(|known| known.name == name) {
            let old = self.map.obstacles.remove(at);
            self.bake_around(&old, true);
        }
    }

    /// Why there cannot be such an obstacle, in a sentence.
    fn problem_of_obstacle(&self, obstacle: &Obstacle) -> Option<String> {
        let name = &obstacle.name;
        let is_size = |size: f32| size.is_finite() && size > 0.0;
        if self.map.lattice.tile_inside(obstacle.at).is_none() {
            let (low, high) = (self.map.lattice.origin, self.map.lattice.origin + self.map.lattice.size());
            return Some(format!("obstacle {name:?} cannot be at {}: the map spans {low} to {high}", obstacle.at));
        }
        let layers = self.map.layers.len();
        if usize::from(obstacle.layer) >= layers {
            return Some(format!("obstacle {name:?} cannot lie on layer {}: there are {layers}", obstacle.layer));
        }
        if !(0.0..=60.0).contains(&obstacle.standing_time) {
            let time = obstacle.standing_time;
            return Some(format!("obstacle {name:?} cannot have the standing time {time}: it is 0 to 60 seconds"));
        }
        if let Some(problem) = obstacle.motion.as_ref().and_then(|motion| self.problem_of_motion(motion)) {
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
    fn problem_of_motion(&self, motion: &Motion) -> Option<String> {
        let Motion { speed, wait, .. } = *motion;
        let outside = motion.to.iter().find(|&&point| self.map.lattice.tile_inside(point).is_none());
        match outside {
            _ if motion.to.is_empty() => Some("there is no point to which it goes".to_owned()),
            Some(point) => Some(format!("it would go to {point}, outside the map")),
            None if !(0.05..=50.0).contains(&speed) => Some(format!("a speed of {speed} is not 0.05 to 50")),
            None if !(0.0..=3600.0).contains(&wait) => Some(format!("a wait of {wait} is not 0 to 3600 seconds")),
            None => None,
        }
    }

    /// Makes the ground true to an obstacle that is part of it now, or no longer.
    pub(super) fn bake_around(&mut self, obstacle: &Obstacle, is_gone: bool) {
        let tiles = Solid::tiles_around(&self.map, obstacle);
        self.bake_again(tiles, is_gone);
    }
}
