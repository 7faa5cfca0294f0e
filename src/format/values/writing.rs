//! Writing a value as RON.

use std::fmt::{self, Write as _};

use serde::ser::{self, Serialize, Serializer};

/// How a value is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueLayout {
    /// Without a blank.
    OneLine,
    /// Each field, entry and item on a line of its own, unless it is deeper than this in others.
    Lines {
        /// How deep.
        depth: usize,
    },
}

/// A value as RON text, without a line end.
///
/// ```
/// use footpath::format::values::{ValueLayout, write};
/// assert_eq!(write(&vec![(1, "a\n"), (2, "b")], ValueLayout::OneLine), r#"[(1,"a\n"),(2,"b")]"#);
/// assert_eq!(write(&vec![1, 2], ValueLayout::Lines { depth: 1 }), "[\n    1,\n    2,\n]");
/// ```
pub fn write(value: &impl Serialize, layout: ValueLayout) -> String {
    let lines = match layout {
        ValueLayout::OneLine => None,
        ValueLayout::Lines { depth } => Some(depth),
    };
    let mut writer = ValueWriter { text: String::new(), lines, depth: 0 };
    value.serialize(&mut writer).expect("any value can be written into a text");
    writer.text
}

struct ValueWriter {
    text: String,
    /// Down to which depth there is one item a line; `None` where everything is on one line without blanks.
    lines: Option<usize>,
    /// How many brackets that may have lines are open.
    depth: usize,
}

/// The brackets of fields, entries and items, which may have lines, and of tuples, which have none.
const IN_LINES: bool = true;
const IN_A_ROW: bool = false;

impl ValueWriter {
    fn open(&mut self, name: &str, bracket: char, lines: bool) {
        self.text.push_str(name);
        self.text.push(bracket);
        self.depth += usize::from(lines);
    }

    fn line(&mut self, depth: usize) {
        self.text.push('\n');
        (0..depth).for_each(|_| self.text.push_str("    "));
    }

    /// Whether the items of the bracket that was opened last have a line each.
    fn has_lines(&self, lines: bool) -> bool {
        lines && self.lines.is_some_and(|deepest| self.depth <= deepest)
    }

    /// Whether the text ends where a bracket was opened: no value ends like that.
    fn is_first(&self) -> bool {
        self.text.ends_with(['(', '[', '{'])
    }

    /// What comes before an item.
    fn item(&mut self, lines: bool) {
        let is_first = self.is_first();
        if !is_first {
            self.text.push(',');
        }
        if self.has_lines(lines) {
            self.line(self.depth);
        } else if !is_first && self.lines.is_some() {
            self.text.push(' ');
        }
    }

    fn colon(&mut self) {
        self.text.push_str(if self.lines.is_some() { ": " } else { ":" });
    }

    fn field(&mut self, name: &str, lines: bool) {
        self.item(lines);
        self.text.push_str(name);
        self.colon();
    }

    fn close(&mut self, bracket: char, lines: bool) -> fmt::Result {
        if self.has_lines(lines) && !self.is_first() {
            self.text.push(',');
            self.line(self.depth - 1);
        }
        self.depth -= usize::from(lines);
        self.text.push(bracket);
        Ok(())
    }

    fn signed(&mut self, number: i64) -> fmt::Result {
        write!(self.text, "{number}")
    }

    fn unsigned(&mut self, number: u64) -> fmt::Result {
        write!(self.text, "{number}")
    }
}

/// The methods for numbers, each handed on to one for all of its kind.
macro_rules! numbers {
    ($($method:ident($type:ty) -> $to:ident,)*) => {$(
        fn $method(self, value: $type) -> fmt::Result {
            self.$to(value.into())
        }
    )*};
}

/// What has values in it: opened by one method, with a name or without.
type Opened<'w> = Result<&'w mut ValueWriter, fmt::Error>;

impl<'w> Serializer for &'w mut ValueWriter {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_i8(i8) -> signed,
        serialize_i16(i16) -> signed,
        serialize_i32(i32) -> signed,
        serialize_i64(i64) -> signed,
        serialize_u8(u8) -> unsigned,
        serialize_u16(u16) -> unsigned,
        serialize_u32(u32) -> unsigned,
        serialize_u64(u64) -> unsigned,
    }

    // The shortest text from which the same number is read, never that of a whole number.
    fn serialize_f32(self, value: f32) -> fmt::Result {
        write!(self.text, "{value:?}")
    }

    fn serialize_f64(self, value: f64) -> fmt::Result {
        write!(self.text, "{value:?}")
    }

    fn serialize_bool(self, value: bool) -> fmt::Result {
        write!(self.text, "{value}")
    }

    fn serialize_char(self, value: char) -> fmt::Result {
        self.text.push('\'');
        match value {
            '\\' | '\'' => self.text.extend(['\\', value]),
            // The `ron` crate writes these as they are; a quote that is not closed on its line is a fault.
            _ if value.is_control() => self.text.extend(value.escape_debug()),
            _ => self.text.push(value),
        }
        self.text.push('\'');
        Ok(())
    }

    fn serialize_str(self, value: &str) -> fmt::Result {
        self.text.push('"');
        self.text.extend(value.chars().flat_map(char::escape_debug));
        self.text.push('"');
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> fmt::Result {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> fmt::Result {
        self.serialize_unit_variant("", 0, "None")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        self.serialize_newtype_variant("", 0, "Some", value)
    }

    fn serialize_unit(self) -> fmt::Result {
        self.text.push_str("()");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> fmt::Result {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> fmt::Result {
        self.text.push_str(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> fmt::Result {
        self.serialize_newtype_variant("", 0, "", value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.open(variant, '(', IN_A_ROW);
        value.serialize(&mut *self)?;
        self.close(')', IN_A_ROW)
    }

    fn serialize_seq(self, _: Option<usize>) -> Opened<'w> {
        self.open("", '[', IN_LINES);
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Opened<'w> {
        self.open("", '{', IN_LINES);
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Opened<'w> {
        self.open("", '(', IN_A_ROW);
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Opened<'w> {
        self.serialize_tuple(length)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Opened<'w> {
        self.open(variant, '(', IN_A_ROW);
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Opened<'w> {
        self.open("", '(', IN_LINES);
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Opened<'w> {
        self.open(variant, '(', IN_LINES);
        Ok(self)
    }
}

/// The traits of what has values in it: what comes before each, and how the bracket ends.
macro_rules! brackets {
    ($($trait:ident: $method:ident($($name:ident)?) after $before:ident($lines:ident), $close:literal;)*) => {$(
        impl ser::$trait for &mut ValueWriter {
            type Ok = ();
            type Error = fmt::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: &'static str,)? value: &T) -> fmt::Result {
                self.$before($($name,)? $lines);
                value.serialize(&mut **self)
            }

            fn end(self) -> fmt::Result {
                self.close($close, $lines)
            }
        }
    )*};
}

brackets! {
    SerializeSeq: serialize_element() after item(IN_LINES), ']';
    SerializeTuple: serialize_element() after item(IN_A_ROW), ')';
    SerializeTupleStruct: serialize_field() after item(IN_A_ROW), ')';
    SerializeTupleVariant: serialize_field() after item(IN_A_ROW), ')';
    SerializeStruct: serialize_field(name) after field(IN_LINES), ')';
    SerializeStructVariant: serialize_field(name) after field(IN_LINES), ')';
}

impl ser::SerializeMap for &mut ValueWriter {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> fmt::Result {
        self.item(IN_LINES);
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.colon();
        value.serialize(&mut **self)
    }

    fn end(self) -> fmt::Result {
        self.close('}', IN_LINES)
    }
}
