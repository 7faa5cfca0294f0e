//! Commands to agents, and how each comes to its path and to a place of its own.

use glam::Vec2;
use rand::RngExt;

use super::places::FreePlace;
use super::{Event, LastSearch, Selection, Simulation, ground};
use crate::agent::body::{TOUCH, can_go_straight, fits};
use crate::agent::order::{Purpose, Route};
use crate::agent::{AgentId, AgentState};
use crate::grid::{Cell, Rect};
use crate::level::Target;
use crate::nav::{Effort, Path, PathError, PathQuery, PathStatus, exit_from, find_path};

/// How many expansions the path requests of one tick may take together before the rest waits for the
/// next. At least one request is served in any case.
const EXPANSIONS_A_TICK: u32 = 20_000;

/// A way that was found, and the place at its end.
struct Found {
    path: Path,
    status: PathStatus,
    place: Vec2,
}

impl Simulation {
    pub(super) fn move_to(&mut self, selection: &Selection, target: &Target) {
        for index in self.called(selection, target) {
            self.agents[index].queue.clear();
            self.order(index, target.clone());
        }
    }

    pub(super) fn then_move_to(&mut self, selection: &Selection, target: &Target) {
        for index in self.called(selection, target) {
            self.agents[index].queue.push_back(target.clone());
            if self.agents[index].stands() {
                self.begin_next(index);
            }
        }
    }

    pub(super) fn scatter(&mut self, selection: &Selection) {
        for index in self.selected(selection) {
            let Some(root) = self.root_cell(index) else {
                self.refuse(format!("agent {} has nowhere to go", self.agents[index].id.0));
                continue;
            };
            let profile = self.agents[index].profile;
            let nav = ground(&self.level, &self.map, &self.nav, profile).nav;
            let cells = self.regions[profile].reachable(nav, root);
            let cell = cells[self.rng.random_range(0..cells.len() as u32) as usize];
            self.agents[index].queue.clear();
            self.order(index, Target::Tile(cell));
        }
    }

    pub(super) fn stop(&mut self, selection: &Selection) {
        for index in self.selected(selection) {
            let agent = &mut self.agents[index];
            agent.queue.clear();
            if !agent.stands() {
                agent.order = None;
                self.settle(index, AgentState::Stopped);
            }
        }
    }

    pub(super) fn spawn(&mut self, profile: &str, at: &Target) {
        let Some(profile) = self.level.profiles.iter().position(|known| known.name == profile) else {
            return self.refuse(format!("this level has no profile called {profile:?}"));
        };
        if let Err(reason) = self.goals_of(at) {
            return self.refuse(reason);
        }
        let radius = self.level.profiles[profile].radius;
        let name = &self.level.profiles[profile].name;
        let points = match at {
            Target::Place(name) => self.level.places[name].iter().map(|&tile| self.map.lattice.centre(tile)).collect(),
            Target::Tile(tile) => vec![self.map.lattice.centre(*tile)],
            Target::Point(point) => vec![*point],
        };
        let roomy: Vec<Vec2> = points.into_iter().filter(|&point| fits(&self.map, point, radius)).collect();
        if roomy.is_empty() {
            return self.refuse(format!("a {name} (radius {radius}) does not fit there: a wall is too near"));
        }
        let in_the_way = |point: Vec2| {
            self.agents.iter().find(|agent| {
                let least = radius + self.profile_of(agent).radius;
                agent.stands() && agent.position.distance_squared(point) < least * least
            })
        };
        let Some(&point) = roomy.iter().find(|&&point| in_the_way(point).is_none()) else {
            let other = in_the_way(roomy[0]).map_or(0, |agent| agent.id.0);
            return self.refuse(format!("a {name} (radius {radius}) does not fit there: agent {other} stands there"));
        };
        let index = self.add_agent(profile, point);
        self.displace_others(index);
    }

