//! `footpath schema`: the format of levels as JSON.

use std::io::Write;
use std::ops::RangeInclusive;

use footpath::level::schema::{Field, LeftOut, STRUCTS, Struct, Value};
use footpath::level::{Area, FieldValue, ORDERS, OrderField, Terrain, as_written, limits};
use footpath::profile::{AgentProfile, Change, Kind, Part, Property, Unit};
use serde_json::{Map, Value as Json, json};

use super::Failure;

/// Gives exit code 0.
pub fn schema(output: &mut dyn Write) -> Result<u8, Failure> {
    let structs = STRUCTS.iter().map(|kind| of_struct(kind));
    let parts = [("Profile", Part::Profile), ("Rays", Part::Rays), ("Flocking", Part::Flocking)];
    let parts = parts.into_iter().map(|(name, part)| of_part(name, part));
    let walkable = |terrain: &Terrain| json!({"name": terrain.name, "walkable": terrain.walkable, "cost": as_written(terrain.cost)});
    let area = |area: &Area| json!({"name": area.name, "cost": as_written(area.cost)});
    let schema = json!({
        "version": limits::VERSION as u64,
        "structs": structs.chain(parts).collect::<Vec<Json>>(),
        "orders": ORDERS.iter().map(|order| json!({
            "name": order.name,
            "about": order.about,
            "examples": order.examples,
            "fields": order.fields.iter().map(of_order_field).collect::<Vec<Json>>(),
        })).collect::<Vec<Json>>(),
        "built_in": {
            "terrains": Terrain::built_in().iter().map(walkable).collect::<Vec<Json>>(),
            "areas": Area::built_in().iter().map(area).collect::<Vec<Json>>(),
            "profiles": AgentProfile::built_in().iter().map(|profile| profile.name.clone()).collect::<Vec<String>>(),
        },
    });
    serde_json::to_writer_pretty(&mut *output, &schema).map_err(std::io::Error::from)?;
    writeln!(output)?;
    Ok(0)
}

fn of_struct(kind: &Struct) -> Json {
    json!({
        "name": kind.name(),
        "what": kind.what(),
        "example": kind.example(),
        "fields": kind.fields.iter().map(of_field).collect::<Vec<Json>>(),
    })
}

fn of_field(field: &Field) -> Json {
    let default = match field.left_out {
        LeftOut::Is(default) => Json::from(default),
        LeftOut::Required | LeftOut::Words(_) => Json::Null,
    };
    let mut entry = json!({
        "name": field.name,
        "value": of_value(&field.value),
        "required": field.left_out == LeftOut::Required,
        "default": default,
        "about": field.about,
    });
    if let LeftOut::Words(words) = field.left_out {
        entry["if_left_out"] = words.into();
    }
    entry
}

/// A value as an object: its type, and what else there is to say of it.
fn of_value(value: &Value) -> Json {
    match value {
        Value::Text => json!({"type": "string"}),
        Value::Name(what) => {
            json!({"type": "string", "most_characters": limits::NAME_CHARACTERS, "defines": what})
        }
        Value::Switch => json!({"type": "bool"}),
        Value::Number(range, unit) => number(range, *unit),
        Value::Whole(range, unit) => {
            let mut entry = json!({"type": "whole number", "least": range.start(), "most": range.end()});
            if !unit.is_empty() {
                entry["unit"] = (*unit).into();
            }
            entry
        }
        Value::Choice(names) => json!({"type": "string", "one_of": names()}),
        Value::Exactly(text) => json!({"type": "exactly", "written": text}),
        Value::Call(name, value) => json!({"type": "call", "name": name, "of": of_value(value)}),
        Value::Color => json!({"type": "color"}),
        Value::Pair(names, value) => json!({"type": "pair", "names": names, "of": of_value(value)}),
        Value::Tile => json!({"type": "tile"}),
        Value::Point => json!({"type": "point", "unit": Unit::Length.name()}),
        Value::FarPoint(range) => {
            let (least, most) = (as_written(*range.start()), as_written(*range.end()));
            json!({"type": "point", "unit": Unit::Length.name(), "least": least, "most": most})
        }
        Value::NameOf(what) => json!({"type": "string", "names": what}),
        Value::Character => json!({"type": "character"}),
        Value::Struct(kind) => json!({"type": "struct", "name": kind.name()}),
        Value::Profile => json!({"type": "struct", "name": "Profile"}),
        Value::Order => json!({"type": "order"}),
        Value::List(value, count) => {
            let mut entry = json!({"type": "list", "of": of_value(value), "least": count.start()});
            if *count.end() < usize::MAX {
                entry["most"] = (*count.end()).into();
            }
            entry
        }
        Value::Map(key, value, most) => {
            let mut entry = json!({"type": "map", "keys": of_value(key), "of": of_value(value)});
            if *most < usize::MAX {
                entry["most"] = (*most).into();
            }
            entry
        }
        Value::OneOf(values) => json!({"type": "one of", "values": values.iter().map(of_value).collect::<Vec<Json>>()}),
    }
}

