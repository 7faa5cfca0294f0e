//! A colour and what it means.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_disc;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::window::draw_rectangle;

impl<P: Clone + PartialEq> Ui<P> {
    /// An entry of a legend; a faint colour is shown twice as strong.
    pub fn swatch(&mut self, name: &str, color: Color, at: Vec2) {
        let color = Color { a: (2.0 * color.a).min(1.0), ..color };
        draw_rectangle(at.x, at.y + 6.0, 18.0, 5.0, color);
        self.painter.write(name, at + vec2(26.0, 0.0), SMALL, palette().text);
    }

    /// The entries of a legend in columns that share a width; returns how high they are together.
    pub fn legend(&mut self, entries: &[(&str, Color)], columns: usize, at: Vec2, width: f32) -> f32 {
        for (index, (name, color)) in entries.iter().enumerate() {
            let (across, down) = ((index % columns) as f32, (index / columns) as f32);
            self.swatch(name, *color, at + vec2(across * width / columns as f32, down * line_height(SMALL)));
        }
        entries.len().div_ceil(columns) as f32 * line_height(SMALL)
    }

    /// A dot in the colour of how good something is, and lines that say it; returns how high they are together.
    pub fn verdict(&mut self, lines: &[String], color: Color, at: Vec2) -> f32 {
        fill_disc(at + vec2(4.0, 0.5 * line_height(SMALL)), 4.0, color);
        self.painter.write_lines(lines, at + vec2(14.0, 0.0), SMALL, palette().text)
    }

    /// A thin line across a panel that parts what stands above it from what stands below.
    pub fn rule(&self, area: Rect) {
        draw_rectangle(area.x, area.y, area.w, 1.0, palette().raised);
    }
}
