//! Planning: how agents come to their paths, and each to a slot of its own, job by job, with one budget for each tick.

mod another_way;
mod detour;
mod known_goals;
pub mod refinement;
pub mod stopping;
pub mod yielding;

use std::sync::Arc;

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::recovery::Request;
use crate::agent::route::{Attempts, Ground, Purpose, Route, steps_to_measure};
use crate::agent::tuning::{LAID_CELLS, LEG_CELLS, MOST_BESIDE};
use crate::agent::{Agent, AgentId, AgentState};
use crate::grid::Cell;
use crate::level::{Order, Target};
use crate::nav::budget::Budget;
use crate::nav::requests::{Answer, RequestOutcome};
use crate::nav::{Algorithm, GoalTree, Path, PathError, PathLink, PathQuery, PathStatus, Reach, SearchStatistics};
use crate::sim::agents::Agents;
use crate::sim::aim::Aim;
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::goal_search::GoalSearch;
use crate::sim::jobs::{Job, JobKind, JobStage, PathPart, Scan};
use crate::sim::orders::patrol::{is_fixed_point_of_patrol, onward, skip_point};
use crate::sim::orders::start_next_order;
use crate::sim::own_place::{is_given, is_of_same_goal};
use crate::sim::planning::another_way::{begin_another_way, take_another_way};
use crate::sim::planning::known_goals::KnownGoals;
use crate::sim::planning::refinement::take_refinement;
use crate::sim::planning::stopping::stop_here;
use crate::sim::slot_search::{FreeSlot, SlotAnswer, SlotSearch};
use crate::sim::tuning::{SCAN_CELLS, SLOT_ROOM};
use crate::sim::world::World;
use crate::sim::world::invalidation::request;
use crate::sim::{Event, TICKS_A_SECOND};

/// How many cells the searches of one tick may expand together, those for paths and those for slots, unless [another
/// limit](crate::sim::Simulation::limit_expansions) is set; the cells of paths that are laid out, and the tiles of places,
/// [count too](Budget::look_at). What does not fit goes on in the next tick. Without it a thousand orders at once stop the
/// picture.
pub const EXPANSIONS_A_TICK: u32 = 20_000;

/// The last path search that was made, for the debug layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LastSearch {
    /// The agent for which it was made.
    pub agent: AgentId,
    /// The index of its profile in the level.
    pub profile: usize,
    /// The question, with the method as it was chosen: the search itself kept to the rules by which agents walk.
    pub query: PathQuery,
    /// How much work the search did.
    pub statistics: SearchStatistics,
}

/// The searches of the simulation and their budget.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Planner {
    /// The search for a slot of the job that is under way.
    slot_search: SlotSearch,
    #[serde(skip_serializing_if = "KnownGoals::is_empty")]
    known_goals: KnownGoals,
    pub expansions_a_tick: u32,
    /// What the searches of the present tick may expand, and have expanded.
    #[serde(skip)]
    pub budget: Budget,
    /// The last search that was made, for the debug layer.
    #[serde(skip)]
    pub last_search: Option<LastSearch>,
    /// What jobs want of other agents than their own.
    pub requests: Vec<(AgentId, Request)>,
}

impl Default for Planner {
    fn default() -> Planner {
        Planner {
            slot_search: SlotSearch::default(),
            known_goals: KnownGoals::default(),
            expansions_a_tick: EXPANSIONS_A_TICK,
            budget: Budget::default(),
            last_search: None,
            requests: Vec::new(),
        }
    }
}

/// What came of a [scan](Planner::scan).
#[derive(Clone, Copy, Debug)]
enum Scanned {
    /// The first cell that was looked for.
    Found(Cell),
    /// None of the cells that can be reached is one.
    Nothing,
    /// There are too many cells, or the agent has left the one where the search began.
    TooFar,
    /// The budget of the tick is used up.
    Paused,
}

