//! What a player does with agents, the brush, the camera and time.

use glam::{Vec2, vec2};
use macroquad::input::MouseButton;
use serde_json::{Value, json};

use super::player::{Folder, Player, has_arrived, is_at, is_near, number, place, play};
use super::{FIELD, GAP, lone_field};
use crate::app::platform::desktop::PlayOptions;
use crate::app::window::unseen;

#[test]
fn the_wheel_zooms_about_the_pointer_the_middle_button_pans_and_f_frames_the_map() {
    let mut play = play(FIELD);
    let framed = number(&play.state()["camera"]["scale"]);
    let point = play.tile(14, 3);
    play.go(point);
    play.wheel(3);
    assert!(number(&play.state()["camera"]["scale"]) > 1.1 * framed, "{}", play.state()["camera"]);
    let now = play.tile(14, 3);
    assert!((now - point).abs().max_element() < 4.0, "zooming moved the pointer's tile from {point} to {now}");
    let here = play.pixel(10.0, 5.0);
    play.go(here);
    play.press(MouseButton::Middle);
    (1..6).for_each(|step| play.go(here + vec2(30.0 * step as f32, 0.0)));
    play.release(MouseButton::Middle);
    let there = play.pixel(10.0, 5.0);
    assert!((there.x - here.x - 150.0).abs() < 6.0, "the middle button panned from {here} to {there}");
    play.key("F");
    assert!((number(&play.state()["camera"]["scale"]) - framed).abs() < 0.01, "{}", play.state()["camera"]);
}

#[test]
fn keys_stop_time_make_one_step_stop_agents_and_begin_again() {
    let mut play = play(FIELD);
    play.go(play.tile(10, 9));
    play.key("Space");
    let paused = play.state()["tick"].as_u64().unwrap();
    assert_eq!(play.pass(0.5)["tick"], paused, "Space pauses");
    play.key(".");
    play.until("one step", |state| state["tick"] == paused + 1);
    play.key("Space");
    play.until("Space to go on", |state| state["tick"].as_u64() > Some(paused + 10));
    play.click(play.tile(15, 5));
    play.until("agents to set out", |state| number(&state["agents"][0]["x"]) > 6.0);
    play.key("X");
    let stopped = play.until("X to stop them", |state| state["agents"][0]["state"] == "stopped");
    assert!(number(&stopped["agents"][0]["x"]) < 15.0, "X came too late: {}", stopped["agents"]);
    play.key("R");
    play.until("R to begin again", |state| {
        is_at(&state["agents"][0], 4.5, 5.5) && state["tick"].as_u64() < stopped["tick"].as_u64()
    });
    play.key("PageDown");
    play.until("PageDown to change the level", |state| state["level"] != "field");
}

#[test]
fn an_agent_goes_round_a_wall_that_was_painted() {
    let mut play = play(&lone_field());
    play.key("B");
    play.drag(play.tile(8, 3), play.tile(8, 7));
    play.key("B");
    play.click(play.tile(13, 5));
    let rows = std::cell::RefCell::new(Vec::new());
    let state = play.until("the agent to arrive behind the painted wall", |state| {
        rows.borrow_mut().push(place(&state["agents"][0]).y);
        has_arrived(&state["agents"][0], 13.5, 5.5)
    });
    let rows = rows.into_inner();
    assert!(rows.iter().any(|row| (row - 5.5).abs() > 1.5), "the agent did not go round the wall: rows {rows:?}");
    assert!(number(&state["agents"][0]["wall_penetration"]) <= 0.001, "the agent was in a wall");
}

#[test]
fn clicks_boxes_and_shift_select_and_send() {
    let mut play = play(FIELD);
    play.click(play.agent(0));
    assert_eq!(play.state()["selected"], json!([0]));
    play.click(play.tile(10, 3));
    let state = play.until("agent 0 to arrive alone", |state| has_arrived(&state["agents"][0], 10.5, 3.5));
    assert!(is_at(&state["agents"][1], 4.5, 7.5), "agent 1 was not selected and yet moved: {}", state["agents"][1]);
    play.with_held("Shift", |play| play.click(play.agent(1)));
    assert_eq!(play.state()["selected"], json!([0, 1]));
    play.key("Esc");
    assert_eq!(play.state()["selected"], json!([]));
    play.drag(play.tile(2, 6), play.tile(6, 8));
    assert_eq!(play.state()["selected"], json!([1]), "the box selects agent 1");
    play.click_with(MouseButton::Right, play.tile(8, 7));
    play.until("the right click to send agent 1", |state| has_arrived(&state["agents"][1], 8.5, 7.5));
    play.with_held("Shift", |play| {
        play.click(play.tile(12, 7));
        play.click(play.tile(12, 4));
    });
    play.until("agent 1 to go through its queue", |state| has_arrived(&state["agents"][1], 12.5, 4.5));
}

