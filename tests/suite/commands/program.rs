//! The program run without a display: exit codes, what goes to which stream, and JSON.

use std::fs;
use std::process::Stdio;

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::{Level, Order, Target, built_in, share};
use footpath::nav::{Search, find_path};
use footpath::sim::{Command, Selection, Simulation};
use serde_json::Value;

use crate::support::program::{Folder, outcome, program, refuses, run};

const ROOMS: &str = r##"(
    version: 1,
    name: "Rooms",
    legend: { '.': "grass", '#': "wall", '~': "swamp" },
    rows: [
        "........",
        ".####...",
        ".#..#.~.",
        ".####...",
        "........",
    ],
    agents: [(profile: "walker", tile: (0, 0), order: MoveTo((tile: (7, 4))))],
)"##;

/// The same without ground to which no agent can come.
fn without_a_closed_room() -> String {
    ROOMS.replace(".#..#.~.", ".####.~.")
}

#[test]
fn help_is_complete() {
    let (code, help, _) = run(&["--help"]);
    assert_eq!(code, 0);
    for word in ["check", "solve", "simulate", "new", "levels", "--screenshot", "--after", "--exit-after", "--script"] {
        assert!(help.contains(word), "{word} is missing: {help}");
    }
    for command in ["check", "solve", "simulate", "bench", "import", "new"] {
        let (code, help, _) = run(&[command, "--help"]);
        assert_eq!(code, 0, "{command}");
        assert!(help.contains("Example"), "{help}");
    }
    assert_eq!(run(&["--version"]).1, format!("footpath {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_display_the_game_is_shown_in_text() {
    for arguments in [&[][..], &["maze"]] {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!(code, 0, "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "one clear line: {stderr}");
        assert!(stderr.starts_with("No window can be opened: "), "{stderr}");
        for word in ["@ agent", "A click on tile", "• path", "arrived", "footpath simulate", "cargo web --serve"] {
            assert!(stdout.contains(word), "{word:?} is missing: {stdout}");
        }
    }
}

#[test]
fn a_display_that_does_not_answer_is_like_none() {
    let (code, stdout, stderr) = outcome(program().env("DISPLAY", ":9999").output().unwrap());
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("arrived"), "{stdout}");
    if cfg!(feature = "window") && stderr.contains("DISPLAY") {
        assert!(stderr.contains("no X server answers at DISPLAY=:9999"), "{stderr}");
    }
}

#[test]
fn flags_that_need_a_window_are_refused_without_one() {
    let folder = Folder::new("flags");
    let script = folder.file("script.ron", "[(at: 0, do: Stop)]");
    let (picture, report) = (folder.path("a.png"), folder.path("a.json"));
    refuses(&["--screenshot", &picture, "--after", "1"], &["--screenshot needs a window"]);
    refuses(&["--exit-after", "3"], &["--exit-after needs a window"]);
    refuses(&["--script", &script], &["--script needs a window"]);
    refuses(&["--size", "390x844"], &["--size needs a window"]);
    refuses(&["--report", &report], &["--report needs a window"]);
}

#[test]
fn flags_say_the_value_and_what_would_be_right() {
    refuses(&["--exit-after", "-1"], &["'-1'", "0 to 86400"]);
    refuses(&["--exit-after", "inf"], &["'inf'", "0 to 86400"]);
    refuses(&["--size", "0x0"], &["'0x0'", "1280x720"]);
    refuses(&["--size", "wide"], &["'wide'", "1280x720"]);
    refuses(&["--after", "1"], &["--screenshot"]);
    refuses(&["--skript", "a.ron"], &["--skript", "--script"]);
    // The lab plays no script.
    refuses(&["lab", "--script", "a.ron"], &["--script"]);
    refuses(&["solve", "maze", "--from", "1", "--to", "2,2"], &["'1'", "3,4"]);
    refuses(&["solve", "maze", "--from", "1,1"], &["--to"]);
    refuses(&["simulate", "maze", "--seconds", "NaN"], &["'NaN'", "0 to 86400"]);
    refuses(&["simulate", "maze", "--seconds", "1", "--seed", "-4"], &["'-4'", "0 to 18446744073709551615"]);
    refuses(&["maze", "gates"], &["`maze` is read as a level", "`gates`"]);
    refuses(&["check"], &["<PATH>"]);
    refuses(&["slove", "maze", "--from", "1,1"], &["did you mean `solve`?"]);
    refuses(&["chek"], &["did you mean `check`?"]);
}

#[test]
fn a_level_that_is_not_there_is_told() {
    refuses(&["mazze"], &["`mazze`", "did you mean `maze`?"]);
    refuses(&["solve", "nowhere.ron", "--from", "0,0", "--to", "1,1"], &["`nowhere.ron`", "footpath levels"]);
    refuses(&["simulate", "levels", "--seconds", "1"], &["`levels`", "folder"]);
    refuses(&["check", "nowhere.ron"], &["there is no file `nowhere.ron`"]);
    refuses(&["simulate", "maze", "--seconds", "1", "--script", "nowhere.ron"], &["there is no file `nowhere.ron`"]);
}

#[test]
fn built_in_levels_are_listed_and_sound() {
    let (code, stdout, _) = run(&["levels"]);
    assert_eq!(code, 0);
    assert!(stdout.lines().count() >= 8, "{stdout}");
    assert!(stdout.lines().any(|line| line.starts_with("tutorial/two-cubes ")), "{stdout}");
}

#[test]
fn check_reports_every_mistake_of_every_file() {
    let folder = Folder::new("check");
    folder.file("good.ron", without_a_closed_room());
    folder.file("notes.txt", "not a level");
    let bad = folder.file("deeper/bad.ron", ROOMS.replace("\"wall\"", "\"wal\"").replace("version: 1", "version: 0"));
    let binary = folder.file("deeper/binary.ron", b"(\n  v\xff");
    let whole = folder.path("");

    let (code, stdout, stderr) = run(&["check", &whole]);
    assert_eq!((code, stdout.as_str()), (1, "3 mistakes in 2 of 3 levels\n"), "{stderr}");
    assert!(stderr.contains(&format!("{bad}:4:34")), "{stderr}");
    assert!(stderr.contains("did you mean `wall`?"), "{stderr}");

    let (code, stdout, stderr) = run(&["check", &whole, "--json"]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    let mistakes: Vec<Value> = serde_json::from_str(&stdout).unwrap();
    assert_eq!(mistakes.len(), 3);
    assert_eq!(mistakes[0]["file"], *bad);
    assert_eq!((&mistakes[1]["line"], &mistakes[1]["column"]), (&4.into(), &34.into()), "{stdout}");
    assert!(mistakes.iter().all(|mistake| mistake["message"].is_string()), "{stdout}");
    assert_eq!(mistakes[2]["file"], *binary);
    assert_eq!((&mistakes[2]["line"], &mistakes[2]["column"]), (&2.into(), &4.into()), "{stdout}");
}

#[test]
fn check_goes_on_after_a_file_that_it_cannot_read() {
    let folder = Folder::new("unreadable");
    let bad = folder.file("bad.ron", ROOMS.replace("version: 1", "version: 9"));
    let (missing, empty) = (folder.path("missing.ron"), folder.path("empty"));
    fs::create_dir(&empty).unwrap();
    let (code, stdout, stderr) = run(&["check", &missing, &empty, &bad]);
    assert_eq!((code, stdout.as_str()), (2, "1 mistake in 1 of 1 level\n"));
    for words in ["this level is of version 9", "there is no file", "has no level"] {
        assert!(stderr.contains(words), "{stderr}");
    }
    let (code, stdout, stderr) = run(&["check", &missing, &empty, &bad, "--json"]);
    assert_eq!((code, stderr.as_str()), (2, ""));
    let mistakes: Vec<Value> = serde_json::from_str(&stdout).unwrap();
    let files: Vec<&str> = mistakes.iter().map(|mistake| mistake["file"].as_str().unwrap()).collect();
    assert_eq!(files, [&bad, &empty, &missing]);
}

/// A pipe that nobody writes to is not waited for.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("pipe.ron");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    refuses(&["check", &folder.path("")], &["a pipe or a device"]);
    refuses(&["simulate", &pipe, "--seconds", "1"], &["a pipe or a device"]);
}

/// Ground that is too small to count is told of where an agent stands on it.
#[test]
fn check_tells_of_agents_whose_ground_is_taken() {
    let folder = Folder::new("regions");
    let text = |smallest: f32| {
        format!(
            "(version: 1, name: \"Isles\", legend: {{'.': \"grass\", '#': \"wall\"}}, bake: (smallest_region: {smallest}),
    rows: [\"......\", \"######\", \"#..#..\"],
    agents: [(tile: (0, 0)), (at: (1.4, 2.5)), (profile: \"runner\", tile: (4, 2))])"
        )
    };
    let level = folder.file("isles.ron", text(2.0));
    assert_eq!(run(&["check", &level]).0, 0);
    let level = folder.file("isles.ron", text(3.0));
    let (code, stdout, stderr) = run(&["check", &level]);
    assert_eq!((code, stdout.as_str()), (1, "2 mistakes in 1 of 1 level\n"));
    assert!(stderr.contains("isles.ron:3:35") && stderr.contains("isles.ron:3:74"), "{stderr}");
    assert!(stderr.contains("takes the ground from under this agent: an area of 2 is connected there"), "{stderr}");
    let (code, stdout, _) = run(&["check", "--json", &level]);
    let mistakes: Vec<Value> = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, mistakes.len(), &mistakes[0]["line"]), (1, 2, &3.into()), "{stdout}");
}

/// Warnings do not fail a check unless they are denied.
#[test]
fn check_warns_and_can_deny() {
    let folder = Folder::new("warnings");
    let level = folder.file("rooms.ron", ROOMS.replace("(7, 4)", "(2, 2)"));
    let (code, stdout, stderr) = run(&["check", &level]);
    assert_eq!((code, stdout.lines().next()), (0, Some("1 level: no mistakes, 2 warnings")), "{stderr}");
    assert!(stderr.contains("warning[unreachable-goal]: a walker cannot get there"), "{stderr}");
    assert!(stderr.contains(&format!("{level}:12:55")), "{stderr}");
    assert_eq!(run(&["check", "--deny-warnings", &level]).0, 1);
    assert_eq!(run(&["check", "--deny-warnings", "levels/maze.ron"]).0, 0);
    let (code, stdout, stderr) = run(&["check", "--json", "--deny-warnings", &level]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    let found: Vec<Value> = serde_json::from_str(&stdout).unwrap();
    let kinds: Vec<&str> = found.iter().map(|finding| finding["warning"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["unreachable-ground", "unreachable-goal"]);
    let broken = folder.file("broken.ron", ROOMS.replace("version: 1", "version: 9"));
    let (_, stdout, _) = run(&["check", "--json", &broken]);
    let found: Vec<Value> = serde_json::from_str(&stdout).unwrap();
    assert!(found[0]["warning"].is_null(), "{stdout}");
}

#[cfg(unix)]
#[test]
fn a_file_name_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new("not-unicode");
    let path = folder.as_ref().join(OsStr::from_bytes(b"rooms\xff.ron"));
    if fs::write(&path, ROOMS).is_err() {
        return; // Not every file system takes such a name.
    }
    let runs: [&[&str]; 4] =
        [&["check", "--json"], &["solve", "--from", "0,0", "--to", "1,0"], &["simulate", "--seconds", "1"], &[]];
    for arguments in runs {
        let (code, _, stderr) = outcome(program().args(arguments).arg(&path).output().unwrap());
        assert_eq!(code, 0, "{arguments:?}: {stderr}");
    }
    let (code, _, stderr) = outcome(program().arg(OsStr::from_bytes(b"\xff")).arg("--skript").output().unwrap());
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("--script"), "{stderr}");
}

#[test]
fn check_is_content_with_sound_levels() {
    let folder = Folder::new("sound");
    let good = folder.file("good.ron", without_a_closed_room());
    assert_eq!(run(&["check", &good]), (0, "1 level: no mistakes\n8 x 5 tiles, 1 agent\n".to_owned(), String::new()));
    assert_eq!(run(&["check", "--json", &good, &good]), (0, "[]\n".to_owned(), String::new()));
    fs::create_dir(folder.path("empty")).unwrap();
    refuses(&["check", &folder.path("empty")], &["has no level", ".ron"]);
}

#[test]
fn solve_gives_the_path_as_json() {
    let folder = Folder::new("solve-json");
    let level = folder.file("rooms.ron", ROOMS);
    let (code, stdout, stderr) = run(&["solve", &level, "--from", "0,0", "--to", "7,0", "--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    let mut keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expected = [
        "algorithm",
        "begins_at",
        "bytes",
        "cells_per_tile",
        "cost",
        "expanded",
        "generated",
        "guarantee",
        "length",
        "links",
        "micros",
        "path",
        "status",
        "walkable",
    ];
    assert_eq!(keys, expected);
    assert_eq!((&answer["guarantee"], &answer["walkable"]), (&"shortest".into(), &true.into()));
    assert!(answer["bytes"].as_u64().unwrap() > 0 && answer["algorithm"] != "auto", "{stdout}");
    assert_eq!(answer["status"], "complete");
    assert_eq!((&answer["length"], &answer["cost"]), (&7.0.into(), &7.0.into()));
    assert_eq!(answer["path"][0], serde_json::json!([0, 0]));
    assert_eq!(answer["path"].as_array().unwrap().len(), 8);
    assert!(answer["expanded"].as_u64().unwrap() >= 7 && answer["micros"].as_f64().is_some(), "{stdout}");
}

#[test]
fn solve_is_asked_in_tiles_however_finely_a_level_is_baked() {
    let folder = Folder::new("solve-fine");
    let text = |cells: u32| {
        let rows = r#"["..#..~~..", "..#..~~..", ".....~~..", ".....~~.."]"#;
        format!(
            r#"(version: 1, name: "Fine", legend: {{'.': "grass", '#': "wall", '~': "void"}}, rows: {rows},
            links: [(name: "bridge", from: (tile: (4, 1)), to: (tile: (7, 1)), cost: 1.0)],
            bake: (cells_per_tile: {cells}))"#
        )
    };
    for cells in 1..=4 {
        let level = folder.file("fine.ron", text(cells));
        let question = ["solve", &level, "--from", "0,0", "--to", "8,0", "--json"];
        let answer: Value = serde_json::from_str(&run(&question).1).unwrap();
        assert_eq!((&answer["status"], &answer["cells_per_tile"]), (&"complete".into(), &cells.into()), "{cells}");
        let path: Vec<(u32, u32)> = serde_json::from_value(answer["path"].clone()).unwrap();
        let tile = |cell: (u32, u32)| (cell.0 / cells, cell.1 / cells);
        assert_eq!((tile(path[0]), tile(path[path.len() - 1])), ((0, 0), (8, 0)), "{cells}");
        let link = &answer["links"][0];
        assert_eq!(
            (&link["name"], &link["kind"], &link["area"]),
            (&"bridge".into(), &"authored".into(), &"jump".into()),
            "{cells}"
        );
        let at = link["at"].as_u64().unwrap() as usize;
        assert_eq!(
            serde_json::json!([link["from"], link["to"]]),
            serde_json::json!([path[at], path[at + 1]]),
            "{cells}"
        );
        assert!((8.0..14.0).contains(&answer["length"].as_f64().unwrap()), "{}", answer["length"]);

        let (_, drawn, _) = run(&question[..6]);
        assert!(drawn.starts_with("○.#..~~.●\n") || drawn.starts_with("○.#..vv.●\n"), "{drawn}");
        assert!(drawn.contains("links      `bridge` from 4,1 to 7,1\n"), "{drawn}");
        assert_eq!(drawn.contains(&format!("of a cell, {cells} to a tile")), cells > 1, "{drawn}");
        let near = run(&["solve", &level, "--from", "0,0", "--to", "8,0", "--within", "2", "--json"]).1;
        let near: Value = serde_json::from_str(&near).unwrap();
        let shorter = answer["length"].as_f64().unwrap() - near["length"].as_f64().unwrap();
        assert!((1.0..=3.0).contains(&shorter), "within is in tiles: {shorter}");
    }
}

#[test]
fn solve_calls_a_path_partial_when_the_goal_is_walled_in() {
    let folder = Folder::new("solve-partial");
    let level = folder.file("rooms.ron", ROOMS);
    let (code, stdout, _) = run(&["solve", &level, "--from", "0,0", "--to", "2,2", "--json"]);
    assert_eq!(code, 1, "as for no path");
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(answer["status"], "partial");
    let (code, stdout, _) = run(&["solve", &level, "--from", "0,0", "--to", "2,2"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("partial: 2,2 cannot be reached by a walker"), "{stdout}");
    assert!(stdout.contains(".#×.#.~."), "{stdout}");
}

/// Fire, the gaze of a guard that looks about, a drawbridge that is up: what counts in the game.
const GAZE: &str = r##"(
    version: 1,
    name: "Gaze",
    legend: { '.': "grass", '#': "wall", 'o': "void", ',': "mud" },
    rows: [
        "............",
        ".....##.o...",
        "..,,.##.o...",
        "..,,....o...",
        "............",
        "............",
    ],
    profiles: { "cart": (danger: 3.0, area_costs: {"mud": 0.5}) },
    zones: {
        "fire": (kind: "danger", at: (4.0, 4.0), radius: 2.0, strength: 6.0, falloff: 1.0),
        "gaze": (kind: "danger", on: "guard", radius: 5.0, in_sight: true, strength: 9.0),
    },
    links: [(name: "bridge", from: (tile: (7, 2)), to: (tile: (9, 2)), active: false)],
    wear: (worn_cost: 0.3),
    agents: [(profile: "cart", tile: (0, 3)), (name: "guard", tile: (9, 0)), (tile: (2, 5))],
)"##;

/// An agent that is sent from where it stands when the level begins takes the path that `solve` gives.
#[test]
fn solve_takes_the_path_that_the_game_takes() {
    let folder = Folder::new("solve-game");
    let built_in = |name: &'static str| (name.to_owned(), built_in::named(name).unwrap().text);
    let mut levels = vec![(folder.file("gaze.ron", GAZE), GAZE)];
    levels.extend(["tutorial/danger-and-reward", "tutorial/nav-areas", "drawbridge"].map(built_in));
    let mut compared = 0;
    for (name, text) in &levels {
        let level = Level::parse(name, text).unwrap();
        let goals = [Cell::new(11, 2), Cell::new(36, 9), Cell::new(5, 5)];
        let goals = || goals.into_iter().filter(|&goal| level.map.is_walkable(goal));
        for (id, start) in level.agents.iter().enumerate().filter(|(_, start)| start.search.is_none()).take(3) {
            let profile = &level.profiles[start.profile];
            let from = level.map.lattice.tile_at(start.position);
            for goal in goals() {
                let mut game = Simulation::new(level.clone(), None);
                let order = Order::MoveTo(Target::Tile(goal));
                game.step(&[Command::Order(Selection::These(vec![AgentId(id as u32)]), order)]);
                let Some(search) = game.last_search().filter(|search| search.agent.0 as usize == id) else { continue };
                let path = find_path(game.nav_grid(start.profile), &search.query, &mut Search::default()).unwrap();
                let tile = |cell: Cell| format!("{},{}", cell.x, cell.y);
                let asked =
                    ["solve", name, "--from", &tile(from), "--to", &tile(goal), "--profile", &profile.name, "--json"];
                let (code, printed, told) = run(&asked);
                let answer: Value = serde_json::from_str(&printed).unwrap_or_else(|_| panic!("{asked:?}: {told}"));
                let cells: Vec<(i32, i32)> = path.cells.iter().map(|cell| (cell.x, cell.y)).collect();
                assert_eq!(answer["path"], serde_json::json!(cells), "{asked:?}");
                assert!((answer["cost"].as_f64().unwrap() - path.cost).abs() < 1e-9, "{asked:?}: {answer}");
                let is_there = search.query.goals == game.goals_of(start.profile, &Target::Tile(goal)).unwrap();
                assert_eq!(code, i32::from(!is_there), "{asked:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 15, "{compared}");
    // Of three paths east, one leads through fire, and one past coins.
    let paid = |profile: &str| -> Value {
        let asked =
            ["solve", "tutorial/danger-and-reward", "--from", "3,9", "--to", "37,9", "--json", "--profile", profile];
        serde_json::from_str(&run(&asked).1).unwrap()
    };
    let crosses = |answer: &Value| -> i64 {
        let cells = answer["path"].as_array().unwrap();
        cells.iter().find(|cell| cell[0] == 23).unwrap()[1].as_i64().unwrap()
    };
    let rows = ["hunter", "villager", "collector"].map(|profile| crosses(&paid(profile)));
    assert!((7..=11).contains(&rows[0]) && rows[1] != rows[0] && (15..=17).contains(&rows[2]), "{rows:?}");
}

#[test]
fn solve_says_where_it_begins_when_the_agent_cannot_stand_at_the_start() {
    let folder = Folder::new("solve-wall");
    let level = folder.file("rooms.ron", ROOMS);
    let (code, stdout, _) = run(&["solve", &level, "--from", "1,0", "--to", "7,0", "--json"]);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &answer["begins_at"], &answer["walkable"]), (0, &Value::Null, &true.into()));
    let from_wall = ["solve", &level, "--from", "1,1", "--to", "7,0"];
    let (code, stdout, _) = run(&from_wall);
    assert_eq!(code, 0);
    assert!(stdout.contains("begins at  1,0: a walker cannot stand at 1,1 (wall is not walkable)\n"), "{stdout}");
    let (_, stdout, _) = run(&[&from_wall[..], &["--json"]].concat());
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&answer["begins_at"], &answer["walkable"]), (&serde_json::json!([1, 0]), &false.into()));
}

#[test]
fn solve_searches_as_it_is_told() {
    let folder = Folder::new("solve-method");
    let level = folder.file("rooms.ron", ROOMS);
    let base = ["solve", &level, "--from", "0,0", "--json"];
    let answer = |more: &[&str]| -> Value {
        let (code, stdout, stderr) = run(&[&base, more].concat());
        let answer: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!((code, stderr.as_str()), (i32::from(answer["status"] == "partial"), ""), "{more:?}");
        answer
    };
    assert_eq!(answer(&["--to", "7,4", "--algorithm", "dijkstra"])["algorithm"], "dijkstra");
    assert_eq!(answer(&["--to", "7,4", "--connectivity", "4"])["length"], 11.0);
    assert_eq!(answer(&["--to", "7,4", "--to", "3,0"])["length"], 3.0, "any one of several goals");
    assert_eq!(answer(&["--to", "7,0", "--within", "2"])["length"], 5.0);
    let greedy = answer(&["--to", "7,4", "--algorithm", "greedy"]);
    assert_eq!(greedy["guarantee"], "not guaranteed shortest");
    let cut = answer(&["--to", "2,2", "--corners", "always", "--algorithm", "a-star"]);
    assert_eq!((&cut["status"], &cut["walkable"]), (&"partial".into(), &true.into()));

    refuses(&[&base[..], &["--to", "1,0", "--algorithm", "a-sta"]].concat(), &["a-star", "jump-point", "auto"]);
    refuses(&[&base[..], &["--to", "1,0", "--weight", "-1"]].concat(), &["--weight", "1.5"]);
    refuses(&[&base[..], &["--to", "1,0", "--within", "NaN"]].concat(), &["--within", "2.5"]);
    refuses(&[&base[..], &["--to", "1,0", "--expansion-limit", "0"]].concat(), &["--expansion-limit"]);
}

/// Our own maps: `X.map` and `X.map.scen`.
const BENCHMARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

#[test]
fn bench_solves_and_times_scenarios() {
    let folder = Folder::new("bench");
    let csv = folder.path("queries.csv");
    let (code, stdout, stderr) = run(&["bench", BENCHMARKS, "--algorithm", "a-star", "--json", "--per-query", &csv]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let rows: Value = serde_json::from_str(&stdout).unwrap();
    let rows = rows.as_array().unwrap();
    assert!(rows.len() >= 3);
    let keys =
        ["algorithm", "bake_ms", "bytes", "expanded_mean", "map", "mean_us", "optimal", "queries", "skipped", "solved"];
    let mut queries = 0;
    for row in rows {
        let mut found: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found, keys, "{row}");
        assert_eq!((&row["algorithm"], &row["skipped"]), (&"a-star".into(), &0.into()), "{row}");
        assert!(row["solved"] == row["queries"] && row["optimal"] == row["queries"], "{row}");
        assert!(row["mean_us"].as_f64().unwrap() > 0.0 && row["bytes"].as_u64().unwrap() > 0, "{row}");
        queries += row["queries"].as_u64().unwrap() as usize;
    }
    let lines = fs::read_to_string(&csv).unwrap();
    assert_eq!(lines.lines().count(), queries + 1, "a line for each query below the header");
    refuses(&["bench", BENCHMARKS, "--per-query", &csv], &["already exists"]);
}

#[test]
fn bench_solves_every_nth_scenario() {
    let queries = |every: &str| -> Vec<u64> {
        let (code, stdout, _) = run(&["bench", BENCHMARKS, "--every", every, "--json"]);
        assert_eq!(code, 0);
        let rows: Value = serde_json::from_str(&stdout).unwrap();
        rows.as_array().unwrap().iter().map(|row| row["queries"].as_u64().unwrap()).collect()
    };
    let rounded_up: Vec<u64> = queries("1").iter().map(|all| all.div_ceil(7)).collect();
    assert_eq!(queries("7"), rounded_up);
    assert_eq!(run(&["bench", BENCHMARKS, "--every", "0"]).0, 2);
}

#[test]
fn bench_tells_when_an_exact_search_misses_the_published_length() {
    let folder = Folder::new("bench-misses");
    folder.file("a.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
    let scenarios = folder.file("a.map.scen", "version 1\n0\ta.map\t3\t1\t0\t0\t2\t0\t1.50000000\n");
    let (code, stdout, stderr) = run(&["bench", &scenarios]);
    assert_eq!(code, 1, "{stdout}");
    assert!(stderr.contains("1 path does not have the published length"), "{stderr}");
    let (code, _, _) = run(&["bench", &scenarios, "--algorithm", "greedy"]);
    assert_eq!(code, 0, "a search without a promise breaks none");
}

#[test]
fn bench_refuses_what_is_no_benchmark() {
    let folder = Folder::new("bench-refuses");
    refuses(&["bench", &folder.path("missing.map.scen")], &["there is no file"]);
    refuses(&["bench", &folder.as_ref().display().to_string()], &["has no scenarios"]);
    refuses(&["bench", &folder.file("a.ron", ROOMS)], &["a.ron", ".map.scen"]);
    let scenarios = folder.file("b.map.scen", "version 1\n0\tb.map\t4\t1\t0\t0\t2\t0\t2.0\n");
    refuses(&["bench", &scenarios], &["there is no file", "b.map"]);
    folder.file("b.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
    refuses(&["bench", &scenarios], &["4 x 1", "3 x 1"]);
    refuses(&["bench", &scenarios, "--repeat", "0"], &["--repeat"]);
}

#[test]
fn import_makes_a_level_that_can_be_played() {
    let folder = Folder::new("import");
    let level = folder.path("islands.ron");
    let map = format!("{BENCHMARKS}/islands.map");
    let (code, stdout, stderr) = run(&["import", &map, "-o", &level]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("islands.ron"), "{stdout}");
    assert_eq!(run(&["check", &level]).0, 0);
    let (code, stdout, _) = run(&["simulate", &level, "--seconds", "0.1", "--json"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("walker"), "{stdout}");
    refuses(&["import", &map, "-o", &level], &["already exists", "--force"]);
    assert_eq!(run(&["import", &map, "-o", &level, "--force"]).0, 0);
    let (code, stdout, _) = run(&["import", &map, "-o", "-"]);
    assert!(code == 0 && stdout.contains("rows:"), "the level is printed: {stdout}");
    refuses(&["import", &map, "--solid", "wall", "-o", &folder.path("c.ron")], &["says itself what is solid"]);
    refuses(&["import", &map, "-o", &folder.path("level.txt")], &["level.txt", ".ron"]);
    refuses(&["import", &level, "-o", &folder.path("b.ron")], &["islands.ron", ".map"]);
    let broken = folder.file("broken.map", "type octile\nheight 1\nwidth 3\nmap\n.x.\n");
    let (code, _, stderr) = run(&["import", &broken, "-o", &folder.path("c.ron")]);
    assert_eq!(code, 2);
    assert!(stderr.contains("broken.map:5:2"), "{stderr}");
}

/// Maps of other programs that all have a wall in the column of their middle and floor beside it.
fn foreign_maps(folder: &Folder) -> [String; 3] {
    let tmx = r#"<map version="1.10" orientation="orthogonal" width="5" height="2" tilewidth="16" tileheight="16">
        <tileset firstgid="1" name="set" tilewidth="16" tileheight="16"/>
        <layer name="Ground" width="5" height="2"><data encoding="csv">1,1,1,1,1,1,1,1,1,1</data></layer>
        <layer name="Walls" width="5" height="2"><data encoding="csv">0,0,2,0,0,0,0,0,0,0</data></layer></map>"#;
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 5, 2);
    encoder.set_color(png::ColorType::Grayscale);
    let mut points = [255; 10];
    points[2] = 0;
    encoder.write_header().unwrap().write_image_data(&points).unwrap();
    [folder.file("grid.txt", "..#..\n.....\n"), folder.file("yard.tmx", tmx), folder.file("picture.png", png)]
}

/// The rows of a level: `#` where no agent can be, `.` elsewhere.
fn walls(level: &Level) -> Vec<String> {
    let (width, height) = (level.map.lattice.width as i32, level.map.lattice.height as i32);
    let letter = |x, y| if level.map.is_walkable(Cell::new(x, y)) { '.' } else { '#' };
    (0..height).map(|y| (0..width).map(|x| letter(x, y)).collect()).collect()
}

/// The wall stands between the start and the goal, so that the path is a step longer than the row.
#[test]
fn maps_of_other_programs_are_solved_simulated_and_drawn() {
    let folder = Folder::new("foreign");
    for map in foreign_maps(&folder) {
        let (code, stdout, stderr) = run(&["solve", &map, "--from", "0,0", "--to", "4,0", "--json"]);
        assert_eq!(code, 0, "{map}: {stderr}");
        let path: Value = serde_json::from_str(&stdout).expect("it is JSON");
        assert!(path["length"].as_f64().is_some_and(|length| length > 4.5), "{map}: the path goes around: {stdout}");
        let (code, stdout, stderr) = run(&["simulate", &map, "--seconds", "0.1", "--json"]);
        assert!(code == 0 && stdout.contains("walker"), "{map}: {stdout}{stderr}");
        let picture = format!("{map}-drawn.png");
        let (code, _, stderr) = run(&["render", &map, "--tile", "4", "-o", &picture]);
        assert_eq!(code, 0, "{map}: {stderr}");
        assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"), "{map}");
    }
}

#[test]
fn a_map_comes_from_standard_input_and_a_level_goes_to_standard_output() {
    let folder = Folder::new("import-standard");
    for map in foreign_maps(&folder) {
        let input = || fs::File::open(&map).unwrap();
        let (code, level, stderr) = outcome(program().args(["import", "-"]).stdin(input()).output().unwrap());
        assert_eq!(code, 0, "{map}: {stderr}");
        let level = Level::parse("out.ron", &level).expect("nothing but a level is printed");
        assert_eq!(walls(&level), ["..#..", "....."], "{map}");
        let target = folder.path("out.ron");
        let written = program().args(["import", "-", "-o", &target, "--force"]).stdin(input()).output().unwrap();
        assert_eq!(outcome(written).0, 0, "{map}");
        let written = Level::parse("out.ron", &fs::read_to_string(&target).unwrap()).unwrap();
        assert_eq!(written.map, level.map, "{map}");
    }
    let (code, stdout, stderr) = outcome(program().args(["import", "-"]).stdin(Stdio::null()).output().unwrap());
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("standard input"), "{stderr}");
}

#[test]
fn the_flags_of_import_change_what_they_say() {
    let folder = Folder::new("import-flags");
    let [grid, tiled, picture] = foreign_maps(&folder);
    let rows = |arguments: &[&str]| {
        let (code, text, stderr) = run(&[&["import", "-o", "-"], arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {stderr}");
        walls(&Level::parse("out.ron", &text).expect("it is a level"))
    };
    assert_eq!(rows(&[&tiled]), ["..#..", "....."]);
    assert_eq!(rows(&[&tiled, "--floor", "Walls"]), [".....", "....."]);
    assert_eq!(rows(&[&tiled, "--solid", "Ground"]), ["#####", "#####"]);
    assert_eq!(rows(&[&tiled, "--layer", "Walls", "--empty", "floor"]), ["..#..", "....."]);
    assert_eq!(rows(&[&tiled, "--layer", "Walls", "--empty", "void"]), ["#####", "#####"]);
    assert_eq!(rows(&[&tiled, "--tile-size", "8"]), ["....##....", "....##....", "..........", ".........."]);
    assert_eq!(rows(&[&picture, "--tile-size", "1"]), ["..#..", "....."]);
    let worlds = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ldtk/version-1.1-worlds.ldtk");
    let named = |level: &str| {
        let (code, text, stderr) = run(&["import", worlds, "-o", "-", "--level", level]);
        assert_eq!(code, 0, "{stderr}");
        Level::parse("out.ron", &text).expect("it is a level").name
    };
    let second = named("2");
    assert_ne!(named("1"), second);
    assert_eq!(named(&second), second, "a number and a name mean the same level");
    for (flag, value) in [("--layer", "Roof"), ("--level", "7"), ("--tile-size", "12"), ("--solid", "Roof")] {
        refuses(&["import", &tiled, "-o", "-", flag, value], &[value]);
    }
    refuses(&["import", &grid, "-o", "-", "--empty", "water"], &["water", "floor", "void"]);
    let target = folder.file("mine.ron", "mine");
    refuses(&["import", &grid, "-o", &target], &["already exists", "--force"]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    assert_eq!(run(&["import", &grid, "-o", &target, "--force"]).0, 0);
    assert!(fs::read_to_string(&target).unwrap().contains("rows:"));
}

/// Without a window the lab can only refuse, once it has read its ground: a level that needs no import first.
#[test]
fn the_ground_of_the_lab_can_be_a_map_of_another_program() {
    let folder = Folder::new("lab-grid");
    let grid = folder.file("grid.txt", "#####\n#...#\n#...#\n#####\n");
    let (code, _, stderr) = run(&["lab", &grid]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("the lab needs a window") && !stderr.contains("footpath import"), "{stderr}");
}

#[test]
fn all_levels_of_a_text_are_imported_side_by_side() {
    let folder = Folder::new("import-all");
    let grid = folder.file("one.txt", "#####\n#...#\n#####\n");
    let target = folder.path("one.ron");
    assert_eq!(run(&["import", &grid, "--level", "all", "-o", &target]).0, 0);
    assert_eq!(run(&["check", &target]).0, 0, "one level is one file");
    let world = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ldtk/version-1.1-worlds.ldtk");
    let worlds = folder.path("worlds.ron");
    let (code, stdout, stderr) = run(&["import", world, "--level", "all", "-o", &worlds]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.matches("has been written").count() >= 2, "{stdout}");
    assert!(!std::path::Path::new(&worlds).exists(), "each level has a file of its own name");
    refuses(&["import", world, "--level", "all", "-o", "-"], &["name a file with -o"]);
}

#[test]
fn solve_fails_where_no_way_leads_any_nearer() {
    let folder = Folder::new("solve-none");
    let level = folder.file("rooms.ron", ROOMS);
    let (code, stdout, _) = run(&["solve", &level, "--from", "2,2", "--to", "1,2", "--json"]);
    assert_eq!(code, 1);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(answer["status"], "none");
    assert_eq!((&answer["cost"], &answer["length"]), (&Value::Null, &Value::Null));
    assert_eq!(answer["path"], serde_json::json!([]));
    let (code, stdout, _) = run(&["solve", &level, "--from", "2,2", "--to", "1,2"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("none: "), "{stdout}");
}

#[test]
fn draw_without_a_path() {
    let folder = Folder::new("solve-draw");
    let rooms =
        r#"(version: 1, name: "Cells", legend: {'.': "grass", 'x': "wall"}, rows: ["xxxxx", "x.x.x", "xxxxx"])"#;
    let level = folder.file("cells.ron", rooms);
    let (_, stdout, _) = run(&["solve", &level, "--from", "1,1", "--to", "3,1"]);
    assert!(stdout.contains("#○#×#"), "the ends stand in the map without a path between them: {stdout}");
    assert!(!stdout.contains('•'), "{stdout}");
}

#[test]
fn solve_draws_the_path_on_the_map() {
    let folder = Folder::new("solve-map");
    let level = folder.file("rooms.ron", ROOMS);
    let (code, stdout, _) = run(&["solve", &level, "--from", "0,0", "--to", "7,0"]);
    assert_eq!(code, 0);
    assert!(stdout.starts_with("○••••••●\n.####...\n.#..#.~.\n"), "{stdout}");
    assert!(stdout.contains("# wall") && stdout.contains("cost       7.000"), "{stdout}");
}

#[test]
fn solve_refuses_what_the_level_does_not_have() {
    let folder = Folder::new("solve-refuses");
    let level = folder.file("rooms.ron", ROOMS);
    let outside = ["columns are 0 to 7", "rows 0 to 4"];
    refuses(&["solve", &level, "--from", "-1,0", "--to", "1,0"], &["--from -1,0", outside[0], outside[1]]);
    refuses(&["solve", &level, "--from", "1,0", "--to", "8,0"], &["--to 8,0", outside[0], outside[1]]);
    let profile = ["solve", &level, "--from", "0,0", "--to", "1,0", "--profile", "giamt"];
    refuses(&profile, &["`giamt`", "did you mean `giant`?", "walker, runner"]);
}

#[test]
fn a_broken_level_is_shown_by_every_command() {
    let folder = Folder::new("broken");
    let level = folder.file("broken.ron", ROOMS.replace("\"swamp\"", "\"swapm\""));
    let commands: [&[&str]; 3] =
        [&[&level], &["solve", &level, "--from", "0,0", "--to", "1,1"], &["simulate", &level, "--seconds", "1"]];
    for arguments in commands {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stdout.as_str()), (1, ""), "{arguments:?}");
        assert!(stderr.contains("broken.ron:4:") && stderr.contains("did you mean `swamp`?"), "{stderr}");
    }
}

#[test]
fn simulate_walks_agents_and_reports() {
    let folder = Folder::new("simulate");
    let level = folder.file("rooms.ron", ROOMS);
    let (code, stdout, stderr) = run(&["simulate", &level, "--seconds", "8", "--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let outcome: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(outcome["ticks"], 480);
    assert!(outcome["tick_us_median"].as_f64().unwrap() <= outcome["tick_us_p99"].as_f64().unwrap());
    assert_eq!(outcome["state_hash"].as_str().unwrap().len(), 16);
    let agent = &outcome["agents"][0];
    assert_eq!((&agent["id"], &agent["state"]), (&0.into(), &"arrived".into()));
    assert!((agent["x"].as_f64().unwrap() - 7.5).abs() < 0.05, "{agent}");
    assert!((agent["y"].as_f64().unwrap() - 4.5).abs() < 0.05, "{agent}");
    assert!((2.0..8.0).contains(&agent["arrived_s"].as_f64().unwrap()), "{agent}");
    assert!((0.9..1.1).contains(&agent["path_ratio"].as_f64().unwrap()), "{agent}");
    assert!(agent["wall_penetration"].as_f64().unwrap() <= 0.001, "{agent}");

    let (code, stdout, _) = run(&["simulate", &level, "--seconds", "8"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("state hash  ") && stdout.contains("arrived"), "{stdout}");
}

#[test]
fn two_simulations_of_one_seed_are_equal() {
    let folder = Folder::new("hash");
    let level = folder.file("rooms.ron", ROOMS);
    let script = folder.file("scatter.ron", "[(at: 1, do: Scatter), (at: 3, do: Scatter)]");
    let hash = |seed: &str| {
        let arguments = ["simulate", &level, "--seconds", "5", "--script", &script, "--seed", seed, "--json"];
        let (code, stdout, stderr) = run(&arguments);
        assert_eq!((code, stderr.as_str()), (0, ""));
        let outcome: Value = serde_json::from_str(&stdout).unwrap();
        outcome["state_hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash("7"), hash("7"));
    assert_ne!(hash("7"), hash("8"));
}

#[test]
fn simulate_refuses_steps_that_need_a_window() {
    let folder = Folder::new("window-steps");
    let script = folder.file("keys.ron", "[(at: 0, do: Stop), (at: 1.5, do: Key(\"G\"))]");
    let arguments = ["simulate", "maze", "--seconds", "1", "--script", &script];
    refuses(&arguments, &["keys.ron", "1.5 seconds", "needs a window", "Key"]);
    let broken = folder.file("broken.ron", "[\n  (at: 1, do: Dance),\n]");
    refuses(&["simulate", "maze", "--seconds", "1", "--script", &broken], &["broken.ron:2:", "Dance"]);
}

#[test]
fn simulate_tells_what_a_script_could_not_do() {
    let folder = Folder::new("refusals");
    let script = folder.file("lost.ron", "[(at: 0.5, do: MoveTo(\"nowhere\")), (at: 9, do: Stop)]");
    let (code, _, stderr) = run(&["simulate", "maze", "--seconds", "1", "--script", &script]);
    assert_eq!(code, 0);
    assert!(stderr.contains("at 0.50 seconds") && stderr.contains("nowhere"), "{stderr}");
    assert!(stderr.contains("has steps after the end"), "{stderr}");
}

#[test]
fn what_a_script_names_is_of_use() {
    let folder = Folder::new("named-in-script");
    let level = folder.file(
        "yard.ron",
        r#"(version: 1, name: "Yard", legend: {'.': "grass"}, rows: ["....."], layers: ["crates"],
            paths: {"round": (points: [(tile: (0, 0)), (tile: (4, 0))])}, agents: [(tile: (1, 0))])"#,
    );
    let script = folder.file(
        "day.ron",
        r#"[(at: 1, do: Order(Patrol("round"))), (at: 2, do: PutObstacle(tile: (3, 0), radius: 0.1, layer: "crates"))]"#,
    );
    let (code, _, stderr) = run(&["check", &level, "--deny-warnings"]);
    assert!(code == 1 && stderr.contains("\"round\"") && stderr.contains("\"crates\""), "{stderr}");
    assert_eq!(run(&["check", &level, "--script", &script, "--deny-warnings"]).0, 0);
}

#[test]
fn a_level_that_is_written_as_json_is_no_file_of_pieces() {
    let folder = Folder::new("json-level");
    let level = folder.file("yard.ron", "{\n  \"version\": 1,\n  \"name\": \"Yard\"\n}");
    let (code, stdout, stderr) = run(&["check", &level]);
    assert_eq!(code, 1);
    assert!(stderr.contains("a level must be a struct, not a map"), "{stderr}");
    assert!(stdout.contains("in 1 of 1 level"), "{stdout}");
}

#[test]
fn new_writes_a_level_and_never_overwrites() {
    let folder = Folder::new("new");
    let file = folder.path("mine.ron");
    let (code, stdout, stderr) = run(&["new", &file]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains(&format!("footpath check {file}")), "{stdout}");
    assert_eq!(run(&["check", &file]).0, 0);
    fs::write(&file, "precious").unwrap();
    refuses(&["new", &file], &["already exists"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    refuses(&["new", &folder.path("no/such/mine.ron")], &["its folder does not exist"]);
    assert!(!folder.as_ref().join("no").exists());
    refuses(&["new", &folder.path("mine.txt")], &["mine.ron"]);
    refuses(&["new", &folder.path(".ron")], &["my-level.ron"]);
}

/// Calls `visit` with every object within a JSON value, itself included.
fn each_object(value: &Value, visit: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            visit(fields);
            fields.values().for_each(|value| each_object(value, visit));
        }
        Value::Array(values) => values.iter().for_each(|value| each_object(value, visit)),
        _ => {}
    }
}

#[test]
fn the_schema_is_a_json_schema_of_every_field() {
    let (code, stdout, _) = run(&["schema"]);
    assert_eq!(code, 0);
    let schema: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let mut references = 0;
    each_object(&schema, &mut |object| {
        let Some(target) = object.get("$ref").and_then(Value::as_str) else { return };
        let pointer = target.strip_prefix('#').unwrap();
        assert!(schema.pointer(pointer).is_some_and(Value::is_object), "{target} is not defined");
        references += 1;
    });
    assert!(references > 20, "{references} references");
    for kind in footpath::format::table::STRUCTS {
        let properties = schema["$defs"][kind.name()]["properties"].as_object().unwrap();
        assert_eq!(properties.len(), kind.fields.len(), "{}", kind.name());
    }
    let required = schema["$defs"]["Level"]["required"].as_array().unwrap();
    assert!(required.contains(&"version".into()) && !required.contains(&"seed".into()), "{required:?}");
}

#[test]
fn the_schema_of_scripts_has_every_step() {
    let (code, stdout, _) = run(&["schema", "--script"]);
    assert_eq!(code, 0);
    let schema: Value = serde_json::from_str(&stdout).unwrap();
    let ways = schema["items"]["properties"]["do"]["anyOf"].as_array().unwrap();
    let way = |name: &str| {
        let is_it = |way: &&Value| way["const"] == name || way["properties"].get(name).is_some();
        ways.iter().find(is_it).unwrap_or_else(|| panic!("{name} is not in the schema"))
    };
    for step in footpath::script::STEPS {
        assert_eq!(way(step.name)["x-ron-examples"][0], step.example);
    }
    let orders = schema["$defs"]["Order"]["anyOf"].as_array().unwrap();
    let flee = orders.iter().find_map(|order| order["properties"].get("Flee")).unwrap();
    assert_eq!(flee["anyOf"][1]["anyOf"][0]["type"], "integer", "agents are called by number: {flee}");
    let zone = &way("PutZone")["properties"]["PutZone"];
    assert!(zone["properties"]["falloff"]["maximum"].is_number(), "{zone}");
    assert!(zone["required"].as_array().unwrap().contains(&"name".into()), "{zone}");
    assert_eq!(zone["properties"]["on"]["type"], "string", "who carries a zone is called by name: {zone}");
    assert_eq!(schema["$defs"]["Point"]["properties"]["agent"]["type"], "string");
    let path = &way("PutPath")["properties"]["PutPath"];
    assert!(path["properties"]["points"].is_object() && path["properties"]["wait"]["maximum"].is_number(), "{path}");
    assert!(path["required"].as_array().unwrap().contains(&"name".into()), "{path}");
    let tune = &way("Tune")["properties"]["Tune"]["properties"];
    assert!(tune["speed"]["maximum"].is_number() && tune["speed"].get("default").is_none(), "{tune}");
    assert!(tune["rays"]["properties"].get("whiskers").is_some() && tune.get("height").is_none(), "{tune}");
    let bake = &way("Bake")["properties"]["Bake"]["properties"];
    assert!(bake["height"]["maximum"].is_number() && bake["cells_per_tile"]["maximum"] == 4, "{bake}");
}

#[test]
fn the_schema_has_defaults_ranges_and_units() {
    let schema: Value = serde_json::from_str(&run(&["schema"]).1).unwrap();
    let field = |kind: &str, field: &str| schema["$defs"][kind]["properties"][field].clone();
    let falloff = field("Zone", "falloff");
    assert_eq!((&falloff["type"], &falloff["default"]), (&"number".into(), &0.0.into()));
    assert!(falloff["minimum"].is_number() && falloff["maximum"].is_number() && falloff["x-unit"] == "world units");
    assert_eq!(field("Wear", "terrains")["default"], serde_json::json!(["grass"]));
    assert_eq!(field("Level", "version")["const"], 1);
    assert_eq!(field("Profile", "speed")["x-changed-by"], "Tune");
    assert_eq!(field("Profile", "abilities")["maxItems"], 32);
    let needs =
        schema["$defs"]["Zone"]["allOf"].as_array().unwrap().iter().find_map(|rule| rule.get("dependentSchemas"));
    assert_eq!(needs.unwrap()["on"]["anyOf"][0]["required"][0], "radius");
}

#[test]
fn the_schema_tells_every_way_to_write_a_value() {
    let schema: Value = serde_json::from_str(&run(&["schema"]).1).unwrap();
    let when = schema["$defs"]["Motion"]["properties"]["when"]["anyOf"].as_array().unwrap();
    let near = when.iter().find_map(|way| way["properties"].get("Near")).unwrap();
    assert_eq!((&near["minimum"], &near["x-unit"]), (&0.1.into(), &"world units".into()));
    let ways = |order: &str| {
        let orders = schema["$defs"]["Order"]["anyOf"].as_array().unwrap();
        let order = orders.iter().find_map(|way| way["properties"].get(order)).unwrap();
        order["anyOf"].as_array().unwrap().clone()
    };
    let target = ways("MoveTo");
    assert_eq!((&target[0]["x-name-of"], &target[1]["$ref"]), (&"place".into(), &"#/$defs/Target".into()));
    let path = ways("Patrol");
    assert_eq!((&path[0]["x-name-of"], &path[1]["type"]), (&"path".into(), &"array".into()));
    let follow = ways("Follow");
    assert_eq!((&follow[0]["required"][0], &follow[1]["anyOf"][0]["x-name-of"]), (&"agent".into(), &"agent".into()));
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let mut child = program().arg("levels").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let (code, _, stderr) = outcome(child.wait_with_output().unwrap());
    assert_eq!((code, stderr.as_str()), (0, ""));
}

#[test]
fn simulate_tells_how_a_level_has_ended() {
    let folder = Folder::new("outcome");
    let rules = r#"rules: [(when: After(time: 0.5), then: [Lose(text: "Too late.")])],"#;
    let level = folder.file("late.ron", ROOMS.replacen("    agents:", &format!("    {rules}\n    agents:"), 1));
    let (code, stdout, _) = run(&["simulate", &level, "--seconds", "1", "--json"]);
    assert_eq!(code, 0);
    let told: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(told["outcome"], serde_json::json!({"won": false, "text": "Too late.", "seconds": 0.5}));
    assert!(run(&["simulate", &level, "--seconds", "1"]).1.contains("outcome     lost after 0.5 seconds: Too late."));
    let before = run(&["simulate", &level, "--seconds", "0.1", "--json"]).1;
    assert!(!before.contains("outcome"), "{before}");
}

/// The files of a level and of its pieces lie in one folder; what leaves the folder is whole.
#[test]
fn a_level_with_shared_pieces_is_checked_linked_and_played_whole() {
    let folder = Folder::new("shared-pieces");
    let level = folder.file(
        "camp.ron",
        r##"(version: 1, name: "Camp", legend: {'.': "grass", '#': "wall"}, rows: ["......", "......"],
            pieces_from: "huts.ron", stamps: [(piece: "hut", at: (1, 0))], agents: [(tile: (0, 0), order: MoveTo((tile: (5, 0))))])"##,
    );
    let huts = folder.file("huts.ron", "// Shared.\n{\n  \"hut\": [\"##\"],\n}\n");
    let all = folder.as_ref().to_str().unwrap();
    let (code, _, told) = run(&["check", all]);
    assert_eq!(code, 0, "{told}");
    let (code, link, told) = run(&["link", "--base", "https://example.org/", &level]);
    assert_eq!(code, 0, "{told}");
    let (_, fragment) = link.trim().split_once('#').expect("an address with a level");
    let shared = share::text(fragment).expect("it is a level");
    assert!(Level::parse("shared.ron", &shared).is_ok_and(|level| !level.map.is_walkable(Cell::new(2, 0))), "{shared}");
    let (code, told, errors) = run(&["simulate", &level, "--seconds", "10"]);
    assert_eq!(code, 0, "{told} {errors}");
    folder.file("huts.ron", "// Shared.\n{\n  \"hut\": [\"#?\"],\n}\n");
    let (code, _, told) = run(&["check", all]);
    assert!(code == 1 && told.contains(&format!("--> {huts}:3:13")), "{code}: {told}");
    fs::remove_file(&huts).unwrap();
    let (code, _, told) = run(&["check", &level]);
    assert!(
        code == 1 && told.contains("there is no file") && told.contains(&format!("--> {level}:2:26")),
        "{code}: {told}"
    );
}
