//! The page of the panel that says what the ground is made from, and with what is drawn on it.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use crate::app::modes::lab::Experiment;
use crate::app::modes::lab::intent::{Number, Press};
use crate::app::modes::lab::keys::LabAction;
use crate::app::modes::screen::{PADDING, is_for_fingers};
use crate::app::modes::side_panel::{HEADER, WORD_BUTTON, begin_page, draw_header};
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::stepper::{Stepper, StepperLayout, Symbols};
use crate::app::ui::text_field::TextField;
use crate::app::ui::text_painter::{BODY, SMALL, line_height};

/// The height of a row with a number, and the width of its name and of its buttons.
const ROW: f32 = 34.0;
const NAME: f32 = 92.0;
const SIGN: f32 = 36.0;

/// The buttons, and what each says.
const BUTTONS: [(&str, LabAction); 8] = [
    ("Random start", LabAction::RandomStart),
    ("Random goal", LabAction::RandomGoal),
    ("Obstacles", LabAction::RandomObstacles),
    ("Next seed", LabAction::NextSheet),
    ("Clear path", LabAction::ClearPath),
    ("Clear walls", LabAction::ClearWalls),
    ("Clear all", LabAction::ClearAll),
    ("Click to place", LabAction::Markers),
];

fn row_height(viewport: Vec2) -> f32 {
    if is_for_fingers(viewport) { WORD_BUTTON } else { ROW }
}

/// How high all of it is.
pub fn height(viewport: Vec2) -> f32 {
    let numbers = Number::ALL.len() as f32 * row_height(viewport);
    let buttons = BUTTONS.len().div_ceil(2) as f32 * (WORD_BUTTON + 6.0);
    HEADER + line_height(SMALL) + 6.0 + numbers + row_height(viewport) + 14.0 + buttons + 8.0
}

/// Draws the page in an area of a window of that size.
pub fn draw(
    ui: &mut Ui<Press>,
    experiment: &Experiment,
    fields: &[TextField],
    (panel, viewport): (Rect, Vec2),
    scroll: &mut Scroll,
) {
    ui.panel(panel, 12.0, palette().panel);
    let turn = (Press::Kind(false), Press::Kind(true));
    draw_header(ui, experiment.kind_in_words(), turn, Press::Do(LabAction::SheetPage), panel);
    let page = begin_page(ui, panel, height(viewport), scroll);
    let row = row_height(viewport);
    let mut at = vec2(page.x + PADDING, page.y + HEADER);
    let about = ui.painter.shortened(&experiment.title(), page.w - 2.0 * PADDING, SMALL);
    ui.painter.write(about, at, SMALL, palette().text_dim);
    at.y += line_height(SMALL) + 6.0;
    for (number, field) in Number::ALL.into_iter().zip(fields) {
        draw_number(ui, number, field, Rect::new(page.x + 4.0, at.y, page.w - 8.0, row));
        at.y += row;
    }
    let brush = Stepper {
        name: "Brush",
        value: &experiment.paint,
        color: palette().text,
        signs: Symbols::Arrows,
        less: Press::Paint(false),
        more: Press::Paint(true),
    };
    let layout = StepperLayout { button: SIGN, value: page.w - 8.0 - NAME - 2.0 * SIGN, is_stacked: false };
    brush.show(ui, Rect::new(page.x + 4.0, at.y, page.w - 8.0, row), layout);
    at.y += row + 6.0;
    ui.rule(Rect::new(at.x, at.y, page.w - 2.0 * PADDING, 1.0));
    at.y += 8.0;
    let half = 0.5 * (page.w - 2.0 * PADDING - 8.0);
    for (index, (words, action)) in BUTTONS.into_iter().enumerate() {
        let place = vec2((index % 2) as f32 * (half + 8.0), (index / 2) as f32 * (WORD_BUTTON + 6.0));
        let area = Rect::new(at.x + place.x, at.y + place.y, half, WORD_BUTTON);
        ui.word_button(words, Press::Do(action), area, Standing::Plain);
    }
    ui.end_scroll();
}

/// A number that can be typed, and stepped with the buttons beside it.
fn draw_number(ui: &mut Ui<Press>, number: Number, field: &TextField, area: Rect) {
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
    field.show(ui, "", Press::Type(number), text);
    let (less_press, more_press) = (Press::Step(number, false), Press::Step(number, true));
    for (sign, place, press) in [("−", less, less_press), ("+", more, more_press)] {
        ui.mark_hovered(place);
        ui.hit_areas.note(place, Role::Step { press, less: less_press, more: more_press });
        ui.write_middle(sign, place, BODY + 5, palette().text);
    }
}
