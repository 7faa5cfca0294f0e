//! `footpath import`: a level made of a map of another program.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use footpath::level::import::{self, Format, Imported, Options};
use footpath::level::{AgentStart, Level};
use footpath::nav;

use super::flags::ImportFlags;
use super::progress::ProgressLine;
use super::{Failure, bytes_of, note};
use crate::file_name::{shown, word};
use crate::input_file::MOST_BYTES;
use crate::output_file::{demand_new, replace, write_new};

/// A map is read, a walker is put on it, the text of the level is made and written.
const STEPS: usize = 4;

/// What stands for standard input and standard output.
const STANDARD: &str = "-";

/// Gives exit code 0; a file that exists is left as it is unless the flags say otherwise.
pub fn import(flags: &ImportFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let target = target_of(flags)?;
    let map = Map::read(flags)?;
    if flags.level.as_deref() != Some("all") {
        let imported = map.level(flags.level.clone())?;
        demand_writable(flags, &target)?;
        write_level(flags, &map, imported, &target, output)?;
        return Ok(0);
    }
    let first = map.level(None)?;
    if first.levels.len() < 2 {
        demand_writable(flags, &target)?;
        write_level(flags, &map, first, &target, output)?;
        return Ok(0);
    }
    if target == Path::new(STANDARD) {
        let count = first.levels.len();
        return Err(Failure::Impossible(format!(
            "{count} levels do not fit into standard output: name a file with -o"
        )));
    }
    let targets = targets_of(&target, &first.levels);
    targets.iter().try_for_each(|target| demand_writable(flags, target))?;
    for (number, target) in (1..).zip(&targets) {
        write_level(flags, &map, map.level(Some(format!("{number}")))?, target, output)?;
    }
    Ok(0)
}

/// The level to write: what the flags say, or in the current folder what is called like the map.
fn target_of(flags: &ImportFlags) -> Result<PathBuf, Failure> {
    let target = match &flags.output {
        Some(target) => target.clone(),
        None if flags.map == Path::new(STANDARD) => PathBuf::from(STANDARD),
        None => Path::new(flags.map.file_name().unwrap_or_default()).with_extension("ron"),
    };
    if target != Path::new(STANDARD) && target.extension().is_none_or(|extension| extension != "ron") {
        let target = shown(&target);
        return Err(Failure::Impossible(format!("`{target}` is not a name for a level file, which ends in .ron")));
    }
    if target == flags.map && target != Path::new(STANDARD) {
        return Err(Failure::Impossible(format!("`{}` is the map itself: name another file with -o", shown(&target))));
    }
    Ok(target)
}

/// The files of several levels, side by side: the names of the levels stand behind that of the target.
fn targets_of(target: &Path, levels: &[String]) -> Vec<PathBuf> {
    let stem = target.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut taken = BTreeSet::new();
    let file = |level: &String| {
        let plain = |letter: char| if letter.is_alphanumeric() || "_.".contains(letter) { letter } else { '-' };
        let name: String = level.chars().map(plain).collect();
        let names = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name}-{number}") });
        let own = names.into_iter().find(|name| taken.insert(name.to_lowercase())).unwrap_or_default();
        target.with_file_name(format!("{stem}-{own}.ron"))
    };
    levels.iter().map(file).collect()
}

fn demand_writable(flags: &ImportFlags, target: &Path) -> Result<(), Failure> {
    if flags.force || target == Path::new(STANDARD) {
        return Ok(());
    }
    demand_new(target).map_err(|error| match target.exists() {
        true => Failure::Impossible(format!("{error}, or overwrite it with --force")),
        false => Failure::Impossible(error),
    })
}

/// A map of another program, and how it is to be read.
struct Map<'f> {
    flags: &'f ImportFlags,
    bytes: Vec<u8>,
}

