//! The ground: baking 1024 x 1024 tiles with heights and links, baking part of it again, and the cost per tick of
//! updating zones and wear under 1,000 walking agents.
//!
//! ```sh
//! cargo measure ground
//! ```
//!
//! Every line gives the median and the minimum of many runs: on a machine that is also busy with other things, the
//! minimum is more reliable.

use std::time::Instant;

use footpath::grid::{Cell, Grid, Rect};
use footpath::level::generate::{Generate, Kind, Patch, generate};
use footpath::level::{AgentStart, Extent, Level, Link, Relief, Surface, Terrain, TerrainId, TileMap, Wear};
use footpath::level::{Zone, ZoneKind};
use footpath::nav::NavGrid;
use footpath::nav::cache::BakedSet;
use footpath::nav::footprint::Sight;
use footpath::profile::AgentProfile;
use footpath::sim::{Command, Selection, Simulation};
use footpath_benches::{Sample, milliseconds};
use glam::vec2;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const SIDE: u32 = 1024;
const SEED: u64 = 7;
const AGENTS: usize = 1000;
/// How many ticks are measured, and how often: all beats of the costs of the ground are among them.
const TICKS: usize = 60;
const REPEATS: usize = 40;

fn main() {
    baking("plain tiles, one cost", plain(), &AgentProfile::default());
    baking("heights, jumps, drops, bridges", hilly(), &climber());
    sight();
    upkeep();
}

/// Prints the median and the minimum time of `run`, in milliseconds.
fn report(what: &str, times: Vec<f64>) {
    let times = Sample::of(times);
    println!("  {what:<44} {:9.3} ms median, {:.3} ms least", times.median(), times.percentile(0));
}

fn named(name: &str) -> TerrainId {
    let terrain = Terrain::built_in().iter().position(|terrain| terrain.name == name);
    TerrainId(terrain.expect("a built-in terrain") as u8)
}

fn plain() -> TileMap {
    map_of(&Generate::new(Kind::Open { density: 5 }, SIDE, SIDE, SEED))
}

fn map_of(wanted: &Generate) -> TileMap {
    TileMap::plain(generate(wanted))
}

/// Terraces of 64 x 64 tiles, each with a ramp on its west side, between caves and chasms; a bridge in each.
fn hilly() -> TileMap {
    let patches = vec![
        Patch { terrain: named("void"), share: 6, size: 6 },
        Patch { terrain: named("forest"), share: 20, size: 20 },
        Patch { terrain: named("road"), share: 10, size: 24 },
    ];
    let mut map =
        map_of(&Generate { patches, ..Generate::new(Kind::Caves { density: 42, rounds: 4 }, SIDE, SIDE, SEED) });
    let height_of = |cell: Cell| ((cell.x / 64 + cell.y / 64 * 3) % 4) as f32;
    let surfaces = map.tiles.rect().cells().map(|cell| {
        let west = height_of(Cell::new(cell.x - 1, cell.y));
        let is_ramp = cell.x % 64 < 4 && cell.x >= 64 && cell.y % 64 < 16;
        let rise = 0.25 * (height_of(cell) - height_of(Cell::new(cell.x / 64 * 64 - 1, cell.y)));
        match is_ramp {
            true => Surface {
                height: height_of(cell) - rise * (3.5 - (cell.x % 64) as f32),
                slope: vec2(rise, 0.0),
                ..Surface::FLAT
            },
            false => Surface { height: if cell.x < 0 { west } else { height_of(cell) }, ..Surface::FLAT },
        }
    });
    map.relief = Some(Relief { surfaces: Grid::from_rows(SIDE, SIDE, surfaces.collect()) });
    map.links = (0..256).map(|at| bridge((at % 16 * 64 + 20) as f32, (at / 16 * 64 + 30) as f32)).collect();
    map
}

fn bridge(x: f32, y: f32) -> Link {
    let (from, to) = (vec2(x, y), vec2(x + 12.0, y + 4.0));
    Link::between(from, to)
}

fn climber() -> AgentProfile {
    AgentProfile { jump_distance: 3.0, drop_height: 2.5, ..AgentProfile::default() }
}

fn baking(name: &str, mut map: TileMap, profile: &AgentProfile) {
    let bake = |_| {
        let begin = Instant::now();
        assert!(NavGrid::bake(&map, profile).bytes() > 0);
        milliseconds(begin)
    };
    let times = (0..15).map(bake).collect();
    let mut grid = NavGrid::bake(&map, profile);
    let per_cell = grid.bytes() as f64 / f64::from(SIDE) / f64::from(SIDE);
    println!("{name}, {SIDE} x {SIDE}, {} links, {per_cell:.2} bytes a cell", grid.links().count());
    report("whole bake", times);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut times = Vec::new();
    for edit in 0..200 {
        let mut place = || rng.random_range(0..SIDE as i32 - 16);
        let min = Cell::new(place(), place());
        let rect = Rect { min, max: Cell::new(min.x + 16, min.y + 16) };
        rect.cells().for_each(|cell| map.tiles[cell] = TerrainId((edit % 2) as u8));
        let begin = Instant::now();
        grid.rebake(&map, rect);
        times.push(milliseconds(begin));
    }
    report("edit of 16 x 16 tiles", times);
    cache(&map, profile);
}

