//! The messages for faults in orders, agents, profiles, links and moving obstacles.

use footpath::level::{Level, LevelError};

use crate::support::problems::told_in_line;

/// A level of three rows with fields more than it needs, on a line of their own.
fn error(fields: &str) -> LevelError {
    let text = format!(
        "(version: 1, name: \"Told\", legend: {{'.': \"grass\", '#': \"wall\", 'G': (terrain: \"grass\", place: \"gate\")}},
    rows: [\"......\", \"#...##\", \"#.G..#\"],

{fields})"
    );
    Level::parse("told.ron", &text).expect_err(fields)
}

/// Checks what is told of each `(fields, problems)`, a line for each problem: column, text at fault, message and help.
fn check(cases: &[(&str, &str)]) {
    for (fields, expected) in cases {
        assert_eq!(told_in_line(&error(fields), 4), *expected, "{fields}");
    }
}

/// A name that is not near any by its letters, but shares a word or a beginning with some.
#[test]
fn names_that_share_a_word_are_offered() {
    check(&[
        (
            r#"profiles: {"owl": (sight: 9.0)}"#,
            "20 `sight`: a profile has no field `sight`; did you mean `sight_range` or `sight_angle`?",
        ),
        (
            r#"profiles: {"owl": (braking: false)}"#,
            "20 `braking`: a profile has no field `braking`; did you mean `auto_braking`?",
        ),
        (
            r#"profiles: {"cat": (abilities: ["climb"])}, links: [(from: (tile: (1, 0)), to: (tile: (5, 0)), needs: "climbing")]"#,
            "102 `\"climbing\"`: no profile has the ability `climbing`: no agent could cross this link; did you mean `climb`?",
        ),
    ]);
}

#[test]
fn empty_patrol_is_refused() {
    check(&[
        (
            "agents: [(tile: (1, 0), order: Patrol([]))]",
            r#"39 `[]`: a path has at least 2 points, not 0; add points: `["gate", (tile: (3, 4))]`"#,
        ),
        (
            r#"agents: [(tile: (1, 0), order: Patrol(["gate"]))]"#,
            r#"39 `["gate"]`: a path has at least 2 points, not 1; add points: `["gate", (tile: (3, 4))]`"#,
        ),
        (
            r#"paths: {"round": (points: [])}"#,
            r#"27 `[]`: a path has at least 2 points, not 0; add points: `["gate", (tile: (3, 4))]`"#,
        ),
        (
            r#"paths: {"round": (points: ["gate"])}, agents: [(tile: (1, 0), order: Patrol("round"))]"#,
            r#"27 `["gate"]`: a path has at least 2 points, not 1; add points: `["gate", (tile: (3, 4))]`"#,
        ),
    ]);
}

