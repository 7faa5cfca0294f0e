//! Where the panels of the lab and the panes of the sheets stand.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use crate::app::modes::lab::Lab;
use crate::app::modes::lab::hud::{code, pages, table};
use crate::app::modes::lab::toolbar::toolbar;
use crate::app::modes::lesson_sizes;
use crate::app::modes::replay_bar;
use crate::app::modes::screen::{MARGIN, Toolbar, free_of, is_low, is_upright};
use crate::app::view::camera::Insets;

/// The width of the panel where it stands beside the sheets.
const PANEL_WIDTH: f32 = 288.0;

/// The part of an upright phone that the panel takes at most.
const LARGEST_SHEET: f32 = 0.5;

/// The width of the column in which the table and the bar of several searches stand beside the sheets, and that of a window
/// which has room for it.
const COLUMN: f32 = 304.0;
const ROOM_FOR_COLUMN: f32 = 1100.0;

/// A frame of an article that is less high has room for the lowest bar alone.
const ROOM_FOR_BAR: f32 = 360.0;

/// The height of the strip above a pane that says how is searched there.
pub const STRIP: f32 = 26.0;

/// Where everything stands.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub viewport: Vec2,
    pub toolbar: Toolbar,
    /// The panel, while one of its pages is open.
    pub panel: Option<Rect>,
    /// The bar with which searches are played, while there are any.
    pub replay: Option<Rect>,
    /// The code, while a search is played and there is room for it.
    pub code: Option<Rect>,
    /// The lesson's card, or the line that is seen of it while it is folded.
    pub lesson: Option<Rect>,
    /// What is left for the sheets and the table.
    pub stage: Rect,
    /// The table of the searches, where there are several.
    pub table: Option<Rect>,
    /// A part of what is left for each search, its strip included.
    pub panes: Vec<Rect>,
}

impl Layout {
    /// The layout of the lab in a window of `viewport` logical pixels. With several searches, the table and the bar
    /// stand below the sheets or beside them, wherever the sheets are larger.
    pub fn of(lab: &Lab, viewport: Vec2) -> Layout {
        let below = Layout::arranged(lab, viewport, false);
        if lab.is_alone || lab.experiment.lanes.all().len() < 2 || viewport.x < ROOM_FOR_COLUMN {
            return below;
        }
        let beside = Layout::arranged(lab, viewport, true);
        let sheet = lab.experiment.lattice().size();
        let scale = |layout: &Layout| scale_in(layout.panes[0].size(), sheet);
        if scale(&beside) > scale(&below) { beside } else { below }
    }

    /// With table and bar in a column at the right, or below the sheets.
    fn arranged(lab: &Lab, viewport: Vec2, in_column: bool) -> Layout {
        let (toolbar, mut free) = match lab.is_alone {
            true => (Toolbar::default(), Rect::new(0.0, 0.0, viewport.x, viewport.y)),
            false => {
                let toolbar = Toolbar::of(viewport, toolbar().len());
                (toolbar, free_of(&toolbar, viewport))
            }
        };
        let mut layout = Layout { viewport, toolbar, ..Layout::default() };
        let content =
            lab.panel.page().map(|page| pages::height(page, (&lab.experiment, &lab.fields, viewport, lab.language)));
        if let Some(content) = content.filter(|_| !is_upright(viewport)) {
            let height = content.min(free.h - 2.0 * MARGIN);
            layout.panel = Some(Rect::new(free.x + MARGIN, MARGIN, PANEL_WIDTH, height));
            free = Rect { x: free.x + PANEL_WIDTH + MARGIN, w: free.w - PANEL_WIDTH - MARGIN, ..free };
        }
        let lesson = lab.shown_lesson();
        let is_folded = lab.folded_lesson(viewport).is_some();
        // On a phone on its side it needs the whole height.
        if let Some(lesson) = lesson.filter(|_| is_low(viewport) && !is_folded) {
            let (area, rest) = lesson.sizes.beside_map(free);
            (layout.lesson, free) = (Some(area), rest);
        }
        if lab.experiment.lanes.are_made() {
            let is_low = lab.is_alone && viewport.y < ROOM_FOR_BAR;
            let height = match () {
                _ if is_low => replay_bar::LOW,
                _ if in_column => replay_bar::TALL,
                _ => replay_bar::SIZE.y,
            };
            let width = if in_column { COLUMN } else { replay_bar::SIZE.x.min(free.w - 2.0 * MARGIN) };
            let middle = if in_column { free.right() - MARGIN - 0.5 * COLUMN } else { free.center().x };
            let corner = vec2((middle - 0.5 * width).round(), free.bottom() - MARGIN - height);
            layout.replay = Some(Rect::new(corner.x, corner.y, width, height));
            if !in_column {
                free.h -= height + MARGIN;
            }
        }
        // After the bar, which must not move while one plays with it.
        let has_code = !lab.is_alone && !lab.experiment.lanes.are_growing();
        if let Some(size) = code::panel_size(&lab.experiment, lab.language, viewport).filter(|_| has_code) {
            layout.code = Some(Rect::new(free.right() - MARGIN - size.x, MARGIN, size.x, size.y));
        }
        let column = if in_column { COLUMN } else { 0.0 };
        let at_right = layout.code.map_or(0.0, |code| code.w).max(column);
        if at_right > 0.0 {
            free.w -= at_right + MARGIN;
        }
        if let Some(content) = content.filter(|_| is_upright(viewport)) {
            let height = content.min(LARGEST_SHEET * free.h);
            let top = free.bottom() - MARGIN - height;
            layout.panel = Some(Rect::new(MARGIN, top, viewport.x - 2.0 * MARGIN, height));
            free.h -= height + MARGIN;
        }
        if let Some(lesson) = lesson.filter(|_| layout.lesson.is_none()) {
            let (area, rest) = match is_folded {
                true => lesson_sizes::above_map(vec2(lesson.sizes.above.width, lesson_sizes::BAR), free),
                false => lesson.sizes.place(free, lab.experiment.lattice().size()),
            };
            (layout.lesson, free) = (Some(area), rest);
        }
        let margin = match () {
            _ if is_low(viewport) => 2.0,
            _ if in_column => 0.5 * MARGIN,
            _ => MARGIN,
        };
        layout.stage = Rect::new(free.x + margin, free.y + margin, free.w - 2.0 * margin, free.h - 2.0 * margin);
        let lanes = lab.experiment.lanes.all().len();
        let mut left = layout.stage;
        // On an upright phone the panel takes its place, or the lesson's card.
        let has_card = layout.lesson.is_some() && !is_folded;
        if let Some(bar) = layout.replay.filter(|_| in_column) {
            let height = table::height(lanes, COLUMN);
            let top = layout.code.map_or(0.0, |code| code.bottom()) + MARGIN;
            let table = Rect { y: bar.y - MARGIN - height, h: height, ..bar };
            layout.table = Some(table).filter(|table| table.y >= top);
        } else if lanes > 1 && !(is_upright(viewport) && (layout.panel.is_some() || has_card)) {
            // Only where all of it has room, and leaves half of the height for the sheets.
            let height = table::height(lanes, left.w);
            if left.w >= table::LEAST_WIDTH && height <= 0.5 * left.h {
                left.h -= height + margin;
                layout.table = Some(Rect::new(left.x, left.bottom() + margin, left.w, height));
            }
        }
        layout.panes = panes(left, lanes, lab.experiment.lattice().size());
        layout
    }

