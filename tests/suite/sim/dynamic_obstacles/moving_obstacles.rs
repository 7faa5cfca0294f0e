//! Obstacles that move: doors, platforms, boxes that are put down. No agent is ever inside one.

use footpath::agent::body::{MovingBody, depth_in, penetration};
use footpath::agent::{Agent, AgentState, WaitingFor};
use footpath::format::field_fault::FieldFault;
use footpath::grid::Cell;
use footpath::level::{Course, Level, Motion, Obstacle, Shape, Switch, Trigger};
use footpath::nav::{PathStatus, Solid};
use footpath::sim::{Command, Event, Named, ObstacleProblem, Refusal, Simulation};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::levels::{level as level_of, with_agents};
use crate::support::play::{go, run_looking, states};

/// Two rooms with a gap of one tile between them.
const ROOMS: [&str; 5] = ["......#......", "......#......", ".............", "......#......", "......#......"];

/// An open field.
const FIELD: [&str; 7] = ["........................................"; 7];

/// The middle of the gap.
const GAP: Vec2 = vec2(6.5, 2.5);

fn level(rows: &[&str], obstacles: Vec<Obstacle>, agents: &[(i32, i32)]) -> Level {
    let mut level = with_agents(level_of(rows, 1.0), agents);
    level.map.obstacles = obstacles.into();
    level
}

fn block(name: &str, at: Vec2, size: Vec2, motion: Option<Motion>) -> Obstacle {
    let shape = Shape::Box { half: 0.5 * size, along: Vec2::X };
    Obstacle { name: name.to_owned(), at, shape, layer: 0, motion, standing_time: 0.5, user: None }
}

/// A door in the gap that slides into the wall.
fn door(trigger: Trigger) -> Obstacle {
    let motion =
        Motion { to: vec![GAP - Vec2::Y], speed: 2.0, wait: 0.5, course: Course::Once, trigger, ..Motion::default() };
    block("door", GAP, vec2(0.4, 1.0), Some(motion))
}

/// No agent is in a wall or in a moving obstacle.
fn check(simulation: &Simulation) {
    let bodies: Vec<MovingBody> =
        simulation.moving().map(|(obstacle, velocity)| MovingBody { obstacle, velocity }).collect();
    for agent in simulation.agents() {
        let profile = simulation.profile_of(agent);
        assert!(agent.position().is_finite() && agent.velocity().is_finite(), "{agent:?}");
        let in_wall = penetration(&Solid::new(simulation.map(), profile), agent.position());
        let in_body = depth_in(&bodies, agent.position(), profile.radius);
        let about = || format!("tick {}, agent {} at {}", simulation.tick(), agent.id().0, agent.position());
        assert!(in_wall <= 2e-3 || agent.in_wall(), "{}: {in_wall} in a wall", about());
        assert!(in_body <= 2e-3, "{}: {in_body} in what moves", about());
    }
}

fn run(simulation: &mut Simulation, seconds: f32, mut look: impl FnMut(&Simulation)) -> Vec<Event> {
    run_looking(simulation, seconds, |simulation| {
        check(simulation);
        look(simulation);
    })
}

/// Found by `footpath torture`: a box pushed an agent aside, and at once all the way out of a disc that was put on top of it.
#[test]
fn an_agent_in_an_obstacle_is_not_thrown_by_another() {
    let text = r##"(version: 1, name: "Narrow", tile_size: 1.5757756, origin: (-5956.7656, 225.6875),
        legend: {'#': "wall", '.': "grass"}, rows: ["..", "#.", ".."])"##;
    let mut simulation = Simulation::new(Level::parse("narrow.ron", text).unwrap(), None);
    let moving = |name: &str, at: Vec2, shape, to: Vec<Vec2>, speed, wait, course| Obstacle {
        name: name.to_owned(),
        at,
        shape,
        layer: 0,
        motion: Some(Motion { to, speed, wait, course, ..Motion::default() }),
        standing_time: 20.0,
        user: None,
    };
    let along = vec2(0.919_717_97, 0.392_579_7);
    let shape = Shape::Box { half: vec2(1.354_780_7, 0.625_874_04), along };
    let to = vec![vec2(-5953.9673, 226.23744), vec2(-5955.2847, 227.86147), vec2(-5955.548, 226.56418)];
    let first = moving("box", vec2(-5955.8584, 230.16139), shape, to, 2.7609856, 2.306143, Course::Once);
    simulation.step(&[Command::PutObstacle(first)]);
    for tick in 298..700 {
        let commands = match tick {
            442 => vec![Command::Spawn { profile: "walker".to_owned(), at: Cell::new(1, 0).into() }],
            500 => {
                let to = vec![vec2(-5954.978, 229.54228), vec2(-5953.95, 226.40625), vec2(-5956.46, 227.68317)];
                let (disc, at) = (Shape::Circle(0.395_707_52), vec2(-5954.23, 226.26785));
                vec![Command::PutObstacle(moving("disc", at, disc, to, 0.90996826, 0.8454111, Course::BackAndForth))]
            }
            _ => Vec::new(),
        };
        simulation.step(&commands);
        for agent in simulation.agents() {
            let moved = agent.position().distance(agent.previous_position());
            assert!(moved < 0.2, "tick {tick}: {moved}");
        }
    }
    assert_eq!(simulation.agents().len(), 1);
}

