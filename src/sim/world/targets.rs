//! What a target means on the ground, and in which cell a point is.

use glam::Vec2;

use super::World;
use crate::agent::Agent;
use crate::grid::{Cell, Rect};
use crate::level::Target;
use crate::sim::{Named, Refusal};

impl World {
    /// Where in the world a target is for someone at `from`; `None` for an unknown place.
    pub fn target_point(&self, target: &Target, from: Vec2) -> Option<Vec2> {
        match target {
            Target::Tile(tile) => Some(self.map.lattice.centre(*tile)),
            Target::Point(point) => Some(*point),
            Target::Place(name) => {
                let centres = self.level.places.get(name)?.iter().map(|&tile| self.map.lattice.centre(tile));
                centres.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)))
            }
        }
    }

    /// The tiles of a target, or why there are none.
    pub fn tiles_of(&self, target: &Target) -> Result<Vec<Cell>, Refusal> {
        let lattice = &self.map.lattice;
        match target {
            Target::Tile(tile) if lattice.contains(*tile) => Ok(vec![*tile]),
            Target::Tile(tile) => {
                Err(Refusal::TileOutside { tile: *tile, columns: lattice.width, rows: lattice.height })
            }
            Target::Point(point) => lattice.tile_inside(*point).map(|tile| vec![tile]).ok_or_else(|| {
                let map = (lattice.origin, lattice.origin + lattice.size());
                Refusal::PointOutside { point: *point, map }
            }),
            Target::Place(name) => self.level.places.get(name).cloned().ok_or_else(|| self.no_place(name)),
        }
    }

    pub fn no_place(&self, name: &str) -> Refusal {
        Refusal::unknown(Named::Place, name, self.level.places.keys().map(String::as_str))
    }

    /// The cells of a target for agents of a profile, or why there are none.
    pub fn goals_of(&self, profile: usize, target: &Target) -> Result<Vec<Cell>, Refusal> {
        let tiles = self.tiles_of(target)?;
        if let Target::Point(point) = target {
            return Ok(vec![self.cell_of(profile, *point).unwrap_or(self.nav_grid(profile).lattice().tile_at(*point))]);
        }
        Ok(tiles.into_iter().map(|tile| self.cell_of_tile(profile, tile)).collect())
    }

    /// The cell in the middle of a tile. Where four of them meet there, one that is passable, if any is.
    pub fn cell_of_tile(&self, profile: usize, tile: Cell) -> Cell {
        let middle = self.map.lattice.centre(tile);
        let cell = self.nav_grid(profile).lattice().tile_at(middle);
        let meet = self.map.bake.cells_per_tile.is_multiple_of(2);
        if meet { self.cell_of(profile, middle).unwrap_or(cell) } else { cell }
    }

    /// The very point at which an agent's order aims if its way ends in a cell: the middle of the cell, if the order aims
    /// at none.
    pub fn point_of_order(&self, agent: &Agent, cell: Cell) -> Vec2 {
        let tile = self.map.tile_of_cell(cell);
        match &agent.task.goal {
            Some(Target::Point(point)) if self.cell_of(agent.identity.profile, *point) == Some(cell) => *point,
            Some(Target::Tile(_) | Target::Place(_)) if self.cell_of_tile(agent.identity.profile, tile) == cell => {
                self.map.lattice.centre(tile)
            }
            _ => self.nav_grid(agent.identity.profile).lattice().centre(cell),
        }
    }

    /// Where an agent comes down that is on a link.
    pub fn landing(&self, agent: &Agent) -> Option<Vec2> {
        agent.crossing.on_link.map(|(link, _)| self.nav_grid(agent.identity.profile).lattice().centre(link.to))
    }

    /// The cell where an agent's path begins: whoever is in a wall begins there, whoever is on a link at its end.
    pub fn start_cell(&self, agent: &Agent) -> Option<Cell> {
        if let Some((link, _)) = agent.crossing.on_link {
            return Some(link.to);
        }
        match agent.body.in_wall {
            true => Some(self.nav_grid(agent.identity.profile).lattice().tile_at(agent.body.position)),
            false => self.cell_of(agent.identity.profile, agent.body.position),
        }
    }

    /// The passable cell for a point: the one that it is in, or, where the middle of that is too near to a
    /// wall for the body, the nearest one to whose middle the body can go straight.
    pub fn cell_of(&self, profile: usize, point: Vec2) -> Option<Cell> {
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
