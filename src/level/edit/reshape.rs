//! The map made larger or smaller, turned and flipped, with everything that lies on it.

use super::bracket::{Bracket, Taken};
use super::document::{Change, Document};
use super::drawing::{Drawing, Letter, legend};
use super::field_path::{self, FieldPath};
use super::paint::{character_for, draw, in_row};
use super::patch::Splices;
use super::values::{self, Leaf};
use super::{Affected, EditError, MapMove};
use crate::format::problem::Span;
use crate::format::ron_text::Ron;
use crate::format::syntax::{self, Node, Numeral, Value};
use crate::format::table;
use crate::format::{Axis, Direction};
use crate::grid::Lattice;
use crate::level::{as_written, limits};
use crate::profile::Unit;

/// The lists of rows that a map may have, by their paths.
const PICTURES: [&str; 3] = ["rows", "heights.rows", "ceilings.rows"];

/// Adds columns left and right, and rows at the top and the bottom; negative numbers take them away.
pub(super) fn resize(
    document: &mut Document,
    [left, top, right, bottom]: [i32; 4],
    fill: &str,
    change: &mut Change,
) -> Result<(), EditError> {
    let first = change.steps.len();
    draw(document, change)?;
    let Lattice { width, height, .. } = document.level.map.lattice;
    let sizes = [(width, left, right), (height, top, bottom)].map(|(size, before, after)| {
        let size = i64::from(size);
        let (before, after) = (i64::from(before), i64::from(after));
        let is_left = -before.min(0) - after.min(0) < size;
        (size + before + after, is_left)
    });
    let most = limits::MAP_TILES as i64;
    if sizes.iter().any(|&(size, is_left)| !is_left || !(1..=most).contains(&size)) {
        let [(columns, _), (rows, _)] = sizes;
        let message = format!(
            "a map of {columns} x {rows} tiles: it has 1 to {most} columns and rows, of those that there are at least one"
        );
        return Err(EditError::Impossible(message));
    }
    let mut letters = legend(&document.text, &document.root);
    let letter = Letter { terrain: fill.to_owned(), ..Letter::default() };
    let fill = if [left, top, right, bottom].iter().any(|added| *added > 0) {
        character_for(document, &letter, &mut letters, change)?
    } else {
        ' '
    };
    for picture in PICTURES {
        let fill = if picture == "rows" { fill } else { '.' };
        resize_rows(document, picture, [left, top, right, bottom], fill, change)?;
    }
    move_things(document, MapMove::shift(left, top), (first, change));
    Ok(())
}

/// Turns the map clockwise by a quarter.
pub(super) fn rotate(document: &mut Document, change: &mut Change) -> Result<(), EditError> {
    let first = change.steps.len();
    draw(document, change)?;
    let rows = document.level.map.lattice.height;
    for picture in PICTURES {
        rotate_rows(document, picture, change)?;
    }
    move_things(document, MapMove::turn(rows), (first, change));
    Ok(())
}

/// Exchanges the left and the right of the map, or its top and its bottom.
pub(super) fn flip(document: &mut Document, down: bool, change: &mut Change) -> Result<(), EditError> {
    let first = change.steps.len();
    draw(document, change)?;
    let Lattice { width, height, .. } = document.level.map.lattice;
    for picture in PICTURES {
        flip_rows(document, picture, down, change);
    }
    let moved = if down { MapMove::flip_down(height) } else { MapMove::flip_across(width) };
    move_things(document, moved, (first, change));
    Ok(())
}

fn rows_at<'d>(document: &'d Document, picture: &str) -> Option<&'d Node> {
    picture.split('.').try_fold(&document.root, |node, name| node.field(&document.text, name))
}

