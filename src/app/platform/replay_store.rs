//! Keeping the recording of the running level where a crash does not reach it: on the desktop in a file, in a browser in
//! the page's memory.

#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};
#[cfg(not(target_arch = "wasm32"))]
use std::sync::{Mutex, TryLockError};

use crate::app::modes::library::LevelSource;
use crate::app::modes::play::{RecordedPart, Tape};
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
use crate::app::view::words::answers::{GameAnswer, Tone};
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::{shown, word};
#[cfg(not(target_arch = "wasm32"))]
use crate::input_file;
#[cfg(not(target_arch = "wasm32"))]
use crate::output_file;
#[cfg(not(target_arch = "wasm32"))]
use crate::recording_file::{Destination, RecordingFile};

/// Seconds between two writes.
const WRITE_EVERY: f32 = 1.0;

/// The greatest recording that is kept, in bytes. An hour without orders takes 120 KB; without a limit, days of drawing on
/// large maps would fill the memory of a browser.
const MOST_BYTES: usize = 128 << 20;

/// How many recordings stay in the folder, the one that is being made included: that of a crash is still there after the
/// game has been started again a few times.
#[cfg(not(target_arch = "wasm32"))]
const MOST_FILES: usize = 8;

/// Where recordings go.
#[derive(Default)]
pub struct RecordingPlace {
    /// The folder with the last recordings; without it they are kept in memory.
    #[cfg(not(target_arch = "wasm32"))]
    pub folder: Option<PathBuf>,
    /// The file for the recording of the first level.
    #[cfg(not(target_arch = "wasm32"))]
    pub first: Option<Destination>,
}

/// Where the present recording is.
enum RecordingStore {
    /// Nowhere: it could not be kept, or has become too large.
    Nothing,
    #[cfg(not(target_arch = "wasm32"))]
    Memory(String),
    /// With the page, which outlives the game.
    #[cfg(target_arch = "wasm32")]
    Page,
    #[cfg(not(target_arch = "wasm32"))]
    File(RecordingFile),
}

/// Keeps what is recorded.
pub struct ReplayStore {
    tape: Tape,
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser has no folders"))]
    place: RecordingPlace,
    store: RecordingStore,
    /// How large the present recording is, in bytes.
    size: usize,
    next_write: f32,
}

impl ReplayStore {
    /// Keeps what comes to a tape.
    pub fn new(tape: Tape, place: RecordingPlace) -> ReplayStore {
        ReplayStore { tape, place, store: RecordingStore::Nothing, size: 0, next_write: 0.0 }
    }

    /// Keeps what has been recorded, once a second; says why it cannot, once. `now`: any clock, in seconds.
    pub fn look(&mut self, now: f32) -> Result<(), String> {
        if now < self.next_write {
            return Ok(());
        }
        self.next_write = now + WRITE_EVERY;
        self.write()
    }

    /// Keeps what has been recorded.
    pub fn write(&mut self) -> Result<(), String> {
        let parts = self.tape.take();
        let mut outcome = Ok(());
        for (index, part) in parts.iter().enumerate() {
            // A level that was left at once is not worth a file.
            let is_brief = parts.get(index + 1).is_some_and(|next| next.begins.is_some()) && part.begins.is_some();
            let kept = if is_brief && !self.has_place_for_first() { Ok(()) } else { self.keep(part) };
            if kept.is_err() {
                self.store = RecordingStore::Nothing;
                outcome = kept;
            }
        }
        outcome
    }

    fn keep(&mut self, part: &RecordedPart) -> Result<(), String> {
        if let Some(level) = &part.begins {
            self.size = part.lines.len();
            self.store = self.begin(level, &part.lines)?;
            return Ok(());
        }
        self.size += part.lines.len();
        if self.size > MOST_BYTES && !matches!(self.store, RecordingStore::Nothing) {
            return Err(format!("This run is not recorded any further: it takes more than {} MB", MOST_BYTES >> 20));
        }
        match &mut self.store {
            RecordingStore::Nothing => {}
            #[cfg(not(target_arch = "wasm32"))]
            RecordingStore::Memory(text) => text.push_str(&part.lines),
            #[cfg(target_arch = "wasm32")]
            RecordingStore::Page => page::record(false, &part.lines),
            #[cfg(not(target_arch = "wasm32"))]
            RecordingStore::File(file) => {
                file.append(&part.lines)
                    .map_err(|problem| format!("This run is not recorded any further: {problem}"))?;
            }
        }
        Ok(())
    }

