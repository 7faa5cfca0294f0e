//! The properties of what is selected: what each is now, what it may be, and which edit gives it another value.

use footpath::format::table::{self, Field, LeftOut, Value};
use footpath::level::edit::{Document, Edit, Path, Ron};
use footpath::profile::{self, PROPERTIES, Unit};

use super::thing::{Kind, Thing};

/// A property that all things of a selection share.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The fields that lead to it from the thing.
    pub field: Vec<&'static str>,
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
}

/// How a property is changed.
#[derive(Clone, Debug, PartialEq)]
pub enum RowEntry {
    /// By typing words.
    Words,
    /// By typing a value as the format writes it; whether a word alone is a string, which needs no quotes here.
    Source { takes_words: bool },
    /// By typing a number, or by steps.
    Number { least: f64, most: f64, step: f64 },
    /// By going through these words.
    Choice(Vec<String>),
    /// It takes several lines: only in the text.
    Lines,
}

/// The fields of which a thing has one to say where it is: they are changed by moving it.
const POSITIONS: [&str; 3] = ["tile", "at", "place"];

/// The fields that only a group of agents has, besides how many they are.
const OF_GROUPS: [&str; 4] = ["row", "ring", "in", "seed"];

/// The properties of some things of one kind, the name first.
pub fn rows(document: &Document, things: &[&Thing]) -> Vec<Row> {
    let Some(first) = things.first() else { return Vec::new() };
    let paths: Vec<&Path> = things.iter().map(|thing| &thing.path).collect();
    let mut rows = Vec::new();
    if first.kind.has_key() && things.len() == 1 {
        rows.push(Row {
            field: Vec::new(),
            name: "name".to_owned(),
            value: Some(first.name.clone()),
            differs: false,
            default: String::new(),
            entry: RowEntry::Words,
            about: format!("the name by which the level calls the {}", first.kind.name()),
        });
    }
    if first.kind == Kind::Profile {
        rows.extend(PROPERTIES.iter().map(|property| of_profile(document, &paths, property)));
        return rows;
    }
    for field in first.kind.fields() {
        let has = |name: &str| paths.iter().any(|path| document.span(&(*path).clone().then(name)).is_some());
        let is_for_groups = first.kind == Kind::Agent && OF_GROUPS.contains(&field.name);
        if has(field.name) || !POSITIONS.contains(&field.name) && (!is_for_groups || has("count")) {
            add(document, &paths, &mut Vec::new(), field, &mut rows);
        }
    }
    if matches!(first.kind, Kind::Terrain | Kind::Area) {
        rows.iter_mut().for_each(|row| row.default = known(document, first, row));
    }
    rows
}

/// The properties of the level itself that are no lists of things.
pub fn of_level(document: &Document) -> Vec<Row> {
    let is_plain = |field: &&Field| {
        let is_single = matches!(
            field.value,
            Value::Text | Value::Name(_) | Value::Number(..) | Value::Whole(..) | Value::Pair(..) | Value::Struct(_)
        );
        is_single && !matches!(field.name, "heights" | "ceilings")
    };
    let mut rows = Vec::new();
    let root = Path::default();
    for field in table::LEVEL.fields.iter().filter(is_plain) {
        add(document, &[&root], &mut Vec::new(), field, &mut rows);
    }
    rows
}

/// Adds the row of a field, or those of the fields of its struct.
fn add(
    document: &Document,
    paths: &[&Path],
    above: &mut Vec<&'static str>,
    field: &'static Field,
    rows: &mut Vec<Row>,
) {
    above.push(field.name);
    match &field.value {
        Value::Struct(inner) if above.len() == 1 => {
            inner.fields.iter().for_each(|field| add(document, paths, above, field, rows));
        }
        value => {
            let default = match field.left_out {
                LeftOut::Required(_) => String::new(),
                LeftOut::Is(text) => unquoted(text),
                LeftOut::Words(words) => words.replace('`', ""),
            };
            rows.push(row(document, paths, above, entry(document, value), default, field.about, unit(value)));
        }
    }
    above.pop();
}

