//! Orders about a team, and plates that heed one.

use footpath::agent::AgentId;
use footpath::level::Level;
use footpath::sim::{Event, Simulation};

use crate::support::play::{go, tell};

fn level(fields: &str) -> String {
    format!(
        "(version: 1, name: \"Yard\", legend: {{'.': \"grass\", '#': \"wall\"}},
        rows: [\"....................\", \"....................\", \"....................\"], {fields})"
    )
}

fn simulation(fields: &str) -> Simulation {
    Simulation::new(Level::parse("yard.ron", &level(fields)).unwrap_or_else(|error| panic!("{error}")), None)
}

fn run(simulation: &mut Simulation, seconds: f32) -> Vec<Event> {
    (0..(60.0 * seconds) as u32).flat_map(|_| simulation.step(&[])).collect()
}

fn x(simulation: &Simulation, agent: u32) -> f32 {
    simulation.agent(AgentId(agent)).expect("it is there").position().x
}

#[test]
fn a_follower_of_a_team_goes_to_the_nearest_of_it_and_keeps_to_it() {
    let mut yard = simulation(
        r#"agents: [(tile: (8, 1), order: Follow(agent: "geese", distance: 0.3)), (tile: (2, 1), team: "geese"),
        (tile: (12, 1), team: "geese")]"#,
    );
    yard.step(&[]);
    assert_eq!(yard.agents()[0].whom(), Some(AgentId(2)), "the nearer one");
    // The other one comes as near as this one goes away: it does not turn from one to the other and back.
    let mut chosen = Vec::new();
    for tick in 0..600 {
        let told = match tick {
            60 => vec![go(2, (19, 1)), go(1, (7, 0))],
            _ => Vec::new(),
        };
        yard.step(&told);
        let now = yard.agents()[0].whom();
        if chosen.last() != Some(&now) {
            chosen.push(now);
        }
    }
    assert!(chosen.len() <= 2, "{chosen:?}");
}

#[test]
fn who_flees_from_a_team_flees_from_whoever_is_near() {
    let mut yard = simulation(
        r#"agents: [(tile: (10, 1), order: Flee(agent: "wolves", distance: 4.0)), (tile: (1, 1), team: "wolves"),
        (tile: (19, 1), team: "wolves")]"#,
    );
    run(&mut yard, 1.0);
    assert!((x(&yard, 0) - 10.5).abs() < 0.01, "both are far");
    yard.step(&[go(2, (13, 1))]);
    run(&mut yard, 6.0);
    assert!(x(&yard, 0) < 9.5, "away from the second one: {}", x(&yard, 0));
}

#[test]
fn a_guard_chases_whom_of_a_team_it_sees() {
    let mut yard = simulation(
        r#"paths: {"beat": (points: [(tile: (8, 0)), (tile: (9, 0))])},
        agents: [(tile: (8, 0), heading: 0, order: Guard(path: "beat", agent: "thieves")), (tile: (1, 2), team: "thieves"),
        (tile: (12, 0), team: "thieves", heading: 0)]"#,
    );
    let chased = (0..180).any(|_| {
        yard.step(&[]);
        yard.agents()[0].progress().in_sight && yard.agents()[0].whom() == Some(AgentId(2))
    });
    assert!(chased, "it sees the one before it");
}

/// Those of a wave may come later: the order waits for them.
#[test]
fn an_order_about_a_team_of_which_nobody_is_there_yet_waits() {
    let mut yard = simulation(
        r#"agents: [(tile: (1, 1), order: Follow(agent: "geese", distance: 0.5))],
        waves: [(team: "geese", in: [(18, 1), (18, 1)], at: 3.0)]"#,
    );
    run(&mut yard, 2.0);
    assert_eq!((yard.agents()[0].whom(), x(&yard, 0)), (None, 1.5));
    run(&mut yard, 20.0);
    assert!(x(&yard, 0) > 15.0, "{}", x(&yard, 0));
    assert_eq!(yard.team_of(&yard.agents()[1]), Some("geese"));
}

#[test]
fn a_plate_heeds_its_team_alone() {
    let mut yard = simulation(
        r#"links: [(name: "rope", from: (tile: (5, 2)), to: (tile: (15, 2)), active: false)],
        switches: [(tile: (3, 0), turns: "rope", team: "keepers")],
        agents: [(tile: (0, 0)), (tile: (0, 1), team: "keepers")]"#,
    );
    yard.step(&[go(0, (3, 0))]);
    run(&mut yard, 4.0);
    assert!(!yard.map().links[0].active);
    yard.step(&[go(0, (8, 0)), go(1, (3, 0))]);
    run(&mut yard, 5.0);
    assert!(yard.map().links[0].active);
}

#[test]
fn a_team_that_is_misspelt_is_told() {
    let told = |fields: &str| Level::parse("yard.ron", &level(fields)).expect_err(fields).to_string();
    let guards = r#"agents: [(tile: (1, 1), team: "guards", name: "anna"), (tile: (3, 1), order: "#;
    let follow = told(&format!(r#"{guards}Follow("gaurds"))]"#));
    assert!(
        follow.contains("there is no agent and no team `gaurds`") && follow.contains("did you mean `guards`?"),
        "{follow}"
    );
    let links = r#"links: [(name: "rope", from: (tile: (5, 2)), to: (tile: (15, 2)))], switches: [(tile: (3, 0), turns: "rope", team: "#;
    let plate = told(&format!(r#"{links}"gards")], {guards}Stop)]"#));
    assert!(plate.contains("there is no team `gards`") && plate.contains("did you mean `guards`?"), "{plate}");
    let none = told(&format!(r#"{links}"gards")]"#));
    assert!(none.contains("no agent belongs to one"), "{none}");
    let unnamed = told(r#"agents: [(tile: (1, 1), team: "")]"#);
    assert!(unnamed.contains("the name of a team cannot be"), "{unnamed}");
}

/// A level with teams is written as it is read, and a command about a team that there is not is refused.
#[test]
fn teams_are_written_and_commands_about_them_checked() {
    use footpath::level::{Order, Whom};
    let text = level(r#"agents: [(tile: (1, 1), team: "guards"), (tile: (3, 1), order: Flee("guards"))]"#);
    let read = Level::parse("yard.ron", &text).expect("it is a level");
    assert_eq!(Level::parse("again.ron", &read.to_ron()).expect("it is written right"), read);
    let mut yard = Simulation::new(read, None);
    let follow = |team: &str| Order::Follow { agent: Whom::Team(team.to_owned()), distance: 1.0, on_sight: false };
    assert!(!matches!(yard.step(&[tell(1, follow("guards"))])[..], [Event::Refused { .. }, ..]));
    assert!(matches!(yard.step(&[tell(1, follow("gards"))])[..], [Event::Refused { .. }]));
}
