//! What the panels at the side of the map have in common, in every mode: an uppermost row with the panel's name, and rows of
//! settings. On an upright phone such a panel is a sheet above the toolbar.

use footpath::nav::Method;
use glam::Vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::screen::{BUTTON, PADDING, is_for_fingers, is_upright};
use crate::app::modes::search_setting::Setting;
use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::stepper::{Stepper, StepperLayout, Symbols};
use crate::app::ui::text_painter::{BODY, SMALL, TITLE, line_height};

/// The height of its uppermost row.
pub const HEADER: f32 = 46.0;

/// The height of a button with words on it.
pub const WORD_BUTTON: f32 = BUTTON;

/// The width of the arrows at the ends of the uppermost row.
const ARROW: f32 = BUTTON;

/// The height of a row where there is a mouse.
const ROW: f32 = 27.0;

/// How the rows of a panel are laid out.
pub struct RowLayout {
    /// How many stand beside each other.
    pub columns: usize,
    /// How high each is.
    pub height: f32,
    /// How the numbers in them are laid out.
    pub stepper: StepperLayout,
}

impl RowLayout {
    /// In a window of that size.
    pub fn of(viewport: Vec2) -> RowLayout {
        let columns = if is_upright(viewport) { 2 } else { 1 };
        match is_for_fingers(viewport) {
            true => RowLayout {
                columns,
                height: BUTTON,
                stepper: StepperLayout { button: BUTTON, value: 62.0, is_stacked: true },
            },
            false => RowLayout {
                columns,
                height: ROW,
                stepper: StepperLayout { button: 34.0, value: 62.0, is_stacked: false },
            },
        }
    }

    /// How high `count` of them are together.
    pub fn total(&self, count: usize) -> f32 {
        count.div_ceil(self.columns) as f32 * self.height
    }

    /// Puts `count` of them into a column; `draw` is given the number of each, and where it is.
    pub fn show(&self, column: &mut Column, count: usize, mut draw: impl FnMut(&mut Ui<Action>, usize, Rect)) {
        column.grid((count, self.columns), (self.height, 0.0), |ui, index, area| {
            // They have a padding of their own.
            let outwards = (PADDING - EDGE) / self.columns as f32;
            let shift = (2.0 * (index % self.columns) as f32 - self.columns as f32) * outwards;
            draw(ui, index, Rect { x: area.x + shift, w: area.w + 2.0 * outwards, ..area });
        });
    }
}

/// Between the edge of a panel and its rows.
const EDGE: f32 = 4.0;

/// Left free at the end of a panel.
const BELOW: f32 = 8.0;

/// The width of the names of the settings, and of the arrows beside their values.
const NAMES: f32 = 100.0;
const TURN: f32 = 30.0;

/// The row with what the panel is about, and the button that closes it. Where there is something to turn, the words stand
/// between arrows that ask for it, and a press on the words does as the arrow on.
pub fn draw_header(ui: &mut Ui<Action>, title: &str, turn: Option<(Action, Action)>, close: Action, panel: Rect) {
    let area = Rect { h: HEADER, ..panel };
    let close_area = Rect::new(area.right() - HEADER, area.y, HEADER, area.h);
    let back_area = Rect::new(area.x + 2.0, area.y, ARROW, area.h);
    let on_area = Rect::new(close_area.x - ARROW, area.y, ARROW, area.h);
    let name = Rect::new(back_area.right(), area.y, on_area.x - back_area.right(), area.h);
    if let Some((back, on)) = turn {
        ui.arrow_button("‹", back, back_area);
        ui.arrow_button("›", on, on_area);
        ui.press_area(name, on);
    }
    match [TITLE, BODY].into_iter().find(|size| ui.painter.width(title, *size) <= name.w) {
        Some(size) => ui.write_middle(title, name, size, palette().text),
        None => write_title_in_lines(ui, title, name),
    }
    ui.close_button(close, close_area);
}

/// How high a panel is that has this content under its uppermost row.
pub fn panel_height(content: impl FnOnce(&mut Column)) -> f32 {
    HEADER + Column::height_of(content) + BELOW
}

/// Draws the content under the uppermost row of a panel, scrolled where the whole, which is `height` logical pixels high, is
/// higher than the panel; what the content gives comes into sight. Returns how high the whole was.
pub fn draw_page(
    ui: &mut Ui<Action>,
    (panel, height): (Rect, f32),
    scroll: &mut Scroll,
    content: impl FnOnce(&mut Column) -> Option<Rect>,
) -> f32 {
    let body = Rect { y: panel.y + HEADER, h: panel.h - HEADER - 4.0, ..panel };
    scroll.fit(height - HEADER - 4.0, body.h);
    let inside = ui.begin_scroll(body, panel, *scroll);
    let area = Rect { x: panel.x + PADDING, y: body.y - scroll.offset(), w: panel.w - 2.0 * PADDING, h: height };
    let mut wanted = None;
    let used = Column::draw(ui, area, |column| wanted = content(column));
    wanted.into_iter().for_each(|wanted| inside.bring(scroll, wanted));
    ui.end_scroll(inside, scroll);
    HEADER + used + BELOW
}

/// A title that needs more than one line.
fn write_title_in_lines(ui: &mut Ui<Action>, title: &str, area: Rect) {
    let lines = ui.painter.wrap(title, area.w, SMALL);
    let top = area.center().y - 0.5 * lines.len() as f32 * line_height(SMALL);
    for (index, line) in lines.iter().enumerate() {
        let y = top + index as f32 * line_height(SMALL);
        ui.write_middle(line, Rect { y, h: line_height(SMALL), ..area }, SMALL, palette().text);
    }
}

/// One setting of a search between the arrows that turn it, `Action::Turn(setting, true)` to its next value; one that does not count for
/// the algorithm is dim.
pub fn draw_setting(ui: &mut Ui<Action>, (method, setting): (&Method, Setting), area: Rect, rows: &RowLayout) {
    let stepper = Stepper {
        name: setting.name(),
        value: &setting.value(method),
        color: if setting.counts(method) { palette().text } else { Color { a: 0.35, ..palette().text } },
        signs: Symbols::Arrows,
        less: Action::Turn(setting, false),
        more: Action::Turn(setting, true),
    };
    let layout = match rows.stepper {
        stacked if stacked.is_stacked => stacked,
        _ => StepperLayout { button: TURN, value: area.w - NAMES - 2.0 * TURN, is_stacked: false },
    };
    stepper.show(ui, area, layout);
}
