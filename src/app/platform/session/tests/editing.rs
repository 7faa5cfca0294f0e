//! What a player does in the edit mode.

use serde_json::{Value, json};

use super::player::{has_arrived, is_at, place, play};
use super::{FIELD, lone_field};

#[test]
fn a_wall_is_drawn_undone_and_drawn_again() {
    let mut play = play(&lone_field());
    play.key(",");
    assert!(play.state()["edit"].is_object());
    play.key("B");
    play.drag(play.tile(8, 3), play.tile(8, 7));
    let edit = play.state()["edit"].clone();
    assert_eq!((&edit["done"], &edit["history"]), (&json!(1), &json!(["Draw wall"])), "one stroke is one entry");
    assert_eq!(edit["is_saved"], false, "what was drawn counts as saved");
    play.key(",");
    assert_eq!(play.state()["edit"], Value::Null, "the game goes on");
    play.click(play.tile(13, 5));
    let mut rows = Vec::new();
    while !has_arrived(&play.state()["agents"][0], 13.5, 5.5) {
        rows.push(place(&play.pass(0.1)["agents"][0]).y);
        assert!(rows.len() < 600, "the agent does not arrive behind the wall: rows {rows:?}");
    }
    assert!(rows.iter().any(|row| (row - 5.5).abs() > 1.5), "the agent did not go round the wall: rows {rows:?}");
    // The agents stay where they are while the ground is edited.
    play.key("Ctrl+E");
    play.key("Ctrl+Z");
    let state = play.state();
    assert_eq!(state["edit"]["done"], 0, "the wall is undone");
    assert_eq!(state["edit"]["is_saved"], true, "what was undone counts as not saved");
    assert!(is_at(&state["agents"][0], 13.5, 5.5), "the agent was moved: {}", state["agents"][0]);
    play.key("Ctrl+Shift+Z");
    assert_eq!(play.state()["edit"]["done"], 1, "the wall is drawn again");
    play.key("Z");
    assert_eq!(play.state()["edit"]["done"], 0, "the wall is undone again");
    play.key("Ctrl+E");
    assert_eq!(play.state()["edit"], Value::Null, "the game goes on again");
}

#[test]
fn drawing_on_a_generated_map_is_asked_about_once() {
    let cave =
        "(version: 1, name: \"Cave\", generate: (kind: \"open\", size: (20, 11), seed: 3), agents: [(tile: (4, 5))])\n";
    let mut play = play(cave);
    play.key(",");
    play.key("B");
    play.click(play.tile(8, 5));
    let edit = play.state()["edit"].clone();
    let said = edit["said"].as_str().unwrap_or_default();
    assert!(said.contains("This map is generated"), "what is replaced is told: {edit}");
    assert_eq!(edit["done"], 0, "the first press drew");
    for done in 1..=2 {
        play.click(play.tile(8, 4 + done));
        assert_eq!(play.state()["edit"]["done"], done, "a stroke, no longer asked about");
    }
    play.key("Z");
    play.key("Z");
    let edit = play.state()["edit"].clone();
    assert_eq!((&edit["done"], &edit["is_saved"]), (&json!(0), &json!(true)), "both are undone");
    assert_eq!(play.folder.read("field.ron"), cave, "the file was changed");
}

/// What is typed counts with Enter, or when the field is left, each time as one step; with Escape it does not.
#[test]
fn the_size_of_the_map_is_typed() {
    let (columns, rows) = (glam::vec2(215.0, 100.0), glam::vec2(215.0, 132.0));
    let mut play = play(FIELD);
    play.key(",");
    play.key("4");
    play.click(columns);
    play.key("Ctrl+A");
    play.type_text("240");
    play.frames(2);
    assert_eq!(play.state()["edit"]["history"], json!([]), "it counts only when it is committed");
    play.key("Esc");
    play.frames(2);
    assert_eq!(play.state()["edit"]["history"], json!([]), "it was cancelled");
    play.click(columns);
    play.key("Ctrl+A");
    play.type_text("24");
    play.key("Enter");
    play.frames(2);
    assert_eq!(play.state()["edit"]["history"], json!(["Add tiles at the right"]));
    play.click(rows);
    play.key("Ctrl+A");
    play.type_text("13");
    play.key("Tab");
    play.frames(2);
    play.click(rows);
    play.key("Ctrl+A");
    play.type_text("0");
    play.click(columns);
    play.frames(2);
    let edit = play.state()["edit"].clone();
    assert_eq!(edit["history"], json!(["Add tiles at the right", "Add tiles at the bottom"]));
    assert_eq!(edit["said"], "The map cannot have `0` rows: type a whole number, 1 to 4096");
    play.key("Esc");
    play.key("Ctrl+S");
    play.until("the level to be saved", |state| state["edit"]["is_saved"] == true);
    let text = play.folder.read("field.ron");
    assert_eq!(text.matches(&"#".repeat(24)).count(), 4, "{text}");
    assert!(text.contains("        \"#..................#####\",\n"), "{text}");
}

