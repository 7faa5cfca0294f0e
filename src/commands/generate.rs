//! `footpath generate`: a level with a map from a seed, drawn.

use std::io::Write;

use footpath::level::generate::{self, Generate};
use footpath::level::{Level, TileMap};

use super::Failure;
use super::flags::GenerateFlags;
use super::import::put_walker;
use super::progress::ProgressLine;
use crate::file_name::shown;
use crate::output_file::write_new;

/// A map is generated, a walker is put on it, its text is made and written.
const STEPS: usize = 4;

/// Gives exit code 0; a file that exists is left as it is.
pub fn generate(flags: &GenerateFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let target = shown(&flags.output);
    if flags.output.extension().is_none_or(|extension| extension != "ron") {
        return Err(Failure::Impossible(format!("`{target}` is not a name for a level file, which ends in .ron")));
    }
    let (width, height) = flags.size;
    let wanted = Generate { islands: !flags.no_islands, ..Generate::new(flags.kind, width, height, flags.seed) };
    let mut progress = ProgressLine::begin();
    let mut level = Level::on(TileMap::plain(generate::generate(&wanted)));
    progress.count("step", 1, STEPS);
    level.name = format!("{} {}", flags.kind.name(), flags.seed);
    level.about = format!("Generated: {}, {width} x {height} tiles, from the seed {}.", flags.kind.name(), flags.seed);
    put_walker(&mut level);
    progress.count("step", 2, STEPS);
    let text = level.to_ron();
    progress.count("step", 3, STEPS);
    write_new(&flags.output, |file| file.write_all(text.as_bytes()))?;
    drop(progress);
    writeln!(output, "`{target}` has been written: {width} x {height} tiles")?;
    Ok(0)
}
