//! A search played again step by step, at a pace that one can watch.

/// The paces, in steps a second.
const PACES: [u32; 17] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000];

/// How long a whole search is to take at first, in seconds, at most.
const WHOLE: f32 = 8.0;

/// Where the playing of a search stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// Whether it goes on by itself.
    pub playing: bool,
    /// How many steps have been played, with the part of the next.
    position: f64,
    pace: usize,
}

impl Playback {
    /// From the beginning of a search of `steps` steps, at a pace that shows its end within a few seconds.
    pub fn begin(steps: usize) -> Playback {
        let pace = PACES.iter().position(|pace| *pace as f32 * WHOLE >= steps as f32).unwrap_or(PACES.len() - 1);
        Playback { playing: true, position: 0.0, pace }
    }

    /// Halted at the end of a search of `steps` steps.
    pub fn at_end(steps: usize) -> Playback {
        Playback { playing: false, position: steps as f64, ..Playback::begin(steps) }
    }

    /// How many steps are to be seen.
    pub fn step(&self) -> usize {
        self.position as usize
    }

    /// Steps a second.
    pub fn pace(&self) -> u32 {
        PACES[self.pace]
    }

    /// Lets time pass, until all `steps` are played.
    pub fn advance(&mut self, seconds: f32, steps: usize) {
        if self.playing {
            self.position += f64::from(seconds) * f64::from(self.pace());
            if self.position >= steps as f64 {
                self.position = steps as f64;
                self.playing = false;
            }
        }
    }

    /// Halts or goes on; from the end, it starts over.
    pub fn toggle(&mut self, steps: usize) {
        self.playing = !self.playing;
        if self.playing && self.step() >= steps {
            self.position = 0.0;
        }
    }

    /// Halts and goes `by` steps on or back.
    pub fn move_by(&mut self, by: isize, steps: usize) {
        self.go_to(self.step().saturating_add_signed(by), steps);
    }

    /// Halts after `step` of all `steps`.
    pub fn go_to(&mut self, step: usize, steps: usize) {
        self.playing = false;
        self.position = step.min(steps) as f64;
    }

    /// Another search is played from its beginning, at the same pace.
    pub fn restart(&mut self) {
        *self = Playback { playing: true, position: 0.0, ..*self };
    }

    /// The next pace up or down.
    pub fn change_pace(&mut self, faster: bool) {
        self.pace = if faster { (self.pace + 1).min(PACES.len() - 1) } else { self.pace.saturating_sub(1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_to_the_end_in_time_and_halts_there() {
        for steps in [1, 30, 3_120, 900_000] {
            let mut playback = Playback::begin(steps);
            playback.advance(WHOLE + 0.1, steps);
            assert_eq!((playback.step(), playback.playing), (steps, false));
            playback.toggle(steps);
            assert_eq!((playback.step(), playback.playing), (0, true));
        }
    }

    #[test]
    fn a_long_search_is_no_slower_to_watch_than_a_short_one() {
        assert!(Playback::begin(100_000).pace() > Playback::begin(100).pace());
    }

    #[test]
    fn single_steps_halt_it_and_stay_inside() {
        let mut playback = Playback::begin(100);
        playback.advance(1.0, 100);
        let step = playback.step();
        assert!(0 < step && step < 100);
        playback.move_by(1, 100);
        playback.advance(1.0, 100);
        assert_eq!((playback.step(), playback.playing), (step + 1, false));
        playback.move_by(-1_000, 100);
        assert_eq!(playback.step(), 0);
        playback.move_by(1_000, 100);
        assert_eq!(playback.step(), 100);
    }

    #[test]
    fn the_pace_changes_within_its_bounds() {
        let mut playback = Playback::begin(100);
        (0..40).for_each(|_| playback.change_pace(true));
        assert_eq!(playback.pace(), PACES[PACES.len() - 1]);
        (0..40).for_each(|_| playback.change_pace(false));
        assert_eq!(playback.pace(), 1);
    }
}
