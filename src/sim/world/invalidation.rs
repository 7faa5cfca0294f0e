//! Whom a change of the ground concerns.

use crate::agent::body::fits;
use crate::agent::{Agent, AgentState};
use crate::grid::Rect;
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::jobs::Errand;
use crate::sim::world::World;

/// A change of the ground that was made.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The cells (not tiles) that it touched.
    pub cells: Rect,
    /// Whether one of them may have become passable or cheaper.
    pub easier: bool,
}

/// Has everybody find their way again whom a change concerns, after the grids have been made true to it.
pub fn reconsider(world: &World, agents: &mut Agents, change: Change) {
    for index in 0..agents.list.len() {
        if is_touched(world, agents, index, &change) {
            request(world, agents, index);
        }
    }
}

/// Whether an agent must find its way again, or leave its place, after a change.
pub fn is_touched(world: &World, agents: &mut Agents, index: usize, change: &Change) -> bool {
    let agent = &agents.list[index];
    let ground = world.ground(agent.identity.profile);
    // Whoever crosses a link is not upon the ground; where it leads to is looked at when it comes there.
    let in_wall = agent.crossing.on_link.is_none() && !fits(&ground.solid, agent.body.position);
    let must_leave = in_wall || agent.plan.slot.is_some_and(|place| !fits(&ground.solid, place));
    let unfulfilled = matches!(agent.state(), AgentState::ArrivedNear | AgentState::NoWay);
    let is_touched =
        must_leave || unfulfilled && agent.task.goal.is_some() || is_way_touched(world, &agents.list[index], change);
    agents.list[index].body.in_wall = in_wall;
    is_touched
}

/// Whether the way that an agent is on may not be the best any more, or no way at all, after a change.
fn is_way_touched(world: &World, agent: &Agent, change: &Change) -> bool {
    let Some(route) = agent.active_route() else { return false };
    let ground = world.ground(agent.identity.profile);
    let reach = (ground.solid.distance_to_obstacles() / ground.nav.lattice().tile_size).ceil() as i32 + 1;
    // What is cut off and too small is closed all over, however far that is from the change.
    let is_closed = || route.cells[1..].iter().any(|&cell| !ground.nav.is_passable(cell));
    route.status == PathStatus::Partial
        || !route.ahead.is_empty()
        || route.passes(change.cells.grown(reach))
        || world.map.bake.smallest_region > 0.0 && is_closed()
        || change.easier && could_be_cheaper(world, agent, change.cells)
}

/// Whether a way through a rectangle of cells could be cheaper than the one that an agent is on: false only where
/// even the straight line there and on, over the cheapest ground, is not.
pub fn could_be_cheaper(world: &World, agent: &Agent, cells: Rect) -> bool {
    let (Some(route), Some(place)) = (agent.active_route(), agent.plan.slot) else { return true };
    let grid = world.nav_grid(agent.identity.profile);
    let lattice = grid.lattice();
    let (low, high) = (lattice.corner(cells.min), lattice.corner(cells.max));
    let to_cells = |point: glam::Vec2| point.distance(point.clamp(low, high));
    let through = (to_cells(agent.body.position) + to_cells(place)) / world.map.lattice.tile_size;
    let cheapest = f64::from(grid.least_cost()) / 100.0;
    f64::from(through) * cheapest < route.cost
}

/// Has an agent's path found (again), if that is not about to be done anyway, and if the agent looks for other ways by
/// itself or cannot stay where it is.
pub fn request(world: &World, agents: &mut Agents, index: usize) {
    if !may_look_again(world, agents, index) {
        return;
    }
    let id = agents.list[index].identity.id;
    match agents.jobs.of(id) {
        Some(task) if matches!(task.errand, Errand::MakeRoom) => agents.entrust(index, Errand::FindWay),
        Some(_) => {}
        None => agents.entrust(index, Errand::FindWay),
    }
}

fn may_look_again(world: &World, agents: &Agents, index: usize) -> bool {
    let agent = &agents.list[index];
    if agent.task.progress.urge.is_some() {
        return false;
    }
    let has_looked = matches!(agent.state(), AgentState::Moving | AgentState::NoWay | AgentState::ArrivedNear);
    let must_leave = || {
        let solid = world.ground(agent.identity.profile).solid;
        agent.body.in_wall || agent.plan.slot.is_some_and(|place| !fits(&solid, place))
    };
    world.profile_of(agent).auto_repath || !has_looked || must_leave()
}

/// Has an agent look for another way that cannot go on along its own; or stand, if it does not do that by itself.
pub fn lose_path(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    if agent.task.progress.urge.is_some() {
        return;
    }
    let id = agent.identity.id;
    let gives_up = agent.state() == AgentState::Moving && !world.profile_of(agent).auto_repath && !agent.body.in_wall;
    if !gives_up {
        request(world, agents, index);
    } else if agents.jobs.of(id).is_none() {
        agents.list[index].enter(AgentState::Waiting);
        agents.entrust(index, Errand::Settle(AgentState::NoWay));
    }
}
