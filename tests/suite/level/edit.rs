//! Editing a level in its text: what changes, what stays, and the way back.

use footpath::grid::Cell;
use footpath::level::edit::{Affected, Brush, Document, Edit, EditError, FieldPath, History, Ron};
use footpath::level::{Level, Target, TerrainId, built_in, limits};
use glam::vec2;

fn open(text: &str) -> Document {
    Document::open("edited.ron", text.to_owned()).unwrap_or_else(|error| panic!("{error}"))
}

/// The text after an edit, which must mean what the document says and be as before once it is taken back.
fn edited(text: &str, edit: &Edit) -> String {
    let mut history = History::of(open(text));
    history.apply("Edit", edit).unwrap_or_else(|error| panic!("{error}"));
    let after = history.document().text().to_owned();
    assert_eq!(&Level::parse("after.ron", &after).unwrap(), history.document().level());
    history.undo();
    assert_eq!(history.document().text(), text);
    assert_eq!(&Level::parse("before.ron", text).unwrap(), history.document().level());
    history.redo();
    assert_eq!(history.document().text(), after);
    after
}

/// Why an edit cannot be made; the text must be as before.
fn refused(text: &str, edit: &Edit) -> String {
    let mut document = open(text);
    let level = document.level().clone();
    let error = document.apply(edit).expect_err("it is refused");
    assert_eq!((document.text(), document.level()), (text, &level));
    error.to_string()
}

fn at(path: &str) -> FieldPath {
    path.parse().unwrap()
}

fn ron(text: &str) -> Ron {
    Ron::parse(text).unwrap()
}

fn paint(terrain: &str, cells: &[(i32, i32)]) -> Edit {
    let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    Edit::Paint { brush: Brush::Terrain(terrain.to_owned()), cells }
}

const YARD: &str = r##########"// A yard.
( version: 1, /* the format */
  name : "The yard",
  legend: {
      '.': "grass", // where one walks
      '#': "wall",
      'G': (terrain: "grass", place: "gate"),
  },
  rows: [
      "#########", // the north wall
      r"#.......G",
      "#########",
  ],
  profiles: {"cart": (radius: 0.30, mass: 12)},

  // Everybody:
  agents: [
      // the first
      (profile: "cart", tile: ( 1, 1 ), order: MoveTo("gate")), // and how it goes

      ( name: "guard", at: (4.5, 1.50), heading: 9e1 ),
      // the last
      (tile: (6, 1), order: Follow("guard"))
  ],
)
"##########;

#[test]
fn only_the_number_that_changes_is_written_anew() {
    let moved = edited(YARD, &Edit::set(at("agents[0].tile"), Cell::new(3, 1)));
    assert_eq!(moved, YARD.replace("( 1, 1 )", "( 3, 1 )"));
    let moved = edited(YARD, &Edit::set(at("agents[1].at"), vec2(4.25, 1.5)));
    assert_eq!(moved, YARD.replace("(4.5, 1.50)", "(4.25, 1.50)"));
    assert_eq!(edited(YARD, &Edit::set(at("agents[1].heading"), 90.0)), YARD, "as it was");
    assert_eq!(edited(YARD, &Edit::set(at("profiles[\"cart\"].mass"), 12.0)), YARD, "as it was");
    let moved = edited(YARD, &Edit::Put { path: at("agents[1]"), position: Target::Tile(Cell::new(2, 1)) });
    assert_eq!(moved, YARD.replace("at: (4.5, 1.50)", "tile: (2, 1)"));
    let aimed = edited(YARD, &Edit::set(at("agents[0].order"), ron("MoveTo((tile: (2, 1)))")));
    assert_eq!(aimed, YARD.replace("MoveTo(\"gate\")", "MoveTo((tile: (2, 1)))"));
}

#[test]
fn a_field_that_is_missing_is_added_where_it_belongs() {
    let fast = edited(YARD, &Edit::set(at("profiles[\"cart\"].speed"), 2.5));
    assert_eq!(fast, YARD.replace("mass: 12)", "mass: 12, speed: 2.5)"));
    let about = edited(YARD, &Edit::set(at("about"), "It is\nsmall."));
    assert_eq!(about, YARD.replace("  legend", "  about: \"It is\\nsmall.\",\n  legend"));
    let zoned = edited(
        YARD,
        &Edit::set(at("zones[\"fire\"]"), ron("(kind: \"danger\", tile: (2, 1), radius: 1, strength: 2)")),
    );
    let zone = "(kind: \"danger\", tile: (2, 1), radius: 1, strength: 2)";
    let with_zone = format!("mass: 12)}},\n  zones: {{\n    \"fire\": {zone},\n  }},\n");
    assert_eq!(zoned, YARD.replace("mass: 12)},\n", &with_zone));
    let sizes = edited("(version:1,name:\"a\",legend:{'.':\"grass\"},rows:[\"..\"])", &Edit::set(at("tile_size"), 2.0));
    assert_eq!(sizes, "(version:1,name:\"a\", tile_size: 2.0,legend:{'.':\"grass\"},rows:[\"..\"])");
}

