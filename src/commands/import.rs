//! `footpath import`: a level made of a map of another program.

use std::collections::BTreeMap;
use std::io::Write;

use footpath::grid::Cell;
use footpath::level::import::{self, Format, Imported, Options};
use footpath::level::{AgentStart, Level};
use footpath::nav::{CornerRule, NavGrid};

use super::flags::ImportFlags;
use super::progress::Progress;
use super::{Failure, bytes_of, note};
use crate::file_name::{shown, word};
use crate::input_file::MOST_BYTES;
use crate::output_file::write_new;

/// A map is read, a walker is put on it, the text of the level is made and written.
const STEPS: usize = 4;

/// Gives exit code 0; a file that exists is left as it is.
pub fn import(flags: &ImportFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let (map, target) = (shown(&flags.map), shown(&flags.output));
    if flags.output.extension().is_none_or(|extension| extension != "ron") {
        return Err(Failure::Impossible(format!("`{target}` is not a name for a level file, which ends in .ron")));
    }
    let name = flags.map.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut progress = Progress::begin();
    let told = |message: String| Failure::Impossible(format!("`{map}`: {message}"));
    let bytes = bytes_of(&flags.map, MOST_BYTES)?;
    let mut files = |source: &str| bytes_of(&flags.map.with_file_name(source), MOST_BYTES);
    let Imported { mut level, notes, .. } =
        import::read(&name, &bytes, &Options::default(), &mut files).map_err(told)?;
    let origin = Format::of(&bytes).map_or("a map", Format::name);
    level.about = format!("Made from {origin}.");
    progress.count("step", 1, STEPS);
    if level.agents.is_empty() {
        put_walker(&mut level);
    }
    progress.count("step", 2, STEPS);
    let text = level.to_ron();
    progress.count("step", 3, STEPS);
    write_new(&flags.output, |file| file.write_all(text.as_bytes()))?;
    drop(progress);
    let (width, height) = (level.map.lattice.width, level.map.lattice.height);
    writeln!(output, "`{target}` has been written: {width} x {height} tiles")?;
    for what in notes {
        note(format_args!("note: {what}"));
    }
    if Level::parse("", &text).is_err() {
        note(format_args!(
            "note: the level has mistakes now, such as agents too near to walls: see `footpath check {}`",
            word(&flags.output)
        ));
    }
    Ok(0)
}

/// Puts a walker to play with as near to the middle of the map as there is room, on its largest connected part.
pub fn put_walker(level: &mut Level) {
    let grid = NavGrid::bake(&level.map, &level.profiles[0]);
    let lattice = level.map.lattice;
    let part = |cell: Cell| grid.component(cell, CornerRule::Never);
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for part in level.map.tiles.rect().cells().filter_map(part) {
        *sizes.entry(part).or_default() += 1;
    }
    let largest = sizes.into_iter().max_by_key(|&(part, size)| (size, std::cmp::Reverse(part)));
    let middle = Cell::new(lattice.width as i32 / 2, lattice.height as i32 / 2);
    let cells = level.map.tiles.rect().cells().filter(|&cell| part(cell) == largest.map(|(part, _)| part));
    let nearest = largest.and_then(|_| cells.min_by_key(|cell| cell.distance_squared(middle)));
    level.agents.extend(nearest.map(|cell| AgentStart::at(0, lattice.centre(cell))));
}
