//! The messages for faults in areas, heights, zones, obstacles and links.

use footpath::level::{Level, LevelError};

use crate::support::problems::told_in_line;

/// A level of three rows with two fields more than it needs.
fn error(fields: &str) -> LevelError {
    let text = format!(
        "(version: 1, name: \"Ground\",
    legend: {{'.': \"grass\", '#': \"wall\", '/': \"road\", 'G': (terrain: \"grass\", place: \"gate\"),
        'P': (terrain: \"grass\", place: \"posts\")}},
    rows: [\"......\", \"#./.#.\", \"#.GPP#\"],
{fields})"
    );
    Level::parse("ground.ron", &text).expect_err(fields)
}

/// Checks what is told of each `(fields, problems)`; all of it stands in the line of the fields.
fn check(cases: &[(&str, &str)]) {
    for (fields, expected) in cases {
        assert_eq!(told_in_line(&error(fields), 5), *expected, "{fields}");
    }
}

#[test]
fn areas_and_terrains() {
    check(&[
        (
            r#"areas: {"holy": (cost: 101), "not walkable": (cost: 2), "mud": (cots: 3)}"#,
            r#"24 `101`: `cost` is out of range: `101`; it is a number from 0.1 to 100
30 `"not walkable"`: no agent can be in the area `not walkable`: its cost has no effect; leave it out
65 `cots`: an area has no field `cots`; did you mean `cost`?"#,
        ),
        (
            r#"areas: {"holy": (cost: 2), "holy": ()}"#,
            r#"28 `"holy"`: the key `holy` is given twice; it is first given at 5:9"#,
        ),
        (
            r#"terrains: {"altar": (area: "hloy")}, areas: {"holy": ()}"#,
            r#"28 `"hloy"`: there is no area `hloy`; did you mean `holy`?"#,
        ),
        (
            r#"terrains: {"altar": (area: "mud", cost: 2)}"#,
            "35 `cost`: a terrain with an `area` has no `cost`; leave one of them out: its cost is that of its area, which `areas` sets",
        ),
        (
            r#"terrains: {"ice": (area: "not walkable")}"#,
            r#"26 `"not walkable"`: no agent can be in the area `not walkable`; name another area"#,
        ),
        (
            r#"terrains: {"pit": (walkable: false, area: "mud", jumpable: 1)}"#,
            r#"43 `"mud"`: `pit` is not walkable: it belongs to no area; leave `area` out, or make the terrain walkable
60 `1`: `jumpable` must be `true` or `false`, not a number; write it like `true`"#,
        ),
        (
            r#"areas: {"lava": (cost: 2)}, terrains: {"lava": (cost: 3)}"#,
            "55 `3`: the cost of `lava` is given twice; it is first given at 5:24",
        ),
        (
            r#"terrains: {"not walkable": (opaque: "no")}"#,
            r#"12 `"not walkable"`: a walkable terrain cannot belong to the area `not walkable`; give it an `area`, another name, or `walkable: false`
37 `"no"`: `opaque` must be `true` or `false`, not a string; write it like `false`"#,
        ),
    ]);
}

#[test]
fn profiles_and_areas() {
    check(&[
        (
            r#"profiles: {"tank": (height: 0, step_height: -1, max_slope: 90, jump_distance: 33, drop_height: inf, climb_cost: 101)}"#,
            "29 `0`: `height` is out of range: `0`; it is a number from 0.1 to 32
45 `-1`: `step_height` is out of range: `-1`; it is a number from 0 to 32
60 `90`: `max_slope` is out of range: `90`; it is a number from 0 to 89
79 `33`: `jump_distance` is out of range: `33`; it is a number from 0 to 32
96 `inf`: `drop_height` must be a finite number, not `inf`; it is a number from 0 to 32
113 `101`: `climb_cost` is out of range: `101`; it is a number from 0 to 100",
        ),
        (
            r#"profiles: {"tank": (danger: -1, reward: 101, step_hight: 1)}"#,
            "29 `-1`: `danger` is out of range: `-1`; it is a number from 0 to 100
41 `101`: `reward` is out of range: `101`; it is a number from 0 to 100
46 `step_hight`: a profile has no field `step_hight`; did you mean `step_height`?",
        ),
        (
            r#"profiles: {"tank": (area_costs: {"mudd": 2, "mud": 0, "not walkable": 1})}"#,
            r#"34 `"mudd"`: there is no area `mudd`; did you mean `mud`?
52 `0`: the cost of an area is out of range: `0`; it is a number from 0.1 to 100
55 `"not walkable"`: no agent can be in the area `not walkable`; name another area"#,
        ),
        (
            r#"profiles: {"tank": (area_costs: {"mud": 2, "mud": 3}, forbidden_areas: ["hloy", "not walkable", "jump"])}"#,
            r#"44 `"mud"`: the cost of `mud` is given twice; it is first given at 5:34
73 `"hloy"`: there is no area `hloy`; the areas of this level are `walkable`, `not walkable`, `jump`, `grass`, `floor`, `road`, `sand`, `forest`, `mud`, `swamp`, `snow`
81 `"not walkable"`: no agent can be in the area `not walkable`; name another area"#,
        ),
        (
            r#"profiles: {"tank": (area_costs: [], forbidden_areas: "mud")}"#,
            r#"33 `[]`: `area_costs` must be a map, not a list; write it like `{"mud": 9.0}`
54 `"mud"`: `forbidden_areas` must be a list, not a string; write it like `["mud"]`"#,
        ),
    ]);
}

#[test]
fn pictures_of_heights() {
    check(&[
        (
            r#"heights: (unit: 0.5, rows: ["......", "......"])"#,
            r#"28 `["......", "......"]`: `heights` has 2 rows, the map has 3; a picture has a row for each row of the map"#,
        ),
        (
            r#"heights: (unit: 0.5, rows: ["......", ".....", "......"])"#,
            r#"39 `"....."`: row 1 has 5 characters, the map has 6; a picture has a character for each tile of the map"#,
        ),
        (
            r#"heights: (unit: 0, rows: ["..A...", "......", ".#...."])"#,
            "17 `0`: `unit` is out of range: `0`; it is a number from 0.001 to 16
30 `A`: 'A' is not a digit; a digit counts units: 0 to 9, then a (10) to z (35); `.` keeps what the legend gives
49 `#`: '#' is not a digit; a digit counts units: 0 to 9, then a (10) to z (35); `.` keeps what the legend gives",
        ),
        (
            r#"ceilings: (rows: ["......", "..1...", "......", "......"], uint: 2)"#,
            r#"18 `["......", "..1...", "......", "......"]`: `ceilings` has 4 rows, the map has 3; a picture has a row for each row of the map
60 `uint`: a picture has no field `uint`; did you mean `unit`?"#,
        ),
        ("ceilings: (unit: 1)", r#"19 `)`: the field `rows` of a picture is missing; add `rows: ["..00", "..aa"],`"#),
        (
            r#"heights: ["......"]"#,
            r#"10 `["......"]`: a picture must be a struct, not a list; write it like `(unit: 0.25, rows: ["..00"])`"#,
        ),
        (
            r#"heights: (rows: [1, "......", "......"])"#,
            r#"18 `1`: a row must be a string, not a number; write it like `"..00"`"#,
        ),
    ]);
}

#[test]
fn zones() {
    check(&[
        (
            r#"zones: {"a": (at: (1, 1), radius: 1)}"#,
            r#"36 `)`: the field `kind` of a zone is missing; add `kind: "danger",`
36 `)`: the field `strength` of a zone is missing; add `strength: 8.0,`"#,
        ),
        (
            r#"zones: {"a": (kind: "dangre", strength: 101, at: (1, 1), radius: 0, falloff: -1)}"#,
            r#"21 `"dangre"`: there is no kind of zone `dangre`; did you mean `danger`?
41 `101`: `strength` is out of range: `101`; it is a number from 0 to 100
66 `0`: `radius` is out of range: `0`; it is a number from 0.1 to 10000
78 `-1`: `falloff` is out of range: `-1`; it is a number from 0 to 10000"#,
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1)}"#,
            r#"42 `)`: this zone has no position; add `at: (x, y), radius: 2.0`, `polygon: [(x, y), ...]`, or `on: "an agent", radius: 2.0`"#,
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1, polygon: [(1, 1), (2, 2)])}"#,
            "53 `[(1, 1), (2, 2)]`: a zone has at least 3 corners, not 2; add corners: `[(2.5, 1.5), (4.5, 1.5), (4.5, 3.5)]`",
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1, polygon: [(1, 1), (2, 2e9), (1, 2)], radius: 2)}"#,
            "66 `2e9`: the y of a corner is out of range: `2e9`; it is a number from -1000000 to 1000000
81 `radius`: a zone with a `polygon` has no `radius`; leave one of them out",
        ),
        (
            r#"zones: {"a": (kind: "reward", strength: 1, at: (1, 1), tile: (1, 1), radius: 2, in_sight: true)}"#,
            "48 `(1, 1)`: a zone has `tile` or `at`, not both; leave one of them out
81 `in_sight`: only a zone `on` an agent has `in_sight`; leave it out, or add `on: \"guard\"`",
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1, tile: (9, 1), radius: 2), "a": ()}"#,
            r#"50 `(9, 1)`: the tile `(9, 1)` is outside the map; the map has columns 0 to 5 and rows 0 to 2
