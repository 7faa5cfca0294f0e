//! Random levels of every kind that the format knows, all of them valid.

use footpath::grid::{Cell, Grid, Lattice};
use footpath::level::generate;
use footpath::level::generate::{Generate, Kind, Patch};
use footpath::level::{
    AgentStart, Area, BakeSettings, Extent, Level, Link, Obstacle, Order, Relief, Shape, Solid, Surface, Switch,
    Target, Terrain, TerrainId, TileMap, Wear, Zone, ZoneKind,
};
use footpath::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method};
use footpath::profile::{AgentProfile, AreaFilter, AreaId, Color};
use glam::vec2;
use proptest::prelude::*;

use crate::support::random_agents;

/// A valid level with terrains, profiles, places and agents of its own.
pub fn level() -> impl Strategy<Value = Level> {
    let name = "[a-z'\"\\\\éß~][a-z ]{0,8}";
    let color = any::<[u8; 3]>().prop_map(|[r, g, b]| Color { r, g, b });
    let terrain = (name, any::<bool>(), 0.1f32..=100.0, color.clone(), any::<[u8; 2]>());
    let profile = (name, 0.05f32..=0.4, 0.1f32..=50.0, 0.5f32..=100.0, color);
    let size = (1..24usize, 1..16usize);
    let tables = (prop::collection::vec(terrain, 0..6), prop::collection::vec(profile, 0..4));
    let lattice = (0.8f32..=64.0, -10_000.0f32..=10_000.0, -10_000.0f32..=10_000.0);
    let texts = (name, "\\PC{0,40}|a\nb\t\"\\\\", any::<u64>());
    let draws = prop::collection::vec(any::<[u8; 4]>(), 24 * 16);
    let ground = (method(), prop::option::weighted(0.3, kind()), prop::collection::vec(any::<u8>(), 500));
    (size, tables, lattice, texts, draws, ground).prop_map(|(size, tables, lattice, texts, draws, ground)| {
        let (search, kind, bytes) = ground;
        let mut bytes = Bytes::new(bytes);
        let ((width, height), (terrains, profiles), (tile_size, x, y), (name, about, seed)) =
            (size, tables, lattice, texts);
        let (all_areas, all_terrains) = kinds_of_ground(terrains, &mut bytes);
        let mut all_profiles = AgentProfile::built_in();
        (all_profiles[1].speed, all_profiles[1].max_speed) = (7.25, 7.25);
        for (name, radius, speed, mass, color) in profiles {
            if all_profiles.iter().all(|profile| profile.name != name) {
                let profile = AgentProfile { name, radius, speed, mass, color, ..all_profiles[0].clone() };
                all_profiles.push(walking(profile, all_areas.len(), &mut bytes));
            }
        }
        let count = all_terrains.len();
        let tiles =
            draws[..width * height].iter().map(|[terrain, ..]| TerrainId((*terrain as usize % count) as u8)).collect();
        let lattice = Lattice { origin: vec2(x, y), tile_size, width: width as u32, height: height as u32 };
        let mut tiles = Grid::from_rows(width as u32, height as u32, tiles);
        let generate = kind.map(|kind| {
            let patch = |&[terrain, share, size, _]: &[u8; 4]| Patch {
                terrain: TerrainId((terrain as usize % count) as u8),
                share: u32::from(share % 101),
                size: u32::from(size) + 2,
            };
            let patches = draws[..width % 3].iter().map(patch).collect();
            let plain = Generate::new(kind, width as u32, height as u32, seed / 3);
            Generate { islands: seed % 2 == 0, patches, ..plain }
        });
        if let Some(generate) = &generate {
            tiles = generate::generate(generate);
        }
        let relief = relief(&lattice, &all_terrains, &tiles, generate.is_some(), &draws, &mut bytes);
        let map = TileMap { areas: all_areas, relief, ..TileMap::new(lattice, all_terrains, tiles) };
        let mut level = Level { name, about, seed, search, generate, profiles: all_profiles, ..Level::on(map) };
        lay_out(&mut level, &mut bytes);
        random_agents::enliven(&mut level, &mut bytes);
        furnish(&mut level, &draws);
        random_agents::tell(&mut level, &mut bytes);
        zone(&mut level, &mut bytes);
        level
    })
}

/// Bytes to decide by, none left being zero.
pub struct Bytes(std::vec::IntoIter<u8>);

impl Bytes {
    /// Draws from these; when they are used up, zeros.
    pub fn new(bytes: Vec<u8>) -> Bytes {
        Bytes(bytes.into_iter())
    }

    fn next(&mut self) -> u8 {
        self.0.next().unwrap_or(0)
    }

    /// A number less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count
    }

    /// A number with many digits, from 0 to `most`.
    pub fn number(&mut self, most: f32) -> f32 {
        f32::from(u16::from_be_bytes([self.next(), self.next()])) / 65_535.0 * most
    }
}