#[test]
fn paths() {
    check(&[
        (
            r#"paths: {"round": (points: ["gate", (tile: (1, 0))]), "back": (points: ["gate", (tile: (1, 1))], course: "back and forth", acceptance_radius: 0)}"#,
            r#"105 `"back and forth"`: there is no course `back and forth`; did you mean `back-and-forth`?
142 `0`: `acceptance_radius` is out of range: `0`; it is a number from 0.01 to 100"#,
        ),
        (
            r#"paths: {"round": (point: ["gaet", (tile: (9, 0))])}"#,
            "19 `point`: a path has no field `point`; did you mean `points`?",
        ),
        (
            r#"paths: {"round": (points: ["gaet", (tile: (9, 0)), (at: (-1, 0)), 7, (agent: "cart", obstacle: "boat"), (agnet: "cart")])}"#,
            r#"28 `"gaet"`: there is no place `gaet`; did you mean `gate`?
43 `(9, 0)`: the tile `(9, 0)` is outside the map; the map has columns 0 to 5 and rows 0 to 2
57 `(-1, 0)`: the point `(-1, 0)` is outside the map; the map spans (0, 0) to (6, 3)
67 `7`: a point of a path must be a place, a tile, a point, an agent or an obstacle, not a number; write it like `"gate"`, `(tile: (3, 4))`, `(at: (3.5, 1.0))`, `(agent: "cart")` or `(obstacle: "boat")`
96 `"boat"`: a point of a path has `agent` or `obstacle`, not both; leave one of them out
106 `agnet`: a point of a path has no field `agnet`; did you mean `agent`?"#,
        ),
        (
            r#"paths: {"round": (points: ["gate", (agent: "gaurd"), (obstacle: "baot")])}, agents: [(name: "guard", tile: (1, 0))], obstacles: [(name: "boat", at: (4.5, 0.5), radius: 0.2)]"#,
            r#"44 `"gaurd"`: there is no agent `gaurd`; did you mean `guard`?
65 `"baot"`: there is no obstacle `baot`; did you mean `boat`?"#,
        ),
        (
            r#"paths: {"round": (points: ["gate", (agent: "guard"), (obstacle: "boat")])}"#,
            r#"44 `"guard"`: there is no agent `guard`: no agent of this level has a name; give one a name: `(name: "guard", tile: (3, 1))`
65 `"boat"`: there is no obstacle `boat`: no obstacle of this level has a name; give one a name: `(name: "crate", at: (3.2, 4.1), radius: 0.5)`"#,
        ),
        (
            r#"paths: {"round": (points: [(agent: "guard"), (obstacle: "boat")])}, agents: [(name: "guard", tile: (1, 0)), (name: "guard", tile: (3, 0))], obstacles: [(name: "boat", at: (4.5, 0.5), radius: 0.2), (name: "boat", at: (5.5, 0.5), radius: 0.2)]"#,
            r#"36 `"guard"`: several agents are called `guard`; give the agent that you mean a name of its own; the first one is named at 4:85
57 `"boat"`: several obstacles are called `boat`; give the obstacle that you mean a name of its own; the first one is named at 4:160"#,
        ),
        (
            r#"paths: ["gate"]"#,
            r#"8 `["gate"]`: `paths` must be a map, not a list; write it like `{"round": (points: ["gate", (tile: (3, 4))])}`"#,
        ),
        (
            r#"paths: {"round": ["gate", (tile: (1, 1))]}"#,
            r#"18 `["gate", (tile: (1, 1))]`: a path must be a struct, not a list; write it like `(points: ["gate", (tile: (3, 4))])`"#,
        ),
        (
            r#"paths: {"round": (points: "gate"), "round": (points: ["gate", "gate"])}"#,
            r#"27 `"gate"`: `points` must be a list, not a string; write it like `["gate", (tile: (3, 4))]`
36 `"round"`: the key `round` is given twice; it is first given at 4:9"#,
        ),
        (
            r#"paths: {"round": (points: ["gate", (tile: (1, 0))])}, agents: [(tile: (1, 0), order: Patrol("rond"))]"#,
            r#"93 `"rond"`: there is no path `rond`; did you mean `round`?"#,
        ),
        (
            r#"agents: [(tile: (1, 0), order: Patrol("round"))]"#,
            r#"39 `"round"`: there is no path `round`: this level has none; add one: `paths: {"round": (points: ["gate", (tile: (3, 4))])}`"#,
        ),
        (
            r#"agents: [(tile: (1, 0), order: Patrol("gate", "gate")), (tile: (3, 0), order: Patrol(3))]"#,
            r#"32 `Patrol("gate", "gate")`: `Patrol` takes the name of a path, or a list of points; write `Patrol("round")` or `Patrol(["gate", (tile: (3, 4))])`
86 `3`: what is patrolled must be the name of a path, or a list of points, not a number; write it like `Patrol("round")` or `Patrol(["gate", (tile: (3, 4))])`"#,
        ),
        (
            r#"paths: {"to the guard": (points: ["gate", (agent: "guard")])}, agents: [(name: "guard", tile: (1, 0), order: Patrol("to the guard")), (name: "cart", tile: (3, 0), order: Patrol([(agent: "cart"), "gate"]))]"#,
            r#"117 `"to the guard"`: one of the points of this path is the agent that patrols it; remove that point, or give this agent another path
178 `[(agent: "cart"), "gate"]`: one of the points of this path is the agent that patrols it; remove that point, or give this agent another path"#,
        ),
    ]);
}

