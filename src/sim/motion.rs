//! Moves the agents by one tick: over the ground, and along links.

use glam::Vec2;

use super::{Event, Simulation, TICK, ground};
use crate::agent::body::{fits, penetration, slide};
use crate::agent::order::{Ground, Progress};
use crate::agent::steering::turned;
use crate::agent::{Agent, AgentState};
use crate::level::Order;

/// How near its place, in world units, and how slow, in world units a second, an agent must be to stand.
const AT_PLACE: f32 = 0.01;
const AT_REST: f32 = 0.05;

/// Below this speed, in world units a second, an agent keeps its heading.
const TURNING_SPEED: f32 = 0.1;

impl Simulation {
    pub(super) fn move_agents(&mut self) {
        self.queue_at_links();
        for index in 0..self.agents.len() {
            let agent = &mut self.agents[index];
            if agent.stands() || agent.on_link.is_some() {
                continue;
            }
            let ground = ground(&self.profiles, &self.map, &self.grids, agent.profile);
            match move_agent(agent, ground) {
                Moved::OnTrack => {}
                Moved::Lost => self.request(index),
            }
            self.end_move(index, false);
        }
        self.cross_links();
    }

    /// What follows from where an agent has come to in a tick.
    pub(super) fn end_move(&mut self, index: usize, was_on_link: bool) {
        self.ask_for_leg(index);
        self.arrive(index);
        self.tread_on_switch(index, was_on_link);
    }

    /// Lets an agent stand that has come to the end of its route, or turn to its next order.
    fn arrive(&mut self, index: usize) {
        if self.agents[index].on_link.is_some() {
            return;
        }
        if !self.is_baked {
            return self.stand_unbaked(index);
        }
        let is_being_served = self.is_being_served(self.agents[index].id);
        let agent = &mut self.agents[index];
        let Some(route) = agent.route.as_mut().filter(|route| !route.is_finished()) else { return };
        let left = route.end().distance(agent.position);
        let on_last_bit = route.is_on_last_bit();
        let has_plans = !agent.queue.is_empty() || matches!(agent.order, Some(Order::Patrol(_)));
        if agent.state == AgentState::Moving && on_last_bit && has_plans {
            let reach = self.profiles[agent.profile].acceptance_radius;
            if left <= reach.max(AT_PLACE) {
                let _ = self.begin_next(index) || self.patrol_further(index);
                return;
            }
        }
        if !on_last_bit || left > AT_PLACE || agent.velocity.length() > AT_REST {
            return;
        }
        route.walked += left;
        route.finish();
        let (end, ending, status) = (route.end(), route.ending, route.status);
        agent.walked += left;
        agent.position = end;
        agent.halt();
        if agent.state == AgentState::Waiting || is_being_served {
            return;
        }
        agent.state = ending;
        if matches!(agent.state, AgentState::Arrived | AgentState::ArrivedNear) {
            agent.arrived_tick = Some(self.tick);
            self.events.push(Event::Arrived { agent: agent.id, status });
        }
    }
}

/// How an agent has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    /// On its way, or freely.
    OnTrack,
    /// Where its way does not lead: it needs another.
    Lost,
}

fn move_agent(agent: &mut Agent, ground: Ground) -> Moved {
    let mover = ground.mover;
    let mut progress = Progress::OnTrack;
    let mut along = Vec2::ZERO;
    agent.wanted_velocity = Vec2::ZERO;
    if let Some(waiting) = agent.waiting {
        let left = waiting.place - mover.carried_to(agent.position, agent.velocity);
        agent.wanted_velocity = left.normalize_or_zero() * mover.approach_speed(left.length(), 0.0);
    } else if let Some(route) = agent.route.as_mut().filter(|route| !route.is_finished()) {
        progress = route.advance(ground, agent.position, agent.velocity);
        if route.goes_to_link()
            && let Some(link) =
                route.step_upon_link(mover, agent.position, agent.velocity, agent.admitted.map(|(link, _)| link))
        {
            agent.on_link = Some((link, 0.0));
            agent.in_wall = false;
            return Moved::OnTrack;
        }
        agent.wanted_velocity = route.wanted_velocity(mover, agent.position, agent.velocity);
        along = route.along();
    }
    agent.steering = mover.acceleration_towards(agent.velocity, agent.wanted_velocity, along);
    agent.preferred_velocity = (agent.velocity + agent.steering * TICK).clamp_length_max(mover.speed);
    agent.chosen_velocity = agent.preferred_velocity;
    agent.velocity = agent.chosen_velocity;
    let before = agent.position;
    if go(agent, ground) == Wall::Left {
        progress = Progress::Lost;
    }
    let walked = agent.position.distance(before);
    agent.walked += walked;
    if let Some(route) = agent.route.as_mut() {
        route.walked += walked;
    }
    turn(agent);
    if ground.solid.map.relief.is_some() {
        agent.height = ground.solid.map.height_at(agent.position);
    }
    if progress == Progress::Lost { Moved::Lost } else { Moved::OnTrack }
}

/// Whether an agent has just left the wall that was built upon it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wall {
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
    // Within a cell, clearance differs from that of the middle by at most half of the diagonal.
    let lattice = ground.nav.lattice();
    let clearance = ground.nav.clearance(lattice.tile_at(agent.position));
    if clearance > ground.radius() + 0.7072 * lattice.tile_size + step.length() {
        agent.position += step;
        return Wall::NotLeft;
    }
    slide(&ground.solid, &mut agent.position, &mut agent.velocity, TICK);
    agent.wall_penetration = agent.wall_penetration.max(penetration(&ground.solid, agent.position));
    Wall::NotLeft
}

/// Turns an agent to where it goes and, half as much, to where it wants to go, so that it looks into a turn.
pub(super) fn turn(agent: &mut Agent) {
    let direction = agent.velocity + 0.5 * agent.wanted_velocity;
    if direction.length_squared() > TURNING_SPEED * TURNING_SPEED {
        agent.heading = turned(agent.heading, direction.normalize());
    }
}
