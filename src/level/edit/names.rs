//! Names: where a level gives one to a thing, and where it uses it.

use super::document::{Change, Document};
use super::field_path::{self, FieldPath, Step};
use super::patch::Splices;
use super::{Affected, EditError, values};
use crate::format::problem::Span;
use crate::format::ron_text::Ron;
use crate::format::syntax::{self, Node, Value};
use crate::format::table;
use crate::level::resolve;

/// A name as it is written.
struct NameInText {
    /// What has the name.
    what: &'static str,
    name: String,
    span: Span,
}

pub(super) fn rename(
    document: &mut Document,
    path: &FieldPath,
    name: &str,
    change: &mut Change,
) -> Result<(), EditError> {
    let names = all(&document.text, &document.root);
    let span = span_of_name(document, path)?;
    let nameless = || EditError::Impossible(format!("`{path}` has no name that could be changed"));
    let renamed = names.iter().find(|named| Some(named.span) == span).ok_or_else(nameless)?;
    if renamed.name == name {
        return Ok(());
    }
    if is_taken(document, &names, renamed.what, name) {
        return Err(EditError::Impossible(format!("the name `{name}` is taken")));
    }
    // A walkable terrain is an area of the same name, unless the level names that area itself.
    let area_too = renamed.what == "terrain"
        && !document.level.map.terrains.iter().any(|terrain| terrain.name == renamed.name && !terrain.walkable)
        && field_path::find(&document.text, &document.root, &FieldPath::field("areas").key(&renamed.name).0).is_none();
    let members = members(document, renamed);
    let name_of = |named: &NameInText| {
        if named.what != renamed.what && !(area_too && named.what == "area") {
            return None;
        }
        let member = || members.iter().position(|member| *member == named.name);
        let is_same = named.name == renamed.name;
        if is_same { Some(name.to_owned()) } else { member().map(|member| resolve::name_of_member(name, member)) }
    };
    let mut patch = Splices::default();
    for named in &names {
        if let Some(name) = name_of(named) {
            patch.replace(&document.text, named.span, Ron::from(name.as_str()).as_str());
        }
    }
    document.step(patch, Affected::Everything, change);
    Ok(())
}

/// The names that the agents of a group have, if that is what has a name.
fn members(document: &Document, renamed: &NameInText) -> Vec<String> {
    let (text, root) = (document.text.as_str(), &document.root);
    let agents = root.field(text, "agents").filter(|_| renamed.what == "agent").map(field_path::items);
    let group =
        agents.unwrap_or_default().into_iter().map(|(_, agent)| agent.bare(text)).find(|agent| {
            agent.field(text, "name").is_some_and(|name| syntax::string(text, name.span) == renamed.name)
        });
    let count = group.and_then(|group| group.field(text, "count"));
    let count = count.and_then(|count| resolve::count_of_group(text, count));
    (0..count.unwrap_or(0)).map(|member| resolve::name_of_member(&renamed.name, member)).collect()
}

/// Where the name of what is at a path is written: its key, its field `name`, or itself; `None` where it has none.
fn span_of_name(document: &Document, path: &FieldPath) -> Result<Option<Span>, EditError> {
    let (text, root) = (document.text.as_str(), &document.root);
    let node = document.find(&path.0)?;
    if let Some((step @ Step::Key(_), above)) = path.0.split_last()
        && let Some(map) = field_path::find(text, root, above).map(|node| node.bare(text))
        && let Value::Map(entries) = &map.value
    {
        return Ok(field_path::position(text, map, step).map(|index| entries[index].key.span));
    }
    let node = node.bare(text);
    let name = node.field(text, "name").or(matches!(node.value, Value::Text).then_some(node));
    Ok(name.map(|node| node.span))
}

fn is_taken(document: &Document, names: &[NameInText], what: &str, name: &str) -> bool {
    let map = &document.level.map;
    let known = match what {
        "area" => map.areas.iter().any(|area| area.name == name),
        "terrain" => {
            map.terrains.iter().any(|terrain| terrain.name == name) || map.areas.iter().any(|area| area.name == name)
        }
        "profile" => document.level.profiles.iter().any(|profile| profile.name == name),
        "layer" => map.layers.iter().any(|layer| layer == name),
        _ => false,
    };
    known || names.iter().any(|named| named.what == what && named.name == name)
}

/// Every name in a level, where it is given and where it is used, in the order of the text.
fn all(text: &str, root: &Node) -> Vec<NameInText> {
    let mut names: Vec<NameInText> = Vec::new();
    values::each(text, root, &mut |leaf, value| {
        let (table::ValueType::Name(what) | table::ValueType::NameOf(what)) = *value else { return };
        // Switches turn links and obstacles by one name.
        let what = if what == "link" { "obstacle" } else { what };
        let span = leaf.node.span;
        if names.last().is_none_or(|last| (last.span, last.what) != (span, what)) {
            names.push(NameInText { what, name: syntax::string(text, span).into_owned(), span });
        }
    });
    names
}
