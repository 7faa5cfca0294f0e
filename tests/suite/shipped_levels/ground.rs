//! The levels about the ground, played: the tutorials' procedures, and what each of the others shows.

use footpath::agent::AgentState;
use footpath::grid::Cell;
use footpath::level::{Closed, Order, Target};
use footpath::nav::{Method, PathStatus};
use footpath::profile::AgentProfile;
use footpath::sim::{Command, Event, Selection, Simulation, Unreachable};

use crate::support::levels::open;
use crate::support::play::{settle, walking_algorithms};

/// Sends one agent to a place and returns its state when it stands.
fn send(simulation: &mut Simulation, agent: usize, place: &str) -> AgentState {
    let id = simulation.agents()[agent].id();
    simulation.step(&[Command::Order(Selection::These(vec![id]), Order::MoveTo(Target::Place(place.to_owned())))]);
    settle(simulation, 180);
    simulation.agents()[agent].state()
}

/// Bakes again with another profile of the first agent.
fn bake(simulation: &mut Simulation, change: impl Fn(&mut AgentProfile)) {
    let mut profile = simulation.profile_of(&simulation.agents()[0]).clone();
    change(&mut profile);
    let settings = simulation.map().bake.clone();
    let events = simulation.step(&[Command::Bake { settings, profile: Box::new(profile) }]);
    assert!(events.contains(&Event::Baked), "{events:?}");
}

#[test]
fn slope_45() {
    let mut simulation = open("tutorial/slope-45");
    settle(&mut simulation, 180);
    let walker = &simulation.agents()[0];
    assert_eq!(walker.state(), AgentState::ArrivedNear, "50 degrees are too steep for 45");
    let why = simulation.why_unreachable(walker);
    assert!(matches!(why, Some(Unreachable::Way(Closed::Slope(slope))) if slope.round() == 50.0), "{why:?}");
    bake(&mut simulation, |walker| walker.max_slope = 51.0);
    assert_eq!(send(&mut simulation, 0, "lookout"), AgentState::Arrived);
    assert_eq!(simulation.agents()[0].height(), 6.0);
    assert_eq!(send(&mut simulation, 1, "lookout"), AgentState::ArrivedNear, "the runner was not changed");
    bake(&mut simulation, |walker| walker.max_slope = 45.0);
    simulation.step(&[Command::Restart]);
    bake(&mut simulation, |walker| walker.step_height = 0.6);
    assert_eq!(send(&mut simulation, 0, "lookout"), AgentState::Arrived, "by the stairs");
}

#[test]
fn links() {
    let mut simulation = open("tutorial/links");
    settle(&mut simulation, 180);
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived, "2 units are jumped over");
    assert_eq!(send(&mut simulation, 0, "east"), AgentState::ArrivedNear, "4 are not");
    assert_eq!(send(&mut simulation, 1, "middle"), AgentState::ArrivedNear, "the walker does not jump");
    bake(&mut simulation, |jumper| jumper.jump_distance = 5.0);
    assert_eq!(send(&mut simulation, 0, "east"), AgentState::Arrived);
    assert_eq!(send(&mut simulation, 0, "west"), AgentState::Arrived, "jumps lead both ways");
    bake(&mut simulation, |jumper| jumper.jump_distance = 2.0);
    assert_eq!(send(&mut simulation, 0, "east"), AgentState::ArrivedNear);
    let events = simulation.step(&[Command::Switch { link: "rope".to_owned(), on: true }]);
    assert!(events.contains(&Event::Switched { link: "rope".to_owned(), on: true }), "{events:?}");
    assert_eq!(send(&mut simulation, 0, "east"), AgentState::Arrived, "by the rope");
    assert_eq!(send(&mut simulation, 0, "west"), AgentState::ArrivedNear, "it leads one way");
}

