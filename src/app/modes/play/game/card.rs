//! When the level's card unfolds and folds.

use super::Game;

/// How long what a level is about is shown at least, and for each of its letters, in seconds.
const AT_LEAST: f32 = 4.0;
const EACH_LETTER: f32 = 0.06;

/// Whether the level's card is unfolded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// Whether it shows what the level is about.
    pub is_open: bool,
    /// Since when, in seconds of the window's clock.
    since: f32,
    /// Whether the player unfolded it: then it stays until the player folds it.
    by_hand: bool,
}

impl Card {
    /// That of a level which begins now.
    pub fn begin(now: f32) -> Card {
        Card { is_open: true, since: now, by_hand: false }
    }
}

impl Game {
    /// Unfolds the card, in the place of a panel at the side, or folds it.
    pub(super) fn toggle_card(&mut self) {
        let is_open = !self.card.is_open;
        self.card = Card { is_open, since: self.clock.elapsed(), by_hand: true };
        if is_open {
            self.close_side_panels();
        }
    }

    /// Folds the card unless the player has unfolded it.
    pub(super) fn fold_card(&mut self) {
        self.card.is_open &= self.card.by_hand;
    }

    /// Folds the card once it has been there long enough to be read, where it `covers_map` or all agents have something to
    /// do from the beginning: such a level is watched.
    pub fn let_card_fold(&mut self, covers_map: bool) {
        let to_read = AT_LEAST + EACH_LETTER * self.sim.level().about.chars().count() as f32;
        let is_watched = || self.sim.agents().iter().all(|agent| agent.order().is_some());
        if self.clock.elapsed() - self.card.since > to_read && (covers_map || is_watched()) {
            self.fold_card();
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;
    use glam::{Vec2, vec2};

    use super::*;
    use crate::app::modes::keys::Action;
    use crate::app::modes::library::Source;
    use crate::app::modes::play::intent::Press;
    use crate::app::view::camera::Insets;

    fn game(order: &str) -> Game {
        let text = format!(
            r##"(version: 1, name: "Pen", about: "Look.", legend: {{'.': "grass"}}, rows: ["......"],
            agents: [(profile: "walker", tile: (0, 0){order})])"##
        );
        let level = Level::parse("pen.ron", &text).expect("it is a level");
        Game::new(level, Source::Text("pen".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    fn is_open_after(game: &mut Game, seconds: u32, covers_map: bool) -> bool {
        (0..60 * seconds).for_each(|_| _ = game.clock.advance(1.0 / 60.0));
        game.let_card_fold(covers_map);
        game.card.is_open
    }

    #[test]
    fn a_card_folds_by_itself_over_the_map_and_in_levels_that_are_watched() {
        assert!(is_open_after(&mut game(""), 60, false));
        assert!(!is_open_after(&mut game(""), 6, true));
        assert!(is_open_after(&mut game(""), 2, true), "not before it can be read");
        assert!(!is_open_after(&mut game(", order: [Wander(2.0)]"), 6, false));
    }

    #[test]
    fn a_card_that_the_player_unfolds_stays() {
        let mut game = game("");
        for expected in [false, true] {
            game.press(Press::Do(Action::FoldCard), Vec2::ZERO);
            assert_eq!(game.card.is_open, expected);
        }
        assert!(is_open_after(&mut game, 60, true));
    }
}
