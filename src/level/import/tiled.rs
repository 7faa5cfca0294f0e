//! Maps of Tiled, in XML (`.tmx`) and in JSON (`.tmj`).

use std::collections::BTreeMap;

use glam::Vec2;
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};
use roxmltree::{Document, Node};
use serde_json::Value;

use super::foreign::{Foreign, Imported, Options};
use super::ground::GroundKind;
use super::without_mark;
use crate::grid::Cell;
use crate::level::{Course, limits};

/// The letters in which Tiled writes bytes: RFC 4648's `base64`.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The bits of a tile's number that say how it is turned.
const TURNED: u32 = 0xf000_0000;
/// The most bytes of a layer that is unpacked: those of the greatest map.
const MOST_BYTES: usize = limits::MAP_TILES * limits::MAP_TILES * 4;

/// A map as both formats write it.
struct Map {
    orientation: String,
    width: u32,
    height: u32,
    tile: Vec2,
    tilesets: Vec<Tileset>,
    layers: Vec<Layer>,
    /// What is known already to have no place.
    left_out: Vec<String>,
}

impl Map {
    /// A map without tiles; `number` gives what the file says of it under a name, or 0.
    fn empty(orientation: &str, number: impl Fn(&str) -> f32) -> Map {
        Map {
            orientation: orientation.to_owned(),
            width: number("width") as u32,
            height: number("height") as u32,
            tile: Vec2::new(number("tilewidth").max(1.0), number("tileheight").max(1.0)),
            tilesets: Vec::new(),
            layers: Vec::new(),
            left_out: Vec::new(),
        }
    }
}

/// The tiles of a set that say what ground they are.
struct Tileset {
    first: u32,
    terrains: BTreeMap<u32, String>,
}

struct Layer {
    name: String,
    /// Its property `terrain`, or its class.
    terrain: Option<String>,
    /// By how much all of it is moved, in pixels.
    offset: Vec2,
    /// Where its first tile is, and how many columns it has.
    at: Cell,
    width: u32,
    tiles: Vec<u32>,
    objects: Vec<Object>,
}

struct Object {
    name: String,
    class: String,
    profile: Option<String>,
    at: Vec2,
    size: Vec2,
    /// The points of a line, and whether it is closed.
    line: Option<(Vec<Vec2>, bool)>,
    /// What it is if it is neither a rectangle, a point nor a line.
    other: Option<&'static str>,
    is_tile: bool,
}

