//! Rules: what makes them fire, how often, and what they bring about.

use footpath::agent::AgentId;
use footpath::level::Level;
use footpath::level::edit::{Document, Edit, History};
use footpath::sim::{Event, Simulation};

use crate::support::play::go;

/// A lane of twelve by three tiles with a place at both ends and these fields.
fn lane(fields: &str) -> String {
    format!(
        "(version: 1, name: \"Lane\", legend: {{'.': \"grass\", '#': \"wall\", 'A': (terrain: \"grass\", place: \"west\"),
        'B': (terrain: \"grass\", place: \"east\")}}, rows: [\"A..........B\", \"A..........B\", \"A..........B\"],
        {fields})"
    )
}

fn simulation(fields: &str) -> Simulation {
    Simulation::new(Level::parse("lane.ron", &lane(fields)).unwrap_or_else(|error| panic!("{error}")), None)
}

/// Runs for some seconds; gives the rules that fired, one after the other.
fn fired(simulation: &mut Simulation, seconds: f32) -> Vec<usize> {
    let events = (0..(60.0 * seconds) as u32).flat_map(|_| simulation.step(&[]));
    let rule = |event: Event| if let Event::RuleFired { rule } = event { Some(rule) } else { None };
    events.filter_map(rule).collect()
}

/// How often a rule with this condition fires, with `repeat: true`, in a minute.
fn times(fields: &str, when: &str) -> usize {
    let rules = format!("{fields}, rules: [(when: {when}, then: [Say(text: \"!\", place: \"west\")], repeat: true)]");
    fired(&mut simulation(&rules), 60.0).len()
}

const WALKER: &str = r#"agents: [(tile: (3, 1), name: "anna", team: "they", order: [MoveTo("east"), Wait(1.0), MoveTo("west"), Wait(1.0)])]"#;

