//! How agents come to their ways, and each to a place of its own: task by task, with a budget for each tick.

use glam::Vec2;

use super::places::{Exploring, FreePlace};
use super::{Event, LastSearch, Simulation, ground};
use crate::agent::body::fits;
use crate::agent::route::{Attempts, Purpose, Route};
use crate::agent::{Agent, AgentId, AgentState};
use crate::grid::Cell;
use crate::level::{Order, Target};
use crate::nav::requests::{Answer, Outcome, RequestId};
use crate::nav::{
    Algorithm, CornerRule, DiagonalCost, Effort, Method, Path, PathError, PathLink, PathQuery, PathStatus, Reach,
    exit_from,
};
use crate::profile::Navigation;

/// How many cells the searches of one tick may expand together, those for paths and those for free places, unless
/// [another limit](Simulation::limit_expansions) is set; what is not done then goes on in the next.
pub const EXPANSIONS_A_TICK: u32 = 20_000;

/// What is to be done for an agent. Nobody has two at a time.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub agent: AgentId,
    pub errand: Errand,
    pub step: Step,
    /// Where its order leads, once that is understood.
    aim: Aim,
    /// The revision of the ground that the present step was thought out on.
    revision: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Errand {
    /// Give it a way to where its order says; if it has none, let it settle.
    FindWay,
    /// Bring it to stand at the free place nearest to where it can stop, and to be this there.
    Settle(AgentState),
    /// Bring it back to its place, or the free one nearest to that, and to be this there.
    Return(AgentState),
    /// Find it another place than its own, if there is one.
    MakeRoom,
}

/// How far a task has come.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Nothing has been done.
    Begin,
    /// The explorer looks for a free place: near the end of this way, where there is one already.
    Explore(Option<Path>),
    /// It waits for a path.
    Search { request: RequestId, part: Part },
}

/// Which part of an agent's way is being searched for.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// All of it to one of the goals; the place comes later.
    ToGoal,
    /// All of it.
    ToPlace(FreePlace),
    /// What comes behind the path that is known.
    Behind(Path, FreePlace),
    /// What comes before it.
    Before(Path, FreePlace),
}

/// The cells where an agent's way may end.
#[derive(Clone, Debug, PartialEq)]
struct Aim {
    goals: Vec<Cell>,
    /// Whether they are those of the order, or as near to them as can be.
    status: PathStatus,
}

impl Task {
    /// One of which nothing has been done.
    pub fn new(agent: AgentId, errand: Errand) -> Task {
        let aim = Aim { goals: Vec::new(), status: PathStatus::Complete };
        Task { agent, errand, step: Step::Begin, aim, revision: 0 }
    }
}

impl Simulation {
    /// Puts a task for an agent behind those that wait, or in the place of the one that it has.
    pub(super) fn entrust(&mut self, index: usize, errand: Errand) {
        if let Some(old) = self.tasks.put(Task::new(self.agents[index].id, errand)) {
            self.call_off(&old);
        }
    }

    /// Forgets what is to be done for an agent.
    pub(super) fn dismiss(&mut self, index: usize) {
        if let Some(task) = self.tasks.take(self.agents[index].id) {
            self.call_off(&task);
        }
    }

    fn call_off(&mut self, task: &Task) {
        if let Step::Search { request, .. } = task.step {
            self.requests.cancel(request);
        }
    }

    /// Whether an agent is about to be given another way, and may have another place than its present one leads to.
    pub(super) fn is_being_served(&self, id: AgentId) -> bool {
        let Some(task) = self.tasks.front().filter(|task| task.agent == id) else { return false };
        !matches!((&task.step, task.errand), (Step::Begin, _) | (_, Errand::MakeRoom))
    }

    /// Answers requests and goes on with tasks in the order in which they came up, as far as the budget allows. Tasks
    /// that come up meanwhile wait for the next tick.
    pub(super) fn serve_requests(&mut self) {
        let mut budget = self.expansions_a_tick;
        let mut turns = self.tasks.len();
        loop {
            let (profiles, map, grids) = (&self.profiles, &self.map, &self.grids);
            let grid = |number| grids.numbered(number, map, profiles);
            if let Some(answer) = self.requests.serve(&grid, &mut budget) {
                self.take(answer, &mut budget);
            } else if budget > 0
                && turns > 0
                && let Some(task) = self.tasks.take_first()
            {
                turns -= 1;
                self.go_on(task, &mut budget);
            } else {
                break;
            }
        }
        self.expansions = self.expansions_a_tick - budget;
    }

