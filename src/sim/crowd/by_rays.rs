//! The wishes of agents that find no paths but steer by rays: to come to a point, or to wander, flee or follow among
//! others, as a flock if their profile says so.

use glam::Vec2;

use crate::agent::neighbours::PointGrid;
use crate::agent::route::Ground;
use crate::agent::steering::{
    Blend, Intent, Mover, RaysSteering, Scene, alignment, cohesion, evade, pursue, seek, separation, steer_by_rays,
    wander,
};
use crate::agent::tuning::FORESIGHT;
use crate::agent::{Agent, AgentId, AgentState, Urge};
use crate::angle;
use crate::level::Order;
use crate::nav::{PathError, SearchStatistics};
use crate::profile::{AgentProfile, Flocking, Navigation};
use crate::sim::Event;
use crate::sim::agents::Agents;
use crate::sim::jobs::JobKind;
use crate::sim::orders::patrol::skip_point;
use crate::sim::orders::start_next_order;
use crate::sim::planning::stopping::stop_here;
use crate::sim::tuning::{FLOCK_DISTANCE, HOMEWARD, LOOK_UP_CELL, WANDERING_SPEED};
use crate::sim::world::World;

/// One agent as others see it at the start of a tick.
#[derive(Clone, Copy, Debug)]
struct SeenAgent {
    id: AgentId,
    profile: usize,
    priority: u8,
    position: Vec2,
    velocity: Vec2,
    radius: f32,
}

/// The positions and velocities of all agents on the ground at the start of a tick; empty if no profile steers by rays.
#[derive(Clone, Debug, Default)]
pub struct Flock {
    /// In order of id.
    members: Vec<SeenAgent>,
    grid: PointGrid,
}

impl Flock {
    pub fn of(agents: &[Agent], profiles: &[AgentProfile]) -> Flock {
        let mut flock = Flock::default();
        if profiles.iter().all(|profile| profile.navigation != Navigation::Rays) {
            return flock;
        }
        let member = |agent: &Agent| {
            let (id, position, velocity) = (agent.identity.id, agent.body.position, agent.body.velocity);
            let AgentProfile { radius, avoidance_priority: priority, .. } = profiles[agent.identity.profile];
            SeenAgent { id, profile: agent.identity.profile, priority, position, velocity, radius }
        };
        flock.members = agents.iter().filter(|agent| agent.crossing.on_link.is_none()).map(member).collect();
        flock.grid.rebuild(&flock.members, |member| Some(member.position), LOOK_UP_CELL);
        flock
    }

    fn member(&self, id: AgentId) -> Option<&SeenAgent> {
        self.members.binary_search_by_key(&id, |member| member.id).ok().map(|at| &self.members[at])
    }

    /// The agents that one sees: within the range and the angle of its sight.
    fn seen(&self, agent: &Agent, profile: &AgentProfile) -> Vec<&SeenAgent> {
        let mut seen = Vec::new();
        let least_cosine = angle::direction(0.5 * profile.sight_angle).x;
        let sees = |member: &SeenAgent| {
            let away = member.position - agent.body.position;
            let distance = away.length();
            let in_angle = profile.sight_angle >= 360.0 || agent.body.heading.dot(away) >= least_cosine * distance;
            member.id != agent.identity.id && distance <= profile.sight_range && in_angle
        };
        let reach = Vec2::splat(profile.sight_range);
        for run in self.grid.runs(agent.body.position - reach, agent.body.position + reach) {
            let members = self.grid.order()[run].iter().map(|&number| &self.members[number as usize]);
            seen.extend(members.filter(|member| sees(member)));
        }
        seen
    }
}

/// Whether an agent steers by rays to where these do not lead it.
pub fn is_caught_by_rays(world: &World, agent: &Agent) -> bool {
    let may_give_up = agent.state() == AgentState::Moving && !agent.body.in_wall && world.steers_by_rays(agent);
    let ground = || world.ground(agent.identity.profile);
    may_give_up && agent.active_route().is_some_and(|route| route.is_caught(ground()))
}

/// Turns an agent that is caught to its next order, or to the next point of its patrol; without one it stands.
pub fn give_up(world: &World, agents: &mut Agents, events: &mut Vec<Event>, index: usize) {
    let agent = &mut agents.list[index];
    let ending = agent.plan.route.as_ref().map_or(AgentState::NoWay, |route| route.purpose.ending);
    if !matches!(ending, AgentState::Arrived | AgentState::ArrivedNear) || agent.status.arrived_tick.is_some() {
        // It was about to stand in any case.
        let ending = if ending == AgentState::Arrived { AgentState::ArrivedNear } else { ending };
        stop_here(world, agents, index, ending);
        return;
    }
    if !agent.task.no_path_told {
        agent.task.no_path_told = true;
        events.push(Event::NoPath { agent: agent.identity.id, reason: PathError::NoPath(SearchStatistics::default()) });
    }
    if !start_next_order(agents, index) && !skip_point(world, agents, index) {
        agents.list[index].enter(AgentState::Waiting);
        agents.put_job(index, JobKind::Settle(AgentState::NoWay));
    }
}

