//! How long a tick takes with 30 and with 1,000 agents on the move, on the level of 128 x 128 tiles.
//!
//! `cargo measure ticks` first prints median, mean, 99th percentile and worst of 1,200 ticks in which all agents
//! are sent to random places every 10 seconds, path searches included; then criterion measures ticks in which all
//! agents walk and none searches.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use footpath::agent::{Agent, AgentState};
use footpath::level::{Level, Target};
use footpath::sim::{Command, Selection, Simulation};
use footpath_benches::{Sample, timed};

const WIDE_LAND: &str = include_str!("../levels/wide-land.ron");

/// A simulation with `count` agents of the first four profiles, all over the map.
fn crowd(count: usize) -> Simulation {
    let mut level = Level::parse("wide-land.ron", WIDE_LAND).expect("a level that is shipped is valid");
    level.agents.clear();
    let mut simulation = Simulation::new(level, Some(1));
    let profiles = ["walker", "runner", "porter", "ox"];
    let cells: Vec<_> = simulation.map().tiles.rect().cells().collect();
    for cell in cells.iter().filter(|cell| (cell.x + 2 * cell.y) % 5 == 0) {
        let at = Target::Tile(*cell);
        let profile = profiles[simulation.agents().len() % profiles.len()].to_owned();
        simulation.step(&[Command::Spawn { profile, at }]);
        if simulation.agents().len() == count {
            return simulation;
        }
    }
    panic!("the level has no room for {count} agents")
}

/// Sends all agents somewhere and waits until all have a path.
fn on_the_move(count: usize) -> Simulation {
    let mut simulation = crowd(count);
    simulation.step(&[Command::Scatter(Selection::All)]);
    while simulation.agents().iter().any(|agent: &Agent| agent.state() == AgentState::Waiting) {
        simulation.step(&[]);
    }
    simulation
}

fn print_distribution(count: usize) {
    let mut simulation = crowd(count);
    let mut micros: Vec<f64> = Vec::new();
    for tick in 0..1200 {
        let commands = (tick % 600 == 0).then_some(Command::Scatter(Selection::All));
        micros.push(1e3 * timed(|| simulation.step(commands.as_slice()).len()).1);
    }
    let micros = Sample::of(micros);
    let mean = micros.mean();
    println!(
        "{count} agents, searches included: median {:.1} us, mean {mean:.1} us, p99 {:.1} us, worst {:.1} us a tick",
        micros.median(),
        micros.percentile(99),
        micros.percentile(100)
    );
}

fn ticks(criterion: &mut Criterion) {
    for count in [30, 1000] {
        print_distribution(count);
        let simulation = on_the_move(count);
        criterion.bench_function(&format!("60 ticks, {count} agents walking"), |bencher| {
            let walk = |mut simulation: Simulation| {
                for _ in 0..60 {
                    simulation.step(&[]);
                }
                simulation
            };
            bencher.iter_batched(|| simulation.clone(), walk, BatchSize::LargeInput);
        });
    }
}

criterion_group!(benches, ticks);
criterion_main!(benches);
