//! Steering by rays, and what the tutorials got wrong about it.

use footpath::agent::body::{can_go_straight, first_contact};
use footpath::agent::steering::{
    Intent, Mover, Scene, arrive, avoid_obstacles, cast, follow_path, pursue, seek, separation, steer_by_rays, whiskers,
};
use footpath::agent::{AgentId, AgentState};
use footpath::grid::Cell;
use footpath::level::{Course, Level, Motion, Obstacle, Order, PatrolPath, PatrolPoint, Shape, Target};
use footpath::nav::Solid;
use footpath::profile::{AgentProfile, AvoidanceQuality, Navigation, Rays};
use footpath::sim::{Command, Event, Selection, Simulation, StuckReason, TICK, Unreachable};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::levels::{level, with_agent};
use crate::support::play::no_path;

const OPEN: [&str; 12] = ["..............."; 12];

fn sailor() -> AgentProfile {
    let rays = Rays { whiskers: 3, look_ahead: 3.0, force: 20.0, layers: u32::MAX };
    AgentProfile { navigation: Navigation::Rays, rays, ..AgentProfile::default() }
}

fn buoy(at: Vec2, radius: f32) -> Obstacle {
    Obstacle {
        name: String::new(),
        at,
        shape: Shape::Circle(radius),
        layer: 0,
        motion: None,
        standing_time: 0.5,
        user: None,
    }
}

/// An agent that steers by rays, among round obstacles, on its way from the left to the right.
fn crossing(obstacles: &[Obstacle]) -> Simulation {
    let mut level = with_agent(level(&OPEN, 1.0), 0, (1, 5));
    level.profiles[0] = sailor();
    level.map.obstacles = obstacles.to_vec().into();
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(13, 5))))]);
    simulation
}

#[test]
fn an_agent_steering_by_rays_goes_round_obstacles_without_a_search() {
    for y in [4.9, 5.2, 5.5, 5.8, 6.1] {
        for radius in [0.5, 1.0, 1.6] {
            let mut simulation = crossing(&[buoy(vec2(7.0, y), radius)]);
            for _ in 0..60 * 20 {
                simulation.step(&[]);
            }
            let agent = &simulation.agents()[0];
            assert_eq!(agent.state(), AgentState::Arrived, "{y} {radius}: at {}", agent.position());
            assert_eq!(agent.position(), vec2(13.5, 5.5), "{y} {radius}");
            assert!(agent.wall_penetration() <= 1e-3 && agent.walked() < 13.5, "{y} {radius}: {}", agent.walked());
            assert_eq!(simulation.searches(), 0, "{y} {radius}");
        }
    }
}

/// One convex block in open ground is passed with every number of rays, length and force, by light and heavy bodies.
#[test]
fn rays_lead_past_one_convex_block() {
    let field = ["........................"; 15];
    let turned = |half: Vec2, degrees: f32| Shape::Box { half, along: footpath::angle::direction(degrees) };
    let blocks = [
        turned(vec2(0.5, 1.0), 0.0),
        turned(vec2(0.5, 3.0), -30.0),
        turned(vec2(5.0, 0.1), 60.0),
        turned(vec2(1.0, 4.5), 0.0),
        Shape::Circle(2.5),
    ];
    let bodies = [(3.0, 4.0, 12.0, 0.3), (2.0, 20.0, 8.0, 0.7), (20.0, 5.0, 100.0, 0.7)];
    let rays = every_combination([1, 3, 5], [10.0, 20.0, 50.0, 100.0], [2.0, 4.0, 20.0]);
    for (shape, (whiskers, force, look_ahead)) in
        blocks.iter().flat_map(|shape| rays.iter().map(move |rays| (shape, *rays)))
    {
        for ((speed, mass, acceleration, radius), y) in bodies.iter().flat_map(|body| [7.5, 6.6].map(|y| (*body, y))) {
            let mut level = with_agent(level(&field, 1.0), 0, (2, 7));
            let rays = Rays { whiskers, look_ahead, force, layers: u32::MAX };
            let body = AgentProfile { speed, max_speed: speed, mass, acceleration, radius, ..sailor() };
            level.profiles[0] = AgentProfile { rays, ..body };
            level.map.obstacles = vec![Obstacle { shape: *shape, ..buoy(vec2(12.0, y), 1.0) }].into();
            let mut simulation = Simulation::new(level, None);
            simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(21, 7))))]);
            let arrives = (0..60 * 40).any(|_| {
                simulation.step(&[]);
                simulation.agents()[0].state() == AgentState::Arrived
            });
            assert!(
                arrives,
                "{shape:?} at {y}, {whiskers} rays of {look_ahead}, force {force}, speed {speed}, mass {mass}"
            );
        }
    }
}

