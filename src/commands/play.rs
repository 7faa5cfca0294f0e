//! `footpath [LEVEL]`: the window, or a demo in text where no window can be opened.

use std::io::Write;
use std::path::{Path, PathBuf};

#[cfg(feature = "window")]
use etcetera::BaseStrategy;
use footpath::agent::Agent;
use footpath::grid::Cell;
use footpath::level::{Level, Order, Picture, Target, WholeLevel, built_in};
use footpath::replay::Replay;
use footpath::script::Script;
use footpath::sim::{Command, Selection, Simulation};

use super::flags::{LabFlags, PlayFlags, ReplayFlags, WindowFlags};
use super::import::text_of_map;
use super::simulate::read_script;
use super::text_map::{self, Mark, Marks};
#[cfg(all(feature = "window", target_os = "linux"))]
use super::window_needs::Lacking;
use super::{Failure, format_of, note, open_level, whole_level};
use crate::file_name::shown;
use crate::recording_file::Destination;

/// The demo gives up after this time, in seconds.
const LONGEST_WALK: u64 = 120;

/// Gives exit code 0 when the window was closed, or the demo shown in its place; 1 when the level is
/// broken, which a window shows too, until the file is mended.
pub fn play(flags: &PlayFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let script = flags.script.as_deref().map(read_script).transpose()?;
    let path = flags.level.as_deref().unwrap_or(Path::new(built_in::LEVELS[0].name));
    let imported = imported(path)?;
    let level = match open(path, imported.as_deref()) {
        Err(Failure::Level(error)) => {
            note(error);
            None
        }
        level => Some(level?),
    };
    let code = u8::from(level.is_none());
    let record = flags.record.record.clone().map(|path| Destination { path, replaces: flags.record.force });
    let options = LaunchOptions { level: flags.level.clone(), imported, script, record, ..LaunchOptions::default() };
    if let Some(why) = play_in_window(options, &flags.window)? {
        if let Some(flag) = flag_that_needs_a_window(flags) {
            return Err(Failure::Impossible(format!("{flag} needs a window, but {why}")));
        }
        if let Some(level) = level {
            note(format_args!("No window can be opened: {why}. Here is the game in text."));
            demo(level, output)?;
        }
    }
    Ok(code)
}

/// The text of the level that is made of a file which is a map of another program, or which has its pieces in another file; `None`
/// where it is neither.
fn imported(path: &Path) -> Result<Option<String>, Failure> {
    if !path.is_file() {
        return Ok(None);
    }
    if format_of(path).is_some() {
        return text_of_map(path).map(Some);
    }
    // Where it is broken, that is told when it is opened.
    Ok(whole_level(path).ok().filter(WholeLevel::is_made).map(|whole| whole.text))
}

/// The level of a file, or of the text that was made of it.
fn open(path: &Path, imported: Option<&str>) -> Result<Level, Failure> {
    match imported {
        Some(text) => Level::parse(&shown(path).to_string(), text).map_err(Failure::Level),
        None => open_level(path),
    }
}

/// Opens the lab; gives exit code 0 when the window was closed, 1 when the level is broken.
pub fn lab(flags: &LabFlags) -> Result<u8, Failure> {
    let imported = flags.level.as_deref().map(imported).transpose()?.flatten();
    let is_broken = match flags.level.as_deref().map(|path| open(path, imported.as_deref())) {
        Some(Err(Failure::Level(error))) => {
            note(error);
            true
        }
        Some(Err(failure)) => return Err(failure),
        Some(Ok(_)) | None => false,
    };
    let options = LaunchOptions { level: flags.level.clone(), imported, lab: true, ..LaunchOptions::default() };
    match play_in_window(options, &flags.window)? {
        Some(why) => Err(Failure::Impossible(format!("the lab needs a window, but {why}"))),
        None => Ok(u8::from(is_broken)),
    }
}

