//! The search that the debug layer looks into: made again, once, with every step on record.

use std::sync::atomic::{AtomicU64, Ordering};

use footpath::agent::AgentId;
use footpath::grid::Cell;
#[cfg(target_arch = "wasm32")]
use footpath::nav::trace::NodeSet;
use footpath::nav::trace::{Side, StepKind, TraceReplay};
use footpath::nav::{
    Algorithm, NavGrid, Path, PathError, PathQuery, PathStatus, Search, SearchStatistics, Trace, TraceStep, find_path,
    trace_path,
};
use footpath::sim::Simulation;
use macroquad::miniquad::date;

use crate::app::view::playback::Playback;

/// How long a search is repeated to measure it, in seconds.
const MEASURE_FOR: f64 = if cfg!(target_arch = "wasm32") { 0.008 } else { 0.004 };

/// How long, in seconds, a search is repeated of which fewer than three bundles fit into [`MEASURE_FOR`].
const MEASURE_LONGER: f64 = 0.03;

/// How long a bundle of searches takes at least that is measured together, in seconds: the clock of a browser counts
/// milliseconds.
const BUNDLE: f64 = if cfg!(target_arch = "wasm32") { 0.008 } else { 0.0005 };

/// How long a question must stand before its search is measured, in seconds: not while a goal is dragged.
pub const SETTLED: f32 = 0.15;

/// How long an examined search stays at least when no order led to the next one, in seconds: moving agents search again
/// and again, above all where danger moves.
const BETWEEN_LOOKS: f32 = 0.25;

/// The number of the next search that is examined.
static NEXT_NUMBER: AtomicU64 = AtomicU64::new(1);

/// The number of expansions after which IDA* gives up where it is watched, at the latest: a frame waits for it.
pub const WATCHED_EXPANSIONS: u32 = 200_000;

/// What is looked into.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchProblem {
    /// The agent for which the path was searched, if it was for one.
    pub agent: Option<AgentId>,
    /// The profile of the ground.
    pub profile: usize,
    /// What was asked.
    pub query: PathQuery,
    /// How often the ground has changed.
    pub map_revision: u64,
    /// The [stamp](footpath::nav::BakedGround::stamp) of the grid, which is another one also when only costs are.
    pub stamp: u64,
}

impl SearchProblem {
    /// Whether another question, by the same method and on the same map, can have come without an order: it is of another
    /// agent, or differs only in where it starts and in what the cells cost.
    fn is_akin(&self, other: &SearchProblem) -> bool {
        let (query, before) = (&self.query, &other.query);
        let is_unordered = self.agent != other.agent || (&query.goals, &query.area) == (&before.goals, &before.area);
        is_unordered && self.map_revision == other.map_revision && self.query.method == other.query.method
    }
}

/// What is to be seen in a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Steps from the start's side.
    pub has_start_side: bool,
    /// Steps from the goal's side.
    pub has_goal_side: bool,
    /// Cells that were jumped over.
    pub has_jumps: bool,
    /// Cells that were left out.
    pub has_pruned: bool,
    /// Steps to cells further than a neighbour.
    pub has_leaps: bool,
    /// The most cells that were in the open list at a time, on both sides together.
    pub peak_open: usize,
}

impl Contents {
    fn of(trace: &Trace) -> Contents {
        let mut contents = Contents::default();
        let mut open = 0_usize;
        for step in &trace.steps {
            open = match step.kind {
                StepKind::Generated | StepKind::Reopened => open + 1,
                StepKind::Expanded => open.saturating_sub(1),
                StepKind::Threshold => 0,
                _ => open,
            };
            contents.peak_open = contents.peak_open.max(open);
            contents.has_start_side |= step.side == Side::Start;
            contents.has_goal_side |= step.side == Side::Goal;
            contents.has_jumps |= step.kind == StepKind::Jumped;
            contents.has_pruned |= matches!(step.kind, StepKind::LeftOut(reason) if reason.is_of_cell());
            contents.has_leaps |= step.parent.is_some_and(|parent| is_far(step.cell, parent));
        }
        contents
    }
}

