//! `footpath simulate`: a level run without a window.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use footpath::agent::Agent;
use footpath::profile::AgentProfile;
use footpath::replay::{Recorder, Replay};
use footpath::script::{Script, ScriptAction, ScriptPlayer, ScriptStep};
use footpath::sentences;
use footpath::sim::report::AgentReport;
use footpath::sim::{Command, Event, Phase, PhaseTimes, Simulation};
use serde::Serialize;

use super::flags::SimulateFlags;
use super::progress::ProgressLine;
use super::tick_times::{SlowestTick, TickTimes};
use super::{Failure, baked_file, note, read_text, whole_level};
use crate::file_name::shown;
use crate::recording_file::{Destination, RecordingFile};

/// The report on a run as `--json` prints it.
#[derive(Serialize)]
struct SimulationReport {
    ticks: u64,
    tick_us_median: f64,
    tick_us_p99: f64,
    slowest_tick: SlowestTick,
    state_hash: String,
    /// How a rule of the level has won or lost it; absent where none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<LevelOutcome>,
    agents: Vec<AgentOutcome>,
}

/// How the level has ended, as `--json` prints it.
#[derive(Serialize)]
struct LevelOutcome {
    won: bool,
    text: String,
    seconds: f64,
}

/// One agent as `--json` prints it.
#[derive(Serialize)]
struct AgentOutcome {
    #[serde(flatten)]
    report: AgentReport,
    /// Why it does not move, in a sentence.
    reason: Option<String>,
}

impl AgentOutcome {
    fn new(report: AgentReport, agent: &Agent, simulation: &Simulation) -> AgentOutcome {
        let words = |reason| sentences::stuck(reason, simulation.map(), simulation.profile_of(agent));
        AgentOutcome { reason: report.reason.as_ref().map(words), report }
    }
}

