//! Where agents are going, as the player sees it: one goal for all who share it.

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::level::Target;
use footpath::nav::PathStatus;
use footpath::sim::Simulation;
use glam::Vec2;

/// A place that some agents are going to, or stand as near to as they could come.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What they were told.
    pub target: Target,
    /// Where that is, in world units.
    pub point: Vec2,
    /// Partial when any of them cannot reach it.
    pub status: PathStatus,
    /// Who goes there, in order of id; never empty.
    pub agents: Vec<AgentId>,
}

/// Every goal of the moment.
pub fn goals(sim: &Simulation) -> Vec<Goal> {
    let mut goals: Vec<Goal> = Vec::new();
    for agent in sim.agents() {
        let Some(route) = agent.route.as_ref().filter(|_| is_shown(agent)) else { continue };
        let Some(point) = sim.target_point(&route.target, agent.position) else { continue };
        match goals.iter_mut().find(|goal| goal.target == route.target && goal.point == point) {
            Some(goal) => {
                goal.agents.push(agent.id);
                if route.status == PathStatus::Partial {
                    goal.status = PathStatus::Partial;
                }
            }
            None => goals.push(Goal {
                target: route.target.clone(),
                point,
                status: route.status,
                agents: vec![agent.id],
            }),
        }
    }
    goals
}

fn is_shown(agent: &Agent) -> bool {
    matches!(agent.state, AgentState::Waiting | AgentState::Moving | AgentState::ArrivedNear)
}

/// The way that an agent has still to go: from where it is drawn, through its next waypoints.
pub fn remaining_way(agent: &Agent, drawn_at: Vec2) -> Vec<Vec2> {
    let ahead = agent.route.iter().flat_map(|route| route.waypoints.iter().skip(route.next));
    std::iter::once(drawn_at).chain(ahead.copied()).collect()
}