/// How an agent steers that finds no paths: the rays that it casts, and what its behaviours ask for. `None` if it has
/// nothing to do.
pub fn by_rays(agent: &Agent, ground: Ground, scene: Scene, flock: &Flock) -> Option<RaysSteering> {
    let (mover, position, velocity) = (ground.mover, agent.body.position, agent.body.velocity);
    let urge = agent.task.progress.urge.filter(|_| agent.state() == AgentState::Moving);
    let intent = match urge {
        Some(urge) => Intent::roam(mover, wishes(agent, ground, urge, flock)),
        None => {
            let route = agent.active_route()?;
            match route.passage_of_end() {
                Some((within, speed)) => Intent::pass(mover, position, velocity, route.end(), within, speed),
                None => Intent::arrive(mover, position, velocity, route.end()),
            }
        }
    };
    Some(steer_by_rays(scene, mover, (position, velocity), agent.body.heading, intent, agent.motion.detour))
}

/// What the behaviours of an agent with an urge ask for, the most important first.
fn wishes(agent: &Agent, ground: Ground, urge: Urge, flock: &Flock) -> Blend {
    let (profile, mover) = (ground.solid.profile, ground.mover);
    let mut blend = Blend::default();
    let is_alone = profile.flocking == Flocking::default();
    let seen = if is_alone { Vec::new() } else { flock.seen(agent, profile) };
    if let Urge::Evade(other) = urge
        && let Some(other) = flock.member(other)
    {
        blend.add("evade", evade(agent.body.position, mover.speed, other.position, other.velocity, FORESIGHT), 1.0);
    }
    add_evasion(&mut blend, agent, profile, &seen);
    if let (Urge::Wander(_), Some(Order::Wander(distance))) = (urge, &agent.task.order) {
        blend.add("go back", homeward(agent, *distance, mover.speed), 1.0);
    }
    let mates: Vec<&SeenAgent> = seen.into_iter().filter(|other| other.profile == agent.identity.profile).collect();
    let (positions, velocities) = (|| mates.iter().map(|mate| mate.position), mates.iter().map(|mate| mate.velocity));
    let Flocking { separation: apart, alignment: along, cohesion: together, .. } = profile.flocking;
    if apart > 0.0 {
        let room = FLOCK_DISTANCE * profile.radius;
        blend.add("separation", separation(agent.body.position, positions(), room, mover.speed), apart);
    }
    if let Urge::Pursue { agent: other, distance } = urge
        && let Some(other) = flock.member(other)
    {
        blend.add("pursue", up_to(agent, mover, profile.radius + distance, other), 1.0);
    }
    if along > 0.0 {
        blend.add("alignment", alignment(velocities, mover.speed), along);
    }
    if together > 0.0 {
        blend.add("cohesion", cohesion(agent.body.position, positions(), mover.speed), together);
    }
    if let Urge::Wander(stray) = urge {
        let heading = agent.body.velocity.try_normalize().unwrap_or(agent.body.heading);
        blend.add("wander", wander(heading, stray, Vec2::ZERO, WANDERING_SPEED * mover.speed).0, 1.0);
    }
    blend
}

/// Adds the wish to get away from the nearest agent in sight of another profile that is more important.
fn add_evasion(blend: &mut Blend, agent: &Agent, profile: &AgentProfile, seen: &[&SeenAgent]) {
    if profile.flocking.evasion == 0.0 {
        return;
    }
    let is_feared =
        |other: &&&SeenAgent| other.profile != agent.identity.profile && other.priority < profile.avoidance_priority;
    let distance = |other: &SeenAgent| other.position.distance_squared(agent.body.position);
    let feared = seen.iter().filter(is_feared);
    let nearest = feared.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id)));
    if let Some(other) = nearest {
        let away = evade(agent.body.position, profile.speed, other.position, other.velocity, FORESIGHT);
        blend.add("evade", away, profile.flocking.evasion);
    }
}

/// A velocity back to where the order began, the faster the nearer the agent is to the distance that it may go from
/// there.
fn homeward(agent: &Agent, distance: f32, speed: f32) -> Vec2 {
    let home = agent.task.home;
    let over = agent.body.position.distance(home) - HOMEWARD * distance;
    seek(agent.body.position, home, speed * (over / ((1.0 - HOMEWARD) * distance)).clamp(0.0, 1.0))
}

/// A velocity to meet another agent, up to a distance from its body.
fn up_to(agent: &Agent, mover: Mover, distance: f32, other: &SeenAgent) -> Vec2 {
    let gap = agent.body.position.distance(other.position) - other.radius - distance;
    let speed = mover.approach_speed(gap, other.velocity.length());
    pursue(agent.body.position, speed, other.position, other.velocity, FORESIGHT)
}
