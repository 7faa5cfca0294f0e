//! What comes of something that the player asks for.

use footpath::sim::Command;

use crate::app::view::words::answers::{GameAnswer, Tone};

/// What is to be done to the world, and before that what the player is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequence {
    pub answer: Option<GameAnswer>,
    pub commands: Vec<Command>,
}

impl Consequence {
    /// Nothing but words.
    pub fn plain(words: impl Into<String>) -> Consequence {
        GameAnswer::new(Tone::Plain, words).into()
    }

    /// Whether nothing comes of it.
    pub fn is_nothing(&self) -> bool {
        self.answer.is_none() && self.commands.is_empty()
    }
}

impl From<GameAnswer> for Consequence {
    fn from(answer: GameAnswer) -> Consequence {
        Consequence { answer: Some(answer), commands: Vec::new() }
    }
}

impl From<Command> for Consequence {
    fn from(command: Command) -> Consequence {
        Consequence { answer: None, commands: vec![command] }
    }
}
