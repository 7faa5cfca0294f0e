//! Reports of a simulation's state: plain data, for `simulate` and for tests.

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
    /// Ticks since the level began.
    pub tick: u64,
    /// Seconds since the level began.
    pub time: f64,
    /// [`Simulation::state_hash`] as sixteen hexadecimal digits.
    pub state_hash: String,
    /// All agents, in order of id.
    pub agents: Vec<AgentReport>,
}

/// The state of an agent in a [`Report`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentReport {
    /// The number of the agent.
    pub id: u32,
    /// The name of its profile.
    pub profile: String,
    /// The x coordinate of its centre, in world units.
    pub x: f32,
    /// The y coordinate of its centre, in world units.
    pub y: f32,
    /// What it is doing: [`AgentState::name`].
    pub state: &'static str,
    /// The name of its order; `None` if it was never given one.
    pub order: Option<&'static str>,
    /// Why it does not move; `None` while it moves or has nothing to do. Not serialized, because it is not text.
    #[serde(skip)]
    pub reason: Option<StuckReason>,
    /// When it arrived, in seconds; `None` if it has not since its last order.
    pub arrived_s: Option<f64>,
    /// The distance walked since it was given its route, divided by the length of the route through all waypoints: a
    /// little less than 1, because corners are cut; more if the agent was moving in another direction at first. Starts
    /// again with every replan. `None` while it has not arrived.
    pub path_ratio: Option<f64>,
    /// The greatest depth to which its body has been in a wall, in world units.
    pub wall_penetration: f32,
}

impl Simulation {
    /// Returns the state of the simulation as a report.
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
