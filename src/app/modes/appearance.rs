//! What a user chooses about how everything looks.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// In which colours panels are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// Light words on dark panels.
    #[default]
    Dark,
    /// Dark words on light panels.
    Light,
}

/// How much of the picture moves that need not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MotionPreference {
    /// The search for an order is shown for a moment; unless the system asks for less motion.
    #[default]
    Full,
    /// Nothing moves that need not.
    Reduced,
}

/// How large words, buttons and the map are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum InterfaceScale {
    /// As the system has it, and larger in a large window.
    #[default]
    ByWindow,
    /// As the system has it.
    Normal,
    /// One and a quarter as large.
    Larger,
    /// One and a half as large.
    Large,
    /// Twice as large.
    Double,
}

/// A window that is as wide and high at least is a large one, in which everything is half as large again; and one in which it
/// is twice as large.
const LARGE_WINDOW: Vec2 = Vec2::new(2000.0, 1250.0);
const HUGE_WINDOW: Vec2 = Vec2::new(3000.0, 1900.0);

impl InterfaceScale {
    /// Every one, from the first that is offered.
    pub const ALL: [InterfaceScale; 5] = [
        InterfaceScale::ByWindow,
        InterfaceScale::Normal,
        InterfaceScale::Larger,
        InterfaceScale::Large,
        InterfaceScale::Double,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            InterfaceScale::ByWindow => "by the window",
            InterfaceScale::Normal => "100 %",
            InterfaceScale::Larger => "125 %",
            InterfaceScale::Large => "150 %",
            InterfaceScale::Double => "200 %",
        }
    }

    /// How much larger everything is than the system has it, in a window of this many of the system's logical pixels.
    pub fn factor(self, window: Vec2) -> f32 {
        match self {
            InterfaceScale::ByWindow if window.cmpge(HUGE_WINDOW).all() => 2.0,
            InterfaceScale::ByWindow if window.cmpge(LARGE_WINDOW).all() => 1.5,
            InterfaceScale::ByWindow | InterfaceScale::Normal => 1.0,
            InterfaceScale::Larger => 1.25,
            InterfaceScale::Large => 1.5,
            InterfaceScale::Double => 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_window_has_large_words_unless_the_user_wants_others() {
        let by_window = |width: f32, height: f32| InterfaceScale::ByWindow.factor(Vec2::new(width, height));
        let factors = [(390.0, 844.0), (1280.0, 720.0), (1920.0, 1080.0), (2560.0, 1440.0), (3840.0, 2160.0)]
            .map(|(width, height)| by_window(width, height));
        assert_eq!(factors, [1.0, 1.0, 1.0, 1.5, 2.0]);
        assert_eq!(by_window(1300.0, 2600.0), 1.0, "a tall and narrow one has no room to spare");
        assert_eq!(InterfaceScale::Normal.factor(Vec2::new(3840.0, 2160.0)), 1.0);
    }
}
