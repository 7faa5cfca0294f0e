//! One agent: where it is, what it is doing, and the route it follows. Plain data, and pure functions over it.

pub mod avoidance;
pub mod body;
pub mod link_crossing;
pub mod neighbours;
mod progress;
pub mod recovery;
pub mod right_of_way;
pub mod route;
pub mod senses;
mod state;
pub mod steering;
pub mod tuning;
mod waiting;

use std::collections::VecDeque;

use glam::Vec2;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::level::{Afterwards, Order, Target, Whom};
use crate::nav::{Method, NavLink};
pub use progress::{OrderProgress, Urge};
use recovery::RecoveryMemory;
pub use recovery::{Recovery, Yielding};
pub use route::{Onward, Route, RouteLink, TrackPoint};
pub use state::AgentState;
use steering::Detour;
pub(crate) use waiting::{Admission, LinkEnd};
pub use waiting::{Turn, Waiting, WaitingFor};

/// An agent's number: agents of the level first, in its order, then those added, in theirs. Never used again for
/// another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct AgentId(pub u32);

/// Which agent it is, and of which kind.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct Identity {
    /// The number that tells the agent apart from all others of its level.
    pub id: AgentId,
    /// The index of its profile in the level.
    pub profile: usize,
    /// The number of its team, if it belongs to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<u16>,
    /// How its paths are searched, if it has a method of its own.
    pub method: Option<Box<Method>>,
}

/// Where the body of an agent is, and how it moves: written by the phases that move it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct BodyState {
    /// Its middle, in world units.
    pub position: Vec2,
    /// Its middle one tick ago, in world units, for drawing in between: written anew in every tick.
    #[serde(skip)]
    pub previous_position: Vec2,
    /// The velocity, in world units a second.
    pub velocity: Vec2,
    /// Its height, in world units: that of the ground under its middle; on a link in between those of the ends.
    pub height: f32,
    /// Its height one tick ago, in world units, for drawing in between.
    #[serde(skip)]
    pub previous_height: f32,
    /// The direction it faces: a unit vector.
    pub heading: Vec2,
    /// The direction it faced one tick ago.
    #[serde(skip)]
    pub previous_heading: Vec2,
    /// Whether a wall was built upon it, and it has not left that wall yet.
    pub in_wall: bool,
    /// How deep its body has been in a wall at the worst, in world units; a wall that was built upon it does not count
    /// until it has left that wall.
    pub wall_penetration: f32,
}

/// How an agent came to its velocity: written by the phases that move the crowd.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct MotionState {
    /// The velocity that steering asked for in the last tick, in world units a second.
    pub wanted_velocity: Vec2,
    /// Where it looks: its velocity and half of what it wants, without their jitter, in world units a second.
    pub look: Vec2,
    /// What mass makes of that, before avoidance changes it, in world units a second.
    pub preferred_velocity: Vec2,
    /// The velocity that avoidance chose in the last tick, before walls stopped any of it, in world units a second.
    pub chosen_velocity: Vec2,
    /// The acceleration of the last tick, in world units a second squared.
    pub steering: Vec2,
    /// How far the correction of overlaps pushed it in the last tick, in world units; no part of its velocity.
    pub correction: Vec2,
    /// How it goes round what blocks it, if it steers by rays.
    pub detour: Option<Detour>,
    /// Whether it waits on purpose for others to pass.
    pub queueing: bool,
    /// What it remembers of keeping clear of others.
    pub avoidance: avoidance::Memory,
    /// For how many more ticks it counts as [obstructed](Agent::is_obstructed).
    pub obstructed: u8,
}

/// How an agent uses links: written by the links.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub(crate) struct Crossing {
    /// The link that it is on, and how far along, from 0 to 1.
    pub on_link: Option<(NavLink, f32)>,
    /// What it waits for, and where, while it has a route but may not go on along it.
    pub waiting: Option<Waiting>,
    /// The link at which it has its turn.
    pub admitted: Option<Admission>,
    /// Whose turn it is at the next passage of its route.
    pub turn: Turn,
    /// Where it stands on the platform of a lift, or is about to, from its middle, in world units.
    pub on_platform: Vec2,
    /// Whether it can come off its link.
    pub end: LinkEnd,
}

