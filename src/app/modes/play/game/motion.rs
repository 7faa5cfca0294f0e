//! Whether the picture of a game changes although the player does nothing.

use super::{Game, Watch};
use crate::app::view::examined::Examined;

/// Whether time passes, a search is played or measured, work is done, or something that was said is still to go.
pub fn moves(game: &Game) -> bool {
    !game.clock.paused || is_at_work(game) || is_about_to_change(game)
}

/// Whether something is under way that takes several frames.
fn is_at_work(game: &Game) -> bool {
    let is_unmeasured = |examined: &Examined| examined.measured.is_none();
    game.long_work.is_some()
        || game.watch.as_ref().is_some_and(Watch::is_winding)
        || game.look.examiner().playback.is_some_and(|playback| playback.playing)
        || game.look.examiner().examined.as_ref().is_some_and(is_unmeasured)
        || game.look.comparison().is_some_and(|comparison| !comparison.is_done())
}

/// Whether something is shown that goes away, fades, or pulses.
fn is_about_to_change(game: &Game) -> bool {
    let now = game.clock.elapsed();
    let letters = game.run.sim().level().about.chars().count();
    game.notices.is_fresh(now)
        || game.orders.offers_to_send(game.run.sim(), now).is_some()
        || game.undo_is_fresh()
        || game.look.bloom().is_some()
        || game.panels.card().is_to_fold(now, letters)
        || game.panels.shows_result_alone(now)
        || game.teaching.lesson().is_some_and(|lesson| lesson.moves())
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::moves;
    use crate::app::modes::actions::Action;
    use crate::app::modes::play::game::Game;
    use crate::app::modes::timing::Clock;
    use crate::app::view::words::answers::{GameAnswer, Tone};

    fn wait(clock: &mut Clock, seconds: u32) {
        (0..60 * seconds).for_each(|_| _ = clock.advance(1.0 / 60.0));
    }

    #[test]
    fn a_paused_game_is_still_once_nothing_is_left_to_be_read() {
        let text = "(version: 1, name: \"Yard\", rows: [\"....\"], legend: {'.': \"grass\"}, agents: [(tile: (0, 0))])";
        let mut game = Game::of_text("yard", text);
        wait(&mut game.clock, 20);
        assert!(moves(&game), "time passes");
        game.act(Action::Pause, Vec2::ZERO);
        assert!(!moves(&game));
        game.say(GameAnswer::new(Tone::Plain, "a word"));
        assert!(moves(&game));
        wait(&mut game.clock, 6);
        assert!(!moves(&game), "it has faded");
        game.act(Action::Restart, Vec2::ZERO);
        game.act_while_paused();
        game.start_over();
        assert!(moves(&game), "the card is to be read and folds then");
        wait(&mut game.clock, 6);
        assert!(!moves(&game));
    }
}
