//! The font of the game, with fonts of the system for the letters that it lacks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use glam::Vec2;
use macroquad::color::Color;
use macroquad::texture::DrawTextureParams;
use ttf_parser::Face;

use crate::app::ui::pixels::{changed_by, per_logical};
use crate::app::window::{
    Font, SystemFonts, TextParams, Texture2D, draw_text_ex, draw_texture_ex, load_ttf_font_from_bytes, measure_text,
};

/// The most letters that are drawn into one picture: at the largest size of text on the sharpest screens it is narrower than
/// every graphics card allows.
const MOST_LETTERS: usize = 48;

/// A letter that needs much width and hardly any height: at least four fifths of its size wide.
const WIDE_AND_FLAT: char = '—';

/// How many texts of the system's fonts are kept; then they are forgotten, and drawn again where they are needed.
const MOST_KEPT: usize = 2000;

/// Writes in the font of the game and in others. Clones share what has been drawn.
#[derive(Clone)]
pub struct Typeface {
    font: Font,
    /// The letters that the font has, in their order.
    letters: Rc<[char]>,
    others: Rc<RefCell<Others>>,
}

/// Texts in fonts of the system, by what they say and their size in pixels; nothing where no font has their letters.
#[derive(Default)]
struct Others {
    fonts: SystemFonts,
    widths: HashMap<(String, u16), Option<f32>>,
    drawn: HashMap<(String, u16), Option<TextTexture>>,
    /// Whether it has been said that letters are missing.
    has_said: bool,
}

/// A text as a texture.
#[derive(Clone)]
struct TextTexture {
    texture: Texture2D,
    corner: Vec2,
    is_colored: bool,
}

/// A part of a text that is in one font: where it is in the text, and whether that is the font of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FontPiece {
    at: Range<usize>,
    is_own: bool,
}

impl Typeface {
    /// Takes the font of the game from the bytes of its file.
    ///
    /// # Errors
    /// In words: it is not a font.
    pub fn new(bytes: &[u8]) -> Result<Typeface, String> {
        let font = load_ttf_font_from_bytes(bytes).map_err(|error| error.to_string())?;
        let face = Face::parse(bytes, 0).map_err(|error| error.to_string())?;
        let mut letters = Vec::new();
        for table in face.tables().cmap.iter().flat_map(|table| table.subtables).filter(|table| table.is_unicode()) {
            table.codepoints(|code| letters.extend(char::from_u32(code)));
        }
        letters.sort_unstable();
        letters.dedup();
        Ok(Typeface { font, letters: letters.into(), others: Rc::default() })
    }

    /// Draws letters of the game's font once, so that they are there when they are needed.
    pub fn prepare(&self, letters: &[char], pixels: u16) {
        self.font.populate_font_cache(letters, pixels);
    }

    /// Makes the picture of the game's letters wider than this many pixels, by a letter that needs so much. It doubles when
    /// it is full, and what a frame has written before that is lost in that frame.
    pub fn reserve(&self, pixels: u16) {
        self.font.populate_font_cache(&[WIDE_AND_FLAT], pixels.saturating_add(pixels / 4));
    }

    /// Whether this font, or one of the system, has the letters of a text of this size.
    pub fn has_letters_of(&self, text: &str, size: u16) -> bool {
        let mut others = self.others.borrow_mut();
        let pieces = self.pieces(text);
        pieces.into_iter().all(|piece| piece.is_own || others.fonts.width(&text[piece.at], in_pixels(size)).is_some())
    }

    /// How wide a text is, in logical pixels.
    pub fn width(&self, text: &str, size: u16) -> f32 {
        if text.is_ascii() {
            return self.own_width(text, size);
        }
        self.pieces(text).into_iter().map(|piece| self.width_of(&piece, text, size)).sum()
    }

    /// Draws a text, its base line from `at` on.
    pub fn draw(&self, text: &str, at: Vec2, size: u16, color: Color) {
        if text.is_ascii() {
            return self.draw_own(text, at, size, color);
        }
        let mut pen = at;
        for piece in self.pieces(text) {
            let words = &text[piece.at.clone()];
            if piece.is_own || !self.draw_other(words, pen, size, color) {
                self.draw_own(words, pen, size, color);
            }
            pen.x += self.width_of(&piece, text, size);
        }
    }

