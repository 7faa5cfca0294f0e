//! Where an agent is to go, when it is there, and how far that is.

use glam::Vec2;

use super::Arrival;
use crate::agent::Agent;
use crate::agent::body::can_go_straight;
use crate::level::{Order, Solid};
use crate::nav::{Algorithm, Method, PathQuery, Search, find_path};
use crate::sim::Simulation;

/// Where an agent is to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// Where it has arrived.
    pub region: Region,
    /// The length of the shortest way there, by way of all goals before it, in world units.
    pub shortest: f32,
    /// For how long it is told to wait before and between, in seconds.
    pub waits: f32,
    /// The greatest speed at which it goes there without being in a hurry, in world units a second.
    pub speed: f32,
}

/// Where an agent has arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// Within `radius` of `middle`, in world units.
    Disc { middle: Vec2, radius: f32 },
    /// So far along a unit vector, from the middle of the world on.
    Beyond { along: Vec2, distance: f32 },
    /// Wherever it stands at the end of its way.
    Standing,
}

impl Region {
    /// Whether an agent is there.
    pub fn is_reached(&self, position: Vec2, stands: bool) -> bool {
        match *self {
            Region::Disc { middle, radius } => position.distance(middle) <= radius,
            Region::Beyond { along, distance } => position.dot(along) >= distance,
            Region::Standing => stands,
        }
    }

    /// Which part of a straight way from `from` to `to` lies before it, from 0 to 1; `None` where it does not come there.
    fn part_before(&self, from: Vec2, to: Vec2) -> Option<f32> {
        let way = to - from;
        match *self {
            Region::Disc { middle, radius } => {
                // The smaller root of |from + part * way - middle| = radius.
                let away = from - middle;
                let (a, b, c) = (way.length_squared(), away.dot(way), away.length_squared() - radius * radius);
                if c <= 0.0 {
                    return Some(0.0);
                }
                let part = (-b - (b * b - a * c).sqrt()) / a;
                (0.0..=1.0).contains(&part).then_some(part)
            }
            Region::Beyond { along, distance } => {
                let (before, after) = (distance - from.dot(along), distance - to.dot(along));
                (after <= 0.0).then(|| if before <= 0.0 { 0.0 } else { before / (before - after) })
            }
            Region::Standing => None,
        }
    }

    /// How long a way from point to point is until it comes there, in world units; all of it where it does not.
    fn length_before(&self, way: &[Vec2]) -> f32 {
        let mut length = 0.0;
        for pair in way.windows(2) {
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
    /// Where an agent of a simulation is to go at its start, in the end; `None` where it has been told anything but to wait
    /// and to move to places, to one of these at last, or where no way leads there.
    pub fn of(simulation: &Simulation, agent: &Agent, arrival: Arrival, search: &mut Search) -> Option<Trip> {
        let (mut way, mut waits) = (vec![agent.body.position], 0.0);
        for order in agent.task.order.iter().chain(&agent.task.queue) {
            match order {
                Order::Wait(seconds) => waits += seconds,
                Order::MoveTo(target) | Order::MoveInFormation(target) => {
                    let from = way[way.len() - 1];
                    let goal = simulation.target_point(target, from)?;
                    way.extend_from_slice(&shortest_way(simulation, agent, from, goal, search)?[1..]);
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
        let goal = way[way.len() - 1];
        let region = match arrival {
            Arrival::Near(radius) => Region::Disc { middle: goal, radius },
            Arrival::Past(distance) => Region::Beyond { along: main_direction(goal - agent.body.position), distance },
            Arrival::Standing => Region::Standing,
        };
        Some(Trip { region, shortest: region.length_before(&way), waits, speed: simulation.profile_of(agent).speed })
    }
}

/// The one of the four directions along x and y that a vector points in most.
fn main_direction(vector: Vec2) -> Vec2 {
    let along_x = vector.x.abs() >= vector.y.abs();
    if along_x { Vec2::new(vector.x.signum(), 0.0) } else { Vec2::new(0.0, vector.y.signum()) }
}

/// The points of the shortest way of an agent between two points: straight where its body can go straight; otherwise in
/// straight lines between the middles of cells.
fn shortest_way(
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
    use crate::level::Target;
    use crate::scenarios::named;

    #[test]
    fn a_way_counts_until_it_comes_to_the_region() {
        let way = [vec2(-10.0, 3.0), vec2(0.0, 3.0), vec2(0.0, 13.0)];
        let length = |region: Region| region.length_before(&way);
        assert_eq!(length(Region::Standing), 20.0);
        assert_eq!(length(Region::Disc { middle: vec2(0.0, 13.0), radius: 0.5 }), 19.5);
        assert_eq!(length(Region::Disc { middle: vec2(-9.0, 3.0), radius: 2.0 }), 0.0);
        assert_eq!(length(Region::Beyond { along: Vec2::X, distance: -4.0 }), 6.0);
        assert_eq!(length(Region::Beyond { along: Vec2::Y, distance: 8.0 }), 15.0);
        assert_eq!(length(Region::Beyond { along: Vec2::Y, distance: 100.0 }), 20.0, "it does not come there");
    }

    #[test]
    fn a_region_is_reached_where_it_is() {
        assert!(Region::Disc { middle: Vec2::ZERO, radius: 0.5 }.is_reached(vec2(0.3, 0.4), false));
        assert!(!Region::Disc { middle: Vec2::ZERO, radius: 0.5 }.is_reached(vec2(0.5, 0.4), true));
        let beyond = Region::Beyond { along: Vec2::NEG_Y, distance: 8.0 };
        assert!(beyond.is_reached(vec2(50.0, -8.0), false) && !beyond.is_reached(vec2(0.0, 8.0), true));
        assert!(Region::Standing.is_reached(Vec2::ONE, true) && !Region::Standing.is_reached(Vec2::ONE, false));
    }

    #[test]
    fn the_shortest_way_bends_at_the_posts_of_a_door() {
        let scenario = named("door-0.9").unwrap();
        let simulation = Simulation::new(scenario.level, None);
        let mut search = Search::default();
        for agent in simulation.agents() {
            let trip = Trip::of(&simulation, agent, Arrival::Past(4.0), &mut search).unwrap();
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
            |index: usize| Trip::of(&simulation, &simulation.agents()[index], Arrival::Near(0.5), &mut search);
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
            |index: usize| Trip::of(&simulation, &simulation.agents()[index], Arrival::Standing, &mut search);
        let trip_of_first = trip(0).unwrap();
        assert_eq!((trip_of_first.region, trip_of_first.waits), (Region::Standing, 5.0));
        assert!((trip_of_first.shortest - 20.0).abs() < 1e-3, "{trip_of_first:?}");
        assert!(trip(1).is_none(), "it goes on after its goal");
    }
}
