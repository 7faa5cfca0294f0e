//! The agents as a crowd: what they are to each other in one tick.
//!
//! What is asked again and again of many agents, where they are and how fast, is kept apart from the agents themselves,
//! one behind the other. Every pass over it looks at each agent by itself and reads of the others only a snapshot.

use glam::Vec2;

use super::walking::{Wall, is_far_from_walls, move_by, prefer, push};
use super::{AT_REST, Grounds};
use crate::agent::Agent;
use crate::agent::avoidance::{Body, Snapshot, WALL_REACH, correction, safe_velocity};
use crate::agent::body::{MovingBody, Walls};
use crate::agent::order::{Ground, Progress, Route};
use crate::profile::AvoidanceQuality;
use crate::sim::TICK;
use crate::sim::parallel;

/// How often those who overlap are pushed apart in a tick.
const ROUNDS: usize = 3;

/// A push shorter than this, in world units, is not worth while.
const LEAST_PUSH: f32 = 1e-4;

/// By which part of its speed an agent must be held off its preferred velocity to count as pressed.
const PRESSED: f32 = 0.1;

/// For how many ticks an agent counts as pressed after it was.
const PRESSED_TICKS: u8 = 30;

/// Who stands as near to its place as this, in world units, creeps there, by so much a tick.
const NEARLY_THERE: f32 = 0.05;
const CREEP: f32 = 0.001;

/// Who stands and wants nowhere makes no way slower than this, in world units a second.
const STILL: f32 = 0.01;

/// The slot of an agent that keeps clear of nobody, and nobody of it.
const NONE: u32 = u32::MAX;

/// What an agent does in a tick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stride {
    /// What it is to others.
    body: Body,
    /// Its place among the bodies of the snapshot, or [`NONE`].
    slot: u32,
    /// How it is to be pushed.
    push: Vec2,
    /// Whether it overlaps somebody.
    overlaps: bool,
    /// Whether it was on a link when the tick began.
    pub was_on_link: bool,
    /// Whether it is where it can step upon the next link of its way.
    pub is_at_link: bool,
    /// Whether it needs another way.
    pub is_lost: bool,
    /// Whether others will not let it pass.
    pub is_held_up: bool,
    /// Whether it has come to the end of a link.
    pub is_across: bool,
    /// Whether it goes to the very end of its way.
    pub is_ending: bool,
    /// Whether the next leg of its way is due.
    pub wants_leg: bool,
    /// Whether it stands still, and did so before.
    pub rests: bool,
}

/// The crowd of a simulation. Nothing of it lasts from one tick to the next but memory to use again.
#[derive(Clone, Debug, Default)]
pub(in crate::sim) struct Crowd {
    strides: Vec<Stride>,
    bodies: Vec<Body>,
    snapshot: Snapshot,
}

impl Crowd {
    /// What the agent of an index does.
    pub(super) fn stride(&self, index: usize) -> Stride {
        self.strides[index]
    }

    /// The agents who are where they can step upon a link, by index, in order.
    pub(super) fn at_links(&self) -> Vec<usize> {
        (0..self.strides.len()).filter(|&index| self.strides[index].is_at_link).collect()
    }

    /// An agent has stepped upon a link and gone on: nobody minds it from now on, nor it them.
    pub(super) fn leave(&mut self, index: usize, is_across: bool) {
        self.strides[index] = Stride { slot: NONE, was_on_link: true, is_across, ..Stride::default() };
    }

    /// Has every agent think out its preferred velocity; those on links go on.
    pub(super) fn prefer(&mut self, agents: &mut [Agent], grounds: &Grounds) {
        self.strides.resize(agents.len(), Stride::default());
        parallel::each_pair(agents, &mut self.strides, |agent, stride| {
            agent.previous_position = agent.position;
            agent.previous_heading = agent.heading;
            agent.previous_height = agent.height;
            *stride = Stride::begin(agent, grounds);
        });
    }

