//! When the level's card unfolds and folds.

use glam::Vec2;

use crate::app::modes::screen::LOW;

/// How long what a level is about is shown at least, and for each of its letters, in seconds.
const AT_LEAST: f32 = 4.0;
const EACH_LETTER: f32 = 0.06;

/// Whether the level's card is unfolded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// Whether it shows what the level is about.
    pub is_open: bool,
    /// Since when, in seconds of the window's clock.
    since: f32,
    /// Whether the player unfolded it: then it stays until the player folds it.
    by_hand: bool,
}

impl Card {
    /// The card of a level which begins now in a window of this many logical pixels. In a low window it begins folded:
    /// unfolded it would cover much of the map.
    pub fn begin(now: f32, viewport: Vec2) -> Card {
        Card { is_open: viewport.y >= LOW, since: now, by_hand: false }
    }

    /// Unfolds or folds it because the player wants that.
    pub fn toggle(&mut self) {
        (self.is_open, self.by_hand) = (!self.is_open, true);
    }

    /// Folds it unless the player has unfolded it.
    pub fn fold(&mut self) {
        self.is_open &= self.by_hand;
    }

    /// Whether it may fold by itself once it has been there for long enough to read a text of this many letters.
    pub fn is_to_fold(&self, now: f32, letters: usize) -> bool {
        self.is_open && !self.by_hand && !self.is_read(now, letters)
    }

    /// Whether it has been there for long enough to read a text of this many letters.
    pub fn is_read(&self, now: f32, letters: usize) -> bool {
        now - self.since > AT_LEAST + EACH_LETTER * letters as f32
    }
}
