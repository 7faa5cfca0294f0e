//! The page with every thing of the level, to be found by a part of its name.

use glam::vec2;
use macroquad::math::Rect;

use super::{Hints, ShownEditing};
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::edit::actions::{EditAction, Typed};
use crate::app::modes::edit::thing::{Thing, ThingKind};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, SMALL, line_height};

/// The most rows that are shown at once: the filter finds the others.
const MOST: usize = 300;

/// The width of the button that locks a kind of things.
const LOCK: f32 = 72.0;

pub fn fill(column: &mut Column, shown: &ShownEditing) -> Hints {
    let mut hints = Hints::new();
    fill_with_warnings(column, shown, &mut hints);
    let (filter, things) = (&shown.fields.filter, shown.things);
    column.take(shown.row, |ui, area| {
        filter.show(ui, "filter by name or kind", Action::Edit(EditAction::Type(Typed::Filter)), area)
    });
    let typed = filter.text().trim().to_lowercase();
    let words: Vec<&str> = typed.split_whitespace().collect();
    let matches = |thing: &&(usize, &Thing)| {
        let text = format!("{} {}", thing.1.kind.name(), thing.1.title()).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let all: Vec<_> = things.all().iter().enumerate().collect();
    let listed: Vec<_> = all.iter().filter(matches).collect();
    let mut kind = None;
    for (index, thing) in listed.iter().take(MOST) {
        if kind != Some(thing.kind) {
            kind = Some(thing.kind);
            heading(column, shown, thing.kind);
        }
        let is_selected = things.is_selected(&thing.path);
        let color = if is_selected { palette().on } else { palette().text };
        column.take(shown.list_row, |ui, area| {
            ui.row(area, is_selected, Action::Edit(EditAction::Choose(*index)));
            let title = ui.painter.shortened(&thing.title(), area.w - 16.0, BODY);
            let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
            ui.painter.write(title, vec2(area.x + 8.0, y), BODY, color);
        });
    }
    let left = listed.len().saturating_sub(MOST);
    if left > 0 {
        column.paragraph(&format!("{left} more: type a part of a name"), palette().text_dim);
    }
    if listed.is_empty() {
        column.heading("Nothing has such a name");
    }
    hints
}

/// What is hardly meant in the level, each to be shown on the map.
fn fill_with_warnings(column: &mut Column, shown: &ShownEditing, hints: &mut Hints) {
    let warnings = shown.warnings;
    match warnings.count() {
        0 => return,
        1 => column.heading("1 warning"),
        count => column.heading(&format!("{count} warnings")),
    }
    for (index, warning) in warnings.all().iter().enumerate() {
        let action = Action::Edit(EditAction::Warning(index));
        column.take(shown.list_row, |ui, area| {
            ui.row(area, false, action);
            let words = ui.painter.shortened(&warning.message, area.w - 16.0, BODY);
            let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
            ui.painter.write(words, vec2(area.x + 8.0, y), BODY, palette().partial);
            hints.push((area, action, warning.message.clone()));
        });
    }
    column.skip(6.0);
}

/// What a kind of things is called, and whether those on the map are locked.
fn heading(column: &mut Column, shown: &ShownEditing, kind: ThingKind) {
    if !kind.is_on_map() {
        return column.heading(kind.field());
    }
    column.skip(4.0);
    column.take(shown.list_row, |ui, area| {
        let y = (area.center().y - 0.5 * line_height(SMALL)).round();
        ui.painter.write(kind.field(), vec2(area.x, y), SMALL, palette().text_dim);
        let place = Rect { x: area.right() - LOCK, w: LOCK, ..area };
        let (words, standing) = match shown.things.is_locked(kind) {
            true => ("Locked", Standing::On),
            false => ("Lock", Standing::Plain),
        };
        ui.word_button(words, Action::Edit(EditAction::Lock(kind)), place, standing);
    });
}
