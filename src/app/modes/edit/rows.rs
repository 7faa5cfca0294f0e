//! The properties of what is selected: what each is now, what it may be, and which edit gives it another value.

use std::ops::RangeInclusive;

use footpath::format::table::{self, Field, LeftOut, Struct, ValueType};
use footpath::level::edit::{Document, Edit, FieldPath, Ron};
use footpath::level::{ORDERS, OrderKind};
use footpath::profile::{self, PROPERTIES, Unit};

use super::fresh::{self, SpotNotation};
use super::thing::{Thing, ThingKind, listed_place, tiles_of_place};

/// A property that all things of a selection share.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyRow {
    /// Where it is from the thing on, or from the level on; empty for the thing itself.
    pub place: FieldPath,
    /// Whether the place is from the level on: what is written of the thing elsewhere.
    is_of_level: bool,
    /// In how many others it lies, conditions, effects and orders, below whose rows it stands.
    pub depth: usize,
    /// What it is called.
    pub name: String,
    /// What it is as it stands in the text, without quotes around a string; `None` where it is left out.
    pub value: Option<String>,
    /// Whether the things differ in it.
    pub differs: bool,
    /// What it is where it is left out.
    pub default: String,
    /// How it is changed.
    pub entry: RowEntry,
    /// What it means, with its unit and range.
    pub about: String,
    /// What it may name, so that a press on the map can choose it.
    pub names: Vec<&'static str>,
    /// How it may say a spot on the map, which a press there chooses too.
    pub spot: Option<SpotNotation>,
    /// What is written around it where it is not there yet: before and behind what is typed, at the place.
    around: Option<(String, String)>,
}

/// How a property is changed.
#[derive(Clone, Debug, PartialEq)]
pub enum RowEntry {
    /// By typing another name, which stands before the thing: whatever names it follows.
    Key,
    /// By typing words.
    Words,
    /// By typing a value as the format writes it; whether a word alone is a string, which needs no quotes here.
    Source { takes_words: bool },
    /// By typing a number, or by steps.
    Number { least: f64, most: f64, step: f64 },
    /// By going through these words.
    Choice(Vec<String>),
    /// By going through these names, or by typing another value as the format writes it.
    Names(Vec<String>),
    /// By going through these forms, each with a name and as it would be written.
    Variant(Vec<(String, String)>),
    /// An item of a list by its place, and how many there are: it can be moved and removed.
    Item { index: usize, count: usize },
    /// By a press, which adds this to the list.
    Add(String),
    /// It takes several lines: only in the text.
    Lines,
}

/// The fields of which a thing has one to say where it is: they are changed by moving it.
const POSITIONS: [&str; 3] = ["tile", "at", "place"];

/// The fields that only a group of agents has, besides how many they are.
const OF_GROUPS: [&str; 4] = ["row", "ring", "in", "seed"];

/// A place of more tiles has no row for each: they are drawn on the map.
const MOST_TILES: usize = 12;

/// The properties of some things of one kind, the name first.
pub fn rows(document: &Document, things: &[&Thing]) -> Vec<PropertyRow> {
    let Some(first) = things.first() else { return Vec::new() };
    let paths: Vec<&FieldPath> = things.iter().map(|thing| &thing.path).collect();
    let mut rows = Vec::new();
    if first.kind.has_key() && things.len() == 1 {
        rows.push(PropertyRow {
            place: FieldPath::default(),
            is_of_level: false,
            depth: 0,
            name: "name".to_owned(),
            value: Some(first.name.clone()),
            differs: false,
            default: String::new(),
            entry: RowEntry::Key,
            about: format!("the name by which the level calls the {}", first.kind.name()),
            names: Vec::new(),
            spot: None,
            around: None,
        });
    }
    if first.kind == ThingKind::Place {
        if things.len() == 1 {
            add_place(document, first, &mut rows);
        }
        return rows;
    }
    if first.kind == ThingKind::Profile {
        for property in PROPERTIES.iter() {
            match &property.in_level().value {
                ValueType::Map(_, cost, _) if things.len() == 1 => {
                    add_area_costs((document, &paths), (property, cost), &mut rows);
                }
                names @ ValueType::List(..) if things.len() == 1 => {
                    let of_list = (property.name, names, property.about);
                    add_items((document, &paths), &place_of_property(property), 0, of_list, &mut rows);
                }
                _ => rows.push(of_profile(document, &paths, property)),
            }
        }
        let user = table::PROFILE.field("user").expect("a program can keep something in a profile");
        add((document, &paths), &FieldPath::default(), 0, user, &mut rows);
        return rows;
    }
    for field in first.kind.fields() {
        let has = |name: &str| paths.iter().any(|path| document.span(&(*path).clone().then(name)).is_some());
        let is_for_groups = first.kind == ThingKind::Agent && OF_GROUPS.contains(&field.name);
        if has(field.name) || !POSITIONS.contains(&field.name) && (!is_for_groups || has("count")) {
            add((document, &paths), &FieldPath::default(), 0, field, &mut rows);
        }
    }
    if matches!(first.kind, ThingKind::Terrain | ThingKind::Area) {
        rows.iter_mut().for_each(|row| row.default = known(document, first, row));
    }
    rows
}

