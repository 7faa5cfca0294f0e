//! Saving and restoring.

use super::{BUILD, Player, Recorder, Replay};
use crate::level::{Level, LevelError};
use crate::sim::{Command, Event, Simulation};

/// What messages call the level's text.
const LEVEL: &str = "level";

/// A [`Simulation`] that can be saved and restored. All that is done to it goes through [`step`](RecordedRun::step) and is
/// recorded.
///
/// A save is a [`Replay`] that ends here: the level, the seed and the commands. To restore it is to play it, so it comes to
/// the same [state](Simulation::state_hash) exactly, with every agent in the middle of its step and every search half done,
/// and goes on from there in the same way. That takes as long as the simulation took to compute since the level began.
/// A save grows by what is commanded, not by what happens.
///
/// ```
/// use footpath::level::{Level, TileMap};
/// use footpath::replay::RecordedRun;
/// use footpath::sim::{Command, Selection};
///
/// let yard = TileMap::from_rows(&["....", ".##.", "...."])?;
/// let level = Level { name: "Yard".to_owned(), ..Level::on(yard) };
/// let mut run = RecordedRun::begin(&level.to_ron(), None)?;
/// run.step(&[Command::Spawn { profile: "walker".to_owned(), at: glam::vec2(0.5, 0.5).into() }]);
/// run.step(&[Command::Scatter(Selection::All)]);
/// let restored = RecordedRun::restore(run.save().as_bytes())?;
/// assert_eq!(restored.simulation().state_hash(), run.simulation().state_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordedRun {
    simulation: Simulation,
    recorder: Recorder,
}

impl RecordedRun {
    /// Begins a level, given by its text; `seed` takes the place of the level's own. The text of a level that was made by
    /// a program, once it has a name, is [`Level::to_ron`].
    ///
    /// # Errors
    /// Everything that is wrong with the level's text.
    pub fn begin(level: &str, seed: Option<u64>) -> Result<RecordedRun, LevelError> {
        let simulation = Simulation::new(Level::parse(LEVEL, level)?, seed);
        let replay = Replay { name: LEVEL.to_owned(), ..Replay::new(level, seed) };
        let recorder = Recorder::begin(&replay, &simulation);
        Ok(RecordedRun { simulation, recorder })
    }

    /// The simulation as it is now.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Carries out commands and makes a tick, as [`Simulation::step`] does.
    pub fn step(&mut self, commands: &[Command]) -> Vec<Event> {
        self.recorder.commands(commands);
        let events = self.simulation.step(commands);
        self.recorder.stepped(&self.simulation);
        events
    }

    /// The text from which this state [is restored](RecordedRun::restore); every other reader of replays plays it too.
    pub fn save(&self) -> String {
        let mut recorder = self.recorder.clone();
        recorder.hash(&self.simulation);
        recorder.end();
        recorder.take_lines()
    }

    /// Returns to the state that was saved. Any replay can be restored; its end is where the run goes on.
    ///
    /// # Errors
    /// In words: the bytes are no replay, or are cut off, the level cannot be read, or the run comes to another state, as
    /// may happen where another version of the program saved it.
    pub fn restore(save: &[u8]) -> Result<RecordedRun, String> {
        let replay = Replay::read("save", save)?;
        if !replay.is_complete {
            return Err(format!("the save is cut off at tick {}: its last line, `End`, is missing", replay.ticks));
        }
        let (mut player, mut simulation) = Player::begin(replay).map_err(|error| error.to_string())?;
        while !player.is_over() && player.difference().is_none() {
            player.step(&mut simulation)?;
        }
        if let Some(difference) = player.difference() {
            let by = player.other_build().map_or(String::new(), |build| {
                format!("; it was saved by version {build} of Footpath, and this is version {BUILD}")
            });
            return Err(format!("{difference}{by}"));
        }
        let recorder = Recorder::resume(&player, &simulation);
        Ok(RecordedRun { simulation, recorder })
    }
}
