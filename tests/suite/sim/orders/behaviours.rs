//! Orders: what an agent does with each, when it is done, and the reason while it stands.

use footpath::agent::{Agent, AgentId, AgentState, WaitingFor};
use footpath::grid::Cell;
use footpath::level::{
    Closed, Course, Level, Link, Obstacle, Order, PatrolPath, PatrolPoint, Shape, Target, TerrainId, Whom,
};
use footpath::profile::{AgentProfile, Navigation, Rays};
use footpath::sentences;
use footpath::sim::{Command, Event, PathState, Selection, Simulation, StuckReason, Unreachable};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::levels::{level, with_agent, with_agents};
use crate::support::play::{self, came_near, go_to, no_path, reason, run, tell, tell_then, to_tile};

const HALL: [&str; 7] = [
    "################",
    "#..............#",
    "#..............#",
    "#......##......#",
    "#......##......#",
    "#..............#",
    "################",
];

/// What keeps agents out of walls.
const WALL: Closed = Closed::Terrain(TerrainId(1));

/// Two halves with a wall between them, and a closed chamber.
const HALVES: [&str; 5] = ["############", "#....#.....#", "#....#.#####", "#....#.#...#", "############"];

fn tile(x: i32, y: i32) -> Target {
    Target::Tile(Cell::new(x, y))
}

fn with_path(level: Level, points: Vec<PatrolPoint>, course: Course) -> Level {
    let path =
        PatrolPath { name: "round".to_owned(), points, acceptance_radius: Some(0.3), wait: 0.0, course, user: None };
    Level { paths: vec![path], ..level }
}

fn points(tiles: &[(i32, i32)]) -> Vec<PatrolPoint> {
    tiles.iter().map(|&(x, y)| PatrolPoint::Target(tile(x, y))).collect()
}

fn patrol() -> Order {
    Order::Patrol("round".to_owned())
}

/// Steps until the first agent's order is over and it stands, and looks at each tick.
fn run_until(simulation: &mut Simulation, seconds: f32, mut look: impl FnMut(&Simulation)) {
    for _ in 0..(60.0 * seconds) as u32 {
        simulation.step(&[]);
        look(simulation);
        if simulation.agents()[0].progress().is_over && simulation.agents()[0].stands() {
            return;
        }
    }
}

fn agent(simulation: &Simulation, id: u32) -> &Agent {
    simulation.agent(AgentId(id)).expect("it is there")
}

fn gap(simulation: &Simulation, one: u32, other: u32) -> f32 {
    play::gap(simulation, agent(simulation, one), agent(simulation, other))
}

/// The tiles among `tiles` that the first agent comes through, in order, by their places.
fn visits(simulation: &mut Simulation, seconds: f32, tiles: &[(i32, i32)]) -> Vec<usize> {
    let mut visits = Vec::new();
    for _ in 0..(seconds * 60.0) as u32 {
        simulation.step(&[]);
        let here = simulation.map().lattice.tile_at(agent(simulation, 0).position());
        let at = tiles.iter().position(|&(x, y)| Cell::new(x, y) == here);
        visits.extend(at.filter(|at| visits.last() != Some(at)));
    }
    visits
}

/// The refusals among the events, as people read them.
fn refusals(events: &[Event]) -> Vec<String> {
    let words = |event: &Event| match event {
        Event::Refused { reason } => Some(sentences::refusal(reason)),
        _ => None,
    };
    events.iter().filter_map(words).collect()
}

#[test]
fn a_patrol_goes_round_back_and_forth_or_once() {
    let corners = [(1, 1), (14, 1), (14, 5)];
    for (course, expected) in [
        (Course::Loop, &[0, 1, 2, 0, 1, 2][..]),
        (Course::BackAndForth, &[0, 1, 2, 1, 0, 1]),
        (Course::Once, &[0, 1, 2]),
    ] {
        let level = with_path(with_agents(level(&HALL, 1.0), &[(1, 1)]), points(&corners), course);
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[tell(0, patrol())]);
        let seen = visits(&mut simulation, 30.0, &corners);
        assert!(seen.starts_with(expected), "{course:?}: {seen:?}");
        let is_over = course == Course::Once;
        assert_eq!(agent(&simulation, 0).state() == AgentState::Arrived, is_over, "{course:?}");
        assert_eq!(is_over, seen.len() == 3);
    }
}

#[test]
fn a_patrol_walked_once_ends_exactly_on_its_last_point_and_is_reported() {
    let level = with_path(with_agents(level(&HALL, 1.0), &[(1, 1)]), points(&[(4, 1), (8, 1)]), Course::Once);
    let mut simulation = Simulation::new(level, None);
    let mut events = simulation.step(&[tell(0, patrol())]);
    events.extend(run(&mut simulation, 8.0));
    let arrivals = events.iter().filter(|event| matches!(event, Event::Arrived { .. })).count();
    assert_eq!((arrivals, agent(&simulation, 0).position()), (1, vec2(8.5, 1.5)));
}

#[test]
fn how_near_a_patrol_comes_is_as_its_path_says() {
    for radius in [0.1, 2.0] {
        let mut level = with_path(with_agents(level(&HALL, 1.0), &[(1, 5)]), points(&[(14, 5), (1, 5)]), Course::Loop);
        level.paths[0].acceptance_radius = Some(radius);
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[tell(0, patrol())]);
        let mut farthest = 0.0_f32;
        for _ in 0..60 * 8 {
            simulation.step(&[]);
            farthest = farthest.max(agent(&simulation, 0).position().x);
        }
        assert!(farthest <= 14.6 && farthest >= 14.5 - radius - 0.05, "{radius}: {farthest}");
        assert!(radius < 1.0 || farthest < 13.5, "{radius}: {farthest}");
    }
}

