//! Crossing a link: how each kind carries an agent from its beginning to its end, and what it is to wait for one.
//!
//! Who walks, climbs or swings along a link moves as on the ground, only slower. A leap goes at an even speed, on the
//! parabola that a thrown body describes; a fall takes at least the time that gravity takes for its depth.

use glam::Vec2;

use super::Agent;
use super::body::fits;
use super::route::Ground;
use crate::level::LinkKind;
use crate::nav::NavLink;

/// The least speed on a link, as a part of the greatest.
const LEAST_CROSSING: f32 = 0.1;

/// The least speed of a leap, as a part of the greatest: who begins it from rest still gets across.
const LEAST_LEAP: f32 = 0.6;

/// How near to the end of a link an agent counts as across, in world units.
const ACROSS: f32 = 0.01;

/// World units a second squared.
const GRAVITY: f32 = 9.81;

/// For what an agent waits that has a way, but may not go on along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// What keeps it.
    pub reason: WaitingFor,
    /// Where it stands meanwhile, in world units.
    pub position: Vec2,
}

/// What keeps an agent from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// Others are on a link of this kind, or before it in the queue; or the lift is elsewhere.
    Turn(LinkKind),
    /// The link is switched off.
    Link(LinkKind),
    /// It does not step upon links by itself.
    Leave,
    /// A door is not open yet.
    Door,
    /// Another that has no room to pass, before it goes on itself.
    Pass,
}

impl WaitingFor {
    /// Whether it is about a link.
    pub fn is_for_link(self) -> bool {
        !matches!(self, WaitingFor::Door | WaitingFor::Pass)
    }
}

/// What the others on a link and the link itself leave to who crosses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// How far it may go on in this tick, in world units, before it touches who goes before it.
    pub room: f32,
    /// How far the platform of a lift is on its way, from 0 where the agent got on to 1 where it gets off.
    pub platform: f32,
}

/// Carries an agent that is on a link on for `tick` seconds, whatever its route is by now; whether it has come across.
pub fn cross(agent: &mut Agent, ground: Ground, link: &NavLink, passage: Passage, tick: f32) -> bool {
    let lattice = ground.nav.lattice();
    let (start, end) = (lattice.centre(link.from), lattice.centre(link.to));
    let length = start.distance(end);
    let before = agent.position;
    // Whoever stepped on beside its very beginning comes to its line little by little.
    let carried_to = |agent: &Agent, part: f32| {
        let was = part_of(agent);
        let aside = agent.position - start.lerp(end, was);
        start.lerp(end, part) + aside * if was < 1.0 { (1.0 - part) / (1.0 - was) } else { 0.0 }
    };
    match link.kind {
        LinkKind::Teleport => return teleport(agent, link, tick),
        LinkKind::Lift => {
            let aside = agent.position - start.lerp(end, part_of(agent));
            let platform = start.lerp(end, passage.platform);
            agent.position = platform + step_to(aside, agent.on_platform, ground.mover.speed * tick);
            fly(agent, (agent.position - before) / tick);
            count_step(agent, before);
            agent.height = height_on(agent, ground, link, passage.platform);
            agent.on_link = Some((*link, passage.platform));
            return passage.platform == 1.0 && agent.position == end + agent.on_platform;
        }
        LinkKind::Jump | LinkKind::Drop => {
            let speed = flight_speed(agent, ground, link, length);
            agent.position = carried_to(agent, (part_of(agent) + speed * tick / length).min(1.0));
            fly(agent, (end - start) / length * speed);
        }
        LinkKind::Walk | LinkKind::Ladder | LinkKind::Rope => {
            let speed = walking_speed(agent, ground, link, end, tick);
            let step = (speed * tick).min(passage.room.max(0.0));
            agent.position = step_to(agent.position, end, step);
        }
    }
    count_step(agent, before);
    let left = end.distance(agent.position);
    let part = (1.0 - left / length).clamp(0.0, 1.0);
    agent.height = height_on(agent, ground, link, part);
    agent.on_link = Some((*link, part));
    left <= ACROSS
}

/// A step from one point towards another, not beyond it.
fn step_to(from: Vec2, to: Vec2, step: f32) -> Vec2 {
    let left = to - from;
    if left.length() <= step { to } else { from + left.normalize_or_zero() * step }
}

/// How far along its link an agent is, from 0 to 1.
fn part_of(agent: &Agent) -> f32 {
    agent.on_link.map_or(0.0, |(_, part)| part)
}

