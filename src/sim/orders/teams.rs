//! Orders about a team: which of its agents they are about now.

use crate::agent::{Agent, AgentId};
use crate::level::{Order, Whom};
use crate::sim::agents::Agents;
use crate::sim::orders::pursuit::is_in_sight;
use crate::sim::tuning::{TEAM_KEEPS, TEAM_LOOKS, TEAM_PAUSE};
use crate::sim::world::World;
use crate::sorting;

/// Chooses whom of a team each of these agents follows, flees from or chases, where its order is about one: the nearest, or the
/// nearest that it sees where that counts. The one of before is kept while no other is clearly nearer.
pub fn choose(world: &World, agents: &mut Agents, ids: impl Iterator<Item = AgentId>) {
    for id in ids {
        let Some(index) = agents.index_of(id) else { continue };
        let Some((Whom::Team(team), by_sight)) = agents.list[index].task.order.as_ref().and_then(whom) else {
            continue;
        };
        let Some(team) = agents.team_named(team) else { continue };
        let before = agents.list[index].task.progress.chosen;
        let chosen = chosen(world, agents, index, team, by_sight);
        if chosen != before {
            agents.list[index].task.progress.chosen = chosen;
        }
    }
}

/// Whom an order is about, and whether only those in sight count.
fn whom(order: &Order) -> Option<(&Whom, bool)> {
    match order {
        Order::Follow { agent, on_sight, .. } => Some((agent, *on_sight)),
        Order::Guard { agent, .. } => Some((agent, true)),
        Order::Flee { agent, .. } => Some((agent, false)),
        _ => None,
    }
}

fn chosen(world: &World, agents: &Agents, index: usize, team: u16, by_sight: bool) -> Option<AgentId> {
    let own = &agents.list[index];
    let is_meant = |agent: &Agent| agent.identity.team == Some(team) && agent.identity.id != own.identity.id;
    let before = own.task.progress.chosen.and_then(|id| agents.index_of(id));
    let before = before.filter(|&other| is_meant(&agents.list[other]));
    let is_turn = (world.tick + u64::from(own.identity.id.0)).is_multiple_of(TEAM_PAUSE);
    if let Some(before) = before.filter(|_| !is_turn) {
        return Some(agents.list[before].identity.id);
    }
    // Floats that are not negative sort like their bits.
    let distance = |other: usize| agents.list[other].body.position.distance_squared(own.body.position);
    let others = (0..agents.list.len()).filter(|&other| is_meant(&agents.list[other]));
    let mut ranked: Vec<(u32, usize)> = others.map(|other| (distance(other).to_bits(), other)).collect();
    sorting::sort(&mut ranked);
    let counts = |other: usize| !by_sight || is_in_sight(world, agents, index, other);
    let mut near = ranked.iter().take(TEAM_LOOKS).map(|&(_, other)| other);
    let nearest = near.find(|&other| counts(other));
    let kept = before.filter(|&before| match nearest {
        Some(nearest) => counts(before) && distance(nearest) >= TEAM_KEEPS * TEAM_KEEPS * distance(before),
        None => true,
    });
    let other = kept.or(nearest).or(ranked.first().map(|&(_, other)| other))?;
    Some(agents.list[other].identity.id)
}
