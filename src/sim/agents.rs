//! The agents, with their jobs, slots and path searches.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::agent::body::TOUCH;
use crate::agent::{Agent, AgentId, AgentState, Waiting, WaitingFor};
use crate::level::{Order, Whom};
use crate::nav::requests::RequestQueue;
use crate::profile::AgentProfile;
use crate::sim::jobs::{Job, JobKind, JobStage, Jobs};
use crate::sim::slots::Slots;

/// The agents, and what is kept about them elsewhere: jobs, slots and path searches.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Agents {
    /// In order of id.
    pub list: Vec<Agent>,
    pub next_id: u32,
    /// The slots at which agents stand or to which they are going, as each agent has it.
    #[serde(skip)]
    pub slots: Slots,
    /// The planning queue: jobs of agents that wait for a path or a slot, first come, first served. The first one may
    /// be under way.
    pub jobs: Jobs,
    /// The path searches of the jobs, and of routes that are refined while they are walked.
    pub requests: RequestQueue,
    /// The agents whose orders are updated in each tick.
    pub to_update: BTreeSet<AgentId>,
    /// The agents that were sent in formation together, each with its order, as long as one of them has it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<Vec<(AgentId, Order)>>,
    /// The names of the teams, in the order in which agents of them first came; agents have their places here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<String>,
    /// The agent that stands for each entry of the level's list, also when it has been removed; only a changed level that
    /// is taken makes use of it.
    #[serde(skip)]
    pub of_level: Vec<AgentId>,
}

impl Agents {
    /// Adds an agent at rest, with the next id. Returns its index.
    pub fn add(&mut self, profile: usize, position: Vec2, radius: f32, height: f32) -> usize {
        let id = AgentId(self.next_id);
        self.next_id += 1;
        self.slots.keep(id, position, radius);
        self.list.push(Agent::at_rest(id, profile, position, height));
        self.list.len() - 1
    }

    /// Lets an agent belong to the team of this name, or to none.
    pub fn join(&mut self, index: usize, team: Option<&str>) {
        let team = team.map(|team| {
            self.team_named(team).unwrap_or_else(|| {
                self.teams.push(team.to_owned());
                self.teams.len() as u16 - 1
            })
        });
        self.list[index].identity.team = team;
    }

    /// The number of a team of which an agent has come.
    pub fn team_named(&self, name: &str) -> Option<u16> {
        self.teams.iter().position(|team| team == name).and_then(|place| u16::try_from(place).ok())
    }

    /// Removes agents, given by their indices in order, with their routes, slots and jobs.
    pub fn remove(&mut self, indices: &[usize]) {
        for &index in indices {
            self.give_up_slot(index);
            self.drop_route(index);
            self.drop_job(index);
        }
        let gone: Vec<AgentId> = indices.iter().map(|&index| self.list[index].identity.id).collect();
        gone.iter().for_each(|id| _ = self.to_update.remove(id));
        self.list.retain(|agent| gone.binary_search(&agent.identity.id).is_err());
    }

