//! Whether the picture of a game changes although the player does nothing.

use super::{Game, Watch};
use crate::app::view::examined::Examined;

impl Game {
    /// Whether time passes, a search is played or measured, work is done, or something that was said is still to go.
    pub fn moves(&self) -> bool {
        !self.clock.paused || self.is_at_work() || self.is_about_to_change()
    }

    /// Whether something is under way that takes several frames.
    fn is_at_work(&self) -> bool {
        let is_unmeasured = |examined: &Examined| examined.measured.is_none();
        self.long_work.is_some()
            || self.watch.as_ref().is_some_and(Watch::is_winding)
            || self.examiner.playback.is_some_and(|playback| playback.playing)
            || self.examiner.examined.as_ref().is_some_and(is_unmeasured)
            || self.comparison.as_ref().is_some_and(|comparison| !comparison.is_done())
    }

    /// Whether something is shown that goes away, fades, or pulses.
    fn is_about_to_change(&self) -> bool {
        let now = self.clock.elapsed();
        let letters = self.sim.level().about.chars().count();
        self.answer.as_ref().is_some_and(|(answer, said)| now - said < answer.lasts())
            || self.offers_to_send().is_some()
            || self.can_undo()
            || self.card.is_to_fold(now, letters)
            || self.lesson.as_ref().is_some_and(|lesson| lesson.moves())
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::edit::Document;
    use glam::{Vec2, vec2};

    use crate::app::modes::keys::Action;
    use crate::app::modes::library::Source;
    use crate::app::modes::play::game::Game;
    use crate::app::modes::play::intent::Press;
    use crate::app::view::camera::Insets;
    use crate::app::view::words::answers::{Answer, Tone};

    fn wait(game: &mut Game, seconds: u32) {
        (0..60 * seconds).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
    }

    #[test]
    fn a_paused_game_is_still_once_nothing_is_left_to_be_read() {
        let text = "(version: 1, name: \"Yard\", rows: [\"....\"], legend: {'.': \"grass\"}, agents: [(tile: (0, 0))])";
        let document = Document::open("yard.ron", text.to_owned()).expect("it is a level");
        let mut game = Game::new(document, Source::Text("yard".to_owned()), vec2(800.0, 600.0), Insets::default());
        wait(&mut game, 20);
        assert!(game.moves(), "time passes");
        game.press(Press::Do(Action::Pause), Vec2::ZERO);
        assert!(!game.moves());
        game.say(Answer::new(Tone::Plain, "a word"));
        assert!(game.moves());
        wait(&mut game, 6);
        assert!(!game.moves(), "it has faded");
        game.press(Press::Do(Action::Restart), Vec2::ZERO);
        game.act_while_paused();
        game.start_over();
        assert!(game.moves(), "the card is to be read and folds then");
        wait(&mut game, 6);
        assert!(!game.moves());
    }
}
