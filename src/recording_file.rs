//! Files to which recordings are appended.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::output_file::{demand_new, unwritable};

/// A file that a recording is written to while it is made. What has been appended is in the file even if the program is
/// killed.
pub struct RecordingFile {
    path: PathBuf,
    file: File,
}

impl RecordingFile {
    /// Begins a file that was not there before or, if it is to be `replaced`, empties the one that is.
    ///
    /// # Errors
    /// Why it cannot be written, naming it.
    pub fn create(path: &Path, replaced: bool) -> Result<RecordingFile, String> {
        if !replaced {
            demand_new(path).map_err(|problem| format!("{problem}, or --force"))?;
        }
        // A pipe that nobody reads from would be waited for.
        if fs::metadata(path).is_ok_and(|facts| !facts.is_file()) {
            return Err(format!("`{}` is no file that can be replaced: give another name", path.display()));
        }
        let mut options = OpenOptions::new();
        match replaced {
            true => options.write(true).create(true).truncate(true),
            false => options.write(true).create_new(true),
        };
        let file = options.open(path).map_err(|error| unwritable(path, &error))?;
        Ok(RecordingFile { path: path.to_owned(), file })
    }

    /// The file.
    #[cfg(feature = "window")]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends lines.
    ///
    /// # Errors
    /// Why they cannot be written, naming the file, which is then as it was or ends with a part of them.
    pub fn append(&mut self, lines: &str) -> Result<(), String> {
        self.file.write_all(lines.as_bytes()).map_err(|error: io::Error| unwritable(&self.path, &error))
    }
}
