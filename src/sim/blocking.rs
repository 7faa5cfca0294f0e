//! Which agents are in the way of which, and who comes first where only one can pass.

use glam::Vec2;

use crate::agent::Agent;
use crate::agent::recovery::Blocker;
use crate::agent::right_of_way::Claim;
use crate::agent::route::Route;
use crate::agent::tuning::{AHEAD, PATIENCE};
use crate::level::Obstacle;
use crate::profile::AvoidanceQuality;
use crate::segment::distance_to_segment;
use crate::sim::agents::Agents;
use crate::sim::tuning::{BLOCKING_REACH, CELL_SLACK};
use crate::sim::world::World;

/// Returns the agent right ahead of one that stands there, or comes the other way, or does not get past it either.
pub fn blocking_agent<'a>(world: &World, agents: &'a Agents, agent: &Agent) -> Option<&'a Agent> {
    let onward = direction(agent)?;
    let hinders = |other: &Agent| {
        let (wanted, away) = (other.motion.wanted_velocity, other.body.position - agent.body.position);
        wanted.dot(onward) < 0.0 || is_blocked(other) && wanted.dot(away) < 0.0
    };
    agent_ahead(world, agents, agent, |other| other.stands() || other.crossing.waiting.is_none() && hinders(other))
}

/// Returns the nearest agent right ahead of one, of those that are of a kind.
pub fn agent_ahead<'a>(
    world: &World,
    agents: &'a Agents,
    agent: &Agent,
    is_meant: impl Fn(&Agent) -> bool,
) -> Option<&'a Agent> {
    let onward = direction(agent)?;
    let radius = world.profile_of(agent).radius;
    let is_ahead = |other: &&Agent| {
        let profile = world.profile_of(other);
        let (away, reach) = (other.body.position - agent.body.position, BLOCKING_REACH * (radius + profile.radius));
        other.identity.id != agent.identity.id
            && away.length_squared() < reach * reach
            && away.dot(onward) > AHEAD * away.length()
            && profile.avoidance_quality != AvoidanceQuality::None
            && other.crossing.on_link.is_none()
            && is_meant(other)
    };
    let distance = |other: &Agent| other.body.position.distance_squared(agent.body.position);
    agents.list.iter().filter(is_ahead).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The direction in which an agent goes along its route.
fn direction(agent: &Agent) -> Option<Vec2> {
    let goal = agent.active_route()?.heads_for(agent.body.position);
    Some((goal - agent.body.position).normalize_or_zero())
}

/// Whether an agent has made no progress for so long that it asks the one in its way to yield.
pub fn is_blocked(agent: &Agent) -> bool {
    agent.active_route().is_some_and(|route| route.line.stalled >= PATIENCE)
}

/// Returns what one agent sees of the other that is in its way.
pub fn blocker(world: &World, agents: &Agents, agent: &Agent, other: &Agent) -> Blocker {
    Blocker {
        id: other.identity.id,
        stands: other.stands(),
        comes_first: !other.stands() && rank(world, agents, other) < rank(world, agents, agent),
        swaps: is_worth_swapping(world, agent, other),
    }
}

/// Whether two agents of the same size with the same goal come nearer to their slots together if they trade them, or one stands between
/// the other and its slot.
fn is_worth_swapping(world: &World, agent: &Agent, other: &Agent) -> bool {
    let (Some(slot), Some(others_slot)) = (agent.plan.slot, other.plan.slot) else { return false };
    let is_shared = agent.task.goal.is_some() && agent.task.goal == other.task.goal;
    let may = |agent: &Agent| agent.recovery.yielding().is_none() && !world.steers_by_rays(agent);
    let radius = world.profile_of(agent).radius;
    if !is_shared || !may(agent) || !may(other) || radius != world.profile_of(other).radius {
        return false;
    }
    let (here, there) = (agent.body.position, other.body.position);
    let is_between = other.stands() && there.distance(slot) < here.distance(slot) - 0.5 * radius;
    let least_gain = if is_between { -radius } else { radius };
    here.distance(others_slot) + there.distance(slot) < here.distance(slot) + there.distance(others_slot) - least_gain
}

