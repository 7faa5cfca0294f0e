//! Footpath compared with other libraries, on the scenarios of Moving AI maps: in one run, on one thread, alternating
//! for every query.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- FOLDER
//! ```
//!
//! A time is the fastest of some runs, averaged over the queries of a map, in microseconds, from the query to the full
//! list of cells; preparation once for a map is not included. Below the table are the geometric means over the maps of
//! the ratios that matter.

mod contestants;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use clap::Parser;
use footpath::level::import::{self, Scenario};
use footpath::nav::NavGrid;
use footpath::profile::AgentProfile;

use contestants::Contestant;

/// Compares Footpath with other libraries.
#[derive(Debug, Parser)]
struct Flags {
    /// Folders with Moving AI maps, each beside its scenarios
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Take only every Nth scenario
    #[arg(long, default_value_t = 10)]
    every: usize,
    /// How often each query is run
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Another program to run on each map: NAME=PROGRAM; it is given the map, the scenario file, and the numbers of
    /// --every and --rounds, and prints the mean microseconds of a query as the last word
    #[arg(long, value_name = "NAME=PROGRAM")]
    external: Vec<String>,
    /// Measure only the contestants whose name holds this
    #[arg(long, default_value = "")]
    only: String,
}

/// Two contestants, and the greatest ratio that is expected between them.
const RATIOS: &[(&str, &str, f64)] = &[
    ("footpath a-star", "pathfinding", 0.2),
    ("footpath a-star", "bucket-a-star", 1.0),
    ("footpath jump-point", "warthog-jps", 1.0),
    ("footpath jump-point", "grid_pathfinding", 1.0),
    ("footpath auto", "bucket-a-star", 1.0),
    ("footpath auto", "warthog-jps", 1.0),
    ("footpath any-angle", "polyanya", 0.5),
    ("footpath any-angle", "polyanya triangles", 0.5),
    ("footpath any-angle", "polyanya-cpp", 1.0),
];

/// The times on one map, in the order of the names.
struct Row {
    map: String,
    times: Vec<Option<Times>>,
}

/// Microseconds of one contestant on one map.
enum Times {
    /// Of each query; `None` where it was not solved.
    Each(Vec<Option<f64>>),
    /// Of all queries together, from another program.
    Mean(f64),
}

impl Times {
    /// The mean of those that were solved.
    fn mean(&self) -> f64 {
        match self {
            Times::Mean(mean) => *mean,
            Times::Each(times) => {
                let solved: Vec<f64> = times.iter().copied().flatten().collect();
                solved.iter().sum::<f64>() / solved.len() as f64
            }
        }
    }

    /// The ratio of the mean times over the queries that both have solved; `None` where these are less than half.
    fn ratio(&self, other: &Times) -> Option<f64> {
        let (Times::Each(ours), Times::Each(theirs)) = (self, other) else { return Some(self.mean() / other.mean()) };
        let both: Vec<(f64, f64)> = ours.iter().zip(theirs).filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
        let sum = both.iter().fold((0.0, 0.0), |sum, both| (sum.0 + both.0, sum.1 + both.1));
        (2 * both.len() > ours.len()).then(|| sum.0 / sum.1)
    }
}

