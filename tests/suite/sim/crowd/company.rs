//! Agents among others: they avoid each other and walls, yield, come back, and arrive.

use footpath::agent::body::fits;
use footpath::agent::{Agent, AgentId, AgentState, Recovery, WaitingFor};
use footpath::grid::Cell;
use footpath::level::{AgentStart, Level, Order, Target};
use footpath::nav::{Algorithm, Solid};
use footpath::profile::{AgentProfile, AvoidanceQuality};
use footpath::scenarios::{ScenarioRun, is_good, random_case};
use footpath::sim::{Command, Event, Selection, Simulation, TICK};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::levels::{level, with_agent};
use crate::support::play::{gap, settle, settle_looking};

/// A light body, which follows its preferred velocity almost at once.
fn light() -> AgentProfile {
    let walker = AgentProfile::default();
    AgentProfile { speed: 1.5, max_speed: 2.0, acceleration: 8.0, mass: 1.0, ..walker }
}

/// A level with agents of one profile, each with a place to go to.
fn crowd(rows: &[&str], profile: AgentProfile, ways: &[(Vec2, Vec2)]) -> Simulation {
    let mut level = level(rows, 1.0);
    level.search.algorithm = Algorithm::AnyAngle;
    level.profiles = vec![profile];
    for &(position, goal) in ways {
        let orders = if goal == position { Vec::new() } else { vec![Order::MoveTo(Target::Point(goal))] };
        level.agents.push(AgentStart { orders, ..AgentStart::at(0, position) });
    }
    Simulation::new(level, Some(7))
}

fn deepest(simulation: &Simulation) -> f32 {
    let agents = simulation.agents();
    let pairs = agents.iter().enumerate().flat_map(|(at, one)| agents[..at].iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| -gap(simulation, one, other)).fold(0.0, f32::max)
}

/// Steps until all agents stand and returns how deep any two overlapped at the worst, in world units.
fn settle_overlapping(simulation: &mut Simulation, seconds: u32) -> f32 {
    let mut worst: f32 = 0.0;
    settle_looking(simulation, seconds, |simulation| worst = worst.max(deepest(simulation)));
    worst
}

const FIELD: [&str; 20] = ["...................."; 20];

/// An agent with no others near moves exactly like one without avoidance.
#[test]
fn a_lone_agent_walks_as_without_avoidance() {
    let rows = ["##########", "#....#####", "####.#####", "####.....#", "########.#", "########.#", "##########"];
    for profile in &AgentProfile::built_in()[..4] {
        let walk = |avoidance_quality| {
            let kind = AgentProfile { avoidance_quality, ..profile.clone() };
            let mut simulation = crowd(&rows, kind, &[(vec2(1.5, 1.5), vec2(8.5, 5.5))]);
            let mut places = Vec::new();
            for _ in 0..1200 {
                simulation.step(&[]);
                places.push((simulation.agents()[0].position(), simulation.agents()[0].velocity()));
            }
            assert_eq!(simulation.agents()[0].state(), AgentState::Arrived, "{}", profile.name);
            places
        };
        assert_eq!(walk(AvoidanceQuality::High), walk(AvoidanceQuality::None), "{}", profile.name);
    }
}

#[test]
fn two_agents_that_meet_pass_on_the_right() {
    let (left, right) = (vec2(3.0, 10.0), vec2(17.0, 10.0));
    let mut simulation = crowd(&FIELD, light(), &[(left, right), (right, left)]);
    let mut aside: f32 = 0.0;
    for _ in 0..60 * 15 {
        simulation.step(&[]);
        assert!(deepest(&simulation) == 0.0, "tick {}", simulation.tick());
        let [one, other] = simulation.agents() else { panic!("two agents") };
        if (one.position().x - other.position().x).abs() < 0.3 {
            // Rows go downward: on the right of one that goes to the right is the larger y.
            aside = one.position().y - other.position().y;
        }
    }
    assert!(aside >= 0.65, "{aside}");
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived));
}

