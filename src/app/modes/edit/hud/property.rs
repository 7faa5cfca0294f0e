//! A row with a property: its name, what it is, and how it is changed.

use glam::vec2;
use macroquad::math::Rect;

use super::{Hints, ShownEditing};
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::edit::NextClick;
use crate::app::modes::edit::actions::{EditAction, Typed};
use crate::app::modes::edit::rows::{PropertyRow, RowEntry};
use crate::app::modes::screen::BUTTON;
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::stepper::{Stepper, StepperLayout, Symbols};
use crate::app::ui::text_edit::{CaretMotion, TextEdit};
use crate::app::ui::text_field::TextField;
use crate::app::ui::text_painter::{BODY, SMALL, line_height};

/// The part of a row that its name has.
const NAME: f32 = 0.42;

/// How far a row stands in for each value in which it lies, and for how many of those at most.
const INDENT: f32 = 10.0;
const DEEPEST: usize = 4;

/// The side of the sign with which a property is chosen on the map, and what can be chosen so.
const SIGN: f32 = 16.0;
const ON_MAP: [&str; 6] = ["place", "agent", "team", "obstacle", "link", "path"];

/// The width of the signs that step a property, for the mouse and for fingers.
const MOUSE_SIGN: f32 = 26.0;
const FINGER_SIGN: f32 = 38.0;

/// The row of a property of the open page, and below it what is to be known while it is typed; gives its tooltip.
pub fn fill(column: &mut Column, shown: &ShownEditing, index: usize, hints: &mut Hints) {
    let Some(row) = shown.panel.rows().get(index) else { return };
    let typed = Typed::Row(index);
    let typing = shown.fields.typing.as_ref().filter(|typing| typing.typed == typed);
    let default = if row.default.is_empty() { String::new() } else { format!("; left out: {}", row.default) };
    let about = format!("{}{default}", row.about);
    let mut has_focus = false;
    column.take(shown.row, |ui, area| {
        let aims = shown.aim == Some(NextClick::Point(index));
        draw(ui, row, index, typing.map(|typing| &typing.field), aims, area);
        has_focus = typing.is_some() && ui.hit_areas.has_focus(&Action::Edit(EditAction::Type(typed)));
        if !has_focus {
            hints.push((
                Rect { w: (NAME * area.w).round(), ..area },
                Action::Edit(EditAction::Type(typed)),
                about.clone(),
            ));
        }
    });
    // While a name is typed, those are listed in which that is.
    let part = typing.filter(|typing| has_focus && typing.has_edited).map_or("", |typing| typing.field.text());
    if has_focus || shown.fields.listed.as_ref() == Some(&row.place) {
        fill_with_names(column, shown.row, (row, index), part);
    }
    if has_focus {
        if let Some(problem) = typing.and_then(|typing| typing.problem.as_ref()) {
            column.paragraph(problem, palette().wrong);
        }
        column.paragraph(&about, palette().text_dim);
    }
}

/// A field for a number that counts only when it is committed: its name, and what it is or what is typed into it.
pub fn fill_number(column: &mut Column, shown: &ShownEditing, (name, typed): (&str, Typed), value: u32) {
    let typing = shown.fields.typing.as_ref().filter(|typing| typing.typed == typed);
    let written = TextField::selecting(&value.to_string());
    column.take(shown.row, |ui, area| {
        let width = (NAME * area.w).round();
        let y = (area.center().y - 0.5 * line_height(SMALL)).round();
        ui.painter.write(name, vec2(area.x, y), SMALL, palette().text_dim);
        let place = Rect::new(area.x + width, area.y + 2.0, area.w - width, area.h - 4.0);
        typing.map_or(&written, |typing| &typing.field).show(ui, "", Action::Edit(EditAction::Type(typed)), place);
    });
}

/// The list of what a property can be, as far as `part` is in it; and that it is left out, where it is not.
fn fill_with_names(column: &mut Column, height: f32, (row, index): (&PropertyRow, usize), part: &str) {
    let names = row.names_to_choose();
    let is_left = row.value.is_some() && !names.is_empty() && !matches!(row.entry, RowEntry::Variant(_));
    let none = is_left.then(|| ("left out".to_owned(), None)).into_iter();
    let listed = none.chain(names.into_iter().zip((0..).map(Some))).filter(|(name, _)| name.contains(part));
    for (name, chosen) in listed {
        let is_it = chosen.is_some() && row.value.as_ref() == Some(&name);
        let standing = if is_it { Standing::On } else { Standing::Plain };
        column.take(height, |ui, area| {
            let place = Rect { x: area.x + NAME * area.w, w: (1.0 - NAME) * area.w, y: area.y + 1.0, h: area.h - 2.0 };
            let words = ui.painter.shortened(&name, place.w - 12.0, BODY);
            ui.word_button(&words, Action::Edit(EditAction::Name(index, chosen)), place, standing);
        });
    }
}

