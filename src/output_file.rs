//! Files that the program writes: complete, or not at all.
//!
//! What is written goes into an unfinished file beside, which takes the name of the file once it is complete. If it
//! cannot be completed, it is removed; if the program is killed, it stays until the program next writes into that folder.
//!
//! Two crates do the like, and were tried on Linux. All three keep the old file where the disk is full or the program is killed; what
//! these lose is why they are not used:
//!
//! | what is there | `tempfile` 3.27 | `atomic-write-file` 0.3 | here |
//! |---|---|---|---|
//! | a link to a file | the link becomes a file | the link becomes a file | its file is written |
//! | a file of mode 0640 | it becomes 0600 | kept | kept |
//! | a read-only file | replaced | replaced | told |
//! | a pipe or a device | replaced | replaced | told |
//! | a file that came meanwhile | kept | replaced | kept |
//! | the program was killed | half a file stays for good | half a file stays for good | it goes with the next write |

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::file_name::shown;

/// How the name of an unfinished file ends, behind the number of the process that writes it.
const UNFINISHED: &str = ".unfinished";

/// What stands before that number: a file that is not ours is not called so.
const OURS: &str = ".footpath-";

/// How many letters of a file's name are in that of its unfinished one, so that a long name does not become too long.
const MOST_LETTERS: usize = 40;

/// How many links are followed to a file; there are more only where they lead in a circle. Linux follows as many.
const MOST_LINKS: usize = 40;

/// Writes a file that was not there before.
///
/// # Errors
/// Why it cannot be written, naming it. Nothing is left of it then.
pub fn write_new(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    demand_new(path)?;
    write(path, fill, |unfinished| {
        // Unlike a rename, a link never takes the place of a file that another program has written meanwhile.
        match fs::hard_link(unfinished, path) {
            Ok(()) => fs::remove_file(unfinished),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Not every file system has links.
            Err(_) => rename_to_new(unfinished, path),
        }
    })
}

/// Renames a file to a name that nothing has.
fn rename_to_new(unfinished: &Path, path: &Path) -> io::Result<()> {
    File::create_new(path)?;
    fs::rename(unfinished, path).inspect_err(|_| _ = fs::remove_file(path))
}

/// Fails if a file is already there, or its folder is not.
///
/// # Errors
/// Which of both, naming the file, and what would be right.
pub fn demand_new(path: &Path) -> Result<(), String> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(unwritable(path, &io::ErrorKind::AlreadyExists.into())),
        Err(_) => demand_folder(path),
    }
}

/// Fails if the folder of a file is not there.
///
/// # Errors
/// What is there in its place, naming the file.
pub fn demand_folder(path: &Path) -> Result<(), String> {
    let folder = folder_of(path);
    match fs::metadata(folder) {
        Ok(facts) if facts.is_dir() => Ok(()),
        Ok(_) => {
            Err(format!("`{}` cannot be written: `{}` is no folder; give another name", shown(path), shown(folder)))
        }
        Err(error) => Err(unwritable(path, &error)),
    }
}

/// Writes a file, in the place and with the permissions of the one that is there. A program that reads it meanwhile finds
/// the old one or the new one, complete. A link stays one: the file is written to which it leads.
///
/// # Errors
/// Why it cannot be written, naming it. The old one is as it was then.
pub fn replace(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    demand_replaceable(path)?;
    let target = behind_links(path)?;
    write(&target, fill, |unfinished| fs::rename(unfinished, &target))
}

/// Fails if something is there that is not to be replaced, or the folder is not there.
///
/// # Errors
/// What is in the way, naming it, and what would be right.
pub fn demand_replaceable(path: &Path) -> Result<(), String> {
    let target = behind_links(path)?;
    let Ok(facts) = fs::metadata(&target) else { return demand_folder(&target) };
    let file = shown(path);
    if facts.is_dir() {
        return Err(format!("`{file}` is a folder: give the name of a file"));
    }
    if !facts.is_file() {
        return Err(format!("`{file}` is a pipe or a device: give the name of a file"));
    }
    // A rename asks only what the folder permits.
    if facts.permissions().readonly() {
        return Err(format!(
            "`{file}` is read-only and has not been changed: permit writing to it, or give another name"
        ));
    }
    Ok(())
}

/// The path to which a path leads by links; the file need not be there.
fn behind_links(path: &Path) -> Result<PathBuf, String> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        // What leads through here is a stream that the program was given, also where that is a file: others write to it, too.
        if target.starts_with("/proc") {
            return Err(format!("`{}` is a pipe or a device: give the name of a file", shown(path)));
        }
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(format!("`{}` is a link that leads to itself: remove it, or have it lead to a file", shown(path)))
}