#[test]
fn zooming_paints_the_ground_once_it_rests() {
    let mut play = play(FIELD);
    play.go(play.tile(9, 5));
    let before = play.state()["ground"].clone();
    for turn in 0..16 {
        play.wheel(if turn % 2 == 0 { 3 } else { -3 });
    }
    play.wheel(1);
    let paintings = |ground: &Value| ground["paintings"].as_u64().unwrap();
    play.until("the ground to be painted", |state| paintings(&state["ground"]) > paintings(&before));
    let after = play.pass(1.0)["ground"].clone();
    assert_eq!(after["targets"], before["targets"], "painting took more textures");
    let painted = paintings(&after) - paintings(&before);
    assert!((1..=24).contains(&painted), "49 notches of the wheel: {before}, then {after}");
}

#[test]
fn a_goal_is_dragged_after_the_agent_has_arrived() {
    let mut play = play(&lone_field());
    play.click(play.tile(8, 5));
    play.until("the agent to arrive", |state| has_arrived(&state["agents"][0], 8.5, 5.5));
    play.drag(play.tile(8, 5), play.tile(12, 3));
    let state = play.until("the agent to follow its goal", |state| is_near(&state["agents"][0], 12.5, 3.5, 0.3));
    assert_eq!(state["selected"], json!([]), "the drag selected instead");
}

#[test]
fn obstacles_are_dragged_into_the_way_and_out_of_it() {
    let mut play = play(GAP);
    play.drag(play.pixel(6.2, 2.4), play.pixel(9.7, 5.4));
    let state = play.until("the crate to follow", |state| is_near(&state["obstacles"][0], 10.0, 5.5, 0.15));
    assert_eq!(state["selected"], json!([]), "the drag selected as well");
    play.click(play.tile(15, 5));
    play.until("the crate to be in the way", |state| state["agents"][0]["state"] == "arrived-near");
    play.drag(play.pixel(10.0, 5.5), play.pixel(7.0, 8.5));
    play.until("the crate to be out of the way", |state| is_near(&state["obstacles"][0], 7.0, 8.5, 0.15));
    play.click(play.tile(15, 5));
    let state = play.until("the walker to come through", |state| is_near(&state["agents"][0], 15.5, 5.5, 0.3));
    assert!(number(&state["agents"][0]["wall_penetration"]) <= 0.001, "the agent was in a wall");
}

#[test]
fn a_stray_click_sends_no_crowd_and_a_button_does() {
    let agents: Vec<String> = [2, 4]
        .into_iter()
        .flat_map(|x| (1..10).map(move |y| format!("(profile: \"walker\", tile: ({x}, {y}))")))
        .collect();
    let (ground, _) = FIELD.split_once("agents:").unwrap();
    let mut play = play(&format!("{ground}agents: [{}],\n)", agents.join(", ")));
    let all = |state: &Value, holds: fn(&Value) -> bool| state["agents"].as_array().unwrap().iter().all(holds);
    play.click(play.tile(12, 5));
    assert!(all(&play.pass(0.5), |agent| agent["state"] == "idle"), "a stray click sent a crowd");
    play.click(vec2(430.0, 34.0));
    play.until("the button to send them all", |state| all(state, |agent| agent["state"] != "idle"));
}

