//! `footpath schema`: the format of levels as a JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12/schema).

use std::io::Write;
use std::ops::RangeInclusive;

use footpath::format::table::{
    BAKE, Field, FieldRule, LeftOut, PATH, STEP_STRUCTS, STRUCTS, Struct, USER_OF_PROFILE, ValueType, ZONE,
};
use footpath::level::{Area, ORDERS, OrderKind, Terrain, as_written, limits};
use footpath::profile::{AgentProfile, Mutability, PROPERTIES, ProfilePart, Property, PropertyKind, Unit};
use footpath::script::{STEPS, ScriptStepKind};
use serde_json::{Map, Value as Json, json};

use super::Failure;

/// How the RON of a level is compared with a schema that speaks of JSON.
const READ_AS_JSON: &str = "A struct `(name: value)` and a map `{key: value}` are objects; a tuple `(a, b)` and a list are \
    arrays; a character is a string of one character; `MoveTo(x)` is {\"MoveTo\": x}, and `Follow(agent: x)` is \
    {\"Follow\": {\"agent\": x}}, as serde writes enums.";

/// That of a level, or of a script. Gives exit code 0.
pub fn schema(is_of_script: bool, output: &mut dyn Write) -> Result<u8, Failure> {
    let mut schema = match is_of_script {
        true => json!({"title": "A script of Footpath", "type": "array", "items": step()}),
        false => json!({"title": "A level of Footpath", "$ref": "#/$defs/Level"}),
    };
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["$comment"] = READ_AS_JSON.into();
    schema["$defs"] = definitions().into();
    if is_of_script {
        call_agents_by_number(&mut schema["$defs"]["Order"]);
    }
    serde_json::to_writer_pretty(&mut *output, &schema).map_err(std::io::Error::from)?;
    writeln!(output)?;
    Ok(0)
}

/// The agents of an order have names in a level, and numbers in a script.
fn call_agents_by_number(schema: &mut Json) {
    if schema.get("x-name-of").is_some_and(|what| what == "agent") {
        *schema = number_of_agent();
    }
    match schema {
        Json::Object(fields) => fields.values_mut().for_each(call_agents_by_number),
        Json::Array(values) => values.iter_mut().for_each(call_agents_by_number),
        _ => {}
    }
}

fn number_of_agent() -> Json {
    json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
}

/// Every struct of levels and scripts.
fn definitions() -> Map<String, Json> {
    let structs = STRUCTS.iter().map(|kind| (kind.name().to_owned(), of_struct(kind)));
    let parts = [("Profile", ProfilePart::Profile), ("Rays", ProfilePart::Rays), ("Flocking", ProfilePart::Flocking)];
    let parts = parts.into_iter().map(|(name, part)| (name.to_owned(), of_part(part)));
    let orders = json!({"anyOf": ORDERS.iter().map(of_order).collect::<Vec<Json>>()});
    structs.chain(parts).chain([("Order".to_owned(), orders)]).collect()
}

/// A step of a script.
fn step() -> Json {
    let agents = json!({"type": "array", "items": number_of_agent()});
    let fields = Map::from_iter([
        ("at".to_owned(), json!({"type": "number", "minimum": 0, "x-unit": Unit::Time.name()})),
        ("agents".to_owned(), agents),
        ("do".to_owned(), json!({"anyOf": STEPS.iter().map(of_step).collect::<Vec<Json>>()})),
    ]);
    object(fields, vec!["at", "do"])
}

fn of_step(step: &ScriptStepKind) -> Json {
    let mut schema = match (step.name, &step.value) {
        ("PutPath", _) => call(step.name, with_name(&PATH, "path")),
        ("PutZone", _) => call(step.name, with_name(&ZONE, "zone")),
        ("Bake", _) => call(step.name, changed(Mutability::Bake, BAKE.fields)),
        ("Tune", _) => call(step.name, changed(Mutability::Tune, &[])),
        ("Click", _) => call(step.name, pair(json!({"type": "number"}))),
        ("Drag", _) => call(step.name, pair(pair(json!({"type": "number"})))),
        (_, Some(ValueType::Struct(of))) if STEP_STRUCTS.iter().any(|known| known.name() == of.name()) => {
            call(step.name, of_struct(of))
        }
        (_, Some(value)) => call(step.name, of_value(value)),
        (_, None) => json!({"const": step.name}),
    };
    schema["description"] = step.about.into();
    schema["x-ron-examples"] = json!([step.example]);
    schema
}

