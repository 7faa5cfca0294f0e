//! `footpath new`: a commented level to begin with.

use std::io::Write;
use std::path::Path;

use footpath::level::Level;

use super::Failure;
use crate::file_name::{shown, word};
use crate::output_file::write_new;

/// Gives exit code 0; a file that exists is left as it is.
pub fn new(path: &Path, output: &mut dyn Write) -> Result<u8, Failure> {
    let (file, word) = (shown(path), word(path));
    if path.extension().is_none_or(|extension| extension != "ron") {
        let better = match path.file_name() {
            Some(name) if name != ".ron" => path.with_extension("ron"),
            _ => path.with_file_name("my-level.ron"),
        };
        let message = format!("`{file}` is not a name for a level file, which ends in .ron: try `{}`", shown(&better));
        return Err(Failure::Impossible(message));
    }
    write_new(path, |file| file.write_all(Level::starter().as_bytes()))?;
    writeln!(output, "`{file}` has been written. Next:")?;
    writeln!(output, "  footpath {word}        play it; it is loaded again whenever you save it")?;
    writeln!(output, "  footpath check {word}  look for mistakes")?;
    writeln!(output, "The format is described in levels/README.md.")?;
    Ok(0)
}
