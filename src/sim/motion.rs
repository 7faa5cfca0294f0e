//! Moves the agents by one tick: over the ground, as a crowd, and along links.
//!
//! A tick of movement has phases. In all but the second and the last every agent is looked at by itself, as all were
//! at the end of the phase before, so that it makes no difference in which order, and on how many threads.
//!
//! 1. Each thinks out its [preferred velocity](crate::agent::Agent::preferred_velocity).
//! 2. Those who have come to a link step upon it, and those who are on one go on, in order of id.
//! 3. Each chooses a velocity that keeps it clear of the others, and moves by it among what is solid.
//! 4. Who overlaps is pushed apart, a little at a time.
//! 5. Who has come to touch an obstacle that moves is kept out of it; then these go on, and push aside who is in the way.
//! 6. In order of id: lost ways and hold-ups, making way, coming to terms with a place, legs, arrivals, switches.

mod by_rays;
mod crowd;
mod hold_ups;
mod making_way;
mod walking;

use std::sync::OnceLock;

use glam::Vec2;

use super::{Event, Simulation, TICK};
use crate::agent::body::{MovingBody, TOUCH, fits};
use crate::agent::route::{Ground, Route};
use crate::agent::steering::{Mover, RaysSteering, Scene};
use crate::agent::{Agent, AgentId, AgentState};
use crate::level::Order;
use by_rays::{Flock, by_rays};
pub(super) use crowd::Crowd;
use crowd::Stride;
pub(super) use walking::turn;

/// How near its place, in world units, and how slow, in world units a second, an agent must be to stand.
const AT_PLACE: f32 = 0.01;
const AT_REST: f32 = 0.05;

/// Whoever stands and was moved no farther than this in a tick, in world units, is at rest.
const UNMOVED: f32 = 1e-4;

/// Whom others keep from its place stands as near to it as this, in radii of its body, once it has come no nearer for so
/// many eighths of a tick.
const NEAR_PLACE: f32 = 3.0;
const STALLED: u32 = 240;

impl Simulation {
    /// What those of some agents of this simulation do that [steer by rays](crate::profile::Navigation::Rays) and are under
    /// way: the rays that each casts, and what its behaviours ask for.
    pub fn steering_by_rays(&self, agents: &[&Agent]) -> Vec<(AgentId, RaysSteering)> {
        let grounds = Grounds::new(self, &self.agents);
        let steers = |agent: &&&Agent| self.steers_by_rays(agent) && !agent.stands() && agent.on_link.is_none();
        let steering = |agent: &&Agent| Some((agent.id, grounds.steering_by_rays(agent)?));
        agents.iter().filter(steers).filter_map(steering).collect()
    }

    pub(super) fn move_agents(&mut self) {
        self.queue_at_links();
        self.wait_at_doors();
        let on_ground = |agent: &Agent| agent.on_link.is_none().then_some(agent.position);
        let before: Vec<Option<Vec2>> =
            if self.moving.is_empty() { Vec::new() } else { self.agents.iter().map(on_ground).collect() };
        let mut crowd = std::mem::take(&mut self.crowd);
        let mut agents = std::mem::take(&mut self.agents);
        let grounds = Grounds::new(self, &agents);
        crowd.prefer(&mut agents, &grounds);
        self.agents = agents;
        for index in crowd.at_links() {
            if self.step_upon_link(index) {
                crowd.leave(index, false);
            }
        }
        for index in self.cross_links(&crowd.on_links()) {
            crowd.leave(index, true);
        }
        let mut agents = std::mem::take(&mut self.agents);
        let seed = self.seed.unwrap_or(self.level.seed) as u32;
        let grounds = Grounds::new(self, &agents);
        crowd.advance(&mut agents, &grounds, seed);
        self.agents = agents;
        self.keep_off_bodies(&before);
        self.move_obstacles();
        // Of whoever simply walks on, or rests, nothing comes; where the ground itself changes all are looked at.
        let all = !self.moving.is_empty() || !self.level.switches.is_empty() || !self.is_baked;
        for index in 0..self.agents.len() {
            let stride = crowd.stride(index);
            if all || !stride.is_plain {
                self.conclude(index, &stride);
            }
        }
        self.crowd = crowd;
    }

    /// Has an agent step upon the link at whose beginning it is, if it may; whether it does.
    fn step_upon_link(&mut self, index: usize) -> bool {
        let may = self.may_step_upon_link(index);
        let agent = &mut self.agents[index];
        if !may {
            agent.route.iter_mut().for_each(Route::pause);
            return false;
        }
        let Some(link) = agent.route.as_mut().and_then(Route::step_upon_link) else { return false };
        agent.on_link = Some((link, 0.0));
        agent.in_wall = false;
        true
    }

