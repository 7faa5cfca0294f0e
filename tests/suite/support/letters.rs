//! Bytes as the letters of an address.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes in RFC 4648's `base64url`, without padding.
pub fn letters_of(bytes: &[u8]) -> String {
    let mut letters = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        (0..=chunk.len()).for_each(|place| letters.push(LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char));
    }
    letters
}
