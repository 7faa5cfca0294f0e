//! A line of text that can be edited: its caret, its selection, and how keys and the pointer change them.

use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::text_edit::{CaretMotion, TextEdit};
use crate::app::ui::text_painter::{BODY, line_height};
use crate::app::ui::{Ui, clipboard};
use crate::app::window::draw_rectangle;

/// Between the edge of a field and its text, in logical pixels.
const PADDING: f32 = 10.0;

/// The most characters that are pasted at once: one line, not a document.
const MOST_PASTED: usize = 1000;

/// A text, and where in it one is. Places are counted in characters, from 0 before the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextField {
    text: String,
    caret: usize,
    /// The other end of the selection; at the caret while nothing is selected.
    anchor: usize,
}

impl TextField {
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of the caret, in characters.
    pub fn caret(&self) -> usize {
        self.caret
    }

    /// The selected places, empty where nothing is selected.
    pub fn selection(&self) -> std::ops::Range<usize> {
        self.caret.min(self.anchor)..self.caret.max(self.anchor)
    }

    /// The selected text.
    pub fn selected(&self) -> &str {
        let selection = self.selection();
        &self.text[self.byte(selection.start)..self.byte(selection.end)]
    }

    /// A field that says a text of any length, all of it selected.
    pub fn selecting(text: &str) -> TextField {
        TextField { text: text.to_owned(), caret: text.chars().count(), anchor: 0 }
    }

    /// Makes it empty.
    pub fn clear(&mut self) {
        *self = TextField::default();
    }

    /// Makes a change.
    pub fn edit(&mut self, edit: TextEdit) {
        match edit {
            TextEdit::Insert(letter) => {
                self.cut();
                self.text.insert(self.byte(self.caret), letter);
                self.go_to(self.caret + 1, false);
            }
            TextEdit::Backspace if self.selection().is_empty() => {
                self.go_to(self.caret.saturating_sub(1), true);
                self.cut();
            }
            TextEdit::Delete if self.selection().is_empty() => {
                self.go_to(self.caret + 1, true);
                self.cut();
            }
            TextEdit::Backspace | TextEdit::Delete => self.cut(),
            TextEdit::Go { to, selects } => self.go_to(self.after(to, selects), selects),
            TextEdit::Place { caret, selects } => self.go_to(caret, selects),
            TextEdit::SelectAll => {
                self.anchor = 0;
                self.go_to(self.length(), true);
            }
            TextEdit::Copy => self.copy(),
            TextEdit::Cut => {
                self.copy();
                self.cut();
            }
            TextEdit::Paste => self.paste(&clipboard::text()),
        }
    }

    /// Where a motion leads.
    fn after(&self, to: CaretMotion, selects: bool) -> usize {
        let selection = self.selection();
        let collapses = !selects && !selection.is_empty();
        let letters: Vec<char> = self.text.chars().collect();
        let is_space = |place: usize| letters.get(place).is_none_or(|letter| letter.is_whitespace());
        match to {
            CaretMotion::Left if collapses => selection.start,
            CaretMotion::Right if collapses => selection.end,
            CaretMotion::Left => self.caret.saturating_sub(1),
            CaretMotion::Right => self.caret + 1,
            CaretMotion::WordLeft => {
                let begins = |place: &usize| !is_space(*place) && (*place == 0 || is_space(place - 1));
                (0..self.caret).rev().find(begins).unwrap_or(0)
            }
            CaretMotion::WordRight => {
                let begins = |place: &usize| !is_space(*place) && is_space(place - 1);
                (self.caret + 1..letters.len()).find(begins).unwrap_or(letters.len())
            }
            CaretMotion::Start => 0,
            CaretMotion::End => letters.len(),
        }
    }

    fn go_to(&mut self, place: usize, selects: bool) {
        self.caret = place.min(self.length());
        if !selects {
            self.anchor = self.caret;
        }
    }

    /// Puts a text in the place of the selection, as one line: line breaks and tabs become spaces, other control
    /// characters are left out, and so is what follows the first [`MOST_PASTED`] characters.
    pub fn paste(&mut self, text: &str) {
        let letters = text.trim_end_matches(['\r', '\n']).replace("\r\n", "\n").replace(['\r', '\n', '\t'], " ");
        for letter in letters.chars().filter(|letter| !letter.is_control()).take(MOST_PASTED) {
            self.edit(TextEdit::Insert(letter));
        }
    }

    /// Puts the selection, if there is one, on the clipboard.
    fn copy(&self) {
        if !self.selection().is_empty() {
            clipboard::copy(self.selected());
        }
    }

    /// Takes the selection out of the text.
    fn cut(&mut self) {
        let selection = self.selection();
        self.text.replace_range(self.byte(selection.start)..self.byte(selection.end), "");
        self.go_to(selection.start, false);
    }

    fn length(&self) -> usize {
        self.text.chars().count()
    }

    /// Where a place is in the bytes of the text.
    fn byte(&self, place: usize) -> usize {
        self.text.char_indices().nth(place).map_or(self.text.len(), |(byte, _)| byte)
    }

