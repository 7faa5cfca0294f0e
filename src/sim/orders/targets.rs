//! What a target means on the ground.

use glam::Vec2;

use crate::agent::Agent;
use crate::grid::Cell;
use crate::level::{Target, hint};
use crate::sim::Simulation;

impl Simulation {
    /// The tiles of a target, or in a sentence why there are none.
    pub(in crate::sim) fn tiles_of(&self, target: &Target) -> Result<Vec<Cell>, String> {
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
    pub(in crate::sim) fn goals_of(&self, profile: usize, target: &Target) -> Result<Vec<Cell>, String> {
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
    pub(in crate::sim) fn point_of_order(&self, agent: &Agent, cell: Cell) -> Vec2 {
        let tile = self.map.tile_of_cell(cell);
        match &agent.goal {
            Some(Target::Point(point)) if self.cell_of(agent.profile, *point) == Some(cell) => *point,
            Some(Target::Tile(_) | Target::Place(_)) if self.cell_of_tile(agent.profile, tile) == cell => {
                self.map.lattice.centre(tile)
            }
            _ => self.nav_grid(agent.profile).lattice().centre(cell),
        }
    }
}