/// The properties of the level itself that are no lists of things, but may be lists of names.
pub fn of_level(document: &Document) -> Vec<PropertyRow> {
    let is_plain = |field: &&Field| {
        let is_single = matches!(
            field.value,
            ValueType::Text
                | ValueType::Name(_)
                | ValueType::Number(..)
                | ValueType::Whole(..)
                | ValueType::Pair(..)
                | ValueType::Struct(_)
                | ValueType::List(ValueType::Name(_) | ValueType::Choice(..), ..)
                | ValueType::Any
        );
        is_single && !matches!(field.name, "heights" | "ceilings")
    };
    let mut rows = Vec::new();
    let root = FieldPath::default();
    for field in table::LEVEL.fields.iter().filter(is_plain) {
        add((document, &[&root]), &FieldPath::default(), 0, field, &mut rows);
    }
    rows
}

/// The level, and the paths of the things whose rows are made.
type Of<'a> = (&'a Document, &'a [&'a FieldPath]);

/// Adds the rows of a field of what is at `above`, which lies `depth` deep.
fn add(of: Of, above: &FieldPath, depth: usize, field: &'static Field, rows: &mut Vec<PropertyRow>) {
    let place = above.clone().then(field.name);
    let is_alone = of.1.len() == 1;
    let is_list = is_alone && is_written_as_list(of, &place);
    match &field.value {
        ValueType::Struct(inner) if place.to_string() == field.name || depth > 0 && is_alone => {
            inner.fields.iter().for_each(|field| add(of, &place, depth, field, rows));
        }
        value @ ValueType::Variant(..) if is_alone => {
            add_form(of, &place, depth, (field.name, value, field.about), rows)
        }
        value if is_alone && items_of(value, is_list).is_some() => {
            add_items(of, &place, depth, (field.name, value, field.about), rows);
        }
        ValueType::OneOf([ValueType::Choice(_, words), ValueType::Call(called, inside)]) if is_alone => {
            add_call(of, &place, depth, field, (words, called, inside), rows);
        }
        ValueType::Pair(names, number) if is_alone => add_pair(of, &place, depth, field, (names, number), rows),
        value => {
            let default = match field.left_out {
                LeftOut::Required(_) => String::new(),
                LeftOut::Is(text) => unquoted(text),
                LeftOut::Words(words) => words.replace('`', ""),
            };
            let row = row(of, &place, value, default, field.about);
            let name = if depth > 0 { spoken(field.name) } else { row.name };
            rows.push(PropertyRow { depth, name, ..row });
        }
    }
}

/// What the list holds that a value is or may be, where that has rows of its own, and how many there may be. Of a value
/// that need not be a list, spots are items only where it is written as one.
fn items_of(value: &'static ValueType, is_list: bool) -> Option<(&'static ValueType, &'static RangeInclusive<usize>)> {
    let is_name = |item: &ValueType| matches!(item, ValueType::Variant(..) | ValueType::Order | ValueType::NameOf(_));
    match value {
        ValueType::List(
            item @ (ValueType::Name(_) | ValueType::Choice(..) | ValueType::OneOf(_) | ValueType::Struct(_)),
            count,
            _,
        ) => Some((item, count)),
        ValueType::List(item, count, _) if is_name(item) => Some((item, count)),
        ValueType::OneOf(values) => values.iter().find_map(|value| match value {
            ValueType::List(item, count, _)
                if is_name(item) || is_list && matches!(item, ValueType::OneOf(_) | ValueType::Tile) =>
            {
                Some((*item, count))
            }
            _ => None,
        }),
        _ => None,
    }
}

/// Whether what is at a place of a thing is written as a list.
fn is_written_as_list((document, paths): Of, place: &FieldPath) -> bool {
    let source = document.source(&place.clone().onto(&FieldPath::default(), paths[0]));
    source.is_some_and(|source| source.trim_start().starts_with('['))
}

