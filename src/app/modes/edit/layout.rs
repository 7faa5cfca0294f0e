//! Where the panels of the edit mode stand.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::Editor;
use crate::app::modes::edit::toolbar::TOOLBAR;
use crate::app::modes::screen::{MARGIN, Toolbar, free_of, is_upright};
use crate::app::modes::side_panel::HEADER;
use crate::app::view::camera::Insets;

/// The least height of the panel: its tabs and a little of a page.
const LEAST_PANEL: f32 = HEADER + 120.0;

/// The width of the panel where it stands beside the map.
const PANEL_WIDTH: f32 = 300.0;

/// The part of an upright phone that the panel takes at most.
const LARGEST_SHEET: f32 = 0.46;

/// The height of the line above the map that says how things stand.
pub const STATUS: f32 = 28.0;

/// Where everything stands.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub viewport: Vec2,
    pub toolbar: Toolbar,
    /// The panel, while one of its pages is open.
    pub panel: Option<Rect>,
    /// What is left for the map.
    pub stage: Rect,
}

impl Layout {
    /// The layout of the edit mode in a window of `viewport` logical pixels.
    pub fn of(editor: &Editor, viewport: Vec2) -> Layout {
        let toolbar = Toolbar::of(viewport, TOOLBAR.len());
        let mut free = free_of(&toolbar, viewport);
        let mut panel = None;
        if editor.panel.page().is_some() {
            let content = editor.panel.content().max(LEAST_PANEL);
            let area = if is_upright(viewport) {
                let height = content.min(LARGEST_SHEET * free.h);
                let top = free.bottom() - MARGIN - height;
                let area = Rect::new(MARGIN, top, viewport.x - 2.0 * MARGIN, height);
                free.h = top - free.y;
                area
            } else {
                let height = content.min(free.h - 2.0 * MARGIN);
                let area = Rect::new(free.x + MARGIN, MARGIN, PANEL_WIDTH, height);
                free = Rect { x: free.x + PANEL_WIDTH + MARGIN, w: free.w - PANEL_WIDTH - MARGIN, ..free };
                area
            };
            panel = Some(area);
        }
        Layout { viewport, toolbar, panel, stage: free }
    }

    /// The strips of the window in which the map is not framed.
    pub fn insets(&self) -> Insets {
        let corner = vec2(self.stage.right(), self.stage.bottom());
        Insets {
            top: self.stage.y + STATUS + 2.0 * MARGIN,
            bottom: self.viewport.y - corner.y + MARGIN,
            left: self.stage.x + MARGIN,
            right: self.viewport.x - corner.x + MARGIN,
        }
    }
}
