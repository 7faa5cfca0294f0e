//! Files that were dropped on the window, or opened on the page, all at once, and the previews of levels made of them: in
//! another thread on the desktop, by a wasm of its own in a worker on the page.

use std::path::PathBuf;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::{Arc, mpsc};

#[cfg(not(target_arch = "wasm32"))]
use footpath::preview::File;
use footpath::preview::{self, Preview, PreviewRequest};
use footpath::replay::Replay;

use crate::app::modes::import::Previews;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::platform::level_files;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::shown;

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

/// Previews of files; what a map names besides is read from its folder.
#[cfg(not(target_arch = "wasm32"))]
pub struct InThread {
    files: Arc<Vec<File>>,
    answer: Option<mpsc::Receiver<Result<Preview, String>>>,
}

#[cfg(not(target_arch = "wasm32"))]
impl InThread {
    pub fn of(files: &[Dropped]) -> InThread {
        let file = |file: &Dropped| File { name: file.path.to_string_lossy().into_owned(), bytes: file.bytes.clone() };
        InThread { files: Arc::new(files.iter().map(file).collect()), answer: None }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Previews for InThread {
    fn ask(&mut self, request: PreviewRequest) {
        let (files, (sender, receiver)) = (Arc::clone(&self.files), mpsc::channel());
        std::thread::spawn(move || {
            let mut beside = |map: usize, source: &str| {
                level_files::read(&PathBuf::from(&files[map].name).with_file_name(source.replace('\\', "/")))
            };
            // Nobody may be waiting any more.
            let _ = sender.send(preview::make(&files, &request, &mut beside));
        });
        self.answer = Some(receiver);
    }

    fn answer(&mut self) -> Option<Result<Preview, String>> {
        let answer = match self.answer.as_ref()?.try_recv() {
            Ok(answer) => answer,
            Err(mpsc::TryRecvError::Empty) => return None,
            Err(mpsc::TryRecvError::Disconnected) => Err("the map cannot be read".to_owned()),
        };
        self.answer = None;
        Some(answer)
    }
}

/// Previews of the files that the page gave last, of which it has kept the content.
#[cfg(target_arch = "wasm32")]
pub struct InWorker;

#[cfg(target_arch = "wasm32")]
impl Previews for InWorker {
    fn ask(&mut self, request: PreviewRequest) {
        page::ask_for_preview(&request);
    }

    fn answer(&mut self) -> Option<Result<Preview, String>> {
        page::preview()
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

    #[test]
    fn what_a_map_names_is_read_from_its_folder() {
        let folder = std::env::temp_dir().join(format!("footpath-dropped-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sets")).expect("the folder for temporary files is writable");
        let tileset = "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"/>";
        std::fs::write(folder.join("sets/t.tsx"), tileset).expect("still writable");
        let map = br#"<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
            <tileset firstgid="1" source="sets\t.tsx"/>
            <layer name="a" width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
        let mut previews = InThread::of(&[Dropped { path: folder.join("a.tmx"), bytes: map.to_vec() }]);
        previews.ask(PreviewRequest::default());
        let answer = loop {
            match previews.answer() {
                Some(answer) => break answer,
                None => std::thread::yield_now(),
            }
        };
        std::fs::remove_dir_all(&folder).expect("it is there");
        let preview = answer.expect("it can be read");
        assert!(preview.about.notes.iter().all(|note| !note.contains("t.tsx")), "{:?}", preview.about.notes);
        assert!(previews.answer().is_none(), "given once");
    }
}
