//! `footpath replay`, and what records for it.

use serde_json::Value;

use crate::support::program::{Folder, refuses, run};

/// Records four seconds of the maze, in which something is done.
fn recorded(folder: &Folder) -> String {
    let replay = folder.path("run.replay");
    let script = folder.file("script.ron", "[(at: 0.5, do: Scatter), (at: 2.5, do: Restart)]");
    let (code, _, stderr) =
        run(&["simulate", "maze", "--seconds", "4", "--seed", "9", "--script", &script, "--record", &replay]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    replay
}

#[test]
fn a_recorded_run_is_verified() {
    let folder = Folder::new("replay-verify");
    let replay = recorded(&folder);
    let (_, told, _) = run(&["simulate", "maze", "--seconds", "0", "--json"]);
    let begun: Value = serde_json::from_str(&told).unwrap();
    let (code, stdout, stderr) = run(&["replay", &replay, "--verify"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("240 of 240") && stdout.contains("5 compared, all as they were recorded"), "{stdout}");
    let (code, stdout, _) = run(&["replay", &replay, "--headless", "--json", "--until", "100"]);
    let told: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &told["ticks"], &told["of"], &told["compared"]), (0, &100.into(), &240.into(), &2.into()));
    assert!(told["difference"].is_null() && told["state_hash"] != begun["state_hash"], "{told}");
}

#[test]
fn a_changed_hash_fails_and_its_second_is_named() {
    let folder = Folder::new("replay-changed");
    let replay = recorded(&folder);
    let text = std::fs::read_to_string(&replay).unwrap();
    let at = text.find("Hash(120,\"").unwrap() + "Hash(120,\"".len();
    let other = if text.as_bytes()[at] == b'0' { "1" } else { "0" };
    let changed = folder.file("changed.replay", [&text[..at], other, &text[at + 1..]].concat());
    let (code, _, stderr) = run(&["replay", &changed, "--verify"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("changed.replay: replay differs at second 2 (tick 120)"), "{stderr}");
    let (code, stdout, _) = run(&["replay", &changed, "--headless", "--json"]);
    let told: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &told["difference"]["tick"]), (0, &120.into()), "only --verify fails");
    let (code, _, _) = run(&["replay", &changed, "--verify", "--until", "119"]);
    assert_eq!(code, 0, "before that it is the same");
}

#[test]
fn what_was_refused_is_told_again() {
    let folder = Folder::new("replay-refused");
    let (replay, script) = (folder.path("run.replay"), folder.file("lost.ron", "[(at: 0.5, do: MoveTo(\"nowhere\"))]"));
    run(&["simulate", "maze", "--seconds", "1", "--script", &script, "--record", &replay]);
    let (code, _, stderr) = run(&["replay", &replay, "--headless"]);
    assert!(code == 0 && stderr.contains("at 0.50 seconds: this level has no place called \"nowhere\""), "{stderr}");
}

#[test]
fn what_cannot_be_played_is_told() {
    let folder = Folder::new("replay-broken");
    let text = std::fs::read_to_string(recorded(&folder)).unwrap();
    let cut = folder.file("cut.replay", &text[..text.len() - 20]);
    let (code, stdout, _) = run(&["replay", &cut, "--verify"]);
    assert!(code == 0 && stdout.contains("it was cut off"), "{stdout}");
    let said = |name: &str, text: &str, words: &[&str]| {
        let file = folder.file(name, text);
        let (code, stdout, stderr) = run(&["replay", &file, "--headless"]);
        assert_eq!((code, stdout.as_str()), (1, ""), "{stderr}");
        words.iter().for_each(|word| assert!(stderr.contains(word), "{word}: {stderr}"));
    };
    said("newer.replay", &text.replacen("format:1", "format:2", 1), &["newer.replay:1:", "format 2", "version"]);
    said("level.ron", "(version: 1)", &["level.ron:1:1", "this is no replay"]);
    said("odd.replay", &text.replace("\\\"wall\\\"", "\\\"wal\\\""), &["maze:", "did you mean `wall`?"]);
    refuses(&["replay", &folder.path("none.replay"), "--verify"], &["there is no file"]);
    refuses(&["replay", &cut], &["--headless needs none"]);
    refuses(&["replay", &cut, "--json"], &["--headless"]);
    let without =
        text.lines().filter(|line| !line.starts_with("Hash")).fold(String::new(), |all, line| all + line + "\n");
    let (code, _, stderr) = run(&["replay", &folder.file("bare.replay", without), "--verify"]);
    assert!(code == 1 && stderr.contains("there is no state in it"), "{stderr}");
}

#[test]
fn a_file_is_replaced_only_where_that_is_asked_for() {
    let folder = Folder::new("replay-force");
    let taken = folder.file("taken.replay", "mine");
    let simulate = ["simulate", "maze", "--seconds", "1", "--record", &taken];
    refuses(&simulate, &["taken.replay` already exists", "--force"]);
    assert_eq!(std::fs::read_to_string(&taken).unwrap(), "mine");
    let (code, _, _) = run(&[&simulate[..], &["--force"]].concat());
    assert_eq!(code, 0);
    assert_eq!(run(&["replay", &taken, "--verify"]).0, 0);
    refuses(&["simulate", "maze", "--seconds", "1", "--record", &folder.path("no/run.replay")], &["does not exist"]);
    refuses(
        &["simulate", "maze", "--seconds", "1", "--record", folder.as_ref().to_str().unwrap(), "--force"],
        &["is a folder: give the name of a file"],
    );
    refuses(&["--record", &folder.path("new.replay"), "maze"], &["--record needs a window"]);
    assert!(!std::path::Path::new(&folder.path("new.replay")).exists());
}