70 `"a"`: the key `a` is given twice; it is first given at 5:9"#,
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1, at: (20, 1), radius: 2)}"#,
            r#"9 `"a"`: this zone is entirely outside the map; the map spans (0, 0) to (6, 3)"#,
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1, on: "guard", radius: 2)}"#,
            r#"48 `"guard"`: there is no agent `guard`: no agent of this level has a name; give one a name: `(name: "guard", tile: (3, 1))`"#,
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1, on: "gard", radius: 2, at: (1, 1))}, agents: [(name: "guard", tile: (1, 0))]"#,
            r#"48 `"gard"`: there is no agent `gard`; did you mean `guard`?
67 `at`: a zone `on` an agent has no `at`; leave one of them out"#,
        ),
        (
            r#"zones: {"a": (kind: "danger", strength: 1, on: "guard", radius: 2)}, agents: [(name: "guard", tile: (1, 0)), (name: "guard", tile: (2, 0))]"#,
            r#"48 `"guard"`: several agents are called `guard`; give the agent that you mean a name of its own; the first one is named at 5:86"#,
        ),
    ]);
}

#[test]
fn wear() {
    check(&[
        (
            r#"wear: (terrains: ["gras", "wall"], by_walking: 0, recovery: 61, worn_cost: 0)"#,
            r#"19 `"gras"`: there is no terrain `gras`; did you mean `grass`?
27 `"wall"`: no agent walks on `wall`: it cannot wear; leave it out
48 `0`: `by_walking` is out of range: `0`; it is a number from 0.0001 to 1
61 `61`: `recovery` is out of range: `61`; it is a number from 0 to 60
76 `0`: `worn_cost` is out of range: `0`; it is a number from 0.1 to 100"#,
        ),
        (
            "wear: (terrains: [], by_running: 1)",
            r#"18 `[]`: `wear` has no terrains; add terrains: `["grass"]`
22 `by_running`: `wear` has no field `by_running`; the fields are `terrains`, `by_walking`, `recovery`, `worn_cost`"#,
        ),
    ]);
}

