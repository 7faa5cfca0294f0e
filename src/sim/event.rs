//! What happened in a tick, as reported to the caller.

use crate::agent::AgentId;
use crate::grid::Rect;
use crate::nav::{PathError, PathStatus};
use crate::sim::{Outcome, Refusal};

/// Something that happened in a tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An agent was given a path to a target. Reported again when the path changes between complete and partial, or
    /// when the agent sets out once more because the ground has changed.
    PathFound {
        /// The agent that was given the path.
        agent: AgentId,
        /// Whether the path leads to the target, or only near it.
        status: PathStatus,
    },
    /// An agent cannot get any nearer to where it was sent. Reported once for each order.
    NoPath {
        /// The agent that found no path.
        agent: AgentId,
        /// Why there is no path.
        reason: PathError,
    },
    /// An agent has stopped at the end of its last route.
    Arrived {
        /// The agent that has stopped.
        agent: AgentId,
        /// Whether it is at its target, or only near it.
        status: PathStatus,
    },
    /// An agent has carried out its orders and left the level.
    Left {
        /// The number of the agent, which is gone now.
        agent: AgentId,
        /// The name of its team, if it belonged to one.
        team: Option<String>,
    },
    /// A rule of the level has fired.
    RuleFired {
        /// Its place in [`Level::rules`](crate::level::Level::rules).
        rule: usize,
    },
    /// A rule has won or lost the level. It goes on all the same.
    Ended {
        /// Whether the level was won or lost, with what the player reads.
        outcome: Outcome,
    },
    /// A command or a part of one was not carried out.
    Refused {
        /// Why it was not carried out.
        reason: Refusal,
    },
    /// Tiles may have changed.
    TerrainChanged {
        /// No tile outside this rectangle has changed.
        rect: Rect,
    },
    /// Links, or an obstacle that moves when switched, were turned on or off, by a command or a switch.
    Switched {
        /// The name of the links or of the obstacle.
        link: String,
        /// Whether they are on now.
        on: bool,
    },
    /// An agent has touched a reward, which is gone now.
    RewardTaken {
        /// The agent that has touched the reward.
        agent: AgentId,
        /// The name of the reward's zone.
        zone: String,
    },
    /// A zone was added, changed or removed.
    ZoneChanged {
        /// The name of the zone.
        zone: String,
    },
    /// An obstacle was added, moved or removed.
    ObstacleChanged {
        /// The name of the obstacle.
        obstacle: String,
    },
    /// The ground was baked by a command.
    Baked,
    /// What was baked was discarded.
    BakeCleared,
    /// The level began again.
    Restarted,
}
