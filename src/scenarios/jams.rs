//! Crowds that meet where there is no room for all: in doors, corridors, dead ends and caves. Each is drawn from numbers
//! instead of read from a level, as some have thousands of agents.

use glam::{Vec2, vec2};

use super::{ArrivalCriterion, CrowdScenario, Dice, pedestrian};
use crate::agent::body::fits;
use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{AgentStart, Level, Order, Solid, Target, Terrain, TerrainId, TileMap, built_in};
use crate::method::{Algorithm, Method};
use crate::nav::{CornerRule, NavGrid, Reach};
use crate::profile::AgentProfile;

/// How close to its own place an agent counts as arrived, in world units.
const AT_PLACE: f32 = 0.5;
/// The side of a tile, in world units.
const TILE: f32 = 0.1;
/// The number that all of these worlds are drawn from.
const SEED: u64 = 2026;

/// The names of these scenarios.
pub const JAMS: &[&str] = &[
    "both-ways-0.9",
    "both-ways-0.9-300",
    "both-ways-1.5-300",
    "flow-2.4",
    "flow-3.0",
    "flow-3.6",
    "three-gates-500",
    "dead-end",
    "corridor-0.7",
    "many-masses",
    "head-on-8",
    "head-on-10",
    "caves-2000",
    "caves-10000",
];

/// The scenario of this name, one of [`JAMS`]; `None` for another name.
///
/// ```
/// let door = footpath::scenarios::jam("both-ways-0.9").unwrap();
/// assert_eq!((door.level.agents.len(), door.limit), (100, 180.0));
/// ```
pub fn jam(name: &str) -> Option<CrowdScenario> {
    let (level, limit) = match name {
        "both-ways-0.9" => (through_door(0.9, 50, &[-1.0, 1.0]), 180.0),
        "both-ways-0.9-300" => (through_door(0.9, 150, &[-1.0, 1.0]), 400.0),
        "both-ways-1.5-300" => (through_door(1.5, 150, &[-1.0, 1.0]), 240.0),
        "flow-2.4" => (through_door(2.4, 160, &[-1.0]), 120.0),
        "flow-3.0" => (through_door(3.0, 160, &[-1.0]), 120.0),
        "flow-3.6" => (through_door(3.6, 160, &[-1.0]), 120.0),
        "three-gates-500" => (three_gates(), 240.0),
        "dead-end" => (dead_end(), 180.0),
        "corridor-0.7" => (corridor(), 180.0),
        "many-masses" => (many_masses(), 120.0),
        "head-on-8" => (head_on(8.0), 30.0),
        "head-on-10" => (head_on(10.0), 30.0),
        "caves-2000" => (caves(2_000), 240.0),
        "caves-10000" => (caves(10_000), 60.0),
        _ => return None,
    };
    let scenario = CrowdScenario::of_level(name, level);
    Some(CrowdScenario {
        arrival: ArrivalCriterion::Near(AT_PLACE),
        limit,
        has_gate: name.starts_with("flow"),
        ..scenario
    })
}

/// An open field in the middle of the world, whose paths are searched at any angle.
struct JamField {
    lattice: Lattice,
    tiles: Grid<TerrainId>,
}

impl JamField {
    fn new(size: Vec2) -> JamField {
        let (width, height) = ((size.x / TILE).round() as u32, (size.y / TILE).round() as u32);
        let lattice = Lattice { origin: -0.5 * size, tile_size: TILE, width, height };
        JamField { lattice, tiles: Grid::filled(width, height, TerrainId(0)) }
    }

    /// Fills a rectangle with a terrain: 0 is ground, 1 is wall.
    fn fill(&mut self, low: Vec2, high: Vec2, terrain: u8) {
        let tile = |point: Vec2| ((point - self.lattice.origin) / TILE).round().as_ivec2();
        let (min, max) = (tile(low), tile(high));
        let rect = Rect { min: Cell::new(min.x, min.y), max: Cell::new(max.x, max.y) };
        rect.cells().for_each(|cell| self.tiles[cell] = TerrainId(terrain));
    }

    fn level(self) -> Level {
        let mut level = Level::on(TileMap::new(self.lattice, Terrain::built_in(), self.tiles));
        level.search = Method { algorithm: Algorithm::AnyAngle, ..Method::default() };
        level
    }
}

