//! Which agents a change of the ground concerns.

use crate::agent::body::fits;
use crate::agent::{Agent, AgentState};
use crate::grid::Rect;
use crate::nav::PathStatus;
use crate::sim::agents::Agents;
use crate::sim::jobs::JobKind;
use crate::sim::world::World;

/// A change of the ground.
#[derive(Clone, Copy, Debug)]
pub struct GroundChange {
    /// The cells (not tiles) that it touched.
    pub cells: Rect,
    /// Whether one of them may have become passable or cheaper.
    pub easier: bool,
}

/// Replans the routes of all agents that a change concerns. The grids must be up to date.
pub fn reconsider(world: &World, agents: &mut Agents, change: GroundChange) {
    for index in 0..agents.list.len() {
        if note_change(world, agents, index, &change) {
            request(world, agents, index);
        }
    }
}

/// Whether an agent must find its path again, or leave its slot, after a change.
pub fn note_change(world: &World, agents: &mut Agents, index: usize, change: &GroundChange) -> bool {
    let agent = &agents.list[index];
    let ground = world.ground(agent.identity.profile);
    // An agent on a link is not on the ground. Where the link ends is checked when it gets there.
    let in_wall = agent.crossing.on_link.is_none() && !fits(&ground.solid, agent.body.position);
    let must_leave = in_wall || agent.plan.slot.is_some_and(|place| !fits(&ground.solid, place));
    let unfulfilled = matches!(agent.state(), AgentState::ArrivedNear | AgentState::NoWay);
    let is_touched =
        must_leave || unfulfilled && agent.task.goal.is_some() || is_route_touched(world, &agents.list[index], change);
    agents.list[index].body.in_wall = in_wall;
    is_touched
}

/// Whether an agent's route may no longer be the best, or may be blocked, after a change.
fn is_route_touched(world: &World, agent: &Agent, change: &GroundChange) -> bool {
    let Some(route) = agent.active_route() else { return false };
    let ground = world.ground(agent.identity.profile);
    let reach = (ground.solid.distance_to_obstacles() / ground.nav.lattice().tile_size).ceil() as i32 + 1;
    // A part that is cut off and too small is closed everywhere, however far it is from the change.
    let is_closed = || route.cells[1..].iter().any(|&cell| !ground.nav.is_passable(cell));
    route.purpose.status == PathStatus::Partial
        || !route.ahead.is_empty()
        || route.passes(change.cells.grown(reach))
        || world.map.bake.smallest_region > 0.0 && is_closed()
        || change.easier && could_be_cheaper(world, agent, change.cells)
}

/// Whether a path through a rectangle of cells could be cheaper than an agent's route. It could not if even the
/// straight line there and on to the slot, over the cheapest ground, is no cheaper.
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

/// Requests a new path for an agent, unless a job will find one anyway, or the agent does not replan by itself and can
/// stay where it is.
pub fn request(world: &World, agents: &mut Agents, index: usize) {
    if !may_replan(world, agents, index) {
        return;
    }
    let id = agents.list[index].identity.id;
    match agents.jobs.of(id) {
        Some(task) if matches!(task.kind, JobKind::FindOtherSlot) => agents.put_job(index, JobKind::FindPath),
        Some(_) => {}
        None => agents.put_job(index, JobKind::FindPath),
    }
}

fn may_replan(world: &World, agents: &Agents, index: usize) -> bool {
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

/// Handles a route that has become blocked: the agent requests another path, or stops if its profile does not let it
/// replan by itself.
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
        agents.put_job(index, JobKind::Settle(AgentState::NoWay));
    }
}
