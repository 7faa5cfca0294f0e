//! Files that the program writes: complete, or not at all.
//!
//! What is written goes into an unfinished file beside, which takes the name of the file once it is complete. If it
//! cannot be completed, it is removed; if the program is killed, it stays, and its name says what it is.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

const UNFINISHED: &str = "unfinished";

/// Writes a file that was not there before.
pub fn write_new(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    demand_new(path)?;
    write(path, fill, |unfinished| {
        // Unlike a rename, a link never takes the place of a file that another program has written meanwhile.
        match fs::hard_link(unfinished, path) {
            Ok(()) => fs::remove_file(unfinished),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Not every file system has links.
            Err(_) => File::create_new(path).and_then(|_| fs::rename(unfinished, path)),
        }
    })
}

/// Fails if a file is already there, or its folder is not.
pub fn demand_new(path: &Path) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let problem = match fs::symlink_metadata(path) {
        Ok(_) => Some(io::ErrorKind::AlreadyExists),
        Err(_) if folder.is_some_and(|folder| !folder.is_dir()) => Some(io::ErrorKind::NotFound),
        Err(_) => None,
    };
    problem.map_or(Ok(()), |kind| Err(unwritable(path, &kind.into())))
}

/// Writes a file, in the place and with the permissions of the one that is there. A program that reads it meanwhile finds
/// the old one or the new one, complete.
pub fn replace(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    write(path, fill, |unfinished| fs::rename(unfinished, path))
}

/// Writes an unfinished file beside the one at a path, with the permissions of that one; `finish` gives it the name once it is
/// complete.
fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    finish: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), String> {
    let unfinished = path.with_extension(format!("{}.{UNFINISHED}", std::process::id()));
    let written = create(&unfinished).and_then(|file| {
        let mut file = BufWriter::new(file);
        fill(&mut file)?;
        file.flush()?;
        fs::metadata(path).map_or(Ok(()), |there| file.get_ref().set_permissions(there.permissions()))?;
        // Before the name, so that a power cut leaves the old file or the new one.
        file.get_ref().sync_all()
    });
    let finished = written.and_then(|()| finish(&unfinished)).map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        unwritable(path, &error)
    });
    *under_way() = None;
    finished
}

/// Creates an unfinished file, in one with the note that there is one.
fn create(unfinished: &Path) -> io::Result<File> {
    let mut under_way = under_way();
    *under_way = Some(unfinished.to_owned());
    File::create(unfinished)
}

/// The unfinished file that is written now.
static UNDER_WAY: Mutex<Option<PathBuf>> = Mutex::new(None);

fn under_way() -> MutexGuard<'static, Option<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a shell takes for the end by Ctrl+C.
const INTERRUPTED: i32 = 130;

/// Ends the program on Ctrl+C without leaving an unfinished file: what is half written is removed, and no other is begun.
pub fn leave_nothing_unfinished() {
    // Where it cannot be set, Ctrl+C ends the program as it always does, and the name of what is left says what it is.
    let _ = ctrlc::set_handler(|| {
        let under_way = under_way();
        under_way.iter().for_each(|file| _ = fs::remove_file(file));
        std::process::exit(INTERRUPTED);
    });
}

/// The unfinished files beside a file, which programs left that were killed.
pub fn unfinished_beside(path: &Path) -> Vec<PathBuf> {
    let begin = format!("{}.", path.file_stem().unwrap_or_default().to_string_lossy());
    let is_one = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix(&begin).and_then(|rest| rest.strip_suffix(UNFINISHED)).is_some_and(is_process)
    };
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_one).collect()
}

/// Whether a text is the number of a process and a dot.
fn is_process(text: &str) -> bool {
    text.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Why a file cannot be written, in words.
pub fn unwritable(path: &Path, error: &io::Error) -> String {
    let file = path.display();
    match error.kind() {
        io::ErrorKind::AlreadyExists => format!("`{file}` already exists and has not been changed: give another name"),
        io::ErrorKind::NotFound => format!("`{file}` cannot be written: its folder does not exist; create it first"),
        _ => format!("`{file}` cannot be written: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("footpath-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir(&path).expect("the folder for temporary files is writable");
            Folder(path)
        }

        fn files(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("it is there");
            let mut files: Vec<String> =
                entries.map(|entry| entry.expect("it is there").file_name().to_string_lossy().into_owned()).collect();
            files.sort();
            files
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// Writes half of a file to a full disk.
    fn full(file: &mut dyn Write) -> io::Result<()> {
        file.write_all(b"half")?;
        file.flush()?;
        Err(io::ErrorKind::StorageFull.into())
    }

    #[test]
    fn what_cannot_be_completed_leaves_nothing_and_can_be_tried_again() {
        let folder = Folder::new("output-full");
        let path = folder.0.join("level.ron");
        let failure = write_new(&path, full).expect_err("the disk is full");
        assert!(failure.contains("level.ron` cannot be written"), "{failure}");
        assert!(folder.files().is_empty(), "{:?}", folder.files());
        write_new(&path, |file| file.write_all(b"whole")).expect("there is room now");
        assert_eq!(fs::read(&path).expect("it is there"), b"whole");
        assert!(write_new(&path, |_| Ok(())).expect_err("it is there").contains("already exists"));
        replace(&path, full).expect_err("the disk is full");
        assert_eq!((folder.files(), fs::read(&path).ok()), (vec!["level.ron".to_owned()], Some(b"whole".to_vec())));
        let nowhere = folder.0.join("no/level.ron");
        assert!(write_new(&nowhere, |_| Ok(())).expect_err("no folder").contains("does not exist"));
    }

    #[test]
    fn a_file_that_another_program_writes_meanwhile_is_not_replaced() {
        let folder = Folder::new("output-race");
        let path = folder.0.join("level.ron");
        let failure = write_new(&path, |file| {
            fs::write(&path, "theirs")?;
            file.write_all(b"mine")
        });
        assert!(failure.expect_err("it is there").contains("already exists"));
        assert_eq!((folder.files(), fs::read(&path).ok()), (vec!["level.ron".to_owned()], Some(b"theirs".to_vec())));
    }

    #[test]
    fn unfinished_files_are_those_of_the_file() {
        let folder = Folder::new("output-unfinished");
        for name in ["a-1.baked", "a-1.77.unfinished", "a-1.x.unfinished", "a-12.77.unfinished", "b.7.unfinished"] {
            fs::write(folder.0.join(name), "").expect("the folder is writable");
        }
        assert_eq!(unfinished_beside(&folder.0.join("a-1.baked")), [folder.0.join("a-1.77.unfinished")]);
    }
}
