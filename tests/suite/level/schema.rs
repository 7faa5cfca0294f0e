//! The table of the format agrees with what a level may hold.

use footpath::format::table::{Field, FieldRule, LEVEL, LeftOut, STRUCTS, Struct, ValueType};
use footpath::level::{Area, Level, Terrain};
use footpath::profile::AgentProfile;

use super::json_schema::{assert_not_valid, fault_of_level};

/// A level in which a struct of each kind stands, with `FIELDS` for its fields; those that only one kind of it has are
/// given by the kind.
fn template(name: &str) -> Option<&'static str> {
    Some(match name {
        "Level" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], FIELDS)"#,
        "Tile" => r#"(version: 1, name: "A", legend: {'.': (terrain: "grass", FIELDS)}, rows: ["...."])"#,
        "Picture" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], heights: (rows: ["0000"], FIELDS))"#
        }
        "Generate" => r#"(version: 1, name: "A", generate: (kind: "open", size: (8, 8), FIELDS))"#,
        "Patch" => {
            r#"(version: 1, name: "A", generate: (kind: "open", size: (8, 8), patches: [(terrain: "mud", FIELDS)]))"#
        }
        "Search" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], search: (FIELDS))"#,
        "Area" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], areas: {"own": (FIELDS)})"#,
        "Terrain" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], terrains: {"own": (FIELDS)})"#,
        "Zone" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], zones: {"z": (kind: "danger", tile: (1, 0), radius: 9, strength: 1, FIELDS)})"#
        }
        "Wear" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], wear: (FIELDS))"#,
        "Obstacle" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], obstacles: [(tile: (1, 0), radius: 0.1, FIELDS)])"#
        }
        "Stamp" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], pieces: {"hut": ["."]}, stamps: [(piece: "hut", at: (1, 0), FIELDS)])"#
        }
        "Motion" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], obstacles: [(tile: (1, 0), radius: 0.1, motion: (to: [(1, 0.5)], FIELDS))])"#
        }
        "Link" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], links: [(from: (tile: (0, 0)), to: (tile: (3, 0)), FIELDS)])"#
        }
        "Bake" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], bake: (FIELDS))"#,
        "Path" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], paths: {"p": (points: [(tile: (0, 0)), (tile: (1, 0))], FIELDS)})"#
        }
        "Agent" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], agents: [(tile: (1, 0), order: Stop, FIELDS)])"#
        }
        "Wave" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], waves: [(in: [(0, 0), (3, 0)], order: Stop, FIELDS)])"#
        }
        "Rule" => {
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], rules: [(when: After(time: 1.0), then: [Win(text: "A")], FIELDS)])"#
        }
        "Step" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], lesson: [(text: "Do.", FIELDS)])"#,
        // They have nothing that could be left out and has a default or a range.
        "Target" | "Point" | "End" | "Switch" | "Place" => return None,
        name => panic!("{name} has no template"),
    })
}

/// The template with what a field needs: each kind of map has fields of its own, and a disc has no angle.
fn fit_for(template: &str, field: &Field) -> String {
    let of_kind = [
        ("corridor", "maze"),
        ("braid", "braided"),
        ("vertical", "divided"),
        ("room", "rooms"),
        ("doors", "rooms"),
        ("rounds", "caves"),
    ];
    let kind_of_map = of_kind.iter().find(|(name, _)| *name == field.name).map_or("open", |(_, kind)| *kind);
    let template = template.replace("kind: \"open\"", &format!("kind: \"{kind_of_map}\""));
    template.replace("radius: 0.1", if field.name == "angle" { "size: (0.2, 0.2)" } else { "radius: 0.1" })
}

/// What is wrong with a level in which a field has this value.
fn faults(template: &str, field: &Field, value: &str) -> String {
    let text = template.replace("FIELDS", &format!("{}: {value}", field.name));
    // A field that the template has is replaced.
    Level::parse("a.ron", &text).err().map_or(String::new(), |error| error.to_string())
}

