//! Agents that leave the level once they have carried out their orders.

use crate::agent::{Agent, AgentState};
use crate::level::{Afterwards, Order};
use crate::sim::Event;
use crate::sim::agents::Agents;

/// Removes the agents that are to leave and have nothing left to do. One that has found no way stays.
pub fn leave(agents: &mut Agents, events: &mut Vec<Event>) {
    let leaves = |agent: &Agent| agent.task.afterwards == Afterwards::Leave && has_done_all(agent);
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

/// Whether an agent has carried out its last order.
fn has_done_all(agent: &Agent) -> bool {
    let is_there = matches!(agent.state(), AgentState::Arrived | AgentState::ArrivedNear | AgentState::Stopped);
    let is_over = match agent.task.order {
        Some(Order::MoveTo(_) | Order::MoveInFormation(_) | Order::Stop) => true,
        Some(_) => agent.task.progress.is_over,
        None => false,
    };
    is_there && is_over && agent.task.queue.is_empty()
}
