//! The flags of every command, and their help.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use footpath::grid::Cell;
use footpath::level::generate::Kind;
use footpath::level::import::Empty;
use footpath::profile::AREA_COST;

use super::method_flags::MethodFlags;

/// The most seeds of one run: the figures of each are kept until its end.
const MOST_SEEDS: u64 = 1_000_000;

const EXAMPLES: &str = "\
Examples:
  footpath                                     play the first level
  footpath maze                                play a built-in level (`footpath levels` lists them)
  footpath my-level.ron                        play a level file; it is loaded again when it changes
  footpath --screenshot maze.png --after 2 maze
  footpath lab                                 watch searches on an empty sheet
  footpath new my-level.ron                    start a level of your own
  footpath schema                              print the JSON Schema of levels
  footpath check levels                        check every level of a folder for mistakes
  footpath solve maze --from 1,1 --to 5,3      find a path
  footpath simulate maze --seconds 10          run without a window
  footpath --record run.replay maze            play, and record it
  footpath replay run.replay                   watch what was recorded
  footpath bake maze                           bake its ground once, for all later runs
  footpath bench maps/arena.map.scen           solve and time the scenarios of a benchmark map
  footpath import maps/arena.map -o arena.ron  make a level from a benchmark map, of Tiled or LDtk, or a picture
  footpath export maze -o maze.map             write the map of a level for other programs
  footpath generate caves --size 64x48 --seed 7 -o caves.ron
  footpath render maze -o maze.png             draw a level without a window
  footpath link maze --base https://example.org/footpath/
  footpath crowd --scenario hall-8             measure how a crowd walks
  footpath torture --seeds 0..10               test the simulation on random worlds

A LEVEL is a level file or, if there is no such file, the name of a built-in level. If a file has the
name of a command, give it with its folder: `footpath ./check`.

Exit codes: 0 success, 1 a problem was found (a broken level, no path), 2 the command could not run (a
wrong flag, a missing file, no display).";

/// A top-down pathfinding sandbox: levels in RON files, and agents that follow paths to where you click
///
/// Without a command it opens a window and plays LEVEL. Without a display it shows a short demo as text.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Flags {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    #[command(flatten)]
    pub play: PlayFlags,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    Check(CheckFlags),
    Solve(SolveFlags),
    Simulate(SimulateFlags),
    Replay(ReplayFlags),
    Bake(BakeFlags),
    Bench(BenchFlags),
    Crowd(CrowdFlags),
    Torture(TortureFlags),
    Fmt(FmtFlags),
    Import(ImportFlags),
    Export(ExportFlags),
    Generate(GenerateFlags),
    Render(RenderFlags),
    Link(LinkFlags),
    Lab(LabFlags),
    New(NewFlags),
    /// Print the JSON Schema of levels: every field with its type, unit, range and default
    Schema {
        /// The format of scripts instead
        #[arg(long)]
        script: bool,
    },
    /// List the built-in levels
    Levels,
}

#[derive(Debug, Args)]
pub struct PlayFlags {
    /// The level to play: a file, or the name of a built-in level [default: the first built-in one]
    pub level: Option<PathBuf>,
    /// Play a script: a RON list of commands with their times, such as [(at: 1.5, do: MoveTo("gate"))]
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    #[command(flatten)]
    pub record: RecordFlags,
    #[command(flatten)]
    pub window: WindowFlags,
}

/// Watch searches at work in the lab
///
/// Opens the window in the lab: drag the start and the goal, draw walls, and the path and the explored cells follow. F9 goes
/// on to the game, and back.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath lab            an empty sheet
  footpath lab maze       the ground of a level
  footpath lab grid.txt   the ground of a map of another program")]
pub struct LabFlags {
    /// The level on which to search: a file, or the name of a built-in level [default: an empty sheet]
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub window: WindowFlags,
}

/// What both the game and the lab take.
#[derive(Debug, Args)]
pub struct WindowFlags {
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
    /// The size of the window in logical pixels, such as 1280x720 or 390x844 [default: 1280x720]
    #[arg(long, value_name = "WxH", value_parser = window_size)]
    pub size: Option<(u32, u32)>,
    /// Speak this language, such as en or zh, unless the settings name another [default: the system's]
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
    /// Write the state of the game to a JSON file all the time, for tests and other programs
    #[arg(long, value_name = "FILE.json")]
    pub report: Option<PathBuf>,
}

