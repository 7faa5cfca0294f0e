//! The page with every thing of the level, to be found by a part of its name.

use glam::vec2;

use super::{Column, Hints};
use crate::app::modes::edit::Editing;
use crate::app::modes::edit::intent::{Press, Typed};
use crate::app::modes::edit::thing::Thing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, SMALL, line_height};

/// The most rows that are shown at once: the filter finds the others.
const MOST: usize = 300;

pub fn draw(editing: &mut Editing, column: &mut Column) -> Hints {
    let editor = &mut *editing.editor;
    let ui = &mut editor.ui;
    let area = column.take(column.row);
    editor.fields.filter.show(ui, "filter by name or kind", Press::Type(Typed::Filter), area);
    let typed = editor.fields.filter.text().trim().to_lowercase();
    let words: Vec<&str> = typed.split_whitespace().collect();
    let matches = |thing: &&(usize, &Thing)| {
        let text = format!("{} {}", thing.1.kind.name(), thing.1.title()).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let all: Vec<_> = editor.things.all().iter().enumerate().collect();
    let listed: Vec<_> = all.iter().filter(matches).collect();
    let mut kind = None;
    for (index, thing) in listed.iter().take(MOST) {
        if kind != Some(thing.kind) {
            kind = Some(thing.kind);
            column.heading(ui, thing.kind.field());
        }
        let area = column.take(column.row - 4.0);
        let is_selected = editor.things.is_selected(&thing.path);
        ui.row(area, is_selected, Press::Choose(*index));
        let title = ui.painter.shortened(&thing.title(), area.w - 16.0, BODY);
        let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
        ui.painter.write(title, vec2(area.x + 8.0, y), BODY, if is_selected { palette().on } else { palette().text });
    }
    let left = listed.len().saturating_sub(MOST);
    if left > 0 {
        column.lines(ui, &format!("{left} more: type a part of a name"), palette().text_dim);
    }
    if listed.is_empty() {
        column.skip(6.0);
        let area = column.take(line_height(SMALL));
        ui.painter.write("Nothing has such a name", vec2(area.x, area.y), SMALL, palette().text_dim);
    }
    Hints::new()
}
