//! Values that the table of the format does not allow, where they come from no text: from a program, a replay or a panel.

use super::table::{Struct, ValueType};

/// What is wrong with a field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldFault {
    /// A number is out of its range, or none.
    Number {
        /// The name of the field, or the name before the number where it has one, as in `Near(1.5)`.
        field: &'static str,
        /// The number.
        value: f32,
        /// The least and the greatest number allowed.
        range: (f32, f32),
    },
    /// A list has too few values, or too many.
    Count {
        /// What the values are, in the plural.
        noun: &'static str,
        /// How many there are.
        count: usize,
        /// The least and the greatest number of them that is allowed.
        range: (usize, usize),
    },
}

impl Struct {
    /// What is wrong with a number as the value of a field, if anything is.
    ///
    /// # Panics
    /// If there is no such field, or its values are no numbers.
    ///
    /// ```
    /// use footpath::format::table::ZONE;
    /// assert!(ZONE.fault_of_number("falloff", 2.0).is_none());
    /// assert!(ZONE.fault_of_number("falloff", 50_000.0).is_some());
    /// ```
    pub fn fault_of_number(&self, field: &'static str, value: f32) -> Option<FieldFault> {
        let range = self.range(field);
        let field = match self.field(field).map(|field| &field.value) {
            Some(ValueType::OneOf(values)) => values.iter().find_map(called).unwrap_or(field),
            _ => field,
        };
        let fault = FieldFault::Number { field, value, range: (*range.start(), *range.end()) };
        (!range.contains(&value)).then_some(fault)
    }

    /// What is wrong with a number of values in the list of a field, if anything is.
    ///
    /// # Panics
    /// If there is no such field, or it has no list.
    ///
    /// ```
    /// use footpath::format::table::ZONE;
    /// assert!(ZONE.fault_of_count("polygon", 3).is_none());
    /// assert!(ZONE.fault_of_count("polygon", 2).is_some());
    /// ```
    pub fn fault_of_count(&self, field: &str, count: usize) -> Option<FieldFault> {
        let list = self.field(field).and_then(|field| field.value.list());
        let Some((_, range, noun)) = list else { panic!("{} has no list called `{field}` in the table", self.what()) };
        let fault = FieldFault::Count { noun, count, range: (*range.start(), *range.end()) };
        (!range.contains(&count)).then_some(fault)
    }
}

/// The name before a value.
fn called(value: &'static ValueType) -> Option<&'static str> {
    match value {
        ValueType::Call(name, _) => Some(name),
        _ => None,
    }
}
