//! `cargo web`: builds the game for the browser, puts it in a folder that any static host can serve, and
//! serves that folder on this computer when asked to.

#![forbid(unsafe_code)]

#[path = "footpath-web/serve.rs"]
mod serve;
#[path = "footpath-web/site.rs"]
mod site;

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use serde_json::Value;

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// What rustc's wasm makes use of. The wasm carries no list of its features once it is stripped, and wasm-opt refuses
/// what it is not told of.
const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// What wasm-opt is to do, in this order.
const SHRINK: [&str; 4] = ["--flatten", "--rereloop", "-Oz", "-Oz"];

/// Builds Footpath for the browser.
///
/// The result is a folder, `web` in cargo's target directory, that any static host can serve as it is. It prints
/// what a player downloads, raw and gzipped.
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
    require_wasm_target()?;
    // The port is opened first: if it is in use, that is reported before the build and not after it.
    let server = if flags.serve { Some(serve::bind(flags.port)?) } else { None };

    let project = Project::find()?;
    let wasm = shrink(project.build_wasm()?);
    let folder = project.target.join("web");
    let files = site::put_together(&project.root, &project.loader, &wasm, &folder)?;
    writeln!(io::stdout(), "{}\n{}", site::size_table(&files), folder.display())
        .map_err(|error| format!("cannot print what was built: {error}"))?;

    match server {
        Some(server) => serve::serve(&server, &folder),
        None => Ok(()),
    }
}

/// Where things are on this computer.
struct Project {
    /// The folder of Cargo.toml.
    root: PathBuf,
    /// Cargo's target directory, wherever the environment or a configuration puts it.
    target: PathBuf,
    /// macroquad's JavaScript, from the very version that is compiled in: the two only work as a pair.
    loader: PathBuf,
}

impl Project {
    /// Asks cargo where the project, its target directory and macroquad are.
    fn find() -> Result<Project, String> {
        let root = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let output = Command::new(cargo())
            .args(["metadata", "--format-version", "1", "--filter-platform", WASM_TARGET, "--manifest-path"])
            .arg(root.join("Cargo.toml"))
            .output()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        if !output.status.success() {
            return Err(format!("`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("`cargo metadata` printed something that is not JSON: {error}"))?;
        let target = metadata["target_directory"].as_str().ok_or("`cargo metadata` names no target directory")?;
        Ok(Project { target: target.into(), loader: loader_of_macroquad(&metadata)?, root })
    }

    /// Compiles the game and returns the wasm file.
    ///
    /// It compiles in a target directory of its own, because cargo keeps what a profile builds for the host (build
    /// scripts, macros) in a folder with the profile's name: `target/web`, where the finished site belongs.
    fn build_wasm(&self) -> Result<PathBuf, String> {
        let target = self.target.join("web-build");
        let status = Command::new(cargo())
            .args(["rustc", "--target", WASM_TARGET, "--profile", "web", "--bin", "footpath", "--manifest-path"])
            .arg(self.root.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            // The linker pads every address to five bytes unless it is told otherwise.
            .args(["--", "-C", "link-arg=--compress-relocations"])
            .status()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        if !status.success() {
            return Err("the game does not compile for the browser; cargo says why above".into());
        }
        Ok(target.join(WASM_TARGET).join("web").join("footpath.wasm"))
    }
}

/// Makes the wasm some 5 percent smaller where Binaryen's wasm-opt is installed; nothing depends on it.
///
/// Its passes for size run twice: over the wasm with its control flow made anew, and once more over what that leaves.
fn shrink(wasm: PathBuf) -> PathBuf {
    let smaller = wasm.with_extension("small.wasm");
    match Command::new("wasm-opt").args(SHRINK).args(WASM_FEATURES).arg(&wasm).arg("-o").arg(&smaller).status() {
        Ok(status) if status.success() => smaller,
        Ok(_) => {
            note("note: this wasm-opt cannot read the wasm; it is served as rustc made it");
            wasm
        }
        Err(_) => {
            note("note: with wasm-opt (of Binaryen) installed, the wasm would be a little smaller");
            wasm
        }
    }
}

/// The cargo that runs this program, so that both use one toolchain.
fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// macroquad's loader, found beside the manifest of its resolved version.
fn loader_of_macroquad(metadata: &Value) -> Result<PathBuf, String> {
    metadata["packages"]
        .as_array()
        .and_then(|packages| packages.iter().find(|package| package["name"] == "macroquad"))
        .and_then(|package| Path::new(package["manifest_path"].as_str()?).parent())
        .map(|folder| folder.join("js").join("mq_js_bundle.js"))
        .ok_or_else(|| "macroquad is not among the dependencies, and its loader is part of the page".into())
}

/// Looks for the standard library of the wasm target, so that its absence is one line and not a page of errors.
fn require_wasm_target() -> Result<(), String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .map_err(|error| format!("rustc does not start: {error}"))?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if has_wasm_target(&sysroot) { Ok(()) } else { Err(missing_target_message()) }
}

fn has_wasm_target(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib").join(WASM_TARGET).join("lib").is_dir()
}

fn missing_target_message() -> String {
    format!("Rust cannot compile for the browser yet. Install its target with\n\n    rustup target add {WASM_TARGET}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;
    use serde_json::json;

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

    #[test]
    fn loader_comes_from_the_resolved_macroquad() {
        let metadata = json!({ "packages": [
            { "name": "glam", "manifest_path": "/registry/glam-0.27.0/Cargo.toml" },
            { "name": "macroquad", "manifest_path": "/registry/macroquad-0.4.16/Cargo.toml" },
        ]});
        let loader = loader_of_macroquad(&metadata).unwrap();
        assert_eq!(loader, Path::new("/registry/macroquad-0.4.16/js/mq_js_bundle.js"));
        assert!(loader_of_macroquad(&json!({ "packages": [] })).unwrap_err().contains("macroquad"));
    }

    #[test]
    fn missing_wasm_target_names_the_command() {
        let empty = env::temp_dir().join(format!("footpath-sysroot-{}", std::process::id()));
        assert!(!has_wasm_target(&empty));
        std::fs::create_dir_all(empty.join("lib/rustlib/wasm32-unknown-unknown/lib")).unwrap();
        assert!(has_wasm_target(&empty));
        std::fs::remove_dir_all(&empty).unwrap();
        assert!(missing_target_message().contains("rustup target add wasm32-unknown-unknown"));
    }
}
