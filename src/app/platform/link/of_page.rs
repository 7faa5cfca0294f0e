//! Links that the page puts on the clipboard.

use crate::app::modes::menu::question::Question;
use crate::app::modes::settings::Settings;
use crate::app::platform::page;

/// The address of the page that links lead to: this one.
pub fn page(_: &Settings) -> String {
    page::address()
}

/// Has the page put a link on the clipboard; [`copied`] says what became of it.
pub fn copy(link: &str) -> (Option<Question>, Option<&'static str>) {
    page::copy_link(link);
    (None, None)
}

/// What the clipboard has answered since the last call. Where it has not taken the link, the page shows it, to be copied by
/// hand.
pub fn copied() -> Option<&'static str> {
    Some(match page::is_link_copied()? {
        true => "Copied a link to this as it is now",
        false => "The clipboard has not taken the link: copy it by hand",
    })
}
