//! The longest tick in levels that are hard in one way each: whatever a level says, a tick has to stay within the 16 ms
//! of a frame, and what is left over goes on in the next one.
//!
//! `cargo measure limits` prints the median, the 99th percentile and the longest of the first 180 ticks of each level, and how
//! long it takes until the first one; words after `--` choose the levels whose names have one of them.

use footpath::grid::{Cell, Lattice};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{
    AgentStart, Extent, Level, Motion, Obstacle, Order, Shape, Target, Terrain, TerrainId, TileMap, Trigger, Whom,
    Zone, ZoneKind,
};
use footpath::nav::{Algorithm, NavGrid};
use footpath::profile::{AgentProfile, Flocking, Navigation, Rays};
use footpath::sim::Simulation;
use footpath_benches::{Sample, timed};
use glam::{Vec2, vec2};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Three seconds.
const TICKS: usize = 180;
const SEED: u64 = 3;
const WALL: TerrainId = TerrainId(1);
const MAZE: Kind = Kind::Maze { corridor: 1 };
const CAVES: Kind = Kind::Caves { density: 42, rounds: 4 };
const OPEN: Kind = Kind::Open { density: 5 };
const FIELD: Kind = Kind::Open { density: 0 };

/// What a level is made of; the rest is as in [`Wanted::default`].
struct Wanted {
    kind: Kind,
    side: u32,
    tile_size: f32,
    agents: usize,
    profile: AgentProfile,
    order: fn(&mut Ground) -> Order,
    zones: usize,
    /// So many zones with as many corners as a zone may have.
    polygons: usize,
    /// So many obstacles that move aside for those who come near.
    doors: usize,
    algorithm: Algorithm,
    /// Whether an index is wanted.
    index: bool,
    /// Whether a tile is part of the place, given whether a small body can stand on it.
    place: fn(Cell, bool) -> bool,
    /// Whether a wall leads from top to bottom through the middle, with the place on its right and all agents on its left.
    divided: bool,
    cells_per_tile: u32,
    /// Whether a pole stands in the middle of each tile of the place.
    poles: bool,
}

impl Default for Wanted {
    fn default() -> Wanted {
        let profile = AgentProfile { name: "hard".to_owned(), ..AgentProfile::default() };
        Wanted {
            kind: CAVES,
            side: 512,
            tile_size: 1.0,
            agents: 1000,
            profile,
            order: somewhere,
            zones: 0,
            polygons: 0,
            doors: 0,
            algorithm: Algorithm::Auto,
            index: false,
            place: |_, _| true,
            divided: false,
            cells_per_tile: 1,
            poles: false,
        }
    }
}

/// Where agents of a level can stand.
struct Ground {
    lattice: Lattice,
    cells: Vec<Cell>,
    rng: Xoshiro256PlusPlus,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, wanted) in levels() {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            measure(name, wanted);
        }
    }
}