#[test]
fn what_is_added_is_indented_as_its_neighbours_are() {
    let agent = || ron("(tile: (2, 1))");
    let last = edited(YARD, &Edit::Insert { path: at("agents[3]"), value: agent() }.clone());
    assert_eq!(last, YARD.replace("Follow(\"guard\"))\n", "Follow(\"guard\")),\n      (tile: (2, 1))\n"));
    let first = edited(YARD, &Edit::Insert { path: at("agents[0]"), value: agent() });
    assert_eq!(first, YARD.replace("agents: [\n", "agents: [\n      (tile: (2, 1)),\n"));
    let second = edited(YARD, &Edit::Insert { path: at("agents[1]"), value: agent() });
    assert_eq!(second, YARD.replace("how it goes\n", "how it goes\n      (tile: (2, 1)),\n"));
    let windows = YARD.replace('\n', "\r\n");
    assert_eq!(edited(&windows, &Edit::Insert { path: at("agents[1]"), value: agent() }), second.replace('\n', "\r\n"));
    let inline =
        "(version: 1, name: \"a\", legend: {'.': \"grass\"}, rows: [\"...\"], agents: [(tile: (0, 0)) /* x */, ])";
    let two = edited(inline, &Edit::Insert { path: at("agents[1]"), value: ron("(tile: (2, 0))") });
    assert_eq!(two, inline.replace("/* x */, ", "/* x */, (tile: (2, 0)), "));
}

#[test]
fn what_is_removed_takes_its_own_comments_along() {
    let first = edited(YARD, &Edit::Remove { path: at("agents[0]") });
    let own =
        "      // the first\n      (profile: \"cart\", tile: ( 1, 1 ), order: MoveTo(\"gate\")), // and how it goes\n";
    assert_eq!(first, YARD.replace(own, ""));
    let last = edited(YARD, &Edit::Remove { path: at("agents[2]") });
    assert_eq!(last, YARD.replace("      // the last\n      (tile: (6, 1), order: Follow(\"guard\"))\n", ""));
    assert_eq!(edited(YARD, &Edit::Remove { path: at("agents[1].heading") }), YARD.replace(", heading: 9e1", ""));
    assert_eq!(edited(YARD, &Edit::Remove { path: at("agents[0].profile") }), YARD.replace("profile: \"cart\", ", ""));
    let message = refused(YARD, &Edit::Remove { path: at("agents[7]") });
    assert_eq!(message, "this level has no `agents[7]`");
    let message = refused(YARD, &Edit::Remove { path: at("legend['.']") });
    assert!(message.starts_with("the character '.' is not in the legend"), "{message}");
}

#[test]
fn what_is_moved_takes_its_own_comments_along() {
    let down = edited(YARD, &Edit::Reorder { path: at("agents[0]"), to: 2 });
    let own = "      // the first\n      (profile: \"cart\", tile: ( 1, 1 ), order: MoveTo(\"gate\"))";
    let without = YARD.replace(&format!("{own}, // and how it goes\n"), "");
    let end = "(tile: (6, 1), order: Follow(\"guard\"))\n";
    let moved = format!("(tile: (6, 1), order: Follow(\"guard\")),\n{own} // and how it goes\n");
    assert_eq!(down, without.replace(end, &moved));
    let up = edited(YARD, &Edit::Reorder { path: at("legend[\"G\"]"), to: 0 });
    let place = "      'G': (terrain: \"grass\", place: \"gate\"),\n";
    assert_eq!(up, YARD.replace(place, "").replace("legend: {\n", &format!("legend: {{\n{place}")));
}

