//! Where an obstacle that moves by itself goes next.

use glam::Vec2;

use crate::level::{Course, Motion, Obstacle, Trigger};
use crate::sim::TICK;
use crate::sim::dynamic_obstacles::{LEAST_STAY, ticks};

/// An obstacle that moves by itself, or was put down and does not stand yet.
#[derive(Clone, Debug)]
pub struct Moving {
    /// As it is now; of one that was put down without motion there is none.
    pub obstacle: Obstacle,
    /// Where it was at the start.
    pub home: Vec2,
    pub velocity: Vec2,
    /// For how many ticks it has stood still on purpose.
    pub stood: u32,
    /// Of its points the one to which it goes, or at which it stands; 0 is where it was at the start.
    pub aim: usize,
    /// Whether it goes through its points backward.
    pub backward: bool,
    /// Of one that is switched: whether it is on. Of one that opens by itself: whether it opens.
    pub is_on: bool,
    /// For how many ticks nobody has been near.
    pub alone: u32,
    /// Whether it is part of the ground at present.
    pub is_ground: bool,
    /// Whether somebody is in its way.
    pub is_held_up: bool,
}

impl Moving {
    /// One that has just been put down where it is.
    pub fn new(obstacle: Obstacle) -> Moving {
        let is_on = obstacle.motion.as_ref().is_some_and(|motion| motion.trigger == Trigger::Switched(true));
        let (home, velocity) = (obstacle.at, Vec2::ZERO);
        let (stood, aim, backward, alone) = (0, 0, false, u32::MAX);
        Moving { obstacle, home, velocity, stood, aim, backward, is_on, alone, is_ground: false, is_held_up: false }
    }

    /// When it moves; `None` for one that does not move by itself.
    pub fn trigger(&self) -> Option<Trigger> {
        self.obstacle.motion.as_ref().map(|motion| motion.trigger)
    }

    /// Whether it is on, if it is one that is switched.
    pub fn switch(&mut self) -> Option<&mut bool> {
        matches!(self.trigger(), Some(Trigger::Switched(_))).then_some(&mut self.is_on)
    }

    /// What it is as part of the ground.
    pub fn as_ground(&self) -> Obstacle {
        Obstacle { motion: None, ..self.obstacle.clone() }
    }

    /// How far a point is from where it was at the start, in world units.
    pub fn distance_at_home(&self, point: Vec2) -> f32 {
        self.obstacle.distance(point + self.obstacle.at - self.home)
    }

    /// Whether it is a door that is shut or on its way.
    pub fn is_shut(&self) -> bool {
        let is_door = matches!(self.trigger(), Some(Trigger::Near(_) | Trigger::Switched(_)));
        is_door
            && self.obstacle.motion.as_ref().is_some_and(|motion| self.obstacle.at != motion.to[motion.to.len() - 1])
    }

    /// Whether it has stood long enough, and stays long enough, to be part of the ground.
    pub fn is_to_settle(&self) -> bool {
        let needed = ticks(self.obstacle.standing_time);
        if self.is_ground || self.stood < needed || self.is_held_up {
            return false;
        }
        match &self.obstacle.motion {
            None => true,
            Some(Motion { trigger: Trigger::Near(_), .. }) => false,
            Some(Motion { trigger: Trigger::Switched(_), .. }) => true,
            Some(motion) => self.is_at_end(motion) || self.stood + LEAST_STAY <= ticks(motion.wait),
        }
    }

    /// Where it is to be at the end of this tick; `None` while it stands.
    pub fn step(&mut self, is_near: bool) -> Option<Vec2> {
        let motion = self.obstacle.motion.clone()?;
        self.alone = if is_near { 0 } else { self.alone.saturating_add(1) };
        match motion.trigger {
            Trigger::Always => {
                if self.is_at_aim(&motion) && (self.stood < ticks(motion.wait) || !self.turn_to_next(&motion)) {
                    return None;
                }
            }
            Trigger::Near(_) => self.turn_door(&motion, self.alone < ticks(motion.wait).max(1)),
            Trigger::Switched(_) => self.turn_door(&motion, self.is_on),
        }
        let left = self.point(&motion) - self.obstacle.at;
        let step = motion.speed * TICK;
        match left.length() {
            0.0 => None,
            length if length <= step => Some(self.point(&motion)),
            length => Some(self.obstacle.at + left * (step / length)),
        }
    }

    /// Stands where it is.
    pub fn stand(&mut self) {
        (self.velocity, self.is_held_up) = (Vec2::ZERO, false);
        self.stood = self.stood.saturating_add(1);
    }

    /// Goes to a point, where it is at the end of this tick.
    pub fn go(&mut self, to: Vec2) {
        self.velocity = (to - self.obstacle.at) / TICK;
        self.obstacle.at = to;
        (self.stood, self.is_held_up) = (0, false);
    }

    /// Goes back to where it was when the tick began, as it is held up.
    pub fn go_back(&mut self, from: Vec2) {
        self.obstacle.at = from;
        (self.velocity, self.is_held_up) = (Vec2::ZERO, true);
    }

    fn point(&self, motion: &Motion) -> Vec2 {
        if self.aim == 0 { self.home } else { motion.to[self.aim - 1] }
    }

    fn is_at_aim(&self, motion: &Motion) -> bool {
        self.obstacle.at == self.point(motion)
    }

    /// Whether it has come to the end of a course that is gone once.
    fn is_at_end(&self, motion: &Motion) -> bool {
        motion.course == Course::Once && self.aim == motion.to.len() && self.is_at_aim(motion)
    }

    /// Turns to the next point of its course; whether there is one.
    fn turn_to_next(&mut self, motion: &Motion) -> bool {
        let last = motion.to.len();
        match motion.course {
            Course::Once if self.aim == last => return false,
            Course::Loop if self.aim == last => self.aim = 0,
            Course::BackAndForth => {
                self.backward = self.aim == last || self.backward && self.aim > 0;
                self.aim = if self.backward { self.aim - 1 } else { self.aim + 1 };
            }
            Course::Once | Course::Loop => self.aim += 1,
        }
        true
    }

    /// Turns a door to its next point on the way to its last one, or back; it may turn round between two.
    fn turn_door(&mut self, motion: &Motion, opens: bool) {
        let last = motion.to.len();
        let turns_round = self.backward == opens && !self.is_at_aim(motion);
        self.backward = !opens;
        if turns_round || self.is_at_aim(motion) {
            self.aim = if opens { (self.aim + 1).min(last) } else { self.aim.saturating_sub(1) };
        }
    }
}
