//! Following: to where the leader will be when the follower gets there, and no nearer than was asked for.

use glam::Vec2;

use crate::agent::senses::sees;
use crate::agent::steering::{pursued, turned};
use crate::agent::tuning::FORESIGHT;
use crate::agent::{AgentId, AgentState};
use crate::sim::agents::Agents;
use crate::sim::orders::roaming::pursue_by_rays;
use crate::sim::orders::{end_order, follow_moving_goal, gap, may_follow, start_next_order};
use crate::sim::world::World;

/// Ticks between two replans towards the leader, if the follower can walk straight to it and if it cannot. A straight
/// path costs no search, so it may be renewed more often.
const REPLAN_STRAIGHT: u64 = 6;
const REPLAN_ROUTE: u64 = 15;

/// Tiles. Whether a follower can walk straight to a leader that is farther away is not asked: it takes a route. Without it a
/// thousand that follow one over a map of 1023 x 1023 tiles take 9 ms in every tick.
const STRAIGHT_TILES: f32 = 64.0;

/// Ticks that a leader may be out of sight before it counts as lost. Without them every passer-by would break off the
/// pursuit.
const LOST_AFTER: u32 = 30;

/// World units. A follower that stands sets out again when the gap exceeds the wanted distance by this much; without it
/// the follower would start and stop with every step of the leader.
const RESTART_GAP: f32 = 0.3;

/// A way that is longer than the straight line to the leader by this factor leads round something. A follower on it that does not need
/// to see the leader goes on while that is no farther from its end than this fraction of what is left of it. Without it a follower
/// turns back and forth at a wall on whose other side its leader paces, as now one way round is a little shorter and now the other.
const ROUND_WAY: f32 = 1.5;
const ROUND_DRIFT_RATIO: f32 = 0.1;

/// World units a second. A leader that moves away faster than this is under way: its follower does not stop behind it
/// but keeps walking.
const UNDER_WAY_SPEED: f32 = 0.3;

/// Fraction of a leader's speed that at least counts as moving away while it walks off to the side, for example around
/// a corner, where its speed straight away from the follower is small.
const SIDEWAYS_SHARE: f32 = 0.8;

/// World units a second for each world unit of distance beyond the wanted one: by how much a follower is faster than
/// its leader while it catches up. Without it a follower would never close the gap.
const CATCH_UP_RATE: f32 = 2.0;

/// Updates the order to follow another agent. A follower on sight that has lost its leader is done where it last saw it; if
/// nothing is queued it watches for the leader from then on.
pub fn update_following(
    world: &World,
    agents: &mut Agents,
    index: usize,
    other: Option<AgentId>,
    distance: f32,
    on_sight: bool,
) {
    let Some(other) = other.and_then(|other| agents.index_of(other)) else { return end_order(agents, index) };
    if !on_sight {
        if is_on_way_round(agents, index, other) {
            agents.list[index].task.progress.pace = None;
            return;
        }
        return follow(world, agents, index, other, distance);
    }
    let sees = is_in_sight(world, agents, index, other);
    let is_chasing = sees || agents.list[index].task.progress.in_sight;
    if is_chasing && !chase(world, agents, index, other, distance, sees) {
        agents.list[index].task.progress.in_sight = false;
        agents.stop(index);
        start_next_order(agents, index);
    }
}

/// Follows another agent that it `sees`, or saw until now. One that is lost is followed to where it was last seen. Returns
/// whether the chase goes on: it is over once the follower is there or cannot get there.
pub fn chase(world: &World, agents: &mut Agents, index: usize, other: usize, distance: f32, sees: bool) -> bool {
    if sees {
        follow(world, agents, index, other, distance);
        return true;
    }
    agents.list[index].task.progress.pace = None;
    go_to_last_sighting(world, agents, index, distance)
}

/// Whether a follower is on its way round something to near where its leader is by now.
fn is_on_way_round(agents: &Agents, index: usize, other: usize) -> bool {
    let (agent, other) = (&agents.list[index], agents.list[other].body.position);
    agent.active_route().is_some_and(|route| {
        let left = route.left_from(agent.body.position);
        let is_round = left > ROUND_WAY * agent.body.position.distance(other);
        is_round && route.end().distance(other) <= ROUND_DRIFT_RATIO * left
    })
}

