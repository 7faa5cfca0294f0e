//! Files that the program reads: such as end, and are not too large.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::file_name::shown;

/// The greatest file that is read, in bytes: a replay of the largest level, with its line ends written as two letters, and
/// as much again.
pub const MOST_BYTES: usize = 1 << 30;

/// The bytes of a file, at most `most`; `None` where there is no such file.
///
/// # Errors
/// Why it cannot be read, naming it: it is a folder, a pipe or a device, too large, or not for this user.
pub fn read(path: &Path, most: usize) -> Result<Option<Vec<u8>>, String> {
    match read_any(path, most) {
        Ok(bytes) if bytes.len() > most => {
            Err(format!("`{}` is too large: at most {} MiB are read", shown(path), most >> 20))
        }
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// A file to be read from its beginning; `None` where there is none.
///
/// # Errors
/// Why it cannot be read, naming it: it is a folder, a pipe or a device, or not for this user.
pub fn open(path: &Path) -> Result<Option<File>, String> {
    match open_any(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// The bytes of a file; one more than `most` where it has more.
fn read_any(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_any(path)?.take((most as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open_any(path: &Path) -> io::Result<File> {
    // A pipe that nobody writes to would be waited for, and some devices never end.
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::other("it is a pipe or a device; a file is needed"));
    }
    File::open(path)
}

/// Why a file or folder cannot be read, in words.
pub fn unreadable(path: &Path, error: &io::Error) -> String {
    let file = shown(path);
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no file `{file}`"),
        io::ErrorKind::IsADirectory => format!("`{file}` is a folder; a file is needed"),
        io::ErrorKind::NotADirectory => format!("there is no file `{file}`: a part of its path is no folder"),
        io::ErrorKind::PermissionDenied => format!("`{file}` cannot be read: its permissions do not let you"),
        _ => format!("`{file}` cannot be read: {error}"),
    }
}