/// It keeps its speed on straight stretches and turns within the acceptance radius; only at the last point of a patrol that
/// is walked once does it brake.
#[test]
fn a_patrol_does_not_slow_down_at_its_points() {
    for kind in [0, 3] {
        let corners = [(3, 3), (7, 3), (11, 3), (15, 3), (15, 9), (3, 9)];
        let mut level =
            with_path(with_agents(level(&["..................."; 13], 1.0), &[(3, 3)]), points(&corners), Course::Once);
        level.agents[0].profile = kind;
        let speed = level.profiles[kind].speed;
        let slowest = |level: &Level, places: &[(i32, i32)], radius: f32| {
            let mut level = level.clone();
            level.paths[0].acceptance_radius = Some(radius);
            let mut simulation = Simulation::new(level, None);
            simulation.step(&[tell(0, patrol())]);
            let mut slowest = f32::INFINITY;
            run_until(&mut simulation, 40.0, |simulation| {
                let agent = agent(simulation, 0);
                let at = |&(x, y): &(i32, i32)| vec2(x as f32 + 0.5, y as f32 + 0.5).distance(agent.position()) < 1.5;
                if places.iter().any(at) {
                    slowest = slowest.min(agent.velocity().length());
                }
            });
            let agent = agent(&simulation, 0);
            assert_eq!(
                (agent.state(), agent.position()),
                (AgentState::Arrived, vec2(3.5, 9.5)),
                "it stops at the very last"
            );
            slowest
        };
        let straight = slowest(&level, &corners[1..3], 0.25);
        assert!(straight > 0.98 * speed, "{straight} of {speed} straight on");
        let rays = footpath::profile::Rays { whiskers: 3, ..Default::default() };
        let mut by_rays = level.clone();
        (by_rays.profiles[kind].navigation, by_rays.profiles[kind].rays) = (footpath::profile::Navigation::Rays, rays);
        let straight = slowest(&by_rays, &corners[1..3], 0.25);
        assert!(straight > 0.98 * speed, "{straight} of {speed} straight on, by rays");
        let turning = slowest(&level, &corners[3..5], 1.0);
        assert!(turning > 0.65 * speed, "{turning} of {speed} in turns");
    }
}

/// A point that cannot be reached is reported once and skipped; no tick searches for it twice.
#[test]
fn a_point_that_cannot_be_reached_is_passed_over() {
    let level = with_path(with_agents(level(&HALVES, 1.0), &[(1, 1)]), points(&[(4, 1), (9, 1), (1, 3)]), Course::Loop);
    let mut simulation = Simulation::new(level, None);
    let mut events = simulation.step(&[tell(0, patrol())]);
    let mut before = simulation.searches();
    for _ in 0..60 * 12 {
        events.extend(simulation.step(&[]));
        assert!(simulation.searches() - before <= 1, "tick {}", simulation.tick());
        before = simulation.searches();
    }
    assert_eq!(events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count(), 1, "{events:?}");
    assert!(before <= 9, "{before} searches in twelve seconds");
    let seen = visits(&mut simulation, 10.0, &[(4, 1), (1, 3)]);
    assert!(seen.len() >= 7, "{seen:?}");
}

#[test]
fn a_patrol_of_which_no_point_can_be_reached_stands_until_one_can() {
    let level = with_path(with_agents(level(&HALVES, 1.0), &[(1, 1)]), points(&[(9, 1), (9, 3)]), Course::Loop);
    let mut simulation = Simulation::new(level, None);
    let mut events = simulation.step(&[tell(0, patrol())]);
    events.extend(run(&mut simulation, 2.0));
    assert_eq!(agent(&simulation, 0).state(), AgentState::NoWay);
    assert_eq!(reason(&simulation, 0), no_path(Unreachable::PatrolPoints));
    assert_eq!(simulation.searches(), 0);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count(), 1);
    simulation.step(&[Command::Erase { tiles: vec![Cell::new(5, 1)] }]);
    let seen = visits(&mut simulation, 10.0, &[(9, 1)]);
    assert_eq!(seen, [0]);
}

#[test]
fn empty_patrol_is_refused() {
    let mut level = with_path(with_agents(level(&HALL, 1.0), &[(1, 1)]), points(&[(4, 1)]), Course::Loop);
    level.paths.push(PatrolPath { name: "none".to_owned(), points: vec![], ..level.paths[0].clone() });
    let mut simulation = Simulation::new(level, None);
    for (name, part) in [
        ("round", "must have 2 to 256 points, and has 1"),
        ("none", "must have 2 to 256 points, and has 0"),
        ("ruond", "did you mean `round`?"),
    ] {
        let events = simulation.step(&[tell(0, Order::Patrol(name.to_owned()))]);
        assert!(refusals(&events)[0].contains(part), "{name}: {events:?}");
    }
    assert_eq!(agent(&simulation, 0).state(), AgentState::Idle);
    assert!(agent(&simulation, 0).order().is_none());
}