    /// Sends away whoever stands at or is bound for a place that touches an agent's own, and can go. (Two who
    /// were passing through each other when a wall shut them in cannot.)
    fn displace_others(&mut self, index: usize) {
        let Some(place) = self.agents[index].place else { return };
        let radius = self.profile_of(&self.agents[index]).radius;
        for other in (0..self.agents.len()).filter(|&other| other != index) {
            let agent = &self.agents[other];
            let least = radius + self.profile_of(agent).radius - TOUCH;
            let touches = agent.place.is_some_and(|other| other.distance_squared(place) < least * least);
            if touches && self.has_room_elsewhere(other) {
                let agent = &self.agents[other];
                if agent.stands() && agent.order.is_some() {
                    self.agents[other].state = AgentState::Waiting;
                }
                self.request(other);
            }
        }
    }

    fn has_room_elsewhere(&mut self, index: usize) -> bool {
        let Some(start) = self.start_cell(index) else { return false };
        let middle = self.map.lattice.centre(start);
        self.free_place(index, start, middle, &mut 0).is_some()
    }

    pub(super) fn remove(&mut self, selection: &Selection) {
        let selected = self.selected(selection);
        for &index in &selected {
            self.give_up_place(index);
        }
        let gone: Vec<AgentId> = selected.iter().map(|&index| self.agents[index].id).collect();
        let stays = |id: &AgentId| gone.binary_search(id).is_err();
        self.agents.retain(|agent| stays(&agent.id));
        self.requests.retain(stays);
    }

    /// The agents that a command means, by index; whom it names in vain is answered.
    fn selected(&mut self, selection: &Selection) -> Vec<usize> {
        let Selection::These(ids) = selection else { return (0..self.agents.len()).collect() };
        let mut is_meant = vec![false; self.agents.len()];
        for &id in ids {
            match self.index_of(id) {
                Some(index) => is_meant[index] = true,
                None => self.refuse(format!("there is no agent {}", id.0)),
            }
        }
        (0..is_meant.len()).filter(|&index| is_meant[index]).collect()
    }

