//! Agents and moving obstacles: neither enters the other.

use glam::Vec2;

use super::Moving;
use super::nearby::Nearby;
use crate::agent::Agent;
use crate::agent::body::{MovingBody, TOUCH, depth_in, push_out_of, slide, slide_along};
use crate::level::{Obstacle, Solid};
use crate::sim::{Simulation, TICK, ground};

/// How deep, as a part of its radius, who is pushed aside may come to be in another by that.
const PRESSED_INTO: f32 = 0.1;

/// How fast, in world units a second, who is in something that was put upon it comes out of it.
const LEAVING: f32 = 3.0;

/// An agent that is pushed aside: its index, where it comes to, and its velocity then.
type Push = (usize, Vec2, Vec2);

/// Those that are no part of the ground, on some layers.
pub(super) fn all(moving: &[Moving], layers: u32) -> Vec<MovingBody<'_>> {
    let is_body = |moving: &&Moving| !moving.is_ground && layers >> moving.obstacle.layer & 1 == 1;
    let bodies = moving.iter().filter(is_body);
    bodies.map(|moving| MovingBody { obstacle: &moving.obstacle, velocity: moving.velocity }).collect()
}

impl Simulation {
    /// Pushes those aside into whom an obstacle has moved; whether there is room for all of them. If not, nobody is
    /// pushed.
    pub(super) fn push_aside(&mut self, at: usize, nearby: &mut Nearby) -> bool {
        let Some(pushes) = self.pushes(at, nearby) else { return false };
        for (index, position, velocity) in pushes {
            nearby.note_moved(index);
            let agent = &mut self.agents[index];
            agent.correction += position - agent.position;
            (agent.position, agent.velocity) = (position, velocity);
        }
        true
    }

    /// How those come aside into whom an obstacle has moved; `None` where there is no room for one of them.
    fn pushes(&self, at: usize, nearby: &Nearby) -> Option<Vec<Push>> {
        let moving = &self.moving[at];
        if self.map.bake.layers >> moving.obstacle.layer & 1 == 0 {
            return Some(Vec::new());
        }
        let bodies = self.moving_bodies();
        let this = MovingBody { obstacle: &moving.obstacle, velocity: moving.velocity };
        let before = Obstacle { at: moving.obstacle.at - moving.velocity * TICK, ..moving.obstacle.clone() };
        let before = MovingBody { obstacle: &before, velocity: Vec2::ZERO };
        let mut pushes = Vec::new();
        let near = nearby.around(moving.obstacle.bounds(), nearby.widest);
        let near = near.into_iter().map(|index| (index, &self.agents[index]));
        for (index, agent) in near.filter(|(_, agent)| agent.on_link.is_none()) {
            let profile = self.profile_of(agent);
            let is_in = this.depth(agent.position, profile.radius) > TOUCH;
            // Who was in it before comes out by itself.
            if !is_in || agent.in_wall || before.depth(agent.position, profile.radius) > TOUCH {
                continue;
            }
            let (mut position, mut velocity) = (agent.position, agent.velocity);
            let solid = Solid::new(&self.map, profile);
            if !push_out_of(&solid, &bodies, &mut position, &mut velocity)
                || self.is_pressed_into(agent, position, nearby)
            {
                return None;
            }
            pushes.push((index, position, velocity));
        }
        Some(pushes)
    }

    /// Whether an agent would come to be in another by being pushed to a point, more than it is.
    fn is_pressed_into(&self, agent: &Agent, position: Vec2, nearby: &Nearby) -> bool {
        let radius = self.profile_of(agent).radius;
        let near = nearby.around((position, position), radius + nearby.widest);
        let others = near
            .iter()
            .map(|&index| &self.agents[index])
            .filter(|other| other.id != agent.id && other.on_link.is_none());
        others.into_iter().any(|other| {
            let least = radius * (1.0 - PRESSED_INTO) + self.profile_of(other).radius;
            let distance = other.position.distance(position);
            distance < least && distance < other.position.distance(agent.position)
        })
    }

    /// Keeps everybody out of moving obstacles who has moved in this tick, given where they were before; whoever was on
    /// a link was nowhere.
    pub(in crate::sim) fn keep_off_bodies(&mut self, before: &[Option<Vec2>]) {
        let mut agents = std::mem::take(&mut self.agents);
        let bodies = self.moving_bodies();
        for (agent, from) in agents.iter_mut().zip(before).filter(|(agent, _)| agent.on_link.is_none()) {
            let ground = ground(&self.profiles, &self.map, &self.grids, agent.profile);
            keep_off(agent, &ground.solid, &bodies, from.unwrap_or(agent.position));
        }
        self.agents = agents;
    }
}

/// Keeps one out of moving bodies that has gone from a point to where it is.
fn keep_off(agent: &mut Agent, solid: &Solid, bodies: &[MovingBody], from: Vec2) {
    let radius = solid.profile.radius;
    let to = agent.position;
    let reach = radius + 0.5 * from.distance(to) + TOUCH;
    let near: Vec<MovingBody> =
        bodies.iter().copied().filter(|body| body.obstacle.distance(0.5 * (from + to)) < reach).collect();
    if near.is_empty() {
        return;
    }
    let mut velocity = agent.velocity;
    if depth_in(&near, from, radius) <= 2.0 * TOUCH {
        let slid = slide_along(solid, &near, from, to, &mut velocity);
        agent.velocity = if slid.is_some() { velocity } else { Vec2::ZERO };
        agent.position = slid.unwrap_or(from);
        return;
    }
    // Something was put upon it: it comes out little by little.
    let mut out = to;
    if push_out_of(solid, &near, &mut out, &mut velocity) {
        let mut step = (out - from).clamp_length_max(LEAVING * TICK) / TICK;
        agent.position = from;
        // The straight line there may lead through the corner of a wall.
        slide(solid, &mut agent.position, &mut step, TICK);
        agent.correction += agent.position - to;
        agent.velocity = velocity;
    }
}
