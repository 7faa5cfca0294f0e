//! The orders that the agents of a level have at its start.

use std::ops::Range;
use std::slice;

use super::Site;
use super::names::the_one_named;
use super::paths::Paths;
use super::paths::{patrol, target};
use crate::format::problem::{did_you_mean, shown};
use crate::format::reader::{Reader, list_of};
use crate::format::syntax::{Node, Value};
use crate::format::table::Shape;
use crate::format::table::{self, AGENT, Field, LeftOut};
use crate::level::{FieldValue, ORDERS, Order, OrderKind};

/// The orders of agents that have the same ones, by their places in the level: one, or a list of them.
pub(super) fn orders(
    reader: &mut Reader,
    node: &Node,
    agents: &Range<usize>,
    site: &Site,
    paths: &mut Paths,
) -> Vec<Order> {
    let list = list_or_one(node);
    if !AGENT.field("order").is_some_and(|field| reader.is_as_long_as(node, list, AGENT.what(), field)) {
        return Vec::new();
    }
    list.iter().filter_map(|node| order(reader, node, agents, site, paths)).collect()
}

/// The values of a list, or the one value that stands in its place.
pub(super) fn list_or_one(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(list) => list.as_slice(),
        _ => slice::from_ref(node),
    }
}

pub(super) fn order(
    reader: &mut Reader,
    node: &Node,
    agents: &Range<usize>,
    site: &Site,
    paths: &mut Paths,
) -> Option<Order> {
    let Some((name, inside)) = node.named().filter(|_| !reader.is_nothing(node)) else {
        reader.wrong_kind(node, "an order", "the name of an order with its target", "MoveTo(\"gate\")");
        return None;
    };
    let written = reader.slice(name).to_owned();
    let Some(kind) = OrderKind::named(&written) else {
        let names = || ORDERS.iter().map(|kind| kind.name);
        let help = did_you_mean(&written, names()).unwrap_or_else(|| format!("the orders are {}", list_of(names())));
        reader.report(name, format!("there is no order {}", shown(&written)), help);
        return None;
    };
    let is_struct = matches!(node.value, Value::Fields(_));
    let values = match (kind.fields, inside) {
        ([], []) => Vec::new(),
        ([field], [node]) if !kind.is_named && !is_struct => {
            let what = format!("the {} of {}", field.name, kind.quoted_name);
            vec![value(reader, node, (kind, field), &what, agents, site, paths)?]
        }
        ([_, ..], [node]) if kind.is_named && matches!(node.value, Value::Fields(_)) => {
            named_values(reader, node, kind, agents, site, paths)?
        }
        ([first, ..], [node]) if kind.is_named && kind.has_short_form() => {
            return kind.with(value(reader, node, (kind, first), "", agents, site, paths)?);
        }
        _ => {
            if node.whole {
                let examples: Vec<String> = kind.examples.iter().map(|example| format!("`{example}`")).collect();
                let needed: Vec<String> = kind
                    .fields
                    .iter()
                    .filter(|field| matches!(field.left_out, LeftOut::Required(_)))
                    .map(|field| format!("`{}`", field.name))
                    .collect();
                let takes = match needed.as_slice() {
                    [_, .., last] if kind.is_named => format!("{} and {last}", needed[..needed.len() - 1].join(", ")),
                    _ => kind.takes().to_owned(),
                };
                let is_number = matches!(kind.fields, [Field { value: table::Value::Number(..), .. }]);
                let point = if is_number && inside.len() == 2 { "; the decimal sign is a point" } else { "" };
                let message = format!("{} takes {takes}", kind.quoted_name);
                reader.report(node.span, message, format!("write {}{point}", alternatives(&examples)));
            }
            return None;
        }
    };
    (kind.order)(&values)
}

/// The values of an order's fields that are written with their names.
fn named_values(
    reader: &mut Reader,
    node: &Node,
    kind: &'static OrderKind,
    agents: &Range<usize>,
    site: &Site,
    paths: &mut Paths,
) -> Option<Vec<FieldValue>> {
    let shape = Shape {
        what: kind.quoted_name,
        name: kind.name,
        fields: kind.field_names,
        example: kind.examples[kind.examples.len() - 1],
    };
    let fields = reader.fields(node, &shape)?;
    let mut values = Vec::new();
    for field in kind.fields {
        let node = match field.left_out {
            LeftOut::Required(example) => reader.required_like(&fields, field.name, example),
            LeftOut::Is(_) | LeftOut::Words(_) => reader.optional(&fields, field.name),
        };
        let what = format!("`{}`", field.name);
        values.push(match node {
            Some(node) => value(reader, node, (kind, field), &what, agents, site, paths),
            None => FieldValue::of_left_out(field),
        });
    }
    values.into_iter().collect()
}

/// The value of a field of an order; messages call it `what`.
fn value(
    reader: &mut Reader,
    node: &Node,
    (kind, field): (&OrderKind, &Field),
    what: &str,
    agents: &Range<usize>,
    site: &Site,
    paths: &mut Paths,
) -> Option<FieldValue> {
    match &field.value {
        table::Value::NameOf(_) => other_agent(reader, node, agents, site, kind.verb).map(FieldValue::Agent),
        table::Value::Number(range, _) => reader.number(node, what, range.clone()).map(FieldValue::Number),
        table::Value::Switch => reader.bool(node, what).map(FieldValue::Switch),
        table::Value::OneOf([table::Value::NameOf("path"), ..]) => {
            patrol(reader, node, agents, site, paths).map(FieldValue::Path)
        }
        _ => target(reader, node, site).map(FieldValue::Target),
    }
}

/// The number of the agent that is named, which must be none of those that have the order.
fn other_agent(reader: &mut Reader, node: &Node, agents: &Range<usize>, site: &Site, verb: &str) -> Option<u32> {
    if site.by_number {
        let number = reader.count(node, "the number of the agent", 0..=u64::from(u32::MAX))?;
        return u32::try_from(number).ok();
    }
    let other = the_one_named(reader, node, "the name of the agent", site.agents)?;
    if agents.contains(&other) {
        reader.report(node.span, format!("an agent cannot {verb} itself"), "name another agent");
        return None;
    }
    Some(other as u32)
}

/// Several ways to write something: `a`, `b` or `c`.
fn alternatives(ways: &[String]) -> String {
    match ways {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => ways.concat(),
    }
}
