//! The list of levels: a grid of pictures, with what the marked one is about below.

use footpath::level::built_in::NAMES;
use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use super::thumbnails::{SHAPE, Thumbnails};
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::library::{LevelSource, ListedLevel, group_at};
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, is_low};
use crate::app::modes::settings::Settings;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::draw_rounded_outline;
use crate::app::ui::text_painter::{BODY, SMALL, line_height};

/// Between two levels.
const GAP: f32 = 8.0;

/// The height of the name of a group.
const HEADING: f32 = 30.0;

/// A level is as wide at least, unless the window is too narrow for two.
const LEAST: f32 = 150.0;

/// The most levels that stand side by side.
const MOST_COLUMNS: usize = 6;

/// The most lines of what a level is about, which would push away the pictures.
const MOST_LINES: usize = 4;

/// How wide the buttons at the foot are, each.
const FOOT_BUTTON: f32 = 108.0;

/// How many levels stand side by side in a width.
fn columns(width: f32) -> usize {
    (((width + GAP) / (LEAST + GAP)) as usize).clamp(2, MOST_COLUMNS)
}

/// What it keeps from frame to frame.
#[derive(Default)]
pub(super) struct LevelGrid {
    /// Small pictures of the levels.
    pub thumbnails: Thumbnails,
    /// The level that was marked when it was last drawn, and how many stood side by side; 0 before.
    pub marked: Option<usize>,
    pub columns: usize,
    /// The level that the mouse is on.
    pointed: Option<usize>,
}

pub(super) fn draw(hud: &mut Hud, game: &Game, settings: &Settings) {
    let viewport = hud.layout.viewport;
    let width = (viewport.x - 2.0 * MARGIN).min((0.7 * viewport.x).max(660.0));
    let panel = hud.open_panel("Levels", vec2(width, viewport.y), true);
    let field = Rect::new(panel.x + 100.0, panel.y + 5.0, panel.w - 100.0 - BUTTON - 8.0, BUTTON - 8.0);
    game.panels.list().filter().show(&mut hud.ui, "Find a level", Action::Play(PlayAction::Filter), field);
    let foot = draw_foot(hud, game, panel);

    let list = game.panels.list();
    let inner = panel.w - 2.0 * PADDING;
    let columns = columns(inner);
    let side = ((inner + GAP) / columns as f32 - GAP).floor();
    let picture = vec2(side, (side / SHAPE).round());
    let height = picture.y + line_height(BODY) + 8.0;
    let rows = list.rows(columns);
    let has_heading = |row: &[usize]| list.is_whole() && row.first().is_some_and(|first| group_at(*first).is_some());
    let total: f32 = rows.iter().map(|row| height + GAP + if has_heading(row) { HEADING } else { 0.0 }).sum();
    let inside = hud.scroll_in(Rect { h: panel.h - foot, ..panel }, total, game);
    hud.levels.thumbnails.begin();
    if rows.is_empty() {
        hud.ui.painter.write("No level matches", inside.area.point() + vec2(4.0, 5.0), BODY, palette().text_dim);
    }
    let mut y = 0.0;
    for row in rows {
        let top = y;
        if let Some(group) = group_at(row[0]).filter(|_| list.is_whole()) {
            if let Some(at) = inside.place(vec2(4.0, y + 4.0), HEADING) {
                hud.ui.painter.write(group, at, BODY, palette().partial);
            }
            y += HEADING;
        }
        for (column, index) in row.into_iter().enumerate() {
            let is_marked = index == list.marked();
            if is_marked && hud.levels.marked.replace(index) != Some(index) {
                let bottom = y + height + GAP;
                hud.scroll.iter_mut().for_each(|scroll| scroll.reveal(top, bottom, inside.area.h));
            }
            let offset = vec2(column as f32 * (side + GAP), y);
            let at = inside.at(offset);
            let area = Rect::new(at.x, at.y, side, height);
            hud.ui.row(area, is_marked, Action::Play(PlayAction::Level(index)));
            if inside.place(offset, height).is_some() {
                let is_played = *game.level.source() == LevelSource::BuiltIn(index);
                if hud.ui.is_hovered(area) {
                    hud.levels.pointed = Some(index);
                }
                hud.levels.thumbnails.draw(index, Rect::new(at.x + 4.0, at.y + 4.0, picture.x - 8.0, picture.y - 4.0));
                if is_marked {
                    draw_rounded_outline(area, 8.0, 2.0, palette().on);
                }
                write_name(hud, &list.entries()[index], of_lesson(index, list.entries(), settings), area, is_played);
            }
        }
        y += height + GAP;
    }
    hud.end_scroll(inside);
    hud.levels.columns = columns;
}

