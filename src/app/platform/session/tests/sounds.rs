//! What is heard of a game, and when.

use super::player::{Folder, Player, has_arrived, play};
use super::{FIELD, lone_field};
use crate::app::modes::sound::Sound;
use crate::app::window::unseen;

/// The sounds since the last call.
fn heard() -> Vec<Sound> {
    let known =
        |samples: &Vec<f32>| [Sound::Order, Sound::Arrival].into_iter().find(|sound| sound.samples() == *samples);
    unseen::heard().iter().map(|samples| known(samples).expect("there is such a sound")).collect()
}

#[test]
fn an_order_and_the_arrival_are_heard_once_each() {
    let mut play = play(&lone_field());
    play.pass(1.0);
    assert_eq!(heard(), [], "nothing was done");
    play.click(play.tile(12, 3));
    play.pass(0.3);
    assert_eq!(heard(), [Sound::Order]);
    play.until("the agent to arrive", |state| has_arrived(&state["agents"][0], 12.5, 3.5));
    play.pass(1.0);
    assert_eq!(heard(), [Sound::Arrival]);
}

#[test]
fn several_that_arrive_together_are_not_heard_one_by_one() {
    let mut play = play(FIELD);
    play.click(play.tile(6, 6));
    play.until("both to arrive", |state| (0..2).all(|agent| state["agents"][agent]["state"] == "arrived"));
    play.pass(1.0);
    let arrivals = heard().into_iter().filter(|sound| *sound == Sound::Arrival).count();
    assert!((1..=2).contains(&arrivals), "{arrivals} arrivals");
}

#[test]
fn sounds_are_switched_off_by_a_key_and_stay_so() {
    let folder = Folder::new();
    folder.write("field.ron", FIELD);
    let mut first = Player::begin(&folder, folder.options_for("field.ron"));
    first.key("Insert");
    assert_eq!(first.state()["answer"], "Sound: off");
    first.click(first.tile(12, 3));
    first.pass(1.0);
    assert_eq!(heard(), []);
    first.until("the settings to be kept", |_| {
        folder.file("settings.ron").exists() && folder.read("settings.ron").contains("is_silent: true")
    });
    drop(first);
    let mut second = Player::begin(&folder, folder.options_for("field.ron"));
    second.click(second.tile(12, 3));
    second.pass(1.0);
    assert_eq!(heard(), []);
    second.key("Insert");
    second.click(second.tile(4, 3));
    second.pass(0.3);
    assert_eq!(heard(), [Sound::Order]);
}
