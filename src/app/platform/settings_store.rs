//! Keeping the settings from one time to the next.

use crate::app::modes::settings::Settings;
use crate::app::platform::store::{Kept, TextStore};

/// What the settings are kept under.
const KEY: &str = "settings";

/// Seconds between two looks at whether there is something to be written.
const LOOK_EVERY: f32 = 1.0;

/// Writes the settings when they have changed.
pub struct SettingsStore {
    place: Kept,
    /// What is written there.
    written: Settings,
    /// Why they could not be written, which is said once.
    problem: Option<String>,
    next_look: f32,
}

impl SettingsStore {
    /// Reads the settings of a place, and gives what keeps them there. Settings that cannot be read are put aside; the
    /// sentence says so. Where they can be neither read nor put aside, none are kept.
    pub fn open(place: Kept) -> (SettingsStore, Settings, Option<String>) {
        let (place, settings, problem) = match read(&place) {
            Ok(settings) => (place, settings, None),
            Err((problem, true)) => (place, Settings::default(), Some(problem)),
            Err((problem, false)) => (Kept::default(), Settings::default(), Some(problem)),
        };
        (SettingsStore { place, written: settings.clone(), problem: None, next_look: 0.0 }, settings, problem)
    }

    /// Writes the settings if they have changed, once a second at most; says why they cannot be written. What another game
    /// has written meanwhile is taken in. `now`: any clock, in seconds.
    pub fn look(&mut self, settings: &mut Settings, now: f32) -> Result<(), String> {
        if now < self.next_look {
            return Ok(());
        }
        self.next_look = now + LOOK_EVERY;
        self.write(settings)
    }

    /// Writes the settings if they have changed, and takes in what another game has written meanwhile; says why it cannot,
    /// once, and tries again the next time.
    pub fn write(&mut self, settings: &mut Settings) -> Result<(), String> {
        if self.written == *settings {
            return Ok(());
        }
        let theirs = self.place.read(KEY).ok().flatten();
        if let Some(theirs) = theirs.and_then(|text| Settings::parse(&text).ok()) {
            *settings = settings.merged(&self.written, theirs);
        }
        match self.place.write(KEY, &settings.to_text()) {
            Ok(()) => {
                (self.written, self.problem) = (settings.clone(), None);
                Ok(())
            }
            Err(problem) if self.problem.as_ref() == Some(&problem) => Ok(()),
            Err(problem) => {
                self.problem = Some(problem.clone());
                Err(problem)
            }
        }
    }
}

