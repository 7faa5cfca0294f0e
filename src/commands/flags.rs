//! The flags of every command, and their help.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use footpath::grid::Cell;

use super::method_flags::MethodFlags;

const EXAMPLES: &str = "\
Examples:
  footpath                                     play the first level
  footpath maze                                play a built-in level (`footpath levels` lists them)
  footpath my-level.ron                        play a level file; it is loaded again when it changes
  footpath --screenshot maze.png --after 2 maze
  footpath new my-level.ron                    begin a level of your own
  footpath check levels                        look for mistakes in every level of a folder
  footpath solve maze --from 1,1 --to 5,3      find a path
  footpath simulate maze --seconds 10          run without a window
  footpath bake maze                           bake its ground once, for all later runs
  footpath bench maps/arena.map.scen           solve and time the scenarios of a benchmark map
  footpath import maps/arena.map -o arena.ron  make a level of a benchmark map
  footpath crowd --scenario hall-8             measure how a crowd walks

A LEVEL is a level file, or the name of a built-in level where no such file exists. A file that is
called like a command is named with its folder: `footpath ./check`.

Exit codes: 0 done, 1 a problem was found (a broken level, no path), 2 it could not be done (a wrong
flag, a missing file, no display).";

/// A top-down pathfinding sandbox: levels in RON, a click, an A* path, agents that follow it.
///
/// Without a command it opens a window and plays LEVEL. Without a display it plays a short demo in text.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Flags {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub play: PlayFlags,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(CheckFlags),
    Solve(SolveFlags),
    Simulate(SimulateFlags),
    Bake(BakeFlags),
    Bench(BenchFlags),
    Crowd(CrowdFlags),
    Import(ImportFlags),
    New(NewFlags),
    /// List the built-in levels
    Levels,
}

#[derive(Debug, Args)]
pub struct PlayFlags {
    /// The level to play: a file, or the name of a built-in level [default: the first built-in one]
    pub level: Option<PathBuf>,
    /// Save a picture of the window as a PNG file, then close it
    #[arg(long, value_name = "FILE.png")]
    pub screenshot: Option<PathBuf>,
    /// When to take the screenshot, in seconds after the start [default: 1]
    #[arg(long, value_name = "SECONDS", requires = "screenshot")]
    #[arg(value_parser = seconds, allow_negative_numbers = true)]
    pub after: Option<f64>,
    /// Close the window after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub exit_after: Option<f64>,
    /// Play a script: a RON list of commands with their times, such as [(at: 1.5, do: MoveTo("gate"))]
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The size of the window in logical pixels, such as 1280x720 or 390x844 [default: 1280x720]
    #[arg(long, value_name = "WxH", value_parser = window_size)]
    pub size: Option<(u32, u32)>,
    /// Keep the state of the game in a JSON file, for tests and other programs
    #[arg(long, value_name = "FILE.json")]
    pub report: Option<PathBuf>,
}

/// Look for mistakes in level files
///
/// Prints every mistake with file:line:column, the line, and what would be right.
///
/// Exit code: 0 when there is none, 1 when there are some, 2 when a file cannot be read.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath check my-level.ron
  footpath check levels --json")]
pub struct CheckFlags {
    /// Level files, and folders in which (and below which) every *.ron file is a level
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Print a JSON array of {"file", "line", "column", "message", "help"} instead
    #[arg(long)]
    pub json: bool,
}

/// Find a path and print the map with the path drawn in it
///
/// Lengths and costs are in tiles: a straight step is 1 long and a diagonal one 1.414, and in the
/// cost each step counts with the mean cost of its two tiles. When the goal cannot be reached the
/// path leads to the reachable tile nearest to it, and is called partial. An any-angle or smoothed path
/// is told by the tiles where it turns. Where a level is baked at several cells a tile, --from and --to are still
/// tiles and stand for the cell in their middle; the steps lead from cell to cell.
///
/// Exit code: 0 for a path, 1 when there is none, 2 when the question is wrong.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  footpath solve maze --from 1,1 --to 20,11
  footpath solve maze --from 1,1 --to 20,11 --algorithm greedy --heuristic manhattan
  footpath solve my-level.ron --from 1,1 --to 5,3 --profile giant --json
  footpath solve my-level.ron --from 1,1 --to 5,3 --forbid swamp --area-cost mud=9"
)]
pub struct SolveFlags {
    /// A level file, or the name of a built-in level
    pub level: PathBuf,
    /// The tile to start from: column and row, counted from 0 at the upper left
    #[arg(long, value_name = "X,Y", value_parser = tile, allow_hyphen_values = true)]
    pub from: Cell,
    /// The tile to go to; given several times, any one of them, the cheapest to reach
    #[arg(long, value_name = "X,Y", required = true, value_parser = tile, allow_hyphen_values = true)]
    pub to: Vec<Cell>,
    /// How near to it is near enough, in tiles, middle to middle
    #[arg(long, value_name = "D", default_value_t = 0.0, value_parser = distance, allow_negative_numbers = true)]
    pub within: f64,
    /// For which kind of agent, by its name; a wide one does not fit everywhere
    #[arg(long, value_name = "NAME", default_value = "walker")]
    pub profile: String,
    /// Print {"status", "algorithm", "guarantee", "walkable", "cost", "length", "path", "cells_per_tile", "links",
    /// "expanded", "generated", "micros", "bytes"} as JSON instead; its path is of cells
    #[arg(long)]
    pub json: bool,
    /// An area that the path may not enter; may be given several times
    #[arg(long, value_name = "AREA")]
    pub forbid: Vec<String>,
    /// What a tile of an area costs, 0.1 to 100, such as mud=9; may be given several times
    #[arg(long, value_name = "AREA=COST", value_parser = area_cost)]
    pub area_cost: Vec<(String, f32)>,
    #[command(flatten)]
    pub cache: CacheFlags,
    #[command(flatten)]
    pub method: MethodFlags,
}

