//! Edits of every kind, and what must hold after each of them.

use footpath::grid::Cell;
use footpath::level::edit::{Affected, Brush, Document, Edit, EditError, FieldPath, History, Ron};
use footpath::level::{Level, Target, TerrainId};

use super::bytes::Bytes;
use super::odd_texts::comments;

/// Edits a text six times, takes everything back and does it again: every text between reads as the edited level, what an
/// edit does not mean to change stays as it was written, and the first text comes back.
pub fn check_edits(first: Document, choices: &mut Bytes) {
    let text = first.text().to_owned();
    let mut history = History::of(first);
    for _ in 0..6 {
        check_edit(&mut history, choices);
    }
    let (last, done) = (history.document().text().to_owned(), history.done());
    let level_last = history.document().level().clone();
    while history.undo().is_some() {
        let now = history.document();
        assert_eq!(&Level::parse("undone.ron", now.text()).unwrap(), now.level());
    }
    assert_eq!(history.document().text(), text);
    assert!(history.is_saved());
    history.jump(done);
    assert_eq!(history.document().text(), last);
    assert_eq!(history.document().level(), &level_last);
}

fn check_edit(history: &mut History, choices: &mut Bytes) {
    let before = history.document();
    let (edit, fields) = edit(before, choices);
    let (text_before, level_before) = (before.text().to_owned(), before.level().clone());
    let had_all = fields.iter().flatten().all(|field| before.span(&FieldPath::field(field)).is_some());
    let fields: Vec<&str> = fields.unwrap_or_default();
    let there: Vec<&str> =
        fields.iter().copied().filter(|field| before.span(&FieldPath::field(field)).is_some()).collect();
    let outside_before = outside(before, &there);
    let result: Result<Affected, EditError> = history.apply("Edit", &edit);
    let after = history.document();
    let Ok(affected) = result else {
        assert_eq!(after.text(), text_before);
        assert_eq!(after.level(), &level_before);
        return;
    };
    let read = Level::parse("after.ron", after.text()).unwrap_or_else(|error| panic!("{edit:?}\n{error}"));
    assert_eq!(&read, after.level(), "{edit:?}");
    assert!(affected != Affected::Nothing || read == level_before);
    if let Some(painted) = painted(&level_before, &edit) {
        assert!(painted == read || level_before.map.relief.is_some(), "{edit:?}");
    }
    if !there.is_empty() && (had_all || there.len() == outside(after, &fields).len() - 1) {
        assert_eq!(outside(after, &there), outside_before, "{edit:?}");
    }
    if matches!(edit, Edit::Insert { .. } | Edit::Reorder { .. } | Edit::Rename { .. }) {
        let (mut now, mut then) = (comments(after.text()), comments(&text_before));
        now.sort_unstable();
        then.sort_unstable();
        assert_eq!(now, then, "{edit:?}\n{text_before}\n{}", after.text());
    }
}

