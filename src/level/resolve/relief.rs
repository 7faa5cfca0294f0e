//! The heights of a level: those of the legend, the pictures of heights and ceilings, and the ramps.

use glam::Vec2;

use crate::format::Axis;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{self, Node};
use crate::format::table::PICTURE;
use crate::grid::{Cell, Grid};
use crate::level::relief::Ramp;
use crate::level::{Relief, Surface, TileMap};

/// What an entry of the legend says of how its tiles lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lie {
    pub surface: Surface,
    pub ramp: Option<Axis>,
}

impl Lie {
    pub const FLAT: Lie = Lie { surface: Surface::FLAT, ramp: None };
}

/// The relief while it is read.
pub(super) struct Slopes<'n> {
    /// How the tiles lie; those of ramps are not known before the rest is.
    pub surfaces: Grid<Surface>,
    /// Which tiles are ramps.
    pub axes: Grid<Option<Axis>>,
    /// The rows in which the map is drawn.
    pub rows: &'n [Node],
    /// The tile of the first character of the rows.
    pub rows_at: Cell,
}

impl<'n> Slopes<'n> {
    /// Flat ground without ramps.
    pub fn flat(width: u32, height: u32, rows: &'n [Node]) -> Slopes<'n> {
        let (surfaces, axes) = (Grid::filled(width, height, Surface::FLAT), Grid::filled(width, height, None));
        Slopes { surfaces, axes, rows, rows_at: Cell::new(0, 0) }
    }

    /// These as a part of a larger map that is flat elsewhere, from a tile on.
    pub fn within(self, width: u32, height: u32, at: Cell) -> Slopes<'n> {
        let mut all = Slopes { rows_at: at, ..Slopes::flat(width, height, self.rows) };
        for cell in self.surfaces.rect().cells() {
            let tile = Cell::new(cell.x + at.x, cell.y + at.y);
            (all.surfaces[tile], all.axes[tile]) = (self.surfaces[cell], self.axes[cell]);
        }
        all
    }
}

/// What an entry of the legend says of how its tiles lie.
pub(super) fn lie(reader: &mut Reader, fields: &Fields) -> Lie {
    let (height, slope) = (reader.take(fields, "height"), reader.take(fields, "slope"));
    let (ceiling, ramp) = (reader.take(fields, "ceiling"), reader.take(fields, "ramp"));
    let flat = Surface::FLAT;
    let (height, ceiling) = (height.unwrap_or(flat.height), ceiling.unwrap_or(flat.ceiling));
    Lie { surface: Surface { height, slope: slope.unwrap_or(flat.slope), ceiling }, ramp }
}

/// How the tiles of the map lie, if not all flat under the open sky. `drawn` is what the legend says of it.
pub(super) fn relief(reader: &mut Reader, fields: &Fields, map: &TileMap, drawn: Option<Slopes>) -> Option<Relief> {
    let (heights, ceilings) = (reader.optional(fields, "heights"), reader.optional(fields, "ceilings"));
    if drawn.is_none() && heights.is_none() && ceilings.is_none() {
        return None;
    }
    let mut land = drawn.unwrap_or_else(|| Slopes::flat(map.lattice.width, map.lattice.height, &[]));
    if let Some(node) = heights {
        height_picture(reader, node, &mut land);
    }
    if let Some(node) = ceilings {
        picture(reader, node, "ceilings", &mut land, |_, land, tile, ceiling, _| land.surfaces[tile].ceiling = ceiling);
    }
    ramps(reader, map, &mut land);
    let is_flat = land.surfaces.values().iter().all(|surface| *surface == Surface::FLAT);
    (!is_flat).then_some(Relief { surfaces: land.surfaces })
}

fn height_picture(reader: &mut Reader, node: &Node, land: &mut Slopes) {
    picture(reader, node, "heights", land, |reader, land, tile, height, span| {
        if land.axes[tile].is_some() {
            let message = format!("tile ({}, {}) is a ramp: it has no height of its own", tile.x, tile.y);
            reader.report(
                span,
                message,
                "put `.` there: a ramp rises from the tile at one end to the tile at the other",
            );
        }
        land.surfaces[tile].height = height;
    });
}

/// A picture of digits: calls `put` with each tile that has one, its value, and where it is in the text.
fn picture(
    reader: &mut Reader,
    node: &Node,
    name: &str,
    land: &mut Slopes,
    put: fn(&mut Reader, &mut Slopes, Cell, f32, Span),
) {
    let Some(fields) = reader.open(node, &PICTURE) else { return };
    let unit: Option<f32> = reader.take(&fields, "unit");
    let Some(node) = reader.required(&fields, "rows") else { return };
    let Some(rows) = reader.list(node, &format!("the rows of `{name}`"), "[\"..00\", \"..aa\"]") else { return };
    if rows.len() != land.surfaces.height() as usize && node.whole {
        let message = format!("`{name}` has {}, the map has {}", count(rows.len(), "row"), land.surfaces.height());
        reader.report(node.span, message, "a picture has a row for each row of the map");
    }
    for (y, row) in (0..).zip(&rows[..rows.len().min(land.surfaces.height() as usize)]) {
        let digits = digits(reader, row, y, land.surfaces.width());
        for (x, (span, digit)) in (0..).zip(digits) {
            if let (Some(digit), Some(unit)) = (digit, unit) {
                put(reader, land, Cell::new(x, y), digit as f32 * unit, span);
            }
        }
    }
}

