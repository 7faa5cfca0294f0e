//! Edits of a level in its text: any text that is a level, and any edits of it.

use footpath::level::edit::Document;
use footpath::scenarios::{Dice, torture};

use super::level_reader::makes_much_of_little;
use crate::support::bytes::Bytes;
use crate::support::edits::check_edits;
use crate::support::odd_texts::odd;

/// The seed of a random level in bytes; what is shorter than a text can be.
const SEED: usize = 8;

/// A text up to the first byte that is 0, the edits behind it. In place of a text there may be the seed of one.
pub fn run(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (text, choices) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let mut choices = Bytes::new(choices.to_vec());
    let text = if text.len() <= SEED {
        let seed = text.iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte));
        odd(&torture::level(&mut Dice::of(seed)).to_ron(), &mut choices)
    } else {
        String::from_utf8_lossy(text).into_owned()
    };
    if makes_much_of_little(&text) {
        return;
    }
    if let Ok(document) = Document::open("any.ron", text) {
        check_edits(document, &mut choices);
    }
}