#[test]
fn painting_changes_characters_and_nothing_else() {
    let message = refused(YARD, &paint("wall", &[(1, 1)]));
    assert!(message.contains("this agent stands in a wall: tile (1, 1) is `wall`"), "{message}");
    refused(YARD, &paint("wall", &[(2, 0), (1, 1)]));
    let gap = edited(YARD, &paint("grass", &[(2, 0), (3, 0), (3, 2)]));
    assert_eq!(
        gap,
        YARD.replace("\"#########\", //", "\"##..#####\", //")
            .replace("      \"#########\",\n  ]", "      \"###.#####\",\n  ]")
    );
    let swamp = edited(YARD, &paint("swamp", &[(2, 1), (3, 1), (4, 1)]));
    assert!(swamp.contains("r\"#.~~~...G") && swamp.contains("\n      '~': \"swamp\",\n  },"), "{swamp}");
    assert_eq!(open(&swamp).level().places, open(YARD).level().places);
    let message = refused(YARD, &paint("lava", &[(2, 1)]));
    assert!(message.starts_with("there is no terrain `lava`"), "{message}");
    let terrain = Edit::set(at("terrains[\"lava\"].cost"), 9.0);
    let both = edited(YARD, &Edit::Several(vec![terrain, paint("lava", &[(2, 1)])]));
    assert!(
        both.contains("\"lava\": (cost: 9.0),") && both.contains("'l': \"lava\",") && both.contains("#.l...."),
        "{both}"
    );
    assert_eq!(refused(YARD, &paint("grass", &[(9, 1)])), "the tile (9, 1) is outside the map");
    assert_eq!(refused(YARD, &paint("grass", &[(0, -1)])), "the tile (0, -1) is outside the map");
}

#[test]
fn heights_are_painted_with_letters_and_then_with_pictures() {
    let high = |height: f32, x: i32| Edit::Paint { brush: Brush::Height(height), cells: vec![Cell::new(x, 0)] };
    let text = "(version: 1, name: \"a\", legend: {'.': \"grass\"}, rows: [\"......\"])";
    let mut history = History::of(open(text));
    for (x, height) in [0.5, 1.0, 1.5, 2.0].into_iter().enumerate() {
        history.apply("Raise", &high(height, x as i32)).unwrap();
    }
    assert!(!history.document().text().contains("heights"));
    history.apply("Raise", &high(2.5, 4)).unwrap();
    let now = history.document().text().to_owned();
    assert!(now.contains("heights: (") && now.contains("unit: 0.5,") && now.contains("\"....5.\""), "{now}");
    history.apply("Raise", &high(0.3, 5)).unwrap();
    history.apply("Lower", &high(0.0, 4)).unwrap();
    let relief = history.document().level().map.relief.clone().unwrap();
    let heights: Vec<f32> = relief.surfaces.values().iter().map(|surface| surface.height).collect();
    assert_eq!(heights, [0.5, 1.0, 1.5, 2.0, 0.0, 0.3]);
    assert_eq!(&Level::parse("a.ron", history.document().text()).unwrap(), history.document().level());
    history.jump(0);
    assert_eq!(history.document().text(), text);
    assert_eq!(&Level::parse("a.ron", text).unwrap(), history.document().level());
    let low = Edit::Paint { brush: Brush::Ceiling(Some(1.5)), cells: vec![Cell::new(1, 0)] };
    let low = edited(text, &low);
    assert!(low.contains("ceiling: 1.5)"), "{low}");
    let open_sky = Edit::Paint { brush: Brush::Ceiling(None), cells: vec![Cell::new(1, 0)] };
    assert!(edited(&low, &open_sky).contains("\"......\""));
}

#[test]
fn places_are_painted_and_forgotten() {
    let place = |name: Option<&str>, cells: &[(i32, i32)]| Edit::Paint {
        brush: Brush::Place(name.map(str::to_owned)),
        cells: cells.iter().map(|&(x, y)| Cell::new(x, y)).collect(),
    };
    let moved = edited(YARD, &Edit::Several(vec![place(Some("gate"), &[(7, 1)]), place(None, &[(8, 1)])]));
    assert_eq!(moved, YARD.replace("#.......G", "#......G."));
    let named = edited(YARD, &place(Some("door"), &[(2, 1)]));
    assert!(named.contains("#.D.....G") && named.contains("'D': (terrain: \"grass\", place: \"door\"),\n"), "{named}");
    assert_eq!(edited(&named, &place(None, &[(2, 1)])), YARD);
}

#[test]
fn a_generated_map_is_drawn_before_it_is_painted() {
    let level = built_in::named("great-caves").expect("a built-in level");
    let document = open(level.text);
    assert!(document.level().generate.is_some());
    let drawn = edited(level.text, &Edit::Draw);
    let mut expected = document.level().clone();
    expected.generate = None;
    assert_eq!(&expected, open(&drawn).level());
    let inside = Cell::new(0, 0);
    let painted = edited(level.text, &Edit::Paint { brush: Brush::Terrain("water".to_owned()), cells: vec![inside] });
    let water = expected.map.terrains.iter().position(|terrain| terrain.name == "water").unwrap();
    expected.map.tiles[inside] = TerrainId(water as u8);
    assert_eq!(&expected, open(&painted).level());
}

