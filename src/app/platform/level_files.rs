//! Level files on disk: reading them, noticing when others change them, and saving. They are in no
//! [store](crate::app::platform::store): each lies at a path that its user named, and others write there too.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::app::modes::menu::question::Question;
use crate::file_name::shown;
use crate::input_file::{self, MOST_BYTES};
use crate::output_file;

/// A level file, and what is known of it.
#[derive(Clone, Debug)]
pub struct LevelFile {
    path: PathBuf,
    /// What it held when it was last read or written; `None` where there was none.
    known: Option<Vec<u8>>,
    /// Whether the last change that was told was not what is known.
    differs: bool,
    /// What it looked like when its content was last looked at.
    read: Option<FileStamp>,
    /// What it looked like at the last look; a change counts when it has held for one look, so that
    /// a half-written file is let be.
    last_look: Option<FileStamp>,
    next_look: f32,
}

/// When a file was written, and its length.
type FileStamp = (SystemTime, u64);

/// Seconds between two looks at a level file: a change shows after two of them at most.
const LOOK_EVERY: f32 = 0.2;

impl LevelFile {
    /// A file of which this content is known. What a killed program left half written beside it is removed.
    pub fn of(path: PathBuf, known: Option<Vec<u8>>) -> LevelFile {
        output_file::remove_abandoned(&path);
        LevelFile { path, known, differs: false, read: None, last_look: None, next_look: 0.0 }
    }

    /// The bytes of the file when others have changed it since it was last read or written, or why it cannot be read; each
    /// change once, and once more when it is again what was read or written. `now`: any clock, in seconds.
    pub fn look(&mut self, now: f32) -> Option<Result<Vec<u8>, String>> {
        if now < self.next_look {
            return None;
        }
        self.next_look = now + LOOK_EVERY;
        let present = stamp(&self.path);
        let has_settled = std::mem::replace(&mut self.last_look, present) == present;
        if !has_settled || present == self.read && present.is_some() {
            return None;
        }
        let was_there = self.read.is_some();
        self.read = present;
        match read(&self.path) {
            Ok(bytes) => {
                let differs = !self.is_known(&bytes);
                (std::mem::replace(&mut self.differs, differs) || differs).then_some(Ok(bytes))
            }
            Err(message) => {
                self.differs |= was_there;
                was_there.then_some(Err(message))
            }
        }
    }

    /// Whether these bytes are what was last read or written.
    pub fn is_known(&self, bytes: &[u8]) -> bool {
        self.known.as_deref() == Some(bytes)
    }

    /// Takes these bytes for what the file holds.
    pub fn know(&mut self, bytes: Vec<u8>) {
        self.known = Some(bytes);
        self.differs = false;
    }

    /// What the file holds where that is not what was last read or written: others have changed it since.
    pub fn changed(&self) -> Option<Vec<u8>> {
        let present = read(&self.path).ok()?;
        (self.known.as_ref() != Some(&present)).then_some(present)
    }

    /// Writes the file, complete or not at all.
    ///
    /// # Errors
    /// Why it cannot be written, naming it.
    pub fn write(&mut self, text: &str) -> Result<(), String> {
        output_file::replace(&self.path, |file| file.write_all(text.as_bytes()))?;
        self.know(text.as_bytes().to_vec());
        Ok(())
    }

    /// Writes a file that was not there before.
    ///
    /// # Errors
    /// Why it cannot be written, naming it: there may be such a file by now.
    pub fn create(path: PathBuf, text: &str) -> Result<LevelFile, String> {
        output_file::write_new(&path, |file| file.write_all(text.as_bytes()))?;
        Ok(LevelFile::of(path, Some(text.as_bytes().to_vec())))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Why a text has not been saved under a name that was typed.
pub enum SaveProblem {
    /// The player has to say more.
    Ask(Question),
    /// It cannot be written: a sentence that names the file.
    Refused(String),
}

/// Saves a text under a name that was typed; one without an ending gets `.ron`. `offered`: the name that is offered where none
/// was typed; `replaced`: whether it may take the place of a file that is there.
///
/// # Errors
/// Why it is not saved: nothing is written then.
pub fn save_as(typed: &str, offered: &str, text: &str, replaced: bool) -> Result<LevelFile, SaveProblem> {
    let name = typed.trim();
    if name.is_empty() {
        return Err(SaveProblem::Ask(Question::of_name(offered)));
    }
    let mut path = PathBuf::from(name);
    if path.extension().is_none() {
        path.set_extension("ron");
    }
    if path.exists() && !replaced {
        return Err(SaveProblem::Ask(Question::of_replacing(&shown(&path).to_string())));
    }
    let written = match replaced {
        true => {
            let mut file = LevelFile::of(path, None);
            file.write(text).map(|()| file)
        }
        false => LevelFile::create(path, text),
    };
    written.map_err(SaveProblem::Refused)
}

/// The name for another version of a file, which no file beside it has yet: `NAME.mine.ron`, or `NAME.mine-2.ron` and so on.
pub fn beside(path: &Path) -> PathBuf {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    output_file::free_name(path.parent().unwrap_or(Path::new("")), &format!("{name}.mine"), "ron")
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let facts = std::fs::metadata(path).ok()?;
    Some((facts.modified().ok()?, facts.len()))
}

/// Reads a file.
///
/// # Errors
/// Why it cannot be read, naming it.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    input_file::read(path, MOST_BYTES)?.ok_or_else(|| format!("`{}` does not exist", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("footpath-{name}-{}.ron", std::process::id()))
    }