fn of_profile(document: &Document, paths: &[&Path], property: &'static profile::Property) -> Row {
    let field = match property.part {
        profile::Part::Profile => vec![property.name],
        profile::Part::Rays => vec!["rays", property.name],
        profile::Part::Flocking => vec!["flocking", property.name],
    };
    let (entry, unit) = match &property.kind {
        profile::Kind::Number { range, step, unit, .. } => {
            let (least, most) = (f64::from(*range.start()), f64::from(*range.end()));
            (RowEntry::Number { least, most, step: f64::from(*step) }, *unit)
        }
        profile::Kind::Count { range, .. } => {
            let (least, most) = (f64::from(*range.start()), f64::from(*range.end()));
            (RowEntry::Number { least, most, step: 1.0 }, Unit::None)
        }
        profile::Kind::OneOf { numbers, .. } => {
            (RowEntry::Choice(numbers.iter().map(u8::to_string).collect()), Unit::None)
        }
        profile::Kind::Switch { .. } => (yes_or_no(), Unit::None),
        profile::Kind::Choice { names, .. } => {
            (RowEntry::Choice(names().into_iter().map(str::to_owned).collect()), Unit::None)
        }
        profile::Kind::Color => (RowEntry::Words, Unit::None),
        _ => (RowEntry::Source { takes_words: false }, Unit::None),
    };
    let name = paths[0].to_string();
    let known =
        document.level().profiles.iter().find(|known| Path::field("profiles").key(&known.name).to_string() == name);
    let default = match &property.kind {
        profile::Kind::Color => {
            known.map(|known| format!("#{:02x}{:02x}{:02x}", known.color.r, known.color.g, known.color.b))
        }
        profile::Kind::Choice { names, field } => known.map(|known| names()[(field.get)(known)].to_owned()),
        profile::Kind::Switch { field } => known.map(|known| (field.get)(known).to_string()),
        _ => known.and_then(|known| property.value(known)).map(|value| in_short(f64::from(value))),
    };
    row(document, paths, &field, entry, default.unwrap_or_else(|| "none".to_owned()), property.about, unit)
}

