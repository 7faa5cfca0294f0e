//! The table of the searches side by side, below their sheets.

use glam::vec2;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::figures::{Figure, SearchFigures};
use crate::app::modes::figures_table::{write_cell, write_figures, write_heads};
use crate::app::modes::lab::actions::LabAction;
use crate::app::modes::lab::{Experiment, Lane};
use crate::app::modes::search_setting;
use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{SMALL, line_height};

/// The height of a line of the table.
const LINE: f32 = 22.0;

/// A table that is less wide has the names of the searches above their numbers.
const ROOM_FOR_NAMES: f32 = 640.0;

/// A table that is less wide has no room for the memory.
const ROOM_FOR_MEMORY: f32 = 340.0;

/// In less width its numbers would lie over each other.
pub const LEAST_WIDTH: f32 = 300.0;

/// Inside the table at its sides, and above and below.
const PADDING: f32 = 10.0;
const EDGE: f32 = 4.0;

/// The part of a row that its name takes beside the numbers.
const NAME: f32 = 0.24;

/// How high the table of this many searches is, in logical pixels, where its width is `width`.
pub fn height(lanes: usize, width: f32) -> f32 {
    Column::height_of(|column| fill(column, (lanes, width), |_, _, _| {}))
}

/// The heads of the columns, and a row for each search; `draw` is given where each is, and its number if it is that of a search.
fn fill(column: &mut Column, (lanes, width): (usize, f32), mut draw: impl FnMut(&mut Ui<Action>, Option<usize>, Rect)) {
    column.skip(EDGE);
    column.take(LINE, |ui, area| draw(ui, None, area));
    for lane in 0..lanes {
        column.take(lines_of_row(width) * LINE, |ui, area| draw(ui, Some(lane), area));
    }
    column.skip(EDGE);
}

fn lines_of_row(width: f32) -> f32 {
    if width < ROOM_FOR_NAMES { 1.8 } else { 1.0 }
}

/// Draws it; a press on a row chooses the search.
pub fn draw(ui: &mut Ui<Action>, experiment: &Experiment, table: Rect) {
    ui.panel(table, 10.0, palette().panel);
    let is_narrow = table.w < ROOM_FOR_NAMES;
    let first = if is_narrow { 0.0 } else { NAME };
    // A narrow table has no room for the length beside the cost.
    let has_room = |figure: &Figure| match figure {
        Figure::Length => !is_narrow,
        Figure::Memory => table.w >= ROOM_FOR_MEMORY,
        _ => true,
    };
    let shown: Vec<Figure> = Figure::ALL.into_iter().filter(has_room).collect();
    let count = shown.len();
    let end = |index: usize| first + (1.0 - first) * (index + 1) as f32 / count as f32;
    let columns: Vec<(Figure, f32)> = shown.into_iter().enumerate().map(|(index, one)| (one, end(index))).collect();
    let rows: Vec<Option<SearchFigures>> = experiment.lanes.all().iter().map(Lane::figures).collect();
    let area = Rect { x: table.x + PADDING, w: table.w - 2.0 * PADDING, ..table };
    let draw_row = |ui: &mut Ui<Action>, lane: Option<usize>, row: Rect| {
        let Some(index) = lane else { return write_heads(ui, &columns, is_narrow, row) };
        let lane = &experiment.lanes.all()[index];
        ui.press_area(Rect { x: row.x - 6.0, w: row.w + 12.0, ..row }, Action::Lab(LabAction::Choose(index)));
        let numbers = if is_narrow { Rect { y: row.bottom() - LINE, h: LINE - 4.0, ..row } } else { row };
        let color = if index == experiment.lanes.chosen() { palette().on } else { palette().text };
        let room = if is_narrow { row.w } else { NAME * row.w };
        let name = ui.painter.shortened(&search_setting::in_short(&lane.method), room, SMALL);
        let y = if is_narrow { row.y } else { row.center().y - 0.5 * line_height(SMALL) };
        ui.painter.write(name, vec2(row.x, y.round()), SMALL, color);
        match &rows[index] {
            Some(figures) => write_figures(ui, &columns, figures, |column| column.best(&rows)[index], numbers),
            None => _ = write_cell(ui, "no path", columns[0].1, numbers, palette().wrong),
        }
    };
    Column::draw(ui, area, |column| fill(column, (rows.len(), table.w), draw_row));
}
