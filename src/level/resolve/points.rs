//! Where something is: tiles, points and places, and whether they are on the map.

use std::ops::RangeInclusive;

use glam::Vec2;

use super::Site;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader, all};
use crate::format::syntax::{Node, Value};
use crate::format::table::ValueType;
use crate::grid::Cell;
use crate::level::TileMap;

/// The point that `tile`, `at` or `place` says, and where it is written. Whether the map has a point is not asked.
pub(super) fn spot(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<(Vec2, Span)> {
    let (given, node) = reader.the_one(fields, "tile")?;
    let point = match given {
        "tile" => {
            let cell = reader.tile(node)?;
            let map = site.map?;
            inside(reader, map, cell, node.span).then(|| map.lattice.centre(cell))?
        }
        "at" => match &fields.in_table("at").value {
            ValueType::FarPoint(range) => far_point(reader, node, "`at`", range)?,
            _ => reader.point(node, "`at`")?,
        },
        _ => point_of_place(reader, node, &format!("{} is at one", fields.what), site)?,
    };
    Some((point, node.span))
}

/// The middle of a place that has one tile; `but` says what needs one.
pub(super) fn point_of_place(reader: &mut Reader, node: &Node, but: &str, site: &Site) -> Option<Vec2> {
    tile_of_place(reader, node, but, site).zip(site.map).map(|(tile, map)| map.lattice.centre(tile))
}

/// The tile of a place that has one.
pub(super) fn tile_of_place(reader: &mut Reader, node: &Node, but: &str, site: &Site) -> Option<Cell> {
    let name = place_named(reader, node, "a place", site)?;
    let tiles = &site.places.get(&name)?.tiles;
    if tiles.len() > 1 {
        let message = format!("the place {} has {} tiles, but {but}", shown(&name), tiles.len());
        let Cell { x, y } = tiles[0];
        reader.report(node.span, message, format!("name the tile: ({x}, {y}) is one of them"));
        return None;
    }
    tiles.first().copied()
}

/// The name of a place of the level; `what` it is to be.
pub(super) fn place_named(reader: &mut Reader, node: &Node, what: &str, site: &Site) -> Option<String> {
    let Site { places, places_whole, .. } = *site;
    let name = reader.text(node, what, "\"gate\"")?;
    reader.locations.places_in_use.insert(name.clone());
    if !places.contains_key(&name) && places_whole {
        reader.unknown_name(node, "place", &name, places.keys().map(String::as_str));
    }
    Some(name)
}

/// The points of a list, all on the map and none left out; `what` is one of them, and `leads` what leads to a place.
pub(super) fn stations(reader: &mut Reader, list: &[Node], what: &str, leads: &str, site: &Site) -> Option<Vec<Vec2>> {
    let map = site.map.filter(|_| site.measured);
    all(list.iter().map(|node| {
        if matches!(node.value, Value::Text) {
            return point_of_place(reader, node, leads, site);
        }
        let point = reader.point(node, what)?;
        map.is_none_or(|map| point_inside(reader, map, point, node.span)).then_some(point)
    }))
}

/// A point that may lie outside the map, with coordinates in this range.
pub(super) fn far_point(reader: &mut Reader, node: &Node, what: &str, range: &RangeInclusive<f32>) -> Option<Vec2> {
    let [x, y] = reader.pair(node, what, "(2.5, 1.5)")?;
    let x = reader.number(x, &format!("the x of {what}"), range.clone());
    let y = reader.number(y, &format!("the y of {what}"), range.clone());
    Some(Vec2::new(x?, y?))
}

/// Whether a tile is on the map; reported if not.
pub(super) fn inside(reader: &mut Reader, map: &TileMap, tile: Cell, span: Span) -> bool {
    let inside = map.lattice.contains(tile);
    if !inside {
        let (columns, rows) = (map.lattice.width - 1, map.lattice.height - 1);
        let help = format!("the map has columns 0 to {columns} and rows 0 to {rows}");
        reader.report(span, format!("the tile {} is outside the map", shown(reader.slice(span))), help);
    }
    inside
}

/// Whether a point is on the map; reported if not.
pub(super) fn point_inside(reader: &mut Reader, map: &TileMap, point: Vec2, span: Span) -> bool {
    let inside = map.lattice.tile_inside(point).is_some();
    if !inside {
        reader.report(span, format!("the point {} is outside the map", shown(reader.slice(span))), span_of(map));
    }
    inside
}

/// Reports something, a `noun`, that is entirely outside the map.
pub(super) fn touches_map(reader: &mut Reader, site: &Site, min: Vec2, max: Vec2, noun: &str, span: Span) {
    let Some(map) = site.map.filter(|_| site.measured) else { return };
    let (first, last) = (map.lattice.origin, map.lattice.origin + map.lattice.size());
    if !(max.cmpge(first).all() && min.cmple(last).all()) {
        reader.report(span, format!("this {noun} is entirely outside the map"), span_of(map));
    }
}

/// The points that a map spans, in words.
pub(super) fn span_of(map: &TileMap) -> String {
    let (first, last) = (map.lattice.origin, map.lattice.origin + map.lattice.size());
    format!("the map spans ({}, {}) to ({}, {})", first.x, first.y, last.x, last.y)
}
