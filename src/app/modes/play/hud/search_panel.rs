//! The panel of the search: everything that can be set about it, and what came of it.

use footpath::nav::{Guarantee, Method, PathStatus};
use footpath::sentences::algorithms;
use glam::Vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::{Game, Look};
use crate::app::modes::screen::{has_room_for_both, is_upright};
use crate::app::modes::search_setting::Setting;
use crate::app::modes::side_panel::{
    HEADER, RowLayout, WORD_BUTTON, draw_header, draw_page, draw_setting, panel_height,
};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::view::examined::Examined;
use crate::app::view::overlays::{self, Overlay};
use crate::app::view::words::numbers::{duration, grouped};
use crate::app::view::words::search_words;

/// The lines that are kept free for what a search does, for what it promises, and for what is to be said of its path.
const LINES: usize = 2;

/// How high the whole panel is.
pub(super) fn height(game: &Game, viewport: Vec2) -> f32 {
    if is_folded(&game.look, viewport) { HEADER } else { panel_height(|column| fill(column, game, viewport)) }
}

pub(super) fn draw(hud: &mut Hud, game: &Game, panel: Rect) {
    let viewport = hud.layout.viewport;
    hud.ui.panel(panel, 12.0, palette().panel);
    let title = algorithms::title(game.orders.method(&game.run).algorithm);
    let turn = (Action::Turn(Setting::Algorithm, false), Action::Turn(Setting::Algorithm, true));
    draw_header(&mut hud.ui, title, Some(turn), Action::Play(PlayAction::SearchPanel), panel);
    if !is_folded(&game.look, viewport) {
        let whole = (panel, height(game, viewport));
        draw_page(&mut hud.ui, whole, &mut hud.side_scroll, |column| {
            fill(column, game, viewport);
            None
        });
    }
}

/// The settings of the search, what came of it, and what can be done with it.
fn fill(column: &mut Column, game: &Game, viewport: Vec2) {
    let (method, rows) = (game.orders.method(&game.run), RowLayout::of(viewport));
    let examined = game.look.examiner().examined.as_ref();
    let settings = &Setting::ALL[1..];
    rows.show(column, settings.len(), |ui, index, area| {
        let setting = settings[index];
        draw_setting(ui, (&method, setting), area, &rows);
    });
    column.rule();
    let numbers = examined.map(numbers).unwrap_or_default();
    column.grid((numbers.len(), 2), (line_height(SMALL), 0.0), |ui, index, area| {
        ui.painter.write(numbers[index].as_str(), area.point(), SMALL, palette().text);
    });
    column.skip(6.0);
    column.lines(algorithms::about(method.algorithm), LINES, palette().text_dim);
    column.skip(2.0);
    let (promise, color) = match examined {
        Some(examined) => promise(examined, &method),
        None => ("Send an agent somewhere to see what this search does.".to_owned(), palette().text_dim),
    };
    column.verdict(&promise, LINES, color);
    column.skip(4.0);
    if let Some(words) = cuts_corners(&game.look) {
        column.lines(words, LINES, palette().wrong);
    }
    column.legend(&legend(&game.look, viewport), 2);
    column.skip(6.0);
    let (replay, standing) = match game.look.examiner().playback.is_some() {
        true => (Action::EndReplay, Standing::On),
        false => (Action::Play(PlayAction::Replay), Standing::Plain),
    };
    let compare = ("Compare all", Action::Play(PlayAction::Compare), Standing::Plain);
    column.buttons(2, WORD_BUTTON, &[compare, ("Step by step", replay, standing)]);
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
    let ran = algorithms::title(path.algorithm);
    if examined.question.query.method != *shows {
        let agent = examined.question.agent.map_or_else(String::new, |agent| agent.0.to_string());
        (format!("agent {agent}'s own search ({ran}): {promise}"), color)
    } else if path.algorithm == asked {
        (promise, color)
    } else {
        (format!("ran as {ran}: {promise}"), color)
    }
}

/// What the last search took and found; cost and length are empty where there is no path.
fn numbers(examined: &Examined) -> [String; 4] {
    let statistics = examined.statistics();
    let micros = examined.measured.map_or_else(|| "…".to_owned(), |measured| duration(measured.micros));
    let path = examined.found.as_ref().ok();
    let cost = path.map_or_else(String::new, |path| format!("cost {:.2}", path.cost));
    let length = path.map_or_else(String::new, |path| format!("length {:.2}", path.length));
    [format!("{} expanded", grouped(statistics.expanded as usize)), micros, cost, length]
}

/// What is to be said of a path that no agent can walk.
fn cuts_corners(look: &Look) -> Option<&'static str> {
    let path = look.examiner().examined.as_ref()?.found.as_ref().ok()?;
    (!path.is_walkable).then_some("This path cuts corners: not walkable. Agents never cut corners.")
}