#[test]
fn two_agents_in_formation_stand_as_they_stood() {
    let mut play = play(FIELD);
    play.drag(play.tile(2, 4), play.tile(6, 8));
    assert_eq!(play.state()["selected"], json!([0, 1]));
    play.key("1");
    play.until("1 to ask for ranks", |state| state["orders"]["formation"] == true);
    play.click(play.tile(13, 5));
    let stands = |agent: &Value| agent["state"] == "arrived" || agent["state"] == "arrived-near";
    let state = play.until("both to arrive", |state| state["agents"].as_array().unwrap().iter().all(stands));
    let order = &state["orders"]["of_agents"][0][0];
    assert!(order.as_str().unwrap().starts_with("in formation"), "the order is {order}");
    let apart = place(&state["agents"][1]) - place(&state["agents"][0]);
    assert!((apart - vec2(0.0, 2.0)).abs().max_element() < 0.4, "they stood (0, 2) apart and stand {apart} apart");
}

/// What the level is about stands beside its name and its goals, and the orders of the agent that is selected beside that.
#[test]
fn the_unfolded_card_covers_no_ground_where_there_is_room_above_the_map() {
    let folder = Folder::new();
    let mut play = Player::begin(&folder, PlayOptions { level: Some("ten-walls".into()), ..folder.options() });
    let state = play.state();
    assert_eq!((&state["card_is_open"], &state["selected"]), (&json!(true), &json!([1])));
    assert_eq!(play.covered_ground(), []);
    play.key("F4");
    play.until("F4 to fold the card", |state| state["card_is_open"] == false);
    assert_eq!(play.covered_ground(), []);
    drop(play);

    // Three lines of it, in small letters; and beside two goals, with the orders in two rows.
    for level in ["the-rounds", "the-museum"] {
        let play = Player::begin(&folder, PlayOptions { level: Some(level.into()), ..folder.options() });
        assert_eq!(play.state()["card_is_open"], true, "{level}");
        assert_eq!(play.covered_ground(), [], "{level}");
    }
}

/// On an upright tablet what the level is about stands below the name; the map is framed below that.
#[test]
fn the_unfolded_card_covers_no_ground_where_the_map_is_high() {
    let folder = Folder::new();
    for level in ["wide-land", "the-ring", "great-caves"] {
        let mut play = Player::begin(&folder, PlayOptions { level: Some(level.into()), ..folder.options() });
        unseen::resize(vec2(690.0, 720.0), 1.0);
        // One opens on a part of its map, which fills the window.
        play.key("F");
        play.frames(3);
        assert_eq!(play.state()["card_is_open"], true, "{level}");
        assert_eq!(play.covered_ground(), [], "{level}");
    }
    unseen::resize(vec2(1280.0, 720.0), 1.0);
}

#[test]
fn an_order_folds_the_card_is_taken_back_and_time_goes_faster() {
    let mut play = play(&FIELD.replace("name: \"Field\",", "name: \"Field\", about: \"Click anywhere.\","));
    assert_eq!(play.state()["card_is_open"], true, "the card does not begin unfolded");
    let home = play.state();
    play.click(play.tile(12, 3));
    play.until("an order to fold the card", |state| state["card_is_open"] == false);
    play.key("Ctrl+Z");
    let state = play.until("Ctrl+Z to take the order back", |state| state["agents"][0]["state"] == "stopped");
    for agent in 0..2 {
        let moved = place(&state["agents"][agent]).x - place(&home["agents"][agent]).x;
        assert!(moved.abs() < 6.0, "agent {agent} went {moved} units before it stopped");
    }
    play.key("F4");
    play.until("F4 to unfold the card", |state| state["card_is_open"] == true);
    play.click(vec2(300.0, 34.0));
    play.until("a click to fold it", |state| state["card_is_open"] == false);
    play.keys("=", 3);
    assert_eq!(play.state()["speed"], "8×", "= speeds time up");
    play.click(vec2(256.0, 686.0));
    assert_eq!(play.state()["speed"], "4×", "the button slows it down");
    play.click(vec2(304.0, 686.0));
    assert_eq!(play.state()["speed"], "1×", "the button between sets it back");
}

