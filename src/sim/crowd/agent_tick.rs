//! The agents as a crowd: what they are to each other in one tick.
//!
//! What is read again and again for many agents, positions and velocities, is kept apart from the agents themselves in
//! one array. Each pass over it updates one agent and reads the others from a snapshot.

use glam::Vec2;

use crate::agent::avoidance::{
    Body, Correction, Sidestep, Snapshot, WALL_REACH, correction, off_walls, reachable, reachable_from, safe_velocity,
};
use crate::agent::body::{MovingBody, Walls, fits};
use crate::agent::route::{Ground, Route, TrackProgress};
use crate::agent::tuning::{OBSTRUCTED_SPEED, PATIENCE};
use crate::agent::{Agent, AgentId, LinkEnd};
use crate::level::LinkKind;
use crate::nav::NavLink;
use crate::parallel::{self, COPIED, WORKED_ON};
use crate::profile::{AvoidanceQuality, Navigation};
use crate::sim::TICK;
use crate::sim::agents::Agents;
use crate::sim::crowd::Grounds;
use crate::sim::crowd::recovery::{Decision, decide};
use crate::sim::crowd::walking::{WallExit, is_far_from_walls, move_by, prefer, push};
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::links::traffic::can_stop_on;
use crate::sim::tuning::{
    AT_REST, CREEP, FAR_PUSH, FEW_ROUNDS, LOOKS_AN_AGENT, NEAR_SLOT, NEARLY_THERE, OBSTRUCTED_TICKS, ROUNDS, STALLED,
    STILL, UNMOVED, WALL_REACH_TILES,
};
use crate::sim::world::World;

/// What an agent does in a tick.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentTick {
    /// Its body as others see it.
    body: Body,
    /// Whether it avoids others, and they it.
    minds: bool,
    /// Its velocity when the tick began, in world units a second: planning may have made it stand since.
    began_with: Vec2,
    /// Whether it may overlap another agent, or nearly does.
    overlaps: bool,
    /// Whether it was on a link at the start of the tick.
    pub was_on_link: bool,
    /// Whether it is where it can step onto the next link of its route.
    pub is_at_link: bool,
    /// Whether it needs another path.
    pub is_lost: bool,
    /// Whether others will not let it pass.
    pub is_stalled: bool,
    /// Whether it has come to the end of a link.
    pub is_across: bool,
    /// Whether it is near the end of its route, on the last leg.
    pub is_ending: bool,
    /// Whether the next leg of its route is due.
    pub wants_refinement: bool,
    /// Whether it stands still, and did so before.
    pub rests: bool,
    /// Whether it steps aside for a moving obstacle.
    pub steps_aside: bool,
    /// Whether it rests or walks on along its route, and nothing else follows.
    pub is_plain: bool,
}

/// How an agent is to be pushed out of those that it overlaps.
#[derive(Clone, Copy, Debug)]
struct PushApart {
    /// In world units; `None` where it overlaps no other after all.
    by: Option<Vec2>,
    /// How many others were looked at for that.
    seen: usize,
}

/// The crowd of a simulation. Only its memory outlasts a tick, to be used again.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    agent_ticks: Vec<AgentTick>,
    snapshot: Snapshot,
    /// The agents that are being pushed apart, by index in order, and how each is to be pushed.
    overlapping: Vec<usize>,
    pushes: Vec<PushApart>,
    /// The indices of the agents for which more follows from their movement than that they have moved.
    pub concerned: Vec<usize>,
    /// What some of them decided to do about what keeps them from their goals and slots.
    pub decisions: Vec<Decision>,
    /// Those that were on a link in the last tick, if only for a part of it; in order.
    pub crossed: Vec<AgentId>,
}

impl Crowd {
    /// What the agent with an index does.
    pub fn agent_tick(&self, index: usize) -> AgentTick {
        self.agent_ticks[index]
    }

    /// Chooses the agents for which more follows from their movement than that they have moved, or all.
    pub fn choose_concerned(&mut self, all: bool) {
        if all {
            self.concerned.clear();
            self.concerned.extend(0..self.agent_ticks.len());
        } else {
            parallel::places(&mut self.concerned, &self.agent_ticks, |agent_tick| !agent_tick.is_plain);
            // When a whole crowd sets out, all are.
            if self.concerned.capacity() > COPIED.max(4 * self.concerned.len()) {
                self.concerned.shrink_to(COPIED.max(2 * self.concerned.len()));
            }
        }
    }

