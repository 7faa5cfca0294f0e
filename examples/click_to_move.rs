//! A window of a game of its own: click, and the walker goes there: `cargo run --example click_to_move`.

use footpath::level::{Level, Order, TileMap};
use footpath::sim::{Command, Event, Selection, Simulation, TickClock};
use macroquad::prelude::*;

const YARD: [&str; 12] = [
    "################",
    "#......#.......#",
    "#......#...~~..#",
    "#..##..#..~~~..#",
    "#..##.....~~...#",
    "#......#.......#",
    "####.###...##..#",
    "#......#...##..#",
    "#..~~..#.......#",
    "#..~~......##..#",
    "#......#...##..#",
    "################",
];

/// Pixels of the screen to a world unit.
const SCALE: f32 = 50.0;

#[macroquad::main("Click to move")]
async fn main() {
    let map = TileMap::from_rows(&YARD).expect("its rows are equally long");
    let mut simulation = Simulation::new(Level::on(map), None);
    let walker = simulation.spawn("walker", vec2(2.5, 2.5)).expect("the walker fits there");
    let mut clock = TickClock::default();
    loop {
        let mut commands = Vec::new();
        if is_mouse_button_pressed(MouseButton::Left) {
            let point = Vec2::from(mouse_position()) / SCALE;
            commands.push(Command::Order(Selection::All, Order::MoveTo(point.into())));
        }
        // The simulation has ticks of one length, whatever the frames have. A very slow frame slows the game down.
        for event in simulation.advance(&commands, get_frame_time(), &mut clock) {
            if let Event::Arrived { status, .. } = event {
                println!("arrived: {status:?}");
            }
        }
        draw_ground(simulation.map());
        let agent = simulation.agent(walker).expect("it is never removed");
        let mut from = agent.position();
        for to in agent.active_route().into_iter().flat_map(|route| route.remaining()) {
            draw_line(from.x * SCALE, from.y * SCALE, to.x * SCALE, to.y * SCALE, 3.0, GOLD);
            from = to;
        }
        let at = agent.previous_position().lerp(agent.position(), clock.fraction()) * SCALE;
        draw_circle(at.x, at.y, simulation.profile_of(agent).radius * SCALE, MAROON);
        next_frame().await;
    }
}

fn draw_ground(map: &TileMap) {
    clear_background(BLACK);
    for tile in map.tiles.rect().cells() {
        let color = map.terrains[map.tiles[tile].0 as usize].color;
        let corner = map.lattice.corner(tile) * SCALE;
        draw_rectangle(corner.x, corner.y, SCALE, SCALE, Color::from_rgba(color.r, color.g, color.b, 255));
    }
}
