//! The table of a race: who came to the goal, and when.

use glam::vec2;
use macroquad::math::Rect;

use super::Hud;
use super::layout::{CARD_HEIGHT, MARGIN, PADDING};
use crate::app::modes::play::Game;
use crate::app::ui::ink::{CREAM, CREAM_DIM, INK_LIGHT, SMALL, line_height};
use crate::app::ui::shapes::fill_disc;

/// The width of a column, and between it and the next.
const COLUMN: f32 = 176.0;

/// The rows of the table where it stands beside the card.
const ROWS_BESIDE: usize = 2;

impl Hud {
    /// Draws the table beside the card; where that has no room, below it, while nothing else stands there.
    pub(super) fn draw_race_table(&mut self, game: &Game) {
        let table = game.racers.table(&game.sim);
        let is_taken = self.layout.side.is_some() || self.orders.is_some_and(|orders| orders.y < self.card.bottom());
        if table.is_empty() || is_taken {
            return;
        }
        let right = self.layout.list.map_or(self.layout.free.right(), |list| list.x) - MARGIN;
        let beside = vec2(self.card.right() + MARGIN, self.card.y);
        let columns = table.len().div_ceil(ROWS_BESIDE);
        let fits = beside.x + columns as f32 * COLUMN + PADDING <= right;
        let (corner, columns) =
            if fits { (beside, columns) } else { (vec2(self.card.x, self.card.bottom() + MARGIN), 2) };
        let rows = table.len().div_ceil(columns);
        let height = if fits { CARD_HEIGHT } else { rows as f32 * line_height(SMALL) + 16.0 };
        let column = ((right - corner.x - PADDING) / columns as f32).min(COLUMN);
        let panel = Rect::new(corner.x, corner.y, columns as f32 * column + PADDING, height);
        self.ui.panel(panel, 12.0, INK_LIGHT);
        let top = panel.y + (0.5 * (height - rows as f32 * line_height(SMALL))).round();
        for (index, standing) in table.iter().enumerate() {
            let place = vec2((index / rows) as f32 * column, (index % rows) as f32 * line_height(SMALL));
            let at = vec2(panel.x + PADDING, top) + place;
            fill_disc(at + vec2(4.0, 0.5 * line_height(SMALL)), 4.5, standing.color);
            let (words, color) = match standing.finished {
                Some(_) => (format!("{}. {}", index + 1, standing.name), CREAM),
                None => (standing.name.clone(), CREAM_DIM),
            };
            self.ui.ink.write(words, at + vec2(14.0, 0.0), SMALL, color);
            if let Some(seconds) = standing.finished {
                let time = format!("{seconds:.1} s");
                let x = at.x + column - PADDING - self.ui.ink.width(&time, SMALL);
                self.ui.ink.write(time, vec2(x, at.y), SMALL, color);
            }
        }
        if !fits {
            self.card.h = panel.bottom() - self.card.y;
        }
    }
}
