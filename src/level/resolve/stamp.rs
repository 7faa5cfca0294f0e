//! Rows that are drawn on a generated map.

use super::drawing::{self, moved};
use super::relief::Slopes;
use super::{Land, generated, pieces};
use crate::format::problem::shown;
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{self, Node, Value};
use crate::grid::{Cell, Grid};
use crate::level::generate;
use crate::level::{Terrain, TerrainId};

/// The tiles of a map that is generated, with those of `rows` in their place, from the tile `at` on.
pub(super) fn land<'n>(
    reader: &mut Reader,
    fields: &Fields<'n>,
    generate: &Node,
    (rows, at): (&'n Node, &Node),
    terrains: &[Terrain],
    seed: u64,
) -> Land<'n> {
    reader.locations.generate = Some(generate.span);
    let generated = generated::generate(reader, generate, terrains, seed);
    let mut legend = drawing::legend_in(reader, fields, terrains);
    legend.see_through = Some(Vec::new());
    let drawn = drawing::rows(reader, rows, &mut legend);
    let at = first_tile(reader, at, fields).map(|tile| (at, tile));
    let mut tiles = generated.as_ref().map(generate::generate);
    let mut slopes = None;
    if let (Some(tiles), Some(drawn), Some((node, at))) = (&mut tiles, &drawn, at)
        && fits(reader, node, at, drawn, tiles)
    {
        let rows = rows.list_or_one();
        slopes = drawing::slopes(reader, rows, drawn.width(), &legend);
        slopes = slopes.map(|slopes: Slopes| slopes.within(tiles.width(), tiles.height(), at));
        let kept = legend.see_through.as_deref().unwrap_or_default();
        let mut kept = kept.iter().copied().peekable();
        for cell in drawn.rect().cells() {
            if kept.next_if_eq(&cell).is_none() {
                tiles[moved(cell, at)] = drawn[cell];
            }
        }
        reader.locations.rows_at = (at.x, at.y);
    }
    let places_whole = legend.places_whole && drawn.is_some();
    legend.move_places(Cell::new(reader.locations.rows_at.0, reader.locations.rows_at.1));
    pieces::stamp(reader, fields, &mut tiles, &mut slopes, &mut legend);
    let places = drawing::drawn_places(reader, legend);
    Land { tiles, slopes, generate: None, places, places_whole }
}

/// The tiles of a map that is generated, with pieces stamped on it.
pub(super) fn on_generated<'n>(
    reader: &mut Reader,
    fields: &Fields<'n>,
    generate: &Node,
    terrains: &[Terrain],
    seed: u64,
) -> Land<'n> {
    let generated = generated::generate(reader, generate, terrains, seed);
    let mut legend = drawing::legend_in(reader, fields, terrains);
    legend.set_drawn(true);
    let mut tiles = generated.as_ref().map(generate::generate);
    let size = tiles.as_ref().map(|tiles| (tiles.width(), tiles.height())).filter(|_| !legend.is_flat());
    let mut slopes = size.map(|(width, height)| Slopes::flat(width, height, &[]));
    pieces::stamp(reader, fields, &mut tiles, &mut slopes, &mut legend);
    let places_whole = legend.places_whole;
    Land { tiles, slopes, generate: None, places: drawing::drawn_places(reader, legend), places_whole }
}

/// The tile on which the first character of the rows lies: given itself, or by a place of `places`.
fn first_tile(reader: &mut Reader, node: &Node, fields: &Fields) -> Option<Cell> {
    if !matches!(node.value, Value::Text) {
        return reader.tile(node);
    }
    let name = syntax::string(reader.text, node.span).into_owned();
    let places = match reader.optional(fields, "places").map(|places| &places.value) {
        Some(Value::Map(entries)) => entries.as_slice(),
        _ => &[],
    };
    let is_named =
        |key: &Node| matches!(key.value, Value::Text) && syntax::string(reader.text, key.span) == name.as_str();
    let Some(place) = places.iter().find(|entry| is_named(&entry.key)) else {
        let help = format!("add it: `places: {{{name:?}: (12, 8)}}`");
        reader.report(node.span, format!("`places` has no place {}", shown(&name)), help);
        return None;
    };
    // A place that is a struct is checked with the others.
    let tiles = match &place.value.value {
        Value::Fields(_) => place.value.field(reader.text, "tiles")?,
        _ => &place.value,
    };
    tiles.list_or_one().first().and_then(|tile| reader.tile(tile))
}

/// Whether rows lie on the map as a whole; reported if not.
fn fits(reader: &mut Reader, node: &Node, at: Cell, drawn: &Grid<TerrainId>, map: &Grid<TerrainId>) -> bool {
    let (right, below) = (i64::from(at.x) + i64::from(drawn.width()), i64::from(at.y) + i64::from(drawn.height()));
    let fits = at.x >= 0 && at.y >= 0 && right <= i64::from(map.width()) && below <= i64::from(map.height());
    if !fits {
        let (width, height) = (drawn.width(), drawn.height());
        let message =
            format!("the rows do not lie on the generated map: {width} x {height} tiles from ({}, {}) on", at.x, at.y);
        let help = format!("the map has {} x {} tiles, counted from 0", map.width(), map.height());
        reader.report(node.span, message, help);
    }
    fits
}
