//! The first half of `cargo web`: looks whether Rust can compile for the browser at all, and only then has the program
//! compiled that builds the page, and runs it.

#![forbid(unsafe_code)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const WASM_TARGET: &str = "wasm32-unknown-unknown";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Looks for what is needed, then runs `footpath-web` with the arguments of this program.
fn run() -> Result<ExitCode, String> {
    let sysroot = sysroot()?;
    if !has_wasm_target(&sysroot) {
        return Err(missing_target_message());
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--features", "web-build", "--bin", "footpath-web", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .arg("--")
        .args(env::args_os().skip(1))
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Where the Rust that cargo uses keeps its standard libraries.
fn sysroot() -> Result<PathBuf, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .map_err(|error| format!("rustc does not start: {error}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Whether the standard library of the wasm target is there: without it the compiler answers with a page of errors.
fn has_wasm_target(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib").join(WASM_TARGET).join("lib").is_dir()
}

fn missing_target_message() -> String {
    format!("Rust cannot compile for the browser yet. Install its target with\n\n    rustup target add {WASM_TARGET}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_wasm_target_names_the_command() {
        let empty = env::temp_dir().join(format!("footpath-sysroot-{}", std::process::id()));
        assert!(!has_wasm_target(&empty));
        std::fs::create_dir_all(empty.join("lib/rustlib/wasm32-unknown-unknown/lib")).unwrap();
        assert!(has_wasm_target(&empty));
        std::fs::remove_dir_all(&empty).unwrap();
        assert!(missing_target_message().contains("rustup target add wasm32-unknown-unknown"));
    }

    #[test]
    fn the_compiler_in_use_is_found() {
        assert!(sysroot().unwrap().join("lib/rustlib").is_dir());
    }
}