#[test]
fn layers_and_obstacles() {
    check(&[
        (
            r#"layers: ["crates", "default", "crates", ""]"#,
            r#"20 `"default"`: every level has the layer `default`; leave it out
31 `"crates"`: the layer `crates` is given twice; it is first given at 5:10
41 `""`: the name of a layer cannot be ``; 1 to 64 characters on one line, not only spaces"#,
        ),
        (
            "obstacles: [(at: (1, 1)), (radius: 1), (at: (1, 1), tile: (1, 1), radius: 1)]",
            "24 `)`: this obstacle has no size; add `radius: 0.5`, or `size: (2.0, 1.0)`
37 `)`: this obstacle has no position; add `tile: (column, row)`, `at: (x, y)` in world units, or `place: \"gate\"`
45 `(1, 1)`: an obstacle has `tile` or `at`, not both; leave one of them out",
        ),
        (
            "obstacles: [(at: (1, 1), radius: 0, angle: 3), (at: (1, 1), radius: 1, size: (1, 1))]",
            "34 `0`: `radius` is out of range: `0`; it is a number from 0.01 to 1000
37 `angle`: a disc has no `angle`; leave it out, or give a `size` in place of `radius`
78 `(1, 1)`: an obstacle has `radius` or `size`, not both; leave one of them out",
        ),
        (
            "obstacles: [(at: (1, 1), size: (0, 1), angle: 361), (at: (1, 1), size: 3)]",
            "33 `0`: the length of `size` is out of range: `0`; it is a number from 0.02 to 2000
47 `361`: `angle` is out of range: `361`; it is a number from -360 to 360
72 `3`: `size` must be two numbers in round brackets, not a number; write it like `(2.0, 1.0)`",
        ),
        (
            r#"layers: ["crates"], obstacles: [(at: (1, 1), radius: 1, layer: "crate")]"#,
            r#"64 `"crate"`: there is no layer `crate`; did you mean `crates`?"#,
        ),
        (
            r#"obstacles: [(at: (9, 1), radius: 1)], bake: (layers: ["deflaut"])"#,
            r#"18 `(9, 1)`: this obstacle is entirely outside the map; the map spans (0, 0) to (6, 3)
55 `"deflaut"`: there is no layer `deflaut`; did you mean `default`?"#,
        ),
    ]);
}

