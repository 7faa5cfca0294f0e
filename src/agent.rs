//! One agent: where it is, what it is doing, and the route it follows.

use std::collections::VecDeque;

use glam::Vec2;

use crate::grid::Cell;
use crate::level::Target;
use crate::nav::PathStatus;

/// An agent's number: its place in the level's list, then the order in which agents were added.
/// Never used again for another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AgentId(pub u32);

/// What an agent is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentState {
    /// It has never been told anything.
    Idle,
    /// It has been told where to go and waits for its path.
    Waiting,
    /// It follows its route (or brakes at the end of it).
    Moving,
    /// It stands at the end of a complete route.
    Arrived,
    /// It stands at the end of a partial route, as near as it could come.
    ArrivedNear,
    /// It was stopped and stands.
    Stopped,
    /// There was no way at all; it stands.
    NoWay,
}

/// The way that an agent follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Where it was asked to go.
    pub target: Target,
    /// Whether it ends there.
    pub status: PathStatus,
    /// The cells of the path, as found.
    pub cells: Vec<Cell>,
    /// The corners of the way in world units, from where the agent was when the path was found to
    /// where it is to stand; at least one.
    pub waypoints: Vec<Vec2>,
    /// The waypoint it goes to next.
    pub next: usize,
    /// The length of the way through all waypoints, in world units.
    pub length: f32,
}

/// One agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    /// Its number.
    pub id: AgentId,
    /// Its place in the level's profiles.
    pub profile: usize,
    /// Its middle, in world units.
    pub position: Vec2,
    /// Its middle one tick ago, to draw in between.
    pub previous_position: Vec2,
    /// World units a second.
    pub velocity: Vec2,
    /// Where it faces: a unit vector.
    pub heading: Vec2,
    /// Where it faced one tick ago.
    pub previous_heading: Vec2,
    /// What it is doing.
    pub state: AgentState,
    /// The way it follows, kept after arrival until the next order.
    pub route: Option<Route>,
    /// Where it goes after the present route, first first.
    pub queue: VecDeque<Target>,
    /// The velocity that steering asked for in the last tick, world units a second.
    pub wanted_velocity: Vec2,
    /// The acceleration that it took in the last tick, world units a second squared.
    pub steering: Vec2,
    /// The tick in which it last arrived.
    pub arrived_tick: Option<u64>,
    /// How far it has walked since its last order, in world units.
    pub walked: f32,
    /// How deep its body has been in a wall at the worst, in world units; walls that were built upon
    /// it do not count until it has left them.
    pub wall_penetration: f32,
}
