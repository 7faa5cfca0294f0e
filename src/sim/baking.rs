//! Baking by command: with other settings, for another kind of body, or not at all.

use std::ops::RangeInclusive;

use super::changes::Change;
use super::grids::Grids;
use super::ways::{Errand, Step};
use super::{Event, Simulation};
use crate::agent::AgentState;
use crate::grid::{Cell, Lattice};
use crate::level::limits::{self, MAP_TILES};
use crate::level::{BakeSettings, hint};
use crate::profile::AgentProfile;

/// Below this speed, in world units a second, whoever has nowhere to go stands.
const AT_REST: f32 = 0.05;

impl Simulation {
    pub(super) fn bake(&mut self, settings: &BakeSettings, profile: &AgentProfile) {
        let Some(index) = self.profiles.iter().position(|known| known.name == profile.name) else {
            let names = self.profiles.iter().map(|known| known.name.as_str());
            let hint = hint(&profile.name, names);
            return self.refuse(format!("this level has no profile called {:?}{hint}", profile.name));
        };
        if let Some(reason) = self.problem_of_baking(settings, profile) {
            return self.refuse(reason);
        }
        let before = self.map.cells();
        self.map.bake = settings.clone();
        self.profiles[index] = profile.clone();
        self.is_baked = true;
        self.begin_with(Grids::new(&self.map, &self.profiles));
        self.take_over_cells(before);
        self.measure_places_again(index);
        let change = Change { cells: self.map.cells_of_tiles(self.map.tiles.rect()), easier: true };
        for index in 0..self.agents.len() {
            if self.is_touched(index, &change) || self.agents[index].walking().is_some() {
                self.request(index);
            }
        }
        self.events.push(Event::Baked);
    }

    /// Puts a profile in the place of the one that has its name: from the next tick on its agents are as it says. Those who
    /// find their ways otherwise now find them again.
    pub(super) fn tune(&mut self, profile: &AgentProfile) {
        let known = self.profiles.iter().position(|known| known.name == profile.name);
        let Some(index) = known.filter(|&index| self.map.is_same_to(&self.profiles[index], profile)) else {
            return self.bake(&self.map.bake.clone(), profile);
        };
        if let Some(fault) = profile.out_of_range() {
            return self.refuse(fault.to_string());
        }
        let before = std::mem::replace(&mut self.profiles[index], profile.clone());
        if before.navigation == profile.navigation {
            return;
        }
        for agent in 0..self.agents.len() {
            let is_meant = self.agents[agent].profile == index;
            if is_meant && self.agents[agent].progress.urge.is_some() {
                self.stop(agent);
            } else if is_meant && self.agents[agent].walking().is_some() {
                self.entrust(agent, Errand::FindWay);
            }
        }
    }

    pub(super) fn clear_bake(&mut self) {
        if !self.is_baked {
            return self.refuse("nothing is baked, so there is nothing to clear".to_owned());
        }
        self.is_baked = false;
        self.begin_with(Grids::nowhere(&self.map, &self.profiles));
        for index in 0..self.agents.len() {
            if !self.agents[index].stands() {
                _ = self.brake(index);
            }
        }
        self.events.push(Event::BakeCleared);
    }

    /// Why the ground cannot be baked so, in a sentence.
    fn problem_of_baking(&self, settings: &BakeSettings, profile: &AgentProfile) -> Option<String> {
        let BakeSettings { cells_per_tile, smallest_region, obstacle_epsilon, .. } = *settings;
        let longest = self.map.lattice.width.max(self.map.lattice.height);
        if !(1..=4).contains(&cells_per_tile) {
            return Some(format!("a tile cannot have {cells_per_tile} cells a side: it has 1 to 4"));
        }
        if (longest * cells_per_tile) as usize > MAP_TILES {
            return Some(format!(
                "{cells_per_tile} cells a tile are too many for a map {longest} tiles long: it may have {MAP_TILES} cells a side"
            ));
        }
        let ranges = [
            ("smallest region", smallest_region, limits::SMALLEST_REGION),
            ("obstacle margin", obstacle_epsilon, limits::OBSTACLE_EPSILON),
        ];
        ranges.into_iter().find_map(out_of_range).or_else(|| profile.out_of_range().map(|fault| fault.to_string()))
    }

    /// Finds the cells anew by which agents go, where a tile has another number of them.
    fn take_over_cells(&mut self, before: Lattice) {
        let now = self.map.cells();
        // Also where the cells are the same: other obstacles may be in the way of what agents see.
        self.paint_zones();
        if now == before {
            return;
        }
        self.wear_in_other_cells();
        let anew = |cell: Cell| now.tile_at(before.centre(cell));
        for agent in &mut self.agents {
            if let Some((link, _)) = &mut agent.on_link {
                (link.from, link.to) = (anew(link.from), anew(link.to));
            }
            if let Some(route) = &mut agent.route {
                route.take_over_cells(anew);
            }
        }
    }

    /// Goes on with other grids. What was asked of the old ones is asked again.
    fn begin_with(&mut self, grids: Grids) {
        self.map_revision += 1;
        for index in 0..self.agents.len() {
            if let Some(request) = self.agents[index].route.as_mut().and_then(|route| route.leg.take()) {
                self.requests.cancel(request);
            }
            let id = self.agents[index].id;
            if let Some(task) = self.tasks.of(id) {
                self.entrust(index, task.errand);
            }
        }
        self.grids = grids;
    }

    /// Keeps the places of agents whose radius is another now, and makes room for them.
    fn measure_places_again(&mut self, profile: usize) {
        for index in 0..self.agents.len() {
            let agent = &self.agents[index];
            if let Some(place) = agent.place.filter(|_| agent.profile == profile) {
                self.give_up_place(index);
                self.keep_place(index, place);
                self.displace_others(index);
            }
        }
    }

    /// Has an agent stop where it can, as there is nothing by which to find it a place.
    pub(super) fn brake(&mut self, index: usize) -> Option<Step> {
        self.dismiss(index);
        self.drop_route(index);
        self.give_up_place(index);
        self.agents[index].state = AgentState::Waiting;
        None
    }

    /// Lets an agent stand that has braked, while nothing is baked.
    pub(super) fn stand_unbaked(&mut self, index: usize) {
        let agent = &self.agents[index];
        let waits = agent.state == AgentState::Waiting && self.tasks.of(agent.id).is_none();
        if waits && agent.velocity.length() <= AT_REST {
            let ending = if agent.goal.is_some() { AgentState::NoWay } else { AgentState::Stopped };
            _ = self.stand_here(index, ending);
        }
    }
}

/// A sentence about a value that is out of its range, if it is.
fn out_of_range((name, value, range): (&str, f32, RangeInclusive<f32>)) -> Option<String> {
    (!range.contains(&value))
        .then(|| format!("a {name} of {value} is out of range: {} to {}", range.start(), range.end()))
}