impl Planner {
    /// Looks at the cells around the start of the present slot search, in order of distance, for the first that is a
    /// goal. `start` is the cell where the agent is now.
    fn scan(
        &mut self,
        ground: Ground,
        start: Cell,
        scan: &mut Scan,
        mut is_goal: impl FnMut(&SlotSearch, Cell) -> bool,
    ) -> Scanned {
        while scan.cells < SCAN_CELLS && start == scan.start {
            if self.budget.is_used_up() {
                return Scanned::Paused;
            }
            self.budget.spend(1);
            scan.cells += 1;
            let Some(cell) = self.slot_search.next(ground) else { return Scanned::Nothing };
            if is_goal(&self.slot_search, cell) {
                return Scanned::Found(cell);
            }
        }
        Scanned::TooFar
    }
}

/// What is known of where the path of an order may end.
enum Aimed {
    At(Aim),
    /// It takes a search.
    By(GoalSearch),
}

/// What a job works with in its turn.
pub struct JobContext<'a> {
    pub world: &'a World,
    pub agents: &'a mut Agents,
    pub planner: &'a mut Planner,
    pub obstacles: &'a DynamicObstacles,
    pub events: &'a mut Vec<Event>,
}

/// Answers path searches and continues jobs in order, as far as the budget of a tick allows.
pub fn serve_requests(
    world: &World,
    agents: &mut Agents,
    planner: &mut Planner,
    obstacles: &DynamicObstacles,
    events: &mut Vec<Event>,
) {
    JobContext { world, agents, planner, obstacles, events }.serve();
}

