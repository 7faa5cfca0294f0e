//! `footpath bake`: the ground of a level, baked and kept.

use std::io::Write;
use std::time::Instant;

use footpath::nav::baking::Baking;

use super::flags::BakeFlags;
use super::progress::Progress;
use super::{Failure, baked_file, note};
use crate::file_name::shown;

/// Gives exit code 0.
pub fn bake(flags: &BakeFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let place = baked_file::open(&flags.level, &flags.cache)?;
    let file = place.file()?;
    if flags.clear {
        let was_there = place.clear()?;
        let what = if was_there { "removed" } else { "nothing was baked; there is no" };
        writeln!(output, "{what} {}", shown(file))?;
        return Ok(0);
    }
    let start = Instant::now();
    let mut baking = Baking::begin(&place.level.map, &place.level.profiles);
    let mut progress = Progress::begin();
    while !baking.step(&place.level.map) {
        progress.part("baked", baking.part());
    }
    drop(progress);
    let set = baking.finish();
    let millis = start.elapsed().as_secs_f64() * 1000.0;
    place.save(&set)?;
    let (cells, grids) = (place.level.map.cells(), set.len());
    note(format_args!("{} x {} cells in {grids} grids, baked in {millis:.1} ms", cells.width, cells.height));
    // For programs that read it, it is the path itself.
    output.write_all(file.as_os_str().as_encoded_bytes())?;
    writeln!(output)?;
    Ok(0)
}
