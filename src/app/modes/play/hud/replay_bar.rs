//! The bar with which a search is played step by step.

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::replay_bar::{self, BarActions, ReplayBar, event_of, moment_of, pace_of};

/// Draws the bar, if a search is being played.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    let examiner = game.look.examiner();
    let (Some(playback), Some(examined)) = (&examiner.playback, &examiner.examined) else { return };
    let Some(area) = hud.layout.replay else { return };
    let bar = ReplayBar {
        moment: moment_of(examined.replay.played(), examiner.steps()),
        event: event_of(examined),
        part: playback.step() as f32 / examiner.steps().max(1) as f32,
        playing: playback.playing,
        pace: pace_of(playback.pace() as usize),
    };
    let actions = BarActions {
        back: Action::Play(PlayAction::ReplayBack),
        play: Action::Play(PlayAction::Replay),
        forward: Action::Play(PlayAction::ReplayForward),
        seek: Action::Seek,
        slower: Action::Slower,
        faster: Action::Faster,
        end: Action::EndReplay,
        beside: None,
    };
    replay_bar::draw(&mut hud.ui, &bar, actions, area);
}
