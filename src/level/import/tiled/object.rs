//! The objects of Tiled: agents, places, patrol paths, and shapes that are walls or other ground.

use std::collections::BTreeMap;

use glam::Vec2;
use serde_json::Value;

use super::files::{TiledFiles, beside};
use super::layer::Layer;
use super::tileset::{Tileset, color, own_or_of_tile};
use super::value::{class, list, marked_solid, number, outline, pair, property, text, truth, unknown_properties};
use crate::angle;
use crate::level::import::foreign::Foreign;
use crate::level::import::ground::{GroundKind, is_terrain, means_solid, names_solid};
use crate::level::{Course, Order};

const SMALL_SHAPE: &str =
    "left out: shapes that cover the half or the middle of no tile: {}; finer tiles may keep them";
const NAMELESS: &str =
    "left out: objects without a name and a class, in the layers {}; name those that should be places";
const NAMELESS_TILES: &str = "left out: pictures of tiles without a name and a class, in the layers {}; name those that should be \
                              places";

/// An object with what its template says.
///
/// A template is a file that holds an object; what the map says of the object goes before it. The tile of a template is one of
/// the template's own tileset: what that says of the tile is put into the object as `tile`.
pub(super) fn with_template(level: &mut Foreign, object: &Value, files: &mut TiledFiles) -> Value {
    let mut object = object.clone();
    let Some(source) = object["template"].as_str().map(|source| beside("", source)) else { return object };
    let template = match files.value(&source) {
        Ok(template) => template,
        Err(message) => {
            level.note(format!(
                "the template {source:?} cannot be read: {message}: its objects lack what it says; put it beside the map"
            ));
            return object;
        }
    };
    let (Value::Object(own), Some(given)) = (&mut object, template["object"].as_object()) else { return object };
    let own_properties = own.get("properties").cloned();
    for (key, value) in given {
        own.entry(key).or_insert_with(|| value.clone());
    }
    if let (Some(Value::Array(own_ones)), Some(Value::Array(given))) = (own_properties, given.get("properties")) {
        let is_new = |property: &&Value| own_ones.iter().all(|own| own["name"] != property["name"]);
        let all = own_ones.iter().chain(given.iter().filter(is_new)).cloned().collect();
        own.insert("properties".to_owned(), all);
    }
    if given.contains_key("gid") {
        let set = Tileset::read_beside(level, &template["tileset"], &source, files);
        let gid = number(&given["gid"]) as u32 & !super::TURNED;
        own.insert("tile".to_owned(), set.tile(gid.saturating_sub(set.first)).clone());
    }
    object
}

/// Where a tile object hangs on its place, as parts of its size.
fn alignment(set: Option<&Tileset>, is_isometric: bool) -> Vec2 {
    let named = set.map_or("", |set| set.object_alignment());
    let x = if named.contains("right") {
        1.0
    } else if named.contains("left") || matches!(named, "" | "unspecified") && !is_isometric {
        0.0
    } else {
        0.5
    };
    let y = match named {
        "topleft" | "top" | "topright" => 0.0,
        "left" | "center" | "right" => 0.5,
        _ => 1.0,
    };
    Vec2::new(x, y)
}

/// What all objects of a map share.
pub(super) struct Objects<'m> {
    pub tilesets: &'m [Tileset],
    /// Pixels of objects to a tile.
    pub unit: Vec2,
    pub is_isometric: bool,
    /// The names of objects by their ids, for properties that name objects.
    pub names: BTreeMap<u64, String>,
    /// What the paths of the map are called in the level, by their own names.
    pub paths: BTreeMap<String, String>,
}

impl<'m> Objects<'m> {
    pub fn new(tilesets: &'m [Tileset], unit: Vec2, is_isometric: bool) -> Objects<'m> {
        Objects { tilesets, unit, is_isometric, names: BTreeMap::new(), paths: BTreeMap::new() }
    }

    /// What is said of the tile that an object shows, and its tileset.
    fn tile<'v>(&'v self, object: &'v Value) -> (&'v Value, Option<&'v Tileset>) {
        let gid = number(&object["gid"]) as u32 & !super::TURNED;
        if object["tile"].is_object() {
            return (&object["tile"], None);
        }
        let set = super::tileset_of(self.tilesets, gid);
        (set.map_or(&Value::Null, |set| set.tile(gid - set.first)), set)
    }

    fn class<'v>(&'v self, object: &'v Value) -> &'v str {
        let own = class(object);
        if own.is_empty() { class(self.tile(object).0) } else { own }
    }

    fn is_agent(&self, level: &Foreign, object: &Value) -> bool {
        let is_known = |name: &str| {
            ["agent", "player"].iter().any(|known| name.eq_ignore_ascii_case(known)) || level.is_profile(name)
        };
        let class = self.class(object);
        if class.is_empty() {
            ["agent", "player"].contains(&text(object, "name").to_lowercase().as_str())
        } else {
            is_known(class)
        }
    }

    /// The corners of an object in tiles.
    fn corners(&self, object: &Value, layer: &Layer) -> Vec<Vec2> {
        let hangs =
            if object["gid"].is_null() { Vec2::ZERO } else { alignment(self.tile(object).1, self.is_isometric) };
        let by = -hangs * pair(object, "width", "height");
        // What hangs on its place is turned around that place.
        let turn = angle::direction(number(&object["rotation"]) as f32);
        outline(object, layer.offset + turn.rotate(by)).into_iter().map(|corner| corner / self.unit).collect()
    }

