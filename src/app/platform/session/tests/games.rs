//! Levels that are won and lost: goals, the result, and whom the player commands.

use serde_json::json;

use super::player::play;

/// A lane with a team that the player commands, a stranger, and a place to come to within some seconds.
fn lane(seconds: f32) -> String {
    format!(
        r#"(version: 1, name: "Lane", player: "us", legend: {{'.': "grass", 'E': (terrain: "road", place: "end")}},
            rows: ["............", "...........E", "............"],
            agents: [(tile: (1, 1), team: "us"), (tile: (6, 0))],
            rules: [
                (when: Entered(who: "us", place: "end"), then: [Win(text: "There.", goal: "Go to the end")]),
                (when: After(time: {seconds:?}), then: [Lose(text: "Too late.")]),
            ])"#
    )
}

#[test]
fn a_level_that_is_lost_says_so_and_begins_again() {
    let mut play = play(&lane(1.0));
    let goals = json!([["Go to the end", [0, 1]], ["Too late.", [0, 1]]]);
    assert_eq!(play.state()["goals"], goals);
    assert_eq!(play.state()["outcome"], json!(null));
    play.until("the level to be lost", |state| state["outcome"] == json!([false, "Too late."]));
    assert_eq!(play.state()["shows_result"], true);
    // It has keys of its own, and no others.
    play.key("X");
    play.key("R");
    play.until("R to begin again", |state| state["outcome"].is_null() && state["shows_result"] == false);
    play.until("the level to be lost once more", |state| state["shows_result"] == true);
    play.key("Esc");
    play.until("Escape to close the result", |state| state["shows_result"] == false);
    assert_eq!(play.state()["outcome"][0], false, "it stays lost");
}

#[test]
fn the_player_commands_one_team_and_wins_with_it() {
    let mut play = play(&lane(90.0));
    play.until("the team to be selected", |state| state["selected"] == json!([0]));
    play.click(play.agent(1));
    let state = play
        .until("the click to send it where the stranger stands", |state| state["agents"][0]["x"].as_f64() > Some(4.0));
    assert_eq!(state["selected"], json!([0]), "the stranger is none of theirs");
    play.click(play.tile(11, 1));
    play.until("the level to be won", |state| state["outcome"] == json!([true, "There."]));
    assert_eq!(play.state()["agents"][1]["x"], 6.5, "the stranger stood all the time");
    play.key("PageDown");
    play.until("the next level", |state| state["level"] != "lane" && state["shows_result"] == false);
}

#[test]
fn a_level_that_begins_again_while_it_is_paused_is_still_played_with_the_own_team() {
    let mut play = play(&lane(90.0));
    play.pass(0.2);
    play.key("Space");
    play.key("R");
    assert_eq!(play.pass(0.2)["selected"], json!([0]));
    play.click(play.tile(9, 1));
    let state = play.pass(0.2);
    assert_eq!(state["orders"]["of_agents"][1], json!([]), "the click is not for the stranger");
}
