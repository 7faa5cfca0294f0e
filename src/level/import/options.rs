//! What is said of a file beside what it holds itself.

use serde::{Deserialize, Serialize};

/// What is said of a file beside what it holds itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Names of layers, tiles, values or colours that are walls, in any case.
    pub solid: Vec<String>,
    /// Names of those that are floor, in any case.
    pub floor: Vec<String>,
    /// What empty tiles are; as it seems right for the file where this is `None`.
    pub empty: Option<Empty>,
    /// The only layer that is ground, by its name; all of them where this is `None`.
    pub layer: Option<String>,
    /// Which level of a file with several: its name, or its number from 1 on; the first where this is `None`.
    pub level: Option<String>,
    /// How many pixels of the file are one tile; as the file says where this is `None`.
    pub tile_size: Option<u32>,
}

/// What tiles are that the file leaves empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Empty {
    /// Ground on which agents walk.
    Floor,
    /// Nothing: no agent can be there.
    Void,
}
