//! What a player sees of searches: one at a time, all beside each other, step by step.

use footpath::nav::Algorithm;
use glam::{Vec2, vec2};
use serde_json::{Value, json};

use super::COURT;
use super::player::{Player, has_arrived, number, play};
use crate::app::modes::actions::Action;
use crate::app::modes::play::actions::PlayAction;

/// The names of all searches, in the order in which `]` chooses them.
fn algorithms() -> Vec<&'static str> {
    Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect()
}

// Where things are in a window of 1280 x 720, under a card whose name takes one line.
const NEXT_ALGORITHM: Vec2 = vec2(228.0, 91.0);
const CLOSE_PANEL: Vec2 = vec2(273.0, 91.0);
const NEXT_NEIGHBOURS: Vec2 = vec2(277.0, 181.0);
const NEXT_CORNERS: Vec2 = vec2(277.0, 208.0);
/// The height of the slider of a replay, and where it begins and ends.
const TRACK: (f32, f32, f32) = (588.0, 400.0, 880.0);
const BACK: Vec2 = vec2(408.0, 626.0);
const GO_ON: Vec2 = vec2(456.0, 626.0);
const CLOSE_REPLAY: Vec2 = vec2(874.0, 626.0);

/// What the search that is shown has found.
fn found(state: &Value) -> &Value {
    &state["search"]["last"]["found"]
}

/// A game with a search to look into and its panel open; time stands still.
fn searched() -> Player {
    // Ticks one by one: the agent does not come to another tile, from which later searches would begin.
    let mut play = play(COURT);
    play.key("Space");
    play.click(play.tile(14, 5));
    for _ in 0..10 {
        play.key(".");
        if play.state()["agents"][0]["state"] == "moving" {
            break;
        }
    }
    assert_eq!(play.state()["agents"][0]["state"], "moving");
    play.key("K");
    play.until("the panel with the search", |state| state["search"]["panel"] == true && found(state).is_object());
    play
}

#[test]
fn searches_are_switched_live() {
    let mut play = searched();
    let begun = play.state();
    assert_eq!(begun["search"]["algorithm"], "auto", "what a level without a search of its own begins with");
    play.key("]");
    let dijkstra = play.until("] to choose Dijkstra's search", |state| found(state)["algorithm"] == "dijkstra");
    let expanded = |state: &Value| found(state)["expanded"].as_u64().unwrap();
    assert!(expanded(&dijkstra) > expanded(&begun), "Dijkstra expanded no more: {dijkstra}, {begun}");
    let costs = [&dijkstra, &begun].map(|state| found(state)["cost"].as_f64().unwrap());
    assert!((costs[0] - costs[1]).abs() < 1e-9, "two exact searches differ in cost: {costs:?}");
    play.click(NEXT_ALGORITHM);
    play.until("the arrow to choose A*", |state| found(state)["algorithm"] == "a-star");
    play.key("[");
    let state = play.until("[ to go back", |state| found(state)["algorithm"] == "dijkstra");
    let eight = number(&found(&state)["length"]);
    play.click(NEXT_NEIGHBOURS);
    let state = play.until("four neighbours", |state| {
        state["search"]["neighbours"] == "4" && found(state)["length"].as_f64() != Some(f64::from(eight))
    });
    assert!(number(&found(&state)["length"]) > eight, "four neighbours give {}, eight {eight}", found(&state));
    play.click(NEXT_NEIGHBOURS);
    play.click(NEXT_CORNERS);
    play.click(NEXT_CORNERS);
    let state = play.until("corners to be cut", |state| {
        state["search"]["corners"] == "always" && found(state)["walkable"] == false
    });
    assert!(number(&found(&state)["length"]) < eight, "cutting corners saves nothing: {}, {eight}", found(&state));
    play.key("Space");
    let state = play.until("the agent to arrive", |state| has_arrived(&state["agents"][0], 14.5, 5.5));
    assert!(number(&state["agents"][0]["wall_penetration"]) <= 0.001, "the agent cut a corner");
    play.click(CLOSE_PANEL);
    assert_eq!(play.state()["search"]["panel"], false);
}

#[test]
fn every_algorithm_finds_a_path_and_leaves_a_trace() {
    let mut play = searched();
    let mut exact = None;
    for algorithm in algorithms() {
        let state = play.until(&format!("{algorithm} to search"), |state| {
            let last = &state["search"]["last"];
            last["asked"] == algorithm && last["micros"].as_f64() > Some(0.0)
        });
        let last = &state["search"]["last"];
        assert_eq!(last["found"]["complete"], true, "{algorithm} found no path: {last}");
        assert!(
            last["steps"].as_u64() > Some(2) && last["played"] == last["steps"],
            "{algorithm} left no trace: {last}"
        );
        let cost = last["found"]["cost"].as_f64().unwrap();
        let exact = *exact.get_or_insert(cost);
        if last["found"]["guarantee"] == "shortest" && algorithm != "any-angle" {
            assert!((cost - exact).abs() < 1e-9, "{algorithm} is not the shortest: {last}, {exact}");
        }
        play.key("]");
    }
}

