//! The search for another way where many queue at a passage.

use glam::Vec2;

use crate::agent::route::{Purpose, Route, steps_to_measure};
use crate::agent::tuning::{LAID_CELLS, LEG_CELLS};
use crate::agent::{AgentState, Turn};
use crate::nav::requests::{Answer, RequestOutcome};
use crate::nav::{Algorithm, PathQuery, PathStatus};
use crate::sim::jobs::{JobStage, PathPart};
use crate::sim::planning::JobContext;
use crate::sim::queues::time_along;
use crate::sim::slot_search::FreeSlot;
use crate::sim::tuning::WORTH_ANOTHER_WAY;

/// Asks for the path to an agent's slot on a grid without the passage at which it queues.
pub fn begin_another_way(context: &mut JobContext, index: usize, number: usize) -> Option<JobStage> {
    let agent = &context.agents.list[index];
    let grid = context.world.grids.current_without(number, context.world.nav_grid(agent.identity.profile))?;
    let (start, end) = context.start_and_slot(index)?;
    let mut query = PathQuery::between(start, end).by(context.world.walked_method(agent));
    if matches!(query.method.algorithm, Algorithm::FlowField | Algorithm::Hierarchical) {
        query.method.algorithm = Algorithm::Auto;
    }
    let slot = FreeSlot { cell: end, point: agent.plan.slot? };
    let request = context.agents.requests.push(number, grid, query);
    Some(JobStage::Search { request, part: PathPart::ToSlot(slot) })
}

/// Lets an agent take another way to its slot, if it is there sooner so than by its present route.
pub fn take_another_way(context: &mut JobContext, index: usize, number: usize, slot: Vec2, answer: Answer) {
    let agent = &context.agents.list[index];
    let ground = context.world.ground(agent.identity.profile);
    let is_current = context.world.grids.current_without(number, ground.nav).is_some();
    let (RequestOutcome::Found(mut path), Some(route)) = (answer.outcome, agent.active_route()) else { return };
    let walks = agent.state() == AgentState::Moving && agent.crossing.on_link.is_none();
    let may_take = is_current && walks && agent.plan.slot == Some(slot) && path.status == PathStatus::Complete;
    if !may_take || !Route::can_join(ground, agent.body.position, &path.cells) {
        return;
    }
    let purpose = Purpose {
        target: route.purpose.target.clone(),
        status: route.purpose.status,
        ending: route.purpose.ending,
        onward: route.purpose.onward,
    };
    context.planner.budget.look_at(path.cells.len());
    path.shorten(ground.nav, LAID_CELLS, LEG_CELLS);
    context.planner.budget.measure(steps_to_measure(ground, &path.cells));
    let mut other = Route::lay(ground, agent.body.position, &path, slot, purpose);
    let time = |route: &Route| time_along(context.world, context.agents, agent, route);
    if time(&other) + WORTH_ANOTHER_WAY > time(route) {
        return;
    }
    other.history.attempts = route.history.attempts;
    context.agents.drop_route(index);
    let agent = &mut context.agents.list[index];
    agent.plan.route = Some(other);
    agent.crossing.turn = Turn::Free;
    if agent.waits_at_passage() {
        agent.crossing.waiting = None;
    }
}