/// Returns the right of way of an agent where only one can pass: the lesser goes first. An agent that yields has that
/// of the agent that it lets pass.
fn rank(world: &World, agents: &Agents, agent: &Agent) -> (Claim, usize) {
    let chain = yield_chain(agents, agent);
    let last = chain[chain.len() - 1];
    (world.claim(last), chain.len())
}

/// Returns the agents for which one yields in the end: itself, the agent that it lets pass, the one that this lets pass,
/// and so on.
pub fn yield_chain<'a>(agents: &'a Agents, agent: &'a Agent) -> Vec<&'a Agent> {
    let mut chain = vec![agent];
    while let Some(yielding) = chain[chain.len() - 1].recovery.yielding()
        && let Some(next) = agents.agent(yielding.to)
        && chain.iter().all(|other| other.identity.id != next.identity.id)
    {
        chain.push(next);
    }
    chain
}

/// Returns the positions of all other agents that count as solid, and how far from there the middle of a cell must be
/// for an agent to pass.
pub fn bodies_around<'a>(
    world: &'a World,
    agents: &'a Agents,
    agent: &'a Agent,
    is_solid: impl Fn(&Agent) -> bool + 'a,
) -> impl Iterator<Item = (Vec2, f32)> + 'a {
    let counts = move |other: &&Agent| {
        other.identity.id != agent.identity.id && other.crossing.on_link.is_none() && is_solid(other)
    };
    let radius = world.profile_of(agent).radius;
    let least = move |other: &Agent| (1.0 - CELL_SLACK) * (radius + world.profile_of(other).radius);
    agents.list.iter().filter(counts).map(move |other| (other.body.position, least(other)))
}

/// The rest of a route, which another agent is to leave free.
pub struct RouteAhead {
    /// From the middle of the agent on.
    points: Vec<Vec2>,
    /// How far from it the middle of the other must be, in world units.
    room: f32,
}

impl RouteAhead {
    /// The rest of the route of `agent`, seen by `other`.
    pub fn of(world: &World, agent: &Agent, other: &Agent) -> RouteAhead {
        RouteAhead {
            points: points_ahead(agent),
            room: world.profile_of(agent).radius + world.profile_of(other).radius,
        }
    }

    /// Whether a body there leaves the route free, and `more` world units besides.
    pub fn is_free(&self, point: Vec2, more: f32) -> bool {
        self.distance(point) >= self.room + more
    }

    /// Whether the route leads away from a body there.
    pub fn leads_away_from(&self, point: Vec2) -> bool {
        self.is_free(point, 0.0) && self.points[0].distance(point) <= self.distance(point) + 1e-3
    }

    fn distance(&self, point: Vec2) -> f32 {
        let segments = self.points.windows(2).map(|ends| distance_to_segment(point, ends[0], ends[1]));
        segments.fold(self.points[0].distance(point), f32::min)
    }
}

/// Whether an agent is not, or no longer, in the way of another.
pub fn has_passed(world: &World, agent: &Agent, other: &Agent) -> bool {
    other.stands() || RouteAhead::of(world, other, agent).leads_away_from(agent.body.position)
}

/// Whether the route of an agent leads through the body of one that stands.
pub fn route_crosses_standing(world: &World, agents: &Agents, agent: &Agent) -> bool {
    let points = points_ahead(agent);
    let mut bodies = bodies_around(world, agents, agent, Agent::stands);
    bodies.any(|(at, least)| points.windows(2).any(|ends| distance_to_segment(at, ends[0], ends[1]) < least))
}

/// Whether the body of an agent would touch an obstacle on its route.
pub fn is_on_route(world: &World, agent: &Agent, obstacle: &Obstacle) -> bool {
    let radius = world.profile_of(agent).radius;
    points_ahead(agent).windows(2).any(|ends| obstacle.distance_to_segment(ends[0], ends[1]) < radius)
}

/// The points of the route that an agent has before it, its own position first.
fn points_ahead(agent: &Agent) -> Vec<Vec2> {
    let onward = agent.active_route().into_iter().flat_map(Route::remaining);
    std::iter::once(agent.body.position).chain(onward).collect()
}