#[test]
fn baking() {
    check(&[
        (
            "bake: (cells_per_tile: 5, smallest_region: -1, obstacle_epsilon: 17)",
            "24 `5`: `cells_per_tile` is out of range: `5`; it is a whole number from 1 to 4
44 `-1`: `smallest_region` is out of range: `-1`; it is a number from 0 to 1000000
66 `17`: `obstacle_epsilon` is out of range: `17`; it is a number from 0 to 16",
        ),
        ("bake: 2", "7 `2`: `bake` must be a struct, not a number; write it like `(cells_per_tile: 2)`"),
        ("repath_interval: 0", "18 `0`: `repath_interval` is out of range: `0`; it is a number from 0.1 to 3600"),
    ]);
}

#[test]
fn labels() {
    check(&[(
        r#"labels: {"gaet": (1, 0), "posts": (6, 0), "gate": "hide"}"#,
        r#"10 `"gaet"`: there is no place `gaet`; did you mean `gate`?
35 `(6, 0)`: the tile `(6, 0)` is outside the map; the map has columns 0 to 5 and rows 0 to 2
51 `"hide"`: there is no label `hide`; it is one of `hidden`"#,
    )]);
}

#[test]
fn links() {
    check(&[
        ("links: [(from: (tile: (1, 0)))]", "30 `)`: the field `to` of a link is missing; add `to: (tile: (8, 4)),`"),
        (
            "links: [(from: (tile: (1, 0)), to: (tile: (1, 0)))]",
            "43 `(1, 0)`: this link leads from tile (1, 0) to itself; let it end in another tile",
        ),
        (
            "links: [(from: (tile: (1, 0)), to: (tile: (6, 0)))]",
            "43 `(6, 0)`: the tile `(6, 0)` is outside the map; the map has columns 0 to 5 and rows 0 to 2",
        ),
        (
            "links: [(from: (at: (1, 0)), to: (at: (1, 9)))]",
            "39 `(1, 9)`: the point `(1, 9)` is outside the map; the map spans (0, 0) to (6, 3)",
        ),
        (
            r#"links: [(from: "gaet", to: "posts")]"#,
            r#"16 `"gaet"`: there is no place `gaet`; did you mean `gate`?
28 `"posts"`: the place `posts` has 2 tiles, but a link ends on one; name the tile: (3, 2) is one of them"#,
        ),
        (
            r#"links: [(from: "gate", to: 3, cost: 0, one_way: 1, area: "jumpp")]"#,
            r#"28 `3`: `to` must be a tile, a point or a place, not a number; write it like `(tile: (3, 4))`, `(at: (3.5, 1.0))` or `"gate"`
37 `0`: `cost` is out of range: `0`; it is a number from 0.01 to 100
49 `1`: `one_way` must be `true` or `false`, not a number; write it like `true`
58 `"jumpp"`: there is no area `jumpp`; did you mean `jump`?"#,
        ),
        (
            r#"links: [(from: "gate", to: (tile: (0, 1)), area: "not walkable")]"#,
            r#"35 `(0, 1)`: this link has an end where no agent can be: tile (0, 1) is `wall`; let it begin and end on walkable ground
50 `"not walkable"`: no agent can be in the area `not walkable`; name another area"#,
        ),
        (
            r#"links: [(from: "gate", to: (tile: (1, 0)), kind: "rope", through: [(1, 1), (7, 1), "posts"])]"#,
            r#"58 `through`: only a bridge has `through`; leave it out, for other links lead straight from end to end, or make it one: `kind: "walk"`
76 `(7, 1)`: the point `(7, 1)` is outside the map; the map spans (0, 0) to (6, 3)
84 `"posts"`: the place `posts` has 2 tiles, but a link leads through one; name the tile: (3, 2) is one of them"#,
        ),
        (
            "links: [(from: (), to: (tile: (1, 0), at: (1, 1)))]",
            r#"16 `()`: `from` must be a tile, a point or a place, not an empty `()`; write it like `(tile: (3, 4))`, `(at: (3.5, 1.0))` or `"gate"`
43 `(1, 1)`: an end of a link has `tile` or `at`, not both; leave one of them out"#,
        ),
    ]);
}