#[test]
fn cells_are_pinned_and_the_camera_follows() {
    let mut play = play(FIELD);
    play.go(play.tile(15, 0));
    play.key("0");
    let state = play.until("0 to pin the wall", |state| state["pins"][0].is_object());
    assert!(is_at(&state["pins"][0], 15.5, 0.5), "another cell is pinned: {}", state["pins"]);
    play.key("F3");
    play.until("the inspector", |state| state["inspector"].is_object());
    play.pass(1.0);
    // The left one of the two buttons at the foot of the inspector, then a cell instead of a goal.
    play.click(vec2(85.0, 399.0));
    play.click(play.tile(10, 8));
    let state = play.until("the next click to pin too", |state| state["pins"].as_array().unwrap().len() == 2);
    for agent in 0..2 {
        assert_eq!(state["agents"][agent]["state"], "idle", "the click sent agent {agent}");
    }
    play.key("F3");
    play.pass(1.0);
    play.click(play.agent(0));
    play.wheel(4);
    play.key("8");
    play.until("the camera to follow", |state| state["camera_follows"] == true);
    play.click(play.tile(7, 5));
    let state = play.until("the agent to arrive", |state| has_arrived(&state["agents"][0], 7.5, 5.5));
    let at = play.agent(0);
    assert!((at.x - 640.0).abs() < 60.0, "the camera is at {}, the agent at {at}", state["camera"]);
    play.key("9");
}

#[test]
fn a_window_of_another_size_and_other_pixels_shows_the_map_and_takes_clicks() {
    for (size, pixels) in [(vec2(800.0, 600.0), 1.0), (vec2(1280.0, 720.0), 2.0), (vec2(390.0, 844.0), 3.0)] {
        let mut play = play(FIELD);
        unseen::resize(size, pixels);
        let state = play.pass(1.0);
        assert_eq!(state["camera"]["dpi"], f64::from(pixels));
        let corners = [play.pixel(0.0, 0.0), play.pixel(20.0, 11.0)];
        assert!(
            corners[0].cmpge(Vec2::ZERO).all() && corners[1].cmple(size).all(),
            "{size}: the map is at {corners:?}"
        );
        play.click(play.agent(0));
        assert_eq!(play.state()["selected"], json!([0]), "in {size} with {pixels} pixels to each");
        play.click(play.tile(13, 5));
        play.until("the agent to arrive", |state| has_arrived(&state["agents"][0], 13.5, 5.5));
    }
}

#[test]
fn arrow_keys_pan_while_they_are_held() {
    let mut play = play(FIELD);
    play.wheel(4);
    for (key, way) in [("Right", Vec2::X), ("Left", -Vec2::X), ("Down", Vec2::Y), ("Up", -Vec2::Y)] {
        let before = place(&play.state()["camera"]);
        play.with_held(key, |play| play.frames(4));
        let moved = place(&play.state()["camera"]) - before;
        assert!(moved.dot(way) > 1.0 && moved.dot(way.perp()).abs() < 0.01, "{key} moved the camera by {moved}");
        let after = place(&play.pass(0.5)["camera"]);
        assert!(after.distance(before + moved) < 0.01, "{key} goes on when it has been let go");
    }
}

/// An order of the level's text is answered like one of the player: where it cannot be carried out, that is told, once.
#[test]
fn an_order_of_the_level_that_leads_nowhere_is_told_once() {
    for (search, words) in
        [("off", "(behind wall): going as near as possible"), ("oldest", "is out of reach (behind wall)")]
    {
        let text = format!(
            "(version: 1, name: \"Apart\", legend: {{'.': \"grass\", '#': \"wall\", 'G': (terrain: \"grass\", place: \"gate\")}}, \
             rows: [\"....#..\", \"....#G.\", \"....#..\"], repath_interval: 0.5, \
             search: (algorithm: \"a-star\", textbook: \"{search}\"), agents: [(tile: (1, 1), order: MoveTo(\"gate\"))])"
        );
        let mut play = play(&text);
        let state = play.until("it to be told", |state| state["said"].is_string());
        assert!(state["said"].as_str().unwrap().ends_with(words), "{}", state["said"]);
        play.click(play.tile(2, 2));
        play.until("another answer", |state| state["said"] != json!(null));
        let later = play.pass(8.0);
        assert!(!later["said"].as_str().unwrap_or_default().ends_with(words), "{}", later["said"]);
    }
}