    /// Adds an object that is a patrol path, so that agents can be sent along it.
    pub fn add_path(&mut self, level: &mut Foreign, object: &Value, layer: &Layer) {
        let is_line = !list(&object["polyline"]).is_empty();
        if !is_line && list(&object["polygon"]).is_empty() || self.ground(level, object, layer).is_some() {
            return;
        }
        let course = if is_line { Course::BackAndForth } else { Course::Loop };
        let name = [text(object, "name").trim(), self.class(object)].into_iter().find(|name| !name.is_empty());
        let own = level.path(name.unwrap_or(""), &self.corners(object, layer), course);
        if let (Some(name), Some(own)) = (name, own) {
            self.paths.entry(name.to_owned()).or_insert(own);
        }
        tell_properties(level, object);
    }

    /// Adds an object that is not a patrol path.
    pub fn add(&self, level: &mut Foreign, object: &Value, layer: &Layer) {
        let corners = self.corners(object, layer);
        if self.is_agent(level, object) {
            return self.add_agent(level, object, &corners);
        }
        let is_line = !list(&object["polyline"]).is_empty();
        if let Some(kind) = self.ground(level, object, layer) {
            let what = kind.name.clone();
            let ground = level.ground(kind, || color(layer.color()));
            if is_line {
                level.put_line(&corners, ground);
            } else if corners.len() == 1 || level.put_shape(&corners, ground) == 0 {
                level.note_each(SMALL_SHAPE, &what);
                level.tell_flags(SMALL_SHAPE, "`--tile-size PX`");
            }
            return tell_properties(level, object);
        }
        if is_line || !list(&object["polygon"]).is_empty() {
            return;
        }
        if object["text"].is_object() {
            return level
                .note_each("left out: texts: {}; a level's `about` can say them", text(&object["text"], "text"));
        }
        let name = [text(object, "name").trim(), self.class(object)].into_iter().find(|name| !name.is_empty());
        let Some(name) = name else {
            let what = if object["gid"].is_null() { NAMELESS } else { NAMELESS_TILES };
            level.note_each(what, &layer.name);
            return level.tell_flags(what, "`--solid NAME` makes walls of a layer");
        };
        let is_upright = number(&object["rotation"]) == 0.0 && truth(&object["ellipse"]) != Some(true);
        let (least, most) = (corners.iter().copied().reduce(Vec2::min), corners.iter().copied().reduce(Vec2::max));
        match (least, most) {
            (Some(least), Some(most)) if is_upright => level.place(name, least, most),
            _ => level.place_shape(name, &corners),
        }
        tell_properties(level, object);
    }

    /// The ground that an object is; `None` if it is none.
    fn ground(&self, level: &mut Foreign, object: &Value, layer: &Layer) -> Option<GroundKind> {
        let ((tile, set), class) = (self.tile(object), self.class(object));
        if self.is_agent(level, object) {
            return None;
        }
        let terrain = own_or_of_tile(object, tile, "terrain").and_then(Value::as_str);
        let terrain = terrain.or(layer.terrain.as_deref()).or_else(|| is_terrain(class).then_some(class));
        let name = text(object, "name").trim();
        let wanted = [name, class, &layer.name].into_iter().find_map(|name| level.wanted(name));
        let id = |set: &Tileset| (number(&object["gid"]) as u32 & !super::TURNED) - set.first;
        let is_marked = || {
            marked_solid(object)
                .or_else(|| marked_solid(tile))
                .or_else(|| set.and_then(|set| set.marked_solid(id(set))))
        };
        let is_solid = wanted
            .or_else(is_marked)
            .or_else(|| means_solid(class).then_some(true))
            .or_else(|| (class.is_empty() && names_solid(name)).then_some(true))
            .or_else(|| layer.means_solid().then_some(true));
        if terrain.is_none() && is_solid != Some(true) {
            return None;
        }
        let own = [class, layer.name.as_str(), name].into_iter().find(|name| !name.is_empty()).unwrap_or("solid");
        let terrain = terrain.map(str::to_owned);
        Some(GroundKind {
            name: own.to_owned(),
            layer: Some(layer.name.clone()),
            terrain,
            is_solid,
            ..GroundKind::default()
        })
    }

    fn add_agent(&self, level: &mut Foreign, object: &Value, corners: &[Vec2]) {
        let (tile, class) = (self.tile(object).0, self.class(object));
        let word =
            |name: &str| own_or_of_tile(object, tile, name).and_then(Value::as_str).filter(|word| !word.is_empty());
        let of_class = level.is_profile(class).then_some(class);
        let middle = corners.iter().copied().sum::<Vec2>() / corners.len() as f32;
        let patrol = own_or_of_tile(object, tile, "patrol").and_then(|path| {
            let named = path.as_str().filter(|path| path.parse::<u64>().is_err());
            named.or_else(|| self.names.get(&(number(path) as u64)).map(String::as_str))
        });
        let (profile, turned) = (word("profile").or(of_class), number(&object["rotation"]) as f32);
        let heading =
            property(object, "heading").map(number).map(|heading| heading as f32).or((turned != 0.0).then_some(turned));
        let name = text(object, "name");
        let Some(agent) = level.agent(name, profile, middle) else { return };
        agent.heading =
            heading.filter(|heading| heading.is_finite()).map_or(agent.heading, |heading| heading.rem_euclid(360.0));
        if let Some(path) = patrol {
            agent.orders.push(Order::Patrol(self.paths.get(path).map_or(path, String::as_str).to_owned()));
        }
        for name in unknown_properties(object).chain(unknown_properties(tile)) {
            level.note_each(
                "left out: properties of agents: {}; their profile has speed, mass and more: give them one in the level",
                name,
            );
        }
    }
}

fn tell_properties(level: &mut Foreign, object: &Value) {
    for name in unknown_properties(object) {
        level.note_each("left out: properties of objects: {}; places, paths and ground have none in a level", name);
    }
}
