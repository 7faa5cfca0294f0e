//! `footpath levels`: the built-in levels.

use std::io::Write;

use footpath::level::{Level, built_in};

use super::Failure;

/// Gives exit code 0.
pub fn levels(output: &mut dyn Write) -> Result<u8, Failure> {
    let longest = built_in::LEVELS.iter().map(|level| level.name.len()).max().unwrap_or(0);
    for built_in in built_in::LEVELS {
        let level = Level::parse(built_in.name, built_in.text)?;
        writeln!(output, "{:longest$}  {}: {}", built_in.name, level.name, level.about)?;
    }
    Ok(0)
}
