//! A knob on a track.

use glam::vec2;
use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{fill_disc, fill_rounded};

/// The height of the line along which the knob goes.
const LINE: f32 = 6.0;

/// A track along the middle of an area, `margin` from its left and right edge, its knob at the part `value`, 0 to 1.
/// It can be taken anywhere in the area.
pub fn slider<P: Clone + PartialEq>(ui: &mut Ui<P>, value: f32, press: P, area: Rect, margin: f32) {
    let value = value.clamp(0.0, 1.0);
    let middle = area.center().y;
    let line = Rect::new(area.x + margin, middle - 0.5 * LINE, area.w - 2.0 * margin, LINE);
    fill_rounded(line, 0.5 * LINE, palette().raised);
    fill_rounded(Rect { w: value * line.w, ..line }, 0.5 * LINE, palette().on);
    fill_disc(vec2(line.x + value * line.w, middle), 8.0, palette().text);
    ui.hit_areas.note(area, Role::Slider { press, from: line.x, to: line.right(), value });
}
