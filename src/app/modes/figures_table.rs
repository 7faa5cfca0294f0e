//! How a table of searches is drawn, in every mode: what stands above its columns, and a row.

use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::figures::{Figure, SearchFigures};
use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_disc;
use crate::app::ui::text_painter::{SMALL, line_height};

/// From a number to the dot that marks the best, and the radius of that.
const DOT: f32 = 4.0;
const DOT_RADIUS: f32 = 2.5;

/// Which columns there are, and where each ends, in parts of a row's width.
pub type Ends<'a> = &'a [(Figure, f32)];

/// Writes what stands above the columns, in short where the table is narrow.
pub fn write_heads(ui: &mut Ui<Action>, columns: Ends, is_narrow: bool, row: Rect) {
    for (column, end) in columns {
        let name = if is_narrow { column.short_name() } else { column.name() };
        write_cell(ui, name, *end, row, palette().text_dim);
    }
}

/// Writes the numbers of a search, each of the best with a dot before it; `best` has one entry for each column.
pub fn write_figures(
    ui: &mut Ui<Action>,
    columns: Ends,
    figures: &SearchFigures,
    best: impl Fn(Figure) -> bool,
    row: Rect,
) {
    for (column, end) in columns {
        let (text, is_best) = (column.text(figures), best(*column));
        let x = write_cell(ui, &text, *end, row, if is_best { palette().on } else { palette().text });
        if is_best {
            fill_disc(vec2(x - DOT - DOT_RADIUS, row.center().y), DOT_RADIUS, palette().on);
        }
    }
}

/// Writes a text that ends at a part of a row's width; returns where it begins.
pub fn write_cell(ui: &mut Ui<Action>, text: &str, end: f32, row: Rect, color: Color) -> f32 {
    let x = (row.x + end * row.w - ui.painter.width(text, SMALL)).round();
    ui.painter.write(text, vec2(x, (row.center().y - 0.5 * line_height(SMALL)).round()), SMALL, color);
    x
}
