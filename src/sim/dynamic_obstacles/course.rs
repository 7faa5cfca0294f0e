//! Where a moving obstacle goes next.

use glam::Vec2;

use crate::agent::body::MovingBody;
use crate::agent::tuning::YIELDS_FOR;
use crate::level::{Course, Motion, Obstacle, Trigger};
use crate::profile::AgentProfile;
use crate::sim::TICK;
use crate::sim::dynamic_obstacles::{MIN_STAY, ticks};

/// An obstacle that moves, or was put down a moment ago.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Moving {
    /// The obstacle as it is now; without a motion if it is one that was put down.
    pub obstacle: Obstacle,
    /// Its position at the start.
    pub home: Vec2,
    pub velocity: Vec2,
    /// Ticks for which it has stood still on purpose.
    pub stood: u32,
    /// The index of the point to which it goes, or at which it stands; 0 is its position at the start.
    pub aim: usize,
    /// Whether it goes through its points backward.
    pub backward: bool,
    /// Of a switched obstacle: whether it is on. Of a door that opens by itself: whether it is to be open.
    pub is_on: bool,
    /// Ticks for which no agent has been near.
    pub alone: u32,
    /// Whether it is part of the ground at present.
    pub is_ground: bool,
    /// Ticks for which someone in its way has stopped it.
    pub held_up: u64,
    /// Whether it goes back to the point from which it came, because someone in its way did not let it pass.
    pub retreats: bool,
}

impl Moving {
    /// Creates the state of an obstacle that has just been put down.
    pub fn new(obstacle: Obstacle) -> Moving {
        let is_on = obstacle.motion.as_ref().is_some_and(|motion| motion.trigger == Trigger::Switched(true));
        let (home, velocity) = (obstacle.at, Vec2::ZERO);
        Moving {
            obstacle,
            home,
            velocity,
            stood: 0,
            aim: 0,
            backward: false,
            is_on,
            alone: u32::MAX,
            is_ground: false,
            held_up: 0,
            retreats: false,
        }
    }

    /// Creates the state of an obstacle of a level at its start.
    pub fn begun(obstacle: Obstacle) -> Moving {
        let is_ground = obstacle.is_standing();
        Moving { is_ground, ..Moving::new(obstacle) }
    }

    /// Returns it as it lies on the ground at present, if it does: as a static obstacle while it is part of it, or as a door that
    /// is a wall to some.
    pub fn on_ground(&self) -> Option<Obstacle> {
        match self.obstacle.is_door_for_some() {
            true => Some(self.at_home()),
            false => self.is_ground.then(|| self.as_ground()),
        }
    }

    /// Returns it where it was at the start.
    pub fn at_home(&self) -> Obstacle {
        Obstacle { at: self.home, ..self.obstacle.clone() }
    }

    /// Returns whether it opens for agents of a profile, if it is a door that opens by itself.
    pub fn opens_for(&self, profile: &AgentProfile) -> bool {
        self.obstacle.motion.as_ref().is_some_and(|motion| motion.opens_for(profile))
    }

    /// Returns what makes it move; `None` if it does not move.
    pub fn trigger(&self) -> Option<Trigger> {
        self.obstacle.motion.as_ref().map(|motion| motion.trigger)
    }

    /// Returns whether it is on, as a reference to change it, if it is switched.
    pub fn switch(&mut self) -> Option<&mut bool> {
        matches!(self.trigger(), Some(Trigger::Switched(_))).then_some(&mut self.is_on)
    }

    /// Whether it is switched on; `None` where it is not switched.
    pub fn is_switched_on(&self) -> Option<bool> {
        matches!(self.trigger(), Some(Trigger::Switched(_))).then_some(self.is_on)
    }

    /// Whether it is in the way of bodies on these layers (a bit mask), without being part of the ground.
    pub fn is_body(&self, layers: u32) -> bool {
        !self.is_ground && layers >> self.obstacle.layer & 1 == 1
    }

