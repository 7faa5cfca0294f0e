//! Links that are put on the clipboard of the system.

use crate::app::modes::menu::question::Question;
use crate::app::modes::settings::Settings;
use crate::app::ui::clipboard;

/// The address of the page that links lead to; empty where there is none.
pub fn page(settings: &Settings) -> String {
    settings.page.clone()
}

/// Puts a link on the clipboard. Nothing tells whether the system has taken it: gives the question that shows it, to be copied
/// by hand, and what is to be said where it has no page.
pub fn copy(link: &str) -> (Option<Question>, Option<&'static str>) {
    clipboard::copy(link);
    let words = "This stands behind the address of a page that plays it; `page` in the settings names one";
    let has_page = link.find(['?', '#']).is_some_and(|end| end > 0);
    (Some(Question::of_link(link)), (!has_page).then_some(words))
}

/// What the clipboard has answered since the last call: it answers nothing.
pub fn copied() -> Option<&'static str> {
    None
}
