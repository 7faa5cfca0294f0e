//! Moving to a goal: what the tutorials got wrong, and what an order promises.

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::format::field_fault::FieldFault;
use footpath::grid::Cell;
use footpath::level::{AgentStart, Level, Order, PatrolPath, PatrolPoint, Target};
use footpath::nav::{PathQuery, PathStatus, Search, find_path};
use footpath::profile::AgentProfile;
use footpath::sim::{Command, Event, Refusal, Selection, Simulation, TICK};
use glam::{Vec2, vec2};

use crate::support::levels::{level, with_agent};
use crate::support::play::{go, settle, tell_all, to_point, to_tile};

const ROOM: [&str; 9] = [
    "############",
    "#..........#",
    "#..........#",
    "#....##....#",
    "#....##....#",
    "#..........#",
    "#..........#",
    "#..........#",
    "############",
];

fn room_with(profiles: &[usize]) -> Simulation {
    let add = |level, (index, &profile): (usize, &usize)| {
        with_agent(level, profile, (1 + index as i32 % 10, 1 + index as i32 / 10))
    };
    Simulation::new(profiles.iter().enumerate().fold(level(&ROOM, 1.0), add), None)
}

fn no_paths(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count()
}

fn assert_no_overlap(simulation: &Simulation) {
    let agents = simulation.agents();
    for (index, agent) in agents.iter().enumerate() {
        for other in &agents[..index] {
            let least = simulation.profile_of(agent).radius + simulation.profile_of(other).radius;
            assert!(
                agent.position().distance(other.position()) >= least - 1e-3,
                "{:?} and {:?}",
                agent.id(),
                other.id()
            );
        }
    }
}

/// Time is only ever advanced by whole ticks: however a window cuts it into frames, the walk is the same.
#[test]
fn same_walk_at_any_frame_rate() {
    let walk = |frame: f32| {
        let mut simulation = room_with(&[0, 1, 2, 3]);
        simulation.step(&[tell_all(to_tile(10, 7))]);
        let (mut due, mut frames) = (0.0, 0);
        while simulation.tick() < 400 {
            due += frame;
            frames += 1;
            while due >= TICK && simulation.tick() < 400 {
                due -= TICK;
                simulation.step(&[]);
            }
        }
        (simulation.state_hash(), simulation.agents()[3].position(), frames)
    };
    let (slow, fast) = (walk(1.0 / 15.0), walk(1.0 / 500.0));
    assert!(fast.2 > 20 * slow.2);
    assert_eq!((slow.0, slow.1), (fast.0, fast.1));
}

#[test]
fn stands_still_on_target() {
    let mut simulation = room_with(&[0, 1, 2, 3]);
    simulation.step(&[tell_all(to_point(vec2(8.2, 6.3)))]);
    settle(&mut simulation, 120);
    // Agents that had to yield go back to their slots.
    (0..120).for_each(|_| drop(simulation.step(&[])));
    let before = simulation.agents().to_vec();
    for _ in 0..300 {
        assert_eq!(simulation.step(&[]), [], "tick {}", simulation.tick());
        for (agent, before) in simulation.agents().iter().zip(&before) {
            assert_eq!(agent.velocity(), Vec2::ZERO, "agent {}", agent.id().0);
            assert_eq!(
                (agent.position(), agent.heading()),
                (before.position(), before.heading()),
                "agent {}",
                agent.id().0
            );
            assert!((agent.heading().length() - 1.0).abs() < 1e-3, "agent {}", agent.id().0);
        }
    }
    assert!(simulation.agents().iter().any(|agent| agent.position() == vec2(8.2, 6.3)));
}

