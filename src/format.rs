//! The language of levels and scripts: from text to values and back, without knowing what a map is.
//!
//! [`table`] describes every struct of it once: fields, types, units, ranges, defaults, and which of them go together. Levels
//! and scripts are read and written by it, `footpath schema` prints it, and the reference in `levels/README.md` is made
//! from it. Below it, `syntax` makes a tree of a text, from which the text can be had again; a `Reader` takes
//! values out of the tree and reports every mistake at its place, as a [`Problem`].

mod choices;
pub mod field_fault;
pub(crate) mod field_type;
pub mod limits;
pub(crate) mod locations;
mod other_words;
pub(crate) mod plain_fields;
pub mod plain_ron;
pub(crate) mod problem;
pub(crate) mod reader;
pub(crate) mod ron_text;
pub(crate) mod struct_text;
pub(crate) mod syntax;
pub mod table;
mod user_data;

pub(crate) use choices::{Axis, TRIGGERS};
pub use choices::{
    Course, DebugPart, Direction, GroundPalette, LinkKind, MAP_KINDS, OpensIn, TerrainLooks, WarningKind, WindowPart,
    ZoneKind,
};
pub use locations::{Locations, Noun, Part};
pub(crate) use problem::nearest;
pub use problem::{LevelError, MAX_PROBLEMS, Problem, did_you_mean};
pub use syntax::as_written;
pub use user_data::UserData;
