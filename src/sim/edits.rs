//! Changes of the ground, and whom they concern.

use glam::Vec2;

use super::{Event, Simulation};
use crate::agent::body::fits;
use crate::agent::{Agent, AgentState};
use crate::grid::{Cell, Rect};
use crate::level::{Terrain, TerrainId};
use crate::nav::PathStatus;

/// A change of the ground that was made.
struct Change {
    /// The tiles that it touched.
    rect: Rect,
    /// Whether a tile has become walkable or cheaper.
    easier: bool,
}

impl Simulation {
    pub(super) fn paint(&mut self, terrain: &str, tiles: &[Cell]) {
        match self.map.terrain_named(terrain) {
            Some(id) => self.change(tiles, |_, _| id),
            None => self.refuse(format!("this level has no terrain called {terrain:?}")),
        }
    }

    pub(super) fn erase(&mut self, tiles: &[Cell]) {
        self.change(tiles, Simulation::ground_under);
    }

    /// What is there when whatever was built is taken away: the level's own terrain, or, where that is an
    /// obstacle, the walkable terrain that most of the eight neighbours have.
    fn ground_under(&self, tile: Cell) -> TerrainId {
        let walkable = |id: TerrainId| self.map.terrains[id.0 as usize].walkable;
        let own = self.level.map.tiles[tile];
        if walkable(own) {
            return own;
        }
        let mut counts = vec![0; self.map.terrains.len()];
        for neighbour in Rect::of_cell(tile).grown(1).cells() {
            if let Some(&id) = self.map.tiles.get(neighbour).filter(|id| walkable(**id)) {
                counts[id.0 as usize] += 1;
            }
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        let first = |index: &usize| counts[*index] == most && self.map.terrains[*index].walkable;
        (0..counts.len()).find(first).map_or(own, |index| TerrainId(index as u8))
    }

    fn change(&mut self, tiles: &[Cell], new_terrain: impl Fn(&Simulation, Cell) -> TerrainId) {
        if let Some(outside) = tiles.iter().find(|&&tile| !self.map.lattice.contains(tile)) {
            let (width, height) = (self.map.lattice.width, self.map.lattice.height);
            self.refuse(format!(
                "tile ({}, {}) is outside the map, which has {width} columns and {height} rows",
                outside.x, outside.y
            ));
        }
        let mut changed = Vec::new();
        let mut easier = false;
        for &tile in tiles.iter().filter(|&&tile| self.level.map.lattice.contains(tile)) {
            let new = new_terrain(self, tile);
            let old = std::mem::replace(&mut self.map.tiles[tile], new);
            if old != new {
                easier |= is_easier(&self.map.terrains[old.0 as usize], &self.map.terrains[new.0 as usize]);
                changed.push(tile);
            }
        }
        changed.iter().for_each(|&tile| self.forget_wear(tile));
        let Some(rect) = Rect::around(changed) else { return };
        self.map_revision += 1;
        for nav in self.nav.iter_mut().filter_map(|nav| nav.get_mut()) {
            nav.rebake(&self.map, rect);
        }
        self.events.push(Event::TerrainChanged { rect });
        self.see_again(rect);
        let change = Change { rect, easier };
        for index in 0..self.agents.len() {
            if self.is_touched(index, &change) {
                self.request(index);
            }
        }
    }

    /// Whether an agent must find its way again, or leave its place, after a change.
    fn is_touched(&mut self, index: usize, change: &Change) -> bool {
        let agent = &self.agents[index];
        let radius = self.level.profiles[agent.profile].radius;
        if !fits(&self.map, agent.position, radius) {
            self.agents[index].in_wall = true;
            return true;
        }
        let agent = &mut self.agents[index];
        agent.in_wall = false;
        if agent.place.is_some_and(|place| !fits(&self.map, place, radius)) {
            return true;
        }
        let unfulfilled = matches!(agent.state, AgentState::ArrivedNear | AgentState::NoWay);
        if unfulfilled && agent.order.is_some() {
            return true;
        }
        let reach = (radius / self.map.lattice.tile_size).ceil() as i32 + 1;
        let rect = change.rect.grown(reach);
        let agent = &self.agents[index];
        agent.walking().is_some_and(|route| {
            route.status == PathStatus::Partial
                || !route.ahead.is_empty()
                || route.passes(rect)
                || change.easier && self.could_be_cheaper(agent, change.rect)
        })
    }

    /// Whether a way through `rect` could be cheaper than the one that an agent is on: false only where
    /// even the straight line there and on, over the cheapest ground, is not.
    pub(super) fn could_be_cheaper(&self, agent: &Agent, rect: Rect) -> bool {
        let (Some(route), Some(place)) = (agent.walking(), agent.place) else { return true };
        let lattice = &self.map.lattice;
        let (low, high) = (lattice.corner(rect.min), lattice.corner(rect.max));
        let to_rect = |point: Vec2| point.distance(point.clamp(low, high));
        let through = (to_rect(agent.position) + to_rect(place)) / lattice.tile_size;
        let cheapest = f64::from(self.nav_grid(agent.profile).lowest_cost()) / 100.0;
        f64::from(through) * cheapest < route.cost
    }
}

fn is_easier(old: &Terrain, new: &Terrain) -> bool {
    new.walkable && (!old.walkable || new.cost < old.cost)
}
