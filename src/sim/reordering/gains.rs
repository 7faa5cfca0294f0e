//! When each agent last got on.

use std::collections::BTreeMap;

use crate::agent::{Agent, AgentId, AgentState};
use crate::level::Target;
use crate::sim::agents::Agents;
use crate::sim::world::World;

/// How near each agent has come to its goal, and when.
#[derive(Clone, Debug, Default)]
pub struct Gains(BTreeMap<AgentId, Gain>);

/// The last gain of an agent.
#[derive(Clone, Debug)]
struct Gain {
    goal: Target,
    /// The least way that was left, in world units: 0 once it has arrived.
    left: f32,
    tick: u64,
}

impl Gains {
    /// Looks who has come nearer to its goal than ever, by its radius or more, or has a new one.
    pub fn look(&mut self, world: &World, agents: &Agents) {
        self.0.retain(|&id, _| agents.index_of(id).is_some());
        for agent in &agents.list {
            let id = agent.identity.id;
            let Some(goal) = &agent.task.goal else {
                self.0.remove(&id);
                continue;
            };
            let before = self.0.get(&id).filter(|gain| gain.goal == *goal);
            let left = left(world, agent, goal);
            let gets_on = |before: &Gain| left.is_some_and(|left| left < before.left - world.profile_of(agent).radius);
            if before.is_none_or(gets_on) {
                let left = left.unwrap_or(f32::INFINITY);
                self.0.insert(id, Gain { goal: goal.clone(), left, tick: world.tick });
            }
        }
    }

    /// The tick in which an agent last got on; `None` if it has no goal.
    pub fn last(&self, agent: &Agent) -> Option<u64> {
        self.0.get(&agent.identity.id).map(|gain| gain.tick)
    }
}

/// The way that is left to the goal of an agent, in world units; `None` where it has no path to it. A path may end short of it.
fn left(world: &World, agent: &Agent, goal: &Target) -> Option<f32> {
    if agent.state() == AgentState::Arrived {
        return Some(0.0);
    }
    let route = agent.active_route().filter(|_| agent.recovery.yielding().is_none())?;
    let here = agent.body.position;
    let straight = world.target_point(goal, here).map_or(0.0, |goal| goal.distance(here));
    Some(route.left_from(here).max(straight))
}
