//! A replay that is played in the place of a game. It goes on with the ticks of the game's clock, so that what halts the
//! game, steps it, or lets time pass faster does so with the replay.

use footpath::level::edit::{Document, History};
use footpath::replay::{Player, Recorder, Replay};
use footpath::sim::TICKS_A_SECOND;

use super::{Game, recording};
use crate::app::modes::library::Source;
use crate::app::modes::messages::Message;
use crate::app::view::GroundChanges;
use crate::app::view::camera::Bounds;
use crate::app::view::place_flags;
use crate::app::view::words::answers::{Answer, Tone};

/// How far a press on the button goes back, in ticks: a second.
const BACK: u64 = 60;

/// What is said to a player who gives an order.
const REFUSED: &str = "A replay is only watched and takes no orders: \"Play on from here\" makes a game of it";

/// A replay that is being played.
pub struct Watch {
    /// Plays it.
    pub player: Player,
    /// To where it is being wound.
    goal: Option<u64>,
    /// Why it cannot be played on.
    fault: Option<String>,
    /// Whether the player has been told of the first difference.
    is_told: bool,
}

/// What can be asked of a replay that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchPress {
    /// Go back by a second.
    Back,
    /// Go to where the knob of the slider is.
    Seek,
    /// Leave the replay and go on as a game from where it is.
    PlayOn,
    /// Leave the replay and begin its level as a game.
    Close,
}

impl Watch {
    /// Whether it is being wound to a moment.
    pub fn is_winding(&self) -> bool {
        self.goal.is_some()
    }

    /// Whether there is nothing more to play.
    pub fn is_over(&self) -> bool {
        self.player.is_over() || self.fault.is_some()
    }

    /// How much of it has been played, 0 to 1; while it is wound, where it is to come to.
    pub fn part(&self) -> f32 {
        let tick = self.goal.unwrap_or(self.player.tick());
        tick as f32 / self.player.replay().ticks.max(1) as f32
    }

    /// Whether the states so far are those that were recorded, in words.
    pub fn verdict(&self) -> String {
        if let Some(fault) = &self.fault {
            return format!("cannot go on: {fault}");
        }
        match self.player.difference() {
            Some(difference) => {
                let second = difference.tick as f64 / TICKS_A_SECOND;
                let other = self.player.other_build().map_or(String::new(), |build| format!(", by version {build}"));
                format!("differs at second {second} from what was recorded{other}")
            }
            None if self.is_winding() => "winding".to_owned(),
            None if self.is_over() && !self.player.replay().is_complete => {
                "the recording was cut off here; every state as it was recorded".to_owned()
            }
            None => "every state so far as it was recorded".to_owned(),
        }
    }
}

/// Plays a replay in the place of the game.
///
/// # Errors
/// What is wrong with its level; the game goes on then.
pub fn begin(game: &mut Game, replay: Replay) -> Result<(), Vec<Message>> {
    let wrong = |error| Message::of_level(&error);
    let document = Document::open(&replay.name, replay.level.clone()).map_err(wrong)?;
    let (player, sim) = Player::begin(replay).map_err(|error| Message::of_level(&error))?;
    game.recording.end();
    game.take_up(document, Source::Text(player.replay().name.clone()), None);
    game.seed = player.replay().seed;
    game.lesson = None;
    game.sim = sim;
    game.count_moving();
    game.clock.paused = false;
    game.watch = Some(Watch { player, goal: None, fault: None, is_told: false });
    Ok(())
}

/// Says that orders are not taken.
pub fn refuse(game: &mut Game) {
    game.say(Answer::new(Tone::Impossible, REFUSED));
}

/// Plays one tick.
pub fn tick(game: &mut Game) {
    let Some(watch) = &mut game.watch else { return };
    if watch.is_over() {
        watch.goal = None;
        game.clock.paused = true;
        return tell(game);
    }
    let (edits, lattice) = (watch.player.edits(), game.sim.map().lattice);
    let outcome = watch.player.step(&mut game.sim);
    watch.goal = watch.goal.filter(|goal| watch.player.tick() < *goal);
    let is_edited = watch.player.edits() != edits;
    let is_new = watch.player.difference().is_some() && !std::mem::replace(&mut watch.is_told, true);
    watch.is_told &= watch.player.difference().is_some();
    let events = outcome.unwrap_or_else(|fault| {
        watch.fault = Some(fault);
        Vec::new()
    });
    let ends = watch.is_over();
    game.waits.tick(&game.sim);
    game.traffic.tick(&game.sim);
    game.take_events(&events);
    if is_edited {
        show_ground(game, lattice != game.sim.map().lattice);
    }
    if ends {
        game.clock.paused = true;
    }
    if is_new || ends {
        tell(game);
    }
}

