//! Words: text, wrapped, in the language that is chosen.
//!
//! Shapes are drawn at once, text is kept until [`TextPainter::flush`]: the two live in different textures,
//! and each change between them would cost a draw call.

use glam::{Vec2, vec2};
use macroquad::color::Color;

use crate::app::ui::language::translated;
use crate::app::ui::typeface::{Typeface, is_ideograph};

/// The size of names in a small picture, in logical pixels.
pub const TINY: u16 = 10;
/// The size of what stands back.
pub const SMALL: u16 = 12;
/// The size of most text.
pub const BODY: u16 = 15;
/// The size of headings.
pub const TITLE: u16 = 20;

/// The side of the picture that all letters of the game's font fit into in all sizes, in logical pixels at least: with half
/// of it the map page of the edit mode loses words in Chinese.
const LETTERS: f32 = 512.0;

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
    typeface: Typeface,
    labels: Vec<Label>,
    pixels: f32,
}

impl TextPainter {
    /// Writes with a font.
    pub fn new(typeface: Typeface) -> TextPainter {
        TextPainter { typeface, labels: Vec::new(), pixels: 0.0 }
    }

    /// To be told in every frame how many pixels make a logical pixel.
    pub fn set_pixels(&mut self, pixels: f32) {
        if pixels != self.pixels {
            self.pixels = pixels;
            self.prepare_letters();
        }
    }

    /// Draws the common letters in all sizes once, with room for the others. Were they drawn when they are first needed, the
    /// picture of all letters would have to grow in the middle of a frame, in which shapes still refer to the smaller one.
    fn prepare_letters(&self) {
        self.typeface.reserve((LETTERS * self.pixels).ceil() as u16);
        let letters: Vec<char> = (' '..='~').collect();
        for size in [TINY, SMALL, SMALL + 1, BODY, TITLE] {
            self.typeface.prepare(&letters, (f32::from(size) * self.pixels).ceil() as u16);
        }
    }

    /// Writes one line, its upper left corner at `at`.
    pub fn write(&mut self, text: impl AsRef<str>, at: Vec2, size: u16, color: Color) {
        self.write_as_is(translated(text.as_ref()), at, size, color);
    }

    /// Writes one line in the language that it is in: what a user types, or the author of a level has written.
    pub fn write_as_is(&mut self, text: impl Into<String>, at: Vec2, size: u16, color: Color) {
        self.labels.push(Label { text: text.into(), at, size, color });
    }

    /// Writes lines that [`TextPainter::wrap`] has made, the upper left corner of the first at `at`; returns how high they are
    /// together.
    pub fn write_lines(&mut self, lines: &[String], at: Vec2, size: u16, color: Color) -> f32 {
        for (index, line) in lines.iter().enumerate() {
            self.write_as_is(line.as_str(), at + vec2(0.0, index as f32 * line_height(size)), size, color);
        }
        lines.len() as f32 * line_height(size)
    }

    /// How wide a line is.
    pub fn width(&self, text: &str, size: u16) -> f32 {
        self.width_as_is(&translated(text), size)
    }

    /// How wide a line is in the language that it is in.
    pub fn width_as_is(&self, text: &str, size: u16) -> f32 {
        self.typeface.width(text, size)
    }

    /// Whether the letters of a text can be written: the font of the game or one of the system has them.
    pub fn has_letters_of(&self, text: &str) -> bool {
        self.typeface.has_letters_of(text, BODY)
    }

    /// A text in lines no wider than `width`, in the language that is chosen.
    pub fn wrap(&self, text: &str, width: f32, size: u16) -> Vec<String> {
        wrap(&translated(text), width, |line| self.width_as_is(line, size))
    }

    /// The beginning of a line in the language that is chosen, as much as `width` has room for, with a sign for what is left
    /// out.
    pub fn shortened(&self, text: &str, width: f32, size: u16) -> String {
        let text = translated(text);
        if self.width_as_is(&text, size) <= width {
            return text.into_owned();
        }
        let mut letters: Vec<char> = text.chars().collect();
        while letters.pop().is_some() {
            let short = format!("{}…", letters.iter().collect::<String>().trim_end());
            if self.width_as_is(&short, size) <= width {
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
            self.typeface.draw(&label.text, sharp, label.size, label.color);
        }
    }
}

/// How far the lines of a text of this size are apart.
pub fn line_height(size: u16) -> f32 {
    (LINE * size as f32).round()
}

/// Breaks a text into lines no wider than `width` as `measure` has it: between words and between ideographs, inside a word
/// only where the word alone is too wide. Line breaks in the text stay.
pub fn wrap(text: &str, width: f32, measure: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for (gap, word) in paragraph.split_whitespace().flat_map(parts) {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line}{gap}{word}") };
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

/// What of a word may stand at the beginning of a line, each with what separates it from what comes before: every ideograph,
/// which is written without spaces.
fn parts(word: &str) -> impl Iterator<Item = (&'static str, &str)> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let letters: Vec<(usize, char)> = rest.char_indices().collect();
        let breaks = |pair: &&[(usize, char)]| {
            let (before, after) = (pair[0].1, pair[1].1);
            (is_ideograph(before) || is_ideograph(after)) && !NEVER_FIRST.contains(after)
        };
        let end = letters.windows(2).find(breaks).map_or(rest.len(), |pair| pair[1].0);
        let gap = if rest.len() == word.len() { " " } else { "" };
        let part = &rest[..end];
        rest = &rest[end..];
        (!part.is_empty()).then_some((gap, part))
    })
}

/// Signs that never stand at the beginning of a line.
const NEVER_FIRST: &str = "、。，．！？：；）】」』》〉…—,.!?:;)]}”’ー";

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
    fn text_wraps_between_ideographs_and_no_line_begins_with_a_full_stop() {
        assert_eq!(wrapped("第12步：请把墙画在路上。", 6), ["第12步：请", "把墙画在路", "上。"]);
        assert_eq!(wrapped("go to 北京 now", 8), ["go to 北京", "now"]);
        assert_eq!(wrapped("go to 北京 now", 7), ["go to 北", "京 now"]);
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