/// Baked ground as bytes, and back.
fn cache(map: &TileMap, profile: &AgentProfile) {
    let profiles = std::slice::from_ref(profile);
    let bytes = BakedSet::bake(map, profiles).to_bytes(SEED);
    let load = |_| {
        let begin = Instant::now();
        let baked = BakedSet::read(&bytes, SEED, map, profiles).expect("it is what was written");
        assert!(baked.grid(map, profile).is_some());
        milliseconds(begin)
    };
    report(&format!("load from {:.1} MB", bytes.len() as f64 / 1e6), (0..15).map(load).collect());
}

fn sight() {
    let map = map_of(&Generate::new(Kind::Open { density: 10 }, 128, 128, SEED));
    for radius in [10.0, 40.0] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
        let mut look = |_| {
            let eye = Cell::new(rng.random_range(0..128), rng.random_range(0..128));
            let begin = Instant::now();
            assert!(Sight::of(&map, eye, radius).sees(eye));
            milliseconds(begin)
        };
        report(&format!("line of sight, a radius of {radius} cells"), (0..2000).map(&mut look).collect());
    }
}

/// A wide lawn with scattered rocks and 1,000 walking agents.
fn lawn(wears: bool, gazes: usize, minds: f32) -> Simulation {
    let mut map = map_of(&Generate::new(Kind::Open { density: 3 }, 256, 256, SEED));
    let wear = Wear { terrains: vec![TerrainId(0)], by_walking: 0.05, recovery: 0.5, worn_cost: 0.5 };
    let mut profiles = vec![AgentProfile::default(); 2];
    (profiles[0].danger, profiles[0].reward) = (minds, minds);
    let tiles: Vec<Cell> = map.tiles.rect().cells().filter(|tile| (tile.x + 2 * tile.y) % 65 == 1).collect();
    tiles.iter().for_each(|&tile| map.tiles[tile] = TerrainId(0));
    let start = |at: usize| AgentStart::at(usize::from(at == AGENTS), map.lattice.centre(tiles[at]));
    let gaze = |agent: usize| Zone {
        name: format!("gaze {agent}"),
        kind: ZoneKind::Danger,
        extent: Extent::Riding { agent: agent * 100, radius: 10.0, in_sight: true },
        strength: 5.0,
        falloff: 2.0,
        ..Zone::default()
    };
    let agents = (0..=AGENTS).map(start).collect();
    let zones = (0..gazes).map(gaze).collect();
    let level = Level { wear: wears.then_some(wear), profiles, agents, zones, ..Level::on(map) };
    let mut simulation = Simulation::new(level, Some(1));
    simulation.limit_expansions(u32::MAX);
    // The last agent, of the second profile, stands still and minds zones and wear, so the ground is kept up to date
    // for it.
    let all = (0..AGENTS as u32).map(footpath::agent::AgentId).collect();
    simulation.step(&[Command::Scatter(Selection::These(all))]);
    (0..300).for_each(|_| _ = simulation.step(&[]));
    simulation
}

/// The minimum time of each tick, over many runs of the same ticks.
fn ticks(simulation: &Simulation) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; TICKS];
    for _ in 0..REPEATS {
        let mut simulation = simulation.clone();
        for least in &mut least {
            let begin = Instant::now();
            simulation.step(&[]);
            *least = least.min(milliseconds(begin));
        }
    }
    least
}

fn upkeep() {
    println!("{AGENTS} agents that walk over 256 x 256 tiles, a tick; each the least of {REPEATS} runs");
    let plain = ticks(&lawn(false, 0, 0.0));
    report("neither zones nor wear", plain.clone());
    for (what, wears, gazes) in [("wear", true, 0), ("10 gazes of radius 10", false, 10), ("both", true, 10)] {
        let times = ticks(&lawn(wears, gazes, 0.0));
        let more: Vec<f64> = times.iter().zip(&plain).map(|(time, plain)| time - plain).collect();
        let (mean, most) = (more.iter().sum::<f64>() / TICKS as f64, more.iter().copied().fold(0.0, f64::max));
        println!("  {:<44} {mean:9.3} ms mean, {most:.3} ms in the longest tick", format!("more for {what}"));
    }
    let times = ticks(&lawn(true, 10, 1.0));
    report("both, and all look for ways round the gazes", times);
}
