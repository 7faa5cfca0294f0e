//! Commands to agents.

use glam::Vec2;
use rand::RngExt;

use super::ways::Errand;
use super::{Selection, Simulation, ground};
use crate::agent::body::{TOUCH, fits};
use crate::agent::{Agent, AgentId, AgentState, OrderProgress};
use crate::grid::Cell;
use crate::level::{Order, PatrolPoint, Target, hint};
use crate::nav::{CornerRule, Method, Reach, Solid, exit_from};
use crate::sorting;

impl Simulation {
    /// Has agents do something now, and forget what was queued.
    pub(super) fn give_order(&mut self, selection: &Selection, order: &Order) {
        for index in self.addressed(selection, order) {
            self.agents[index].queue.clear();
            self.set_about(index, order.clone());
        }
    }

    /// Has agents do something after all that they have to do already.
    pub(super) fn queue_order(&mut self, selection: &Selection, order: &Order) {
        for index in self.addressed(selection, order) {
            self.agents[index].queue.push_back(order.clone());
            if self.agents[index].stands() {
                self.begin_next(index);
            }
        }
    }

    /// The agents that an order is for, in the order in which they are served; none when it cannot be carried out.
    fn addressed(&mut self, selection: &Selection, order: &Order) -> Vec<usize> {
        match order {
            Order::MoveTo(target) | Order::MoveInFormation(target) => self.called(selection, target),
            _ => self.selected(selection),
        }
    }

    /// Has an agent begin with an order.
    pub(super) fn set_about(&mut self, index: usize, order: Order) {
        let agent = &mut self.agents[index];
        agent.order = Some(order.clone());
        agent.progress = OrderProgress::default();
        match order {
            Order::MoveTo(target) | Order::MoveInFormation(target) => self.go_to(index, target),
            Order::Stop => self.stop(index),
            Order::Patrol(_) => self.patrol_on(index),
            Order::Follow { .. } | Order::Flee { .. } | Order::Wander(_) | Order::Wait(_) => {}
        }
    }

    pub(super) fn scatter(&mut self, selection: &Selection) {
        for index in self.selected(selection) {
            let nav = ground(&self.profiles, &self.map, &self.grids, self.agents[index].profile).nav;
            let root = self.start_cell(index).and_then(|start| exit_from(nav, start));
            let reach = root.and_then(|root| Reach::of(nav, root, CornerRule::Never));
            let mut draw = |size: u32| self.rng.random_range(0..size.max(1));
            let Some(cell) = reach.and_then(|reach| reach.nth(draw(reach.size()))) else {
                self.refuse(format!("agent {} has nowhere to go", self.agents[index].id.0));
                continue;
            };
            let target = if self.map.bake.cells_per_tile == 1 {
                Target::Tile(cell)
            } else {
                Target::Point(self.nav_grid(self.agents[index].profile).lattice().centre(cell))
            };
            self.agents[index].queue.clear();
            self.set_about(index, Order::MoveTo(target));
        }
    }

    fn stop(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        if !agent.stands() {
            agent.goal = None;
            agent.state = AgentState::Waiting;
            self.entrust(index, Errand::Settle(AgentState::Stopped));
        }
    }

    /// Has agents find their paths by a method; all of them: whoever comes later as well.
    pub(super) fn choose_method(&mut self, selection: &Selection, method: Method) {
        if method.weight.is_nan() || method.weight < 0.0 {
            return self.refuse(format!("a search cannot have the weight {}: it is never negative", method.weight));
        }
        if *selection == Selection::All {
            self.method = method;
        }
        for index in self.selected(selection) {
            let agent = &mut self.agents[index];
            agent.method = if *selection == Selection::All { None } else { Some(method) };
            let seeks = matches!(agent.state, AgentState::Waiting | AgentState::Moving | AgentState::NoWay);
            if seeks && agent.goal.is_some() {
                self.entrust(index, Errand::FindWay);
            }
        }
    }