/// On the last stretch the distance to the goal only ever falls, and the heading does not turn away.
#[test]
fn never_orbits() {
    for mass in [1.0, 5.0, 20.0] {
        for speed in [3.0, 10.0, 20.0] {
            let mut level = with_agent(level(&ROOM, 1.0), 0, (1, 1));
            level.profiles[0].mass = mass;
            level.profiles[0].speed = speed;
            let mut simulation = Simulation::new(level, None);
            simulation.step(&[tell_all(to_tile(10, 7))]);
            let goal = vec2(10.5, 7.5);
            let mut nearest = f32::INFINITY;
            for _ in 0..60 * 60 {
                simulation.step(&[]);
                let agent = &simulation.agents()[0];
                let distance = agent.position().distance(goal);
                if nearest < 1.0 {
                    assert!(distance <= nearest + 1e-3, "mass {mass}, speed {speed}: {distance} after {nearest}");
                }
                nearest = nearest.min(distance);
            }
            assert_eq!(simulation.agents()[0].state(), AgentState::Arrived, "mass {mass}, speed {speed}");
        }
    }
}

/// A turning agent cannot brake with its full acceleration: behind a corner just before the goal it must still be slow
/// enough to stop.
#[test]
fn stops_behind_a_corner() {
    for (mass, speed, acceleration) in [(1.0, 10.0, 8.0), (4.0, 8.0, 8.0), (12.0, 6.0, 8.0), (3.0, 10.0, 20.0)] {
        let mut level = with_agent(level(&["...................."; 20], 1.0), 0, (2, 2));
        level.profiles[0] = AgentProfile { mass, speed, acceleration, ..level.profiles[0].clone() };
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[tell_all(to_tile(13, 12))]);
        let mut past = Vec2::ZERO;
        while !simulation.agents()[0].stands() {
            simulation.step(&[]);
            past = past.max(simulation.agents()[0].position() - vec2(13.5, 12.5));
        }
        assert!(
            past.max_element() < 0.1,
            "mass {mass}, speed {speed}, acceleration {acceleration}: {past} past its goal"
        );
    }
}

#[test]
fn idle_until_ordered() {
    let mut simulation = room_with(&[0, 1, 4]);
    let before = simulation.agents().to_vec();
    for _ in 0..120 {
        assert_eq!(simulation.step(&[]), [], "tick {}", simulation.tick());
    }
    assert_eq!(simulation.agents(), before);
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Idle && agent.route().is_none()));
}

#[test]
fn late_agent_obeys() {
    let mut simulation = room_with(&[0]);
    for _ in 0..30 {
        simulation.step(&[]);
    }
    simulation.step(&[Command::Spawn { profile: "runner".to_owned(), at: Target::Tile(Cell::new(5, 6)) }]);
    simulation.step(&[tell_all(to_tile(10, 1))]);
    settle(&mut simulation, 120);
    let late = simulation.agent(AgentId(1)).unwrap();
    assert_eq!(late.state(), AgentState::Arrived);
    assert!(late.position().distance(vec2(10.5, 1.5)) < 2.0);
}

#[test]
fn group_gets_distinct_places() {
    let mut simulation = room_with(&[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
    let tile = |x, y| Target::Tile(Cell::new(x, y));
    for target in [Target::Point(vec2(8.0, 6.0)), tile(2, 6), tile(10, 1)] {
        simulation.step(&[tell_all(Order::MoveTo(target.clone()))]);
        settle(&mut simulation, 120);
        assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived), "{target:?}");
        assert_no_overlap(&simulation);
        let spot = simulation.target_point(&target, Vec2::ZERO).unwrap();
        for agent in simulation.agents() {
            assert!(agent.position().distance(spot) < 4.5, "{} is far from {spot}", agent.position());
        }
    }
}

