//! Levels in addresses.

use footpath::level::share::{self, MOST_BYTES, MOST_LETTERS, ShareError};
use footpath::level::{Level, built_in};
use miniz_oxide::deflate::compress_to_vec_zlib;
use proptest::prelude::*;

use crate::support::letters::letters_of;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn every_text_comes_back(text in "\\PC{0,200}|[ -~\\n]{0,400}") {
        let fragment = share::fragment(&text).unwrap();
        prop_assert!(fragment.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-_=".contains(&letter)), "{}", fragment);
        prop_assert_eq!(share::text(&format!("#{fragment}")).unwrap(), text);
    }

    #[test]
    fn what_is_damaged_is_told_apart(text in "[ -~\\n]{0,200}", place in any::<prop::sample::Index>(), letter in "[A-Za-z0-9_#%=-]") {
        let fragment = share::fragment(&text).unwrap();
        let place = "level=".len() + place.index(fragment.len() - "level=".len());
        let damaged = format!("{}{letter}{}", &fragment[..place], &fragment[place + 1..]);
        match share::text(&damaged) {
            // The last letter may have bits that mean nothing.
            Ok(same) => prop_assert_eq!(same, text),
            Err(error) => prop_assert_eq!(error, ShareError::Damaged),
        }
        prop_assert_eq!(share::text(&fragment[..fragment.len() - 1]), Err(ShareError::Damaged));
    }

    #[test]
    fn any_other_address_is_refused(fragment in "\\PC{0,80}|level=[A-Za-z0-9_-]{0,80}") {
        prop_assert!(share::text(&fragment).is_err());
    }
}

#[test]
fn shipped_levels_fit_but_for_the_largest() {
    let is_too_long = |level: &&built_in::BuiltIn| match share::fragment(level.text) {
        Ok(fragment) => {
            assert_eq!(share::text(&fragment).as_deref(), Ok(level.text), "{}", level.name);
            false
        }
        Err(error) => matches!(error, ShareError::TooLong),
    };
    let too_long: Vec<&str> = built_in::LEVELS.iter().filter(is_too_long).map(|level| level.name).collect();
    assert_eq!(too_long, [""; 0]);
    assert!(share::fragment(Level::starter()).unwrap().len() < 2_500);
}

#[test]
fn what_is_too_long_is_refused_in_words() {
    // Letters drawn by lot do not get shorter.
    let mut state = 1u32;
    let letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'!' + (state >> 24) as u8 % 90)
    };
    let noise: String = (0..60_000).map(letter).collect();
    let error = share::fragment(&noise).unwrap_err();
    assert!(matches!(error, ShareError::TooLong), "{error:?}");
    assert!(error.to_string().contains("too long for an address") && error.to_string().contains("32000"), "{error}");
}

#[test]
fn the_bytes_of_a_text_are_told_as_bytes() {
    let error = share::fragment(&" ".repeat(MOST_BYTES + 1)).unwrap_err();
    assert_eq!(error, ShareError::TooManyBytes(MOST_BYTES + 1));
    assert!(error.to_string().contains("8388609 bytes"), "{error}");
}

/// A few letters that unpack to very much.
#[test]
fn a_bomb_is_refused() {
    let bomb = compress_to_vec_zlib(&vec![b' '; MOST_BYTES + 1], 10);
    let fragment = format!("level={}", letters_of(&bomb));
    assert!(fragment.len() < MOST_LETTERS, "{}", fragment.len());
    assert_eq!(share::text(&fragment), Err(ShareError::TooLarge));
}
