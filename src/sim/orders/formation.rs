//! Agents that are given an order together: who keeps its place in a formation, and who shares a flow field.

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::{Agent, AgentId, AgentState};
use crate::level::{Order, Target};
use crate::nav::Algorithm;
use crate::sim::agents::Agents;
use crate::sim::tuning::{FORMATION_GAP, FORMATION_LEAST};
use crate::sim::world::World;

/// Agents. From this many on, agents sent to one goal share one flow field, if their search method is left to the
/// program. Measured on uniform ground, where single searches are fastest: 8 agents are faster with searches of their
/// own, 32 are about even, 64 are slower by a third to a half.
const MIN_CROWD: usize = 32;

/// Cells of the map for each sharing agent, at most. On a larger map a flow field over all cells would cost more than
/// single searches.
const CELLS_PER_AGENT: usize = 2048;

/// Fractions of the distance from the middle of the formation, tried in turn until the place is free of walls.
const SHRINK_STEPS: [f32; 4] = [1.0, 0.75, 0.5, 0.25];

/// Returns the order of each agent in a formation: to the point that lies to the target as the agent lies to the middle
/// of the group, without turning. If a wall is in between, the point is moved towards the target until one can walk
/// straight between the two. Returns nothing for other orders. `stands_at` gives the position from which an agent's
/// place is counted.
pub fn ranks(
    world: &World,
    agents: &Agents,
    indices: &[usize],
    order: &Order,
    stands_at: impl Fn(&Agent) -> Vec2,
) -> Vec<Order> {
    let Order::MoveInFormation(target) = order else { return Vec::new() };
    let points: Vec<Vec2> = indices.iter().map(|&index| stands_at(&agents.list[index])).collect();
    let middle = points.iter().copied().sum::<Vec2>() / points.len().max(1) as f32;
    let Some(goal) = world.target_point(target, middle) else { return Vec::new() };
    let rank = |(&index, &point): (&usize, &Vec2)| {
        let ground = world.ground(agents.list[index].identity.profile);
        let serves =
            |point: &Vec2| ground.may_stop(*point) && fits(&ground.solid, *point) && ground.is_straight(goal, *point);
        let place = SHRINK_STEPS.into_iter().map(|part| goal + (point - middle) * part).find(serves);
        Order::MoveInFormation(Target::Point(place.unwrap_or(goal)))
    };
    indices.iter().zip(&points).map(rank).collect()
}

/// Assigns places to those of the agents with these indices that start the level with the same formation order.
pub fn assign_formations(world: &World, agents: &mut Agents, indices: &[usize]) {
    let orders = |&index: &usize| agents.list[index].task.queue.iter().cloned().collect::<Vec<_>>();
    let all: Vec<Vec<Order>> = indices.iter().map(orders).collect();
    let longest = all.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..longest {
        for first in 0..all.len() {
            let Some(order @ Order::MoveInFormation(_)) = all[first].get(at) else { continue };
            let is_with = |&other: &usize| all[other].get(at) == Some(order);
            let with: Vec<usize> = (0..all.len()).filter(is_with).map(|other| indices[other]).collect();
            if with[0] == indices[first] {
                let ranks = ranks(world, agents, &with, order, |agent| agent.body.position);
                remember_formation(agents, &with, &ranks);
                with.iter().zip(ranks).for_each(|(&index, rank)| agents.list[index].task.queue[at] = rank);
            }
        }
    }
}

/// Notes that agents were sent in formation, each with its order; of other orders there are none.
pub fn remember_formation(agents: &mut Agents, indices: &[usize], ranks: &[Order]) {
    let members: Vec<(AgentId, Order)> =
        indices.iter().zip(ranks).map(|(&index, rank)| (agents.list[index].identity.id, rank.clone())).collect();
    if members.len() > 1 {
        agents.formations.push(members);
    }
}

/// Has those that are under way in a formation go as fast as the slowest of them, and those that have less way to go than
/// another slower.
pub fn keep_formations(world: &World, agents: &mut Agents) {
    let mut formations = std::mem::take(&mut agents.formations);
    for members in &formations {
        let has_order = |(id, order): &(AgentId, Order)| {
            let index = agents.index_of(*id)?;
            (agents.list[index].task.order.as_ref() == Some(order)).then_some(index)
        };
        let left = |index: usize| {
            let agent = &agents.list[index];
            let route = agent.active_route().filter(|_| agent.state() == AgentState::Moving)?;
            Some((index, route.left_from(agent.body.position)))
        };
        let under_way: Vec<(usize, f32)> = members.iter().filter_map(has_order).filter_map(left).collect();
        let speed = |&(index, _): &(usize, f32)| world.profile_of(&agents.list[index]).speed;
        let slowest = under_way.iter().map(speed).fold(f32::INFINITY, f32::min);
        let farthest = under_way.iter().map(|&(_, left)| left).fold(0.0, f32::max);
        for (index, left) in under_way {
            let pace = slowest * (1.0 - (farthest - left) / FORMATION_GAP).max(FORMATION_LEAST);
            agents.list[index].task.progress.pace = Some(pace);
        }
    }
    formations.retain(|members| {
        members.iter().any(|(id, order)| {
            let task = agents.agent(*id).map(|agent| &agent.task);
            task.is_some_and(|task| task.order.as_ref() == Some(order) || task.queue.contains(order))
        })
    });
    agents.formations = formations;
}

/// Whether agents sent somewhere together are enough to share one flow field: they walk on the same grid, leave the
/// method to the program, and the map is not too large for their number.
pub fn is_crowd(world: &World, agents: &Agents, indices: &[usize], order: &Order) -> bool {
    let (Order::MoveTo(_), Some(&first)) = (order, indices.first()) else { return false };
    let number = world.grids.number(agents.list[first].identity.profile);
    let alike = |&&index: &&usize| {
        let agent = &agents.list[index];
        world.grids.number(agent.identity.profile) == number && world.method_of(agent).algorithm == Algorithm::Auto
    };
    let count = indices.iter().filter(alike).count();
    let cells = world.map.cells();
    count == indices.len() && count >= MIN_CROWD && (cells.width * cells.height) as usize <= CELLS_PER_AGENT * count
}
