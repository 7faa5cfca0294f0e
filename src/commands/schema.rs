//! `footpath schema`: the format of levels as a JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12/schema).

use std::io::Write;
use std::ops::RangeInclusive;

use footpath::format::table::{
    AGENT_NUMBER, FLOCKING, Field, FieldRule, LeftOut, PROFILE, RAYS, SCRIPT_STEP, STRUCTS, Struct, ValueType,
};
use footpath::level::{Area, ORDERS, OrderKind, Terrain, as_written, limits};
use footpath::profile::{AgentProfile, Mutability, PROPERTIES, Unit};
use footpath::script::{STEPS, ScriptStepKind};
use serde_json::{Map, Value as Json, json};

use super::Failure;

/// How the RON of a level is compared with a schema that speaks of JSON.
const READ_AS_JSON: &str = "A struct `(name: value)`, whether or not its own name stands before it, and a map `{key: value}` are objects; a tuple `(a, b)` and a list are \
    arrays; a character is a string of one character; `MoveTo(x)` is {\"MoveTo\": x}, and `Follow(agent: x)` is \
    {\"Follow\": {\"agent\": x}}, as serde writes enums. A field that is `None` is left out, and `Some(x)` is x.";

/// That of a level, or of a script. Gives exit code 0.
pub fn schema(is_of_script: bool, output: &mut dyn Write) -> Result<u8, Failure> {
    let mut schema = match is_of_script {
        true => json!({"title": "A script of Footpath", "type": "array", "items": script_step()}),
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
        *schema = of_value(&AGENT_NUMBER);
    }
    match schema {
        Json::Object(fields) => fields.values_mut().for_each(call_agents_by_number),
        Json::Array(values) => values.iter_mut().for_each(call_agents_by_number),
        _ => {}
    }
}

/// The structs that have a definition of their own.
fn shared() -> impl Iterator<Item = &'static Struct> {
    [&*PROFILE, &*RAYS, &*FLOCKING].into_iter().chain(STRUCTS.iter().copied())
}

fn definitions() -> Map<String, Json> {
    let structs = shared().map(|of| (of.name().to_owned(), of_struct(of)));
    let orders = json!({"anyOf": ORDERS.iter().map(of_order).collect::<Vec<Json>>()});
    structs.chain([("Order".to_owned(), orders)]).collect()
}

/// A step of a script; `agents` goes with some kinds only.
fn script_step() -> Json {
    let for_agents = || STEPS.iter().filter(|step| step.is_for_agents);
    let words: Vec<&str> = for_agents().filter(|step| step.value.is_none()).map(|step| step.name).collect();
    let with_values = for_agents().filter(|step| step.value.is_some()).map(|step| json!({"required": [step.name]}));
    let with_values = json!({"type": "object", "anyOf": with_values.collect::<Vec<Json>>()});
    let for_agents = json!({"properties": {"do": {"anyOf": [{"enum": words}, with_values]}}});
    let mut schema = of_struct(&SCRIPT_STEP);
    schema["dependentSchemas"] = json!({"agents": for_agents});
    schema
}

