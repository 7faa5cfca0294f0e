//! Reading a value from RON.

use std::fmt;
use std::slice::Iter;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, Visitor};

use super::Fault;
use crate::format::problem::{Problems, Span, shown};
use crate::format::reader::kind_of;
use crate::format::syntax::{KeyValue, Node, Numeral, Value, parse, string};

/// The value that a text is, which holds nothing else but comments. Fields that its type does not know are passed over.
///
/// # Errors
/// What is wrong first, and where: the text is no RON, or another value.
///
/// ```
/// use footpath::format::values::read;
/// assert_eq!(read("[(1, \"a\"), (2, \"b\")]"), Ok(vec![(1, "a".to_owned()), (2, "b".to_owned())]));
/// let fault = read::<Vec<u8>>("[\n  1,\n  x]").unwrap_err();
/// assert_eq!(fault.to_string(), "3:3: expected a whole number, found a name without quotes");
/// ```
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let root = tree(text)?;
    let reading = Reading { text, node: &root };
    T::deserialize(reading).map_err(|wrong| wrong.located(root.span).0.into_fault(text))
}

/// The tree of a text that is RON.
fn tree(text: &str) -> Result<Node, Fault> {
    if text.trim().is_empty() {
        return Err(Fault { line: 1, column: 1, message: "the text is empty".to_owned() });
    }
    let mut problems = Problems::default();
    let root = parse(text, &mut problems);
    if problems.is_empty() {
        return Ok(root);
    }
    let first = problems.into_error("", text).problems.swap_remove(0);
    Err(Fault { line: first.line, column: first.column, message: first.message })
}

/// What is wrong, as serde tells it. Boxed, for it is handed up through everything that is read.
#[derive(Debug)]
struct Wrong(Box<WrongValue>);

/// A value that is wrong, and why.
#[derive(Debug)]
struct WrongValue {
    /// Of the innermost value that is wrong; serde does not know it where it tells what is wrong.
    span: Option<Span>,
    message: String,
}

impl WrongValue {
    fn into_fault(self, text: &str) -> Fault {
        Fault::at(text, self.span.unwrap_or_default(), self.message)
    }
}

impl Wrong {
    fn at(span: Span, message: String) -> Wrong {
        Wrong(Box::new(WrongValue { span: Some(span), message }))
    }

    /// With a place, unless it has a nearer one.
    fn located(mut self, span: Span) -> Wrong {
        self.0.span.get_or_insert(span);
        self
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Wrong {
        Wrong(Box::new(WrongValue { span: None, message: message.to_string() }))
    }
}

/// A value that is read.
#[derive(Clone, Copy)]
struct Reading<'n> {
    text: &'n str,
    node: &'n Node,
}

impl<'n> Reading<'n> {
    fn of(self, node: &'n Node) -> Reading<'n> {
        Reading { text: self.text, node }
    }

    fn slice(self, span: Span) -> &'n str {
        &self.text[span.range()]
    }

