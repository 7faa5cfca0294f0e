//! Movement: one tick of walking, as a crowd and along links.
//!
//! The movement of a tick is a list of phases. In most, each agent is updated by itself from
//! the state at the end of the phase before, so that neither the order of the agents nor the number of threads makes a
//! difference.
//!
//! 1. Each agent computes its [preferred velocity](crate::agent::Agent::preferred_velocity).
//! 2. Agents that have come to a link step onto it, and those on one move on, in order of id.
//! 3. Each agent chooses a velocity that avoids the others, and moves by it among solid things.
//! 4. Overlapping agents are pushed apart, a little at a time.
//! 5. Agents are kept out of moving obstacles; then these move, and push agents aside.
//! 6. Each agent decides what to do about what keeps it from its goal or its slot: its [recovery](crate::agent::recovery).
//! 7. What they want is done, in order of id; this alone changes agents for the sake of others.
//! 8. In order of id: route refinement, arrivals, switches.

pub mod agent_tick;
pub mod by_rays;
mod obstacles_ahead;
pub mod other_ways;
pub mod passages;
pub mod recovery;
pub mod requests;
pub mod walking;

use std::sync::OnceLock;

use glam::Vec2;

use crate::agent::body::{MovingBody, TOUCH, depth_in, fits};
use crate::agent::recovery::YieldRequest;
use crate::agent::route::Ground;
use crate::agent::steering::{Mover, RaysSteering, Scene};
use crate::agent::tuning::{AT_END, LOOKS_EVERY};
use crate::agent::{Agent, AgentId, AgentState, LinkEnd, Waiting, WaitingFor};
use crate::sim::agents::Agents;
use crate::sim::crowd::requests::apply_requests;
use crate::sim::dynamic_obstacles::{DynamicObstacles, moving_bodies, moving_on};
use crate::sim::links::crossing::{cross_links, end_from_start, those_at_end};
use crate::sim::links::{LinkTraffic, leave_link, may_enter_link, step_on_switch};
use crate::sim::own_place::is_kept_from_goal;
use crate::sim::planning::Planner;
use crate::sim::planning::refinement::ask_for_refinement;
use crate::sim::planning::stopping::{enter_at_end, stand_unbaked};
use crate::sim::planning::yielding::queue_yield;
use crate::sim::tuning::{AT_REST, NEAR_SLOT, STALLED, UNMOVED};
use crate::sim::world::World;
use crate::sim::{Event, TICK};
use agent_tick::AgentTick;
pub use agent_tick::Crowd;
use by_rays::{Flock, by_rays};
use obstacles_ahead::ObstaclesAhead;

/// The rays that agents cast that [steer by rays](crate::profile::Navigation::Rays) and are moving, and what their
/// behaviours ask for.
pub fn steering_by_rays(
    world: &World,
    obstacles: &DynamicObstacles,
    agents: &Agents,
    which: &[&Agent],
) -> Vec<(AgentId, RaysSteering)> {
    let grounds = Grounds::new(world, obstacles, &agents.list);
    let steers = |agent: &&&Agent| world.steers_by_rays(agent) && !agent.stands() && agent.crossing.on_link.is_none();
    let steering = |agent: &&Agent| Some((agent.identity.id, grounds.steering_by_rays(agent)?));
    which.iter().filter(steers).filter_map(steering).collect()
}

/// Lets the agents at a link step onto it, and moves those on links along, in order of id.
pub fn take_links(world: &World, agents: &mut Agents, links: &LinkTraffic, crowd: &mut Crowd) {
    for index in crowd.at_links() {
        if step_upon_link(world, agents, links, index) {
            crowd.leave(index, false);
        }
    }
    let on_links = crowd.on_links();
    crowd.crossed.clear();
    crowd.crossed.extend(on_links.iter().map(|&index| agents.list[index].identity.id));
    for index in cross_links(world, agents, links, &on_links) {
        crowd.leave(index, true);
    }
    if world.tick.is_multiple_of(LOOKS_EVERY) {
        crowd.on_links().into_iter().chain(crowd.at_links()).for_each(|index| clear_end(world, agents, index));
    }
}