/// The digits of a row, `None` where the picture says nothing; empty where the row is at fault.
fn digits(reader: &mut Reader, row: &Node, y: i32, width: u32) -> Vec<(Span, Option<u32>)> {
    if reader.text(row, "a row", "\"..00\"").is_none() {
        return Vec::new();
    }
    let characters: Vec<(Span, Option<char>)> = syntax::characters(reader.text, row.span).collect();
    if characters.len() != width as usize {
        let message = format!("row {y} has {}, the map has {width}", count(characters.len(), "character"));
        reader.report(row.span, message, "a picture has a character for each tile of the map");
        return Vec::new();
    }
    characters.into_iter().map(|(span, character)| (span, character.and_then(|c| digit(reader, c, span)))).collect()
}

fn digit(reader: &mut Reader, character: char, span: Span) -> Option<u32> {
    match character {
        '.' => None,
        '0'..='9' | 'a'..='z' => character.to_digit(36),
        _ => {
            let help = "a digit counts units: 0 to 9, then a (10) to z (35); `.` keeps what the legend gives";
            reader.report(span, format!("{character:?} is not a digit"), help);
            None
        }
    }
}

fn ramps(reader: &mut Reader, map: &TileMap, land: &mut Slopes) {
    for ramp in Ramp::all(&land.axes) {
        let faults = [0, 1].map(|end| end_of_ramp(reader, &ramp, end, map, land));
        if faults != [false, false] {
            continue;
        }
        let ends = ramp.ends().map(|tile| land.surfaces[tile].height);
        if ends[0] == ends[1] {
            level_ramp(reader, &ramp, ends[0], map, land);
        }
        let (heights, slope) = ramp.lie(ends, map.lattice.tile_size);
        for (tile, height) in ramp.tiles().zip(heights) {
            land.surfaces[tile] = Surface { height, slope, ..land.surfaces[tile] };
        }
    }
}

/// Whether a ramp has no level ground at an end, the first or the second; reported.
fn end_of_ramp(reader: &mut Reader, ramp: &Ramp, end: usize, map: &TileMap, land: &Slopes) -> bool {
    let tile = ramp.ends()[end];
    let what = match map.terrain_at(tile) {
        None => "the map ends there".to_owned(),
        Some(terrain) if !terrain.walkable => format!("tile ({}, {}) is {}", tile.x, tile.y, shown(&terrain.name)),
        Some(_) if land.axes[tile].is_some() => {
            format!("tile ({}, {}) is a ramp in the other direction", tile.x, tile.y)
        }
        Some(_) if land.surfaces[tile].slope != Vec2::ZERO => format!("tile ({}, {}) is a slope", tile.x, tile.y),
        Some(_) => return false,
    };
    let at = if end == 0 { ramp.first } else { ramp.axis.along(ramp.first, ramp.length as i32 - 1) };
    let span = character_at(reader, land, at);
    let help = other_way(ramp, map, land)
        .unwrap_or_else(|| "a ramp joins level ground at both of its ends: add some".to_owned());
    let message = format!("this ramp has no level ground at its {} end: {what}", ramp.axis.ends()[end]);
    reader.report(span, message, help);
    true
}

/// Reports a ramp between two tiles of the same height.
fn level_ramp(reader: &mut Reader, ramp: &Ramp, height: f32, map: &TileMap, land: &Slopes) {
    let span = character_at(reader, land, ramp.first);
    let help = other_way(ramp, map, land).unwrap_or_else(|| "change the height of the ground at one end".to_owned());
    reader.report(span, format!("this ramp does not rise: the ground at both its ends is {height} high"), help);
}

/// The help for a ramp that would rise if it ran in the other direction.
fn other_way(ramp: &Ramp, map: &TileMap, land: &Slopes) -> Option<String> {
    let axis = ramp.axis.other();
    let turned = Ramp::through(ramp.first, axis, |tile| land.axes.get(tile).copied().flatten() == Some(ramp.axis));
    let [before, behind] = turned.ends();
    let is_level =
        |tile: Cell| map.is_walkable(tile) && land.axes[tile].is_none() && land.surfaces[tile].slope == Vec2::ZERO;
    let rises = is_level(before) && is_level(behind) && land.surfaces[before].height != land.surfaces[behind].height;
    rises.then(|| format!("should it run in the other direction? Then write `ramp: \"{}\"`", axis.name()))
}

/// Where the character of a tile is in the text.
fn character_at(reader: &Reader, land: &Slopes, tile: Cell) -> Span {
    let (x, y) = ((tile.x - land.rows_at.x) as usize, (tile.y - land.rows_at.y) as usize);
    let character = land.rows.get(y).and_then(|row| syntax::characters(reader.text, row.span).nth(x));
    character.map_or(Span::default(), |(span, _)| span)
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
