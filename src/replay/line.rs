//! The lines of a replay as they are written.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Done;
use crate::format::plain_ron;
use crate::grid::Cell;
use crate::level::edit::{Affected, MapMove, Replacement};
use crate::sim::Command;

/// How every replay begins.
pub(super) const BEGIN: &str = "FootpathReplay(";

/// The most tiles that a line of an edit may name: as many as the largest map has.
const MOST_TILES: u64 = 1 << 24;

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Line<'a> {
    FootpathReplay { format: u32, build: Cow<'a, str>, level: Cow<'a, str>, seed: Option<u64> },
    Level(Cow<'a, str>),
    Do(u64, Cow<'a, Command>),
    Edit(u64, EditScope, Cow<'a, [Vec<Replacement>]>),
    Hash(u64, Hash),
    End(u64),
}

impl<'a> Line<'a> {
    /// The line for something that was done.
    pub fn of(tick: u64, done: &'a Done) -> Line<'a> {
        match done {
            Done::Command(command) => Line::Do(tick, Cow::Borrowed(command)),
            Done::Edit { replaced, affected } => Line::Edit(tick, EditScope::of(affected), Cow::Borrowed(replaced)),
        }
    }
}

/// The first line, as far as it is the same in every version of the format.
#[derive(Deserialize)]
pub(super) enum FirstLine {
    FootpathReplay {
        format: u32,
        #[serde(default)]
        build: String,
    },
}

/// A state hash, written as the reports write it: sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Hash(pub u64);

impl From<u64> for Hash {
    fn from(hash: u64) -> Hash {
        Hash(hash)
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        format!("{:016x}", hash.0)
    }
}

impl TryFrom<String> for Hash {
    type Error = String;

    fn try_from(text: String) -> Result<Hash, String> {
        let is_right = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let hash = if is_right { u64::from_str_radix(&text, 16).ok() } else { None };
        hash.map(Hash).ok_or_else(|| format!("a state hash has sixteen hexadecimal digits, not {text:?}"))
    }
}

/// What an edit changes of the level, tiles in runs: a row, the first column, how many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum EditScope {
    Nothing,
    Tiles(Vec<(i32, i32, u32)>),
    Moved(MapMove),
    Everything,
}

impl EditScope {
    fn of(affected: &Affected) -> EditScope {
        match affected {
            Affected::Nothing => EditScope::Nothing,
            Affected::Moved(by) => EditScope::Moved(*by),
            Affected::Everything => EditScope::Everything,
            Affected::Tiles(cells) => {
                let mut runs: Vec<(i32, i32, u32)> = Vec::new();
                for cell in cells {
                    match runs.last_mut() {
                        Some((row, first, count)) if *row == cell.y && *first + *count as i32 == cell.x => *count += 1,
                        _ => runs.push((cell.y, cell.x, 1)),
                    }
                }
                EditScope::Tiles(runs)
            }
        }
    }

    /// The tiles one by one.
    pub fn affected(self) -> Result<Affected, String> {
        match self {
            EditScope::Nothing => Ok(Affected::Nothing),
            EditScope::Moved(by) => Ok(Affected::Moved(by)),
            EditScope::Everything => Ok(Affected::Everything),
            EditScope::Tiles(runs) => {
                let all: u64 = runs.iter().map(|(_, _, count)| u64::from(*count)).sum();
                let is_on_map = |(_, first, count): &(i32, i32, u32)| {
                    *first >= 0 && *first as u64 + u64::from(*count) <= MOST_TILES
                };
                if all > MOST_TILES || !runs.iter().all(is_on_map) {
                    return Err("an edit changes no more tiles than a map has, and none left of it".to_owned());
                }
                let cells =
                    runs.into_iter().flat_map(|(y, x, count)| (x..x + count as i32).map(move |x| Cell::new(x, y)));
                Ok(Affected::Tiles(cells.collect()))
            }
        }
    }
}

/// Appends a line.
pub(super) fn write(line: &Line, text: &mut String) {
    text.push_str(&plain_ron::one_line(line));
    text.push('\n');
}