/// An edit, and the fields of the level in which it may change the text; `None` where those may be any.
fn edit(document: &Document, bytes: &mut Bytes) -> (Edit, Option<Vec<&'static str>>) {
    let level = document.level();
    let size = |side: u32| side as usize;
    let (width, height) = (size(level.map.lattice.width), size(level.map.lattice.height));
    let cell = |bytes: &mut Bytes| Cell::new(bytes.below(width) as i32, bytes.below(height) as i32);
    let list = FieldPath::field(["agents", "links", "obstacles", "switches"][bytes.below(4)]);
    let things = document.paths_in(&list).len();
    let thing = |bytes: &mut Bytes| list.clone().item(bytes.below(things.max(1)));
    let map = FieldPath::field(["profiles", "terrains", "zones", "paths", "places", "legend", "areas"][bytes.below(7)]);
    let entries = document.paths_in(&map);
    let entry = |bytes: &mut Bytes| entries.get(bytes.below(entries.len().max(1))).cloned().unwrap_or(map.clone());
    let is_generated = document.span(&FieldPath::field("generate")).is_some();
    let drawn = (!is_generated).then(|| vec!["legend", "rows", "heights", "ceilings"]);
    let cells = |bytes: &mut Bytes| (0..1 + bytes.below(9)).map(|_| cell(bytes)).collect();
    match bytes.below(20) {
        0..=3 => {
            let terrains = &level.map.terrains;
            let brush = Brush::Terrain(terrains[bytes.below(terrains.len())].name.clone());
            (Edit::Paint { brush, cells: cells(bytes) }, drawn)
        }
        4 => {
            let brush = Brush::Height([0.0, 0.5, 1.25, -2.0, 7.0, 0.3][bytes.below(6)]);
            (Edit::Paint { brush, cells: cells(bytes) }, None)
        }
        5 => {
            let brush = Brush::Ceiling([None, Some(3.0), Some(4.5), Some(0.1)][bytes.below(4)]);
            (Edit::Paint { brush, cells: cells(bytes) }, None)
        }
        6 => {
            let name = level.places.keys().next().cloned().unwrap_or("somewhere".to_owned());
            let brush = Brush::Place((bytes.below(3) > 0).then_some(name));
            (Edit::Paint { brush, cells: cells(bytes) }, None)
        }
        7 => (Edit::Put { path: thing(bytes), position: Target::Tile(cell(bytes)) }, None),
        8 => (Edit::set(thing(bytes).then("name"), ["a", "b\"", "c\n"][bytes.below(3)]), None),
        9 => (Edit::Remove { path: if bytes.below(2) == 0 { thing(bytes) } else { entry(bytes) } }, None),
        10 => (Edit::Reorder { path: thing(bytes), to: bytes.below(things.max(1)) }, None),
        11 => (Edit::Reorder { path: entry(bytes), to: bytes.below(entries.len().max(1)) }, None),
        12 => {
            let value = Ron::fields([("tile", Ron::from(cell(bytes)))]);
            (Edit::Insert { path: FieldPath::field("agents").item(bytes.below(things + 1)), value }, None)
        }
        13 => (Edit::Rename { path: entry(bytes), name: ["x", "grass", "a 'b'"][bytes.below(3)].to_owned() }, None),
        14 => {
            let mut side = || [0, 0, 1, 2, -1][bytes.below(5)];
            let (left, top, right, bottom) = (side(), side(), side(), side());
            (Edit::Resize { left, top, right, bottom, fill: "grass".to_owned() }, None)
        }
        15 if bytes.below(2) == 0 => match bytes.below(3) {
            0 => (Edit::Rotate, None),
            down => (Edit::Flip { down: down == 2 }, None),
        },
        15 => {
            (Edit::set(FieldPath::field("about"), ["", "One.", "Two\nlines \\"][bytes.below(3)]), Some(vec!["about"]))
        }
        16 => (Edit::Draw, None),
        17 => (other_digit(document.text(), bytes), None),
        18 => (Edit::shift(bytes.below(3) as i32 - 1, bytes.below(3) as i32 - 1, "grass"), None),
        _ => (Edit::Several(vec![edit(document, bytes).0, edit(document, bytes).0]), None),
    }
}

/// The text with another digit, as somebody else has written it.
fn other_digit(text: &str, bytes: &mut Bytes) -> Edit {
    let digits: Vec<usize> =
        text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect();
    let place = 256 * bytes.below(256) + bytes.below(256);
    let mut text = text.to_owned();
    if let Some(&at) = digits.get(place % digits.len().max(1)) {
        text.replace_range(at..=at, ["0", "1", "2", "7", "9"][bytes.below(5)]);
    }
    Edit::Text(text)
}

/// The text without the values of some fields of the level, each piece for itself.
fn outside(document: &Document, fields: &[&str]) -> Vec<String> {
    let mut spans: Vec<_> = fields.iter().filter_map(|field| document.span(&FieldPath::field(field))).collect();
    spans.sort_by_key(|span| span.start);
    let mut pieces = Vec::new();
    let mut end = 0;
    for span in spans {
        pieces.push(document.text()[end..span.start].to_owned());
        end = span.end;
    }
    pieces.push(document.text()[end..].to_owned());
    pieces
}

/// The level that painting a terrain should give.
fn painted(level: &Level, edit: &Edit) -> Option<Level> {
    let Edit::Paint { brush: Brush::Terrain(name), cells } = edit else { return None };
    let terrain = level.map.terrains.iter().position(|terrain| terrain.name == *name)?;
    let mut level = Level { generate: None, ..level.clone() };
    for &cell in cells {
        level.map.tiles[cell] = TerrainId(terrain as u8);
    }
    Some(level)
}
