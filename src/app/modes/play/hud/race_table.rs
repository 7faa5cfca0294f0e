//! The table of a race: who came to the goal, and when.

use glam::vec2;
use macroquad::math::Rect;

use super::Hud;
use super::layout::CARD_HEIGHT;
use crate::app::modes::play::Game;
use crate::app::modes::screen::{MARGIN, PADDING};
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_disc;
use crate::app::ui::text_painter::{SMALL, line_height};

/// The least and the greatest width of a column.
const COLUMN: [f32; 2] = [154.0, 176.0];

/// The rows of the table where it stands beside the card.
const ROWS_BESIDE: usize = 3;

/// Draws the table beside the card where that stands above the map and there is room; else below it, where it covers none of
/// the map or the card is folded.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    let table = game.traces.racers().table(game.run.sim());
    let has_sheet = hud.is_narrow() && hud.layout.list.is_some();
    let is_taken =
        hud.layout.side.is_some() || has_sheet || hud.orders.is_some_and(|orders| orders.y < hud.card.bottom());
    if table.is_empty() || is_taken {
        return;
    }
    let right = hud.layout.list_at_right().map_or(hud.layout.free.right(), |list| list.x) - MARGIN;
    let (beside, below) = (vec2(hud.card.right() + MARGIN, hud.card.y), vec2(hud.card.x, hud.card.bottom() + MARGIN));
    let columns = table.len().div_ceil(ROWS_BESIDE);
    let is_above_map = hud.layout.insets.top >= hud.layout.card.bottom();
    let fits = is_above_map && beside.x + columns as f32 * COLUMN[0] + PADDING <= right;
    let (corner, columns) = match (fits, is_above_map) {
        (true, _) => (beside, columns),
        (false, true) => (below, 2),
        // In the strip beside the map.
        (false, false) => (below, 1),
    };
    let rows = table.len().div_ceil(columns);
    let height = if fits { CARD_HEIGHT } else { rows as f32 * line_height(SMALL) + 16.0 };
    let map = game.camera.to_screen(game.run.sim().map().lattice.origin);
    if !fits && is_above_map && game.panels.card().is_open && below.y + height > map.y {
        return;
    }
    let column = ((right - corner.x - PADDING) / columns as f32).min(COLUMN[1]);
    let panel = Rect::new(corner.x, corner.y, columns as f32 * column + PADDING, height);
    hud.ui.panel(panel, 12.0, palette().panel_light);
    let top = panel.y + (0.5 * (height - rows as f32 * line_height(SMALL))).round();
    for (index, standing) in table.iter().enumerate() {
        let place = vec2((index / rows) as f32 * column, (index % rows) as f32 * line_height(SMALL));
        let at = vec2(panel.x + PADDING, top) + place;
        fill_disc(at + vec2(4.0, 0.5 * line_height(SMALL)), 4.5, standing.color);
        let (words, color) = match standing.finished {
            Some(_) => (format!("{}. {}", index + 1, standing.name), palette().text),
            None => (standing.name.clone(), palette().text_dim),
        };
        hud.ui.painter.write(words, at + vec2(14.0, 0.0), SMALL, color);
        if let Some(seconds) = standing.finished {
            let time = format!("{seconds:.1} s");
            let x = at.x + column - PADDING - hud.ui.painter.width(&time, SMALL);
            hud.ui.painter.write(time, vec2(x, at.y), SMALL, color);
        }
    }
    if !fits {
        hud.card.h = panel.bottom() - hud.card.y;
    }
}