fn number(range: &RangeInclusive<f32>, unit: Unit) -> Json {
    let mut entry = json!({"type": "number", "least": as_written(*range.start()), "most": as_written(*range.end())});
    if unit != Unit::None {
        entry["unit"] = unit.name().into();
    }
    entry
}

/// A profile, or a struct within one.
fn of_part(name: &str, part: Part) -> Json {
    let mut defaults = AgentProfile::default();
    part.begin(&mut defaults);
    let field = |name: &&'static str| match part.properties().find(|property| property.name == *name) {
        Some(property) => of_property(property, &defaults),
        None => {
            let kind = if *name == "rays" { "Rays" } else { "Flocking" };
            json!({"name": name, "value": {"type": "struct", "name": kind}, "required": false, "default": null})
        }
    };
    let fields: Vec<Json> = part.field_names().iter().map(field).collect();
    json!({"name": name, "what": format!("`{}`", name.to_lowercase()), "fields": fields})
}

fn of_property(property: &Property, profile: &AgentProfile) -> Json {
    let value = property.value(profile);
    let (kind, default) = match (&property.kind, value) {
        (Kind::Number { range, unit, .. }, value) => {
            (number(range, *unit), value.map(|value| as_written(value).into()))
        }
        (Kind::Count { range, .. }, value) => {
            let kind = json!({"type": "whole number", "least": range.start(), "most": range.end()});
            (kind, value.map(|value| (value as u32).into()))
        }
        (Kind::OneOf { numbers, .. }, value) => {
            (json!({"type": "whole number", "one_of": numbers}), value.map(|value| (value as u32).into()))
        }
        (Kind::Switch { .. }, value) => (json!({"type": "bool"}), value.map(|value| (value != 0.0).into())),
        (Kind::Choice { names, .. }, value) => {
            (json!({"type": "string", "one_of": names()}), value.map(|value| names()[value as usize].into()))
        }
        (Kind::Color, _) => (json!({"type": "color"}), Some(Json::from(profile.color.to_string()))),
        (Kind::AreaCosts, _) => {
            let cost = number(&limits::COST, Unit::None);
            (json!({"type": "map", "keys": {"type": "string", "names": "area"}, "of": cost}), None)
        }
        (Kind::ForbiddenAreas, _) => (names_of("area"), None),
        (Kind::Abilities, _) => (names_of("ability"), None),
        (Kind::Layers, _) => (names_of("layer"), None),
    };
    let changed_by = match property.change {
        Change::Tune => Some("Tune"),
        Change::Bake => Some("Bake"),
        Change::Never => None,
    };
    json!({
        "name": property.name,
        "value": kind,
        "required": false,
        "default": property.followed().map_or(default, |_| None),
        "follows": property.followed().map(|other| other.name),
        "changed_by": changed_by,
        "about": property.about,
    })
}

fn names_of(what: &str) -> Json {
    json!({"type": "list", "of": {"type": "string", "names": what}})
}

fn of_order_field(field: &OrderField) -> Json {
    let mut entry = Map::new();
    entry.insert("name".to_owned(), field.name.into());
    let default = match field.kind.default() {
        Some(FieldValue::Number(number)) => as_written(number).into(),
        Some(FieldValue::Switch(is_on)) => is_on.into(),
        _ => Json::Null,
    };
    entry.insert("required".to_owned(), field.kind.default().is_none().into());
    entry.insert("value".to_owned(), of_value(&field.kind.value()));
    entry.insert("default".to_owned(), default);
    Json::Object(entry)
}
