//! Which levels there are to play, and where the present one came from.

use footpath::level::built_in::LEVELS;
use footpath::level::edit::Document;
use footpath::level::{Level, LevelError};
use footpath::nav::cache::BakedSet;

use crate::app::modes::messages::Message;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::kept_ground;

/// Where a level came from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The built-in level at this place of the list.
    BuiltIn(usize),
    /// A file on disk, watched.
    #[cfg(not(target_arch = "wasm32"))]
    File(std::path::PathBuf),
    /// Text that came from elsewhere under this name: dropped on the window, or beside the page.
    Text(String),
}

impl Source {
    /// The name that a player or a test knows it by: the file's stem.
    pub fn name(&self) -> String {
        match self {
            Source::BuiltIn(index) => LEVELS[*index].name.to_owned(),
            #[cfg(not(target_arch = "wasm32"))]
            Source::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Source::Text(name) => name.clone(),
        }
    }
}

/// The groups of the level list: what each is called, and the first of its levels. A group reaches to the next.
const GROUPS: [(&str, &str); 7] = [
    ("Finding paths", "first-steps"),
    ("The ground", "hill-fort"),
    ("Orders, senses, links", "the-rounds"),
    ("Crowds", "the-gate"),
    ("Large maps and comparisons", "wide-land"),
    ("Scenes of tutorials", "tutorial/two-cubes"),
    ("Courses", "course/grid"),
];

/// The place in the list of the level whose lesson is the tour.
pub const TOUR: usize = 0;

/// The name of the group that begins with the built-in level at a place of the list.
pub fn group_at(index: usize) -> Option<&'static str> {
    GROUPS.iter().find(|(_, first)| *first == LEVELS[index].name).map(|(name, _)| *name)
}

/// A line of the level list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The level's name.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// How many steps its lesson has; the tour does not count as one.
    pub steps: usize,
}

/// What the level list shows, one entry for each built-in level.
pub fn entries() -> Vec<Entry> {
    let broken = |error: LevelError| Entry { name: error.file, about: "cannot be read".to_owned(), steps: 0 };
    let entry = |index: usize| {
        let of_level = |level: Level| {
            let steps = if index == TOUR { 0 } else { level.lesson.len() };
            Entry { name: level.name, about: level.about, steps }
        };
        built_in(index).map_or_else(broken, of_level)
    };
    (0..LEVELS.len()).map(entry).collect()
}

/// The next built-in level with a lesson after the one at a place of the list: its place, and what it is called.
pub fn lesson_after(index: usize) -> Option<(usize, String)> {
    let lesson = |index: usize| built_in(index).ok().filter(|level| !level.lesson.is_empty());
    (index + 1..LEVELS.len()).find_map(|index| lesson(index).map(|level| (index, level.name)))
}

/// Reads the built-in level at a place of the list.
///
/// # Errors
/// When it is broken, which a test of the levels rules out.
pub fn built_in(index: usize) -> Result<Level, LevelError> {
    Level::parse(&built_in_file(index), LEVELS[index].text)
}

/// Opens the built-in level at a place of the list, to be played and edited.
///
/// # Errors
/// When it is broken, which a test of the levels rules out.
pub fn open_built_in(index: usize) -> Result<Document, LevelError> {
    Document::open(&built_in_file(index), LEVELS[index].text.to_owned())
}

/// How messages name the file of the built-in level at a place of the list.
fn built_in_file(index: usize) -> String {
    format!("levels/{}.ron", LEVELS[index].name)
}

/// Opens a level from the bytes of a file that messages call `name`.
///
/// # Errors
/// Everything that is wrong with it, ready to be shown.
pub fn open(name: &str, bytes: &[u8]) -> Result<Document, Vec<Message>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        vec![Message::plain(format!("{name} is not text: byte {place} is not UTF-8"))]
    })?;
    Document::open(name, text.to_owned()).map_err(|error| Message::of_level(&error))
}

/// The ground that is kept for a level, if there is any.
pub fn kept(level: &Level, source: &Source) -> Option<BakedSet> {
    #[cfg(not(target_arch = "wasm32"))]
    return match source {
        Source::BuiltIn(index) => kept_ground(LEVELS[*index].name.as_ref(), level),
        Source::File(path) => kept_ground(path, level),
        Source::Text(_) => None,
    };
    #[cfg(target_arch = "wasm32")]
    {
        let _ = (level, source);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_begins_with_a_level_and_the_first_level_begins_one() {
        assert!(GROUPS.iter().all(|(_, first)| LEVELS.iter().any(|level| level.name == *first)));
        assert!(group_at(0).is_some());
    }

    #[test]
    fn what_is_no_text_is_told_so() {
        let messages = open("a.ron", &[b'(', 0xff]).err().expect("not UTF-8");
        assert_eq!(messages[0].heading, "a.ron is not text: byte 1 is not UTF-8");
    }
}
