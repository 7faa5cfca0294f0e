//! How areas, heights and the rest of the ground are read and written.

use footpath::grid::Cell;
use footpath::level::{Level, Shape, Surface, TerrainId, TerrainLooks};
use footpath::profile::AreaId;
use glam::vec2;

fn read(fields: &str) -> Level {
    let text = format!("(version: 1, name: \"Ground\", {fields})");
    Level::parse("ground.ron", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// The level as it is written, which is read back equal.
fn written(level: &Level) -> String {
    let text = level.to_ron();
    let again = Level::parse("again.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(*level, again, "{text}");
    text
}

const RAMPS: &str = r#"tile_size: 2.0,
    legend: {'.': "grass", 'h': (terrain: "grass", height: 3), '/': (terrain: "road", ramp: "east-west"),
        '|': (terrain: "road", ramp: "north-south")},
    rows: ["..hhh", ".//h|", "..hh."], heights: (rows: [".....", ".....", ".1..."])"#;

#[test]
fn a_ramp_rises_evenly_from_ground_to_ground() {
    let level = read(RAMPS);
    let surface = |x, y| level.map.surface(Cell::new(x, y));
    assert_eq!((surface(0, 1).height, surface(3, 1).height), (0.0, 3.0));
    assert_eq!((surface(1, 1).height, surface(2, 1).height), (0.75, 2.25));
    assert_eq!((surface(1, 1).slope, surface(4, 1).slope), (vec2(0.75, 0.0), vec2(0.0, -1.5)));
    assert_eq!(surface(1, 2).height, 1.0, "a picture says more than the legend");
    assert_eq!(level.map.height_at(vec2(4.0, 3.0)), 1.5, "half the way up");
    let text = written(&level);
    assert!(text.contains("ramp: \"east-west\"") && text.contains("ramp: \"north-south\""), "{text}");
    assert!(!text.contains("slope"), "{text}");
}

#[test]
fn a_ramp_that_lost_its_end_is_written_as_it_lies() {
    let mut level = read(RAMPS);
    level.map.tiles[Cell::new(0, 1)] = TerrainId(1);
    let text = written(&level);
    assert!(text.contains("slope: (0.75, 0.0)") && text.contains("ramp: \"north-south\""), "{text}");
}

#[test]
fn many_heights_are_written_as_a_picture() {
    let level = read(
        r#"legend: {'.': "grass", 'c': (terrain: "road", ceiling: 1.75)}, rows: ["......", ".c...."],
        heights: (unit: 0.1, rows: ["01235a", "......"]), ceilings: (unit: 0.5, rows: ["......", "...4.."])"#,
    );
    assert_eq!(level.map.surface(Cell::new(5, 0)), Surface { height: 1.0, ..Surface::FLAT });
    assert_eq!(level.map.surface(Cell::new(3, 1)).ceiling, 2.0);
    let text = written(&level);
    let picture = "    heights: (\n        unit: 0.1,\n        rows: [\n            \".1235a\",\n            \"......\",\n        ],\n    ),\n";
    assert!(text.contains(picture), "{text}");
    assert!(text.contains("ceiling: 1.75") && !text.contains("ceilings"), "two of them are letters: {text}");
}

#[test]
fn ground_of_which_nothing_is_said_is_flat() {
    let flat = |more: &str| read(&format!("legend: {{'.': \"grass\"}}, rows: [\"..\"], {more}")).map.relief;
    assert_eq!(flat(""), None);
    assert_eq!(flat("heights: (rows: [\".0\"])"), None);
    assert!(flat("heights: (rows: [\".1\"])").is_some());
    assert!(flat("ceilings: (rows: [\".0\"])").is_some());
}

#[test]
fn a_generated_map_has_its_ground_too() {
    let level = read(
        r#"generate: (kind: "open", size: (6, 2), density: 0), heights: (unit: 0.3, rows: ["..7...", "......"]),
        zones: {"a": (kind: "danger", at: (1, 1), radius: 1, strength: 2)}, wear: (),
        obstacles: [(tile: (5, 1), radius: 0.2)], links: [(from: (tile: (0, 0)), to: (tile: (4, 1)))],
        bake: (cells_per_tile: 3)"#,
    );
    assert!(written(&level).contains("generate"), "{}", level.to_ron());
    assert_eq!(level.map.surface(Cell::new(2, 0)).height, 7.0 * 0.3);
    assert_eq!(level.wear.as_ref().map(|wear| wear.terrains.clone()), Some(vec![TerrainId(0)]));
}

#[test]
fn none_is_the_same_as_a_field_that_is_left_out() {
    let generated = |more: &str| read(&format!("generate: (kind: \"caves\", size: (9, 9){more})")).generate;
    assert_eq!(generated(", density: None, rounds: None"), generated(""));
}

#[test]
fn terrains_share_areas_or_make_their_own() {
    let level = read(
        r#"legend: {'.': "grass"}, rows: ["..."],
        areas: {"holy": (cost: 4), "mud": (cost: 9), "jump": (cost: 3)},
        terrains: {"altar": (area: "holy"), "lava": (cost: 8), "swamp": (cost: 7), "bog": (area: "swamp"), "pit": (walkable: false, cost: 2, jumpable: true)},
        profiles: {"monk": (area_costs: {"lava": 1, "holy": 0.5}, forbidden_areas: ["jump", "mud"])}"#,
    );
    let map = &level.map;
    let area = |name: &str| map.area_named(name).unwrap();
    let terrain = |name: &str| &map.terrains[map.terrain_named(name).unwrap().0 as usize];
    assert_eq!((terrain("altar").area, terrain("altar").cost), (area("holy"), 4.0));
    assert_eq!((terrain("lava").area, terrain("lava").cost), (area("lava"), 8.0));
    assert_eq!((terrain("bog").area, terrain("bog").cost), (area("swamp"), 7.0));
    assert_eq!((terrain("mud").cost, map.areas[AreaId::JUMP.0 as usize].cost), (9.0, 3.0));
    assert_eq!((terrain("pit").area, terrain("pit").jumpable), (AreaId::NOT_WALKABLE, true));
    let monk = &level.profiles.last().unwrap().areas;
    assert_eq!(monk.costs, [(area("holy"), 0.5), (area("lava"), 1.0)]);
    assert!(!monk.allows(AreaId::JUMP) && !monk.allows(area("mud")) && monk.allows(area("lava")));
    let text = written(&level);
    assert!(text.contains("\"lava\": (cost: 8.0"), "{text}");
}

#[test]
fn links_and_obstacles_stand_where_they_are_put() {
    let level = read(
        r#"origin: (-10, 0), legend: {'.': "grass", 'D': (terrain: "grass", place: "dock")}, rows: ["......", "....D."],
        links: [(name: "rope", from: (tile: (0, 0)), to: "dock", one_way: true, active: false, cost: 2, area: "road")],
        switches: [(tile: (3, 0), turns: "rope")], layers: ["air"],
        obstacles: [(tile: (1, 1), size: (2, 1), angle: 90, layer: "air")], bake: (layers: [])"#,
    );
    let link = &level.map.links[0];
    assert_eq!((link.from, link.to, link.cost), (vec2(-9.5, 0.5), vec2(-5.5, 1.5), Some(2.0)));
    assert!(!link.both_ways && !link.active && Some(link.area) == level.map.area_named("road"));
    let obstacle = &level.map.obstacles[0];
    assert_eq!((obstacle.at, obstacle.layer, level.map.bake.layers), (vec2(-8.5, 1.5), 1, 0));
    let Shape::Box { half, along } = obstacle.shape else { panic!("{obstacle:?}") };
    assert!(half == vec2(1.0, 0.5) && along.distance(vec2(0.0, 1.0)) < 1e-6);
    written(&level);
}

/// A terrain of a level's own is drawn as a built-in one, in the colour of that unless it has its own.
#[test]
fn terrains_look_like_built_in_ones() {
    let text = r##"(version: 1, name: "Hot", legend: {'.': "grass", 'l': "lava", 's': "slag"}, rows: [".ls"],
        terrains: {"lava": (walkable: false, looks: "water", color: "#d04020"), "slag": (looks: "rock", cost: 3.0)})"##;
    let level = Level::parse("hot.ron", text).expect("it is a level");
    let terrain = |name: &str| level.map.terrains.iter().find(|terrain| terrain.name == name).expect("it has it");
    let (lava, slag, rock) = (terrain("lava"), terrain("slag"), terrain("rock"));
    assert_eq!((lava.looks, slag.looks), (Some(TerrainLooks::Water), Some(TerrainLooks::Rock)));
    assert_eq!((lava.color.r, slag.color), (0xd0, rock.color));
    assert_eq!(Level::parse("again.ron", &level.to_ron()).expect("it is written right"), level);
    let wrong = Level::parse("hot.ron", &text.replace("\"water\"", "\"magma\"")).expect_err("there is no such look");
    assert!(wrong.to_string().contains("there is no look `magma`"), "{wrong}");
}

#[test]
fn what_a_program_keeps_on_things_is_kept() {
    let text = r#"(version: 1, name: "Kept", user: 0, terrains: {"lava": (cost: 9.0, user: (burns: 2.5))},
        legend: {'.': "grass", '~': "lava"}, rows: ["....", ".~~.", "...."],
        obstacles: [(name: "door", at: (1.5, 0.5), radius: 0.2, motion: (to: [(2.5, 0.5)], when: "switched-on"), user: "oak")],
        links: [(from: (tile: (0, 0)), to: (tile: (3, 0)), user: ["rope", 2])],
        switches: [(tile: (0, 2), turns: "door", user: true)], zones: {"fire": (kind: "danger", at: (2.5, 1.5), radius: 1.0, strength: 3.0, user: None)},
        paths: {"round": (points: [(tile: (0, 0)), (tile: (3, 2))], user: {'a': 1})},
        agents: [(tile: (3, 2), order: Patrol("round"), user: (hp: 10))],
        waves: [(in: [(0, 0), (3, 0)], user: (boss: true))])"#;
    let level = Level::parse("kept.ron", text).unwrap_or_else(|error| panic!("{error}"));
    let lava = level.map.terrains.iter().find(|terrain| terrain.name == "lava").expect("it is there");
    let kept = [
        (&lava.user, "(burns: 2.5)"),
        (&level.map.obstacles[0].user, "\"oak\""),
        (&level.map.links[0].user, "[\"rope\", 2]"),
        (&level.switches[0].user, "true"),
        (&level.paths[0].user, "{'a': 1}"),
        (&level.waves[0].user, "(boss: true)"),
    ];
    for (user, expected) in kept {
        assert_eq!(user.as_ref().map(|user| user.as_ron()), Some(expected));
    }
    assert_eq!(level.zones[0].user, None);
    assert_eq!(Level::parse("kept.ron", &level.to_ron()).expect("it is a level"), level);
}