/// Writes an unfinished file beside the one at a path, with the permissions of that one; `finish` gives it the name once it is
/// complete.
fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    finish: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), String> {
    let unfinished = folder_of(path).join(unfinished_name(path));
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
    under_way().retain(|file| *file != unfinished);
    finished
}

/// The folder in which a file is.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What this process calls the unfinished file of a file.
fn unfinished_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let short: String = stem.chars().take(MOST_LETTERS).collect();
    format!("{short}{OURS}{}{UNFINISHED}", std::process::id())
}

/// Creates an unfinished file, in one with the note that there is one; what killed programs left beside it is removed.
fn create(unfinished: &Path) -> io::Result<File> {
    let mut under_way = under_way();
    abandoned_in(folder_of(unfinished), &under_way).iter().for_each(|file| _ = fs::remove_file(file));
    under_way.push(unfinished.to_owned());
    File::create_new(unfinished)
}

/// The unfinished files that are written now.
static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn under_way() -> MutexGuard<'static, Vec<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a shell takes for the end by Ctrl+C.
const INTERRUPTED: i32 = 130;

/// Ends the program on Ctrl+C without leaving an unfinished file: what is half written is removed, and no other is begun.
pub fn leave_nothing_unfinished() {
    // Where it cannot be set, Ctrl+C ends the program as it always does, and what is left is removed later.
    let _ = ctrlc::set_handler(|| {
        let under_way = under_way();
        under_way.iter().for_each(|file| _ = fs::remove_file(file));
        std::process::exit(INTERRUPTED);
    });
}

/// Removes the unfinished files in a file's folder that programs left which were killed; says whether there was one.
pub fn remove_abandoned(path: &Path) -> bool {
    let under_way = under_way();
    let abandoned = abandoned_in(folder_of(path), &under_way);
    abandoned.iter().filter(|file| fs::remove_file(file).is_ok()).count() > 0
}

/// The unfinished files in a folder whose process has ended; `under_way` are those of this one.
fn abandoned_in(folder: &Path, under_way: &[PathBuf]) -> Vec<PathBuf> {
    let is_abandoned = |file: &PathBuf| match writer_of(file) {
        Some(process) if process == std::process::id() => {
            !under_way.iter().any(|own| own.file_name() == file.file_name())
        }
        Some(process) => has_ended(process, file),
        None => false,
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_abandoned).collect()
}

/// The process that writes an unfinished file; `None` for any other file.
fn writer_of(file: &Path) -> Option<u32> {
    let name = file.file_name()?.to_string_lossy();
    let (_, process) = name.strip_suffix(UNFINISHED)?.rsplit_once(OURS)?;
    process.parse().ok()
}

/// Seconds. Where running processes cannot be listed, an unfinished file that nobody has written to for so long is abandoned.
const ABANDONED_AFTER: u64 = 3600;

/// Whether the process has ended that wrote an unfinished file. One that runs on another computer, which shares the folder,
/// is not seen: its file may go, and it says that it could not write.
fn has_ended(process: u32, file: &Path) -> bool {
    let processes = Path::new("/proc");
    if processes.join("self").exists() {
        return !processes.join(process.to_string()).exists();
    }
    let age = fs::metadata(file).and_then(|facts| facts.modified()).ok().and_then(|written| written.elapsed().ok());
    age.is_some_and(|age| age.as_secs() > ABANDONED_AFTER)
}

/// A path in a folder that nothing has yet, not even a link that leads nowhere: `STEM.EXTENSION`, or `STEM-2.EXTENSION` and so
/// on.
#[cfg(feature = "window")]
pub fn free_name(folder: &Path, stem: &str, extension: &str) -> PathBuf {
    let numbered = |number: u32| match number {
        1 => folder.join(format!("{stem}.{extension}")),
        _ => folder.join(format!("{stem}-{number}.{extension}")),
    };
    (1..).map(numbered).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| numbered(1))
}

/// Makes a folder and those above it, where they are not there yet.
///
/// # Errors
/// Why it cannot be made, naming it.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                "a file is in its place; move it away".to_owned()
            }
            _ => reason(&error),
        };
        format!("the folder `{}` cannot be created: {why}", shown(folder))
    })
}

/// Why a file cannot be written, in words.
pub fn unwritable(path: &Path, error: &io::Error) -> String {
    let file = shown(path);
    if error.kind() == io::ErrorKind::AlreadyExists {
        return format!("`{file}` already exists and has not been changed: give another name");
    }
    format!("`{file}` cannot be written: {}", reason(error))
}

