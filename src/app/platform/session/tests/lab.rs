//! What a player does in the lab.

use footpath::level::edit::Document;
use macroquad::input::MouseButton;
use serde_json::{Value, json};

use super::FIELD;
use super::player::{Folder, Player, is_near, look_at, number, play};
use crate::app::platform::desktop::PlayOptions;

#[test]
fn the_path_follows_what_is_dragged() {
    let mut play = look_at(FIELD);
    let lab = play.state()["lab"].clone();
    assert_eq!((&lab["start"], &lab["sheet"]), (&json!([4, 5]), &json!("Field")), "the level is the sheet");
    let cost = |state: &Value| state["lab"]["lanes"][0]["found"]["cost"].as_f64().unwrap();
    assert!(cost(&play.state()) > 0.0, "the first path cost nothing");
    let walls = lab["walls"].as_u64().unwrap();
    play.drag(play.lab_cell(10, 1), play.lab_cell(10, 8));
    let state = play.until("the wall to be drawn", |state| state["lab"]["walls"] == walls + 8);
    let [goal, row] = [0, 1].map(|axis| state["lab"]["goal"][axis].as_i64().unwrap() as i32);
    let mut costs = Vec::new();
    play.go(play.lab_cell(goal, row));
    play.press(MouseButton::Left);
    for x in (12..=goal).rev() {
        play.go(play.lab_cell(x, 5));
        let state = play.until("the goal to follow the mouse", |state| state["lab"]["goal"] == json!([x, 5]));
        let path = state["lab"]["lanes"][0]["path"].as_array().unwrap().clone();
        assert_eq!(path.last(), Some(&json!([x, 5])), "the path does not end at the goal");
        assert!(path.contains(&json!([10, 9])), "the path does not go around the wall: {path:?}");
        costs.push(cost(&state));
    }
    play.release(MouseButton::Left);
    assert!(costs.is_sorted_by(|one, other| one > other), "its cost does not follow: {costs:?}");
    assert!(costs.last() > Some(&9.0), "around the wall it is farther: {costs:?}");
    play.drag(play.lab_cell(4, 5), play.lab_cell(9, 2));
    play.until("the start to follow", |state| state["lab"]["start"] == json!([9, 2]));
    play.drag(play.lab_cell(10, 4), play.lab_cell(10, 6));
    let state = play.until("the wall to be erased", |state| state["lab"]["walls"] == walls + 5);
    let path = state["lab"]["lanes"][0]["path"].as_array().unwrap();
    assert!(path.contains(&json!([10, 4])) || path.contains(&json!([10, 5])), "the gap is not used: {path:?}");
    play.key("Enter");
    play.until("the agent to walk", |state| state["lab"]["walkers"] == json!(["moving"]));
    play.until("the agent to arrive", |state| state["lab"]["walkers"] == json!(["arrived"]));
}

#[test]
fn the_lab_and_the_game_keep_their_state() {
    let mut play = play(FIELD);
    play.click(play.tile(14, 5));
    play.until("the agents to set out", |state| state["agents"][0]["state"] == "moving");
    play.key("F9");
    let state = play.state();
    assert!(state["lab"].is_object(), "F9 opens the lab");
    let tick = state["tick"].as_u64();
    play.drag(play.lab_cell(12, 2), play.lab_cell(12, 7));
    let state = play.until("a wall in the lab", |state| state["lab"]["walls"] == 58 + 6);
    assert_eq!(state["tick"].as_u64(), tick, "the game went on behind the lab");
    assert_eq!(state["agents"].as_array().unwrap().len(), 2);
    play.key("F9");
    play.until("the game to go on", |state| state["lab"].is_null() && state["tick"].as_u64() > tick);
    play.until("the agents to arrive", |state| {
        let is_there = |agent: &Value| agent["state"] == "arrived" && is_near(agent, 14.5, 5.5, 2.0);
        state["agents"].as_array().unwrap().iter().all(is_there)
    });
    play.key("F9");
    play.until("the lab as it was", |state| state["lab"]["walls"] == 58 + 6);
}

#[test]
fn keys_of_the_lab_scatter_clear_and_place_the_markers() {
    let mut play = look_at(FIELD);
    let known = play.state()["lab"].clone();
    for (key, name) in [("S", "start"), ("G", "goal")] {
        play.key(key);
        play.until(&format!("{key} to place the {name}"), |state| state["lab"][name] != known[name]);
    }
    play.key("O");
    play.until("O to scatter obstacles", |state| state["lab"]["walls"] != known["walls"]);
    play.key("P");
    play.until("P to clear the path", |state| state["lab"]["lanes"] == json!([null]));
    play.key("X");
    play.until("X to clear the walls", |state| state["lab"]["walls"] == 0 && state["lab"]["lanes"] != json!([null]));
    play.key("O");
    play.until("more obstacles", |state| state["lab"]["walls"].as_u64() > Some(0));
    play.key("C");
    play.until("C to clear all", |state| state["lab"]["walls"] == 0 && state["lab"]["lanes"] == json!([null]));
    play.key("V");
    assert_eq!(play.state()["lab"]["tool"], "Markers", "V places the markers by clicks");
    for ((x, y), name) in [((3, 2), "start"), ((15, 8), "goal")] {
        play.click(play.lab_cell(x, y));
        play.until(&format!("a click to place the {name}"), |state| state["lab"][name] == json!([x, y]));
    }
}