/// Shows a replay in a window; gives exit code 0 when it was closed.
pub fn replay(replay: Replay, flags: &ReplayFlags) -> Result<u8, Failure> {
    let options = LaunchOptions { replay: Some((replay, flags.until)), ..LaunchOptions::default() };
    match play_in_window(options, &flags.window)? {
        Some(why) => {
            Err(Failure::Impossible(format!("a replay is shown in a window, but {why}; --headless needs none")))
        }
        None => Ok(0),
    }
}

/// With what the window opens.
#[derive(Default)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "no window opens with it"))]
struct LaunchOptions {
    level: Option<PathBuf>,
    /// The text of the level that was made of that file, if it is none itself.
    imported: Option<String>,
    script: Option<Script>,
    lab: bool,
    /// And at which tick it is to halt.
    replay: Option<(Replay, Option<u64>)>,
    record: Option<Destination>,
}

fn flag_that_needs_a_window(flags: &PlayFlags) -> Option<&'static str> {
    [
        ("--screenshot", flags.window.screenshot.is_some()),
        ("--exit-after", flags.window.exit_after.is_some()),
        ("--script", flags.script.is_some()),
        ("--record", flags.record.record.is_some()),
        ("--size", flags.window.size.is_some()),
        ("--report", flags.window.report.is_some()),
        ("--language", flags.window.language.is_some()),
    ]
    .into_iter()
    .find_map(|(flag, is_given)| is_given.then_some(flag))
}

/// Plays until the window is closed; gives the reason where there is no display to open one on.
#[cfg(feature = "window")]
fn play_in_window(options: LaunchOptions, flags: &WindowFlags) -> Result<Option<String>, Failure> {
    #[cfg(target_os = "linux")]
    match super::window_needs::look() {
        Ok(()) => {}
        Err(Lacking::Display(why)) => return Ok(Some(why)),
        Err(Lacking::Library(what)) => return Err(Failure::Impossible(what)),
    }
    let LaunchOptions { level, imported, script, lab, replay, record } = options;
    // A run that goes by a script or takes a picture is the same for every user: it knows no settings, and leaves no recording.
    let is_for_everybody = script.is_some() || flags.screenshot.is_some();
    let options = crate::app::PlayOptions {
        level,
        imported,
        lab,
        kept: if is_for_everybody { None } else { super::user_folder("FOOTPATH_CONFIG", |system| system.config_dir()) },
        recordings: if is_for_everybody { None } else { recordings_folder() },
        script,
        replay,
        record,
        screenshot: flags.screenshot.clone(),
        after: flags.after.unwrap_or(1.0) as f32,
        exit_after: flags.exit_after.map(|seconds| seconds as f32),
        size: flags.size.unwrap_or((1280, 720)),
        report: flags.report.clone(),
        language: flags
            .language
            .clone()
            .unwrap_or_else(|| if is_for_everybody { String::new() } else { language_of_system() }),
    };
    crate::app::play(options).map_err(Failure::Impossible)?;
    Ok(None)
}

/// What the system calls the language of its user, by the variables that name it; empty where none does.
#[cfg(feature = "window")]
fn language_of_system() -> String {
    let value = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(value).unwrap_or_default()
}

/// Where the last runs are recorded.
#[cfg(feature = "window")]
fn recordings_folder() -> Option<PathBuf> {
    // Not every system has a folder for what a program notes of its runs.
    let of_system = |system: &super::SystemFolders| system.state_dir().unwrap_or_else(|| system.data_dir());
    super::user_folder("FOOTPATH_STATE", of_system).map(|folder| folder.join("replays"))
}

#[cfg(not(feature = "window"))]
fn play_in_window(_: LaunchOptions, _: &WindowFlags) -> Result<Option<String>, Failure> {
    Ok(Some("this program was built without the feature `window`".to_owned()))
}