    /// Lets the agents that are concerned decide; each sees the others as they were before any decision is carried out.
    pub fn recover(&mut self, world: &World, agents: &Agents) {
        let agent_ticks = &self.agent_ticks;
        parallel::filter_map_into(&mut self.decisions, &self.concerned, WORKED_ON, |&index| {
            decide(world, agents, index, &agent_ticks[index])
        });
    }

    /// The indices of the agents that can step onto a link, in order.
    pub fn at_links(&self) -> Vec<usize> {
        self.those(|agent_tick| agent_tick.is_at_link)
    }

    /// The indices of the agents on links, in order.
    pub fn on_links(&self) -> Vec<usize> {
        self.those(|agent_tick| agent_tick.was_on_link)
    }

    /// The indices of the agents of which something is true, in order.
    fn those(&self, is_meant: impl Fn(&AgentTick) -> bool + Sync) -> Vec<usize> {
        let mut those = Vec::new();
        parallel::places(&mut those, &self.agent_ticks, is_meant);
        those
    }

    /// Takes an agent that is on a link now out of the crowd: neither does it avoid others, nor they it.
    pub fn leave(&mut self, index: usize, is_across: bool) {
        self.agent_ticks[index] = AgentTick { was_on_link: true, is_across, ..AgentTick::default() };
    }

    /// Begins a tick, before anything is planned.
    pub fn begin(&mut self, agents: &mut [Agent]) {
        self.agent_ticks.resize(agents.len(), AgentTick::default());
        parallel::each_pair(agents, &mut self.agent_ticks, |_, agent, agent_tick| {
            agent_tick.began_with = agent.body.velocity
        });
    }

    /// Computes the preferred velocity of every agent that is not on a link.
    pub fn prefer(&mut self, world: &World, agents: &mut [Agent], obstacles: &DynamicObstacles) {
        let grounds = &Grounds::new(world, obstacles, agents);
        parallel::each_pair(agents, &mut self.agent_ticks, |_, agent, agent_tick| {
            agent.body.previous_position = agent.body.position;
            agent.body.previous_heading = agent.body.heading;
            agent.body.previous_height = agent.body.height;
            *agent_tick = AgentTick { began_with: agent_tick.began_with, ..AgentTick::begin(agent, grounds) };
        });
    }

    /// Lets every agent on the ground choose a velocity and move by it, then pushes overlapping agents apart.
    pub fn advance(&mut self, world: &World, agents: &mut [Agent], obstacles: &DynamicObstacles) {
        let grounds = &Grounds::new(world, obstacles, agents);
        let seed = world.seed.unwrap_or(world.level.seed) as u32;
        let agent_ticks = &self.agent_ticks;
        self.snapshot.rebuild(agent_ticks, |agent_tick| agent_tick.minds.then_some(&agent_tick.body), seed);
        let snapshot = &self.snapshot;
        parallel::each_pair(agents, &mut self.agent_ticks, |index, agent, agent_tick| {
            if !agent_tick.was_on_link {
                agent_tick.advance(index, agent, grounds, snapshot);
            }
        });
        parallel::places(&mut self.overlapping, &self.agent_ticks, |agent_tick| agent_tick.overlaps);
        if self.overlapping.is_empty() {
            return;
        }
        let agent_ticks = &self.agent_ticks;
        self.snapshot.all_moved(|index| agent_ticks[index].body.position);
        let mut looks = 0;
        for round in 0..ROUNDS {
            let (longest, seen) = self.push_apart(agents, grounds);
            looks += seen;
            let is_enough = longest < FAR_PUSH && round + 1 >= FEW_ROUNDS;
            if longest == 0.0 || is_enough || looks > LOOKS_AN_AGENT * agents.len() {
                break;
            }
        }
    }