/// A map that is orthogonal: its tile layers, the upper ones over the lower ones, and its objects.
///
/// The ground of a tile is the property `terrain` or the class of the tile in its tileset, or else that of its layer, or
/// else the name of its layer where that is a terrain's. An object of the class `agent`, or of that of a profile, is an agent; a
/// line with a name is a patrol path; every other object with a name marks the tiles under it as a place. `read` gives the
/// text of a tileset that is in a file of its own, by the name that the map gives.
///
/// # Errors
/// A text that is neither format, a map that is not orthogonal, or one that cannot be read; in a sentence.
pub(super) fn tiled(
    name: &str,
    bytes: &[u8],
    options: &Options,
    files: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Imported, String> {
    let text = &String::from_utf8_lossy(bytes);
    let read = &mut |name: &str| files(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let map = if is_xml(text) { from_xml(text, read)? } else { from_json(text, read)? };
    if map.orientation != "orthogonal" {
        return Err(format!("this map is {}; only orthogonal ones have a place here", map.orientation));
    }
    let mut level = Foreign::new(map.width, map.height, map.tile.x as u32, options)?;
    map.left_out.iter().for_each(|what| level.leave_out(what));
    for layer in &map.layers {
        put_tiles(&mut level, layer, &map.tilesets, map.tile);
    }
    for layer in &map.layers {
        layer.objects.iter().for_each(|object| put_object(&mut level, object, layer.offset, map.tile));
    }
    level.into_level(name)
}

/// Whether a file is XML, not JSON.
fn is_xml(text: &str) -> bool {
    without_mark(text).trim_start().starts_with('<')
}

fn put_tiles(level: &mut Foreign, layer: &Layer, tilesets: &[Tileset], size: Vec2) {
    let by = level.whole_tiles(layer.offset / size);
    for (index, &number) in (0..).zip(&layer.tiles) {
        let column = layer.at.x.saturating_add(by.x).saturating_add((index % layer.width) as i32);
        let row = layer.at.y.saturating_add(by.y).saturating_add((index / layer.width) as i32);
        let tile = Cell::new(column, row);
        let gid = number & !TURNED;
        if gid == 0 {
            continue;
        }
        if gid != number {
            level.leave_out("how tiles are turned");
        }
        let set = tilesets.iter().filter(|set| set.first <= gid).max_by_key(|set| set.first);
        let own = set.and_then(|set| set.terrains.get(&(gid - set.first)));
        let terrain = own.or(layer.terrain.as_ref()).cloned();
        let kind = GroundKind { name: layer.name.clone(), terrain, ..GroundKind::default() };
        let ground = level.ground(kind, || None);
        level.put(tile, ground);
    }
}

fn put_object(level: &mut Foreign, object: &Object, offset: Vec2, tile: Vec2) {
    let from = (object.at + offset) / tile;
    // A picture of a tile stands on its lower left corner.
    let from = if object.is_tile { from - Vec2::new(0.0, object.size.y / tile.y) } else { from };
    let size = object.size / tile;
    let is_agent = object.class.eq_ignore_ascii_case("agent");
    if let Some(other) = object.other {
        level.leave_out(other);
    } else if is_agent || level.is_profile(&object.class) {
        let profile = object.profile.as_deref().or((!is_agent).then_some(object.class.as_str()));
        _ = level.agent(&object.name, profile, from + 0.5 * size);
    } else if let Some((points, is_closed)) = &object.line {
        let points: Vec<Vec2> = points.iter().map(|&point| from + point / tile).collect();
        _ = level.path(&object.name, &points, if *is_closed { Course::Loop } else { Course::BackAndForth });
    } else {
        level.place(&object.name, from, from + size);
    }
}

/// Bytes of a layer, perhaps compressed, as the numbers of its tiles.
fn numbers(encoding: &str, compression: &str, text: &str) -> Result<Vec<u32>, String> {
    if encoding == "csv" {
        let numbers = text.split(',').map(str::trim).filter(|number| !number.is_empty());
        return numbers.map(|number| number.parse().map_err(|_| format!("{number:?} is no tile"))).collect();
    }
    let letters: String = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '=').collect();
    let bytes = crate::level::share::decode(&letters, LETTERS).ok_or("the tiles of a layer are damaged")?;
    let unpacked = match compression {
        "" => Ok(bytes),
        "zlib" => decompress_to_vec_zlib_with_limit(&bytes, MOST_BYTES),
        "gzip" => {
            decompress_to_vec_with_limit(gzip_body(&bytes).ok_or("the tiles of a layer are damaged")?, MOST_BYTES)
        }
        other => {
            return Err(format!(
                "the tiles of a layer are compressed by {other}: choose zlib or CSV in Tiled and save it again"
            ));
        }
    };
    let bytes = unpacked.map_err(|_| "the tiles of a layer are damaged, or too many")?;
    Ok(bytes.chunks_exact(4).map(|number| u32::from_le_bytes([number[0], number[1], number[2], number[3]])).collect())
}

/// What is compressed in a gzip file (RFC 1952), behind its header.
fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + usize::from(*bytes.get(at)?) + 256 * usize::from(*bytes.get(at + 1)?);
    }
    for _ in 0..u32::from(flags >> 3 & 1) + u32::from(flags >> 4 & 1) {
        at += bytes.get(at..)?.iter().position(|&byte| byte == 0)? + 1;
    }
    bytes.get(at + 2 * usize::from(flags >> 1 & 1)..)
}

