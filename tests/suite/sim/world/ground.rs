//! Agents on ground that is more than tiles: links and switches, obstacles, heights, finer cells, baking by command.

use footpath::agent::AgentState;
use footpath::agent::body::{fits, penetration};
use footpath::grid::Cell;
use footpath::level::{Level, Obstacle, Order, Shape};
use footpath::nav::{PathError, PathStatus, Solid};
use footpath::sim::{Command, Event, Named, Refusal, Simulation};
use glam::{Vec2, vec2};

use crate::support::levels::read_level;
use crate::support::play::{go, settle_looking, states, tell_all, to_tile};

fn world(rows: &[&str], fields: &str) -> Simulation {
    Simulation::new(read_level(rows, fields), None)
}

fn switch(link: &str, on: bool) -> Command {
    Command::Switch { link: link.to_owned(), on }
}

/// No agent is in anything solid to it, and every number is finite.
fn check(simulation: &Simulation) {
    for agent in simulation.agents() {
        assert!(
            agent.position().is_finite() && agent.velocity().is_finite() && agent.height().is_finite(),
            "{agent:?}"
        );
        if agent.on_link().is_none() && !agent.in_wall() {
            let depth = penetration(&Solid::new(simulation.map(), simulation.profile_of(agent)), agent.position());
            assert!(depth <= 1e-3, "tick {}: {depth} in {agent:#?}", simulation.tick());
        }
    }
}

/// Steps until all agents stand, looking at each tick, and returns what happened.
fn walk(simulation: &mut Simulation, mut look: impl FnMut(&Simulation)) -> Vec<Event> {
    settle_looking(simulation, 60, |simulation| {
        check(simulation);
        look(simulation);
    })
}

fn circle(name: &str, at: Vec2, radius: f32) -> Obstacle {
    Obstacle {
        name: name.to_owned(),
        at,
        shape: Shape::Circle(radius),
        layer: 0,
        motion: None,
        standing_time: 0.0,
        user: None,
    }
}

