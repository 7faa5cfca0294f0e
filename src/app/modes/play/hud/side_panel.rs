//! What the panels at the side share: the search's, that of baking and the inspector. On an upright phone they are sheets
//! above the toolbar. What does not fit scrolls under the uppermost row.

use glam::Vec2;
use macroquad::math::Rect;

use super::Hud;
use super::layout::{BUTTON, is_for_fingers, is_upright};
use crate::app::modes::keys::Action;
use crate::app::modes::play::intent::Press;
use crate::app::ui::ink::{BODY, CREAM, SMALL, TITLE, line_height};
use crate::app::ui::stepper::StepperLayout;

/// The height of its uppermost row.
pub(super) const HEADER: f32 = 46.0;

/// The height of a button with words on it.
pub(super) const WORD_BUTTON: f32 = BUTTON;

/// The width of the arrows at the ends of the uppermost row.
const ARROW: f32 = BUTTON;

/// The height of a row where there is a mouse.
const ROW: f32 = 27.0;

/// How the rows of a panel are laid out.
pub(super) struct Rows {
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

impl Hud {
    /// Begins what stands under the uppermost row of a panel whose content is `height` pixels high, that row included;
    /// returns where the panel would be if it were that high and moved up by as much as is scrolled.
    pub(super) fn begin_page(&mut self, panel: Rect, height: f32) -> Rect {
        let body = Rect { y: panel.y + HEADER, h: panel.h - HEADER - 4.0, ..panel };
        self.side_scroll.fit(height - HEADER - 4.0, body.h);
        let scroll = self.side_scroll;
        self.ui.begin_scroll(body, panel, scroll);
        Rect { y: panel.y - scroll.offset(), h: height, ..panel }
    }

    /// The row with what the panel is about between arrows, and the button that closes it. A press on the words does as
    /// the arrow on.
    pub(super) fn draw_header(&mut self, title: &str, (back, on): (Press, Press), close: Action, panel: Rect) {
        let area = Rect { h: HEADER, ..panel };
        let close_area = Rect::new(area.right() - HEADER, area.y, HEADER, area.h);
        let back_area = Rect::new(area.x + 2.0, area.y, ARROW, area.h);
        let on_area = Rect::new(close_area.x - ARROW, area.y, ARROW, area.h);
        let name = Rect::new(back_area.right(), area.y, on_area.x - back_area.right(), area.h);
        self.ui.arrow_button("‹", back, back_area);
        self.ui.arrow_button("›", on, on_area);
        self.ui.press_area(name, on);
        match [TITLE, BODY].into_iter().find(|size| self.ui.ink.width(title, *size) <= name.w) {
            Some(size) => self.ui.write_middle(title, name, size, CREAM),
            None => self.write_title_in_lines(title, name),
        }
        self.ui.close_button(Press::Do(close), close_area);
    }

    /// A title that needs more than one line.
    fn write_title_in_lines(&mut self, title: &str, area: Rect) {
        let lines = self.ui.ink.wrap(title, area.w, SMALL);
        let top = area.center().y - 0.5 * lines.len() as f32 * line_height(SMALL);
        for (index, line) in lines.iter().enumerate() {
            let y = top + index as f32 * line_height(SMALL);
            self.ui.write_middle(line, Rect { y, h: line_height(SMALL), ..area }, SMALL, CREAM);
        }
    }
}
