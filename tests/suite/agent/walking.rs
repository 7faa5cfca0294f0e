//! Agents that walk: never off their way, never into a wall, never past their place.

use footpath::agent::{Agent, AgentState};
use footpath::grid::Cell;
use footpath::level::{Order, Target};
use footpath::profile::AgentProfile;
use footpath::segment::distance_to_segment;
use footpath::sim::{Command, Selection, Simulation};
use glam::Vec2;

use crate::support::levels::{level, with_agent};

/// A name, the rows, where an agent starts and where it goes.
type Way = (&'static str, &'static [&'static str], (i32, i32), (i32, i32));

/// One-tile corridors with turns, a zigzag, a U-turn, a straight and a diagonal way.
const WAYS: [Way; 5] = [
    ("straight", &["####################", "#..................#", "####################"], (1, 1), (18, 1)),
    (
        "turns",
        &["##########", "#....#####", "####.#####", "####.....#", "########.#", "########.#", "##########"],
        (1, 1),
        (8, 5),
    ),
    (
        "zigzag",
        &["#########", "#..######", "##..#####", "###..####", "####..###", "#####...#", "#########"],
        (1, 1),
        (7, 5),
    ),
    ("u-turns", &["#######", "#.....#", "#####.#", "#.....#", "#.#####", "#.....#", "#######"], (1, 1), (5, 5)),
    ("diagonal", &[".......", ".......", ".......", ".......", ".......", ".......", "......."], (0, 0), (6, 6)),
];

struct Walk {
    /// How far from its way it came, in world units.
    off: f32,
}

/// Walks an agent to its goal.
fn walk(name: &str, profile: &AgentProfile, rows: &[&str], from: (i32, i32), to: (i32, i32)) -> Walk {
    let mut level = with_agent(level(rows, 1.0), 0, from);
    level.profiles[0] = profile.clone();
    let about = format!("{name} mass {} speed {} acceleration {}", profile.mass, profile.speed, profile.acceleration);
    let mut simulation = Simulation::new(level, None);
    let start = simulation.agents()[0].position();
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(to.0, to.1))))]);
    let mut off: f32 = 0.0;
    let mut turns = [0.0_f32; 3];
    while simulation.agents()[0].state() == AgentState::Moving {
        assert!(simulation.tick() < 60 * 120, "{about}: still on its way");
        simulation.step(&[]);
        let agent = &simulation.agents()[0];
        off = off.max(distance_from_way(agent, start));
        turns = [turns[1], turns[2], agent.previous_heading().perp_dot(agent.heading())];
        let shakes =
            turns.iter().all(|turn| turn.abs() > 0.02) && turns[0] * turns[1] < 0.0 && turns[1] * turns[2] < 0.0;
        assert!(!shakes, "{about}: shakes at tick {}: {turns:?}", simulation.tick());
    }
    let agent = &simulation.agents()[0];
    assert_eq!(agent.state(), AgentState::Arrived, "{about}");
    assert!(agent.wall_penetration() <= 1e-3, "{about}: {} in a wall", agent.wall_penetration());
    assert_eq!(agent.position(), simulation.map().lattice.centre(Cell::new(to.0, to.1)), "{about}");
    let ratio = agent.walked() / agent.route().unwrap().length;
    assert!((0.85..1.1).contains(&ratio), "{about}: walked {ratio} of its way");
    Walk { off }
}

fn distance_from_way(agent: &Agent, start: Vec2) -> f32 {
    let waypoints = &agent.route().unwrap().waypoints;
    let ends = std::iter::once(&start).chain(waypoints);
    ends.zip(waypoints).map(|(a, b)| distance_to_segment(agent.position(), *a, *b)).fold(f32::INFINITY, f32::min)
}

#[test]
fn every_body_stays_on_its_way_and_arrives() {
    for mass in [1.0, 1.7, 3.0, 5.0, 10.0, 20.0] {
        for speed in [1.0, 2.0, 5.0, 10.0] {
            for acceleration in [8.0, 20.0, 40.0] {
                for (radius, acceptance_radius) in [(0.05, 0.01), (0.3, 0.01), (0.3, 0.25), (0.45, 2.0), (0.5, 0.25)] {
                    let walker = AgentProfile::default();
                    let profile = AgentProfile { radius, speed, mass, acceleration, acceptance_radius, ..walker };
                    for (name, rows, from, to) in WAYS {
                        let walk = walk(name, &profile, rows, from, to);
                        assert!(walk.off <= 0.12, "{name}, {profile:?}: {} off its way", walk.off);
                    }
                }
            }
        }
    }
}