type TerrainDraw = (String, bool, f32, Color, [u8; 2]);

/// Areas and terrains: own ones, shared ones, changed ones, in one order or another.
fn kinds_of_ground(draws: Vec<TerrainDraw>, bytes: &mut Bytes) -> (Vec<Area>, Vec<Terrain>) {
    let (mut areas, mut terrains) = (Area::built_in(), Terrain::built_in());
    areas[0].cost = 0.5 + bytes.below(2) as f32;
    areas[4].cost = 1.0 + bytes.number(9.0);
    let extra = Area { name: "Extra".to_owned(), cost: 7.5 };
    let (extra_first, extra_last) = (bytes.below(3) == 0, bytes.below(3) == 0);
    areas.extend(extra_first.then_some(extra));
    for (name, walkable, cost, color, [share, looks]) in draws {
        if terrains.iter().any(|terrain| terrain.name == name) || areas.iter().any(|area| area.name == name) {
            continue;
        }
        let area = match (walkable, share % 3) {
            (false, _) => AreaId::NOT_WALKABLE,
            (true, 0) => [AreaId::WALKABLE, AreaId::JUMP, AreaId(areas.len() as u8 - 1)][share as usize / 3 % 3],
            (true, _) => {
                areas.push(Area { name: name.clone(), cost });
                AreaId(areas.len() as u8 - 1)
            }
        };
        let (jumpable, opaque) = (looks % 2 == 0, looks % 3 == 0);
        terrains.push(Terrain { name, walkable, cost, color, area, jumpable, opaque });
    }
    areas.extend(extra_last.then(|| Area { name: "Extra, last".to_owned(), cost: 0.25 }));
    if bytes.below(4) == 0 {
        terrains[9].walkable = true;
        terrains[9].area = AreaId::WALKABLE;
    }
    for terrain in terrains.iter_mut().filter(|terrain| terrain.walkable) {
        terrain.cost = areas[terrain.area.0 as usize].cost;
    }
    (areas, terrains)
}

fn walking(profile: AgentProfile, areas: usize, bytes: &mut Bytes) -> AgentProfile {
    let mut filter = AreaFilter::default();
    for area in (0..areas as u8).map(AreaId).filter(|&area| area != AreaId::NOT_WALKABLE) {
        match bytes.below(9) {
            0 => filter.mask &= !(1 << area.0),
            1 => filter.costs.push((area, 0.1 + bytes.number(99.0))),
            _ => {}
        }
    }
    AgentProfile {
        height: 0.5 + bytes.number(3.0),
        step_height: bytes.number(2.0),
        max_slope: bytes.number(89.0),
        jump_distance: bytes.number(4.0),
        drop_height: bytes.number(4.0),
        climb_cost: bytes.number(2.0),
        danger: bytes.number(2.0),
        reward: bytes.number(2.0),
        areas: filter,
        ..profile
    }
}

/// No relief, a simple one, one that is a picture, or one that none can tell; pictures only where that is asked for.
fn relief(
    lattice: &Lattice,
    terrains: &[Terrain],
    tiles: &Grid<TerrainId>,
    only_pictures: bool,
    draws: &[[u8; 4]],
    bytes: &mut Bytes,
) -> Option<Relief> {
    let mode = bytes.below(5);
    let (unit, room) = (0.01 + bytes.number(3.0), 0.05 + bytes.number(3.0));
    let surface = |&[a, b, c, d]: &[u8; 4]| {
        let digit = |number: u8| f32::from(number % 36);
        let (height, ceiling) = match mode {
            0 => (0.0, f32::INFINITY),
            1 if !only_pictures => ([0.0, 1.5, -0.75][a as usize % 3], [1.8, f32::INFINITY][c as usize % 2]),
            2 if !only_pictures => (f32::from(b) / 7.0 - 10.0, f32::from(c) / 9.0),
            _ => (digit(b) * unit, if d % 4 == 0 { digit(c) * room } else { f32::INFINITY }),
        };
        let sloping = mode == 2 && !only_pictures && d % 5 == 0;
        let slope = if sloping { vec2(f32::from(a % 3), f32::from(b % 3) / 3.0) } else { vec2(0.0, 0.0) };
        Surface { height, slope, ceiling }
    };
    let (width, height) = (tiles.width(), tiles.height());
    let surfaces = draws[..(width * height) as usize].iter().map(surface).collect();
    let mut surfaces = Grid::from_rows(width, height, surfaces);
    if mode > 0 && !only_pictures {
        let is_ground = |tile: Cell| tiles.get(tile).is_some_and(|id| terrains[id.0 as usize].walkable);
        for _ in 0..3 {
            lay_ramp(lattice, &mut surfaces, is_ground, bytes);
        }
    }
    let is_flat = surfaces.values().iter().all(|surface| *surface == Surface::FLAT);
    (!is_flat).then_some(Relief { surfaces })
}