#[test]
fn a_door_opens_for_an_agent_and_closes_behind_it() {
    let mut simulation = Simulation::new(level(&ROOMS, vec![door(Trigger::Near(1.5))], &[(1, 2)]), None);
    assert!(simulation.map().obstacles.is_empty(), "a search sees it open");
    let events = simulation.step(&[go(0, (11, 2))]);
    assert!(matches!(events[..], [Event::PathFound { status: PathStatus::Complete, .. }]), "{events:?}");
    let (mut was_open, mut waited) = (false, false);
    run(&mut simulation, 12.0, |simulation| {
        let at = simulation.obstacle("door").unwrap().at;
        was_open |= at == GAP - Vec2::Y;
        waited |= simulation.agents()[0].waiting().is_some_and(|waiting| waiting.reason == WaitingFor::Door);
        let is_far = simulation.agents()[0].position().distance(GAP) > 5.0;
        assert!(simulation.tick() > 60 || !is_far || at == GAP, "it is closed until an agent comes");
    });
    assert!(was_open && waited);
    assert_eq!(states(&simulation), [AgentState::Arrived]);
    assert_eq!(simulation.obstacle("door").unwrap().at, GAP, "shut again");
    assert!(simulation.map().obstacles.is_empty());
}

#[test]
fn who_comes_second_to_a_door_for_one_leaves_the_way_out_free_while_it_opens() {
    let mut slow = door(Trigger::Near(1.5));
    slow.motion = slow.motion.map(|motion| Motion { speed: 0.25, ..motion });
    // Where the second one comes from, in tiles from the door.
    for far in 4..=6 {
        let mut simulation = Simulation::new(level(&ROOMS, vec![slow.clone()], &[(2, 2), (6 + far, 2)]), None);
        simulation.step(&[go(0, (12, 2)), go(1, (0, 2))]);
        let mut waited = 0;
        run(&mut simulation, 30.0, |simulation| {
            let at_door = |agent: &&Agent| agent.waiting().is_some_and(|waiting| waiting.reason == WaitingFor::Door);
            let waiting: Vec<&Agent> = simulation.agents().iter().filter(at_door).collect();
            assert!(waiting.len() < 2, "second one {far} tiles away: both stand at the door, one before the other");
            waited += waiting.len();
        });
        assert!(waited > 60, "second one {far} tiles away: the door is waited for, {waited} ticks");
        assert_eq!(states(&simulation), [AgentState::Arrived; 2], "second one {far} tiles away");
    }
}

#[test]
fn a_door_does_not_crush_an_agent_in_it() {
    let mut switched = Simulation::new(level(&ROOMS, vec![door_on()], &[(4, 2)]), None);
    run(&mut switched, 2.0, |_| {});
    switched.step(&[go(0, (6, 2))]);
    run(&mut switched, 4.0, |_| {});
    switched.step(&[Command::SwitchObstacle { obstacle: "door".to_owned(), on: false }]);
    run(&mut switched, 4.0, |_| {});
    assert_ne!(switched.obstacle("door").unwrap().at, GAP, "an agent stands there");
    switched.step(&[go(0, (11, 2))]);
    run(&mut switched, 6.0, |_| {});
    assert_eq!(switched.obstacle("door").unwrap().at, GAP);
}

fn door_on() -> Obstacle {
    door(Trigger::Switched(true))
}