    pub(super) fn spawn(&mut self, profile: &str, at: &Target) {
        let Some(profile) = self.profiles.iter().position(|known| known.name == profile) else {
            let hint = hint(profile, self.profiles.iter().map(|profile| profile.name.as_str()));
            return self.refuse(format!("this level has no profile called {profile:?}{hint}"));
        };
        if let Err(reason) = self.tiles_of(at) {
            return self.refuse(reason);
        }
        let kind = &self.profiles[profile];
        let (radius, name, solid) = (kind.radius, &kind.name, Solid::new(&self.map, kind));
        let points = match at {
            Target::Place(name) => self.level.places[name].iter().map(|&tile| self.map.lattice.centre(tile)).collect(),
            Target::Tile(tile) => vec![self.map.lattice.centre(*tile)],
            Target::Point(point) => vec![*point],
        };
        let roomy: Vec<Vec2> = points.into_iter().filter(|&point| fits(&solid, point)).collect();
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

    /// Sends away whoever stands at or is bound for a place that touches an agent's own, if it can go. (Two who
    /// were passing through each other when a wall shut them in cannot.)
    pub(super) fn displace_others(&mut self, index: usize) {
        let Some(place) = self.agents[index].place else { return };
        let radius = self.profile_of(&self.agents[index]).radius;
        for other in (0..self.agents.len()).filter(|&other| other != index) {
            let agent = &self.agents[other];
            let id = agent.id;
            let least = radius + self.profile_of(agent).radius - TOUCH;
            let touches = agent.place.is_some_and(|other| other.distance_squared(place) < least * least);
            if touches {
                let errand = self.tasks.iter().find(|task| task.agent == id).map(|task| task.errand);
                self.entrust(other, errand.unwrap_or(Errand::MakeRoom));
            }
        }
    }

    pub(super) fn remove(&mut self, selection: &Selection) {
        let selected = self.selected(selection);
        for &index in &selected {
            self.give_up_place(index);
            self.drop_route(index);
            self.dismiss(index);
        }
        let gone: Vec<AgentId> = selected.iter().map(|&index| self.agents[index].id).collect();
        self.agents.retain(|agent| gone.binary_search(&agent.id).is_err());
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
        if let Err(reason) = self.tiles_of(target) {
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
        sorting::sort(&mut ranked);
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// The tiles of a target, or in a sentence why there are none.
    pub(super) fn tiles_of(&self, target: &Target) -> Result<Vec<Cell>, String> {
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
            Target::Place(name) => self.level.places.get(name).cloned().ok_or_else(|| self.no_place(name)),
        }
    }

    fn no_place(&self, name: &str) -> String {
        let hint = hint(name, self.level.places.keys().map(String::as_str));
        format!("this level has no place called {name:?}{hint}")
    }

    /// The cells of a target for agents of a profile, or in a sentence why there are none.
    pub(super) fn goals_of(&self, profile: usize, target: &Target) -> Result<Vec<Cell>, String> {
        let tiles = self.tiles_of(target)?;
        if let Target::Point(point) = target {
            return Ok(vec![self.cell_of(profile, *point).unwrap_or(self.nav_grid(profile).lattice().tile_at(*point))]);
        }
        Ok(tiles.into_iter().map(|tile| self.cell_of_tile(profile, tile)).collect())
    }

    /// The cell in the middle of a tile. Where four of them meet there, one that is passable, if any is.
    fn cell_of_tile(&self, profile: usize, tile: Cell) -> Cell {
        let middle = self.map.lattice.centre(tile);
        let cell = self.nav_grid(profile).lattice().tile_at(middle);
        let meet = self.map.bake.cells_per_tile.is_multiple_of(2);
        if meet { self.cell_of(profile, middle).unwrap_or(cell) } else { cell }
    }

    /// The very point at which an agent's order aims if its way ends in a cell: the middle of the cell, if the order aims
    /// at none.
    pub(super) fn point_of_order(&self, agent: &Agent, cell: Cell) -> Vec2 {
        let tile = self.map.tile_of_cell(cell);
        match &agent.goal {
            Some(Target::Point(point)) if self.cell_of(agent.profile, *point) == Some(cell) => *point,
            Some(Target::Tile(_) | Target::Place(_)) if self.cell_of_tile(agent.profile, tile) == cell => {
                self.map.lattice.centre(tile)
            }
            _ => self.nav_grid(agent.profile).lattice().centre(cell),
        }
    }

    /// Tells an agent to go somewhere now. It keeps walking until its path is found.
    pub(super) fn go_to(&mut self, index: usize, target: Target) {
        self.give_up_place(index);
        let agent = &mut self.agents[index];
        agent.goal = Some(target);
        agent.no_path_told = false;
        agent.arrived_tick = None;
        agent.walked = 0.0;
        agent.hold_ups = 0;
        agent.state = AgentState::Waiting;
        self.entrust(index, Errand::FindWay);
    }

    /// Turns an agent to the first order of its queue, if there is one.
    pub(super) fn begin_next(&mut self, index: usize) -> bool {
        let next = self.agents[index].queue.pop_front();
        let begun = next.is_some();
        if let Some(order) = next {
            self.set_about(index, order);
        }
        begun
    }

    /// Sends an agent to the point of its patrol path where it goes next.
    fn patrol_on(&mut self, index: usize) {
        let agent = &self.agents[index];
        let Some(Order::Patrol(name)) = &agent.order else { return };
        let Some(path) = self.level.paths.iter().find(|path| path.name == *name) else { return };
        let target = match &path.points[agent.progress.point] {
            PatrolPoint::Target(target) => Some(target.clone()),
            PatrolPoint::Agent(number) => self.agent(AgentId(*number)).map(|agent| Target::Point(agent.position)),
            PatrolPoint::Obstacle(name) => {
                self.map.obstacles.iter().find(|known| known.name == *name).map(|known| Target::Point(known.at))
            }
        };
        if let Some(target) = target {
            self.go_to(index, target);
        }
    }

    /// Turns an agent that patrols to its next point; whether it does.
    pub(super) fn patrol_further(&mut self, index: usize) -> bool {
        let agent = &mut self.agents[index];
        let Some(Order::Patrol(name)) = &agent.order else { return false };
        let Some(path) = self.level.paths.iter().find(|path| path.name == *name) else { return false };
        agent.progress.point = (agent.progress.point + 1) % path.points.len();
        self.patrol_on(index);
        true
    }

    /// Has an agent's path found (again), if that is not about to be done anyway.
    pub(super) fn request(&mut self, index: usize) {
        let id = self.agents[index].id;
        match self.tasks.iter_mut().find(|task| task.agent == id) {
            Some(task) if matches!(task.errand, Errand::MakeRoom) => self.entrust(index, Errand::FindWay),
            Some(_) => {}
            None => self.entrust(index, Errand::FindWay),
        }
    }

    pub(super) fn give_up_place(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        if let Some(place) = agent.place.take() {
            self.places.give_up(agent.id, place);
        }
    }

    pub(super) fn keep_place(&mut self, index: usize, place: Vec2) {
        let agent = &mut self.agents[index];
        agent.place = Some(place);
        self.places.keep(agent.id, place, self.profiles[agent.profile].radius);
    }
}
