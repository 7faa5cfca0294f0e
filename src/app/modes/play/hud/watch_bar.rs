//! The bar with which a replay of a whole run is played.

use footpath::sim::TICKS_A_SECOND;

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::{PlayAction, WatchAction};
use crate::app::modes::replay_bar::{self, BarActions, ReplayBar};

/// Draws the bar, if a replay is being played and no search.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    let Some(watch) = game.watch.as_ref().filter(|_| game.look.examiner().playback.is_none()) else { return };
    let Some(area) = hud.layout.replay else { return };
    let (tick, ticks) = (watch.player.tick(), watch.player.replay().ticks);
    let bar = ReplayBar {
        moment: format!("Replay, {} of {}", time(tick), time(ticks)),
        event: watch.verdict(),
        part: watch.part(),
        playing: !game.clock.paused,
        pace: [game.clock.speed_in_words(), game.clock.speed_in_words()],
    };
    let actions = BarActions {
        back: Action::Play(PlayAction::Watch(WatchAction::Back)),
        play: Action::Pause,
        forward: Action::StepOnce,
        seek: Action::Play(PlayAction::Watch(WatchAction::Seek)),
        slower: Action::Play(PlayAction::Speed(Some(false))),
        faster: Action::Play(PlayAction::Speed(Some(true))),
        end: Action::Play(PlayAction::Watch(WatchAction::Close)),
        beside: Some(("Play on from here", Action::Play(PlayAction::Watch(WatchAction::PlayOn)))),
    };
    replay_bar::draw(&mut hud.ui, &bar, actions, area);
}

/// A time in minutes and seconds.
fn time(tick: u64) -> String {
    let tenths = tick * 10 / TICKS_A_SECOND as u64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_minutes_and_seconds() {
        assert_eq!([0, 90, 3599, 3600, 3636].map(time), ["0:00.0", "0:01.5", "0:59.9", "1:00.0", "1:00.6"]);
    }
}
