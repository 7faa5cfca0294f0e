//! Simulation testing: random worlds in which what must hold is checked after every tick.

use std::fs;
use std::path::PathBuf;

use footpath::level::Level;
use footpath::replay::{Player, Replay};
use footpath::scenarios::torture::{Case, run, torture, watch};
use footpath::scenarios::{Dice, torture as random};
use footpath::sim::EXPANSIONS_A_TICK;
use serde_json::Value;

use crate::support::program;

#[test]
fn nothing_is_violated_in_random_worlds() {
    for seed in 0..12 {
        let (case, outcome) = torture(seed, 240, &|| 0.0, |_| {});
        let figures = outcome.unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
        assert_eq!((figures.ticks, figures.actions), (240, case.actions.len()), "seed {seed}");
    }
}

/// What was found by longer runs, as small as it could be made: each of these failed once.
#[test]
fn what_failed_once_does_not_fail_again() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/torture");
    let files: Vec<PathBuf> = fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    let failure = |file: &PathBuf| {
        let name = file.display().to_string();
        let mut replay = Replay::read(&name, &fs::read(file).unwrap()).unwrap();
        // It comes to other states than on the day on which it failed.
        replay.hashes.clear();
        watch(replay).err().map(|violation| format!("{name}: {violation}"))
    };
    let failures: Vec<String> = files.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// An agent wedged where it can go straight to the middle of no cell was given the same path again and again, for as long as
/// the budget of the tick lasted.
#[test]
fn a_wedged_agent_does_not_use_up_the_searches_of_a_tick() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/torture/wedged-where-no-cell-is-reached.replay");
    let replay = Replay::read(file, &fs::read(file).unwrap()).unwrap();
    let (mut player, mut simulation) = Player::begin(replay).unwrap();
    let mut most = 0;
    while !player.is_over() {
        player.step(&mut simulation).unwrap();
        let lattice = simulation.map().lattice;
        // The level before the last edit is larger, and may take as much.
        if lattice.width * lattice.height <= 300 {
            most = most.max(simulation.expansions());
        }
    }
    assert!((1..EXPANSIONS_A_TICK / 2).contains(&most), "{most}");
}

#[test]
fn a_case_comes_to_the_same_state_when_it_is_played_again() {
    let (case, outcome) = torture(3, 200, &|| 0.0, |_| {});
    let figures = outcome.unwrap();
    assert_eq!(run(&case, |_| {}), Ok(figures.clone()));
    let other = Case { actions: Vec::new(), ..case };
    assert_ne!(run(&other, |_| {}).unwrap().hash, figures.hash, "what is done matters");
}

/// Otherwise a run would pass in which nothing happens.
#[test]
fn random_worlds_have_everything_in_them() {
    let mut counts = [0; 12];
    for seed in 0..60 {
        let level = random::level(&mut Dice::of(seed));
        let map = &level.map;
        let found = [
            level.agents.len() > 1,
            map.relief.is_some(),
            level.generate.is_some(),
            !map.obstacles.is_empty(),
            map.obstacles.iter().any(|obstacle| obstacle.motion.is_some()),
            !map.links.is_empty(),
            !level.switches.is_empty(),
            !level.zones.is_empty(),
            !level.paths.is_empty(),
            level.wear.is_some(),
            map.lattice.tile_size < 0.5,
            map.lattice.width.max(map.lattice.height) <= 3,
        ];
        found.iter().zip(&mut counts).for_each(|(&found, count)| *count += i32::from(found));
        assert_eq!(
            Level::parse("random.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}")),
            level,
            "seed {seed}"
        );
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn the_command_tells_what_it_played() {
    let (code, stdout, _) = program::run(&["torture", "--seeds", "3..5", "--ticks", "40", "--json"]);
    assert_eq!(code, 0, "{stdout}");
    let rows: Value = serde_json::from_str(&stdout).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.iter().map(|row| row["seed"].as_u64().unwrap()).collect::<Vec<u64>>(), [3, 4]);
    assert!(rows.iter().all(|row| row["ticks"] == 40 && row["violation"].is_null()), "{stdout}");
    let (code, stdout, stderr) = program::run(&["torture", "--seeds", "3..4", "--ticks", "40"]);
    assert!(code == 0 && stdout.contains("0 violations") && stderr.contains("1 of 1"), "{stdout}{stderr}");
    let folder = program::Folder::new("torture-all");
    let out = folder.as_ref().to_str().unwrap();
    let (code, ..) = program::run(&["torture", "--seeds", "3..5", "--ticks", "40", "--all", "--out", out]);
    assert_eq!(code, 0);
    for seed in [3, 4] {
        let replay = format!("{out}/torture-{seed}.replay");
        let (code, stdout, stderr) = program::run(&["replay", "--verify", &replay]);
        assert!(code == 0, "{stdout}{stderr}");
    }
    let (code, _, stderr) = program::run(&["torture", "--ticks", "0"]);
    assert!(code == 2 && stderr.contains("--ticks"), "{stderr}");
}
