//! One line on a ground of its own: what a button does, or what the mouse means just now.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::text_painter::{BODY, line_height};

/// Inside the ground, at the left and right of the line.
const PADDING: f32 = 14.0;

/// Between the ground and the edges of its room.
const MARGIN: f32 = 6.0;

/// The height of a line with its ground.
pub fn pill_height() -> f32 {
    line_height(BODY) + 12.0
}

/// Says what the widget does that is under the mouse, under a resting finger, or has the keyboard's focus; returns
/// whether there is one. `widgets` are those that have a tooltip: where each is, what it asks for, and the tooltip;
/// `place` tells for the area of one the lower middle of its tooltip, which lies between the sides of `room`.
pub fn tooltip<P: Clone + PartialEq>(
    ui: &mut Ui<P>,
    widgets: impl Iterator<Item = (Rect, P, String)>,
    room: Rect,
    place: impl Fn(Rect) -> Vec2,
) -> bool {
    let hover = ui.hit_areas.hover();
    let (mut hovered, mut focused) = (None, None);
    for (area, press, text) in widgets {
        if hover.is_some_and(|at| area.contains(at)) {
            hovered = Some((area, text));
        } else if ui.hit_areas.has_focus(&press) {
            focused = Some((area, text));
        }
    }
    if hovered.is_some() {
        ui.hit_areas.note_tooltip();
    }
    let shown = hovered.or(focused);
    if let Some((area, text)) = &shown {
        pill(ui, text, place(*area), room);
    }
    shown.is_some()
}

/// A text with its lower middle `at`, between the sides of `room`: in several lines if it is wider than that.
pub fn pill<P: Clone + PartialEq>(ui: &mut Ui<P>, text: &str, at: Vec2, room: Rect) {
    let lines = ui.painter.wrap(text, room.w - 2.0 * (MARGIN + PADDING), BODY);
    let widest = lines.iter().map(|line| ui.painter.width_as_is(line, BODY)).fold(0.0, f32::max);
    let width = widest + 2.0 * PADDING;
    let height = pill_height() + (lines.len().max(1) - 1) as f32 * line_height(BODY);
    let area = Rect::new(left_of(at.x, width, room), at.y - height, width, height);
    fill_rounded(area, 12.0, palette().panel);
    ui.painter.write_lines(&lines, vec2(area.x + PADDING, area.y + 6.0), BODY, palette().text);
}

/// Where a line of a width begins so that its middle is at `x`, and it stays between the sides of `room`.
fn left_of(x: f32, width: f32, room: Rect) -> f32 {
    (x - 0.5 * width).min(room.right() - width - MARGIN).max(room.x + MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_inside_its_room() {
        let room = |x: f32, width: f32| Rect::new(x, 0.0, width, 600.0);
        assert_eq!(left_of(400.0, 200.0, room(0.0, 800.0)), 300.0);
        assert_eq!(left_of(790.0, 200.0, room(0.0, 800.0)), 594.0);
        assert_eq!(left_of(10.0, 200.0, room(0.0, 800.0)), MARGIN);
        assert_eq!(left_of(400.0, 300.0, room(300.0, 500.0)), 300.0 + MARGIN, "beside a panel");
        assert_eq!(left_of(100.0, 900.0, room(0.0, 390.0)), MARGIN, "one that is too long is read from its beginning");
    }
}
