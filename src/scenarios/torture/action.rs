//! What is done to a world between two ticks.

use crate::level::edit::Edit;
use crate::scenarios::Dice;
use crate::scenarios::torture::{command, edit};
use crate::sim::Command;

use super::play::Play;

/// What is done to a world between two ticks.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
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

impl Action {
    /// Something that can be done to a world, in the state that it is in, or could be done to another one.
    pub fn random(dice: &mut Dice, play: &Play) -> Action {
        match dice.below(100) {
            0..72 => Action::Command(Box::new(command(dice, play.simulation()))),
            72..90 => Action::Edit(Box::new(edit(dice, play.document()))),
            90..95 => Action::Undo,
            95..98 => Action::Redo,
            _ => Action::Reload,
        }
    }
}
