//! Agents that are given an order together: who keeps its place in a formation, and who shares a flow field.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::body::fits;
use crate::level::{Order, Target};
use crate::nav::Algorithm;
use crate::sim::agents::Agents;
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
        let serves = |point: &Vec2| fits(&ground.solid, *point) && ground.is_straight(goal, *point);
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
                with.iter().zip(ranks).for_each(|(&index, rank)| agents.list[index].task.queue[at] = rank);
            }
        }
    }
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
