//! The orders that the agents of a level have at its start.

use std::ops::Range;

use super::Site;
use super::names::the_one_named;
use super::paths::{Paths, patrol, target};
use crate::format::field_type::FieldType;
use crate::format::problem::{did_you_mean, shown};
use crate::format::reader::{Fields, Reader, list_of};
use crate::format::syntax::{self, Node, Value};
use crate::format::table::{self, AGENT_NUMBER, Field, LeftOut};
use crate::level::{FieldValue, ORDERS, Order, OrderKind, Whom};

/// What orders are checked against. Paths that are written in them are added.
pub(in crate::level) struct Context<'s, 'l> {
    pub(super) site: &'s Site<'l>,
    pub(super) paths: &'s mut Paths,
    /// The places in the level of the agents that have the orders.
    pub(super) agents: Range<usize>,
}

/// The orders of agents that have the same ones, one or a list of them, which these `fields` hold as their `order`.
pub(super) fn orders(reader: &mut Reader, fields: &Fields, context: &mut Context) -> Vec<Order> {
    let Some(node) = reader.optional(fields, "order") else { return Vec::new() };
    let list = node.list_or_one();
    if !reader.check_length(node, list, fields.what, fields.in_table("order")) {
        return Vec::new();
    }
    list.iter().filter_map(|node| order(reader, node, context)).collect()
}

pub(super) fn order(reader: &mut Reader, node: &Node, context: &mut Context) -> Option<Order> {
    let Some((name, inside)) = node.named().filter(|_| !reader.is_nothing(node)) else {
        let several = matches!(node.value, Value::Tuple(_)) && node.name.is_none();
        let example = if several { "[MoveTo(\"gate\"), Wait(3.0)]" } else { "MoveTo(\"gate\")" };
        reader.wrong_kind(node, "an order", "the name of an order with its target", example);
        return None;
    };
    let written = reader.slice(name).to_owned();
    let Some(kind) = OrderKind::named(&written) else {
        let names = || ORDERS.iter().map(|kind| kind.of.name());
        let help = did_you_mean(&written, names()).unwrap_or_else(|| format!("the orders are {}", list_of(names())));
        reader.report(name, format!("there is no order {}", shown(&written)), help);
        return None;
    };
    let is_struct = matches!(node.value, Value::Fields(_));
    let values = match (kind.of.fields, inside) {
        ([], []) => Vec::new(),
        ([field], [node]) if !kind.is_named && !is_struct => {
            let what = format!("the {} of {}", field.name, kind.of.what());
            vec![value(reader, node, (kind, field), &what, context)?]
        }
        ([_, ..], [node]) if kind.is_named && matches!(node.value, Value::Fields(_)) => {
            named_values(reader, node, kind, context)?
        }
        ([first, ..], [node]) if kind.is_named && kind.has_short_form() => {
            return kind.with(value(reader, node, (kind, first), "", context)?);
        }
        _ => {
            if node.whole {
                let examples: Vec<String> = kind.examples.iter().map(|example| format!("`{example}`")).collect();
                let needed: Vec<String> = kind
                    .of
                    .fields
                    .iter()
                    .filter(|field| matches!(field.left_out, LeftOut::Required(_)))
                    .map(|field| format!("`{}`", field.name))
                    .collect();
                let takes = match needed.as_slice() {
                    [_, .., last] if kind.is_named => format!("{} and {last}", needed[..needed.len() - 1].join(", ")),
                    _ => kind.takes().to_owned(),
                };
                let is_number = matches!(kind.of.fields, [Field { value: table::ValueType::Number(..), .. }]);
                let point = if is_number && inside.len() == 2 { "; the decimal sign is a point" } else { "" };
                let message = format!("{} takes {takes}", kind.of.what());
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
    context: &mut Context,
) -> Option<Vec<FieldValue>> {
    let fields = reader.open(node, &kind.of)?;
    let mut values = Vec::new();
    for field in kind.of.fields {
        let node = match field.left_out {
            LeftOut::Required(_) => reader.required(&fields, field.name),
            LeftOut::Is(_) | LeftOut::Words(_) => reader.optional(&fields, field.name),
        };
        let what = format!("`{}`", field.name);
        values.push(match node {
            Some(node) => value(reader, node, (kind, field), &what, context),
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
    context: &mut Context,
) -> Option<FieldValue> {
    match &field.value {
        table::ValueType::OneOf([table::ValueType::NameOf("agent"), ..]) => {
            whom(reader, node, context, kind.verb).map(FieldValue::Whom)
        }
        table::ValueType::Number(range, _) => reader.number(node, what, range.clone()).map(FieldValue::Number),
        table::ValueType::Switch => reader.bool(node, what).map(FieldValue::Switch),
        table::ValueType::OneOf([table::ValueType::NameOf("path"), ..]) => {
            patrol(reader, node, context.site, context.paths, &context.agents).map(FieldValue::Path)
        }
        _ => target(reader, node, context.site).map(FieldValue::Target),
    }
}

/// The team or the agent that is named, which must be none of those that have the order, to whom it is to do this.
pub(super) fn whom(reader: &mut Reader, node: &Node, context: &Context, verb: &str) -> Option<Whom> {
    let site = context.site;
    if site.by_number && !matches!(node.value, Value::Text) {
        return u32::read(reader, node, "the number of the agent", &AGENT_NUMBER).map(Whom::Agent);
    }
    if let Some(team) = team_named(reader, node, site) {
        return Some(Whom::Team(team));
    }
    if site.by_number {
        return known_team(reader, node, site).map(Whom::Team);
    }
    let other = agent_named(reader, node, site)?;
    if context.agents.contains(&other) {
        reader.report(node.span, format!("an agent cannot {verb} itself"), "name another agent");
        return None;
    }
    Some(Whom::Agent(other as u32))
}

/// The name of a team, where the text names one.
pub(super) fn team_named(reader: &Reader, node: &Node, site: &Site) -> Option<String> {
    let name = matches!(node.value, Value::Text).then(|| syntax::string(reader.text, node.span))?;
    site.teams.get(name.as_ref()).cloned()
}

/// The name of a team of the level; reported if it has no such team.
pub(super) fn known_team(reader: &mut Reader, node: &Node, site: &Site) -> Option<String> {
    let name = reader.text(node, "the name of a team", "\"guards\"")?;
    if !site.teams.contains(&name) {
        reader.unknown_name(node, "team", &name, site.teams.iter().map(String::as_str));
    }
    Some(name)
}

/// The place in the level of the agent of a name, where no team has it. The message about one that nobody has tells of teams
/// too, if there are any.
fn agent_named(reader: &mut Reader, node: &Node, site: &Site) -> Option<usize> {
    let agents = || site.agents.named.iter().map(|(name, ..)| name.as_str());
    if site.teams.is_empty() || !matches!(node.value, Value::Text) {
        return the_one_named(reader, node, "the name of the agent", site.agents);
    }
    let name = syntax::string(reader.text, node.span);
    if agents().any(|known| known == name) {
        return the_one_named(reader, node, "the name of the agent", site.agents);
    }
    if reader.whole && !reader.lost.contains("agent") {
        let names = agents().chain(site.teams.iter().map(String::as_str));
        reader.problems.report_with(node.span, || {
            let help = did_you_mean(&name, names.clone()).unwrap_or_else(|| format!("there are {}", list_of(names)));
            (format!("there is no agent and no team {}", shown(&name)), help)
        });
    }
    None
}

/// Several ways to write something: `a`, `b` or `c`.
fn alternatives(ways: &[String]) -> String {
    match ways {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => ways.concat(),
    }
}
