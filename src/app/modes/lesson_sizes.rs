//! How large the card of a lesson is in a window, and where it stands.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use crate::app::modes::screen::{BUTTON, MARGIN, is_upright};

/// The width of a card beside the map.
pub const BESIDE: f32 = 264.0;

/// The height of a folded card.
pub const BAR: f32 = BUTTON;

/// How large a card is that has room for every step of its lesson, and in which size its text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CardSize {
    pub width: f32,
    pub height: f32,
    /// The size of its letters.
    pub text: u16,
}

/// The sizes that the card of a lesson can have in a window: the same for every step, so that nothing moves when one ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CardSizes {
    /// The size of a card above the map.
    pub above: CardSize,
    /// The size of a card beside the map.
    pub beside: CardSize,
    /// What they were computed for.
    pub viewport: Vec2,
}

impl CardSizes {
    /// Where the card stands in what is free for a map of this size, and what it leaves: above the map or at its right,
    /// wherever the map is larger.
    pub fn place(&self, free: Rect, map: Vec2) -> (Rect, Rect) {
        let fit = |room: Rect| (vec2(room.w, room.h) / map).min_element();
        let beside = self.beside_map(free);
        if is_upright(self.viewport) || self.above.width <= free.w - 2.0 * MARGIN {
            let above = above_map(vec2(self.above.width, self.above.height), free);
            if is_upright(self.viewport) || fit(above.1) >= fit(beside.1) {
                return above;
            }
        }
        beside
    }

    /// Where the card stands at the right of the map in what is free, and what it leaves.
    pub fn beside_map(&self, free: Rect) -> (Rect, Rect) {
        let CardSize { width, height, .. } = self.beside;
        let area = Rect::new(free.right() - MARGIN - width, free.y + MARGIN, width, height.min(free.h - 2.0 * MARGIN));
        (area, Rect { w: free.w - width - MARGIN, ..free })
    }
}

/// Where something of that size stands above the map, and what it leaves of what is free.
pub fn above_map(size: Vec2, free: Rect) -> (Rect, Rect) {
    let width = size.x.min(free.w - 2.0 * MARGIN);
    let area = Rect::new((free.center().x - 0.5 * width).round(), free.y + MARGIN, width, size.y);
    let taken = size.y + MARGIN;
    (area, Rect { y: free.y + taken, h: free.h - taken, ..free })
}