    fn width_of(&self, piece: &FontPiece, text: &str, size: u16) -> f32 {
        let words = &text[piece.at.clone()];
        let other = if piece.is_own { None } else { self.others.borrow_mut().width(words, in_pixels(size)) };
        other.map_or_else(|| self.own_width(words, size), |width| width / per_logical())
    }

    fn own_width(&self, text: &str, size: u16) -> f32 {
        if text.is_empty() {
            return 0.0;
        }
        let (size, scale) = drawn(size);
        measure_text(text, Some(&self.font), size, scale).width
    }

    fn draw_own(&self, text: &str, at: Vec2, size: u16, color: Color) {
        let (font_size, font_scale) = drawn(size);
        let params = TextParams { font: Some(&self.font), font_size, font_scale, color, ..Default::default() };
        draw_text_ex(text, at.x, at.y, params);
    }

    /// Draws a text in fonts of the system; `false` where none has its letters.
    fn draw_other(&self, text: &str, at: Vec2, size: u16, color: Color) -> bool {
        let picture = match self.others.borrow_mut().picture(text, in_pixels(size)) {
            Ok(picture) => picture,
            Err(NoFont) => return false,
        };
        if let Some(TextTexture { texture, corner, is_colored }) = picture {
            let pixels = per_logical();
            let corner = ((at * pixels).round() + corner) / pixels;
            let color = if is_colored { Color { a: color.a, ..macroquad::color::WHITE } } else { color };
            let dest_size = Some(texture.size() / pixels);
            draw_texture_ex(&texture, corner.x, corner.y, color, DrawTextureParams { dest_size, ..Default::default() });
        }
        true
    }

    fn pieces(&self, text: &str) -> Vec<FontPiece> {
        pieces(text, |letter| letter.is_control() || self.letters.binary_search(&letter).is_ok())
    }
}

/// No font of the system has the letters of a text.
struct NoFont;

impl Others {
    /// How wide a text is, in pixels.
    fn width(&mut self, text: &str, size: u16) -> Option<f32> {
        if self.widths.len() > MOST_KEPT {
            self.widths.clear();
        }
        // Ideographs stand each by itself. A line that is broken has many beginnings, but only so many letters.
        if text.chars().nth(1).is_some() && text.chars().all(is_ideograph) {
            let mut letter = [0; 4];
            return text.chars().map(|next| self.width(next.encode_utf8(&mut letter), size)).sum();
        }
        let fonts = &mut self.fonts;
        let width = *self.widths.entry((text.to_owned(), size)).or_insert_with(|| fonts.width(text, size));
        if width.is_none() && !self.has_said {
            self.has_said = true;
            macroquad::logging::warn!(
                "no font of this system has the letters of \"{}\": each is shown as a square",
                text
            );
        }
        width
    }

    /// The picture of a text, where anything of it can be seen.
    fn picture(&mut self, text: &str, size: u16) -> Result<Option<TextTexture>, NoFont> {
        if self.width(text, size).is_none() {
            return Err(NoFont);
        }
        if self.drawn.len() > MOST_KEPT {
            self.drawn.clear();
        }
        let fonts = &mut self.fonts;
        let draw = || {
            let drawn = fonts.draw(text, size)?;
            let corner = drawn.corner.as_vec2();
            Some(TextTexture { texture: Texture2D::from_image(&drawn.image), corner, is_colored: drawn.is_colored })
        };
        Ok(self.drawn.entry((text.to_owned(), size)).or_insert_with(draw).clone())
    }
}

/// The size at which letters are drawn once, and by how much they are scaled then, so that they are sharp after a change
/// of the screen's pixels.
fn drawn(size: u16) -> (u16, f32) {
    let drawn = (f32::from(size) * changed_by()).round().max(1.0);
    (drawn as u16, f32::from(size) / drawn)
}

/// A size of text in pixels.
fn in_pixels(size: u16) -> u16 {
    (f32::from(size) * per_logical()).round().max(1.0) as u16
}

