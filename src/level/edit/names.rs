//! Names: where a level gives one to a thing, and where it uses it.

use super::document::{Change, Document};
use super::patch::Patch;
use super::path::{self, Path, Step, field_name};
use super::ron_text::Ron;
use super::{Affected, EditError};
use crate::level::problem::Span;
use crate::level::syntax::{self, Node, Value};
use crate::level::{FieldKind, OrderKind};

/// What kinds of things have names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Area,
    Terrain,
    Profile,
    Place,
    Path,
    Zone,
    Agent,
    /// Obstacles and links, which switches turn by their names.
    Turned,
    Layer,
}

/// A name as it is written.
struct Named {
    kind: Kind,
    name: String,
    span: Span,
}

pub(super) fn rename(document: &mut Document, path: &Path, name: &str, change: &mut Change) -> Result<(), EditError> {
    let names = all(&document.text, &document.root);
    let span = span_of_name(document, path)?;
    let Some(renamed) = names.iter().find(|named| named.span == span) else {
        return Err(EditError::Impossible(format!("`{path}` has no name that could be changed")));
    };
    if renamed.name == name {
        return Ok(());
    }
    if is_taken(document, &names, renamed.kind, name) {
        return Err(EditError::Impossible(format!("the name `{name}` is taken")));
    }
    // A walkable terrain is an area of the same name, unless the level names that area itself.
    let area_too = renamed.kind == Kind::Terrain
        && !document.level.map.terrains.iter().any(|terrain| terrain.name == renamed.name && !terrain.walkable)
        && path::find(&document.text, &document.root, &Path::field("areas").key(&renamed.name).0).is_none();
    let is_same = |named: &&Named| {
        named.name == renamed.name && (named.kind == renamed.kind || area_too && named.kind == Kind::Area)
    };
    let mut patch = Patch::default();
    for named in names.iter().filter(is_same) {
        patch.replace(&document.text, named.span, Ron::from(name).as_str());
    }
    document.step(patch, Affected::Everything, change);
    Ok(())
}

/// Where the name of what is at a path is written: its key, its field `name`, or itself.
fn span_of_name(document: &Document, path: &Path) -> Result<Span, EditError> {
    let missing = || EditError::Missing(path.clone());
    let (text, root) = (document.text.as_str(), &document.root);
    let node = document.find(&path.0)?;
    if let Some((step @ Step::Key(_), above)) = path.0.split_last()
        && let Some(Value::Map(entries)) = path::find(text, root, above).map(|node| &path::bare(text, node).value)
    {
        let map = path::find(text, root, above).map(|node| path::bare(text, node)).ok_or_else(missing)?;
        let index = path::position(text, map, step).ok_or_else(missing)?;
        return Ok(entries[index].key.span);
    }
    let node = path::bare(text, node);
    path::field(text, node, "name")
        .or(matches!(node.value, Value::Text).then_some(node))
        .map(|node| node.span)
        .ok_or_else(missing)
}

fn is_taken(document: &Document, names: &[Named], kind: Kind, name: &str) -> bool {
    let map = &document.level.map;
    let known = match kind {
        Kind::Area => map.areas.iter().any(|area| area.name == name),
        Kind::Terrain => {
            map.terrains.iter().any(|terrain| terrain.name == name) || map.areas.iter().any(|area| area.name == name)
        }
        Kind::Profile => document.level.profiles.iter().any(|profile| profile.name == name),
        Kind::Layer => map.layers.iter().any(|layer| layer == name),
        _ => false,
    };
    known || names.iter().any(|named| named.kind == kind && named.name == name)
}

/// Every name in a level, in the order of the text.
fn all(text: &str, root: &Node) -> Vec<Named> {
    let mut names = Vec::new();
    visit(text, root, &mut Vec::new(), &mut names);
    names
}

