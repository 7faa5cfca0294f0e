//! Painting and erasing.

use super::changes::Change;
use super::{Event, Simulation};
use crate::grid::{Cell, Rect};
use crate::level::{Terrain, TerrainId, hint};

impl Simulation {
    pub(super) fn paint(&mut self, terrain: &str, tiles: &[Cell]) {
        match self.map.terrain_named(terrain) {
            Some(id) => self.change(tiles, |_, _| id),
            None => {
                let hint = hint(terrain, self.map.terrains.iter().map(|terrain| terrain.name.as_str()));
                self.refuse(format!("this level has no terrain called {terrain:?}{hint}"));
            }
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
        if let Some(tiles) = Rect::around(changed) {
            self.events.push(Event::TerrainChanged { rect: tiles });
            self.bake_again(tiles, easier);
        }
    }

    /// Makes the grids true to a change in a rectangle of tiles, and has everybody find their way again whom it concerns.
    pub(super) fn bake_again(&mut self, tiles: Rect, easier: bool) {
        self.map_revision += 1;
        if self.is_baked {
            self.grids.baked().for_each(|(_, grid)| grid.rebake(&self.map, tiles));
        }
        self.see_again(tiles);
        self.reconsider(Change { cells: self.map.cells_of_tiles(tiles), easier });
    }
}

fn is_easier(old: &Terrain, new: &Terrain) -> bool {
    new.walkable && (!old.walkable || new.cost < old.cost)
}