#[test]
fn the_sheet_of_the_lab_is_saved_as_a_level() {
    const SAVED: &str = "drawn-sheet-32-x-20.ron";
    let folder = Folder::new();
    let is_asked = |state: &Value| state["menu"]["page"] == "Question";
    let mut play = Player::begin(&folder, PlayOptions { lab: true, ..folder.options() });
    let state = play.until("a search to be played", |state| state["lab"]["played"].as_u64() > Some(20));
    assert_eq!(state["lab"]["sheet"], "Rooms, 32 x 20", "it has something in its way");
    play.key("C");
    play.drag(play.lab_cell(12, 4), play.lab_cell(12, 9));
    play.key("G");
    let sheet = play.state()["lab"].clone();
    play.key("Ctrl+S");
    assert!(is_asked(&play.state()), "it is asked for a name");
    // The folder, before the name that is offered.
    play.key("Home");
    play.type_text(&folder.file("").to_string_lossy());
    play.key("Enter");
    play.until("the sheet to be saved", |state| state["menu"].is_null() && folder.file(SAVED).is_file());
    let first = folder.read(SAVED);
    Document::open(SAVED, first.clone()).expect("what was saved is a level");
    play.drag(play.lab_cell(16, 4), play.lab_cell(16, 9));
    play.key("Ctrl+S");
    play.until("the sheet to be saved again", |state| state["menu"].is_null() && folder.read(SAVED) != first);
    let theirs = format!("{first}// theirs\n");
    folder.write(SAVED, &theirs);
    play.key("Ctrl+S");
    assert!(is_asked(&play.state()), "it is asked for another name");
    play.key("Enter");
    let beside = folder.file("drawn-sheet-32-x-20.mine.ron");
    play.until("the sheet to be saved beside", |state| state["menu"].is_null() && beside.is_file());
    assert_eq!(folder.read(SAVED), theirs, "what others had written is gone");
    drop(play);

    let opened = Player::begin(&folder, PlayOptions { lab: true, ..folder.options_for(SAVED) });
    let lab = opened.state()["lab"].clone();
    assert_eq!((&lab["start"], &lab["goal"]), (&sheet["start"], &sheet["goal"]), "those that were saved");
}

#[test]
fn a_level_that_opens_in_the_lab_does_so_once() {
    let mut play = play(&FIELD.replacen("(", "(\n    opens_in: \"lab\",", 1));
    play.until("the lab", |state| state["lab"]["sheet"] == "Field");
    play.key("F9");
    play.until("the game", |state| state["lab"].is_null());
    assert!(play.pass(1.0)["lab"].is_null(), "the player left the lab");
    play.key("R");
    assert!(play.pass(1.0)["lab"].is_null(), "the level begins anew, and is not opened");
}

#[test]
fn the_next_cell_of_a_search_is_predicted_by_clicks() {
    let mut play = look_at(FIELD);
    play.until("the search", |state| state["lab"]["steps"].as_u64() > Some(10));
    assert_eq!(play.state()["lab"]["prediction"], Value::Null);
    play.key("Q");
    assert_eq!(play.state()["lab"]["prediction"], json!([0, 0]));
    let walls = play.state()["lab"]["walls"].clone();
    // A corner of the sheet is not the next cell.
    play.click(play.lab_cell(0, 0));
    let state = play.state();
    assert_eq!(state["lab"]["prediction"], json!([0, 1]));
    assert_eq!(state["lab"]["walls"], walls, "the click drew a wall");
    play.key(".");
    assert_eq!(play.state()["lab"]["prediction"], Value::Null, "the search has gone elsewhere");
    play.key("Q");
    play.key("Esc");
    assert_eq!(play.state()["lab"]["prediction"], Value::Null, "Esc ends it");
}

#[test]
fn four_sheets_take_most_of_a_desktop_window() {
    let folder = Folder::new();
    let mut play = Player::begin(&folder, PlayOptions { lab: true, ..folder.options() });
    assert_eq!(play.state()["lab"]["page"], json!("Search"), "the panel is open");
    play.key("K");
    play.keys("J", 3);
    play.key("End");
    let state =
        play.until("four sheets", |state| state["lab"]["panes"].as_array().is_some_and(|panes| panes.len() == 4));
    // Played searches have their code beside them.
    assert!(state["lab"]["played"].is_number());
    play.key("Esc");
    let state = play.until("the code to go", |state| state["lab"]["played"].is_null());
    // The sheet has 32 x 20 tiles.
    let scale = number(&state["lab"]["panes"][0]["scale"]);
    let part = 4.0 * (32.0 * scale) * (20.0 * scale) / (1280.0 * 720.0);
    assert!(part >= 0.6, "{part}");
}

/// Nobody has to press anything to see what a lesson is about.
#[test]
fn a_lesson_shows_its_search_as_it_grows() {
    let folder = Folder::new();
    let mut play = Player::begin(&folder, PlayOptions { level: Some("course/less-far".into()), ..folder.options() });
    let state = play.until("the search to grow", |state| state["lab"]["played"].as_u64() > Some(20));
    assert_eq!(state["lab"]["playing"], true);
    let steps = state["lab"]["steps"].clone();
    let state = play.until("all of it", |state| state["lab"]["played"].is_null());
    assert_eq!((&state["lab"]["steps"], &state["lab"]["lanes"][0]["played"]), (&steps, &steps));
    play.key("Y");
    play.until("the player to play it", |state| state["lab"]["playing"] == true);
}