fn resize_rows(
    document: &mut Document,
    picture: &str,
    [left, top, right, bottom]: [i32; 4],
    fill: char,
    change: &mut Change,
) -> Result<(), EditError> {
    let Some(list) = rows_at(document, picture) else { return Ok(()) };
    let Some(drawing) = Drawing::of(&document.text, &document.root) else { return Ok(()) };
    let Value::List(rows) = &list.value else { return Ok(()) };
    let mut patch = Splices::default();
    let (mut first, mut last) = (0, rows.len());
    if top < 0 {
        first = top.unsigned_abs() as usize;
        patch.replace(&document.text, Span { start: rows[0].span.start, end: rows[first].span.start }, "");
    }
    last -= bottom.min(0).unsigned_abs() as usize;
    for (y, row) in (0..).zip(rows).skip(first).take(last - first) {
        let written = in_row(fill, document.text[row.span.range()].starts_with('r'));
        let added = |count: i32| written.repeat(count.max(0) as usize);
        let characters = drawing.row(rows, y);
        let cut = |count: i32| count.min(0).unsigned_abs() as usize;
        let (from, to) = (cut(left), characters.len() - cut(right));
        let start = characters.first().map_or(row.span.end - 1, |(span, _)| span.start);
        let end = characters.last().map_or(start, |(span, _)| span.end);
        let head = Span { start, end: characters.get(from).map_or(end, |(span, _)| span.start) };
        let tail = Span { start: characters.get(to).map_or(end, |(span, _)| span.start), end };
        patch.replace(&document.text, head, added(left));
        patch.replace(&document.text, tail, added(right));
    }
    if bottom < 0 {
        patch.replace(&document.text, Span { start: rows[last - 1].span.end, end: rows[rows.len() - 1].span.end }, "");
    }
    let width = drawing.row(rows, first as i32).len() as i32 + left + right;
    document.step(patch, Affected::Everything, change);
    let row = Ron::from(fill.to_string().repeat(width as usize).as_str());
    add_rows(document, picture, 0, &vec![row.clone(); top.max(0) as usize], change)?;
    add_rows(document, picture, usize::MAX, &vec![row; bottom.max(0) as usize], change)
}

/// Adds rows before one of those that are there, or at the end.
fn add_rows(
    document: &mut Document,
    picture: &str,
    index: usize,
    rows: &[Ron],
    change: &mut Change,
) -> Result<(), EditError> {
    let Some(list) = rows_at(document, picture).filter(|_| !rows.is_empty()) else { return Ok(()) };
    let missing = || EditError::Missing(FieldPath::field("rows"));
    let bracket = Bracket::of(&document.text, list).ok_or_else(missing)?;
    let count = field_path::items(list).len();
    let rows: Vec<&str> = rows.iter().map(Ron::as_str).collect();
    let item = rows.join(&format!(",{}", bracket.between_items()));
    let mut patch = Splices::default();
    bracket.insert(index.min(count), &Taken { item, behind: String::new() }, None, &mut patch);
    document.step(patch, Affected::Everything, change);
    Ok(())
}

fn rotate_rows(document: &mut Document, picture: &str, change: &mut Change) -> Result<(), EditError> {
    let Some(list) = rows_at(document, picture) else { return Ok(()) };
    let Some(drawing) = Drawing::of(&document.text, &document.root) else { return Ok(()) };
    let Value::List(nodes) = &list.value else { return Ok(()) };
    let old: Vec<Vec<char>> = (0..nodes.len() as i32)
        .map(|y| drawing.row(nodes, y).into_iter().map(|(_, character)| character).collect())
        .collect();
    let width = old.first().map_or(0, Vec::len);
    let turned = (0..width).map(|x| old.iter().rev().map(|row| row[x]).collect::<String>());
    let turned: Vec<Ron> = turned.map(|row| Ron::from(row.as_str())).collect();
    let mut patch = Splices::default();
    for (node, row) in nodes.iter().zip(&turned) {
        patch.replace(&document.text, node.span, row.as_str());
    }
    if turned.len() < nodes.len() {
        let span = Span { start: nodes[turned.len() - 1].span.end, end: nodes[nodes.len() - 1].span.end };
        patch.replace(&document.text, span, "");
    }
    let more = turned.get(nodes.len()..).unwrap_or_default().to_vec();
    document.step(patch, Affected::Everything, change);
    add_rows(document, picture, usize::MAX, &more, change)
}