#[test]
fn things_are_moved_copied_and_given_properties() {
    let agents = |state: &Value| state["agents"].as_array().unwrap().len();
    let mut play = play(FIELD);
    play.key(",");
    play.key("Space");
    play.click(play.tile(4, 5));
    assert_eq!(play.state()["edit"]["selected"], json!(["agents[0]"]));
    play.drag(play.tile(4, 5), play.tile(9, 3));
    let state = play.until("the agent to stand elsewhere", |state| is_at(&state["agents"][0], 9.5, 3.5));
    assert_eq!(state["edit"]["history"], json!(["Move agent"]));
    assert!(is_at(&state["agents"][1], 4.5, 7.5), "the other agent was moved too");
    // The name is the first property on the page.
    play.click(glam::vec2(215.0, 172.0));
    play.type_text("ada");
    play.until("the agent to be called ada", |state| state["edit"]["history"] == json!(["Move agent", "ada: name"]));
    play.key("Esc");
    play.key("D");
    play.until("a copy", |state| agents(state) == 3 && is_at(&state["agents"][2], 10.5, 4.5));
    play.key("Delete");
    play.until("the copy to be gone", |state| agents(state) == 2);
    play.click(play.tile(9, 3));
    assert_eq!(play.state()["edit"]["selected"], json!(["agents[0]"]));
    play.key("Ctrl+C");
    play.go(play.tile(6, 5));
    play.key("Ctrl+V");
    play.until("a copy where the pointer is", |state| agents(state) == 3 && is_at(&state["agents"][2], 6.5, 5.5));
    play.key("Ctrl+Z");
    play.until("the pasted copy to be gone", |state| agents(state) == 2);
    play.keys("Ctrl+Z", 4);
    let state = play.until("all to be undone", |state| state["edit"]["done"] == 0);
    assert!(is_at(&state["agents"][0], 4.5, 5.5), "the agent is not where it was: {}", state["agents"][0]);
}

/// A press and a box pick nothing of a kind that is locked, and the list still does.
#[test]
fn a_kind_of_things_can_be_locked() {
    let mut play = play(FIELD);
    play.key(",");
    play.key("3");
    let lock = glam::vec2(262.0, 102.0);
    play.click(lock);
    assert_eq!(play.state()["edit"]["said"], "agents are locked: a press or a box picks none");
    play.click(play.tile(4, 5));
    play.drag(play.tile(2, 3), play.tile(8, 8));
    play.key("Ctrl+A");
    assert_eq!(play.state()["edit"]["selected"], json!([]));
    play.key("Ctrl+E");
    play.key("Ctrl+E");
    play.key("3");
    play.frames(2);
    play.click(lock + glam::vec2(0.0, 32.0));
    assert_eq!(play.state()["edit"]["selected"], json!(["agents[0]"]));
    play.click(lock);
    play.click(play.tile(4, 7));
    assert_eq!(play.state()["edit"]["selected"], json!(["agents[1]"]));
}

#[test]
fn a_name_is_chosen_from_a_list() {
    let mut play = play(FIELD);
    play.key(",");
    play.click(play.tile(4, 5));
    // The profile stands below the name: a press on its value opens the list, another closes it.
    let row = |number: i32| glam::vec2(215.0, 172.0 + 32.0 * number as f32);
    for _ in 0..3 {
        play.click(row(1));
    }
    assert_eq!(play.state()["edit"]["history"], json!([]));
    play.click(row(4));
    let is_a_runner =
        |state: &Value| state["agents"].as_array().unwrap().iter().any(|agent| agent["profile"] == "runner");
    let state = play.until("a runner", is_a_runner);
    assert_eq!(state["edit"]["history"], json!(["agent: profile"]));
}

/// Between the points of a path there is nothing to hold, but the line that is drawn there is meant too.
#[test]
fn a_path_is_chosen_at_its_line_and_an_added_order_has_a_name_in_the_history() {
    let paths = r#"paths: {"round": (points: [(tile: (8, 2)), (tile: (16, 2))]), "short": (points: [(tile: (8, 8)), (tile: (16, 8))])},
    agents: [(name: "guard", tile: (4, 5), order: Patrol("round"))],"#;
    let (before, _) = FIELD.split_once("agents: [").expect("it has agents");
    let mut play = play(&format!("{before}{paths}\n)\n"));
    let (sign, add) = (glam::vec2(122.0, 396.0), glam::vec2(175.0, 460.0));
    play.key(",");
    play.key("Space");
    play.click(play.tile(4, 5));
    play.frames(2);
    play.click(sign);
    play.click(play.tile(12, 5));
    assert_eq!(play.state()["edit"]["said"], "There is no path with a name here");
    play.click(sign);
    play.click(play.tile(12, 8));
    assert_eq!(play.state()["edit"]["history"], json!(["guard: path"]));
    play.frames(2);
    play.click(add);
    assert_eq!(play.state()["edit"]["history"], json!(["guard: path", "guard: order"]));
    play.key("Ctrl+S");
    play.until("the level to be saved", |state| state["edit"]["is_saved"] == true);
    let text = play.folder.read("field.ron");
    assert!(text.contains(r#"order: [Patrol("short"), "#), "{text}");
}