impl JobContext<'_> {
    /// Answers path searches and continues jobs in order, as far as the budget allows. Jobs that come up meanwhile wait
    /// for the next tick.
    fn serve(&mut self) {
        self.planner.budget = Budget::new(self.planner.expansions_a_tick);
        let mut turns = self.agents.jobs.len();
        loop {
            let (profiles, map, grids) = (&self.world.profiles, &self.world.map, &self.world.grids);
            let grid = |number| grids.numbered(number, map, profiles);
            if let Some(answer) = self.agents.requests.serve(&grid, &mut self.planner.budget) {
                self.take(answer);
            } else if !self.planner.budget.is_used_up()
                && turns > 0
                && let Some(job) = self.agents.jobs.take_first()
            {
                turns -= 1;
                self.go_on(job);
            } else {
                break;
            }
        }
    }

    /// Hands an answer to the job that waits for it. Answers to cancelled searches are dropped.
    fn take(&mut self, answer: Answer) {
        let waits = |job: &Job| matches!(job.stage, JobStage::Search { request, .. } if request == answer.id);
        if !self.agents.jobs.front().is_some_and(waits) {
            return take_refinement(self, answer);
        }
        let Some(mut job) = self.agents.jobs.take_first() else { return };
        let JobStage::Search { part, .. } = std::mem::replace(&mut job.stage, JobStage::Begin) else { return };
        let Some(index) = self.agents.index_of(job.agent) else { return };
        if let Some(step) = self.answered(index, &mut job, part, answer) {
            job.stage = step;
            self.go_on(job);
        }
    }

    /// Continues a job until it is done, or has to wait.
    fn go_on(&mut self, mut job: Job) {
        let Some(index) = self.agents.index_of(job.agent) else { return };
        while !self.planner.budget.is_used_up() && !matches!(job.stage, JobStage::Search { .. }) {
            let revision = self.world.nav_grid(self.agents.list[index].identity.profile).revision();
            let next = match std::mem::replace(&mut job.stage, JobStage::Begin) {
                JobStage::FindSlot(lead) if revision == job.revision => self.find_slot(index, &mut job, lead),
                JobStage::Scan(scan) if revision == job.revision => self.go_on_with_scan(index, &mut job, scan),
                JobStage::FindGoals(search) => self.find_goals(index, &mut job, search),
                _ => {
                    self.planner.budget.spend(1);
                    job.revision = revision;
                    self.begin(index, &mut job)
                }
            };
            let Some(step) = next else { return };
            job.stage = step;
        }
        self.agents.jobs.put_first(job);
    }

    fn begin(&mut self, index: usize, job: &mut Job) -> Option<JobStage> {
        match job.kind {
            JobKind::FindOtherSlot => {
                let start = self.world.start_cell(&self.agents.list[index])?;
                let lattice = self.world.nav_grid(self.agents.list[index].identity.profile).lattice();
                self.planner.slot_search.begin(&lattice, start, lattice.centre(start), 0.0);
                Some(JobStage::FindSlot(None))
            }
            JobKind::Settle(ending) => self.begin_to_stop(index, job, ending),
            JobKind::Return(ending) => self.begin_to_return(index, job, ending),
            JobKind::Detour => self.begin_detour(index, job),
            JobKind::GoToSlot => self.begin_to_slot(index, job),
            JobKind::Yield(asked) => self.begin_to_yield(index, asked),
            JobKind::AnotherWay { grid } => begin_another_way(self, index, grid),
            JobKind::FindPath if self.agents.list[index].task.goal.is_none() => {
                let agent = &self.agents.list[index];
                let ending = match &agent.plan.route {
                    Some(route) if !agent.stands() || !route.is_finished() => route.purpose.ending,
                    _ => agent.state(),
                };
                job.kind = JobKind::Return(ending);
                Some(JobStage::Begin)
            }
            JobKind::FindPath => {
                if !self.world.is_baked {
                    return self.answer_no_path(index, job, PathError::NotBaked);
                }
                self.agents.give_up_slot(index);
                match self.aim(index) {
                    Ok(Aimed::At(aim)) => self.begin_path(index, job, aim),
                    Ok(Aimed::By(search)) => Some(JobStage::FindGoals(search)),
                    Err(reason) => self.answer_no_path(index, job, reason),
                }
            }
        }
    }

    fn go_on_with_scan(&mut self, index: usize, job: &mut Job, scan: Scan) -> Option<JobStage> {
        match job.kind {
            JobKind::Detour => self.go_on_with_detour(index, job, scan),
            JobKind::GoToSlot => self.go_on_to_slot(index, job, scan),
            JobKind::Yield(asked) => self.go_on_to_yield(index, scan, asked),
            JobKind::FindPath
            | JobKind::FindOtherSlot
            | JobKind::Settle(_)
            | JobKind::Return(_)
            | JobKind::AnotherWay { .. } => Some(JobStage::Begin),
        }
    }

    /// Where the path of an order may end.
    fn aim(&mut self, index: usize) -> Result<Aimed, PathError> {
        let no_path = || PathError::NoPath(SearchStatistics::default());
        let (world, agent) = (self.world, &self.agents.list[index]);
        let (profile, position) = (agent.identity.profile, agent.body.position);
        let (target, nav) = (agent.task.goal.as_ref().ok_or_else(no_path)?, world.nav_grid(profile));
        if world.steers_by_rays(agent) {
            let goals = world.goals_near(profile, target, position).map_err(|_| PathError::GoalOutside)?;
            self.planner.budget.look_at(goals.len());
            let distance = |cell: &Cell| nav.lattice().centre(*cell).distance_squared(position);
            let nearest = goals.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            return Ok(Aimed::At(Aim::at(vec![nearest.ok_or_else(no_path)?])));
        }
        let reach = reach_of(world, agent).ok_or_else(no_path)?;
        if let Some(area) = world.area_of(target) {
            let known = self.planner.known_goals.of(area, &reach);
            return Ok(known.map_or_else(|| Aimed::By(GoalSearch::to_area(&reach, area.clone())), Aimed::At));
        }
        let goals = world.goals_of(profile, target).map_err(|_| PathError::GoalOutside)?;
        self.planner.budget.look_at(world.looks_for(profile, target));
        let (reached, others): (Vec<Cell>, Vec<Cell>) = goals.into_iter().partition(|&cell| reach.contains(cell));
        if !reached.is_empty() {
            return Ok(Aimed::At(Aim::at(reached)));
        }
        Ok(Aimed::By(GoalSearch::to(&reach, Arc::new(GoalTree::of_cells(&others)))))
    }

    /// Where the path of an order may end, if that can be found out before the budget is used up.
    fn aim_at_once(&mut self, index: usize) -> Option<Aim> {
        match self.aim(index).ok()? {
            Aimed::At(aim) => Some(aim),
            Aimed::By(mut search) => {
                let reach = reach_of(self.world, &self.agents.list[index])?;
                advance(&mut search, &reach, &mut self.planner.budget)
            }
        }
    }

    fn find_goals(&mut self, index: usize, job: &mut Job, mut search: GoalSearch) -> Option<JobStage> {
        let reach = reach_of(self.world, &self.agents.list[index]).filter(|reach| search.is_from(reach));
        let Some(reach) = reach else { return Some(JobStage::Begin) };
        let Some(aim) = advance(&mut search, &reach, &mut self.planner.budget) else {
            return Some(JobStage::FindGoals(search));
        };
        self.planner.known_goals.keep(&search, &aim);
        job.revision = self.world.nav_grid(self.agents.list[index].identity.profile).revision();
        self.begin_path(index, job, aim)
    }

    /// Begins with the slot if there is one goal, as then one search does, unless the path is shared by all agents with
    /// that goal.
    fn begin_path(&mut self, index: usize, job: &mut Job, aim: Aim) -> Option<JobStage> {
        if aim.status == PathStatus::Partial {
            let agent = &self.agents.list[index];
            let is_there = self.world.start_cell(agent).is_some_and(|start| aim.has(start));
            // A textbook search would find that out by expanding all that can be reached.
            let is_textbook = self.world.method_of(agent).is_textbook();
            if is_there || is_textbook || is_fixed_point_of_patrol(self.world, self.agents, index) {
                return self.answer_no_path(index, job, PathError::NoPath(SearchStatistics::default()));
            }
        }
        job.aim = aim;
        match job.aim.goals[..] {
            [goal] if !self.shares_path(index) || self.world.steers_by_rays(&self.agents.list[index]) => {
                self.begin_slot_search(index, job, goal, None)
            }
            _ => {
                let start = self.start_of_path(index);
                let query = match &job.aim.near {
                    Some(near) => {
                        let within = (near.distance_squared as f64).sqrt();
                        PathQuery { within, ..PathQuery::to_area(start, near.area.clone()) }
                    }
                    None => PathQuery::to_any(start, job.aim.goals.clone()),
                };
                Some(self.ask(index, query, PathPart::ToGoal))
            }
        }
    }

    /// Whether an agent takes the one path to a goal that many share: because its method says so, or because it was
    /// sent there with many others.
    fn shares_path(&self, index: usize) -> bool {
        let agent = &self.agents.list[index];
        match self.world.method_of(agent).algorithm {
            Algorithm::FlowField => true,
            Algorithm::Auto => agent.task.progress.shares_route,
            _ => false,
        }
    }

    /// Looks for the free slot nearest to `cell`, the end of `lead`; the very point of the target, if that is free, or those
    /// give it way who stand there.
    fn begin_slot_search(&mut self, index: usize, job: &mut Job, cell: Cell, lead: Option<Path>) -> Option<JobStage> {
        let agent = &self.agents.list[index];
        let wish = self.world.point_of_order(agent, cell);
        if is_given(self.world, self.agents, agent, wish) {
            self.agents.keep_slot(index, wish, &self.world.profiles);
            self.agents.displace_others(index, &self.world.profiles);
            return self.found_slot(index, job, FreeSlot { cell, point: wish }, lead);
        }
        let ground = self.world.ground(agent.identity.profile);
        // On larger tiles the slots of bodies have room between them as it is.
        let is_fine = ground.nav.lattice().tile_size < 2.0 * ground.radius();
        let is_shared = is_fine && is_of_same_goal(self.world, self.agents, agent, wish);
        let room = if is_shared { SLOT_ROOM } else { 0.0 };
        self.search_slot_from(index, job, cell, wish, room, lead)
    }

    /// Looks for the free slot nearest to a point in a cell, at the end of `lead`, with `room` to those of others if there is such a
    /// one, in radii.
    pub fn search_slot_from(
        &mut self,
        index: usize,
        job: &mut Job,
        cell: Cell,
        wish: Vec2,
        room: f32,
        lead: Option<Path>,
    ) -> Option<JobStage> {
        let ground = self.world.ground(self.agents.list[index].identity.profile);
        if ground.may_stop(wish) && fits(&ground.solid, wish) && self.agents.slots.is_free(wish, ground.radius()) {
            return self.found_slot(index, job, FreeSlot { cell, point: wish }, lead);
        }
        let lattice = ground.nav.lattice();
        self.planner.slot_search.begin(&lattice, cell, wish, room);
        Some(JobStage::FindSlot(lead))
    }

    fn find_slot(&mut self, index: usize, job: &mut Job, lead: Option<Path>) -> Option<JobStage> {
        let ground = self.world.ground(self.agents.list[index].identity.profile);
        match self.planner.slot_search.advance(ground, &self.agents.slots, &mut self.planner.budget) {
            SlotAnswer::Paused => Some(JobStage::FindSlot(lead)),
            SlotAnswer::Found(slot) => {
                let slot = self.passed_instead(index, slot).unwrap_or(slot);
                self.found_slot(index, job, slot, lead)
            }
            SlotAnswer::Full => match job.kind {
                JobKind::FindPath => self.answer_no_path(index, job, PathError::NoPath(SearchStatistics::default())),
                JobKind::Settle(ending) | JobKind::Return(ending) => stop_here(self.world, self.agents, index, ending),
                _ => None,
            },
        }
    }

    /// The very point of a patrol path, for an agent that goes on from there at once and whose own slot would be farther away
    /// than agents pass a corner: nobody stays there, and so many can share it.
    fn passed_instead(&self, index: usize, slot: FreeSlot) -> Option<FreeSlot> {
        let agent = &self.agents.list[index];
        let ground = self.world.ground(agent.identity.profile);
        let point = self.planner.slot_search.wish()?;
        let may_pass = |point: Vec2| ground.may_stop(point) && fits(&ground.solid, point);
        let is_passed = slot.point.distance(point.point) > MOST_BESIDE
            && onward(self.world, self.agents, self.obstacles, index).is_some()
            && may_pass(point.point);
        is_passed.then_some(point)
    }

    /// Searches for the path to a chosen slot, or for what is missing of it.
    fn found_slot(&mut self, index: usize, job: &mut Job, slot: FreeSlot, lead: Option<Path>) -> Option<JobStage> {
        if let JobKind::FindOtherSlot = job.kind {
            let agent = &mut self.agents.list[index];
            if agent.stands() && agent.task.goal.is_some() {
                agent.enter(AgentState::Waiting);
            }
            job.kind = JobKind::FindPath;
            return Some(JobStage::Begin);
        }
        self.agents.keep_slot(index, slot.point, &self.world.profiles);
        if self.world.steers_by_rays(&self.agents.list[index]) {
            return self.begin_to_walk(index, job, None, slot);
        }
        let Some(mut path) = lead else { return self.ask_from_here(index, slot.cell, PathPart::ToSlot(slot)) };
        let end = end_of(&path);
        if slot.cell == end {
            return self.set_out(index, job, path, slot);
        }
        if !self.shares_path(index) {
            return self.ask_from_here(index, slot.cell, PathPart::ToSlot(slot));
        }
        if self.turn_off(index, &mut path, slot.cell) {
            return self.set_out(index, job, path, slot);
        }
        Some(self.ask(index, PathQuery::between(end, slot.cell), PathPart::Behind(path, slot)))
    }

    /// Lets a path leave the one along its cells where an agent can first go straight to `cell`, if it is near enough
    /// to the end by then.
    fn turn_off(&self, index: usize, path: &mut Path, cell: Cell) -> bool {
        let cells = &mut path.cells;
        let ground = self.world.ground(self.agents.list[index].identity.profile);
        let lattice = ground.nav.lattice();
        let near = 4 * cells[cells.len() - 1].distance_squared(cell);
        let leaves = cells.iter().position(|&from| {
            from.distance_squared(cell) <= near && ground.is_straight(lattice.centre(from), lattice.centre(cell))
        });
        if let Some(at) = leaves {
            cells.truncate(at + 1);
            path.links.retain(|link| link.at < at);
            if cells[at] != cell {
                cells.push(cell);
            }
        }
        leaves.is_some()
    }

    fn answered(&mut self, index: usize, job: &mut Job, part: PathPart, answer: Answer) -> Option<JobStage> {
        if let (JobKind::AnotherWay { grid }, PathPart::ToSlot(slot)) = (job.kind, &part) {
            take_another_way(self, index, grid, slot.point, answer);
            return None;
        }
        let is_stale = answer.is_stale(self.world.nav_grid(self.agents.list[index].identity.profile));
        self.remember_search(index, &answer);
        // An agent that has crossed a link meanwhile may not come back to the start of the path.
        let leads_to_start = matches!(part, PathPart::Before(..))
            && self.world.nav_grid(self.agents.list[index].identity.profile).links().next().is_some();
        let path = match answer.outcome {
            RequestOutcome::Failed(PathError::NoPath(_)) if leads_to_start => return Some(JobStage::Begin),
            RequestOutcome::Found(path) => path,
            RequestOutcome::Failed(PathError::NoPath(_)) if is_stale => return Some(JobStage::Begin),
            RequestOutcome::Failed(reason) => return self.failed(index, job, reason),
            RequestOutcome::Cancelled => return None,
        };
        if is_stale && !self.confirm(index, job, &part) {
            return Some(JobStage::Begin);
        }
        if path.status == PathStatus::Partial {
            if leads_to_start {
                return Some(JobStage::Begin);
            }
            return self.failed(index, job, PathError::NoPath(path.statistics));
        }
        match part {
            PathPart::ToGoal => {
                let end = end_of(&path);
                self.begin_slot_search(index, job, end, Some(path))
            }
            PathPart::ToSlot(slot) => self.set_out(index, job, path, slot),
            PathPart::Behind(lead, slot) => self.set_out(index, job, joined(lead, path), slot),
            PathPart::Before(rest, slot) => self.set_out(index, job, joined(path, rest), slot),
        }
    }

    /// Whether a job stays the same on ground that has changed during its search.
    fn confirm(&mut self, index: usize, job: &Job, part: &PathPart) -> bool {
        let fits_there = match part {
            PathPart::ToSlot(slot) => {
                fits(&self.world.ground(self.agents.list[index].identity.profile).solid, slot.point)
            }
            _ => false,
        };
        fits_there
            && match job.kind {
                // A path leads into the area still.
                JobKind::FindPath if job.aim.near.is_some() && job.aim.status == PathStatus::Complete => true,
                JobKind::FindPath => self.aim_at_once(index).as_ref() == Some(&job.aim),
                _ => true,
            }
    }

    fn remember_search(&mut self, index: usize, answer: &Answer) {
        let agent = &self.agents.list[index];
        let query = PathQuery { method: self.world.method_of(agent), ..answer.query.clone() };
        self.planner.last_search = Some(LastSearch {
            agent: agent.identity.id,
            profile: agent.identity.profile,
            query,
            statistics: answer.statistics(),
        });
    }

    fn failed(&mut self, index: usize, job: &mut Job, reason: PathError) -> Option<JobStage> {
        match job.kind {
            JobKind::Settle(ending) | JobKind::Return(ending) => stop_here(self.world, self.agents, index, ending),
            _ => self.answer_no_path(index, job, reason),
        }
    }

    /// Gives an agent its path from where it is by now.
    fn set_out(&mut self, index: usize, job: &mut Job, path: Path, slot: FreeSlot) -> Option<JobStage> {
        let agent = &self.agents.list[index];
        let begin = path.cells[0];
        let has_walked_on = self.start_of_path(index) != begin;
        if has_walked_on && agent.crossing.on_link.is_some() {
            return Some(JobStage::Begin);
        }
        if has_walked_on
            && !Route::can_join(self.world.ground(agent.identity.profile), agent.body.position, &path.cells)
        {
            return self.ask_from_here(index, begin, PathPart::Before(path, slot));
        }
        self.begin_to_walk(index, job, Some(path), slot)
    }

    /// Lets an agent walk to its slot along a path, or straight if there is none, unless it stands there already.
    fn begin_to_walk(&mut self, index: usize, job: &mut Job, path: Option<Path>, slot: FreeSlot) -> Option<JobStage> {
        let (target, status, ending) = match job.kind {
            JobKind::Settle(ending) | JobKind::Return(ending) => self.purpose_of_stopping(index, ending, slot.point),
            _ => self.purpose_of_order(index, job.aim.status)?,
        };
        let agent = &self.agents.list[index];
        if agent.state() == ending && agent.body.position == slot.point && agent.crossing.on_link.is_none() {
            return None;
        }
        let roves = agent.task.order.as_ref().is_some_and(Order::is_roving);
        let is_known = agent.state() == AgentState::Moving
            && agent
                .plan
                .route
                .as_ref()
                .is_some_and(|route| route.purpose.target == target && route.purpose.status == status)
            || roves && agent.status.walked > 0.0;
        if matches!(job.kind, JobKind::FindPath) && !is_known {
            self.events.push(Event::PathFound { agent: agent.identity.id, status });
        }
        let before =
            agent.plan.route.as_ref().filter(|_| is_known).map_or(Attempts::NONE, |route| route.history.attempts);
        self.agents.drop_route(index);
        self.agents.stop_yielding(index);
        let agent = &self.agents.list[index];
        let onward = matches!(job.kind, JobKind::FindPath)
            .then(|| onward(self.world, self.agents, self.obstacles, index))
            .flatten();
        let purpose = Purpose { target, status, ending, onward };
        let from = self.world.landing(agent).unwrap_or(agent.body.position);
        let ground = self.world.ground(agent.identity.profile);
        let mut route = match path {
            Some(mut path) => {
                self.planner.budget.look_at(path.cells.len());
                path.shorten(ground.nav, LAID_CELLS, LEG_CELLS);
                self.planner.budget.measure(steps_to_measure(ground, &path.cells));
                Route::lay(ground, from, &path, slot.point, purpose)
            }
            None => Route::straight(ground, from, slot.cell, slot.point, purpose),
        };
        route.history.attempts = before.and(route.length);
        let agent = &mut self.agents.list[index];
        agent.plan.route = Some(route);
        agent.enter(AgentState::Moving);
        None
    }

    fn purpose_of_order(&self, index: usize, status: PathStatus) -> Option<(Target, PathStatus, AgentState)> {
        let ending = match status {
            PathStatus::Complete => AgentState::Arrived,
            PathStatus::Partial => AgentState::ArrivedNear,
        };
        Some((self.agents.list[index].task.goal.clone()?, status, ending))
    }

    fn answer_no_path(&mut self, index: usize, job: &mut Job, reason: PathError) -> Option<JobStage> {
        let agent = &mut self.agents.list[index];
        let settle = |job: &mut Job, ending| {
            job.kind = JobKind::Settle(ending);
            Some(JobStage::Begin)
        };
        let is_as_near_as_can_be = agent.plan.route.as_ref().is_some_and(|route| {
            route.purpose.status == PathStatus::Partial && Some(&route.purpose.target) == agent.task.goal.as_ref()
        });
        if is_as_near_as_can_be && agent.state() != AgentState::Waiting {
            return settle(job, AgentState::ArrivedNear);
        }
        if !agent.task.no_path_told {
            agent.task.no_path_told = true;
            self.events.push(Event::NoPath { agent: agent.identity.id, reason });
        }
        if start_next_order(self.agents, index) || skip_point(self.world, self.agents, index) {
            None
        } else {
            settle(job, AgentState::NoWay)
        }
    }

    fn ask_from_here(&mut self, index: usize, goal: Cell, part: PathPart) -> Option<JobStage> {
        let start = self.start_of_path(index);
        Some(self.ask(index, PathQuery::between(start, goal), part))
    }

    /// The cell from which an agent's path is searched now. Wedged where it can go straight to the middle of no cell, that is
    /// the one that it is in.
    fn start_of_path(&self, index: usize) -> Cell {
        let agent = &self.agents.list[index];
        let here = || self.world.nav_grid(agent.identity.profile).lattice().tile_at(agent.body.position);
        self.world.start_cell(agent).unwrap_or_else(here)
    }

    fn ask(&mut self, index: usize, query: PathQuery, part: PathPart) -> JobStage {
        let agent = &self.agents.list[index];
        let mut query = query.by(self.world.walked_method(agent));
        match part {
            PathPart::ToGoal if self.shares_path(index) => query.method.algorithm = Algorithm::FlowField,
            PathPart::ToGoal => query.first_steps = true,
            // The path to its own slot is of no use to others, so that it is not shared.
            _ if query.method.algorithm == Algorithm::FlowField => query.method.algorithm = Algorithm::AStar,
            PathPart::ToSlot(_) => query.first_steps = true,
            PathPart::Behind(..) | PathPart::Before(..) => {}
        }
        let grid = self.world.ground(agent.identity.profile).nav;
        let request = self.agents.requests.push(self.world.grids.number(agent.identity.profile), grid, query);
        JobStage::Search { request, part }
    }
}

