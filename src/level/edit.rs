//! Changing the text of a level in place: what an edit does not touch stays as its author wrote it.
//!
//! A [`Document`] is the text together with its tree and the level that it means. An [`Edit`] is told by what it changes of
//! the level, and done as the smallest change of the text that does it; [`History`] takes edits back and does them again.

mod apply;
mod bracket;
mod document;
mod drawing;
mod field_path;
mod history;
mod layout;
mod map_move;
mod names;
mod paint;
mod patch;
mod reshape;
mod values;

pub use crate::format::ron_text::Ron;
pub use document::{Change, Document};
pub use field_path::{FieldPath, NoPath, Step};
pub use history::{Begun, History, HistoryEntry};
pub use layout::formatted;
pub use map_move::MapMove;
pub use patch::Replacement;

use crate::grid::Cell;
use crate::level::{LevelError, Target};
use crate::sorting;

/// Something to change in a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Gives what is at a path another value, and adds it, with the lists and structs above it, where it is not there. Of a
    /// value of the same shape only what differs is changed.
    Set {
        /// Where the value is set.
        path: FieldPath,
        /// What it is to be.
        value: Ron,
    },
    /// Puts something that has a position (an agent, an obstacle, a zone, a switch) elsewhere.
    Put {
        /// What is put elsewhere.
        path: FieldPath,
        /// Where it is put.
        position: Target,
    },
    /// Adds something that is not there yet: to a list before the item that has its place now, to a map or struct at its
    /// end. What is missing above it is added with it.
    Insert {
        /// Where it is then.
        path: FieldPath,
        /// The value that is added.
        value: Ron,
    },
    /// Removes something, with its comma and its own comments: those right above it, and that behind it.
    Remove {
        /// What is removed.
        path: FieldPath,
    },
    /// Moves an item among the others of its list, map or struct, with its own comments.
    Reorder {
        /// The item that is moved.
        path: FieldPath,
        /// Its place afterwards, from 0.
        to: usize,
    },
    /// Gives a thing another name wherever the level names it: an entry of `areas`, `terrains`, `profiles`, `places`,
    /// `paths` or `zones`, an agent, an obstacle, a link, a layer, or the `place` of a character of the legend. Links
    /// and obstacles of one name are renamed together.
    Rename {
        /// The path of the thing that is renamed.
        path: FieldPath,
        /// The name of the thing afterwards.
        name: String,
    },
    /// Changes the ground of some tiles. A map that is generated is [drawn](Edit::Draw) first; a character that is missing
    /// in the legend is added to it.
    Paint {
        /// What the tiles become.
        brush: Brush,
        /// The tiles that change, in any order.
        cells: Vec<Cell>,
    },
    /// Draws a map that is generated: `rows` in the place of `generate`; rows that it has of its own become a part of them.
    /// Nothing is done to a map that is drawn already.
    Draw,
    /// Adds columns and rows at the sides of the map, or removes them where the number is negative. What lies on the map
    /// moves along with it, its points in the world too. The map then has 1 to [`MAP_TILES`](crate::format::limits::MAP_TILES)
    /// columns and rows, at least one of each being left of those that were there. A map that is generated is
    /// [drawn](Edit::Draw) first.
    Resize {
        /// How many columns are added at the left.
        left: i32,
        /// How many rows are added at the top.
        top: i32,
        /// How many columns are added at the right.
        right: i32,
        /// How many rows are added at the bottom.
        bottom: i32,
        /// The terrain of what is added.
        fill: String,
    },
    /// Turns the map with everything on it clockwise by a quarter. Headings that are left out stay so. A map that is
    /// generated is [drawn](Edit::Draw) first.
    Rotate,
    /// Exchanges the left and the right of the map, with everything on it. Headings that are left out stay so; agents on a `ring`
    /// are still numbered clockwise, and those that are drawn from the seed stand elsewhere in the same rectangle. A map that is
    /// generated is [drawn](Edit::Draw) first.
    Flip {
        /// Whether its top and its bottom are exchanged instead.
        down: bool,
    },
    /// Takes another text, as somebody else has written it; only the piece in which it differs is changed.
    Text(String),
    /// Several edits, one after the other, as one; all or none.
    Several(Vec<Edit>),
}