#[test]
fn orders() {
    check(&[
        (
            r#"agents: [(name: "a", tile: (1, 0), order: Follow("a")), (name: "b", tile: (2, 0), order: Flee(agent: "b"))]"#,
            r#"50 `"a"`: an agent cannot follow itself; name another agent
102 `"b"`: an agent cannot flee from itself; name another agent"#,
        ),
        (
            r#"agents: [(name: "guard", tile: (1, 0), order: Follow), (tile: (2, 0), order: Flee()), (tile: (3, 0), order: Follow("gaurd")), (tile: (4, 0), order: Follow(0))]"#,
            r#"47 `Follow`: `Follow` takes the name of an agent or of a team; write `Follow("guard")` or `Follow(agent: "guard", distance: 1.0, on_sight: true)`
78 `Flee()`: `Flee` takes the name of an agent or of a team; write `Flee("wolf")` or `Flee(agent: "wolf", distance: 6.0)`
116 `"gaurd"`: there is no agent `gaurd`; did you mean `guard`?
156 `0`: the name of the agent must be a string, not a number; write it like `"guard"`"#,
        ),
        (
            r#"agents: [(name: "guard", tile: (1, 0)), (tile: (2, 0), order: Follow(agent: "guard", distance: -1, on_sight: 1)), (tile: (3, 0), order: Flee(agent: "guard", distance: 0, on_sight: true)), (tile: (4, 0), order: Follow(distance: 1))]"#,
            r#"96 `-1`: `distance` is out of range: `-1`; it is a number from 0 to 1000
110 `1`: `on_sight` must be `true` or `false`, not a number; write it like `true`
168 `0`: `distance` is out of range: `0`; it is a number from 0.1 to 1000
171 `on_sight`: `Flee` has no field `on_sight`; the fields are `agent`, `distance`
229 `)`: the field `agent` of `Follow` is missing; add `agent: "guard",`"#,
        ),
        (
            r#"agents: [(tile: (1, 0), order: Wander), (tile: (2, 0), order: Wander("far")), (tile: (3, 0), order: Wander(0)), (tile: (4, 0), order: Wait(-1)), (tile: (1, 1), order: Wait(3601)), (tile: (2, 1), order: Stop(1))]"#,
            r#"32 `Wander`: `Wander` takes a distance in world units; write `Wander(10.0)`
70 `"far"`: the distance of `Wander` must be a number, not a string; it is a number from 0.1 to 10000
108 `0`: the distance of `Wander` is out of range: `0`; it is a number from 0.1 to 10000
140 `-1`: the time of `Wait` is out of range: `-1`; it is a number from 0 to 3600
173 `3601`: the time of `Wait` is out of range: `3601`; it is a number from 0 to 3600
203 `Stop(1)`: `Stop` takes nothing; write `Stop`"#,
        ),
        (
            r#"agents: [(tile: (1, 0), order: MoveTo(tile: (3, 0))), (tile: (2, 0), order: [MoveTo("gate"), Patroll("gate"), 3]), (tile: (3, 0), order: ["gate"]), (tile: (4, 0), order: MoveInFormation("gaet"))]"#,
            r#"32 `MoveTo(tile: (3, 0))`: `MoveTo` takes one target; write `MoveTo("gate")`, `MoveTo((tile: (3, 4)))` or `MoveTo((at: (3.5, 1.0)))`
94 `Patroll`: there is no order `Patroll`; did you mean `Patrol`?
111 `3`: an order must be the name of an order with its target, not a number; write it like `MoveTo("gate")`
139 `"gate"`: an order must be the name of an order with its target, not a string; write it like `MoveTo("gate")`
187 `"gaet"`: there is no place `gaet`; did you mean `gate`?"#,
        ),
        (
            r#"agents: [(tile: (1, 0), order: Patrol(points: ["gate"])), (tile: (2, 0), order: Folow("x")), (tile: (3, 0), order: Follow("x"))]"#,
            r#"32 `Patrol(points: ["gate"])`: `Patrol` takes the name of a path, or a list of points; write `Patrol("round")` or `Patrol(["gate", (tile: (3, 4))])`
81 `Folow`: there is no order `Folow`; did you mean `Follow`?
123 `"x"`: there is no agent `x`: no agent of this level has a name; give one a name: `(name: "guard", tile: (3, 1))`"#,
        ),
    ]);
}

