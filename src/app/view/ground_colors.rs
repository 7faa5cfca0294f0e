//! The colours of the grid, of obstacles, and of searches and paths on the ground: the level chooses between two sets.

use std::sync::atomic::{AtomicBool, Ordering};

use footpath::level::GroundPalette;
use macroquad::color::Color;

use crate::app::ui::palette::DARK;

/// Colours that go together.
#[derive(Debug)]
pub struct GroundColors {
    /// Lines between cells, and every tenth of them.
    pub line: Color,
    pub line_of_ten: Color,
    /// Cells that were seen and not expanded. The colours of cells hide the ground: they are the same on all of it.
    pub open: Color,
    /// Cells that were expanded.
    pub closed: Color,
    /// The path that a search has found, and its rim.
    pub path: Color,
    pub path_rim: Color,
    /// The rest of an agent's path, as it is always shown.
    pub ahead: Color,
    /// The rest of a path where paths are shown with all their points, and the part of it that has been walked.
    pub route: Color,
    pub walked: Color,
    /// The ring of the start in the lab, and the disc of the goal.
    pub start: Color,
    pub goal: Color,
    /// Obstacles and ground that no agent can walk on, instead of the colours that they have.
    pub obstacle: Option<Color>,
}

const PLAIN: GroundColors = GroundColors {
    line: Color::new(0.08, 0.09, 0.13, 0.28),
    line_of_ten: Color::new(0.08, 0.09, 0.13, 0.62),
    open: Color::new(0.38, 0.71, 0.93, 1.0),
    closed: Color::new(0.61, 0.53, 0.77, 1.0),
    path: Color::new(1.0, 0.98, 0.92, 0.95),
    path_rim: Color::new(0.08, 0.08, 0.20, 0.80),
    ahead: Color::new(0.99, 0.97, 0.90, 0.90),
    route: Color::new(0.10, 0.16, 0.55, 0.90),
    walked: Color::new(0.10, 0.16, 0.55, 0.30),
    start: Color::new(DARK.on.r, DARK.on.g, DARK.on.b, 1.0),
    goal: DARK.partial,
    obstacle: None,
};

const CLASSIC: GroundColors = GroundColors {
    line: Color::new(0.09, 0.22, 0.85, 0.45),
    line_of_ten: Color::new(0.09, 0.22, 0.85, 0.85),
    open: Color::new(0.93, 0.93, 0.95, 1.0),
    closed: Color::new(0.60, 0.60, 0.62, 1.0),
    path: Color::new(0.10, 0.78, 0.20, 1.0),
    path_rim: Color::new(0.02, 0.25, 0.06, 0.90),
    ahead: Color::new(0.10, 0.78, 0.20, 0.95),
    route: Color::new(0.04, 0.50, 0.12, 0.95),
    walked: Color::new(0.04, 0.50, 0.12, 0.35),
    start: Color::new(0.93, 0.20, 0.16, 1.0),
    goal: Color::new(0.35, 0.92, 0.42, 1.0),
    obstacle: Some(Color::new(0.80, 0.16, 0.13, 1.0)),
};

/// Whether the classic colours are the chosen ones.
static IS_CLASSIC: AtomicBool = AtomicBool::new(false);

/// Chooses the colours.
pub fn choose(palette: GroundPalette) {
    IS_CLASSIC.store(palette == GroundPalette::Classic, Ordering::Relaxed);
}

/// The chosen colours.
pub fn ground_colors() -> &'static GroundColors {
    if IS_CLASSIC.load(Ordering::Relaxed) { &CLASSIC } else { &PLAIN }
}

#[test]
fn colour_blind_people_can_tell_the_sets_and_the_markers_apart() {
    use crate::app::ui::color_vision::assert_apart;
    for colors in [PLAIN, CLASSIC] {
        assert_apart(&[("open", colors.open), ("closed", colors.closed)], 12.0);
        assert_apart(&[("start", colors.start), ("goal", colors.goal)], 15.0);
    }
    assert_apart(&[("path", CLASSIC.path), ("closed", CLASSIC.closed)], 12.0);
}
