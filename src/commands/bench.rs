//! `footpath bench`: the scenarios of the Moving AI benchmark, solved, checked and timed.

use std::io::Write;
use std::path::Path as FilePath;
use std::time::{Duration, Instant};

use footpath::level::import::Scenario;
use footpath::nav::moves::MoveRules;
use footpath::nav::{Algorithm, Guarantee, Method, NavGrid, Path, PathQuery, PathStatus, Search, find_path};
use footpath::profile::AgentProfile;
use serde::Serialize;

use super::flags::BenchFlags;
use super::progress::ProgressLine;
use super::{Failure, moving_ai, note};
use crate::output_file::{demand_new, write_new};

/// What solving the scenarios of one map came to, as `--json` prints it.
#[derive(Debug, Serialize)]
struct BenchRow {
    map: String,
    algorithm: &'static str,
    queries: usize,
    skipped: usize,
    solved: usize,
    optimal: usize,
    mean_us: f64,
    expanded_mean: f64,
    bake_ms: f64,
    bytes: usize,
    /// Whether every path was promised to be the shortest by the published rules, so that each must be.
    #[serde(skip)]
    is_exact: bool,
}

impl BenchRow {
    fn misses(&self) -> usize {
        if self.is_exact { self.queries - self.skipped - self.optimal } else { 0 }
    }
}

/// One scenario solved.
struct Solved {
    path: Option<Path>,
    time: Duration,
}

const CSV_HEADER: &str =
    "map,start_x,start_y,goal_x,goal_y,published,status,length,cost,expanded,generated,microseconds";

/// Gives exit code 0, or 1 when an exact search missed a published length.
pub fn bench(flags: &BenchFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let files = moving_ai::files(&flags.paths)?;
    let method = flags.method.applied_to(Method::default());
    flags.per_query.as_deref().map_or(Ok(()), demand_new)?;
    let mut csv = Vec::new();
    writeln!(csv, "{CSV_HEADER}")?;
    let mut rows = Vec::new();
    for file in &files {
        let row = run(file, method, flags, &mut csv)?;
        if !flags.json {
            if rows.is_empty() {
                print_header(output)?;
            }
            print_row(&row, output)?;
        }
        rows.push(row);
    }
    if let Some(path) = &flags.per_query {
        write_new(path, |file| file.write_all(&csv))?;
    }
    if flags.json {
        serde_json::to_writer(&mut *output, &rows).map_err(std::io::Error::from)?;
        writeln!(output)?;
    }
    let misses: usize = rows.iter().map(BenchRow::misses).sum();
    if misses > 0 {
        let paths = if misses == 1 { "path does" } else { "paths do" };
        note(format_args!("error: {misses} {paths} not have the published length, although the search is exact"));
    }
    Ok(u8::from(misses > 0))
}

/// Solves every scenario of a file, or every n-th, `repeat` times over; the fastest run of each counts.
fn run(file: &FilePath, method: Method, flags: &BenchFlags, csv: &mut Vec<u8>) -> Result<BenchRow, Failure> {
    let (level, scenarios) = moving_ai::load(file)?;
    let scenarios: Vec<Scenario> = scenarios.into_iter().step_by(flags.every as usize).collect();
    let mut search = Search::default();
    let begin = Instant::now();
    let mut grid = NavGrid::bake(&level.map, &AgentProfile::default());
    if flags.index || method.algorithm == Algorithm::Subgoal {
        grid.prepare_index();
    }
    let asked: Vec<&Scenario> =
        scenarios.iter().filter(|one| grid.is_passable(one.start) && grid.is_passable(one.goal)).collect();
    if let Some(first) = asked.first() {
        // What the first question builds for all that follow, the chunks or the polygons of the ground, is baking too.
        let (start, goal) = (first.start, first.goal);
        let _ = search.begin(&grid, &PathQuery::between(start, goal).by(method));
    }
    let bake_ms = begin.elapsed().as_secs_f64() * 1e3;

    let mut row = BenchRow {
        map: level.name,
        algorithm: method.algorithm.name(),
        queries: scenarios.len(),
        skipped: scenarios.len() - asked.len(),
        solved: 0,
        optimal: 0,
        mean_us: 0.0,
        expanded_mean: 0.0,
        bake_ms,
        bytes: 0,
        is_exact: MoveRules::from(method) == MoveRules::WALKING,
    };
    let mut times = vec![Duration::MAX; asked.len()];
    let mut progress = ProgressLine::begin();
    let of = asked.len() * flags.repeat as usize;
    for round in 0..flags.repeat {
        for (number, (scenario, best)) in asked.iter().zip(&mut times).enumerate() {
            progress.count(&row.map, round as usize * asked.len() + number, of);
            let solved = solve(&grid, scenario, method, &mut search);
            *best = solved.time.min(*best);
            if round == 0 {
                count(&mut row, scenario, &solved);
                if flags.per_query.is_some() {
                    write_query(&row.map, scenario, &solved, csv)?;
                }
            }
            if let Some(path) = solved.path {
                search.reuse(path);
            }
        }
    }
    let number = asked.len().max(1) as f64;
    row.mean_us = times.iter().sum::<Duration>().as_secs_f64() * 1e6 / number;
    row.expanded_mean /= number;
    row.bytes = search.bytes();
    Ok(row)
}