/// Writes what a level is called below its picture, and how far the player has come in its lesson.
fn write_name(hud: &mut Hud, entry: &ListedLevel, lesson: Option<(String, Color)>, area: Rect, is_played: bool) {
    let at = vec2(area.x + 6.0, area.bottom() - line_height(BODY) - 3.0);
    let mut room = area.w - 12.0;
    if let Some((words, color)) = lesson {
        let width = hud.ui.painter.width(&words, SMALL);
        hud.ui.painter.write(words, at + vec2(room - width, 3.0), SMALL, color);
        room -= width + 6.0;
    }
    let name = hud.ui.painter.shortened(&entry.name, room, BODY);
    hud.ui.painter.write(name, at, BODY, if is_played { palette().on } else { palette().text });
}

/// What lies below the pictures: what the level is about that the mouse is on, or else the marked one, and the buttons; returns
/// how high that is.
fn draw_foot(hud: &mut Hud, game: &Game, panel: Rect) -> f32 {
    let list = game.panels.list();
    let about =
        list.entries().get(hud.levels.pointed.take().unwrap_or(list.marked())).map_or("", |entry| entry.about.as_str());
    let inner = panel.w - 2.0 * PADDING;
    let buttons = 2.0 * FOOT_BUTTON + GAP;
    let is_beside = inner - buttons > 300.0;
    let text_width = if is_beside { inner - buttons - PADDING } else { inner };
    let most = if is_low(hud.layout.viewport) { 3 } else { MOST_LINES };
    let lines: Vec<String> = hud.ui.painter.wrap(about, text_width, SMALL).into_iter().take(most).collect();
    let text = most as f32 * line_height(SMALL);
    let height = if is_beside { text.max(BUTTON) } else { text + BUTTON } + GAP;
    let corner = vec2(panel.x + PADDING, panel.bottom() - height - 2.0);
    hud.ui.painter.write_lines(&lines, corner, SMALL, palette().text_dim);
    let open = Rect::new(panel.right() - PADDING - buttons, panel.bottom() - BUTTON - GAP, FOOT_BUTTON, BUTTON);
    let messages = Rect { x: open.right() + GAP, ..open };
    hud.ui.word_button("Open a file", Action::Session(SessionAction::OpenFile), open, Standing::Plain);
    hud.ui.word_button("Messages", Action::Play(PlayAction::Messages), messages, Standing::Plain);
    height
}

/// How far the player has come in a level's lesson, and in which colour that is said; `None` without a lesson.
fn of_lesson(index: usize, entries: &[ListedLevel], settings: &Settings) -> Option<(String, Color)> {
    let done = settings.lessons.get(NAMES[index]).copied().unwrap_or(0);
    match entries[index].steps {
        0 => None,
        steps if done >= steps => Some(("done".to_owned(), palette().on)),
        steps if done == 0 => Some((format!("{steps} steps"), palette().text_dim)),
        steps => Some((format!("{done} of {steps}"), palette().partial)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_side_by_side_in_every_window() {
        assert_eq!([276.0, 346.0, 596.0, 868.0, 1760.0].map(columns), [2, 2, 3, 5, 6]);
    }
}
