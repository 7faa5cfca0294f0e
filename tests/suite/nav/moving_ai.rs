//! Maps and scenarios in the Moving AI format, of our own making. (`footpath bench` solves the real ones, where they are
//! at hand.)

use std::fs;
use std::path::{Path, PathBuf};

use footpath::level::import;
use footpath::nav::{Algorithm, Guarantee, Method, NavGrid, PathError, PathQuery, PathStatus, Search, find_path};
use footpath::profile::AgentProfile;

use crate::support::ground::Ground;

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

/// Every search that promises the shortest path keeps its word, the same search memory serving all.
#[test]
fn own_scenarios_are_solved_by_every_exact_search() {
    let files = scenario_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")));
    assert!(files.len() >= 3, "the maps of our own are missing");
    let mut search = Search::default();
    let mut promises = 0;
    for file in files {
        let (level, scenarios) = load(&file);
        let grid = NavGrid::bake(&level.map, &AgentProfile::default());
        for (&algorithm, scenario) in Algorithm::ALL.iter().flat_map(|one| scenarios.iter().map(move |two| (one, two)))
        {
            let method = Method { algorithm, ..Method::default() };
            let query = PathQuery::between(scenario.start, scenario.goal).by(method);
            let path = match find_path(&grid, &query, &mut search) {
                Ok(path) => path,
                Err(PathError::Limit(_)) if algorithm == Algorithm::IdaStar => continue,
                Err(error) => panic!("{}: {scenario:?} by {algorithm:?}: {error}", file.display()),
            };
            assert_eq!(path.status, PathStatus::Complete, "{}: {scenario:?} by {algorithm:?}", file.display());
            let is_right = match (path.guarantee, path.algorithm) {
                (_, Algorithm::AnyAngle) => path.length < scenario.length || scenario.is_solved_by(path.length),
                (Guarantee::Shortest, _) => scenario.is_solved_by(path.length),
                _ => path.length > scenario.length || scenario.is_solved_by(path.length),
            };
            promises += usize::from(path.guarantee == Guarantee::Shortest);
            assert!(is_right, "{}: {scenario:?} by {algorithm:?} gave {}", file.display(), path.length);
        }
    }
    assert!(promises > 500, "only {promises} paths were promised to be the shortest");
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
