//! What the panels at the side of the map have in common, in every mode: an uppermost row with the panel's name, and rows of
//! settings. On an upright phone such a panel is a sheet above the toolbar.

use footpath::nav::Method;
use glam::Vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::screen::{BUTTON, is_for_fingers, is_upright};
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
pub struct Rows {
    /// How many stand beside each other.
    pub columns: usize,
    /// How high each is.
    pub height: f32,
    /// How the numbers in them are laid out.
    pub stepper: StepperLayout,
}

impl Rows {
    /// In a window of that size.
    pub fn of(viewport: Vec2) -> Rows {
        let columns = if is_upright(viewport) { 2 } else { 1 };
        match is_for_fingers(viewport) {
            true => Rows {
                columns,
                height: BUTTON,
                stepper: StepperLayout { button: BUTTON, value: 62.0, is_stacked: true },
            },
            false => {
                Rows { columns, height: ROW, stepper: StepperLayout { button: 34.0, value: 62.0, is_stacked: false } }
            }
        }
    }

    /// How high `count` of them are together.
    pub fn total(&self, count: usize) -> f32 {
        count.div_ceil(self.columns) as f32 * self.height
    }

    /// Where one of them is in a panel, if the first begins at `top`.
    pub fn place(&self, panel: Rect, top: f32, index: usize) -> Rect {
        let width = (panel.w - 8.0) / self.columns as f32;
        let (across, down) = ((index % self.columns) as f32, (index / self.columns) as f32);
        Rect::new(panel.x + 4.0 + across * width, top + down * self.height, width, self.height)
    }
}

/// The width of the names of the settings, and of the arrows beside their values.
const NAMES: f32 = 100.0;
const TURN: f32 = 30.0;

/// The row with what the panel is about between arrows, and the button that closes it. A press on the words does as the
/// arrow on.
pub fn draw_header<P: Clone + PartialEq>(ui: &mut Ui<P>, title: &str, (back, on): (P, P), close: P, panel: Rect) {
    let area = Rect { h: HEADER, ..panel };
    let close_area = Rect::new(area.right() - HEADER, area.y, HEADER, area.h);
    let back_area = Rect::new(area.x + 2.0, area.y, ARROW, area.h);
    let on_area = Rect::new(close_area.x - ARROW, area.y, ARROW, area.h);
    let name = Rect::new(back_area.right(), area.y, on_area.x - back_area.right(), area.h);
    ui.arrow_button("‹", back, back_area);
    ui.arrow_button("›", on.clone(), on_area);
    ui.press_area(name, on);
    match [TITLE, BODY].into_iter().find(|size| ui.painter.width(title, *size) <= name.w) {
        Some(size) => ui.write_middle(title, name, size, palette().text),
        None => write_title_in_lines(ui, title, name),
    }
    ui.close_button(close, close_area);
}

/// Begins what stands under the uppermost row of a panel whose content is `height` logical pixels high, that row included;
/// returns where the panel would be if it were that high and moved up by as much as is scrolled.
pub fn begin_page<P: Clone + PartialEq>(ui: &mut Ui<P>, panel: Rect, height: f32, scroll: &mut Scroll) -> Rect {
    let body = Rect { y: panel.y + HEADER, h: panel.h - HEADER - 4.0, ..panel };
    scroll.fit(height - HEADER - 4.0, body.h);
    ui.begin_scroll(body, panel, *scroll);
    Rect { y: panel.y - scroll.offset(), h: height, ..panel }
}

/// A title that needs more than one line.
fn write_title_in_lines<P: Clone + PartialEq>(ui: &mut Ui<P>, title: &str, area: Rect) {
    let lines = ui.painter.wrap(title, area.w, SMALL);
    let top = area.center().y - 0.5 * lines.len() as f32 * line_height(SMALL);
    for (index, line) in lines.iter().enumerate() {
        let y = top + index as f32 * line_height(SMALL);
        ui.write_middle(line, Rect { y, h: line_height(SMALL), ..area }, SMALL, palette().text);
    }
}

/// One setting of a search between the arrows that turn it, `turn(true)` to its next value; one that does not count for
/// the algorithm is dim.
pub fn draw_setting<P: Clone + PartialEq>(
    ui: &mut Ui<P>,
    (method, setting): (&Method, Setting),
    turn: impl Fn(bool) -> P,
    area: Rect,
    rows: &Rows,
) {
    let stepper = Stepper {
        name: setting.name(),
        value: &setting.value(method),
        color: if setting.counts(method) { palette().text } else { Color { a: 0.35, ..palette().text } },
        signs: Symbols::Arrows,
        less: turn(false),
        more: turn(true),
    };
    let layout = match rows.stepper {
        stacked if stacked.is_stacked => stacked,
        _ => StepperLayout { button: TURN, value: area.w - NAMES - 2.0 * TURN, is_stacked: false },
    };
    stepper.show(ui, area, layout);
}
