//! What the panels at the side do: orders by the bar, the inspector, baking.

use glam::{Vec2, vec2};
use macroquad::input::MouseButton;
use serde_json::{Value, json};

use super::player::{Player, is_near, number, place, play};
use super::{FIELD, GAP, ROUNDS};

/// Where the buttons of the bar of orders for one agent are, in a window of 1280 x 720.
const BAR: [(&str, f32); 5] = [("flee", 534.0), ("wander", 601.0), ("wait", 669.0), ("stop", 726.0), ("round", 812.0)];

/// Where "Patrol" is in that bar, where the level has no paths.
const PATROL: Vec2 = Vec2::new(790.0, 34.0);

/// Where the steppers of a panel are in that window, under a card whose name takes one line.
const LESS: f32 = 179.0;
const MORE: f32 = 275.0;
const FIRST_ROW: f32 = 127.0;
const ROW: f32 = 27.0;

fn press(play: &mut Player, name: &str) {
    let (_, x) = BAR.into_iter().find(|(button, _)| *button == name).unwrap();
    play.click(vec2(x, 34.0));
}

/// What an agent does now, and after that.
fn orders_of(state: &Value, agent: usize) -> Vec<&str> {
    let orders = state["orders"]["of_agents"][agent].as_array().unwrap();
    orders.iter().map(|order| order.as_str().unwrap()).collect()
}

fn distance(state: &Value) -> f32 {
    place(&state["agents"][0]).distance(place(&state["agents"][1]))
}

/// Waits until an agent is where it was half a second before.
fn settled(play: &mut Player, agent: usize) {
    for _ in 0..120 {
        let before = place(&play.state()["agents"][agent]);
        if is_near(&play.pass(0.5)["agents"][agent], before.x, before.y, 0.02) {
            return;
        }
    }
    panic!("agent {agent} does not settle: {}", play.state()["agents"][agent]);
}

#[test]
fn a_right_click_has_others_follow_and_they_come() {
    let mut play = play(ROUNDS);
    play.click_with(MouseButton::Right, play.agent(1));
    let state = play.until("all others to follow", |state| orders_of(state, 0) == ["follow walker 1"]);
    assert!(orders_of(&state, 1).is_empty(), "the agent that the others follow has an order too");
    play.click(play.agent(1));
    assert_eq!(play.state()["selected"], json!([1]));
    play.click(play.tile(15, 3));
    play.until("agent 1 to arrive", |state| is_near(&state["agents"][1], 15.5, 3.5, 0.6));
    play.until("agent 0 to come after it", |state| distance(state) < 2.5);
    settled(&mut play, 0);
}

#[test]
fn orders_are_given_by_the_bar_and_by_keys() {
    let mut play = play(ROUNDS);
    play.click(play.agent(0));
    assert_eq!(play.state()["selected"], json!([0]));
    play.go(play.tile(9, 5));
    press(&mut play, "flee");
    assert_eq!(play.state()["orders"]["aim"], "Flee", "the bar asks from whom");
    play.key("Esc");
    let state = play.state();
    assert_eq!(state["orders"]["aim"], Value::Null, "Esc to think better of it");
    assert_eq!(state["selected"], json!([0]), "Esc deselected as well");
    play.keys("2", 2);
    assert_eq!(play.state()["orders"]["aim"], "FollowOnSight", "the key pressed twice");
    play.click(play.agent(1));
    play.until("agent 0 to follow on sight", |state| orders_of(state, 0) == ["follow walker 1 on sight"]);
    play.key("3");
    play.click(play.agent(1));
    play.until("agent 0 to flee", |state| orders_of(state, 0) == ["flee from walker 1"]);
    play.until("it to get away", |state| distance(state) > 5.0);
    press(&mut play, "wander");
    play.until("the bar to have it wander", |state| orders_of(state, 0) == ["wander within 8"]);
    press(&mut play, "stop");
    play.until("the bar to stop it", |state| state["agents"][0]["state"] == "stopped");
}

/// While time stands still. What is queued behind a loop is kept, though it is not begun.
#[test]
fn shift_queues_orders_of_every_kind() {
    let mut play = play(ROUNDS);
    play.click(play.agent(0));
    play.key("Space");
    press(&mut play, "round");
    play.with_held("Shift", |play| {
        press(play, "wait");
        play.key("5");
        play.key("5");
        play.click(play.tile(9, 5));
    });
    let queue = ["patrol round", "wait 3 s", "patrol east", "go to 9.5, 5.5"];
    let beginning = |order: &str| order.chars().take(9).collect::<String>();
    play.until("the queue", |state| orders_of(state, 0).into_iter().map(beginning).eq(queue.map(beginning)));
    play.key("Space");
    press(&mut play, "round");
    for corner in [(12.5, 2.5), (12.5, 8.5), (3.5, 8.5), (3.5, 2.5)] {
        let is_there = |state: &Value| is_near(&state["agents"][0], corner.0, corner.1, 1.2);
        play.until(&format!("it to come round by {corner:?}"), is_there);
    }
}

/// By mouse and keyboard: points by clicks, the last one taken back by the right button, Enter ends.
#[test]
fn a_patrol_is_made_by_clicking_its_points() {
    let mut play = play(FIELD);
    play.click(play.agent(0));
    play.key("5");
    assert_eq!(play.state()["orders"]["aim"], "Patrol");
    for (column, row) in [(16, 2), (16, 8), (3, 8)] {
        play.click(play.tile(column, row));
    }
    play.click_with(MouseButton::Right, play.tile(9, 5));
    let drawn = &play.state()["orders"]["drawn_patrol"];
    assert_eq!(drawn.as_array().map(Vec::len), Some(2), "{drawn}");
    play.click(play.tile(4, 2));
    play.key("Enter");
    play.until("it to patrol", |state| orders_of(state, 0) == ["patrol loop 1"] && orders_of(state, 1).is_empty());
    for (x, y) in [(16.5, 2.5), (16.5, 8.5), (4.5, 2.5), (16.5, 2.5)] {
        play.until(&format!("it to come round by {x}, {y}"), |state| is_near(&state["agents"][0], x, y, 1.2));
    }
}

