//! Painting: characters of rows and digits of pictures in the place of others.

use std::collections::BTreeMap;
use std::mem;

use super::bracket::line_end;
use super::document::{Change, Document, indented};
use super::drawing::{DigitPicture, Drawing, Letter, free_character, legend};
use super::field_path::{self, FieldPath};
use super::patch::Splices;
use super::{Affected, Brush, EditError};
use crate::format::problem::Span;
use crate::format::ron_text::Ron;
use crate::format::syntax::{self, KeyValue, Node, Value};
use crate::grid::Cell;
use crate::level::TerrainId;
use crate::level::turn::Orientation;
use crate::sorting;

/// How many characters of a legend give heights, or ceilings, before a picture is drawn for them.
const MOST_LETTERS: usize = 4;
/// The units that a new picture may have, in world units.
const UNITS: [f32; 8] = [1.0, 0.5, 0.25, 0.1, 0.05, 0.025, 0.01, 0.001];

/// What a brush makes of the tiles of a character.
struct PaintedTiles {
    character: char,
    /// What the picture says of them, if the brush is for one.
    digit: Option<char>,
    /// Whether they are no longer of the same place.
    moves_place: bool,
}

pub(super) fn paint(
    document: &mut Document,
    brush: &Brush,
    cells: &[Cell],
    change: &mut Change,
) -> Result<(), EditError> {
    draw(document, change)?;
    let mut cells = cells.to_vec();
    sorting::sort_by_key(&mut cells, |cell| (cell.y, cell.x));
    cells.dedup();
    let mut touched = BTreeMap::new();
    let missing = || EditError::Missing(FieldPath::field("rows"));
    let drawing = Drawing::of(&document.text, &document.root).ok_or_else(missing)?;
    let mut row = (None, Vec::new());
    for &cell in &cells {
        if row.0 != Some(cell.y) {
            let inside = cell.y >= 0 && (cell.y as usize) < drawing.rows.len();
            row = (Some(cell.y), if inside { drawing.row(drawing.rows, cell.y) } else { Vec::new() });
        }
        let at = usize::try_from(cell.x).ok().and_then(|x| row.1.get(x));
        let &(_, character) = at.ok_or(EditError::OutsideMap(cell))?;
        touched.insert(character, None);
    }
    let wants_picture = wants_picture(&drawing, brush, touched.keys());
    let has_ramps = drawing.has_ramps();
    if let Some((name, unit)) = wants_picture {
        new_picture(document, name, unit, change)?;
    }
    let mut letters = legend(&document.text, &document.root);
    for (&character, stroke) in &mut touched {
        *stroke = Some(plan(document, brush, character, &mut letters, change)?);
    }
    let strokes = sorting::map(touched.into_iter().filter_map(|(character, s)| Some((character, s?))));
    let drawing = Drawing::of(&document.text, &document.root).ok_or_else(missing)?;
    let (patch, cells, moves_place) = patch(&document.text, &drawing, brush, &cells, &strokes);
    let reach = if moves_place || has_ramps { Affected::Everything } else { Affected::Tiles(cells) };
    document.step(patch, reach, change);
    if moves_place {
        forget_unused(document, &strokes, change)?;
    }
    Ok(())
}

