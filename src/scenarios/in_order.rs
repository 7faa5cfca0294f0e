//! Crowds that come to their places only in an order that has to be found, as there is room for one at a time. Each agent has to
//! stand at its own place in the end.

use glam::{Vec2, vec2};

use super::{CrowdScenario, pedestrian};
use crate::level::{AgentStart, Level, Order, Target, TileMap};
use crate::profile::AgentProfile;

/// The names of these scenarios.
pub const IN_ORDER: &[&str] = &["niche-4", "dead-end-8", "full-room-58", "maze-60", "parked-6", "parked-6-porter"];

/// The scenario of this name, one of [`IN_ORDER`]; `None` for another name.
///
/// ```
/// let room = footpath::scenarios::in_order("full-room-58").unwrap();
/// assert_eq!((room.level.agents.len(), room.limit), (58, 120.0));
/// ```
pub fn in_order(name: &str) -> Option<CrowdScenario> {
    let (level, limit) = match name {
        "niche-4" => (niche(), 80.0),
        "dead-end-8" => (dead_end(), 80.0),
        "full-room-58" => (full_room(), 120.0),
        "maze-60" => (maze(), 400.0),
        "parked-6" => (parked(&pedestrian()), 60.0),
        "parked-6-porter" => (parked(&AgentProfile { radius: 0.35, mass: 8.0, ..pedestrian() }), 60.0),
        _ => return None,
    };
    Some(CrowdScenario { limit, ..CrowdScenario::of_level(name, level?) })
}

/// A level of these rows, in which only pedestrians walk. All rows below can be read: a test does.
fn rows(rows: &[&str]) -> Option<Level> {
    let mut level = Level::on(TileMap::from_rows(rows).ok()?);
    level.profiles = vec![pedestrian()];
    Some(level)
}

fn send(level: &mut Level, from: Vec2, to: Vec2) {
    let orders = vec![Order::MoveTo(Target::Point(to))];
    level.agents.push(AgentStart { orders, ..AgentStart::at(0, from) });
}

/// Two from each end of a closed corridor go to the places of the others; there is one niche, for one, in the middle.
fn niche() -> Option<Level> {
    let mut level = rows(&["#######.#######", "..............."])?;
    let places = [1.5, 2.5, 13.5, 12.5].map(|x| vec2(x, 1.5));
    (0..4).for_each(|number| send(&mut level, places[number], places[(number + 2) % 4]));
    Some(level)
}

/// Eight go into a dead end; those that come first have the outermost places.
fn dead_end() -> Option<Level> {
    let mut level = rows(&["....########", "....########", "............", "....########", "....########"])?;
    for number in 0..8_u8 {
        let from = vec2(2.5 - 1.2 * f32::from(number / 4), 0.7 + 1.2 * f32::from(number % 4));
        send(&mut level, from, vec2(4.8 + 0.85 * f32::from(number), 2.5));
    }
    Some(level)
}

/// A closed room with 64 places for one each, of which 58 are taken: everybody goes to the place of another.
fn full_room() -> Option<Level> {
    let mut level = rows(&["........"; 8])?;
    level.map.lattice.tile_size = 0.66;
    let place = |number: u16| 0.66 * vec2(f32::from(number % 8) + 0.5, f32::from(number / 8) + 0.5);
    (0..58).for_each(|number| send(&mut level, place(number), place((5 * number + 1) % 58)));
    Some(level)
}

/// A maze with loops, whose corridors are for one.
fn maze() -> Option<Level> {
    let text = r#"(version: 1, name: "Maze", generate: (kind: "braided", size: (31, 31), seed: 5))"#;
    let mut level = Level::parse("maze", text).ok()?;
    level.profiles = vec![pedestrian()];
    let crossing = |number: u32| vec2(1.5 + 2.0 * (number % 15) as f32, 1.5 + 2.0 * (number / 15) as f32);
    // Two orders of the 225 crossings.
    (0..60).for_each(|number| send(&mut level, crossing(number * 67 % 225), crossing((number * 94 + 7) % 225)));
    Some(level)
}

/// One goes through a corridor in which six without orders stand; they go back where they stood.
fn parked(walker: &AgentProfile) -> Option<Level> {
    let mut level = rows(&[
        "......##########......",
        "......##########......",
        "......................",
        "......##########......",
        "......##########......",
    ])?;
    level.profiles.push(walker.clone());
    send(&mut level, vec2(1.5, 2.5), vec2(20.5, 2.5));
    level.agents[0].profile = 1;
    level.agents.extend((0..6_u8).map(|number| AgentStart::at(0, vec2(8.5 + f32::from(number), 2.5))));
    Some(level)
}