/// A struct of a level with the name that is its key there.
fn with_name(of: &Struct, kind: &'static str) -> Json {
    let mut schema = of_struct(of);
    schema["properties"]["name"] = of_value(&ValueType::Name(kind));
    schema["required"].as_array_mut().expect("it has fields that must be there").push("name".into());
    schema
}

/// The properties of a profile that a step changes, beside other fields.
fn changed(change: Mutability, fields: &[Field]) -> Json {
    let profile = AgentProfile::default();
    let of_part = |part: ProfilePart| {
        let of_change = PROPERTIES.iter().filter(move |property| property.part == part && property.change == change);
        of_change.map(|property| (property.name.to_owned(), without_default(of_property(property, &profile))))
    };
    let mut all: Map<String, Json> = of_part(ProfilePart::Profile).collect();
    all.extend(fields.iter().map(|field| (field.name.to_owned(), without_default(of_field(field)))));
    all.insert("profile".to_owned(), name_of("profile"));
    for (part, name) in [(ProfilePart::Rays, "rays"), (ProfilePart::Flocking, "flocking")] {
        let properties: Map<String, Json> = of_part(part).collect();
        if !properties.is_empty() {
            all.insert(name.to_owned(), object(properties, Vec::new()));
        }
    }
    object(all, Vec::new())
}

/// A field of a step: what is left out of it stays as it is.
fn without_default(mut schema: Json) -> Json {
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("default");
        fields.remove("x-if-left-out");
    }
    schema
}

/// An object with these fields and no others; those of `required` must be there.
fn object(fields: Map<String, Json>, required: Vec<&str>) -> Json {
    let mut object = json!({"type": "object", "properties": fields, "additionalProperties": false});
    if !required.is_empty() {
        object["required"] = required.into();
    }
    object
}

fn reference(name: &str) -> Json {
    json!({"$ref": format!("#/$defs/{name}")})
}

fn of_struct(kind: &Struct) -> Json {
    let fields = kind.fields.iter().map(|field| (field.name.to_owned(), of_field(field))).collect();
    let required =
        kind.fields.iter().filter(|field| matches!(field.left_out, LeftOut::Required(_))).map(|field| field.name);
    let mut schema = object(fields, required.collect());
    let rules: Vec<Json> = kind.rules.iter().flat_map(of_rule).collect();
    if !rules.is_empty() {
        schema["allOf"] = rules.into();
    }
    schema["title"] = kind.what().into();
    schema["x-ron-example"] = kind.example().into();
    schema
}

fn of_rule(rule: &FieldRule) -> Vec<Json> {
    let not_both = |one: &str, other: &str| json!({"not": {"required": [one, other]}});
    match *rule {
        FieldRule::AtMostOne(names) => {
            let pairs = names
                .iter()
                .enumerate()
                .flat_map(|(index, one)| names[index + 1..].iter().map(move |other| (one, other)));
            pairs.map(|(one, other)| not_both(one, other)).collect()
        }
        FieldRule::AtLeastOne(names, ..) => {
            vec![json!({"anyOf": names.iter().map(|name| json!({"required": [name]})).collect::<Vec<Json>>()})]
        }
        FieldRule::Without(given, names, ..) => names.iter().map(|name| not_both(given, name)).collect(),
        FieldRule::OnlyWith(needed, names, ..) => {
            let needed = names.iter().map(|name| ((*name).to_owned(), json!([needed])));
            vec![json!({"dependentRequired": needed.collect::<Map<String, Json>>()})]
        }
        FieldRule::Needs(given, names, ..) => {
            let one = json!({"anyOf": names.iter().map(|name| json!({"required": [name]})).collect::<Vec<Json>>()});
            let needing = given.iter().map(|name| ((*name).to_owned(), one.clone()));
            vec![json!({"dependentSchemas": needing.collect::<Map<String, Json>>()})]
        }
    }
}