    /// The agents that are sent to a target, the nearest first; none when it is nowhere.
    fn called(&mut self, selection: &Selection, target: &Target) -> Vec<usize> {
        if let Err(reason) = self.goals_of(target) {
            self.refuse(reason);
            return Vec::new();
        }
        let indices = self.selected(selection);
        // The bits of numbers that are not negative have the order of the numbers.
        let distance = |index: usize| {
            let position = self.agents[index].position;
            self.target_point(target, position).map_or(0, |point| point.distance_squared(position).to_bits())
        };
        let mut ranked: Vec<(u32, usize)> = indices.into_iter().map(|index| (distance(index), index)).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// The cells of a target, or in a sentence why there are none.
    fn goals_of(&self, target: &Target) -> Result<Vec<Cell>, String> {
        let lattice = &self.map.lattice;
        match target {
            Target::Tile(tile) if lattice.contains(*tile) => Ok(vec![*tile]),
            Target::Tile(tile) => Err(format!(
                "tile ({}, {}) is outside the map, which has {} columns and {} rows",
                tile.x, tile.y, lattice.width, lattice.height
            )),
            Target::Point(point) => lattice.tile_inside(*point).map(|tile| vec![tile]).ok_or_else(|| {
                let (low, high) = (lattice.origin, lattice.origin + lattice.size());
                format!(
                    "({}, {}) is outside the map, which spans ({}, {}) to ({}, {})",
                    point.x, point.y, low.x, low.y, high.x, high.y
                )
            }),
            Target::Place(name) => {
                self.level.places.get(name).cloned().ok_or_else(|| format!("this level has no place called {name:?}"))
            }
        }
    }

    /// Tells an agent to go somewhere now. It keeps walking until its path is found.
    pub(super) fn order(&mut self, index: usize, target: Target) {
        self.give_up_place(index);
        let agent = &mut self.agents[index];
        agent.order = Some(target);
        agent.no_path_told = false;
        agent.arrived_tick = None;
        agent.walked = 0.0;
        agent.state = AgentState::Waiting;
        self.request(index);
    }

    /// Turns an agent to the first order of its queue, if there is one.
    pub(super) fn begin_next(&mut self, index: usize) -> bool {
        let next = self.agents[index].queue.pop_front();
        let begun = next.is_some();
        if let Some(target) = next {
            self.order(index, target);
        }
        begun
    }

    /// Asks for an agent's path to be found (again).
    pub(super) fn request(&mut self, index: usize) {
        let id = self.agents[index].id;
        if !self.requests.contains(&id) {
            self.requests.push_back(id);
        }
    }

    fn give_up_place(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        if let Some(place) = agent.place.take() {
            self.places.give_up(agent.id, place);
        }
    }

    fn keep_place(&mut self, index: usize, place: Vec2) {
        let agent = &mut self.agents[index];
        agent.place = Some(place);
        self.places.keep(agent.id, place, self.level.profiles[agent.profile].radius);
    }

    /// Answers requests in the order in which they were made, as many as the budget allows. Those that
    /// come up meanwhile wait for the next tick.
    pub(super) fn serve_requests(&mut self) {
        let mut spent = 0;
        for _ in 0..self.requests.len() {
            if spent >= EXPANSIONS_A_TICK {
                return;
            }
            let Some(id) = self.requests.pop_front() else { return };
            if let Some(index) = self.index_of(id) {
                self.serve(index, &mut spent);
            }
        }
    }

    fn serve(&mut self, index: usize, spent: &mut u32) {
        let agent = &self.agents[index];
        let Some(order) = agent.order.clone() else {
            let ending = agent.walking().map_or(agent.state, |route| route.ending);
            return self.settle(index, ending);
        };
        self.give_up_place(index);
        match self.find_way(index, &order, spent) {
            Ok(found) => self.set_out(index, order, found),
            Err(reason) => self.answer_no_path(index, &order, reason),
        }
    }

    /// Gives an agent its way, unless it stands at the end of it already.
    fn set_out(&mut self, index: usize, target: Target, found: Found) {
        self.keep_place(index, found.place);
        let agent = &self.agents[index];
        let ending = match found.status {
            PathStatus::Complete => AgentState::Arrived,
            PathStatus::Partial => AgentState::ArrivedNear,
        };
        if agent.state == ending && agent.position == found.place {
            return;
        }
        let known = agent.state == AgentState::Moving
            && agent.route.as_ref().is_some_and(|route| route.target == target && route.status == found.status);
        if !known {
            self.events.push(Event::PathFound { agent: agent.id, status: found.status });
        }
        self.lay(index, &found.path, found.place, Purpose { target, status: found.status, ending });
    }

    fn lay(&mut self, index: usize, path: &Path, place: Vec2, purpose: Purpose) {
        let agent = &self.agents[index];
        let route = Route::lay(self.ground(agent.profile), agent.position, path, place, purpose);
        let agent = &mut self.agents[index];
        agent.route = Some(route);
        agent.state = AgentState::Moving;
    }

    fn answer_no_path(&mut self, index: usize, order: &Target, reason: PathError) {
        let agent = &mut self.agents[index];
        let as_near_as_can_be =
            agent.route.as_ref().is_some_and(|route| route.status == PathStatus::Partial && route.target == *order);
        if as_near_as_can_be && agent.state != AgentState::Waiting {
            return self.settle(index, AgentState::ArrivedNear);
        }
        if !agent.no_path_told {
            agent.no_path_told = true;
            self.events.push(Event::NoPath { agent: agent.id, reason });
        }
        if !self.begin_next(index) {
            self.settle(index, AgentState::NoWay);
        }
    }

    fn search_path(&mut self, index: usize, goals: Vec<Cell>, spent: &mut u32) -> Result<Path, PathError> {
        let start = self.start_cell(index).ok_or(PathError::NoWay(Effort::default()))?;
        let agent = &self.agents[index];
        let (id, profile) = (agent.id, agent.profile);
        let query = PathQuery::to_any(start, goals);
        let mut search = std::mem::take(&mut self.search);
        let found = find_path(self.nav_grid(profile), &query, &mut search);
        self.search = search;
        let effort = match &found {
            Ok(path) => path.effort,
            Err(PathError::NoWay(effort) | PathError::Limit(effort)) => *effort,
            Err(_) => Effort::default(),
        };
        *spent += effort.expanded.max(1);
        self.last_search = Some(LastSearch { agent: id, profile, query, effort });
        found
    }

    /// The cell where an agent's path begins: whoever is in a wall begins there.
    fn start_cell(&self, index: usize) -> Option<Cell> {
        let agent = &self.agents[index];
        match agent.in_wall {
            true => Some(self.map.lattice.tile_at(agent.position)),
            false => self.cell_of(agent.profile, agent.position),
        }
    }

    /// The passable cell that an agent's path leads through first.
    fn root_cell(&self, index: usize) -> Option<Cell> {
        exit_from(self.nav_grid(self.agents[index].profile), self.start_cell(index)?)
    }

    /// The passable cell for a point: the one that it is in, or, where the middle of that is too near to a
    /// wall for the body, the nearest one to whose middle the body can go straight.
    fn cell_of(&self, profile: usize, point: Vec2) -> Option<Cell> {
        let ground = self.ground(profile);
        let lattice = &self.map.lattice;
        let own = lattice.tile_at(point);
        if ground.nav.is_passable(own) {
            return Some(own);
        }
        let radius = ground.profile.radius;
        let reach = (radius / lattice.tile_size).ceil() as i32 + 1;
        let distance = |cell: &Cell| lattice.centre(*cell).distance_squared(point);
        let near = Rect::of_cell(own).grown(reach).cells().filter(|&cell| ground.nav.is_passable(cell));
        near.filter(|&cell| can_go_straight(&self.map, point, lattice.centre(cell), radius))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The free place nearest to a cell, at `wish` itself where that is free.
    fn free_place(&mut self, index: usize, start: Cell, wish: Vec2, spent: &mut u32) -> Option<FreePlace> {
        let ground = ground(&self.level, &self.map, &self.nav, self.agents[index].profile);
        let radius = ground.profile.radius;
        if fits(&self.map, wish, radius) && self.places.is_free(wish, radius) {
            return Some(FreePlace { cell: start, point: wish });
        }
        let found = self.explorer.nearest_free(ground, &self.places, start, wish);
        *spent += self.explorer.explored();
        found
    }

    /// The way to a target, or as near to it as can be, and the free place nearest to its end.
    fn find_way(&mut self, index: usize, target: &Target, spent: &mut u32) -> Result<Found, PathError> {
        let mut goals = self.goals_of(target).map_err(|_| PathError::GoalOutside)?;
        if let Target::Point(point) = target
            && let Some(cell) = self.cell_of(self.agents[index].profile, *point)
        {
            goals = vec![cell];
        }
        let nearest = match self.nearest_reachable(index, &goals) {
            Some(nearest) => nearest,
            None => match self.find_way_to(index, &goals, target, spent) {
                Err(PathError::NoWay(effort)) => {
                    self.learn_reach(index, spent);
                    self.nearest_reachable(index, &goals).ok_or(PathError::NoWay(effort))?
                }
                answer => return answer,
            },
        };
        if self.start_cell(index).is_some_and(|start| nearest.contains(&start)) {
            return Err(PathError::NoWay(Effort::default()));
        }
        let found = self.find_way_to(index, &nearest, target, spent)?;
        Ok(Found { status: PathStatus::Partial, ..found })
    }

    /// The way to one of `goals`, the free place nearest to which is the agent's; [`PathError::NoWay`] when none
    /// can be reached.
    fn find_way_to(
        &mut self,
        index: usize,
        goals: &[Cell],
        target: &Target,
        spent: &mut u32,
    ) -> Result<Found, PathError> {
        let complete = |path: Path| match path.status {
            PathStatus::Complete => Ok(path),
            PathStatus::Partial => Err(PathError::NoWay(path.effort)),
        };
        let no_room = PathError::NoWay(Effort::default());
        let found = |path, place: FreePlace| Found { path, status: PathStatus::Complete, place: place.point };
        // Where there is one goal, the place can be chosen before the way, and one search does.
        if let [goal] = goals[..]
            && self.nav_grid(self.agents[index].profile).is_passable(goal)
        {
            let place = self.place_for(index, goal, target, spent).ok_or(no_room)?;
            let path = complete(self.search_path(index, vec![place.cell], spent)?)?;
            return Ok(found(path, place));
        }
        let path = complete(self.search_path(index, goals.to_vec(), spent)?)?;
        let end = path.cells[path.cells.len() - 1];
        let place = self.place_for(index, end, target, spent).ok_or(no_room)?;
        let path =
            if place.cell == end { path } else { complete(self.search_path(index, vec![place.cell], spent)?)? };
        Ok(found(path, place))
    }

    /// The free place nearest to a cell: at the very point of a target that belongs to it, if that is free.
    fn place_for(&mut self, index: usize, cell: Cell, target: &Target, spent: &mut u32) -> Option<FreePlace> {
        let wish = match target {
            Target::Point(point) if self.cell_of(self.agents[index].profile, *point) == Some(cell) => *point,
            _ => self.map.lattice.centre(cell),
        };
        self.free_place(index, cell, wish, spent)
    }

    fn learn_reach(&mut self, index: usize, spent: &mut u32) {
        let Some(root) = self.root_cell(index) else { return };
        let profile = self.agents[index].profile;
        let nav = ground(&self.level, &self.map, &self.nav, profile).nav;
        *spent += self.regions[profile].reachable(nav, root).len() as u32;
    }

    /// The cells nearest to unreachable goals to which an agent can go, if it is known already that it can
    /// reach none of the goals.
    fn nearest_reachable(&mut self, index: usize, goals: &[Cell]) -> Option<Vec<Cell>> {
        let root = self.root_cell(index)?;
        let profile = self.agents[index].profile;
        let nav = ground(&self.level, &self.map, &self.nav, profile).nav;
        self.regions[profile].nearest_reachable(nav, root, goals).map(<[Cell]>::to_vec)
    }

    /// Brings an agent to stand at the free place nearest to where it can stop, and to be `ending` there.
    fn settle(&mut self, index: usize, ending: AgentState) {
        self.give_up_place(index);
        let agent = &self.agents[index];
        let ground = self.ground(agent.profile);
        let radius = ground.profile.radius;
        let speed = agent.velocity.length();
        let position = agent.position;
        if speed == 0.0 && fits(&self.map, position, radius) && self.places.is_free(position, radius) {
            self.keep_place(index, position);
            let agent = &mut self.agents[index];
            agent.state = ending;
            if ending != AgentState::ArrivedNear {
                agent.route = None;
            }
            return;
        }
        let ahead = agent.velocity.normalize_or_zero() * ground.mover.stopping_distance(speed);
        let stops = [1.0, 0.75, 0.5, 0.25].map(|part| position + ahead * part);
        let stop = stops.into_iter().find(|&stop| can_go_straight(&self.map, position, stop, radius));
        let stop = stop.unwrap_or(position);
        let start = self.cell_of(self.agents[index].profile, stop).unwrap_or(self.map.lattice.tile_at(stop));
        let mut spent = 0;
        let place = self.free_place(index, start, stop, &mut spent);
        let query = place.map(|place| place.cell).map(|cell| self.search_path(index, vec![cell], &mut spent));
        let (Some(place), Some(Ok(path))) = (place, query) else {
            // Walled in on all sides, or nowhere is room: it stands where it is.
            self.keep_place(index, position);
            self.displace_others(index);
            let agent = &mut self.agents[index];
            agent.halt();
            agent.state = ending;
            agent.route = None;
            return;
        };
        self.keep_place(index, place.point);
        let near = ending == AgentState::ArrivedNear;
        let status = if near { PathStatus::Partial } else { PathStatus::Complete };
        let target = self.agents[index].order.clone().filter(|_| near).unwrap_or(Target::Point(place.point));
        let purpose = Purpose { target, status, ending };
        self.lay(index, &path, place.point, purpose);
    }
}
