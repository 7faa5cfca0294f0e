//! How agents come to stand: the free slot nearest to where an agent can stop.

use glam::Vec2;

use crate::agent::AgentState;
use crate::agent::body::fits;
use crate::level::Target;
use crate::nav::PathStatus;
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::jobs::{Job, Step};
use crate::sim::planning::JobContext;
use crate::sim::world::World;

impl JobContext<'_> {
    /// Looks for the free slot nearest to where an agent can stop. An agent at rest in a free slot stands there at
    /// once.
    pub fn begin_to_stop(&mut self, index: usize, job: &mut Job, ending: AgentState) -> Option<Step> {
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
        self.search_slot_from(index, job, start, stop, None)
    }

    /// Looks for the free slot nearest to that of an agent; if nobody can stand there, nearest to where it can stop.
    pub fn begin_to_return(&mut self, index: usize, job: &mut Job, ending: AgentState) -> Option<Step> {
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
                self.search_slot_from(index, job, cell, home, None)
            }
        }
    }
}

/// Lets an agent stand where it is, walled in or without room anywhere.
pub fn stop_here(world: &World, agents: &mut Agents, index: usize, ending: AgentState) -> Option<Step> {
    agents.stop_yielding(index);
    agents.give_up_slot(index);
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
    if agent.body.velocity.length() <= world.profiles[agent.identity.profile].acceleration * TICK {
        agent.halt();
    }
    agent.enter(ending);
    None
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

/// Below this speed, in world units a second, an agent that has nowhere to go stands.
const AT_REST: f32 = 0.05;

/// Lets an agent stand that has braked, while nothing is baked.
pub fn stand_unbaked(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let waits = agent.state() == AgentState::Waiting && agents.jobs.of(agent.identity.id).is_none();
    if waits && agent.body.velocity.length() <= AT_REST {
        let ending = if agent.task.goal.is_some() { AgentState::NoWay } else { AgentState::Stopped };
        _ = stop_here(world, agents, index, ending);
    }
}
