//! Pieces of map that are drawn once and stamped at several places.

use footpath::grid::Cell;
use footpath::level::edit::{Brush, Document, Edit, FieldPath};
use footpath::level::{Level, LevelError, Surface, WholeLevel};

/// A level of 8 x 5 tiles of grass with these pieces and stamps.
fn text(fields: &str) -> String {
    format!(
        r#"(version: 1, name: "Camp", legend: {{'.': "grass", 'x': "wall", '~': "water", 'D': (terrain: "floor", place: "door"),
            '/': (terrain: "road", ramp: "east-west"), 'h': (terrain: "grass", height: 1.0)}},
            rows: ["........", "........", "........", "........", "........"], {fields})"#
    )
}

fn level(fields: &str) -> Level {
    Level::parse("camp.ron", &text(fields)).unwrap_or_else(|error| panic!("{error}"))
}

/// The rows of a map: `.` where it is open, `D` in the place, `#` and `~` elsewhere.
fn drawn(level: &Level) -> Vec<String> {
    let tiles = &level.map.tiles;
    let doors = level.places.get("door").cloned().unwrap_or_default();
    let letter = |cell: Cell| match level.map.terrains[usize::from(tiles[cell].0)].name.as_str() {
        "wall" => '#',
        "water" => '~',
        _ if doors.contains(&cell) => 'D',
        _ => '.',
    };
    (0..tiles.height() as i32).map(|y| (0..tiles.width() as i32).map(|x| letter(Cell::new(x, y))).collect()).collect()
}

const HUT: &str = r#"pieces: {"hut": ["xx~", "D x"]}"#;