/// A patrol between a cart that is moved and an agent that walks: it reaches both without searching all the time.
#[test]
fn points_that_move_are_come_to() {
    let things = vec![PatrolPoint::Obstacle("cart".to_owned()), PatrolPoint::Agent(1)];
    let mut level = with_path(with_agents(level(&HALL, 1.0), &[(1, 1), (2, 5)]), things, Course::Loop);
    level.map.obstacles.push(Obstacle {
        name: "cart".to_owned(),
        at: vec2(5.0, 2.0),
        shape: Shape::Circle(0.3),
        layer: 0,
        motion: None,
        standing_time: 0.5,
        user: None,
    });
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[tell(0, patrol()), tell(1, to_tile(14, 5))]);
    let (mut at_cart, mut at_agent) = (0, 0);
    for tick in 0..60 * 20 {
        let cart = vec2(5.0 + 0.005 * tick as f32, 2.0);
        let moves = Command::MoveObstacle { obstacle: "cart".to_owned(), to: cart };
        simulation.step(if tick % 30 == 0 && tick < 1200 { std::slice::from_ref(&moves) } else { &[] });
        let cart = simulation.obstacle("cart").expect("it is there").at;
        at_cart += u32::from(agent(&simulation, 0).position().distance(cart) < 0.95);
        at_agent += u32::from(gap(&simulation, 0, 1) < 0.6);
    }
    assert!(at_cart > 0 && at_agent > 0, "{at_cart} {at_agent}");
    assert!(simulation.searches() < 75, "{}", simulation.searches());
}

/// It is not done with it where it was when the agent set out.
#[test]
fn a_patrol_follows_a_point_that_walks_away_until_it_is_there() {
    let things = vec![PatrolPoint::Agent(1), PatrolPoint::Target(tile(1, 1))];
    let mut level = with_path(with_agents(level(&HALL, 1.0), &[(1, 1)]), things, Course::Loop);
    let slow = AgentProfile { name: "slow".to_owned(), speed: 1.0, max_speed: 1.0, ..level.profiles[0].clone() };
    level.profiles.push(slow);
    let kind = level.profiles.len() - 1;
    let mut simulation = Simulation::new(with_agent(level, kind, (7, 1)), None);
    simulation.step(&[tell(0, patrol()), tell(1, to_tile(14, 1))]);
    let is_on_to_the_next = (0..60 * 12).any(|_| {
        simulation.step(&[]);
        agent(&simulation, 0).progress().point == 1
    });
    assert!(is_on_to_the_next && agent(&simulation, 1).position().x > 9.0, "{:?}", agent(&simulation, 1).position());
    assert!(gap(&simulation, 0, 1) <= 0.3, "{}", gap(&simulation, 0, 1));
}

/// What is queued behind a patrol that is walked once begins at its last point, not at its first.
#[test]
fn what_is_queued_behind_a_patrol_walked_once_begins_after_its_last_point() {
    let round = points(&[(6, 1), (14, 1), (14, 5)]);
    let level = with_path(with_agents(level(&HALL, 1.0), &[(1, 1)]), round, Course::Once);
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[tell(0, patrol()), tell_then(0, to_tile(1, 5))]);
    let seen = visits(&mut simulation, 15.0, &[(6, 1), (14, 1), (14, 5), (1, 5)]);
    assert_eq!(seen, [0, 1, 2, 3]);
    assert_eq!(agent(&simulation, 0).state(), AgentState::Arrived);
}

/// Orders that do not end by themselves are carried on with, whatever is queued behind them.
#[test]
fn what_is_queued_behind_an_endless_order_is_not_begun() {
    let follow = Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: false };
    let flee = Order::Flee { agent: Whom::Agent(1), distance: 2.0 };
    for course in [Course::Loop, Course::BackAndForth] {
        for order in [patrol(), Order::Wander(4.0), follow.clone(), flee.clone()] {
            for navigation in [Navigation::Search, Navigation::Rays] {
                let mut level = with_agents(level(&HALL, 1.0), &[(1, 1), (4, 1)]);
                level.profiles[0].navigation = navigation;
                level.profiles[0].rays = Rays { whiskers: 3, ..Rays::default() };
                let level = with_path(level, points(&[(6, 1), (1, 1)]), course);
                let mut simulation = Simulation::new(level, None);
                simulation.step(&[tell(0, order.clone()), tell_then(0, to_tile(14, 5))]);
                run(&mut simulation, 15.0);
                let agent = agent(&simulation, 0);
                assert_eq!(agent.order(), Some(&order), "{course:?} {navigation:?}");
                assert_eq!(agent.queue(), &[to_tile(14, 5)], "{order:?} {course:?} {navigation:?}");
            }
        }
    }
}

/// Now one way round the wall is a little shorter, and now the other.
#[test]
fn a_follower_gets_round_a_wall_on_whose_other_side_its_leader_paces() {
    let row = |number: usize| {
        if (2..23).contains(&number) { "............#............" } else { "........................." }
    };
    let rows: Vec<&str> = (0..25).map(row).collect();
    let level = with_agents(level(&rows, 1.0), &[(3, 12), (20, 12)]);
    let level = with_path(level, points(&[(20, 11), (20, 13)]), Course::BackAndForth);
    let mut simulation = Simulation::new(level, None);
    let follow = Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: false };
    simulation.step(&[tell(0, follow), tell(1, Order::Patrol("round".to_owned()))]);
    run(&mut simulation, 20.0);
    let gap = gap(&simulation, 0, 1);
    assert!(gap < 2.0, "{gap}");
}

#[test]
fn a_follower_keeps_its_distance_and_does_not_search_all_the_time() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(1, 1), (4, 1)]), None);
    let follow = Order::Follow { agent: Whom::Agent(1), distance: 1.0, on_sight: false };
    simulation.step(&[
        tell(0, follow),
        tell(1, to_tile(14, 1)),
        tell_then(1, to_tile(14, 5)),
        tell_then(1, to_tile(1, 5)),
    ]);
    let mut farthest = 0.0_f32;
    for tick in 0..60 * 14 {
        simulation.step(&[]);
        if tick > 120 {
            farthest = farthest.max(gap(&simulation, 0, 1));
        }
        assert!(gap(&simulation, 0, 1) > 0.6, "tick {tick}");
    }
    assert!(farthest < 2.5, "{farthest}");
    let last = gap(&simulation, 0, 1);
    assert!((0.8..=1.1).contains(&last) && agent(&simulation, 0).stands(), "{last}");
    let searches = simulation.searches();
    assert!(searches < 14 * 7, "{searches}");
    run(&mut simulation, 5.0);
    assert_eq!(simulation.searches(), searches, "no search while both stand");
}

