//! `footpath solve`: one path, drawn or as JSON, found on the ground that the game plans on when the level begins: with
//! its zones, its switches and what each area costs the profile.

use std::io::Write;
use std::time::{Duration, Instant};

use footpath::grid::Cell;
use footpath::level::{Level, Target, TileMap, did_you_mean};
use footpath::nav::closed::why_closed;
use footpath::nav::{
    LinkOrigin, NavGrid, Path, PathError, PathLink, PathQuery, PathStatus, Search, SearchStatistics, find_path,
};
use footpath::profile::{AreaFilter, AreaId};
use footpath::sentences;
use footpath::sim::Simulation;
use serde::Serialize;

use super::flags::SolveFlags;
use super::method_flags::in_words;
use super::text_map::{self, Mark};
use super::{Failure, baked_file};

/// A search is repeated to give its median time: so often at most, and no longer than that.
const MOST_RUNS: usize = 9;
const LONGEST_MEASUREMENT: Duration = Duration::from_millis(500);

/// The report on a search as `--json` prints it.
#[derive(Serialize)]
struct SolveReport {
    status: &'static str,
    /// The first cell where the agent can stand, if it cannot stand in the tile to start from.
    begins_at: Option<(i32, i32)>,
    /// The algorithm that found it; `None` without a path.
    algorithm: Option<&'static str>,
    guarantee: Option<String>,
    /// Whether agents can walk it.
    walkable: Option<bool>,
    cost: Option<f64>,
    length: Option<f64>,
    /// Cells: as many to a tile, across and down, as `cells_per_tile` says.
    path: Vec<(i32, i32)>,
    cells_per_tile: u32,
    links: Vec<WrittenLink>,
    expanded: u32,
    generated: u32,
    micros: f64,
    /// The memory that the search holds.
    bytes: usize,
}

/// A link that the path uses.
#[derive(Serialize)]
struct WrittenLink {
    /// The place in the path of the cell where it begins; it ends at the next one.
    at: usize,
    from: (i32, i32),
    to: (i32, i32),
    /// As the level calls it; `None` where it has no name.
    name: Option<String>,
    /// `"authored"`, `"jump"` or `"drop"`.
    kind: &'static str,
    area: String,
}

/// Another start than the tile that was asked for.
struct SubstituteStart {
    /// The first cell of the path where the agent can stand.
    cell: Cell,
    /// Why it cannot stand in the tile.
    why: String,
}

/// What a search came to, and how.
struct SearchOutcome {
    path: Option<Path>,
    /// Where it begins instead, if agents cannot stand in the tile where it was to start.
    start: Option<SubstituteStart>,
    /// In words, where there is no path.
    reason: String,
    statistics: SearchStatistics,
    micros: f64,
    bytes: usize,
}