    /// The strips of the window in which the sheet of the first pane is not framed.
    pub fn insets(&self) -> Insets {
        let pane = self.panes[0];
        Insets {
            top: pane.y + STRIP + 2.0,
            bottom: self.viewport.y - pane.bottom(),
            left: pane.x,
            right: self.viewport.x - pane.right(),
        }
    }
}

/// Between two panes.
const GAP: f32 = 4.0;

/// How large a sheet of this size is shown in a pane of that one.
fn scale_in(pane: Vec2, sheet: Vec2) -> f32 {
    ((pane - vec2(0.0, STRIP)) / sheet).min_element()
}

/// The panes of `count` searches on a sheet of this size: beside each other or in rows, as the sheet is the largest.
fn panes(stage: Rect, count: usize, sheet: Vec2) -> Vec<Rect> {
    let size_in = |columns: usize| {
        let grid = vec2(columns as f32, count.div_ceil(columns) as f32);
        (stage.size() - (grid - Vec2::ONE) * GAP) / grid
    };
    let scale = |columns: usize| scale_in(size_in(columns), sheet);
    let columns = (1..=count).max_by(|one, other| scale(*one).total_cmp(&scale(*other))).unwrap_or(1);
    let size = size_in(columns);
    let place = |index: usize| {
        let corner = stage.point() + vec2((index % columns) as f32, (index / columns) as f32) * (size + GAP);
        Rect::new(corner.x, corner.y, size.x, size.y)
    };
    (0..count).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a phone on its side, four sheets one above the other would be as high as a thumb.
    #[test]
    fn sheets_are_as_large_as_the_stage_allows() {
        let scale = |pane: &Rect, sheet: Vec2| ((pane.size() - vec2(0.0, STRIP)) / sheet).min_element();
        for (stage, sheet, columns) in [
            (Rect::new(0.0, 0.0, 734.0, 150.0), vec2(32.0, 20.0), 4),
            (Rect::new(0.0, 0.0, 960.0, 560.0), vec2(32.0, 20.0), 2),
            (Rect::new(0.0, 0.0, 374.0, 500.0), vec2(9.0, 9.0), 2),
            (Rect::new(0.0, 0.0, 374.0, 500.0), vec2(64.0, 8.0), 1),
        ] {
            let panes = panes(stage, 4, sheet);
            assert_eq!(panes.iter().filter(|pane| pane.y == stage.y).count(), columns, "{stage:?}");
            assert!(scale(&panes[0], sheet) > 2.0, "{panes:?}");
            let last = panes[3];
            assert!(last.right() <= stage.right() + 0.01 && last.bottom() <= stage.bottom() + 0.01, "{last:?}");
        }
    }
}