    /// Pushes overlapping agents apart, once. Those that overlap no other after all are not looked at again. Returns the
    /// longest push, in world units, and how many bodies were looked at for it.
    fn push_apart(&mut self, agents: &mut [Agent], grounds: &Grounds) -> (f32, usize) {
        let (agent_ticks, snapshot, all) = (&self.agent_ticks, &self.snapshot, &*agents);
        parallel::map_into(&mut self.pushes, &self.overlapping, WORKED_ON, |&index| {
            agent_ticks[index].find_push(index, &all[index], grounds, snapshot)
        });
        let seen = self.pushes.iter().map(|found| found.seen).sum();
        let mut pushes = self.pushes.iter();
        self.overlapping.retain(|_| pushes.next().is_some_and(|push| push.by.is_some()));
        self.pushes.retain(|push| push.by.is_some());
        let pushes = &self.pushes;
        let by = |number: usize| pushes[number].by.unwrap_or_default();
        parallel::each_pair_at(&self.overlapping, agents, &mut self.agent_ticks, |number, agent, agent_tick| {
            push(agent, grounds.of(agent.identity.profile), by(number));
            agent_tick.body.position = agent.body.position;
            agent.motion.obstructed = OBSTRUCTED_TICKS;
        });
        let moved = self.overlapping.iter().map(|&index| (index, self.agent_ticks[index].body.position));
        self.snapshot.moved(moved);
        ((0..pushes.len()).map(|number| by(number).length_squared()).fold(0.0, f32::max).sqrt(), seen)
    }
}

impl AgentTick {
    /// What an agent would do if it were alone.
    fn begin(agent: &mut Agent, grounds: &Grounds) -> AgentTick {
        let ground = grounds.of(agent.identity.profile);
        let mut agent_tick = AgentTick::default();
        agent.motion.correction = Vec2::ZERO;
        if let Some((link, _)) = agent.crossing.on_link {
            agent_tick.was_on_link = true;
            agent_tick.take_place_of(agent, ground, &link);
            return agent_tick;
        }
        let progress = prefer(agent, grounds);
        (agent_tick.is_lost, agent_tick.is_stalled) =
            (progress == TrackProgress::Lost, progress == TrackProgress::Obstructed);
        let at_link = |route: &Route| route.is_at_link(ground.mover, agent.body.position, agent.body.velocity);
        agent_tick.is_at_link = !agent.stands() && agent.active_route().is_some_and(at_link);
        agent_tick.body = body(agent, ground);
        agent_tick.minds = ground.solid.profile.avoidance_quality != AvoidanceQuality::None && !agent.body.in_wall;
        agent_tick
    }

    /// Has others keep clear of an agent on a link: of its body where it has just stepped on, or is about to come off, and of
    /// where it comes down if it cannot stop. Riders of a lift keep clear of each other.
    fn take_place_of(&mut self, agent: &Agent, ground: Ground, link: &NavLink) {
        let [start, end] = [link.from, link.to].map(|cell| ground.nav.lattice().centre(cell));
        let is_free = agent.crossing.end == LinkEnd::Free;
        let lands = is_free && !can_stop_on(link.kind);
        let at = if lands { end } else { agent.body.position };
        let begins = start.distance_squared(at) < 4.0 * ground.radius() * ground.radius();
        self.minds = link.kind != LinkKind::Lift && (begins || is_free);
        if self.minds {
            let velocity = if lands { Vec2::ZERO } else { agent.body.velocity };
            self.body =
                Body { position: at, velocity, preferred: velocity, corner: at, onward: at, ..body(agent, ground) };
        }
    }

    /// Chooses a velocity for the agent with an index, and moves it.
    fn advance(&mut self, index: usize, agent: &mut Agent, grounds: &Grounds, snapshot: &Snapshot) {
        let ground = grounds.of(agent.identity.profile);
        let sidesteps = self.sidesteps(ground, grounds);
        self.steps_aside = !sidesteps.is_empty();
        self.rests = !self.steps_aside && self.is_left_alone(index, agent, snapshot);
        if self.rests {
            self.is_plain = !self.is_lost && !agent.recovery.may_look_back(grounds.world.tick);
            return rest(agent, ground);
        }
        let (chosen, free) = self.choose(index, agent, grounds, snapshot, &sidesteps);
        let chosen = self.within_reach(agent, chosen);
        if move_by(agent, ground, chosen, free) == WallExit::Left {
            self.is_lost = true;
        }
        self.body.position = agent.body.position;
        self.overlaps = self.minds && agent.motion.avoidance.crowded;
        let mut may_need_help = agent.recovery.yielding().is_some();
        if let Some(route) = agent.active_route() {
            may_need_help |= route.line.stalled >= PATIENCE;
            self.is_ending = route.is_on_last_bit() && self.is_near_end(agent, route, ground);
            self.wants_refinement = route.wants_refinement(ground.mover, agent.body.position);
        }
        let is_lost = self.is_lost || self.is_stalled || may_need_help;
        self.is_plain = !(self.body.stands || is_lost || self.is_ending || self.wants_refinement);
        if self.is_plain {
            agent.forget_slot();
        }
    }