#[test]
fn a_switched_door_is_a_wall_while_it_is_shut() {
    let mut simulation = Simulation::new(level(&ROOMS, vec![door(Trigger::Switched(false))], &[(1, 2)]), None);
    assert_eq!(simulation.map().obstacles.len(), 1);
    let events = simulation.step(&[go(0, (11, 2))]);
    assert!(matches!(events[..], [Event::PathFound { status: PathStatus::Partial, .. }]), "{events:?}");
    run(&mut simulation, 5.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::ArrivedNear]);
    let events = simulation.step(&[Command::SwitchObstacle { obstacle: "door".to_owned(), on: true }]);
    assert_eq!(events, [Event::Switched { link: "door".to_owned(), on: true }]);
    run(&mut simulation, 8.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived]);
    assert_eq!(simulation.map().obstacles[0].at, GAP - Vec2::Y, "it stands open");
}

#[test]
fn a_plate_turns_a_door() {
    let mut level = level(&ROOMS, vec![door(Trigger::Switched(false))], &[(1, 2), (1, 4)]);
    level.switches.push(Switch { tile: Cell::new(4, 4), turns: "door".to_owned(), team: None, user: None });
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (11, 2)), go(1, (4, 4))]);
    let events = run(&mut simulation, 10.0, |_| {});
    assert!(events.contains(&Event::Switched { link: "door".to_owned(), on: true }));
    assert_eq!(states(&simulation), [AgentState::Arrived, AgentState::Arrived]);
}

#[test]
fn a_box_is_baked_after_its_standing_time() {
    let mut simulation = Simulation::new(level(&ROOMS, Vec::new(), &[(1, 2)]), None);
    let put = Command::PutObstacle(block("crate", GAP, vec2(0.8, 0.8), None));
    let events = simulation.step(&[put, go(0, (11, 2))]);
    assert!(events.contains(&Event::ObstacleChanged { obstacle: "crate".to_owned() }));
    assert_eq!((simulation.map().obstacles.len(), simulation.moving().count()), (0, 1));
    run(&mut simulation, 0.45, |_| {});
    assert_eq!((simulation.map().obstacles.len(), simulation.moving().count()), (0, 1));
    run(&mut simulation, 0.1, |_| {});
    assert_eq!((simulation.map().obstacles.len(), simulation.moving().count()), (1, 0));
    run(&mut simulation, 5.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::ArrivedNear]);
    simulation.step(&[Command::MoveObstacle { obstacle: "crate".to_owned(), to: vec2(1.5, 0.5) }]);
    assert_eq!((simulation.map().obstacles.len(), simulation.moving().count()), (0, 1));
    run(&mut simulation, 8.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived]);
    simulation.step(&[Command::RemoveObstacle("crate".to_owned())]);
    assert!(simulation.obstacle("crate").is_none());
}

#[test]
fn an_agent_under_a_new_box_gets_out() {
    let mut simulation = Simulation::new(level(&ROOMS, Vec::new(), &[(2, 2)]), None);
    let middle = simulation.agents()[0].position();
    simulation.step(&[Command::PutObstacle(block("crate", middle + vec2(0.1, 0.0), vec2(1.5, 1.5), None))]);
    let mut farthest = 0.0_f32;
    for _ in 0..120 {
        let before = simulation.agents()[0].position();
        simulation.step(&[]);
        farthest = farthest.max(simulation.agents()[0].position().distance(before));
    }
    assert!(farthest < 0.2, "it does not jump: {farthest}");
    check(&simulation);
    assert_eq!(simulation.map().obstacles.len(), 1, "no agent is under it any more");
}

#[test]
fn a_platform_is_ground_only_while_it_stands() {
    let motion =
        Motion { to: vec![vec2(10.5, 0.5)], speed: 2.0, wait: 2.0, course: Course::BackAndForth, ..Motion::default() };
    let mut simulation =
        Simulation::new(level(&ROOMS, vec![block("ferry", vec2(8.5, 0.5), vec2(0.9, 0.9), Some(motion))], &[]), None);
    let (mut stays, mut was_ground) = (Vec::new(), false);
    run(&mut simulation, 13.0, |simulation| {
        let is_ground = !simulation.map().obstacles.is_empty();
        assert_eq!(simulation.moving().count(), usize::from(!is_ground));
        if let Some((_, velocity)) = simulation.moving().next() {
            assert!(velocity.length() <= 2.0 + 1e-3);
        }
        if is_ground && !was_ground {
            stays.push(simulation.map().obstacles[0].at.x);
        }
        was_ground = is_ground;
    });
    assert_eq!(stays, [8.5, 10.5, 8.5, 10.5, 8.5]);
}