const RAVINE: [&str; 3] = ["....   ....", "....   ....", "....   ...."];
const BRIDGE: &str = "links: [(name: \"bridge\", from: (tile: (3, 1)), to: (tile: (7, 1)), cost: 1.0, active: false)],
    agents: [(profile: \"walker\", tile: (1, 1))]";

#[test]
fn a_link_is_crossed_from_end_to_end() {
    let mut simulation = world(&RAVINE, BRIDGE);
    simulation.step(&[switch("bridge", true), tell_all(to_tile(9, 0))]);
    let mut parts = Vec::new();
    walk(&mut simulation, |simulation| {
        let agent = &simulation.agents()[0];
        if let Some((link, part)) = agent.on_link() {
            assert_eq!((link.from, link.to), (Cell::new(3, 1), Cell::new(7, 1)));
            assert!((agent.position().y - 1.5).abs() <= 0.1 && (3.4..7.5).contains(&agent.position().x), "{agent:?}");
            parts.push(part);
        }
    });
    assert_eq!(states(&simulation), [AgentState::Arrived]);
    assert!(parts.windows(2).all(|pair| pair[0] < pair[1]), "{parts:?}");
    assert!(parts.len() > 75, "four units at 3 a second: {}", parts.len());
    assert_eq!(simulation.agents()[0].position(), vec2(9.5, 0.5));
}

#[test]
fn an_agent_waiting_at_a_bridge_crosses_it_when_it_comes_down() {
    let mut simulation = world(&RAVINE, BRIDGE);
    let events = simulation.step(&[tell_all(to_tile(9, 1))]);
    assert!(matches!(events[..], [Event::PathFound { status: PathStatus::Partial, .. }]), "{events:?}");
    walk(&mut simulation, |_| {});
    assert_eq!(states(&simulation), [AgentState::ArrivedNear]);
    let events = simulation.step(&[switch("bridge", true)]);
    assert!(events.contains(&Event::Switched { link: "bridge".to_owned(), on: true }), "{events:?}");
    walk(&mut simulation, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived]);
}

#[test]
fn a_link_switched_off_is_crossed_only_by_those_already_on_it() {
    let mut simulation = world(&RAVINE, &BRIDGE.replace("(1, 1))", "(1, 1)), (profile: \"ox\", tile: (0, 1))"));
    simulation.step(&[switch("bridge", true), tell_all(to_tile(9, 1))]);
    while simulation.agents()[0].on_link().is_none() {
        simulation.step(&[]);
    }
    assert!(simulation.agents()[1].on_link().is_none());
    simulation.step(&[switch("bridge", false)]);
    walk(&mut simulation, |_| {});
    assert_eq!(states(&simulation), [AgentState::Arrived, AgentState::ArrivedNear]);
}

#[test]
fn an_agent_stopped_on_a_link_comes_to_its_end() {
    let mut simulation = world(&RAVINE, BRIDGE);
    simulation.step(&[switch("bridge", true), tell_all(to_tile(9, 1))]);
    while simulation.agents()[0].on_link().is_none() {
        simulation.step(&[]);
    }
    simulation.step(&[tell_all(Order::Stop)]);
    walk(&mut simulation, |_| {});
    assert_eq!(states(&simulation), [AgentState::Stopped]);
    assert!(simulation.agents()[0].position().x >= 7.3, "{}", simulation.agents()[0].position());
    // And back, turned round in the midst of it.
    simulation.step(&[tell_all(to_tile(0, 0))]);
    while simulation.agents()[0].on_link().is_none() {
        simulation.step(&[]);
    }
    simulation.step(&[tell_all(to_tile(9, 2))]);
    walk(&mut simulation, |_| {});
    assert_eq!(simulation.agents()[0].position(), vec2(9.5, 2.5));
}

#[test]
fn stepping_on_a_switch_turns_it() {
    let fields = format!("{BRIDGE}, switches: [(tile: (1, 0), turns: \"bridge\")]");
    let mut simulation = world(&RAVINE, &fields);
    let turns = |events: &[Event]| events.iter().filter(|event| matches!(event, Event::Switched { .. })).count();
    simulation.step(&[tell_all(to_tile(1, 0))]);
    assert_eq!(turns(&walk(&mut simulation, |_| {})), 1, "once, however long it stays");
    assert!(simulation.map().links[0].active);
    simulation.step(&[tell_all(to_tile(9, 1))]);
    assert_eq!(turns(&walk(&mut simulation, |_| {})), 0);
    assert_eq!(states(&simulation), [AgentState::Arrived]);
    let refused = simulation.step(&[switch("brigde", true)]);
    let meant = Some("bridge".to_owned());
    let reason = Refusal::Unknown { what: Named::Link, name: "brigde".to_owned(), meant };
    assert_eq!(refused, [Event::Refused { reason }]);
}

#[test]
fn an_agent_drops_where_it_cannot_climb() {
    let fields = "profiles: {\"goat\": (drop_height: 1.5)}, agents: [(profile: \"goat\", tile: (1, 1))]";
    let mut simulation = world(&["111...", "111...", "111..."], fields);
    assert_eq!(simulation.agents()[0].height(), 1.0);
    simulation.step(&[tell_all(to_tile(5, 1))]);
    walk(&mut simulation, |_| {});
    assert_eq!((states(&simulation), simulation.agents()[0].height()), (vec![AgentState::Arrived], 0.0));
    simulation.step(&[tell_all(to_tile(1, 1))]);
    walk(&mut simulation, |_| {});
    assert_eq!(states(&simulation), [AgentState::ArrivedNear]);
}

#[test]
fn height_follows_ramps_smoothly_and_stairs_in_steps() {
    let rows = ["..----1111", "##########", "..23111111"];
    let agents = "agents: [(profile: \"walker\", tile: (0, 0)), (profile: \"walker\", tile: (0, 2))]";
    let mut simulation = world(&rows, agents);
    simulation.step(&[go(0, (9, 0)), go(1, (9, 2))]);
    let (mut steepest, mut steps) = (0.0_f32, Vec::new());
    walk(&mut simulation, |simulation| {
        let [ramp, stairs] = [0, 1].map(|index| &simulation.agents()[index]);
        steepest = steepest.max((ramp.height() - ramp.previous_height()).abs());
        if stairs.height() != stairs.previous_height() {
            steps.push(stairs.height());
        }
    });
    assert_eq!(states(&simulation), [AgentState::Arrived; 2]);
    assert_eq!(simulation.agents()[0].height(), 1.0);
    assert!(steepest < 0.013, "a quarter of 3 units a second: {steepest}");
    assert_eq!(steps, [0.3, 0.6, 1.0]);
}

#[test]
fn moved_obstacle_is_baked_again() {
    let mut simulation = world(&["........"; 3], "agents: [(profile: \"walker\", tile: (0, 1))]");
    let straight = simulation.state_hash();
    simulation.step(&[Command::PutObstacle(circle("crate", vec2(4.5, 1.5), 0.45)), tell_all(to_tile(7, 1))]);
    assert_ne!(simulation.state_hash(), straight);
    assert!(!simulation.nav_grid(0).is_passable(Cell::new(4, 1)));
    let off = |simulation: &Simulation| simulation.agents()[0].route().unwrap().cells.iter().any(|c| c.y != 1);
    assert!(off(&simulation));
    let moved = simulation.step(&[Command::MoveObstacle { obstacle: "crate".to_owned(), to: vec2(2.5, 2.5) }]);
    assert!(moved.contains(&Event::ObstacleChanged { obstacle: "crate".to_owned() }), "{moved:?}");
    assert!(
        simulation.nav_grid(0).is_passable(Cell::new(4, 1)) && !simulation.nav_grid(0).is_passable(Cell::new(2, 2))
    );
    assert!(!off(&simulation), "the short way is open again, and taken");
    walk(&mut simulation, |_| {});
    assert_eq!(simulation.agents()[0].position(), vec2(7.5, 1.5));
    simulation.step(&[Command::RemoveObstacle("crate".to_owned())]);
    assert!(simulation.nav_grid(0).is_passable(Cell::new(2, 2)));
    for command in [
        Command::RemoveObstacle("crate".to_owned()),
        Command::MoveObstacle { obstacle: String::new(), to: Vec2::ONE },
        Command::PutObstacle(circle("far", vec2(90.0, 1.0), 1.0)),
        Command::PutObstacle(circle("flat", vec2(1.0, 1.0), f32::NAN)),
        Command::PutObstacle(Obstacle { layer: 7, ..circle("high", vec2(1.0, 1.0), 1.0) }),
    ] {
        let events = simulation.step(std::slice::from_ref(&command));
        assert!(matches!(events[..], [Event::Refused { .. }]), "{command:?}: {events:?}");
    }
}

#[test]
fn an_agent_under_an_obstacle_leaves_it() {
    let mut simulation = world(&["........"; 5], "agents: [(profile: \"walker\", tile: (3, 2))]");
    let shape = Shape::Box { half: vec2(1.2, 0.8), along: vec2(0.6, 0.8) };
    simulation.step(&[Command::PutObstacle(Obstacle { shape, ..circle("cart", vec2(3.6, 2.4), 1.0) })]);
    assert!(simulation.agents()[0].in_wall());
    walk(&mut simulation, |_| {});
    let agent = &simulation.agents()[0];
    assert!(!agent.in_wall() && fits(&Solid::new(simulation.map(), simulation.profile_of(agent)), agent.position()));
    assert_eq!(agent.wall_penetration(), 0.0);
}

#[test]
fn two_cells_a_tile_lead_through_gaps_that_one_does_not_know() {
    let rows = ["......", "##..##", "......"];
    let fields = "obstacles: [(at: (2.4, 1.5), radius: 0.4)], agents: [(profile: \"runner\", tile: (3, 0))]";
    let mut simulation = world(&rows, fields);
    simulation.step(&[tell_all(to_tile(3, 2))]);
    walk(&mut simulation, |_| {});
    let fine = world(&rows, &format!("{fields}, bake: (cells_per_tile: 4)"));
    for mut simulation in [simulation, fine] {
        for (x, y) in [(0, 0), (5, 2), (0, 2), (5, 0)] {
            simulation.step(&[tell_all(to_tile(x, y))]);
            walk(&mut simulation, |_| {});
            let middle = simulation.map().lattice.centre(Cell::new(x, y));
            assert_eq!(
                (states(&simulation), simulation.agents()[0].position()),
                (vec![AgentState::Arrived], middle),
                "{x} {y}"
            );
        }
    }
}

#[test]
fn nothing_is_found_where_nothing_is_baked() {
    let mut simulation = world(&["........"; 5], "agents: [(profile: \"walker\", tile: (0, 2))]");
    simulation.step(&[tell_all(to_tile(7, 2))]);
    (0..30).for_each(|_| _ = simulation.step(&[]));
    let hash = simulation.state_hash();
    let mut other = simulation.clone();
    let events = simulation.step(&[Command::ClearBake]);
    other.step(&[]);
    assert!(events.contains(&Event::BakeCleared) && hash != simulation.state_hash(), "{events:?}");
    assert_ne!(other.state_hash(), simulation.state_hash());
    assert!(!simulation.is_baked() && simulation.agents()[0].velocity().x > 1.0, "it brakes");
    walk(&mut simulation, |_| {});
    assert!(simulation.agents()[0].position().x < 4.0);
    let events = simulation.step(&[tell_all(to_tile(6, 2))]);
    let told = |event: &Event| matches!(event, Event::NoPath { reason: PathError::NotBaked, .. });
    assert!(events.iter().any(told), "{events:?}");
    walk(&mut simulation, |_| {});
    let (settings, profile) = (simulation.map().bake.clone(), Box::new(simulation.profiles()[0].clone()));
    let events = simulation.step(&[Command::Bake { settings, profile }]);
    assert!(events.contains(&Event::Baked), "{events:?}");
    walk(&mut simulation, |_| {});
    assert_eq!(simulation.agents()[0].position(), vec2(6.5, 2.5), "its order still stands");
}

#[test]
fn baking_refuses_what_cannot_be() {
    let mut simulation = world(&["..."], "");
    let (good, walker) = (simulation.map().bake.clone(), simulation.profiles()[0].clone());
    let mut refused = |cells_per_tile: u32, change: &dyn Fn(&mut footpath::profile::AgentProfile)| {
        let mut profile = Box::new(walker.clone());
        change(&mut profile);
        let settings = footpath::level::BakeSettings { cells_per_tile, ..good.clone() };
        let events = simulation.step(&[Command::Bake { settings, profile }]);
        assert!(matches!(events[..], [Event::Refused { .. }]), "{events:?}");
    };
    refused(5, &|_| {});
    refused(1, &|profile| profile.radius = f32::NAN);
    refused(1, &|profile| profile.max_slope = 90.0);
    refused(1, &|profile| profile.name = "wlaker".to_owned());
}

/// Every moving agent searches again after the interval; its walk does not change.
#[test]
fn a_level_may_have_ways_found_again_from_time_to_time() {
    let searches = |fields: &str| {
        let mut level = read_level(&["................"], "agents: [(profile: \"ox\", tile: (0, 0))]");
        level.repath_interval = (fields == "often").then_some(0.5);
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[tell_all(to_tile(15, 0))]);
        let mut ticks = 0;
        walk(&mut simulation, |simulation| ticks += u32::from(simulation.expansions() > 0));
        (ticks, simulation.agents()[0].position())
    };
    let ((once, there), (often, there_too)) = (searches("never"), searches("often"));
    assert_eq!((once, there), (0, there_too));
    assert!(often > 20, "{often}");
}

