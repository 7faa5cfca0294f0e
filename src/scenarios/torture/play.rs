//! A run: a random level, played with random actions, and checked.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::action::WorldAction;
use super::case::Case;
use super::check::Checker;
use super::violation::{Check, Violation};
use super::world;
use crate::level::edit::{Affected, Document, History};
use crate::level::{Level, Order};
use crate::scenarios::Dice;
use crate::sim::{Command, Event, Phase, PhaseTimes, Selection, Simulation};

/// Ticks between two comparisons of what is kept piece by piece with the same made from nothing.
const AUDIT_EVERY: u64 = 211;

/// Ticks between two copies of the simulation, and for how many ticks each is played beside it.
const TWIN_EVERY: u64 = 997;
const TWIN_TICKS: u64 = 60;

/// Ticks after which a run is made again, from the beginning, to see whether it comes to the same state.
const AGAIN_AFTER: u64 = 2000;

/// In how many ticks of a hundred something is done.
const BUSY: usize = 6;

/// Ticks between two times at which all agents are told to stop and given the time to do so.
const REST_EVERY: u64 = 1501;

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TortureFigures {
    /// How many ticks were played.
    pub ticks: u64,
    /// How many actions there were.
    pub actions: usize,
    /// How many agents there were at most at a time.
    pub most_agents: usize,
    /// The most entries of the planning queue at a time.
    pub most_jobs: usize,
    /// How often agents stepped on a link.
    pub crossings: u64,
    /// How often agents arrived.
    pub arrivals: u64,
    /// The hash of the last state.
    pub hash: u64,
}

/// A level in its text and in motion, checked after every tick.
pub struct CheckedRun<'a> {
    history: History,
    simulation: Simulation,
    checker: Checker,
    /// A copy of the simulation that is played beside it, and until which tick.
    twin: Option<(Simulation, u64)>,
    events: Vec<Event>,
    twin_events: Vec<Event>,
    figures: TortureFigures,
    /// The time, in microseconds.
    clock: &'a dyn Fn() -> f64,
    /// How long the phases of the last tick took, and what is done before the next one.
    times: PhaseTimes,
    next: PhaseTimes,
}