/// A box that goes along the upper row, to and fro.
fn pusher(to: Vec2) -> Obstacle {
    let course = Course::BackAndForth;
    let motion = Motion { to: vec![to], speed: 1.0, wait: 0.2, course, ..Motion::default() };
    block("cart", vec2(1.0, 2.5), vec2(0.8, 0.8), Some(motion))
}

#[test]
fn a_cart_pushes_an_agent_out_of_its_way() {
    let mut simulation = Simulation::new(level(&ROOMS, vec![pusher(vec2(5.0, 2.5))], &[(3, 2)]), None);
    let mut farthest = 0.0_f32;
    run(&mut simulation, 10.0, |simulation| {
        farthest = farthest.max(simulation.obstacle("cart").unwrap().at.x);
    });
    assert_eq!(farthest, 5.0, "it has come past");
}

#[test]
fn a_cart_waits_for_an_agent_that_cannot_get_away() {
    let lane = ["#########", "........#", "#########"];
    let motion = Motion { to: vec![vec2(8.0, 1.5)], speed: 1.0, wait: 0.2, course: Course::Once, ..Motion::default() };
    let cart = block("cart", vec2(1.0, 1.5), vec2(0.8, 0.9), Some(motion));
    let mut simulation = Simulation::new(level(&lane, vec![cart], &[(6, 1)]), None);
    run(&mut simulation, 12.0, |_| {});
    let (cart, agent) = (simulation.obstacle("cart").unwrap(), &simulation.agents()[0]);
    assert!(cart.at.x > 5.0 && cart.at.x < agent.position().x - 0.6, "{} before {}", cart.at, agent.position());
}

/// It stops on its way for too short a time for paths to be laid around it.
#[test]
fn a_cart_at_the_end_of_its_course_is_part_of_the_ground() {
    let lane = ["#########", ".........", "#########"];
    let to = vec![vec2(4.5, 1.5), vec2(6.5, 1.5)];
    let motion = Motion { to, speed: 1.0, wait: 0.7, course: Course::Once, ..Motion::default() };
    let cart = block("cart", vec2(2.5, 1.5), vec2(0.8, 0.9), Some(motion));
    let mut simulation = Simulation::new(level(&lane, vec![cart], &[(8, 1)]), None);
    let is_open = |simulation: &Simulation, x: i32| simulation.nav_grid(0).is_passable(Cell::new(x, 1));
    run(&mut simulation, 12.0, |simulation| {
        let at = simulation.obstacle("cart").unwrap().at.x;
        for x in [2, 4] {
            assert!(is_open(simulation, x), "it is on its way at {at}");
        }
    });
    assert_eq!(simulation.obstacle("cart").unwrap().at.x, 6.5);
    assert!(!is_open(&simulation, 6), "it stays there");
}

/// It comes into the bay where they stand, and they can get past it only while it is away.
#[test]
fn a_cart_that_shuts_agents_in_turns_back_and_lets_them_out() {
    let rows =
        ["#####....#####", "#####....#####", "..............", "..............", "#####....#####", "#####....#####"];
    let course = Course::BackAndForth;
    let motion = Motion { to: vec![vec2(7.0, 0.9)], speed: 1.2, wait: 1.0, course, ..Motion::default() };
    let cart = block("cart", vec2(7.0, 5.0), vec2(3.4, 1.4), Some(motion));
    let mut simulation = Simulation::new(level(&rows, vec![cart], &[(5, 0), (6, 0), (7, 0), (8, 0)]), None);
    run(&mut simulation, 5.0, |_| {});
    let cart = simulation.obstacle("cart").unwrap().at.y;
    assert!((1.0..2.5).contains(&cart), "it is held up at {cart}");
    (0..4).for_each(|agent| _ = simulation.step(&[go(agent, (10 + agent as i32, 2))]));
    run(&mut simulation, 40.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived; 4]);
}

/// Whether an agent that walks along an open field, past this obstacle, arrives in as many seconds.
fn passes_within(obstacle: Obstacle, seconds: f32) -> bool {
    let mut simulation = Simulation::new(level(&FIELD, vec![obstacle], &[(1, 3)]), None);
    simulation.step(&[go(0, (38, 3))]);
    run(&mut simulation, seconds, |_| {});
    states(&simulation) == [AgentState::Arrived]
}