/// Check level files for mistakes, and for what is hardly meant
///
/// Prints every mistake with file:line:column, the line, and how to correct it. A level without mistakes may get warnings:
/// goals, ground and links that no agent can reach, names that nothing refers to. A level whose purpose they are lists their
/// kinds in `expected_warnings`.
///
/// Exit code: 0 if there are no mistakes, 1 if there are some, 2 if a file cannot be read.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath check my-level.ron
  footpath check levels --deny-warnings
  footpath check levels --json")]
pub struct CheckFlags {
    /// Level files, scripts, and folders; in a folder and its subfolders, every *.ron file is checked. A file that is a
    /// list, `[ ... ]`, is a script
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Check this script, and that the level has what it names; takes one level
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Let warnings, too, make the exit code 1
    #[arg(long)]
    pub deny_warnings: bool,
    /// Print a JSON array of {"warning", "file", "line", "column", "message", "help"} instead; `warning` is the kind of a
    /// warning, and null for a mistake
    #[arg(long)]
    pub json: bool,
}

/// Lay out level files: one step of indentation a bracket, rows below one another
///
/// Comments, the order of things and the spelling of numbers stay. A file whose syntax is broken is left as it is. Without
/// a PATH, lays out what is piped in.
///
/// Exit code: 0 if everything is laid out, 1 if a file is broken or, with --check, not laid out, 2 if a file cannot be read
/// or written.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath fmt my-level.ron
  footpath fmt --check levels")]
pub struct FmtFlags {
    /// Level files, and folders; in a folder and its subfolders, every *.ron file is laid out
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Change no file; list those that are not laid out
    #[arg(long)]
    pub check: bool,
}

/// Find a path and print the map with the path drawn in it
///
/// The ground is that of the game when the level begins: with its zones, what agents see, and links and doors as they are
/// then. Lengths and costs are in tiles. A straight step has the length 1, a diagonal one 1.414; the cost of a step is its
/// length times the mean cost of its two tiles. If the goal cannot be reached, the path leads to the reachable tile
/// nearest to it, and is called partial. If the agent cannot stand where the path is to start, `begins at` says where it
/// begins instead, and why. Of an any-angle or smoothed path, the tiles where it turns are listed. If a
/// level is baked with several cells to a tile, --from and --to still name tiles and mean the cell in their middle; the
/// steps lead from cell to cell.
///
/// Exit code: 0 if a path to a goal was found, 1 if it is partial or there is none, 2 if the arguments are wrong.
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
    /// A level file, a map of another program, or the name of a built-in level
    pub level: PathBuf,
    /// The tile to start from: column and row, counted from 0 at the upper left
    #[arg(long, value_name = "X,Y", value_parser = tile, allow_hyphen_values = true)]
    pub from: Cell,
    /// The tile to go to; if given several times, the one that is cheapest to reach
    #[arg(long, value_name = "X,Y", required = true, value_parser = tile, allow_hyphen_values = true)]
    pub to: Vec<Cell>,
    /// How close to the goal the path may end, in tiles, middle to middle
    #[arg(long, value_name = "D", default_value_t = 0.0, value_parser = distance, allow_negative_numbers = true)]
    pub within: f64,
    /// The profile of the agent; a wide one does not fit everywhere
    #[arg(long, value_name = "NAME", default_value = "walker")]
    pub profile: String,
    /// Print {"status", "begins_at", "algorithm", "guarantee", "walkable", "cost", "length", "path", "cells_per_tile",
    /// "links", "expanded", "generated", "micros", "bytes"} as JSON instead; the path lists cells
    #[arg(long)]
    pub json: bool,
    /// An area that the path may not enter; may be given several times
    #[arg(long, value_name = "AREA")]
    pub forbid: Vec<String>,
    /// The cost of a tile of an area, 0.1 to 100, such as mud=9; may be given several times
    #[arg(long, value_name = "AREA=COST", value_parser = area_cost)]
    pub area_cost: Vec<(String, f32)>,
    #[command(flatten)]
    pub cache: CacheFlags,
    #[command(flatten)]
    pub method: MethodFlags,
}