#[test]
fn a_double_click_selects_all_of_a_kind_and_ctrl_a_all_of_them() {
    let text = "(version: 1, name: \"Kinds\", legend: {'.': \"grass\"}, \
                rows: [\"........\", \"........\", \"........\", \"........\"], \
                agents: [(tile: (1, 1)), (profile: \"runner\", tile: (3, 1)), (tile: (5, 2))])";
    let mut play = play(text);
    play.key("Space");
    play.click(play.agent(0));
    assert_eq!(play.state()["selected"], json!([0]));
    play.click(play.agent(0));
    assert_eq!(play.state()["selected"], json!([0, 2]), "the runner is of another kind");
    play.pass(1.0);
    play.click(play.agent(0));
    assert_eq!(play.state()["selected"], json!([0]));
    play.key("Ctrl+A");
    assert_eq!(play.state()["selected"], json!([0, 1, 2]));
}

#[test]
fn a_press_on_the_small_map_looks_there_and_sends_nobody_until_it_is_put_away() {
    let mut play = play(FIELD);
    play.go(play.tile(10, 5));
    let framed = number(&play.state()["camera"]["x"]);
    play.wheel(8);
    play.pass(0.2);
    let corner = vec2(1084.0, 600.0);
    play.click(corner);
    let state = play.pass(0.2);
    let looked = number(&state["camera"]["x"]);
    assert!(looked < framed - 5.0, "{}", state["camera"]);
    assert!(state["orders"]["of_agents"].as_array().unwrap().iter().all(|orders| orders == &json!([])), "{state}");
    play.drag(corner, corner + vec2(120.0, 0.0));
    let dragged = number(&play.pass(0.2)["camera"]["x"]);
    assert!(dragged > looked + 5.0, "a drag goes on: {dragged}");
    play.key("F10");
    play.click(corner);
    let state = play.pass(0.2);
    assert!((number(&state["camera"]["x"]) - dragged).abs() < 0.01, "{}", state["camera"]);
}

#[test]
fn the_selection_comes_into_the_middle_by_a_key() {
    let mut play = play(FIELD);
    play.click(play.agent(0));
    play.go(play.tile(18, 9));
    play.wheel(6);
    play.key("End");
    let state = play.pass(0.2);
    let at = place(&state["agents"][0]);
    let middle = play.pixel(at.x, at.y);
    assert!((middle - vec2(640.0, 330.0)).abs().max_element() < 60.0, "the agent is at {middle}");
}

#[test]
fn everything_is_larger_in_a_large_window_and_a_click_hits_what_it_is_on() {
    unseen::resize(vec2(2560.0, 1440.0), 1.0);
    let mut play = play(FIELD);
    assert_eq!(play.state()["camera"]["dpi"], 1.5);
    let middle = vec2(1280.0, 720.0);
    play.click(middle + (play.tile(14, 5) - middle) * 1.5);
    play.until("an agent to arrive there", |state| has_arrived(&state["agents"][0], 14.5, 5.5));
}

/// A start and a goal, as the tutorials have them.
const START_AND_GOAL: &str = r##"(version: 1, name: "Two flags",
    legend: {'.': "grass", 'S': (terrain: "grass", place: "start"), 'G': (terrain: "grass", place: "goal")},
    rows: ["................", "..S.............", "................", ".............G..", "................"],
    profiles: {"cube": (radius: 0.4, speed: 2.0)},
    agents: [(profile: "cube", tile: (2, 1), order: MoveTo("goal"))])"##;

#[test]
fn a_start_is_dragged_and_the_path_follows() {
    let mut play = play(START_AND_GOAL);
    play.until("the agent to be on its way", |state| number(&state["agents"][0]["x"]) > 5.0);
    play.drag(play.tile(2, 1), play.tile(10, 1));
    let state = play.state();
    assert!(is_near(&state["agents"][0], 10.5, 1.5, 0.8), "{}", state["agents"]);
    play.until("it to come to its goal", |state| has_arrived(&state["agents"][0], 13.5, 3.5));
    // The flag stands where it was dragged to, and brings the agent back from its goal.
    play.drag(play.tile(10, 1), play.tile(6, 2));
    assert!(is_near(&play.state()["agents"][0], 6.5, 2.5, 0.8), "{}", play.state()["agents"]);
    play.until("it to set out again", |state| number(&state["agents"][0]["x"]) > 8.0);
    play.key("R");
    play.pass(0.2);
    play.drag(play.tile(6, 2), play.tile(7, 4));
    assert!(
        !is_near(&play.state()["agents"][0], 7.5, 4.5, 1.0),
        "a restart puts the flag back: {}",
        play.state()["agents"]
    );
}