/// Solve the scenarios of Moving AI maps, check the lengths and measure the time
///
/// Prints a row for each map. `mean us` is the mean time of a query in microseconds, from the question to the full
/// list of tiles; baking the map is timed apart. `optimal` counts the paths of the published length.
///
/// Exit code: 1 when an exact search misses a published length.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  footpath bench maps/arena.map.scen
  footpath bench maps --algorithm jump-point --repeat 3 --json"
)]
pub struct BenchFlags {
    /// Scenario files (X.map.scen, beside the map X.map), and folders in which, and below which, every *.scen file is one
    #[arg(required = true, value_name = "FILE.scen")]
    pub paths: Vec<PathBuf>,
    /// How often all scenarios of a map are run; each counts with its quickest run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// Print a JSON array of {"map", "algorithm", "queries", "skipped", "solved", "optimal", "mean_us",
    /// "expanded_mean", "bake_ms", "bytes"} instead
    #[arg(long)]
    pub json: bool,
    /// Write a line for each scenario into a new file
    #[arg(long, value_name = "FILE.csv")]
    pub per_query: Option<PathBuf>,
    #[command(flatten)]
    pub method: MethodFlags,
}

/// Measure how well crowds walk
///
/// Runs each scenario for each seed and prints a row for each scenario: its best to its worst seed, or the worst alone.
/// `last s` is when the last one arrived, or how long was waited where somebody did not; `path` is the length walked and
/// `time` the time at the preferred speed, each over the shortest way, what they are told to wait left out; `overlap` in
/// how many percent of all moments one is deeper than 1 % of a diameter in another, `deepest` how deep at the worst, in
/// percent of a diameter; `wall` how deep in a wall, in world units; `stuck` the longest standing about, in seconds; `jerk` the mean change of acceleration and
/// `accel` the greatest acceleration, in world units and seconds; `flow` how many pass the gate in a second; `tick us` the
/// median and `mean us` the mean time of a tick, in microseconds, of the quickest seed.
///
/// Besides the scenarios that run when none is named there are `open-N`, N agents on an open field for 5 seconds,
/// and `random-cases`, small scenes of which each seed makes one.
///
/// Exit code: 0 when measured, 1 when somebody has not arrived (on an open field nobody has to).
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  footpath crowd
  footpath crowd --scenario circle-20 --scenario hall-4 --seeds 0..3 --json
  footpath crowd --scenario open-10000 --seeds 0..1
  footpath crowd --scenario random-cases --seeds 0..1000
  footpath crowd my-level.ron"
)]
pub struct CrowdFlags {
    /// Measure a level instead: a file or the name of a built-in level; runs until every agent with a goal has arrived
    #[arg(conflicts_with = "scenario")]
    pub level: Option<PathBuf>,
    /// Only this scenario; may be given several times
    #[arg(long, value_name = "NAME")]
    pub scenario: Vec<String>,
    /// For which seeds, the second one not included [default: 0..10; for random-cases 0..10000]
    #[arg(long, value_name = "A..B", value_parser = seeds, allow_hyphen_values = true)]
    pub seeds: Option<Range<u64>>,
    /// Print a JSON array with an object for each scenario and seed instead: {"scenario", "seed", "agents", "arrived",
    /// "last_s", "path_ratio", "time_ratio", "overlap_percent", "penetration_percent", "wall_penetration", "stuck_s",
    /// "jerk_mean", "acceleration_max", "flow_per_s", "tick_us_median"}; ratios are null where nobody has arrived, and
    /// the flow where there is no gate
    #[arg(long)]
    pub json: bool,
}

/// Make a level of a map of the Moving AI benchmark
///
/// It never overwrites a file.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  footpath import maps/arena.map -o arena.ron")]
pub struct ImportFlags {
    /// The map
    #[arg(value_name = "FILE.map")]
    pub map: PathBuf,
    /// The level to write, ending in .ron
    #[arg(short, long, value_name = "LEVEL.ron")]
    pub output: PathBuf,
}

