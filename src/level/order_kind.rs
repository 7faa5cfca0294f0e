//! What levels, scripts, refusals, panels and the reference of the format know of an order.

use std::ops::RangeInclusive;

use super::{Order, Target};
use crate::profile::Unit;

/// A kind of order; all of them are in [`ORDERS`](super::ORDERS).
#[derive(Debug)]
pub struct OrderKind {
    /// What levels and scripts call it.
    pub name: &'static str,
    /// The same in backquotes, as messages have it.
    pub quoted_name: &'static str,
    /// What it tells an agent to do, in a phrase.
    pub about: &'static str,
    /// The ways to write it in a level: each is valid, the shortest comes first.
    pub examples: &'static [&'static str],
    /// What a panel calls it, in a phrase in which `{}` stands for the value of its first field.
    pub words: &'static str,
    /// Whether the agent keeps moving until it gets another order, instead of going to a place to stand.
    pub is_roving: bool,
    /// What it is made of.
    pub fields: &'static [OrderField],
    /// The names of its fields.
    pub field_names: &'static [&'static str],
    /// Whether its fields are written with their names. The value of the first may also be written alone, in a level
    /// where the others have defaults.
    pub is_named: bool,
    /// Makes an order from the values of its fields; `None` where these do not fit the fields.
    pub order: fn(&[FieldValue]) -> Option<Order>,
}

/// A field of an order.
#[derive(Debug)]
pub struct OrderField {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: FieldKind,
}

/// What a field of an order may be.
#[derive(Debug)]
pub enum FieldKind {
    /// Somewhere to go.
    Target,
    /// The name of a patrol path; a level may have a list of points in its place.
    Path,
    /// Another agent: by its name in a level, by its number elsewhere.
    Agent {
        /// What is done to the other agent, as in "an agent cannot follow itself".
        verb: &'static str,
        /// Whether the order leads to where the other agent is.
        leads_to: bool,
    },
    /// A number.
    Number {
        /// What it is in a refusal, with its article.
        what: &'static str,
        /// What it means, in a phrase without the unit.
        about: &'static str,
        /// Its unit.
        unit: Unit,
        /// From the least to the greatest.
        range: RangeInclusive<f32>,
        /// What it is where it is left out; `None` where it must be there.
        default: Option<f32>,
    },
    /// Yes or no; no where it is left out.
    Switch {
        /// What it means, in a phrase.
        about: &'static str,
        /// What a panel adds to the words of the order where it is on.
        words: &'static str,
    },
}

/// The value of a field of an order.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// Of [`FieldKind::Target`].
    Target(Target),
    /// Of [`FieldKind::Path`].
    Path(String),
    /// Of [`FieldKind::Agent`]: its number.
    Agent(u32),
    /// Of [`FieldKind::Number`].
    Number(f32),
    /// Of [`FieldKind::Switch`].
    Switch(bool),
}

impl OrderKind {
    /// The kind of order with a name.
    ///
    /// ```
    /// use footpath::level::{FieldValue, Order, OrderKind};
    /// let wait = OrderKind::named("Wait").unwrap();
    /// assert_eq!((wait.order)(&[FieldValue::Number(3.0)]), Some(Order::Wait(3.0)));
    /// assert_eq!((wait.order)(&[]), None);
    /// ```
    pub fn named(name: &str) -> Option<&'static OrderKind> {
        super::ORDERS.iter().find(|kind| kind.name == name)
    }

    /// What stands in its brackets at the least, in a few words.
    pub fn takes(&self) -> &'static str {
        self.fields.first().map_or("nothing", |field| field.kind.in_words())
    }
}

impl FieldKind {
    /// What it is, in a few words.
    pub fn in_words(&self) -> &'static str {
        match self {
            FieldKind::Target => "one target",
            FieldKind::Path => "the name of a path, or a list of points",
            FieldKind::Agent { .. } => "the name of an agent",
            FieldKind::Number { unit: Unit::Length, .. } => "a distance in world units",
            FieldKind::Number { unit: Unit::Time, .. } => "a number of seconds",
            FieldKind::Number { .. } => "a number",
            FieldKind::Switch { .. } => "`true` or `false`",
        }
    }

    /// The value of a field that is left out; `None` where it must be there.
    pub fn default(&self) -> Option<FieldValue> {
        match self {
            FieldKind::Target | FieldKind::Path | FieldKind::Agent { .. } => None,
            FieldKind::Number { default, .. } => default.map(FieldValue::Number),
            FieldKind::Switch { .. } => Some(FieldValue::Switch(false)),
        }
    }
}

/// Makes [`ORDERS`](super::ORDERS) from an entry for each order: its variant with the kind of each field, and what else
/// there is to say. The compiler rejects an order without an entry, and an entry that does not fit its variant.
macro_rules! orders {
    ($($order:ident $fields:tt => { $($about:tt)* })*) => {
        /// Every kind of order.
        pub static ORDERS: &[OrderKind] = &[$(OrderKind {
            name: stringify!($order),
            quoted_name: concat!("`", stringify!($order), "`"),
            fields: orders!(@fields $fields),
            field_names: orders!(@names $fields),
            is_named: orders!(@is_named $fields),
            order: orders!(@order $order $fields),
            $($about)*
        }),*];

        impl Order {
            /// What is known of orders like this one.
            pub fn kind(&self) -> &'static OrderKind {
                enum Entry { $($order),* }
                let entry = match self { $(Order::$order { .. } => Entry::$order),* };
                &ORDERS[entry as usize]
            }

            /// The values of its [fields](OrderKind::fields).
            pub fn values(&self) -> Vec<FieldValue> {
                match self { $(orders!(@variant $order $fields) => orders!(@values $fields)),* }
            }
        }
    };

    // The variant as a pattern, or as an expression where variables of these names hold its fields.
    (@variant $order:ident ($field:ident: $kind:ident $details:tt)) => { Order::$order($field) };
    (@variant $order:ident { $($field:ident: $kind:ident $details:tt),* $(,)? }) => { Order::$order { $($field),* } };

    (@values ($($fields:tt)*)) => { orders!(@values { $($fields)* }) };
    (@values { $($field:ident: $kind:ident $details:tt),* $(,)? }) => {
        vec![$(FieldValue::$kind(ToOwned::to_owned($field))),*]
    };

    (@order $order:ident ($($fields:tt)*)) => { orders!(@order $order ($($fields)*) { $($fields)* }) };
    (@order $order:ident { $($fields:tt)* }) => { orders!(@order $order { $($fields)* } { $($fields)* }) };
    (@order $order:ident $fields:tt { $($field:ident: $kind:ident $details:tt),* $(,)? }) => {
        |values| match values {
            [$(FieldValue::$kind($field)),*] => {
                $(let $field = ToOwned::to_owned($field);)*
                Some(orders!(@variant $order $fields))
            }
            _ => None,
        }
    };

    (@fields ($($fields:tt)*)) => { orders!(@fields { $($fields)* }) };
    (@fields { $($field:ident: $kind:ident { $($details:tt)* }),* $(,)? }) => {
        &[$(OrderField { name: stringify!($field), kind: FieldKind::$kind { $($details)* } }),*]
    };

    (@names ($($fields:tt)*)) => { orders!(@names { $($fields)* }) };
    (@names { $($field:ident: $kind:ident $details:tt),* $(,)? }) => { &[$(stringify!($field)),*] };

    (@is_named ($($fields:tt)*)) => { false };
    (@is_named { $($fields:tt)* }) => { true };
}

pub(super) use orders;