fn solve(grid: &NavGrid, scenario: &Scenario, method: Method, search: &mut Search) -> Solved {
    let query = PathQuery::between(scenario.start, scenario.goal).by(method);
    let begin = Instant::now();
    let path = find_path(grid, &query, search).ok();
    Solved { path, time: begin.elapsed() }
}

fn count(row: &mut BenchRow, scenario: &Scenario, solved: &Solved) {
    let Some(path) = solved.path.as_ref().filter(|path| path.status == PathStatus::Complete) else { return };
    row.solved += 1;
    row.expanded_mean += f64::from(path.statistics.expanded);
    let name = path.algorithm.name();
    // `auto` may answer by several.
    row.algorithm = if row.solved == 1 || row.algorithm == name { name } else { Algorithm::Auto.name() };
    // Any-angle paths may be shorter than the published ones, which turn by eighths.
    let is_any_angle = path.algorithm == Algorithm::AnyAngle;
    let is_optimal = scenario.is_solved_by(path.length) || is_any_angle && path.length < scenario.length;
    row.optimal += usize::from(is_optimal);
    row.is_exact &= path.guarantee == Guarantee::Shortest;
}

fn write_query(map: &str, scenario: &Scenario, solved: &Solved, csv: &mut impl Write) -> std::io::Result<()> {
    let Scenario { start, goal, length, .. } = scenario;
    write!(csv, "{map},{},{},{},{},{length},", start.x, start.y, goal.x, goal.y)?;
    let micros = solved.time.as_secs_f64() * 1e6;
    match &solved.path {
        Some(path) => {
            let status = if path.status == PathStatus::Complete { "complete" } else { "partial" };
            let (length, cost, statistics) = (path.length, path.cost, path.statistics);
            let (expanded, generated) = (statistics.expanded, statistics.generated);
            writeln!(csv, "{status},{length:.6},{cost:.6},{expanded},{generated},{micros:.3}")
        }
        None => writeln!(csv, "none,,,,,{micros:.3}"),
    }
}

fn print_header(output: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        output,
        "{:<20} {:<22} {:>8} {:>8} {:>8} {:>8} {:>10} {:>10} {:>9} {:>11}",
        "map", "algorithm", "queries", "skipped", "solved", "optimal", "mean us", "expanded", "bake ms", "bytes"
    )
}

fn print_row(row: &BenchRow, output: &mut dyn Write) -> std::io::Result<()> {
    let BenchRow { map, algorithm, queries, skipped, solved, optimal, mean_us, expanded_mean, bake_ms, bytes, .. } =
        row;
    writeln!(
        output,
        "{map:<20} {algorithm:<22} {queries:>8} {skipped:>8} {solved:>8} {optimal:>8} {mean_us:>10.1} \
         {expanded_mean:>10.1} {bake_ms:>9.1} {bytes:>11}"
    )?;
    output.flush()
}
