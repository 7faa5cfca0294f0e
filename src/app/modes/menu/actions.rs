//! What only the menu does, of all that a user can ask for.

use crate::app::modes::appearance::{InterfaceScale, MotionPreference, Theme};
use crate::app::modes::menu::MenuPage;

/// What its widgets ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuAction {
    Turn(MenuPage),
    /// Type into the field.
    Type,
    /// Carry out the command at this place, or give its action another key.
    Choose(usize),
    ResetKeys,
    Theme(Theme),
    Motion(MotionPreference),
    Scale(InterfaceScale),
    /// Speak the language with this code; with an empty one that of the system.
    Language(&'static str),
    /// Ask whether to forget everything.
    Forget,
    /// Forget it, or not.
    Answer(bool),
}
