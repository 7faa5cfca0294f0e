//! Baked ground in a file: it comes back as it was, and nothing else is accepted for it.

use std::path::PathBuf;

use footpath::grid::Cell;
use footpath::level::{Level, built_in};
use footpath::nav::cache::{BakedSet, CacheError};
use footpath::nav::{PathQuery, Search, find_path};
use footpath::sim::Simulation;
use proptest::prelude::*;

use crate::support::baked_ground::{GROUND, HEADER, SECTION, baked, ground, read, signed, use_ground};
use crate::support::program::{Folder, outcome, program};

#[test]
fn what_was_baked_comes_back_as_it_was() {
    let mut levels: Vec<Level> = vec![ground()];
    levels.extend(built_in::LEVELS.iter().map(|level| Level::parse(level.name, level.text).unwrap()));
    for level in levels.iter().filter(|level| level.map.lattice.width <= 64) {
        let bytes = baked(level);
        let set = read(&bytes, level).unwrap();
        assert!(set.to_bytes(7) == bytes, "{}", level.name);
        for agent in &level.agents {
            let (grid, start) = (set.grid(&level.map, &level.profiles[agent.profile]).unwrap(), agent.position);
            let fresh = footpath::nav::NavGrid::bake(&level.map, &level.profiles[agent.profile]);
            let start = level.map.cells().tile_at(start);
            for goal in [Cell::new(1, 1), Cell::new(30, 3), Cell::new(9, 9)] {
                let query = PathQuery::between(start, goal);
                let ask = |grid| find_path(grid, &query, &mut Search::default());
                assert_eq!(ask(grid), ask(&fresh), "{} {goal:?}", level.name);
            }
        }
    }
}

#[test]
fn a_world_on_kept_ground_is_the_same_world() {
    let level = ground();
    let set = read(&baked(&level), &level).unwrap();
    let (mut kept, mut fresh) =
        (Simulation::with_baked(level.clone(), None, Some(set.clone())), Simulation::new(level, None));
    for _ in 0..120 {
        kept.step(&[]);
        fresh.step(&[]);
        assert_eq!(kept.state_hash(), fresh.state_hash(), "tick {}", kept.tick());
    }
}

/// What is kept is baked without zones; they count all the same.
#[test]
fn a_level_with_zones_is_the_same_on_kept_ground() {
    for built_in in built_in::LEVELS {
        let level = Level::parse(built_in.name, built_in.text).unwrap();
        if level.zones.is_empty() {
            continue;
        }
        let set = read(&baked(&level), &level).unwrap();
        let mut worlds =
            [Simulation::with_baked(level.clone(), None, Some(set.clone())), Simulation::new(level.clone(), None)];
        for profile in 0..level.profiles.len() {
            for cell in level.map.tiles.rect().cells() {
                let [kept, fresh] = worlds.each_ref().map(|world| world.nav_grid(profile).cost(cell));
                assert_eq!(kept, fresh, "{} {cell:?}", built_in.name);
            }
        }
        for tick in 0..300 {
            worlds.iter_mut().for_each(|world| drop(world.step(&[])));
            assert_eq!(worlds[0].state_hash(), worlds[1].state_hash(), "{} at {tick}", built_in.name);
        }
    }
}

#[test]
fn each_refusal_says_why() {
    let level = ground();
    let bytes = baked(&level);
    let error = |bytes: &[u8], level: &Level| read(bytes, level).unwrap_err();
    assert_eq!(error(b"(version: 1)", &level), CacheError::Foreign);
    assert_eq!(error(b"", &level), CacheError::Foreign);
    assert_eq!(error(&bytes[..20], &level), CacheError::Truncated);
    assert_eq!(error(&bytes[..bytes.len() - 1], &level), CacheError::Truncated);
    assert_eq!(error(&[&bytes[..], b"x"].concat(), &level), CacheError::Corrupt);
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        bytes
    };
    assert_eq!(error(&changed(16), &level), CacheError::Outdated);
    assert_eq!(error(&changed(100), &level), CacheError::Corrupt);
    let other = BakedSet::read(&bytes, 8, &level.map, &level.profiles).unwrap_err();
    assert_eq!(other, CacheError::OtherLevel);
    let mut wider = level.clone();
    wider.profiles[0].radius += 0.25;
    assert_eq!(error(&bytes, &wider), CacheError::OtherProfiles);
    wider.profiles.truncate(2);
    assert_eq!(error(&bytes, &wider), CacheError::OtherProfiles);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damage_is_seen_and_nothing_panics(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=255u8), 1..4),
        cut in prop::option::weighted(0.3, any::<prop::sample::Index>()),
    ) {
        let level = ground();
        let whole = baked(&level);
        let mut bytes = whole.clone();
        flips.iter().for_each(|(at, flip)| bytes[at.index(whole.len())] ^= flip);
        if let Some(cut) = cut {
            bytes.truncate(cut.index(whole.len()));
        }
        prop_assume!(bytes != whole);
        prop_assert!(read(&bytes, &level).is_err());
    }

    #[test]
    fn nonsense_with_a_true_checksum_does_not_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<[u8; 8]>()), 1..6),
        cut in prop::option::weighted(0.3, any::<prop::sample::Index>()),
    ) {
        let level = ground();
        let mut bytes = baked(&level);
        for (at, change) in &changes {
            let at = HEADER + at.index(bytes.len() - HEADER - 8);
            bytes[at..at + 8].copy_from_slice(change);
        }
        if let Some(cut) = cut {
            bytes.truncate(HEADER + cut.index(bytes.len() - HEADER));
        }
        if let Ok(set) = read(&signed(bytes), &level) {
            use_ground(&set, &level);
        }
    }
}