/// Both would follow it, or be pushed before it, if a moving obstacle were no more than a wall.
#[test]
fn a_walker_overtakes_a_slow_cart_and_steps_aside_for_one_that_comes() {
    let cart = |from: f32, to: f32, size: Vec2, speed: f32| {
        let motion = Motion { to: vec![vec2(to, 3.5)], speed, wait: 0.0, course: Course::Once, ..Motion::default() };
        block("cart", vec2(from, 3.5), size, Some(motion))
    };
    assert!(passes_within(cart(5.0, 37.0, vec2(1.0, 0.6), 0.5), 14.0), "it overtakes");
    assert!(passes_within(cart(37.0, 3.0, vec2(1.0, 0.6), 1.0), 14.0), "it steps aside");
    assert!(passes_within(cart(37.0, 3.0, vec2(0.6, 3.0), 1.0), 15.0), "it steps aside for a broad one");
}

/// An obstacle that paths do not know of yet, right on the way.
#[test]
fn a_walker_goes_round_what_has_just_been_put() {
    let disc =
        Obstacle { shape: Shape::Circle(2.0), standing_time: 60.0, ..block("", vec2(18.0, 3.5), Vec2::ONE, None) };
    let mut simulation = Simulation::new(level(&FIELD, vec![], &[(1, 3)]), None);
    simulation.step(&[go(0, (38, 3)), Command::PutObstacle(disc)]);
    run(&mut simulation, 15.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived]);
}

/// Cell by cell there is a way between two rocks, but the gap is narrower than the body.
#[test]
fn a_walker_goes_round_two_rocks_that_leave_no_gap() {
    let rock =
        |y| Obstacle { shape: Shape::Circle(1.0), standing_time: 60.0, ..block("", vec2(18.0, y), Vec2::ONE, None) };
    let mut simulation = Simulation::new(level(&FIELD, vec![], &[(1, 3)]), None);
    simulation.step(&[go(0, (38, 3)), Command::PutObstacle(rock(2.25)), Command::PutObstacle(rock(4.75))]);
    run(&mut simulation, 25.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived]);
}

#[test]
fn a_standing_agent_steps_aside_for_a_cart_and_comes_back() {
    let course = Course::Once;
    let motion = Motion { to: vec![vec2(37.0, 3.5)], speed: 1.0, wait: 0.0, course, ..Motion::default() };
    let cart = block("cart", vec2(5.0, 3.5), vec2(1.0, 0.8), Some(motion));
    let mut simulation = Simulation::new(level(&FIELD, vec![cart], &[(15, 3)]), None);
    let home = simulation.agents()[0].position();
    let mut farthest = 0.0_f32;
    run(&mut simulation, 25.0, |simulation| farthest = farthest.max(simulation.agents()[0].position().distance(home)));
    assert!(farthest > 0.4 && farthest < 2.0, "{farthest}");
    assert!(simulation.agents()[0].position().distance(home) < 0.1, "{}", simulation.agents()[0].position());
}

#[test]
fn impossible_motions_are_refused() {
    let mut simulation = Simulation::new(level(&ROOMS, vec![door(Trigger::Always)], &[]), None);
    let motion = |to: Vec<Vec2>, speed: f32, wait: f32| {
        let motion = Motion { to, speed, wait, course: Course::Loop, ..Motion::default() };
        Command::PutObstacle(block("new", GAP, Vec2::ONE, Some(motion)))
    };
    let switch = |name: &str| Command::SwitchObstacle { obstacle: name.to_owned(), on: true };
    let new = |fault: ObstacleProblem| Refusal::Obstacle { obstacle: "new".to_owned(), problem: fault };
    let number = |field, value, range| ObstacleProblem::Field(FieldFault::Number { field, value, range });
    let points = |count| ObstacleProblem::Field(FieldFault::Count { noun: "points", count, range: (1, 256) });
    let near = Motion { to: vec![GAP], speed: 1.0, trigger: Trigger::Near(2000.0), ..Motion::default() };
    let far = Command::PutObstacle(block("new", GAP, Vec2::ONE, Some(near)));
    let unknown = Refusal::Unknown { what: Named::Obstacle, name: "dor".to_owned(), meant: Some("door".to_owned()) };
    let slow = Obstacle { standing_time: 61.0, ..block("new", GAP, Vec2::ONE, None) };
    let refused = [
        (switch("door"), Refusal::NotSwitched("door".to_owned())),
        (switch("dor"), unknown),
        (motion(Vec::new(), 1.0, 0.0), new(points(0))),
        (motion(vec![GAP; 257], 1.0, 0.0), new(points(257))),
        (motion(vec![vec2(99.0, 0.0)], 1.0, 0.0), new(ObstacleProblem::MovesOutside(vec2(99.0, 0.0)))),
        (motion(vec![GAP], 0.0, 0.0), new(number("speed", 0.0, (0.05, 50.0)))),
        (motion(vec![GAP], 1.0, -1.0), new(number("wait", -1.0, (0.0, 3600.0)))),
        (Command::PutObstacle(slow), new(number("standing_time", 61.0, (0.0, 60.0)))),
        (far, new(number("Near", 2000.0, (0.1, 1000.0)))),
    ];
    for (command, reason) in refused {
        assert_eq!(simulation.apply(&[command]), [Event::Refused { reason }]);
    }
    assert_eq!(simulation.moving().count(), 1);
}

