//! The XML of Tiled as the JSON that Tiled would write of the same. Attributes stay texts, also where they are numbers.

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Map, Value, json};

/// How deep elements may lie in each other.
const MOST_DEEP: usize = 64;

/// Reads a map (`.tmx`), a tileset (`.tsx`) or a template (`.tx`): its root element's name, and what it holds.
///
/// # Errors
/// What is wrong with the XML, in words.
pub(super) fn read(text: &str) -> Result<(String, Value), String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
    let root = document.root_element();
    Ok((root.tag_name().name().to_owned(), element(root, 0)))
}

fn element(node: Node, depth: usize) -> Value {
    let attributes = node.attributes().map(|attribute| (attribute.name().to_owned(), Value::from(attribute.value())));
    let mut fields: Map<String, Value> = attributes.collect();
    let children = node.children().filter(Node::is_element).filter(|_| depth < MOST_DEEP);
    for child in children {
        let (name, value) = (child.tag_name().name(), element(child, depth + 1));
        match name {
            "layer" | "objectgroup" | "imagelayer" | "group" if !node.has_tag_name("tile") => {
                let kind = if name == "layer" { "tilelayer" } else { name };
                push(&mut fields, "layers", with(value, "type", kind.into()));
            }
            "tile" if node.has_tag_name("data") || node.has_tag_name("chunk") => {
                let gid = child.attribute("gid").and_then(|gid| gid.parse::<u32>().ok()).unwrap_or(0);
                push(&mut fields, "data", gid.into());
            }
            "tile" | "tileset" if !node.has_tag_name("template") => push(&mut fields, &format!("{name}s"), value),
            "object" if !node.has_tag_name("template") => push(&mut fields, "objects", value),
            "chunk" => push(&mut fields, "chunks", value),
            "wangset" | "wangtile" => push(&mut fields, &format!("{name}s"), value),
            "wangcolor" | "wangcornercolor" | "wangedgecolor" => {
                push(&mut fields, &format!("{}s", name.trim_start_matches("wang")), value);
            }
            "terrain" => push(&mut fields, "terrains", value),
            "properties" => _ = fields.insert(name.to_owned(), properties(child, depth + 1)),
            "data" => {
                // The tiles stand in the element, or in chunks of it; how they are packed is said once.
                let Value::Object(data) = value else { continue };
                let is_packed = data.contains_key("encoding");
                let text = is_packed.then(|| child.text().unwrap_or("").into());
                fields.extend(data);
                if let Some(text) = text.filter(|_| !fields.contains_key("chunks")) {
                    fields.insert("data".to_owned(), text);
                }
            }
            "image" => {
                for (from, to) in [("source", "image"), ("width", "imagewidth"), ("trans", "transparentcolor")] {
                    fields.extend(child.attribute(from).map(|value| (to.to_owned(), value.into())));
                }
            }
            "polygon" | "polyline" => {
                let points = child.attribute("points").unwrap_or("").split_whitespace();
                let point = |point: &str| point.split_once(',').map(|(x, y)| json!({"x": x, "y": y}));
                fields.insert(name.to_owned(), points.filter_map(point).collect());
            }
            "point" | "ellipse" | "capsule" => _ = fields.insert(name.to_owned(), true.into()),
            "wangsets" | "terraintypes" => {
                let Value::Object(inside) = value else { continue };
                let list = if name == "wangsets" { "wangsets" } else { "terrains" };
                fields.extend(inside.into_iter().find(|(name, _)| name == list));
            }
            _ => _ = fields.insert(name.to_owned(), value),
        }
    }
    if node.has_tag_name("chunk")
        && let Some(text) = node.text().filter(|_| !fields.contains_key("data"))
    {
        fields.insert("data".to_owned(), text.into());
    }
    Value::Object(fields)
}

fn push(fields: &mut Map<String, Value>, list: &str, value: Value) {
    let entry = fields.entry(list).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(values) = entry {
        values.push(value);
    }
}

fn with(mut value: Value, key: &str, field: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.insert(key.to_owned(), field);
    }
    value
}

/// Properties as a list of names and values. A value of several lines is the text of its element.
fn properties(node: Node, depth: usize) -> Value {
    let property = |property: Node| {
        let value = match property.children().find(|child| child.has_tag_name("properties")) {
            Some(inside) if depth < MOST_DEEP => properties(inside, depth + 1),
            _ => property.attribute("value").or(property.text()).unwrap_or("").into(),
        };
        json!({"name": property.attribute("name").unwrap_or(""), "type": property.attribute("type"), "value": value})
    };
    node.children().filter(|child| child.has_tag_name("property")).map(property).collect()
}
