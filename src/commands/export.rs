//! `footpath export`: the map of a level for other programs.

use std::io::Write;

use footpath::level::export;

use super::flags::ExportFlags;
use super::{Failure, open_level};
use crate::file_name::shown;
use crate::output_file::write_new;

/// Gives exit code 0; a file that exists is left as it is.
pub fn export(flags: &ExportFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let map = open_level(&flags.level)?.map;
    let target = shown(&flags.output);
    match flags.output.extension().and_then(|extension| extension.to_str()) {
        Some("map") => write_new(&flags.output, |file| file.write_all(export::moving_ai(&map).as_bytes()))?,
        Some("png") => {
            let unwritable = |error| Failure::Impossible(format!("`{target}` cannot be written: {error}"));
            let picture = export::picture(&map).map_err(unwritable)?;
            write_new(&flags.output, |file| file.write_all(&picture))?;
        }
        _ => {
            return Err(Failure::Impossible(format!("`{target}` is not a name for a map, which ends in .map or .png")));
        }
    }
    writeln!(output, "`{target}` has been written: {} x {} tiles", map.tiles.width(), map.tiles.height())?;
    Ok(0)
}