/// The splices that draw the tiles anew, those tiles that change, and whether a place does.
fn patch(
    text: &str,
    drawing: &Drawing,
    brush: &Brush,
    cells: &[Cell],
    strokes: &BTreeMap<char, PaintedTiles>,
) -> (Splices, Vec<Cell>, bool) {
    let picture = match brush {
        Brush::Height(_) => drawing.heights.as_ref(),
        Brush::Ceiling(_) => drawing.ceilings.as_ref(),
        _ => None,
    };
    let mut pieces: [Vec<(Span, String)>; 2] = Default::default();
    let mut changed = Vec::new();
    let mut moves_place = false;
    for row_of_cells in cells.chunk_by(|a, b| a.y == b.y) {
        let y = row_of_cells[0].y;
        let row = drawing.row(drawing.rows, y);
        let digits = picture.map(|picture| drawing.row(picture.rows, y));
        let is_raw = |rows: &[Node]| text[rows[y as usize].span.range()].starts_with('r');
        let raw = [is_raw(drawing.rows), picture.is_some_and(|picture| is_raw(picture.rows))];
        for &cell in row_of_cells {
            let (span, character) = row[cell.x as usize];
            let stroke = &strokes[&character];
            let digit = digits.as_ref().zip(stroke.digit).map(|(digits, digit)| (digits[cell.x as usize], digit));
            let put = |pieces: &mut Vec<(Span, String)>, span: Span, character: char, raw: bool| {
                let written = in_row(character, raw);
                match pieces.last_mut() {
                    Some((last, inserted)) if last.end == span.start => {
                        *last = last.to(span);
                        inserted.push_str(&written);
                    }
                    _ => pieces.push((span, written)),
                }
            };
            let mut changes = false;
            if stroke.character != character {
                put(&mut pieces[0], span, stroke.character, raw[0]);
                moves_place |= stroke.moves_place;
                changes = true;
            }
            if let Some(((span, _), digit)) = digit.filter(|((_, now), digit)| now != digit) {
                put(&mut pieces[1], span, digit, raw[1]);
                changes = true;
            }
            changed.extend(changes.then_some(cell));
        }
    }
    let mut all = pieces.concat();
    let mut order: Vec<(u32, usize)> = all.iter().enumerate().map(|(index, (span, _))| (span.start, index)).collect();
    sorting::sort(&mut order);
    let mut patch = Splices::default();
    for (_, index) in order {
        let (span, written) = mem::take(&mut all[index]);
        patch.replace(text, span, written);
    }
    (patch, changed, moves_place)
}

/// Which character stands for what the tiles of another become; it is added to the legend where there is none.
fn plan(
    document: &mut Document,
    brush: &Brush,
    character: char,
    letters: &mut BTreeMap<char, Letter>,
    change: &mut Change,
) -> Result<PaintedTiles, EditError> {
    let old = letters.get(&character).cloned().unwrap_or_default();
    let unit = |name: &str| {
        let drawing = Drawing::of(&document.text, &document.root)?;
        let picture = if name == "heights" { drawing.heights } else { drawing.ceilings };
        picture.map(|picture| picture.unit)
    };
    let (wanted, digit) = wanted(brush, &old, unit);
    let moves_place = wanted.place != old.place;
    let character = character_for(document, &wanted, letters, change)?;
    Ok(PaintedTiles { character, digit, moves_place })
}

/// What a letter becomes, and the digit in the picture; `unit` is that of a picture, by its name.
fn wanted(brush: &Brush, old: &Letter, unit: impl Fn(&str) -> Option<f32>) -> (Letter, Option<char>) {
    match brush {
        Brush::Terrain(terrain) => (Letter { terrain: terrain.clone(), ..old.clone() }, None),
        Brush::Place(place) => (Letter { place: place.clone(), ..old.clone() }, None),
        Brush::Height(height) => {
            let level = Letter { ramp: None, ..old.clone() };
            let unit = unit("heights");
            if level.own_height() == *height {
                return (level, unit.map(|_| '.'));
            }
            match unit.and_then(|unit| DigitPicture::digit(unit, *height)) {
                Some(digit) => (level, Some(digit)),
                None => (Letter { height: Some(*height), ..level }.plain(), unit.map(|_| '.')),
            }
        }
        Brush::Ceiling(ceiling) => {
            let unit = unit("ceilings");
            if old.ceiling == *ceiling {
                return (old.clone(), unit.map(|_| '.'));
            }
            match unit.zip(*ceiling).and_then(|(unit, ceiling)| DigitPicture::digit(unit, ceiling)) {
                Some(digit) => (old.clone(), Some(digit)),
                None => (Letter { ceiling: *ceiling, ..old.clone() }, unit.map(|_| '.')),
            }
        }
    }
}

