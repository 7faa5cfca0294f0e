//! The commands by which a player, a script or an editor changes the world.

use glam::Vec2;

use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::{BakeSettings, Course, Obstacle, Order, PatrolPath, Target, Zone};
use crate::nav::Method;
use crate::profile::AgentProfile;

/// The agents that a command addresses.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Selection {
    /// Every agent that exists when the command is carried out.
    All,
    /// The agents with these ids; ids that no agent has are answered with
    /// [`Event::Refused`](crate::sim::Event::Refused).
    These(Vec<AgentId>),
}

/// Everything that a player, a script or an editor can do to the world.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Command {
    /// Carry out this order now; clears the queue.
    Order(Selection, Order),
    /// Append this order to the queue; it begins at once if nothing else is to be done.
    ThenOrder(Selection, Order),
    /// Send each agent to a random cell that it can reach, drawn from the simulation's seed.
    Scatter(Selection),
    /// Add an agent of the profile of this name, at rest with its centre at the target.
    Spawn { profile: String, at: Target },
    /// Remove the selected agents from the level.
    Remove(Selection),
    /// Put an agent at a point, in world units, at rest. One that was under way, or had found no way, finds its way from
    /// there; one that stood stands there. It may be on a link, and is taken off it.
    PutAgent { agent: AgentId, to: Vec2 },
    /// Move an agent by up to 100 world units at once, as far as walls let it: what a game's own physics does to it. It then
    /// finds its way on by itself, or back to where it stood.
    Push { agent: AgentId, by: Vec2 },
    /// Give an agent a velocity of up to 100 world units a second, also one that it could not reach by itself. From the next
    /// tick on it changes that as its acceleration allows.
    SetVelocity { agent: AgentId, velocity: Vec2 },
    /// Give tiles the terrain of this name.
    Paint { terrain: String, tiles: Vec<Cell> },
    /// Give tiles back what the level had there, or open ground if the level had an obstacle.
    Erase { tiles: Vec<Cell> },
    /// Find paths by this method from now on: all agents, including ones added later, or the selected ones only. Agents
    /// that are under way, or found no path, search again. Agents walk by [`CornerRule::Never`](crate::nav::CornerRule)
    /// and exact diagonal costs, whatever the method says of those.
    Search(Selection, Method),
    /// Add a patrol path, or replace the one of the same name: who patrols along it goes on to its next point. The agents
    /// to which its points lead are given by their ids.
    PutPath(PatrolPath),
    /// Change what comes after the last point of the path of this name, at once for all who patrol along it.
    SetCourse { path: String, course: Course },
    /// Turn the links of this name on or off.
    Switch { link: String, on: bool },
    /// Add a zone, or replace the one of the same name.
    PutZone(Zone),
    /// Remove the zone of this name.
    RemoveZone(String),
    /// Add an obstacle, or replace the one of the same name.
    PutObstacle(Obstacle),
    /// Move the centre of the obstacle of this name to a point, in world units.
    MoveObstacle { obstacle: String, to: Vec2 },
    /// Remove the obstacle of this name.
    RemoveObstacle(String),
    /// Bake the ground with these settings and this profile, which replaces the one of the same name.
    Bake { settings: BakeSettings, profile: Box<AgentProfile> },
    /// Replace the profile of the same name; bakes the ground again only if the change affects where agents can walk or
    /// what it costs them.
    Tune(Box<AgentProfile>),
    /// Turn the obstacles of this name on or off that [move when switched](crate::level::Trigger::Switched).
    SwitchObstacle { obstacle: String, on: bool },
    /// Discard what is baked: until the ground is baked again, no agent finds a path.
    ClearBake,
    /// Begin the level again.
    Restart,
}