    /// Returns it as what bodies collide with.
    pub fn as_body(&self) -> MovingBody<'_> {
        MovingBody { obstacle: &self.obstacle, velocity: self.velocity }
    }

    /// Returns it as a static obstacle of the ground.
    pub fn as_ground(&self) -> Obstacle {
        Obstacle { motion: None, ..self.obstacle.clone() }
    }

    /// Returns the distance of a point from the shape at its position at the start, in world units.
    pub fn distance_at_home(&self, point: Vec2) -> f32 {
        self.obstacle.distance(point + self.obstacle.at - self.home)
    }

    /// Whether it is a door that is not fully open.
    pub fn is_shut(&self) -> bool {
        let is_door = matches!(self.trigger(), Some(Trigger::Near(_) | Trigger::Switched(_)));
        is_door
            && self.obstacle.motion.as_ref().is_some_and(|motion| self.obstacle.at != motion.to[motion.to.len() - 1])
    }

    /// Whether it has stood long enough, and will stand long enough, to become part of the ground.
    pub fn may_become_ground(&self) -> bool {
        // One that moves is never part of the ground, not even where it need not stand for any time.
        let needed = ticks(self.obstacle.standing_time).max(1);
        if self.is_ground || self.stood < needed || self.held_up > 0 {
            return false;
        }
        match &self.obstacle.motion {
            None => true,
            Some(Motion { trigger: Trigger::Near(_), .. }) => false,
            Some(Motion { trigger: Trigger::Switched(_), .. }) => true,
            Some(motion) => self.is_at_end(motion) || self.stood + MIN_STAY <= ticks(motion.wait),
        }
    }

    /// Advances its state by a tick. Returns its position at the end of the tick; `None` while it stands.
    pub fn step(&mut self, is_near: bool) -> Option<Vec2> {
        let motion = self.obstacle.motion.take()?;
        let to = self.step_by(&motion, is_near);
        self.obstacle.motion = Some(motion);
        to
    }

    fn step_by(&mut self, motion: &Motion, is_near: bool) -> Option<Vec2> {
        self.alone = if is_near { 0 } else { self.alone.saturating_add(1) };
        match motion.trigger {
            Trigger::Always => {
                if self.is_at_aim(motion) {
                    self.retreats = false;
                    if self.stood < ticks(motion.wait) || !self.turn_to_next(motion) {
                        return None;
                    }
                } else if self.held_up > YIELDS_FOR {
                    self.turn_round(motion);
                }
            }
            Trigger::Near(_) => self.turn_door(motion, self.alone < ticks(motion.wait).max(1)),
            Trigger::Switched(_) => self.turn_door(motion, self.is_on),
        }
        let left = self.point(motion) - self.obstacle.at;
        let step = motion.speed * TICK;
        match left.length() {
            0.0 => None,
            length if length <= step => Some(self.point(motion)),
            length => Some(self.obstacle.at + left * (step / length)),
        }
    }

    /// Makes it stand where it is for this tick.
    pub fn stand(&mut self) {
        (self.velocity, self.held_up) = (Vec2::ZERO, 0);
        self.stood = self.stood.saturating_add(1);
    }

    /// Moves it to a point, which it reaches at the end of this tick if nobody is in its way.
    pub fn go(&mut self, to: Vec2) {
        self.velocity = (to - self.obstacle.at) / TICK;
        self.obstacle.at = to;
        self.stood = 0;
    }

    /// Returns it to where it was when the tick began, because something is in its way.
    pub fn go_back(&mut self, from: Vec2) {
        self.obstacle.at = from;
        (self.velocity, self.held_up) = (Vec2::ZERO, self.held_up + 1);
    }

    fn point(&self, motion: &Motion) -> Vec2 {
        if self.aim == 0 { self.home } else { motion.to[self.aim - 1] }
    }

    fn is_at_aim(&self, motion: &Motion) -> bool {
        self.obstacle.at == self.point(motion)
    }

    /// Whether it has reached the end of a course that is run once.
    fn is_at_end(&self, motion: &Motion) -> bool {
        motion.course == Course::Once && self.aim == motion.to.len() && self.is_at_aim(motion)
    }

    /// Turns it to the next point of its course. Returns whether there is one.
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

    /// Turns it round between two points: those whom it has pushed to where they cannot get past it come out while it is away.
    fn turn_round(&mut self, motion: &Motion) {
        self.held_up = 0;
        self.retreats = !self.retreats;
        match self.aim {
            _ if !self.retreats => _ = self.turn_to_next(motion),
            aim if self.backward => self.aim = aim + 1,
            0 => self.aim = motion.to.len(),
            aim => self.aim = aim - 1,
        }
    }

    /// Turns a door to its next point towards its open or its closed end; it may turn round between two points.
    fn turn_door(&mut self, motion: &Motion, opens: bool) {
        let last = motion.to.len();
        let turns_round = self.backward == opens && !self.is_at_aim(motion);
        self.backward = !opens;
        if turns_round || self.is_at_aim(motion) {
            self.aim = if opens { (self.aim + 1).min(last) } else { self.aim.saturating_sub(1) };
        }
    }
}
