//! One agent: where it is, what it is doing, and the route it follows.

pub mod avoidance;
pub mod body;
pub mod link_crossing;
pub mod neighbours;
pub mod route;
pub mod senses;
pub mod steering;

use std::collections::VecDeque;

use glam::Vec2;

use crate::level::{Order, Target};
use crate::nav::{Method, NavLink};
pub use link_crossing::{Waiting, WaitingFor};
pub use route::{Onward, Route, RouteLink, TrackPoint};

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

impl AgentState {
    /// Its name in reports.
    ///
    /// ```
    /// assert_eq!(footpath::agent::AgentState::ArrivedNear.name(), "arrived-near");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            AgentState::Idle => "idle",
            AgentState::Waiting => "waiting",
            AgentState::Moving => "moving",
            AgentState::Arrived => "arrived",
            AgentState::ArrivedNear => "arrived-near",
            AgentState::Stopped => "stopped",
            AgentState::NoWay => "no-way",
        }
    }
}

/// How far an agent has come with an order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OrderProgress {
    /// Of a patrol path the point to which it goes.
    pub point: usize,
    /// Whether it goes along the path from its end to its beginning.
    pub backward: bool,
    /// So many points of the path in a row could not be reached.
    pub unreached: usize,
    /// Where it was when the order began, in world units: a stroll leads about there. Of one that follows, where it has
    /// last seen the other.
    pub home: Vec2,
    /// Whether it is on a leg of a patrol, a stroll or a flight.
    pub on_leg: bool,
    /// Whether whom it follows has come in sight and is not lost yet.
    pub in_sight: bool,
    /// For how many ticks it has stood, if it is to wait, or has not seen whom it follows on sight.
    pub stood: u32,
    /// The tick from which on it may look again where to go.
    pub next_look: u64,
    /// Whether it shares its way with others who were sent to the same goal with it.
    pub shares_route: bool,
    /// How fast it goes at most, in world units a second, so that it stays behind whom it follows.
    pub pace: Option<f32>,
    /// What it does without a way to anywhere, while it steers by rays.
    pub urge: Option<Urge>,
    /// Whether nothing of the order is left to do.
    pub is_over: bool,
}

/// That an agent lets another pass where there is no room for two: it goes out of the way, and waits there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yielding {
    /// Whom.
    pub to: AgentId,
    /// The tick in which it began.
    pub since: u64,
    /// What it was, if it stood: then it comes back to its place; otherwise it goes on along its way.
    pub stood: Option<AgentState>,
}

/// What an agent does that [steers by rays](crate::profile::Navigation::Rays), where no point is its goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Urge {
    /// It [strays about](steering::wander): the point to which it goes, on the circle that is held ahead of it, as a unit
    /// vector.
    Wander(Vec2),
    /// It gets away from another.
    Evade(AgentId),
    /// It goes to meet another, up to a distance from body to body, in world units.
    Pursue {
        /// Whom.
        agent: AgentId,
        /// How near.
        distance: f32,
    },
}