/// Whether two cells are further apart than neighbours.
pub fn is_far(one: Cell, other: Cell) -> bool {
    one.distance_squared(other) > 2
}

/// A search with all that is known of it.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What was asked.
    pub question: SearchProblem,
    /// What came of it.
    pub found: Result<Path, PathError>,
    /// What is to be seen in the trace.
    pub contents: Contents,
    /// What it did, and how far that is played.
    pub replay: TraceReplay,
    /// What it takes, once it is measured; at other costs than now, where these keep changing.
    pub measured: Option<Measured>,
    /// No other has the same number.
    pub number: u64,
}

/// How much is written down of what a search does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing: only the path is wanted.
    Path,
    /// What puts cells into the open set and the closed one.
    Sets,
    /// Every step, those to rejected neighbours too.
    Steps,
}

/// What a search takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Microseconds, once its memory is allocated.
    pub micros: f64,
    /// The bytes of its memory, without that of the map and of the path.
    pub bytes: usize,
}

impl Measured {
    /// What two searches took one after the other, in memory that is used again.
    pub fn and(self, next: Measured) -> Measured {
        Measured { micros: self.micros + next.micros, bytes: self.bytes.max(next.bytes) }
    }
}

impl Examined {
    /// What the path to the goal costs, in tiles; infinity where none leads there.
    pub fn cost_to_goal(&self) -> f64 {
        let path = self.found.as_ref().ok().filter(|path| path.status == PathStatus::Complete);
        path.map_or(f64::INFINITY, |path| path.cost)
    }

    /// Makes a search and writes down so much of what it does; it is played to its beginning. `known` is another one that is
    /// no longer needed: its memory is used again.
    pub fn begin(
        grid: &NavGrid,
        question: SearchProblem,
        search: &mut Search,
        known: Option<Examined>,
        detail: Detail,
    ) -> Examined {
        let mut trace = known.map(|known| known.replay.into_trace()).unwrap_or_default();
        trace.omits_rejected = detail == Detail::Sets;
        let found = match detail {
            Detail::Sets | Detail::Steps => trace_path(grid, &question.query, search, &mut trace),
            Detail::Path => {
                trace = Trace::default();
                find_path(grid, &question.query, search)
            }
        };
        let (contents, size) = (Contents::of(&trace), grid.lattice());
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        let replay = TraceReplay::new(trace, size.width, size.height);
        Examined { question, found, contents, replay, measured: None, number }
    }

    /// What the search took.
    pub fn statistics(&self) -> SearchStatistics {
        match &self.found {
            Ok(path) => path.statistics,
            Err(PathError::NoPath(statistics) | PathError::Limit(statistics)) => *statistics,
            Err(_) => SearchStatistics::default(),
        }
    }

    /// The algorithm that was at work; the one that was asked for when none was.
    pub fn algorithm(&self) -> Algorithm {
        self.found.as_ref().map_or(self.question.query.method.algorithm, |path| path.algorithm)
    }

    /// How many cells are in the open set and in the closed one, as far as it is played.
    #[cfg(target_arch = "wasm32")]
    pub fn sets(&self) -> (usize, usize) {
        let closed = self.replay.nodes().filter(|(_, node)| node.set == NodeSet::Closed).count();
        (self.replay.nodes().count() - closed, closed)
    }

    /// The step that was played last.
    pub fn last_step(&self) -> Option<&TraceStep> {
        self.replay.trace().steps.get(self.replay.played().checked_sub(1)?)
    }

    /// Whether everything is played.
    pub fn is_at_end(&self) -> bool {
        self.replay.played() == self.replay.trace().steps.len()
    }
}

/// Looks into searches.
#[derive(Clone, Debug, Default)]
pub struct Examiner {
    /// The search that was looked into last.
    pub examined: Option<Examined>,
    /// Where its playing stands, while it is played step by step.
    pub playback: Option<Playback>,
    search: Search,
    stood: f32,
}

