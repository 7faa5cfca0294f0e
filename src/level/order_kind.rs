//! What levels, scripts, refusals, panels and the reference of the format know of an order.

use super::{Order, Target, Whom};
use crate::format::table::{Field, LeftOut, ValueType};
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
    /// What the panel adds where its switch is on; empty where it has none.
    pub switch_words: &'static str,
    /// What its number is in a refusal, with its article; empty where it has none.
    pub number_words: &'static str,
    /// What is done to the other agent, as in "an agent cannot follow itself"; empty where there is no other.
    pub verb: &'static str,
    /// Whether it leads to where the other agent is.
    pub leads_to_agent: bool,
    /// Whether the agent keeps moving until it gets another order, instead of going to a place to stand.
    pub is_roving: bool,
    /// What it is made of.
    pub fields: &'static [Field],
    /// The names of its fields.
    pub field_names: &'static [&'static str],
    /// Whether its fields are written with their names. The value of the first may also be written alone, in a level
    /// where the others have defaults.
    pub is_named: bool,
    /// Makes an order from the values of its fields; `None` where these do not fit the fields.
    pub order: fn(&[FieldValue]) -> Option<Order>,
}

/// The value of a field of an order.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// Somewhere to go.
    Target(Target),
    /// The name of a patrol path.
    Path(String),
    /// Another agent, or the nearest of a team.
    Whom(Whom),
    /// A number.
    Number(f32),
    /// Yes or no.
    Switch(bool),
}

impl OrderKind {
    /// The kind of order with a name.
    ///
    /// ```
    /// use footpath::level::{FieldValue, Order, OrderKind, Whom};
    /// let wait = OrderKind::named("Wait").unwrap();
    /// assert_eq!((wait.order)(&[FieldValue::Number(3.0)]), Some(Order::Wait(3.0)));
    /// assert_eq!((wait.order)(&[]), None);
    /// ```
    pub fn named(name: &str) -> Option<&'static OrderKind> {
        super::ORDERS.iter().find(|kind| kind.name == name)
    }

    /// The order whose first field has this value, and each other one its default; `None` where one has none.
    ///
    /// ```
    /// use footpath::level::{FieldValue, Order, OrderKind, Whom};
    /// let flee = OrderKind::named("Flee").unwrap();
    /// assert_eq!(flee.with(FieldValue::Whom(Whom::Agent(3))), Some(Order::Flee { agent: Whom::Agent(3), distance: 6.0 }));
    /// ```
    pub fn with(&self, first: FieldValue) -> Option<Order> {
        let others = self.fields.iter().skip(1).map(FieldValue::of_left_out);
        let values: Option<Vec<FieldValue>> = std::iter::once(Some(first)).chain(others).collect();
        (self.order)(&values?)
    }

    /// Whether the value of its first field may stand alone in its brackets.
    pub fn has_short_form(&self) -> bool {
        !self.is_named || self.fields.iter().skip(1).all(|field| FieldValue::of_left_out(field).is_some())
    }

    /// What stands in its brackets at the least, in a few words.
    pub fn takes(&self) -> &'static str {
        match self.fields.first().map(|field| &field.value) {
            None => "nothing",
            Some(ValueType::OneOf([ValueType::NameOf("path"), ..])) => "the name of a path, or a list of points",
            Some(ValueType::OneOf([ValueType::NameOf("agent"), ..])) => "the name of an agent or of a team",
            Some(ValueType::Number(_, Unit::Length)) => "a distance in world units",
            Some(ValueType::Number(_, Unit::Time)) => "a number of seconds",
            Some(_) => "one target",
        }
    }
}

impl FieldValue {
    /// The value of a field that is left out; `None` where it must be there.
    pub fn of_left_out(field: &Field) -> Option<FieldValue> {
        let LeftOut::Is(default) = field.left_out else { return None };
        match field.value {
            ValueType::Number(..) => default.parse().ok().map(FieldValue::Number),
            ValueType::Switch => default.parse().ok().map(FieldValue::Switch),
            _ => None,
        }
    }
}

/// Makes [`ORDERS`](super::ORDERS) from an entry for each order: its variant with the kind of each field and what the table of
/// the format says of it, and what else there is to say. The compiler rejects an order without an entry, and an entry that does not fit its variant.
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
    (@fields { $($field:ident: $kind:ident($value:expr, $left_out:expr, $about:literal)),* $(,)? }) => {
        &[$(Field { name: stringify!($field), value: $value, left_out: $left_out, about: $about }),*]
    };

    (@names ($($fields:tt)*)) => { orders!(@names { $($fields)* }) };
    (@names { $($field:ident: $kind:ident $details:tt),* $(,)? }) => { &[$(stringify!($field)),*] };

    (@is_named ($($fields:tt)*)) => { false };
    (@is_named { $($fields:tt)* }) => { true };
}

pub(super) use orders;
