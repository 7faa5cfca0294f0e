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
//! 6. In order of id: lost ways, legs, arrivals, switches.

mod by_rays;
mod crowd;
mod walking;

use glam::Vec2;

use super::ways::Errand;
use super::{Event, Simulation, TICK};
use crate::agent::body::{MovingBody, TOUCH, fits};
use crate::agent::order::{Ground, Route};
use crate::agent::steering::{Mover, RaysSteering, Scene};
use crate::agent::{Agent, AgentId, AgentState};
use crate::level::Order;
use crate::nav::PathStatus;
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

/// After so many hold-ups in a row, four seconds each, an agent settles where it is: those who are in its way will not let
/// it pass.
const MOST_HOLD_UPS: u8 = 12;

/// After so many it stands right where it is, as it cannot come to where it would settle either.
const LAST_HOLD_UP: u8 = 14;

/// So many fewer suffice for an agent that had arrived and had to leave its place again.
const HOLD_UPS_BEFORE: u8 = 9;

/// Whoever stands, and cannot come back to its place, stands where it is, if that is nobody's place, after so many eighths
/// of a tick: a second and a half without moving. After the second number it does so in any case.
const KEPT_OFF: u16 = 720;
const KEPT_OFF_FOR_GOOD: u16 = 4 * KEPT_OFF;

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
        for index in self.cross_links() {
            crowd.leave(index, true);
        }
        let mut agents = std::mem::take(&mut self.agents);
        let seed = self.seed.unwrap_or(self.level.seed) as u32;
        let grounds = Grounds::new(self, &agents);
        crowd.advance(&mut agents, &grounds, seed);
        self.agents = agents;
        self.keep_off_bodies(&before);
        self.move_obstacles();
        for index in 0..self.agents.len() {
            self.conclude(index, &crowd.stride(index));
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
        if stride.is_lost && !self.has_stalled(index) {
            self.lose_way(index);
        }
        if stride.is_held_up || stride.is_lost && self.has_stalled(index) {
            self.evade(index);
        }
        self.come_to_terms(index, stride.rests);
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

    /// Whether an agent has not come on along its way for so long that it needs another one.
    fn has_stalled(&self, index: usize) -> bool {
        self.agents[index].walking().is_some_and(Route::has_stalled)
    }

    /// Has an agent that does not get on look for another way and place, or, if that has not helped, settle near it, or at
    /// the very last right where it is.
    fn evade(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        agent.hold_ups = agent.hold_ups.saturating_add(1);
        let had_arrived = agent.arrived_tick.is_some();
        let hold_ups = agent.hold_ups.saturating_add(if had_arrived { HOLD_UPS_BEFORE } else { 0 });
        if hold_ups < MOST_HOLD_UPS || agent.in_wall {
            self.lose_way(index);
        } else if hold_ups < LAST_HOLD_UP {
            self.entrust(index, Errand::Settle(AgentState::ArrivedNear));
        } else {
            self.give_up(index);
        }
    }

    /// Has an agent stand where it is, as it can come neither to its goal nor to any place near it.
    fn give_up(&mut self, index: usize) {
        self.dismiss(index);
        self.drop_route(index);
        let agent = &mut self.agents[index];
        agent.halt();
        agent.state = AgentState::ArrivedNear;
        agent.arrived_tick = Some(self.tick);
        if !agent.order.as_ref().is_some_and(Order::is_roving) || agent.progress.is_over {
            self.events.push(Event::Arrived { agent: agent.id, status: PathStatus::Partial });
        }
        self.stand_aside(index);
    }

    /// Lets an agent that stands, and that others keep off its place for good, have its place where it is.
    fn come_to_terms(&mut self, index: usize, rests: bool) {
        let agent = &mut self.agents[index];
        if agent.stands() && agent.position.distance(agent.previous_position) <= UNMOVED {
            // Between walls and others it may have a velocity and not move.
            agent.velocity = Vec2::ZERO;
        }
        if rests || !agent.stands() || agent.wanted_velocity == Vec2::ZERO || agent.on_link.is_some() {
            agent.kept_off = 0;
            return;
        }
        let ticks = if agent.velocity.length() <= 2.0 * AT_REST { 8 } else { 1 };
        agent.kept_off = (agent.kept_off + ticks).min(KEPT_OFF_FOR_GOOD);
        let (kept_off, here, radius) = (agent.kept_off, agent.position, self.profiles[agent.profile].radius);
        if kept_off >= KEPT_OFF && self.places.is_free(here, radius)
            || kept_off >= KEPT_OFF_FOR_GOOD && self.touches_nobody(index)
        {
            self.agents[index].halt();
            self.stand_aside(index);
        }
    }

    /// Whether an agent's body overlaps nobody else's.
    fn touches_nobody(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        let radius = |agent: &Agent| self.profiles[agent.profile].radius;
        let is_apart = |other: &Agent| other.position.distance(agent.position) >= radius(agent) + radius(other);
        self.agents.iter().all(|other| other.id == agent.id || is_apart(other))
    }

    /// Has an agent keep the place where it is; whoever was to stand there gets another one.
    fn stand_aside(&mut self, index: usize) {
        self.give_up_place(index);
        self.keep_place(index, self.agents[index].position);
        self.displace_others(index);
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
        // Whoever is pressed against others may have a velocity and not move.
        let stays = is_pressed_off && agent.position.distance(agent.previous_position) <= 3.0 * AT_REST * TICK;
        if !route.is_on_last_bit() || left > reach || agent.velocity.length() > AT_REST && !stays {
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
        let (here, place) = (agent.position, agent.place);
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
    /// `None` for profiles that no agent has.
    grounds: Vec<Option<Ground<'a>>>,
    /// The obstacles that are no part of it, as they move.
    bodies: Vec<MovingBody<'a>>,
    /// The same, on every layer: what rays can meet.
    met: Vec<MovingBody<'a>>,
    /// Where all are, for those who steer by rays.
    flock: Flock,
}

impl<'a> Grounds<'a> {
    /// Those of the profiles of some agents, baked now where they are not yet.
    fn new(simulation: &'a Simulation, agents: &[Agent]) -> Grounds<'a> {
        let mut grounds = vec![None; simulation.profiles.len()];
        for agent in agents {
            grounds[agent.profile].get_or_insert_with(|| simulation.ground(agent.profile));
        }
        let flock = Flock::of(agents, &simulation.profiles);
        Grounds { grounds, bodies: simulation.moving_bodies(), met: simulation.moving_on(u32::MAX), flock }
    }

    /// How an agent steers that finds no ways; `None` where it has nothing to do.
    fn steering_by_rays(&self, agent: &Agent) -> Option<RaysSteering> {
        let ground = self.of(agent.profile);
        by_rays(agent, ground, Scene { solid: ground.solid, moving: &self.met }, &self.flock)
    }

    /// That of a profile that some agent has.
    fn of(&self, profile: usize) -> Ground<'a> {
        self.grounds[profile].expect("the ground of every agent's profile is there")
    }
}