fn of_field(field: &Field) -> Json {
    let mut schema = of_value(&field.value);
    schema["description"] = field.about.into();
    match field.left_out {
        LeftOut::Is(default) => schema["default"] = from_ron(default),
        LeftOut::Words(words) => schema["x-if-left-out"] = words.into(),
        LeftOut::Required(_) => {}
    }
    schema
}

/// A value of the table, which writes it in RON: a number, a string, a switch, or a list of these.
fn from_ron(written: &str) -> Json {
    ron::from_str(written).unwrap_or_else(|_| written.into())
}

fn of_value(value: &ValueType) -> Json {
    match value {
        ValueType::Text => json!({"type": "string"}),
        ValueType::Name(what) => {
            json!({"type": "string", "minLength": 1, "maxLength": limits::NAME_CHARACTERS, "x-names-a-new": what})
        }
        ValueType::Switch => json!({"type": "boolean"}),
        ValueType::Number(range, unit) => number(range, *unit),
        ValueType::Whole(range, unit) => {
            let mut schema = json!({"type": "integer", "minimum": range.start(), "maximum": range.end()});
            if !unit.is_empty() {
                schema["x-unit"] = (*unit).into();
            }
            schema
        }
        ValueType::Choice(_, names) => json!({"enum": names}),
        ValueType::Exactly(text) => json!({"const": from_ron(text)}),
        ValueType::Call(name, value) => call(name, of_value(value)),
        ValueType::Color => color(),
        ValueType::Pair(names, value) => {
            let mut schema = pair(of_value(value));
            schema["x-members"] = names.as_slice().into();
            schema
        }
        ValueType::Tile => {
            let mut schema = pair(json!({"type": "integer", "minimum": 0, "maximum": limits::MAP_TILES - 1}));
            schema["x-members"] = json!(["column", "row"]);
            schema
        }
        ValueType::Point => point(json!({"type": "number", "x-unit": Unit::Length.name()})),
        ValueType::FarPoint(range) => point(number(range, Unit::Length)),
        ValueType::NameOf(what) => name_of(what),
        ValueType::Character => json!({"type": "string", "minLength": 1, "maxLength": 1}),
        ValueType::Struct(kind) => reference(kind.name()),
        ValueType::Variant(_, kinds) => {
            let of_kind = |kind: &&'static Struct| {
                let mut schema = call(kind.name(), of_struct(kind));
                schema["description"] = kind.about.trim().into();
                schema
            };
            json!({"anyOf": kinds.iter().map(of_kind).collect::<Vec<Json>>()})
        }
        ValueType::Profile => reference("Profile"),
        ValueType::Order => reference("Order"),
        ValueType::List(value, count, _) => {
            let mut schema = json!({"type": "array", "items": of_value(value), "minItems": count.start()});
            if *count.end() < usize::MAX {
                schema["maxItems"] = (*count.end()).into();
            }
            schema
        }
        ValueType::Map(key, value, most) => {
            let mut schema =
                json!({"type": "object", "propertyNames": of_value(key), "additionalProperties": of_value(value)});
            if *most < usize::MAX {
                schema["maxProperties"] = (*most).into();
            }
            schema
        }
        ValueType::Any => json!({}),
        ValueType::OneOf(values) => json!({"anyOf": values.iter().map(of_value).collect::<Vec<Json>>()}),
    }
}

fn number(range: &RangeInclusive<f32>, unit: Unit) -> Json {
    let (least, most) = (as_written(*range.start()), as_written(*range.end()));
    let mut schema = json!({"type": "number", "minimum": least, "maximum": most});
    if unit != Unit::None {
        schema["x-unit"] = unit.name().into();
    }
    schema
}

fn color() -> Json {
    json!({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})
}

fn pair(value: Json) -> Json {
    json!({"type": "array", "items": value, "minItems": 2, "maxItems": 2})
}

fn point(coordinate: Json) -> Json {
    let mut schema = pair(coordinate);
    schema["x-members"] = json!(["x", "y"]);
    schema
}