fn of_step(step: &ScriptStepKind) -> Json {
    let mut schema = match &step.value {
        Some(value) => call(step.name, of_value(value)),
        None => json!({"const": step.name}),
    };
    schema["description"] = step.about.into();
    schema["x-ron-examples"] = json!([step.example]);
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

/// A struct that levels have is defined once; one that only a step of a script has stands where it is used.
fn of_struct_or_reference(of: &Struct) -> Json {
    match shared().any(|known| std::ptr::eq(known, of)) {
        true => reference(of.name()),
        false => of_struct(of),
    }
}

fn of_struct(kind: &Struct) -> Json {
    let fields = kind.fields.iter().map(|field| (field.name.to_owned(), of_field(field))).collect();
    let required =
        kind.fields.iter().filter(|field| matches!(field.left_out, LeftOut::Required(_))).map(|field| field.name);
    let mut schema = object(fields, required.collect());
    let rules: Vec<Json> = kind.rules.iter().flat_map(|rule| of_rule(kind, rule)).collect();
    if !rules.is_empty() {
        schema["allOf"] = rules.into();
    }
    schema["title"] = kind.what().into();
    schema["x-ron-example"] = kind.example().into();
    schema
}

/// That a field of a struct has one of these values, or is left out and its default is one. A value may be the name before a
/// bracket.
fn has_value(of: &Struct, name: &str, values: &[&str]) -> Json {
    let field = of.field(name).expect("rules are about fields");
    let is_call = |value: &&&str| matches!(&field.value, ValueType::OneOf(all) if all.iter().any(|one| matches!(one, ValueType::Call(name, _) if name == *value)));
    let (calls, strings): (Vec<&&str>, Vec<&&str>) = values.iter().partition(is_call);
    let mut ways: Vec<Json> = calls.iter().map(|name| json!({"type": "object", "required": [name]})).collect();
    if !strings.is_empty() {
        ways.push(json!({"enum": strings}));
    }
    let mut schema = json!({"properties": {name: {"anyOf": ways}}});
    let is_default = matches!(field.left_out, LeftOut::Is(default) if values.contains(&default.trim_matches('"')));
    if !is_default {
        schema["required"] = json!([name]);
    }
    schema
}

fn of_rule(of: &Struct, rule: &FieldRule) -> Vec<Json> {
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
        FieldRule::Unless(given, needed) => {
            let needed: Vec<&str> = needed.iter().map(|(name, _)| *name).collect();
            vec![json!({"anyOf": [{"required": [given]}, {"required": needed}]})]
        }
        FieldRule::BothNeed(both, needed, ..) => {
            vec![json!({"if": {"required": both}, "then": {"required": [needed]}})]
        }
        FieldRule::OnlyWhere((field, values), names, ..) => {
            let holds = has_value(of, field, values);
            let names = names.iter().map(|name| ((*name).to_owned(), holds.clone()));
            vec![json!({"dependentSchemas": names.collect::<Map<String, Json>>()})]
        }
        FieldRule::ValueNeeds((field, value), needed, ..) => {
            vec![json!({"if": has_value(of, field, &[value]), "then": {"required": [needed]}})]
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
    if let Some(step) = changed_by(field) {
        schema["x-changed-by"] = step.into();
    }
    match field.left_out {
        LeftOut::Is(default) => schema["default"] = from_ron(default),
        LeftOut::Words(words) => schema["x-if-left-out"] = words.into(),
        LeftOut::Required(_) => {}
    }
    schema
}

/// The step of a script that changes a property of a profile.
fn changed_by(field: &Field) -> Option<&'static str> {
    let property = PROPERTIES.iter().find(|property| std::ptr::eq(property.in_level(), field))?;
    match property.change {
        Mutability::Tune => Some("Tune"),
        Mutability::Bake => Some("Bake"),
        Mutability::Never => None,
    }
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
        ValueType::NumberOf(numbers, Unit::None) => json!({"enum": numbers}),
        ValueType::NumberOf(numbers, unit) => json!({"enum": numbers, "x-unit": unit.name()}),
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
        ValueType::Struct(kind) => of_struct_or_reference(kind),
        ValueType::Made(kind) => of_struct_or_reference(kind),
        ValueType::Variant(_, kinds) => {
            let of_kind = |kind: &&'static Struct| {
                let mut schema = call(kind.name(), of_struct(kind));
                schema["description"] = kind.about.trim().into();
                schema
            };
            json!({"anyOf": kinds.iter().map(of_kind).collect::<Vec<Json>>()})
        }
        ValueType::Order => reference("Order"),
        ValueType::Action => json!({"anyOf": STEPS.iter().map(of_step).collect::<Vec<Json>>()}),
        ValueType::List(value, count, _) => {
            let mut schema = json!({"type": "array", "items": of_value(value), "minItems": count.start()});
            if *count.end() < usize::MAX {
                schema["maxItems"] = (*count.end()).into();
            }
            if matches!(value, ValueType::Name(_) | ValueType::Choice(..)) {
                schema["uniqueItems"] = true.into();
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
    let mut schema = json!({"type": "number"});
    if *range.start() > f32::MIN {
        schema["minimum"] = least.into();
    }
    if *range.end() < f32::MAX {
        schema["maximum"] = most.into();
    }
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
    let mut schema = json!({"type": "string", "minLength": 1, "x-name-of": what});
    if !built_in.is_empty() {
        schema["examples"] = built_in.into();
    }
    schema
}

/// A value after a name: `Near(1.5)`.
fn call(name: &str, value: Json) -> Json {
    object(Map::from_iter([(name.to_owned(), value)]), vec![name])
}

fn of_order(order: &OrderKind) -> Json {
    let mut ways = Vec::new();
    if order.is_named && !order.of.fields.is_empty() {
        ways.push(of_struct(&order.of));
    }
    // The first field alone, where the others may be left out.
    if order.has_short_form() {
        ways.extend(order.of.fields.first().map(of_field));
    }
    let mut schema = match ways.pop() {
        None => json!({"const": order.of.name()}),
        Some(way) if ways.is_empty() => call(order.of.name(), way),
        Some(way) => call(order.of.name(), json!({"anyOf": [ways.remove(0), way]})),
    };
    schema["description"] = order.of.about.into();
    schema["x-ron-examples"] = order.examples.into();
    schema
}
