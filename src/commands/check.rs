//! `footpath check`: every mistake in level files.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use footpath::grid::Rect;
use footpath::level::{AgentStart, Level, LevelError};
use footpath::sim::Simulation;
use serde::Serialize;

use super::flags::CheckFlags;
use super::{Failure, NOT_UTF_8, NOT_UTF_8_HELP, ReadFailure, files_below, note, read_text};

/// A mistake as `--json` prints it.
#[derive(Serialize)]
struct Mistake {
    file: String,
    line: usize,
    column: usize,
    message: String,
    help: Option<String>,
}

/// What was found.
#[derive(Default)]
struct Findings {
    mistakes: Vec<Mistake>,
    /// How many more mistakes there are than are listed.
    unlisted: usize,
    /// How many files could be read.
    levels: usize,
    /// How many of these have a mistake.
    broken: usize,
    /// Files and folders that could not be read, and why.
    unreadable: Vec<Mistake>,
    /// What the last level without a mistake holds.
    contents: String,
}

/// Gives exit code 0 when there is no mistake, 1 when there is one, and 2 when something could not be read.
pub fn check(flags: &CheckFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let mut findings = Findings::default();
    let mut files = BTreeSet::new();
    for path in &flags.paths {
        add(path, &mut files, &mut findings);
    }
    for file in &files {
        look_at(file, !flags.json, &mut findings);
    }
    let Findings { mut mistakes, unlisted, levels, broken, unreadable, contents } = findings;
    let code = if unreadable.is_empty() { u8::from(broken > 0) } else { 2 };
    if flags.json {
        mistakes.extend(unreadable);
        serde_json::to_writer_pretty(&mut *output, &mistakes).map_err(std::io::Error::from)?;
        writeln!(output)?;
        return Ok(code);
    }
    for failure in &unreadable {
        note(format_args!("error: {}", failure.message));
    }
    let checked = count(levels, "level");
    if broken > 0 {
        writeln!(output, "{} in {broken} of {checked}", count(mistakes.len() + unlisted, "mistake"))?;
    } else if unreadable.is_empty() {
        writeln!(output, "{checked}: no mistakes")?;
        if levels == 1 {
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
    if !path.is_dir() {
        files.insert(path.to_owned());
        return;
    }
    let mut found = BTreeSet::new();
    match files_below(path, "ron", &mut found) {
        Err(message) => findings.unreadable.push(unreadable(path, message)),
        Ok(()) if found.is_empty() => {
            let message = format!("the folder `{}` has no level: no file in it ends in .ron", path.display());
            findings.unreadable.push(unreadable(path, message));
        }
        Ok(()) => files.extend(found),
    }
}

/// What cannot be read has no better place than its beginning.
fn unreadable(path: &Path, message: String) -> Mistake {
    Mistake { file: path.display().to_string(), line: 1, column: 1, message, help: None }
}

/// Checks one file; if `tell`, also prints its mistakes.
fn look_at(path: &Path, tell: bool, findings: &mut Findings) {
    let file = path.display().to_string();
    match read_text(path) {
        Err(ReadFailure::Unreadable(message)) => {
            findings.unreadable.push(unreadable(path, message));
            return;
        }
        Err(ReadFailure::NotText { line, column }) => {
            if tell {
                note(format_args!("error: {NOT_UTF_8}\n --> {file}:{line}:{column}\n  = help: {NOT_UTF_8_HELP}\n"));
            }
            let (message, help) = (NOT_UTF_8.to_owned(), Some(NOT_UTF_8_HELP.to_owned()));
            findings.mistakes.push(Mistake { file, line, column, message, help });
            findings.broken += 1;
        }
        Ok(text) => match Level::parse(&file, &text).and_then(|level| demand_ground(&file, &text, level)) {
            Ok(level) => findings.contents = contents(&level),
            Err(error) => {
                if tell {
                    note(format_args!("{error}\n"));
                }
                findings.mistakes.extend(error.problems.into_iter().map(|problem| Mistake {
                    file: file.clone(),
                    line: problem.line,
                    column: problem.column,
                    message: problem.message,
                    help: problem.help,
                }));
                findings.unlisted += error.more;
                findings.broken += 1;
            }
        },
    }
    findings.levels += 1;
}

/// Fails if an agent stands on ground that is none because it is smaller than the level's `smallest_region`.
fn demand_ground(file: &str, text: &str, level: Level) -> Result<Level, LevelError> {
    if level.map.bake.smallest_region <= 0.0 {
        return Ok(level);
    }
    let least = level.map.bake.smallest_region;
    let simulation = Simulation::new(level, None);
    let fault = |(index, agent): (usize, &AgentStart)| {
        let grid = simulation.nav_grid(agent.profile);
        let around = Rect::of_cell(grid.lattice().tile_at(agent.position)).grown(1);
        let is_none = simulation.cell_of(agent.profile, agent.position).is_none();
        let size = around.cells().find_map(|cell| grid.region(cell)).filter(|_| is_none)?;
        let message =
            format!("`smallest_region` takes the ground from under this agent: an area of {size} is connected there");
        let help =
            format!("set `smallest_region` to {size} or less instead of {least}, or put the agent on larger ground");
        Some((index, message, help))
    };
    let faults: Vec<_> = simulation.level().agents.iter().enumerate().filter_map(fault).collect();
    if faults.is_empty() { Ok(simulation.level().clone()) } else { Err(Level::faults_of_agents(file, text, faults)) }
}
