//! Level files on disk: reading them, and noticing when they change.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A level file that is looked at now and then, to load it again when it has changed.
#[derive(Clone, Debug)]
pub struct Watch {
    path: PathBuf,
    /// What the file looked like when it was last read.
    known: Option<Stamp>,
    /// What it looked like at the last look; a change counts when it has held for one look, so that
    /// a half-written file is let be.
    last_look: Option<Stamp>,
    next_look: f32,
}

/// When a file was written, and its length.
type Stamp = (SystemTime, u64);

/// Seconds between two looks at a level file.
const LOOK_EVERY: f32 = 0.4;

impl Watch {
    /// Watches a file as it is now.
    pub fn new(path: PathBuf) -> Watch {
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
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let facts = std::fs::metadata(path).ok()?;
    Some((facts.modified().ok()?, facts.len()))
}

/// Reads a file.
///
/// # Errors
/// Why it cannot be read, naming it.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("{} does not exist", path.display()),
        _ => format!("{} cannot be read: {error}", path.display()),
    })
}

#[cfg(test)]
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
        assert!(matches!(watch.look(5.0), Some(Err(message)) if message.contains("does not exist")));
        std::fs::write(&path, "back").expect("still writable");
        watch.look(6.0);
        assert_eq!(watch.look(7.0), Some(Ok(b"back".to_vec())));
        std::fs::remove_file(&path).expect("it is there");
    }
}
