//! How orders, patrol paths, the properties of agents, kinds of links and moving obstacles are read and written.

use footpath::grid::Cell;
use footpath::level::{Course, Level, LinkKind, Motion, Order, PatrolPath, PatrolPoint, Target, Trigger, Whom};
use footpath::profile::{AgentProfile, AvoidanceQuality, Flocking, Navigation, Rays};
use footpath::sim::Simulation;
use glam::{Vec2, vec2};

/// A level of six tiles by two with some fields more, which is written and read back equal.
fn read(fields: &str) -> Level {
    let text = format!(
        "(version: 1, name: \"Told\", legend: {{'.': \"grass\", 'G': (terrain: \"grass\", place: \"gate\")}},
    rows: [\"......\", \"....G.\"], {fields})"
    );
    let level = Level::parse("told.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    let again = Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level, again, "{}", level.to_ron());
    level
}

fn gate() -> Target {
    Target::Place("gate".to_owned())
}

fn tile(x: i32, y: i32) -> PatrolPoint {
    PatrolPoint::Target(Target::Tile(Cell::new(x, y)))
}

#[test]
fn a_patrol_without_a_name_gets_one() {
    let level = read(
        r#"agents: [(tile: (0, 0)), (tile: (1, 0), order: Patrol(["gate", (tile: (0, 1))])),
            (tile: (2, 0), order: [Patrol(["gate", (at: (0.5, 1.5))]), Patrol("taken"), Patrol(["gate", "gate"])])],
        paths: {"taken": (points: ["gate", (tile: (0, 0))]), "patrol of agent 2": (points: ["gate", (tile: (1, 1))])}"#,
    );
    let names: Vec<&str> = level.paths.iter().map(|path| path.name.as_str()).collect();
    let made = ["patrol of agent 1", "patrol of agent 2, 2", "patrol of agent 2, 3"];
    assert_eq!(names, ["taken", "patrol of agent 2", made[0], made[1], made[2]]);
    let orders = |names: &[&str]| names.iter().map(|&name| Order::Patrol(name.to_owned())).collect::<Vec<Order>>();
    assert_eq!(level.agents[1].orders, orders(&[made[0]]));
    assert_eq!(level.agents[2].orders, orders(&[made[1], "taken", made[2]]));
    let points = vec![PatrolPoint::Target(gate()), tile(0, 1)];
    let name = made[0].to_owned();
    assert_eq!(
        level.paths[2],
        PatrolPath { name, points, acceptance_radius: None, wait: 0.0, course: Course::Loop, user: None }
    );
}

#[test]
fn an_agent_faces_where_its_level_says() {
    let text = "agents: [(tile: (0, 0)), (tile: (1, 0), heading: 180), (tile: (2, 0), heading: -90.0),
        (tile: (3, 0), heading: 22.5)]";
    let level = read(text);
    let headings: Vec<f32> = level.agents.iter().map(|agent| agent.heading).collect();
    assert_eq!(headings, [90.0, 180.0, -90.0, 22.5]);
    let simulation = Simulation::new(level, None);
    let headings: Vec<Vec2> = simulation.agents().iter().map(|agent| agent.heading()).collect();
    assert_eq!(headings[..3], [Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y], "down unless the level says otherwise");
    assert!(headings[3].x > 0.9 && headings[3].y > 0.3, "clockwise from the right: {}", headings[3]);
    assert!(simulation.agents().iter().all(|agent| agent.previous_heading() == agent.heading()));
}

