//! What the panels at the left share: the search's, that of baking and the inspector. On a phone they stand above the
//! buttons; two of them take the place of the level's card in a short window.

use glam::Vec2;
use macroquad::math::Rect;

use super::{Hud, MARGIN, NARROW};
use crate::app::modes::keys::Action;
use crate::app::modes::play::Game;
use crate::app::modes::play::intent::Press;
use crate::app::ui::ink::{BODY, CREAM, TITLE};
use crate::app::ui::stepper::StepperLayout;

/// The width of a panel where it does not take the whole window's.
pub const PANEL_WIDTH: f32 = 288.0;

/// The height of its uppermost row.
pub(super) const HEADER: f32 = 46.0;

/// The height of a button with words on it.
pub(super) const WORD_BUTTON: f32 = 36.0;

/// The width of the arrows at the ends of the uppermost row.
const ARROW: f32 = 40.0;

/// The height of a row where there is a mouse.
pub(super) const ROW: f32 = 27.0;

/// The least width of a window for a panel as wide as two.
const ROOM_FOR_TWO: f32 = 600.0;

/// How the rows of a panel are laid out.
pub(super) struct Rows {
    /// How many stand beside each other.
    pub columns: usize,
    /// How high each is.
    pub height: f32,
    /// How the numbers in them are laid out.
    pub stepper: StepperLayout,
    /// Whether the panel is as wide as two and takes the place of the level's card.
    pub covers_card: bool,
}

impl Rows {
    /// In a window of that size; in one less high than `short` the panel takes the place of the card, if it can.
    pub fn of(viewport: Vec2, short: f32) -> Rows {
        let stepper = StepperLayout { button: 34.0, value: 62.0, is_stacked: false };
        let plain = Rows { columns: 1, height: ROW, stepper, covers_card: false };
        if viewport.y < short && viewport.x >= ROOM_FOR_TWO {
            Rows { columns: 2, covers_card: true, ..plain }
        } else if viewport.x < NARROW {
            let stepper = StepperLayout { button: 42.0, is_stacked: true, ..stepper };
            Rows { columns: 2, height: 44.0, stepper, ..plain }
        } else {
            plain
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
    /// Where the panel at the left is, if one is open.
    pub(super) fn side_area(&self, game: &Game, viewport: Vec2) -> Option<Rect> {
        if game.search_panel {
            Some(self.search_area(game, viewport))
        } else if game.workbench.is_some() {
            Some(self.bake_area(game, viewport))
        } else {
            game.inspector.is_some().then(|| self.inspector_area(game, viewport))
        }
    }

    /// Whether a panel stands in the place of the level's card.
    pub(super) fn side_panel_covers_card(&self, game: &Game) -> bool {
        self.side_area(game, self.viewport).is_some_and(|area| area.w > PANEL_WIDTH && !self.is_narrow())
    }

    /// Where a panel of a height is: below the level's card, on a phone above the buttons, in a short window at the top.
    pub(super) fn panel_area(&self, game: &Game, viewport: Vec2, rows: &Rows, height: f32) -> Rect {
        if rows.covers_card {
            let width = (2.0 * PANEL_WIDTH).min(viewport.x - 2.0 * MARGIN);
            Rect::new(MARGIN, MARGIN, width, height)
        } else if rows.columns == 1 {
            Rect::new(MARGIN, MARGIN + self.card_height(game, viewport, false) + 8.0, PANEL_WIDTH, height)
        } else {
            let bottom = self.low_edge(game, viewport);
            Rect::new(MARGIN, (bottom - height).max(MARGIN), viewport.x - 2.0 * MARGIN, height)
        }
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
        let size = if self.ui.ink.width(title, TITLE) > name.w { BODY } else { TITLE };
        self.ui.press_area(name, on);
        self.ui.write_middle(title, name, size, CREAM);
        self.ui.close_button(Press::Do(close), close_area);
    }
}
