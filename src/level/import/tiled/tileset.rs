//! What the tilesets of Tiled say of their tiles.

use std::collections::BTreeMap;
use std::rc::Rc;

use glam::Vec2;
use serde_json::Value;

use super::files::{TiledFiles, beside};
use super::value::{class, list, marked_solid, number, outline, pair, property, text, unknown_properties, word};
use crate::grid::{Cell, Rect};
use crate::level::import::foreign::Foreign;
use crate::level::import::ground::means_solid;
use crate::level::import::shape;
use crate::profile::Color;

/// The part of a tile that its collision shapes cover at least where they make it solid.
const LEAST_COVERED: f32 = 0.25;
/// Along a side, into how many parts a tile is divided to see how much of it shapes cover.
const PARTS: i32 = 4;
/// Less of a tile than this is drawn where what lies below it shows through.
const LEAST_OPAQUE: f32 = 0.5;

/// A tileset of a map.
pub(super) struct Tileset {
    /// The number of its first tile in the map.
    pub first: u32,
    /// Its name; that of its file if it cannot be read.
    pub name: String,
    value: Rc<Value>,
    /// Its file as seen from the map; empty if it is in the map itself.
    file: String,
    /// What is said of single tiles, by their numbers in the set.
    tiles: BTreeMap<u32, Value>,
    /// The colour of a Wang set or terrain that is most of a tile, by the tile's number.
    wang: BTreeMap<u32, Wang>,
}

/// A colour of a Wang set, or an old terrain.
#[derive(Clone)]
pub(super) struct Wang {
    pub name: String,
    pub is_solid: Option<bool>,
    pub color: Option<Color>,
}

/// How a tile looks.
pub(super) struct TileLook {
    pub color: Option<Color>,
    /// Whether what lies below shows through.
    pub is_overlay: bool,
}

impl Tileset {
    /// Reads an entry of the `tilesets` of a map, perhaps from a file of its own. One that cannot be read is empty, and told.
    pub fn read(level: &mut Foreign, entry: &Value, files: &mut TiledFiles) -> Tileset {
        Tileset::read_beside(level, entry, "", files)
    }

    /// Reads an entry of the `tilesets` of another file than the map, perhaps from a file of its own.
    pub fn read_beside(level: &mut Foreign, entry: &Value, beside_file: &str, files: &mut TiledFiles) -> Tileset {
        let first = number(&entry["firstgid"]).max(1.0) as u32;
        let (mut value, mut file) = (Rc::new(entry.clone()), String::new());
        if let Some(source) = entry["source"].as_str().filter(|source| !source.is_empty()) {
            file = beside(beside_file, source);
            match files.value(&file) {
                Ok(own) => value = own,
                Err(message) => level.note(format!(
                    "the tileset {file:?} cannot be read: {message}: what it says of walls is lost; put it beside the map"
                )),
            }
        }
        let stem = file.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
        let name = [text(&value, "name"), stem, "tile"].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
        let (tiles, wang) = (tiles_of(&value), wang_of(&value));
        Tileset { first, name: name.to_owned(), file, tiles, wang, value }
    }

    /// What is said of a tile; `Value::Null` if nothing is.
    pub fn tile(&self, id: u32) -> &Value {
        self.tiles.get(&id).unwrap_or(&Value::Null)
    }

    /// Whether the tile is marked as solid by a property of its own or of the set, or as walkable.
    pub fn marked_solid(&self, id: u32) -> Option<bool> {
        let of_set = || marked_solid(&self.value).or_else(|| means_solid(class(&self.value)).then_some(true));
        marked_solid(self.tile(id)).or_else(of_set)
    }

    /// The terrain that the tile's property `terrain` names, or that of the set.
    pub fn terrain(&self, id: u32) -> Option<&str> {
        word(self.tile(id), "terrain").or_else(|| word(&self.value, "terrain"))
    }

    /// The colour of a Wang set, or the old terrain, of which most of a tile is.
    pub fn wang(&self, id: u32) -> Option<&Wang> {
        self.wang.get(&id)
    }