fn visit(text: &str, node: &Node, above: &mut Vec<String>, names: &mut Vec<Named>) {
    let node = path::bare(text, node);
    let order = node.name.map(|name| &text[name.range()]);
    match &node.value {
        Value::Text => names.extend(named(text, node, kind(above))),
        // Points in the place of the name of a path.
        Value::List(nodes) if above.last().is_some_and(|order| is_path(order)) => {
            above.push("place".to_owned());
            nodes.iter().for_each(|node| visit(text, node, above, names));
            above.pop();
        }
        Value::Tuple(nodes) | Value::List(nodes) => {
            above.extend(order.map(|order| format!("{order}()")));
            nodes.iter().for_each(|node| visit(text, node, above, names));
            above.truncate(above.len() - usize::from(order.is_some()));
        }
        Value::Fields(entries) => {
            above.extend(order.map(|order| format!("{order}()")));
            for entry in entries {
                above.push(field_name(text, entry).to_owned());
                visit(text, &entry.value, above, names);
                above.pop();
            }
            above.truncate(above.len() - usize::from(order.is_some()));
        }
        Value::Map(entries) => {
            for entry in entries {
                names.extend(named(text, &entry.key, kind_of_key(above)));
                above.push(String::new());
                visit(text, &entry.value, above, names);
                above.pop();
            }
        }
        _ => {}
    }
}

fn named(text: &str, node: &Node, kind: Option<Kind>) -> Option<Named> {
    let is_text = matches!(node.value, Value::Text);
    let name = || syntax::string(text, node.span).into_owned();
    kind.filter(|_| is_text).map(|kind| Named { kind, name: name(), span: node.span })
}

/// What the keys of a map name; `above` are the fields in which it is.
fn kind_of_key(above: &[String]) -> Option<Kind> {
    match above.iter().map(String::as_str).collect::<Vec<&str>>().as_slice() {
        ["areas"] | ["profiles", _, .., "area_costs"] => Some(Kind::Area),
        ["terrains"] | ["lesson", "drawn"] => Some(Kind::Terrain),
        ["profiles"] => Some(Kind::Profile),
        ["places"] => Some(Kind::Place),
        ["paths"] => Some(Kind::Path),
        ["zones"] => Some(Kind::Zone),
        _ => None,
    }
}

/// What a string names; `above` are the fields in which it is, an entry of a map being one without a name and an order one
/// with round brackets.
fn kind(above: &[String]) -> Option<Kind> {
    let above: Vec<&str> = above.iter().map(String::as_str).collect();
    match above.as_slice() {
        ["agents", "profile"] => Some(Kind::Profile),
        ["legend", ""] | ["legend", "", "terrain"] | ["generate", "floor" | "wall"] => Some(Kind::Terrain),
        ["generate", "patches", "terrain"] | ["wear", "terrains"] => Some(Kind::Terrain),
        ["terrains", "", "area"] | ["links", "area"] | ["profiles", "", .., "forbidden_areas"] => Some(Kind::Area),
        ["layers"] | ["obstacles", "layer"] | ["bake", "layers"] | ["profiles", "", .., "layers"] => Some(Kind::Layer),
        ["agents", "name"] | ["zones", "", "on"] | [.., "agent"] => Some(Kind::Agent),
        ["obstacles" | "links", "name"] | [.., "obstacle"] | ["switches", "turns"] => Some(Kind::Turned),
        ["lesson", "start_in" | "goal_in" | "light"] | ["paths", "", "points"] | ["links", "from" | "to"] => {
            Some(Kind::Place)
        }
        ["agents", "in" | "heading"]
        | ["zones", "", "polygon"]
        | ["obstacles", "motion", "to"]
        | ["rows_at"]
        | [.., "place"] => Some(Kind::Place),
        [.., order, field] if order.ends_with("()") => of_order(order, Some(field)),
        [.., order] if order.ends_with("()") => of_order(order, None),
        _ => None,
    }
}

/// Whether what is above is an order whose first value is a path.
fn is_path(above: &str) -> bool {
    above.ends_with("()") && of_order(above, None) == Some(Kind::Path)
}

/// What a string in an order names: the value of a field, or of the first one.
fn of_order(order: &str, field: Option<&str>) -> Option<Kind> {
    let kind = OrderKind::named(order.strip_suffix("()")?)?;
    let field = match field {
        Some(name) => kind.fields.iter().find(|field| field.name == name)?,
        None => kind.fields.first()?,
    };
    match field.kind {
        FieldKind::Target => Some(Kind::Place),
        FieldKind::Path => Some(Kind::Path),
        FieldKind::Agent { .. } => Some(Kind::Agent),
        _ => None,
    }
}
