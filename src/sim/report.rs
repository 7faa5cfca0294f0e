//! What can be told about a simulation from outside: plain data, for `simulate` and for tests.

use serde::Serialize;

use crate::agent::{Agent, AgentState};
use crate::level::Order;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::status::StuckReason;
use crate::sim::status::reason::stuck_reason;
use crate::sim::world::World;
use crate::sim::{Simulation, TICKS_A_SECOND};

/// The state of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many ticks have been made.
    pub tick: u64,
    /// The same in seconds.
    pub time: f64,
    /// [`Simulation::state_hash`] as sixteen hexadecimal digits.
    pub state_hash: String,
    /// Every agent, in order of id.
    pub agents: Vec<AgentReport>,
}

/// One agent in a [`Report`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentReport {
    /// Its number.
    pub id: u32,
    /// The name of its profile.
    pub profile: String,
    /// Its middle, in world units.
    pub x: f32,
    /// Its middle, in world units.
    pub y: f32,
    /// What it is doing: [`AgentState::name`].
    pub state: &'static str,
    /// The name of the order that it has, if it was ever told anything.
    pub order: Option<&'static str>,
    /// Why it does not move; `None` while it moves or has nothing to do. Not serialized: it has no sentence here.
    #[serde(skip)]
    pub reason: Option<StuckReason>,
    /// When it arrived, in seconds, if it has since its last order.
    pub arrived_s: Option<f64>,
    /// How far it has walked since it was given its way, over the length of the way through all waypoints:
    /// a little less than 1, as corners are cut; more for whoever was on the move in another direction. A way
    /// that was found again counts from there. `None` while it has not arrived.
    pub path_ratio: Option<f64>,
    /// How deep its body has been in a wall at the worst, in world units.
    pub wall_penetration: f32,
}

impl Simulation {
    /// Everything that can be told about the present state.
    pub fn report(&self) -> Report {
        Report {
            tick: self.world.tick,
            time: seconds(self.world.tick),
            state_hash: format!("{:016x}", self.state_hash()),
            agents: self
                .agents
                .list
                .iter()
                .map(|agent| report_agent(&self.world, &self.agents, &self.obstacles, agent))
                .collect(),
        }
    }
}

fn report_agent(world: &World, agents: &Agents, obstacles: &DynamicObstacles, agent: &Agent) -> AgentReport {
    let arrived = matches!(agent.state(), AgentState::Arrived | AgentState::ArrivedNear);
    let route = agent.plan.route.as_ref().filter(|route| arrived && route.length > 0.0);
    AgentReport {
        id: agent.identity.id.0,
        profile: world.profile_of(agent).name.clone(),
        x: agent.body.position.x,
        y: agent.body.position.y,
        state: agent.state().name(),
        order: agent.task.order.as_ref().map(Order::name),
        reason: stuck_reason(world, agents, obstacles, agent),
        arrived_s: agent.status.arrived_tick.map(seconds),
        path_ratio: route.map(|route| f64::from(route.walked) / f64::from(route.length)),
        wall_penetration: agent.body.wall_penetration,
    }
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / TICKS_A_SECOND
}
