//! Time: when ticks are due, and how long frames and ticks take.

use footpath::sim::{TICK, TickClock};

/// The most ticks that one frame makes up for; a window that stood still longer loses time instead
/// of standing still again to catch up.
const MAX_TICKS: u32 = 5;

/// How fast time can pass, in parts of its own speed, and what a button says.
const SPEEDS: [(f32, &str); 8] =
    [(0.125, "1/8"), (0.25, "1/4"), (0.5, "1/2"), (1.0, "1×"), (2.0, "2×"), (4.0, "4×"), (8.0, "8×"), (16.0, "16×")];

/// The place of time's own speed among them.
const NORMAL: usize = 3;

/// Turns the uneven time between frames into even ticks, at the speed that was chosen.
#[derive(Clone, Debug)]
pub struct Clock {
    ticks: TickClock,
    /// The place of the present speed in the list.
    speed: usize,
    /// Whether ticks are due only one by one, when asked for.
    pub paused: bool,
    single: bool,
    elapsed: f32,
}

impl Default for Clock {
    fn default() -> Clock {
        let most = MAX_TICKS * SPEEDS[SPEEDS.len() - 1].0 as u32;
        Clock { ticks: TickClock::with_most(most), speed: NORMAL, paused: false, single: false, elapsed: 0.0 }
    }
}

impl Clock {
    /// Takes in that `seconds` have passed and says how many ticks are due now.
    pub fn advance(&mut self, seconds: f32) -> u32 {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, MAX_TICKS as f32 * TICK) } else { 0.0 };
        self.elapsed += seconds;
        if self.paused {
            return u32::from(std::mem::take(&mut self.single));
        }
        self.ticks.advance(seconds * SPEEDS[self.speed].0)
    }

    /// Forgets the ticks that are due: they took longer than the time that they stand for.
    pub fn catch_up(&mut self) {
        self.ticks.catch_up();
    }

    /// Lets time pass at the next higher speed, or the next lower one; with `None` at its own.
    pub fn change_speed(&mut self, faster: Option<bool>) {
        self.speed = match faster {
            Some(true) => (self.speed + 1).min(SPEEDS.len() - 1),
            Some(false) => self.speed.saturating_sub(1),
            None => NORMAL,
        };
    }

    /// How fast time passes, as a button says it.
    pub fn speed_in_words(&self) -> String {
        SPEEDS[self.speed].1.to_owned()
    }

    /// Whether time passes at its own speed.
    pub fn is_at_normal_speed(&self) -> bool {
        self.speed == NORMAL
    }

    /// Pauses, and makes one tick due.
    pub fn step_once(&mut self) {
        self.paused = true;
        self.single = true;
        self.ticks.complete();
    }

    /// How far the moment that is drawn lies between the last two ticks: 0 to 1.
    pub fn blend(&self) -> f32 {
        self.ticks.fraction()
    }

    /// The seconds that have been taken in, pauses included.
    pub fn elapsed(&self) -> f32 {
        self.elapsed
    }
}

/// The mean of the last measurements, steady enough to read.
#[derive(Clone, Debug)]
pub struct RollingMean {
    values: [f32; 60],
    count: usize,
}

impl Default for RollingMean {
    fn default() -> RollingMean {
        RollingMean { values: [0.0; 60], count: 0 }
    }
}

impl RollingMean {
    /// Takes one more measurement in.
    pub fn add(&mut self, value: f32) {
        self.values[self.count % self.values.len()] = value;
        self.count += 1;
    }

    /// The mean; 0 before the first measurement.
    pub fn mean(&self) -> f32 {
        let known = self.count.min(self.values.len());
        self.values[..known].iter().sum::<f32>() / known.max(1) as f32
    }
}

/// For how many seconds the slowest of its kind is remembered: long enough to be read.
const REMEMBERED: usize = 10;

/// Which of the last ten seconds' frames, or ticks, took longest, and what in it.
#[derive(Clone, Debug, Default)]
pub struct Slowest {
    /// The slowest of each second.
    seconds: [Option<Slow>; REMEMBERED],
    /// The second that is under way, from the beginning.
    now: usize,
}

/// A frame or a tick that took long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slow {
    /// How long it took, in milliseconds.
    pub took: f32,
    /// The part of it that took longest.
    pub part: &'static str,
    /// How many milliseconds that part took.
    pub part_took: f32,
}

