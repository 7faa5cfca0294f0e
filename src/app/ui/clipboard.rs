//! The clipboard of the system, as far as it can be relied on.

use std::cell::RefCell;

use crate::app::window::{clipboard_get, clipboard_set};

thread_local! {
    /// The text that was copied last. On X11 miniquad 0.4.11 often hands out an empty text in place of it.
    static COPIED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Puts a text on the clipboard.
pub fn copy(text: &str) {
    clipboard_set(text);
    COPIED.set(text.to_owned());
}

/// The text on the clipboard; where the system has none, the one that was copied here last.
pub fn text() -> String {
    clipboard_get().filter(|text| !text.is_empty()).unwrap_or_else(|| COPIED.with_borrow(String::clone))
}
