//! Schedules and waves: orders that repeat, agents that wait, leave, and come while the level runs.

use std::collections::BTreeSet;

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::level::Level;
use footpath::level::edit::{Document, Edit, History};
use footpath::sim::{Event, Simulation};
use footpath::warnings;
use glam::vec2;

use crate::support::play::{go, tell_then, to_tile};

/// A level of a lane with a place at both ends, and these fields.
fn lane(fields: &str) -> String {
    format!(
        "(version: 1, name: \"Lane\", legend: {{'.': \"grass\", '#': \"wall\", 'A': (terrain: \"grass\", place: \"west\"),
        'B': (terrain: \"grass\", place: \"east\")}}, rows: [\"A........B\", \"A........B\", \"####..####\"],
        {fields})"
    )
}

fn simulation(fields: &str) -> Simulation {
    Simulation::new(Level::parse("lane.ron", &lane(fields)).expect(fields), None)
}

/// Runs for some seconds; gives everything that happened.
fn run(simulation: &mut Simulation, seconds: f32) -> Vec<Event> {
    (0..(60.0 * seconds) as u32).flat_map(|_| simulation.step(&[])).collect()
}

/// How often an agent has come to each end of the lane, one after the other, in some seconds.
fn ends(simulation: &mut Simulation, seconds: f32) -> String {
    let mut ends = String::new();
    for _ in 0..(60.0 * seconds) as u32 {
        simulation.step(&[]);
        let at = simulation.agents()[0].position().x;
        let end = if at < 1.0 { 'w' } else { 'e' };
        if !(1.0..=9.0).contains(&at) && !ends.ends_with(end) {
            ends.push(end);
        }
    }
    ends
}