/// An agent that stands in the way yields, and returns to the exact point where it stood.
#[test]
fn an_agent_standing_in_the_way_yields_and_comes_back() {
    let rows = ["##############", "#............#", "#............#", "##############"];
    let stands = vec2(7.0, 2.0);
    let mut simulation = crowd(&rows, light(), &[(stands, stands), (vec2(2.0, 2.0), vec2(12.0, 2.0))]);
    let worst = settle_overlapping(&mut simulation, 20);
    assert!(worst < 0.003, "{worst}");
    (0..180).for_each(|_| drop(simulation.step(&[])));
    let stander = &simulation.agents()[0];
    assert_eq!((stander.position(), stander.velocity(), stander.state()), (stands, Vec2::ZERO, AgentState::Idle));
    assert_eq!(simulation.agents()[1].position(), vec2(12.0, 2.0));
}

/// It steps aside and back without turning round for each step.
#[test]
fn an_agent_standing_where_many_pass_does_not_spin() {
    let stands = vec2(10.0, 10.0);
    let mut ways = vec![(stands, stands)];
    for number in 0..8 {
        let (x, y) = (8.0 - 0.9 * number as f32, if number % 2 == 0 { 9.9 } else { 10.1 });
        ways.push((vec2(x, y), vec2(x + 11.0, y)));
    }
    let mut simulation = crowd(&FIELD, light(), &ways);
    let (mut turned, mut farthest) = (0.0_f32, 0.0_f32);
    for _ in 0..60 * 9 {
        let before = simulation.agents()[0].heading();
        simulation.step(&[]);
        let stander = &simulation.agents()[0];
        turned += before.perp_dot(stander.heading()).atan2(before.dot(stander.heading())).abs().to_degrees();
        farthest = farthest.max(stander.position().distance(stands));
    }
    assert!(farthest > 0.3 && turned < 200.0, "it was {farthest} away and has turned by {turned} degrees");
}

#[test]
fn without_avoidance_agents_walk_through_each_other() {
    let profile = AgentProfile { avoidance_quality: AvoidanceQuality::None, ..light() };
    let (left, right) = (vec2(3.0, 10.0), vec2(17.0, 10.0));
    let mut simulation = crowd(&FIELD, profile, &[(left, right), (right, left)]);
    let worst = settle_overlapping(&mut simulation, 15);
    assert!(worst > 0.5, "{worst}");
    assert!(simulation.agents().iter().all(|agent| (agent.position().y - 10.0).abs() < 1e-3 && agent.walked() < 14.1));
}

/// Forty go through a gap in which there is room for one, and all come through.
#[test]
fn a_crowd_goes_through_a_gap() {
    let wall = "..........#.............";
    let rows: Vec<&str> = (0..14).map(|y| if y == 7 { "........................" } else { wall }).collect();
    let start = |index: usize| vec2(2.0 + 0.9 * (index / 8) as f32, 3.5 + 0.9 * (index % 8) as f32);
    let goal = |index: usize| vec2(14.0 + 1.2 * (index / 8) as f32, 2.5 + 1.2 * (index % 8) as f32);
    let ways: Vec<_> = (0..40).map(|index| (start(index), goal(index))).collect();
    let mut simulation = crowd(&rows, light(), &ways);
    let worst = settle_overlapping(&mut simulation, 60);
    assert!(worst < 0.003, "{worst}");
    for (agent, (_, goal)) in simulation.agents().iter().zip(&ways) {
        assert_eq!(agent.state(), AgentState::Arrived, "agent {}", agent.id().0);
        assert!(agent.position().distance(*goal) < 1.0, "{} of {goal}", agent.position());
    }
}

/// Sent to one point, all agents come to stand near it, and then none moves at all.
#[test]
fn a_group_sent_to_one_spot_stands_there() {
    let mut simulation = crowd(&FIELD, light(), &[]);
    for index in 0..24 {
        let at = Target::Point(vec2(2.0 + (index % 6) as f32, 2.0 + (index / 6) as f32));
        simulation.step(&[Command::Spawn { profile: "walker".to_owned(), at }]);
    }
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Point(vec2(14.0, 14.0))))]);
    let worst = settle_overlapping(&mut simulation, 40);
    assert!(worst < 0.003, "{worst}");
    (0..60 * 15).for_each(|_| drop(simulation.step(&[])));
    for agent in simulation.agents() {
        assert_eq!(agent.state(), AgentState::Arrived, "{agent:#?}");
        assert_eq!((agent.velocity(), agent.slot()), (Vec2::ZERO, Some(agent.position())), "{agent:#?}");
        assert_eq!(agent.position(), agent.previous_position(), "agent {}", agent.id().0);
        assert!(agent.position().distance(vec2(14.0, 14.0)) < 3.0, "{}", agent.position());
    }
    assert_eq!(deepest(&simulation), 0.0);
}