    /// Hands an answer to whom it is for. Nobody listens to those of requests that were cancelled.
    fn take(&mut self, answer: Answer, budget: &mut u32) {
        let waits = |task: &Task| matches!(task.step, Step::Search { request, .. } if request == answer.id);
        if !self.tasks.front().is_some_and(waits) {
            return self.take_leg(answer);
        }
        let Some(mut task) = self.tasks.take_first() else { return };
        let Step::Search { part, .. } = std::mem::replace(&mut task.step, Step::Begin) else { return };
        let Some(index) = self.index_of(task.agent) else { return };
        if let Some(step) = self.answered(index, &mut task, part, answer) {
            task.step = step;
            self.go_on(task, budget);
        }
    }

    /// Goes on with a task until it is done, or has to wait.
    fn go_on(&mut self, mut task: Task, budget: &mut u32) {
        let Some(index) = self.index_of(task.agent) else { return };
        while *budget > 0 && !matches!(task.step, Step::Search { .. }) {
            let revision = self.nav_grid(self.agents[index].profile).revision();
            let next = match std::mem::replace(&mut task.step, Step::Begin) {
                Step::Explore(lead) if revision == task.revision => self.explore(index, &mut task, lead, budget),
                _ => {
                    *budget -= 1;
                    task.revision = revision;
                    self.begin(index, &mut task)
                }
            };
            let Some(step) = next else { return };
            task.step = step;
        }
        self.tasks.put_first(task);
    }

    fn begin(&mut self, index: usize, task: &mut Task) -> Option<Step> {
        match task.errand {
            Errand::MakeRoom => {
                let start = self.start_cell(index)?;
                let lattice = self.nav_grid(self.agents[index].profile).lattice();
                self.explorer.begin(&lattice, start, lattice.centre(start));
                Some(Step::Explore(None))
            }
            Errand::Settle(ending) => self.begin_to_settle(index, task, ending),
            Errand::Return(ending) => self.begin_to_return(index, task, ending),
            Errand::FindWay if self.agents[index].goal.is_none() => {
                let agent = &self.agents[index];
                let ending = match &agent.route {
                    Some(route) if !agent.stands() || !route.is_finished() => route.ending,
                    _ => agent.state,
                };
                task.errand = Errand::Return(ending);
                Some(Step::Begin)
            }
            Errand::FindWay => {
                if !self.is_baked {
                    return self.answer_no_path(index, task, PathError::NotBaked);
                }
                self.give_up_place(index);
                match self.aim(index) {
                    Ok(aim) => {
                        task.aim = aim;
                        self.begin_way(index, task)
                    }
                    Err(reason) => self.answer_no_path(index, task, reason),
                }
            }
        }
    }

    /// Where the way of an agent's order may end.
    fn aim(&self, index: usize) -> Result<Aim, PathError> {
        let no_way = || PathError::NoWay(Effort::default());
        let agent = &self.agents[index];
        let target = agent.goal.as_ref().ok_or_else(no_way)?;
        let mut goals = self.goals_of(agent.profile, target).map_err(|_| PathError::GoalOutside)?;
        if self.steers_by_rays(&self.agents[index]) {
            let lattice = self.nav_grid(agent.profile).lattice();
            let distance = |cell: &Cell| lattice.centre(*cell).distance_squared(agent.position);
            let nearest = goals.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            return Ok(Aim { goals: vec![nearest.ok_or_else(no_way)?], status: PathStatus::Complete });
        }
        let (start, nav) = (self.start_cell(index).ok_or_else(no_way)?, self.nav_grid(agent.profile));
        let root = exit_from(nav, start).ok_or_else(no_way)?;
        let reach = Reach::of(nav, root, CornerRule::Never).ok_or_else(no_way)?;
        let reachable = |goal: &Cell| reach.contains(*goal);
        if goals.iter().any(reachable) {
            goals.retain(reachable);
            return Ok(Aim { goals, status: PathStatus::Complete });
        }
        if self.is_fixed_point_of_patrol(index) {
            return Err(no_way());
        }
        let goals = reach.nearest(&goals);
        if goals.contains(&start) { Err(no_way()) } else { Ok(Aim { goals, status: PathStatus::Partial }) }
    }

