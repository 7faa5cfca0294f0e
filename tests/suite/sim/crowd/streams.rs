//! A stream of walkers in a ring: it never turns round, and with a headway it is as fast as people are.

use footpath::angle::direction;
use footpath::level::{AgentStart, Course, Level, Order, PatrolPath, PatrolPoint, Target};
use footpath::nav::Algorithm;
use footpath::profile::AgentProfile;
use footpath::sim::Simulation;
use glam::{Vec2, vec2};

use crate::support::levels::level;

/// The middle of the ring, in world units.
const MIDDLE: Vec2 = vec2(14.0, 14.0);

/// The inner and the outer radius of the ring, in world units.
const RING: (f32, f32) = (10.5, 13.5);

/// How fast people walk where nobody is in their way, in metres a second.
const FREE_SPEED: f32 = 1.34;

/// A ring 3 wide in which all go round to the left, as many a square unit as `density` says.
fn ring(density: f32, headway: f32) -> Simulation {
    let (tile, tiles) = (0.2, 140);
    let is_ring = |point: Vec2| (RING.0..RING.1).contains(&point.distance(MIDDLE));
    let letter = |x: u32, y: u32| if is_ring((vec2(x as f32, y as f32) + 0.5) * tile) { '.' } else { '#' };
    let rows: Vec<String> = (0..tiles).map(|y| (0..tiles).map(|x| letter(x, y)).collect()).collect();
    let mut level = level(&rows, tile);
    level.search.algorithm = Algorithm::AnyAngle;
    let person = AgentProfile {
        radius: 0.23,
        speed: FREE_SPEED,
        max_speed: 1.78,
        acceleration: 8.0,
        mass: 1.0,
        ..AgentProfile::default()
    };
    level.profiles = vec![AgentProfile { headway, ..person }];
    add_people(&mut level, density);
    Simulation::new(level, Some(1))
}

/// Six beside each other in each row across the ring; who is left out of the rows is left out evenly.
fn add_people(level: &mut Level, density: f32) {
    let points = 12;
    let on_path = |number: usize| MIDDLE + 12.0 * direction(360.0 / points as f32 * number as f32);
    let people = (density * std::f32::consts::PI * (RING.1 * RING.1 - RING.0 * RING.0)) as usize;
    let (rows, files) = (120, 5);
    for person in 0..people {
        let place = person * rows * files / people;
        let degrees = 360.0 / rows as f32 * (place / files) as f32;
        let position = MIDDLE + (11.0 + 0.5 * (place % files) as f32) * direction(degrees);
        let next = (degrees / 360.0 * points as f32) as usize + 1;
        let orders = vec![Order::Patrol(format!("from {}", next % points))];
        level.agents.push(AgentStart { orders, ..AgentStart::at(0, position) });
    }
    for first in 0..points {
        let point = |number: usize| PatrolPoint::Target(Target::Point(on_path(first + number)));
        let points = (0..points).map(point).collect();
        let name = format!("from {first}");
        level.paths.push(PatrolPath {
            name,
            points,
            acceptance_radius: Some(1.5),
            wait: 0.0,
            course: Course::Loop,
            user: Default::default(),
        });
    }
}

/// How fast the stream goes round in the next tick, on average, in world units a second.
fn step(simulation: &mut Simulation) -> f32 {
    let before: Vec<Vec2> = simulation.agents().iter().map(|agent| agent.position()).collect();
    simulation.step(&[]);
    let round = |(from, to): (&Vec2, Vec2)| (to - *from).dot((*from - MIDDLE).perp().normalize()) * 60.0;
    let after = simulation.agents().iter().map(|agent| agent.position());
    before.iter().zip(after).map(round).sum::<f32>() / before.len() as f32
}

/// Each had a place of its own at the next point of its path, and many of these lay behind it.
#[test]
fn a_dense_stream_never_turns_round() {
    let mut simulation = ring(2.5, 0.0);
    (0..120).for_each(|_| _ = step(&mut simulation));
    for tick in 0..60 * 6 {
        let speed = step(&mut simulation);
        assert!(speed > 0.3, "after {tick} ticks: {speed}");
    }
}

/// How fast people walk by how many they are, in Weidmann's summary of many counts: "Transporttechnik der Fussgänger", ETH
/// Zürich, 1993.
fn weidmann(density: f32) -> f32 {
    FREE_SPEED * (1.0 - (-1.913 * (1.0 / density - 1.0 / 5.4)).exp())
}

#[test]
fn with_a_headway_a_stream_is_as_fast_as_people_are() {
    for density in [0.5, 1.0, 2.0] {
        let mut simulation = ring(density, 0.4);
        (0..60 * 6).for_each(|_| _ = step(&mut simulation));
        let speed = (0..60 * 6).map(|_| step(&mut simulation)).sum::<f32>() / 360.0;
        let people = weidmann(density);
        assert!((speed / people - 1.0).abs() < 0.15, "{density} a square unit: {speed}, people {people}");
    }
}