/// A wall is painted under an agent that steers by rays, runs along the edge of the map, and would have gone on outside.
#[test]
fn a_body_under_which_a_wall_is_painted_is_led_out() {
    for navigation in ["search", "rays"] {
        for tile in [(5, 0), (5, 1), (5, 2), (0, 1), (3, 0), (3, 2)] {
            let fields = format!(
                "profiles: {{\"runner\": (speed: 3.0, mass: 20.0, navigation: \"{navigation}\",
                    rays: (whiskers: 3, look_ahead: 2.0))}},
                agents: [(profile: \"runner\", tile: (1, 1), order: MoveTo((tile: ({}, {}))))],",
                tile.0, tile.1
            );
            let mut simulation = world(&["......"; 3], &fields);
            // It runs into the tile.
            while simulation.map().lattice.tile_at(simulation.agents()[0].position()) != Cell::new(tile.0, tile.1) {
                simulation.step(&[]);
                assert!(simulation.tick() < 600, "{navigation} to {tile:?}");
            }
            let tiles = vec![Cell::new(tile.0, tile.1)];
            simulation.step(&[Command::Paint { terrain: "wall".to_owned(), tiles }]);
            for _ in 0..120 {
                simulation.step(&[]);
                let middle = simulation.agents()[0].position();
                assert!(simulation.map().lattice.contains(simulation.map().lattice.tile_at(middle)), "{middle}");
            }
            let agent = &simulation.agents()[0];
            let solid = Solid::new(simulation.map(), simulation.profile_of(agent));
            assert!(fits(&solid, agent.position()) && !agent.in_wall(), "{navigation} to {tile:?}: {agent:#?}");
        }
    }
}

