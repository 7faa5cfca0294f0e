//! Previews that another thread makes.

use std::path::PathBuf;
use std::sync::{Arc, mpsc};

use footpath::preview::{self, File, Preview, PreviewRequest};

use super::Dropped;
use crate::app::modes::import::Previews;
use crate::app::platform::level_files;

/// Previews of files; what a map names besides is read from its folder.
pub struct InThread {
    files: Arc<Vec<File>>,
    answer: Option<mpsc::Receiver<Result<Preview, String>>>,
}

impl InThread {
    /// Previews of these files.
    pub fn of(files: &[Dropped]) -> InThread {
        let file = |file: &Dropped| File { name: file.path.to_string_lossy().into_owned(), bytes: file.bytes.clone() };
        InThread { files: Arc::new(files.iter().map(file).collect()), answer: None }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

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
