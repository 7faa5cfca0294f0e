//! Levels in addresses: any letters behind the `#`, and any text that is put there.

use footpath::level::share::{self, MOST_BYTES, ShareError};

use crate::support::letters::letters_of;

/// Bytes of the longest text that is packed again here: a few letters may unpack to very many.
const SHARED_AGAIN: usize = 20_000;

/// The first byte says what the others are: `t` a text to share, `z` what is packed behind `level=`, and else, with it,
/// what stands behind the `#`.
pub fn run(bytes: &[u8]) {
    match bytes.split_first() {
        Some((b't', text)) => check_text(&String::from_utf8_lossy(text)),
        Some((b'z', packed)) => check_fragment(&format!("level={}", letters_of(packed))),
        _ => check_fragment(&String::from_utf8_lossy(bytes)),
    }
}

/// What is shared comes back.
fn check_text(text: &str) {
    match share::fragment(text) {
        Ok(fragment) => assert_eq!(share::text(&fragment).as_deref(), Ok(text)),
        Err(error) => assert_eq!(error, ShareError::TooLong),
    }
}

/// What is read from an address is no longer than it may be, and can be shared in turn.
fn check_fragment(fragment: &str) {
    match share::text(fragment) {
        Ok(text) => {
            assert!(text.len() <= MOST_BYTES);
            if text.len() <= SHARED_AGAIN {
                check_text(&text);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
