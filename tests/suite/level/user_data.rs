//! What programs keep in a level for themselves: on everything, and through whatever is done to the level.

use footpath::format::table::{LEVEL, PROFILE, Struct, ValueType};
use footpath::grid::Cell;
use footpath::level::edit::{Brush, Document, Edit, FieldPath, History, Ron};
use footpath::level::{Level, UserData};

/// Every kind of thing with something that a program keeps.
const KEPT: &str = r#"(version: 1, name: "Kept", user: 0,
    areas: {"mud": (user: "soft"), "holy": (cost: 2.0, user: [1])},
    terrains: {"altar": (area: "holy", user: (burns: 2.5)), "marsh": (cost: 4.0)},
    profiles: {"walker": (user: "default"), "cart": (mass: 9.0, user: {"price": 30})},
    legend: {'.': "grass", 'm': "mud", 'a': "altar", 'G': (terrain: "grass", place: "gate")},
    rows: ["....", ".ma.", ".G.."],
    places: {"gate": (user: (music: "wind.ogg")), "well": (tiles: [(3, 1), (3, 2)], user: 'w'), "post": (0, 0)},
    agents: [(name: "ada", tile: (1, 0), order: MoveTo("gate"))],
    rules: [(when: Enters(who: "ada", place: "gate"), then: [Win(text: "There.")], user: (id: 7))],
    lesson: [(text: "Look.", user: "first")],
)"#;

fn ron(user: Option<&UserData>) -> Option<&str> {
    user.map(UserData::as_ron)
}

/// What is kept in a level like the one above, wherever its things are.
fn kept(level: &Level) -> Vec<Option<&str>> {
    let area = |name: &str| ron(level.map.areas[level.map.area_named(name).unwrap().0 as usize].user.as_ref());
    let altar = &level.map.terrains[level.map.terrain_named("altar").unwrap().0 as usize];
    let profile = |name: &str| ron(level.user_of_profiles.get(name));
    let place = |name: &str| ron(level.user_of_places.get(name));
    vec![
        ron(level.user.as_ref()),
        area("mud"),
        area("holy"),
        area("grass"),
        ron(altar.user.as_ref()),
        profile("walker"),
        profile("cart"),
        profile("ox"),
        place("gate"),
        place("well"),
        place("post"),
        ron(level.rules[0].user.as_ref()),
        ron(level.lesson[0].user.as_ref()),
    ]
}

