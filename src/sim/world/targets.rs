//! What a target means on the ground, and which cell a point is in.

use std::collections::BTreeMap;

use glam::Vec2;

use super::World;
use crate::agent::Agent;
use crate::grid::{Cell, Grid, Rect};
use crate::level::{Level, Target};
use crate::nav::{NavGrid, Reach};
use crate::sim::{Named, Refusal};
use crate::sorting;

/// Tiles. Of a place with more only those are goals at which agents come in. Without it a thousand agents that are sent to a
/// place of a million tiles take 100 ms in every tick in which one sets out.
const EDGE_ONLY: usize = 4096;

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

/// The cells of a target, as seen from a cell from which a path is searched.
#[derive(Debug, Default)]
pub struct Goals {
    /// Those to which a path leads.
    pub reached: Vec<Cell>,
    /// The others.
    pub others: Vec<Cell>,
    /// How many tiles and cells were looked at to find them.
    pub looked_at: usize,
}

/// Tiles of a large place from its edge inwards, each once.
struct Front<'a> {
    place: &'a LargePlace,
    tiles: Vec<Cell>,
    seen: Grid<bool>,
}

impl Front<'_> {
    fn of(place: &LargePlace) -> Front<'_> {
        let seen = Grid::filled(place.inside.width(), place.inside.height(), false);
        Front { place, tiles: Vec::new(), seen }
    }

    /// Takes in those of the tiles that the place has and that are new.
    fn take(&mut self, tiles: impl Iterator<Item = Cell>) {
        for tile in tiles.filter(|&tile| self.place.has(tile)) {
            if !std::mem::replace(&mut self.seen[tile], true) {
                self.tiles.push(tile);
            }
        }
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

    /// Returns the cells of a target where a path from a passable cell may end, given what can be reached from there.
    ///
    /// Of a place with [many tiles](EDGE_ONLY) these are not all: a path comes into it at its edge or by a link, or begins in
    /// it. There the middle of a tile is a goal, and no tile further in is one if the way to them leads by that middle. Where
    /// a path may pass a tile otherwise, as a wall is too near to its middle or stands within the tile, the tiles around it
    /// are looked at too, and so on. So a path leads to one of these goals if one leads to any tile of the place, and it costs
    /// no more than the cheapest of those and half the diagonal of a tile; no more at all where a tile is one cell. If no path
    /// leads to the place, a cell that can be reached is as near to one of these as to any of its tiles.
    pub fn goals_from(&self, profile: usize, target: &Target, root: Cell, reach: &Reach) -> Result<Goals, Refusal> {
        let Some(place) = self.large_place(target) else {
            let cells = self.goals_of(profile, target)?;
            let looked_at = cells.len();
            let (reached, others) = cells.into_iter().partition(|&cell| reach.contains(cell));
            return Ok(Goals { reached, others, looked_at });
        };
        let nav = self.nav_grid(profile);
        let own = self.map.tile_of_cell(root);
        let middle = self.cell_of_tile(profile, own);
        if place.has(own) && self.leads_straight(nav, root, middle) {
            return Ok(Goals { reached: vec![middle], looked_at: 1, ..Goals::default() });
        }
        let stray = self.stray_of_middles(profile);
        let mut front = Front::of(place);
        front.take(place.edge.iter().flat_map(|&tile| Rect::of_cell(tile).grown(stray - 1).cells()));
        front.take(nav.links().map(|link| self.map.tile_of_cell(link.to)).chain([own]));
        let (mut goals, mut at) = (Goals::default(), 0);
        while let Some(&tile) = front.tiles.get(at) {
            at += 1;
            let middle = self.cell_of_tile(profile, tile);
            let is_reached = reach.contains(middle);
            if is_reached { &mut goals.reached } else { &mut goals.others }.push(middle);
            // Each is also asked whether it can be reached.
            goals.looked_at += 2;
            let cells = self.map.cells_of_tiles(Rect::of_cell(tile));
            if nav.is_passable(middle) && cells.cells().all(|cell| nav.is_open(cell)) {
                continue;
            }
            let passable = cells.cells().filter(|&cell| nav.is_passable(cell));
            let mut apart = passable.filter(|&cell| !self.leads_straight(nav, cell, middle));
            let is_passed = apart.any(|cell| {
                goals.looked_at += 1;
                reach.contains(cell)
            });
            if is_passed {
                front.take(Rect::of_cell(tile).grown(stray).cells());
            }
        }
        Ok(goals)
    }

    /// Returns the cells of a target of which one is the nearest to a point, and of which one is the cell of the point, if any
    /// is: of a place with [many tiles](EDGE_ONLY) those around the point, and from outside those at the edge.
    pub fn goals_near(&self, profile: usize, target: &Target, point: Vec2) -> Result<Vec<Cell>, Refusal> {
        let Some(place) = self.large_place(target) else { return self.goals_of(profile, target) };
        let own = self.map.lattice.tile_at(point);
        let around = Rect::of_cell(own).grown(self.stray_of_middles(profile)).cells().filter(|&tile| place.has(tile));
        let edge: &[Cell] = if place.has(own) { &[] } else { &place.edge };
        Ok(around.chain(edge.iter().copied()).map(|tile| self.cell_of_tile(profile, tile)).collect())
    }

    /// Whether steps within one tile lead straight from a passable cell to another: first diagonally, then along a row or a column.
    fn leads_straight(&self, nav: &NavGrid, from: Cell, to: Cell) -> bool {
        let is_step = |at, next| nav.is_open(at) || nav.steps_from(at).any(|step| step.from(at) == next);
        let mut at = from;
        while at != to {
            let next = Cell::new(at.x + (to.x - at.x).signum(), at.y + (to.y - at.y).signum());
            let stays = self.map.tile_of_cell(next) == self.map.tile_of_cell(from);
            if !stays || !is_step(at, next) {
                return false;
            }
            at = next;
        }
        true
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

    /// How many tiles beside a tile the cell in its middle may lie, at least 1: it is another than the one there
    /// [if four meet](World::cell_of_tile).
    fn stray_of_middles(&self, profile: usize) -> i32 {
        let by = self.map.bake.cells_per_tile as i32;
        let cells = if by % 2 == 0 { by / 2 + self.cells_around(profile) } else { 0 };
        (cells / by).max(1)
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
        let nav = self.nav_grid(profile);
        let lattice = nav.lattice();
        let own = lattice.tile_at(point);
        if nav.is_passable(own) {
            return Some(own);
        }
        let ground = self.ground(profile);
        let distance = |cell: &Cell| lattice.centre(*cell).distance_squared(point);
        let near = Rect::of_cell(own).grown(self.cells_around(profile)).cells().filter(|&cell| nav.is_passable(cell));
        near.filter(|&cell| ground.is_straight(point, lattice.centre(cell)))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
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
    use crate::level::{Link, Obstacle, Shape, TerrainId, TileMap};
    use crate::nav::{Algorithm, CornerRule, Method, PathQuery, Search, exit_from, find_path};
    use proptest::prelude::*;

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

    fn field() -> Target {
        Target::Place("field".to_owned())
    }

    /// What the cheapest path to any of these cells costs.
    fn least(nav: &NavGrid, from: Cell, goals: Vec<Cell>) -> f64 {
        let method = Method { algorithm: Algorithm::Dijkstra, ..Method::default() };
        find_path(nav, &PathQuery::to_any(from, goals).by(method), &mut Search::default()).unwrap().cost
    }

    #[test]
    fn the_way_to_the_edge_of_a_large_place_is_as_short_as_that_to_any_tile_of_it() {
        let world = world();
        let (nav, all) = (world.nav_grid(0), world.goals_of(0, &field()).unwrap());
        let mut inside = 0;
        for from in (0..100).map(|number| Cell::new(number * 37 % 100, number * 61 % 100)) {
            let Some(reach) = Reach::of(nav, from, CornerRule::Never) else { continue };
            let goals = world.goals_from(0, &field(), from, &reach).unwrap();
            if all.contains(&from) {
                inside += 1;
                assert_eq!((&goals.reached[..], goals.looked_at), (&[from][..], 1));
                continue;
            }
            assert_eq!(goals.looked_at, 2 * 307, "the edge alone is looked at");
            assert_eq!(goals.reached.len() + goals.others.len(), 307);
            let reached = all.iter().copied().filter(|&goal| reach.contains(goal)).collect();
            assert_eq!(least(nav, from, goals.reached), least(nav, from, reached), "{from:?}");
        }
        assert!(inside > 20);
    }

    #[derive(Debug)]
    struct Random {
        /// Indexes of terrains.
        tiles: Vec<u8>,
        holes: Vec<(i32, i32)>,
        poles: Vec<((f32, f32), f32)>,
        links: Vec<((f32, f32), (f32, f32))>,
        cells_per_tile: u32,
        radius: f32,
    }

    const WIDTH: i32 = 14;
    const HEIGHT: i32 = 11;

    prop_compose! {
        fn point()(x in 0.0..WIDTH as f32, y in 0.0..HEIGHT as f32) -> (f32, f32) {
            (x, y)
        }
    }

    prop_compose! {
        fn randoms()(walls in 0..4u32)(
            tiles in prop::collection::vec(prop_oneof![8 => 0..1u8, walls + 1 => 1..2u8, 1 => 2..6u8], (WIDTH * HEIGHT) as usize),
            holes in prop::collection::vec((0..WIDTH, 0..HEIGHT), 0..8),
            poles in prop::collection::vec((point(), 0.02..0.6_f32), 0..12),
            links in prop::collection::vec((point(), point()), 0..3),
            cells_per_tile in 1..5u32,
            radius in prop_oneof![0.05..0.5_f32, 0.5..1.4_f32],
        ) -> Random {
            Random { tiles, holes, poles, links, cells_per_tile, radius }
        }
    }

    impl Random {
        /// Its ground, most of which is a place that counts as large.
        fn world(&self) -> World {
            let tiles = self.tiles.iter().map(|&terrain| TerrainId(terrain)).collect();
            let mut map = TileMap::plain(Grid::from_rows(WIDTH as u32, HEIGHT as u32, tiles));
            map.bake.cells_per_tile = self.cells_per_tile;
            map.links.extend(self.links.iter().map(|&(from, to)| Link::between(from.into(), to.into())));
            for &(at, radius) in &self.poles {
                let shape = Shape::Circle(radius);
                let name = String::new();
                map.obstacles.push(Obstacle { name, at: at.into(), shape, layer: 0, motion: None, standing_time: 0.0 });
            }
            let mut level = Level::on(map);
            level.profiles[0].radius = self.radius;
            let is_hole = |tile: &Cell| self.holes.contains(&(tile.x, tile.y));
            let within = Rect { min: Cell::new(3, 2), max: Cell::new(WIDTH, HEIGHT) };
            let tiles: Vec<Cell> = within.cells().filter(|tile| !is_hole(tile)).collect();
            let large = LargePlace::of(&level, &tiles);
            level.places.insert("field".to_owned(), tiles);
            let mut world = World::new(level, None, None);
            world.large_places.insert("field".to_owned(), large);
            world
        }

        fn check(&self) -> Result<(), TestCaseError> {
            let world = self.world();
            let (nav, all) = (world.nav_grid(0), world.goals_of(0, &field()).unwrap());
            let costs = self.tiles.iter().map(|&terrain| world.map.terrains[terrain as usize].cost);
            let half_a_diagonal = 0.5_f64.sqrt() * f64::from(costs.fold(1.0, f32::max));
            let more = if self.cells_per_tile == 1 { 0.0 } else { half_a_diagonal + 1e-9 };
            for from in world.map.cells().rect().cells().step_by(19) {
                let Some(root) = exit_from(nav, from) else { return Ok(()) };
                let reach = Reach::of(nav, root, CornerRule::Never).unwrap();
                let goals = world.goals_from(0, &field(), root, &reach).unwrap();
                let (reached, others): (Vec<Cell>, Vec<Cell>) = all.iter().partition(|&&goal| reach.contains(goal));
                prop_assert!(goals.reached.iter().all(|goal| reached.contains(goal)));
                prop_assert!(goals.others.iter().all(|goal| others.contains(goal)));
                prop_assert_eq!(goals.reached.is_empty(), reached.is_empty(), "from {:?}", root);
                if reached.is_empty() {
                    prop_assert_eq!(reach.nearest(&goals.others), reach.nearest(&others), "from {:?}", root);
                    continue;
                }
                let (cost, lowest) = (least(nav, root, goals.reached), least(nav, root, reached));
                prop_assert!(cost >= lowest && cost <= lowest + more, "from {root:?}: {cost}, not {lowest}");
            }
            Ok(())
        }

        /// That from any point the cells that are near are as good as all.
        fn check_near(&self, point: Vec2) -> Result<(), TestCaseError> {
            let world = self.world();
            let lattice = world.nav_grid(0).lattice();
            let (near, all) = (world.goals_near(0, &field(), point).unwrap(), world.goals_of(0, &field()).unwrap());
            let here = lattice.tile_at(point);
            prop_assert_eq!(near.contains(&here), all.contains(&here));
            let least = |goals: &[Cell]| {
                let distances = goals.iter().map(|&goal| lattice.centre(goal).distance(point));
                distances.min_by(f32::total_cmp)
            };
            prop_assert_eq!(least(&near), least(&all));
            Ok(())
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

        /// With all that can block the middle of a tile: walls, wide bodies, poles and several cells to a tile.
        #[test]
        fn a_large_place_is_reached_where_any_tile_of_it_is(random in randoms(), at in point()) {
            random.check()?;
            random.check_near(at.into())?;
        }
    }
}
