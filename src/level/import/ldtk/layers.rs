//! The layers of a level that are its ground.

use std::collections::BTreeMap;

use glam::Vec2;
use serde_json::Value;

use super::super::foreign::{Foreign, GroundId, Note};
use super::super::ground::{GroundKind, is_same, means_overlay, means_solid, wanted};
use super::super::options::Options;
use super::{Project, Tile, color, list, number, text_of};
use crate::grid::{Cell, Rect};
use crate::profile::Color;

/// The size of tiles that a project has which says none, in pixels.
const GRID: f32 = 16.0;

/// What a layer is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A grid of numbers.
    Grid,
    /// Pictures that an author put there.
    Tiles,
    /// Pictures that rules put there.
    Auto,
}

/// A kind of ground on a layer.
struct CellKind {
    ground: GroundKind,
    is_solid: bool,
    color: Option<Color>,
    /// Where its colour comes from if it has none.
    tile: Option<Tile>,
}

/// A layer that can be ground.
pub(super) struct Layer<'w> {
    name: &'w str,
    sort: Sort,
    is_hidden: bool,
    /// The side of its cells, in pixels.
    grid: f32,
    /// Where its first cell begins, in pixels.
    offset: Vec2,
    kinds: Vec<CellKind>,
    /// Cells that are not empty, each with its kind; a later one is above an earlier one.
    cells: Vec<(Cell, usize)>,
}

