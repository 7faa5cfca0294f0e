//! The page with everything that was done: a press goes back to it, or forth.

use glam::vec2;

use super::{Hints, ShownEditing};
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::edit::actions::EditAction;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, line_height};

/// The most entries that are shown around the present one.
const MOST: usize = 200;

pub fn fill(column: &mut Column, shown: &ShownEditing) -> Hints {
    let history = shown.history;
    let (entries, done) = (history.entries(), history.done());
    let first = done.saturating_sub(MOST / 2).min(entries.len().saturating_sub(MOST));
    if first > 0 {
        column.paragraph(&format!("{first} earlier ones: undo goes on to them"), palette().text_dim);
    }
    let begin = (0, "as it was opened");
    let names = entries.iter().enumerate().map(|(index, entry)| (index + 1, entry.name.as_str()));
    for (number, name) in std::iter::once(begin).chain(names).skip(first).take(MOST + 1) {
        let color = match number.cmp(&done) {
            std::cmp::Ordering::Less => palette().text,
            std::cmp::Ordering::Equal => palette().on,
            std::cmp::Ordering::Greater => palette().text_dim,
        };
        column.take(shown.list_row, |ui, area| {
            ui.row(area, number == done, Action::Edit(EditAction::Jump(number)));
            let words = ui.painter.shortened(name, area.w - 16.0, BODY);
            let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
            ui.painter.write(words, vec2(area.x + 8.0, y), BODY, color);
        });
    }
    let words = if history.is_saved() { "Saved as it is" } else { "Not saved as it is" };
    column.skip(4.0);
    column.paragraph(words, palette().text_dim);
    Hints::new()
}
