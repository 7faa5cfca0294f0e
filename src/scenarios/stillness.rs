//! How long an agent has been stuck.

use std::collections::VecDeque;

use glam::Vec2;

/// How many ticks a second has.
const SECOND: usize = 60;

/// An agent that moves less than this in a second is stuck, in world units.
const HARDLY: f32 = 0.05;

/// Where an agent was in the last second, and how long it has been stuck.
#[derive(Clone, Debug, Default)]
pub(super) struct Stillness {
    positions: VecDeque<Vec2>,
    ticks: usize,
}

impl Stillness {
    /// Notes where it is after a tick. Gives for how many ticks it has been stuck: the second in which that was
    /// found out counts.
    pub(super) fn note(&mut self, position: Vec2) -> usize {
        self.positions.push_back(position);
        if self.positions.len() <= SECOND {
            return 0;
        }
        let is_stuck = self.positions.pop_front().is_some_and(|before| before.distance(position) < HARDLY);
        self.ticks = match (is_stuck, self.ticks) {
            (false, _) => 0,
            (true, 0) => SECOND,
            (true, ticks) => ticks + 1,
        };
        self.ticks
    }

    /// Starts again: it stands still on purpose.
    pub(super) fn forget(&mut self) {
        *self = Stillness::default();
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    #[test]
    fn who_stands_is_stuck_from_the_first_second_on() {
        let mut stillness = Stillness::default();
        let ticks: Vec<usize> = (0..=120).map(|_| stillness.note(Vec2::ONE)).collect();
        assert_eq!((ticks[59], ticks[60], ticks[61], ticks[120]), (0, 60, 61, 120));
        assert_eq!(stillness.note(vec2(1.0, 1.06)), 0);
    }

    #[test]
    fn who_creeps_is_not_stuck_and_who_shakes_is() {
        let longest = |position: fn(i32) -> Vec2| {
            let mut stillness = Stillness::default();
            (0..300).map(|tick| stillness.note(position(tick))).max()
        };
        assert_eq!(longest(|tick| vec2(0.0009 * tick as f32, 0.0)), Some(0));
        assert_eq!(longest(|tick| vec2(0.0008 * tick as f32, 0.0)), Some(299));
        assert_eq!(longest(|tick| vec2(0.02 * (tick % 2) as f32, 0.0)), Some(299));
    }
}
