//! `footpath crowd`: how well crowds walk, measured.

mod table;

use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use footpath::level::did_you_mean;
use footpath::scenarios::{self, ArrivalCriterion, CrowdFigures, CrowdScenario, RANDOM_CASES, ScenarioRun};
use serde::Serialize;

use super::flags::CrowdFlags;
use super::progress::ProgressLine;
use super::tick_times::TickTimes;
use super::{Failure, open_level};
use crate::file_name::shown;
use table::CrowdTable;

/// The most agents on an open field.
const OPEN_FIELD: usize = 1_000_000;
/// How many seconds an open field is measured.
const OPEN_FIELD_SECONDS: f32 = 5.0;
/// The most agents in a town: of 4,096 x 4,096 tiles at most.
const TOWN: usize = 1_000_000;
/// How many seconds a town is measured: as long as most errands in it take, so that the searches for those that follow are in
/// the measured time.
const TOWN_SECONDS: f32 = 60.0;

/// What came of a scenario for a seed, as `--json` prints it.
#[derive(Debug, Serialize)]
struct CrowdRow {
    scenario: String,
    seed: u64,
    #[serde(flatten)]
    figures: CrowdFigures,
    tick_us_median: f64,
    tick_us_99_percent: f64,
    tick_us_longest: f64,
    #[serde(skip)]
    tick_us_mean: f64,
}

/// What can be measured.
#[derive(Debug)]
enum CrowdSubject {
    Scenario(Box<CrowdScenario>),
    OpenField(usize),
    Town(usize),
    RandomCases,
}

/// The exit code is 0, or 1 if an agent that should have arrived has not.
pub fn crowd(flags: &CrowdFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let mut rows = Vec::new();
    let mut table = CrowdTable::default();
    let mut all_arrived = true;
    let mut progress = ProgressLine::begin();
    let subjects = subjects(flags)?;
    let count = subjects.len();
    for (done, subject) in subjects.into_iter().enumerate() {
        let new: Vec<CrowdRow> = match &subject {
            CrowdSubject::RandomCases => {
                random_cases(flags.seeds.clone().unwrap_or(0..10_000), flags.limit, &mut progress)
            }
            _ => {
                let seeds = flags.seeds.clone().unwrap_or(0..10);
                let of = count * seeds.clone().count();
                let run = |(run, seed)| {
                    progress.count("runs", done * (of / count) + run, of);
                    subject.run(seed, flags.limit)
                };
                seeds.enumerate().map(run).collect()
            }
        };
        progress.wipe();
        let need_not = matches!(subject, CrowdSubject::OpenField(_) | CrowdSubject::Town(_));
        all_arrived &= need_not || new.iter().all(CrowdRow::all_arrived);
        match subject {
            _ if flags.json => {}
            CrowdSubject::RandomCases => table::print_cases(&new, output)?,
            _ => table.print(&new, output)?,
        }
        rows.extend(new);
    }
    if flags.json {
        serde_json::to_writer(&mut *output, &rows).map_err(std::io::Error::from)?;
        writeln!(output)?;
    }
    Ok(u8::from(!all_arrived))
}

/// What is to be measured.
fn subjects(flags: &CrowdFlags) -> Result<Vec<CrowdSubject>, Failure> {
    if let Some(file) = &flags.level {
        return Ok(vec![level(file)?]);
    }
    let all = scenarios::NAMES.iter().map(|&name| name.to_owned());
    let names = if flags.scenario.is_empty() { all.collect() } else { flags.scenario.clone() };
    names.iter().map(|name| subject(name)).collect()
}

fn level(file: &Path) -> Result<CrowdSubject, Failure> {
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
    let scenario = CrowdScenario::of_level(&name, open_level(file)?);
    if ScenarioRun::new(&scenario, 0).figures().agents == 0 {
        return Err(Failure::Impossible(format!(
            "no agent in `{}` has a goal that can be reached and stays there: `order: MoveTo(..)` gives an agent one, also \
             behind other goals and waits",
            shown(file)
        )));
    }
    Ok(CrowdSubject::Scenario(Box::new(scenario)))
}