/// A faster follower takes the speed of the other once it is near; it does not catch up and stop again and again.
#[test]
fn a_follower_that_is_near_goes_as_fast_as_the_other() {
    let row = "#".to_owned() + &".".repeat(40) + "#";
    let mut level = with_agents(level(&[&*row; 5], 1.0), &[(2, 2)]);
    level.profiles[1].speed = 1.6;
    let mut simulation = Simulation::new(with_agent(level, 1, (5, 2)), None);
    simulation.step(&[
        tell(0, Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: false }),
        tell(1, to_tile(38, 2)),
    ]);
    run(&mut simulation, 4.0);
    for tick in 0..60 * 12 {
        simulation.step(&[]);
        let speed = agent(&simulation, 0).velocity().length();
        assert!((1.5..1.7).contains(&speed), "tick {tick}: {speed}");
    }
    run(&mut simulation, 8.0);
    assert!(agent(&simulation, 0).stands() && (0.4..=0.6).contains(&gap(&simulation, 0, 1)));
}

/// A follower that is far away goes to where the other is; only one that is near looks whether it can go straight to where
/// the other will be, which takes the longer the farther away that is.
#[test]
fn a_follower_goes_ahead_of_the_other_only_when_it_is_near() {
    let row = "#".to_owned() + &".".repeat(110) + "#";
    for (start, is_near) in [(70, true), (20, false)] {
        let mut level = with_agents(level(&[&*row; 5], 1.0), &[(start, 2), (90, 2)]);
        level.profiles[0].speed = 3.0;
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[tell(1, to_tile(110, 2))]);
        run(&mut simulation, 1.0);
        let leader = agent(&simulation, 1).position();
        simulation.step(&[tell(0, Order::Follow { agent: Whom::Agent(1), distance: 0.1, on_sight: false })]);
        let Some(Target::Point(goal)) = agent(&simulation, 0).goal() else { panic!("it goes to a point") };
        assert_eq!(goal.x > leader.x + 0.2, is_near, "{goal} {leader}");
        run(&mut simulation, 60.0);
        assert!(gap(&simulation, 0, 1) < 0.5, "{}", gap(&simulation, 0, 1));
    }
}

#[test]
fn following_on_sight_begins_in_sight_and_ends_when_lost() {
    // The sentry faces down, away from the other; a wall hides the right half.
    let rows = ["##########", "#....#...#", "#....#...#", "#........#", "##########"];
    let mut level = with_agents(level(&rows, 1.0), &[(3, 2), (1, 1)]);
    level.profiles[0].sight_angle = 100.0;
    level.profiles[0].sight_range = 6.0;
    let mut facing = level.clone();
    facing.agents[0].heading = -135.0;
    let mut facing = Simulation::new(facing, None);
    facing.step(&[tell(0, Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: true })]);
    assert!(facing.agents()[0].progress().in_sight, "one that faces the other sees it at once");
    let mut simulation = Simulation::new(level, None);
    let sentry = Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: true };
    simulation.step(&[tell(0, sentry), tell_then(0, to_tile(1, 1))]);
    run(&mut simulation, 1.0);
    assert_eq!(reason(&simulation, 0), Some(StuckReason::OutOfSight(AgentId(1))));
    assert_eq!(agent(&simulation, 0).position(), vec2(3.5, 2.5));
    simulation.step(&[tell(1, to_tile(2, 3)), tell_then(1, to_tile(8, 3)), tell_then(1, to_tile(8, 1))]);
    run(&mut simulation, 3.0);
    assert!(agent(&simulation, 0).position().x > 3.6, "it has seen it: {}", agent(&simulation, 0).position());
    // After the other is removed, the sentry is done and goes on with its queue.
    simulation.step(&[Command::Remove(Selection::These(vec![AgentId(1)]))]);
    run(&mut simulation, 6.0);
    assert_eq!((agent(&simulation, 0).position(), reason(&simulation, 0)), (vec2(1.5, 1.5), None));
}

/// Otherwise it would start and stop with every step of the other.
#[test]
fn a_follower_that_stands_sets_out_once_the_other_is_a_good_step_farther_away() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(1, 1), (4, 1)]), None);
    simulation.step(&[tell(0, Order::Follow { agent: Whom::Agent(1), distance: 1.0, on_sight: false })]);
    run(&mut simulation, 6.0);
    let (stood_at, leader) = (agent(&simulation, 0).position(), agent(&simulation, 1).position());
    let near = gap(&simulation, 0, 1);
    assert!(agent(&simulation, 0).stands() && near <= 1.0, "{near}");
    for (farther, follows) in [(1.2 - near, false), (1.6 - near, true)] {
        simulation.step(&[go_to(1, leader + vec2(farther, 0.0))]);
        run(&mut simulation, 6.0);
        let moved = agent(&simulation, 0).position().distance(stood_at);
        assert_eq!(moved > 0.1, follows, "by {farther}: it moved by {moved}");
    }
    assert!(gap(&simulation, 0, 1) <= 1.0, "{}", gap(&simulation, 0, 1));
}

