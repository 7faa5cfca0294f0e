//! Replays: a run of a level, recorded so that it can be played again, on any machine, to the same state.
//!
//! A replay is the level's text, the seed, and what was done in which tick: commands, and edits of the level's text. A hash
//! of the state, one a second, tells whether it is the same run when it is played. The [`Recorder`] is fed while a
//! simulation runs and gives the lines to append to a file; the [`Player`] plays them. A [`RecordedRun`] is a simulation that
//! is saved and restored by them.
//!
//! # The format
//!
//! A text of lines, each of them one RON value, so that a file that was cut off can be read up to its last whole line:
//!
//! ```text
//! FootpathReplay(format:1,build:"0.1.0",level:"maze",seed:None)
//! Level("(version: 1, name: ...)\n")
//! Hash(0,"90a5d4c7ab0c14d7")
//! Do(12,Order(All,MoveTo(Tile((x:3,y:4)))))
//! Edit(30,Tiles([(4,1,2)]),[[(120,2,"##")]])
//! Hash(60,"2f6dd1d4d1f09b8e")
//! End(75)
//! ```
//!
//! The first number of a line is a tick: how many ticks had been made since the run began. `Do` is carried out before the
//! next tick, as [`Simulation::apply`](crate::sim::Simulation::apply) does; `Edit` replaces pieces of the level's text (where, how many bytes, by what) and says
//! what of the level that changes: `Nothing`, `Everything`, runs of tiles (row, first column, how many), or that the map is
//! `Moved` (turned clockwise by 0 to 3 quarters, then shifted to the right and down; 4 to 7 if its left and right were exchanged
//! before that). `Hash` is the
//! [state hash](crate::sim::Simulation::state_hash) after that number of ticks. `End` says that the recording was ended, and not cut off.

mod line;
mod player;
mod reader;
mod recorded_run;
mod recorder;
mod snapshots;

use crate::level::edit::{Affected, Replacement};
use crate::sim::Command;
use line::Line;
pub use player::{Difference, Player};
pub use recorded_run::RecordedRun;
pub use recorder::Recorder;

/// The version of the format. It is raised when this program could not play an older file any more.
pub const FORMAT: u32 = 1;

/// The version of this program, which stands in the replays that it records.
pub const BUILD: &str = env!("CARGO_PKG_VERSION");

/// The greatest tick of a replay: a month. Without it a file could name an end that nobody lives to see.
pub const MOST_TICKS: u64 = 60 * 60 * 60 * 24 * 31;

/// A run of a level that was recorded, or made up.
///
/// ```
/// use footpath::level::{Level, Order, Target};
/// use footpath::grid::Cell;
/// use footpath::replay::{Done, Player, Replay};
/// use footpath::sim::{Command, Selection};
///
/// let text = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\"}, rows: [\"....\"], agents: [(tile: (0, 0))])";
/// let mut replay = Replay::new(text, None);
/// let order = Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(3, 0))));
/// replay.push(5, Done::Command(order));
/// replay.ticks = 300;
///
/// let read = Replay::parse("tiny.replay", &replay.to_text()).unwrap();
/// assert_eq!(read, replay);
/// let (mut player, mut simulation) = Player::begin(read).unwrap();
/// while !player.is_over() {
///     player.step(&mut simulation).unwrap();
/// }
/// assert_eq!(simulation.agents()[0].position(), glam::vec2(3.5, 0.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What the level is called: the name of its file, or of a built-in level.
    pub name: String,
    /// The version of the program that recorded it.
    pub build: String,
    /// The level's text, as it was at the beginning.
    pub level: String,
    /// What took the place of the level's own seed.
    pub seed: Option<u64>,
    /// What was done, in order; their ticks never fall.
    pub entries: Vec<Entry>,
    /// State hashes, each with the number of ticks after which it was taken; these numbers grow.
    pub hashes: Vec<(u64, u64)>,
    /// How many ticks there are to play: at least one more than were made before the last entry.
    pub ticks: u64,
    /// Whether the recording was ended; if not, the program was stopped while it recorded, or the file was cut off.
    pub is_complete: bool,
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// How many ticks had been made before.
    pub tick: u64,
    /// What the player, a script or an editor did.
    pub done: Done,
}

/// What can be done in a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Done {
    /// A command was given.
    Command(Command),
    /// The level's text was edited, and the world followed ([`Simulation::take_level`](crate::sim::Simulation::take_level)).
    Edit {
        /// What was replaced in the text: pieces of one text at a time, one text after the other.
        replaced: Vec<Vec<Replacement>>,
        /// What that changed of the level.
        affected: Affected,
    },
}

impl Replay {
    /// A run in which nothing has been done yet.
    pub fn new(level: impl Into<String>, seed: Option<u64>) -> Replay {
        Replay {
            name: String::new(),
            build: BUILD.to_owned(),
            level: level.into(),
            seed,
            entries: Vec::new(),
            hashes: Vec::new(),
            ticks: 0,
            is_complete: true,
        }
    }

    /// Adds something that is done when `tick` ticks have been made, at least as many as at what was done before; the run
    /// then has at least one tick more.
    pub fn push(&mut self, tick: u64, done: Done) {
        self.entries.push(Entry { tick, done });
        self.ticks = self.ticks.max(tick + 1);
    }

    /// Whether a file is a replay, or begins like one; a level does not.
    ///
    /// ```
    /// assert!(footpath::replay::Replay::is_one(b"FootpathReplay(format:1,"));
    /// assert!(!footpath::replay::Replay::is_one(b"(version: 1, name: \"Maze\","));
    /// ```
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).starts_with(line::BEGIN.as_bytes())
    }

    /// Reads a replay; `file` names it in messages. A text that is cut off is read up to its last whole line.
    ///
    /// # Errors
    /// One message with `file:line:column`, what is wrong and what would be right: it is no replay, or one of another
    /// format, or a line other than the last one is broken. The level is not looked at.
    pub fn parse(file: &str, text: &str) -> Result<Replay, String> {
        Replay::read(file, text.as_bytes())
    }

    /// Reads a replay from the bytes of a file, which may end in the middle of a character.
    ///
    /// # Errors
    /// As [`Replay::parse`], and where a byte is not UTF-8.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Replay, String> {
        reader::read(file, bytes)
    }

    /// The text from which the same replay is read.
    pub fn to_text(&self) -> String {
        let mut text = self.opening();
        self.lines_until(u64::MAX, &mut text);
        if self.is_complete {
            line::write(&Line::End(self.ticks), &mut text);
        }
        text
    }

    /// The lines before anything is done.
    fn opening(&self) -> String {
        let mut text = String::new();
        let (build, level) = (self.build.as_str().into(), self.name.as_str().into());
        line::write(&Line::FootpathReplay { format: FORMAT, build, level, seed: self.seed }, &mut text);
        line::write(&Line::Level(self.level.as_str().into()), &mut text);
        text
    }

    /// Appends the lines of what was done before a tick, and of the hashes up to it.
    fn lines_until(&self, tick: u64, text: &mut String) {
        let mut hashes = self.hashes.iter().take_while(|(at, _)| *at <= tick).peekable();
        for entry in self.entries.iter().take_while(|entry| entry.tick < tick) {
            while let Some((at, hash)) = hashes.next_if(|(at, _)| *at <= entry.tick) {
                line::write(&Line::Hash(*at, (*hash).into()), text);
            }
            line::write(&Line::of(entry.tick, &entry.done), text);
        }
        for (at, hash) in hashes {
            line::write(&Line::Hash(*at, (*hash).into()), text);
        }
    }
}
