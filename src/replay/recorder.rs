//! Recording a run.

use std::borrow::Cow;

use super::line::{self, Line};
use super::{BUILD, Done, Player, Replay};
use crate::level::edit::{Affected, Replacement};
use crate::sim::{Command, Simulation};

/// The ticks between two hashes: a second.
const HASH_EVERY: u64 = 60;

/// A map of more tiles is hashed less often, in proportion: a hash reads them all, and takes a few milliseconds for so
/// many.
const TILES_A_SECOND: u64 = 512 * 512;

/// Records a run while it goes on: the lines of a [`Replay`], from the first on.
///
/// ```
/// use footpath::level::Level;
/// use footpath::replay::{Recorder, Replay};
/// use footpath::sim::{Command, Selection, Simulation};
///
/// let text = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\"}, rows: [\"....\"], agents: [(tile: (0, 0))])";
/// let mut simulation = Simulation::new(Level::parse("tiny.ron", text).unwrap(), Some(7));
/// let mut recorder = Recorder::begin(&Replay::new(text, Some(7)), &simulation);
/// for tick in 0..100 {
///     let commands = if tick == 20 { vec![Command::Scatter(Selection::All)] } else { Vec::new() };
///     recorder.commands(&commands);
///     simulation.step(&commands);
///     recorder.stepped(&simulation);
/// }
/// recorder.end();
/// let replay = Replay::parse("tiny.replay", &recorder.take_lines()).unwrap();
/// assert_eq!((replay.ticks, replay.entries.len(), replay.hashes.len()), (100, 1, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    tick: u64,
    hash_every: u64,
    /// The last tick whose hash was recorded.
    hashed: Option<u64>,
    lines: String,
}

impl Recorder {
    /// Begins with a simulation that has just begun; of the replay its level, its name and its seed count.
    pub fn begin(replay: &Replay, simulation: &Simulation) -> Recorder {
        let mut recorder =
            Recorder { tick: 0, hash_every: hash_every(simulation), hashed: None, lines: replay.opening() };
        recorder.hash(simulation);
        recorder
    }

    /// Goes on with what a replay has come to where it is being played: the lines up to there, and then what is done instead
    /// of the rest. Hashes that differ from the states that were played are left out.
    pub fn resume(player: &Player, simulation: &Simulation) -> Recorder {
        let tick = player.tick();
        let mut replay = Replay { build: BUILD.to_owned(), ..player.replay().clone() };
        if let Some(difference) = player.difference() {
            replay.hashes.retain(|(at, _)| *at < difference.tick);
        }
        let mut lines = replay.opening();
        replay.lines_until(tick, &mut lines);
        let hashed = replay.hashes.iter().map(|(at, _)| *at).rfind(|at| *at <= tick);
        Recorder { tick, hash_every: hash_every(simulation), hashed, lines }
    }

    /// Takes in commands that are given to the simulation at once, or with the next step.
    pub fn commands(&mut self, commands: &[Command]) {
        for command in commands {
            line::write(&Line::Do(self.tick, Cow::Borrowed(command)), &mut self.lines);
        }
    }

    /// Takes in that the level's text is edited and the simulation [follows](Simulation::take_level):
    /// [`History::latest`](crate::level::edit::History::latest), and what that changes of the level.
    pub fn edited(&mut self, replaced: &[Vec<Replacement>], affected: &Affected) {
        let done = Done::Edit { replaced: replaced.to_vec(), affected: affected.clone() };
        line::write(&Line::of(self.tick, &done), &mut self.lines);
    }

    /// Takes in that the simulation has made a tick.
    pub fn stepped(&mut self, simulation: &Simulation) {
        self.tick += 1;
        if self.tick.is_multiple_of(self.hash_every) {
            self.hash(simulation);
        }
    }

    /// Ends the recording: nothing comes after it.
    pub fn end(&mut self) {
        line::write(&Line::End(self.tick), &mut self.lines);
    }

    /// How many ticks have been recorded.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// The lines since the last call, each of them whole.
    pub fn take_lines(&mut self) -> String {
        std::mem::take(&mut self.lines)
    }

    /// Records the hash of the state as it is after this tick, once.
    pub(super) fn hash(&mut self, simulation: &Simulation) {
        if self.hashed.replace(self.tick) == Some(self.tick) {
            return;
        }
        line::write(&Line::Hash(self.tick, simulation.state_hash().into()), &mut self.lines);
    }
}

/// The ticks between two hashes of a simulation.
fn hash_every(simulation: &Simulation) -> u64 {
    let lattice = &simulation.map().lattice;
    let tiles = u64::from(lattice.width) * u64::from(lattice.height);
    HASH_EVERY * tiles.div_ceil(TILES_A_SECOND).max(1)
}
