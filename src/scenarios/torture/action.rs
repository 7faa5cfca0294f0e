//! What is done to a world between two ticks.

use crate::level::edit::Edit;
use crate::scenarios::Dice;
use crate::scenarios::torture::{command, edit};
use crate::sim::Command;

use super::play::CheckedRun;

/// What is done to a world between two ticks.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldAction {
    /// A command of a player or a script; the simulation may refuse it.
    Command(Box<Command>),
    /// An edit of the level's text; where the level could not be read afterwards, nothing happens.
    Edit(Box<Edit>),
    /// The last edit that is done is taken back, if any is.
    Undo,
    /// The last edit that was taken back is done again, if any was.
    Redo,
    /// The text of the level is read again, as when its file is saved.
    Reload,
}

impl WorldAction {
    /// Something that can be done to a world, in the state that it is in, or could be done to another one.
    pub fn random(dice: &mut Dice, play: &CheckedRun) -> WorldAction {
        match dice.below(100) {
            0..72 => WorldAction::Command(Box::new(command(dice, play.simulation()))),
            72..90 => WorldAction::Edit(Box::new(edit(dice, play.document()))),
            90..95 => WorldAction::Undo,
            95..98 => WorldAction::Redo,
            _ => WorldAction::Reload,
        }
    }
}
