//! Pinning what is known of cells.

use footpath::level::TileMap;
use glam::Vec2;

use crate::app::view::words::answers::GameAnswer;

/// The most cards that are pinned at once: the oldest goes.
const MOST_PINS: usize = 4;

/// The middles of the cells whose cards are pinned, in world units, the oldest first.
#[derive(Default)]
pub struct Pins(Vec<Vec2>);

impl Pins {
    pub fn iter(&self) -> impl Iterator<Item = Vec2> {
        self.0.iter().copied()
    }

    /// Pins the card of the cell at a point of the world, or takes it away; says where there is none.
    pub(super) fn pin(&mut self, map: &TileMap, at: Vec2) -> Option<GameAnswer> {
        let cells = map.cells();
        match cells.tile_inside(at) {
            Some(cell) => self.toggle(cells.centre(cell)),
            None => return Some(GameAnswer::outside(&map.lattice, at)),
        }
        None
    }

    /// Pins the card of the cell with this middle, or takes it away.
    fn toggle(&mut self, middle: Vec2) {
        match self.0.iter().position(|pin| *pin == middle) {
            Some(index) => _ = self.0.remove(index),
            None => self.0.push(middle),
        }
        if self.0.len() > MOST_PINS {
            self.0.remove(0);
        }
    }

    /// Takes a pinned card away, by its place among them.
    pub(super) fn remove(&mut self, index: usize) {
        if index < self.0.len() {
            self.0.remove(index);
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::app::modes::actions::Action;
    use crate::app::modes::play::actions::PlayAction;
    use crate::app::modes::play::game::Game;

    fn field() -> Game {
        let text = r##"(version: 1, name: "Field", legend: {'.': "grass"}, rows: ["..........", "..........", ".........."],
            agents: [(tile: (0, 0)), (tile: (9, 2))])"##;
        Game::of_text("field", text)
    }

    #[test]
    fn cells_are_pinned_by_a_key_or_by_the_next_click_and_go_again() {
        let mut game = field();
        let at = game.camera.to_screen(vec2(5.2, 1.7));
        game.act(Action::Play(PlayAction::Pin), at);
        assert_eq!(game.look.pins().0, [vec2(5.5, 1.5)]);
        game.act(Action::Play(PlayAction::PinNext), Vec2::ZERO);
        let to = game.camera.to_screen(vec2(8.5, 2.5));
        game.act(Action::Play(PlayAction::Send { at: to, afterwards: false }), to);
        assert_eq!((game.look.pins().0.as_slice(), game.orders.aim()), (&[vec2(5.5, 1.5), vec2(8.5, 2.5)][..], None));
        assert!(game.run.sim().agents().iter().all(|agent| agent.order().is_none()), "nobody is sent");
        game.act(Action::Play(PlayAction::Pin), at);
        game.act(Action::Play(PlayAction::Unpin(0)), Vec2::ZERO);
        assert!(game.look.pins().0.is_empty());
        for x in 0..6 {
            game.act(Action::Play(PlayAction::Pin), game.camera.to_screen(vec2(x as f32 + 0.5, 0.5)));
        }
        assert_eq!((game.look.pins().0.len(), game.look.pins().0[0]), (4, vec2(2.5, 0.5)));
    }
}
