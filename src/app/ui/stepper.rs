//! A value between two buttons that step it: a number between minus and plus, or a choice between arrows. The wheel
//! steps it too while it has the keyboard's focus.

use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, SMALL, TITLE, line_height};

/// Between the edge of a row and its text, in logical pixels.
const PADDING: f32 = 10.0;

/// What stands on the two buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// Less and more of a number.
    PlusMinus,
    /// The choice before and the one after.
    Arrows,
}

/// How a stepper is laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepperLayout {
    /// The width of each button.
    pub button: f32,
    /// The width of the value between them.
    pub value: f32,
    /// Whether the name stands above the value, and both left of the buttons, for fingers.
    pub is_stacked: bool,
}

/// A value that can be stepped.
pub struct Stepper<'a, P> {
    pub name: &'a str,
    pub value: &'a str,
    /// The colour of the value.
    pub color: Color,
    pub signs: Symbols,
    pub less: P,
    pub more: P,
}

impl<P: Clone + PartialEq> Stepper<'_, P> {
    /// Draws it as a row. A press on the value does as the button for more.
    pub fn show(self, ui: &mut Ui<P>, area: Rect, layout: StepperLayout) {
        let Stepper { name, value, color, signs, less, more } = self;
        let more_area = Rect::new(area.right() - layout.button, area.y, layout.button, area.h);
        let part = |press: &P| Role::Step { press: press.clone(), less: less.clone(), more: more.clone() };
        let less_area = if layout.is_stacked {
            ui.painter.write(name, vec2(area.x + 8.0, area.y + 4.0), SMALL, palette().text_dim);
            ui.painter.write(value, vec2(area.x + 8.0, area.y + 3.0 + line_height(SMALL)), BODY, color);
            Rect { x: more_area.x - layout.button, ..more_area }
        } else {
            let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
            ui.painter.write(name, vec2(area.x + PADDING, y), BODY, palette().text_dim);
            let value_area = Rect { x: more_area.x - layout.value, w: layout.value, ..more_area };
            ui.mark_hovered(value_area);
            ui.hit_areas.note(value_area, part(&more));
            let size = if ui.painter.width(value, BODY) > value_area.w { SMALL } else { BODY };
            ui.write_middle(value, value_area, size, color);
            Rect { x: value_area.x - layout.button, ..more_area }
        };
        let (signs, size, sign_color) = match signs {
            Symbols::PlusMinus => (["−", "+"], BODY + 5, palette().text),
            Symbols::Arrows => (["‹", "›"], TITLE, palette().text_dim),
        };
        for (sign, place, press) in [(signs[0], less_area, &less), (signs[1], more_area, &more)] {
            ui.mark_hovered(place);
            ui.hit_areas.note(place, part(press));
            ui.write_middle(sign, place, size, sign_color);
        }
    }
}
