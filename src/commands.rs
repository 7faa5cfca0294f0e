//! The commands, and what they share: reading files, naming levels, and failing in words.

mod bake;
mod baked_file;
mod bench;
mod check;
mod crowd;
mod export;
mod flags;
mod fmt;
mod generate;
mod import;
mod levels;
mod link;
mod method_flags;
mod moving_ai;
mod new;
mod picture;
mod play;
mod progress;
mod render;
mod replay;
mod schema;
mod simulate;
mod solve;
mod text_map;
mod tick_times;
mod torture;
#[cfg(all(feature = "window", target_os = "linux"))]
#[expect(unsafe_code, reason = "what the system has of a window is found in its own libraries")]
mod window_needs;

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter, Result as FormatResult};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use footpath::level::import::Format;
use footpath::level::{Level, LevelError, WholeLevel, built_in, did_you_mean, limits};

use crate::file_name::{shown, word};
use crate::{input_file, output_file};
#[cfg(feature = "window")]
pub use baked_file::kept_ground;
use flags::{CliCommand, Flags};

#[cfg(target_os = "macos")]
use etcetera::base_strategy::Apple as SystemFolders;
#[cfg(windows)]
use etcetera::base_strategy::Windows as SystemFolders;
#[cfg(not(any(windows, target_os = "macos")))]
use etcetera::base_strategy::Xdg as SystemFolders;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
enum Failure {
    /// It was asked wrongly, or the system lacks something; in words.
    Impossible(String),
    /// The level is broken.
    Level(LevelError),
    /// The output could not be written.
    Output(io::Error),
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> FormatResult {
        match self {
            Failure::Impossible(message) => write!(f, "error: {message}"),
            Failure::Level(error) => write!(f, "{error}"),
            Failure::Output(error) => write!(f, "error: cannot write the output: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Impossible(message)
    }
}

impl From<LevelError> for Failure {
    fn from(error: LevelError) -> Failure {
        Failure::Level(error)
    }
}

/// The program's own folder for this user: the one that an environment variable names, or one among those of the system.
fn user_folder(variable: &str, of_system: impl FnOnce(&SystemFolders) -> PathBuf) -> Option<PathBuf> {
    let named = std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(of_system(&SystemFolders::new().ok()?).join("footpath")))
}

impl Failure {
    fn exit_code(&self) -> u8 {
        match self {
            Failure::Level(_) => 1,
            Failure::Impossible(_) | Failure::Output(_) => 2,
        }
    }
}

/// Reads the command line, runs the command, and returns its exit code.
pub fn main() -> ExitCode {
    let flags = match Flags::try_parse() {
        Ok(flags) => flags,
        Err(error) => return misunderstood(&error),
    };
    if !matches!(flags.command, None | Some(CliCommand::Lab(_))) {
        output_file::leave_nothing_unfinished();
    }
    let mut output = io::BufWriter::new(io::stdout().lock());
    let result = run(&flags, &mut output).and_then(|code| {
        output.flush()?;
        Ok(code)
    });
    match result {
        Ok(code) => ExitCode::from(code),
        // The reader, such as `head`, has closed the pipe: that is not an error.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // What was printed before it belongs before it; the failure is the thing to report.
            let _ = output.flush();
            note(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Says what clap says, be it the help that was asked for. A mistyped command is taken for a level, so what clap
/// says of that and of what follows it is said better.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let first = words.next().unwrap_or_default();
    let commands = command_names();
    let is_level = !first.starts_with('-') && !commands.contains(&first);
    if let Some(guess) = did_you_mean(&first, commands.iter().map(String::as_str))
        && is_level
    {
        let first = shown(&first);
        note(format_args!("error: there is no command `{first}`; {guess} `footpath --help` lists them all"));
    } else if error.kind() == ErrorKind::ArgumentConflict && is_level {
        let rest = words.collect::<Vec<_>>().join(" ");
        let (first, rest) = (shown(&first), shown(&rest));
        note(format_args!("error: `{first}` is read as a level, and `{rest}` cannot follow it: see `footpath --help`"));
    } else {
        match error.print() {
            Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => note(Failure::Output(failure)),
            _ if !error.use_stderr() => return ExitCode::SUCCESS,
            _ => {}
        }
    }
    ExitCode::from(2)
}

fn command_names() -> Vec<String> {
    Flags::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Gives the exit code.
fn run(flags: &Flags, output: &mut dyn Write) -> Result<u8, Failure> {
    match &flags.command {
        None => play::play(&flags.play, output),
        Some(CliCommand::Lab(flags)) => play::lab(flags),
        Some(CliCommand::Check(flags)) => check::check(flags, output),
        Some(CliCommand::Solve(flags)) => solve::solve(flags, output),
        Some(CliCommand::Simulate(flags)) => simulate::simulate(flags, output),
        Some(CliCommand::Replay(flags)) => replay::replay(flags, output),
        Some(CliCommand::Bake(flags)) => bake::bake(flags, output),
        Some(CliCommand::Bench(flags)) => bench::bench(flags, output),
        Some(CliCommand::Crowd(flags)) => crowd::crowd(flags, output),
        Some(CliCommand::Torture(flags)) => torture::torture(flags, output),
        Some(CliCommand::Fmt(flags)) => fmt::fmt(flags, output),
        Some(CliCommand::Import(flags)) => import::import(flags, output),
        Some(CliCommand::Export(flags)) => export::export(flags, output),
        Some(CliCommand::Generate(flags)) => generate::generate(flags, output),
        Some(CliCommand::Render(flags)) => render::render(flags, output),
        Some(CliCommand::Link(flags)) => link::link(flags, output),
        Some(CliCommand::New(flags)) => new::new(&flags.file, output),
        Some(CliCommand::Schema { script }) => schema::schema(*script, output),
        Some(CliCommand::Levels) => levels::levels(output),
    }
}

/// Prints a line for people to stderr; failing to do so is ignored.
fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Why a text file could not be read.
#[derive(Debug)]
enum ReadFailure {
    /// It is not there, cannot be opened, is a folder, or is far too large; in words.
    Unreadable(String),
    /// It is there and is not text: the line and column of the first byte that is not UTF-8.
    NotText { line: usize, column: usize },
}

impl ReadFailure {
    fn in_words(self, path: &Path) -> String {
        match self {
            ReadFailure::Unreadable(message) => message,
            ReadFailure::NotText { line, column } => {
                format!("{}:{line}:{column}: {NOT_UTF_8}; {NOT_UTF_8_HELP}", shown(path))
            }
        }
    }
}

const NOT_UTF_8: &str = "a byte here is not UTF-8";
const NOT_UTF_8_HELP: &str = "save the file as UTF-8 text";

/// The bytes of a file, which must be there, at most `most`.
fn bytes_of(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    input_file::read(path, most)?.ok_or_else(|| input_file::unreadable(path, &io::ErrorKind::NotFound.into()))
}

/// The text of a file.
fn read_text(path: &Path) -> Result<String, ReadFailure> {
    let bytes = bytes_of(path, limits::TEXT_BYTES).map_err(ReadFailure::Unreadable)?;
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        ReadFailure::NotText {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    })
}

/// A level file, or every level file in a folder and below; there must be one.
fn levels_at(path: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let mut found = BTreeSet::new();
    if !path.is_dir() {
        found.insert(path.to_owned());
        return Ok(found);
    }
    files_below(path, "ron", &mut found)?;
    match found.is_empty() {
        true => Err(format!("the folder `{}` has no level: no file in it ends in .ron", shown(path))),
        false => Ok(found),
    }
}

/// Adds every file in a folder and below that has this extension; linked folders are not followed, so that it ends.
fn files_below(folder: &Path, extension: &str, files: &mut BTreeSet<PathBuf>) -> Result<(), String> {
    let unreadable = |error| input_file::unreadable(folder, &error);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        if entry.file_type().map_err(unreadable)?.is_dir() {
            files_below(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) && !path.is_dir() {
            files.insert(path);
        }
    }
    Ok(())
}

/// The level that is meant by a path, or by the name of a built-in level where no such file exists.
fn open_level(path: &Path) -> Result<Level, Failure> {
    Ok(whole_level(path)?.parse(&shown(path).to_string())?.0)
}

/// The text of the same, with its pieces where they are in another file. Of a map of another program it is made, as it seems
/// right for that.
fn whole_level(path: &Path) -> Result<WholeLevel, Failure> {
    let text = level_text(path)?;
    Ok(with_pieces(path, &text)?)
}

/// A level of a file with its pieces, where these are in another file beside it.
fn with_pieces(path: &Path, text: &str) -> Result<WholeLevel, LevelError> {
    WholeLevel::of(&shown(path).to_string(), text, |name| {
        let beside = path.with_file_name(name);
        read_text(&beside).map_err(|failure| failure.in_words(&beside))
    })
}

fn level_text(path: &Path) -> Result<String, Failure> {
    if !path.is_file()
        && let Some(level) = path.to_str().and_then(built_in::named)
    {
        return Ok(level.text.to_owned());
    }
    if !path.exists() {
        return Err(Failure::Impossible(no_such_level(path)));
    }
    if format_of(path).is_some() {
        return import::text_of_map(path);
    }
    read_text(path).map_err(|failure| Failure::Impossible(failure.in_words(path)))
}

/// What a file is that is no level but can be made into one.
fn format_of(path: &Path) -> Option<Format> {
    Format::of(&bytes_of(path, limits::TEXT_BYTES).ok()?)
}

/// How a level is made of a file that can be made into one.
fn import_help(path: &Path) -> String {
    let is_taken = path.extension().is_some_and(|extension| extension == "ron");
    let ending = if is_taken { "level.ron" } else { "ron" };
    let target = Path::new(path.file_name().unwrap_or_default()).with_extension(ending);
    format!("`footpath import {} -o {}` makes one of it", word(path), word(&target))
}

fn no_such_level(path: &Path) -> String {
    let commands = command_names();
    let names = built_in::LEVELS.iter().map(|level| level.name).chain(commands.iter().map(String::as_str));
    let guess =
        did_you_mean(&path.to_string_lossy(), names).unwrap_or_else(|| "`footpath levels` lists those".to_owned());
    format!("there is no level file `{}`, nor a built-in level of that name; {guess}", shown(path))
}
