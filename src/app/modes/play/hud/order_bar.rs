//! The bar of orders: what selected agents can be told other than to go somewhere.

use glam::vec2;
use macroquad::math::Rect;

use super::{Hud, MARGIN, NARROW};
use crate::app::modes::keys::Action;
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::{Aim, Game};
use crate::app::ui::ink::{BODY, INK_LIGHT};

/// The height of a button.
const HEIGHT: f32 = 36.0;

/// Between two buttons.
const GAP: f32 = 2.0;

/// The greatest width of the bar.
const WIDEST: f32 = 860.0;

/// The least width for it beside the map.
const NARROWEST: f32 = 150.0;

/// In windows shorter than this it stands beside the map, where that leaves room, and not in the place of a panel.
const SHORT: f32 = 540.0;

/// The most paths that have a button of their own.
const MOST_PATHS: usize = 4;

/// One button of the bar.
struct Button {
    words: String,
    press: Press,
    is_on: bool,
    width: f32,
}

impl Hud {
    /// Whether the bar is shown: while agents are selected or to be clicked, and where a small window has room for it.
    pub(super) fn shows_order_bar(&self, game: &Game) -> bool {
        let is_small = self.is_narrow() || self.viewport.y < SHORT;
        let is_taken = game.has_side_panel() || self.is_narrow() && game.overlays.open;
        !(is_small && is_taken) && (!game.selected.is_empty() || game.aim.is_some())
    }

    /// Where the bar begins, or what it would stand upon: what else stands low in the window stands above that.
    pub(super) fn order_bar_top(&self, game: &Game) -> f32 {
        let low = self.low_edge(game, self.viewport);
        if !self.shows_order_bar(game) || self.free_strip(game).is_some() {
            return low;
        }
        low - self.order_rows(game, self.widest()).len() as f32 * HEIGHT - 8.0
    }

    /// How wide the bar may be above the buttons.
    fn widest(&self) -> f32 {
        (self.viewport.x - 2.0 * MARGIN).min(WIDEST)
    }

    /// The strip at the left of the map and below the level's card, in a short window: the bar stands there if it fits.
    fn free_strip(&self, game: &Game) -> Option<Rect> {
        if self.viewport.y >= SHORT || self.is_narrow() {
            return None;
        }
        let (top, low) = (self.card.bottom() + 8.0, self.low_edge(game, self.viewport));
        let left_of_map = game.camera.to_screen(game.sim.map().lattice.origin).x;
        let strip = Rect::new(MARGIN, top, left_of_map - 2.0 * MARGIN, low - top);
        let has_room = strip.w >= NARROWEST && self.order_rows(game, strip.w).len() as f32 * HEIGHT + 8.0 <= strip.h;
        has_room.then_some(strip)
    }

    /// Draws the bar, if it is to be shown.
    pub(super) fn draw_order_bar(&mut self, game: &Game) {
        if !self.shows_order_bar(game) {
            return;
        }
        let strip = self.free_strip(game);
        let rows = self.order_rows(game, strip.map_or(self.widest(), |strip| strip.w));
        let width_of = |row: &Vec<Button>| row.iter().map(|button| button.width + GAP).sum::<f32>() - GAP;
        let width = rows.iter().map(width_of).fold(0.0, f32::max) + 8.0;
        let height = rows.len() as f32 * HEIGHT + 8.0;
        let corner = match strip {
            Some(strip) => vec2(strip.x, strip.y),
            None => vec2((0.5 * (self.viewport.x - width)).round(), self.order_bar_top(game)),
        };
        let bar = Rect::new(corner.x, corner.y, width, height);
        self.ui.panel(bar, 12.0, INK_LIGHT);
        for (down, row) in rows.iter().enumerate() {
            let mut at = vec2(bar.x + 0.5 * (width - width_of(row)), bar.y + 4.0 + down as f32 * HEIGHT);
            for button in row {
                let area = Rect::new(at.x, at.y, button.width, HEIGHT);
                self.ui.bar_button(&button.words, button.press, area, button.is_on);
                at.x += button.width + GAP;
            }
        }
    }

    /// The buttons in rows for a bar that is no wider than `widest`.
    fn order_rows(&self, game: &Game, widest: f32) -> Vec<Vec<Button>> {
        let widest = widest - 8.0;
        let padding = if self.viewport.x < NARROW { 7.0 } else { 11.0 };
        let mut rows = vec![Vec::new()];
        let mut used = 0.0;
        for (words, press, is_on) in buttons(game) {
            let width = (self.ui.ink.width(&words, BODY) + 2.0 * padding).round().min(widest);
            if used + width > widest {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += width + GAP;
            let last = rows.len() - 1;
            rows[last].push(Button { words, press, is_on, width });
        }
        rows
    }
}

/// Every button: its words, what it does and whether it is pressed in.
fn buttons(game: &Game) -> Vec<(String, Press, bool)> {
    let of = |words: &str, action, is_on| (words.to_owned(), Press::Do(action), is_on);
    let mut buttons = vec![of("Inspect", Action::Inspector, game.inspector.is_some())];
    if game.selected.len() > 1 {
        buttons.push(of("Formation", Action::Formation, game.formation));
    }
    buttons.extend([
        match game.aim {
            Some(Aim::FollowOnSight) => of("Follow on sight", Action::Follow, true),
            aim => of("Follow", Action::Follow, aim == Some(Aim::Follow)),
        },
        of("Flee", Action::Flee, game.aim == Some(Aim::Flee)),
        of("Wander", Action::Wander, false),
        of("Wait", Action::Wait, false),
        of("Stop", Action::Stop, false),
    ]);
    let paths = &game.sim.paths();
    if paths.len() > MOST_PATHS {
        buttons.push(of("Patrol", Action::Patrol, false));
    } else {
        let path = |(index, name)| (format!("Patrol {name}"), Press::Patrol(index), false);
        buttons.extend(paths.iter().map(|path| path.name.as_str()).enumerate().map(path));
    }
    buttons
}
