//! Doors that open for a team, or for an ability, and are walls to others.

use footpath::grid::Cell;
use footpath::level::Level;
use footpath::level::edit::{Affected, Document, Edit, FieldPath, History};
use footpath::nav::{PathQuery, Search, find_path};
use footpath::script::{Script, ScriptAction};
use footpath::sim::{Command, Selection, Simulation};

/// Two rooms with a door between them, and a long way round.
fn rooms(door: &str, agents: &str) -> String {
    format!(
        r##"(version: 1, name: "Rooms", legend: {{'.': "floor", '#': "wall"}},
        rows: [".....#.....", ".....#.....", "...........", ".....#.....", ".....#.....", ".....#.....", "..........."],
        profiles: {{"guard": (), "thief": (), "smith": (abilities: ["unlock"])}},
        obstacles: [(name: "door", at: (5.5, 2.5), size: (0.4, 1.0), motion: (to: [(5.5, 1.5)], speed: 2.0, wait: 0.5, when: Near(1.5), {door}))],
        agents: [{agents}])"##
    )
}

fn simulation(door: &str, agents: &str) -> Simulation {
    let text = rooms(door, agents);
    Simulation::new(Level::parse("rooms.ron", &text).unwrap_or_else(|error| panic!("{error}")), None)
}

fn refused(door: &str, agents: &str) -> String {
    Level::parse("rooms.ron", &rooms(door, agents)).expect_err(door).to_string()
}

const GUARDS: &str = r#"(team: "guards", profile: "guard", tile: (2, 2), order: MoveTo((tile: (8, 2))))"#;
const THIEF: &str = r#"(team: "thieves", profile: "thief", tile: (1, 2), order: MoveTo((tile: (9, 2))))"#;

fn run(simulation: &mut Simulation, ticks: u32) {
    (0..ticks).for_each(|_| _ = simulation.step(&[]));
}

/// How far down each agent came on its way; all must have come into the room on the right.
fn deepest(simulation: &mut Simulation) -> Vec<f32> {
    let mut deepest = vec![0.0_f32; simulation.agents().len()];
    for _ in 0..1500 {
        run(simulation, 1);
        for (deepest, agent) in deepest.iter_mut().zip(simulation.agents()) {
            *deepest = deepest.max(agent.position().y);
        }
    }
    for agent in simulation.agents() {
        assert!(agent.position().x > 7.5, "{} at {}", agent.id().0, agent.position());
    }
    deepest
}

