//! Guarding: along a path as on patrol, after an agent while it is in sight, and back to the path when it is lost.

use crate::agent::AgentId;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::orders::patrol::update_patrol;
use crate::sim::orders::pursuit::{chase, is_in_sight};
use crate::sim::world::World;

/// Updates the order to guard a path against another agent. A guard that has lost sight of the other goes to where it last
/// saw it, and from there to the point of its path that it was going to.
pub fn update_guarding(
    world: &World,
    agents: &mut Agents,
    obstacles: &DynamicObstacles,
    index: usize,
    other: Option<AgentId>,
    distance: f32,
) {
    let other = other.and_then(|other| agents.index_of(other));
    let sees = other.is_some_and(|other| is_in_sight(world, agents, index, other));
    if !sees && !agents.list[index].task.progress.in_sight {
        return update_patrol(world, agents, obstacles, index);
    }
    let goes_on = other.is_some_and(|other| chase(world, agents, index, other, distance, sees));
    let progress = &mut agents.list[index].task.progress;
    progress.on_leg = false;
    if !goes_on {
        (progress.in_sight, progress.pace, progress.urge) = (false, None, None);
    }
}
