//! The levels that are games: each is won by one script and lost by another.

use footpath::level::{Level, built_in};
use footpath::script::{Action, Script, ScriptPlayer};
use footpath::sim::{Outcome, Simulation};

/// How a level ends that is played by a script, within some seconds.
fn played(level: &str, script: &str, seconds: f32) -> Option<Outcome> {
    let built_in = built_in::named(level).expect("it is shipped");
    let mut simulation = Simulation::new(Level::parse(level, built_in.text).expect("it is a level"), None);
    let mut player = ScriptPlayer::new(Script::parse("game.script.ron", script).expect("it is a script"));
    for _ in 0..(60.0 * seconds) as u32 {
        let mut commands = Vec::new();
        for step in player.next_tick() {
            let Action::Command(command) = &step.action else { panic!("a step needs no window") };
            commands.push(command.clone());
        }
        simulation.step(&commands);
        if simulation.outcome().is_some() {
            break;
        }
    }
    simulation.outcome().cloned()
}

fn text(outcome: Option<Outcome>) -> (bool, String) {
    let outcome = outcome.expect("it has ended");
    (outcome.won, outcome.text)
}

#[test]
fn the_lane_is_won_by_walls_through_the_fires_and_lost_without() {
    let walls = r#"[(at: 1.0, do: Paint(terrain: "wall", tiles: [(9, 4), (9, 5), (9, 6), (9, 7), (9, 8), (9, 9), (9, 10), (9, 11),
        (9, 12), (9, 13), (9, 14), (9, 15)]))]"#;
    assert_eq!(text(played("the-lane", walls, 160.0)), (true, "The harvest is safe.".to_owned()));
    assert_eq!(text(played("the-lane", "[]", 160.0)), (false, "The granary is empty.".to_owned()));
    // Beetles that are shut out are still there at nightfall.
    let shut = r#"[(at: 1.0, do: Paint(terrain: "wall", tiles: [(3, 7), (3, 8), (3, 9), (2, 6), (2, 10), (3, 6), (3, 10), (2, 5), (2, 11), (1, 5),
        (1, 11), (1, 6), (1, 10)]))]"#;
    assert_eq!(text(played("the-lane", shut, 160.0)), (false, "Night has come, and they dig through.".to_owned()));
}

#[test]
fn the_museum_is_won_by_who_waits_and_lost_by_who_walks_into_the_watch() {
    let script = |times: [f32; 4]| {
        let places = ["office plate", "the crown", "porter's plate", "way out"];
        let step = |(at, place): (f32, &str)| format!("(at: {at}, agents: [0], do: MoveTo({place:?})),");
        format!("[{}]", times.into_iter().zip(places).map(step).collect::<String>())
    };
    let won = played("the-museum", &script([0.5, 10.5, 25.0, 35.0]), 60.0);
    assert_eq!(text(won), (true, "You are away with the crown.".to_owned()));
    let straight = r#"[(at: 0.5, agents: [0], do: MoveTo("hall door"))]"#;
    assert_eq!(text(played("the-museum", straight, 60.0)), (false, "A watchman has caught you.".to_owned()));
}
