//! The messages for every kind of fault in a level file.

use footpath::level::{Level, LevelError, limits};

use crate::support::problems::{self, told_without_fault};

const BASE: &str = r#"(
    version: 1,
    name: "Base",
    legend: {
        '.': "grass",
        'W': "wall",
        'G': (terrain: "road", place: "gate"),
    },
    rows: [
        "WWWWWW",
        "W...GW",
        "W....W",
        "WWWWWW",
    ],
    agents: [
        (tile: (1, 1)),
        (profile: "walker", at: (3.5, 2.5), order: MoveTo("gate")),
    ],
)
"#;

/// The error of [`BASE`] with the first `right` in it replaced by `wrong`.
fn error(right: &str, wrong: &str) -> LevelError {
    assert!(BASE.contains(right), "{right}");
    let text = BASE.replacen(right, wrong, 1);
    Level::parse("level.ron", &text).expect_err(wrong)
}

/// Places and messages of a whole text.
fn told(text: &str) -> Vec<String> {
    let error = Level::parse("level.ron", text).expect_err(text);
    error.problems.iter().map(|problem| format!("{}:{} {}", problem.line, problem.column, problem.message)).collect()
}

#[test]
fn a_character_in_double_quotes_is_still_known() {
    let text = r##"(version: 1, name: "Quotes",
        legend: {".": "grass", "#": (terrain: "wall"), '.': "road"},
        rows: ["#.,#"],
        agents: [(tile: (0, 0))])"##;
    let expected = [
        "2:18 a character of the legend is written in single quotes (and once more in this file)",
        "2:56 the character '.' is in the legend twice",
        "3:19 the character ',' is not in the legend",
        "4:25 this agent stands in a wall: tile (0, 0) is `wall`",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn what_a_broken_legend_may_have_had_is_not_missed() {
    let text = r##"(version: 1, name: "Broken", legend: {'.': "grass", '==': "road", '~' @ "swamp"},
        rows: [".=~", "."])"##;
    let expected = [
        "1:53 there is more than one character between these quotes",
        "1:70 expected `:` after `'~'`",
        "2:23 row 1 is 1 character long, the others 3",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn a_map_without_a_measure_is_still_a_map() {
    let text = r##"(version: 1, name: "Inf", tile_size: inf, origin: (NaN, 1e39), legend: {'.': "grass", '#': "wall"},
        rows: ["#..#"],
        agents: [(tile: (0, 0)), (tile: (4, 0)), (at: (9.0, 9.0)), (tile: (1, 0), profile: "giant"),
            (tile: (2, 0), order: MoveTo((at: (50.0, 50.0))))])"##;
    let expected = [
        "1:38 `tile_size` must be a finite number, not `inf`",
        "1:52 the x of `origin` must be a finite number, not `NaN`",
        "1:57 the y of `origin` must be a finite number, not `1e39`",
        "3:25 this agent stands in a wall: tile (0, 0) is `wall`",
        "3:41 the tile `(4, 0)` is outside the map",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn a_byte_order_mark_within_the_text_is_told() {
    let text =
        |mark: &str| format!("\u{feff}(version: 1,{mark} name: \"Mark\", legend: {{'.': \"grass\"}}, rows: [\"..\"])");
    assert!(Level::parse("level.ron", &text("")).is_ok());
    assert_eq!(told(&text("\u{feff}")), ["1:13 RON does not know this kind of blank"]);
}

/// Checks what is told of each `(right, wrong, problems)`, a line for each problem: place, text at fault, message and
/// help.
fn check(cases: &[(&str, &str, &str)]) {
    for (right, wrong, expected) in cases {
        assert_eq!(problems::told(&error(right, wrong)), *expected, "{wrong}");
    }
}

#[test]
fn the_base_is_right() {
    assert!(Level::parse("level.ron", BASE).is_ok());
}

#[test]
fn syntax() {
    check(&[
        ("version: 1,", "version 1,", "2:12 ``: expected `:` after `version`; a colon separates a name from its value"),
        (r#""Base","#, r#""Base""#, "3:17 ``: expected `,` or `)`, found `legend`; a comma separates two values"),
        ("name:", r#""name":"#, r#"3:5 `"name"`: the name of a field has no quotes; leave out the quotes"#),
        ("name:", "name =", "3:10 `=`: expected `:`, found `=`; a field is written `name: value`"),
        (r#""grass","#, r#""grass";"#, "5:21 `;`: expected `,`, found `;`; a comma separates two values"),
        (
            r#""Base""#,
            "@",
            "3:11 `@`: expected a value, found `@`; a value is a number, a string, `true` or `false`, a name, or something in brackets",
        ),
        (r#""Base""#, "1.2.3", "3:11 `1.2.3`: `1.2.3` is not a number; a number is written like 12, -0.5, 1e3 or 0xff"),
        (
            "'.'",
            "''",
            r#"5:9 `''`: there is no character between these quotes; write one character between single quotes: '.', and '\'' for the quote itself"#,
        ),
        (
            "'.'",
            "'ab'",
            r#"5:9 `'ab'`: there is more than one character between these quotes; write a string in double quotes, `"ab"`, and one character in single ones, `'.'`"#,
        ),
        (
            "'.'",
            "'.",
            r#"5:9 `'.`: this quote is never closed; write one character between single quotes: '.', and '\'' for the quote itself"#,
        ),
        (
            r#""Base""#,
            r#""Ba\qse""#,
            r#"3:14 `\q`: `\q` is not an escape; the escapes are \n \r \t \0 \\ \' \" \x41 \u{1F600}; write \\ for a backslash itself"#,
        ),
        (r#""Base","#, r#""Base,"#, r#"3:11 `"Base,`: this string is never closed; add the closing quote"#),
        (r#""Base""#, r#"b"Base""#, r#"3:11 `b"Base"`: a level file cannot hold byte strings; leave out the `b`"#),
        (
            "    ],
)",
            "    ]
",
            "1:1 `(`: this `(` is never closed; the `)` is missing",
        ),
        ("    rows: [", "    rows: (", "9:11 `(`: expected `[`, found `(`; the `]` that closes it is at 14:5"),
        (r#""wall","#, r#""wall",,"#, "6:21 `,`: expected a value, found `,`; one comma is enough"),
        (r#""Base""#, r#"/* "Base""#, "3:11 `/*`: this comment is never closed; end it with `*/`"),
        (
            "(1, 1)",
            "(1, x: 1)",
            "16:20 `x`: this field is among values without names; leave out the name, or name the other values too",
        ),
        (
            r#""road", place"#,
            r#""road", 3, place"#,
            "7:32 `3`: expected `name: value`; every value here is a field with a name",
        ),
        ("'W': ", "'W' ", "6:12 ``: expected `:` after `'W'`; a colon separates a name from its value"),
    ]);
}

#[test]
fn attributes() {
    check(&[
        (
            "(
",
            "#![enable(explicit_struct_names)]
(",
            "1:11 `explicit_struct_names`: level files do not support the extension `explicit_struct_names`; an attribute is `#![enable(implicit_some, unwrap_newtypes)]`, or leave it out",
        ),
        (
            "(
",
            "#![allow(x)]
(",
            "1:1 `#![allow(x)]`: this is not an attribute of a level file; an attribute is `#![enable(implicit_some, unwrap_newtypes)]`, or leave it out",
        ),
    ]);
}

#[test]
fn fields_of_a_struct() {
    check(&[
        ("name:", "nmae:", "3:5 `nmae`: a level has no field `nmae`; did you mean `name`?"),
        (
            "name:",
            "zzzzzzz:",
            r#"3:5 `zzzzzzz`: a level has no field `zzzzzzz`; the fields are `version`, `name`, `about`, `tile_size`, `origin`, `seed`, `search`, `repath_interval`, `areas`, `terrains`, `profiles`, `legend`, `rows`, `pieces`, `pieces_from`, `stamps`, 25 more
19:1 `)`: the field `name` of a level is missing; add `name: "What the level list calls it",`"#,
        ),
        (
            r#"    name: "Base",
"#,
            "",
            r#"18:1 `)`: the field `name` of a level is missing; add `name: "What the level list calls it",`"#,
        ),
        (
            "version: 1,",
            r#"version: 1, name: "A","#,
            "3:5 `name`: the field `name` is given twice; it is first given at 2:17",
        ),
        (
            "(
    version",
            "Levl(version",
            r#"1:1 `Levl`: `Levl` is the wrong name for a level; write `Level(...)`, or leave the name out"#,
        ),
        (
            r#""road", place"#,
            r#""road", plaec"#,
            "7:32 `plaec`: an entry of the legend has no field `plaec`; did you mean `place`?",
        ),
        (
            r#"(terrain: "road", place: "gate")"#,
            r#"(place: "gate")"#,
            r#"7:28 `)`: the field `terrain` of an entry of the legend is missing; add `terrain: "grass",`"#,
        ),
        (
            "    legend",
            "    about: 3,
    legend",
            r#"4:12 `3`: `about` must be a string, not a number; write it like `"What it shows."`"#,
        ),
    ]);
}

#[test]
fn values_of_the_wrong_kind() {
    check(&[
        (
            r#""Base""#,
            "Base",
            r#"3:11 `Base`: the name of a level must be a string, not a name without quotes; write `"Base"`"#,
        ),
        (
            r#""Base""#,
            r#"" ""#,
            r#"3:11 `" "`: the name of a level cannot be ` `; 1 to 64 characters on one line, not only spaces"#,
        ),
        (
            "version: 1",
            r#"version: "1""#,
            r#"2:14 `"1"`: unknown version `"1"`; this is version 1 of the format: write `version: 1`"#,
        ),
        (
            "version: 1",
            "version: 2",
            "2:14 `2`: this level is of version 2; this program reads version 1; get a newer Footpath",
        ),
        (
            "version: 1",
            "version: 2, glow: 3, name: 4",
            "2:14 `2`: this level is of version 2; this program reads version 1; get a newer Footpath",
        ),
        (
            r#""road", place: "gate""#,
            "road, place: 1",
            r#"7:24 `road`: the name of a terrain must be a string, not a name without quotes; write `"road"`
7:37 `1`: the name of a place must be a string, not a number; write it like `"gate"`"#,
        ),
        ("'.': ", "1: ", r#"5:9 `1`: a key of the legend must be one character, not a number; write it like `'.'`"#),
        (
            r#""wall","#,
            r#"["wall"],"#,
            r#"6:14 `["wall"]`: an entry of the legend must be the name of a terrain, or a struct, not a list; write it like `"grass"` or `(terrain: "grass", place: "gate")`"#,
        ),
        (
            "(tile: (1, 1))",
            "(tile: 1)",
            "16:16 `1`: a tile must be two numbers in round brackets, not a number; write it like `(2, 1)`",
        ),
        (
            "(tile: (1, 1))",
            "(tile: (1, 1, 1))",
            "16:16 `(1, 1, 1)`: a tile has two numbers, not 3; write it like `(2, 1)`",
        ),
        (
            "(tile: (1, 1))",
            "(tile: (1.5, 1))",
            "16:17 `1.5`: the column of a tile must be a whole number, not `1.5`; a tile is `(column, row)`, both counted from 0; `at: (x, y)` is a point in world units",
        ),
        (
            "(tile: (1, 1))",
            r#"(tile: ("1", 1))"#,
            r#"16:17 `"1"`: the column of a tile must be a whole number, not a string; write `1`: a tile is `(column, row)`, both counted from 0; `at: (x, y)` is a point in world units"#,
        ),
        (
            "(tile: (1, 1))",
            r#"(at: (1.5, "1"))"#,
            r#"16:20 `"1"`: the y of `at` must be a number, not a string; write `1`: it is a number of world units"#,
        ),
        (
            "(tile: (1, 1))",
            "7",
            r#"16:9 `7`: an agent must be a struct, not a number; write it like `(profile: "walker", tile: (2, 1))`"#,
        ),
        (
            r#"MoveTo("gate")"#,
            r#""gate""#,
            r#"17:52 `"gate"`: an order must be the name of an order with its target, not a string; write it like `MoveTo("gate")`"#,
        ),
        ("'.': ", r#"'\n': "#, r#"5:9 `'\n'`: the character '\n' is invisible in a row; choose a visible one"#),
    ]);
}

#[test]
fn numbers_out_of_range() {
    check(&[
        (
            "version: 1,",
            "version: 1, tile_size: 0.05,",
            "2:28 `0.05`: `tile_size` is out of range: `0.05`; it is a number from 0.1 to 64",
        ),
        (
            "version: 1,",
            "version: 1, tile_size: 1e39,",
            "2:28 `1e39`: `tile_size` must be a finite number, not `1e39`; it is a number from 0.1 to 64",
        ),
        (
            "version: 1,",
            "version: 1, tile_size: NaN,",
            "2:28 `NaN`: `tile_size` must be a finite number, not `NaN`; it is a number from 0.1 to 64",
        ),
        (
            "version: 1,",
            "version: 1, origin: (-inf, 20000),",
            "2:26 `-inf`: the x of `origin` must be a finite number, not `-inf`; it is a number from -10000 to 10000
2:32 `20000`: the y of `origin` is out of range: `20000`; it is a number from -10000 to 10000",
        ),
        (
            "version: 1,",
            "version: 1, seed: -1,",
            "2:23 `-1`: `seed` is out of range: `-1`; it is a whole number from 0 to 18446744073709551615",
        ),
        (
            "version: 1,",
            "version: 1, seed: 18446744073709551616,",
            "2:23 `18446744073709551616`: `seed` is out of range: `18446744073709551616`; it is a whole number from 0 to 18446744073709551615",
        ),
        (
            "version: 1,",
            "version: 1, seed: 1.0,",
            "2:23 `1.0`: `seed` must be a whole number, not `1.0`; it is a whole number from 0 to 18446744073709551615",
        ),
        (
            "version: 1,",
            r#"version: 1, terrains: {"lava": (cost: 0.09)},"#,
            "2:43 `0.09`: `cost` is out of range: `0.09`; it is a number from 0.1 to 100",
        ),
        (
            "version: 1,",
            r#"version: 1, profiles: {"cart": (radius: 17, speed: 0, mass: 0x7f, acceleration: -1, acceptance_radius: 1e3)},"#,
            "2:45 `17`: `radius` is out of range: `17`; it is a number from 0.05 to 16
2:56 `0`: `speed` is out of range: `0`; it is a number from 0.1 to 50
2:65 `0x7f`: `mass` is out of range: `0x7f`; it is a number from 0.5 to 100
2:85 `-1`: `acceleration` is out of range: `-1`; it is a number from 0.5 to 1000
2:108 `1e3`: `acceptance_radius` is out of range: `1e3`; it is a number from 0.01 to 100",
        ),
        (
            "(tile: (1, 1))",
            "(at: (1.5, inf))",
            "16:20 `inf`: the y of `at` must be a finite number, not `inf`; it is a number of world units",
        ),
    ]);
}

#[test]
fn keys_given_twice() {
    check(&[
        (
            "'.': ",
            r#"'W': "wall", '.': "#,
            "6:9 `'W'`: the character 'W' is in the legend twice; it is first given at 5:9",
        ),
        (
            "version: 1,",
            r#"version: 1, terrains: {"lava": (), "lava": ()},"#,
            r#"2:40 `"lava"`: the key `lava` is given twice; it is first given at 2:28"#,
        ),
        (
            "version: 1,",
            r#"version: 1, profiles: {"cart": (), "cart": ()},"#,
            r#"2:40 `"cart"`: the key `cart` is given twice; it is first given at 2:28"#,
        ),
    ]);
}

#[test]
fn own_terrains_and_profiles() {
    check(&[
        (
            "version: 1,",
            r#"version: 1, terrains: {"lava": (color: "red")},"#,
            r##"2:44 `"red"`: `red` is not a color; write red, green and blue in two hexadecimal digits each, like `"#d03030"`"##,
        ),
        (
            "version: 1,",
            r#"version: 1, terrains: {"lava": (walkable: 1)},"#,
            "2:47 `1`: `walkable` must be `true` or `false`, not a number; write it like `true`",
        ),
        (
            "version: 1,",
            r#"version: 1, terrains: {"": ()},"#,
            r#"2:28 `""`: the name of a terrain cannot be ``; 1 to 64 characters on one line, not only spaces"#,
        ),
        (
            "version: 1,",
            r#"version: 1, terrains: ["lava"],"#,
            r##"2:27 `["lava"]`: `terrains` must be a map, not a list; write it like `{"lava": (walkable: true, cost: 1.0, color: "#d0401f")}`"##,
        ),
        (
            "version: 1,",
            r#"version: 1, profiles: {"cart": 3},"#,
            r##"2:36 `3`: a profile must be a struct, not a number; write it like `(radius: 0.35, speed: 3.0, mass: 12.0, color: "#d0401f")`"##,
        ),
        (
            "version: 1,",
            r##"version: 1, profiles: {"cart": (colour: "#aabbcc")},"##,
            "2:37 `colour`: a profile has no field `colour`; did you mean `color`?",
        ),
    ]);
}

#[test]
fn names_that_nothing_has() {
    check(&[
        (r#""grass""#, r#""gras""#, r#"5:14 `"gras"`: there is no terrain `gras`; did you mean `grass`?"#),
        (
            r#""grass""#,
            r#""xyzzy""#,
            r#"5:14 `"xyzzy"`: there is no terrain `xyzzy`; the terrains of this level are `grass`, `wall`, `floor`, `road`, `sand`, `forest`, `mud`, `swamp`, `snow`, `water`, `rock`, `void`"#,
        ),
        (r#""walker""#, r#""wlaker""#, r#"17:19 `"wlaker"`: there is no profile `wlaker`; did you mean `walker`?"#),
        (
            r#""walker""#,
            r#""xyzzy""#,
            r#"17:19 `"xyzzy"`: there is no profile `xyzzy`; the profiles of this level are `walker`, `runner`, `porter`, `ox`, `giant`"#,
        ),
        (r#"MoveTo("gate")"#, r#"MoveTo("gaet")"#, r#"17:59 `"gaet"`: there is no place `gaet`; did you mean `gate`?"#),
        (
            r#"MoveTo("gate")"#,
            r#"MoveTo("elsewhere")"#,
            r#"17:59 `"elsewhere"`: there is no place `elsewhere`; the places of this level are `gate`"#,
        ),
        ("MoveTo(", "WalkTo(", "17:52 `WalkTo`: there is no order `WalkTo`; did you mean `MoveTo`?"),
        ("MoveTo(", "MovTo(", "17:52 `MovTo`: there is no order `MovTo`; did you mean `MoveTo`?"),
        (
            r#"(terrain: "road", place: "gate")"#,
            r#""road""#,
            r#"17:59 `"gate"`: there is no place `gate`: this level has none; the legend can name one: `'G': (terrain: "grass", place: "gate")`"#,
        ),
    ]);
}

#[test]
fn rows() {
    check(&[
        (
            r#""W....W""#,
            r#""W...W""#,
            r#"12:9 `"W...W"`: row 2 is 5 characters long, the others 6; all rows must have the same length"#,
        ),
        (
            r#""W....W""#,
            r#""W.x.xW""#,
            r#"12:12 `x`: the character 'x' is not in the legend (it occurs 2 times in the rows); add `'x': "..."` to it, or use one of `.`, `G`, `W`"#,
        ),
        (
            r#""W....W""#,
            r#""W.\t.éW""#,
            r#"12:12 `\t`: the character '\t' is not in the legend; it is invisible in a row: use one of `.`, `G`, `W`
12:15 `é`: the character 'é' is not in the legend; add `'é': "..."` to it, or use one of `.`, `G`, `W`"#,
        ),
        (
            r#""W....W""#,
            r#""""#,
            r#"12:9 `""`: row 2 is 0 characters long, the others 6; all rows must have the same length"#,
        ),
        (
            r#"        "WWWWWW",
        "W...GW",
        "W....W",
        "WWWWWW",
"#,
            "",
            "9:11 `[
    ]`: the map is empty; give it at least one row of one character",
        ),
        (
            r#"        "WWWWWW",
        "W...GW",
        "W....W",
        "WWWWWW",
"#,
            r#""""#,
            r#"9:11 `[
""    ]`: the map is empty; give it at least one row of one character"#,
        ),
        (
            r#""W...GW""#,
            r#""W....W""#,
            r#"7:39 `"gate"`: the place `gate` is nowhere on the map; use its character 'G' in a row"#,
        ),
        (r#""W....W""#, "7", r##"12:9 `7`: a row must be a string, not a number; write it like `"#..#"`"##),
    ]);
}

#[test]
fn where_agents_are() {
    check(&[
        (
            "(tile: (1, 1))",
            "(tile: (6, 1))",
            "16:16 `(6, 1)`: the tile `(6, 1)` is outside the map; the map has columns 0 to 5 and rows 0 to 3",
        ),
        (
            "(tile: (1, 1))",
            "(tile: (-1, 99999999999))",
            "16:16 `(-1, 99999999999)`: the tile `(-1, 99999999999)` is outside the map; the map has columns 0 to 5 and rows 0 to 3",
        ),
        (
            "(tile: (1, 1))",
            "(at: (1.5, 4.0))",
            "16:14 `(1.5, 4.0)`: the point `(1.5, 4.0)` is outside the map; the map spans (0, 0) to (6, 4)",
        ),
        (
            "(tile: (1, 1))",
            "(tile: (0, 0))",
            "16:16 `(0, 0)`: this agent stands in a wall: tile (0, 0) is `wall`; put it on walkable ground: the nearest such tile is (1, 1)",
        ),
        (
            "(tile: (1, 1))",
            "(at: (1.2, 1.5))",
            "16:14 `(1.2, 1.5)`: the body of this agent reaches into `wall` at tile (0, 1); a walker has a radius of 0.3: give it more room: the nearest such tile is (1, 1)",
        ),
        (
            "(tile: (1, 1))",
            "(at: (3.5, 2.0))",
            "17:33 `(3.5, 2.5)`: this agent overlaps another; the other one is at 16:14",
        ),
        (
            "(tile: (1, 1))",
            "(tile: (1, 1), at: (1.5, 1.5))",
            "16:28 `(1.5, 1.5)`: an agent has `tile` or `at`, not both; leave one of them out",
        ),
        (
            "(tile: (1, 1))",
            "()",
            "16:10 `)`: this agent has no position; add `tile: (column, row)`, `at: (x, y)` in world units, or `place: \"gate\"`",
        ),
    ]);
}

#[test]
fn orders() {
    check(&[
        (
            r#"MoveTo("gate")"#,
            "MoveTo",
            r#"17:52 `MoveTo`: `MoveTo` takes one target; write `MoveTo("gate")`, `MoveTo((tile: (3, 4)))` or `MoveTo((at: (3.5, 1.0)))`"#,
        ),
        (
            r#"MoveTo("gate")"#,
            "MoveTo()",
            r#"17:52 `MoveTo()`: `MoveTo` takes one target; write `MoveTo("gate")`, `MoveTo((tile: (3, 4)))` or `MoveTo((at: (3.5, 1.0)))`"#,
        ),
        (
            r#"MoveTo("gate")"#,
            "MoveTo(1)",
            r#"17:59 `1`: a target must be a place, a tile or a point, not a number; write it like `"gate"`, `(tile: (3, 4))` or `(at: (3.5, 1.0))`"#,
        ),
        (
            r#"MoveTo("gate")"#,
            "MoveTo((tile: (6, 0)))",
            "17:66 `(6, 0)`: the tile `(6, 0)` is outside the map; the map has columns 0 to 5 and rows 0 to 3",
        ),
        (
            r#"MoveTo("gate")"#,
            "MoveTo((at: (0, -1)))",
            "17:64 `(0, -1)`: the point `(0, -1)` is outside the map; the map spans (0, 0) to (6, 4)",
        ),
        (
            r#"MoveTo("gate")"#,
            "MoveTo((tile: (1, 1), at: (1, 1)))",
            "17:78 `(1, 1)`: a target has `tile` or `at`, not both; leave one of them out",
        ),
        (
            r#"MoveTo("gate")"#,
            "MoveTo(())",
            r#"17:59 `()`: a target must be a place, a tile or a point, not an empty `()`; write it like `"gate"`, `(tile: (3, 4))` or `(at: (3.5, 1.0))`"#,
        ),
        (
            r#"MoveTo("gate")"#,
            r#"MoveTo((plaza: "gate"))"#,
            "17:60 `plaza`: a target has no field `plaza`; the fields are `tile`, `at`, `place`",
        ),
    ]);
}

#[test]
fn too_deep() {
    let deep = "(".repeat(5_000_000);
    let error = Level::parse("level.ron", &deep).expect_err("far too deep");
    assert_eq!(error.problems.len(), 1);
    assert_eq!(error.problems[0].message, "brackets are nested more than 64 deep here");
    assert_eq!(error.problems[0].column, 65);
}

/// Without the bound a file of 100 MB took 4.4 GB.
#[test]
fn too_many_words_and_marks() {
    let text = format!("(version: 1, agents: [{}", "(),".repeat(limits::TOKENS / 3));
    let told = told(&text);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("too many words, numbers and marks"), "{told:?}");
}

#[test]
fn an_empty_file() {
    let error = Level::parse("level.ron", "").expect_err("nothing there");
    let expected = "\
error: expected a level, found the end of the file
 --> level.ron:1:1
  |
1 |
  | ^
  = help: a level file is `( ... )`";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn messages_are_drawn_like_those_of_a_compiler() {
    let error = error("'.': \"grass\",", "'.': \"gras\", 'x': \"wal\",");
    let expected = "\
error: there is no terrain `gras`
 --> level.ron:5:14
  |
5 |         '.': \"gras\", 'x': \"wal\",
  |              ^^^^^^
  = help: did you mean `grass`?

error: there is no terrain `wal`
 --> level.ron:5:27
  |
5 |         '.': \"gras\", 'x': \"wal\",
  |                           ^^^^^
  = help: did you mean `wall`?";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn line_numbers_of_two_digits_keep_the_margin() {
    let expected = "\
error: the tile `(9, 9)` is outside the map
  --> level.ron:16:16
   |
16 |         (tile: (9, 9)),
   |                ^^^^^^
   = help: the map has columns 0 to 5 and rows 0 to 3";
    assert_eq!(error("(1, 1)", "(9, 9)").to_string(), expected);
}

#[test]
fn tabs_other_scripts_and_line_ends_of_windows() {
    let text =
        "\u{feff}(version: 1,\r\n\tname: \"\u{8ff7}\u{8def} é\", sed: 3,\r\n legend: {'.': \"grass\"}, rows: [\".\"])";
    let error = Level::parse("level.ron", text).expect_err("`sed` is no field");
    let expected = "\
error: a level has no field `sed`
 --> level.ron:2:16
  |
2 |     name: \"\u{8ff7}\u{8def} é\", sed: 3,
  |                     ^^^
  = help: did you mean `seed`?";
    assert_eq!(error.to_string(), expected);
    let first_line = Level::parse("level.ron", "\u{feff}(vresion: 1)").expect_err("`vresion` is no field");
    assert_eq!((first_line.problems[0].line, first_line.problems[0].column), (1, 2));
}

#[test]
fn only_the_part_of_a_long_line_around_the_fault_is_shown() {
    let row = format!("\"#{}x{}#\",", ".".repeat(150), ".".repeat(150));
    let text = format!("(version: 1, name: \"Long\", legend: {{'.': \"grass\", '#': \"wall\"}}, rows: [\n{row}\n])");
    let error = Level::parse("level.ron", &text).expect_err("x is not in the legend");
    let expected = format!(
        "\
error: the character 'x' is not in the legend
 --> level.ron:2:153
  |
2 | ...{}x{}...
  |    {}^
  = help: add `'x': \"...\"` to it, or use one of `#`, `.`",
        ".".repeat(30),
        ".".repeat(69),
        " ".repeat(30)
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn the_list_of_problems_ends_somewhere() {
    let error = error("(tile: (1, 1)),", &"(tile: (9, 9)),".repeat(150));
    assert_eq!((error.problems.len(), error.more), (100, 50));
    assert!(error.to_string().ends_with("\n\nand 50 more problems"));
}

#[test]
fn a_map_has_at_most_4096_rows_and_columns() {
    let level = |rows: &str| format!("(version: 1, name: \"Large\", legend: {{'.': \"grass\"}}, rows: [{rows}])");
    let told = |rows: &str| Level::parse("level.ron", &level(rows)).map_err(|error| error.problems[0].message.clone());
    let wide = format!("\"{}\"", ".".repeat(4096));
    assert!(told(&wide).is_ok());
    assert!(told(&"\".\",".repeat(4096)).is_ok());
    assert_eq!(told(&wide.replacen('.', "..", 1)), Err("the map has too many columns: 4097".to_owned()));
    assert_eq!(told(&"\".\",".repeat(4097)), Err("the map has too many rows: 4097".to_owned()));
    let fine = |by: u32| {
        format!(
            "(version: 1, name: \"Fine\", legend: {{'.': \"grass\"}}, bake: (cells_per_tile: {by}), rows: [{wide}])"
        )
    };
    let error = Level::parse("level.ron", &fine(2)).expect_err("too many cells");
    assert_eq!(error.problems[0].message, "too many cells: 2 to a tile make 8192 x 2 for 4096 x 1 tiles");
    assert_eq!(error.problems[0].help.as_deref(), Some("the limit is 4096 x 4096 cells: leave it at 1"));
}

#[test]
fn tables_have_an_end() {
    let many =
        |count: usize, with: &str| (0..count).map(|number| format!("\"own {number}\": ({with}),")).collect::<String>();
    let terrains = format!("version: 1, terrains: {{{}}},", many(245, "area: \"grass\""));
    assert_eq!(error("version: 1,", &terrains).problems[0].message, "this is one terrain too many");
    let areas = format!("version: 1, terrains: {{{}}},", many(22, ""));
    let areas = error("version: 1,", &areas);
    assert_eq!(areas.problems[0].message, "`own 21` is one area too many: each walkable terrain is an area");
    let help = "a level has at most 32; terrains can share one: `area: \"grass\"` instead of `cost`";
    assert_eq!((areas.problems.len(), areas.problems[0].help.as_deref()), (1, Some(help)));
    let areas = format!("version: 1, areas: {{{}}},", many(22, ""));
    assert_eq!(error("version: 1,", &areas).problems[0].message, "this is one area too many");
    let zones =
        format!("version: 1, zones: {{{}}},", many(1001, "kind: \"danger\", strength: 1, tile: (1, 1), radius: 1"));
    assert_eq!(error("version: 1,", &zones).problems[0].message, "there are too many zones: 1001");
    let layers = (0..32).map(|layer| format!("\"{layer}\",")).collect::<String>();
    let layers = error("version: 1,", &format!("version: 1, layers: [{layers}],"));
    assert_eq!(layers.problems[0].message, "there are too many layers: 32");
    let corners =
        format!("version: 1, zones: {{\"a\": (kind: \"danger\", strength: 1, polygon: [{}])}},", "(1, 1),".repeat(257));
    assert_eq!(error("version: 1,", &corners).problems[0].message, "there are too many corners: 257");
    let profiles = format!("version: 1, profiles: {{{}}},", many(252, ""));
    assert_eq!(error("version: 1,", &profiles).problems[0].message, "this is one profile too many");
    let agents = error("(tile: (1, 1)),", &"(tile: (1, 1)),".repeat(100_000));
    assert_eq!(agents.problems[0].message, "there are too many agents: 100001");
}

#[test]
fn an_agent_in_a_wide_body_keeps_its_distance() {
    let giant = error("(tile: (1, 1))", "(profile: \"giant\", tile: (2, 1))");
    assert_eq!(giant.problems[0].message, "the body of this agent reaches into `wall` at tile (1, 0)");
    let at_the_edge =
        "(version: 1, name: \"Edge\", legend: {'.': \"grass\"}, rows: [\"..\"], agents: [(at: (0.2, 0.5))])";
    let edge = Level::parse("level.ron", at_the_edge).expect_err("across the edge");
    assert_eq!(edge.problems[0].message, "the body of this agent reaches over the edge of the map");
}

#[test]
fn what_ron_allows_is_read() {
    let text = r###"#![enable(implicit_some)]
/* a level /* in */ every form */ Level(
    r#version: 0x1, name: r#"Raw "one""#, about: Some("a\u{41}\n\x42"), seed: 1_000u64, origin: None, tile_size: 2e0,
    legend: {'\'': "grass", '\u{23}': Tile(terrain: "wall", place: Some("rock"))}, rows: ["''#", r"''#"],
    agents: [Agent(at: (+1.0, 1.), order: Some(MoveTo(Target(tile: (0b10, 0o1)))))],
) // the end"###;
    let level = Level::parse("level.ron", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((level.name.as_str(), level.about.as_str()), ("Raw \"one\"", "aA\nB"));
    assert_eq!((level.seed, level.map.lattice.tile_size), (1000, 2.0));
    assert_eq!(level.places["rock"].len(), 2);
    assert_eq!(level.agents.len(), 1);
}

/// A generated level with one field more than it needs.
fn generated(more: &str) -> String {
    format!("(version: 1, name: \"Made\", generate: (kind: \"caves\", size: (64, 48), seed: 7),\n    {more}\n)")
}

/// What is told of a field of a generated level, on the line where it stands: column, message and help.
fn told_of(more: &str) -> String {
    let text = generated(more);
    told_without_fault(&Level::parse("made.ron", &text).expect_err(more), 2)
}

#[test]
fn places_and_agents_of_a_generated_level() {
    assert!(Level::parse("made.ron", &generated("")).is_ok());
    let cases = [
        (
            "places: {\"gate\": (64, 0)},",
            "22 the tile `(64, 0)` is outside the map; the map has columns 0 to 63 and rows 0 to 47",
        ),
        ("places: {\"gate\": []},", "22 this place has no tile; give it one, like `(3, 4)`"),
        (
            "places: {\"gate\": (3, 4), \"gate\": [(5, 6)]},",
            "30 the key `gate` is given twice; it is first given at 2:14",
        ),
        (
            "places: {\"gate\": (3, 4)}, agents: [(tile: (30, 20), order: MoveTo(\"gaet\"))],",
            "47 this agent stands in a wall: tile (30, 20) is `wall`; put it on walkable ground: the nearest such tile is (29, 20)\n71 there is no place `gaet`; did you mean `gate`?",
        ),
        (
            "agents: [(tile: (0, 0))],",
            "21 this agent stands in a wall: tile (0, 0) is `wall`; put it on walkable ground: the nearest such tile is (2, 2)",
        ),
        (
            "rows: [\"...\"],",
            "5 rows on a generated map need `rows_at`, the tile of their first character; add `rows_at: (12, 8),`, or leave out `rows` or `generate`\n5 the field `legend` of a level is missing; add `legend: {'.': \"grass\", '#': \"wall\"},`",
        ),
        (
            "legend: {'.': \"grass\", 'G': (terrain: \"grass\", place: \"gate\")},",
            "59 a generated map has no characters to mark the place `gate`; leave it out here, and add `places: {\"gate\": (column, row)}` to the level",
        ),
    ];
    for (more, expected) in cases {
        assert_eq!(told_of(more), expected, "{more}");
    }
}

/// What is told of a generated map, or of a search, in a level that is right but for that: column, message and help.
fn told_within(field: &str) -> String {
    let ground = if field.starts_with("generate") { "" } else { "legend: {'.': \"grass\"}, rows: [\"...\"], " };
    let text = format!("(version: 1, name: \"Made\", {ground}\n{field})");
    told_without_fault(&Level::parse("made.ron", &text).expect_err(field), 2)
}

#[test]
fn generated_maps() {
    let cases = [
        (
            "generate: ()",
            "12 the field `kind` of a generated map is missing; add `kind: \"caves\",`\n12 the field `size` of a generated map is missing; add `size: (64, 48),`",
        ),
        ("generate: (kind: \"cave\", size: (9, 9))", "18 there is no kind of map `cave`; did you mean `caves`?"),
        (
            "generate: (kind: \"lakes\", size: (9, 9))",
            "18 there is no kind of map `lakes`; it is one of `open`, `maze`, `braided`, `divided`, `stairs`, `rooms`, `caves`",
        ),
        (
            "generate: (kind: \"maze\", size: (0, 5000), corridr: 2)",
            "33 the number of columns is out of range: `0`; it is a whole number from 1 to 4096\n36 the number of rows is out of range: `5000`; it is a whole number from 1 to 4096\n43 a generated map has no field `corridr`; did you mean `corridor`?",
        ),
        (
            "generate: (kind: \"maze\", size: 9, corridor: 65, density: 10)",
            "32 `size` must be two numbers in round brackets, not a number; write it like `(64, 48)`\n45 `corridor` is out of range: `65`; it is a whole number from 1 to 64\n49 only a map of the kind `open` or `caves` has `density`; leave it out",
        ),
        (
            "generate: (kind: \"rooms\", size: (9, 9), floor: \"wall\", wall: \"grass\", islands: 1)",
            "48 the floor of a generated map is walkable, `wall` is not; choose one of `grass`, `floor`, `road`, `sand`, `forest`, `mud`, `swamp`, `snow`\n62 the walls of a generated map are not walkable, `grass` is; choose one of `wall`, `water`, `rock`, `void`\n80 `islands` must be `true` or `false`, not a number; write it like `true`",
        ),
        (
            "generate: (kind: \"open\", size: (9, 9), density: 0.2, seed: -1)",
            "49 `density` must be a whole number, not `0.2`; it is a whole number from 0 to 90\n60 `seed` is out of range: `-1`; it is a whole number from 0 to 18446744073709551615",
        ),
        (
            "generate: (kind: \"open\", size: (9, 9), patches: [(share: 101), (terrain: \"mut\", size: 1)])",
            "58 `share` is out of range: `101`; it is a whole number from 0 to 100\n61 the field `terrain` of a patch is missing; add `terrain: \"mud\",`\n74 there is no terrain `mut`; did you mean `mud`?\n87 `size` is out of range: `1`; it is a whole number from 2 to 512",
        ),
    ];
    for (field, expected) in cases {
        assert_eq!(told_within(field), expected, "{field}");
    }
}

#[test]
fn searches() {
    let cases = [
        ("search: 3", "9 a search must be a struct, not a number; write it like `(algorithm: \"jump-point\")`"),
        (
            "search: (algorithm: \"jump-piont\", heurstic: \"octile\")",
            "21 there is no algorithm `jump-piont`; did you mean `jump-point`?\n35 a search has no field `heurstic`; did you mean `heuristic`?",
        ),
        (
            "search: (heuristic: \"none\", weight: -1, connectivity: 6)",
            "21 there is no heuristic `none`; it is one of `zero`, `manhattan`, `euclidean`, `octile`, `chebyshev`\n37 `weight` is out of range: `-1`; it is a number from 0 to 1000\n55 `connectivity` cannot be `6`; it is 4 or 8",
        ),
        (
            "search: (weight: \"greed\", corners: \"sometimes\", diagonal: \"1.4\")",
            "18 there is no weight `greed`; did you mean `greedy`?\n36 there is no corner rule `sometimes`; it is one of `never`, `one-free`, `always`\n59 there is no diagonal cost `1.4`; it is one of `exact`, `10-14`",
        ),
        (
            "search: (weight: 1001, expansion_limit: 0, smooth: \"yes\")",
            "18 `weight` is out of range: `1001`; it is a number from 0 to 1000\n41 `expansion_limit` is out of range: `0`; it is a whole number from 1 to 4294967295\n52 `smooth` must be `true` or `false`, not a string; write it like `true`",
        ),
        (
            "agents: [(tile: (1, 0), search: (algorithm: a-star))]",
            "45 a string stands in double quotes; write `\"a-star\"`",
        ),
    ];
    for (field, expected) in cases {
        assert_eq!(told_within(field), expected, "{field}");
    }
}
