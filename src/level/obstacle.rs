//! Obstacles that are no tiles: circles and turned boxes.

use glam::Vec2;

use super::Course;
use crate::format::UserData;
use crate::format::plain_fields::plain_fields;
use crate::profile::AgentProfile;
use crate::segment::distance_to_segment;

/// Something on the ground that can be moved.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Obstacle {
    /// The name that commands use; empty if it has none.
    pub name: String,
    /// Its middle, in world units.
    pub at: Vec2,
    /// The form of the obstacle about its middle.
    pub shape: Shape,
    /// Its layer: an index of [`TileMap::layers`](super::TileMap::layers), less than 32.
    pub layer: u8,
    /// How it moves by itself; `None` if it only moves by commands.
    pub motion: Option<Motion>,
    /// After how many seconds of standing still it counts as standing, so that the ground is baked around it, 0 to 60;
    /// until then it is avoided as something that moves.
    pub standing_time: f32,
    /// What a program that uses the level keeps here, if anything.
    #[serde(skip)]
    pub user: Option<UserData>,
}

/// How an obstacle moves by itself: from point to point.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Motion {
    /// Where its middle goes from where it is at the start, in world units, in order; at least one.
    pub to: Vec<Vec2>,
    /// How fast, in world units a second; 0.05 to 50.
    pub speed: f32,
    /// How long it waits at each point, in seconds; 0 to 3600.
    pub wait: f32,
    /// What comes after the last point; its first one is where it is at the start.
    pub course: Course,
    /// When the obstacle moves.
    pub trigger: Trigger,
    /// Of a door that opens by itself: the team for which it opens, if not for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Of a door that opens by itself: the ability that it takes, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

plain_fields!(Motion { speed, wait, course });

impl Motion {
    /// Whether it opens for agents of a profile, if it is a door that opens by itself.
    pub fn opens_for(&self, profile: &AgentProfile) -> bool {
        let is_able = self.needs.as_ref().is_none_or(|needed| profile.abilities.contains(needed));
        is_able && (self.team.is_none() || self.team == profile.team)
    }
}

/// When an obstacle moves that moves by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Trigger {
    /// The obstacle moves all the time.
    #[default]
    Always,
    /// To its last point as long as an agent is within this distance of where it is at the start, in world units, 0.1 to
    /// 1000, and back when none is: a door that opens by itself.
    Near(f32),
    /// To its last point while it is switched on, and back while it is off; whether it is on at the start.
    Switched(bool),
}

/// The form of an obstacle about its middle.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Shape {
    /// A disc of this radius, in world units.
    Circle(f32),
    /// A rectangle about the middle of the obstacle, turned by any angle.
    Box {
        /// Half its length and half its width, in world units.
        half: Vec2,
        /// Where its length points: a unit vector.
        along: Vec2,
    },
}

impl Obstacle {
    /// Whether it stands where it is, so that the ground is baked around it: it does not move by itself, or is one that
    /// is switched and not on. (A door that opens by itself does not block paths.)
    pub fn is_standing(&self) -> bool {
        self.motion.as_ref().is_none_or(|motion| motion.trigger == Trigger::Switched(false))
    }

    /// Whether it is a door that opens by itself, but not for everybody: to the others it is a wall where it is at the start.
    pub fn is_door_for_some(&self) -> bool {
        let chooses = |motion: &Motion| motion.team.is_some() || motion.needs.is_some();
        self.motion.as_ref().is_some_and(|motion| matches!(motion.trigger, Trigger::Near(_)) && chooses(motion))
    }

    /// Whether paths of a profile lead round it as it lies on the ground: it [stands](Obstacle::is_standing), or is a door that
    /// does not open for it.
    pub fn stops(&self, profile: &AgentProfile) -> bool {
        let opens = || self.motion.as_ref().is_none_or(|motion| motion.opens_for(profile));
        self.is_standing() || self.is_door_for_some() && !opens()
    }

    /// Whether it moves when it is switched on or off.
    pub fn is_switched(&self) -> bool {
        self.motion.as_ref().is_some_and(|motion| matches!(motion.trigger, Trigger::Switched(_)))
    }

    /// The lower and the upper corner of the upright rectangle around it.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let reach = match self.shape {
            Shape::Circle(radius) => Vec2::splat(radius),
            Shape::Box { half, along } => half.x * along.abs() + half.y * along.perp().abs(),
        };
        (self.at - reach, self.at + reach)
    }

    /// The distance of a point from it, in world units; 0 inside.
    ///
    /// ```
    /// use footpath::level::{Obstacle, Shape};
    /// use glam::{Vec2, vec2};
    /// let shape = Shape::Box { half: vec2(2.0, 1.0), along: Vec2::Y };
    /// let obstacle = Obstacle { name: String::new(), at: vec2(5.0, 5.0), shape, layer: 0, motion: None, standing_time: 0.5, user: None };
    /// assert_eq!(obstacle.distance(vec2(7.0, 6.5)), 1.0);
    /// assert_eq!(obstacle.distance(vec2(5.5, 6.5)), 0.0);
    /// ```
    pub fn distance(&self, point: Vec2) -> f32 {
        match self.shape {
            Shape::Circle(radius) => (point.distance(self.at) - radius).max(0.0),
            Shape::Box { half, along } => {
                let away = point - self.at;
                let own = Vec2::new(away.dot(along), away.dot(along.perp()));
                (own.abs() - half).max(Vec2::ZERO).length()
            }
        }
    }

    /// The distance from it to the nearest point of a line between two points, in world units; 0 where that crosses it.
    ///
    /// ```
    /// use footpath::level::{Obstacle, Shape};
    /// use glam::{Vec2, vec2};
    /// let shape = Shape::Box { half: vec2(2.0, 1.0), along: Vec2::Y };
    /// let obstacle = Obstacle { name: String::new(), at: vec2(5.0, 5.0), shape, layer: 0, motion: None, standing_time: 0.5, user: None };
    /// assert_eq!(obstacle.distance_to_segment(vec2(7.0, 0.0), vec2(7.0, 9.0)), 1.0);
    /// assert_eq!(obstacle.distance_to_segment(vec2(1.0, 5.0), vec2(9.0, 5.5)), 0.0);
    /// ```
    pub fn distance_to_segment(&self, from: Vec2, to: Vec2) -> f32 {
        let nearest = |point: Vec2| distance_to_segment(point, from, to);
        match self.shape {
            Shape::Circle(radius) => (nearest(self.at) - radius).max(0.0),
            Shape::Box { half, along } => {
                let corners = [half, half * Vec2::new(1.0, -1.0), -half, half * Vec2::new(-1.0, 1.0)];
                let corners = corners.map(|corner| self.at + corner.x * along + corner.y * along.perp());
                // Two convex shapes that do not cross are nearest at a corner of one of them.
                let apart = corners.into_iter().map(nearest).fold(f32::INFINITY, f32::min);
                let crosses = (0..4).any(|side| do_cross(from, to, corners[side], corners[(side + 1) % 4]));
                if crosses { 0.0 } else { apart.min(self.distance(from)).min(self.distance(to)) }
            }
        }
    }
}

/// Whether two segments cross, each with its ends on both sides of the other.
fn do_cross(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    let side = |from: Vec2, to: Vec2, point: Vec2| (to - from).perp_dot(point - from);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