#[test]
fn a_group_that_is_stopped_on_its_way_settles_apart() {
    for ticks in [5, 30, 60, 90] {
        let mut simulation = room_with(&[0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
        simulation.step(&[tell_all(to_tile(10, 7))]);
        for _ in 0..ticks {
            simulation.step(&[]);
        }
        simulation.step(&[Command::Order(Selection::All, Order::Stop)]);
        settle(&mut simulation, 120);
        assert_no_overlap(&simulation);
        let settled = |agent: &Agent| matches!(agent.state(), AgentState::Stopped | AgentState::Arrived);
        assert!(simulation.agents().iter().all(settled), "stopped after {ticks} ticks");
    }
}

const SHUT_IN: [&str; 5] = ["#########", "#.......#", "#.....###", "#.....#.#", "#########"];

#[test]
fn no_path_is_reported_once() {
    let mut simulation = Simulation::new(with_agent(level(&SHUT_IN, 1.0), 0, (5, 3)), None);
    let mut events = simulation.step(&[tell_all(to_tile(7, 3))]);
    for _ in 0..120 {
        events.extend(simulation.step(&[]));
    }
    // A change of the map makes it try again without another report.
    events.extend(simulation.step(&[Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(1, 1)] }]));
    for _ in 0..120 {
        events.extend(simulation.step(&[]));
    }
    assert_eq!(no_paths(&events), 1, "{events:?}");
    assert_eq!(simulation.agents()[0].state(), AgentState::NoWay);
    // A new order is a new question.
    events.extend(simulation.step(&[tell_all(to_tile(7, 3))]));
    assert_eq!(no_paths(&events), 2);
    // And when a way opens, it goes.
    simulation.step(&[Command::Erase { tiles: vec![Cell::new(6, 3)] }]);
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
}

#[test]
fn failed_request_answers_too() {
    let mut simulation = Simulation::new(with_agent(level(&SHUT_IN, 1.0), 0, (7, 3)), None);
    let events = simulation.step(&[tell_all(to_tile(1, 1))]);
    assert_eq!(no_paths(&events), 1);
    let agent = &simulation.agents()[0];
    assert_eq!((agent.state(), agent.route().is_some()), (AgentState::NoWay, false));
    // An agent under way drops its old path, too.
    let mut simulation = Simulation::new(with_agent(level(&SHUT_IN, 1.0), 0, (1, 1)), None);
    simulation.step(&[tell_all(to_tile(7, 1))]);
    for _ in 0..60 {
        simulation.step(&[]);
    }
    let tile = simulation.map().lattice.tile_at(simulation.agents()[0].position());
    let walls = [(-1, 0), (1, 0), (0, 1), (1, 1), (-1, 1)].map(|(x, y)| Cell::new(tile.x + x, tile.y + y));
    simulation.step(&[Command::Paint { terrain: "wall".to_owned(), tiles: walls.to_vec() }]);
    let mut events = simulation.step(&[tell_all(to_tile(1, 3))]);
    events.extend(settle(&mut simulation, 120));
    assert_eq!(no_paths(&events), 1, "{events:?}");
    assert_eq!(simulation.agents()[0].state(), AgentState::NoWay);
}

#[test]
fn click_at_the_origin() {
    let mut level = with_agent(level(&["....", "....", "...."], 1.0), 0, (3, 2));
    level.map.lattice.origin = vec2(-0.5, -0.5);
    level.agents[0].position = vec2(3.0, 2.0);
    let mut simulation = Simulation::new(level, None);
    let events = simulation.step(&[tell_all(to_point(Vec2::ZERO))]);
    assert_eq!(events, [Event::PathFound { agent: AgentId(0), status: PathStatus::Complete }]);
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].position(), Vec2::ZERO);
}

/// The middle of the clicked cell is too near to the wall for a giant, but the clicked point is not.
#[test]
fn a_wide_body_goes_to_a_point_where_it_fits() {
    let mut level = with_agent(level(&["......", "......", "......", "......", "######"], 1.0), 4, (2, 2));
    level.agents[0].position = vec2(2.0, 2.0);
    let mut simulation = Simulation::new(level, None);
    assert!(!simulation.nav_grid(4).is_passable(Cell::new(4, 3)));
    let events = simulation.step(&[tell_all(to_point(vec2(4.6, 3.1)))]);
    assert_eq!(events, [Event::PathFound { agent: AgentId(0), status: PathStatus::Complete }]);
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].position(), vec2(4.6, 3.1));
}