/// Waits until every algorithm has been compared.
fn compared(play: &mut Player) -> Vec<Value> {
    let rows = |state: &Value| state["search"]["comparison"].as_array().cloned().unwrap_or_default();
    let state = play.until("every algorithm", |state| rows(state).len() == Algorithm::ALL.len());
    rows(&state)
}

#[test]
fn every_algorithm_answers_one_question_in_a_table() {
    let mut play = searched();
    play.key("J");
    let rows = compared(&mut play);
    let names: Vec<&str> = rows.iter().map(|row| row["algorithm"].as_str().unwrap()).collect();
    assert_eq!(names, algorithms());
    for row in &rows {
        assert!(row["found"].is_object() && row["micros"].as_f64() > Some(0.0), "no path, or not measured: {row}");
    }
    let row = play.focus_on(Action::Play(PlayAction::By(Algorithm::Greedy)));
    play.click(row.center());
    play.until("a row to become the search", |state| found(state)["algorithm"] == "greedy");
    play.key("Esc");
    assert_eq!(play.state()["search"]["comparison"], Value::Null, "Esc closes the table");
}

#[test]
fn the_comparison_is_by_what_the_panel_shows() {
    let mut play = play(&COURT.replace("tile: (4, 5))", "tile: (4, 5), search: (connectivity: 4))"));
    play.click(play.tile(14, 5));
    play.until("the agent to set out", |state| state["agents"][0]["state"] == "moving");
    play.key("Space");
    play.key("K");
    let state = play.until("its own search", |state| found(state).is_object());
    let length = number(&found(&state)["length"]);
    play.key("J");
    let rows = compared(&mut play);
    let a_star = Algorithm::ALL.iter().position(|algorithm| *algorithm == Algorithm::AStar).unwrap();
    let eight = number(&rows[a_star]["found"]["length"]);
    assert!(eight < length - 0.1, "the panel shows eight neighbours, and yet {eight} is no shorter than {length}");
    play.key("R");
    play.until("R to clear the table", |state| state["search"]["comparison"].is_null());
}

#[test]
fn a_search_is_played_step_by_step() {
    let step = |state: &Value| state["search"]["replay"]["step"].as_i64().unwrap_or(-1);
    let pace = |state: &Value| number(&state["search"]["replay"]["pace"]);
    let mut play = searched();
    let tick = play.state()["tick"].clone();
    play.key("Y");
    play.until("Y to play the search", |state| step(state) > 0);
    let state = play.until("the replay to end", |state| state["search"]["replay"]["playing"] == false);
    let steps = state["search"]["last"]["steps"].as_i64().unwrap();
    assert_eq!((step(&state), &state["search"]["replay"]["of"]), (steps, &json!(steps)), "where it ends");
    assert_eq!(state["tick"], tick, "time went on");
    let (height, left, right) = TRACK;
    play.drag(vec2(right, height), vec2(0.5 * (left + right), height));
    let middle = step(&play.state());
    assert!((middle - steps / 2).abs() <= 1 + steps / 100, "the knob was dragged to the middle: {middle} of {steps}");
    play.key("U");
    assert_eq!(step(&play.state()), middle + 1, "U steps on");
    play.click(BACK);
    play.click(BACK);
    assert_eq!(step(&play.state()), middle - 1, "the button steps back");
    play.key("Z");
    let state = play.state();
    assert_eq!(step(&state), middle - 2, "Z steps back");
    play.key("=");
    assert!(pace(&play.state()) > pace(&state), "= plays faster");
    play.click(GO_ON);
    play.until("it to go on", |state| step(state) > middle);
    play.click(CLOSE_REPLAY);
    assert_eq!(play.state()["search"]["replay"], Value::Null, "the bar is closed");
}

#[test]
fn the_search_for_a_click_is_shown_for_a_moment() {
    let mut play = play(COURT);
    let blooms = |state: &Value| state["search"]["blooms"] == true;
    assert!(!blooms(&play.state()), "nobody has given an order");
    play.click(play.tile(12, 3));
    play.until("the search to be shown", blooms);
    assert_eq!(play.state()["search"]["panel"], false);
    play.until("it to be gone", |state| !blooms(state));
    // The debug layer shows it anyway.
    play.key("G");
    play.click(play.tile(3, 3));
    for _ in 0..10 {
        assert!(!blooms(&play.pass(0.05)), "it is shown twice");
    }
    play.key("G");
    play.key("F6");
    play.keys("Tab", 5);
    play.key("Enter");
    play.key("Esc");
    play.click(play.tile(12, 3));
    for _ in 0..10 {
        assert!(!blooms(&play.pass(0.05)), "it moves although less motion is wanted");
    }
}