fn levels() -> Vec<(&'static str, Wanted)> {
    let profile = || Wanted::default().profile;
    let fast = || AgentProfile { speed: 20.0, max_speed: 20.0, mass: 100.0, radius: 0.05, ..profile() };
    let shy = || AgentProfile { avoidance_radius: Some(16.0), ..profile() };
    let rays = Rays { whiskers: 5, look_ahead: 1000.0, ..Rays::default() };
    let by_rays = || AgentProfile { navigation: Navigation::Rays, rays, ..profile() };
    let flocking = Flocking { separation: 1.0, alignment: 1.0, cohesion: 1.0, evasion: 1.0 };
    let flock = AgentProfile { flocking, sight_range: 1000.0, sight_angle: 360.0, ..by_rays() };
    let base = Wanted::default;
    vec![
        ("orders in a maze", Wanted { kind: MAZE, side: 511, ..base() }),
        ("orders in caves", base()),
        ("orders on open ground", Wanted { kind: OPEN, side: 2048, ..base() }),
        ("wandering in a maze", Wanted { kind: MAZE, side: 1023, order: wander, ..base() }),
        ("following in a maze", Wanted { kind: MAZE, side: 1023, order: follow, ..base() }),
        ("following in caves", Wanted { side: 1023, order: follow, ..base() }),
        ("following on open ground", Wanted { kind: OPEN, side: 1023, order: follow, ..base() }),
        ("to a place of a million tiles", Wanted { kind: OPEN, side: 1100, order: to_the_place, ..base() }),
        ("to a ragged place", Wanted { kind: OPEN, order: to_the_place, place: ragged, ..base() }),
        ("to a ragged place, small cells", {
            Wanted { kind: OPEN, order: to_the_place, place: ragged, cells_per_tile: 4, ..base() }
        }),
        ("to the floor of caves", Wanted { order: to_the_place, place: |_, is_floor| is_floor, ..base() }),
        ("to the rock of caves", Wanted { order: to_the_place, place: |_, is_floor| !is_floor, ..base() }),
        ("to a place of 4,096 poles", {
            Wanted { kind: OPEN, order: to_the_place, place: corner, poles: true, cells_per_tile: 4, ..base() }
        }),
        ("to a place beyond a wall", Wanted { kind: OPEN, order: to_the_place, divided: true, ..base() }),
        ("to a ragged place beyond a wall", {
            Wanted { kind: OPEN, order: to_the_place, divided: true, place: ragged, cells_per_tile: 4, ..base() }
        }),
        ("long rays, thirty", Wanted { kind: OPEN, agents: 30, profile: by_rays(), ..base() }),
        ("long rays", Wanted { kind: OPEN, profile: by_rays(), ..base() }),
        ("a flock that sees all", Wanted { kind: OPEN, side: 128, profile: flock, order: wander, ..base() }),
        ("wide avoidance", Wanted { kind: OPEN, side: 128, profile: shy(), ..base() }),
        ("wide avoidance, crowded", Wanted { kind: OPEN, side: 40, profile: shy(), ..base() }),
        ("bodies of radius 8", {
            let large = AgentProfile { radius: 8.0, ..profile() };
            Wanted { kind: FIELD, side: 1000, agents: 800, profile: large, ..base() }
        }),
        ("fast on small tiles, caves", Wanted { tile_size: 0.1, profile: fast(), ..base() }),
        ("fast on small tiles, open ground", Wanted { kind: OPEN, tile_size: 0.1, profile: fast(), ..base() }),
        ("200 zones", Wanted { kind: OPEN, side: 1000, zones: 200, ..base() }),
        ("1,000 zones of 256 corners", Wanted { kind: FIELD, side: 1024, polygons: 1000, order: wander, ..base() }),
        ("10,000 doors", Wanted { kind: FIELD, side: 1024, doors: 10_000, order: wander, ..base() }),
        ("10,000 doors, crowded", Wanted { kind: FIELD, side: 128, doors: 10_000, order: wander, ..base() }),
        ("any-angle, small cells", {
            let algorithm = Algorithm::AnyAngle;
            Wanted { side: 1024, cells_per_tile: 4, algorithm, order: wander, ..base() }
        }),
        ("an index, small cells", {
            let algorithm = Algorithm::Subgoal;
            Wanted { kind: OPEN, side: 1024, cells_per_tile: 4, algorithm, index: true, order: wander, ..base() }
        }),
    ]
}

fn measure(name: &str, wanted: Wanted) {
    let level = level(wanted);
    let (mut simulation, made) = timed(|| {
        let simulation = Simulation::new(level, None);
        // The ground is baked when the first agent asks for it; the game bakes it while it loads the level.
        simulation.nav_grid(simulation.level().profiles.len() - 1);
        simulation
    });
    let times: Vec<f64> = (0..TICKS).map(|_| timed(|| simulation.step(&[]).len()).1).collect();
    let first = times[0];
    let times = Sample::of(times);
    let (median, most, longest) = (times.median(), times.percentile(99), times.percentile(100));
    println!(
        "{name:<34} median {median:6.2} ms, 99 % {most:6.2} ms, longest {longest:6.2} ms, first {first:6.2} ms, made in {made:7.1} ms"
    );
}

