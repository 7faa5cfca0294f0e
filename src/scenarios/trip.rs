//! Where an agent goes, when it has arrived, and how far that is.

use glam::Vec2;

use super::ArrivalCriterion;
use crate::agent::Agent;
use crate::agent::body::can_go_straight;
use crate::level::{Order, Solid, Target};
use crate::nav::{Algorithm, Method, PathQuery, Search, find_path};
use crate::sim::Simulation;

/// The destination of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// Where it counts as arrived.
    pub region: ArrivalRegion,
    /// The length of the shortest path there, through all goals before it, in world units.
    pub shortest: f32,
    /// How long its orders make it wait before and between its goals, in seconds.
    pub waits: f32,
    /// Its preferred speed, in world units a second.
    pub speed: f32,
}

/// Where an agent counts as arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArrivalRegion {
    /// Within `radius` of `middle`, in world units.
    Disc { middle: Vec2, radius: f32 },
    /// At least `distance` along a unit vector from the middle of the world, in world units.
    Beyond { along: Vec2, distance: f32 },
    /// Where it stands within `radius` of `middle`, in world units.
    Place { middle: Vec2, radius: f32 },
    /// Where it stands at the end of its path.
    Standing,
    /// Where it stands at the end of its first path, though it goes on from there afterwards.
    FirstStop,
}

impl ArrivalRegion {
    /// Whether an agent is there.
    pub fn is_reached(&self, position: Vec2, stands: bool) -> bool {
        match *self {
            ArrivalRegion::Disc { middle, radius } => position.distance(middle) <= radius,
            ArrivalRegion::Beyond { along, distance } => position.dot(along) >= distance,
            ArrivalRegion::Place { middle, radius } => stands && position.distance(middle) <= radius,
            ArrivalRegion::Standing | ArrivalRegion::FirstStop => stands,
        }
    }

    /// The part of the straight line from `from` to `to` before the region, from 0 to 1; `None` if the line does not reach it.
    fn part_before(&self, from: Vec2, to: Vec2) -> Option<f32> {
        let line = to - from;
        match *self {
            ArrivalRegion::Disc { middle, radius } => {
                // The smaller root of |from + part * (to - from) - middle| = radius.
                let away = from - middle;
                let (a, b, c) = (line.length_squared(), away.dot(line), away.length_squared() - radius * radius);
                if c <= 0.0 {
                    return Some(0.0);
                }
                let part = (-b - (b * b - a * c).sqrt()) / a;
                (0.0..=1.0).contains(&part).then_some(part)
            }
            ArrivalRegion::Beyond { along, distance } => {
                let (before, after) = (distance - from.dot(along), distance - to.dot(along));
                (after <= 0.0).then(|| if before <= 0.0 { 0.0 } else { before / (before - after) })
            }
            ArrivalRegion::Place { .. } | ArrivalRegion::Standing | ArrivalRegion::FirstStop => None,
        }
    }

    /// The length of a path from point to point up to the region, in world units; all of it if it does not reach it.
    fn length_before(&self, path: &[Vec2]) -> f32 {
        let mut length = 0.0;
        for pair in path.windows(2) {
            let step = pair[0].distance(pair[1]);
            if let Some(part) = self.part_before(pair[0], pair[1]) {
                return length + part * step;
            }
            length += step;
        }
        length
    }
}

