//! Agents at passages where they cannot pass each other.

use footpath::agent::{Agent, AgentId, AgentState, WaitingFor};
use footpath::level::{AgentStart, Level, Order, Target};
use footpath::nav::Algorithm;
use footpath::profile::AgentProfile;
use footpath::scenarios::{IN_ORDER, JAMS, ScenarioRun, in_order, is_good, jam, random_case};
use footpath::sim::{Command, Simulation};
use glam::{Vec2, vec2};

use crate::support::levels::level;
use crate::support::play::{gap, tell};

/// Two rooms with a door for one between them.
const ROOMS: [&str; 9] = [
    "#####################",
    "#.........#.........#",
    "#.........#.........#",
    "#.........#.........#",
    "#...................#",
    "#.........#.........#",
    "#.........#.........#",
    "#.........#.........#",
    "#####################",
];

/// The middle of the door, and how far from there a body is in it.
const DOOR: Vec2 = vec2(10.5, 4.5);
const IN_DOOR: f32 = 0.7;

fn rooms(ways: impl IntoIterator<Item = (Vec2, Vec2)>) -> Simulation {
    let walker = AgentProfile { speed: 1.5, max_speed: 2.0, acceleration: 8.0, mass: 1.0, ..AgentProfile::default() };
    let mut level: Level = level(&ROOMS, 1.0);
    level.search.algorithm = Algorithm::AnyAngle;
    level.profiles = vec![walker];
    for (from, to) in ways {
        level.agents.push(AgentStart { orders: vec![Order::MoveTo(Target::Point(to))], ..AgentStart::at(0, from) });
    }
    Simulation::new(level, Some(3))
}

/// The places of twelve in the left room, and those opposite them in the right one.
fn twelve() -> impl Iterator<Item = (Vec2, Vec2)> {
    (0..12).map(|index| {
        let from = vec2(2.0 + 1.5 * (index / 4) as f32, 1.5 + 2.0 * (index % 4) as f32);
        (from, vec2(21.0 - from.x, from.y))
    })
}

fn waits(agent: &Agent) -> bool {
    agent.waiting().is_some_and(|waiting| waiting.reason == WaitingFor::Passage)
}

fn is_in_door(agent: &Agent) -> bool {
    agent.position().distance(DOOR) < IN_DOOR
}

#[test]
fn at_a_door_for_one_two_crowds_go_one_after_the_other() {
    let back = twelve().map(|(from, to)| (to, from));
    let mut simulation = rooms(twelve().chain(back));
    let (mut deepest, mut changes, mut direction) = (0.0_f32, 0, None);
    for _ in 0..60 * 60 {
        simulation.step(&[]);
        let agents = simulation.agents();
        let mut through = agents.iter().filter(|agent| is_in_door(agent) && agent.velocity().x.abs() > 0.5);
        if let Some(first) = through.next() {
            let goes = |agent: &Agent| agent.id().0 < 12;
            assert!(through.all(|agent| goes(agent) == goes(first)), "tick {}", simulation.tick());
            changes += u32::from(direction.is_some_and(|direction| direction != goes(first)));
            direction = Some(goes(first));
        }
        for (at, one) in agents.iter().enumerate() {
            agents[..at].iter().for_each(|other| deepest = deepest.max(-gap(&simulation, one, other)));
        }
    }
    for (agent, (_, goal)) in simulation.agents().iter().zip(twelve().chain(twelve().map(|(from, to)| (to, from)))) {
        assert!(agent.state() == AgentState::Arrived && agent.position().distance(goal) < 0.1, "{:?}", agent.id());
    }
    assert!(deepest < 0.006, "{deepest}");
    assert!((1..=3).contains(&changes), "{changes}");
}

#[test]
fn nobody_waits_where_nobody_comes() {
    let mut simulation = rooms(twelve());
    for _ in 0..60 * 30 {
        simulation.step(&[]);
        assert!(!simulation.agents().iter().any(waits), "tick {}", simulation.tick());
    }
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived));
}

