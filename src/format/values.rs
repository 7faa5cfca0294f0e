//! Values of any type that serde knows, as RON text: replays, drafts and settings.
//!
//! The `ron` crate reads and writes the same, but is compiled once more for every type. Here reading goes over the tree that
//! levels are read from, and writing over one text, so that a type brings no more than the list of its fields. What is written is
//! what `ron` writes, to the byte, but for control characters between single quotes. By how many kB with brotli the wasm grows
//! where `ron` does it, of the 1063 that the game has:
//!
//! | `ron` | game | its first part | importer |
//! |---|--:|--:|--:|
//! | writes | 24 | about 11 | 12 |
//! | reads and writes | 72 | not measured | not measured |

mod reading;
mod writing;

use std::fmt;

use super::problem::{Problems, Span};

pub use reading::read;
pub use writing::{ValueLayout, write};

/// Why a text is not the value that it was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of what is wrong, counted from 1.
    pub line: usize,
    /// Its column in characters, counted from 1.
    pub column: usize,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl Fault {
    fn at(text: &str, span: Span, message: String) -> Fault {
        let (line, column) = Problems::position(text, span);
        Fault { line, column, message }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use ron::ser::PrettyConfig;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Empty {}

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    struct Id(u32);

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum Kind {
        Bare,
        One(Id),
        Two(i64, (f32, f32)),
        Named { of: Option<Box<Kind>>, list: Vec<u8> },
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Everything {
        switch: bool,
        letter: char,
        text: String,
        small: i8,
        large: u64,
        fraction: f32,
        exact: f64,
        kinds: Vec<Kind>,
        by_name: BTreeMap<String, Vec<Id>>,
        by_letter: BTreeMap<char, (i32, i32)>,
        empty: Empty,
        nothing: (),
        maybe: Option<Option<u8>>,
    }

    fn kind() -> impl Strategy<Value = Kind> {
        let leaf = prop_oneof![
            Just(Kind::Bare),
            any::<u32>().prop_map(|id| Kind::One(Id(id))),
            (any::<i64>(), any::<(f32, f32)>()).prop_map(|(whole, pair)| Kind::Two(whole, pair)),
        ];
        leaf.prop_recursive(3, 8, 2, |inner| {
            let of = proptest::option::of(inner.prop_map(Box::new));
            (of, proptest::collection::vec(any::<u8>(), 0..3)).prop_map(|(of, list)| Kind::Named { of, list })
        })
    }

    /// Any but those that `ron` writes as they are and a level file may not hold.
    fn letter() -> impl Strategy<Value = char> {
        any::<char>().prop_filter("control characters are written as escapes", |letter| !letter.is_control())
    }

    fn everything() -> impl Strategy<Value = Everything> {
        let plain = (any::<bool>(), letter(), any::<String>(), any::<i8>(), any::<u64>());
        let numbers = (any::<f32>(), any::<f64>(), any::<Option<Option<u8>>>());
        let lists = (
            proptest::collection::vec(kind(), 0..3),
            proptest::collection::btree_map(
                any::<String>(),
                proptest::collection::vec(any::<u32>().prop_map(Id), 0..3),
                0..3,
            ),
            proptest::collection::btree_map(letter(), any::<(i32, i32)>(), 0..3),
        );
        (plain, numbers, lists).prop_map(|(plain, numbers, lists)| {
            let (switch, letter, text, small, large) = plain;
            let (fraction, exact, maybe) = numbers;
            let (kinds, by_name, by_letter) = lists;
            let (empty, nothing) = (Empty {}, ());
            Everything {
                switch,
                letter,
                text,
                small,
                large,
                fraction,
                exact,
                kinds,
                by_name,
                by_letter,
                empty,
                nothing,
                maybe,
            }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_what_ron_writes_and_is_read_again(value in everything()) {
            let text = write(&value, ValueLayout::OneLine);
            prop_assert_eq!(&text, &ron::to_string(&value).unwrap());
            prop_assert_eq!(read::<Everything>(&text), Ok(value.clone()));
            for depth in [0, 1, 2, usize::MAX] {
                let text = write(&value, ValueLayout::Lines { depth });
                let expected = ron::ser::to_string_pretty(&value, PrettyConfig::new().depth_limit(depth)).unwrap();
                prop_assert_eq!(&text, &expected);
                prop_assert_eq!(read::<Everything>(&text), Ok(value.clone()));
            }
        }
    }

    #[test]
    fn control_characters_are_written_as_escapes() {
        for letter in ['\n', '\t', '\0', '\u{85}'] {
            let text = write(&letter, ValueLayout::OneLine);
            assert!(text.chars().all(|letter| !letter.is_control()), "{text:?}");
            assert_eq!(read(&text), Ok(letter));
        }
    }

    fn refused<T: for<'a> Deserialize<'a> + fmt::Debug>(text: &str, place: (usize, usize), words: &str) {
        let fault = read::<T>(text).unwrap_err();
        assert_eq!((fault.line, fault.column), place, "{text}: {fault}");
        assert!(fault.message.contains(words), "{text}: {fault}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        refused::<Vec<u8>>("", (1, 1), "empty");
        refused::<Vec<u8>>("[1,", (1, 1), "never closed");
        refused::<Vec<u8>>("[1,\n 256]", (2, 2), "256");
        refused::<Vec<u8>>("[1, 1.5]", (1, 5), "expected a whole number, found a number with a fraction");
        refused::<Vec<u8>>("[1, \"ä\", 3]", (1, 5), "expected a whole number, found a string");
        refused::<Vec<u8>>("{1: 2}", (1, 1), "expected a list, found a map");
        refused::<u64>("18446744073709551616", (1, 1), "out of range");
        refused::<Kind>("Jump(3)", (1, 1), "unknown variant `Jump`");
        refused::<Kind>("One(3)", (1, 5), "expected a tuple");
        refused::<Kind>("One((3), 4)", (1, 1), "one value");
        refused::<Kind>("Bare(1)", (1, 1), "no value");
        refused::<Kind>("Two(1, (2.0, 3.0), 4)", (1, 1), "too many");
        refused::<Kind>("Two(1)", (1, 1), "invalid length 1");
        refused::<Kind>("Named(list: [])(", (1, 16), "");
        refused::<Id>("Other(3)", (1, 1), "expected `Id`, found `Other`");
        refused::<BTreeMap<char, u8>>("{'a': 1, 'bc': 2}", (1, 10), "more than one character");
    }

    #[test]
    fn missing_and_unknown_fields_are_those_of_the_type() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Pair {
            one: u8,
            #[serde(default)]
            other: u8,
        }
        assert_eq!(read("Pair(one: 1, third: [(a: 'x')])"), Ok(Pair { one: 1, other: 0 }));
        assert_eq!(read("(r#one: 0x1, other: 2_0,)// end"), Ok(Pair { one: 1, other: 20 }));
        refused::<Pair>("(other: 2)", (1, 1), "missing field `one`");
        refused::<Pair>("(one: 1, one: 2)", (1, 1), "duplicate field `one`");
    }
}