/// The cost override is part of what the way costs: three times the length of the rope.
#[test]
fn a_rope_costs_what_its_author_says() {
    let mut simulation = open("tutorial/links");
    simulation.step(&[Command::Switch { link: "rope".to_owned(), on: true }]);
    let rope = simulation.nav_grid(simulation.agents()[0].profile()).links().find(|link| link.to == Cell::new(27, 5));
    let cost = rope.expect("the rope is there").cost as f64 / footpath::nav::moves::TILE_COST as f64;
    assert!((cost - 15.0).abs() < 1e-5, "{cost}");
}

#[test]
fn nav_areas() {
    let mut simulation = open("tutorial/nav-areas");
    let (tank, monk) = (0, 1);
    for place in ["terrace", "tower", "isle", "shed", "chapel"] {
        assert_eq!(send(&mut simulation, tank, place), AgentState::ArrivedNear, "the tank cannot come to the {place}");
    }
    assert_eq!(send(&mut simulation, monk, "chapel"), AgentState::Arrived);
    assert_eq!(send(&mut simulation, monk, "shed"), AgentState::Arrived, "the monk is shorter");
    assert_eq!(send(&mut simulation, monk, "terrace"), AgentState::ArrivedNear, "and steps no higher");
}

#[test]
fn danger_and_reward() {
    let mut simulation = open("tutorial/danger-and-reward");
    let (villager, hunter, collector) = (0, 1, 2);
    let fire = simulation.zones()[0].clone();
    let distance_from_fire = |simulation: &mut Simulation, agent: usize| {
        send(simulation, agent, "village");
        let id = simulation.agents()[agent].id();
        simulation
            .step(&[Command::Order(Selection::These(vec![id]), Order::MoveTo(Target::Place("market".to_owned())))]);
        let mut nearest = f32::INFINITY;
        while !simulation.agents()[agent].stands() {
            simulation.step(&[]);
            let middle = glam::vec2(23.5, 9.5);
            nearest = nearest.min(simulation.agents()[agent].position().distance(middle));
        }
        assert_eq!(simulation.agents()[agent].state(), AgentState::Arrived);
        nearest
    };
    settle(&mut simulation, 180);
    assert!(distance_from_fire(&mut simulation, villager) > 4.0, "through the fire");
    assert!(distance_from_fire(&mut simulation, hunter) < 3.0, "the hunter goes straight");
    simulation.step(&[Command::RemoveZone("fire".to_owned()), Command::RemoveZone("smoke".to_owned())]);
    assert!(distance_from_fire(&mut simulation, villager) < 3.0, "the way is free");
    simulation.step(&[Command::PutZone(fire)]);
    assert!(distance_from_fire(&mut simulation, villager) > 4.0, "it burns again");
    simulation.step(&[Command::Restart]);
    let id = simulation.agents()[collector].id();
    simulation.step(&[Command::Order(Selection::These(vec![id]), Order::MoveTo(Target::Place("market".to_owned())))]);
    let events = settle(&mut simulation, 180);
    let taken = events.iter().filter(|event| matches!(event, Event::RewardTaken { agent, .. } if *agent == id)).count();
    assert_eq!(taken, 3, "{events:?}");
}

#[test]
fn wide_and_narrow() {
    let mut simulation = open("wide-and-narrow");
    settle(&mut simulation, 180);
    for agent in simulation.agents() {
        assert_eq!(agent.state(), AgentState::Arrived, "agent {}", agent.id().0);
        assert!(agent.wall_penetration() < 1e-3, "agent {}", agent.id().0);
    }
    let walked: Vec<f32> = simulation.agents().iter().map(|agent| agent.walked()).collect();
    assert!(walked[0] + 2.0 < walked[3], "the wagon goes all the way round: {walked:?}");
}