/// Every number of rays with every force and every length.
fn every_combination(counts: [u8; 3], forces: [f32; 4], lengths: [f32; 3]) -> Vec<(u8, f32, f32)> {
    let mut all = Vec::new();
    for count in counts {
        for force in forces {
            all.extend(lengths.map(|length| (count, force, length)));
        }
    }
    all
}

/// The straight line leads between a block and the edge of the map, with 1.5 units free on each side of the block.
#[test]
fn rays_lead_through_between_a_block_and_the_edges_of_the_map() {
    for (whiskers, start) in [1, 3, 5].into_iter().flat_map(|count| [0.5, 1.6, 2.5, 3.8].map(|y| (count, y))) {
        let mut level = with_agent(level(&["................"; 5], 1.0), 0, (1, 2));
        level.map.obstacles =
            vec![Obstacle { shape: Shape::Box { half: vec2(0.5, 1.0), along: Vec2::X }, ..buoy(vec2(8.5, 2.5), 1.0) }]
                .into();
        level.agents[0].position.y = start;
        let rays = Rays { whiskers, ..Rays::default() };
        level.profiles[0] = AgentProfile { rays, ..sailor() };
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(14, 2))))]);
        (0..60 * 20).for_each(|_| _ = simulation.step(&[]));
        assert_eq!(simulation.agents()[0].state(), AgentState::Arrived, "{whiskers} rays, from {start}");
    }
}

/// A raft drifts towards an agent that avoids only what its rays meet.
#[test]
fn rays_meet_what_moves() {
    let drift =
        Motion { to: vec![vec2(3.0, 5.2)], speed: 0.5, wait: 0.2, course: Course::BackAndForth, ..Motion::default() };
    let least_gap = |layers: u32| {
        let mut simulation =
            crossing(&[Obstacle { layer: 1, motion: Some(drift.clone()), ..buoy(vec2(9.0, 5.2), 1.0) }]);
        let kind = sailor();
        let blind =
            AgentProfile { avoidance_quality: AvoidanceQuality::None, rays: Rays { layers, ..kind.rays }, ..kind };
        simulation.step(&[Command::Tune(Box::new(blind))]);
        let (mut least, mut meets) = (f32::INFINITY, false);
        for _ in 0..60 * 20 {
            simulation.step(&[]);
            let agent = &simulation.agents()[0];
            let steering = simulation.steering_by_rays(&[agent]);
            meets |= steering.iter().any(|(_, steering)| steering.rays.iter().any(|ray| ray.normal.is_some()));
            let (raft, _) = simulation.moving().next().expect("it never stands long enough");
            least = least.min(raft.distance(agent.position()) - 0.3);
        }
        assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
        assert_eq!(meets, layers & 2 == 2);
        least
    };
    assert!(least_gap(u32::MAX) > 0.25, "{}", least_gap(u32::MAX));
    assert!(least_gap(!2) < 0.01, "on a layer that its rays do not meet: {}", least_gap(!2));
}