#[test]
fn a_piece_is_put_where_its_stamps_say_turned_and_mirrored() {
    let stamped = |stamp: &str| drawn(&level(&format!("{HUT}, stamps: [{stamp}]")));
    let plain = stamped(r#"(piece: "hut", at: [(0, 0), (4, 3)])"#);
    assert_eq!(plain, ["##~.....", "D.#.....", "........", "....##~.", "....D.#."]);
    let mirrored = stamped(r#"(piece: "hut", at: (1, 0), mirror: true)"#);
    assert_eq!(mirrored[..2], [".~##....", ".#.D...."]);
    let turned = stamped(r#"(piece: "hut", at: (0, 0), turn: 90)"#);
    assert_eq!(turned[..3], ["D#......", ".#......", "#~......"]);
    let upside_down = stamped(r#"(piece: "hut", at: (0, 0), turn: 180)"#);
    assert_eq!(upside_down[..2], ["#.D.....", "~##....."]);
    let both = stamped(r#"(piece: "hut", at: (0, 0), turn: 270, mirror: true)"#);
    assert_eq!(both[..3], ["#D......", "#.......", "~#......"]);
    // Later ones lie over earlier ones; a space leaves what is there.
    let over = stamped(r#"(piece: "hut", at: (0, 0)), (piece: "hut", at: (2, 0))"#);
    assert_eq!(over[..2], ["####~...", "D.D.#..."]);
}

#[test]
fn ramps_and_heights_turn_along() {
    let level = level(
        r#"pieces: {"step": ["./h", "D  "]}, stamps: [(piece: "step", at: (0, 0)), (piece: "step", at: (5, 1), turn: 90)]"#,
    );
    let surface = |x: i32, y: i32| level.map.surface(Cell::new(x, y));
    assert_eq!((surface(0, 0), surface(2, 0).height), (Surface::FLAT, 1.0));
    assert!(surface(1, 0).slope.x > 0.0 && surface(1, 0).slope.y == 0.0, "{:?}", surface(1, 0));
    assert!(surface(6, 2).slope.y > 0.0 && surface(6, 2).slope.x == 0.0, "{:?}", surface(6, 2));
    assert_eq!(surface(6, 3).height, 1.0);
}

#[test]
fn pieces_can_be_stamped_on_a_generated_map() {
    let text = r#"(version: 1, name: "Wood", legend: {'x': "wall", 'D': (terrain: "floor", place: "door")},
        generate: (kind: "open", size: (12, 9), seed: 4, density: 0), pieces: {"hut": ["xxx", "x D", "xxx"]},
        stamps: [(piece: "hut", at: [(1, 1), (7, 5)], mirror: true)])"#;
    let level = Level::parse("wood.ron", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level.places["door"], [Cell::new(1, 2), Cell::new(7, 6)]);
    assert!(!level.map.is_walkable(Cell::new(3, 2)) && level.map.is_walkable(Cell::new(2, 2)));
}

#[test]
fn what_is_wrong_with_pieces_and_stamps_is_told() {
    for (fields, expected) in [
        (r#"stamps: [(piece: "hat", at: (0, 0))]"#, "there is no piece `hat`; did you mean `hut`?"),
        (
            r#"stamps: [(piece: "hut", at: (6, 0))]"#,
            "this piece does not lie on the map, with its upper left corner at `(6, 0)`; it has 3 x 2 tiles before it is turned, the map 8 x 5, counted from 0",
        ),
        (r#"stamps: [(piece: "hut", at: (0, 0), turn: 45)]"#, "`turn` cannot be `45`; it is 0, 90, 180 or 270 degrees"),
        (r#"stamps: [(piece: "hut")]"#, "the field `at` of a stamp is missing; add `at: (3, 4),`"),
    ] {
        let error = Level::parse("camp.ron", &text(&format!("{HUT}, {fields}"))).expect_err(fields);
        let told: Vec<String> = error
            .problems
            .iter()
            .map(|problem| format!("{}; {}", problem.message, problem.help.clone().unwrap_or_default()))
            .collect();
        assert_eq!(told, [expected], "{fields}");
    }
    let unknown = Level::parse("camp.ron", &text(r#"pieces: {"hut": ["?"]}"#)).expect_err("it is not in the legend");
    assert!(unknown.problems[0].message.contains("'?' is not in the legend"), "{unknown}");
}

#[test]
fn what_is_stamped_becomes_rows_where_the_map_is_drawn_on() {
    let fields = format!(r#"{HUT}, stamps: [(piece: "hut", at: (0, 0)), (piece: "hut", at: (4, 2), turn: 90)]"#);
    let mut document = Document::open("camp.ron", text(&fields)).expect("it is a level");
    let before = drawn(document.level());
    let wall = Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(7, 4)] };
    assert!(wall.draws_the_map());
    document.apply(&wall).expect("it can be drawn");
    let gone = |field: &str| document.span(&FieldPath::field(field)).is_none();
    assert!(gone("stamps") && gone("pieces"), "{}", document.text());
    let mut expected = before;
    expected[4].replace_range(7..8, "#");
    assert_eq!(drawn(document.level()), expected);
    assert_eq!(drawn(&Level::parse("camp.ron", document.text()).expect("it is a level")), expected);
}

/// A level and what is read beside it.
fn whole(fields: &str, pieces: &str) -> Result<WholeLevel, LevelError> {
    WholeLevel::of("maps/camp.ron", &text(fields), |name| match name {
        "huts.ron" => Ok(pieces.to_owned()),
        _ => Err(format!("there is no file `{name}`")),
    })
}

#[test]
fn pieces_can_stand_in_a_file_beside_the_level() {
    let stamps = r#"stamps: [(piece: "hut", at: [(0, 0), (4, 3)])]"#;
    let shared = "// For every level.\n{\n    \"hut\": [\n        \"xx~\", // the roof\n        \"D x\",\n    ],\n}\n";
    let made = whole(&format!("pieces_from: \"huts.ron\", {stamps}"), shared).unwrap_or_else(|error| panic!("{error}"));
    assert!(made.is_made());
    let (read, _) = made.parse("maps/camp.ron").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, level(&format!("{HUT}, {stamps}")));
    // What is made is a level of its own, which any reader reads, line for line.
    assert_eq!(Level::parse("alone.ron", &made.text).unwrap_or_else(|error| panic!("{error}")), read);
    let lines = |text: &str| text.lines().count();
    assert_eq!(lines(&made.text), lines(&text("")));
    let alone = whole(stamps, shared).unwrap_or_else(|error| panic!("{error}"));
    assert!(!alone.is_made() && alone.text == text(stamps));
}

#[test]
fn mistakes_are_told_in_the_file_where_they_are() {
    let told = |fields: &str, pieces: &str| {
        let made = whole(fields, pieces).and_then(|made| made.parse("maps/camp.ron").map(|_| ()));
        made.expect_err(fields).to_string()
    };
    let from = r#"pieces_from: "huts.ron""#;
    let shared = "{\n  \"hut\": [\"xx\", \"x?\"],\n  \"well\": [\"~~\"],\n}";
    let stamp = r#"stamps: [(piece: "hut", at: (0, 0))]"#;
    for (fields, pieces, places, words) in [
        (format!("{from}, {stamp}"), shared, vec!["maps/huts.ron:2:19"], "'?' is not in the legend"),
        // Both files at once, each with its own line.
        (
            format!("{from}, stamps: [(piece: \"hutt\", at: (0, 0)), (piece: \"well\", at: (0, 0))]"),
            shared,
            vec!["maps/huts.ron:2:19", "maps/camp.ron:3:"],
            "did you mean `hut`?",
        ),
        (
            format!("{from}, {stamp}, seed: -1"),
            "{\"hut\": [\"xx\"]}",
            vec!["maps/camp.ron:3:"],
            "`seed` is out of range",
        ),
        (format!("{from}, {stamp}"), "{\"hut\": \"xx\"}", vec!["maps/huts.ron:1:9"], "must be a list of strings"),
        (format!("{from}, {stamp}"), "{\"hut\": [\"xx\"}", vec!["maps/huts.ron:1:"], ""),
        (format!("{from}, {stamp}"), "[\"xx\"]", vec!["maps/huts.ron:1:1"], "must be a map"),
        (format!("{from}, {HUT}, {stamp}"), shared, vec!["maps/camp.ron:3:"], "`pieces` or `pieces_from`, not both"),
        (
            format!("pieces_from: \"cabins.ron\", {stamp}"),
            shared,
            vec!["maps/camp.ron:3:"],
            "there is no file `cabins.ron`",
        ),
        (format!("pieces_from: \"../huts.ron\", {stamp}"), shared, vec!["maps/camp.ron:3:"], "lies beside the level"),
    ] {
        let told = told(&fields, pieces);
        for place in places {
            assert!(told.contains(&format!("--> {place}")), "{place} {fields}: {told}");
        }
        assert!(told.contains(words), "{fields}: {told}");
    }
    let alone = Level::parse("camp.ron", &text(&format!("{from}, {stamp}"))).expect_err("nothing is read").to_string();
    assert!(
        alone.contains("in another file, which is not read here") && !alone.contains("there is no piece"),
        "{alone}"
    );
}