/// Solve the scenarios of Moving AI maps, check the lengths and measure the time
///
/// Prints a row for each map. `mean us` is the mean time of a query in microseconds, up to the full list of tiles;
/// baking the map is timed separately. `optimal` counts the paths that have the published length.
///
/// Exit code: 1 if an exact search misses a published length.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  footpath bench maps/arena.map.scen
  footpath bench maps --algorithm jump-point --repeat 3 --json"
)]
pub struct BenchFlags {
    /// Scenario files (X.map.scen, next to the map X.map), and folders; in a folder and its subfolders, every *.scen file
    /// is one
    #[arg(required = true, value_name = "FILE.scen")]
    pub paths: Vec<PathBuf>,
    /// How many times to run all scenarios of a map; the fastest run of each counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// Solve only every N-th scenario of each map, beginning with the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Make an index of the map before, so that `auto` uses it where that is faster
    #[arg(long)]
    pub index: bool,
    /// Print a JSON array of {"map", "algorithm", "queries", "skipped", "solved", "optimal", "mean_us",
    /// "expanded_mean", "bake_ms", "bytes"} instead
    #[arg(long)]
    pub json: bool,
    /// Write a line for each scenario to a new file
    #[arg(long, value_name = "FILE.csv")]
    pub per_query: Option<PathBuf>,
    #[command(flatten)]
    pub method: MethodFlags,
}

/// Measure how well crowds walk
///
/// Runs each scenario with each seed and prints a row for each scenario: the range from the best to the worst seed, or
/// the worst seed alone.
///
///   last s    when the last agent arrived, or how long the run was if one did not
///   path      the length walked, relative to the shortest path
///   time      the time taken, relative to the shortest path at the preferred speed, without ordered waits
///   overlap   the share of all moments in which an agent is more than 1 % of a diameter inside another
///   deepest   the deepest overlap, in percent of a diameter
///   wall      the deepest overlap with a wall, in world units
///   stuck     the longest time for which an agent stood still on its way, in seconds, in queues too
///   jerk      the mean change of acceleration, in world units and seconds
///   accel     the greatest acceleration, in world units and seconds
///   flow      agents through the gate a second
///   tick us   the median time of a tick, in microseconds, of the fastest seed
///   mean us   the mean time of a tick, in microseconds, of the fastest seed
///   99% us    the time that 99 of 100 ticks do not exceed, in microseconds, of the fastest seed
///   worst us  the time of the longest tick, in microseconds, of the fastest seed
///
/// These scenarios run only when you name them: the jams, such as `both-ways-0.9`; `open-N`, N agents on
/// an open field for 5 seconds; `town-N`, N agents in a town for 60 seconds, each on one errand after another (it
/// counts as arrived once it has come to the end of the first); and `random-cases`, a small scene for each seed.
///
/// Exit code: 0 if it was measured, 1 if an agent has not arrived (on an open field and in a town none has to).
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  footpath crowd
  footpath crowd --scenario circle-20 --scenario hall-4 --seeds 0..3 --json
  footpath crowd --scenario open-10000 --seeds 0..1
  footpath crowd --scenario town-20000 --seeds 0..1
  footpath crowd --scenario random-cases --seeds 0..1000
  footpath crowd my-level.ron --limit 300"
)]
pub struct CrowdFlags {
    /// Measure a level instead: a file or the name of a built-in level; it runs until every agent with a goal has arrived:
    /// stands within one radius of its own place
    #[arg(conflicts_with = "scenario")]
    pub level: Option<PathBuf>,
    /// Only this scenario; may be given several times
    #[arg(long, value_name = "NAME")]
    pub scenario: Vec<String>,
    /// The seeds from A up to but not including B, at most 1000000 [default: 0..10; for random-cases 0..10000]
    #[arg(long, value_name = "A..B", value_parser = seeds, allow_hyphen_values = true)]
    pub seeds: Option<Range<u64>>,
    /// After how many seconds each run ends if not every agent has arrived, 1 to 86400 [default: its own; 120 for a level]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub limit: Option<u32>,
    /// Print a JSON array with an object for each scenario and seed instead: {"scenario", "seed", "agents", "arrived",
    /// "last_s", "path_ratio", "time_ratio", "overlap_percent", "penetration_percent", "wall_penetration", "stuck_s",
    /// "jerk_mean", "acceleration_max", "flow_per_s", "tick_us_median", "tick_us_99_percent", "tick_us_longest"}; ratios
    /// are null if no agent has arrived, and the flow if there is no gate
    #[arg(long)]
    pub json: bool,
}

