//! Crossing a link: how each kind of link carries an agent from its beginning to its end.
//!
//! Agents walk, climb or swing along a link as they move on the ground, only slower. A leap has a constant speed over
//! the ground, on the parabola of a thrown body; a fall takes at least as long as gravity needs for its depth.

use glam::Vec2;

use super::Agent;
use super::body::fits;
use super::route::Ground;
use super::tuning::{AT_END, CRAWL, GRAVITY, LEAST_LEAP};
use crate::level::{LinkKind, TileMap};
use crate::nav::NavLink;

/// What the link itself and the others on it leave to an agent that crosses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossingConditions {
    /// How far it may go in this tick, in world units, before it touches the agent ahead.
    pub room: f32,
    /// The position of a lift's platform, from 0 where the agent got on to 1 where it gets off.
    pub platform: f32,
}

/// The line along which a link is crossed in one direction: from the middle of its first cell through its corners to that of its
/// last.
#[derive(Clone, Copy, Debug)]
pub struct LinkLine<'m> {
    start: Vec2,
    end: Vec2,
    through: &'m [Vec2],
    is_backward: bool,
}

impl<'m> LinkLine<'m> {
    /// The line of a link on a map.
    pub fn of(map: &'m TileMap, link: &NavLink) -> LinkLine<'m> {
        let cells = map.cells();
        let (start, end) = (cells.centre(link.from), cells.centre(link.to));
        let authored = link.authored().map(|place| &map.links[place]);
        let is_backward =
            authored.is_some_and(|link| start.distance_squared(link.to) < start.distance_squared(link.from));
        LinkLine { start, end, through: authored.map_or(&[], |link| &link.through), is_backward }
    }

    /// Whether it has no corners between its ends.
    pub fn is_straight(&self) -> bool {
        self.through.is_empty()
    }

    /// Its corners and its end; the first corner has the number 0.
    fn point(&self, number: usize) -> Vec2 {
        let corners = self.through.len();
        match self.is_backward {
            _ if number >= corners => self.end,
            true => self.through[corners - 1 - number],
            false => self.through[number],
        }
    }

    /// The corners that are still before one that has come some part of it, from 0 to 1.
    pub fn corners_ahead(self, part: f32) -> impl Iterator<Item = Vec2> {
        (self.next(part)..self.through.len()).map(move |number| self.point(number))
    }

    /// What is left of it from a corner on, in world units.
    fn left_from(&self, number: usize) -> f32 {
        (number..self.through.len()).map(|number| self.point(number).distance(self.point(number + 1))).sum()
    }

    /// Its length, in world units.
    pub fn length(&self) -> f32 {
        self.start.distance(self.point(0)) + self.left_from(0)
    }

    /// The number of the corner to which one goes that has come some part of it, from 0 to 1.
    fn next(&self, part: f32) -> usize {
        let left = self.length() * (1.0 - part);
        (0..self.through.len()).find(|&number| self.left_from(number) < left).unwrap_or(self.through.len())
    }

    /// How far it is to its end for one at `position` that has come some part of it, in world units.
    pub fn left(&self, position: Vec2, part: f32) -> f32 {
        let next = self.next(part);
        position.distance(self.point(next)) + self.left_from(next)
    }

    /// Whether one that has come some part of it has no corner before it any more.
    pub fn is_last_bit(&self, part: f32) -> bool {
        self.next(part) == self.through.len()
    }

    /// Where one at `position` that has come some part of it is after a step of some length.
    fn walked(&self, position: Vec2, part: f32, step: f32) -> (Vec2, f32) {
        let (mut next, mut position, mut step) = (self.next(part), position, step);
        while next < self.through.len() && position.distance(self.point(next)) <= step {
            step -= position.distance(self.point(next));
            (position, next) = (self.point(next), next + 1);
        }
        let position = step_to(position, self.point(next), step);
        (position, position.distance(self.point(next)) + self.left_from(next))
    }
}

/// Moves an agent along the link that it is on for `tick` seconds, whatever its route is by now. Whether it is across.
pub fn cross(agent: &mut Agent, ground: Ground, link: &NavLink, passage: CrossingConditions, tick: f32) -> bool {
    let lattice = ground.nav.lattice();
    let (start, end) = (lattice.centre(link.from), lattice.centre(link.to));
    let mut length = start.distance(end);
    let before = agent.body.position;
    // An agent that stepped on beside the beginning comes to the line of the link little by little.
    let carried_to = |agent: &Agent, part: f32| {
        let was = part_of(agent);
        let aside = agent.body.position - start.lerp(end, was);
        start.lerp(end, part) + aside * if was < 1.0 { (1.0 - part) / (1.0 - was) } else { 0.0 }
    };
    let left;
    match link.kind {
        LinkKind::Teleport => return teleport(agent, link, tick),
        LinkKind::Lift => {
            let aside = agent.body.position - start.lerp(end, part_of(agent));
            let platform = start.lerp(end, passage.platform);
            agent.body.position = platform + step_to(aside, agent.crossing.on_platform, ground.mover.speed * tick);
            fly(agent, (agent.body.position - before) / tick);
            count_step(agent, before);
            agent.body.height = height_on(agent, ground, link, passage.platform);
            agent.crossing.on_link = Some((*link, passage.platform));
            return passage.platform == 1.0 && agent.body.position == end + agent.crossing.on_platform;
        }
        LinkKind::Jump | LinkKind::Drop => {
            let speed = flight_speed(agent, ground, link, length);
            agent.body.position = carried_to(agent, (part_of(agent) + speed * tick / length).min(1.0));
            fly(agent, (end - start) / length * speed);
            left = end.distance(agent.body.position);
        }
        LinkKind::Walk | LinkKind::Ladder | LinkKind::Rope => {
            let course = LinkLine::of(ground.solid.map, link);
            let speed = walking_speed(agent, ground, link, &course, tick);
            let step = (speed * tick).min(passage.room.max(0.0));
            (agent.body.position, left) = course.walked(before, part_of(agent), step);
            length = course.length();
        }
    }
    count_step(agent, before);
    let part = (1.0 - left / length).clamp(0.0, 1.0);
    agent.body.height = height_on(agent, ground, link, part);
    agent.crossing.on_link = Some((*link, part));
    left <= AT_END
}

/// The point one step from `from` towards `to`, not beyond it.
fn step_to(from: Vec2, to: Vec2, step: f32) -> Vec2 {
    let left = to - from;
    if left.length() <= step { to } else { from + left.normalize_or_zero() * step }
}

/// How far along its link an agent is, from 0 to 1; 0 where it is on none.
fn part_of(agent: &Agent) -> f32 {
    agent.crossing.on_link.map_or(0.0, |(_, part)| part)
}

/// Puts an agent on the ground at the end of a link, from where its route leads on.
pub fn step_off(agent: &mut Agent, ground: Ground, link: &NavLink) {
    let end = ground.nav.lattice().centre(link.to);
    let beside = end + if link.kind == LinkKind::Lift { agent.crossing.on_platform } else { Vec2::ZERO };
    agent.body.position = if fits(&ground.solid, beside) { beside } else { end };
    if link.kind == LinkKind::Teleport {
        agent.body.previous_position = agent.body.position;
    }
    agent.body.height = ground.solid.map.height_at(agent.body.position);
    agent.crossing.on_link = None;
    agent.body.in_wall = !fits(&ground.solid, agent.body.position);
    if let Some(route) = agent.plan.route.as_mut() {
        if matches!(link.kind, LinkKind::Jump | LinkKind::Drop | LinkKind::Lift) && route.is_on(link) {
            agent.body.velocity = agent.body.velocity.clamp_length_max(route.speed_off_link());
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

/// The speed of an agent that walks, climbs or swings along a link: slow enough for what follows.
fn walking_speed(agent: &mut Agent, ground: Ground, link: &NavLink, course: &LinkLine, tick: f32) -> f32 {
    let mut mover = ground.mover;
    mover.speed = greatest_speed(link, mover.speed);
    let (part, position) = (part_of(agent), agent.body.position);
    let next = course.next(part);
    let to_next = course.point(next) - position;
    let along = to_next.normalize_or_zero();
    let left = course.left(position, part);
    let speed = agent.body.velocity.dot(along).max(0.0);
    let on_way = agent.active_route().filter(|route| route.is_on(link));
    let allowed = match on_way {
        // Straight to the end, from wherever beside the line it stepped on.
        Some(route) if course.is_last_bit(part) => route.allowed_speed(mover, along, position, along * speed),
        Some(route) => {
            // As far before the end as the way there is long.
            let last = (course.end - course.point(course.through.len() - 1)).normalize_or_zero();
            route.allowed_speed(mover, last, course.end - left * last, last * speed)
        }
        None => mover.approach_speed(left - speed * mover.momentum, 0.0),
    };
    let allowed = if course.is_last_bit(part) {
        allowed
    } else {
        // What a turn leaves of the speed.
        let onward = (course.point(next + 1) - course.point(next)).normalize_or_zero();
        let kept = mover.speed * along.dot(onward).max(0.0);
        allowed.min(mover.approach_speed(to_next.length() - (speed - kept).max(0.0) * mover.momentum, kept))
    };
    agent.motion.wanted_velocity = along * allowed.max(CRAWL * mover.speed);
    agent.motion.steering = mover.acceleration_towards(along * speed, agent.motion.wanted_velocity, along);
    let speed = (speed + agent.motion.steering.dot(along) * tick).max(0.0);
    agent.body.velocity = along * speed;
    agent.motion.preferred_velocity = agent.body.velocity;
    agent.motion.chosen_velocity = agent.body.velocity;
    speed
}

/// The constant speed of a leap or a fall over the ground.
fn flight_speed(agent: &Agent, ground: Ground, link: &NavLink, length: f32) -> f32 {
    if part_of(agent) > 0.0 {
        return agent.body.velocity.length();
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
    agent.body.velocity.length().clamp(LEAST_LEAP * greatest, greatest)
}

/// Gives an agent a velocity that it did not choose.
fn fly(agent: &mut Agent, velocity: Vec2) {
    agent.body.velocity = velocity;
    agent.motion.wanted_velocity = velocity;
    agent.motion.preferred_velocity = velocity;
    agent.motion.chosen_velocity = velocity;
    agent.motion.steering = Vec2::ZERO;
}

/// Adds the step from `before` to the distance that an agent has walked.
fn count_step(agent: &mut Agent, before: Vec2) {
    let step = agent.body.position.distance(before);
    agent.status.walked += step;
    if let Some(route) = agent.plan.route.as_mut() {
        route.walked += step;
    }
}

/// The height of the ground at the beginning and at the end of a link, in world units.
fn ends_of(ground: Ground, link: &NavLink) -> (f32, f32) {
    let lattice = ground.nav.lattice();
    let height = |cell| ground.solid.map.height_at(lattice.centre(cell));
    (height(link.from), height(link.to))
}

/// The height of an agent that is at `part`, from 0 to 1, of a link: it changes evenly, except in leaps and falls.
fn height_on(agent: &Agent, ground: Ground, link: &NavLink, part: f32) -> f32 {
    let (first, last) = ends_of(ground, link);
    let between = |part: f32| first + (last - first) * part;
    match link.kind {
        LinkKind::Drop => between(part * part),
        LinkKind::Jump => {
            let length = ground.nav.lattice().tile_size * (link.from.distance_squared(link.to) as f32).sqrt();
            let time = length / agent.body.velocity.length();
            let arc = (GRAVITY * time * time / 8.0).min(0.5 * length);
            between(part) + 4.0 * arc * part * (1.0 - part)
        }
        _ => between(part),
    }
}

/// Has an agent stand at the beginning of a teleport until its moment is over. Whether it is over.
fn teleport(agent: &mut Agent, link: &NavLink, tick: f32) -> bool {
    fly(agent, Vec2::ZERO);
    let part = part_of(agent) + tick / LinkKind::MOMENT;
    agent.crossing.on_link = Some((*link, part.min(1.0)));
    part >= 1.0
}
