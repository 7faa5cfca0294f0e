//! A struct of the format as it is written.

use super::ron_text::Ron;
use super::table::{LeftOut, Struct};

/// A struct of the table of the format that is being written: fields in the order in which they are put, without those that
/// say what is so where they are left out.
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

    /// On one line.
    pub fn on_one_line(self) -> Ron {
        Ron::fields(self.fields)
    }

    /// A line for each field, as a field of a level.
    pub fn in_lines(self) -> Ron {
        Ron::lines('(', self.fields.iter().map(|(name, value)| format!("{name}: {value}")), ')')
    }

    /// A line for each field, as a file.
    pub fn into_file(self) -> String {
        let mut text = String::from("(\n");
        self.fields.iter().for_each(|(name, value)| text.extend(["    ", name, ": ", value.as_str(), ",\n"]));
        text + ")\n"
    }
}
