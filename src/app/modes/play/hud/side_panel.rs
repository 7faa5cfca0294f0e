//! What the panels at the left share: the search's, that of baking and the inspector. On a phone they stand above the
//! buttons; two of them take the place of the level's card in a short window.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::{Hud, MARGIN, NARROW, PADDING};
use crate::app::modes::keys::Action;
use crate::app::modes::play::Game;
use crate::app::modes::play::intent::Press;
use crate::app::ui::icons::Icon;
use crate::app::ui::ink::{BODY, CREAM, CREAM_DIM, INK, INK_RAISED, SMALL, TEAL, TITLE, line_height};
use crate::app::ui::shapes::fill_rounded;

/// The width of a panel where it does not take the whole window's.
pub const PANEL_WIDTH: f32 = 288.0;

/// The height of its uppermost row.
pub(super) const HEADER: f32 = 46.0;

/// The height of a button with words on it.
pub(super) const WORD_BUTTON: f32 = 36.0;

/// The width of the arrows at the ends of the uppermost row.
const ARROW: f32 = 40.0;

/// The height of a row where there is a mouse.
pub(super) const ROW: f32 = 27.0;

/// The least width of a window for a panel as wide as two.
const ROOM_FOR_TWO: f32 = 600.0;

/// How the rows of a panel are laid out.
pub(super) struct Rows {
    /// How many stand beside each other.
    pub columns: usize,
    /// How high each is.
    pub height: f32,
    /// The width of a button that moves a number.
    button: f32,
    /// Whether a number's name stands above it.
    is_named_above: bool,
    /// Whether the panel is as wide as two and takes the place of the level's card.
    pub covers_card: bool,
}

impl Rows {
    /// In a window of that size; in one less high than `short` the panel takes the place of the card, if it can.
    pub fn of(viewport: Vec2, short: f32) -> Rows {
        let plain = Rows { columns: 1, height: ROW, button: 34.0, is_named_above: false, covers_card: false };
        if viewport.y < short && viewport.x >= ROOM_FOR_TWO {
            Rows { columns: 2, covers_card: true, ..plain }
        } else if viewport.x < NARROW {
            Rows { columns: 2, height: 44.0, button: 42.0, is_named_above: true, ..plain }
        } else {
            plain
        }
    }

    /// How high so many of them are together.
    pub fn total(&self, count: usize) -> f32 {
        count.div_ceil(self.columns) as f32 * self.height
    }

    /// Where one of them is in a panel, if the first begins at `top`.
    pub fn place(&self, panel: Rect, top: f32, index: usize) -> Rect {
        let width = (panel.w - 8.0) / self.columns as f32;
        let (across, down) = ((index % self.columns) as f32, (index / self.columns) as f32);
        Rect::new(panel.x + 4.0 + across * width, top + down * self.height, width, self.height)
    }
}

/// One number of a panel: what it is called, what it is and in which colour, and what makes it less and more.
pub(super) struct Number {
    pub name: &'static str,
    pub value: String,
    pub color: Color,
    pub less: Press,
    pub more: Press,
}

impl Hud {
    /// Where the panel at the left is, if one is open.
    pub(super) fn side_area(&self, game: &Game, viewport: Vec2) -> Option<Rect> {
        if game.search_panel {
            Some(self.search_area(game, viewport))
        } else if game.workbench.is_some() {
            Some(self.bake_area(game, viewport))
        } else {
            game.inspector.is_some().then(|| self.inspector_area(game, viewport))
        }
    }

    /// Whether a panel stands in the place of the level's card.
    pub(super) fn side_panel_covers_card(&self, game: &Game) -> bool {
        self.side_area(game, self.viewport).is_some_and(|area| area.w > PANEL_WIDTH && !self.is_narrow())
    }

    /// Where a panel of a height is: below the level's card, on a phone above the buttons, in a short window at the top.
    pub(super) fn panel_area(&self, game: &Game, viewport: Vec2, rows: &Rows, height: f32) -> Rect {
        if rows.covers_card {
            let width = (2.0 * PANEL_WIDTH).min(viewport.x - 2.0 * MARGIN);
            Rect::new(MARGIN, MARGIN, width, height)
        } else if rows.columns == 1 {
            Rect::new(MARGIN, MARGIN + self.card_height(game, viewport, false) + 8.0, PANEL_WIDTH, height)
        } else {
            let bottom = self.low_edge(game, viewport);
            Rect::new(MARGIN, (bottom - height).max(MARGIN), viewport.x - 2.0 * MARGIN, height)
        }
    }

