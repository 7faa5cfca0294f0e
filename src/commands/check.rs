//! `footpath check`: every mistake in level files.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use footpath::level::Level;
use serde::Serialize;

use super::flags::CheckFlags;
use super::{Failure, NOT_UTF_8, NOT_UTF_8_HELP, ReadFailure, note, read_text};

/// A mistake as `--json` prints it.
#[derive(Serialize)]
struct Mistake {
    file: String,
    line: usize,
    column: usize,
    message: String,
    help: Option<String>,
}

/// Gives exit code 0 when there is no mistake, else 1.
pub fn check(flags: &CheckFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let files = level_files(&flags.paths)?;
    let mut mistakes = Vec::new();
    let (mut broken, mut unlisted) = (0, 0);
    for file in &files {
        let (found, more) = mistakes_of(file, !flags.json)?;
        broken += usize::from(!found.is_empty());
        unlisted += more;
        mistakes.extend(found);
    }
    if flags.json {
        serde_json::to_writer_pretty(&mut *output, &mistakes).map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else if broken == 0 {
        writeln!(output, "{}: no mistakes", count(files.len(), "level"))?;
    } else {
        let (mistakes, files) = (count(mistakes.len() + unlisted, "mistake"), count(files.len(), "level"));
        writeln!(output, "{mistakes} in {broken} of {files}")?;
    }
    Ok(u8::from(broken > 0))
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The files that are meant, sorted, each once.
fn level_files(paths: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut files = BTreeSet::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            add_folder(path, &mut files)?;
            if files.len() == before && !files.iter().any(|file| file.starts_with(path)) {
                let message = format!("the folder `{}` holds no level: no file in it ends in .ron", path.display());
                return Err(Failure::Impossible(message));
            }
        } else {
            files.insert(path.clone());
        }
    }
    Ok(files)
}

/// Adds every `*.ron` file in a folder and below; linked folders are not followed, so that it ends.
fn add_folder(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error| Failure::Impossible(format!("`{}` cannot be read: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        if entry.file_type().map_err(unreadable)?.is_dir() {
            add_folder(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "ron") && !path.is_dir() {
            files.insert(path);
        }
    }
    Ok(())
}

/// The mistakes of one file, and how many more it has than are listed; also tells people about them when
/// `tell`.
fn mistakes_of(path: &Path, tell: bool) -> Result<(Vec<Mistake>, usize), Failure> {
    let file = path.display().to_string();
    Ok(match read_text(path) {
        Err(ReadFailure::NotText { line, column }) => {
            if tell {
                note(format_args!("error: {NOT_UTF_8}\n --> {file}:{line}:{column}\n  = help: {NOT_UTF_8_HELP}\n"));
            }
            let help = Some(NOT_UTF_8_HELP.to_owned());
            (vec![Mistake { file, line, column, message: NOT_UTF_8.to_owned(), help }], 0)
        }
        Err(failure) => return Err(Failure::Impossible(failure.in_words(path))),
        Ok(text) => match Level::parse(&file, &text) {
            Ok(_) => (Vec::new(), 0),
            Err(error) => {
                if tell {
                    note(format_args!("{error}\n"));
                }
                let mistake = |problem: footpath::level::Problem| Mistake {
                    file: file.clone(),
                    line: problem.line,
                    column: problem.column,
                    message: problem.message,
                    help: problem.help,
                };
                (error.problems.into_iter().map(mistake).collect(), error.more)
            }
        },
    })
}