#[test]
fn switches() {
    check(&[
        (
            r#"switches: [(tile: (1, 0), turns: "bridge")]"#,
            r#"34 `"bridge"`: no link and no switchable obstacle is called `bridge`; give the name to a link, or to an obstacle with `motion: (to: [(5.0, 2.0)], when: "switched-off")`"#,
        ),
        (
            r#"links: [(name: "bridge", from: "gate", to: (tile: (1, 0)))], switches: [(tile: (0, 1), turns: "brigde"), (tile: (9, 9))]"#,
            r#"80 `(0, 1)`: no agent can step on this switch: tile (0, 1) is `wall`; put it on walkable ground
95 `"brigde"`: no link and no switchable obstacle is called `brigde`; did you mean `bridge`?
113 `(9, 9)`: the tile `(9, 9)` is outside the map; the map has columns 0 to 5 and rows 0 to 2
119 `)`: the field `turns` of a switch is missing; add `turns: "bridge",`"#,
        ),
    ]);
}

#[test]
fn where_bodies_do_not_fit() {
    check(&[
        (
            r#"agents: [(tile: (3, 1)), (at: (1.2, 1.5))], ceilings: (rows: ["......", "...1..", "......"])"#,
            "17 `(3, 1)`: this agent is 2 tall, but the ceiling is at 1: tile (3, 1); put it on walkable ground: the nearest such tile is (3, 0)
31 `(1.2, 1.5)`: the body of this agent reaches into `wall` at tile (0, 1); a walker has a radius of 0.3: give it more room: the nearest such tile is (1, 1)",
        ),
        (
            r#"agents: [(at: (0.8, 0.5))], ceilings: (rows: [".1....", "......", "......"])"#,
            "15 `(0.8, 0.5)`: the body of this agent reaches under a ceiling of 1 at tile (1, 0); a walker has a radius of 0.3: give it more room: the nearest such tile is (0, 0)",
        ),
        (
            r#"agents: [(at: (2.2, 1.5)), (at: (3.5, 1.8))], heights: (rows: ["......", "..44..", "......"])"#,
            "15 `(2.2, 1.5)`: the body of this agent reaches over a step of 4 between the tiles (1, 1) and (2, 1); a walker has a radius of 0.3: give it more room: the nearest such tile is (2, 1)
33 `(3.5, 1.8)`: the body of this agent reaches over a step of 4 between the tiles (3, 1) and (3, 2); a walker has a radius of 0.3: give it more room: the nearest such tile is (3, 1)",
        ),
        (
            "agents: [(at: (4.2, 1.5))]",
            "15 `(4.2, 1.5)`: this agent stands in a wall: tile (4, 1) is `wall`; put it on walkable ground: the nearest such tile is (4, 0)",
        ),
        (
            r#"agents: [(tile: (1, 0))], obstacles: [(name: "crate", at: (1.9, 0.5), radius: 0.2), (at: (2.8, 0.5), radius: 0.2)]"#,
            "17 `(1, 0)`: the body of this agent reaches into the obstacle `crate`; a walker has a radius of 0.3: give it more room: the nearest such tile is (0, 0)",
        ),
        (
            "agents: [(tile: (3, 0)), (tile: (2, 0))], obstacles: [(at: (2.8, 0.5), radius: 0.2)]",
            "33 `(2, 0)`: the body of this agent reaches into the obstacle at (2.8, 0.5); a walker has a radius of 0.3: give it more room: the nearest such tile is (1, 0)",
        ),
        (
            r#"agents: [(profile: "saint", tile: (1, 0)), (profile: "saint", at: (1.8, 1.5))], profiles: {"saint": (forbidden_areas: ["grass"])}"#,
            "35 `(1, 0)`: this agent stands where `saint` may not go: tile (1, 0) is in the area `grass`; put it on walkable ground: the nearest such tile is (2, 1)
67 `(1.8, 1.5)`: this agent stands where `saint` may not go: tile (1, 1) is in the area `grass`; put it on walkable ground: the nearest such tile is (2, 1)",
        ),
        (
            r#"agents: [(profile: "saint", at: (1.8, 1.5))], profiles: {"saint": (forbidden_areas: ["road"])}"#,
            "33 `(1.8, 1.5)`: the body of this agent reaches into the area `road` at tile (2, 1); a saint has a radius of 0.3: give it more room: the nearest such tile is (1, 1)",
        ),
        (
            r#"layers: ["air"], bake: (layers: ["air"]), agents: [(tile: (1, 0)), (name: "", tile: (3, 0))], obstacles: [(at: (1.9, 0.5), radius: 0.2)]"#,
            r#"75 `""`: the name of an agent cannot be ``; 1 to 64 characters on one line, not only spaces"#,
        ),
    ]);
}

