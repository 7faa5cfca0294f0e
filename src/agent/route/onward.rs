//! Routes at whose end nobody is to stand: those from point to point of a patrol.

use glam::Vec2;

use super::Route;
use crate::agent::steering::Mover;

/// Where an agent goes on from the end of a route without standing there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onward {
    /// To there, in world units.
    pub to: Vec2,
    /// As soon as it is so near the end, in world units.
    pub within: f32,
}

impl Route {
    /// Has the agent come to where it turns to what is behind the end as fast as it can turn there, if that is faster than
    /// it would be there anyway.
    pub(super) fn pass_end(&mut self, mover: Mover) {
        let Some(onward) = self.onward.filter(|_| self.ahead.is_empty()) else { return };
        let last = self.track.len() - 1;
        let before = last.checked_sub(1).map_or(self.from, |before| self.track[before].position);
        let end = self.track[last].position;
        let (arriving, leaving) = ((end - before).normalize_or_zero(), (onward.to - end).normalize_or_zero());
        let speed = mover.corner_speed(onward.within, arriving, leaving);
        self.track[last].speed = mover.speed_beyond(onward.within, speed);
    }

    /// How near the agent is to pass its end, in world units, and how fast at most, in world units a second; `None` where it
    /// is to stand there.
    pub fn passage_of_end(&self) -> Option<(f32, f32)> {
        let end = self.track.last().filter(|end| end.speed > 0.0)?;
        self.onward.map(|onward| (onward.within, end.speed))
    }

    /// Has the agent stand at its end after all.
    pub fn stand_at_end(&mut self, mover: Mover) {
        if self.onward.take().is_some() && self.ahead.is_empty() && mover.brakes {
            self.track.last_mut().into_iter().for_each(|end| end.speed = 0.0);
        }
    }
}
