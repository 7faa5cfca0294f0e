//! What the fields of conditions and effects can hold.

use super::areas::take_terrain;
use super::links::{Turned, name_of_turned};
use super::orders::{self, order, whom};
use super::points::place_named;
use super::waves::wave;
use crate::format::field_type::FieldType;
use crate::format::reader::{Fields, Reader};
use crate::format::ron_text::Ron;
use crate::format::table;
use crate::level::write::agents;
use crate::level::write::kinds::terrain_name;
use crate::level::{Level, Order, TerrainId, Wave, Whom};

/// What rules are checked against.
pub(in crate::level) struct Context<'s, 'l> {
    /// For their orders, which agents of the start do not have.
    pub(super) orders: orders::Context<'s, 'l>,
    pub(super) turned: Option<Turned<'l>>,
}

/// A type that a field of a condition or an effect can have.
pub(in crate::level) trait RuleField: Sized {
    /// Takes a field; what is wrong with it is reported.
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Self>;

    /// How it is written; `None` where it is left out.
    fn written(&self, level: &Level) -> Option<Ron>;
}

/// An agent or a team by its name.
impl RuleField for Whom {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Whom> {
        let node = reader.required(fields, name)?;
        whom(reader, node, &context.orders, "")
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        Some(agents::name_of_whom(level, self))
    }
}

/// A text, or the name of what the table says.
impl RuleField for String {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<String> {
        let node = match fields.in_table(name).left_out {
            table::LeftOut::Required(_) => reader.required(fields, name)?,
            table::LeftOut::Is(_) | table::LeftOut::Words(_) => reader.optional(fields, name)?,
        };
        match fields.in_table(name).value {
            table::ValueType::NameOf(_) => place_named(reader, node, "a place", context.orders.site),
            table::ValueType::OneOf(_) => name_of_turned(reader, node, context.turned),
            _ => reader.text(node, &format!("`{name}`"), "\"Who is there?\""),
        }
    }

    fn written(&self, _: &Level) -> Option<Ron> {
        Some(Ron::from(self.as_str()))
    }
}

/// The same, where it may be left out.
impl RuleField for Option<String> {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Option<String>> {
        match reader.optional(fields, name) {
            Some(_) => String::take(reader, fields, name, context).map(Some),
            None => Some(None),
        }
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        self.as_ref().and_then(|text| RuleField::written(text, level))
    }
}

/// Types whose values the table checks alone.
macro_rules! plain {
    ($($type:ty),*) => {$(
        impl RuleField for $type {
            fn take(reader: &mut Reader, fields: &Fields, name: &str, _: &mut Context) -> Option<$type> {
                reader.take(fields, name)
            }

            fn written(&self, _: &Level) -> Option<Ron> {
                FieldType::written(self)
            }
        }
    )*};
}

plain!(u32, f32, bool, Option<u32>, Option<f32>, Option<bool>);

impl RuleField for TerrainId {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<TerrainId> {
        take_terrain(reader, fields, name, &context.orders.site.map?.terrains)
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        Some(Ron::from(terrain_name(level, *self)))
    }
}

/// One order or several, at least one.
impl RuleField for Vec<Order> {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Vec<Order>> {
        let node = reader.required(fields, name)?;
        let list = node.list_or_one();
        if !reader.check_length(node, list, fields.what, fields.in_table(name)) {
            return None;
        }
        list.iter().map(|node| order(reader, node, &mut context.orders)).collect()
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        agents::orders(level, self)
    }
}

impl RuleField for Wave {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Wave> {
        let node = reader.required(fields, name)?;
        wave(reader, node, &mut context.orders).map(|(wave, _)| wave)
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        Some(agents::wave(level, self))
    }
}