/// A course within the rooms.
fn moving() -> impl Strategy<Value = Obstacle> {
    let place = || (0.5..12.5_f32, 0.5..4.5_f32).prop_map(Vec2::from);
    let trigger = prop_oneof![
        2 => Just(Trigger::Always),
        1 => (0.3..3.0_f32).prop_map(Trigger::Near),
        1 => any::<bool>().prop_map(Trigger::Switched),
    ];
    let course = prop::sample::select(&[Course::Loop, Course::BackAndForth, Course::Once][..]);
    let size = (0.2..1.5_f32, 0.2..1.5_f32).prop_map(Vec2::from);
    let motion = (prop::collection::vec(place(), 1..4), 0.2..4.0_f32, 0.0..2.0_f32, course, trigger);
    (place(), size, motion).prop_map(|(at, size, (to, speed, wait, course, trigger))| {
        block("box", at, size, Some(Motion { to, speed, wait, course, trigger, ..Motion::default() }))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// No agent that was outside a moving obstacle gets inside it, nor into a wall; and two equal runs end equal.
    #[test]
    fn no_agent_ends_up_inside_a_moving_obstacle(
        moving in prop::collection::vec(moving(), 1..5),
        goals in prop::collection::vec((0..13_i32, 0..5_i32), 6),
        switches in prop::collection::vec(any::<bool>(), 6),
    ) {
        let starts = [(1, 1), (3, 3), (9, 1), (11, 3)];
        let centre = |(x, y): (i32, i32)| vec2(x as f32 + 0.5, y as f32 + 0.5);
        // No obstacle begins on an agent.
        let is_clear = |obstacle: &Obstacle| starts.iter().all(|&start| obstacle.distance(centre(start)) > 0.4);
        let moving: Vec<Obstacle> = moving.into_iter().filter(is_clear).collect();
        let level = level(&ROOMS, moving, &starts);
        let run_once = || {
            let mut simulation = Simulation::new(level.clone(), Some(7));
            for (turn, &goal) in goals.iter().enumerate() {
                let obstacle = "box".to_owned();
                let switch = Command::SwitchObstacle { obstacle, on: switches[turn] };
                simulation.step(&[go(turn as u32 % 4, goal), switch]);
                run(&mut simulation, 2.0, |_| {});
            }
            simulation.state_hash()
        };
        prop_assert_eq!(run_once(), run_once());
    }
}

/// Agents that cross a house of doors in both directions all arrive.
#[test]
fn a_house_of_doors_is_walked_through() {
    let doors: Vec<Obstacle> = (0..2)
        .map(|row| {
            let at = vec2(6.5, 1.5 + 2.0 * row as f32);
            let motion = Motion {
                to: vec![at + Vec2::Y],
                speed: 2.0,
                wait: 0.5,
                course: Course::Once,
                trigger: Trigger::Near(1.5),
                ..Motion::default()
            };
            block(&format!("door {row}"), at, vec2(0.3, 1.0), Some(motion))
        })
        .collect();
    let rows = ["......#......", ".............", "......#......", ".............", "......#......"];
    let mut simulation = Simulation::new(level(&rows, doors, &[(1, 1), (1, 3), (11, 1), (11, 3)]), None);
    simulation.step(&[go(0, (11, 0)), go(1, (11, 4)), go(2, (1, 0)), go(3, (1, 4))]);
    run(&mut simulation, 25.0, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived; 4]);
    assert!(simulation.agents().iter().all(Agent::stands));
}
