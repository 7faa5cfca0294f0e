//! The page of the panel that says what the ground is made from, and with what is drawn on it.

use glam::vec2;
use macroquad::input::KeyCode;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::actions::binding::row;
use crate::app::modes::column::Column;
use crate::app::modes::lab::actions::{LabAction, LabPage, SheetNumber};
use crate::app::modes::lab::hud::pages::{PageInfo, ShownExperiment};
use crate::app::modes::screen::is_for_fingers;
use crate::app::modes::side_panel::WORD_BUTTON;
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::stepper::{Stepper, StepperLayout, Symbols};
use crate::app::ui::text_field::TextField;
use crate::app::ui::text_painter::{BODY, line_height};

/// The height of a row with a number, and the width of its name and of its buttons.
const ROW: f32 = 34.0;
const NAME: f32 = 92.0;
const SIGN: f32 = 36.0;

/// How far a row reaches beyond what else is on the page.
const OUTWARDS: f32 = 10.0;

/// The buttons, and what each says.
const BUTTONS: [(&str, Action); 8] = [
    ("Random start", Action::Lab(LabAction::RandomStart)),
    ("Random goal", Action::Lab(LabAction::RandomGoal)),
    ("Obstacles", Action::Lab(LabAction::RandomObstacles)),
    ("Next seed", Action::Lab(LabAction::NextSheet)),
    ("Clear path", Action::Lab(LabAction::ClearPath)),
    ("Clear walls", Action::Lab(LabAction::ClearWalls)),
    ("Clear all", Action::Lab(LabAction::ClearAll)),
    ("Click to place", Action::Lab(LabAction::Markers)),
];

/// How it is opened, and what it shows.
pub const INFO: PageInfo = PageInfo {
    icon: Icon::Bake,
    binding: row(&[KeyCode::L], Action::Lab(LabAction::Page(LabPage("Sheet"))), "sheet-page", "the panel of the sheet"),
    title: |experiment| experiment.kind_in_words(),
    turn: Some((Action::Lab(LabAction::Kind(false)), Action::Lab(LabAction::Kind(true)))),
    fill,
};

/// The title of the sheet, its numbers, the brush, and what can be done with the ground.
fn fill(column: &mut Column, (experiment, fields, viewport, _): ShownExperiment) -> Option<Rect> {
    let row = if is_for_fingers(viewport) { WORD_BUTTON } else { ROW };
    column.lines(&experiment.title(), 1, palette().text_dim);
    column.skip(6.0);
    for (number, field) in SheetNumber::ALL.into_iter().zip(fields) {
        column.take(row, |ui, area| draw_number(ui, number, field, outwards(area)));
    }
    column.take(row, |ui, area| {
        let area = outwards(area);
        let brush = Stepper {
            name: "Brush",
            value: &experiment.paint,
            color: palette().text,
            signs: Symbols::Arrows,
            less: Action::Lab(LabAction::Paint(false)),
            more: Action::Lab(LabAction::Paint(true)),
        };
        brush.show(ui, area, StepperLayout { button: SIGN, value: area.w - NAME - 2.0 * SIGN, is_stacked: false });
    });
    column.rule();
    column.buttons(2, WORD_BUTTON, &BUTTONS.map(|(words, action)| (words, action, Standing::Plain)));
    None
}

/// Where a row stands: it has a padding of its own.
fn outwards(area: Rect) -> Rect {
    Rect { x: area.x - OUTWARDS, w: area.w + 2.0 * OUTWARDS, ..area }
}

/// A number that can be typed, and stepped with the buttons beside it.
fn draw_number(ui: &mut Ui<Action>, number: SheetNumber, field: &TextField, area: Rect) {
    let name = ui.painter.shortened(number.name(), NAME - 14.0, BODY);
    ui.painter.write(
        name,
        vec2(area.x + 10.0, area.y + (0.5 * (area.h - line_height(BODY))).round()),
        BODY,
        palette().text_dim,
    );
    let more = Rect::new(area.right() - SIGN, area.y, SIGN, area.h);
    let less = Rect { x: more.x - SIGN, ..more };
    let text = Rect::new(area.x + NAME, area.y + 2.0, less.x - area.x - NAME - 2.0, area.h - 4.0);
    field.show(ui, "", Action::Lab(LabAction::Type(number)), text);
    let (less_press, more_press) =
        (Action::Lab(LabAction::Step(number, false)), Action::Lab(LabAction::Step(number, true)));
    for (sign, place, press) in [("−", less, less_press), ("+", more, more_press)] {
        ui.mark_hovered(place);
        ui.hit_areas.note(place, Role::Step { press, less: less_press, more: more_press });
        ui.write_middle(sign, place, BODY + 5, palette().text);
    }
}