/// Draws a property: its name, and what it is or what is typed into it.
fn draw(ui: &mut Ui<Action>, row: &PropertyRow, index: usize, field: Option<&TextField>, aims: bool, area: Rect) {
    let typed = Typed::Row(index);
    let name_width = (NAME * area.w).round();
    let indent = INDENT * row.depth.min(DEEPEST) as f32;
    let side = if area.h < BUTTON { MOUSE_SIGN } else { FINGER_SIGN };
    let is_on_map = row.spot.is_some() || row.names.iter().any(|what| ON_MAP.contains(what));
    let points = is_on_map && !row.is_of_list();
    let room = if points { side } else { 0.0 };
    let lines = ui.painter.wrap(&row.name, name_width - indent - room - 6.0, SMALL);
    let top = area.center().y - 0.5 * lines.len().min(2) as f32 * line_height(SMALL);
    ui.painter.write_lines(&lines[..lines.len().min(2)], vec2(area.x + indent, top.round()), SMALL, palette().text_dim);
    if points {
        let sign = Rect::new(area.x + name_width - side, area.y + 2.0, side, area.h - 4.0);
        ui.icon_button(Icon::Markers, SIGN, Action::Edit(EditAction::Point(index)), sign, aims);
    }
    let place = Rect::new(area.x + name_width, area.y + 2.0, area.w - name_width, area.h - 4.0);
    let value = match &row.value {
        _ if row.differs => "various".to_owned(),
        Some(value) => value.clone(),
        None => row.default.clone(),
    };
    let color = if row.value.is_some() && !row.differs { palette().text } else { palette().text_dim };
    match &row.entry {
        RowEntry::Item { index: item, count } => {
            draw_item(ui, index, (*item, *count), Rect { y: place.y, h: place.h, ..area })
        }
        RowEntry::Add(_) => ui.word_button(
            "Add",
            Action::Edit(EditAction::Grow(index)),
            Rect { w: 0.5 * place.w, ..place },
            Standing::Plain,
        ),
        RowEntry::Choice(_) | RowEntry::Variant(_) if row.stepped(true).is_some() => {
            let (less, more) =
                (Action::Edit(EditAction::Step(index, false)), Action::Edit(EditAction::Step(index, true)));
            let value = ui.painter.shortened(&value, place.w - 2.0 * side - 4.0, SMALL);
            let stepper = Stepper { name: "", value: &value, color, signs: Symbols::Arrows, less, more };
            let layout = StepperLayout { button: side, value: place.w - 2.0 * side, is_stacked: false };
            stepper.show(ui, place, layout);
            if !row.names_to_choose().is_empty() {
                let middle = Rect { x: place.x + side, w: place.w - 2.0 * side, ..place };
                ui.hit_areas.note(middle, Role::Button(Action::Edit(EditAction::Names(index))));
            }
        }
        RowEntry::Lines => {
            let words = ui.painter.shortened("several lines", place.w - 12.0, SMALL);
            ui.painter.write(words, vec2(place.x + 10.0, place.y + 5.0), SMALL, palette().text_dim);
        }
        RowEntry::Number { .. } | RowEntry::Names(_) => {
            draw_field(ui, field, row, &value, typed, Rect { w: place.w - 2.0 * side - 2.0, ..place });
            let (less, more) =
                (Action::Edit(EditAction::Step(index, false)), Action::Edit(EditAction::Step(index, true)));
            let more_area = Rect::new(place.right() - side, place.y, side, place.h);
            let less_area = Rect { x: more_area.x - side, ..more_area };
            let signs = if matches!(row.entry, RowEntry::Names(_)) { ["‹", "›"] } else { ["−", "+"] };
            for (sign, area, press) in [(signs[0], less_area, less), (signs[1], more_area, more)] {
                ui.mark_hovered(area);
                ui.hit_areas.note(area, Role::Step { press, less, more });
                ui.write_middle(sign, area, BODY + 3, palette().text);
            }
        }
        _ => {
            draw_field(ui, field, row, &value, typed, place);
        }
    }
}

/// Draws what can be done with an item of a list.
fn draw_item(ui: &mut Ui<Action>, index: usize, (item, count): (usize, usize), area: Rect) {
    let width = area.w / 3.0;
    let standing = |can: bool| if can { Standing::Plain } else { Standing::Idle };
    let buttons = [
        ("Up", Action::Edit(EditAction::MoveItem(index, false)), standing(item > 0)),
        ("Down", Action::Edit(EditAction::MoveItem(index, true)), standing(item + 1 < count)),
        ("Remove", Action::Edit(EditAction::RemoveItem(index)), Standing::Plain),
    ];
    for (number, (words, press, standing)) in buttons.into_iter().enumerate() {
        let place = Rect { x: area.x + number as f32 * width, w: width - 4.0, ..area };
        ui.word_button(words, press, place, standing);
    }
}

/// The field of a property: what is typed into it, or else what it is.
fn draw_field(
    ui: &mut Ui<Action>,
    typing: Option<&TextField>,
    row: &PropertyRow,
    value: &str,
    typed: Typed,
    area: Rect,
) {
    let has_focus = ui.hit_areas.has_focus(&Action::Edit(EditAction::Type(typed)));
    match typing.filter(|_| has_focus) {
        Some(field) => field.show(ui, &row.default, Action::Edit(EditAction::Type(typed)), area),
        None => {
            let mut field = TextField::default();
            if row.value.is_some() && !row.differs {
                field.paste(value);
                field.edit(TextEdit::Go { to: CaretMotion::Start, selects: false });
            }
            field.show(ui, value, Action::Edit(EditAction::Type(typed)), area);
        }
    }
}
