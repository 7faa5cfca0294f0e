//! Obstacles that move by themselves, and those that were put down and do not stand yet.
//!
//! They are no part of the ground: who looks for a way goes as if they were not there, and keeps clear of them as it
//! comes to them. One that has stood still for its standing time becomes part of the ground, which is baked again around
//! it, a few of them in each tick; when it moves on it is taken out again. Doors that open for whoever comes never become
//! part of it: to who looks for a way they are open.
//!
//! Nobody is ever inside one: it pushes aside who is in its way, and waits where that cannot be done.

mod bodies;
mod course;
mod doors;
mod nearby;

use super::Simulation;
use crate::agent::body::{MovingBody, TOUCH, depth_in};
use crate::level::{Obstacle, Obstacles, Trigger};
use crate::sim::TICKS_A_SECOND;
pub(super) use course::Moving;
use glam::Vec2;
use nearby::Nearby;

/// At most so many become part of the ground in a tick.
const BAKED_A_TICK: usize = 4;

/// One that goes on in less than so many ticks does not become part of the ground any more.
const LEAST_STAY: u32 = 30;

/// Takes those out of a map's obstacles that move by themselves; those of them that stand stay, as what they are to
/// bodies.
pub(super) fn take_moving(obstacles: &mut Obstacles) -> Vec<Moving> {
    if obstacles.iter().all(|obstacle| obstacle.motion.is_none()) {
        return Vec::new();
    }
    let mut moving = Vec::new();
    let all = std::mem::take(&mut **obstacles);
    for obstacle in all {
        if obstacle.motion.is_none() {
            obstacles.push(obstacle);
            continue;
        }
        let is_ground = obstacle.is_standing();
        if is_ground {
            obstacles.push(Obstacle { motion: None, ..obstacle.clone() });
        }
        moving.push(Moving { is_ground, ..Moving::new(obstacle) });
    }
    moving
}

impl Simulation {
    /// The obstacles that are no part of the [ground](Simulation::map) at present, as they move or have not stood long
    /// enough, each with its velocity in world units a second.
    pub fn moving(&self) -> impl Iterator<Item = (&Obstacle, Vec2)> {
        let moving = self.moving.iter().filter(|moving| !moving.is_ground);
        moving.map(|moving| (&moving.obstacle, moving.velocity))
    }

    /// The obstacle of a name, wherever it is now, whether it moves or stands.
    pub fn obstacle(&self, name: &str) -> Option<&Obstacle> {
        let moving = self.moving.iter().map(|moving| &moving.obstacle);
        moving.chain(self.map.obstacles.iter()).find(|obstacle| !name.is_empty() && obstacle.name == name)
    }

    /// Those of the moving obstacles that are in the way of bodies.
    pub(super) fn moving_bodies(&self) -> Vec<MovingBody<'_>> {
        self.moving_on(self.map.bake.layers)
    }

    /// Those of the moving obstacles that are on some layers.
    pub(super) fn moving_on(&self, layers: u32) -> Vec<MovingBody<'_>> {
        bodies::all(&self.moving, layers)
    }

    /// Moves every obstacle on by one tick, as far as there is room.
    pub(super) fn move_obstacles(&mut self) {
        if self.moving.is_empty() {
            return;
        }
        let mut nearby = Nearby::of(&self.agents, &self.profiles);
        for at in 0..self.moving.len() {
            let is_near = self.is_somebody_near(&self.moving[at], &nearby);
            match self.moving[at].step(is_near) {
                Some(to) => self.move_on(at, to, &mut nearby),
                None => self.moving[at].stand(),
            }
        }
        self.settle_obstacles(&nearby);
    }

    /// Moves one to a point where it makes room for itself; it waits if it cannot.
    fn move_on(&mut self, at: usize, to: Vec2, nearby: &mut Nearby) {
        self.lift(at);
        let from = self.moving[at].obstacle.at;
        self.moving[at].go(to);
        if !self.push_aside(at, nearby) {
            self.moving[at].go_back(from);
        }
    }

    /// Takes one out of the ground that is about to move.
    fn lift(&mut self, at: usize) {
        if std::mem::replace(&mut self.moving[at].is_ground, false) {
            let known = self.moving[at].as_ground();
            if let Some(place) = self.map.obstacles.iter().position(|obstacle| *obstacle == known) {
                self.map.obstacles.remove(place);
                self.bake_around(&known, true);
            }
        }
    }

    /// Makes those part of the ground that have stood long enough, and upon whom nobody is.
    fn settle_obstacles(&mut self, nearby: &Nearby) {
        let mut left = BAKED_A_TICK;
        let mut at = 0;
        while at < self.moving.len() && left > 0 {
            let may = self.moving[at].is_to_settle() && !self.is_upon_somebody(&self.moving[at], nearby);
            if may {
                left -= 1;
                let new = self.moving[at].as_ground();
                self.map.obstacles.push(new.clone());
                self.moving[at].is_ground = true;
                self.bake_around(&new, false);
            }
            if may && self.moving[at].obstacle.motion.is_none() {
                self.moving.remove(at);
            } else {
                at += 1;
            }
        }
    }

    fn is_upon_somebody(&self, moving: &Moving, nearby: &Nearby) -> bool {
        let body = [MovingBody { obstacle: &moving.obstacle, velocity: Vec2::ZERO }];
        let near = nearby.around(moving.obstacle.bounds(), nearby.widest);
        let on_ground = near.iter().map(|&index| &self.agents[index]).filter(|agent| agent.on_link.is_none());
        let mut depths = on_ground.map(|agent| depth_in(&body, agent.position, self.profile_of(agent).radius));
        depths.any(|depth| depth > TOUCH)
    }

    /// Whether a door that opens by itself sees anybody.
    fn is_somebody_near(&self, moving: &Moving, nearby: &Nearby) -> bool {
        let Some(Trigger::Near(distance)) = moving.trigger() else { return false };
        let (low, high) = moving.obstacle.bounds();
        let home = moving.home - moving.obstacle.at;
        let near = nearby.around((low + home, high + home), distance);
        near.iter().any(|&index| moving.distance_at_home(self.agents[index].position) <= distance)
    }

    /// Turns those of a name on or off that move when they are switched. Whether there is any.
    pub(super) fn turn_obstacles(&mut self, name: &str, on: impl Fn(bool) -> bool) -> bool {
        let mut changed = None;
        let mut is_any = false;
        for moving in self.moving.iter_mut().filter(|moving| moving.obstacle.name == name) {
            let Some(is_on) = moving.switch() else { continue };
            is_any = true;
            let turned = on(*is_on);
            if turned != *is_on {
                *is_on = turned;
                changed.get_or_insert(turned);
            }
        }
        if let Some(on) = changed {
            self.events.push(super::Event::Switched { link: name.to_owned(), on });
        }
        is_any
    }
}

/// A time in whole ticks.
fn ticks(seconds: f32) -> u32 {
    (f64::from(seconds) * TICKS_A_SECOND).round() as u32
}