/// On small tiles slots could touch each other, and nobody who comes later would get to one behind them.
#[test]
fn a_crowd_that_is_sent_to_one_point_stands_there_soon() {
    let rows = [".".repeat(240).as_str(); 160].map(str::to_owned);
    let mut level = level(&rows.each_ref().map(String::as_str), 0.1);
    level.search.algorithm = Algorithm::AnyAngle;
    level.profiles = vec![light()];
    for index in 0..100 {
        let position = vec2(1.0 + 0.7 * (index / 20) as f32, 1.2 + 0.7 * (index % 20) as f32);
        level.agents.push(AgentStart {
            orders: vec![Order::MoveTo(Target::Point(vec2(18.0, 8.0)))],
            ..AgentStart::at(0, position)
        });
    }
    let mut simulation = Simulation::new(level, Some(7));
    (0..60 * 60).for_each(|_| drop(simulation.step(&[])));
    let off_slot = |agent: &&Agent| agent.slot().is_none_or(|slot| slot.distance(agent.position()) > 0.3);
    let late: Vec<u32> = simulation
        .agents()
        .iter()
        .filter(|agent| agent.state() != AgentState::Arrived || off_slot(agent))
        .map(|agent| agent.id().0)
        .collect();
    assert!(late.len() <= 5, "not there after a minute: {late:?}");
}

/// In a lane in which four fit side by side both go to the same far end, and a runner need not queue behind a walker for it.
#[test]
fn a_runner_passes_a_walker_in_a_lane() {
    let text = r#"(version: 1, name: "Lane", tile_size: 0.1, origin: (-30, -8), search: (algorithm: "any-angle"),
        profiles: {
            "walker": (radius: 0.3, speed: 0.4, acceleration: 8.0, mass: 3.0),
            "runner": (radius: 0.3, speed: 4.0, acceleration: 20.0, mass: 1.5),
        },
        generate: (kind: "open", density: 0, size: (600, 160)),
        obstacles: [(at: (0.0, 4.6), size: (44.0, 6.8)), (at: (0.0, -4.6), size: (44.0, 6.8))],
        agents: [
            (profile: "walker", at: (-14.0, 0.0), order: MoveTo((at: (25.0, 0.0)))),
            (profile: "runner", at: (-20.0, 0.0), order: MoveTo((at: (28.0, 0.0)))),
        ])"#;
    let level = Level::parse("lane", text).unwrap_or_else(|error| panic!("{error}"));
    for seed in 0..6 {
        let mut simulation = Simulation::new(level.clone(), Some(seed));
        (0..60 * 6).for_each(|_| drop(simulation.step(&[])));
        let [walker, runner] = [0, 1].map(|index| simulation.agents()[index].position().x);
        assert!(runner > walker + 1.0, "seed {seed}: the runner is at {runner}, the walker at {walker}");
    }
}

/// A long queue moves little on average however fast its front goes through.
#[test]
fn a_queue_before_a_door_is_not_taken_for_stuck() {
    let door = footpath::scenarios::named("door-0.9").unwrap();
    let mut simulation = Simulation::new(door.level_for(4), Some(4));
    for tick in 0..60 * 12 {
        simulation.step(&[]);
        let is_led = |agent: &Agent| agent.waiting().is_some_and(|waiting| waiting.reason == WaitingFor::Others);
        assert!(!simulation.agents().iter().any(is_led), "led from place to place in tick {tick}");
    }
}

fn alone(profile: AgentProfile) -> Simulation {
    crowd(&FIELD, profile, &[(vec2(2.0, 10.0), vec2(16.0, 10.0))])
}

#[test]
fn the_stopping_distance_is_kept() {
    let mut simulation = alone(AgentProfile { stopping_distance: 2.0, ..light() });
    settle_overlapping(&mut simulation, 20);
    let agent = &simulation.agents()[0];
    let left = agent.position().distance(vec2(16.0, 10.0));
    assert!((1.98..=2.02).contains(&left), "{left}");
    assert_eq!((agent.state(), agent.slot()), (AgentState::Arrived, Some(agent.position())));
}

