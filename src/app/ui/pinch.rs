//! Two fingers that move and zoom what lies under them.

use glam::Vec2;

/// A closer pair of fingers counts as this far apart, in logical pixels, so that no ratio of two distances leaps.
const LEAST_SPREAD: f32 = 16.0;

/// Two fingers: their numbers and where they last were, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinch {
    pub fingers: [(u64, Vec2); 2],
}

impl Pinch {
    /// The place in the middle between them.
    pub fn middle(self) -> Vec2 {
        0.5 * (self.fingers[0].1 + self.fingers[1].1)
    }

    /// How far apart they are, in logical pixels; never so little that a ratio of two would leap.
    pub fn spread(self) -> f32 {
        self.fingers[0].1.distance(self.fingers[1].1).max(LEAST_SPREAD)
    }
}
