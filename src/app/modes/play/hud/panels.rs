//! The panels that open over the map: help and messages.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::messages::{Excerpt, Message};
use crate::app::modes::play::Game;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, SHADE, tells_keys};
use crate::app::ui::button::Standing;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::scroll::Inside;
use crate::app::ui::text_painter::{BODY, SMALL, TITLE, line_height};
use crate::app::window::draw_rectangle;

/// Between two rows of the help.
const ROW_GAP: f32 = 6.0;

impl Hud {
    /// Every gesture and every key; for fingers their gestures alone.
    pub(super) fn draw_help(&mut self, game: &Game) {
        let is_by_finger = !tells_keys(&self.ui);
        let rows = self.keys.help(is_by_finger);
        let columns = if self.layout.viewport.x >= 940.0 { 2 } else { 1 };
        let width = if columns == 2 { 920.0 } else { (self.layout.viewport.x - 2.0 * MARGIN).min(520.0) };
        let column = (width - 2.0 * PADDING) / columns as f32;
        let in_column = rows.len().div_ceil(columns);
        let mut placed = Vec::new();
        let mut tallest: f32 = 0.0;
        for (index, rows) in rows.chunks(in_column).enumerate() {
            let widest = rows.iter().map(|(name, _)| self.ui.painter.width(name, BODY)).fold(0.0, f32::max);
            let names = (widest + 20.0).min(0.42 * column);
            let mut y = BUTTON + ROW_GAP;
            for (name, help) in rows {
                let name = self.ui.painter.wrap(name, names - 12.0, BODY);
                let help = self.ui.painter.wrap(help, column - names - 12.0, BODY);
                let height = name.len().max(help.len()) as f32 * line_height(BODY) + 3.0;
                placed.push((vec2(index as f32 * column, y), names, height, name, help));
                y += height;
            }
            tallest = tallest.max(y);
        }
        let panel = self.open_panel("Help", vec2(width, tallest), true);
        let inside = self.scroll_in(panel, tallest, game);
        let at = inside.at(Vec2::ZERO);
        let tour = Rect::new(at.x, at.y, 140.0, BUTTON);
        self.ui.word_button("Take the tour", Action::Session(SessionAction::Tour), tour, Standing::Plain);
        for (offset, names, height, name, help) in placed {
            if let Some(at) = inside.place(offset, height) {
                self.ui.painter.write_lines(&name, at, BODY, palette().partial);
                self.ui.painter.write_lines(&help, at + vec2(names, 0.0), BODY, palette().text);
            }
        }
        self.end_scroll(inside);
    }

    /// What is wrong with the level file, or with anything else.
    pub(super) fn draw_messages(&mut self, game: &Game) {
        let width = self.layout.widest_panel().min(760.0);
        let text_width = width - 2.0 * PADDING;
        let title = match game.notices.messages().len() {
            0 => "No messages".to_owned(),
            _ if self.is_narrow() || game.notices.messages()[0].excerpt.is_none() => game.notices.messages_in_words(),
            _ => format!("The level cannot be played: {}", game.notices.messages_in_words()),
        };
        let mut offset = 0.0;
        let mut pieces = Vec::new();
        let mut areas = Vec::new();
        for message in game.notices.messages() {
            let top = offset;
            for piece in self.pieces(message, text_width) {
                let height = piece.height();
                pieces.push((offset, piece));
                offset += height;
            }
            areas.extend(message.line.filter(|_| game.panels.opens_text()).map(|line| (top, offset - top, line)));
            offset += 10.0;
        }
        let panel = self.open_panel(&title, vec2(width, offset), false);
        let inside = self.scroll_in(panel, offset, game);
        for (top, height, line) in areas {
            let at = inside.at(vec2(0.0, top));
            let area = Rect::new(at.x - 6.0, at.y - 3.0, text_width + 12.0, height + 6.0);
            self.ui.row(area, false, Action::Session(SessionAction::OpenText { line }));
        }
        for (offset, piece) in pieces {
            let Some(at) = inside.place(vec2(0.0, offset), piece.height()) else { continue };
            match piece {
                MessagePiece::Line(text, size, color) => self.ui.painter.write_as_is(text, at, size, color),
                MessagePiece::Excerpt(excerpt) => self.write_excerpt(&excerpt, at),
            }
        }
        self.end_scroll(inside);
    }

