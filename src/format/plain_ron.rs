//! Values of any type that serde knows as RON, where no mistake has to be told at its place: replays, drafts and settings.
//! `ron::from_str` reads them.

use erased_serde::Serialize as ErasedSerialize;
use ron::ser::{PrettyConfig, Serializer};
use serde::Serialize;

/// A value on one line without blanks, and without a line end.
///
/// ```
/// use footpath::format::plain_ron::one_line;
/// assert_eq!(one_line(&vec![(1, "a\n"), (2, "b")]), r#"[(1,"a\n"),(2,"b")]"#);
/// ```
pub fn one_line(value: &impl Serialize) -> String {
    write(value, None)
}

/// A value with a line for each field, entry and item, and without a line end after the last.
///
/// ```
/// use footpath::format::plain_ron::lines;
/// assert_eq!(lines(&vec![1, 2]), "[\n    1,\n    2,\n]");
/// ```
pub fn lines(value: &impl Serialize) -> String {
    write(value, Some(PrettyConfig::new()))
}

/// Writes a value of a type that only serde knows: the wasm has this, and all of `ron` below it, once and not for every type.
fn write(value: &dyn ErasedSerialize, layout: Option<PrettyConfig>) -> String {
    let mut text = String::new();
    let mut serializer = Serializer::new(&mut text, layout).expect("a text takes all that is written");
    value.serialize(&mut serializer).expect("there is RON for every value of the program's types");
    text
}
