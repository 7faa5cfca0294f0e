//! `footpath check`: every mistake in level files and scripts, and what is hardly meant.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use footpath::grid::Rect;
use footpath::level::{
    AgentStart, Level, LevelError, LevelWarnings, Locations, Part, Problem, check_pieces, is_file_of_pieces,
};
use footpath::script::{check_in_level, names, steps};
use footpath::sentences;
use footpath::sim::Simulation;
use footpath::warnings::warnings;
use serde::Serialize;

use super::flags::CheckFlags;
use super::progress::ProgressLine;
use super::{
    Failure, NOT_UTF_8, NOT_UTF_8_HELP, ReadFailure, format_of, import_help, levels_at, note, open_level, read_text,
    with_pieces,
};
use crate::file_name::shown;

/// A mistake or a warning as `--json` prints it.
#[derive(Serialize)]
struct Finding {
    /// The kind of warning; `None` for a mistake.
    warning: Option<&'static str>,
    file: String,
    line: usize,
    column: usize,
    message: String,
    help: Option<String>,
}

/// What was found.
#[derive(Default)]
struct Findings {
    mistakes: Vec<Finding>,
    /// How many more mistakes there are than are listed.
    unlisted: usize,
    /// How many levels could be read.
    levels: usize,
    /// How many scripts could be read.
    scripts: usize,
    /// How many of both have a mistake.
    broken: usize,
    /// What is hardly meant in the files without a mistake.
    warnings: Vec<Finding>,
    /// How many more warnings there are than are listed.
    unlisted_warnings: usize,
    /// Files and folders that could not be read, and why.
    unreadable: Vec<Finding>,
    /// What the last level without a mistake holds.
    contents: String,
}

/// Gives exit code 0 when there is no mistake, 1 when there is one (or a warning, where these are denied), and 2 when
/// something could not be read.
pub fn check(flags: &CheckFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let mut findings = Findings::default();
    let mut files = BTreeSet::new();
    for path in &flags.paths {
        add(path, &mut files, &mut findings);
    }
    let mut progress = ProgressLine::begin();
    let script = flags.script.as_ref().and_then(|path| read_text(path).ok());
    let in_script = script.map(|text| names(&text)).unwrap_or_default();
    for (done, file) in files.iter().enumerate() {
        progress.count("checked", done, files.len());
        look_at(file, &in_script, !flags.json, &mut findings, &mut progress);
    }
    if let Some(script) = &flags.script {
        look_at_script(script, &files, !flags.json, &mut findings, &mut progress)?;
    }
    drop(progress);
    let Findings { mistakes, unlisted, levels, scripts, broken, warnings, unlisted_warnings, unreadable, contents } =
        findings;
    let is_denied = flags.deny_warnings && !warnings.is_empty();
    let code = if unreadable.is_empty() { u8::from(broken > 0 || is_denied) } else { 2 };
    if flags.json {
        let all: Vec<Finding> = mistakes.into_iter().chain(warnings).chain(unreadable).collect();
        serde_json::to_writer_pretty(&mut *output, &all).map_err(std::io::Error::from)?;
        writeln!(output)?;
        return Ok(code);
    }
    for failure in &unreadable {
        note(format_args!("error: {}", failure.message));
    }
    let checked: Vec<String> = [(levels, "level"), (scripts, "script")]
        .into_iter()
        .filter(|&(number, noun)| number > 0 || noun == "level" && scripts == 0)
        .map(|(number, noun)| count(number, noun))
        .collect();
    let checked = checked.join(" and ");
    let warned = match warnings.len() + unlisted_warnings {
        0 => String::new(),
        number => format!(", {}", count(number, "warning")),
    };
    if broken > 0 {
        writeln!(output, "{} in {broken} of {checked}{warned}", count(mistakes.len() + unlisted, "mistake"))?;
    } else if unreadable.is_empty() {
        writeln!(output, "{checked}: no mistakes{warned}")?;
        if levels == 1 && !contents.is_empty() {
            writeln!(output, "{contents}")?;
        }
    }
    Ok(code)
}

fn count(number: usize, noun: &str) -> String {
    let plural = if noun.ends_with("ch") { "es" } else { "s" };
    format!("{number} {noun}{}", if number == 1 { "" } else { plural })
}

