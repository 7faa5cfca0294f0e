//! The page with everything that was done: a press goes back to it, or forth.

use glam::vec2;

use super::{Column, Hints};
use crate::app::modes::edit::Editing;
use crate::app::modes::edit::intent::Press;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, line_height};

/// The most entries that are shown around the present one.
const MOST: usize = 200;

pub fn draw(editing: &mut Editing, column: &mut Column) -> Hints {
    let history = editing.game.level.history();
    let ui = &mut editing.editor.ui;
    let (entries, done) = (history.entries(), history.done());
    let first = done.saturating_sub(MOST / 2).min(entries.len().saturating_sub(MOST));
    if first > 0 {
        column.lines(ui, &format!("{first} earlier ones: undo goes on to them"), palette().text_dim);
    }
    let begin = (0, "as it was opened");
    let names = entries.iter().enumerate().map(|(index, entry)| (index + 1, entry.name.as_str()));
    for (number, name) in std::iter::once(begin).chain(names).skip(first).take(MOST + 1) {
        let area = column.take(column.row - 4.0);
        ui.row(area, number == done, Press::Jump(number));
        let color = match number.cmp(&done) {
            std::cmp::Ordering::Less => palette().text,
            std::cmp::Ordering::Equal => palette().on,
            std::cmp::Ordering::Greater => palette().text_dim,
        };
        let words = ui.painter.shortened(name, area.w - 16.0, BODY);
        let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
        ui.painter.write(words, vec2(area.x + 8.0, y), BODY, color);
    }
    let words = if history.is_saved() { "Saved as it is" } else { "Not saved as it is" };
    column.skip(4.0);
    column.lines(ui, words, palette().text_dim);
    Hints::new()
}
