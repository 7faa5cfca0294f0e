//! Levels as links, by the clipboard.

use footpath::level::share::{self, ShareError};

use crate::app::modes::clipboard::Clipboard;
use crate::app::modes::play::Game;
use crate::app::modes::settings::Settings;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::web;
use crate::app::view::words::answers::{Answer, Tone};

/// What messages call a level that was pasted.
pub const PASTED: &str = "pasted";

/// Puts a link on the clipboard that plays the level as it is now, with what is unsaved; says what came of it.
pub fn copy(settings: &Settings, clipboard: &mut Clipboard, game: &mut Game) {
    let answer = match share::fragment(game.history.document().text()) {
        Ok(fragment) => {
            let page = page(settings);
            clipboard.copy(&format!("{page}#{fragment}"));
            Answer::new(
                Tone::Plain,
                match page.is_empty() {
                    true => {
                        "Copied what stands behind the address of a page that plays it; `page` in the settings names one"
                    }
                    false => "Copied a link that plays this level as it is now",
                },
            )
        }
        Err(error) => Answer::new(Tone::Impossible, error.to_string()),
    };
    game.say(answer);
}

/// The address of the page that plays levels: this one in a browser, elsewhere the one in the settings.
fn page(settings: &Settings) -> String {
    #[cfg(target_arch = "wasm32")]
    {
        let _ = settings;
        web::address()
    }
    #[cfg(not(target_arch = "wasm32"))]
    settings.page.clone()
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
