//! The place where an agent was sent, and who stands there.
//!
//! Whoever stands at the place of another, and not at its own, gives way to its owner.

use glam::Vec2;

use crate::agent::body::{TOUCH, fits};
use crate::agent::{Agent, AgentState};
use crate::level::Order;
use crate::sim::agents::Agents;
use crate::sim::world::World;

/// Whether no other has its slot where an agent was sent; without a goal, where it stood before others drove it away.
pub fn goal_is_free(world: &World, agents: &Agents, agent: &Agent) -> bool {
    own_place(world, agent).is_some_and(|place| holders(world, agents, agent, place).next().is_none())
}

/// Whether an agent can have the place where it was sent: it fits there, and nobody has its slot there, or only those who [give it
/// way](is_given).
pub fn can_have_goal(world: &World, agents: &Agents, agent: &Agent) -> bool {
    own_place(world, agent).is_some_and(|place| {
        fits_at(world, agent, place) && (goal_is_free(world, agents, agent) || is_given(world, agents, agent, place))
    })
}

/// Whether others stand at a place to which an agent was sent, all of whom give it way: they were sent to somewhere else, and
/// stand beside that because of others.
pub fn is_given(world: &World, agents: &Agents, agent: &Agent, place: Vec2) -> bool {
    let mut holders = holders(world, agents, agent, place).peekable();
    holders.peek().is_some() && holders.all(|holder| gives_way(world, holder, agent))
}

fn gives_way(world: &World, holder: &Agent, owner: &Agent) -> bool {
    holder.stands()
        && holder.recovery.gave_up.is_some()
        && holder.task.goal != owner.task.goal
        && is_beside_goal(world, holder)
}

/// Whether an agent that stands is farther from its goal than its radius, besides how far before it it stops.
pub fn is_beside_goal(world: &World, agent: &Agent) -> bool {
    from_goal(world, agent, agent.body.position).is_some_and(|distance| distance > at_goal_within(world, agent))
}

/// Whether an agent that stands at a point is where it was sent.
pub fn is_at_goal(world: &World, agent: &Agent, point: Vec2) -> bool {
    from_goal(world, agent, point).is_some_and(|distance| distance <= at_goal_within(world, agent))
}

/// How far a point is from the goal of an agent, in world units; `None` if it has none.
fn from_goal(world: &World, agent: &Agent, point: Vec2) -> Option<f32> {
    let place = agent.task.goal.as_ref().and_then(|_| own_place(world, agent));
    place.map(|place| place.distance(point))
}

fn at_goal_within(world: &World, agent: &Agent) -> f32 {
    let profile = world.profile_of(agent);
    profile.radius + profile.stopping_distance
}

/// Whether an agent that has arrived stands beside its goal though it fits there, and nobody is there who was sent there too: it
/// comes back once it can. One that roves goes on to somewhere else anyway.
pub fn is_kept_from_goal(world: &World, agents: &Agents, agent: &Agent) -> bool {
    agent.state() == AgentState::Arrived
        && !agent.task.order.as_ref().is_some_and(Order::is_roving)
        && is_beside_goal(world, agent)
        && own_place(world, agent)
            .is_some_and(|place| fits_at(world, agent, place) && !is_of_same_goal(world, agents, agent, place))
}

/// Whether a point is taken by others that were sent to where an agent was sent.
pub fn is_of_same_goal(world: &World, agents: &Agents, agent: &Agent, point: Vec2) -> bool {
    holders(world, agents, agent, point).any(|holder| holder.task.goal == agent.task.goal)
}

/// Whether an agent may stand at a point, whoever is there.
fn fits_at(world: &World, agent: &Agent, point: Vec2) -> bool {
    let ground = world.ground(agent.identity.profile);
    ground.may_stop(point) && fits(&ground.solid, point)
}

/// Where an agent was sent; without a goal, where it stood before others drove it away.
fn own_place(world: &World, agent: &Agent) -> Option<Vec2> {
    match &agent.task.goal {
        Some(goal) => world.target_point(goal, agent.body.position),
        None => agent.recovery.home,
    }
}

/// The other agents whose slots a body of an agent at a point would overlap.
fn holders<'a>(world: &'a World, agents: &'a Agents, agent: &'a Agent, point: Vec2) -> impl Iterator<Item = &'a Agent> {
    let radius = world.profile_of(agent).radius;
    let overlaps = move |other: &&Agent| {
        let least = radius + world.profile_of(other).radius - TOUCH;
        other.plan.slot.is_some_and(|slot| slot.distance_squared(point) < least * least)
    };
    let near = agents.slots.near(point, radius).into_iter().filter(|&id| id != agent.identity.id);
    near.filter_map(|id| agents.agent(id)).filter(overlaps)
}