fn from_xml(text: &str, read: &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Map, String> {
    let document = Document::parse(text).map_err(|error| format!("this is no map of Tiled: {error}"))?;
    let root = document.root_element();
    if !root.has_tag_name("map") {
        return Err(format!("this is no map of Tiled, but <{}>", root.tag_name().name()));
    }
    let number = |name: &str| root.attribute(name).and_then(|text| text.parse::<f32>().ok()).unwrap_or(0.0);
    let mut map = Map::empty(root.attribute("orientation").unwrap_or(""), number);
    for set in root.children().filter(|node| node.has_tag_name("tileset")) {
        let first = set.attribute("firstgid").and_then(|text| text.parse().ok()).unwrap_or(1);
        let terrains = match set.attribute("source") {
            Some(source) => tileset(&read(source)?)?,
            None => xml_tileset(set),
        };
        map.tilesets.push(Tileset { first, terrains });
    }
    xml_layers(root, Vec2::ZERO, &mut map)?;
    Ok(map)
}

/// A tileset that is in a file of its own, in either format.
fn tileset(text: &str) -> Result<BTreeMap<u32, String>, String> {
    if is_xml(text) {
        let document = Document::parse(text).map_err(|error| format!("this is no tileset of Tiled: {error}"))?;
        return Ok(xml_tileset(document.root_element()));
    }
    let set: Value =
        serde_json::from_str(without_mark(text)).map_err(|error| format!("this is no tileset of Tiled: {error}"))?;
    Ok(json_tileset(&set))
}

fn xml_tileset(set: Node) -> BTreeMap<u32, String> {
    let tiles = set.children().filter(|node| node.has_tag_name("tile"));
    let named = tiles.filter_map(|tile| Some((tile.attribute("id")?.parse().ok()?, xml_terrain(tile)?)));
    named.collect()
}

/// The property `terrain` of something, or its class.
fn xml_terrain(node: Node) -> Option<String> {
    let class = node.attribute("class").or(node.attribute("type")).map(str::to_owned);
    xml_property(node, "terrain").or(class).filter(|name| !name.is_empty())
}

fn xml_property(node: Node, name: &str) -> Option<String> {
    let properties =
        node.children().filter(|child| child.has_tag_name("properties")).flat_map(|child| child.children());
    let property = properties
        .filter(|child| child.has_tag_name("property"))
        .find(|child| child.attribute("name") == Some(name))?;
    property.attribute("value").or(property.text()).map(str::to_owned)
}

/// The layers in a map or a group, which is moved by some pixels.
fn xml_layers(parent: Node, moved: Vec2, map: &mut Map) -> Result<(), String> {
    for node in parent.children().filter(Node::is_element) {
        let name = node.attribute("name").unwrap_or("").to_owned();
        let at = Cell::new(0, 0);
        let pixels = |name: &str| node.attribute(name).and_then(|text| text.parse::<f32>().ok()).unwrap_or(0.0);
        let offset = moved + Vec2::new(pixels("offsetx"), pixels("offsety"));
        let plain = |tiles, objects| Layer {
            name: name.clone(),
            terrain: xml_terrain(node),
            offset,
            at,
            width: 1,
            tiles,
            objects,
        };
        match node.tag_name().name() {
            "group" => xml_layers(node, offset, map)?,
            "layer" => {
                let Some(data) = node.children().find(|child| child.has_tag_name("data")) else { continue };
                let (encoding, compression) = (data.attribute("encoding"), data.attribute("compression").unwrap_or(""));
                let chunks: Vec<Node> = data.children().filter(|child| child.has_tag_name("chunk")).collect();
                let parts = if chunks.is_empty() { vec![node] } else { chunks.clone() };
                for part in parts {
                    let own = |name: &str| part.attribute(name).and_then(|text| text.parse::<i32>().ok());
                    let source = if chunks.is_empty() { data } else { part };
                    let tiles = match encoding {
                        Some(encoding) => numbers(encoding, compression, source.text().unwrap_or(""))?,
                        None => {
                            let tiles = source.children().filter(|child| child.has_tag_name("tile"));
                            tiles
                                .map(|tile| tile.attribute("gid").and_then(|gid| gid.parse().ok()).unwrap_or(0))
                                .collect()
                        }
                    };
                    let at =
                        if chunks.is_empty() { at } else { Cell::new(own("x").unwrap_or(0), own("y").unwrap_or(0)) };
                    let width = own("width").unwrap_or(1).max(1) as u32;
                    map.layers.push(Layer { at, width, ..plain(tiles, Vec::new()) });
                }
            }
            "objectgroup" => {
                let objects = node.children().filter(|child| child.has_tag_name("object")).map(xml_object);
                map.layers.push(plain(Vec::new(), objects.collect()));
            }
            "imagelayer" => map.left_out.push("image layers".to_owned()),
            "properties" if parent.has_tag_name("map") => map.left_out.push("properties of the map".to_owned()),
            _ => {}
        }
    }
    Ok(())
}

fn xml_object(node: Node) -> Object {
    let number = |name: &str| node.attribute(name).and_then(|text| text.parse::<f32>().ok()).unwrap_or(0.0);
    let child = |name: &str| node.children().find(|child| child.has_tag_name(name));
    let line = |name: &str, is_closed| {
        let points = child(name)?.attribute("points")?;
        let points = points.split_whitespace().filter_map(|point| point.split_once(','));
        let points = points.filter_map(|(x, y)| Some(Vec2::new(x.parse().ok()?, y.parse().ok()?)));
        Some((points.collect(), is_closed))
    };
    Object {
        name: node.attribute("name").unwrap_or("").to_owned(),
        class: node.attribute("class").or(node.attribute("type")).unwrap_or("").to_owned(),
        profile: xml_property(node, "profile"),
        at: Vec2::new(number("x"), number("y")),
        size: Vec2::new(number("width"), number("height")),
        line: line("polyline", false).or_else(|| line("polygon", true)),
        other: other(child("ellipse").is_some(), child("text").is_some(), number("rotation") != 0.0),
        is_tile: node.attribute("gid").is_some(),
    }
}

/// What objects are that have no place.
fn other(is_ellipse: bool, is_text: bool, is_turned: bool) -> Option<&'static str> {
    let kinds = [(is_ellipse, "ellipses"), (is_text, "texts"), (is_turned, "objects that are turned")];
    kinds.into_iter().find(|(is_it, _)| *is_it).map(|(_, kind)| kind)
}

