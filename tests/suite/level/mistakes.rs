//! What authors write who know another format, or leave out a sign: one message for one mistake, at its place.

use footpath::level::Level;

use crate::support::problems;

const YARD: &str = r##"(
    version: 1,
    name: "Yard",
    about: "A test.",
    profiles: {
        "cart": (radius: 0.35, speed: 2.5, color: "#8d6b94"),
    },
    legend: {
        '.': "grass", 'X': "wall",
        'G': (terrain: "grass", place: "gate"),
    },
    rows: [
        "XXXXXX",
        "X...GX",
        "X....X",
        "XXXXXX",
    ],
    paths: {
        "round": (points: ["gate", (tile: (1, 1))]),
    },
    agents: [
        (name: "bob", tile: (1, 1), order: MoveTo("gate")),
        (profile: "cart", at: (3.5, 2.5), order: [Wait(2.0), Patrol("round")]),
    ],
)
"##;

/// What is told of [`YARD`] with the first `right` in it replaced by `wrong`: place, text at fault, message and help.
fn told(right: &str, wrong: &str) -> String {
    assert!(YARD.contains(right), "{right}");
    let text = YARD.replacen(right, wrong, 1);
    problems::told(&Level::parse("yard.ron", &text).expect_err(wrong))
}

/// Checks that each `(right, wrong, begin, part)` gets one message, which begins so and has this part.
fn check(cases: &[(&str, &str, &str, &str)]) {
    for (right, wrong, begin, part) in cases {
        let told = told(right, wrong);
        assert_eq!(told.lines().count(), 1, "{wrong}: {told}");
        assert!(told.starts_with(begin) && told.contains(part), "{wrong}: {told}");
    }
}

#[test]
fn the_yard_is_right() {
    assert!(Level::parse("yard.ron", YARD).is_ok());
}

#[test]
fn look_alike_characters() {
    check(&[
        ("\"Yard\"", "\u{201c}Yard\u{201d}", "3:11 ", "write `\"Yard\"`"),
        ("\"Yard\"", "`Yard`", "3:11 ", "write `\"Yard\"`"),
        ("\"Yard\"", "'Yard'", "3:11 ", "write a string in double quotes, `\"Yard\"`"),
        ("2.5,", "\u{2013}2.5,", "6:39 ", "write `-2.5`"),
        ("\"Yard\",", "\"Yard\"\u{ff0c}", "3:17 ", "type a plain `,`"),
        ("    about", "\u{a0}\u{a0}about", "4:1 ", "type a space"),
        ("    about", "    # (mine\n    # too\n    about", "4:5 ", "(and once more in this file); write `//`"),
        ("color: \"#8d6b94\"", "color: #8d6b94", "6:51 ", "write `\"#8d6b94\"`"),
        ("\"X...GX\",", "#...GX,", "14:9 ", "write `\"#...GX\"`"),
    ]);
}

#[test]
fn numbers() {
    check(&[
        ("2.5,", "2,5,", "6:39 `2,5`", "write `2.5`"),
        ("2.5,", "1,200,", "6:39 `1,200`", "or `1200` without"),
        ("2.5,", "250%,", "6:39 `250%`", "write it as a factor"),
        ("2.5,", "2.5m,", "6:39 `2.5m`", "a number has no unit: write `2.5`"),
        ("2.5,", "2.5 m/s,", "6:43 `m`", "a number has no unit"),
        ("2.5,", "5 / 2,", "6:41 `/`", "a number is not calculated"),
        ("Wait(2.0)", "Wait(\"2s\")", "23:56 ", "write `2`"),
        ("Wait(2.0)", "Wait(2,0)", "23:51 ", "the decimal sign is a point"),
        ("tile: (1, 1), order", "tile: (1.5, 1.5), order", "22:30 ", "`at: (x, y)` is a point"),
    ]);
}