/// The structs of which a field of a level has many.
fn things(value: &'static ValueType) -> Vec<&'static Struct> {
    match value {
        ValueType::List(value, ..) | ValueType::Map(_, value, _) => match value {
            ValueType::Struct(of) => vec![*of],
            ValueType::OneOf(values) => values
                .iter()
                .filter_map(|value| if let ValueType::Struct(of) = value { Some(*of) } else { None })
                .collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A new kind of thing is not forgotten.
#[test]
fn everything_that_a_level_has_many_of_keeps_something_for_programs() {
    // They are how the map is drawn: what they draw are terrains and places, which keep something of their own.
    let drawn = ["legend", "stamps"];
    let fields = LEVEL.fields.iter().filter(|field| !drawn.contains(&field.name));
    let all: Vec<&Struct> = fields.flat_map(|field| things(&field.value)).collect();
    let names: Vec<&str> = all.iter().map(|of| of.name()).collect();
    for expected in ["Area", "Place", "Agent", "Rule", "Step"] {
        assert!(names.contains(&expected), "{names:?}");
    }
    for of in all.into_iter().chain([&LEVEL, &*PROFILE]) {
        assert!(of.field("user").is_some_and(|user| matches!(user.value, ValueType::Any)), "{}", of.name());
    }
}

#[test]
fn what_programs_keep_is_read_and_written() {
    let level = Level::parse("kept.ron", KEPT).unwrap_or_else(|error| panic!("{error}"));
    let expected = [
        Some("0"),
        Some("\"soft\""),
        Some("[1]"),
        None,
        Some("(burns: 2.5)"),
        Some("\"default\""),
        Some("{\"price\": 30}"),
        None,
        Some("(music: \"wind.ogg\")"),
        Some("'w'"),
        None,
        Some("(id: 7)"),
        Some("\"first\""),
    ];
    assert_eq!(kept(&level), expected);
    assert_eq!(level.places["well"].len(), 2);
    let again = Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, level, "{}", level.to_ron());
}

/// A program that makes a level gives it what it keeps.
#[test]
fn a_walkable_terrain_has_an_area_of_which_something_is_kept() {
    let mut level = Level::parse("kept.ron", KEPT).unwrap();
    let marsh = level.map.area_named("marsh").unwrap();
    level.map.areas[marsh.0 as usize].user = Ron::parse("(frogs: true)").map(UserData::from).ok();
    let again = Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
    let marsh = again.map.area_named("marsh").map(|area| &again.map.areas[area.0 as usize]).unwrap();
    assert_eq!((marsh.cost, ron(marsh.user.as_ref())), (4.0, Some("(frogs: true)")));
}

#[test]
fn what_programs_keep_stays_through_edits() {
    let before = Level::parse("kept.ron", KEPT).unwrap();
    let mut history = History::of(Document::open("kept.ron", KEPT.to_owned()).unwrap());
    let rename = |path: FieldPath, name: &str| Edit::Rename { path, name: name.to_owned() };
    let gate = FieldPath::field("legend").key("G").then("place");
    for (name, edit) in [
        ("flip", Edit::Flip { down: false }),
        ("turn", Edit::Rotate),
        ("rename a place", rename(gate.clone(), "door")),
        ("and back", rename(FieldPath::field("places").key("door"), "gate")),
        ("rename a profile", rename(FieldPath::field("profiles").key("cart"), "waggon")),
        ("and back", rename(FieldPath::field("profiles").key("waggon"), "cart")),
        ("rename an area", rename(FieldPath::field("areas").key("holy"), "sacred")),
        ("and back", rename(FieldPath::field("areas").key("sacred"), "holy")),
        ("move", Edit::set(FieldPath::field("agents").item(0).then("tile"), Cell::new(0, 3))),
        ("resize", Edit::Resize { left: 1, top: 0, right: 0, bottom: 1, fill: "mud".to_owned() }),
    ] {
        history.apply(name, &edit).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let document = history.document();
    assert_eq!(kept(document.level()), kept(&before), "{}", document.text());
    (0..10).for_each(|_| _ = history.undo());
    assert_eq!(history.document().text(), KEPT);
}

/// A place that is drawn over is gone, and with it what was kept of it; one that is drawn on other ground is not.
#[test]
fn what_is_kept_of_a_place_goes_with_the_place() {
    let mut document = Document::open(
        "kept.ron",
        KEPT.replace("order: MoveTo(\"gate\")", "").replace(
            "rules: [(when: Enters(who: \"ada\", place: \"gate\"), then: [Win(text: \"There.\")], user: (id: 7))],",
            "",
        ),
    )
    .unwrap();
    let gate = vec![Cell::new(1, 2)];
    let road = Edit::Paint { brush: Brush::Terrain("road".to_owned()), cells: gate.clone() };
    document.apply(&road).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ron(document.level().user_of_places.get("gate")), Some("(music: \"wind.ogg\")"));
    document.apply(&Edit::Paint { brush: Brush::Place(None), cells: gate }).unwrap_or_else(|error| panic!("{error}"));
    assert!(!document.level().places.contains_key("gate") && !document.text().contains("music"), "{}", document.text());
    assert!(document.level().user_of_places.contains_key("well"));
}

#[test]
fn a_place_that_is_nowhere_is_told_of() {
    let error = Level::parse("kept.ron", &KEPT.replace("\"post\": (0, 0)", "\"post\": (user: 1)")).unwrap_err();
    let expected = "no row marks the place `post`, and it has no `tiles`";
    assert!(error.to_string().contains(expected), "{error}");
    let twice = KEPT.replace("\"gate\": (user: (music: \"wind.ogg\"))", "\"gate\": (tiles: (0, 1))");
    let error = Level::parse("kept.ron", &twice).unwrap_err();
    assert!(error.to_string().contains("the key `gate` is given twice"), "{error}");
}

/// Rows can begin at a place that is a struct.
#[test]
fn rows_on_a_generated_map_begin_at_a_place_with_more_than_tiles() {
    let text = r#"(version: 1, name: "Stamped", generate: (kind: "open", size: (9, 9), seed: 1), legend: {'w': "wall"},
        rows: ["w"], rows_at: "post", places: {"post": (tiles: (3, 4), user: 1)})"#;
    let level = Level::parse("stamped.ron", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level.map.terrain_at(Cell::new(3, 4)).unwrap().name, "wall");
    let mut document = Document::open("stamped.ron", text.to_owned()).unwrap();
    document.apply(&Edit::Draw).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.level().map.terrain_at(Cell::new(3, 4)).unwrap().name, "wall");
}
