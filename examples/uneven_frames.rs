//! A game with frames of its own length, fast and slow ones: `cargo run --example uneven_frames`.

use std::error::Error;

use footpath::glam::vec2;
use footpath::level::{Level, Order, TileMap};
use footpath::sim::{Command, Selection, Simulation, TickClock};

fn main() -> Result<(), Box<dyn Error>> {
    let street = TileMap::from_rows(&["............"])?;
    let mut simulation = Simulation::new(Level::on(street), None);
    let walker = simulation.spawn("walker", vec2(0.5, 0.5))?;
    let mut commands = vec![Command::Order(Selection::All, Order::MoveTo(vec2(11.5, 0.5).into()))];
    let mut clock = TickClock::default();
    for frame in 0..120 {
        // As the game's own clock would say it; every tenth frame is a slow one.
        let seconds = if frame % 10 == 9 { 0.07 } else { 1.0 / 144.0 };
        simulation.advance(&commands, seconds, &mut clock);
        commands.clear();

        // What moves is drawn where it is between the last two ticks.
        let agent = simulation.agent(walker).ok_or("nobody removed it")?;
        let at = agent.previous_position().lerp(agent.position(), clock.fraction());
        if frame % 6 == 0 {
            println!(
                "frame {frame:3}, tick {:3}: {}@ {:.2}",
                simulation.tick(),
                " ".repeat((4.0 * at.x) as usize),
                at.x
            );
        }
    }
    Ok(())
}