impl<'w> Layer<'w> {
    /// Reads a layer; `None` where it can be no ground.
    fn read(project: &Project<'w>, instance: &'w Value) -> Option<Layer<'w>> {
        let definition = project.definition("layers", "uid", &instance["layerDefUid"]);
        let name = text_of(&instance["__identifier"]);
        let definition = if definition.is_null() {
            project.definition("layers", "identifier", &instance["__identifier"])
        } else {
            definition
        };
        let sort = match text_of(&instance["__type"]) {
            "IntGrid" => Sort::Grid,
            "Tiles" => Sort::Tiles,
            "AutoLayer" => Sort::Auto,
            _ => return None,
        };
        let offset =
            |total: &str, own: &str| number(if instance[total].is_null() { &instance[own] } else { &instance[total] });
        let mut layer = Layer {
            name,
            sort,
            is_hidden: instance["visible"] == false,
            grid: grid_of(instance),
            offset: Vec2::new(offset("__pxTotalOffsetX", "pxOffsetX"), offset("__pxTotalOffsetY", "pxOffsetY")),
            kinds: Vec::new(),
            cells: Vec::new(),
        };
        match sort {
            Sort::Grid => layer.read_values(project, instance, definition),
            Sort::Tiles => layer.read_tiles(project, instance, list(&instance["gridTiles"])),
            Sort::Auto => layer.read_tiles(project, instance, list(&instance["autoLayerTiles"])),
        }
        Some(layer)
    }

    /// The values of an IntGrid layer, 0 being empty. Up to version 0.7 a layer is a list of cells, whose values count from 0
    /// on.
    fn read_values(&mut self, project: &Project, instance: &Value, definition: &Value) {
        let columns = columns(instance);
        let mut known: BTreeMap<u64, usize> = BTreeMap::new();
        let rows = list(&instance["intGridCsv"]);
        let values = (0..).zip(rows).filter_map(|(index, value)| Some((index, value.as_u64()?)));
        let cells = list(&instance["intGrid"]).iter();
        let old = cells.filter_map(|cell| Some((cell["coordId"].as_u64()?, cell["v"].as_u64()?.checked_add(1)?)));
        let values: Vec<(u64, u64)> = if rows.is_empty() { old.collect() } else { values.collect() };
        for (index, value) in values.into_iter().filter(|&(_, value)| value > 0) {
            let kind = *known.entry(value).or_insert_with(|| {
                self.kinds.push(kind_of_value(project, self.name, definition, value));
                self.kinds.len() - 1
            });
            self.cells.push((cell(index, columns), kind));
        }
    }

    /// The tiles of a layer: of a kind of their own where their tileset gives them a tag, all others of the layer's kind.
    fn read_tiles(&mut self, project: &Project, instance: &Value, tiles: &[Value]) {
        let columns = columns(instance);
        let uid =
            [&instance["overrideTilesetUid"], &instance["__tilesetDefUid"]].into_iter().find(|uid| !uid.is_null());
        let uid = uid.cloned().unwrap_or_default();
        let tags = tags_of(project.definition("tilesets", "uid", &uid));
        let mut known: BTreeMap<Option<&str>, usize> = BTreeMap::new();
        let mut drawn: BTreeMap<(i32, i32), usize> = BTreeMap::new();
        for tile in tiles {
            let number_of_tile = ["t", "tileId", "v"].iter().find_map(|&key| tile[key].as_u64());
            let at = match tile["px"].as_array() {
                Some(at) => {
                    let at = at.iter().map(|part| (number(part) / self.grid).floor() as i32).collect::<Vec<i32>>();
                    Cell::new(at.first().copied().unwrap_or(0), at.get(1).copied().unwrap_or(0))
                }
                None => cell(tile["coordId"].as_u64().unwrap_or(0), columns),
            };
            let tag = number_of_tile.and_then(|number| tags.get(&number)).map(String::as_str);
            let kind = *known.entry(tag).or_insert_with(|| {
                let source =
                    |index: usize| tile["src"][index].as_u64().and_then(|at| u32::try_from(at).ok()).unwrap_or(0);
                let ground = GroundKind {
                    name: tag.unwrap_or(self.name).to_owned(),
                    layer: Some(self.name.to_owned()),
                    is_overlay: means_overlay(self.name),
                    ..GroundKind::default()
                };
                let is_solid = ground.decide(project.options).is_solid;
                let tile = Some(Tile { tileset: uid.clone(), at: (source(0), source(1)) });
                self.kinds.push(CellKind { ground, is_solid, color: None, tile });
                self.kinds.len() - 1
            });
            // Of tiles in the same cell the last is drawn on top, but what is solid counts.
            let above = drawn.entry((at.y, at.x)).or_insert(kind);
            if self.kinds[kind].is_solid || !self.kinds[*above].is_solid {
                *above = kind;
            }
        }
        self.cells = drawn.into_iter().map(|((y, x), kind)| (Cell::new(x, y), kind)).collect();
    }

    fn has_walls(&self) -> bool {
        self.cells.iter().any(|&(_, kind)| self.kinds[kind].is_solid)
    }

    /// Puts the layer on a map whose tiles have sides of so many pixels: each is what the layer has at its middle.
    pub fn put(&self, map: &mut Foreign, side: f32, color: &mut dyn FnMut(&mut Foreign, &Tile) -> Option<Color>) {
        if self.offset % side != Vec2::ZERO {
            map.note(format!(
                "the layer {:?} is moved by no whole tiles: each tile is what lies at its middle",
                self.name
            ));
        }
        let mut grounds: BTreeMap<usize, GroundId> = BTreeMap::new();
        let first = |pixels: f32| ((pixels / side) - 0.5).ceil() as i32;
        for &(cell, kind) in &self.cells {
            let from = self.offset + Vec2::new(cell.x as f32, cell.y as f32) * self.grid;
            let end = from + self.grid;
            let tiles =
                Rect { min: Cell::new(first(from.x), first(from.y)), max: Cell::new(first(end.x), first(end.y)) };
            let ground = grounds.entry(kind).or_insert_with(|| {
                let kind = &self.kinds[kind];
                let color = kind.color.or_else(|| kind.tile.as_ref().and_then(|tile| color(map, tile)));
                map.ground(kind.ground.clone(), || color)
            });
            map.put_all(tiles, *ground);
        }
    }
}

/// The kind of ground that a value of an IntGrid layer is.
fn kind_of_value(project: &Project, layer: &str, definition: &Value, value: u64) -> CellKind {
    // Up to version 0.7 the values have no numbers: they stand in their order.
    let values = (1..).zip(list(&definition["intGridValues"]));
    let is_it = |(place, entry): &(u64, &Value)| entry["value"].as_u64().unwrap_or(*place) == value;
    let entry = values.into_iter().find(is_it).map_or(&Value::Null, |(_, entry)| entry);
    let own = entry["identifier"].as_str().filter(|name| !name.trim().is_empty());
    let groups = list(&definition["intGridValuesGroups"]).iter();
    let group = groups.filter(|group| group["uid"] == entry["groupUid"]).find_map(|group| group["identifier"].as_str());
    let says_solid = group.filter(|group| means_solid(group)).map(|_| true);
    let ground = GroundKind {
        name: own.map_or_else(|| format!("{layer} {value}"), str::to_owned),
        is_numbered: own.is_none(),
        layer: Some(layer.to_owned()),
        is_solid: group.and_then(|group| wanted(project.options, group)).or(says_solid),
        is_overlay: means_overlay(layer),
        ..GroundKind::default()
    };
    let is_solid = ground.decide(project.options).is_solid;
    CellKind { ground, is_solid, color: color(&entry["color"]), tile: None }
}

