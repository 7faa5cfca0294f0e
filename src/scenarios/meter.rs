//! What is measured of a run, tick by tick.
//!
//! Everything is measured from positions and chosen velocities. How deep bodies are in each other and in walls is measured
//! of all agents in all ticks, of those that have arrived too; how they move, of those that are under way.

use glam::Vec2;
use serde::Serialize;

use super::overlaps::overlaps;
use super::stillness::Stillness;
use super::trip::{ArrivalRegion, Trip};
use crate::sim::{TICK, TICKS_A_SECOND};

/// From which part of a diameter on two bodies count as overlapping.
const OVERLAP: f32 = 0.01;

/// What is seen of an agent after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentSample {
    /// The middle of the agent, in world units.
    pub position: Vec2,
    /// The velocity that it chose in the tick, in world units a second; what pushed it besides is not in it.
    pub chosen_velocity: Vec2,
    /// The velocity that walls have left of the chosen one, in world units a second.
    pub velocity: Vec2,
    /// Whether it waits because of an order.
    pub waits: bool,
    /// Whether it stands at the end of its last path.
    pub stands: bool,
    /// How deep its body is in a wall, in world units.
    pub in_wall: f32,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrowdFigures {
    /// How many agents were measured.
    pub agents: usize,
    /// How many of them have arrived, and are still there: an agent that was pushed away does not count.
    pub arrived: usize,
    /// When the last agent arrived, in seconds; the length of the run if one has not.
    pub last_s: f64,
    /// The length walked until the arrival, relative to the shortest path; the mean over the agents that have arrived, if any.
    pub path_ratio: Option<f64>,
    /// The time until the arrival, without ordered waits, times the preferred speed, relative to the shortest path;
    /// likewise.
    pub time_ratio: Option<f64>,
    /// In how many percent of the agent-ticks one was deeper than 1 percent of a diameter in another.
    pub overlap_percent: f64,
    /// How deep one was in another at the worst, in percent of a diameter.
    pub penetration_percent: f64,
    /// How deep one was in a wall at the worst, in world units.
    pub wall_penetration: f64,
    /// How long one was stuck at the longest, in seconds: less than 0.05 world units in a second, in a queue too, but not
    /// because of an order.
    pub stuck_s: f64,
    /// How much the acceleration of the chosen velocity changes, in world units a second cubed: the mean over the agent-ticks.
    pub jerk_mean: f64,
    /// The greatest acceleration from the velocity before a tick to the chosen one, in world units a second squared: what
    /// others push or a wall stops is not chosen.
    pub acceleration_max: f64,
    /// How many pass the gate in a second, between the tenth and the ninetieth percentile of all passages; where there is a
    /// gate that has been passed this often.
    pub flow_per_s: Option<f64>,
}

/// Measures a run.
#[derive(Clone, Debug)]
pub struct Meter {
    walkers: Vec<ObservedAgent>,
    radii: Vec<f32>,
    has_gate: bool,
    tick: u64,
    /// The ticks of all agents, and those of agents under way.
    agent_ticks: u64,
    walking_ticks: u64,
    overlapped: u64,
    deepest: f32,
    deepest_in_wall: f32,
    longest_stuck: usize,
    jerk: f64,
    greatest_acceleration: f32,
}

/// What is known of one agent.
#[derive(Clone, Debug)]
struct ObservedAgent {
    /// `None` for an agent that is not measured.
    trip: Option<Trip>,
    position: Vec2,
    velocity: Vec2,
    acceleration: Vec2,
    walked: f32,
    arrived: Option<u64>,
    /// When it passed the gate for the first time.
    passed: Option<u64>,
    stillness: Stillness,
}

impl Meter {
    /// Begins with agents at rest: of each its trip, if it is measured, its position, and the radius of its body, in world
    /// units. With a gate, an agent passes it when it crosses x = 0.
    pub fn new(agents: impl IntoIterator<Item = (Option<Trip>, Vec2, f32)>, has_gate: bool) -> Meter {
        let (walkers, radii) =
            agents.into_iter().map(|(trip, at, radius)| (ObservedAgent::new(trip, at), radius)).unzip();
        Meter {
            walkers,
            radii,
            has_gate,
            tick: 0,
            agent_ticks: 0,
            walking_ticks: 0,
            overlapped: 0,
            deepest: 0.0,
            deepest_in_wall: 0.0,
            longest_stuck: 0,
            jerk: 0.0,
            greatest_acceleration: 0.0,
        }
    }

    /// Looks at all agents after a tick, in the same order as before.
    pub fn look(&mut self, seen: &[AgentSample]) {
        self.tick += 1;
        let middles: Vec<Vec2> = seen.iter().map(|seen| seen.position).collect();
        let depths = overlaps(&middles, &self.radii);
        for index in 0..self.walkers.len() {
            if self.walkers[index].trip.is_some() {
                self.look_at_body(depths[index], seen[index].in_wall);
            }
            if self.walkers[index].is_under_way() {
                self.look_at_motion(index, &seen[index]);
            }
            self.walkers[index].note(&seen[index], self.tick);
        }
    }