#[test]
fn a_path_leads_to_what_moves_too() {
    let level = read(
        r#"paths: {"round": (points: ["gate", (tile: (3, 0)), (at: (1.5, 1.5)), (agent: "cart"), (obstacle: "boat")],
            acceptance_radius: 2, course: "back-and-forth"), "there": (points: ["gate", (tile: (0, 0))], course: "once")},
        obstacles: [(at: (5.5, 0.5), radius: 0.1), (name: "boat", at: (5.5, 1.5), radius: 0.1)],
        agents: [(tile: (0, 0)), (name: "cart", tile: (1, 0))]"#,
    );
    let points = [
        PatrolPoint::Target(gate()),
        tile(3, 0),
        PatrolPoint::Target(Target::Point(vec2(1.5, 1.5))),
        PatrolPoint::Agent(1),
        PatrolPoint::Obstacle("boat".to_owned()),
    ];
    assert_eq!(level.paths[0].points, points);
    assert_eq!((level.paths[0].acceptance_radius, level.paths[0].course), (Some(2.0), Course::BackAndForth));
    assert_eq!((level.paths[1].acceptance_radius, level.paths[1].course), (None, Course::Once));
}

/// Also of agents that are defined later.
#[test]
fn every_order_is_understood() {
    let level = read(
        r#"agents: [
            (tile: (0, 0), order: MoveTo("gate")),
            (tile: (1, 0), order: MoveInFormation((tile: (3, 1)))),
            (tile: (2, 0), order: [Follow("guard"), Follow(agent: "guard", distance: 0, on_sight: true)]),
            (tile: (3, 0), order: [Flee("guard"), Flee(agent: "guard", distance: 2.5)]),
            (tile: (4, 0), order: [Wander(10), Wait(3), Stop]),
            (name: "guard", tile: (5, 0), order: []),
        ]"#,
    );
    let orders = |agent: usize| level.agents[agent].orders.as_slice();
    assert_eq!(orders(0), [Order::MoveTo(gate())]);
    assert_eq!(orders(1), [Order::MoveInFormation(Target::Tile(Cell::new(3, 1)))]);
    let follow = |distance, on_sight| Order::Follow { agent: Whom::Agent(5), distance, on_sight };
    assert_eq!(orders(2), [follow(1.0, false), follow(0.0, true)]);
    assert_eq!(
        orders(3),
        [Order::Flee { agent: Whom::Agent(5), distance: 6.0 }, Order::Flee { agent: Whom::Agent(5), distance: 2.5 }]
    );
    assert_eq!(orders(4), [Order::Wander(10.0), Order::Wait(3.0), Order::Stop]);
    assert_eq!(orders(5), []);
}

#[test]
fn the_properties_of_a_profile() {
    let level = read(
        r#"layers: ["crates"], profiles: {"runner": (speed: 2), "ox": (max_speed: 3), "plain": (), "blind": (rays: ()),
            "diver": (max_speed: 4.0, angular_speed: 360.0, stopping_distance: 0.5, auto_braking: false,
                auto_repath: false, auto_traverse_links: false, avoidance_quality: "high", avoidance_priority: 10,
                avoidance_radius: 0.4, sight_range: 8.0, sight_angle: 120.0, abilities: ["swim", "climb"],
                navigation: "rays", rays: (whiskers: 5, look_ahead: 3.0, force: 30.0, layers: ["crates"]),
                flocking: (separation: 1.5, cohesion: 0.5, evasion: 2))}"#,
    );
    let named = |name: &str| level.profiles.iter().find(|profile| profile.name == name).expect(name);
    let built_in = AgentProfile::built_in();
    let [walker, runner, _, ox, _] = built_in.as_slice() else { panic!("there are five") };
    assert_eq!(*named("plain"), AgentProfile { name: "plain".to_owned(), ..walker.clone() });
    assert_eq!(*named("runner"), AgentProfile { speed: 2.0, max_speed: 2.0, ..runner.clone() });
    assert_eq!(*named("ox"), AgentProfile { max_speed: 3.0, ..ox.clone() });
    assert_eq!(named("blind").rays, Rays { whiskers: 3, ..Rays::default() });
    let diver = AgentProfile {
        name: "diver".to_owned(),
        max_speed: 4.0,
        angular_speed: 360.0,
        stopping_distance: 0.5,
        auto_braking: false,
        auto_repath: false,
        auto_traverse_links: false,
        avoidance_quality: AvoidanceQuality::High,
        avoidance_priority: 10,
        avoidance_radius: Some(0.4),
        sight_range: 8.0,
        sight_angle: 120.0,
        abilities: vec!["climb".to_owned(), "swim".to_owned()],
        navigation: Navigation::Rays,
        rays: Rays { whiskers: 5, look_ahead: 3.0, force: 30.0, layers: 0b10 },
        flocking: Flocking { separation: 1.5, alignment: 0.0, cohesion: 0.5, evasion: 2.0 },
        ..walker.clone()
    };
    assert_eq!(*named("diver"), diver);
}

