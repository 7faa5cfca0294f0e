//! Files to which recordings are appended.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use crate::file_name::shown;
use crate::output_file::{demand_folder, demand_replaceable, replace, unwritable, write_new};

/// Where a recording is to be written.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The path of the file that is to be written.
    pub path: PathBuf,
    /// Whether it may take the place of one that is there.
    pub replaces: bool,
}

impl Destination {
    /// Fails if no file can be begun there.
    ///
    /// # Errors
    /// Why not, naming the file, and what would be right.
    pub fn demand(&self) -> Result<(), String> {
        if self.replaces {
            return demand_replaceable(&self.path);
        }
        match fs::symlink_metadata(&self.path) {
            Ok(_) => {
                let file = shown(&self.path);
                Err(format!("`{file}` already exists and has not been changed: give another name, or --force"))
            }
            Err(_) => demand_folder(&self.path),
        }
    }
}

/// A file that a recording is written to while it is made. What has been appended is in the file even if the program is
/// killed.
pub struct RecordingFile {
    path: PathBuf,
    file: File,
}

impl RecordingFile {
    /// Begins a file with these lines: at no moment is there a file without them, nor is one lost that is replaced.
    ///
    /// # Errors
    /// Why it cannot be written, naming it.
    pub fn begin(destination: &Destination, lines: &str) -> Result<RecordingFile, String> {
        destination.demand()?;
        let path = destination.path.clone();
        match destination.replaces {
            true => replace(&path, |file| file.write_all(lines.as_bytes()))?,
            false => write_new(&path, |file| file.write_all(lines.as_bytes()))?,
        }
        let file = OpenOptions::new().append(true).open(&path).map_err(|error| unwritable(&path, &error))?;
        Ok(RecordingFile { path, file })
    }

    /// The path of the file that is written.
    #[cfg(feature = "window")]
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Appends lines.
    ///
    /// # Errors
    /// Why they cannot be written, naming the file, which is then as it was or ends with a part of them.
    pub fn append(&mut self, lines: &str) -> Result<(), String> {
        self.file.write_all(lines.as_bytes()).map_err(|error| unwritable(&self.path, &error))
    }
}
