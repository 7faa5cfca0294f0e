//! What a level opens with.

use crate::format::plain_fields::plain_fields;
use crate::format::{DebugPart, GroundPalette, OpensIn};

/// What a level opens with, until the player has it otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// The parts of the debug layer that the game shows, each once; where there is none, it shows what the player has it show.
    pub show: Vec<DebugPart>,
    /// The mode in which it opens. One with a lesson opens where that is taught.
    pub opens_in: OpensIn,
    /// In which colours its ground and its searches are drawn.
    pub palette: GroundPalette,
}

plain_fields!(Opening { show, opens_in, palette });