    /// Returns the index of the agent with this id.
    pub fn index_of(&self, id: AgentId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |agent| agent.identity.id).ok()
    }

    /// Returns the agent with this id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        self.index_of(id).map(|index| &self.list[index])
    }

    /// Drops an agent's job, route and slot, so that it brakes where it is: for use while nothing is baked and no slot
    /// can be found.
    pub fn brake(&mut self, index: usize) -> Option<JobStage> {
        self.drop_job(index);
        self.drop_route(index);
        self.give_up_slot(index);
        self.list[index].enter(AgentState::Waiting);
        None
    }

    /// Drops an agent's route, and cancels its refinement.
    pub fn drop_route(&mut self, index: usize) {
        if let Some(request) = self.list[index].plan.route.take().and_then(|route| route.refinement) {
            self.requests.cancel(request);
        }
    }

    /// Makes an agent wait at a point.
    pub fn wait_for(&mut self, index: usize, reason: WaitingFor, position: Vec2) {
        let agent = &mut self.list[index];
        agent.crossing.waiting = Some(Waiting { reason, position });
        if let Some(route) = &mut agent.plan.route {
            route.pause();
        }
    }

    /// Ends an agent's yielding to another.
    pub fn stop_yielding(&mut self, index: usize) {
        let agent = &mut self.list[index];
        agent.recovery.stop_yielding();
        if agent.crossing.waiting.is_some_and(|waiting| waiting.reason == WaitingFor::Pass) {
            agent.crossing.waiting = None;
        }
    }

    /// Makes an agent brake, stand and forget its goal.
    pub fn stop(&mut self, index: usize) {
        let agent = &mut self.list[index];
        agent.task.goal = None;
        agent.task.drop_urge();
        if !agent.stands() {
            agent.enter(AgentState::Waiting);
            self.put_job(index, JobKind::Settle(AgentState::Stopped));
        } else if matches!(agent.state(), AgentState::ArrivedNear | AgentState::NoWay) {
            agent.enter(AgentState::Stopped);
        }
    }

    /// Releases an agent's slot.
    pub fn give_up_slot(&mut self, index: usize) {
        let agent = &mut self.list[index];
        if let Some(slot) = agent.plan.slot.take() {
            self.slots.give_up(agent.identity.id, slot);
        }
    }

    /// Puts a job for an agent at the end of the queue, or in place of the job that the agent has.
    pub fn put_job(&mut self, index: usize, kind: JobKind) {
        if let Some(old) = self.jobs.put(Job::new(self.list[index].identity.id, kind)) {
            self.cancel_search(&old);
        }
    }

    /// Drops an agent's job.
    pub fn drop_job(&mut self, index: usize) {
        if let Some(job) = self.jobs.take(self.list[index].identity.id) {
            self.cancel_search(&job);
        }
    }

    /// Cancels the path search of a job.
    pub fn cancel_search(&mut self, job: &Job) {
        if let JobStage::Search { request, .. } = job.stage {
            self.requests.cancel(request);
        }
    }

    /// Whether an agent's job is under way and may have given it a slot that is not at the end of its present route.
    pub fn is_being_served(&self, id: AgentId) -> bool {
        let Some(job) = self.jobs.front().filter(|job| job.agent == id) else { return false };
        !matches!((&job.stage, job.kind), (JobStage::Begin | JobStage::Scan(_), _) | (_, JobKind::FindOtherSlot))
    }

    /// Whether an agent waits for a path.
    pub fn seeks_path(&self, id: AgentId) -> bool {
        self.jobs.of(id).is_some_and(|job| matches!(job.kind, JobKind::FindPath))
    }

    /// Reserves a slot for an agent, in place of the one that it has.
    pub fn keep_slot(&mut self, index: usize, slot: Vec2, profiles: &[AgentProfile]) {
        self.give_up_slot(index);
        let agent = &mut self.list[index];
        agent.plan.slot = Some(slot);
        self.slots.keep(agent.identity.id, slot, profiles[agent.identity.profile].radius);
    }

    /// Lets an agent that has yielded go on, or back to the slot where it stood in a state.
    pub fn resume(&mut self, index: usize, stood: Option<AgentState>) {
        self.stop_yielding(index);
        match stood {
            Some(state) => {
                self.drop_route(index);
                self.list[index].enter(state);
            }
            None => {
                // The point where it yielded is not where it was sent.
                self.list[index].enter(AgentState::Waiting);
                self.put_job(index, JobKind::FindPath);
            }
        }
    }

    /// Has an agent without a goal come back to its slot when others, which drive it from there, are gone.
    pub fn remember_home(&mut self, index: usize) {
        let agent = &mut self.list[index];
        if agent.task.goal.is_none() && agent.recovery.home.is_none() {
            agent.recovery.home = agent.plan.slot;
        }
    }

    /// Asks agents whose slots overlap an agent's slot to find other ones. (Two agents that were passing through each
    /// other when a wall enclosed them may find none.)
    pub fn displace_others(&mut self, index: usize, profiles: &[AgentProfile]) {
        let Some(slot) = self.list[index].plan.slot else { return };
        let radius = profiles[self.list[index].identity.profile].radius;
        let own = self.list[index].identity.id;
        for id in self.slots.near(slot, radius).into_iter().filter(|&id| id != own) {
            let Some(other) = self.index_of(id) else { continue };
            let agent = &self.list[other];
            let least = radius + profiles[agent.identity.profile].radius - TOUCH;
            let touches = agent.plan.slot.is_some_and(|other| other.distance_squared(slot) < least * least);
            if touches {
                let kind = self.jobs.of(id).map(|job| job.kind);
                self.put_job(other, kind.unwrap_or(JobKind::FindOtherSlot));
            }
        }
    }
}

/// The order of a level with the id of an agent in the place of its number in the level.
pub fn order_of_ids(order: &Order, ids: &[AgentId]) -> Order {
    let mut order = order.clone();
    if let Order::Follow { agent: Whom::Agent(agent), .. }
    | Order::Flee { agent: Whom::Agent(agent), .. }
    | Order::Guard { agent: Whom::Agent(agent), .. } = &mut order
    {
        *agent = id_of(*agent as usize, ids);
    }
    order
}

/// The id of an agent of a level; of none that there will be where the level has no such agent.
pub fn id_of(place: usize, ids: &[AgentId]) -> u32 {
    ids.get(place).map_or(u32::MAX, |id| id.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_that_is_taken_frees_the_one_before() {
        let profiles = [AgentProfile::default()];
        let mut agents = Agents::default();
        let index = agents.add(0, Vec2::ZERO, profiles[0].radius, 0.0);
        for slot in [Vec2::new(5.0, 0.0), Vec2::new(0.0, 7.0)] {
            agents.keep_slot(index, slot, &profiles);
            let held: Vec<Vec2> = agents.slots.held().map(|(_, middle, _)| middle).collect();
            assert_eq!((held, agents.list[index].plan.slot), (vec![slot], Some(slot)));
        }
    }
}
