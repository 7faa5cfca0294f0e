//! What is baked against plain geometry, and edits against fresh starts.

use glam::Vec2;

use super::*;
use crate::angle;
use crate::grid::Rect;
use crate::level::{Obstacle, Relief, Shape, Solid, Surface, Terrain, TerrainId, TileMap};
use crate::nav::NavGrid;
use crate::nav::clearance::TOLERANCE;
use crate::nav::moves::MOVES;
use crate::profile::AreaId;

use proptest::prelude::*;

/// A painted rectangle: where, how large, and with what.
type Paint = (i32, i32, i32, i32, u8);

fn paint(map: &mut TileMap, &(x, y, width, height, terrain): &Paint) -> Rect {
    let rect = Rect { min: Cell::new(x, y), max: Cell::new(x + width, y + height) };
    let rect = rect.clipped(map.lattice.width, map.lattice.height);
    rect.cells().for_each(|cell| map.tiles[cell] = TerrainId(terrain));
    rect
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn baked_again_is_baked_afresh(
        (width, height) in (1..150u32, 1..100u32),
        profile in 0..5usize,
        tile_size in prop::sample::select(&[0.5f32, 1.0, 3.0][..]),
        paints in prop::collection::vec((0..150i32, 0..100i32, 1..40i32, 1..40i32, 0..11u8), 1..10),
    ) {
        let lattice = Lattice { origin: Vec2::ZERO, tile_size, width, height };
        let tiles = Grid::filled(width, height, TerrainId(0));
        let mut map = TileMap::new(lattice, Terrain::built_in(), tiles);
        let profile = &AgentProfile::built_in()[profile];
        let mut grid = NavGrid::bake(&map, profile);
        for (times, change) in paints.iter().enumerate() {
            let (before, rect) = (grid.stamp(), paint(&mut map, change));
            grid.rebake(&map, rect);
            prop_assert_eq!(grid.revision(), times as u64 + 1);
            prop_assert_ne!(grid.stamp(), before);
        }
        let fresh = NavGrid::bake(&map, profile);
        is_like(&grid, &fresh)?;
        let costs: Vec<u16> = lattice_cells(&grid).filter_map(|cell| grid.cost(cell)).collect();
        prop_assert_eq!(grid.lowest_cost(), costs.iter().copied().min().unwrap_or(0));
        prop_assert_eq!(grid.highest_cost(), costs.iter().copied().max().unwrap_or(0));
        prop_assert_eq!(grid.is_even(), costs.windows(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn what_is_around_a_cell(
        paints in prop::collection::vec((0..20i32, 0..20i32, 1..4i32, 1..4i32, 0..11u8), 0..60),
    ) {
        let tiles = Grid::filled(20, 17, TerrainId(0));
        let mut map = TileMap::plain(tiles);
        paints.iter().for_each(|change| _ = paint(&mut map, change));
        let grid = NavGrid::bake(&map, &AgentProfile::default());
        for cell in lattice_cells(&grid) {
            let ground = grid.ground()[grid.number(cell) as usize];
            prop_assert_eq!(grid.cost(cell), (ground.cost > 0).then_some(ground.cost));
            let costs = MOVES.map(|step| grid.cost(step.from(cell)));
            let around = (0..8).filter(|&index| costs[index].is_some()).fold(0, |bits, index| bits | 1 << index);
            prop_assert_eq!(ground.around, around);
            let even = ground.cost > 0 && costs.iter().flatten().all(|&cost| cost == ground.cost);
            prop_assert_eq!(ground.traits.is_even(), even);
        }
    }
}

/// Fails where anything is not as in another grid that a search can see.
fn is_like(grid: &NavGrid, other: &NavGrid) -> Result<(), TestCaseError> {
    prop_assert_eq!(grid.difference(other), None);
    Ok(())
}

fn lattice_cells(grid: &NavGrid) -> impl Iterator<Item = Cell> + use<> {
    grid.clearance.rect().cells()
}

/// Small numbers from a seed.
struct Draw(u64);

impl Draw {
    /// From 0 up to `limit` (exclusive).
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// From `low` to `high`.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1001) as f32 / 1000.0
    }

    fn rect(&mut self, size: Lattice, most: u64) -> Rect {
        let min = Cell::new(self.below(size.width.into()) as i32, self.below(size.height.into()) as i32);
        let max = Cell::new(min.x + 1 + self.below(most) as i32, min.y + 1 + self.below(most) as i32);
        Rect { min, max }.clipped(size.width, size.height)
    }

    fn point(&mut self, size: Lattice) -> Vec2 {
        let part = Vec2::new(self.between(-0.1, 1.1), self.between(-0.1, 1.1));
        size.origin + part * size.size()
    }

    fn obstacle(&mut self, size: Lattice) -> Obstacle {
        let shape = if self.below(2) == 0 {
            Shape::Circle(self.between(0.05, 1.2))
        } else {
            let half = Vec2::new(self.between(0.05, 2.0), self.between(0.05, 0.6));
            Shape::Box { half, along: angle::direction(self.between(0.0, 360.0)) }
        };
        Obstacle {
            name: String::new(),
            at: self.point(size),
            shape,
            layer: self.below(3) as u8,
            motion: None,
            standing_time: 0.5,
            user: None,
        }
    }

    fn profile(&mut self) -> AgentProfile {
        let mut profile = AgentProfile {
            radius: [0.2, 0.3, 0.5, 0.8, 1.3, 2.6][self.below(6) as usize],
            climb_cost: self.below(2) as f32,
            jump_distance: [0.0, 2.0][self.below(2) as usize],
            drop_height: [0.0, 1.0][self.below(2) as usize],
            ..AgentProfile::default()
        };
        profile.areas.mask &= !((self.below(2) as u32) << 8);
        profile.areas.costs = vec![(AreaId(6), 1.5)];
        profile
    }

    /// Ground with a little of everything.
    fn map(&mut self, width: u32, height: u32) -> TileMap {
        let tile_size = [0.5, 1.0, 2.0][self.below(3) as usize];
        let lattice = Lattice { origin: Vec2::new(-3.0, 2.5), tile_size, width, height };
        let mut map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(width, height, TerrainId(0)));
        map.bake.cells_per_tile = 1 + self.below(4) as u32;
        map.bake.obstacle_epsilon = [0.0, 0.05, 0.4][self.below(3) as usize];
        map.bake.probe_epsilon = [None, None, Some(0.0), Some(0.1)][self.below(4) as usize];
        map.bake.layers = 0b011;
        map.bake.smallest_region = [0.0, 0.0, 3.0, 40.0][self.below(4) as usize];
        map.fields.worn_cost = 50;
        if self.below(2) == 0 {
            map.relief = Some(Relief { surfaces: Grid::filled(width, height, Surface::FLAT) });
        }
        for _ in 0..self.below(30) {
            self.edit(&mut map);
        }
        map
    }

    /// Changes something. Returns the tiles, or the cells, where the grid is to be baked, or its costs are, again.
    fn edit(&mut self, map: &mut TileMap) -> (Option<Rect>, Option<Rect>) {
        let (lattice, cells) = (map.lattice, map.cells());
        match self.below(7) {
            0 | 1 => {
                let (rect, terrain) = (self.rect(lattice, 6), TerrainId(self.below(12) as u8));
                rect.cells().for_each(|tile| map.tiles[tile] = terrain);
                (Some(rect), None)
            }
            2 | 3 if map.relief.is_some() => {
                let (rect, surface) = (self.rect(lattice, 6), self.surface());
                let relief = map.relief.as_mut().unwrap();
                rect.cells().for_each(|tile| relief.surfaces[tile] = surface);
                (Some(rect), None)
            }
            2..=4 => {
                let gone = (!map.obstacles.is_empty() && self.below(2) == 0).then(|| map.obstacles.remove(0));
                let new = self.obstacle(lattice);
                map.obstacles.push(new.clone());
                let touched = gone.iter().chain([&new]).map(|obstacle| Solid::tiles_around(map, obstacle));
                (touched.reduce(Rect::union), None)
            }
            _ => {
                let rect = self.rect(cells, 12);
                self.put_field(map, rect);
                (None, Some(rect))
            }
        }
    }

    fn surface(&mut self) -> Surface {
        let height = [0.0, 0.0, 0.3, 0.7, 1.5][self.below(5) as usize];
        let slope = [Vec2::ZERO, Vec2::ZERO, Vec2::new(0.5, 0.0), Vec2::new(0.0, -1.5)][self.below(4) as usize];
        let ceiling = [f32::INFINITY, f32::INFINITY, 2.5, 1.0][self.below(4) as usize];
        Surface { height, slope, ceiling }
    }

    fn put_field(&mut self, map: &mut TileMap, rect: Rect) {
        let Lattice { width, height, .. } = map.cells();
        let value = self.below(256) as u16;
        let fields = &mut map.fields;
        match self.below(3) {
            0 => {
                let wear = fields.wear.get_or_insert_with(|| Grid::filled(width, height, 0));
                rect.cells().for_each(|cell| wear[cell] = value as u8);
            }
            kind => {
                let field = if kind == 1 { &mut fields.danger } else { &mut fields.reward };
                let field = field.get_or_insert_with(|| Grid::filled(width, height, 0));
                rect.cells().for_each(|cell| field[cell] = value);
            }
        }
    }
}

/// Whether nothing blocks a path: no obstacle comes too near, as far as points close to each other on it can tell, and
/// halfway along no side of it a ledge that is further from both ends. `None` where that is a matter of a hair.
fn is_free(solid: &Solid, points: &[Vec2], ledges: &[(Vec2, Vec2)], sides: &[(Vec2, Vec2)]) -> Option<bool> {
    let distances = solid.obstacles().flat_map(|(_, obstacle)| points.iter().map(|&point| obstacle.distance(point)));
    let room = distances.fold(f32::INFINITY, f32::min) - solid.distance_to_obstacles();
    let touches = |&(low, high): &(Vec2, Vec2), (a, b): (Vec2, Vec2)| {
        let halfway = from_box(low, high, 0.5 * (a + b));
        let ends = from_box(low, high, a).min(from_box(low, high, b));
        halfway < solid.profile.radius - 0.5 * TOLERANCE && halfway < ends - 1e-3
    };
    let is_ledge = |&side: &(Vec2, Vec2)| ledges.iter().any(|ledge| touches(ledge, side));
    (room.abs() > 0.03).then(|| room > 0.0 && !sides.iter().any(is_ledge))
}

fn from_box(low: Vec2, high: Vec2, point: Vec2) -> f32 {
    (low - point).max(point - high).max(Vec2::ZERO).length()
}

/// The ends of all ledges between open tiles.
fn ledges(solid: &Solid) -> Vec<(Vec2, Vec2)> {
    let (map, is_open) = (solid.map, |tile: Cell| solid.closed(tile).is_none());
    let mut ledges = Vec::new();
    for tile in map.tiles.rect().cells().filter(|&tile| is_open(tile)) {
        let (low, high) = (map.lattice.corner(tile), map.lattice.corner(Cell::new(tile.x + 1, tile.y + 1)));
        let (right, below) = (Cell::new(tile.x + 1, tile.y), Cell::new(tile.x, tile.y + 1));
        for (beside, low) in [(right, Vec2::new(high.x, low.y)), (below, Vec2::new(low.x, high.y))] {
            ledges.extend((is_open(beside) && solid.is_ledge(tile, beside)).then_some((low, high)));
        }
    }
    ledges
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    /// Tiles, relief, obstacles, fields and links: after any edits all is as if it had been so from the first.
    #[test]
    fn edits_on_any_ground_come_to_a_fresh_start(seed: u64, (width, height) in (1..40u32, 1..30u32)) {
        let mut draw = Draw(seed);
        let mut map = draw.map(width, height);
        let profile = draw.profile();
        let mut grid = NavGrid::bake(&map, &profile);
        for _ in 0..6 {
            let (tiles, cells) = draw.edit(&mut map);
            tiles.into_iter().for_each(|tiles| grid.rebake(&map, tiles));
            cells.into_iter().for_each(|cells| grid.recost(&map, cells));
            is_like(&grid, &NavGrid::bake(&map, &profile))?;
        }
    }

    #[test]
    fn passable_is_what_nothing_touches(seed: u64) {
        let mut draw = Draw(seed);
        let (mut map, profile) = (draw.map(12, 9), draw.profile());
        map.bake.smallest_region = 0.0;
        let (grid, solid) = (NavGrid::bake(&map, &profile), Solid::new(&map, &profile));
        for cell in lattice_cells(&grid) {
            let (room, told) = (room_by_hand(&solid, grid.lattice().centre(cell)), grid.clearance(cell));
            if (room - profile.radius).abs() > 3e-4 {
                prop_assert_eq!(grid.is_passable(cell), room > profile.radius, "{:?}: {}", cell, room);
            }
            let most = room.max(0.0).min(grid.most_clearance());
            let step = grid.scale.step();
            let fine = told <= most + 2e-4 && told * told + step > most * most - 1e-3 * step;
            prop_assert!(fine, "{:?}: {} not {}", cell, told, most);
            prop_assert!(told >= profile.radius || !grid.is_passable(cell), "{:?}: {}", cell, told);
        }
    }

    #[test]
    fn edges_are_blocked_by_what_is_between(seed: u64) {
        let mut draw = Draw(seed);
        let (mut map, profile) = (draw.map(10, 8), draw.profile());
        map.bake.smallest_region = 0.0;
        let (grid, solid) = (NavGrid::bake(&map, &profile), Solid::new(&map, &profile));
        let (mut blocked, ledges) = (0, ledges(&solid));
        for cell in lattice_cells(&grid).filter(|&cell| grid.is_passable(cell)) {
            let ground = grid.ground()[grid.number(cell) as usize];
            for (way, step) in MOVES.iter().enumerate() {
                let to = step.from(cell);
                let is_way = ground.around >> way & 1 == 1;
                let (across, down) = (Cell::new(to.x, cell.y), Cell::new(cell.x, to.y));
                let sides = [(cell, across), (cell, down), (across, to), (down, to)];
                let sides = sides.map(|(a, b)| (grid.lattice().centre(a), grid.lattice().centre(b)));
                let expected = is_free(&solid, &square(&grid, cell, to), &ledges, &sides);
                match expected {
                    Some(free) => prop_assert_eq!(is_way, grid.is_passable(to) && free, "{:?} {:?}", cell, to),
                    None => prop_assert!(!is_way || grid.is_passable(to)),
                }
            }
            blocked += u32::from(ground.traits.is_near_blocked_edge());
            let alone = passable_exits(&grid, cell);
            prop_assert!(ground.traits.is_near_blocked_edge() || ground.around == alone, "{:?}", cell);
        }
        prop_assert_eq!(grid.near_blocked_edges, blocked);
    }
}

/// How far a point is from all that is in the way, obstacles less their margin; negative in what is closed.
fn room_by_hand(solid: &Solid, point: Vec2) -> f32 {
    let (map, size) = (solid.map, solid.map.lattice.tile_size);
    let closed = map.tiles.rect().grown(1).cells().filter(|&tile| solid.closed(tile).is_some());
    let closed = closed.map(|tile| (map.lattice.corner(tile), map.lattice.corner(tile) + Vec2::splat(size)));
    let room = closed.chain(ledges(solid)).map(|(low, high)| from_box(low, high, point)).fold(f32::INFINITY, f32::min);
    let probe = map.bake.probe_epsilon.map(|less| 0.5 * map.cells().tile_size - less - solid.profile.radius);
    let margin = map.bake.obstacle_epsilon.max(probe.unwrap_or(0.0));
    solid.obstacles().map(|(_, obstacle)| obstacle.distance(point) - margin).fold(room, f32::min)
}

/// Points all over the square between the middles of two neighbours.
fn square(grid: &NavGrid, from: Cell, to: Cell) -> Vec<Vec2> {
    let (low, high) = (grid.lattice().centre(from), grid.lattice().centre(to));
    let parts = |low: f32, high: f32| {
        if low == high { vec![low] } else { (0..=32).map(|part| low + (high - low) * part as f32 / 32.0).collect() }
    };
    let rows = parts(low.y, high.y);
    parts(low.x, high.x).into_iter().flat_map(|x| rows.iter().map(move |&y| Vec2::new(x, y))).collect()
}

fn passable_exits(grid: &NavGrid, cell: Cell) -> u8 {
    (0..8).filter(|&way| grid.is_passable(MOVES[way].from(cell))).fold(0, |bits, way| bits | 1 << way)
}

/// A map large enough for several threads comes to the same as its parts, each of which is baked by one.
#[test]
fn threads_make_no_difference() {
    let mut draw = Draw(7);
    let mut map = draw.map(300, 240);
    map.bake.cells_per_tile = 1;
    map.fields = crate::level::CostFields::default();
    let profile = AgentProfile::default();
    let mut meadow = map.clone();
    meadow.obstacles.clear();
    meadow.relief = None;
    meadow.tiles = Grid::filled(300, 240, TerrainId(0));
    let mut grid = NavGrid::bake(&meadow, &profile);
    for (x, y) in [(0, 0), (150, 0), (0, 120), (150, 120)] {
        grid.rebake(&map, Rect { min: Cell::new(x, y), max: Cell::new(x + 150, y + 120) });
    }
    is_like(&grid, &NavGrid::bake(&map, &profile)).unwrap();
}
