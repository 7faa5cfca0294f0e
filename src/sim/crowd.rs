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

pub mod by_rays;
pub mod stalls;
pub mod stride;
pub mod walking;
pub mod yielding;

use std::sync::OnceLock;

use crate::agent::body::{MovingBody, TOUCH, fits};
use crate::agent::route::{Ground, Route};
use crate::agent::steering::{Mover, RaysSteering, Scene};
use crate::agent::{Agent, AgentId, AgentState};
use crate::level::Order;
use crate::sim::agents::Agents;
use crate::sim::crowd::by_rays::{give_up, is_caught};
use crate::sim::crowd::stalls::{come_back, come_to_terms, evade, gets_nowhere};
use crate::sim::crowd::yielding::{ask_to_pass, tend_making_way, wait_aside};
use crate::sim::dynamic_obstacles::{DynamicObstacles, moving_bodies, moving_on};
use crate::sim::links::crossing::cross_links;
use crate::sim::links::{Links, come_across, may_step_upon_link, tread_on_switch};
use crate::sim::planning::Planner;
use crate::sim::planning::refinement::ask_for_leg;
use crate::sim::planning::stopping::stand_unbaked;
use crate::sim::world::World;
use crate::sim::world::invalidation::lose_way;
use crate::sim::{Event, TICK};
use by_rays::{Flock, by_rays};
pub use stride::Crowd;
use stride::Stride;
pub use walking::turn;

/// How near its place, in world units, and how slow, in world units a second, an agent must be to stand.
const AT_PLACE: f32 = 0.01;
const AT_REST: f32 = 0.05;

/// Whoever stands and was moved no farther than this in a tick, in world units, is at rest.
const UNMOVED: f32 = 1e-4;

/// Whom others keep from its place stands as near to it as this, in radii of its body, once it has come no nearer for so
/// many eighths of a tick.
const NEAR_PLACE: f32 = 3.0;
const STALLED: u32 = 240;

/// What those of some agents of this simulation do that [steer by rays](crate::profile::Navigation::Rays) and are under
/// way: the rays that each casts, and what its behaviours ask for.
pub fn steering_by_rays(
    world: &World,
    obstacles: &DynamicObstacles,
    agents: &Agents,
    which: &[&Agent],
) -> Vec<(AgentId, RaysSteering)> {
    let grounds = Grounds::new(world, obstacles, &agents.list);
    let steers = |agent: &&&Agent| world.steers_by_rays(agent) && !agent.stands() && agent.on_link.is_none();
    let steering = |agent: &&Agent| Some((agent.id, grounds.steering_by_rays(agent)?));
    which.iter().filter(steers).filter_map(steering).collect()
}

/// Has the agents that have come to a link step upon it, and those that are on one go on, in order of id.
pub fn take_links(world: &World, agents: &mut Agents, links: &mut Links, crowd: &mut Crowd) {
    for index in crowd.at_links() {
        if step_upon_link(agents, index) {
            crowd.leave(index, false);
        }
    }
    for index in cross_links(world, agents, links, &crowd.on_links()) {
        crowd.leave(index, true);
    }
}

/// What comes of how the agents have moved, in order of id. Nothing comes of plain walking and of rest, unless the ground
/// itself changes by what agents do: then all are looked at.
pub fn conclude_all(
    world: &mut World,
    agents: &mut Agents,
    planner: &mut Planner,
    obstacles: &mut DynamicObstacles,
    crowd: &Crowd,
    events: &mut Vec<Event>,
) {
    let all = !obstacles.moving.is_empty() || !world.level.switches.is_empty() || !world.is_baked;
    for index in 0..agents.list.len() {
        let stride = crowd.stride(index);
        if all || !stride.is_plain {
            conclude(world, agents, planner, obstacles, events, index, &stride);
        }
    }
}