impl Examiner {
    /// Looks into a question unless it has, and lets the time since the last call pass.
    pub fn look(&mut self, sim: &Simulation, question: Option<SearchProblem>, seconds: f32) {
        let Some(question) = question else {
            (self.examined, self.playback) = (None, None);
            return;
        };
        self.stood += seconds;
        if self.is_due(&question) {
            self.examine(sim, question);
        }
        let Some(examined) = &mut self.examined else { return };
        if examined.measured.is_none() && self.stood > SETTLED {
            let grid = sim.nav_grid(examined.question.profile);
            examined.measured = Some(measure(grid, &examined.question, &mut self.search));
        }
        let steps = examined.replay.trace().steps.len();
        if let Some(playback) = &mut self.playback {
            playback.advance(seconds, steps);
        }
        examined.replay.play(self.playback.map_or(steps, |playback| playback.step()));
    }

    /// Whether a question is to be examined now. A replay does not restart for small changes.
    fn is_due(&self, question: &SearchProblem) -> bool {
        match &self.examined {
            Some(examined) if examined.question == *question => false,
            Some(examined) if examined.question.is_akin(question) => {
                let is_played = self.playback.is_some() && examined.question.agent == question.agent;
                !is_played && self.stood >= BETWEEN_LOOKS
            }
            _ => true,
        }
    }

    /// Forgets what was examined, since it was on another map.
    pub fn forget(&mut self) {
        self.examined = None;
    }

    fn examine(&mut self, sim: &Simulation, question: SearchProblem) {
        let grid = sim.nav_grid(question.profile);
        let known = self.examined.take();
        let is_same_but_costs =
            |known: &&Examined| SearchProblem { stamp: question.stamp, ..known.question.clone() } == question;
        let measured = known.as_ref().filter(is_same_but_costs).and_then(|known| known.measured);
        self.stood = 0.0;
        let examined = Examined::begin(grid, question, &mut self.search, known, Detail::Steps);
        self.examined = Some(Examined { measured, ..examined });
        if let Some(playback) = &mut self.playback {
            playback.restart();
        }
    }

    /// Begins to play the search step by step; while it is played, halts or goes on.
    pub fn toggle_playback(&mut self) {
        let steps = self.steps();
        match &mut self.playback {
            Some(playback) => playback.toggle(steps),
            None => self.playback = self.examined.as_ref().map(|_| Playback::begin(steps)),
        }
    }

    /// How many steps there are to play.
    pub fn steps(&self) -> usize {
        self.examined.as_ref().map_or(0, |examined| examined.replay.trace().steps.len())
    }
}

/// Makes a search again and again to tell what one takes, with memory that `search` gets anew: on a large map there would
/// not be room for its former one as well. The time is the mean of the quickest among several bundles, since a machine that
/// does other things as well only ever takes longer.
pub fn measure(grid: &NavGrid, question: &SearchProblem, search: &mut Search) -> Measured {
    *search = Search::default();
    search_once(grid, question, search);
    let begun = date::now();
    let (mut times, mut bundles, mut quickest) = (1, 0, f64::INFINITY);
    let passed = || (date::now() - begun).abs();
    while bundles == 0 || passed() < MEASURE_FOR || (bundles < 3 && passed() < MEASURE_LONGER) {
        let before = date::now();
        (0..times).for_each(|_| search_once(grid, question, search));
        let passed = (date::now() - before).abs();
        if passed < BUNDLE {
            times *= 2;
        } else {
            quickest = quickest.min(passed / f64::from(times));
            bundles += 1;
        }
    }
    Measured { micros: 1e6 * quickest, bytes: search.bytes() }
}

fn search_once(grid: &NavGrid, question: &SearchProblem, search: &mut Search) {
    if question.query.method.algorithm == Algorithm::FlowField {
        // It keeps the field for all who ask later: here the first one counts.
        *search = Search::default();
    }
    if let Ok(path) = find_path(grid, &question.query, search) {
        search.reuse(path);
    }
}
