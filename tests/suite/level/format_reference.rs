//! The tables of fields, of orders and of profile properties in the reference of the format: made from the tables in the code.
//! `REMAKE_REFERENCE=1 cargo test --test suite format_reference` writes them anew.

use std::fs;

use footpath::format::table::{
    CONDITIONS, EFFECTS, FLOCKING, Field, FieldRule, LeftOut, PROFILE, RAYS, SCRIPT_STEP, STEP_STRUCTS, STRUCTS,
    Struct, ValueType,
};
use footpath::level::{ORDERS, OrderKind, limits};
use footpath::profile::{Mutability, PROPERTIES, ProfilePart, Property, Topic, Unit, one_of};
use footpath::script::{STEPS, ScriptStepKind};

const FILE: &str = "levels/README.md";
const ORDERS_HEAD: &str = "| order | what the agent does | fields |\n|---|---|---|\n";
const VARIANTS_HEAD: &str = "| written | what it is | fields |\n|---|---|---|\n";
const STEPS_HEAD: &str = "| step | what it does | in its brackets |\n|---|---|---|\n";
const FIELDS_HEAD: &str = "| field | type | unit | default | what it is |\n|---|---|---|---|---|\n";
const PROPERTIES_HEAD: &str =
    "| field | type | unit | default | changed by | what it is |\n|---|---|---|---|---|---|\n";

fn row(property: &Property) -> String {
    let change = match property.change {
        Mutability::Tune => "`Tune`",
        Mutability::Bake => "`Bake`",
        Mutability::Never => "–",
    };
    let field = property.in_level();
    let unit = unit_of(&field.value).unwrap_or("–");
    let type_of = in_words(&field.value, false);
    format!("| `{}` | {type_of} | {unit} | {} | {change} | {} |\n", field.name, if_left_out(field), field.about)
}

/// What the value of a field of an order may be.
fn value_of(field: &Field) -> String {
    match &field.value {
        ValueType::Number(range, unit) => {
            format!("{}, {} to {} {}", field.about, range.start(), range.end(), unit.name())
        }
        ValueType::Switch => field.about.to_owned(),
        value => format!("{}: {}", field.about, in_words(value, false)),
    }
}

/// A field of an order that is written with its name.
fn named_field(field: &Field) -> String {
    let default = match field.left_out {
        LeftOut::Is(default) => format!(" (default `{default}`)"),
        LeftOut::Words(words) if words != "none" => format!(" (if left out: {words})"),
        LeftOut::Required(_) | LeftOut::Words(_) => String::new(),
    };
    format!("`{}`: {}{default}", field.name, value_of(field))
}

fn order_row(order: &OrderKind) -> String {
    let examples: Vec<String> = order.examples.iter().map(|example| format!("`{example}`")).collect();
    let fields: Vec<String> = match order.of.fields {
        [] => vec!["–".to_owned()],
        fields if order.is_named => fields.iter().map(named_field).collect(),
        fields => fields.iter().map(value_of).collect(),
    };
    format!("| {} | {} | {} |\n", examples.join(", "), order.of.about, fields.join("; "))
}

/// A struct that is written with its name, as one of several.
fn variant_row(kind: &Struct) -> String {
    let fields: Vec<String> = kind.fields.iter().map(named_field).collect();
    format!("| `{}` | {} | {} |\n", kind.example(), kind.about.trim(), fields.join("; "))
}

/// The last of several with `or` before it.
fn alternatives(several: &[String]) -> String {
    match several {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => several.concat(),
    }
}

