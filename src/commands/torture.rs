//! `footpath torture`: the simulation, tested on random worlds.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use footpath::scenarios::torture::{self, Case, TortureFigures, Violation};
use footpath::sim::PhaseTimes;
use serde::Serialize;

use super::flags::TortureFlags;
use super::tick_times::SlowestTick;
use super::{Failure, note};
use crate::file_name::word;
use crate::output_file;

/// What came of a seed, as `--json` prints it.
#[derive(Debug, Serialize)]
struct TortureRow {
    seed: u64,
    ticks: u64,
    actions: usize,
    most_agents: usize,
    most_jobs: usize,
    crossings: u64,
    arrivals: u64,
    hash: String,
    slowest_tick: SlowestTick,
    violation: Option<WrittenViolation>,
    #[serde(skip)]
    case: Option<Case>,
}

/// A violation, as `--json` prints it.
#[derive(Debug, Serialize)]
struct WrittenViolation {
    check: &'static str,
    tick: u64,
    found: String,
}

/// The exit code is 0, or 1 if something did not hold.
pub fn torture(flags: &TortureFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let rows = play_all(flags);
    for (file, row) in rows.iter().filter_map(|row| Some((row.file(flags)?, row))) {
        let text = row.case.as_ref().map(|case| torture::record(case).to_text()).unwrap_or_default();
        output_file::replace(&file, |output| output.write_all(text.as_bytes()))?;
    }
    if flags.json {
        serde_json::to_writer(&mut *output, &rows).map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else {
        print(flags, &rows, output)?;
    }
    Ok(u8::from(rows.iter().any(|row| row.violation.is_some())))
}

impl TortureRow {
    /// Where what fails is written, and all else that is to be, to be played again.
    fn file(&self, flags: &TortureFlags) -> Option<PathBuf> {
        self.case.as_ref().map(|_| flags.out.join(format!("torture-{}.replay", self.seed)))
    }
}

fn print(flags: &TortureFlags, rows: &[TortureRow], output: &mut dyn Write) -> Result<(), Failure> {
    for row in rows {
        let (Some(violation), Some(file)) = (&row.violation, row.file(flags)) else { continue };
        let WrittenViolation { check, tick, found } = violation;
        writeln!(output, "seed {}: {check} after tick {tick}: {found}", row.seed)?;
        writeln!(output, "    footpath replay {}", word(&file))?;
    }
    let ticks: u64 = rows.iter().map(|row| row.ticks).sum();
    let failed = rows.iter().filter(|row| row.violation.is_some()).count();
    let slowest = rows.iter().max_by(|one, other| one.slowest_tick.us.total_cmp(&other.slowest_tick.us));
    let slowest = slowest.map_or_else(String::new, |row| {
        let SlowestTick { tick, us, phase, phase_us } = &row.slowest_tick;
        let (ms, most, name) = (us / 1000.0, phase_us / 1000.0, phase.name());
        format!("; slowest tick {ms:.1} ms (seed {}, tick {tick}; {most:.1} ms of it for {name})", row.seed)
    });
    let crossings: u64 = rows.iter().map(|row| row.crossings).sum();
    let arrivals: u64 = rows.iter().map(|row| row.arrivals).sum();
    let actions: usize = rows.iter().map(|row| row.actions).sum();
    writeln!(
        output,
        "{} seeds x {} ticks: {ticks} ticks, {actions} actions, {arrivals} arrivals, {crossings} crossings of links{slowest}; \
         {failed} violations",
        rows.len(),
        flags.ticks
    )?;
    Ok(())
}

/// Plays every seed, on all cores where the simulation uses them too; the rows are in order of seed.
fn play_all(flags: &TortureFlags) -> Vec<TortureRow> {
    let seeds: Vec<u64> = flags.seeds.clone().collect();
    let threads = if cfg!(feature = "parallel") { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let row = play(seed, flags);
                    let mut rows = rows.lock().expect("no seed panics");
                    rows.push(row);
                    tell_progress(&rows, seeds.len());
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no seed panics");
    rows.sort_by_key(|row| row.seed);
    rows
}

fn tell_progress(rows: &[TortureRow], seeds: usize) {
    let Some(row) = rows.last() else { return };
    let outcome = row
        .violation
        .as_ref()
        .map_or(String::new(), |told| format!(": {} after tick {}: {}", told.check, told.tick, told.found));
    note(format_args!("{} of {seeds}: seed {}, {} ticks{outcome}", rows.len(), row.seed, row.ticks));
}

/// Plays a seed, and shrinks what fails.
fn play(seed: u64, flags: &TortureFlags) -> TortureRow {
    let (begun, mut slowest) = (Instant::now(), SlowestTick::new(0, PhaseTimes::default()));
    let clock = || 1e6 * begun.elapsed().as_secs_f64();
    let mut last = TortureFigures::default();
    let (case, outcome) = torture::torture(seed, flags.ticks, &clock, |play| {
        if play.times().total() > slowest.us {
            slowest = SlowestTick::new(last.ticks, *play.times());
        }
        last.clone_from(play.figures());
    });
    let failed = outcome.as_ref().err().map(|violation| {
        note(format_args!("seed {seed}: {violation}; shrinking {} actions", case.actions.len()));
        torture::shrink(&case, violation)
    });
    let figures = outcome.unwrap_or(last);
    let (shrunk, violation) = failed.unzip();
    let case = shrunk.or_else(|| flags.all.then_some(case));
    TortureRow {
        seed,
        ticks: figures.ticks,
        actions: figures.actions,
        most_agents: figures.most_agents,
        most_jobs: figures.most_jobs,
        crossings: figures.crossings,
        arrivals: figures.arrivals,
        hash: format!("{:016x}", figures.hash),
        slowest_tick: slowest,
        violation: violation.map(|Violation { check, tick, found }| WrittenViolation {
            check: check.name(),
            tick,
            found,
        }),
        case,
    }
}