/// Rows of its own that lie on a generated map become a part of it when it is drawn: the level means the same.
#[test]
fn rows_on_a_generated_map_are_drawn_with_it() {
    for at in ["(3, 2)", "\"hall\""] {
        let text = format!(
            r##"(version: 1, name: "Hall", // under the mountain
    legend: {{'_': "floor", '#': "wall", 'T': (terrain: "floor", place: "throne", height: 0.5)}},
    generate: (kind: "caves", size: (14, 9), seed: 3), places: {{"hall": (3, 2), "in": [(2, 3)]}},
    // The hall.
    rows: [" #### ", "__T_#_", " #### "],
    rows_at: {at},
)"##
        );
        let mut document = open(&text);
        let before = document.level().clone();
        document.apply(&Edit::Draw).unwrap_or_else(|error| panic!("{error}\n{}", document.text()));
        assert_eq!(document.level(), &before, "{}", document.text());
        assert!(document.text().contains("// under the mountain\n") && document.text().contains("// The hall.\n"));
        assert!(!document.text().contains("generate") && !document.text().contains("rows_at"));
        let mut painted = open(&text);
        let cell = Cell::new(12, 8);
        painted.apply(&Edit::Paint { brush: Brush::Terrain("mud".to_owned()), cells: vec![cell] }).unwrap();
        assert_eq!(painted.level().map.terrain_at(cell).unwrap().name, "mud");
        assert_eq!(painted.level().places, before.places);
    }
}

/// Who asks before a map that is generated is drawn can rely on what an edit says of itself.
#[test]
fn an_edit_says_whether_it_draws_a_generated_map() {
    let text =
        r##"(version: 1, name: "Open", generate: (kind: "open", size: (8, 6), seed: 3), agents: [(tile: (2, 2))])"##;
    let wall = Brush::Terrain("wall".to_owned());
    let edits = [
        Edit::Paint { brush: wall, cells: vec![Cell::new(5, 4)] },
        Edit::Draw,
        Edit::Resize { left: 1, top: 0, right: 0, bottom: 0, fill: "grass".to_owned() },
        Edit::shift(1, 0, "grass"),
        Edit::Rotate,
        Edit::Flip { down: false },
        Edit::set(at("name"), "Other"),
        Edit::Put { path: at("agents[0]"), position: Target::Tile(Cell::new(3, 3)) },
        Edit::Several(vec![Edit::set(at("about"), "Drawn."), Edit::Draw]),
        Edit::Several(vec![Edit::set(at("about"), "Still generated.")]),
    ];
    for edit in edits {
        let is_drawn = !edited(text, &edit).contains("generate:");
        assert_eq!(edit.draws_the_map(), is_drawn, "{edit:?}");
    }
}

/// Columns and rows that are added to a generated map, and a turn, are those of the map as it is drawn.
#[test]
fn a_generated_map_is_drawn_before_its_shape_changes() {
    let text =
        r##"(version: 1, name: "Caves", generate: (kind: "caves", size: (12, 9), seed: 3), places: {"in": (2, 3)})"##;
    let drawn = edited(text, &Edit::Draw);
    let wider = Edit::Resize { left: 2, top: 0, right: 0, bottom: 1, fill: "mud".to_owned() };
    for reshape in [wider, Edit::Rotate, Edit::Flip { down: true }, Edit::shift(0, 0, "mud")] {
        let both = edited(&drawn, &reshape);
        assert_eq!(edited(text, &reshape), both, "{reshape:?}");
        assert!(!both.contains("generate"), "{both}");
    }
}

#[test]
fn a_text_does_not_grow_beyond_what_can_be_read() {
    let long = format!("{YARD}{}", " ".repeat(limits::TEXT_BYTES));
    let message = refused(YARD, &Edit::Text(long));
    assert!(message.contains("268435456"), "{message}");
}

#[test]
fn a_comment_in_an_empty_list_keeps_its_line_end() {
    let text = "(version: 1, name: \"A\", legend: {'.': \"grass\"}, rows: [\"..\"],\r\n    agents: [\r\n        // nobody yet\r\n    ])\r\n";
    let agent = Edit::Insert { path: at("agents").item(0), value: ron("(tile: (1, 0))") };
    let expected = text.replace("yet\r\n", "yet\r\n        (tile: (1, 0)),\r\n");
    assert_eq!(edited(text, &agent), expected);
}

#[test]
fn what_has_no_name_says_so() {
    let rename = |path: &str| Edit::Rename { path: at(path), name: "x".to_owned() };
    assert_eq!(refused(YARD, &rename("agents[0]")), "`agents[0]` has no name that could be changed");
    assert_eq!(refused(YARD, &rename("agents[1].heading")), "`agents[1].heading` has no name that could be changed");
    assert_eq!(refused(YARD, &rename("agents[7]")), "this level has no `agents[7]`");
}