    /// Saves a copy of the recording of a level that came from `source`, which is complete with an `ending`; gives what is to
    /// be said of that.
    pub fn save(&mut self, source: &LevelSource, ending: Option<String>) -> GameAnswer {
        let words = match ending {
            None => Err("This is a replay already; its file is kept".to_owned()),
            Some(ending) => self.write().and_then(|()| self.save_copy(source, &ending)),
        };
        match words {
            Ok(words) => GameAnswer::new(Tone::Plain, words),
            Err(words) => GameAnswer::new(Tone::Impossible, words),
        }
    }
}

#[cfg(target_arch = "wasm32")]
impl ReplayStore {
    fn has_place_for_first(&self) -> bool {
        false
    }

    fn begin(&mut self, _: &str, lines: &str) -> Result<RecordingStore, String> {
        page::record(true, lines);
        Ok(RecordingStore::Page)
    }

    fn save_copy(&self, source: &LevelSource, ending: &str) -> Result<String, String> {
        let RecordingStore::Page = self.store else { return Err("This run has become too long to be kept".to_owned()) };
        page::download_recording(&format!("{}.replay", plain_name(source)), ending);
        Ok("Downloaded the replay of this run".to_owned())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl ReplayStore {
    /// Whether the level that begins has a file of its own.
    fn has_place_for_first(&self) -> bool {
        self.place.first.is_some()
    }

    /// Where the recording of a level goes that begins with these lines.
    fn begin(&mut self, level: &str, lines: &str) -> Result<RecordingStore, String> {
        let why = |problem: String| format!("This run is not recorded: {problem}");
        if let Some(first) = self.place.first.take() {
            return RecordingFile::begin(&first, lines).map(RecordingStore::File).map_err(why);
        }
        let Some(folder) = &self.place.folder else { return Ok(RecordingStore::Memory(lines.to_owned())) };
        output_file::make_folder(folder).map_err(why)?;
        remove_old(folder);
        let name = format!("{}-{}", plain(level), std::process::id());
        let destination = Destination { path: output_file::free_name(folder, &name, "replay"), replaces: false };
        RecordingFile::begin(&destination, lines).map(RecordingStore::File).map_err(why)
    }

    fn save_copy(&self, source: &LevelSource, ending: &str) -> Result<String, String> {
        let text = match &self.store {
            RecordingStore::Nothing => {
                return Err("This run could not be recorded: there is nothing to be saved".to_owned());
            }
            RecordingStore::Memory(text) => text.clone(),
            RecordingStore::File(file) => text_of(file.path())?,
        };
        let folder = match source {
            LevelSource::File(path) | LevelSource::Imported { from: path, .. } => {
                path.parent().unwrap_or(Path::new(""))
            }
            LevelSource::BuiltIn(_) | LevelSource::Text(_) => Path::new(""),
        };
        let path = output_file::free_name(folder, &plain_name(source), "replay");
        output_file::write_new(&path, |file| {
            file.write_all(text.as_bytes()).and_then(|()| file.write_all(ending.as_bytes()))
        })?;
        Ok(format!("Saved the replay of this run: footpath replay {}", word(&path)))
    }

    /// The file in which the recording is, if it is in one.
    fn file(&self) -> Option<&Path> {
        match &self.store {
            RecordingStore::File(file) => Some(file.path()),
            RecordingStore::Memory(_) | RecordingStore::Nothing => None,
        }
    }
}

/// What has been recorded into a file.
#[cfg(not(target_arch = "wasm32"))]
fn text_of(path: &Path) -> Result<String, String> {
    let bytes = input_file::read(path, MOST_BYTES)?.ok_or_else(|| format!("`{}` is no longer there", shown(path)))?;
    String::from_utf8(bytes)
        .map_err(|_| format!("`{}` is no text any more: something else has written to it", shown(path)))
}

/// Keeps everything after a panic; gives what is to be said of that, if it is in a file.
#[cfg(not(target_arch = "wasm32"))]
pub fn keep_after_panic(store: &Mutex<ReplayStore>) -> Option<String> {
    let mut store = match store.try_lock() {
        Ok(store) => store,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        // It was keeping the recording that panicked.
        Err(TryLockError::WouldBlock) => return None,
    };
    store.write().ok()?;
    let path = store.file()?;
    Some(format!(
        "A replay of this run up to here is in `{}`; play it with: footpath replay {}",
        shown(path),
        word(path)
    ))
}

/// Removes the oldest recordings of a folder, so that there is room for another.
#[cfg(not(target_arch = "wasm32"))]
fn remove_old(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let replays =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ending| ending == "replay"));
    let written = |path: &PathBuf| std::fs::metadata(path).and_then(|facts| facts.modified()).ok();
    let mut replays: Vec<PathBuf> = replays.collect();
    replays.sort_by_key(|path| std::cmp::Reverse(written(path)));
    for old in replays.iter().skip(MOST_FILES - 1) {
        // One that cannot be removed is in nobody's way.
        let _ = std::fs::remove_file(old);
    }
}

