//! Pieces of map that are drawn once and stamped at several places.

use std::collections::BTreeMap;

use super::drawing::{Legend, Meaning, row_of_piece, unknown_characters};
use super::relief::{Lie, Slopes};
use crate::format::locations::Noun;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{Node, Value};
use crate::format::table::STAMP;
use crate::grid::{Cell, Grid};
use crate::level::TerrainId;
use crate::level::turn::Orientation;

/// A piece of map.
struct Piece {
    /// What each of its characters means, where it is not a space that leaves what is there.
    tiles: Vec<(Cell, Meaning)>,
    width: i32,
    height: i32,
}

/// Puts the stamps of a level on its map: on the tiles, the slopes and the places of the legend.
pub(super) fn stamp<'n>(
    reader: &mut Reader,
    fields: &Fields<'n>,
    tiles: &mut Option<Grid<TerrainId>>,
    slopes: &mut Option<Slopes<'n>>,
    legend: &mut Legend,
) {
    let before = reader.problems.count();
    let pieces = pieces(reader, fields, legend);
    for node in reader.take_list(fields, "stamps").unwrap_or_default() {
        let Some(fields) = reader.open(node, &STAMP) else { continue };
        let name = reader.required(&fields, "piece");
        let piece = name.and_then(|node| {
            let name = reader.text(node, "the name of a piece", "\"hut\"")?;
            let piece = pieces.get(&name);
            if piece.is_none() {
                reader.unknown_name(node, "piece", &name, pieces.keys().map(String::as_str));
            }
            piece
        });
        let degrees: Option<u16> = reader.take(&fields, "turn");
        let mirrored = reader.take(&fields, "mirror");
        let at = reader.required(&fields, "at").map_or(&[][..], |node| {
            let list = node.list_or_one();
            if reader.check_length(node, list, fields.what, fields.in_table("at")) { list } else { &[] }
        });
        let corners: Vec<(Span, Option<Cell>)> = at.iter().map(|node| (node.span, reader.tile(node))).collect();
        let (Some(piece), Some(degrees), Some(mirrored)) = (piece, degrees, mirrored) else { continue };
        let turn = Orientation { quarters: (degrees / 90) as u8, mirrored };
        for (span, corner) in corners {
            if let (Some(corner), Some(tiles)) = (corner, tiles.as_mut()) {
                piece.put(reader, (corner, span), turn, (tiles, slopes, legend));
            }
        }
    }
    if reader.problems.count() > before {
        legend.set_drawn(false);
    }
}

/// The pieces of a level by their names.
fn pieces(reader: &mut Reader, fields: &Fields, legend: &Legend) -> BTreeMap<String, Piece> {
    let (mut pieces, mut given) = (BTreeMap::new(), BTreeMap::new());
    let own = reader.optional(fields, "pieces");
    if let Some(node) = reader.optional(fields, "pieces_from").filter(|_| own.is_none()) {
        let message = "the pieces of this level are in another file, which is not read here";
        let help =
            "give it to `footpath` together with that file, or copy them into it: `pieces: {\"hut\": [\"###\"]}`";
        reader.report(node.span, message, help);
        reader.lost.insert("piece".to_owned());
    }
    for entry in reader.take_map(fields, "pieces") {
        let Some(name) = reader.map_name(entry, Noun::Piece, &mut given) else { continue };
        let rows = reader.list(&entry.value, "the rows of a piece", "[\"###\", \"#.#\"]");
        let fits = |rows: &&[Node]| reader.check_length(&entry.value, rows, "a piece", fields.in_table("pieces"));
        let Some(rows) = rows.filter(fits) else {
            reader.lost.insert(Noun::Piece.name().to_owned());
            continue;
        };
        let (mut all, mut width, mut unknown) = (Vec::new(), 0, BTreeMap::new());
        for (y, row) in (0..).zip(rows) {
            if !matches!(row.value, Value::Text) {
                reader.wrong_kind(row, "a row", "a string", "\"#..#\"");
                continue;
            }
            let tiles = row_of_piece(reader, row, legend, &mut unknown);
            width = width.max(tiles.len() as i32);
            let tile = |(x, tile): (i32, Option<Meaning>)| Some((Cell::new(x, y), tile?));
            all.extend((0..).zip(tiles).filter_map(tile));
        }
        if legend.is_whole() {
            unknown_characters(reader, unknown, legend);
        }
        pieces.insert(name, Piece { tiles: all, width, height: rows.len() as i32 });
    }
    pieces
}

/// How a tile lies when its piece is turned.
fn turned(mut lie: Lie, turn: Orientation) -> Lie {
    lie.surface.slope = turn.about_point(lie.surface.slope.into()).into();
    if turn.changes_sides() {
        lie.ramp = lie.ramp.map(|axis| axis.other());
    }
    lie
}

impl Piece {
    /// Puts it on the map, its upper left corner on a tile that is written somewhere.
    fn put(
        &self,
        reader: &mut Reader,
        (corner, span): (Cell, Span),
        turn: Orientation,
        (tiles, slopes, legend): (&mut Grid<TerrainId>, &mut Option<Slopes>, &mut Legend),
    ) {
        let at = |cell: Cell| {
            let cell = turn.cell(cell, (self.width, self.height));
            Cell::new(corner.x.saturating_add(cell.x), corner.y.saturating_add(cell.y))
        };
        if self.tiles.iter().any(|(cell, _)| tiles.get(at(*cell)).is_none()) {
            let message = format!(
                "this piece does not lie on the map, with its upper left corner at {}",
                shown(reader.slice(span))
            );
            let help = format!(
                "it has {} x {} tiles before it is turned, the map {} x {}, counted from 0",
                self.width,
                self.height,
                tiles.width(),
                tiles.height()
            );
            return reader.report(span, message, help);
        }
        for &(cell, tile) in &self.tiles {
            let here = at(cell);
            tiles[here] = tile.terrain;
            legend.put_place(here, tile.place);
            if let Some(slopes) = slopes {
                let lie = turned(tile.lie, turn);
                (slopes.surfaces[here], slopes.axes[here]) = (lie.surface, lie.ramp);
            }
        }
    }
}