    #[test]
    fn a_changed_file_is_read_once_it_has_settled() {
        let path = path("watch");
        std::fs::write(&path, "one").expect("the folder for temporary files is writable");
        let mut file = LevelFile::of(path.clone(), Some(b"one".to_vec()));
        assert_eq!((file.look(0.0), file.look(0.5)), (None, None), "unchanged");
        std::fs::write(&path, "two, longer").expect("still writable");
        assert_eq!(file.look(1.0), None, "perhaps half-written");
        assert_eq!(file.look(1.1), None, "too early for another look");
        assert_eq!(file.look(2.0), Some(Ok(b"two, longer".to_vec())));
        assert_eq!(file.look(3.0), None, "told once");
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(file.look(4.0), None);
        assert!(matches!(file.look(5.0), Some(Err(message)) if message.contains("does not exist")));
        assert_eq!(file.look(5.5), None, "told once");
        std::fs::write(&path, "back").expect("still writable");
        file.look(6.0);
        assert_eq!(file.look(7.0), Some(Ok(b"back".to_vec())));
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn what_counts_is_the_content() {
        let path = path("content");
        std::fs::write(&path, "one").expect("the folder for temporary files is writable");
        let mut file = LevelFile::of(path.clone(), Some(b"one".to_vec()));
        file.look(0.0);
        file.look(1.0);
        std::fs::remove_file(&path).expect("it is there");
        file.look(2.0);
        file.look(3.0);
        std::fs::write(&path, "one").expect("still writable");
        assert_eq!((file.look(4.0), file.look(5.0)), (None, Some(Ok(b"one".to_vec()))), "written again as it was");
        assert_eq!(file.look(5.5), None, "told once");
        assert_eq!(file.changed(), None);
        file.write("mine").expect("still writable");
        assert_eq!((file.look(6.0), file.look(7.0), file.changed()), (None, None, None), "one's own change");
        std::fs::write(&path, "else").expect("still writable");
        assert_eq!(file.changed(), Some(b"else".to_vec()));
        file.know(b"else".to_vec());
        assert_eq!((file.look(8.0), file.look(9.0)), (None, None));
        std::fs::remove_file(&path).expect("it is there");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_folder_in_the_place_of_the_file_is_told_and_not_waited_for() {
        let path = path("pipe");
        std::fs::write(&path, "one").expect("the folder for temporary files is writable");
        let mut file = LevelFile::of(path.clone(), Some(b"one".to_vec()));
        assert_eq!((file.look(0.0), file.look(1.0)), (None, None));
        std::fs::remove_file(&path).expect("it is there");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()));
        assert_eq!(file.look(2.0), None);
        assert!(matches!(file.look(3.0), Some(Err(message)) if message.contains("is a pipe or a device")));
        assert_eq!(file.changed(), None);
        assert!(file.write("mine").is_err_and(|problem| problem.contains("is a pipe or a device")));
        std::fs::remove_file(&path).expect("it is there");
        std::fs::create_dir(&path).expect("still writable");
        assert!(file.write("mine").is_err_and(|problem| problem.contains("is a folder")));
        std::fs::remove_dir(&path).expect("it is there");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_whose_file_is_gone_stays_a_link_when_it_is_saved() {
        let (link, path) = (path("link"), path("behind-link"));
        std::os::unix::fs::symlink(&path, &link).expect("the folder for temporary files is writable");
        let mut file = LevelFile::of(link.clone(), Some(b"one".to_vec()));
        file.write("mine").expect("it can be written");
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&path).ok().as_deref(), Some(&b"mine"[..]));
        std::fs::remove_file(&link).and_then(|()| std::fs::remove_file(&path)).expect("they are there");
    }

    #[test]
    fn another_version_has_a_name_of_its_own() {
        let path = path("beside");
        let first = beside(&path);
        assert!(first.to_string_lossy().ends_with(".mine.ron"), "{first:?}");
        std::fs::write(&first, "").expect("the folder for temporary files is writable");
        assert!(beside(&path).to_string_lossy().ends_with(".mine-2.ron"));
        std::fs::remove_file(&first).expect("it is there");
    }
}
