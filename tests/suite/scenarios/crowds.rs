//! The crowds of `levels/bench/`, and the command that measures them.

use std::fs;
use std::path::Path;

use footpath::level::{AgentStart, Level, built_in, limits};
use footpath::scenarios::{self, CrowdFigures, CrowdScenario, NAMES, ScenarioRun, named};
use serde_json::Value;

use crate::support::program::{Folder, run};

const KEYS: [&str; 17] = [
    "scenario",
    "seed",
    "agents",
    "arrived",
    "last_s",
    "path_ratio",
    "time_ratio",
    "overlap_percent",
    "penetration_percent",
    "wall_penetration",
    "stuck_s",
    "jerk_mean",
    "acceleration_max",
    "flow_per_s",
    "tick_us_median",
    "tick_us_99_percent",
    "tick_us_longest",
];

/// What measuring crowds gives: exit code, stdout, stderr.
fn measure(arguments: &[&str]) -> (i32, String, String) {
    run(&[&["crowd"], arguments].concat())
}

fn played(scenario: &CrowdScenario, seed: u64, ticks: u64) -> ScenarioRun {
    let mut run = ScenarioRun::new(scenario, seed);
    while run.simulation().tick() < ticks && !run.is_over() {
        run.tick();
        run.look();
    }
    run
}

#[test]
fn every_level_of_the_bench_folder_is_a_scenario() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/bench");
    let name = |entry: fs::DirEntry| entry.path().file_stem().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<String> = fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect();
    let mut names: Vec<&str> = NAMES.to_vec();
    files.sort();
    names.sort_unstable();
    assert_eq!(files, names);
}

#[test]
fn a_run_comes_to_the_same_state_and_figures_each_time() {
    for name in ["hall-4", "door-0.9"] {
        let scenario = named(name).unwrap();
        let (one, again, other) = (played(&scenario, 3, 40), played(&scenario, 3, 40), played(&scenario, 4, 40));
        assert_eq!(one.simulation().state_hash(), again.simulation().state_hash(), "{name}");
        assert_eq!(one.figures(), again.figures(), "{name}");
        assert_ne!(one.simulation().state_hash(), other.simulation().state_hash(), "{name}");
    }
}

fn assert_all_arrive(name: &str, figures: &CrowdFigures) {
    assert_eq!(figures.arrived, figures.agents, "{name}: {figures:?}");
    assert!(figures.wall_penetration <= f64::from(limits::TOUCH), "{name}: {figures:?}");
    assert!(figures.acceleration_max <= 8.01, "{name}: {figures:?}");
}

#[test]
fn all_arrive_in_the_small_circle_and_in_the_wide_hall() {
    for name in ["circle-20", "hall-8"] {
        assert_all_arrive(name, &ScenarioRun::new(&named(name).unwrap(), 1).finish());
    }
}

#[test]
fn the_figures_are_printed_as_json() {
    let (code, stdout, stderr) = measure(&["--scenario", "circle-20", "--seeds", "2..3", "--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    // In this order: objects of this library are sorted, so that is looked up in the text.
    let places: Vec<Option<usize>> = KEYS.iter().map(|key| stdout.find(&format!("\"{key}\":"))).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{stdout}");
    let rows: Value = serde_json::from_str(&stdout).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 1);
    for (row, seed) in rows.iter().zip(2..) {
        assert_eq!(row.as_object().unwrap().len(), KEYS.len(), "seed {seed}");
        assert_eq!((row["scenario"].as_str(), row["seed"].as_u64()), (Some("circle-20"), Some(seed)), "seed {seed}");
        assert_eq!((row["agents"].as_u64(), row["arrived"].as_u64()), (Some(20), Some(20)), "seed {seed}");
        assert!(row["last_s"].as_f64().unwrap() > 13.0 && row["flow_per_s"].is_null(), "{row}");
    }
}

#[test]
fn a_level_is_measured_by_its_file() {
    let folder = Folder::new("crowd-file");
    let level = r##"(version: 1, name: "Behind the wall", legend: {'.': "grass", '#': "wall"},
        rows: ["....", "..##", "..#.", "...."], agents: [(tile: (0, 0), order: MoveTo((tile: GOAL)))])"##;
    let measured = |goal: &str| measure(&[&folder.file("wall.ron", level.replace("GOAL", goal)), "--seeds", "0..1"]);
    let (code, table, _) = measured("(3, 3)");
    assert_eq!(code, 0, "{table}");
    assert!(table.lines().count() == 2 && table.contains("1 of 1"), "{table}");
    let without_goals = folder.file("wall.ron", level.replace(", order: MoveTo((tile: GOAL))", ""));
    let (code, _, message) = measure(&[&without_goals]);
    assert!(code == 2 && message.contains("has a goal"), "{message}");
}

