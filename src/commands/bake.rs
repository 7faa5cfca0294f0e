//! `footpath bake`: the ground of a level, baked and kept.

use std::io::Write;
use std::time::{Duration, Instant};

use footpath::nav::baking::Baking;

use super::flags::BakeFlags;
use super::progress::ProgressLine;
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
    let mut time = Duration::ZERO;
    let mut baking = Baking::begin(&place.level.map, &place.level.profiles);
    let grids = baking.grids();
    let mut progress = ProgressLine::begin();
    // Each is written before the next one is baked: those of a large map for all profiles together do not fit into memory.
    place.save(grids, |writer| {
        let mut is_baked = false;
        while !is_baked {
            let start = Instant::now();
            is_baked = baking.step(&place.level.map);
            time += start.elapsed();
            progress.part("baked", baking.part());
            baking.take().iter().try_for_each(|grid| writer.add(grid))?;
        }
        Ok(())
    })?;
    drop(progress);
    let cells = place.level.map.cells();
    let millis = time.as_secs_f64() * 1000.0;
    note(format_args!("{} x {} cells in {grids} grids, baked in {millis:.1} ms", cells.width, cells.height));
    // For programs that read it, it is the path itself.
    output.write_all(file.as_os_str().as_encoded_bytes())?;
    writeln!(output)?;
    Ok(0)
}