/// What a file says of the cells must fit the map; all else is worked out from that, so that nothing can contradict it.
#[test]
fn forged_ground_is_refused_whatever_its_checksum() {
    let level = ground();
    let bytes = baked(&level);
    let cells = level.map.cells();
    let count = (cells.width * cells.height) as usize;
    // Of the first grid: how many cells there are, in two bytes, then the cost of each.
    let first = HEADER + SECTION;
    assert_eq!(usize::from(bytes[first] & 127) | usize::from(bytes[first + 1]) << 7, count);
    let cost = first + 2;
    assert!(read(&signed(bytes.clone()), &level).is_ok());
    for (place, byte, what) in [(first, bytes[first] ^ 1, "other cells"), (cost, 7, "a cost of 0.07")] {
        let mut forged = bytes.clone();
        forged[place] = byte;
        assert_eq!(read(&signed(forged), &level).err(), Some(CacheError::Corrupt), "{what}");
    }
}

/// What the program gives with its baked ground in this folder: exit code, stdout, stderr.
fn run(cache: &Folder, arguments: &[&str]) -> (i32, String, String) {
    outcome(program().env("FOOTPATH_CACHE", cache.as_ref()).args(arguments).output().unwrap())
}

#[test]
fn baked_ground_is_kept_used_and_cleared() {
    let cache = Folder::new("bake-kept");
    let level = &cache.file("my level.ron", GROUND.replace(", order: MoveTo((tile: (15, 0)))", ""));
    let (code, printed, told) = run(&cache, &["bake", level]);
    assert_eq!(code, 0, "{told}");
    let file = PathBuf::from(printed.trim_end());
    assert!(printed.ends_with('\n') && file.starts_with(cache.as_ref()) && file.is_file(), "{printed}");

    let simulate = ["simulate", level, "--seconds", "1", "--json"];
    let hash = |output: &str| output.split("state_hash").nth(1).map(|rest| rest[..24].to_owned());
    let with = run(&cache, &simulate);
    let without = run(&Folder::new("bake-none"), &simulate);
    assert_eq!((with.0, &with.2), (0, &String::new()));
    assert_eq!(hash(&with.1), hash(&without.1));
    assert!(hash(&with.1).is_some());

    let (code, cleared, _) = run(&cache, &["bake", "--clear", level]);
    assert!(code == 0 && cleared.starts_with("removed ") && !file.exists(), "{cleared}");
    let (code, cleared, _) = run(&cache, &["bake", "--clear", level]);
    assert!(code == 0 && cleared.starts_with("nothing was baked"), "{cleared}");
}

#[test]
fn a_kept_file_that_cannot_be_used_is_told_of_and_baked_again() {
    let cache = Folder::new("bake-damaged");
    let (_, printed, _) = run(&cache, &["bake", "first-steps"]);
    let file = PathBuf::from(printed.trim_end());
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[200] ^= 4;
    std::fs::write(&file, &bytes).unwrap();
    let solve = ["solve", "first-steps", "--from", "1,1", "--to", "2,1"];
    let (code, found, told) = run(&cache, &solve);
    assert_eq!(code, 0);
    assert!(found.contains("complete"), "{found}");
    assert!(told.contains("is damaged") && told.contains("baked again") && told.lines().count() == 1, "{told}");

    // However it is damaged, it is replaced, and removed.
    std::fs::write(&file, "nothing of the kind").unwrap();
    assert!(run(&cache, &solve).2.contains("it is not baked ground"));
    let (code, _, told) = run(&cache, &["bake", "first-steps"]);
    assert_eq!(code, 0, "{told}");
    assert_eq!(run(&cache, &solve).2, "", "it is used");
    std::fs::write(&file, "").unwrap();
    let (code, cleared, _) = run(&cache, &["bake", "--clear", "first-steps"]);
    assert!(code == 0 && cleared.starts_with("removed ") && !file.exists(), "{cleared}");
}

#[test]
fn what_a_killed_run_left_is_cleared() {
    let cache = Folder::new("bake-killed");
    let (_, printed, _) = run(&cache, &["bake", "first-steps"]);
    let unfinished = PathBuf::from(printed.trim_end()).with_extension(format!("footpath-{}.unfinished", u32::MAX));
    std::fs::write(&unfinished, "half").unwrap();
    let other = cache.file("other.4711.unfinished", "half of another one");
    let (code, cleared, _) = run(&cache, &["bake", "--clear", "first-steps"]);
    assert!(code == 0 && cleared.starts_with("removed "), "{cleared}");
    assert!(!unfinished.exists() && PathBuf::from(other).exists());
}

#[test]
fn areas_are_forbidden_and_made_dear_by_flags() {
    let cache = Folder::new("bake-areas");
    let text = r#"(version: 1, name: "Road", legend: {'.': "grass", '=': "road"}, rows: [".=.", ".=.", "..."])"#;
    let level = &cache.file("road.ron", text);
    let solve = |more: &[&str]| {
        let question = ["solve", level, "--from", "0,0", "--to", "2,0", "--json"];
        run(&cache, &[&question[..], more].concat())
    };
    let cost = |output: &str| output.split("\"cost\":").nth(1).unwrap().split(',').next().unwrap().parse::<f64>();
    assert_eq!(cost(&solve(&[]).1), Ok(1.5));
    assert_eq!(cost(&solve(&["--area-cost", "road=1.0"]).1), Ok(2.0));
    assert!(cost(&solve(&["--forbid", "road"]).1).unwrap() > 4.0);
    for (more, words) in [(["--forbid", "raod"], "road"), (["--area-cost", "road=0"], "0.1 to 100")] {
        let (code, _, told) = solve(&more);
        assert!(code == 2 && told.contains(words), "{told}");
    }
}