/// Of three rooms one is closed: scattering sends agents only to the rooms that can be reached.
#[test]
fn scatter_draws_only_cells_that_can_be_reached() {
    let rows = ["#############", "#...#...#...#", "#.......#...#", "#...#...#...#", "#############"];
    let mut simulation = Simulation::new(with_agent(level(&rows, 1.0), 0, (1, 1)), None);
    let mut columns = Vec::new();
    for _ in 0..100 {
        let events = simulation.step(&[Command::Scatter(Selection::All)]);
        let partial = |event: &Event| matches!(event, Event::PathFound { status: PathStatus::Partial, .. });
        assert!(no_paths(&events) == 0 && !events.iter().any(partial), "{events:?}");
        columns.push(simulation.map().lattice.tile_at(simulation.agents()[0].slot().unwrap()).x);
    }
    assert!((1..8).all(|column| columns.contains(&column)) && columns.iter().all(|&column| column < 8), "{columns:?}");
}

/// Of a group sent to an unreachable goal, only one searches the whole map; the others use what it found.
#[test]
fn a_goal_out_of_reach_is_looked_for_once() {
    let rows = ["....................#.."; 20];
    let mut level = level(&rows, 1.0);
    for index in 0..20 {
        level = with_agent(level, 0, (2 * (index % 5), 2 * (index / 5)));
    }
    let mut simulation = Simulation::new(level, None);
    let mut expansions = Vec::new();
    for index in 0..20 {
        simulation.step(&[go(index, (22, 10))]);
        expansions.push(simulation.last_search().unwrap().statistics.expanded);
        assert_eq!(
            simulation.agents()[index as usize].route().unwrap().purpose.status,
            PathStatus::Partial,
            "agent {index}"
        );
    }
    assert!(expansions.iter().all(|&expanded| expanded < 10), "{expansions:?}");
    settle(&mut simulation, 120);
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::ArrivedNear));
    assert_no_overlap(&simulation);
}

#[test]
fn a_click_outside_the_map_is_answered() {
    let mut simulation = room_with(&[0]);
    let events = simulation.step(&[tell_all(to_point(vec2(12.0, 3.0)))]);
    let reason = Refusal::PointOutside { point: vec2(12.0, 3.0), map: (Vec2::ZERO, vec2(12.0, 9.0)) };
    assert_eq!(events, [Event::Refused { reason }]);
    assert_eq!(simulation.agents()[0].state(), AgentState::Idle);
}

#[test]
fn moved_obstacle_is_baked_again() {
    let rows = ["#######", "#.....#", "#.###.#", "#.....#", "#######"];
    let mut simulation = Simulation::new(with_agent(level(&rows, 1.0), 0, (1, 1)), None);
    simulation.step(&[tell_all(to_tile(5, 1))]);
    assert_eq!(simulation.agents()[0].route().unwrap().cells.len(), 5);
    let wall = |x, y| Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(x, y)] };
    simulation.step(&[wall(4, 1)]);
    assert!(!simulation.nav_grid(0).is_passable(Cell::new(4, 1)));
    assert!(simulation.agents()[0].route().unwrap().cells.contains(&Cell::new(3, 3)));
    // The obstacle moves away, and the short way is taken again.
    simulation.step(&[wall(3, 3), Command::Erase { tiles: vec![Cell::new(4, 1)] }]);
    assert!(simulation.agents()[0].route().unwrap().cells.contains(&Cell::new(4, 1)));
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].position(), vec2(5.5, 1.5));
}

#[test]
fn a_wall_built_upon_an_agent_is_left() {
    let mut simulation = room_with(&[0, 1]);
    let tiles = [(1, 1), (2, 1), (1, 2), (2, 2)].map(|(x, y)| Cell::new(x, y)).to_vec();
    simulation.step(&[Command::Paint { terrain: "wall".to_owned(), tiles }]);
    settle(&mut simulation, 120);
    for agent in simulation.agents() {
        assert!(
            simulation.map().is_walkable(simulation.map().lattice.tile_at(agent.position())),
            "agent {}",
            agent.id().0
        );
        assert_eq!((agent.in_wall(), agent.state()), (false, AgentState::Idle), "agent {}", agent.id().0);
        assert!(agent.wall_penetration() <= 1e-3, "agent {}", agent.id().0);
    }
    assert_no_overlap(&simulation);
}