/// Has those that stand at the end of a link yield to an agent that waits to come off there.
fn clear_end(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let next = || agent.active_route().and_then(|route| route.next_link()).copied();
    let link = agent.crossing.on_link.map(|(link, _)| link).or_else(next);
    let Some(link) = link.filter(|_| matches!(agent.crossing.end, LinkEnd::Taken(_))) else { return };
    let asked = YieldRequest { other: agent.identity.id, or_reverse: false };
    let standing = those_at_end(world, agents, agent, &link).filter(|other| other.stands());
    let standing: Vec<usize> = standing.filter_map(|other| agents.index_of(other.identity.id)).collect();
    for other in standing {
        queue_yield(world, agents, other, asked);
    }
}

/// Handles what follows from the movement of the agents. Nothing follows from plain walking or rest, unless agents
/// change the ground itself: then every agent is handled.
pub fn conclude(
    world: &mut World,
    agents: &mut Agents,
    planner: &mut Planner,
    obstacles: &mut DynamicObstacles,
    crowd: &mut Crowd,
    events: &mut Vec<Event>,
) {
    let all = !obstacles.moving.is_empty() || !world.level.switches.is_empty() || !world.is_baked;
    crowd.choose_concerned(all);
    for &index in &crowd.concerned {
        stop_where_wedged(&mut agents.list[index]);
    }
    crowd.recover(world, agents);
    apply_requests(world, agents, planner, events, &crowd.decisions);
    for &index in &crowd.concerned {
        go_on(world, agents, obstacles, events, index, &crowd.agent_tick(index));
    }
}

/// Takes the velocity of a standing agent that does not move: wedged in between walls and others it may have one.
fn stop_where_wedged(agent: &mut Agent) {
    if agent.stands() && agent.body.position.distance(agent.body.previous_position) <= UNMOVED {
        agent.body.velocity = Vec2::ZERO;
    }
}

/// Lets an agent step onto the link at whose start it is, if it may; returns whether it does.
fn step_upon_link(world: &World, agents: &mut Agents, links: &LinkTraffic, index: usize) -> bool {
    let agent = &agents.list[index];
    let Some(link) = agent.active_route().and_then(|route| route.next_link()).copied() else { return false };
    let may = may_enter_link(world, agents, links, agent, &link);
    let agent = &mut agents.list[index];
    if link.authored().is_none() || agent.crossing.admitted.is_some() {
        agent.crossing.end = end_from_start(agent, &link, may);
    }
    let Some(route) = agent.plan.route.as_mut() else { return false };
    if !may {
        route.pause();
        return false;
    }
    route.step_upon_link();
    (agent.crossing.on_link, agent.crossing.waiting) = (Some((link, 0.0)), None);
    agent.body.in_wall = false;
    true
}

/// Lets an agent step off a link, ask for the next leg of its route, arrive, and turn switches.
fn go_on(
    world: &mut World,
    agents: &mut Agents,
    obstacles: &mut DynamicObstacles,
    events: &mut Vec<Event>,
    index: usize,
    agent_tick: &AgentTick,
) {
    if agent_tick.is_across {
        leave_link(world, agents, index);
    }
    let agent = &agents.list[index];
    if agent_tick.rests || agent.crossing.on_link.is_some() || agent.is_reordered() {
        return;
    }
    if agent_tick.wants_refinement || agent_tick.is_across {
        ask_for_refinement(world, agents, index);
    }
    if agent_tick.is_ending || agent_tick.is_across || !world.is_baked {
        arrive(world, agents, obstacles, events, index);
    }
    step_on_switch(world, agents, obstacles, events, index, agent_tick.was_on_link);
}