    /// Draws the ground of a panel.
    pub(super) fn draw_panel(&mut self, area: Rect) {
        fill_rounded(area, 12.0, INK);
        self.areas.push((area, None));
    }

    /// The row with what the panel is about between arrows, and the button that closes it. A press on the words does as
    /// the arrow on.
    pub(super) fn draw_header(&mut self, title: &str, (back, on): (Press, Press), close: Action, panel: Rect) {
        let area = Rect { h: HEADER, ..panel };
        let close_area = Rect::new(area.right() - HEADER, area.y, HEADER, area.h);
        let back_area = Rect::new(area.x + 2.0, area.y, ARROW, area.h);
        let on_area = Rect::new(close_area.x - ARROW, area.y, ARROW, area.h);
        let name = Rect::new(back_area.right(), area.y, on_area.x - back_area.right(), area.h);
        self.draw_arrow_button("‹", back, back_area);
        self.draw_arrow_button("›", on, on_area);
        let size = if self.ink.width(title, TITLE) > name.w { BODY } else { TITLE };
        self.press_area(name, on);
        self.write_middle(title, name, size, CREAM);
        self.press_area(close_area, Press::Do(close));
        let middle = vec2(close_area.x + 0.5 * close_area.w, close_area.y + 0.5 * close_area.h);
        self.icons.draw(Icon::Close, middle, 18.0, CREAM_DIM);
    }

    /// One number between the buttons that move it; on a phone its name stands above it.
    pub(super) fn draw_number(&mut self, number: Number, area: Rect, rows: &Rows) {
        let Number { name, value, color, less, more } = number;
        let more_area = Rect::new(area.right() - rows.button, area.y, rows.button, area.h);
        let less_area = if rows.is_named_above {
            self.ink.write(name, vec2(area.x + 8.0, area.y + 4.0), SMALL, CREAM_DIM);
            self.ink.write(value, vec2(area.x + 8.0, area.y + 3.0 + line_height(SMALL)), BODY, color);
            Rect { x: more_area.x - rows.button, ..more_area }
        } else {
            let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
            self.ink.write(name, vec2(area.x + PADDING - 4.0, y), BODY, CREAM_DIM);
            let value_area = Rect::new(more_area.x - 62.0, area.y, 62.0, area.h);
            self.press_area(value_area, more);
            let size = if self.ink.width(&value, BODY) > value_area.w { SMALL } else { BODY };
            self.write_middle(&value, value_area, size, color);
            Rect { x: value_area.x - rows.button, ..more_area }
        };
        for (sign, place, press) in [("−", less_area, less), ("+", more_area, more)] {
            self.press_area(place, press);
            self.write_middle(sign, place, BODY + 5, CREAM);
        }
    }

    /// A button with an arrow.
    pub(super) fn draw_arrow_button(&mut self, arrow: &str, press: Press, area: Rect) {
        self.press_area(area, press);
        self.write_middle(arrow, area, TITLE, CREAM_DIM);
    }

    /// A button with words on it.
    pub(super) fn draw_word_button(&mut self, words: &str, press: Press, area: Rect, is_on: bool) {
        let ground = if self.is_hovered(area) { INK_RAISED } else { Color { a: 0.55, ..INK_RAISED } };
        fill_rounded(area, 9.0, ground);
        self.areas.push((area, Some(press)));
        self.write_middle(words, area, BODY, if is_on { TEAL } else { CREAM });
    }

    /// Notes that a part of a panel can be pressed, and marks it under the mouse.
    pub(super) fn press_area(&mut self, area: Rect, press: Press) {
        if self.is_hovered(area) {
            fill_rounded(area, 8.0, INK_RAISED);
        }
        self.areas.push((area, Some(press)));
    }

    /// Writes a line into the middle of an area.
    pub(super) fn write_middle(&mut self, text: &str, area: Rect, size: u16, color: Color) {
        let x = area.x + 0.5 * (area.w - self.ink.width(text, size));
        self.ink.write(text, vec2(x.round(), area.y + (0.5 * (area.h - line_height(size))).round()), size, color);
    }
}