#[test]
fn a_patrol_is_made_by_fingers_and_the_bar() {
    let mut play = play(FIELD);
    play.tap(play.agent(0));
    assert_eq!(play.state()["selected"], json!([0]));
    play.tap(PATROL);
    play.tap(play.tile(16, 2));
    play.tap(play.agent(1));
    let drawn = &play.state()["orders"]["drawn_patrol"];
    assert_eq!(drawn.as_array().map(Vec::len), Some(2), "an agent is no hindrance: {drawn}");
    play.tap(PATROL);
    play.until("it to patrol", |state| orders_of(state, 0) == ["patrol loop 1"]);
}

#[test]
fn the_inspector_tells_of_an_agent_and_changes_its_speed() {
    let mut play = play(FIELD);
    play.click(play.agent(1));
    play.key("F3");
    assert_eq!(play.state()["inspector"]["agent"], 1);
    // The map makes room for the panel.
    play.pass(1.0);
    play.click(play.tile(15, 3));
    let state = play.until("the agent to set out", |state| state["inspector"]["lines"]["State"] == "moving");
    let lines = &state["inspector"]["lines"];
    assert!(lines["Order"].as_str().unwrap().starts_with("go to 15."), "it tells {lines}");
    assert_eq!(lines["Path"], "complete");
    let page = |index: usize| vec2(43.0 + 54.0 * index as f32, 136.0);
    for (index, name) in ["State", "Body", "Path", "Others", "Senses"].into_iter().enumerate() {
        play.click(page(index));
        assert_eq!(play.state()["inspector"]["page"], name);
    }
    play.click(page(1));
    assert_eq!(play.state()["inspector"]["values"]["Speed"], 3.0, "a walker's speed");
    // Below radius, height and mass.
    (0..5).for_each(|_| play.click(vec2(LESS, 176.0 + 3.0 * ROW)));
    let speed = number(&play.state()["inspector"]["values"]["Speed"]);
    assert!((speed - 2.0).abs() < 1e-5, "five presses make {speed}");
    play.key("Esc");
    assert_eq!(play.state()["inspector"], Value::Null, "Esc closes the inspector");
    play.key("F3");
    play.click(play.tile(5, 3));
    play.until("the agent to go at that speed", |state| {
        let told = state["inspector"]["lines"]["Speed"].as_str().unwrap_or_default();
        let speed = told.split(' ').next().and_then(|speed| speed.parse::<f32>().ok());
        speed.is_some_and(|speed| 1.7 < speed && speed < 2.2)
    });
}

#[test]
fn a_wider_walker_is_baked_and_finer_cells_let_a_narrow_one_through() {
    const BAKE: Vec2 = vec2(85.0, 496.0);
    const CLEAR: Vec2 = vec2(219.0, 496.0);
    let panel = |state: &Value| state["bake"]["panel"].clone();
    let mut play = play(GAP);
    play.key("F2");
    let opened = panel(&play.state());
    assert_eq!((&opened["profile"], &opened["differs"]), (&json!("walker"), &json!(false)), "{opened}");
    (0..6).for_each(|_| play.click(vec2(MORE, FIRST_ROW)));
    play.click(vec2(LESS, FIRST_ROW));
    let state = play.state();
    let radius = number(&panel(&state)["values"]["Radius"]);
    assert!((radius - 0.55).abs() < 1e-6, "the radius is {radius}");
    assert!(panel(&state)["differs"] == true && state["bake"]["is_baked"] == true, "it is not told: {}", state["bake"]);
    play.go(play.tile(10, 5));
    let before = panel(&play.pass(0.3));
    assert_eq!(before["why_closed"], Value::Null, "the gap is closed before anything is baked");
    play.click(BAKE);
    let state = play.until("it to be baked", |state| panel(state)["differs"] == false);
    assert!(!panel(&state)["took_ms"].is_null() && state["answer"].as_str().unwrap().contains("Baked in"), "{state}");
    play.go(play.tile(10, 5));
    let closed = play.until("the gap to be closed", |state| panel(state)["why_closed"].is_string());
    let reason = panel(&closed)["why_closed"].clone();
    assert!(reason.as_str().unwrap().contains("too narrow for walker"), "the reason is {reason}");
    play.click(play.tile(15, 5));
    play.until("the walker to be too wide", |state| state["agents"][0]["state"] == "arrived-near");
    play.click(CLEAR);
    play.until("nothing to be baked", |state| state["bake"]["is_baked"] == false);
    (0..5).for_each(|_| play.click(vec2(LESS, FIRST_ROW)));
    // With two cells a tile none has its middle in the middle of the gap.
    (0..2).for_each(|_| play.click(vec2(MORE, FIRST_ROW + 7.0 * ROW)));
    play.click(BAKE);
    play.until("three cells a tile", |state| state["bake"]["is_baked"] == true && state["bake"]["cells_per_tile"] == 3);
    play.click(play.tile(15, 5));
    play.until("the walker to fit through", |state| is_near(&state["agents"][0], 15.5, 5.5, 0.3));
    play.key("Esc");
    assert_eq!(panel(&play.state()), Value::Null, "Esc closes the panel");
}