impl Slowest {
    /// Takes in another one, at a time in seconds that never goes back.
    pub fn add(&mut self, time: f32, slow: Slow) {
        let second = time.max(0.0) as usize;
        for gone in (self.now + 1)..=second.min(self.now + REMEMBERED) {
            self.seconds[gone % REMEMBERED] = None;
        }
        self.now = self.now.max(second);
        let slowest = &mut self.seconds[self.now % REMEMBERED];
        if slowest.is_none_or(|before| slow.took > before.took) {
            *slowest = Some(slow);
        }
    }

    /// The slowest of all that are remembered.
    pub fn get(&self) -> Option<Slow> {
        self.seconds.iter().flatten().copied().max_by(|one, other| one.took.total_cmp(&other.took))
    }
}

/// What the window measures of itself, in milliseconds unless named otherwise.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    /// From one frame to the next.
    pub frame: RollingMean,
    /// Processor time from reading input to the last shape handed over.
    pub frame_cpu: RollingMean,
    /// Processor time of handing over the shapes of the world and the panels, a part of that.
    pub drawing: RollingMean,
    /// Microseconds that one tick takes.
    pub tick_us: RollingMean,
    /// The slowest frame, by processor time.
    pub slowest_frame: Slowest,
    pub slowest_tick: Slowest,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_is_remembered_for_ten_seconds() {
        let mut slowest = Slowest::default();
        let tick = |took: f32| Slow { took, part: "planning", part_took: 0.5 * took };
        slowest.add(0.5, tick(3.0));
        slowest.add(0.9, tick(8.0));
        slowest.add(4.0, tick(5.0));
        assert_eq!(slowest.get(), Some(tick(8.0)));
        slowest.add(9.9, tick(1.0));
        assert_eq!(slowest.get(), Some(tick(8.0)));
        slowest.add(10.1, tick(1.0));
        assert_eq!(slowest.get(), Some(tick(5.0)));
        slowest.add(1000.0, tick(2.0));
        assert_eq!(slowest.get(), Some(tick(2.0)));
    }

    #[test]
    fn the_same_time_gives_the_same_ticks_at_any_frame_rate() {
        let ticks_in_two_seconds = |frames: u32| {
            let mut clock = Clock::default();
            (0..frames).map(|_| clock.advance(2.0 / frames as f32)).sum::<u32>()
        };
        for frames in [30, 60, 120, 288] {
            assert!(ticks_in_two_seconds(frames).abs_diff(120) <= 1, "{frames} frames");
        }
    }

    #[test]
    fn time_passes_between_an_eighth_and_sixteen_times_as_fast() {
        let ticks_in_a_second = |clock: &mut Clock| (0..60).map(|_| clock.advance(TICK)).sum::<u32>();
        let mut clock = Clock::default();
        for (faster, expected) in [(true, 960), (false, 7)] {
            (0..20).for_each(|_| clock.change_speed(Some(faster)));
            let ticks = ticks_in_a_second(&mut clock);
            assert!(ticks.abs_diff(expected) <= 1, "{ticks} at {}", clock.speed_in_words());
        }
        clock.change_speed(None);
        assert!(clock.is_at_normal_speed() && ticks_in_a_second(&mut clock).abs_diff(60) <= 1);
    }

    #[test]
    fn a_long_frame_never_spirals() {
        let mut clock = Clock::default();
        assert_eq!(clock.advance(30.0), MAX_TICKS);
        assert!(clock.advance(TICK) <= 2);
        assert_eq!(clock.advance(f32::NAN), 0);
    }

    #[test]
    fn a_paused_clock_ticks_only_when_asked() {
        let mut clock = Clock { paused: true, ..Clock::default() };
        assert_eq!(clock.advance(1.0), 0);
        clock.step_once();
        assert_eq!((clock.advance(1.0), clock.advance(1.0)), (1, 0));
    }

    #[test]
    fn blend_stays_between_two_ticks() {
        let mut clock = Clock::default();
        for frame in 0..200 {
            clock.advance(0.003 + 0.0001 * frame as f32);
            assert!((0.0..=1.0).contains(&clock.blend()));
        }
    }

    #[test]
    fn a_rolling_mean_forgets_what_is_old() {
        let mut mean = RollingMean::default();
        assert_eq!(mean.mean(), 0.0);
        mean.add(4.0);
        assert_eq!(mean.mean(), 4.0);
        (0..60).for_each(|_| mean.add(2.0));
        assert_eq!(mean.mean(), 2.0);
    }
}
