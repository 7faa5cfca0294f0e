//! Why an agent does not move: the reasons that no other test of orders meets.

use footpath::agent::{Agent, AgentId, AgentState, Recovery};
use footpath::level::{Closed, Level, Order, Target, TerrainId, TileMap, built_in};
use footpath::profile::{AgentProfile, Navigation, Rays};
use footpath::sentences;
use footpath::sim::{Command, Simulation, StuckReason, Unreachable};
use glam::{Vec2, vec2};

use crate::support::levels::{level, read_level, with_agent_at};
use crate::support::play::{came_near, go_to, reason, run, tell};

/// A level with an agent of the first profile at each of these points.
fn with_agents_at(rows: &[&str], points: &[Vec2]) -> Level {
    points.iter().fold(level(rows, 1.0), |level, &point| with_agent_at(level, 0, point))
}

#[test]
fn an_agent_too_wide_for_its_goal_says_so() {
    let mut level = with_agents_at(&["......#####", "...........", "......#####"], &[vec2(2.5, 1.5)]);
    level.profiles[0].radius = 0.8;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go_to(0, vec2(9.5, 1.5))]);
    run(&mut simulation, 6);
    assert_eq!(reason(&simulation, 0), came_near(Unreachable::Goal(Closed::Narrow(0.5))));
}

/// What `simulate` and the panel say of a place is what the window answers when an agent is sent there, and it is true.
#[test]
fn each_place_that_cannot_be_reached_says_why() {
    let level = Level::parse("nav-areas", built_in::named("tutorial/nav-areas").unwrap().text).unwrap();
    for (place, why) in [
        ("terrace", "the goal is out of reach (step too high: 1.0, tank takes 0.4)"),
        ("tower", "the goal is out of reach (too steep: 53 degrees, tank climbs 45)"),
        ("isle", "the goal is out of reach (behind water)"),
        ("shed", "the goal is closed (too low: 1.9 of room, tank is 2.0 high)"),
        ("chapel", "the goal is closed (area holy is forbidden to tank)"),
    ] {
        let mut simulation = Simulation::new(level.clone(), None);
        simulation.step(&[tell(0, Order::MoveTo(Target::Place(place.to_owned())))]);
        let words = |simulation: &Simulation| {
            let agent = &simulation.agents()[0];
            let why = simulation.why_unreachable(agent).unwrap();
            (why, sentences::unreachable(why, "the goal", simulation.map(), simulation.profile_of(agent)))
        };
        let answered = words(&simulation);
        assert_eq!(answered.1, why, "{place}");
        run(&mut simulation, 30);
        assert_eq!(words(&simulation), answered, "{place}");
        assert_eq!(reason(&simulation, 0), came_near(answered.0), "{place}");
    }
    // The monk may go to the chapel, and fits into the shed.
    for (place, is_there) in [("chapel", true), ("shed", true), ("isle", false)] {
        let mut simulation = Simulation::new(level.clone(), None);
        simulation.step(&[tell(1, Order::MoveTo(Target::Place(place.to_owned())))]);
        let monk = &simulation.agents()[1];
        assert_eq!(simulation.why_unreachable(monk).is_none(), is_there, "{place}");
    }
}

#[test]
fn a_gap_too_wide_to_jump_is_told_with_both_widths() {
    let told = |row: &str, jump_distance: f32| {
        let goal = row.len() - 2;
        let fields = format!(
            "profiles: {{\"jumper\": (jump_distance: {jump_distance})}}, \
             agents: [(profile: \"jumper\", tile: (1, 1), order: MoveTo((tile: ({goal}, 1))))]"
        );
        let mut simulation = Simulation::new(read_level(&[row; 3], &fields), None);
        simulation.step(&[]);
        simulation.why_unreachable(&simulation.agents()[0])
    };
    let gap = "...    ...";
    assert_eq!(told(gap, 4.0), None);
    assert_eq!(told(gap, 3.5), Some(Unreachable::Gap(4.0)));
    assert!(matches!(told(gap, 0.0), Some(Unreachable::Way(Closed::Terrain(_)))), "it does not jump");
    assert_eq!(told("... ..    ... ..", 2.0), Some(Unreachable::Gap(4.0)), "the others are narrow enough");
    let (map, profile) =
        (TileMap::from_rows(&["..."]).unwrap(), AgentProfile { jump_distance: 3.5, ..Default::default() });
    assert_eq!(
        sentences::unreachable(Unreachable::Gap(4.0), "the goal", &map, &profile),
        "the goal is out of reach (the gap is 4.0 wide, walker jumps 3.5)"
    );
}

/// Between two rooms: a gap too narrow for the body, a wall, or on a map too large to be searched nothing that is known.
#[test]
fn what_lies_between_is_told() {
    let told = |rows: &[&str], radius: f32, goal: Vec2| {
        let mut level = with_agents_at(rows, &[vec2(1.5, 1.5)]);
        level.profiles[0].radius = radius;
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[go_to(0, goal)]);
        simulation.why_unreachable(&simulation.agents()[0])
    };
    let gap = ["...#...", ".......", "...#..."];
    assert_eq!(told(&gap, 0.3, vec2(5.5, 1.5)), None);
    assert_eq!(told(&gap, 0.8, vec2(5.5, 1.5)), Some(Unreachable::NarrowWay));
    let wall = Some(Unreachable::Way(Closed::Terrain(TerrainId(1))));
    assert_eq!(told(&["...#...", "...#...", "...#..."], 0.3, vec2(5.5, 1.5)), wall);
    let row = "...#".to_owned() + &".".repeat(200) + "#" + &".".repeat(200);
    assert_eq!(told(&[&*row; 60], 0.3, vec2(100.5, 30.5)), wall, "from where less ground is connected");
    let row = ".".repeat(120) + "#" + &".".repeat(120);
    assert_eq!(told(&[&*row; 120], 0.3, vec2(200.5, 30.5)), Some(Unreachable::Island));
}

