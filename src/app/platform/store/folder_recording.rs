//! Recordings in files of a folder, or in memory where there is none.

use std::path::{Path, PathBuf};

use super::{MOST_RECORDED, RecordingStore};
use crate::app::modes::library::LevelSource;
use crate::file_name::{shown, word};
use crate::input_file;
use crate::output_file;
use crate::recording_file::{Destination, RecordingFile};

/// How many recordings stay in the folder, the one that is being made included: that of a crash is still there after the
/// game has been started again a few times.
const MOST_FILES: usize = 8;

/// Where recordings go.
#[derive(Default)]
pub struct RecordingFolder {
    /// The folder with the last recordings; without it they are kept in memory.
    pub folder: Option<PathBuf>,
    /// The file for the recording of the first level.
    pub first: Option<Destination>,
}

/// A recording that is being made.
pub enum FolderRecording {
    Memory(String),
    File(RecordingFile),
}

impl FolderRecording {
    /// The file in which it is, if it is in one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            FolderRecording::File(file) => Some(file.path()),
            FolderRecording::Memory(_) => None,
        }
    }
}

impl RecordingStore for FolderRecording {
    type Place = RecordingFolder;

    fn is_asked_for(place: &RecordingFolder) -> bool {
        place.first.is_some()
    }

    fn begin(place: &mut RecordingFolder, name: &str, lines: &str) -> Result<FolderRecording, String> {
        if let Some(first) = place.first.take() {
            return RecordingFile::begin(&first, lines).map(FolderRecording::File);
        }
        let Some(folder) = &place.folder else { return Ok(FolderRecording::Memory(lines.to_owned())) };
        output_file::make_folder(folder)?;
        remove_old(folder);
        let path = output_file::free_name(folder, &format!("{name}-{}", std::process::id()), "replay");
        RecordingFile::begin(&Destination { path, replaces: false }, lines).map(FolderRecording::File)
    }

    fn append(&mut self, lines: &str) -> Result<(), String> {
        match self {
            FolderRecording::Memory(text) => text.push_str(lines),
            FolderRecording::File(file) => file.append(lines)?,
        }
        Ok(())
    }

    fn save_copy(&self, source: &LevelSource, name: &str, ending: &str) -> Result<String, String> {
        let text = match self {
            FolderRecording::Memory(text) => text.clone(),
            FolderRecording::File(file) => text_of(file.path())?,
        };
        let folder = match source {
            LevelSource::File(path) | LevelSource::Imported { from: path, .. } => {
                path.parent().unwrap_or(Path::new(""))
            }
            LevelSource::BuiltIn(_) | LevelSource::Text(_) => Path::new(""),
        };
        let path = output_file::free_name(folder, name, "replay");
        output_file::write_new(&path, |file| {
            file.write_all(text.as_bytes()).and_then(|()| file.write_all(ending.as_bytes()))
        })?;
        Ok(format!("Saved the replay of this run: footpath replay {}", word(&path)))
    }

    fn told_after_panic(&self) -> Option<String> {
        let path = self.path()?;
        Some(format!(
            "A replay of this run up to here is in `{}`; play it with: footpath replay {}",
            shown(path),
            word(path)
        ))
    }
}

/// What has been recorded into a file.
fn text_of(path: &Path) -> Result<String, String> {
    let bytes =
        input_file::read(path, MOST_RECORDED)?.ok_or_else(|| format!("`{}` is no longer there", shown(path)))?;
    String::from_utf8(bytes)
        .map_err(|_| format!("`{}` is no text any more: something else has written to it", shown(path)))
}

/// Removes the oldest recordings of a folder, so that there is room for another.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_recordings_are_removed_and_other_files_are_not() {
        let folder = std::env::temp_dir().join(format!("footpath-old-recordings-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("it can be made");
        for number in 0..12 {
            std::fs::write(folder.join(format!("old-{number:02}.replay")), "").expect("it can be written");
            std::thread::sleep(std::time::Duration::from_millis(12));
        }
        std::fs::write(folder.join("notes.txt"), "").expect("it can be written");
        remove_old(&folder);
        let entries = std::fs::read_dir(&folder).expect("it is there");
        let mut kept: Vec<String> =
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        kept.sort();
        let latest = (5..12).map(|number| format!("old-{number:02}.replay"));
        assert_eq!(kept, ["notes.txt".to_owned()].into_iter().chain(latest).collect::<Vec<_>>());
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
