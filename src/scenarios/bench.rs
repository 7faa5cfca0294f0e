//! The scenarios that come with the program.

use super::{ArrivalCriterion, CrowdScenario};
use crate::level::Level;

/// How close to its goal an agent of a circle counts as arrived, in world units.
const AT_GOAL: f32 = 0.5;
/// How far past the middle one has arrived in a hall or at a crossing, in world units.
const PAST_MEETING: f32 = 8.0;
/// How far behind the wall with the door one has arrived, in world units.
const PAST_DOOR: f32 = 4.0;

macro_rules! levels {
    ($($name:literal),* $(,)?) => {
        /// The names of the scenarios that are levels.
        pub const NAMES: &[&str] = &[$($name),*];

        fn text(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("../../levels/bench/", $name, ".ron"))),)*
                _ => None,
            }
        }
    };
}

levels![
    "circle-20",
    "circle-100",
    "circle-250",
    "crossing-100",
    "hall-4",
    "hall-8",
    "door-0.9",
    "door-1.2",
    "door-2.0",
];

/// The scenario of this name, one of [`NAMES`]; `None` for another name.
///
/// ```
/// let hall = footpath::scenarios::named("hall-8").unwrap();
/// assert_eq!((hall.level.agents.len(), hall.limit), (100, 120.0));
/// assert!(footpath::scenarios::named("hall-9").is_none());
/// ```
pub fn named(name: &str) -> Option<CrowdScenario> {
    // A test reads them all.
    let level = Level::parse(name, text(name)?).ok()?;
    let scenario = CrowdScenario::of_level(name, level);
    Some(match name.split('-').next() {
        Some("circle") => CrowdScenario { arrival: ArrivalCriterion::Near(AT_GOAL), shift: 0.0, ..scenario },
        Some("door") => {
            CrowdScenario { arrival: ArrivalCriterion::Past(PAST_DOOR), limit: 180.0, has_gate: true, ..scenario }
        }
        _ => CrowdScenario { arrival: ArrivalCriterion::Past(PAST_MEETING), ..scenario },
    })
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};

    use super::*;
    use crate::level::{Order, Shape, Target};
    use crate::scenarios::pedestrian;

    /// Where the agents of a scenario begin and where they go.
    fn trips(name: &str) -> Vec<(Vec2, Vec2)> {
        let level = named(name).unwrap().level;
        let goal = |orders: &[Order]| match orders {
            [Order::MoveTo(Target::Point(goal))] => *goal,
            orders => panic!("{name}: {orders:?}"),
        };
        level.agents.iter().map(|agent| (agent.position, goal(&agent.orders))).collect()
    }

    fn assert_near(name: &str, found: Vec2, wanted: Vec2) {
        assert!(found.distance(wanted) < 1e-3, "{name}: {found} should be {wanted}");
    }

    #[test]
    fn every_scenario_is_a_level_of_pedestrians() {
        for name in NAMES {
            let level = Level::parse(name, text(name).unwrap()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((level.name.as_str(), level.map.lattice.tile_size), (*name, 0.1));
            assert!(level.agents.iter().all(|agent| level.profiles[agent.profile] == pedestrian()), "{name}");
        }
    }

    #[test]
    fn in_a_circle_everybody_goes_to_the_opposite_point() {
        for (name, count, radius) in [("circle-20", 20, 10.0), ("circle-100", 100, 20.0), ("circle-250", 250, 40.0)] {
            let trips = trips(name);
            assert_eq!(trips.len(), count);
            let side = 2.0 * radius * (std::f32::consts::PI / count as f32).sin();
            for (index, (start, goal)) in trips.iter().enumerate() {
                assert!((start.length() - radius).abs() < 1e-3, "{name}");
                assert!((start.distance(trips[(index + 1) % count].0) - side).abs() < 1e-3, "{name}: evenly");
                assert_near(name, *goal, -*start);
            }
        }
    }

    #[test]
    fn at_the_crossing_five_lanes_of_five_come_from_each_side() {
        let mut found = trips("crossing-100").into_iter();
        for along in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
            for row in 0..5 {
                for lane in -2..=2 {
                    let lane = along.perp().abs() * lane as f32;
                    let (start, goal) = found.next().unwrap();
                    assert_near("crossing-100", start, lane - along * (8.0 + row as f32));
                    assert_near("crossing-100", goal, lane + along * 35.0);
                }
            }
        }
        assert!(found.next().is_none());
        let level = named("crossing-100").unwrap().level;
        for obstacle in level.map.obstacles.iter() {
            let (low, high) = obstacle.bounds();
            let (near, far) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
            assert!(near.distance(Vec2::splat(3.25)) < 1e-3 && far.min_element() >= 40.0, "{obstacle:?}");
        }
        assert_eq!(level.map.obstacles.len(), 4);
    }

    #[test]
    fn in_a_hall_fifty_come_from_each_side_in_ranks() {
        for (name, width, lanes) in [("hall-4", 4.0, 4), ("hall-8", 8.0, 8)] {
            let lattice = named(name).unwrap().level.map.lattice;
            assert_eq!((lattice.width, lattice.height), (1200, (width * 10.0) as u32));
            assert_near(name, lattice.origin, vec2(-60.0, -0.5 * width));
            for (index, (start, goal)) in trips(name).into_iter().enumerate() {
                let along = if index < 50 { 1.0 } else { -1.0 };
                let (rank, lane) = (index % 50 / lanes, index % 50 % lanes);
                let y = 0.45 - 0.5 * width + (width - 0.9) * lane as f32 / (lanes - 1) as f32;
                assert_near(name, start, vec2(-along * (8.0 + 0.9 * rank as f32), y));
                assert_near(name, goal, vec2(along * 50.0, y));
            }
        }
    }

    #[test]
    fn before_a_door_stand_ten_ranks_of_ten() {
        for (name, width) in [("door-0.9", 0.9), ("door-1.2", 1.2), ("door-2.0", 2.0)] {
            let level = named(name).unwrap().level;
            assert_eq!(level.map.obstacles.len(), 2);
            for (obstacle, side) in level.map.obstacles.iter().zip([-1.0, 1.0]) {
                let half = vec2(0.25, 0.5 * (level.map.lattice.height as f32 / 10.0 - width) / 2.0);
                assert!(matches!(obstacle.shape, Shape::Box { half: found, .. } if found.distance(half) < 1e-3));
                assert_near(name, obstacle.at, vec2(0.0, side * (0.5 * width + half.y)));
            }
            let trips = trips(name);
            for (index, (start, goal)) in trips.iter().enumerate() {
                let (rank, place) = (index / 10, index % 10);
                assert_near(name, *start, vec2(-1.75 - 0.9 * rank as f32, (place as f32 - 4.5) * 0.9));
                assert!((14.0..=36.0).contains(&goal.x) && goal.y.abs() <= 10.0, "{name}: {goal}");
            }
            assert_eq!(trips.len(), 100);
        }
    }
}