/// The game in text: the level, a click, the path, the walk, the arrival.
fn demo(level: Level, output: &mut dyn Write) -> Result<(), Failure> {
    let picture = level.picture();
    let mut simulation = Simulation::new(level, None);
    let Level { name, about, .. } = simulation.level();
    writeln!(output, "\n{name}. {about}\n")?;
    show(&picture, agent_marks(&simulation), output)?;
    match simulation.agents().first() {
        Some(agent) => {
            let (agent, goal) = (agent.clone(), demo_goal(&simulation, agent));
            click(&mut simulation, &agent, goal, &picture, output)?;
            walk(&mut simulation, &agent, output)?;
            show(&picture, agent_marks(&simulation), output)?;
        }
        None => writeln!(output, "There is no agent to send.\n")?,
    }
    output.write_all(WITHOUT_A_WINDOW.as_bytes())?;
    Ok(())
}

const WITHOUT_A_WINDOW: &str = "\
What works without a window (all of it: `footpath --help`):
  footpath levels                            list the built-in levels
  footpath solve LEVEL --from X,Y --to X,Y   draw a path
  footpath simulate LEVEL --seconds S        run a level
  footpath bake LEVEL                        bake its ground once, for all later runs
  footpath check PATH...                     look for mistakes in level files
  footpath new FILE.ron                      start a level of your own
and in the project's folder, to play in a browser:
  cargo web --serve
";

fn show(picture: &Picture, marks: Marks, output: &mut dyn Write) -> Result<(), Failure> {
    write!(output, "{}", text_map::draw(picture, &marks))?;
    writeln!(output, "{}", text_map::legend_of_marks(&marks))?;
    writeln!(output, "{}\n", text_map::legend(picture))?;
    Ok(())
}

fn agent_marks(simulation: &Simulation) -> Marks {
    let lattice = &simulation.map().lattice;
    simulation.agents().iter().map(|agent| (lattice.tile_at(agent.position()), Mark::Agent)).collect()
}

/// Where the demo clicks: on the first named place, or else as far from the agent as it could stand.
fn demo_goal(simulation: &Simulation, agent: &Agent) -> Cell {
    let here = simulation.map().lattice.tile_at(agent.position());
    let grid = simulation.nav_grid(agent.profile());
    let is_passable = |tile: &Cell| grid.is_passable(grid.lattice().tile_at(simulation.map().lattice.centre(*tile)));
    let passable = simulation.map().tiles.rect().cells().filter(is_passable);
    let place = simulation.level().places.values().next().and_then(|tiles| tiles.first());
    place.copied().or_else(|| passable.max_by_key(|cell| cell.distance_squared(here))).unwrap_or(here)
}

/// Sends all agents to a tile and shows the path that `agent` was given.
fn click(
    simulation: &mut Simulation,
    agent: &Agent,
    goal: Cell,
    picture: &Picture,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let name = &simulation.profile_of(agent).name.clone();
    writeln!(output, "A click on tile {},{} sends all agents there. The path of the first {name}:\n", goal.x, goal.y)?;
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(goal)))]);
    let route = simulation.agent(agent.id()).and_then(|agent| agent.route());
    let tiles = text_map::tiles_of(simulation.map(), route.map_or(&[], |route| &route.cells));
    let mut marks = text_map::marks_of_path(&tiles);
    text_map::mark(&mut marks, goal, Mark::Goal);
    show(picture, marks, output)
}

/// Lets all agents walk until `agent` stands, with a line for each second.
fn walk(simulation: &mut Simulation, agent: &Agent, output: &mut dyn Write) -> Result<(), Failure> {
    let name = simulation.profile_of(agent).name.clone();
    loop {
        let Some(agent) = simulation.agent(agent.id()) else { return Ok(()) };
        let stands = agent.stands();
        let seconds = simulation.tick() as f64 / 60.0;
        if stands || simulation.tick() % 60 == 1 {
            let (x, y) = (agent.position().x, agent.position().y);
            writeln!(output, "{seconds:6.2} s  the {name} is at {x:.2}, {y:.2}: {}", agent.state().name())?;
        }
        if stands || simulation.tick() > LONGEST_WALK * 60 {
            writeln!(output)?;
            return Ok(());
        }
        simulation.step(&[]);
    }
}
