//! Route refinement: the next leg of a route that is laid only in part, searched for while the agent walks.

use crate::agent::route::steps_to_measure;
use crate::nav::requests::{Answer, RequestOutcome};
use crate::nav::{Algorithm, Method, PathQuery, PathStatus};
use crate::sim::agents::Agents;
use crate::sim::planning::JobContext;
use crate::sim::world::World;
use crate::sim::world::invalidation::request;

/// Asks for the path to the next milestone of a route, when it is due.
pub fn ask_for_refinement(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    let ground = world.ground(agent.identity.profile);
    let Some(route) = agent.active_route().filter(|route| route.wants_refinement(ground.mover, agent.body.position))
    else {
        return;
    };
    let (from, to) = (route.cells[route.cells.len() - 1], route.ahead[0].cell);
    let method = Method { algorithm: Algorithm::Auto, ..world.walked_method(agent) };
    let request = agents.requests.push(
        world.grids.number(agent.identity.profile),
        ground.nav,
        PathQuery::between(from, to).by(method),
    );
    if let Some(route) = &mut agents.list[index].plan.route {
        route.refinement = Some(request);
    }
}

/// Lays the leg that was asked for; if there is none, the whole path is searched for again.
pub fn take_refinement(context: &mut JobContext, answer: Answer) {
    let JobContext { world, agents, planner, .. } = context;
    let waits = |route: &crate::agent::Route| route.refinement == Some(answer.id);
    let Some(index) = agents.list.iter().position(|agent| agent.plan.route.as_ref().is_some_and(waits)) else { return };
    let agent = &mut agents.list[index];
    let ground = world.ground(agent.identity.profile);
    let Some(route) = &mut agent.plan.route else { return };
    match answer.outcome {
        RequestOutcome::Found(leg) if leg.status == PathStatus::Complete => {
            planner.budget.look_at(leg.cells.len());
            planner.budget.measure(steps_to_measure(ground, &leg.cells));
            route.extend(ground, &leg);
        }
        _ => {
            route.refinement = None;
            request(world, agents, index);
        }
    }
}