/// Without a search it does not get out of a bay: it says so once, stands, and asks for no search.
#[test]
fn rays_alone_do_not_lead_out_of_a_bay() {
    let rows = ["............", "......####..", ".........#..", ".........#..", "......####..", "............"];
    let mut level = with_agent(level(&rows, 1.0), 0, (7, 2));
    level.profiles[0] = sailor();
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Point(vec2(11.4, 2.9))))]);
    let mut told = 0;
    for _ in 0..60 * 10 {
        let events = simulation.step(&[]);
        told += events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count();
    }
    let agent = &simulation.agents()[0];
    assert_eq!((agent.state(), simulation.searches(), told), (AgentState::NoWay, 0, 1));
    assert_eq!(agent.velocity(), Vec2::ZERO);
    assert!(agent.position().is_finite() && agent.wall_penetration() <= 1e-3);
    let reason = simulation.status(agent).reason;
    assert_eq!(reason, Some(StuckReason::NoWayByRays));
    // What was queued behind it begins then.
    let commands = [vec2(11.4, 2.9), vec2(1.5, 2.5)].map(|point| Order::MoveTo(Target::Point(point)));
    let [to, back] = commands;
    simulation.step(&[Command::Order(Selection::All, to), Command::ThenOrder(Selection::All, back)]);
    (0..60 * 12).for_each(|_| _ = simulation.step(&[]));
    let agent = &simulation.agents()[0];
    assert_eq!((agent.state(), agent.position()), (AgentState::Arrived, vec2(1.5, 2.5)));
}

/// A patrol whose points lie beyond a wall: each is tried once.
#[test]
fn a_patrol_by_rays_that_gets_nowhere_rests() {
    let rows = [".....#......", ".....#......", ".....#......", ".....#......", ".....#......"];
    let mut level = with_agent(level(&rows, 1.0), 0, (2, 2));
    level.profiles[0] = sailor();
    let points = [(8, 1), (10, 3)].map(|(x, y)| PatrolPoint::Target(Target::Tile(Cell::new(x, y)))).to_vec();
    let path = PatrolPath { name: "beyond".to_owned(), points, ..PatrolPath::default() };
    level.paths.push(path);
    let mut simulation = Simulation::new(level, None);
    let mut told = 0;
    for tick in 0..60 * 20 {
        let order = (tick == 0).then(|| Command::Order(Selection::All, Order::Patrol("beyond".to_owned())));
        let events = simulation.step(order.as_slice());
        told += events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count();
    }
    let agent = &simulation.agents()[0];
    assert_eq!((agent.state(), told, simulation.searches()), (AgentState::NoWay, 1, 0));
    let reason = simulation.status(agent).reason;
    assert_eq!(reason, no_path(Unreachable::PatrolPoints));
}

/// The straight line leads through a gap; an agent steering by rays does not have to queue for it.
#[test]
fn an_agent_steering_by_rays_arrives_beyond_a_gap() {
    let rows = ["......#......", "......#......", ".............", "......#......", "......#......"];
    let mut level = with_agent(level(&rows, 1.0), 0, (1, 2));
    level.profiles[0] = sailor();
    let mut simulation = Simulation::new(level, None);
    let goal = Order::MoveTo(Target::Tile(Cell::new(11, 2)));
    simulation.step(&[Command::Order(Selection::All, goal)]);
    (0..60 * 10).for_each(|_| _ = simulation.step(&[]));
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
}

