//! What keys do while a dialog is open, with modifiers, with a pointer of their own, and after they have been changed.

use glam::vec2;
use serde_json::{Value, json};

use super::player::{Player, look_at, place, play};
use super::{COURT, FIELD};
use crate::app::window::unseen;

/// The words of the command that is marked in the list of commands.
fn marked(state: &Value) -> &str {
    if state["menu"]["page"] == "Commands" { state["menu"]["marked"].as_str().unwrap_or_default() } else { "" }
}

#[test]
fn a_key_with_a_modifier_is_not_the_key_alone() {
    let mut play = play(FIELD);
    play.click(play.tile(12, 3));
    play.until("both to set out", |state| state["agents"][0]["state"] == "moving");
    play.key("B");
    assert_eq!(play.state()["brush"], true);
    let mut tick = play.state()["tick"].as_u64();
    for modifier in ["Ctrl", "Alt", "Super"] {
        for key in ["Z", "Y", "K", "B", "R"] {
            let keys = format!("{modifier}+{key}");
            play.key(&keys);
            let state = play.state();
            assert_eq!(state["brush"], true, "after {keys}");
            assert_eq!(state["search"]["replay"], Value::Null, "after {keys}");
            assert_eq!(state["search"]["panel"], false, "after {keys}");
            assert!(state["tick"].as_u64() > tick, "{keys} restarted the level");
            tick = state["tick"].as_u64();
            // The list of commands would take what comes next.
            if state["menu"].is_object() {
                play.key("Esc");
            }
        }
    }
}

#[test]
fn a_dialog_takes_every_key() {
    let mut play = play(FIELD);
    play.until("some time to pass", |state| state["tick"].as_u64() > Some(30));
    for (dialog, page) in [("H", Value::Null), ("L", Value::Null), ("F6", json!("Settings"))] {
        let tick = play.state()["tick"].as_u64();
        play.key(dialog);
        for key in ["B", "R", "F9", ",", "Ctrl+E", "Ctrl+K"] {
            play.key(key);
        }
        let state = play.state();
        assert_eq!(state["menu"]["page"], page, "what Ctrl+K opened over {dialog}");
        assert_eq!(state["brush"], false, "B went through {dialog}");
        assert_eq!(state["lab"], Value::Null, "F9 went through {dialog}");
        assert_eq!(state["edit"], Value::Null, "a key of the edit mode went through {dialog}");
        assert!(state["tick"].as_u64() > tick, "with {dialog} open, R restarted the level");
        play.key("Esc");
    }
    play.key("B");
    assert_eq!(play.state()["brush"], true, "all are closed");
    play.key("L");
    play.type_text("maze");
    play.key("Enter");
    play.until("the level that was typed", |state| state["level"] == "maze");
}

/// Where the window has no room for it beside the sheets, the page of the search shows the code and follows the line of the
/// moment: not beyond the sight of the button above that has the focus.
#[test]
fn what_has_the_focus_stays_in_sight_while_a_search_is_played() {
    let mut play = look_at(COURT);
    unseen::resize(vec2(667.0, 375.0), 1.0);
    play.key("Y");
    play.until("the search to be played", |state| state["lab"]["playing"] == true);
    let is_language = |play: &Player| play.focus_in_lab().is_some_and(|(_, name)| name == "Lab(Language)");
    let found = (0..40).any(|_| {
        play.key("Tab");
        is_language(&play)
    });
    assert!(found, "{:?}", play.focus_in_lab());
    for _ in 0..600 {
        play.frames(1);
        let Some((area, _)) = play.focus_in_lab().filter(|_| is_language(&play)) else { break };
        assert!(area.h > 6.0, "the button is at {area:?}, {}", play.state()["lab"]);
    }
}

