//! The table of every algorithm on one question.

use footpath::nav::{Algorithm, Guarantee, Path};
use footpath::sentences::algorithms;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use super::layout::Layout;
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::figures::{Figure, SearchFigures};
use crate::app::modes::figures_table::{Ends, write_cell, write_figures, write_heads};
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::comparison::ComparisonRow;
use crate::app::modes::screen::{BUTTON, MARGIN, is_for_fingers};
use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{fill_disc, fill_rounded};
use crate::app::ui::text_painter::{BODY, SMALL, line_height};
use crate::app::view::words::search_words;

/// The height of a row where there is a mouse.
const ROW: f32 = 30.0;

/// The greatest width of the table.
const WIDEST: f32 = 740.0;

/// The least width for all columns.
const ROOM_FOR_ALL: f32 = 640.0;

/// The columns with numbers, and where each ends in parts of the table's width; the names stand left of them, the promise
/// right.
const WIDE: &[(Figure, f32)] = &[
    (Figure::Expanded, 0.40),
    (Figure::Time, 0.51),
    (Figure::Memory, 0.61),
    (Figure::Length, 0.71),
    (Figure::Cost, 0.80),
];
const NARROW: &[(Figure, f32)] =
    &[(Figure::Expanded, 0.45), (Figure::Time, 0.62), (Figure::Memory, 0.80), (Figure::Cost, 0.94)];

/// The bar under a number of expanded cells.
const BAR: Color = Color::new(0.56, 0.46, 0.90, 0.9);

/// The table; a row that is pressed becomes the search.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    let row_height = if is_for_fingers(hud.layout.viewport) { BUTTON } else { ROW };
    let is_tight = is_tight(hud);
    let title = match (game.look.comparison(), is_tight) {
        (None, _) => "No search yet: send an agent",
        (_, true) => "Every algorithm",
        (_, false) => "Every algorithm on the last search",
    };
    let rows = game.look.comparison().map_or(&[][..], |comparison| &comparison.rows);
    let figures: Vec<Option<SearchFigures>> = rows.iter().map(ComparisonRow::figures).collect();
    let expanded = |row: &ComparisonRow| {
        row.found.as_ref().and_then(|found| found.as_ref().ok()).map(|path| path.statistics.expanded)
    };
    let most = rows.iter().filter_map(expanded).max().unwrap_or(1).max(1);
    let chosen = game.orders.method(&game.run).algorithm;
    let fill = |column: &mut Column| {
        column.take(row_height, |ui, area| write_heads(ui, columns(is_tight), is_tight, area));
        for (index, algorithm) in Algorithm::ALL.iter().enumerate() {
            column.take(row_height, |ui, area| {
                let is_chosen = *algorithm == chosen;
                let around = Rect { x: area.x - 6.0, w: area.w + 12.0, ..area };
                ui.row(around, is_chosen, Action::Play(PlayAction::By(*algorithm)));
                let color = if is_chosen { palette().on } else { palette().text };
                let best = |column: Figure| column.best(&figures).get(index) == Some(&true);
                write_row(ui, (*algorithm, rows.get(index)), (area, is_tight), color, most, best);
            });
        }
    };
    let height = Column::height_of(fill);
    let panel = hud.open_panel(title, vec2(width(&hud.layout), height), false);
    let inside = hud.scroll_in(panel, height, game);
    let at = inside.at(Vec2::ZERO);
    Column::draw(&mut hud.ui, Rect::new(at.x, at.y, inside.area.w, height), fill);
    hud.end_scroll(inside);
}

fn width(layout: &Layout) -> f32 {
    layout.widest_panel().min(WIDEST)
}

/// Whether the table has no room beside a panel at the side, which is not drawn then: no strip of it looks out, and the
/// keyboard's focus does not go behind the table.
pub(super) fn covers(layout: &Layout, side: Rect) -> bool {
    layout.is_narrow() || side.right() + MARGIN + width(layout) + MARGIN > layout.free.right()
}

/// Whether there is no room for all columns and for what an algorithm promises in words.
fn is_tight(hud: &Hud) -> bool {
    hud.layout.free.w < ROOM_FOR_ALL
}

