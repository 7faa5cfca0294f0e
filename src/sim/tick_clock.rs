//! From the time of a game to ticks.

use crate::sim::TICK;

/// How many ticks are due at once at most, unless a clock is made with another limit.
const MOST_DUE: u32 = 5;

/// Turns the uneven time between the frames of a game into ticks of one length.
///
/// It reads no clock: the game says how many seconds have passed. What is left over between two ticks is the
/// [fraction](TickClock::fraction) by which to draw between the last two positions of an agent.
///
/// ```
/// use footpath::sim::{TICK, TickClock};
///
/// let mut clock = TickClock::default();
/// assert_eq!(clock.advance(2.5 * TICK), 2);
/// assert!((clock.fraction() - 0.5).abs() < 1e-3);
/// ```
#[derive(Clone, Debug)]
pub struct TickClock {
    /// Seconds that have passed since the last tick.
    behind: f32,
    most: u32,
}

impl Default for TickClock {
    /// A clock by which at most five ticks are due at once.
    fn default() -> TickClock {
        TickClock::with_most(MOST_DUE)
    }
}

impl TickClock {
    /// A clock by which at most so many ticks are due at once. Time beyond them is lost: a game that stood still, or whose
    /// ticks take longer than the time that they stand for, does not stand still again to catch up.
    pub fn with_most(ticks: u32) -> TickClock {
        TickClock { behind: 0.0, most: ticks }
    }

    /// Takes in that some seconds have passed, and says how many ticks are due now. Seconds that are negative or not finite
    /// count as none.
    pub fn advance(&mut self, seconds: f32) -> u32 {
        let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        self.behind += seconds.min(self.most as f32 * TICK);
        let due = ((self.behind / TICK) as u32).min(self.most);
        self.behind = (self.behind - due as f32 * TICK).clamp(0.0, TICK);
        due
    }

    /// How far the present lies between the last two ticks, from 0 to 1: for drawing an agent between its
    /// [previous position](crate::agent::Agent::previous_position) and its [position](crate::agent::Agent::position).
    pub fn fraction(&self) -> f32 {
        self.behind / TICK
    }

    /// Lets the present be that of the last tick, with nothing left over.
    pub fn catch_up(&mut self) {
        self.behind = 0.0;
    }

    /// Lets all the time up to the next tick have passed.
    pub fn complete(&mut self) {
        self.behind = TICK;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_ticks_pass_at_every_frame_rate() {
        for frames in [14, 30, 60, 120, 288] {
            let mut clock = TickClock::default();
            let ticks: u32 = (0..2 * frames).map(|_| clock.advance(1.0 / frames as f32)).sum();
            assert!(ticks.abs_diff(120) <= 1, "{ticks} at {frames} frames a second");
        }
    }

    #[test]
    fn no_frame_makes_more_ticks_due_than_may_be() {
        for most in [0, 1, 5, 80] {
            let mut clock = TickClock::with_most(most);
            clock.advance(0.9 * TICK);
            for seconds in [3600.0, f32::MAX, 0.99 * TICK] {
                assert!(clock.advance(seconds) <= most);
            }
            assert_eq!(clock.advance(30.0 * 60.0), most);
        }
    }

    #[test]
    fn time_that_is_none_does_not_pass() {
        let mut clock = TickClock::default();
        clock.advance(0.25 * TICK);
        for seconds in [f32::NAN, f32::INFINITY, -1.0, 0.0, -0.0] {
            assert_eq!((clock.advance(seconds), clock.fraction()), (0, 0.25), "{seconds}");
        }
    }

    #[test]
    fn the_fraction_lies_between_two_ticks() {
        let mut clock = TickClock::default();
        for frame in 0..400 {
            clock.advance(0.0003 * frame as f32);
            assert!((0.0..=1.0).contains(&clock.fraction()), "{}", clock.fraction());
        }
        clock.complete();
        assert_eq!((clock.fraction(), clock.advance(0.0)), (1.0, 1));
        clock.advance(0.5 * TICK);
        clock.catch_up();
        assert_eq!(clock.fraction(), 0.0);
    }
}