/// Makes a ramp of some tiles, where both their ends are ground.
fn lay_ramp(lattice: &Lattice, surfaces: &mut Grid<Surface>, is_ground: impl Fn(Cell) -> bool, bytes: &mut Bytes) {
    let (x, y) = (bytes.below(surfaces.width() as usize) as i32, bytes.below(surfaces.height() as usize) as i32);
    let (length, across) = (1 + bytes.below(4) as i32, bytes.below(2) == 0);
    let at = |by: i32| if across { Cell::new(x + by, y) } else { Cell::new(x, y + by) };
    if !is_ground(at(0)) || !is_ground(at(length + 1)) {
        return;
    }
    let (before, behind) = (surfaces[at(0)].height, surfaces[at(length + 1)].height);
    let steepness = (behind - before) / (length as f32 * lattice.tile_size);
    for by in 0..length {
        let surface = &mut surfaces[at(by + 1)];
        surface.height = before + (behind - before) * ((by as f32 + 0.5) / length as f32);
        surface.slope = if across { vec2(steepness, 0.0) } else { vec2(0.0, steepness) };
    }
}

/// Gives a level layers, obstacles, links, switches, wear, and settings.
fn lay_out(level: &mut Level, bytes: &mut Bytes) {
    let (map, search) = (&mut level.map, bytes.below(2));
    level.repath_interval = (search == 0).then(|| 0.5 + bytes.number(9.0));
    map.layers.extend((0..bytes.below(4)).map(|layer| format!("layer {layer}")));
    let tiles: Vec<Cell> = map.tiles.rect().cells().collect();
    for number in 0..bytes.below(4) {
        let at = map.lattice.centre(tiles[bytes.below(tiles.len())]) + vec2(bytes.number(0.3), 0.0);
        let along = footpath::angle::direction(bytes.number(720.0) - 360.0);
        let shape = match number % 2 {
            0 => Shape::Box { half: vec2(0.05 + bytes.number(2.0), 0.3), along },
            _ => Shape::Circle(0.1 + bytes.number(2.0)),
        };
        let name = if number == 2 { String::new() } else { format!("thing {number}") };
        map.obstacles.push(Obstacle {
            name,
            at,
            shape,
            layer: bytes.below(map.layers.len()) as u8,
            motion: None,
            standing_time: 0.5,
        });
    }
    let ground: Vec<Cell> = tiles.iter().copied().filter(|&tile| map.is_walkable(tile)).collect();
    for number in 0..if ground.len() < 2 { 0 } else { bytes.below(4) } {
        let (from, step) = (bytes.below(ground.len()), 1 + bytes.below(ground.len() - 1));
        let to = map.lattice.centre(ground[(from + step) % ground.len()]) + vec2(0.1 * number as f32, 0.0);
        let area = [AreaId::JUMP, AreaId::WALKABLE, AreaId(5)][bytes.below(3)];
        let cost = (bytes.below(2) == 0).then(|| 0.1 + bytes.number(9.0));
        let (both_ways, active, name) = (bytes.below(2) == 0, bytes.below(2) == 0, format!("way {}", number / 2));
        map.links.push(Link {
            name,
            cost,
            both_ways,
            active,
            area,
            ..Link::between(map.lattice.centre(ground[from]), to)
        });
        level.switches.push(Switch { tile: ground[bytes.below(ground.len())], turns: format!("way {}", number / 2) });
    }
    if bytes.below(2) == 0 {
        let layers = bytes.below(1 << map.layers.len()) as u32;
        let (smallest_region, obstacle_epsilon) = (bytes.number(9.0), bytes.number(1.0));
        let cells_per_tile = 1 + bytes.below(4) as u32;
        map.bake = BakeSettings { cells_per_tile, smallest_region, obstacle_epsilon, layers };
    }
    let walked = (0..map.terrains.len()).filter(|&terrain| map.terrains[terrain].walkable && bytes.below(3) == 0);
    let terrains: Vec<TerrainId> = walked.map(|terrain| TerrainId(terrain as u8)).collect();
    let (by_walking, recovery, worn_cost) = (0.01 + bytes.number(0.9), bytes.number(60.0), 0.1 + bytes.number(9.0));
    level.wear = (!terrains.is_empty()).then_some(Wear { terrains, by_walking, recovery, worn_cost });
}

