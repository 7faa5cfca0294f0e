//! Scripts, read and refused.

use super::*;
use glam::Vec2;

use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::{Course, Extent, Level, Obstacle, Order, PatrolPath, PatrolPoint, Shape, Target, Zone, ZoneKind};
use crate::nav::{Algorithm, Connectivity, Heuristic, Method};
use crate::sim::Simulation;

const EVERYTHING: &str = r#"[
    (at: 9, agents: [0], do: Select),
    (at: 1.5, do: MoveTo("gate")),
    (at: 2.0, agents: [0, 2], do: MoveTo((tile: (3, 4)))),
    (at: 2.5, do: ThenMoveTo((at: (3.5, 1)))),
    (at: 3, do: Stop),
    (at: 3, do: Scatter), // after the stop
    (at: 4, do: Paint(terrain: "wall", tiles: [(3, 4)])),
    (at: 5, do: Erase(tiles: [(3, 4)])),
    (at: 6, do: Spawn(profile: "walker", target: (tile: (2, 2)))),
    (at: 6, do: Remove),
    (at: 6.5, do: Search((algorithm: "weighted-a-star", weight: 3, smooth: true, connectivity: 4))),
    (at: 6.5, agents: [0, 2], do: Search((heuristic: "manhattan", weight: "greedy"))),
    (at: 7, do: Restart),
    (at: 7, do: Switch(link: "bridge", on: false)),
    (at: 7, do: RemoveZone("fire")),
    (at: 7, do: MoveObstacle(name: "crate", to: (3, 1.5))),
    (at: 7, do: RemoveObstacle("crate")),
    (at: 7, do: ClearBake),
    (at: 8, do: Key("G")),
    (at: 8, do: Click(640, 360)),
    (at: 9, do: Drag((10, 10), (50, 50))),
]"#;

#[test]
fn every_kind_of_step_is_read_in_order_of_time() {
    let steps = Script::parse("all.ron", EVERYTHING).unwrap().steps;
    let command = |tick, command| ScriptStep { tick, action: ScriptAction::Command(command) };
    let window = |tick, action| ScriptStep { tick, action: ScriptAction::Window(action) };
    let tile = Cell::new(3, 4);
    let first_and_third = Selection::These(vec![AgentId(0), AgentId(2)]);
    let (weighted, greedy) = (
        Method {
            algorithm: Algorithm::WeightedAStar,
            weight: 3.0,
            smooth: true,
            connectivity: Connectivity::Four,
            ..Method::default()
        },
        Method { heuristic: Heuristic::Manhattan, weight: f64::INFINITY, ..Method::default() },
    );
    let expected = [
        command(90, Command::Order(Selection::All, Order::MoveTo(Target::Place("gate".to_owned())))),
        command(120, Command::Order(first_and_third.clone(), Order::MoveTo(Target::Tile(tile)))),
        command(150, Command::ThenOrder(Selection::All, Order::MoveTo(Target::Point(Vec2::new(3.5, 1.0))))),
        command(180, Command::Order(Selection::All, Order::Stop)),
        command(180, Command::Scatter(Selection::All)),
        command(240, Command::Paint { terrain: "wall".to_owned(), tiles: vec![tile] }),
        command(300, Command::Erase { tiles: vec![tile] }),
        command(360, Command::Spawn { profile: "walker".to_owned(), at: Target::Tile(Cell::new(2, 2)) }),
        command(360, Command::Remove(Selection::All)),
        command(390, Command::Search(Selection::All, weighted)),
        command(390, Command::Search(first_and_third.clone(), greedy)),
        command(420, Command::Restart),
        command(420, Command::Switch { link: "bridge".to_owned(), on: false }),
        command(420, Command::RemoveZone("fire".to_owned())),
        command(420, Command::MoveObstacle { obstacle: "crate".to_owned(), to: Vec2::new(3.0, 1.5) }),
        command(420, Command::RemoveObstacle("crate".to_owned())),
        command(420, Command::ClearBake),
        window(480, WindowAction::Key("G".to_owned())),
        window(480, WindowAction::Click(640.0, 360.0)),
        window(540, WindowAction::Select(Selection::These(vec![AgentId(0)]))),
        window(540, WindowAction::Drag((10.0, 10.0), (50.0, 50.0))),
    ];
    assert_eq!(steps, expected);
}

