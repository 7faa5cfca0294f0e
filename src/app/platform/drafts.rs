//! Drafts: what is unsaved of a level, kept where a crash or a reload does not reach it.

use footpath::level::values::{self, Layout};
use macroquad::miniquad::date;
use serde::{Deserialize, Serialize};

use crate::app::modes::library::Source;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::web;
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::shown;
#[cfg(not(target_arch = "wasm32"))]
use crate::input_file::{self, MOST_BYTES};
#[cfg(not(target_arch = "wasm32"))]
use crate::output_file;

/// What is unsaved of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// What the level is called.
    pub level: String,
    /// When it was written, in seconds since 1970.
    pub made: f64,
    /// A hash of the text from which it was made.
    pub base: u64,
    /// The level's text as it was.
    pub text: String,
}

impl Draft {
    /// A draft of now.
    pub fn of(source: &Source, base: u64, text: &str) -> Draft {
        Draft { level: source.name(), made: date::now(), base, text: text.to_owned() }
    }

    /// How long ago it was made, in words.
    pub fn age(&self) -> String {
        ago(date::now() - self.made)
    }
}

/// A time that has passed, in seconds, in words.
fn ago(seconds: f64) -> String {
    let count = |amount: f64, unit: &str| match amount as u64 {
        1 => format!("1 {unit} ago"),
        amount => format!("{amount} {unit}s ago"),
    };
    match seconds {
        seconds if seconds < 60.0 => "less than a minute ago".to_owned(),
        seconds if seconds < 3600.0 => count(seconds / 60.0, "minute"),
        seconds if seconds < 86_400.0 => count(seconds / 3600.0, "hour"),
        seconds => count(seconds / 86_400.0, "day"),
    }
}

/// A number that tells texts apart, the same in every version of the program: FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
pub fn hash_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Where drafts are kept, one for each level.
pub struct Drafts {
    /// The folder; without it none are kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub folder: Option<std::path::PathBuf>,
}

impl Drafts {
    /// The draft of a level, if there is one.
    ///
    /// # Errors
    /// Why it cannot be read, in a sentence that says where it is kept from now on.
    pub fn of(&self, source: &Source) -> Result<Option<Draft>, String> {
        let key = key(source);
        let Some(text) = self.read(&key)? else { return Ok(None) };
        match values::read(&text) {
            Ok(draft) => Ok(Some(draft)),
            Err(error) => {
                Err(format!("The draft of {} cannot be read ({error}); {}", source.name(), self.set_aside(&key)))
            }
        }
    }

    /// Keeps a draft in the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub fn keep(&self, source: &Source, draft: &Draft) -> Result<(), String> {
        self.write(&key(source), &values::write(draft, Layout::OneLine))
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Drafts {
    fn path(&self, key: &str) -> Option<std::path::PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{key}.ron")))
    }

