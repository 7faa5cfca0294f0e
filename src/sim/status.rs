//! The status of an agent: its path, its motion, and why it does not move.

/// Why an agent does not move.
pub mod reason;
/// Why a goal cannot be reached.
pub mod unreachable;

use glam::Vec2;

use crate::agent::{Agent, AgentState, Route};
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::status::reason::stuck_reason;
use crate::sim::world::World;
pub use reason::StuckReason;
pub use unreachable::Unreachable;

/// How an agent is getting on.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentStatus {
    /// The state of its path.
    pub path: PathState,
    /// Whether it waits for a path.
    pub path_pending: bool,
    /// Whether its path is out of date: another one is being searched for, or it leads through cells that are no longer
    /// passable.
    pub path_stale: bool,
    /// The length of the rest of its path, in world units; `None` if it has none.
    pub remaining_distance: Option<f32>,
    /// The next corner of its path, in world units.
    pub steering_target: Option<Vec2>,
    /// The velocity that steering asks for, in world units a second.
    pub desired_velocity: Vec2,
    /// Whether it is on a link.
    pub on_link: bool,
    /// Whether it stands still.
    pub stopped: bool,
    /// Why it does not move; `None` while it moves or has nothing to do.
    pub reason: Option<StuckReason>,
}

/// The state of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathState {
    /// The agent has no path.
    None,
    /// The path leads to its goal.
    Complete,
    /// The path leads as near to its goal as possible.
    Partial,
    /// There is no path to the goal.
    Invalid,
}

/// Returns how an agent is getting on.
pub fn status(world: &World, agents: &Agents, obstacles: &DynamicObstacles, agent: &Agent) -> AgentStatus {
    let route = agent.active_route();
    let path = match route.map(|route| route.purpose.status) {
        Some(PathStatus::Complete) => PathState::Complete,
        Some(PathStatus::Partial) => PathState::Partial,
        None if agent.state() == AgentState::NoWay => PathState::Invalid,
        None => PathState::None,
    };
    AgentStatus {
        path,
        path_pending: agents.seeks_path(agent.identity.id),
        path_stale: route.is_some_and(|route| is_stale(world, agents, agent, route)),
        remaining_distance: route.map(|route| route.left_from(agent.body.position)),
        steering_target: route.and_then(|route| route.remaining().next()),
        desired_velocity: agent.motion.wanted_velocity,
        on_link: agent.crossing.on_link.is_some(),
        stopped: agent.stands(),
        reason: stuck_reason(world, agents, obstacles, agent),
    }
}

fn is_stale(world: &World, agents: &Agents, agent: &Agent, route: &Route) -> bool {
    let nav = world.nav_grid(agent.identity.profile);
    let is_shut = || route.cells[1..].iter().any(|&cell| !nav.is_passable(cell));
    agents.seeks_path(agent.identity.id) || !world.steers_by_rays(agent) && is_shut()
}
