//! What becomes of the file of the level that is played, and of replays.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::FIELD;
use super::player::{Folder, Player, is_at, play};

/// The field as an author writes it, with comments.
fn written() -> String {
    let text = FIELD.replace("version: 1,", "version: 1, // a comment   of its author");
    text.replace("rows: [", "rows: [ /* drawn */")
}

/// A level's text with a wall at a tile.
fn with_wall(text: &str, column: usize, row: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.contains("rows:")).unwrap() + 1;
    let line = &mut lines[first + row];
    let at = line.find('"').unwrap() + 1 + column;
    line.replace_range(at..=at, "#");
    lines.join("\n") + "\n"
}

/// Paints a wall in the edit mode, and goes back to the game.
fn paint_a_tile(play: &mut Player, column: i32, row: i32) {
    play.key("Ctrl+E");
    let before = play.state()["edit"]["done"].as_u64();
    play.key("B");
    play.click(play.tile(column, row));
    play.until("the stroke", |state| state["edit"]["done"].as_u64() > before);
    play.key("Ctrl+E");
    assert_eq!(play.state()["edit"], Value::Null);
}

fn is_asked(state: &Value) -> bool {
    state["menu"]["page"] == "Question"
}

/// Presses a button of a question by the keyboard: the one at a place of its order, the cross first if it has one.
fn reply(play: &mut Player, index: usize) {
    play.until("the question", is_asked);
    play.keys("Tab", index + 1);
    play.key("Enter");
    assert!(!is_asked(&play.state()), "it is answered");
}

#[test]
fn saving_keeps_the_text_of_the_author() {
    let mut play = play(&written());
    paint_a_tile(&mut play, 12, 4);
    assert_eq!(play.state()["is_saved"], false);
    play.key("Ctrl+S");
    play.until("the file", |state| state["is_saved"] == true);
    assert_eq!(play.folder.read("field.ron"), with_wall(&written(), 12, 4));
    let drafts = std::fs::read_dir(play.folder.file("drafts")).into_iter().flatten().flatten();
    let drafts: Vec<PathBuf> =
        drafts.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|kind| kind == "ron")).collect();
    assert!(drafts.is_empty(), "there are drafts of what is saved: {drafts:?}");
}

/// A game in which a tile is painted while others write the file, and the question which of the two holds.
fn two_versions(theirs: &str) -> Player {
    let mut play = play(&written());
    paint_a_tile(&mut play, 12, 4);
    play.folder.write("field.ron", theirs);
    let asked = play.until("the question", is_asked);
    assert!(is_at(&asked["agents"][0], 4.5, 5.5), "theirs was taken without asking");
    play
}

fn theirs() -> String {
    written().replace("tile: (4, 5)", "tile: (9, 2)")
}

#[test]
fn of_two_versions_theirs_is_taken() {
    let mut play = two_versions(&theirs());
    reply(&mut play, 1);
    play.until("their level", |state| is_at(&state["agents"][0], 9.5, 2.5) && state["is_saved"] == true);
    assert_eq!(play.folder.read("field.ron"), theirs(), "their file was written");
    assert!(!play.folder.file("field.mine.ron").exists(), "something was saved beside");
}

#[test]
fn of_two_versions_mine_is_kept_and_saved_only_when_asked() {
    let mut play = two_versions(&theirs());
    reply(&mut play, 2);
    assert_eq!(play.pass(0.5)["is_saved"], false, "it was saved");
    assert_eq!(play.folder.read("field.ron"), theirs(), "something was done");
    assert!(!play.folder.file("field.mine.ron").exists(), "something was saved beside");
    play.key("Ctrl+S");
    play.until("the file", |state| state["is_saved"] == true);
    assert_eq!(play.folder.read("field.ron"), with_wall(&written(), 12, 4));
}

#[test]
fn of_two_versions_mine_is_saved_beside() {
    let mut play = two_versions(&theirs());
    reply(&mut play, 3);
    play.until("their level", |state| is_at(&state["agents"][0], 9.5, 2.5) && state["is_saved"] == true);
    assert_eq!(play.folder.read("field.ron"), theirs(), "their file was written");
    assert_eq!(play.folder.read("field.mine.ron"), with_wall(&written(), 12, 4));
}

#[test]
fn two_games_on_one_file_do_not_write_over_each_other() {
    let mut mine = play(&written());
    paint_a_tile(&mut mine, 12, 4);
    let options = mine.folder.options_for("field.ron");
    let other = std::thread::spawn(move || {
        let mut theirs = Player::begin(&Folder::new(), options);
        assert_eq!(theirs.state()["menu"], Value::Null, "the draft of a game that goes on is not offered to another");
        paint_a_tile(&mut theirs, 9, 6);
        theirs.key("Ctrl+S");
        theirs.until("their file", |state| state["is_saved"] == true);
    });
    other.join().expect("the other game ends well");
    let theirs = with_wall(&written(), 9, 6);
    assert_eq!(mine.folder.read("field.ron"), theirs);
    reply(&mut mine, 3);
    mine.until("their level", |state| state["is_saved"] == true);
    assert_eq!(mine.folder.read("field.ron"), theirs, "their file was written over");
    assert_eq!(mine.folder.read("field.mine.ron"), with_wall(&written(), 12, 4));
}

#[test]
fn of_two_versions_neither_is_taken_for_now_and_it_is_asked_again() {
    let mut play = two_versions(&theirs());
    reply(&mut play, 4);
    assert_eq!(play.pass(0.5)["is_saved"], false, "it was saved");
    assert_eq!(play.folder.read("field.ron"), theirs(), "something was done");
    assert!(!play.folder.file("field.mine.ron").exists(), "something was saved beside");
    play.key("Ctrl+S");
    reply(&mut play, 4);
    assert_eq!(play.folder.read("field.ron"), theirs(), "theirs was written over");
}

#[test]
fn the_game_follows_the_file_and_tells_what_is_wrong_with_it() {
    let mut play = play(FIELD);
    let ticks = play.state()["tick"].as_u64();
    play.folder.write("field.ron", &FIELD.replace("tile: (4, 5)", "tile: (9, 2)"));
    let changed = play.until("the changed level", |state| is_at(&state["agents"][0], 9.5, 2.5));
    let seconds = (changed["tick"].as_u64().unwrap() - ticks.unwrap()) as f32 / 60.0;
    assert!((0.0..5.0).contains(&seconds), "it took {seconds} s");
    assert!(changed["tick"].as_u64() > ticks && is_at(&changed["agents"][1], 4.5, 7.5), "it began anew");
    play.folder.write("field.ron", &FIELD.replacen("#..................#", "#........?.........#", 1));
    let tells = |state: &Value| {
        state["messages"].as_array().unwrap().iter().any(|text| text.as_str().unwrap().contains("field.ron:7:"))
    };
    let broken = play.until("the message", tells);
    assert_eq!(broken["faults"], json!([[9, 1]]), "the tile at fault is marked");
    assert!(is_at(&broken["agents"][0], 9.5, 2.5), "the last good level is gone");
    let tick = broken["tick"].as_u64().unwrap();
    play.until("the game to go on", |state| state["tick"].as_u64() > Some(tick + 20));
    play.folder.write("field.ron", FIELD);
    play.until("the mended level", |state| state["messages"] == json!([]) && is_at(&state["agents"][0], 4.5, 5.5));
}
