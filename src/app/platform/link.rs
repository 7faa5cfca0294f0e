//! Levels as links, by the clipboard.

use footpath::level::share::{self, ShareError};

#[cfg(not(target_arch = "wasm32"))]
use crate::app::modes::clipboard::Clipboard;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::modes::menu::question::Question;
use crate::app::modes::play::Game;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::modes::settings::Settings;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
use crate::app::view::words::answers::{Answer, Tone};

/// What messages call a level that was pasted.
pub const PASTED: &str = "pasted";

/// Puts a link on the clipboard that plays the level as it is now, with what is unsaved. Nothing tells whether the system has
/// taken it: gives the question that shows it, to be copied by hand.
#[cfg(not(target_arch = "wasm32"))]
pub fn copy(settings: &Settings, clipboard: &mut Clipboard, game: &mut Game) -> Option<Question> {
    let link = link(&settings.page, game)?;
    clipboard.copy(&link);
    if settings.page.is_empty() {
        let words = "This stands behind the address of a page that plays it; `page` in the settings names one";
        game.say(Answer::new(Tone::Plain, words));
    }
    Some(Question::of_link(&link))
}

/// Has the page put a link on the clipboard that plays the level as it is now, with what is unsaved; [`answer`] tells what came
/// of it.
#[cfg(target_arch = "wasm32")]
pub fn copy(game: &mut Game) {
    if let Some(link) = link(&page::address(), game) {
        page::copy_link(&link);
    }
}

/// Says what the clipboard has answered since the last call. Where it has not taken the link, the page shows it, to be copied
/// by hand.
#[cfg(target_arch = "wasm32")]
pub fn answer(game: &mut Game) {
    let words = match page::is_link_copied() {
        None => return,
        Some(true) => "Copied a link that plays this level as it is now",
        Some(false) => "The clipboard has not taken the link: copy it by hand",
    };
    game.say(Answer::new(Tone::Plain, words));
}

/// The link that plays a level on a page; says why there is none.
fn link(page: &str, game: &mut Game) -> Option<String> {
    match share::fragment(game.level.history().document().text()) {
        Ok(fragment) => Some(format!("{page}#{fragment}")),
        Err(error) => {
            game.say(Answer::new(Tone::Impossible, error.to_string()));
            None
        }
    }
}

/// The text of the level in what was pasted: a link that carries one, or its text.
///
/// # Errors
/// A sentence that says why there is none.
pub fn level_in(pasted: &str) -> Result<String, String> {
    let pasted = pasted.trim();
    let fragment = pasted.rsplit_once('#').map_or(pasted, |(_, fragment)| fragment);
    match share::text(fragment) {
        Ok(text) => Ok(text),
        Err(ShareError::NotALevel) if pasted.contains("rows") || pasted.contains("generate") => Ok(pasted.to_owned()),
        Err(ShareError::NotALevel) if pasted.is_empty() => Err("The clipboard is empty".to_owned()),
        Err(ShareError::NotALevel) => {
            Err("What is on the clipboard is neither a link to a level nor its text".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;

    use super::*;

    #[test]
    fn a_link_and_a_text_are_levels_and_nothing_else_is() {
        let text = Level::starter();
        let link = format!("https://example.org/play/?lab#{}\n", share::fragment(text).expect("it is short"));
        assert_eq!(level_in(&link).as_deref(), Ok(text));
        assert_eq!(level_in(text), Ok(text.trim().to_owned()));
        assert_eq!(
            level_in("hello").unwrap_err(),
            "What is on the clipboard is neither a link to a level nor its text"
        );
        let damaged = level_in(&link[..link.len() - 9]).unwrap_err();
        assert!(damaged.contains("damaged"), "{damaged}");
        assert_eq!(level_in(" ").unwrap_err(), "The clipboard is empty");
    }
}