#[test]
fn faults_are_told_with_their_place_and_what_would_be_right() {
    let faults = [
        ("", "1:1", "a script is a list of steps"),
        ("(at: 1, do: Stop)", "1:1", "a script is a list of steps"),
        ("[1]", "1:2", "a step must be a struct, not a number"),
        ("[(at: 1, do: Stop)] x", "1:21", "the end of the file"),
        ("[(at: 1)]", "1:8", "the field `do` of a step is missing"),
        ("[(at: \"1\", do: Stop)]", "1:", "write `1`: it is a number of seconds"),
        ("[\n  (at: inf, do: Stop)]", "2:", "0 or more"),
        ("[\n  (at: -0.5, do: Stop)]", "2:", "a step cannot be at -0.5"),
        ("[(at: 1, do: Stopp)]", "1:14", "did you mean `Stop`?"),
        ("[(at: 1, do: Levitate)]", "1:14", "the steps are MoveTo, ThenMoveTo, Order"),
        ("[(at: 1, do: \"Stop\")]", "1:14", "without quotes"),
        ("[(at: 1, do: Stop, who: 3)]", "1:20", "a step has no field `who`; the fields are `at`, `agents`, `do`"),
        ("[(at: 1, at: 2, do: Stop)]", "1:", "`at` is given twice"),
        ("[(at: 1, do: MoveTo(7))]", "1:", "(tile: (3, 4))"),
        ("[(at: 1, do: Tune(profile: \"ox\", sped: 2))]", "1:34", "Tune has no field `sped`; did you mean `speed`?"),
        (
            "[(at: 1,\n do: PutZone(name: \"a\", kind: \"danger\", at: (1, 1), radius: 1))]",
            "2:",
            "the field `strength` of a zone is missing",
        ),
        ("[(at: 1, do: Bake(radius: \"wide\"))]", "1:", "it is a number from 0.05 to 16"),
        ("[(at: 1, do: MoveTo((tiles: (7, 7))))]", "1:", "did you mean `tile`?"),
        ("[(at: 1, do: MoveTo((tile: (7, 7), at: (1, 1))))]", "1:", "`tile` or `at`, not both"),
        ("[(at: 1, do: MoveTo((tile: [7, 7])))]", "1:", "write it like `(7, 7)`"),
        ("[(at: 1, do: MoveTo((tile: (7.0, 7))))]", "1:", "must be a whole number"),
        ("[(at: 1, do: MoveTo((at: (7, NaN))))]", "1:", "finite"),
        ("[(at: 1, do: MoveTo(\"gate))]", "1:", "never closed"),
        ("[(at: 1, agents: [0], do: Restart)]", "1:", "`agents` has no meaning"),
        ("[(at: 1, agents: [-1], do: Stop)]", "1:", "it is a whole number from 0"),
        ("[(at: 1, agents: 0, do: Stop)]", "1:", "write it like `[0, 2]`"),
        ("[(at: 1, do: Paint(terrain: \"wall\"))]", "1:", "the field `tiles` of Paint is missing"),
        ("[(at: 1, do: Paint(terrain: wall, tiles: []))]", "1:", "write `\"wall\"`"),
        ("[(at: 1, do: Search((algoritm: \"greedy\")))]", "1:", "did you mean `algorithm`?"),
        ("[(at: 1, do: Search((algorithm: \"gredy\")))]", "1:", "did you mean `greedy`?"),
        ("[(at: 1, do: Search((corners: \"seldom\")))]", "1:", "it is one of `never`, `one-free`, `always`"),
        ("[(at: 1, do: Search((weight: -1)))]", "1:", "0 to 1000"),
        ("[(at: 1, do: Search((weight: \"heavy\")))]", "1:", "or `\"greedy\"`"),
        ("[(at: 1, do: Search((connectivity: 6)))]", "1:", "it is 4 or 8"),
        ("[(at: 1, do: Search(\"greedy\"))]", "1:", "write it like `(algorithm: \"jump-point\")`"),
        ("[(at: 1, do: Switch(link: \"bridge\"))]", "1:", "the field `on` of Switch is missing"),
        ("[(at: 1, do: PutZone(name: \"a\", kind: \"dangre\", strength: 1))]", "1:", "did you mean `danger`?"),
        ("[(at: 1, do: PutObstacle(naem: \"a\"))]", "1:", "did you mean `name`?"),
        ("[(at: 1, do: Bake(jump_distnce: 2.0))]", "1:", "did you mean `jump_distance`?"),
        ("[(at: 1, agents: [0], do: ClearBake)]", "1:", "`agents` has no meaning"),
        ("[(at: 1, do: Click(inf, 3))]", "1:", "pixels"),
        ("[(at: 1, do: Drag((1, 1), (3, NaN)))]", "1:", "pixels"),
    ];
    let told = faults.map(|(text, place, part)| {
        let message = Script::parse("bad.ron", text).expect_err(text);
        let is_right = message.starts_with(&format!("bad.ron:{place}")) && message.contains(part);
        (!is_right).then(|| format!("{text} ({part}): {message}"))
    });
    let wrong: Vec<String> = told.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_mistake_of_a_script_is_told_at_its_place() {
    let text = "[\n  (at: 1, do: Stopp),\n  // the end\n  (at: -1, do: Stop), (at: 2,\n    do: Paint(terrain: \"wall\")),\n  (at: 3, do: Stop),\n]";
    let error = steps("bad.ron", text).unwrap_err();
    let told: Vec<String> = error
        .problems
        .iter()
        .map(|problem| format!("{}:{} {}", problem.line, problem.column, problem.message))
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].starts_with("2:15 there is no step `Stopp`"), "{told:?}");
    assert!(told[1].starts_with("4:") && told[1].contains("cannot be at -1"), "{told:?}");
    assert!(told[2].starts_with("5:") && told[2].contains("`tiles` of Paint is missing"), "{told:?}");
    let comma = steps("bad.ron", "[(at: 1, do: Stop)\n (at: 2, do: Stop)]").unwrap_err();
    assert_eq!((comma.problems.len(), comma.problems[0].line, comma.problems[0].column), (1, 1, 19), "{comma}");
    assert!(steps("level.ron", "(version: 1)").unwrap_err().to_string().contains("a script is a list of steps"));
    assert_eq!(steps("all.ron", EVERYTHING).unwrap().len(), Script::parse("all.ron", EVERYTHING).unwrap().steps.len());
}