/// In a corridor for one, agents with a route yield and trade places; an agent steering by rays never gets a route. All come
/// to rest, and those that have not arrived say why.
#[test]
fn an_agent_steering_by_rays_is_never_given_a_route() {
    let rows = [
        "######################",
        "#...##############...#",
        "#...#####.########...#",
        "#....................#",
        "#...##############...#",
        "#...##############...#",
        "######################",
    ];
    let starts = [vec2(1.5, 2.5), vec2(2.5, 4.5), vec2(19.5, 2.5), vec2(20.5, 4.5)];
    let across = starts.map(|start| vec2(22.0 - start.x, start.y));
    for (goals, by_rays) in [(across, [2, 3]), ([vec2(9.5, 3.5); 4], [1, 3])] {
        let mut level = level(&rows, 1.0);
        level.profiles[0] = AgentProfile { radius: 0.45, ..sailor() };
        level.profiles[1] = AgentProfile { radius: 0.45, ..AgentProfile::default() };
        for (index, &start) in starts.iter().enumerate() {
            level = with_agent(level, usize::from(!by_rays.contains(&index)), (0, 0));
            level.agents[index].position = start;
        }
        let mut simulation = Simulation::new(level, None);
        let sent = |(agent, goal): (u32, Vec2)| {
            Command::Order(Selection::These(vec![AgentId(agent)]), Order::MoveTo(Target::Point(goal)))
        };
        let together = Command::Order(Selection::All, Order::MoveTo(Target::Point(goals[0])));
        let all: Vec<Command> = (0..).zip(goals).map(sent).collect();
        simulation.step(if goals[0] == goals[1] { std::slice::from_ref(&together) } else { &all });
        for _ in 0..60 * 60 {
            simulation.step(&[]);
            for index in by_rays {
                let agent = &simulation.agents()[index];
                let corners = agent.route().map_or(1, |route| route.waypoints.len());
                assert!(agent.yielding().is_none() && corners == 1, "agent {index} is led round {corners} corners");
            }
        }
        for agent in simulation.agents() {
            let reason = simulation.status(agent).reason;
            assert!(agent.stands() && (agent.state() == AgentState::Arrived || reason.is_some()), "{agent:?}");
        }
    }
}

fn around(obstacles: &[Obstacle]) -> Level {
    let mut level = level(&OPEN, 1.0);
    level.map.obstacles = obstacles.to_vec().into();
    level
}

/// A level in which nothing moves.
fn still<'a>(level: &'a Level, kind: &'a AgentProfile) -> Scene<'a> {
    Scene { solid: Solid::new(&level.map, kind), moving: &[] }
}

/// The middle line misses the obstacle, the body would touch it.
#[test]
fn rays_cover_the_body() {
    let kind = sailor();
    let level = around(&[buoy(vec2(5.0, 5.0), 0.5)]);
    let scene = still(&level, &kind);
    for whisker_count in [1, 3, 5] {
        let rays = Rays { whiskers: whisker_count, ..kind.rays };
        for (y, meets) in [(4.3, true), (4.25, true), (4.15, false), (5.7, true), (5.85, false)] {
            let cast = &whiskers(scene, &rays, vec2(3.0, y), Vec2::X, 100.0);
            assert_eq!(cast.len(), usize::from(whisker_count), "{y}");
            assert_eq!(cast[0].normal.is_some(), meets, "{whisker_count} at {y}");
        }
    }
}

#[test]
fn wall_behind_the_goal_is_ignored() {
    let kind = sailor();
    let level = around(&[buoy(vec2(8.0, 5.5), 1.0)]);
    let scene = still(&level, &kind);
    let mover = Mover::new(&kind, TICK);
    let (at, velocity) = (vec2(4.5, 5.5), vec2(3.0, 0.0));
    let wants = |goal: Vec2| {
        steer_by_rays(scene, mover, (at, velocity), Vec2::X, Intent::arrive(mover, at, velocity, goal), None)
    };
    assert!(wants(vec2(6.5, 5.5)).rays.iter().all(|ray| ray.normal.is_none()));
    assert!(wants(vec2(12.5, 5.5)).rays.iter().any(|ray| ray.normal.is_some()));
    let free = wants(vec2(6.5, 5.5)).blend.velocity(mover.speed);
    assert!(free.x > 2.0 && free.y == 0.0, "{free}");
}