/// Goes on with a search for goals as far as the budget allows.
fn advance(search: &mut GoalSearch, reach: &Reach, budget: &mut Budget) -> Option<Aim> {
    let before = search.looks();
    let found = search.advance(reach, budget.looks_left());
    budget.look_at((search.looks() - before) as usize);
    found
}

/// The ground that an agent can reach from where its path would begin.
fn reach_of<'a>(world: &'a World, agent: &Agent) -> Option<Reach<'a>> {
    world.reach_from(agent.identity.profile, world.start_cell(agent)?)
}

/// The cell where a path ends, with the part that is not laid yet.
fn end_of(path: &Path) -> Cell {
    path.ahead.last().copied().unwrap_or(path.cells[path.cells.len() - 1])
}

/// Joins two paths where the first ends at the start of the second.
fn joined(mut first: Path, second: Path) -> Path {
    let joint = first.cells.len() - 1;
    first.cells.extend_from_slice(&second.cells[1..]);
    first.links.extend(second.links.iter().map(|link| PathLink { at: link.at + joint, ..*link }));
    Path {
        cells: first.cells,
        links: first.links,
        length: first.length + second.length,
        cost: first.cost + second.cost,
        ..second
    }
}

/// Repeats the search of every walking agent from time to time, if the level asks for it.
pub fn look_again_in_time(world: &World, agents: &mut Agents) {
    let Some(interval) = world.level.repath_interval else { return };
    let ticks = ((f64::from(interval) * TICKS_A_SECOND).round() as u64).max(1);
    if world.tick == 0 || !world.tick.is_multiple_of(ticks) {
        return;
    }
    for index in 0..agents.list.len() {
        if agents.list[index].active_route().is_some() && agents.list[index].task.goal.is_some() {
            request(world, agents, index);
        }
    }
}
