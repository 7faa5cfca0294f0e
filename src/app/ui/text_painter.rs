//! Words: text in one font, wrapped.
//!
//! Shapes are drawn at once, text is kept until [`TextPainter::flush`]: the two live in different textures,
//! and each change between them would cost a draw call.

use glam::{Vec2, vec2};
use macroquad::color::Color;

use crate::app::ui::pixels::changed_by;
use crate::app::window::{Font, TextParams, draw_text_ex, measure_text};

/// The size of names in a small picture, in logical pixels.
pub const TINY: u16 = 10;
/// The size of what stands back.
pub const SMALL: u16 = 12;
/// The size of most text.
pub const BODY: u16 = 15;
/// The size of headings.
pub const TITLE: u16 = 20;

/// How far the lines of a text are apart, in its size.
const LINE: f32 = 1.36;

struct Label {
    text: String,
    at: Vec2,
    size: u16,
    color: Color,
}

/// Writes text over shapes.
pub struct TextPainter {
    font: Font,
    labels: Vec<Label>,
    pixels: f32,
}

impl TextPainter {
    /// Writes with a font.
    pub fn new(font: Font) -> TextPainter {
        TextPainter { font, labels: Vec::new(), pixels: 0.0 }
    }

    /// To be told in every frame how many pixels make a logical pixel.
    pub fn set_pixels(&mut self, pixels: f32) {
        if pixels != self.pixels {
            self.pixels = pixels;
            self.prepare_letters();
        }
    }

    /// Draws the common letters in all sizes once. Were they drawn when they are first needed, the picture of
    /// all letters would have to grow in the middle of a frame, in which shapes still refer to the smaller one.
    fn prepare_letters(&self) {
        let letters: Vec<char> = (' '..='~').collect();
        for size in [TINY, SMALL, SMALL + 1, BODY, TITLE] {
            self.font.populate_font_cache(&letters, (f32::from(size) * self.pixels).ceil() as u16);
        }
    }

    /// Writes one line, its upper left corner at `at`.
    pub fn write(&mut self, text: impl Into<String>, at: Vec2, size: u16, color: Color) {
        self.labels.push(Label { text: text.into(), at, size, color });
    }

    /// Writes lines, the upper left corner of the first at `at`; returns how high they are together.
    pub fn write_lines(&mut self, lines: &[String], at: Vec2, size: u16, color: Color) -> f32 {
        for (index, line) in lines.iter().enumerate() {
            self.write(line.as_str(), at + vec2(0.0, index as f32 * line_height(size)), size, color);
        }
        lines.len() as f32 * line_height(size)
    }

    /// How wide a line is.
    pub fn width(&self, text: &str, size: u16) -> f32 {
        if text.is_empty() {
            return 0.0;
        }
        let (size, scale) = drawn(size);
        measure_text(text, Some(&self.font), size, scale).width
    }

    /// Breaks a text into lines no wider than `width`.
    pub fn wrap(&self, text: &str, width: f32, size: u16) -> Vec<String> {
        wrap(text, width, |line| self.width(line, size))
    }

    /// The beginning of a line, as much as `width` has room for, with a sign for what is left out.
    pub fn shortened(&self, text: &str, width: f32, size: u16) -> String {
        if self.width(text, size) <= width {
            return text.to_owned();
        }
        let mut letters: Vec<char> = text.chars().collect();
        while letters.pop().is_some() {
            let short = format!("{}…", letters.iter().collect::<String>().trim_end());
            if self.width(&short, size) <= width {
                return short;
            }
        }
        String::new()
    }

    /// Draws every text that was written since the last call, over all shapes drawn so far.
    pub fn flush(&mut self) {
        for label in self.labels.drain(..) {
            let baseline = label.at + vec2(0.0, (0.5 * (LINE - 1.0) + 0.80) * label.size as f32);
            let sharp = (baseline * self.pixels).round() / self.pixels;
            let (font_size, font_scale) = drawn(label.size);
            let params =
                TextParams { font: Some(&self.font), font_size, font_scale, color: label.color, ..Default::default() };
            draw_text_ex(&label.text, sharp.x, sharp.y, params);
        }
    }
}

/// The size at which letters are drawn once, and by how much they are scaled then, so that they are sharp after a change
/// of the screen's pixels.
fn drawn(size: u16) -> (u16, f32) {
    let drawn = (f32::from(size) * changed_by()).round().max(1.0);
    (drawn as u16, f32::from(size) / drawn)
}

/// How far the lines of a text of this size are apart.
pub fn line_height(size: u16) -> f32 {
    (LINE * size as f32).round()
}

/// Breaks a text into lines no wider than `width` as `measure` has it: between words, inside a word
/// only where the word alone is too wide. Line breaks in the text stay.
pub fn wrap(text: &str, width: f32, measure: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if measure(&longer) <= width {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if line.chars().count() > 1 && measure(&line) > width {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, letter.to_string()));
                }
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: usize) -> Vec<String> {
        wrap(text, width as f32, |line| line.chars().count() as f32)
    }

    #[test]
    fn text_wraps_between_words() {
        assert_eq!(wrapped("the walker finds the shortest way", 12), ["the walker", "finds the", "shortest way"]);
    }

    #[test]
    fn no_line_is_wider_than_asked_and_no_letter_is_lost() {
        let text = "levels/averyveryveryverylongname.ron:12:5: unknown field";
        for width in 1..40 {
            let lines = wrapped(text, width);
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{width}: {lines:?}");
            let letters = |text: &str| text.chars().filter(|letter| *letter != ' ').collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }

    #[test]
    fn line_breaks_stay() {
        assert_eq!(wrapped("one\n\ntwo", 10), ["one", "", "two"]);
        assert!(wrapped("", 10).is_empty());
    }
}