fn from_json(text: &str, read: &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Map, String> {
    let root: Value =
        serde_json::from_str(without_mark(text)).map_err(|error| format!("this is no map of Tiled: {error}"))?;
    if !root["layers"].is_array() {
        return Err("this is no map of Tiled: it has no `layers`".to_owned());
    }
    let number = |name: &str| root[name].as_f64().unwrap_or(0.0) as f32;
    let mut map = Map::empty(root["orientation"].as_str().unwrap_or(""), number);
    for set in list(&root["tilesets"]) {
        let first = set["firstgid"].as_u64().unwrap_or(1) as u32;
        let terrains = match set["source"].as_str() {
            Some(source) => tileset(&read(source)?)?,
            None => json_tileset(set),
        };
        map.tilesets.push(Tileset { first, terrains });
    }
    if !list(&root["properties"]).is_empty() {
        map.left_out.push("properties of the map".to_owned());
    }
    json_layers(&root["layers"], Vec2::ZERO, &mut map)?;
    Ok(map)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn json_tileset(set: &Value) -> BTreeMap<u32, String> {
    let named = list(&set["tiles"]).iter().filter_map(|tile| Some((tile["id"].as_u64()? as u32, json_terrain(tile)?)));
    named.collect()
}

fn json_terrain(value: &Value) -> Option<String> {
    let class = value["class"]
        .as_str()
        .or(value["type"].as_str().filter(|kind| !kind.ends_with("layer") && *kind != "objectgroup"));
    json_property(value, "terrain").or(class.map(str::to_owned)).filter(|name| !name.is_empty())
}

fn json_property(value: &Value, name: &str) -> Option<String> {
    let property = list(&value["properties"]).iter().find(|property| property["name"] == name)?;
    property["value"].as_str().map(str::to_owned)
}

/// The layers of a map or a group, which is moved by some pixels.
fn json_layers(layers: &Value, moved: Vec2, map: &mut Map) -> Result<(), String> {
    for value in list(layers) {
        let name = value["name"].as_str().unwrap_or("").to_owned();
        let at = Cell::new(0, 0);
        let pixels = |name: &str| value[name].as_f64().unwrap_or(0.0) as f32;
        let offset = moved + Vec2::new(pixels("offsetx"), pixels("offsety"));
        let plain = |tiles, objects| Layer {
            name: name.clone(),
            terrain: json_terrain(value),
            offset,
            at,
            width: 1,
            tiles,
            objects,
        };
        match value["type"].as_str() {
            Some("group") => json_layers(&value["layers"], offset, map)?,
            Some("tilelayer") => {
                let chunks = list(&value["chunks"]);
                let parts = if chunks.is_empty() { std::slice::from_ref(value) } else { chunks };
                for part in parts {
                    let own = |name: &str| part[name].as_i64().unwrap_or(0) as i32;
                    let tiles = match part["data"].as_str() {
                        Some(text) => numbers("base64", value["compression"].as_str().unwrap_or(""), text)?,
                        None => list(&part["data"]).iter().map(|gid| gid.as_u64().unwrap_or(0) as u32).collect(),
                    };
                    let at = if chunks.is_empty() { at } else { Cell::new(own("x"), own("y")) };
                    map.layers.push(Layer { at, width: own("width").max(1) as u32, ..plain(tiles, Vec::new()) });
                }
            }
            Some("objectgroup") => {
                let objects = list(&value["objects"]).iter().map(json_object).collect();
                map.layers.push(plain(Vec::new(), objects));
            }
            Some("imagelayer") => map.left_out.push("image layers".to_owned()),
            _ => {}
        }
    }
    Ok(())
}

fn json_object(value: &Value) -> Object {
    let number = |value: &Value| value.as_f64().unwrap_or(0.0) as f32;
    let line = |name: &str, is_closed| {
        let points = value[name].as_array()?;
        Some((points.iter().map(|point| Vec2::new(number(&point["x"]), number(&point["y"]))).collect(), is_closed))
    };
    Object {
        name: value["name"].as_str().unwrap_or("").to_owned(),
        class: value["class"].as_str().or(value["type"].as_str()).unwrap_or("").to_owned(),
        profile: json_property(value, "profile"),
        at: Vec2::new(number(&value["x"]), number(&value["y"])),
        size: Vec2::new(number(&value["width"]), number(&value["height"])),
        line: line("polyline", false).or_else(|| line("polygon", true)),
        other: other(value["ellipse"] == true, value["text"].is_object(), number(&value["rotation"]) != 0.0),
        is_tile: value["gid"].is_number(),
    }
}
