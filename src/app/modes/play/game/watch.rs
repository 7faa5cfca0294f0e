//! A replay that is played in the place of a game. It goes on with the ticks of the game's clock, so that what halts the
//! game, steps it, or lets time pass faster does so with the replay.

use footpath::level::edit::Document;
use footpath::replay::{Player, Replay};
use footpath::sim::{Event, TICKS_A_SECOND};

use super::Game;
use super::run::Run;
use crate::app::modes::library::LevelSource;
use crate::app::modes::messages::Message;
use crate::app::modes::play::actions::WatchAction;
use crate::app::view::camera::Bounds;
use crate::app::view::words::answers::{GameAnswer, Tone};

/// How far a press on the button goes back, in ticks: a second.
const BACK: u64 = 60;

/// What is said to a player who gives an order.
const REFUSED: &str = "A replay is only watched and takes no orders: \"Play on from here\" makes a game of it";

/// A replay that is being played.
pub struct Watch {
    /// The player of the replay.
    pub player: Player,
    /// To where it is being wound.
    goal: Option<u64>,
    /// Why it cannot be played on.
    fault: Option<String>,
    /// Whether the player has been told of the first difference.
    is_told: bool,
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

    /// The tick at a part of the whole, from 0 to 1.
    fn tick_at(&self, part: f32) -> u64 {
        (f64::from(part) * self.player.replay().ticks as f64).round() as u64
    }

    /// Plays one tick; gives what happens in it.
    fn tick(&mut self, run: &mut Run) -> Vec<Event> {
        let events = run.replay(&mut self.player);
        self.goal = self.goal.filter(|goal| self.player.tick() < *goal);
        events.unwrap_or_else(|fault| {
            self.fault = Some(fault);
            Vec::new()
        })
    }

    /// Whether it differs from what was recorded, and the player has not been told; from now on that counts as told.
    fn take_news(&mut self) -> bool {
        let differs = self.player.difference().is_some();
        let is_news = differs && !self.is_told;
        self.is_told = differs;
        is_news
    }

    /// Winds to a tick: from the snapshot before it at once, and the rest as ticks are made. Whether anything was done at
    /// once.
    fn wind(&mut self, run: &mut Run, tick: u64) -> bool {
        let before = self.player.tick();
        let end = self.player.replay().ticks;
        run.wind(&mut self.player, tick.min(end));
        self.goal = Some(tick).filter(|goal| self.player.tick() < *goal);
        self.fault = None;
        self.player.tick() != before
    }

    /// How the replay stands, for the player.
    fn answer(&self) -> GameAnswer {
        let is_right = self.player.difference().is_none() && self.fault.is_none();
        let verdict = self.verdict();
        match is_right {
            true => GameAnswer::new(Tone::Complete, format!("The replay is over: {verdict}")),
            false => GameAnswer::new(Tone::Impossible, format!("The replay {verdict}")),
        }
    }
}

/// What a player is told who gives an order.
pub fn refusal() -> GameAnswer {
    GameAnswer::new(Tone::Impossible, REFUSED)
}

impl Game {
    /// Plays a replay in the place of the game.
    ///
    /// # Errors
    /// What is wrong with its level; the game goes on then.
    pub fn watch(&mut self, replay: Replay) -> Result<(), Vec<Message>> {
        let document = Document::open(&replay.name, replay.level.clone());
        let document = document.map_err(|error| Message::of_level(&error))?;
        let (player, sim) = Player::begin(replay).map_err(|error| Message::of_level(&error))?;
        self.run.recording_mut().end();
        self.take_up(document, LevelSource::Text(player.replay().name.clone()), None);
        self.level.reseed(player.replay().seed);
        self.teaching.teach(None);
        self.run.begin(sim);
        self.clock.paused = false;
        self.watch = Some(Watch { player, goal: None, fault: None, is_told: false });
        Ok(())
    }

    /// Plays one tick of the replay.
    pub(super) fn tick_replay(&mut self) {
        let Some(watch) = &mut self.watch else { return };
        if watch.is_over() {
            watch.goal = None;
            let answer = watch.answer();
            self.clock.paused = true;
            return self.say(answer);
        }
        let (edits, lattice) = (watch.player.edits(), self.run.sim().map().lattice);
        let events = watch.tick(&mut self.run);
        let is_edited = watch.player.edits() != edits;
        let (is_news, ends) = (watch.take_news(), watch.is_over());
        let answer = (is_news || ends).then(|| watch.answer());
        self.traces.tick(self.run.sim());
        self.take_events(&events);
        if is_edited {
            self.show_replayed_ground(lattice != self.run.sim().map().lattice);
        }
        if ends {
            self.clock.paused = true;
        }
        answer.into_iter().for_each(|answer| self.say(answer));
    }

    /// Shows ground that may be another one everywhere.
    fn show_replayed_ground(&mut self, is_moved: bool) {
        let sim = self.run.sim();
        self.traces.show_level(sim.level());
        if is_moved {
            self.camera.look_at(Bounds::of(&sim.map().lattice));
        }
    }

    /// Winds the replay to a tick.
    pub fn wind(&mut self, tick: u64) {
        let Some(watch) = &mut self.watch else { return };
        let lattice = self.run.sim().map().lattice;
        if watch.wind(&mut self.run, tick) {
            self.forget_what_was_begun();
            self.show_replayed_ground(lattice != self.run.sim().map().lattice);
        }
    }

    /// Winds the replay to a part of the whole, from 0 to 1.
    pub fn wind_to_part(&mut self, part: f32) {
        let tick = self.watch.as_ref().map(|watch| watch.tick_at(part));
        tick.into_iter().for_each(|tick| self.wind(tick));
    }

