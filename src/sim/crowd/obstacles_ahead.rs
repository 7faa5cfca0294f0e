//! The moving obstacles near an agent.

use glam::Vec2;

use crate::agent::avoidance::{Body, Sidestep};
use crate::agent::body::{MovingBody, TOUCH, depth_in};
use crate::agent::route::Ground;
use crate::agent::tuning::{HORIZON, STREAM_REACH};
use crate::sim::dynamic_obstacles::Moving;
use crate::sim::dynamic_obstacles::by_place::ByPlace;

/// The moving obstacles that bodies collide with.
pub struct ObstaclesAhead<'a> {
    all: &'a [Moving],
    by_place: ByPlace,
    /// A bit mask: those of the ground.
    layers: u32,
    /// How fast the fastest is, in world units a second.
    fastest: f32,
}

impl<'a> ObstaclesAhead<'a> {
    pub fn of(all: &'a [Moving], layers: u32) -> ObstaclesAhead<'a> {
        let bodies = all.iter().filter(|moving| moving.is_body(layers));
        let fastest = bodies.map(|moving| moving.velocity.length()).fold(0.0, f32::max);
        ObstaclesAhead { all, by_place: ByPlace::of(all), layers, fastest }
    }

    /// Those whose edge is within a distance of a point, in world units.
    pub fn near(&self, point: Vec2, distance: f32) -> Vec<MovingBody<'a>> {
        self.by_place.bodies(self.all, self.layers, point, distance)
    }

    /// The sidesteps of a body before those that it would run into, where there is ground to step to and no other of them.
    pub fn sidesteps(&self, me: &Body, ground: Ground) -> Vec<Sidestep> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let reach = (HORIZON * (me.preferred.length() + self.fastest)).min(STREAM_REACH) + me.radius;
        let is_open = |point: Vec2| {
            let beside = self.near(point, ground.radius());
            depth_in(&beside, point, ground.radius()) <= TOUCH && ground.is_straight(me.position, point)
        };
        self.near(me.position, reach).iter().filter_map(|body| Sidestep::before(me, body, is_open)).collect()
    }
}
