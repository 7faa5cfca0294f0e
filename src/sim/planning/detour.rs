//! Searches among agents and obstacles that stand: for a detour to an agent's slot, or for a slot that it can still reach.

use glam::Vec2;

use crate::agent::route::{Purpose, Route, steps_to_measure};
use crate::agent::{Agent, AgentState};
use crate::grid::Cell;
use crate::level::Target;
use crate::nav::PathStatus;
use crate::sim::aim::Aim;
use crate::sim::blocking::{blocking_agent, bodies_around, is_on_route, route_crosses_standing};
use crate::sim::dynamic_obstacles::Moving;
use crate::sim::jobs::{Job, JobKind, JobStage, Scan};
use crate::sim::own_place::is_at_goal;
use crate::sim::planning::stopping::{has_room, is_near_slot, settle};
use crate::sim::planning::{JobContext, Scanned};
use crate::sim::slot_search::FreeSlot;

impl JobContext<'_> {
    /// Begins to look for a detour to an agent's slot among agents and obstacles that stand. Where none is looked for, because its
    /// route leads over links or it finds no paths, it finds another path.
    pub fn begin_detour(&mut self, index: usize, job: &mut Job) -> Option<JobStage> {
        let agent = &self.agents.list[index];
        let route = agent.active_route()?;
        let searches = route.links_ahead().next().is_none() && !self.world.steers_by_rays(agent);
        let Some((start, _)) = self.start_and_slot(index).filter(|_| searches) else { return find_path(job) };
        let ground = self.world.ground(agent.identity.profile);
        let bodies = bodies_around(self.world, self.agents, agent, Agent::stands);
        let obstacles = self.obstacles.standing().map(Moving::as_ground);
        self.planner.slot_search.begin_among(&ground.nav.lattice(), start, agent.body.position, bodies, obstacles);
        Some(JobStage::Scan(Scan { start, cells: 0, nearest: None }))
    }

    /// Goes on with the search for a detour.
    pub fn go_on_with_detour(&mut self, index: usize, job: &mut Job, mut scan: Scan) -> Option<JobStage> {
        let agent = &self.agents.list[index];
        agent.active_route()?;
        let (Some((start, end)), Some(slot)) = (self.start_and_slot(index), agent.plan.slot) else {
            return find_path(job);
        };
        let ground = self.world.ground(agent.identity.profile);
        let (slots, mut nearest) = (&self.agents.slots, scan.nearest);
        let scanned = self.planner.scan(ground, start, &mut scan, |search, cell| {
            let free = search.free_slot(ground, slots, cell).filter(|_| cell != end);
            let free = free.map(|free| (free.point.distance(slot), free));
            nearest = nearest.into_iter().chain(free).min_by(|a, b| a.0.total_cmp(&b.0));
            cell == end
        });
        scan.nearest = nearest;
        let is_found = match scanned {
            Scanned::Paused => return Some(JobStage::Scan(scan)),
            Scanned::TooFar => return find_path(job),
            Scanned::Found(_) => true,
            Scanned::Nothing => false,
        };
        let is_blocked = self.obstacles.standing().any(|obstacle| is_on_route(self.world, agent, &obstacle.obstacle));
        let is_barred = !is_found || is_blocked || route_crosses_standing(self.world, self.agents, agent);
        // An agent that stands farther on may yield in the meantime.
        let is_shut =
            || !is_found && is_blocked || blocking_agent(self.world, self.agents, agent).is_some_and(Agent::stands);
        if is_barred && is_shut() {
            self.settle_near_slot(index, scan.nearest);
            return None;
        }
        if is_barred && is_found && end != start {
            self.take_detour(index, end, slot);
            return None;
        }
        find_path(job)
    }

    /// Begins to look for the way to the slot that an agent was given.
    pub fn begin_to_slot(&mut self, index: usize, job: &mut Job) -> Option<JobStage> {
        let Some((start, _)) = self.start_and_slot(index) else { return find_path(job) };
        let agent = &self.agents.list[index];
        let ground = self.world.ground(agent.identity.profile);
        self.planner.slot_search.begin(&ground.nav.lattice(), start, agent.body.position, 0.0);
        Some(JobStage::Scan(Scan { start, cells: 0, nearest: None }))
    }

    /// Goes on with the search for the way to that slot.
    pub fn go_on_to_slot(&mut self, index: usize, job: &mut Job, mut scan: Scan) -> Option<JobStage> {
        let Some((start, end)) = self.start_and_slot(index) else { return find_path(job) };
        let agent = &self.agents.list[index];
        let Some(point) = agent.plan.slot else { return find_path(job) };
        let ground = self.world.ground(agent.identity.profile);
        match self.planner.scan(ground, start, &mut scan, |_, cell| cell == end) {
            Scanned::Paused => Some(JobStage::Scan(scan)),
            Scanned::TooFar | Scanned::Nothing => find_path(job),
            Scanned::Found(_) => {
                let ending = match agent.active_route() {
                    _ if is_at_goal(self.world, agent, point) => AgentState::Arrived,
                    Some(route) => route.purpose.ending,
                    None if agent.stands() => agent.state(),
                    // It waited without a route, so that what its last path led to is not known.
                    None => match self.aim_at_once(index) {
                        Some(Aim { status: PathStatus::Complete, .. }) => AgentState::Arrived,
                        _ => AgentState::ArrivedNear,
                    },
                };
                let status = if ending == AgentState::Arrived { PathStatus::Complete } else { PathStatus::Partial };
                self.walk_to_slot(index, FreeSlot { cell: end, point }, status, ending);
                None
            }
        }
    }

    /// The cells where an agent is and where its slot is.
    pub fn start_and_slot(&self, index: usize) -> Option<(Cell, Cell)> {
        let agent = &self.agents.list[index];
        let end = self.world.cell_of(agent.identity.profile, agent.plan.slot?)?;
        Some((self.world.start_cell(agent)?, end))
    }

    fn take_detour(&mut self, index: usize, cell: Cell, point: Vec2) {
        let agent = &self.agents.list[index];
        let Some((status, ending)) = agent.active_route().map(|route| (route.purpose.status, route.purpose.ending))
        else {
            return;
        };
        self.walk_to_slot(index, FreeSlot { cell, point }, status, ending);
    }

    /// Sends an agent to the slot nearest to its own that it can reach, or lets it stand where it is if that is no
    /// farther.
    fn settle_near_slot(&mut self, index: usize, nearest: Option<(f32, FreeSlot)>) {
        let agent = &self.agents.list[index];
        let (here, slot) = (agent.body.position, agent.plan.slot.unwrap_or(agent.body.position));
        let ground = self.world.ground(agent.identity.profile);
        self.agents.remember_home(index);
        self.agents.give_up_slot(index);
        let agent = &self.agents.list[index];
        let can_stay = has_room(self.world, self.agents, agent, here);
        let worth_while = if can_stay { here.distance(slot) - ground.radius() } else { f32::INFINITY };
        let Some((_, free)) = nearest.filter(|&(distance, _)| distance < worth_while) else {
            self.agents.keep_slot(index, slot, &self.world.profiles);
            return settle(self.world, self.agents, self.events, index);
        };
        let (status, ending) = match agent.active_route() {
            Some(route) if agent.task.goal.is_none() || is_near_slot(self.world, agent, free.point, slot) => {
                (route.purpose.status, route.purpose.ending)
            }
            _ => (PathStatus::Partial, AgentState::ArrivedNear),
        };
        self.agents.keep_slot(index, free.point, &self.world.profiles);
        self.walk_to_slot(index, free, status, ending);
        let recovery = &mut self.agents.list[index].recovery;
        if ending == AgentState::ArrivedNear || recovery.home.is_some() {
            recovery.settle_short(self.world.tick);
        }
    }

    /// Sends an agent to a slot that the present slot search has found.
    pub fn walk_to_slot(&mut self, index: usize, slot: FreeSlot, status: PathStatus, ending: AgentState) {
        self.agents.drop_route(index);
        let agent = &mut self.agents.list[index];
        let target = agent.task.goal.clone().unwrap_or(Target::Point(slot.point));
        let purpose = Purpose { target, status, ending, onward: None };
        let ground = self.world.ground(agent.identity.profile);
        let cells = self.planner.slot_search.path_to(ground, slot.cell);
        self.planner.budget.look_at(cells.len());
        self.planner.budget.measure(steps_to_measure(ground, &cells));
        agent.plan.route = Some(Route::lay_along(ground, agent.body.position, &cells, slot.point, purpose));
        agent.forget_slot();
        agent.enter(AgentState::Moving);
    }
}

/// Finds another path instead.
pub fn find_path(job: &mut Job) -> Option<JobStage> {
    job.kind = JobKind::FindPath;
    Some(JobStage::Begin)
}