/// It goes to where it last saw the other, no nearer than it was to follow, and is done there.
#[test]
fn a_follower_on_sight_that_has_lost_the_other_is_done_where_it_last_saw_it() {
    let rows = [
        "################",
        "#..............#",
        "##############.#",
        "             #.#",
        "             #.#",
        "             ###",
    ];
    let mut level = with_agents(level(&rows, 1.0), &[(1, 1), (4, 1)]);
    (level.profiles[0].sight_angle, level.profiles[0].sight_range) = (360.0, 30.0);
    level.profiles.push(AgentProfile {
        name: "hare".to_owned(),
        speed: 4.0,
        max_speed: 4.0,
        ..level.profiles[0].clone()
    });
    level.agents[1].profile = level.profiles.len() - 1;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[
        tell(0, Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: true }),
        tell_then(0, to_tile(1, 1)),
        tell(1, to_tile(14, 1)),
        tell_then(1, to_tile(14, 4)),
    ]);
    let mut done_at = None;
    for _ in 0..60 * 20 {
        simulation.step(&[]);
        if done_at.is_none() && agent(&simulation, 0).queue().is_empty() {
            done_at = Some(agent(&simulation, 0).position());
        }
    }
    let done_at = done_at.expect("it is done with following");
    // The hare was last seen where it turned off, at x = 14.5: the wanted distance, both bodies and a good step from there.
    assert!((12.9..13.3).contains(&done_at.x), "{done_at}");
    assert_eq!(agent(&simulation, 0).position(), vec2(1.5, 1.5), "it goes on with its queue");
}

#[test]
fn a_follower_that_stands_looks_at_the_other() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(4, 3), (4, 1)]), None);
    simulation.step(&[
        tell(0, Order::Follow { agent: Whom::Agent(1), distance: 5.0, on_sight: false }),
        tell(1, to_tile(6, 3)),
        tell_then(1, to_tile(4, 5)),
        tell_then(1, to_tile(2, 3)),
        tell_then(1, to_tile(4, 1)),
    ]);
    run(&mut simulation, 0.5);
    for tick in 0..60 * 8 {
        simulation.step(&[]);
        let (follower, leader) = (agent(&simulation, 0), agent(&simulation, 1));
        assert!(follower.stands(), "tick {tick}");
        let ahead = follower.heading().dot((leader.position() - follower.position()).normalize());
        assert!(ahead > 0.9, "tick {tick}: it faces {}, the other is at {}", follower.heading(), leader.position());
    }
}

#[test]
fn an_agent_following_one_that_is_gone_stands_and_says_so() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(1, 1), (12, 1)]), None);
    simulation.step(&[tell(0, Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: false })]);
    run(&mut simulation, 0.5);
    simulation.step(&[Command::Remove(Selection::These(vec![AgentId(1)]))]);
    run(&mut simulation, 2.0);
    assert!(agent(&simulation, 0).stands() && agent(&simulation, 0).position().x < 6.0);
    assert_eq!(reason(&simulation, 0), Some(StuckReason::Gone(AgentId(1))));
}

#[test]
fn a_fleeing_agent_gets_away_and_stands_where_it_is_safe() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(5, 2), (3, 2)]), None);
    simulation.step(&[tell(0, Order::Flee { agent: Whom::Agent(1), distance: 4.0 })]);
    run(&mut simulation, 6.0);
    assert!(gap(&simulation, 0, 1) >= 4.0, "{}", gap(&simulation, 0, 1));
    assert!(agent(&simulation, 0).stands());
    assert_eq!(reason(&simulation, 0), None);
    // Chased by an equally fast agent, it is not caught soon, although the hall has corners.
    simulation.step(&[tell(1, Order::Follow { agent: Whom::Agent(0), distance: 0.0, on_sight: false })]);
    for tick in 0..60 * 3 {
        simulation.step(&[]);
        assert!(gap(&simulation, 0, 1) > 2.0, "tick {tick}: {}", gap(&simulation, 0, 1));
    }
}

/// All at once, their searches for a refuge would stop the picture.
#[test]
fn of_many_that_flee_a_few_look_for_a_refuge_in_a_tick_and_each_in_its_turn() {
    let text = r#"(version: 1, name: "Fear", generate: (kind: "open", size: (200, 200), density: 0),
        agents: [(name: "wolf", tile: (100, 100)),
                 (count: 100, in: [(60, 60), (90, 90)], order: Flee(agent: "wolf", distance: 200.0))])"#;
    let level = Level::parse("fear", text).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(level, None);
    let goes = |simulation: &Simulation| {
        simulation
            .agents()
            .iter()
            .filter(|agent| matches!(agent.state(), AgentState::Waiting | AgentState::Moving))
            .count()
    };
    simulation.step(&[]);
    assert!((1..20).contains(&goes(&simulation)), "{}", goes(&simulation));
    (0..10).for_each(|_| _ = simulation.step(&[]));
    assert_eq!(goes(&simulation), 100);
}

/// The shorter way leads into a dead end, the other one on.
#[test]
fn no_agent_flees_into_a_dead_end() {
    let rows = [
        "##############################",
        "#............................#",
        "#######.######################",
        "#######.######################",
        "#######.######################",
        "#######.......################",
        "##############################",
    ];
    let mut simulation = Simulation::new(with_agents(level(&rows, 1.0), &[(7, 1), (3, 1)]), None);
    simulation.step(&[tell(0, Order::Flee { agent: Whom::Agent(1), distance: 6.0 }), tell(1, to_tile(7, 1))]);
    run(&mut simulation, 3.0);
    let at = agent(&simulation, 0).position();
    assert!(at.x > 9.0 && at.y < 2.0, "{at}");
}