/// Gives a level zones.
fn zone(level: &mut Level, bytes: &mut Bytes) {
    let lattice = &level.map.lattice;
    let named = level.agents.iter().position(|agent| !agent.name.is_empty());
    for number in 0..bytes.below(4) {
        let middle = lattice.origin + 0.5 * lattice.size();
        let radius = 0.2 + bytes.number(9.0);
        let extent = match (number, named) {
            (0, Some(agent)) => Extent::Riding { agent, radius, in_sight: bytes.below(2) == 0 },
            (1, _) => Extent::Polygon(vec![middle, middle + vec2(radius, 0.5), lattice.origin]),
            _ => Extent::Circle { at: middle, radius },
        };
        let kind = [ZoneKind::Danger, ZoneKind::Reward][bytes.below(2)];
        let (strength, falloff) = (bytes.number(99.0), bytes.number(2.0) * bytes.below(2) as f32);
        level.zones.push(Zone { name: format!("zone {number}"), kind, extent, strength, falloff });
    }
}

/// Whether a small body in the middle of a tile touches nothing.
fn is_free(level: &Level, profile: usize, tile: Cell) -> bool {
    let solid = Solid::new(&level.map, &level.profiles[profile]);
    let near = |obstacle: &Obstacle| obstacle.distance(level.map.lattice.centre(tile)) < 0.5;
    solid.closed(tile).is_none() && !solid.obstacles().any(|(_, obstacle)| near(obstacle))
}

fn method() -> impl Strategy<Value = Method> {
    let algorithm = prop::sample::select(Algorithm::ALL);
    let heuristic = prop::sample::select(Heuristic::ALL);
    let weight =
        prop_oneof![Just(2.0), Just(f64::INFINITY), (0..=10_000u32).prop_map(|tenths| f64::from(tenths) / 10.0)];
    let connectivity = prop::sample::select(Connectivity::ALL);
    let corners = prop::sample::select(CornerRule::ALL);
    let diagonal = prop::sample::select(DiagonalCost::ALL);
    (algorithm, heuristic, weight, connectivity, corners, diagonal, 1..=u32::MAX, any::<bool>()).prop_map(
        |(algorithm, heuristic, weight, connectivity, corners, diagonal, expansion_limit, smooth)| Method {
            algorithm,
            heuristic,
            weight,
            connectivity,
            corners,
            diagonal,
            expansion_limit,
            smooth,
        },
    )
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        (0..=90u32).prop_map(|density| Kind::Open { density }),
        (1..=64u32).prop_map(|corridor| Kind::Maze { corridor }),
        (1..=64u32, 0..=100u32).prop_map(|(corridor, braid)| Kind::Braided { corridor, braid }),
        (1..=64u32, prop::option::of(0..=100u32)).prop_map(|(corridor, vertical)| Kind::Divided { corridor, vertical }),
        (1..=64u32).prop_map(|corridor| Kind::Stairs { corridor }),
        (2..=1024u32, 1..=16u32).prop_map(|(size, doors)| Kind::Rooms { size, doors }),
        (0..=90u32, 0..=16u32).prop_map(|(density, rounds)| Kind::Caves { density, rounds }),
    ]
}

/// Gives a level places and agents, by random bytes for each tile.
fn furnish(level: &mut Level, draws: &[[u8; 4]]) {
    let cells: Vec<Cell> = level.map.tiles.rect().cells().collect();
    for (&cell, &[_, place, ..]) in cells.iter().zip(draws) {
        if place < 40 {
            level.places.entry(format!("place {}", place % 5)).or_default().push(cell);
        }
        if place == 7 {
            level.places.entry("another of the same tiles".to_owned()).or_default().push(cell);
        }
    }
    for (&cell, &[_, place, agent, order]) in cells.iter().zip(draws) {
        // Small bodies near the middles of tiles of their own touch nothing.
        let profile = agent as usize % level.profiles.len();
        let small = level.profiles[profile].radius < 0.39;
        if agent < 60 && small && is_free(level, profile, cell) {
            let aside = if agent % 2 == 0 { vec2(0.0, 0.0) } else { vec2(0.004, -0.003) };
            let target = match order % 4 {
                0 => None,
                1 => Some(Target::Tile(cells[order as usize % cells.len()])),
                2 => Some(Target::Point(level.map.lattice.centre(cell) + vec2(0.01, 0.02))),
                _ => level.places.keys().nth(place as usize % 5).cloned().map(Target::Place),
            };
            let position = level.map.lattice.centre(cell) + aside;
            let search = (place % 3 == 0).then(|| Method {
                smooth: order % 2 == 0,
                algorithm: Algorithm::ALL[place as usize % Algorithm::ALL.len()],
                ..level.search
            });
            let name = if order % 3 == 0 { format!("agent {}", level.agents.len()) } else { String::new() };
            level.agents.push(AgentStart {
                name,
                heading: if place % 2 == 0 { AgentStart::HEADING } else { f32::from(order) - 112.5 },
                orders: target.map(Order::MoveTo).into_iter().collect(),
                search,
                ..AgentStart::at(profile, position)
            });
        }
    }
}