fn columns(is_tight: bool) -> Ends<'static> {
    if is_tight { NARROW } else { WIDE }
}

fn write_row(
    ui: &mut Ui<Action>,
    (algorithm, row): (Algorithm, Option<&ComparisonRow>),
    (area, is_tight): (Rect, bool),
    color: Color,
    most: u32,
    best: impl Fn(Figure) -> bool,
) {
    let middle = area.y + 0.5 * area.h;
    let text = |size| (middle - 0.5 * line_height(size)).round();
    let found = row.and_then(|row| row.found.as_ref()).and_then(|found| found.as_ref().ok());
    let ran = found.map(|path| path.algorithm).filter(|ran| *ran != algorithm);
    let size = if is_tight { SMALL } else { BODY };
    let title = algorithms::title(algorithm);
    ui.painter.write(title, vec2(area.x, text(size)), size, color);
    if let Some(ran) = ran.filter(|_| !is_tight) {
        let x = area.x + ui.painter.width(title, size) + 8.0;
        ui.painter.write(format!("ran as {}", algorithms::title(ran)), vec2(x, text(SMALL)), SMALL, palette().text_dim);
    }
    let (first, second) = (columns(is_tight)[0].1, columns(is_tight)[1].1);
    let Some(row) = row else {
        write_cell(ui, "…", first, area, palette().text_dim);
        return;
    };
    let Some((path, figures)) = found.zip(row.figures()) else {
        let why = if row.found.is_none() { "took too long" } else { "gave up" };
        write_cell(ui, why, second, area, palette().wrong);
        return;
    };
    let end = first;
    let longest = 0.16 * area.w;
    let bar = longest * (path.statistics.expanded as f32 / most as f32).sqrt();
    fill_rounded(Rect::new(area.x + end * area.w - bar, area.y + area.h - 7.0, bar, 3.0), 1.5, BAR);
    write_figures(ui, columns(is_tight), &figures, best, area);
    draw_promise(ui, path, (area, is_tight));
}

/// What is promised of a path: in words where there is room, else as a dot of the words' colour.
fn draw_promise(ui: &mut Ui<Action>, path: &Path, (area, is_tight): (Rect, bool)) {
    let color = if path.guarantee == Guarantee::Shortest { palette().on } else { palette().partial };
    let middle = area.y + 0.5 * area.h;
    if is_tight {
        return fill_disc(vec2(area.right() - 8.0, middle), 4.0, color);
    }
    let x = area.x + 0.83 * area.w;
    fill_disc(vec2(x, middle), 4.0, color);
    let words = match path.is_walkable {
        // It may be shorter than the shortest of steps from cell to cell.
        true if (path.algorithm, path.guarantee) == (Algorithm::AnyAngle, Guarantee::Shortest) => {
            "shortest, any angle".to_owned()
        }
        true => search_words::promise_in_short(path.guarantee),
        false => "cuts corners".to_owned(),
    };
    ui.painter.write(words, vec2(x + 10.0, (middle - 0.5 * line_height(SMALL)).round()), SMALL, palette().text_dim);
}

#[cfg(test)]
mod tests {
    use footpath::level::built_in::LEVELS;

    use super::*;
    use crate::app::modes::library::{LevelSource, open_built_in};

    #[test]
    fn the_panel_of_the_search_is_beside_the_table_or_not_there() {
        let index = LEVELS.iter().position(|level| level.name == "first-steps").expect("it is there");
        let document = open_built_in(index).expect("a shipped level is right");
        let mut game = Game::new(document, LevelSource::BuiltIn(index), vec2(1280.0, 720.0));
        game.act(Action::Play(PlayAction::SearchPanel), vec2(0.0, 0.0));
        for (viewport, is_covered) in [
            (vec2(1280.0, 720.0), false),
            (vec2(1920.0, 1080.0), false),
            (vec2(844.0, 390.0), true),
            (vec2(667.0, 375.0), true),
            (vec2(390.0, 844.0), true),
        ] {
            let layout = Layout::of(&game, viewport);
            let side = layout.side.expect("it is open");
            assert_eq!(covers(&layout, side), is_covered, "{viewport}");
        }
    }
}
