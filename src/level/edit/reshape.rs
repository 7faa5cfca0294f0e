//! The map made larger or smaller, and turned, with everything that lies on it.

use super::bracket::{Bracket, Taken};
use super::document::{Change, Document};
use super::drawing::{Drawing, Letter, legend};
use super::paint::{character_for, draw, in_row};
use super::patch::Patch;
use super::path::{self, Path};
use super::values::{self, Leaf};
use super::{Affected, EditError, MapMove};
use crate::format::Axis;
use crate::format::problem::Span;
use crate::format::ron_text::Ron;
use crate::format::syntax::{self, Node, Numeral, Value};
use crate::format::table;
use crate::grid::Lattice;
use crate::level::{as_written, limits};
use crate::profile::Unit;

/// The lists of rows that a map may have, by their paths.
const PICTURES: [&str; 3] = ["rows", "heights.rows", "ceilings.rows"];

/// Where what is on the map goes.
struct Move {
    /// A tile, by column and row.
    tile: Box<dyn Fn([f64; 2]) -> [f64; 2]>,
    /// A point in world units.
    point: Box<dyn Fn([f64; 2]) -> [f64; 2]>,
    /// Whether everything is turned clockwise by a quarter.
    turns: bool,
}

/// Adds columns left and right, and rows at the top and the bottom; negative numbers take them away.
pub(super) fn resize(
    document: &mut Document,
    [left, top, right, bottom]: [i32; 4],
    fill: &str,
    change: &mut Change,
) -> Result<(), EditError> {
    let first = change.steps.len();
    draw(document, change)?;
    let Lattice { width, height, tile_size, .. } = document.level.map.lattice;
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
    let (by, far) = ([f64::from(left), f64::from(top)], f64::from(tile_size));
    let moved = Move {
        tile: Box::new(move |[x, y]| [x + by[0], y + by[1]]),
        point: Box::new(move |[x, y]| [x + by[0] * far, y + by[1] * far]),
        turns: false,
    };
    move_things(document, &moved, change);
    change.mark_as_move(first, MapMove::shift(left, top));
    Ok(())
}

/// Turns the map clockwise by a quarter.
pub(super) fn rotate(document: &mut Document, change: &mut Change) -> Result<(), EditError> {
    let first = change.steps.len();
    draw(document, change)?;
    let Lattice { origin, height, tile_size, .. } = document.level.map.lattice;
    for picture in PICTURES {
        rotate_rows(document, picture, change)?;
    }
    let (x0, y0) = (as_written(origin.x), as_written(origin.y));
    let (rows, high) = (f64::from(height), f64::from(height) * as_written(tile_size));
    let moved = Move {
        tile: Box::new(move |[x, y]| [rows - 1.0 - y, x]),
        point: Box::new(move |[x, y]| [x0 + high - (y - y0), y0 + (x - x0)]),
        turns: true,
    };
    move_things(document, &moved, change);
    change.mark_as_move(first, MapMove::turn(height));
    Ok(())
}

fn rows_at<'d>(document: &'d Document, picture: &str) -> Option<&'d Node> {
    picture.split('.').try_fold(&document.root, |node, name| path::field(&document.text, node, name))
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
    let mut patch = Patch::default();
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
    let missing = || EditError::Missing(Path::field("rows"));
    let bracket = Bracket::of(&document.text, list).ok_or_else(missing)?;
    let count = path::items(list).len();
    let rows: Vec<&str> = rows.iter().map(Ron::as_str).collect();
    let item = rows.join(&format!(",{}", bracket.between_items()));
    let mut patch = Patch::default();
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
    let mut patch = Patch::default();
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

fn move_things(document: &mut Document, moved: &Move, change: &mut Change) {
    let (text, root) = (&document.text, &document.root);
    let mut patch = Patch::default();
    values::each(text, root, &mut |leaf, value| move_value(text, leaf, value, moved, &mut patch));
    document.step(patch, Affected::Everything, change);
}

fn move_value(text: &str, Leaf { node, within }: Leaf, value: &table::Value, moved: &Move, patch: &mut Patch) {
    match (&node.value, value) {
        (Value::Tuple(pair), _) => {
            let [first, second] = pair.as_slice() else { return };
            let (Some(x), Some(y)) = (number(text, first), number(text, second)) else { return };
            // A box that is turned by an angle keeps its length and width.
            let is_straight = path::field(text, within, "angle").is_none();
            let to = match value {
                table::Value::Tile => (moved.tile)([x, y]),
                table::Value::Point | table::Value::FarPoint(_) => (moved.point)([x, y]),
                table::Value::Pair(names, _) if moved.turns && *names == table::RIGHT_DOWN => [-y, x],
                table::Value::Pair(names, _) if moved.turns && *names == table::SIDES && is_straight => [y, x],
                _ => return,
            };
            respell(text, first, to[0], patch);
            respell(text, second, to[1], patch);
        }
        (Value::Number, table::Value::Number(_, Unit::Angle)) if moved.turns => {
            if let Some(degrees) = number(text, node) {
                let turned = if degrees + 90.0 > 360.0 { degrees - 270.0 } else { degrees + 90.0 };
                respell(text, node, turned, patch);
            }
        }
        (Value::Text, table::Value::Choice(_, names)) if moved.turns && *names == Axis::NAMES => {
            let written = syntax::string(text, node.span);
            if let Some(other) = Axis::NAMES.into_iter().find(|name| *name != written) {
                patch.replace(text, node.span, Ron::from(other).as_str());
            }
        }
        _ => {}
    }
}

fn number(text: &str, node: &Node) -> Option<f64> {
    if !matches!(node.value, Value::Number) {
        return None;
    }
    match Numeral::read(&text[node.span.range()])? {
        Numeral::Whole(number) => Some(number as f64),
        Numeral::Real(number) => Some(as_written(number)),
    }
}

/// Writes another number in the place of one, with a point where the author had one.
fn respell(text: &str, node: &Node, to: f64, patch: &mut Patch) {
    if number(text, node) == Some(to) {
        return;
    }
    const DIGITS: f64 = 1e6;
    let to = (to * DIGITS).round() / DIGITS + 0.0;
    let is_whole = to == to.trunc();
    let had_point = matches!(Numeral::read(&text[node.span.range()]), Some(Numeral::Real(_)));
    let written = if is_whole && !had_point { format!("{to:.0}") } else { format!("{to:?}") };
    patch.replace(text, node.span, written);
}