/// What a level holds, in one line.
fn contents(level: &Level) -> String {
    let map = &level.map;
    let size = format!("{} x {} tiles", map.lattice.width, map.lattice.height);
    let things = [
        (level.agents.len(), "agent"),
        (level.places.len(), "place"),
        (level.paths.len(), "path"),
        (level.zones.len(), "zone"),
        (map.obstacles.len(), "obstacle"),
        (map.links.len(), "link"),
        (level.switches.len(), "switch"),
    ];
    let counted = things.into_iter().filter(|(number, _)| *number > 0).map(|(number, noun)| count(number, noun));
    let told = [(map.relief.is_some(), "heights or ceilings"), (level.wear.is_some(), "ground that wears")];
    let told = told.into_iter().filter(|(is_there, _)| *is_there).map(|(_, what)| what.to_owned());
    std::iter::once(size).chain(counted).chain(told).collect::<Vec<String>>().join(", ")
}

/// Adds a file, or every level file in a folder.
fn add(path: &Path, files: &mut BTreeSet<PathBuf>, findings: &mut Findings) {
    match levels_at(path) {
        Err(message) => findings.unreadable.push(unreadable(path, message)),
        Ok(found) => files.extend(found),
    }
}

/// What cannot be read has no better place than its beginning.
fn unreadable(path: &Path, message: String) -> Finding {
    Finding { warning: None, file: path.display().to_string(), line: 1, column: 1, message, help: None }
}

/// A problem as `--json` prints it; `warning` is its kind if it is no mistake.
fn finding(file: &str, warning: Option<&'static str>, problem: Problem) -> Finding {
    let Problem { line, column, message, help, .. } = problem;
    Finding { warning, file: file.to_owned(), line, column, message, help }
}

/// Checks one file, with the names to which a script refers; if `tell`, also prints its mistakes.
fn look_at(
    path: &Path,
    in_script: &BTreeSet<String>,
    tell: bool,
    findings: &mut Findings,
    progress: &mut ProgressLine,
) {
    let file = path.display().to_string();
    if let Some(format) = format_of(path) {
        let message = format!("this is {}, no level", format.name());
        let help = import_help(path);
        if tell {
            progress.wipe();
            note(format_args!("error: {message}\n --> {}:1:1\n  = help: {help}\n", shown(path)));
        }
        findings.mistakes.push(Finding { warning: None, file, line: 1, column: 1, message, help: Some(help) });
        (findings.broken, findings.levels) = (findings.broken + 1, findings.levels + 1);
        return;
    }
    match read_text(path) {
        Err(ReadFailure::Unreadable(message)) => {
            findings.unreadable.push(unreadable(path, message));
            return;
        }
        Err(ReadFailure::NotText { line, column }) => {
            if tell {
                progress.wipe();
                let file = shown(path);
                note(format_args!("error: {NOT_UTF_8}\n --> {file}:{line}:{column}\n  = help: {NOT_UTF_8_HELP}\n"));
            }
            let (message, help) = (NOT_UTF_8.to_owned(), Some(NOT_UTF_8_HELP.to_owned()));
            findings.mistakes.push(Finding { warning: None, file, line, column, message, help });
            findings.broken += 1;
        }
        Ok(text) if is_script(&text) => {
            let checked = steps(&shown(path).to_string(), &text).map(|_| ());
            take_script(&file, checked, tell, findings, progress);
            return;
        }
        Ok(text) if is_file_of_pieces(&text) => {
            if let Err(error) = check_pieces(&shown(path).to_string(), &text) {
                take_mistakes(&file, error, tell, findings, progress);
            }
            return;
        }
        Ok(text) => match judge(path, &text, in_script) {
            Ok((level, found)) => {
                if tell && !found.warnings.is_empty() {
                    progress.wipe();
                    note(format_args!("{found}\n"));
                }
                let warnings = found.warnings.into_iter();
                findings.warnings.extend(warnings.map(|(kind, problem)| finding(&file, Some(kind.name()), problem)));
                findings.unlisted_warnings += found.more;
                findings.contents = contents(&level);
            }
            Err(error) => take_mistakes(&file, error, tell, findings, progress),
        },
    }
    findings.levels += 1;
}

