//! The hash of a simulation's state: FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) over the exact bits.

use glam::Vec2;
use rand::Rng;

use crate::agent::{Agent, OrderProgress, Route, Urge, WaitingFor};
use crate::grid::Cell;
use crate::level::{BakeSettings, Extent, Obstacle, Order, Shape, Target, Zone};
use crate::nav::Method;
use crate::profile::{AgentProfile, PROPERTIES};
use crate::sim::Simulation;
use crate::sim::dynamic_obstacles::Moving;
use crate::sim::jobs::{Job, JobKind, Step};
use crate::sim::links::Traffic;
use crate::sim::world::zones::Painted;

struct Hasher(u64);

impl Hasher {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// The two zeros are one number: adding zero makes the negative one positive.
    fn float(&mut self, number: f32) {
        self.bytes(&(number + 0.0).to_bits().to_le_bytes());
    }

    fn vec(&mut self, vec: Vec2) {
        self.float(vec.x);
        self.float(vec.y);
    }

    fn cell(&mut self, cell: Cell) {
        self.bytes(&cell.x.to_le_bytes());
        self.bytes(&cell.y.to_le_bytes());
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Tile(cell) => {
                self.number(1);
                self.cell(*cell);
            }
            Target::Point(point) => {
                self.number(2);
                self.vec(*point);
            }
            Target::Place(name) => {
                self.number(3);
                self.name(name);
            }
        }
    }

    fn waiting_for(&mut self, reason: WaitingFor) {
        match reason {
            WaitingFor::Turn(kind) => self.bytes(&[0, kind as u8]),
            WaitingFor::Link(kind) => self.bytes(&[1, kind as u8]),
            WaitingFor::Leave => self.bytes(&[2]),
            WaitingFor::Door => self.bytes(&[3]),
            WaitingFor::Pass => self.bytes(&[4]),
        }
    }

    fn order(&mut self, order: &Order) {
        match order {
            Order::MoveTo(target) => {
                self.number(1);
                self.target(target);
            }
            Order::MoveInFormation(target) => {
                self.number(2);
                self.target(target);
            }
            Order::Patrol(name) => {
                self.number(3);
                self.name(name);
            }
            Order::Follow { agent, distance, on_sight } => {
                self.bytes(&[4, u8::from(*on_sight)]);
                self.number(u64::from(*agent));
                self.float(*distance);
            }
            Order::Flee { agent, distance } => {
                self.number(5);
                self.number(u64::from(*agent));
                self.float(*distance);
            }
            Order::Wander(distance) => {
                self.number(6);
                self.float(*distance);
            }
            Order::Stop => self.number(7),
            Order::Wait(seconds) => {
                self.number(8);
                self.float(*seconds);
            }
        }
    }

    fn progress(&mut self, progress: &OrderProgress) {
        let OrderProgress { point, backward, unreached, home, on_leg, in_sight, .. } = *progress;
        let OrderProgress { stood, next_look, shares_route, is_over, pace, .. } = *progress;
        self.bytes(&[backward, on_leg, in_sight, shares_route, is_over].map(u8::from));
        self.vec(home);
        self.float(pace.unwrap_or(-1.0));
        for number in [point as u64, unreached as u64, u64::from(stood), next_look] {
            self.number(number);
        }
        match progress.urge {
            None => {}
            Some(Urge::Wander(stray)) => self.vec(stray),
            Some(Urge::Evade(agent)) => self.number(u64::from(agent.0)),
            Some(Urge::Pursue { agent, distance }) => {
                self.number(1 << 32 | u64::from(agent.0));
                self.float(distance);
            }
        }
    }

    fn route(&mut self, route: &Route) {
        self.target(&route.target);
        self.bytes(&[route.status as u8, route.ending as u8]);
        self.number(route.cells.len() as u64);
        route.cells.iter().chain(route.ahead.iter().map(|ahead| &ahead.cell)).for_each(|&cell| self.cell(cell));
        self.number(route.refinement.map_or(u64::MAX, |request| request.0));
        self.number(route.next as u64);
        self.number(route.track_next as u64);
        self.vec(route.track_from);
        self.float(route.walked);
        self.float(route.least_left);
        self.float(route.stalled);
        self.number(u64::from(route.obstructed_ticks));
        self.float(route.attempts.shortest);
        self.bytes(&[route.attempts.since]);
        for point in &route.track {
            self.vec(point.position);
            self.float(point.speed);
        }
    }

    fn method(&mut self, method: Method) {
        let Method { algorithm, heuristic, weight, connectivity, expansion_limit, smooth, .. } = method;
        self.bytes(&[algorithm as u8, heuristic as u8, connectivity as u8, u8::from(smooth)]);
        self.number(weight.to_bits());
        self.number(u64::from(expansion_limit));
    }

    fn agent(&mut self, agent: &Agent) {
        self.number(u64::from(agent.identity.id.0));
        self.number(agent.identity.profile as u64);
        for vec in [agent.body.position, agent.body.velocity, agent.body.heading, agent.plan.slot.unwrap_or(Vec2::MAX)]
        {
            self.vec(vec);
        }
        for vec in [agent.motion.preferred_velocity, agent.motion.chosen_velocity, agent.motion.correction] {
            self.vec(vec);
        }
        self.bytes(&[u8::from(agent.motion.queueing), agent.motion.obstructed, agent.recovery.displaced]);
        self.number(agent.recovery.displaced_tick);
        self.number(agent.recovery.looked);
        self.bytes(format!("{:?}", agent.recovery.state).as_bytes());
        agent.motion.avoidance.numbers().iter().for_each(|number| self.bytes(&number.to_le_bytes()));
        self.bytes(&[agent.state() as u8, u8::from(agent.body.in_wall), u8::from(agent.task.no_path_told)]);
        self.float(agent.status.walked);
        self.float(agent.body.wall_penetration);
        self.number(agent.status.arrived_tick.map_or(u64::MAX, |tick| tick));
        self.number(agent.task.queue.len() as u64);
        agent.task.goal.iter().for_each(|target| self.target(target));
        agent.task.order.iter().chain(&agent.task.queue).for_each(|order| self.order(order));
        self.progress(&agent.task.progress);
        if let Some((link, part)) = agent.crossing.on_link {
            self.cell(link.from);
            self.cell(link.to);
            self.float(part);
            self.vec(agent.crossing.on_platform);
        }
        if let Some(waiting) = agent.crossing.waiting {
            self.waiting_for(waiting.reason);
            self.vec(waiting.position);
        }
        if let Some((link, since)) = agent.crossing.admitted {
            self.number(link as u64);
            self.number(since);
            self.vec(agent.crossing.on_platform);
        }
        if let Some(method) = agent.identity.method {
            self.method(method);
        }
        if let Some(route) = &agent.plan.route {
            self.route(route);
        }
    }

    fn name(&mut self, name: &str) {
        self.number(name.len() as u64);
        self.bytes(name.as_bytes());
    }

    fn zone(&mut self, zone: &Zone) {
        self.name(&zone.name);
        self.bytes(&[zone.kind as u8]);
        self.float(zone.strength);
        self.float(zone.falloff);
        match &zone.extent {
            Extent::Circle { at, radius } => {
                self.vec(*at);
                self.float(*radius);
            }
            Extent::Polygon(corners) => corners.iter().for_each(|&corner| self.vec(corner)),
            Extent::Riding { agent, radius, in_sight } => {
                self.number(*agent as u64);
                self.float(*radius);
                self.bytes(&[u8::from(*in_sight)]);
            }
        }
    }

    /// What the zones have put on the ground follows from where they were laid.
    fn painted(&mut self, painted: &Painted) {
        painted.riders.iter().flatten().for_each(|&cell| self.cell(cell));
        for look in &painted.looks {
            self.number(look.earliest);
            self.bytes(&[u8::from(look.is_due)]);
        }
        self.number(u64::from(painted.waited));
        self.number(painted.interrupted.map_or(u64::MAX, |search| search.0));
    }

    fn obstacle(&mut self, obstacle: &Obstacle) {
        self.name(&obstacle.name);
        self.vec(obstacle.at);
        self.bytes(&[obstacle.layer]);
        match obstacle.shape {
            Shape::Circle(radius) => self.float(radius),
            Shape::Box { half, along } => {
                self.vec(half);
                self.vec(along);
            }
        }
    }

    fn moving(&mut self, moving: &Moving) {
        self.obstacle(&moving.obstacle);
        self.vec(moving.home);
        self.vec(moving.velocity);
        self.bytes(&[u8::from(moving.backward), u8::from(moving.is_on), u8::from(moving.is_ground)]);
        self.bytes(&[u8::from(moving.is_held_up)]);
        self.number(moving.aim as u64);
        self.number(u64::from(moving.stood));
        self.number(u64::from(moving.alone));
    }

    fn traffic(&mut self, traffic: &Traffic) {
        self.bytes(&[u8::from(traffic.backward)]);
        self.number(u64::from(traffic.gone));
        for waiter in &traffic.waiting {
            self.number(u64::from(waiter.agent.0));
            self.number(waiter.rank);
            self.bytes(&[u8::from(waiter.backward)]);
        }
        if let Some((agent, tick)) = traffic.last_off {
            self.number(u64::from(agent.0));
            self.number(tick);
        }
        self.float(traffic.lift.map_or(0.0, |(at, _)| at));
    }

    fn bake(&mut self, settings: &BakeSettings) {
        let BakeSettings { cells_per_tile, smallest_region, obstacle_epsilon, layers } = *settings;
        self.number(u64::from(cells_per_tile));
        self.float(smallest_region);
        self.float(obstacle_epsilon);
        self.number(u64::from(layers));
    }

    fn profile(&mut self, profile: &AgentProfile) {
        PROPERTIES.iter().filter_map(|property| property.value(profile)).for_each(|value| self.float(value));
        self.number(u64::from(profile.rays.layers));
        self.number(u64::from(profile.areas.mask));
        for &(area, cost) in &profile.areas.costs {
            self.bytes(&[area.0]);
            self.float(cost);
        }
        profile.abilities.iter().for_each(|ability| self.name(ability));
    }

    /// What commands can change of the ground besides its tiles; of what may be as the level has it, only what is not.
    fn ground(&mut self, simulation: &Simulation) {
        let (map, level) = (&simulation.world.map, &simulation.world.level);
        map.obstacles.iter().for_each(|obstacle| self.obstacle(obstacle));
        map.links.iter().for_each(|link| self.bytes(&[u8::from(link.active)]));
        if !simulation.world.is_baked {
            self.number(1);
        }
        if map.bake != level.map.bake {
            self.bake(&map.bake);
        }
        for (index, profile) in simulation.world.profiles.iter().enumerate() {
            if *profile != level.profiles[index] {
                self.number(index as u64);
                self.profile(profile);
            }
        }
    }

    fn task(&mut self, task: &Job) {
        let kind = match task.kind {
            JobKind::FindPath => 0,
            JobKind::FindOtherSlot => 1,
            JobKind::Settle(ending) => 2 + ending as u8,
            JobKind::Return(ending) => 32 + ending as u8,
            JobKind::GoToSlot => 64,
            JobKind::Detour { settles } => 65 + u8::from(settles),
            JobKind::Yield(_) => 67,
        };
        let step = match task.step {
            Step::Begin => 0,
            Step::FindSlot(_) => 1,
            Step::Search { .. } => 2,
            Step::Scan(_) => 3,
        };
        self.number(u64::from(task.agent.0));
        self.bytes(&[kind, step]);
    }
}