    /// A velocity, or the nearest one that its acceleration allows where planning has made it stand in this tick: both together
    /// do not change its velocity by more than one of them may. In a wall it may be stopped at once.
    fn within_reach(&self, agent: &Agent, chosen: Vec2) -> Vec2 {
        let is_free = agent.body.in_wall || self.began_with == agent.body.velocity;
        if is_free { chosen } else { reachable_from(self.began_with, chosen, self.body.acceleration * TICK) }
    }

    /// Whether the end of its route, for which it heads on the last leg, is so near that it may arrive, also after a push.
    fn is_near_end(&self, agent: &Agent, route: &Route, ground: Ground) -> bool {
        let near = (NEAR_SLOT * ground.radius()).max(route.arrives_within(ground.mover));
        self.body.corner.distance_squared(agent.body.position) <= near * near
    }

    /// Whether it stands at its slot and no other comes near.
    fn is_left_alone(&self, index: usize, agent: &Agent, snapshot: &Snapshot) -> bool {
        if !self.body.stands {
            return false;
        }
        let is_there = agent.plan.slot.is_none_or(|slot| slot.distance(agent.body.position) <= NEARLY_THERE);
        let slow = (3.0 * AT_REST).min(self.body.acceleration * TICK);
        // Planning may have told it to stand in this tick while it still moved.
        let speed = agent.body.velocity.length().max(self.began_with.length());
        let is_still = (is_there || agent.motion.wanted_velocity == Vec2::ZERO) && speed <= slow;
        is_still && !(self.minds && snapshot.is_disturbed(index))
    }

    /// The velocity that it chooses, and the distance around it, in world units, within which nothing solid is known to
    /// be.
    fn choose(
        &self,
        index: usize,
        agent: &mut Agent,
        grounds: &Grounds,
        snapshot: &Snapshot,
        sidesteps: &[Sidestep],
    ) -> (Vec2, f32) {
        let ground = grounds.of(agent.identity.profile);
        let wish = agent.motion.preferred_velocity;
        if !self.minds {
            // The wish that it kept while obstructed, or from before it was made slower, may be out of reach in one tick.
            agent.motion.obstructed = agent.motion.obstructed.saturating_sub(1);
            return (reachable(&self.body, wish, TICK), 0.0);
        }
        let reach = wall_reach(ground);
        let walls = walls_near(ground, &grounds.ahead.near(agent.body.position, reach), agent.body.position, reach);
        let solid = walls.as_ref().map_or(&[][..], Walls::as_slice);
        let mut chosen = safe_velocity(snapshot, index, (solid, sidesteps), &mut agent.motion.avoidance, TICK);
        let may_halt = agent.body.velocity.length() <= self.body.acceleration * TICK;
        if self.body.stands && agent.motion.wanted_velocity == Vec2::ZERO && chosen.length() < STILL && may_halt {
            chosen = Vec2::ZERO;
        }
        agent.motion.queueing = agent.motion.avoidance.queueing || agent.crossing.waiting.is_some();
        // An agent that cannot even set out is held off the little speed that it comes to want in a tick.
        let is_stuck = agent.active_route().is_some_and(|route| route.line.stalled >= STALLED);
        let least = (1.0 - OBSTRUCTED_SPEED) * if is_stuck { wish.length() } else { ground.mover.speed };
        let is_held = chosen.distance_squared(wish) > least * least;
        agent.motion.obstructed = if is_held { OBSTRUCTED_TICKS } else { agent.motion.obstructed.saturating_sub(1) };
        (chosen, if walls.is_none() { reach } else { 0.0 })
    }