/// Each takes its own way to the keep; on the way down the goat drops from the terraces.
#[test]
fn hill_fort() {
    let mut simulation = open("hill-fort");
    settle(&mut simulation, 180);
    let walked = |simulation: &Simulation| [0, 1, 2].map(|index| simulation.agents()[index].walked());
    for agent in simulation.agents() {
        assert_eq!((agent.state(), agent.height()), (AgentState::Arrived, 3.0), "agent {}", agent.id().0);
    }
    let [donkey, guard, _] = walked(&simulation);
    assert!(donkey > guard + 4.0, "the donkey needs the ramps: {donkey}, {guard}");
    let drops = |agent: usize| {
        let links = simulation.nav_grid(simulation.agents()[agent].profile()).links();
        links.filter(|link| link.origin == footpath::nav::LinkOrigin::Drop).count()
    };
    assert!(drops(0) == 0 && drops(2) > 0);
    let mut is_dropped = false;
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Place("home".to_owned())))]);
    while !simulation.agents().iter().all(|agent| agent.stands()) {
        simulation.step(&[]);
        is_dropped |= simulation.agents()[2].on_link().is_some();
    }
    assert!(is_dropped, "the goat drops");
    for agent in simulation.agents() {
        assert_eq!((agent.state(), agent.height()), (AgentState::Arrived, 0.0), "agent {}", agent.id().0);
    }
    let [_, guard, goat] = walked(&simulation);
    assert!(goat < guard, "straight down: {goat}, {guard}");
}

/// Each goes through the tunnel that is just high enough, though the higher ones would do.
#[test]
fn tunnels() {
    let mut simulation = open("tunnels");
    let mut rows = [0; 3];
    while !simulation.agents().iter().all(|agent| agent.stands()) {
        simulation.step(&[]);
        for (row, agent) in rows.iter_mut().zip(simulation.agents()) {
            if (22.0..23.0).contains(&agent.position().x) {
                *row = agent.position().y as i32;
            }
        }
    }
    for agent in simulation.agents() {
        assert_eq!(agent.state(), AgentState::Arrived, "agent {} at {}", agent.id().0, agent.position());
    }
    let [child, miner, troll] = rows;
    assert!((15..17).contains(&child) && (10..12).contains(&miner) && (4..7).contains(&troll), "{rows:?}");
}

/// Only the scout gets across before an agent has stepped on a plate, and all do afterwards, by every method.
#[test]
fn drawbridge() {
    let mut simulation = open("drawbridge");
    settle(&mut simulation, 180);
    assert_eq!(simulation.agents()[2].state(), AgentState::Arrived, "the scout jumps where the ravine is narrow");
    assert_eq!(send(&mut simulation, 0, "castle"), AgentState::ArrivedNear);
    let id = simulation.agents()[1].id();
    let plate = Command::Order(Selection::These(vec![id]), Order::MoveTo(Target::Tile(Cell::new(17, 2))));
    let mut events = simulation.step(&[plate]);
    events.extend(settle(&mut simulation, 180));
    assert!(events.contains(&Event::Switched { link: "drawbridge".to_owned(), on: true }), "{events:?}");
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived, "the one waiting at the ravine goes on by itself");
    for algorithm in walking_algorithms() {
        simulation.step(&[Command::Search(Selection::All, Method { algorithm, ..Method::default() })]);
        assert_eq!(send(&mut simulation, 0, "village"), AgentState::Arrived, "{algorithm:?}");
        assert_eq!(send(&mut simulation, 0, "castle"), AgentState::Arrived, "{algorithm:?}");
    }
    simulation.step(&[Command::Switch { link: "drawbridge".to_owned(), on: false }]);
    let told = simulation
        .step(&[Command::Order(Selection::These(vec![id]), Order::MoveTo(Target::Place("castle".to_owned())))]);
    let is_partial = |event: &Event| matches!(event, Event::PathFound { status: PathStatus::Partial, .. });
    assert!(!told.iter().any(|event| matches!(event, Event::PathFound { status: PathStatus::Complete, .. })));
    assert!(told.iter().any(is_partial) || !simulation.agents()[1].stands());
}