/// Splits a text into pieces which the font of the game has, or has not. What stands between words that are written from right
/// to left is of one piece with them, so that their order is right.
fn pieces(text: &str, has: impl Fn(char) -> bool) -> Vec<FontPiece> {
    let mut pieces: Vec<FontPiece> = Vec::new();
    let mut count = 0;
    for (start, letter) in text.char_indices() {
        let (is_own, end) = (has(letter), start + letter.len_utf8());
        match pieces.last_mut() {
            Some(last) if last.is_own == is_own && (is_own || count < MOST_LETTERS) => last.at.end = end,
            _ => {
                count = 0;
                pieces.push(FontPiece { at: start..end, is_own });
            }
        }
        count += 1;
    }
    let is_leftward = |piece: &FontPiece| !piece.is_own && text[piece.at.clone()].contains(is_written_leftward);
    let mut at = 1;
    while at + 1 < pieces.len() {
        let [before, between, after] = &pieces[at - 1..=at + 1] else { break };
        let is_between = between.is_own && !text[between.at.clone()].contains(char::is_alphabetic);
        if is_between && is_leftward(before) && is_leftward(after) {
            pieces[at - 1].at.end = after.at.end;
            pieces.drain(at..=at + 1);
        } else {
            at += 1;
        }
    }
    pieces
}

/// Whether a letter is written without spaces around it: Chinese ideographs, and what stands with them in Chinese and Japanese.
pub(super) fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a letter belongs to a script that is written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and those
/// after them.
fn is_written_leftward(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(&str, bool)> {
        pieces(text, |letter| letter < '\u{500}').into_iter().map(|piece| (&text[piece.at], piece.is_own)).collect()
    }

    #[test]
    fn a_text_is_split_where_the_font_changes() {
        assert_eq!(split("the gate"), [("the gate", true)]);
        assert_eq!(
            split("to 北京 and 🚪!"),
            [("to ", true), ("北京", false), (" and ", true), ("🚪", false), ("!", true)]
        );
        assert_eq!(split(""), []);
    }

    #[test]
    fn words_from_right_to_left_stay_together() {
        let text = "the باب الحديقة, 12 متر gate";
        assert_eq!(split(text), [("the ", true), ("باب الحديقة, 12 متر", false), (" gate", true)]);
        assert_eq!(split("שער and שער").len(), 3, "what is written from left to right stands by itself");
    }

    #[test]
    fn no_picture_of_a_text_is_too_wide() {
        let text = "路".repeat(3 * MOST_LETTERS + 1);
        let letters: Vec<usize> = split(&text).iter().map(|(words, _)| words.chars().count()).collect();
        assert_eq!(letters, [MOST_LETTERS, MOST_LETTERS, MOST_LETTERS, 1]);
    }

    #[test]
    fn the_font_of_the_game_is_asked_which_letters_it_has() {
        let typeface = Typeface::new(include_bytes!("../../../assets/fonts/inter-footpath.ttf")).unwrap();
        let own = |text: &str| typeface.pieces(text).iter().all(|piece| piece.is_own);
        assert!(own("Straße, Жук, λ ≈ 2 → ✓\t"));
        assert!(!own("路") && !own("ع") && !own("🚪") && !own("の"));
    }

    #[test]
    fn the_letter_that_reserves_room_is_wide_and_flat() {
        let face = Face::parse(include_bytes!("../../../assets/fonts/inter-footpath.ttf"), 0).unwrap();
        let glyph = face.glyph_index(WIDE_AND_FLAT).expect("the font has it");
        let bounds = face.glyph_bounding_box(glyph).expect("it can be seen");
        assert!(5 * bounds.width() >= 4 * face.units_per_em() as i16, "{bounds:?}");
        assert!(10 * bounds.height() < face.units_per_em() as i16, "{bounds:?}");
    }

    #[test]
    fn a_width_is_that_of_its_pieces() {
        let typeface = Typeface::new(include_bytes!("../../../assets/fonts/inter-footpath.ttf")).unwrap();
        let own = typeface.width("to ", 15);
        assert!((typeface.width("to 北京", 15) - own - 30.0).abs() < 1e-3);
    }
}
