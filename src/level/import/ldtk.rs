//! Worlds of LDtk (`.ldtk`, its JSON format 1).

use std::collections::BTreeMap;

use glam::Vec2;
use serde_json::Value;

use super::foreign::{Foreign, GroundId, Imported, Options};
use super::ground::GroundKind;
use super::without_mark;
use crate::grid::Cell;

/// The first level of a world: its IntGrid layers, whose values are terrains by their identifiers, and its entities.
///
/// An entity called `Agent`, `Player`, or like a profile is an agent (with the profile of its field `profile`); every other
/// one marks the tiles under it as a place of its name.
///
/// # Errors
/// A text that is not JSON, no level with an IntGrid layer, or a size that no level has; in a sentence.
pub(super) fn ldtk(name: &str, text: &str, options: &Options) -> Result<Imported, String> {
    let world: Value =
        serde_json::from_str(without_mark(text)).map_err(|error| format!("this is no LDtk file: {error}"))?;
    let levels = world["levels"].as_array().ok_or("this is no LDtk file: it has no `levels`")?;
    let level = levels.first().ok_or("this world has no level")?;
    let layers = level["layerInstances"].as_array().ok_or(
        "the levels of this world are in files of their own: turn off \"Save levels separately\" in LDtk and save it again",
    )?;
    let grids = || layers.iter().filter(|layer| layer["__type"] == "IntGrid");
    let first =
        grids().next().ok_or("this level has no IntGrid layer: its tiles alone do not say where agents can walk")?;
    let side = |key: &str| first[key].as_u64().and_then(|side| u32::try_from(side).ok()).unwrap_or(0);
    let pixels = first["__gridSize"].as_u64().and_then(|side| u32::try_from(side).ok()).unwrap_or(16);
    let mut map = Foreign::new(side("__cWid"), side("__cHei"), pixels, options)?;
    if levels.len() > 1 {
        map.leave_out(format!("{} more levels of the world", levels.len() - 1));
    }
    let grid_size = first["__gridSize"].as_f64().unwrap_or(16.0).max(1.0) as f32;
    // The first layer lies on top.
    for layer in layers.iter().rev() {
        let pixels = |key: &str| layer[key].as_f64().unwrap_or(0.0) as f32;
        let offset = Vec2::new(pixels("__pxTotalOffsetX"), pixels("__pxTotalOffsetY")) / grid_size;
        let called = layer["__identifier"].as_str().unwrap_or("");
        match layer["__type"].as_str() {
            Some("IntGrid") if layer["__cWid"] == first["__cWid"] && layer["__gridSize"] == first["__gridSize"] => {
                put_grid(&mut map, layer, offset, &names_of_values(&world, called));
            }
            Some("Entities") => put_entities(&mut map, layer, offset, grid_size),
            Some(kind) => map.leave_out(format!("the layer {called:?} ({kind})")),
            None => {}
        }
        if layer["gridTiles"].as_array().is_some_and(|tiles| !tiles.is_empty())
            || layer["autoLayerTiles"].as_array().is_some_and(|tiles| !tiles.is_empty())
        {
            map.leave_out("pictures of tiles");
        }
    }
    if level["fieldInstances"].as_array().is_some_and(|fields| !fields.is_empty()) {
        map.leave_out("fields of the level");
    }
    if level["bgRelPath"].is_string() {
        map.leave_out("the background picture");
    }
    let identifier = level["identifier"].as_str().filter(|name| !name.trim().is_empty());
    map.into_level(identifier.unwrap_or(name))
}

/// The identifiers of the values of an IntGrid layer.
fn names_of_values(world: &Value, layer: &str) -> BTreeMap<u64, String> {
    let layers = world["defs"]["layers"].as_array().map(Vec::as_slice).unwrap_or_default();
    let values = layers.iter().find(|def| def["identifier"] == layer).and_then(|def| def["intGridValues"].as_array());
    let named = values
        .into_iter()
        .flatten()
        .filter_map(|value| Some((value["value"].as_u64()?, value["identifier"].as_str()?.to_owned())));
    named.collect()
}

/// Puts the values of a layer, moved by some tiles.
fn put_grid(map: &mut Foreign, layer: &Value, offset: Vec2, names: &BTreeMap<u64, String>) {
    let called = layer["__identifier"].as_str().unwrap_or("");
    let by = map.whole_tiles(offset);
    let width = layer["__cWid"].as_u64().unwrap_or(1).max(1);
    let mut known: BTreeMap<u64, GroundId> = BTreeMap::new();
    let values = layer["intGridCsv"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, value) in (0..).zip(values) {
        let (column, row) = ((index % width) as i32, (index / width) as i32);
        let tile = Cell::new(by.x.saturating_add(column), by.y.saturating_add(row));
        let Some(value) = value.as_u64().filter(|&value| value > 0) else { continue };
        let ground = *known.entry(value).or_insert_with(|| {
            let (name, layer) = (names.get(&value), Some(called.to_owned()));
            let is_numbered = name.is_none();
            let name = name.cloned().unwrap_or_else(|| format!("{called} {value}"));
            map.ground(GroundKind { name, is_numbered, layer, ..GroundKind::default() }, || None)
        });
        map.put(tile, ground);
    }
}

/// Puts the entities of a layer, moved by some tiles.
fn put_entities(map: &mut Foreign, layer: &Value, offset: Vec2, grid_size: f32) {
    let entities = layer["entityInstances"].as_array().map(Vec::as_slice).unwrap_or_default();
    for entity in entities {
        let name = entity["__identifier"].as_str().unwrap_or("");
        let number = |value: &Value| value.as_f64().unwrap_or(0.0) as f32 / grid_size;
        let pair = |key: &str| Vec2::new(number(&entity[key][0]), number(&entity[key][1]));
        let size = Vec2::new(number(&entity["width"]), number(&entity["height"]));
        let from = offset + pair("px") - pair("__pivot") * grid_size * size;
        let fields = entity["fieldInstances"].as_array().map(Vec::as_slice).unwrap_or_default();
        let field = |name: &str| {
            let named = fields
                .iter()
                .find(|field| field["__identifier"].as_str().is_some_and(|id| id.eq_ignore_ascii_case(name)));
            named.and_then(|field| field["__value"].as_str())
        };
        if fields.iter().any(|field| {
            !field["__identifier"]
                .as_str()
                .is_some_and(|id| ["profile", "name"].iter().any(|known| id.eq_ignore_ascii_case(known)))
        }) {
            map.leave_out(format!("fields of the entity {name:?}"));
        }
        let is_agent = ["agent", "player"].iter().any(|known| name.eq_ignore_ascii_case(known));
        if is_agent || map.is_profile(name) {
            let profile = field("profile").map(str::to_owned).or_else(|| (!is_agent).then(|| name.to_owned()));
            _ = map.agent(field("name").unwrap_or(""), profile.as_deref(), from + 0.5 * size);
        } else {
            map.place(field("name").unwrap_or(name), from, from + size);
        }
    }
}