    /// Where there is one goal, the place can be chosen before the way, and one search does: unless the way is one
    /// that all share who go to that goal.
    fn begin_way(&mut self, index: usize, task: &mut Task) -> Option<Step> {
        match task.aim.goals[..] {
            [goal] if !self.shares_ways(index) || self.steers_by_rays(&self.agents[index]) => {
                self.begin_to_explore(index, task, goal, None)
            }
            _ => {
                let goals = task.aim.goals.clone();
                self.ask_from_here(index, goals, Part::ToGoal)
            }
        }
    }

    /// Whether an agent goes by the one way to a goal that all share who go there: because that is its method, or because
    /// it was sent there with many others.
    fn shares_ways(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        match self.method_of(agent).algorithm {
            Algorithm::FlowField => true,
            Algorithm::Auto => agent.progress.shares_route,
            _ => false,
        }
    }

    /// Whether an agent finds no ways, but goes straight and steers by its rays.
    pub(super) fn steers_by_rays(&self, agent: &Agent) -> bool {
        self.profile_of(agent).navigation == Navigation::Rays
    }

    /// How many path searches have been asked for since the level began.
    pub fn searches(&self) -> u64 {
        self.requests.asked()
    }

    /// Whether an agent's way is about to be found.
    pub(super) fn seeks_way(&self, id: AgentId) -> bool {
        self.tasks.of(id).is_some_and(|task| matches!(task.errand, Errand::FindWay))
    }

    /// Looks for the free place nearest to `cell`, the end of `lead`: at the very point of a target that belongs to it, if
    /// that is free.
    fn begin_to_explore(&mut self, index: usize, task: &mut Task, cell: Cell, lead: Option<Path>) -> Option<Step> {
        let agent = &self.agents[index];
        let wish = self.point_of_order(agent, cell);
        self.explore_from(index, task, cell, wish, lead)
    }

    pub(super) fn explore_from(
        &mut self,
        index: usize,
        task: &mut Task,
        cell: Cell,
        wish: Vec2,
        lead: Option<Path>,
    ) -> Option<Step> {
        let ground = self.ground(self.agents[index].profile);
        if fits(&ground.solid, wish) && self.places.is_free(wish, ground.radius()) {
            return self.placed(index, task, FreePlace { cell, point: wish }, lead);
        }
        let lattice = ground.nav.lattice();
        self.explorer.begin(&lattice, cell, wish);
        Some(Step::Explore(lead))
    }

    fn explore(&mut self, index: usize, task: &mut Task, lead: Option<Path>, budget: &mut u32) -> Option<Step> {
        let ground = ground(&self.profiles, &self.map, &self.grids, self.agents[index].profile);
        match self.explorer.advance(ground, &self.places, budget) {
            Exploring::Paused => Some(Step::Explore(lead)),
            Exploring::Found(place) => self.placed(index, task, place, lead),
            Exploring::Full => match task.errand {
                Errand::FindWay => self.answer_no_path(index, task, PathError::NoWay(Effort::default())),
                Errand::Settle(ending) | Errand::Return(ending) => self.stand_here(index, ending),
                Errand::MakeRoom => None,
            },
        }
    }

    /// Has the way found to a place that was chosen, or what is missing of it.
    fn placed(&mut self, index: usize, task: &mut Task, place: FreePlace, lead: Option<Path>) -> Option<Step> {
        if let Errand::MakeRoom = task.errand {
            let agent = &mut self.agents[index];
            if agent.stands() && agent.goal.is_some() {
                agent.enter(AgentState::Waiting);
            }
            task.errand = Errand::FindWay;
            return Some(Step::Begin);
        }
        self.keep_place(index, place.point);
        if self.steers_by_rays(&self.agents[index]) {
            return self.begin_to_walk(index, task, None, place);
        }
        let Some(mut path) = lead else { return self.ask_from_here(index, vec![place.cell], Part::ToPlace(place)) };
        let end = end_of(&path);
        if place.cell == end {
            return self.set_out(index, task, path, place);
        }
        if !self.shares_ways(index) {
            return self.ask_from_here(index, vec![place.cell], Part::ToPlace(place));
        }
        if self.turn_off(index, &mut path, place.cell) {
            return self.set_out(index, task, path, place);
        }
        Some(self.ask(index, end, vec![place.cell], Part::Behind(path, place)))
    }

