//! Levels as links, by the clipboard.

#[cfg(not(target_arch = "wasm32"))]
mod of_desktop;
#[cfg(target_arch = "wasm32")]
mod of_page;

use footpath::level::share::{self, ShareError};

use crate::app::modes::lab::Experiment;

#[cfg(not(target_arch = "wasm32"))]
pub use of_desktop::{copied, copy, page};
#[cfg(target_arch = "wasm32")]
pub use of_page::{copied, copy, page};

/// What messages call a level that was pasted.
pub const PASTED: &str = "pasted";

/// The link that plays the level with a text on a page.
///
/// # Errors
/// Why there is none, in words.
pub fn of_level(page: &str, text: &str) -> Result<String, String> {
    let fragment = share::fragment(text).map_err(|error| error.to_string())?;
    Ok(format!("{page}#{fragment}"))
}

/// The link that opens the lab on a page as it is.
///
/// # Errors
/// Why there is none, in words.
pub fn of_lab(page: &str, experiment: &Experiment) -> Result<String, String> {
    let fragment = experiment.fragment().map_err(|error| error.to_string())?;
    Ok(format!("{page}?lab#{fragment}"))
}

/// The frame that shows the sheets of the lab in another page, as HTML.
///
/// # Errors
/// Why there is none, in words.
pub fn of_frame(page: &str, experiment: &Experiment) -> Result<String, String> {
    let fragment = experiment.fragment().map_err(|error| error.to_string())?;
    Ok(format!(
        r#"<iframe src="{page}?lab&amp;embed#{}" width="640" height="420" style="border: 0" title="Footpath" loading="lazy"></iframe>"#,
        fragment.replace('&', "&amp;")
    ))
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