/// Ten tiles of grass with a wall at the end of the row, on which two walls can be placed.
#[test]
fn only_so_many_walls_can_be_placed_and_only_they_taken_away() {
    let mut simulation = world(&["....#....."], "walls: 2");
    let paint = |terrain: &str, tiles: &[i32]| Command::Paint {
        terrain: terrain.to_owned(),
        tiles: tiles.iter().map(|&x| Cell::new(x, 0)).collect(),
    };
    let erase = |tiles: &[i32]| Command::Erase { tiles: tiles.iter().map(|&x| Cell::new(x, 0)).collect() };
    let row = |simulation: &Simulation| -> String {
        (0..10).map(|x| if simulation.map().is_walkable(Cell::new(x, 0)) { '.' } else { '#' }).collect()
    };
    let mut done = |command: Command| {
        let events = simulation.step(&[command]);
        let refusals = events.into_iter().filter_map(|event| match event {
            Event::Refused { reason } => Some(reason),
            _ => None,
        });
        (row(&simulation), refusals.collect::<Vec<Refusal>>(), simulation.placed_walls())
    };
    let fixed = |x: i32| vec![Refusal::FixedGround(Cell::new(x, 0))];
    assert_eq!(done(erase(&[4])), ("....#.....".to_owned(), fixed(4), Some((0, 2))));
    assert_eq!(done(paint("road", &[1])), ("....#.....".to_owned(), fixed(1), Some((0, 2))));
    let all = vec![Refusal::NoWallsLeft(2)];
    assert_eq!(done(paint("wall", &[1, 1, 2, 3, 4])), (".##.#.....".to_owned(), all.clone(), Some((2, 2))));
    assert_eq!(done(paint("rock", &[8])), (".##.#.....".to_owned(), all, Some((2, 2))));
    assert_eq!(done(erase(&[1, 0])), ("..#.#.....".to_owned(), Vec::new(), Some((1, 2))));
    assert_eq!(done(paint("water", &[8])), ("..#.#...#.".to_owned(), Vec::new(), Some((2, 2))));
    // What takes a stroke back paints the ground that was there.
    assert_eq!(done(paint("grass", &[2, 8])), ("....#.....".to_owned(), Vec::new(), Some((0, 2))));
    let (outside, columns, rows) = (Cell::new(12, 0), 10, 1);
    let outside = vec![Refusal::TileOutside { tile: outside, columns, rows }];
    assert_eq!(done(paint("wall", &[12, 3])), ("...##.....".to_owned(), outside, Some((1, 2))));
    assert_eq!(done(Command::Restart).2, Some((0, 2)));
}

