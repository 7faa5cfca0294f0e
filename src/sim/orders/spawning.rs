//! Agents that come and go.

use glam::Vec2;

use crate::agent::AgentId;
use crate::agent::body::{TOUCH, fits};
use crate::level::{Target, hint};
use crate::nav::Solid;
use crate::sim::ways::Errand;
use crate::sim::{Selection, Simulation};

impl Simulation {
    pub(in crate::sim) fn spawn(&mut self, profile: &str, at: &Target) {
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
    pub(in crate::sim) fn displace_others(&mut self, index: usize) {
        let Some(place) = self.agents[index].slot else { return };
        let radius = self.profile_of(&self.agents[index]).radius;
        for other in (0..self.agents.len()).filter(|&other| other != index) {
            let agent = &self.agents[other];
            let id = agent.id;
            let least = radius + self.profile_of(agent).radius - TOUCH;
            let touches = agent.slot.is_some_and(|other| other.distance_squared(place) < least * least);
            if touches {
                let errand = self.tasks.of(id).map(|task| task.errand);
                self.entrust(other, errand.unwrap_or(Errand::MakeRoom));
            }
        }
    }

    pub(in crate::sim) fn remove(&mut self, selection: &Selection) {
        let selected = self.selected(selection);
        for &index in &selected {
            self.give_up_place(index);
            self.drop_route(index);
            self.dismiss(index);
        }
        let gone: Vec<AgentId> = selected.iter().map(|&index| self.agents[index].id).collect();
        self.agents.retain(|agent| gone.binary_search(&agent.id).is_err());
    }
}
