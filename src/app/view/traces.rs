//! What the picture shows of what has happened in the world.

use footpath::agent::AgentId;
use footpath::grid::Rect;
use footpath::level::Level;
use footpath::sim::{Event, Simulation};
use glam::Vec2;

use crate::app::view::GroundChanges;
use crate::app::view::place_flags::{self, PlaceFlag};
use crate::app::view::queued_ways::QueuedWays;
use crate::app::view::racers::Racers;
use crate::app::view::traffic::CellTraffic;
use crate::app::view::waits::Waits;

/// How long a reward that was picked up is still of interest, in seconds.
const TAKEN_LASTS: f32 = 1.0;

/// How long an arrival is shown, in seconds.
pub const ARRIVAL_LASTS: f32 = 0.6;

/// The most arrivals that are shown at a time: of a crowd that arrives nobody looks at each.
const MOST_ARRIVALS: usize = 50;

/// What is remembered of the world for its picture.
#[derive(Default)]
pub struct Traces {
    waits: Waits,
    traffic: CellTraffic,
    racers: Racers,
    /// Where rewards were picked up, and when.
    taken: Vec<(Vec2, f32)>,
    /// Who has just arrived, and when.
    arrivals: Vec<(AgentId, f32)>,
    flags: Vec<PlaceFlag>,
    ground: GroundChanges,
    queued_ways: QueuedWays,
}

impl Traces {
    /// The traces of a level that begins.
    pub fn of(level: &Level) -> Traces {
        Traces { flags: place_flags::flags(level), ..Traces::default() }
    }

    /// Which agents wait for something.
    pub fn waits(&self) -> &Waits {
        &self.waits
    }

    /// How often each cell was walked on.
    pub fn traffic(&self) -> &CellTraffic {
        &self.traffic
    }

    /// Who has come to the goal of a race, and when.
    pub fn racers(&self) -> &Racers {
        &self.racers
    }

    /// Where rewards were picked up, and when, in seconds of the window's clock.
    pub fn taken(&self) -> &[(Vec2, f32)] {
        &self.taken
    }

    /// Who has just arrived, and when, in seconds of the window's clock.
    pub fn arrivals(&self) -> &[(AgentId, f32)] {
        &self.arrivals
    }

    /// The names of places.
    pub fn flags(&self) -> &[PlaceFlag] {
        &self.flags
    }

    /// The ways on which the selected agents will carry out their queued orders, and patrol.
    pub fn queued_ways(&self) -> &QueuedWays {
        &self.queued_ways
    }

    /// Finds the ways of queued orders and patrols of the selected agents, and between the points of a patrol that the player is
    /// making, one at a call.
    pub fn find_queued_ways(&mut self, sim: &Simulation, selected: &[AgentId], drawn_patrol: &[Vec2]) {
        self.queued_ways.update(sim, selected, drawn_patrol);
    }

    /// Has the flag of this number stand elsewhere, until the level begins again.
    pub fn move_flag(&mut self, flag: usize, to: Vec2) {
        if let Some(flag) = self.flags.get_mut(flag) {
            flag.at = to;
        }
    }

    /// What has happened to the ground since the last call.
    pub fn take_ground_changes(&mut self) -> GroundChanges {
        std::mem::take(&mut self.ground)
    }

    /// Takes in a tick that has been made.
    pub fn tick(&mut self, sim: &Simulation) {
        self.waits.tick(sim);
        self.traffic.tick(sim);
    }

    /// Takes in that an agent has arrived.
    pub fn note_arrival(&mut self, sim: &Simulation, agent: AgentId, now: f32) {
        self.racers.arrive(sim, agent);
        self.arrivals.retain(|(_, at)| now - at < ARRIVAL_LASTS);
        if self.arrivals.len() < MOST_ARRIVALS {
            self.arrivals.push((agent, now));
        }
    }

    /// Takes in that the terrain of some tiles has changed.
    pub fn note_terrain(&mut self, tiles: Rect) {
        self.ground.changed = Some(self.ground.changed.map_or(tiles, |before| before.union(tiles)));
    }

    /// Takes in that any of the ground may be another.
    pub fn note_other_ground(&mut self) {
        self.ground.is_another = true;
    }

    /// Takes in the names of places of a level.
    pub fn note_places(&mut self, level: &Level) {
        self.flags = place_flags::flags(level);
    }

    /// Shows ground that may be another one everywhere.
    pub fn show_level(&mut self, level: &Level) {
        self.note_places(level);
        self.ground = GroundChanges { is_another: true, changed: None };
    }

    /// Remembers for a moment where rewards were.
    pub fn note_what_was_taken(&mut self, sim: &Simulation, events: &[Event], now: f32) {
        self.taken.retain(|(_, at)| now - at < TAKEN_LASTS);
        for event in events {
            if let Event::RewardTaken { agent, .. } = event
                && let Some(agent) = sim.agent(*agent)
            {
                self.taken.push((agent.position(), now));
            }
        }
    }

    /// Forgets what agents have done.
    pub fn forget(&mut self) {
        self.racers = Racers::default();
        self.taken.clear();
        self.arrivals.clear();
        self.waits.clear();
        self.traffic = CellTraffic::default();
    }
}
