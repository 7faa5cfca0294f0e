//! The tabs of a panel with several pages.

use macroquad::math::Rect;

use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::text_painter::SMALL;

/// Tabs that share an area evenly, in rows: the name of each, what a press asks for, and whether its page is open.
pub fn tabs<P: Clone + PartialEq>(ui: &mut Ui<P>, tabs: &[(&str, P, bool)], rows: usize, area: Rect) {
    let columns = tabs.len().div_ceil(rows).max(1);
    let (width, height) = (area.w / columns as f32, area.h / rows as f32);
    for (index, (name, press, is_open)) in tabs.iter().enumerate() {
        let (across, down) = ((index % columns) as f32, (index / columns) as f32);
        let place = Rect::new(area.x + across * width, area.y + down * height, width - 2.0, height);
        if *is_open {
            fill_rounded(place, 8.0, palette().button);
        }
        ui.press_area(place, press.clone());
        ui.write_middle(name, place, SMALL + 1, if *is_open { palette().on } else { palette().text_dim });
    }
}
