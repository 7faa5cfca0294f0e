//! The JSON Schema of levels and scripts allows what the readers allow, and nothing that they refuse for its form.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use footpath::format::table::Struct;
use footpath::level::Level;
use footpath::script::{STEPS, Script};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::json_schema;
use crate::support::program::run;
use crate::support::random_levels;
use crate::support::ron_as_json::ron_as_json;

fn printed(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = run(arguments);
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).expect("it is JSON")
}

static OF_LEVELS: LazyLock<Value> = LazyLock::new(|| printed(&["schema"]));
static OF_SCRIPTS: LazyLock<Value> = LazyLock::new(|| printed(&["schema", "--script"]));

/// What the schema finds wrong with a level.
pub fn fault_of_level(text: &str) -> Option<String> {
    json_schema::fault(&OF_LEVELS, &ron_as_json(text))
}

/// What the schema finds wrong with a struct of a script.
fn fault_of_script(text: &str) -> Option<String> {
    json_schema::fault(&OF_SCRIPTS, &ron_as_json(text))
}

/// All files in a folder and below that have this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be listed").path());
    let (folders, found): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let found = found.into_iter().filter(|path| path.extension().is_some_and(|found| found == ending));
    found.chain(folders.iter().flat_map(|folder| files(folder, ending))).collect()
}

#[test]
fn every_level_is_valid_by_the_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let levels: Vec<PathBuf> = ["levels", "tests/data/levels"].map(|folder| files(&root.join(folder), "ron")).concat();
    for level in &levels {
        let fault = fault_of_level(&fs::read_to_string(level).expect("it is text"));
        assert_eq!(fault, None, "{}", level.display());
    }
    assert!(levels.len() > 60, "{} levels", levels.len());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_level_is_valid_by_the_schema(level in random_levels::level()) {
        prop_assert_eq!(fault_of_level(&level.to_ron()), None);
    }
}

#[test]
fn the_scripts_of_the_reference_are_valid_by_the_schema() {
    let reference = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/README.md")).unwrap();
    let blocks = reference.split("```ron\n").skip(1).filter_map(|rest| rest.split_once("```").map(|(block, _)| block));
    let scripts: Vec<&str> = blocks.filter(|block| block.trim_start().starts_with('[')).collect();
    assert!(scripts.len() >= 2, "{} scripts", scripts.len());
    for script in scripts {
        assert_eq!(fault_of_script(script), None, "{script}");
    }
    for step in STEPS {
        assert_eq!(fault_of_script(&format!("[(at: 1, do: {})]", step.example)), None, "{}", step.example);
    }
}

#[test]
fn what_a_script_is_refused_for_is_not_valid_by_the_schema() {
    for wrong in [
        "(at: -1, do: Stop)",
        "(do: Stop)",
        "(at: 1, do: Stopp)",
        "(at: 1, agents: [-1], do: Stop)",
        "(at: 1, agents: [0], when: 1, do: Stop)",
        "(at: 1, agents: [0], do: Restart)",
        "(at: 1, agents: [0], do: Key(\"G\"))",
        "(at: 1, do: Paint(tiles: [(3, 4)]))",
        "(at: 1, do: Click(1))",
        "(at: 1, do: PutPath(points: [\"a\", \"b\"]))",
        "(at: 1, do: PutZone(name: \"fire\", kind: \"danger\", at: (1, 1), strength: 1))",
        "(at: 1, do: PutObstacle(at: (1, 1)))",
        "(at: 1, do: Bake(speed: 1.0))",
        "(at: 1, do: Tune(radius: 1.0))",
        "(at: 1, do: Tune(speed: 51.0))",
        "(at: 1, do: Tune(rays: (whiskers: 2)))",
        "(at: 1, do: Order(Follow(agent: 1.5)))",
        "(at: 1, do: Order(Wander(0.0)))",
    ] {
        let script = format!("[{wrong}]");
        assert!(Script::parse("wrong.ron", &script).is_err(), "{wrong} is read");
        assert!(fault_of_script(&script).is_some(), "{wrong} is valid by the schema");
    }
}

#[test]
fn what_is_given_twice_is_not_valid_by_the_schema() {
    for wrong in [
        "profiles: {\"a\": (abilities: [\"swim\", \"swim\"])}",
        "show: [\"grid\", \"grid\"]",
        "layers: [\"crates\", \"crates\"]",
        "expected_warnings: [\"same-name\", \"same-name\"]",
    ] {
        let text = format!("(version: 1, name: \"A\", legend: {{'.': \"grass\"}}, rows: [\"..\"], {wrong})");
        assert!(Level::parse("a.ron", &text).is_err(), "{wrong} is read");
        assert!(fault_of_level(&text).is_some(), "{wrong} is valid by the schema");
    }
}

/// Asserts that a level which the reader refuses for what a struct has is not valid by the schema.
pub fn assert_not_valid(of: &Struct, text: &str) {
    assert!(fault_of_level(text).is_some(), "{} is valid by the schema: {text}", of.name());
}