impl<'a> CheckedRun<'a> {
    /// Begins with the text of a level. `clock` tells the time in microseconds, by which [times](CheckedRun::times) are
    /// measured.
    ///
    /// # Errors
    /// Where the text cannot be read, or its level, written and read again, is another one.
    pub fn new(text: &str, seed: u64, clock: &'a dyn Fn() -> f64) -> Result<CheckedRun<'a>, Violation> {
        let wrong = |found| Violation { check: Check::Text, tick: 0, found };
        let document = Document::open("torture.ron", text.to_owned()).map_err(|error| wrong(error.to_string()))?;
        let history = History::of(document);
        check_text(history.document().level()).map_err(wrong)?;
        let simulation = Simulation::new(history.document().level().clone(), Some(seed));
        Ok(CheckedRun {
            history,
            simulation,
            checker: Checker::default(),
            twin: None,
            events: Vec::new(),
            twin_events: Vec::new(),
            figures: TortureFigures::default(),
            clock,
            times: PhaseTimes::default(),
            next: PhaseTimes::default(),
        })
    }

    /// The world as it is.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The text of the level as it is.
    pub fn document(&self) -> &Document {
        self.history.document()
    }

    /// What has come of it so far.
    pub fn figures(&self) -> &TortureFigures {
        &self.figures
    }

    /// How many microseconds the last tick took, without what is checked after it; with the commands before it, and with what
    /// the world made of edits of its level.
    pub fn times(&self) -> &PhaseTimes {
        &self.times
    }

    /// Does something before the next tick.
    ///
    /// # Errors
    /// Where the level as it has been edited is another one when it is read again.
    pub fn act(&mut self, action: &WorldAction) -> Result<(), Violation> {
        self.figures.actions += 1;
        self.checker.note_action(action, self.figures.ticks);
        match action {
            WorldAction::Command(command) => {
                let command = std::slice::from_ref(&**command);
                let begun = (self.clock)();
                self.events.extend(self.simulation.apply(command));
                self.next.add(Phase::Commands, (self.clock)() - begun);
                if let Some((twin, _)) = &mut self.twin {
                    self.twin_events.extend(twin.apply(command));
                }
                Ok(())
            }
            WorldAction::Edit(edit) => match self.history.apply("edit", edit) {
                Ok(affected) => self.take_level(&affected),
                Err(_) => Ok(()),
            },
            WorldAction::Undo => self.history.undo().map_or(Ok(()), |affected| self.take_level(&affected)),
            WorldAction::Redo => self.history.redo().map_or(Ok(()), |affected| self.take_level(&affected)),
            WorldAction::Reload => self.take_level(&Affected::Everything),
        }
    }

    fn take_level(&mut self, affected: &Affected) -> Result<(), Violation> {
        let level = self.history.document().level();
        let tick = self.figures.ticks;
        let wrong = |found| Violation { check: Check::Text, tick, found };
        let read = Level::parse("torture.ron", self.history.document().text());
        match read {
            Ok(read) if read == *level => {}
            Ok(_) => return Err(wrong("the text that was edited reads as another level".to_owned())),
            Err(error) => return Err(wrong(format!("the text that was edited cannot be read: {error}"))),
        }
        check_text(level).map_err(wrong)?;
        let begun = (self.clock)();
        self.events.extend(self.simulation.take_level(level, affected));
        self.next.add(Phase::Commands, (self.clock)() - begun);
        if let Some((twin, _)) = &mut self.twin {
            self.twin_events.extend(twin.take_level(level, affected));
        }
        if self.simulation.level() != level {
            return Err(wrong("the simulation has taken another level than it was given".to_owned()));
        }
        self.audit()
    }

    /// Plays one tick, and checks what must hold after it.
    ///
    /// # Errors
    /// What does not hold.
    pub fn tick(&mut self) -> Result<(), Violation> {
        self.checker.note_before(&self.simulation, false);
        let mut events = std::mem::take(&mut self.events);
        let (of_tick, times) = self.simulation.step_timed(&[], self.clock);
        events.extend(of_tick);
        self.times = std::mem::take(&mut self.next);
        Phase::ALL.into_iter().for_each(|phase| self.times.add(phase, times.of(phase)));
        self.count(&events);
        let tick = self.figures.ticks;
        self.tick_twin(&events)?;
        let checked = self.checker.check(&self.simulation, &events, tick);
        checked.map_err(|(check, found)| Violation { check, tick, found })?;
        if tick.is_multiple_of(AUDIT_EVERY) {
            self.audit()?;
        }
        if tick.is_multiple_of(TWIN_EVERY) {
            self.twin = Some((self.simulation.clone(), tick + TWIN_TICKS));
        }
        Ok(())
    }

    fn tick_twin(&mut self, events: &[Event]) -> Result<(), Violation> {
        let mut told = std::mem::take(&mut self.twin_events);
        let Some((twin, until)) = &mut self.twin else { return Ok(()) };
        told.extend(twin.step(&[]));
        let (tick, wrong) = (self.figures.ticks, |found: &str| found.to_owned());
        let found = match () {
            // As texts: what is refused may be no number, and then differs from itself.
            () if format!("{told:?}") != format!("{events:?}") => Some(wrong("a copy tells of other events")),
            () if twin.state_hash() != self.simulation.state_hash() => Some(wrong("a copy comes to another state")),
            () => None,
        };
        if tick >= *until {
            self.twin = None;
        }
        found.map_or(Ok(()), |found| Err(Violation { check: Check::Replay, tick, found }))
    }

    fn audit(&self) -> Result<(), Violation> {
        let tick = self.figures.ticks;
        self.simulation.audit().map_err(|found| Violation { check: Check::Increments, tick, found })
    }

    fn count(&mut self, events: &[Event]) {
        let figures = &mut self.figures;
        figures.ticks += 1;
        figures.most_agents = figures.most_agents.max(self.simulation.agents().len());
        figures.most_jobs = figures.most_jobs.max(self.simulation.sizes().jobs);
        let begun = |agent: &&crate::agent::Agent| matches!(agent.on_link(), Some((_, 0.0)));
        figures.crossings += self.simulation.agents().iter().filter(begun).count() as u64;
        figures.arrivals += events.iter().filter(|event| matches!(event, Event::Arrived { .. })).count() as u64;
    }
}

/// Whether a level, written and read again, is the same.
fn check_text(level: &Level) -> Result<(), String> {
    match Level::parse("written.ron", &level.to_ron()) {
        Ok(read) if read == *level => Ok(()),
        Ok(_) => Err("the level, written and read again, is another one".to_owned()),
        Err(error) => Err(format!("the level as it is written cannot be read: {error}")),
    }
}

/// Plays a random world of a seed for some ticks, and calls `look` after each, with the times of the tick by `clock`, in
/// microseconds. Returns what it takes to play it again, and what came of it.
///
/// ```
/// use footpath::scenarios::torture::torture;
/// let (case, outcome) = torture(7, 100, &|| 0.0, |_| {});
/// assert_eq!(outcome.map(|figures| figures.ticks), Ok(100));
/// assert_eq!(torture(7, 100, &|| 0.0, |_| {}).0, case);
/// ```
pub fn torture(
    seed: u64,
    ticks: u64,
    clock: &dyn Fn() -> f64,
    mut look: impl FnMut(&CheckedRun),
) -> (Case, Result<TortureFigures, Violation>) {
    let mut dice = Dice::of(seed);
    let text = world::level(&mut dice).to_ron();
    let mut case = Case { text, seed, actions: Vec::new(), ticks };
    let (mut reached, mut hash) = (0, 0);
    let outcome = catching(&mut reached, |reached| {
        let mut play = CheckedRun::new(&case.text, seed, clock)?;
        while play.figures.ticks < ticks {
            *reached = play.figures.ticks;
            for action in actions(&mut dice, &play) {
                case.actions.push((play.figures.ticks, action.clone()));
                play.act(&action)?;
            }
            play.tick()?;
            look(&play);
            if play.figures.ticks == AGAIN_AFTER.min(ticks) {
                hash = play.simulation.state_hash();
            }
        }
        made_again(&Case { ticks: AGAIN_AFTER.min(ticks), ..case.clone() }, hash)?;
        Ok(TortureFigures { hash: play.simulation.state_hash(), ..play.figures })
    });
    if let Err(violation) = &outcome {
        case.ticks = violation.tick.max(reached) + 1;
    }
    (case, outcome)
}

/// What is done before the next tick.
fn actions(dice: &mut Dice, play: &CheckedRun) -> Vec<WorldAction> {
    if play.figures.ticks % REST_EVERY == REST_EVERY - 1 {
        return vec![WorldAction::Command(Box::new(Command::Order(Selection::All, Order::Stop)))];
    }
    if play.checker.waits_for_rest(&play.simulation, play.figures.ticks) || !dice.percent(BUSY) {
        return Vec::new();
    }
    (0..dice.whole(1, 3)).map(|_| WorldAction::random(dice, play)).collect()
}

/// Whether a case comes to the same state when it is played again.
fn made_again(case: &Case, hash: u64) -> Result<(), Violation> {
    let again = run(case, |_| {})?;
    let found = "the same run made again comes to another state".to_owned();
    if again.hash == hash { Ok(()) } else { Err(Violation { check: Check::Replay, tick: case.ticks, found }) }
}

/// Plays a case, and calls `look` after each tick.
///
/// # Errors
/// What does not hold, first.
pub fn run(case: &Case, mut look: impl FnMut(&CheckedRun)) -> Result<TortureFigures, Violation> {
    let mut reached = 0;
    catching(&mut reached, |reached| {
        let mut play = CheckedRun::new(&case.text, case.seed, &|| 0.0)?;
        let mut actions = case.actions.iter().peekable();
        for tick in 0..case.ticks {
            *reached = tick;
            while let Some((_, action)) = actions.next_if(|(at, _)| *at <= tick) {
                play.act(action)?;
            }
            play.tick()?;
            look(&play);
        }
        Ok(TortureFigures { hash: play.simulation.state_hash(), ..play.figures })
    })
}

/// What some work gives, or its panic as a violation.
fn catching(
    reached: &mut u64,
    work: impl FnOnce(&mut u64) -> Result<TortureFigures, Violation>,
) -> Result<TortureFigures, Violation> {
    let tick = reached;
    let outcome = catch_unwind(AssertUnwindSafe(|| work(tick)));
    outcome.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let found = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default();
        Err(Violation { check: Check::Panic, tick: *tick, found })
    })
}