#[test]
fn ramps() {
    let cases = [
        (
            r#"["/h", ".."]"#,
            "9 `/`: this ramp has no level ground at its west end: the map ends there; a ramp joins level ground at both of its ends: add some",
        ),
        (
            r#"["./", "h."]"#,
            "10 `/`: this ramp has no level ground at its east end: the map ends there; a ramp joins level ground at both of its ends: add some",
        ),
        (
            r##"["#//h", "...."]"##,
            "10 `/`: this ramp has no level ground at its west end: tile (0, 0) is `wall`; a ramp joins level ground at both of its ends: add some",
        ),
        (
            r#"[".//#", "...."]"#,
            "11 `/`: this ramp has no level ground at its east end: tile (3, 0) is `wall`; a ramp joins level ground at both of its ends: add some",
        ),
        (
            r#"[".//.", "...."]"#,
            "10 `/`: this ramp does not rise: the ground at both its ends is 0 high; change the height of the ground at one end",
        ),
        (
            r#"["....", ".//.", ".hh."]"#,
            r#"18 `/`: this ramp does not rise: the ground at both its ends is 0 high; should it run in the other direction? Then write `ramp: "north-south"`"#,
        ),
        (
            r##"["hhh", "#/#", "..."]"##,
            r#"17 `/`: this ramp has no level ground at its west end: tile (0, 1) is `wall`; should it run in the other direction? Then write `ramp: "north-south"`
17 `/`: this ramp has no level ground at its east end: tile (2, 1) is `wall`; should it run in the other direction? Then write `ramp: "north-south"`"#,
        ),
        (
            r#"["./|h", "...."]"#,
            "10 `/`: this ramp has no level ground at its east end: tile (2, 0) is a ramp in the other direction; a ramp joins level ground at both of its ends: add some
11 `|`: this ramp has no level ground at its north end: the map ends there; a ramp joins level ground at both of its ends: add some",
        ),
        (
            r#"["./s", "..."]"#,
            "10 `/`: this ramp has no level ground at its east end: tile (2, 0) is a slope; a ramp joins level ground at both of its ends: add some",
        ),
    ];
    for (rows, expected) in cases {
        let text = format!(
            "(version: 1, name: \"Ramps\", legend: {{'.': \"grass\", '#': \"wall\", 'h': (terrain: \"grass\", height: 1),
                '/': (terrain: \"road\", ramp: \"east-west\"), '|': (terrain: \"road\", ramp: \"north-south\"),
                's': (terrain: \"road\", slope: (0, 1))}},
rows: {rows})"
        );
        let error = Level::parse("ramps.ron", &text).expect_err(rows);
        assert_eq!(told_in_line(&error, 4), expected, "{rows}");
    }
}

#[test]
fn what_a_ramp_may_not_say() {
    let told_of = |entry: &str| {
        let text = format!("(version: 1, name: \"Ramp\", rows: [\".\"], legend: {{'.': ({entry})}})");
        told_in_line(&Level::parse("ramp.ron", &text).expect_err(entry), 1)
    };
    for (entry, expected) in [
        (
            r#"terrain: "road", ramp: "east""#,
            r#"79 `"east"`: there is no ramp direction `east`; did you mean `east-west`?"#,
        ),
        (
            r#"terrain: "road", ramp: "east-west", height: 1, slope: (0, 0)"#,
            "36 `.`: this ramp has no level ground at its west end: the map ends there; a ramp joins level ground at both of its ends: add some
36 `.`: this ramp has no level ground at its east end: the map ends there; a ramp joins level ground at both of its ends: add some
92 `height`: a ramp has no `height`; leave it out: a ramp rises evenly from the tile at one end to the tile at the other
103 `slope`: a ramp has no `slope`; leave it out: a ramp rises evenly from the tile at one end to the tile at the other",
        ),
        (
            r#"terrain: "road", height: 1001, ceiling: -1, slope: (65, 0)"#,
            "81 `1001`: `height` is out of range: `1001`; it is a number from -1000 to 1000
96 `-1`: `ceiling` is out of range: `-1`; it is a number from 0 to 1000
108 `65`: `slope` to the right is out of range: `65`; it is a number from -64 to 64",
        ),
    ] {
        assert_eq!(told_of(entry), expected, "{entry}");
    }
}

#[test]
fn a_ramp_has_no_height_in_a_picture() {
    let text = r#"(version: 1, name: "Ramp", rows: ["./h"], heights: (rows: [".1."]),
        legend: {'.': "grass", '/': (terrain: "road", ramp: "east-west"), 'h': (terrain: "grass", height: 2)})"#;
    let expected = "62 `1`: tile (1, 0) is a ramp: it has no height of its own; put `.` there: a ramp rises from the tile at one end to the tile at the other";
    assert_eq!(told_in_line(&Level::parse("ramp.ron", text).expect_err(text), 1), expected);
}