#[test]
fn what_a_rule_paints_is_no_wall_that_was_placed() {
    let rules = r#"walls: 1, places: {"ford": [(1, 0), (2, 0)]},
        rules: [(when: After(time: 1.0), then: [Paint(place: "ford", terrain: "water")])]"#;
    let mut simulation = world(&["....."], rules);
    let wall = |x: i32| Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(x, 0)] };
    simulation.step(&[wall(1)]);
    assert_eq!(simulation.placed_walls(), Some((1, 1)));
    (0..90).for_each(|_| _ = simulation.step(&[]));
    assert_eq!(simulation.placed_walls(), Some((0, 1)), "the ford is under water, and the wall can be placed again");
    simulation.step(&[Command::Erase { tiles: vec![Cell::new(1, 0)] }]);
    assert!(!simulation.map().is_walkable(Cell::new(1, 0)));
}

/// Who stands on ground that is to be kept free: on `z` of these rows.
fn in_the_way(simulation: &Simulation) -> Vec<u32> {
    let is_in_the_way = |position: Vec2| {
        let terrain = simulation.map().terrain_at(simulation.map().lattice.tile_at(position));
        terrain.is_some_and(|terrain| terrain.no_stop)
    };
    let agents = simulation.agents().iter().filter(|agent| is_in_the_way(agent.position()));
    agents.map(|agent| agent.id().0).collect()
}