/// What the file of a level's replay is called.
fn plain_name(source: &LevelSource) -> String {
    plain(&source.name())
}

/// A name as far as a file may be called so.
fn plain(name: &str) -> String {
    let letter = |letter: char| if letter.is_alphanumeric() || letter == '-' || letter == '_' { letter } else { '-' };
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let plain: String = last.trim_end_matches(".ron").chars().take(40).map(letter).collect();
    if plain.is_empty() { "run".to_owned() } else { plain }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use footpath::level::edit::Document;
    use footpath::replay::Replay;
    use glam::vec2;

    use super::*;
    use crate::app::modes::play::Game;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("footpath-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Folder(path)
        }

        fn files(&self) -> Vec<String> {
            let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
            let mut files: Vec<String> =
                entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            files.sort();
            files
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn game(source: LevelSource) -> Game {
        let text = "(version: 1, name: \"Yard\", rows: [\"..\"], legend: {'.': \"grass\"})";
        let document = Document::open("yard.ron", text.to_owned()).expect("it is a level");
        Game::new(document, source, vec2(800.0, 600.0))
    }

    #[test]
    fn the_file_of_a_run_holds_all_but_the_last_second() {
        let folder = Folder::new("recordings");
        let mut game = game(LevelSource::Text("a/yard.ron".to_owned()));
        let place = RecordingPlace { folder: Some(folder.0.clone()), first: None };
        let mut store = ReplayStore::new(game.run.recording().tape.clone(), place);
        store.look(0.0).expect("it can be written");
        (0..130).for_each(|_| game.tick());
        store.look(0.5).expect("nothing is to be done");
        let file = format!("yard-{}.replay", std::process::id());
        assert_eq!(folder.files(), std::slice::from_ref(&file));
        let read = || Replay::read("r", &std::fs::read(folder.0.join(&file)).expect("it is there")).expect("it is one");
        assert_eq!(read().ticks, 0);
        store.look(1.1).expect("it can be written");
        assert_eq!((read().ticks, read().is_complete), (120, false));
        assert_eq!(store.file(), Some(folder.0.join(&file).as_path()));
        game.play_built_in(1);
        game.play_built_in(2);
        store.look(2.2).expect("it can be written");
        assert_eq!((read().ticks, read().is_complete), (130, true));
        assert_eq!(folder.files().len(), 2, "a level that was left at once has no file");
    }

    #[test]
    fn a_panic_has_everything_written_and_is_told_where() {
        let folder = Folder::new("panic-recordings");
        let mut game = game(LevelSource::Text("yard".to_owned()));
        let place = RecordingPlace { folder: Some(folder.0.clone()), first: None };
        let store = Mutex::new(ReplayStore::new(game.run.recording().tape.clone(), place));
        (0..70).for_each(|_| game.tick());
        let held = store.lock().expect("nobody has panicked yet");
        assert_eq!(keep_after_panic(&store), None, "it is being kept at the moment");
        drop(held);
        let panicked = std::thread::scope(|scope| {
            let panics = || {
                let _held = store.lock();
                panic!("on purpose, while the recording is kept");
            };
            scope.spawn(panics).join().is_err()
        });
        assert!(panicked && store.is_poisoned());
        let words = keep_after_panic(&store).expect("it is in a file");
        let path = folder.0.join(format!("yard-{}.replay", std::process::id()));
        assert!(words.contains(&format!("footpath replay {}", word(&path))), "{words}");
        let replay = Replay::read("r", &std::fs::read(path).expect("it is there")).expect("it is one");
        assert_eq!((replay.ticks, replay.hashes.len()), (60, 2));
    }

    #[test]
    fn older_recordings_are_removed_and_other_files_are_not() {
        let folder = Folder::new("old-recordings");
        std::fs::create_dir_all(&folder.0).expect("it can be made");
        for number in 0..12 {
            std::fs::write(folder.0.join(format!("old-{number:02}.replay")), "").expect("it can be written");
            std::thread::sleep(std::time::Duration::from_millis(12));
        }
        std::fs::write(folder.0.join("notes.txt"), "").expect("it can be written");
        remove_old(&folder.0);
        let kept: Vec<String> = (5..12).map(|number| format!("old-{number:02}.replay")).collect();
        assert_eq!(folder.files(), [vec!["notes.txt".to_owned()], kept].concat());
    }

    #[test]
    fn a_copy_is_saved_beside_the_level_under_a_name_that_is_free() {
        let folder = Folder::new("saved-replays");
        std::fs::create_dir_all(&folder.0).expect("it can be made");
        let mut game = game(LevelSource::File(folder.0.join("my yard.ron")));
        let mut store = ReplayStore::new(game.run.recording().tape.clone(), RecordingPlace::default());
        (0..70).for_each(|_| game.tick());
        store.save(game.level.source(), game.run.recording().ending());
        (0..70).for_each(|_| game.tick());
        let answer = store.save(game.level.source(), game.run.recording().ending());
        assert_eq!(folder.files(), ["my-yard-2.replay", "my-yard.replay"]);
        let ticks = ["my-yard.replay", "my-yard-2.replay"].map(|name| {
            let bytes = std::fs::read(folder.0.join(name)).expect("it is there");
            let replay = Replay::read(name, &bytes).expect("it is one");
            (replay.ticks, replay.is_complete)
        });
        assert_eq!(ticks, [(70, true), (140, true)]);
        assert!(answer.text.contains("footpath replay "));
    }

    #[test]
    fn the_first_level_goes_to_the_file_that_is_named_and_the_next_one_elsewhere() {
        let folder = Folder::new("named-recording");
        std::fs::create_dir_all(&folder.0).expect("it can be made");
        let path = folder.0.join("run.replay");
        let first = Destination { path: path.clone(), replaces: false };
        let mut game = game(LevelSource::Text("yard".to_owned()));
        let mut store =
            ReplayStore::new(game.run.recording().tape.clone(), RecordingPlace { folder: None, first: Some(first) });
        (0..70).for_each(|_| game.tick());
        game.play_built_in(1);
        (0..70).for_each(|_| game.tick());
        store.write().expect("it can be written");
        let replay = Replay::read("r", &std::fs::read(&path).expect("it is there")).expect("it is one");
        assert_eq!((replay.name.as_str(), replay.ticks, replay.is_complete), ("yard", 70, true));
        assert_eq!(store.file(), None, "the second level is in memory");
    }
}