/// Adds the mistakes of a file; if `tell`, also prints them.
fn take_mistakes(file: &str, error: LevelError, tell: bool, findings: &mut Findings, progress: &mut ProgressLine) {
    if tell {
        progress.wipe();
        note(format_args!("{error}\n"));
    }
    let of_pieces = error.beside.into_iter().map(|beside| (beside.file, beside.problems));
    for (file, problems) in [(file.to_owned(), error.problems)].into_iter().chain(of_pieces) {
        findings.mistakes.extend(problems.into_iter().map(|problem| finding(&file, None, problem)));
    }
    findings.unlisted += error.more;
    findings.broken += 1;
}

/// Adds what became of checking a script.
fn take_script(
    file: &str,
    checked: Result<(), LevelError>,
    tell: bool,
    findings: &mut Findings,
    progress: &mut ProgressLine,
) {
    findings.scripts += 1;
    if let Err(error) = checked {
        take_mistakes(file, error, tell, findings, progress);
    }
}

/// Whether a text is a script: a list, where a level is a struct.
fn is_script(text: &str) -> bool {
    let begins = |line: &&str| !line.is_empty() && !line.starts_with("//");
    text.trim_start_matches('\u{feff}').lines().map(str::trim).find(begins).is_some_and(|line| line.starts_with('['))
}

/// Checks a script against the one level that is checked with it.
fn look_at_script(
    path: &Path,
    levels: &BTreeSet<PathBuf>,
    tell: bool,
    findings: &mut Findings,
    progress: &mut ProgressLine,
) -> Result<(), Failure> {
    let (Some(level), 1) = (levels.first(), levels.len()) else {
        let message = format!("a script is checked against one level, not against {}", count(levels.len(), "level"));
        return Err(Failure::Impossible(message));
    };
    let text = match read_text(path) {
        Ok(text) => text,
        Err(failure) => {
            findings.unreadable.push(unreadable(path, failure.in_words(path)));
            return Ok(());
        }
    };
    let name = shown(path).to_string();
    let level = open_level(level).ok();
    let checked = steps(&name, &text).and_then(|steps| match level {
        Some(level) => check_in_level(&name, &text, &steps, &level, sentences::refusal),
        None => Ok(()),
    });
    take_script(&path.display().to_string(), checked, tell, findings, progress);
    Ok(())
}

/// The level and its warnings, or its mistakes.
fn judge(path: &Path, text: &str, in_script: &BTreeSet<String>) -> Result<(Level, LevelWarnings), LevelError> {
    let (whole, file) = (with_pieces(path, text)?, shown(path).to_string());
    let (level, mut locations) = whole.parse(&file)?;
    locations.use_in_script(in_script.clone());
    demand_ground(&file, &whole.text, &level, &locations).map_err(|error| whole.placed(error))?;
    let warnings = warnings(&file, &whole.text, &level, &locations);
    Ok((level, warnings))
}

/// Fails if an agent stands on ground that is none because it is smaller than the level's `smallest_region`.
fn demand_ground(file: &str, text: &str, level: &Level, locations: &Locations) -> Result<(), LevelError> {
    if level.map.bake.smallest_region <= 0.0 {
        return Ok(());
    }
    let least = level.map.bake.smallest_region;
    let simulation = Simulation::new(level.clone(), None);
    let fault = |(index, agent): (usize, &AgentStart)| {
        let grid = simulation.nav_grid(agent.profile);
        let around = Rect::of_cell(grid.lattice().tile_at(agent.position)).grown(1);
        let is_none = simulation.cell_of(agent.profile, agent.position).is_none();
        let size = around.cells().find_map(|cell| grid.region(cell)).filter(|_| is_none)?;
        let message =
            format!("`smallest_region` takes the ground from under this agent: an area of {size} is connected there");
        let help =
            format!("set `smallest_region` to {size} or less instead of {least}, or put the agent on larger ground");
        Some((locations.of(text, Part::Agent(index)), message, help))
    };
    let faults: Vec<_> = level.agents.iter().enumerate().filter_map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(LevelError::at(file, text, faults)) }
}