#[test]
fn a_cornered_agent_says_so() {
    let rows = ["########", "#......#", "########"];
    let mut simulation = Simulation::new(with_agents(level(&rows, 1.0), &[(6, 1), (4, 1)]), None);
    simulation.step(&[tell(0, Order::Flee { agent: Whom::Agent(1), distance: 8.0 })]);
    run(&mut simulation, 3.0);
    assert!(agent(&simulation, 0).stands());
    assert_eq!(reason(&simulation, 0), Some(StuckReason::CorneredBy(AgentId(1))));
}

#[test]
fn a_stroll_stays_about_where_it_began_and_is_the_seeds() {
    let stroll = |seed| {
        let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(4, 2)]), Some(seed));
        simulation.step(&[tell(0, Order::Wander(3.0))]);
        let mut goals = Vec::new();
        for _ in 0..60 * 30 {
            simulation.step(&[]);
            let agent = agent(&simulation, 0);
            assert!(agent.position().distance(vec2(4.5, 2.5)) < 3.6, "{}", agent.position());
            if goals.last().map(Option::as_ref) != Some(agent.goal()) {
                goals.push(agent.goal().cloned());
            }
        }
        (goals.len(), simulation.state_hash())
    };
    let (legs, hash) = stroll(1);
    assert!(legs > 12, "{legs}");
    assert_eq!(hash, stroll(1).1);
    assert_ne!(hash, stroll(2).1);
}

#[test]
fn waiting_is_to_stand_for_so_long() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(1, 1)]), None);
    simulation.step(&[tell(0, Order::Wait(2.0)), tell_then(0, to_tile(5, 1))]);
    run(&mut simulation, 1.0);
    assert!(matches!(reason(&simulation, 0), Some(StuckReason::Waiting(left)) if (left - 1.0).abs() < 0.05));
    run(&mut simulation, 0.9);
    assert_eq!(agent(&simulation, 0).position(), vec2(1.5, 1.5));
    run(&mut simulation, 4.0);
    assert_eq!(agent(&simulation, 0).position(), vec2(5.5, 1.5));
}

#[test]
fn ranks_are_kept() {
    let places = [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)];
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &places), None);
    simulation.step(&[Command::Order(Selection::All, Order::MoveInFormation(tile(11, 2)))]);
    run(&mut simulation, 15.0);
    let middle = simulation.agents().iter().map(|agent| agent.position()).sum::<Vec2>() / 6.0;
    assert!(middle.distance(vec2(11.5, 2.5)) < 0.6, "{middle}");
    for (agent, (x, y)) in simulation.agents().iter().zip(places) {
        let offset = vec2(x as f32 + 0.5, y as f32 + 0.5) - vec2(2.5, 2.0);
        assert!((agent.position() - middle).distance(offset) < 0.05, "{:?}: {}", agent.id(), agent.position() - middle);
        assert_eq!(agent.state(), AgentState::Arrived, "agent {}", agent.id().0);
    }
    // In a corner the ranks close up, and no two agents share a slot.
    simulation.step(&[Command::Order(Selection::All, Order::MoveInFormation(tile(14, 5)))]);
    run(&mut simulation, 15.0);
    for (index, agent) in simulation.agents().iter().enumerate() {
        assert_eq!(agent.state(), AgentState::Arrived, "agent {index}");
        for other in &simulation.agents()[..index] {
            assert!(agent.position().distance(other.position()) > 0.59, "agents {index} and {}", other.id().0);
        }
    }
}

#[test]
fn orders_that_make_no_sense_are_refused_in_a_sentence() {
    let hall = with_path(level(&HALL, 1.0), points(&[(1, 1), (3, 1)]), Course::Loop);
    let mut simulation = Simulation::new(with_agents(hall, &[(1, 1), (3, 1)]), None);
    let follow = |agent, distance| Order::Follow { agent: Whom::Agent(agent), distance, on_sight: false };
    for (order, words) in [
        (follow(7, 1.0), "there is no agent 7"),
        (follow(0, 1.0), "agent 0 cannot follow itself, flee from itself or guard a path against itself"),
        (
            Order::Guard { path: "round".to_owned(), agent: Whom::Agent(0), distance: 0.3 },
            "agent 0 cannot follow itself, flee from itself or guard a path against itself",
        ),
        (follow(1, -1.0), "a distance to follow at of -1 is out of range: 0 to 1000"),
        (
            Order::Flee { agent: Whom::Agent(1), distance: f32::NAN },
            "a distance to keep away by of NaN is out of range: 0.1 to 1000",
        ),
        (Order::Wander(0.0), "a distance to wander within of 0 is out of range: 0.1 to 10000"),
        (Order::Wait(-2.0), "a time to wait of -2 is out of range: 0 to 3600"),
        (Order::MoveTo(Target::Place("gate".to_owned())), "this level has no place called \"gate\""),
    ] {
        assert_eq!(refusals(&simulation.step(&[tell(0, order.clone())])), [words]);
        assert_eq!(refusals(&simulation.step(&[tell_then(0, order)])), [words]);
    }
    assert_eq!(simulation.agents()[0].state(), AgentState::Idle);
    // Given to all agents, it concerns all but the one that it is about.
    assert!(refusals(&simulation.step(&[Command::Order(Selection::All, follow(0, 1.0))])).is_empty());
    assert!(agent(&simulation, 0).order().is_none() && agent(&simulation, 1).order().is_some());
}

