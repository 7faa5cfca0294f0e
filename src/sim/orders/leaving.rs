//! Agents that leave the level once they have carried out their orders.

use crate::agent::{Agent, AgentState};
use crate::level::{Afterwards, Order};
use crate::sim::Event;
use crate::sim::agents::Agents;
use crate::sim::tuning::LEAVING_TILES;
use crate::sim::world::World;

/// Removes the agents that are to leave and have nothing left to do. One that has found no way stays, and so does one that is
/// shut out far from its goal.
pub fn leave(world: &World, agents: &mut Agents, events: &mut Vec<Event>) {
    let leaves =
        |agent: &Agent| agent.task.afterwards == Afterwards::Leave && has_done_all(agent) && !is_shut_out(world, agent);
    let updated = agents.to_update.iter().filter_map(|&id| agents.index_of(id));
    let gone: Vec<usize> = updated.filter(|&index| leaves(&agents.list[index])).collect();
    if !gone.is_empty() {
        for &index in &gone {
            let identity = &agents.list[index].identity;
            let team = identity.team.map(|team| agents.teams[usize::from(team)].clone());
            events.push(Event::Left { agent: identity.id, team });
        }
        agents.remove(&gone);
    }
}

/// Whether an agent has gone as near to its goal as it can, and that is not near.
fn is_shut_out(world: &World, agent: &Agent) -> bool {
    let goal = agent.task.goal.as_ref().filter(|_| agent.state() == AgentState::ArrivedNear);
    let point = goal.and_then(|goal| world.target_point(goal, agent.body.position));
    let near = LEAVING_TILES * world.map.lattice.tile_size;
    point.is_some_and(|point| point.distance(agent.body.position) > near)
}

/// Whether an agent has carried out its last order.
pub fn has_done_all(agent: &Agent) -> bool {
    let is_there = matches!(agent.state(), AgentState::Arrived | AgentState::ArrivedNear | AgentState::Stopped);
    let is_over = match agent.task.order {
        Some(Order::MoveTo(_) | Order::MoveInFormation(_) | Order::Stop) => true,
        Some(
            Order::Patrol(_)
            | Order::Follow { .. }
            | Order::Flee { .. }
            | Order::Wander(_)
            | Order::Wait(_)
            | Order::Guard { .. },
        ) => agent.task.progress.is_over,
        None => false,
    };
    is_there && is_over && agent.task.queue.is_empty()
}
