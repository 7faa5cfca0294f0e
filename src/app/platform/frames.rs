//! The frames of a session, and how long they take.

use crate::app::modes::timing::{Slow, Timings};
use crate::app::window::get_time;

/// A frame that takes longer counts as one of this length, in seconds, where the session is timed.
const LONGEST_FRAME: f32 = 1.0 / 12.0;

/// What the part of a frame is called in which everything is drawn.
pub const DRAWING: &str = "drawing";

/// How many frames there have been, and what they took.
pub struct Frames {
    /// When the last frame began, in seconds of the system's clock; `None` before the first one.
    last: Option<f64>,
    /// How many have begun.
    count: u64,
    /// In which of them something was last done with keys, mouse or fingers.
    of_input: u64,
    /// How many have been drawn.
    drawn: u64,
    /// How long the session has been going on, in seconds; long frames count as short ones.
    elapsed: f32,
    /// The part of this frame that took longest, and how many milliseconds.
    longest_part: (&'static str, f32),
    timings: Timings,
}

impl Frames {
    /// Before the first one.
    pub fn new() -> Frames {
        Frames {
            last: None,
            count: 0,
            of_input: 0,
            drawn: 0,
            elapsed: 0.0,
            longest_part: ("", 0.0),
            timings: Timings::default(),
        }
    }

    /// Begins a frame at a time, in seconds; gives how many have passed since the last one, none before the first: it shows
    /// what a level begins with, however long that took to load.
    pub fn begin(&mut self, now: f64) -> f32 {
        let seconds = self.last.map_or(0.0, |last| (now - last).max(0.0) as f32);
        self.last = Some(now);
        self.count += 1;
        self.elapsed += shortened(seconds);
        self.longest_part = ("files", 0.0);
        seconds
    }

    /// How many have begun since the window opened.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many have been drawn, and not only shown again.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// How long the session has been going on, in seconds; long frames count as short ones.
    pub fn elapsed(&self) -> f32 {
        self.elapsed
    }

    /// What the window measures of itself, for the overlays.
    pub fn timings(&self) -> &Timings {
        &self.timings
    }

    /// Takes in that something was done with keys, mouse or fingers.
    pub fn note_input(&mut self) {
        self.of_input = self.count;
    }

    /// Whether this frame or one of the last two answered to keys, mouse or fingers.
    pub fn is_answering(&self) -> bool {
        self.count - self.of_input <= 2
    }

    /// Takes in how many milliseconds a part of this frame took.
    pub fn note_part(&mut self, part: &'static str, took: f32) {
        if part == DRAWING {
            self.timings.drawing.add(took);
        }
        if took > self.longest_part.1 {
            self.longest_part = (part, took);
        }
    }

    /// Takes in how many milliseconds a tick took, and which phase of it took longest, if that is known.
    pub fn note_tick(&mut self, took: f32, longest: Option<(&'static str, f64)>) {
        self.timings.tick_us.add(1e3 * took);
        if let Some((part, seconds)) = longest {
            self.timings.slowest_tick.add(self.elapsed, Slow { took, part, part_took: 1e3 * seconds as f32 });
        }
    }

    /// Takes in that this frame has been drawn, `seconds` after the last one; gives its processor time in milliseconds.
    pub fn note_drawn(&mut self, seconds: f32) -> f32 {
        let passed = (1000.0 * self.last.map_or(0.0, |last| (get_time() - last).max(0.0))) as f32;
        self.drawn += 1;
        self.timings.frame.add(1000.0 * seconds);
        self.timings.frame_cpu.add(passed);
        let (part, part_took) = self.longest_part;
        self.timings.slowest_frame.add(self.elapsed, Slow { took: passed, part, part_took });
        passed
    }
}

/// How long a frame counts that took these seconds.
pub fn shortened(seconds: f32) -> f32 {
    seconds.min(LONGEST_FRAME)
}