/// The agents of a group are called after it.
#[test]
fn the_agents_of_a_group_are_renamed_with_it() {
    let text = r##"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["......", "......"],
        agents: [(name: "guard", count: 3, row: (1, 0), tile: (0, 0)),
            (tile: (0, 1), order: Follow("guard 2")), (tile: (1, 1), order: [Flee(agent: "guard 3", distance: 2)]),
            (name: "guard 9", tile: (2, 1)), (tile: (3, 1), order: Follow("guard 9"))])"##;
    let renamed = edited(text, &Edit::Rename { path: at("agents[0]"), name: "watch".to_owned() });
    let expected = text.replace("\"guard\"", "\"watch\"").replace("guard 2", "watch 2").replace("guard 3", "watch 3");
    assert_eq!(renamed, expected);
}

#[test]
fn names_of_abilities_and_in_profiles_are_found_by_the_schema() {
    let text = r##"(version: 1, name: "A", legend: {'.': "grass"}, rows: ["......"], layers: ["birds"],
        profiles: {"cat": (abilities: ["climb"], area_costs: {"grass": 2}, rays: (layers: ["birds"]))},
        links: [(from: (tile: (0, 0)), to: (tile: (3, 0)), needs: "climb")])"##;
    let rename = |path: &str, name: &str| Edit::Rename { path: at(path), name: name.to_owned() };
    assert_eq!(edited(text, &rename("links[0].needs", "leap")), text.replace("climb", "leap"));
    assert_eq!(edited(text, &rename("layers[0]", "sky")), text.replace("birds", "sky"));
}

#[test]
fn a_thing_is_renamed_wherever_it_is_named() {
    let rename = |path: &str, name: &str| Edit::Rename { path: at(path), name: name.to_owned() };
    assert_eq!(edited(YARD, &rename("profiles[\"cart\"]", "wagon")), YARD.replace("\"cart\"", "\"wagon\""));
    assert_eq!(edited(YARD, &rename("agents[1]", "the watch")), YARD.replace("\"guard\"", "\"the watch\""));
    assert_eq!(edited(YARD, &rename("legend['G'].place", "door")), YARD.replace("\"gate\"", "\"door\""));
    assert_eq!(refused(YARD, &rename("profiles[\"cart\"]", "ox")), "the name `ox` is taken");
    let town = built_in::named("high-and-low").unwrap().text;
    for (path, old, new) in [
        ("links[4]", "footbridge", "plank"),
        ("paths[\"to the terrace\"]", "to the terrace", "up"),
        ("legend['p'].place", "plate", "lever"),
        ("terrains[\"stones\"]", "stones", "slabs"),
    ] {
        let renamed = edited(town, &rename(path, new));
        let left = renamed.matches(&format!("{old:?}")).count();
        let expected = if old == "stones" { 1 } else { 0 };
        assert_eq!(left, expected, "{path}: a place may have the name of a terrain");
    }
}

#[test]
fn the_map_grows_and_shrinks_with_what_lies_on_it() {
    let resize = |left, top, right, bottom| Edit::Resize { left, top, right, bottom, fill: "wall".to_owned() };
    let larger = edited(YARD, &resize(2, 1, 0, 0));
    let expected = YARD
        .replace("      \"#########\", // the", "      \"###########\",\n      \"###########\", // the")
        .replace("#.......G", "###.......G")
        .replace("      \"#########\",\n  ]", "      \"###########\",\n  ]")
        .replace("( 1, 1 )", "( 3, 2 )")
        .replace("(4.5, 1.50)", "(6.5, 2.5)")
        .replace("(6, 1)", "(8, 2)");
    assert_eq!(larger, expected);
    assert_eq!(edited(&larger, &resize(-2, -1, 0, 0)).replace("(4.5, 1.5)", "(4.5, 1.50)"), YARD);
    let message = refused(YARD, &resize(-2, 0, 0, 0));
    assert!(message.contains("-1, 1") && message.contains("outside the map"), "{message}");
    let message = refused(YARD, &resize(-9, 0, 9, 0));
    assert!(message.contains("9 x 3"), "{message}");
    let shifted = edited(YARD, &Edit::shift(0, 0, "wall"));
    assert_eq!(shifted, YARD);
}