#[test]
fn an_obstructed_agent_names_the_one_in_its_way() {
    let mut simulation =
        Simulation::new(with_agents_at(&["..............."; 9], &[vec2(5.5, 4.5), vec2(4.8, 4.5)]), None);
    simulation.step(&[go_to(1, vec2(12.5, 4.5))]);
    assert_eq!(simulation.agents()[1].state(), AgentState::Moving);
    assert_eq!(reason(&simulation, 1), Some(StuckReason::ObstructedBy(AgentId(0))));
    run(&mut simulation, 6);
    assert_eq!(reason(&simulation, 1), None, "it has come past");
}

/// A crowd of small agents at a gap for two: some queue on purpose.
#[test]
fn an_agent_that_queues_says_so() {
    let rows = [
        "......#......",
        "......#......",
        "......#......",
        ".............",
        "......#......",
        "......#......",
        "......#......",
    ];
    let places: Vec<Vec2> = (0..48).map(|at| vec2(0.8 + 0.6 * (at % 8) as f32, 1.5 + 0.7 * (at / 8) as f32)).collect();
    let mut level = with_agents_at(&rows, &places);
    level.profiles[0].radius = 0.2;
    let mut simulation = Simulation::new(level, None);
    let orders: Vec<Command> =
        places.iter().enumerate().map(|(at, place)| go_to(at as u32, vec2(place.x + 6.8, place.y))).collect();
    simulation.step(&orders);
    let mut told = 0;
    for _ in 0..60 * 12 {
        simulation.step(&[]);
        for (index, agent) in simulation.agents().iter().enumerate() {
            if reason(&simulation, index) == Some(StuckReason::LettingOthersPass) {
                assert!(agent.queueing() && agent.velocity().length() < 0.3, "{agent:?}");
                told += 1;
            }
        }
    }
    assert!(told > 1500, "{told}");
}

#[test]
fn an_agent_that_finds_no_way_by_its_rays_says_so() {
    let rows = ["............", "......####..", ".........#..", ".........#..", "......####..", "............"];
    let mut level = with_agents_at(&rows, &[vec2(7.5, 2.5)]);
    let rays = Rays { whiskers: 3, look_ahead: 3.0, ..Rays::default() };
    level.profiles[0] = AgentProfile { navigation: Navigation::Rays, rays, ..level.profiles[0].clone() };
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go_to(0, vec2(11.4, 2.9))]);
    run(&mut simulation, 10);
    let mut told = 0;
    for _ in 0..600 {
        simulation.step(&[]);
        told += u32::from(reason(&simulation, 0) == Some(StuckReason::NoWayByRays));
    }
    assert!(told > 540, "{told}");
}

/// Water and walls with a one-way link over them: from the end nothing leads back, and it is no narrow way that is missing.
#[test]
fn behind_a_link_that_leads_one_way_is_what_lies_between() {
    let text = r###"(version: 1, name: "A test", legend: {'.': "grass", '#': "wall", '~': "water"},
        rows: [".....", "##~##", "....."], links: [(from: (tile: (2, 0)), to: (tile: (2, 2)), one_way: true)],
        agents: [(tile: (4, 2), order: MoveTo((tile: (0, 0))))])"###;
    let mut simulation = Simulation::new(Level::parse("test.ron", text).unwrap(), None);
    run(&mut simulation, 5);
    let told = reason(&simulation, 0);
    assert!(matches!(told, Some(StuckReason::Unreachable { why: Unreachable::Way(_), .. })), "{told:?}");
}

/// A crowd before a gap, some of which give up there: who is told that others will not let it pass has others about it, and
/// who is told that one is in its way has that one near.
#[test]
fn what_is_told_of_others_is_true() {
    let rows =
        ["........#........", ".................", "........#........", "........#........", "........#........"];
    let places: Vec<Vec2> = (0..30).map(|at| vec2(0.6 + 0.8 * (at % 6) as f32, 0.6 + 0.9 * (at / 6) as f32)).collect();
    let mut simulation = Simulation::new(with_agents_at(&rows, &places), Some(3));
    let orders: Vec<Command> = (0..30).map(|at| go_to(at, vec2(15.5, 3.5))).collect();
    simulation.step(&orders);
    let (mut of_all, mut of_one) = (0, 0);
    for _ in 0..60 * 40 {
        simulation.step(&[]);
        for (index, agent) in simulation.agents().iter().enumerate() {
            let away = |other: &Agent| other.position().distance(agent.position());
            let others = || simulation.agents().iter().filter(|other| other.id() != agent.id());
            match reason(&simulation, index) {
                Some(StuckReason::Unreachable { why: Unreachable::OthersInTheWay, .. }) => {
                    assert!(others().any(|other| away(other) < 4.0 * 0.3 + 0.01), "{agent:?}");
                    of_all += 1;
                }
                Some(StuckReason::ObstructedBy(id) | StuckReason::QueueingBehind(id)) => {
                    let other = simulation.agent(id).unwrap();
                    if !matches!(other.recovery(), Recovery::Yielding(yielding) if yielding.to == agent.id()) {
                        assert!(away(other) < 1.0, "{agent:?}");
                        of_one += 1;
                    }
                }
                Some(StuckReason::Unreachable { why: Unreachable::Goal(_) | Unreachable::NarrowWay, .. }) => {
                    panic!("the goal can be reached: {agent:?}");
                }
                _ => {}
            }
        }
    }
    assert!(of_one > 100, "{of_all}, {of_one}");
}
