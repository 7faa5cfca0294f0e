//! How long a tick takes when thousands walk over an open field, one for every four square units, each to a place of its
//! own: all of it, from steering to the pushing apart of who overlaps, after the searches are done.
//!
//! `cargo bench --bench crowd` prints the quickest and the median of 240 ticks, on one thread and on all; a number behind
//! `--` takes the place of 10,000 and 50,000 agents.

use std::time::Instant;

use footpath::agent::{Agent, AgentState};
use footpath::grid::{Grid, Lattice};
use footpath::level::{AgentStart, Level, Order, Target, Terrain, TerrainId, TileMap};
use footpath::nav::{Algorithm, Method};
use footpath::profile::AgentProfile;
use footpath::sim::Simulation;
use glam::{Vec2, vec2};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The distance between neighbours, in world units.
const SPACING: f32 = 2.0;

/// An open field with so many agents on it, or a few more.
fn field(count: usize) -> Level {
    let side = (count as f32).sqrt().ceil() as u32;
    let size = 2 * side;
    let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: size, height: size };
    let mut level = Level::on(TileMap::new(lattice, Terrain::built_in(), Grid::filled(size, size, TerrainId(0))));
    level.search = Method { algorithm: Algorithm::AnyAngle, ..level.search };
    let walker = level.profiles[0].clone();
    level.profiles =
        vec![AgentProfile { radius: 0.3, speed: 1.5, max_speed: 2.0, acceleration: 8.0, mass: 1.0, ..walker }];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut point = |low: Vec2, high: Vec2| vec2(rng.random_range(low.x..high.x), rng.random_range(low.y..high.y));
    for index in 0..side * side {
        let middle = SPACING * (vec2((index % side) as f32, (index / side) as f32) + 0.5);
        let position = point(middle - 0.6, middle + 0.6);
        let goal = point(Vec2::ONE, Vec2::splat(size as f32 - 1.0));
        let orders = vec![Order::MoveTo(Target::Point(goal))];
        level.agents.push(AgentStart { name: String::new(), profile: 0, position, orders, search: None });
    }
    level
}

/// Everybody on the move.
fn on_the_move(count: usize) -> Simulation {
    let mut simulation = Simulation::new(field(count), None);
    simulation.limit_expansions(u32::MAX);
    while simulation.agents().iter().any(|agent: &Agent| agent.state == AgentState::Waiting) {
        simulation.step(&[]);
    }
    simulation
}

fn measure(mut simulation: Simulation) -> (f64, f64) {
    let mut times: Vec<f64> = (0..240)
        .map(|_| {
            let begin = Instant::now();
            simulation.step(&[]);
            begin.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[times.len() / 2])
}

/// Does something on one thread.
#[cfg(feature = "parallel")]
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
    pool.install(work)
}

/// Does something.
#[cfg(not(feature = "parallel"))]
fn alone<T>(work: impl FnOnce() -> T) -> T {
    work()
}

fn main() {
    let given: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    for count in if given.is_empty() { vec![10_000, 50_000] } else { given } {
        let simulation = on_the_move(count);
        let one = simulation.clone();
        let (quickest, median) = alone(|| measure(one));
        println!("open-{count}, one thread: quickest {quickest:.2} ms, median {median:.2} ms a tick");
        if cfg!(feature = "parallel") {
            let (quickest, median) = measure(simulation);
            println!("open-{count}, all threads: quickest {quickest:.2} ms, median {median:.2} ms a tick");
        }
    }
}
