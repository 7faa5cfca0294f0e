//! Replays: any bytes are refused with a place, or are a replay that is written and read again as the same, and can be played.

use footpath::level::Level;
use footpath::replay::{BUILD, Player, Replay};

use super::level_reader::makes_much_of_little;
use super::script::LEVEL;

/// Up to which tick a replay is played.
const TICKS: u64 = 30;
/// Tiles and agents of the largest level that is played here.
const MOST_TILES: usize = 2_000;
const MOST_AGENTS: usize = 100;

/// Reads any bytes as a replay. Behind a first byte `y` are only the lines of one of a level that is known.
pub fn run(bytes: &[u8]) {
    match bytes.strip_prefix(b"y") {
        Some(lines) => check(&[opening().as_bytes(), lines].concat()),
        None => check(bytes),
    }
}

/// The first two lines.
fn opening() -> String {
    let text = Replay { is_complete: false, ..Replay::new(LEVEL, None) }.to_text();
    assert!(text.contains(BUILD) && text.lines().count() == 2);
    text
}

fn check(bytes: &[u8]) {
    let replay = match Replay::read("any.replay", bytes) {
        Ok(replay) => replay,
        Err(message) => return check_message("any.replay", &String::from_utf8_lossy(bytes), &message),
    };
    // As texts, for there may be numbers in it that do not equal themselves.
    let text = replay.to_text();
    let again = Replay::parse("again.replay", &text).unwrap_or_else(|message| panic!("{message}\n{text}"));
    assert_eq!(again.to_text(), text);
    play(replay);
}

fn play(replay: Replay) {
    let is_small = |level: &Level| {
        let tiles = level.map.tiles.width() as usize * level.map.tiles.height() as usize;
        tiles <= MOST_TILES && level.agents.len() <= MOST_AGENTS
    };
    if makes_much_of_little(&replay.level) || !Level::parse("any", &replay.level).is_ok_and(|level| is_small(&level)) {
        return;
    }
    let (mut player, mut simulation) = Player::begin(replay).unwrap_or_else(|error| panic!("{error}"));
    while !player.is_over() && player.tick() < TICKS {
        match player.step(&mut simulation) {
            Ok(_) => assert!(simulation.agents().iter().all(|agent| agent.position().is_finite())),
            Err(message) => return assert!(!message.is_empty()),
        }
    }
    simulation.audit().unwrap_or_else(|difference| panic!("{difference}"));
}

/// A message begins with a place in the text.
pub fn check_message(file: &str, text: &str, message: &str) {
    let place = message.strip_prefix(file).and_then(|rest| rest.strip_prefix(':'));
    let mut parts = place.unwrap_or_default().splitn(3, ':');
    let mut number = || parts.next().and_then(|number| number.parse::<usize>().ok());
    let (Some(line), Some(column)) = (number(), number()) else { panic!("{message} has no place") };
    let lines = text.split('\n').count();
    assert!((1..=lines.max(2)).contains(&line), "{message} is about none of {lines} lines");
    let length = text.split('\n').nth(line - 1).unwrap_or_default().chars().count();
    assert!((1..=length + 2).contains(&column), "{message} is behind the end of its line");
}
