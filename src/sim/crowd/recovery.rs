//! What each agent sees of its own situation: from that its [recovery](crate::agent::recovery) decides.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::recovery::{KeptOff, RecoveryMemory, Request, Seen, Trouble};
use crate::agent::route::Route;
use crate::agent::tuning::STANDING_PATIENCE;
use crate::sim::agents::Agents;
use crate::sim::blocking::{blocker, blocking_agent, has_passed, is_blocked};
use crate::sim::crowd::agent_tick::AgentTick;
use crate::sim::crowd::by_rays::is_caught_by_rays;
use crate::sim::own_place::can_have_goal;
use crate::sim::planning::stopping::has_room;
use crate::sim::tuning::{AT_REST, ATTEMPTS_IN_VAIN, NEAR_SLOT, TIGHT};
use crate::sim::world::World;

/// What an agent decided.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Its index.
    pub index: usize,
    /// The next state of its recovery.
    pub memory: RecoveryMemory,
    /// What it wants done.
    pub request: Option<Request>,
}

/// Lets the agent with an index decide what to do about what keeps it from its goal or its slot; `None` if that is nothing, and
/// its recovery stays as it is.
pub fn decide(world: &World, agents: &Agents, index: usize, agent_tick: &AgentTick) -> Option<Decision> {
    let agent = &agents.list[index];
    if agent.is_reordered() {
        return None;
    }
    let (memory, request) = agent.recovery.next(&see(world, agents, agent, agent_tick));
    (request.is_some() || memory != agent.recovery).then_some(Decision { index, memory, request })
}

fn see(world: &World, agents: &Agents, agent: &Agent, agent_tick: &AgentTick) -> Seen {
    let looked = is_blocked(agent)
        && agent.recovery.may_look(world.tick)
        && agent.crossing.waiting.is_none()
        && !agent.body.in_wall;
    let in_the_way = if looked { blocking_agent(world, agents, agent) } else { None };
    Seen {
        tick: world.tick,
        trouble: trouble(world, agent, agent_tick),
        left: if agent_tick.is_stalled || agent_tick.is_lost { left(agent) } else { 0.0 },
        least_gain: world.profile_of(agent).radius,
        stands: agent.stands(),
        returns: agent.status.arrived_tick.is_some() || agent.task.goal.is_none(),
        replans: world.profile_of(agent).auto_repath,
        has_job: agents.jobs.of(agent.identity.id).is_some(),
        looked,
        blocker: in_the_way.map(|other| blocker(world, agents, agent, other)),
        is_over: is_over(world, agents, agent),
        kept_off: if agent_tick.rests || agent_tick.steps_aside {
            None
        } else {
            kept_off(world, agents, agent, agent_tick.is_lost)
        },
        goal_is_free: agent.recovery.may_look_back(world.tick) && can_have_goal(world, agents, agent),
    }
}

fn trouble(world: &World, agent: &Agent, agent_tick: &AgentTick) -> Trouble {
    match () {
        () if agent_tick.is_lost && is_caught_by_rays(world, agent) => Trouble::CaughtByRays,
        () if agent_tick.is_stalled || agent_tick.is_lost && makes_no_progress(agent) => Trouble::Stalled,
        () if agent_tick.is_lost => Trouble::Lost,
        () => Trouble::None,
    }
}

/// The way that is left along the route of an agent, in world units.
fn left(agent: &Agent) -> f32 {
    agent.active_route().map_or(0.0, |route| route.left_from(agent.body.position))
}

/// Whether an agent has stalled for so long that it needs another route, or was given one path after another none of
/// which leads nearer.
fn makes_no_progress(agent: &Agent) -> bool {
    let is_in_vain = |route: &Route| {
        route.history.attempts.since > 0 && route.history.attempts.since.is_multiple_of(ATTEMPTS_IN_VAIN)
    };
    agent.active_route().is_some_and(|route| route.has_stalled() || is_in_vain(route))
}

/// Where an agent yields: whether the other has passed, or is gone.
fn is_over(world: &World, agents: &Agents, agent: &Agent) -> bool {
    let has_passed = |other: &Agent| has_passed(world, agent, other);
    agent.recovery.yielding().is_some_and(|yielding| agents.agent(yielding.to).is_none_or(has_passed))
}

/// How others keep an agent off its slot; `None` if they do not, or if it does not stand.
fn kept_off(world: &World, agents: &Agents, agent: &Agent, is_lost: bool) -> Option<KeptOff> {
    if !agent.stands() || agent.motion.wanted_velocity == Vec2::ZERO || agent.crossing.on_link.is_some() {
        return None;
    }
    let radius = world.profile_of(agent).radius;
    let is_still = agent.body.velocity.length() <= 2.0 * AT_REST;
    let is_far = agent.plan.slot.is_some_and(|slot| slot.distance(agent.body.position) > NEAR_SLOT * radius);
    // What costs a look at the others is found out only when it matters.
    let is_due = agent.recovery.kept_off_for(world.tick) >= STANDING_PATIENCE;
    Some(KeptOff {
        is_still,
        is_carried_off: is_far && !is_still,
        has_slot_here: (is_due || is_lost && agent.task.goal.is_none())
            && has_room(world, agents, agent, agent.body.position),
        has_room: is_due && overlaps_nobody(world, agents, agent),
    })
}

/// Whether the body of an agent overlaps no other.
fn overlaps_nobody(world: &World, agents: &Agents, agent: &Agent) -> bool {
    let radius = |agent: &Agent| world.profile_of(agent).radius;
    let is_apart =
        |other: &Agent| other.body.position.distance(agent.body.position) >= TIGHT * radius(agent) + radius(other);
    agents.list.iter().all(|other| other.identity.id == agent.identity.id || is_apart(other))
}
