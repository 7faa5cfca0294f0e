//! A struct of the format as it is written.

use super::field_type::FieldType;
use super::ron_text::Ron;
use super::table::{LeftOut, Struct};

/// A struct of the table of the format that is being written: fields in the order of the table, without those that say what is
/// so where they are left out.
pub(crate) struct StructText {
    of: &'static Struct,
    fields: Vec<(&'static str, Ron)>,
}

impl StructText {
    /// Without a field.
    pub fn of(of: &'static Struct) -> StructText {
        StructText { of, fields: Vec::new() }
    }

    /// With a field, unless its value is the default.
    pub fn put(self, name: &'static str, value: impl Into<Ron>) -> StructText {
        let value = value.into();
        let default = match self.of.field(name).map(|field| field.left_out) {
            Some(LeftOut::Is(default)) => default,
            Some(LeftOut::Required(_) | LeftOut::Words(_)) => "",
            None => unreachable!("{} has no field `{name}` in the table", self.of.what()),
        };
        if value.as_str() == default { self } else { self.put_anyway(name, value) }
    }

    /// The same, or without the field where there is no value.
    pub fn put_maybe(self, name: &'static str, value: Option<Ron>) -> StructText {
        match value {
            Some(value) => self.put(name, value),
            None => self,
        }
    }

    /// The same of a value of one of the types of fields.
    pub fn put_value(self, name: &'static str, value: &impl FieldType) -> StructText {
        self.put_maybe(name, value.written())
    }

    /// With a field, unless its value is that of another.
    pub fn put_changed<T: FieldType + PartialEq>(self, name: &'static str, value: &T, base: &T) -> StructText {
        if value == base { self } else { self.put_given(name, value.written()) }
    }

    /// With a field if it has a value, also one that is the default of the table: what is there otherwise is something else.
    pub fn put_given(self, name: &'static str, value: Option<impl Into<Ron>>) -> StructText {
        match value {
            Some(value) => self.put_anyway(name, value.into()),
            None => self,
        }
    }

    fn put_anyway(mut self, name: &'static str, value: Ron) -> StructText {
        self.fields.push((name, value));
        self
    }

    /// In the order of the table.
    fn in_order(mut self) -> Vec<(&'static str, Ron)> {
        let in_table = self.of.fields.iter().filter_map(|field| {
            let place = self.fields.iter().position(|(name, _)| *name == field.name)?;
            Some(self.fields.swap_remove(place))
        });
        in_table.collect()
    }

    /// On one line.
    pub fn on_one_line(self) -> Ron {
        Ron::fields(self.in_order())
    }

    /// A line for each field, as a field of a level.
    pub fn in_lines(self) -> Ron {
        Ron::lines('(', self.in_order().iter().map(|(name, value)| format!("{name}: {value}")), ')')
    }

    /// A line for each field, as a file.
    pub fn into_file(self) -> String {
        let mut text = String::from("(\n");
        self.in_order().iter().for_each(|(name, value)| text.extend(["    ", name, ": ", value.as_str(), ",\n"]));
        text + ")\n"
    }
}
