//! Drafts: what is unsaved of a level, kept where a crash or a reload does not reach it.

use std::rc::Rc;

use footpath::format::plain_ron;
use macroquad::miniquad::date;
use serde::{Deserialize, Serialize};

use crate::app::modes::library::LevelSource;
use crate::app::platform::store::{Kept, TextStore};

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
    pub fn of(source: &LevelSource, base: u64, text: &str) -> Draft {
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

/// The place of one draft. While a game holds it, no other one is offered the draft or writes there.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    key: String,
    /// `None` where nothing can be held.
    hold: Option<Rc<<Kept as TextStore>::Hold>>,
}

impl Slot {
    /// Whether both are the same place.
    pub fn is(&self, other: &Slot) -> bool {
        self.key == other.key
    }
}

/// How many places there are for drafts of one level, or of levels of one name that have no file.
const MOST_SLOTS: u32 = 1000;

/// What the places of drafts of levels begin with that have no file.
const UNSAVED: &str = "unsaved-";

/// Where drafts are kept, one for each level.
pub struct Drafts(pub Kept);

impl Drafts {
    /// The draft in a place, if there is one; `level` is what the level is called.
    ///
    /// # Errors
    /// Why it cannot be read, in a sentence that says where it is kept from now on.
    pub fn of(&self, slot: &Slot, level: &str) -> Result<Option<Draft>, String> {
        let text = self.0.read(&slot.key).map_err(|problem| format!("There is a draft, but {problem}"))?;
        let Some(text) = text else { return Ok(None) };
        ron::from_str(&text).map(Some).map_err(|error| {
            let where_to = match self.0.set_aside(&slot.key, "unreadable") {
                Some(aside) => format!("it is kept as {aside}"),
                None => "it stays until another one takes its place".to_owned(),
            };
            format!("The draft of {level} cannot be read (line {}: {}); {where_to}", error.span.end, error.code)
        })
    }

    /// Keeps a draft in the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub fn keep(&self, slot: &Slot, draft: &Draft) -> Result<(), String> {
        self.0.write(&slot.key, &plain_ron::one_line(draft))
    }

    /// The place for the draft of a level that is opened: one with a draft, where no running game holds that. A level that
    /// has no file is another one each time, but not on a page, which has it from its address after a reload. `origin`: a
    /// hash of its text as it is opened.
    pub fn claim(&self, source: &LevelSource, origin: u64) -> Slot {
        let first = key(source, origin);
        let name = |number: u32| if number == 1 { first.clone() } else { format!("{first}-{number}") };
        let is_new = cfg!(not(target_arch = "wasm32")) && matches!(source, LevelSource::Text(_));
        let kept = (1..MOST_SLOTS).map(name).filter(|key| !is_new && self.0.has(key)).find_map(|key| self.hold(key));
        let free = || (1..MOST_SLOTS).map(name).filter(|key| !self.0.has(key)).find_map(|key| self.hold(key));
        // Where nothing can be held, the time tells new levels apart.
        let is_safe = |slot: &Slot| !is_new || slot.hold.is_some();
        let timed = || Slot { key: format!("{first}-{}", (1e6 * date::now()) as u64), hold: None };
        kept.or_else(free).filter(is_safe).unwrap_or_else(timed)
    }

    /// The drafts of levels that have no file and that no running game holds, the latest first.
    pub fn unsaved_levels(&self) -> Vec<(Slot, Draft)> {
        let keys = self.0.keys().into_iter().filter(|key| key.starts_with(UNSAVED) && !key.contains('.'));
        let held = keys.filter_map(|key| self.hold(key));
        let mut drafts: Vec<(Slot, Draft)> =
            held.filter_map(|slot| Some((slot.clone(), self.of(&slot, &slot.key).ok()??))).collect();
        drafts.sort_by(|(_, one), (_, other)| other.made.total_cmp(&one.made));
        drafts
    }

    /// Holds a place; `None` where another game, or another level of this one, does.
    fn hold(&self, key: String) -> Option<Slot> {
        let hold = self.0.hold(&key)?;
        Some(Slot { key, hold: hold.map(Rc::new) })
    }

    /// Throws the draft in a place away, if there is one.
    pub fn forget(&self, slot: &Slot) {
        self.0.remove(&slot.key);
    }
}

#[cfg(target_arch = "wasm32")]
impl Drafts {
    /// The level as it was saved last: nothing else keeps that for the page. `origin`: a hash of its text as it was opened.
    pub fn saved(&self, source: &LevelSource, origin: u64) -> Option<Draft> {
        ron::from_str(&self.0.read(&saved_key(source, origin)).ok()??).ok()
    }

    /// Keeps a level as it is saved, for those that open the text of which `origin` is a hash; gives whether the browser
    /// lets it.
    pub fn keep_saved(&self, source: &LevelSource, origin: u64, draft: &Draft) -> bool {
        self.0.write(&saved_key(source, origin), &plain_ron::one_line(draft)).is_ok()
    }
}

/// What a level is kept under as it was saved.
#[cfg(target_arch = "wasm32")]
fn saved_key(source: &LevelSource, origin: u64) -> String {
    format!("{}.saved", key(source, origin))
}

