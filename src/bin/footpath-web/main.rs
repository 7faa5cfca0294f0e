//! The second half of `cargo web`: builds the game for the browser, puts it in a folder that any static host can serve, and
//! serves that folder on this computer when asked to.

#![forbid(unsafe_code)]

mod budget;
mod index;
mod packed;
mod serve;
mod site;
mod split;
mod wasm;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use wasm::ProjectPaths;

/// Builds Footpath for the browser.
///
/// The result is a folder, `web` in cargo's target directory, that any static host can serve as it is. It prints
/// what a player downloads, and fails if a part of that has grown beyond its budget.
#[derive(Debug, Parser)]
#[command(name = "cargo web", bin_name = "cargo web")]
struct Flags {
    /// Serve the folder on 127.0.0.1 until interrupted
    #[arg(long)]
    serve: bool,
    /// The port to serve on; 0 takes any free one [default: 8080, or the next free one]
    #[arg(long, value_name = "N", requires = "serve")]
    port: Option<u16>,
}

fn main() -> ExitCode {
    match run(&Flags::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            note(format_args!("error: {message}"));
            ExitCode::FAILURE
        }
    }
}

/// Prints a line for people to stderr; failing to do so is ignored.
fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn run(flags: &Flags) -> Result<(), String> {
    // The port is opened first: if it is in use, that is reported before the build and not after it.
    let server = if flags.serve { Some(serve::bind(flags.port)?) } else { None };

    let project = ProjectPaths::find()?;
    let wasm = split::split(&project, project.build_wasm()?)?;
    let folder = project.target.join("web");
    let files = site::put_together(&project.root, &project.loader, &wasm, &folder)?;
    writeln!(io::stdout(), "{}\n{}", budget::table(&files), folder.display())
        .map_err(|error| format!("cannot print what was built: {error}"))?;
    budget::check(&files)?;

    match server {
        Some(server) => serve::serve(&server, &folder),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;

    fn parse(arguments: &[&str]) -> Result<Flags, clap::Error> {
        Flags::try_parse_from([&["cargo web"], arguments].concat())
    }

    #[test]
    fn flags_are_read() {
        let flags = parse(&["--serve", "--port", "8181"]).unwrap();
        assert!(flags.serve);
        assert_eq!(flags.port, Some(8181));
        let flags = parse(&[]).unwrap();
        assert!(!flags.serve);
        assert_eq!(flags.port, None);
    }

    #[test]
    fn wrong_flags_are_named_and_exit_with_2() {
        for arguments in [&["--sreve"][..], &["--serve", "--port", "70000"], &["--port", "8080"], &["extra"]] {
            let error = parse(arguments).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{arguments:?}");
        }
        assert!(parse(&["--sreve"]).unwrap_err().to_string().contains("--sreve"));
    }

    #[test]
    fn help_lists_every_flag() {
        let help = parse(&["--help"]).unwrap_err();
        assert_eq!(help.kind(), ErrorKind::DisplayHelp);
        assert_eq!(help.exit_code(), 0);
        for flag in ["--serve", "--port"] {
            assert!(help.to_string().contains(flag), "{flag}");
        }
    }
}