impl Simulation {
    /// A number that two simulations share exactly when tick, ground, agents and random state are the
    /// same, bit for bit.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = Hasher(0xcbf2_9ce4_8422_2325);
        hasher.number(self.world.tick);
        for id in self.world.map.tiles.values() {
            hasher.bytes(&[id.0]);
        }
        hasher.ground(self);
        self.agents.list.iter().for_each(|agent| hasher.agent(agent));
        self.world.zones.iter().for_each(|zone| hasher.zone(zone));
        self.world.paths.iter().for_each(|path| hasher.bytes(&[path.course as u8]));
        hasher.painted(&self.world.painted);
        self.obstacles.moving.iter().for_each(|moving| hasher.moving(moving));
        self.links.traffic.iter().for_each(|traffic| hasher.traffic(traffic));
        if let Some(worn) = &self.world.worn {
            worn.levels.values().iter().for_each(|&level| hasher.float(level));
            hasher.number(worn.next as u64);
        }
        self.world.map.fields.wear.iter().for_each(|wear| hasher.bytes(wear.values()));
        hasher.method(self.world.method);
        self.agents.jobs.iter().for_each(|task| hasher.task(task));
        self.agents.requests.waiting().for_each(|request| hasher.number(request.0));
        hasher.number(u64::from(self.agents.requests.statistics().expanded));
        // The generator does not show its state, but what it would draw next tells it.
        let mut rng = self.rng.clone();
        for _ in 0..4 {
            hasher.number(rng.next_u64());
        }
        hasher.0
    }
}