    fn look_at_body(&mut self, depth: f32, in_wall: f32) {
        self.agent_ticks += 1;
        self.overlapped += u64::from(depth > OVERLAP);
        self.deepest = self.deepest.max(depth);
        self.deepest_in_wall = self.deepest_in_wall.max(in_wall);
    }

    fn look_at_motion(&mut self, index: usize, seen: &AgentSample) {
        self.walking_ticks += 1;
        let walker = &mut self.walkers[index];
        let acceleration = (seen.chosen_velocity - walker.velocity) / TICK;
        self.jerk += f64::from(((acceleration - walker.acceleration) / TICK).length());
        self.greatest_acceleration = self.greatest_acceleration.max(acceleration.length());
        if seen.waits {
            walker.stillness.forget();
        } else {
            self.longest_stuck = self.longest_stuck.max(walker.stillness.note(seen.position));
        }
    }

    /// Whether all agents that are measured have arrived.
    pub fn all_arrived(&self) -> bool {
        !self.walkers.iter().any(ObservedAgent::is_under_way)
    }

    /// What has come of it so far.
    pub fn figures(&self) -> CrowdFigures {
        let measured = self.walkers.iter().filter(|walker| walker.trip.is_some()).count();
        let arrivals: Vec<u64> = self.walkers.iter().filter_map(|walker| walker.arrived).collect();
        let last = if arrivals.len() < measured { self.tick } else { arrivals.iter().copied().max().unwrap_or(0) };
        let agent_ticks = self.agent_ticks.max(1) as f64;
        CrowdFigures {
            agents: measured,
            arrived: arrivals.len(),
            last_s: seconds(last),
            path_ratio: self.mean_of_arrived(|walker, trip, _| walker.walked / trip.shortest),
            time_ratio: self.mean_of_arrived(|_, trip, time| (time - trip.waits) * trip.speed / trip.shortest),
            overlap_percent: 100.0 * self.overlapped as f64 / agent_ticks,
            penetration_percent: 100.0 * f64::from(self.deepest),
            wall_penetration: f64::from(self.deepest_in_wall),
            stuck_s: seconds(self.longest_stuck as u64),
            jerk_mean: self.jerk / self.walking_ticks.max(1) as f64,
            acceleration_max: f64::from(self.greatest_acceleration),
            flow_per_s: self.flow(),
        }
    }

    /// The mean of a ratio of a walker, its trip and the seconds that it took, over the walkers whose path is not empty.
    fn mean_of_arrived(&self, ratio: impl Fn(&ObservedAgent, &Trip, f32) -> f32) -> Option<f64> {
        let arrived = self.walkers.iter().filter_map(|walker| {
            let (trip, arrived) = (walker.trip.as_ref().filter(|trip| trip.shortest > 0.0)?, walker.arrived?);
            Some(f64::from(ratio(walker, trip, seconds(arrived) as f32)))
        });
        let ratios: Vec<f64> = arrived.collect();
        (!ratios.is_empty()).then(|| ratios.iter().sum::<f64>() / ratios.len() as f64)
    }

    fn flow(&self) -> Option<f64> {
        let mut passages: Vec<u64> = self.walkers.iter().filter_map(|walker| walker.passed).collect();
        passages.sort_unstable();
        let (first, last) = (passages.len() / 10, (passages.len() * 9 / 10).min(passages.len().saturating_sub(1)));
        let ticks = passages.get(last)? - passages.get(first)?;
        (self.has_gate && ticks > 0).then(|| (last - first) as f64 / seconds(ticks))
    }
}

impl ObservedAgent {
    fn new(trip: Option<Trip>, position: Vec2) -> ObservedAgent {
        let mut stillness = Stillness::default();
        stillness.note(position);
        ObservedAgent {
            trip,
            position,
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            walked: 0.0,
            arrived: None,
            passed: None,
            stillness,
        }
    }

    fn is_under_way(&self) -> bool {
        self.trip.is_some() && self.arrived.is_none()
    }

    /// Keeps what was seen after this tick.
    fn note(&mut self, seen: &AgentSample, tick: u64) {
        if self.passed.is_none() && (self.position.x < 0.0) != (seen.position.x < 0.0) {
            self.passed = Some(tick);
        }
        self.acceleration = (seen.chosen_velocity - self.velocity) / TICK;
        self.velocity = seen.velocity;
        let is_there = self.trip.is_some_and(|trip| trip.region.is_reached(seen.position, seen.stands));
        let stays = self
            .trip
            .is_some_and(|trip| matches!(trip.region, ArrivalRegion::Beyond { .. } | ArrivalRegion::FirstStop));
        if self.arrived.is_none() {
            self.walked += seen.position.distance(self.position);
            self.arrived = is_there.then_some(tick);
        } else if !is_there && !stays {
            self.arrived = None;
        }
        self.position = seen.position;
    }
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / TICKS_A_SECOND
}

#[cfg(test)]
mod tests;
