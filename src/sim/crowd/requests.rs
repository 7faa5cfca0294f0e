//! Carrying out what agents want done about what keeps them from their goals and slots. This phase alone changes agents
//! for the sake of others.

use crate::agent::recovery::{Request, YieldRequest};
use crate::agent::route::Route;
use crate::agent::{AgentId, AgentState};
use crate::sim::Event;
use crate::sim::agents::Agents;
use crate::sim::crowd::by_rays::give_up;
use crate::sim::crowd::recovery::Decision;
use crate::sim::jobs::JobKind;
use crate::sim::own_place::{can_have_goal, goal_is_free};
use crate::sim::planning::Planner;
use crate::sim::planning::stopping::settle;
use crate::sim::planning::yielding::queue_yield;
use crate::sim::world::World;
use crate::sim::world::invalidation::{lose_path, request};

/// Carries out what the jobs of agents want of others, then what the agents have decided, in order of id.
pub fn apply_requests(
    world: &World,
    agents: &mut Agents,
    planner: &mut Planner,
    events: &mut Vec<Event>,
    decisions: &[Decision],
) {
    for decision in decisions {
        agents.list[decision.index].recovery = decision.memory;
    }
    for (id, request) in planner.requests.drain(..) {
        if let Some(index) = agents.index_of(id) {
            apply(world, agents, events, index, request);
        }
    }
    for &Decision { index, request, .. } in decisions {
        if let Some(request) = request {
            apply(world, agents, events, index, request);
        }
    }
}

fn apply(world: &World, agents: &mut Agents, events: &mut Vec<Event>, index: usize, wanted: Request) {
    let agent = &mut agents.list[index];
    let id = agent.identity.id;
    match wanted {
        Request::Replan => lose_path(world, agents, index),
        Request::Detour if agents.jobs.of(id).is_none() => agents.put_job(index, JobKind::Detour),
        Request::Detour => request(world, agents, index),
        Request::TryAgain => try_again(world, agents, index),
        Request::Settle => settle(world, agents, events, index),
        Request::GiveUpByRays => give_up(world, agents, events, index),
        Request::SwapSlots(other) => swap_slots(world, agents, index, other),
        Request::YieldTo(asked) => queue_yield(world, agents, index, asked),
        Request::AskToYield(YieldRequest { other, or_reverse }) => {
            if let Some(other) = agents.index_of(other) {
                queue_yield(world, agents, other, YieldRequest { other: id, or_reverse });
            }
        }
        Request::Resume(stood) => agents.resume(index, stood),
        Request::LetOut(other) => {
            // An agent that comes out of a corner to yield has to be let out first; this one waits meanwhile.
            agent.motion.avoidance.yield_to(other.0);
            agent.plan.route.iter_mut().for_each(Route::pause);
            agent.recovery.count_yielding();
        }
    }
}

/// Lets an agent look for a path again if that may lead it to a better slot, or go back where it stood; if not, it waits again.
fn try_again(world: &World, agents: &mut Agents, index: usize) {
    let agent = &agents.list[index];
    if let Some(home) = agent.recovery.home.filter(|_| goal_is_free(world, agents, agent)) {
        agents.keep_slot(index, home, &world.profiles);
        let agent = &mut agents.list[index];
        let state = agent.state();
        agent.recovery.home = None;
        return agents.put_job(index, JobKind::Return(state));
    }
    let came_near = agent.state() == AgentState::ArrivedNear && agent.task.goal.is_some();
    if came_near || can_have_goal(world, agents, agent) {
        agents.list[index].enter(AgentState::Waiting);
        agents.put_job(index, JobKind::FindPath);
    } else {
        agents.list[index].recovery.settle_short(world.tick);
    }
}

/// Swaps the slots of two agents of the same size, unless one has something else to do first.
fn swap_slots(world: &World, agents: &mut Agents, index: usize, other: AgentId) {
    let Some(other) = agents.index_of(other) else { return };
    let is_busy = |index: usize| agents.jobs.of(agents.list[index].identity.id).is_some();
    let slots = [index, other].map(|index| agents.list[index].plan.slot);
    let [Some(slot), Some(others_slot)] = slots else { return };
    if is_busy(index) || is_busy(other) {
        return;
    }
    for (index, slot) in [(index, others_slot), (other, slot)] {
        agents.keep_slot(index, slot, &world.profiles);
        agents.put_job(index, JobKind::GoToSlot);
    }
}
