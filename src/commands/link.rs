//! `footpath link`: the address of a page that plays a level.

use std::io::Write;

use footpath::level::share;

use super::flags::LinkFlags;
use super::{Failure, whole_level};
use crate::file_name::shown;

/// Gives exit code 0; 1 if the level is broken or too long for an address.
pub fn link(flags: &LinkFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let level = whole_level(&flags.level)?;
    level.parse(&shown(&flags.level).to_string())?;
    match share::fragment(&level.text) {
        Ok(fragment) => {
            writeln!(output, "{}#{fragment}", flags.base)?;
            Ok(0)
        }
        Err(error) => {
            super::note(format_args!("error: {error}"));
            Ok(1)
        }
    }
}