/// The name of something that the level has, or that every level has.
fn name_of(what: &str) -> Json {
    let built_in: Vec<String> = match what {
        "terrain" => Terrain::built_in().into_iter().map(|terrain| terrain.name).collect(),
        "area" => Area::built_in().into_iter().map(|area| area.name).collect(),
        "profile" => AgentProfile::built_in().into_iter().map(|profile| profile.name).collect(),
        _ => Vec::new(),
    };
    let mut schema = json!({"type": "string", "x-name-of": what});
    if !built_in.is_empty() {
        schema["examples"] = built_in.into();
    }
    schema
}

/// A value after a name: `Near(1.5)`.
fn call(name: &str, value: Json) -> Json {
    object(Map::from_iter([(name.to_owned(), value)]), vec![name])
}

/// A profile, or a struct within one.
fn of_part(part: ProfilePart) -> Json {
    let mut defaults = AgentProfile::default();
    part.begin(&mut defaults);
    let field = |name: &&'static str| {
        let schema = match part.properties().find(|property| property.name == *name) {
            Some(property) => of_property(property, &defaults),
            None if *name == USER_OF_PROFILE.name => of_field(&USER_OF_PROFILE),
            None => reference(if *name == "rays" { "Rays" } else { "Flocking" }),
        };
        ((*name).to_owned(), schema)
    };
    object(part.field_names().iter().map(field).collect(), Vec::new())
}

fn of_property(property: &Property, profile: &AgentProfile) -> Json {
    let value = property.value(profile);
    let (mut schema, default) = match &property.kind {
        PropertyKind::Number { range, unit, .. } => (number(range, *unit), value.map(|value| as_written(value).into())),
        PropertyKind::Count { range, .. } => {
            let schema = json!({"type": "integer", "minimum": range.start(), "maximum": range.end()});
            (schema, value.map(|value| (value as u32).into()))
        }
        PropertyKind::OneOf { numbers, .. } => (json!({"enum": numbers}), value.map(|value| (value as u32).into())),
        PropertyKind::Switch { .. } => (json!({"type": "boolean"}), value.map(|value| (value != 0.0).into())),
        PropertyKind::Choice { names, .. } => {
            (json!({"enum": names()}), value.map(|value| names()[value as usize].into()))
        }
        PropertyKind::Color => (color(), Some(Json::from(profile.color.to_string()))),
        kind @ (PropertyKind::AreaCosts
        | PropertyKind::ForbiddenAreas
        | PropertyKind::Abilities
        | PropertyKind::Layers) => (ValueType::of_property(kind).map_or(json!({}), of_value), None),
    };
    schema["description"] = property.about.into();
    match (property.followed(), default) {
        (Some(other), _) => schema["x-if-left-out"] = format!("that of `{}`", other.name).into(),
        (None, Some(default)) => schema["default"] = default,
        (None, None) => {}
    }
    match property.change {
        Mutability::Tune => schema["x-changed-by"] = "Tune".into(),
        Mutability::Bake => schema["x-changed-by"] = "Bake".into(),
        Mutability::Never => {}
    }
    schema
}

fn of_order(order: &OrderKind) -> Json {
    let fields = || order.fields.iter().map(|field| (field.name.to_owned(), of_field(field)));
    let is_needed = |field: &&Field| matches!(field.left_out, LeftOut::Required(_));
    let required: Vec<&str> = order.fields.iter().filter(is_needed).map(|field| field.name).collect();
    let mut ways = Vec::new();
    if order.is_named {
        ways.push(object(fields().collect(), required));
    }
    // The first field alone, where the others may be left out.
    if order.has_short_form() {
        ways.extend(order.fields.first().map(of_field));
    }
    let mut schema = match ways.pop() {
        None => json!({"const": order.name}),
        Some(way) if ways.is_empty() => call(order.name, way),
        Some(way) => call(order.name, json!({"anyOf": [ways.remove(0), way]})),
    };
    schema["description"] = order.about.into();
    schema["x-ron-examples"] = order.examples.into();
    schema
}
