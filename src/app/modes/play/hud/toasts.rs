//! The last answer, at the lower edge of the map.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::play::Game;
use crate::app::modes::screen::{MARGIN, PADDING};
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{fill_disc, fill_rounded};
use crate::app::ui::text_painter::{BODY, line_height};
use crate::app::ui::tooltip::pill_height;
use crate::app::view::words::answers::Tone;

/// The greatest width of an answer.
const WIDEST: f32 = 620.0;

/// How near the place that it is about an answer may come, in logical pixels.
const BESIDE_MARKER: f32 = 36.0;

/// Draws the last answer, fading: at the lower edge of what the panels leave, or at the upper one where it would
/// cover the place that it is about.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    hud.answer = None;
    let Some((answer, said)) = game.notices.answer() else { return };
    let strength = ((answer.lasts() - (game.clock.elapsed() - said)) / 0.6).clamp(0.0, 1.0);
    if strength == 0.0 {
        return;
    }
    let color = match answer.tone {
        Tone::Plain => palette().text,
        Tone::Complete => palette().on,
        Tone::Partial => palette().partial,
        Tone::Impossible => palette().wrong,
    };
    let fade = |color: Color| Color { a: color.a * strength, ..color };
    let room = room_for_answers(hud);
    let lines = hud.ui.painter.wrap(&answer.text, (room.w - 2.0 * PADDING - 16.0).min(WIDEST), BODY);
    let widest = lines.iter().map(|line| hud.ui.painter.width_as_is(line, BODY)).fold(0.0, f32::max);
    let size = vec2(widest + 2.0 * PADDING + 16.0, lines.len() as f32 * line_height(BODY) + 14.0);
    let area = place(size, answer.at.map(|at| game.camera.to_screen(at)), room);
    hud.answer = Some(area);
    fill_rounded(area, 12.0, fade(palette().panel));
    fill_disc(vec2(area.x + PADDING + 2.0, area.y + 0.5 * size.y), 5.0, fade(color));
    hud.ui.painter.write_lines(&lines, vec2(area.x + PADDING + 16.0, area.y + 7.0), BODY, fade(palette().text));
}

/// What the card, the panels, the bar of orders and a tooltip leave of the window.
pub(super) fn room_for_answers(hud: &Hud) -> Rect {
    let (free, insets) = (hud.layout.free, hud.layout.insets);
    let right = hud.layout.list_at_right().map_or(free.right(), |list| list.x) - MARGIN;
    let left = hud.layout.side.filter(|_| !hud.is_narrow()).map_or(free.x, |side| side.right()) + MARGIN;
    let (mut top, mut bottom) = (hud.card.bottom() + MARGIN, hud.layout.viewport.y - insets.bottom);
    if let Some(orders) = hud.orders.filter(|orders| orders.right() > left) {
        if orders.y < free.center().y {
            top = top.max(orders.bottom() + MARGIN);
        } else {
            bottom = bottom.min(orders.y - MARGIN);
        }
    }
    if hud.shows_tooltip {
        bottom -= pill_height() + MARGIN;
    }
    Rect::new(left, top, right - left, bottom - top)
}

/// Where an answer of a size about a place of the window stands in the room that is left for it.
fn place(size: Vec2, about: Option<Vec2>, room: Rect) -> Rect {
    let x = (room.x + 0.5 * (room.w - size.x)).round();
    let low = Rect::new(x, (room.bottom() - size.y).round(), size.x, size.y);
    let near =
        |at: Vec2| at.x > low.x - BESIDE_MARKER && at.x < low.right() + BESIDE_MARKER && at.y > low.y - BESIDE_MARKER;
    if about.is_some_and(near) { Rect { y: room.y, ..low } } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rect = Rect { x: 8.0, y: 100.0, w: 374.0, h: 500.0 };

    #[test]
    fn an_answer_stands_low_and_never_on_the_place_that_it_is_about() {
        let size = vec2(200.0, 40.0);
        let low = Rect::new(95.0, 560.0, 200.0, 40.0);
        for at in [None, Some(vec2(195.0, 300.0)), Some(vec2(10.0, 590.0))] {
            assert_eq!(place(size, at, ROOM), low, "{at:?}");
        }
        assert_eq!(place(size, Some(vec2(195.0, 570.0)), ROOM), Rect { y: 100.0, ..low });
        assert_eq!(place(size, Some(vec2(80.0, 530.0)), ROOM), Rect { y: 100.0, ..low });
    }
}
