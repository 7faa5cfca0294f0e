//! Texts that are kept as files of a folder.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::TextStore;
use crate::file_name::shown;
use crate::input_file::{self, MOST_BYTES};
use crate::output_file;

/// A folder in which texts are kept as `KEY.ron`; it is made when the first is written. Without a folder nothing is kept.
#[derive(Clone, Debug, Default)]
pub struct Folder(pub Option<PathBuf>);

impl Folder {
    fn path(&self, key: &str) -> Option<PathBuf> {
        self.0.as_ref().map(|folder| folder.join(format!("{key}.ron")))
    }
}

impl TextStore for Folder {
    type Hold = LockedFile;

    fn read(&self, key: &str) -> Result<Option<String>, String> {
        let Some(path) = self.path(key) else { return Ok(None) };
        output_file::remove_abandoned(&path);
        // What is no text is broken, and told so by those who read it.
        let bytes = input_file::read(&path, MOST_BYTES)?;
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned()))
    }

    fn write(&self, key: &str, text: &str) -> Result<(), String> {
        let Some(path) = self.path(key) else { return Ok(()) };
        output_file::make_folder(path.parent().unwrap_or(Path::new("")))?;
        output_file::replace(&path, |file| file.write_all(text.as_bytes()))
    }

    fn remove(&self, key: &str) {
        if let Some(path) = self.path(key) {
            let _ = std::fs::remove_file(path);
        }
    }

    fn has(&self, key: &str) -> bool {
        self.path(key).is_some_and(|path| path.exists())
    }

    fn keys(&self) -> Vec<String> {
        let entries = self.0.as_ref().and_then(|folder| std::fs::read_dir(folder).ok());
        let names = entries.into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter_map(|name| name.strip_suffix(".ron").map(str::to_owned)).collect()
    }

    fn set_aside(&self, key: &str, mark: &str) -> Option<String> {
        let aside = output_file::free_name(self.0.as_ref()?, &format!("{key}.{mark}"), "ron");
        std::fs::rename(self.path(key)?, &aside).is_ok().then(|| format!("`{}`", shown(&aside)))
    }

    fn name_of(&self, key: &str) -> String {
        self.path(key).map_or_else(|| key.to_owned(), |path| format!("`{}`", shown(&path)))
    }

    fn hold(&self, key: &str) -> Option<Option<LockedFile>> {
        let path = self.0.as_ref().map(|folder| folder.join(format!("{key}.lock")));
        let open = |path: &PathBuf| {
            output_file::make_folder(path.parent()?).ok()?;
            File::options().create(true).truncate(false).write(true).open(path).ok()
        };
        let file = path.as_ref().and_then(open);
        let is_held = file.as_ref().is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        (!is_held).then(|| path.zip(file).map(|(path, file)| LockedFile { path, _file: file }))
    }
}

/// A locked file, which is gone once it is dropped.
#[derive(Debug)]
pub struct LockedFile {
    path: PathBuf,
    _file: File,
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Where it stays, the next game that holds the key takes it over.
        let _ = std::fs::remove_file(&self.path);
    }
}