fn subject(name: &str) -> Result<CrowdSubject, Failure> {
    if name == RANDOM_CASES {
        return Ok(CrowdSubject::RandomCases);
    }
    if let Some(number) = name.strip_prefix("open-") {
        return agents(name, number, OPEN_FIELD, "open-10000").map(CrowdSubject::OpenField);
    }
    if let Some(number) = name.strip_prefix("town-") {
        return agents(name, number, TOWN, "town-20000").map(CrowdSubject::Town);
    }
    let unknown = || {
        let known = [scenarios::NAMES, scenarios::JAMS, scenarios::IN_ORDER].concat();
        let names = known.iter().copied().chain([RANDOM_CASES, "open-10000", "town-20000"]);
        let all = || format!("there are {}, {RANDOM_CASES}, open-N and town-N", known.join(", "));
        format!("there is no scenario `{name}`; {}", did_you_mean(name, names).unwrap_or_else(all))
    };
    let scenario = scenarios::named(name).or_else(|| scenarios::jam(name)).or_else(|| scenarios::in_order(name));
    let scenario = scenario.ok_or_else(|| Failure::Impossible(unknown()))?;
    Ok(CrowdSubject::Scenario(Box::new(scenario)))
}

/// The number of agents that the name of a scenario ends with, at most `most`.
fn agents(name: &str, number: &str, most: usize, example: &str) -> Result<usize, Failure> {
    let wrong = || format!("`{name}` is not a scenario: expected 1 to {most} agents, such as {example}");
    let agents = number.parse().ok().filter(|agents| (1..=most).contains(agents));
    agents.ok_or_else(|| Failure::Impossible(wrong()))
}

impl CrowdSubject {
    /// Measures it for a seed, for as many seconds as `limit` says if it does.
    fn run(&self, seed: u64, limit: Option<u32>) -> CrowdRow {
        let limited = |scenario: CrowdScenario| {
            let limit = limit.map_or(scenario.limit, |seconds| seconds as f32);
            CrowdScenario { limit, ..scenario }
        };
        match self {
            CrowdSubject::Scenario(scenario) => {
                row(&scenario.name, seed, ScenarioRun::new(&limited(CrowdScenario::clone(scenario)), seed))
            }
            CrowdSubject::RandomCases => {
                row(RANDOM_CASES, seed, ScenarioRun::new(&limited(scenarios::random_case(seed)), seed))
            }
            CrowdSubject::OpenField(agents) => {
                let name = format!("open-{agents}");
                let field = CrowdScenario::of_level(&name, scenarios::open_field(*agents, seed));
                let field = CrowdScenario { limit: OPEN_FIELD_SECONDS, shift: 0.0, ..field };
                row(&name, seed, ScenarioRun::with_all_paths(&limited(field), seed))
            }
            CrowdSubject::Town(agents) => {
                let name = format!("town-{agents}");
                let town = CrowdScenario::of_level(&name, scenarios::town(*agents, seed));
                let town =
                    CrowdScenario { arrival: ArrivalCriterion::FirstErrand, limit: TOWN_SECONDS, shift: 0.0, ..town };
                row(&name, seed, ScenarioRun::with_all_paths(&limited(town), seed))
            }
        }
    }
}

/// Plays a run to its end; only the ticks are timed.
fn row(scenario: &str, seed: u64, mut run: ScenarioRun) -> CrowdRow {
    let mut times = TickTimes::new();
    while !run.is_over() {
        let begin = Instant::now();
        run.tick();
        times.add(begin.elapsed());
        run.look();
    }
    CrowdRow {
        scenario: scenario.to_owned(),
        seed,
        figures: run.figures(),
        tick_us_median: times.quantile(0.5),
        tick_us_99_percent: times.quantile(0.99),
        tick_us_longest: times.quantile(1.0),
        tick_us_mean: times.mean(),
    }
}

/// Runs a scene for each seed, on all cores; the rows are in order of seed.
fn random_cases(seeds: Range<u64>, limit: Option<u32>, progress: &mut ProgressLine) -> Vec<CrowdRow> {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let of = seeds.clone().count();
    let (done, told) = mpsc::channel();
    let mut rows: Vec<CrowdRow> = thread::scope(|scope| {
        for thread in 0..threads {
            let (done, seeds) = (done.clone(), seeds.clone());
            let own = seeds.skip(thread as usize).step_by(threads as usize);
            scope.spawn(move || own.for_each(|seed| _ = done.send(CrowdSubject::RandomCases.run(seed, limit))));
        }
        drop(done);
        let counted = told.into_iter().enumerate().map(|(count, row)| {
            progress.count("runs", count, of);
            row
        });
        counted.collect()
    });
    rows.sort_by_key(|row| row.seed);
    rows
}

impl CrowdRow {
    fn all_arrived(&self) -> bool {
        self.figures.arrived == self.figures.agents
    }
}