#[test]
fn four_quarter_turns_are_none() {
    for name in ["gates", "doors", "market-town", "the-watch"] {
        let text = built_in::named(name).unwrap().text;
        let mut history = History::of(open(text));
        let first = history.document().level().clone();
        for _ in 0..4 {
            history.apply("Turn", &Edit::Rotate).unwrap_or_else(|error| panic!("{name}: {error}"));
            let level = history.document().level();
            assert_eq!(&Level::parse("turned.ron", history.document().text()).unwrap(), level, "{name}");
        }
        let last = history.document().level();
        assert_eq!(last.map.tiles, first.map.tiles, "{name}");
        assert_eq!(last.places, first.places, "{name}");
        for (then, now) in first.agents.iter().zip(&last.agents) {
            assert!(then.position.distance(now.position) < 1e-3, "{name}: {} and {}", then.position, now.position);
        }
        history.jump(0);
        assert_eq!(history.document().text(), text, "{name}");
    }
}

#[test]
fn a_turn_is_clockwise() {
    let turned = edited(YARD, &Edit::Rotate);
    let level = open(&turned).level().clone();
    assert_eq!((level.map.lattice.width, level.map.lattice.height), (3, 9));
    assert_eq!(level.places["gate"], [Cell::new(1, 8)]);
    assert_eq!(level.agents[0].position, vec2(1.5, 1.5));
    assert_eq!((level.agents[1].position, level.agents[1].heading), (vec2(1.5, 4.5), 180.0));
    assert!(turned.contains("      \"###\", // the north wall\n"), "{turned}");
}

#[test]
fn a_map_that_is_flipped_twice_is_the_same() {
    for name in ["gates", "doors", "market-town", "the-watch", "high-and-low", "the-post-road", "the-museum"] {
        for down in [false, true] {
            let text = built_in::named(name).unwrap().text;
            let mut history = History::of(open(text));
            history.apply("Draw", &Edit::Draw).unwrap();
            let first = history.document().level().clone();
            for done in 2..=3 {
                let flip =
                    history.apply("Flip", &Edit::Flip { down }).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(matches!(flip, Affected::Moved(_)) && history.done() <= done, "{name}");
                let level = history.document().level();
                assert_eq!(&Level::parse("flipped.ron", history.document().text()).unwrap(), level, "{name}");
            }
            assert!(history.document().level() == &first, "{name}, down: {down}:\n{}", history.document().text());
            history.jump(0);
            assert_eq!(history.document().text(), text, "{name}");
        }
    }
}

/// Everything that has a place or a direction, on a map of 8 x 4 tiles whose upper left corner is at (-2, 1).
const FULL: &str = r##"(version: 1, name: "Full", origin: (-2, 1),
    terrains: {"lane": (cost: 1, one_way: "east"), "up": (cost: 1, one_way: "north")},
    legend: {
        '.': "grass", '#': "wall", '>': "lane", '^': "up", '"': "mud",
        'G': (terrain: "grass", place: "gate"),
        's': (terrain: "grass", slope: (0.25, 0.5)),
        '/': (terrain: "grass", ramp: "east-west"),
    },
    rows: [
        "..>^s./G", // first
        "#.......",
        "\"\"......",
        "........", // last
    ],
    heights: (rows: [
        ".......1",
        "...1....",
        "........",
        "........",
    ]),
    places: {"camp": [(5, 2), (6, 2)]},
    agents: [
        (tile: (1, 1), heading: 30, order: MoveTo((tile: (4, 3)))),
        (at: (-1.5, 4.5), count: 2, row: (1, -0.5)),
        (profile: "runner", tile: (7, 3), order: Patrol("round")),
    ],
    obstacles: [
        (at: (3.5, 2.75), size: (0.5, 0.25), angle: 30, motion: (to: [(3.5, 3.5)])),
        (at: (0.5, 2.5), size: (0.5, 0.25)),
    ],
    links: [(from: (tile: (1, 3)), to: (tile: (6, 3)), through: [(1.5, 3.25)], one_way: true)],
    zones: {"fen": (kind: "danger", strength: 2, polygon: [(0, 3), (2, 3), (1, 4.5)])},
    paths: {"round": (points: [(tile: (7, 3)), (tile: (5, 3))])},
)
"##;

