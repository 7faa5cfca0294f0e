//! What a target means on the ground, and which cell a point is in.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;

use super::World;
use crate::agent::Agent;
use crate::grid::{Cell, Rect};
use crate::level::{Level, Target};
use crate::nav::{CornerRule, GoalArea, Reach, exit_from};
use crate::sim::{Named, Refusal};
use crate::sorting;

/// Tiles. A place with more is a goal as a whole: their cells are not listed for each search. Without it a thousand agents
/// that are sent to a place of a million tiles take 100 ms in every tick in which one sets out.
const MOST_LISTED: usize = 4096;

/// How many looks it takes to find the cell for a point whose own cell is blocked. Without it several agents in a tick look
/// for those of the same 4,096 tiles with blocked middles.
const LOOKS_FOR_A_CELL: usize = 12;

/// Returns the places of a level with many tiles, by name, as areas of cells.
pub fn large_places(level: &Level, cells_per_tile: u32) -> BTreeMap<String, Arc<GoalArea>> {
    let large = level.places.iter().filter(|(_, tiles)| tiles.len() > MOST_LISTED);
    sorting::map(large.map(|(name, tiles)| (name.clone(), Arc::new(GoalArea::of_tiles(tiles, cells_per_tile)))))
}

impl World {
    /// Returns the position of a target in the world, seen from `from`; `None` for an unknown place.
    pub fn target_point(&self, target: &Target, from: Vec2) -> Option<Vec2> {
        match target {
            Target::Tile(tile) => Some(self.map.lattice.centre(*tile)),
            Target::Point(point) => Some(*point),
            Target::Place(name) if self.caches.large_places.contains_key(name) => {
                let cell = self.caches.large_places[name].nearest(self.map.cells().tile_at(from))?;
                Some(self.map.lattice.centre(self.map.tile_of_cell(cell)))
            }
            Target::Place(name) => {
                let centres = self.level.places.get(name)?.iter().map(|&tile| self.map.lattice.centre(tile));
                centres.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)))
            }
        }
    }

    /// Checks that there is a team, which may have no agent now.
    pub fn check_team(&self, name: &str) -> Result<(), Refusal> {
        let teams = self.level.teams();
        if teams.contains(name) { Ok(()) } else { Err(Refusal::unknown(Named::Team, name, teams)) }
    }

    /// Checks that there is a target.
    pub fn check(&self, target: &Target) -> Result<(), Refusal> {
        let lattice = &self.map.lattice;
        match target {
            Target::Tile(tile) if lattice.contains(*tile) => Ok(()),
            Target::Tile(tile) => {
                Err(Refusal::TileOutside { tile: *tile, columns: lattice.width, rows: lattice.height })
            }
            Target::Point(point) if lattice.tile_inside(*point).is_some() => Ok(()),
            Target::Point(point) => {
                let map = (lattice.origin, lattice.origin + lattice.size());
                Err(Refusal::PointOutside { point: *point, map })
            }
            Target::Place(name) if self.level.places.contains_key(name) => Ok(()),
            Target::Place(name) => Err(self.no_place(name)),
        }
    }

    /// Returns the refusal for an unknown place.
    pub fn no_place(&self, name: &str) -> Refusal {
        Refusal::unknown(Named::Place, name, self.level.places.keys().map(String::as_str))
    }

    /// Returns the cells of a target for agents of a profile, or why there are none: those in the middle of its tiles.
    pub fn goals_of(&self, profile: usize, target: &Target) -> Result<Vec<Cell>, Refusal> {
        self.check(target)?;
        Ok(match target {
            Target::Tile(tile) => vec![self.cell_of_tile(profile, *tile)],
            Target::Place(name) => {
                self.level.places[name].iter().map(|&tile| self.cell_of_tile(profile, tile)).collect()
            }
            Target::Point(point) => {
                vec![self.cell_of(profile, *point).unwrap_or(self.nav_grid(profile).lattice().tile_at(*point))]
            }
        })
    }

    /// How many looks it takes to find the [cells of a target](World::goals_of).
    pub fn looks_for(&self, profile: usize, target: &Target) -> usize {
        let Target::Place(name) = target else { return 1 };
        let (tiles, nav) = (&self.level.places[name], self.nav_grid(profile));
        let is_looked_for = |tile: &&Cell| {
            let middle = nav.lattice().tile_at(self.map.lattice.centre(**tile));
            self.middles_are_corners() && !nav.is_passable(middle)
        };
        tiles.len() + LOOKS_FOR_A_CELL * tiles.iter().filter(is_looked_for).count()
    }

    /// Returns the target as an area, if it is a place with [many tiles](MOST_LISTED): all of its cells are goals.
    pub fn area_of(&self, target: &Target) -> Option<&Arc<GoalArea>> {
        match target {
            Target::Place(name) => self.caches.large_places.get(name),
            Target::Tile(_) | Target::Point(_) => None,
        }
    }

    /// Returns the cells of a target of which one is the nearest to a point, and of which one is the cell of the point, if any
    /// is.
    pub fn goals_near(&self, profile: usize, target: &Target, point: Vec2) -> Result<Vec<Cell>, Refusal> {
        match self.area_of(target) {
            Some(area) => Ok(area.nearest(self.map.cells().tile_at(point)).into_iter().collect()),
            None => self.goals_of(profile, target),
        }
    }

    /// Returns the cell in the middle of a tile. If four cells meet there, returns a passable one if there is any.
    pub fn cell_of_tile(&self, profile: usize, tile: Cell) -> Cell {
        let middle = self.map.lattice.centre(tile);
        let cell = self.nav_grid(profile).lattice().tile_at(middle);
        if self.middles_are_corners() { self.cell_of(profile, middle).unwrap_or(cell) } else { cell }
    }

    /// Whether four cells meet in the middle of a tile.
    fn middles_are_corners(&self) -> bool {
        self.map.bake.cells_per_tile.is_multiple_of(2)
    }

    /// Returns the point at which an agent's order aims, given the cell in which its path ends: the centre of the cell
    /// unless the order names a point in it.
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

    /// Returns where an agent on a link will step off it.
    pub fn landing(&self, agent: &Agent) -> Option<Vec2> {
        agent.crossing.on_link.map(|(link, _)| self.nav_grid(agent.identity.profile).lattice().centre(link.to))
    }

    /// Returns the cell where an agent's path starts: its own cell if it is in a wall, the end of the link if it is on
    /// one.
    pub fn start_cell(&self, agent: &Agent) -> Option<Cell> {
        if let Some((link, _)) = agent.crossing.on_link {
            return Some(link.to);
        }
        match agent.body.in_wall {
            true => Some(self.nav_grid(agent.identity.profile).lattice().tile_at(agent.body.position)),
            false => self.cell_of(agent.identity.profile, agent.body.position),
        }
    }

    /// Returns the ground that agents of a profile can reach from a cell, or from where they leave the wall that is there; `None`
    /// if nothing is passable.
    pub fn reach_from(&self, profile: usize, start: Cell) -> Option<Reach<'_>> {
        let nav = self.nav_grid(profile);
        Reach::of(nav, exit_from(nav, start)?, CornerRule::Never)
    }

    /// Returns the passable cell for a point: the one that it is in, or, if the centre of that is too near to a wall
    /// for the body, the nearest one to whose centre the body can go straight.
    pub fn cell_of(&self, profile: usize, point: Vec2) -> Option<Cell> {
        let nav = self.nav_grid(profile);
        let lattice = nav.lattice();
        let own = lattice.tile_at(point);
        if nav.is_passable(own) {
            return Some(own);
        }
        let ground = self.ground(profile);
        if !ground.is_straight(point, point) {
            return None;
        }
        let near = Rect::of_cell(own).grown(self.cells_around(profile)).cells().filter(|&cell| nav.is_passable(cell));
        // Floats that are not negative sort like their bits.
        let distance = |cell: Cell| lattice.centre(cell).distance_squared(point).to_bits();
        let mut near: Vec<(u32, i32, i32)> = near.map(|cell| (distance(cell), cell.y, cell.x)).collect();
        sorting::sort(&mut near);
        let mut near = near.into_iter().map(|(_, y, x)| Cell::new(x, y));
        near.find(|&cell| ground.is_straight(point, lattice.centre(cell)))
    }

    /// Cells. How far around a point the [cell for it](World::cell_of) is looked for.
    fn cells_around(&self, profile: usize) -> i32 {
        let cell = self.nav_grid(profile).lattice().tile_size;
        (self.profiles[profile].radius / cell).ceil() as i32 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::level::TileMap;

    #[test]
    fn a_large_place_is_entered_at_the_cell_nearest_to_a_point() {
        let mut level = Level::on(TileMap::plain(Grid::filled(100, 80, crate::level::TerrainId(0))));
        level.map.bake.cells_per_tile = 2;
        let field = Rect { min: Cell::new(20, 10), max: Cell::new(95, 70) };
        level.places.insert("field".to_owned(), field.cells().collect());
        level.places.insert("yard".to_owned(), Rect { min: Cell::new(0, 0), max: Cell::new(64, 64) }.cells().collect());
        let world = World::new(level, None, None);
        let target = Target::Place("field".to_owned());
        let near = |x, y| world.goals_near(0, &target, Vec2::new(x, y)).unwrap();
        assert_eq!(near(3.5, 20.2), [Cell::new(40, 40)]);
        assert_eq!(near(30.6, 20.2), [Cell::new(61, 40)], "the cell of a point in it");
        assert_eq!(world.target_point(&target, Vec2::new(3.5, 20.2)), Some(Vec2::new(20.5, 20.5)));
        let yard = Target::Place("yard".to_owned());
        assert!(world.area_of(&target).is_some() && world.area_of(&yard).is_none(), "4,096 tiles are listed");
        assert_eq!(world.goals_of(0, &yard).unwrap().len(), 64 * 64);
    }
}
