//! How much memory an agent takes: what a simulation holds with all agents, less what it holds with ten of them on the
//! same ground, for each agent; when every agent has its path, and ten seconds later.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml --bin memory` measures 100,000 agents on an open field and
//! 20,000 in a town. It counts what was asked of the allocator and not given back, on one thread.

use std::alloc::System;

use footpath::agent::{Agent, AgentState};
use footpath::level::Level;
use footpath::scenarios::{open_field, town};
use footpath::sim::{EXPANSIONS_A_TICK, Simulation};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Ten seconds.
const TICKS: usize = 600;

/// The bytes that a simulation of a level holds when every agent has its path, and after [`TICKS`] more.
fn held(level: &Level) -> [f64; 2] {
    let region = Region::new(ALLOCATOR);
    let held = || {
        let change = region.change();
        change.bytes_allocated as f64 - change.bytes_deallocated as f64
    };
    let mut simulation = Simulation::new(level.clone(), Some(0));
    simulation.limit_expansions(u32::MAX);
    while simulation.tick() == 0 || simulation.agents().iter().any(|agent| agent.state() == AgentState::Waiting) {
        simulation.step(&[]);
    }
    simulation.limit_expansions(EXPANSIONS_A_TICK);
    let with_paths = held();
    (0..TICKS).for_each(|_| _ = simulation.step(&[]));
    [with_paths, held()]
}

fn main() {
    println!("the fields of an agent: {} bytes", size_of::<Agent>());
    for (name, level) in [("open-100000", open_field(100_000, 0)), ("town-20000", town(20_000, 0))] {
        let few = Level { agents: level.agents[..10].to_vec(), ..level.clone() };
        let agents = level.agents.len() - few.agents.len();
        let (all, few) = (held(&level), held(&few));
        let an_agent = |at: usize| (all[at] - few[at]) / agents as f64;
        println!("{name}: {:.0} bytes an agent with paths, {:.0} ten seconds later", an_agent(0), an_agent(1));
    }
}
