//! The clipboard of the system, as far as it can be relied on.

use crate::app::window::{clipboard_get, clipboard_set};

/// Copies and pastes text.
#[derive(Debug, Default)]
pub struct Clipboard {
    /// The text that was copied last. On X11 miniquad 0.4.11 often hands out an empty text in place of it.
    copied: String,
}

impl Clipboard {
    /// Puts a text on the clipboard.
    pub fn copy(&mut self, text: &str) {
        clipboard_set(text);
        self.copied = text.to_owned();
    }

    /// The text on the clipboard; where the system has none, the one that was copied here last.
    pub fn text(&self) -> String {
        clipboard_get().filter(|text| !text.is_empty()).unwrap_or_else(|| self.copied.clone())
    }
}