#[test]
fn every_reason_to_stand_is_reported() {
    let mut simulation = Simulation::new(with_agents(level(&HALVES, 1.0), &[(1, 1), (3, 1)]), None);
    assert_eq!(reason(&simulation, 0), None);
    let mut told = |command| {
        simulation.step(&[command]);
        run(&mut simulation, 8.0);
        reason(&simulation, 0)
    };
    assert_eq!(told(tell(0, to_tile(9, 1))), came_near(Unreachable::Way(WALL)));
    assert_eq!(told(tell(0, to_tile(9, 1))), no_path(Unreachable::Way(WALL)), "it is as near as can be");
    assert_eq!(told(tell(0, Order::Stop)), Some(StuckReason::Stopped));
    assert_eq!(told(tell(0, to_tile(5, 2))), came_near(Unreachable::Goal(WALL)));
    simulation.step(&[tell(0, to_tile(1, 3)), Command::ClearBake]);
    run(&mut simulation, 2.0);
    assert_eq!(reason(&simulation, 0), no_path(Unreachable::NotBaked));
    // Enclosed, so that no cell is nearer to the goal than its own.
    let mut simulation =
        Simulation::new(with_agents(level(&["###", "#.#", "###", "#.#", "###"], 1.0), &[(1, 1)]), None);
    simulation.step(&[tell(0, to_tile(1, 3))]);
    assert_eq!(reason(&simulation, 0), no_path(Unreachable::Way(WALL)));
    assert_eq!(simulation.status(agent(&simulation, 0)).path, PathState::Invalid);
}

#[test]
fn an_agent_waiting_for_its_path_says_so() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(1, 1)]), None);
    simulation.limit_expansions(1);
    simulation.step(&[tell(0, to_tile(14, 5))]);
    assert_eq!(reason(&simulation, 0), Some(StuckReason::PathPending));
    assert!(simulation.status(agent(&simulation, 0)).path_pending);
    run(&mut simulation, 3.0);
    let status = simulation.status(agent(&simulation, 0));
    assert!(!status.path_pending && !status.path_stale && !status.stopped && status.reason.is_none());
    assert!(status.remaining_distance.is_some_and(|left| left > 1.0) && status.path == PathState::Complete);
    assert!(status.steering_target.is_some() && status.desired_velocity.length() > 1.0);
}

/// Two banks, and a bridge between them.
fn banks(active: bool) -> Level {
    let mut level = with_agents(level(&["....##....", "....##....", "....##...."], 1.0), &[(0, 1)]);
    let centre = |x| level.map.lattice.centre(Cell::new(x, 1));
    level.map.links.push(Link { name: "bridge".to_owned(), active, ..Link::between(centre(3), centre(6)) });
    level
}

#[test]
fn a_bridge_that_is_off_is_waited_for() {
    let mut simulation = Simulation::new(banks(false), None);
    simulation.step(&[tell(0, to_tile(9, 1))]);
    run(&mut simulation, 4.0);
    assert_eq!(reason(&simulation, 0), Some(StuckReason::WaitingForBridge("bridge".to_owned())));
    simulation.step(&[Command::Switch { link: "bridge".to_owned(), on: true }]);
    run(&mut simulation, 6.0);
    assert_eq!(agent(&simulation, 0).position(), vec2(9.5, 1.5));
}

#[test]
fn an_agent_that_does_not_traverse_links_stands_before_one() {
    let mut level = banks(true);
    level.profiles[0].auto_traverse_links = false;
    let profile = level.profiles[0].clone();
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[tell(0, to_tile(9, 1))]);
    run(&mut simulation, 10.0);
    assert!(agent(&simulation, 0).position().distance(vec2(3.5, 1.5)) <= 1.5);
    assert_eq!(reason(&simulation, 0), Some(StuckReason::WaitingFor(WaitingFor::Leave)));
    assert_eq!(simulation.searches(), 1);
    let tuned = AgentProfile { auto_traverse_links: true, ..profile };
    simulation.step(&[Command::Tune(Box::new(tuned))]);
    run(&mut simulation, 4.0);
    assert_eq!(agent(&simulation, 0).position(), vec2(9.5, 1.5));
}

/// A wall is built across the only way: one agent searches again, the other walks up to the wall and stands.
#[test]
fn an_agent_that_does_not_repath_keeps_its_route() {
    for auto_repath in [true, false] {
        let mut level = with_agents(level(&HALL, 1.0), &[(1, 1)]);
        level.profiles[0].auto_repath = auto_repath;
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[tell(0, to_tile(14, 1))]);
        run(&mut simulation, 0.5);
        simulation.step(&[Command::Paint {
            terrain: "wall".to_owned(),
            tiles: [(8, 1), (8, 2)].map(|(x, y)| Cell::new(x, y)).to_vec(),
        }]);
        assert_eq!(simulation.status(agent(&simulation, 0)).path_stale, !auto_repath, "{auto_repath}");
        run(&mut simulation, 12.0);
        let arrived = agent(&simulation, 0).state() == AgentState::Arrived;
        assert_eq!(arrived, auto_repath, "{:?}", agent(&simulation, 0).state());
        assert_eq!(simulation.searches(), if auto_repath { 2 } else { 1 }, "{auto_repath}");
        let stands = no_path(Unreachable::Blocked);
        assert_eq!(reason(&simulation, 0), if auto_repath { None } else { stands }, "{auto_repath}");
    }
}

#[test]
fn an_agent_behind_another_at_a_door_queues() {
    let rows = ["#########", "#.......#", "####.####", "#.......#", "#########"];
    let mut level = with_agents(level(&rows, 1.0), &[(4, 2), (4, 1)]);
    level.profiles[0].radius = 0.35;
    let mut simulation = Simulation::new(level, None);
    // The first one stands in the door for good and cannot be pushed on.
    simulation.step(&[tell(1, to_tile(4, 3))]);
    let mut reasons = Vec::new();
    for _ in 0..300 {
        simulation.step(&[tell(0, Order::Stop)]);
        reasons.push(reason(&simulation, 1));
    }
    assert!(reasons.contains(&Some(StuckReason::QueueingBehind(AgentId(0)))), "{reasons:?}");
}

