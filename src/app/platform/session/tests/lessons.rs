//! The tour and the lessons, which go on where they were left.

use std::path::PathBuf;

use glam::{Vec2, vec2};
use serde_json::Value;

use super::player::{Folder, Player, number};
use crate::app::platform::desktop::PlayOptions;

/// The card of the lesson: its left, top, width and height.
fn card(play: &Player) -> [f32; 4] {
    let card = play.state()["lesson"]["card"].clone();
    [0, 1, 2, 3].map(|side| number(&card[side]))
}

/// The lower right corner of the card.
fn right_button(play: &Player) -> Vec2 {
    let [x, y, width, height] = card(play);
    vec2(x + width - 50.0, y + height - 30.0)
}

#[track_caller]
fn until_done(play: &mut Player, steps: u64) -> Value {
    play.until(&format!("{steps} steps to be done"), |state| state["lesson"]["done"] == steps)
}

#[track_caller]
fn until_remembered(play: &mut Player, lesson: &str, steps: u64) {
    let folder = play.folder.clone();
    let entry = format!("\"{lesson}\": {steps}");
    play.until(&format!("{entry} to be kept"), |_| {
        folder.file("settings.ron").exists() && folder.read("settings.ron").contains(&entry)
    });
}

#[test]
fn the_tour_is_shown_once() {
    let folder = Folder::new();
    let mut play = Player::begin(&folder, folder.options());
    until_done(&mut play, 0);
    play.click(play.tile(6, 10));
    until_done(&mut play, 1);
    let [x, y, _, height] = card(&play);
    play.click(vec2(x + 50.0, y + height - 30.0));
    until_done(&mut play, 6);
    until_remembered(&mut play, "first-steps", 6);
    drop(play);
    let play = Player::begin(&folder, folder.options());
    assert_eq!(play.state()["lesson"], Value::Null, "the tour is shown again");
}

#[test]
fn a_tour_waits_for_the_player_and_goes_on_where_it_was_left() {
    let folder = Folder::new();
    let mut play = Player::begin(&folder, folder.options());
    let state = play.pass(30.0);
    assert_eq!(state["agents"][1]["state"], "moving", "the runner goes from house to house all the time");
    assert_eq!(state["lesson"]["done"], 0, "the tour went on although the player did nothing");
    play.click(play.tile(6, 10));
    until_done(&mut play, 1);
    until_remembered(&mut play, "first-steps", 1);
    drop(play);
    until_done(&mut Player::begin(&folder, folder.options()), 1);
    let maze = PlayOptions { level: Some(PathBuf::from("maze")), ..folder.options() };
    until_done(&mut Player::begin(&folder, maze), 1);
}

#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let folder = Folder::new();
    let lesson = || PlayOptions { level: Some(PathBuf::from("course/bodies")), ..folder.options() };
    let mut play = Player::begin(&folder, lesson());
    assert!(play.state()["lab"].is_object(), "the lesson does not open in the lab");
    play.click(right_button(&play));
    let state = until_done(&mut play, 1);
    let task = state["lesson"]["task"].as_str().unwrap();
    assert!(task.contains("now 14.49"), "the task does not tell the cost: {task}");
    for row in [4, 6] {
        play.click(play.lab_cell(9, row));
    }
    until_done(&mut play, 2);
    until_remembered(&mut play, "course/bodies", 2);
    drop(play);
    let mut play = Player::begin(&folder, lesson());
    until_done(&mut play, 2);
    play.drag(play.lab_cell(14, 5), play.lab_cell(13, 9));
    until_done(&mut play, 3);
    play.key("Enter");
    until_done(&mut play, 4);
    play.key("Tab");
    play.key("Enter");
    play.key("PageDown");
    play.until("the next lesson", |state| state["lesson"]["name"] == "course/costs");
}
