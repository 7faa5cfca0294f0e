//! Something that is on or off: a row with a dot that is lit, its key if it has one, and its name.

use glam::vec2;
use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_disc;
use crate::app::ui::text_painter::{BODY, line_height};

/// From the edge of a row to the middle of its dot, to what follows, and from a key to the name.
const DOT: f32 = 13.0;
const WORDS: f32 = 27.0;
const KEY: f32 = 25.0;

/// Between a name and the state at the right end of its row at least.
const BETWEEN: f32 = 8.0;

/// How much of a row's width has no room for its name and its state.
pub fn taken(key: &str) -> f32 {
    WORDS + if key.is_empty() { 0.0 } else { KEY } + BETWEEN + DOT
}

/// A row that turns something on or off. `state` stands at its right end.
pub fn toggle<P: Clone + PartialEq>(
    ui: &mut Ui<P>,
    name: &str,
    key: &str,
    state: &str,
    is_on: bool,
    press: P,
    area: Rect,
) {
    ui.press_area(area, press);
    fill_disc(vec2(area.x + DOT, area.center().y), 5.0, if is_on { palette().on } else { palette().raised });
    let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
    let words = if key.is_empty() { WORDS } else { WORDS + KEY };
    ui.painter.write(key, vec2(area.x + WORDS, y), BODY, palette().text_dim);
    ui.painter.write(name, vec2(area.x + words, y), BODY, if is_on { palette().text } else { palette().text_dim });
    let x = area.right() - DOT - ui.painter.width(state, BODY);
    ui.painter.write(state, vec2(x, y), BODY, palette().text_dim);
}