/// Agents go to and fro through the door, so that there is always one more on the left; one comes from the right.
#[test]
fn a_stream_that_does_not_end_lets_another_through() {
    let mut simulation = rooms(twelve().chain([(vec2(18.5, 4.5), vec2(1.5, 4.5))]));
    let alone = AgentId(12);
    for _ in 0..60 * 90 {
        let back: Vec<Command> = simulation
            .agents()
            .iter()
            .filter(|agent| agent.id() != alone && agent.stands())
            .map(|agent| {
                let goal = vec2(21.0 - agent.position().x, agent.position().y);
                tell(agent.id().0, Order::MoveTo(Target::Point(goal)))
            })
            .collect();
        simulation.step(&back);
        if simulation.agent(alone).is_some_and(|agent| agent.position().x < 9.0) {
            return;
        }
    }
    panic!("{:?} is at {}", alone, simulation.agents()[12].position());
}

/// Beside a gap as wide as their bodies agents stood at its mouth for good.
#[test]
fn gaps_as_wide_as_bodies_are_entered() {
    for seed in [7356, 7522, 7540, 7592] {
        assert!(is_good(&ScenarioRun::new(&random_case(seed), seed).finish()), "random case {seed}");
    }
}

#[test]
fn two_that_run_towards_each_other_do_not_collide() {
    for name in ["head-on-8", "head-on-10"] {
        let figures = ScenarioRun::new(&jam(name).unwrap(), 0).finish();
        assert!(figures.arrived == 2 && figures.penetration_percent <= 0.3, "{name}: {figures:?}");
    }
}

#[test]
fn all_come_through_a_corridor_for_one_and_out_of_a_dead_end() {
    for name in ["corridor-0.7", "dead-end"] {
        let figures = ScenarioRun::new(&jam(name).unwrap(), 1).finish();
        assert!(figures.arrived == figures.agents && figures.penetration_percent <= 0.3, "{name}: {figures:?}");
        assert!(figures.last_s <= 80.0, "{name}: {figures:?}");
    }
}

/// `maze-60` is left to `footpath crowd`: it takes long.
#[test]
fn all_come_to_their_places_where_an_order_has_to_be_found() {
    for name in IN_ORDER.iter().filter(|name| **name != "maze-60") {
        let figures = ScenarioRun::new(&in_order(name).unwrap(), 1).finish();
        assert!(figures.arrived == figures.agents, "{name}: {figures:?}");
    }
}

/// They are pushed out of the corridor by the one that comes through, and go back in the order in which they stood.
#[test]
fn those_that_are_parked_in_a_corridor_go_back_where_they_stood() {
    for seed in 0..3 {
        let mut run = ScenarioRun::new(&in_order("parked-6").unwrap(), seed);
        let places: Vec<Vec2> = run.simulation().agents()[1..].iter().map(Agent::position).collect();
        let mut farthest = 0.0_f32;
        for _ in 0..90 * 60 {
            run.tick();
            let agents = run.simulation().agents()[1..].iter().zip(&places);
            farthest = agents.map(|(agent, place)| agent.position().distance(*place)).fold(farthest, f32::max);
        }
        assert!(farthest > 1.0, "seed {seed}: nobody was in the way");
        for (agent, place) in run.simulation().agents()[1..].iter().zip(&places) {
            let off = agent.position().distance(*place);
            assert!(off < 0.3, "seed {seed}: {:?} is {off} off its place", agent.id());
        }
    }
}

#[test]
fn a_wider_door_lets_more_through() {
    let flow = |name: &str| ScenarioRun::new(&jam(name).unwrap(), 0).finish().flow_per_s.unwrap();
    let flows = ["flow-2.4", "flow-3.0", "flow-3.6"].map(flow);
    assert!(flows.is_sorted_by(|narrow, wide| *wide > 1.1 * narrow), "{flows:?} a second");
}

#[test]
fn every_agent_of_a_jam_can_reach_its_place() {
    for name in JAMS.iter().chain(IN_ORDER).filter(|name| !name.starts_with("caves") && !name.starts_with("parked")) {
        let scenario = jam(name).or_else(|| in_order(name)).unwrap();
        let run = ScenarioRun::new(&scenario, 0);
        assert_eq!(run.figures().agents, scenario.level.agents.len(), "{name}");
        assert!(run.simulation().agents().iter().all(|agent| !agent.in_wall()), "{name}");
    }
    assert!(jam("no such jam").is_none());
}
