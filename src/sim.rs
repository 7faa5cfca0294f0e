//! The whole world, advanced one tick at a time: commands in, events out.

use glam::Vec2;

use crate::agent::{Agent, AgentId};
use crate::grid::{Cell, Rect};
use crate::level::{Level, Target, TileMap};
use crate::nav::{Effort, NavGrid, PathError, PathQuery, PathStatus};
use crate::profile::AgentProfile;

/// The length of a tick, in seconds.
pub const TICK: f32 = 1.0 / 60.0;

/// Which agents a command means.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    /// Every agent there is when the command is carried out.
    All,
    /// These; numbers that no agent has are answered with [`Event::Refused`].
    These(Vec<AgentId>),
}

/// Everything that a player, a script or an editor can do to the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Go there now, each to a place of its own; forgets what was queued.
    MoveTo(Selection, Target),
    /// Go there after what is being done; at once where nothing is.
    ThenMoveTo(Selection, Target),
    /// Each to a random cell that it can stand in, drawn from the simulation's seed.
    Scatter(Selection),
    /// Brake and stand, each at a place of its own; forgets what was queued.
    Stop(Selection),
    /// Add an agent of the profile of that name, at rest with its middle there.
    Spawn { profile: String, at: Target },
    /// Take agents away.
    Remove(Selection),
    /// Give tiles a terrain, by its name.
    Paint { terrain: String, tiles: Vec<Cell> },
    /// Give tiles back what the level had there, or open ground where the level had an obstacle.
    Erase { tiles: Vec<Cell> },
    /// Begin the level again.
    Restart,
}

/// What happened in a tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An agent was given a way to a target.
    PathFound { agent: AgentId, status: PathStatus },
    /// An agent was told to go where no way leads any nearer. Told once for each order.
    NoPath { agent: AgentId, reason: PathError },
    /// An agent stands at the end of its last route.
    Arrived { agent: AgentId, status: PathStatus },
    /// A command or a part of one was not carried out, and why, in one sentence.
    Refused { reason: String },
    /// The tiles in this rectangle may have changed.
    TerrainChanged { rect: Rect },
    /// The level began again.
    Restarted,
}

/// The last path search that was made, for the debug layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LastSearch {
    /// For whom.
    pub agent: AgentId,
    /// For which profile of the level.
    pub profile: usize,
    /// What was asked.
    pub query: PathQuery,
    /// What it took.
    pub effort: Effort,
}

/// A level in motion.
#[derive(Clone, Debug)]
pub struct Simulation {}

impl Simulation {
    /// The level at its start; `seed` takes the place of the level's own.
    pub fn new(level: Level, seed: Option<u64>) -> Simulation {
        let _ = (level, seed);
        todo!("sim branch")
    }

    /// Carries out `commands` in order, then moves everything by one [`TICK`].
    pub fn step(&mut self, commands: &[Command]) -> Vec<Event> {
        let _ = commands;
        todo!("sim branch")
    }

    /// How many ticks have been made.
    pub fn tick(&self) -> u64 {
        todo!("sim branch")
    }

    /// The level as it was loaded.
    pub fn level(&self) -> &Level {
        todo!("sim branch")
    }

    /// The ground as it is now.
    pub fn map(&self) -> &TileMap {
        todo!("sim branch")
    }

    /// The number of changes to the ground so far.
    pub fn map_revision(&self) -> u64 {
        todo!("sim branch")
    }

    /// Every agent, in order of id.
    pub fn agents(&self) -> &[Agent] {
        todo!("sim branch")
    }

    /// The agent with this id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        let _ = id;
        todo!("sim branch")
    }

    /// The profile of an agent.
    pub fn profile_of(&self, agent: &Agent) -> &AgentProfile {
        let _ = agent;
        todo!("sim branch")
    }

    /// The ground as agents of a profile (its place in the level's list) can use it.
    pub fn nav_grid(&self, profile: usize) -> &NavGrid {
        let _ = profile;
        todo!("sim branch")
    }

    /// Where in the world a target is for someone at `from`; `None` for an unknown place.
    pub fn target_point(&self, target: &Target, from: Vec2) -> Option<Vec2> {
        let _ = (target, from);
        todo!("sim branch")
    }

    /// The last path search, if there was one.
    pub fn last_search(&self) -> Option<&LastSearch> {
        todo!("sim branch")
    }

    /// A number that two simulations share exactly when tick, ground, agents and random state are the
    /// same, bit for bit.
    pub fn state_hash(&self) -> u64 {
        todo!("sim branch")
    }
}
