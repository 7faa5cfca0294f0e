//! The layers of a map of Tiled, out of the groups in which they lie.

use glam::Vec2;
use serde_json::Value;

use super::value::{class, list, marked_solid, number, pair, text, truth, word};
use crate::grid::{Cell, Rect};
use crate::level::import::ground::{is_terrain, means_overlay, means_solid};

/// How deep groups may lie in each other.
const MOST_DEEP: usize = 64;

/// A layer, with what it has from the groups around it.
#[derive(Clone)]
pub(super) struct Layer<'v> {
    pub value: &'v Value,
    pub name: String,
    /// `tilelayer`, `objectgroup` or `imagelayer`.
    pub kind: &'v str,
    /// The terrain that it says all of it is.
    pub terrain: Option<String>,
    /// Whether it says that all of it is solid, or walkable.
    pub is_solid: Option<bool>,
    /// Whether what lies below shows through.
    pub is_overlay: bool,
    pub is_hidden: bool,
    /// Whether it moves otherwise than the camera.
    pub has_parallax: bool,
    /// By how much all of it is moved, in pixels.
    pub offset: Vec2,
}

/// A rectangle of tiles of a layer: all of it, or a chunk.
pub(super) struct TileChunk<'v> {
    pub value: &'v Value,
    pub at: Cell,
    pub width: u32,
    pub height: u32,
}

impl<'v> Layer<'v> {
    /// All layers of a map, the lowest first.
    pub fn all(map: &'v Value) -> Vec<Layer<'v>> {
        let outside = Layer {
            value: map,
            name: String::new(),
            kind: "group",
            terrain: None,
            is_solid: None,
            is_overlay: false,
            is_hidden: false,
            has_parallax: false,
            offset: Vec2::ZERO,
        };
        let mut layers = Vec::new();
        outside.gather(&mut layers, 0);
        layers
    }

    fn gather(&self, layers: &mut Vec<Layer<'v>>, depth: usize) {
        for value in list(&self.value["layers"]) {
            let layer = self.inner(value);
            if layer.kind != "group" {
                layers.push(layer);
            } else if depth < MOST_DEEP {
                layer.gather(layers, depth + 1);
            }
        }
    }

    /// A layer in this group.
    fn inner(&self, value: &'v Value) -> Layer<'v> {
        let (name, class) = (text(value, "name"), class(value));
        let terrain = word(value, "terrain").or_else(|| is_terrain(class).then_some(class)).map(str::to_owned);
        // What the name of the layer itself means is decided with the names of its tiles.
        let meant = || means_solid(class).then_some(true);
        let of_group = || self.is_solid.or_else(|| means_solid(&self.name).then_some(true));
        let opacity = if value["opacity"].is_null() { 1.0 } else { number(&value["opacity"]) };
        let is_still = |key: &str| value[key].is_null() || number(&value[key]) == 1.0;
        Layer {
            value,
            name: name.to_owned(),
            kind: text(value, "type"),
            terrain: terrain.or_else(|| self.terrain.clone()),
            is_solid: marked_solid(value).or_else(meant).or_else(of_group),
            is_overlay: self.is_overlay || means_overlay(name) || opacity < 0.5,
            is_hidden: self.is_hidden || truth(&value["visible"]) == Some(false),
            has_parallax: self.has_parallax || !is_still("parallaxx") || !is_still("parallaxy"),
            offset: self.offset + pair(value, "offsetx", "offsety"),
        }
    }

    /// Whether it says that it is solid, or its name means that.
    pub fn means_solid(&self) -> bool {
        self.is_solid.unwrap_or_else(|| means_solid(&self.name))
    }

    /// The colour of its objects, as a text.
    pub fn color(&self) -> &'v str {
        text(self.value, "color")
    }

    /// Its tiles, in one part or in chunks.
    pub fn parts(&self) -> Vec<TileChunk<'v>> {
        let chunks = list(&self.value["chunks"]);
        let parts = if chunks.is_empty() { std::slice::from_ref(self.value) } else { chunks };
        let part = |value: &'v Value| {
            let whole = |key: &str| number(&value[key]) as i32;
            let at = Cell::new(whole("x"), whole("y"));
            TileChunk { value, at, width: whole("width").max(1) as u32, height: whole("height").max(1) as u32 }
        };
        parts.iter().map(part).collect()
    }
}

/// The box around all tiles of some layers, of which each is moved by whole tiles, as its first tile and its columns and rows.
pub(super) fn extent(layers: &[Layer], unit: Vec2) -> Option<(Cell, u32, u32)> {
    let tiles = layers.iter().filter(|layer| layer.kind == "tilelayer" && (!layer.is_hidden || layer.means_solid()));
    let moved = |layer: &Layer| {
        let by = (layer.offset / unit).round();
        let by = Cell::new(by.x as i32, by.y as i32);
        let cell = |x: i32, y: i32| Cell::new(x.saturating_add(by.x), y.saturating_add(by.y));
        let corners = |part: TileChunk| {
            let end_x = part.at.x.saturating_add_unsigned(part.width);
            let end_y = part.at.y.saturating_add_unsigned(part.height);
            Rect { min: cell(part.at.x, part.at.y), max: cell(end_x, end_y) }
        };
        layer.parts().into_iter().filter(|part| !part.value["data"].is_null()).map(corners).collect::<Vec<_>>()
    };
    let all = tiles.flat_map(moved).reduce(Rect::union)?;
    Some((all.min, all.max.x.abs_diff(all.min.x), all.max.y.abs_diff(all.min.y)))
}