/// Gives exit code 0 for a path to a goal, and 1 where there is none.
pub fn solve(flags: &SolveFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let place = baked_file::open(&flags.level, &flags.cache)?;
    let level = &place.level;
    demand_tile("--from", flags.from, level)?;
    for &goal in &flags.to {
        demand_tile("--to", goal, level)?;
    }
    let profile = profile_named(level, &flags.profile)?;
    let simulation =
        Simulation::with_baked(level.clone(), None, place.load(&|other| other.name == level.profiles[profile].name));
    let grid = simulation.nav_grid(profile);
    let mut goals = Vec::new();
    for &tile in &flags.to {
        let cells = simulation.goals_of(profile, &Target::Tile(tile));
        goals.extend(cells.map_err(|refusal| Failure::Impossible(refusal.to_string()))?);
    }
    let from = level.map.lattice.centre(flags.from);
    let query = PathQuery {
        within: flags.within * f64::from(grid.cells_per_tile()),
        method: flags.method.applied_to(level.search),
        areas: area_filter(level, flags)?,
        ..PathQuery::to_any(simulation.cell_of(profile, from).unwrap_or(grid.lattice().tile_at(from)), goals)
    };
    let mut outcome = find(grid, &query)?;
    outcome.start = elsewhere(&simulation, profile, flags.from, outcome.path.as_ref());
    if flags.json {
        serde_json::to_writer(&mut *output, &report(level, &outcome)).map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else {
        print(level, flags, &outcome, output)?;
    }
    let is_there = outcome.path.as_ref().is_some_and(|path| path.status == PathStatus::Complete);
    Ok(u8::from(!is_there))
}

/// Where agents of a profile begin to walk along a path, if it is not in the tile where the path was to start, and why
/// they cannot stand there.
fn elsewhere(simulation: &Simulation, profile: usize, from: Cell, path: Option<&Path>) -> Option<SubstituteStart> {
    let (grid, map, profile) = (simulation.nav_grid(profile), simulation.map(), &simulation.profiles()[profile]);
    let cell = path?.cells.iter().copied().find(|&cell| grid.is_passable(cell))?;
    let wanted = grid.lattice().tile_at(map.lattice.centre(from));
    let why = why_closed(grid, map, profile, wanted).filter(|_| map.tile_of_cell(cell) != from)?;
    Some(SubstituteStart { cell, why: sentences::closed(why, map, profile) })
}

fn find(grid: &NavGrid, query: &PathQuery) -> Result<SearchOutcome, Failure> {
    let mut search = Search::default();
    let (result, micros) = timed(|| find_path(grid, query, &mut search));
    let bytes = search.bytes();
    match result {
        Ok(path) => {
            let statistics = path.statistics;
            Ok(SearchOutcome { path: Some(path), start: None, reason: String::new(), statistics, micros, bytes })
        }
        Err(ref error @ (PathError::NoPath(statistics) | PathError::Limit(statistics))) => {
            Ok(SearchOutcome { path: None, start: None, reason: error.to_string(), statistics, micros, bytes })
        }
        Err(error) => Err(Failure::Impossible(error.to_string())),
    }
}

impl SearchOutcome {
    /// Whether the path leads out of a wall.
    fn leaves_wall(&self) -> bool {
        self.start.as_ref().zip(self.path.as_ref()).is_some_and(|(start, path)| path.cells[0] != start.cell)
    }
}

fn demand_tile(flag: &str, tile: Cell, level: &Level) -> Result<(), Failure> {
    let lattice = &level.map.lattice;
    if lattice.contains(tile) {
        return Ok(());
    }
    let (right, bottom) = (lattice.width - 1, lattice.height - 1);
    Err(Failure::Impossible(format!(
        "{flag} {},{} is outside the map: its columns are 0 to {right}, its rows 0 to {bottom}",
        tile.x, tile.y
    )))
}

/// What the flags say of areas, if anything.
fn area_filter(level: &Level, flags: &SolveFlags) -> Result<Option<AreaFilter>, Failure> {
    let mut filter = AreaFilter::default();
    for name in &flags.forbid {
        filter.mask &= !(1 << area_named(level, name)?.0);
    }
    for (name, cost) in &flags.area_cost {
        let area = area_named(level, name)?;
        filter.costs.retain(|(known, _)| *known != area);
        filter.costs.push((area, *cost));
    }
    filter.costs.sort_by_key(|(area, _)| *area);
    Ok((filter != AreaFilter::default()).then_some(filter))
}

fn area_named(level: &Level, name: &str) -> Result<AreaId, Failure> {
    level.map.area_named(name).ok_or_else(|| {
        let names = || level.map.areas.iter().map(|area| area.name.as_str());
        let guess = did_you_mean(name, names()).map(|guess| format!("{guess} ")).unwrap_or_default();
        let all = names().collect::<Vec<_>>().join(", ");
        Failure::Impossible(format!("there is no area `{name}`; {guess}there are: {all}"))
    })
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
fn timed<T>(mut find: impl FnMut() -> T) -> (T, f64) {
    let begin = Instant::now();
    let mut found = find();
    let mut times = Vec::new();
    while times.is_empty() || times.len() < MOST_RUNS && begin.elapsed() < LONGEST_MEASUREMENT {
        let start = Instant::now();
        found = find();
        times.push(start.elapsed());
    }
    times.sort();
    (found, micros(times[times.len() / 2]))
}

/// In microseconds, to a tenth: clocks tell no more.
pub fn micros(time: Duration) -> f64 {
    (time.as_nanos() as f64 / 100.0).round() / 10.0
}

fn report(level: &Level, outcome: &SearchOutcome) -> SolveReport {
    let path = outcome.path.as_ref();
    SolveReport {
        status: status_name(path),
        begins_at: outcome.start.as_ref().map(|start| (start.cell.x, start.cell.y)),
        algorithm: path.map(|path| path.algorithm.name()),
        guarantee: path.map(|path| in_words(path.guarantee)),
        walkable: path.map(|path| path.is_walkable && !outcome.leaves_wall()),
        cost: path.map(|path| path.cost),
        length: path.map(|path| path.length),
        path: path.map_or(Vec::new(), |path| path.cells.iter().map(|cell| (cell.x, cell.y)).collect()),
        cells_per_tile: level.map.bake.cells_per_tile,
        links: path.map_or(Vec::new(), |path| path.links.iter().map(|link| written_link(&level.map, link)).collect()),
        expanded: outcome.statistics.expanded,
        generated: outcome.statistics.generated,
        micros: outcome.micros,
        bytes: outcome.bytes,
    }
}

fn written_link(map: &TileMap, &PathLink { at, link }: &PathLink) -> WrittenLink {
    let (name, kind) = match link.origin {
        LinkOrigin::Authored(place) => (map.links.get(place).map(|link| link.name.clone()), "authored"),
        LinkOrigin::Jump => (None, "jump"),
        LinkOrigin::Drop => (None, "drop"),
        LinkOrigin::OneWay => (None, "one-way"),
    };
    let area = map.areas.get(usize::from(link.area.0)).map_or_else(String::new, |area| area.name.clone());
    let (from, to) = ((link.from.x, link.from.y), (link.to.x, link.to.y));
    WrittenLink { at, from, to, name: name.filter(|name| !name.is_empty()), kind, area }
}

/// A link in words, its ends in tiles.
fn crossing_in_words(map: &TileMap, crossing: &PathLink) -> String {
    let ends = [crossing.link.from, crossing.link.to].map(|cell| map.tile_of_cell(cell));
    let what = match written_link(map, crossing) {
        WrittenLink { name: Some(name), .. } => format!("`{name}`"),
        WrittenLink { kind: "authored", .. } => "a link".to_owned(),
        WrittenLink { kind, .. } => format!("a {kind}"),
    };
    format!("{what} from {},{} to {},{}", ends[0].x, ends[0].y, ends[1].x, ends[1].y)
}

fn status_name(path: Option<&Path>) -> &'static str {
    match path.map(|path| path.status) {
        Some(PathStatus::Complete) => "complete",
        Some(PathStatus::Partial) => "partial",
        None => "none",
    }
}

fn print(level: &Level, flags: &SolveFlags, outcome: &SearchOutcome, output: &mut dyn Write) -> Result<(), Failure> {
    let picture = level.picture();
    let path = outcome.path.as_ref();
    let tiles = text_map::tiles_of(&level.map, path.map_or(&[], |path| &path.cells));
    let mut marks = text_map::marks_of_path(&tiles);
    text_map::mark(&mut marks, flags.from, Mark::Start);
    for &goal in &flags.to {
        text_map::mark(&mut marks, goal, Mark::Goal);
    }
    write!(output, "{}", text_map::draw(&picture, &marks))?;
    writeln!(output)?;
    writeln!(output, "{}", text_map::legend_of_marks(&marks))?;
    writeln!(output, "{}", text_map::legend(&picture))?;
    writeln!(output)?;
    writeln!(output, "status     {}", explained(level, outcome, flags))?;
    if let Some(SubstituteStart { cell, why }) = &outcome.start {
        let (from, begins) = (flags.from, level.map.tile_of_cell(*cell));
        let profile = &flags.profile;
        let stands = format!("a {profile} cannot stand at {},{} ({why})", from.x, from.y);
        writeln!(output, "begins at  {},{}: {stands}", begins.x, begins.y)?;
    }
    if let Some(path) = path {
        let walkable = if path.is_walkable { "" } else { "; cuts corners: no agent can walk it" };
        writeln!(output, "found by   {}: {}{walkable}", path.algorithm.name(), in_words(path.guarantee))?;
        writeln!(output, "cost       {:.3}", path.cost)?;
        let by = level.map.bake.cells_per_tile;
        let cells = if by > 1 { format!(" of a cell, {by} to a tile") } else { String::new() };
        writeln!(output, "length     {:.3} tiles in {} steps{cells}", path.length, path.cells.len() - 1)?;
        if !path.links.is_empty() {
            let links: Vec<String> = path.links.iter().map(|link| crossing_in_words(&level.map, link)).collect();
            writeln!(output, "links      {}", links.join(", "))?;
        }
    }
    writeln!(output, "expanded   {}", outcome.statistics.expanded)?;
    writeln!(output, "generated  {}", outcome.statistics.generated)?;
    writeln!(output, "time       {} microseconds", outcome.micros)?;
    writeln!(output, "memory     {} bytes", outcome.bytes)?;
    Ok(())
}

fn explained(level: &Level, outcome: &SearchOutcome, flags: &SolveFlags) -> String {
    let tile = |cell: &Cell| format!("{},{}", cell.x, cell.y);
    match &outcome.path {
        Some(Path { status: PathStatus::Partial, cells, .. }) => {
            let goals = flags.to.iter().map(tile).collect::<Vec<_>>().join(" or ");
            let (end, profile) = (tile(&level.map.tile_of_cell(cells[cells.len() - 1])), &flags.profile);
            format!("partial: {goals} cannot be reached by a {profile}, {end} is the nearest tile that can")
        }
        found @ Some(_) => status_name(found.as_ref()).to_owned(),
        None => format!("none: {}", outcome.reason),
    }
}