/// The character that stands for something; added to the legend where there is none.
pub(super) fn character_for(
    document: &mut Document,
    wanted: &Letter,
    letters: &mut BTreeMap<char, Letter>,
    change: &mut Change,
) -> Result<char, EditError> {
    if let Some((&character, _)) = letters.iter().find(|(_, letter)| *letter == wanted) {
        return Ok(character);
    }
    let full = || EditError::Impossible("the legend has no character left".to_owned());
    let character = free_character(letters, wanted).ok_or_else(full)?;
    let path = FieldPath::field("legend").key(&character.to_string());
    let before = change.steps.len();
    document.set(&path, &wanted.to_ron(), change)?;
    // A character that stands nowhere changes nothing, and a step after this one draws with it.
    for step in &mut change.steps[before..] {
        step.reach = Affected::Nothing;
    }
    letters.insert(character, wanted.clone());
    Ok(character)
}

/// The picture that has to be drawn before a brush can be used, and its unit: where the legend would have to give too many
/// values itself.
fn wants_picture<'c>(
    drawing: &Drawing,
    brush: &Brush,
    touched: impl Iterator<Item = &'c char>,
) -> Option<(&'static str, f32)> {
    let (name, value, picture) = match brush {
        Brush::Height(height) => ("heights", *height, &drawing.heights),
        Brush::Ceiling(Some(ceiling)) => ("ceilings", *ceiling, &drawing.ceilings),
        _ => return None,
    };
    let mut olds = touched.filter_map(|character| drawing.letters.get(character));
    let is_new = olds.any(|old| {
        let (wanted, _) = wanted(brush, old, |_| None);
        drawing.letters.values().all(|letter| *letter != wanted)
    });
    let given = drawing.letters.values().filter(|letter| match brush {
        Brush::Height(_) => letter.height.is_some(),
        _ => letter.ceiling.is_some(),
    });
    if picture.is_some() || !is_new || given.count() < MOST_LETTERS {
        return None;
    }
    let unit = UNITS.into_iter().find(|unit| DigitPicture::digit(*unit, value).is_some())?;
    Some((name, unit))
}

/// Adds a picture that says nothing yet.
fn new_picture(document: &mut Document, name: &str, unit: f32, change: &mut Change) -> Result<(), EditError> {
    let drawing = Drawing::of(&document.text, &document.root);
    let drawing = drawing.ok_or_else(|| EditError::Missing(FieldPath::field("rows")))?;
    let row = format!("        \"{}\",\n", ".".repeat(drawing.row(drawing.rows, 0).len()));
    let rows = row.repeat(drawing.rows.len());
    let unit = Ron::from(unit);
    let picture = Ron::trusted(format!("(\n    unit: {unit},\n    rows: [\n{rows}    ],\n)"));
    let before = change.steps.len();
    document.set(&FieldPath::field(name), &picture, change)?;
    for step in &mut change.steps[before..] {
        step.reach = Affected::Nothing;
    }
    Ok(())
}

/// Removes characters of places from the legend that stand nowhere any more: a place has to be somewhere.
fn forget_unused(
    document: &mut Document,
    strokes: &BTreeMap<char, PaintedTiles>,
    change: &mut Change,
) -> Result<(), EditError> {
    let Some(drawing) = Drawing::of(&document.text, &document.root) else { return Ok(()) };
    let rows = (0..drawing.rows.len() as i32).map(|y| drawing.row(drawing.rows, y));
    let used = sorting::set(rows.flatten().map(|(_, character)| character));
    let place = |character: &char| drawing.letters.get(character).and_then(|letter| letter.place.clone());
    let touched = sorting::set(strokes.keys().filter_map(place));
    let left = sorting::set(used.iter().filter_map(place));
    let lost: Vec<String> = touched.difference(&left).cloned().collect();
    // Of a place that is nowhere now, no character may be left that was drawn over before.
    let is_unused = |character: &&char| {
        let place = place(character);
        let is_lost = place.as_ref().is_some_and(|name| lost.contains(name));
        place.is_some() && !used.contains(character) && (is_lost || strokes.contains_key(character))
    };
    let unused: Vec<char> = drawing.letters.keys().filter(is_unused).copied().collect();
    for character in unused {
        document.remove(&FieldPath::field("legend").key(&character.to_string()), change)?;
    }
    // With the place goes what programs keep of it.
    for place in lost.into_iter().map(|name| FieldPath::field("places").key(&name)) {
        if document.span(&place).is_some() {
            document.remove(&place, change)?;
        }
    }
    Ok(())
}