#[test]
fn orders_that_repeat_begin_again_and_end_with_the_order_of_somebody_else() {
    let mut day = simulation(
        r#"agents: [(tile: (1, 0), order: [MoveTo("east"), Wait(1.0), MoveTo("west"), Wait(1.0)], repeat: true)]"#,
    );
    let seen = ends(&mut day, 60.0);
    assert!(seen.len() >= 5 && seen.starts_with("ewewe"), "{seen}");
    day.step(&[go(0, (4, 1))]);
    run(&mut day, 20.0);
    assert_eq!((day.agents()[0].position(), day.agents()[0].state()), (vec2(4.5, 1.5), AgentState::Arrived));

    let mut once = simulation(r#"agents: [(tile: (1, 0), order: [MoveTo("east"), Wait(1.0), MoveTo("west")])]"#);
    assert_eq!(ends(&mut once, 60.0), "ew");
    // What is queued comes after the round, which is the last then.
    let mut queued = simulation(r#"agents: [(tile: (1, 0), order: [MoveTo("east"), MoveTo("west")], repeat: true)]"#);
    queued.step(&[tell_then(0, to_tile(4, 1))]);
    run(&mut queued, 40.0);
    assert_eq!(queued.agents()[0].position(), vec2(4.5, 1.5));
}

/// Two goals behind walls: it looks for them now and then, not in every tick.
#[test]
fn orders_that_repeat_and_lead_nowhere_cost_no_search_in_every_tick() {
    let text = r#"(version: 1, name: "Shut", legend: {'.': "grass", '#': "wall"}, rows: ["..#.#.", "..#.#."],
        agents: [(tile: (0, 0), order: [MoveTo((tile: (3, 0))), MoveTo((tile: (5, 0)))], repeat: true)]"#;
    let level = Level::parse("shut.ron", &format!("{text})")).expect("it is a level");
    let mut simulation = Simulation::new(level, None);
    run(&mut simulation, 10.0);
    let told = run(&mut simulation, 20.0).into_iter().filter(|event| matches!(event, Event::NoPath { .. })).count();
    assert!((5..=21).contains(&told), "{told} times no path in 20 s");
}

#[test]
fn a_patrol_waits_at_each_point() {
    let stood = |wait: &str| {
        let fields = format!(
            "paths: {{\"round\": (points: [\"east\", \"west\"]{wait})}}, agents: [(tile: (1, 0), order: Patrol(\"round\"))]"
        );
        let mut simulation = simulation(&fields);
        let (mut longest, mut stands) = (0, 0);
        for _ in 0..1800 {
            simulation.step(&[]);
            stands = if simulation.agents()[0].velocity().length() < 0.01 { stands + 1 } else { 0 };
            longest = longest.max(stands);
        }
        longest
    };
    assert!(stood("") < 30, "{} ticks", stood(""));
    assert!((120..=140).contains(&stood(", wait: 2.0")), "{} ticks", stood(", wait: 2.0"));
}

#[test]
fn agents_that_leave_are_gone_when_they_have_done_everything() {
    let mut simulation = simulation(
        r#"agents: [(tile: (1, 0), order: [MoveTo("east"), Wait(1.0), MoveTo("west")], leaves: true), (tile: (4, 1))]"#,
    );
    let events = run(&mut simulation, 30.0);
    assert!(events.contains(&Event::Left { agent: AgentId(0), team: None }), "{events:?}");
    assert_eq!(simulation.agents().iter().map(Agent::id).collect::<Vec<_>>(), [AgentId(1)]);
    let at_the_end = |event: &Event| matches!(event, Event::Arrived { agent: AgentId(0), .. });
    assert!(events.iter().any(at_the_end), "it has arrived before");
}

/// One that finds no way does not vanish.
#[test]
fn agents_that_cannot_go_do_not_leave() {
    let text = r#"(version: 1, name: "Shut", legend: {'.': "grass", '#': "wall"}, rows: [".#.", ".#."],
        agents: [(tile: (0, 0), order: MoveTo((tile: (2, 0))), leaves: true)])"#;
    let mut simulation = Simulation::new(Level::parse("shut.ron", text).expect("it is a level"), None);
    run(&mut simulation, 5.0);
    assert_eq!((simulation.agents().len(), simulation.agents()[0].state()), (1, AgentState::NoWay));
}

#[test]
fn waves_come_in_time_as_far_as_there_is_room() {
    let mut simulation = simulation(r#"waves: [(in: "west", count: 2, at: 1.0, every: 2.0, times: 3)]"#);
    let mut counts = Vec::new();
    for second in 0..8 {
        run(&mut simulation, 1.0);
        counts.push(simulation.agents().len());
        assert!(second != 0 || counts == [0]);
    }
    // Those of the second time have no room: the first two stand there.
    assert_eq!(counts, [0, 2, 2, 2, 2, 2, 2, 2]);
    let heading = simulation.agents()[0].heading();
    assert!(heading.y > 0.9, "{heading}");
    simulation.step(&[go(0, (5, 0)), go(1, (5, 1))]);
    run(&mut simulation, 10.0);
    assert_eq!(simulation.agents().len(), 4, "two of the four that wait");
}

#[test]
fn a_wave_that_leaves_makes_room_for_the_next() {
    let mut simulation = simulation(
        r#"waves: [(in: "west", count: 2, every: 3.0, times: 4, order: MoveTo("east"), leaves: true, profile: "runner")]"#,
    );
    let (mut seen, mut most) = (BTreeSet::new(), 0);
    for _ in 0..60 * 40 {
        simulation.step(&[]);
        seen.extend(simulation.agents().iter().map(Agent::id));
        most = most.max(simulation.agents().len());
    }
    assert_eq!((seen.len(), simulation.agents().len()), (8, 0));
    assert!((2..8).contains(&most), "{most} at a time");
}

/// An edit of something else leaves the waves as they are; of a wave that is changed come those that are due from then on.
#[test]
fn waves_go_on_when_the_level_is_edited() {
    let text = lane(r#"waves: [(in: "west", at: 1.0, every: 1.0, times: 4, order: MoveTo("east"))], agents: []"#);
    let mut history = History::of(Document::open("lane.ron", text.clone()).expect("it is a level"));
    let mut simulation = Simulation::new(history.document().level().clone(), None);
    let mut edit = |simulation: &mut Simulation, text: String| {
        let affected = history.apply("Edit", &Edit::Text(text)).expect("it is a level");
        simulation.take_level(history.document().level(), &affected);
    };
    run(&mut simulation, 2.5);
    assert_eq!(simulation.agents().len(), 2);
    let other = text.replace("agents: []", "agents: [(tile: (5, 0))]");
    edit(&mut simulation, other.clone());
    run(&mut simulation, 1.0);
    assert_eq!(simulation.agents().len(), 4, "the new agent, and the third time");
    edit(&mut simulation, other.replace("times: 4", "times: 6"));
    run(&mut simulation, 10.0);
    assert_eq!(simulation.agents().len(), 7, "the times four to six");
}

/// Walls may be drawn where agents are to come: that is no fault of the level.
#[test]
fn waves_without_room_are_warned_of() {
    let text = lane(r#"waves: [(in: [(0, 2), (1, 2)]), (in: "west")]"#);
    let (level, locations) = Level::parse_with_locations("lane.ron", &text).expect("it is a level");
    let found = warnings::warnings("lane.ron", &text, &level, &locations);
    let told: Vec<&str> = found.warnings.iter().map(|(_, problem)| problem.message.as_str()).collect();
    assert!(told.contains(&"no tile here has room for a walker"), "{told:?}");
}

#[test]
fn faults_of_schedules_and_waves_are_told() {
    let told = |fields: &str| Level::parse("lane.ron", &lane(fields)).expect_err(fields).to_string();
    for (fields, words) in [
        (r#"agents: [(tile: (1, 0), order: Stop, repeat: true, leaves: true)]"#, "has `repeat` or `leaves`, not both"),
        (r#"agents: [(tile: (1, 0), leaves: true)]"#, "only an agent with an `order` has `leaves`"),
        (r#"waves: [(count: 2)]"#, "`in`"),
        (r#"waves: [(in: "west", every: 0.0)]"#, "0.1"),
        (r#"waves: [(in: "nowhere")]"#, "nowhere"),
        (r#"waves: [(in: "west", name: "they")]"#, "`name`"),
        (
            r#"paths: {"round": (points: ["west", "east"], wait: -1.0)}, agents: [(tile: (1, 0), order: Patrol("round"))]"#,
            "wait",
        ),
    ] {
        let told = told(fields);
        assert!(told.contains(words), "{fields}: {told}");
    }
}