#[test]
fn a_polygon_without_corners_is_no_zone() {
    for polygon in ["[]", "[@]", "[}", "[(1, 1), (2, 2), 3]", "[(1, 1), (2, 2), (]"] {
        let error = error(&format!("zones: {{\"a\": (kind: \"danger\", strength: 1, polygon: {polygon})}}"));
        assert!(!error.problems.is_empty(), "{polygon}");
    }
}

/// A zone that an agent carries is laid again and again; how many cells it covers is limited.
#[test]
fn a_zone_that_is_carried_is_not_too_large() {
    let text = |cells: u32, size: u32, radius: f32| {
        format!(
            "(version: 1, name: \"Fear\", bake: (cells_per_tile: {cells}), generate: (kind: \"open\", size: ({size}, {size}),
                seed: 1, density: 0), agents: [(name: \"wolf\", tile: (5, 5))],
            zones: {{\"fear\": (kind: \"danger\", on: \"wolf\", radius: {radius}, strength: 5)}})"
        )
    };
    let text_of = |cells, size, radius| Level::parse("fear.ron", &text(cells, size, radius));
    for (cells, size, radius) in [(1, 600, 10_000.0), (1, 700, 316.0), (4, 700, 79.0)] {
        assert!(text_of(cells, size, radius).is_ok(), "{radius} on {size} tiles of {cells} cells");
    }
    let expected = "66 `80`: a zone that an agent carries is laid again as it walks, and 80 is too far for that; at most 79 with cells of 0.25";
    assert_eq!(told_in_line(&text_of(4, 700, 80.0).expect_err("it is too large"), 3), expected);
}
