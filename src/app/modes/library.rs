//! Which levels there are to play, and where the present one came from.

#[cfg(not(target_arch = "wasm32"))]
use std::sync::LazyLock;
#[cfg(target_arch = "wasm32")]
use std::sync::OnceLock;

use footpath::level::Level;
#[cfg(not(target_arch = "wasm32"))]
use footpath::level::LevelError;
#[cfg(not(target_arch = "wasm32"))]
use footpath::level::built_in::LEVELS;
use footpath::level::built_in::NAMES;
use footpath::level::edit::Document;
use footpath::nav::cache::BakedSet;

use crate::app::modes::fetch::Fetch;
use crate::app::modes::messages::Message;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::kept_ground;

/// Where a level came from.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelSource {
    /// The built-in level at this place of the list.
    BuiltIn(usize),
    /// A file on disk, watched.
    #[cfg(not(target_arch = "wasm32"))]
    File(std::path::PathBuf),
    /// Made of a file of another program, which is never written over; not saved yet.
    Imported {
        /// What the level is called.
        name: String,
        /// The file of the other program, or its name where a page has nothing else.
        from: std::path::PathBuf,
    },
    /// Text that came from elsewhere under this name: dropped on the window, or beside the page.
    Text(String),
}

impl LevelSource {
    /// The name that a player or a test knows it by: the file's stem.
    pub fn name(&self) -> String {
        match self {
            LevelSource::BuiltIn(index) => NAMES[*index].to_owned(),
            #[cfg(not(target_arch = "wasm32"))]
            LevelSource::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            LevelSource::Imported { name, .. } | LevelSource::Text(name) => name.clone(),
        }
    }

    /// Its place in the list, of a built-in level.
    pub fn built_in(&self) -> Option<usize> {
        match self {
            LevelSource::BuiltIn(index) => Some(*index),
            _ => None,
        }
    }
}

/// The groups of the level list: what each is called, and the first of its levels. A group reaches to the next.
const GROUPS: [(&str, &str); 8] = [
    ("Finding paths", "first-steps"),
    ("The ground", "hill-fort"),
    ("Orders, senses, links", "the-rounds"),
    ("Crowds", "the-gate"),
    ("Large maps and comparisons", "wide-land"),
    ("Games", "the-museum"),
    ("Scenes of tutorials", "tutorial/two-cubes"),
    ("Courses", "course/grid"),
];

/// The place in the list of the level whose lesson is the tour.
pub const TOUR: usize = 0;

/// The name of the group that begins with the built-in level at a place of the list.
pub fn group_at(index: usize) -> Option<&'static str> {
    GROUPS.iter().find(|(_, first)| *first == NAMES[index]).map(|(name, _)| *name)
}

/// A line of the level list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedLevel {
    /// The level's name.
    pub name: String,
    /// What the level shows, in a sentence.
    pub about: String,
    /// How many steps its lesson has; the tour does not count as one.
    pub steps: usize,
}

/// What the level list shows, one entry for each built-in level.
pub fn entries() -> &'static [ListedLevel] {
    #[cfg(not(target_arch = "wasm32"))]
    return &ENTRIES;
    #[cfg(target_arch = "wasm32")]
    ENTRIES.get().map_or(&[], Vec::as_slice)
}

#[cfg(not(target_arch = "wasm32"))]
static ENTRIES: LazyLock<Vec<ListedLevel>> = LazyLock::new(|| {
    let broken = |error: LevelError| ListedLevel { name: error.file, about: "cannot be read".to_owned(), steps: 0 };
    let entry = |index: usize| {
        let of_level = |level: Level| {
            let steps = if index == TOUR { 0 } else { level.lesson.len() };
            ListedLevel { name: level.name, about: level.about, steps }
        };
        built_in(index).map_or_else(broken, of_level)
    };
    (0..NAMES.len()).map(entry).collect()
});

/// What the page's index tells of the built-in levels, from [`take_index`].
#[cfg(target_arch = "wasm32")]
static ENTRIES: OnceLock<Vec<ListedLevel>> = OnceLock::new();

/// Where the index of the levels lies, from the page.
#[cfg(target_arch = "wasm32")]
pub const INDEX: &str = "levels/index.tsv";

/// Takes in the index of the levels, once, before anything asks for the [`entries`]. It has a line for each level: its name,
/// how many steps its lesson has, what it is called and what it shows, with tabs between them.
#[cfg(target_arch = "wasm32")]
pub fn take_index(text: &str) {
    let missing =
        |name: &str| ListedLevel { name: name.to_owned(), about: "is missing in the index".to_owned(), steps: 0 };
    let entry = |(index, name): (usize, &&str)| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'))?;
        let mut parts = line.splitn(3, '\t');
        let steps = parts.next()?.parse().ok()?;
        let (called, about) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        Some(ListedLevel { name: called, about, steps: if index == TOUR { 0 } else { steps } })
    };
    let read = NAMES.iter().enumerate().map(|level| entry(level).unwrap_or_else(|| missing(level.1)));
    // A second index would be that of another page.
    let _ = ENTRIES.set(read.collect());
}

/// The next built-in level with a lesson after the one at a place of the list: its place, and what it is called.
pub fn lesson_after(index: usize) -> Option<(usize, String)> {
    let later = entries().iter().enumerate().skip(index + 1);
    later.filter(|(_, entry)| entry.steps > 0).map(|(index, entry)| (index, entry.name.clone())).next()
}

/// Reads the built-in level at a place of the list.
///
/// # Errors
/// When it is broken, which a test of the levels rules out.
#[cfg(not(target_arch = "wasm32"))]
pub fn built_in(index: usize) -> Result<Level, LevelError> {
    Level::parse(&path_of(index), LEVELS[index].text)
}

/// Opens the built-in level at a place of the list, to be played and edited.
///
/// # Errors
/// When it is broken, which a test of the levels rules out.
#[cfg(not(target_arch = "wasm32"))]
pub fn open_built_in(index: usize) -> Result<Document, LevelError> {
    Document::open(&path_of(index), LEVELS[index].text.to_owned())
}

/// Opens the built-in level at a place of the list once it is there: in a browser it is fetched first.
///
/// # Errors
/// In words, when it cannot be fetched, or is broken.
pub async fn bring_built_in(index: usize) -> Result<Document, String> {
    let bytes = Fetch::begin(&path_of(index)).arrived().await?;
    let in_words = |messages: Vec<Message>| messages.iter().map(|message| message.heading.clone()).collect::<Vec<_>>();
    open(&path_of(index), &bytes).map_err(|messages| in_words(messages).join("\n"))
}

/// The path of the file of the built-in level at a place of the list: in the project, and from the page; messages name it so.
pub fn path_of(index: usize) -> String {
    format!("levels/{}.ron", NAMES[index])
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
pub fn kept(level: &Level, source: &LevelSource) -> Option<BakedSet> {
    #[cfg(not(target_arch = "wasm32"))]
    return match source {
        LevelSource::BuiltIn(index) => kept_ground(NAMES[*index].as_ref(), level),
        LevelSource::File(path) => kept_ground(path, level),
        LevelSource::Imported { .. } | LevelSource::Text(_) => None,
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
        assert!(GROUPS.iter().all(|(_, first)| NAMES.contains(first)));
        assert!(group_at(0).is_some());
    }

    #[test]
    fn what_is_no_text_is_told_so() {
        let messages = open("a.ron", &[b'(', 0xff]).err().expect("not UTF-8");
        assert_eq!(messages[0].heading, "a.ron is not text: byte 1 is not UTF-8");
    }
}
