//! The program, run without a display in folders of the tests' own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for a test, empty at first and removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, contents).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The names of all files in it and below, as paths from it, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
                match entry.file_type().unwrap().is_dir() {
                    true => folders.push(entry.path()),
                    false => names.push(entry.path().strip_prefix(&self.0).unwrap().to_string_lossy().into_owned()),
                }
            }
        }
        names.sort();
        names
    }

    /// The path that a file of this name has in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program that was built with these tests.
pub fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_footpath"));
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    program
}

/// What running the program gives: exit code, stdout, stderr.
pub fn run(arguments: &[&str]) -> (i32, String, String) {
    outcome(program().args(arguments).output().unwrap())
}

/// The exit code, stdout and stderr of a program that has ended.
pub fn outcome(output: Output) -> (i32, String, String) {
    let code = output.status.code().expect("it ends by itself");
    (code, String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Runs a command that must fail with exit code 2, print nothing, and say all of `words`.
pub fn refuses(arguments: &[&str], words: &[&str]) {
    let (code, stdout, stderr) = run(arguments);
    assert_eq!(code, 2, "{arguments:?}: {stderr}");
    assert_eq!(stdout, "", "{arguments:?}");
    for word in words {
        assert!(stderr.contains(word), "{arguments:?} should say {word:?}: {stderr}");
    }
}