    /// The parts of a tile that its collision shapes cover, `each` of them along a side; `None` if it has no shapes.
    pub fn covered(&self, id: u32, each: u32) -> Option<Vec<Cell>> {
        let shapes = list(&self.tile(id)["objectgroup"]["objects"]);
        let size = self.tile_size(id);
        let whole = Rect { min: Cell::new(0, 0), max: Cell::new(each as i32, each as i32) };
        let mut covered = vec![false; (each * each) as usize];
        for object in shapes {
            let corners = outline(object, Vec2::ZERO).into_iter().map(|corner| corner / size * each as f32);
            let corners: Vec<Vec2> = corners.collect();
            for (Cell { x, y }, part, has_middle) in shape::covered(&corners, shape::reach(&corners, whole)) {
                covered[(y * each as i32 + x) as usize] |= has_middle || part >= 0.5;
            }
        }
        let cells = whole.cells().zip(covered).filter(|&(_, is_covered)| is_covered).map(|(cell, _)| cell);
        (!shapes.is_empty()).then(|| cells.collect())
    }

    /// Whether its collision shapes cover enough of a tile to make it solid; `None` if it has none.
    pub fn has_solid_shape(&self, id: u32) -> Option<bool> {
        let covered = self.covered(id, PARTS as u32)?;
        Some(covered.len() as f32 >= LEAST_COVERED * (PARTS * PARTS) as f32)
    }

    /// Where the pictures of tile objects hang, as Tiled names it; empty if it does not say.
    pub fn object_alignment(&self) -> &str {
        text(&self.value, "objectalignment")
    }

    /// The size of a tile in pixels.
    pub fn tile_size(&self, id: u32) -> Vec2 {
        let own = pair(self.tile(id), "imagewidth", "imageheight");
        let size = if own.min_element() > 0.0 { own } else { pair(&self.value, "tilewidth", "tileheight") };
        size.max(Vec2::ONE)
    }

    /// How a tile looks in its picture; `None` if the picture cannot be had, which is told.
    pub fn look(&self, id: u32, level: &mut Foreign, files: &mut TiledFiles) -> Option<TileLook> {
        let tile = self.tile(id);
        let own = text(tile, "image");
        let source = if own.is_empty() { text(&self.value, "image") } else { own };
        if source.is_empty() {
            return None;
        }
        let file = beside(&self.file, source);
        let picture = match files.picture(&file, color(text(&self.value, "transparentcolor"))) {
            Ok(picture) => picture,
            Err(message) => {
                level.note(format!(
                    "the picture {file:?} cannot be read: {message}: its tiles have other colours; put it beside the map as \
                     a PNG file"
                ));
                return None;
            }
        };
        let (mut from, mut size) = ((0, 0), (picture.width, picture.height));
        if own.is_empty() {
            let whole = |key: &str| number(&self.value[key]).clamp(0.0, 65536.0) as u32;
            let tile = (whole("tilewidth").max(1), whole("tileheight").max(1));
            let (margin, spacing) = (whole("margin"), whole("spacing"));
            let fitting = (picture.width.saturating_sub(2 * margin) + spacing) / (tile.0 + spacing);
            let columns = if whole("columns") > 0 { whole("columns") } else { fitting.max(1) };
            let at = |index: u32, side: u32| margin.saturating_add(index.saturating_mul(side + spacing));
            (from, size) = ((at(id % columns, tile.0), at(id / columns, tile.1)), tile);
        }
        let mean = picture.mean(from, size);
        let opaque = mean.map_or(0.0, |(_, opaque)| opaque);
        Some(TileLook { color: mean.map(|(color, _)| color), is_overlay: opaque < LEAST_OPAQUE })
    }

    /// Tells of the properties of a tile of which a level has nothing.
    pub fn tell_properties(&self, id: u32, level: &mut Foreign) {
        for name in unknown_properties(self.tile(id)) {
            level.note_each("left out: properties of tiles: {}; a level has terrains, with costs, instead", name);
        }
    }
}

/// What is said of single tiles. Tiled wrote them as structs before version 1.2.
fn tiles_of(value: &Value) -> BTreeMap<u32, Value> {
    let mut tiles = BTreeMap::new();
    for tile in list(&value["tiles"]) {
        tiles.insert(number(&tile["id"]) as u32, tile.clone());
    }
    for (key, tile) in value["tiles"].as_object().into_iter().flatten() {
        tiles.extend(key.parse().ok().map(|id: u32| (id, tile.clone())));
    }
    for (key, properties) in value["tileproperties"].as_object().into_iter().flatten() {
        let Ok(id) = key.parse::<u32>() else { continue };
        let tile = tiles.entry(id).or_insert_with(|| Value::Object(serde_json::Map::new()));
        if tile.is_object() {
            tile["properties"] = properties.clone();
        }
    }
    tiles
}