fn row(
    document: &Document,
    paths: &[&Path],
    field: &[&'static str],
    entry: RowEntry,
    default: String,
    about: &str,
    unit: Unit,
) -> Row {
    let at = |path: &&Path| field.iter().fold((*path).clone(), |path, field| path.then(field));
    let source = |path: &&Path| document.source(&at(path)).map(unquoted);
    let value = source(&paths[0]);
    let differs = paths[1..].iter().any(|path| source(path) != value);
    let entry = if value.as_ref().is_some_and(|value| value.contains('\n')) { RowEntry::Lines } else { entry };
    let name = field.iter().map(|name| name.replace('_', " ")).collect::<Vec<_>>().join(": ");
    let unit = if unit == Unit::None { String::new() } else { format!("; {}", unit.name()) };
    let range = match entry {
        RowEntry::Number { least, most, .. } => format!("; {} to {}", in_short(least), in_short(most)),
        _ => String::new(),
    };
    let about = format!("{}{unit}{range}", plain(about));
    Row { field: field.to_vec(), name, value, differs, default, entry, about }
}

/// A text of the reference without its marks: a panel has one font.
fn plain(text: &str) -> String {
    let text = text.replace('`', "");
    match (text.find("]("), text.find('[')) {
        (Some(end), Some(start)) if start < end => {
            let close = text[end..].find(')').map_or(text.len(), |close| end + close + 1);
            format!("{}{}{}", &text[..start], &text[start + 1..end], &text[close..])
        }
        _ => text,
    }
}

/// How a value is changed.
fn entry(document: &Document, value: &Value) -> RowEntry {
    let level = document.level();
    match value {
        Value::Text | Value::Name(_) | Value::Color => RowEntry::Words,
        Value::Switch => yes_or_no(),
        Value::Number(range, _) => {
            let (least, most) = (f64::from(*range.start()), f64::from(*range.end()));
            RowEntry::Number { least, most, step: if most - least <= 20.0 { 0.1 } else { 1.0 } }
        }
        Value::Whole(range, _) => {
            RowEntry::Number { least: *range.start() as f64, most: *range.end() as f64, step: 1.0 }
        }
        Value::Choice(_, names) => RowEntry::Choice(names.iter().map(|name| (*name).to_owned()).collect()),
        Value::NameOf(what) => {
            let names: Vec<&String> = match *what {
                "profile" => level.profiles.iter().map(|profile| &profile.name).collect(),
                "terrain" => level.map.terrains.iter().map(|terrain| &terrain.name).collect(),
                "area" => level.map.areas.iter().map(|area| &area.name).collect(),
                "layer" => level.map.layers.iter().collect(),
                "place" => level.places.keys().collect(),
                "agent" => level.agents.iter().map(|agent| &agent.name).filter(|name| !name.is_empty()).collect(),
                "obstacle" => level.map.obstacles.iter().map(|thing| &thing.name).filter(|n| !n.is_empty()).collect(),
                "team" => level.agents.iter().filter_map(|agent| agent.team.as_ref()).collect(),
                _ => Vec::new(),
            };
            RowEntry::Choice(names.into_iter().cloned().collect())
        }
        Value::OneOf(values) => {
            let is_string =
                |value: &Value| matches!(value, Value::Text | Value::Name(_) | Value::NameOf(_) | Value::Choice(..));
            RowEntry::Source { takes_words: values.iter().any(is_string) }
        }
        _ => RowEntry::Source { takes_words: false },
    }
}

fn yes_or_no() -> RowEntry {
    RowEntry::Choice(["true", "false"].map(str::to_owned).to_vec())
}

fn unit(value: &Value) -> Unit {
    match value {
        Value::Number(_, unit) | Value::Pair(_, Value::Number(_, unit)) => *unit,
        _ => Unit::None,
    }
}

/// What a terrain or an area is where its entry does not say it: those that are built in have values of their own.
fn known(document: &Document, thing: &Thing, row: &Row) -> String {
    let map = &document.level().map;
    let terrain = map.terrains.iter().find(|terrain| terrain.name == thing.name);
    let area = map.areas.iter().find(|area| area.name == thing.name);
    match (row.field.first().copied(), terrain, area) {
        (Some("walkable"), Some(terrain), _) => terrain.walkable.to_string(),
        (Some("cost"), Some(terrain), _) => terrain.cost.to_string(),
        (Some("cost"), None, Some(area)) => area.cost.to_string(),
        (Some("color"), Some(terrain), _) => {
            format!("#{:02x}{:02x}{:02x}", terrain.color.r, terrain.color.g, terrain.color.b)
        }
        (Some("jumpable"), Some(terrain), _) => terrain.jumpable.to_string(),
        (Some("opaque"), Some(terrain), _) => terrain.opaque.to_string(),
        _ => row.default.clone(),
    }
}

/// A value without the quotes around a plain string.
fn unquoted(source: &str) -> String {
    let inside = source.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.filter(|inside| !inside.contains(['"', '\\'])).unwrap_or(source).to_owned()
}

impl Row {
    /// The edit that gives some things another value by what was typed or chosen; nothing typed leaves the field out.
    ///
    /// # Errors
    /// Why what was typed is no such value.
    pub fn change(&self, document: &Document, things: &[&Thing], typed: &str) -> Result<Edit, String> {
        let at = |thing: &Thing| self.field.iter().fold(thing.path.clone(), |path, field| path.then(field));
        if self.field.is_empty() {
            let Some(thing) = things.first() else { return Err("nothing is selected".to_owned()) };
            return Ok(Edit::Rename { path: thing.path.clone(), name: typed.to_owned() });
        }
        let is_there = |path: &Path| document.span(path).is_some();
        if typed.trim().is_empty() {
            let removed = things.iter().map(|thing| at(thing)).filter(is_there).map(|path| Edit::Remove { path });
            return Ok(Edit::Several(removed.collect()));
        }
        // Whatever names a named thing follows it.
        if self.field == ["name"] && things.len() == 1 && is_there(&at(things[0])) && things[0].kind != Kind::Path {
            return Ok(Edit::Rename { path: at(things[0]), name: typed.to_owned() });
        }
        let value = self.ron(typed)?;
        let edit = |thing: &&Thing| Edit::Set { path: at(thing), value: value.clone() };
        Ok(Edit::Several(things.iter().map(edit).collect()))
    }

    /// What was typed, as the format writes it.
    fn ron(&self, typed: &str) -> Result<Ron, String> {
        let typed = typed.trim();
        match &self.entry {
            RowEntry::Words => Ok(Ron::from(typed)),
            RowEntry::Choice(names) if names.iter().any(|name| name == "true" || name.parse::<u8>().is_ok()) => {
                raw(typed)
            }
            RowEntry::Choice(_) => Ok(Ron::from(typed)),
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
            RowEntry::Source { takes_words } => {
                let is_word = typed.starts_with(char::is_alphabetic)
                    && typed.chars().all(|letter| letter.is_alphanumeric() || " -_'".contains(letter));
                if *takes_words && is_word { Ok(Ron::from(typed)) } else { raw(typed) }
            }
            RowEntry::Lines => Err("this takes several lines: change it in the text".to_owned()),
        }
    }

    /// The value that one step up or down leads to, as it would be typed; `None` where there is none.
    pub fn stepped(&self, forward: bool) -> Option<String> {
        let now = self.value.as_deref().unwrap_or(&self.default);
        match &self.entry {
            RowEntry::Choice(names) => {
                let count = names.len();
                let place = names.iter().position(|name| name == now);
                let next = match place {
                    Some(place) => (place + if forward { 1 } else { count - 1 }) % count,
                    None => 0,
                };
                names.get(next).cloned()
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