/// Why something cannot be written, and what would be right.
fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist; create it first",
        io::ErrorKind::NotADirectory => "a part of its path is no folder; give another name",
        io::ErrorKind::StorageFull => "the disk is full; make room, and try again",
        io::ErrorKind::QuotaExceeded => "your share of the disk is full; make room, and try again",
        io::ErrorKind::FileTooLarge => "a file must not be so large here; raise the limit, or give another place",
        io::ErrorKind::PermissionDenied => "the permissions of its folder do not let you; give another place",
        io::ErrorKind::ReadOnlyFilesystem => "nothing can be written to this disk; give another place",
        _ => return error.to_string(),
    };
    words.to_owned()
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

    #[cfg(target_os = "linux")]
    #[test]
    fn what_killed_programs_left_is_removed_and_nothing_else() {
        let folder = Folder::new("output-unfinished");
        let ended = {
            let mut process = std::process::Command::new(std::env::current_exe().expect("it runs"));
            let mut process = process.arg("--list").stdout(std::process::Stdio::null()).spawn().expect("it can be run");
            process.wait().expect("it ends");
            process.id()
        };
        let own = std::process::id();
        let stay = [
            "a.ron".to_owned(),
            format!("a.{ended}.unfinished"),
            "a.footpath-x.unfinished".to_owned(),
            format!("a.footpath-{ended}.unfinished.ron"),
            format!("a.footpath-{}.unfinished", std::os::unix::process::parent_id()),
        ];
        let go = [format!("b.footpath-{ended}.unfinished"), format!("c.footpath-{own}.unfinished")];
        for name in stay.iter().chain(&go) {
            fs::write(folder.0.join(name), "").expect("the folder is writable");
        }
        let path = folder.0.join("a.ron");
        replace(&path, |file| {
            assert!(!remove_abandoned(&path), "what is written now is not abandoned");
            file.write_all(b"new")
        })
        .expect("it can be written");
        let mut left = stay.to_vec();
        left.sort();
        assert_eq!(folder.files(), left);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        use std::os::unix::fs::symlink;

        let folder = Folder::new("output-links");
        let path = |name: &str| folder.0.join(name);
        for (link, target) in [("b.ron", "a.ron"), ("c.ron", "b.ron"), ("d.ron", "e.ron"), ("e.ron", "d.ron")] {
            symlink(target, path(link)).expect("the folder is writable");
        }
        replace(&path("c.ron"), |file| file.write_all(b"first")).expect("a link may lead to where nothing is yet");
        replace(&path("c.ron"), |file| file.write_all(b"second")).expect("it leads to a file now");
        assert_eq!(fs::read(path("a.ron")).ok().as_deref(), Some(&b"second"[..]));
        let told = replace(&path("d.ron"), |_| Ok(())).expect_err("it leads to itself");
        assert!(told.contains("d.ron` is a link that leads to itself"), "{told}");
        assert!(["b.ron", "c.ron", "d.ron"].iter().all(|link| path(link).is_symlink()), "{:?}", folder.files());
        assert_eq!(folder.files().len(), 5);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_stream_of_the_program_is_not_replaced() {
        use std::os::fd::AsRawFd;

        let folder = Folder::new("output-stream");
        let (log, link) = (folder.0.join("log"), folder.0.join("stdout"));
        fs::write(&log, "mine").expect("the folder is writable");
        let stream = File::options().append(true).open(&log).expect("it is mine");
        std::os::unix::fs::symlink(format!("/proc/self/fd/{}", stream.as_raw_fd()), &link).expect("it is writable");
        let told = replace(&link, |file| file.write_all(b"new")).expect_err("it leads to an open file");
        assert!(told.contains("stdout` is a pipe or a device"), "{told}");
        assert_eq!(fs::read(&log).ok().as_deref(), Some(&b"mine"[..]));
    }

    #[test]
    fn what_is_read_only_is_not_replaced() {
        let folder = Folder::new("output-read-only");
        let path = folder.0.join("level.ron");
        fs::write(&path, "mine").expect("the folder is writable");
        let mut permissions = fs::metadata(&path).expect("it is there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("it is mine");
        let told = replace(&path, |file| file.write_all(b"new")).expect_err("it is read-only");
        assert!(told.contains("level.ron` is read-only"), "{told}");
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"mine"[..]));
    }

    #[test]
    fn a_name_as_long_as_can_be_is_written() {
        let folder = Folder::new("output-long");
        let path = folder.0.join(format!("{}.ron", "n".repeat(251)));
        replace(&path, |file| file.write_all(b"long")).expect("its unfinished file has a shorter name");
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"long"[..]));
    }
}
