//! Sizes that the panels of every mode share, the kinds of windows, and where the toolbar stands: computed from the size
//! of the window, without a font, so that a test can ask for it without a window.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::ui::Ui;

/// The side of a button, in logical pixels: large enough for a thumb.
pub const BUTTON: f32 = 44.0;

/// Between two parts of the HUD, and between them and the edge of the window.
pub const MARGIN: f32 = 8.0;

/// Inside a panel.
pub const PADDING: f32 = 14.0;

/// Behind a panel that wants all attention.
pub const SHADE: Color = Color::new(0.05, 0.06, 0.09, 0.45);

/// How long a command lasts that is given without its key, which would be held down for it, in seconds.
pub const COMMANDED: f32 = 0.4;

/// How far an arrow key scrolls the text of a panel, and Page Up or Page Down, in logical pixels.
pub const KEY_SCROLL: f32 = 60.0;
pub const PAGE_SCROLL: f32 = 300.0;

/// A window narrower than this, in logical pixels, is a phone held upright: panels are sheets above the toolbar. So is one
/// higher than wide that is narrower than `UPRIGHT_TABLET`: panels beside the map would leave it a strip.
const NARROW: f32 = 700.0;
const UPRIGHT_TABLET: f32 = 1050.0;

/// A window lower than this, in logical pixels, and wider than high, is a phone on its side: the toolbar stands at the left.
/// With sheets above the toolbar, one of 640 x 480 would leave the map a sixth of its height.
pub const LOW: f32 = 500.0;

/// In a smaller window there is a sentence in place of a HUD.
const SMALLEST: Vec2 = Vec2::new(320.0, 240.0);

/// A window narrower than this has no room for a panel and the list of the debug layer.
const ROOM_FOR_BOTH: f32 = 960.0;

/// Whether the list of the debug layer has room beside a panel.
pub fn has_room_for_both(viewport: Vec2) -> bool {
    viewport.x >= ROOM_FOR_BOTH
}

/// Whether keys are told of: unless a finger was the last to do anything, on a phone only once there was a key or a mouse.
pub fn tells_keys(ui: &Ui<Action>) -> bool {
    !ui.hit_areas.is_by_finger().unwrap_or(is_for_fingers(ui.viewport()))
}

/// Whether buttons and rows are laid out for fingers: on a phone.
pub fn is_for_fingers(viewport: Vec2) -> bool {
    is_upright(viewport) || is_low(viewport)
}

/// Whether the window is a phone or a tablet held upright.
pub fn is_upright(viewport: Vec2) -> bool {
    let widest = if viewport.y > viewport.x { UPRIGHT_TABLET } else { NARROW };
    viewport.x < widest && !is_low(viewport)
}

/// Whether the window has no room for a HUD.
pub fn is_too_small(viewport: Vec2) -> bool {
    viewport.cmplt(SMALLEST).any()
}

/// Whether the window is a phone on its side.
pub fn is_low(viewport: Vec2) -> bool {
    viewport.y < LOW && viewport.x > viewport.y
}

/// The buttons that are always there: in rows along the lower edge, on a phone on its side in columns at the left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Toolbar {
    pub area: Rect,
    /// How many buttons it has.
    pub count: usize,
    columns: usize,
    gap: f32,
}

impl Toolbar {
    /// The one of `count` buttons in a window.
    pub fn of(viewport: Vec2, count: usize) -> Toolbar {
        let fitting = |length: f32| (((length - 2.0 * MARGIN - 8.0) / BUTTON) as usize).max(1);
        if is_low(viewport) {
            let columns = count.div_ceil(fitting(viewport.y));
            let size = vec2(columns as f32, count.div_ceil(columns) as f32) * BUTTON + 8.0;
            let y = (0.5 * (viewport.y - size.y)).round();
            return Toolbar { area: Rect::new(MARGIN, y, size.x, size.y), count, columns, gap: 0.0 };
        }
        let rows = count.div_ceil(fitting(viewport.x));
        let columns = count.div_ceil(rows);
        let spare = viewport.x - 2.0 * MARGIN - 8.0 - columns as f32 * BUTTON;
        let gap = (spare / (columns as f32 - 1.0).max(1.0)).clamp(0.0, 4.0);
        let size = vec2(columns as f32 * (BUTTON + gap) - gap + 8.0, rows as f32 * BUTTON + 8.0);
        let corner = vec2((0.5 * (viewport.x - size.x)).round(), viewport.y - size.y - MARGIN);
        Toolbar { area: Rect::new(corner.x, corner.y, size.x, size.y), count, columns, gap }
    }

    /// Where one of its buttons is.
    pub fn place(&self, index: usize) -> Rect {
        let (row, column) = (index / self.columns, index % self.columns);
        // A last row that is not full stands in the middle.
        let missing = ((row + 1) * self.columns).saturating_sub(self.count) as f32;
        let x = self.area.x + 4.0 + (column as f32 + 0.5 * missing) * (BUTTON + self.gap);
        Rect::new(x, self.area.y + 4.0 + row as f32 * BUTTON, BUTTON, BUTTON)
    }
}

/// What the toolbar leaves of a window.
pub fn free_of(toolbar: &Toolbar, viewport: Vec2) -> Rect {
    match is_low(viewport) {
        true => Rect::new(toolbar.area.right(), 0.0, viewport.x - toolbar.area.right(), viewport.y),
        false => Rect::new(0.0, 0.0, viewport.x, toolbar.area.y),
    }
}

/// By how many logical pixels an action moves what is to be read, where there is something.
pub fn scroll_of(action: Action) -> Option<f32> {
    match action {
        Action::PanUp => Some(-KEY_SCROLL),
        Action::PanDown => Some(KEY_SCROLL),
        Action::PreviousLevel => Some(-PAGE_SCROLL),
        Action::NextLevel => Some(PAGE_SCROLL),
        _ => None,
    }
}