impl Trip {
    /// The trip of an agent by its orders at the start; `None` if these are not waits and moves that end with a move, or if
    /// no path leads there.
    pub fn of(simulation: &Simulation, agent: &Agent, arrival: ArrivalCriterion, search: &mut Search) -> Option<Trip> {
        let (mut path, mut waits) = (vec![agent.body.position], 0.0);
        for order in agent.task.order.iter().chain(agent.task.queue.iter()) {
            match order {
                Order::Wait(seconds) => waits += seconds,
                Order::MoveTo(target) | Order::MoveInFormation(target) => {
                    let from = path[path.len() - 1];
                    let goal = simulation.target_point(target, from)?;
                    path.extend_from_slice(&shortest_path(simulation, agent, from, goal, search)?[1..]);
                }
                _ => return None,
            }
        }
        if !matches!(
            agent.task.queue.back().or(agent.task.order.as_ref())?,
            Order::MoveTo(_) | Order::MoveInFormation(_)
        ) {
            return None;
        }
        let goal = path[path.len() - 1];
        let region = match arrival {
            ArrivalCriterion::Near(radius) => ArrivalRegion::Disc { middle: goal, radius },
            ArrivalCriterion::Past(distance) => {
                ArrivalRegion::Beyond { along: main_direction(goal - agent.body.position), distance }
            }
            ArrivalCriterion::Standing if is_shared(simulation, agent) => ArrivalRegion::Standing,
            ArrivalCriterion::Standing => {
                let profile = simulation.profile_of(agent);
                ArrivalRegion::Place { middle: goal, radius: profile.radius + profile.stopping_distance }
            }
            ArrivalCriterion::FirstErrand => ArrivalRegion::FirstStop,
        };
        Some(Trip { region, shortest: region.length_before(&path), waits, speed: simulation.profile_of(agent).speed })
    }
}

/// Whether others are sent where an agent goes last, or to a place with room for many.
fn is_shared(simulation: &Simulation, agent: &Agent) -> bool {
    let last = |agent: &Agent| agent.task.queue.back().or(agent.task.order.as_ref()).cloned();
    let goal = last(agent);
    let is_place =
        |order: &Order| matches!(order, Order::MoveTo(Target::Place(_)) | Order::MoveInFormation(Target::Place(_)));
    let others = simulation.agents().iter().filter(|other| other.identity.id != agent.identity.id);
    goal.as_ref().is_some_and(is_place) || others.into_iter().any(|other| last(other) == goal)
}

/// The one of the four directions along x and y that a vector points in most.
fn main_direction(vector: Vec2) -> Vec2 {
    let along_x = vector.x.abs() >= vector.y.abs();
    if along_x { Vec2::new(vector.x.signum(), 0.0) } else { Vec2::new(0.0, vector.y.signum()) }
}

