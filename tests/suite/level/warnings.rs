//! What a level without mistakes is warned of: what no agent can reach, and names that nothing refers to.

use footpath::level::{Level, LevelWarnings, WarningKind, built_in};
use footpath::warnings::warnings;

/// The warnings about a level of these fields.
fn found(fields: &str) -> LevelWarnings {
    let text = format!("(version: 1, name: \"A test\",\n{fields})");
    let (level, locations) = Level::parse_with_locations("test.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    warnings("test.ron", &text, &level, &locations)
}

/// A line for each warning: kind, place, text that it is about, and message.
fn told(fields: &str) -> String {
    let found = found(fields);
    let line = |(kind, problem): &(WarningKind, footpath::level::Problem)| {
        let part = &found.text[problem.span.clone()];
        format!("{} {}:{} `{part}`: {}", kind.name(), problem.line, problem.column, problem.message)
    };
    found.warnings.iter().map(line).collect::<Vec<String>>().join("\n")
}

const POND: &str = r#"legend: {'.': "grass", 'w': "water"}, rows: ["..w.", "..w."],"#;

#[test]
fn goals_out_of_reach_are_told_with_the_reason() {
    let agents = r#"agents: [(tile: (0, 0), order: [MoveTo((tile: (1, 1))), MoveTo((tile: (3, 0)))]), (tile: (3, 1))]"#;
    assert_eq!(
        told(&format!("{POND}\n{agents}")),
        "unreachable-goal 3:57 `MoveTo((tile: (3, 0)))`: a walker cannot get there: the goal is out of reach (behind water)"
    );
    let into_water = POND.to_owned() + r#"agents: [(tile: (0, 0), order: MoveTo((tile: (2, 1)))), (tile: (3, 1))]"#;
    assert!(told(&into_water).ends_with("the goal is not walkable (water)"), "{}", told(&into_water));
    // What can be reached, or could if the bridge were down, is no fault.
    let bridge = r#"links: [(name: "bridge", from: (tile: (1, 0)), to: (tile: (3, 0)), active: false)],
        switches: [(tile: (0, 1), turns: "bridge")], agents: [(tile: (0, 0), order: MoveTo((tile: (3, 0))))]"#;
    assert_eq!(told(&format!("{POND}{bridge}")), "");
}

#[test]
fn points_of_patrols_out_of_reach_are_told_once() {
    let fields = r#"paths: {"round": (points: [(tile: (0, 0)), (tile: (3, 1))])},
        agents: [(tile: (0, 0), order: Patrol("round")), (name: "Ann", tile: (1, 1), order: Patrol("round")),
            (name: "Bob", tile: (3, 0), order: Patrol([(tile: (3, 1)), (tile: (0, 1))]))]"#;
    assert_eq!(
        told(&format!("{POND}\n{fields}")),
        "unreachable-patrol-point 3:44 `(tile: (3, 1))`: agent 0, a walker, cannot come here on its patrol: this point is \
               out of reach (behind water)\n\
               unreachable-patrol-point 5:72 `(tile: (0, 1))`: \"Bob\", a walker, cannot come here on its patrol: this point \
               is out of reach (behind water)"
    );
}

#[test]
fn ground_that_no_agent_can_come_to_is_told() {
    let one_side = told(&format!("{POND}\nagents: [(tile: (0, 0))]"));
    assert_eq!(
        one_side,
        "unreachable-ground 2:50 `.`: no agent can come to these 2 tiles: out of reach (behind water)"
    );
    assert_eq!(told(POND), "", "without agents nothing is out of reach");
    // A giant cannot stand beside a wall, but the ground there is not cut off.
    let hall = r#"legend: {'.': "grass", 'X': "wall"}, rows: ["XXXXXXX", "X.....X", "X.....X", "X.....X", "XXXXXXX"],"#;
    assert_eq!(told(&format!(r#"{hall} agents: [(profile: "giant", tile: (3, 2))]"#)), "");
    // Ground that the level closes itself is no ground.
    assert_eq!(told(&format!("{POND} agents: [(tile: (0, 0))], bake: (smallest_region: 3.0)")), "");
    let low = r#"legend: {'.': "grass", 'c': (terrain: "grass", ceiling: 1.0)}, rows: ["...", "..c"], agents: [(tile: (0, 0))]"#;
    assert_eq!(
        told(low),
        "unreachable-ground 2:81 `c`: no agent can come to this tile: too low: 1.0 of room, walker is 2.0 high"
    );
    let caves = r#"generate: (kind: "caves", size: (40, 30), seed: 3), agents: [(tile: (18, 12))]"#;
    let lines = told(caves);
    assert!(lines.starts_with("unreachable-ground 2:11 `(kind:") && lines.lines().count() == 1, "{lines}");
    assert_eq!(told(&caves.replace("seed: 3", "seed: 3, islands: false")), "");
}

#[test]
fn a_level_in_which_nobody_can_stand_is_told() {
    let void = told(r#"legend: {'v': "void", 'X': "wall"}, rows: ["vvX"],"#);
    assert_eq!(
        void,
        "nowhere-to-stand 2:45 `v`: no agent can stand anywhere on this map: none of its 3 tiles is walkable, 2 are `void`"
    );
    let low = told(r#"legend: {'c': (terrain: "grass", ceiling: 0.1), 'v': "void"}, rows: ["vcvc"],"#);
    assert!(low.contains("no agent can stand anywhere on this map: 2 of its 4 tiles are walkable, but too"), "{low}");
    let nearly =
        |open: &str| told(&format!(r#"legend: {{'.': "grass", 'X': "wall"}}, rows: ["{}X{open}X"],"#, "X".repeat(38)));
    assert_eq!(
        nearly("."),
        "nearly-all-closed 2:46 `X`: nearly everything is closed: agents can stand on 1 of 41 tiles, 40 are `wall`"
    );
    assert_eq!(nearly("..."), "", "one tile in twenty is enough");
    let meant = r#"legend: {'v': "void"}, rows: ["v"], expected_warnings: ["nowhere-to-stand"]"#;
    assert_eq!(told(meant), "");
}

/// Rows on a generated map have places of their own in the text; what is generated shares one.
#[test]
fn ground_that_is_drawn_on_a_generated_map_is_told_with_its_place() {
    let stamped = r##"legend: {'_': "floor", 'X': "wall"}, generate: (kind: "open", size: (12, 9), density: 0, seed: 3),
        rows_at: (2, 2), rows: ["XXXXX", "X_X_X", "XXXXX"], agents: [(tile: (0, 0))]"##;
    let lines = told(stamped);
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for column in [44, 46] {
        let line = format!("unreachable-ground 3:{column} `_`: no agent can come to this tile: out of reach");
        assert!(lines.contains(&line), "{lines}");
    }
    let help = found(stamped).warnings[0].1.help.clone().unwrap();
    assert!(help.starts_with("open a way to it, put an agent there, or draw it as"), "{help}");
}

#[test]
fn what_wears_and_what_lessons_draw_is_of_use() {
    let fields = r#"legend: {'.': "grass"}, rows: ["..."], agents: [(tile: (0, 0))],
        terrains: {"mud": (cost: 2.0), "lawn": (cost: 2.0)}, wear: (terrains: ["lawn"]),
        lesson: [(text: "Draw.", walls: 1, drawn: {"mud": [(1, 0)]})]"#;
    assert_eq!(told(fields), "");
}

#[test]
fn links_that_nobody_can_cross_are_told() {
    let link = |link: &str| format!("{POND} agents: [(tile: (0, 0)), (tile: (3, 0))],\nlinks: [{link}]");
    assert_eq!(told(&link("(from: (tile: (1, 0)), to: (tile: (3, 0)))")), "");
    let walled = r#"legend: {'.': "grass", 'w': "water"}, rows: ["..w."], agents: [(tile: (0, 0))],
        obstacles: [(name: "crate", at: (3.5, 0.5), radius: 0.4)], links: [(from: (tile: (1, 0)), to: (tile: (3, 0)))]"#;
    assert_eq!(
        told(walled),
        "dead-link 3:76 `(from: (tile: (1, 0)), to: (tile: (3, 0)))`: this link leads nowhere: its end is closed (touches the \
         obstacle crate)"
    );
}

#[test]
fn names_that_nothing_refers_to_are_told() {
    let fields = r#"legend: {'.': "grass"}, rows: ["..."],
        areas: {"holy": (cost: 2.0)}, terrains: {"lava": (cost: 9.0), "swamp": (cost: 8.0)}, layers: ["birds"],
        profiles: {"cart": (mass: 9.0, abilities: ["climb"])}, zones: {"fire": (kind: "danger", at: (1.5, 0.5), radius: 1.0, strength: 2.0)}, agents: [(tile: (0, 0))]"#;
    assert_eq!(
        told(fields),
        r#"unused-name 3:17 `"holy"`: the area "holy" is of no use: no tile and no link belongs to it
unused-name 3:50 `"lava"`: the terrain "lava" is of no use: no tile is of it
unused-name 3:71 `"swamp"`: the terrain "swamp" is of no use: no tile is of it
unused-name 3:103 `"birds"`: the layer "birds" is of no use: no obstacle is on it
unused-name 4:20 `"cart"`: the profile "cart" is of no use: no agent has it
unused-name 4:52 `"climb"`: the ability "climb" is of no use: no link and no door needs it"#
    );
    let pond = format!(r#"{POND} zones: {{"fire": (kind: "danger", at: (2.5, 0.9), radius: 0.3, strength: 2.0)}}"#);
    assert!(told(&pond).ends_with("the zone \"fire\" is of no use: it lies on no walkable ground"), "{}", told(&pond));
}

const GATE: &str = r#"legend: {'.': "floor", 'X': "wall"}, rows: ["...X...", "...X...", ".......", "...X..."],"#;
const DOOR: &str =
    r#"(name: "gate", at: (3.5, 2.5), size: (1.0, 1.0), motion: (to: [(3.5, 1.5)], when: "switched-off"))"#;

#[test]
fn what_stays_shut_is_told() {
    let level = |switches: &str| {
        let agents = "agents: [(tile: (0, 0), order: MoveTo((tile: (6, 1))))],";
        told(&format!("{GATE}\nobstacles: [{DOOR}],\nswitches: [{switches}],\n{agents}"))
    };
    assert_eq!(
        level(""),
        "unreachable-goal 5:32 `MoveTo((tile: (6, 1)))`: a walker cannot get there: the goal lies behind \"gate\", which no \
         switch and no rule opens"
    );
    let behind = level(r#"(tile: (5, 0), turns: "gate")"#);
    assert!(behind.starts_with("unreachable-switch 4:12 ") && behind.lines().count() == 2, "{behind}");
    assert!(behind.ends_with("the goal lies behind \"gate\", to whose switch no agent can come"), "{behind}");
    assert_eq!(level(r#"(tile: (1, 0), turns: "gate")"#), "");
    let bridge = format!(
        r#"{POND} links: [(name: "bridge", from: (tile: (1, 0)), to: (tile: (3, 0)), active: false)],
        switches: [(tile: (3, 1), turns: "bridge")], agents: [(tile: (0, 0), order: MoveTo((tile: (3, 0))))]"#
    );
    assert!(told(&bridge).starts_with("unreachable-switch 3:20 "), "{}", told(&bridge));
}

/// A switch may be behind a door that another switch opens first.
#[test]
fn switches_open_the_way_to_each_other() {
    let level = r#"legend: {'.': "floor", 'X': "wall"}, rows: [".X.X."],
        links: [(name: "one", from: (tile: (0, 0)), to: (tile: (2, 0)), active: false),
            (name: "two", from: (tile: (2, 0)), to: (tile: (4, 0)), active: false)],
        switches: [(tile: (0, 0), turns: "one"), (tile: (2, 0), turns: "two")],
        agents: [(tile: (0, 0), order: MoveTo((tile: (4, 0))))]"#;
    assert_eq!(told(level), "");
    assert!(
        told(&level.replace("turns: \"one\"", "turns: \"two\""))
            .contains("lies behind \"one\", which no switch and no rule opens")
    );
}

#[test]
fn orders_behind_endless_ones_are_told() {
    let level = |orders: &str| {
        told(&format!(
            r#"legend: {{'.': "floor"}}, rows: ["........"], paths: {{"round": (points: [(tile: (0, 0)), (tile: (5, 0))], course: "once")}},
            agents: [(name: "a", tile: (0, 0), order: [{orders}]), (name: "b", tile: (3, 0), order: Patrol("round"))]"#
        ))
    };
    for orders in [
        "Wander(3.0), Stop",
        "Follow(\"b\"), Stop",
        "Flee(\"b\"), Stop",
        "Patrol([(tile: (0, 0)), (tile: (1, 0))]), Stop",
    ] {
        let told = level(orders);
        assert!(told.starts_with("endless-order 3:") && told.contains("`Stop`: this order is never begun"), "{told}");
    }
    for orders in ["Wait(1.0), Wander(3.0)", "Patrol(\"round\"), Stop", "Follow(agent: \"b\", on_sight: true), Stop"] {
        assert_eq!(level(orders), "", "{orders}");
    }
}

#[test]
fn equal_names_and_radians_are_told() {
    let level = r#"legend: {'.': "floor"}, rows: ["........"], agents: [(name: "ann", tile: (0, 0), heading: 45.5),
        (name: "ann", tile: (3, 0)), (tile: (5, 0), heading: 1.57)]"#;
    assert_eq!(
        told(level),
        "same-name 3:16 `\"ann\"`: several agents are called \"ann\"\n\
         radians 3:45 `(5, 0)`: this agent's heading is 1.57 degrees: it is hardly turned"
    );
}

#[test]
fn an_agent_with_the_name_of_a_team_is_told() {
    let agents = |team: &str, waves: &str| {
        told(&format!(
            r#"legend: {{'.': "floor"}}, rows: ["........"], agents: [(name: "guards", tile: (0, 0)), (tile: (3, 0), team: "{team}")],
            waves: [(in: [(6, 0), (7, 0)]{waves})]"#
        ))
    };
    let expected = "same-name 2:61 `\"guards\"`: \"guards\" is the name of an agent and of a team";
    assert_eq!(agents("guards", ""), expected);
    assert_eq!(agents("others", ", team: \"guards\""), expected);
    assert_eq!(agents("others", ""), "");
}

#[test]
fn a_capacity_without_effect_is_told() {
    let link = |fields: &str| {
        told(&format!(
            r#"{POND} links: [(from: (tile: (1, 0)), to: (tile: (3, 0)), {fields})], agents: [(tile: (0, 0)), (tile: (3, 1))]"#
        ))
    };
    for kind in ["teleport", "jump"] {
        let told = link(&format!("kind: \"{kind}\", capacity: 3"));
        assert!(told.starts_with("no-effect 2:") && told.contains(&format!("by the kind \"{kind}\"")), "{told}");
        assert_eq!(link(&format!("kind: \"{kind}\", capacity: 1")), "");
    }
    assert_eq!(link("kind: \"ladder\", capacity: 3"), "");
}

#[test]
fn islands_are_not_advised_to_be_filled_where_they_are() {
    // A box around the only agent, drawn on caves: all other ground is out of reach.
    let help = |islands: &str| {
        let caves = format!(
            r#"legend: {{'x': "wall"}}, generate: (kind: "caves", size: (40, 30), seed: 3{islands}), rows_at: (15, 9),
            rows: ["xxxxxxx", "x     x", "x     x", "x     x", "x     x", "x     x", "xxxxxxx"], agents: [(tile: (18, 12))]"#
        );
        found(&caves).warnings[0].1.help.clone().unwrap_or_default()
    };
    assert!(help("").contains("write `islands: false`"), "{}", help(""));
    assert!(help(", islands: false").contains("the rows that cut it off"), "{}", help(", islands: false"));
}

#[test]
fn what_is_of_no_use_is_told() {
    let level = r#"legend: {'.': "floor", 'X': "wall", 'P': (terrain: "floor", place: "sign")}, rows: [".......P"],
        paths: {"round": (points: [(tile: (0, 0)), (tile: (5, 0))])}, places: {"spare": (3, 0), "start": (0, 0)},
        agents: [(place: "start")]"#;
    assert_eq!(
        told(level),
        r#"unused-name 2:24 `'X'`: the character 'X' of the legend is in no row
unused-name 3:17 `"round"`: the path "round" is of no use: no agent walks it
unused-name 3:80 `"spare"`: the place "spare" is of no use: nothing refers to it"#
    );
}

#[test]
fn rules_that_can_never_fire_are_told() {
    let rule = |place: &str| {
        told(&format!(
            r#"{POND} places: {{"here": (0, 0), "there": (3, 0)}}, agents: [(tile: (0, 1), team: "ducks"), (tile: (3, 1))],
            rules: [(when: Enters(who: "ducks", place: "{place}"), then: [Win(text: "W")]), (when: After(time: 9.0), then: [
            Say(text: "!", place: "here"), Say(text: "!", place: "there")])]"#
        ))
    };
    assert_eq!(rule("here"), "");
    let there = rule("there");
    assert!(there.starts_with("dead-rule 3:") && there.contains("none of those can come to \"there\""), "{there}");
}

/// A corridor with a door, the hero before it and a prisoner behind it.
fn corridor(fields: &str) -> String {
    told(&format!(
        r#"legend: {{'.': "floor", 'X': "wall", 'H': (terrain: "floor", place: "here"), 'T': (terrain: "floor", place: "there"),
            'E': (terrain: "floor", place: "end")}}, rows: ["XXXXXXXXX", "X.H...TEX", "XXXXXXXXX"],
        obstacles: [(name: "door", at: (4.5, 1.5), size: (0.8, 1.0), motion: (to: [(4.5, 0.5)], when: "switched-off"))],
        agents: [(tile: (1, 1), team: "heroes"), (tile: (5, 1), team: "prisoners")],
{fields}"#
    ))
}

#[test]
fn doors_that_never_open_are_told_where_rules_wait_behind_them() {
    let won = r#"(when: Entered(who: "heroes", place: "end"), then: [Win(text: "W")])"#;
    let key = |who: &str, place: &str| {
        let key = format!(r#"(when: Entered(who: "{who}", place: "{place}"), then: [Switch(name: "door", on: true)])"#);
        corridor(&format!("rules: [{key}, {won}]"))
    };
    assert_eq!(key("heroes", "here"), "");
    assert_eq!(key("prisoners", "there"), "", "the prisoner opens it");
    let behind = key("heroes", "there");
    let why = r#"lies behind "door", which only a rule opens that never fires"#;
    assert_eq!(behind.lines().count(), 2, "{behind}");
    for (line, place) in behind.lines().zip(["there", "end"]) {
        assert!(line.starts_with("dead-rule 6:") && line.ends_with(&format!("fires: {place:?} {why}")), "{line}");
    }
    // Whatever the rules are: here they wait for no one, and there for what is never switched.
    let other =
        |when: &str| corridor(&format!("rules: [(when: {when}, then: [Switch(name: \"door\", on: true)]), {won}]"));
    assert_eq!(other("After(time: 5.0)"), "");
    assert!(other(r#"Switched(name: "door")"#).contains(why), "{}", other(r#"Switched(name: "door")"#));
    assert!(corridor(&format!("rules: [{won}]")).ends_with("which no switch and no rule opens"));
    // A plate for a team of which nobody comes to it.
    let plate = |team: &str| {
        corridor(&format!("switches: [(tile: (2, 1), turns: \"door\", team: \"{team}\")], rules: [{won}]"))
    };
    assert_eq!(plate("heroes"), "");
    let shut_in = plate("prisoners");
    assert!(
        shut_in.contains("unreachable-switch 6:")
            && shut_in.contains("nobody of \"prisoners\" can come to this switch")
            && shut_in.contains("to whose switch no agent can come"),
        "{shut_in}"
    );
}

#[test]
fn painted_ground_is_a_way_only_where_it_was_none() {
    let rules = |painted: &str, terrain: &str| {
        told(&format!(
            r#"{POND} places: {{"here": (0, 0), "wet": (2, 0), "there": (3, 0)}}, agents: [(tile: (0, 1), team: "ducks"), (tile: (3, 1))],
            rules: [(when: Enters(who: "ducks", place: "there"), then: [Win(text: "W")]),
            (when: Entered(who: "ducks", place: "here"), then: [Paint(place: "{painted}", terrain: "{terrain}"),
            Say(text: "!", place: "wet")])]"#
        ))
    };
    assert_eq!(rules("wet", "grass"), "");
    for told in [rules("here", "road"), rules("there", "water"), rules("wet", "wall")] {
        assert!(told.starts_with("dead-rule 3:") && told.contains("none of those can come to \"there\""), "{told}");
    }
}

#[test]
fn rules_that_ask_for_more_agents_than_there_are_are_told() {
    let rule = |when: &str| {
        told(&format!(
            r#"legend: {{'.': "floor"}}, rows: ["........"], places: {{"here": (3, 0)}},
            agents: [(name: "ann", tile: (0, 0), team: "they"), (tile: (1, 0), team: "they", order: MoveTo("here"), leaves: true)],
            waves: [(in: [(5, 0), (7, 0)], team: "they", count: 2, times: 3)],
rules: [(when: {when}, then: [Win(text: "W")])]"#
        ))
    };
    for when in [
        r#"Inside(who: "they", place: "here", count: 8)"#,
        r#"Left(who: "they")"#,
        r#"Sees(who: "they", whom: "they")"#,
        r#"All(of: [Arrived(who: "they", count: 8), After(time: 3.0)])"#,
    ] {
        assert_eq!(rule(when), "", "{when}");
    }
    for (when, why) in [
        (r#"Entered(who: "they", place: "here", count: 9)"#, "it asks for 9 agents, and there are never more than 8"),
        (
            r#"All(of: [Arrived(who: "ann", count: 2), After(time: 3.0)])"#,
            "asks for 2 agents, and there are never more than 1",
        ),
        (r#"Left(who: "they", count: 2)"#, "it asks for 2 agents, and there are never more than 1"),
        (r#"Left(who: "ann")"#, "none of those leaves the level"),
        (r#"Sees(who: "ann", whom: "ann")"#, "an agent does not see itself"),
    ] {
        let told = rule(when);
        assert!(told.starts_with("dead-rule 5:16 ") && told.contains(why) && told.lines().count() == 1, "{told}");
    }
}

#[test]
fn a_rule_that_fires_every_so_often_but_once_is_told() {
    let rule = |rule: &str| {
        told(&format!(
            r#"legend: {{'.': "floor"}}, rows: ["..."],
rules: [({rule}, then: [Win(text: "W")])]"#
        ))
    };
    assert!(rule("when: Every(time: 3.0)").starts_with("no-effect 3:16 `Every(time: 3.0)`: `Every` has no effect"));
    for fine in ["repeat: true, when: Every(time: 3.0)", "when: All(of: [Every(time: 3.0), After(time: 9.0)])"] {
        assert_eq!(rule(fine), "", "{fine}");
    }
}

/// What is already written is not what would help.
#[test]
fn islands_that_patches_cut_off_are_told_so() {
    let caves = r#"generate: (kind: "caves", size: (60, 60), islands: false, seed: 3,
        patches: [(terrain: "water", share: 45, size: 6)]), agents: [(count: 1, in: [(0, 0), (59, 59)])]"#;
    let found = found(caves);
    let help = found.warnings[0].1.help.clone().unwrap();
    assert!(help.contains("it is no island of the floor") && !help.contains("write `islands"), "{help}");
}

#[test]
fn a_level_says_which_warnings_are_meant() {
    let goal = r#"agents: [(tile: (0, 0), order: MoveTo((tile: (3, 0)))), (tile: (3, 1))],"#;
    assert_eq!(told(&format!(r#"{POND} {goal} expected_warnings: ["unreachable-goal"]"#)), "");
    assert_eq!(
        told(&format!("{POND} agents: [(tile: (0, 0)), (tile: (3, 1))],\nexpected_warnings: [\"dead-link\"]")),
        "unmet-expectation 3:21 `\"dead-link\"`: this level has no warning of the kind `dead-link`"
    );
    let error = Level::parse(
        "a.ron",
        "(version: 1, name: \"A\", legend: {'.': \"grass\"}, rows: [\".\"], expected_warnings: [\"dead-lnk\", \"unused-name\", \"unused-name\"])",
    );
    let error = error.unwrap_err().to_string();
    assert!(error.contains("did you mean `dead-link`?") && error.contains("is given twice"), "{error}");
}

#[test]
fn warnings_are_shown_like_mistakes_with_their_kind() {
    let shown =
        found(&format!("{POND}\nagents: [(tile: (0, 0), order: MoveTo((tile: (3, 0)))), (tile: (3, 1))]")).to_string();
    assert_eq!(
        shown,
        "warning[unreachable-goal]: a walker cannot get there: the goal is out of reach (behind water)
 --> test.ron:3:32
  |
3 | agents: [(tile: (0, 0), order: MoveTo((tile: (3, 0)))), (tile: (3, 1))])
  |                                ^^^^^^^^^^^^^^^^^^^^^^
  = help: move the goal, or open a way to it"
    );
}

#[test]
fn shipped_levels_are_not_warned_of() {
    for built_in in built_in::LEVELS {
        let (level, locations) = Level::parse_with_locations(built_in.name, built_in.text).unwrap();
        let found = warnings(built_in.name, built_in.text, &level, &locations);
        assert!(found.warnings.is_empty(), "{found}");
    }
    let (level, locations) = Level::parse_with_locations("starter", Level::starter()).unwrap();
    let found = warnings("starter", Level::starter(), &level, &locations);
    assert!(found.warnings.is_empty(), "{found}");
}