/// One flow field serves them all but for the last stretch to each slot; small groups search one by one.
#[test]
fn many_agents_sent_to_one_goal_share_a_flow_field() {
    let field = ["........................"; 20];
    for (count, shares) in [(8, false), (32, true)] {
        let places: Vec<(i32, i32)> = (0..count).map(|index| (1 + 2 * (index % 4), 1 + 2 * (index / 4))).collect();
        let mut simulation = Simulation::new(with_agents(level(&field, 1.0), &places), None);
        simulation.limit_expansions(u32::MAX);
        simulation.step(&[Command::Order(Selection::All, to_tile(18, 10))]);
        let sharers = simulation.agents().iter().filter(|agent| agent.progress().shares_route).count();
        assert_eq!(sharers, if shares { places.len() } else { 0 }, "of {count}");
        assert_eq!(simulation.expansions() > 480, shares, "{}", simulation.expansions());
        run(&mut simulation, 30.0);
        for agent in simulation.agents() {
            assert_eq!(agent.state(), AgentState::Arrived, "{:?} at {}", agent.id(), agent.position());
        }
    }
}

#[test]
fn a_kind_of_agents_that_cannot_be_is_refused() {
    let mut simulation = Simulation::new(with_agents(level(&HALL, 1.0), &[(1, 1)]), None);
    let walker = simulation.profiles()[0].clone();
    for (profile, words) in [
        (AgentProfile { speed: 0.0, ..walker.clone() }, "`speed` cannot be 0: it must be a number from 0.1 to 50"),
        (
            AgentProfile { max_speed: 2.0, ..walker.clone() },
            "`max_speed` cannot be 2: it must be a number from 3 to 50",
        ),
        (AgentProfile { radius: 99.0, ..walker.clone() }, "`radius` cannot be 99: it must be a number from 0.05 to 16"),
        (
            AgentProfile { mass: f32::NAN, ..walker.clone() },
            "`mass` cannot be NaN: it must be a number from 0.5 to 100",
        ),
        (
            AgentProfile { name: "wlaker".to_owned(), ..walker.clone() },
            "this level has no profile called \"wlaker\"; did you mean `walker`?",
        ),
    ] {
        let events = simulation.step(&[Command::Tune(Box::new(profile))]);
        assert_eq!(refusals(&events), [words]);
        assert_eq!(simulation.profiles()[0], walker);
    }
    // Once tuned to steer by rays, it goes straight from there.
    simulation.step(&[tell(0, to_tile(14, 5))]);
    let rays = AgentProfile { navigation: footpath::profile::Navigation::Rays, ..walker };
    simulation.step(&[Command::Tune(Box::new(rays))]);
    run(&mut simulation, 0.2);
    assert_eq!(agent(&simulation, 0).route().map(|route| route.waypoints.len()), Some(1));
}

/// An order of any kind for one of four agents, about the others or about points of the hall.
fn any_order() -> impl Strategy<Value = Order> {
    let target = || (0..16i32, 0..7i32).prop_map(|(x, y)| tile(x, y));
    prop_oneof![
        target().prop_map(Order::MoveTo),
        target().prop_map(Order::MoveInFormation),
        Just(patrol()),
        (0..5u32, 0.0..3.0f32, any::<bool>()).prop_map(|(agent, distance, on_sight)| Order::Follow {
            agent: Whom::Agent(agent),
            distance,
            on_sight
        }),
        (0..5u32, 0.5..5.0f32).prop_map(|(agent, distance)| Order::Flee { agent: Whom::Agent(agent), distance }),
        (0.5..8.0f32).prop_map(Order::Wander),
        Just(Order::Stop),
        (0.0..1.0f32).prop_map(Order::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Four agents get random orders while walls and agents come and go: no agent gets into a wall or to a position that is
    /// not finite, none searches in a loop, and a second run is equal.
    #[test]
    fn any_orders_are_carried_out(
        told in prop::collection::vec((0..4u32, any::<bool>(), any_order(), 0..60u32), 1..14),
        wall in (1..15i32, 1..6i32),
        gone in 0..4u32,
    ) {
        let play = || {
            let level = with_agents(level(&HALL, 1.0), &[(1, 1), (4, 2), (9, 2), (13, 5)]);
            let level = with_path(level, points(&[(2, 5), (14, 1), (7, 3)]), Course::BackAndForth);
            let mut simulation = Simulation::new(level, Some(3));
            for (at, (id, queued, order, pause)) in told.iter().enumerate() {
                let command = if *queued { tell_then(*id, order.clone()) } else { tell(*id, order.clone()) };
                let mut commands = vec![command];
                if at == 5 {
                    commands.push(Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(wall.0, wall.1)] });
                }
                if at == 9 {
                    commands.push(Command::Remove(Selection::These(vec![AgentId(gone)])));
                }
                simulation.step(&commands);
                (0..*pause).for_each(|_| drop(simulation.step(&[])));
            }
            (0..120).for_each(|_| drop(simulation.step(&[])));
            simulation
        };
        let simulation = play();
        for agent in simulation.agents() {
            prop_assert!(agent.position().is_finite() && agent.velocity().is_finite(), "agent {}", agent.id().0);
            prop_assert!(agent.wall_penetration() <= 1e-3, "{:?}", agent);
            simulation.status(agent);
        }
        prop_assert!(simulation.searches() <= 30 + simulation.tick() / 10, "{} searches in {} ticks", simulation.searches(), simulation.tick());
        prop_assert_eq!(simulation.state_hash(), play().state_hash());
    }
}