/// What a value may be: of one, or of several in a list.
fn in_words(value: &ValueType, is_plural: bool) -> String {
    let noun = |noun: &str| match noun {
        _ if !is_plural => noun.to_owned(),
        "entry of the legend" => "entries of the legend".to_owned(),
        "point of a path" => "points".to_owned(),
        "step of a lesson" => "steps".to_owned(),
        noun if noun.ends_with("ch") => format!("{noun}es"),
        noun => format!("{noun}s"),
    };
    let limited = |most: usize| if most < usize::MAX { format!(", at most {most}") } else { String::new() };
    match value {
        ValueType::Text => noun("string"),
        ValueType::Name(_) if is_plural => "names".to_owned(),
        ValueType::Name(_) => format!("string, 1 to {} characters", limits::NAME_CHARACTERS),
        ValueType::Switch => "`true` or `false`".to_owned(),
        ValueType::Number(range, _) if *range.start() == f32::MIN => noun("number"),
        ValueType::Number(range, _) if *range.end() == f32::MAX => format!("number, {} or more", range.start()),
        ValueType::Number(range, _) => format!("number, {} to {}", range.start(), range.end()),
        ValueType::NumberOf(numbers, _) => one_of(numbers),
        ValueType::Whole(..) if is_plural => noun("number"),
        ValueType::Whole(range, _) => format!("whole number, {} to {}", range.start(), range.end()),
        ValueType::Choice(_, names) => {
            alternatives(&names.iter().map(|name| format!("`\"{name}\"`")).collect::<Vec<String>>())
        }
        ValueType::Exactly(text) => format!("`{text}`"),
        ValueType::Call(name, value) => format!("`{name}({})`", in_words(value, false)),
        ValueType::Color => "string `\"#rrggbb\"`".to_owned(),
        ValueType::Pair([one, other], value) => {
            let each = in_words(value, false);
            let each = each.trim_start_matches("whole ").trim_start_matches("number, ");
            let article = if each.starts_with(char::is_alphabetic) { "a " } else { "" };
            format!("{} `({one}, {other})`, each {article}{each}", if is_plural { "pairs" } else { "pair" })
        }
        ValueType::Tile if is_plural => "tiles".to_owned(),
        ValueType::Tile => "tile `(column, row)`".to_owned(),
        ValueType::Point if is_plural => "points `(x, y)`".to_owned(),
        ValueType::Point => "point `(x, y)`".to_owned(),
        ValueType::FarPoint(range) => {
            let point = in_words(&ValueType::Point, is_plural);
            format!("{point}, each {} to {}", range.start(), range.end())
        }
        ValueType::NameOf(what) if is_plural => noun(what),
        ValueType::NameOf(what) => format!("name of {} {what}", if what.starts_with(['a', 'o']) { "an" } else { "a" }),
        ValueType::Character => "character".to_owned(),
        ValueType::Struct(kind) => {
            let what = kind.what().trim_matches('`');
            noun(what.trim_start_matches("an ").trim_start_matches("a "))
        }
        ValueType::Variant(name, _) => noun(name),
        ValueType::Made(kind) => in_words(&ValueType::Struct(kind), is_plural),
        ValueType::Order => noun("order"),
        ValueType::Action => noun("action"),
        ValueType::List(value, count, _) => {
            let (least, most) = (*count.start(), *count.end());
            match (least, most) {
                _ if least == most => format!("list of {least} {}", in_words(value, true)),
                (2.., _) => format!("list of {least} to {most} {}", in_words(value, true)),
                _ => format!("list of {}{}", in_words(value, true), limited(most)),
            }
        }
        ValueType::Map(key, value, most) => {
            let key = if matches!(key, ValueType::Name(_)) { "name".to_owned() } else { in_words(key, false) };
            format!("map of {key} to {}{}", in_words(value, false), limited(*most))
        }
        ValueType::Any => "anything".to_owned(),
        ValueType::OneOf(values) => {
            alternatives(&values.iter().map(|value| in_words(value, is_plural)).collect::<Vec<String>>())
        }
    }
}

/// The unit of a value, if it has one.
fn unit_of(value: &ValueType) -> Option<&'static str> {
    match value {
        ValueType::Number(_, unit) | ValueType::NumberOf(_, unit) if *unit != Unit::None => Some(unit.name()),
        ValueType::Whole(_, unit) if !unit.is_empty() => Some(unit),
        ValueType::Point | ValueType::FarPoint(_) => Some(Unit::Length.name()),
        ValueType::Pair(_, value) | ValueType::List(value, ..) | ValueType::Call(_, value) => unit_of(value),
        ValueType::OneOf(values) => values.iter().find_map(unit_of),
        _ => None,
    }
}

fn if_left_out(field: &Field) -> String {
    match field.left_out {
        LeftOut::Required(_) => "must be there".to_owned(),
        LeftOut::Is(value) => format!("`{value}`"),
        LeftOut::Words(words) => words.to_owned(),
    }
}

fn field_row(field: &Field) -> String {
    let (type_of, unit) = (in_words(&field.value, false), unit_of(&field.value).unwrap_or("–"));
    format!("| `{}` | {type_of} | {unit} | {} | {} |\n", field.name, if_left_out(field), field.about)
}