/// One alone stops as far before its goal as it may and has arrived then, whatever its mass, speed and size: once.
#[test]
fn within_the_stopping_distance_every_agent_arrives_once() {
    for stopping_distance in [0.3, 1.0, 5.0] {
        for mass in [1.0, 5.0, 20.0] {
            for speed in [0.4, 3.0, 10.0] {
                for auto_braking in [true, false] {
                    let profile = AgentProfile { mass, speed, max_speed: speed, stopping_distance, ..light() };
                    let what = format!("{stopping_distance}, mass {mass}, speed {speed}, braking {auto_braking}");
                    let mut simulation = alone(AgentProfile { auto_braking, ..profile });
                    let mut arrivals = 0;
                    let in_time = if speed < 1.0 { 45 } else { 20 };
                    for _ in 0..in_time * 60 {
                        let events = simulation.step(&[]);
                        arrivals += events.iter().filter(|event| matches!(event, Event::Arrived { .. })).count();
                    }
                    let agent = &simulation.agents()[0];
                    let left = agent.position().distance(vec2(16.0, 10.0));
                    assert_eq!((arrivals, agent.state()), (1, AgentState::Arrived), "{what}: {left} left");
                    assert!(left <= stopping_distance + 0.02, "{what}: {left} left");
                    assert!(!auto_braking || left >= stopping_distance - 0.05, "{what}: {left} left");
                }
            }
        }
    }
}

#[test]
fn without_braking_an_agent_overshoots_and_comes_back() {
    let mut simulation = alone(AgentProfile { auto_braking: false, ..light() });
    let (mut farthest, mut speed): (f32, f32) = (0.0, 0.0);
    while !simulation.agents()[0].stands() {
        assert!(simulation.tick() < 60 * 20, "it comes to rest");
        simulation.step(&[]);
        let agent = &simulation.agents()[0];
        farthest = farthest.max(agent.position().x);
        if agent.position().x < 16.0 && agent.previous_position().x < agent.position().x {
            speed = agent.velocity().x;
        }
    }
    assert!(farthest > 16.05 && speed > 1.3, "{farthest}, {speed}");
    assert_eq!(simulation.agents()[0].position(), vec2(16.0, 10.0));
}

#[test]
fn a_heading_turns_no_faster_than_the_angular_speed() {
    for angular_speed in [45.0, 360.0, 3600.0] {
        let mut simulation = alone(AgentProfile { angular_speed, ..light() });
        let most = footpath::angle::direction((angular_speed * TICK).min(90.0)).x;
        while !simulation.agents()[0].stands() {
            simulation.step(&[]);
            let agent = &simulation.agents()[0];
            assert!(
                agent.previous_heading().dot(agent.heading()) >= most - 1e-5,
                "{angular_speed}: {}",
                agent.heading()
            );
        }
        let heading = simulation.agents()[0].heading();
        assert!(angular_speed < 100.0 || heading.x > 0.99, "{angular_speed}: {heading}");
    }
}

/// Six hundred agents, so that more than one thread has something to do.
#[cfg(feature = "parallel")]
#[test]
fn the_state_is_the_same_on_any_number_of_threads() {
    let rows = vec!["............................................................"; 60];
    let at = |index: usize| vec2(1.0 + 2.2 * (index % 25) as f32, 1.0 + 2.2 * (index / 25) as f32);
    let ways: Vec<_> = (0..600).map(|index| (at(index), at(599 - index))).collect();
    let fresh = crowd(&rows, light(), &ways);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let mut simulation = fresh.clone();
        pool.install(|| (0..150).map(|_| (simulation.step(&[]), simulation.state_hash()).1).collect::<Vec<u64>>())
    };
    let one = run(1);
    for threads in [2, 3, 8] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

/// What happens to a random world in a tick.
#[derive(Clone, Debug)]
enum WorldChange {
    Send(u32, Vec2),
    Gather(Vec2),
    Stop,
    Build(Cell),
    Clear(Cell),
}