/// Test the simulation on random worlds
///
/// Each seed makes a level of any kind of ground with any kind of thing on it, and plays it with random orders, walls built upon
/// agents, obstacles, doors, switches, edits of the level's text, undo and reloads. After every tick it is checked that bodies
/// are on the map and in no wall, that speeds, paths and slots are what they may be, that nothing grows without a bound, and now
/// and then that all that is kept piece by piece equals the same made from nothing and that the run, made again, is the same.
/// What fails is shrunk to the fewest actions, printed with its seed and tick, and written as a replay. The exit code is 1 if anything failed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath torture
  footpath torture --seeds 0..200 --ticks 50000
  footpath torture --seeds 17..18 --json
  footpath torture --seeds 17..18 --all && footpath replay torture-17.replay")]
pub struct TortureFlags {
    /// The seeds from A up to but not including B, at most 1000000
    #[arg(long, value_name = "A..B", value_parser = seeds, allow_hyphen_values = true, default_value = "0..20")]
    pub seeds: Range<u64>,
    /// How many ticks of 1/60 s each world is played
    #[arg(long, value_name = "N", default_value = "600", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub ticks: u64,
    /// The folder in which what fails is written as torture-SEED.replay
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub out: PathBuf,
    /// Write a replay of every seed, to watch its world with `footpath replay`
    #[arg(long)]
    pub all: bool,
    /// Print a JSON array with an object for each seed instead: {"seed", "ticks", "actions", "most_agents", "most_jobs",
    /// "crossings", "arrivals", "hash", "slowest_tick", "violation"}; the slowest tick is
    /// {"tick", "us", "phase", "phase_us"}, without its checks, and the violation is null, or {"check", "tick", "found"}
    #[arg(long)]
    pub json: bool,
}

/// Make a level from a map of another program
///
/// A map of Tiled, in XML or JSON; a world of LDtk; a map of the Moving AI benchmark; or a PNG picture with one colour a kind of
/// ground. Which of them a file is, is found by what it holds, not by its name.
///
/// What is solid is read as authors mark it: properties and classes such as `collides`, `solid` or `walkable: false`, collision
/// shapes, Wang sets, and names such as `Walls`, `collision` or `water`. A property `terrain` names the terrain itself. Ground
/// of which nothing says what it is becomes a walkable terrain of its own. Objects and entities become agents (of the class
/// `agent`, `player`, or that of a profile), places and patrol paths. What has no place in a level, and what had to be guessed,
/// is named on stderr, with what to do.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath import maps/arena.map
  footpath import castle.tmx -o castle.ron --solid \"Tile Layer 2\" fence
  footpath import world.ldtk -o world.ron --level all
  footpath import - -o - < castle.tmx > castle.ron")]
pub struct ImportFlags {
    /// The map; `-` for standard input
    #[arg(value_name = "MAP")]
    pub map: PathBuf,
    /// The level to write, ending in .ron; `-` for standard output [default: named like the map, in the current folder]
    #[arg(short, long, value_name = "LEVEL.ron")]
    pub output: Option<PathBuf>,
    /// Layers, tiles, values or colours that are walls, by their names in any case
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub solid: Vec<String>,
    /// Layers, tiles, values or colours that are floor
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub floor: Vec<String>,
    /// What empty tiles are: floor or void [default: floor where otherwise nobody could stand, void where drawn tiles are floor]
    #[arg(long, value_name = "floor|void", value_parser = empty_tiles)]
    pub empty: Option<Empty>,
    /// The only layer that is ground
    #[arg(long, value_name = "NAME")]
    pub layer: Option<String>,
    /// Which level of a file with several: its name, its number from 1 on, or `all` for a file each, named LEVEL-NAME.ron
    #[arg(long, value_name = "NAME|N|all")]
    pub level: Option<String>,
    /// How many pixels of the map are a tile: a whole part or a multiple of its own tiles [default: as the map says]
    #[arg(long, value_name = "PX")]
    pub tile_size: Option<u32>,
    /// Overwrite the level if it exists
    #[arg(long)]
    pub force: bool,
}

/// Write the map of a level for other programs
///
/// A .map is of the Moving AI benchmark: walkable tiles are `.`, water is `W`, rock is `T`, all else is `@`. A .png has one
/// point for each tile, in the colour of its terrain. What else a level holds has no place in either. It never overwrites a
/// file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath export maze -o maze.map
  footpath export my-level.ron -o map.png")]
pub struct ExportFlags {
    /// A level file, a map of another program, or the name of a built-in level
    pub level: PathBuf,
    /// The map to write, ending in .map or .png
    #[arg(short, long, value_name = "MAP")]
    pub output: PathBuf,
}

/// Make a level with a map from a seed, drawn row by row
///
/// The same kind, size and seed give the same map on every machine. It never overwrites a file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath generate maze --size 41x31 --seed 3 -o maze.ron
  footpath generate caves --size 96x64 --no-islands -o caves.ron")]