fn main() -> ExitCode {
    match measure(&Flags::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure(flags: &Flags) -> Result<(), String> {
    let mut files = Vec::new();
    for folder in &flags.folders {
        find_scenarios(folder, &mut files)?;
    }
    files.sort();
    let mut names: Vec<String> = contestants::NAMES.iter().map(|name| (*name).to_owned()).collect();
    let externals: Vec<(&str, &str)> = flags
        .external
        .iter()
        .map(|external| external.split_once('=').ok_or(format!("`{external}` is not NAME=PROGRAM")))
        .collect::<Result<_, _>>()?;
    names.extend(externals.iter().map(|(name, _)| (*name).to_owned()));
    names.retain(|name| name.contains(&flags.only));
    println!("{:<18}{}", "map", names.iter().map(|name| format!("{name:>20}")).collect::<String>());
    let mut rows = Vec::new();
    for file in &files {
        let row = measure_map(file, &names, &externals, flags)?;
        let time = |times: &Option<Times>| {
            times.as_ref().map_or(format!("{:>20}", "-"), |times| format!("{:>20.1}", times.mean()))
        };
        println!("{:<18}{}", row.map, row.times.iter().map(time).collect::<String>());
        rows.push(row);
    }
    print_ratios(&names, &rows);
    Ok(())
}

fn find_scenarios(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            find_scenarios(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "scen") {
            files.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn measure_map(file: &Path, names: &[String], externals: &[(&str, &str)], flags: &Flags) -> Result<Row, String> {
    let map_file = file.with_extension("");
    let level = import::moving_ai(&map_file.to_string_lossy(), &read(&map_file)?).map_err(|error| error.to_string())?;
    let scenarios =
        import::moving_ai_scenarios(&file.to_string_lossy(), &read(file)?).map_err(|error| error.to_string())?;
    let grid = NavGrid::bake(&level.map, &AgentProfile::default());
    let asked: Vec<&Scenario> = scenarios
        .iter()
        .step_by(flags.every.max(1))
        .filter(|one| grid.is_passable(one.start) && grid.is_passable(one.goal))
        .collect();
    let times = names
        .iter()
        .map(|name| match externals.iter().find(|(external, _)| external == name) {
            Some((_, program)) => run_external(program, &map_file, file, flags).map(|mean| Some(Times::Mean(mean))),
            None => Ok(contestants::prepare(name, &grid).map(|run| time_queries(name, run, &asked, flags.rounds))),
        })
        .collect::<Result<_, String>>()?;
    Ok(Row { map: level.name, times })
}

/// The fastest run of each query.
fn time_queries(name: &str, mut run: Contestant, asked: &[&Scenario], rounds: u32) -> Times {
    let mut best = vec![None; asked.len()];
    for _ in 0..rounds.max(1) {
        for (scenario, best) in asked.iter().zip(&mut best) {
            let begin = Instant::now();
            let length = run(scenario.start, scenario.goal);
            let time = begin.elapsed().as_secs_f64() * 1e6;
            check(name, scenario, length);
            *best = length.map(|_| best.map_or(time, |best: f64| best.min(time)));
        }
    }
    Times::Each(best)
}

/// Checks that exact contestants are exact, and that any-angle paths are no longer than the published ones.
fn check(name: &str, scenario: &Scenario, length: Option<f64>) {
    match length {
        Some(length) if name.contains("grid_pathfinding") || name.contains("polyanya") => {
            // One cuts corners, the other knows no passages one cell wide: their lengths are not comparable.
            assert!(length > 0.0 || scenario.start == scenario.goal);
        }
        Some(length) if name.contains("any-angle") => {
            assert!(length <= scenario.length * (1.0 + 1e-5) + 0.05, "{name}: {scenario:?} gave {length}");
        }
        Some(length) => assert!(scenario.is_solved_by(length), "{name}: {scenario:?} gave {length}"),
        None => assert!(name.contains("polyanya"), "{name}: {scenario:?} was not solved"),
    }
}

fn run_external(program: &str, map: &Path, scenarios: &Path, flags: &Flags) -> Result<f64, String> {
    let numbers = [flags.every.to_string(), flags.rounds.to_string()];
    let output = Command::new(program)
        .arg(map)
        .arg(scenarios)
        .args(numbers)
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.split_whitespace().last().unwrap_or_default();
    last.parse().map_err(|_| format!("{program} did not print a number last: {last:?}"))
}

fn print_ratios(names: &[String], rows: &[Row]) {
    println!("\ngeometric mean over the maps of the ratio of times");
    for (ours, theirs, goal) in RATIOS {
        let place = |wanted: &str| names.iter().position(|name| name == wanted);
        let (Some(ours_at), Some(theirs_at)) = (place(ours), place(theirs)) else { continue };
        let ratio = |row: &Row| row.times[ours_at].as_ref()?.ratio(row.times[theirs_at].as_ref()?);
        let ratios: Vec<f64> = rows.iter().filter_map(ratio).collect();
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("{ours:<22} / {theirs:<18} {mean:6.3} on {} maps (goal: at most {goal})", ratios.len());
    }
    print_better_of(names, rows);
}

/// `auto` compared with the better of the two C++ programs, map by map.
fn print_better_of(names: &[String], rows: &[Row]) {
    let place = |wanted: &str| names.iter().position(|name| name == wanted);
    let (Some(auto), Some(bucket), Some(jump)) = (place("footpath auto"), place("bucket-a-star"), place("warthog-jps"))
    else {
        return;
    };
    let mean = |row: &Row, index: usize| row.times[index].as_ref().map(Times::mean);
    let ratio = |row: &Row| Some(mean(row, auto)? / mean(row, bucket)?.min(mean(row, jump)?));
    let ratios: Vec<f64> = rows.iter().filter_map(ratio).collect();
    let geometric = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let worst = rows.iter().filter_map(|row| Some((ratio(row)?, &row.map))).max_by(|a, b| a.0.total_cmp(&b.0));
    println!("footpath auto / the better of the two C++ programs: {geometric:.3}; the greatest: {worst:?}");
}
