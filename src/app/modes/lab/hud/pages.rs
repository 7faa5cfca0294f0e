//! The pages of the panel at the side of the sheets. A page is a file of this folder, and an entry of [`PAGES`]: toolbar, keys,
//! help and list of commands have it from there.

mod search_page;
mod sheet_page;

pub use search_page::SEARCH;

use footpath::sentences::source_code::CodeLanguage;
use glam::Vec2;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::actions::binding::Binding;
use crate::app::modes::column::Column;
use crate::app::modes::lab::Experiment;
use crate::app::modes::lab::actions::{LabAction, LabPage};
use crate::app::modes::side_panel::{draw_header, draw_page, panel_height};
use crate::app::ui::Ui;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::text_field::TextField;

/// The panel: which of its pages is open, and how far that is scrolled.
pub struct LabPanel {
    page: Option<LabPage>,
    offset: Scroll,
    /// The step of the search whose line of pseudo-code was brought into sight last.
    revealed: Option<usize>,
}

impl Default for LabPanel {
    fn default() -> LabPanel {
        LabPanel { page: Some(SEARCH), offset: Scroll::default(), revealed: None }
    }
}

impl LabPanel {
    /// The page that is open.
    pub fn page(&self) -> Option<LabPage> {
        self.page
    }

    /// Opens a page, or has none open.
    pub fn show(&mut self, page: Option<LabPage>) {
        self.page = page;
    }

    /// Opens a page from its top, or closes it where it is open.
    pub fn toggle(&mut self, page: LabPage) {
        self.page = if self.page == Some(page) { None } else { Some(page) };
        self.offset.reset();
    }

    /// Scrolls by as many pixels.
    pub fn scroll_by(&mut self, pixels: f32) {
        self.offset.by(pixels);
    }
}

/// What the pages show: the experiment, what is typed about its sheet, the size of the window, and the language of code.
pub type ShownExperiment<'a> = (&'a Experiment, &'a [TextField], Vec2, CodeLanguage);

/// What there is to know of a page.
pub struct PageInfo {
    /// The button of the toolbar that opens it.
    pub icon: Icon,
    /// What asks for it: a [`LabAction::Page`].
    pub binding: Binding,
    /// What it is about.
    title: fn(&Experiment) -> &str,
    /// What the arrows beside that ask for, where there is something to turn.
    turn: Option<(Action, Action)>,
    /// Fills a column with it; gives what should be in sight, as soon as that changes.
    fill: fn(&mut Column, ShownExperiment) -> Option<Rect>,
}

/// Every page, in the order of the toolbar.
pub const PAGES: &[PageInfo] = &[search_page::INFO, sheet_page::INFO];

fn info(page: LabPage) -> &'static PageInfo {
    let is_of = |info: &&PageInfo| info.binding.action == Action::Lab(LabAction::Page(page));
    PAGES.iter().find(is_of).expect("every page is listed")
}

/// How high the panel is with a page.
pub fn height(page: LabPage, shown: ShownExperiment) -> f32 {
    panel_height(|column| _ = (info(page).fill)(column, shown))
}

/// Draws the panel with a page open in an area.
pub fn draw(panel: &mut LabPanel, page: LabPage, ui: &mut Ui<Action>, shown: ShownExperiment, area: Rect) {
    let PageInfo { title, turn, fill, binding, .. } = info(page);
    ui.panel(area, 12.0, palette().panel);
    draw_header(ui, title(shown.0), *turn, binding.action, area);
    let step = shown.0.lanes.playback().map(|playback| playback.step());
    let is_other = std::mem::replace(&mut panel.revealed, step) != step;
    let height = height(page, shown);
    draw_page(ui, (area, height), &mut panel.offset, |column| fill(column, shown).filter(|_| is_other));
}