fn send(level: &mut Level, profile: usize, position: Vec2, goals: &[Vec2]) {
    let orders = goals.iter().map(|&goal| Order::MoveTo(Target::Point(goal))).collect();
    level.agents.push(AgentStart { orders, ..AgentStart::at(profile, position) });
}

fn add_profile(level: &mut Level, profile: AgentProfile) -> usize {
    level.profiles.push(profile);
    level.profiles.len() - 1
}

/// Numbers in a random order.
fn shuffled(count: usize, dice: &mut Dice) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for index in (1..count).rev() {
        numbers.swap(index, dice.between(0.0, index as f32 + 0.999) as usize);
    }
    numbers
}

/// Equally many from each of some sides (the left is -1, the right 1) through one door, each to a place of its own on
/// the other side.
fn through_door(width: f32, each: usize, sides: &[f32]) -> Level {
    let mut field = JamField::new(vec2(80.0, 30.0));
    field.fill(vec2(-0.3, -15.0), vec2(0.3, 15.0), 1);
    // The middle of the field is on the edge between two tiles, so that a door is as wide as its tiles.
    let tiles = (width / TILE).round();
    let low = -(tiles / 2.0).floor() * TILE;
    field.fill(vec2(-0.3, low), vec2(0.3, low + tiles * TILE), 0);
    let mut level = field.level();
    let profile = add_profile(&mut level, pedestrian());
    let mut dice = Dice::of(SEED);
    for &side in sides {
        let places = shuffled(each, &mut dice);
        for (index, place) in places.into_iter().enumerate() {
            let start = vec2(side * (1.75 + 0.9 * (index / 10) as f32), ((index % 10) as f32 - 4.5) * 0.9);
            let goal = vec2(-side * (14.0 + 1.5 * (place / 10) as f32), ((place % 10) as f32 - 4.5) * 1.5);
            send(&mut level, profile, start, &[goal]);
        }
    }
    level
}

/// Five hundred from the left to places of their own on the right, through gates among which they may choose.
fn three_gates() -> Level {
    let mut field = JamField::new(vec2(110.0, 50.0));
    field.fill(vec2(-0.3, -25.0), vec2(0.3, 25.0), 1);
    for (middle, width) in [(-15.0, 0.9), (0.0, 1.5), (15.0, 3.0)] {
        let low = ((middle - 0.5 * width) / TILE).round() * TILE;
        field.fill(vec2(-0.3, low), vec2(0.3, low + width), 0);
    }
    let mut level = field.level();
    let profile = add_profile(&mut level, pedestrian());
    let mut dice = Dice::of(SEED);
    for (index, place) in shuffled(500, &mut dice).into_iter().enumerate() {
        let row = |number: usize, gap: f32| ((number % 25) as f32 - 12.0) * gap;
        let start = vec2(-3.0 - 0.9 * (index / 25) as f32, row(index, 0.9));
        let goal = vec2(14.0 + 1.5 * (place / 25) as f32, row(place, 1.5));
        send(&mut level, profile, start, &[goal]);
    }
    level
}

/// Ten go into a dead end as wide as one and a half of them, each to a place of its own there, and out again. The order
/// of the places has nothing to do with the order in which they come.
fn dead_end() -> Level {
    let mut field = JamField::new(vec2(40.0, 20.0));
    field.fill(vec2(0.0, -10.0), vec2(20.0, 10.0), 1);
    field.fill(vec2(0.0, -0.4), vec2(10.0, 0.5), 0);
    let mut level = field.level();
    let profile = add_profile(&mut level, pedestrian());
    let mut dice = Dice::of(SEED);
    for (index, place) in shuffled(10, &mut dice).into_iter().enumerate() {
        let start = vec2(-4.0 - 1.2 * (index / 5) as f32, ((index % 5) as f32 - 2.0) * 1.2);
        let inside = vec2(9.5 - 0.9 * place as f32, 0.05);
        let outside = vec2(-14.0 - 1.2 * (place / 5) as f32, ((place % 5) as f32 - 2.0) * 1.2);
        send(&mut level, profile, start, &[inside, outside]);
    }
    level
}

