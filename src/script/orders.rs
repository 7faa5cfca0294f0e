//! Orders as a script says them.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, VariantAccess, Visitor};

use super::values::read_fields;
use super::{WrittenTarget, choice};
use crate::level::{Course, FieldKind, FieldValue, ORDER_NAMES, Order, OrderField, OrderKind};

/// What comes after the last point of a path, in the words of a level.
#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct WrittenCourse(pub(super) Course);

impl TryFrom<String> for WrittenCourse {
    type Error = String;

    fn try_from(name: String) -> Result<WrittenCourse, String> {
        let known = Course::ALL.into_iter().find(|known| known.name() == name);
        let unknown = || format!("there is no course {name:?}; {}", choice(&name, &Course::ALL.map(Course::name)));
        known.map(WrittenCourse).ok_or_else(unknown)
    }
}

/// An order in the words of a level; agents by their numbers.
pub(super) struct WrittenOrder(pub(super) Order);

impl<'de> Deserialize<'de> for WrittenOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenOrder, D::Error> {
        deserializer.deserialize_enum("Order", ORDER_NAMES, OrderVisitor).map(WrittenOrder)
    }
}

struct OrderVisitor;

impl<'de> Visitor<'de> for OrderVisitor {
    type Value = Order;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an order")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, order: A) -> Result<Order, A::Error> {
        let (kind, order) = order.variant_seed(NameOfKind)?;
        let values = match kind.fields {
            [] => order.unit_variant().map(|()| Vec::new())?,
            [field] if !kind.is_named => vec![order.newtype_variant_seed(ValueOf(field))?],
            _ => order.struct_variant(kind.field_names, ValuesOf(kind))?,
        };
        (kind.order)(&values).ok_or_else(|| A::Error::custom(format!("{} takes {}", kind.quoted_name, kind.takes())))
    }
}

/// Reads the name of an order.
struct NameOfKind;

impl<'de> DeserializeSeed<'de> for NameOfKind {
    type Value = &'static OrderKind;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static OrderKind, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for NameOfKind {
    type Value = &'static OrderKind;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("the name of an order")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static OrderKind, E> {
        OrderKind::named(name).ok_or_else(|| E::unknown_variant(name, ORDER_NAMES))
    }
}

/// Reads the fields of an order that are written with their names.
struct ValuesOf(&'static OrderKind);

impl<'de> Visitor<'de> for ValuesOf {
    type Value = Vec<FieldValue>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "the fields of {}", self.0.quoted_name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<FieldValue>, A::Error> {
        let OrderKind { fields, field_names, .. } = self.0;
        let mut given: Vec<Option<FieldValue>> = vec![None; fields.len()];
        read_fields(&mut map, field_names, |name, map| {
            for (field, given) in fields.iter().zip(&mut given).filter(|(field, _)| field.name == name) {
                *given = Some(map.next_value_seed(ValueOf(field))?);
            }
            Ok(())
        })?;
        let value = |(field, given): (&OrderField, Option<FieldValue>)| {
            given.or_else(|| field.kind.default()).ok_or_else(|| A::Error::missing_field(field.name))
        };
        fields.iter().zip(given).map(value).collect()
    }
}

/// Reads the value of a field of an order.
struct ValueOf(&'static OrderField);

impl<'de> DeserializeSeed<'de> for ValueOf {
    type Value = FieldValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<FieldValue, D::Error> {
        Ok(match self.0.kind {
            FieldKind::Target => FieldValue::Target(WrittenTarget::deserialize(deserializer)?.0),
            FieldKind::Path => FieldValue::Path(String::deserialize(deserializer)?),
            FieldKind::Agent { .. } => FieldValue::Agent(u32::deserialize(deserializer)?),
            FieldKind::Number { .. } => FieldValue::Number(f32::deserialize(deserializer)?),
            FieldKind::Switch { .. } => FieldValue::Switch(bool::deserialize(deserializer)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{Action, Script};
    use crate::sim::{Command, Selection};

    /// The order that a step gives all agents, now or queued.
    fn told(step: &str) -> Command {
        let script = Script::parse("orders.ron", &format!("[(at: 1, do: {step})]")).expect(step);
        let Action::Command(command) = script.steps[0].action.clone() else { panic!("{script:?}") };
        command
    }

    #[test]
    fn a_path_may_be_given_another_course() {
        let script = Script::parse("a.ron", r#"[(at: 1, do: SetCourse(path: "round", course: "once"))]"#).unwrap();
        let command = Command::SetCourse { path: "round".to_owned(), course: Course::Once };
        assert_eq!(script.steps[0].action, Action::Command(command));
        let wrong = Script::parse("a.ron", r#"[(at: 1, do: SetCourse(path: "round", course: "lop"))]"#).unwrap_err();
        assert!(wrong.contains("did you mean `loop`?"), "{wrong}");
    }

    #[test]
    fn every_order_can_be_written() {
        for (step, order) in [
            ("Order(Patrol(\"round\"))", Order::Patrol("round".to_owned())),
            ("Order(Follow(agent: 3))", Order::Follow { agent: 3, distance: Order::FOLLOW_DISTANCE, on_sight: false }),
            (
                "Order(Follow(agent: 3, distance: 0.5, on_sight: true))",
                Order::Follow { agent: 3, distance: 0.5, on_sight: true },
            ),
            ("Order(Flee(agent: 3, distance: 6))", Order::Flee { agent: 3, distance: 6.0 }),
            ("Order(Wander(10.0))", Order::Wander(10.0)),
            ("Order(Stop)", Order::Stop),
            ("Order(Wait(2.5))", Order::Wait(2.5)),
        ] {
            assert_eq!(told(step), Command::Order(Selection::All, order));
        }
        assert_eq!(told("Then(Wait(3))"), Command::ThenOrder(Selection::All, Order::Wait(3.0)));
        assert_eq!(told("Order(MoveTo((tile: (3, 4))))"), told("MoveTo((tile: (3, 4)))"));
        assert!(matches!(told("Then(MoveInFormation(\"gate\"))"), Command::ThenOrder(_, Order::MoveInFormation(_))));
        let door = Command::SwitchObstacle { obstacle: "door".to_owned(), on: true };
        assert_eq!(told("SwitchObstacle(name: \"door\", on: true)"), door);
    }

    #[test]
    fn what_is_no_order_is_answered() {
        for (step, part) in [
            ("Order(Partol(\"round\"))", "did you mean `Patrol`?"),
            ("Order(Follow(agnet: 3))", "did you mean `agent`?"),
            ("Order(Flee(distance: 3))", "`agent`"),
            ("SwitchObstacle(name: \"door\")", "`on`"),
        ] {
            let message = Script::parse("bad.ron", &format!("[(at: 1, do: {step})]")).expect_err(step);
            assert!(message.starts_with("bad.ron:1:") && message.contains(part), "{step}: {message}");
        }
    }
}
