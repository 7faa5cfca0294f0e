//! Places of so many tiles that not all of them are goals: agents get in wherever a way leads in.

use footpath::agent::AgentState;
use footpath::grid::{Cell, Rect};
use footpath::level::{Level, Link, Obstacle, Order, Shape, Target, TerrainId};
use footpath::nav::PathStatus;
use footpath::sim::{Event, Simulation};
use glam::Vec2;

use crate::support::levels::{level, with_agent};
use crate::support::play::{settle, tell_all};

/// The tiles of the place.
const YARD: Rect = Rect { min: Cell::new(4, 4), max: Cell::new(74, 74) };
const WALL: TerrainId = TerrainId(1);

/// A place with walls upon the tiles at its edge, all but two on one side; the agent stands before these.
fn yard(cells_per_tile: u32, radius: f32) -> Level {
    let mut level = with_agent(level(&vec![".".repeat(78); 78], 1.0), 0, (1, 39));
    let within = Rect { min: Cell::new(5, 5), max: Cell::new(73, 73) };
    let gap = [Cell::new(4, 39), Cell::new(4, 40)];
    for tile in YARD.cells().filter(|&tile| !within.contains(tile) && !gap.contains(&tile)) {
        level.map.tiles[tile] = WALL;
    }
    level.places.insert("yard".to_owned(), YARD.cells().collect());
    level.map.bake.cells_per_tile = cells_per_tile;
    level.profiles[0].radius = radius;
    level
}

/// Puts a pole into the middle of a tile.
fn put_pole(level: &mut Level, tile: Cell) {
    let at = level.map.lattice.centre(tile);
    let shape = Shape::Circle(0.1);
    let pole = Obstacle { name: String::new(), at, shape, layer: 0, motion: None, standing_time: 0.0 };
    level.map.obstacles.push(pole);
}

/// Sends the agent to the place, and checks that it gets there.
fn check(level: Level, case: &str) {
    let mut simulation = Simulation::new(level, None);
    let mut events = simulation.step(&[tell_all(Order::MoveTo(Target::Place("yard".to_owned())))]);
    events.extend(settle(&mut simulation, 40));
    let agent = &simulation.agents()[0];
    let arrives = |event: &Event| matches!(event, Event::Arrived { status: PathStatus::Complete, .. });
    assert!(events.iter().any(arrives), "{case}: {events:?}");
    assert_eq!(agent.state(), AgentState::Arrived, "{case}");
    assert!(YARD.contains(simulation.map().lattice.tile_at(agent.position())), "{case}: {}", agent.position());
}

/// In the gap the body is on the line between the tiles, and comes to the middle of neither.
#[test]
fn a_wide_body_gets_in_through_a_gap() {
    for cells_per_tile in [3, 4] {
        check(yard(cells_per_tile, 0.8), &format!("{cells_per_tile} cells"));
    }
}

#[test]
fn a_body_gets_in_past_poles_in_the_middle_of_the_tiles() {
    for cells_per_tile in [3, 4] {
        let mut level = yard(cells_per_tile, 0.15);
        // Two tiles deep: the way to the first tile with a free middle is through others.
        Rect { min: Cell::new(4, 37), max: Cell::new(6, 43) }.cells().for_each(|tile| put_pole(&mut level, tile));
        check(level, &format!("{cells_per_tile} cells"));
    }
}

#[test]
fn a_link_leads_in_to_a_tile_whose_middle_is_blocked() {
    let mut level = yard(3, 0.15);
    YARD.cells().filter(|tile| tile.x == 4).for_each(|tile| level.map.tiles[tile] = WALL);
    let end = Cell::new(10, 40);
    put_pole(&mut level, end);
    let within = level.map.lattice.corner(end) + Vec2::splat(1.0 / 6.0);
    let link = Link::between(level.map.lattice.centre(Cell::new(2, 40)), within);
    level.map.links.push(link);
    check(level, "a link");
}
