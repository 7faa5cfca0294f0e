//! Moves the agents by one tick: over the ground, as a crowd, and along links.
//!
//! A tick of movement has phases. In all but the second and the last every agent is looked at by itself, as all were
//! at the end of the phase before, so that it makes no difference in which order, and on how many threads.
//!
//! 1. Each thinks out its [preferred velocity](crate::agent::Agent::preferred_velocity).
//! 2. Those who have come to a link step upon it, in order of id.
//! 3. Each chooses a velocity that keeps it clear of the others, and moves by it among what is solid.
//! 4. Who overlaps is pushed apart, a little at a time.
//! 5. In order of id: lost ways, legs, arrivals, switches.

mod crossing;
mod crowd;
mod walking;

use glam::Vec2;

use super::ways::Errand;
use super::{Event, Simulation, TICK, ground};
use crate::agent::body::fits;
use crate::agent::order::{Ground, Route};
use crate::agent::steering::Mover;
use crate::agent::{Agent, AgentState};
use crate::level::Order;
use crossing::{Crossing, cross};
pub(super) use crowd::Crowd;
use crowd::Stride;

/// How near its place, in world units, and how slow, in world units a second, an agent must be to stand.
const AT_PLACE: f32 = 0.01;
const AT_REST: f32 = 0.05;

/// Whom others keep from its place stands as near to it as this, in radii of its body, once it has come no nearer for so
/// many eighths of a tick.
const NEAR_PLACE: f32 = 3.0;
const STALLED: u32 = 240;

/// After so many hold-ups in a row, four seconds each, an agent settles where it is: those who are in its way will not let
/// it pass.
const MOST_HOLD_UPS: u8 = 12;

impl Simulation {
    pub(super) fn move_agents(&mut self) {
        let mut crowd = std::mem::take(&mut self.crowd);
        let mut agents = std::mem::take(&mut self.agents);
        let grounds = Grounds::new(self, &agents);
        crowd.prefer(&mut agents, &grounds);
        self.agents = agents;
        for index in crowd.at_links() {
            if let Some(crossing) = self.step_upon_link(index) {
                crowd.leave(index, crossing == Crossing::Across);
            }
        }
        let mut agents = std::mem::take(&mut self.agents);
        let seed = self.seed.unwrap_or(self.level.seed) as u32;
        let grounds = Grounds::new(self, &agents);
        crowd.advance(&mut agents, &grounds, seed);
        self.agents = agents;
        for index in 0..self.agents.len() {
            self.conclude(index, &crowd.stride(index));
        }
        self.crowd = crowd;
    }

    /// Has an agent step upon the link at whose beginning it is, and go on along it, if it may.
    fn step_upon_link(&mut self, index: usize) -> Option<Crossing> {
        if !self.may_step_upon_link(index) {
            return None;
        }
        let agent = &mut self.agents[index];
        let link = agent.route.as_mut().and_then(Route::step_upon_link)?;
        agent.on_link = Some((link, 0.0));
        agent.in_wall = false;
        let ground = ground(&self.profiles, &self.map, &self.grids, agent.profile);
        Some(cross(agent, ground, &link))
    }

    /// What comes of how an agent has moved.
    fn conclude(&mut self, index: usize, stride: &Stride) {
        if stride.is_lost {
            self.request(index);
        }
        if stride.is_held_up {
            self.evade(index);
        }
        if stride.is_across {
            self.come_across(index);
        }
        if stride.rests || self.agents[index].on_link.is_some() {
            return;
        }
        if stride.wants_leg || stride.is_across {
            self.ask_for_leg(index);
        }
        if stride.is_ending || stride.is_across || !self.is_baked {
            self.arrive(index);
        }
        self.tread_on_switch(index, stride.was_on_link);
    }

    /// Has an agent that others hold up look for another way and place, or, if that has not helped, settle where it is.
    fn evade(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        agent.hold_ups = agent.hold_ups.saturating_add(1);
        if agent.hold_ups < MOST_HOLD_UPS {
            self.request(index);
        } else {
            self.entrust(index, Errand::Settle(AgentState::ArrivedNear));
        }
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
        let profile = &self.profiles[agent.profile];
        let is_pressed_off = agent.pressed > 0 && route.stalled >= STALLED;
        let near = if is_pressed_off { NEAR_PLACE * profile.radius } else { 0.0 };
        let reach = AT_PLACE + near.max(route.stopping(Mover::new(profile, TICK)));
        let on_last_bit = route.is_on_last_bit();
        let has_plans = !agent.queue.is_empty() || matches!(agent.order, Some(Order::Patrol(_)));
        let is_near = left <= profile.acceptance_radius.max(reach);
        if agent.state == AgentState::Moving && on_last_bit && has_plans && is_near {
            let _ = self.begin_next(index) || self.patrol_further(index);
            return;
        }
        // Whoever is pressed against others may have a velocity and not move.
        let stays = is_pressed_off && agent.position.distance(agent.previous_position) <= 3.0 * AT_REST * TICK;
        if !on_last_bit || left > reach || agent.velocity.length() > AT_REST && !stays {
            return;
        }
        route.finish();
        let (end, ending, status) = (route.end(), route.ending, route.status);
        if left <= AT_PLACE {
            route.walked += left;
            agent.walked += left;
            agent.position = end;
        }
        agent.halt();
        if agent.state != AgentState::Waiting && !is_being_served {
            agent.state = ending;
            if matches!(agent.state, AgentState::Arrived | AgentState::ArrivedNear) {
                agent.arrived_tick = Some(self.tick);
                self.events.push(Event::Arrived { agent: agent.id, status });
            }
        }
        if left > AT_PLACE {
            self.stay(index);
        }
    }

    /// Has an agent that came to stand a little off its place keep the place where it is instead, if that is free;
    /// otherwise it goes there when it can.
    fn stay(&mut self, index: usize) {
        let agent = &self.agents[index];
        let (here, place) = (agent.position, agent.place);
        let ground = self.ground(agent.profile);
        let (radius, fits) = (ground.radius(), fits(&ground.solid, here));
        self.give_up_place(index);
        let is_free = fits && self.places.is_free(here, radius);
        if let Some(place) = if is_free { Some(here) } else { place } {
            self.keep_place(index, place);
        }
    }
}

/// What agents of each profile walk on, and how; for one tick.
struct Grounds<'a> {
    /// `None` for profiles that no agent has.
    grounds: Vec<Option<Ground<'a>>>,
    /// How fast each obstacle of the map moves, in world units a second; those behind the last one do not.
    obstacle_velocities: &'a [Vec2],
}

impl<'a> Grounds<'a> {
    /// Those of the profiles of some agents, baked now where they are not yet.
    fn new(simulation: &'a Simulation, agents: &[Agent]) -> Grounds<'a> {
        let mut grounds = vec![None; simulation.profiles.len()];
        for agent in agents {
            grounds[agent.profile].get_or_insert_with(|| simulation.ground(agent.profile));
        }
        Grounds { grounds, obstacle_velocities: &[] }
    }

    /// That of a profile that some agent has.
    fn of(&self, profile: usize) -> Ground<'a> {
        self.grounds[profile].expect("the ground of every agent's profile is there")
    }
}
