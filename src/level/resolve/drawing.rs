//! The map as it is drawn: the legend, and the rows in its characters.

use std::collections::BTreeMap;

use super::areas::{take_terrain, terrain_name};
use super::relief::lie;
use super::relief::{Lie, Slopes};
use super::{KnownPlace, KnownPlaces, limits};
use crate::format::locations::Noun;
use crate::format::problem::{Span, shown};
use crate::format::reader::{Fields, Reader, list_of};
use crate::format::syntax::{self, Node, Value};
use crate::format::table::LEGEND_ENTRY;
use crate::grid::{Cell, Grid};
use crate::level::{Terrain, TerrainId};

/// What a character of the rows means.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    pub terrain: TerrainId,
    /// Which of the legend's places its tiles belong to.
    pub place: Option<usize>,
    pub lie: Lie,
}

/// The legend as it is read.
#[derive(Default)]
pub(super) struct Legend {
    meanings: BTreeMap<char, Meaning>,
    places: Vec<LegendPlace>,
    /// Whether no character of it was lost to an error.
    whole: bool,
    /// Whether no place of it was lost to an error.
    pub places_whole: bool,
    /// Whether every row could be read.
    drawn: bool,
    /// Where rows are drawn on a generated map: the tiles, in order of rows, that they leave as they are, because a space
    /// stands there that has no meaning of its own.
    pub see_through: Option<Vec<Cell>>,
}

impl Legend {
    /// Whether no tile of it lies other than flat under the open sky.
    pub fn is_flat(&self) -> bool {
        self.meanings.values().all(|meaning| meaning.lie == Lie::FLAT)
    }

    /// Whether no character of it was lost to an error.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Makes a tile a part of one of its places, or of none.
    pub fn put_place(&mut self, tile: Cell, place: Option<usize>) {
        for (index, known) in self.places.iter_mut().enumerate() {
            match known.tiles.binary_search_by_key(&(tile.y, tile.x), |tile| (tile.y, tile.x)) {
                Ok(at) if place != Some(index) => _ = known.tiles.remove(at),
                Err(at) if place == Some(index) => known.tiles.insert(at, tile),
                _ => {}
            }
        }
    }

    /// Moves the tiles of its places along with the rows.
    pub fn move_places(&mut self, by: Cell) {
        self.places.iter_mut().flat_map(|place| &mut place.tiles).for_each(|tile| *tile = moved(*tile, by));
    }

    /// Takes it that every row was read, of a map that has none of its own, or not, where a part of the map was lost to an error.
    pub fn set_drawn(&mut self, is_drawn: bool) {
        self.drawn = self.whole && is_drawn;
    }
}

struct LegendPlace {
    name: String,
    /// Where it is named first, and the character there.
    span: Span,
    character: char,
    tiles: Vec<Cell>,
}

/// The legend of a level; empty where it has none.
pub(super) fn legend_in(reader: &mut Reader, fields: &Fields, terrains: &[Terrain]) -> Legend {
    reader.optional(fields, "legend").map(|node| legend(reader, node, terrains)).unwrap_or_default()
}

