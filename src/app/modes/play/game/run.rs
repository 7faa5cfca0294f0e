//! What runs: the world, what is to be done to it next, and what is recorded of that.

use footpath::agent::AgentState;
use footpath::level::edit::Affected;
use footpath::level::{Level, TileMap};
use footpath::nav::cache::BakedSet;
use footpath::replay::{Player, Recorder, Replay};
use footpath::sim::{Command, Event, PhaseTimes, Simulation};
use macroquad::miniquad::date;

use super::played_level::PlayedLevel;
use super::recording::Recording;

/// On a larger map no paths are looked for while time stands still: copying it takes too long.
const MOST_PLANNED_TILES: u64 = 1 << 20;

/// How many ticks a plan looks ahead at most, for paths that wait for others.
const PLANNED_TICKS: usize = 8;

/// The world in motion. Everything that is done to it is recorded.
pub struct Run {
    sim: Simulation,
    /// What is to be done in the next tick.
    queue: Vec<Command>,
    /// While time stands still: a copy of the world that has found the paths of what was ordered meanwhile.
    plan: Option<Box<Simulation>>,
    recording: Recording,
    /// How many seconds each phase of the last tick took.
    tick_times: PhaseTimes,
    /// How many agents do not stand, counted after everything that was done to the world.
    moving: usize,
}

impl Run {
    /// Begins a world, of which nothing is recorded yet.
    pub(super) fn new(sim: Simulation) -> Run {
        let mut run = Run {
            sim,
            queue: Vec::new(),
            plan: None,
            recording: Recording::default(),
            tick_times: PhaseTimes::default(),
            moving: 0,
        };
        run.count_moving();
        run
    }

    /// The world as it is at the last tick.
    pub fn sim(&self) -> &Simulation {
        &self.sim
    }

    /// The world with every path that is known: ahead of [`Run::sim`] where orders were given while time stands still.
    pub fn planned(&self) -> &Simulation {
        self.plan.as_deref().unwrap_or(&self.sim)
    }

    /// What is to be done in the next tick.
    pub fn queue(&self) -> &[Command] {
        &self.queue
    }

    /// What is recorded of the level from its beginning on.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The recording of the level, to be ended.
    pub fn recording_mut(&mut self) -> &mut Recording {
        &mut self.recording
    }

    /// How many seconds each phase of the last tick took.
    pub fn tick_times(&self) -> &PhaseTimes {
        &self.tick_times
    }

    /// How many agents do not stand.
    pub fn moving(&self) -> usize {
        self.moving
    }

    /// Begins to record the level that has just begun.
    pub(super) fn record(&mut self, level: &PlayedLevel) {
        let name = level.source().name();
        let replay = Replay { name, ..Replay::new(level.history().document().text(), level.seed()) };
        self.recording.begin(&replay, &self.sim);
    }

    /// Turns to another world, for which nothing is queued.
    pub(super) fn begin(&mut self, sim: Simulation) {
        self.sim = sim;
        self.queue.clear();
        self.plan = None;
        self.count_moving();
    }

    /// Has something done in the next tick.
    pub(super) fn ask(&mut self, commands: impl IntoIterator<Item = Command>) {
        self.queue.extend(commands);
    }

    /// Makes a tick with what is queued.
    pub(super) fn tick(&mut self) -> Vec<Event> {
        let commands = std::mem::take(&mut self.queue);
        self.plan = None;
        let events = self.step(&commands);
        self.count_moving();
        events
    }

    /// Does something to the world and makes a tick.
    pub(super) fn step(&mut self, commands: &[Command]) -> Vec<Event> {
        self.recording.commands(commands);
        let (events, times) = self.sim.step_timed(commands, date::now);
        self.tick_times = times;
        self.recording.stepped(&self.sim);
        events
    }

    /// Does what is queued while time stands still.
    pub(super) fn settle(&mut self) -> Vec<Event> {
        let commands = std::mem::take(&mut self.queue);
        let events = self.apply(&commands);
        self.plan = None;
        self.count_moving();
        events
    }

    /// Does something to the world while time stands still.
    pub(super) fn apply(&mut self, commands: &[Command]) -> Vec<Event> {
        self.recording.commands(commands);
        self.sim.apply(commands)
    }

    /// Lets a copy of the world find the paths that agents wait for; gives what happens to it but for arrivals.
    pub(super) fn plan_ahead(&mut self) -> Vec<Event> {
        let lattice = &self.sim.map().lattice;
        if u64::from(lattice.width) * u64::from(lattice.height) > MOST_PLANNED_TILES {
            return Vec::new();
        }
        let mut plan = Box::new(self.sim.clone());
        let mut events = Vec::new();
        for _ in 0..PLANNED_TICKS {
            events.extend(plan.step(&[]).into_iter().filter(|event| !matches!(event, Event::Arrived { .. })));
            if plan.agents().iter().all(|agent| agent.state() != AgentState::Waiting) {
                break;
            }
        }
        self.plan = Some(plan);
        events
    }

    /// Forgets the paths that were found while time stood still.
    pub(super) fn forget_plan(&mut self) {
        self.plan = None;
    }

    /// Lets the world follow what has been recorded of the changes of its level.
    pub(super) fn take_level(&mut self, level: &Level, affected: &Affected) -> Vec<Event> {
        let events = self.sim.take_level(level, affected);
        self.plan = None;
        self.count_moving();
        events
    }

    /// Lends the world ground that has been baked, for what is done to it next.
    pub(super) fn prepare_ground(&mut self, map: TileMap, ground: BakedSet) {
        self.sim.prepare_ground(map, ground);
    }

    /// Plays a tick of a replay in the place of one of its own.
    ///
    /// # Errors
    /// Why the replay cannot go on, in words.
    pub(super) fn replay(&mut self, player: &mut Player) -> Result<Vec<Event>, String> {
        let events = player.step(&mut self.sim);
        self.count_moving();
        events
    }

    /// Turns to where a replay was at a tick, or before it where that takes long.
    pub(super) fn wind(&mut self, player: &mut Player, tick: u64) {
        player.approach(&mut self.sim, tick);
    }

    /// Goes on with a recording that a replay has been so far.
    pub(super) fn resume(&mut self, level: &str, player: &Player) {
        self.recording.go_on(level, Recorder::resume(player, &self.sim));
    }

    /// Counts the agents that move: once after a change, not in every picture, for which many are too many.
    fn count_moving(&mut self) {
        self.moving = self.sim.agents().iter().filter(|agent| !agent.stands()).count();
    }
}
