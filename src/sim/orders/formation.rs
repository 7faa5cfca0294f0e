//! Those who are told something together: who keeps ranks, and who shares a way.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::body::fits;
use crate::level::{Order, Target};
use crate::nav::Algorithm;
use crate::sim::agents::Agents;
use crate::sim::world::World;

/// From so many on those who are sent to one goal share one flow field, if they are free to find their ways as they like.
/// On ground that costs the same all over, where a search of one's own is fastest, eight of them are faster by themselves,
/// thirty-two about as fast, and sixty-four are slower by a third to a half.
const CROWD: usize = 32;

/// A field is made only where it has at most so many cells for each who shares it.
const CELLS_EACH: usize = 2048;

/// The parts of its distance from the middle at which a place in the ranks is tried, where walls are in the way.
const PARTS: [f32; 4] = [1.0, 0.75, 0.5, 0.25];

/// The order of each of those who are to keep ranks: to the place that stands to the target as it stands to their
/// middle now, without turning. Where a wall is in between, that is as far from the target as it can go straight from
/// there. Nothing for other orders. `stands_at` says where one is reckoned to be.
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
        let place = PARTS.into_iter().map(|part| goal + (point - middle) * part).find(serves);
        Order::MoveInFormation(Target::Point(place.unwrap_or(goal)))
    };
    indices.iter().zip(&points).map(rank).collect()
}

/// Gives those who begin the level with the same order to keep ranks their places in them.
pub fn form_up(world: &World, agents: &mut Agents) {
    let orders = |agent: &Agent| agent.task.queue.iter().cloned().collect::<Vec<_>>();
    let all: Vec<Vec<Order>> = agents.list.iter().map(orders).collect();
    let longest = all.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..longest {
        for first in 0..all.len() {
            let Some(order @ Order::MoveInFormation(_)) = all[first].get(at) else { continue };
            let with: Vec<usize> = (0..all.len()).filter(|&index| all[index].get(at) == Some(order)).collect();
            if with[0] == first {
                let ranks = ranks(world, agents, &with, order, |agent| agent.body.position);
                with.iter().zip(ranks).for_each(|(&index, rank)| agents.list[index].task.queue[at] = rank);
            }
        }
    }
}

/// Whether those who are sent somewhere are enough to share one flow field: of one kind, free in their method, and on
/// a map that is not too large for their number.
pub fn is_crowd(world: &World, agents: &Agents, indices: &[usize], order: &Order) -> bool {
    let (Order::MoveTo(_), Some(&first)) = (order, indices.first()) else { return false };
    let number = world.grids.number(agents.list[first].identity.profile);
    let alike = |&&index: &&usize| {
        let agent = &agents.list[index];
        world.grids.number(agent.identity.profile) == number && world.method_of(agent).algorithm == Algorithm::Auto
    };
    let count = indices.iter().filter(alike).count();
    let cells = world.map.cells();
    count == indices.len() && count >= CROWD && (cells.width * cells.height) as usize <= CELLS_EACH * count
}
