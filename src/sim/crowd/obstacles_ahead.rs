//! The moving obstacles near an agent.

use glam::Vec2;

use crate::agent::avoidance::{Body, Sidestep};
use crate::agent::body::{MovingBody, TOUCH, depth_in};
use crate::agent::neighbours::Grid;
use crate::agent::route::Ground;
use crate::agent::tuning::{HORIZON, STREAM_REACH};
use crate::sim::tuning::LOOK_UP_CELL;

/// The moving obstacles that bodies collide with, by where they are.
pub struct ObstaclesAhead<'a> {
    all: Vec<MovingBody<'a>>,
    grid: Grid,
    /// How far the widest reaches from its middle, in world units, and how fast the fastest is, in world units a second.
    widest: f32,
    fastest: f32,
}

impl<'a> ObstaclesAhead<'a> {
    pub fn of(all: Vec<MovingBody<'a>>) -> ObstaclesAhead<'a> {
        let mut grid = Grid::default();
        if !all.is_empty() {
            grid.rebuild(&all, |body| Some(body.obstacle.at), LOOK_UP_CELL);
        }
        let reach = |body: &MovingBody| Vec2::new(body.half_width(Vec2::X), body.half_width(Vec2::Y)).length();
        let widest = all.iter().map(reach).fold(0.0, f32::max);
        let fastest = all.iter().map(|body| body.velocity.length()).fold(0.0, f32::max);
        ObstaclesAhead { all, grid, widest, fastest }
    }

    /// Those whose edge is within a distance of a point, in world units.
    pub fn near(&self, point: Vec2, distance: f32) -> Vec<MovingBody<'a>> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let reach = Vec2::splat(distance + self.widest);
        let runs = self.grid.runs(point - reach, point + reach);
        let bodies = runs.flat_map(|run| &self.grid.order()[run]).map(|&number| self.all[number as usize]);
        bodies.filter(|body| body.obstacle.distance(point) <= distance).collect()
    }

    /// The sidesteps of a body before those that it would run into, where there is ground to step to and no other of them.
    pub fn sidesteps(&self, me: &Body, ground: Ground) -> Vec<Sidestep> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let reach = (HORIZON * (me.preferred.length() + self.fastest)).min(STREAM_REACH) + me.radius;
        let near = self.near(me.position, reach);
        let is_open =
            |point: Vec2| depth_in(&near, point, ground.radius()) <= TOUCH && ground.is_straight(me.position, point);
        near.iter().filter_map(|body| Sidestep::before(me, body, is_open)).collect()
    }
}
