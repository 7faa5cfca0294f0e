//! A colour and what it means.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_disc;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::window::draw_rectangle;

/// As light as most ground.
const GROUND: Color = Color::new(0.72, 0.79, 0.58, 1.0);

impl<P: Clone + PartialEq> Ui<P> {
    /// An entry of a legend: the colour as it looks on the ground, be it faint or dark.
    pub fn swatch(&mut self, name: &str, color: Color, at: Vec2) {
        draw_rectangle(at.x, at.y + 4.0, 18.0, 9.0, GROUND);
        draw_rectangle(at.x, at.y + 6.0, 18.0, 5.0, color);
        self.painter.write(name, at + vec2(26.0, 0.0), SMALL, palette().text);
    }

    /// A dot in the colour of how good something is, and words that say it.
    pub fn verdict(&mut self, words: &str, color: Color, area: Rect) {
        fill_disc(area.point() + vec2(4.0, 0.5 * line_height(SMALL)), 4.0, color);
        let lines = self.painter.wrap(words, area.w - 14.0, SMALL);
        self.painter.write_lines(&lines, area.point() + vec2(14.0, 0.0), SMALL, palette().text);
    }

    /// A thin line across a panel that parts what stands above it from what stands below.
    pub fn rule(&self, area: Rect) {
        draw_rectangle(area.x, area.y, area.w, 1.0, palette().raised);
    }
}