/// The colour of a Wang set that is most of each tile, and likewise the old terrains.
fn wang_of(value: &Value) -> BTreeMap<u32, Wang> {
    let mut of_tiles = BTreeMap::new();
    let terrains: Vec<Wang> = list(&value["terrains"]).iter().map(wang).collect();
    for (id, tile) in tiles_of(value) {
        let corners = match &tile["terrain"] {
            Value::String(corners) => {
                corners.split(',').map(|corner| corner.trim().parse::<usize>().ok()).collect::<Vec<_>>()
            }
            corners => list(corners).iter().map(|corner| corner.as_u64().map(|at| at as usize)).collect(),
        };
        of_tiles.extend(most_of(corners.into_iter().flatten(), &terrains).map(|wang| (id, wang)));
    }
    for set in list(&value["wangsets"]) {
        let colors: Vec<Wang> = list(&set["colors"]).iter().map(wang).collect();
        let (edges, corners): (Vec<Wang>, Vec<Wang>) = (
            list(&set["edgecolors"]).iter().map(wang).collect(),
            list(&set["cornercolors"]).iter().map(wang).collect(),
        );
        for tile in list(&set["wangtiles"]) {
            let id = number(&tile["tileid"]) as u32;
            if of_tiles.contains_key(&id) {
                continue;
            }
            // Edges and corners by turns; 0 is none.
            let numbers = wang_id(&tile["wangid"]);
            let of = |first: usize| numbers.iter().skip(first).step_by(2).filter_map(|number| number.checked_sub(1));
            let found = if colors.is_empty() {
                most_of(of(0), &edges).or_else(|| most_of(of(1), &corners))
            } else {
                most_of(of(0).chain(of(1)), &colors)
            };
            of_tiles.extend(found.map(|wang| (id, wang)));
        }
    }
    of_tiles
}

fn wang(value: &Value) -> Wang {
    let own = [text(value, "name"), class(value)].into_iter().find(|name| !name.trim().is_empty()).unwrap_or("");
    let meant = || means_solid(own).then_some(true).or_else(|| means_solid(class(value)).then_some(true));
    let name = word(value, "terrain").unwrap_or(own).trim().to_owned();
    Wang { name, is_solid: marked_solid(value).or_else(meant), color: color(text(value, "color")) }
}

/// The numbers of a Wang tile: a list, a text of numbers, or eight digits of a hexadecimal number, the last one first.
fn wang_id(value: &Value) -> Vec<usize> {
    let Some(id) = value.as_str() else {
        return list(value).iter().map(|number| number.as_u64().unwrap_or(0) as usize).collect();
    };
    match id.strip_prefix("0x") {
        Some(digits) => digits.chars().rev().map(|digit| digit.to_digit(16).unwrap_or(0) as usize).collect(),
        None => id.split(',').map(|number| number.trim().parse().unwrap_or(0)).collect(),
    }
}

/// The kind which is named most often by its number; of equals the solid one.
fn most_of(numbers: impl Iterator<Item = usize>, kinds: &[Wang]) -> Option<Wang> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    let known = counts.into_iter().filter_map(|(number, count)| Some((count, kinds.get(number)?)));
    let most = known.max_by_key(|(count, wang)| (*count, wang.is_solid == Some(true)))?;
    Some(most.1.clone()).filter(|wang| !wang.name.is_empty() || wang.is_solid.is_some())
}

/// A colour as `#rrggbb` or `#aarrggbb`.
pub(super) fn color(text: &str) -> Option<Color> {
    let digits = text.trim_start_matches('#');
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| matches!(digits.len(), 6 | 8))?;
    let [_, r, g, b] = number.to_be_bytes();
    Some(Color { r, g, b })
}

/// The class of a tile, and what its properties say, under those of an object that shows it.
pub(super) fn own_or_of_tile<'v>(object: &'v Value, tile: &'v Value, name: &str) -> Option<&'v Value> {
    property(object, name).or_else(|| property(tile, name))
}
