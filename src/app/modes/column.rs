//! The content of a panel, from the top down. A panel is one function over a column: without widgets the column adds up how
//! high the content is, with them it draws it.
//!
//! By how many kB with brotli a wasm grows by a crate that lays out a column of buttons: `taffy` 0.15 by 26, `egui` 0.37 by 625 without
//! a font. This takes less than one.

use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{SMALL, line_height};

/// Between two buttons, beside and below each other.
const GAP: f32 = 6.0;

/// What has been placed so far, and where the next piece stands.
pub struct Column<'a> {
    ui: Option<&'a mut Ui<Action>>,
    x: f32,
    y: f32,
    width: f32,
}

impl Column<'_> {
    /// How high some content is. Its heights must not depend on letters or on the width: what is written says for how many
    /// lines it leaves room.
    pub fn height_of(content: impl FnOnce(&mut Column)) -> f32 {
        let mut column = Column { ui: None, x: 0.0, y: 0.0, width: 0.0 };
        content(&mut column);
        column.y
    }

    /// Draws some content from the top of an area on; returns how high it is.
    pub fn draw(ui: &mut Ui<Action>, area: Rect, content: impl FnOnce(&mut Column)) -> f32 {
        let mut column = Column { ui: Some(ui), x: area.x, y: area.y, width: area.w };
        content(&mut column);
        column.y - area.y
    }

    /// Takes the next piece of a height; `draw` is given where it is.
    pub fn take(&mut self, height: f32, draw: impl FnOnce(&mut Ui<Action>, Rect)) {
        let area = Rect::new(self.x, self.y, self.width, height);
        self.y += height;
        if let Some(ui) = &mut self.ui {
            draw(ui, area);
        }
    }

    /// Leaves a little room.
    pub fn skip(&mut self, height: f32) {
        self.y += height;
    }

    /// `count` pieces in columns that share the width, each `height` high and with a gap beside and below it; `draw` is given the
    /// number of each, and where it is.
    pub fn grid(
        &mut self,
        (count, columns): (usize, usize),
        (height, gap): (f32, f32),
        mut draw: impl FnMut(&mut Ui<Action>, usize, Rect),
    ) {
        self.take(count.div_ceil(columns) as f32 * (height + gap), |ui, area| {
            let width = (area.w - (columns - 1) as f32 * gap) / columns as f32;
            for index in 0..count {
                let place = vec2((index % columns) as f32, (index / columns) as f32) * vec2(width + gap, height + gap);
                draw(ui, index, Rect::new(area.x + place.x, area.y + place.y, width, height));
            }
        });
    }

    /// A thin line that parts what stands above it from what stands below.
    pub fn rule(&mut self) {
        self.skip(GAP);
        self.take(GAP, |ui, area| ui.rule(area));
    }

    /// A small heading above what belongs together.
    pub fn heading(&mut self, words: &str) {
        self.skip(GAP);
        self.take(line_height(SMALL) + 2.0, |ui, area| {
            ui.painter.write(words, area.point(), SMALL, palette().text_dim);
        });
    }

    /// Words, with room for a number of lines; what has no room is cut off, and that is marked.
    pub fn lines(&mut self, words: &str, count: usize, color: Color) {
        self.take(count as f32 * line_height(SMALL), |ui, area| {
            let mut lines = ui.painter.wrap(words, area.w, SMALL);
            shorten(&mut lines, count);
            ui.painter.write_lines(&lines, area.point(), SMALL, color);
        });
    }

    /// Lines that [`wrap`](crate::app::ui::text_painter::TextPainter::wrap) has made for the width of the column.
    pub fn wrapped(&mut self, lines: &[String], size: u16, color: Color) {
        self.take(lines.len() as f32 * line_height(size), |ui, area| {
            ui.painter.write_lines(lines, area.point(), size, color);
        });
    }

    /// Words in as many lines as they need, which no column without widgets knows: for panels whose height is that of the
    /// window.
    pub fn paragraph(&mut self, words: &str, color: Color) {
        let Some(ui) = &mut self.ui else { return };
        let lines = ui.painter.wrap(words, self.width, SMALL);
        self.y += ui.painter.write_lines(&lines, vec2(self.x, self.y), SMALL, color) + 2.0;
    }

    /// A dot in the colour of how good something is and words that say it, with room for a number of lines.
    pub fn verdict(&mut self, words: &str, count: usize, color: Color) {
        self.take(count as f32 * line_height(SMALL), |ui, area| ui.verdict(words, color, area));
    }

    /// What colours mean, in columns that share the width.
    pub fn legend<S: AsRef<str>>(&mut self, entries: &[(S, Color)], columns: usize) {
        self.grid((entries.len(), columns), (line_height(SMALL), 0.0), |ui, index, area| {
            let (name, color) = &entries[index];
            ui.swatch(name.as_ref(), *color, area.point());
        });
    }

    /// Buttons with words, `columns` of them beside each other: the words of each, what a press asks for, and how it stands.
    pub fn buttons(&mut self, columns: usize, height: f32, buttons: &[(&str, Action, Standing)]) {
        self.grid((buttons.len(), columns), (height, GAP), |ui, index, area| {
            let (words, press, standing) = &buttons[index];
            ui.word_button(words, *press, area, *standing);
        });
    }
}

/// Cuts off the lines that are too many, and marks that.
pub fn shorten(lines: &mut Vec<String>, most: usize) {
    if lines.len() > most {
        lines.truncate(most);
        lines[most - 1].push_str(" …");
    }
}
