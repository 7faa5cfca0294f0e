//! What the rest of a level calls by its name: agents and obstacles.

use std::collections::BTreeSet;

use super::{groups, limits};
use crate::format::problem::{Problems, Span, shown};
use crate::format::reader::Reader;
use crate::format::syntax::{self, KeyValue, Node, Value};
use crate::format::table;

/// Things of one kind that have names, also those that are at fault otherwise. Where they stand in the text does not
/// matter: an agent may follow one that is defined later.
pub(super) struct Names {
    /// What messages call one of them.
    noun: &'static str,
    /// The name of each, its place in the level, and where it is named; those of a group have numbers behind its name.
    pub named: Vec<(String, usize, Span)>,
}

/// The names of the agents. Problems with them are reported where agents are read.
pub(super) fn names_of_agents(reader: &mut Reader, list: Option<&Node>) -> Names {
    Names { noun: "agent", named: names(reader, list, "agent") }
}

/// The names of the obstacles.
pub(super) fn names_of_obstacles(reader: &mut Reader, list: Option<&Node>) -> Names {
    Names { noun: "obstacle", named: names(reader, list, "obstacle") }
}

/// The names of the teams to which the entries of these lists belong.
pub(super) fn names_of_teams<'n>(
    reader: &mut Reader,
    lists: impl IntoIterator<Item = Option<&'n Node>>,
) -> BTreeSet<String> {
    // Nothing in these lists but an agent or a wave has a team.
    let found: Vec<_> = lists.into_iter().flatten().flat_map(|list| teams_in(reader, list)).collect();
    if found.iter().any(|(_, team)| team.is_none()) {
        reader.lost.extend(["team", "agent"].map(str::to_owned));
    }
    found.into_iter().filter_map(|(_, team)| team).collect()
}

/// All teams that stand anywhere in a value: where, and their names, `None` of what is no string.
pub(super) fn teams_in<'n>(reader: &Reader, node: &'n Node) -> Vec<(&'n Node, Option<String>)> {
    let in_entry = |entry: &'n KeyValue| {
        let value = entry.value.bare(reader.text);
        let team = || match value.value {
            Value::Text => Some(syntax::string(reader.text, value.span).into_owned()),
            _ => None,
        };
        match entry.name(reader.text) {
            "team" => value.given(reader.text).map(|value| (value, team())).into_iter().collect(),
            _ => teams_in(reader, value),
        }
    };
    match &node.value {
        Value::List(nodes) | Value::Tuple(nodes) => nodes.iter().flat_map(|node| teams_in(reader, node)).collect(),
        Value::Fields(entries) | Value::Map(entries) => entries.iter().flat_map(in_entry).collect(),
        _ => Vec::new(),
    }
}

impl Names {
    /// Things of a level that has been read, by their names; nothing of them stands in a text.
    pub fn known(noun: &'static str, names: impl Iterator<Item = String>) -> Names {
        let named = names.enumerate().filter(|(_, name)| !name.is_empty());
        let named = named.map(|(index, name)| (name, index, Span::new(0, 0))).collect();
        Names { noun, named }
    }
}

fn names(reader: &mut Reader, list: Option<&Node>, noun: &str) -> Vec<(String, usize, Span)> {
    let things = match list.map(|node| &node.value) {
        Some(Value::List(things)) => things.as_slice(),
        _ => &[],
    };
    // Of a thing whose name or number cannot be read, what has a name of its kind may be right.
    let is_whole = |thing: &Node| {
        let is = |name: &str, is_right: &dyn Fn(&Node) -> bool| thing.field(reader.text, name).is_none_or(is_right);
        matches!(thing.value, Value::Fields(_) | Value::Map(_))
            && thing.whole
            && is("name", &|node| matches!(node.value, Value::Text))
            && is("count", &|node| groups::count(reader.text, node).is_some())
    };
    if list.is_some_and(|list| !list.whole) || !things.iter().all(is_whole) {
        reader.lost.insert(noun.to_owned());
    }
    let (mut named, mut first) = (Vec::new(), 0);
    for thing in things {
        let count = thing.field(reader.text, "count").and_then(|node| groups::count(reader.text, node));
        if let Some(node) = thing.field(reader.text, "name").filter(|node| matches!(node.value, Value::Text)) {
            let name = syntax::string(reader.text, node.span);
            match count {
                Some(count) => {
                    let members = (0..count).take(limits::AGENTS.saturating_sub(named.len()));
                    named.extend(
                        members.map(|member| (groups::name_of_member(&name, member), first + member, node.span)),
                    );
                }
                None => named.push((name.into_owned(), first, node.span)),
            }
        }
        first += count.unwrap_or(1);
    }
    named
}

/// The place in the level of the one thing that has a name; `what` is what the name is for.
pub(super) fn the_one_named(reader: &mut Reader, node: &Node, what: &str, names: &Names) -> Option<usize> {
    let Names { noun, ref named } = *names;
    let name = reader.text(node, what, &table::ValueType::NameOf(noun).example())?;
    let mut called = named.iter().filter(|(known, ..)| *known == name);
    match (called.next(), called.next()) {
        (Some(&(_, index, _)), None) => Some(index),
        (Some(&(.., first)), Some(_)) => {
            let text = reader.text;
            reader.problems.report_with(node.span, || {
                let first = Problems::place(text, first);
                let help =
                    format!("give the {noun} that you mean a name of its own; the first one is named at {first}");
                (format!("several {noun}s are called {}", shown(&name)), help)
            });
            None
        }
        (None, _) => {
            reader.unknown_name(node, noun, &name, named.iter().map(|(known, ..)| known.as_str()));
            None
        }
    }
}