/// The settings that are kept in a place; or why they cannot be read, and whether the place can take others.
fn read(place: &Kept) -> Result<Settings, (String, bool)> {
    let text = place.read(KEY).map_err(|problem| (format!("{problem}. Settings are not kept"), false))?;
    let text = text.unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(Settings::default());
    }
    Settings::parse(&text).map_err(|error| {
        let problem = format!("{}, {error}", place.name_of(KEY));
        match place.set_aside(KEY, "broken") {
            Some(aside) => (format!("{problem}. It is now called {aside}"), true),
            None => (format!("{problem}. Settings are not kept until it is mended"), false),
        }
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::app::modes::appearance::Theme;

    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("footpath-settings-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder.join("settings.ron")
    }

    /// The folder of a settings file.
    fn beside(path: &Path) -> Kept {
        Kept(path.parent().map(Path::to_path_buf))
    }

    fn some() -> Settings {
        let mut settings = Settings::default();
        settings.lessons.insert("course/grid".to_owned(), 2);
        settings
    }

    #[test]
    fn settings_are_there_again_the_next_time() {
        let path = path("again");
        let (mut store, settings, problem) = SettingsStore::open(beside(&path));
        assert_eq!((settings, problem), (Settings::default(), None));
        assert_eq!(store.look(&mut Settings::default(), 0.0), Ok(()));
        assert!(!path.exists(), "nothing has changed");
        assert_eq!(store.look(&mut some(), 0.5), Ok(()));
        assert!(!path.exists(), "too early for another look");
        assert_eq!(store.look(&mut some(), 1.5), Ok(()));
        assert_eq!(SettingsStore::open(beside(&path)).1, some());
        fs::remove_dir_all(path.parent().expect("it has one")).expect("it is there");
    }

    /// As two tabs of the page do, or two windows.
    #[test]
    fn two_games_do_not_overwrite_what_the_other_one_has_changed() {
        let path = path("two");
        let (mut one, mut first, _) = SettingsStore::open(beside(&path));
        let (mut other, mut second, _) = SettingsStore::open(beside(&path));
        first.lessons.insert("course/grid".to_owned(), 2);
        one.write(&mut first).expect("it can be written");
        second.theme = Theme::Light;
        second.lessons.insert("course/costs".to_owned(), 1);
        other.write(&mut second).expect("it can be written");
        first.page = "https://example.org/".to_owned();
        one.write(&mut first).expect("it can be written");
        let kept = SettingsStore::open(beside(&path)).1;
        let lessons = [("course/costs".to_owned(), 1), ("course/grid".to_owned(), 2)].into();
        let all = Settings { theme: Theme::Light, lessons, page: first.page.clone(), ..Settings::default() };
        assert_eq!((&kept, &first), (&all, &all));
        second.lessons.clear();
        other.write(&mut second).expect("it can be written");
        let kept = SettingsStore::open(beside(&path)).1;
        assert_eq!(kept, Settings { lessons: [].into(), ..all }, "what is cleared stays so");
        fs::remove_dir_all(path.parent().expect("it has one")).expect("it is there");
    }

    #[test]
    fn broken_settings_are_put_aside_and_told() {
        let path = path("broken");
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(&path, "(lessons: 7)").expect("it can be written");
        let (mut store, settings, problem) = SettingsStore::open(beside(&path));
        let problem = problem.expect("it is broken");
        assert!(problem.contains("line 1:11") && problem.contains("settings.broken.ron"), "{problem}");
        assert_eq!(settings, Settings::default());
        store.write(&mut some()).expect("it can be written");
        let aside = path.with_extension("broken.ron");
        assert_eq!(fs::read_to_string(&aside).ok().as_deref(), Some("(lessons: 7)"));
        assert_eq!(SettingsStore::open(beside(&path)).1, some());
        fs::write(&path, [0xff]).expect("it can be written");
        let problem = SettingsStore::open(beside(&path)).2.expect("it is broken");
        assert!(problem.contains("settings.broken-2.ron"), "{problem}");
        assert_eq!(fs::read_to_string(&aside).ok().as_deref(), Some("(lessons: 7)"), "the first is still there");
        fs::remove_dir_all(path.parent().expect("it has one")).expect("it is there");
    }

    #[test]
    fn settings_of_an_editor_with_a_byte_order_mark_are_read() {
        let path = path("mark");
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(&path, format!("\u{feff}{}", some().to_text().replace('\n', "\r\n"))).expect("it can be written");
        let (_, settings, problem) = SettingsStore::open(beside(&path));
        assert_eq!((settings, problem), (some(), None));
        fs::remove_dir_all(path.parent().expect("it has one")).expect("it is there");
    }

    /// As those do who keep their settings in one place for several computers.
    #[cfg(unix)]
    #[test]
    fn settings_behind_a_link_are_written_there_and_a_pipe_is_not_waited_for() {
        let path = path("link");
        let folder = path.parent().expect("it has one");
        fs::create_dir_all(folder).expect("it can be made");
        std::os::unix::fs::symlink("elsewhere.ron", &path).expect("it can be made");
        let (mut store, _, problem) = SettingsStore::open(beside(&path));
        assert_eq!(problem, None);
        store.write(&mut some()).expect("it can be written");
        assert!(path.is_symlink() && folder.join("elsewhere.ron").is_file());
        assert_eq!(SettingsStore::open(beside(&path)).1, some());
        fs::remove_file(&path).expect("it is there");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()));
        let problem = SettingsStore::open(beside(&path)).2;
        assert!(problem.is_some_and(|problem| problem.contains("is a pipe or a device")));
        fs::remove_dir_all(folder).expect("it is there");
    }

    #[test]
    fn where_nothing_can_be_written_it_is_said_once() {
        let path = path("folder");
        fs::create_dir_all(&path).expect("it can be made");
        let (_, settings, problem) = SettingsStore::open(beside(&path));
        assert_eq!(settings, Settings::default());
        assert!(
            problem.is_some_and(|problem| problem.contains("is a folder; a file is needed. Settings are not kept"))
        );
        let below = path.join("no/settings.ron");
        fs::write(path.join("no"), "a file").expect("it can be written");
        let mut store = SettingsStore::open(Kept::default()).0;
        store.place = beside(&below);
        assert!(store.write(&mut some()).is_err_and(|problem| problem.contains("cannot be created")));
        assert_eq!(store.write(&mut some()), Ok(()), "told once");
        fs::remove_file(path.join("no")).expect("it is there");
        assert_eq!(store.write(&mut some()), Ok(()));
        assert_eq!(SettingsStore::open(beside(&path.join("no/settings.ron"))).1, some(), "once it can be written");
        fs::remove_dir_all(path.parent().expect("it has one")).expect("it is there");
    }
}
