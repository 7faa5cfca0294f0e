//! The table of the format agrees with what a level may hold.

use footpath::level::Level;
use footpath::level::schema::{Field, LeftOut, STRUCTS, Value};

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
            r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], agents: [(tile: (1, 0), FIELDS)])"#
        }
        "Step" => r#"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["...."], lesson: [(text: "Do.", FIELDS)])"#,
        // They have nothing that could be left out and has a default or a range.
        "Target" | "Point" | "End" | "Switch" => return None,
        name => panic!("{name} has no template"),
    })
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
        let plain = Level::parse("a.ron", &template.replace("FIELDS", "")).unwrap_or_else(|error| panic!("{error}"));
        let mut known = 0;
        for field in kind.fields {
            let LeftOut::Is(default) = field.left_out else { continue };
            // Of a disc on the ground, only what is said of all zones.
            if field.name == "in_sight" {
                continue;
            }
            let text = template.replace("FIELDS", &format!("{}: {default}", field.name));
            let level = Level::parse("a.ron", &text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(level, plain, "{} of {}", field.name, kind.name());
            known += 1;
        }
        assert!(known > 0 || ["Area", "Step"].contains(&kind.name()), "{} has a default", kind.name());
    }
}

#[test]
fn ranges_are_what_the_table_says() {
    let mut tried = 0;
    for kind in STRUCTS {
        let Some(template) = template(kind.name()) else { continue };
        // Those of maps of other kinds, and those that the template has, are tried nowhere else.
        for field in kind.fields.iter().filter(|field| !template.contains(&format!("{}:", field.name))) {
            let value = match &field.value {
                Value::OneOf(values) => &values[0],
                value => value,
            };
            let (least, most) = match value {
                Value::Number(range, _) => (f64::from(*range.start()), f64::from(*range.end())),
                Value::Whole(range, _) if *range.end() < u64::MAX => (*range.start() as f64, *range.end() as f64),
                _ => continue,
            };
            // Each kind of map has fields of its own.
            let of_kind = [
                ("corridor", "maze"),
                ("braid", "braided"),
                ("room", "rooms"),
                ("doors", "rooms"),
                ("rounds", "caves"),
            ];
            let kind_of_map = of_kind.iter().find(|(name, _)| *name == field.name).map_or("open", |(_, kind)| *kind);
            let template = template.replace("kind: \"open\"", &format!("kind: \"{kind_of_map}\""));
            // A disc has no angle.
            let shape = if field.name == "angle" { "size: (0.2, 0.2)" } else { "radius: 0.1" };
            let template = template.replace("radius: 0.1", shape);
            // Only groups stand in rings.
            let count = if field.name == "ring" { "(tile: (1, 0), count: 2, FIELDS" } else { "(tile: (1, 0), FIELDS" };
            let template = &template.replace("(tile: (1, 0), FIELDS", count);
            let (below, above) = (least - 1.0 - least.abs(), most * 2.0 + 1.0);
            for (wrong, is_wrong) in [(least, false), (most, false), (below, true), (above, true)] {
                let told = faults(template, field, &wrong.to_string());
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
            let Value::Choice(names) = field.value else { continue };
            for name in names() {
                let told = faults(template, field, &format!("\"{name}\""));
                assert!(!told.contains("there is no"), "{told}");
            }
            assert!(faults(template, field, "\"nothing\"").contains("there is no"), "{}", field.name);
        }
    }
}

#[test]
fn examples_are_valid() {
    for kind in STRUCTS {
        for field in kind.fields {
            assert!(kind.field(field.name).is_some_and(|found| found.about == field.about));
        }
        assert!(kind.example().starts_with('(') && kind.what().len() > 2);
    }
}