/// However strong the avoiding force, a quarter of the speed is left for the direction to the goal.
#[test]
fn avoidance_force_is_bounded() {
    let level = around(&[buoy(vec2(5.0, 5.2), 0.8)]);
    for force in [0.0, 5.0, 50.0, 10_000.0] {
        let rays = Rays { force, whiskers: 5, ..sailor().rays };
        let kind = AgentProfile { rays, ..sailor() };
        let scene = still(&level, &kind);
        let cast = whiskers(scene, &rays, vec2(3.7, 5.5), Vec2::X, 100.0);
        let push = avoid_obstacles(&cast, force, 3.0);
        assert!(push.length() <= 0.75 * 3.0 + 1e-5, "{force}: {push}");
        let mover = Mover::new(&kind, TICK);
        let (at, velocity) = (vec2(3.7, 5.5), vec2(3.0, 0.0));
        let intent = Intent::arrive(mover, at, velocity, vec2(12.0, 5.5));
        let steering = steer_by_rays(scene, mover, (at, velocity), Vec2::X, intent, None);
        let names: Vec<&str> = steering.blend.contributions.iter().map(|part| part.name).collect();
        assert_eq!(names, ["avoid obstacles", "go along"], "{force}");
        assert!(steering.blend.velocity(3.0).length() <= 3.0 + 1e-5, "{force}");
    }
}

#[test]
fn only_the_chosen_layers_are_met() {
    let kind = sailor();
    let level = around(&[Obstacle { layer: 2, ..buoy(vec2(5.0, 5.5), 0.5) }]);
    let scene = still(&level, &kind);
    let meets = |layers| cast(scene, vec2(2.0, 5.5), Vec2::X, 5.0, layers).normal.is_some();
    assert!(meets(0b100) && !meets(0b011));
    let wall = cast(scene, vec2(2.0, 5.5), Vec2::NEG_X, 5.0, 0);
    assert_eq!(wall.normal, Some(Vec2::X), "the outside of the map is always met");
    assert!((wall.to.x - 0.3).abs() < 0.01, "{wall:?}");
}

/// Braked along the square root of 2 a d, it is never past its goal, at any step of time.
#[test]
fn arriving_brakes_in_time_at_any_frame_rate() {
    let walk = |step: f32| {
        let (mut left, mut time) = (10.0_f32, 0.0_f32);
        while left > 0.01 && time < 60.0 {
            let speed = arrive(vec2(-left, 0.0), Vec2::ZERO, 3.0, 2.0).x;
            left -= speed * step;
            time += step;
            assert!(left > 0.0, "{left} at {step}");
        }
        time
    };
    let times = [1.0 / 500.0, 1.0 / 60.0, 1.0 / 15.0].map(walk);
    assert!(times.iter().all(|time| (time - times[0]).abs() < 0.1), "{times:?}");
}

#[test]
fn an_agent_that_is_to_arrive_or_pass_looks_towards_its_goal_and_no_farther() {
    let mover = Mover::new(&sailor(), TICK);
    let goal = vec2(4.0, 9.0);
    for (position, direction) in [(vec2(10.0, 9.0), Vec2::NEG_X), (vec2(4.0, 3.0), Vec2::Y), (vec2(-2.0, 9.0), Vec2::X)]
    {
        let arrives = Intent::arrive(mover, position, Vec2::ZERO, goal);
        assert_eq!((arrives.direction, arrives.reach), (direction, 6.0), "from {position}");
        let name = |intent: &Intent| intent.blend.contributions[0].name;
        assert_eq!(name(&arrives), "arrive", "from {position}");
        let passes = |velocity| Intent::pass(mover, position, velocity, goal, 0.5, 1.0);
        assert_eq!((passes(direction).direction, passes(direction).reach), (direction, 6.0), "from {position}");
        assert_eq!(name(&passes(direction)), "seek", "from {position} it will come by");
        assert_eq!(name(&passes(-direction)), "arrive", "from {position} it goes away");
        assert_eq!(name(&passes(direction + 0.2 * direction.perp())), "arrive", "from {position} it would miss");
    }
}

