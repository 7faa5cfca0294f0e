//! A button: words, a sign or an icon that does something when it is pressed.

use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::text_painter::{BODY, TITLE, line_height};

/// What a button with words is like just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Plain,
    /// The button is pressed in.
    On,
    /// A press would do nothing.
    Idle,
}

impl Standing {
    /// Pressed in or not.
    pub fn of(is_on: bool) -> Standing {
        if is_on { Standing::On } else { Standing::Plain }
    }

    /// The colour of its words.
    fn color(self) -> Color {
        match self {
            Standing::Plain => palette().text,
            Standing::On => palette().on,
            Standing::Idle => Color { a: 0.35, ..palette().text },
        }
    }
}

impl<P: Clone + PartialEq> Ui<P> {
    /// A part of a panel that can be pressed: marked under the mouse.
    pub fn press_area(&mut self, area: Rect, press: P) {
        self.mark_hovered(area);
        self.hit_areas.note(area, Role::Button(press));
    }

    /// A button with words on a ground of its own.
    pub fn word_button(&mut self, words: &str, press: P, area: Rect, standing: Standing) {
        let is_lit = self.is_hovered(area) && standing != Standing::Idle;
        fill_rounded(area, 9.0, if is_lit { palette().raised } else { palette().button });
        self.hit_areas.note(area, Role::Button(press));
        self.write_middle(words, area, BODY, standing.color());
    }

    /// A button with words in a bar of buttons: the bar is its ground.
    pub fn bar_button(&mut self, words: &str, press: P, area: Rect, standing: Standing) {
        if standing == Standing::On {
            fill_rounded(area, 9.0, palette().raised);
        }
        self.press_area(area, press);
        self.write_middle(words, area, BODY, standing.color());
    }

    /// A button with an icon `side` logical pixels wide.
    pub fn icon_button(&mut self, icon: Icon, side: f32, press: P, area: Rect, is_on: bool) {
        if is_on {
            fill_rounded(area, 10.0, palette().raised);
        }
        self.press_area(area, press);
        self.icons.draw(icon, area.center(), side, if is_on { palette().on } else { palette().text });
    }

    /// The button that closes a panel.
    pub fn close_button(&mut self, press: P, area: Rect) {
        self.press_area(area, press);
        self.icons.draw(Icon::Close, area.center(), 19.0, palette().text_dim);
    }

    /// A button that is nothing but an arrow or a sign, in the middle of its area.
    pub fn arrow_button(&mut self, arrow: &str, press: P, area: Rect) {
        self.press_area(area, press);
        self.write_middle(arrow, area, TITLE, palette().text_dim);
    }

    /// Marks an area under the mouse.
    pub fn mark_hovered(&self, area: Rect) {
        if self.is_hovered(area) {
            fill_rounded(area, 8.0, palette().raised);
        }
    }

    /// Writes a line into the middle of an area.
    pub fn write_middle(&mut self, text: &str, area: Rect, size: u16, color: Color) {
        let x = area.x + 0.5 * (area.w - self.painter.width(text, size));
        self.painter.write(text, vec2(x.round(), area.y + (0.5 * (area.h - line_height(size))).round()), size, color);
    }
}
