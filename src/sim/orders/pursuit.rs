//! Following: to where the other will be when one comes there, and no nearer than was asked for.

use glam::Vec2;

use crate::agent::senses::sees;
use crate::agent::steering::{pursued, turned};
use crate::agent::{AgentId, AgentState};
use crate::sim::agents::Agents;
use crate::sim::orders::roaming::tend_pursuing;
use crate::sim::orders::{begin_next, end_order, gap, lead_after};
use crate::sim::world::World;

/// For so many ticks a follower does not look again where the other is: when it can go there straight, and when not.
const PAUSE_NEAR: u64 = 6;
const PAUSE_FAR: u64 = 15;

/// How far ahead, in seconds at most, a follower reckons where the other will be.
const FORESIGHT: f32 = 1.0;

/// Whoever is out of sight for no more than so many ticks is not lost yet.
const MOMENT: u32 = 30;

/// A follower that stands sets out again when the other is so much farther than it should be, in world units.
const SLACK: f32 = 0.3;

/// Whoever is so fast, in world units a second, does not stand about: one does not stop behind it, but goes on.
const UNDER_WAY: f32 = 0.3;

/// This part of its speed counts at least for one that goes off to the side.
const AROUND: f32 = 0.8;

/// By how much faster than the other a follower goes for each world unit that it is farther away than it should be, in
/// world units a second.
const CATCHING_UP: f32 = 2.0;

/// Leads an agent after another. One that follows on sight goes on, when it has lost the other, to where it saw it
/// last, and is done there; with nothing else to do, it keeps watch for it from then on.
pub fn tend_following(world: &World, agents: &mut Agents, index: usize, other: AgentId, distance: f32, on_sight: bool) {
    let Some(other) = agents.index_of(other) else { return end_order(agents, index) };
    if on_sight && !is_in_sight(world, agents, index, other) {
        agents.list[index].task.progress.pace = None;
        if agents.list[index].task.progress.in_sight {
            go_where_it_was_seen(world, agents, index, distance);
        }
        return;
    }
    let at = agents.list[other].body.position;
    let progress = &mut agents.list[index].task.progress;
    (progress.in_sight, progress.home, progress.stood) = (true, at, 0);
    look_at(world, agents, index, at);
    if world.steers_by_rays(&agents.list[index]) {
        return tend_pursuing(world, agents, index, other, distance, on_sight);
    }
    let (gap, agent) = (gap(world, agents, index, other), &agents.list[index]);
    let away = speed_away(agents, index, other);
    let follows_on = away > UNDER_WAY && !agent.stands() && agent.task.queue.is_empty();
    if gap <= distance && !follows_on {
        let is_done = !on_sight && begin_next(agents, index);
        if !is_done && agents.list[index].task.goal.is_some() {
            rest(agents, index);
        }
    } else if !agent.stands() || gap > distance + SLACK {
        let (point, is_straight) = point_of_pursuit(world, agents, index, other, distance);
        lead_after(world, agents, index, point, if is_straight { PAUSE_NEAR } else { PAUSE_FAR });
    }
    // Near it, it goes as fast as the other, so that it does not run up and stop again and again.
    let pace = away.max(0.0) + CATCHING_UP * (gap - distance);
    agents.list[index].task.progress.pace = (away > UNDER_WAY).then_some(pace.max(0.0));
}

/// How fast another goes away from an agent, in world units a second.
fn speed_away(agents: &Agents, index: usize, other: usize) -> f32 {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    let along = (other.body.position - agent.body.position).normalize_or_zero();
    // Whoever turns off does not wait: behind it one goes round the same corner.
    match other.body.velocity.dot(along) {
        away if away > 0.0 => away.max(AROUND * other.body.velocity.length()),
        towards => towards,
    }
}

/// Leads a follower that has lost the other to where it saw it last; when it is there, or cannot come there, it is done.
/// Whoever is out of sight for a moment only is not lost.
fn go_where_it_was_seen(world: &World, agents: &mut Agents, index: usize, distance: f32) {
    let progress = &mut agents.list[index].task.progress;
    progress.stood += 1;
    let (seen_at, is_lost) = (progress.home, progress.stood > MOMENT);
    if !is_lost {
        return look_at(world, agents, index, seen_at);
    }
    let agent = &agents.list[index];
    let cannot = matches!(agent.state(), AgentState::NoWay | AgentState::ArrivedNear);
    if cannot || agent.body.position.distance(seen_at) <= distance + 2.0 * world.profile_of(agent).radius + SLACK {
        agents.list[index].task.progress.in_sight = false;
        agents.stop(index);
        begin_next(agents, index);
    } else {
        lead_after(world, agents, index, seen_at, PAUSE_FAR);
    }
}

/// Turns an agent that stands towards whom it watches.
fn look_at(world: &World, agents: &mut Agents, index: usize, point: Vec2) {
    let agent = &agents.list[index];
    let turn = world.ground(agent.identity.profile).mover.turn;
    let direction = (point - agent.body.position).try_normalize().filter(|_| agent.stands());
    if let Some(direction) = direction {
        agents.list[index].body.heading = turned(agent.body.heading, direction, turn);
    }
}

/// Has a follower that is near enough brake; it keeps its state where it stands already.
fn rest(agents: &mut Agents, index: usize) {
    if agents.list[index].state() == AgentState::NoWay {
        agents.list[index].enter(AgentState::Stopped);
    }
    agents.stop(index);
}

/// Where a follower goes: to the right distance from where the other will be, as far as both can go straight there;
/// else to where it is. Also whether the follower can go there straight.
fn point_of_pursuit(world: &World, agents: &Agents, index: usize, other: usize, distance: f32) -> (Vec2, bool) {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    let (kind, ground) = (world.profile_of(agent), world.ground(agent.identity.profile));
    let ahead = pursued(agent.body.position, kind.speed, other.body.position, other.body.velocity, FORESIGHT);
    let target = if ground.is_straight(other.body.position, ahead) { ahead } else { other.body.position };
    let away = agent.body.position - target;
    let apart = distance + kind.radius + world.profile_of(other).radius;
    let point = target + away.clamp_length_max(apart);
    let is_straight = ground.is_straight(agent.body.position, point);
    if is_straight && ground.is_straight(point, target) { (point, true) } else { (target, is_straight) }
}

/// Whether an agent sees another: within its sight's range and angle, with nothing opaque in between.
fn is_in_sight(world: &World, agents: &Agents, index: usize, other: usize) -> bool {
    let (agent, other) = (&agents.list[index], &agents.list[other]);
    let range = world.profile_of(agent).sight_range + world.profile_of(other).radius;
    let near = agent.body.position.distance_squared(other.body.position) <= range * range;
    near && sees(&world.map, world.profile_of(agent), agent.body.position, agent.body.heading, other.body.position)
}
