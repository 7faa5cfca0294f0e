//! Scripts: commands with a time, read from a file.

use crate::sim::{Command, Selection};

/// A script: what to do when, in order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// In order of time.
    pub steps: Vec<Step>,
}

/// One step of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The tick at which it happens.
    pub tick: u64,
    /// What happens.
    pub action: Action,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Anything that the simulation understands.
    Command(Command),
    /// Something that only a window can do.
    Window(WindowAction),
}

/// What only a window can do. Positions are in logical pixels of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    /// Press and release a key, by the name that the help lists it under.
    Key(String),
    /// Press and release the left mouse button.
    Click(f32, f32),
    /// Press the left button at the first point and release it at the second.
    Drag((f32, f32), (f32, f32)),
    /// Select agents.
    Select(Selection),
}

impl Script {
    /// Reads a script from its text; `file` names it in messages.
    ///
    /// # Errors
    /// One message with `file:line:column`, the fault and what would be right.
    pub fn parse(file: &str, text: &str) -> Result<Script, String> {
        let _ = (file, text);
        todo!("sim branch")
    }
}