#[test]
fn marks() {
    check(&[
        ("name: ", "name = ", "3:10 `=`", "a field is written `name: value`"),
        ("'.': ", "'.' => ", "9:13 `=>`", "expected `:`"),
        ("\"Yard\",", "\"Yard\";", "3:17 `;`", "expected `,`"),
        ("\"Yard\",", "\"Yard,", "3:11 ", "this string is never closed"),
        ("\"grass\", 'X'", "\"grass, 'X'", "9:14 ", "this string is never closed"),
        ("    about", "    /* about", "4:5 `/*`", "this comment is never closed"),
        ("\"Yard\"", "The yard", "3:11 `The yard`", "write `\"The yard\"`"),
        ("MoveTo(\"gate\")", "MoveTo[\"gate\"]", "22:44 ", "write `MoveTo(\"gate\")`"),
        ("MoveTo(\"gate\")", "MoveTo \"gate\"", "22:44 ", "write `MoveTo(\"gate\")`"),
        ("(name: \"bob\", tile: (1, 1), order: MoveTo(\"gate\"))", "- tile: (1, 1)", "22:9 `-`", "a list is `[ ... ]`"),
        ("(name: \"bob\", tile: (1, 1), order: MoveTo(\"gate\"))", "tile: (1, 1)", "22:9 ", "in round brackets"),
    ]);
    let toml = YARD.replace(": ", " = ");
    let told = problems::told(&Level::parse("yard.ron", &toml).unwrap_err());
    assert!(told.lines().count() == 1 && told.contains("times more in this file"), "{told}");
}

#[test]
fn rules() {
    let rule = |wrong: &str| {
        let rules = format!("    rules: [({wrong})],\n    agents: [");
        told("    agents: [", &rules)
    };
    let then = "then: [Win(text: \"W\")]";
    for (wrong, help) in [
        (format!("if: After(time: 3.0), {then}"), "did you mean `when`?"),
        ("when: After(time: 3.0), do: [Win(text: \"W\")]".to_owned(), "did you mean `then`?"),
        (format!("when: After(3.5), {then}"), "write `After(time: 3.5)`"),
        (format!("when: Enters(\"bob\", \"gate\"), {then}"), "write `Enters(who: \"bob\", place: \"gate\")`"),
        (format!("when: Any(of: [After(time: 3.0), After(time: 4.0)]), {then}"), "write a rule for each condition"),
        (format!("when: Not(Gone(who: \"bob\")), {then}"), "say what holds then"),
        (format!("when: [After(time: 3.0), After(time: 4.0)], {then}"), "write it like `All(of: ["),
        (format!("when: Touches(who: \"bob\"), {then}"), "did you mean `Enters` or `Entered`?"),
        ("when: After(time: 3.0), then: [Win(\"You did it\")]".to_owned(), "write `Win(text: \"You did it\")`"),
        ("when: After(time: 3.0), then: [Win()]".to_owned(), "write `Win(text: \"They are safe.\")`"),
        ("when: After(time: 3.0), then: [Open(name: \"door\")]".to_owned(), "did you mean `Switch`?"),
        ("when: After(time: 3.0), then: [Kill(\"bob\")]".to_owned(), "did you mean `Remove`?"),
        ("when: After(time: 3.0), then: [Tell(\"bob\", Stop)]".to_owned(), "write `Tell(who: \"bob\", order: Stop)`"),
        (
            "when: After(time: 3.0), then: [Switch(\"door\", true)]".to_owned(),
            "write `Switch(name: \"door\", on: true)`",
        ),
        (
            "when: After(time: 3.0), then: [Switch(name: \"door\")]".to_owned(),
            "give the name to a link, or to an obstacle with `motion:",
        ),
    ] {
        let told = rule(&wrong);
        assert!(told.lines().count() == 1 && told.contains(help), "{wrong}: {told}");
    }
}

#[test]
fn words_of_other_formats_for_what_lives() {
    check(&[
        (
            "    agents: [",
            "    teams: [\"a\"],\n    agents: [",
            "21:5 `teams`",
            "by those who belong to it: `(team: \"guards\"",
        ),
        ("order: MoveTo(\"gate\")", "schedule: MoveTo(\"gate\")", "22:37 ", "did you mean `order`?"),
        ("(1, 1), order", "(1, 1), faction: \"a\", order", "22:37 ", "did you mean `team`?"),
        (
            "    agents: [",
            "    stamps: [(piece: \"hut\", at: (0, 0))],\n    agents: [",
            "21:22 ",
            "this level has no pieces",
        ),
        (
            "    agents: [",
            "    obstacles: [(at: (2.5, 2.5), radius: 0.2, motion: (to: [(3.5, 2.5)], when: \"near\"))],\n    agents: [",
            "21:80 ",
            "write `Near(1.5)`",
        ),
        ("    agents: [", "    labels: {\"gate\": false},\n    agents: [", "21:22 ", "write `\"hidden\"`, or a tile"),
        (
            "    agents: [",
            "    terrains: {\"lane\": (one_way: \"right\")},\n    agents: [",
            "21:34 ",
            "did you mean `east`?",
        ),
        (
            "    agents: [",
            "    links: [(from: (tile: (1, 1)), to: (tile: (3, 1)), kind: \"bridge\")],\n    agents: [",
            "21:62 ",
            "did you mean `walk`?",
        ),
    ]);
}

