//! Yielding: the search for the nearest point out of the way of another agent.

use crate::agent::recovery::{Request, YieldRequest};
use crate::agent::{Agent, AgentId, AgentState};
use crate::grid::Cell;
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::blocking::{RouteAhead, bodies_around, yield_chain};
use crate::sim::dynamic_obstacles::Moving;
use crate::sim::jobs::{JobKind, JobStage, Scan};
use crate::sim::planning::{JobContext, Scanned};
use crate::sim::slot_search::FreeSlot;
use crate::sim::tuning::PASSING_ROOM;
use crate::sim::world::World;

/// Puts the job to yield in the queue, unless the agent has something else to do first.
pub fn queue_yield(world: &World, agents: &mut Agents, index: usize, asked: YieldRequest) {
    if may_yield(world, agents, &agents.list[index], asked.other) {
        agents.put_job(index, JobKind::Yield(asked));
    }
}

fn may_yield(world: &World, agents: &Agents, agent: &Agent, to: AgentId) -> bool {
    let is_free = agents.jobs.of(agent.identity.id).is_none()
        && agent.crossing.waiting.is_none()
        && agent.crossing.on_link.is_none()
        && !agent.body.in_wall;
    is_free
        && !world.steers_by_rays(agent)
        && agent.recovery.yielding().is_none_or(|yielding| yielding.to != to)
        && agents.agent(to).is_some()
}

impl JobContext<'_> {
    /// Begins to look for the nearest point off the routes of another agent and of those that it lets pass, along a path
    /// that leads through none of them nor through any agent that stands.
    pub fn begin_to_yield(&mut self, index: usize, asked: YieldRequest) -> Option<JobStage> {
        let agent = &self.agents.list[index];
        let other = self.agents.agent(asked.other)?;
        let chain = yield_chain(self.agents, other);
        let is_in_chain = |other: &Agent| chain.iter().any(|next| next.identity.id == other.identity.id);
        if is_in_chain(agent) {
            return self.cannot_yield(index, asked);
        }
        let start = self.world.start_cell(agent)?;
        let lattice = self.world.nav_grid(agent.identity.profile).lattice();
        let bodies = bodies_around(self.world, self.agents, agent, |other| other.stands() || is_in_chain(other));
        let obstacles = self.obstacles.standing().map(Moving::as_ground);
        self.planner.slot_search.begin_among(&lattice, start, lattice.centre(start), bodies, obstacles);
        Some(JobStage::Scan(Scan { start, cells: 0, nearest: None }))
    }

    /// Goes on with the search for a point to yield at.
    pub fn go_on_to_yield(&mut self, index: usize, mut scan: Scan, asked: YieldRequest) -> Option<JobStage> {
        let agent = &self.agents.list[index];
        let chain = yield_chain(self.agents, self.agents.agent(asked.other)?);
        let routes: Vec<RouteAhead> = chain.iter().map(|other| RouteAhead::of(self.world, other, agent)).collect();
        let ground = self.world.ground(agent.identity.profile);
        let lattice = ground.nav.lattice();
        let start = self.world.start_cell(agent)?;
        let is_off = |cell: Cell| {
            let point = lattice.centre(cell);
            ground.nav.is_passable(cell)
                && ground.may_stop(point)
                && routes.iter().all(|route| route.is_free(point, PASSING_ROOM))
        };
        match self.planner.scan(ground, start, &mut scan, |_, cell| is_off(cell)) {
            Scanned::Paused => Some(JobStage::Scan(scan)),
            Scanned::TooFar | Scanned::Nothing => self.cannot_yield(index, asked),
            Scanned::Found(cell) => {
                self.yield_at(index, asked.other, FreeSlot { cell, point: lattice.centre(cell) });
                None
            }
        }
    }

    /// Where there is nowhere to go, the other agent tries.
    fn cannot_yield(&mut self, index: usize, asked: YieldRequest) -> Option<JobStage> {
        let id = self.agents.list[index].identity.id;
        if let Some(other) = self.agents.index_of(asked.other).filter(|_| asked.or_reverse) {
            queue_yield(self.world, self.agents, other, YieldRequest { other: id, or_reverse: false });
        }
        None
    }

    fn yield_at(&mut self, index: usize, to: AgentId, slot: FreeSlot) {
        let agent = &self.agents.list[index];
        let stood = agent.stands().then_some(agent.state());
        let before = agent.recovery.yielding().and_then(|yielding| yielding.stood).or(stood);
        let ending =
            before.or(agent.plan.route.as_ref().map(|route| route.purpose.ending)).unwrap_or(AgentState::ArrivedNear);
        self.walk_to_slot(index, slot, PathStatus::Complete, ending);
        let agent = &mut self.agents.list[index];
        agent.recovery.start_yielding(to, self.world.tick, stood);
        self.planner.requests.push((to, Request::LetOut(agent.identity.id)));
    }
}