/// Waiting by order counts neither as time lost nor as being stuck, and a goal on the way is not the last one.
#[test]
fn waits_and_goals_on_the_way_are_no_loss() {
    let text = r##"(version: 1, name: "There and back", legend: {'.': "grass"}, rows: ["...................."],
        agents: [(tile: (0, 0), order: [Wait(6.0), MoveTo((tile: (19, 0))), Wait(7.0), MoveTo((tile: (1, 0)))])])"##;
    let scenario = CrowdScenario::of_level("there and back", Level::parse("back.ron", text).unwrap());
    let figures = ScenarioRun::new(&scenario, 0).finish();
    assert_eq!((figures.agents, figures.arrived), (1, 1));
    assert!(figures.last_s > 13.0 + 37.0 / 3.0 && figures.stuck_s == 0.0, "{figures:?}");
    let ratios = [figures.path_ratio.unwrap(), figures.time_ratio.unwrap()];
    assert!(ratios.iter().all(|ratio| (0.98..1.2).contains(ratio)), "{ratios:?}");
    let ring = Level::parse("the-ring", built_in::named("the-ring").unwrap().text).unwrap();
    assert_eq!(ScenarioRun::new(&CrowdScenario::of_level("the ring", ring), 0).figures().agents, 64);
}

#[test]
fn an_agent_that_does_not_arrive_makes_exit_code_1() {
    // It cannot enter the wall: it stands near it.
    let folder = Folder::new("crowd-near");
    let level = r##"(version: 1, name: "In the wall", legend: {'.': "grass", '#': "wall"}, rows: ["...#"],
        agents: [(tile: (0, 0), order: MoveTo((tile: (3, 0))))])"##;
    let (code, table, _) = measure(&[&folder.file("near.ron", level), "--seeds", "0..1"]);
    assert!(code == 1 && table.contains("0 of 1") && table.contains("120.00"), "{table}");
}

#[test]
fn wrong_questions_are_answered_in_words() {
    for (arguments, words) in [
        (&["--scenario", "hall-9"][..], "did you mean `hall-"),
        (&["--scenario", "nonsense"], "circle-20"),
        (&["--scenario", "open-0"], "open-10000"),
        (&["--scenario", "town-x"], "town-20000"),
        (&["--seeds", "3..1"], "0..10"),
        (&["maze", "--scenario", "hall-8"], "cannot be used"),
        (&["nowhere.ron"], "nowhere.ron"),
    ] {
        let (code, stdout, stderr) = measure(arguments);
        assert!(code == 2 && stdout.is_empty() && stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

#[test]
fn random_cases_open_fields_and_towns_are_measured() {
    let (_, cases, _) = measure(&["--scenario", "random-cases", "--seeds", "0..6"]);
    assert!(cases.contains("of 6 scenes good"), "{cases}");
    let (code, field, _) = measure(&["--scenario", "open-100", "--seeds", "0..1"]);
    assert!(code == 0 && field.contains("of 100"), "{field}");
    let (code, town, _) = measure(&["--scenario", "town-60", "--seeds", "0..1"]);
    assert!(code == 0 && town.contains("of 60"), "{town}");
}

#[test]
fn an_open_field_has_room_for_everybody() {
    let level = scenarios::open_field(500, 9);
    let radius = level.profiles[level.agents[0].profile].radius;
    for (index, one) in level.agents.iter().enumerate() {
        let free = |other: &AgentStart| other.position.distance(one.position) >= 2.0 * radius;
        assert!(level.agents[index + 1..].iter().all(free), "agent {index}");
        assert!(level.map.is_walkable(level.map.lattice.tile_at(one.position)), "agent {index}");
    }
    assert_ne!(level, scenarios::open_field(500, 10));
}
