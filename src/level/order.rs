//! Orders: what a level, a player or a script can tell an agent to do.
//!
//! [`ORDERS`] is the one table of orders. A new order is a variant of [`Order`], an entry of the table, and the behaviour
//! of the agents that have it, in `src/sim/orders.rs`. Reading, checking and writing levels, scripts, refusals, the words
//! of panels and the reference of the format follow from the table.

use super::{Target, Whom, limits};
use crate::format::table::LeftOut::{Is, Required};
use crate::format::table::ValueType::{Number, Switch};
use crate::format::table::{Field, LeftOut, PATHS, Struct, TARGETS, ValueType, WHOM};
use crate::profile::Unit;

/// What an agent can be told to do. Ranges: [`ORDERS`].
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Order {
    /// Go there along the cheapest path and stop. Agents that are sent together get a slot each.
    MoveTo(Target),
    /// Go there in formation: agents that are sent together keep their positions relative to each other.
    MoveInFormation(Target),
    /// Go along the [patrol path](super::PatrolPath) of this name.
    Patrol(String),
    /// Keep near another agent.
    Follow {
        /// The agent that is followed.
        agent: Whom,
        /// The distance between the two bodies, in world units.
        distance: f32,
        /// Whether the order begins when the other agent comes in sight and ends when it is lost out of sight; if not,
        /// its position is always known.
        on_sight: bool,
    },
    /// Keep away from another agent.
    Flee {
        /// The agent that is fled from.
        agent: Whom,
        /// The distance below which it flees, in world units.
        distance: f32,
    },
    /// Wander without end, within this distance in world units from where it begins.
    Wander(f32),
    /// Brake and stand, each agent at a slot of its own.
    Stop,
    /// Wait, in seconds; then carry out the next order.
    Wait(f32),
    /// Go along a patrol path, chase an agent while it is in sight, and go back to the path when it is lost.
    Guard {
        /// The name of the path.
        path: String,
        /// Whom it chases.
        agent: Whom,
        /// The distance between the two bodies to which the guard comes, in world units.
        distance: f32,
    },
}