#[test]
fn separation_pushes_the_harder_the_nearer_the_other_is() {
    let push = |away: f32| separation(vec2(3.0, 4.0), [vec2(3.0 + away, 4.0)], 4.0, 2.0);
    for (away, expected) in [(0.4, -1.8), (1.0, -1.5), (2.0, -1.0), (3.0, -0.5), (4.0, 0.0), (9.0, 0.0)] {
        assert!(push(away).distance(vec2(expected, 0.0)) < 1e-5, "{away} away: {}", push(away));
    }
    assert_eq!(push(0.0), Vec2::ZERO, "no direction");
}

#[test]
fn pursuing_meets_sooner_than_seeking() {
    let chase = |steer: &dyn Fn(Vec2, Vec2) -> Vec2| {
        let (mut hunter, mut prey) = (Vec2::ZERO, vec2(6.0, 0.0));
        (0..6000).find(|_| {
            hunter += steer(hunter, prey) * TICK;
            prey += vec2(0.0, 2.0) * TICK;
            hunter.distance(prey) < 0.1
        })
    };
    let pursuing = chase(&|hunter, prey| pursue(hunter, 3.0, prey, vec2(0.0, 2.0), 10.0)).expect("it meets");
    let seeking = chase(&|hunter, prey| seek(hunter, prey, 3.0)).expect("it meets");
    // The law of sines says 6 / sqrt(9 - 4) seconds.
    assert!((pursuing as f32 - 161.0).abs() < 4.0 && seeking > pursuing + 20, "{pursuing} {seeking}");
}

#[test]
fn path_following_returns_to_the_path_and_goes_along_it() {
    let way = [vec2(0.0, 0.0), vec2(6.0, 0.0), vec2(6.0, 6.0)];
    let (mut position, mut velocity) = (vec2(0.5, 2.0), Vec2::X);
    for _ in 0..600 {
        velocity += (follow_path(position, velocity, &way, 0.3, 1.0, 2.0) - velocity) * 0.2;
        position += velocity * TICK;
        if position.distance(way[2]) < 0.5 {
            return;
        }
    }
    panic!("it is at {position}");
}

/// Where a ray passes an inner corner, the normal that it meets does not jump from one wall to the other.
#[test]
fn the_normal_turns_steadily_in_a_corner() {
    let kind = sailor();
    let level = level(&["####", "#...", "#...", "#..."], 1.0);
    let scene = still(&level, &kind);
    let normal = |y: f32| cast(scene, vec2(3.0, y), vec2(-0.8, -0.6), 5.0, 0).normal.expect("a wall");
    let normals: Vec<Vec2> = (0..200).map(|step| normal(1.5 + 0.01 * step as f32)).collect();
    assert_eq!((normals[0], normals[199]), (Vec2::Y, Vec2::X));
    let sharpest = normals.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f32::max);
    assert!(sharpest < 0.05, "{sharpest}");
    // Along a wall of several tiles it is the same everywhere.
    let along = |x: f32| cast(scene, vec2(x, 3.0), Vec2::NEG_Y, 5.0, 0).normal;
    assert!((0..100).all(|step| along(2.0 + 0.01 * step as f32) == Some(Vec2::Y)));
}

/// It keeps the margin of the map from obstacles beside the line, and none from walls.
#[test]
fn a_straight_line_keeps_the_margin_from_obstacles() {
    let kind = sailor();
    let mut level = around(&[buoy(vec2(7.0, 6.0), 0.5)]);
    for margin in [0.0, 0.2, 0.4] {
        level.map.bake.obstacle_epsilon = margin;
        for (beyond, is_free) in [(-0.05, false), (0.05, true)] {
            let y = 6.0 - 0.5 - kind.radius - margin - beyond;
            let goes = can_go_straight(&Solid::new(&level.map, &kind), vec2(2.0, y), vec2(12.0, y), kind.radius);
            assert_eq!(goes, is_free, "at y = {y} with a margin of {margin}");
        }
        let (from, to) = (vec2(2.0, kind.radius), vec2(12.0, kind.radius));
        let solid = Solid::new(&level.map, &kind);
        assert!(can_go_straight(&solid, from, to, kind.radius), "along the edge of the map, a margin of {margin}");
    }
}

