//! Maps of Tiled, in XML (`.tmx`) and in JSON (`.tmj`).

mod files;
mod layer;
mod object;
mod tiles;
mod tileset;
mod value;
mod xml;

use std::collections::BTreeMap;

use glam::Vec2;
use serde_json::Value;

use super::foreign::{Foreign, GroundId, Imported};
use super::ground::{GroundKind, is_terrain, means_solid};
use super::options::Options;
use crate::grid::Cell;
use files::TiledFiles;
use layer::Layer;
use object::Objects;
use tileset::{TileLook, Tileset};
use value::{class, list, number, pair, text, truth, unknown_properties};

/// The bits of a tile's number that say how it is turned: over its diagonal first, then from left to right and upside down.
const TURNED: u32 = 0xf000_0000;
const LEFT_TO_RIGHT: u32 = 0x8000_0000;
const UPSIDE_DOWN: u32 = 0x4000_0000;
const OVER_DIAGONAL: u32 = 0x2000_0000;

const HIDDEN: &str = "left out: hidden layers: {}; show them in Tiled";
const SMALL_SHAPES: &str = "left out: collision shapes that cover less than a quarter of their tile, in the tilesets {}; finer tiles \
                            keep them";

/// The level of a map whose tiles are squares, drawn as such, isometrically or slanted.
///
/// The ground of a tile is what the property `terrain` of the tile in its tileset says, or of its layer. Otherwise it is solid
/// where the tile or its layer has a property or a class that says so (`collides`, `solid`, `walkable: false`), where collision
/// shapes cover a quarter of the tile or more, where the tile's colour in a Wang set or its old terrain is solid, or where the name
/// of the layer means it. Otherwise each tile of the tileset is a kind of ground of its own, in the mean colour of its picture.
///
/// Where layers lie on each other, a tile is solid if it is in one of them, and else what the uppermost layer shows that hides what
/// is below. An object of the class `agent`, or of that of a profile, is an agent; one that is solid, or has a `terrain`, marks the
/// tiles under it as that; a line with a name is a patrol path; every other object with a name or a class marks the tiles under it
/// as a place.
///
/// # Errors
/// A text that is neither format, a map of staggered or hexagonal tiles, or one that cannot be read; in a sentence.
pub(super) fn tiled(
    name: &str,
    bytes: &[u8],
    options: &Options,
    files: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Imported, String> {
    let map = files::parse(bytes).map_err(|error| format!("this is no map of Tiled: {error}"))?;
    demand_map(&map)?;
    let is_isometric = text(&map, "orientation") == "isometric";
    let tile = pair(&map, "tilewidth", "tileheight").max(Vec2::ONE);
    let unit = if is_isometric { Vec2::splat(tile.y) } else { tile };
    let mut layers = Layer::all(&map);
    let is_moved = layers.iter().any(|layer| layer.offset != Vec2::ZERO);
    if is_isometric {
        layers.iter_mut().for_each(|layer| layer.offset = Vec2::ZERO);
    }
    let is_infinite =
        truth(&map["infinite"]) == Some(true) || layers.iter().any(|layer| layer.value["chunks"].is_array());
    let of_map = (Cell::new(0, 0), number(&map["width"]) as u32, number(&map["height"]) as u32);
    let (first, width, height) = if is_infinite { layer::extent(&layers, unit).unwrap_or(of_map) } else { of_map };
    let mut level = Foreign::new(width, height, unit.x as u32, options)?;
    for layer in &mut layers {
        layer.offset -= Vec2::new(first.x as f32, first.y as f32) * unit;
    }
    if is_moved && is_isometric {
        level.leave_out("offsets of layers of an isometric map: its layers lie exactly on each other");
    }
    tell_of_map(&mut level, &map, &layers);
    let files = &mut TiledFiles::new(files);
    let mut tilesets: Vec<Tileset> =
        list(&map["tilesets"]).iter().map(|entry| Tileset::read(&mut level, entry, files)).collect();
    tilesets.sort_by_key(|set| set.first);
    layers.retain(|layer| accepts(&mut level, layer));
    for layer in layers.iter().filter(|layer| layer.kind == "tilelayer") {
        if level.takes_layer(&layer.name) {
            put_tiles(&mut level, layer, &tilesets, unit, files)?;
        }
    }
    add_objects(&mut level, &layers, Objects::new(&tilesets, unit, is_isometric), files);
    level.into_level(name)
}

/// Fails in words if this is no map, or one whose tiles are no squares.
fn demand_map(map: &Value) -> Result<(), String> {
    match text(map, "type") {
        kind @ ("tileset" | "template" | "world" | "project") => {
            let help = "import the map (.tmx or .tmj) that it belongs to";
            return Err(format!("this is a {kind} of Tiled, and no map: {help}"));
        }
        "map" | "" if map["layers"].is_array() || map["orientation"].is_string() => {}
        "map" | "" => return Err("this is no map of Tiled: it has no `layers`".to_owned()),
        other => return Err(format!("this is no map of Tiled, but <{other}>")),
    }
    match text(map, "orientation") {
        // The slant of an oblique map is one of its picture: its tiles and objects lie as those of an orthogonal one.
        "" | "orthogonal" | "isometric" | "oblique" => Ok(()),
        other => Err(format!(
            "this map is {other}: its tiles are no squares in rows and columns, as those of a level are; choose the orientation \
             Orthogonal in Tiled's Map > Map Properties and save it again"
        )),
    }
}

/// Tells of what belongs to no layer that is ground or has objects.
fn tell_of_map(level: &mut Foreign, map: &Value, layers: &[Layer]) {
    for name in unknown_properties(map) {
        level.note_each(
            "left out: properties of the map: {}; the level's `about` and its script can say such things",
            name,
        );
    }
    for layer in layers {
        let name = &layer.name;
        if layer.kind == "imagelayer" {
            level.note_each("left out: image layers: {}; a level has no pictures", name);
        }
        if layer.has_parallax {
            level.note_each("the parallax of layers is ignored: {}; they lie where their tiles are", name);
        }
        for property in unknown_properties(layer.value) {
            level.note_each(
                "left out: properties of layers: {}; `terrain` and `solid` say what ground a layer is",
                property,
            );
        }
    }
}

/// Whether a layer is to be read: a hidden one is if it is solid, as those for collisions are, or if the options name it.
fn accepts(level: &mut Foreign, layer: &Layer) -> bool {
    if !layer.is_hidden || layer.kind == "imagelayer" {
        return true;
    }
    let is_wanted = level.wanted(&layer.name).is_some() || level.is_only_layer(&layer.name);
    if layer.means_solid() && !is_wanted {
        level.note_each(
            "layers are hidden and solid all the same: {}; delete those in Tiled that are not meant",
            &layer.name,
        );
    } else if !is_wanted {
        level.note_each(HIDDEN, &layer.name);
        level.tell_flags(HIDDEN, "`--solid NAME` or `--floor NAME` takes one all the same");
    }
    layer.means_solid() || is_wanted
}

/// The tileset that has the tile of this number.
fn tileset_of(tilesets: &[Tileset], gid: u32) -> Option<&Tileset> {
    tilesets[..tilesets.partition_point(|set| set.first <= gid)].last().filter(|_| gid > 0)
}

/// What a tile of a layer puts on the ground.
#[derive(Clone)]
struct Drawn {
    ground: GroundId,
    /// The parts that are of another ground, for tiles that the level divides.
    parts: Vec<Cell>,
    of_parts: GroundId,
}

fn put_tiles(
    level: &mut Foreign,
    layer: &Layer,
    tilesets: &[Tileset],
    unit: Vec2,
    files: &mut TiledFiles,
) -> Result<(), String> {
    let by = level.whole_tiles(layer.offset / unit);
    let mut known: BTreeMap<u32, Drawn> = BTreeMap::new();
    for part in layer.parts() {
        let numbers = tiles::numbers(layer.value, part.value)
            .map_err(|error| format!("the tiles of the layer {:?} cannot be read: {error}", layer.name))?;
        let (found, all) = (numbers.len(), u64::from(part.width) * u64::from(part.height));
        if (found as u64) < all {
            level.note(format!("the layer {:?} has only {found} of its {all} tiles: the others are empty", layer.name));
        }
        for (index, number) in (0..).zip(numbers).filter(|(_, number)| number & !TURNED != 0) {
            let column = part.at.x.saturating_add(by.x).saturating_add((index % part.width) as i32);
            let row = part.at.y.saturating_add(by.y).saturating_add((index / part.width) as i32);
            let drawn = known.entry(number).or_insert_with(|| drawn(level, layer, tilesets, number, files));
            let tile = Cell::new(column, row);
            level.put(tile, drawn.ground);
            drawn.parts.iter().for_each(|&part| level.put_part_of(tile, part, drawn.of_parts));
        }
    }
    Ok(())
}

/// What the tile of a number puts on the ground, as it and its layer say.
fn drawn(level: &mut Foreign, layer: &Layer, tilesets: &[Tileset], number: u32, files: &mut TiledFiles) -> Drawn {
    let gid = number & !TURNED;
    let Some(set) = tileset_of(tilesets, gid) else {
        level.note("tiles of no tileset count by their layers only");
        let kind = kind_of(layer, None, gid);
        let ground = level.ground(kind, || None);
        return Drawn { ground, parts: Vec::new(), of_parts: ground };
    };
    let id = gid - set.first;
    set.tell_properties(id, level);
    let look = set.look(id, level, files).unwrap_or(TileLook { color: None, is_overlay: false });
    let mut kind = kind_of(layer, Some(set), id);
    kind.is_overlay |= look.is_overlay;
    let color = look.color.or_else(|| set.wang(id).and_then(|wang| wang.color));
    let (mut parts, mut of_parts) = (Vec::new(), None);
    if let (None, Some(is_solid)) = (kind.is_solid.or(set.marked_solid(id)), set.has_solid_shape(id)) {
        let each = level.parts_of_tile();
        let solid = GroundKind { is_solid: Some(true), ..named_by_tile(&kind, set, id) };
        if each > 1 {
            parts = set.covered(id, each).unwrap_or_default();
            parts.iter_mut().for_each(|part| *part = turned(*part, number, each as i32 - 1));
            of_parts = Some(level.ground(solid, || color));
        } else if is_solid {
            kind = solid;
        } else {
            level.note_each(SMALL_SHAPES, &set.name);
            level.tell_flags(SMALL_SHAPES, "`--tile-size PX`");
        }
    }
    let ground = level.ground(kind, || color);
    Drawn { ground, parts, of_parts: of_parts.unwrap_or(ground) }
}

/// Where a part of a tile is when the tile is turned; parts are counted from 0 to `last`.
fn turned(Cell { x, y }: Cell, number: u32, last: i32) -> Cell {
    let (x, y) = if number & OVER_DIAGONAL == 0 { (x, y) } else { (y, x) };
    let x = if number & LEFT_TO_RIGHT == 0 { x } else { last - x };
    Cell::new(x, if number & UPSIDE_DOWN == 0 { y } else { last - y })
}

/// The kind of ground of a tile, but for its collision shapes.
fn kind_of(layer: &Layer, set: Option<&Tileset>, id: u32) -> GroundKind {
    let class = set.map_or("", |set| class(set.tile(id)));
    let marked = set.and_then(|set| set.marked_solid(id));
    let of_tile = set.and_then(|set| set.terrain(id));
    let layer_speaks = layer.terrain.is_some() || layer.means_solid() || is_terrain(&layer.name);
    let wang = set.and_then(|set| set.wang(id)).filter(|wang| !layer_speaks || wang.is_solid == Some(true));
    let of_layer = layer.is_solid.filter(|_| !is_terrain(class) || means_solid(class));
    let kind = GroundKind {
        name: class.to_owned(),
        is_numbered: false,
        layer: Some(layer.name.clone()),
        terrain: of_tile.or(layer.terrain.as_deref()).map(str::to_owned),
        is_solid: marked.or(wang.and_then(|wang| wang.is_solid)).or(of_layer),
        is_overlay: layer.is_overlay,
    };
    match (wang, set) {
        _ if !class.is_empty() => kind,
        (Some(wang), _) if !wang.name.is_empty() => GroundKind { name: wang.name.clone(), ..kind },
        _ if marked.is_none() && layer_speaks => GroundKind { name: layer.name.clone(), ..kind },
        (_, Some(set)) => named_by_tile(&kind, set, id),
        (_, None) => GroundKind { name: format!("tile {id}"), is_numbered: true, ..kind },
    }
}

/// A kind of ground under the name of its class, or else under its number in its tileset.
fn named_by_tile(kind: &GroundKind, set: &Tileset, id: u32) -> GroundKind {
    let class = class(set.tile(id));
    let is_numbered = class.is_empty();
    let name = if is_numbered { format!("{} {id}", set.name) } else { class.to_owned() };
    GroundKind { name, is_numbered, ..kind.clone() }
}

fn add_objects(level: &mut Foreign, layers: &[Layer], mut objects: Objects, files: &mut TiledFiles) {
    let mut all = Vec::new();
    for layer in layers.iter().filter(|layer| layer.kind == "objectgroup") {
        for object in list(&layer.value["objects"]) {
            let object = object::with_template(level, object, files);
            objects.names.insert(number(&object["id"]) as u64, text(&object, "name").to_owned());
            all.push((layer, object));
        }
    }
    // Paths first, so that agents can be sent along them.
    all.iter().for_each(|(layer, object)| objects.add_path(level, object, layer));
    all.iter().for_each(|(layer, object)| objects.add(level, object, layer));
}
