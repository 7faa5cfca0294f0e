//! What fuzzing has found, on any toolchain: the corpus of each target, which reaches all that it has reached so far, and
//! the inputs that failed once. The targets themselves are in `tests/fuzz`; the README says how to run them.

use std::fs;
use std::path::Path;

use super::{cache, edit, importers, level_reader, link, replay, script};

/// Runs a target with each of its files; the last one that is named did it.
fn run_all(target: &str, run: fn(&[u8])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
    let mut count = 0;
    for folder in ["corpus", "regressions"] {
        let Ok(entries) = fs::read_dir(root.join(folder).join(target)) else { continue };
        for entry in entries {
            let file = entry.expect("the folder can be listed").path();
            println!("{}", file.display());
            run(&fs::read(file).expect("the file can be read"));
            count += 1;
        }
    }
    assert!(count >= 10, "{target} has only {count} inputs");
}

#[test]
fn level_reader_corpus() {
    run_all("level_reader", level_reader::run);
}

#[test]
fn edit_corpus() {
    run_all("edit", edit::run);
}

#[test]
fn cache_corpus() {
    run_all("cache", cache::run);
}

#[test]
fn replay_corpus() {
    run_all("replay", replay::run);
}

#[test]
fn script_corpus() {
    run_all("script", script::run);
}

#[test]
fn importers_corpus() {
    run_all("importers", importers::run);
}

#[test]
fn link_corpus() {
    run_all("link", link::run);
}
