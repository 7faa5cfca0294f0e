//! Obstacles that are no tiles: put, moved and taken away.

use glam::Vec2;

use super::{Event, Simulation};
use crate::grid::Rect;
use crate::level::{Obstacle, Shape, Solid, hint};

impl Simulation {
    pub(super) fn put_obstacle(&mut self, obstacle: &Obstacle) {
        if let Some(reason) = self.problem_of_obstacle(obstacle) {
            return self.refuse(reason);
        }
        let known = self.map.obstacles.iter().position(|known| !known.name.is_empty() && known.name == obstacle.name);
        let old = match known {
            Some(at) => Some(std::mem::replace(&mut self.map.obstacles[at], obstacle.clone())),
            None => {
                self.map.obstacles.push(obstacle.clone());
                None
            }
        };
        self.obstacle_changed(&obstacle.name, [old.as_ref(), Some(obstacle)]);
    }

    pub(super) fn move_obstacle(&mut self, name: &str, to: Vec2) {
        let Some(at) = self.obstacle_named(name) else { return };
        let new = Obstacle { at: to, ..self.map.obstacles[at].clone() };
        self.put_obstacle(&new);
    }

    pub(super) fn remove_obstacle(&mut self, name: &str) {
        let Some(at) = self.obstacle_named(name) else { return };
        let old = self.map.obstacles.remove(at);
        self.obstacle_changed(name, [Some(&old), None]);
    }

    pub(super) fn switch_obstacle(&mut self, name: &str, _on: bool) {
        let Some(_at) = self.obstacle_named(name) else { return };
    }

    /// The place of the obstacle of this name; if there is none, that is told.
    fn obstacle_named(&mut self, name: &str) -> Option<usize> {
        let known = self.map.obstacles.iter().position(|known| !name.is_empty() && known.name == name);
        if known.is_none() {
            let hint = hint(name, self.map.obstacles.iter().map(|obstacle| obstacle.name.as_str()));
            self.refuse(format!("there is no obstacle called {name:?}{hint}"));
        }
        known
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

    /// Makes the ground true to an obstacle that is another now, or was put or taken away.
    fn obstacle_changed(&mut self, name: &str, before_and_after: [Option<&Obstacle>; 2]) {
        let rects = before_and_after.map(|obstacle| obstacle.map(|obstacle| Solid::tiles_around(&self.map, obstacle)));
        self.events.push(Event::ObstacleChanged { obstacle: name.to_owned() });
        if let Some(tiles) = rects.into_iter().flatten().reduce(Rect::union) {
            self.bake_again(tiles, before_and_after[0].is_some());
        }
    }
}
