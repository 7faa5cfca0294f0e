//! The moving obstacles near an agent.

use glam::Vec2;

use crate::agent::avoidance::{Body, Sidestep};
use crate::agent::body::{MovingBody, TOUCH, depth_in};
use crate::agent::route::Ground;
use crate::agent::tuning::{HORIZON, STREAM_REACH};
use crate::sim::dynamic_obstacles::Moving;
use crate::sim::dynamic_obstacles::by_place::ByPlace;

/// The moving obstacles that bodies collide with.
pub struct ObstaclesAhead<'a> {
    all: &'a [Moving],
    by_place: ByPlace,
    /// A bit mask: those of the ground.
    layers: u32,
    /// How fast the fastest is, in world units a second.
    fastest: f32,
}

impl<'a> ObstaclesAhead<'a> {
    pub fn of(all: &'a [Moving], layers: u32) -> ObstaclesAhead<'a> {
        let bodies = all.iter().filter(|moving| moving.is_body(layers));
        let fastest = bodies.map(|moving| moving.velocity.length()).fold(0.0, f32::max);
        ObstaclesAhead { all, by_place: ByPlace::of(all), layers, fastest }
    }

    /// Those whose edge is within a distance of a point, in world units.
    pub fn near(&self, point: Vec2, distance: f32) -> Vec<MovingBody<'a>> {
        self.by_place.bodies(self.all, self.layers, point, distance)
    }

    /// The sidesteps of a body before those that it would run into, where there is ground to step to and no other of them.
    pub fn sidesteps(&self, me: &Body, ground: Ground) -> Vec<Sidestep> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let is_open = |point: Vec2| {
            let beside = self.near(point, ground.radius());
            depth_in(&beside, point, ground.radius()) <= TOUCH && ground.is_straight(me.position, point)
        };
        self.in_the_way(me).iter().filter_map(|body| Sidestep::before(me, body, is_open)).collect()
    }

    /// At least those before which a body would step aside: not all that are within reach, of which there may be hundreds.
    fn in_the_way(&self, me: &Body) -> Vec<MovingBody<'a>> {
        let reach = (HORIZON * (me.preferred.length() + self.fastest)).min(STREAM_REACH) + me.radius;
        self.by_place.bodies_that(self.all, self.layers, (me.position, reach), |one| {
            Sidestep::may_be_before(me, (one.at, one.velocity), one.reach)
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::level::{Course, Motion, Obstacle, Shape, Trigger};

    /// Doors of several shapes, one every 1.25 units; a third of them are on their way.
    fn doors() -> Vec<Moving> {
        let door = |number: u32| {
            let at = vec2((number % 40) as f32 * 1.25, (number / 40) as f32 * 1.25);
            let shape = match number % 4 {
                0 => Shape::Circle(0.2),
                _ => Shape::Box { half: vec2(0.5, 0.1 + 0.1 * (number % 3) as f32), along: vec2(0.6, 0.8) },
            };
            let to = vec![at + vec2(0.5, if number.is_multiple_of(2) { 0.5 } else { -0.7 })];
            let trigger = Trigger::Near(2.0);
            let motion = Some(Motion { to, speed: 1.0, course: Course::Loop, trigger, ..Motion::default() });
            let (name, layer, standing_time, user) = (String::new(), 0, 0.5, None);
            Moving::new(Obstacle { name, at, shape, layer, motion, standing_time, user })
        };
        let mut doors: Vec<Moving> = (0..1600).map(door).collect();
        for door in doors.iter_mut().step_by(3) {
            let to = door.step(true).expect("somebody is near");
            door.go(to);
        }
        doors
    }

    /// Walkers in many places that go in many directions, and some that stand.
    fn walkers() -> impl Iterator<Item = Body> {
        (0..300).map(|number: i32| {
            let position = vec2((number * 37 % 101) as f32 * 0.49, (number * 53 % 97) as f32 * 0.51);
            let preferred = vec2((number * 7 % 13 - 6) as f32, (number * 5 % 11 - 5) as f32) * 0.4;
            let (radius, stands) = (0.3 + 0.1 * (number % 4) as f32, number % 5 == 0);
            Body { position, preferred, radius, stands, max_speed: 4.0, ..Body::default() }
        })
    }

    #[test]
    fn nothing_in_the_way_is_missed_and_little_else_is_looked_at() {
        let doors = doors();
        let ahead = ObstaclesAhead::of(&doors, 1);
        let (mut stepped_aside, mut in_the_way, mut within_reach) = (0, 0, 0);
        for me in walkers() {
            let reach = (HORIZON * (me.preferred.length() + ahead.fastest)).min(STREAM_REACH) + me.radius;
            let near = ahead.near(me.position, reach);
            let sidesteps = |bodies: &[MovingBody]| -> Vec<Sidestep> {
                bodies.iter().filter_map(|body| Sidestep::before(&me, body, |_| true)).collect()
            };
            let looked_at = ahead.in_the_way(&me);
            assert_eq!(sidesteps(&looked_at), sidesteps(&near), "{me:?}");
            stepped_aside += sidesteps(&near).len();
            in_the_way += looked_at.len();
            within_reach += near.len();
        }
        assert!(stepped_aside > 1000, "{stepped_aside}");
        assert!(2 * in_the_way < 3 * stepped_aside, "{in_the_way} for {stepped_aside} sidesteps");
        assert!(5 * in_the_way < within_reach, "{in_the_way} of {within_reach} within reach");
    }
}