/// Puts an agent upon the ground at the end of a link, on from which its route leads.
pub fn step_off(agent: &mut Agent, ground: Ground, link: &NavLink) {
    let end = ground.nav.lattice().centre(link.to);
    let beside = end + if link.kind == LinkKind::Lift { agent.on_platform } else { Vec2::ZERO };
    agent.position = if fits(&ground.solid, beside) { beside } else { end };
    if link.kind == LinkKind::Teleport {
        agent.previous_position = agent.position;
    }
    agent.height = ground.solid.map.height_at(agent.position);
    agent.on_link = None;
    agent.in_wall = !fits(&ground.solid, agent.position);
    if let Some(route) = agent.route.as_mut() {
        if matches!(link.kind, LinkKind::Jump | LinkKind::Drop | LinkKind::Lift) && route.is_on(link) {
            agent.velocity = agent.velocity.clamp_length_max(route.speed_off_link());
        }
        route.step_off_link(link);
    }
}

/// The greatest speed of an agent on a link, in world units a second.
fn greatest_speed(link: &NavLink, speed: f32) -> f32 {
    link.speed.unwrap_or(match link.kind {
        LinkKind::Ladder => LinkKind::CLIMBING * speed,
        LinkKind::Rope => LinkKind::ROPING * speed,
        _ => speed,
    })
}

/// The speed of an agent that walks, climbs or swings along a link: slow enough for what comes behind it.
fn walking_speed(agent: &mut Agent, ground: Ground, link: &NavLink, end: Vec2, tick: f32) -> f32 {
    let mut mover = ground.mover;
    mover.speed = greatest_speed(link, mover.speed);
    let left = end.distance(agent.position);
    let along = (end - agent.position).normalize_or_zero();
    let speed = agent.velocity.dot(along).max(0.0);
    let on_way = agent.active_route().filter(|route| route.is_on(link));
    let allowed = match on_way {
        Some(route) => route.wanted_velocity(mover, route.along(), agent.position, along * speed).dot(along),
        None => mover.approach_speed(left - speed * mover.momentum, 0.0),
    };
    agent.wanted_velocity = along * allowed.max(LEAST_CROSSING * mover.speed);
    agent.steering = mover.acceleration_towards(along * speed, agent.wanted_velocity, along);
    let speed = (speed + agent.steering.dot(along) * tick).max(0.0);
    agent.velocity = along * speed;
    agent.preferred_velocity = agent.velocity;
    agent.chosen_velocity = agent.velocity;
    speed
}

/// The even speed of a leap or a fall along the ground, from its beginning on.
fn flight_speed(agent: &Agent, ground: Ground, link: &NavLink, length: f32) -> f32 {
    if part_of(agent) > 0.0 {
        return agent.velocity.length();
    }
    let greatest = greatest_speed(link, ground.mover.speed);
    if link.speed.is_some() {
        return greatest;
    }
    if link.kind == LinkKind::Drop {
        let (above, below) = ends_of(ground, link);
        let time = (2.0 * (above - below).max(0.0) / GRAVITY).sqrt().max(length / greatest);
        return length / time;
    }
    agent.velocity.length().clamp(LEAST_LEAP * greatest, greatest)
}

/// Gives an agent a velocity that is not its own doing.
fn fly(agent: &mut Agent, velocity: Vec2) {
    agent.velocity = velocity;
    agent.wanted_velocity = velocity;
    agent.preferred_velocity = velocity;
    agent.chosen_velocity = velocity;
    agent.steering = Vec2::ZERO;
}

/// Adds what an agent has come to what it has walked.
fn count_step(agent: &mut Agent, before: Vec2) {
    let step = agent.position.distance(before);
    agent.walked += step;
    if let Some(route) = agent.route.as_mut() {
        route.walked += step;
    }
}

/// How high the ground is at the beginning and at the end of a link.
fn ends_of(ground: Ground, link: &NavLink) -> (f32, f32) {
    let lattice = ground.nav.lattice();
    let height = |cell| ground.solid.map.height_at(lattice.centre(cell));
    (height(link.from), height(link.to))
}

/// How high an agent is when it has come so far along a link, from 0 to 1: evenly from end to end, but for leaps and
/// falls.
fn height_on(agent: &Agent, ground: Ground, link: &NavLink, part: f32) -> f32 {
    let (first, last) = ends_of(ground, link);
    let between = |part: f32| first + (last - first) * part;
    match link.kind {
        LinkKind::Drop => between(part * part),
        LinkKind::Jump => {
            let length = ground.nav.lattice().tile_size * (link.from.distance_squared(link.to) as f32).sqrt();
            let time = length / agent.velocity.length();
            let arc = (GRAVITY * time * time / 8.0).min(0.5 * length);
            between(part) + 4.0 * arc * part * (1.0 - part)
        }
        _ => between(part),
    }
}

/// Has an agent stand for a moment at the beginning of a teleport.
fn teleport(agent: &mut Agent, link: &NavLink, tick: f32) -> bool {
    fly(agent, Vec2::ZERO);
    let part = part_of(agent) + tick / LinkKind::MOMENT;
    agent.on_link = Some((*link, part.min(1.0)));
    part >= 1.0
}