/// Gives exit code 0.
pub fn simulate(flags: &SimulateFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let script = match &flags.script {
        Some(path) => {
            let script = read_script(path)?;
            demand_no_window(&script, path)?;
            script
        }
        None => Script { steps: Vec::new() },
    };
    let ticks = (flags.seconds * 60.0).round() as u64;
    let mut player = ScriptPlayer::new(script);
    let place = baked_file::open(&flags.level, &flags.cache)?;
    let level = &place.level;
    let walks =
        |profile: &AgentProfile| level.agents.iter().any(|agent| level.profiles[agent.profile].name == profile.name);
    let baked = place.load(&walks);
    let mut simulation = Simulation::with_baked(place.level, flags.seed, baked);
    let mut recording = FileRecording::begin(flags, &simulation)?;
    let (mut times, mut slowest) = (TickTimes::new(), SlowestTick::new(0, PhaseTimes::default()));
    let clock = Instant::now();
    let now = || 1e6 * clock.elapsed().as_secs_f64();
    let mut progress = ProgressLine::begin();
    for tick in 0..ticks {
        progress.part("simulated", tick as f32 / ticks as f32);
        let (mut events, mut commands_us) = (Vec::new(), 0.0);
        for step in player.next_tick() {
            match command(step, &simulation) {
                Ok(command) => {
                    recording.iter_mut().try_for_each(|recording| recording.command(&command))?;
                    let begun = now();
                    events.extend(simulation.apply(&[command]));
                    commands_us += now() - begun;
                }
                Err(reason) => tell_words(tick, &reason),
            }
        }
        let (of_tick, mut phases) = simulation.step_timed(&[], now);
        events.extend(of_tick);
        phases.add(Phase::Commands, commands_us);
        times.add(Duration::from_secs_f64(1e-6 * phases.total()));
        if phases.total() > slowest.us {
            slowest = SlowestTick::new(tick, phases);
        }
        recording.iter_mut().try_for_each(|recording| recording.stepped(&simulation))?;
        tell(tick, &events);
    }
    recording.iter_mut().try_for_each(FileRecording::end)?;
    drop(progress);
    if !player.is_over() {
        note(format_args!("note: the script has steps after the end, at {} seconds", flags.seconds));
    }
    let report = simulation.report();
    let agents = report.agents.into_iter().zip(simulation.agents());
    let report = SimulationReport {
        ticks,
        tick_us_median: times.quantile(0.5),
        tick_us_p99: times.quantile(0.99),
        slowest_tick: slowest,
        state_hash: report.state_hash,
        outcome: simulation.outcome().map(|outcome| LevelOutcome {
            won: outcome.won,
            text: outcome.text.clone(),
            seconds: outcome.tick as f64 / 60.0,
        }),
        agents: agents.map(|(report, agent)| AgentOutcome::new(report, agent, &simulation)).collect(),
    };
    if flags.json {
        serde_json::to_writer(&mut *output, &report).map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else {
        print(&report, output)?;
    }
    Ok(0)
}

/// The file into which a run is recorded.
struct FileRecording {
    recorder: Recorder,
    file: RecordingFile,
}

impl FileRecording {
    /// Begins the file that the flags name, if they name one.
    fn begin(flags: &SimulateFlags, simulation: &Simulation) -> Result<Option<FileRecording>, Failure> {
        let Some(path) = &flags.record.record else { return Ok(None) };
        let name = if flags.level.is_file() { flags.level.file_stem() } else { Some(flags.level.as_os_str()) };
        let name = name.unwrap_or_default().to_string_lossy().into_owned();
        let replay = Replay { name, ..Replay::new(whole_level(&flags.level)?.text, flags.seed) };
        let mut recorder = Recorder::begin(&replay, simulation);
        let destination = Destination { path: path.clone(), replaces: flags.record.force };
        let file = RecordingFile::begin(&destination, &recorder.take_lines())?;
        Ok(Some(FileRecording { recorder, file }))
    }

    /// Writes down a command before it is given: it may stop the program.
    fn command(&mut self, command: &Command) -> Result<(), Failure> {
        self.recorder.commands(std::slice::from_ref(command));
        self.write()
    }

    fn stepped(&mut self, simulation: &Simulation) -> Result<(), Failure> {
        self.recorder.stepped(simulation);
        self.write()
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.recorder.end();
        self.write()
    }

    fn write(&mut self) -> Result<(), Failure> {
        match self.recorder.take_lines() {
            lines if lines.is_empty() => Ok(()),
            lines => Ok(self.file.append(&lines)?),
        }
    }
}

/// The script in a file.
pub fn read_script(path: &Path) -> Result<Script, Failure> {
    let text = read_text(path).map_err(|failure| Failure::Impossible(failure.in_words(path)))?;
    Script::parse(&shown(path).to_string(), &text).map_err(Failure::Impossible)
}

/// What a step does to the world as it is now, or why it cannot, in a sentence.
fn command(step: &ScriptStep, simulation: &Simulation) -> Result<Command, String> {
    match &step.action {
        ScriptAction::Command(command) => Ok(command.clone()),
        ScriptAction::Ground(action) => action.command(simulation),
        ScriptAction::Window(action) => Err(format!("the step `{}` needs a window", action.name())),
    }
}

fn demand_no_window(script: &Script, path: &Path) -> Result<(), Failure> {
    let window_step = |step: &ScriptStep| match &step.action {
        ScriptAction::Window(action) => Some((step.tick, action.name())),
        ScriptAction::Command(_) | ScriptAction::Ground(_) => None,
    };
    match script.steps.iter().find_map(window_step) {
        None => Ok(()),
        Some((tick, name)) => Err(Failure::Impossible(format!(
            "{}: the step `{name}` at {} seconds needs a window, and `simulate` has none; leave out Key, Click, Drag \
             and Select, or play it with `footpath --script`",
            shown(path),
            tick as f64 / 60.0
        ))),
    }
}

/// Tells what was refused, and what became of the ground.
pub(super) fn tell(tick: u64, events: &[Event]) {
    for event in events {
        let words = match event {
            Event::Refused { reason } => sentences::refusal(reason),
            Event::Switched { link, on } => format!("{link:?} was turned {}", if *on { "on" } else { "off" }),
            Event::RewardTaken { agent, zone } => format!("agent {} took the reward {zone:?}", agent.0),
            Event::Baked => "the ground was baked".to_owned(),
            Event::BakeCleared => "what was baked has been discarded".to_owned(),
            _ => continue,
        };
        tell_words(tick, &words);
    }
}

fn tell_words(tick: u64, words: &str) {
    note(format_args!("note: at {:.2} seconds: {words}", tick as f64 / 60.0));
}

fn print(report: &SimulationReport, output: &mut dyn Write) -> Result<(), Failure> {
    writeln!(output, "ticks       {} ({} seconds)", report.ticks, report.ticks as f64 / 60.0)?;
    writeln!(output, "tick time   median {} us, 99% within {} us", report.tick_us_median, report.tick_us_p99)?;
    let SlowestTick { tick, us, phase, phase_us } = &report.slowest_tick;
    writeln!(output, "slowest     {us} us, tick {tick}; {phase_us} us of it for {}", phase.name())?;
    writeln!(output, "state hash  {}", report.state_hash)?;
    if let Some(LevelOutcome { won, text, seconds }) = &report.outcome {
        writeln!(output, "outcome     {} after {seconds:.1} seconds: {text}", if *won { "won" } else { "lost" })?;
    }
    writeln!(output)?;
    writeln!(output, "agent         x         y  state         arrived s  path ratio  in wall  order and reason")?;
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
    for AgentOutcome { report: agent, reason } in &report.agents {
        writeln!(
            output,
            "{:>5} {:>9.3} {:>9.3}  {:<12} {:>10} {:>11} {:>8.4}  {}",
            agent.id,
            agent.x,
            agent.y,
            agent.state,
            number(agent.arrived_s),
            number(agent.path_ratio),
            agent.wall_penetration,
            words(agent.order, reason.as_deref())
        )?;
    }
    Ok(())
}

/// An agent's order, and why it does not move.
fn words(order: Option<&str>, reason: Option<&str>) -> String {
    let words: Vec<&str> = order.into_iter().chain(reason).collect();
    words.join(": ")
}
