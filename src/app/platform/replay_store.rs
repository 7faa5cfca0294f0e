//! Keeping the recording of the running level where a crash does not reach it.

use std::sync::{Mutex, TryLockError};

use crate::app::modes::library::LevelSource;
use crate::app::modes::play::{RecordedPart, Tape};
use crate::app::platform::store::{KeptRecording, MOST_RECORDED, RecordingStore};
use crate::app::view::words::answers::{GameAnswer, Tone};

/// Seconds between two writes.
const WRITE_EVERY: f32 = 1.0;

/// Where recordings go.
pub type RecordingPlace = <KeptRecording as RecordingStore>::Place;

/// Keeps what is recorded.
pub struct ReplayStore {
    tape: Tape,
    place: RecordingPlace,
    /// The present one; `None` where it could not be kept, or has become too large.
    recording: Option<KeptRecording>,
    /// How large the present recording is, in bytes.
    size: usize,
    next_write: f32,
}

impl ReplayStore {
    /// Keeps what comes to a tape.
    pub fn new(tape: Tape, place: RecordingPlace) -> ReplayStore {
        ReplayStore { tape, place, recording: None, size: 0, next_write: 0.0 }
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
            let kept = if is_brief && !KeptRecording::is_asked_for(&self.place) { Ok(()) } else { self.keep(part) };
            if let Err(problem) = kept {
                self.recording = None;
                outcome = Err(problem);
            }
        }
        outcome
    }

    fn keep(&mut self, part: &RecordedPart) -> Result<(), String> {
        if let Some(level) = &part.begins {
            self.size = part.lines.len();
            let begun = KeptRecording::begin(&mut self.place, &plain(level), &part.lines);
            self.recording = Some(begun.map_err(|problem| format!("This run is not recorded: {problem}"))?);
            return Ok(());
        }
        self.size += part.lines.len();
        let Some(recording) = &mut self.recording else { return Ok(()) };
        let kept = match self.size > MOST_RECORDED {
            true => Err(format!("it takes more than {} MB", MOST_RECORDED >> 20)),
            false => recording.append(&part.lines),
        };
        kept.map_err(|problem| format!("This run is not recorded any further: {problem}"))
    }

    /// Saves a copy of the recording of a level that came from `source`, which is complete with an `ending`; gives what is to
    /// be said of that.
    pub fn save(&mut self, source: &LevelSource, ending: Option<String>) -> GameAnswer {
        let saved = match ending {
            None => Err("This is a replay already; its file is kept".to_owned()),
            Some(ending) => self.write().and_then(|()| {
                let recording = self.recording.as_ref();
                let recording = recording
                    .ok_or("This run could not be recorded, or has become too long: there is nothing to be saved")?;
                recording.save_copy(source, &plain(&source.name()), &ending)
            }),
        };
        match saved {
            Ok(words) => GameAnswer::new(Tone::Plain, words),
            Err(words) => GameAnswer::new(Tone::Impossible, words),
        }
    }
}

/// Keeps everything after a panic; gives what is to be said of that, where somebody has to know where it is.
pub fn keep_after_panic(store: &Mutex<ReplayStore>) -> Option<String> {
    let mut store = match store.try_lock() {
        Ok(store) => store,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        // It was keeping the recording that panicked.
        Err(TryLockError::WouldBlock) => return None,
    };
    store.write().ok()?;
    store.recording.as_ref()?.told_after_panic()
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
    use std::path::PathBuf;

    use footpath::level::edit::Document;
    use footpath::replay::Replay;
    use glam::vec2;

    use super::*;
    use crate::app::modes::play::Game;
    use crate::file_name::word;
    use crate::recording_file::Destination;

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
        assert_eq!(store.recording.as_ref().and_then(KeptRecording::path), Some(folder.0.join(&file).as_path()));
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
        assert_eq!(store.recording.as_ref().map(KeptRecording::path), Some(None), "the second level is in memory");
    }
}
