//! What a player, a script or an editor can do to the world.

use glam::Vec2;

use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::{BakeSettings, Course, Obstacle, Order, Target, Zone};
use crate::nav::Method;
use crate::profile::AgentProfile;

/// Which agents a command means.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    /// Every agent there is when the command is carried out.
    All,
    /// These; numbers that no agent has are answered with [`Event::Refused`](crate::sim::Event::Refused).
    These(Vec<AgentId>),
}

/// Everything that a player, a script or an editor can do to the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Do this now; forgets what was queued.
    Order(Selection, Order),
    /// Do this after what is being done and what is queued already; at once where nothing is.
    ThenOrder(Selection, Order),
    /// Each to a random cell that it can reach, drawn from the simulation's seed.
    Scatter(Selection),
    /// Add an agent of the profile of that name, at rest with its middle there.
    Spawn { profile: String, at: Target },
    /// Take agents away.
    Remove(Selection),
    /// Give tiles a terrain, by its name.
    Paint { terrain: String, tiles: Vec<Cell> },
    /// Give tiles back what the level had there, or open ground where the level had an obstacle.
    Erase { tiles: Vec<Cell> },
    /// Find paths by this method from now on: everybody, those who come later too, or these agents only. Whoever is under
    /// way, or found no way, looks for its path again. Agents walk by [`CornerRule::Never`](crate::nav::CornerRule)
    /// and exact diagonal costs, whatever the method says of those.
    Search(Selection, Method),
    /// Let another thing come after the last point of the path of this name: for all who patrol along it, at once.
    SetCourse { path: String, course: Course },
    /// Turn the links of this name on or off.
    Switch { link: String, on: bool },
    /// Add a zone, or put it in the place of the one that has its name.
    PutZone(Zone),
    /// Take a zone away, by its name.
    RemoveZone(String),
    /// Add an obstacle, or put it in the place of the one that has its name.
    PutObstacle(Obstacle),
    /// Move an obstacle, by its name, so that its middle is there, in world units.
    MoveObstacle { obstacle: String, to: Vec2 },
    /// Take an obstacle away, by its name.
    RemoveObstacle(String),
    /// Bake the ground anew, with these settings, and with this profile in the place of the one that has its name.
    Bake { settings: BakeSettings, profile: Box<AgentProfile> },
    /// Put this profile in the place of the one that has its name; the ground is baked again only where who may walk where
    /// has changed.
    Tune(Box<AgentProfile>),
    /// Turn the obstacle of this name on or off that [moves when it is switched](crate::level::Trigger::Switched).
    SwitchObstacle { obstacle: String, on: bool },
    /// Forget what is baked: until the ground is baked again, nobody finds a way.
    ClearBake,
    /// Begin the level again.
    Restart,
}