    /// What comes of how an agent has moved.
    fn conclude(&mut self, index: usize, stride: &Stride) {
        if stride.is_lost && self.is_caught(index) {
            self.give_up(index);
        } else {
            self.tend_way(index, stride);
        }
        self.ask_to_pass(index);
        self.tend_making_way(index);
        self.come_to_terms(index, stride.rests);
        if stride.is_across {
            self.come_across(index);
        }
        if stride.rests || self.agents[index].on_link.is_some() {
            return;
        }
        if stride.wants_refinement || stride.is_across {
            self.ask_for_leg(index);
        }
        if stride.is_ending || stride.is_across || !self.is_baked {
            self.arrive(index);
        }
        self.tread_on_switch(index, stride.was_on_link);
    }

    /// Has an agent that is lost or held up look for another way, or a place.
    fn tend_way(&mut self, index: usize, stride: &Stride) {
        if stride.is_held_up || stride.is_lost && self.gets_nowhere(index) {
            self.evade(index);
        } else if stride.is_lost && self.agents[index].stands() {
            self.come_back(index);
        } else if stride.is_lost {
            self.lose_way(index);
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
        let is_pressed_off = agent.obstructed > 0 && route.stalled >= STALLED;
        let near = if is_pressed_off { NEAR_PLACE * profile.radius } else { 0.0 };
        let reach = AT_PLACE + near.max(route.stopping(Mover::new(profile, TICK)));
        // Whoever is pressed against others may have a velocity and not move.
        let stays = is_pressed_off && agent.position.distance(agent.previous_position) <= 3.0 * AT_REST * TICK;
        if !route.is_on_last_bit() || left > reach || agent.velocity.length() > AT_REST && !stays {
            return;
        }
        route.finish();
        if agent.yielding.is_some() {
            let place = route.end();
            return self.wait_aside(index, place);
        }
        let (end, ending, status) = (route.end(), route.ending, route.status);
        if left <= AT_PLACE {
            route.walked += left;
            agent.walked += left;
            agent.position = end;
        }
        agent.halt();
        if agent.state != AgentState::Waiting && !is_being_served {
            agent.enter(ending);
            if matches!(agent.state, AgentState::Arrived | AgentState::ArrivedNear) {
                agent.arrived_tick = Some(self.tick);
                if !agent.order.as_ref().is_some_and(Order::is_roving) || agent.progress.is_over {
                    self.events.push(Event::Arrived { agent: agent.id, status });
                }
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
        let (here, place) = (agent.position, agent.slot);
        let ground = self.ground(agent.profile);
        let (radius, fits) = (ground.radius(), fits(&ground.solid, here));
        self.give_up_place(index);
        let is_free = fits && self.places.is_free(here, radius + TOUCH);
        if let Some(place) = if is_free { Some(here) } else { place } {
            self.keep_place(index, place);
        }
    }
}

/// What agents of each profile walk on, and how; for one tick.
struct Grounds<'a> {
    simulation: &'a Simulation,
    /// Of each profile; made when an agent asks for it, as the ground may not be baked for profiles that no agent has.
    grounds: Vec<OnceLock<Ground<'a>>>,
    /// The obstacles that are no part of it, as they move.
    bodies: Vec<MovingBody<'a>>,
    /// The same, on every layer: what rays can meet.
    met: Vec<MovingBody<'a>>,
    /// Where all are, for those who steer by rays.
    flock: Flock,
}

impl<'a> Grounds<'a> {
    /// Those of a simulation, as it is now, for these agents.
    fn new(simulation: &'a Simulation, agents: &[Agent]) -> Grounds<'a> {
        let grounds = vec![OnceLock::new(); simulation.profiles.len()];
        let flock = Flock::of(agents, &simulation.profiles);
        let (bodies, met) = (simulation.moving_bodies(), simulation.moving_on(u32::MAX));
        Grounds { simulation, grounds, bodies, met, flock }
    }

    /// How an agent steers that finds no ways; `None` where it has nothing to do.
    fn steering_by_rays(&self, agent: &Agent) -> Option<RaysSteering> {
        let ground = self.of(agent.profile);
        by_rays(agent, ground, Scene { solid: ground.solid, moving: &self.met }, &self.flock)
    }

    /// That of a profile, baked now where it is not yet.
    fn of(&self, profile: usize) -> Ground<'a> {
        *self.grounds[profile].get_or_init(|| self.simulation.ground(profile))
    }
}