/// How often an agent turns its head back, by 1.7 degrees or more at a time.
fn turns_back(simulation: &mut Simulation, seconds: u32) -> u32 {
    let (mut before, mut count) = (0.0_f32, 0);
    for _ in 0..60 * seconds {
        simulation.step(&[]);
        let agent = &simulation.agents()[0];
        let turn = agent.previous_heading().perp_dot(agent.heading());
        count += u32::from(turn * before < 0.0 && turn.abs().min(before.abs()) > 0.03);
        before = turn;
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// With any rays and any mass it does not shake its head among posts, and comes to rest.
    #[test]
    fn an_agent_steering_by_rays_is_calm_and_comes_to_rest(
        posts in prop::collection::vec((3.0..12.0f32, 1.0..11.0f32, 0.2..1.2f32), 0..9),
        goal in 1.0..11.0f32,
        (whiskers, look_ahead, force) in (prop::sample::select(vec![0u8, 1, 3, 5]), 0.5..6.0f32, 0.0..300.0f32),
        mass in 0.5..60.0f32,
    ) {
        let posts: Vec<Obstacle> = posts.into_iter().map(|(x, y, radius)| buoy(vec2(x, y), radius)).collect();
        let mut level = with_agent(around(&posts), 0, (1, 5));
        let rays = Rays { whiskers, look_ahead, force, layers: u32::MAX };
        level.profiles[0] = AgentProfile { rays, mass, ..sailor() };
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Point(vec2(13.5, goal))))]);
        let turns = turns_back(&mut simulation, 90);
        prop_assert!(turns < 4, "{turns} turns of its head");
        let agent = &simulation.agents()[0];
        prop_assert!(agent.stands() && agent.velocity() == Vec2::ZERO, "{:?} at {}", agent.state(), agent.position());
        prop_assert!(agent.wall_penetration() <= 1e-3);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// A body can go straight up to where its sweep meets something, and hardly any further.
    #[test]
    fn a_swept_body_meets_what_it_cannot_pass(
        walls in prop::collection::vec((0..12i32, 0..8i32), 0..14),
        boxes in prop::collection::vec((1.0..11.0f32, 1.0..7.0f32, 0.2..1.5f32, 0.0..180.0f32), 0..4),
        (x, y) in (0.5..11.5f32, 0.5..7.5f32),
        degrees in 0.0..360.0f32,
    ) {
        let mut map = level(&["............"; 8], 1.0).map;
        for (x, y) in walls {
            map.tiles[Cell::new(x, y)] = map.terrain_named("wall").unwrap();
        }
        for (x, y, size, turn) in boxes {
            let shape = Shape::Box { half: vec2(size, 0.4), along: footpath::angle::direction(turn) };
            map.obstacles.push(Obstacle { shape, ..buoy(vec2(x, y), 1.0) });
        }
        let kind = sailor();
        let solid = Solid::new(&map, &kind);
        let from = vec2(x, y);
        prop_assume!(footpath::agent::body::fits(&solid, from));
        let direction = footpath::angle::direction(degrees);
        let (distance, normal) = first_contact(&solid, &[], from, direction, 20.0, u32::MAX).expect("the map has an edge");
        prop_assert!(normal.is_normalized() && normal.dot(direction) < 0.0);
        // A body that is a little narrower passes up to there, one that is a little wider does not pass beyond.
        prop_assert!(can_go_straight(&solid, from, from + direction * (distance - 0.01).max(0.0), 0.295), "{distance}");
        prop_assert!(!can_go_straight(&solid, from, from + direction * (distance + 0.05), 0.305), "{distance}");
    }
}
