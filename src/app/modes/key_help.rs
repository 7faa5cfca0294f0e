//! Every gesture and every key of a mode, over everything; for fingers their gestures alone.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::keys::KeyMap;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, SHADE, scroll_of, tells_keys};
use crate::app::ui::Ui;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::text_painter::{BODY, TITLE, line_height};
use crate::app::window::draw_rectangle;

/// The width of the panel where the window is wider.
const WIDTH: f32 = 560.0;

/// The help of a mode.
#[derive(Default)]
pub struct KeyHelp {
    pub is_open: bool,
    scroll: Scroll,
}

impl KeyHelp {
    /// What keys do while it is open; all others do nothing.
    pub const KEYS: &[Action] =
        &[Action::Help, Action::Close, Action::PanUp, Action::PanDown, Action::NextLevel, Action::PreviousLevel];

    /// Does what is meant for it: to open or close it, and to scroll it while it is open; whether this was that.
    pub fn act(&mut self, action: Action) -> bool {
        let by = scroll_of(action).filter(|_| self.is_open);
        by.into_iter().for_each(|by| self.scroll_by(by));
        self.is_open ^= action == Action::Help;
        by.is_some() || action == Action::Help
    }

    /// Scrolls it by this many logical pixels.
    pub fn scroll_by(&mut self, by: f32) {
        self.scroll.by(by);
    }

    /// Draws it if it is open; `keys` are those that hold. A press beside it closes it.
    pub fn show(&mut self, ui: &mut Ui<Action>, title: &str, keys: &KeyMap, viewport: Vec2) {
        if self.is_open {
            draw(ui, title, keys, viewport, &mut self.scroll);
        }
    }
}

fn draw(ui: &mut Ui<Action>, title: &str, keys: &KeyMap, viewport: Vec2, scroll: &mut Scroll) {
    let width = (viewport.x - 2.0 * MARGIN).min(WIDTH);
    let names_width = 0.36 * (width - 2.0 * PADDING);
    let is_by_finger = !tells_keys(ui);
    let rows: Vec<(Vec<String>, Vec<String>)> = keys
        .help(is_by_finger)
        .into_iter()
        .map(|(name, help)| {
            let room = width - 2.0 * PADDING - names_width;
            (ui.painter.wrap(&name, names_width - 12.0, BODY), ui.painter.wrap(help, room, BODY))
        })
        .collect();
    let fill = |column: &mut Column| {
        for (name, help) in &rows {
            column.take(name.len().max(help.len()) as f32 * line_height(BODY) + 3.0, |ui, area| {
                ui.painter.write_lines(name, area.point(), BODY, palette().partial);
                ui.painter.write_lines(help, area.point() + vec2(names_width, 0.0), BODY, palette().text);
            });
        }
    };
    let content = Column::height_of(fill);
    let height = (content + BUTTON + PADDING).min(viewport.y - 2.0 * MARGIN);
    let panel = Rect::new(
        (0.5 * (viewport.x - width)).round(),
        (0.45 * (viewport.y - height)).max(MARGIN).round(),
        width,
        height,
    );
    draw_rectangle(0.0, 0.0, viewport.x, viewport.y, SHADE);
    ui.hit_areas.note(Rect::new(0.0, 0.0, viewport.x, viewport.y), Role::Modal(Action::Help));
    ui.panel(panel, 14.0, Color { a: 0.96, ..palette().panel });
    ui.painter.write(title, vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
    ui.close_button(Action::Help, Rect::new(panel.right() - BUTTON, panel.y, BUTTON, BUTTON));
    let area = Rect::new(panel.x + PADDING, panel.y + BUTTON, width - 2.0 * PADDING, height - BUTTON - PADDING);
    scroll.fit(content, area.h);
    let inside = ui.begin_scroll(area, panel, *scroll);
    let at = inside.at(Vec2::ZERO);
    Column::draw(ui, Rect::new(at.x, at.y, area.w, content), fill);
    ui.end_scroll(inside, scroll);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_scrolls_by_keys_only_while_it_is_open() {
        let mut help = KeyHelp::default();
        assert!(!help.act(Action::PanDown), "the key is for the map");
        assert!(help.act(Action::Help) && help.is_open);
        help.scroll.fit(1000.0, 100.0);
        assert!(help.act(Action::PanDown) && help.scroll.offset() > 0.0);
        assert!(!help.act(Action::Close), "the mode closes it");
        assert!(help.act(Action::Help) && !help.is_open);
    }
}
