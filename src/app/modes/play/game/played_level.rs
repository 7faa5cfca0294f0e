//! The level that is played, as a text with a history.

use footpath::grid::Lattice;
use footpath::level::edit::{Affected, Document, History};

use crate::app::modes::library::LevelSource;

/// The text of the level that is played, what has been done to it, and where it came from.
pub struct PlayedLevel {
    history: History,
    source: LevelSource,
    /// What takes the place of the level's own seed.
    seed: Option<u64>,
    /// How many levels have been begun.
    begun: u64,
    /// How often the text of a level has been edited, and how often more of it than its ground.
    edits: u64,
    edited: u64,
    /// The text of the level that was played before, and where that came from, if it was not saved.
    left: Option<(LevelSource, String)>,
}

impl PlayedLevel {
    /// The first level, which begins.
    pub(super) fn new(document: Document, source: LevelSource) -> PlayedLevel {
        PlayedLevel { history: History::of(document), source, seed: None, begun: 1, edits: 0, edited: 0, left: None }
    }

    /// The level's text, and what has been done to it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The tiles of the level's map.
    pub fn lattice(&self) -> &Lattice {
        &self.history.document().level().map.lattice
    }

    /// The level's text and its history, to be changed where the world follows, and to be marked as saved.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    /// Where the level came from.
    pub fn source(&self) -> &LevelSource {
        &self.source
    }

    /// What takes the place of the level's own seed.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// How many levels have been begun.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// How often the text of a level has been edited.
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// Which version of everything but the ground this is: how many levels have been begun, and how often more of a level
    /// than its ground has been edited.
    pub fn version(&self) -> (u64, u64) {
        (self.begun, self.edited)
    }

    /// What was unsaved of the level that was played before, once.
    pub fn take_left(&mut self) -> Option<(LevelSource, String)> {
        self.left.take()
    }

    /// Takes in that the level has been saved, for the first time, as what `source` says; messages call it `name`.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn save_as(&mut self, source: LevelSource, name: &str) {
        self.source = source;
        self.history.name_file(name);
    }

    /// Turns to another level.
    pub(super) fn turn_to(&mut self, document: Document, source: LevelSource) {
        if !self.history.is_saved() {
            self.left = Some((self.source.clone(), self.history.document().text().to_owned()));
        }
        self.history = History::of(document);
        self.source = source;
        if matches!(self.source, LevelSource::Imported { .. }) {
            self.history.mark_unsaved();
        }
        self.seed = None;
    }

    /// Goes as far as one can at once to where the first `done` entries of the history are done.
    pub(super) fn jump_towards(&mut self, done: usize) -> Affected {
        self.history.jump(self.history.leg(done))
    }

    /// Takes the text of a replay, with what has been done to it there, for the level's.
    pub(super) fn take_replayed(&mut self, document: Document) {
        self.history = History::of(document);
    }

    /// Has another seed take the place of the level's own.
    pub(super) fn reseed(&mut self, seed: Option<u64>) {
        self.seed = seed;
    }

    /// Takes in that the level begins.
    pub(super) fn note_beginning(&mut self) {
        self.begun += 1;
    }

    /// Takes in that the text has been edited.
    pub(super) fn note_edit(&mut self, affected: &Affected) {
        self.edits += 1;
        self.edited += u64::from(!matches!(affected, Affected::Tiles(_)));
    }
}