/// Has an agent step upon the link at whose beginning it is, if it may; whether it does.
fn step_upon_link(agents: &mut Agents, index: usize) -> bool {
    let may = may_step_upon_link(agents, index);
    let agent = &mut agents.list[index];
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
fn conclude(
    world: &mut World,
    agents: &mut Agents,
    planner: &mut Planner,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    index: usize,
    stride: &Stride,
) {
    if stride.is_lost && is_caught(world, agents, index) {
        give_up(world, agents, events, index);
    } else {
        tend_way(world, agents, planner, events, index, stride);
    }
    ask_to_pass(world, agents, planner, index);
    tend_making_way(world, agents, index);
    come_to_terms(world, agents, index, stride.rests);
    if stride.is_across {
        come_across(world, agents, index);
    }
    if stride.rests || agents.list[index].on_link.is_some() {
        return;
    }
    if stride.wants_refinement || stride.is_across {
        ask_for_leg(world, agents, index);
    }
    if stride.is_ending || stride.is_across || !world.is_baked {
        arrive(world, agents, events, index);
    }
    tread_on_switch(world, agents, obstacles, events, index, stride.was_on_link);
}

/// Has an agent that is lost or held up look for another way, or a place.
fn tend_way(
    world: &World,
    agents: &mut Agents,
    planner: &mut Planner,
    events: &mut Vec<Event>,
    index: usize,
    stride: &Stride,
) {
    if stride.is_held_up || stride.is_lost && gets_nowhere(agents, index) {
        evade(world, agents, planner, events, index);
    } else if stride.is_lost && agents.list[index].stands() {
        come_back(world, agents, index);
    } else if stride.is_lost {
        lose_way(world, agents, index);
    }
}

/// Lets an agent stand that has come to the end of its route, or turn to its next order.
fn arrive(world: &World, agents: &mut Agents, events: &mut Vec<Event>, index: usize) {
    if agents.list[index].on_link.is_some() {
        return;
    }
    if !world.is_baked {
        return stand_unbaked(world, agents, index);
    }
    let is_being_served = agents.is_being_served(agents.list[index].id);
    let agent = &mut agents.list[index];
    let Some(route) = agent.route.as_mut().filter(|route| !route.is_finished()) else { return };
    let left = route.end().distance(agent.position);
    let profile = &world.profiles[agent.profile];
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
        return wait_aside(agents, index, place);
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
            agent.arrived_tick = Some(world.tick);
            if !agent.order.as_ref().is_some_and(Order::is_roving) || agent.progress.is_over {
                events.push(Event::Arrived { agent: agent.id, status });
            }
        }
    }
    if left > AT_PLACE {
        stay(world, agents, index);
    }
}

/// Has an agent that came to stand a little off its place keep the place where it is instead, if that is free;
/// otherwise it goes there when it can.
fn stay(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let (here, place) = (agent.position, agent.slot);
    let ground = world.ground(agent.profile);
    let (radius, fits) = (ground.radius(), fits(&ground.solid, here));
    agents.give_up_place(index);
    let is_free = fits && agents.slots.is_free(here, radius + TOUCH);
    if let Some(place) = if is_free { Some(here) } else { place } {
        agents.keep_place(index, place, &world.profiles);
    }
}

/// What agents of each profile walk on, and how; for one tick.
pub struct Grounds<'a> {
    world: &'a World,
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
    fn new(world: &'a World, obstacles: &'a DynamicObstacles, agents: &[Agent]) -> Grounds<'a> {
        let grounds = vec![OnceLock::new(); world.profiles.len()];
        let flock = Flock::of(agents, &world.profiles);
        let (bodies, met) = (moving_bodies(world, obstacles), moving_on(obstacles, u32::MAX));
        Grounds { world, grounds, bodies, met, flock }
    }

    /// How an agent steers that finds no ways; `None` where it has nothing to do.
    fn steering_by_rays(&self, agent: &Agent) -> Option<RaysSteering> {
        let ground = self.of(agent.profile);
        by_rays(agent, ground, Scene { solid: ground.solid, moving: &self.met }, &self.flock)
    }

    /// That of a profile, baked now where it is not yet.
    fn of(&self, profile: usize) -> Ground<'a> {
        *self.grounds[profile].get_or_init(|| self.world.ground(profile))
    }
}
