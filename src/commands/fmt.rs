//! `footpath fmt`: level files laid out afresh.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use footpath::format::limits;
use footpath::level::edit::formatted;

use super::flags::FmtFlags;
use super::progress::ProgressLine;
use super::{Failure, levels_at, note, read_text};
use crate::file_name::shown;
use crate::output_file::{remove_abandoned, replace};

/// Gives exit code 0 when everything is laid out, 1 when a file is broken or, with `--check`, not laid out, and 2 when
/// something could not be read or written. A file that is broken stays as it is.
pub fn fmt(flags: &FmtFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    if flags.paths.is_empty() {
        return standard_input(flags.check, output);
    }
    let mut files = BTreeSet::new();
    let mut code = 0;
    let mut fail = |failure: Failure| {
        note(&failure);
        code = code.max(failure.exit_code());
    };
    for path in &flags.paths {
        match levels_at(path) {
            Ok(found) => files.extend(found),
            Err(message) => fail(Failure::Impossible(message)),
        }
    }
    let mut changed = Vec::new();
    let mut progress = ProgressLine::begin();
    for (done, file) in files.iter().enumerate() {
        progress.count("files", done, files.len());
        match lay_out(file, flags.check) {
            Ok(true) => changed.push(file),
            Ok(false) => {}
            Err(failure) => {
                progress.wipe();
                fail(failure);
            }
        }
    }
    drop(progress);
    for file in &changed {
        let what = if flags.check { "would be laid out differently" } else { "has been laid out" };
        writeln!(output, "`{}` {what}", shown(file))?;
    }
    Ok(if flags.check && !changed.is_empty() { code.max(1) } else { code })
}

/// Lays out one file, or only looks at it; says whether it is not laid out yet.
fn lay_out(file: &Path, only_look: bool) -> Result<bool, Failure> {
    let text = read_text(file).map_err(|failure| Failure::Impossible(failure.in_words(file)))?;
    let laid_out = formatted(&shown(file).to_string(), &text)?;
    if laid_out == text {
        if !only_look {
            remove_abandoned(file);
        }
        return Ok(false);
    }
    if !only_look {
        replace(file, |file| file.write_all(laid_out.as_bytes()))?;
    }
    Ok(true)
}

/// Lays out what is piped in.
fn standard_input(only_look: bool, output: &mut dyn Write) -> Result<u8, Failure> {
    let input = io::stdin();
    if input.is_terminal() {
        let message = "give files or folders to lay out, or pipe a level in: `footpath fmt my-level.ron`";
        return Err(Failure::Impossible(message.to_owned()));
    }
    let mut text = String::new();
    let unreadable = |why: &dyn Display| Failure::Impossible(format!("the standard input cannot be read: {why}"));
    // What is piped in need not end.
    input.take(limits::TEXT_BYTES as u64 + 1).read_to_string(&mut text).map_err(|error| unreadable(&error))?;
    if text.len() > limits::TEXT_BYTES {
        return Err(unreadable(&format_args!("it is too large, at most {} MiB are read", limits::TEXT_BYTES >> 20)));
    }
    let laid_out = formatted("standard input", &text)?;
    if only_look {
        return Ok(u8::from(laid_out != text));
    }
    output.write_all(laid_out.as_bytes())?;
    Ok(0)
}