impl Edit {
    /// An [`Edit::Set`] that gives what is at `path` this value.
    pub fn set(path: FieldPath, value: impl Into<Ron>) -> Edit {
        Edit::Set { path, value: value.into() }
    }

    /// Whether a map that is generated is [drawn](Edit::Draw) by this.
    pub fn draws_the_map(&self) -> bool {
        match self {
            Edit::Paint { .. } | Edit::Draw | Edit::Resize { .. } | Edit::Rotate | Edit::Flip { .. } => true,
            Edit::Several(edits) => edits.iter().any(Edit::draws_the_map),
            _ => false,
        }
    }

    /// Moves what is drawn, and what lies on it, to the right by some columns and downward by some rows; negative numbers move
    /// it to the left and upward. The terrain `fill` comes in at the sides that become free. What is pushed off the map is
    /// lost; an agent or another thing must not lie there. In either direction at least one column and one row must remain.
    pub fn shift(columns: i32, rows: i32, fill: &str) -> Edit {
        Edit::Resize { left: columns, top: rows, right: -columns, bottom: -rows, fill: fill.to_owned() }
    }
}

/// What tiles become by painting.
#[derive(Clone, Debug, PartialEq)]
pub enum Brush {
    /// Of a terrain, by its name; height, ceiling and place stay.
    Terrain(String),
    /// Of this height, in world units. A ramp becomes level ground.
    Height(f32),
    /// With this much room above, in world units; `None` for the open sky.
    Ceiling(Option<f32>),
    /// Part of a place that the legend names, or of none.
    Place(Option<String>),
}

/// What an edit changes of the level.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Affected {
    /// Nothing: only the text.
    #[default]
    Nothing,
    /// The ground of these tiles, and nothing else.
    Tiles(Vec<Cell>),
    /// Where the map is, with everything on it, and the ground at its sides; nothing else. The things of the level are the
    /// same, in the same order.
    Moved(MapMove),
    /// Anything in the level may have changed.
    Everything,
}

impl Affected {
    /// What this and then another one change.
    #[must_use]
    pub fn and(self, other: &Affected) -> Affected {
        match (self, other) {
            (Affected::Nothing, other) => other.clone(),
            (one, Affected::Nothing) => one,
            (Affected::Moved(one), Affected::Moved(other)) => Affected::Moved(one.then(*other)),
            (Affected::Tiles(mut cells), Affected::Tiles(more)) => {
                cells.extend(more);
                Affected::Tiles(cells)
            }
            _ => Affected::Everything,
        }
    }

    /// What is changed when it is taken back.
    fn inverse(&self) -> Affected {
        match self {
            Affected::Moved(moved) => Affected::Moved(moved.inverse()),
            other => other.clone(),
        }
    }

    /// This change with each tile once, row by row.
    fn in_order(mut self) -> Affected {
        if let Affected::Tiles(cells) = &mut self {
            sorting::sort_by_key(cells, |cell| (cell.y, cell.x));
            cells.dedup();
        }
        self
    }
}

/// Why a level was not edited; its text is as it was.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EditError {
    /// The level has nothing at this path, and nothing can be added there.
    #[error("this level has no `{0}`")]
    Missing(FieldPath),
    /// The level has something at this path already.
    #[error("this level has `{0}` already")]
    Exists(FieldPath),
    /// A tile that is not on the map.
    #[error("the tile ({}, {}) is outside the map", .0.x, .0.y)]
    OutsideMap(Cell),
    /// The edit is not possible; the reason is in words.
    #[error("{0}")]
    Impossible(String),
    /// The level could not be read afterwards: its text as it would have been, with what would be wrong.
    #[error("{}", what_is_wrong(.0))]
    Unreadable(LevelError),
}

/// The first problem in one sentence.
fn what_is_wrong(error: &LevelError) -> String {
    let Some(problem) = error.problems.first() else { return String::new() };
    problem.help.as_ref().map_or(problem.message.clone(), |help| format!("{}: {help}", problem.message))
}