    /// What it says itself, as a name: without the sign of a raw one.
    fn word(self) -> &'n str {
        let written = self.slice(self.node.span);
        written.strip_prefix("r#").unwrap_or(written)
    }

    fn wrong(self, message: impl Into<String>) -> Wrong {
        Wrong::at(self.node.span, message.into())
    }

    fn wrong_kind(self, expected: &str) -> Wrong {
        self.wrong(format!("expected {expected}, found {}", kind_of(self.node)))
    }

    fn number(self, expected: &str) -> Result<Numeral, Wrong> {
        self.node.number(self.text).ok_or_else(|| self.wrong_kind(expected))
    }

    fn whole<T: TryFrom<i128>>(self) -> Result<T, Wrong> {
        match self.number("a whole number")? {
            Numeral::Whole(number) => number
                .try_into()
                .map_err(|_| self.wrong(format!("{} is out of range", shown(self.slice(self.node.span))))),
            Numeral::Real(_) => Err(self.wrong("expected a whole number, found a number with a fraction")),
        }
    }

    fn real(self) -> Result<f32, Wrong> {
        Ok(self.number("a number")?.rounded())
    }

    fn double(self) -> Result<f64, Wrong> {
        let rounded = self.real()?;
        // What has a type behind it, or marks between its digits, is as exact as a number of a level.
        Ok(self.slice(self.node.span).parse().unwrap_or(f64::from(rounded)))
    }

    fn string(self) -> Result<String, Wrong> {
        match self.node.value {
            Value::Text => Ok(string(self.text, self.node.span).into_owned()),
            _ => Err(self.wrong_kind("a string")),
        }
    }

    /// Checks the name before its bracket, where there is one.
    fn check_name(self, name: &str) -> Result<(), Wrong> {
        match self.node.name.map(|span| self.slice(span)) {
            Some(written) if written != name => Err(self.wrong(format!("expected `{name}`, found {}", shown(written)))),
            _ => Ok(()),
        }
    }

    fn list(self) -> Result<&'n [Node], Wrong> {
        match &self.node.value {
            Value::List(nodes) => Ok(nodes),
            _ => Err(self.wrong_kind("a list")),
        }
    }

    fn tuple(self) -> Result<&'n [Node], Wrong> {
        match &self.node.value {
            Value::Tuple(nodes) => Ok(nodes),
            _ => Err(self.wrong_kind("a tuple")),
        }
    }

    /// The value that stands alone in its round brackets.
    fn only(self) -> Result<Reading<'n>, Wrong> {
        match self.tuple()? {
            [node] => Ok(self.of(node)),
            nodes => Err(self.wrong(format!("expected one value in these brackets, found {}", nodes.len()))),
        }
    }

    fn fields(self) -> Result<&'n [KeyValue], Wrong> {
        match &self.node.value {
            Value::Fields(entries) => match entries.iter().find(|entry| matches!(entry.key.value, Value::Text)) {
                Some(entry) => Err(self.of(&entry.key).wrong("the name of a field has no quotes")),
                None => Ok(entries),
            },
            Value::Tuple(nodes) if nodes.is_empty() => Ok(&[]),
            _ => Err(self.wrong_kind("fields with their names")),
        }
    }

    fn entries(self) -> Result<&'n [KeyValue], Wrong> {
        match &self.node.value {
            Value::Map(entries) => Ok(entries),
            _ => Err(self.wrong_kind("a map")),
        }
    }

    fn visit_nodes<V: Visitor<'n>>(self, nodes: &'n [Node], visitor: V) -> Result<V::Value, Wrong> {
        let mut values = Elements { reading: self, rest: nodes.iter() };
        let value = visitor.visit_seq(&mut values)?;
        if values.rest.len() > 0 {
            return Err(self.wrong("there are too many values in these brackets"));
        }
        Ok(value)
    }

    fn visit_entries<V: Visitor<'n>>(self, entries: &'n [KeyValue], visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_map(MapEntries { reading: self, rest: entries.iter(), value: None })
    }
}

/// The methods for types of which one visitor's method takes what another method reads.
macro_rules! simple {
    ($($method:ident: $read:ident -> $visit:ident,)*) => {$(
        fn $method<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
            visitor.$visit(self.$read()?)
        }
    )*};
}