impl Order {
    /// What levels and scripts call it.
    ///
    /// ```
    /// assert_eq!(footpath::level::Order::Wait(3.0).name(), "Wait");
    /// ```
    pub fn name(&self) -> &'static str {
        self.kind().of.name()
    }

    /// The name of the patrol path along which it leads, if it leads along one.
    ///
    /// ```
    /// use footpath::level::{Order, Whom};
    /// assert_eq!(Order::Patrol("round".to_owned()).path(), Some("round"));
    /// assert_eq!(Order::Stop.path(), None);
    /// ```
    pub fn path(&self) -> Option<&str> {
        match self {
            Order::Patrol(path) | Order::Guard { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Whether the agent keeps moving until it gets another order, instead of going somewhere and standing there:
    /// patrols and guards (also those that end, since only their points are known here), following, fleeing and
    /// wandering.
    pub fn is_roving(&self) -> bool {
        self.kind().is_roving
    }
}

/// A kind of order; all of them are in [`ORDERS`].
#[derive(Debug)]
pub struct OrderKind {
    /// What it is made of, as the table of the format has it.
    pub of: Struct,
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
    /// The value of a field that is a number.
    Number(f32),
    /// The value of a field that is yes or no.
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
        ORDERS.iter().find(|kind| kind.of.name() == name)
    }

    /// The order whose first field has this value, and each other one its default; `None` where one has none.
    ///
    /// ```
    /// use footpath::level::{FieldValue, Order, OrderKind, Whom};
    /// let flee = OrderKind::named("Flee").unwrap();
    /// assert_eq!(flee.with(FieldValue::Whom(Whom::Agent(3))), Some(Order::Flee { agent: Whom::Agent(3), distance: 6.0 }));
    /// ```
    pub fn with(&self, first: FieldValue) -> Option<Order> {
        let others = self.of.fields.iter().skip(1).map(FieldValue::of_left_out);
        let values: Option<Vec<FieldValue>> = std::iter::once(Some(first)).chain(others).collect();
        (self.order)(&values?)
    }

    /// Whether the value of its first field may stand alone in its brackets.
    pub fn has_short_form(&self) -> bool {
        !self.is_named || self.of.fields.iter().skip(1).all(|field| FieldValue::of_left_out(field).is_some())
    }

    /// What stands in its brackets at the least, in a few words.
    pub fn takes(&self) -> &'static str {
        match self.of.fields.first().map(|field| &field.value) {
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

/// Makes [`ORDERS`] from an entry for each order: its variant with the kind of each field and what the table of
/// the format says of it, what it tells an agent to do, the ways to write it, and what else there is to say. The compiler rejects an order without an entry, and an entry that does not fit its variant.
macro_rules! orders {
    ($($order:ident $fields:tt => { $about:literal, [$($example:literal),*], $($other:tt)* })*) => {
        /// Every kind of order.
        pub static ORDERS: &[OrderKind] = &[$(OrderKind {
            of: Struct::plain(
                (stringify!($order), concat!("`", stringify!($order), "`"), [$($example),*][0]),
                orders!(@fields $fields),
                &[],
                $about,
            ),
            examples: &[$($example),*],
            is_named: orders!(@is_named $fields),
            order: orders!(@order $order $fields),
            $($other)*
        }),*];

        impl Order {
            /// What is known of orders like this one.
            pub fn kind(&self) -> &'static OrderKind {
                enum Entry { $($order),* }
                let entry = match self { $(Order::$order { .. } => Entry::$order),* };
                &ORDERS[entry as usize]
            }

            /// The values of its [fields](Struct::fields).
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

    (@is_named ($($fields:tt)*)) => { false };
    (@is_named { $($fields:tt)* }) => { true };
}

/// What an entry of the table leaves out.
const PLAIN: OrderKind = OrderKind {
    of: Struct::plain(("", "", ""), &[], &[], ""),
    examples: &[],
    words: "",
    switch_words: "",
    number_words: "",
    verb: "",
    leads_to_agent: false,
    is_roving: false,
    is_named: false,
    order: |_| None,
};

orders! {
    MoveTo(target: Target(TARGETS, Required("\"gate\""), "where to go")) => {
        "go to a target and stop; agents that are sent together get a slot each",
        ["MoveTo(\"gate\")", "MoveTo((tile: (3, 4)))", "MoveTo((at: (3.5, 1.0)))"],
        words: "go to {}",
        ..PLAIN
    }
    MoveInFormation(target: Target(TARGETS, Required("\"gate\""), "where to go")) => {
        "the same, but agents that are sent together keep their positions relative to each other",
        ["MoveInFormation(\"gate\")", "MoveInFormation((tile: (3, 4)))"],
        words: "in formation to {}",
        ..PLAIN
    }
    Patrol(path: Path(PATHS, Required("\"round\""), "the path to follow")) => {
        "follow the path of this name, or a loop of points given here",
        ["Patrol(\"round\")", "Patrol([\"gate\", (tile: (3, 4))])"],
        words: "patrol {}",
        is_roving: true,
        ..PLAIN
    }
    Guard {
        path: Path(PATHS, Required("\"round\""), "the path to follow"),
        agent: Whom(WHOM, Required("\"guard\""), "whom to chase: an agent, or the nearest one of a team that it sees"),
        distance: Number(
            Number(0.0..=1000.0, Unit::Length),
            Is("0.3"),
            "the distance between the two bodies to which it comes"
        ),
    } => {
        "patrol a path, chase an agent while it is in sight, go to where it was last seen when it is lost, and then back to the path",
        ["Guard(path: \"round\", agent: \"wolf\")", "Guard(path: \"round\", agent: \"wolf\", distance: 0.3)"],
        words: "guard {}",
        number_words: "a distance to chase to",
        verb: "guard a path against",
        leads_to_agent: true,
        is_roving: true,
        ..PLAIN
    }
    Follow {
        agent: Whom(WHOM, Required("\"guard\""), "whom to follow: an agent, or the nearest one of a team"),
        distance: Number(Number(0.0..=1000.0, Unit::Length), Is("1.0"), "the distance between the two bodies"),
        on_sight: Switch(
            Switch,
            Is("false"),
            "whether it begins when the other comes into sight and ends when it is out of sight"
        ),
    } => {
        "stay near another agent",
        ["Follow(\"guard\")", "Follow(agent: \"guard\", distance: 1.0, on_sight: true)"],
        words: "follow {}",
        switch_words: " on sight",
        number_words: "a distance to follow at",
        verb: "follow",
        leads_to_agent: true,
        is_roving: true,
    }
    Flee {
        agent: Whom(WHOM, Required("\"wolf\""), "whom to flee from: an agent, or the nearest one of a team"),
        distance: Number(Number(0.1..=1000.0, Unit::Length), Is("6.0"), "the distance below which it flees"),
    } => {
        "stay away from another agent",
        ["Flee(\"wolf\")", "Flee(agent: \"wolf\", distance: 6.0)"],
        words: "flee from {}",
        number_words: "a distance to keep away by",
        verb: "flee from",
        is_roving: true,
        ..PLAIN
    }
    Wander(distance: Number(Number(0.1..=10_000.0, Unit::Length), Required("10.0"), "how far from where it begins")) => {
        "wander within this distance of where it begins",
        ["Wander(10.0)"],
        words: "wander within {}",
        number_words: "a distance to wander within",
        is_roving: true,
        ..PLAIN
    }
    Stop {} => {
        "stand still",
        ["Stop"],
        words: "stop",
        ..PLAIN
    }
    Wait(time: Number(Number(limits::WAIT, Unit::Time), Required("3.0"), "how long")) => {
        "wait for this time, then carry out the next order",
        ["Wait(3.0)"],
        words: "wait {}",
        number_words: "a time to wait",
        ..PLAIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_made_of_its_values() {
        let orders = [
            Order::MoveTo(Target::Place("gate".to_owned())),
            Order::Patrol("round".to_owned()),
            Order::Guard { path: "round".to_owned(), agent: Whom::Agent(3), distance: 0.3 },
            Order::Follow { agent: Whom::Agent(3), distance: 0.5, on_sight: true },
            Order::Flee { agent: Whom::Agent(3), distance: 6.0 },
            Order::Wander(10.0),
            Order::Stop,
        ];
        for order in orders {
            let kind = order.kind();
            assert_eq!((kind.order)(&order.values()), Some(order.clone()));
            assert_eq!(kind.of.fields.len(), order.values().len());
            assert_eq!((kind.order)(&[FieldValue::Switch(true)]), None);
        }
    }
}