/// Follows another agent, whose position is known.
fn follow(world: &World, agents: &mut Agents, index: usize, other: usize, distance: f32) {
    let at = agents.list[other].body.position;
    let task = &mut agents.list[index].task;
    (task.progress.in_sight, task.home, task.progress.stood) = (true, at, 0);
    look_at(world, agents, index, at);
    if world.steers_by_rays(&agents.list[index]) {
        return pursue_by_rays(world, agents, index, other, distance);
    }
    let (gap, agent) = (gap(world, agents, index, other), &agents.list[index]);
    let away = receding_speed(agents, index, other);
    let follows_on = away > UNDER_WAY_SPEED && !agent.stands();
    if gap <= distance && !follows_on {
        if agents.list[index].task.goal.is_some() {
            rest(agents, index);
        }
    } else if may_follow(world, agents, index) && (!agent.stands() || gap > distance + RESTART_GAP) {
        let (point, is_straight) = point_of_pursuit(world, agents, index, other, distance);
        follow_moving_goal(world, agents, index, point, if is_straight { REPLAN_STRAIGHT } else { REPLAN_ROUTE });
    }
    // Near its leader a follower walks at the leader's speed, so that it does not run up and stop over and over.
    let pace = away.max(0.0) + CATCH_UP_RATE * (gap - distance);
    agents.list[index].task.progress.pace = (away > UNDER_WAY_SPEED).then_some(pace.max(0.0));
}

/// Returns how fast another agent moves away from this one, in world units a second; negative while it comes nearer.
fn receding_speed(agents: &Agents, index: usize, other: usize) -> f32 {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    let along = (other.body.position - agent.body.position).normalize_or_zero();
    // A leader that turns off is not waiting: its follower will go round the same corner.
    match other.body.velocity.dot(along) {
        away if away > 0.0 => away.max(SIDEWAYS_SHARE * other.body.velocity.length()),
        towards => towards,
    }
}

/// Sends a follower that has lost its leader to where it last saw it. Returns whether it is still under way there. A leader
/// that is out of sight only briefly is not lost.
fn go_to_last_sighting(world: &World, agents: &mut Agents, index: usize, distance: f32) -> bool {
    let task = &mut agents.list[index].task;
    task.progress.stood += 1;
    let (seen_at, is_lost) = (task.home, task.progress.stood > LOST_AFTER);
    if !is_lost {
        look_at(world, agents, index, seen_at);
        return true;
    }
    let agent = &agents.list[index];
    let cannot = matches!(agent.state(), AgentState::NoWay | AgentState::ArrivedNear);
    let near = distance + 2.0 * world.profile_of(agent).radius + RESTART_GAP;
    let goes_on = !cannot && agent.body.position.distance(seen_at) > near;
    if goes_on {
        follow_moving_goal(world, agents, index, seen_at, REPLAN_ROUTE);
    }
    goes_on
}

/// Turns a standing agent towards what it watches.
fn look_at(world: &World, agents: &mut Agents, index: usize, point: Vec2) {
    let agent = &agents.list[index];
    let turn = world.ground(agent.identity.profile).mover.turn;
    let direction = (point - agent.body.position).try_normalize().filter(|_| agent.stands());
    if let Some(direction) = direction {
        agents.list[index].body.heading = turned(agent.body.heading, direction, turn);
    }
}

/// Makes a follower that is near enough brake. One that stands keeps its state.
fn rest(agents: &mut Agents, index: usize) {
    if agents.list[index].state() == AgentState::NoWay {
        agents.list[index].enter(AgentState::Stopped);
    }
    agents.stop(index);
}

/// Returns where a follower goes, and whether it can walk straight there: to the wanted distance from the leader's
/// predicted position if both can walk straight to it, else to the leader.
fn point_of_pursuit(world: &World, agents: &Agents, index: usize, other: usize, distance: f32) -> (Vec2, bool) {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    let (kind, ground) = (world.profile_of(agent), world.ground(agent.identity.profile));
    let far = STRAIGHT_TILES * world.map.lattice.tile_size;
    if agent.body.position.distance_squared(other.body.position) > far * far {
        return (other.body.position, false);
    }
    let ahead = pursued(agent.body.position, kind.speed, other.body.position, other.body.velocity, FORESIGHT);
    let target = if ground.is_straight(other.body.position, ahead) { ahead } else { other.body.position };
    let away = agent.body.position - target;
    let apart = distance + kind.radius + world.profile_of(other).radius;
    let point = target + away.clamp_length_max(apart);
    let is_straight = ground.is_straight(agent.body.position, point);
    if is_straight && ground.is_straight(point, target) { (point, true) } else { (target, is_straight) }
}

/// Whether an agent sees another: within the range and angle of its sight, with nothing opaque in between.
pub fn is_in_sight(world: &World, agents: &Agents, index: usize, other: usize) -> bool {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    let range = world.profile_of(agent).sight_range + world.profile_of(other).radius;
    let near = agent.body.position.distance_squared(other.body.position) <= range * range;
    near && sees(&world.map, world.profile_of(agent), agent.body.position, agent.body.heading, other.body.position)
}