#[test]
fn orders_are_carried_out_one_after_the_other() {
    let mut simulation = room_with(&[0]);
    let then = |order| Command::ThenOrder(Selection::All, order);
    simulation.step(&[then(to_tile(10, 1)), then(to_tile(10, 7)), then(to_tile(1, 7))]);
    let mut passed = Vec::new();
    for _ in 0..60 * 30 {
        simulation.step(&[]);
        let tile = simulation.map().lattice.tile_at(simulation.agents()[0].position());
        if [(10, 1), (10, 7), (1, 7)].contains(&(tile.x, tile.y)) && passed.last() != Some(&(tile.x, tile.y)) {
            passed.push((tile.x, tile.y));
        }
    }
    assert_eq!(passed, [(10, 1), (10, 7), (1, 7)]);
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
}

#[test]
fn a_queue_of_orders_has_an_end() {
    let mut simulation = room_with(&[0, 0]);
    let order = |agents: Selection| Command::ThenOrder(agents, Order::Wander(1.0));
    let first = || Selection::These(vec![AgentId(0)]);
    simulation.step(&[tell_all(Order::Wander(3.0))]);
    let events = simulation.apply(&vec![order(first()); 100]);
    assert!(events.is_empty(), "{events:?}");
    let events = simulation.apply(&[order(Selection::All)]);
    let full = Refusal::QueueFull { agent: AgentId(0), most: 100 };
    assert_eq!(events, [Event::Refused { reason: full }]);
    let queued: Vec<usize> = simulation.agents().iter().map(|agent| agent.queue().len()).collect();
    assert_eq!(queued, [100, 1]);
}

/// By itself it would wade through the rock for minutes.
#[test]
fn a_slow_and_heavy_agent_is_led_out_of_a_large_wall() {
    let mut simulation = Simulation::new(with_agent(level(&[&".".repeat(30); 30], 1.0), 0, (15, 15)), None);
    let slow = AgentProfile { speed: 0.1, max_speed: 0.1, mass: 100.0, acceleration: 0.5, ..AgentProfile::default() };
    simulation.step(&[Command::Tune(Box::new(slow))]);
    let block = (0..20 * 20).map(|at| Cell::new(5 + at % 20, 5 + at / 20)).collect();
    simulation.step(&[Command::Paint { terrain: "wall".to_owned(), tiles: block }]);
    assert!(simulation.agents()[0].in_wall());
    let mut before = simulation.agents()[0].position();
    for _ in 0..120 {
        simulation.step(&[]);
        let here = simulation.agents()[0].position();
        assert!(before.distance(here) < 1.0, "it is led, not put elsewhere: {before} {here}");
        before = here;
    }
    assert!(!simulation.agents()[0].in_wall(), "{before}");
}

/// A goal that is dragged about sends a new order thirty times a second: the agent neither stops nor goes
/// back to the middle of its cell.
#[test]
fn a_dragged_goal_does_not_make_it_stutter() {
    let mut simulation = room_with(&[0]);
    for tick in 0..110 {
        let goal = vec2(10.5, 5.5 + 0.01 * tick as f32);
        let commands = (tick % 2 == 0).then(|| tell_all(to_point(goal)));
        simulation.step(commands.as_slice());
        let agent = &simulation.agents()[0];
        if tick > 30 {
            assert!(agent.velocity().length() > 2.9, "tick {tick}: {}", agent.velocity());
            assert!(agent.velocity().x > 0.0, "tick {tick}: {}", agent.velocity());
        }
    }
}

#[test]
fn restart_begins_again() {
    let mut simulation = room_with(&[0, 1]);
    let fresh = simulation.clone();
    simulation.step(&[Command::Scatter(Selection::All), Command::Erase { tiles: vec![Cell::new(5, 3)] }]);
    for _ in 0..100 {
        simulation.step(&[]);
    }
    let mut again = fresh.clone();
    again.step(&[]);
    assert!(simulation.step(&[Command::Restart]).contains(&Event::Restarted));
    assert_eq!(simulation.state_hash(), again.state_hash());
}