#[test]
fn everything_on_a_map_is_flipped_with_it() {
    let across = edited(FULL, &Edit::Flip { down: false });
    let expected = [
        ("\"..>^s./G\", // first", "\"G/.s^>..\", // first"),
        ("\"#.......\"", "\".......#\""),
        (r#""\"\"......""#, r#""......\"\"""#),
        ("\".......1\"", "\"1.......\""),
        ("\"...1....\"", "\"....1...\""),
        ("\"east\"", "\"west\""),
        ("(0.25, 0.5)),", "(-0.25, 0.5)),"),
        ("[(5, 2), (6, 2)]", "[(2, 2), (1, 2)]"),
        ("(1, 1), heading: 30", "(6, 1), heading: 150"),
        ("(4, 3)", "(3, 3)"),
        ("(-1.5, 4.5), count: 2, row: (1, -0.5)", "(5.5, 4.5), count: 2, row: (-1, -0.5)"),
        ("tile: (7, 3), order", "tile: (0, 3), order"),
        (
            "(3.5, 2.75), size: (0.5, 0.25), angle: 30, motion: (to: [(3.5, 3.5)]",
            "(0.5, 2.75), size: (0.5, 0.25), angle: 150, motion: (to: [(0.5, 3.5)]",
        ),
        ("(at: (0.5, 2.5)", "(at: (3.5, 2.5)"),
        (
            "(tile: (1, 3)), to: (tile: (6, 3)), through: [(1.5, 3.25)]",
            "(tile: (6, 3)), to: (tile: (1, 3)), through: [(2.5, 3.25)]",
        ),
        ("[(0, 3), (2, 3), (1, 4.5)]", "[(4, 3), (2, 3), (3, 4.5)]"),
        ("[(tile: (7, 3)), (tile: (5, 3))]", "[(tile: (0, 3)), (tile: (2, 3))]"),
    ];
    let text = expected.iter().fold(FULL.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    });
    assert_eq!(across, text);
    assert_eq!(edited(&across, &Edit::Flip { down: false }), FULL);
    let down = edited(FULL, &Edit::Flip { down: true });
    let first = down.find("\"........\", // first").expect("comments stay with their lines");
    let last = down.find("\"..>^s./G\", // last").expect("the last row is the first");
    assert!(first < last && down.contains("one_way: \"south\"") && down.contains("one_way: \"east\""), "{down}");
    assert!(down.contains("(tile: (1, 2), heading: 330") && down.contains("slope: (0.25, -0.5)"), "{down}");
    assert!(down.contains("(at: (-1.5, 1.5), count: 2, row: (1, 0.5))") && down.contains("\"...1....\""), "{down}");
    assert_eq!(edited(&down, &Edit::Flip { down: true }), FULL);
    // A quarter turn takes the arrows of one-way tiles along too, and two flips are half a turn.
    assert!(edited(FULL, &Edit::Rotate).contains("one_way: \"south\""));
    let half = edited(FULL, &Edit::Several(vec![Edit::Rotate, Edit::Rotate]));
    assert_eq!(open(&edited(&across, &Edit::Flip { down: true })).level(), open(&half).level());
}

#[test]
fn the_history_knows_what_is_saved() {
    let mut history = History::of(open(YARD));
    assert!(history.is_saved() && history.undo().is_none() && history.redo().is_none());
    for x in [2, 3] {
        let drag = Edit::set(at("agents[0].tile"), Cell::new(x, 1));
        let affected =
            if x == 2 { history.apply("Move agent 0", &drag) } else { history.extend("Move agent 0", &drag) };
        assert_eq!(affected.unwrap(), Affected::Everything, "{x}");
    }
    assert_eq!((history.entries().len(), history.done()), (1, 1));
    history.mark_saved();
    history.extend("Move agent 0", &Edit::set(at("agents[0].tile"), Cell::new(1, 1))).unwrap();
    assert_eq!(history.entries().len(), 2, "what is saved is not joined to");
    assert!(!history.is_saved());
    history.undo();
    assert!(history.is_saved() && history.document().text() == YARD.replace("( 1, 1 )", "( 3, 1 )"));
    history.undo();
    assert!(!history.is_saved());
    history.apply("Name", &Edit::set(at("name"), "Another")).unwrap();
    assert!(history.entries().len() == 1 && !history.is_saved());
    history.undo();
    assert!(!history.is_saved(), "what was saved cannot be reached any more");
    assert_eq!(history.document().text(), YARD);
}

#[test]
fn what_is_given_up_half_way_has_never_been() {
    let mut history = History::of(open(YARD));
    history.apply("Name", &Edit::set(at("name"), "Another")).unwrap();
    history.mark_saved();
    history.apply("Name", &Edit::set(at("name"), "A third")).unwrap();
    history.undo();
    let text = history.document().text().to_owned();
    let begun = history.begin();
    history.apply("Turn", &Edit::Rotate).unwrap();
    history.extend("Turn", &Edit::Rotate).unwrap();
    history.give_up(begun);
    assert_eq!((history.document().text(), history.is_saved()), (text.as_str(), true));
    assert_eq!((history.entries().len(), history.done()), (2, 1));
    history.redo().unwrap();
    assert!(history.document().text().contains("A third"));
}

