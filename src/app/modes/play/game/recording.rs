//! What is recorded of the running level, from its beginning: all that is done to the world goes through here.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footpath::level::edit::{Affected, History};
use footpath::replay::{Recorder, Replay};
use footpath::sim::{Command, Simulation};

/// Lines of a recording that are still to be written, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPart {
    /// What the level is called whose recording begins here; `None` where it goes on.
    pub begins: Option<String>,
    /// Whole lines of the replay.
    pub lines: String,
}

/// What has been recorded and not been kept yet. It is shared with its store, which gets at it even when the game has
/// panicked.
#[derive(Clone, Debug, Default)]
pub struct Tape(Arc<Mutex<Vec<RecordedPart>>>);

impl Tape {
    /// Everything since the last call.
    pub fn take(&self) -> Vec<RecordedPart> {
        std::mem::take(&mut *self.parts())
    }

    fn begin(&self, level: &str, lines: String) {
        self.parts().push(RecordedPart { begins: Some(level.to_owned()), lines });
    }

    fn add(&self, lines: &str) {
        let mut parts = self.parts();
        match parts.last_mut() {
            Some(last) => last.lines.push_str(lines),
            None => parts.push(RecordedPart { begins: None, lines: lines.to_owned() }),
        }
    }

    /// A panic elsewhere leaves whole lines too.
    fn parts(&self) -> MutexGuard<'_, Vec<RecordedPart>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The recording of the level that is played.
#[derive(Debug, Default)]
pub struct Recording {
    /// Where its lines go.
    pub tape: Tape,
    recorder: Option<Recorder>,
}

impl Recording {
    /// Ends the recording of the level before and begins that of another, which has just begun.
    pub fn begin(&mut self, replay: &Replay, sim: &Simulation) {
        self.go_on(&replay.name, Recorder::begin(replay, sim));
    }

    /// Goes on with a recording that has been made to this point.
    pub fn go_on(&mut self, level: &str, mut recorder: Recorder) {
        self.end();
        self.tape.begin(level, recorder.take_lines());
        self.recorder = Some(recorder);
    }

    /// Ends the recording; nothing is recorded until another begins.
    pub fn end(&mut self) {
        if let Some(ending) = self.ending() {
            self.tape.add(&ending);
        }
        self.recorder = None;
    }

    /// What has to be added to a copy of the recording so that it is complete; `None` where nothing is recorded.
    pub fn ending(&self) -> Option<String> {
        let mut ended = self.recorder.clone()?;
        ended.end();
        Some(ended.take_lines())
    }

    /// Takes in what is to be done to the world.
    pub(super) fn commands(&mut self, commands: &[Command]) {
        self.record(|recorder| recorder.commands(commands));
    }

    /// Takes in the last edit of the level's text, before the world follows.
    pub fn edited(&mut self, history: &History, affected: &Affected) {
        self.record(|recorder| recorder.edited(history.latest(), affected));
    }

    /// Takes in that the world follows edits of the text that have been taken in.
    pub fn followed(&mut self, affected: &Affected) {
        self.record(|recorder| recorder.edited(&[], affected));
    }

    /// Takes in that the level begins anew.
    pub fn restarted(&mut self) {
        self.commands(&[Command::Restart]);
    }

    pub(super) fn stepped(&mut self, sim: &Simulation) {
        self.record(|recorder| recorder.stepped(sim));
    }

    fn record(&mut self, record: impl FnOnce(&mut Recorder)) {
        let Some(recorder) = &mut self.recorder else { return };
        record(recorder);
        let lines = recorder.take_lines();
        if !lines.is_empty() {
            self.tape.add(&lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::grid::Cell;
    use footpath::level::edit::{Brush, Edit};
    use footpath::replay::Player;
    use footpath::sim::Selection;
    use glam::vec2;

    use super::*;
    use crate::app::modes::play::game::Game;

    fn game() -> Game {
        let text = "(version: 1, name: \"Yard\", rows: [\"....\"], legend: {'.': \"grass\"}, agents: [(tile: (0, 0))])";
        Game::of_text("yard", text)
    }

    /// The recordings of a tape, each with the name of its level.
    fn recordings(tape: &Tape) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for RecordedPart { begins, lines } in tape.take() {
            match begins {
                Some(name) => found.push((name, lines)),
                None => found.last_mut().expect("one has begun").1.push_str(&lines),
            }
        }
        found
    }

    #[test]
    fn all_that_is_done_in_a_game_is_played_again() {
        let mut game = game();
        game.command(Command::Scatter(Selection::All));
        (0..30).for_each(|_| game.tick());
        let wall = Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(3, 0)] };
        game.edit("Draw", &wall).expect("there is room");
        (0..10).for_each(|_| game.tick());
        game.start_over();
        (0..25).for_each(|_| game.tick());
        game.clock.paused = true;
        game.command(Command::Order(Selection::All, footpath::level::Order::MoveTo(vec2(2.5, 0.5).into())));
        game.act_while_paused();
        game.jump(0);
        (0..60).for_each(|_| game.tick());
        let (hash, tape) = (game.run.sim().state_hash(), game.run.recording().tape.clone());
        game.play_built_in(1);
        let recordings = recordings(&tape);
        let names: Vec<&str> = recordings.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["yard", "maze"]);
        let replay = Replay::parse("yard", &recordings[0].1).expect("it is a replay");
        assert_eq!((replay.ticks, replay.is_complete, replay.entries.len()), (125, true, 5));
        let (mut player, mut simulation) = Player::begin(replay).expect("it is a level");
        while !player.is_over() {
            player.step(&mut simulation).expect("it holds together");
        }
        assert_eq!((simulation.state_hash(), player.difference(), player.compared()), (hash, None, 3));
    }

    #[test]
    fn a_moved_map_is_played_again() {
        let mut game = game();
        game.command(Command::Order(Selection::All, footpath::level::Order::MoveTo(vec2(3.5, 0.5).into())));
        (0..20).for_each(|_| game.tick());
        game.edit("Turn", &Edit::Rotate).expect("it can be turned");
        (0..20).for_each(|_| game.tick());
        game.jump(0);
        (0..120).for_each(|_| game.tick());
        let (hash, tape) = (game.run.sim().state_hash(), game.run.recording().tape.clone());
        game.play_built_in(1);
        let replay = Replay::parse("yard", &recordings(&tape)[0].1).expect("it is a replay");
        let (mut player, mut simulation) = Player::begin(replay).expect("it is a level");
        while !player.is_over() {
            player.step(&mut simulation).expect("it holds together");
        }
        assert_eq!((simulation.state_hash(), player.difference()), (hash, None));
    }

    #[test]
    fn the_keeper_has_what_was_to_be_done_when_a_tick_panics() {
        let mut game = game();
        let tape = game.run.recording().tape.clone();
        tape.take();
        game.run.recording_mut().commands(&[Command::Restart]);
        let panicked = std::thread::spawn({
            let tape = tape.clone();
            move || {
                let _held = tape.parts();
                panic!("a panic on purpose, while the tape is held");
            }
        });
        assert!(panicked.join().is_err());
        assert_eq!(tape.take(), [RecordedPart { begins: None, lines: "Do(0,Restart)\n".to_owned() }]);
    }
}