#[test]
fn a_door_opens_for_its_team_and_the_others_go_round() {
    let both = deepest(&mut simulation(r#"team: "guards""#, &format!("{GUARDS}, {THIEF}")));
    assert!(both[0] < 3.5 && both[1] > 6.0, "{both:?}");
    let all = deepest(&mut simulation("", &format!("{GUARDS}, {THIEF}")));
    assert!(all[0] < 3.5 && all[1] < 3.5, "{all:?}");
}

#[test]
fn a_door_opens_for_those_who_can_open_it() {
    let agents = r#"(profile: "smith", tile: (2, 2), order: MoveTo((tile: (8, 2)))), (tile: (1, 2), order: MoveTo((tile: (9, 2))))"#;
    let both = deepest(&mut simulation(r#"needs: "unlock""#, agents));
    assert!(both[0] < 3.5 && both[1] > 6.0, "{both:?}");
}

/// Somebody who stands before the door does not open it, nor comes in behind one who does.
#[test]
fn a_door_is_a_wall_to_others_also_while_it_is_open() {
    let agents = format!(r#"{GUARDS}, (team: "thieves", profile: "thief", tile: (4, 2))"#);
    let mut simulation = simulation(r#"team: "guards""#, &agents);
    let door = |simulation: &Simulation| simulation.obstacle("door").expect("it is there").at;
    let (shut, mut is_open) = (door(&simulation), false);
    for _ in 0..600 {
        run(&mut simulation, 1);
        is_open |= door(&simulation).y < shut.y - 0.9;
        let thief = simulation.agents()[1].position();
        assert!(thief.x < 5.3, "{thief}");
    }
    assert!(is_open);
    simulation.apply(&[Command::Remove(Selection::These(vec![simulation.agents()[0].id()]))]);
    run(&mut simulation, 300);
    assert_eq!(door(&simulation), shut);
    let thief = simulation.agents()[0].profile();
    let across = PathQuery::between(Cell::new(4, 2), Cell::new(6, 2));
    let path = find_path(simulation.nav_grid(thief), &across, &mut Search::default()).expect("there is a way round");
    assert!(path.length > 8.0, "{}", path.length);
}

#[test]
fn what_such_doors_say_is_checked() {
    let is_told = |door: &str, agents: &str, words: &str| {
        let told = refused(door, agents);
        assert!(told.contains(words), "{door}: {told}");
    };
    is_told(r#"team: "gards""#, GUARDS, "there is no team `gards`");
    is_told(r#"needs: "fly""#, GUARDS, "no profile has the ability `fly`: no agent could open this door");
    let mixed = format!(r#"{GUARDS}, (team: "thieves", profile: "guard", tile: (1, 2))"#);
    is_told(
        r#"team: "guards""#,
        &mixed,
        "some agents with the profile `guard` are of the team `guards`, and some are not",
    );
    let switched = rooms(r#"team: "guards""#, GUARDS).replace("Near(1.5)", "\"switched-off\"");
    let told = Level::parse("rooms.ron", &switched).expect_err("it is switched").to_string();
    assert!(told.contains("only a door that opens by itself has `team`"), "{told}");
}

#[test]
fn such_doors_are_written_edited_and_put_as_they_are_read() {
    let text = rooms(r#"team: "guards", needs: "unlock""#, GUARDS);
    let level = Level::parse("rooms.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}")), level);
    // A door that is moved, widened and given to others is so in the running level too.
    let mut history =
        History::of(Document::open("rooms.ron", rooms(r#"team: "guards""#, GUARDS)).expect("it is a level"));
    let mut simulation = Simulation::new(history.document().level().clone(), None);
    run(&mut simulation, 60);
    let grow = Edit::Resize { left: 2, top: 1, right: 0, bottom: 0, fill: "floor".to_owned() };
    let affected = history.apply("Resize", &grow).unwrap_or_else(|error| panic!("{error}"));
    simulation.take_level(history.document().level(), &affected);
    let as_new = |simulation: &Simulation, history: &History| {
        let new = Simulation::new(history.document().level().clone(), None);
        for (index, profile) in new.level().profiles.iter().enumerate() {
            let cells = || new.map().cells().rect().cells();
            let of = |simulation: &Simulation| -> Vec<bool> {
                cells().map(|cell| simulation.nav_grid(index).is_passable(cell)).collect()
            };
            assert_eq!(of(simulation), of(&new), "{}", profile.name);
        }
    };
    as_new(&simulation, &history);
    let path = FieldPath::field("obstacles").item(0).then("motion").then("team");
    let affected = history.apply("Clear", &Edit::Remove { path }).unwrap_or_else(|error| panic!("{error}"));
    simulation.take_level(history.document().level(), &affected);
    as_new(&simulation, &history);
    history.undo();
    simulation.take_level(history.document().level(), &Affected::Everything);
    as_new(&simulation, &history);
    // A script puts one too, and takes it away.
    let step = r#"[(at: 0, do: PutObstacle(name: "door", at: (7.5, 3.5), size: (0.4, 1.0), motion: (to: [(7.5, 2.5)], when: Near(1.5), needs: "unlock"))), (at: 1, do: RemoveObstacle("door"))]"#;
    let script = Script::parse("put.ron", step).unwrap_or_else(|error| panic!("{error}"));
    let door = Cell::new(7, 3);
    for (step, is_open) in script.steps.iter().zip([false, true]) {
        let command = match &step.action {
            ScriptAction::Command(command) => command.clone(),
            ScriptAction::Ground(action) => action.command(&simulation).unwrap_or_else(|error| panic!("{error}")),
            ScriptAction::Window(_) => unreachable!("a window is not asked"),
        };
        simulation.apply(&[command]);
        let walker = simulation.nav_grid(0);
        assert_eq!(walker.is_passable(door), is_open);
    }
}

/// Whom a door lets pass is asked of profiles, which say it from the start.
#[test]
fn a_script_puts_doors_for_a_team_that_has_one() {
    let put = |simulation: &Simulation| {
        let step = r#"[(at: 0, do: PutObstacle(name: "gate", at: (7.5, 3.5), radius: 0.4, motion: (to: [(7.5, 2.5)], when: Near(1.5), team: "guards")))]"#;
        let script = Script::parse("put.ron", step).unwrap_or_else(|error| panic!("{error}"));
        let ScriptAction::Ground(action) = &script.steps[0].action else { panic!("{script:?}") };
        action.command(simulation)
    };
    let told = put(&simulation("", GUARDS)).expect_err("its profiles say nothing");
    assert!(told.contains("no door of this level is for the team `guards` from the start"), "{told}");
    let mut simulation = simulation(r#"team: "guards""#, &format!("{GUARDS}, {THIEF}"));
    let command = put(&simulation).unwrap_or_else(|error| panic!("{error}"));
    simulation.apply(&[command]);
    let passes = |agent: usize| simulation.nav_grid(simulation.agents()[agent].profile()).is_passable(Cell::new(7, 3));
    assert!(passes(0) && !passes(1));
}
