//! `footpath import`: a level made of a map of another program.

use std::io::{Cursor, Write};
use std::path::Path;

use footpath::level::import::{self, Imported};
use footpath::level::{AgentStart, Level};
use footpath::nav;

use super::flags::ImportFlags;
use super::progress::Progress;
use super::{Failure, bytes_of, moving_ai, note, read_text};
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
    let (Imported { mut level, notes, .. }, origin) =
        match flags.map.extension().and_then(|extension| extension.to_str()) {
            Some("map") => {
                let level = moving_ai::load_map(&flags.map)?;
                let none = Vec::new();
                let imported =
                    Imported { level, notes: none, grounds: Vec::new(), levels: Vec::new(), chosen: 0, empty: None };
                (imported, "a map of the Moving AI benchmark")
            }
            Some("tmx" | "tmj" | "json") => {
                let mut read = |source: &str| text_of(&flags.map.with_file_name(source));
                let imported = import::tiled(&name, &text_of(&flags.map)?, &mut read).map_err(told)?;
                (imported, "a map of Tiled")
            }
            Some("ldtk") => (import::ldtk(&name, &text_of(&flags.map)?).map_err(told)?, "a level of LDtk"),
            Some("png") => {
                let (width, points) = points_of(&flags.map).map_err(told)?;
                (import::picture(&name, width, &points).map_err(told)?, "a picture")
            }
            _ => {
                let message = format!("`{map}` is no map: these end in .map, .tmx, .tmj, .ldtk or .png");
                return Err(Failure::Impossible(message));
            }
        };
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
        note(format_args!("note: left out: {what}"));
    }
    if Level::parse("", &text).is_err() {
        note(format_args!(
            "note: the level has mistakes now, such as agents too near to walls: see `footpath check {}`",
            word(&flags.output)
        ));
    }
    Ok(0)
}

fn text_of(file: &Path) -> Result<String, String> {
    read_text(file).map_err(|failure| failure.in_words(file))
}

/// The width of a picture in a PNG file, and the colours of its points.
fn points_of(file: &Path) -> Result<(u32, Vec<[u8; 3]>), String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("it cannot be read: {error}");
    let mut decoder = png::Decoder::new(Cursor::new(bytes_of(file, MOST_BYTES)?));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| unreadable(&error))?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width.max(height) as usize > footpath::level::limits::MAP_TILES {
        return Err(format!("it has {width} x {height} points; a level has at most 4096 columns and rows"));
    }
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    let info = reader.next_frame(&mut bytes).map_err(|error| unreadable(&error))?;
    let samples = info.color_type.samples();
    let color = |point: &[u8]| if samples < 3 { [point[0]; 3] } else { [point[0], point[1], point[2]] };
    Ok((width, bytes[..info.buffer_size()].chunks_exact(samples).map(color).collect()))
}

/// Puts a walker to play with as near to the middle of the map as there is room, on its largest connected part.
pub fn put_walker(level: &mut Level) {
    let cell = nav::middle_of_largest_part(&level.map, &level.profiles[0]);
    level.agents.extend(cell.map(|cell| AgentStart::at(0, level.map.lattice.centre(cell))));
}