/// What an agent is to do: written by orders.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Task {
    /// Its last order; kept when that is done, until the next one.
    pub order: Option<Order>,
    /// Where it was when the order began, in world units: a stroll stays near there. When it follows another agent,
    /// where it last saw that one.
    pub home: Vec2,
    /// How far it has come with an order that is more than a route to one point.
    pub progress: OrderProgress,
    /// The goal that its order leads to at present; kept after arrival, forgotten when it is told to stop.
    pub goal: Option<Target>,
    /// Whether it was reported that no path leads to its goal.
    pub no_path_told: bool,
    /// The orders after the present one, next first.
    pub queue: VecDeque<Order>,
    /// What it does once they are carried out.
    pub afterwards: Afterwards,
}

impl Task {
    /// Nothing but its route leads it.
    pub fn drop_urge(&mut self) {
        if self.progress.urge.is_some() {
            self.progress.urge = None;
        }
    }
}

impl Serialize for Task {
    /// All fields one after the other, those of the progress too: in the order on which recorded state hashes depend.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Task { order, home, progress, goal, no_path_told, queue, afterwards } = self;
        let mut fields = serializer.serialize_struct("Task", 16)?;
        fields.serialize_field("order", order)?;
        fields.serialize_field("point", &progress.point)?;
        fields.serialize_field("backward", &progress.backward)?;
        fields.serialize_field("unreached", &progress.unreached)?;
        fields.serialize_field("home", home)?;
        fields.serialize_field("on_leg", &progress.on_leg)?;
        fields.serialize_field("in_sight", &progress.in_sight)?;
        fields.serialize_field("stood", &progress.stood)?;
        fields.serialize_field("next_look", &progress.next_look)?;
        fields.serialize_field("shares_route", &progress.shares_route)?;
        fields.serialize_field("pace", &progress.pace)?;
        fields.serialize_field("urge", &progress.urge)?;
        fields.serialize_field("is_over", &progress.is_over)?;
        fields.serialize_field("goal", goal)?;
        fields.serialize_field("no_path_told", no_path_told)?;
        fields.serialize_field("queue", queue)?;
        if let Some(chosen) = &progress.chosen {
            fields.serialize_field("chosen", chosen)?;
        }
        if *afterwards != Afterwards::Stay {
            fields.serialize_field("afterwards", afterwards)?;
        }
        fields.end()
    }
}

/// Where an agent goes: written by planning.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct RoutePlan {
    /// The route that it follows; kept after arrival until the next order.
    pub route: Option<Route>,
    /// Its slot: where it stands, or is to stand when it has arrived. No other agent gets a slot where the bodies would
    /// touch, except where walls shut in more bodies than there is room for: then the slot is where the agent happened
    /// to be, and they overlap. `None` only while it waits for its path.
    pub slot: Option<Vec2>,
}

/// How far an agent has come.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct Status {
    /// What it is doing; private, so that [`Agent::enter`] alone assigns it.
    state: AgentState,
    /// The tick in which it arrived; `None` after its next order.
    pub arrived_tick: Option<u64>,
    /// How far it has walked since its last order, in world units.
    pub walked: f32,
}

/// One agent.
///
/// Its fields are grouped by the part of the simulation that writes them; all others read them through methods.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Agent {
    pub(crate) identity: Identity,
    pub(crate) body: BodyState,
    pub(crate) motion: MotionState,
    pub(crate) crossing: Crossing,
    pub(crate) task: Task,
    pub(crate) plan: RoutePlan,
    pub(crate) recovery: RecoveryMemory,
    pub(crate) status: Status,
}

impl Agent {
    /// Makes it face in a direction, a unit vector, as if it always had.
    pub(crate) fn face(&mut self, heading: Vec2) {
        (self.body.heading, self.body.previous_heading) = (heading, heading);
    }

