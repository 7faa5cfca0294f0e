//! The widgets of which every panel is made, and what they draw with. Knows nothing of the world.
//!
//! [`Ui`] draws a frame's widgets and notes where they are; the next frame's input asks [`HitAreas`] what was meant.
//! A widget is known by what it asks for: a value of the type `P`, which the owner of the panels chooses. The owner of
//! the panels keeps the state too (a text, a scroll offset, a number); widgets only show it and ask for changes.

pub mod button;
pub mod clipboard;
#[cfg(test)]
pub mod color_vision;
pub mod event;
pub mod hit_areas;
pub mod icons;
pub mod key_names;
pub mod language;
pub mod palette;
pub mod pinch;
pub mod pixels;
pub mod scroll;
pub mod shapes;
pub mod slider;
pub mod stepper;
pub mod swatch;
pub mod tabs;
pub mod text_edit;
pub mod text_field;
pub mod text_painter;
pub mod toggle;
pub mod tooltip;
pub mod typeface;

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::ui::hit_areas::{HitAreas, Role};
use crate::app::ui::icons::Icons;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_rounded_outline, fill_rounded};
use crate::app::ui::text_painter::{SMALL, TextPainter, line_height};

/// Draws widgets and notes where they are.
pub struct Ui<P> {
    /// Writes the words of the widgets, and any other text.
    pub painter: TextPainter,
    /// Where the widgets of the last frame are.
    pub hit_areas: HitAreas<P>,
    icons: Icons,
    /// The areas to which is clipped, each inside the one before.
    clips: Vec<Rect>,
    /// The size of the window in logical pixels.
    viewport: Vec2,
}

impl<P: Clone + PartialEq> Ui<P> {
    /// A frame without widgets.
    pub fn new(painter: TextPainter, icons: Icons) -> Ui<P> {
        Ui { painter, hit_areas: HitAreas::default(), icons, clips: Vec::new(), viewport: Vec2::ONE }
    }

    /// Begins a frame in a window of `viewport` logical pixels: the widgets of the last one are gone.
    pub fn begin(&mut self, viewport: Vec2) {
        self.viewport = viewport;
        self.hit_areas.begin();
    }

    /// The size of the window in logical pixels.
    pub fn viewport(&self) -> Vec2 {
        self.viewport
    }

    /// Ends a frame: marks the widget that has the keyboard's focus and draws the text that is still to be drawn.
    pub fn end(&mut self) {
        if let Some(area) = self.hit_areas.end() {
            draw_rounded_outline(area, 8.0, 2.0, palette().on);
        }
        self.flush();
    }

    /// Writes a sentence in place of everything, in a window that has no room for more.
    pub fn say_alone(&mut self, sentence: &str) {
        let viewport = self.viewport;
        fill_rounded(Rect::new(0.0, 0.0, viewport.x, viewport.y), 0.0, Color { a: 1.0, ..palette().panel });
        let lines = self.painter.wrap(sentence, viewport.x - 16.0, SMALL);
        let top = 0.5 * (viewport.y - lines.len() as f32 * line_height(SMALL));
        self.painter.write_lines(&lines, vec2(8.0, top.max(0.0).round()), SMALL, palette().text);
    }

    /// Draws every icon and every text so far over all shapes.
    pub fn flush(&mut self) {
        self.icons.flush();
        self.painter.flush();
    }

    /// The ground of a panel: hides what is behind it from the pointer.
    pub fn panel(&mut self, area: Rect, radius: f32, color: Color) {
        fill_rounded(area, radius, color);
        self.hit_areas.note(area, Role::Ground);
    }

    /// Whether the mouse is over an area.
    pub fn is_hovered(&self, area: Rect) -> bool {
        self.hit_areas.hover().is_some_and(|at| area.contains(at))
    }
}