    /// Has a way leave the one along `cells` where an agent can first go straight to `cell`, if it is near
    /// enough to the end by then.
    fn turn_off(&self, index: usize, path: &mut Path, cell: Cell) -> bool {
        let cells = &mut path.cells;
        let ground = self.ground(self.agents[index].profile);
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

    fn answered(&mut self, index: usize, task: &mut Task, part: Part, answer: Answer) -> Option<Step> {
        let is_stale = answer.is_stale(self.nav_grid(self.agents[index].profile));
        self.remember_search(index, &answer);
        // Who has crossed a link meanwhile may not come back to where the way begins.
        let is_way_back =
            matches!(part, Part::Before(..)) && self.nav_grid(self.agents[index].profile).links().next().is_some();
        let path = match answer.outcome {
            Outcome::Failed(PathError::NoWay(_)) if is_way_back => return Some(Step::Begin),
            Outcome::Way(path) => path,
            Outcome::Failed(PathError::NoWay(_)) if is_stale => return Some(Step::Begin),
            Outcome::Failed(reason) => return self.failed(index, task, reason),
            Outcome::Cancelled => return None,
        };
        if is_stale && !self.is_still_right(index, task, &part) {
            return Some(Step::Begin);
        }
        if path.status == PathStatus::Partial {
            if is_way_back {
                return Some(Step::Begin);
            }
            return self.failed(index, task, PathError::NoWay(path.effort));
        }
        match part {
            Part::ToGoal => {
                let end = end_of(&path);
                self.begin_to_explore(index, task, end, Some(path))
            }
            Part::ToPlace(place) => self.set_out(index, task, path, place),
            Part::Behind(lead, place) => self.set_out(index, task, joined(lead, path), place),
            Part::Before(rest, place) => self.set_out(index, task, joined(path, rest), place),
        }
    }

    /// Whether a task stays the same on ground that has changed while a path was searched for it.
    fn is_still_right(&self, index: usize, task: &Task, part: &Part) -> bool {
        let fits_there = match part {
            Part::ToPlace(place) => fits(&self.ground(self.agents[index].profile).solid, place.point),
            _ => false,
        };
        let same_aim = match task.errand {
            Errand::FindWay => self.aim(index).as_ref() == Ok(&task.aim),
            _ => true,
        };
        fits_there && same_aim
    }

    fn remember_search(&mut self, index: usize, answer: &Answer) {
        let agent = &self.agents[index];
        let query = PathQuery { method: self.method_of(agent), ..answer.query.clone() };
        self.last_search = Some(LastSearch { agent: agent.id, profile: agent.profile, query, effort: answer.effort() });
    }

    fn failed(&mut self, index: usize, task: &mut Task, reason: PathError) -> Option<Step> {
        match task.errand {
            Errand::Settle(ending) | Errand::Return(ending) => self.stand_here(index, ending),
            _ => self.answer_no_path(index, task, reason),
        }
    }

    /// Gives an agent its way from where it is by now.
    fn set_out(&mut self, index: usize, task: &mut Task, path: Path, place: FreePlace) -> Option<Step> {
        let agent = &self.agents[index];
        let begin = path.cells[0];
        let has_walked_on = self.start_cell(index) != Some(begin);
        if has_walked_on && agent.on_link.is_some() {
            return Some(Step::Begin);
        }
        if has_walked_on && !Route::can_join(self.ground(agent.profile), agent.position, &path.cells) {
            return self.ask_from_here(index, vec![begin], Part::Before(path, place));
        }
        self.begin_to_walk(index, task, Some(path), place)
    }

    /// Has an agent walk to its place along a path, or straight where there is none, unless it stands there already.
    fn begin_to_walk(&mut self, index: usize, task: &mut Task, path: Option<Path>, place: FreePlace) -> Option<Step> {
        let (target, status, ending) = match task.errand {
            Errand::Settle(ending) | Errand::Return(ending) => self.purpose_of_settling(index, ending, place.point),
            _ => self.purpose_of_order(index, task.aim.status)?,
        };
        let agent = &self.agents[index];
        if agent.state == ending && agent.position == place.point && agent.on_link.is_none() {
            return None;
        }
        let roves = agent.order.as_ref().is_some_and(Order::is_roving);
        let is_known = agent.state == AgentState::Moving
            && agent.route.as_ref().is_some_and(|route| route.target == target && route.status == status)
            || roves && agent.walked > 0.0;
        if matches!(task.errand, Errand::FindWay) && !is_known {
            self.events.push(Event::PathFound { agent: agent.id, status });
        }
        let before = agent.route.as_ref().filter(|_| is_known).map_or(Attempts::NONE, |route| route.attempts);
        self.drop_route(index);
        self.stop_making_way(index);
        let agent = &self.agents[index];
        let onward = matches!(task.errand, Errand::FindWay).then(|| self.onward(index)).flatten();
        let purpose = Purpose { target, status, ending, onward };
        let from = self.landing(agent).unwrap_or(agent.position);
        let ground = self.ground(agent.profile);
        let mut route = match path {
            Some(path) => Route::lay(ground, from, &path, place.point, purpose),
            None => Route::straight(ground, from, place.cell, place.point, purpose),
        };
        route.attempts = before.and(route.length);
        let agent = &mut self.agents[index];
        agent.route = Some(route);
        agent.enter(AgentState::Moving);
        None
    }

    fn purpose_of_order(&self, index: usize, status: PathStatus) -> Option<(Target, PathStatus, AgentState)> {
        let ending = match status {
            PathStatus::Complete => AgentState::Arrived,
            PathStatus::Partial => AgentState::ArrivedNear,
        };
        Some((self.agents[index].goal.clone()?, status, ending))
    }

    fn answer_no_path(&mut self, index: usize, task: &mut Task, reason: PathError) -> Option<Step> {
        let agent = &mut self.agents[index];
        let settle = |task: &mut Task, ending| {
            task.errand = Errand::Settle(ending);
            Some(Step::Begin)
        };
        let is_as_near_as_can_be = agent
            .route
            .as_ref()
            .is_some_and(|route| route.status == PathStatus::Partial && Some(&route.target) == agent.goal.as_ref());
        if is_as_near_as_can_be && agent.state != AgentState::Waiting {
            return settle(task, AgentState::ArrivedNear);
        }
        if !agent.no_path_told {
            agent.no_path_told = true;
            self.events.push(Event::NoPath { agent: agent.id, reason });
        }
        if self.begin_next(index) || self.pass_over_point(index) { None } else { settle(task, AgentState::NoWay) }
    }

    fn ask_from_here(&mut self, index: usize, goals: Vec<Cell>, part: Part) -> Option<Step> {
        let agent = &self.agents[index];
        let here = || self.nav_grid(agent.profile).lattice().tile_at(agent.position);
        let start = self.start_cell(index).unwrap_or_else(here);
        Some(self.ask(index, start, goals, part))
    }

    fn ask(&mut self, index: usize, start: Cell, goals: Vec<Cell>, part: Part) -> Step {
        let agent = &self.agents[index];
        let mut query = PathQuery::to_any(start, goals).by(self.walked_method(agent));
        match part {
            Part::ToGoal if self.shares_ways(index) => query.method.algorithm = Algorithm::FlowField,
            Part::ToGoal => query.first_steps = true,
            // The way to a place of its own is nobody else's, so that to share it has no meaning.
            _ if query.method.algorithm == Algorithm::FlowField => query.method.algorithm = Algorithm::AStar,
            Part::ToPlace(_) => query.first_steps = true,
            Part::Behind(..) | Part::Before(..) => {}
        }
        let grid = ground(&self.profiles, &self.map, &self.grids, agent.profile).nav;
        let request = self.requests.push(self.grids.number(agent.profile), grid, query);
        Step::Search { request, part }
    }

    /// How paths are found for an agent.
    pub fn method_of(&self, agent: &Agent) -> Method {
        agent.method.unwrap_or(self.method)
    }

    /// The same, but for the rules that agents do not walk by, whatever is chosen.
    pub(super) fn walked_method(&self, agent: &Agent) -> Method {
        Method { corners: CornerRule::Never, diagonal: DiagonalCost::Exact, ..self.method_of(agent) }
    }
}

/// The cell where a path leads in the end.
fn end_of(path: &Path) -> Cell {
    path.ahead.last().copied().unwrap_or(path.cells[path.cells.len() - 1])
}

/// One path behind the other, where the first ends at the beginning of the second.
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