/// Adds the rows of a value that has one of several forms: which it has, and what that is made of.
fn add_form(
    of: Of,
    place: &FieldPath,
    depth: usize,
    (name, value, about): (&str, &'static ValueType, &str),
    rows: &mut Vec<PropertyRow>,
) {
    let (document, paths) = of;
    let at = place.clone().onto(&FieldPath::default(), paths[0]);
    let source = document.source(&at).unwrap_or_default().trim();
    let written = source.split('(').next().unwrap_or_default().trim();
    let of_struct =
        |structs: &[&'static Struct]| structs.iter().find(|known| known.name() == written).map(|known| known.fields);
    let (fields, is_named) = match value {
        ValueType::Variant(_, structs) => (of_struct(structs).unwrap_or_default(), true),
        _ => OrderKind::named(written).map_or((&[][..], true), |kind| (kind.of.fields, kind.is_named)),
    };
    // The first value may stand alone in the brackets.
    let is_alone = document.span(&at.clone().item(0)).is_some();
    let kept = |name: &str| {
        let field = fields.iter().position(|field| field.name == name)?;
        let place = if is_alone { at.clone().item(field) } else { at.clone().then(name) };
        document.source(&place).map(str::to_owned)
    };
    let forms = match value {
        ValueType::Variant(_, structs) => {
            structs.iter().map(|known| (known.name().to_owned(), fresh::variant(document, known, &kept))).collect()
        }
        _ => ORDERS.iter().map(|kind| (kind.of.name().to_owned(), fresh::order(document, kind, &kept))).collect(),
    };
    rows.push(PropertyRow {
        name: name.to_owned(),
        value: Some(written.to_owned()),
        entry: RowEntry::Variant(forms),
        depth,
        ..row(of, place, value, String::new(), about)
    });
    for (index, field) in fields.iter().enumerate() {
        if !is_alone {
            add(of, place, depth + 1, field, rows);
            continue;
        }
        let own = place.clone().item(index);
        let is_there = document.span(&at.clone().item(index)).is_some();
        let inner = PropertyRow {
            depth: depth + 1,
            name: spoken(field.name),
            ..row(of, &own, &field.value, String::new(), field.about)
        };
        let around = (is_named && !is_there).then(|| {
            let given = kept(fields[0].name).unwrap_or_default();
            (format!("{written}({}: {given}, {}: ", fields[0].name, field.name), ")".to_owned())
        });
        let place = if around.is_some() { place.clone() } else { own };
        rows.push(PropertyRow { place, around, ..inner });
    }
}

/// Adds the rows of a list of values that have one of several forms each, or are names or spots, and one that adds another.
fn add_items(
    of: Of,
    place: &FieldPath,
    depth: usize,
    (name, value, about): (&str, &'static ValueType, &str),
    rows: &mut Vec<PropertyRow>,
) {
    let (document, paths) = of;
    let is_list = is_written_as_list(of, place);
    let Some((item, counts)) = items_of(value, is_list) else { return };
    let is_fixed = counts.start() == counts.end();
    let at = place.clone().onto(&FieldPath::default(), paths[0]);
    let count = if is_list { document.paths_in(&at).len() } else { usize::from(document.span(&at).is_some()) };
    for index in 0..count {
        let own = if is_list { place.clone().item(index) } else { place.clone() };
        let number = if count > 1 { format!("{} {}", spoken(name), index + 1) } else { spoken(name) };
        match item {
            ValueType::Variant(..) | ValueType::Order => add_form(of, &own, depth, (&number, item, about), rows),
            ValueType::Struct(inner) => {
                for field in inner.fields {
                    let first = rows.len();
                    add(of, &own, depth, field, rows);
                    rows[first..].iter_mut().for_each(|row| row.name = format!("{number}: {}", spoken(field.name)));
                }
            }
            _ => rows.push(PropertyRow { depth, name: number, ..row(of, &own, item, String::new(), about) }),
        }
        if is_fixed {
            continue;
        }
        // The last item of a list that must have one is removed with the list.
        let own = if count == 1 && *counts.start() == 1 { place.clone() } else { own };
        let moved = PropertyRow { depth, ..row(of, &own, item, String::new(), about) };
        rows.push(PropertyRow { name: String::new(), entry: RowEntry::Item { index, count }, value: None, ..moved });
    }
    if is_fixed {
        return;
    }
    let is_listed = |name: &str| (0..count).any(|index| document.source(&at.clone().item(index)) == Some(name));
    let known: Vec<String> = match item {
        ValueType::NameOf(what) | ValueType::OneOf([ValueType::NameOf(what), ..]) => fresh::names(document, what),
        ValueType::Name(what) => {
            let new = (1..=count + 1).map(|number| format!("{what} {number}"));
            fresh::names(document, what).into_iter().filter(|_| *what == "ability").chain(new).collect()
        }
        ValueType::Choice(_, names) => names.iter().map(|name| (*name).to_owned()).collect(),
        _ => Vec::new(),
    };
    let unlisted = known.iter().map(|name| format!("{name:?}")).find(|name| !is_listed(name));
    let more = unlisted.unwrap_or_else(|| fresh::value(document, item));
    let (own, added) = match (is_list, document.source(&at)) {
        (true, _) => (place.clone().item(count), more),
        (false, Some(only)) => (place.clone(), format!("[{only}, {more}]")),
        (false, None) => (place.clone(), if matches!(value, ValueType::List(..)) { format!("[{more}]") } else { more }),
    };
    let row = PropertyRow { depth, ..row(of, &own, item, String::new(), about) };
    let name = if count == 0 { spoken(name) } else { String::new() };
    rows.push(PropertyRow { name, entry: RowEntry::Add(added), value: None, ..row });
}

/// Adds the rows of a value that is one of some words, or a number behind the name of one more: which it is, and the number.
fn add_call(
    of: Of,
    place: &FieldPath,
    depth: usize,
    field: &'static Field,
    (words, called, inside): (&[&str], &str, &'static ValueType),
    rows: &mut Vec<PropertyRow>,
) {
    let plain = row(of, place, &field.value, unquoted(&field.example()), field.about);
    let is_call = plain.value.as_ref().is_some_and(|value| value.starts_with(called));
    let mut forms: Vec<(String, String)> =
        words.iter().map(|word| ((*word).to_owned(), format!("\"{word}\""))).collect();
    let call = plain.value.clone().filter(|_| is_call);
    forms.push((called.to_owned(), call.unwrap_or_else(|| format!("{called}({})", inside.example()))));
    let value = if is_call { Some(called.to_owned()) } else { plain.value.clone() };
    rows.push(PropertyRow { depth, value, entry: RowEntry::Variant(forms), ..plain });
    if is_call {
        let inner = row(of, &place.clone().item(0), inside, String::new(), field.about);
        rows.push(PropertyRow { depth, name: spoken(&called.to_lowercase()), ..inner });
    }
}

/// Adds a row for each of the two numbers of a pair.
fn add_pair(
    of: Of,
    place: &FieldPath,
    depth: usize,
    field: &'static Field,
    (names, number): (&[&str; 2], &'static ValueType),
    rows: &mut Vec<PropertyRow>,
) {
    let whole = row(of, place, number, String::new(), field.about);
    let numbers = |pair: &str| {
        let (one, other) = pair.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        Some([one.trim().to_owned(), other.trim().trim_end_matches(',').to_owned()])
    };
    let Some(default) = numbers(&field.example()) else { return };
    let written = whole.value.as_deref().and_then(numbers);
    let has_default = matches!(field.left_out, LeftOut::Is(_));
    for (index, name) in names.iter().enumerate() {
        let other = written.as_ref().unwrap_or(&default)[1 - index].clone();
        let around =
            if index == 0 { ("(".to_owned(), format!(", {other})")) } else { (format!("({other}, "), ")".to_owned()) };
        rows.push(PropertyRow {
            depth,
            name: format!("{}: {name}", whole.name),
            value: written.as_ref().map(|written| in_one_form(&written[index])),
            default: if has_default { in_one_form(&default[index]) } else { "none".to_owned() },
            around: Some(around),
            ..whole.clone()
        });
    }
}

/// A number as a field of numbers shows it.
fn in_one_form(number: &str) -> String {
    number.parse().map_or_else(|_| number.to_owned(), in_short)
}

/// Adds the rows of the costs that areas have for a profile: the cost of each, and one that adds another.
fn add_area_costs(
    of: Of,
    (property, cost): (&'static profile::Property, &'static ValueType),
    rows: &mut Vec<PropertyRow>,
) {
    let (document, paths) = of;
    let place = place_of_property(property);
    let all = place.clone().onto(&FieldPath::default(), paths[0]);
    let written = document.paths_in(&all);
    let areas = fresh::names(document, "area");
    let is_written = |area: &&String| written.contains(&all.clone().key(area));
    for area in areas.iter().filter(is_written) {
        let own = place.clone().key(area);
        rows.push(PropertyRow {
            name: format!("cost of {area}"),
            ..row(of, &own, cost, "that of the level".to_owned(), property.about)
        });
        let item = row(of, &own, cost, String::new(), property.about);
        rows.push(PropertyRow {
            name: String::new(),
            entry: RowEntry::Item { index: 0, count: 1 },
            value: None,
            ..item
        });
    }
    let others: Vec<String> = areas.iter().filter(|area| !is_written(area)).cloned().collect();
    let inside = document.source(&all).map(|map| map.trim().trim_matches(['{', '}']).trim().trim_end_matches(','));
    let before = match inside.filter(|inside| !inside.is_empty()) {
        Some(inside) => format!("{{{inside}, "),
        None => "{".to_owned(),
    };
    let around = Some((before, ": 1.0}".to_owned()));
    let left_out = if written.is_empty() { "none" } else { "another one" };
    let more = row(of, &place, cost, left_out.to_owned(), property.about);
    rows.push(PropertyRow { value: None, entry: RowEntry::Choice(others), around, ..more });
}

/// Adds the rows of a place: its tiles, if they are listed and few; where its flag stands; and what programs keep of it.
fn add_place(document: &Document, place: &Thing, rows: &mut Vec<PropertyRow>) {
    let of: Of = (document, &[&place.path]);
    let listed = listed_place(&place.name);
    let tiles = tiles_of_place(document, &listed);
    let (Some(field_of_tiles), Some(user)) = (table::MARKED_PLACE.field("tiles"), table::MARKED_PLACE.field("user"))
    else {
        return;
    };
    let within = if tiles == listed { FieldPath::default() } else { FieldPath::field(field_of_tiles.name) };
    let source = document.source(&tiles);
    if is_written_as_list(of, &within) && document.paths_in(&tiles).len() <= MOST_TILES {
        add_items(of, &within, 0, ("tile", &field_of_tiles.value, field_of_tiles.about), rows);
    } else if source.is_some_and(|source| fresh::tile(source).is_some()) {
        let tile = row(of, &within, &ValueType::Tile, String::new(), field_of_tiles.about);
        rows.push(PropertyRow { name: "tile".to_owned(), ..tile });
    }
    let root: Of = (document, &[&FieldPath::default()]);
    let labels = table::LEVEL.field("labels");
    if let Some((ValueType::Map(_, value, _), labels)) = labels.map(|labels| (&labels.value, labels)) {
        let label =
            row(root, &FieldPath::field(labels.name).key(&place.name), value, "in its middle".to_owned(), labels.about);
        rows.push(PropertyRow { is_of_level: true, name: "label".to_owned(), ..label });
    }
    // Tiles alone become a struct.
    let around = source
        .filter(|_| tiles == listed)
        .map(|tiles| (format!("({}: {tiles}, {}: ", field_of_tiles.name, user.name), ")".to_owned()));
    let at = if around.is_some() { listed.clone() } else { listed.then(user.name) };
    let kept = row(root, &at, &user.value, "none".to_owned(), user.about);
    let value = if around.is_some() { None } else { kept.value.clone() };
    rows.push(PropertyRow { is_of_level: true, name: user.name.to_owned(), value, around, ..kept });
}

/// Where a property stands in a profile.
fn place_of_property(property: &profile::Property) -> FieldPath {
    match property.part {
        profile::ProfilePart::Profile => FieldPath::field(property.name),
        profile::ProfilePart::Rays => FieldPath::field("rays").then(property.name),
        profile::ProfilePart::Flocking => FieldPath::field("flocking").then(property.name),
    }
}

fn of_profile(document: &Document, paths: &[&FieldPath], property: &'static profile::Property) -> PropertyRow {
    let name = paths[0].to_string();
    let known = document
        .level()
        .profiles
        .iter()
        .find(|known| FieldPath::field("profiles").key(&known.name).to_string() == name);
    let default = match &property.kind {
        profile::PropertyKind::Color => {
            known.map(|known| format!("#{:02x}{:02x}{:02x}", known.color.r, known.color.g, known.color.b))
        }
        profile::PropertyKind::Choice { names, field } => known.map(|known| names()[(field.get)(known)].to_owned()),
        profile::PropertyKind::Switch { field } => known.map(|known| (field.get)(known).to_string()),
        _ => known.and_then(|known| property.value(known)).map(|value| in_short(f64::from(value))),
    };
    let place = place_of_property(property);
    let default = default.unwrap_or_else(|| "none".to_owned());
    let mut row = row((document, paths), &place, &property.in_level().value, default, property.about);
    if let (profile::PropertyKind::Number { step: by, .. }, RowEntry::Number { step, .. }) =
        (&property.kind, &mut row.entry)
    {
        *step = f64::from(*by);
    }
    row
}

/// The row of a value at a place of each thing.
fn row(of: Of, place: &FieldPath, value: &'static ValueType, default: String, about: &str) -> PropertyRow {
    let row = plain_row(of, place, entry(of.0, value), default, about, unit(value));
    PropertyRow { names: fresh::named_by(value), spot: fresh::spot(value), ..row }
}

fn plain_row(
    (document, paths): Of,
    place: &FieldPath,
    entry: RowEntry,
    default: String,
    about: &str,
    unit: Unit,
) -> PropertyRow {
    let at = |path: &&FieldPath| place.clone().onto(&FieldPath::default(), path);
    let source = |path: &&FieldPath| document.source(&at(path)).map(written);
    let value = source(&paths[0]);
    let differs = paths[1..].iter().any(|path| source(path) != value);
    let entry = if value.as_ref().is_some_and(|value| value.contains('\n')) { RowEntry::Lines } else { entry };
    let name = name_of(place);
    let unit = if unit == Unit::None { String::new() } else { format!("; {}", unit.name()) };
    let range = match entry {
        RowEntry::Number { least, most, .. } => format!("; {} to {}", in_short(least), in_short(most)),
        _ => String::new(),
    };
    let about = format!("{}{unit}{range}", plain(about));
    let (names, spot, around) = (Vec::new(), None, None);
    PropertyRow {
        place: place.clone(),
        is_of_level: false,
        depth: 0,
        name,
        value,
        differs,
        default,
        entry,
        about,
        names,
        spot,
        around,
    }
}

/// A field as a panel calls it.
fn spoken(field: &str) -> String {
    field.replace('_', " ")
}

/// What a panel calls what is at a place: the field, and the one that it lies in, if that has no rows of its own.
fn name_of(place: &FieldPath) -> String {
    let text = place.to_string();
    let behind_items = text.rsplit(']').next().unwrap_or_default().trim_start_matches('.');
    let mut fields: Vec<String> = behind_items.split('.').map(spoken).collect();
    fields.drain(..fields.len().saturating_sub(2));
    fields.join(": ")
}

/// A text of the reference without its marks: a panel has one font.
pub fn plain(text: &str) -> String {
    let text = text.replace('`', "").replace("; see below", "");
    match (text.find("]("), text.find('[')) {
        (Some(end), Some(start)) if start < end => {
            let close = text[end..].find(')').map_or(text.len(), |close| end + close + 1);
            format!("{}{}{}", &text[..start], &text[start + 1..end], &text[close..])
        }
        _ => text,
    }
}

/// How a value is changed.
fn entry(document: &Document, value: &'static ValueType) -> RowEntry {
    match value {
        ValueType::Name(what @ "ability") => RowEntry::Names(fresh::names(document, what)),
        ValueType::Text | ValueType::Name(_) | ValueType::Color => RowEntry::Words,
        ValueType::Switch => yes_or_no(),
        ValueType::Number(range, _) => {
            let (least, most) = (f64::from(*range.start()), f64::from(*range.end()));
            RowEntry::Number { least, most, step: if most - least <= 20.0 { 0.1 } else { 1.0 } }
        }
        ValueType::Whole(range, _) => {
            RowEntry::Number { least: *range.start() as f64, most: *range.end() as f64, step: 1.0 }
        }
        ValueType::NumberOf(numbers, _) => RowEntry::Choice(numbers.iter().map(u16::to_string).collect()),
        ValueType::Choice(_, names) => RowEntry::Choice(names.iter().map(|name| (*name).to_owned()).collect()),
        ValueType::NameOf(what) => RowEntry::Choice(fresh::names(document, what)),
        ValueType::OneOf(values) if !fresh::named_by(value).is_empty() => {
            let names = fresh::named_by(value).into_iter().flat_map(|what| fresh::names(document, what)).collect();
            let is_name = |value: &ValueType| matches!(value, ValueType::NameOf(_));
            if values.iter().all(is_name) { RowEntry::Choice(names) } else { RowEntry::Names(names) }
        }
        ValueType::OneOf(values) if values.iter().all(|value| matches!(value, ValueType::Exactly(_))) => {
            RowEntry::Choice(exact(values))
        }
        ValueType::OneOf(values) if !exact(values).is_empty() => RowEntry::Names(exact(values)),
        ValueType::OneOf(values) => {
            let is_string = |value: &ValueType| {
                matches!(value, ValueType::Text | ValueType::Name(_) | ValueType::NameOf(_) | ValueType::Choice(..))
            };
            RowEntry::Source { takes_words: values.iter().any(is_string) }
        }
        _ => RowEntry::Source { takes_words: false },
    }
}

/// The texts, without quotation marks, of those types in a list that allow one exact value only.
fn exact(values: &[ValueType]) -> Vec<String> {
    let exact = values
        .iter()
        .filter_map(|value| if let ValueType::Exactly(text) = value { Some(unquoted(text)) } else { None });
    exact.collect()
}

fn yes_or_no() -> RowEntry {
    RowEntry::Choice(["true", "false"].map(str::to_owned).to_vec())
}

fn unit(value: &ValueType) -> Unit {
    match value {
        ValueType::Number(_, unit) | ValueType::Pair(_, ValueType::Number(_, unit)) => *unit,
        _ => Unit::None,
    }
}

/// What a terrain or an area is where its entry does not say it: those that are built in have values of their own.
fn known(document: &Document, thing: &Thing, row: &PropertyRow) -> String {
    let map = &document.level().map;
    let terrain = map.terrains.iter().find(|terrain| terrain.name == thing.name);
    let area = map.areas.iter().find(|area| area.name == thing.name);
    match (Some(row.place.to_string().as_str()), terrain, area) {
        (Some("walkable"), Some(terrain), _) => terrain.walkable.to_string(),
        (Some("cost"), Some(terrain), _) => terrain.cost.to_string(),
        (Some("cost"), None, Some(area)) => area.cost.to_string(),
        (Some("color"), Some(terrain), _) => {
            format!("#{:02x}{:02x}{:02x}", terrain.color.r, terrain.color.g, terrain.color.b)
        }
        (Some("jumpable"), Some(terrain), _) => terrain.jumpable.to_string(),
        (Some("opaque"), Some(terrain), _) => terrain.opaque.to_string(),
        (Some("no_stop"), Some(terrain), _) => terrain.no_stop.to_string(),
        (Some("one_way"), Some(terrain), _) => terrain.one_way.map_or("none", |direction| direction.name()).to_owned(),
        _ => row.default.clone(),
    }
}

/// A value of the text as a field shows it. An empty string is not the same as none, so it keeps its quotes.
fn written(source: &str) -> String {
    if source == EMPTY { EMPTY.to_owned() } else { unquoted(source) }
}

/// How a string without letters is written.
const EMPTY: &str = "\"\"";

/// A value without the quotes around a plain string.
fn unquoted(source: &str) -> String {
    let inside = source.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.filter(|inside| !inside.contains(['"', '\\'])).unwrap_or(source).to_owned()
}

impl PropertyRow {
    /// The edit that gives some things another value by what was typed or chosen; nothing typed leaves the field out.
    ///
    /// # Errors
    /// Why what was typed is no such value.
    pub fn change(&self, document: &Document, things: &[&Thing], typed: &str) -> Result<Edit, String> {
        let at = |thing: &Thing| self.path(thing);
        if self.entry == RowEntry::Key {
            let Some(thing) = things.first() else { return Err("nothing is selected".to_owned()) };
            return Ok(Edit::Rename { path: thing.path.clone(), name: typed.to_owned() });
        }
        let is_there = |path: &FieldPath| document.span(path).is_some();
        if let (RowEntry::Add(value), [thing]) = (&self.entry, things) {
            let (path, value) = (at(thing), raw(value)?);
            return Ok(if is_there(&path) { Edit::Set { path, value } } else { Edit::Insert { path, value } });
        }
        if typed.trim().is_empty() {
            let removed = things.iter().map(|thing| at(thing)).filter(is_there).map(|path| Edit::Remove { path });
            return Ok(Edit::Several(removed.collect()));
        }
        // Whatever names a named thing follows it. Layers have no more than their names, in a list.
        let is_layer = self.entry == RowEntry::Words && self.place.to_string().starts_with("layers[");
        if (self.place == FieldPath::field("name") || is_layer)
            && things.len() == 1
            && is_there(&at(things[0]))
            && things[0].kind != ThingKind::Path
        {
            return Ok(Edit::Rename { path: at(things[0]), name: typed.to_owned() });
        }
        let value = match &self.around {
            None => self.ron(typed)?,
            Some((before, behind)) => raw(&format!("{before}{}{behind}", self.ron(typed)?))?,
        };
        let edit = |thing: &&Thing| Edit::Set { path: at(thing), value: value.clone() };
        Ok(Edit::Several(things.iter().map(edit).collect()))
    }

    /// Where in the text it stands for a thing.
    pub fn path(&self, thing: &Thing) -> FieldPath {
        if self.is_of_level { self.place.clone() } else { self.place.clone().onto(&FieldPath::default(), &thing.path) }
    }

    /// What was typed, as the format writes it.
    fn ron(&self, typed: &str) -> Result<Ron, String> {
        let typed = typed.trim();
        match &self.entry {
            RowEntry::Words if typed == EMPTY => raw(typed),
            RowEntry::Words | RowEntry::Key => Ok(Ron::from(typed)),
            RowEntry::Choice(names) if names.iter().any(|name| name == "true" || name.parse::<u8>().is_ok()) => {
                raw(typed)
            }
            RowEntry::Choice(_) => Ok(Ron::from(typed)),
            RowEntry::Variant(forms) => match forms.iter().find(|(name, _)| name == typed) {
                Some((_, form)) => raw(form),
                None => Err(format!("there is no {typed}")),
            },
            RowEntry::Names(names) if names.iter().any(|name| name == typed) => Ok(Ron::from(typed)),
            RowEntry::Item { .. } | RowEntry::Add(_) => Err("this is moved, removed or added".to_owned()),
            RowEntry::Number { least, most, step } => {
                let number: f64 = typed.parse().map_err(|_| format!("{typed} is not a number"))?;
                if !(*least..=*most).contains(&number) {
                    return Err(format!("{} to {}", in_short(*least), in_short(*most)));
                }
                if *step == 1.0 && number.fract() == 0.0 && !typed.contains('.') {
                    raw(typed)
                } else {
                    raw(&decimal(typed))
                }
            }
            RowEntry::Source { .. } | RowEntry::Names(_) => {
                let takes_words = !matches!(self.entry, RowEntry::Source { takes_words: false });
                let is_word = typed.starts_with(char::is_alphabetic)
                    && typed.chars().all(|letter| letter.is_alphanumeric() || " -_'".contains(letter));
                if takes_words && is_word { Ok(Ron::from(typed)) } else { raw(typed) }
            }
            RowEntry::Lines => Err("this takes several lines: change it in the text".to_owned()),
        }
    }

    /// Whether it stands for an item of a list as a whole, or for the next one.
    pub fn is_of_list(&self) -> bool {
        matches!(self.entry, RowEntry::Item { .. } | RowEntry::Add(_) | RowEntry::Variant(_) | RowEntry::Lines)
    }

    /// Every value of which one can be chosen from a list; none where there are too few for one.
    pub fn names_to_choose(&self) -> Vec<String> {
        let names = match &self.entry {
            RowEntry::Choice(names) | RowEntry::Names(names) => names.clone(),
            RowEntry::Variant(forms) => forms.iter().map(|(name, _)| name.clone()).collect(),
            _ => Vec::new(),
        };
        if names.len() < LEAST_LISTED { Vec::new() } else { names }
    }

    /// Whether it is the name of its thing.
    pub fn is_name(&self) -> bool {
        self.entry == RowEntry::Key || self.place == FieldPath::field("name")
    }

    /// The value that one step up or down leads to, as it would be typed; `None` where there is none.
    pub fn stepped(&self, forward: bool) -> Option<String> {
        let now = self.value.as_deref().unwrap_or(&self.default);
        match &self.entry {
            RowEntry::Choice(names) | RowEntry::Names(names) => next(names, now, forward),
            RowEntry::Variant(forms) => {
                let names: Vec<String> = forms.iter().map(|(name, _)| name.clone()).collect();
                next(&names, now, forward)
            }
            RowEntry::Number { least, most, step } => {
                let value: f64 = now.parse().unwrap_or(*least);
                let steps = (value / step + if forward { 1.0 } else { -1.0 }).round();
                let moved = (steps * step).clamp(*least, *most);
                Some(in_short((moved * 1000.0).round() / 1000.0))
            }
            _ => None,
        }
    }
}

/// Fewer values than this are stepped through as soon as they are read.
const LEAST_LISTED: usize = 3;

/// The name after one in a list, or before it; the first where it is not there.
fn next(names: &[String], now: &str, forward: bool) -> Option<String> {
    let place = match names.iter().position(|name| name == now) {
        Some(place) => (place + if forward { 1 } else { names.len() - 1 }) % names.len(),
        None => 0,
    };
    names.get(place).cloned()
}

/// A number as short as it can be told.
fn in_short(number: f64) -> String {
    // Numbers of levels are of single precision.
    if number.fract() == 0.0 { format!("{number:.0}") } else { (number as f32).to_string() }
}

/// A number that is written with a point, as the format's own numbers are.
fn decimal(typed: &str) -> String {
    if typed.contains(['.', 'e', 'E']) { typed.to_owned() } else { format!("{typed}.0") }
}

fn raw(typed: &str) -> Result<Ron, String> {
    Ron::parse(typed).map_err(|error| error.problems.first().map(|problem| problem.message.clone()).unwrap_or_default())
}
