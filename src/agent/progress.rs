//! How far an agent has come with its order.

use glam::Vec2;

use super::AgentId;

/// How far an agent has come with an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct OrderProgress {
    /// On a patrol, the index of the point that it goes to.
    pub point: usize,
    /// On a patrol, whether it goes from the end of the path to the beginning.
    pub backward: bool,
    /// On a patrol, how many points in a row could not be reached.
    pub unreached: usize,
    /// Whether it is on a leg of a patrol, a stroll or a flight.
    pub on_leg: bool,
    /// Whether the agent that it follows is in sight, or was and is not lost yet.
    pub in_sight: bool,
    /// Ticks for which it has stood, where it is to wait, or has not seen the agent that it follows on sight.
    pub stood: u32,
    /// The first tick in which it may choose again where to go.
    pub next_look: u64,
    /// Whether it was sent to its goal together with others, and shares a flow field with them.
    pub shares_route: bool,
    /// The greatest speed, in world units a second, that keeps it behind the agent that it follows.
    pub pace: Option<f32>,
    /// What it does while it steers by rays and has no goal.
    pub urge: Option<Urge>,
    /// Whether nothing of the order is left to do.
    pub is_over: bool,
    /// Whom of a team it follows, flees from or chases, where its order names a team.
    pub chosen: Option<AgentId>,
}

/// What an agent that [steers by rays](crate::profile::Navigation::Rays) does without a goal.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Urge {
    /// It [wanders](super::steering::wander): the point on the circle ahead that it goes to, as a unit vector from its
    /// middle.
    Wander(Vec2),
    /// It evades another.
    Evade(AgentId),
    /// It pursues another.
    Pursue {
        /// The agent that it pursues.
        agent: AgentId,
        /// From body to body, in world units: it comes no nearer.
        distance: f32,
    },
}
