//! Files that were dropped on the window, or opened on the page, all at once, and the previews of levels made of them: in
//! another thread on the desktop, by a wasm of its own in a worker on the page.

#[cfg(not(target_arch = "wasm32"))]
mod in_thread;
#[cfg(target_arch = "wasm32")]
mod in_worker;

use std::path::PathBuf;

use footpath::preview;
use footpath::replay::Replay;

#[cfg(not(target_arch = "wasm32"))]
use crate::app::platform::level_files;
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::shown;

#[cfg(not(target_arch = "wasm32"))]
pub use in_thread::InThread as FilePreviews;
#[cfg(target_arch = "wasm32")]
pub use in_worker::InWorker as FilePreviews;

/// A file that was dropped on the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// Where it is; only its name on a page, which knows no folders.
    pub path: PathBuf,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl Dropped {
    /// Reads a file that the window was given.
    ///
    /// # Errors
    /// Why it cannot be read, naming it.
    pub fn of(file: macroquad::DroppedFile) -> Result<Dropped, String> {
        let path = file.path.unwrap_or_else(|| PathBuf::from("dropped file"));
        #[cfg(not(target_arch = "wasm32"))]
        if path.is_file() || file.bytes.is_none() {
            return Ok(Dropped { bytes: level_files::read(&path)?, path });
        }
        match file.bytes {
            Some(bytes) if !bytes.is_empty() => Ok(Dropped { path, bytes }),
            _ => Err(format!("`{}` is empty, or a folder: drop the files in it", path.display())),
        }
    }

    /// Its name without the folder.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// What messages call it.
    pub fn shown(&self) -> String {
        #[cfg(not(target_arch = "wasm32"))]
        return shown(&self.path).to_string();
        #[cfg(target_arch = "wasm32")]
        self.name()
    }

    /// Whether a level can be made of it, or it belongs to a file of which that can be.
    pub fn is_foreign(&self) -> bool {
        !Replay::is_one(&self.bytes) && preview::is_for(&self.bytes)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    fn dropped(path: &str, bytes: &[u8]) -> Dropped {
        Dropped { path: PathBuf::from(path), bytes: bytes.to_vec() }
    }

    #[test]
    fn what_is_empty_is_said_so() {
        let file =
            |bytes: &[u8]| macroquad::DroppedFile { path: Some(PathBuf::from("maps")), bytes: Some(bytes.to_vec()) };
        assert!(Dropped::of(file(b"")).is_err_and(|problem| problem.contains("`maps` is empty, or a folder")));
        assert_eq!(Dropped::of(file(b"(")), Ok(dropped("maps", b"(")));
    }

    #[test]
    fn levels_and_replays_are_not_foreign() {
        assert!(!dropped("a.ron", b"(version: 1, name: \"A\", rows: [\"..\"])").is_foreign());
        assert!(!dropped("a.replay", b"FootpathReplay(format:1,").is_foreign());
        let map = b"type octile\nheight 1\nwidth 2\nmap\n..\n";
        assert!(dropped("a.txt", map).is_foreign(), "by its content, whatever its name");
    }
}