    /// A message in lines.
    fn pieces(&self, message: &Message, width: f32) -> Vec<MessagePiece> {
        let mut pieces = Vec::new();
        let lines = |text: &str, size, color| {
            self.ui.painter.wrap(text, width, size).into_iter().map(move |line| MessagePiece::Line(line, size, color))
        };
        pieces.extend(lines(&message.heading, BODY, palette().text));
        if let Some(excerpt) = &message.excerpt {
            pieces.push(MessagePiece::Excerpt(self.fitting(excerpt, width - 16.0)));
        }
        if let Some(help) = &message.help {
            pieces.extend(lines(help, BODY, palette().on));
        }
        pieces
    }

    /// An excerpt cut on both sides until it is no wider than `width`, the fault last.
    fn fitting(&self, excerpt: &Excerpt, width: f32) -> Excerpt {
        let mut cut = excerpt.clone();
        while self.ui.painter.width_as_is(&format!("{}{}{}", cut.before, cut.fault, cut.after), SMALL + 1) > width {
            if cut.after.chars().count() > cut.before.chars().count() {
                cut.after.pop();
            } else if !cut.before.is_empty() {
                cut.before.remove(0);
            } else if cut.fault.pop().is_none() {
                break;
            }
        }
        cut
    }

    fn write_excerpt(&mut self, excerpt: &Excerpt, at: Vec2) {
        const SIZE: u16 = SMALL + 1;
        let start = at + vec2(16.0, 3.0);
        let fault = start.x + self.ui.painter.width_as_is(&excerpt.before, SIZE);
        let width = self.ui.painter.width_as_is(&excerpt.fault, SIZE);
        self.ui.painter.write_as_is(excerpt.before.as_str(), start, SIZE, palette().text_dim);
        self.ui.painter.write_as_is(excerpt.fault.as_str(), vec2(fault, start.y), SIZE, palette().wrong);
        self.ui.painter.write_as_is(excerpt.after.as_str(), vec2(fault + width, start.y), SIZE, palette().text_dim);
        draw_rectangle(fault, start.y + line_height(SIZE), width.max(7.0), 2.0, palette().wrong);
    }

    /// Draws an empty panel for content of a size, with its title and the button that closes it;
    /// `modal`: a click beside it closes it too. Returns where it is.
    pub(super) fn open_panel(&mut self, title: &str, content: Vec2, modal: bool) -> Rect {
        let panel = self.layout.open_panel(content, modal);
        if modal {
            let everything = Rect::new(0.0, 0.0, self.layout.viewport.x, self.layout.viewport.y);
            draw_rectangle(0.0, 0.0, everything.w, everything.h, SHADE);
            self.ui.hit_areas.note(everything, Role::Modal(Action::Close));
        }
        self.ui.panel(panel, 14.0, Color { a: 1.0, ..palette().panel });
        self.ui.painter.write(title, vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
        self.ui.close_button(Action::Close, Rect::new(panel.right() - BUTTON, panel.y, BUTTON, BUTTON));
        panel
    }

    /// Begins the content of a panel, which is `height` pixels high and scrolls where that is more than fits.
    pub(super) fn scroll_in(&mut self, panel: Rect, height: f32, game: &Game) -> Inside {
        let area = Rect::new(panel.x + PADDING, panel.y + BUTTON, panel.w - 2.0 * PADDING, panel.h - BUTTON - PADDING);
        let mut scroll = game.panels.scroll();
        scroll.fit(height, area.h);
        self.scroll = Some(scroll);
        self.ui.begin_scroll(area, panel, scroll)
    }

    /// Ends what [`Hud::scroll_in`] began.
    pub(super) fn end_scroll(&mut self, inside: Inside) {
        if let Some(scroll) = &mut self.scroll {
            self.ui.end_scroll(inside, scroll);
        }
    }
}

/// A part of a message that is drawn in one piece.
enum MessagePiece {
    Line(String, u16, Color),
    Excerpt(Excerpt),
}

impl MessagePiece {
    fn height(&self) -> f32 {
        match self {
            MessagePiece::Line(_, size, _) => line_height(*size),
            MessagePiece::Excerpt(_) => line_height(SMALL + 1) + 9.0,
        }
    }
}