pub(super) fn legend(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> Legend {
    let mut legend = Legend { whole: node.whole, places_whole: node.whole, ..Legend::default() };
    let mut given: BTreeMap<char, Span> = BTreeMap::new();
    let mut place_indices: BTreeMap<String, usize> = BTreeMap::new();
    if !matches!(node.value, Value::Map(_)) {
        (legend.whole, legend.places_whole) = (false, false);
    }
    for entry in reader.map(node, "`legend`", "{'.': \"grass\", '#': \"wall\"}") {
        let before = reader.problems.count();
        let character = legend_key(reader, &entry.key);
        let (terrain, place, lie) = meaning(reader, &entry.value, terrains);
        legend.places_whole &= reader.problems.count() == before && !matches!(entry.value.value, Value::Broken);
        let Some(character) = character else {
            legend.whole = false;
            continue;
        };
        if let Some(&first) = given.get(&character) {
            reader.given_twice(entry.key.span, format!("the character {character:?} is in the legend twice"), first);
            continue;
        }
        given.insert(character, entry.key.span);
        reader.locations.legend.insert(character, (entry.key.span, false));
        let place = place.map(|(name, span)| {
            *place_indices.entry(name.clone()).or_insert_with(|| {
                legend.places.push(LegendPlace { name, span, character, tiles: Vec::new() });
                legend.places.len() - 1
            })
        });
        legend.meanings.insert(character, Meaning { terrain: terrain.unwrap_or(TerrainId(0)), place, lie });
    }
    legend
}

fn legend_key(reader: &mut Reader, key: &Node) -> Option<char> {
    match key.value {
        Value::Character(character) if character.is_control() => {
            let message = format!("the character {character:?} is invisible in a row");
            reader.report(key.span, message, "choose a visible one");
            None
        }
        Value::Character(character) => Some(character),
        Value::Text if syntax::string(reader.text, key.span).chars().count() == 1 => {
            let message = "a character of the legend is written in single quotes";
            let character = syntax::string(reader.text, key.span).chars().next()?;
            reader.problems.report_habit(key.span, message, format!("write `{character:?}`"));
            Some(character)
        }
        _ => {
            reader.wrong_kind(key, "a key of the legend", "one character", "'.'");
            None
        }
    }
}

/// What an entry of the legend says: a terrain, a place with where it is named, and how its tiles lie.
fn meaning(reader: &mut Reader, node: &Node, terrains: &[Terrain]) -> (Option<TerrainId>, Option<(String, Span)>, Lie) {
    if matches!(node.value, Value::Text) {
        return (terrain_name(reader, node, terrains), None, Lie::FLAT);
    }
    let example = "\"grass\"` or `(terrain: \"grass\", place: \"gate\")";
    if !matches!(node.value, Value::Fields(_)) {
        reader.wrong_kind(node, "an entry of the legend", "the name of a terrain, or a struct", example);
        return (None, None, Lie::FLAT);
    }
    let Some(fields) = reader.open(node, &LEGEND_ENTRY) else {
        return (None, None, Lie::FLAT);
    };
    let terrain = take_terrain(reader, &fields, "terrain", terrains);
    let place = reader.optional(&fields, "place");
    let place = place.and_then(|node| Some((reader.name(node, "the name of a place", "\"gate\"")?, node.span)));
    (terrain, place, lie(reader, &fields))
}

/// The tiles, row by row; also fills in where the places are. Where a row is at fault, its tiles are taken for the
/// default floor, so that the rest of the level can be checked.
pub(super) fn rows(reader: &mut Reader, node: &Node, legend: &mut Legend) -> Option<Grid<TerrainId>> {
    let rows = reader.list(node, "`rows`", "[\"####\", \"#..#\", \"####\"]")?;
    if rows.len() > limits::MAP_TILES {
        let message = format!("the map has too many rows: {}", rows.len());
        reader.report(rows[limits::MAP_TILES].span, message, format!("it has at most {}", limits::MAP_TILES));
        return None;
    }
    let mut unknown = BTreeMap::new();
    let mut tiles: Vec<Option<Vec<TerrainId>>> = Vec::with_capacity(rows.len());
    for (y, row) in rows.iter().enumerate() {
        reader.locations.rows.push(row.span);
        if matches!(row.value, Value::Text) {
            tiles.push(Some(row_of_tiles(reader, row, y as i32, legend, &mut unknown)));
        } else {
            reader.wrong_kind(row, "a row", "a string", "\"#..#\"");
            tiles.push(None);
        }
    }
    if legend.whole {
        unknown_characters(reader, unknown, legend);
    }
    let width = common_width(reader, node, rows, &tiles)?;
    legend.drawn = node.whole && tiles.iter().all(Option::is_some);
    let floor = vec![TerrainId(0); width];
    let all = tiles.into_iter().flat_map(|row| row.filter(|row| row.len() == width).unwrap_or(floor.clone()));
    node.whole.then(|| Grid::from_rows(width as u32, rows.len() as u32, all.collect()))
}

/// The tiles of one row.
fn row_of_tiles(
    reader: &mut Reader,
    row: &Node,
    y: i32,
    legend: &mut Legend,
    unknown: &mut BTreeMap<char, (Span, usize)>,
) -> Vec<TerrainId> {
    let mut tiles = Vec::new();
    for (span, character) in syntax::characters(reader.text, row.span) {
        let meaning = character.and_then(|character| legend.meanings.get(&character));
        if let (Some(kept), None, Some(' ')) = (&mut legend.see_through, meaning, character) {
            kept.push(Cell::new(tiles.len() as i32, y));
            tiles.push(TerrainId(0));
            continue;
        }
        if let Some(place) = meaning.and_then(|meaning| meaning.place) {
            legend.places[place].tiles.push(Cell::new(tiles.len() as i32, y));
        }
        if let Some((_, is_drawn)) = character.and_then(|character| reader.locations.legend.get_mut(&character)) {
            *is_drawn = true;
        }
        if let (None, Some(character)) = (meaning, character) {
            unknown.entry(character).or_insert((span, 0)).1 += 1;
        }
        tiles.push(meaning.map_or(TerrainId(0), |meaning| meaning.terrain));
    }
    tiles
}

/// The tiles of a row of a piece; `None` where a space leaves what is there.
pub(super) fn row_of_piece(
    reader: &mut Reader,
    row: &Node,
    legend: &Legend,
    unknown: &mut BTreeMap<char, (Span, usize)>,
) -> Vec<Option<Meaning>> {
    let mut tiles = Vec::new();
    for (span, character) in syntax::characters(reader.text, row.span) {
        let meaning = character.and_then(|character| legend.meanings.get(&character)).copied();
        match character {
            Some(' ') if meaning.is_none() => {}
            Some(character) if meaning.is_none() => unknown.entry(character).or_insert((span, 0)).1 += 1,
            Some(character) => {
                let known = reader.locations.legend.get_mut(&character);
                known.into_iter().for_each(|(_, is_drawn)| *is_drawn = true);
            }
            None => {}
        }
        tiles.push(meaning);
    }
    tiles
}

/// The surface of each tile by the legend; `None` if the legend gives none.
pub(super) fn slopes<'n>(reader: &Reader, rows: &'n [Node], width: u32, legend: &Legend) -> Option<Slopes<'n>> {
    if legend.is_flat() {
        return None;
    }
    let mut slopes = Slopes::flat(width, rows.len() as u32, rows);
    for (y, row) in (0..).zip(rows).filter(|(_, row)| matches!(row.value, Value::Text)) {
        for (x, (_, character)) in (0..).zip(syntax::characters(reader.text, row.span)) {
            let meaning = character.and_then(|character| legend.meanings.get(&character));
            let tile = Cell::new(x, y);
            if let (Some(meaning), Some(surface)) = (meaning, slopes.surfaces.get_mut(tile)) {
                *surface = meaning.lie.surface;
                slopes.axes[tile] = meaning.lie.ramp;
            }
        }
    }
    Some(slopes)
}

