//! What the panels at the side share: the search's, that of baking and the inspector. What does not fit scrolls under the
//! uppermost row.

use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::keys::Action;
use crate::app::modes::play::intent::Press;
pub(super) use crate::app::modes::side_panel::{HEADER, Rows, WORD_BUTTON};
use crate::app::modes::side_panel::{begin_page, draw_header};

impl Hud {
    /// Begins what stands under the uppermost row of a panel whose content is `height` pixels high, that row included;
    /// returns where the panel would be if it were that high and moved up by as much as is scrolled.
    pub(super) fn begin_page(&mut self, panel: Rect, height: f32) -> Rect {
        begin_page(&mut self.ui, panel, height, &mut self.side_scroll)
    }

    /// The row with what the panel is about between arrows, and the button that closes it. A press on the words does as
    /// the arrow on.
    pub(super) fn draw_header(&mut self, title: &str, turn: (Press, Press), close: Action, panel: Rect) {
        draw_header(&mut self.ui, title, turn, Press::Do(close), panel);
    }
}