    /// Has every agent that is on the ground choose a velocity and move by it; then pushes apart who overlaps.
    pub(super) fn advance(&mut self, agents: &mut [Agent], grounds: &Grounds, seed: u32) {
        self.gather(seed);
        let snapshot = &self.snapshot;
        parallel::each_pair(agents, &mut self.strides, |agent, stride| {
            if !stride.was_on_link {
                stride.advance(agent, grounds, snapshot);
            }
        });
        for _ in 0..ROUNDS {
            if !self.push_apart(agents, grounds) {
                break;
            }
        }
    }

    /// Puts the bodies of those who mind each other one behind the other, and sorts them by where they are.
    fn gather(&mut self, seed: u32) {
        self.bodies.clear();
        for stride in self.strides.iter_mut().filter(|stride| stride.slot != NONE) {
            stride.slot = self.bodies.len() as u32;
            self.bodies.push(stride.body);
        }
        self.snapshot.rebuild(&self.bodies, seed);
    }

    /// Pushes apart who overlaps, once. Whether anybody was pushed.
    fn push_apart(&mut self, agents: &mut [Agent], grounds: &Grounds) -> bool {
        if !self.strides.iter().any(|stride| stride.overlaps) {
            return false;
        }
        let bodies = self.strides.iter().filter(|stride| stride.slot != NONE);
        self.snapshot.moved(bodies.map(|stride| stride.body.position));
        let snapshot = &self.snapshot;
        parallel::each_pair(agents, &mut self.strides, |agent, stride| {
            if stride.overlaps {
                stride.find_push(agent, grounds, snapshot);
            }
        });
        parallel::each_pair(agents, &mut self.strides, |agent, stride| {
            if stride.overlaps {
                push(agent, grounds.of(agent.profile), stride.push);
                stride.body.position = agent.position;
                agent.pressed = PRESSED_TICKS;
            }
        });
        true
    }
}

impl Stride {
    /// What an agent would do if it were alone.
    fn begin(agent: &mut Agent, grounds: &Grounds) -> Stride {
        let ground = grounds.of(agent.profile);
        let mut stride = Stride { slot: NONE, ..Stride::default() };
        agent.correction = Vec2::ZERO;
        if agent.on_link.is_some() {
            stride.was_on_link = true;
            return stride;
        }
        let progress = prefer(agent, grounds);
        (stride.is_lost, stride.is_held_up) = (progress == Progress::Lost, progress == Progress::HeldUp);
        let at_link = |route: &Route| route.is_at_link(ground.mover, agent.position, agent.velocity);
        stride.is_at_link = !agent.stands() && agent.walking().is_some_and(at_link);
        stride.body = body(agent, ground);
        let minds = ground.solid.profile.avoidance_quality != AvoidanceQuality::None && !agent.in_wall;
        stride.slot = if minds { 0 } else { NONE };
        stride
    }

    /// Chooses a velocity, and moves the agent by it.
    fn advance(&mut self, agent: &mut Agent, grounds: &Grounds, snapshot: &Snapshot) {
        let ground = grounds.of(agent.profile);
        self.rests = self.is_left_alone(agent, snapshot);
        if self.rests {
            return rest(agent);
        }
        let chosen = self.choose(agent, grounds, snapshot);
        if move_by(agent, ground, chosen) == Wall::Left {
            self.is_lost = true;
        }
        self.body.position = agent.position;
        self.overlaps = self.slot != NONE && agent.avoidance.crowded;
        if let Some(route) = agent.walking() {
            self.is_ending = route.is_on_last_bit();
            self.wants_leg = route.wants_leg(ground.mover, agent.position);
        }
    }

    /// Whether it stands where it is to stand, and nobody comes near.
    fn is_left_alone(&self, agent: &Agent, snapshot: &Snapshot) -> bool {
        let is_there = agent.place.is_none_or(|place| place.distance(agent.position) <= NEARLY_THERE);
        let is_still = (is_there || agent.wanted_velocity == Vec2::ZERO) && agent.velocity.length() <= 3.0 * AT_REST;
        self.body.stands && is_still && (self.slot == NONE || !snapshot.is_disturbed(self.slot as usize))
    }