/// The tag of each tile of a tileset that has one; of several, one that says that it is solid.
fn tags_of(tileset: &Value) -> BTreeMap<u64, String> {
    let mut tags: BTreeMap<u64, String> = BTreeMap::new();
    for entry in list(&tileset["enumTags"]) {
        let tag = text_of(&entry["enumValueId"]);
        for tile in list(&entry["tileIds"]).iter().filter_map(Value::as_u64) {
            let known = tags.entry(tile).or_insert_with(|| tag.to_owned());
            if means_solid(tag) {
                *known = tag.to_owned();
            }
        }
    }
    tags
}

fn columns(instance: &Value) -> u64 {
    instance["__cWid"].as_u64().unwrap_or(1).max(1)
}

/// The cell with a number, counted row by row.
fn cell(index: u64, columns: u64) -> Cell {
    let part = |part: u64| i32::try_from(part).unwrap_or(i32::MAX);
    Cell::new(part(index % columns), part(index / columns))
}

/// The side of the cells of a layer, in pixels.
pub(super) fn grid_of(instance: &Value) -> f32 {
    let grid = number(&instance["__gridSize"]);
    if grid >= 1.0 { grid } else { GRID }
}

/// How many tiles of `grid` pixels the largest layer has.
pub(super) fn size(instances: &[Value], grid: f32) -> (u32, u32) {
    let side = |key: &str| {
        let sides = instances.iter().map(|layer| (number(&layer[key]) * grid_of(layer) / grid).ceil() as u32);
        sides.max().unwrap_or(0)
    };
    (side("__cWid"), side("__cHei"))
}

/// The layers that are the ground, the lowest first, the side of the tiles of the level in pixels, and what is left out.
///
/// IntGrid layers are the ground; where none has a value, layers of tiles are. The tiles of the level are those of the finest
/// layer that has walls. A hidden layer counts only where no other has walls, or where the options name it.
pub(super) fn chosen<'w>(
    project: &Project<'w>,
    instances: &'w [Value],
    options: &Options,
) -> Result<(Vec<Layer<'w>>, f32, Vec<Note>), String> {
    let mut layers: Vec<Layer> = instances.iter().rev().filter_map(|instance| Layer::read(project, instance)).collect();
    let mut left_out = Vec::new();
    if let Some(wanted) = &options.layer {
        layers.retain(|layer| is_same(layer.name, wanted));
    } else {
        let is_open = layers.iter().any(|layer| !layer.is_hidden && layer.sort != Sort::Auto && layer.has_walls());
        layers.retain(|layer| {
            let is_kept = !layer.is_hidden || (!is_open && layer.has_walls());
            if !is_kept && !layer.cells.is_empty() {
                let name = layer.name;
                left_out.push(Note {
                    what: format!("the layer {name:?}, which is hidden: show it in LDtk"),
                    flags: Some("`--layer NAME` takes it alone".to_owned()),
                });
            }
            is_kept
        });
        if layers.iter().any(|layer| layer.sort == Sort::Grid && !layer.cells.is_empty()) {
            let mut pictures = Vec::new();
            for layer in layers.iter_mut().filter(|layer| layer.sort != Sort::Grid) {
                let Layer { kinds, cells, sort, name, .. } = layer;
                let all = cells.len();
                // What an author drew as a wall is one, whatever the numbers say; rules only adorn them.
                cells.retain(|&(_, kind)| *sort == Sort::Tiles && kinds[kind].is_solid);
                if cells.len() < all {
                    pictures.push(format!("{name:?}"));
                }
            }
            if !pictures.is_empty() {
                let names = pictures.join(", ");
                let why = "numbers of other layers say what the ground is";
                let what = format!("the pictures of tiles on the layers {names}: {why}");
                left_out.push(Note { what, flags: None });
            }
        }
    }
    let sides = |with_walls: bool| {
        let counted = layers.iter().filter(move |layer| !layer.cells.is_empty() && (!with_walls || layer.has_walls()));
        counted.map(|layer| layer.grid).reduce(f32::min)
    };
    let first = instances.iter().map(grid_of).reduce(f32::min);
    let grid = sides(true).or_else(|| sides(false)).or(first).unwrap_or(GRID);
    Ok((layers, grid, left_out))
}