/// The first tutorial's procedure: blocks are objects, found by overlap; drag the goal, and the path follows on four
/// neighbours; wall the goal in, and it is reported once.
#[test]
fn two_cubes() {
    let text = include_str!("../../../../levels/tutorial/two-cubes.ron");
    let mut simulation = Simulation::new(Level::parse("two-cubes.ron", text).unwrap(), None);
    let lattice = simulation.map().lattice;
    assert_eq!((lattice.width, lattice.height, lattice.tile_size), (20, 20, 2.0));
    let (blocks, side) = (&simulation.map().obstacles, lattice.tile_size);
    for cell in simulation.map().tiles.rect().cells() {
        let centre = lattice.centre(cell);
        let is_near = blocks.iter().any(|block| block.distance(centre) < 0.5 * side - 0.2);
        assert!(simulation.map().is_walkable(cell), "{cell:?}: the blocks are no tiles");
        assert_eq!(simulation.nav_grid(simulation.agents()[0].profile()).is_passable(cell), !is_near, "{cell:?}");
    }
    let whole_map = PathQuery::between(Cell::new(2, 4), Cell::new(17, 15)).by(simulation.level().search);
    let path = find_path(simulation.nav_grid(0), &whole_map, &mut Search::default()).unwrap();
    assert_eq!(path.statistics.expanded, 265, "by the straight line, with equal cells in the order in which they came");
    assert!(path.cells.windows(2).all(|pair| pair[0].distance_squared(pair[1]) == 1), "{:?}", path.cells);
    let free = |simulation: &Simulation, x| {
        Cell::new(x, (0..20).rev().find(|&y| simulation.nav_grid(0).is_passable(Cell::new(x, y))).unwrap())
    };
    let mut goal = Cell::new(0, 0);
    for x in 8..18 {
        goal = free(&simulation, x);
        simulation.step(&[tell_all(to_tile(goal.x, goal.y))]);
        let route = simulation.agents()[0].route().unwrap();
        assert_eq!((route.end(), *route.cells.last().unwrap()), (lattice.centre(goal), goal), "{x}");
        (0..10).for_each(|_| drop(simulation.step(&[])));
    }
    let around: Vec<Cell> = footpath::grid::Rect::of_cell(goal)
        .grown(1)
        .cells()
        .filter(|&cell| cell != goal && lattice.contains(cell))
        .collect();
    let mut events = simulation.step(&[Command::Paint { terrain: "wall".to_owned(), tiles: around }]);
    events.extend(settle(&mut simulation, 120));
    let told = |status| {
        events.iter().filter(|event| matches!(event, Event::PathFound { status: s, .. } if *s == status)).count()
    };
    assert_eq!(told(PathStatus::Partial) + no_paths(&events), 1, "{events:?}");
    assert_ne!(simulation.agents()[0].state(), AgentState::Arrived);
}

/// What reaches less than that into a cell does not close it: without it, the blocks close the cells beside them.
#[test]
fn the_epsilon_of_the_probe_opens_cells() {
    let text = include_str!("../../../../levels/tutorial/two-cubes.ron");
    let closed = |epsilon: &str| {
        let text = text.replace("probe_epsilon: 0.2", epsilon);
        let simulation = Simulation::new(Level::parse("two-cubes.ron", &text).unwrap(), None);
        let grid = simulation.nav_grid(simulation.agents()[0].profile());
        grid.lattice().rect().cells().filter(|&cell| !grid.is_passable(cell)).count()
    };
    let (with, without) = (closed("probe_epsilon: 0.2"), closed("probe_epsilon: 0.0"));
    assert!(without > with + 20, "{without} are closed, {with} with an epsilon of 0.2");
    assert_eq!(closed("probe_epsilon: 1.9"), closed("obstacle_epsilon: 0.0"), "never narrower than the body");
}

