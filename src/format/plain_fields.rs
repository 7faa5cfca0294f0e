//! Fields that a type of the program has under the name by which a level calls them.

use super::field_fault::FieldFault;
use super::reader::{Fields, Reader};
use super::struct_text::StructText;
use super::table::Struct;

/// A type with such fields: what a level says of them is read and written by the table alone. A new one is an entry of the
/// table, a field of the type, and its name in [`plain_fields`].
pub(crate) trait PlainFields {
    /// Takes what a level says, and the defaults of the table for what it leaves out.
    fn take_plain(&mut self, reader: &mut Reader, fields: &Fields);

    /// Takes what a level says; what it leaves out stays as it is.
    fn take_changes(&mut self, reader: &mut Reader, fields: &Fields);

    /// The first number of these fields that the table does not allow.
    fn fault(&self, of: &Struct) -> Option<FieldFault>;

    /// Writes what is not as by default.
    fn put_plain(&self, text: StructText) -> StructText;

    /// Writes what is not as in `base`.
    fn put_changes(&self, base: &Self, text: StructText) -> StructText;
}

/// Makes these fields of a type its [`PlainFields`].
macro_rules! plain_fields {
    ($type:ty { $($field:ident),* }) => {
        impl crate::format::plain_fields::PlainFields for $type {
            fn take_plain(&mut self, reader: &mut crate::format::reader::Reader, fields: &crate::format::reader::Fields) {
                $(if let Some(value) = reader.take(fields, stringify!($field)) {
                    self.$field = value;
                })*
            }

            fn take_changes(&mut self, reader: &mut crate::format::reader::Reader, fields: &crate::format::reader::Fields) {
                $(if let Some(value) = reader.take_given(fields, stringify!($field)) {
                    self.$field = value;
                })*
            }

            fn fault(
                &self,
                of: &crate::format::table::Struct,
            ) -> Option<crate::format::field_fault::FieldFault> {
                use crate::format::field_type::FieldType as _;
                None$(.or_else(|| self.$field.number().and_then(|number| of.fault_of_number(stringify!($field), number))))*
            }

            fn put_plain(&self, text: crate::format::struct_text::StructText) -> crate::format::struct_text::StructText {
                text$(.put_value(stringify!($field), &self.$field))*
            }

            fn put_changes(
                &self,
                base: &Self,
                text: crate::format::struct_text::StructText,
            ) -> crate::format::struct_text::StructText {
                text$(.put_changed(stringify!($field), &self.$field, &base.$field))*
            }
        }
    };
}

pub(crate) use plain_fields;