    /// An agent at rest that has never had an order. `profile` is an index into the level's profiles, `height` that of the
    /// ground at `position`, both in world units.
    pub fn at_rest(id: AgentId, profile: usize, position: Vec2, height: f32) -> Agent {
        Agent {
            identity: Identity { id, profile, team: None, method: None },
            body: BodyState {
                position,
                previous_position: position,
                velocity: Vec2::ZERO,
                heading: Vec2::Y,
                previous_heading: Vec2::Y,
                height,
                previous_height: height,
                in_wall: false,
                wall_penetration: 0.0,
            },
            motion: MotionState {
                wanted_velocity: Vec2::ZERO,
                look: Vec2::ZERO,
                preferred_velocity: Vec2::ZERO,
                chosen_velocity: Vec2::ZERO,
                steering: Vec2::ZERO,
                correction: Vec2::ZERO,
                detour: None,
                queueing: false,
                avoidance: avoidance::Memory::default(),
                obstructed: 0,
            },
            crossing: Crossing::default(),
            task: Task {
                order: None,
                queue: VecDeque::new(),
                home: Vec2::ZERO,
                progress: OrderProgress::default(),
                goal: None,
                no_path_told: false,
                afterwards: Afterwards::Stay,
            },
            plan: RoutePlan { route: None, slot: Some(position) },
            recovery: RecoveryMemory::default(),
            status: Status { state: AgentState::Idle, arrived_tick: None, walked: 0.0 },
        }
    }

    /// The number that tells the agent apart from all others of its level.
    pub fn id(&self) -> AgentId {
        self.identity.id
    }

    /// The index of its profile in the level.
    pub fn profile(&self) -> usize {
        self.identity.profile
    }

    /// The agent that its order is about now: the one that it names, or the one that was chosen of the team that it names.
    pub fn whom(&self) -> Option<AgentId> {
        match self.task.order.as_ref()? {
            Order::Follow { agent, .. } | Order::Flee { agent, .. } | Order::Guard { agent, .. } => match agent {
                Whom::Agent(number) => Some(AgentId(*number)),
                Whom::Team(_) => self.task.progress.chosen,
            },
            _ => None,
        }
    }

    /// Its middle, in world units.
    pub fn position(&self) -> Vec2 {
        self.body.position
    }

    /// Its middle one tick ago, in world units, for drawing in between.
    pub fn previous_position(&self) -> Vec2 {
        self.body.previous_position
    }

    /// The velocity, in world units a second.
    pub fn velocity(&self) -> Vec2 {
        self.body.velocity
    }

    /// Its height, in world units: that of the ground under its middle; on a link in between those of the ends.
    pub fn height(&self) -> f32 {
        self.body.height
    }

    /// Its height one tick ago, in world units, for drawing in between.
    pub fn previous_height(&self) -> f32 {
        self.body.previous_height
    }

    /// The link that it is on, and how far along, from 0 to 1.
    pub fn on_link(&self) -> Option<(NavLink, f32)> {
        self.crossing.on_link
    }

    /// What it waits for, and where, while it has a route but may not go on along it.
    pub fn waiting(&self) -> Option<Waiting> {
        self.crossing.waiting
    }

    /// Whether it may enter the next passage of its route.
    pub fn turn(&self) -> Turn {
        self.crossing.turn
    }

    /// The direction it faces: a unit vector.
    pub fn heading(&self) -> Vec2 {
        self.body.heading
    }

    /// The direction it faced one tick ago.
    pub fn previous_heading(&self) -> Vec2 {
        self.body.previous_heading
    }

    /// What it is doing.
    pub fn state(&self) -> AgentState {
        self.status.state
    }

    /// The route that it follows; kept after arrival until the next order.
    pub fn route(&self) -> Option<&Route> {
        self.plan.route.as_ref()
    }

    /// Its last order; kept when that is done, until the next one.
    pub fn order(&self) -> Option<&Order> {
        self.task.order.as_ref()
    }

    /// How far it has come with an order that is more than a route to one point.
    pub fn progress(&self) -> &OrderProgress {
        &self.task.progress
    }

    /// The goal that its order leads to at present; kept after arrival, forgotten when it is told to stop.
    pub fn goal(&self) -> Option<&Target> {
        self.task.goal.as_ref()
    }

    /// Its slot: where it stands, or is to stand when it has arrived. No other agent gets a slot where the bodies would
    /// touch, except where walls shut in more bodies than there is room for: then the slot is where the agent happened
    /// to be, and they overlap. `None` only while it waits for its path.
    pub fn slot(&self) -> Option<Vec2> {
        self.plan.slot
    }

    /// Whether a wall was built upon it, and it has not left that wall yet.
    pub fn in_wall(&self) -> bool {
        self.body.in_wall
    }

    /// How its paths are searched, if it has a method of its own.
    pub fn method(&self) -> Option<Method> {
        self.identity.method.as_deref().copied()
    }