/// Ten against ten through a corridor in which nobody can pass another.
fn corridor() -> Level {
    let mut field = JamField::new(vec2(60.0, 20.0));
    field.fill(vec2(-15.0, -10.0), vec2(15.0, 10.0), 1);
    field.fill(vec2(-15.0, -0.3), vec2(15.0, 0.4), 0);
    let mut level = field.level();
    let profile = add_profile(&mut level, pedestrian());
    let mut dice = Dice::of(SEED);
    for side in [-1.0, 1.0] {
        for (index, place) in shuffled(10, &mut dice).into_iter().enumerate() {
            let row = |number: usize| ((number % 5) as f32 - 2.0) * 1.2;
            let start = vec2(side * (17.0 + 1.2 * (index / 5) as f32), row(index));
            let goal = vec2(-side * (22.0 + 1.2 * (place / 5) as f32), row(place));
            send(&mut level, profile, start, &[goal]);
        }
    }
    level
}

/// Forty of masses from 1 to 20 and speeds from 1 to 10, from a circle to the opposite points, among boxes.
fn many_masses() -> Level {
    let mut field = JamField::new(vec2(60.0, 60.0));
    for (x, y) in [(-7.0, -3.0), (5.0, 6.0), (-2.0, 8.0), (8.0, -6.0), (-6.0, 5.0), (1.0, -8.0)] {
        field.fill(vec2(x, y), vec2(x + 2.0, y + 1.5), 1);
    }
    let mut level = field.level();
    let mut dice = Dice::of(SEED);
    for index in 0..40 {
        let speed = dice.between(1.0, 10.0);
        let mass = dice.between(1.0, 20.0);
        let profile = AgentProfile {
            name: format!("walker {index}"),
            mass,
            speed,
            max_speed: speed,
            acceleration: 40.0,
            ..pedestrian()
        };
        let profile = add_profile(&mut level, profile);
        let start = 20.0 * Vec2::from_angle(index as f32 / 40.0 * std::f32::consts::TAU);
        send(&mut level, profile, start, &[-start]);
    }
    level
}

/// Two alone that come towards each other at `speed` world units a second.
fn head_on(speed: f32) -> Level {
    let mut level = JamField::new(vec2(60.0, 20.0)).level();
    let fast = AgentProfile { speed, max_speed: speed, acceleration: 8.0 * speed, ..pedestrian() };
    let profile = add_profile(&mut level, fast);
    send(&mut level, profile, vec2(-20.0, 0.0), &[vec2(20.0, 0.0)]);
    send(&mut level, profile, vec2(20.0, 0.0), &[vec2(-20.0, 0.0)]);
    level
}

/// Agents scattered over the ground of the level "The great caves", each sent to a place of its own that it can reach.
fn caves(agents: usize) -> Level {
    // A test reads it.
    let text = built_in::named("great-caves").map_or("", |level| level.text);
    let Ok(mut level) = Level::parse("great-caves", text) else { return JamField::new(Vec2::splat(10.0)).level() };
    level.agents.clear();
    let walker = AgentProfile { speed: 5.0, max_speed: 6.0, acceleration: 40.0, ..pedestrian() };
    let solid = Solid::new(&level.map, &walker);
    let grid = NavGrid::bake(&level.map, &walker);
    let lattice = grid.lattice();
    let middle = lattice.tile_at(lattice.origin + 0.5 * lattice.tile_size * Vec2::splat(512.0));
    let Some(reach) = Reach::of(&grid, middle, CornerRule::Never) else { return level };
    let mut dice = Dice::of(SEED);
    let cells: Vec<Cell> =
        lattice.rect().cells().filter(|&cell| reach.contains(cell) && fits(&solid, lattice.centre(cell))).collect();
    let (starts, places) = (shuffled(cells.len(), &mut dice), shuffled(cells.len(), &mut dice));
    let trips: Vec<(Vec2, Vec2)> = starts
        .into_iter()
        .zip(places)
        .take(agents)
        .map(|(start, place)| (lattice.centre(cells[start]), lattice.centre(cells[place])))
        .collect();
    let profile = add_profile(&mut level, walker);
    for (start, place) in trips {
        send(&mut level, profile, start, &[place]);
    }
    level
}
