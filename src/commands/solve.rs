//! `footpath solve`: one path, drawn or as JSON.

use std::io::Write;
use std::time::{Duration, Instant};

use footpath::grid::Cell;
use footpath::level::{Level, did_you_mean};
use footpath::nav::{Effort, NavGrid, Path, PathError, PathQuery, PathStatus, Search, find_path};
use serde::Serialize;

use super::flags::SolveFlags;
use super::text_map::{self, Mark};
use super::{Failure, open_level};

/// A search is repeated to give its median time: so often at most, and no longer than that.
const MOST_RUNS: usize = 9;
const LONGEST_MEASUREMENT: Duration = Duration::from_millis(500);

/// The answer as `--json` prints it.
#[derive(Serialize)]
struct Answer {
    status: &'static str,
    cost: Option<f64>,
    length: Option<f64>,
    path: Vec<(i32, i32)>,
    expanded: u32,
    generated: u32,
    micros: f64,
}

/// Gives exit code 0 for a path, complete or partial, and 1 where there is none.
pub fn solve(flags: &SolveFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let level = open_level(&flags.level)?;
    demand_tile("--from", flags.from, &level)?;
    demand_tile("--to", flags.to, &level)?;
    let grid = NavGrid::bake(&level.map, &level.profiles[profile_named(&level, &flags.profile)?]);
    let query = PathQuery::between(flags.from, flags.to);
    let (result, micros) = timed(|search| find_path(&grid, &query, search));
    let (path, effort) = match result {
        Ok(path) => {
            let effort = path.effort;
            (Some(path), effort)
        }
        Err(PathError::NoWay(effort) | PathError::Limit(effort)) => (None, effort),
        Err(error) => return Err(Failure::Impossible(error.to_string())),
    };
    if flags.json {
        serde_json::to_writer(&mut *output, &answer(path.as_ref(), effort, micros)).map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else {
        print(&level, flags, path.as_ref(), effort, micros, output)?;
    }
    Ok(u8::from(path.is_none()))
}

fn demand_tile(flag: &str, tile: Cell, level: &Level) -> Result<(), Failure> {
    let lattice = &level.map.lattice;
    if lattice.contains(tile) {
        return Ok(());
    }
    let (right, bottom) = (lattice.width - 1, lattice.height - 1);
    Err(Failure::Impossible(format!(
        "{flag} {},{} lies outside the map: its columns are 0 to {right}, its rows 0 to {bottom}",
        tile.x, tile.y
    )))
}

/// The place of a profile in the level's list.
fn profile_named(level: &Level, name: &str) -> Result<usize, Failure> {
    let names = || level.profiles.iter().map(|profile| profile.name.as_str());
    names().position(|known| known == name).ok_or_else(|| {
        let guess = did_you_mean(name, names()).map(|guess| format!("{guess} ")).unwrap_or_default();
        let all = names().collect::<Vec<_>>().join(", ");
        Failure::Impossible(format!("there is no profile `{name}`; {guess}there are: {all}"))
    })
}

/// What a search finds, and the median of how long it takes in microseconds, its memory being warm.
fn timed<T>(mut find: impl FnMut(&mut Search) -> T) -> (T, f64) {
    let mut search = Search::default();
    let begin = Instant::now();
    let mut found = find(&mut search);
    let mut times = Vec::new();
    while times.is_empty() || times.len() < MOST_RUNS && begin.elapsed() < LONGEST_MEASUREMENT {
        let start = Instant::now();
        found = find(&mut search);
        times.push(start.elapsed());
    }
    times.sort();
    (found, micros(times[times.len() / 2]))
}

/// In microseconds, to a tenth: clocks tell no more.
pub fn micros(time: Duration) -> f64 {
    (time.as_nanos() as f64 / 100.0).round() / 10.0
}

fn answer(path: Option<&Path>, effort: Effort, micros: f64) -> Answer {
    Answer {
        status: status_name(path),
        cost: path.map(|path| path.cost),
        length: path.map(|path| path.length),
        path: path.map_or(Vec::new(), |path| path.cells.iter().map(|cell| (cell.x, cell.y)).collect()),
        expanded: effort.expanded,
        generated: effort.generated,
        micros,
    }
}

fn status_name(path: Option<&Path>) -> &'static str {
    match path.map(|path| path.status) {
        Some(PathStatus::Complete) => "complete",
        Some(PathStatus::Partial) => "partial",
        None => "none",
    }
}

fn print(
    level: &Level,
    flags: &SolveFlags,
    path: Option<&Path>,
    effort: Effort,
    micros: f64,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let picture = level.picture();
    let mut marks = text_map::marks_of_path(path.map_or(&[], |path| &path.cells));
    text_map::mark(&mut marks, flags.from, Mark::Start);
    text_map::mark(&mut marks, flags.to, Mark::Goal);
    write!(output, "{}", text_map::draw(&picture, &marks))?;
    writeln!(output)?;
    writeln!(output, "{}", text_map::legend_of_marks(&marks))?;
    writeln!(output, "{}", text_map::legend(&picture))?;
    writeln!(output)?;
    writeln!(output, "status     {}", explained(path, flags))?;
    if let Some(path) = path {
        writeln!(output, "cost       {:.3}", path.cost)?;
        writeln!(output, "length     {:.3} tiles in {} steps", path.length, path.cells.len() - 1)?;
    }
    writeln!(output, "expanded   {}", effort.expanded)?;
    writeln!(output, "generated  {}", effort.generated)?;
    writeln!(output, "time       {micros} microseconds")?;
    Ok(())
}

fn explained(path: Option<&Path>, flags: &SolveFlags) -> String {
    match path {
        Some(Path { status: PathStatus::Partial, cells, .. }) => {
            let (goal, end, profile) = (flags.to, cells[cells.len() - 1], &flags.profile);
            format!(
                "partial: {},{} cannot be reached by a {profile}, {},{} is the nearest tile that can",
                goal.x, goal.y, end.x, end.y
            )
        }
        Some(_) => status_name(path).to_owned(),
        None => format!("none: {}", PathError::NoWay(Effort::default())),
    }
}