/// What the draft of a level is kept under. A file is known by its place; a level of a page by its text as it is opened,
/// whose hash `origin` is: a reload has it from the address, where it may be called otherwise.
#[cfg_attr(not(target_arch = "wasm32"), expect(unused_variables, reason = "a level without a file is a new one"))]
fn key(source: &LevelSource, origin: u64) -> String {
    let place = match source {
        LevelSource::BuiltIn(_) => "built-in".to_owned(),
        #[cfg(not(target_arch = "wasm32"))]
        LevelSource::File(path) => std::path::absolute(path).unwrap_or_else(|_| path.clone()).display().to_string(),
        #[cfg(not(target_arch = "wasm32"))]
        LevelSource::Imported { from, .. } => {
            format!("made of {}", std::path::absolute(from).unwrap_or_else(|_| from.clone()).display())
        }
        #[cfg(not(target_arch = "wasm32"))]
        LevelSource::Text(name) => return format!("{UNSAVED}{}", plain(name)),
        #[cfg(target_arch = "wasm32")]
        LevelSource::Imported { .. } | LevelSource::Text(_) => return format!("{UNSAVED}{origin:016x}"),
    };
    let name = source.name();
    format!("{}-{:016x}", plain(&name), hash_of(&format!("{place}\n{name}")))
}

/// A name as far as a file may be called so.
fn plain(name: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
    name.chars().take(40).map(letter).collect()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn each_level_has_a_draft_of_its_own_until_it_is_forgotten() {
        let folder = std::env::temp_dir().join(format!("footpath-drafts-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let drafts = Drafts(Kept(Some(folder.clone())));
        let (one, other) = (LevelSource::File(PathBuf::from("a/x.ron")), LevelSource::File(PathBuf::from("b/x.ron")));
        let draft =
            |text: &str| Draft { level: "x".to_owned(), made: 5.0, base: hash_of("base"), text: text.to_owned() };
        let (one, other) = (drafts.claim(&one, 0), drafts.claim(&other, 0));
        assert_eq!(drafts.of(&one, "x"), Ok(None));
        drafts.keep(&one, &draft("\"mine\"\n")).expect("it can be written");
        drafts.keep(&other, &draft("other")).expect("it can be written");
        drafts.keep(&one, &draft("\"mine\"\n// 2")).expect("it can be written");
        assert_eq!(drafts.of(&one, "x"), Ok(Some(draft("\"mine\"\n// 2"))));
        drafts.forget(&one);
        assert_eq!((drafts.of(&one, "x"), drafts.of(&other, "x")), (Ok(None), Ok(Some(draft("other")))));
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn a_draft_that_cannot_be_read_is_said_so_and_kept() {
        let folder = std::env::temp_dir().join(format!("footpath-drafts-broken-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let drafts = Drafts(Kept(Some(folder.clone())));
        let slot = drafts.claim(&LevelSource::Text("x".to_owned()), 0);
        for (name, broken) in [("unreadable", &b"(level: \"x\", text: "[..]), ("unreadable-2", &[0xff, 0xfe])] {
            drafts.0.write(&slot.key, "").expect("it can be written");
            std::fs::write(folder.join(format!("{}.ron", slot.key)), broken).expect("it can be written");
            let words = drafts.of(&slot, "x").expect_err("it is broken");
            let aside = folder.join(format!("{}.{name}.ron", slot.key));
            assert!(
                words.contains("draft of x cannot be read") && words.contains(&aside.display().to_string()),
                "{words}"
            );
            assert_eq!(std::fs::read(aside).ok().as_deref(), Some(broken));
            assert_eq!(drafts.of(&slot, "x"), Ok(None), "told once");
        }
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    /// Two games at a time, and one after them: locks are between open files, so that one process can hold both.
    #[test]
    fn a_draft_of_a_running_game_is_not_offered_and_unsaved_levels_have_their_own() {
        let folder = std::env::temp_dir().join(format!("footpath-drafts-two-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let drafts = Drafts(Kept(Some(folder.clone())));
        let draft = |text: &str, made: f64| Draft { level: "x".to_owned(), made, base: 0, text: text.to_owned() };
        let file = LevelSource::File(PathBuf::from("a/x.ron"));
        let first = drafts.claim(&file, 0);
        drafts.keep(&first, &draft("first", 1.0)).expect("it can be written");
        let second = drafts.claim(&file, 0);
        assert_eq!(drafts.of(&second, "x"), Ok(None), "the first game still runs");
        drafts.keep(&second, &draft("second", 2.0)).expect("it can be written");
        assert_eq!(drafts.of(&first, "x"), Ok(Some(draft("first", 1.0))), "it is not overwritten");
        drop((first, second));
        assert_eq!(drafts.of(&drafts.claim(&file, 0), "x"), Ok(Some(draft("first", 1.0))));

        let new = LevelSource::Text("new-level".to_owned());
        let (one, other) = (drafts.claim(&new, 0), drafts.claim(&new, 0));
        drafts.keep(&one, &draft("one", 3.0)).expect("it can be written");
        drafts.keep(&other, &draft("other", 4.0)).expect("it can be written");
        assert!(drafts.unsaved_levels().is_empty(), "the game still runs");
        drop((one, other));
        assert_eq!(drafts.of(&drafts.claim(&new, 0), "x"), Ok(None), "another new level has none");
        let texts: Vec<String> = drafts.unsaved_levels().into_iter().map(|(_, draft)| draft.text).collect();
        assert_eq!(texts, ["other", "one"]);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn nowhere_is_kept_nothing() {
        let drafts = Drafts(Kept::default());
        let slot = drafts.claim(&LevelSource::Text("x".to_owned()), 0);
        let draft = Draft { level: String::new(), made: 0.0, base: 0, text: String::new() };
        assert_eq!(drafts.keep(&slot, &draft), Ok(()));
        assert_eq!(drafts.of(&slot, "x"), Ok(None));
    }

    #[test]
    fn ages_are_told_in_whole_units() {
        assert_eq!(ago(3.0), "less than a minute ago");
        assert_eq!(ago(61.0), "1 minute ago");
        assert_eq!(ago(7300.0), "2 hours ago");
        assert_eq!(ago(90_000.0), "1 day ago");
    }
}