/// A level with ground that is to be kept free, `z` in the rows.
fn crossing(rows: &[&str], fields: &str) -> Simulation {
    let rows: String = rows.iter().map(|row| format!("{row:?},")).collect();
    let text = format!(
        "(version: 1, name: \"Crossing\", terrains: {{\"zebra\": (no_stop: true)}},
        legend: {{'.': \"grass\", 'z': \"zebra\", ' ': \"void\"}}, rows: [{rows}], {fields})"
    );
    Simulation::new(Level::parse("crossing.ron", &text).unwrap_or_else(|error| panic!("{error}")), None)
}

#[test]
fn nobody_stops_where_the_ground_is_to_be_kept_free() {
    let mut simulation = crossing(&[".....zzzz......"; 5], "agents: [(count: 12, in: [(0, 0), (3, 4)])]");
    // Sent into the middle of it, they stand at its edges; those who pass through it are not stopped.
    let mut crossed = false;
    simulation.step(&[tell_all(to_tile(6, 2))]);
    for _ in 0..60 * 20 {
        simulation.step(&[]);
        crossed |= !in_the_way(&simulation).is_empty();
    }
    assert_eq!((in_the_way(&simulation), states(&simulation)), (Vec::new(), vec![AgentState::Arrived; 12]));
    simulation.step(&[tell_all(to_tile(14, 2))]);
    for _ in 0..60 * 20 {
        simulation.step(&[]);
        crossed |= !in_the_way(&simulation).is_empty();
    }
    assert!(crossed && simulation.agents().iter().all(|agent| agent.position().x > 9.0));
    // Told to stop there, they go on to where they may.
    simulation.step(&[tell_all(to_tile(0, 2))]);
    (0..150).for_each(|_| _ = simulation.step(&[]));
    assert!(!in_the_way(&simulation).is_empty());
    simulation.step(&[tell_all(Order::Stop)]);
    (0..60 * 10).for_each(|_| _ = simulation.step(&[]));
    assert!(in_the_way(&simulation).is_empty());
}

#[test]
fn nobody_waits_for_a_link_where_the_ground_is_to_be_kept_free() {
    let mut simulation = crossing(
        &["....zz  ...", "....zz  ...", "......  ...", "......  ...", "......  ..."],
        r#"agents: [(count: 9, in: [(0, 0), (3, 4)], order: MoveTo((tile: (10, 2))))],
           links: [(from: (tile: (5, 2)), to: (tile: (8, 2)), kind: "rope", speed: 0.7)]"#,
    );
    let mut waited = 0;
    for _ in 0..60 * 40 {
        simulation.step(&[]);
        let waiting =
            simulation.agents().iter().filter(|agent| agent.waiting().is_some() && agent.velocity() == Vec2::ZERO);
        let in_the_way = in_the_way(&simulation);
        for agent in waiting {
            waited += 1;
            assert!(!in_the_way.contains(&agent.id().0), "tick {}: {agent:?}", simulation.tick());
        }
    }
    assert!(waited > 100, "{waited}");
}