#[test]
fn brackets_are_missed_where_they_belong() {
    check(&[
        ("    ],\n    paths", "    paths", "16:17 ``: expected `]` before `paths`", "was opened at 12:11"),
        ("    },\n    rows", "    rows", "10:47 ``: expected `}` before `rows`", "was opened at 8:13"),
        ("\"gate\")),\n", "\"gate\"),\n", "22:58 ``: expected `)` before `(`", "was opened at 22:9"),
        ("    ],\n)", ")", "24:1 `)`: expected `]`, found `)`", "was opened at 21:13"),
        ("rows: [", "rows:", "13:9 ", "expected `[` before"),
        ("legend: {", "legend:", "9:9 `'.'`", "expected `{` before"),
        ("(name: \"bob\"", "name: \"bob\"", "22:9 `name`", "expected `(` before"),
        ("\"gate\")),\n", "\"gate\"))),\n", "22:59 `)`", "this `)` closes nothing"),
        ("(1, 1), order", "(1, 1], order", "22:34 `]`", "expected `)`, found `]`"),
        ("legend: {", "legend: (", "8:13 `(`", "expected `{`, found `(`"),
        ("rows: [", "rows: \"", "12:11 ", "write `[` in its place"),
    ]);
    let round = YARD.replace("legend: {", "legend: (").replace("\"gate\"),\n    },", "\"gate\"),\n    ),");
    let told = problems::told(&Level::parse("yard.ron", &round).unwrap_err());
    assert_eq!(
        told,
        "8:13 `(`: a map stands in curly brackets; write `{` for this `(`, and `}` for the `)` that closes it"
    );
}

#[test]
fn shapes_of_other_formats() {
    check(&[
        ("(name: \"bob\"", "(\"name\": \"bob\"", "22:10 ", "leave out the quotes"),
        ("(radius: 0.35, speed: 2.5, color: \"#8d6b94\")", "{radius: 0.35}", "6:17 `{`", "write `(` for this `{`"),
        ("profiles: {", "profiles: [", "5:15 `[`", "expected `{`, found `[`"),
        ("tile: (1, 1), order", "tile: [1, 1], order", "22:29 ", "write it like `(1, 1)`"),
        ("tile: (1, 1), order", "tile: (x: 1, y: 1), order", "22:29 ", "write it like `(1, 1)`"),
        ("tile: (1, 1), order", "x: 1, y: 1, order", "22:23 ", "write `tile: (1, 1)`"),
        ("tile: (1, 1), order", "pos: (1, 1), order", "22:23 `pos`", "did you mean `tile` or `at`?"),
        ("\"A test.\"", "null", "4:12 `null`", "leave the field out"),
        ("\"#8d6b94\"", "(141, 107, 148)", "6:51 ", "write it like `\"#8d6b94\"`"),
        ("name: \"Yard\"", "name: 5", "3:11 ", "write it like `\"First steps\"`"),
        ("\"#8d6b94\"", "\"#86a\"", "6:51 ", "`\"#8866aa\"`"),
    ]);
    let json = YARD.replacen('(', "{", 1).replace("],\n)", "],\n}");
    let told = problems::told(&Level::parse("yard.ron", &json).unwrap_err());
    assert!(told.starts_with("1:1 `{`: a level must be a struct") && told.lines().count() == 1, "{told}");
}

#[test]
fn other_words() {
    check(&[
        ("MoveTo(", "GoTo(", "22:44 ", "did you mean `MoveTo`?"),
        ("agents: [", "enemies: [", "21:5 ", "did you mean `agents`?"),
        ("    rows: [", "    tiles: [", "12:5 ", "did you mean `rows` or `terrains`?"),
        ("speed: 2.5", "velocity: 2.5", "6:32 ", "did you mean `speed`?"),
        ("tile: (1, 1), order", "tile: (1, 1), speed: 3.0, order", "22:37 ", "`speed` is a field of a profile"),
        ("\"grass\", 'X'", "\"dirt\", 'X'", "9:14 ", "did you mean `floor`"),
        ("tile: (1, 1), order", "tile: (1, 1), heading: \"north\", order", "22:46 ", "write `270`"),
        ("version: 1", "version: 2", "2:14 `2`", "this level is of version 2; this program reads version 1"),
        ("version: 1", "version: \"1\"", "2:14 ", "write `version: 1`"),
        ("Patrol(\"round\")", "Guard(\"round\")", "23:62 ", "`Guard` takes `path` and `agent`"),
        ("    about", "    include: \"base.ron\",\n    about", "4:5 ", "copy what it needs into it"),
    ]);
}