    /// The orders after the present one, next first.
    pub fn queue(&self) -> &VecDeque<Order> {
        &self.task.queue
    }

    /// The velocity that steering asked for in the last tick, in world units a second.
    pub fn wanted_velocity(&self) -> Vec2 {
        self.motion.wanted_velocity
    }

    /// What mass makes of that, before avoidance changes it, in world units a second.
    pub fn preferred_velocity(&self) -> Vec2 {
        self.motion.preferred_velocity
    }

    /// The velocity that avoidance chose in the last tick, before walls stopped any of it, in world units a second.
    pub fn chosen_velocity(&self) -> Vec2 {
        self.motion.chosen_velocity
    }

    /// The acceleration of the last tick, in world units a second squared.
    pub fn steering(&self) -> Vec2 {
        self.motion.steering
    }

    /// How far the correction of overlaps pushed it in the last tick, in world units; no part of its velocity.
    pub fn correction(&self) -> Vec2 {
        self.motion.correction
    }

    /// Whether it waits on purpose for others to pass.
    pub fn queueing(&self) -> bool {
        self.motion.queueing
    }

    /// The agent that it yields to, where there is no room for two.
    pub fn yielding(&self) -> Option<Yielding> {
        self.recovery.yielding()
    }

    /// What it does that others keep from its goal or its slot.
    pub fn recovery(&self) -> Recovery {
        self.recovery.state
    }

    /// The tick in which it arrived; `None` after its next order.
    pub fn arrived_tick(&self) -> Option<u64> {
        self.status.arrived_tick
    }

    /// How far it has walked since its last order, in world units.
    pub fn walked(&self) -> f32 {
        self.status.walked
    }

    /// How deep its body has been in a wall at the worst, in world units; a wall that was built upon it does not count
    /// until it has left that wall.
    pub fn wall_penetration(&self) -> f32 {
        self.body.wall_penetration
    }

    /// Whether it stands: at rest, with nothing to do before the next order or change of the ground.
    pub fn stands(&self) -> bool {
        !matches!(self.status.state, AgentState::Waiting | AgentState::Moving)
    }

    /// Whether it waits until others have come through a passage.
    pub(crate) fn waits_at_passage(&self) -> bool {
        self.crossing.waiting.is_some_and(|waiting| waiting.reason == WaitingFor::Passage)
    }

    /// Whether it waits outside a gate until it is its turn, and gives way to those that come out.
    pub(crate) fn waits_at_gate(&self) -> bool {
        self.crossing.waiting.is_some_and(|waiting| match waiting.reason {
            WaitingFor::Passage => true,
            WaitingFor::Turn(_) => self.crossing.admitted.is_none(),
            _ => false,
        })
    }

    /// Whether it goes from place to place, in an order that was found for it and others.
    pub(crate) fn is_reordered(&self) -> bool {
        self.crossing.waiting.is_some_and(|waiting| waiting.reason == WaitingFor::Others)
    }

    /// Goes over to another state: the only place where the state is assigned.
    pub(crate) fn enter(&mut self, state: AgentState) {
        self.status.state = state;
    }

    /// Whether others have lately kept it from the velocity that it preferred, or pushed it.
    pub fn is_obstructed(&self) -> bool {
        self.motion.obstructed > 0
    }

    /// Stops it dead. The [velocity](Agent::chosen_velocity) that it chose in this tick stays on record.
    pub(crate) fn halt(&mut self) {
        self.body.velocity = Vec2::ZERO;
        self.motion.wanted_velocity = Vec2::ZERO;
        self.motion.preferred_velocity = Vec2::ZERO;
        self.motion.correction = Vec2::ZERO;
        self.motion.queueing = false;
        self.motion.avoidance = avoidance::Memory::default();
        self.motion.obstructed = 0;
        self.forget_slot();
    }

    /// It is at its slot, or has none to be kept off.
    pub(crate) fn forget_slot(&mut self) {
        if let Recovery::KeptOff { .. } = self.recovery.state {
            self.recovery.forget_slot();
        }
    }

    /// The route that it still follows; `None` when it has none or stands at its end.
    pub fn active_route(&self) -> Option<&Route> {
        self.plan.route.as_ref().filter(|route| !route.is_finished())
    }
}
