//! What a player does with agents, the brush, the camera and time.

use glam::vec2;
use macroquad::input::MouseButton;

use super::player::{has_arrived, is_at, number, place, play};
use super::{FIELD, lone_field};

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