/// Writes the rows of a picture, or the characters of each, in the opposite order, as they are spelt.
fn flip_rows(document: &mut Document, picture: &str, down: bool, change: &mut Change) {
    let Some(list) = rows_at(document, picture) else { return };
    let Some(drawing) = Drawing::of(&document.text, &document.root) else { return };
    let Value::List(rows) = &list.value else { return };
    let text = &document.text;
    let mut patch = Splices::default();
    if down {
        for (row, opposite) in rows.iter().zip(rows.iter().rev()) {
            patch.replace(text, row.span, &text[opposite.span.range()]);
        }
    } else {
        for y in 0..rows.len() as i32 {
            let characters = drawing.row(rows, y);
            for ((span, _), (opposite, _)) in characters.iter().zip(characters.iter().rev()) {
                patch.replace(text, *span, &text[opposite.range()]);
            }
        }
    }
    document.step(patch, Affected::Everything, change);
}

/// Moves what lies on the map, and notes that the steps from `first` on are that move.
fn move_things(document: &mut Document, moved: MapMove, (first, change): (usize, &mut Change)) {
    let (text, root, lattice) = (&document.text, &document.root, &document.level.map.lattice);
    let mut patch = Splices::default();
    values::each(text, root, &mut |leaf, value| move_value(text, leaf, value, (moved, lattice), &mut patch));
    document.step(patch, Affected::Everything, change);
    change.mark_as_move(first, moved);
}

fn move_value(
    text: &str,
    Leaf { node, within }: Leaf,
    value: &table::ValueType,
    (moved, lattice): (MapMove, &Lattice),
    patch: &mut Splices,
) {
    let changes_sides = moved.changes_sides();
    match (&node.value, value) {
        (Value::Tuple(pair), _) => {
            let [first, second] = pair.as_slice() else { return };
            let (Some(x), Some(y)) = (number(text, first), number(text, second)) else { return };
            // A box that is turned by an angle keeps its length and width.
            let is_straight = within.field(text, "angle").is_none();
            let to = match value {
                table::ValueType::Tile => {
                    let [x, y] = moved.written([x + 0.5, y + 0.5], 1.0);
                    [x - 0.5, y - 0.5]
                }
                table::ValueType::Point | table::ValueType::FarPoint(_) => {
                    let (x0, y0) = (as_written(lattice.origin.x), as_written(lattice.origin.y));
                    let [x, y] = moved.written([x - x0, y - y0], as_written(lattice.tile_size));
                    [x0 + x, y0 + y]
                }
                table::ValueType::Pair(names, _) if *names == table::RIGHT_DOWN => moved.written([x, y], 0.0),
                table::ValueType::Pair(names, _) if *names == table::SIDES && is_straight && changes_sides => [y, x],
                _ => return,
            };
            respell(text, first, to[0], patch);
            respell(text, second, to[1], patch);
        }
        (Value::Number, table::ValueType::Number(_, Unit::Direction)) => {
            if let Some(degrees) = number(text, node) {
                respell(text, node, moved.angle(degrees), patch);
            }
        }
        (Value::Text, table::ValueType::Choice(_, names)) if *names == Direction::NAMES => {
            let written = syntax::string(text, node.span);
            if let Some(direction) = Direction::ALL.into_iter().find(|direction| direction.name() == written) {
                let name = moved.compass(direction).name();
                if name != written {
                    patch.replace(text, node.span, Ron::from(name).as_str());
                }
            }
        }
        (Value::Text, table::ValueType::Choice(_, names)) if changes_sides && *names == Axis::NAMES => {
            let written = syntax::string(text, node.span);
            if let Some(other) = Axis::NAMES.into_iter().find(|name| *name != written) {
                patch.replace(text, node.span, Ron::from(other).as_str());
            }
        }
        _ => {}
    }
}

fn number(text: &str, node: &Node) -> Option<f64> {
    match node.number(text)? {
        Numeral::Whole(number) => Some(number as f64),
        Numeral::Real(number) => Some(as_written(number)),
    }
}

/// Writes another number in the place of one, with a point where the author had one.
fn respell(text: &str, node: &Node, to: f64, patch: &mut Splices) {
    const DIGITS: f64 = 1e6;
    if number(text, node).is_some_and(|now| (now - to).abs() * DIGITS < 0.5) {
        return;
    }
    let to = (to * DIGITS).round() / DIGITS + 0.0;
    let is_whole = to == to.trunc();
    let had_point = matches!(node.number(text), Some(Numeral::Real(_)));
    let written = if is_whole && !had_point { format!("{to:.0}") } else { format!("{to:?}") };
    patch.replace(text, node.span, written);
}
