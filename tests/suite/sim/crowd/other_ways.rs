//! Agents that choose another way than through a queue.

use footpath::agent::AgentState;
use footpath::grid::Cell;
use footpath::level::{AgentStart, Level, Order, Target};
use footpath::profile::AgentProfile;
use footpath::sim::{Command, Simulation};
use glam::{Vec2, vec2};

use crate::support::levels::level;

/// Two rooms with a wall between them in column 12 that has doors for one in some rows.
fn rooms(doors: &[usize], ways: &[(Vec2, Vec2)]) -> Simulation {
    let row = |row: usize| match row {
        0 | 18 => "#".repeat(25),
        _ if doors.contains(&row) => format!("#{}#", ".".repeat(23)),
        _ => format!("#{}#{}#", ".".repeat(11), ".".repeat(11)),
    };
    let rows: Vec<String> = (0..19).map(row).collect();
    let mut level: Level = level(&rows, 1.0);
    level.profiles = vec![AgentProfile { speed: 1.5, max_speed: 2.0, acceleration: 8.0, ..AgentProfile::default() }];
    for &(from, to) in ways {
        level.agents.push(AgentStart { orders: vec![Order::MoveTo(Target::Point(to))], ..AgentStart::at(0, from) });
    }
    Simulation::new(level, Some(3))
}

/// Sixty places near the upper door on the left, and those opposite them on the right.
fn sixty() -> Vec<(Vec2, Vec2)> {
    let from = |index: usize| vec2(1.5 + 0.85 * (index / 5) as f32, 1.5 + 1.5 * (index % 5) as f32);
    (0..60).map(from).map(|from| (from, vec2(25.0 - from.x, from.y))).collect()
}

/// How many have gone through the upper and the lower door once all have arrived, and after how many seconds that was.
fn walk(simulation: &mut Simulation, commands: &[(u64, Command)]) -> (usize, usize, f32) {
    let (mut upper, mut lower) = (0, 0);
    for tick in 0..60 * 120 {
        let before: Vec<Vec2> = simulation.agents().iter().map(|agent| agent.position()).collect();
        let due: Vec<Command> =
            commands.iter().filter(|(at, _)| *at == tick).map(|(_, command)| command.clone()).collect();
        simulation.step(&due);
        for (agent, before) in simulation.agents().iter().zip(before) {
            if before.x < 12.5 && agent.position().x >= 12.5 {
                *(if agent.position().y < 9.0 { &mut upper } else { &mut lower }) += 1;
            }
        }
        if simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived) {
            return (upper, lower, tick as f32 / 60.0);
        }
    }
    panic!("not all have arrived: {upper} went through the upper door and {lower} through the lower one");
}

#[test]
fn the_queue_counts_in_the_choice_of_a_door() {
    let (upper, lower, together) = walk(&mut rooms(&[4, 14], &sixty()), &[]);
    assert!(lower >= 10 && upper > lower, "{upper} through the near door, {lower} through the far one");
    let (_, _, one_door) = walk(&mut rooms(&[4], &sixty()), &[]);
    assert!(together < 0.85 * one_door, "{together} s with two doors, {one_door} s with one");
}

#[test]
fn where_nobody_queues_the_near_door_is_taken() {
    assert_eq!(walk(&mut rooms(&[4, 14], &sixty()[..3]), &[]).1, 0);
}

/// Where all must go through the same door nobody searches for another one.
#[test]
fn nobody_looks_for_a_way_that_is_not_there() {
    let mut simulation = rooms(&[4], &sixty());
    walk(&mut simulation, &[]);
    // A few lose their line in the press and search again.
    assert!(simulation.searches() < 2 * 60, "{}", simulation.searches());
}

/// The copy of the ground without a door follows the ground: a door that is walled up is no other way.
#[test]
fn a_door_that_was_walled_up_is_no_other_way() {
    let mut simulation = rooms(&[4, 14], &sixty());
    let paint = Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(12, 14)] };
    // By then some have looked, and nobody is at the lower door yet.
    let (upper, lower, _) = walk(&mut simulation, &[(150, paint)]);
    assert_eq!((upper, lower), (60, 0));
}