#[test]
fn every_condition_holds_when_it_says() {
    for (when, expected) in [
        (r#"Enters(who: "anna", place: "east")"#, 1),
        (r#"Enters(who: "they", place: "west")"#, 1),
        (r#"Leaves(who: "they", place: "east")"#, 1),
        (r#"Leaves(who: "they", place: "west")"#, 0),
        (r#"Inside(who: "they", place: "east")"#, 1),
        (r#"Inside(who: "they", place: "east", count: 2)"#, 0),
        (r#"Entered(who: "they", place: "east")"#, 1),
        (r#"Entered(who: "they", place: "east", count: 2)"#, 0),
        (r#"Gone(who: "they")"#, 0),
        (r#"Left(who: "they")"#, 0),
        ("After(time: 5.0)", 1),
        ("After(time: 61.0)", 0),
        ("Every(time: 10.0)", 6),
    ] {
        assert_eq!(times(WALKER, when), expected, "{when}");
    }
    let two = r#"agents: [(tile: (3, 1), team: "they", order: MoveTo((tile: (5, 1)))), (tile: (3, 2), team: "they", order: MoveTo("east"))]"#;
    for (when, expected) in [
        (r#"Arrives(who: "they")"#, 2),
        (r#"Arrived(who: "they", count: 1)"#, 1),
        (r#"Arrived(who: "they")"#, 1),
        (r#"Arrived(who: "they", count: 3)"#, 0),
    ] {
        assert_eq!(times(two, when), expected, "{when}");
    }
    // Who stops on the way, or goes round and round, has not come to the end of its orders.
    let stops = WALKER.replace(", Wait(1.0)])", "])");
    let round = WALKER.replace("])]", "], repeat: true)]");
    for (fields, expected) in [(stops.as_str(), 1), (round.as_str(), 0)] {
        for when in [r#"Arrives(who: "they")"#, r#"Arrived(who: "they")"#] {
            assert_eq!(times(fields, when), expected, "{when} {fields}");
        }
    }
}

/// In the minute anna comes to the east once, soon, and goes back to the west.
#[test]
fn conditions_hold_together_where_each_does() {
    let at_once = r#"After(time: 0.1)"#;
    for (when, expected) in [
        // The moment counts only while the other lasts.
        (format!(r#"All(of: [Enters(who: "anna", place: "east"), {at_once}])"#), 1),
        (r#"All(of: [Enters(who: "anna", place: "east"), After(time: 50.0)])"#.to_owned(), 0),
        (r#"All(of: [Every(time: 10.0), After(time: 25.0)])"#.to_owned(), 4),
        // What lasts fires once, when the last of them begins.
        (format!(r#"All(of: [Entered(who: "they", place: "east"), {at_once}])"#), 1),
        (
            format!(
                r#"All(of: [{at_once}, Entered(who: "they", place: "west"), Entered(who: "they", place: "east")])"#
            ),
            1,
        ),
        (format!(r#"All(of: [Inside(who: "they", place: "east"), Inside(who: "they", place: "west"), {at_once}])"#), 0),
        (format!(r#"All(of: [Sees(who: "anna", whom: "they"), {at_once}])"#), 0),
    ] {
        assert_eq!(times(WALKER, &when), expected, "{when}");
    }
    let rules = r#"rules: [(when: All(of: [After(time: 0.5), Entered(who: "anna", place: "east"), After(time: 9.0)]), then: [Win(text: "W")])]"#;
    let mut simulation = simulation(&format!("{WALKER}, {rules}"));
    let goal = |simulation: &Simulation| simulation.goals().into_iter().map(|goal| (goal.count, goal.is_time)).next();
    assert_eq!(goal(&simulation), Some((Some((0, 1)), true)));
    fired(&mut simulation, 1.0);
    assert!(simulation.outcome().is_none());
    fired(&mut simulation, 30.0);
    assert!(simulation.outcome().is_some_and(|outcome| outcome.won));
}

#[test]
fn those_who_leave_are_counted_and_gone_when_none_is_to_come() {
    let waves =
        r#"waves: [(in: "west", team: "they", count: 2, every: 20.0, times: 2, order: MoveTo("east"), leaves: true)]"#;
    assert_eq!(times(waves, r#"Left(who: "they", count: 4)"#), 1);
    assert_eq!(times(waves, r#"Left(who: "they", count: 5)"#), 0);
    let mut lane = simulation(&format!(
        "{waves}, rules: [(when: Gone(who: \"they\"), then: [Win(text: \"Quiet.\")]), (when: Left(who: \"they\", count: 3), then: [Say(text: \"3\", place: \"east\")])]"
    ));
    let gone = |lane: &Simulation| lane.goals()[0].count;
    assert_eq!(gone(&lane), Some((0, 4)));
    assert!(fired(&mut lane, 18.0).is_empty(), "the first two are away, and two are still to come");
    assert_eq!(gone(&lane), Some((2, 4)));
    assert_eq!(fired(&mut lane, 42.0), [0, 1]);
    assert_eq!(gone(&lane), Some((4, 4)));
}

#[test]
fn as_many_are_removed_as_a_rule_says() {
    let mut lane = simulation(
        r#"agents: [(tile: (3, 0), team: "they"), (tile: (3, 1), team: "they"), (tile: (3, 2), team: "they")],
        rules: [(when: Every(time: 1.0), then: [Remove(who: "they", count: 1)], repeat: true)]"#,
    );
    let mut left = || {
        fired(&mut lane, 1.0);
        lane.agents().iter().map(|agent| agent.id().0).collect::<Vec<u32>>()
    };
    assert_eq!([left(), left(), left(), left()], [vec![1, 2], vec![2], vec![], vec![]]);
}

#[test]
fn sight_has_a_range_an_angle_and_walls() {
    let sees = |tiles: &str, within: &str| {
        times(
            &format!(
                r#"profiles: {{"guard": (sight_angle: 120.0)}}, agents: [(profile: "guard", tile: (2, 1), heading: 0, team: "guards"), (tile: {tiles}, team: "thieves")]"#
            ),
            &format!(r#"Sees(who: "guards", whom: "thieves"{within})"#),
        )
    };
    assert_eq!((sees("(6, 1)", ""), sees("(6, 1)", ", within: 3.9"), sees("(6, 1)", ", within: 4.1")), (1, 0, 1));
    assert_eq!(sees("(0, 1)", ""), 0, "it is behind");
    let walled = r#"obstacles: [(at: (4.5, 1.5), size: (0.5, 2.9))], agents: [(tile: (2, 1), heading: 0, team: "guards"), (tile: (6, 1), team: "thieves")]"#;
    assert!(times(walled, r#"Sees(who: "guards", whom: "thieves")"#) <= 1);
}

#[test]
fn a_switch_is_a_condition_and_an_effect() {
    let fields = r#"links: [(name: "rope", from: (tile: (1, 0)), to: (tile: (9, 0)), active: false)],
        agents: [(tile: (3, 1), team: "they", order: MoveTo("east"))],
        rules: [
            (when: Enters(who: "they", place: "east"), then: [Switch(name: "rope")]),
            (when: Switched(name: "rope"), then: [Switch(name: "rope", on: false)]),
            (when: Switched(name: "rope", on: false), then: [Say(text: "off", place: "west")], repeat: true),
        ]"#;
    let mut lane = simulation(fields);
    assert_eq!(fired(&mut lane, 20.0), [2, 0, 1, 2]);
    assert!(!lane.map().links[0].active);
}

#[test]
fn every_effect_does_what_it_says() {
    let fields = r#"agents: [(tile: (3, 1), team: "they"), (tile: (0, 0), team: "they", name: "bert")],
        rules: [
            (when: After(time: 1.0), then: [Tell(who: "they", order: MoveTo("east"))]),
            (when: After(time: 12.0), then: [
                Tell(who: "they", place: "west", order: MoveTo("east")),
                Remove(who: "they", place: "east"),
                Spawn(wave: (in: "west", team: "more", count: 2, every: 1.0, times: 2)),
                Paint(place: "east", terrain: "wall"),
                Say(text: "Done", place: "east", time: 2.0),
            ]),
        ]"#;
    let mut lane = simulation(fields);
    assert_eq!(fired(&mut lane, 11.0), [0]);
    assert!(lane.agents().iter().all(|agent| agent.position().x > 10.0), "both have gone");
    assert_eq!(fired(&mut lane, 2.0), [1]);
    let teams: Vec<Option<&str>> = lane.agents().iter().map(|agent| lane.team_of(agent)).collect();
    assert_eq!(teams, [Some("more"); 2], "the third has no room yet");
    assert!(!lane.map().is_walkable(footpath::grid::Cell::new(11, 1)));
    assert_eq!(lane.sayings()[0].at, glam::vec2(11.5, 1.5));
    fired(&mut lane, 2.0);
    assert_eq!((lane.sayings().len(), lane.agents().len()), (0, 3), "one at a place of three tiles more");
}

#[test]
fn the_first_end_counts_and_the_level_goes_on() {
    let mut lane = simulation(
        r#"agents: [(tile: (5, 1), team: "they")], rules: [
        (when: Entered(who: "they", place: "east"), then: [Win(text: "There!", goal: "Go east")]),
        (when: Entered(who: "they", place: "west"), then: [Lose(text: "No!")])]"#,
    );
    let goals = lane.goals();
    assert_eq!([goals[0].wins, goals[1].wins], [true, false]);
    assert_eq!([&*goals[0].text, &*goals[1].text], ["Go east", "No!"]);
    assert_eq!(goals.iter().map(|goal| goal.count).collect::<Vec<_>>(), [Some((0, 1)); 2]);
    lane.step(&[go(0, (11, 1))]);
    assert_eq!(fired(&mut lane, 10.0), [0]);
    lane.step(&[go(0, (0, 1))]);
    assert_eq!(fired(&mut lane, 12.0), [1]);
    let outcome = lane.outcome().expect("it has ended");
    assert_eq!((outcome.won, &*outcome.text), (true, "There!"));
    lane.step(&[footpath::sim::Command::Restart]);
    assert_eq!(lane.outcome(), None);
}

/// A circle of rules fires for ever, and a hundred rules at once take their turns.
#[test]
fn no_level_makes_a_tick_long() {
    let links = r#"links: [(name: "rope", from: (tile: (1, 0)), to: (tile: (9, 0)))]"#;
    let circle = r#"(when: Switched(name: "rope"), then: [Switch(name: "rope")], repeat: true),
        (when: Switched(name: "rope", on: false), then: [Switch(name: "rope")], repeat: true),"#;
    let mut lane = simulation(&format!("{links}, rules: [{circle}]"));
    let most = (0..60).map(|_| lane.step(&[]).len()).max();
    assert!((1..=4).contains(&most.unwrap()), "{most:?}");
    let many = r#"(when: After(time: 0.1), then: [Say(text: "x", place: "east")]),"#.repeat(100);
    let mut lane = simulation(&format!("rules: [{many}]"));
    let most = (0..60).map(|_| lane.step(&[]).len()).max();
    assert_eq!(most, Some(10));
    let mut again = simulation(&format!("rules: [{many}]"));
    assert_eq!(fired(&mut again, 2.0), (0..100).collect::<Vec<usize>>());
    let text = super_many();
    let told = Level::parse("lane.ron", &text).expect_err("too many").to_string();
    assert!(told.contains("there are too many rules: 101"), "{told}");
}

fn super_many() -> String {
    lane(&format!("rules: [{}]", r#"(when: After(time: 0.1), then: [Say(text: "x", place: "east")]),"#.repeat(101)))
}

#[test]
fn rules_are_written_as_they_are_read_and_kept_by_edits() {
    let text = lane(
        r#"agents: [(tile: (5, 1), team: "they", name: "anna")], links: [(name: "rope", from: (tile: (1, 0)), to: (tile: (9, 0)))], rules: [
        // The first one.
        (when: Sees(who: "anna", whom: "they", within: 2.0), then: [Tell(who: "they", order: [MoveTo((tile: (7, 1))), Flee("anna")])]),
        (when: Inside(who: "they", place: "east"), then: [Spawn(wave: (in: [(2, 0), (3, 1)], team: "more")), Switch(name: "rope"),
            Remove(who: "anna", count: 2), Paint(place: "east", terrain: "sand"), Say(text: "a \"b\"", place: "west", time: 1.5)], repeat: true),
        (when: All(of: [Gone(who: "more"), Leaves(who: "anna", place: "west")]), then: [Win(text: "W", goal: ""), Lose(text: "L")])]"#,
    );
    let level = Level::parse("lane.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}")), level);
    let mut history = History::of(Document::open("lane.ron", text.clone()).expect("it is a level"));
    let wider = Edit::Resize { left: 1, top: 2, right: 0, bottom: 0, fill: "grass".to_owned() };
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[]);
    let affected = history.apply("Resize", &wider).unwrap_or_else(|error| panic!("{error}"));
    simulation.take_level(history.document().level(), &affected);
    simulation.step(&[]);
    let wide = history.document().text().to_owned();
    assert!(wide.contains("MoveTo((tile: (8, 3)))") && wide.contains("in: [(3, 2), (4, 3)]"), "{wide}");
    assert!(wide.contains("// The first one."));
    history.undo();
    assert_eq!(history.document().text(), text);
}

/// A rule that an edit leaves as it is does not fire again; one that is changed may.
#[test]
fn rules_go_on_when_the_level_is_edited() {
    let text = lane(
        r#"rules: [(when: After(time: 1.0), then: [Say(text: "a", place: "east")]), (when: After(time: 1.0), then: [Lose(text: "b")])], agents: []"#,
    );
    let mut history = History::of(Document::open("lane.ron", text.clone()).expect("it is a level"));
    let mut simulation = Simulation::new(history.document().level().clone(), None);
    assert_eq!(fired(&mut simulation, 2.0), [0, 1]);
    let changed =
        text.replace("text: \"a\"", "text: \"c\"").replace("agents: []", "agents: [(tile: (5, 0), team: \"x\")]");
    let affected = history.apply("Edit", &Edit::Text(changed)).expect("it is a level");
    simulation.take_level(history.document().level(), &affected);
    assert_eq!(fired(&mut simulation, 2.0), [0]);
    assert_eq!(simulation.agent(AgentId(0)).and_then(|agent| simulation.team_of(agent)), Some("x"));
    assert!(simulation.outcome().is_some());
}

/// The map is cut off under an agent that has left the west. It is put back to its start there, but has not gone there.
#[test]
fn nobody_enters_a_place_because_the_map_is_moved() {
    let text = lane(
        r#"agents: [(tile: (0, 2), team: "they")],
        rules: [(when: Enters(who: "they", place: "west"), then: [Say(text: "!", place: "west")])]"#,
    );
    let mut history = History::of(Document::open("lane.ron", text).expect("it is a level"));
    let mut simulation = Simulation::new(history.document().level().clone(), None);
    simulation.step(&[go(0, (9, 0))]);
    assert!(fired(&mut simulation, 10.0).is_empty(), "it starts there");
    let lower = Edit::Resize { left: 0, top: -1, right: 0, bottom: 0, fill: "grass".to_owned() };
    let affected = history.apply("Resize", &lower).unwrap_or_else(|error| panic!("{error}"));
    simulation.take_level(history.document().level(), &affected);
    assert_eq!(simulation.agents()[0].position().x, 0.5, "it is at its start");
    assert!(fired(&mut simulation, 0.1).is_empty(), "it was put there");
}

#[test]
fn faults_of_rules_are_told() {
    let told = |rule: &str| {
        let text = lane(&format!(r#"agents: [(tile: (5, 1), team: "they")], rules: [{rule}]"#));
        Level::parse("lane.ron", &text).expect_err(rule).to_string()
    };
    let win = r#"then: [Win(text: "W")]"#;
    for (rule, words) in [
        (
            format!(r#"(when: Enter(who: "they", place: "east"), {win})"#),
            vec!["there is no condition `Enter`", "did you mean `Enters`?"],
        ),
        (
            format!(r#"(when: Enters(who: "thye", place: "east"), {win})"#),
            vec!["no agent and no team `thye`", "did you mean `they`?"],
        ),
        (
            format!(r#"(when: Enters(who: "they", place: "eats"), {win})"#),
            vec!["there is no place `eats`", "did you mean `east`?"],
        ),
        (format!(r#"(when: Enters(who: "they"), {win})"#), vec!["the field `place` of `Enters` is missing"]),
        (format!(r#"(when: Enters(who: "they", palce: "east"), {win})"#), vec!["`Enters` has no field `palce`"]),
        (format!(r#"(when: Enters("they", "east"), {win})"#), vec!["`Enters` has fields with names"]),
        (format!(r#"(when: "noon", {win})"#), vec!["a condition must be", "Enters"]),
        (
            format!(r#"(when: Switched(name: "rope"), {win})"#),
            vec!["no link and no switchable obstacle is called `rope`"],
        ),
        (format!(r#"(when: After(time: -1.0), {win})"#), vec!["`time` is out of range: `-1.0`"]),
        (format!(r#"(when: All(of: [After(time: 1.0)]), {win})"#), vec!["`All` has at least 2 conditions, not 1"]),
        (
            format!(r#"(when: All(of: [After(time: 1.0), Enter(who: "they", place: "east")]), {win})"#),
            vec!["there is no condition `Enter`", "did you mean `Enters`?"],
        ),
        (
            format!(r#"(when: All(of: [Every(time: 1.0), After(time: 2.0), Arrives(who: "they")]), {win})"#),
            vec!["`Every` and `Arrives` hold for a moment each", "`Arrived`"],
        ),
        (
            format!(r#"(when: All(of: [After(time: 2.0), All(of: [After(time: 1.0), After(time: 3.0)])]), {win})"#),
            vec!["there is an `All` in an `All`", "in one list"],
        ),
        (r#"(when: After(time: 1.0), then: [])"#.to_owned(), vec!["a rule has no effects"]),
        (r#"(when: After(time: 1.0), then: [Wins(text: "W")])"#.to_owned(), vec!["there is no effect `Wins`", "`Win`"]),
        (
            r#"(when: After(time: 1.0), then: [Paint(place: "east", terrain: "gras")])"#.to_owned(),
            vec!["there is no terrain `gras`"],
        ),
        (
            r#"(when: After(time: 1.0), then: [Tell(who: "they", order: MoveTo("eats"))])"#.to_owned(),
            vec!["there is no place `eats`"],
        ),
        (r#"(when: After(time: 1.0), then: [Spawn(wave: (in: "eats"))])"#.to_owned(), vec!["there is no place `eats`"]),
        (r#"(then: [Win(text: "W")])"#.to_owned(), vec!["the field `when` of a rule is missing"]),
    ] {
        let told = told(&rule);
        for word in words {
            assert!(told.contains(word), "{rule}: {told}");
        }
    }
}