#[test]
fn links_of_every_kind() {
    let kinds: Vec<&str> = LinkKind::ALL.iter().map(|kind| kind.name()).collect();
    let links = kinds.iter().map(|kind| format!("(from: (tile: (0, 0)), to: \"gate\", kind: \"{kind}\"),"));
    let ladder = r#"(from: (tile: (0, 0)), to: "gate", kind: "ladder", speed: 0.5, capacity: 2, needs: "climb"), (from: (tile: (0, 0)), to: "gate")"#;
    let links: String = links.chain([ladder.to_owned()]).collect();
    let level = read(&format!("profiles: {{\"cat\": (abilities: [\"climb\"])}}, links: [{links}]"));
    let links = &level.map.links;
    assert!(links.iter().zip(LinkKind::ALL).all(|(link, kind)| link.kind == kind && link.capacity.is_none()));
    assert_eq!((links[7].speed, links[7].capacity, links[7].needs.as_deref()), (Some(0.5), Some(2), Some("climb")));
    assert_eq!((links[8].kind, links[8].speed, links[8].needs.as_deref()), (LinkKind::Walk, None, None));
}

#[test]
fn obstacles_that_move_by_themselves() {
    let level = read(
        r#"obstacles: [
            (name: "cart", at: (1.0, 1.0), size: (1.0, 0.5), standing_time: 2,
                motion: (to: [(5.0, 1.0), (5.0, 1.5)], speed: 0.5, wait: 2, course: "back-and-forth")),
            (at: (1.0, 1.0), radius: 0.3, motion: (to: [(5.0, 1.0)], when: "always")),
            (at: (1.0, 1.0), radius: 0.3, motion: (to: [(5.0, 1.0)], when: Near(1.5))),
            (name: "door", at: (1.0, 1.0), radius: 0.3, motion: (to: [(5.0, 1.0)], when: "switched-on")),
            (name: "gate", at: (1.0, 1.0), radius: 0.3, motion: (to: [(5.0, 1.0)], when: "switched-off")),
            (at: (1.0, 1.0), radius: 0.3),
        ], switches: [(tile: (0, 0), turns: "door"), (tile: (0, 0), turns: "gate")]"#,
    );
    let obstacles = &level.map.obstacles;
    let to = vec![vec2(5.0, 1.0), vec2(5.0, 1.5)];
    let course = Course::BackAndForth;
    let motion = Motion { to, speed: 0.5, wait: 2.0, course, ..Motion::default() };
    assert_eq!((obstacles[0].motion.as_ref(), obstacles[0].standing_time), (Some(&motion), 2.0));
    let plain = |trigger| Motion { to: vec![vec2(5.0, 1.0)], speed: 1.0, trigger, ..Motion::default() };
    let triggers = [Trigger::Always, Trigger::Near(1.5), Trigger::Switched(true), Trigger::Switched(false)];
    for (obstacle, trigger) in obstacles[1..5].iter().zip(triggers) {
        assert_eq!(obstacle.motion, Some(plain(trigger)), "{trigger:?}");
    }
    assert_eq!((obstacles[5].motion.as_ref(), obstacles[5].standing_time), (None, 0.5));
}