/// The third tutorial: fourteen steps with four neighbours, and obstacles may be added while they are walked.
#[test]
fn ten_by_ten() {
    let text = include_str!("../../../../levels/tutorial/ten-by-ten.ron");
    let mut simulation = Simulation::new(Level::parse("ten-by-ten.ron", text).unwrap(), None);
    simulation.step(&[tell_all(to_tile(7, 7))]);
    let route = simulation.agents()[0].route().cloned().unwrap();
    assert_eq!(route.cells.first(), Some(&Cell::new(0, 0)));
    assert_eq!((route.cells.len(), route.length), (15, 14.0));
    let tiles = (0..9).map(|x| Cell::new(x, 4)).collect();
    simulation.step(&[Command::Paint { terrain: "wall".to_owned(), tiles }]);
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
    assert!(simulation.agents()[0].walked() > route.length + 1.0);
}

/// The second tutorial: blocks are objects on open ground, found by the agent's body; every passable cell can be clicked,
/// and the search can be looked at afterwards.
#[test]
fn baked_field() {
    let text = include_str!("../../../../levels/tutorial/baked-field.ron");
    let mut simulation = Simulation::new(Level::parse("baked-field.ron", text).unwrap(), None);
    let lattice = simulation.map().lattice;
    assert_eq!((lattice.width, lattice.height, lattice.tile_size), (50, 50, 1.0));
    let profile = simulation.agents()[0].profile();
    let radius = simulation.profiles()[profile].radius;
    for cell in simulation.map().tiles.rect().cells() {
        let nearest = simulation.map().obstacles.iter().map(|block| block.distance(lattice.centre(cell)));
        let is_open = nearest.fold(f32::INFINITY, f32::min) >= radius;
        assert!(simulation.map().is_walkable(cell), "{cell:?}: the blocks are no tiles");
        assert_eq!(simulation.nav_grid(profile).is_passable(cell), is_open, "{cell:?}");
    }
    let goals: Vec<Cell> = simulation.map().tiles.rect().cells().step_by(433).collect();
    for goal in goals.into_iter().filter(|&goal| simulation.nav_grid(profile).is_passable(goal)).collect::<Vec<_>>() {
        simulation.step(&[Command::Order(Selection::These(vec![AgentId(0)]), Order::MoveTo(Target::Tile(goal)))]);
        let agent = &simulation.agents()[0];
        let start = lattice.tile_at(agent.previous_position());
        let search = simulation.last_search().unwrap();
        assert_eq!((search.agent, search.query.start), (AgentId(0), start), "{goal:?}");
        assert!(search.statistics.expanded > 0, "{goal:?}");
        assert_eq!(agent.route().map(|route| route.purpose.status), Some(PathStatus::Complete), "{goal:?}");
    }
}

/// A patrol visits its points in turn and begins again; any other order ends it.
#[test]
fn a_patrol_goes_round_until_it_is_called_off() {
    let text = r#"(version: 1, name: "Round", legend: {'.': "grass", 'A': (terrain: "grass", place: "a"), 'B': (terrain: "grass", place: "b")},
        rows: ["A.....B", "......."], agents: [(tile: (3, 0), order: Patrol(["a", "b"]))])"#;
    let mut simulation = Simulation::new(Level::parse("round.ron", text).unwrap(), None);
    let mut visits = String::new();
    for _ in 0..1200 {
        simulation.step(&[]);
        let x = simulation.agents()[0].position().x;
        let here = if x < 1.0 { 'a' } else { 'b' };
        if !(1.0..6.0).contains(&x) && !visits.ends_with(here) {
            visits.push(here);
        }
    }
    assert!(visits.starts_with("ababab"), "{visits}");
    simulation.step(&[Command::Order(Selection::All, Order::Stop)]);
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].state(), AgentState::Stopped);
}

fn corners(name: &str, corners: &[(f32, f32)]) -> PatrolPath {
    let points = corners.iter().map(|&(x, y)| PatrolPoint::Target(Target::Point(vec2(x, y)))).collect();
    PatrolPath { name: name.to_owned(), points, ..PatrolPath::default() }
}

