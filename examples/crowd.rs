//! Forty agents through a gap in a wall, and forty the other way: `cargo run --example crowd`.

use std::error::Error;

use footpath::glam::vec2;
use footpath::level::{Level, Order, TileMap};
use footpath::sim::{Command, Selection, Simulation, TICKS_A_SECOND};

const HALL: [&str; 13] = [
    "########################################",
    "#..................##..................#",
    "#..................##..................#",
    "#..................##..................#",
    "#..................##..................#",
    "#......................................#",
    "#......................................#",
    "#......................................#",
    "#..................##..................#",
    "#..................##..................#",
    "#..................##..................#",
    "#..................##..................#",
    "########################################",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = Simulation::new(Level::on(TileMap::from_rows(&HALL)?), None);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for place in 0..40 {
        let (column, row) = ((place / 10) as f32, (place % 10) as f32);
        left.push(simulation.spawn("walker", vec2(2.5 + column, 1.5 + row))?);
        right.push(simulation.spawn("walker", vec2(37.5 - column, 1.5 + row))?);
    }
    simulation.apply(&[
        Command::Order(Selection::These(left), Order::MoveTo(vec2(36.5, 6.5).into())),
        Command::Order(Selection::These(right), Order::MoveTo(vec2(3.5, 6.5).into())),
    ]);
    while simulation.agents().iter().any(|agent| !agent.stands()) {
        if simulation.tick().is_multiple_of(240) {
            draw(&simulation);
        }
        simulation.step(&[]);
    }
    draw(&simulation);
    Ok(())
}

/// Prints the hall from above: `>` for those that came from the left, `<` for the others.
fn draw(simulation: &Simulation) {
    println!("after {:.1} s", simulation.tick() as f64 / TICKS_A_SECOND);
    let mut rows: Vec<Vec<char>> = HALL.iter().map(|row| row.chars().collect()).collect();
    for agent in simulation.agents() {
        let tile = simulation.map().lattice.tile_at(agent.position());
        rows[tile.y as usize][tile.x as usize] = if agent.id().0 % 2 == 0 { '>' } else { '<' };
    }
    rows.iter().for_each(|row| println!("{}", row.iter().collect::<String>()));
}