impl<'n> Deserializer<'n> for Reading<'n> {
    type Error = Wrong;

    simple! {
        deserialize_i8: whole -> visit_i8,
        deserialize_i16: whole -> visit_i16,
        deserialize_i32: whole -> visit_i32,
        deserialize_i64: whole -> visit_i64,
        deserialize_u8: whole -> visit_u8,
        deserialize_u16: whole -> visit_u16,
        deserialize_u32: whole -> visit_u32,
        deserialize_u64: whole -> visit_u64,
        deserialize_f32: real -> visit_f32,
        deserialize_f64: double -> visit_f64,
        deserialize_str: string -> visit_string,
        deserialize_string: string -> visit_string,
    }

    /// What a type asks for that takes any value.
    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match &self.node.value {
            Value::Bool => self.deserialize_bool(visitor),
            Value::Number => match self.number("a number")? {
                Numeral::Whole(_) => visitor.visit_i64(self.whole()?),
                Numeral::Real(number) => visitor.visit_f32(number),
            },
            Value::Text => self.deserialize_string(visitor),
            Value::Character(character) => visitor.visit_char(*character),
            Value::Word | Value::Broken => visitor.visit_str(self.word()),
            Value::Tuple(nodes) | Value::List(nodes) => self.visit_nodes(nodes, visitor),
            Value::Fields(entries) | Value::Map(entries) => self.visit_entries(entries, visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.node.value {
            Value::Bool => visitor.visit_bool(self.slice(self.node.span) == "true"),
            _ => Err(self.wrong_kind("`true` or `false`")),
        }
    }

    fn deserialize_char<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.node.value {
            Value::Character(character) => visitor.visit_char(character),
            _ => Err(self.wrong_kind("a character")),
        }
    }

    fn deserialize_bytes<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match (self.node.name.map(|name| self.slice(name)), &self.node.value) {
            (Some("Some"), _) => visitor.visit_some(self.only()?),
            (None, Value::Word) if self.word() == "None" => visitor.visit_none(),
            _ => Err(self.wrong_kind("`None` or `Some(...)`")),
        }
    }

    fn deserialize_unit<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.tuple()? {
            [] => visitor.visit_unit(),
            _ => Err(self.wrong("expected no value in these brackets")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'n>>(self, name: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        self.check_name(name)?;
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'n>>(self, name: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        self.check_name(name)?;
        visitor.visit_newtype_struct(self.only()?)
    }

    fn deserialize_seq<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.visit_nodes(self.list()?, visitor)
    }

    fn deserialize_tuple<V: Visitor<'n>>(self, _: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.visit_nodes(self.tuple()?, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'n>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.check_name(name)?;
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.visit_entries(self.entries()?, visitor)
    }

    fn deserialize_struct<V: Visitor<'n>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.check_name(name)?;
        self.visit_entries(self.fields()?, visitor)
    }

    fn deserialize_enum<V: Visitor<'n>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match (self.node.name, &self.node.value) {
            (Some(_), _) | (None, Value::Word) => visitor.visit_enum(self),
            _ => Err(self.wrong_kind("a name")),
        }
    }

    fn deserialize_identifier<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_str(self.word())
    }

    fn deserialize_ignored_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }
}

/// The values of a list or a tuple.
struct Elements<'n> {
    reading: Reading<'n>,
    rest: Iter<'n, Node>,
}

impl<'n> de::SeqAccess<'n> for &mut Elements<'n> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'n>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        let Some(node) = self.rest.next() else { return Ok(None) };
        seed.deserialize(self.reading.of(node)).map(Some).map_err(|wrong| wrong.located(node.span))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The fields of a struct, or the entries of a map.
struct MapEntries<'n> {
    reading: Reading<'n>,
    rest: Iter<'n, KeyValue>,
    /// The value of the key that was read last.
    value: Option<&'n Node>,
}

impl<'n> de::MapAccess<'n> for MapEntries<'n> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'n>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        let Some(entry) = self.rest.next() else { return Ok(None) };
        self.value = Some(&entry.value);
        seed.deserialize(self.reading.of(&entry.key)).map(Some).map_err(|wrong| wrong.located(entry.key.span))
    }

    fn next_value_seed<T: DeserializeSeed<'n>>(&mut self, seed: T) -> Result<T::Value, Wrong> {
        let node = self.value.take().expect("serde asks for the key before its value");
        seed.deserialize(self.reading.of(node)).map_err(|wrong| wrong.located(node.span))
    }
}

impl<'n> de::EnumAccess<'n> for Reading<'n> {
    type Error = Wrong;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'n>>(self, seed: T) -> Result<(T::Value, Self), Wrong> {
        let name = self.node.name.map_or_else(|| self.word(), |name| self.slice(name));
        Ok((seed.deserialize(StrDeserializer::new(name))?, self))
    }
}

impl<'n> de::VariantAccess<'n> for Reading<'n> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        match self.node.value {
            Value::Word => Ok(()),
            _ => Err(self.wrong("expected no value behind this name")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'n>>(self, seed: T) -> Result<T::Value, Wrong> {
        let inner = self.only()?;
        seed.deserialize(inner).map_err(|wrong| wrong.located(inner.node.span))
    }

    fn tuple_variant<V: Visitor<'n>>(self, length: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'n>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Wrong> {
        self.visit_entries(self.fields()?, visitor)
    }
}