impl Map<'_> {
    fn read(flags: &ImportFlags) -> Result<Map<'_>, Failure> {
        if flags.map != Path::new(STANDARD) {
            return Ok(Map { flags, bytes: bytes_of(&flags.map, MOST_BYTES)? });
        }
        let mut bytes = Vec::new();
        let unreadable = |error| Failure::Impossible(format!("standard input cannot be read: {error}"));
        io::stdin().take(MOST_BYTES as u64).read_to_end(&mut bytes).map_err(unreadable)?;
        Ok(Map { flags, bytes })
    }

    /// One level of it.
    fn level(&self, level: Option<String>) -> Result<Imported, Failure> {
        let flags = self.flags;
        let is_standard = flags.map == Path::new(STANDARD);
        let name = if is_standard { "standard input".to_owned() } else { shown(&flags.map).to_string() };
        let options = Options {
            solid: flags.solid.clone(),
            floor: flags.floor.clone(),
            empty: flags.empty,
            layer: flags.layer.clone(),
            level,
            tile_size: flags.tile_size,
        };
        let mut files = |source: &str| bytes_of(&beside(&flags.map, source), MOST_BYTES);
        let told = |message: String| match Format::of(&self.bytes) {
            // It names the file, the line and the column.
            Some(Format::MovingAi) => Failure::Impossible(message),
            _ => Failure::Impossible(format!("`{name}`: {message}")),
        };
        import::read(&name, &self.bytes, &options, &mut files).map_err(told)
    }
}

/// A file that a map names: as it says, or else in any case of letters, as the systems of many authors have it.
fn beside(map: &Path, source: &str) -> PathBuf {
    let file = map.with_file_name(source);
    let Some(name) = file.file_name().filter(|_| !file.exists()) else { return file };
    let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let is_same = |found: &std::ffi::OsStr| found.to_string_lossy().eq_ignore_ascii_case(&name.to_string_lossy());
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.file_name());
    entries.into_iter().find(|found| is_same(found)).map_or(file.clone(), |found| folder.join(found))
}

fn write_level(
    flags: &ImportFlags,
    map: &Map,
    imported: Imported,
    target: &Path,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let mut progress = ProgressLine::begin();
    let Imported { mut level, notes, .. } = imported;
    let origin = Format::of(&map.bytes).map_or("a map", Format::name);
    level.about = format!("Made from {origin}.");
    progress.count("step", 1, STEPS);
    if level.agents.is_empty() {
        put_walker(&mut level);
    }
    progress.count("step", 2, STEPS);
    let text = level.to_ron();
    progress.count("step", 3, STEPS);
    let is_standard = target == Path::new(STANDARD);
    if is_standard {
        output.write_all(text.as_bytes())?;
    } else if flags.force {
        replace(target, |file| file.write_all(text.as_bytes()))?;
    } else {
        write_new(target, |file| file.write_all(text.as_bytes()))?;
    }
    drop(progress);
    if !is_standard {
        let (width, height) = (level.map.lattice.width, level.map.lattice.height);
        writeln!(output, "`{}` has been written: {width} x {height} tiles", shown(target))?;
    }
    for what in notes {
        note(format_args!("note: {what}"));
    }
    if let Err(error) = Level::parse("", &text) {
        let (first, others) = (&error.problems[0], error.problems.len() - 1 + error.more);
        let others = if others == 0 { String::new() } else { format!(", and {others} more") };
        let message = &first.message;
        match is_standard {
            true => note(format_args!("note: the level has a mistake in line {}: {message}{others}", first.line)),
            false => note(format_args!(
                "note: the level has a mistake in line {}: {message}{others}: see `footpath check {}`",
                first.line,
                word(target)
            )),
        }
    }
    Ok(())
}

/// The text of a level made of a map, as it seems right for that, with somebody on it; what is to be known of it is told.
pub fn text_of_map(map: &Path) -> Result<String, Failure> {
    let name = shown(map).to_string();
    let bytes = bytes_of(map, MOST_BYTES)?;
    let mut files = |source: &str| bytes_of(&beside(map, source), MOST_BYTES);
    let told = |message: String| Failure::Impossible(format!("`{name}`: {message}"));
    let Imported { mut level, notes, .. } =
        import::read(&name, &bytes, &Options::default(), &mut files).map_err(told)?;
    for what in notes {
        note(format_args!("note: {what}"));
    }
    level.about = format!("Made from {}.", Format::of(&bytes).map_or("a map", Format::name));
    if level.agents.is_empty() {
        put_walker(&mut level);
    }
    Ok(level.to_ron())
}

/// Puts a walker to play with as near to the middle of the map as there is room, on its largest connected part.
pub fn put_walker(level: &mut Level) {
    let cell = nav::middle_of_largest_part(&level.map, &level.profiles[0]);
    level.agents.extend(cell.map(|cell| AgentStart::at(0, level.map.lattice.centre(cell))));
}
