//! Places in the stead of coordinates, groups of agents, and rows that are drawn on a generated map.

use footpath::grid::Cell;
use footpath::level::edit::{Brush, Document, Edit};
use footpath::level::{AgentStart, Level, Order, PatrolPoint, Target, Whom};
use glam::{Vec2, vec2};

use crate::support::problems::told_without_fault;

/// A level of eight tiles by five with fields on its fourth line.
fn text(fields: &str) -> String {
    format!(
        "(version: 1, name: \"Told\", legend: {{'.': \"grass\", 'X': \"wall\", 'G': (terrain: \"road\", place: \"gate\"),
        'M': (terrain: \"floor\", place: \"market\")}},
    rows: [\"....MM..\", \"....MM..\", \"..G.....\", \".....XXX\", \".....X..\"],
{fields})"
    )
}

/// The level, which is written and read back equal.
fn read(fields: &str) -> Level {
    let level = Level::parse("told.ron", &text(fields)).unwrap_or_else(|error| panic!("{error}"));
    let again = Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level, again, "{}", level.to_ron());
    level
}

fn problems(fields: &str) -> String {
    told_without_fault(&Level::parse("told.ron", &text(fields)).expect_err(fields), 4)
}

fn positions(level: &Level) -> Vec<Vec2> {
    level.agents.iter().map(|agent| agent.position).collect()
}

#[test]
fn a_place_stands_wherever_a_coordinate_may() {
    let level = read(
        r#"agents: [(place: "gate", heading: "market", order: [MoveTo((place: "gate")), Patrol([(place: "gate"), "market"])])],
        obstacles: [(place: "gate", radius: 0.1, layer: "birds"),
            (name: "door", at: (6.5, 2.5), radius: 0.1, motion: (to: ["gate", (1.0, 1.0)], when: "switched-off"))],
        layers: ["birds"], bake: (layers: ["default"]), switches: [(place: "gate", turns: "door")],
        zones: {"fire": (kind: "danger", place: "gate", radius: 1.0, strength: 2.0),
            "field": (kind: "danger", polygon: ["gate", (5.0, 2.0), (5.0, 4.0)], strength: 2.0)},
        links: [(from: (place: "gate"), to: (tile: (6, 1)))]"#,
    );
    let gate = vec2(2.5, 2.5);
    assert_eq!(positions(&level), [gate]);
    // Toward the middle of the market, at (5, 1): up and to the right.
    let heading = level.agents[0].heading;
    assert!(
        (f32::atan2(-1.5, 2.5).to_degrees() - heading).abs() < 0.01 || (heading - 329.036).abs() < 0.01,
        "{heading}"
    );
    let place = |name: &str| Target::Place(name.to_owned());
    assert_eq!(level.agents[0].orders[0], Order::MoveTo(place("gate")));
    assert_eq!(level.paths[0].points, ["gate", "market"].map(|name| PatrolPoint::Target(place(name))));
    assert_eq!((level.map.obstacles[0].at, level.switches[0].tile), (gate, Cell::new(2, 2)));
    assert_eq!(level.map.obstacles[1].motion.as_ref().unwrap().to, [gate, vec2(1.0, 1.0)]);
    assert_eq!(level.map.links[0].from, gate);
    let zones = format!("{:?}", level.zones);
    assert!(zones.contains("Circle { at: Vec2(2.5, 2.5)") && zones.contains("Polygon([Vec2(2.5, 2.5)"), "{zones}");
}