    fn read(&self, key: &str) -> Result<Option<String>, String> {
        let Some(path) = self.path(key) else { return Ok(None) };
        match input_file::read(&path, MOST_BYTES) {
            // What is no text is no draft either, and is told so.
            Ok(bytes) => Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())),
            Err(problem) => Err(format!("There is a draft, but {problem}")),
        }
    }

    /// Puts a draft that cannot be read where no other one takes its place; says where.
    fn set_aside(&self, key: &str) -> String {
        let stem = format!("{key}.unreadable");
        let aside = self.folder.as_ref().map(|folder| output_file::free_name(folder, &stem, "ron"));
        match self.path(key).zip(aside) {
            Some((path, aside)) if std::fs::rename(&path, &aside).is_ok() => {
                format!("it is kept as {}", shown(&aside))
            }
            _ => "it stays until another one takes its place".to_owned(),
        }
    }

    fn write(&self, key: &str, text: &str) -> Result<(), String> {
        let Some((folder, path)) = self.folder.as_ref().zip(self.path(key)) else { return Ok(()) };
        output_file::make_folder(folder)?;
        output_file::replace(&path, |file| file.write_all(text.as_bytes()))
    }

    /// Throws the draft of a level away, if there is one.
    pub fn forget(&self, source: &Source) {
        if let Some(path) = self.path(&key(source)) {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(target_arch = "wasm32")]
impl Drafts {
    fn read(&self, key: &str) -> Result<Option<String>, String> {
        Ok(Some(web::kept_draft(key)).filter(|text| !text.is_empty()))
    }

    /// Puts a draft that cannot be read where no other one takes its place; says where.
    fn set_aside(&self, key: &str) -> String {
        let aside = format!("{key}.unreadable");
        if web::keep_draft(&aside, &web::kept_draft(key)) {
            web::keep_draft(key, "");
            return format!("the browser keeps it as {aside}");
        }
        "it stays until another one takes its place".to_owned()
    }

    fn write(&self, key: &str, text: &str) -> Result<(), String> {
        match web::keep_draft(key, text) {
            true => Ok(()),
            false => Err("the browser does not let this page keep it".to_owned()),
        }
    }

    /// Throws the draft of a level away, if there is one.
    pub fn forget(&self, source: &Source) {
        web::keep_draft(&key(source), "");
    }
}

/// What the draft of a level is kept under: its name, as far as a file may be called so, and a number that tells it from
/// other levels of that name.
fn key(source: &Source) -> String {
    let place = match source {
        Source::BuiltIn(_) => "built-in".to_owned(),
        #[cfg(not(target_arch = "wasm32"))]
        Source::File(path) => std::path::absolute(path).unwrap_or_else(|_| path.clone()).display().to_string(),
        #[cfg(not(target_arch = "wasm32"))]
        Source::Imported { from, .. } => {
            format!("made of {}", std::path::absolute(from).unwrap_or_else(|_| from.clone()).display())
        }
        // A page that is loaded again has the level from its address, by its name.
        #[cfg(target_arch = "wasm32")]
        Source::Imported { .. } => "text".to_owned(),
        Source::Text(_) => "text".to_owned(),
    };
    let name = source.name();
    let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
    let plain: String = name.chars().take(40).map(letter).collect();
    format!("{plain}-{:016x}", hash_of(&format!("{place}\n{name}")))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn each_level_has_a_draft_of_its_own_until_it_is_forgotten() {
        let folder = std::env::temp_dir().join(format!("footpath-drafts-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let drafts = Drafts { folder: Some(folder.clone()) };
        let (one, other) = (Source::File(PathBuf::from("a/x.ron")), Source::File(PathBuf::from("b/x.ron")));
        let draft =
            |text: &str| Draft { level: "x".to_owned(), made: 5.0, base: hash_of("base"), text: text.to_owned() };
        assert_eq!(drafts.of(&one), Ok(None));
        drafts.keep(&one, &draft("\"mine\"\n")).expect("it can be written");
        drafts.keep(&other, &draft("other")).expect("it can be written");
        drafts.keep(&one, &draft("\"mine\"\n// 2")).expect("it can be written");
        assert_eq!(drafts.of(&one), Ok(Some(draft("\"mine\"\n// 2"))));
        drafts.forget(&one);
        assert_eq!((drafts.of(&one), drafts.of(&other)), (Ok(None), Ok(Some(draft("other")))));
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn a_draft_that_cannot_be_read_is_said_so_and_kept() {
        let folder = std::env::temp_dir().join(format!("footpath-drafts-broken-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let drafts = Drafts { folder: Some(folder.clone()) };
        let source = Source::Text("x".to_owned());
        for (name, broken) in [("unreadable", &b"(level: \"x\", text: "[..]), ("unreadable-2", &[0xff, 0xfe])] {
            drafts.write(&key(&source), "").expect("it can be written");
            std::fs::write(drafts.path(&key(&source)).expect("there is a folder"), broken).expect("it can be written");
            let words = drafts.of(&source).expect_err("it is broken");
            let aside = drafts.path(&format!("{}.{name}", key(&source))).expect("there is a folder");
            assert!(
                words.contains("draft of x cannot be read") && words.contains(&aside.display().to_string()),
                "{words}"
            );
            assert_eq!(std::fs::read(aside).ok().as_deref(), Some(broken));
            assert_eq!(drafts.of(&source), Ok(None), "told once");
        }
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn nowhere_is_kept_nothing() {
        let drafts = Drafts { folder: None };
        let source = Source::Text("x".to_owned());
        let draft = Draft { level: String::new(), made: 0.0, base: 0, text: String::new() };
        assert_eq!(drafts.keep(&source, &draft), Ok(()));
        assert_eq!(drafts.of(&source), Ok(None));
    }

    #[test]
    fn ages_are_told_in_whole_units() {
        assert_eq!(ago(3.0), "less than a minute ago");
        assert_eq!(ago(61.0), "1 minute ago");
        assert_eq!(ago(7300.0), "2 hours ago");
        assert_eq!(ago(90_000.0), "1 day ago");
    }
}