fn changes() -> impl Strategy<Value = Vec<(u32, WorldChange)>> {
    let point = || (0.5_f32..13.5, 0.5_f32..11.5).prop_map(|(x, y)| vec2(x, y));
    let cell = || (0..14, 0..12).prop_map(|(x, y)| Cell::new(x, y));
    let change = prop_oneof![
        6 => (0..12_u32, point()).prop_map(|(agent, to)| WorldChange::Send(agent, to)),
        2 => point().prop_map(WorldChange::Gather),
        1 => Just(WorldChange::Stop),
        1 => cell().prop_map(WorldChange::Build),
        1 => cell().prop_map(WorldChange::Clear),
    ];
    prop::collection::vec((0..300_u32, change), 4..16)
}

/// A random level of 14 by 12 tiles with agents of all the built-in kinds where they fit.
fn random_level(walls: &[(i32, i32)], places: &[(i32, i32, usize)]) -> Level {
    let row = |y: i32| (0..14).map(|x| if walls.contains(&(x, y)) { '#' } else { '.' }).collect::<String>();
    let rows: Vec<String> = (0..12).map(row).collect();
    let mut level = level(&rows, 1.0);
    for &(x, y, profile) in places {
        let position = vec2(x as f32 + 0.5, y as f32 + 0.5);
        let is_free = level.agents.iter().all(|other| {
            let least = level.profiles[other.profile].radius + level.profiles[profile].radius;
            other.position.distance(position) > least
        });
        if is_free && fits(&Solid::new(&level.map, &level.profiles[profile]), position) {
            level = with_agent(level, profile, (x, y));
        }
    }
    level
}

/// Steps once, with what is to happen in the tick.
fn step(simulation: &mut Simulation, change: Option<&WorldChange>) {
    let command = change.map(|change| match change.clone() {
        WorldChange::Send(agent, to) => {
            let agent = simulation.agents()[agent as usize % simulation.agents().len()].id();
            Command::Order(Selection::These(vec![agent]), Order::MoveTo(Target::Point(to)))
        }
        WorldChange::Gather(to) => Command::Order(Selection::All, Order::MoveTo(Target::Point(to))),
        WorldChange::Stop => Command::Order(Selection::All, Order::Stop),
        WorldChange::Build(tile) => Command::Paint { terrain: "wall".to_owned(), tiles: vec![tile] },
        WorldChange::Clear(tile) => Command::Erase { tiles: vec![tile] },
    });
    simulation.step(command.as_slice());
}

/// For how many ticks after a wall was built on agents they may overlap: as long as they take to come out.
const GRACE: u64 = 180;

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Under any commands, no agent is ever in a wall or at a position that is not finite, changes its velocity faster than
    /// its acceleration allows, or overlaps another by more than a twentieth of a diameter, except where walls were built
    /// around it.
    #[test]
    fn a_crowd_keeps_its_bounds(
        walls in prop::collection::vec((0..14, 0..12), 0..24),
        places in prop::collection::vec((0..14, 0..12, 0..5_usize), 4..12),
        changes in changes(),
    ) {
        let mut simulation = Simulation::new(random_level(&walls, &places), Some(3));
        prop_assume!(!simulation.agents().is_empty());
        let mut built = 0;
        for tick in 0..360 {
            let change = changes.iter().find(|(at, _)| *at == tick).map(|(_, change)| change);
            if matches!(change, Some(WorldChange::Build(_))) {
                built = simulation.tick() + GRACE;
            }
            let before: Vec<Vec2> = simulation.agents().iter().map(|agent| agent.velocity()).collect();
            step(&mut simulation, change);
            for (index, agent) in simulation.agents().iter().enumerate() {
                let profile = simulation.profile_of(agent);
                prop_assert!(
                    agent.position().is_finite() && agent.velocity().is_finite(),
                    "tick {}: agent {}",
                    tick,
                    index,
                );
                let is_out = agent.in_wall() || fits(&Solid::new(simulation.map(), profile), agent.position());
                prop_assert!(is_out, "tick {tick}: agent {index} is in a wall: {agent:#?}");
                let change = agent.chosen_velocity().distance(before[index]);
                let most = profile.acceleration * TICK * 1.001 + 1e-5;
                prop_assert!(change <= most, "tick {tick}: agent {index} by {change}: {agent:#?}");
                if simulation.tick() < built {
                    continue;
                }
                for other in &simulation.agents()[..index] {
                    let least = profile.radius.min(simulation.profile_of(other).radius);
                    let depth = -gap(&simulation, agent, other);
                    prop_assert!(depth <= 0.1 * least, "tick {tick}: {depth} deep: {agent:#?} {other:#?}");
                }
            }
        }
    }
}

