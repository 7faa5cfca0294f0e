//! The pages of the panel at the side of the sheets.

mod search_page;
mod sheet_page;

use glam::Vec2;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::lab::Experiment;
use crate::app::modes::lab::actions::{LabAction, Page};
use crate::app::modes::side_panel::{HEADER, draw_header, draw_page, panel_height};
use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::text_field::TextField;

/// How far the panel is scrolled.
#[derive(Default)]
pub struct PageScroll {
    offset: Scroll,
    /// The step of the search whose line of pseudo-code was brought into sight last.
    revealed: Option<usize>,
}

impl PageScroll {
    /// Goes to the top.
    pub fn reset(&mut self) {
        self.offset.reset();
    }

    /// Scrolls by as many pixels.
    pub fn by(&mut self, pixels: f32) {
        self.offset.by(pixels);
    }
}

/// What the pages show: the experiment, what is typed about its sheet, and the size of the window.
pub type Shown<'a> = (&'a Experiment, &'a [TextField], Vec2);

impl Page {
    /// What it is about, and what the arrows beside that ask for.
    fn title(self, experiment: &Experiment) -> (&str, (Action, Action)) {
        match self {
            Page::Search => search_page::title(experiment),
            Page::Sheet => {
                (experiment.kind_in_words(), (Action::Lab(LabAction::Kind(false)), Action::Lab(LabAction::Kind(true))))
            }
        }
    }

    /// Fills a column with it; gives what should be in sight, as soon as that changes.
    fn fill(self, column: &mut Column, (experiment, fields, viewport): Shown) -> Option<Rect> {
        match self {
            Page::Search => search_page::fill(column, experiment, viewport),
            Page::Sheet => {
                sheet_page::fill(column, experiment, fields, viewport);
                None
            }
        }
    }

    /// How high the panel is with it.
    pub fn height(self, shown: Shown) -> f32 {
        panel_height(|column| _ = self.fill(column, shown))
    }

    /// Draws the panel with it open.
    pub fn draw(self, ui: &mut Ui<Action>, shown: Shown, panel: Rect, scroll: &mut PageScroll) {
        ui.panel(panel, 12.0, palette().panel);
        let (title, turn) = self.title(shown.0);
        draw_header(ui, title, turn, Action::Lab(LabAction::Page(self)), panel);
        let mut wanted = None;
        let before = scroll.offset.offset();
        draw_page(ui, (panel, self.height(shown)), &mut scroll.offset, |column| wanted = self.fill(column, shown));
        let step = shown.0.lanes.playback().map(|playback| playback.step());
        if let Some(area) = wanted.filter(|_| scroll.revealed != step) {
            let top = area.y - panel.y - HEADER + before.min(scroll.offset.offset());
            scroll.offset.reveal(top, top + area.h, panel.h - HEADER - 4.0);
        }
        scroll.revealed = step;
    }
}
