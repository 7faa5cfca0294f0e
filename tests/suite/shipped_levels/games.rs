//! The levels that are games: each is won by one script and lost by another.

use footpath::agent::AgentId;
use footpath::level::{Level, Order, Target, built_in};
use footpath::script::{Script, ScriptAction, ScriptPlayer};
use footpath::sim::{Command, Outcome, Selection, Simulation};
use glam::vec2;

/// How a level ends that is played by a script, within some seconds.
fn played(level: &str, script: &str, seconds: f32) -> Option<Outcome> {
    let built_in = built_in::named(level).expect("it is shipped");
    let mut simulation = Simulation::new(Level::parse(level, built_in.text).expect("it is a level"), None);
    let mut player = ScriptPlayer::new(Script::parse("game.script.ron", script).expect("it is a script"));
    for _ in 0..(60.0 * seconds) as u32 {
        let mut commands = Vec::new();
        for step in player.next_tick() {
            let ScriptAction::Command(command) = &step.action else { panic!("a step needs no window") };
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
fn ten_walls_are_enough_where_the_thief_has_to_wind() {
    let played = |tiles: &str| {
        let walls = format!(r#"[(at: 1.0, do: Paint(terrain: "wall", tiles: [{tiles}]))]"#);
        text(played("ten-walls", &walls, 100.0))
    };
    let winding = "(4, 11), (7, 1), (7, 6), (10, 11), (13, 1), (16, 1), (19, 11), (19, 6), (22, 1), (25, 11)";
    assert_eq!(played(winding), (true, "The guards have him.".to_owned()));
    assert_eq!(played("(12, 8)"), (false, "The thief is away.".to_owned()));
    // An eleventh wall would shut him out; it is not there.
    let shut = "(4, 1), (7, 1), (10, 1), (10, 2), (13, 1), (16, 1), (19, 1), (19, 2), (22, 1), (25, 1), (25, 11)";
    assert_eq!(played(shut), (false, "The thief is away.".to_owned()));
    let shut_in = "(2, 5), (2, 6), (2, 7), (1, 5), (1, 7)";
    assert_eq!(played(shut_in), (false, "Shut in, he has dug his way out.".to_owned()));
}

#[test]
fn the_feast_is_held_where_all_are_found_and_not_where_one_is_missing() {
    let calls = |guests: &[(f32, u32)]| {
        let call = |(at, guest): &(f32, u32)| {
            format!("(at: {at:?}, agents: [0], do: Order(Follow(agent: {guest}, distance: 0.3))),")
        };
        let script = format!("[{}]", guests.iter().map(call).collect::<String>());
        text(played("the-feast", &script, 105.0))
    };
    let all = [(1.0, 2), (8.0, 1), (15.0, 5), (27.0, 3), (40.0, 4), (50.0, 6)];
    assert_eq!(calls(&all), (true, "Let the fiddle play!".to_owned()));
    let late = (false, "The sun has set, and the pies are cold.".to_owned());
    assert_eq!(calls(&all[..5]), late, "the shepherd is with the flock");
}

#[test]
fn the_ferries_go_where_somebody_frees_their_ropes() {
    let mut caught: Vec<(f32, &str)> = Vec::new();
    for (post, every) in [("north post", 16.0), ("middle post", 23.0), ("south post", 31.0)] {
        caught.extend((1..9).map(|turn| (every * turn as f32, post)));
    }
    caught.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut script, mut free) = (String::new(), 0.0f32);
    for (at, post) in caught {
        let at = free.max(at + 0.5);
        free = at + 5.0;
        script += &format!(
            "(at: {at:?}, agents: [0], do: MoveTo({post:?})), (at: {at:?}, agents: [0], do: ThenMoveTo((tile: (8, 8)))),"
        );
    }
    assert_eq!(text(played("the-ferries", &format!("[{script}]"), 145.0)), (true, "The fair is full.".to_owned()));
    let idle = text(played("the-ferries", "[]", 145.0));
    assert_eq!(idle, (false, "The quay gives way under them.".to_owned()));
}

#[test]
fn the_theatre_is_left_by_two_doors_and_not_by_one() {
    let held = |levers: [&str; 2]| {
        let hold = |(agent, lever)| format!("(at: 2.0, agents: [{agent}], do: MoveTo({lever:?})),");
        let script = format!("[{}]", (0..).zip(levers).map(hold).collect::<String>());
        text(played("the-theatre", &script, 80.0))
    };
    assert_eq!(held(["east lever", "west lever"]), (true, "They are out.".to_owned()));
    assert_eq!(held(["front lever", "front lever"]), (false, "The roof has come down.".to_owned()));
    assert!(!text(played("the-theatre", "[]", 80.0)).0);
}

/// The thief waits behind the curtains, in alcoves that are given by one of their tiles, and goes on when nobody is near.
#[test]
fn the_museum_is_won_by_who_waits_behind_the_curtains_and_lost_by_who_goes_straight_on() {
    let script = |steps: &[(f32, &str)]| {
        let step = |(at, target): &(f32, &str)| format!("(at: {at:?}, agents: [0], do: MoveTo({target})),");
        format!("[{}]", steps.iter().map(step).collect::<String>())
    };
    let [plate, crown, porter, out] = [r#""office plate""#, r#""the crown""#, r#""porter's plate""#, r#""way out""#];
    let careful = [
        (2.5, "(tile: (30, 13))"),
        (9.5, plate),
        (16.8, "(tile: (32, 5))"),
        (25.5, "(tile: (22, 5))"),
        (46.0, crown),
        (52.0, "(tile: (12, 13))"),
        (68.8, "(tile: (11, 5))"),
        (88.0, porter),
        (95.0, "(tile: (5, 5))"),
        (107.5, out),
    ];
    let caught = (false, "A watchman has caught you.".to_owned());
    assert_eq!(text(played("the-museum", &script(&careful), 120.0)), (true, "You are away with the crown.".to_owned()));
    // From one thing to the next as soon as it is reached, from whenever on.
    for start in [0.5, 4.0, 10.0, 12.0, 18.0, 24.0, 30.0] {
        let straight = [(start, plate), (start + 7.6, crown), (start + 16.0, porter), (start + 24.0, out)];
        assert_eq!(text(played("the-museum", &script(&straight), 70.0)), caught, "from {start} s on");
    }
    assert_eq!(text(played("the-museum", &script(&[(0.5, r#""hall door""#)]), 60.0)), caught);
}

#[test]
fn the_post_gets_there_and_back_where_the_rider_minds_the_robbers() {
    let rides = |second: f32| {
        let ride = |at: f32| {
            format!(
                r#"(at: {at:?}, agents: [1], do: MoveTo("toll house")), (at: {at:?}, agents: [1], do: ThenMoveTo((tile: (6, 9)))),"#
            )
        };
        let script = format!(
            r#"[(at: 0.5, agents: [0], do: MoveTo("inn")), (at: 0.5, agents: [1], do: MoveTo((tile: (6, 9)))), {}
            (at: 36.0, agents: [0], do: MoveTo("post house")), {}]"#,
            ride(10.0),
            ride(second)
        );
        text(played("the-post-road", &script, 105.0))
    };
    assert_eq!(rides(40.0), (true, "The answer is there, and the horses may rest.".to_owned()));
    assert_eq!(rides(46.0), (false, "The robbers have the rider.".to_owned()));
    assert_eq!(rides(99.0).1, "It is dark, and the post stays where it is.");
}

/// It costs the coach nothing to go straight on, and each bend as much as some tiles.
#[test]
fn the_coach_goes_round_the_stalls_and_without_its_cost_of_turns_between_them() {
    let built_in = built_in::named("the-post-road").expect("it is shipped");
    let goes_aside = |text: &str| {
        let mut simulation = Simulation::new(Level::parse("the-post-road", text).expect("it is a level"), None);
        let to_the_bar = Order::MoveTo(Target::Place("toll bar".to_owned()));
        simulation.apply(&[Command::Order(Selection::These(vec![AgentId(0)]), to_the_bar)]);
        let mut farthest = 0.0_f32;
        for _ in 0..600 {
            simulation.step(&[]);
            farthest = farthest.max((simulation.agents()[0].position().y - 4.5).abs());
        }
        assert!(simulation.agents()[0].position().distance(vec2(12.5, 4.5)) < 0.5);
        farthest
    };
    assert!(goes_aside(built_in.text) > 2.5);
    assert!(goes_aside(&built_in.text.replace("turn_cost: 3.0, ", "")) < 1.5);
}
