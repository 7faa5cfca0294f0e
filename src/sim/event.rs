//! What happens in a tick, as it is told to the caller.

use crate::agent::AgentId;
use crate::grid::Rect;
use crate::nav::{PathError, PathStatus};
use crate::sim::Refusal;

/// What happened in a tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An agent was given a way to a target; told again when that changes between complete and partial,
    /// or when it sets out once more because the ground has changed.
    PathFound {
        /// Who was given it.
        agent: AgentId,
        /// Whether it leads to the target, or only near it.
        status: PathStatus,
    },
    /// An agent was told to go where no way leads any nearer. Told once for each order.
    NoPath {
        /// Who was told to go there.
        agent: AgentId,
        /// Why no way leads there.
        reason: PathError,
    },
    /// An agent stands at the end of its last route.
    Arrived {
        /// Who stands there.
        agent: AgentId,
        /// Whether that is at its target, or only near it.
        status: PathStatus,
    },
    /// A command or a part of one was not carried out.
    Refused {
        /// Why not.
        reason: Refusal,
    },
    /// Tiles may have changed.
    TerrainChanged {
        /// No tile outside of this rectangle has.
        rect: Rect,
    },
    /// Links, or an obstacle that moves, were turned on or off, by a command or a switch.
    Switched {
        /// The name of the links or of the obstacle.
        link: String,
        /// Whether they are on now.
        on: bool,
    },
    /// An agent has touched a reward, which is gone now.
    RewardTaken {
        /// Who has touched it.
        agent: AgentId,
        /// The name of its zone.
        zone: String,
    },
    /// A zone is there now, is another, or is gone.
    ZoneChanged {
        /// Its name.
        zone: String,
    },
    /// An obstacle is there now, is elsewhere, or is gone.
    ObstacleChanged {
        /// Its name.
        obstacle: String,
    },
    /// The ground was baked anew, by a command.
    Baked,
    /// What was baked is forgotten.
    BakeCleared,
    /// The level began again.
    Restarted,
}