    /// Lets time go on or halts it; at the end of a replay it begins again.
    pub(super) fn pause(&mut self) {
        let begins = self.watch.as_ref().is_some_and(Watch::is_over) && self.clock.paused;
        self.clock.paused = !self.clock.paused;
        if begins {
            self.wind(0);
        }
    }

    /// Does what was pressed on the bar of the replay.
    pub(super) fn act_in_watch(&mut self, action: WatchAction) {
        let Some(watch) = &self.watch else { return };
        match action {
            WatchAction::Back => self.wind(watch.goal.unwrap_or(watch.player.tick()).saturating_sub(BACK)),
            // A slider asks with its place.
            WatchAction::Seek => {}
            WatchAction::PlayOn => self.play_on_from_replay(),
            WatchAction::Close => {
                self.watch = None;
                self.begin_recorded();
            }
        }
    }

    /// Goes on as a game from where the replay is.
    fn play_on_from_replay(&mut self) {
        let Some(Watch { player, fault, .. }) = &self.watch else { return };
        if let Some(fault) = fault {
            let answer = GameAnswer::new(Tone::Impossible, fault.clone());
            return self.say(answer);
        }
        let name = player.replay().name.clone();
        match player.text().and_then(|text| Document::open(&name, text).map_err(|error| error.to_string())) {
            Ok(document) => self.level.take_replayed(document),
            Err(message) => return self.tell(vec![Message::plain(message)]),
        }
        self.run.resume(&name, player);
        self.watch = None;
        self.say(GameAnswer::new(Tone::Plain, "From here on it is a game, and recorded like any other"));
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::Order;
    use footpath::replay::Recorder;
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    use super::*;

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
        Game::of_text("elsewhere", text)
    }

    fn x(game: &Game) -> f32 {
        game.run.sim().agents()[0].position().x
    }

    fn wind_to(game: &mut Game, tick: u64) {
        game.wind(tick);
        while game.watch.as_ref().is_some_and(Watch::is_winding) {
            game.tick();
        }
    }

    #[test]
    fn a_replay_is_played_wound_and_takes_no_orders() {
        let mut game = game();
        game.watch(replay()).expect("its level is right");
        game.command(Command::Scatter(Selection::All));
        assert!(game.run.queue().is_empty());
        assert!(game.notices.answer().is_some_and(|(answer, _)| answer.text.contains("takes no orders")));
        (0..60).for_each(|_| game.tick());
        assert_eq!(x(&game), 0.5);
        (0..30).for_each(|_| game.tick());
        let moved = x(&game);
        assert!(moved > 0.5);
        wind_to(&mut game, 600);
        assert_eq!(x(&game), 7.5);
        wind_to(&mut game, 90);
        assert_eq!(x(&game), moved);
        game.act_in_watch(WatchAction::Back);
        assert_eq!(game.watch.as_ref().map(|watch| watch.goal), Some(Some(30)));
        while game.watch.as_ref().is_some_and(Watch::is_winding) {
            game.tick();
        }
        assert_eq!((x(&game), game.clock.paused), (0.5, true), "it has halted at its end before");
        game.pause();
        game.wind_to_part(1.0);
        (0..700).for_each(|_| game.tick());
        assert!(game.clock.paused, "it halts at its end");
        assert!(
            game.notices.answer().is_some_and(|(answer, _)| answer.text.starts_with("The replay is over: every state"))
        );
        game.pause();
        assert_eq!((x(&game), game.clock.paused), (0.5, false), "it begins again");
    }

    #[test]
    fn a_difference_is_told_once_with_its_second() {
        let mut changed = replay();
        changed.hashes[3].1 ^= 1;
        let mut game = game();
        game.watch(changed).expect("its level is right");
        (0..179).for_each(|_| game.tick());
        assert_eq!(game.notices.answer(), None);
        game.tick();
        let said = game.notices.answer().expect("it is told").0.clone();
        game.notices.forget_answer();
        assert_eq!(said.text, "The replay differs at second 3 from what was recorded");
        (0..100).for_each(|_| game.tick());
        assert_eq!(game.notices.answer(), None);
    }

    #[test]
    fn a_game_goes_on_from_the_middle_of_a_replay() {
        let mut game = game();
        game.run.recording().tape.take();
        game.watch(replay()).expect("its level is right");
        wind_to(&mut game, 90);
        let at = x(&game);
        game.act_in_watch(WatchAction::PlayOn);
        assert!(game.watch.is_none() && x(&game) == at);
        game.command(Command::Order(Selection::All, Order::MoveTo(vec2(0.5, 0.5).into())));
        (0..300).for_each(|_| game.tick());
        assert_eq!(x(&game), 0.5);
        game.run.recording_mut().end();
        let parts = game.run.recording().tape.take();
        assert_eq!(parts.len(), 2, "the end of what was played before, and the game");
        let lines: String = parts[1..].iter().map(|part| part.lines.as_str()).collect();
        let recorded = Replay::parse("r", &lines).expect("it is one");
        assert_eq!((recorded.ticks, recorded.entries.len(), recorded.seed), (390, 2, Some(3)));
        let (mut player, mut sim) = Player::begin(recorded).expect("its level is right");
        while !player.is_over() {
            player.step(&mut sim).expect("it holds together");
        }
        assert_eq!((player.difference(), sim.state_hash()), (None, game.run.sim().state_hash()));
    }

    #[test]
    fn closing_a_replay_begins_its_level() {
        let mut game = game();
        game.watch(replay()).expect("its level is right");
        wind_to(&mut game, 400);
        game.act_in_watch(WatchAction::Close);
        assert!(game.watch.is_none());
        assert_eq!((x(&game), game.run.sim().tick()), (0.5, 0));
    }
}