    /// The sidesteps of the agent before moving obstacles, if it avoids others. One that steers by rays goes round them as its rays tell it.
    fn sidesteps(&self, ground: Ground, grounds: &Grounds) -> Vec<Sidestep> {
        match ground.solid.profile.navigation {
            Navigation::Search if self.minds => grounds.ahead.sidesteps(&self.body, ground),
            Navigation::Search | Navigation::Rays => Vec::new(),
        }
    }

    /// How the agent is to be pushed out of those that it overlaps; not at all where the overlap is too small to count.
    fn find_push(&self, index: usize, agent: &Agent, grounds: &Grounds, snapshot: &Snapshot) -> PushApart {
        let Correction { mut push, seen } = correction(snapshot, index);
        let overlaps = push.length_squared() > UNMOVED * UNMOVED;
        if overlaps {
            let ground = grounds.of(agent.identity.profile);
            // Walls farther away than the push leads do not change it, nor do those that it is turned to by nearer ones.
            let reach = (2.0 * (ground.radius() + push.length())).min(wall_reach(ground));
            let bodies = grounds.ahead.near(self.body.position, reach);
            if let Some(walls) = walls_near(ground, &bodies, self.body.position, reach) {
                push = off_walls(snapshot, index, push, walls.as_slice());
            }
        }
        PushApart { by: overlaps.then_some(push), seen }
    }
}

/// Lets an agent stand, and creep the last bit to its slot, unless the corner of a wall is in between.
fn rest(agent: &mut Agent, ground: Ground) {
    let motion = &agent.motion;
    if [agent.body.velocity, motion.chosen_velocity, motion.steering].iter().any(|&vector| vector != Vec2::ZERO) {
        agent.halt();
        (agent.motion.chosen_velocity, agent.motion.steering) = (Vec2::ZERO, Vec2::ZERO);
    }
    agent.forget_slot();
    let Some(slot) = agent.plan.slot.filter(|slot| slot.distance(agent.body.position) <= NEARLY_THERE) else {
        return;
    };
    let left = slot - agent.body.position;
    let next = if left.length() <= CREEP { slot } else { agent.body.position + left.clamp_length_max(CREEP) };
    if left != Vec2::ZERO && (agent.body.in_wall || fits(&ground.solid, next)) {
        agent.body.position = next;
    }
}

/// The body of an agent as others see it.
fn body(agent: &Agent, ground: Ground) -> Body {
    let profile = ground.solid.profile;
    let here = agent.body.position;
    let in_turn = agent.is_reordered();
    let (corner, onward) = match (agent.crossing.waiting, agent.active_route()) {
        (Some(waiting), _) if in_turn => (waiting.position, waiting.position),
        (_, Some(route)) => route.heads_for_and_then(here),
        (_, None) => (here, here),
    };
    Body {
        position: agent.body.position,
        velocity: agent.body.velocity,
        preferred: agent.motion.preferred_velocity,
        radius: profile.avoidance_radius.unwrap_or(profile.radius),
        max_speed: profile.max_speed.max(profile.speed),
        acceleration: profile.acceleration,
        headway: profile.headway,
        // A yielding agent must get out first.
        priority: if agent.recovery.yielding().is_some() || in_turn { 0 } else { profile.avoidance_priority },
        most_neighbours: profile.avoidance_quality.neighbours() as u8,
        id: agent.identity.id.0,
        stands: agent.stands() && !in_turn || agent.waits_at_gate(),
        in_turn,
        corner,
        onward,
    }
}

/// How far from its middle an agent looks for walls, in world units.
fn wall_reach(ground: Ground) -> f32 {
    let most = WALL_REACH_TILES * ground.solid.map.lattice.tile_size;
    ground.radius() + (WALL_REACH * ground.solid.profile.max_speed.max(ground.mover.speed)).min(most)
}

/// The walls within `reach` of an agent, and of the moving `bodies` that are as near, as near as if it were as wide as it is to
/// others. `None` if none are known to be there without a closer look.
fn walls_near(ground: Ground, bodies: &[MovingBody], middle: Vec2, reach: f32) -> Option<Walls> {
    if bodies.is_empty() && is_far_from_walls(ground, middle, reach) {
        return None;
    }
    let profile = ground.solid.profile;
    let wider = profile.avoidance_radius.map_or(0.0, |radius| radius - profile.radius);
    let mut walls = Walls::default();
    walls.look(&ground.solid, middle, reach, wider, bodies);
    Some(walls)
}