pub struct GenerateFlags {
    /// What the map is like: open, maze, braided, divided, stairs, rooms or caves
    #[arg(value_parser = kind_of_map)]
    pub kind: Kind,
    /// How many columns and rows it has, each 1 to 4096
    #[arg(long, value_name = "WxH", default_value = "64x48", value_parser = map_size)]
    pub size: (u32, u32),
    /// Another seed makes another map
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Turn floor that cannot be reached from the largest connected part into wall
    #[arg(long)]
    pub no_islands: bool,
    /// The level to write, ending in .ron
    #[arg(short, long, value_name = "LEVEL.ron")]
    pub output: PathBuf,
}

/// Draw a level as a picture, or its first seconds as a moving one, without a window
///
/// It never overwrites a file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath render maze -o maze.png
  footpath render the-rounds -o rounds.gif --seconds 8 --tile 16")]
pub struct RenderFlags {
    /// A level file, a map of another program, or the name of a built-in level
    pub level: PathBuf,
    /// The picture to write: .png, or .gif for a moving one
    #[arg(short, long, value_name = "PICTURE")]
    pub output: PathBuf,
    /// The side of a tile in pixels, 1 to 256 [default: 1 to 24, the most with which no side of the picture exceeds 1280]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub tile: Option<u32>,
    /// How much of the level a moving picture shows, in seconds, up to 60 [default: 5]
    #[arg(long, value_name = "S", value_parser = moments, allow_negative_numbers = true)]
    pub seconds: Option<f64>,
}

/// Print the address of a page that plays a level
///
/// The text of the level is compressed into the address, behind its `#`: no server gets to see it. A level that takes more
/// than 32000 letters is too long.
///
/// Exit code: 1 if the level is broken or too long.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  footpath link my-level.ron --base https://example.org/footpath/")]
pub struct LinkFlags {
    /// A level file, a map of another program, or the name of a built-in level
    pub level: PathBuf,
    /// The address of the page that plays it: what `cargo web` made, wherever you put it
    #[arg(long, value_name = "URL", value_parser = base_address)]
    pub base: String,
}

/// Play a run again that was recorded, by --record, by the game or by another program
///
/// In a window it can be halted, wound to any moment, and gone on with as a game. The game records every run: the last ones
/// are in the folder `footpath/replays` of your state folder, or in the one that FOOTPATH_STATE names.
///
/// A replay holds the level, its seed, everything that was done, and a hash of the state for each second, so that it can be
/// told whether the run comes to the same states again. A file that was cut off, because the program was killed, is played
/// up to its last whole line.
///
/// Exit code: 0 if it was played, 1 if the replay or its level is broken or, with --verify, if a state differs, 2 if the
/// file cannot be read.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("without_window").args(["headless", "verify"]).multiple(true))]
#[command(after_help = "Examples:
  footpath --record run.replay maze            play, and record it
  footpath replay run.replay                   watch it: play, halt, wind, go on from there as a game
  footpath replay run.replay --verify          compare its states, without a window
  footpath replay run.replay --headless --until 600 --json")]
pub struct ReplayFlags {
    /// The replay
    pub file: PathBuf,
    /// Play it without a window, as fast as the machine can, and print what came of it
    #[arg(long)]
    pub headless: bool,
    /// The same; and fail if the state differs in any second from the recorded one, and name the first such second
    #[arg(long)]
    pub verify: bool,
    /// Halt after this many ticks, of which 60 make a second
    #[arg(long, value_name = "TICK")]
    pub until: Option<u64>,
    /// Print {"ticks", "of", "complete", "build", "compared", "difference", "state_hash"} as JSON instead; `difference` is
    /// null, or {"second", "tick", "recorded", "found"}
    #[arg(long, requires = "without_window")]
    pub json: bool,
    #[command(flatten)]
    pub window: WindowFlags,
}

/// Where a run is recorded.
#[derive(Debug, Args)]
pub struct RecordFlags {
    /// Record the run in a new file, which `footpath replay` plays; it is written every second
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Let --record replace a file
    #[arg(long, requires = "record")]
    pub force: bool,
}