    fn choose(&self, agent: &mut Agent, grounds: &Grounds, snapshot: &Snapshot) -> Vec2 {
        let ground = grounds.of(agent.profile);
        let wish = agent.preferred_velocity;
        if self.slot == NONE && !agent.is_pressed() {
            return wish;
        }
        if self.slot == NONE {
            // What it wished while others pressed upon it may be more than it can come to at once.
            agent.pressed -= 1;
            let most = ground.solid.profile.acceleration * TICK;
            return agent.velocity + (wish - agent.velocity).clamp_length_max(most);
        }
        let walls = walls_near(ground, &grounds.bodies, agent.position);
        let mut chosen = safe_velocity(snapshot, self.slot as usize, walls.as_slice(), &mut agent.avoidance, TICK);
        if self.body.stands && agent.wanted_velocity == Vec2::ZERO && chosen.length() < STILL {
            chosen = Vec2::ZERO;
        }
        agent.queueing = agent.avoidance.queueing || agent.waiting.is_some();
        let least = PRESSED * ground.mover.speed;
        let is_held = chosen.distance_squared(wish) > least * least;
        agent.pressed = if is_held { PRESSED_TICKS } else { agent.pressed.saturating_sub(1) };
        chosen
    }

    /// How the agent is to be pushed out of those whom it overlaps.
    fn find_push(&mut self, agent: &Agent, grounds: &Grounds, snapshot: &Snapshot) {
        self.push = correction(snapshot, self.slot as usize, &[]);
        self.overlaps = self.push.length_squared() > LEAST_PUSH * LEAST_PUSH;
        if self.overlaps {
            let ground = grounds.of(agent.profile);
            let walls = walls_near(ground, &grounds.bodies, self.body.position);
            if !walls.as_slice().is_empty() {
                self.push = correction(snapshot, self.slot as usize, walls.as_slice());
            }
        }
    }
}

/// Lets an agent stand, and creep to its very place if it is nearly there.
fn rest(agent: &mut Agent) {
    if agent.velocity != Vec2::ZERO {
        agent.halt();
    }
    let Some(place) = agent.place.filter(|place| place.distance(agent.position) <= NEARLY_THERE) else { return };
    let left = place - agent.position;
    agent.position = if left.length() <= CREEP { place } else { agent.position + left.clamp_length_max(CREEP) };
}

/// What an agent is to others.
fn body(agent: &Agent, ground: Ground) -> Body {
    let profile = ground.solid.profile;
    let here = agent.position;
    let heads_for = |route: &Route| {
        let corner = route.heads_for(here);
        (corner, route.heads_for_then(corner))
    };
    let (corner, onward) = agent.walking().map_or((here, here), heads_for);
    Body {
        position: agent.position,
        velocity: agent.velocity,
        preferred: agent.preferred_velocity,
        radius: profile.avoidance_radius.unwrap_or(profile.radius),
        max_speed: profile.max_speed.max(profile.speed),
        acceleration: profile.acceleration,
        priority: profile.avoidance_priority,
        most_neighbours: profile.avoidance_quality.neighbours() as u8,
        id: agent.id.0,
        stands: agent.stands(),
        corner,
        onward,
    }
}

/// The walls near an agent, as near as if it were as wide as it counts for others.
fn walls_near(ground: Ground, bodies: &[MovingBody], middle: Vec2) -> Walls {
    let mut walls = Walls::default();
    let reach = ground.radius() + WALL_REACH * ground.solid.profile.max_speed.max(ground.mover.speed);
    let is_near = |body: &MovingBody| body.obstacle.distance(middle) <= reach;
    if !is_far_from_walls(ground, middle, reach) || bodies.iter().any(is_near) {
        let profile = ground.solid.profile;
        let wider = profile.avoidance_radius.map_or(0.0, |radius| radius - profile.radius);
        walls.look(&ground.solid, middle, reach, wider, bodies);
    }
    walls
}