#[test]
fn a_script_is_checked_against_its_level() {
    let level = r#"(version: 1, name: "Lane", rows: ["..."], legend: {'.': "grass"}, agents: [(tile: (0, 0))], places: {"gate": (2, 0)})"#;
    let level = Level::parse("lane.ron", level).unwrap();
    let check = |text: &str| {
        check_in_level("lane.script.ron", text, &steps("lane.script.ron", text).unwrap(), &level, |reason| {
            format!("{reason:?}")
        })
    };
    let right =
        "[(at: 2, agents: [1], do: MoveTo(\"gate\")), (at: 1, do: Spawn(profile: \"walker\", target: (tile: (1, 0))))]";
    assert!(check(right).is_ok());
    let wrong = "[(at: 1, do: MoveTo(\"gat\")),\n (at: 1, agents: [7], do: Stop),\n (at: 2, do: Switch(link: \"bridge\", on: true)),\n (at: 3, do: Order(Patrol(\"round\")))]";
    let error = check(wrong).unwrap_err();
    let lines: Vec<usize> = error.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [1, 2, 3, 4], "{error}");
}

/// The command that a step becomes in a level, or why it does not.
fn on_ground(step: &str) -> Result<Command, String> {
    let level = r#"(version: 1, name: "Ground", rows: ["..."], legend: {'.': "grass"}, layers: ["crates"], places: {"pit": (2, 0)},
        agents: [(name: "guard", profile: "walker", tile: (0, 0))])"#;
    let simulation = Simulation::new(Level::parse("ground.ron", level).unwrap(), None);
    let script = Script::parse("ground.ron", &format!("[(at: 1, do: {step})]"))?;
    let ScriptAction::Ground(action) = &script.steps[0].action else { panic!("{script:?}") };
    action.command(&simulation)
}