/// One agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    /// Its number.
    pub id: AgentId,
    /// The index of its profile in the level.
    pub profile: usize,
    /// Its middle, in world units.
    pub position: Vec2,
    /// Its middle one tick ago, to draw in between.
    pub previous_position: Vec2,
    /// World units a second.
    pub velocity: Vec2,
    /// How high it stands, in world units: as the ground under its middle, or on a link in between its ends.
    pub height: f32,
    /// How high it stood one tick ago.
    pub previous_height: f32,
    /// The link that it is on, and how far along it, from 0 to 1.
    pub on_link: Option<(NavLink, f32)>,
    /// For what it waits, and where, while it has a way but may not go on along it.
    pub waiting: Option<Waiting>,
    /// The link (its place in the map's) upon which it may step, as its turn has come, and since which tick.
    pub admitted: Option<(usize, u64)>,
    /// Where it stands on the platform of a lift, or is about to, from the middle of that, in world units.
    pub on_platform: Vec2,
    /// Where it faces: a unit vector.
    pub heading: Vec2,
    /// Where it faced one tick ago.
    pub previous_heading: Vec2,
    /// What it is doing; assigned by [`Agent::enter`] alone.
    pub state: AgentState,
    /// The way it follows, kept after arrival until the next order.
    pub route: Option<Route>,
    /// What it was last told to do; kept when that is done, until the next order.
    pub order: Option<Order>,
    /// How far it has come with an order that is more than a way to one place.
    pub progress: OrderProgress,
    /// Where its order leads it at present; kept after arrival, forgotten when it is stopped.
    pub goal: Option<Target>,
    /// Where it stands, or is to stand when it has arrived: nobody else is given a place that its body
    /// would touch there, except where walls have shut in more bodies than there is room for: then it is
    /// where it happened to be, and they overlap. `None` only while it waits for its path.
    pub slot: Option<Vec2>,
    /// Whether a wall was built upon it, and it has not left that wall yet.
    pub in_wall: bool,
    /// Whether it has been told that there is no way to where it was last told to go.
    pub no_path_told: bool,
    /// How its paths are found, if it has a method of its own.
    pub method: Option<Method>,
    /// What it does after the present order, first first.
    pub queue: VecDeque<Order>,
    /// The velocity that steering asked for in the last tick, world units a second.
    pub wanted_velocity: Vec2,
    /// What mass makes of that, and what is left to avoidance to change, world units a second.
    pub preferred_velocity: Vec2,
    /// The velocity by which it moved in the last tick, before walls stopped any of it, world units a second.
    pub chosen_velocity: Vec2,
    /// The acceleration that it took in the last tick to come to that, world units a second squared.
    pub steering: Vec2,
    /// How far it was pushed in the last tick, in world units, out of others with whom it overlapped; not part of its
    /// velocity.
    pub correction: Vec2,
    /// Whether it waits on purpose for others to pass.
    pub queueing: bool,
    /// What it remembers of keeping clear of others.
    pub avoidance: avoidance::Memory,
    /// For how many more ticks it counts as [pressed](Agent::is_obstructed).
    pub obstructed: u8,
    /// Whom it lets pass where there is no room for two; it goes on, or back to its place, when that is done.
    pub yielding: Option<Yielding>,
    /// How often it has been held up so long that it looked for another way, since it was last told where to go.
    pub stalls: u8,
    /// How often in a row, while it stood, it was pushed to where it could not go straight back to its place, and in which
    /// tick it was last.
    pub displaced: (u8, u64),
    /// For how long others have kept it off its place while it stands: eighths of a tick; whoever still moves counts one a
    /// tick.
    pub kept_from_slot: u16,
    /// The tick in which it arrived; `None` from its next order on.
    pub arrived_tick: Option<u64>,
    /// How far it has walked since its last order, in world units.
    pub walked: f32,
    /// How deep its body has been in a wall at the worst, in world units; walls that were built upon
    /// it do not count until it has left them.
    pub wall_penetration: f32,
}

impl Agent {
    /// An agent at rest that has never been told anything.
    pub fn at_rest(id: AgentId, profile: usize, position: Vec2) -> Agent {
        Agent {
            id,
            profile,
            position,
            previous_position: position,
            velocity: Vec2::ZERO,
            height: 0.0,
            previous_height: 0.0,
            on_link: None,
            waiting: None,
            admitted: None,
            on_platform: Vec2::ZERO,
            heading: Vec2::Y,
            previous_heading: Vec2::Y,
            state: AgentState::Idle,
            route: None,
            order: None,
            progress: OrderProgress::default(),
            goal: None,
            slot: Some(position),
            in_wall: false,
            no_path_told: false,
            method: None,
            queue: VecDeque::new(),
            wanted_velocity: Vec2::ZERO,
            preferred_velocity: Vec2::ZERO,
            chosen_velocity: Vec2::ZERO,
            steering: Vec2::ZERO,
            correction: Vec2::ZERO,
            queueing: false,
            avoidance: avoidance::Memory::default(),
            obstructed: 0,
            yielding: None,
            stalls: 0,
            displaced: (0, 0),
            kept_from_slot: 0,
            arrived_tick: None,
            walked: 0.0,
            wall_penetration: 0.0,
        }
    }

    /// Whether it stands: at rest, with nothing to do before the next order or the next change of the
    /// ground.
    pub fn stands(&self) -> bool {
        !matches!(self.state, AgentState::Waiting | AgentState::Moving)
    }

    /// Goes over to another state: the only place where [`Agent::state`] is assigned.
    pub fn enter(&mut self, state: AgentState) {
        self.state = state;
    }

    /// Whether others have lately held it off the velocity that it preferred, or pushed it.
    pub fn is_obstructed(&self) -> bool {
        self.obstructed > 0
    }

    /// Takes its velocity from it. What it [chose](Agent::chosen_velocity) in the tick stays as it was.
    pub fn halt(&mut self) {
        self.velocity = Vec2::ZERO;
        self.wanted_velocity = Vec2::ZERO;
        self.preferred_velocity = Vec2::ZERO;
        self.correction = Vec2::ZERO;
        self.queueing = false;
        self.avoidance = avoidance::Memory::default();
        self.obstructed = 0;
        self.kept_from_slot = 0;
    }

    /// The way that it is still walking; `None` when it has none or has come to its end.
    pub fn active_route(&self) -> Option<&Route> {
        self.route.as_ref().filter(|route| !route.is_finished())
    }
}
