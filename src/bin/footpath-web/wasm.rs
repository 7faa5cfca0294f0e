//! The game as wasm: compiled, and made smaller.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, iter};

use serde_json::Value;

use crate::note;

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// What rustc's wasm makes use of. It carries no list of its features once it is stripped, and Binaryen's programs refuse what
/// they are not told of.
pub const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// What wasm-opt is to do. More passes (`--flatten --rereloop -Oz -Oz`) take four times as long for
/// half a percent. That the lowest kilobyte of the memory is unused holds for what Rust makes: the stack begins above it and
/// grows towards it. It lets constants be added by the loads and stores themselves.
const SHRINK: [&str; 2] = ["-Oz", "--low-memory-unused"];

/// Where things are on this computer.
pub struct ProjectPaths {
    /// The folder of Footpath's Cargo.toml.
    pub root: PathBuf,
    /// Cargo's target directory, wherever the environment or a configuration puts it.
    pub target: PathBuf,
    /// macroquad's JavaScript, from the very version that is compiled in: the two only work as a pair.
    pub loader: PathBuf,
}

impl ProjectPaths {
    /// Asks cargo where the project, its target directory and macroquad are.
    ///
    /// # Errors
    /// What cargo says, or which of them it does not know.
    pub fn find() -> Result<ProjectPaths, String> {
        let own = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let output = Command::new(cargo())
            .args(["metadata", "--format-version", "1", "--filter-platform", WASM_TARGET, "--manifest-path"])
            .arg(own.join("Cargo.toml"))
            .output()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        if !output.status.success() {
            return Err(format!("`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("`cargo metadata` printed something that is not JSON: {error}"))?;
        let folder = |name: &str| {
            let path = metadata[name].as_str().map(PathBuf::from);
            path.ok_or_else(|| format!("`cargo metadata` names no {name}"))
        };
        Ok(ProjectPaths {
            root: folder("workspace_root")?,
            target: folder("target_directory")?,
            loader: loader_of_macroquad(&metadata)?,
        })
    }

    /// Compiles the game and its importer and returns their wasm files, as small as they can be made here.
    ///
    /// # Errors
    /// One of them does not compile; cargo has said why.
    pub fn build_wasm(&self) -> Result<Wasm, String> {
        Ok(Wasm {
            game: self.build("web-build", &[])?,
            rest: None,
            importer: self.build("importer-build", &["--no-default-features", "--features", "cli"])?,
        })
    }

    /// Compiles the program, with more arguments for cargo.
    ///
    /// It compiles in a target directory of its own, because cargo keeps what a profile builds for the host (build
    /// scripts, macros) in a folder with the profile's name: `target/web`, where the finished site belongs.
    fn build(&self, folder: &str, arguments: &[&str]) -> Result<PathBuf, String> {
        let target = self.target.join(folder);
        let status = Command::new(cargo())
            .args(["rustc", "--target", WASM_TARGET, "--profile", "web", "--bin", "footpath", "--manifest-path"])
            .arg(self.root.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .args(arguments)
            // The linker pads every address to five bytes unless it is told otherwise.
            .args(["--", "-C", "link-arg=--compress-relocations"])
            .status()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        if !status.success() {
            return Err("the game does not compile for the browser; cargo says why above".into());
        }
        Ok(shrink(target.join(WASM_TARGET).join("web").join("footpath.wasm"), "wasm-opt"))
    }
}

/// The wasm files of the page.
pub struct Wasm {
    /// The game, or what of it runs until the first frame.
    pub game: PathBuf,
    /// The rest of the game where it is in two parts.
    pub rest: Option<PathBuf>,
    /// What makes levels of files of other programs: the program without a window.
    pub importer: PathBuf,
}

/// Makes the wasm some 5 percent smaller where Binaryen's wasm-opt, the `program`, is installed; nothing depends on it. What
/// it has made before of the same wasm is taken as it is.
fn shrink(wasm: PathBuf, program: &str) -> PathBuf {
    let (smaller, origin) = (wasm.with_extension("small.wasm"), wasm.with_extension("small.origin"));
    let made_of = fs::read(&wasm).ok().zip(version(program)).map(|(bytes, version)| origin_of(&version, &bytes));
    let Some(made_of) = made_of else {
        note("note: with wasm-opt (of Binaryen) installed, the wasm would be a little smaller");
        return wasm;
    };
    if smaller.is_file() && fs::read(&origin).is_ok_and(|known| known == made_of) {
        return smaller;
    }
    // Until the new one is whole there is none.
    let _ = fs::remove_file(&origin);
    match Command::new(program).args(SHRINK).args(FEATURES).arg(&wasm).arg("-o").arg(&smaller).status() {
        Ok(status) if status.success() => {
            // Without it the wasm is made smaller once more next time.
            let _ = fs::write(&origin, made_of);
            smaller
        }
        _ => {
            note("note: this wasm-opt cannot read the wasm; it is served as rustc made it");
            wasm
        }
    }
}

/// All that decides what the smaller wasm is: how it is made, and of what.
fn origin_of(version: &str, wasm: &[u8]) -> Vec<u8> {
    let words: Vec<&str> = iter::once(version.trim()).chain(SHRINK).chain(FEATURES).collect();
    [words.join(" ").as_bytes(), b"\n", wasm].concat()
}

/// What a program says its version is; `None` where it does not start.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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

    /// A stand-in for wasm-opt, which writes a letter more at every run: its path.
    #[cfg(unix)]
    fn program(folder: &Path) -> String {
        use std::os::unix::fs::PermissionsExt;

        let path = folder.join("wasm-opt");
        let runs = folder.join("runs");
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && echo 'version 1' && exit\nprintf x >>'{runs}'\n\
             while [ \"$1\" != -o ]; do shift; done\ncp '{runs}' \"$2\"\n",
            runs = runs.display()
        );
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.to_string_lossy().into_owned()
    }

    #[cfg(unix)]
    #[test]
    fn only_another_wasm_is_made_smaller_again() {
        let folder = env::temp_dir().join(format!("footpath-shrink-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (program, wasm) = (program(&folder), folder.join("game.wasm"));
        let content = |path: PathBuf| fs::read_to_string(path).unwrap();

        fs::write(&wasm, "one").unwrap();
        assert_eq!(content(shrink(wasm.clone(), &program)), "x");
        assert_eq!(content(shrink(wasm.clone(), &program)), "x", "it ran although nothing had changed");
        fs::write(&wasm, "two").unwrap();
        assert_eq!(content(shrink(wasm.clone(), &program)), "xx");
        assert_eq!(shrink(wasm.clone(), "/no/such/program"), wasm);
        fs::remove_dir_all(&folder).unwrap();
    }
}