/// Says how the replay stands.
fn tell(game: &mut Game) {
    let Some(watch) = &game.watch else { return };
    let is_right = watch.player.difference().is_none() && watch.fault.is_none();
    let verdict = watch.verdict();
    let text = match is_right {
        true => format!("The replay is over: {verdict}"),
        false => format!("The replay {verdict}"),
    };
    game.say(Answer::new(if is_right { Tone::Complete } else { Tone::Impossible }, text));
}

/// Shows ground that may be another one everywhere.
fn show_ground(game: &mut Game, is_moved: bool) {
    game.flags = place_flags::flags(game.sim.level());
    game.ground = GroundChanges { is_another: true, changed: None };
    if is_moved {
        game.camera.look_at(Bounds::of(&game.sim.map().lattice));
    }
}

/// Winds to a tick: from the snapshot before it at once, and the rest as ticks are made.
pub fn wind(game: &mut Game, tick: u64) {
    let Some(watch) = &mut game.watch else { return };
    let (lattice, before) = (game.sim.map().lattice, watch.player.tick());
    watch.player.approach(&mut game.sim, tick.min(watch.player.replay().ticks));
    watch.goal = Some(tick).filter(|goal| watch.player.tick() < *goal);
    watch.fault = None;
    if watch.player.tick() != before {
        game.forget_what_was_begun();
        show_ground(game, lattice != game.sim.map().lattice);
    }
}

/// Winds to a part of the whole, from 0 to 1.
pub fn seek(game: &mut Game, part: f32) {
    let Some(watch) = &game.watch else { return };
    let ticks = watch.player.replay().ticks;
    wind(game, (f64::from(part) * ticks as f64).round() as u64);
}

/// Lets the replay go on or halts it; at its end it begins again.
pub fn toggle(game: &mut Game) {
    let Some(watch) = &game.watch else { return };
    let begins = watch.is_over() && game.clock.paused;
    game.clock.paused = !game.clock.paused;
    if begins {
        wind(game, 0);
    }
}

/// Does what was pressed.
pub fn press(game: &mut Game, press: WatchPress) {
    let Some(watch) = &game.watch else { return };
    match press {
        WatchPress::Back => {
            let tick = watch.goal.unwrap_or(watch.player.tick());
            wind(game, tick.saturating_sub(BACK));
        }
        // A slider asks with its place.
        WatchPress::Seek => {}
        WatchPress::PlayOn => play_on(game),
        WatchPress::Close => close(game),
    }
}

/// Goes on as a game from where the replay is.
fn play_on(game: &mut Game) {
    let Some(Watch { player, fault, .. }) = &game.watch else { return };
    if let Some(fault) = fault {
        return game.say(Answer::new(Tone::Impossible, fault.clone()));
    }
    let name = player.replay().name.clone();
    let document = player.text().and_then(|text| Document::open(&name, text).map_err(|error| error.to_string()));
    let recorder = Recorder::resume(player, &game.sim);
    match document {
        Ok(document) => game.history = History::of(document),
        Err(message) => return game.tell(vec![Message::plain(message)]),
    }
    game.watch = None;
    game.recording.go_on(&name, recorder);
    game.say(Answer::new(Tone::Plain, "From here on it is a game, and recorded like any other"));
}

/// Begins the level of the replay as a game.
fn close(game: &mut Game) {
    game.watch = None;
    game.begin(None);
    recording::begin(game);
}

#[cfg(test)]
mod tests {
    use footpath::level::Order;
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    use super::*;
    use crate::app::view::camera::Insets;

    /// A replay of ten seconds in which all go to the right end of a yard after one.
    fn replay() -> Replay {
        let text =
            "(version: 1, name: \"Yard\", rows: [\"........\"], legend: {'.': \"grass\"}, agents: [(tile: (0, 0))])";
        let (_, mut sim) = Player::begin(Replay::new(text, Some(3))).expect("it is a level");
        let start = Replay { name: "yard".to_owned(), ..Replay::new(text, Some(3)) };
        let mut recorder = Recorder::begin(&start, &sim);
        for tick in 0..600 {
            let order = Command::Order(Selection::All, Order::MoveTo(vec2(7.5, 0.5).into()));
            let commands = if tick == 60 { vec![order] } else { Vec::new() };
            recorder.commands(&commands);
            sim.step(&commands);
            recorder.stepped(&sim);
        }
        recorder.end();
        Replay::parse("yard.replay", &recorder.take_lines()).expect("it is one")
    }

