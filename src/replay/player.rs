//! Playing a replay.

use std::fmt;

use super::snapshots::{RunSnapshot, Snapshots};
use super::{BUILD, Done, Replay};
use crate::level::edit::Document;
use crate::level::{Level, LevelError};
use crate::nav::cache::BakedSet;
use crate::sim::{Event, Simulation, TICKS_A_SECOND};

/// Where a run differs from the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of ticks after which the runs differ.
    pub tick: u64,
    /// The state hash that was recorded.
    pub recorded: u64,
    /// The state hash of this run.
    pub found: u64,
}

/// In words: `replay differs at second 3 (tick 180): ...`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { tick, recorded, found } = self;
        let second = *tick as f64 / TICKS_A_SECOND;
        write!(
            f,
            "replay differs at second {second} (tick {tick}): the state hash is {found:016x}, and {recorded:016x} was recorded"
        )
    }
}

/// Plays a replay on a [`Simulation`] that the caller holds, and compares its hashes. Nobody else may change that.
pub struct Player {
    replay: Replay,
    tick: u64,
    /// The index of the entry that is carried out next.
    next: usize,
    /// How many of the entries before it are edits.
    edits: usize,
    document: Option<Edited>,
    snapshots: Snapshots,
    difference: Option<Difference>,
    compared: usize,
}

/// The level's text as the first of the edits have left it.
struct Edited {
    document: Document,
    edits: usize,
}

impl Player {
    /// At the beginning of a replay, with the simulation on which it is played.
    ///
    /// # Errors
    /// Everything that is wrong with the level's text.
    pub fn begin(replay: Replay) -> Result<(Player, Simulation), Box<LevelError>> {
        let simulation = Simulation::new(Level::parse(&replay.name, &replay.level)?, replay.seed);
        let mut player = Player {
            snapshots: Snapshots::begin(&simulation),
            replay,
            tick: 0,
            next: 0,
            edits: 0,
            document: None,
            difference: None,
            compared: 0,
        };
        player.compare(&simulation);
        Ok((player, simulation))
    }

    /// What is played.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// How many ticks have been played.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// How many edits of the level's text have been done.
    pub fn edits(&self) -> usize {
        self.edits
    }

    /// Whether the replay has been played to its end.
    pub fn is_over(&self) -> bool {
        self.tick >= self.replay.ticks
    }

    /// The first difference that was found so far.
    pub fn difference(&self) -> Option<Difference> {
        self.difference
    }

    /// How many hashes have been compared so far, none twice.
    pub fn compared(&self) -> usize {
        self.compared
    }

    /// The version of the program that recorded it, where it is not this one: then the run may differ.
    pub fn other_build(&self) -> Option<&str> {
        Some(self.replay.build.as_str()).filter(|build| *build != BUILD)
    }

    /// The level's text as edits have left it at this moment.
    ///
    /// # Errors
    /// As [`Player::step`].
    pub fn text(&self) -> Result<String, String> {
        match &self.document {
            _ if self.edits == 0 => Ok(self.replay.level.clone()),
            Some(edited) if edited.edits == self.edits => Ok(edited.document.text().to_owned()),
            _ => self.document_now().map(|document| document.text().to_owned()),
        }
    }

    /// Does what was done before the next tick, and makes that. Nothing happens once the replay is over.
    ///
    /// # Errors
    /// In words, where the level's text cannot be edited as it was: the replay does not hold together. It cannot be played
    /// on then.
    pub fn step(&mut self, simulation: &mut Simulation) -> Result<Vec<Event>, String> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let mut events = Vec::new();
        while self.replay.entries.get(self.next).is_some_and(|entry| entry.tick <= self.tick) {
            match &self.replay.entries[self.next].done {
                Done::Command(command) => events.append(&mut simulation.apply(std::slice::from_ref(command))),
                Done::Edit { .. } => {
                    self.edit(simulation, &mut events).map_err(|error| {
                        format!("the edit of the level at tick {} cannot be done again: {error}", self.tick)
                    })?;
                }
            }
            self.next += 1;
        }
        events.append(&mut simulation.step(&[]));
        self.tick += 1;
        self.compare(simulation);
        if self.snapshots.wants(self.tick) {
            let Player { tick, next: entries, edits, .. } = *self;
            self.snapshots.keep(RunSnapshot { tick, entries, edits, simulation: simulation.clone() });
        }
        Ok(events)
    }

    /// Goes as far towards a tick as it can at once: to the last snapshot at or before it, unless the present is nearer.
    /// What is left has to be played.
    pub fn approach(&mut self, simulation: &mut Simulation, tick: u64) {
        let snapshot = self.snapshots.before(tick);
        if self.tick <= tick && snapshot.tick <= self.tick {
            return;
        }
        simulation.clone_from(&snapshot.simulation);
        (self.tick, self.next, self.edits) = (snapshot.tick, snapshot.entries, snapshot.edits);
    }

    /// Does the next entry, an edit.
    fn edit(&mut self, simulation: &mut Simulation, events: &mut Vec<Event>) -> Result<(), String> {
        let mut edited = match self.document.take().filter(|edited| edited.edits == self.edits) {
            Some(edited) => edited,
            None => Edited { document: self.document_now()?, edits: self.edits },
        };
        if let Done::Edit { replaced, affected } = &self.replay.entries[self.next].done {
            edited.document.retrace(replaced, affected).map_err(|error| error.to_string())?;
            if replaced.is_empty() {
                // The text was edited before; the world follows on ground that was baked as a whole meanwhile.
                simulation.prepare_ground(simulation.ground_after(edited.document.level()), BakedSet::default());
            }
            events.append(&mut simulation.take_level(edited.document.level(), affected));
            edited.edits += 1;
        }
        self.edits = edited.edits;
        self.document = Some(edited);
        Ok(())
    }

    /// The level's text after all edits before the next entry.
    fn document_now(&self) -> Result<Document, String> {
        let mut document = Document::open(&self.replay.name, self.replay.level.clone())
            .map_err(|error| format!("the level cannot be read:\n{error}"))?;
        for entry in &self.replay.entries[..self.next] {
            if let Done::Edit { replaced, affected } = &entry.done {
                document.retrace(replaced, affected).map_err(|error| error.to_string())?;
            }
        }
        Ok(document)
    }

    /// Compares the state with the hash of this tick, if there is one.
    fn compare(&mut self, simulation: &Simulation) {
        let hashes = &self.replay.hashes;
        let Ok(place) = hashes.binary_search_by_key(&self.tick, |(tick, _)| *tick) else { return };
        // One that was compared before is so again only after going back.
        if place < self.compared {
            return;
        }
        self.compared = place + 1;
        let (recorded, found) = (hashes[place].1, simulation.state_hash());
        if recorded != found && self.difference.is_none() {
            self.difference = Some(Difference { tick: self.tick, recorded, found });
        }
    }
}