/// Run a level without a window, as fast as the machine can
///
/// Prints what became of each agent, how long a tick took, and the state hash, which is always the same for
/// the same level, seed, script and seconds. Steps of a script that the level refuses are reported on stderr.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  footpath simulate maze --seconds 10
  footpath simulate my-level.ron --seconds 20 --script walk.ron --seed 7 --json"
)]
pub struct SimulateFlags {
    /// A level file, a map of another program, or the name of a built-in level
    pub level: PathBuf,
    /// How long to run, in seconds of the simulation (60 ticks each), up to 86400
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: f64,
    /// A script: commands with their times (see "Scripts" in levels/README.md); steps that need a window are refused
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The seed to use instead of the level's: a whole number from 0
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Print {"ticks", "tick_us_median", "tick_us_p99", "slowest_tick", "state_hash", "agents"} as JSON instead; the slowest
    /// tick is {"tick", "us", "phase", "phase_us"}
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub record: RecordFlags,
    #[command(flatten)]
    pub cache: CacheFlags,
}

/// Bake the ground of a level for all its profiles, and save it
///
/// Prints the name of the file that it wrote. `solve`, `simulate` and the game load that file instead of baking. If it is
/// damaged, outdated or of another level, they say so and bake again.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  footpath bake my-level.ron
  footpath bake my-level.ron --cache baked
  footpath bake --clear my-level.ron")]
pub struct BakeFlags {
    /// A level file, a map of another program, or the name of a built-in level
    pub level: PathBuf,
    /// Remove the saved file instead, and what a run left that was killed
    #[arg(long)]
    pub clear: bool,
    #[command(flatten)]
    pub cache: CacheFlags,
}

#[derive(Debug, Args)]
pub struct CacheFlags {
    /// The folder for baked ground [default: FOOTPATH_CACHE, or the user's cache folder]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

/// Write a level to start from, with comments
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
        _ => Err("expected a number of seconds from 0 to 86400, such as 2.5".to_owned()),
    }
}

fn distance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(distance) if (0.0..=10_000.0).contains(&distance) => Ok(distance),
        _ => Err("expected a distance in tiles from 0 to 10000, such as 2.5".to_owned()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    let range = range
        .filter(|range: &Range<u64>| !range.is_empty())
        .ok_or_else(|| "expected A..B, two whole numbers from 0, the second one greater, such as 0..10".to_owned())?;
    match range.end - range.start {
        ..=MOST_SEEDS => Ok(range),
        count => Err(format!("{count} seeds are too many: at most {MOST_SEEDS}, such as 0..10")),
    }
}

fn window_size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (200..=8192).contains(side));
    text.split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| "expected WIDTHxHEIGHT, each from 200 to 8192, such as 1280x720".to_owned())
}

fn map_size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (1..=4096).contains(side));
    text.split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| "expected COLUMNSxROWS, each from 1 to 4096, such as 64x48".to_owned())
}

fn kind_of_map(text: &str) -> Result<Kind, String> {
    Kind::named(text).ok_or_else(|| format!("there are {}", Kind::NAMES.join(", ")))
}

fn empty_tiles(text: &str) -> Result<Empty, String> {
    match text {
        "floor" => Ok(Empty::Floor),
        "void" => Ok(Empty::Void),
        _ => Err("empty tiles are floor or void".to_owned()),
    }
}

fn moments(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.1..=60.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.1 to 60, such as 5".to_owned()),
    }
}

fn base_address(text: &str) -> Result<String, String> {
    let is_address = ["http://", "https://", "file://"].iter().any(|scheme| text.starts_with(scheme));
    if !is_address || text.contains(['#', ' ']) {
        return Err("expected the address of a page without `#`, such as https://example.org/footpath/".to_owned());
    }
    Ok(text.to_owned())
}

fn tile(text: &str) -> Result<Cell, String> {
    let number = |text: &str| text.trim().parse::<i32>().ok();
    text.split_once(',')
        .and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)))
        .ok_or_else(|| "expected COLUMN,ROW, two whole numbers, such as 3,4".to_owned())
}

fn area_cost(text: &str) -> Result<(String, f32), String> {
    let (least, most) = (AREA_COST.start(), AREA_COST.end());
    let wrong = || format!("expected an area and its cost, {least} to {most}, such as mud=9");
    let (area, cost) = text.split_once('=').ok_or_else(wrong)?;
    let cost = cost.parse().ok().filter(|cost| AREA_COST.contains(cost));
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
        assert_eq!(seeds("18446744073709551610..18446744073709551615").map(Iterator::count), Ok(5));
        for wrong in ["0..18446744073709551615", "5..100000000005"] {
            assert!(seeds(wrong).is_err_and(|message| message.contains("at most 1000000")), "{wrong}");
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