#[test]
fn commands_are_found_by_typing() {
    let mut play = play(FIELD);
    play.key("/");
    assert_eq!(play.state()["menu"]["page"], "Commands");
    play.type_text("wal paint");
    assert_eq!(marked(&play.state()), "brush: paint and erase walls");
    play.key("Enter");
    play.until("Enter to take the brush", |state| state["brush"] == true && state["menu"].is_null());
    play.key("Ctrl+K");
    assert_eq!(play.state()["menu"]["page"], "Commands", "Ctrl+K opens the list");
    play.type_text("first-steps");
    play.until("the level to be found", |state| marked(state).starts_with("play "));
    play.key("Enter");
    play.until("the level to be played", |state| state["level"] == "first-steps" && state["menu"].is_null());
    play.key("/");
    play.type_text("lab watch");
    play.until("the lab to be found", |state| marked(state).starts_with("the lab:"));
    play.key("Enter");
    let known = play.until("the lab", |state| state["lab"].is_object());
    play.key("/");
    play.type_text("search on maze");
    play.until("a level for the lab to be found", |state| marked(state).starts_with("search on"));
    play.key("Enter");
    play.until("the ground of the level", |state| {
        state["lab"].is_object() && state["lab"]["sheet"] != known["lab"]["sheet"]
    });
    play.key("/");
    play.until("the list in the lab", |state| state["menu"]["page"] == "Commands");
    play.key("Down");
    play.key("Down");
    play.key("Up");
    assert_eq!(marked(&play.state()), "the goal to a random place", "the arrows move the mark");
    play.key("Esc");
    let state = play.state();
    assert!(state["menu"].is_null() && state["lab"].is_object(), "Esc closes the list alone");
    play.key("/");
    play.type_text("back game");
    play.key("Enter");
    play.until("the game again", |state| state["lab"].is_null());
}

#[test]
fn keys_are_changed_and_remembered() {
    let mut first = play(FIELD);
    first.key("F6");
    assert_eq!(first.state()["menu"]["page"], "Settings");
    first.keys("Tab", 3);
    first.key("Enter");
    assert_eq!(first.state()["theme"], "Light");
    first.keys("Tab", 5);
    first.key("Enter");
    assert_eq!(first.state()["menu"]["page"], "Keys");
    first.type_text("pause, resume");
    assert_eq!(first.state()["menu"]["marked"], "pause, resume");
    first.key("Enter");
    first.key("F");
    first.key("Esc");
    assert_eq!(first.state()["menu"], Value::Null, "Esc closes the keys");
    first.key("F");
    let paused = first.state()["tick"].clone();
    assert_eq!(first.pass(0.5)["tick"], paused, "the new key pauses");
    let folder = first.folder.clone();
    // By the name of the action.
    first.until("the settings to be kept", |_| {
        folder.file("settings.ron").exists() && folder.read("settings.ron").contains("\"pause\"")
    });
    drop(first);

    let mut second = Player::begin(&folder, folder.options_for("field.ron"));
    assert_eq!(second.state()["theme"], "Light", "the light panels were forgotten");
    second.key("Space");
    let known = second.state()["tick"].as_u64().unwrap();
    second.until("time to pass: the old key pauses no more", |state| state["tick"].as_u64() > Some(known + 5));
    second.key("F");
    let paused = second.state()["tick"].clone();
    assert_eq!(second.pass(0.5)["tick"], paused, "the new key was forgotten");
}

#[test]
fn the_keyboard_alone_sends_and_adds_agents() {
    let mut play = play(FIELD);
    play.go(glam::vec2(4.0, 4.0));
    play.key(";");
    play.keys("Right", 3);
    play.key("Enter");
    let sent = play.until("Enter to send them", |state| state["agents"][0]["state"] == "moving");
    let at = place(&sent["camera"]);
    assert_eq!(play.pixel(at.x, at.y), glam::vec2(640.0, 360.0), "the pointer begins in the middle");
    play.key("Esc");
    play.key("N");
    play.until("N to add an agent there", |state| state["agents"].as_array().unwrap().len() == 3);
}

#[test]
fn the_keyboard_alone_moves_the_markers_of_the_lab() {
    let mut lab = look_at(FIELD);
    let known = lab.state()["lab"].clone();
    let [x, y] = [0, 1].map(|axis| known["start"][axis].as_i64().unwrap() as i32);
    lab.key(";");
    let steps = ((lab.lab_cell(x, y).round() - glam::vec2(640.0, 360.0)) / 8.0).round();
    lab.keys(if steps.x > 0.0 { "Right" } else { "Left" }, steps.x.abs() as usize);
    lab.keys(if steps.y > 0.0 { "Down" } else { "Up" }, steps.y.abs() as usize);
    lab.with_held("Enter", |lab| lab.keys("Down", 8));
    lab.until("the start to follow", |state| state["lab"]["start"] != known["start"]);
}
