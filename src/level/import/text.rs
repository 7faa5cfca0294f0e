//! A file of another program as text.

use std::borrow::Cow;

/// The text of a file in UTF-8, with a byte order mark or without; in UTF-16, with one; or else with one byte for each
/// character, as ISO 8859-1 has it, so that at least the letters of English and all marks are right.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let wide = |bytes: &[u8], number: fn([u8; 2]) -> u16| {
        let numbers: Vec<u16> = bytes.as_chunks().0.iter().map(|&pair| number(pair)).collect();
        Cow::Owned(String::from_utf16_lossy(&numbers))
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
            Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn texts_are_read_in_several_encodings() {
        assert_eq!(text_of("\u{feff}m\u{fc}r".as_bytes()), "m\u{fc}r");
        assert_eq!(text_of(b"m\xfcr"), "m\u{fc}r");
        assert_eq!(text_of(b"\xff\xfem\0\xfc\0r\0"), "m\u{fc}r");
        assert_eq!(text_of(b"\xfe\xff\0m\0\xfc\0r"), "m\u{fc}r");
        assert_eq!(text_of(b""), "");
    }
}
