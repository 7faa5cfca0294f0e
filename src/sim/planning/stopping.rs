//! How agents come to stand: the free slot nearest to where an agent can stop.

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::{Agent, AgentState};
use crate::grid::Cell;
use crate::level::{Order, Target};
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::jobs::{Job, JobKind, JobStage};
use crate::sim::planning::JobContext;
use crate::sim::tuning::{AT_REST, NEAR_SLOT, TIGHT};
use crate::sim::world::World;
use crate::sim::{Event, TICK};

impl JobContext<'_> {
    /// Looks for the free slot nearest to where an agent can stop. An agent at rest in a free slot stands there at
    /// once.
    pub fn begin_to_stop(&mut self, index: usize, job: &mut Job, ending: AgentState) -> Option<JobStage> {
        self.agents.stop_yielding(index);
        self.agents.give_up_slot(index);
        let agent = &self.agents.list[index];
        if !self.world.is_baked {
            return self.agents.brake(index);
        }
        let (position, velocity) = match self.world.landing(agent) {
            Some(landing) => (landing, Vec2::ZERO),
            None => (agent.body.position, agent.body.velocity),
        };
        let is_on_link = agent.crossing.on_link.is_some();
        let ground = self.world.ground(agent.identity.profile);
        let radius = ground.radius();
        if !is_on_link
            && velocity == Vec2::ZERO
            && ground.may_stop(position)
            && fits(&ground.solid, position)
            && self.agents.slots.is_free(position, radius)
        {
            self.agents.keep_slot(index, position, &self.world.profiles);
            self.agents.list[index].enter(ending);
            if ending != AgentState::ArrivedNear {
                self.agents.drop_route(index);
            }
            return None;
        }
        let ahead = velocity.normalize_or_zero() * ground.mover.stopping_distance(velocity.length());
        let stops = [1.0, 0.75, 0.5, 0.25].map(|part| position + ahead * part);
        let stop = stops.into_iter().find(|&stop| ground.is_straight(position, stop));
        let stop = stop.unwrap_or(position);
        let start = self
            .world
            .cell_of(self.agents.list[index].identity.profile, stop)
            .unwrap_or(self.world.ground(self.agents.list[index].identity.profile).nav.lattice().tile_at(stop));
        self.search_slot_from(index, job, start, stop, 0.0, None)
    }

    /// Looks for the free slot nearest to that of an agent; if no body fits there, nearest to where it can stop.
    pub fn begin_to_return(&mut self, index: usize, job: &mut Job, ending: AgentState) -> Option<JobStage> {
        let agent = &self.agents.list[index];
        let home = agent
            .plan
            .slot
            .filter(|&slot| self.world.is_baked && fits(&self.world.ground(agent.identity.profile).solid, slot));
        match home.and_then(|home| Some((self.world.cell_of(agent.identity.profile, home)?, home))) {
            None => self.begin_to_stop(index, job, ending),
            Some((cell, home)) => {
                self.agents.stop_yielding(index);
                self.agents.give_up_slot(index);
                self.search_slot_from(index, job, cell, home, 0.0, None)
            }
        }
    }
}

/// Lets an agent stand where it is, walled in or without room anywhere.
pub fn stop_here(world: &World, agents: &mut Agents, index: usize, ending: AgentState) -> Option<JobStage> {
    agents.stop_yielding(index);
    let agent = &agents.list[index];
    let landing = world.landing(agent);
    agents.keep_slot(index, landing.unwrap_or(agent.body.position), &world.profiles);
    agents.displace_others(index, &world.profiles);
    agents.drop_route(index);
    if landing.is_some() {
        // It stops when it comes there.
        return None;
    }
    let agent = &mut agents.list[index];
    // In a wall it stands as to its order, and walks on out of it.
    if !agent.body.in_wall && agent.body.velocity.length() <= world.profiles[agent.identity.profile].acceleration * TICK
    {
        agent.halt();
    }
    agent.enter(ending);
    None
}

/// Lets an agent stand where it is, or where it comes to rest, as it can reach neither its goal nor any slot nearer to
/// it, or as others keep it off its slot. An agent that had its slot there looks for another.
pub fn settle(world: &World, agents: &mut Agents, events: &mut Vec<Event>, index: usize) {
    let agent = &agents.list[index];
    let (here, slot) = (agent.body.position, agent.plan.slot.unwrap_or(agent.body.position));
    let is_near = is_near_slot(world, agent, here, slot);
    if !agent.stands() {
        let (status, ending) = match agent.active_route() {
            Some(route) if is_near || agent.task.goal.is_none() => (route.purpose.status, route.purpose.ending),
            _ => (PathStatus::Partial, AgentState::ArrivedNear),
        };
        let (ground, speed) =
            (world.ground(agent.identity.profile), here.distance(agent.body.previous_position) / TICK);
        if ground.mover.stopping_distance(speed) > ground.radius() {
            // It has not arrived before it has come to rest.
            agents.remember_home(index);
            agents.put_job(index, JobKind::Settle(ending));
            return agents.list[index].recovery.settle_short(world.tick);
        }
        agents.drop_job(index);
        agents.drop_route(index);
        enter_at_end(world, agents, events, index, ending, status);
    } else if agent.state() == AgentState::Arrived && !is_near {
        agents.list[index].enter(AgentState::ArrivedNear);
    }
    agents.remember_home(index);
    take_slot_here(world, agents, index);
    agents.list[index].recovery.settle_short(world.tick);
}