#[test]
fn a_path_that_is_put_is_patrolled_and_another_of_its_name_from_then_on() {
    let mut simulation = room_with(&[1]);
    let square = [(1.5, 1.5), (10.5, 1.5), (10.5, 7.5), (1.5, 7.5)];
    let patrol = tell_all(Order::Patrol("beat".to_owned()));
    let events = simulation.step(&[Command::PutPath(corners("beat", &square)), patrol]);
    assert!(!events.iter().any(|event| matches!(event, Event::Refused { .. })), "{events:?}");
    let comes_to = |simulation: &mut Simulation, (x, y): (f32, f32)| {
        let point = vec2(x, y);
        let comes = (0..600).any(|_| {
            simulation.step(&[]);
            simulation.agents()[0].position().distance(point) < 0.8
        });
        assert!(comes, "it does not come to {point}, but to {}", simulation.agents()[0].position());
    };
    square[1..].iter().for_each(|corner| comes_to(&mut simulation, *corner));
    // On its way to the fourth point of four; then there are two.
    simulation.step(&[Command::PutPath(corners("beat", &[(5.5, 1.5), (5.5, 7.5)]))]);
    assert_eq!(simulation.paths().len(), 1);
    [(5.5, 1.5), (5.5, 7.5), (5.5, 1.5)].into_iter().for_each(|point| comes_to(&mut simulation, point));
    simulation.step(&[Command::Restart]);
    assert!(simulation.paths().is_empty(), "the level begins without it");
}

#[test]
fn a_path_that_is_no_path_is_refused() {
    let mut simulation = room_with(&[1]);
    let good = corners("beat", &[(1.5, 1.5), (10.5, 1.5)]);
    let beat = |fault| Refusal::Path { path: "beat".to_owned(), fault };
    let number = |field, value, range| beat(FieldFault::Number { field, value, range });
    let points = |count| beat(FieldFault::Count { noun: "points", count, range: (2, 256) });
    let map = (Vec2::ZERO, vec2(12.0, 9.0));
    for (path, reason) in [
        (corners("beat", &[(1.5, 1.5)]), points(1)),
        (corners("beat", &[(1.5, 1.5); 257]), points(257)),
        (corners("beat", &[(1.5, 1.5), (20.0, 1.5)]), Refusal::PointOutside { point: vec2(20.0, 1.5), map }),
        (PatrolPath { wait: -1.0, ..good.clone() }, number("wait", -1.0, (0.0, 3600.0))),
        (
            PatrolPath { acceptance_radius: Some(500.0), ..good.clone() },
            number("acceptance_radius", 500.0, (0.01, 100.0)),
        ),
    ] {
        assert_eq!(simulation.step(&[Command::PutPath(path)]), [Event::Refused { reason }]);
    }
    let nan = PatrolPath { wait: f32::NAN, ..good };
    assert!(matches!(simulation.step(&[Command::PutPath(nan)])[..], [Event::Refused { .. }]));
    assert!(simulation.paths().is_empty());
}

/// Fast and slow ones in a formation are at each other's side all the way, as fast as the slowest.
#[test]
fn a_formation_keeps_its_places_on_the_way() {
    let field = ["............................................................"; 8];
    let mut level = level(&field, 1.0);
    let starts = [vec2(2.5, 2.5), vec2(2.5, 4.5), vec2(4.5, 3.5)];
    level.profiles =
        [5.0, 1.5, 3.0].map(|speed| AgentProfile { speed, max_speed: speed, ..AgentProfile::default() }).to_vec();
    level.agents = starts.iter().enumerate().map(|(index, &start)| AgentStart::at(index, start)).collect();
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[tell_all(Order::MoveInFormation(Target::Point(vec2(50.5, 3.5))))]);
    for tick in 0..60 * 25 {
        simulation.step(&[]);
        let first = simulation.agents()[0].position() - starts[0];
        for (agent, start) in simulation.agents().iter().zip(starts) {
            let off = (agent.position() - start).distance(first);
            assert!(off < 0.5, "{off} off its place after {tick} ticks: {agent:?}");
        }
    }
    assert!(simulation.agents()[0].position().x > 2.5 + 1.4 * 25.0 - 1.0, "{}", simulation.agents()[0].position());
}