/// Puts `rows` in the place of `generate`, where the map is generated, and of the stamps on it: all of it, with the rows that are
/// drawn on it.
pub(super) fn draw(document: &mut Document, change: &mut Change) -> Result<(), EditError> {
    let Value::Fields(entries) = &document.root.value else { return Ok(()) };
    let name = |entry: &&KeyValue| entry.name(&document.text).to_owned();
    let generate = entries.iter().find(|entry| name(entry) == "generate");
    let fields = ["generate", "rows_at", "stamps", "pieces"];
    let (is_drawn, has_stamps) = (generate.is_none(), entries.iter().any(|entry| name(&entry) == "stamps"));
    if is_drawn && !has_stamps {
        return Ok(());
    }
    let map = &document.level.map;
    let stamp = stamp(document);
    let own_rows = entries.iter().find(|entry| name(entry) == "rows");
    let whole = |entry: &KeyValue| entry.key.span.to(entry.value.span);
    let span = own_rows.map(|rows| rows.value.span).or(generate.map(whole));
    let Some(span) = span else { return Ok(()) };
    let used = sorting::set(map.tiles.values().iter().map(|terrain| terrain.0));
    let names: Vec<(u8, Letter)> = used
        .into_iter()
        .map(|id| (id, Letter { terrain: map.terrains[id as usize].name.clone(), ..Letter::default() }))
        .collect();
    // The rows first: where there is no legend yet, it goes in front of them.
    let mut letters = legend(&document.text, &document.root);
    let mut characters = BTreeMap::new();
    let mut missing = Vec::new();
    for (id, letter) in &names {
        let known = letters.iter().find(|(_, known)| *known == letter).map(|(&character, _)| character);
        let character = known.or_else(|| free_character(&letters, letter));
        let full = || EditError::Impossible("the legend has no character left".to_owned());
        let character = character.ok_or_else(full)?;
        if known.is_none() {
            missing.push((character, letter.clone()));
            letters.insert(character, letter.clone());
        }
        characters.insert(*id, character);
    }
    let rows = map.tiles.values().chunks(map.lattice.width as usize);
    let row = |(y, row): (i32, &[TerrainId])| {
        let tile = |(x, terrain): (i32, &TerrainId)| {
            stamp.get(&Cell::new(x, y)).copied().unwrap_or_else(|| characters[&terrain.0])
        };
        let row: String = (0..).zip(row).map(tile).collect();
        format!("    {},\n", Ron::from(row.as_str()))
    };
    let drawn = format!("[\n{}]", (0..).zip(rows).map(row).collect::<String>());
    let drawn = if own_rows.is_some() { drawn } else { format!("rows: {drawn}") };
    let drawn = indented(&drawn, &document.indentation(), line_end(&document.text));
    let mut patch = Splices::default();
    patch.replace(&document.text, span, drawn);
    document.step(patch, Affected::Everything, change);
    for field in fields.map(FieldPath::field) {
        if document.span(&field).is_some() {
            document.remove(&field, change)?;
        }
    }
    if document.root.field(&document.text, "legend").is_none() {
        let entries: String = missing
            .iter()
            .map(|(character, letter)| format!("    {}: {},\n", Ron::character(*character), letter.to_ron()))
            .collect();
        return document.set(&FieldPath::field("legend"), &Ron::trusted(format!("{{\n{entries}}}")), change);
    }
    for (character, letter) in missing {
        document.set(&FieldPath::field("legend").key(&character.to_string()), &letter.to_ron(), change)?;
    }
    Ok(())
}

