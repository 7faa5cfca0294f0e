//! What the maps of Tiled hold, in the shapes of all its versions: numbers may be texts, lists may be structs.

use glam::Vec2;
use serde_json::Value;

use crate::angle;
use crate::level::import::shape;

/// The properties by which authors say that something is solid when they are true, in small letters and nothing else.
const SOLID: &[&str] = &[
    "block",
    "blocked",
    "blocking",
    "blocks",
    "collidable",
    "collide",
    "collideable",
    "collider",
    "collides",
    "collision",
    "hascollision",
    "impassable",
    "isblocked",
    "issolid",
    "iswall",
    "nowalk",
    "obstacle",
    "solid",
    "unwalkable",
    "wall",
];
/// The properties by which they say that it is walkable.
const WALKABLE: &[&str] = &["ispassable", "iswalkable", "passable", "traversable", "walkable"];
/// The properties that a level has a place for.
const KNOWN: &[&str] = &["class", "heading", "patrol", "profile", "terrain", "type"];

/// A list; an empty one if it is none.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A text of a struct; empty if it is none.
pub(super) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or("")
}

/// A number, be it written as a text; 0 if it is none.
pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).unwrap_or(0.0)
}

/// A pair of numbers of a struct.
pub(super) fn pair(value: &Value, x: &str, y: &str) -> Vec2 {
    Vec2::new(number(&value[x]) as f32, number(&value[y]) as f32)
}

/// The corners of an object in pixels, one of them for a point; its place is moved by `offset`.
pub(super) fn outline(object: &Value, offset: Vec2) -> Vec<Vec2> {
    let (at, size) = (pair(object, "x", "y"), pair(object, "width", "height"));
    let turn = angle::direction(number(&object["rotation"]) as f32);
    let points = |list_of: &Value| list(list_of).iter().map(|point| pair(point, "x", "y")).collect::<Vec<Vec2>>();
    let corners = match (points(&object["polygon"]), points(&object["polyline"])) {
        (polygon, _) if !polygon.is_empty() => polygon,
        (_, line) if !line.is_empty() => line,
        _ if size == Vec2::ZERO => vec![Vec2::ZERO],
        _ if truth(&object["ellipse"]) == Some(true) => shape::ellipse(size),
        _ => shape::rectangle(size),
    };
    corners.into_iter().map(|corner| at + offset + turn.rotate(corner)).collect()
}

/// Whether something is true, in the words and numbers that authors use; `None` if it says neither.
pub(super) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(is_true) => Some(*is_true),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(word) => match word.trim().to_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Some(true),
            "false" | "0" | "no" | "off" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The properties of something: their names and values. Tiled wrote them as a struct before version 1.2.
pub(super) fn properties(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let of_list = list(&value["properties"]).iter().map(|property| (text(property, "name"), &property["value"]));
    let of_struct = value["properties"].as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value));
    of_list.chain(of_struct)
}

/// The property of this name, in any case.
pub(super) fn property<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    properties(value).find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// The text of the property of this name, in any case; `None` if it is empty or no text.
pub(super) fn word<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    property(value, name)?.as_str().map(str::trim).filter(|word| !word.is_empty())
}

/// The class of something, which was called its type before Tiled 1.9 and in part again after it.
pub(super) fn class(value: &Value) -> &str {
    let type_of = text(value, "type");
    let is_kind = matches!(type_of, "tilelayer" | "objectgroup" | "imagelayer" | "group" | "map" | "tileset");
    let classes = [text(value, "class"), if is_kind { "" } else { type_of }];
    let own = classes.into_iter().find(|class| !class.trim().is_empty());
    own.or_else(|| word(value, "class")).or_else(|| word(value, "type")).unwrap_or("").trim()
}

fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether the properties of something mark it as solid, or as walkable; `None` if they do neither.
pub(super) fn marked_solid(value: &Value) -> Option<bool> {
    let mark = |(name, value): (&str, &Value)| {
        let (name, is_true) = (plain(name), truth(value)?);
        if WALKABLE.contains(&name.as_str()) {
            return Some(!is_true);
        }
        // A solid property that is false marks nothing: it is written on everything that has such a property.
        (is_true && SOLID.contains(&name.as_str())).then_some(true)
    };
    properties(value).filter_map(mark).reduce(|one, other| one || other)
}

/// The names of the properties of which a level has nothing.
pub(super) fn unknown_properties(value: &Value) -> impl Iterator<Item = &str> {
    let is_known = |name: &str| {
        let name = plain(name);
        [SOLID, WALKABLE, KNOWN].iter().any(|list| list.contains(&name.as_str()))
    };
    properties(value).map(|(name, _)| name).filter(move |name| !is_known(name))
}
