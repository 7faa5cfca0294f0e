//! Scripts: any text is refused with a place, or is a script that can be carried out, and recorded as a replay that comes to
//! the same states.

use footpath::level::Level;
use footpath::replay::{Player, Recorder, Replay};
use footpath::script::{Script, ScriptAction, ScriptPlayer};
use footpath::sim::Simulation;

use super::replay::check_message;

/// A level with something of every kind that a script can name.
pub const LEVEL: &str = r#"(
    version: 1, name: "Yard",
    legend: {'.': "grass", '#': "wall", '~': "swamp", 'o': "void", 'G': (terrain: "road", place: "gate")},
    rows: ["..#..~..", "..#.oo..", "....oo.G", "..#..~.."],
    profiles: {"scout": (speed: 3.0, radius: 0.25, jump_distance: 2.0)},
    paths: {"round": (points: [(tile: (0, 0)), (tile: (3, 3)), (tile: (7, 0))])},
    zones: {"fire": (kind: "danger", at: (6.5, 0.5), radius: 1.0, strength: 5.0)},
    obstacles: [
        (name: "crate", at: (3.5, 0.5), radius: 0.3),
        (name: "door", at: (2.5, 2.5), size: (0.3, 0.9), motion: (to: [(2.5, 1.5)], speed: 1.0, when: "switched-on")),
    ],
    links: [(name: "bridge", from: (tile: (3, 1)), to: (tile: (6, 1)))],
    agents: [
        (name: "ann", tile: (0, 1), order: MoveTo("gate")),
        (name: "bob", profile: "scout", tile: (1, 3), order: Patrol("round")),
    ],
)"#;

/// For how many ticks a script is carried out.
const TICKS: u64 = 30;

/// Reads any bytes as a script.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Script::parse("any.ron", &text) {
        Ok(script) => {
            assert!(script.steps.is_sorted_by_key(|step| step.tick));
            carry_out(script);
        }
        Err(message) => check_message("any.ron", &text, &message),
    }
}

fn carry_out(script: Script) {
    let mut player = ScriptPlayer::new(script);
    let mut simulation = Simulation::new(Level::parse("yard", LEVEL).unwrap_or_else(|error| panic!("{error}")), None);
    let mut recorder = Recorder::begin(&Replay::new(LEVEL, None), &simulation);
    for _ in 0..TICKS {
        for step in player.next_tick() {
            let command = match &step.action {
                ScriptAction::Command(command) => Ok(command.clone()),
                ScriptAction::Ground(ground) => ground.command(&simulation),
                ScriptAction::Window(action) => Err(action.name().to_owned()),
            };
            match command {
                Ok(command) => {
                    recorder.commands(std::slice::from_ref(&command));
                    simulation.apply(&[command]);
                }
                Err(message) => assert!(!message.is_empty()),
            }
        }
        simulation.step(&[]);
        recorder.stepped(&simulation);
        assert!(simulation.agents().iter().all(|agent| agent.position().is_finite()), "tick {}", simulation.tick());
    }
    simulation.audit().unwrap_or_else(|difference| panic!("{difference}"));
    recorder.end();
    check_recorded(&recorder.take_lines(), &simulation);
}

/// The recorded run comes to the same state.
fn check_recorded(text: &str, simulation: &Simulation) {
    let replay = Replay::parse("recorded.replay", text).unwrap_or_else(|message| panic!("{message}"));
    let (mut player, mut played) = Player::begin(replay).unwrap_or_else(|error| panic!("{error}"));
    while !player.is_over() {
        player.step(&mut played).unwrap_or_else(|message| panic!("{message}"));
    }
    assert_eq!(played.state_hash(), simulation.state_hash(), "{text}");
}