#[test]
fn what_concerns_the_ground_is_understood_in_a_level() {
    let zone = Zone {
        name: "gaze".to_owned(),
        kind: ZoneKind::Danger,
        extent: Extent::Riding { agent: 0, radius: 6.0, in_sight: true },
        strength: 20.0,
        falloff: 0.0,
        ..Zone::default()
    };
    let gaze = r#"PutZone(name: "gaze", kind: "danger", on: "guard", radius: 6, in_sight: true, strength: 20)"#;
    assert_eq!(on_ground(gaze), Ok(Command::PutZone(zone)));
    let points = vec![
        PatrolPoint::Target(Target::Tile(Cell::new(1, 0))),
        PatrolPoint::Agent(0),
        PatrolPoint::Target(Target::Place("pit".to_owned())),
    ];
    let beat = r#"PutPath(name: "beat", points: [(tile: (1, 0)), (agent: "guard"), "pit"], wait: 2, course: "once")"#;
    let path = PatrolPath { name: "beat".to_owned(), points, wait: 2.0, course: Course::Once, ..PatrolPath::default() };
    assert_eq!(on_ground(beat), Ok(Command::PutPath(path)));
    let shape = Shape::Box { half: Vec2::new(1.0, 0.5), along: Vec2::Y };
    let obstacle = Obstacle {
        name: String::new(),
        at: Vec2::new(1.5, 0.5),
        shape,
        layer: 1,
        motion: None,
        standing_time: 0.5,
        user: None,
    };
    let cart = on_ground(r#"PutObstacle(tile: (1, 0), size: (2, 1), angle: 90, layer: "crates")"#);
    assert!(
        matches!(cart, Ok(Command::PutObstacle(cart)) if cart.layer == 1 && cart.bounds().0.distance(obstacle.bounds().0) < 1e-6)
    );
    let baked = on_ground(r#"Bake(profile: "ox", jump_distance: 3.0, cells_per_tile: 2, layers: ["crates"])"#);
    let Ok(Command::Bake { settings, profile }) = baked else { panic!("{baked:?}") };
    assert_eq!((profile.name.as_str(), profile.jump_distance, profile.radius), ("ox", 3.0, 0.45));
    assert_eq!((settings.cells_per_tile, settings.layers), (2, 0b10));
    for (step, part) in [
        (r#"PutPath(name: "a", points: [(tile: (1, 0)), (agent: "gard")])"#, "did you mean `guard`?"),
        (r#"PutPath(name: "a", points: [(tile: (1, 0))])"#, "at least 2 points"),
        (r#"PutPath(points: [(tile: (1, 0)), (tile: (0, 0))])"#, "the field `name` of a path is missing"),
        (r#"PutPath(name: "a", points: [(tile: (1, 0)), (tile: (90, 0))])"#, "outside"),
        (r#"PutZone(name: "a", kind: "reward", on: "gard", radius: 1, strength: 1)"#, "did you mean `guard`?"),
        (r#"PutZone(name: "a", kind: "reward", at: (1, 1), strength: 1)"#, "the field `radius` of a zone is missing"),
        (r#"PutZone(name: "a", kind: "reward", strength: 1)"#, "`at: (x, y), radius: 2.0`"),
        (r#"PutObstacle(at: (1, 1))"#, "`size: (2.0, 1.0)`"),
        (r#"PutObstacle(at: (1, 1), radius: 1, layer: "crate")"#, "did you mean `crates`?"),
        (r#"Bake(profile: "wlaker")"#, "did you mean `walker`?"),
        (r#"Tune(profile: "walker", navigation: "rays")"#, "navigation by rays needs rays"),
        (r#"Tune(profile: "ox", avoidance_radius: 9.0)"#, "too large for a `radius` of 0.45"),
        (r#"Tune(profile: "ox", max_speed: 1.0)"#, "too small for a `speed` of 1.6"),
        (r#"Bake(profile: "walker", radius: 0.3, cells_per_tile: 9)"#, "out of range"),
    ] {
        let message = on_ground(step).expect_err(step);
        assert!(message.contains(part), "{step}: {message}");
    }
}

/// What a level takes and refuses of zones and obstacles, a script does, too.
#[test]
fn a_script_says_zones_and_obstacles_as_a_level_does() {
    let boat = on_ground(
        r#"PutObstacle(name: "boat", place: "pit", radius: 0.25, standing_time: 2.0, motion: (to: [(0.5, 0.5)], wait: 1.0))"#,
    );
    let Ok(Command::PutObstacle(boat)) = boat else { panic!("{boat:?}") };
    assert_eq!(
        (boat.at, boat.standing_time, boat.motion.map(|motion| motion.wait)),
        (Vec2::new(2.5, 0.5), 2.0, Some(1.0))
    );
    let swamp = on_ground(r#"PutZone(name: "swamp", kind: "danger", place: "pit", radius: 1.0, strength: 2.0)"#);
    assert!(
        matches!(swamp, Ok(Command::PutZone(Zone { extent: Extent::Circle { at, .. }, .. })) if at == Vec2::new(2.5, 0.5))
    );
    for (step, part) in [
        (
            r#"PutZone(name: "a", kind: "danger", at: (1, 0), radius: 1, strength: 1, falloff: 50000)"#,
            "from 0 to 10000",
        ),
        (r#"PutZone(name: "a", kind: "danger", at: (90, 90), radius: 1, strength: 1)"#, "entirely outside the map"),
        (r#"PutZone(name: "", kind: "danger", at: (1, 0), radius: 1, strength: 1)"#, "the name of a zone cannot be"),
        (r#"PutObstacle(at: (1, 0), size: (1, 1), angle: 361)"#, "from -360 to 360"),
        (r#"PutObstacle(at: (1, 0), radius: 5000)"#, "from 0.01 to 1000"),
        (r#"PutObstacle(place: "pot", radius: 1)"#, "did you mean `pit`?"),
    ] {
        let message = on_ground(step).expect_err(step);
        assert!(message.contains(part), "{step}: {message}");
    }
}

/// A target, or a search, may stand in brackets of its own or not.
#[test]
fn brackets_are_single_or_double() {
    for (single, double) in [
        ("MoveTo(tile: (3, 4))", "MoveTo((tile: (3, 4)))"),
        ("ThenMoveTo(at: (3.5, 1))", "ThenMoveTo((at: (3.5, 1)))"),
        ("Order(MoveTo(tile: (3, 4)))", "Order(MoveTo((tile: (3, 4))))"),
        ("Search(algorithm: \"greedy\", weight: 2)", "Search((algorithm: \"greedy\", weight: 2))"),
    ] {
        let read = |step: &str| Script::parse("a.ron", &format!("[(at: 1, do: {step})]"));
        assert!(read(single).is_ok(), "{single}: {:?}", read(single));
        assert_eq!(read(single), read(double), "{single}");
    }
}

#[test]
fn a_time_is_any_number_of_the_format() {
    for (at, tick) in [("0x10", 960), ("1_0", 600), ("+2", 120), ("1e1", 600), (".5", 30), ("100000.01", 6_000_001)] {
        let script = Script::parse("time.ron", &format!("[(at: {at}, do: Stop)]"));
        assert_eq!(script.map(|script| script.steps[0].tick), Ok(tick), "{at}");
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let script = Script::parse("mark.ron", "\u{feff}[(at: 1, do: Stop)]").unwrap();
    assert_eq!(script.steps.len(), 1);
}

#[test]
fn a_text_of_any_depth_is_answered() {
    for text in ["[".repeat(100_000), "[(at:1,do:MoveTo(".repeat(50_000), "(".repeat(100_000)] {
        assert!(Script::parse("deep.ron", &text).is_err());
    }
}