    /// Draws it; while it is empty it shows `hint`. A longer text than fits moves so that the caret
    /// is in sight.
    pub fn show<P: Clone + PartialEq>(&self, ui: &mut Ui<P>, hint: &str, press: P, area: Rect) {
        let has_focus = ui.hit_areas.has_focus(&press);
        let is_lit = has_focus || ui.is_hovered(area);
        fill_rounded(area, 8.0, if is_lit { palette().raised } else { palette().button });
        let inside = Rect::new(area.x + PADDING, area.y, area.w - 2.0 * PADDING, area.h);
        let top = area.y + (0.5 * (area.h - line_height(BODY))).round();
        let mut widths = vec![0.0];
        for letter in self.text().chars() {
            let width = ui.painter.width_as_is(letter.encode_utf8(&mut [0; 4]), BODY);
            widths.push(widths[widths.len() - 1] + width);
        }
        let shift = (widths[self.caret()] - inside.w + 2.0).max(0.0);
        let carets: Vec<f32> = widths.iter().map(|width| inside.x + width - shift).collect();
        ui.clip_to(inside);
        if has_focus {
            let (from, to) = (carets[self.selection().start], carets[self.selection().end]);
            draw_rectangle(from, top, to - from, line_height(BODY), Color { a: 0.35, ..palette().on });
        }
        if self.text().is_empty() {
            let hint = ui.painter.shortened(hint, inside.w, BODY);
            ui.painter.write_as_is(hint, vec2(inside.x, top), BODY, palette().text_dim);
        } else {
            // Of a long text only what is in sight.
            let first = carets.partition_point(|caret| *caret < inside.x).saturating_sub(1);
            let last = carets.partition_point(|caret| *caret < inside.right()).min(self.length());
            let seen = &self.text()[self.byte(first)..self.byte(last)];
            ui.painter.write_as_is(seen, vec2(carets[first], top), BODY, palette().text);
        }
        ui.end_clip();
        if has_focus {
            draw_rectangle(carets[self.caret()].round(), top + 1.0, 1.5, line_height(BODY) - 2.0, palette().text);
        }
        ui.hit_areas.note(area, Role::Text { press, carets });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(text: &str) -> TextField {
        let mut field = TextField::default();
        text.chars().for_each(|letter| field.edit(TextEdit::Insert(letter)));
        field
    }

    fn go(to: CaretMotion) -> TextEdit {
        TextEdit::Go { to, selects: false }
    }

    #[test]
    fn letters_go_in_at_the_caret() {
        let mut field = field("aé");
        field.edit(go(CaretMotion::Left));
        field.edit(TextEdit::Insert('ß'));
        assert_eq!((field.text(), field.caret()), ("aßé", 2));
        field.edit(TextEdit::Backspace);
        field.edit(TextEdit::Delete);
        assert_eq!((field.text(), field.caret()), ("a", 1));
        field.edit(TextEdit::Delete);
        assert_eq!(field.text(), "a", "nothing stands after the end");
    }

    #[test]
    fn a_selection_is_replaced_as_a_whole() {
        let mut field = field("one two");
        field.edit(TextEdit::Place { caret: 4, selects: false });
        field.edit(TextEdit::Place { caret: 99, selects: true });
        assert_eq!(field.selection(), 4..7);
        field.edit(TextEdit::Insert('3'));
        assert_eq!((field.text(), field.caret(), field.selection().is_empty()), ("one 3", 5, true));
        field.edit(TextEdit::SelectAll);
        field.edit(TextEdit::Backspace);
        assert_eq!(field.text(), "");
    }

    #[test]
    fn what_is_selected_can_be_copied_and_pasted_as_one_line() {
        let mut field = field("aéßd");
        assert_eq!(field.selected(), "");
        field.edit(TextEdit::Place { caret: 1, selects: false });
        field.edit(TextEdit::Place { caret: 3, selects: true });
        assert_eq!(field.selected(), "éß");
        field.paste("one\r\ntwo\tthree\u{7}\n");
        assert_eq!((field.text(), field.caret()), ("aone two threed", 14));
        field.edit(TextEdit::SelectAll);
        field.paste(&"x".repeat(2 * MOST_PASTED));
        assert_eq!(field.text().len(), MOST_PASTED);
        field.paste("");
        assert_eq!(field.text().len(), MOST_PASTED);
    }

    #[test]
    fn the_clipboard_keeps_what_is_copied_last_and_nothing_is_no_copy() {
        let (mut from, mut to) = (field("one two"), field("three"));
        from.edit(TextEdit::Place { caret: 4, selects: false });
        from.edit(TextEdit::Place { caret: 7, selects: true });
        from.edit(TextEdit::Copy);
        assert_eq!(from.text(), "one two");
        from.edit(TextEdit::Cut);
        from.edit(TextEdit::Copy);
        to.edit(TextEdit::Paste);
        assert_eq!((from.text(), to.text()), ("one ", "threetwo"));
    }

    #[test]
    fn arrows_leave_a_selection_at_its_ends_and_shift_extends_it() {
        let mut field = field("abcd");
        let shift = |to| TextEdit::Go { to, selects: true };
        field.edit(shift(CaretMotion::Left));
        field.edit(shift(CaretMotion::Left));
        assert_eq!((field.selection(), field.caret()), (2..4, 2));
        field.edit(go(CaretMotion::Right));
        assert_eq!(field.caret(), 4);
        field.edit(shift(CaretMotion::Start));
        field.edit(go(CaretMotion::Left));
        assert_eq!((field.caret(), field.selection().is_empty()), (0, true));
    }

    #[test]
    fn the_caret_goes_by_words() {
        let mut field = field("the  old gate");
        let mut stops = Vec::new();
        for _ in 0..4 {
            field.edit(go(CaretMotion::WordLeft));
            stops.push(field.caret());
        }
        assert_eq!(stops, [9, 5, 0, 0]);
        let ahead = [0; 4].map(|_| {
            field.edit(go(CaretMotion::WordRight));
            field.caret()
        });
        assert_eq!(ahead, [5, 9, 13, 13]);
    }
}