    fn game() -> Game {
        let text = "(version: 1, name: \"Elsewhere\", rows: [\"..\"], legend: {'.': \"grass\"})";
        let document = Document::open("elsewhere.ron", text.to_owned()).expect("it is a level");
        Game::new(document, Source::Text("elsewhere".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    fn x(game: &Game) -> f32 {
        game.sim.agents()[0].position().x
    }

    fn wind_to(game: &mut Game, tick: u64) {
        wind(game, tick);
        while game.watch.as_ref().is_some_and(Watch::is_winding) {
            game.tick();
        }
    }

    #[test]
    fn a_replay_is_played_wound_and_takes_no_orders() {
        let mut game = game();
        begin(&mut game, replay()).expect("its level is right");
        game.command(Command::Scatter(Selection::All));
        assert!(game.queue.is_empty());
        assert!(game.answer.as_ref().is_some_and(|(answer, _)| answer.text.contains("takes no orders")));
        (0..60).for_each(|_| game.tick());
        assert_eq!(x(&game), 0.5);
        (0..30).for_each(|_| game.tick());
        let moved = x(&game);
        assert!(moved > 0.5);
        wind_to(&mut game, 600);
        assert_eq!(x(&game), 7.5);
        wind_to(&mut game, 90);
        assert_eq!(x(&game), moved);
        press(&mut game, WatchPress::Back);
        assert_eq!(game.watch.as_ref().map(|watch| watch.goal), Some(Some(30)));
        while game.watch.as_ref().is_some_and(Watch::is_winding) {
            game.tick();
        }
        assert_eq!((x(&game), game.clock.paused), (0.5, true), "it has halted at its end before");
        toggle(&mut game);
        seek(&mut game, 1.0);
        (0..700).for_each(|_| game.tick());
        assert!(game.clock.paused, "it halts at its end");
        assert!(
            game.answer.as_ref().is_some_and(|(answer, _)| answer.text.starts_with("The replay is over: every state"))
        );
        toggle(&mut game);
        assert_eq!((x(&game), game.clock.paused), (0.5, false), "it begins again");
    }

    #[test]
    fn a_difference_is_told_once_with_its_second() {
        let mut changed = replay();
        changed.hashes[3].1 ^= 1;
        let mut game = game();
        begin(&mut game, changed).expect("its level is right");
        (0..179).for_each(|_| game.tick());
        assert_eq!(game.answer, None);
        game.tick();
        let said = game.answer.take().expect("it is told").0;
        assert_eq!(said.text, "The replay differs at second 3 from what was recorded");
        (0..100).for_each(|_| game.tick());
        assert_eq!(game.answer, None);
    }

    #[test]
    fn a_game_goes_on_from_the_middle_of_a_replay() {
        let mut game = game();
        game.recording.tape.take();
        begin(&mut game, replay()).expect("its level is right");
        wind_to(&mut game, 90);
        let at = x(&game);
        press(&mut game, WatchPress::PlayOn);
        assert!(game.watch.is_none() && x(&game) == at);
        game.command(Command::Order(Selection::All, Order::MoveTo(vec2(0.5, 0.5).into())));
        (0..300).for_each(|_| game.tick());
        assert_eq!(x(&game), 0.5);
        game.recording.end();
        let parts = game.recording.tape.take();
        assert_eq!(parts.len(), 2, "the end of what was played before, and the game");
        let lines: String = parts[1..].iter().map(|part| part.lines.as_str()).collect();
        let recorded = Replay::parse("r", &lines).expect("it is one");
        assert_eq!((recorded.ticks, recorded.entries.len(), recorded.seed), (390, 2, Some(3)));
        let (mut player, mut sim) = Player::begin(recorded).expect("its level is right");
        while !player.is_over() {
            player.step(&mut sim).expect("it holds together");
        }
        assert_eq!((player.difference(), sim.state_hash()), (None, game.sim.state_hash()));
    }

    #[test]
    fn closing_a_replay_begins_its_level() {
        let mut game = game();
        begin(&mut game, replay()).expect("its level is right");
        wind_to(&mut game, 400);
        press(&mut game, WatchPress::Close);
        assert!(game.watch.is_none());
        assert_eq!((x(&game), game.sim.tick()), (0.5, 0));
    }
}
