//! Maps and scenarios in the Moving AI format: our own, and the real ones where they are at hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use footpath::level::import;
use footpath::nav::{NavGrid, PathQuery, PathStatus, Search, find_path};
use footpath::profile::AgentProfile;

use crate::dijkstra::Ground;

/// What solving the scenarios of one map came to.
#[derive(Debug, Default)]
struct Row {
    map: String,
    queries: usize,
    /// Start or goal blocked: wrong in the source.
    skipped: usize,
    solved: usize,
    optimal: usize,
    /// The first few that were not.
    wrong: Vec<String>,
}

/// Every scenario file in a folder and the folders in it, in order of their names.
fn scenario_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.extend(scenario_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "scen") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The level and the scenarios that lie side by side as `X.map` and `X.map.scen`.
fn load(scenario_file: &Path) -> (footpath::level::Level, Vec<import::Scenario>) {
    let map_file = scenario_file.with_extension("");
    let level = import::moving_ai(&map_file.to_string_lossy(), &read(&map_file));
    let scenarios = import::moving_ai_scenarios(&scenario_file.to_string_lossy(), &read(scenario_file));
    (level.unwrap_or_else(|error| panic!("{error}")), scenarios.unwrap_or_else(|error| panic!("{error}")))
}

/// Solves every scenario of a file, the same search memory serving all.
fn solve_all(scenario_file: &Path, search: &mut Search) -> Row {
    let (level, scenarios) = load(scenario_file);
    let grid = NavGrid::bake(&level.map, &AgentProfile::built_in()[0]);
    let mut row = Row { map: level.name, queries: scenarios.len(), ..Row::default() };
    for scenario in scenarios {
        let size = (level.map.lattice.width, level.map.lattice.height);
        assert_eq!((scenario.width, scenario.height), size, "{}", scenario_file.display());
        if !grid.is_passable(scenario.start) || !grid.is_passable(scenario.goal) {
            row.skipped += 1;
            continue;
        }
        let query = PathQuery::between(scenario.start, scenario.goal);
        let found = find_path(&grid, &query, search);
        let complete = found.as_ref().ok().filter(|path| path.status == PathStatus::Complete);
        row.solved += usize::from(complete.is_some());
        if complete.is_some_and(|path| scenario.is_solved_by(path.length)) {
            row.optimal += 1;
        } else if row.wrong.len() < 5 {
            row.wrong.push(format!("{scenario:?} gave {:?}", complete.map(|path| path.length)));
        }
    }
    row
}

fn assert_all_optimal(rows: &[Row]) {
    println!("{:<20} {:>8} {:>8} {:>8} {:>8}", "map", "queries", "skipped", "solved", "optimal");
    for Row { map, queries, skipped, solved, optimal, .. } in rows {
        println!("{map:<20} {queries:>8} {skipped:>8} {solved:>8} {optimal:>8}");
    }
    for row in rows {
        assert_eq!(row.optimal, row.queries - row.skipped, "{}: {:#?}", row.map, row.wrong);
    }
}

#[test]
fn own_scenarios_are_solved() {
    let files = scenario_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")));
    assert!(files.len() >= 3, "the maps of our own are missing");
    let mut search = Search::default();
    let rows: Vec<Row> = files.iter().map(|file| solve_all(file, &mut search)).collect();
    assert!(rows.iter().all(|row| row.queries > 0 && row.skipped == 0));
    assert_all_optimal(&rows);
}

#[test]
fn own_scenarios_are_confirmed_by_dijkstra() {
    for file in scenario_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))) {
        let (level, scenarios) = load(&file);
        let tiles = level.map.tiles.rect().cells();
        let costs = tiles.map(|tile| if level.map.is_walkable(tile) { 100 } else { 0 }).collect();
        let ground = Ground { width: level.map.lattice.width as i32, height: level.map.lattice.height as i32, costs };
        for scenario in scenarios {
            let cost = ground.lowest(scenario.start, scenario.goal).expect("a scenario has a solution");
            let length = cost as f64 / (985.0 * 200.0);
            assert!(scenario.is_solved_by(length), "{}: {scenario:?} is {length} long", file.display());
        }
    }
}

/// The real maps, which do not travel with the project: `FOOTPATH_MOVING_AI=FOLDER cargo test moving_ai -- --nocapture`.
#[test]
fn moving_ai_scenarios() {
    let Some(folder) = std::env::var_os("FOOTPATH_MOVING_AI") else {
        println!("skipped: FOOTPATH_MOVING_AI names no folder of Moving AI maps and scenarios");
        return;
    };
    let files = scenario_files(Path::new(&folder));
    assert!(!files.is_empty(), "no scenario file in {}", Path::new(&folder).display());
    let (left, rows) = (Mutex::new(files.into_iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut search = Search::default();
                loop {
                    let Some(file) = left.lock().unwrap().next() else { break };
                    let row = solve_all(&file, &mut search);
                    rows.lock().unwrap().push(row);
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by(|a, b| a.map.cmp(&b.map));
    assert_all_optimal(&rows);
}