fn level(wanted: Wanted) -> Level {
    let Wanted { kind, side, tile_size, agents, profile, order, place, divided, cells_per_tile, poles, .. } = wanted;
    let mut tiles = generate(&Generate { islands: false, ..Generate::new(kind, side, side, SEED) });
    let lattice = Lattice { origin: Vec2::ZERO, tile_size, width: side, height: side };
    let middle = side as i32 / 2;
    if divided {
        (0..side as i32).for_each(|y| tiles[Cell::new(middle, y)] = WALL);
    }
    let mut map = TileMap::new(lattice, Terrain::built_in(), tiles);
    let nav = NavGrid::bake(&map, &profile);
    map.bake.cells_per_tile = cells_per_tile;
    let cells = lattice.rect().cells().filter(|&cell| nav.is_passable(cell) && !(divided && cell.x > middle)).collect();
    let mut ground = Ground { lattice, cells, rng: Xoshiro256PlusPlus::seed_from_u64(SEED) };
    let mut level = Level::on(map);
    let inner = lattice.rect().grown(-(side as i32 / 50)).cells();
    let is_place = |cell: &Cell| place(*cell, nav.is_passable(*cell)) && !(divided && cell.x < middle);
    let tiles: Vec<Cell> = inner.filter(is_place).collect();
    for &tile in tiles.iter().filter(|_| poles) {
        let (at, shape) = (lattice.centre(tile), Shape::Circle(0.05));
        let pole = Obstacle { name: String::new(), at, shape, layer: 0, motion: None, standing_time: 0.0, user: None };
        level.map.obstacles.push(pole);
    }
    level.places.insert("place".to_owned(), tiles);
    let apart = (2.0 * profile.radius / tile_size).ceil() as i32;
    let mut stands: Vec<Cell> =
        ground.cells.iter().copied().filter(|cell| cell.x % apart == 0 && cell.y % apart == 0).collect();
    level.profiles.push(profile);
    for _ in 0..agents {
        let at = stands.swap_remove(ground.rng.random_range(0..stands.len()));
        let orders = vec![order(&mut ground)];
        let profile = level.profiles.len() - 1;
        level.agents.push(AgentStart { orders, ..AgentStart::at(profile, lattice.centre(at)) });
    }
    level.search.algorithm = wanted.algorithm;
    level.map.bake.index = wanted.index;
    for number in 0..wanted.zones {
        let at = lattice.centre(ground.cell());
        let extent = Extent::Circle { at, radius: ground.rng.random_range(1.0..10_000.0) };
        let name = format!("zone {number}");
        level.zones.push(Zone { name, kind: ZoneKind::Danger, extent, strength: 5.0, falloff: 3.0, ..Zone::default() });
    }
    for number in 0..wanted.polygons {
        let middle = lattice.centre(ground.cell());
        let corner = |corner: u8| {
            let angle = f32::from(corner) / 256.0 * std::f32::consts::TAU;
            middle + Vec2::from_angle(angle) * (90.0 + 25.0 * (30.0 * angle).sin())
        };
        let extent = Extent::Polygon((0..=255).map(corner).collect());
        let name = format!("polygon {number}");
        level.zones.push(Zone {
            name,
            kind: ZoneKind::Danger,
            extent,
            strength: 5.0,
            falloff: 10_000.0,
            ..Zone::default()
        });
    }
    for _ in 0..wanted.doors {
        let (at, shape) = (lattice.centre(ground.cell()), Shape::Circle(0.3));
        let motion =
            Motion { to: vec![at + vec2(2.0, 0.0)], speed: 1.0, trigger: Trigger::Near(2.0), ..Motion::default() };
        let (name, motion) = (String::new(), Some(motion));
        level.map.obstacles.push(Obstacle { name, at, shape, layer: 0, motion, standing_time: 0.0, user: None });
    }
    level
}

impl Ground {
    /// Any of the cells.
    fn cell(&mut self) -> Cell {
        self.cells[self.rng.random_range(0..self.cells.len())]
    }
}

fn somewhere(ground: &mut Ground) -> Order {
    let goal = ground.cell();
    Order::MoveTo(Target::Point(ground.lattice.centre(goal)))
}

fn wander(_: &mut Ground) -> Order {
    Order::Wander(1000.0)
}

/// All follow the first, which cannot follow itself and stands.
fn follow(_: &mut Ground) -> Order {
    Order::Follow { agent: Whom::Agent(0), distance: 1.0, on_sight: false }
}

/// As many tiles as are listed.
fn corner(cell: Cell, _: bool) -> bool {
    (10..74).contains(&cell.x) && (10..74).contains(&cell.y)
}

/// A checkerboard.
fn ragged(cell: Cell, _: bool) -> bool {
    (cell.x + cell.y) % 2 == 0
}

fn to_the_place(_: &mut Ground) -> Order {
    Order::MoveTo(Target::Place("place".to_owned()))
}