#[test]
fn a_place_of_several_tiles_is_no_coordinate() {
    assert_eq!(
        problems(r#"agents: [(place: "market")]"#),
        "18 the place `market` has 4 tiles, but an agent is at one; name the tile: (4, 0) is one of them"
    );
    assert_eq!(problems(r#"agents: [(place: "gat")]"#), "18 there is no place `gat`; did you mean `gate`?");
    assert_eq!(
        problems(r#"agents: [(tile: (0, 0), place: "gate")]"#),
        "32 an agent has `tile` or `place`, not both; leave one of them out"
    );
    assert_eq!(
        problems(r#"agents: [(tile: (0, 0), heading: "markt")]"#),
        "34 there is no place `markt`; did you mean `market`?"
    );
}

#[test]
fn groups_stand_in_rows_and_rings() {
    let level = read(
        r#"agents: [(tile: (0, 4)), (name: "guard", count: 3, tile: (1, 0), row: (0.0, 1.0), heading: "gate", order: Wait(2.0)),
            (count: 4, at: (3.5, 3.0), ring: 1.0, profile: "runner"), (tile: (7, 0), order: Follow("guard 2"))]"#,
    );
    let ring = [vec2(4.5, 3.0), vec2(3.5, 4.0), vec2(2.5, 3.0), vec2(3.5, 2.0)];
    assert_eq!(positions(&level)[..4], [vec2(0.5, 4.5), vec2(1.5, 0.5), vec2(1.5, 1.5), vec2(1.5, 2.5)]);
    for (position, expected) in positions(&level)[4..8].iter().zip(ring) {
        assert!(position.distance(expected) < 1e-5, "{position}");
    }
    let names: Vec<&str> = level.agents.iter().map(|agent| agent.name.as_str()).collect();
    assert_eq!(names, ["", "guard 1", "guard 2", "guard 3", "", "", "", "", ""]);
    assert_eq!(level.agents[3].heading, 0.0, "the gate is to its right");
    assert_eq!(level.agents[2].orders, [Order::Wait(2.0)]);
    assert!(
        matches!(level.agents[8].orders[..], [Order::Follow { agent: Whom::Agent(2), .. }]),
        "{:?}",
        level.agents[8].orders
    );
}

#[test]
fn groups_find_tiles_with_room_from_a_seed() {
    let group = |count: u32, rest: &str| {
        read(&format!(
            r#"agents: [(count: {count}, in: [(0, 0), (7, 4)]{rest}), (tile: (3, 3)), (profile: "ox", tile: (0, 4))]"#
        ))
    };
    let level = group(30, "");
    let drawn = positions(&level);
    let tiles = level.map.lattice;
    for (index, one) in drawn.iter().enumerate() {
        assert!(level.map.is_walkable(tiles.tile_at(*one)), "{one}");
        assert_eq!(tiles.centre(tiles.tile_at(*one)), *one, "agent {index}");
        assert!(drawn[..index].iter().all(|other| other != one), "no two on a tile");
    }
    assert_eq!(drawn, positions(&group(30, "")), "the same each time");
    assert_ne!(drawn, positions(&group(30, ", seed: 1")));
    // A place of four tiles: two oxen stand there already.
    let crowd = |count: u32| {
        format!(r#"agents: [(count: {count}, in: "market"), (count: 2, profile: "ox", tile: (4, 0), row: (1, 0))]"#)
    };
    assert_eq!(positions(&read(&crowd(2)))[..2].iter().map(|point| point.y).collect::<Vec<f32>>(), [1.5, 1.5]);
    assert_eq!(
        problems(&crowd(3)),
        "25 only 2 of these 3 agents find room here; give them more tiles, or let them come later, as room is left: `waves: [(in: \"gate\", count: 3, at: 8.0)]`"
    );
}

#[test]
fn a_group_that_does_not_fit_is_told_once() {
    let told = problems(r#"agents: [(count: 4, tile: (6, 3), row: (1, 0))]"#);
    assert_eq!(told.lines().count(), 1, "{told}");
    let close = problems(r#"agents: [(count: 6, tile: (0, 0), row: (0.1, 0.1))]"#);
    assert_eq!(close, "27 agents of this group overlap each other; put them farther apart");
    let over = problems(r#"agents: [(count: 3, tile: (0, 0), row: (1, 0)), (count: 3, tile: (0, 0), row: (1, 0))]"#);
    assert!(over.contains("this agent overlaps another") && over.lines().count() == 1, "{over}");
}

#[test]
fn groups_that_make_no_sense_are_refused() {
    let cases = [
        ("(tile: (0, 0), row: (1, 0))", "25 only a group of agents has `row`; add `count: 10`, or leave it out"),
        (
            "(count: 0, tile: (0, 0), row: (1, 0))",
            "18 `count` is out of range: `0`; it is a whole number from 1 to 100000",
        ),
        (
            "(count: 3, tile: (0, 0))",
            "33 this group of agents has no arrangement; add `row: (1.0, 0.0)`, `ring: 3.0` or `in: [(2, 1), (8, 5)]`",
        ),
        (
            "(count: 3, tile: (0, 0), row: (1, 0), ring: 2)",
            "54 an agent has `row` or `ring`, not both; leave one of them out",
        ),
        (
            "(count: 3, tile: (0, 0), in: \"market\")",
            "21 an agent or a group with `in` has no `tile`; leave one of them out",
        ),
        (
            "(count: 3, tile: (0, 0), row: (1, 0), seed: 2)",
            "48 only an agent or a group with `in` has `seed`; leave it out",
        ),
        (
            "(count: 9, tile: (0, 0), row: (1, 0))",
            "27 agent 9 of this group is outside the map: at (8.5, 0.5); the map spans (0, 0) to (8, 5)",
        ),
        ("(count: 3, in: [(0, 0)])", "25 a rectangle of tiles has two corners; write them like `[(2, 1), (8, 5)]`"),
        (
            "(count: 100000, in: \"market\"), (tile: (0, 0))",
            "41 there are too many agents: 100001 with these; a level has at most 100000",
        ),
        (
            "(name: \"a\", count: 2, tile: (0, 0), row: (1, 0), order: Follow(\"a 2\"))",
            "73 an agent cannot follow itself; name another agent",
        ),
    ];
    for (agents, expected) in cases {
        assert_eq!(problems(&format!("agents: [{agents}]")), expected, "{agents}");
    }
}

/// A castle in a cave.
const STAMPED: &str = r#"(version: 1, name: "Cave", seed: 4, generate: (kind: "caves", size: (30, 20)),
    legend: {'_': "floor", 'X': "wall", 'T': (terrain: "floor", place: "throne"), '/': (terrain: "road", ramp: "east-west"),
        'h': (terrain: "floor", height: 2.0)},
    places: {"castle": (10, 6)}, rows_at: "castle",
    rows: [" XXXX ", "__T/h_", " XXXX "])"#;

#[test]
fn rows_are_stamped_on_a_generated_map() {
    let level = Level::parse("cave.ron", STAMPED).unwrap_or_else(|error| panic!("{error}"));
    let plain = Level::parse(
        "cave.ron",
        &STAMPED
            .replace("rows_at: \"castle\",", "")
            .replace("rows:", "about: \"\" /*")
            .replace("[\" XXXX \", \"__T/h_\", \" XXXX \"]", "*/")
            .replace(", 'T': (terrain: \"floor\", place: \"throne\")", ""),
    );
    let plain = plain.unwrap_or_else(|error| panic!("{error}"));
    let name = |level: &Level, x, y| level.map.terrain_at(Cell::new(x, y)).unwrap().name.clone();
    assert_eq!(
        (name(&level, 11, 6), name(&level, 10, 7), name(&level, 13, 7)),
        ("wall".into(), "floor".into(), "road".into())
    );
    assert_eq!(level.places["throne"], [Cell::new(12, 7)]);
    assert_eq!((level.map.surface(Cell::new(14, 7)).height, level.map.surface(Cell::new(13, 7)).height), (2.0, 1.0));
    let stamp = footpath::grid::Rect { min: Cell::new(10, 6), max: Cell::new(16, 9) };
    for tile in level
        .map
        .tiles
        .rect()
        .cells()
        .filter(|&tile| !stamp.contains(tile) || [10, 15].contains(&tile.x) && tile.y != 7)
    {
        assert_eq!(level.map.tiles[tile], plain.map.tiles[tile], "{tile:?}: a space keeps what is there");
    }
    let again = Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level, again);
}

#[test]
fn stamps_that_do_not_fit_are_refused() {
    let told = |text: String| Level::parse("cave.ron", &text).expect_err("it is refused").to_string();
    let over = told(STAMPED.replace("\"castle\": (10, 6)", "\"castle\": (27, 6)"));
    assert!(over.contains("the rows do not lie on the generated map: 6 x 3 tiles from (27, 6) on"), "{over}");
    let far = told(STAMPED.replace("rows_at: \"castle\"", "rows_at: (2147483647, 0)"));
    assert!(far.contains("the rows do not lie on the generated map"), "{far}");
    let nowhere = told(STAMPED.replace("rows_at: \"castle\"", "rows_at: \"cstle\""));
    assert!(nowhere.contains("`places` has no place `cstle`"), "{nowhere}");
    let lost = told(STAMPED.replace("rows_at: \"castle\",", ""));
    assert!(lost.contains("rows on a generated map need `rows_at`, the tile of their first character"), "{lost}");
    let alone = told(text("rows_at: (1, 1)"));
    assert!(alone.contains("only a level with `generate` has `rows_at`"), "{alone}");
    // The ramp is at fault where it is drawn.
    let level = told(STAMPED.replace("height: 2.0", "height: 0.0"));
    assert!(level.contains("cave.ron:5:26") && level.contains("this ramp does not rise"), "{level}");
}

#[test]
fn an_agent_alone_is_as_before() {
    let level = read("agents: [(tile: (1, 1))]");
    assert_eq!(level.agents, [AgentStart::at(0, vec2(1.5, 1.5))]);
}

/// One agent too can stand anywhere in some tiles; it is none of a group, and keeps its name.
#[test]
fn one_agent_stands_anywhere_in_a_place() {
    let level = read(r#"agents: [(count: 3, in: "market"), (name: "boss", in: "market", order: MoveTo("gate"))]"#);
    assert_eq!((level.agents.len(), level.agents[3].name.as_str()), (4, "boss"));
    let mut tiles: Vec<Cell> = positions(&level).iter().map(|point| level.map.lattice.tile_at(*point)).collect();
    tiles.sort_by_key(|tile| (tile.y, tile.x));
    assert_eq!(tiles, level.places["market"]);
    let full = problems(r#"agents: [(count: 4, in: "market"), (profile: "ox", in: "market")]"#);
    assert!(full.contains("this agent finds no room here; give them more tiles"), "{full}");
    let both = problems(r#"agents: [(in: "market", tile: (0, 0))]"#);
    assert!(both.contains("`in`") && both.contains("`tile`"), "{both}");
    let mut document = Document::open("told.ron", text(r#"agents: [(in: "gate")]"#)).expect("it is a level");
    let wall = Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(2, 2)] };
    assert!(document.apply(&wall).is_err(), "its one tile is left no room");
}