#[test]
fn profiles() {
    check(&[
        (r#"profiles: {"diver": (speed: 3.0, max_speed: 2.0), "slow": (max_speed: 2.0), "far": (max_speed: 51)}"#,
"45 `2.0`: `max_speed` (2) is too small for a `speed` of 3; it is a number from 3 to 50; if left out, it is that of `speed`
71 `2.0`: `max_speed` (2) is too small for a `speed` of 3; it is a number from 3 to 50; if left out, it is that of `speed`
96 `51`: `max_speed` is out of range: `51`; it is a number from 0.1 to 50"),
        (r#"profiles: {"mite": (avoidance_radius: 16, radius: 0.05), "wide": (avoidance_radius: 3.0)}"#,
"39 `16`: `avoidance_radius` (16) is too large for a `radius` of 0.05; it is a number from 0.05 to 0.5; if left out, it is that of `radius`"),
        (r#"profiles: {"diver": (angular_speed: 9, stopping_distance: -0.1, auto_braking: 1, auto_repath: "no", auto_traverse_link: true, sight_range: 1001, sight_angle: 0)}"#,
r#"37 `9`: `angular_speed` is out of range: `9`; it is a number from 10 to 3600
59 `-0.1`: `stopping_distance` is out of range: `-0.1`; it is a number from 0 to 100
79 `1`: `auto_braking` must be `true` or `false`, not a number; write it like `true`
95 `"no"`: `auto_repath` must be `true` or `false`, not a string; write it like `false`
101 `auto_traverse_link`: a profile has no field `auto_traverse_link`; did you mean `auto_traverse_links`?
140 `1001`: `sight_range` is out of range: `1001`; it is a number from 0 to 1000
159 `0`: `sight_angle` is out of range: `0`; it is a number from 1 to 360"#),
        (r#"profiles: {"diver": (avoidance_quality: "hihg", avoidance_priority: 100, avoidance_radius: 0)}"#,
r#"41 `"hihg"`: there is no avoidance quality `hihg`; did you mean `high`?
69 `100`: `avoidance_priority` is out of range: `100`; it is a whole number from 0 to 99
92 `0`: `avoidance_radius` is out of range: `0`; it is a number from 0.05 to 16"#),
        (r#"profiles: {"diver": (avoidance_quality: "best", avoidance_priority: 1.5, avoidance_radius: 17)}"#,
r#"41 `"best"`: there is no avoidance quality `best`; it is one of `none`, `low`, `medium`, `high`
69 `1.5`: `avoidance_priority` must be a whole number, not `1.5`; it is a whole number from 0 to 99
92 `17`: `avoidance_radius` is out of range: `17`; it is a number from 0.05 to 16"#),
        (r#"profiles: {"diver": (abilities: ["swim", "swim", "", 3]), "other": (abilities: "swim")}"#,
r#"42 `"swim"`: the ability `swim` is given twice; it is first given at 4:34
50 `""`: the name of an ability cannot be ``; 1 to 64 characters on one line, not only spaces
54 `3`: the name of an ability must be a string, not a number; write it like `"climb"`
80 `"swim"`: `abilities` must be a list, not a string; write it like `["climb"]`"#),
        (r#"profiles: {"diver": (navigation: "ray", rays: (whiskers: 2, look_ahead: 0, force: -1, layers: ["defualt"]))}"#,
r#"34 `"ray"`: there is no navigation `ray`; did you mean `rays`?
58 `2`: `whiskers` cannot be `2`; it is 0, 1, 3 or 5
73 `0`: `look_ahead` is out of range: `0`; it is a number from 0.1 to 1000
83 `-1`: `force` is out of range: `-1`; it is a number from 0 to 10000
96 `"defualt"`: there is no layer `defualt`; did you mean `default`?"#),
        (r#"profiles: {"diver": (navigation: "stars", rays: (whisker: 3)), "blind": (navigation: "rays"), "other": (rays: 3), "more": (rays: (whiskers: "3", layers: "default"))}"#,
r#"34 `"stars"`: there is no navigation `stars`; it is one of `search`, `rays`
50 `whisker`: `rays` has no field `whisker`; did you mean `whiskers`?
86 `"rays"`: navigation by rays needs rays; add `rays: (whiskers: 3, look_ahead: 4.0)`
111 `3`: `rays` must be a struct, not a number; write it like `(whiskers: 3, look_ahead: 4.0)`
141 `"3"`: `whiskers` must be a whole number, not a string; write `3`: it is 0, 1, 3 or 5
154 `"default"`: `layers` must be a list, not a string; write it like `["default"]`"#),
        (r#"profiles: {"ewe": (flocking: (separation: 11, alignment: -1, cohesion: "3", evasoin: 1)), "ram": (flocking: 2)}"#,
r#"43 `11`: `separation` is out of range: `11`; it is a number from 0 to 10
58 `-1`: `alignment` is out of range: `-1`; it is a number from 0 to 10
72 `"3"`: `cohesion` must be a number, not a string; write `3`: it is a number from 0 to 10
77 `evasoin`: `flocking` has no field `evasoin`; did you mean `evasion`?
109 `2`: `flocking` must be a struct, not a number; write it like `(separation: 1.5, alignment: 1.0, cohesion: 0.5)`"#),
    ]);
}

#[test]
fn headings() {
    check(&[
        (
            "agents: [(tile: (1, 0), heading: 400)]",
            "34 `400`: `heading` is out of range: `400`; it is a number from -360 to 360",
        ),
        (
            r#"agents: [(tile: (1, 0), heading: "north")]"#,
            r#"34 `"north"`: `heading` is an angle or a place, not `north`; write `270`: 0 is right, 90 down, 180 left, 270 up"#,
        ),
        (
            "agents: [(tile: (1, 0), facing: 90)]",
            "25 `facing`: an agent has no field `facing`; did you mean `heading`?",
        ),
    ]);
}

#[test]
fn links() {
    check(&[
        (
            r#"profiles: {"cat": (abilities: ["climb"])}, links: [(from: (tile: (0, 0)), to: "gate", kind: "lader", speed: 0, capacity: 0, needs: "clmb")]"#,
            r#"93 `"lader"`: there is no kind of link `lader`; did you mean `ladder`?
109 `0`: `speed` is out of range: `0`; it is a number from 0.1 to 50
122 `0`: `capacity` is out of range: `0`; it is a whole number from 1 to 1000
132 `"clmb"`: no profile has the ability `clmb`: no agent could cross this link; did you mean `climb`?"#,
        ),
        (
            r#"links: [(from: (tile: (0, 0)), to: "gate", kind: "bridge", speed: 51, capacity: 1.5, needs: "climb"), (from: (tile: (0, 0)), to: "gate", capacity: 1001, needs: 3)]"#,
            r#"50 `"bridge"`: there is no kind of link `bridge`; did you mean `walk`?
67 `51`: `speed` is out of range: `51`; it is a number from 0.1 to 50
81 `1.5`: `capacity` must be a whole number, not `1.5`; it is a whole number from 1 to 1000
93 `"climb"`: no profile has the ability `climb`: no agent could cross this link; give it to a profile: `abilities: ["climb"]`
148 `1001`: `capacity` is out of range: `1001`; it is a whole number from 1 to 1000
161 `3`: what a link needs must be a string, not a number; write it like `"climb"`"#,
        ),
    ]);
}

#[test]
fn motions() {
    check(&[
        (
            "obstacles: [(at: (4.5, 0.5), radius: 0.2, motion: (), standing_time: 61), (at: (4.5, 0.5), radius: 0.2, motion: (to: []), standing_time: -1)]",
            "52 `)`: the field `to` of a motion is missing; add `to: [(5.0, 2.0)],`
70 `61`: `standing_time` is out of range: `61`; it is a number from 0 to 60
118 `[]`: a motion has no points; add points: `[(5.0, 2.0)]`
138 `-1`: `standing_time` is out of range: `-1`; it is a number from 0 to 60",
        ),
        (
            r#"obstacles: [(at: (4.5, 0.5), radius: 0.2, motion: (to: [(6.5, 1.0), (5.0, "1")], speed: 0, wait: -1, course: "round", when: "sometimes"))]"#,
            r#"57 `(6.5, 1.0)`: the point `(6.5, 1.0)` is outside the map; the map spans (0, 0) to (6, 3)
75 `"1"`: the y of a point of a motion must be a number, not a string; write `1`: it is a number of world units
89 `0`: `speed` is out of range: `0`; it is a number from 0.05 to 50
98 `-1`: `wait` is out of range: `-1`; it is a number from 0 to 3600
110 `"round"`: there is no course `round`; did you mean `loop`?
125 `"sometimes"`: there is no trigger `sometimes`; it is one of `always`, `switched-on`, `switched-off`"#,
        ),
        (
            "obstacles: [(at: (4.5, 0.5), radius: 0.2, motion: (to: (5.0, 1.0), sped: 2.0, when: Near)), (at: (4.5, 0.5), radius: 0.2, motion: (to: [(5.0, 1.0)], when: Near(0))), (at: (4.5, 0.5), radius: 0.2, motion: (to: [(5.0, 1.0)], when: switched_on)), (at: (4.5, 0.5), radius: 0.2, motion: (to: [5.0, 1.0], when: Neer(2)))]",
            r#"56 `(5.0, 1.0)`: `to` must be a list, not a tuple; write it like `[(5.0, 2.0)]`
68 `sped`: a motion has no field `sped`; did you mean `speed`?
85 `Near`: `when` must be `Near` with a distance, or a string, not a name without quotes; write it like `Near(1.5)`, `"always"`, `"switched-on"` or `"switched-off"`
161 `0`: the distance of `Near` is out of range: `0`; it is a number from 0.1 to 1000
230 `switched_on`: `when` must be `Near` with a distance, or a string, not a name without quotes; write it like `Near(1.5)`, `"always"`, `"switched-on"` or `"switched-off"`
289 `5.0`: a point of a motion must be two numbers in round brackets, not a number; write it like `(2.5, 1.5)`
294 `1.0`: a point of a motion must be two numbers in round brackets, not a number; write it like `(2.5, 1.5)`
306 `Neer(2)`: `when` must be `Near` with a distance, or a string, not a named value; write it like `Near(1.5)`, `"always"`, `"switched-on"` or `"switched-off"`"#,
        ),
    ]);
}

#[test]
fn switches() {
    check(&[
        (
            r#"obstacles: [(name: "door", at: (4.5, 0.5), radius: 0.2, motion: (to: [(5.0, 1.0)])), (name: "gate", at: (4.5, 0.5), radius: 0.2, motion: (to: [(5.0, 1.0)], when: "switched-off"))], switches: [(tile: (0, 0), turns: "door"), (tile: (0, 0), turns: "gaet"), (tile: (0, 0), turns: "gate")]"#,
            r#"215 `"door"`: the obstacle `door` does not move when it is switched; give it `motion: (to: [(5.0, 2.0)], when: "switched-off")`
246 `"gaet"`: no link and no switchable obstacle is called `gaet`; did you mean `gate`?"#,
        ),
        (
            r#"switches: [(tile: (0, 0), turns: "door")]"#,
            r#"34 `"door"`: no link and no switchable obstacle is called `door`; give the name to a link, or to an obstacle with `motion: (to: [(5.0, 2.0)], when: "switched-off")`"#,
        ),
        (
            r#"obstacles: [(name: "door", at: (4.5, 0.5), radius: 0.2, motion: (to: [(5.0, 1.0)], when: "switched-on"))], switches: [(tile: (0, 0), turns: "trapdoor")]"#,
            r#"141 `"trapdoor"`: no link and no switchable obstacle is called `trapdoor`; a switch can turn `door`"#,
        ),
    ]);
}

#[test]
fn tables_have_an_end() {
    let first = |fields: &str| error(fields).problems[0].message.clone();
    let points = |count: usize| "\"gate\",".repeat(count);
    let path = |count: usize| format!("paths: {{\"round\": (points: [{}])}}", points(count));
    assert_eq!(first(&path(257)), "there are too many points: 257");
    let orders = format!("agents: [(tile: (1, 0), order: [{}])]", "Stop,".repeat(101));
    assert_eq!(first(&orders), "there are too many orders: 101");
    let paths: String = (0..10_001).map(|number| format!("\"{number}\": (points: [\"gate\", \"gate\"]),")).collect();
    assert_eq!(first(&format!("paths: {{{paths}}}")), "there are too many paths: 10001");
    let stations = "(1.5, 0.5),".repeat(257);
    let motion = format!("obstacles: [(tile: (3, 0), radius: 0.2, motion: (to: [{stations}]))]");
    assert_eq!(first(&motion), "there are too many points: 257");
    let abilities: String = (0..33).map(|number| format!("\"{number}\",")).collect();
    assert_eq!(first(&format!("profiles: {{\"a\": (abilities: [{abilities}])}}")), "there are too many abilities: 33");
}