/// Lets an agent stand at the end of its route, and tells of its arrival.
pub fn enter_at_end(
    world: &World,
    agents: &mut Agents,
    events: &mut Vec<Event>,
    index: usize,
    ending: AgentState,
    status: PathStatus,
) {
    let agent = &mut agents.list[index];
    agent.enter(ending);
    if matches!(ending, AgentState::Arrived | AgentState::ArrivedNear) {
        agent.status.arrived_tick = Some(world.tick);
        if !agent.task.order.as_ref().is_some_and(Order::is_roving) || agent.task.progress.is_over {
            events.push(Event::Arrived { agent: agent.identity.id, status });
        }
    }
}

/// Gives an agent a slot where it is or comes to rest.
fn take_slot_here(world: &World, agents: &mut Agents, index: usize) {
    agents.give_up_slot(index);
    let agent = &agents.list[index];
    let (here, speed) = (agent.body.position, agent.body.velocity.length());
    let ground = world.ground(agent.identity.profile);
    let stop = here + agent.body.velocity.normalize_or_zero() * ground.mover.stopping_distance(speed);
    let moves = here.distance(agent.body.previous_position) > 3.0 * AT_REST * TICK;
    if moves && ground.is_straight(here, stop) && has_room(world, agents, agent, stop) {
        agents.keep_slot(index, stop, &world.profiles);
    } else {
        agents.list[index].halt();
        agents.keep_slot(index, here, &world.profiles);
    }
    agents.displace_others(index, &world.profiles);
}

/// Whether an agent can stand at a point that is no slot of another.
pub fn has_room(world: &World, agents: &Agents, agent: &Agent, point: Vec2) -> bool {
    let ground = world.ground(agent.identity.profile);
    ground.may_stop(point) && fits(&ground.solid, point) && agents.slots.is_free(point, TIGHT * ground.radius())
}

/// Whether a point is as good for an agent as its slot: near it; or in one of its goal cells; or, where these are full,
/// in sight of the nearest of them and as near to it as the slot is to the one nearest to that.
pub fn is_near_slot(world: &World, agent: &Agent, point: Vec2, slot: Vec2) -> bool {
    let ground = world.ground(agent.identity.profile);
    if point.distance(slot) <= NEAR_SLOT * ground.radius() {
        return true;
    }
    let lattice = ground.nav.lattice();
    let goal = agent.task.goal.as_ref();
    let goals_near = |point: Vec2| {
        let goals = goal.map(|goal| world.goals_near(agent.identity.profile, goal, point));
        goals.and_then(Result::ok).unwrap_or_default()
    };
    let nearest = |goals: &[Cell], point: Vec2| {
        let distances = goals.iter().map(|&goal| (lattice.centre(goal).distance(point), goal));
        distances.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let goals = goals_near(point);
    let Some((distance, goal)) = nearest(&goals, point) else { return false };
    let Some((most, _)) = nearest(&goals_near(slot), slot) else { return false };
    let is_near = distance <= most + ground.radius() && ground.is_straight(point, lattice.centre(goal));
    is_near || goals.contains(&lattice.tile_at(point))
}

impl JobContext<'_> {
    /// The purpose of the route by which an agent comes to stand.
    pub fn purpose_of_stopping(
        &self,
        index: usize,
        ending: AgentState,
        slot: Vec2,
    ) -> (Target, PathStatus, AgentState) {
        let near = ending == AgentState::ArrivedNear;
        let status = if near { PathStatus::Partial } else { PathStatus::Complete };
        let target = self.agents.list[index].task.goal.clone().filter(|_| near).unwrap_or(Target::Point(slot));
        (target, status, ending)
    }
}

/// Lets an agent stand that has braked, while nothing is baked.
pub fn stand_unbaked(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let waits = agent.state() == AgentState::Waiting && agents.jobs.of(agent.identity.id).is_none();
    if waits && agent.body.velocity.length() <= AT_REST {
        let ending = if agent.task.goal.is_some() { AgentState::NoWay } else { AgentState::Stopped };
        _ = stop_here(world, agents, index, ending);
    }
}