/// The same seed gives the same crowd twice.
#[test]
fn the_seed_decides_and_nothing_else() {
    let ring = |index: usize| 8.0 * footpath::angle::direction(36.0 * index as f32) + vec2(10.0, 10.0);
    let ways: Vec<_> = (0..10).map(|index| (ring(index), ring(index + 5))).collect();
    let run = || {
        let mut simulation = crowd(&FIELD, light(), &ways);
        let worst = settle_overlapping(&mut simulation, 40);
        assert!(worst < 0.003, "{worst}");
        (simulation.state_hash(), simulation.agent(AgentId(3)).map(|agent| agent.position()))
    };
    assert_eq!(run(), run());
}

/// A corridor in which only one fits, with a niche in its middle, between two rooms.
const NICHE: [&str; 7] = [
    "######################",
    "#...##############...#",
    "#...#####.########...#",
    "#....................#",
    "#...##############...#",
    "#...##############...#",
    "######################",
];

#[test]
fn at_a_corridor_for_one_agents_take_turns() {
    let (left, right) = (vec2(2.5, 3.5), vec2(19.5, 3.5));
    let far = |x: f32, y: f32| (vec2(x, y), vec2(22.0 - x, y));
    for ways in [vec![(left, right), (right, left)], vec![far(1.5, 2.5), far(2.5, 4.5), far(19.5, 2.5), far(20.5, 4.5)]]
    {
        let profile = AgentProfile { radius: 0.45, ..light() };
        let mut simulation = crowd(&NICHE, profile, &ways);
        let mut waited = false;
        for _ in 0..60 * 90 {
            simulation.step(&[]);
            let waits = |agent: &Agent| agent.waiting().is_some_and(|waiting| waiting.reason == WaitingFor::Passage);
            waited |= simulation.agents().iter().any(waits);
            assert!(deepest(&simulation) < 0.0045, "{}", deepest(&simulation));
            if simulation.agents().iter().all(Agent::stands) {
                break;
            }
        }
        assert!(waited, "of {}", ways.len());
        for (agent, (_, goal)) in simulation.agents().iter().zip(&ways) {
            assert_eq!((agent.state(), agent.position()), (AgentState::Arrived, *goal), "of {}", ways.len());
        }
    }
}

/// An agent standing in a corridor leaves it to let another pass, and comes back.
#[test]
fn an_agent_standing_in_a_corridor_yields_and_comes_back() {
    let stands = vec2(12.5, 3.5);
    let profile = AgentProfile { radius: 0.45, ..light() };
    let mut simulation = crowd(&NICHE, profile, &[(stands, stands), (vec2(2.5, 3.5), vec2(19.5, 3.5))]);
    (0..60 * 60).for_each(|_| drop(simulation.step(&[])));
    let [stander, walker] = simulation.agents() else { panic!("two agents") };
    assert_eq!((stander.position(), stander.state()), (stands, AgentState::Idle));
    assert_eq!((walker.position(), walker.state()), (vec2(19.5, 3.5), AgentState::Arrived));
}

/// An agent that was pushed off its place is on its way back when it is sent elsewhere: it is no longer to return.
#[test]
fn an_agent_sent_elsewhere_forgets_the_place_that_it_was_pushed_off() {
    let (stands, goal) = (vec2(12.5, 3.5), vec2(2.5, 3.5));
    let profile = AgentProfile { radius: 0.45, ..light() };
    let mut simulation = crowd(&NICHE, profile, &[(stands, stands), (vec2(2.5, 3.5), vec2(19.5, 4.5))]);
    let is_pushed_off = (0..60 * 30).any(|_| {
        simulation.step(&[]);
        let agent = &simulation.agents()[0];
        agent.position().distance(stands) > 1.0 && agent.recovery() == Recovery::None
    });
    assert!(is_pushed_off, "the other walks through its place");
    let elsewhere = Order::MoveTo(Target::Point(goal));
    simulation.step(&[Command::Order(Selection::These(vec![AgentId(0)]), elsewhere)]);
    settle(&mut simulation, 40);
    let agent = &simulation.agents()[0];
    assert_eq!((agent.position(), agent.state()), (goal, AgentState::Arrived));
}

