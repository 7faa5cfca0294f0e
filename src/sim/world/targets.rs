//! What a target means on the ground, and which cell a point is in.

use std::collections::BTreeMap;

use glam::Vec2;

use super::World;
use crate::agent::Agent;
use crate::grid::{Cell, Grid, Rect};
use crate::level::{Level, Target};
use crate::sim::{Named, Refusal};
use crate::sorting;

/// Tiles. Of a place with more only those at its edge are goals. Without it a thousand agents that are sent to a place of a
/// million tiles take 100 ms in every tick in which one sets out.
const EDGE_ONLY: usize = 4096;

/// Tiles. How far around an agent in a large place its tiles are goals: more than one, for an agent that is wedged in where it
/// cannot stand.
const AROUND: i32 = 2;

/// A place with [many tiles](EDGE_ONLY).
#[derive(Clone, Debug)]
pub struct LargePlace {
    /// For each tile of the map whether the place has it.
    inside: Grid<bool>,
    /// The tiles beside which is another that the place has not, also across a corner.
    edge: Vec<Cell>,
}

impl LargePlace {
    /// The large places of a level, by name.
    pub fn of_level(level: &Level) -> BTreeMap<String, LargePlace> {
        let large = level.places.iter().filter(|(_, tiles)| tiles.len() > EDGE_ONLY);
        sorting::map(large.map(|(name, tiles)| (name.clone(), LargePlace::of(level, tiles))))
    }

    fn of(level: &Level, tiles: &[Cell]) -> LargePlace {
        let lattice = &level.map.lattice;
        let mut inside = Grid::filled(lattice.width, lattice.height, false);
        tiles.iter().filter(|&&tile| lattice.contains(tile)).for_each(|&tile| inside[tile] = true);
        let has = |tile: Cell| inside.get(tile) == Some(&true);
        let is_edge = |tile: &&Cell| !Rect::of_cell(**tile).grown(1).cells().all(has);
        let edge = tiles.iter().filter(is_edge).copied().collect();
        LargePlace { inside, edge }
    }

    fn has(&self, tile: Cell) -> bool {
        self.inside.get(tile) == Some(&true)
    }
}

impl World {
    /// Returns the position of a target in the world, seen from `from`; `None` for an unknown place.
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

    /// Returns the tiles of a target, or why there are none.
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

    /// How many tiles of a target are looked at when a way there is searched; those of a large place twice, as each is also
    /// asked whether it can be reached.
    pub fn tile_count(&self, target: &Target) -> usize {
        match target {
            Target::Place(name) => match self.large_places.get(name) {
                Some(place) => 2 * place.edge.len(),
                None => self.level.places.get(name).map_or(0, Vec::len),
            },
            Target::Tile(_) | Target::Point(_) => 1,
        }
    }

    /// Returns the refusal for an unknown place.
    pub fn no_place(&self, name: &str) -> Refusal {
        Refusal::unknown(Named::Place, name, self.level.places.keys().map(String::as_str))
    }

    /// Returns the cells of a target for agents of a profile, or why there are none.
    pub fn goals_of(&self, profile: usize, target: &Target) -> Result<Vec<Cell>, Refusal> {
        let tiles = self.tiles_of(target)?;
        if let Target::Point(point) = target {
            return Ok(vec![self.cell_of(profile, *point).unwrap_or(self.nav_grid(profile).lattice().tile_at(*point))]);
        }
        Ok(tiles.into_iter().map(|tile| self.cell_of_tile(profile, tile)).collect())
    }

    /// Returns the cells of a target that matter for an agent of a profile that comes from a cell: of a place with
    /// [many tiles](EDGE_ONLY) the one itself; or else those around it, at the edge and at the ends of links, as no path
    /// leads to another without one of these. All of them, in a place that is not so large.
    pub fn goals_from(&self, profile: usize, target: &Target, from: Cell) -> Result<Vec<Cell>, Refusal> {
        let Some(place) = self.large_place(target) else { return self.goals_of(profile, target) };
        let own = self.map.tile_of_cell(from);
        let is_there = place.has(own) && self.nav_grid(profile).is_passable(from);
        if is_there && self.cell_of_tile(profile, own) == from {
            return Ok(vec![from]);
        }
        let ends = self.nav_grid(profile).links().map(|link| self.map.tile_of_cell(link.to));
        let near = Rect::of_cell(own).grown(AROUND).cells().chain(ends).filter(|&tile| place.has(tile));
        let tiles = place.edge.iter().copied().chain(near);
        Ok(tiles.map(|tile| self.cell_of_tile(profile, tile)).collect())
    }

    fn large_place(&self, target: &Target) -> Option<&LargePlace> {
        match target {
            Target::Place(name) => self.large_places.get(name),
            Target::Tile(_) | Target::Point(_) => None,
        }
    }

    /// Returns the cell in the middle of a tile. If four cells meet there, returns a passable one if there is any.
    pub fn cell_of_tile(&self, profile: usize, tile: Cell) -> Cell {
        let middle = self.map.lattice.centre(tile);
        let cell = self.nav_grid(profile).lattice().tile_at(middle);
        let meet = self.map.bake.cells_per_tile.is_multiple_of(2);
        if meet { self.cell_of(profile, middle).unwrap_or(cell) } else { cell }
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

    /// Returns the passable cell for a point: the one that it is in, or, if the centre of that is too near to a wall
    /// for the body, the nearest one to whose centre the body can go straight.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::TileMap;
    use crate::nav::{Algorithm, Method, PathQuery, Search, find_path};

    /// A field with walls here and there; a large part of it is a place, with one tile in a corner of the map.
    fn world() -> World {
        let wall = |x: i32, y: i32| (x * 7 + y * 13) % 11 == 0 && x > 0 && y > 0;
        let row = |y| (0..100).map(|x| if wall(x, y) { '#' } else { '.' }).collect::<String>();
        let rows: Vec<String> = (0..100).map(row).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut level = Level::on(TileMap::from_rows(&rows).unwrap());
        let tiles = Rect { min: Cell::new(20, 10), max: Cell::new(95, 90) }.cells().chain([Cell::new(0, 0)]).collect();
        level.places.insert("field".to_owned(), tiles);
        World::new(level, None, None)
    }

    #[test]
    fn the_way_to_the_edge_of_a_large_place_is_as_short_as_that_to_any_tile_of_it() {
        let (world, target) = (world(), Target::Place("field".to_owned()));
        let (nav, all) = (world.nav_grid(0), world.goals_of(0, &target).unwrap());
        let least = |from: Cell, goals: Vec<Cell>| {
            let goals = goals.into_iter().filter(|&goal| nav.is_passable(goal)).collect();
            let method = Method { algorithm: Algorithm::Dijkstra, ..Method::default() };
            let query = PathQuery::to_any(from, goals).by(method);
            find_path(nav, &query, &mut Search::default()).map(|path| path.cost).ok()
        };
        let mut inside = 0;
        for from in (0..100).map(|number| Cell::new(number * 37 % 100, number * 61 % 100)) {
            let goals = world.goals_from(0, &target, from).unwrap();
            assert!(goals.len() < 350 && goals.len() < all.len() / 10, "{} of {}", goals.len(), all.len());
            if nav.is_passable(from) {
                assert_eq!(least(from, goals), least(from, all.clone()), "{from:?}");
                inside += usize::from(all.contains(&from));
            }
        }
        assert!(inside > 20);
        assert_eq!(world.tile_count(&target), 2 * 307, "the edge alone is looked at");
    }
}
