//! Places of so many tiles that not all of them are goals: agents get in wherever a way leads in.

use footpath::agent::{Agent, AgentState};
use footpath::grid::{Cell, Rect};
use footpath::level::{BakeSettings, Level, Link, Obstacle, Order, Shape, Target, TerrainId};
use footpath::nav::PathStatus;
use footpath::sim::{Command, Event, Simulation};
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
    let pole = Obstacle { name: String::new(), at, shape, layer: 0, motion: None, standing_time: 0.0, user: None };
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

/// Two agents beyond a wall without a gap: the first finds out where they can go, the other is told.
#[test]
fn agents_come_as_near_as_they_can_to_a_place_that_they_cannot_reach() {
    let mut level = with_agent(with_agent(level(&vec![".".repeat(78); 78], 1.0), 0, (1, 39)), 0, (1, 70));
    (0..78).for_each(|y| level.map.tiles[Cell::new(9, y)] = WALL);
    let yard = Rect { min: Cell::new(12, 4), max: Cell::new(78, 70) };
    level.places.insert("yard".to_owned(), yard.cells().collect());
    let mut simulation = Simulation::new(level, None);
    let go = || tell_all(Order::MoveTo(Target::Place("yard".to_owned())));
    let mut events = simulation.step(&[go()]);
    events.extend(settle(&mut simulation, 30));
    let arrives = |event: &&Event| matches!(event, Event::Arrived { status: PathStatus::Partial, .. });
    assert_eq!(events.iter().filter(arrives).count(), 2, "{events:?}");
    for agent in simulation.agents() {
        assert_eq!(agent.state(), AgentState::ArrivedNear, "agent {}", agent.id().0);
        let tile = simulation.map().lattice.tile_at(agent.position());
        assert!(tile.x == 8 && (4..70).contains(&tile.y), "{tile:?}");
    }
    // Now they stand as near as they can.
    let mut events = simulation.step(&[go()]);
    events.extend(settle(&mut simulation, 10));
    assert_eq!(events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count(), 2, "{events:?}");
    // A gap opens.
    let mut events = simulation.step(&[Command::Erase { tiles: vec![Cell::new(9, 5)] }]);
    events.extend(settle(&mut simulation, 40));
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived), "{events:?}");
    let is_in = |agent: &Agent| yard.contains(simulation.map().lattice.tile_at(agent.position()));
    assert!(simulation.agents().iter().any(is_in), "one at least has room within");
}

/// What was found out about the way to a place does not hold on ground that was baked anew.
#[test]
fn a_place_can_be_reached_once_the_ground_is_baked_without_what_was_in_the_way() {
    let mut level = with_agent(level(&vec![".".repeat(78); 78], 1.0), 0, (1, 39));
    for y in 0..78 {
        let at = level.map.lattice.centre(Cell::new(9, y));
        let shape = Shape::Circle(0.6);
        let name = String::new();
        level.map.obstacles.push(Obstacle { name, at, shape, layer: 0, motion: None, standing_time: 0.0, user: None });
    }
    let yard = Rect { min: Cell::new(12, 4), max: Cell::new(78, 70) };
    level.places.insert("yard".to_owned(), yard.cells().collect());
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[tell_all(Order::MoveTo(Target::Place("yard".to_owned())))]);
    settle(&mut simulation, 30);
    assert_eq!(simulation.agents()[0].state(), AgentState::ArrivedNear);
    let settings = BakeSettings { layers: 0, ..simulation.map().bake.clone() };
    let profile = Box::new(simulation.profiles()[0].clone());
    simulation.step(&[Command::Bake { settings, profile }]);
    settle(&mut simulation, 30);
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
}

/// The cells of a place are others then, its tiles are not.
#[test]
fn a_place_is_where_it_was_once_the_ground_is_baked_with_other_cells() {
    for cells_per_tile in [1, 2, 4] {
        let mut level = yard(if cells_per_tile == 1 { 2 } else { 1 }, 0.3);
        YARD.cells().for_each(|tile| level.map.tiles[tile] = TerrainId(0));
        let mut simulation = Simulation::new(level, None);
        let settings = BakeSettings { cells_per_tile, ..simulation.map().bake.clone() };
        let profile = Box::new(simulation.profiles()[0].clone());
        simulation.step(&[Command::Bake { settings, profile }]);
        simulation.step(&[tell_all(Order::MoveTo(Target::Place("yard".to_owned())))]);
        settle(&mut simulation, 40);
        let agent = &simulation.agents()[0];
        let tile = simulation.map().lattice.tile_at(agent.position());
        assert_eq!((agent.state(), tile), (AgentState::Arrived, Cell::new(4, 39)), "{cells_per_tile} cells a tile");
    }
}

/// The place is a checkerboard beyond a wall that takes long to be looked at; meanwhile the ground changes, and a copy is made.
#[test]
fn what_is_found_out_about_a_place_in_many_ticks_is_the_same_in_a_copy() {
    let mut level = with_agent(with_agent(level(&vec![".".repeat(150); 110], 1.0), 0, (1, 39)), 0, (5, 70));
    (0..110).for_each(|y| level.map.tiles[Cell::new(9, y)] = WALL);
    let beyond = Rect { min: Cell::new(12, 4), max: Cell::new(150, 110) };
    level.places.insert("yard".to_owned(), beyond.cells().filter(|tile| (tile.x + tile.y) % 2 == 0).collect());
    let mut simulation = Simulation::new(level, None);
    simulation.limit_expansions(1);
    simulation.step(&[tell_all(Order::MoveTo(Target::Place("yard".to_owned())))]);
    let seeks = |simulation: &Simulation| {
        simulation.agents().iter().filter(|agent| agent.state() == AgentState::Waiting).count()
    };
    let mut ticks = 0;
    let mut copy = None;
    while seeks(&simulation) > 0 {
        let wall = vec![Cell::new(100, ticks % 100)];
        let edit = match ticks % 40 {
            2 => vec![Command::Paint { terrain: "wall".to_owned(), tiles: wall }],
            _ => Vec::new(),
        };
        simulation.step(&edit);
        if let Some(copy) = &mut copy {
            Simulation::step(copy, &edit);
        } else if ticks == 1 {
            copy = Some(simulation.clone());
        }
        ticks += 1;
        assert!(ticks < 2000, "it comes to an end, whatever is built meanwhile");
    }
    assert!(ticks > 8, "{ticks} ticks");
    let mut copy = copy.unwrap();
    assert_eq!(copy.state_hash(), simulation.state_hash());
    settle(&mut simulation, 60);
    while copy.tick() < simulation.tick() {
        copy.step(&[]);
    }
    assert_eq!(copy.state_hash(), simulation.state_hash());
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::ArrivedNear));
}