/// Lets an agent stand that has come to the end of its route, or turns it to its next order.
fn arrive(world: &World, agents: &mut Agents, obstacles: &DynamicObstacles, events: &mut Vec<Event>, index: usize) {
    if agents.list[index].crossing.on_link.is_some() {
        return;
    }
    if !world.is_baked {
        return stand_unbaked(world, agents, index);
    }
    let is_being_served = agents.is_being_served(agents.list[index].identity.id);
    let agent = &mut agents.list[index];
    let Some(route) = agent.plan.route.as_mut().filter(|route| !route.is_finished()) else { return };
    let left = route.end().distance(agent.body.position);
    let profile = &world.profiles[agent.identity.profile];
    let is_pressed_off = agent.motion.obstructed > 0 && route.line.stalled >= STALLED;
    let arrives_within = route.arrives_within(Mover::new(profile, TICK));
    let reach = if is_pressed_off { arrives_within.max(AT_END + NEAR_SLOT * profile.radius) } else { arrives_within };
    // Pressed against others it may have a velocity and not move.
    let stays = is_pressed_off && agent.body.position.distance(agent.body.previous_position) <= 3.0 * AT_REST * TICK;
    if !route.is_on_last_bit() || left > reach || agent.body.velocity.length() > AT_REST && !stays {
        return;
    }
    route.finish();
    if agent.recovery.yielding().is_some() {
        agent.crossing.waiting = Some(Waiting { reason: WaitingFor::Pass, position: route.end() });
        return;
    }
    let (end, ending, status) = (route.end(), route.purpose.ending, route.purpose.status);
    if left <= AT_END {
        route.walked += left;
        agent.status.walked += left;
        // Not into what moves there, or has come to stand there since.
        let solid = world.ground(agent.identity.profile).solid;
        if depth_in(&moving_bodies(world, obstacles), end, profile.radius) == 0.0 && fits(&solid, end) {
            agent.body.position = end;
        }
    }
    agent.halt();
    if agent.state() != AgentState::Waiting && !is_being_served {
        enter_at_end(world, agents, events, index, ending, status);
    }
    if left > AT_END {
        stay(world, agents, index);
    }
    if left > arrives_within || is_kept_from_goal(world, agents, &agents.list[index]) {
        agents.list[index].recovery.settle_short(world.tick);
    }
}

/// Gives an agent that stopped a little off its slot a slot where it is, if that is free; otherwise it goes to its own
/// when it can.
fn stay(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let (here, slot) = (agent.body.position, agent.plan.slot);
    let ground = world.ground(agent.identity.profile);
    let (radius, fits) = (ground.radius(), fits(&ground.solid, here));
    agents.give_up_slot(index);
    let is_free = fits && agents.slots.is_free(here, radius + TOUCH);
    if let Some(slot) = if is_free { Some(here) } else { slot } {
        agents.keep_slot(index, slot, &world.profiles);
    }
}

/// The ground of each profile, for one tick.
pub struct Grounds<'a> {
    world: &'a World,
    /// Of each profile; made on first use, as the ground may not be baked for profiles that no agent has.
    grounds: Vec<OnceLock<Ground<'a>>>,
    /// The moving obstacles that bodies collide with.
    ahead: ObstaclesAhead<'a>,
    /// The moving obstacles on every layer, which rays can meet.
    met: Vec<MovingBody<'a>>,
    /// The positions of all agents, for those that steer by rays.
    flock: Flock,
}

impl<'a> Grounds<'a> {
    fn new(world: &'a World, obstacles: &'a DynamicObstacles, agents: &[Agent]) -> Grounds<'a> {
        let grounds = vec![OnceLock::new(); world.profiles.len()];
        let flock = Flock::of(agents, &world.profiles);
        let ahead = ObstaclesAhead::of(&obstacles.moving, world.map.bake.layers);
        Grounds { world, grounds, ahead, met: moving_on(obstacles, u32::MAX), flock }
    }

    /// How an agent steers that finds no paths; `None` if it has nothing to do.
    fn steering_by_rays(&self, agent: &Agent) -> Option<RaysSteering> {
        let ground = self.of(agent.identity.profile);
        by_rays(agent, ground, Scene { solid: ground.solid, moving: &self.met }, &self.flock)
    }

    /// The ground of a profile, baked now if it is not yet.
    fn of(&self, profile: usize) -> Ground<'a> {
        *self.grounds[profile].get_or_init(|| self.world.ground(profile))
    }
}