/// The characters that rows and stamps draw on the map, by their tiles.
fn stamp(document: &Document) -> BTreeMap<Cell, char> {
    let mut stamp = characters_of_rows(document);
    stamp.extend(characters_of_stamps(document));
    stamp
}

/// The characters that the stamps of a level draw, one after the other.
fn characters_of_stamps(document: &Document) -> Vec<(Cell, char)> {
    let (text, root) = (document.text.as_str(), &document.root);
    let letters = legend(text, root);
    let mut drawn = Vec::new();
    let stamps = root.field(text, "stamps").map(field_path::items).unwrap_or_default();
    for stamp in stamps.into_iter().map(|(_, stamp)| stamp.bare(text)) {
        let Some(name) = stamp.field(text, "piece").map(|name| syntax::string(text, name.span)) else {
            continue;
        };
        let Some(piece) = field_path::find(text, root, &FieldPath::field("pieces").key(&name).0) else { continue };
        let Some(at) = stamp.field(text, "at") else { continue };
        let written = |field: &str| stamp.field(text, field).map(|node| &text[node.span.range()]);
        let quarters = written("turn").and_then(|turn| turn.parse::<u32>().ok()).unwrap_or(0) / 90;
        let turn = Orientation { quarters: quarters as u8, mirrored: written("mirror") == Some("true") };
        let rows = field_path::items(piece.bare(text)).into_iter().map(|(_, row)| syntax::characters(text, row.span));
        let rows: Vec<Vec<Option<char>>> = rows.map(|row| row.map(|(_, character)| character).collect()).collect();
        let size = (rows.iter().map(Vec::len).max().unwrap_or(0) as i32, rows.len() as i32);
        for corner in at.list_or_one().iter().filter_map(|tile| tile.tile(text)) {
            for (y, row) in (0..).zip(&rows) {
                for (x, character) in (0..).zip(row) {
                    let Some(character) = character.filter(|character| letters.contains_key(character)) else {
                        continue;
                    };
                    let cell = turn.cell(Cell::new(x, y), size);
                    drawn.push((Cell::new(corner.x + cell.x, corner.y + cell.y), character));
                }
            }
        }
    }
    drawn
}

/// The characters of the rows by their tiles.
fn characters_of_rows(document: &Document) -> BTreeMap<Cell, char> {
    let mut stamp = BTreeMap::new();
    let Some(drawing) = Drawing::of(&document.text, &document.root) else { return stamp };
    let is_generated = document.root.field(&document.text, "generate").is_some();
    let at = if is_generated { rows_at(document) } else { Some(Cell::new(0, 0)) };
    let Some(Cell { x, y }) = at else { return stamp };
    for (row, down) in (0..drawing.rows.len() as i32).zip(y..) {
        let drawn = drawing.row(drawing.rows, row).into_iter().zip(x..);
        // A character without a meaning, the space, leaves the tile as it was generated.
        let drawn = drawn.filter(|((_, character), _)| drawing.letters.contains_key(character));
        stamp.extend(drawn.map(|((_, character), right)| (Cell::new(right, down), character)));
    }
    stamp
}

/// On which tile the rows of a generated map begin.
fn rows_at(document: &Document) -> Option<Cell> {
    let (text, root) = (&document.text, &document.root);
    let node = root.field(text, "rows_at")?;
    let tile = match node.value {
        Value::Text => {
            let name = syntax::string(text, node.span);
            let place = field_path::find(text, root, &FieldPath::field("places").key(&name).0)?;
            let tiles = place.field(text, "tiles").unwrap_or(place);
            tiles.list_or_one().first()?
        }
        _ => node,
    };
    tile.tile(text)
}

/// A character as it is written in a row, which may be a raw string.
pub(super) fn in_row(character: char, raw: bool) -> String {
    match character {
        '"' | '\\' if !raw => format!("\\{character}"),
        _ => character.to_string(),
    }
}
