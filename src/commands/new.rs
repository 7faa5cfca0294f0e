//! `footpath new`: a commented level to begin with.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use footpath::level::Level;

use super::Failure;

/// Gives exit code 0; a file that exists is left as it is.
pub fn new(path: &Path, output: &mut dyn Write) -> Result<u8, Failure> {
    let file = path.display();
    if path.extension().is_none_or(|extension| extension != "ron") {
        let better = match path.file_name() {
            Some(name) if name != ".ron" => path.with_extension("ron"),
            _ => path.with_file_name("my-level.ron"),
        };
        let message = format!("`{file}` is no name for a level file, which ends in .ron: try `{}`", better.display());
        return Err(Failure::Impossible(message));
    }
    let failure = |error: std::io::Error| {
        Failure::Impossible(match error.kind() {
            ErrorKind::AlreadyExists => format!("`{file}` exists already and is left as it is: give another name"),
            ErrorKind::NotFound => format!("`{file}` cannot be written: its folder does not exist; make it first"),
            _ => format!("`{file}` cannot be written: {error}"),
        })
    };
    let mut level = OpenOptions::new().write(true).create_new(true).open(path).map_err(failure)?;
    level.write_all(Level::starter().as_bytes()).map_err(failure)?;
    writeln!(output, "`{file}` is written. Next:")?;
    writeln!(output, "  footpath {file}        play it; it is loaded again whenever you save it")?;
    writeln!(output, "  footpath check {file}  look for mistakes")?;
    writeln!(output, "The format is described in levels/README.md.")?;
    Ok(0)
}