#[test]
fn none_is_what_is_left_out() {
    let read =
        |wrong: &str| Level::parse("yard.ron", &YARD.replacen("    paths:", &format!("    {wrong},\n    paths:"), 1));
    for nothing in ["generate: None", "stamps: None", "rows_at: None", "zones: None"] {
        assert!(read(nothing).is_ok(), "{nothing}: {}", read(nothing).unwrap_err());
    }
    check(&[(
        "    name: \"Yard\",",
        "    name: None,",
        "3:11 ",
        "the field `name` of a level is missing; write `name: ",
    )]);
    let empty = |fields: &str| {
        let text = format!("(version: 1, name: \"Empty\", {fields})");
        problems::told(&Level::parse("empty.ron", &text).expect_err(fields))
    };
    for nothing in ["generate: None", "rows: None", "legend: None, rows: None"] {
        let told = empty(nothing);
        assert!(told.contains("the field `legend` of a level is missing"), "{nothing}: {told}");
        assert!(told.contains("the field `rows` of a level is missing"), "{nothing}: {told}");
    }
    let drawn =
        empty("generate: (kind: \"maze\", size: (9, 9)), legend: {'.': \"grass\"}, rows: [\"..\"], rows_at: None");
    assert!(drawn.contains("rows on a generated map need `rows_at`") && drawn.lines().count() == 1, "{drawn}");
}

#[test]
fn what_cannot_be_read_is_not_missed_where_it_is_named() {
    // Whatever else could be right of it is not told once more at every use.
    for (wrong, part) in [
        ("agents: [(name: bob, tile: (1, 1)), (tile: (2, 1), order: Follow(\"bob\"))]", "write `\"bob\"`"),
        ("agents: [(team: red, tile: (1, 1)), (tile: (2, 1), order: Follow(\"red\"))]", "write `\"red\"`"),
        ("agents: [(tile: (2, 1), order: Follow(\"red\")), (team: red, tile: (1, 1))]", "write `\"red\"`"),
        (
            "agents: [(name: \"g\", count: \"2\", tile: (1, 1), row: (1.0, 0.0)), (tile: (2, 2), order: Follow(\"g 1\"))]",
            "`count` must be a whole number",
        ),
        ("layers: [crates], obstacles: [(at: (2.5, 1.5), radius: 0.1, layer: \"crates\")]", "write `\"crates\"`"),
        ("pieces: {\"hut\": \"##\"}, stamps: [(piece: \"hut\", at: (1, 1))]", "must be a list"),
        (
            "agents: [(tile: (1, 1)), (tile: (2, 1), profile: \"wolker\")], lesson: [(text: \"a\", light: \"debug\")]",
            "did you mean `walker`?",
        ),
        ("pieces: {\"hut\": [\"##\"]}, pieces_from: \"huts.ron\"", "not both"),
        ("agents: [(tile: (1, 1), row: (1.0, 0.0), ring: 2.0)]", "only a group of agents has `row`"),
        ("agents: [(tile: (1, 1), repeat: true, leaves: true)]", "not both"),
        ("obstacles: [(at: (2.5, 1.5), radius: 0.1, size: (1, 1), angle: 3)]", "not both"),
    ] {
        let text = format!(
            "(version: 1, name: \"A\", legend: {{'#': \"wall\", '.': \"grass\"}}, rows: [\"....\", \"....\", \"....\"], {wrong})"
        );
        let told = problems::told(&Level::parse("a.ron", &text).expect_err(wrong));
        assert!(told.lines().count() == 1 && told.contains(part), "{wrong}: {told}");
    }
    let text = YARD.replacen("legend: {\n", "legend: [\n", 1).replacen(
        "place: \"gate\"),\n    }",
        "place: \"gate\"),\n    ]",
        1,
    );
    let listed = text.replace("'.': ", "").replace("'X': ", "").replace("'G': ", "");
    let error = Level::parse("a.ron", &listed).unwrap_err();
    assert!(error.problems.len() == 1 && error.problems[0].message.contains("`legend` must be a map"), "{error}");
}

#[test]
fn a_later_version_is_later_however_it_is_written() {
    for version in ["2", "\"2\"", "2.0", "1.1", "30"] {
        let told = told("version: 1", &format!("version: {version}"));
        assert!(told.contains("this program reads version 1; get a newer Footpath"), "{version}: {told}");
        assert_eq!(told.lines().count(), 1, "{version}: {told}");
    }
}