#[test]
fn defaults_are_what_the_table_says() {
    for kind in STRUCTS {
        let Some(template) = template(kind.name()) else { continue };
        let mut known = 0;
        for field in kind.fields {
            let LeftOut::Is(default) = field.left_out else { continue };
            // Of a disc on the ground, only what is said of all zones.
            if field.name == "in_sight" {
                continue;
            }
            let template = fit_for(template, field);
            let plain =
                Level::parse("a.ron", &template.replace("FIELDS", "")).unwrap_or_else(|error| panic!("{error}"));
            let text = template.replace("FIELDS", &format!("{}: {default}", field.name));
            let level = Level::parse("a.ron", &text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(level, plain, "{} of {}", field.name, kind.name());
            known += 1;
        }
        assert!(known > 0 || ["Area", "Step"].contains(&kind.name()), "{} has a default", kind.name());
    }
}

/// The range of the first number that a value may be, and what stands before and after that.
fn number_in(value: &ValueType) -> Option<((f64, f64), String, &'static str)> {
    match value {
        ValueType::Number(range, _) => Some(((f64::from(*range.start()), f64::from(*range.end())), String::new(), "")),
        ValueType::Whole(range, _) if *range.end() < u64::MAX => {
            Some(((*range.start() as f64, *range.end() as f64), String::new(), ""))
        }
        ValueType::Call(name, value) => number_in(value).map(|(range, _, _)| (range, format!("{name}("), ")")),
        ValueType::OneOf(values) => values.iter().find_map(number_in),
        _ => None,
    }
}

#[test]
fn ranges_are_what_the_table_says() {
    let mut tried = 0;
    for kind in STRUCTS {
        let Some(template) = template(kind.name()) else { continue };
        // Those of maps of other kinds, and those that the template has, are tried nowhere else.
        for field in kind.fields.iter().filter(|field| !template.contains(&format!("{}:", field.name))) {
            let Some(((least, most), before, after)) = number_in(&field.value) else { continue };
            let template = fit_for(template, field);
            // Only groups stand in rings.
            let count = if field.name == "ring" { "order: Stop, count: 2, FIELDS" } else { "order: Stop, FIELDS" };
            let template = &template.replace("order: Stop, FIELDS", count);
            let (below, above) = (least - 1.0 - least.abs(), most * 2.0 + 1.0);
            for (wrong, is_wrong) in [(least, false), (most, false), (below, true), (above, true)] {
                let told = faults(template, field, &format!("{before}{wrong}{after}"));
                let is_told = told.contains("is out of range");
                assert_eq!(is_told, is_wrong, "{} of {}: {wrong}\n{told}", field.name, kind.name());
            }
            tried += 1;
        }
    }
    assert!(tried >= 24, "{tried} ranges");
}

#[test]
fn choices_are_what_the_table_says() {
    for kind in STRUCTS {
        let Some(template) = template(kind.name()) else { continue };
        for field in kind.fields.iter().filter(|field| !template.contains(&format!("{}:", field.name))) {
            let ValueType::Choice(_, names) = field.value else { continue };
            for name in names {
                let told = faults(template, field, &format!("\"{name}\""));
                assert!(!told.contains("there is no"), "{told}");
            }
            assert!(faults(template, field, "\"nothing\"").contains("there is no"), "{}", field.name);
        }
    }
}

#[test]
fn defaults_are_given_as_values_where_they_are_values() {
    for kind in STRUCTS {
        for field in kind.fields {
            let LeftOut::Words(words) = field.left_out else { continue };
            let is_value = words.starts_with('`') && words.ends_with('`') && words.matches('`').count() == 2;
            assert!(!is_value, "{} of {}: {words}", field.name, kind.name());
        }
    }
}

/// A level in which the example of a struct stands in place of `EXAMPLE`.
fn level_around(name: &str) -> String {
    let fields = match name {
        "Level" => return "EXAMPLE".to_owned(),
        "Tile" => r#"legend: {'.': EXAMPLE}, rows: [".........."]"#,
        "Picture" => r#"legend: {'.': "grass"}, rows: ["...."], heights: EXAMPLE"#,
        "Stamp" => r#"pieces: {"hut": ["."]}, stamps: [EXAMPLE]"#,
        "Generate" => "generate: EXAMPLE",
        "Patch" => r#"generate: (kind: "open", size: (8, 8), patches: [EXAMPLE])"#,
        "Search" => "search: EXAMPLE",
        "Area" => r#"areas: {"own": EXAMPLE}"#,
        "Place" => {
            r#"legend: {'.': "grass"}, rows: ["....", "....", "....", "....", "....", "...."], places: {"own": EXAMPLE}"#
        }
        "Terrain" => r#"terrains: {"own": EXAMPLE}"#,
        "Zone" => r#"zones: {"own": EXAMPLE}"#,
        "Wear" => "wear: EXAMPLE",
        "Obstacle" => "obstacles: [EXAMPLE]",
        "Motion" => "obstacles: [(tile: (5, 2), radius: 0.1, motion: EXAMPLE)]",
        "Link" => "links: [EXAMPLE]",
        "End" => "links: [(from: EXAMPLE, to: (tile: (8, 4)))]",
        "Switch" => {
            r#"agents: [(tile: (1, 1), team: "guards")], links: [(name: "bridge", from: (tile: (1, 1)), to: (tile: (8, 4)))],
            switches: [EXAMPLE]"#
        }
        "Bake" => "bake: EXAMPLE",
        "Path" => r#"paths: {"own": EXAMPLE}"#,
        "Point" => r#"paths: {"own": (points: [(tile: (0, 0)), EXAMPLE])}"#,
        "Target" => "agents: [(tile: (0, 0), order: MoveTo(EXAMPLE))]",
        "Agent" => "agents: [EXAMPLE]",
        "Wave" => "waves: [EXAMPLE]",
        "Rule" => r#"agents: [(tile: (1, 1), team: "guards")], rules: [EXAMPLE]"#,
        "Step" => "lesson: [EXAMPLE]",
        name => panic!("{name} has no level"),
    };
    let map = if fields.contains("rows") || fields.contains("generate") {
        String::new()
    } else {
        let rows = [r#""..........""#; 8].join(", ");
        format!(r#"legend: {{'.': "grass"}}, rows: [{rows}], places: {{"gate": (9, 7), "island": (9, 6)}}, "#)
    };
    format!(r#"(version: 1, name: "A", {map}{fields})"#)
}

#[test]
fn examples_are_valid() {
    for kind in STRUCTS {
        let text = level_around(kind.name()).replace("EXAMPLE", kind.example());
        Level::parse("a.ron", &text).unwrap_or_else(|error| panic!("{}: {error}", kind.name()));
        assert_eq!(fault_of_level(&text), None, "{}: {text}", kind.name());
        assert!(kind.what().len() > 2, "{}", kind.name());
    }
}

/// A level in which a struct has what it must have, and these fields, each with an example or with the value that stands behind
/// its name.
fn level_with(kind: &Struct, fields: &[&str]) -> String {
    let name_of = |field: &&str| field.split(':').next().unwrap_or_default().to_owned();
    let names: Vec<String> = fields.iter().map(name_of).collect();
    let is_needed =
        |field: &&Field| matches!(field.left_out, LeftOut::Required(_)) && !names.iter().any(|name| name == field.name);
    let needed = kind.fields.iter().filter(is_needed).map(|field| format!("{}: {}", field.name, field.example()));
    let fields = fields.iter().map(|field| match kind.field(field) {
        Some(known) => format!("{field}: {}", known.example()),
        None => (*field).to_owned(),
    });
    let given: Vec<String> = needed.chain(fields).collect();
    level_around(kind.name()).replace("EXAMPLE", &format!("({})", given.join(", ")))
}

#[test]
fn fields_go_together_as_the_table_says() {
    let mut tried = 0;
    for kind in STRUCTS {
        for rule in kind.rules {
            let other_than = |field: &str, values: &[&str]| {
                let names = match &kind.field(field).unwrap().value {
                    ValueType::Choice(_, names) | ValueType::OneOf([ValueType::Choice(_, names), ..]) => *names,
                    other => panic!("{other:?} has no choices"),
                };
                let other = names.iter().find(|name| !values.contains(name)).unwrap();
                &*format!("{field}: \"{other}\"").leak()
            };
            let cases: Vec<(Vec<&str>, String)> = match *rule {
                FieldRule::AtMostOne(names) => {
                    // With what each of them needs.
                    let needed = |pair: &[&str]| {
                        kind.rules.iter().find_map(|rule| match *rule {
                            FieldRule::OnlyWith(needed, names, ..) if names.contains(&pair[0]) => Some(needed),
                            _ => None,
                        })
                    };
                    let with_needed = |pair: &[&'static str]| [pair, needed(pair).as_slice()].concat();
                    let pairs = names.windows(2);
                    pairs
                        .map(|pair| (with_needed(pair), format!("has `{}` or `{}`, not both", pair[0], pair[1])))
                        .collect()
                }
                FieldRule::AtLeastOne(_, lacking, _) => {
                    // Nothing but a name stands for some of them, too: there is more to say of one that is empty.
                    let is_empty = ["End", "Target", "Point"].contains(&kind.name());
                    vec![(vec![], if is_empty { "not an empty `()`".to_owned() } else { format!("has no {lacking}") })]
                }
                FieldRule::Without(given, names, what, _) => {
                    names.iter().map(|name| (vec![given, *name], format!("{what} has no `{name}`"))).collect()
                }
                FieldRule::OnlyWith(_, names, what, _) => {
                    names.iter().map(|name| (vec![*name], format!("only {what} has `{name}`"))).collect()
                }
                FieldRule::Needs(given, _, message, _) => {
                    given.iter().map(|name| (vec![*name], message.to_owned())).collect()
                }
                FieldRule::Unless(_, needed) => needed
                    .iter()
                    .map(|(name, _)| (vec![], format!("the field `{name}` of {} is missing", kind.what())))
                    .collect(),
                FieldRule::BothNeed([one, other], _, message, _) => vec![(vec![one, other], message.to_owned())],
                FieldRule::OnlyWhere((field, values), names, what, _) => {
                    let case = |name: &&'static str| {
                        (vec![*name, other_than(field, values)], format!("only {what} has `{name}`"))
                    };
                    names.iter().map(case).collect()
                }
                FieldRule::ValueNeeds((field, value), _, message, _) => {
                    vec![(vec![&*format!("{field}: \"{value}\"").leak()], message.to_owned())]
                }
            };
            for (fields, expected) in cases {
                let text = level_with(kind, &fields);
                let told = Level::parse("a.ron", &text).err().map_or(String::new(), |error| error.to_string());
                assert!(told.contains(&expected), "{} with {fields:?}: {told}", kind.name());
                assert_not_valid(kind, &text);
                tried += 1;
            }
        }
    }
    assert!(tried > 40, "{tried} cases");
}

#[test]
fn the_lengths_of_lists_are_what_the_table_says() {
    let mut tried = Vec::new();
    for kind in STRUCTS {
        let Some(template) = template(kind.name()) else { continue };
        for field in kind.fields.iter().filter(|field| !template.contains(&format!("{}:", field.name))) {
            let (value, brackets) = match &field.value {
                ValueType::Map(_, value, _) => (*value, ("{\"a\": [", "]}")),
                value => (value, ("[", "]")),
            };
            let list = |value: &ValueType| match value {
                ValueType::List(item, count, _) => Some((item.example(), count.clone())),
                _ => None,
            };
            let lists = match value {
                ValueType::OneOf(values) => values.iter().find_map(list),
                value => list(value),
            };
            let Some((item, count)) = lists.filter(|(_, count)| *count.end() <= 2000) else { continue };
            let list_of = |length: usize| format!("{}{}{}", brackets.0, vec![&*item; length].join(", "), brackets.1);
            let told = faults(template, field, &list_of(count.end() + 1));
            assert!(["too many", "has two corners"].iter().any(|words| told.contains(words)), "{}: {told}", field.name);
            if *count.start() > 0 {
                let told = faults(template, field, &list_of(count.start() - 1));
                let is_told = ["has no ", "has at least", "has two corners"].iter().any(|words| told.contains(words));
                assert!(is_told, "{} of {}: {told}", field.name, kind.name());
            }
            tried.push(field.name);
        }
    }
    assert!(tried.contains(&"pieces") && tried.contains(&"polygon") && tried.len() > 8, "{tried:?}");
    // Those that stand in the templates.
    let orders = format!("order: [{}]", ["Stop"; 101].join(", "));
    let stamped =
        |tiles: &str| template("Stamp").map(|text| text.replace("at: (1, 0), FIELDS", &format!("at: {tiles}")));
    for (text, words) in [
        (template("Wave").map(|text| text.replace("order: Stop, FIELDS", &orders)), "a wave has at most 100"),
        (template("Agent").map(|text| text.replace("order: Stop, FIELDS", &orders)), "an agent has at most 100"),
        (stamped("[]"), "a stamp has no tiles"),
        (stamped(&format!("[{}]", ["(1, 0)"; 1001].join(", "))), "a stamp has at most 1000"),
    ] {
        let told = Level::parse("a.ron", &text.unwrap()).unwrap_err().to_string();
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// Whether a level may hold this number of entries of a map, all built-in ones included.
fn is_taken(field: &Field, built_in: &[String], count: usize) -> bool {
    let own = (built_in.len()..count).map(|number| format!("own {number}"));
    let entries: Vec<String> =
        built_in.iter().cloned().chain(own).take(count).map(|name| format!("{name:?}: ()")).collect();
    let text = format!(
        r#"(version: 1, name: "A", legend: {{'.': "grass"}}, rows: ["...."], {}: {{{}}})"#,
        field.name,
        entries.join(", ")
    );
    // Walkable terrains share the areas of the level.
    let text = if field.name == "terrains" { text.replace("()", "(walkable: false)") } else { text };
    Level::parse("a.ron", &text).is_ok()
}

#[test]
fn the_most_entries_are_what_the_table_says() {
    let profiles = AgentProfile::built_in().into_iter().map(|profile| profile.name).collect();
    let areas = Area::built_in().into_iter().map(|area| area.name).filter(|name| name != "not walkable").collect();
    let terrains = Terrain::built_in().into_iter().map(|terrain| terrain.name).collect();
    for (name, built_in) in
        [("areas", areas), ("terrains", terrains), ("profiles", profiles)] as [(&str, Vec<String>); 3]
    {
        let field = LEVEL.field(name).unwrap();
        let ValueType::Map(_, _, most) = field.value else { panic!("{name} is a map") };
        assert!(is_taken(field, &built_in, most), "{name}: {most}");
        assert!(!is_taken(field, &built_in, most + 1), "{name}: {most} and one more");
    }
}
