//! A game that moves agents by its own physics: an explosion throws a crowd, one agent is blown along by wind, and one is
//! carried off: `cargo run --example own_physics`.

use std::error::Error;

use footpath::agent::AgentId;
use footpath::glam::vec2;
use footpath::level::{Level, TileMap};
use footpath::sim::{Command, Simulation};

fn main() -> Result<(), Box<dyn Error>> {
    let square = TileMap::from_rows(&["...................."; 9])?;
    let mut simulation = Simulation::new(Level::on(square), None);
    let crowd: Vec<AgentId> =
        (0..5).map(|place| simulation.spawn("walker", vec2(4.5 + place as f32, 4.5))).collect::<Result<_, _>>()?;

    // The nearer to the middle of the explosion, the faster.
    let middle = vec2(6.5, 5.5);
    let thrown = |simulation: &Simulation, agent: AgentId| {
        let off = simulation.agent(agent)?.position() - middle;
        Some(Command::SetVelocity { agent, velocity: off.normalize_or_zero() * 12.0 / off.length().max(1.0) })
    };
    let mut commands: Vec<Command> = crowd.iter().filter_map(|&agent| thrown(&simulation, agent)).collect();
    for tick in 0..240 {
        if tick < 60 {
            commands.push(Command::Push { agent: crowd[4], by: vec2(0.05, 0.0) });
        }
        if tick == 120 {
            commands.push(Command::PutAgent { agent: crowd[0], to: vec2(18.5, 1.5) });
        }
        simulation.step(&commands);
        commands.clear();
        if tick % 30 == 0 {
            let at: Vec<String> = simulation.agents().iter().map(|agent| format!("{:.1}", agent.position())).collect();
            println!("tick {tick:3}: {}", at.join("  "));
        }
    }
    Ok(())
}
