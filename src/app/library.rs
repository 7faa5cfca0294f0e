//! Which levels there are to play, and where the present one came from.

use footpath::level::built_in::LEVELS;
use footpath::level::{Level, LevelError};
use footpath::sim::Simulation;

use crate::app::messages::Message;
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

/// A line of the level list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The level's name.
    pub name: String,
    /// What it shows.
    pub about: String,
}

/// What the level list shows, one entry for each built-in level.
pub fn entries() -> Vec<Entry> {
    let entry = |level: Level| Entry { name: level.name, about: level.about };
    let broken = |error: LevelError| Entry { name: error.file, about: "cannot be read".to_owned() };
    (0..LEVELS.len()).map(|index| built_in(index).map_or_else(broken, entry)).collect()
}

/// Reads the built-in level at a place of the list.
///
/// # Errors
/// When it is broken, which a test of the levels rules out.
pub fn built_in(index: usize) -> Result<Level, LevelError> {
    Level::parse(&format!("levels/{}.ron", LEVELS[index].name), LEVELS[index].text)
}

/// Reads a level from the bytes of a file that messages call `name`.
///
/// # Errors
/// Everything that is wrong with it, ready to be shown.
pub fn parse(name: &str, bytes: &[u8]) -> Result<Level, Vec<Message>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        vec![Message::plain(format!("{name} is not text: byte {place} is not UTF-8"))]
    })?;
    Level::parse(name, text).map_err(|error| Message::of_level(&error))
}

/// Sets a level in motion, with the ground that is kept for it if there is any.
pub fn begin(level: Level, source: &Source) -> Simulation {
    #[cfg(not(target_arch = "wasm32"))]
    let baked = match source {
        Source::BuiltIn(index) => kept_ground(LEVELS[*index].name.as_ref(), &level),
        Source::File(path) => kept_ground(path, &level),
        Source::Text(_) => None,
    };
    #[cfg(target_arch = "wasm32")]
    let (baked, _) = (None, source);
    Simulation::with_baked(level, None, baked.as_ref())
}

/// A level file that is looked at now and then, to load it again when it has changed.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug)]
pub struct Watch {
    path: std::path::PathBuf,
    /// What the file looked like when it was last read.
    known: Option<Stamp>,
    /// What it looked like at the last look; a change counts when it has held for one look, so that
    /// a half-written file is let be.
    last_look: Option<Stamp>,
    next_look: f32,
}

/// When a file was written, and its length.
#[cfg(not(target_arch = "wasm32"))]
type Stamp = (std::time::SystemTime, u64);

/// Seconds between two looks at a level file.
#[cfg(not(target_arch = "wasm32"))]
const LOOK_EVERY: f32 = 0.4;

#[cfg(not(target_arch = "wasm32"))]
impl Watch {
    /// Watches a file as it is now.
    pub fn new(path: std::path::PathBuf) -> Watch {
        let known = stamp(&path);
        Watch { path, known, last_look: known, next_look: 0.0 }
    }

    /// The bytes of the file when it has changed since it was last read, or why it cannot be read.
    /// `now`: any clock, in seconds.
    pub fn look(&mut self, now: f32) -> Option<Result<Vec<u8>, String>> {
        if now < self.next_look {
            return None;
        }
        self.next_look = now + LOOK_EVERY;
        let present = stamp(&self.path);
        let settled = std::mem::replace(&mut self.last_look, present) == present;
        if !settled || present == self.known {
            return None;
        }
        self.known = present;
        Some(read(&self.path))
    }

    /// The file.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn stamp(path: &std::path::Path) -> Option<Stamp> {
    let facts = std::fs::metadata(path).ok()?;
    Some((facts.modified().ok()?, facts.len()))
}

/// Reads a file.
///
/// # Errors
/// Why it cannot be read, naming it.
#[cfg(not(target_arch = "wasm32"))]
pub fn read(path: &std::path::Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("{} is not there", path.display()),
        _ => format!("{} cannot be read: {error}", path.display()),
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_read_once_it_has_settled() {
        let path = std::env::temp_dir().join(format!("footpath-watch-{}.ron", std::process::id()));
        std::fs::write(&path, "one").expect("the folder for temporary files is writable");
        let mut watch = Watch::new(path.clone());
        assert_eq!(watch.look(0.0), None, "unchanged");
        std::fs::write(&path, "two, longer").expect("still writable");
        assert_eq!(watch.look(1.0), None, "perhaps half-written");
        assert_eq!(watch.look(1.1), None, "too early for another look");
        assert_eq!(watch.look(2.0), Some(Ok(b"two, longer".to_vec())));
        assert_eq!(watch.look(3.0), None, "told once");
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(watch.look(4.0), None);
        assert!(matches!(watch.look(5.0), Some(Err(message)) if message.contains("is not there")));
        std::fs::write(&path, "back").expect("still writable");
        watch.look(6.0);
        assert_eq!(watch.look(7.0), Some(Ok(b"back".to_vec())));
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn what_is_no_text_is_told_so() {
        let messages = parse("a.ron", &[b'(', 0xff]).expect_err("not UTF-8");
        assert_eq!(messages[0].heading, "a.ron is not text: byte 1 is not UTF-8");
    }
}