/// Names of fields, the last with this word before it.
fn listed(names: &[&str], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} {word} {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

/// Which fields of a struct go together, a line for each rule.
fn rules_of(kind: &Struct) -> String {
    let is_needed =
        |names: &[&str]| kind.rules.iter().any(|rule| matches!(rule, FieldRule::AtLeastOne(of, ..) if *of == names));
    let is_alone =
        |names: &[&str]| kind.rules.iter().any(|rule| matches!(rule, FieldRule::AtMostOne(of) if *of == names));
    let rules = kind.rules.iter().filter_map(|rule| match *rule {
        FieldRule::AtMostOne(names) if is_needed(names) => Some(format!("exactly one of {}", listed(names, "and"))),
        FieldRule::AtMostOne(names) => Some(format!("at most one of {}", listed(names, "and"))),
        FieldRule::AtLeastOne(names, ..) if is_alone(names) => None,
        FieldRule::AtLeastOne(names, ..) => Some(format!("at least one of {}", listed(names, "and"))),
        FieldRule::Without(_, names, what, _) => Some(format!("{what} has no {}", listed(names, "or"))),
        FieldRule::OnlyWith(_, names, what, _) => Some(format!("only {what} has {}", listed(names, "or"))),
        FieldRule::Unless(given, needed) => {
            let names: Vec<&str> = needed.iter().map(|(name, _)| *name).collect();
            Some(format!("{} must be there without `{given}`", listed(&names, "and")))
        }
        FieldRule::BothNeed(both, needed, ..) => {
            Some(format!("`{needed}` must be there with both {}", listed(&both, "and")))
        }
        FieldRule::OnlyWhere(_, names, what, _) => Some(format!("only {what} has {}", listed(names, "or"))),
        FieldRule::ValueNeeds((field, value), needed, ..) => {
            Some(format!("`{needed}` is needed with `{field}: \"{value}\"`"))
        }
        FieldRule::Needs(given, [name], ..) => Some(format!("`{name}` is needed with {}", listed(given, "or"))),
        FieldRule::Needs(given, names, ..) => {
            Some(format!("one of {} is needed with {}", listed(names, "and"), listed(given, "or")))
        }
    });
    rules.map(|rule| format!("- {rule}\n")).collect()
}

fn step_row(step: &ScriptStepKind) -> String {
    let agents = if step.is_for_agents { ". Takes `agents`" } else { "" };
    let window = if step.needs_window { ". Only in a window" } else { "" };
    let fields = match &step.value {
        Some(ValueType::Struct(of)) if STEP_STRUCTS.iter().any(|known| std::ptr::eq(*known, *of)) => {
            of.fields.iter().map(named_field).collect::<Vec<String>>().join("; ")
        }
        Some(ValueType::Made(of)) => listed(&of.field_names().collect::<Vec<&str>>(), "and"),
        Some(ValueType::Text) | None => "–".to_owned(),
        Some(value) => in_words(value, false),
    };
    format!("| `{}` | {}{agents}{window} | {fields} |\n", step.example, step.about)
}

/// The text with other rows in the table after a marker.
fn with_table(text: &str, marker: &str, head: &str, rows: &str) -> String {
    let marker = format!("<!-- {marker} -->\n\n");
    let (before, rest) = text.split_once(&marker).expect(&marker);
    let after = rest.split_once("\n\n").map_or("", |(_, after)| after);
    format!("{before}{marker}{head}{rows}\n{after}")
}

/// The reference with its tables as they are now.
fn remade(reference: &str) -> String {
    let topics = [Topic::Body, Topic::Ground, Topic::Cost, Topic::Route, Topic::Others, Topic::Senses];
    let by_topic = topics.map(|topic| (format!("{topic:?}"), ProfilePart::Profile, Some(topic)));
    let parts = [ProfilePart::Rays, ProfilePart::Flocking].map(|part| (format!("{part:?}"), part, None));
    let orders: String = ORDERS.iter().map(order_row).collect();
    let mut text = with_table(
        reference,
        "orders: a test makes this table from the one in src/level/order.rs",
        ORDERS_HEAD,
        &orders,
    );
    let steps: String = STEPS.iter().map(step_row).collect();
    text = with_table(&text, "steps: a test makes this table from the one in src/script/kinds.rs", STEPS_HEAD, &steps);
    for kind in STRUCTS {
        let rows: String = kind.fields.iter().map(field_row).collect();
        text = with_table(&text, &format!("fields: {}", kind.name()), FIELDS_HEAD, &rows);
        if !kind.rules.is_empty() {
            text = with_table(&text, &format!("rules: {}", kind.name()), "", &rules_of(kind));
        }
    }
    let structs = [&*PROFILE, &*RAYS, &*FLOCKING].into_iter().chain(STRUCTS.iter().copied());
    let names: Vec<String> = structs.map(|of| format!("`{}` ({})", of.name(), of.what().replace('`', ""))).collect();
    text = with_table(&text, "names of structs", "", &format!("{}.\n", names.join(", ")));
    let rows: String = SCRIPT_STEP.fields.iter().map(field_row).collect();
    text = with_table(&text, "fields of a step", FIELDS_HEAD, &rows);
    text = with_table(&text, "rules: Profile", "", &rules_of(&PROFILE));
    for (marker, kinds) in [("conditions", CONDITIONS), ("effects", EFFECTS)] {
        let rows: String = kinds.iter().map(|kind| variant_row(kind)).collect();
        text = with_table(&text, marker, VARIANTS_HEAD, &rows);
    }
    for (name, part, topic) in by_topic.into_iter().chain(parts) {
        let fits = |property: &&Property| topic.is_none_or(|topic| property.topic == topic);
        let rows: String = part.properties().filter(fits).map(row).collect();
        text = with_table(&text, &format!("properties: {name}"), PROPERTIES_HEAD, &rows);
    }
    text
}

#[test]
fn format_reference() {
    let reference = fs::read_to_string(FILE).unwrap();
    let remade = remade(&reference);
    if std::env::var_os("REMAKE_REFERENCE").is_some() {
        return fs::write(FILE, remade).unwrap();
    }
    let differing = remade.lines().find(|line| !reference.contains(line));
    assert_eq!(reference, remade, "made anew it has {differing:?}; REMAKE_REFERENCE=1 writes it");
    assert_eq!(PROPERTIES.iter().filter(|property| !reference.contains(&row(property))).count(), 0);
}