pub(super) fn unknown_characters(reader: &mut Reader, unknown: BTreeMap<char, (Span, usize)>, legend: &Legend) {
    for (character, (span, count)) in unknown {
        let times = if count == 1 { String::new() } else { format!(" (it occurs {count} times in the rows)") };
        let known: Vec<String> = legend.meanings.keys().map(|known| known.to_string()).collect();
        let known = list_of(known.iter().map(String::as_str));
        let help = if character.is_control() {
            format!("it is invisible in a row: use one of {known}")
        } else {
            format!("add `{character:?}: \"...\"` to it, or use one of {known}")
        };
        reader.report(span, format!("the character {character:?} is not in the legend{times}"), help);
    }
}

/// The width that most rows have; reports those that differ.
fn common_width(reader: &mut Reader, node: &Node, rows: &[Node], tiles: &[Option<Vec<TerrainId>>]) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in tiles.iter().flatten() {
        *counts.entry(row.len()).or_default() += 1;
    }
    let drawn = counts.iter().filter(|(width, _)| **width > 0);
    let width = drawn.max_by_key(|(_, count)| **count).map_or(0, |(&width, _)| width);
    if width > limits::MAP_TILES {
        let message = format!("the map has too many columns: {width}");
        reader.report(rows[0].span, message, format!("it has at most {}", limits::MAP_TILES));
        return None;
    }
    for (index, row) in tiles.iter().enumerate() {
        if let Some(row) = row.as_ref().filter(|row| row.len() != width) {
            let plural = if row.len() == 1 { "" } else { "s" };
            let message = format!("row {index} is {} character{plural} long, the others {width}", row.len());
            reader.report(rows[index].span, message, "all rows must have the same length");
        }
    }
    if width == 0 && node.whole && tiles.iter().all(Option::is_some) {
        reader.report(node.span, "the map is empty", "give it at least one row of one character");
    }
    (width > 0).then_some(width)
}

/// The places, each with its tiles; reports those that have none.
pub(super) fn drawn_places(reader: &mut Reader, legend: Legend) -> KnownPlaces {
    let mut places = KnownPlaces::new();
    for place in legend.places {
        if place.tiles.is_empty() && legend.drawn {
            let message = format!("the place {} is nowhere on the map", shown(&place.name));
            reader.report(place.span, message, format!("use its character {:?} in a row", place.character));
        }
        reader.locations.names.insert((Noun::Place, place.name.clone()), place.span);
        // It is a sign on the map, for the player.
        reader.locations.places_in_use.insert(place.name.clone());
        places.insert(place.name, KnownPlace { span: place.span, tiles: place.tiles });
    }
    places
}

/// Reports the places of a legend whose characters stand nowhere, for there are no rows.
pub(super) fn places_without_rows(reader: &mut Reader, legend: &Legend) {
    for place in &legend.places {
        let message = format!("a generated map has no characters to mark the place {}", shown(&place.name));
        let help = format!("leave it out here, and add `places: {{{:?}: (column, row)}}` to the level", place.name);
        reader.report(place.span, message, help);
    }
}

pub(super) fn moved(cell: Cell, by: Cell) -> Cell {
    Cell::new(cell.x + by.x, cell.y + by.y)
}
