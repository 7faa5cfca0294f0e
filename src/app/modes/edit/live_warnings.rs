//! What is hardly meant in the level, as `footpath check` tells it, while the level is edited: in a list, and as a sign on the
//! map where it is.

use footpath::grid::Cell;
use footpath::level::Level;
use footpath::level::edit::{Document, FieldPath};
use footpath::warnings::warnings;
use glam::Vec2;

use super::fresh;
use super::thing::Thing;

/// Tiles. On larger maps nothing is looked for: the ground is baked for it, which would hold up the edits.
const MOST_TILES: u32 = 1 << 14;

/// Seconds for which the text must have stayed as it is: without them each part of a stroke would be looked at.
const REST: f32 = 0.5;

/// The warnings about one version of the level's text.
#[derive(Default)]
pub struct LiveWarnings {
    /// The version of the text that the warnings are about; `None` before the first.
    version: Option<(u64, u64)>,
    /// The version that came last, and when, in seconds of the game's clock.
    latest: Option<((u64, u64), f32)>,
    all: Vec<LiveWarning>,
    /// How many more there are.
    more: usize,
}

/// A warning, and what it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveWarning {
    /// What is hardly meant.
    pub message: String,
    /// What would be right, if that is known.
    pub help: String,
    /// The thing that it is about; `None` where it is about the ground, or the level as a whole.
    pub thing: Option<FieldPath>,
    /// Where that is, in world units, if it is somewhere.
    pub at: Option<Vec2>,
}

impl LiveWarnings {
    /// The listed warnings, in the order of the text.
    pub fn all(&self) -> &[LiveWarning] {
        &self.all
    }

    /// How many there are, with those that are not listed.
    pub fn count(&self) -> usize {
        self.all.len() + self.more
    }

    /// Whether the level is still to be looked at as it is now.
    pub fn is_due(&self) -> bool {
        self.latest.is_some_and(|(latest, _)| self.version != Some(latest))
    }

    /// Looks at the level again, once it has stayed as it is for a moment; `now` is in seconds of the game's clock.
    pub fn refresh(&mut self, (document, version): (&Document, (u64, u64)), things: &[Thing], now: f32) {
        let since = match self.latest {
            Some((latest, since)) if latest == version => since,
            _ => now,
        };
        self.latest = Some((version, since));
        // The clock begins anew with the level. What was there before anything is changed is looked at at once: a list that came
        // later would push the rows below it down.
        let rests = self.version.is_some() && (0.0..REST).contains(&(now - since));
        if self.version == Some(version) || rests {
            return;
        }
        self.version = Some(version);
        (self.all, self.more) = found(document, things);
    }
}

/// What is hardly meant in a level, and how much more there is than is listed.
pub fn found(document: &Document, things: &[Thing]) -> (Vec<LiveWarning>, usize) {
    let lattice = &document.level().map.lattice;
    if lattice.width * lattice.height > MOST_TILES {
        return (Vec::new(), 0);
    }
    let Ok((level, locations)) = Level::parse_with_locations(&document.file, document.text()) else {
        return (Vec::new(), 0);
    };
    let found = warnings(&document.file, document.text(), &level, &locations);
    let shown = found.warnings.into_iter().map(|(_, problem)| {
        let thing = things.iter().find(|thing| is_of(document, thing, problem.span.start, problem.span.end));
        LiveWarning {
            message: problem.message,
            help: problem.help.unwrap_or_default(),
            thing: thing.map(|thing| thing.path.clone()),
            at: thing.and_then(Thing::at).or_else(|| tile_of_row(document, problem.span.start)),
        }
    });
    (shown.collect(), found.more)
}

/// Whether some bytes of the text are of a thing: within it, or the name before it.
fn is_of(document: &Document, thing: &Thing, start: usize, end: usize) -> bool {
    let Some(span) = document.span(&thing.path) else { return false };
    let is_key = || document.text().get(end..span.start).is_some_and(|between| between.trim() == ":");
    span.contains(&start) || is_key()
}

/// The middle of the tile whose character in the rows stands at a byte of the text, in world units.
fn tile_of_row(document: &Document, byte: usize) -> Option<Vec2> {
    let rows = document.paths_in(&FieldPath::field("rows"));
    let spans = rows.iter().filter_map(|row| document.span(row));
    let (row, span) = spans.enumerate().find(|(_, span)| span.contains(&byte))?;
    let before = document.text().get(span.start..byte)?;
    let column = before.chars().skip_while(|letter| *letter != '"').skip(1).count();
    let first =
        document.source(&FieldPath::field("rows_at")).and_then(fresh::tile).map_or((0, 0), |tile| (tile.x, tile.y));
    let lattice = &document.level().map.lattice;
    let tile = Cell::new(first.0 + column as i32, first.1 + row as i32);
    lattice.contains(tile).then(|| lattice.centre(tile))
}