/// Run a level without a window, as fast as the machine can
///
/// Prints what became of each agent, how long a tick took, and the state hash, which is the same
/// whenever level, seed, script and seconds are the same. What a script asks for and the level
/// refuses is told on stderr.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  footpath simulate maze --seconds 10
  footpath simulate my-level.ron --seconds 20 --script walk.ron --seed 7 --json"
)]
pub struct SimulateFlags {
    /// A level file, or the name of a built-in level
    pub level: PathBuf,
    /// How long, in seconds of the simulation (60 ticks each), up to 86400
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: f64,
    /// Commands with their times (see "Scripts" in levels/README.md); steps that need a window are refused
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// A seed in place of the level's own: a whole number from 0
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Print {"ticks", "tick_us_median", "tick_us_p99", "state_hash", "agents"} as JSON instead
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: CacheFlags,
}

/// Bake the ground of a level for all its profiles, and keep it
///
/// Prints the path of the file that it wrote. `solve`, `simulate` and the game load it instead of baking, as long as the
/// level is the same; when it is damaged, outdated or of another level they say so and bake anew.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath bake my-level.ron
  footpath bake my-level.ron --cache baked
  footpath bake --clear my-level.ron")]
pub struct BakeFlags {
    /// A level file, or the name of a built-in level
    pub level: PathBuf,
    /// Remove what was baked instead
    #[arg(long)]
    pub clear: bool,
    #[command(flatten)]
    pub cache: CacheFlags,
}

#[derive(Debug, Args)]
pub struct CacheFlags {
    /// The folder where baked ground is kept [default: FOOTPATH_CACHE, or the user's folder for such files]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

/// Write a commented level to begin with
///
/// It never overwrites a file.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  footpath new my-level.ron")]
pub struct NewFlags {
    /// The file to write, ending in .ron
    #[arg(value_name = "FILE.ron")]
    pub file: PathBuf,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 86400 would be right, such as 2.5".to_owned()),
    }
}

fn distance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(distance) if (0.0..=10_000.0).contains(&distance) => Ok(distance),
        _ => Err("a distance in tiles from 0 to 10000 would be right, such as 2.5".to_owned()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} would be right", u64::MAX))
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    range.filter(|range: &Range<u64>| !range.is_empty()).ok_or_else(|| {
        "A..B would be right, two whole numbers from 0, the second one greater, such as 0..10".to_owned()
    })
}

fn window_size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (200..=8192).contains(side));
    text.split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| "WIDTHxHEIGHT would be right, each from 200 to 8192, such as 1280x720".to_owned())
}

fn tile(text: &str) -> Result<Cell, String> {
    let number = |text: &str| text.trim().parse::<i32>().ok();
    text.split_once(',')
        .and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)))
        .ok_or_else(|| "COLUMN,ROW would be right, two whole numbers, such as 3,4".to_owned())
}

fn area_cost(text: &str) -> Result<(String, f32), String> {
    let wrong = || format!("`{text}` is no area and its cost, such as mud=9; a cost is 0.1 to 100");
    let (area, cost) = text.split_once('=').ok_or_else(wrong)?;
    let cost = cost.parse().ok().filter(|cost| (0.1..=100.0).contains(cost));
    Ok((area.to_owned(), cost.ok_or_else(wrong)?))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn flags_do_not_contradict_each_other() {
        Flags::command().debug_assert();
    }

    #[test]
    fn seconds_are_finite_and_not_negative() {
        assert_eq!(seconds("2.5"), Ok(2.5));
        for wrong in ["-1", "NaN", "inf", "1e9", "", "2s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_seed_is_a_whole_number() {
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["-1", "18446744073709551616", "1.5", ""] {
            assert!(seed(wrong).is_err_and(|message| message.contains("whole number")), "{wrong}");
        }
    }

    #[test]
    fn seeds_are_a_range_that_is_not_empty() {
        assert_eq!(seeds("3..10"), Ok(3..10));
        for wrong in ["3", "3..3", "4..3", "-1..3", "..3", "3..", "a..b", ""] {
            assert!(seeds(wrong).is_err_and(|message| message.contains("0..10")), "{wrong}");
        }
    }

    #[test]
    fn a_window_size_is_two_sane_sides() {
        assert_eq!(window_size("390x844"), Ok((390, 844)));
        for wrong in ["0x0", "1280", "1280x", "x720", "1280x720x3", "99999x720", "-1280x720"] {
            assert!(window_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_tile_may_be_outside_but_must_be_two_numbers() {
        assert_eq!(tile("3, -4"), Ok(Cell::new(3, -4)));
        for wrong in ["3", "3,4,5", "a,b", "3.5,1", ""] {
            assert!(tile(wrong).is_err(), "{wrong}");
        }
    }
}
