//! How agents come to stand, and in which cell one is.

use glam::Vec2;

use super::ways::{Step, Task};
use super::{Simulation, TICK};
use crate::agent::body::fits;
use crate::agent::{Agent, AgentState};
use crate::grid::{Cell, Rect};
use crate::level::Target;
use crate::nav::PathStatus;

impl Simulation {
    /// Looks for the free place nearest to where an agent can stop. Whoever is at rest at one stands there.
    pub(super) fn begin_to_settle(&mut self, index: usize, task: &mut Task, ending: AgentState) -> Option<Step> {
        self.stop_making_way(index);
        self.give_up_place(index);
        let agent = &self.agents[index];
        if !self.is_baked {
            return self.brake(index);
        }
        let (position, velocity) = match self.landing(agent) {
            Some(landing) => (landing, Vec2::ZERO),
            None => (agent.position, agent.velocity),
        };
        let is_on_link = agent.on_link.is_some();
        let ground = self.ground(agent.profile);
        let radius = ground.radius();
        if !is_on_link
            && velocity == Vec2::ZERO
            && fits(&ground.solid, position)
            && self.places.is_free(position, radius)
        {
            self.keep_place(index, position);
            self.agents[index].enter(ending);
            if ending != AgentState::ArrivedNear {
                self.drop_route(index);
            }
            return None;
        }
        let ahead = velocity.normalize_or_zero() * ground.mover.stopping_distance(velocity.length());
        let stops = [1.0, 0.75, 0.5, 0.25].map(|part| position + ahead * part);
        let stop = stops.into_iter().find(|&stop| ground.is_straight(position, stop));
        let stop = stop.unwrap_or(position);
        let start = self
            .cell_of(self.agents[index].profile, stop)
            .unwrap_or(self.ground(self.agents[index].profile).nav.lattice().tile_at(stop));
        self.explore_from(index, task, start, stop, None)
    }

    /// Looks for the free place nearest to the one that an agent has; where nobody can stand there, to where it can stop.
    pub(super) fn begin_to_return(&mut self, index: usize, task: &mut Task, ending: AgentState) -> Option<Step> {
        let agent = &self.agents[index];
        let home = agent.slot.filter(|&place| self.is_baked && fits(&self.ground(agent.profile).solid, place));
        match home.and_then(|home| Some((self.cell_of(agent.profile, home)?, home))) {
            None => self.begin_to_settle(index, task, ending),
            Some((cell, home)) => {
                self.stop_making_way(index);
                self.give_up_place(index);
                self.explore_from(index, task, cell, home, None)
            }
        }
    }

    /// Lets an agent stand where it is, as it is walled in on all sides, or nowhere is room.
    pub(super) fn stand_here(&mut self, index: usize, ending: AgentState) -> Option<Step> {
        self.stop_making_way(index);
        self.give_up_place(index);
        let agent = &self.agents[index];
        let landing = self.landing(agent);
        self.keep_place(index, landing.unwrap_or(agent.position));
        self.displace_others(index);
        self.drop_route(index);
        if landing.is_some() {
            // It settles when it comes there.
            return None;
        }
        let agent = &mut self.agents[index];
        if agent.velocity.length() <= self.profiles[agent.profile].acceleration * TICK {
            agent.halt();
        }
        agent.enter(ending);
        None
    }

    /// What the route is for by which an agent comes to stand.
    pub(super) fn purpose_of_settling(
        &self,
        index: usize,
        ending: AgentState,
        place: Vec2,
    ) -> (Target, PathStatus, AgentState) {
        let near = ending == AgentState::ArrivedNear;
        let status = if near { PathStatus::Partial } else { PathStatus::Complete };
        let target = self.agents[index].goal.clone().filter(|_| near).unwrap_or(Target::Point(place));
        (target, status, ending)
    }

    /// Where an agent comes down that is on a link.
    pub(super) fn landing(&self, agent: &Agent) -> Option<Vec2> {
        agent.on_link.map(|(link, _)| self.nav_grid(agent.profile).lattice().centre(link.to))
    }

    /// The cell where an agent's path begins: whoever is in a wall begins there, whoever is on a link at its end.
    pub(super) fn start_cell(&self, index: usize) -> Option<Cell> {
        let agent = &self.agents[index];
        if let Some((link, _)) = agent.on_link {
            return Some(link.to);
        }
        match agent.in_wall {
            true => Some(self.nav_grid(agent.profile).lattice().tile_at(agent.position)),
            false => self.cell_of(agent.profile, agent.position),
        }
    }

    /// The passable cell for a point: the one that it is in, or, where the middle of that is too near to a
    /// wall for the body, the nearest one to whose middle the body can go straight.
    pub(super) fn cell_of(&self, profile: usize, point: Vec2) -> Option<Cell> {
        let ground = self.ground(profile);
        let lattice = ground.nav.lattice();
        let own = lattice.tile_at(point);
        if ground.nav.is_passable(own) {
            return Some(own);
        }
        let reach = (ground.radius() / lattice.tile_size).ceil() as i32 + 1;
        let distance = |cell: &Cell| lattice.centre(*cell).distance_squared(point);
        let near = Rect::of_cell(own).grown(reach).cells().filter(|&cell| ground.nav.is_passable(cell));
        near.filter(|&cell| ground.is_straight(point, lattice.centre(cell)))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}