/// Seeds of random cases where an agent crept for ever towards a gap as wide as itself, or where two met in one.
const GAPS_AS_WIDE_AS_AN_AGENT: [u64; 5] = [86, 255, 760, 991, 1738];

#[test]
fn all_arrive_through_gaps_as_wide_as_they_are() {
    for seed in GAPS_AS_WIDE_AS_AN_AGENT {
        let figures = ScenarioRun::new(&random_case(seed), seed).finish();
        assert!(is_good(&figures), "random case {seed}: {figures:?}");
    }
}

/// A corridor for one between two rooms.
const CORRIDOR: [&str; 5] = [
    "......##########......",
    "......##########......",
    "......................",
    "......##########......",
    "......##########......",
];

/// A porter goes through; those that it pushed out of the corridor must neither stop at its mouth nor come back before it has
/// passed.
#[test]
fn six_that_are_parked_in_a_corridor_let_a_porter_pass() {
    let built_in = AgentProfile::built_in();
    let of = |name: &str| built_in.iter().position(|profile| profile.name == name).unwrap();
    for shift in [0.0, 0.05, -0.07] {
        let mut level = level(&CORRIDOR, 1.0);
        level.profiles = built_in.to_vec();
        let goal = vec2(20.5, 2.5);
        let orders = vec![Order::MoveTo(Target::Point(goal))];
        level.agents.push(AgentStart { orders, ..AgentStart::at(of("porter"), vec2(1.5, 2.5 + shift)) });
        let across = |number: usize| if number.is_multiple_of(2) { shift } else { -shift };
        let parked = (0..6).map(|number| vec2(8.5 + number as f32, 2.5 + across(number)));
        level.agents.extend(parked.map(|at| AgentStart::at(of("walker"), at)));
        let mut simulation = Simulation::new(level, Some(7));
        (0..40 * 60).for_each(|_| _ = simulation.step(&[]));
        let porter = simulation.agents()[0].position();
        assert!(porter.distance(goal) < 0.5, "{shift}: it is at {porter}");
    }
}

/// Another stands at its goal when it comes; it stands beside it, and goes there once the other is gone.
#[test]
fn an_agent_that_stands_beside_its_goal_goes_there_when_that_is_free() {
    let goal = vec2(10.5, 10.5);
    let mut simulation = crowd(&FIELD, light(), &[(vec2(2.5, 10.5), goal), (goal, goal)]);
    settle(&mut simulation, 20);
    assert!(simulation.agents()[0].position().distance(goal) > 0.5, "another stands there");
    let away = Order::MoveTo(Target::Point(vec2(17.5, 3.5)));
    simulation.step(&[Command::Order(Selection::These(vec![AgentId(1)]), away)]);
    (0..20 * 60).for_each(|_| _ = simulation.step(&[]));
    assert!(simulation.agents()[0].position().distance(goal) < 0.1, "{}", simulation.agents()[0].position());
}

/// Eight park in a dead end; the nearest have the outermost places and must let the others in first. Some come to stand at the
/// places of others before these are there.
#[test]
fn those_who_stand_at_the_places_of_others_give_way_to_these() {
    let dead_end =
        ["...........", "...........", "....#######", "...........", "....#######", "...........", "..........."];
    for seed in 0..6 {
        let off = |number: usize| 0.02 * ((7 * seed + 3 * number) % 5) as f32;
        let start = |number: usize| vec2(2.5 - (number / 4) as f32, 2.0 + (number % 4) as f32 + off(number));
        let goal = |number: usize| vec2(4.5 + 0.8 * number as f32, 3.5);
        let ways: Vec<(Vec2, Vec2)> = (0..8).map(|number| (start(number), goal(number))).collect();
        let mut simulation = crowd(&dead_end, light(), &ways);
        (0..120 * 60).for_each(|_| _ = simulation.step(&[]));
        for (number, agent) in simulation.agents().iter().enumerate() {
            let off = agent.position().distance(goal(number));
            assert!(off < 0.3, "seed {seed}: {number} is {off} off its place");
        }
    }
}
