//! The panel of the search: everything that can be set about it, and what came of it.

use footpath::nav::{Guarantee, Method, PathStatus};
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::keys::Action;
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::{Game, Look};
use crate::app::modes::screen::{PADDING, has_room_for_both, is_upright};
use crate::app::modes::search_setting::Setting;
use crate::app::modes::side_panel::{HEADER, Rows, WORD_BUTTON, begin_page, draw_header, draw_setting};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::view::examined::Examined;
use crate::app::view::overlays::{self, Overlay};
use crate::app::view::words::numbers::{duration, grouped};
use crate::app::view::words::search_words;

/// The lines that are kept free for what a search does, and for what it promises.
const LINES: usize = 2;

/// How many settings stand below the algorithm.
const SETTINGS: usize = Setting::ALL.len() - 1;

/// How high the whole panel is.
pub(super) fn height(game: &Game, viewport: Vec2) -> f32 {
    if is_folded(&game.look, viewport) {
        return HEADER;
    }
    let lines = 2 * LINES + 2 + legend(&game.look, viewport).len().div_ceil(2);
    let not_walkable = if cuts_corners(&game.look).is_some() { 2 } else { 0 };
    let text = (lines + not_walkable) as f32 * line_height(SMALL) + 18.0;
    HEADER + Rows::of(viewport).total(SETTINGS) + 14.0 + text + WORD_BUTTON + 12.0
}

/// Draws the panel.
pub(super) fn draw(hud: &mut Hud, game: &Game, panel: Rect) {
    hud.ui.panel(panel, 12.0, palette().panel);
    let title = search_words::title(game.orders.method(&game.run).algorithm);
    let turn = (Press::Do(Action::PreviousAlgorithm), Press::Do(Action::NextAlgorithm));
    draw_header(&mut hud.ui, title, turn, Press::Do(Action::SearchPanel), panel);
    if is_folded(&game.look, hud.layout.viewport) {
        return;
    }
    let page = begin_page(&mut hud.ui, panel, height(game, hud.layout.viewport), &mut hud.side_scroll);
    let rows = Rows::of(hud.layout.viewport);
    for (index, setting) in Setting::ALL.into_iter().skip(1).enumerate() {
        let (area, turn) = (rows.place(page, page.y + HEADER, index), |forward| Press::Turn(setting, forward));
        draw_setting(&mut hud.ui, (&game.orders.method(&game.run), setting), turn, area, &rows);
    }
    let mut at = vec2(page.x + PADDING, page.y + HEADER + rows.total(SETTINGS) + 6.0);
    hud.ui.rule(Rect::new(at.x, at.y, page.w - 2.0 * PADDING, 1.0));
    at.y += 6.0;
    at.y = write_outcome(hud, game, at, page.w - 2.0 * PADDING);
    let half = 0.5 * (page.w - 2.0 * PADDING - 8.0);
    let replays = game.look.examiner().playback.is_some();
    let replay = if replays { Press::EndReplay } else { Press::Do(Action::Replay) };
    let compare = Rect::new(at.x, at.y, half, WORD_BUTTON);
    let step = Rect { x: compare.right() + 8.0, ..compare };
    hud.ui.word_button("Compare all", Press::Do(Action::Compare), compare, Standing::Plain);
    hud.ui.word_button("Step by step", replay, step, if replays { Standing::On } else { Standing::Plain });
    hud.ui.end_scroll();
}

/// What the search does and promises, and what came of the last one; returns how far down that reaches.
fn write_outcome(hud: &mut Hud, game: &Game, mut at: Vec2, width: f32) -> f32 {
    let line = line_height(SMALL);
    let examined = game.look.examiner().examined.as_ref();
    for (index, number) in examined.map(numbers).into_iter().flatten().enumerate() {
        let place = vec2((index % 2) as f32 * 0.5 * width, (index / 2) as f32 * line);
        hud.ui.painter.write(number, at + place, SMALL, palette().text);
    }
    at.y += 2.0 * line + 6.0;
    let legend_top = at.y + 2.0 * LINES as f32 * line + 6.0;
    let about = hud.ui.painter.wrap(search_words::about(game.orders.method(&game.run).algorithm), width, SMALL);
    at.y += hud.ui.painter.write_lines(&about, at, SMALL, palette().text_dim) + 2.0;
    let (promise, color) = match examined {
        Some(examined) => promise(examined, &game.orders.method(&game.run)),
        None => ("Send an agent somewhere to see what this search does.".to_owned(), palette().text_dim),
    };
    let lines = hud.ui.painter.wrap(&promise, width - 14.0, SMALL);
    hud.ui.verdict(&lines, color, at);
    at.y = legend_top;
    if let Some(words) = cuts_corners(&game.look) {
        let lines = hud.ui.painter.wrap(words, width, SMALL);
        hud.ui.painter.write_lines(&lines, at, SMALL, palette().wrong);
        at.y += 2.0 * line;
    }
    at.y + hud.ui.legend(&legend(&game.look, hud.layout.viewport), 2, at, width) + 6.0
}

/// Whether only the algorithm is shown: a phone has no room for more while a search is played.
fn is_folded(look: &Look, viewport: Vec2) -> bool {
    is_upright(viewport) && look.examiner().playback.is_some()
}

/// The legend of the last search, where the list of the debug layer does not show it.
fn legend(look: &Look, viewport: Vec2) -> Vec<(&'static str, Color)> {
    let is_shown = look.overlays().shows(Overlay::Search) && has_room_for_both(viewport);
    look.examiner().examined.as_ref().filter(|_| !is_shown).map_or_else(Vec::new, overlays::legend)
}

/// Which search was at work, when it was another than the one asked for, and what it promises. That of an agent with a
/// method of its own is told apart from the one that the panel `shows`.
fn promise(examined: &Examined, shows: &Method) -> (String, Color) {
    let path = match &examined.found {
        Ok(path) => path,
        Err(error) => return (error.to_string(), palette().wrong),
    };
    let color = if path.guarantee == Guarantee::Shortest { palette().on } else { palette().partial };
    let asked = examined.question.query.method.algorithm;
    let promise = search_words::promise(path.guarantee);
    let promise = match path.status {
        PathStatus::Complete => promise,
        PathStatus::Partial => format!("{promise}, to the nearest that can be reached"),
    };
    let ran = search_words::title(path.algorithm);
    if examined.question.query.method != *shows {
        let agent = examined.question.agent.map_or_else(String::new, |agent| agent.0.to_string());
        (format!("agent {agent}'s own search ({ran}): {promise}"), color)
    } else if path.algorithm == asked {
        (promise, color)
    } else {
        (format!("ran as {ran}: {promise}"), color)
    }
}

/// What the last search took and found.
fn numbers(examined: &Examined) -> Vec<String> {
    let statistics = examined.statistics();
    let micros = examined.measured.map_or_else(|| "…".to_owned(), |measured| duration(measured.micros));
    let mut numbers = vec![format!("{} expanded", grouped(statistics.expanded as usize)), micros];
    if let Ok(path) = &examined.found {
        numbers.extend([format!("cost {:.2}", path.cost), format!("length {:.2}", path.length)]);
    }
    numbers
}

/// What is to be said of a path that no agent can walk.
fn cuts_corners(look: &Look) -> Option<&'static str> {
    let path = look.examiner().examined.as_ref()?.found.as_ref().ok()?;
    (!path.is_walkable).then_some("This path cuts corners: not walkable. Agents never cut corners.")
}