/// A move of the map is not taken together with other edits, so that whoever follows knows where everything went.
#[test]
fn the_way_through_the_history_stops_where_the_map_moves() {
    let mut history = History::of(open(YARD));
    for edit in [Edit::set(at("name"), "A"), Edit::set(at("about"), "B"), Edit::Rotate, Edit::Rotate] {
        history.apply("Edit", &edit).unwrap();
    }
    history.apply("Edit", &Edit::set(at("name"), "C")).unwrap();
    let mut stops = Vec::new();
    for target in [0, 5] {
        while history.done() != target {
            let affected = history.jump(history.leg(target));
            stops.push((history.done(), matches!(affected, Affected::Moved(_))));
        }
    }
    let (back, forth) = ([(4, false), (2, true), (0, false)], [(2, false), (4, true), (5, false)]);
    assert_eq!(stops, [back, forth].concat());
    assert_eq!(history.leg(5), 5);
}

#[test]
fn another_text_is_taken_as_the_piece_in_which_it_differs() {
    let other = YARD.replace("The yard", "Thé yard").replace("9e1", "0");
    assert_eq!(edited(YARD, &Edit::Text(other.clone())), other);
    let message = refused(YARD, &Edit::Text(YARD.replace("\"cart\": (", "\"cart\": [5 ")));
    assert!(message.contains("expected"), "{message}");
    let mut document = open(YARD);
    let error = document.apply(&Edit::Text(String::new())).expect_err("no level");
    assert!(matches!(error, EditError::Unreadable(_)));
}

#[test]
fn things_are_found_by_path_and_by_place() {
    let document = open(YARD);
    assert_eq!(document.source(&at("agents[1].heading")), Some("9e1"));
    assert_eq!(document.source(&at("agents[0].heading")), None);
    let fields: Vec<String> = document.paths_in(&at("agents[1]")).iter().map(FieldPath::to_string).collect();
    assert_eq!(fields, ["agents[1].name", "agents[1].at", "agents[1].heading"]);
    assert_eq!(document.paths_in(&at("legend")).len(), 3);
    assert_eq!(document.path_at(YARD.find("0.30").unwrap()).to_string(), "profiles[\"cart\"].radius");
}

/// Each of several edits finds the level as the one before it has left it.
#[test]
fn several_edits_see_what_those_before_them_did() {
    let cut = |top, bottom| Edit::Resize { left: 0, top, right: 0, bottom, fill: "grass".to_owned() };
    let bare = r##"(version: 1, name: "Bare", legend: {'.': "grass"}, rows: ["...", "...", "..."])"##;
    let message = refused(bare, &Edit::Several(vec![cut(0, -2), cut(-2, 0)]));
    assert!(!message.is_empty());
    let wide = edited(bare, &Edit::Several(vec![cut(0, -1), Edit::Rotate, cut(0, -1)]));
    assert!(wide.contains(r##"rows: ["..", ".."]"##), "{wide}");
}

#[test]
fn what_a_lesson_draws_moves_along_and_is_renamed() {
    let lesson = r##"(version: 1, name: "Taught", legend: {'.': "grass"}, rows: ["....", "...."],
        terrains: {"mud": (cost: 2)}, agents: [(tile: (0, 0))],
        lesson: [(text: "Draw.", arrived: 1, drawn: {"mud": [(1, 0)]})])"##;
    let moved = edited(lesson, &Edit::shift(1, 0, "grass"));
    assert!(moved.contains(r##"drawn: {"mud": [(2, 0)]}"##), "{moved}");
    let renamed = edited(lesson, &Edit::Rename { path: at("terrains[\"mud\"]"), name: "clay".to_owned() });
    assert!(renamed.contains(r##"drawn: {"clay": [(1, 0)]}"##), "{renamed}");
}

#[test]
fn a_place_is_renamed_where_agents_look_at_it() {
    let facing = YARD.replace("heading: 9e1", "heading: \"gate\"");
    let renamed = edited(&facing, &Edit::Rename { path: at("legend['G'].place"), name: "door".to_owned() });
    assert!(renamed.contains("heading: \"door\"") && !renamed.contains("\"gate\""), "{renamed}");
}

#[test]
fn rows_that_are_added_escape_the_characters_that_have_to_be() {
    let text = r##"(version: 1, name: "Odd", legend: {'.': "grass", '\\': "wall"}, rows: ["..", "\\."])"##;
    let wider = edited(text, &Edit::Resize { left: 0, top: 0, right: 1, bottom: 0, fill: "wall".to_owned() });
    assert!(wider.contains(r##"rows: ["..\\", "\\.\\"]"##), "{wider}");
}
