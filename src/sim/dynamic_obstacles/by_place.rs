//! A lookup of the moving obstacles near a point, so that not every agent is tested against every obstacle.

use glam::Vec2;

use crate::agent::body::MovingBody;
use crate::agent::neighbours::PointGrid;
use crate::sim::TICK;
use crate::sim::dynamic_obstacles::Moving;
use crate::sim::tuning::LOOK_UP_CELL;
use crate::sorting;

/// World units. More than rounding can take from a distance.
const ROUNDING: f32 = 0.01;

/// Where the moving obstacles are in a tick. It stays right while they move on by one tick, and until one is put or removed.
#[derive(Clone, Debug)]
pub struct ByPlace {
    grid: PointGrid,
    /// In the order of the grid, so that those side by side lie side by side in memory: obstacles themselves are large.
    reaches: Vec<ObstacleReach>,
    /// World units. How far the widest reaches from its middle, and how far the fastest moves in a tick.
    reach: f32,
}

/// As much of a moving obstacle as says which bodies it cannot concern.
#[derive(Clone, Copy, Debug)]
pub struct ObstacleReach {
    /// Its place in the list of all.
    number: u32,
    /// Where its middle is when the tick begins, and its velocity then.
    pub at: Vec2,
    pub velocity: Vec2,
    /// World units. It lies within this distance of that place, until the tick is over.
    pub reach: f32,
}

impl ObstacleReach {
    fn of(number: u32, moving: &Moving) -> ObstacleReach {
        let (low, high) = moving.obstacle.bounds();
        let speed = moving.obstacle.motion.as_ref().map_or(0.0, |motion| motion.speed);
        let reach = 0.5 * (high - low).length() + speed * TICK + ROUNDING;
        ObstacleReach { number, at: moving.obstacle.at, velocity: moving.velocity, reach }
    }
}

impl ByPlace {
    pub fn of(moving: &[Moving]) -> ByPlace {
        let mut grid = PointGrid::default();
        if !moving.is_empty() {
            grid.rebuild(moving, |moving| Some(moving.obstacle.at), LOOK_UP_CELL);
        }
        let reaches = grid.order().iter().map(|&number| ObstacleReach::of(number, &moving[number as usize]));
        let reaches: Vec<ObstacleReach> = reaches.collect();
        let reach = reaches.iter().map(|one| one.reach).fold(0.0, f32::max);
        ByPlace { grid, reaches, reach }
    }

    /// Of the obstacles on these layers (a bit mask) that are not part of the ground, those whose edge is within `distance` of a
    /// point, in world units; in their own order.
    pub fn bodies<'a>(&self, moving: &'a [Moving], layers: u32, point: Vec2, distance: f32) -> Vec<MovingBody<'a>> {
        self.bodies_that(moving, layers, (point, distance), |_| true)
    }

    /// Of those [bodies](ByPlace::bodies) those whose reach meets a condition.
    pub fn bodies_that<'a>(
        &self,
        moving: &'a [Moving],
        layers: u32,
        (point, distance): (Vec2, f32),
        is_met: impl Fn(&ObstacleReach) -> bool,
    ) -> Vec<MovingBody<'a>> {
        if moving.is_empty() {
            return Vec::new();
        }
        let reach = Vec2::splat(distance + self.reach);
        let mut near = Vec::new();
        for run in self.grid.runs(point - reach, point + reach) {
            let reaches = self.reaches[run].iter().filter(|one| {
                let farthest = distance + one.reach;
                one.at.distance_squared(point) <= farthest * farthest && is_met(one)
            });
            near.extend(reaches.map(|one| one.number).filter(|&number| {
                let moving = &moving[number as usize];
                moving.is_body(layers) && moving.obstacle.distance(point) <= distance
            }));
        }
        sorting::sort(&mut near);
        near.into_iter().map(|number| moving[number as usize].as_body()).collect()
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::level::{Course, Motion, Obstacle, Shape, Trigger};
    use crate::sim::dynamic_obstacles::bodies::all;

    #[test]
    fn no_obstacle_that_is_near_is_missed_though_all_have_moved_on() {
        let place = |at: u32| vec2((at * 37 % 101) as f32 * 0.31, (at * 53 % 97) as f32 * 0.27);
        let obstacle = |at: u32| {
            let to = vec![place(at) + vec2(4.0, -3.0)];
            let (course, trigger) = (Course::Loop, Trigger::Always);
            let motion = Motion { to, speed: 9.0, course, trigger, ..Motion::default() };
            let shape = Shape::Box { half: vec2(0.2 + 0.1 * (at % 5) as f32, 0.3), along: vec2(0.6, 0.8) };
            Moving::new(Obstacle {
                name: String::new(),
                at: place(at),
                shape,
                layer: (at % 3) as u8,
                motion: Some(motion),
                standing_time: 0.5,
                user: None,
            })
        };
        let mut moving: Vec<Moving> = (0..120).map(obstacle).collect();
        let by_place = ByPlace::of(&moving);
        for one in &mut moving {
            let to = one.step(false).expect("it is on its way");
            one.go(to);
        }
        moving[7].is_ground = true;
        let mut found = 0;
        for (at, distance) in (0..60).zip([0.0, 0.5, 3.0].into_iter().cycle()) {
            let near = by_place.bodies(&moving, 0b101, place(at), distance);
            let expected = all(&moving, 0b101).into_iter().filter(|body| body.obstacle.distance(place(at)) <= distance);
            let places = |bodies: &[MovingBody]| bodies.iter().map(|body| body.obstacle.at).collect::<Vec<_>>();
            assert_eq!(places(&near), places(&expected.collect::<Vec<_>>()), "{distance} from {}", place(at));
            found += near.len();
        }
        assert!(found > 60, "{found}");
    }
}