/// The points of the shortest path of an agent between two points: straight where its body can go straight; otherwise in
/// straight lines between the middles of cells.
fn shortest_path(
    simulation: &Simulation,
    agent: &Agent,
    from: Vec2,
    goal: Vec2,
    search: &mut Search,
) -> Option<Vec<Vec2>> {
    let (nav, profile) = (simulation.nav_grid(agent.identity.profile), simulation.profile_of(agent));
    let solid = Solid::new(simulation.map(), profile);
    let is_straight = |from: Vec2, to: Vec2| can_go_straight(&solid, from, to, profile.radius);
    if is_straight(from, goal) {
        return Some(vec![from, goal]);
    }
    let lattice = nav.lattice();
    let method = Method { algorithm: Algorithm::AnyAngle, ..Method::default() };
    let query = PathQuery::between(lattice.tile_at(from), lattice.tile_at(goal)).by(method);
    let path = find_path(nav, &query, search).ok()?;
    let corners: Vec<Vec2> = path.cells.iter().map(|&cell| lattice.centre(cell)).collect();
    let inner = &corners[1..corners.len().max(2) - 1];
    let first = inner.iter().rposition(|&corner| is_straight(from, corner)).unwrap_or(0);
    let inner = &inner[first.min(inner.len())..];
    let last = inner.iter().position(|&corner| is_straight(corner, goal)).map_or(inner.len(), |last| last + 1);
    let ends = (std::iter::once(from), std::iter::once(goal));
    Some(ends.0.chain(inner[..last].iter().copied()).chain(ends.1).collect())
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::scenarios::named;

    #[test]
    fn a_path_counts_until_it_reaches_the_region() {
        let path = [vec2(-10.0, 3.0), vec2(0.0, 3.0), vec2(0.0, 13.0)];
        let length = |region: ArrivalRegion| region.length_before(&path);
        assert_eq!(length(ArrivalRegion::Standing), 20.0);
        assert_eq!(length(ArrivalRegion::Disc { middle: vec2(0.0, 13.0), radius: 0.5 }), 19.5);
        assert_eq!(length(ArrivalRegion::Disc { middle: vec2(-9.0, 3.0), radius: 2.0 }), 0.0);
        assert_eq!(length(ArrivalRegion::Beyond { along: Vec2::X, distance: -4.0 }), 6.0);
        assert_eq!(length(ArrivalRegion::Beyond { along: Vec2::Y, distance: 8.0 }), 15.0);
        assert_eq!(length(ArrivalRegion::Beyond { along: Vec2::Y, distance: 100.0 }), 20.0, "it does not get there");
    }

    #[test]
    fn a_region_is_reached_where_it_is() {
        assert!(ArrivalRegion::Disc { middle: Vec2::ZERO, radius: 0.5 }.is_reached(vec2(0.3, 0.4), false));
        assert!(!ArrivalRegion::Disc { middle: Vec2::ZERO, radius: 0.5 }.is_reached(vec2(0.5, 0.4), true));
        let beyond = ArrivalRegion::Beyond { along: Vec2::NEG_Y, distance: 8.0 };
        assert!(beyond.is_reached(vec2(50.0, -8.0), false) && !beyond.is_reached(vec2(0.0, 8.0), true));
        let place = ArrivalRegion::Place { middle: Vec2::ZERO, radius: 0.5 };
        assert!(place.is_reached(vec2(0.3, 0.3), true) && !place.is_reached(vec2(0.3, 0.3), false));
        assert!(!place.is_reached(vec2(0.5, 0.4), true));
        assert!(
            ArrivalRegion::Standing.is_reached(Vec2::ONE, true)
                && !ArrivalRegion::Standing.is_reached(Vec2::ONE, false)
        );
    }

    #[test]
    fn the_shortest_path_bends_at_the_posts_of_a_door() {
        let scenario = named("door-0.9").unwrap();
        let simulation = Simulation::new(scenario.level, None);
        let mut search = Search::default();
        for agent in simulation.agents() {
            let trip = Trip::of(&simulation, agent, ArrivalCriterion::Past(4.0), &mut search).unwrap();
            // Through the middle of the door, to the nearest and to the furthest point at x = 4.
            let to_door = agent.body.position.length();
            assert!(
                trip.shortest > to_door + 3.7 && trip.shortest < to_door + 6.0,
                "{}: {trip:?}",
                agent.body.position
            );
        }
    }

    #[test]
    fn who_only_waits_or_wanders_has_no_trip() {
        let mut level = named("circle-20").unwrap().level;
        level.agents[1].orders = vec![Order::Wander(3.0)];
        level.agents[2].orders.clear();
        level.agents[3].orders.push(Order::Wait(1.0));
        level.agents[4].orders = vec![Order::Wait(1.0)];
        let simulation = Simulation::new(level, None);
        let mut search = Search::default();
        let mut trip =
            |index: usize| Trip::of(&simulation, &simulation.agents()[index], ArrivalCriterion::Near(0.5), &mut search);
        assert!((trip(0).unwrap().shortest - 19.5).abs() < 1e-3);
        assert!((1..=4).all(|index| trip(index).is_none()));
    }

    #[test]
    fn a_trip_leads_over_all_goals_and_its_waits_are_told_apart() {
        let mut level = named("circle-20").unwrap().level;
        let start = level.agents[0].position;
        let there = Order::MoveTo(Target::Point(start * 0.5));
        level.agents[0].orders =
            vec![Order::Wait(2.0), there.clone(), Order::Wait(3.0), Order::MoveTo(Target::Point(-start))];
        level.agents[1].orders = vec![there, Order::Wander(3.0)];
        let simulation = Simulation::new(level, None);
        let mut search = Search::default();
        let mut trip =
            |index: usize| Trip::of(&simulation, &simulation.agents()[index], ArrivalCriterion::Standing, &mut search);
        let trip_of_first = trip(0).unwrap();
        assert_eq!(trip_of_first.waits, 5.0);
        assert_eq!(
            trip_of_first.region,
            ArrivalRegion::Place { middle: -start, radius: 0.3 },
            "nobody else is sent there"
        );
        assert!((trip_of_first.shortest - 20.0).abs() < 1e-3, "{trip_of_first:?}");
        assert!(trip(1).is_none(), "it goes on after its goal");
    }
}
